// The day's report in its forms.
#include <inttypes.h>
#include <string.h>

#include "office/meter_json.h"
#include "office/words.h"
#include "report/day.h"
#include "report/sheet.h"
#include "wire/inventory_json.h"

// One amount as a share of another; empty where there is nothing to divide by.
static struct sheet_cell share(int64_t part, int64_t whole)
{
    return whole <= 0 ? sheet_words("") : sheet_exact(uth_ratio_of(part, whole), 4, "%");
}

static struct sheet_cell edge_cell(const struct report_profile *profile, enum uth_wager wager)
{
    return uth_wagers[wager].on_meter ? sheet_words("")
                                      : sheet_exact(profile->edges.edge[wager], 4, "%");
}

static bool is_played(const struct report_profile *profile, unsigned wager)
{
    return profile->wagers[wager].count != 0;
}

// ---- sections ---------------------------------------------------------------------------------

static void put_rounds(struct sheet *sheet, const struct day_report *report)
{
    sheet_section(sheet, "Rounds");
    sheet_fact(sheet, "played", sheet_count((int64_t)report->rounds));
    sheet_fact(sheet, "void", sheet_count((int64_t)report->voided));
}

static void put_table(struct sheet *sheet, const char *name, const struct report_table *sums)
{
    sheet_row(sheet, SHEET_CELLS(
                         sheet_words(name), sheet_count((int64_t)sums->rounds),
                         sheet_count((int64_t)sums->voided), sheet_money(sums->handle.cents),
                         sheet_money(sums->held.cents), share(sums->held.cents, sums->handle.cents),
                         sheet_money(sums->fees.cents), sheet_money(-sums->drop_counted.cents),
                         sheet_money(sums->tray_change.cents)));
}

// Each within what we account for, and a thousand of them far from wrapping.
static struct report_table sum_of_tables(const struct day_report *report)
{
    struct report_table all = {.rounds = report->rounds, .voided = report->voided};
    for (size_t i = 0; i < report->table_count; i++) {
        const struct report_table *sums = &report->tables[i];
        all.handle.cents += sums->handle.cents;
        all.held.cents += sums->held.cents;
        all.fees.cents += sums->fees.cents;
        all.drop_counted.cents += sums->drop_counted.cents;
        all.tray_change.cents += sums->tray_change.cents;
    }
    return all;
}

static void put_tables(struct sheet *sheet, const struct day_report *report)
{
    const struct report_table all = sum_of_tables(report);
    sheet_section(sheet, "Tables");
    sheet_columns(sheet, "table|rounds|void|handle|held|hold|fees|drop counted|tray");
    for (size_t i = 0; i < report->table_count; i++) {
        const struct report_table *sums = &report->tables[i];
        char name[ROOM_NAME_MAX + 16];
        (void)snprintf(name, sizeof name, "%u, %s", sums->table, sums->name);
        put_table(sheet, name, sums);
    }
    put_table(sheet, "all", &all);
}

static void put_wagers(struct sheet *sheet, const struct report_profile *profile)
{
    char title[UTH_NAME_LENGTH + 40];
    (void)snprintf(title, sizeof title, "Wagers (%s)", profile->rules.name);
    sheet_section(sheet, title);
    sheet_columns(sheet, "wager|wagers|handle|players won|players lost|held|hold");
    int64_t handle = 0;
    int64_t held = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const struct report_wager *wager = &profile->wagers[i];
        const int64_t net = wager->lost.cents - wager->won.cents;
        if (!is_played(profile, i)) {
            continue;
        }
        sheet_row(sheet, SHEET_CELLS(
                             sheet_words(uth_rules_wager_title(&profile->rules, (enum uth_wager)i)),
                             sheet_count((int64_t)wager->count), sheet_money(wager->handle.cents),
                             sheet_money(wager->won.cents), sheet_money(wager->lost.cents),
                             sheet_money(net), share(net, wager->handle.cents)));
        handle += wager->handle.cents;
        held += net;
    }
    sheet_row(sheet,
              SHEET_CELLS(sheet_words("all"), sheet_words(""), sheet_money(handle), sheet_words(""),
                          sheet_words(""), sheet_money(held), share(held, handle)));
}

// Ante stands for Ante, Blind and Play together.
static bool is_reported(enum uth_wager wager)
{
    return wager == UTH_WAGER_ANTE || uth_wager_is_side(wager);
}

static const char *title_of(const struct report_profile *profile, enum uth_wager wager)
{
    return wager == UTH_WAGER_ANTE ? "base game" : uth_rules_wager_title(&profile->rules, wager);
}

