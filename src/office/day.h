// Who won or lost what today at one table, and how long they sat there: for the limits players set
// themselves. Several spots of one person are one sitting: limits are the person's.
//
// A table keeps its own list, and its snapshot carries it, so that a restart need not read a whole
// day. The list is as of a position in the store, not of a sequence: a server encodes a snapshot
// while older batches are still on their way to the disk.
#ifndef UTH_OFFICE_DAY_H
#define UTH_OFFICE_DAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "room/room.h"

#define DAY_PEOPLE_MAX 256

// No padding.
struct day_entry {
    uint64_t player;
    uth_money result;
    int64_t played_ms; // of sittings that are over
    int64_t since_ms;  // of the one that is not
    uint64_t seats;    // a bit for each spot held (BET-7); 0: does not sit here
};

struct day_list {
    int64_t day;
    uint64_t count;
    struct day_entry people[DAY_PEOPLE_MAX];
};

// The end of the year 9999: no time we store is later.
#define DAY_TIME_MAX_MS INT64_C(253402300799999)

int64_t day_of(int64_t time_ms);

// Could a day have left such a list? For whoever reads one that was stored.
bool day_is_sound(const struct day_list *list);

// Makes it the list of that day, if it is an older one's: whoever sits begins anew at midnight.
void day_roll(struct day_list *list, int64_t day);

// The entry of a player, made when there is none. Where the list is full, the one makes way who
// does not sit here and won most: their limit is then the stricter for it.
struct day_entry *day_entry_of(struct day_list *list, uint64_t player);
struct day_entry *day_entry_at(struct day_list *list, uint8_t seat); // NULL for nobody

// What a posting won or lost a player: calls back for each side that is a player's and whose other
// side is not their own money or the cage.
typedef void day_result(void *context, const struct uth_account *players, int64_t cents);
void day_of_posting(const struct uth_posting *posting, day_result *result, void *context);

#endif
