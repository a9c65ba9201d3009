// What a finished round is worth, wager by wager, with the reason; no card is dealt and no money
// moves here. The server, the simulator, `uth settle` and the solver's cross-check all call this.
#ifndef UTH_SETTLE_H
#define UTH_SETTLE_H

#include <stdbool.h>
#include <stdint.h>

#include "uth/card.h"
#include "uth/hand.h"
#include "uth/meter.h"
#include "uth/money.h"
#include "uth/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

// One player of a finished round. Play is 0 for a player who folded.
struct uth_player_facts {
    uth_money stakes[UTH_WAGER_COUNT];
    uth_card cards[2];
    uint8_t seat; // from 1 at the casino dealer's left, clockwise
    bool folded;
};

struct uth_facts {
    uth_card community[5]; // in the order they were turned
    uth_card dealer[2];    // the dealer's or the player-dealer's
    uint8_t bank_seat;     // 0 where the house banks
    uint8_t player_count;
    uint8_t confirmed_count;
    uth_money bank_wager;
    struct uth_meter meter; // the round's contributions already in it (uth_settle_contribute)
    // Awards that were fixed when they were confirmed (GM-1): paid as they stand, whatever the meter
    // and the rules would make of them now. The lines are the cards' to say.
    const struct uth_award *confirmed;
    struct uth_player_facts players[UTH_SEATS_MAX]; // by rising seat
};

enum uth_verdict {
    UTH_VERDICT_LOSE = 0,
    UTH_VERDICT_TIE = 1,
    UTH_VERDICT_WIN = 2,
    UTH_VERDICT_FOLD = 3,
    UTH_VERDICT_COUNT = 4,
};

enum uth_outcome {
    UTH_OUTCOME_LOSE = 0,
    UTH_OUTCOME_PUSH = 1,
    UTH_OUTCOME_WIN = 2,
    UTH_OUTCOME_RETURNED = 3, // the player-dealer's wager did not reach it (BANK-3)
    UTH_OUTCOME_COUNT = 4,
};

// Stored with rounds: append only.
enum uth_reason {
    UTH_REASON_ANTE_WINS = 0,
    UTH_REASON_ANTE_LOSES = 1,
    UTH_REASON_ANTE_TIES = 2,
    UTH_REASON_ANTE_NOT_QUALIFIED = 3,
    UTH_REASON_ANTE_WINS_NOT_QUALIFIED = 4,
    UTH_REASON_ANTE_FOLDED = 5,
    UTH_REASON_PLAY_WINS = 6,
    UTH_REASON_PLAY_LOSES = 7,
    UTH_REASON_PLAY_TIES = 8,
    UTH_REASON_BLIND_WINS = 9,
    UTH_REASON_BLIND_BELOW_TABLE = 10,
    UTH_REASON_BLIND_LOSES = 11,
    UTH_REASON_BLIND_TIES = 12,
    UTH_REASON_BLIND_FOLDED = 13,
    UTH_REASON_SIDE_WINS = 14,
    UTH_REASON_SIDE_LOSES = 15,
    UTH_REASON_SIDE_FOLDED = 16,   // this house takes it with the fold
    UTH_REASON_SIDE_SUFFERED = 17, // BB-1: the player's hand was beaten
    UTH_REASON_SIDE_DEALT = 18,    // the dealer's hand was beaten
    UTH_REASON_SIDE_TIES = 19,     // BB-3: nobody was beaten
    UTH_REASON_PROGRESSIVE_WINS = 20,
    UTH_REASON_PROGRESSIVE_LOSES = 21,
    UTH_REASON_COUNT = 22,
};

// How far a due result was carried out.
enum uth_carried {
    UTH_CARRIED_WHOLE = 0,
    UTH_CARRIED_IN_PART = 1,      // the player-dealer's wager covered only part (BANK-3)
    UTH_CARRIED_NOT_AT_ALL = 2,   // nothing of it (BANK-3)
    UTH_CARRIED_TO_AGGREGATE = 3, // cut to the table's posted aggregate (WA-2)
    UTH_CARRIED_COUNT = 4,
};

// One wager, settled. `net` is what it gained the player, the stake itself excluded; `due` what it
// would have gained the player had everything been covered.
struct uth_settled {
    uint8_t seat;
    uint8_t player; // index into facts->players
    enum uth_wager wager;
    enum uth_carried carried;
    enum uth_outcome outcome;
    enum uth_reason reason;
    uth_money stake;
    uth_money due;
    uth_money net;
};

#define UTH_SETTLED_MAX    (UTH_SEATS_MAX * UTH_WAGER_COUNT)

#define UTH_FOLD_LINES_MAX UTH_WAGER_COUNT

struct uth_player_result {
    uth_hand hand;
    enum uth_verdict verdict;
    uth_money net; // over all their wagers, fees excluded
};

