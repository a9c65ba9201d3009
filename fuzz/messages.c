#include "messages.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "fair/fair.h"

#include "uth/check.h"

// In a template a letter behind '%' stands for a value: a table, an id, a seat, an amount (m: of a buy-in), true or false,
// the round and the street it is at, a part of the seed (A) or the commitment to it (H), stakes, an action, a button, a card with its PIN, a text, a number, hex,
// a line, a profile, a step.
// clang-format off
struct template {
    unsigned weight;
    const char *clients; // who says it mostly
    char kind;
    const char *text;
};

static const struct template templates[] = {
    { 40, "01234", 'W', "{\"type\":\"sit\",\"table\":%t,\"id\":%i,\"seat\":%s,\"amount\":%m}" },
    { 90, "01234", 'W', "{\"type\":\"wager\",\"table\":%t,\"id\":%i,%R,\"stakes\":%k,\"ready\":%b}" },
    { 40, "01234", 'W', "{\"type\":\"wager\",\"table\":%t,\"id\":%i,%R,\"stakes\":%k,\"ready\":%b,\"seat\":%s,\"part_commitment\":\"%H\"}" },
    { 10, "01234", 'W', "{\"type\":\"contribute\",\"table\":%t,\"id\":%i,%R,\"seat\":%s,\"part_commitment\":\"%H\"}" },
    { 60, "01234", 'W', "{\"type\":\"reveal\",\"table\":%t,\"id\":%i,%R,\"seat\":%s,\"part\":\"%A\"}" },
    { 90, "01234", 'W', "{\"type\":\"decide\",\"table\":%t,\"id\":%i,%R,%Q,\"action\":\"%d\"}" },
    { 15, "01234", 'W', "{\"type\":\"decide\",\"table\":%t,\"id\":%i,%R,%Q,\"action\":\"%d\",\"seat\":%s}" },
    { 10, "01234", 'W', "{\"type\":\"stand\",\"table\":%t,\"id\":%i}" },
    { 10, "01234", 'W', "{\"type\":\"sit_out\",\"table\":%t,\"id\":%i,\"on\":%b}" },
    { 10, "01234", 'W', "{\"type\":\"buy_in\",\"table\":%t,\"id\":%i,\"amount\":%a}" },
    { 20, "01234", 'W', "{\"type\":\"bank_take\",\"table\":%t,\"id\":%i,%R,\"amount\":%a}" },
    { 10, "01234", 'W', "{\"type\":\"bank_decline\",\"table\":%t,\"id\":%i,%R}" },
    { 10, "01234", 'W', "{\"type\":\"next\",\"table\":%t,\"id\":%i,%R}" },
    { 10, "01234", 'W', "{\"type\":\"bank_ask\",\"table\":%t,\"id\":%i,%R}" },
    { 15, "0123456789", 'W', "{\"type\":\"watch\",\"table\":%t}" },
    {  5, "0123456789", 'W', "{\"type\":\"unwatch\",\"table\":%t}" },
    {  3, "0123456789", 'W', "{\"type\":\"lobby\"}" },
    {  3, "0123456789", 'W', "{\"type\":\"ping\"}" },
    {  3, "56789", 'W', "{\"type\":\"watch_pit\"}" },
    {  3, "0123456789", 'W', "{\"type\":\"watch_meter\",\"meter\":%n}" },
    { 20, "567", 'W', "{\"type\":\"open\",\"table\":%t,\"id\":%i,%R}" },
    { 20, "567", 'W', "{\"type\":\"close_bets\",\"table\":%t,\"id\":%i,%R}" },
    { 20, "567", 'W', "{\"type\":\"deal\",\"table\":%t,\"id\":%i,%R}" },
    { 20, "567", 'W', "{\"type\":\"turn\",\"table\":%t,\"id\":%i,%R,%Q}" },
    { 10, "567", 'W', "{\"type\":\"time\",\"table\":%t,\"id\":%i,%R,%Q}" },
    { 20, "567", 'W', "{\"type\":\"settle\",\"table\":%t,\"id\":%i,%R}" },
    { 20, "567", 'W', "{\"type\":\"end\",\"table\":%t,\"id\":%i,%R}" },
    { 25, "567", 'W', "{\"type\":\"button\",\"table\":%t,\"id\":%i,%R,\"button\":\"%B\"}" },
    { 15, "567", 'W', "{\"type\":\"button\",\"table\":%t,\"id\":%i,%R,\"button\":\"%B\",\"line\":\"%l\",\"seat\":%s,%c}" },
    { 15, "567", 'W', "{\"type\":\"confirm\",\"table\":%t,\"id\":%i,%R,%c,\"seat\":%s}" },
    {  3, "679", 'W', "{\"type\":\"pause\",\"table\":%t,\"id\":%i}" },
    {  9, "679", 'W', "{\"type\":\"resume\",\"table\":%t,\"id\":%i}" },
    {  3, "679", 'W', "{\"type\":\"void\",\"table\":%t,\"id\":%i,%R,\"reason\":\"%r\"}" },
    {  3, "679", 'W', "{\"type\":\"unseat\",\"table\":%t,\"id\":%i,\"seat\":%s,\"player\":%n,\"reason\":\"%r\"}" },
    {  5, "679", 'W', "{\"type\":\"fill\",\"table\":%t,\"id\":%i,\"amount\":%a}" },
    {  5, "679", 'W', "{\"type\":\"credit\",\"table\":%t,\"id\":%i,\"amount\":%a}" },
    {  5, "679", 'W', "{\"type\":\"count_drop\",\"table\":%t,\"id\":%i,\"amount\":%a}" },
    {  5, "679", 'W', "{\"type\":\"provider_fund\",\"table\":%t,\"id\":%i,\"amount\":%a}" },
    {  5, "679", 'W', "{\"type\":\"provider_withdraw\",\"table\":%t,\"id\":%i,\"amount\":%a}" },
    {  5, "567", 'W', "{\"type\":\"name_banker\",\"table\":%t,\"id\":%i,%R,\"seat\":%s}" },
    { 15, "567", 'W', "{\"type\":\"tick\",\"table\":%t,\"id\":%i,%R,\"steps\":[\"%S\",\"%S:%s\"],\"on\":%b}" },
    {  5, "567", 'W', "{\"type\":\"call\",\"table\":%t,\"id\":%i,\"call\":\"other\",\"note\":\"%r\"}" },
    {  5, "679", 'W', "{\"type\":\"take_call\",\"table\":%t,\"id\":%i}" },
    {  3, "0123456789", 'F', "%r" },
    {  2, "0123456789", 'R', "%r" },
    {  1, "0123456789", 'X', "" },
    { 60, "-", 'T', "%w" },
    {  2, "-", 'R', "GET /api/%r HTTP/1.1\x1fHost: localhost\x1f\x1f" },
    {  1, "-", 'R', "POST /api/login HTTP/1.1\x1fHost: localhost\x1f" "Content-Length: %n\x1f\x1f%r" },
    {  1, "0", 'P', "/api/guest {}" },
    {  1, "01234", 'P', "/api/logout {}" },
    {  2, "01234", 'P', "/api/login {\"name\":\"person %n\",\"password\":\"%r\"}" },
    {  1, "01234", 'P', "/api/login {\"name\":\"person 1\",\"password\":\"seven and nine\"}" },
    {  1, "0123", 'P', "/api/register {\"name\":\"%r\",\"password\":\"%r%r%r\"}" },
    {  6, "01234", 'P', "/api/me/deposit {\"amount\":%a}" },
    {  2, "01234", 'P', "/api/me/limits {\"loss\":%a,\"minutes\":%n}" },
    {  2, "0123456789", 'G', "/api/me" },
    {  2, "0123456789", 'G', "/api/lobby" },
    {  2, "0123456789", 'G', "/api/tables/%n/placard" },
    {  1, "0123456789", 'G', "/api/tables/%n/placard.html" },
    {  1, "0123456789", 'G', "/api/rules/%p" },
    {  1, "0123456789", 'P', "/api/rules/check {\"name\":\"%r\",\"seats\":%s}" },
    {  1, "01234", 'G', "/api/advice?table=%n" },
    {  2, "0123456789", 'G', "/api/rounds?table=%n" },
    {  2, "0123456789", 'G', "/api/rounds/%n/%n" },
    {  2, "01234", 'P', "/api/rounds/%n/%n/disputes {\"seat\":%s,\"text\":\"%r\",\"reason\":\"%r\"}" },
    {  1, "56789", 'G', "/api/disputes" },
    {  1, "679", 'P', "/api/disputes/%n/decision {\"decision\":\"upheld\",\"reason\":\"%r\"}" },
    {  1, "56789", 'G', "/api/pit" },
    {  1, "9", 'G', "/api/users" },
    {  1, "9", 'P', "/api/users {\"name\":\"%r\",\"role\":\"dealer\",\"password\":\"%r%r%r\"}" },
    {  2, "9", 'P', "/api/users/%n {\"locked\":%b,\"reason\":\"%r\"}" },
    {  2, "56789", 'G', "/api/tables/%n/config" },
    {  2, "9", 'P', "/api/tables/%n/config {\"config\":{\"limits\":{\"ante\":{\"min\":%a}}},\"reason\":\"%r\"}" },
    {  1, "679", 'P', "/api/tables/%n/automatic_players {\"house_players\":%n,\"reason\":\"%r\"}" },
    {  1, "9", 'P', "/api/tables/%n/components {\"component\":\"%r\",\"version\":\"1\",\"serial\":\"2\"}" },
    {  1, "56789", 'G', "/api/meters/%n" },
    {  1, "56789", 'G', "/api/meters/%n/journal" },
    {  2, "679", 'P', "/api/meters/%n/adjust {\"adjustment\":\"other\",\"amount\":%a,\"reason\":\"%r\",%c}" },
    {  1, "9", 'P', "/api/meters/%n/terms {\"seed\":%a,\"maximum\":%a,\"reason\":\"%r\"}" },
    {  1, "56789", 'G', "/api/wins/%n/%n/%n" },
    {  1, "56789", 'G', "/api/log?from=%n" },
    {  1, "0123456789", 'G', "/%r" },
};

