// Who a player is, for people.
#ifndef UTH_REPORT_PLAYER_NAME_H
#define UTH_REPORT_PLAYER_NAME_H

#include <stdint.h>

#include "office/words.h"
#include "store/store.h"

// "Paul", "house player", "proposition player (Redwood Players)", "player 17".
const char *report_player_name(struct store *store, uint64_t id, const char *provider,
                               char text[OFFICE_TEXT_MAX]);

#endif
