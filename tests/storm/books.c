// The auditor's own arithmetic: the money of a table as the events of its rounds move it, by the
// rulebook and not by the ledger's code, and a meter from the parts its journal names.
#include "auditor.h"

// ---- events -----------------------------------------------------------------------------------

static void move_chips(struct own_table *table, uint8_t seat, int64_t cents)
{
    table->seats[seat].chips += cents;
    table->seats[seat].moved += cents;
}

static void move_tray(struct own_table *table, int64_t cents)
{
    table->tray += cents;
    table->tray_moved += cents;
}

static void begin_round(struct own_table *table, const struct uth_event *event)
{
    for (unsigned i = 1; i <= UTH_SEATS_MAX; i++) {
        struct own_seat *seat = &table->seats[i];
        *seat = (struct own_seat){.player = seat->player, .chips = seat->chips};
    }
    table->tray_moved = table->coin_in = table->fed = table->bank_net = 0;
    table->voided = false;
    table->number = event->as.opened.number;
    table->bank_seat = event->small[UTH_SMALL_OPENED_BANK_SEAT];
    table->bank_wager = event->as.opened.bank_wager.cents;
    if (table->bank_seat != 0) {
        move_chips(table, table->bank_seat, -table->bank_wager);
        table->bank = table->bank_wager;
    }
}

uint64_t report_player_name(const struct own_table *table, unsigned seat)
{
    const bool plays = table->seats[seat].stakes[UTH_WAGER_ANTE] > 0; // and did not take it back
    return table->bank_seat == seat ? table->seats[seat].player
           : plays                  ? table->seats[seat].bettor
                                    : 0;
}

static bool books_folded(const struct own_seat *seat)
{
    return seat->decision_count != 0 &&
           seat->decisions[seat->decision_count - 1].action == UTH_ACTION_FOLD;
}

static void note_played(struct own_table *table)
{
    struct own_round *round = &table->played[table->number % PLAYED_KEPT];
    round->number = table->last = table->number;
    round->voided = false;
    for (unsigned i = 1; i <= UTH_SEATS_MAX; i++) {
        const bool plays = table->seats[i].stakes[UTH_WAGER_ANTE] > 0;
        round->voided = round->voided || (plays && table->voided);
        round->players[i - 1] = report_player_name(table, i);
    }
}

// A Progressive wager pays "for one": what it is worth comes with the stake in it, and a lost one is
// worth nothing. The amount was fixed when the win was confirmed (PROG-5), and whoever backs a win out
// changes the meter, not the cards.
static void check_progressive(const struct own_table *table, uint32_t id,
                              const struct uth_event *event)
{
    const int64_t paid = event->as.settled.stake.cents + event->as.settled.net.cents;
    const struct own_game *game = &table->game;
    const int64_t due = game->round == table->number ? game->confirmed[event->seat] : 0;
    if (paid != due) {
        storm_fail(CHECK_METER, "table %u: the Progressive pays seat %u %lld, confirmed are %lld",
                   id, event->seat, (long long)paid, (long long)due);
    }
}

// BANK-4: what was taken at the fold comes back as far as the player-dealer's wager did not reach it, and
// nothing else is settled twice.
static bool goes_back(const struct own_table *table, uint32_t id, const struct uth_event *event)
{
    const struct own_seat *seat = &table->seats[event->seat];
    const uint8_t wager = event->small[UTH_SMALL_SETTLED_WAGER];
    if ((seat->settled >> wager & 1) == 0) {
        return false;
    }
    const int64_t net = event->as.settled.net.cents;
    if (table->bank_seat == 0 || !books_folded(seat) || net <= seat->nets[wager] || net > 0) {
        storm_fail(CHECK_AUDITOR, "table %u: wager %u of seat %u is settled twice", id, wager,
                   event->seat);
    }
    return true;
}