static const char *const stakes[] = {
    "{\"ante\":500,\"blind\":500}", "{\"ante\":1000,\"blind\":1000,\"trips\":500}",
    "{\"ante\":2500,\"blind\":2500,\"progressive\":100}", "{\"ante\":%a,\"blind\":%a}",
    "{\"ante\":2000,\"blind\":2000,\"trips\":500,\"progressive\":100}", "{}",
};
static const char *const actions[] = { "4x", "3x", "2x", "1x", "check", "check", "check", "fold", "fold" };
static const char *const buttons[] = { "coin_in", "hand", "key_jph", "j_pot", "key_run", "game_over", "start_game",
    "spot", "confirm", "swipe", "end_game", "pay" };
static const char *const lines[] = { "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush" };
static const char *const steps[] = { "fee", "rack_hand", "shuffle", "count", "announce", "take", "pay", "%r" };
static const char *const profiles[] = { "washington", "california-8", "california-6", "%r" };
static const char *const texts[] = { "cards exposed", "a", "\xc3\xa9\xe2\x98\x83", "<b>&amp;</b>", "\\u0000", "\\\"",
    "x\\u001b[31m", "..%2f..%2f", "\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f", "Guest 1", "manager", "%%s%%n" };
static const char *const numbers[] = { "0", "1", "2", "3", "1", "2", "-1", "4294967296", "9007199254740993",
    "1e400", "18446744073709551615", "0.5", "null", "\"1\"" };