static void put_theoretical(struct sheet *sheet, const struct report_profile *profile)
{
    char title[UTH_NAME_LENGTH + 60];
    (void)snprintf(title, sizeof title, "Theoretical against actual (%s)", profile->rules.name);
    sheet_section(sheet, title);
    sheet_columns(sheet, "wager|staked|exact edge|theoretical|actual|difference|of what");
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        int64_t expected = 0;
        if (!is_reported(wager) || !is_played(profile, wager) ||
            !day_report_theoretical(profile, wager, &expected)) {
            continue;
        }
        const int64_t actual = day_report_actual(profile, wager);
        const char *of = wager == UTH_WAGER_ANTE      ? "of the Ante; Blind and Play are in it"
                         : uth_wagers[wager].on_meter ? "minus contributions to the meter"
                                                      : "of the stake";
        sheet_row(sheet,
                  SHEET_CELLS(sheet_words(title_of(profile, wager)),
                              sheet_money(profile->wagers[wager].handle.cents),
                              edge_cell(profile, wager), sheet_money(expected), sheet_money(actual),
                              sheet_money(actual - expected), sheet_words(of)));
    }
    if (profile->edges.missing != NULL) {
        sheet_note(sheet, "%s", profile->edges.missing);
    }
    sheet_note(sheet,
               "Edges are exact and assume optimal play; against worse play the bank wins more.");
    if (profile->rules.banked_by == UTH_BANKED_BY_PLAYER) {
        sheet_note(sheet, "The player-dealer banks: this is the bank's side of the table, not the"
                          " house's, and only as far as the bank's wager covered.");
    }
}

static void put_fees(struct sheet *sheet, const struct day_report *report)
{
    sheet_section(sheet, "Fees by schedule");
    sheet_columns(sheet, "fee|each|times|together");
    for (size_t i = 0; i < report->tier_count; i++) {
        const struct report_tier *tier = &report->tiers[i];
        sheet_row(sheet,
                  SHEET_CELLS(sheet_words(tier->of_player ? "player" : "player-dealer"),
                              sheet_money(tier->fee.cents), sheet_count((int64_t)tier->count),
                              sheet_money(tier->fee.cents * (int64_t)tier->count)));
    }
    sheet_row(sheet, SHEET_CELLS(sheet_words("taken"), sheet_words(""), sheet_words(""),
                                 sheet_money(report->fees.cents)));
    sheet_row(sheet, SHEET_CELLS(sheet_words("returned by voids"), sheet_words(""), sheet_words(""),
                                 sheet_money(-report->fees_returned.cents)));
}

static void put_boxes(struct sheet *sheet, const struct day_report *report)
{
    sheet_section(sheet, "Drop box");
    sheet_fact(sheet, "fees put in", sheet_money(report->fees.cents - report->fees_returned.cents));
    sheet_fact(sheet, "counted and taken to the cage", sheet_money(-report->drop_counted.cents));
    sheet_section(sheet, "Tray");
    sheet_fact(sheet, "fills", sheet_money(report->fills.cents));
    sheet_fact(sheet, "credits", sheet_money(-report->credits.cents));
    sheet_fact(
        sheet, "won, lost, paid and fed",
        sheet_money(report->tray_change.cents - report->fills.cents + report->credits.cents));
    sheet_fact(sheet, "change of the day", sheet_money(report->tray_change.cents));
}

static bool has_provider(const struct day_report *report)
{
    return report->provider_count != 0 || report->provider_funded.cents != 0 ||
           report->provider_withdrew.cents != 0;
}

// BANK-1: apart from the house's own result, which has no part in it.
static void put_provider(struct sheet *sheet, const struct day_report *report)
{
    sheet_section(sheet, "Provider of proposition players");
    for (size_t i = 0; i < report->provider_count; i++) {
        sheet_fact(sheet, "provider", sheet_words(report->providers[i]));
    }
    sheet_fact(sheet, "brought in", sheet_money(report->provider_funded.cents));
    sheet_fact(sheet, "taken away", sheet_money(-report->provider_withdrew.cents));
    sheet_fact(sheet, "its players won or lost", sheet_money(report->provider_won.cents));
    sheet_fact(sheet, "fees they paid", sheet_money(report->provider_fees.cents));
    sheet_fact(sheet, "the provider's result",
               sheet_money(report->provider_won.cents + report->provider_fees.cents));
}

