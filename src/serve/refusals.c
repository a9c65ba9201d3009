#include "serve/refusals.h"

#include <stdio.h>

// The oldest of them all, or of this person when they have their share; a free one is older than any.
static struct refusal_kept *place_for(struct refusals *refusals, uint64_t person)
{
    struct refusal_kept *oldest = &refusals->kept[0];
    struct refusal_kept *own = NULL;
    unsigned owned = 0;
    for (unsigned i = 0; i < REFUSALS_MAX; i++) {
        struct refusal_kept *kept = &refusals->kept[i];
        oldest = kept->number < oldest->number ? kept : oldest;
        if (kept->person == person) {
            own = own == NULL || kept->number < own->number ? kept : own;
            owned++;
        }
    }
    return owned >= REFUSALS_OF_PERSON ? own : oldest;
}

void refusals_keep(struct refusals *refusals, uint64_t person, uint64_t id,
                   const struct refusal *refusal)
{
    struct refusal known;
    if (id == 0 || refusals_find(refusals, person, id, &known)) {
        return;
    }
    struct refusal_kept *kept = place_for(refusals, person);
    *kept = (struct refusal_kept){.person = person,
                                  .id = id,
                                  .number = ++refusals->count,
                                  .clause = refusal->clause,
                                  .code = refusal->code};
    (void)snprintf(kept->words, sizeof kept->words, "%s", refusal->message);
}

bool refusals_find(const struct refusals *refusals, uint64_t person, uint64_t id,
                   struct refusal *refusal)
{
    for (unsigned i = 0; id != 0 && i < REFUSALS_MAX; i++) {
        const struct refusal_kept *kept = &refusals->kept[i];
        if (kept->person == person && kept->id == id) {
            *refusal = (struct refusal){kept->clause, kept->code, kept->words};
            return true;
        }
    }
    return false;
}
