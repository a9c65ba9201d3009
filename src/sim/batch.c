#include "batch.h"

#include <string.h>

#include "core/due.h"

// ---- cards --------------------------------------------------------------------------------------

// Behind the bank everybody has the hole cards of one player less.
SIM_WIDE static void move_cards(uth_card *to, const uth_card *before, const uth_card *behind,
                                const uint8_t bank[LANES], unsigned seat)
{
    for (unsigned i = 0; i < LANES; i++) {
        to[i] = bank[i] < seat ? behind[i] : before[i];
    }
}

static void deal_banked(struct batch *batch, const struct uth_sim *sim)
{
    const struct uth_dealt *places = &sim->places;
    for (unsigned i = 0; i < LANES; i++) {
        batch->bank[i] = sim->bank_order[(batch->first + i) % UTH_SIM_UNIT_ROUNDS];
        batch->bank_group[i] = sim->group[batch->bank[i] - 1];
    }
    for (unsigned seat = 1; seat <= sim->setup.seat_count; seat++) {
        const unsigned before = seat - (seat > sim->player_count);
        const unsigned behind = seat - (seat > 1);
        for (unsigned card = 0; card < 2; card++) {
            move_cards(batch->moved[seat - 1][card], batch->cards[places->hole[before - 1][card]],
                       batch->cards[places->hole[behind - 1][card]], batch->bank, seat);
            batch->holes[seat - 1][card] = batch->moved[seat - 1][card];
        }
    }
}

// Which card goes where is the same in all rounds: a deal is a choice of rows.
static void deal(struct batch *batch, const struct uth_sim *sim)
{
    const struct uth_dealt *places = &sim->places;
    const unsigned seats = sim->setup.seat_count;
    hand_row community[5];
    for (unsigned i = 0; i < 5; i++) {
        community[i] = batch->cards[places->community[i]];
    }
    for (unsigned card = 0; card < 2; card++) {
        for (unsigned seat = 0; seat < seats && !sim->banked; seat++) {
            batch->holes[seat][card] = batch->cards[places->hole[seat][card]];
        }
        batch->holes[seats][card] = batch->cards[places->dealer[card]];
    }
    if (sim->banked) {
        deal_banked(batch, sim);
    }
    exact_boards_set(&batch->boards, community);
}

// The cards of one round, as a settlement wants them.
struct seen_round {
    uth_card community[5], dealer[2], hole[2];
};

static void look_at(const struct batch *batch, const struct uth_sim *sim, unsigned seat,
                    unsigned lane, struct seen_round *seen)
{
    for (unsigned i = 0; i < 5; i++) {
        seen->community[i] = batch->boards.community[i][lane];
    }
    for (unsigned i = 0; i < 2; i++) {
        seen->hole[i] = batch->holes[seat][i][lane];
        seen->dealer[i] = batch->holes[sim->setup.seat_count][i][lane];
    }
}

static unsigned line_of(const struct batch *batch, const struct uth_sim *sim, unsigned seat,
                        unsigned lane, const struct uth_bet *bet)
{
    struct seen_round seen;
    look_at(batch, sim, seat, lane, &seen);
    const struct side_cards cards = {seen.hole, seen.community, seen.dealer,
                                     batch->hands[seat][lane],
                                     batch->hands[sim->setup.seat_count][lane]};
    return core_side_line(bet, &cards);
}

// ---- decisions ----------------------------------------------------------------------------------

// Notes decisions, and who has still to decide, without a branch.
static void decide_preflop(struct batch *batch, const struct uth_sim *sim, unsigned seat,
                           struct exact_asked *asked)
{
    const struct chart *chart = &sim->charts[sim->group[seat]];
    const hand_row *hole = batch->holes[seat];
    asked->count = 0;
    for (unsigned i = 0; i < LANES; i++) {
        const uint8_t a = hole[0][i];
        const uint8_t b = hole[1][i];
        const uint8_t decision = chart->at[a][b];
        batch->decisions[seat][i] = decision;
        batch->pairs[seat][i] = sim->pairs.at[a][b];
        asked->round[asked->count] = (uint8_t)i;
        asked->count += decision == DECISION_CHECK;
    }
}

