#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

#include "cli/play.h"
#include "office/office.h"
#include "wire/rules_json.h"

#define RECORD_VERSION 2
#define RECORD_MAX     65536
#define PROFILE_SIZE   17 // of a profile's number as text
#define BESIDE_SIZE    4096

// The numbers of a record by name, so that writing and reading cannot part ways, and what each may be.
struct number {
    const char *name;
    size_t offset;
    int64_t min;
    int64_t max;
};

#define AT(field) offsetof(struct play_record, field)

// clang-format off
static const struct number numbers[] = {
    {"purse",      AT(purse),                0,              UTH_MONEY_MAX},
    {"bank",       AT(bank),                 0,              UTH_MONEY_MAX},
    {"provider",   AT(provider),             0,              UTH_MONEY_MAX},
    {"meter",      AT(meter.amount),         0,              UTH_METER_MAX},
    {"reserve",    AT(meter.reserve),        0,              UTH_METER_MAX},
    {"meter_seed", AT(meter.seed),           0,              UTH_METER_MAX},
    {"hands",      AT(statistics.hands),     0,              UTH_MONEY_MAX},
    {"won",        AT(statistics.won),       0,              UTH_MONEY_MAX},
    {"lost",       AT(statistics.lost),      0,              UTH_MONEY_MAX},
    {"tied",       AT(statistics.tied),      0,              UTH_MONEY_MAX},
    {"folded",     AT(statistics.folded),    0,              UTH_MONEY_MAX},
    {"decisions",  AT(statistics.decisions), 0,              UTH_MONEY_MAX},
    {"mistakes",   AT(statistics.mistakes),  0,              UTH_MONEY_MAX},
    {"cost",       AT(statistics.cost),      0,              UTH_MONEY_MAX},
    {"net",        AT(statistics.net),       -UTH_MONEY_MAX, UTH_MONEY_MAX},
    {"wagered",    AT(statistics.wagered),   0,              UTH_MONEY_MAX},
    {"best",       AT(statistics.best),      -UTH_MONEY_MAX, UTH_MONEY_MAX},
    {"worst",      AT(statistics.worst),     -UTH_MONEY_MAX, UTH_MONEY_MAX},
};
// clang-format on

#undef AT

// All of them are eight bytes, signed or not, and within what JSON holds exactly.
_Static_assert(sizeof(uth_money) == sizeof(int64_t), "an amount is its cents");

// The rules by their number: a profile's name says little, anyone may have a washington of their own.
// False when memory is out.
static bool write_profile(const struct uth_rules *rules, char text[PROFILE_SIZE])
{
    const uint64_t number = wire_rules_number(rules);
    (void)snprintf(text, PROFILE_SIZE, "%016" PRIx64, number);
    return number != 0;
}

bool play_record_counts(const struct play_record *record)
{
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        int64_t value;
        memcpy(&value, (const char *)record + numbers[i].offset, sizeof value);
        if (value > UTH_MONEY_MAX / 2 || value < -UTH_MONEY_MAX / 2) {
            return false;
        }
    }
    return true;
}

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

static json_t *rotation_json(const struct uth_rotation *rotation)
{
    return json_pack("{s:i,s:i,s:i,s:i,s:b,s:b}", "seat", (int)rotation->seat, "banker",
                     (int)rotation->banker, "hands", (int)rotation->hands, "passed",
                     (int)rotation->passed, "banking", rotation->banking, "nobody",
                     rotation->nobody);
}

// NULL when memory is out.
static json_t *record_json(const struct uth_rules *rules, const struct play_record *record)
{
    // The seed as text: it uses all 64 bits.
    char seed[24];
    char profile[PROFILE_SIZE];
    if (!write_profile(rules, profile)) {
        return NULL;
    }
    json_t *stakes = json_object();
    (void)snprintf(seed, sizeof seed, "%llu", (unsigned long long)record->seed);
    json_t *document =
        json_pack("{s:i,s:s,s:s,s:b,s:s,s:i,s:i}", "uth_play", RECORD_VERSION, "rules", rules->name,
                  "profile", profile, "seeded", record->seeded, "seed", seed, "carry",
                  (int)record->meter.carry, "reserve_carry", (int)record->meter.reserve_carry);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        int64_t value;
        memcpy(&value, (const char *)record + numbers[i].offset, sizeof value);
        (void)json_object_set_new(document, numbers[i].name, json_integer(value));
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (uth_rules_has_wager(rules, (enum uth_wager)i)) {
            (void)json_object_set_new(stakes, uth_wager_name((enum uth_wager)i),
                                      json_integer(record->stakes[i].cents));
        }
    }
    (void)json_object_set_new(document, "stakes", stakes);
    (void)json_object_set_new(document, "rotation", rotation_json(&record->rotation));
    (void)json_object_set_new(document, "hand", record->in_hand ? hand_json(record) : json_null());
    return document;
}