// clang-format on

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

// ---- chance ------------------------------------------------------------------------------------

// SplitMix64.
static uint64_t chance(struct messages *messages)
{
    uint64_t z = messages->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static size_t below(struct messages *messages, size_t bound)
{
    return (size_t)(chance(messages) % bound);
}

// ---- a message that makes sense ----------------------------------------------------------------

static void put(struct message *message, const char *text, size_t size)
{
    const size_t room = MESSAGE_MAX - message->size;
    const size_t fits = size < room ? size : room;
    memcpy(message->text + message->size, text, fits);
    message->size += fits;
}

__attribute__((format(printf, 2, 3))) static void print(struct message *message, const char *format,
                                                        ...)
{
    char text[128];
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put(message, text, (size_t)size);
}

static void expand(struct messages *messages, struct message *message, const char *text);

static void put_one_of(struct messages *messages, struct message *message, const char *const *list,
                       size_t count)
{
    expand(messages, message, list[below(messages, count)]);
}

static void put_amount(struct messages *messages, struct message *message)
{
    static const long long amounts[] = {0,     1,      100,    500,     1000,     5000,
                                        10000, 50000,  100000, 1000000, 50000000, 9007199254740991,
                                        25000, 100000, 300000, -1};
    print(message, "%lld", amounts[below(messages, COUNT(amounts))]);
}

// People have a table of their own, where they are most of the time; the second is the one with a dealer.
static void put_table(struct messages *messages, struct message *message)
{
    const size_t own = message->who <= '4' ? (size_t)(message->who - '0') % 3 : 1;
    messages->table = below(messages, 5) != 0 ? own : below(messages, MESSAGES_TABLES);
    print(message, "%zu", messages->table + 1);
}

// The moment it is at that table, and now and then another.
static void put_moment(struct messages *messages, struct message *message, char letter)
{
    const struct messages_moment *moment = &messages->moments[messages->table];
    if (letter == 'R') {
        const uint64_t round = moment->round + (below(messages, 20) == 0);
        print(message, "\"round\":%llu", (unsigned long long)round);
    } else {
        print(message, "\"street\":\"%s\"", below(messages, 20) == 0 ? "flop" : moment->street);
    }
}

// The part that everybody has, and what commits to it at the seat that was named; now and then another.
static void put_part(struct messages *messages, struct message *message, char letter)
{
    const struct fair_deal deal = {.table = (uint32_t)messages->table + 1,
                                   .round = messages->moments[messages->table].round};
    uint8_t part[FAIR_PART_SIZE] = {(uint8_t)(below(messages, 20) == 0)};
    uint8_t commitment[FAIR_COMMITMENT_SIZE];
    char hex[2 * FAIR_PART_SIZE + 1];
    fair_part_commit(&deal, (unsigned)messages->seat, part, commitment);
    (void)sodium_bin2hex(hex, sizeof hex, letter == 'A' ? part : commitment, sizeof part);
    put(message, hex, strlen(hex));
}

// The letters that stand for a number.
static bool put_number(struct messages *messages, struct message *message, char letter)
{
    switch (letter) {
    case 't': put_table(messages, message); return true;
    case 's':
        messages->seat = 1 + below(messages, 8);
        print(message, "%zu", messages->seat);
        return true;
    case 'w':
        print(message, "%zu",
              below(messages, 4) == 0 ? below(messages, 9000) : below(messages, 900));
        return true;
    case 'a': put_amount(messages, message); return true;
    case 'm': print(message, "%zu", 10000 * (1 + below(messages, 10))); return true;
    case 'i':
        messages->id += below(messages, 50) != 0;
        print(message, "%llu", (unsigned long long)messages->id);
        return true;
    default: return false;
    }
}

static void put_value(struct messages *messages, struct message *message, char letter)
{
    if (put_number(messages, message, letter)) {
        return;
    }
    switch (letter) {
    case 'b': print(message, "%s", below(messages, 5) == 0 ? "false" : "true"); return;
    case 'c':
        print(message, "\"card\":\"%zu\",\"pin\":\"%s\"", 1002 + below(messages, 4),
              below(messages, 9) == 0 ? "1234" : "471147");
        return;
    case 'R':
    case 'Q': put_moment(messages, message, letter); return;
    case 'A':
    case 'H': put_part(messages, message, letter); return;
    case 'k': put_one_of(messages, message, stakes, COUNT(stakes)); return;
    case 'd': put_one_of(messages, message, actions, COUNT(actions)); return;
    case 'B': put_one_of(messages, message, buttons, COUNT(buttons)); return;
    case 'l': put_one_of(messages, message, lines, COUNT(lines)); return;
    case 'S': put_one_of(messages, message, steps, COUNT(steps)); return;
    case 'p': put_one_of(messages, message, profiles, COUNT(profiles)); return;
    case 'r': put_one_of(messages, message, texts, COUNT(texts)); return;
    case 'n': put_one_of(messages, message, numbers, COUNT(numbers)); return;
    default: put(message, &letter, 1); return;
    }
}

// Texts name others that name none: three deep.
static void expand(struct messages *messages, struct message *message, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '%' && text[1] != '\0') {
            put_value(messages, message, *++text);
        } else {
            put(message, text, 1);
        }
    }
}

