// The built-in rule profiles, as the documents of the Bureau of Gambling Control (California) and
// the maker's approved rules (Washington) state them. A number here is a number on paper.
#include <string.h>

#include "uth/rules.h"

#define DOLLARS(amount)                                                                            \
    {                                                                                              \
        INT64_C(100) * (amount)                                                                    \
    }
#define CENTS(amount)                                                                              \
    {                                                                                              \
        INT64_C(amount)                                                                            \
    }

// clang-format off
#define BLIND_500(sheet) {                                                                         \
    .id = "BLIND-500", .printed = sheet,                                                           \
    .pays = {                                                                                      \
        [UTH_HAND_STRAIGHT]       = {   1, 1 },                                                    \
        [UTH_HAND_FLUSH]          = {   3, 2 },                                                    \
        [UTH_HAND_FULL_HOUSE]     = {   3, 1 },                                                    \
        [UTH_HAND_FOUR]           = {  10, 1 },                                                    \
        [UTH_HAND_STRAIGHT_FLUSH] = {  50, 1 },                                                    \
        [UTH_HAND_ROYAL_FLUSH]    = { 500, 1 },                                                    \
    },                                                                                             \
}

// ---- lines of side bets -------------------------------------------------------------------------

#define HAND_LINE(kind, pay) { { .when = UTH_WHEN_HAND, .least = (kind) << 12, .most = (kind) << 12 | 0xfff }, { pay, 1 } }
#define PAIR_LINE(top, low, pay) { { .when = UTH_WHEN_PAIR, .from = low, .to = top }, { pay, 1 } }
#define ACES_LINE(pay, ...) { { .when = UTH_WHEN_PAIR, .from = UTH_RANK_ACE, .to = UTH_RANK_ACE, __VA_ARGS__ }, { pay, 1 } }
#define ACE_LINE(top, low, suit, pay) { { .when = UTH_WHEN_RANKS, .high = UTH_RANK_ACE, .from = low, .to = top, .suits = suit }, { pay, 1 } }

// Where to begin, as uth_bet_table_index() has it; the tests compare them.
#define D(line)        (UTH_BET_DECIDED | (line)) // decided
#define TRIPS_INDEX    { TRIPS_KINDS, TRIPS_KINDS }
#define TRIPS_KINDS    D(7), D(7), D(7), D(6), D(5), D(4), D(3), D(2), D(1), D(0), D(7), D(7), D(7)
#define BAD_BEAT_INDEX { BAD_BEAT_KINDS, BAD_BEAT_KINDS }
#define BAD_BEAT_KINDS D(6), D(6), D(6), D(5), D(4), D(3), D(2), D(1), D(0), D(6), D(6), D(6), D(6)

#define TRIPS(name, sheet, four, full_house, flush, straight) {                                    \
    .id = name, .printed = sheet, .line_count = 7, .first = TRIPS_INDEX,                            \
    .lines = {                                                                                     \
        HAND_LINE(UTH_HAND_ROYAL_FLUSH, 50),                                                       \
        HAND_LINE(UTH_HAND_STRAIGHT_FLUSH, 40),                                                    \
        HAND_LINE(UTH_HAND_FOUR, four),                                                            \
        HAND_LINE(UTH_HAND_FULL_HOUSE, full_house),                                                \
        HAND_LINE(UTH_HAND_FLUSH, flush),                                                          \
        HAND_LINE(UTH_HAND_STRAIGHT, straight),                                                    \
        HAND_LINE(UTH_HAND_THREE, 3),                                                              \
    },                                                                                             \
}

// BB-2: by the beaten hand.
#define BAD_BEAT(name, sheet, straight_flush, full_house, flush) {                                 \
    .id = name, .printed = sheet, .printed_hits = "3.9%", .line_count = 6,                         \
    .first = BAD_BEAT_INDEX,                                                                       \
    .lines = {                                                                                     \
        HAND_LINE(UTH_HAND_STRAIGHT_FLUSH, straight_flush),                                        \
        HAND_LINE(UTH_HAND_FOUR, 500),                                                             \
        HAND_LINE(UTH_HAND_FULL_HOUSE, full_house),                                                \
        HAND_LINE(UTH_HAND_FLUSH, flush),                                                          \
        HAND_LINE(UTH_HAND_STRAIGHT, 20),                                                          \
        HAND_LINE(UTH_HAND_THREE, 9),                                                              \
    },                                                                                             \
}

