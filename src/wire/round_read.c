// Reading a round: what stands there, and whether it is a round at all.
#include "wire/round_json.h"

#include <stdio.h>
#include <string.h>

#include "uth/round.h"
#include "wire/fault.h"
#include "wire/rules_json.h"
#include "wire/rules_values.h"

// Above this a meter is not believed: a million million dollars.
#define METER_MAX INT64_C(100000000000000)

static bool refuse_fault(struct wire_refusal *refusal, const struct wire_fault *fault)
{
    const char *where = fault->path[0] != '\0' ? fault->path : "the round";
    refusal->clause = fault->clause;
    if (fault->sentence[0] != '\0') {
        (void)snprintf(refusal->message, sizeof refusal->message, "%s: %s", where, fault->sentence);
    } else {
        (void)snprintf(refusal->message, sizeof refusal->message, "%s: got %s, expected %s", where,
                       fault->value, fault->expected);
    }
    return false;
}

// Where a value stands: "players[2].ante", "bank.seat", "community". Put into words only when
// something is refused, which is rare.
struct place {
    const char *object; // "" at the top
    const char *field;
    size_t index; // of the list `object`, NO_INDEX when it is no list
};

#define NO_INDEX SIZE_MAX

static struct place at_top(const char *field)
{
    return (struct place){"", field, NO_INDEX};
}

static struct place in_object(const char *object, const char *field)
{
    return (struct place){object, field, NO_INDEX};
}

static struct place in_player(size_t index, const char *field)
{
    return (struct place){"players", field, index};
}

static struct place in_award(size_t index, const char *field)
{
    return (struct place){"confirmed", field, index};
}

static const char *place_text(struct place place, char text[96])
{
    const char *dot = place.object[0] != '\0' && place.field[0] != '\0' ? "." : "";
    const int kept = (int)wire_text_kept(place.field, 60);
    if (place.index == NO_INDEX) {
        (void)snprintf(text, 96, "%s%s%.*s", place.object, dot, kept, place.field);
    } else {
        (void)snprintf(text, 96, "%s[%zu]%s%.*s", place.object, place.index, dot, kept,
                       place.field);
    }
    return text;
}

static bool refuse_at(struct wire_refusal *refusal, struct place place, const json_t *value,
                      const char *expected)
{
    struct wire_fault fault;
    char path[96];
    (void)wire_fault_at(&fault, place_text(place, path), value, expected);
    return refuse_fault(refusal, &fault);
}

static bool refuse_status(struct wire_refusal *refusal, enum uth_status status, const char *where)
{
    refusal->clause = uth_status_clause(status);
    (void)snprintf(refusal->message, sizeof refusal->message, "%s%s%s", where,
                   where[0] != '\0' ? ": " : "", uth_status_text(status));
    return false;
}

// ---- small values ---------------------------------------------------------------------------

static bool refuse_status_at(struct wire_refusal *refusal, enum uth_status status,
                             struct place place)
{
    char path[96];
    return refuse_status(refusal, status, place_text(place, path));
}

// An amount that is there. Its size is for the rules to judge, so negative ones pass here.
static bool read_amount(const json_t *value, struct place place, uth_money *amount,
                        struct wire_refusal *refusal)
{
    if (json_is_real(value)) {
        return refuse_status_at(refusal, UTH_ERR_NOT_IN_CHIPS, place);
    }
    if (!json_is_integer(value)) {
        return refuse_at(refusal, place, value, "an amount in whole cents");
    }
    amount->cents = json_integer_value(value);
    return true;
}

static bool read_seat(const json_t *value, struct place place, const struct uth_rules *rules,
                      uint8_t *seat, struct wire_refusal *refusal)
{
    const int64_t number = json_is_integer(value) ? json_integer_value(value) : 0;
    if (number < 1 || number > rules->seats) {
        char expected[48];
        (void)snprintf(expected, sizeof expected, "a seat from 1 to %u", rules->seats);
        return refuse_at(refusal, place, value, expected);
    }
    *seat = (uint8_t)number;
    return true;
}

