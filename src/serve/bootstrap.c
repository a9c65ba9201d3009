#include "serve/bootstrap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>
#include <sodium.h>

#include "fair/fair.h"
#include "serve/tasks.h"
#include "wire/log_json.h"
#include "wire/rules_json.h"

#define PASSWORD_LETTERS 20
#define PROFILE_MAX      ((size_t)1 << 20)
#define CONFIRM_UP_TO                                                                              \
    300000 // every fixed pay of a stake of $1; a royal on the flop waits for the pit

#define USUAL_BANKROLL "5000000" // in cents: what the usual tables' provider brings to each

// ---- test decks -------------------------------------------------------------------------------

bool bootstrap_decks(struct serve *serve, struct fault *fault)
{
    struct fault inner;
    const char *path = serve->config.texts[CONFIG_test_decks];
    if (path[0] == '\0') {
        return true;
    }
    serve->decks = decks_open(path, &inner);
    return serve->decks != NULL || fault_report(fault, FAULT_NONE, "test_decks: %s", inner.text);
}

// A file beside the key says what a store is for.
static bool mark(const struct serve *serve, const char *key_path, bool empty, struct fault *fault)
{
    char path[CONFIG_TEXT_MAX + 16];
    (void)snprintf(path, sizeof path, "%s.test", key_path);
    const bool marked = access(path, F_OK) == 0;
    if (serve->decks == NULL) {
        return !marked || fault_report(fault, FAULT_NONE,
                                       "%.120s: this store was made for test decks: it cannot "
                                       "be used for real play",
                                       path);
    }
    if (!empty && !marked) {
        return fault_report(fault, FAULT_NONE,
                            "test_decks: this store has real rounds: test decks need a new store");
    }
    const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) {
        return fault_report(fault, FAULT_NONE, "%.120s: %s", path, strerror(errno));
    }
    (void)close(file);
    return true;
}

// ---- people -----------------------------------------------------------------------------------

static bool commit(struct serve *serve, struct fault *fault)
{
    struct fault inner;
    return office_commit(serve->office, &serve->draft, &inner) ||
           fault_report(fault, FAULT_NONE, "store: %s", inner.text);
}

uint64_t bootstrap_manager(const struct serve *serve)
{
    for (size_t i = 0; i < office_person_count(serve->office); i++) {
        const struct office_person *person = office_person_at(serve->office, i);
        if (person->state.role == ROOM_ROLE_MANAGER) {
            return person->state.id;
        }
    }
    return 0;
}

struct office_by bootstrap_by(const struct serve *serve, const char *why)
{
    return (struct office_by){
        .who = bootstrap_manager(serve), .name = "uth serve", .now_ms = serve->now_ms, .why = why};
}

// Marked in the log: a store that ends with such a line was cut short.
static struct office_by by_first_start(const struct serve *serve)
{
    struct office_by by = bootstrap_by(serve, "first start");
    by.first_start = true;
    return by;
}

static void make_password(char password[PASSWORD_LETTERS + 1])
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; // 32: none looks like another
    for (unsigned i = 0; i < PASSWORD_LETTERS; i++) {
        password[i] = letters[randombytes_uniform(sizeof letters - 1)];
    }
    password[PASSWORD_LETTERS] = '\0';
}

// Past the buffer of stdout, which would keep it.
static void show(const char *password)
{
    char line[128];
    const int length =
        snprintf(line, sizeof line,
                 "The manager's name is 'manager', the password, shown this once: %s\n", password);
    (void)fflush(stdout);
    for (ssize_t sent = 0, more = 1; more > 0 && sent < length; sent += more) {
        more = write(STDOUT_FILENO, line + sent, (size_t)(length - sent));
    }
    fair_wipe(line, sizeof line);
}

