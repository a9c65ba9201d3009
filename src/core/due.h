// What a player's wagers come to before anyone asks whether they can be paid.
//
// A wager looks at its stake, the rules and what is gathered in a showdown, at nothing else. So who
// settles many rounds with the same stakes may ask once for each showdown there is and keep the
// answers, as the simulator does; uth_settle asks for every player of every round.
#ifndef UTH_CORE_DUE_H
#define UTH_CORE_DUE_H

#include "uth/settle.h"

struct due {
    enum uth_outcome outcome;
    enum uth_reason reason;
    uth_money net;
};

struct showdown {
    enum uth_verdict compared; // the two hands, also after a fold
    bool folded;
    bool qualifies;          // the dealer
    enum uth_hand_kind kind; // of the player's hand
    bool awarded;            // by the Progressive: a share of a dry meter is still a win
    uth_money award;
    uint8_t line[UTH_SIDES_MAX]; // of the table in force, by side bet, where the wager was made
};

// Who wins is a coin toss to a branch predictor, so it is added up.
static inline enum uth_verdict core_compare(uth_hand player, uth_hand dealer)
{
    _Static_assert(UTH_VERDICT_LOSE == 0 && UTH_VERDICT_TIE == 1 && UTH_VERDICT_WIN == 2, "a sum");
    return (enum uth_verdict)((unsigned)(player >= dealer) + (unsigned)(player > dealer));
}

// Everything a side bet may look at.
struct side_cards {
    const uth_card *hole;
    const uth_card *community;
    const uth_card *dealer;
    uth_hand hand;        // the player's seven
    uth_hand dealer_hand; // the dealer's; 0 where it is not known, and then nothing asks
};

// The line a side bet with a wager shows; line_count of its table when it loses.
uint8_t core_side_line(const struct uth_bet *bet, const struct side_cards *cards);

// True when what is due may be cut: by the player-dealer's wager (BANK-3) or by an aggregate (WA-2).
static inline bool core_dues_are_limited(const struct uth_rules *rules)
{
    int64_t caps = 0;
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
        caps |= rules->aggregate[wager].max.cents;
    }
    return caps != 0 || rules->banked_by == UTH_BANKED_BY_PLAYER;
}

// For every wager with a stake; what stands in the dues of the others means nothing.
void core_dues(const struct uth_rules *rules, const uth_money stakes[UTH_WAGER_COUNT],
               const struct showdown *showdown, struct due dues[UTH_WAGER_COUNT]);

#endif
