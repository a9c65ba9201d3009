// What is stored: rounds, the log, reports, journals, the audit. Read beside the loop, from a store of
// the worker's own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "office/history.h"
#include "office/journal.h"
#include "office/record.h"
#include "office/report.h"
#include "serve/api.h"
#include "store/audit.h"
#include "uth/manager.h"
#include "wire/reason_words.h"

#define LIMIT_MAX 500

struct reading {
    struct job job; // first
    uint64_t request;
    bool (*work)(struct reading *reading, struct store *store); // false: `fault` says why
    // On the loop, where the office is: puts names beside the numbers of people. May be NULL.
    void (*finish)(struct serve *serve, json_t *answer);
    struct office_fault fault;
    // what is asked for
    struct office_history_query query;
    uint64_t ids[3];
    uint64_t person; // must have taken part; 0: need not
    int64_t since_ms;
    int64_t day;
    size_t limit;
    enum { READ_JSON, READ_CSV, READ_HTML } format;
    // what comes of it
    json_t *answer;
    char *text;
    size_t size;
    struct store_report audit;
};

static void reading_run(struct job *job, struct store *store)
{
    struct reading *reading = (struct reading *)job;
    if (store == NULL) {
        reading->fault.problem = OFFICE_STORE;
        (void)snprintf(reading->fault.text, sizeof reading->fault.text,
                       "this store cannot be read beside its writer, or not now");
    } else if (!reading->work(reading, store) && reading->fault.problem == OFFICE_FINE) {
        reading->fault.problem = OFFICE_MEMORY;
        (void)snprintf(reading->fault.text, sizeof reading->fault.text, "out of memory");
    }
}

static void reading_free(struct reading *reading)
{
    json_decref(reading->answer);
    free(reading->text);
    free(reading);
}

static void reading_done(void *context, struct job *job)
{
    static const char *const types[] = {"application/json", "text/csv; charset=utf-8",
                                        "text/html; charset=utf-8"};
    struct serve *serve = context;
    struct reading *reading = (struct reading *)job;
    if (job->cancelled) {
        api_refuse(serve, reading->request, 503, "INPUT", CODE_BUSY, "the server stops");
    } else if (reading->fault.problem != OFFICE_FINE) {
        api_refuse_office(serve, reading->request, &reading->fault);
    } else if (reading->text != NULL) {
        api_reply_text(serve, reading->request, 200, types[reading->format], reading->text,
                       reading->size);
    } else {
        if (reading->finish != NULL) {
            reading->finish(serve, reading->answer);
        }
        api_reply_json(serve, reading->request, json_incref(reading->answer));
    }
    reading_free(reading);
}

static struct reading *reading_new(struct call *call,
                                   bool (*work)(struct reading *reading, struct store *store))
{
    struct reading *reading = calloc(1, sizeof *reading);
    if (reading == NULL) {
        api_refuse(call->serve, call->request->id, 503, "INPUT", CODE_BUSY, "out of memory");
        return NULL;
    }
    reading->job.run = reading_run;
    reading->job.done = reading_done;
    reading->request = call->request->id;
    reading->work = work;
    return reading;
}

static void reading_submit(struct call *call, struct reading *reading)
{
    if (!api_submit(call, &reading->job)) {
        reading_free(reading);
    }
}

static bool bad_query(struct call *call, struct reading *reading, const char *what)
{
    free(reading);
    api_refuse(call->serve, call->request->id, 400, "INPUT", CODE_INPUT, what);
    return false;
}

static bool store_failed(struct reading *reading, enum store_status status)
{
    reading->fault.problem = OFFICE_STORE;
    (void)snprintf(reading->fault.text, sizeof reading->fault.text, "%s",
                   store_status_text(status));
    return false;
}

static bool reads_records(const struct call *call)
{
    return room_role_may((enum room_role)call->person->state.role, ROOM_RIGHT_READ_RECORDS);
}