static bool read_cards(const json_t *value, struct place place, uth_card *cards, size_t wanted,
                       struct wire_refusal *refusal)
{
    const char *expected =
        wanted == 5 ? "five cards such as \"As Kd Th 9h 2c\"" : "two cards such as \"As Kd\"";
    if (!json_is_string(value)) {
        return refuse_at(refusal, place, value, expected);
    }
    size_t count;
    uth_card read[8];
    const enum uth_status status =
        uth_cards_parse(json_string_value(value), json_string_length(value), read, 8, &count);
    if (status == UTH_ERR_CARD_TWICE) {
        return refuse_status_at(refusal, status, place);
    }
    if (status != UTH_OK || count != wanted) {
        return refuse_at(refusal, place, value, expected);
    }
    memcpy(cards, read, wanted * sizeof *cards);
    return true;
}

static bool only_known(const json_t *object, struct place place, const char *const *known,
                       struct wire_refusal *refusal)
{
    struct wire_fault fault;
    if (!wire_only_known(object, known, &fault)) {
        char path[96];
        (void)wire_fault_inside(&fault, place_text(place, path));
        return refuse_fault(refusal, &fault);
    }
    return true;
}

// ---- options --------------------------------------------------------------------------------

static bool same_text(const json_t *value, const char *text)
{
    return json_is_string(value) && strcmp(json_string_value(value), text) == 0;
}

static bool option_collection(const json_t *value, struct uth_rules *rules)
{
    const int64_t option = json_is_integer(value) ? json_integer_value(value) : 0;
    if (option < 1 || option > rules->collection_count) {
        return false;
    }
    rules->collection = (uint8_t)(option - 1);
    return true;
}

static bool option_coverage(const json_t *value, struct uth_rules *rules)
{
    for (int i = 0; wire_coverage_words[i] != NULL; i++) {
        if (same_text(value, wire_coverage_words[i])) {
            rules->coverage = (enum uth_coverage)i;
            return rules->banked_by == UTH_BANKED_BY_PLAYER;
        }
    }
    return false;
}

static bool option_player_fee_per(const json_t *value, struct uth_rules *rules)
{
    const bool spot = same_text(value, "spot");
    rules->player_fee_per = spot ? UTH_FEE_PER_SPOT : UTH_FEE_PER_CIRCLE;
    return rules->banked_by == UTH_BANKED_BY_PLAYER && (spot || same_text(value, "circle"));
}

static bool option_fold_keeps_trips(const json_t *value, struct uth_rules *rules)
{
    rules->fold_keeps_trips = json_is_true(value);
    return json_is_boolean(value);
}

static bool option_void_returns_fee(const json_t *value, struct uth_rules *rules)
{
    rules->void_returns_fee = json_is_true(value);
    return json_is_boolean(value);
}

// A table whose id is a number is asked for by number.
static bool pick_table(const json_t *value, enum uth_wager wager, struct uth_rules *rules)
{
    const struct uth_wager_tables tables = uth_rules_tables(rules, wager);
    char number[24] = "";
    if (json_is_integer(value)) {
        (void)snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
    }
    for (uint8_t i = 0; i < tables.count; i++) {
        const char *id = uth_tables_at(&tables, i);
        const bool numbered = strspn(id, "0123456789") == strlen(id);
        if (numbered ? strcmp(number, id) == 0 : same_text(value, id)) {
            uth_rules_use_table(rules, wager, i);
            return true;
        }
    }
    return false;
}

static bool option_fixed_pays_from(const json_t *value, struct uth_rules *rules)
{
    const bool meter = same_text(value, "meter");
    rules->progressive.fixed_pays_from = meter ? UTH_PAYS_FROM_METER : UTH_PAYS_FROM_TRAY;
    return rules->offered[UTH_WAGER_PROGRESSIVE] && (meter || same_text(value, "tray"));
}