// Where it is written before it moves in: a name that nobody has. -1 with errno.
static int open_beside(const char *path, char beside[BESIDE_SIZE])
{
    const int wrote = snprintf(beside, BESIDE_SIZE, "%s.part.XXXXXX", path);
    if (wrote < 0 || wrote >= BESIDE_SIZE) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return mkstemp(beside); // mode 0600
}

static bool write_whole(int file, const char *text)
{
    const size_t length = strlen(text);
    const ssize_t wrote = write(file, text, length);
    const bool good = wrote >= 0 && (size_t)wrote == length && fsync(file) == 0;
    return close(file) == 0 && good;
}

// The file has all of the text, or is as it was: false with errno.
static bool replace_file(const char *path, const char *text)
{
    char beside[BESIDE_SIZE];
    const int file = open_beside(path, beside);
    if (file < 0) {
        return false;
    }
    const bool good = write_whole(file, text) && rename(beside, path) == 0;
    const int why = errno;
    if (!good) {
        (void)unlink(beside);
    }
    errno = why;
    return good;
}

static bool said_whether(bool good, const struct cli_command *command, const char *path)
{
    if (!good) {
        (void)cli_refuse(command, "cannot write '%s': %s", path, strerror(errno));
    }
    return good;
}

bool play_record_try(const struct cli_command *command, const char *path)
{
    char beside[BESIDE_SIZE];
    const int file = open_beside(path, beside);
    const bool good = file >= 0 && close(file) == 0 && unlink(beside) == 0;
    return said_whether(good, command, path);
}

bool play_record_save(const struct cli_command *command, const char *path,
                      const struct uth_rules *rules, const struct play_record *record)
{
    json_t *document = record_json(rules, record);
    char *text = json_dumps(document, JSON_COMPACT);
    json_decref(document);
    const bool good = text != NULL && replace_file(path, text);
    free(text);
    return said_whether(good, command, path);
}

// ---- reading ----------------------------------------------------------------------------------

static bool read_integer(const json_t *object, const char *name, int64_t min, int64_t max,
                         int64_t *number)
{
    const json_t *value = json_object_get(object, name);
    *number = json_integer_value(value);
    return json_is_integer(value) && *number >= min && *number <= max;
}

// NULL, or what is not as a game leaves it; and so for the others here.
static const char *read_numbers(const json_t *document, struct play_record *record)
{
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        int64_t number;
        if (!read_integer(document, numbers[i].name, numbers[i].min, numbers[i].max, &number)) {
            return numbers[i].name;
        }
        memcpy((char *)record + numbers[i].offset, &number, sizeof number);
    }
    return NULL;
}

// An award adds the reserve and the seed to what is left on the meter.
static const char *read_meter(const json_t *document, struct uth_meter *meter)
{
    int64_t carry;
    int64_t reserve_carry;
    if (!read_integer(document, "carry", 0, UTH_CARRY_UNITS - 1, &carry)) {
        return "carry";
    }
    if (!read_integer(document, "reserve_carry", 0, UTH_CARRY_UNITS - 1, &reserve_carry)) {
        return "reserve_carry";
    }
    meter->carry = (uint32_t)carry;
    meter->reserve_carry = (uint32_t)reserve_carry;
    return meter->amount.cents + meter->reserve.cents + meter->seed.cents <= UTH_METER_MAX
               ? NULL
               : "meter";
}

// Together they are a sum we account for.
static const char *read_stakes(const json_t *stakes, const struct uth_rules *rules,
                               struct play_record *record)
{
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const char *name = uth_wager_name((enum uth_wager)i);
        if (uth_rules_has_wager(rules, (enum uth_wager)i) &&
            !read_integer(stakes, name, 0, UTH_MONEY_MAX / UTH_WAGER_COUNT,
                          &record->stakes[i].cents)) {
            return "stakes";
        }
    }
    return NULL;
}