// "who": 7 gets "who_name": "Ada" beside it; a table that acts by itself is named too, nobody is not.
static void add_name(const struct serve *serve, json_t *line, const char *field,
                     const char *name_field)
{
    const json_int_t id = json_integer_value(json_object_get(line, field));
    const struct office_person *person = id > 0 ? office_person(serve->office, (uint64_t)id) : NULL;
    if (person != NULL) {
        (void)json_object_set_new(line, name_field, json_string(person->state.name));
    } else if ((uint64_t)id == ROOM_SYSTEM) {
        (void)json_object_set_new(line, name_field, json_string("the table itself"));
    }
}

// ---- rounds -----------------------------------------------------------------------------------

static bool work_history(struct reading *reading, struct store *store)
{
    size_t count = 0;
    struct office_history_round *rounds = calloc(reading->query.limit, sizeof *rounds);
    if (rounds == NULL ||
        !office_history(store, &reading->query, rounds, &count, &reading->fault)) {
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
        !api_query_number(call, "limit", 50, &limit) || limit < 1 || limit > LIMIT_MAX ||
        (!own && !api_query_number(call, "player", 0, &id))) {
        (void)bad_query(call, reading, "table, since and limit are numbers, player one or 'me'");
        return;
    }
    if (!own && !reads_records(call)) {
        free(reading);
        api_refuse_status(call->serve, call->request->id, UTH_ERR_NO_RIGHT);
        return;
    }
    reading->query = (struct office_history_query){.player = (uint64_t)id,
                                                   .table = (uint32_t)table,
                                                   .since_ms = since,
                                                   .limit = (size_t)limit};
    reading_submit(call, reading);
}

static bool took_part(const struct office_record *record, uint64_t person)
{
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (record->players[i] == person) {
            return true;
        }
    }
    return person == 0;
}

