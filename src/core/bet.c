#include "uth/bet.h"

static bool suits_fit(enum uth_when_suits suits, const uth_card hole[2])
{
    const unsigned a = uth_card_suit(hole[0]);
    const unsigned b = uth_card_suit(hole[1]);
    switch (suits) {
    case UTH_SUITS_ANY: return true;
    case UTH_SUITS_SAME: return a == b;
    case UTH_SUITS_OTHER: return a != b;
    case UTH_SUITS_RED:
        return a + b == UTH_SUIT_HEARTS + UTH_SUIT_DIAMONDS &&
               (a == UTH_SUIT_HEARTS || b == UTH_SUIT_HEARTS);
    case UTH_SUITS_COUNT: break;
    }
    UTH_CHECK(!"suits");
}

static bool hole_fits(const struct uth_condition *condition, const uth_card hole[2])
{
    const unsigned a = uth_card_rank(hole[0]);
    const unsigned b = uth_card_rank(hole[1]);
    const unsigned high = a > b ? a : b;
    const unsigned low = a > b ? b : a;
    if (condition->when == UTH_WHEN_CONNECTED) {
        return (high - low == 1 || high - low == UTH_RANK_ACE) && suits_fit(condition->suits, hole);
    }
    const bool ranks_fit = condition->when == UTH_WHEN_PAIR ? high == low : high == condition->high;
    return ranks_fit && low >= condition->from && low <= condition->to &&
           suits_fit(condition->suits, hole);
}

static bool fits(const struct uth_condition *condition, const struct uth_bet_seen *seen)
{
    switch (condition->when) {
    case UTH_WHEN_HAND:
        return seen->hand != 0 && seen->hand >= condition->least && seen->hand <= condition->most;
    case UTH_WHEN_ROYAL_FIRST_FIVE: return seen->royal_first_five;
    case UTH_WHEN_ROYAL_WITH_HOLE: return seen->royal_with_hole;
    case UTH_WHEN_PAIR:
    case UTH_WHEN_RANKS:
    case UTH_WHEN_CONNECTED:
        return hole_fits(condition, seen->hole) &&
               (!condition->both || hole_fits(condition, seen->dealer));
    case UTH_WHEN_COUNT: break;
    }
    UTH_CHECK(!"a condition");
}

unsigned uth_bet_line_of(const struct uth_bet *bet, const struct uth_bet_seen *seen)
{
    unsigned line = 0;
    while (line < bet->line_count && !fits(&bet->lines[line].condition, seen)) {
        line++;
    }
    return line;
}

static bool ranks_are_there(const struct uth_condition *condition)
{
    const unsigned below = condition->when == UTH_WHEN_RANKS ? condition->high : UTH_RANKS;
    return condition->when == UTH_WHEN_CONNECTED ||
           (condition->from <= condition->to && condition->to < below &&
            condition->high < UTH_RANKS);
}

static const char *fault_of_hole(const struct uth_condition *condition)
{
    const bool paired = condition->when == UTH_WHEN_PAIR;
    if (!ranks_are_there(condition)) {
        return "ranks there are, the higher card first";
    }
    if (condition->suits >= UTH_SUITS_COUNT ||
        (paired && condition->suits != UTH_SUITS_ANY && condition->suits != UTH_SUITS_RED) ||
        (!paired && condition->suits == UTH_SUITS_RED)) {
        return "suits that two such cards can have";
    }
    return NULL;
}

// A hand that is beaten is counted by its kind alone.
static const char *fault_of_hand(const struct uth_condition *condition, enum uth_bet_cards cards)
{
    if (condition->least > condition->most || condition->both) {
        return "a hand, of the player's alone";
    }
    return cards == UTH_BET_BEATEN &&
                   ((condition->least & 0xfff) != 0 || (condition->most & 0xfff) != 0xfff)
               ? "a kind of hand without a rank: the beaten hand counts by its kind"
               : NULL;
}

static const char *fault_of_line(const struct uth_bet_line *line, enum uth_bet_cards cards)
{
    if (line->pays.num == 0 || line->pays.den == 0) {
        return "odds that pay";
    }
    switch (line->condition.when) {
    case UTH_WHEN_HAND:
        return cards == UTH_BET_HOLE ? "two ranks: the bet looks at the hole cards alone"
                                     : fault_of_hand(&line->condition, cards);
    case UTH_WHEN_ROYAL_FIRST_FIVE:
    case UTH_WHEN_ROYAL_WITH_HOLE:
        return cards == UTH_BET_HOLE_BOARD ? NULL
                                           : "a hand: only hole+board tells where a royal lies";
    case UTH_WHEN_PAIR:
    case UTH_WHEN_RANKS:
    case UTH_WHEN_CONNECTED:
        return cards == UTH_BET_HOLE ? fault_of_hole(&line->condition)
                                     : "a hand: the bet does not look at the hole cards alone";
    case UTH_WHEN_COUNT: break;
    }
    return "a condition there is";
}

const char *uth_bet_fault(const struct uth_bet *bet, unsigned *line)
{
    *line = bet->line_count;
    if (bet->id[0] == '\0' || bet->title[0] == '\0') {
        return "an id and a title";
    }
    if (bet->cards >= UTH_BET_CARDS_COUNT) {
        return "cards to look at";
    }
    if (bet->line_count < 1 || bet->line_count > UTH_BET_LINES_MAX) {
        return "1 to 12 lines";
    }
    for (unsigned i = 0; i < bet->line_count; i++) {
        const char *expected = fault_of_line(&bet->lines[i], bet->cards);
        if (expected != NULL) {
            *line = i;
            return expected;
        }
    }
    return NULL;
}
