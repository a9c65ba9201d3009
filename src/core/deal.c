#include "uth/deal.h"

const char *uth_procedure_name(enum uth_procedure procedure)
{
    switch (procedure) {
    case UTH_PROCEDURE_SHOE: return "shoe";
    case UTH_PROCEDURE_SHUFFLER: return "shuffler";
    case UTH_PROCEDURE_DECK_MATE: return "deck-mate";
    case UTH_PROCEDURE_ACE_IDEAL: return "ace-ideal";
    }
    UTH_CHECK(!"a procedure we know");
}

bool uth_deal_unloads_stub(enum uth_procedure procedure)
{
    UTH_CHECK(procedure <= UTH_PROCEDURE_ACE_IDEAL);

    return procedure != UTH_PROCEDURE_DECK_MATE;
}

static unsigned deal_community(const uth_card *deck, unsigned next, struct uth_dealt *dealt)
{
    for (unsigned i = 0; i < 5; i++) {
        dealt->community[i] = deck[next + i];
    }
    return next + 5;
}

// One card to each spot and the dealer, then another to each.
static unsigned deal_one_at_a_time(const uth_card *deck, unsigned next, unsigned player_count,
                                   struct uth_dealt *dealt)
{
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned player = 0; player < player_count; player++) {
            dealt->hole[player][pass] = deck[next++];
        }
        dealt->dealer[pass] = deck[next++];
    }
    return next;
}

static unsigned deal_two_at_a_time(const uth_card *deck, unsigned next, unsigned player_count,
                                   struct uth_dealt *dealt)
{
    for (unsigned player = 0; player < player_count; player++) {
        dealt->hole[player][0] = deck[next++];
        dealt->hole[player][1] = deck[next++];
    }
    dealt->dealer[0] = deck[next++];
    dealt->dealer[1] = deck[next++];
    return next;
}

void uth_deal(enum uth_procedure procedure, unsigned player_count,
              const uth_card deck[UTH_DECK_SIZE], struct uth_dealt *dealt)
{
    UTH_CHECK(player_count >= 1 && player_count <= UTH_SEATS_MAX);

    unsigned next = 0;
    switch (procedure) {
    case UTH_PROCEDURE_SHOE:
        next = deal_one_at_a_time(deck, next, player_count, dealt);
        next = deal_community(deck, next, dealt);
        break;
    case UTH_PROCEDURE_SHUFFLER:
    // The flop, turn and river come off the hand-held deck later, but nothing is dealt between.
    case UTH_PROCEDURE_DECK_MATE:
        next = deal_two_at_a_time(deck, next, player_count, dealt);
        next = deal_community(deck, next, dealt);
        break;
    case UTH_PROCEDURE_ACE_IDEAL:
        next = deal_community(deck, next, dealt);
        next = deal_two_at_a_time(deck, next, player_count, dealt);
        break;
    }
    UTH_CHECK(next == player_count * 2 + 7);
    UTH_CHECK(next <= UTH_DECK_SIZE);
    dealt->used = (uint8_t)next;
}
