// `uth meter`: Progressive meters, from the command line. Every change is logged, adjustments with a
// second person (GM-3).
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/books.h"
#include "office/journal.h"
#include "office/meter_json.h"

// ---- reading ----------------------------------------------------------------------------------

static void print_amount(const char *what, int64_t cents)
{
    char text[OFFICE_TEXT_MAX];
    (void)printf("  %-22s %16s\n", what, office_money_text(cents, text));
}

static void print_rate(const char *what, uint32_t bp)
{
    (void)printf("  %-22s %15u.%02u%%\n", what, bp / 100, bp % 100);
}

static void print_terms(const char *title, const struct uth_terms *terms)
{
    (void)printf("%s\n", title);
    print_amount("seed", terms->seed.cents);
    if (terms->maximum.cents != 0) {
        print_amount("maximum", terms->maximum.cents);
    } else {
        (void)printf("  %-22s %16s\n", "maximum", "none");
    }
    print_rate("to the meter", terms->meter_rate_bp);
    print_rate("to the reserve", terms->reserve_rate_bp);
    (void)printf("  %-22s %16s\n", "fixed pays from the",
                 terms->fixed_pays_from == UTH_PAYS_FROM_METER ? "meter" : "tray");
}

static void print_tables(const struct uth_controller *controller)
{
    (void)puts("Tables");
    for (unsigned i = 0; i < UTH_LINKED_MAX; i++) {
        const struct uth_station *station = &controller->stations[i];
        if (station->table != 0) {
            (void)printf("  table %-4u %-10s %s%s\n", station->table,
                         uth_controller_model_name((enum uth_controller_model)station->controller),
                         uth_station_state_name((enum uth_station_state)station->state),
                         station->unreachable != 0 ? ", cannot reach the meter (GM-6)" : "");
        }
    }
}

static void print_warnings(const struct books *books, uint64_t meter, const struct uth_terms *terms,
                           FILE *out)
{
    const char *warnings[UTH_WARNINGS_MAX];
    const size_t count =
        uth_controller_warnings(office_meter_rules(books->office, meter), terms, warnings);
    for (size_t i = 0; i < count; i++) {
        (void)fprintf(out, "warning (PROG-7): %s\n", warnings[i]);
    }
}

static int show(struct books *books, const struct office_meter *meter)
{
    const struct uth_controller *controller = &meter->controller;
    if (cli_has(books->args, "json")) {
        (void)cli_print_json(office_meter_json(controller));
        return cli_finish(books->command, CLI_DONE);
    }
    char day[OFFICE_TEXT_MAX];
    (void)printf("Meter %" PRIu64 "\n", controller->id);
    print_amount("amount", controller->meter.amount.cents);
    print_amount("reserve", controller->meter.reserve.cents);
    print_amount("beginning of the day", controller->beginning.cents);
    (void)printf("  %-22s %16s\n", "day",
                 controller->day == 0 ? "-" : office_day_text(controller->day, day));
    print_amount("Executive card above", controller->executive_above.cents);
    print_terms("Terms in force", &controller->terms);
    if (controller->terms_wait) {
        print_terms("Terms after the next 100% award (PROG-7)", &controller->waiting);
    }
    print_tables(controller);
    print_warnings(books, controller->id,
                   controller->terms_wait ? &controller->waiting : &controller->terms, stdout);
    return cli_finish(books->command, CLI_DONE);
}

static int list(struct books *books)
{
    json_t *meters = json_array();
    const bool json = cli_has(books->args, "json");
    if (!json) {
        (void)printf("%6s %16s %16s %16s\n", "meter", "amount", "reserve", "seed");
    }
    for (size_t i = 0; i < office_meter_count(books->office); i++) {
        const struct uth_controller *controller = &office_meter_at(books->office, i)->controller;
        char texts[3][OFFICE_TEXT_MAX];
        if (json) {
            (void)json_array_append_new(meters, office_meter_json(controller));
        } else {
            (void)printf("%6" PRIu64 " %16s %16s %16s\n", controller->id,
                         office_money_text(controller->meter.amount.cents, texts[0]),
                         office_money_text(controller->meter.reserve.cents, texts[1]),
                         office_money_text(controller->terms.seed.cents, texts[2]));
        }
    }
    if (json) {
        (void)cli_print_json(json_pack("{s:O}", "meters", meters));
    }
    json_decref(meters);
    return cli_finish(books->command, CLI_DONE);
}

