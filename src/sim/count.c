#include "count.h"

#include <string.h>

_Static_assert(UTH_SIM_UNIT_ROUNDS + LANES <= UINT64_C(1) << 14,
               "squares of small nets fit 63 bits");

void sim_count_start(struct counter *counter, const struct uth_sim *sim)
{
    memset(counter, 0, sizeof *counter);
    counter->sim = sim;
    counter->totals.group_count = sim->group_count;
}

// Squares of small nets are products of two 32-bit numbers, which vectors can do.
static inline void add_line(struct partial *partial, const struct nets *nets, unsigned i)
{
    const int64_t net = nets->line[i];
    const uint32_t size = (uint32_t)(net < 0 ? -net : net);
    partial->sum[i] += net;
    partial->square[i] += (int64_t)((uint64_t)size * size);
}

static inline void add_small(struct partial *partial, const struct nets *nets, unsigned hands,
                             unsigned lines)
{
    for (unsigned i = 0; i < LINES_COMMON; i++) {
        add_line(partial, nets, i);
    }
    for (unsigned i = LINES_COMMON; i < lines; i++) {
        add_line(partial, nets, i);
    }
    partial->staked += nets->staked;
    partial->staked_square += nets->staked * nets->staked;
    partial->play_by_staked += nets->line[UTH_WAGER_PLAY] * nets->staked;
    partial->base_by_staked += nets->line[LINE_BASE] * nets->staked;
    partial->rounds++;
    partial->hands += hands;
    partial->hand_pairs += hands * hands;
}

static inline bool is_small(const struct nets *nets, unsigned lines)
{
    uint64_t high = (uint64_t)nets->staked * 2;
    for (unsigned i = LINES_COMMON; i < lines; i++) {
        high |= (uint64_t)(nets->line[i] + SMALL_NET);
    }
    for (unsigned i = 0; i < LINES_COMMON; i++) {
        // Shifted into the positive, what is small stays below twice the bound.
        high |= (uint64_t)(nets->line[i] + SMALL_NET);
    }
    return high < 2 * (uint64_t)SMALL_NET;
}

static void add_wide(struct uth_sim_sums *sums, int64_t value)
{
    sums->sum += value;
    sums->square += (uth_wide)value * value;
}

// Where a line stands in the totals.
static unsigned total_of(unsigned line)
{
    switch (line) {
    case LINE_BASE: return UTH_SIM_BASE;
    case LINE_TOTAL: return UTH_SIM_TOTAL;
    case LINE_FIXED: return UTH_SIM_FIXED;
    default: return line < LINE_OWN ? line : line - LINE_OWN + UTH_WAGER_OWN_1;
    }
}

static void add_large(struct uth_sim_group *group, const struct nets *nets, unsigned hands)
{
    for (unsigned i = 0; i < UTH_SIM_LINES; i++) {
        add_wide(&group->lines[total_of(i)], nets->line[i]);
        group->line_hands[total_of(i)] += (uth_wide)nets->line[i] * hands;
    }
    add_wide(&group->play_staked, nets->staked);
    group->staked_hands += (uth_wide)nets->staked * hands;
    group->play_by_staked += (uth_wide)nets->line[UTH_WAGER_PLAY] * nets->staked;
    group->base_by_staked += (uth_wide)nets->line[LINE_BASE] * nets->staked;
    group->rounds++;
    group->hands += hands;
    group->hand_pairs += (uint64_t)hands * hands;
}

static void add_group(struct counter *counter, unsigned index, const struct nets *nets,
                      unsigned hands)
{
    struct partial *partial = &counter->partial[index];
    const unsigned lines = counter->sim->lines;
    if (!is_small(nets, lines)) {
        add_large(&counter->totals.groups[index], nets, hands);
        return;
    }
    add_small(partial, nets, hands, lines);
    // Without a player-dealer every round has the same hands, and the sum will do.
    if (counter->sim->banked) {
        partial->staked_hands += nets->staked * (int64_t)hands;
        for (unsigned i = 0; i < lines; i++) {
            partial->line_hands[i] += nets->line[i] * (int64_t)hands;
        }
    }
}

// What the player-dealer's wager left undone (BANK-3).
static void count_coverage(struct uth_sim_totals *totals, const struct uth_settled *settled)
{
    if (settled->due.cents == 0) {
        return;
    }
    const int64_t due = settled->due.cents < 0 ? -settled->due.cents : settled->due.cents;
    const int64_t net = settled->net.cents < 0 ? -settled->net.cents : settled->net.cents;
    totals->lines++;
    totals->uncovered += net != due;
    totals->due += due;
    totals->missing += due - net;
}