static void settled(struct own_table *table, uint32_t id, const struct uth_event *event)
{
    const bool again = goes_back(table, id, event);
    const int64_t before = table->seats[event->seat].nets[event->small[UTH_SMALL_SETTLED_WAGER]];
    const int64_t stake = again ? 0 : event->as.settled.stake.cents;
    const int64_t net = event->as.settled.net.cents - (again ? before : 0);
    const uint8_t carried = event->small[UTH_SMALL_SETTLED_CARRIED];
    the_storm->tally.in_part += carried == UTH_CARRIED_IN_PART;
    the_storm->tally.exhausted += carried == UTH_CARRIED_NOT_AT_ALL;
    const uint8_t wager = event->small[UTH_SMALL_SETTLED_WAGER];
    const bool progressive = wager == UTH_WAGER_PROGRESSIVE;
    struct own_seat *seat = &table->seats[event->seat];
    seat->settled |= (uint8_t)(1U << wager);
    seat->nets[wager] = event->as.settled.net.cents;
    seat->outcomes[wager] = event->small[UTH_SMALL_SETTLED_OUTCOME];
    move_chips(table, event->seat, stake + net);
    if (progressive) {
        check_progressive(table, id, event);
        move_tray(table, -(stake + net)); // the stake went there before the deal
        return;
    }
    table->layout -= stake;
    if (table->bank_seat != 0) {
        table->bank -= net;
    } else {
        move_tray(table, -net);
    }
}

// PLAY-5: before the dealer's cards are turned every fold has been collected.
static void check_folds(const struct own_table *table, uint32_t id)
{
    const uint8_t base = 1U << UTH_WAGER_ANTE | 1U << UTH_WAGER_BLIND;
    for (unsigned i = 1; i <= UTH_SEATS_MAX; i++) {
        const struct own_seat *seat = &table->seats[i];
        if (books_folded(seat) && (seat->settled & base) != base) {
            storm_fail(CHECK_AUDITOR, "table %u: the fold of seat %u has not been collected", id,
                       i);
        }
    }
}

// DEAL-5: what the wagers of a void round had fed is taken back with them.
static void check_unfed(const struct own_table *table, uint32_t id)
{
    const struct own_game *game = &table->game;
    if (game->round == table->number && (game->fed != 0 || game->fed_reserve != 0)) {
        storm_fail(CHECK_METER,
                   "table %u: round %llu is void, and %lld and %lld ten-thousandths of a cent stay "
                   "on the meter",
                   id, (unsigned long long)table->number, (long long)game->fed,
                   (long long)game->fed_reserve);
    }
}

static void voided(struct own_table *table, const struct uth_event *event)
{
    for (unsigned i = 1; i <= UTH_SEATS_MAX; i++) {
        table->seats[i].chips -= table->seats[i].moved;
        if (event->small[UTH_SMALL_VOIDED_FEE_RETURNED] != 0) {
            table->seats[i].chips += table->seats[i].fee;
            table->drop -= table->seats[i].fee;
        }
        table->seats[i].settled = 0;
    }
    table->tray -= table->tray_moved;
    table->layout = table->bank = table->bank_net = 0;
    table->voided = true;
}

static void end_of_round(const struct own_table *table, uint32_t id)
{
    if (table->layout != 0 || table->bank != 0) {
        storm_fail(CHECK_AUDITOR,
                   "table %u: %lld lie on the layout and %lld in the bank at the end", id,
                   (long long)table->layout, (long long)table->bank);
    }
    if (table->coin_in != table->fed) {
        storm_fail(CHECK_METER, "table %u: %lld were staked on the Progressive, the meter had %lld",
                   id, (long long)table->coin_in, (long long)table->fed);
    }
}

static void wagered(struct own_table *table, const struct uth_event *event)
{
    struct own_seat *seat = &table->seats[event->seat];
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const int64_t more = event->as.stakes[i].cents - seat->stakes[i];
        seat->stakes[i] += more;
        table->layout += more;
        move_chips(table, event->seat, -more);
    }
}

