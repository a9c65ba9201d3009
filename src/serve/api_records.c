// What is stored: rounds, the log, reports, the audit.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "office/dispute.h"
#include "office/fairness.h"
#include "office/record.h"
#include "report/day.h"
#include "serve/reading.h"
#include "wire/record_json.h"

static bool reads_records(const struct call *call)
{
    return room_role_may((enum room_role)call->person->state.role, ROOM_RIGHT_READ_RECORDS);
}

// ---- rounds -----------------------------------------------------------------------------------

static bool work_history(struct reading *reading, struct store *store)
{
    size_t count = 0;
    struct history_round *rounds = calloc(reading->query.limit, sizeof *rounds);
    if (rounds == NULL ||
        !report_history(store, &reading->query, rounds, &count, &reading->fault)) {
        free(rounds);
        return false;
    }
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        (void)json_array_append_new(
            list,
            json_pack("{s:I, s:I, s:I, s:I, s:b, s:i, s:I, s:I, s:I}", "table",
                      (json_int_t)rounds[i].table, "round", (json_int_t)rounds[i].round,
                      "opened_ms", (json_int_t)rounds[i].opened_ms, "ended_ms",
                      (json_int_t)rounds[i].ended_ms, "voided", rounds[i].voided ? 1 : 0, "players",
                      rounds[i].players, "staked", (json_int_t)rounds[i].staked.cents, "net",
                      (json_int_t)rounds[i].net.cents, "fees", (json_int_t)rounds[i].fees.cents));
    }
    free(rounds);
    reading->answer = json_pack("{s:o}", "rounds", list);
    return reading->answer != NULL;
}

// WA-1: a round somebody disputes says so, with what was decided.
static void note_disputes(struct serve *serve, json_t *answer)
{
    const size_t count = office_dispute_count(serve->office);
    size_t row;
    json_t *line;
    json_array_foreach(json_object_get(answer, "rounds"), row, line)
    {
        const json_int_t table = json_integer_value(json_object_get(line, "table"));
        const json_int_t round = json_integer_value(json_object_get(line, "round"));
        json_t *list = json_array();
        for (size_t i = 0; i < count; i++) {
            const struct office_dispute *dispute = office_dispute_at(serve->office, i);
            if (dispute->table == table && dispute->round == (uint64_t)round) {
                (void)json_array_append_new(list, json_string(office_decision_name(
                                                      (enum office_decision)dispute->decision)));
            }
        }
        (void)json_object_set_new(line, "disputes", list);
    }
}

void api_rounds(struct call *call)
{
    struct reading *reading = reading_new(call, work_history);
    const char *player = net_query(call->request, "player");
    const bool own = player != NULL && strcmp(player, "me") == 0;
    int64_t table;
    int64_t since;
    int64_t limit;
    int64_t id = (int64_t)call->person->state.id;
    if (reading == NULL) {
        return;
    }
    if (!api_query_number(call, "table", 0, &table) || table > UINT32_MAX ||
        !api_query_number(call, "since", 0, &since) ||
        !api_query_number(call, "limit", 50, &limit) || limit < 1 || limit > READING_LINES_MAX ||
        (!own && !api_query_number(call, "player", 0, &id))) {
        (void)reading_refuse(call, reading,
                             "table, since and limit are numbers, player one or 'me'");
        return;
    }
    if (!own && !reads_records(call)) {
        free(reading);
        api_refuse_status(call->serve, call->request->id, UTH_ERR_NO_RIGHT);
        return;
    }
    reading->query = (struct history_query){.player = (uint64_t)id,
                                            .table = (uint32_t)table,
                                            .since_ms = since,
                                            .limit = (size_t)limit};
    reading->finish = note_disputes;
    reading_submit(call, reading);
}

static bool took_part(const struct office_record *record, uint64_t person)
{
    return person == 0 || office_dispute_seat(record, person) != 0;
}

static bool work_round(struct reading *reading, struct store *store)
{
    struct office_record *record = malloc(sizeof *record);
    const size_t max = WIRE_RECORD_MAX;
    bool good = false;
    reading->text = malloc(max);
    if (record != NULL && reading->text != NULL) {
        good = office_record_read(store, (uint32_t)reading->ids[0], reading->ids[1], record,
                                  &reading->fault) &&
               office_record_plays(record, &reading->fault) &&
               office_record_disputes(store, record, &reading->fault);
        if (good && !took_part(record, reading->person)) {
            reading->fault.kind = FAULT_NO_RIGHT;
            (void)snprintf(reading->fault.text, sizeof reading->fault.text, "%s",
                           uth_status_text(UTH_ERR_NO_RIGHT));
            good = false;
        }
    }
    if (good) {
        struct wire_out out = wire_out_to(reading->text, max);
        office_record_out(record, &out);
        reading->size = out.used;
        good = !out.overflow;
    }
    free(record);
    if (!good) {
        free(reading->text);
        reading->text = NULL;
    }
    return good;
}

