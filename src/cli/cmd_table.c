// `uth table`: tables, from the command line. Every change is logged.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/books.h"
#include "report/player_name.h"
#include "uth/exact.h"
#include "wire/inventory_json.h"
#include "wire/rules_json.h"
#include "wire/table_json.h"

static const char *const states[ROOM_STATE_COUNT] = {
    [ROOM_STATE_CLOSED] = "closed",     [ROOM_STATE_WAITING] = "waiting",
    [ROOM_STATE_OFFERING] = "offering", [ROOM_STATE_BETTING] = "betting",
    [ROOM_STATE_PLAYING] = "playing",   [ROOM_STATE_RESULT] = "result",
    [ROOM_STATE_SEALED] = "sealed",
};

// ---- reading ----------------------------------------------------------------------------------

static const char *rules_name(const struct books *books, const struct room_config *config)
{
    const struct uth_rules *rules = office_rules(books->office, config->profile);
    return rules != NULL ? rules->name : "";
}

static json_t *seats_json(const struct books *books, const struct room_table *room)
{
    json_t *seats = json_array();
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct room_seat *seat = &room->seats[i];
        char name[OFFICE_TEXT_MAX];
        if (seat->player != 0) {
            (void)json_array_append_new(
                seats, json_pack("{s:i, s:I, s:s, s:I}", "seat", (int)i + 1, "player",
                                 (json_int_t)seat->player, "name",
                                 report_player_name(office_store(books->office), seat->player,
                                                    room->config.provider, name),
                                 "chips", (json_int_t)seat->chips.cents));
        }
    }
    return seats;
}

static json_t *table_json(const struct books *books, const struct office_table *table, bool whole)
{
    const struct uth_rules *rules = office_rules(books->office, table->wanted.profile);
    json_t *document =
        json_pack("{s:I, s:s, s:s, s:s, s:b, s:I, s:I, s:I, s:I, s:b, s:o, s:o}", "table",
                  (json_int_t)table->room.id, "name", table->wanted.name, "profile",
                  rules_name(books, &table->wanted), "state", states[table->room.state], "paused",
                  table->room.paused != 0, "round", (json_int_t)table->room.round.number, "tray",
                  (json_int_t)table->tray.cents, "drop", (json_int_t)table->drop.cents, "bankroll",
                  (json_int_t)table->room.bankroll.cents, "waits", office_table_waits(table),
                  "config", wire_config_to_json(&table->wanted, rules_name(books, &table->wanted)),
                  "seats", seats_json(books, &table->room));
    if (document != NULL && whole && rules != NULL) {
        (void)json_object_set_new(document, "rules", wire_rules_to_json(rules));
    }
    if (document != NULL && table->wanted.meter != 0) { // GM-7
        const enum uth_controller_model controller =
            (enum uth_controller_model)table->wanted.controller;
        (void)json_object_set_new(document, "components", wire_inventory_json(&table->inventory));
        (void)json_object_set_new(document, "component_warnings",
                                  wire_findings_json(&table->inventory, controller));
    }
    return document;
}

static int list(struct books *books)
{
    json_t *tables = json_array();
    const bool json = cli_has(books->args, "json");
    if (!json) {
        (void)printf("%5s  %-24s %-16s %-9s %8s %14s %12s\n", "table", "name", "profile", "state",
                     "round", "tray", "drop box");
    }
    for (size_t i = 0; i < office_table_count(books->office); i++) {
        const struct office_table *table = office_table_at(books->office, i);
        char texts[2][OFFICE_TEXT_MAX];
        if (json) {
            (void)json_array_append_new(tables, table_json(books, table, false));
        } else {
            (void)printf("%5u  %-24s %-16s %-9s %8" PRIu64 " %14s %12s%s\n", table->room.id,
                         table->wanted.name, rules_name(books, &table->wanted),
                         states[table->room.state], table->room.round.number,
                         office_money_text(table->tray.cents, texts[0]),
                         office_money_text(table->drop.cents, texts[1]),
                         office_table_waits(table) ? "  (a change waits)" : "");
        }
    }
    if (json) {
        (void)cli_print_json(json_pack("{s:O}", "tables", tables));
    }
    json_decref(tables);
    return cli_finish(books->command, CLI_DONE);
}

