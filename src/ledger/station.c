// A table's commands: from the wagers taken to the end of the game, at either controller.
#include "ledger/draft.h"

#include <string.h>

static bool is_concluded(const struct uth_win *win)
{
    return win->state == UTH_WIN_PAID || win->state == UTH_WIN_BACKED_OUT;
}

static bool is_confirmed(const struct uth_win *win)
{
    return win->state == UTH_WIN_CONFIRMED || win->state == UTH_WIN_PAID;
}

// ---- the game begins --------------------------------------------------------------------------

static int64_t units_between(uth_money before, uint32_t carry_before, uth_money after,
                             uint32_t carry_after)
{
    return (after.cents - before.cents) * UTH_CARRY_UNITS + (int64_t)carry_after -
           (int64_t)carry_before;
}

static void note_fed(struct uth_meter_entry *entry)
{
    const struct uth_meter *before = &entry->before;
    const struct uth_meter *after = &entry->after;
    entry->as.fed.units = units_between(before->amount, before->carry, after->amount, after->carry);
    entry->as.fed.reserve_units =
        units_between(before->reserve, before->reserve_carry, after->reserve, after->reserve_carry);
}

// All or none: a wager the meter cannot take stops the start before its first entry.
static enum uth_status feed_all(const struct draft *draft,
                                const struct uth_progressive_rules *rules,
                                struct uth_meter fed[UTH_SEATS_MAX])
{
    const uth_money waiting = draft->controller->waiting.seed;
    const uth_money seed = rules->seed.cents > waiting.cents ? rules->seed : waiting;
    struct uth_meter meter = draft->meter;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if ((draft->command->seats >> i & 1) != 0) {
            const enum uth_status status = uth_meter_feed(&meter, rules, rules->stake);
            if (status != UTH_OK || !ledger_meter_is_in_range(&meter, seed)) {
                return UTH_ERR_MONEY_OVERFLOW;
            }
            fed[i] = meter;
        }
    }
    return UTH_OK;
}

// PROG-2: each wager feeds meter and reserve when the round starts.
enum uth_status ledger_station_start(struct draft *draft)
{
    UTH_CHECK(draft->station != NULL);

    const struct uth_controller_command *command = draft->command;
    const struct uth_progressive_rules rules =
        ledger_rules_with(draft->rules, &draft->controller->terms);
    struct uth_meter fed[UTH_SEATS_MAX];
    const enum uth_status status = feed_all(draft, &rules, fed);
    if (status != UTH_OK) {
        return status;
    }
    struct uth_meter_entry *started = ledger_draft_note(draft, UTH_ENTRY_STARTED, 0);
    started->round = command->round;
    started->as.seats = command->seats;
    for (uint8_t i = 0; i < UTH_SEATS_MAX; i++) {
        if ((command->seats >> i & 1) != 0) {
            struct uth_meter_entry *entry =
                ledger_draft_add(draft, UTH_ENTRY_FED, (uint8_t)(i + 1), &fed[i]);
            entry->round = command->round;
            entry->as.fed.stake = rules.stake;
            note_fed(entry);
        }
    }
    return UTH_OK;
}

// ---- what the cards show ----------------------------------------------------------------------

static bool order_is_valid(const uint8_t order[UTH_SEATS_MAX])
{
    unsigned seen = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX && order[i] != 0; i++) {
        if (!ledger_seat_is_valid(order[i]) || (seen >> order[i] & 1) != 0) {
            return false;
        }
        seen |= 1U << order[i];
    }
    return true;
}

// The cards are shown once: what a supervisor has checked a win against may not change under it.
enum uth_status ledger_station_show(struct draft *draft)
{
    UTH_CHECK(draft->station != NULL);