// ---- the journal ------------------------------------------------------------------------------

struct printing {
    json_t *list;
    uint64_t limit;
    uint64_t count;
};

static bool print_entry(void *context, const struct uth_meter_entry *entry)
{
    struct printing *printing = context;
    char texts[3][OFFICE_TEXT_MAX];
    char name[OFFICE_TEXT_MAX];
    if (entry->who == ROOM_SYSTEM) {
        (void)snprintf(name, sizeof name, "the system");
    } else {
        (void)snprintf(name, sizeof name, "person %" PRIu64, entry->who);
    }
    printing->count++;
    if (printing->list != NULL) {
        (void)json_array_append_new(printing->list, office_entry_json(entry));
    } else {
        (void)printf("%8" PRIu64 "  %s  %-24s table %-4u %12s -> %12s  %s\n", entry->number,
                     office_time_text(entry->time_ms, texts[0]),
                     uth_entry_name((enum uth_entry_kind)entry->kind), entry->table,
                     office_money_text(entry->before.amount.cents, texts[1]),
                     office_money_text(entry->after.amount.cents, texts[2]), name);
    }
    return printing->count < printing->limit;
}

static int journal(struct books *books, const struct office_meter *meter)
{
    struct printing printing = {.limit = 100};
    const char *limit = cli_value(books->args, "limit", NULL);
    const char *since = cli_value(books->args, "since", NULL);
    int64_t since_ms = 0;
    if (limit != NULL &&
        (!cli_parse_number(limit, 1000000, &printing.limit) || printing.limit == 0)) {
        return cli_usage_error(books->command, "--limit must be a number from 1 to 1000000");
    }
    if (since != NULL && !books_parse_time(since, &since_ms)) {
        return cli_usage_error(books->command, "'%s' is not a valid time: use 2026-07-04 (UTC)",
                               since);
    }
    if (cli_has(books->args, "json")) {
        printing.list = json_array();
    }
    struct fault fault;
    const bool read = office_journal(office_store(books->office), meter->controller.id, since_ms,
                                     print_entry, &printing, &fault);
    if (printing.list != NULL && read) {
        (void)cli_print_json(json_pack("{s:O}", "journal", printing.list));
    }
    json_decref(printing.list);
    return read ? cli_finish(books->command, CLI_DONE)
                : cli_refuse(books->command, "%s", fault.text);
}

// ---- what people type -------------------------------------------------------------------------

// "20%", "2.5%", "0.25%".
static bool read_rate(struct books *books, const char *option, uint32_t *bp)
{
    const char *text = cli_value(books->args, option, NULL);
    if (text == NULL) {
        return true;
    }
    char dollars[32];
    int64_t hundredths = 0;
    const size_t length = strlen(text);
    const char *point = strchr(text, '.');
    if (length < 2 || length > 12 || text[length - 1] != '%') {
        (void)cli_usage_error(books->command, "--%s must be a rate such as 20%% or 2.25%%", option);
        return false;
    }
    // Hundredths of a percent read like cents of a dollar; one digit behind the point is tens.
    (void)snprintf(dollars, sizeof dollars, "$%.*s%s", (int)(length - 1), text,
                   point != NULL && point + 3 == text + length ? "0" : "");
    if (!books_parse_money(dollars, &hundredths) || hundredths < 0 ||
        hundredths > UTH_BASIS_POINTS) {
        (void)cli_usage_error(books->command, "--%s must be a rate such as 20%% or 2.25%%", option);
        return false;
    }
    *bp = (uint32_t)hundredths;
    return true;
}

static bool read_terms(struct books *books, struct uth_terms *terms)
{
    const char *from = cli_value(books->args, "fixed-pays-from", NULL);
    if (from != NULL && strcmp(from, "tray") != 0 && strcmp(from, "meter") != 0) {
        (void)cli_usage_error(books->command, "--fixed-pays-from must be tray or meter");
        return false;
    }
    if (from != NULL) {
        terms->fixed_pays_from =
            strcmp(from, "meter") == 0 ? UTH_PAYS_FROM_METER : UTH_PAYS_FROM_TRAY;
    }
    return books_amount(books, "seed", &terms->seed) &&
           books_amount(books, "maximum", &terms->maximum) &&
           read_rate(books, "meter-rate", &terms->meter_rate_bp) &&
           read_rate(books, "reserve-rate", &terms->reserve_rate_bp);
}

