// The base game solved exactly: values, odds, strategies and side bets as whole numbers.
//
// Nothing here samples, rounds or uses floating point. Values are counted in units, the common
// denominator of the Blind's odds: half antes on the standard table, where a flush pays 3 to 2.
// A sum of units over a number of equally likely deals is an exact expectation.
//
// All memory is the caller's. Nothing is kept between calls but what stands in it, so different
// memories may be used from different threads at once.
#ifndef UTH_EXACT_H
#define UTH_EXACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uth/bet.h"
#include "uth/card.h"
#include "uth/hand.h"
#include "uth/rules.h"
#include "uth/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// Deals of one round, the flop told from turn and river: C(52,2) C(50,3) C(47,2) C(45,2), and
// those of one player's hand.
#define UTH_EXACT_DEALS          INT64_C(27813810024000)
#define UTH_EXACT_DEALS_PER_HOLE INT64_C(20975724000)
#define UTH_EXACT_HOLES          1326
#define UTH_EXACT_CLASSES        169

// Solving

// A solved game. It lies in the memory it was solved in and needs no release.
struct uth_exact;

// Bytes uth_exact_solve wants: 31 MiB for one thread, 8 MiB for each further one.
size_t uth_exact_size(unsigned threads);

// Solves the base game of a profile under perfect play. `threads` from 1 to 64 share the work; the
// result does not depend on how many. The profile's Blind table, its raises on each street, the
// qualifying hand and the Ante rule count; limits and money do not.
// Refuses with UTH_ERR_SOLVER_UNIT odds with a large common denominator, with _PAYS and _RAISES
// what the sums cannot hold, with _RIVER a river without a raise, with UTH_ERR_RULES raises that do
// not fall. On refusal *exact is untouched. A `size` below uth_exact_size() is the caller's mistake
// and stops the program.
UTH_NODISCARD enum uth_status uth_exact_solve(const struct uth_rules *rules, unsigned threads,
                                              void *memory, size_t size, struct uth_exact **exact);

// Solves other rules in the memory of a solved game, with as many threads; what no rule changes is
// not worked out once more. Where a strategy has been played through and the other rules are other
// pays that change no decision, this and uth_exact_play take no time to speak of. Refuses as
// uth_exact_solve does; then the game stays as it was.
UTH_NODISCARD enum uth_status uth_exact_solve_again(struct uth_exact *exact,
                                                    const struct uth_rules *rules);

// Units in an ante.
int32_t uth_exact_unit(const struct uth_exact *exact);

// One of the 169 starting hands. Values are sums of units over UTH_EXACT_DEALS_PER_HOLE deals.
// Where two actions are worth the same the bet comes before the check, the larger before the
// smaller.
struct uth_exact_hand {
    uint8_t holes;                 // 6 for a pair, 4 suited, 12 offsuit
    uint8_t best;                  // the Play to make, in antes; 0 is a check
    int64_t raise[UTH_RAISES_MAX]; // value of each raise the profile offers, in its order
    int64_t check;
};
void uth_exact_hand(const struct uth_exact *exact, unsigned hand_class,
                    struct uth_exact_hand *hand);

// Pairs at rank * 13 + rank, suited hands at high * 13 + low, offsuit ones at low * 13 + high.
unsigned uth_exact_class_of(uth_card a, uth_card b);

// A (flop, hole) state. Values are sums of units over 1,081 turns and rivers and 990 dealer hands.
// `check` is worth what perfect play at the river makes of it. The five cards must differ.
struct uth_exact_flop {
    uint8_t best;
    int32_t check_over_bet; // value of checking minus that of the largest raise
};
void uth_exact_flop(const struct uth_exact *exact, const uth_card hole[2], const uth_card flop[3],
                    struct uth_exact_flop *state);

// Playing a whole strategy

// How people play. Each is read as written here. Stored in strategies: append only.
enum uth_style {
    UTH_STYLE_OPTIMAL = 0, // perfect play; equal values bet, and bet the larger size
    // Before the flop as perfect play. On the flop the largest raise with two pairs or better of
    // the five cards (three of a kind on the board counts), with a hidden pair other than pocket
    // deuces (a pocket pair, or a hole card that pairs the board), or with four to a flush
    // including a hidden ten or better of that suit. At the river the smallest raise with a hand
    // of a better kind than the board's own five cards, or when fewer than 21 of the 45 unseen
    // cards, taken singly with the board, would beat the player; otherwise a fold.
    UTH_STYLE_SIMPLE = 1,
    UTH_STYLE_NEVER_FOLD = 2, // perfect before the flop and on it, then always bets, the smallest
    UTH_STYLE_TIMID = 3,      // never raises before the flop, perfect after
    UTH_STYLE_COUNT = 4,
};

// "optimal", "simple", "never-fold", "timid". The inverse gives UTH_STYLE_COUNT for another name.
const char *uth_style_name(enum uth_style style);
enum uth_style uth_style_find(const char *name);

