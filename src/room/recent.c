// Which commands were carried out: the last of each of the last people who gave one, so that what is sent
// again is known, however many answers were lost and whoever has stood up since.
#include "room/step.h"

#include <string.h>

static const struct room_recent *recent_of(const struct room_table *table, uint64_t person)
{
    for (unsigned i = 0; i < ROOM_RECENT_PEOPLE; i++) {
        if (table->recent[i].person == person) {
            return &table->recent[i];
        }
    }
    return NULL;
}

// Ids rise, so what is older than all that is remembered may have been carried out and forgotten.
enum uth_status room_recent_admit(const struct room_table *table, uint64_t person, uint64_t id)
{
    const struct room_recent *recent = id == 0 ? NULL : recent_of(table, person);
    if (recent == NULL) {
        return UTH_OK;
    }
    for (unsigned i = 0; i < ROOM_RECENT_IDS; i++) {
        if (recent->ids[i] == id) {
            return UTH_REPEATED;
        }
    }
    return id < recent->ids[ROOM_RECENT_IDS - 1] ? UTH_ERR_STALE_COMMAND : UTH_OK;
}

uint64_t room_recent_last(const struct room_table *table, uint64_t person)
{
    const struct room_recent *recent = person == 0 ? NULL : recent_of(table, person);
    return recent == NULL ? 0 : recent->ids[0];
}

// The place of a person, or else of whoever is forgotten for them: who sits here never is.
static unsigned place_for(const struct room_table *table, uint64_t person)
{
    const struct room_recent *known = recent_of(table, person);
    unsigned i = ROOM_RECENT_PEOPLE - 1;
    if (known != NULL) {
        return (unsigned)(known - table->recent);
    }
    while (i > 0 && room_seats_of(table, table->recent[i].person) != 0) {
        i--;
    }
    return i;
}

static void insert_id(struct room_recent *recent, uint64_t id)
{
    unsigned at = 0;
    while (at < ROOM_RECENT_IDS && recent->ids[at] > id) {
        at++;
    }
    if (at == ROOM_RECENT_IDS || recent->ids[at] == id) {
        return;
    }
    memmove(&recent->ids[at + 1], &recent->ids[at],
            (ROOM_RECENT_IDS - 1 - at) * sizeof recent->ids[0]);
    recent->ids[at] = id;
}

void room_recent_note(struct room_table *table, uint64_t person, uint64_t id)
{
    const unsigned at = place_for(table, person);
    struct room_recent recent = table->recent[at];
    if (recent.person != person) {
        recent = (struct room_recent){.person = person};
    }
    insert_id(&recent, id);
    memmove(&table->recent[1], &table->recent[0], at * sizeof recent);
    table->recent[0] = recent;
}

// Falling, and zeros behind the last.
static bool are_ids(const uint64_t ids[ROOM_RECENT_IDS])
{
    bool fine = true;
    for (unsigned i = 1; i < ROOM_RECENT_IDS; i++) {
        fine = fine && (ids[i] < ids[i - 1] || ids[i] == 0);
    }
    return fine;
}

bool room_recent_is_valid(const struct room_table *table)
{
    bool fine = true;
    for (unsigned i = 0; i < ROOM_RECENT_PEOPLE; i++) {
        const struct room_recent *recent = &table->recent[i];
        const bool is_first = recent_of(table, recent->person) == recent;
        const bool follows = i == 0 || table->recent[i - 1].person != 0;
        fine = fine && recent->person < ROOM_SYSTEM && are_ids(recent->ids) &&
               (recent->person == 0 ? recent->ids[0] == 0
                                    : is_first && follows && recent->ids[0] != 0);
    }
    return fine;
}
