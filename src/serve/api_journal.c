// A meter as its journal tells it: entries, the day, its state, and the pages of wins.
#include <stdlib.h>
#include <string.h>

#include "office/journal.h"
#include "office/record.h"
#include "serve/reading.h"
#include "uth/controller.h"
#include "wire/reason_words.h"

// ---- entries -----------------------------------------------------------------------------------

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
        if (kind == UTH_ENTRY_AWARDED) { // PROG-4: what the tray pays leaves the meter as it was
            const struct uth_win_award *award = &entry->as.award;
            const bool reseeded = award->seed_added.cents != 0 || award->reserve_used.cents != 0;
            (void)json_object_set_new(line, "reseeded", json_boolean(reseeded));
        }
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
        reading_name(serve, line, "who", "who_name");
        reading_name(serve, line, "approved_by", "approved_name");
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
    if (reading != NULL && reading_limit(call, reading)) {
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

static json_t *state_json(const struct uth_controller *controller)
{
    json_t *tables = json_array();
    for (unsigned i = 0; i < UTH_LINKED_MAX; i++) {
        const struct uth_station *station = &controller->stations[i];
        if (station->table != 0) {
            (void)json_array_append_new(
                tables,
                json_pack("{s:i, s:s, s:s, s:b}", "table", (int)station->table, "controller",
                          uth_controller_model_name((enum uth_controller_model)station->controller),
                          "station", uth_station_state_name((enum uth_station_state)station->state),
                          "reachable", station->unreachable ? 0 : 1));
        }
    }
    json_t *json = json_pack(
        "{s:I, s:I, s:I, s:I, s:i, s:i, s:I, s:I, s:I, s:o, s:o}", "meter",
        (json_int_t)controller->id, "amount", (json_int_t)controller->meter.amount.cents, "reserve",
        (json_int_t)controller->meter.reserve.cents, "seed",
        (json_int_t)controller->meter.seed.cents, "carry", (int)controller->meter.carry,
        "reserve_carry", (int)controller->meter.reserve_carry, "beginning",
        (json_int_t)controller->beginning.cents, "entries", (json_int_t)controller->entries,
        "executive_above", (json_int_t)controller->executive_above.cents, "terms",
        terms_json(&controller->terms), "tables", tables);
    (void)json_object_set_new(
        json, "waiting", controller->terms_wait ? terms_json(&controller->waiting) : json_null());
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
        reading->fault.kind = FAULT_DAMAGED;
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
        reading->since_ms = meter->controller.day * OFFICE_DAY_MS;
        reading->answer = state_json(&meter->controller);
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
    reading_name(serve, answer, "confirmed_by", "confirmed_name");
    (void)json_object_set_new(answer, "player_name", json_string(serve_name_of(serve, player)));
    if (table != NULL) {
        (void)json_object_set_new(answer, "table_name", json_string(table->room.config.name));
    }
}

static bool no_win(struct reading *reading)
{
    reading->fault.kind = FAULT_NOT_FOUND;
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
        uth_controller_win_page(&meter->controller, table->room.id, seat, &sheet->page) != UTH_OK ||
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
