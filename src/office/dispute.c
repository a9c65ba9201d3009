// Disputes: opened once, decided once.
#include "office/dispute.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "office/internal.h"
#include "office/record.h"
#include "office/stored.h"

_Static_assert(sizeof(struct office_dispute) == 672, "no padding in a dispute");

struct dispute_slot {
    struct office_dispute dispute; // first
    uint64_t position;             // of the batch its state came with
};

// ---- words ------------------------------------------------------------------------------------

static const char *const decisions[OFFICE_DECISION_COUNT] = {
    [OFFICE_DECISION_OPEN] = "open",
    [OFFICE_DECISION_STANDS] = "stands",
    [OFFICE_DECISION_CORRECTED] = "corrected",
    [OFFICE_DECISION_WAGER_VOIDED] = "wager_voided",
    [OFFICE_DECISION_ROUND_VOIDED] = "round_voided",
    [OFFICE_DECISION_OTHER] = "other",
};

const char *office_decision_name(enum office_decision decision)
{
    UTH_CHECK(decision < OFFICE_DECISION_COUNT);
    return decisions[decision];
}

bool office_decision_named(const char *name, enum office_decision *decision)
{
    for (unsigned i = OFFICE_DECISION_STANDS; i < OFFICE_DECISION_COUNT; i++) {
        if (strcmp(decisions[i], name) == 0) {
            *decision = (enum office_decision)i;
            return true;
        }
    }
    return false;
}

json_t *office_dispute_json(const struct office_dispute *dispute)
{
    json_t *document =
        json_pack("{s:I, s:I, s:I, s:i, s:I, s:I, s:s, s:s}", "dispute", (json_int_t)dispute->id,
                  "table", (json_int_t)dispute->table, "round", (json_int_t)dispute->round, "seat",
                  dispute->seat, "opened_by", (json_int_t)dispute->opened_by, "opened_ms",
                  (json_int_t)dispute->opened_ms, "what", dispute->what, "decision",
                  office_decision_name((enum office_decision)dispute->decision));
    if (document != NULL && dispute->decision != OFFICE_DECISION_OPEN) {
        (void)json_object_set_new(document, "decided_by",
                                  json_integer((json_int_t)dispute->decided_by));
        (void)json_object_set_new(document, "decided_ms",
                                  json_integer((json_int_t)dispute->decided_ms));
        (void)json_object_set_new(document, "reason", json_string(dispute->reason));
    }
    return document;
}

// ---- what is there ----------------------------------------------------------------------------

size_t office_dispute_count(const struct office *office)
{
    return office->dispute_count;
}

const struct office_dispute *office_dispute_at(const struct office *office, size_t index)
{
    UTH_CHECK(index < office->dispute_count);
    return &office->disputes[index].dispute;
}

// Numbers have no gaps.
const struct office_dispute *office_dispute(const struct office *office, uint64_t id)
{
    return id == 0 || id > office->dispute_count ? NULL : &office->disputes[id - 1].dispute;
}

void office_disputes_finish(struct office *office)
{
    free(office->disputes);
}

// ---- stored ones ------------------------------------------------------------------------------

// UTF-8 without control characters, which a terminal would carry out, and zeros behind it.
static bool is_text(const char *text, size_t size, size_t max)
{
    const size_t length = strnlen(text, size);
    bool fine = length <= max;
    for (size_t i = 0; fine && i < size; i++) {
        const unsigned char byte = (unsigned char)text[i];
        fine = i < length ? byte >= 32 && byte != 127 : byte == 0;
    }
    json_t *read = fine ? json_stringn(text, length) : NULL; // NULL for what is no UTF-8
    json_decref(read);
    return read != NULL;
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " ")] == '\0';
}

static bool is_sound(const struct office_dispute *dispute)
{
    static const uint8_t none[sizeof dispute->reserved];
    const bool open = dispute->decision == OFFICE_DECISION_OPEN;
    return dispute->id != 0 && dispute->round != 0 && dispute->table != 0 &&
           dispute->opened_by != 0 && dispute->opened_ms > 0 && dispute->seat <= UTH_SEATS_MAX &&
           dispute->decision < OFFICE_DECISION_COUNT &&
           memcmp(dispute->reserved, none, sizeof none) == 0 &&
           is_text(dispute->what, sizeof dispute->what, OFFICE_DISPUTE_TEXT_MAX) &&
           is_text(dispute->reason, sizeof dispute->reason, OFFICE_REASON_MAX) &&
           !is_blank(dispute->what) && is_blank(dispute->reason) == open &&
           (dispute->decided_by == 0) == open &&
           (open ? dispute->decided_ms == 0 : dispute->decided_ms >= dispute->opened_ms);
}

// The first one of a number is open; a second one decides it and changes nothing else.
static bool can_follow(const struct office_dispute *before, const struct office_dispute *after)
{
    if (before == NULL) {
        return after->decision == OFFICE_DECISION_OPEN;
    }
    struct office_dispute decided = *before;
    decided.decision = after->decision;
    decided.decided_ms = after->decided_ms;
    decided.decided_by = after->decided_by;
    memcpy(decided.reason, after->reason, sizeof decided.reason);
    return before->decision == OFFICE_DECISION_OPEN && after->decision != OFFICE_DECISION_OPEN &&
           memcmp(&decided, after, sizeof decided) == 0;
}