static void decide(struct batch *batch, const struct uth_sim *sim, unsigned seat)
{
    const struct uth_strategy *strategy = sim->strategies[sim->group[seat]].strategy;
    uint8_t *decisions = batch->decisions[seat];
    struct exact_asked asked;
    uint8_t plays[LANES];
    decide_preflop(batch, sim, seat, &asked);
    exact_boards_flop(&batch->boards, strategy, batch->holes[seat], &asked, plays);
    struct exact_asked left = {.count = 0};
    for (unsigned i = 0; i < asked.count; i++) {
        const uint8_t decision = sim->decision_of[UTH_STREET_FLOP][plays[i]];
        decisions[asked.round[i]] = decision;
        left.round[left.count] = asked.round[i];
        left.count += decision == DECISION_CHECK;
    }
    exact_boards_river(&batch->boards, strategy, batch->holes[seat], &left, plays);
    for (unsigned i = 0; i < left.count; i++) {
        decisions[left.round[i]] = sim->decision_of[UTH_STREET_RIVER][plays[i]];
    }
}

// ---- cells --------------------------------------------------------------------------------------

// The place in the tables of a seat's hand in each round; behind the cells where it banks.
SIM_WIDE static void find_base(struct batch *batch, unsigned seat, unsigned dealer,
                               uth_hand qualifier)
{
    const uth_hand *dealers = batch->hands[dealer];
    for (unsigned i = 0; i < LANES; i++) {
        const uint16_t hand = batch->hands[seat][i];
        const uint16_t other = dealers[i];
        const uint16_t qualifies = other >= qualifier ? CELLS_QUALIFIES : 0;
        const uint16_t not_lost = hand >= other ? CELLS_COMPARED : 0;
        const uint16_t won = hand > other ? CELLS_COMPARED : 0;
        const uint16_t base = (uint16_t)(batch->decisions[seat][i] * CELLS_DECISION + qualifies +
                                         not_lost + won + (hand >> 12));
        batch->base[seat][i] = batch->bank[i] == seat + 1 ? BASE_CELLS : base;
    }
}

SIM_WIDE static void find_side(struct batch *batch, unsigned seat, unsigned dealer)
{
    const uth_hand *dealers = batch->hands[dealer];
    for (unsigned i = 0; i < LANES; i++) {
        const uint16_t hand = batch->hands[seat][i];
        const uint16_t other = dealers[i];
        const uint16_t lower = hand < other ? hand : other;
        const uint16_t beaten = hand == other ? BEATEN_NONE : lower >> 12;
        const uint16_t side = (uint16_t)(beaten * PAIRS_PLACES + batch->pairs[seat][i]);
        batch->side[seat][i] = batch->bank[i] == seat + 1 ? SIDE_CELLS : side;
    }
}

// Two cards that may pay more with the dealer's.
static void look_at_dealer(struct batch *batch, const struct uth_sim *sim, unsigned seat)
{
    const struct uth_bet *bet = uth_rules_side(sim->setup.rules, UTH_WAGER_PAIRS);
    uint8_t any = 0;
    for (unsigned i = 0; i < LANES; i++) {
        any |= batch->pairs[seat][i] == PAIRS_LOOK;
    }
    for (unsigned i = 0; any != 0 && i < LANES; i++) {
        if (batch->pairs[seat][i] == PAIRS_LOOK) {
            batch->pairs[seat][i] = (uint8_t)line_of(batch, sim, seat, i, bet);
        }
    }
}

// A value of its own, so that the compiler need not fear that one of them changes another.
SIM_PART struct cell sum_of(const struct cell *a, const struct cell *b)
{
    struct cell sum;
    for (unsigned lane = 0; lane < 16; lane++) {
        sum.net[lane] = a->net[lane] + b->net[lane];
    }
    return sum;
}