void api_round(struct call *call)
{
    struct reading *reading = reading_new(call, work_round);
    if (reading == NULL) {
        return;
    }
    if (call->ids[0] > UINT32_MAX) {
        (void)reading_refuse(call, reading, "no such table");
        return;
    }
    memcpy(reading->ids, call->ids, 2 * sizeof reading->ids[0]);
    reading->person = reads_records(call) ? 0 : call->person->state.id;
    reading_submit(call, reading);
}

// ---- reports ----------------------------------------------------------------------------------

static bool work_report(struct reading *reading, struct store *store)
{
    struct day_report *report = malloc(sizeof *report);
    FILE *out = NULL;
    bool good = report != NULL && day_report_read(store, (uint32_t)reading->ids[0], reading->day,
                                                  report, &reading->fault);
    if (good && reading->format == READ_JSON) {
        reading->answer = day_report_json(report);
        good = reading->answer != NULL;
    } else if (good) {
        out = open_memstream(&reading->text, &reading->size);
        good = out != NULL;
        if (good) {
            day_report_write(report, reading->format == READ_CSV ? SHEET_CSV : SHEET_HTML, out);
            good = fclose(out) == 0;
        }
    }
    free(report);
    return good;
}

static int64_t digits(const char *text, size_t count)
{
    int64_t number = 0;
    for (size_t i = 0; i < count; i++) {
        number = number * 10 + (text[i] - '0');
    }
    return number;
}

// "2026-11-16", or a number of days since 1970.
static bool read_day(const struct call *call, int64_t today, int64_t *day)
{
    const char *text = net_query(call->request, "day");
    if (text == NULL || text[0] == '\0') {
        *day = today;
        return true;
    }
    if (strlen(text) != 10 || strspn(text, "0123456789") != 4 || text[4] != '-' ||
        strspn(text + 5, "0123456789") != 2 || text[7] != '-' ||
        strspn(text + 8, "0123456789") != 2) {
        return api_query_number(call, "day", today, day);
    }
    const int64_t year = digits(text, 4);
    const int64_t month = digits(text + 5, 2);
    const int64_t date = digits(text + 8, 2);
    if (year < 1970 || month < 1 || month > 12 || date < 1 || date > 31) {
        return false;
    }
    // A year that begins with March, so that the odd day is its last.
    const int64_t y = month <= 2 ? year - 1 : year;
    const int64_t era = y / 400;
    const int64_t of_era = y - era * 400;
    const int64_t from_march = month > 2 ? month - 3 : month + 9;
    const int64_t of_year = (153 * from_march + 2) / 5 + date - 1;
    *day = era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
    return true;
}

void api_report_day(struct call *call)
{
    struct reading *reading = reading_new(call, work_report);
    const char *format = net_query(call->request, "format");
    int64_t table;
    if (reading == NULL) {
        return;
    }
    if (!api_query_number(call, "table", 0, &table) || table < 0 || table > UINT32_MAX ||
        !read_day(call, call->serve->now_ms / OFFICE_DAY_MS, &reading->day)) {
        (void)reading_refuse(call, reading, "table is a number, and day a day as 2026-07-04");
        return;
    }
    reading->ids[0] = (uint64_t)table;
    reading->format = format != NULL && strcmp(format, "csv") == 0    ? READ_CSV
                      : format != NULL && strcmp(format, "html") == 0 ? READ_HTML
                                                                      : READ_JSON;
    reading_submit(call, reading);
}

// ---- fair dealing -------------------------------------------------------------------------------

static bool work_fairness(struct reading *reading, struct store *store)
{
    const struct office_fairness_query query = {(uint32_t)reading->ids[0], reading->day};
    reading->answer = office_fairness(store, &query, &reading->fault);
    return reading->answer != NULL;
}

static void add_key(struct serve *serve, json_t *answer)
{
    char hex[2 * FAIR_PUBLIC_SIZE + 1];
    wire_hex_text(serve->fairness_key, FAIR_PUBLIC_SIZE, hex);
    (void)json_object_set_new(answer, "key", json_string(hex));
}

// For everybody: it holds nothing but what the tables have shown.
void api_fairness(struct call *call)
{
    struct reading *reading = reading_new(call, work_fairness);
    int64_t table;
    if (reading == NULL) {
        return;
    }
    if (!api_query_number(call, "table", 0, &table) || table < 0 || table > UINT32_MAX ||
        !read_day(call, OFFICE_FAIRNESS_NO_DAY, &reading->day)) {
        (void)reading_refuse(call, reading, "table is a number, and day a day as 2026-07-04");
        return;
    }
    reading->ids[0] = (uint64_t)table;
    reading->finish = add_key;
    reading_submit(call, reading);
}

// ---- the log ----------------------------------------------------------------------------------