static bool option_order(const json_t *value, struct uth_rules *rules)
{
    if (same_text(value, "from-right")) {
        rules->order = UTH_ORDER_FROM_RIGHT;
    } else if (same_text(value, "from-left")) {
        rules->order = UTH_ORDER_FROM_LEFT;
    } else {
        rules->order = UTH_ORDER_LEFT_OF_BANK;
        return same_text(value, "left-of-bank") && rules->banked_by == UTH_BANKED_BY_PLAYER;
    }
    return true;
}

static bool option_progressive_order(const json_t *value, struct uth_rules *rules)
{
    const bool settlement = same_text(value, "settlement");
    rules->progressive.order = settlement ? UTH_METER_ORDER_SETTLEMENT : UTH_METER_ORDER_FROM_RIGHT;
    return rules->offered[UTH_WAGER_PROGRESSIVE] && (settlement || same_text(value, "from-right"));
}

static bool option_procedure(const json_t *value, struct uth_rules *rules)
{
    for (int i = 0; wire_procedure_words[i] != NULL; i++) {
        if (same_text(value, wire_procedure_words[i])) {
            rules->procedure = (enum uth_procedure)i;
            return true;
        }
    }
    return false;
}

static const struct option {
    const char *name;
    bool (*set)(const json_t *value, struct uth_rules *rules);
    const char *expected;
} options[] = {
    {"collection", option_collection, "the number of one of the profile's schedules"},
    {"coverage", option_coverage, "payoffs, net or gross, where a player banks"},
    {"player_fee_per", option_player_fee_per, "circle or spot, where a player banks"},
    {"fold_keeps_trips", option_fold_keeps_trips, "true or false"},
    {"void_returns_fee", option_void_returns_fee, "true or false"},
    {"fixed_pays_from", option_fixed_pays_from, "tray or meter, where there is a Progressive"},
    {"order", option_order, "left-of-bank (where a player banks), from-right or from-left"},
    {"progressive_order", option_progressive_order,
     "from-right or settlement, where there is a Progressive"},
    {"procedure", option_procedure, "shoe, shuffler, deck-mate or ace-ideal"},
};

// The wager whose table the option of that name chooses; UTH_WAGER_COUNT where it is another's.
static enum uth_wager table_option(const struct uth_rules *rules, const char *key)
{
    unsigned i = 0;
    while (i < UTH_WAGER_COUNT && (uth_rules_tables(rules, (enum uth_wager)i).first == NULL ||
                                   strcmp(uth_wagers[i].name, key) != 0)) {
        i++;
    }
    return (enum uth_wager)i;
}

static const char *table_expected(enum uth_wager wager)
{
    switch (wager) {
    case UTH_WAGER_TRIPS: return "the id of one of the profile's Trips tables";
    case UTH_WAGER_BAD_BEAT: return "the id of one of the profile's Bad Beat tables";
    case UTH_WAGER_PAIRS: return "one of the profile's Pairs tables";
    case UTH_WAGER_ANTE:
    case UTH_WAGER_BLIND:
    case UTH_WAGER_PLAY:
    case UTH_WAGER_PROGRESSIVE:
    case UTH_WAGER_COUNT: break;
    }
    return "an option there is";
}

static bool read_option(const char *key, const json_t *setting, struct uth_rules *rules,
                        struct wire_refusal *refusal)
{
    const struct place place = in_object("options", key);
    const enum uth_wager wager = table_option(rules, key);
    if (wager != UTH_WAGER_COUNT) {
        return pick_table(setting, wager, rules) ||
               refuse_at(refusal, place, setting, table_expected(wager));
    }
    size_t i = 0;
    while (i < sizeof options / sizeof options[0] && strcmp(options[i].name, key) != 0) {
        i++;
    }
    if (i == sizeof options / sizeof options[0]) {
        return refuse_at(refusal, place, setting, "an option there is");
    }
    return options[i].set(setting, rules) ||
           refuse_at(refusal, place, setting, options[i].expected);
}

