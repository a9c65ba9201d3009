// Opening: the key, the store, its states, and one pass over what came behind them.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "office/dispute.h"
#include "office/internal.h"

#define PATIENCE_MS 5000

bool office_key_path(const char *url, char *path, size_t size)
{
    return strncmp(url, "sqlite:", 7) == 0 &&
           (size_t)snprintf(path, size, "%s.seal", url + 7) < size;
}

// ---- the key ----------------------------------------------------------------------------------

// The lock is on the key file, which every store has, also one in a database server.
static bool take_lock(struct office *office, const char *path, struct fault *fault)
{
    office->lock = open(path, O_RDONLY | O_CLOEXEC);
    if (office->lock < 0) {
        return fault_report(fault, FAULT_KEY, "cannot open '%s': %s", path, strerror(errno));
    }
    if (flock(office->lock, LOCK_EX | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK
                   ? fault_report(fault, FAULT_IN_USE,
                                  "another process is using this store, perhaps a server: stop it,"
                                  " or use its pages (it holds '%s')",
                                  path)
                   : fault_report(fault, FAULT_KEY, "cannot lock '%s': %s", path, strerror(errno));
    }
    return true;
}

static bool open_key(struct office *office, const char *path, const struct office_options *options,
                     struct fault *fault)
{
    struct fault why;
    if (path == NULL) {
        return options->read_only || fault_report(fault, FAULT_KEY, "missing key file");
    }
    if (!fair_key_open(path, options->make && !options->read_only, &why, &office->key)) {
        return fault_report(fault, FAULT_KEY, "%.*s", FAULT_TEXT_MAX - 1, why.text);
    }
    return options->read_only || take_lock(office, path, fault);
}

// ---- states -----------------------------------------------------------------------------------

struct loading {
    struct office *office;
    struct fault *fault;
    bool fine;
    uint64_t from;            // the first position that is needed
    struct seat_books *seats; // what the accounts hold there
    const struct store_record *record;
};

static bool need(struct loading *loading, uint64_t position)
{
    if (position < loading->from) {
        loading->from = position;
    }
    return true;
}

static bool load_snapshot(struct loading *loading, const struct store_state *state)
{
    struct table_slot *slot =
        state->id <= UINT32_MAX ? office_table_slot(loading->office, (uint32_t)state->id) : NULL;
    if (slot == NULL) {
        return fault_report(loading->fault, FAULT_DAMAGED,
                            "there is a snapshot of table %llu, and no such table",
                            (unsigned long long)state->id);
    }
    if (!office_snapshot_read(loading->office, state->bytes, slot)) {
        return fault_report(loading->fault, FAULT_DAMAGED,
                            "the snapshot of table %llu cannot be read%s; uth audit verify says"
                            " whether it was changed",
                            (unsigned long long)state->id,
                            loading->office->key != NULL ? ", or not with this key" : "");
    }
    slot->table.snapshot_position = state->position;
    if (!office_day_apply_list(loading->office, &slot->day)) {
        return fault_report(
            loading->fault, FAULT_DAMAGED,
            "the snapshot of table %llu: somebody's result of the day is beyond what"
            " we account for; uth audit verify says whether it was changed",
            (unsigned long long)state->id);
    }
    return need(loading, slot->day_position + 1);
}

static bool load_person(struct loading *loading, const struct store_entry *entry, uint64_t position)
{
    struct office_person_state state;
    if (office_state_read(entry->bytes, &state) && state.id == entry->id && state.removed != 0) {
        office_person_remove(loading->office, state.id); // the number is not given again
        return true;
    }
    return office_apply_entry(loading->office, entry, (struct office_source){.position = position},
                              loading->fault);
}

static bool load_state(void *context, const struct store_state *state)
{
    struct loading *loading = context;
    struct office *office = loading->office;
    const struct store_entry entry = {state->id, state->kind, state->bytes};
    switch (state->kind) {
    case STORE_ENTRY_SNAPSHOT: loading->fine = load_snapshot(loading, state); break;
    case STORE_ENTRY_METER:
        loading->fine = office_apply_meter(office, &entry, state->position, loading->fault) &&
                        need(loading, state->position + 1);
        break;
    case STORE_ENTRY_USER: loading->fine = load_person(loading, &entry, state->position); break;
    case STORE_ENTRY_TABLE:
    case STORE_ENTRY_PROFILE:
    case STORE_ENTRY_INVENTORY:
        loading->fine = office_apply_entry(
            office, &entry, (struct office_source){.position = state->position}, loading->fault);
        break;
    case STORE_ENTRY_DISPUTE:
        loading->fine = office_dispute_load(office, &entry, state->position, loading->fault);
        break;
    case STORE_ENTRY_JOURNAL:
    case STORE_ENTRY_LOG:
    case STORE_ENTRY_SEED:
    case STORE_ENTRY_ROOM:
    case STORE_ENTRY_SEALED:
    case STORE_ENTRY_LEASE:
    case STORE_ENTRY_RECORD: break;
    }
    return loading->fine;
}

static bool load_states(struct loading *loading)
{
    // Tables before their snapshots, people before what they did.
    static const enum store_entry_kind kinds[] = {
        STORE_ENTRY_PROFILE,  STORE_ENTRY_USER,  STORE_ENTRY_TABLE,  STORE_ENTRY_INVENTORY,
        STORE_ENTRY_SNAPSHOT, STORE_ENTRY_METER, STORE_ENTRY_DISPUTE};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const enum store_status status =
            store_states(loading->office->store, kinds[i], load_state, loading);
        if (!loading->fine || status != STORE_OK) {
            return loading->fine &&
                   office_fail_store(loading->fault, loading->office->store, status);
        }
    }
    return true;
}