static const struct template *pick(struct messages *messages)
{
    size_t sum = 0;
    for (size_t i = 0; i < COUNT(templates); i++) {
        sum += templates[i].weight;
    }
    size_t left = below(messages, sum);
    size_t at = 0;
    while (left >= templates[at].weight) {
        left -= templates[at++].weight;
    }
    return &templates[at];
}

// ---- and one that does not ---------------------------------------------------------------------

static void insert(struct messages *messages, struct message *message)
{
    char more[256];
    const size_t size = 1 + below(messages, sizeof more - 1);
    const size_t at = below(messages, message->size + 1);
    const size_t tail = message->size - at;
    if (message->size + size > MESSAGE_MAX) {
        return;
    }
    memset(more, below(messages, 2) == 0 ? 0x7f : (int)below(messages, 256), size);
    memmove(message->text + at + size, message->text + at, tail);
    memcpy(message->text + at, more, size);
    message->size += size;
}

static void repeat(struct messages *messages, struct message *message)
{
    const size_t at = below(messages, message->size);
    const size_t size = 1 + below(messages, message->size - at);
    put(message, message->text + at, size);
}

static void cut(struct messages *messages, struct message *message)
{
    const size_t at = below(messages, message->size);
    const size_t size = 1 + below(messages, message->size - at);
    memmove(message->text + at, message->text + at + size, message->size - at - size);
    message->size -= size;
}