#define PAIRS_BY_RANK_LINES                                                                        \
    PAIR_LINE(UTH_RANK_ACE, UTH_RANK_ACE, 30),                                                     \
    ACE_LINE(UTH_RANK_KING, UTH_RANK_KING, UTH_SUITS_SAME, 25),                                    \
    ACE_LINE(UTH_RANK_QUEEN, UTH_RANK_JACK, UTH_SUITS_SAME, 20),                                   \
    ACE_LINE(UTH_RANK_KING, UTH_RANK_KING, UTH_SUITS_ANY, 15),                                     \
    PAIR_LINE(UTH_RANK_KING, UTH_RANK_JACK, 10),                                                   \
    ACE_LINE(UTH_RANK_QUEEN, UTH_RANK_JACK, UTH_SUITS_ANY, 5),                                     \
    PAIR_LINE(UTH_RANK_TEN, UTH_RANK_TWO, 3)

// PAIR-4: "ace/face" is an ace with a king, a queen or a jack.
#define PAIRS_BY_FACE_LINES(aces, other_pair)                                                      \
    PAIR_LINE(UTH_RANK_ACE, UTH_RANK_ACE, aces),                                                   \
    ACE_LINE(UTH_RANK_KING, UTH_RANK_JACK, UTH_SUITS_SAME, 20),                                    \
    ACE_LINE(UTH_RANK_KING, UTH_RANK_JACK, UTH_SUITS_ANY, 10),                                     \
    PAIR_LINE(UTH_RANK_KING, UTH_RANK_TWO, other_pair)
#define RED_ACES(pay)  ACES_LINE(pay, .suits = UTH_SUITS_RED)
#define BOTH_ACES(pay) ACES_LINE(pay, .both = true)
// Two ranks pay with an ace alone. Then the pairs: to the ten, to the king, aces.
#define NINE_TIMES(line) line, line, line, line, line, line, line, line, line
#define PAIRS_INDEX(count, ace, other, face, aces) {                                               \
    NINE_TIMES(D(count)), D(count), D(count), D(count), ace,                                       \
    NINE_TIMES(D(other)), D(face), D(face), D(face), aces }
#define PAIRS(name, sheet, count, index, ...) { .id = name, .printed = sheet, .line_count = count, .first = index, .lines = { __VA_ARGS__ } }

// ---- what the profiles share --------------------------------------------------------------------

#define STANDARD_RAISES {                                                                          \
    [UTH_STREET_PREFLOP] = { 4, 3 },                                                               \
    [UTH_STREET_FLOP]    = { 2 },                                                                  \
    [UTH_STREET_RIVER]   = { 1 },                                                                  \
}

// SHOW-9
#define ANTE_FIRST {                                                                               \
    UTH_WAGER_ANTE, UTH_WAGER_PLAY, UTH_WAGER_BLIND, UTH_WAGER_TRIPS,                              \
    UTH_WAGER_BAD_BEAT, UTH_WAGER_PAIRS, UTH_WAGER_PROGRESSIVE,                                    \
    UTH_WAGER_OWN_1, UTH_WAGER_OWN_2, UTH_WAGER_OWN_3, UTH_WAGER_OWN_4,                            \
}
#define PLAY_FIRST {                                                                               \
    UTH_WAGER_PLAY, UTH_WAGER_ANTE, UTH_WAGER_BLIND, UTH_WAGER_TRIPS,                              \
    UTH_WAGER_BAD_BEAT, UTH_WAGER_PAIRS, UTH_WAGER_PROGRESSIVE,                                    \
    UTH_WAGER_OWN_1, UTH_WAGER_OWN_2, UTH_WAGER_OWN_3, UTH_WAGER_OWN_4,                            \
}

// WA-1: one rule, whoever banks.
#define DISPUTES                                                                                   \
    "Tell the dealer, or press Dispute on the round. The round is replayed from its record, and a " \
    "floor supervisor decides. The decision and its reason are kept with the round, where the "    \
    "player and the dealer can read them. Whoever disagrees may turn to the state's gambling "     \
    "regulator."