static void count_awards(struct counter *counter, const struct table *table,
                         struct nets nets[UTH_SEATS_MAX])
{
    const struct uth_sim *sim = counter->sim;
    for (unsigned i = 0; i < table->settlement.award_count; i++) {
        const struct uth_award *award = &table->settlement.awards[i];
        struct uth_sim_awards *awards = &counter->totals.awards[award->line];
        awards->count++;
        awards->paid += award->amount.cents;
        counter->totals.seed_added += award->seed_added.cents;
        if (sim->setup.rules->progressive.table.pays[award->line].meter_bp != 0) {
            nets[sim->group[award->seat - 1]].line[LINE_FIXED] -= award->amount.cents;
        }
    }
}

static uint64_t *place_of(struct uth_sim_group *group, unsigned decision)
{
    UTH_CHECK(decision < DECISION_COUNT);
    return decision == DECISION_FOLD
               ? &group->folded
               : &group->raised[decision / UTH_RAISES_MAX][decision % UTH_RAISES_MAX];
}

static void count_player(struct counter *counter, const struct table *table, unsigned player,
                         struct nets *nets)
{
    const unsigned decision =
        counter->sim->decision_of[table->streets[player]][table->multiples[player]];
    nets->staked += table->facts.players[player].stakes[UTH_WAGER_PLAY].cents;
    (*place_of(&counter->totals.groups[table->group[player]], decision))++;
}

static void close_nets(struct nets *nets, int64_t fees)
{
    int64_t *line = nets->line;
    line[LINE_BASE] = line[UTH_WAGER_ANTE] + line[UTH_WAGER_BLIND] + line[UTH_WAGER_PLAY];
    line[LINE_TOTAL] = -fees;
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
        line[LINE_TOTAL] += line[line_of_wager(wager)];
    }
    line[LINE_FIXED] += line[UTH_WAGER_PROGRESSIVE];
}

static void count_rounds(struct counter *counter, uint32_t rounds)
{
    counter->rounds += rounds;
    if (counter->rounds >= UTH_SIM_UNIT_ROUNDS) {
        sim_count_flush(counter);
    }
}

void sim_count_round(struct counter *counter, const struct table *table)
{
    const struct uth_sim *sim = counter->sim;
    const struct uth_settlement *settlement = &table->settlement;
    struct nets nets[UTH_SEATS_MAX];
    memset(nets, 0, sim->group_count * sizeof nets[0]);
    for (unsigned i = 0; i < settlement->line_count; i++) {
        const struct uth_settled *settled = &settlement->lines[i];
        const unsigned group = table->group[settled->player];
        nets[group].line[line_of_wager(settled->wager)] += settled->net.cents;
        counter->partial[group].wins[settled->wager] += settled->outcome == UTH_OUTCOME_WIN;
        if (sim->banked) {
            count_coverage(&counter->totals, settled);
        }
    }
    for (unsigned player = 0; player < sim->player_count; player++) {
        count_player(counter, table, player, &nets[table->group[player]]);
    }
    count_awards(counter, table, nets);
    for (unsigned group = 0; group < sim->group_count; group++) {
        const unsigned hands = table->group_hands[group];
        if (hands != 0) {
            close_nets(&nets[group], sim->player_fee.cents * (int64_t)hands);
            add_group(counter, group, &nets[group], hands);
        }
    }
    add_wide(&counter->totals.bank, settlement->bank_net.cents);
    if (sim->banked) {
        counter->totals.bank_fees += table->bank_fee.cents;
        counter->totals.player_fees += (uth_wide)sim->player_fee.cents * sim->player_count;
    }
    count_rounds(counter, 1);
}

void sim_count_by_cells(struct counter *counter, uint32_t rounds)
{
    counter->rounds_by_cells += rounds;
    count_rounds(counter, rounds);
}

static void flush_group(struct uth_sim_group *group, const struct partial *partial, bool banked)
{
    const uint32_t hands = partial->rounds == 0 ? 0 : partial->hands / partial->rounds;
    for (unsigned i = 0; i < UTH_SIM_LINES; i++) {
        const unsigned total = total_of(i);
        group->lines[total].sum += partial->sum[i];
        group->lines[total].square += partial->square[i];
        group->line_hands[total] +=
            banked ? partial->line_hands[i] : partial->sum[i] * (uth_wide)hands;
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        group->wins[i] += partial->wins[i];
    }
    group->rounds += partial->rounds;
    group->hands += partial->hands;
    group->hand_pairs += partial->hand_pairs;
    group->play_staked.sum += partial->staked;
    group->play_staked.square += partial->staked_square;
    group->staked_hands += banked ? partial->staked_hands : partial->staked * (uth_wide)hands;
    group->play_by_staked += partial->play_by_staked;
    group->base_by_staked += partial->base_by_staked;
}

// The sums of rounds by cells, gathered while the cells are gone through.
struct gathered {
    uth_wide sum[16];
    uint64_t hands[UTH_HAND_COUNT]; // by kind
};