static bool add_manager(struct serve *serve, struct fault *fault)
{
    char password[PASSWORD_LETTERS + 1];
    struct office_secret secret;
    struct fault inner;
    const struct office_by by = by_first_start(serve);
    make_password(password);
    if (!office_secret_make(password, &secret)) {
        return fault_report(fault, FAULT_NONE, "manager: out of memory");
    }
    const struct office_person_new person = {
        .name = "manager", .role = ROOM_ROLE_MANAGER, .password = &secret};
    bool good = office_person_add(serve->office, &person, &by, &serve->draft, &inner) ||
                fault_report(fault, FAULT_NONE, "manager: %s", inner.text);
    if (good) {
        // Before it is stored: killed in between, the next start makes and shows another one.
        show(password);
        good = commit(serve, fault);
    }
    fair_wipe(&secret, sizeof secret);
    fair_wipe(password, sizeof password);
    return good;
}

// ---- tables and the meter ---------------------------------------------------------------------

// A built-in profile by its name, or a file.
static bool read_profile(const char *name, struct uth_rules *rules, struct fault *fault)
{
    const struct uth_rules *builtin = uth_rules_find(name);
    if (builtin != NULL) {
        *rules = *builtin;
        return true;
    }
    struct wire_fault inner;
    FILE *file = fopen(name, "rbe");
    char *text = file != NULL ? malloc(PROFILE_MAX) : NULL;
    bool good = false;
    if (text == NULL) {
        (void)fault_report(fault, FAULT_NONE,
                           "%.120s: neither a built-in profile nor a file that can be read", name);
    } else {
        const size_t length = fread(text, 1, PROFILE_MAX, file);
        good = wire_rules_from_text(text, length, rules, &inner);
        if (!good) {
            char words[WIRE_FAULT_TEXT_MAX];
            wire_fault_text(&inner, words);
            (void)snprintf(fault->text, sizeof fault->text, "%.120s: %.360s", name, words);
        }
    }
    free(text);
    if (file != NULL) {
        (void)fclose(file);
    }
    return good;
}

static bool plays_for_meter(const struct config_table *wanted, const struct uth_rules *rules)
{
    return wanted->meter && rules->offered[UTH_WAGER_PROGRESSIVE];
}

// The defaults under these rules, and what the section says over them.
static void configure(const struct config_table *wanted, const struct uth_rules *rules,
                      const char *name, uint64_t meter, struct room_config *config)
{
    office_config_default(rules, name, config);
    if (meter != 0) {
        config->meter = meter;
        config->confirm_up_to.cents = CONFIRM_UP_TO;
    }
    config_table_apply(wanted, config);
}

static bool check_table(const struct config *config, const struct config_table *wanted,
                        struct fault *fault)
{
    struct uth_rules rules;
    struct room_config room;
    struct room_config_fault wrong;
    struct fault inner;
    char place[CONFIG_PLACE_SIZE];
    if (!read_profile(wanted->profile, &rules, &inner)) {
        (void)snprintf(fault->text, sizeof fault->text, "%s%.280s",
                       config_table_place(config, wanted, "profile", place), inner.text);
        return false;
    }
    // Which meter, and by which number the rules are known, shows when the table is made.
    configure(wanted, &rules, wanted->name, plays_for_meter(wanted, &rules), &room);
    room.profile = 1;
    if (room_config_check(&rules, &room, &wrong) != UTH_OK) {
        (void)snprintf(fault->text, sizeof fault->text, "%stable '%s': %s must be %s",
                       config_table_place(config, wanted, wrong.field, place), wanted->name,
                       wrong.field, wrong.must);
        return false;
    }
    return true;
}

bool bootstrap_check(const struct config *config, struct fault *fault)
{
    for (size_t i = 0; i < config->table_count; i++) {
        if (!check_table(config, &config->tables[i], fault)) {
            return false;
        }
    }
    return true;
}

// The controller tells the meter what a table has: its kind, and that it is there.
static bool link_table(struct serve *serve, const struct office_table *table,
                       const struct office_by *by, struct fault *fault)
{
    struct fault inner;
    const uint64_t meter = table->wanted.meter;
    const struct uth_controller_command command = {
        .kind = UTH_CONTROLLER_LINK,
        .authority = UTH_AUTHORITY_EXECUTIVE,
        .who = bootstrap_manager(serve),
        .time_ms = serve->now_ms,
        .meter = meter,
        .table = table->room.id,
        .controller = (enum uth_controller_model)table->wanted.controller,
    };
    return (office_meter_command(serve->office, meter, &command, by, &serve->draft, &inner) ||
            fault_report(fault, FAULT_NONE, "meter: %s", inner.text)) &&
           commit(serve, fault);
}

