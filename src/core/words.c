// The words that go with settlement's enumerations.
#include "uth/settle.h"

const char *uth_reason_text(enum uth_reason reason)
{
    // clang-format off
    static const char *const texts[UTH_REASON_COUNT] = {
        [UTH_REASON_ANTE_WINS]               = "higher than the dealer: Ante wins 1 to 1",
        [UTH_REASON_ANTE_LOSES]              = "lower than the dealer: Ante loses",
        [UTH_REASON_ANTE_TIES]               = "tie: Ante pushes",
        [UTH_REASON_ANTE_NOT_QUALIFIED]      = "dealer does not qualify: Ante pushes",
        [UTH_REASON_ANTE_WINS_NOT_QUALIFIED] = "dealer does not qualify: Ante wins 1 to 1",
        [UTH_REASON_ANTE_FOLDED]             = "folded: Ante loses",
        [UTH_REASON_PLAY_WINS]               = "higher than the dealer: Play wins 1 to 1",
        [UTH_REASON_PLAY_LOSES]              = "lower than the dealer: Play loses",
        [UTH_REASON_PLAY_TIES]               = "tie: Play pushes",
        [UTH_REASON_BLIND_WINS]              = "won with a hand the table pays: Blind wins",
        [UTH_REASON_BLIND_BELOW_TABLE]       = "won with less than the table pays: Blind pushes",
        [UTH_REASON_BLIND_LOSES]             = "lower than the dealer: Blind loses",
        [UTH_REASON_BLIND_TIES]              = "tie: Blind pushes",
        [UTH_REASON_BLIND_FOLDED]            = "folded: Blind loses",
        [UTH_REASON_TRIPS_WINS]              = "the hand is on the table: Trips wins",
        [UTH_REASON_TRIPS_LOSES]             = "the hand is not on the table: Trips loses",
        [UTH_REASON_TRIPS_FOLDED]            = "folded: this house takes Trips with the fold",
        [UTH_REASON_BAD_BEAT_SUFFERED]       = "the player's hand was beaten: Bad Beat Bonus wins",
        [UTH_REASON_BAD_BEAT_DEALT]          = "the dealer's hand was beaten: Bad Beat Bonus wins",
        [UTH_REASON_BAD_BEAT_TIES]           = "tie, nobody was beaten: Bad Beat Bonus loses",
        [UTH_REASON_BAD_BEAT_LOSES]          = "no bad beat: Bad Beat Bonus loses",
        [UTH_REASON_PAIRS_WINS]              = "the hole cards are on the table: Ultimate Pairs wins",
        [UTH_REASON_PAIRS_LOSES]             = "the hole cards are not on the table: Ultimate Pairs loses",
        [UTH_REASON_PROGRESSIVE_WINS]        = "the hand is on the table: Progressive wins",
        [UTH_REASON_PROGRESSIVE_LOSES]       = "the hand is not on the table: Progressive loses",
    };
    // clang-format on
    UTH_CHECK(reason < UTH_REASON_COUNT);
    return texts[reason];
}

bool uth_reason_wins(enum uth_reason reason)
{
    switch (reason) {
    case UTH_REASON_ANTE_WINS:
    case UTH_REASON_ANTE_WINS_NOT_QUALIFIED:
    case UTH_REASON_PLAY_WINS:
    case UTH_REASON_BLIND_WINS:
    case UTH_REASON_TRIPS_WINS:
    case UTH_REASON_BAD_BEAT_SUFFERED:
    case UTH_REASON_BAD_BEAT_DEALT:
    case UTH_REASON_PAIRS_WINS:
    case UTH_REASON_PROGRESSIVE_WINS: return true;
    case UTH_REASON_ANTE_LOSES:
    case UTH_REASON_ANTE_TIES:
    case UTH_REASON_ANTE_NOT_QUALIFIED:
    case UTH_REASON_ANTE_FOLDED:
    case UTH_REASON_PLAY_LOSES:
    case UTH_REASON_PLAY_TIES:
    case UTH_REASON_BLIND_BELOW_TABLE:
    case UTH_REASON_BLIND_LOSES:
    case UTH_REASON_BLIND_TIES:
    case UTH_REASON_BLIND_FOLDED:
    case UTH_REASON_TRIPS_LOSES:
    case UTH_REASON_TRIPS_FOLDED:
    case UTH_REASON_BAD_BEAT_TIES:
    case UTH_REASON_BAD_BEAT_LOSES:
    case UTH_REASON_PAIRS_LOSES:
    case UTH_REASON_PROGRESSIVE_LOSES:
    case UTH_REASON_COUNT: break;
    }
    return false;
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
