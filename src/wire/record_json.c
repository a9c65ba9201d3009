#include "wire/record_json.h"

#include <stdio.h>
#include <string.h>

#include "wire/procedure_words.h"
#include "wire/round_json.h"
#include "wire/round_parts.h"
#include "wire/rules_values.h"

// ---- options ----------------------------------------------------------------------------------

// ---- players ----------------------------------------------------------------------------------

static void put_cards(struct wire_out *out, const char *key, const uth_card *cards, size_t count)
{
    char text[3 * 5 + 1] = "";
    for (size_t i = 0; i < count; i++) {
        char card[3];
        uth_card_text(cards[i], card);
        (void)snprintf(text + 3 * i, sizeof text - 3 * i, "%s%s", card, i + 1 < count ? " " : "");
    }
    wire_out_text(out, key, text);
}

const char *wire_decision_text(const struct uth_round_seat *seat, enum uth_street street,
                               char text[8])
{
    const unsigned later = seat->decided >> (street + 1);
    if ((seat->decided >> street & 1) == 0) {
        return NULL;
    }
    // Whoever decides later has checked.
    if (later != 0 || (seat->multiple == 0 && !seat->folded)) {
        return "check";
    }
    if (seat->folded) {
        return "fold";
    }
    (void)snprintf(text, 8, "%ux", seat->multiple);
    return text;
}

static void put_stakes(struct wire_out *out, const struct uth_rules *rules,
                       const struct uth_round_seat *seat)
{
    bool own = false;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        if (uth_wagers[i].before_deal && seat->stakes[i].cents != 0) {
            own = round_open_side(out, wager, own);
            wire_out_number(out, uth_rules_wager_name(rules, wager), seat->stakes[i].cents);
        }
    }
    round_close_side(out, own);
}

static void put_player(struct wire_out *out, const struct uth_rules *rules,
                       const struct uth_round_seat *seat, unsigned number, bool dealt)
{
    wire_out_open(out, NULL, '{');
    wire_out_number(out, "seat", number);
    put_stakes(out, rules, seat);
    if (dealt) {
        put_cards(out, "cards", seat->cards, 2);
    }
    wire_out_open(out, "play", '[');
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        char text[8];
        const char *word = wire_decision_text(seat, (enum uth_street)street, text);
        if (word != NULL) {
            wire_out_text(out, NULL, word);
        }
    }
    wire_out_close(out, ']');
    wire_out_close(out, '}');
}

// ---- the meter --------------------------------------------------------------------------------

// What stands there less some units, and not below 0.
static void take_units(uth_money *amount, uint32_t *carry, int64_t units)
{
    int64_t all = amount->cents * UTH_CARRY_UNITS + (int64_t)*carry - units;
    all = all > 0 ? all : 0;
    amount->cents = all / UTH_CARRY_UNITS;
    *carry = (uint32_t)(all % UTH_CARRY_UNITS);
}

struct uth_meter wire_meter_before(const struct uth_rules *rules, const struct uth_round *round,
                                   const struct uth_meter *meter)
{
    struct uth_meter before = *meter;
    int64_t stakes = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (round->seats[i].in) {
            stakes += round->seats[i].stakes[UTH_WAGER_PROGRESSIVE].cents;
        }
    }
    take_units(&before.amount, &before.carry, stakes * rules->progressive.meter_rate_bp);
    take_units(&before.reserve, &before.reserve_carry, stakes * rules->progressive.reserve_rate_bp);
    return before;
}

static void put_meter(struct wire_out *out, const struct wire_record *record)
{
    const struct uth_meter meter = wire_meter_before(record->rules, record->round, record->meter);
    wire_out_open(out, "meter", '{');
    wire_out_number(out, "amount", meter.amount.cents);
    wire_out_number(out, "carry", meter.carry);
    wire_out_number(out, "reserve", meter.reserve.cents);
    wire_out_number(out, "reserve_carry", meter.reserve_carry);
    wire_out_number(out, "seed", meter.seed.cents);
    wire_out_close(out, '}');
}

// Where they were confirmed before, the meter and the rules need not make the same awards
// (PROG-5).
static void put_confirmed(struct wire_out *out, const struct wire_record *record)
{
    wire_out_open(out, "confirmed", '[');
    for (unsigned i = 0; i < record->confirmed_count; i++) {
        const struct uth_award *award = &record->confirmed[i];
        wire_out_open(out, NULL, '{');
        wire_out_number(out, "seat", award->seat);
        wire_out_number(out, "amount", award->amount.cents);
        wire_out_number(out, "from_meter", award->from_meter.cents);
        wire_out_number(out, "from_house", award->from_house.cents);
        wire_out_number(out, "seed_added", award->seed_added.cents);
        wire_out_number(out, "reserve_used", award->reserve_used.cents);
        wire_out_close(out, '}');
    }
    wire_out_close(out, ']');
}

// ---- the bank ---------------------------------------------------------------------------------

static void put_proposition(struct wire_out *out, const struct wire_record *record)
{
    wire_out_open(out, "proposition", '{');
    wire_out_text(out, "provider", record->provider);
    wire_out_open(out, "seats", '[');
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (uth_seat_set_has(record->proposition, seat)) {
            wire_out_number(out, NULL, seat);
        }
    }
    wire_out_close(out, ']');
    wire_out_close(out, '}');
}