static void put_meter_day(struct sheet *sheet, const struct report_meter *meter)
{
    const struct uth_meter_day *day = &meter->day;
    char title[60];
    (void)snprintf(title, sizeof title, "Meter %" PRIu64, meter->id);
    sheet_section(sheet, title);
    sheet_fact(sheet, "beginning amount", sheet_money(day->beginning.cents));
    sheet_fact(sheet, "contributed", sheet_money(day->contributed.cents));
    sheet_fact(sheet, "returned by voids", sheet_money(-day->contributions_returned.cents));
    sheet_fact(sheet, "seeded by the house", sheet_money(day->seeded.cents));
    sheet_fact(sheet, "from the reserve", sheet_money(day->reserve_used.cents));
    sheet_fact(sheet, "awards", sheet_money(-day->awarded.cents));
    for (unsigned i = 0; i < UTH_ADJUSTMENT_COUNT; i++) {
        if (day->adjusted[i].cents != 0) {
            char label[60];
            (void)snprintf(label, sizeof label, "adjusted: %s",
                           uth_adjustment_name((enum uth_adjustment)i));
            sheet_fact(sheet, label, sheet_money(day->adjusted[i].cents));
        }
    }
    sheet_fact(sheet, "ending amount", sheet_money(day->ending.cents));
    sheet_note(sheet, meter->explained ? "Every cent of the change is explained."
                                       : "The change is NOT explained: audit this meter.");
}

static void put_line(struct sheet *sheet, const struct uth_meter_entry *entry)
{
    char time[OFFICE_TEXT_MAX];
    char words[200];
    const enum uth_entry_kind kind = (enum uth_entry_kind)entry->kind;
    if (kind == UTH_ENTRY_AWARDED) {
        (void)snprintf(words, sizeof words, "%s at table %u, round %" PRIu64 ", seat %u",
                       uth_progressive_line_name((enum uth_progressive_line)entry->line),
                       entry->table, entry->round, entry->seat);
    } else if (kind == UTH_ENTRY_ADJUSTED) {
        (void)snprintf(words, sizeof words,
                       "adjusted: %s, by person %" PRIu64 ", approved by person %" PRIu64
                       ", log line %" PRIu64,
                       uth_adjustment_name((enum uth_adjustment)entry->adjustment), entry->who,
                       entry->approved_by, entry->note);
    } else {
        (void)snprintf(words, sizeof words, "%s, by person %" PRIu64, uth_entry_name(kind),
                       entry->who);
    }
    sheet_row(sheet,
              SHEET_CELLS(sheet_words(office_time_text(entry->time_ms, time)),
                          sheet_money(entry->after.amount.cents - entry->before.amount.cents),
                          sheet_money(kind == UTH_ENTRY_AWARDED ? entry->as.award.amount.cents : 0),
                          sheet_money(entry->after.amount.cents), sheet_words(words)));
}

static void put_lines(struct sheet *sheet, const struct day_report *report)
{
    if (report->line_count == 0) {
        return;
    }
    sheet_section(sheet, "Awards and adjustments of the meter");
    sheet_columns(sheet, "time (UTC)|change|award|meter then|what");
    for (size_t i = 0; i < report->line_count; i++) {
        put_line(sheet, &report->lines[i].entry);
    }
    if (report->lines_left_out != 0) {
        sheet_note(sheet, "%zu more are in the journal.", report->lines_left_out);
    }
}

// GM-7: what is there now, and what is wrong with it.
static void put_components(struct sheet *sheet, const struct day_report *report)
{
    const enum uth_controller_model controller = (enum uth_controller_model)report->controller;
    struct uth_finding findings[UTH_FINDINGS_MAX];
    const size_t count = uth_inventory_findings(&report->inventory, controller, findings);
    sheet_section(sheet, "Progressive components, as listed now");
    sheet_columns(sheet, "component|version|serial number|since (UTC)");
    for (size_t i = 0; i < report->inventory.count; i++) {
        const struct uth_part *part = &report->inventory.parts[i];
        char since[OFFICE_TEXT_MAX];
        sheet_row(sheet,
                  SHEET_CELLS(sheet_words(uth_component_name((enum uth_component)part->component)),
                              sheet_words(part->version), sheet_words(part->serial),
                              sheet_words(office_day_text(part->since_ms / OFFICE_DAY_MS, since))));
    }
    for (size_t i = 0; i < count; i++) {
        char words[WIRE_FINDING_MAX];
        wire_finding_words(&findings[i], controller, words);
        sheet_note(sheet, "Warning (GM-7): %s.", words);
    }
}