// As a person reads it, and as --set takes it back but for the commas of an amount.
static void print_field(const char *field, const json_t *value)
{
    char text[OFFICE_TEXT_MAX];
    const json_int_t number = json_integer_value(value);
    (void)printf("  %-20s ", field);
    if (json_is_string(value)) {
        (void)puts(json_string_value(value));
    } else if (wire_config_is_money(field)) {
        (void)puts(office_money_text(number, text));
    } else if (wire_config_is_style(field) && number < UTH_STYLE_COUNT) {
        (void)puts(uth_style_name((enum uth_style)number));
    } else {
        (void)printf("%" JSON_INTEGER_FORMAT "\n", number);
    }
}

// GM-7: what is there, what is approved, and what is wrong with it.
static void print_components(const struct office_table *table)
{
    const enum uth_controller_model controller =
        (enum uth_controller_model)table->wanted.controller;
    struct uth_finding findings[UTH_FINDINGS_MAX];
    const size_t count = office_table_findings(table, findings);
    (void)puts("Progressive components");
    for (size_t i = 0; i < table->inventory.count; i++) {
        const struct uth_part *part = &table->inventory.parts[i];
        char since[OFFICE_TEXT_MAX];
        (void)printf("  %-30s %-14s %-20s since %s\n",
                     uth_component_name((enum uth_component)part->component), part->version,
                     part->serial, office_day_text(part->since_ms / OFFICE_DAY_MS, since));
    }
    for (size_t i = 0; i < count; i++) {
        char words[WIRE_FINDING_MAX];
        wire_finding_words(&findings[i], controller, words);
        (void)printf("warning (GM-7): %s\n", words);
    }
}

static int show(struct books *books, const struct office_table *table)
{
    if (cli_has(books->args, "json")) {
        (void)cli_print_json(table_json(books, table, true));
        return cli_finish(books->command, CLI_DONE);
    }
    char text[OFFICE_TEXT_MAX];
    (void)printf("Table %u, %s: %s, %s, round %" PRIu64 "\n", table->room.id, table->wanted.name,
                 rules_name(books, &table->wanted), states[table->room.state],
                 table->room.round.number);
    (void)printf("  %-20s %s\n", "tray", office_money_text(table->tray.cents, text));
    (void)printf("  %-20s %s\n", "drop box", office_money_text(table->drop.cents, text));
    if (table->wanted.provider[0] != '\0') {
        (void)printf("  %-20s %s\n", "provider's bankroll",
                     office_money_text(table->room.bankroll.cents, text));
    }
    (void)puts(
        office_table_waits(table)
            ? "Configuration, which takes effect when the table next runs and no round is open"
            : "Configuration");
    json_t *config = wire_config_to_json(&table->wanted, NULL);
    for (size_t i = 0; wire_config_field(i) != NULL; i++) {
        print_field(wire_config_field(i), json_object_get(config, wire_config_field(i)));
    }
    json_decref(config);
    if (table->wanted.meter != 0) {
        print_components(table);
    }
    (void)puts("Seats");
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct room_seat *seat = &table->room.seats[i];
        char name[OFFICE_TEXT_MAX];
        if (seat->player != 0) {
            (void)printf("  seat %u  %-24s %14s\n", i + 1,
                         report_player_name(office_store(books->office), seat->player,
                                            table->room.config.provider, name),
                         office_money_text(seat->chips.cents, text));
        }
    }
    return cli_finish(books->command, CLI_DONE);
}

// ---- changes ----------------------------------------------------------------------------------

// An amount may be in dollars, as it is shown.
static bool set_field(struct room_config *config, const char *field, const char *text,
                      struct wire_fault *fault)
{
    char in_cents[24];
    int64_t cents = 0;
    if (wire_config_is_money(field) && text[0] == '$' && books_parse_money(text, &cents)) {
        (void)snprintf(in_cents, sizeof in_cents, "%" PRId64, cents);
        text = in_cents;
    }
    return wire_config_set(config, field, text, fault);
}