static void put_draw(struct wire_out *out, const struct wire_record *record)
{
    wire_out_open(out, "draw", '[');
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (uth_seat_set_has(record->drawn, seat)) {
            wire_out_open(out, NULL, '{');
            wire_out_number(out, "seat", seat);
            put_cards(out, "card", &record->draw[seat - 1], 1);
            wire_out_close(out, '}');
        }
    }
    wire_out_close(out, ']');
}

// ---- the record -------------------------------------------------------------------------------

static void put_answer(struct wire_out *out, const struct wire_record *record)
{
    struct wire_round round = {.rules = record->rules};
    uth_round_facts(record->round, &round.facts);
    if (record->meter != NULL) {
        // From the meter the record shows, as its reader will. A full one takes no more.
        round.facts.meter = wire_meter_before(record->rules, record->round, record->meter);
        if (uth_settle_contribute(record->rules, &round.facts) != UTH_OK) {
            round.facts.meter = *record->meter;
        }
    }
    round.facts.confirmed = record->confirmed;
    round.facts.confirmed_count = record->confirmed_count;
    for (uint8_t i = 0; i < round.facts.player_count; i++) {
        round.listed[i] = i;
    }
    wire_out_open(out, "answer", '{');
    wire_out_text(out, "id", record->id);
    wire_out_answer(out, &round);
    wire_out_close(out, '}');
}

static void put_disputes(struct wire_out *out, const struct wire_record *record)
{
    wire_out_open(out, "disputes", '[');
    for (unsigned i = 0; i < record->dispute_count; i++) {
        const struct wire_dispute *dispute = &record->disputes[i];
        wire_out_open(out, NULL, '{');
        wire_out_number(out, "dispute", (int64_t)dispute->id);
        wire_out_number(out, "seat", dispute->seat);
        wire_out_number(out, "opened_ms", dispute->opened_ms);
        wire_out_text(out, "what", dispute->what);
        wire_out_text(out, "decision", dispute->decision);
        if (dispute->decided_ms != 0) {
            wire_out_number(out, "decided_ms", dispute->decided_ms);
            wire_out_text(out, "reason", dispute->reason);
        }
        wire_out_close(out, '}');
    }
    wire_out_close(out, ']');
}

// What the dealer ticked, by whom and when, and what was skipped.
static void put_ticks(struct wire_out *out, const struct wire_record *record)
{
    static const char *const states[ROOM_TICKED_COUNT] = {
        [ROOM_UNTICKED] = "taken back", [ROOM_TICKED] = "ticked", [ROOM_SKIPPED] = "skipped"};
    wire_out_open(out, "steps", '[');
    for (size_t i = 0; i < record->tick_count; i++) {
        const struct wire_tick *tick = &record->ticks[i];
        wire_out_open(out, NULL, '{');
        wire_out_text(out, "step", room_step_id((enum room_step_kind)tick->kind));
        if (tick->seat != 0) {
            wire_out_number(out, "seat", tick->seat);
        }
        char name[WIRE_STEP_WORDS_MAX];
        wire_step_title(record->rules, (enum room_step_kind)tick->kind, tick->seat, name);
        wire_out_text(out, "name", name);
        wire_out_text(out, "state", states[tick->as]);
        if (tick->as != ROOM_SKIPPED) {
            wire_out_number(out, "time_ms", tick->time_ms);
            wire_out_number(out, "who", (int64_t)tick->who);
        }
        wire_out_close(out, '}');
    }
    wire_out_close(out, ']');
}

void wire_out_record(struct wire_out *out, const struct wire_record *record)
{
    const struct uth_round *round = record->round;
    const bool dealt = round->cards_used != 0;
    UTH_CHECK(round->phase == UTH_PHASE_OVER);
    wire_out_open(out, NULL, '{');
    wire_out_text(out, "id", record->id);
    wire_out_text(out, "rules", record->rules->name);
    round_put_options(out, record->rules);
    if (round->bank_seat != 0) {
        wire_out_open(out, "bank", '{');
        wire_out_number(out, "seat", round->bank_seat);
        wire_out_number(out, "wager", round->bank_wager.cents);
        wire_out_close(out, '}');
    }
    if (dealt) {
        put_cards(out, "community", round->community, 5);
        put_cards(out, "dealer", round->dealer, 2);
    }
    if (record->meter != NULL) {
        put_meter(out, record);
    }
    if (record->confirmed_count != 0 && !round->voided) {
        put_confirmed(out, record);
    }
    if (record->proposition != 0) {
        put_proposition(out, record);
    }
    if (record->drawn != 0) {
        put_draw(out, record);
    }
    wire_out_open(out, "players", '[');
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (round->seats[i].in) {
            put_player(out, record->rules, &round->seats[i], i + 1, dealt);
        }
    }
    wire_out_close(out, ']');
    if (record->tick_count != 0) {
        put_ticks(out, record);
    }
    if (record->fairness != NULL) {
        wire_out_fairness(out, "fairness", record->fairness);
    }
    if (record->dispute_count != 0) {
        put_disputes(out, record);
    }
    if (round->voided) {
        wire_out_bool(out, "void", true);
        wire_out_text(out, "cause", record->cause);
    } else {
        put_answer(out, record);
    }
    wire_out_close(out, '}');
    wire_out_newline(out);
}
