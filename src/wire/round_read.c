// Reading a round: what stands there, and whether it is a round at all.
#include "wire/round_json.h"

#include <stdio.h>
#include <string.h>

#include "uth/round.h"
#include "wire/bet_words.h"
#include "wire/round_parts.h"
#include "wire/rules_json.h"
#include "wire/rules_values.h"
#include "wire/value.h"

// Above this a meter is not believed: a million million dollars.
#define METER_MAX INT64_C(100000000000000)

bool round_refuse_fault(struct wire_refusal *refusal, const struct wire_fault *fault)
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

bool round_refuse_at(struct wire_refusal *refusal, struct place place,
                     const struct wire_value *value, const char *expected)
{
    struct wire_fault fault;
    char path[96];
    (void)wire_value_fault(&fault, place_text(place, path), value, expected);
    return round_refuse_fault(refusal, &fault);
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
static bool read_amount(const struct wire_value *value, struct place place, uth_money *amount,
                        struct wire_refusal *refusal)
{
    if (wire_is(value, JSON_REAL)) {
        return refuse_status_at(refusal, UTH_ERR_NOT_IN_CHIPS, place);
    }
    if (!wire_is(value, JSON_INTEGER)) {
        return round_refuse_at(refusal, place, value, "an amount in whole cents");
    }
    amount->cents = value->integer;
    return true;
}

static bool read_seat(const struct wire_value *value, struct place place,
                      const struct uth_rules *rules, uint8_t *seat, struct wire_refusal *refusal)
{
    const int64_t number = wire_integer(value);
    if (number < 1 || number > rules->seats) {
        char expected[48];
        (void)snprintf(expected, sizeof expected, "a seat from 1 to %u", rules->seats);
        return round_refuse_at(refusal, place, value, expected);
    }
    *seat = (uint8_t)number;
    return true;
}

static bool read_cards(const struct wire_value *value, struct place place, uth_card *cards,
                       size_t wanted, struct wire_refusal *refusal)
{
    const char *expected =
        wanted == 5 ? "five cards such as \"As Kd Th 9h 2c\"" : "two cards such as \"As Kd\"";
    if (!wire_is(value, JSON_STRING)) {
        return round_refuse_at(refusal, place, value, expected);
    }
    size_t count;
    uth_card read[8];
    const enum uth_status status = uth_cards_parse(value->text, value->length, read, 8, &count);
    if (status == UTH_ERR_CARD_TWICE) {
        return refuse_status_at(refusal, status, place);
    }
    if (status != UTH_OK || count != wanted) {
        return round_refuse_at(refusal, place, value, expected);
    }
    memcpy(cards, read, wanted * sizeof *cards);
    return true;
}

// The members of an object by their names in `known`; none but those.
static bool read_fields(const struct wire_value *object, struct place place,
                        const char *const *known, const struct wire_value **fields,
                        struct wire_refusal *refusal)
{
    struct wire_fault fault;
    if (!wire_fields(object, known, fields, &fault)) {
        char path[96];
        (void)wire_fault_inside(&fault, place_text(place, path));
        return round_refuse_fault(refusal, &fault);
    }
    return true;
}

// ---- the table: rules, bank, meter ----------------------------------------------------------

static bool read_rules(const struct wire_value *name, const struct wire_value *changes,
                       const struct wire_profiles *profiles, struct wire_round *round,
                       struct wire_refusal *refusal)
{
    char text[WIRE_NAME_MAX];
    round->rules = wire_is(name, JSON_STRING)
                       ? profiles->find(profiles->context, wire_string_text(name, text))
                       : NULL;
    if (round->rules == NULL) {
        return round_refuse_at(refusal, at_top("rules"), name, "the name of a rule profile");
    }
    return round_read_options(changes, round, refusal);
}

static bool read_bank(const struct wire_value *bank, const struct uth_rules *rules,
                      struct uth_facts *facts, struct wire_refusal *refusal)
{
    static const char *const known[] = {"seat", "wager", NULL};
    const struct wire_value *fields[2];
    if (bank != NULL && rules->banked_by == UTH_BANKED_BY_HOUSE) {
        return refuse_status(refusal, UTH_ERR_BANK_NOT_OFFERED, "bank");
    }
    if (bank == NULL) {
        return true; // whether one is needed is for the rules to say
    }
    return read_fields(bank, at_top("bank"), known, fields, refusal) &&
           read_seat(fields[0], in_object("bank", "seat"), rules, &facts->bank_seat, refusal) &&
           (fields[1] == NULL ||
            read_amount(fields[1], in_object("bank", "wager"), &facts->bank_wager, refusal));
}

static bool read_meter_number(const struct wire_value *value, const char *name, int64_t max,
                              int64_t *out, struct wire_refusal *refusal)
{
    if (value == NULL) {
        return true;
    }
    const int64_t number = wire_is(value, JSON_INTEGER) ? value->integer : -1;
    if (number < 0 || number > max) {
        char expected[48];
        (void)snprintf(expected, sizeof expected, "a whole number from 0 to %lld", (long long)max);
        return round_refuse_at(refusal, in_object("meter", name), value, expected);
    }
    *out = number;
    return true;
}

static bool read_meter(const struct wire_value *meter, struct wire_round *round,
                       struct wire_refusal *refusal)
{
    static const char *const known[] = {"amount",        "carry", "reserve",
                                        "reserve_carry", "seed",  NULL};
    const struct wire_value *fields[5];
    struct uth_meter *out = &round->facts.meter;
    if (meter == NULL) {
        return true;
    }
    int64_t carry = 0;
    int64_t reserve_carry = 0;
    out->seed = round->rules->progressive.seed;
    if (!read_fields(meter, at_top("meter"), known, fields, refusal)) {
        return false;
    }
    if (fields[0] == NULL) {
        return round_refuse_at(refusal, in_object("meter", "amount"), NULL,
                               "the meter before the round");
    }
    if (!read_meter_number(fields[0], known[0], METER_MAX, &out->amount.cents, refusal) ||
        !read_meter_number(fields[1], known[1], UTH_CARRY_UNITS - 1, &carry, refusal) ||
        !read_meter_number(fields[2], known[2], METER_MAX, &out->reserve.cents, refusal) ||
        !read_meter_number(fields[3], known[3], UTH_CARRY_UNITS - 1, &reserve_carry, refusal) ||
        !read_meter_number(fields[4], known[4], METER_MAX, &out->seed.cents, refusal)) {
        return false;
    }
    out->carry = (uint32_t)carry;
    out->reserve_carry = (uint32_t)reserve_carry;
    return true;
}

// ---- players --------------------------------------------------------------------------------

// "check", "fold" or "4x". False for a word that is no decision at all.
static bool parse_decision(const struct wire_value *word, struct uth_decision *decision)
{
    *decision = (struct uth_decision){UTH_ACTION_CHECK, 0};
    if (wire_says(word, "check")) {
        return true;
    }
    if (wire_says(word, "fold")) {
        decision->action = UTH_ACTION_FOLD;
        return true;
    }
    if (!wire_is(word, JSON_STRING) || word->length < 2 || word->text[word->length - 1] != 'x' ||
        (word->text[0] == '0' && word->length > 2)) { // a size is written one way only: not 04x
        return false;
    }
    unsigned size = 0;
    for (uint32_t i = 0; i + 1 < word->length; i++) {
        if (word->text[i] < '0' || word->text[i] > '9') {
            return false;
        }
        // Sizes nobody offers need not be told apart, so the number may stop growing.
        size = size > UINT8_MAX ? size : size * 10 + (unsigned)(word->text[i] - '0');
    }
    decision->action = UTH_ACTION_RAISE;
    decision->multiple = size > UINT8_MAX ? UINT8_MAX : (uint8_t)size;
    return true;
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

static bool read_play(const struct wire_value *list, struct place place,
                      const struct uth_rules *rules, struct uth_player_facts *player,
                      struct wire_refusal *refusal)
{
    if (!wire_is(list, JSON_ARRAY)) {
        return round_refuse_at(refusal, place, list, "a list of decisions");
    }
    // One more than there are streets is enough to see that a line goes on too long.
    struct uth_decision line[UTH_STREET_COUNT + 1];
    const size_t size = list->count;
    const size_t count = size > UTH_STREET_COUNT + 1 ? UTH_STREET_COUNT + 1 : size;
    const struct wire_value *word = wire_first(list);
    for (size_t i = 0; i < count; i++, word = wire_after(word)) {
        if (!parse_decision(word, &line[i])) {
            return round_refuse_at(refusal, place, word, "check, fold, or a size such as 4x");
        }
    }
    const enum uth_status status = play_line(rules, line, count, player);
    return status == UTH_OK || refuse_status_at(refusal, status, place);
}

// Wagers on the profile's own side bets, by their ids.
static bool read_own_stakes(const struct wire_value *side, size_t index,
                            const struct uth_rules *rules, struct uth_player_facts *player,
                            struct wire_refusal *refusal)
{
    if (side == NULL) {
        return true;
    }
    if (!wire_is(side, JSON_OBJECT)) {
        return round_refuse_at(refusal, in_player(index, "side"), side, "an object");
    }
    const struct wire_value *stake = wire_first(side);
    for (uint32_t i = 0; i < side->count; i++, stake = wire_after(stake)) {
        char id[WIRE_NAME_MAX];
        char field[64];
        const enum uth_wager wager = round_own_wager(rules, stake);
        (void)wire_name_text(stake, id);
        (void)snprintf(field, sizeof field, "side.%.*s", (int)wire_text_kept(id, 50), id);
        if (wager == UTH_WAGER_COUNT) {
            return round_refuse_at(refusal, in_player(index, field), stake, round_own_expected);
        }
        if (!read_amount(stake, in_player(index, field), &player->stakes[wager], refusal)) {
            return false;
        }
    }
    return true;
}

// The fields of a player: these, and behind them the wagers before the deal that have a name of their own.
enum { PLAYER_SEAT, PLAYER_CARDS, PLAYER_PLAY, PLAYER_SIDE, PLAYER_WAGERS };

struct player_fields {
    const char *names[PLAYER_WAGERS + UTH_WAGER_COUNT + 1]; // NULL ends them
    enum uth_wager wagers[UTH_WAGER_COUNT];
    unsigned wager_count;
};

static void list_player_fields(struct player_fields *fields)
{
    *fields = (struct player_fields){.names = {[PLAYER_SEAT] = "seat",
                                               [PLAYER_CARDS] = "cards",
                                               [PLAYER_PLAY] = "play",
                                               [PLAYER_SIDE] = "side"}};
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (uth_wagers[i].before_deal && !uth_wager_is_own((enum uth_wager)i)) {
            fields->names[PLAYER_WAGERS + fields->wager_count] = uth_wagers[i].name;
            fields->wagers[fields->wager_count++] = (enum uth_wager)i;
        }
    }
}

static bool read_stakes(const struct wire_value *const *values, const struct player_fields *fields,
                        size_t index, struct uth_player_facts *player, struct wire_refusal *refusal)
{
    for (unsigned i = 0; i < fields->wager_count; i++) {
        const struct wire_value *stake = values[PLAYER_WAGERS + i];
        if (stake != NULL && !read_amount(stake, in_player(index, fields->names[PLAYER_WAGERS + i]),
                                          &player->stakes[fields->wagers[i]], refusal)) {
            return false;
        }
    }
    return true;
}

static bool read_player(const struct wire_value *value, size_t index,
                        const struct player_fields *fields, const struct uth_rules *rules,
                        struct uth_player_facts *player, struct wire_refusal *refusal)
{
    const struct wire_value *values[PLAYER_WAGERS + UTH_WAGER_COUNT];
    memset(player, 0, sizeof *player);
    return read_fields(value, in_player(index, ""), fields->names, values, refusal) &&
           read_seat(values[PLAYER_SEAT], in_player(index, "seat"), rules, &player->seat,
                     refusal) &&
           read_stakes(values, fields, index, player, refusal) &&
           read_own_stakes(values[PLAYER_SIDE], index, rules, player, refusal) &&
           read_cards(values[PLAYER_CARDS], in_player(index, "cards"), player->cards, 2, refusal) &&
           read_play(values[PLAYER_PLAY], in_player(index, "play"), rules, player, refusal);
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

static bool read_players(const struct wire_value *list, struct wire_round *round,
                         struct wire_refusal *refusal)
{
    if (!wire_is(list, JSON_ARRAY) || list->count > UTH_SEATS_MAX) {
        return round_refuse_at(refusal, at_top("players"), list, "a list of at most 8 players");
    }
    struct player_fields fields;
    list_player_fields(&fields);
    const struct wire_value *value = wire_first(list);
    for (size_t i = 0; i < list->count; i++, value = wire_after(value)) {
        struct uth_player_facts player;
        if (!read_player(value, i, &fields, round->rules, &player, refusal)) {
            return false;
        }
        insert_by_seat(round, &player, i);
    }
    return true;
}

// ---- awards ---------------------------------------------------------------------------------

static bool read_award(const struct wire_value *value, size_t index, const struct uth_rules *rules,
                       struct uth_award *award, struct wire_refusal *refusal)
{
    static const char *const known[] = {"seat",       "amount",       "from_meter", "from_house",
                                        "seed_added", "reserve_used", NULL};
    uth_money *const amounts[] = {&award->amount, &award->from_meter, &award->from_house,
                                  &award->seed_added, &award->reserve_used};
    const struct wire_value *fields[6];
    if (!read_fields(value, in_award(index, ""), known, fields, refusal) ||
        !read_seat(fields[0], in_award(index, known[0]), rules, &award->seat, refusal)) {
        return false;
    }
    for (size_t i = 0; i < sizeof amounts / sizeof amounts[0]; i++) {
        if (!read_amount(fields[i + 1], in_award(index, known[i + 1]), amounts[i], refusal)) {
            return false;
        }
    }
    return true;
}

// Whether they may be paid is for the rules to say, once the players are known.
static bool read_confirmed(const struct wire_value *list, struct wire_round *round,
                           struct wire_refusal *refusal)
{
    if (list == NULL) {
        return true;
    }
    if (!wire_is(list, JSON_ARRAY) || list->count > UTH_SEATS_MAX) {
        return round_refuse_at(refusal, at_top("confirmed"), list, "a list of at most 8 awards");
    }
    memset(round->confirmed, 0, sizeof round->confirmed);
    const struct wire_value *value = wire_first(list);
    for (size_t i = 0; i < list->count; i++, value = wire_after(value)) {
        if (!read_award(value, i, round->rules, &round->confirmed[i], refusal)) {
            return false;
        }
    }
    round->facts.confirmed = round->confirmed;
    round->facts.confirmed_count = (uint8_t)list->count;
    return true;
}

// ---- the round ------------------------------------------------------------------------------

enum {
    ROUND_ID,
    ROUND_RULES,
    ROUND_OPTIONS,
    ROUND_BANK,
    ROUND_COMMUNITY,
    ROUND_DEALER,
    ROUND_PLAYERS,
    ROUND_METER,
    ROUND_CONFIRMED,
    ROUND_FAIRNESS,
    ROUND_TOLD, // and the rest
    ROUND_COUNT = ROUND_TOLD + 5,
};

static const char *const round_fields[ROUND_COUNT + 1] = {
    [ROUND_ID] = "id",
    [ROUND_RULES] = "rules",
    [ROUND_OPTIONS] = "options",
    [ROUND_BANK] = "bank",
    [ROUND_COMMUNITY] = "community",
    [ROUND_DEALER] = "dealer",
    [ROUND_PLAYERS] = "players",
    [ROUND_METER] = "meter",
    [ROUND_CONFIRMED] = "confirmed",
    [ROUND_FAIRNESS] = "fairness",
    [ROUND_TOLD] = "disputes",
    "steps",
    "draw",
    "proposition",
    "answer",
};

// What it was dealt from, for `uth verify`.
static bool read_fairness(const struct wire_value *value, struct wire_round *round,
                          struct wire_refusal *refusal)
{
    struct wire_fault fault;
    round->has_fairness = value != NULL;
    if (value == NULL) {
        return true;
    }
    json_t *json = wire_value_json(value);
    const bool read = wire_fairness_read(json, round->rules->seats, &round->fairness, &fault);
    json_decref(json);
    if (!read) {
        (void)wire_fault_inside(&fault, "fairness");
        return round_refuse_fault(refusal, &fault);
    }
    return true;
}

// What a record tells beside the round is for people to read: who played a provider's money, who drew
// which card for the bank, how it was settled then.
static bool read_told(const struct wire_value *const *fields, struct wire_refusal *refusal)
{
    for (unsigned i = ROUND_TOLD; i < ROUND_COUNT; i++) {
        const bool list = i < ROUND_TOLD + 3;
        if (fields[i] != NULL && !wire_is(fields[i], list ? JSON_ARRAY : JSON_OBJECT)) {
            return round_refuse_at(refusal, at_top(round_fields[i]), fields[i],
                                   list ? "a list" : "an object");
        }
    }
    return true;
}

static bool admit(struct wire_round *round, bool meter_given, struct wire_refusal *refusal)
{
    struct uth_refusal where;
    enum uth_status status = uth_admit_facts(round->rules, &round->facts, &where);
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
        status = uth_settle_contribute(round->rules, &round->facts);
    }
    if (status == UTH_OK) {
        return true;
    }
    char text[48] = "";
    if (where.seat != 0 && where.wager < UTH_WAGER_COUNT) {
        (void)snprintf(text, sizeof text, "seat %u, %s", where.seat,
                       uth_rules_wager_name(round->rules, where.wager));
    } else if (where.seat != 0) {
        (void)snprintf(text, sizeof text, "seat %u", where.seat);
    }
    return refuse_status(refusal, status, text);
}

// A void undoes a round (DEAL-5), and its record says so: that is no slip in a name.
static bool is_not_void(const struct wire_value *document, struct wire_refusal *refusal)
{
    if (!wire_is(wire_member(document, "void"), JSON_TRUE)) {
        return true;
    }
    refusal->clause = "INPUT";
    (void)snprintf(refusal->message, sizeof refusal->message, "a void round has nothing to settle");
    return false;
}

bool wire_round_read(const struct wire_value *document, const struct wire_profiles *profiles,
                     struct wire_round *round, struct wire_refusal *refusal)
{
    const struct wire_value *fields[ROUND_COUNT];
    struct uth_facts *facts = &round->facts;
    memset(facts, 0, sizeof *facts);
    return is_not_void(document, refusal) &&
           read_fields(document, at_top(""), round_fields, fields, refusal) &&
           read_rules(fields[ROUND_RULES], fields[ROUND_OPTIONS], profiles, round, refusal) &&
           read_bank(fields[ROUND_BANK], round->rules, facts, refusal) &&
           read_cards(fields[ROUND_COMMUNITY], at_top("community"), facts->community, 5, refusal) &&
           read_cards(fields[ROUND_DEALER], at_top("dealer"), facts->dealer, 2, refusal) &&
           read_meter(fields[ROUND_METER], round, refusal) &&
           read_players(fields[ROUND_PLAYERS], round, refusal) &&
           read_confirmed(fields[ROUND_CONFIRMED], round, refusal) &&
           read_fairness(fields[ROUND_FAIRNESS], round, refusal) && read_told(fields, refusal) &&
           admit(round, fields[ROUND_METER] != NULL, refusal);
}
