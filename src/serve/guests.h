// Guests who never played and do not come back are removed.
#ifndef UTH_SERVE_GUESTS_H
#define UTH_SERVE_GUESTS_H

#include <stdbool.h>
#include <stdint.h>

struct serve;

// Being removed: nobody's any more.
bool guests_is_leaving(const struct serve *serve, uint64_t person);
// Removes those who never played and do not come back, a few at a time.
void guests_tick(struct serve *serve);
int64_t guests_wake_ms(const struct serve *serve); // INT64_MAX: nothing to do by itself

#endif
