// The words that go with settlement's enumerations.
#include "uth/settle.h"

#include <string.h>

// What decided a wager. NULL: it depends on what the side bet looks at.
static const char *const causes[UTH_REASON_COUNT] = {
    [UTH_REASON_ANTE_WINS] = "higher than the dealer",
    [UTH_REASON_ANTE_LOSES] = "lower than the dealer",
    [UTH_REASON_ANTE_TIES] = "tie",
    [UTH_REASON_ANTE_NOT_QUALIFIED] = "dealer does not qualify",
    [UTH_REASON_ANTE_WINS_NOT_QUALIFIED] = "dealer does not qualify",
    [UTH_REASON_ANTE_FOLDED] = "folded",
    [UTH_REASON_PLAY_WINS] = "higher than the dealer",
    [UTH_REASON_PLAY_LOSES] = "lower than the dealer",
    [UTH_REASON_PLAY_TIES] = "tie",
    [UTH_REASON_BLIND_WINS] = "won with a hand the table pays",
    [UTH_REASON_BLIND_BELOW_TABLE] = "won with less than the table pays",
    [UTH_REASON_BLIND_LOSES] = "lower than the dealer",
    [UTH_REASON_BLIND_TIES] = "tie",
    [UTH_REASON_BLIND_FOLDED] = "folded",
    [UTH_REASON_SIDE_SUFFERED] = "the player's hand was beaten",
    [UTH_REASON_SIDE_DEALT] = "the dealer's hand was beaten",
    [UTH_REASON_SIDE_TIES] = "tie, nobody was beaten",
    [UTH_REASON_PROGRESSIVE_WINS] = "the hand is on the table",
    [UTH_REASON_PROGRESSIVE_LOSES] = "the hand is not on the table",
};

static const char *cause_of_side(enum uth_bet_cards cards, enum uth_reason reason)
{
    const bool by_hole = cards == UTH_BET_HOLE;
    if (reason == UTH_REASON_SIDE_WINS) {
        return by_hole ? "the hole cards are on the table" : "the hand is on the table";
    }
    return by_hole                   ? "the hole cards are not on the table"
           : cards == UTH_BET_BEATEN ? "no bad beat"
                                     : "the hand is not on the table";
}

// Puts more behind so many letters; returns how many there are then.
static size_t add(char text[UTH_REASON_TEXT_MAX], size_t used, const char *more)
{
    const size_t size = strlen(more);
    UTH_CHECK(used + size < UTH_REASON_TEXT_MAX);
    memcpy(text + used, more, size + 1);
    return used + size;
}

// "wins", "wins 1 to 1", "loses", "pushes".
static const char *outcome_of(enum uth_reason reason)
{
    switch (reason) {
    case UTH_REASON_ANTE_WINS:
    case UTH_REASON_ANTE_WINS_NOT_QUALIFIED:
    case UTH_REASON_PLAY_WINS: return " wins 1 to 1";
    case UTH_REASON_BLIND_WINS:
    case UTH_REASON_SIDE_WINS:
    case UTH_REASON_SIDE_SUFFERED:
    case UTH_REASON_SIDE_DEALT:
    case UTH_REASON_PROGRESSIVE_WINS: return " wins";
    case UTH_REASON_ANTE_LOSES:
    case UTH_REASON_ANTE_FOLDED:
    case UTH_REASON_PLAY_LOSES:
    case UTH_REASON_BLIND_LOSES:
    case UTH_REASON_BLIND_FOLDED:
    case UTH_REASON_SIDE_LOSES:
    case UTH_REASON_SIDE_FOLDED:
    case UTH_REASON_SIDE_TIES:
    case UTH_REASON_PROGRESSIVE_LOSES: return " loses";
    case UTH_REASON_ANTE_TIES:
    case UTH_REASON_ANTE_NOT_QUALIFIED:
    case UTH_REASON_PLAY_TIES:
    case UTH_REASON_BLIND_BELOW_TABLE:
    case UTH_REASON_BLIND_TIES: return " pushes";
    case UTH_REASON_COUNT: break;
    }
    UTH_CHECK(!"a reason");
}

const char *uth_reason_text(const struct uth_rules *rules, enum uth_wager wager,
                            enum uth_reason reason, char text[UTH_REASON_TEXT_MAX])
{
    UTH_CHECK(reason < UTH_REASON_COUNT);
    const char *title = uth_rules_wager_title(rules, wager);
    if (reason == UTH_REASON_SIDE_FOLDED) {
        const size_t used = add(text, 0, "folded: this house takes ");
        (void)add(text, add(text, used, title), " with the fold");
        return text;
    }
    const char *cause =
        causes[reason] != NULL
            ? causes[reason]
            : cause_of_side((enum uth_bet_cards)uth_rules_side(rules, wager)->cards, reason);
    const size_t used = add(text, add(text, 0, cause), ": ");
    (void)add(text, add(text, used, title), outcome_of(reason));
    return text;
}

bool uth_reason_wins(enum uth_reason reason)
{
    UTH_CHECK(reason < UTH_REASON_COUNT);
    return strncmp(outcome_of(reason), " wins", 5) == 0;
}

const char *uth_carried_text(enum uth_carried carried)
{
    static const char *const texts[UTH_CARRIED_COUNT] = {
        [UTH_CARRIED_WHOLE] = "",
        [UTH_CARRIED_IN_PART] = "the player-dealer's wager covers only part of it",
        [UTH_CARRIED_NOT_AT_ALL] = "the player-dealer's wager is exhausted: returned",
        [UTH_CARRIED_TO_AGGREGATE] = "cut to the table's posted aggregate",
    };
    UTH_CHECK(carried < UTH_CARRIED_COUNT);
    return texts[carried];
}

const char *uth_outcome_name(enum uth_outcome outcome)
{
    static const char *const names[UTH_OUTCOME_COUNT] = {
        [UTH_OUTCOME_LOSE] = "lose",
        [UTH_OUTCOME_PUSH] = "push",
        [UTH_OUTCOME_WIN] = "win",
        [UTH_OUTCOME_RETURNED] = "returned",
    };
    UTH_CHECK(outcome < UTH_OUTCOME_COUNT);
    return names[outcome];
}

const char *uth_verdict_name(enum uth_verdict verdict)
{
    static const char *const names[UTH_VERDICT_COUNT] = {
        [UTH_VERDICT_LOSE] = "lose",
        [UTH_VERDICT_TIE] = "tie",
        [UTH_VERDICT_WIN] = "win",
        [UTH_VERDICT_FOLD] = "fold",
    };
    UTH_CHECK(verdict < UTH_VERDICT_COUNT);
    return names[verdict];
}
