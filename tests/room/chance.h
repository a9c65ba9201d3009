// Commands by chance: most of them sensible, some by the wrong person, at the wrong time, or with
// amounts that cannot be. Where the numbers come from is the caller's: a generator, or a fuzzer.
#ifndef TESTS_ROOM_CHANCE_H
#define TESTS_ROOM_CHANCE_H

#include "driver.h"

struct chance {
    uint32_t (*below)(void *source, uint32_t bound);
    void *source;
};

// A table of some profile, pace and controller with house players or without.
void chance_open(struct driver *driver, struct chance *chance);

// One command, tick, span of time, or change around the table.
void chance_step(struct driver *driver, struct chance *chance);

// Lets whatever was begun come to its end: the meter is back, jackpots are confirmed or voided,
// everyone goes. Afterwards nothing lies on the table.
void chance_wind_up(struct driver *driver);

#endif