static bool read_options(const json_t *value, struct uth_rules *rules, struct wire_refusal *refusal)
{
    if (value == NULL) {
        return true;
    }
    if (!json_is_object(value)) {
        return refuse_at(refusal, at_top("options"), value, "an object");
    }
    const char *key;
    json_t *setting;
    json_object_foreach(wire_to_walk(value), key, setting)
    {
        if (!read_option(key, setting, rules, refusal)) {
            return false;
        }
    }
    // Another pay table may not carry the profile's aggregate (WA-2).
    struct wire_fault fault;
    return wire_rules_check(rules, &fault) || refuse_fault(refusal, &fault);
}

// ---- the table: rules, bank, meter ----------------------------------------------------------

static bool read_rules(const json_t *document, const struct wire_profiles *profiles,
                       struct uth_rules *rules, struct wire_refusal *refusal)
{
    const json_t *name = json_object_get(document, "rules");
    const struct uth_rules *found =
        json_is_string(name) ? profiles->find(profiles->context, json_string_value(name)) : NULL;
    if (found == NULL) {
        return refuse_at(refusal, at_top("rules"), name, "the name of a rule profile");
    }
    *rules = *found;
    return read_options(json_object_get(document, "options"), rules, refusal);
}

static bool read_bank(const json_t *document, const struct uth_rules *rules,
                      struct uth_facts *facts, struct wire_refusal *refusal)
{
    static const char *const known[] = {"seat", "wager", NULL};
    const json_t *bank = json_object_get(document, "bank");
    if (bank != NULL && rules->banked_by == UTH_BANKED_BY_HOUSE) {
        return refuse_status(refusal, UTH_ERR_BANK_NOT_OFFERED, "bank");
    }
    if (bank == NULL) {
        return true; // whether one is needed is for the rules to say
    }
    if (!only_known(bank, at_top("bank"), known, refusal) ||
        !read_seat(json_object_get(bank, "seat"), in_object("bank", "seat"), rules,
                   &facts->bank_seat, refusal)) {
        return false;
    }
    const json_t *wager = json_object_get(bank, "wager");
    return wager == NULL ||
           read_amount(wager, in_object("bank", "wager"), &facts->bank_wager, refusal);
}

static bool read_meter_number(const json_t *meter, const char *name, int64_t max, int64_t *out,
                              struct wire_refusal *refusal)
{
    const json_t *value = json_object_get(meter, name);
    if (value == NULL) {
        return true;
    }
    const int64_t number = json_is_integer(value) ? json_integer_value(value) : -1;
    if (number < 0 || number > max) {
        char expected[48];
        (void)snprintf(expected, sizeof expected, "a whole number from 0 to %lld", (long long)max);
        return refuse_at(refusal, in_object("meter", name), value, expected);
    }
    *out = number;
    return true;
}

static bool read_meter(const json_t *document, struct wire_round *round, bool *given,
                       struct wire_refusal *refusal)
{
    static const char *const known[] = {"amount",        "carry", "reserve",
                                        "reserve_carry", "seed",  NULL};
    const json_t *meter = json_object_get(document, "meter");
    struct uth_meter *out = &round->facts.meter;
    *given = meter != NULL;
    if (meter == NULL) {
        return true;
    }
    int64_t carry = 0;
    int64_t reserve_carry = 0;
    out->seed = round->rules.progressive.seed;
    if (!only_known(meter, at_top("meter"), known, refusal)) {
        return false;
    }
    if (json_object_get(meter, "amount") == NULL) {
        return refuse_at(refusal, in_object("meter", "amount"), NULL, "the meter before the round");
    }
    if (!read_meter_number(meter, "amount", METER_MAX, &out->amount.cents, refusal) ||
        !read_meter_number(meter, "carry", UTH_CARRY_UNITS - 1, &carry, refusal) ||
        !read_meter_number(meter, "reserve", METER_MAX, &out->reserve.cents, refusal) ||
        !read_meter_number(meter, "reserve_carry", UTH_CARRY_UNITS - 1, &reserve_carry, refusal) ||
        !read_meter_number(meter, "seed", METER_MAX, &out->seed.cents, refusal)) {
        return false;
    }
    out->carry = (uint32_t)carry;
    out->reserve_carry = (uint32_t)reserve_carry;
    return true;
}