    const struct uth_controller_command *command = draft->command;
    if (draft->station->shown) {
        return UTH_ERR_GAME_STEP;
    }
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const bool wagered = (draft->station->wagered >> i & 1) != 0;
        if (command->lines[i] > UTH_PROGRESSIVE_NONE ||
            (command->lines[i] != UTH_PROGRESSIVE_NONE && !wagered)) {
            return UTH_ERR_NO_SUCH_SEAT;
        }
    }
    if (!order_is_valid(command->order)) {
        return UTH_ERR_NO_SUCH_SEAT;
    }
    struct uth_meter_entry *entry = ledger_draft_note(draft, UTH_ENTRY_SHOWN, 0);
    memcpy(entry->as.shown.lines, command->lines, sizeof command->lines);
    memcpy(entry->as.shown.order, command->order, sizeof command->order);
    return UTH_OK;
}

static bool is_due(const struct draft *draft, unsigned seat)
{
    UTH_CHECK(ledger_seat_is_valid(seat));

    const uint8_t line = draft->station->lines[seat - 1];
    return draft->station->shown &&
           uth_progressive_pays(&draft->rules->table, (enum uth_progressive_line)line);
}

static bool takes_from_meter(const struct draft *draft, enum uth_progressive_line line)
{
    UTH_CHECK(line < UTH_PROGRESSIVE_COUNT);

    return draft->rules->table.pays[line].meter_bp != 0 ||
           draft->controller->terms.fixed_pays_from == UTH_PAYS_FROM_METER;
}

// PROG-5: each meter pay is made on the meter as the one before left it, so their order is money.
// Pays from the tray may come in any order, and so may all of them where confirmation decides.
static enum uth_status admit_order(const struct draft *draft, unsigned seat)
{
    UTH_CHECK(ledger_seat_is_valid(seat));

    const struct uth_station *station = draft->station;
    if (!takes_from_meter(draft, (enum uth_progressive_line)station->lines[seat - 1])) {
        return UTH_OK;
    }
    for (unsigned i = 0; i < UTH_SEATS_MAX && station->order[i] != 0; i++) {
        const unsigned other = station->order[i];
        if (other == seat) {
            break;
        }
        const struct uth_win *win = &station->wins[other - 1];
        if (is_due(draft, other) && !is_confirmed(win) && win->state != UTH_WIN_BACKED_OUT &&
            takes_from_meter(draft, (enum uth_progressive_line)station->lines[other - 1])) {
            return UTH_ERR_WIN_ORDER;
        }
    }
    return UTH_OK;
}

// ---- a winner ---------------------------------------------------------------------------------

enum uth_status ledger_station_spot(struct draft *draft)
{
    UTH_CHECK(draft->station != NULL);

    const uint8_t seat = draft->command->seat;
    if (!ledger_seat_is_valid(seat) || (draft->station->wagered >> (seat - 1) & 1) == 0) {
        return UTH_ERR_NO_SUCH_SEAT;
    }
    ledger_draft_note(draft, UTH_ENTRY_SPOT, seat);
    return UTH_OK;
}

static void note_hand(struct draft *draft, enum uth_entry_kind kind, uint8_t seat)
{
    ledger_draft_note(draft, kind, seat)->line = (uint8_t)draft->command->line;
}

static enum uth_status hand_at_keypad(struct draft *draft)
{
    const struct uth_station *station = draft->station;
    if (station->state == UTH_STATION_PLAYING) {
        note_hand(draft, UTH_ENTRY_PRESSED, 0);
        return UTH_OK;
    }
    if (station->lit != draft->command->line) {
        return UTH_ERR_OTHER_WIN_LIT;
    }
    note_hand(draft, UTH_ENTRY_CANCELLED, 0);
    return UTH_OK;
}

static enum uth_status hand_at_spot(struct draft *draft)
{
    const uint8_t seat = draft->station->spot;
    if (seat == 0) {
        return UTH_ERR_GAME_STEP;
    }
    const struct uth_win *win = &draft->station->wins[seat - 1];
    if (is_confirmed(win)) {
        return UTH_ERR_WIN_CONFIRMED;
    }
    if (win->state != UTH_WIN_PRESSED) {
        note_hand(draft, UTH_ENTRY_PRESSED, seat);
        return UTH_OK;
    }
    if (win->line != draft->command->line) {
        return UTH_ERR_OTHER_WIN_LIT;
    }
    note_hand(draft, UTH_ENTRY_CANCELLED, seat);
    return UTH_OK;
}

