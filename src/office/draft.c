// What a draft is made of.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "office/internal.h"
#include "office/stored.h"
#include "wire/log_json.h"
#include "wire/person_json.h"

// The first batch of an office binds the store to the key: whoever opens it with another one is told
// so at once, not when the first secret does not open.
#define BINDING "uth"

struct fair_place office_binding_place(void)
{
    const struct fair_place place = {FAIR_PURPOSE_PASSWORD, 0, 0};
    return place;
}

bool office_draft_begin(struct office *office, struct office_draft *draft, int64_t now_ms,
                        bool exclusive, struct fault *fault)
{
    if (office->read_only) {
        return fault_report(fault, FAULT_STORE, "the store was opened for reading only");
    }
    if (exclusive && office->exclusive != 0) {
        return fault_report(fault, FAULT_BUSY, "another change is being stored: try again");
    }
    draft->id = 0;
    draft->used = 0;
    draft->batch =
        (struct store_batch){.sequence = office->drafted + 1,
                             .time_ms = now_ms > office->latest_ms ? now_ms : office->latest_ms,
                             .postings = draft->postings,
                             .entries = draft->entries};
    if (draft->batch.sequence == 1) {
        uint8_t *sealed = office_draft_room(draft, sizeof BINDING + FAIR_SEAL_EXTRA);
        fair_seal(office->key, office_binding_place(), BINDING, sizeof BINDING, sealed);
        office_draft_add(draft, STORE_ENTRY_SEALED, 0, sizeof BINDING + FAIR_SEAL_EXTRA);
    }
    return true;
}

bool office_binding_matches(const struct office *office, struct store_bytes sealed)
{
    char plain[sizeof BINDING];
    return sealed.size == sizeof BINDING + FAIR_SEAL_EXTRA &&
           fair_unseal(office->key, office_binding_place(), sealed.data, sealed.size, plain);
}

#define JOURNAL_MAX 640 // bytes of one entry

uint8_t *office_draft_room(struct office_draft *draft, size_t max)
{
    UTH_CHECK(max <= OFFICE_DRAFT_BYTES - draft->used);
    return draft->bytes + draft->used;
}

void office_draft_add(struct office_draft *draft, enum store_entry_kind kind, uint64_t id,
                      size_t size)
{
    UTH_CHECK(draft->batch.entry_count < STORE_ENTRIES_MAX);
    UTH_CHECK(size <= STORE_ENTRY_MAX && size <= OFFICE_DRAFT_BYTES - draft->used);
    draft->entries[draft->batch.entry_count++] =
        (struct store_entry){id, kind, {draft->bytes + draft->used, size}};
    draft->used += size;
}

void office_draft_state(struct office_draft *draft, enum store_entry_kind kind, uint64_t id,
                        const struct codec_table *table, const void *state)
{
    const size_t most = codec_max(table);
    uint8_t *room = office_draft_room(draft, most);
    struct codec_out out = {room, room + most, 0};
    codec_write(&out, table, NULL, state);
    office_draft_add(draft, kind, id, (size_t)(out.at - room));
}

void office_draft_journal(struct office_draft *draft, const struct uth_meter_entry *entry)
{
    uint8_t *room = office_draft_room(draft, JOURNAL_MAX);
    struct codec_out out = {room, room + JOURNAL_MAX, draft->batch.time_ms};
    stored_write_journal(&out, entry);
    office_draft_add(draft, STORE_ENTRY_JOURNAL, entry->meter, (size_t)(out.at - room));
}

void office_draft_post(struct office_draft *draft, const struct uth_posting *posting)
{
    UTH_CHECK(draft->batch.posting_count < OFFICE_DRAFT_POSTINGS);
    draft->postings[draft->batch.posting_count++] = *posting;
}

void office_draft_finish(struct office *office, const struct office_draft *draft, bool exclusive)
{
    office->drafted = draft->batch.sequence;
    if (exclusive) {
        office->exclusive = draft->batch.sequence;
    }
}

void office_forget(struct office *office, uint32_t table)
{
    struct table_slot *slot = office_table_slot(office, table);
    if (table == 0) {
        office->drafted = office->sequence;
        office->exclusive = 0;
        office->next_person = office->last_person + 1;
    } else if (slot != NULL) {
        slot->table.drafted = slot->table.sequence;
    }
}