static bool is_known(const struct office *office, const struct office_dispute *dispute)
{
    return dispute->table <= OFFICE_TABLES_MAX &&
           office_table_slot(office, dispute->table) != NULL &&
           office_slot(office, dispute->opened_by) != NULL &&
           (dispute->decided_by == 0 || office_slot(office, dispute->decided_by) != NULL);
}

static bool read_state(struct store_bytes bytes, uint64_t id, struct office_dispute *dispute)
{
    return stored_read(bytes, &stored_dispute, dispute) && dispute->id == id && is_sound(dispute);
}

static bool invalid(struct fault *fault, uint64_t id, const char *why)
{
    return fault_report(
        fault, FAULT_DAMAGED,
        "stored dispute %" PRIu64 " %s; uth audit verify says whether it was changed", id, why);
}

static bool put(struct office *office, const struct office_dispute *dispute, uint64_t position,
                struct fault *fault)
{
    if (dispute->id > office->dispute_count) {
        if (office->dispute_count == office->dispute_capacity) {
            const size_t capacity =
                office->dispute_capacity == 0 ? 16 : office->dispute_capacity * 2;
            struct dispute_slot *larger =
                realloc(office->disputes, capacity * sizeof *office->disputes);
            if (larger == NULL) {
                return fault_report(fault, FAULT_MEMORY, "out of memory");
            }
            office->disputes = larger;
            office->dispute_capacity = capacity;
        }
        office->dispute_count++;
    }
    office->disputes[dispute->id - 1] = (struct dispute_slot){*dispute, position};
    return true;
}

static bool read_known(const struct office *office, const struct store_entry *entry,
                       struct office_dispute *dispute, struct fault *fault)
{
    if (!read_state(entry->bytes, entry->id, dispute) || entry->id > OFFICE_DISPUTES_MAX) {
        return invalid(fault, entry->id, "is invalid");
    }
    return is_known(office, dispute) ||
           invalid(fault, entry->id, "names an unknown person or table");
}

bool office_dispute_load(struct office *office, const struct store_entry *entry, uint64_t position,
                         struct fault *fault)
{
    struct office_dispute dispute;
    return read_known(office, entry, &dispute, fault) &&
           (dispute.id == office->dispute_count + 1 ||
            invalid(fault, entry->id, "follows one that is missing")) &&
           put(office, &dispute, position, fault);
}

bool office_dispute_take(struct office *office, const struct store_entry *entry, uint64_t position,
                         struct fault *fault)
{
    struct office_dispute dispute;
    if (!read_known(office, entry, &dispute, fault)) {
        return false;
    }
    if (dispute.id > office->dispute_count + 1) {
        return invalid(fault, entry->id, "follows one that is missing");
    }
    const struct office_dispute *before = office_dispute(office, dispute.id);
    if (before != NULL && office->disputes[dispute.id - 1].position >= position) {
        return office->loading || invalid(fault, entry->id, "was stored twice");
    }
    const uint64_t last = office_table_slot(office, dispute.table)->table.room.round.number;
    return (can_follow(before, &dispute) && (office->loading || dispute.round <= last))
               ? put(office, &dispute, position, fault)
               : invalid(fault, entry->id, "does not follow from the state before it");
}

// ---- drafts -----------------------------------------------------------------------------------

static bool text_check(const char *what, struct fault *fault)
{
    return (strlen(what) <= OFFICE_DISPUTE_TEXT_MAX && !is_blank(what) &&
            is_text(what, strlen(what), OFFICE_DISPUTE_TEXT_MAX)) ||
           fault_report(fault, FAULT_INPUT, "say what is disputed in 1 to %d bytes of plain text",
                        OFFICE_DISPUTE_TEXT_MAX);
}

// A round has as many as its record shows, and a person one that is open.
static bool is_new(const struct office *office, const struct office_dispute_new *wish,
                   const struct office_by *by, struct fault *fault)
{
    size_t of_round = 0;
    for (size_t i = 0; i < office->dispute_count; i++) {
        const struct office_dispute *other = &office->disputes[i].dispute;
        const bool same = other->table == wish->table && other->round == wish->round;
        of_round += same;
        if (same && other->opened_by == by->who && other->decision == OFFICE_DECISION_OPEN) {
            return fault_report(fault, FAULT_TAKEN,
                                "your dispute %" PRIu64 " about this round is still open",
                                other->id);
        }
    }
    return of_round < OFFICE_ROUND_DISPUTES_MAX ||
           fault_report(fault, FAULT_FULL, "a round has at most %d disputes",
                        OFFICE_ROUND_DISPUTES_MAX);
}

