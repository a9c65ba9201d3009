// A side bet by one of its tables: every hand it looks at, told apart as far as its lines can.
//
// Without a flush a hand is worth what its ranks are worth, so hands are counted by their ranks: all
// ways to give those suits, less the ways that make a flush. The flushes are counted by the ranks of
// their suit. No seven cards have both a flush and four of a kind or a full house.
//
// All is counted in deals, and what a fold loses is taken from the lines it would have shown.
#include <string.h>

#include "folds.h"
#include "space.h"
#include "statistics.h"

enum { CARDS_MAX = 7, FLUSH_SIZE = 5 };

// ---- what no rule changes ---------------------------------------------------------------------

static int64_t choose(unsigned of, unsigned k)
{
    int64_t ways = 1;
    for (unsigned i = 0; i < k; i++) {
        ways = ways * (of - i) / (i + 1);
    }
    return k > of ? 0 : ways;
}

static void count_flushes(int64_t hands[UTH_EXACT_STRENGTHS], unsigned cards)
{
    for (unsigned ranks = 0; ranks < 1U << UTH_RANKS; ranks++) {
        const unsigned size = (unsigned)__builtin_popcount(ranks);
        if (size >= FLUSH_SIZE && size <= cards) {
            hands[exact_strength_index(uth_hand_by_suit[ranks])] +=
                UTH_SUITS * choose(3 * UTH_RANKS, cards - size);
        }
    }
}

// The ways to give the ranks suits so that none is a flush. `of_suit[k]` are those in which one suit
// has k of the ranks: at most one suit can have five.
static int64_t ways_without_flush(const unsigned held[UTH_RANKS])
{
    int64_t all = 1;
    int64_t of_suit[CARDS_MAX + 1] = {1};
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        if (held[rank] == 0) {
            continue;
        }
        all *= choose(UTH_SUITS, held[rank]);
        for (unsigned k = CARDS_MAX + 1; k-- > 0;) {
            const int64_t with = k == 0 ? 0 : of_suit[k - 1] * choose(3, held[rank] - 1);
            of_suit[k] = of_suit[k] * choose(3, held[rank]) + with;
        }
    }
    for (unsigned k = FLUSH_SIZE; k <= CARDS_MAX; k++) {
        all -= UTH_SUITS * of_suit[k];
    }
    return all;
}

static void count_ranks(int64_t hands[UTH_EXACT_STRENGTHS], const uint8_t *ranks, unsigned cards)
{
    uth_card hand[CARDS_MAX];
    unsigned held[UTH_RANKS] = {0};
    for (unsigned i = 0; i < cards; i++) {
        if (++held[ranks[i]] > UTH_SUITS) {
            return;
        }
        hand[i] = uth_card_make(ranks[i], i % UTH_SUITS); // no suit three times
    }
    const int64_t ways = ways_without_flush(held);
    if (ways != 0) {
        hands[exact_strength_index(uth_hand_of(hand, cards))] += ways;
    }
}

static void count_hands(int64_t hands[UTH_EXACT_STRENGTHS], unsigned cards)
{
    uint8_t ranks[CARDS_MAX] = {0};
    do {
        count_ranks(hands, ranks, cards);
    } while (next_ranks(ranks, cards));
    count_flushes(hands, cards);
}

void uth_exact_hands(struct uth_exact_kinds *kinds)
{
    memset(kinds, 0, sizeof *kinds);
    count_hands(kinds->five, 5);
    count_hands(kinds->seven, 7);
}

// ---- one table --------------------------------------------------------------------------------

struct counting {
    const struct uth_exact_kinds *kinds;
    const struct uth_exact_folds *folds; // NULL where no fold loses the bet
    const struct uth_bet *bet;
    const struct uth_bet_table *table;
    const struct uth_strategy *strategy; // written down when it is first asked
    struct uth_strategy written;
    int64_t line[UTH_BET_LINES_MAX + 1]; // deals; the last loses
};

static void count(struct counting *counting, const struct uth_bet_seen *seen, int64_t deals)
{
    counting->line[uth_bet_line_of(counting->table, seen)] += deals;
}

// Where seven cards lie matters to a royal flush: of the 210 ways to lay them as hole cards, flop and
// the last two, ten have the flush in the first five, ten on the board, and 200 use a hole card.
static void count_royals(struct counting *counting, int64_t deals)
{
    struct uth_bet_seen seen = {.hand = exact_strength_at(UTH_EXACT_STRENGTHS - 1)};
    const int64_t part = deals / 210;
    UTH_CHECK(part * 210 == deals);
    count(counting, &seen, 10 * part);
    seen.royal_with_hole = true;
    count(counting, &seen, 190 * part);
    seen.royal_first_five = true;
    count(counting, &seen, 10 * part);
}

