// Which seats of a table are played from one address. It is known while the server runs: from the command
// that took the seat, and from whatever its player says or watches later.
#include "serve/sharing.h"

#include "serve/table_actor.h"

void sharing_note(struct table_actor *actor, const struct room_table *table, uint64_t person,
                  uint64_t address)
{
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (table->seats[i].player == person) {
            actor->sources[i] = (struct seat_source){person, address};
        }
    }
}

// 0: nobody's, or not known.
static uint64_t address_of(const struct table_actor *actor, const struct room_table *table,
                           unsigned index)
{
    const struct seat_source *source = &actor->sources[index];
    const uint64_t player = table->seats[index].player;
    return player != 0 && source->player == player ? source->address : 0;
}

bool sharing_is_full(const struct table_actor *actor, const struct room_table *table,
                     uint64_t person, uint64_t address)
{
    unsigned people = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const uint64_t player = table->seats[i].player;
        people += player != person && room_seat_of(table, player) == i + 1 &&
                  address_of(actor, table, i) == address;
    }
    return table->config.people_per_address != 0 && people >= table->config.people_per_address;
}

// Another player's seat with the same address.
static bool is_shared(const struct table_actor *actor, const struct room_table *table,
                      unsigned index)
{
    const uint64_t address = address_of(actor, table, index);
    bool found = false;
    for (unsigned i = 0; address != 0 && i < UTH_SEATS_MAX; i++) {
        found = found || (address_of(actor, table, i) == address &&
                          table->seats[i].player != table->seats[index].player);
    }
    return found;
}

static bool is_first(const struct table_actor *actor, const struct room_table *table,
                     unsigned index)
{
    unsigned i = 0;
    while (address_of(actor, table, i) != address_of(actor, table, index)) {
        i++;
    }
    return i == index;
}

void put_sharing(const struct table_actor *actor, struct wire_out *out)
{
    const struct room_table *table = actor == NULL ? NULL : &actor->table->room;
    wire_out_open(out, "same_address", '[');
    for (unsigned i = 0; table != NULL && i < UTH_SEATS_MAX; i++) {
        if (!is_shared(actor, table, i) || !is_first(actor, table, i)) {
            continue;
        }
        wire_out_open(out, NULL, '{');
        wire_out_open(out, "seats", '[');
        for (unsigned j = i; j < UTH_SEATS_MAX; j++) {
            if (address_of(actor, table, j) == address_of(actor, table, i)) {
                wire_out_number(out, NULL, j + 1);
            }
        }
        wire_out_close(out, ']');
        wire_out_close(out, '}');
    }
    wire_out_close(out, ']');
}