// What one round comes to, over all UTH_EXACT_DEALS deals.
#define UTH_EXACT_OUTCOMES_MAX 320
struct uth_exact_outcome {
    int64_t net; // units
    int64_t deals;
};
struct uth_exact_play {
    int32_t unit;
    int64_t value;                                    // sum of nets, in units
    int64_t wagered;                                  // sum of Ante, Blind and Play, in antes
    int64_t raised[UTH_STREET_COUNT][UTH_RAISES_MAX]; // deals in which that raise was made
    int64_t folded;                                   // deals
    int64_t folded_by[UTH_HAND_COUNT];                // the same by the player's kind of hand
    size_t outcome_count;
    struct uth_exact_outcome outcome[UTH_EXACT_OUTCOMES_MAX]; // nets rising, none twice
};

// Plays the strategy through every deal. Uses the memory and the threads of the solve; the solved
// values are not changed.
void uth_exact_play(struct uth_exact *exact, enum uth_style style, struct uth_exact_play *play);

// A style as one block of bytes: every flop and river decision and the chart before the flop.
// The layout is the same on every machine, so the block can be written to a file as it stands.

#define UTH_STRATEGY_VERSION 1

// An opened block. It borrows the bytes, which must stay and must not change.
struct uth_strategy {
    const uint8_t *bytes;
    size_t size;
    uint64_t profile; // uth_strategy_profile() of the rules it was made for
    enum uth_style style;
    uint8_t planes;
    uint8_t flop_size[2]; // the large and the small Play in antes
    uint8_t river_size[2];
};

// What of a profile the strategy depends on, as one number: Blind pays, raises, qualifying hand and
// Ante rule. Refuses as uth_exact_solve does.
UTH_NODISCARD enum uth_status uth_strategy_profile(const struct uth_rules *rules,
                                                   uint64_t *profile);

// Bytes of a solved game's strategy: 2.1 MB, or 4.1 MB where flop or river offer two sizes.
size_t uth_strategy_size(const struct uth_exact *exact);

// Writes exactly uth_strategy_size() bytes. Uses the solve's memory as uth_exact_play does.
void uth_strategy_build(struct uth_exact *exact, enum uth_style style, void *bytes, size_t size);

// Refuses with UTH_ERR_STRATEGY what is of another version, cut short or damaged, and, where rules
// are given, with UTH_ERR_STRATEGY_RULES a strategy made for others. `bytes` come from anywhere: a
// block that opens can be asked anything without harm.
UTH_NODISCARD enum uth_status uth_strategy_open(const void *bytes, size_t size,
                                                const struct uth_rules *rules,
                                                struct uth_strategy *strategy);

// The Play to make, in antes; 0 is a check, at the river a fold. The cards must differ. Tens of
// millions a second.
unsigned uth_strategy_preflop(const struct uth_strategy *strategy, const uth_card hole[2]);
unsigned uth_strategy_flop(const struct uth_strategy *strategy, const uth_card hole[2],
                           const uth_card flop[3]);
unsigned uth_strategy_river(const struct uth_strategy *strategy, const uth_card hole[2],
                            const uth_card board[5]);

// Exact numbers as text

// n/d in lowest terms, d > 0.
struct uth_ratio {
    int64_t num;
    int64_t den;
};
struct uth_ratio uth_ratio_of(int64_t num, int64_t den);

#define UTH_RATIO_TEXT_MAX 100
// "-50643648973/2317817502000".
void uth_ratio_text(struct uth_ratio ratio, char text[UTH_RATIO_TEXT_MAX]);
// Rounded to `digits` decimals, at most 18: "-0.021849713763".
void uth_ratio_decimal(struct uth_ratio ratio, unsigned digits, char text[UTH_RATIO_TEXT_MAX]);

struct uth_ratio uth_play_value(const struct uth_exact_play *play);   // of an ante
struct uth_ratio uth_play_wagered(const struct uth_exact_play *play); // antes a round
struct uth_ratio uth_play_risk(const struct uth_exact_play *play);    // element of risk, loss > 0

// Variance in antes squared as "n/d" in lowest terms (more than 63 bits, so text alone), and the
// standard deviation to ten decimals.
void uth_play_variance(const struct uth_exact_play *play, char text[UTH_RATIO_TEXT_MAX]);
void uth_play_deviation(const struct uth_exact_play *play, char text[UTH_RATIO_TEXT_MAX]);

// Side bets

// How many different strengths a hand has.
#define UTH_EXACT_STRENGTHS 7462

enum uth_exact_winner {
    UTH_EXACT_DEALER_WINS = 0,
    UTH_EXACT_TIE = 1,
    UTH_EXACT_PLAYER_WINS = 2,
    UTH_EXACT_WINNERS = 3,
};

// What no rule changes: all hands of five and of seven cards by their strength, the weakest first, and
// deals by the player's kind of hand, the dealer's, and who wins.
struct uth_exact_kinds {
    int64_t five[UTH_EXACT_STRENGTHS];
    int64_t seven[UTH_EXACT_STRENGTHS];
    int64_t deals[UTH_HAND_COUNT][UTH_HAND_COUNT][UTH_EXACT_WINNERS]; // [player][dealer]
};

