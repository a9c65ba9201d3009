// All pairs of hole cards on one board. Without flushes a pair is worth what its ranks are, so the row of
// hands with one card is the same for each suit of it: it is written once for each rank, and copied.
// That is several times as fast as asking for each pair. Flushes are put in afterwards: on most boards
// there are none, on nearly all others only pairs of one suit make them.
#include <string.h>

#include "uth/hand.h"

// A row is written four cards, and copied eight cards at a time.
#define ROW       64
#define COPY      8
#define ROW_BYTES (COPY * sizeof(uth_hand))

// The hands with a card of one rank, beside each card of that rank or a lower one, in the order of the
// cards. A rank of which fewer than four cards are left has its surplus overwritten by the next.
static void set_row(const uint16_t by_rank[16], const uint8_t start[UTH_RANKS], unsigned rank,
                    uth_hand row[ROW])
{
    for (unsigned other = 0; other <= rank; other++) {
        const uint64_t four = by_rank[other] * UINT64_C(0x0001000100010001);
        memcpy(row + start[other], &four, sizeof four);
    }
}

// May write up to the end of `room` hands, for that is quicker.
static void copy_row(uth_hand *hands, const uth_hand *row, size_t count, size_t room)
{
    size_t done = 0;
    for (; done < count && room - done >= COPY; done += COPY) {
        memcpy(hands + done, row + done, ROW_BYTES);
    }
    for (; done < count; done++) {
        hands[done] = row[done];
    }
}

static inline void raise_to_flush(const struct uth_board *board, uth_card a, uth_card b,
                                  uth_hand *hand)
{
    const uth_hand flush = uth_hand_by_suit[board->suited_with[a] | board->suited_with[b]];
    *hand = flush > *hand ? flush : *hand;
}

// A card that leaves one more of the suit to find goes only with the cards of the suit.
static void put_flushes(const struct uth_board *board, const uth_card *cards, size_t count,
                        uth_hand *hands)
{
    const size_t lying = uth_cards_count(board->suited);
    uint8_t suited[UTH_RANKS]; // places of the suit's cards so far
    size_t suited_count = 0;
    for (size_t i = 0; i < count; i++) {
        const bool is_suited = uth_card_suit(cards[i]) == board->flush_suit;
        const size_t have = lying + is_suited;
        for (size_t k = 0; have >= 5 && k < i; k++) {
            raise_to_flush(board, cards[i], cards[k], &hands[k]);
        }
        for (size_t k = 0; have == 4 && k < suited_count; k++) {
            raise_to_flush(board, cards[i], cards[suited[k]], &hands[suited[k]]);
        }
        if (is_suited) {
            suited[suited_count++] = (uint8_t)i;
        }
        hands += i;
    }
}

size_t uth_board_hands(const struct uth_board *board, uth_cards left, uth_hand *hands)
{
    UTH_CHECK((left & ~UTH_CARDS_ALL) == 0);
    UTH_CHECK((left & board->cards) == 0);

    uth_card cards[UTH_DECK_SIZE];
    uint8_t start[UTH_RANKS];
    uth_hand rows[UTH_RANKS][ROW];
    size_t count = 0;
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        start[rank] = (uint8_t)count;
        for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
            cards[count] = uth_card_make(rank, suit);
            count += left >> (suit * 16 + rank) & 1;
        }
        set_row(board->by_ranks[rank], start, rank, rows[rank]);
    }
    const size_t pairs = count * (count - 1) / 2;
    size_t done = 0;
    for (size_t i = 1; i < count; i++) {
        copy_row(hands + done, rows[uth_card_rank(cards[i])], i, pairs - done);
        done += i;
    }
    if (board->flush_suit != UTH_SUITS) {
        put_flushes(board, cards, count, hands);
    }
    return pairs;
}
