#include "wire/refusal_words.h"

#include <stdio.h>

#include "uth/controller.h"

void wire_refusal_words(const struct room_world *world, const struct room_table *table,
                        enum uth_status status, char words[WIRE_REFUSAL_MAX])
{
    const struct uth_station *station =
        world->meter == NULL ? NULL : uth_controller_station(world->meter, table->id);
    const unsigned pressed = station == NULL ? 0 : uth_station_pressed(station);
    const unsigned missed = station == NULL ? 0 : room_next_win(station);
    if (status == UTH_ERR_WIN_PENDING && pressed != 0) {
        (void)snprintf(
            words, WIRE_REFUSAL_MAX,
            "Seat %u's win is pressed but not confirmed: a supervisor confirms it first.", pressed);
    } else if (status == UTH_ERR_WIN_MISSED && missed != 0) {
        (void)snprintf(words, WIRE_REFUSAL_MAX,
                       "Seat %u has a Progressive win: press its hand first.", missed);
    } else {
        (void)snprintf(words, WIRE_REFUSAL_MAX, "%s", uth_status_text(status));
    }
}
