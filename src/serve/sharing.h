// Who plays from one address.
#ifndef UTH_SERVE_SHARING_H
#define UTH_SERVE_SHARING_H

#include <stdbool.h>
#include <stdint.h>

#include "serve/table_actor.h"
#include "wire/out.h"

// Notes it for the seats the person has at the table.
void sharing_note(struct table_actor *actor, const struct room_table *table, uint64_t person,
                  uint64_t address);
// As many other people as the table allows play there from that address.
bool sharing_is_full(const struct table_actor *actor, const struct room_table *table,
                     uint64_t person, uint64_t address);
// The seats of different people with one address, address by address.
void put_sharing(const struct table_actor *actor, struct wire_out *out);

#endif