// --set FIELD=VALUE, as often as wanted. False after a message.
static bool read_settings(struct books *books, struct room_config *config)
{
    size_t count = 0;
    const char *const *settings = cli_values(books->args, "set", &count);
    for (size_t i = 0; i < count; i++) {
        struct wire_fault fault;
        char field[40];
        const char *equals = strchr(settings[i], '=');
        const size_t length = equals != NULL ? (size_t)(equals - settings[i]) : 0;
        if (length == 0 || length >= sizeof field) {
            (void)cli_usage_error(books->command, "--set FIELD=VALUE, not '%s'", settings[i]);
            return false;
        }
        memcpy(field, settings[i], length);
        field[length] = '\0';
        if (!set_field(config, field, equals + 1, &fault)) {
            (void)cli_usage_error(books->command, "%s: got %s, expected %s",
                                  fault.path[0] != '\0' ? fault.path : "--set", fault.value,
                                  fault.expected);
            return false;
        }
    }
    return true;
}

static int done(struct books *books)
{
    return books_commit(books)
               ? show(books, office_table(books->office, (uint32_t)books->draft->id))
               : CLI_REFUSED;
}

static int add(struct books *books)
{
    const char *name = cli_value(books->args, "name", NULL);
    const char *profile = cli_value(books->args, "rules", NULL);
    struct uth_rules rules;
    struct room_config config;
    struct office_by by;
    int status = CLI_USAGE;
    if (name == NULL || profile == NULL) {
        return cli_usage_error(books->command, "missing --name TEXT and --rules NAME");
    }
    if (strlen(name) >= ROOM_NAME_MAX) {
        return cli_usage_error(books->command, "a table's name has at most %d bytes",
                               ROOM_NAME_MAX - 1);
    }
    if (!books_by(books, ROOM_RIGHT_CONFIGURE, &by, &status)) {
        return status;
    }
    if (!cli_load_rules(books->command, profile, &rules)) {
        return CLI_REFUSED;
    }
    cli_warn_of_rules(&rules);
    office_config_default(&rules, name, &config);
    if (!read_settings(books, &config)) {
        return CLI_USAGE;
    }
    return office_table_add(books->office, &rules, &config, &by, books->draft, &books->fault)
               ? done(books)
               : books_failed(books);
}

static int configure(struct books *books, const struct office_table *table)
{
    const char *name = cli_value(books->args, "name", NULL);
    const char *profile = cli_value(books->args, "rules", NULL);
    const struct uth_rules *present = office_rules(books->office, table->wanted.profile);
    struct uth_rules rules;
    struct room_config config = table->wanted;
    struct office_by by;
    int status = CLI_USAGE;
    if (!books_by(books, ROOM_RIGHT_CONFIGURE, &by, &status)) {
        return status;
    }
    if (profile != NULL && !cli_load_rules(books->command, profile, &rules)) {
        return CLI_REFUSED;
    }
    if (profile == NULL) {
        UTH_CHECK(present != NULL);
        rules = *present;
    } else {
        cli_warn_of_rules(&rules);
        if (present != NULL) {
            office_config_rules_changed(present, &rules, &config);
        }
    }
    struct wire_fault fault;
    if (name != NULL && !wire_config_set(&config, "name", name, &fault)) {
        return cli_usage_error(books->command, "a table's name has 1 to %d bytes",
                               ROOM_NAME_MAX - 1);
    }
    if (!read_settings(books, &config)) {
        return CLI_USAGE;
    }
    const struct office_table_wish wish = {table->room.id, &rules, &config};
    return office_table_configure(books->office, &wish, &by, books->draft, &books->fault)
               ? done(books)
               : books_failed(books);
}

// A text of at most `size` - 1 bytes into a field of zeros. False after a message.
static bool read_text(struct books *books, const char *option, char *field, size_t size)
{
    const char *text = cli_value(books->args, option, NULL);
    if (text == NULL || text[0] == '\0' || strlen(text) >= size) {
        (void)cli_usage_error(books->command, "--%s has 1 to %zu characters", option, size - 1);
        return false;
    }
    memcpy(field, text, strlen(text) + 1);
    return true;
}