static bool work_round(struct reading *reading, struct store *store)
{
    struct office_record *record = malloc(sizeof *record);
    const size_t max = (size_t)64 * 1024;
    bool good = false;
    reading->text = malloc(max);
    if (record != NULL && reading->text != NULL) {
        good = office_record_read(store, (uint32_t)reading->ids[0], reading->ids[1], record,
                                  &reading->fault) &&
               office_record_plays(record, &reading->fault);
        if (good && !took_part(record, reading->person)) {
            reading->fault.problem = OFFICE_NO_RIGHT;
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
        (void)bad_query(call, reading, "no such table");
        return;
    }
    memcpy(reading->ids, call->ids, 2 * sizeof reading->ids[0]);
    reading->person = reads_records(call) ? 0 : call->person->state.id;
    reading_submit(call, reading);
}

// ---- reports ----------------------------------------------------------------------------------

static bool work_report(struct reading *reading, struct store *store)
{
    struct office_day_report *report = malloc(sizeof *report);
    FILE *out = NULL;
    bool good = report != NULL && office_report_day(store, (uint32_t)reading->ids[0], reading->day,
                                                    report, &reading->fault);
    if (good && reading->format == READ_JSON) {
        reading->answer = office_report_json(report);
        good = reading->answer != NULL;
    } else if (good) {
        out = open_memstream(&reading->text, &reading->size);
        good = out != NULL;
        if (good) {
            office_report_write(
                report, reading->format == READ_CSV ? OFFICE_REPORT_CSV : OFFICE_REPORT_HTML, out);
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
    if (!api_query_number(call, "table", 0, &table) || table < 1 || table > UINT32_MAX ||
        !read_day(call, call->serve->now_ms / OFFICE_DAY_MS, &reading->day)) {
        (void)bad_query(call, reading, "say which table, and the day as 2026-07-04");
        return;
    }
    reading->ids[0] = (uint64_t)table;
    reading->format = format != NULL && strcmp(format, "csv") == 0    ? READ_CSV
                      : format != NULL && strcmp(format, "html") == 0 ? READ_HTML
                                                                      : READ_JSON;
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
        add_name(serve, line, "approved_by", "approved_name");
    }
}

static bool work_log(struct reading *reading, struct store *store)
{
    reading->answer = json_array();
    const enum store_status status = office_log(store, reading->since_ms, read_log_line, reading);
    if (status != STORE_OK) {
        return store_failed(reading, status);
    }
    reading->answer = json_pack("{s:o}", "log", reading->answer);
    return reading->answer != NULL;
}

static bool read_limit(struct call *call, struct reading *reading)
{
    int64_t limit;
    if (!api_query_number(call, "limit", 100, &limit) || limit < 1 || limit > LIMIT_MAX ||
        !api_query_number(call, "since", 0, &reading->since_ms)) {
        return bad_query(call, reading, "limit is a number from 1 to 500, since a time");
    }
    reading->limit = (size_t)limit;
    return true;
}

void api_log(struct call *call)
{
    struct reading *reading = reading_new(call, work_log);
    if (reading != NULL && read_limit(call, reading)) {
        reading->finish = name_approvers;
        reading_submit(call, reading);
    }
}

// ---- a meter's journal ------------------------------------------------------------------------

static json_t *meter_json(const struct uth_meter *meter)
{
    return json_pack("{s:I, s:I, s:i, s:i}", "amount", (json_int_t)meter->amount.cents, "reserve",
                     (json_int_t)meter->reserve.cents, "carry", (int)meter->carry, "reserve_carry",
                     (int)meter->reserve_carry);
}

static bool read_entry(void *context, const struct uth_meter_entry *entry)
{
    struct reading *reading = context;
    const enum uth_entry_kind kind = (enum uth_entry_kind)entry->kind;
    json_t *line = json_pack(
        "{s:I, s:I, s:s, s:I, s:I, s:i, s:I, s:i, s:o, s:o}", "number", (json_int_t)entry->number,
        "time_ms", (json_int_t)entry->time_ms, "what", uth_entry_name(kind), "who",
        (json_int_t)entry->who, "approved_by", (json_int_t)entry->approved_by, "table",
        (int)entry->table, "round", (json_int_t)entry->round, "seat", (int)entry->seat, "before",
        meter_json(&entry->before), "after", meter_json(&entry->after));
    if (line != NULL && kind == UTH_ENTRY_ADJUSTED) {
        (void)json_object_set_new(
            line, "adjustment",
            json_string(uth_adjustment_name((enum uth_adjustment)entry->adjustment)));
    }
    if (line != NULL && (kind == UTH_ENTRY_CONFIRMED || kind == UTH_ENTRY_AWARDED ||
                         kind == UTH_ENTRY_PAID || kind == UTH_ENTRY_PRESSED)) {
        (void)json_object_set_new(
            line, "line",
            json_string(uth_progressive_line_name((enum uth_progressive_line)entry->line)));
        (void)json_object_set_new(line, "amount", json_integer(entry->as.award.amount.cents));
    }
    (void)json_array_append_new(reading->answer, line);
    return json_array_size(reading->answer) < reading->limit;
}

static void name_people(struct serve *serve, json_t *answer)
{
    size_t i;
    json_t *line;
    json_array_foreach(json_object_get(answer, "journal"), i, line)
    {
        add_name(serve, line, "who", "who_name");
        add_name(serve, line, "approved_by", "approved_name");
    }
}

static bool work_journal(struct reading *reading, struct store *store)
{
    reading->answer = json_array();
    if (!office_journal(store, reading->ids[0], reading->since_ms, read_entry, reading,
                        &reading->fault)) {
        return false;
    }
    reading->answer = json_pack("{s:o}", "journal", reading->answer);
    return reading->answer != NULL;
}

void api_meter_journal(struct call *call)
{
    if (office_meter(call->serve->office, call->ids[0]) == NULL) {
        api_refuse(call->serve, call->request->id, 404, "INPUT", CODE_INPUT, "no such meter");
        return;
    }
    struct reading *reading = reading_new(call, work_journal);
    if (reading != NULL && read_limit(call, reading)) {
        reading->ids[0] = call->ids[0];
        reading->finish = name_people;
        reading_submit(call, reading);
    }
}

// A meter with its day: the increases and decreases since it began (GM-5).
struct meter_day {
    struct uth_meter_day day;
    enum uth_status status;
};

static bool add_to_day(void *context, const struct uth_meter_entry *entry)
{
    struct meter_day *sum = context;
    // Newest first: the last one read is the first of the day, and says how it began.
    sum->day.beginning = entry->before.amount;
    sum->status = uth_meter_day_add(&sum->day, entry);
    return sum->status == UTH_OK;
}

static json_t *terms_json(const struct uth_terms *terms)
{
    return json_pack("{s:I, s:I, s:i, s:i, s:s}", "seed", (json_int_t)terms->seed.cents, "maximum",
                     (json_int_t)terms->maximum.cents, "meter_rate_bp", (int)terms->meter_rate_bp,
                     "reserve_rate_bp", (int)terms->reserve_rate_bp, "fixed_pays_from",
                     terms->fixed_pays_from == UTH_PAYS_FROM_METER ? "meter" : "tray");
}

static json_t *state_json(const struct uth_manager *manager)
{
    json_t *tables = json_array();
    for (unsigned i = 0; i < UTH_LINKED_MAX; i++) {
        const struct uth_station *station = &manager->stations[i];
        if (station->table != 0) {
            (void)json_array_append_new(
                tables,
                json_pack("{s:i, s:s, s:s, s:b}", "table", (int)station->table, "controller",
                          uth_controller_name((enum uth_controller)station->controller), "station",
                          uth_station_state_name((enum uth_station_state)station->state),
                          "reachable", station->unreachable ? 0 : 1));
        }
    }
    json_t *json = json_pack(
        "{s:I, s:I, s:I, s:I, s:i, s:i, s:I, s:I, s:I, s:o, s:o}", "meter", (json_int_t)manager->id,
        "amount", (json_int_t)manager->meter.amount.cents, "reserve",
        (json_int_t)manager->meter.reserve.cents, "seed", (json_int_t)manager->meter.seed.cents,
        "carry", (int)manager->meter.carry, "reserve_carry", (int)manager->meter.reserve_carry,
        "beginning", (json_int_t)manager->beginning.cents, "entries", (json_int_t)manager->entries,
        "executive_above", (json_int_t)manager->executive_above.cents, "terms",
        terms_json(&manager->terms), "tables", tables);
    (void)json_object_set_new(json, "waiting",
                              manager->terms_wait ? terms_json(&manager->waiting) : json_null());
    return json;
}

static bool work_meter(struct reading *reading, struct store *store)
{
    struct meter_day sum = {.status = UTH_OK};
    sum.day = uth_meter_day_start(
        (uth_money){json_integer_value(json_object_get(reading->answer, "beginning"))});
    if (!office_journal(store, reading->ids[0], reading->since_ms, add_to_day, &sum,
                        &reading->fault)) {
        return false;
    }
    if (sum.status != UTH_OK) {
        reading->fault.problem = OFFICE_DAMAGED;
        (void)snprintf(reading->fault.text, sizeof reading->fault.text, "meter %llu: %s",
                       (unsigned long long)reading->ids[0], uth_status_text(sum.status));
        return false;
    }
    const struct uth_meter_day day = sum.day;
    json_t *adjusted = json_object();
    for (unsigned i = 0; i < UTH_ADJUSTMENT_COUNT; i++) {
        (void)json_object_set_new(adjusted, uth_adjustment_name((enum uth_adjustment)i),
                                  json_integer(day.adjusted[i].cents));
    }
    (void)json_object_set_new(
        reading->answer, "day",
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:i, s:i, s:o}", "beginning",
                  (json_int_t)day.beginning.cents, "contributed", (json_int_t)day.contributed.cents,
                  "contributions_returned", (json_int_t)day.contributions_returned.cents, "seeded",
                  (json_int_t)day.seeded.cents, "reserve_used", (json_int_t)day.reserve_used.cents,
                  "awarded", (json_int_t)day.awarded.cents, "awards", (int)day.awards,
                  "adjustments", (int)day.adjustments, "adjusted", adjusted));
    return true;
}

