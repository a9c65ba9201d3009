#include "office/journal.h"

#include <stdlib.h>

#include "office/internal.h"

#define STRETCH     2048 // batches read at once
#define ENTRIES_MAX ((size_t)STRETCH * ROOM_ENTRIES_MAX)

struct stretch {
    uint64_t meter;
    int64_t since_ms;
    struct uth_meter_entry *entries;
    size_t count;
    bool old;
    struct fault *fault;
    bool fine;
};

bool office_journal_entry(const struct store_record *record, const struct store_entry *entry,
                          struct uth_meter_entry *line, struct fault *fault)
{
    return (office_journal_read(entry->bytes, record->batch.time_ms, line) &&
            line->meter == entry->id) ||
           fault_report(fault, FAULT_DAMAGED,
                        "record %llu (table %u, sequence %llu): its entry in the journal of meter"
                        " %llu is invalid; uth audit verify says whether it was changed",
                        (unsigned long long)record->position, record->batch.table,
                        (unsigned long long)record->batch.sequence, (unsigned long long)entry->id);
}

static bool keep(void *context, const struct store_record *record)
{
    struct stretch *stretch = context;
    const struct store_batch *batch = &record->batch;
    if (batch->time_ms < stretch->since_ms) {
        stretch->old = true;
        return true;
    }
    for (size_t i = 0; i < batch->entry_count && stretch->count < ENTRIES_MAX; i++) {
        const struct store_entry *entry = &batch->entries[i];
        if (entry->kind != STORE_ENTRY_JOURNAL || entry->id != stretch->meter) {
            continue;
        }
        stretch->fine =
            office_journal_entry(record, entry, &stretch->entries[stretch->count], stretch->fault);
        if (!stretch->fine) {
            return false;
        }
        stretch->count++;
    }
    return true;
}

static enum store_status read_back(struct store *store, struct stretch *stretch,
                                   office_read_entry *read, void *context)
{
    uint64_t to = 0;
    uint8_t hash[STORE_HASH_SIZE];
    enum store_status status = store_head(store, &to, hash);
    bool more = true;
    while (status == STORE_OK && more && to > 0) {
        const uint64_t from = to > STRETCH ? to - STRETCH + 1 : 1;
        stretch->count = 0;
        status = store_read_whole(store, from, to, keep, stretch);
        more = stretch->fine;
        for (size_t i = stretch->count; status == STORE_OK && more && i > 0; i--) {
            more = read(context, &stretch->entries[i - 1]);
        }
        more = more && !stretch->old;
        to = from - 1;
    }
    return status;
}

bool office_journal(struct store *store, uint64_t meter, int64_t since_ms, office_read_entry *read,
                    void *context, struct fault *fault)
{
    struct stretch stretch = {.meter = meter, .since_ms = since_ms, .fault = fault, .fine = true};
    stretch.entries = calloc(ENTRIES_MAX, sizeof *stretch.entries);
    if (stretch.entries == NULL) {
        return fault_report(fault, FAULT_MEMORY, "out of memory");
    }
    const enum store_status status = read_back(store, &stretch, read, context);
    free(stretch.entries);
    return stretch.fine && (status == STORE_OK || office_fail_store(fault, store, status));
}

// ---- one win ----------------------------------------------------------------------------------

// Newest first: what became of the win is known before the win itself.
static bool read_win(void *context, const struct uth_meter_entry *entry)
{
    struct uth_win_page *page = context;
    struct uth_win *win = &page->win;
    if (entry->table != page->table || entry->round != page->round) {
        return true;
    }
    if (entry->seat == page->seat && entry->kind == UTH_ENTRY_ADJUSTED) {
        win->state = UTH_WIN_BACKED_OUT;
    } else if (entry->seat == page->seat && entry->kind == UTH_ENTRY_PAID &&
               win->state == UTH_WIN_NONE) {
        win->state = UTH_WIN_PAID;
    } else if (entry->seat == page->seat && entry->kind == UTH_ENTRY_CONFIRMED) {
        *win = (struct uth_win){
            .award = entry->as.award,
            .meter_shown = entry->before.amount,
            .confirmed_by = entry->who,
            .confirmed_at_ms = entry->time_ms,
            .state = win->state == UTH_WIN_NONE ? UTH_WIN_CONFIRMED : win->state,
            .line = entry->line,
            .card = entry->authority,
        };
        return false;
    }
    // The game's first entry: it has no such win.
    return entry->kind != UTH_ENTRY_STARTED;
}

bool office_win_read(struct store *store, struct uth_win_page *page, struct fault *fault)
{
    page->win = (struct uth_win){0};
    const bool read = office_journal(store, page->meter, 0, read_win, page, fault);
    if (page->win.confirmed_at_ms == 0) {
        page->win.state = UTH_WIN_NONE;
    }
    return read;
}
