// All of a store played again from its first record: each must follow those before it, and every state
// in between must be the one they made.
#include <stdlib.h>
#include <string.h>

#include "office/internal.h"

struct following {
    struct office *office;
    struct fault *fault;
    bool ours;
};

static bool name_record(const struct store_record *record, struct fault *fault)
{
    char text[FAULT_TEXT_MAX];
    memcpy(text, fault->text, sizeof text);
    return fault_report(fault, fault->kind, "record %llu (table %u, sequence %llu): %.300s",
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
             !office_snapshot_matches(entry->bytes, slot))) {
            return fault_report(following->fault, FAULT_DAMAGED,
                                "its snapshot differs from the table as it was played");
        }
    }
    return true;
}

static bool follow(void *context, const struct store_record *record)
{
    struct following *following = context;
    return (office_apply(following->office, &record->batch, record->position, following->fault) &&
            snapshots_fit(following, record)) ||
           name_record(record, following->fault);
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
static void money_follows(void *context, struct store *store)
{
    const struct following *following = context;
    struct seat_books *seats = office_seats_open();
    if (seats == NULL) {
        (void)fault_report(following->fault, FAULT_MEMORY, "out of memory");
        return;
    }
    const enum store_status status = store_accounts(store, note_account, seats);
    (void)(status == STORE_OK ? office_validate_money(following->office, seats, following->fault)
                              : office_fail_store(following->fault, store, status));
    free(seats);
}

static bool follow_start(struct following *following, struct store *store)
{
    const enum store_status status = store_read_table(store, 0, 1, 1, look_for_binding, following);
    if (status != STORE_OK) { // unless the audit names it, this is what is wrong
        return office_fail_store(following->fault, store, status);
    }
    following->office = following->ours ? calloc(1, sizeof *following->office) : NULL;
    if (following->office == NULL) {
        return !following->ours || fault_report(following->fault, FAULT_MEMORY, "out of memory");
    }
    following->office->lock = -1;
    following->office->read_only = true;
    following->office->following = true;
    following->office->next_person = 1;
    return true;
}

static enum store_status audit(struct store *store, bool is_recent, const uint8_t *public_key,
                               struct store_report *report, struct fault *fault)
{
    struct following following = {.fault = fault};
    const struct store_follower listener = {follow, money_follows, &following};
    *fault = (struct fault){.kind = FAULT_NONE};
    const bool follows = follow_start(&following, store) && following.ours;
    const struct store_follower *follower = follows ? &listener : NULL;
    const enum store_status status =
        is_recent
            ? store_audit_recent(store, public_key, follower, report)
            : store_audit_with(store, STORE_AUDIT_LINKS | STORE_AUDIT_BOOKS, follower, report);
    if (following.office != NULL) {
        office_close(&following.office);
    }
    return status;
}

enum store_status office_audit(struct store *store, struct store_report *report,
                               struct fault *fault)
{
    return audit(store, false, NULL, report, fault);
}

enum store_status office_audit_recent(struct store *store, const uint8_t *public_key,
                                      struct store_report *report, struct fault *fault)
{
    return audit(store, true, public_key, report, fault);
}