static void gather(const struct cell *cell, uint32_t hits, struct gathered *gathered)
{
    for (unsigned i = 0; i < NET_LANES; i++) {
        gathered->sum[i] += (uth_wide)cell->net[i] * hits;
    }
}

static void gather_wins(struct uth_sim_group *group, uint8_t wins, uint32_t hits)
{
    for (unsigned wager = 0; wager < NET_STAKED; wager++) {
        group->wins[wager] += ((unsigned)wins >> wager & 1U) * (uint64_t)hits;
    }
}

// Every wager of theirs was carried out whole (BANK-3).
static void gather_coverage(struct counter *counter, uint8_t lines, int64_t due, uint32_t hits)
{
    if (counter->sim->banked) {
        counter->totals.lines += (uint64_t)lines * hits;
        counter->totals.due += (uth_wide)due * hits;
    }
}

static void gather_awards(struct counter *counter, unsigned index,
                          const uint64_t hands[UTH_HAND_COUNT])
{
    const struct uth_sim *sim = counter->sim;
    const uth_money stake = sim->strategies[index].stakes[UTH_WAGER_PROGRESSIVE];
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        const struct uth_award award =
            sim_cells_award(sim->setup.rules, (enum uth_hand_kind)kind, stake);
        if (award.line != UTH_PROGRESSIVE_NONE) {
            counter->totals.awards[award.line].count += hands[kind];
            counter->totals.awards[award.line].paid += award.amount.cents * (uth_wide)hands[kind];
        }
    }
}

static void gather_base(struct counter *counter, unsigned index, unsigned banks,
                        struct gathered *gathered)
{
    const struct cells *cells = &counter->sim->cells[index];
    const uint32_t *hits = counter->hits[index].base[banks];
    struct uth_sim_group *group = &counter->totals.groups[index];
    for (unsigned i = 0; i < BASE_CELLS; i++) {
        if (hits[i] != 0) {
            gather(&cells->base[i], hits[i], gathered);
            gather_wins(group, cells->base_wins[i], hits[i]);
            gather_coverage(counter, cells->base_lines[i], cells->base_due[i], hits[i]);
            *place_of(group, i / CELLS_DECISION) += hits[i];
            gathered->hands[i % CELLS_COMPARED] += hits[i];
        }
    }
}

static void gather_side(struct counter *counter, unsigned index, unsigned banks,
                        struct gathered *gathered)
{
    const struct cells *cells = &counter->sim->cells[index];
    const uint32_t *hits = counter->hits[index].side[banks];
    struct uth_sim_group *group = &counter->totals.groups[index];
    for (unsigned i = 0; i < SIDE_CELLS; i++) {
        if (hits[i] != 0) {
            gather(&cells->side[i], hits[i], gathered);
            gather_wins(group, cells->side_wins[i], hits[i]);
            gather_coverage(counter, cells->side_lines[i], cells->side_due[i], hits[i]);
        }
    }
}

static uth_wide flush_others(struct counter *counter, unsigned index, uint32_t hands)
{
    const struct cells *cells = &counter->sim->cells[index];
    struct uth_sim_group *group = &counter->totals.groups[index];
    uth_wide total = 0;
    for (unsigned i = 0; i < cells->other_count; i++) {
        const struct other_hits *hits = &counter->hits[index].others[i];
        const unsigned line = cells->others[i].wager;
        group->lines[line].sum += hits->sum;
        group->lines[line].square += hits->square;
        group->line_hands[line] += hits->sum * (uth_wide)hands;
        group->wins[line] += hits->wins;
        total += hits->sum;
    }
    return total;
}

static void flush_sum(struct uth_sim_group *group, unsigned line, uth_wide sum, uint32_t hands)
{
    group->lines[line].sum += sum;
    group->line_hands[line] += sum * hands;
}

// The sums of rounds with so many hands. No meter paid in them, so the Progressive without its
// shares is the Progressive.
static void flush_sums(struct counter *counter, unsigned index, unsigned banks)
{
    const struct uth_sim *sim = counter->sim;
    struct uth_sim_group *group = &counter->totals.groups[index];
    const uint32_t rounds = counter->hits[index].rounds[banks];
    const uint32_t hands = sim->hands[index] - banks;
    struct gathered gathered = {.sum = {0}};
    gather_base(counter, index, banks, &gathered);
    gather_side(counter, index, banks, &gathered);
    gather_awards(counter, index, gathered.hands);
    for (unsigned wager = 0; wager < NET_STAKED; wager++) {
        flush_sum(group, wager, gathered.sum[wager], hands);
    }
    flush_sum(group, UTH_SIM_FIXED, gathered.sum[UTH_WAGER_PROGRESSIVE], hands);
    flush_sum(group, UTH_SIM_BASE, gathered.sum[NET_BASE], hands);
    // The sum of (total - fees)^2, fees being the same in each of these rounds, but for total^2.
    const uth_wide fees = (uth_wide)sim->player_fee.cents * hands;
    const uth_wide others = banks == 0 ? flush_others(counter, index, hands) : 0;
    const uth_wide total = gathered.sum[NET_TOTAL] + others;
    flush_sum(group, UTH_SIM_TOTAL, total - fees * rounds, hands);
    group->lines[UTH_SIM_TOTAL].square += fees * fees * rounds - 2 * fees * total;
    group->rounds += rounds;
    group->hands += (uint64_t)hands * rounds;
    group->hand_pairs += (uint64_t)hands * hands * rounds;
    group->play_staked.sum += gathered.sum[NET_STAKED];
    group->staked_hands += gathered.sum[NET_STAKED] * hands;
    counter->totals.bank.sum -= gathered.sum[NET_COVERED] + others;
}