// There is a button for each line the table pays. A second press turns it off (GM-1).
enum uth_status ledger_station_hand(struct draft *draft)
{
    UTH_CHECK(draft->station != NULL);

    if (!uth_progressive_pays(&draft->rules->table, draft->command->line)) {
        return UTH_ERR_NO_SUCH_BUTTON;
    }
    return draft->station->controller == UTH_MODEL_AQUARIUS ? hand_at_keypad(draft)
                                                            : hand_at_spot(draft);
}

// ---- verified ---------------------------------------------------------------------------------

// The amount is fixed here, and the meter adjusted now or when the key is back.
static void note_confirmed(struct draft *draft, uint8_t seat, enum uth_progressive_line line,
                           const struct uth_win_award *award)
{
    UTH_CHECK(ledger_seat_is_valid(seat));
    UTH_CHECK(award->amount.cents >= 0);

    struct uth_meter_entry *entry = ledger_draft_note(draft, UTH_ENTRY_CONFIRMED, seat);
    entry->line = (uint8_t)line;
    entry->as.award = *award;
}

static void adjust_meter(struct draft *draft, uint8_t seat, enum uth_progressive_line line,
                         const struct uth_win_award *award, const struct uth_meter *after)
{
    UTH_CHECK(after->amount.cents >= 0);

    struct uth_meter_entry *entry = ledger_draft_add(draft, UTH_ENTRY_AWARDED, seat, after);
    entry->line = (uint8_t)line;
    entry->as.award = *award;
    if (ledger_is_whole_meter(draft->rules, line)) {
        ledger_draft_terms_in_force(draft);
    }
}

enum uth_status ledger_station_key_jph(struct draft *draft)
{
    UTH_CHECK(draft->station != NULL);

    ledger_draft_note(draft, UTH_ENTRY_KEYED, 0);
    return UTH_OK;
}

// The keypad has no spots: the win is the first in paying order whose cards show the lit hand. One
// that was backed out comes up again only when no other is left. 0 when the cards show it nowhere.
static uint8_t seat_of_lit(const struct uth_station *station)
{
    uint8_t found = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const uint8_t seat = uth_station_turn(station, i);
        if (seat == 0) {
            break;
        }
        const struct uth_win *win = &station->wins[seat - 1];
        if (station->lines[seat - 1] != station->lit || is_confirmed(win)) {
            continue;
        }
        if (win->state == UTH_WIN_NONE) {
            return seat;
        }
        found = found == 0 ? seat : found;
    }
    return found;
}

uint8_t uth_station_pressed(const struct uth_station *station)
{
    if (station->controller == UTH_MODEL_AQUARIUS) {
        const bool lit =
            station->state == UTH_STATION_PRESSED || station->state == UTH_STATION_KEYED;
        return lit ? seat_of_lit(station) : 0; // 0 too while no cards are shown
    }
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const uint8_t seat = uth_station_turn(station, i);
        if (seat != 0 && station->wins[seat - 1].state == UTH_WIN_PRESSED) {
            return seat;
        }
    }
    return 0;
}

static bool anyone_shows_lit(const struct uth_station *station)
{
    bool shows = false;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        shows = shows || station->lines[i] == station->lit;
    }
    return shows;
}

// GM-2: only what the cards show, in the order it is paid.
enum uth_status ledger_station_j_pot(struct draft *draft)
{
    UTH_CHECK(draft->station != NULL);

    const struct uth_station *station = draft->station;
    if (!station->shown) {
        return UTH_ERR_CARDS_NOT_SHOWN;
    }
    const uint8_t seat = seat_of_lit(station);
    if (seat == 0) {
        return anyone_shows_lit(station) ? UTH_ERR_WIN_CONFIRMED : UTH_ERR_WIN_NOT_SHOWN;
    }
    const enum uth_progressive_line line = (enum uth_progressive_line)station->lit;
    const enum uth_status status = admit_order(draft, seat);
    if (status == UTH_OK) {
        struct uth_meter after;
        const struct uth_win_award award =
            ledger_draft_award(draft->rules, draft->controller, line, &after);
        note_confirmed(draft, seat, line, &award);
    }
    return status;
}

