// A side bet of one's own: every hand it looks at, told apart as far as its lines can.
//
// Without a flush a hand is worth what its ranks are worth, so hands are counted by their ranks: all
// ways to give those suits, less the ways that make a flush. The flushes are counted by the ranks of
// their suit. No seven cards have both a flush and four of a kind or a full house.
#include <string.h>

#include "book.h"
#include "space.h"

enum { CARDS_MAX = 7, FLUSH_SIZE = 5 };

struct counting {
    const struct uth_bet *bet;
    int64_t line[UTH_BET_LINES_MAX + 1]; // the last loses
};

static void count(struct counting *counting, const struct uth_bet_seen *seen, int64_t deals)
{
    counting->line[uth_bet_line_of(counting->bet, seen)] += deals;
}

// Where seven cards lie matters to a royal flush: of the 210 ways to lay them as hole cards, flop and
// the last two, ten have the flush in the first five, ten on the board, and 200 use a hole card.
static void count_hand(struct counting *counting, uth_hand hand, int64_t deals)
{
    struct uth_bet_seen seen = {.hand = hand};
    if (counting->bet->cards != UTH_BET_HOLE_BOARD) {
        count(counting, &seen, deals);
        return;
    }
    if (uth_hand_kind_of(hand) != UTH_HAND_ROYAL_FLUSH) {
        count(counting, &seen, 210 * deals);
        return;
    }
    count(counting, &seen, 10 * deals);
    seen.royal_with_hole = true;
    count(counting, &seen, 190 * deals);
    seen.royal_first_five = true;
    count(counting, &seen, 10 * deals);
}

static int64_t choose(unsigned of, unsigned k)
{
    int64_t ways = 1;
    for (unsigned i = 0; i < k; i++) {
        ways = ways * (of - i) / (i + 1);
    }
    return k > of ? 0 : ways;
}

static void count_flushes(struct counting *counting, unsigned cards)
{
    for (unsigned ranks = 0; ranks < 1U << UTH_RANKS; ranks++) {
        const unsigned size = (unsigned)__builtin_popcount(ranks);
        if (size >= FLUSH_SIZE && size <= cards) {
            count_hand(counting, uth_hand_by_suit[ranks],
                       UTH_SUITS * choose(3 * UTH_RANKS, cards - size));
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

static void count_ranks(struct counting *counting, const uint8_t *ranks, unsigned cards)
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
        count_hand(counting, uth_hand_of(hand, cards), ways);
    }
}

static void count_hands(struct counting *counting, unsigned cards)
{
    uint8_t ranks[CARDS_MAX] = {0};
    do {
        count_ranks(counting, ranks, cards);
    } while (next_ranks(ranks, cards));
    count_flushes(counting, cards);
}

static bool asks_for_both(const struct uth_bet *bet)
{
    bool both = false;
    for (unsigned i = 0; i < bet->line_count; i++) {
        both |= bet->lines[i].condition.both;
    }
    return both;
}

static void count_dealers(struct counting *counting, const uth_card hole[2])
{
    for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
        for (uth_card a = 0; a < b; a++) {
            if (a != hole[0] && a != hole[1] && b != hole[0] && b != hole[1]) {
                const uth_card dealer[2] = {a, b};
                count(counting, &(struct uth_bet_seen){.hole = hole, .dealer = dealer}, 1);
            }
        }
    }
}

static void count_holes(struct counting *counting)
{
    const bool both = asks_for_both(counting->bet);
    for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
        for (uth_card a = 0; a < b; a++) {
            const uth_card hole[2] = {a, b};
            if (both) {
                count_dealers(counting, hole);
            } else {
                count(counting, &(struct uth_bet_seen){.hole = hole}, 1);
            }
        }
    }
}

static void count_beaten(struct counting *counting, const struct uth_exact_kinds *kinds)
{
    for (unsigned own = 0; own < UTH_HAND_COUNT; own++) {
        for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
            const int64_t *deals = kinds->deals[own][kind];
            struct uth_bet_seen seen = {.hand = (uth_hand)((own << 12) + 1)};
            count(counting, &seen, deals[UTH_EXACT_DEALER_WINS]);
            seen.hand = (uth_hand)((kind << 12) + 1);
            count(counting, &seen, deals[UTH_EXACT_PLAYER_WINS]);
            counting->line[counting->bet->line_count] += deals[UTH_EXACT_TIE];
        }
    }
}

static void count_bet(struct counting *counting, const struct uth_exact_kinds *kinds)
{
    switch (counting->bet->cards) {
    case UTH_BET_HOLE: count_holes(counting); return;
    case UTH_BET_HOLE_FLOP:
    case UTH_BET_BOARD: count_hands(counting, 5); return;
    case UTH_BET_HOLE_BOARD:
    case UTH_BET_DEALER: count_hands(counting, 7); return;
    case UTH_BET_BEATEN:
        UTH_CHECK(kinds != NULL);
        count_beaten(counting, kinds);
        return;
    case UTH_BET_CARDS_COUNT: break;
    }
    UTH_CHECK(!"cards to look at");
}

enum uth_status uth_exact_bet(const struct uth_exact_kinds *kinds, const struct uth_bet *bet,
                              struct uth_exact_bet *exact)
{
    static const struct uth_odds loses = {0, 0};
    struct counting counting = {.bet = bet};
    struct uth_odds pays[UTH_BET_LINES_MAX] = {{0, 0}};
    struct book book;
    unsigned line;
    UTH_CHECK(uth_bet_fault(bet, &line) == NULL);
    for (unsigned i = 0; i < bet->line_count; i++) {
        pays[i] = bet->lines[i].pays;
    }
    enum uth_status status = exact_book_open(&book, pays, bet->line_count);
    if (status != UTH_OK) {
        return status;
    }
    count_bet(&counting, kinds);
    for (unsigned i = 0; i < bet->line_count; i++) {
        exact_book_add(&book, pays[i], counting.line[i]);
    }
    exact_book_add(&book, loses, counting.line[bet->line_count]);
    struct uth_exact_bet result;
    memset(&result, 0, sizeof result);
    status = exact_book_close(&book, &result.side);
    for (unsigned i = 0; status == UTH_OK && i < bet->line_count; i++) {
        result.line[i] = uth_ratio_of(counting.line[i], book.deals);
    }
    if (status == UTH_OK) {
        *exact = result;
    }
    return status;
}
