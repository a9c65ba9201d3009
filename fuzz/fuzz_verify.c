// Records of rounds that `uth verify` is given by a stranger: each gets a verdict, and one that
// does not fit a word for it. A record made as ours are is accepted, and refused with one digit of
// it changed: of what it was dealt from, of a card, or of its answer.
//
// A changed byte would break a commitment, the signature or a card at once, and nothing behind them be
// tried. So the first byte says whether these and the answer are made anew from what the record says;
// also whether the record has an answer, whether the verdict is asked for in words, and whether he
// who asks wrote down the commitment and the parts before. The next two say which digit is
// changed.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "cli/cli.h"
#include "cli/rounds.h"
#include "uth/check.h"
#include "uth/deal.h"

#define ANEW      1U
#define ANSWERED  2U
#define WORDS     4U
#define EXPECTED  8U
#define WORDS_MAX 24

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static char path[64];

static const struct cli_option options[] = {{"rules", "FILE", ""},    {"commitment", "HEX", ""},
                                            {"roster", "HEX", ""},    {"key", "HEX", ""},
                                            {"part", "SEAT:HEX", ""}, {"receipt", "SEAT:HEX", ""},
                                            {"json", NULL, ""},       {NULL, NULL, NULL}};
static const struct cli_command command = {.name = "verify", .options = options};

void cli_print_usage(const struct cli_command *asked, FILE *out)
{
    (void)asked;
    (void)out;
}

static const struct uth_rules *find(void *context, const char *name)
{
    (void)context;
    return uth_rules_find(name);
}

static const struct wire_profiles profiles = {find, NULL};

// ---- what it says -----------------------------------------------------------------------------

// One line for each round, and refused is what has a bad one or none.
static void check_verdicts(const char *said, size_t size, int status)
{
    size_t rounds = 0;
    size_t bad = 0;
    for (const char *at = said; at < said + size; rounds++) {
        const char *end = memchr(at, '\n', (size_t)(said + size - at));
        UTH_CHECK(end != NULL);
        json_t *const verdict = json_loadb(at, (size_t)(end - at), JSON_REJECT_DUPLICATES, NULL);
        const json_t *const verified = json_object_get(verdict, "verified");
        UTH_CHECK(json_is_boolean(verified) && json_object_get(verdict, "id") != NULL);
        UTH_CHECK(json_integer_value(json_object_get(verdict, "line")) > 0);
        if (json_is_true(verified)) {
            UTH_CHECK(json_integer_value(json_object_get(verdict, "cards")) >= 9);
        } else {
            UTH_CHECK(json_string_length(json_object_get(verdict, "failed")) > 0);
            UTH_CHECK(json_string_length(json_object_get(verdict, "message")) > 0);
            bad++;
        }
        json_decref(verdict);
        at = end + 1;
    }
    UTH_CHECK(status == CLI_DONE ? rounds > 0 && bad == 0 : rounds == 0 || bad > 0);
}

// Runs the command and keeps what it prints, to be freed.
static int run(int count, char **words, char **said, size_t *size)
{
    FILE *const before = stdout;
    stdout = open_memstream(said, size);
    UTH_CHECK(stdout != NULL);
    const int status = cmd_verify(&command, count, words);
    UTH_CHECK(fclose(stdout) == 0);
    stdout = before;
    return status;
}

static int verify(const char *text, size_t size, unsigned flags, const struct wire_fairness *own)
{
    static char names[][16] = {"--json", "--commitment", "--part"};
    char commitment[2 * FAIR_COMMITMENT_SIZE + 1];
    char parts[UTH_SEATS_MAX][2 * FAIR_PART_SIZE + 8];
    char *words[WORDS_MAX] = {path};
    char *said = NULL;
    size_t said_size = 0;
    int count = 1;
    FILE *const file = fopen(path, "w");
    UTH_CHECK(file != NULL && fwrite(text, 1, size, file) == size && fclose(file) == 0);
    if (own != NULL) {
        wire_hex_text(own->deal.commitment, sizeof own->deal.commitment, commitment);
        words[count++] = names[1];
        words[count++] = commitment;
    }
    for (unsigned i = 0; own != NULL && i < UTH_SEATS_MAX; i++) {
        if (uth_seat_set_has(own->deal.revealed, i + 1)) {
            (void)snprintf(parts[i], sizeof parts[i], "%u:", i + 1);
            wire_hex_text(own->deal.parts[i], FAIR_PART_SIZE, parts[i] + 2);
            words[count++] = names[2];
            words[count++] = parts[i];
        }
    }
    if ((flags & WORDS) == 0) {
        words[count++] = names[0];
    }
    const int status = run(count, words, &said, &said_size);
    UTH_CHECK(status == CLI_DONE || status == CLI_REFUSED);
    if ((flags & WORDS) == 0) {
        check_verdicts(said, said_size, status);
    } else {
        UTH_CHECK(status != CLI_DONE || (said_size > 0 && said[said_size - 1] == '\n'));
    }
    free(said);
    return status;
}

