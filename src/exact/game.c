#include "game.h"

#include <string.h>

// A gain is at most (size + 4) antes for each of 990 dealer hands, it is summed over 2,162 ordered
// turns and rivers, and two such sums are subtracted.
#define GAIN_MAX  (INT32_MAX / (2 * 2162 * 990))
#define PAY_MAX   (INT32_MAX / 990 / 2)
#define VALUE_MAX 200000 // antes of value times units: keeps 27,813,810,024,000 deals in 63 bits
#define UNIT_MAX  1000

static uint32_t greatest_divisor(uint32_t a, uint32_t b)
{
    while (b != 0) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    UTH_CHECK(a > 0);
    return a;
}

static enum uth_status read_pays(const struct uth_paytable *blind, struct game *game)
{
    uint64_t unit = 1;
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        const struct uth_odds odds = blind->pays[kind];
        if (odds.den != 0) {
            const uint32_t reduced = odds.den / greatest_divisor(odds.den, odds.num);
            unit = unit / greatest_divisor((uint32_t)unit, reduced) * reduced;
        }
        if (unit > UNIT_MAX) {
            return UTH_ERR_SOLVER_UNIT;
        }
    }
    game->unit = (int32_t)unit;
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        const struct uth_odds odds = blind->pays[kind];
        const uint64_t pay = odds.den == 0 ? 0 : (uint64_t)odds.num * unit / odds.den;
        if (pay > PAY_MAX || pay > VALUE_MAX) {
            return UTH_ERR_SOLVER_PAYS;
        }
        game->pay[exact_grade_of_kind(game->part, kind)] = (int32_t)pay;
        if (kind == (unsigned)uth_hand_kind_of(game->part)) {
            game->pay[kind + 1] = (int32_t)pay;
        }
    }
    return UTH_OK;
}

static enum uth_status read_raises(const struct uth_rules *rules, struct game *game)
{
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        unsigned count = 0;
        while (count < UTH_RAISES_MAX && rules->raises[street][count] != 0) {
            if (count > 0 && rules->raises[street][count] >= rules->raises[street][count - 1]) {
                return UTH_ERR_RULES;
            }
            game->raises[street][count] = rules->raises[street][count];
            count++;
        }
        game->raise_count[street] = (uint8_t)count;
    }
    return game->raise_count[UTH_STREET_RIVER] == 0 ? UTH_ERR_SOLVER_RIVER : UTH_OK;
}

enum uth_status exact_game_from(const struct uth_rules *rules, struct game *game)
{
    struct game draft;
    memset(&draft, 0, sizeof draft);
    draft.qualifier = rules->qualifier;
    draft.part =
        rules->qualifier < UTH_HAND_TWO_PAIRS << 12 ? rules->qualifier : UTH_HAND_PAIR << 12;
    draft.qualifies_with = (unsigned)uth_hand_kind_of(rules->qualifier) + 1;
    enum uth_status status = read_raises(rules, &draft);
    if (status == UTH_OK) {
        status = read_pays(&rules->blind, &draft);
    }
    if (status != UTH_OK) {
        return status;
    }
    const uint8_t *flop = draft.raises[UTH_STREET_FLOP];
    const uint8_t *river = draft.raises[UTH_STREET_RIVER];
    const unsigned flops = draft.raise_count[UTH_STREET_FLOP];
    draft.river_large = river[0];
    draft.river_small = river[draft.raise_count[UTH_STREET_RIVER] - 1];
    draft.flop_large = flops == 0 ? 0 : flop[0];
    draft.flop_small = flops == 0 ? 0 : flop[flops - 1];
    draft.reference = flops == 0 ? draft.river_large : draft.flop_large;
    draft.ante_rule = rules->ante_unqualified;

    const int32_t largest = draft.reference + draft.river_large + 4;
    if (draft.unit * largest > GAIN_MAX) {
        return UTH_ERR_SOLVER_RAISES;
    }
    *game = draft;
    return UTH_OK;
}