SIM_WIDE static void set_nets(struct cell nets[LANES], const struct cells *cells,
                              const uint16_t base[LANES], const uint16_t side[LANES])
{
    for (unsigned i = 0; i < LANES; i++) {
        nets[i] = sum_of(&cells->base[base[i]], &cells->side[side[i]]);
    }
}

SIM_WIDE static void add_nets(struct cell nets[LANES], const struct cells *cells,
                              const uint16_t base[LANES], const uint16_t side[LANES])
{
    for (unsigned i = 0; i < LANES; i++) {
        const struct cell more = sum_of(&cells->base[base[i]], &cells->side[side[i]]);
        nets[i] = sum_of(&nets[i], &more);
    }
}

static void find_nets(struct batch *batch, const struct uth_sim *sim)
{
    const unsigned dealer = sim->setup.seat_count;
    unsigned begun = 0; // bit by group
    for (unsigned seat = 0; seat < dealer; seat++) {
        const unsigned group = sim->group[seat];
        find_base(batch, seat, dealer, sim->setup.rules->qualifier);
        look_at_dealer(batch, sim, seat);
        find_side(batch, seat, dealer);
        if ((begun >> group & 1) == 0) {
            set_nets(batch->nets[group], &sim->cells[group], batch->base[seat], batch->side[seat]);
        } else {
            add_nets(batch->nets[group], &sim->cells[group], batch->base[seat], batch->side[seat]);
        }
        begun |= 1U << group;
    }
}

// ---- bets that are in no table ------------------------------------------------------------------

// One bet of one seat's. Adds to `size` how much moves.
static void play_other(struct batch *batch, const struct uth_sim *sim, unsigned seat,
                       unsigned place, int64_t size[LANES])
{
    const unsigned group = sim->group[seat];
    const struct other_bet *other = &sim->cells[group].others[place];
    for (unsigned i = 0; i < LANES; i++) {
        const unsigned folded = batch->decisions[seat][i] == DECISION_FOLD;
        const unsigned line = line_of(batch, sim, seat, i, other->bet);
        const int64_t net = other->net[folded][line];
        batch->other[group][place][i] += net;
        batch->other_wins[group][place][i] =
            (uint8_t)(batch->other_wins[group][place][i] + other->wins[folded][line]);
        size[i] += net < 0 ? -net : net;
    }
}

static void play_others(struct batch *batch, const struct uth_sim *sim)
{
    for (unsigned group = 0; group < sim->group_count; group++) {
        const unsigned count = sim->cells[group].other_count;
        memset(batch->other[group], 0, count * sizeof batch->other[group][0]);
        memset(batch->other_wins[group], 0, count * sizeof batch->other_wins[group][0]);
    }
    for (unsigned seat = 0; seat < sim->setup.seat_count; seat++) {
        const unsigned group = sim->group[seat];
        int64_t size[LANES] = {0};
        for (unsigned place = 0; place < sim->cells[group].other_count; place++) {
            play_other(batch, sim, seat, place, size);
        }
        for (unsigned i = 0; i < LANES; i++) {
            batch->nets[group][i].net[NET_STAKED] += size[i] > NET_MAX ? APART : 0;
        }
    }
}

// Takes them into the sums of the rounds that are played.
static void add_others(struct batch *batch, struct hits *hits, unsigned group, unsigned count)
{
    for (unsigned place = 0; place < count; place++) {
        struct other_hits *to = &hits->others[place];
        for (uint64_t left = batch->played; left != 0; left &= left - 1) {
            const unsigned i = (unsigned)__builtin_ctzll(left);
            const int64_t net = batch->other[group][place][i];
            to->sum += net;
            to->square += net * net;
            to->wins += batch->other_wins[group][place][i];
            batch->nets[group][i].net[NET_TOTAL] += (int32_t)net;
            batch->nets[group][i].net[NET_COVERED] += (int32_t)net;
        }
    }
}