void api_meter(struct call *call)
{
    const struct office_meter *meter = office_meter(call->serve->office, call->ids[0]);
    if (meter == NULL) {
        api_refuse(call->serve, call->request->id, 404, "INPUT", CODE_INPUT, "no such meter");
        return;
    }
    struct reading *reading = reading_new(call, work_meter);
    if (reading != NULL) {
        reading->ids[0] = call->ids[0];
        reading->since_ms = meter->manager.day * OFFICE_DAY_MS;
        reading->answer = state_json(&meter->manager);
        reading_submit(call, reading);
    }
}

// ---- win pages (GM-4) -------------------------------------------------------------------------

// What accounting needs on paper: the win, whose it is, and the cards that made it.
struct win_sheet {
    struct uth_win_page page;
    const struct uth_rules *rules;
    uint64_t player;
    const uth_card *cards;
    const uth_card *community;
};

static json_t *cards_json(const uth_card *cards, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        char text[3];
        uth_card_text(cards[i], text);
        (void)json_array_append_new(list, json_string(text));
    }
    return list;
}

static void add_hand(json_t *json, const struct win_sheet *sheet)
{
    uth_card cards[7];
    char words[UTH_HAND_WORDS_MAX];
    memcpy(cards, sheet->cards, 2 * sizeof *cards);
    memcpy(cards + 2, sheet->community, 5 * sizeof *cards);
    uth_hand_words(cards, 7, words);
    (void)json_object_set_new(json, "cards", cards_json(sheet->cards, 2));
    (void)json_object_set_new(json, "community", cards_json(sheet->community, 5));
    (void)json_object_set_new(json, "hand", json_string(words));
}