static struct uth_terms terms_of(const struct uth_progressive_rules *rules)
{
    return (struct uth_terms){
        .seed = rules->seed,
        .maximum = rules->maximum,
        .meter_rate_bp = rules->meter_rate_bp,
        .reserve_rate_bp = rules->reserve_rate_bp,
        .fixed_pays_from = rules->fixed_pays_from,
    };
}

static bool add_meter(struct serve *serve, const struct uth_progressive_rules *rules,
                      uint64_t *meter, struct fault *fault)
{
    struct fault inner;
    const struct office_by by = by_first_start(serve);
    const struct office_meter_new wish = {rules, terms_of(rules), rules->seed, rules->seed};
    if (!office_meter_add(serve->office, &wish, &by, &serve->draft, &inner)) {
        return fault_report(fault, FAULT_NONE, "meter: %s", inner.text);
    }
    *meter = serve->draft.id;
    return commit(serve, fault);
}

// Profiles are the same when their canonical text is: so with the other's Progressive put in.
static bool same_progressive(const struct uth_rules *rules, const struct uth_rules *other)
{
    struct uth_rules with = *rules;
    with.progressive = other->progressive;
    return wire_rules_number(&with) == wire_rules_number(rules);
}

// Can tables under these rules join those that play for the meter? One that nobody plays for yet was
// made for a table like this, and then the start was cut short.
static bool takes_another(const struct serve *serve, const struct office_meter *meter,
                          const struct uth_rules *rules)
{
    const struct uth_terms terms = terms_of(&rules->progressive);
    const struct uth_rules *theirs = NULL;
    unsigned tables = 0;
    for (size_t i = 0; i < office_table_count(serve->office); i++) {
        const struct room_config *config = &office_table_at(serve->office, i)->wanted;
        if (config->meter == meter->controller.id) {
            theirs = tables++ == 0 ? office_rules(serve->office, config->profile) : theirs;
        }
    }
    if (tables == 0) {
        return memcmp(&meter->controller.terms, &terms, sizeof terms) == 0;
    }
    return tables < UTH_LINKED_MAX && theirs != NULL && same_progressive(theirs, rules);
}

// The room's meter: one for all tables with the same Progressive, as far as a meter takes them.
static bool room_meter(struct serve *serve, const struct uth_rules *rules, uint64_t *number,
                       struct fault *fault)
{
    for (size_t i = 0; i < office_meter_count(serve->office); i++) {
        const struct office_meter *meter = office_meter_at(serve->office, i);
        if (takes_another(serve, meter, rules)) {
            *number = meter->controller.id;
            return true;
        }
    }
    return add_meter(serve, &rules->progressive, number, fault);
}

static bool add_table(struct serve *serve, const struct config_table *wanted, const char *name,
                      struct fault *fault)
{
    struct uth_rules rules;
    struct room_config config;
    struct fault inner;
    uint64_t meter = 0;
    const struct office_by by = by_first_start(serve);
    if (!read_profile(wanted->profile, &rules, fault)) {
        return false;
    }
    if (plays_for_meter(wanted, &rules) && !room_meter(serve, &rules, &meter, fault)) {
        return false;
    }
    configure(wanted, &rules, name, meter, &config);
    config.profile = wire_rules_number(&rules);
    if (!office_table_add(serve->office, &rules, &config, &by, &serve->draft, &inner)) {
        return fault_report(fault, FAULT_NONE, "%.120s: %s", name, inner.text);
    }
    return commit(serve, fault);
}

// A meter takes no wager of a table it does not know.
static bool link_tables(struct serve *serve, bool first, struct fault *fault)
{
    const struct office_by by = first ? by_first_start(serve) : bootstrap_by(serve, "start");
    for (size_t i = 0; i < office_table_count(serve->office); i++) {
        const struct office_table *table = office_table_at(serve->office, i);
        const struct office_meter *meter = office_meter(serve->office, table->wanted.meter);
        if (meter != NULL && uth_controller_station(&meter->controller, table->room.id) == NULL &&
            !link_table(serve, table, &by, fault)) {
            return false;
        }
    }
    return true;
}