// ---- the pass ---------------------------------------------------------------------------------

static bool note_position(void *context, const struct store_record *record)
{
    return need(context, record->position) && false;
}

// A table without a snapshot is played from its first batch on.
static bool need_first_batches(struct loading *loading)
{
    const struct office *office = loading->office;
    for (size_t i = 0; i < office->table_count; i++) {
        const struct office_table *table = office_table_at(office, i);
        if (table->snapshot_position != 0) {
            if (!office_validate_snapshot(office->store, table, loading->fault)) {
                return false;
            }
            continue;
        }
        const enum store_status status =
            store_read_table(office->store, table->room.id, 1, 1, note_position, loading);
        if (status != STORE_OK) {
            return office_fail_store(loading->fault, office->store, status);
        }
    }
    return true;
}

static bool load_account(void *context, const struct uth_account *account, uth_money balance)
{
    struct loading *loading = context;
    if (account->kind >= UTH_ACCOUNT_COUNT || !uth_money_in_range(balance.cents)) {
        loading->fine = fault_report(loading->fault, FAULT_DAMAGED,
                                     "the stored account of kind %u, owner %llu, table %u, seat %u"
                                     " is invalid; uth audit verify says whether it was changed",
                                     account->kind, (unsigned long long)account->owner,
                                     account->table, account->seat);
        return false;
    }
    if (!balances_reserve(&loading->office->balances, 1)) {
        loading->fine = fault_report(loading->fault, FAULT_MEMORY, "out of memory");
        return false;
    }
    if (account->kind != UTH_ACCOUNT_WALLET || balance.cents != 0 ||
        office_person(loading->office, account->owner) !=
            NULL) { // those of removed guests are empty
        balances_set(&loading->office->balances, account, balance);
    }
    office_balance_shown(loading->office, account);
    office_note_played(loading->office, account);
    office_seats_note(loading->seats, account, balance);
    return true;
}

static bool load_record(void *context, const struct store_record *record)
{
    struct loading *loading = context;
    loading->fine = office_apply(loading->office, &record->batch, record->position, loading->fault);
    return loading->fine;
}

static bool check_binding(void *context, const struct store_record *record)
{
    struct loading *loading = context;
    for (size_t i = 0; i < record->batch.entry_count; i++) {
        const struct store_entry *entry = &record->batch.entries[i];
        if (entry->kind == STORE_ENTRY_SEALED && entry->id == 0 &&
            !office_binding_matches(loading->office, entry->bytes)) {
            loading->fine = fault_report(loading->fault, FAULT_KEY,
                                         "the key file is not the one this store was made with");
        }
    }
    return false;
}

static bool pass(struct loading *loading)
{
    struct office *office = loading->office;
    uint64_t head = 0;
    uint8_t hash[STORE_HASH_SIZE];
    enum store_status status = store_head(office->store, &head, hash);
    if (status == STORE_OK) {
        status = store_accounts(office->store, load_account, loading);
    }
    office->loading = true;
    office->position = loading->from <= head ? loading->from - 1 : head;
    if (status == STORE_OK && loading->fine && loading->from <= head) {
        status = store_read(office->store, loading->from, head, load_record, loading);
    }
    office->loading = false;
    office->position = head;
    return loading->fine &&
           (status == STORE_OK || office_fail_store(loading->fault, office->store, status));
}

static void note_time(struct office *office, int64_t time_ms)
{
    if (time_ms > office->latest_ms && time_ms <= DAY_TIME_MAX_MS) {
        office->latest_ms = time_ms;
    }
}

static bool read_time(void *context, const struct store_record *record)
{
    note_time(context, record->batch.time_ms);
    return true;
}

// By the last record, and by the tables: their deadlines are of that time.
static bool load_time(struct office *office, struct fault *fault)
{
    for (size_t i = 0; i < office->table_count; i++) {
        note_time(office, office_table_at(office, i)->room.since_ms);
    }
    const enum store_status status =
        store_read(office->store, office->position, office->position, read_time, office);
    return status == STORE_OK || office_fail_store(fault, office->store, status);
}