// One that play by these rules can have left: a position somebody may bank from, or nobody has yet.
static bool read_rotation(const json_t *document, const struct uth_rules *rules,
                          struct uth_rotation *rotation)
{
    int64_t seat;
    int64_t banker;
    int64_t hands;
    int64_t passed;
    const json_t *banking = json_object_get(document, "banking");
    const json_t *nobody = json_object_get(document, "nobody");
    const int64_t seats = rules->banked_by == UTH_BANKED_BY_PLAYER ? rules->seats : 0;
    if (!read_integer(document, "seat", 0, seats, &seat) ||
        !read_integer(document, "banker", 0, seats, &banker) ||
        !read_integer(document, "hands", 0, rules->bank_hands_max, &hands) ||
        !read_integer(document, "passed", 0, (1 << seats) - 1, &passed) ||
        !json_is_boolean(banking) || !json_is_boolean(nobody)) {
        return false;
    }
    *rotation = (struct uth_rotation){.seat = (uint8_t)seat,
                                      .banker = (uint8_t)banker,
                                      .hands = (uint8_t)hands,
                                      .passed = (uth_seat_set)passed,
                                      .banking = json_is_true(banking),
                                      .nobody = json_is_true(nobody)};
    return !rotation->banking || uth_rotation_may_bank(rotation, rules, rotation->seat) == UTH_OK;
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

// Or none: older programs kept the name of the rules only, and their games are taken at its word.
static bool is_profile(const json_t *number)
{
    const char *text = json_string_value(number);
    return number == NULL || (text != NULL && strlen(text) == PROFILE_SIZE - 1 &&
                              strspn(text, "0123456789abcdef") == PROFILE_SIZE - 1);
}

static const char *read_record(const json_t *document, const struct uth_rules *rules,
                               struct play_record *record)
{
    const char *seed = json_string_value(json_object_get(document, "seed"));
    const char *wrong = NULL;
    record->seeded = json_is_true(json_object_get(document, "seeded"));
    if (json_integer_value(json_object_get(document, "uth_play")) != RECORD_VERSION) {
        return "uth_play";
    }
    if (!json_is_string(json_object_get(document, "rules"))) {
        return "rules";
    }
    if (!is_profile(json_object_get(document, "profile"))) {
        return "profile";
    }
    if (seed == NULL || !cli_parse_number(seed, UINT64_MAX, &record->seed)) {
        return "seed";
    }
    wrong = read_numbers(document, record);
    wrong = wrong != NULL ? wrong : read_meter(document, &record->meter);
    wrong = wrong != NULL ? wrong : read_stakes(json_object_get(document, "stakes"), rules, record);
    if (wrong == NULL &&
        strcmp(json_string_value(json_object_get(document, "rules")), rules->name) != 0) {
        return NULL; // by other rules: said with their names
    }
    if (wrong == NULL &&
        !read_rotation(json_object_get(document, "rotation"), rules, &record->rotation)) {
        wrong = "rotation";
    }
    if (wrong == NULL && !read_hand(json_object_get(document, "hand"), record)) {
        wrong = "hand";
    }
    return wrong;
}

// Whether the record goes on by these rules. False after a message.
static bool made_for(const struct cli_command *command, const char *path, const json_t *document,
                     const struct uth_rules *rules)
{
    const char *name = json_string_value(json_object_get(document, "rules"));
    const char *made = json_string_value(json_object_get(document, "profile"));
    char profile[PROFILE_SIZE];
    if (strcmp(name, rules->name) != 0) {
        (void)cli_refuse(command, "'%s' is a game by the rules '%s', not '%s'", path, name,
                         rules->name);
        return false;
    }
    if (!write_profile(rules, profile)) {
        (void)cli_refuse(command, "'%s' cannot be read: out of memory", path);
        return false;
    }
    if (made != NULL && strcmp(made, profile) != 0) {
        (void)cli_refuse(command,
                         "'%s' is a game by other rules of the name '%s': by number %s, not %s; "
                         "--rules must name the rules it was started with",
                         path, name, made, profile);
        return false;
    }
    return true;
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
    const char *wrong = read_record(document, rules, &read);
    bool good = false;
    if (document == NULL) {
        (void)cli_refuse(command, "'%s' is not a saved game: it is not JSON", path);
    } else if (wrong != NULL) {
        (void)cli_refuse(command, "'%s' is not a saved game: its \"%s\" is missing or impossible",
                         path, wrong);
    } else {
        good = made_for(command, path, document, rules);
    }
    if (good) {
        *record = read;
    }
    json_decref(document);
    return good;
}
