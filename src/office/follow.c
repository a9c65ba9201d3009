// All of a store played again from its first record: each must follow those before it, and every state
// in between must be the one they made.
#include <stdlib.h>
#include <string.h>

#include "office/inside.h"

#define CHUNK 4096 // records that are read at one moment

struct following {
    struct office *office;
    struct office_fault *fault;
    uint64_t next; // position
    bool fine;
    bool ours;
};

static bool name_record(const struct store_record *record, struct office_fault *fault)
{
    char text[OFFICE_FAULT_MAX];
    memcpy(text, fault->text, sizeof text);
    return office_fail(fault, fault->problem, "record %llu (table %u, sequence %llu): %.300s",
                       (unsigned long long)record->position, record->batch.table,
                       (unsigned long long)record->batch.sequence, text);
}

static bool snapshots_fit(const struct following *following, const struct store_record *record)
{
    const struct table_slot *slot = office_table_slot(following->office, record->batch.table);
    for (size_t i = 0; i < record->batch.entry_count; i++) {
        const struct store_entry *entry = &record->batch.entries[i];
        if (entry->kind == STORE_ENTRY_SNAPSHOT &&
            (slot == NULL || entry->id != record->batch.table ||
             !office_snapshot_shows(entry->bytes, slot))) {
            return office_fail(following->fault, OFFICE_DAMAGED,
                               "its snapshot differs from the table as it was played");
        }
    }
    return true;
}

static bool follow(void *context, const struct store_record *record)
{
    struct following *following = context;
    following->fine =
        (office_take(following->office, &record->batch, record->position, following->fault) &&
         snapshots_fit(following, record)) ||
        name_record(record, following->fault);
    return following->fine;
}

// A cardroom's store begins with what binds it to its key.
static bool look_for_binding(void *context, const struct store_record *record)
{
    struct following *following = context;
    for (size_t i = 0; i < record->batch.entry_count; i++) {
        following->ours = following->ours || (record->batch.entries[i].kind == STORE_ENTRY_SEALED &&
                                              record->batch.entries[i].id == 0);
    }
    return false;
}

static bool note_account(void *context, const struct uth_account *account, uth_money balance)
{
    office_seats_note(context, account, balance);
    return true;
}

// What they have made of tables and meters is also what the balances say, which the audit has counted.
static bool money_follows(const struct following *following, struct store *store)
{
    struct seat_books *seats = office_seats_open();
    if (seats == NULL) {
        return office_fail(following->fault, OFFICE_MEMORY, "out of memory");
    }
    const enum store_status status = store_accounts(store, note_account, seats);
    const bool fine = status == STORE_OK
                          ? office_money_holds(following->office, seats, following->fault)
                          : office_fail_store(following->fault, store, status);
    free(seats);
    return fine;
}

// Records never change, so those up to `before` are read a chunk to a moment: one moment for all of
// them would keep the database's log from being emptied for as long as that takes.
static enum store_status follow_records(struct following *following, struct store *store)
{
    uint64_t before = 0;
    uint8_t ignored[STORE_HASH_SIZE];
    enum store_status status = store_head(store, &before, ignored);
    while (status == STORE_OK && following->fine && following->next + CHUNK <= before) {
        const uint64_t last = following->next + CHUNK - 1;
        status = store_read(store, following->next, last, follow, following);
        following->next = last + 1; // also past records that are gone: the audit names those
        store_look_end(store);
        status = status == STORE_OK ? store_look(store) : status;
    }
    return status == STORE_OK && following->fine
               ? store_read(store, following->next, UINT64_MAX, follow, following)
               : status;
}

static bool follow_all(struct following *following, struct store *store)
{
    following->office = calloc(1, sizeof *following->office);
    if (following->office == NULL) {
        return office_fail(following->fault, OFFICE_MEMORY, "out of memory");
    }
    following->office->lock = -1;
    following->office->read_only = true;
    following->office->following = true;
    following->office->next_person = 1;
    const enum store_status status = follow_records(following, store);
    const bool fine = following->fine &&
                      (status == STORE_OK || office_fail_store(following->fault, store, status));
    const bool held = fine && money_follows(following, store);
    office_close(&following->office);
    return held;
}

// What they have made and the balances belong to one moment: those of a later one would contradict the
// records.
bool office_follow(struct store *store, struct office_fault *fault)
{
    struct following following = {.fault = fault, .next = 1, .fine = true};
    enum store_status status = store_look(store);
    if (status == STORE_OK) {
        status = store_read_table(store, 0, 1, 1, look_for_binding, &following);
    }
    const bool fine = status == STORE_OK ? !following.ours || follow_all(&following, store)
                                         : office_fail_store(fault, store, status);
    store_look_end(store);
    return fine;
}
