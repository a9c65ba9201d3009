// What there is to see and to bet at a table, whoever writes it down.
#include "room/room.h"

#include <string.h>

// GM-2: a supervisor verifies the hand of a Progressive win, so it lies face up from the moment its
// button is pressed: after the Antes have gone back (SHOW-2), before the settlement turns the others.
static void turn_up_wins(const struct room_world *world, const struct room_table *table,
                         struct uth_view *view)
{
    const struct uth_station *station = world->meter != NULL && table->config.meter != 0
                                            ? uth_controller_station(world->meter, table->id)
                                            : NULL;
    if (station == NULL || station->round != table->round.number ||
        view->phase != UTH_PHASE_SHOWDOWN) {
        return;
    }
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (station->wins[seat - 1].state != UTH_WIN_NONE || uth_station_pressed(station) == seat) {
            memcpy(view->seats[seat - 1].cards, table->round.seats[seat - 1].cards,
                   sizeof view->seats[seat - 1].cards);
        }
    }
}

void room_see(const struct room_world *world, const struct room_table *table,
              struct uth_viewer viewer, struct uth_view *view)
{
    static const struct uth_round none;
    const bool between = table->state == ROOM_STATE_CLOSED || table->state == ROOM_STATE_WAITING ||
                         table->state == ROOM_STATE_OFFERING;
    uth_view_of(between ? &none : &table->round, viewer, view);
    view->number = table->round.number;
    view->voided = table->round.voided;
    view->deck_in_play = table->round.deck_in_play;
    view->procedure = table->round.procedure;
    turn_up_wins(world, table, view);
    if (world->rules != NULL) { // a table that was never configured has none
        uth_view_judge(world->rules, view);
    }
}

bool room_offers(const struct uth_rules *rules, const struct room_config *config,
                 enum uth_wager wager)
{
    return rules->offered[wager] && uth_wagers[wager].before_deal &&
           (!uth_wagers[wager].on_meter || config->meter != 0);
}
