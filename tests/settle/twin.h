// The adjudicator once more, in the most direct way there is: written from the rulebook, every five
// cards of a hand looked at, every clause a few lines. It shares the types of the public headers
// with the library and not one function, so where the two agree they agree about the rules.
//
// A fault can be planted in it: one clause got wrong. A comparison that does not find it is none.
#ifndef TESTS_SETTLE_TWIN_H
#define TESTS_SETTLE_TWIN_H

#include <stdbool.h>
#include <stdint.h>

#include "uth/settle.h"

// clang-format off
#define TWIN_FAULTS(X)                                                                             \
    X(NONE,                "",       "")                                                           \
    X(WHEEL,               "HAND-1", "ace to five is no straight")                                 \
    X(KICKERS,             "HAND-2", "kickers do not decide")                                      \
    X(BOARD,               "HAND-3", "five cards from the board do not play")                      \
    X(FOLD_REFUNDED,       "PLAY-5", "a folded Ante goes back when the dealer does not qualify")   \
    X(QUALIFIES_ALWAYS,    "SHOW-1", "any hand of the dealer's qualifies")                         \
    X(ANTE_PLAYS,          "SHOW-2", "the Ante plays against a dealer who does not qualify")       \
    X(REFUND_IN_TURN,      "SHOW-2", "Antes go back seat by seat, not in a first pass")            \
    X(ANTE_IN_ORDER,       "SHOW-2", "an Ante that goes back waits for its place at the seat")     \
    X(PLAY_PAYS_ONE_ANTE,  "SHOW-3", "Play wins one Ante whatever its size")                       \
    X(BLIND_KEPT,          "SHOW-4", "a losing hand keeps its Blind")                              \
    X(TIE_LOSES,           "SHOW-5", "a tie is a loss")                                            \
    X(BLIND_BELOW_LOSES,   "SHOW-6", "a Blind that wins below the pay table is lost")              \
    X(BLIND_TIE_PAYS,      "SHOW-6", "the Blind is paid on a tie")                                 \
    X(TRIPS_MUST_WIN,      "SHOW-7", "Trips is paid to winning hands only")                        \
    X(TRIPS_FOLDS,         "SHOW-7", "a fold loses Trips whatever the switch says")                \
    X(FOLD_ENDS_SIDES,     "SHOW-8", "a folded seat's Bad Beat is lost unseen")                    \
    X(DEALER_ALWAYS_TURNS, "SHOW-8", "the dealer's cards are turned though nobody needs them")     \
    X(ORDER_REVERSED,      "SHOW-9", "seats are settled the other way round")                      \
    X(WAGERS_REVERSED,     "SHOW-9", "wagers of a seat are settled last to first")                 \
    X(ONE_ORDER,           "SHOW-9", "a losing hand is settled in the order of a winning one")     \
    X(LOSS_TO_W,           "BANK-3", "a loss is taken up to W, not up to W - N")                   \
    X(PLAYS_ON,            "BANK-3", "an exhausted wager still takes what is lost")                \
    X(STOPS_AT_WIN,        "BANK-3", "nothing is paid any more once W has been won")               \
    X(PAYOFFS_ARE_NET,     "BANK-3", "what was taken can be paid out again, beyond W in sum")      \
    X(GROSS_IS_NET,        "BANK-3", "gross coverage is counted as net")                           \
    X(PUSH_USES_COVER,     "BANK-3", "a push uses up gross coverage")                              \
    X(FOLDS_IN_TURN,       "BANK-4", "what a fold loses is taken at the seat's turn")              \
    X(FEE_COUNTS_PLAY,     "FEE-1",  "Play counts as action")                                      \
    X(FEE_TIER_UP,         "FEE-2",  "the next tier is taken a cent early")                        \
    X(FEE_SPOT,            "FEE-3",  "two circles are charged as one")                             \
    X(BEAT_PAYS_WINNER,    "BB-2",   "Bad Beat pays by the better hand")                           \
    X(BEAT_TIE_PUSHES,     "BB-3",   "a Bad Beat tie goes back")                                   \
    X(BET_SEVEN,           "BET-2",  "a side bet on the flop looks at all seven cards")             \
    X(BET_LAST_LINE,       "BET-2",  "the last line of a side bet that fits pays")                  \
    X(BET_FOLD,            "PLAY-5", "a fold takes no side bet")                                    \
    X(PAIRS_DEALER,        "PAIR-2", "the dealer's aces do not matter")                            \
    X(PAIRS_BLACK,         "PAIR-4", "any two aces are red")                                       \
    X(PAIRS_OFFSUIT,       "PAIR-4", "suited is as good as unsuited")                              \
    X(FIRST_FIVE,          "PROG-1", "the turn counts among the first five cards")                 \
    X(COMMUNITY_ROYAL,     "PROG-1", "a community royal is one with a hole card")                  \
    X(CARRY_LOST,          "PROG-2", "what is less than a cent is dropped")                        \
    X(RESERVE_UNFED,       "PROG-2", "the reserve gets nothing")                                   \
    X(TRAY,                "PROG-3", "fixed pays come from the tray whatever the switch says")     \
    X(DRY_METER,           "PROG-3", "the house does not pay what a dry meter could not")          \
    X(RESERVE_KEPT,        "PROG-4", "the reserve is kept when the meter is reseeded")             \
    X(LEFT_FIRST,          "PROG-5", "the meter pays the lowest seat first")                       \
    X(STILL_ON_METER,      "PROG-5", "others are paid of what was confirmed already")              \
    X(ROUNDED_UP,          "PROG-6", "a share of the meter is rounded up")                         \
    X(FIXED_ANEW,          "GM-1",   "a confirmed award is worked out once more")                  \
    X(NO_MAXIMUM,          "GM-5",   "the meter grows past its maximum")                           \
    X(AGGREGATE,           "WA-2",   "the posted aggregate cuts nothing")                          \
    X(AGGREGATE_EACH,      "WA-2",   "each prize has the aggregate to itself")
// clang-format on

enum twin_fault {
#define X(name, clause, text) TWIN_##name,
    TWIN_FAULTS(X)
#undef X
        TWIN_FAULT_COUNT,
};

const char *twin_fault_clause(enum twin_fault fault);
const char *twin_fault_text(enum twin_fault fault);

// Larger beats smaller. The kind is in bits 20 to 23, then five ranks, most telling first.
typedef uint32_t twin_strength;

twin_strength twin_of_five(const uth_card cards[5], enum twin_fault fault);
enum uth_hand_kind twin_kind(twin_strength strength);

struct twin_answer {
    twin_strength dealer;
    twin_strength hands[UTH_SEATS_MAX];
    bool needs_dealer;
    int64_t total_action, bank_fee, player_fee;
    uint8_t order[UTH_SEATS_MAX]; // players in the order money moves
    struct uth_meter fed;         // after the contributions, before the awards
    // As the library says it, but for the strengths of hands, which stand above.
    struct uth_settlement settled;
};

// `facts->meter` is the meter before this round's contributions.
void twin_settle(const struct uth_rules *rules, const struct uth_facts *facts,
                 enum twin_fault fault, struct twin_answer *answer);

#endif
