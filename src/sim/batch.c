#include "batch.h"

#include <string.h>

#include "core/due.h"

static void judge(struct batch *batch, const struct table *table)
{
    const unsigned players = table->sim->player_count;
    for (unsigned i = 0; i < AHEAD; i++) {
        const struct uth_dealt *dealt = &table->ahead.dealt[i];
        for (unsigned hand = 0; hand <= players; hand++) {
            memcpy(batch->cards[hand][i], dealt->community, 5);
            memcpy(batch->cards[hand][i] + 5, hand < players ? dealt->hole[hand] : dealt->dealer,
                   2);
        }
    }
    for (unsigned hand = 0; hand <= players; hand++) {
        uth_hand_of_many((const uth_card(*)[7])batch->cards[hand], AHEAD, batch->hands[hand]);
    }
}

static inline unsigned base_cell(const struct uth_rules *rules, unsigned decision, uth_hand player,
                                 uth_hand dealer)
{
    return decision * CELLS_DECISION +
           (unsigned)uth_rules_qualifies(rules, dealer) * CELLS_QUALIFIES +
           (unsigned)core_compare(player, dealer) * CELLS_COMPARED +
           (unsigned)uth_hand_kind_of(player);
}

static inline unsigned side_cell(unsigned pairs, uth_hand player, uth_hand dealer)
{
    const unsigned beaten =
        player == dealer ? (unsigned)BEATEN_NONE : (unsigned)core_beaten(player, dealer);
    return beaten * PAIRS_PLACES + pairs;
}

static void find_cells(struct batch *batch, const struct table *table, unsigned player)
{
    const struct uth_sim *sim = table->sim;
    const struct uth_rules *rules = sim->setup.rules;
    const uint8_t *decisions = table->ahead.decisions[player];
    const uth_hand *hands = batch->hands[player];
    const uth_hand *dealers = batch->hands[sim->player_count];
    for (unsigned i = 0; i < AHEAD; i++) {
        const uth_card *hole = table->ahead.dealt[i].hole[player];
        batch->base[player][i] = (uint16_t)base_cell(rules, decisions[i], hands[i], dealers[i]);
        batch->side[player][i] =
            (uint8_t)side_cell(sim->pairs.at[hole[0]][hole[1]], hands[i], dealers[i]);
    }
}

// A value of its own, so that the compiler need not fear that one of them changes another.
static inline struct cell sum_of_three(const struct cell *a, const struct cell *b,
                                       const struct cell *c)
{
    struct cell sum;
    for (unsigned lane = 0; lane < NET_LANES; lane++) {
        sum.net[lane] = a->net[lane] + b->net[lane] + c->net[lane];
    }
    return sum;
}

static void hit_cells(struct batch *batch, const struct table *table, struct counter *counter,
                      unsigned player, unsigned count)
{
    const unsigned group = table->group[player];
    const struct cells *cells = &table->sim->cells[group];
    struct hits *hits = &counter->hits[group];
    struct cell *nets = batch->nets[group];
    for (unsigned i = 0; i < count; i++) {
        const unsigned base = batch->base[player][i];
        const unsigned side = batch->side[player][i];
        hits->base[base]++;
        hits->side[side]++;
        nets[i] = sum_of_three(&nets[i], &cells->base[base], &cells->side[side]);
    }
}

// Takes a round's hits and nets back and settles it alone.
static void settle_apart(struct batch *batch, struct table *table, struct counter *counter,
                         unsigned at)
{
    for (unsigned player = 0; player < table->sim->player_count; player++) {
        struct hits *hits = &counter->hits[table->group[player]];
        hits->base[batch->base[player][at]]--;
        hits->side[batch->side[player][at]]--;
    }
    for (unsigned group = 0; group < table->sim->group_count; group++) {
        batch->nets[group][at] = (struct cell){.net = {0}};
    }
    sim_table_play(table, table->ahead.first + at);
    sim_count_round(counter, table);
}

static int32_t staked_in(const struct batch *batch, unsigned groups, unsigned round)
{
    int32_t staked = 0;
    for (unsigned group = 0; group < groups; group++) {
        staked |= batch->nets[group][round].net[NET_STAKED];
    }
    return staked;
}

// Returns how many rounds it was. Stakes of ordinary rounds lie below the bits of APART.
static unsigned set_apart(struct batch *batch, struct table *table, struct counter *counter,
                          unsigned count)
{
    const unsigned groups = table->sim->group_count;
    int32_t any = 0;
    for (unsigned group = 0; group < groups; group++) {
        for (unsigned i = 0; i < count; i++) {
            any |= batch->nets[group][i].net[NET_STAKED];
        }
    }
    unsigned settled = 0;
    for (unsigned i = 0; any >= APART && i < count; i++) {
        if (staked_in(batch, groups, i) >= APART) {
            settle_apart(batch, table, counter, i);
            settled++;
        }
    }
    return settled;
}

static void add_squares(struct hits *hits, const struct cell *nets, unsigned count)
{
    int64_t square[NET_LANES];
    memcpy(square, hits->square, sizeof square);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned lane = 0; lane < NET_LANES; lane++) {
            const int64_t net = nets[i].net[lane];
            square[lane] += net * net;
        }
    }
    memcpy(hits->square, square, sizeof square);
}

// What a round's wagers come to together; takes it from the bank, but for the Progressive.
static void add_totals(struct hits *hits, const struct cell *nets, unsigned count,
                       int64_t bank[AHEAD])
{
    for (unsigned i = 0; i < count; i++) {
        const int32_t *net = nets[i].net;
        const int64_t base = net[UTH_WAGER_ANTE] + net[UTH_WAGER_BLIND] + net[UTH_WAGER_PLAY];
        int64_t total = 0;
        for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
            total += net[wager];
        }
        const int64_t covered = total - net[UTH_WAGER_PROGRESSIVE];
        hits->base_square += base * base;
        hits->total_square += total * total;
        hits->play_by_staked += (int64_t)net[UTH_WAGER_PLAY] * net[NET_STAKED];
        hits->base_by_staked += base * net[NET_STAKED];
        bank[i] -= covered;
    }
}

static void play_batch(struct batch *batch, struct table *table, struct counter *counter,
                       unsigned count)
{
    const struct uth_sim *sim = table->sim;
    int64_t bank[AHEAD] = {0};
    judge(batch, table);
    memset(batch->nets, 0, sim->group_count * sizeof batch->nets[0]);
    for (unsigned player = 0; player < sim->player_count; player++) {
        find_cells(batch, table, player);
        hit_cells(batch, table, counter, player, count);
    }
    const unsigned apart = set_apart(batch, table, counter, count);
    for (unsigned group = 0; group < sim->group_count; group++) {
        add_squares(&counter->hits[group], batch->nets[group], count);
        add_totals(&counter->hits[group], batch->nets[group], count, bank);
    }
    for (unsigned i = 0; i < count; i++) {
        counter->bank_square += bank[i] * bank[i];
    }
    sim_count_by_cells(counter, count - apart);
}

void sim_batch_play(struct batch *batch, struct table *table, struct counter *counter,
                    uint64_t first, uint64_t count)
{
    UTH_CHECK(count <= UTH_SIM_UNIT_ROUNDS);
    sim_count_flush(counter); // so that none falls into the middle of a batch
    for (uint64_t done = 0; done < count; done += AHEAD) {
        const uint64_t left = count - done;
        sim_table_look_ahead(table, first + done);
        play_batch(batch, table, counter, left < AHEAD ? (unsigned)left : AHEAD);
    }
}