void day_report_write(const struct day_report *report, enum sheet_format format, FILE *out)
{
    char title[120];
    char day[OFFICE_TEXT_MAX];
    (void)office_day_text(report->day, day);
    if (report->table == 0) {
        (void)snprintf(title, sizeof title, "All tables: %s (UTC)", day);
    } else {
        (void)snprintf(title, sizeof title, "Table %u, %s: %s (UTC)", report->table, report->name,
                       day);
    }
    struct sheet sheet = sheet_start(title);
    put_rounds(&sheet, report);
    if (report->table == 0) {
        put_tables(&sheet, report);
    }
    for (size_t i = 0; i < report->profile_count; i++) {
        put_wagers(&sheet, &report->profiles[i]);
        put_theoretical(&sheet, &report->profiles[i]);
    }
    if (report->tier_count != 0) {
        put_fees(&sheet, report);
    }
    put_boxes(&sheet, report);
    if (has_provider(report)) {
        put_provider(&sheet, report);
    }
    for (size_t i = 0; i < report->meter_count; i++) {
        put_meter_day(&sheet, &report->meters[i]);
    }
    put_lines(&sheet, report);
    if (report->table != 0 && report->meter_count != 0) {
        put_components(&sheet, report);
    }
    sheet_write(&sheet, format, out);
    sheet_finish(&sheet);
}

// ---- JSON -------------------------------------------------------------------------------------

static json_t *wager_json(const struct report_profile *profile, enum uth_wager which)
{
    const struct report_wager *wager = &profile->wagers[which];
    return json_pack("{s:s, s:I, s:I, s:I, s:I, s:I}", "title",
                     uth_rules_wager_title(&profile->rules, which), "count",
                     (json_int_t)wager->count, "handle", (json_int_t)wager->handle.cents, "won",
                     (json_int_t)wager->won.cents, "lost", (json_int_t)wager->lost.cents, "held",
                     (json_int_t)(wager->lost.cents - wager->won.cents));
}

static json_t *theoretical_json(const struct report_profile *profile, enum uth_wager wager)
{
    int64_t expected = 0;
    if (!is_played(profile, wager) || !day_report_theoretical(profile, wager, &expected)) {
        return NULL;
    }
    json_t *line =
        json_pack("{s:s, s:I, s:I, s:I, s:s}", "title", title_of(profile, wager), "staked",
                  (json_int_t)profile->wagers[wager].handle.cents, "theoretical",
                  (json_int_t)expected, "actual", (json_int_t)day_report_actual(profile, wager),
                  "of", wager == UTH_WAGER_ANTE ? "ante" : "stake");
    if (!uth_wagers[wager].on_meter) {
        char text[UTH_RATIO_TEXT_MAX];
        uth_ratio_text(profile->edges.edge[wager], text);
        (void)json_object_set_new(line, "house_edge", json_string(text));
        uth_ratio_decimal(profile->edges.edge[wager], 12, text);
        (void)json_object_set_new(line, "house_edge_decimal", json_string(text));
    }
    return line;
}

static json_t *profile_json(const struct report_profile *profile)
{
    json_t *wagers = json_object();
    json_t *theoretical = json_object();
    char number[24];
    (void)snprintf(number, sizeof number, "%016" PRIx64, profile->number);
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        if (is_played(profile, i)) {
            (void)json_object_set_new(wagers, uth_wager_name(wager), wager_json(profile, wager));
        }
        json_t *line = is_reported(wager) ? theoretical_json(profile, wager) : NULL;
        if (line != NULL) {
            (void)json_object_set_new(
                theoretical, wager == UTH_WAGER_ANTE ? "base" : uth_wager_name(wager), line);
        }
    }
    return json_pack("{s:s, s:s, s:I, s:o, s:o}", "profile", profile->rules.name, "number", number,
                     "rounds", (json_int_t)profile->rounds, "wagers", wagers, "theoretical",
                     theoretical);
}

static json_t *meter_json(const struct report_meter *meter)
{
    const struct uth_meter_day *day = &meter->day;
    json_t *adjusted = json_object();
    for (unsigned i = 0; i < UTH_ADJUSTMENT_COUNT; i++) {
        (void)json_object_set_new(adjusted, uth_adjustment_name((enum uth_adjustment)i),
                                  json_integer((json_int_t)day->adjusted[i].cents));
    }
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:I, s:b, s:I, s:I}", "id",
                     (json_int_t)meter->id, "beginning", (json_int_t)day->beginning.cents,
                     "contributed", (json_int_t)day->contributed.cents, "contributions_returned",
                     (json_int_t)day->contributions_returned.cents, "seeded",
                     (json_int_t)day->seeded.cents, "reserve_used",
                     (json_int_t)day->reserve_used.cents, "awarded", (json_int_t)day->awarded.cents,
                     "adjusted", adjusted, "ending", (json_int_t)day->ending.cents, "explained",
                     meter->explained, "awards", (json_int_t)day->awards, "adjustments",
                     (json_int_t)day->adjustments);
}