// ---- players --------------------------------------------------------------------------------

// "check", "fold" or "4x". False for a word that is no decision at all.
static bool parse_decision(const char *text, struct uth_decision *decision)
{
    *decision = (struct uth_decision){UTH_ACTION_CHECK, 0};
    if (strcmp(text, "check") == 0) {
        return true;
    }
    if (strcmp(text, "fold") == 0) {
        decision->action = UTH_ACTION_FOLD;
        return true;
    }
    unsigned size = 0;
    size_t i = 0;
    if (text[0] == '0' && text[1] != 'x') {
        return false; // a size is written one way only: not 04x
    }
    while (text[i] >= '0' && text[i] <= '9') {
        // Sizes nobody offers need not be told apart, so the number may stop growing.
        size = size > UINT8_MAX ? size : size * 10 + (unsigned)(text[i] - '0');
        i++;
    }
    decision->action = UTH_ACTION_RAISE;
    decision->multiple = size > UINT8_MAX ? UINT8_MAX : (uint8_t)size;
    return i > 0 && text[i] == 'x' && text[i + 1] == '\0';
}

static enum uth_status play_line(const struct uth_rules *rules, const struct uth_decision *line,
                                 size_t count, struct uth_player_facts *player)
{
    for (size_t street = 0; street < UTH_STREET_COUNT; street++) {
        // A line that stops short lacks this street's decision.
        const struct uth_decision missing = {UTH_ACTION_RAISE, 0};
        const struct uth_decision decision = street < count ? line[street] : missing;
        const enum uth_status status = uth_decision_admit(rules, (enum uth_street)street, decision);
        if (status != UTH_OK) {
            return status;
        }
        if (decision.action == UTH_ACTION_CHECK) {
            continue;
        }
        player->folded = decision.action == UTH_ACTION_FOLD;
        // An Ante beyond the limits may overflow here; it is refused for that afterwards.
        if (!player->folded &&
            __builtin_mul_overflow(player->stakes[UTH_WAGER_ANTE].cents, (int64_t)decision.multiple,
                                   &player->stakes[UTH_WAGER_PLAY].cents)) {
            player->stakes[UTH_WAGER_PLAY].cents = 0;
        }
        return street + 1 == count ? UTH_OK : UTH_ERR_ALREADY_DECIDED;
    }
    UTH_CHECK(!"the river ends with a bet or a fold");
}

static bool read_play(const json_t *list, struct place place, const struct uth_rules *rules,
                      struct uth_player_facts *player, struct wire_refusal *refusal)
{
    if (!json_is_array(list)) {
        return refuse_at(refusal, place, list, "a list of decisions");
    }
    // One more than there are streets is enough to see that a line goes on too long.
    struct uth_decision line[UTH_STREET_COUNT + 1];
    const size_t size = json_array_size(list);
    const size_t count = size > UTH_STREET_COUNT + 1 ? UTH_STREET_COUNT + 1 : size;
    for (size_t i = 0; i < count; i++) {
        const json_t *word = json_array_get(list, i);
        if (!json_is_string(word) || !parse_decision(json_string_value(word), &line[i])) {
            return refuse_at(refusal, place, word, "check, fold, or a size such as 4x");
        }
    }
    const enum uth_status status = play_line(rules, line, count, player);
    return status == UTH_OK || refuse_status_at(refusal, status, place);
}

static bool read_stakes(const json_t *value, size_t index, struct uth_player_facts *player,
                        struct wire_refusal *refusal)
{
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const char *name = uth_wager_name((enum uth_wager)i);
        const json_t *stake = uth_wagers[i].before_deal ? json_object_get(value, name) : NULL;
        if (stake != NULL &&
            !read_amount(stake, in_player(index, name), &player->stakes[i], refusal)) {
            return false;
        }
    }
    return true;
}

