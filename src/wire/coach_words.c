#include "wire/coach_words.h"

#include <stdio.h>

#include "wire/exact_text.h"

enum { REASON_MAX = 160, GAP_MAX = 32 };

static const char *const made[UTH_HAND_COUNT] = {
    [UTH_HAND_HIGH_CARD] = "a high card",
    [UTH_HAND_PAIR] = "a pair",
    [UTH_HAND_TWO_PAIRS] = "two pair",
    [UTH_HAND_THREE] = "three of a kind",
    [UTH_HAND_STRAIGHT] = "a straight",
    [UTH_HAND_FLUSH] = "a flush",
    [UTH_HAND_FULL_HOUSE] = "a full house",
    [UTH_HAND_FOUR] = "four of a kind",
    [UTH_HAND_STRAIGHT_FLUSH] = "a straight flush",
    [UTH_HAND_ROYAL_FLUSH] = "a royal flush",
};

// What the rule looks at, as the beginning of a sentence.
static void say_reason(const struct uth_coach *coach, char reason[REASON_MAX])
{
    const unsigned rank = uth_card_rank(coach->card);
    switch (coach->rule) {
    case UTH_COACH_CHART_BET:
        (void)snprintf(reason, REASON_MAX, "This hand is on the chart of hands to bet");
        return;
    case UTH_COACH_CHART_CHECK:
        (void)snprintf(reason, REASON_MAX, "This hand is below the chart of hands to bet");
        return;
    case UTH_COACH_TWO_PAIR:
        (void)snprintf(reason, REASON_MAX, "The five cards make %s", made[coach->kind]);
        return;
    case UTH_COACH_HIDDEN_PAIR:
        (void)snprintf(reason, REASON_MAX, "A pair of %s made with your own card",
                       uth_rank_names(rank));
        return;
    case UTH_COACH_FLUSH_DRAW:
        (void)snprintf(reason, REASON_MAX, "Four to a flush with your own %s", uth_rank_name(rank));
        return;
    case UTH_COACH_DEUCES:
        (void)snprintf(reason, REASON_MAX, "Pocket deuces alone are too weak to bet");
        return;
    case UTH_COACH_NOTHING:
        (void)snprintf(reason, REASON_MAX,
                       "No pair of your own, and no flush draw with a ten or better");
        return;
    case UTH_COACH_BETTER:
        (void)snprintf(reason, REASON_MAX, "You have %s, which is better than the board alone",
                       made[coach->kind]);
        return;
    case UTH_COACH_FEW_OUTS:
    case UTH_COACH_MANY_OUTS:
        (void)snprintf(reason, REASON_MAX, "%u of %u unseen cards beat you alone, %s %d",
                       coach->outs, coach->unseen, coach->bets ? "fewer than" : "not fewer than",
                       UTH_COACH_OUTS);
        return;
    case UTH_COACH_BOARD_BETS:
    case UTH_COACH_BOARD_FOLDS:
        (void)snprintf(reason, REASON_MAX,
                       "The board plays, so you can at best tie; %u of %u unseen cards beat it",
                       coach->outs, coach->unseen);
        return;
    case UTH_COACH_RULE_COUNT: break;
    }
    UTH_CHECK(coach->rule < UTH_COACH_RULE_COUNT);
}

// The action a rule means: the largest size, at the river the smallest; or the last, a check or fold.
static unsigned meant_by(const struct uth_coach *coach, const struct uth_odds_answer *answer)
{
    const unsigned last = answer->action_count - 1U;
    if (!coach->bets || last == 0) {
        return last;
    }
    return answer->street == UTH_STREET_RIVER ? last - 1 : 0;
}

static unsigned second_best(const struct uth_odds_answer *answer)
{
    unsigned second = answer->best == 0 ? 1 : 0;
    for (unsigned i = 0; i < answer->action_count; i++) {
        if (i != answer->best && answer->action[i].value > answer->action[second].value) {
            second = i;
        }
    }
    return second;
}

// "0.600 antes"; what three decimals do not show is not nothing.
static const char *gap_words(const struct uth_odds_answer *answer, unsigned worse,
                             char words[GAP_MAX])
{
    const double antes =
        exact_decimal(uth_ratio_of(answer->action[answer->best].value - answer->action[worse].value,
                                   answer->deals * answer->unit));
    if (antes < 0.001) {
        (void)snprintf(words, GAP_MAX, "less than 0.001 antes");
    } else {
        (void)snprintf(words, GAP_MAX, "%.3f antes", antes);
    }
    return words;
}

static const char *article(const struct uth_odds_answer *answer, unsigned action)
{
    return answer->action[action].play == 0 ? "a " : "";
}

const char *wire_coach_words(const struct uth_coach *coach, const struct uth_odds_answer *answer,
                             char text[WIRE_COACH_MAX])
{
    char reason[REASON_MAX] = "";
    char best[8];
    char other[8];
    char gap[GAP_MAX];
    const unsigned meant = meant_by(coach, answer);
    const bool agrees = answer->action[meant].value == answer->action[answer->best].value;
    const unsigned against = agrees ? second_best(answer) : meant;
    const char *verb = answer->action[answer->best].play == 0 ? "" : "play ";
    say_reason(coach, reason);
    exact_action_name(answer->action[answer->best].play, answer->street, best);
    exact_action_name(answer->action[against].play, answer->street, other);
    if (answer->action_count < 2) {
        (void)snprintf(text, WIRE_COACH_MAX, "%s: %s.", reason, best);
    } else if (!agrees) {
        (void)snprintf(text, WIRE_COACH_MAX,
                       "%s: the simple rule says %s. Here %s%s is worth %s more: %s%s.", reason,
                       other, article(answer, answer->best), best, gap_words(answer, against, gap),
                       verb, best);
    } else if (answer->action[against].value == answer->action[answer->best].value) {
        (void)snprintf(text, WIRE_COACH_MAX, "%s: %s%s. It is worth as much as %s%s.", reason, verb,
                       best, article(answer, against), other);
    } else {
        (void)snprintf(text, WIRE_COACH_MAX, "%s: %s%s. It is worth %s more than %s%s.", reason,
                       verb, best, gap_words(answer, against, gap), article(answer, against),
                       other);
    }
    return text;
}