// GM-7: what is known to be there at a first start is this program and no hardware. Whoever runs
// the table with a real system lists its components instead.
static bool list_simulation(struct serve *serve, uint32_t table, struct fault *fault)
{
    struct fault inner;
    const struct office_by by = by_first_start(serve);
    struct office_part_change change = {
        .table = table, .part = {.since_ms = serve->now_ms, .component = UTH_COMPONENT_SIMULATED}};
    (void)snprintf(change.part.version, sizeof change.part.version, "%s", UTH_VERSION);
    (void)snprintf(change.part.serial, sizeof change.part.serial, "none");
    return (office_table_part(serve->office, &change, &by, &serve->draft, &inner) ||
            fault_report(fault, FAULT_NONE, "component: %s", inner.text)) &&
           commit(serve, fault);
}

static bool list_simulations(struct serve *serve, struct fault *fault)
{
    for (size_t i = 0; i < office_table_count(serve->office); i++) {
        const struct office_table *table = office_table_at(serve->office, i);
        if (table->wanted.meter != 0 && table->inventory.count == 0 &&
            !list_simulation(serve, table->room.id, fault)) {
            return false;
        }
    }
    return true;
}

// The usual three: one of each profile, with company. Where a player banks it is a provider's
// (BANK-1).
static void usual_tables(struct config *config)
{
    static const struct {
        const char *name, *profile, *players, *count, *provider;
    } usual[] = {
        {"Rainier", "washington", "house_players", "4", NULL},
        {"Shasta", "california-8", "proposition_players", "5", "Redwood Players"},
        {"Tahoe", "california-6", "proposition_players", "4", "Redwood Players"},
    };
    struct fault fault;
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        struct config_table *table = &config->tables[config->table_count++];
        *table = (struct config_table){.copies = 1, .meter = true};
        (void)snprintf(table->name, sizeof table->name, "%s", usual[i].name);
        UTH_CHECK(config_table_set(table, "profile", usual[i].profile, &fault));
        UTH_CHECK(config_table_set(table, usual[i].players, usual[i].count, &fault));
        if (usual[i].provider != NULL) {
            UTH_CHECK(config_table_set(table, "provider", usual[i].provider, &fault));
            UTH_CHECK(config_table_set(table, "provider_bankroll", USUAL_BANKROLL, &fault));
        }
    }
}

#define COPY_NAME_MAX  24 // bytes of the section's name in that of a copy
#define COPY_NAME_SIZE (ROOM_NAME_MAX + 16)

// "Baker 2"; what is too long is cut between two letters.
static void name_copy(const struct config_table *wanted, unsigned copy, char name[COPY_NAME_SIZE])
{
    size_t size = strlen(wanted->name);
    if (wanted->copies == 1) {
        (void)snprintf(name, COPY_NAME_SIZE, "%s", wanted->name);
        return;
    }
    if (size > COPY_NAME_MAX) {
        size = COPY_NAME_MAX;
        while (((unsigned char)wanted->name[size] & 0xc0) == 0x80) {
            size--;
        }
    }
    (void)snprintf(name, COPY_NAME_SIZE, "%.*s %u", (int)size, wanted->name, copy);
}

// Table by table in the order of the sections; `made` counts them, those of a start that was cut
// short included.
static bool add_copies(struct serve *serve, const struct config_table *wanted, size_t *made,
                       struct fault *fault)
{
    for (unsigned copy = 1; copy <= wanted->copies; copy++) {
        char name[COPY_NAME_SIZE];
        name_copy(wanted, copy, name);
        const bool there = *made < office_table_count(serve->office) &&
                           strcmp(office_table_at(serve->office, *made)->wanted.name, name) == 0;
        if (!there && !add_table(serve, wanted, name, fault)) {
            return false;
        }
        (*made)++;
    }
    return true;
}