// A player who holds a royal flush cannot lose, so no strategy folds one.
static void count_strengths(struct counting *counting, const int64_t hands[UTH_EXACT_STRENGTHS],
                            int64_t deals_of_each, const int64_t *folded)
{
    const bool placed = counting->bet->cards == UTH_BET_HOLE_BOARD;
    for (unsigned i = 0; i < UTH_EXACT_STRENGTHS; i++) {
        const int64_t lost = folded != NULL ? folded[i] : 0;
        const int64_t deals = hands[i] * deals_of_each;
        if (placed && i == UTH_EXACT_STRENGTHS - 1) {
            UTH_CHECK(lost == 0);
            count_royals(counting, deals);
        } else {
            count(counting, &(struct uth_bet_seen){.hand = exact_strength_at(i)}, deals - lost);
            counting->line[counting->table->line_count] += lost;
        }
    }
}

static void count_beaten(struct counting *counting)
{
    const struct uth_exact_folds *folds = counting->folds;
    int64_t *loses = &counting->line[counting->table->line_count];
    int64_t met = 0;
    for (unsigned own = 0; own < UTH_HAND_COUNT; own++) {
        const struct uth_bet_seen seen = {.hand = (uth_hand)((own << 12) + 1)};
        const int64_t lost = folds != NULL ? folds->beaten[own] : 0;
        int64_t beaten = 0;
        for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
            beaten += counting->kinds->deals[own][kind][UTH_EXACT_DEALER_WINS];
            beaten += counting->kinds->deals[kind][own][UTH_EXACT_PLAYER_WINS];
            *loses += counting->kinds->deals[own][kind][UTH_EXACT_TIE];
            met += counting->kinds->deals[own][kind][UTH_EXACT_TIE];
        }
        count(counting, &seen, beaten - lost);
        *loses += lost;
        met += beaten;
    }
    UTH_CHECK(met == UTH_EXACT_DEALS); // uth_exact_hands knows none of them
}

// The first line that two cards fit by themselves, whatever the dealer holds.
static bool asks_dealer(const struct counting *counting, const uth_card hole[2])
{
    const struct uth_bet_seen seen = {.hole = hole, .dealer = hole};
    const unsigned line = uth_bet_line_of(counting->table, &seen);
    return line < counting->table->line_count && counting->table->lines[line].condition.both;
}

// Each of the 1,225 hands of the dealer, for so many deals of the player's.
static void count_dealers(struct counting *counting, const uth_card hole[2], unsigned holes)
{
    int64_t folded[UTH_BET_LINES_MAX + 1] = {0};
    struct dealer_lines lines;
    for (uth_card b = 0; b < UTH_DECK_SIZE; b++) {
        for (uth_card a = 0; a < UTH_DECK_SIZE; a++) {
            const uth_card dealer[2] = {a, b};
            const bool dealt =
                a != b && a != hole[0] && a != hole[1] && b != hole[0] && b != hole[1];
            const struct uth_bet_seen seen = {.hole = hole, .dealer = dealer};
            lines.at[a][b] = (uint8_t)(dealt ? uth_bet_line_of(counting->table, &seen)
                                             : (unsigned)DEALER_LINE_NONE);
            if (dealt && a < b) {
                counting->line[lines.at[a][b]] += holes * (UTH_EXACT_DEALS_PER_HOLE / 1225);
            }
        }
    }
    const unsigned class = exact_hand_class_of(hole[0], hole[1]);
    if (counting->folds != NULL && counting->folds->hole[class] != 0) {
        if (counting->strategy == NULL) {
            counting->strategy = exact_folds_strategy(counting->folds, &counting->written);
        }
        exact_folds_by_dealer(counting->strategy, hole, &lines, folded);
    }
    for (unsigned i = 0; i <= counting->table->line_count; i++) {
        counting->line[i] -= holes * folded[i];
        counting->line[counting->table->line_count] += holes * folded[i];
    }
}

// Hands that differ from this one in their suits alone, as far as any line can see.
static void count_hole(struct counting *counting, const uth_card hole[2], unsigned holes)
{
    if (asks_dealer(counting, hole)) {
        count_dealers(counting, hole, holes);
        return;
    }
    const unsigned class = exact_hand_class_of(hole[0], hole[1]);
    const unsigned of_class = uth_card_rank(hole[0]) == uth_card_rank(hole[1])   ? 6
                              : uth_card_suit(hole[0]) == uth_card_suit(hole[1]) ? 4
                                                                                 : 12;
    // All hands of a class are folded as often.
    const int64_t lost =
        counting->folds == NULL ? 0 : counting->folds->hole[class] / of_class * holes;
    count(counting, &(struct uth_bet_seen){.hole = hole, .dealer = hole},
          holes * UTH_EXACT_DEALS_PER_HOLE - lost);
    counting->line[counting->table->line_count] += lost;
}