// NOTE-1: what the documents say on their first and last pages, in our words. A house may replace them.
#define NOTICE_OWNER                                                                               \
    "Ultimate Texas Hold'em belongs to SHFL Entertainment, Inc., by patent or copyright."
#define NOTICES_BUREAU                                                                             \
    "The Bureau of Gambling Control publishes the rules under Business and Professions Code "      \
    "section 19826(g). Publishing them waives no rights the owner holds.",                         \
    "The house and the owner settle the terms of their agreement. A dispute about it is private, " \
    "and the Bureau does not resolve it."
#define NOTICE_BUREAU_ACTS                                                                         \
    "tell cardrooms and law enforcement if not, order cardrooms to stop, and act against those "   \
    "that do not."

// SHOW-7: Trips pays after a fold, too.
#define TRIPS_BET(count, ...) [UTH_WAGER_TRIPS - UTH_WAGER_TRIPS] = {                              \
    .cards = UTH_BET_HOLE_BOARD, .fold = UTH_FOLD_LOSES_UNLESS_WON,                                \
    .table_count = count, .tables = { __VA_ARGS__ },                                               \
}

// Both California documents share everything but seats, the order at a losing hand and collections.
#define CALIFORNIA                                                                                 \
    .banked_by = UTH_BANKED_BY_PLAYER,                                                             \
    .spots_per_player = 1,                                                                         \
    .procedure = UTH_PROCEDURE_SHUFFLER,                                                           \
    .decks = 2,                                                                                    \
    .void_returns_fee = true,                                                                      \
    .offered = {                                                                                   \
        [UTH_WAGER_ANTE] = true, [UTH_WAGER_BLIND] = true, [UTH_WAGER_PLAY] = true,                \
        [UTH_WAGER_TRIPS] = true,                                                                  \
    },                                                                                             \
    .chip = DOLLARS(1),                                                                            \
    .raises = STANDARD_RAISES,                                                                     \
    .qualifier = UTH_HAND_PAIR << 12,                                                             \
    .ante_unqualified = UTH_ANTE_PUSHES,                                                           \
    .order = UTH_ORDER_LEFT_OF_BANK,                                                               \
    .order_won = ANTE_FIRST,                                                                       \
    .coverage = UTH_COVERAGE_PAYOFFS,                                                              \
    .bank_hands_max = 2,                                                                           \
    .player_fee_per = UTH_FEE_PER_CIRCLE,                                                          \
    .disputes = DISPUTES,                                                                          \
    .blind = BLIND_500(""),                                                                          \
    .sides = { TRIPS_BET(1, TRIPS("UTH-02", "1.90%", 30, 8, 6, 5)) }

const struct uth_rules uth_rules_california_8 = {
    .name = "california-8",
    .title = "California, eight seats, player-banked",
    .seats = 8,
    CALIFORNIA,
    .order_lost = PLAY_FIRST,
    .collection_count = 3,
    .collections = {
        { .spot = { DOLLARS(5), DOLLARS(300) }, .tier_count = 5, .tiers = {
            { DOLLARS(5),   DOLLARS(1) },
            { DOLLARS(51),  DOLLARS(2) },
            { DOLLARS(101), DOLLARS(3) },
            { DOLLARS(201), DOLLARS(6) },
            { DOLLARS(301), DOLLARS(9) },
        } },
        { .spot = { DOLLARS(25), DOLLARS(1000) }, .tier_count = 5, .tiers = {
            { DOLLARS(25),  DOLLARS(3) },
            { DOLLARS(201), DOLLARS(6) },
            { DOLLARS(401), DOLLARS(12) },
            { DOLLARS(601), DOLLARS(15) },
            { DOLLARS(801), DOLLARS(20) },
        } },
        { .spot = { DOLLARS(100), DOLLARS(2000) }, .tier_count = 5, .tiers = {
            { DOLLARS(100),  DOLLARS(6) },
            { DOLLARS(401),  DOLLARS(15) },
            { DOLLARS(801),  DOLLARS(20) },
            { DOLLARS(1201), DOLLARS(25) },
            { DOLLARS(1601), DOLLARS(30) },
        } },
    },
    .notice_count = 4,
    .notices = {
        NOTICE_OWNER " A house that asks the Bureau of Gambling Control to approve it submits the owner's agreement.",
        NOTICES_BUREAU,
        "Games without a collection fee are under the Bureau's review. It may review whether these rates are lawful, " NOTICE_BUREAU_ACTS,
    },
};

