#include "report/player_name.h"

#include <inttypes.h>
#include <stdio.h>

#include "office/names.h"
#include "room/room.h"

const char *report_player_name(struct store *store, uint64_t id, const char *provider,
                               char text[OFFICE_TEXT_MAX])
{
    char name[OFFICE_NAME_MAX + 8];
    if (room_is_house_player(id)) {
        return "house player";
    }
    if (room_is_proposition_player(id)) {
        (void)snprintf(text, OFFICE_TEXT_MAX, "proposition player (%s)", provider);
        return text;
    }
    if (id == ROOM_SYSTEM) {
        return "the system";
    }
    if (office_stored_name(store, id, name)) {
        (void)snprintf(text, OFFICE_TEXT_MAX, "%s", name);
    } else {
        (void)snprintf(text, OFFICE_TEXT_MAX, "player %" PRIu64, id);
    }
    return text;
}
