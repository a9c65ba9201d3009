// Which card of the deck goes where: the four dealing procedures (DEAL-2, DEAL-3).
//
// No card is burnt, so a procedure is nothing but an order. The deck is an argument: whoever
// shuffled it answers for its order, and anyone can deal the round again from its record.
#ifndef UTH_DEAL_H
#define UTH_DEAL_H

#include <stdbool.h>
#include <stdint.h>

#include "uth/card.h"
#include "uth/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

struct uth_dealt {
    uth_card hole[UTH_SEATS_MAX][2]; // by player, in dealing order
    uth_card dealer[2];
    uth_card community[5];
    uint8_t used; // cards taken from the top of the deck
};

// Deals to `player_count` spots, 1 to UTH_SEATS_MAX, from the casino dealer's left, clockwise.
void uth_deal(enum uth_procedure procedure, unsigned player_count,
              const uth_card deck[UTH_DECK_SIZE], struct uth_dealt *dealt);

// True when the stub goes to the discard rack right after the deal (DEAL-4); with `deck-mate` the
// dealer holds it in hand until the river is out.
bool uth_deal_unloads_stub(enum uth_procedure procedure);

const char *uth_procedure_name(enum uth_procedure procedure);

#ifdef __cplusplus
}
#endif

#endif
