#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

#include "cli/play.h"

#define RECORD_VERSION 1
#define RECORD_MAX     65536

// The numbers of a record by name, so that writing and reading cannot part ways.
struct number {
    const char *name;
    size_t offset;
};

#define NUMBER(name, field)                                                                        \
    {                                                                                              \
        name, offsetof(struct play_record, field)                                                  \
    }
static const struct number numbers[] = {
    NUMBER("purse", purse),
    NUMBER("meter", meter.amount),
    NUMBER("reserve", meter.reserve),
    NUMBER("meter_seed", meter.seed),
    NUMBER("hands", statistics.hands),
    NUMBER("won", statistics.won),
    NUMBER("lost", statistics.lost),
    NUMBER("tied", statistics.tied),
    NUMBER("folded", statistics.folded),
    NUMBER("decisions", statistics.decisions),
    NUMBER("mistakes", statistics.mistakes),
    NUMBER("cost", statistics.cost),
    NUMBER("net", statistics.net),
    NUMBER("wagered", statistics.wagered),
    NUMBER("best", statistics.best),
    NUMBER("worst", statistics.worst),
};
#undef NUMBER

// All of them are eight bytes, signed or not, and within what JSON holds exactly.
_Static_assert(sizeof(uth_money) == sizeof(int64_t), "an amount is its cents");

// ---- writing ----------------------------------------------------------------------------------

static json_t *hand_json(const struct play_record *record)
{
    char deck[4 * UTH_DECK_SIZE];
    json_t *decisions = json_array();
    uth_cards_text(record->deck, UTH_DECK_SIZE, deck);
    for (unsigned i = 0; i < record->decision_count; i++) {
        (void)json_array_append_new(decisions, json_pack("[i,i]", (int)record->decisions[i].action,
                                                         (int)record->decisions[i].multiple));
    }
    return json_pack("{s:s,s:o}", "deck", deck, "decisions", decisions);
}

static json_t *record_json(const struct uth_rules *rules, const struct play_record *record)
{
    // The seed as text: it uses all 64 bits.
    char seed[24];
    json_t *stakes = json_object();
    (void)snprintf(seed, sizeof seed, "%llu", (unsigned long long)record->seed);
    json_t *document =
        json_pack("{s:i,s:s,s:b,s:s,s:i,s:i}", "uth_play", RECORD_VERSION, "rules", rules->name,
                  "seeded", record->seeded, "seed", seed, "carry", (int)record->meter.carry,
                  "reserve_carry", (int)record->meter.reserve_carry);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        int64_t value;
        memcpy(&value, (const char *)record + numbers[i].offset, sizeof value);
        (void)json_object_set_new(document, numbers[i].name, json_integer(value));
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        (void)json_object_set_new(stakes, uth_wager_name((enum uth_wager)i),
                                  json_integer(record->stakes[i].cents));
    }
    (void)json_object_set_new(document, "stakes", stakes);
    (void)json_object_set_new(document, "hand", record->in_hand ? hand_json(record) : json_null());
    return document;
}

static bool write_whole(const char *path, const char *text, size_t length)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) {
        return false;
    }
    const ssize_t wrote = write(file, text, length);
    const bool good = wrote >= 0 && (size_t)wrote == length && fsync(file) == 0;
    return close(file) == 0 && good;
}

bool play_record_save(const struct cli_command *command, const char *path,
                      const struct uth_rules *rules, const struct play_record *record)
{
    char beside[4096];
    const int wrote = snprintf(beside, sizeof beside, "%s.new", path);
    json_t *document = record_json(rules, record);
    char *text = json_dumps(document, JSON_COMPACT);
    json_decref(document);
    const bool fits = wrote > 0 && (size_t)wrote < sizeof beside;
    const bool good = text != NULL && fits && write_whole(beside, text, strlen(text)) &&
                      rename(beside, path) == 0;
    if (!good) {
        (void)cli_refuse(command, "cannot write '%s': %s", path,
                         fits ? strerror(errno) : "the name is too long");
    }
    free(text);
    return good;
}

// ---- reading ----------------------------------------------------------------------------------