// ---- the log ----------------------------------------------------------------------------------

bool office_by_check(const struct office_by *by, bool needs_reason, struct fault *fault)
{
    const char *why = by->why != NULL ? by->why : "";
    const size_t length = strlen(why);
    if (length > OFFICE_REASON_MAX) {
        return fault_report(fault, FAULT_INPUT, "a reason has at most %d bytes", OFFICE_REASON_MAX);
    }
    if (needs_reason && strspn(why, " \t") == length) {
        return fault_report(fault, FAULT_INPUT, "a change needs a reason (GM-3)");
    }
    json_t *text = json_string(why); // NULL for what is no UTF-8
    json_decref(text);
    return text != NULL || fault_report(fault, FAULT_INPUT, "the reason is not valid UTF-8");
}

bool office_draft_log(struct office_draft *draft, const struct office_by *by,
                      struct office_what what, struct fault *fault)
{
    const struct wire_log log = {.who = by->who,
                                 .name = by->name != NULL ? by->name : "",
                                 .system = by->system_user,
                                 .approved_by = by->approved_by,
                                 .when_ms = by->now_ms,
                                 .what = what.what,
                                 .about = what.about,
                                 .id = what.id,
                                 .why = by->why != NULL ? by->why : "",
                                 .first_start = by->first_start,
                                 .before = what.before,
                                 .after = what.after};
    json_t *document = wire_log_to_json(&log);
    json_decref(what.before);
    json_decref(what.after);
    const size_t free_bytes = OFFICE_DRAFT_BYTES - draft->used;
    const size_t max = free_bytes < STORE_ENTRY_MAX ? free_bytes : STORE_ENTRY_MAX;
    const size_t size =
        document == NULL
            ? 0
            : json_dumpb(document, (char *)(draft->bytes + draft->used), max, JSON_COMPACT);
    json_decref(document);
    if (size == 0 || size > max) {
        return fault_report(fault, size == 0 ? FAULT_MEMORY : FAULT_INPUT,
                            size == 0 ? "out of memory" : "too long for one line of the log");
    }
    office_draft_add(draft, STORE_ENTRY_LOG, draft->batch.sequence, size);
    return true;
}

bool office_note(struct office *office, const struct office_note *note, const struct office_by *by,
                 struct office_draft *draft, struct fault *fault)
{
    char text[OFFICE_REASON_MAX + 1];
    (void)snprintf(text, sizeof text, "%s", note->text);
    if (!office_by_check(by, false, fault) ||
        !office_draft_begin(office, draft, by->now_ms, false, fault)) {
        return false;
    }
    const struct office_what what = {
        .what = note->what,
        .about = "system",
        .after = json_pack("{s:b, s:s}", "ok", note->good ? 1 : 0, "text", text),
    };
    if (!office_draft_log(draft, by, what, fault)) {
        return false;
    }
    office_draft_finish(office, draft, false);
    return true;
}

json_t *office_person_json(const struct office_person_state *state)
{
    const struct wire_person person = {.id = state->id,
                                       .name = state->name,
                                       .role = (enum room_role)state->role,
                                       .created_ms = state->created_ms,
                                       .card = state->card,
                                       .has_password = state->password_size != 0,
                                       .has_pin = state->pin_size != 0,
                                       .locked = state->locked != 0,
                                       .pin_locked_until_ms = state->pin_locked_until_ms,
                                       .pin_failed = state->pin_failed,
                                       .loss_limit = state->loss_limit,
                                       .minutes = state->minutes,
                                       .next_day = state->next_day,
                                       .next_loss_limit = state->next_loss_limit,
                                       .next_minutes = state->next_minutes};
    return wire_person_to_json(&person);
}

// ---- storing ----------------------------------------------------------------------------------

bool office_commit(struct office *office, const struct office_draft *draft, struct fault *fault)
{
    struct store_result result = {.status = STORE_OK};
    UTH_CHECK(office->store != NULL);
    const enum store_status status = store_append(office->store, &draft->batch, &result);
    free(result.answer);
    if (status != STORE_OK || result.status != STORE_OK) {
        office_forget(office, draft->batch.table);
        return office_fail_store(fault, office->store, status != STORE_OK ? status : result.status);
    }
    return office_apply(office, &draft->batch, result.position, fault);
}