// ---- rows ---------------------------------------------------------------------------------------

// Stakes of ordinary rounds lie below the bits of APART.
static bool is_apart(const struct batch *batch, const struct uth_sim *sim, unsigned lane)
{
    int32_t staked = 0;
    int64_t moved = 0;
    for (unsigned group = 0; group < sim->group_count; group++) {
        staked |= batch->nets[group][lane].net[NET_STAKED];
        moved += batch->nets[group][lane].net[NET_MOVED];
    }
    return staked >= APART || (sim->banked && moved > sim->setup.bank_wager.cents);
}

static uint64_t set_apart(const struct batch *batch, const struct uth_sim *sim)
{
    int32_t any = sim->banked ? APART : 0;
    uint64_t apart = 0;
    for (unsigned group = 0; group < sim->group_count; group++) {
        for (unsigned i = 0; i < LANES; i++) {
            any |= batch->nets[group][i].net[NET_STAKED];
        }
    }
    for (unsigned i = 0; any >= APART && i < LANES; i++) {
        apart |= (uint64_t)is_apart(batch, sim, i) << i;
    }
    return apart;
}

static void fill(struct batch *batch, const struct uth_sim *sim, uint64_t first)
{
    const unsigned seats = sim->setup.seat_count;
    batch->first = first;
    batch->played = 0;
    batch->filled = true;
    sim_shuffle_rows(&sim->shuffle, first, batch->cards);
    deal(batch, sim);
    for (unsigned seat = 0; seat < seats; seat++) {
        decide(batch, sim, seat);
    }
    hand_of_rows(hand_way_widest(), batch->boards.community, (const hand_row(*)[2])batch->holes,
                 seats + 1, batch->hands);
    find_nets(batch, sim);
    if (sim->has_others) {
        play_others(batch, sim);
    }
    batch->apart = set_apart(batch, sim);
}

// ---- counting -----------------------------------------------------------------------------------

static void hit_cells(const struct batch *batch, const struct uth_sim *sim, struct hits *hits,
                      unsigned seat)
{
    const uint16_t *base = batch->base[seat];
    const uint16_t *side = batch->side[seat];
    if (batch->played == UINT64_MAX && !sim->banked) {
        for (unsigned i = 0; i < LANES; i++) {
            hits->base[0][base[i]]++;
            hits->side[0][side[i]]++;
        }
        return;
    }
    const unsigned group = sim->group[seat];
    for (uint64_t left = batch->played; left != 0; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(left);
        const unsigned banks = batch->bank_group[i] == group && sim->banked;
        hits->base[banks][base[i]]++;
        hits->side[banks][side[i]]++;
    }
}

SIM_WIDE static void add_squares(int64_t square[16], const struct cell nets[LANES])
{
    int64_t sum[16];
    memcpy(sum, square, sizeof sum);
    for (unsigned i = 0; i < LANES; i++) {
        for (unsigned lane = 0; lane < 16; lane++) {
            const int64_t net = nets[i].net[lane];
            sum[lane] += net * net;
        }
    }
    memcpy(square, sum, sizeof sum);
}

static void count_group(struct batch *batch, const struct uth_sim *sim, struct hits *hits,
                        unsigned group)
{
    add_others(batch, hits, group, sim->cells[group].other_count);
    for (uint64_t left = ~batch->played; left != 0; left &= left - 1) {
        batch->nets[group][__builtin_ctzll(left)] = (struct cell){.net = {0}};
    }
    add_squares(hits->square, batch->nets[group]);
    const unsigned rounds = (unsigned)__builtin_popcountll(batch->played);
    unsigned banks = 0;
    for (unsigned i = 0; sim->banked && i < LANES; i++) {
        banks += batch->bank_group[i] == group && (batch->played >> i & 1) != 0;
    }
    hits->rounds[0] += rounds - banks;
    hits->rounds[1] += banks;
}

