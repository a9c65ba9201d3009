// What there is to see and to bet at a table, whoever writes it down.
#include "room/room.h"

void room_see(const struct room_table *table, struct uth_viewer viewer, struct uth_view *view)
{
    static const struct uth_round none;
    const bool between = table->state == ROOM_STATE_CLOSED || table->state == ROOM_STATE_WAITING ||
                         table->state == ROOM_STATE_OFFERING;
    uth_view_of(between ? &none : &table->round, viewer, view);
    view->number = table->round.number;
    view->voided = table->round.voided;
    view->deck_in_play = table->round.deck_in_play;
    view->procedure = table->round.procedure;
}

bool room_offers(const struct uth_rules *rules, const struct room_config *config,
                 enum uth_wager wager)
{
    return rules->offered[wager] && wager != UTH_WAGER_PLAY &&
           (wager != UTH_WAGER_PROGRESSIVE || config->meter != 0);
}