static bool add_tables(struct serve *serve, struct fault *fault)
{
    size_t made = 0;
    if (serve->config.table_count == 0) {
        usual_tables(&serve->config);
    }
    for (size_t i = 0; i < serve->config.table_count; i++) {
        if (!add_copies(serve, &serve->config.tables[i], &made, fault)) {
            return false;
        }
    }
    return true;
}

static bool is_first_start(const struct store_entry *entry)
{
    struct wire_log log;
    json_t *document = entry->kind == STORE_ENTRY_LOG
                           ? json_loadb((const char *)entry->bytes.data, entry->bytes.size, 0, NULL)
                           : NULL;
    const bool is = document != NULL && wire_log_from_json(document, &log) && log.first_start;
    json_decref(document);
    return is;
}

static bool read_last(void *context, const struct store_record *record)
{
    bool *cut = context;
    for (size_t i = 0; i < record->batch.entry_count; i++) {
        *cut = *cut || is_first_start(&record->batch.entries[i]);
    }
    return true;
}

// Did a first start end before its time? Then the last thing that happened is one of its steps: the
// first table that opens, and whatever else is done, comes behind it.
static bool was_cut_short(struct serve *serve, bool *cut, struct fault *fault)
{
    struct store *store = office_store(serve->office);
    const uint64_t last = office_position(serve->office);
    *cut = false;
    return store_read(store, last, last, read_last, cut) == STORE_OK ||
           fault_report(fault, FAULT_NONE, "store: %s", store_why(store));
}

bool bootstrap(struct serve *serve, const char *key_path, struct fault *fault)
{
    bool first = false;
    // Our time goes on from the last record, also when the clock was set back meanwhile.
    const int64_t latest_ms = office_latest_ms(serve->office);
    serve->now_ms = latest_ms > serve->now_ms ? latest_ms : serve->now_ms;
    if (!mark(serve, key_path, office_position(serve->office) == 0, fault) ||
        !was_cut_short(serve, &first, fault)) {
        return false;
    }
    first = first || office_table_count(serve->office) == 0;
    // Before anybody is made: a section that cannot be run shall not cost the one password shown.
    if (first && !bootstrap_check(&serve->config, fault)) {
        return false;
    }
    return (bootstrap_manager(serve) != 0 || add_manager(serve, fault)) &&
           (!first || add_tables(serve, fault)) && link_tables(serve, first, fault) &&
           (!first || list_simulations(serve, fault));
}

// ---- days -------------------------------------------------------------------------------------

struct day_task {
    struct task task; // first
    int64_t day;
};

static bool day_build(struct serve *serve, struct task *task, struct fault *fault)
{
    const struct day_task *day = (const struct day_task *)task;
    const struct office_by by = bootstrap_by(serve, "");
    const struct uth_controller_command command = {
        .kind = UTH_CONTROLLER_BEGIN_DAY,
        .authority = UTH_AUTHORITY_SUPERVISOR,
        .who = bootstrap_manager(serve),
        .time_ms = serve->now_ms,
        .meter = task->meter,
        .day = day->day,
    };
    return office_meter_command(serve->office, task->meter, &command, &by, &serve->draft, fault);
}

static void day_finish(struct serve *serve, struct task *task, const struct fault *fault)
{
    if (fault != NULL) {
        log_line(&serve->log, LOG_LEVEL_WARN, "meter %llu does not begin its day: %s",
                 (unsigned long long)task->meter, fault->text);
    }
    free(task);
}

void bootstrap_days(struct serve *serve)
{
    const int64_t today = serve->now_ms / OFFICE_DAY_MS;
    for (size_t i = 0; i < office_meter_count(serve->office); i++) {
        const struct office_meter *meter = office_meter_at(serve->office, i);
        if (meter->controller.day >= today) {
            continue;
        }
        struct day_task *task = calloc(1, sizeof *task);
        if (task != NULL) {
            task->task = (struct task){.alone = true,
                                       .meter = meter->controller.id,
                                       .build = day_build,
                                       .finish = day_finish};
            task->day = today;
            task_submit(serve, &task->task);
        }
    }
}
