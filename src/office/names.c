#include "office/names.h"

#include <stdlib.h>
#include <string.h>

#include "office/internal.h"

bool office_stored_name(struct store *store, uint64_t id, char name[OFFICE_NAME_MAX + 8])
{
    uint8_t bytes[2 * sizeof(struct office_person_state)];
    struct office_person_state state;
    struct store_state found;
    if (store_state(store, STORE_ENTRY_USER, id, bytes, sizeof bytes, &found) != STORE_OK ||
        !office_state_read(found.bytes, &state)) {
        return false;
    }
    memcpy(name, state.name, sizeof state.name);
    return true;
}

struct search {
    char folded[OFFICE_NAME_MAX + 8];
    bool found;
    uint64_t id;
};

static bool look(void *context, const struct store_state *stored)
{
    struct search *search = context;
    struct office_person_state state;
    char folded[OFFICE_NAME_MAX + 8];
    if (office_state_read(stored->bytes, &state)) {
        office_name_fold(state.name, folded);
        search->found = memcmp(folded, search->folded, sizeof folded) == 0;
        search->id = state.id;
    }
    return !search->found;
}

bool office_stored_person(struct store *store, const char *name_or_id, uint64_t *id)
{
    const size_t length = strlen(name_or_id);
    struct search search = {.found = false};
    if (length == 0 || length > OFFICE_NAME_MAX) {
        return false;
    }
    office_name_fold(name_or_id, search.folded);
    if (store_states(store, STORE_ENTRY_USER, look, &search) == STORE_OK && search.found) {
        *id = search.id;
        return true;
    }
    if (length > 16 || strspn(name_or_id, "0123456789") != length) {
        return false;
    }
    *id = strtoull(name_or_id, NULL, 10);
    return *id != 0;
}