static json_t *lines_json(const struct day_report *report)
{
    json_t *lines = json_array();
    for (size_t i = 0; i < report->line_count; i++) {
        (void)json_array_append_new(lines, office_entry_json(&report->lines[i].entry));
    }
    return lines;
}

static json_t *meter_of_table_json(const struct day_report *report)
{
    json_t *meter = meter_json(&report->meters[0]);
    (void)json_object_set_new(meter, "lines", lines_json(report));
    (void)json_object_set_new(meter, "components", wire_inventory_json(&report->inventory));
    (void)json_object_set_new(
        meter, "component_warnings",
        wire_findings_json(&report->inventory, (enum uth_controller_model)report->controller));
    return meter;
}

static json_t *table_json(const struct report_table *sums)
{
    return json_pack(
        "{s:I, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "table", (json_int_t)sums->table,
        "name", sums->name, "rounds", (json_int_t)sums->rounds, "void", (json_int_t)sums->voided,
        "handle", (json_int_t)sums->handle.cents, "held", (json_int_t)sums->held.cents, "fees",
        (json_int_t)sums->fees.cents, "drop_counted", (json_int_t)sums->drop_counted.cents, "fills",
        (json_int_t)sums->fills.cents, "credits", (json_int_t)sums->credits.cents, "tray_change",
        (json_int_t)sums->tray_change.cents);
}

// What the room's report has beside a table's.
static void add_room_json(const struct day_report *report, json_t *document)
{
    json_t *tables = json_array();
    json_t *meters = json_array();
    for (size_t i = 0; i < report->table_count; i++) {
        (void)json_array_append_new(tables, table_json(&report->tables[i]));
    }
    for (size_t i = 0; i < report->meter_count; i++) {
        (void)json_array_append_new(meters, meter_json(&report->meters[i]));
    }
    (void)json_object_set_new(document, "tables", tables);
    (void)json_object_set_new(document, "meters", meters);
    (void)json_object_set_new(document, "lines", lines_json(report));
}

static json_t *provider_json(const struct day_report *report)
{
    json_t *names = json_array();
    for (size_t i = 0; i < report->provider_count; i++) {
        (void)json_array_append_new(names, json_string(report->providers[i]));
    }
    const json_int_t won = report->provider_won.cents;
    const json_int_t fees = report->provider_fees.cents;
    return json_pack("{s:o, s:I, s:I, s:I, s:I, s:I}", "names", names, "brought_in",
                     (json_int_t)report->provider_funded.cents, "taken_away",
                     (json_int_t)report->provider_withdrew.cents, "won", won, "fees", -fees,
                     "result", won + fees);
}

json_t *day_report_json(const struct day_report *report)
{
    char day[OFFICE_TEXT_MAX];
    json_t *profiles = json_array();
    json_t *tiers = json_array();
    for (size_t i = 0; i < report->profile_count; i++) {
        (void)json_array_append_new(profiles, profile_json(&report->profiles[i]));
    }
    for (size_t i = 0; i < report->tier_count; i++) {
        const struct report_tier *tier = &report->tiers[i];
        (void)json_array_append_new(
            tiers, json_pack("{s:s, s:I, s:I}", "of", tier->of_player ? "player" : "player-dealer",
                             "fee", (json_int_t)tier->fee.cents, "times", (json_int_t)tier->count));
    }
    json_t *meter =
        report->table != 0 && report->meter_count != 0 ? meter_of_table_json(report) : json_null();
    json_t *document = json_pack(
        "{s:I, s:s, s:s, s:I, s:I, s:o, s:{s:o, s:I, s:I}, s:{s:I, s:I}, s:{s:I, s:I, "
        "s:I}, s:o, s:o}",
        "table", (json_int_t)report->table, "name", report->name, "day",
        office_day_text(report->day, day), "rounds", (json_int_t)report->rounds, "void",
        (json_int_t)report->voided, "profiles", profiles, "fees", "schedule", tiers, "taken",
        (json_int_t)report->fees.cents, "returned", (json_int_t)report->fees_returned.cents, "drop",
        "in", (json_int_t)(report->fees.cents - report->fees_returned.cents), "counted",
        (json_int_t)report->drop_counted.cents, "tray", "fills", (json_int_t)report->fills.cents,
        "credits", (json_int_t)report->credits.cents, "change",
        (json_int_t)report->tray_change.cents, "provider",
        has_provider(report) ? provider_json(report) : json_null(), "meter", meter);
    if (report->table == 0) {
        add_room_json(report, document);
    }
    return document;
}