static void count_bank(const struct batch *batch, const struct uth_sim *sim,
                       struct counter *counter)
{
    for (unsigned i = 0; i < LANES; i++) {
        int64_t covered = 0;
        for (unsigned group = 0; group < sim->group_count; group++) {
            covered += batch->nets[group][i].net[NET_COVERED];
        }
        counter->bank_square += covered * covered;
    }
    for (uint64_t left = batch->played; sim->banked && left != 0; left &= left - 1) {
        const unsigned seat = batch->bank[__builtin_ctzll(left)];
        counter->totals.bank_fees += sim->bank_fees[seat].cents;
        counter->totals.player_fees += (uth_wide)sim->player_fee.cents * sim->player_count;
    }
}

void sim_batch_close(struct batch *batch, const struct uth_sim *sim, struct counter *counter)
{
    if (!batch->filled || batch->played == 0) {
        return;
    }
    for (unsigned seat = 0; seat < sim->setup.seat_count; seat++) {
        hit_cells(batch, sim, &counter->hits[sim->group[seat]], seat);
    }
    for (unsigned group = 0; group < sim->group_count; group++) {
        count_group(batch, sim, &counter->hits[group], group);
    }
    count_bank(batch, sim, counter);
    const uint64_t played = batch->played;
    batch->played = 0;
    batch->filled = false;
    sim_count_by_cells(counter, (uint32_t)__builtin_popcountll(played));
}

void sim_batch_start(struct batch *batch)
{
    batch->filled = false;
    batch->played = 0;
    memset(batch->bank, 0, sizeof batch->bank); // the house, unless a deal says otherwise
}

// ---- playing ------------------------------------------------------------------------------------

static void play_alone(const struct batch *batch, struct table *table, struct counter *counter,
                       unsigned lane)
{
    if (table->sim->banked) {
        sim_table_bank(table, batch->bank[lane]);
    }
    sim_table_play(table, batch->first + lane);
    sim_count_round(counter, table);
}

void sim_batch_play(struct batch *batch, struct table *table, struct counter *counter,
                    uint64_t first, uint64_t count)
{
    for (uint64_t done = 0; done < count; done += LANES) {
        const uint64_t left = count - done;
        const uint64_t all = left < LANES ? (UINT64_C(1) << left) - 1 : UINT64_MAX;
        fill(batch, table->sim, first + done);
        batch->played = all & ~batch->apart;
        const uint64_t apart = all & batch->apart;
        sim_batch_close(batch, table->sim, counter);
        for (uint64_t alone = apart; alone != 0; alone &= alone - 1) {
            play_alone(batch, table, counter, (unsigned)__builtin_ctzll(alone));
        }
    }
}

bool sim_batch_session_round(struct batch *batch, struct table *table, struct counter *counter,
                             uint64_t round, int64_t *net)
{
    const struct uth_sim *sim = table->sim;
    if (!batch->filled || round - batch->first >= LANES) {
        sim_batch_close(batch, sim, counter);
        fill(batch, sim, round);
    }
    const unsigned lane = (unsigned)(round - batch->first);
    if ((batch->apart >> lane & 1) != 0 || table->purse < sim->purse_free) {
        return false;
    }
    const struct cells *cells = &sim->cells[sim->group[0]];
    int64_t from_meter = 0;
    for (unsigned group = 0; group < sim->group_count; group++) {
        from_meter += batch->nets[group][lane].net[NET_FROM_METER];
    }
    batch->played |= UINT64_C(1) << lane;
    *net = cells->base[batch->base[0][lane]].net[NET_TOTAL] +
           cells->side[batch->side[0][lane]].net[NET_TOTAL] - sim->player_fee.cents;
    table->unfed++;
    if (from_meter != 0) {
        sim_table_take_from_meter(table, from_meter);
    }
    table->purse += table->purse == INT64_MAX ? 0 : *net;
    return true;
}