static int verify_document(const json_t *document, unsigned flags, const struct wire_fairness *own)
{
    char *const text = json_dumps(document, JSON_COMPACT);
    UTH_CHECK(text != NULL);
    const int status = verify(text, strlen(text), flags, own);
    free(text);
    return status;
}

// ---- made anew --------------------------------------------------------------------------------

static void set_cards(json_t *object, const char *key, const uth_card *cards, size_t count)
{
    char text[3 * 5 + 1];
    uth_cards_text(cards, count, text);
    UTH_CHECK(json_object_set_new(object, key, json_string(text)) == 0);
}

static void set_fairness(json_t *document, const struct wire_fairness *fairness)
{
    char bytes[4096];
    struct wire_out out = wire_out_to(bytes, sizeof bytes);
    wire_out_fairness(&out, NULL, fairness);
    UTH_CHECK(!out.overflow);
    json_t *const written = json_loadb(out.bytes, out.used, JSON_REJECT_DUPLICATES, NULL);
    UTH_CHECK(json_object_set_new(document, "fairness", written) == 0);
}

static void set_dealt(json_t *document, const struct wire_round *round)
{
    const struct uth_facts *const facts = &round->facts;
    uth_card deck[UTH_DECK_SIZE];
    struct uth_dealt dealt;
    fair_deck(&round->fairness.deal, deck);
    uth_deal(round->rules->procedure, facts->player_count, deck, &dealt);
    set_cards(document, "community", dealt.community, 5);
    set_cards(document, "dealer", dealt.dealer, 2);
    for (size_t i = 0; i < facts->player_count; i++) {
        json_t *const player = json_array_get(json_object_get(document, "players"), i);
        set_cards(player, "cards", dealt.hole[round->listed[i]], 2);
    }
}

// What the document settles to; NULL when it does not.
static json_t *settle(const json_t *document)
{
    char *const text = json_dumps(document, JSON_COMPACT);
    UTH_CHECK(text != NULL);
    const size_t max = WIRE_ANSWER_MAX(strlen(text));
    char *const bytes = malloc(max);
    UTH_CHECK(bytes != NULL);
    struct wire_out out = wire_out_to(bytes, max);
    const bool settled = wire_settle_line(text, strlen(text), 1, &profiles, &out);
    json_t *const answer = settled ? json_loadb(out.bytes, out.used, 0, NULL) : NULL;
    UTH_CHECK(!out.overflow && (answer != NULL) == settled);
    free(bytes);
    free(text);
    return answer;
}

// Who plays is who plays in the record; who has a part in it has committed to it.
static void sign_anew(struct wire_round *round)
{
    static const uint8_t seed[crypto_sign_SEEDBYTES] = {1};
    struct wire_fairness *const fairness = &round->fairness;
    struct fair_deal *const deal = &fairness->deal;
    uint8_t secret_key[crypto_sign_SECRETKEYBYTES];
    uint8_t hash[FAIR_HASH_SIZE];
    unsigned in = round->facts.bank_seat == 0 ? 0 : 1U << (round->facts.bank_seat - 1);
    for (unsigned i = 0; i < round->facts.player_count; i++) {
        in |= 1U << (round->facts.players[i].seat - 1);
    }
    deal->bank_seat = round->facts.bank_seat;
    deal->in = (uth_seat_set)in;
    deal->committed = deal->revealed = (uth_seat_set)(deal->revealed & in);
    fair_commit(deal->secret, deal->commitment);
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        fair_part_commit(deal, seat, deal->parts[seat - 1], deal->commitments[seat - 1]);
    }
    fairness->has_roster = true;
    fairness->withheld = 0;
    (void)crypto_sign_seed_keypair(fairness->key, secret_key, seed);
    fair_roster_hash(deal, hash);
    (void)crypto_sign_detached(fairness->signature, NULL, hash, sizeof hash, secret_key);
}

// As our server would have written it, had it dealt this round to these players from this secret.
// False for what is no round, or does not say what it was dealt from.
static bool make_anew(json_t *document, bool answered)
{
    static struct wire_round round;
    struct wire_refusal refusal;
    struct wire_document values;
    if (document == NULL) {
        return false;
    }
    UTH_CHECK(wire_document_of(&values, document));
    const bool read = wire_round_read(values.root, &profiles, &round, &refusal);
    wire_document_free(&values);
    if (!read || !round.has_fairness) {
        return false;
    }
    struct wire_fairness *const fairness = &round.fairness;
    fairness->deal.procedure = (uint8_t)round.rules->procedure;
    sign_anew(&round);
    fairness->dealt_count = round.facts.player_count;
    for (unsigned i = 0; i < round.facts.player_count; i++) {
        fairness->dealt[i] = round.facts.players[i].seat;
    }
    set_fairness(document, fairness);
    set_dealt(document, &round);
    (void)json_object_del(document, "answer");
    json_t *const answer = settle(document);
    UTH_CHECK(answer != NULL); // cards that nobody saw make no round illegal
    if (answered) {
        (void)json_object_set(document, "answer", answer);
    }
    json_decref(answer);
    return true;
}