static bool read_component(struct books *books, struct uth_part *part, bool remove)
{
    const char *name = cli_value(books->args, "component", "");
    const char *since = cli_value(books->args, "since", NULL);
    enum uth_component component;
    if (!wire_component_named(name, &component)) {
        char names[300];
        size_t used = 0;
        for (unsigned i = 0; i < UTH_COMPONENT_COUNT; i++) {
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                                     uth_component_name((enum uth_component)i));
        }
        (void)cli_usage_error(books->command, "--component must be one of %s", names);
        return false;
    }
    if (since != NULL && !books_parse_time(since, &part->since_ms)) {
        (void)cli_usage_error(books->command, "'%s' is not a valid time: use 2026-07-04 (UTC)",
                              since);
        return false;
    }
    part->component = (uint8_t)component;
    return (remove || read_text(books, "software", part->version, sizeof part->version)) &&
           read_text(books, "serial", part->serial, sizeof part->serial);
}

// GM-7
static int component(struct books *books, const struct office_table *table)
{
    struct office_by by;
    int status = CLI_USAGE;
    struct office_part_change change = {.table = table->room.id,
                                        .remove = cli_has(books->args, "remove")};
    if (!books_by(books, ROOM_RIGHT_CONFIGURE, &by, &status)) {
        return status;
    }
    change.part.since_ms = by.now_ms;
    if (!read_component(books, &change.part, change.remove)) {
        return CLI_USAGE;
    }
    return office_table_part(books->office, &change, &by, books->draft, &books->fault)
               ? done(books)
               : books_failed(books);
}

// The pit's PAUSE and RESUME, given through the room as a server would.
static int set_open(struct books *books, const struct office_table *table)
{
    const bool open = strcmp(books->verb->name, "open") == 0;
    struct office_by by;
    int status = CLI_USAGE;
    if (!books_by(books, ROOM_RIGHT_PIT, &by, &status)) {
        return status;
    }
    const struct office_person *person = office_person(books->office, by.who);
    const struct room_command command = {
        .kind = open ? ROOM_COMMAND_RESUME : ROOM_COMMAND_PAUSE,
        .who = {.id = by.who, .role = (enum room_role)person->state.role}};
    const struct room_world world = {.now_ms = by.now_ms,
                                     .rules =
                                         office_rules(books->office, table->room.config.profile),
                                     .commit = office_world_commit,
                                     .shuffle = office_world_shuffle};
    struct room_table room = table->room;
    struct room_batch *batch = calloc(1, sizeof *batch);
    if (batch == NULL) {
        return cli_refuse(books->command, "out of memory");
    }
    room_batch_start(batch, &room, by.now_ms);
    const enum uth_status did =
        world.rules == NULL ? UTH_ERR_CONFIG : room_do(&world, &room, &command, batch);
    if (did == UTH_OK) {
        office_encode_room(books->office, batch, &room, NULL, &by, books->draft);
        status = books_commit(books) ? show(books, table) : CLI_REFUSED;
    } else {
        status = cli_refuse(books->command, "%s (%s)",
                            world.rules == NULL
                                ? "the table has not run yet: it opens when the server starts"
                                : uth_status_text(did),
                            uth_status_clause(did));
    }
    free(batch);
    return status;
}

// ---- the command ------------------------------------------------------------------------------

static int on_table(struct books *books,
                    int (*run)(struct books *books, const struct office_table *table))
{
    uint64_t id = 0;
    const struct office_table *table = cli_parse_number(books->argument, UINT32_MAX, &id)
                                           ? office_table(books->office, (uint32_t)id)
                                           : NULL;
    return table != NULL ? run(books, table)
                         : cli_refuse(books->command, "no table '%s'", books->argument);
}

static int run_show(struct books *books)
{
    return on_table(books, show);
}
static int run_configure(struct books *books)
{
    return on_table(books, configure);
}
static int run_component(struct books *books)
{
    return on_table(books, component);
}
static int run_set_open(struct books *books)
{
    return on_table(books, set_open);
}

int cmd_table(const struct cli_command *command, int argc, char **argv)
{
    static const struct books_verb verbs[] = {
        {"list", BOOKS_READ, list},
        {"add", BOOKS_CHANGE, add},
        {"show", BOOKS_READ, run_show},
        {"configure", BOOKS_SET, run_configure},
        {"component", BOOKS_CHANGE, run_component},
        {"close", BOOKS_CHANGE, run_set_open},
        {"open", BOOKS_CHANGE, run_set_open},
        {NULL, BOOKS_READ, NULL},
    };
    return books_run(command, verbs, argc, argv);
}