// Only the first player_count, line_count and award_count entries are written.
struct uth_settlement {
    uth_hand dealer;
    bool qualifies;
    uint8_t player_count;
    uint8_t line_count;
    uint8_t award_count;
    uint8_t fold_lines;     // so many lines at the front were lost by a fold (BANK-4)
    uint8_t ante_refunds;   // and so many after them are Antes that go back first (SHOW-2)
    uth_money bank_net;     // to whoever banks; the Progressive is not theirs
    struct uth_meter meter; // after the awards
    struct uth_player_result players[UTH_SEATS_MAX]; // as facts->players
    struct uth_settled lines[UTH_SETTLED_MAX];       // in the order money moves (SHOW-9)
    struct uth_award awards[UTH_SEATS_MAX];          // in the order they were paid (PROG-5)
};

// Who was refused, and for which wager; seat 0 is the round as a whole.
struct uth_refusal {
    uint8_t seat;
    enum uth_wager wager;
};

// May a player make these wagers before the deal (BET-1 to BET-9)? Play must be 0.
UTH_NODISCARD enum uth_status uth_admit_stakes(const struct uth_rules *rules,
                                               const uth_money stakes[UTH_WAGER_COUNT],
                                               enum uth_wager *refused);

// May this seat post this wager as the player-dealer (BANK-1)?
UTH_NODISCARD enum uth_status uth_admit_bank(const struct uth_rules *rules, uint8_t seat,
                                             uth_money wager);

// PROG-1: the line their seven cards show, if they have a wager on it and the table pays it; else NONE.
enum uth_progressive_line uth_settle_progressive_line(const struct uth_rules *rules,
                                                      const struct uth_facts *facts,
                                                      const struct uth_player_facts *player);

// May these be paid as they are (PROG-5)? Each is a seat's with a Progressive wager on a hand that
// pays, one for a seat, and what meter and house give together: the line's fixed pay, or a share of the
// meter, which the house pays whole where the win was backed out; and a meter is reseeded for all of it
// alone (PROG-4). Seats, wagers and cards are admitted.
UTH_NODISCARD enum uth_status uth_admit_awards(const struct uth_rules *rules,
                                               const struct uth_facts *facts,
                                               struct uth_refusal *refusal);

// Everything uth_settle relies on: seats, bank, wagers, cards, Play at an offered size, awards.
UTH_NODISCARD enum uth_status uth_admit_facts(const struct uth_rules *rules,
                                              const struct uth_facts *facts,
                                              struct uth_refusal *refusal);

// FEE-1 to FEE-3. Both are 0 in a profile without collections.
uth_money uth_fee_total_action(const struct uth_facts *facts);
uth_money uth_fee_of_bank(const struct uth_rules *rules, uth_money total_action);
uth_money uth_fee_of_player(const struct uth_rules *rules);

// Feeds the meter from every Progressive stake of the round (PROG-2).
UTH_NODISCARD enum uth_status uth_settle_contribute(const struct uth_rules *rules,
                                                    struct uth_facts *facts);

// The seats in the order money moves, as indices into facts->players.
void uth_settle_order(const struct uth_rules *rules, const struct uth_facts *facts,
                      uint8_t order[UTH_SEATS_MAX]);

// Cannot fail: uth_admit_facts() has refused, or would refuse, everything that could.
void uth_settle(const struct uth_rules *rules, const struct uth_facts *facts,
                struct uth_settlement *settlement);

// PLAY-5: what this player loses at the fold, each wager whole, as uth_rules_fold() says: Ante, Blind
// and a Trips wager that does not win. Whether a player-dealer's wager reaches it only uth_settle can
// say (BANK-4). Returns how many lines there are.
unsigned uth_settle_fold(const struct uth_rules *rules, const struct uth_facts *facts,
                         unsigned player, struct uth_settled lines[UTH_FOLD_LINES_MAX]);

// True when the dealer's cards have to be turned: somebody is still in, or a live wager of a
// folded player looks at them (SHOW-8).
bool uth_settle_needs_dealer(const struct uth_rules *rules, const struct uth_facts *facts);

// "dealer does not qualify: Ante pushes", "the hole cards are on the table: Ultimate Pairs wins".
#define UTH_REASON_TEXT_MAX 96
const char *uth_reason_text(const struct uth_rules *rules, enum uth_wager wager,
                            enum uth_reason reason, char text[UTH_REASON_TEXT_MAX]);
// Whether it is the reason of a wager that wins.
bool uth_reason_wins(enum uth_reason reason);
// What limited it, "" when nothing did.
const char *uth_carried_text(enum uth_carried carried);
const char *uth_outcome_name(enum uth_outcome outcome);
const char *uth_verdict_name(enum uth_verdict verdict);

#ifdef __cplusplus
}
#endif

#endif