static void decided(struct own_table *table, const struct uth_event *event)
{
    struct own_seat *seat = &table->seats[event->seat];
    const struct own_decision decision = {
        .street = event->small[UTH_SMALL_DECIDED_STREET],
        .action = event->small[UTH_SMALL_DECIDED_ACTION],
        .multiple = event->small[UTH_SMALL_DECIDED_MULTIPLE],
        .by_system = event->small[UTH_SMALL_DECIDED_BY_SYSTEM],
    };
    const int64_t play = decision.multiple * seat->stakes[UTH_WAGER_ANTE];
    UTH_CHECK(seat->decision_count < UTH_STREET_COUNT);
    seat->decisions[seat->decision_count++] = decision;
    seat->stakes[UTH_WAGER_PLAY] = play;
    table->layout += play;
    move_chips(table, event->seat, -play);
    the_storm->tally.by_timer += decision.by_system;
}

static void round_settled(struct own_table *table, uint32_t id, int64_t made)
{
    if (table->bank_seat == 0) {
        return;
    }
    table->bank_net = table->bank - table->bank_wager;
    if (table->bank_net != made) {
        storm_fail(CHECK_AUDITOR, "table %u: the bank has %lld, it posted %lld and made %lld", id,
                   (long long)table->bank, (long long)table->bank_wager, (long long)made);
    }
    move_chips(table, table->bank_seat, table->bank);
    table->bank = 0;
}

static void note_phase(struct own_table *table, const struct uth_event *event)
{
    static const uint8_t leads_to[UTH_EVENT_COUNT] = {
        [UTH_EVENT_OPENED] = UTH_PHASE_BETTING,        [UTH_EVENT_BETS_CLOSED] = UTH_PHASE_CLOSED,
        [UTH_EVENT_DEALT] = UTH_PHASE_PREFLOP,         [UTH_EVENT_SHOWDOWN] = UTH_PHASE_SHOWDOWN,
        [UTH_EVENT_ROUND_SETTLED] = UTH_PHASE_SETTLED, [UTH_EVENT_ENDED] = UTH_PHASE_OVER,
        [UTH_EVENT_VOIDED] = UTH_PHASE_OVER,
    };
    if (event->kind == UTH_EVENT_TURNED) {
        const bool flop = event->small[UTH_SMALL_TURNED_COUNT] == 3;
        table->phase = flop ? UTH_PHASE_FLOP : UTH_PHASE_RIVER;
    } else if (leads_to[event->kind] != UTH_PHASE_IDLE) {
        table->phase = leads_to[event->kind];
    }
}

void books_take_event(struct own_table *table, uint32_t id, const struct uth_event *event)
{
    const int64_t amount = event->as.amount.cents;
    note_phase(table, event);
    switch ((enum uth_event_kind)event->kind) {
    case UTH_EVENT_OPENED: begin_round(table, event); break;
    case UTH_EVENT_WAGERED: wagered(table, event); break;
    case UTH_EVENT_FEE_TAKEN:
        table->seats[event->seat].chips -= amount;
        table->seats[event->seat].fee += amount;
        table->drop += amount;
        break;
    case UTH_EVENT_COIN_IN:
        table->layout -= amount;
        table->coin_in += amount;
        move_tray(table, amount);
        break;
    case UTH_EVENT_DECIDED: decided(table, event); break;
    case UTH_EVENT_SHOWDOWN: check_folds(table, id); break;
    case UTH_EVENT_SETTLED: settled(table, id, event); break;
    case UTH_EVENT_ROUND_SETTLED: round_settled(table, id, amount); break;
    case UTH_EVENT_VOIDED:
        check_unfed(table, id);
        voided(table, event);
        note_played(table);
        the_storm->tally.voided++;
        break;
    case UTH_EVENT_ENDED:
        end_of_round(table, id);
        note_played(table);
        the_storm->tally.rounds++;
        break;
    case UTH_EVENT_AWARDED:
    case UTH_EVENT_BETS_CLOSED:
    case UTH_EVENT_DEALT:
    case UTH_EVENT_RACKED:
    case UTH_EVENT_TURNED:
    case UTH_EVENT_EXPOSED:
    case UTH_EVENT_COUNT: break;
    }
}