enum uth_status ledger_station_key_run(struct draft *draft)
{
    UTH_CHECK(draft->station != NULL);

    const struct uth_station *station = draft->station;
    if (station->state == UTH_STATION_FROZEN) {
        const struct uth_win *win = &station->wins[station->spot - 1];
        struct uth_meter after;
        UTH_CHECK(ledger_meter_with_award(&draft->meter, &win->award, 1, &after));
        if (ledger_is_whole_meter(draft->rules, (enum uth_progressive_line)win->line) &&
            draft->controller->terms_wait) {
            after.seed = draft->controller->waiting.seed;
        }
        adjust_meter(draft, station->spot, (enum uth_progressive_line)win->line, &win->award,
                     &after);
    }
    ledger_draft_note(draft, UTH_ENTRY_UNKEYED, 0);
    return UTH_OK;
}

// GM-2, as at J-POT. The amount is fixed only when the card is swiped.
enum uth_status ledger_station_confirm(struct draft *draft)
{
    UTH_CHECK(draft->station != NULL);

    const uint8_t seat = draft->station->spot;
    if (seat == 0 || draft->station->wins[seat - 1].state != UTH_WIN_PRESSED) {
        return UTH_ERR_NO_WIN_LIT;
    }
    const uint8_t line = draft->station->wins[seat - 1].line;
    if (!draft->station->shown) {
        return UTH_ERR_CARDS_NOT_SHOWN;
    }
    if (draft->station->lines[seat - 1] != line) {
        return UTH_ERR_WIN_NOT_SHOWN;
    }
    const enum uth_status status = admit_order(draft, seat);
    if (status == UTH_OK) {
        ledger_draft_note(draft, UTH_ENTRY_CARD_ASKED, seat)->line = line;
    }
    return status;
}

enum uth_status ledger_station_swipe(struct draft *draft)
{
    UTH_CHECK(draft->station != NULL);

    const uint8_t seat = draft->station->spot;
    UTH_CHECK(ledger_seat_is_valid(seat));
    const enum uth_progressive_line line =
        (enum uth_progressive_line)draft->station->wins[seat - 1].line;
    struct uth_meter after;
    const struct uth_win_award award =
        ledger_draft_award(draft->rules, draft->controller, line, &after);
    if (award.amount.cents > draft->controller->executive_above.cents &&
        draft->command->authority < UTH_AUTHORITY_EXECUTIVE) {
        return UTH_ERR_NEEDS_EXECUTIVE;
    }
    note_confirmed(draft, seat, line, &award);
    adjust_meter(draft, seat, line, &award, &after);
    return UTH_OK;
}

// ---- paid, and the end ------------------------------------------------------------------------

enum uth_status ledger_station_pay(struct draft *draft)
{
    UTH_CHECK(draft->station != NULL);

    const uint8_t seat = draft->command->seat;
    if (!ledger_seat_is_valid(seat) || draft->station->wins[seat - 1].state != UTH_WIN_CONFIRMED) {
        return UTH_ERR_NO_SUCH_WIN;
    }
    const struct uth_win *win = &draft->station->wins[seat - 1];
    struct uth_meter_entry *entry = ledger_draft_note(draft, UTH_ENTRY_PAID, seat);
    entry->line = win->line;
    entry->as.award = win->award;
    return UTH_OK;
}

// GM-2: not with a win pending or missed.
enum uth_status ledger_station_end(struct draft *draft)
{
    UTH_CHECK(draft->station != NULL);

