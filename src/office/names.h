// Names from the store alone, for whoever has no office open.
#ifndef UTH_OFFICE_NAMES_H
#define UTH_OFFICE_NAMES_H

#include "office/office.h"

// False when nobody has that number.
bool office_stored_name(struct store *store, uint64_t id, char name[OFFICE_NAME_MAX + 8]);
// The number behind a name, in any case, or behind digits. False when there is none.
bool office_stored_person(struct store *store, const char *name_or_id, uint64_t *id);

#endif
