// A meter changes in one batch at a time: while one is under way, its meter is busy.
#ifndef UTH_SERVE_METERS_H
#define UTH_SERVE_METERS_H

#include <stdbool.h>
#include <stdint.h>

#include "room/room.h"

struct serve;

bool meter_is_busy(const struct serve *serve, uint64_t meter);
// When it is free again, the tables that want it are decided on.
void meter_set_busy(struct serve *serve, uint64_t meter, bool busy);
// As it is stored, for those who only look at it; NULL for none.
struct uth_controller *meter_to_look_at(const struct serve *serve,
                                        const struct room_config *config);

#endif
