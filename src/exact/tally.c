#include "tally.h"

#include <string.h>

void exact_tally_merge(struct tally *into, const struct tally *from)
{
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        for (unsigned grade = 0; grade < GRADES; grade++) {
            for (unsigned i = 0; i < SHOWN; i++) {
                into->sum[slot][grade][i] += from->sum[slot][grade][i];
            }
        }
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

// One grade of hand in one slot. A hand below the qualifying one meets every dealer who does not
// qualify; a better one beats them all.
static void report_grade(const struct game *game, unsigned grade, const int64_t sum[SHOWN],
                         int64_t bet, struct uth_exact_play *play)
{
    const bool below = grade < game->qualifies_with;
    const int64_t lose = sum[SHOWN_WAYS] * DEALERS - sum[SHOWN_WIN] - sum[SHOWN_TIE];
    const int64_t low_win = below ? sum[SHOWN_WIN] : sum[SHOWN_LOW];
    const int64_t low_tie = below ? sum[SHOWN_TIE] : 0;
    const int64_t low_lose = sum[SHOWN_LOW] - low_win - low_tie;
    const int64_t win[2] = {sum[SHOWN_WIN] - low_win, low_win};
    const int64_t tie[2] = {sum[SHOWN_TIE] - low_tie, low_tie};
    const int64_t lost[2] = {lose - low_lose, low_lose};
    for (unsigned low = 0; low < 2; low++) {
        add_outcome(play, bet + game->pay[grade] + ante_net(game, 1, low), win[low]);
        add_outcome(play, ante_net(game, 0, low), tie[low]);
        add_outcome(play, ante_net(game, -1, low) - game->unit - bet, lost[low]);
    }
}

static int64_t report_slot(const struct tally *tally, const struct game *game, unsigned slot,
                           int64_t size, struct uth_exact_play *play)
{
    int64_t deals = 0;
    for (unsigned grade = 0; grade < GRADES; grade++) {
        report_grade(game, grade, tally->sum[slot][grade], size * game->unit, play);
        deals += tally->sum[slot][grade][SHOWN_WAYS] * DEALERS;
    }
    return deals;
}

void exact_tally_report(const struct tally *tally, const struct game *game,
                        struct uth_exact_play *play)
{
    memset(play, 0, sizeof *play);
    play->unit = game->unit;
    for (unsigned grade = 0; grade < GRADES; grade++) {
        const int64_t folded = tally->sum[SLOT_FOLD][grade][SHOWN_WAYS] * DEALERS;
        play->folded_by[exact_kind_of_grade(game->part, grade)] += folded;
        play->folded += folded;
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
