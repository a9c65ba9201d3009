// Side bets from counts of hands: each is a short list of pays and of deals that get them.
#include <string.h>

#include "book.h"

static int64_t deals_with(const struct uth_exact_kinds *kinds, unsigned own)
{
    int64_t deals = 0;
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        for (unsigned winner = 0; winner < UTH_EXACT_WINNERS; winner++) {
            deals += kinds->deals[own][kind][winner];
        }
    }
    return deals;
}

enum uth_status uth_exact_trips(const struct uth_exact_kinds *kinds,
                                const struct uth_exact_play *folds,
                                const struct uth_paytable *table, struct uth_exact_side *side)
{
    static const struct uth_odds loses = {0, 0};
    struct book book;
    const enum uth_status status = exact_book_open(&book, table->pays, UTH_HAND_COUNT);
    if (status != UTH_OK) {
        return status;
    }
    for (unsigned own = 0; own < UTH_HAND_COUNT; own++) {
        const int64_t folded = folds == NULL ? 0 : folds->folded_by[own];
        exact_book_add(&book, table->pays[own], deals_with(kinds, own) - folded);
        exact_book_add(&book, loses, folded);
    }
    return exact_book_close(&book, side);
}

enum uth_status uth_exact_bad_beat(const struct uth_exact_kinds *kinds,
                                   const struct uth_paytable *table, struct uth_exact_side *side)
{
    static const struct uth_odds loses = {0, 0};
    struct book book;
    const enum uth_status status = exact_book_open(&book, table->pays, UTH_HAND_COUNT);
    if (status != UTH_OK) {
        return status;
    }
    for (unsigned own = 0; own < UTH_HAND_COUNT; own++) {
        for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
            const int64_t *deals = kinds->deals[own][kind];
            // The beaten hand is looked up, as the settlement does it (BB-2).
            exact_book_add(&book, table->pays[own], deals[UTH_EXACT_DEALER_WINS]);
            exact_book_add(&book, table->pays[kind], deals[UTH_EXACT_PLAYER_WINS]);
            exact_book_add(&book, loses, deals[UTH_EXACT_TIE]);
        }
    }
    return exact_book_close(&book, side);
}

// Dealer hands by the line they give one hand, for so many hands that differ from it in their suits
// alone; the last is none.
static void count_pairs(const struct uth_pairs_table *table, const uth_card player[2],
                        int64_t holes, int64_t line[UTH_PAIRS_NONE + 1])
{
    for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
        for (uth_card a = 0; a < b; a++) {
            if (a != player[0] && a != player[1] && b != player[0] && b != player[1]) {
                const uth_card dealer[2] = {a, b};
                line[uth_pairs_line_of(table, player, dealer)] += holes;
            }
        }
    }
}

enum uth_status uth_exact_pairs(const struct uth_pairs_table *table, struct uth_exact_side *side)
{
    static const struct uth_odds loses = {0, 0};
    int64_t line[UTH_PAIRS_NONE + 1] = {0};
    struct book book;
    const enum uth_status status = exact_book_open(&book, table->pays, UTH_PAIRS_COUNT);
    if (status != UTH_OK) {
        return status;
    }
    for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
        for (uth_card a = 0; a < b; a++) {
            // Of two ranks it matters only whether they are of one suit, of two aces the colour too.
            const uth_card player[2] = {a, b};
            const bool paired = uth_card_rank(a) == uth_card_rank(b);
            const unsigned suits = uth_card_suit(a) * UTH_SUITS + uth_card_suit(b);
            if (paired || suits <= 1) {
                count_pairs(table, player, paired ? 1 : suits == 0 ? 4 : 12, line);
            }
        }
    }
    for (unsigned i = 0; i < UTH_PAIRS_NONE; i++) {
        exact_book_add(&book, table->pays[i], line[i]);
    }
    exact_book_add(&book, loses, line[UTH_PAIRS_NONE]);
    return exact_book_close(&book, side);
}

enum uth_status uth_exact_side(const struct uth_exact_kinds *kinds,
                               const struct uth_exact_play *play, const struct uth_rules *rules,
                               enum uth_wager wager, unsigned table, struct uth_exact_side *side)
{
    const struct uth_wager_tables tables = uth_rules_tables(rules, wager);
    const void *pays = uth_tables_at(&tables, table);
    const bool by_fold =
        uth_wagers[wager].fold == UTH_FOLD_LOSES_UNLESS_WON && !rules->fold_keeps_trips;
    switch (uth_wagers[wager].decided) {
    case UTH_DECIDED_BY_SEVEN: return uth_exact_trips(kinds, by_fold ? play : NULL, pays, side);
    case UTH_DECIDED_BY_BEATEN: return uth_exact_bad_beat(kinds, pays, side);
    case UTH_DECIDED_BY_HOLE: return uth_exact_pairs(pays, side);
    case UTH_DECIDED_BY_HANDS: break;
    }
    UTH_CHECK(!"a side bet with tables");
}