static bool read_player(const json_t *value, size_t index, const struct uth_rules *rules,
                        struct uth_player_facts *player, struct wire_refusal *refusal)
{
    const char *known[UTH_WAGER_COUNT + 4] = {"seat", "cards", "play"};
    for (unsigned i = 0, count = 3; i < UTH_WAGER_COUNT; i++) {
        if (uth_wagers[i].before_deal) {
            known[count++] = uth_wagers[i].name;
        }
    }
    memset(player, 0, sizeof *player);
    return only_known(value, in_player(index, ""), known, refusal) &&
           read_seat(json_object_get(value, "seat"), in_player(index, "seat"), rules, &player->seat,
                     refusal) &&
           read_stakes(value, index, player, refusal) &&
           read_cards(json_object_get(value, "cards"), in_player(index, "cards"), player->cards, 2,
                      refusal) &&
           read_play(json_object_get(value, "play"), in_player(index, "play"), rules, player,
                     refusal);
}

// The facts go by rising seat, the answer lists players as the question did.
static void insert_by_seat(struct wire_round *round, const struct uth_player_facts *player,
                           size_t listed)
{
    struct uth_facts *facts = &round->facts;
    unsigned at = facts->player_count;
    while (at > 0 && facts->players[at - 1].seat > player->seat) {
        facts->players[at] = facts->players[at - 1];
        at--;
    }
    facts->players[at] = *player;
    facts->player_count++;
    for (size_t i = 0; i < listed; i++) {
        round->listed[i] = (uint8_t)(round->listed[i] + (round->listed[i] >= at));
    }
    round->listed[listed] = (uint8_t)at;
}

static bool read_players(const json_t *document, struct wire_round *round,
                         struct wire_refusal *refusal)
{
    const json_t *list = json_object_get(document, "players");
    if (!json_is_array(list) || json_array_size(list) > UTH_SEATS_MAX) {
        return refuse_at(refusal, at_top("players"), list, "a list of at most 8 players");
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        struct uth_player_facts player;
        if (!read_player(json_array_get(list, i), i, &round->rules, &player, refusal)) {
            return false;
        }
        insert_by_seat(round, &player, i);
    }
    return true;
}

// ---- awards ---------------------------------------------------------------------------------

static bool read_award(const json_t *value, size_t index, const struct uth_rules *rules,
                       struct uth_award *award, struct wire_refusal *refusal)
{
    static const char *const known[] = {"seat",       "amount",       "from_meter", "from_house",
                                        "seed_added", "reserve_used", NULL};
    uth_money *const amounts[] = {&award->amount, &award->from_meter, &award->from_house,
                                  &award->seed_added, &award->reserve_used};
    if (!only_known(value, in_award(index, ""), known, refusal) ||
        !read_seat(json_object_get(value, known[0]), in_award(index, known[0]), rules, &award->seat,
                   refusal)) {
        return false;
    }
    for (size_t i = 0; i < sizeof amounts / sizeof amounts[0]; i++) {
        const char *name = known[i + 1];
        if (!read_amount(json_object_get(value, name), in_award(index, name), amounts[i],
                         refusal)) {
            return false;
        }
    }
    return true;
}

// Whether they may be paid is for the rules to say, once the players are known.
static bool read_confirmed(const json_t *document, struct wire_round *round,
                           struct wire_refusal *refusal)
{
    const json_t *list = json_object_get(document, "confirmed");
    if (list == NULL) {
        return true;
    }
    if (!json_is_array(list) || json_array_size(list) > UTH_SEATS_MAX) {
        return refuse_at(refusal, at_top("confirmed"), list, "a list of at most 8 awards");
    }
    memset(round->confirmed, 0, sizeof round->confirmed);
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!read_award(json_array_get(list, i), i, &round->rules, &round->confirmed[i], refusal)) {
            return false;
        }
    }
    round->facts.confirmed = round->confirmed;
    round->facts.confirmed_count = (uint8_t)json_array_size(list);
    return true;
}

// ---- the round ------------------------------------------------------------------------------