static bool read_place(struct books *books, struct uth_controller_command *command)
{
    uint64_t table = 0;
    uint64_t seat = 0;
    const char *table_text = cli_value(books->args, "table", "0");
    const char *seat_text = cli_value(books->args, "seat", "0");
    if (!cli_parse_number(table_text, OFFICE_TABLES_MAX, &table) ||
        !cli_parse_number(seat_text, UTH_SEATS_MAX, &seat)) {
        (void)cli_usage_error(books->command, "--table and --seat must be numbers");
        return false;
    }
    command->table = (uint32_t)table;
    command->seat = (uint8_t)seat;
    return true;
}

static bool read_link(struct books *books, struct uth_controller_command *command)
{
    const char *controller = cli_value(books->args, "controller", "aquarius");
    const bool nexus = strcmp(controller, "nexus") == 0;
    if (!cli_has(books->args, "table")) {
        (void)cli_usage_error(books->command, "missing --table T");
        return false;
    }
    if (!nexus && strcmp(controller, "aquarius") != 0) {
        (void)cli_usage_error(books->command, "--controller must be aquarius or nexus");
        return false;
    }
    command->controller = nexus ? UTH_MODEL_NEXUS : UTH_MODEL_AQUARIUS;
    return read_place(books, command);
}

static const struct {
    const char *word;
    enum uth_adjustment adjustment;
} adjustments[] = {
    {"won", UTH_ADJUSTMENT_WON},
    {"malfunction", UTH_ADJUSTMENT_MALFUNCTION},
    {"maximum", UTH_ADJUSTMENT_MAXIMUM},
    {"receipts", UTH_ADJUSTMENT_RECEIPTS},
    {"seed-recovered", UTH_ADJUSTMENT_SEED_RECOVERED},
    {"back-out", UTH_ADJUSTMENT_BACK_OUT},
};

static bool read_adjustment(struct books *books, struct uth_controller_command *command)
{
    const char *word = cli_value(books->args, "adjustment", "");
    for (size_t i = 0; i < sizeof adjustments / sizeof adjustments[0]; i++) {
        if (strcmp(word, adjustments[i].word) == 0) {
            command->adjustment = adjustments[i].adjustment;
            return books_amount(books, "amount", &command->amount) && read_place(books, command);
        }
    }
    (void)cli_usage_error(books->command, "--adjustment must be won, malfunction, maximum,"
                                          " receipts, seed-recovered or back-out (GM-3)");
    return false;
}

// ---- changes ----------------------------------------------------------------------------------

static enum uth_authority authority_of(const struct books *books, const struct office_by *by)
{
    const struct office_person *person = office_person(books->office, by->who);
    const enum room_role role =
        person == NULL ? ROOM_ROLE_GUEST : (enum room_role)person->state.role;
    return role == ROOM_ROLE_MANAGER || role == ROOM_ROLE_EXECUTIVE ? UTH_AUTHORITY_EXECUTIVE
           : role == ROOM_ROLE_SUPERVISOR                           ? UTH_AUTHORITY_SUPERVISOR
                                                                    : UTH_AUTHORITY_DEALER;
}

static bool read_second(struct books *books, struct office_by *by, int *status)
{
    const char *name = cli_value(books->args, "approved-by", NULL);
    const struct office_person *second =
        name == NULL ? NULL : office_person_named(books->office, name);
    if (name == NULL) {
        *status = cli_usage_error(
            books->command, "missing --approved-by NAME: a second person approves an adjustment"
                            " (GM-3)");
        return false;
    }
    if (second == NULL) {
        *status = cli_refuse(books->command, "no person is called '%s'", name);
        return false;
    }
    by->approved_by = second->state.id;
    return true;
}

static int done(struct books *books)
{
    if (!books_commit(books)) {
        return CLI_REFUSED;
    }
    return show(books, office_meter(books->office, books->draft->id));
}