static void flush_squares(struct uth_sim_group *group, const int64_t square[16])
{
    for (unsigned wager = 0; wager < NET_STAKED; wager++) {
        group->lines[wager].square += square[wager];
    }
    group->lines[UTH_SIM_FIXED].square += square[UTH_WAGER_PROGRESSIVE];
    group->lines[UTH_SIM_BASE].square += square[NET_BASE];
    group->lines[UTH_SIM_TOTAL].square += square[NET_TOTAL];
    group->play_staked.square += square[NET_STAKED];
    // (a + b)^2 = a^2 + 2ab + b^2
    group->play_by_staked +=
        (square[NET_PLAY_STAKED] - square[UTH_WAGER_PLAY] - square[NET_STAKED]) / 2;
    group->base_by_staked += (square[NET_BASE_STAKED] - square[NET_BASE] - square[NET_STAKED]) / 2;
}

static void flush_hits(struct counter *counter, unsigned index)
{
    flush_sums(counter, index, 0);
    if (counter->hits[index].rounds[1] != 0 && counter->sim->hands[index] > 1) {
        flush_sums(counter, index, 1);
    }
    flush_squares(&counter->totals.groups[index], counter->hits[index].square);
}

void sim_count_flush(struct counter *counter)
{
    const unsigned groups = counter->sim->group_count;
    for (unsigned i = 0; i < groups; i++) {
        flush_group(&counter->totals.groups[i], &counter->partial[i], counter->sim->banked);
    }
    memset(counter->partial, 0, groups * sizeof counter->partial[0]);
    if (counter->rounds_by_cells != 0) {
        for (unsigned i = 0; i < groups; i++) {
            flush_hits(counter, i);
        }
        memset(counter->hits, 0, groups * sizeof counter->hits[0]);
        counter->totals.bank.square += counter->bank_square;
        counter->bank_square = 0;
    }
    counter->totals.rounds += counter->rounds;
    counter->rounds = 0;
    counter->rounds_by_cells = 0;
}

static void add_sums(struct uth_sim_sums *sums, struct uth_sim_sums more)
{
    sums->sum += more.sum;
    sums->square += more.square;
}

static void add_to_group(struct uth_sim_group *group, const struct uth_sim_group *more)
{
    group->rounds += more->rounds;
    group->hands += more->hands;
    group->hand_pairs += more->hand_pairs;
    for (unsigned i = 0; i < UTH_SIM_LINES; i++) {
        add_sums(&group->lines[i], more->lines[i]);
        group->line_hands[i] += more->line_hands[i];
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        group->wins[i] += more->wins[i];
    }
    add_sums(&group->play_staked, more->play_staked);
    group->staked_hands += more->staked_hands;
    group->play_by_staked += more->play_by_staked;
    group->base_by_staked += more->base_by_staked;
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        for (unsigned i = 0; i < UTH_RAISES_MAX; i++) {
            group->raised[street][i] += more->raised[street][i];
        }
    }
    group->folded += more->folded;
}

void sim_totals_add(struct uth_sim_totals *totals, const struct uth_sim_totals *more)
{
    totals->rounds += more->rounds;
    totals->units += more->units;
    totals->group_count = more->group_count;
    for (unsigned i = 0; i < more->group_count; i++) {
        add_to_group(&totals->groups[i], &more->groups[i]);
    }
    add_sums(&totals->bank, more->bank);
    totals->bank_fees += more->bank_fees;
    totals->player_fees += more->player_fees;
    totals->lines += more->lines;
    totals->uncovered += more->uncovered;
    totals->due += more->due;
    totals->missing += more->missing;
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        totals->awards[i].count += more->awards[i].count;
        totals->awards[i].paid += more->awards[i].paid;
    }
    totals->meter_wait_max = totals->meter_wait_max > more->meter_wait_max ? totals->meter_wait_max
                                                                           : more->meter_wait_max;
    totals->seed_added += more->seed_added;
}