// Deals of each line. A royal flush of one suit lies in the first five cards when two of its five
// are the hole cards and the others the flop; on the board when any of the ten choices of a flop
// is made of it. The other royal flushes use at least one hole card.
static void count_lines(const struct uth_exact_kinds *kinds, int64_t line[UTH_PROGRESSIVE_COUNT])
{
    static const enum uth_progressive_line line_of[UTH_HAND_COUNT] = {
        [UTH_HAND_HIGH_CARD] = UTH_PROGRESSIVE_NONE,
        [UTH_HAND_PAIR] = UTH_PROGRESSIVE_NONE,
        [UTH_HAND_TWO_PAIRS] = UTH_PROGRESSIVE_NONE,
        [UTH_HAND_THREE] = UTH_PROGRESSIVE_THREE,
        [UTH_HAND_STRAIGHT] = UTH_PROGRESSIVE_STRAIGHT,
        [UTH_HAND_FLUSH] = UTH_PROGRESSIVE_FLUSH,
        [UTH_HAND_FULL_HOUSE] = UTH_PROGRESSIVE_FULL_HOUSE,
        [UTH_HAND_FOUR] = UTH_PROGRESSIVE_FOUR,
        [UTH_HAND_STRAIGHT_FLUSH] = UTH_PROGRESSIVE_STRAIGHT_FLUSH,
        [UTH_HAND_ROYAL_FLUSH] = UTH_PROGRESSIVE_ROYAL_SEVEN,
    };
    const int64_t dealers = 990;
    const int64_t others =
        1081; // pairs of the 47 other cards: the two cards that are not of the royal flush
    memset(line, 0, UTH_PROGRESSIVE_COUNT * sizeof line[0]);
    for (unsigned own = 0; own < UTH_HAND_COUNT; own++) {
        for (unsigned i = 0; i < UTH_HAND_COUNT * UTH_EXACT_WINNERS; i++) {
            if (line_of[own] != UTH_PROGRESSIVE_NONE) {
                line[line_of[own]] +=
                    kinds->deals[own][i / UTH_EXACT_WINNERS][i % UTH_EXACT_WINNERS];
            }
        }
    }
    line[UTH_PROGRESSIVE_ROYAL_FIRST_FIVE] = others * dealers * UTH_SUITS * 10;
    line[UTH_PROGRESSIVE_COMMUNITY_ROYAL] = others * dealers * UTH_SUITS * 10;
    line[UTH_PROGRESSIVE_ROYAL_SEVEN] -=
        line[UTH_PROGRESSIVE_ROYAL_FIRST_FIVE] + line[UTH_PROGRESSIVE_COMMUNITY_ROYAL];
}

enum uth_status uth_exact_progressive(const struct uth_exact_kinds *kinds,
                                      const struct uth_progressive_table *table,
                                      struct uth_exact_progressive *progressive)
{
    int64_t line[UTH_PROGRESSIVE_COUNT];
    wide fixed = 0;
    wide share = 0;
    int64_t hits = 0;
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        if (table->pays[i].for_one > BOOK_PAY_MAX) {
            return UTH_ERR_TABLE_TOO_COSTLY;
        }
    }
    count_lines(kinds, line);
    struct uth_exact_progressive result = {.break_even = {0, 1}};
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        const struct uth_progressive_pay pay = table->pays[i];
        result.probability[i] = uth_ratio_of(line[i], UTH_EXACT_DEALS);
        fixed += (wide)line[i] * pay.for_one;
        share += (wide)line[i] * pay.meter_bp;
        hits += pay.for_one != 0 || pay.meter_bp != 0 ? line[i] : 0;
    }
    const wide deals = UTH_EXACT_DEALS;
    result.hit_frequency = uth_ratio_of(hits, UTH_EXACT_DEALS);
    if (!exact_ratio_of_wide(fixed, deals, &result.fixed_return) ||
        !exact_ratio_of_wide(share, deals * UTH_BASIS_POINTS, &result.meter_coefficient) ||
        (share != 0 &&
         !exact_ratio_of_wide((deals - fixed) * UTH_BASIS_POINTS, share, &result.break_even))) {
        return UTH_ERR_TABLE_TOO_COSTLY;
    }
    *progressive = result;
    return UTH_OK;
}
