// When another pay table changes no decision.
//
// The Blind is won with the hand, whatever was bet, so its pay is no reason to bet or to check: the
// decisions know of it only through the fold at the river, which gives it up. A hand that would
// fold if it were paid nothing is lured to a bet by a large enough pay. From there on, more changes
// no decision and no gain of checking over betting; all other gains have no pay in them and go with
// the unit alone. From the straight up hardly a hand can be lured: on the standard table only that
// of four of a kind on the board with a low kicker, the last of them by 958 to one.
#include <string.h>

#include "solution.h"

// Bets every hand of the grade that wins at all.
static bool is_lured(const struct uth_exact *exact, const struct game *game, unsigned grade)
{
    const struct lure lure = exact->lure[grade];
    return grade >= LURED_FROM && (int64_t)game->pay[grade] * lure.win * exact->made.unit >=
                                      (int64_t)lure.lacking * game->unit;
}

static bool pays_alike(const struct uth_exact *exact, const struct game *game, unsigned grade)
{
    const struct game *made = &exact->made;
    const bool same =
        (int64_t)game->pay[grade] * made->unit == (int64_t)made->pay[grade] * game->unit;
    return same || (is_lured(exact, game, grade) && is_lured(exact, made, grade));
}

bool exact_is_played_alike(const struct uth_exact *exact, const struct game *game)
{
    const struct game *made = &exact->made;
    if (!exact->is_made || exact->showdowns_for != game->qualifier) {
        return false;
    }
    for (unsigned grade = 0; grade < GRADES; grade++) {
        if (!pays_alike(exact, game, grade)) {
            return false;
        }
    }
    return game->qualifier == made->qualifier && game->ante_rule == made->ante_rule &&
           memcmp(game->raises[UTH_STREET_FLOP], made->raises[UTH_STREET_FLOP],
                  sizeof game->raises[0]) == 0 &&
           memcmp(game->raises[UTH_STREET_RIVER], made->raises[UTH_STREET_RIVER],
                  sizeof game->raises[0]) == 0;
}