// What a record carries besides the round: for `uth verify` what it was dealt from, and how it was
// settled then; for people who played a provider's money, and who drew which card for the bank.
static bool read_evidence(const json_t *document, struct wire_round *round,
                          struct wire_refusal *refusal)
{
    const json_t *fairness = json_object_get(document, "fairness");
    const json_t *answer = json_object_get(document, "answer");
    struct wire_fault fault;
    round->has_fairness = fairness != NULL;
    if (fairness != NULL &&
        !wire_fairness_read(fairness, round->rules.seats, &round->fairness, &fault)) {
        (void)wire_fault_inside(&fault, "fairness");
        return refuse_fault(refusal, &fault);
    }
    // What a record tells beside the round is for people to read.
    static const struct {
        const char *name;
        bool list;
    } told[] = {{"disputes", true}, {"steps", true}, {"draw", true}, {"proposition", false}};
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        const json_t *value = json_object_get(document, told[i].name);
        if (value != NULL && !(told[i].list ? json_is_array(value) : json_is_object(value))) {
            return refuse_at(refusal, at_top(told[i].name), value,
                             told[i].list ? "a list" : "an object");
        }
    }
    return answer == NULL || json_is_object(answer) ||
           refuse_at(refusal, at_top("answer"), answer, "an object");
}

static bool admit(struct wire_round *round, bool meter_given, struct wire_refusal *refusal)
{
    struct uth_refusal where;
    enum uth_status status = uth_admit_facts(&round->rules, &round->facts, &where);
    if (status == UTH_OK) {
        for (unsigned i = 0; i < round->facts.player_count && !meter_given; i++) {
            where.seat = round->facts.players[i].seat;
            where.wager = UTH_WAGER_PROGRESSIVE;
            if (round->facts.players[i].stakes[UTH_WAGER_PROGRESSIVE].cents != 0) {
                status = UTH_ERR_METER_MISSING;
                break;
            }
        }
    }
    if (status == UTH_OK) {
        status = uth_settle_contribute(&round->rules, &round->facts);
    }
    if (status == UTH_OK) {
        return true;
    }
    char text[48] = "";
    if (where.seat != 0 && where.wager < UTH_WAGER_COUNT) {
        (void)snprintf(text, sizeof text, "seat %u, %s", where.seat, uth_wager_name(where.wager));
    } else if (where.seat != 0) {
        (void)snprintf(text, sizeof text, "seat %u", where.seat);
    }
    return refuse_status(refusal, status, text);
}

// A void undoes a round (DEAL-5), and its record says so: that is no slip in a name.
static bool is_not_void(const json_t *document, struct wire_refusal *refusal)
{
    if (!json_is_true(json_object_get(document, "void"))) {
        return true;
    }
    refusal->clause = "INPUT";
    (void)snprintf(refusal->message, sizeof refusal->message, "a void round has nothing to settle");
    return false;
}

bool wire_round_read(const json_t *document, const struct wire_profiles *profiles,
                     struct wire_round *round, struct wire_refusal *refusal)
{
    static const char *const known[] = {
        "id",   "rules",     "options",  "bank",   "community", "dealer", "players",     "meter",
        "draw", "confirmed", "fairness", "answer", "disputes",  "steps",  "proposition", NULL};
    bool meter_given = false;
    memset(&round->facts, 0, sizeof round->facts);
    struct uth_facts *facts = &round->facts;
    return is_not_void(document, refusal) && only_known(document, at_top(""), known, refusal) &&
           read_rules(document, profiles, &round->rules, refusal) &&
           read_bank(document, &round->rules, facts, refusal) &&
           read_cards(json_object_get(document, "community"), at_top("community"), facts->community,
                      5, refusal) &&
           read_cards(json_object_get(document, "dealer"), at_top("dealer"), facts->dealer, 2,
                      refusal) &&
           read_meter(document, round, &meter_given, refusal) &&
           read_players(document, round, refusal) && read_confirmed(document, round, refusal) &&
           read_evidence(document, round, refusal) && admit(round, meter_given, refusal);
}