// ---- one digit --------------------------------------------------------------------------------

static const char digits[] = "0123456789abcdef";

// Counts *left down by the digits of a text; the one where it is used up becomes the next one.
static bool change_text(char *text, size_t base, size_t *left)
{
    for (; *text != '\0'; text++) {
        const char *const digit = memchr(digits, *text, base);
        if (digit != NULL && (*left)-- == 0) {
            *text = digits[(size_t)(digit - digits + 1) % base];
            return true;
        }
    }
    return false;
}

static bool change_string(json_t *string, size_t *left)
{
    char *const text = strdup(json_string_value(string));
    UTH_CHECK(text != NULL);
    const bool changed = change_text(text, 16, left);
    UTH_CHECK(!changed || json_string_set(string, text) == 0);
    free(text);
    return changed;
}

static bool change_number(json_t *number, size_t *left)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%lld", (long long)json_integer_value(number));
    const bool changed = change_text(text, 10, left);
    UTH_CHECK(!changed || json_integer_set(number, strtoll(text, NULL, 10)) == 0);
    return changed;
}

// As deep as a record that was accepted. What it is called is nobody's concern.
static bool change_value(json_t *value, size_t *left)
{
    const char *key;
    json_t *inner;
    size_t i;
    bool changed = false;
    if (json_is_object(value)) {
        json_object_foreach(value, key, inner)
        {
            changed = changed || (strcmp(key, "id") != 0 && change_value(inner, left));
        }
    } else if (json_is_array(value)) {
        json_array_foreach(value, i, inner)
        {
            changed = changed || change_value(inner, left);
        }
    } else if (json_is_string(value)) {
        changed = change_string(value, left);
    } else if (json_is_integer(value)) {
        changed = change_number(value, left);
    }
    return changed;
}

static bool change_record(json_t *document, size_t *left)
{
    static const char *const parts[] = {"fairness", "community", "dealer", "answer"};
    bool changed = false;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        changed = changed || change_value(json_object_get(document, parts[i]), left);
    }
    json_t *const players = json_object_get(document, "players");
    for (size_t i = 0; i < json_array_size(players); i++) {
        json_t *const player = json_array_get(players, i);
        changed = changed || change_value(json_object_get(player, "cards"), left);
    }
    return changed;
}

// The record was accepted: not so with one digit changed, in it or in what is expected of it.
static void check_changed(json_t *document, const struct wire_fairness *own, unsigned flags,
                          size_t place)
{
    size_t left = SIZE_MAX;
    UTH_CHECK(!change_record(document, &left));
    const size_t count = SIZE_MAX - left;
    UTH_CHECK(count >= (size_t)2 * (FAIR_SECRET_SIZE + FAIR_COMMITMENT_SIZE));
    struct wire_fairness other = *own;
    other.deal.commitment[place % sizeof other.deal.commitment] ^= 1;
    UTH_CHECK(verify_document(document, flags, &other) == CLI_REFUSED);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (uth_seat_set_has(own->deal.revealed, i + 1)) {
            other = *own;
            other.deal.parts[i][place % FAIR_PART_SIZE] ^= 1;
            UTH_CHECK(verify_document(document, flags, &other) == CLI_REFUSED);
            break;
        }
    }
    left = place % count;
    UTH_CHECK(change_record(document, &left));
    UTH_CHECK(verify_document(document, flags, NULL) == CLI_REFUSED);
}

// ---- all of it --------------------------------------------------------------------------------

static void remove_file(void)
{
    (void)unlink(path);
}

// Messages go nowhere; the fuzzer's own have their stream already.
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    (void)snprintf(path, sizeof path, "%s/uth-fuzz-verify-%ld",
                   access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    stderr = fopen("/dev/null", "w");
    UTH_CHECK(stderr != NULL && fair_init() && atexit(remove_file) == 0);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3) {
        return 0;
    }
    const unsigned flags = data[0];
    const size_t place = (size_t)data[1] << 8 | data[2];
    const char *const text = (const char *)data + 3;
    json_t *const document = json_loadb(text, size - 3, JSON_REJECT_DUPLICATES, NULL);
    struct wire_fairness own;
    struct wire_fault fault;
    int status = CLI_REFUSED;
    if ((flags & ANEW) != 0 && make_anew(document, (flags & ANSWERED) != 0)) {
        status = verify_document(document, flags, NULL);
        UTH_CHECK(status == CLI_DONE);
    } else {
        status = verify(text, size - 3, flags, NULL);
    }
    if (status == CLI_DONE && document != NULL &&
        wire_fairness_read(json_object_get(document, "fairness"), UTH_SEATS_MAX, &own, &fault)) {
        if ((flags & EXPECTED) != 0) {
            UTH_CHECK(verify_document(document, flags, &own) == CLI_DONE);
        }
        // What no roster binds, in a void round, can be changed.
        if (!json_is_true(json_object_get(document, "void"))) {
            check_changed(document, &own, flags, place);
        }
    }
    json_decref(document);
    return 0;
}
