#include "wire/least_words.h"

#include <stdio.h>
#include <string.h>

#include "wire/reason_words.h"

static const char *const rank_texts[UTH_RANKS] = {"2", "3",  "4", "5", "6", "7", "8",
                                                  "9", "10", "J", "Q", "K", "A"};

const char *wire_rank_text(unsigned rank)
{
    UTH_CHECK(rank < UTH_RANKS);
    return rank_texts[rank];
}

const char *wire_least_text(uth_hand least, char text[WIRE_LEAST_MAX])
{
    const enum uth_hand_kind kind = uth_hand_kind_of(least);
    unsigned rank;
    UTH_CHECK(uth_hand_is_lowest(least, &rank));
    if (rank == UTH_RANKS) {
        return least == 0 ? "none" : uth_hand_kind_name(kind);
    }
    (void)snprintf(text, WIRE_LEAST_MAX, "%s%s%s",
                   kind == UTH_HAND_HIGH_CARD ? rank_texts[rank] : uth_hand_kind_name(kind),
                   kind == UTH_HAND_HIGH_CARD ? " high" : " of ",
                   kind == UTH_HAND_HIGH_CARD ? "" : rank_texts[rank]);
    return text;
}

// There are few hands to name, so each is named and compared.
bool wire_least_read(const char *text, uth_hand *least)
{
    for (unsigned i = 0; i < UTH_HAND_COUNT * (UTH_RANKS + 1); i++) {
        const enum uth_hand_kind kind = (enum uth_hand_kind)(i / (UTH_RANKS + 1));
        const unsigned rank = i % (UTH_RANKS + 1);
        const uth_hand hand =
            rank == UTH_RANKS ? (uth_hand)(kind << 12) : uth_hand_lowest(kind, rank);
        char own[WIRE_LEAST_MAX];
        if (strcmp(wire_least_text(hand, own), text) == 0) {
            *least = hand;
            return true;
        }
    }
    return false;
}

const char *wire_least_words(uth_hand least, char words[WIRE_LEAST_MAX])
{
    const enum uth_hand_kind kind = uth_hand_kind_of(least);
    unsigned rank;
    UTH_CHECK(uth_hand_is_lowest(least, &rank));
    if (rank == UTH_RANKS) {
        return wire_hand_with_article(kind);
    }
    const bool high = kind == UTH_HAND_HIGH_CARD;
    (void)snprintf(words, WIRE_LEAST_MAX, "%s%s%s",
                   high ? uth_rank_name(rank) : wire_hand_with_article(kind),
                   high ? " high" : " of ", high ? "" : uth_rank_names(rank));
    return words;
}