static void add_pays(json_t *json, const struct win_sheet *sheet)
{
    char text[WIRE_PAY_WORDS_MAX];
    wire_pay_words(sheet->rules->progressive.table.pays[sheet->page.win.line], text);
    (void)json_object_set_new(json, "pays", json_string(text));
}

static json_t *win_json(const struct win_sheet *sheet)
{
    const struct uth_win_page *page = &sheet->page;
    const struct uth_win *win = &page->win;
    json_t *json = json_pack(
        "{s:I, s:i, s:I, s:i, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:s, s:I, s:I}", "meter",
        (json_int_t)page->meter, "table", (int)page->table, "round", (json_int_t)page->round,
        "seat", (int)page->seat, "line",
        uth_progressive_line_name((enum uth_progressive_line)win->line), "state",
        uth_win_state_name((enum uth_win_state)win->state), "amount",
        (json_int_t)win->award.amount.cents, "from_meter", (json_int_t)win->award.from_meter.cents,
        "from_house", (json_int_t)win->award.from_house.cents, "meter_shown",
        (json_int_t)win->meter_shown.cents, "confirmed_by", (json_int_t)win->confirmed_by, "card",
        uth_authority_name((enum uth_authority)win->card), "confirmed_ms",
        (json_int_t)win->confirmed_at_ms, "player", (json_int_t)sheet->player);
    if (json != NULL) {
        add_hand(json, sheet);
        add_pays(json, sheet);
    }
    return json;
}

static void name_winner(struct serve *serve, json_t *answer)
{
    const uint64_t player = (uint64_t)json_integer_value(json_object_get(answer, "player"));
    const uint32_t number = (uint32_t)json_integer_value(json_object_get(answer, "table"));
    const struct office_table *table = office_table(serve->office, number);
    (void)json_object_set_new(answer, "confirmed_name", json_string("the system"));
    add_name(serve, answer, "confirmed_by", "confirmed_name");
    (void)json_object_set_new(answer, "player_name", json_string(serve_name_of(serve, player)));
    if (table != NULL) {
        (void)json_object_set_new(answer, "table_name", json_string(table->room.config.name));
    }
}

static bool no_win(struct reading *reading)
{
    reading->fault.problem = OFFICE_NOT_FOUND;
    (void)snprintf(reading->fault.text, sizeof reading->fault.text, "%s",
                   uth_status_text(UTH_ERR_NO_SUCH_WIN));
    return false;
}

// A round that is over: its record has the cards, the journal of its meter the win.
static bool work_win(struct reading *reading, struct store *store)
{
    struct office_record *record = malloc(sizeof *record);
    const uint8_t seat = (uint8_t)reading->ids[2];
    bool good = record != NULL && office_record_read(store, (uint32_t)reading->ids[0],
                                                     reading->ids[1], record, &reading->fault);
    if (good && !record->has_meter) {
        good = no_win(reading);
    }
    if (good) {
        struct win_sheet sheet = {
            .page = {.meter = record->meter_id,
                     .round = reading->ids[1],
                     .table = (uint32_t)reading->ids[0],
                     .seat = seat},
            .rules = &record->rules,
            .player = record->players[seat - 1],
            .cards = record->round.seats[seat - 1].cards,
            .community = record->round.community,
        };
        good = office_win_read(store, &sheet.page, &reading->fault) &&
               (sheet.page.win.state != UTH_WIN_NONE || no_win(reading));
        reading->answer = good ? win_json(&sheet) : NULL;
        good = good && reading->answer != NULL;
    }
    free(record);
    return good;
}