static bool add_state(struct office *office, const struct office_dispute *before,
                      const struct office_dispute *after, const struct office_by *by,
                      struct office_draft *draft, struct fault *fault)
{
    draft->id = after->id;
    office_draft_state(draft, STORE_ENTRY_DISPUTE, after->id, &stored_dispute, after);
    const struct office_what what = {
        .what = before == NULL ? "dispute opened" : "dispute decided",
        .about = "dispute",
        .id = after->id,
        .before = before == NULL ? NULL : office_dispute_json(before),
        .after = office_dispute_json(after),
    };
    if (!office_draft_log(draft, by, what, fault)) {
        return false;
    }
    office_draft_finish(office, draft, true);
    return true;
}

bool office_dispute_open(struct office *office, const struct office_dispute_new *wish,
                         const struct office_by *by, struct office_draft *draft,
                         struct fault *fault)
{
    const struct office_table *table = office_table(office, wish->table);
    UTH_CHECK(wish->seat <= UTH_SEATS_MAX);
    if (table == NULL || wish->round == 0 || wish->round > table->room.round.number) {
        return fault_report(fault, FAULT_NOT_FOUND, "there is no round %" PRIu64 " at table %u",
                            wish->round, wish->table);
    }
    if (by->who == 0 || office_person(office, by->who) == NULL) {
        return fault_report(fault, FAULT_NO_RIGHT, "a dispute is opened by a person");
    }
    if (office->dispute_count >= OFFICE_DISPUTES_MAX) {
        return fault_report(fault, FAULT_FULL, "there are too many disputes: %zu",
                            OFFICE_DISPUTES_MAX);
    }
    if (!text_check(wish->what, fault) || !is_new(office, wish, by, fault) ||
        !office_draft_begin(office, draft, by->now_ms, true, fault)) {
        return false;
    }
    struct office_dispute dispute = {
        .id = office->dispute_count + 1,
        .round = wish->round,
        .opened_ms = draft->batch.time_ms,
        .opened_by = by->who,
        .table = wish->table,
        .seat = wish->seat,
    };
    memcpy(dispute.what, wish->what, strlen(wish->what));
    return add_state(office, NULL, &dispute, by, draft, fault);
}

bool office_dispute_decide(struct office *office, uint64_t id, enum office_decision decision,
                           const struct office_by *by, struct office_draft *draft,
                           struct fault *fault)
{
    const struct office_dispute *before = office_dispute(office, id);
    UTH_CHECK(decision > OFFICE_DECISION_OPEN && decision < OFFICE_DECISION_COUNT);
    if (before == NULL) {
        return fault_report(fault, FAULT_NOT_FOUND, "there is no dispute %" PRIu64, id);
    }
    if (before->decision != OFFICE_DECISION_OPEN) {
        return fault_report(fault, FAULT_TAKEN, "dispute %" PRIu64 " is decided: %s", id,
                            office_decision_name((enum office_decision)before->decision));
    }
    if (by->who == 0) {
        return fault_report(fault, FAULT_NO_RIGHT, "a dispute is decided by a person: say who");
    }
    if (by->who == before->opened_by) {
        return fault_report(fault, FAULT_NO_RIGHT,
                            "a dispute is not decided by the person who opened it");
    }
    if (!office_by_check(by, true, fault)) {
        return false;
    }
    if (!is_text(by->why, strlen(by->why), OFFICE_REASON_MAX)) {
        return fault_report(fault, FAULT_INPUT, "a reason is plain text on one line");
    }
    if (!office_draft_begin(office, draft, by->now_ms, true, fault)) {
        return false;
    }
    struct office_dispute after = *before;
    after.decision = (uint8_t)decision;
    after.decided_by = by->who;
    after.decided_ms = draft->batch.time_ms;
    memset(after.reason, 0, sizeof after.reason);
    memcpy(after.reason, by->why, strlen(by->why));
    return add_state(office, before, &after, by, draft, fault);
}

// ---- from a store alone -----------------------------------------------------------------------

uint8_t office_dispute_seat(const struct office_record *record, uint64_t person)
{
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (record->players[i] == person && office_record_played(record, i + 1)) {
            return (uint8_t)(i + 1);
        }
    }
    return 0;
}

struct search {
    struct office_record *record;
    struct fault *fault;
    bool fine;
};

static bool look(void *context, const struct store_state *state)
{
    struct search *search = context;
    struct office_record *record = search->record;
    struct office_dispute dispute;
    if (!read_state(state->bytes, state->id, &dispute)) {
        search->fine = invalid(search->fault, state->id, "is invalid");
        return false;
    }
    if (dispute.table == record->where.table && dispute.round == record->where.round) {
        if (record->dispute_count == OFFICE_ROUND_DISPUTES_MAX) {
            search->fine = invalid(search->fault, state->id, "is one too many for its round");
            return false;
        }
        record->disputes[record->dispute_count++] = dispute;
    }
    return true;
}

bool office_record_disputes(struct store *store, struct office_record *record, struct fault *fault)
{
    struct search search = {record, fault, true};
    record->dispute_count = 0;
    const enum store_status status = store_states(store, STORE_ENTRY_DISPUTE, look, &search);
    return search.fine && (status == STORE_OK || office_fail_store(fault, store, status));
}