const struct uth_rules uth_rules_california_6 = {
    .name = "california-6",
    .title = "California, six seats, player-banked",
    .seats = 6,
    CALIFORNIA,
    .order_lost = ANTE_FIRST,
    .collection_count = 2,
    .collections = {
        { .spot = { DOLLARS(5), DOLLARS(50) }, .player_fee = CENTS(50), .tier_count = 2, .tiers = {
            { DOLLARS(5),  DOLLARS(1) },
            { DOLLARS(51), DOLLARS(2) },
        } },
        { .spot = { DOLLARS(5), DOLLARS(50) }, .tier_count = 3, .tiers = {
            { DOLLARS(5),   CENTS(50) },
            { DOLLARS(51),  DOLLARS(2) },
            { DOLLARS(301), DOLLARS(3) },
        } },
    },
    .notice_count = 4,
    .notices = {
        NOTICE_OWNER " A house needs the owner's agreement to offer it.",
        NOTICES_BUREAU,
        "Games without a collection fee are under the Bureau's review. It may review whether this game is lawful, " NOTICE_BUREAU_ACTS,
    },
};

const struct uth_rules uth_rules_washington = {
    .name = "washington",
    .title = "Washington, house-banked",
    .banked_by = UTH_BANKED_BY_HOUSE,
    .seats = 7,
    .spots_per_player = 1,
    .procedure = UTH_PROCEDURE_ACE_IDEAL,
    .decks = 1,
    .void_returns_fee = true,
    .offered = {
        [UTH_WAGER_ANTE] = true, [UTH_WAGER_BLIND] = true, [UTH_WAGER_PLAY] = true,
        [UTH_WAGER_TRIPS] = true, [UTH_WAGER_BAD_BEAT] = true, [UTH_WAGER_PAIRS] = true,
        [UTH_WAGER_PROGRESSIVE] = true,
    },
    .limits = {
        [UTH_WAGER_ANTE]        = { DOLLARS(5), DOLLARS(75) },
        [UTH_WAGER_BLIND]       = { DOLLARS(5), DOLLARS(75) },
        [UTH_WAGER_PLAY]        = { DOLLARS(5), DOLLARS(300) },
        [UTH_WAGER_TRIPS]       = { DOLLARS(1), DOLLARS(300) },
        [UTH_WAGER_BAD_BEAT]    = { DOLLARS(1), DOLLARS(300) },
        [UTH_WAGER_PAIRS]       = { DOLLARS(1), DOLLARS(300) },
        [UTH_WAGER_PROGRESSIVE] = { DOLLARS(1), DOLLARS(300) },
    },
    .chip = DOLLARS(1),
    .legal_wager_max = DOLLARS(300),
    .games_max = 4,
    .raises = STANDARD_RAISES,
    .qualifier = UTH_HAND_PAIR << 12,
    .ante_unqualified = UTH_ANTE_PUSHES,
    .ante_refund_first = true,
    .order = UTH_ORDER_FROM_RIGHT,
    .order_won = ANTE_FIRST,
    .order_lost = PLAY_FIRST, // "the Play, Ante and Blind bets lose"
    .blind = BLIND_500("0.84%"), // "entire game vs. dealer, perfect play"
    .sides = {
        TRIPS_BET(4,
            TRIPS("UTH-01", "0.90%", 30, 9, 7, 4),
            TRIPS("UTH-02", "1.90%", 30, 8, 6, 5),
            TRIPS("UTH-03", "3.50%", 30, 8, 7, 4),
            TRIPS("UTH-04", "6.18%", 20, 7, 6, 5)),
        [UTH_WAGER_BAD_BEAT - UTH_WAGER_TRIPS] = {
            .cards = UTH_BET_BEATEN, .fold = UTH_FOLD_BESIDE, .needs = 1U << UTH_WAGER_TRIPS, // BET-4
            .table_count = 3,
            .tables = {
                BAD_BEAT("BBB-01", "20.2%", 10000, 40, 25),
                BAD_BEAT("BBB-02", "14.6%",  7500, 50, 30),
                BAD_BEAT("BBB-03", "16.5%",  2500, 50, 30),
            },
        },
        [UTH_WAGER_PAIRS - UTH_WAGER_TRIPS] = {
            .cards = UTH_BET_HOLE, .fold = UTH_FOLD_TUCKED, // PAIR-1, PAIR-3
            .table_count = 6,
            .tables = {
                PAIRS("1", "8.90%", 7, PAIRS_INDEX(7, 1, 6, 4, D(0)), PAIRS_BY_RANK_LINES),
                PAIRS("2", "8.54%", 8, PAIRS_INDEX(8, 2, 7, 5, 0), BOTH_ACES(1000), PAIRS_BY_RANK_LINES),
                PAIRS("3", "4.52%", 4, PAIRS_INDEX(4, 1, 3, 3, D(0)), PAIRS_BY_FACE_LINES(30, 5)),
                PAIRS("4", "4.68%", 5, PAIRS_INDEX(5, 2, 4, 4, 0), RED_ACES(100), PAIRS_BY_FACE_LINES(30, 4)),
                PAIRS("5", "4.90%", 5, PAIRS_INDEX(5, 2, 4, 4, 0), RED_ACES(50), PAIRS_BY_FACE_LINES(25, 5)),
                PAIRS("6", "6.79%", 4, PAIRS_INDEX(4, 1, 3, 3, D(0)), PAIRS_BY_FACE_LINES(25, 5)),
            },
        },
        [UTH_WAGER_PROGRESSIVE - UTH_WAGER_TRIPS] = {
            .cards = UTH_BET_HOLE_BOARD, .fold = UTH_FOLD_BESIDE,
        },
    },
    .progressive = { // PROG-7: the sources print the pays only; stake, seed and rates are ours
        .stake = DOLLARS(1),
        .seed = DOLLARS(10000),
        .meter_rate_bp = 2000,
        .reserve_rate_bp = 200,
        .preset_rate_bp = 2000,
        .preset_seed = DOLLARS(10000),
        .fixed_pays_from = UTH_PAYS_FROM_TRAY,
        .order = UTH_METER_ORDER_FROM_RIGHT,
        .table = {
            .id = "01",
            .pays = {
                [UTH_PROGRESSIVE_ROYAL_FIRST_FIVE] = { .meter_bp = 10000 },
                [UTH_PROGRESSIVE_ROYAL_SEVEN]      = { .meter_bp = 500 },
                [UTH_PROGRESSIVE_COMMUNITY_ROYAL]  = { .for_one = 3000 },
                [UTH_PROGRESSIVE_STRAIGHT_FLUSH]   = { .for_one = 250 },
                [UTH_PROGRESSIVE_FOUR]             = { .for_one = 100 },
                [UTH_PROGRESSIVE_FULL_HOUSE]       = { .for_one = 10 },
            },
        },
    },
    .disputes = DISPUTES,
    .notice_count = 2,
    .notices = {
        NOTICE_OWNER " A house needs the owner's agreement to offer it.",
        "No wager may exceed the limits authorized by WAC 230-15-040 and WAC 230-15-140.",
    },
};
// clang-format on

static const struct uth_rules *const builtin[] = {
    &uth_rules_california_8,
    &uth_rules_california_6,
    &uth_rules_washington,
};

size_t uth_rules_builtin_count(void)
{
    return sizeof builtin / sizeof builtin[0];
}

const struct uth_rules *uth_rules_builtin(size_t index)
{
    UTH_CHECK(index < uth_rules_builtin_count());
    return builtin[index];
}

const struct uth_rules *uth_rules_find(const char *name)
{
    for (size_t i = 0; i < uth_rules_builtin_count(); i++) {
        if (strcmp(builtin[i]->name, name) == 0) {
            return builtin[i];
        }
    }
    return NULL;
}