static int add(struct books *books)
{
    const struct uth_progressive_rules *rules = office_meter_rules(books->office, 0);
    struct uth_terms terms = {.seed = rules->seed,
                              .maximum = rules->maximum,
                              .meter_rate_bp = rules->meter_rate_bp,
                              .reserve_rate_bp = rules->reserve_rate_bp,
                              .fixed_pays_from = rules->fixed_pays_from};
    struct office_by by;
    int status = CLI_USAGE;
    if (!books_by(books, ROOM_RIGHT_CONFIGURE, &by, &status) || !read_terms(books, &terms)) {
        return status;
    }
    struct office_meter_new meter = {rules, terms, terms.seed, terms.seed};
    if (!books_amount(books, "beginning", &meter.beginning) ||
        !books_amount(books, "executive-above", &meter.executive_above)) {
        return CLI_USAGE;
    }
    return office_meter_add(books->office, &meter, &by, books->draft, &books->fault)
               ? done(books)
               : books_failed(books);
}

// The command a verb stands for. False after a message.
static bool read_command(struct books *books, const struct uth_controller *controller,
                         struct uth_controller_command *command, struct office_by *by, int *status)
{
    const char *verb = books->verb->name;
    const bool adjusts = strcmp(verb, "adjust") == 0;
    if (!books_by(books, adjusts ? ROOM_RIGHT_ADJUST : ROOM_RIGHT_CONFIGURE, by, status)) {
        return false;
    }
    command->authority = authority_of(books, by);
    *status = CLI_USAGE;
    if (adjusts) {
        command->kind = UTH_CONTROLLER_ADJUST;
        return read_adjustment(books, command) && read_second(books, by, status);
    }
    if (strcmp(verb, "terms") == 0) {
        command->kind = UTH_CONTROLLER_TERMS;
        command->terms = controller->terms_wait ? controller->waiting : controller->terms;
        return read_terms(books, &command->terms);
    }
    if (strcmp(verb, "executive") == 0) {
        command->kind = UTH_CONTROLLER_EXECUTIVE;
        return books_amount(books, "executive-above", &command->executive_above);
    }
    command->kind = strcmp(verb, "link") == 0 ? UTH_CONTROLLER_LINK : UTH_CONTROLLER_UNLINK;
    return read_link(books, command);
}

static int change(struct books *books, const struct office_meter *meter)
{
    struct uth_controller_command command = {.kind = UTH_CONTROLLER_TERMS};
    struct office_by by;
    int status = CLI_REFUSED;
    if (!read_command(books, &meter->controller, &command, &by, &status)) {
        return status;
    }
    if (!office_meter_command(books->office, meter->controller.id, &command, &by, books->draft,
                              &books->fault)) {
        return books_failed(books);
    }
    if (cli_has(books->args, "json") && !cli_is_quiet() && command.kind == UTH_CONTROLLER_TERMS) {
        print_warnings(books, meter->controller.id, &command.terms, stderr);
    }
    return done(books);
}

// ---- the command ------------------------------------------------------------------------------

static int on_meter(struct books *books,
                    int (*run)(struct books *books, const struct office_meter *meter))
{
    uint64_t id = 0;
    const struct office_meter *meter =
        cli_parse_number(books->argument, INT64_MAX, &id) ? office_meter(books->office, id) : NULL;
    return meter != NULL ? run(books, meter)
                         : cli_refuse(books->command, "no meter '%s'", books->argument);
}

static int run_show(struct books *books)
{
    return on_meter(books, show);
}
static int run_journal(struct books *books)
{
    return on_meter(books, journal);
}
static int run_change(struct books *books)
{
    return on_meter(books, change);
}

int cmd_meter(const struct cli_command *command, int argc, char **argv)
{
    // clang-format off
    static const struct books_verb verbs[] = {
        {"list",      BOOKS_READ,   list},
        {"add",       BOOKS_CHANGE, add},
        {"show",      BOOKS_READ,   run_show},
        {"journal",   BOOKS_READ,   run_journal},
        {"terms",     BOOKS_SET,    run_change},
        {"adjust",    BOOKS_CHANGE, run_change},
        {"executive", BOOKS_SET,    run_change},
        {"link",      BOOKS_CHANGE, run_change},
        {"unlink",    BOOKS_CHANGE, run_change},
        {NULL,        BOOKS_READ,   NULL},
    };
    // clang-format on
    return books_run(command, verbs, argc, argv);
}
