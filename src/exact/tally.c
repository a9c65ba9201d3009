#include "tally.h"

#include <string.h>

void exact_tally_paths(struct tally *tally, const struct game *game, const struct paths *paths,
                       struct fate fate)
{
    for (unsigned i = 0; i < game->raise_count[UTH_STREET_PREFLOP]; i++) {
        tally_add(tally, i, paths->preflop[i], fate);
    }
    const unsigned flops = game->raise_count[UTH_STREET_FLOP];
    tally_add(tally, SLOT_FLOP, paths->flop_large, fate);
    tally_add(tally, SLOT_FLOP + (flops > 0 ? flops - 1 : 0), paths->flop_small, fate);
    tally_add(tally, fate.river, paths->checked, fate);
}

void exact_tally_merge(struct tally *into, const struct tally *from)
{
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        for (unsigned low = 0; low < 2; low++) {
            for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
                into->win[slot][kind][low] += from->win[slot][kind][low];
            }
            into->tie[slot][low] += from->tie[slot][low];
            into->lose[slot][low] += from->lose[slot][low];
        }
    }
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        into->fold[kind] += from->fold[kind];
    }
}

// Keeps the outcomes sorted by net, each net once.
static void add_outcome(struct uth_exact_play *play, int64_t net, int64_t deals)
{
    if (deals == 0) {
        return;
    }
    size_t at = play->outcome_count;
    while (at > 0 && play->outcome[at - 1].net > net) {
        at--;
    }
    play->value += net * deals;
    if (at > 0 && play->outcome[at - 1].net == net) {
        play->outcome[at - 1].deals += deals;
        return;
    }
    UTH_CHECK(play->outcome_count < UTH_EXACT_OUTCOMES_MAX);
    memmove(&play->outcome[at + 1], &play->outcome[at],
            (play->outcome_count - at) * sizeof play->outcome[0]);
    play->outcome[at] = (struct uth_exact_outcome){.net = net, .deals = deals};
    play->outcome_count++;
}

// The Ante of a player still in, by outcome (-1, 0, +1) and whether the dealer qualified.
static int64_t ante_net(const struct game *game, int outcome, unsigned low)
{
    if (low == 0 || game->ante_rule == UTH_ANTE_PLAYS) {
        return (int64_t)outcome * game->unit;
    }
    return game->ante_rule == UTH_ANTE_WINS ? game->unit : 0;
}

static int64_t report_slot(const struct tally *tally, const struct game *game, unsigned slot,
                           int64_t size, struct uth_exact_play *play)
{
    int64_t deals = 0;
    for (unsigned low = 0; low < 2; low++) {
        const int64_t bet = size * game->unit;
        for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
            const int64_t wins = tally->win[slot][kind][low];
            add_outcome(play, bet + game->pay[kind] + ante_net(game, 1, low), wins);
            deals += wins;
        }
        add_outcome(play, ante_net(game, 0, low), tally->tie[slot][low]);
        add_outcome(play, ante_net(game, -1, low) - game->unit - bet, tally->lose[slot][low]);
        deals += tally->tie[slot][low] + tally->lose[slot][low];
    }
    return deals;
}

void exact_tally_report(const struct tally *tally, const struct game *game,
                        struct uth_exact_play *play)
{
    memset(play, 0, sizeof *play);
    play->unit = game->unit;
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        play->folded_by[kind] = tally->fold[kind];
        play->folded += tally->fold[kind];
    }
    int64_t deals = play->folded;
    add_outcome(play, -2 * (int64_t)game->unit, play->folded);
    play->wagered = 2 * UTH_EXACT_DEALS;
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        for (unsigned i = 0; i < game->raise_count[street]; i++) {
            const int64_t size = game->raises[street][i];
            const int64_t made = report_slot(tally, game, street * UTH_RAISES_MAX + i, size, play);
            play->raised[street][i] = made;
            play->wagered += size * made;
            deals += made;
        }
    }
    UTH_CHECK(deals == UTH_EXACT_DEALS);
}
