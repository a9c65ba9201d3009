// Finished rounds as a dealer would say them: cards as text, stakes in cents.
#ifndef SUPPORT_FACTS_H
#define SUPPORT_FACTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "uth/settle.h"

static inline void cards_from_text(const char *text, uth_card *cards, size_t wanted)
{
    size_t count = 0;
    assert_int_equal(uth_cards_parse(text, strlen(text), cards, wanted, &count), UTH_OK);
    assert_int_equal(count, wanted);
}

// A round without players. `bank_seat` and `bank_wager` are 0 where the house banks.
static inline struct uth_facts facts_of(const char *community, const char *dealer,
                                        uint8_t bank_seat, int64_t bank_wager)
{
    struct uth_facts facts = {.bank_seat = bank_seat, .bank_wager = {bank_wager}};
    cards_from_text(community, facts.community, 5);
    cards_from_text(dealer, facts.dealer, 2);
    return facts;
}

// The next player, by rising seat: Ante and Blind of `ante`, Play at `multiple` antes, 0 for a
// fold. The caller adds side wagers.
static inline struct uth_player_facts *facts_seat(struct uth_facts *facts, uint8_t seat,
                                                  const char *cards, int64_t ante, int64_t multiple)
{
    assert_true(facts->player_count < UTH_SEATS_MAX);
    struct uth_player_facts *player = &facts->players[facts->player_count++];
    *player = (struct uth_player_facts){.seat = seat, .folded = multiple == 0};
    cards_from_text(cards, player->cards, 2);
    player->stakes[UTH_WAGER_ANTE].cents = ante;
    player->stakes[UTH_WAGER_BLIND].cents = ante;
    player->stakes[UTH_WAGER_PLAY].cents = ante * multiple;
    return player;
}

#endif