// Another value where one begins.
static void replace(struct messages *messages, struct message *message)
{
    struct message bent = {.size = 0};
    size_t at = below(messages, message->size);
    while (at < message->size && message->text[at] != ':') {
        at++;
    }
    if (at == message->size) {
        return;
    }
    size_t end = at + 1;
    while (end < message->size && message->text[end] != ',' && message->text[end] != '}') {
        end++;
    }
    put(&bent, message->text, at + 1);
    put_value(messages, &bent, 'n');
    put(&bent, message->text + end, message->size - end);
    message->size = bent.size;
    memcpy(message->text, bent.text, bent.size);
}

static void bend(struct messages *messages, struct message *message)
{
    for (size_t i = 1 + below(messages, 3); i > 0 && message->size > 0; i--) {
        switch (below(messages, 5)) {
        case 0:
            message->text[below(messages, message->size)] ^= (char)(1U << below(messages, 8));
            break;
        case 1: insert(messages, message); break;
        case 2: repeat(messages, message); break;
        case 3: cut(messages, message); break;
        default: replace(messages, message); break;
        }
    }
}

// ---- from outside ------------------------------------------------------------------------------

void messages_start(struct messages *messages, uint64_t seed)
{
    *messages = (struct messages){.state = seed, .id = 1, .seat = 1};
    for (size_t i = 0; i < MESSAGES_TABLES; i++) {
        messages->moments[i].street = "idle";
    }
}

void messages_next(struct messages *messages, struct message *message)
{
    const struct template *template = pick(messages);
    const bool by_anybody =
        template->kind != 'T' && template->clients[0] != '-' && below(messages, 10) == 0;
    message->size = 0;
    message->kind = template->kind;
    message->who = by_anybody ? (char)('0' + below(messages, MESSAGES_CLIENTS))
                              : template->clients[below(messages, strlen(template->clients))];
    expand(messages, message, template->text);
    if (below(messages, 6) == 0 && template->kind != 'T') {
        bend(messages, message);
    }
    message->text[message->size] = '\0';
}