// ---- meters -----------------------------------------------------------------------------------

static void add_award(struct own_meter *meter, const struct uth_win_award *award, int sign)
{
    meter->paid += sign * award->from_meter.cents * UTH_CARRY_UNITS;
    meter->seeded += sign * (award->seed_added.cents + award->reserve_used.cents) * UTH_CARRY_UNITS;
    meter->reserve -= sign * award->reserve_used.cents * UTH_CARRY_UNITS;
}

static void adjusted(struct own_meter *meter, const struct uth_meter_entry *entry)
{
    the_storm->tally.adjusted++;
    if (entry->seat != 0) {
        add_award(meter, &entry->as.award, -1);
        return;
    }
    const int64_t change = entry->as.adjusted.change.cents * UTH_CARRY_UNITS;
    meter->adjusted += change;
    meter->seeded += (entry->as.adjusted.seed_added.cents + entry->as.adjusted.reserve_used.cents) *
                     UTH_CARRY_UNITS;
    meter->reserve -= entry->as.adjusted.reserve_used.cents * UTH_CARRY_UNITS;
    if (entry->adjustment == UTH_ADJUSTMENT_MAXIMUM && change < 0) {
        meter->reserve -= change;
    }
}

// PROG-2: so much of a stake to the meter and so much to the reserve; what a meter at its maximum does
// not take goes to the reserve as well (GM-5).
static void fed(struct own_meter *meter, const struct uth_meter_entry *entry)
{
    const int64_t stake = entry->as.fed.stake.cents;
    const int64_t to_meter = stake * meter->terms.meter_rate_bp;
    const int64_t maximum = meter->terms.maximum.cents * UTH_CARRY_UNITS;
    int64_t taken = to_meter;
    if (maximum != 0 && meter->units + to_meter > maximum) {
        taken = meter->units < maximum ? maximum - meter->units : 0;
    }
    const int64_t rest = stake * meter->terms.reserve_rate_bp + to_meter - taken;
    if (entry->as.fed.units != taken || entry->as.fed.reserve_units != rest) {
        storm_fail(CHECK_METER, "a stake of %lld feeds %lld and %lld ten-thousandths of a cent",
                   (long long)stake, (long long)entry->as.fed.units,
                   (long long)entry->as.fed.reserve_units);
    }
    meter->fed += entry->as.fed.units;
    meter->reserve += entry->as.fed.reserve_units;
}

struct parts {
    int64_t meter, reserve;
};

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

// DEAL-5: all that the game fed. What has left the reserve since is on the meter; what a win has
// taken, or will when its key is back, is nobody's to give back.
static struct parts due_back(const struct own_meter *meter, const struct own_game *game)
{
    const int64_t reserve = smaller(game->fed_reserve, meter->reserve - meter->held_reserve);
    const int64_t rest = game->fed + game->fed_reserve - reserve;
    return (struct parts){smaller(rest, meter->units - meter->held), reserve};
}

static void unfed(struct own_meter *meter, struct own_table *table,
                  const struct uth_meter_entry *entry)
{
    const struct parts due = due_back(meter, &table->game);
    if (entry->as.fed.units != -due.meter || entry->as.fed.reserve_units != -due.reserve) {
        storm_fail(
            CHECK_METER,
            "table %u: %lld and %lld ten-thousandths of a cent go back, %lld and %lld are due",
            entry->table, (long long)-entry->as.fed.units, (long long)-entry->as.fed.reserve_units,
            (long long)due.meter, (long long)due.reserve);
    }
    meter->fed += entry->as.fed.units; // below 0
    meter->reserve += entry->as.fed.reserve_units;
    table->game.fed = table->game.fed_reserve = 0;
}