// Any solved game will do; uses its memory as uth_exact_play does.
void uth_exact_kinds(struct uth_exact *exact, struct uth_exact_kinds *kinds);

// Without a game: leaves the deals at 0, so it serves every bet but those on the beaten hand.
void uth_exact_hands(struct uth_exact_kinds *kinds);

// The deals that a strategy folds, by each thing that a bet may look at.
struct uth_exact_folds {
    int64_t hole[UTH_EXACT_CLASSES];
    int64_t flop[UTH_EXACT_STRENGTHS]; // hole cards and flop
    int64_t seven[UTH_EXACT_STRENGTHS];
    int64_t board[UTH_EXACT_STRENGTHS];
    int64_t dealer[UTH_EXACT_STRENGTHS];
    int64_t beaten[UTH_HAND_COUNT]; // the weaker hand; at a tie there is none
    struct uth_exact *exact;        // whose they are
    enum uth_style style;
};

// The first line of a table that no cards reach, or that those above always take; line_count where each
// can pay. The kinds may be those of uth_exact_hands.
unsigned uth_exact_idle_line(const struct uth_exact_kinds *kinds, const struct uth_bet *bet,
                             unsigned table);

// Whether a fold loses one of the profile's side bets whatever it shows: only then are folds asked for.
bool uth_exact_asks_folds(const struct uth_rules *rules);

// Plays the strategy through once more, in one thread and within 0.1 seconds.
void uth_exact_folds(struct uth_exact *exact, enum uth_style style, struct uth_exact_folds *folds);

// A wager of one on its own: house edge, how often it wins, variance as exact text and decimal; and how
// often each of its lines pays: never where one above it always pays first.
struct uth_exact_side {
    struct uth_ratio house_edge;
    struct uth_ratio hit_frequency;
    char variance[UTH_RATIO_TEXT_MAX];
    char variance_decimal[UTH_RATIO_TEXT_MAX];
    struct uth_ratio line[UTH_BET_LINES_MAX];
};

// A side bet by one of its tables. Every hand it looks at is counted. Where a fold loses it whatever it
// shows (UTH_FOLD_LOSES), `folds` are those of the strategy, else they are not asked and may be NULL;
// if a line asks for both hands, too, their game must still be solved as it was, its memory is used, and
// hole cards that are checked before the flop take up to a second for each of the 169.
// Refuses with UTH_ERR_TABLE_TOO_COSTLY pays whose common denominator passes 1,000, that pay more than a
// million to one, or so much so often that the sums cannot hold it; then *side is untouched.
// uth_bet_fault() must find nothing.
UTH_NODISCARD enum uth_status uth_exact_bet(const struct uth_exact_kinds *kinds,
                                            const struct uth_exact_folds *folds,
                                            const struct uth_bet *bet, unsigned table,
                                            struct uth_exact_side *side);

// The Progressive for a stake of one (PROG-1): what it returns is fixed_return plus
// meter_coefficient times the meter in stakes; at break_even it returns the stake. A table without
// a share of the meter has a coefficient of 0 and no break-even, {0, 1}.
struct uth_exact_progressive {
    struct uth_ratio probability[UTH_PROGRESSIVE_COUNT]; // of the line, paid or not
    struct uth_ratio fixed_return;
    struct uth_ratio meter_coefficient;
    struct uth_ratio break_even;
    struct uth_ratio hit_frequency; // of any line that pays
};
UTH_NODISCARD enum uth_status uth_exact_progressive(const struct uth_exact_kinds *kinds,
                                                    const struct uth_progressive_table *table,
                                                    struct uth_exact_progressive *progressive);

// One situation

#define UTH_ODDS_ACTIONS_MAX (UTH_RAISES_MAX + 1)
#define UTH_ODDS_DEAD_MAX    43

struct uth_odds_query {
    uth_card hole[2];
    uth_card board[5];
    uint8_t board_count; // 0, 3 or 5
    uint8_t dead_count;
    uth_card dead[UTH_ODDS_DEAD_MAX]; // seen cards that can no longer be dealt
};

// Values are sums of units over `deals` deals, perfect play from here on. Raises in the profile's
// order, then the check, or at the river the fold.
struct uth_odds_answer {
    int32_t unit;
    enum uth_street street;
    uint8_t action_count;
    uint8_t best; // index of the action to take
    int64_t deals;
    struct {
        uint8_t play; // in antes; 0 is the check or the fold
        int64_t value;
    } action[UTH_ODDS_ACTIONS_MAX];
};

// Bytes uth_odds wants before the flop; on the flop and the river it needs no memory and takes
// NULL.
size_t uth_odds_size(void);

// Refuses with UTH_ERR_CARD_COUNT a board of another size or so many dead cards that the round
// cannot be dealt to its end, with UTH_ERR_BAD_CARD, with UTH_ERR_CARD_TWICE, and as
// uth_exact_solve does. On refusal *answer is untouched.
UTH_NODISCARD enum uth_status uth_odds(const struct uth_rules *rules,
                                       const struct uth_odds_query *query, void *memory,
                                       size_t size, struct uth_odds_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