// The round in play, once the dealer's cards lie open: nobody decides any more, and who confirmed the
// win has seen its hand (GM-2).
static bool win_on_the_table(const struct call *call, struct win_sheet *sheet)
{
    const struct office *office = call->serve->office;
    const uint8_t seat = (uint8_t)call->ids[2];
    const struct office_table *table = office_table(office, (uint32_t)call->ids[0]);
    const struct office_meter *meter =
        table == NULL ? NULL : office_meter(office, table->room.config.meter);
    if (meter == NULL || table->room.round.number != call->ids[1] || !table->room.round.dealer_up ||
        table->room.round.phase == UTH_PHASE_OVER || table->room.seats[seat - 1].player == 0 ||
        uth_manager_win_page(&meter->manager, table->room.id, seat, &sheet->page) != UTH_OK ||
        sheet->page.round != call->ids[1]) {
        return false;
    }
    sheet->rules = office_rules(office, table->room.config.profile);
    sheet->player = table->room.seats[seat - 1].player;
    sheet->cards = table->room.round.seats[seat - 1].cards;
    sheet->community = table->room.round.community;
    return true;
}

void api_wins(struct call *call)
{
    struct win_sheet sheet;
    if (call->ids[0] > UINT32_MAX || call->ids[2] < 1 || call->ids[2] > UTH_SEATS_MAX) {
        api_refuse(call->serve, call->request->id, 404, "GM-1", UTH_ERR_NO_SUCH_WIN,
                   uth_status_text(UTH_ERR_NO_SUCH_WIN));
        return;
    }
    if (win_on_the_table(call, &sheet)) {
        json_t *json = win_json(&sheet);
        name_winner(call->serve, json);
        api_reply_json(call->serve, call->request->id, json);
        return;
    }
    struct reading *reading = reading_new(call, work_win);
    if (reading != NULL) {
        memcpy(reading->ids, call->ids, sizeof reading->ids);
        reading->finish = name_winner;
        reading_submit(call, reading);
    }
}

// ---- the audit --------------------------------------------------------------------------------

static json_t *audit_json(const struct serve *serve)
{
    return json_pack("{s:I, s:b, s:b, s:I, s:s, s:b}", "verified_ms",
                     (json_int_t)serve->audit.verified_ms, "ok", serve->audit.ok ? 1 : 0, "running",
                     serve->audit.running ? 1 : 0, "batches", (json_int_t)serve->audit.batches,
                     "text", serve->audit.text, "balanced", serve->audit.ok ? 1 : 0);
}

void api_audit(struct call *call)
{
    api_reply_json(call->serve, call->request->id, audit_json(call->serve));
}

static bool work_audit(struct reading *reading, struct store *store)
{
    const enum store_status status =
        store_audit(store, STORE_AUDIT_LINKS | STORE_AUDIT_BOOKS, &reading->audit);
    return status == STORE_OK || store_failed(reading, status);
}

static void audit_done(void *context, struct job *job)
{
    struct serve *serve = context;
    struct reading *reading = (struct reading *)job;
    serve->audit.running = false;
    if (!job->cancelled && reading->fault.problem == OFFICE_FINE) {
        serve->audit.verified_ms = serve->now_ms;
        serve->audit.ok = reading->audit.status == STORE_OK;
        serve->audit.batches = reading->audit.batches;
        (void)snprintf(serve->audit.text, sizeof serve->audit.text, "%s",
                       serve->audit.ok ? "every record fits, and the books balance"
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
        if (!api_submit(call, &reading->job)) {
            call->serve->audit.running = false;
            reading_free(reading);
        }
    }
}