// What is still due then stays, and the round tells.
static void game_voided(const struct own_meter *meter, struct own_game *game)
{
    const struct parts due = due_back(meter, game);
    game->fed = due.meter;
    game->fed_reserve = due.reserve;
}

static void confirmed(struct own_meter *meter, struct own_game *game,
                      const struct uth_meter_entry *entry)
{
    game->confirmed[entry->seat] = entry->as.award.amount.cents;
    meter->held = entry->as.award.from_meter.cents * UTH_CARRY_UNITS;
    meter->held_reserve = entry->as.award.reserve_used.cents * UTH_CARRY_UNITS;
}

// What was confirmed, and nothing else, comes from meter and house.
static void awarded(struct own_meter *meter, const struct own_game *game,
                    const struct uth_meter_entry *entry)
{
    const int64_t from_meter = entry->as.award.from_meter.cents;
    const int64_t from_house = entry->as.award.from_house.cents;
    const int64_t due = game->round == entry->round ? game->confirmed[entry->seat] : 0;
    if (from_meter + from_house != due) {
        storm_fail(
            CHECK_METER,
            "table %u: the win of seat %u takes %lld from the meter and %lld from the house, "
            "confirmed are %lld",
            entry->table, entry->seat, (long long)from_meter, (long long)from_house,
            (long long)due);
    }
    add_award(meter, &entry->as.award, 1);
    meter->held = meter->held_reserve = 0;
    the_storm->tally.jackpots++;
    the_storm->tally.top += entry->as.award.seed_added.cents > 0;
}

void books_take_entry(struct own_meter *meter, struct own_table *table,
                      const struct uth_meter_entry *entry)
{
    switch ((enum uth_entry_kind)entry->kind) {
    case UTH_ENTRY_CREATED:
        meter->seeded = entry->after.amount.cents * UTH_CARRY_UNITS;
        meter->terms = entry->as.terms.after;
        break;
    case UTH_ENTRY_TERMS_IN_FORCE:
        meter->terms = entry->as.terms.after;
        the_storm->tally.terms++;
        break;
    case UTH_ENTRY_STARTED: table->game = (struct own_game){.round = entry->round}; break;
    case UTH_ENTRY_FED:
        fed(meter, entry);
        table->fed += entry->as.fed.stake.cents;
        table->game.fed += entry->as.fed.units;
        table->game.fed_reserve += entry->as.fed.reserve_units;
        break;
    case UTH_ENTRY_UNFED: unfed(meter, table, entry); break;
    case UTH_ENTRY_VOIDED: game_voided(meter, &table->game); break;
    case UTH_ENTRY_CONFIRMED: confirmed(meter, &table->game, entry); break;
    case UTH_ENTRY_AWARDED: awarded(meter, &table->game, entry); break;
    case UTH_ENTRY_ADJUSTED: adjusted(meter, entry); break;
    // The money stays where it is.
    case UTH_ENTRY_DAY_BEGAN:
    case UTH_ENTRY_TERMS_ASKED:
    case UTH_ENTRY_EXECUTIVE_SET:
    case UTH_ENTRY_LINKED:
    case UTH_ENTRY_UNLINKED:
    case UTH_ENTRY_LOST:
    case UTH_ENTRY_FOUND:
    case UTH_ENTRY_SHOWN:
    case UTH_ENTRY_SPOT:
    case UTH_ENTRY_PRESSED:
    case UTH_ENTRY_CANCELLED:
    case UTH_ENTRY_KEYED:
    case UTH_ENTRY_UNKEYED:
    case UTH_ENTRY_CARD_ASKED:
    case UTH_ENTRY_PAID:
    case UTH_ENTRY_ENDED:
    case UTH_ENTRY_COUNT: break;
    }
    meter->units = meter->fed + meter->seeded + meter->adjusted - meter->paid;
}
