// The only floating point of the simulation: whole sums in, a mean and its error out.
//
// A mean over hands is a ratio of two sums, of nets and of hands, taken round by round. Its error
// is that of the residuals net - mean * hands, which is the usual one where every round has the
// same number of hands. long double keeps 64 bits: the sums lose nothing that a mean could show.
#include <math.h>

#include "uth/sim.h"

double uth_wide_to_double(uth_wide number)
{
    return (double)number;
}

// The sums a ratio y / x needs.
struct ratio_sums {
    uint64_t count;
    long double y, yy, x, xx, xy;
};

static struct uth_sim_figure ratio_of(struct ratio_sums s)
{
    struct uth_sim_figure figure = {0};
    if (s.count == 0 || s.x == 0) {
        return figure;
    }
    const long double mean = s.y / s.x;
    figure.mean = (double)mean;
    if (s.count > 1) {
        const long double n = (long double)s.count;
        const long double residuals = s.yy - 2 * mean * s.xy + mean * mean * s.xx;
        const long double variance = residuals > 0 ? residuals / (n - 1) : 0;
        figure.error = (double)(sqrtl(variance * n) / fabsl(s.x));
        figure.deviation = (double)(sqrtl(variance) / (fabsl(s.x) / n));
    }
    return figure;
}

static struct uth_sim_figure scaled(struct uth_sim_figure figure, double by)
{
    return (struct uth_sim_figure){figure.mean * by, figure.error * by, figure.deviation * by};
}

struct uth_sim_figure uth_sim_mean(struct uth_sim_sums sums, uint64_t count)
{
    return ratio_of((struct ratio_sums){
        .count = count,
        .y = (long double)sums.sum,
        .yy = (long double)sums.square,
        .x = (long double)count,
        .xx = (long double)count,
        .xy = (long double)sums.sum,
    });
}

struct uth_sim_figure uth_sim_line(const struct uth_sim_group *group, unsigned line, int64_t stake)
{
    UTH_CHECK(line < UTH_SIM_LINES && stake > 0);
    const struct uth_sim_figure cents = ratio_of((struct ratio_sums){
        .count = group->rounds,
        .y = (long double)group->lines[line].sum,
        .yy = (long double)group->lines[line].square,
        .x = (long double)group->hands,
        .xx = (long double)group->hand_pairs,
        .xy = (long double)group->line_hands[line],
    });
    return scaled(cents, 1.0 / (double)stake);
}

struct uth_sim_figure uth_sim_play(const struct uth_sim_group *group)
{
    return ratio_of((struct ratio_sums){
        .count = group->rounds,
        .y = (long double)group->lines[UTH_WAGER_PLAY].sum,
        .yy = (long double)group->lines[UTH_WAGER_PLAY].square,
        .x = (long double)group->play_staked.sum,
        .xx = (long double)group->play_staked.square,
        .xy = (long double)group->play_by_staked,
    });
}

// Ante and Blind of every hand, and Play: all money bet on the base game in a round.
struct bet_sums {
    long double sum, square, by_hands;
};

static struct bet_sums bet_of(const struct uth_sim_group *group, int64_t ante)
{
    const long double both = 2 * (long double)ante;
    return (struct bet_sums){
        .sum = both * (long double)group->hands + (long double)group->play_staked.sum,
        .square = both * both * (long double)group->hand_pairs +
                  2 * both * (long double)group->staked_hands +
                  (long double)group->play_staked.square,
        .by_hands = both * (long double)group->hand_pairs + (long double)group->staked_hands,
    };
}

struct uth_sim_figure uth_sim_risk(const struct uth_sim_group *group, int64_t ante)
{
    UTH_CHECK(ante > 0);
    const struct bet_sums bet = bet_of(group, ante);
    return ratio_of((struct ratio_sums){
        .count = group->rounds,
        .y = (long double)group->lines[UTH_SIM_BASE].sum,
        .yy = (long double)group->lines[UTH_SIM_BASE].square,
        .x = bet.sum,
        .xx = bet.square,
        .xy = 2 * (long double)ante * (long double)group->line_hands[UTH_SIM_BASE] +
              (long double)group->base_by_staked,
    });
}

struct uth_sim_figure uth_sim_wagered(const struct uth_sim_group *group, int64_t ante)
{
    UTH_CHECK(ante > 0);
    const struct bet_sums bet = bet_of(group, ante);
    const struct uth_sim_figure cents = ratio_of((struct ratio_sums){
        .count = group->rounds,
        .y = bet.sum,
        .yy = bet.square,
        .x = (long double)group->hands,
        .xx = (long double)group->hand_pairs,
        .xy = bet.by_hands,
    });
    return scaled(cents, 1.0 / (double)ante);
}