// Of two ranks it matters only whether they are of one suit, of a pair whether it is red.
static void count_holes(struct counting *counting)
{
    for (unsigned high = 0; high < UTH_RANKS; high++) {
        const uth_card of[UTH_SUITS] = {
            uth_card_make(high, UTH_SUIT_CLUBS), uth_card_make(high, UTH_SUIT_DIAMONDS),
            uth_card_make(high, UTH_SUIT_HEARTS), uth_card_make(high, UTH_SUIT_SPADES)};
        count_hole(counting, (uth_card[2]){of[UTH_SUIT_DIAMONDS], of[UTH_SUIT_HEARTS]}, 1);
        count_hole(counting, (uth_card[2]){of[UTH_SUIT_CLUBS], of[UTH_SUIT_SPADES]}, 5);
        for (unsigned low = 0; low < high; low++) {
            const uth_card club = uth_card_make(low, UTH_SUIT_CLUBS);
            count_hole(counting, (uth_card[2]){club, of[UTH_SUIT_CLUBS]}, 4);
            count_hole(counting, (uth_card[2]){club, of[UTH_SUIT_SPADES]}, 12);
        }
    }
}

static void count_bet(struct counting *counting)
{
    const struct uth_exact_kinds *kinds = counting->kinds;
    const struct uth_exact_folds *folds = counting->folds;
    const int64_t five = UTH_EXACT_DEALS / 2598960;
    const int64_t seven = UTH_EXACT_DEALS / 133784560;
    switch ((enum uth_bet_cards)counting->bet->cards) {
    case UTH_BET_HOLE: count_holes(counting); return;
    case UTH_BET_HOLE_FLOP:
        count_strengths(counting, kinds->five, five, folds != NULL ? folds->flop : NULL);
        return;
    case UTH_BET_BOARD:
        count_strengths(counting, kinds->five, five, folds != NULL ? folds->board : NULL);
        return;
    case UTH_BET_HOLE_BOARD:
        count_strengths(counting, kinds->seven, seven, folds != NULL ? folds->seven : NULL);
        return;
    case UTH_BET_DEALER:
        count_strengths(counting, kinds->seven, seven, folds != NULL ? folds->dealer : NULL);
        return;
    case UTH_BET_BEATEN: count_beaten(counting); return;
    case UTH_BET_CARDS_COUNT: break;
    }
    UTH_CHECK(!"cards to look at");
}

// Any hand can be beaten but a royal flush. The lines tell kinds apart, no more.
static void count_beatable(struct counting *counting)
{
    for (unsigned kind = 0; kind < UTH_HAND_ROYAL_FLUSH; kind++) {
        count(counting, &(struct uth_bet_seen){.hand = (uth_hand)((kind << 12) + 1)}, 1);
    }
}

unsigned uth_exact_idle_line(const struct uth_exact_kinds *kinds, const struct uth_bet *bet,
                             unsigned table)
{
    UTH_CHECK(table < bet->table_count);
    struct counting counting = {.kinds = kinds, .bet = bet, .table = &bet->tables[table]};
    unsigned line = 0;
    if (bet->cards == UTH_BET_BEATEN) {
        count_beatable(&counting);
    } else {
        count_bet(&counting);
    }
    while (line < counting.table->line_count && counting.line[line] != 0) {
        line++;
    }
    return line;
}

// In lowest terms, which leaves the sums the most room.
static void reduce(struct counting *counting)
{
    int64_t common = UTH_EXACT_DEALS;
    for (unsigned i = 0; i <= counting->table->line_count; i++) {
        common = exact_common_divisor(common, counting->line[i]);
    }
    for (unsigned i = 0; i <= counting->table->line_count; i++) {
        counting->line[i] /= common;
    }
}

enum uth_status uth_exact_bet(const struct uth_exact_kinds *kinds,
                              const struct uth_exact_folds *folds, const struct uth_bet *bet,
                              unsigned table, struct uth_exact_side *side)
{
    static const struct uth_odds loses = {0, 0};
    UTH_CHECK(table < bet->table_count && (bet->fold != UTH_FOLD_LOSES || folds != NULL));
    struct counting counting = {.kinds = kinds,
                                .folds = bet->fold == UTH_FOLD_LOSES ? folds : NULL,
                                .bet = bet,
                                .table = &bet->tables[table]};
    const unsigned count = counting.table->line_count;
    struct uth_odds pays[UTH_BET_LINES_MAX] = {{0, 0}};
    struct statistics statistics;
    unsigned line;
    UTH_CHECK(uth_bet_table_fault((enum uth_bet_cards)bet->cards, counting.table, &line) == NULL);
    for (unsigned i = 0; i < count; i++) {
        pays[i] = counting.table->lines[i].pays;
    }
    enum uth_status status = exact_statistics_open(&statistics, pays, count);
    if (status != UTH_OK) {
        return status;
    }
    count_bet(&counting);
    reduce(&counting);
    for (unsigned i = 0; i < count; i++) {
        exact_statistics_add(&statistics, pays[i], counting.line[i]);
    }
    exact_statistics_add(&statistics, loses, counting.line[count]);
    struct uth_exact_side result;
    memset(&result, 0, sizeof result);
    status = exact_statistics_close(&statistics, &result);
    for (unsigned i = 0; i < count; i++) {
        result.line[i] = uth_ratio_of(counting.line[i], statistics.deals);
    }
    if (status == UTH_OK) {
        *side = result;
    }
    return status;
}