static bool load_all(struct office *office, struct seat_books *seats, struct fault *fault)
{
    struct loading loading = {
        .office = office, .fault = fault, .fine = true, .from = UINT64_MAX, .seats = seats};
    enum store_status status = store_table_sequence(office->store, 0, &office->sequence);
    if (status == STORE_OK && office->sequence != 0 && office->key != NULL) {
        status = store_read_table(office->store, 0, 1, 1, check_binding, &loading);
    }
    if (status != STORE_OK) {
        return office_fail_store(fault, office->store, status);
    }
    office->drafted = office->sequence;
    office->next_person = 1;
    return loading.fine && load_states(&loading) && need_first_batches(&loading) &&
           pass(&loading) && load_time(office, fault) && office_validate(office, fault) &&
           office_validate_money(office, seats, fault);
}

// All of one moment: who reads beside a server must not see states of one and balances of the next.
static bool load(struct office *office, struct fault *fault)
{
    struct seat_books *seats = office_seats_open();
    if (seats == NULL) {
        return fault_report(fault, FAULT_MEMORY, "out of memory");
    }
    const enum store_status status = store_look(office->store);
    const bool fine = status == STORE_OK ? load_all(office, seats, fault)
                                         : office_fail_store(fault, office->store, status);
    store_look_end(office->store);
    free(seats);
    return fine;
}

// ---- opening ----------------------------------------------------------------------------------

static bool open_store(struct office *office, const char *url, const struct office_options *options,
                       struct fault *fault)
{
    struct fault why;
    const uint32_t patience_ms = options->patience_ms != 0 ? options->patience_ms : PATIENCE_MS;
    const struct store_options wanted = {
        .read_only = options->read_only,
        .sole = !options->read_only,
        .accept_loss = options->accept_loss,
        .patience_ms = patience_ms,
        .starting_ms = options->starting_ms != 0 ? options->starting_ms : patience_ms,
        .say = options->say,
        .say_context = options->say_context,
        .stop = options->stop};
    return store_open(url, &wanted, &why, &office->store) == STORE_OK ||
           fault_report(fault, FAULT_STORE, "%s", why.text);
}

// To a store that was restored without its key a new one would be of no use, and stand where the right
// one belongs.
static bool is_new(struct office *office, const char *key_path, struct fault *fault)
{
    uint64_t head = 0;
    uint8_t hash[STORE_HASH_SIZE];
    const enum store_status status = store_head(office->store, &head, hash);
    if (status != STORE_OK) {
        return office_fail_store(fault, office->store, status);
    }
    return head == 0 ||
           fault_report(fault, FAULT_KEY,
                        "there is no key file '%.300s'; this store was made with one: put it back",
                        key_path);
}

// The key first, because its lock keeps a second process from the store; but a key is made only for a
// store that has no record yet.
static bool open_key_and_store(struct office *office, const char *url, const char *key_path,
                               const struct office_options *options, struct fault *fault)
{
    const bool makes_key = options->make && !options->read_only && key_path != NULL &&
                           access(key_path, F_OK) != 0 && errno == ENOENT;
    if (makes_key) {
        return open_store(office, url, options, fault) && is_new(office, key_path, fault) &&
               open_key(office, key_path, options, fault);
    }
    return open_key(office, key_path, options, fault) && open_store(office, url, options, fault);
}

struct office *office_open(const char *url, const char *key_path,
                           const struct office_options *options, struct fault *fault)
{
    *fault = (struct fault){.kind = FAULT_NONE};
    if (!fair_init()) {
        (void)fault_report(fault, FAULT_KEY, "the system has no source of randomness");
        return NULL;
    }
    struct office *office = calloc(1, sizeof *office);
    if (office == NULL) {
        (void)fault_report(fault, FAULT_MEMORY, "out of memory");
        return NULL;
    }
    (void)fair_guard(&office->scratch, sizeof office->scratch);
    office->lock = -1;
    office->read_only = options->read_only;
    if (!open_key_and_store(office, url, key_path, options, fault) || !load(office, fault)) {
        office_close(&office);
    }
    return office;
}

void office_close(struct office **office)
{
    struct office *closing = *office;
    *office = NULL;
    if (closing == NULL) {
        return;
    }
    store_close(&closing->store);
    fair_key_close(&closing->key);
    if (closing->lock >= 0) {
        (void)close(closing->lock);
    }
    office_people_finish(closing);
    office_rooms_finish(closing);
    office_disputes_finish(closing);
    fair_unguard(&closing->scratch, sizeof closing->scratch);
    free(closing);
}

struct store *office_store(const struct office *office)
{
    return office->store;
}

struct store *office_release_store(struct office *office)
{
    struct store *store = office->store;
    office->store = NULL;
    return store;
}

const struct fair_key *office_key(const struct office *office)
{
    return office->key;
}

int64_t office_latest_ms(const struct office *office)
{
    return office->latest_ms;
}

uint64_t office_position(const struct office *office)
{
    return office->position;
}
