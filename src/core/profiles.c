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

#define TRIPS(name, sheet, four, full_house, flush, straight) {                                    \
    .id = name, .printed = sheet,                                                                  \
    .pays = {                                                                                      \
        [UTH_HAND_THREE]          = {          3, 1 },                                             \
        [UTH_HAND_STRAIGHT]       = {   straight, 1 },                                             \
        [UTH_HAND_FLUSH]          = {      flush, 1 },                                             \
        [UTH_HAND_FULL_HOUSE]     = { full_house, 1 },                                             \
        [UTH_HAND_FOUR]           = {       four, 1 },                                             \
        [UTH_HAND_STRAIGHT_FLUSH] = {         40, 1 },                                             \
        [UTH_HAND_ROYAL_FLUSH]    = {         50, 1 },                                             \
    },                                                                                             \
}

#define BAD_BEAT(name, sheet, straight_flush, full_house, flush) {                                 \
    .id = name, .printed = sheet, .printed_hits = "3.9%",                                          \
    .pays = {                                                                                      \
        [UTH_HAND_THREE]          = {              9, 1 },                                         \
        [UTH_HAND_STRAIGHT]       = {             20, 1 },                                         \
        [UTH_HAND_FLUSH]          = {          flush, 1 },                                         \
        [UTH_HAND_FULL_HOUSE]     = {     full_house, 1 },                                         \
        [UTH_HAND_FOUR]           = {            500, 1 },                                         \
        [UTH_HAND_STRAIGHT_FLUSH] = { straight_flush, 1 },                                         \
    },                                                                                             \
}

// Tables 3 to 6 print "ace/face" and "other pair"; here each stands on all the lines it means.
#define PAIRS_BY_FACE(name, sheet, aces, other_pair, ...) {                                        \
    .id = name, .printed = sheet,                                                                  \
    .pays = {                                                                                      \
        [UTH_PAIRS_ACES]           = {       aces, 1 },                                            \
        [UTH_PAIRS_AK_SUITED]      = {         20, 1 },                                            \
        [UTH_PAIRS_AQ_AJ_SUITED]   = {         20, 1 },                                            \
        [UTH_PAIRS_AK]             = {         10, 1 },                                            \
        [UTH_PAIRS_AQ_AJ]          = {         10, 1 },                                            \
        [UTH_PAIRS_KINGS_TO_JACKS] = { other_pair, 1 },                                            \
        [UTH_PAIRS_TENS_TO_TWOS]   = { other_pair, 1 },                                            \
        __VA_ARGS__                                                                                \
    },                                                                                             \
}

#define PAIRS_BY_RANK(name, sheet, ...) {                                                          \
    .id = name, .printed = sheet,                                                                  \
    .pays = {                                                                                      \
        [UTH_PAIRS_ACES]           = { 30, 1 },                                                    \
        [UTH_PAIRS_AK_SUITED]      = { 25, 1 },                                                    \
        [UTH_PAIRS_AQ_AJ_SUITED]   = { 20, 1 },                                                    \
        [UTH_PAIRS_AK]             = { 15, 1 },                                                    \
        [UTH_PAIRS_KINGS_TO_JACKS] = { 10, 1 },                                                    \
        [UTH_PAIRS_AQ_AJ]          = {  5, 1 },                                                    \
        [UTH_PAIRS_TENS_TO_TWOS]   = {  3, 1 },                                                    \
        __VA_ARGS__                                                                                \
    },                                                                                             \
}

#define STANDARD_RAISES {                                                                          \
    [UTH_STREET_PREFLOP] = { 4, 3 },                                                               \
    [UTH_STREET_FLOP]    = { 2 },                                                                  \
    [UTH_STREET_RIVER]   = { 1 },                                                                  \
}

// SHOW-9
#define ANTE_FIRST {                                                                               \
    UTH_WAGER_ANTE, UTH_WAGER_PLAY, UTH_WAGER_BLIND, UTH_WAGER_TRIPS,                              \
    UTH_WAGER_BAD_BEAT, UTH_WAGER_PAIRS, UTH_WAGER_PROGRESSIVE,                                    \
}
#define PLAY_FIRST {                                                                               \
    UTH_WAGER_PLAY, UTH_WAGER_ANTE, UTH_WAGER_BLIND, UTH_WAGER_TRIPS,                              \
    UTH_WAGER_BAD_BEAT, UTH_WAGER_PAIRS, UTH_WAGER_PROGRESSIVE,                                    \
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
    .fold_keeps_trips = true,                                                                      \
    .order = UTH_ORDER_LEFT_OF_BANK,                                                               \
    .order_won = ANTE_FIRST,                                                                       \
    .coverage = UTH_COVERAGE_PAYOFFS,                                                              \
    .bank_hands_max = 2,                                                                           \
    .player_fee_per = UTH_FEE_PER_CIRCLE,                                                          \
    .disputes = DISPUTES,                                                                          \
    .blind = BLIND_500(""),                                                                          \
    .trips_count = 1,                                                                              \
    .trips_tables = { TRIPS("UTH-02", "1.90%", 30, 8, 6, 5) }

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
    .bad_beat_needs_trips = true,
    .raises = STANDARD_RAISES,
    .qualifier = UTH_HAND_PAIR << 12,
    .ante_unqualified = UTH_ANTE_PUSHES,
    .ante_refund_first = true,
    .fold_keeps_trips = true,
    .order = UTH_ORDER_FROM_RIGHT,
    .order_won = ANTE_FIRST,
    .order_lost = PLAY_FIRST, // "the Play, Ante and Blind bets lose"
    .blind = BLIND_500("0.84%"), // "entire game vs. dealer, perfect play"
    .trips_count = 4,
    .trips_tables = {
        TRIPS("UTH-01", "0.90%", 30, 9, 7, 4),
        TRIPS("UTH-02", "1.90%", 30, 8, 6, 5),
        TRIPS("UTH-03", "3.50%", 30, 8, 7, 4),
        TRIPS("UTH-04", "6.18%", 20, 7, 6, 5),
    },
    .bad_beat_count = 3,
    .bad_beat_tables = {
        BAD_BEAT("BBB-01", "20.2%", 10000, 40, 25),
        BAD_BEAT("BBB-02", "14.6%",  7500, 50, 30),
        BAD_BEAT("BBB-03", "16.5%",  2500, 50, 30),
    },
    .pairs_count = 6,
    .pairs_tables = {
        PAIRS_BY_RANK("1", "8.90%", ),
        PAIRS_BY_RANK("2", "8.54%", [UTH_PAIRS_ACES_BOTH] = { 1000, 1 }),
        PAIRS_BY_FACE("3", "4.52%", 30, 5, ),
        PAIRS_BY_FACE("4", "4.68%", 30, 4, [UTH_PAIRS_ACES_RED] = { 100, 1 }),
        PAIRS_BY_FACE("5", "4.90%", 25, 5, [UTH_PAIRS_ACES_RED] = { 50, 1 }),
        PAIRS_BY_FACE("6", "6.79%", 25, 5, ),
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