static bool read_numbers(const json_t *document, struct play_record *record)
{
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const json_t *value = json_object_get(document, numbers[i].name);
        const int64_t number = json_integer_value(value);
        if (!json_is_integer(value) || number > UTH_MONEY_MAX || number < -UTH_MONEY_MAX) {
            return false;
        }
        memcpy((char *)record + numbers[i].offset, &number, sizeof number);
    }
    return record->purse.cents >= 0 && record->meter.amount.cents >= 0 &&
           record->meter.reserve.cents >= 0 && record->meter.seed.cents >= 0;
}

static bool read_stakes(const json_t *stakes, struct play_record *record)
{
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const json_t *value = json_object_get(stakes, uth_wager_name((enum uth_wager)i));
        record->stakes[i].cents = json_integer_value(value);
        if (!json_is_integer(value) || record->stakes[i].cents < 0 ||
            record->stakes[i].cents > UTH_MONEY_MAX) {
            return false;
        }
    }
    return true;
}

static bool read_hand(const json_t *hand, struct play_record *record)
{
    size_t count = 0;
    record->in_hand = json_is_object(hand);
    if (!record->in_hand) {
        return json_is_null(hand);
    }
    const char *deck = json_string_value(json_object_get(hand, "deck"));
    const json_t *decisions = json_object_get(hand, "decisions");
    if (deck == NULL || json_array_size(decisions) > UTH_STREET_COUNT ||
        uth_cards_parse(deck, strlen(deck), record->deck, UTH_DECK_SIZE, &count) != UTH_OK ||
        count != UTH_DECK_SIZE) {
        return false;
    }
    record->decision_count = (uint8_t)json_array_size(decisions);
    for (size_t i = 0; i < record->decision_count; i++) {
        const json_t *pair = json_array_get(decisions, i);
        const json_int_t action = json_integer_value(json_array_get(pair, 0));
        const json_int_t multiple = json_integer_value(json_array_get(pair, 1));
        if (action < UTH_ACTION_CHECK || action > UTH_ACTION_FOLD || multiple < 0 ||
            multiple > UINT8_MAX) {
            return false;
        }
        record->decisions[i] = (struct uth_decision){(enum uth_action)action, (uint8_t)multiple};
    }
    return true;
}

static bool read_record(const json_t *document, struct play_record *record)
{
    const char *seed = json_string_value(json_object_get(document, "seed"));
    const json_int_t carry = json_integer_value(json_object_get(document, "carry"));
    const json_int_t reserve = json_integer_value(json_object_get(document, "reserve_carry"));
    record->seeded = json_is_true(json_object_get(document, "seeded"));
    record->meter.carry = (uint32_t)carry;
    record->meter.reserve_carry = (uint32_t)reserve;
    return json_integer_value(json_object_get(document, "uth_play")) == RECORD_VERSION &&
           seed != NULL && cli_parse_number(seed, UINT64_MAX, &record->seed) && carry >= 0 &&
           carry < UTH_CARRY_UNITS && reserve >= 0 && reserve < UTH_CARRY_UNITS &&
           read_numbers(document, record) &&
           read_stakes(json_object_get(document, "stakes"), record) &&
           read_hand(json_object_get(document, "hand"), record);
}

bool play_record_load(const struct cli_command *command, const char *path,
                      const struct uth_rules *rules, struct play_record *record, bool *found)
{
    struct stat status;
    struct play_record read = {0};
    *found = stat(path, &status) == 0 || errno != ENOENT;
    if (!*found) {
        return true;
    }
    size_t length;
    char *text = cli_read_file(command, path, RECORD_MAX, &length);
    if (text == NULL) {
        return false;
    }
    json_t *document = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    free(text);
    const char *made_for = json_string_value(json_object_get(document, "rules"));
    const bool good = read_record(document, &read);
    const bool same = made_for != NULL && strcmp(made_for, rules->name) == 0;
    if (!good || made_for == NULL) {
        (void)cli_refuse(command, "'%s' is no saved game", path);
    } else if (!same) {
        (void)cli_refuse(command, "'%s' is a game by the rules '%s', not '%s'", path, made_for,
                         rules->name);
    } else {
        *record = read;
    }
    json_decref(document);
    return good && same;
}