    const struct uth_station *station = draft->station;
    if (station->state != UTH_STATION_PLAYING) {
        return UTH_ERR_WIN_PENDING;
    }
    if (station->wagered != 0 && !station->shown) {
        return UTH_ERR_CARDS_NOT_SHOWN;
    }
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        const struct uth_win *win = &station->wins[seat - 1];
        if (win->state == UTH_WIN_PRESSED || win->state == UTH_WIN_CONFIRMED) {
            return UTH_ERR_WIN_PENDING;
        }
        if (is_due(draft, seat) && !is_concluded(win)) {
            return UTH_ERR_WIN_MISSED;
        }
    }
    ledger_draft_note(draft, UTH_ENTRY_ENDED, 0);
    return UTH_OK;
}

// ---- a void -----------------------------------------------------------------------------------

static void take_units(uth_money *amount, uint32_t *carry, int64_t units)
{
    UTH_CHECK(units >= 0);

    const int64_t left = amount->cents * UTH_CARRY_UNITS + (int64_t)*carry - units;
    UTH_CHECK(left >= 0);
    amount->cents = left / UTH_CARRY_UNITS;
    *carry = (uint32_t)(left % UTH_CARRY_UNITS);
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

// DEAL-5: contributions are reversed. What has meanwhile gone from the reserve to the meter is
// taken there; what was won by another table is not there any more, and is the house's loss.
static struct uth_meter meter_unfed(const struct draft *draft)
{
    UTH_CHECK(draft->station->fed_units >= 0);
    UTH_CHECK(draft->station->fed_reserve_units >= 0);

    const struct uth_station *station = draft->station;
    const struct uth_win_award frozen = ledger_frozen_award(draft->controller);
    struct uth_meter meter = draft->meter;
    const int64_t reserve = (meter.reserve.cents - frozen.reserve_used.cents) * UTH_CARRY_UNITS +
                            (int64_t)meter.reserve_carry;
    const int64_t amount =
        (meter.amount.cents - frozen.from_meter.cents) * UTH_CARRY_UNITS + (int64_t)meter.carry;
    const int64_t from_reserve = smaller(station->fed_reserve_units, reserve);
    const int64_t short_by = station->fed_reserve_units - from_reserve;
    take_units(&meter.reserve, &meter.reserve_carry, from_reserve);
    take_units(&meter.amount, &meter.carry, smaller(station->fed_units + short_by, amount));
    return meter;
}

// GM-1: a confirmed win is backed out by a manual adjustment first.
enum uth_status ledger_station_void(struct draft *draft)
{
    UTH_CHECK(draft->station != NULL);

    const struct uth_station *station = draft->station;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (is_confirmed(&station->wins[i])) {
            return UTH_ERR_WIN_CONFIRMED;
        }
    }
    const struct uth_meter after = meter_unfed(draft);
    if (memcmp(&after, &draft->meter, sizeof after) != 0) {
        note_fed(ledger_draft_add(draft, UTH_ENTRY_UNFED, 0, &after));
    }
    ledger_draft_note(draft, UTH_ENTRY_VOIDED, 0);
    return UTH_OK;
}

// ---- from the round ---------------------------------------------------------------------------

void uth_controller_show(const struct uth_rules *rules, const struct uth_facts *facts,
                         struct uth_controller_command *command)
{
    memset(command->lines, UTH_PROGRESSIVE_NONE, sizeof command->lines);
    memset(command->order, 0, sizeof command->order);
    uint8_t order[UTH_SEATS_MAX];
    uth_settle_order(rules, facts, order);
    const bool as_settled = rules->progressive.order == UTH_METER_ORDER_SETTLEMENT;
    unsigned count = 0;
    for (unsigned i = 0; i < facts->player_count; i++) {
        const unsigned index = as_settled ? order[i] : facts->player_count - 1U - i;
        const struct uth_player_facts *player = &facts->players[index];
        if (player->stakes[UTH_WAGER_PROGRESSIVE].cents != 0) {
            command->lines[player->seat - 1] =
                (uint8_t)uth_settle_progressive_line(rules, facts, player);
            if (rules->progressive.order != UTH_METER_ORDER_CONFIRMATION) {
                command->order[count++] = player->seat;
            }
        }
    }
}