static bool read_log_line(void *context, const struct office_log_line *line)
{
    struct reading *reading = context;
    json_error_t error;
    json_t *entry =
        json_loadb((const char *)line->json.data, line->json.size, JSON_REJECT_DUPLICATES, &error);
    if (entry != NULL) {
        (void)json_object_set_new(entry, "position", json_integer((json_int_t)line->position));
        (void)json_array_append_new(reading->answer, entry);
    }
    return json_array_size(reading->answer) < reading->limit;
}

static void name_approvers(struct serve *serve, json_t *answer)
{
    size_t i;
    json_t *line;
    json_array_foreach(json_object_get(answer, "log"), i, line)
    {
        reading_name(serve, line, "approved_by", "approved_name");
    }
}

static bool work_log(struct reading *reading, struct store *store)
{
    reading->answer = json_array();
    const enum store_status status = office_log(store, reading->since_ms, read_log_line, reading);
    if (status != STORE_OK) {
        return reading_store_failed(reading, status);
    }
    reading->answer = json_pack("{s:o}", "log", reading->answer);
    return reading->answer != NULL;
}

void api_log(struct call *call)
{
    struct reading *reading = reading_new(call, work_log);
    if (reading != NULL && reading_limit(call, reading)) {
        reading->finish = name_approvers;
        reading_submit(call, reading);
    }
}

// ---- the audit --------------------------------------------------------------------------------

static json_t *audit_json(const struct serve *serve)
{
    return json_pack("{s:I, s:b, s:b, s:b, s:b, s:I, s:s}", "verified_ms",
                     (json_int_t)serve->audit.verified_ms, "ok", serve->audit.ok, "chain",
                     serve->audit.chain, "balanced", serve->audit.balanced, "running",
                     serve->audit.running, "batches", (json_int_t)serve->audit.batches, "text",
                     serve->audit.text);
}

void api_audit(struct call *call)
{
    api_reply_json(call->serve, call->request->id, audit_json(call->serve));
}

// An audit ends at the first thing that does not fit. Where the books alone say the same, it was they,
// and the links before it hold.
static enum store_status audit_parts(struct reading *reading, struct store *store)
{
    struct store_report *report = &reading->audit;
    struct store_report books = {.status = STORE_OK};
    enum store_status status = office_audit(store, report, &reading->fault);
    const bool fits = status == STORE_OK && report->status == STORE_OK;
    if (status == STORE_OK && !fits) {
        status = store_audit(store, STORE_AUDIT_BOOKS, &books);
    }
    reading->balanced = books.status == STORE_OK;
    reading->chain = fits || (!reading->balanced && strcmp(books.text, report->text) == 0);
    return status;
}

// What does not fit is the answer, and only what cannot be read is a failure. What is wrong with links or
// books is said first.
static bool work_audit(struct reading *reading, struct store *store)
{
    struct store_report *report = &reading->audit;
    const enum store_status status = audit_parts(reading, store);
    if (status != STORE_OK) {
        return reading_store_failed(reading, status);
    }
    if (report->status == STORE_OK && reading->fault.kind == FAULT_DAMAGED) {
        report->status = STORE_ERR_DAMAGED;
        (void)snprintf(report->text, sizeof report->text, "%.300s", reading->fault.text);
    } else if (report->status == STORE_OK && reading->fault.kind != FAULT_NONE) {
        return false;
    }
    reading->fault.kind = FAULT_NONE;
    return true;
}

static void audit_done(void *context, struct job *job)
{
    struct serve *serve = context;
    struct reading *reading = (struct reading *)job;
    serve->audit.running = false;
    if (!job->cancelled && reading->fault.kind == FAULT_NONE) {
        serve->audit.verified_ms = serve->now_ms;
        serve->audit.ok = reading->audit.status == STORE_OK;
        serve->audit.chain = reading->chain;
        serve->audit.balanced = reading->balanced;
        serve->audit.batches = reading->audit.batches;
        (void)snprintf(serve->audit.text, sizeof serve->audit.text, "%s",
                       serve->audit.ok ? "all records verified, and the ledger balances"
                                       : reading->audit.text);
        if (!serve->audit.ok) {
            log_line(&serve->log, LOG_LEVEL_ERROR, "audit: %s", serve->audit.text);
        }
        reading->answer = audit_json(serve);
        serve->pit_changed = true;
    }
    reading_done(context, job);
}

void api_audit_verify(struct call *call)
{
    if (call->serve->audit.running) {
        api_refuse(call->serve, call->request->id, 409, "INPUT", CODE_BUSY,
                   "an audit is under way");
        return;
    }
    struct reading *reading = reading_new(call, work_audit);
    if (reading != NULL) {
        reading->job.done = audit_done;
        call->serve->audit.running = true;
        if (!api_submit(call, WORKER_AUDIT, &reading->job)) {
            call->serve->audit.running = false;
            reading_free(reading);
        }
    }
}
