#include "serve/first.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#include "wire/rules_json.h"

#define PASSWORD_LETTERS 20
#define PROFILE_MAX      ((size_t)1 << 20)
#define CONFIRM_UP_TO                                                                              \
    300000 // every fixed pay of a stake of $1; a royal on the flop waits for the pit

static bool fail(struct serve_fault *fault, const char *what, const char *why)
{
    (void)snprintf(fault->text, sizeof fault->text, "%.120s: %.380s", what, why);
    return false;
}

// ---- test decks -------------------------------------------------------------------------------

bool first_decks(struct serve *serve, struct serve_fault *fault)
{
    struct config_fault inner;
    const char *path = serve->config.texts[CONFIG_test_decks];
    if (path[0] == '\0') {
        return true;
    }
    serve->decks = decks_open(path, &inner);
    return serve->decks != NULL || fail(fault, "test_decks", inner.text);
}

// A file beside the key says what a store is for.
static bool mark(const struct serve *serve, const char *key_path, bool empty,
                 struct serve_fault *fault)
{
    char path[CONFIG_TEXT_MAX + 16];
    (void)snprintf(path, sizeof path, "%s.test", key_path);
    const bool marked = access(path, F_OK) == 0;
    if (serve->decks == NULL) {
        return !marked || fail(fault, path,
                               "this store was made for test decks: it is never "
                               "played with real ones");
    }
    if (!empty && !marked) {
        return fail(fault, "test_decks", "this store has real rounds: test decks want a new one");
    }
    const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) {
        return fail(fault, path, strerror(errno));
    }
    (void)close(file);
    return true;
}

// ---- people -----------------------------------------------------------------------------------

static bool commit(struct serve *serve, struct serve_fault *fault)
{
    struct office_fault inner;
    return office_commit(serve->office, &serve->draft, &inner) || fail(fault, "store", inner.text);
}

uint64_t first_manager(const struct serve *serve)
{
    for (size_t i = 0; i < office_person_count(serve->office); i++) {
        const struct office_person *person = office_person_at(serve->office, i);
        if (person->state.role == ROOM_ROLE_MANAGER) {
            return person->state.id;
        }
    }
    return 0;
}

struct office_by first_by(const struct serve *serve, const char *why)
{
    return (struct office_by){
        .who = first_manager(serve), .name = "uth serve", .now_ms = serve->now_ms, .why = why};
}

static void make_password(char password[PASSWORD_LETTERS + 1])
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; // 32: none looks like another
    for (unsigned i = 0; i < PASSWORD_LETTERS; i++) {
        password[i] = letters[randombytes_uniform(sizeof letters - 1)];
    }
    password[PASSWORD_LETTERS] = '\0';
}

static bool add_manager(struct serve *serve, struct serve_fault *fault)
{
    char password[PASSWORD_LETTERS + 1];
    struct office_secret secret;
    struct office_fault inner;
    const struct office_by by = first_by(serve, "first start");
    make_password(password);
    if (!office_secret_make(password, &secret)) {
        return fail(fault, "manager", "out of memory");
    }
    const struct office_person_new person = {
        .name = "manager", .role = ROOM_ROLE_MANAGER, .password = &secret};
    bool good = office_person_add(serve->office, &person, &by, &serve->draft, &inner) ||
                fail(fault, "manager", inner.text);
    good = good && commit(serve, fault);
    if (good) {
        (void)printf("The manager's name is 'manager', the password, shown this once: %s\n",
                     password);
    }
    fair_wipe(&secret, sizeof secret);
    fair_wipe(password, sizeof password);
    return good;
}

// ---- tables and the meter ---------------------------------------------------------------------

bool first_profile(const char *name, struct uth_rules *rules, struct serve_fault *fault)
{
    const struct uth_rules *builtin = uth_rules_find(name);
    if (builtin != NULL) {
        *rules = *builtin;
        return true;
    }
    struct wire_fault inner;
    FILE *file = fopen(name, "rb");
    char *text = file != NULL ? malloc(PROFILE_MAX) : NULL;
    bool good = false;
    if (text == NULL) {
        (void)fail(fault, name, "neither a built-in profile nor a file that can be read");
    } else {
        const size_t length = fread(text, 1, PROFILE_MAX, file);
        good = wire_rules_from_text(text, length, rules, &inner);
        if (!good) {
            (void)fail(fault, name, inner.expected);
        }
    }
    free(text);
    if (file != NULL) {
        (void)fclose(file);
    }
    return good;
}

// The controller tells the meter what a table has: its kind, and that it is there.
static bool link_table(struct serve *serve, uint64_t meter, uint32_t table, uint8_t controller,
                       struct serve_fault *fault)
{
    struct office_fault inner;
    const struct office_by by = first_by(serve, "first start");
    const struct uth_manager_command command = {
        .kind = UTH_MANAGER_LINK,
        .authority = UTH_AUTHORITY_EXECUTIVE,
        .who = first_manager(serve),
        .time_ms = serve->now_ms,
        .meter = meter,
        .table = table,
        .controller = (enum uth_controller)controller,
    };
    return (office_meter_command(serve->office, meter, &command, &by, &serve->draft, &inner) ||
            fail(fault, "meter", inner.text)) &&
           commit(serve, fault);
}

static bool add_meter(struct serve *serve, const struct uth_progressive_rules *rules,
                      uint64_t *meter, struct serve_fault *fault)
{
    struct office_fault inner;
    const struct office_by by = first_by(serve, "first start");
    const struct uth_terms terms = {
        .seed = rules->seed,
        .maximum = rules->maximum,
        .meter_rate_bp = rules->meter_rate_bp,
        .reserve_rate_bp = rules->reserve_rate_bp,
        .fixed_pays_from = rules->fixed_pays_from,
    };
    const struct office_meter_new wish = {rules, terms, rules->seed, rules->seed};
    if (!office_meter_add(serve->office, &wish, &by, &serve->draft, &inner)) {
        return fail(fault, "meter", inner.text);
    }
    *meter = serve->draft.id;
    return commit(serve, fault);
}

static bool add_table(struct serve *serve, const struct config_table *wanted, unsigned copy,
                      uint64_t *meter, struct serve_fault *fault)
{
    struct uth_rules rules;
    struct room_config config;
    struct office_fault inner;
    char name[ROOM_NAME_MAX + 16];
    const struct office_by by = first_by(serve, "first start");
    if (!first_profile(wanted->profile, &rules, fault)) {
        return false;
    }
    (void)snprintf(name, sizeof name, wanted->copies > 1 ? "%.24s %u" : "%.31s", wanted->name,
                   copy);
    office_config_default(&rules, name, &config);
    if (rules.banked_by == UTH_BANKED_BY_HOUSE) {
        config.house_bank.cents = 0;
    }
    if (wanted->meter && rules.offered[UTH_WAGER_PROGRESSIVE]) {
        const bool full = *meter != 0 && copy % UTH_LINKED_MAX == 1;
        if ((*meter == 0 || full) && !add_meter(serve, &rules.progressive, meter, fault)) {
            return false;
        }
        config.meter = *meter;
        config.house_progressive = rules.progressive.stake;
        config.confirm_up_to.cents = CONFIRM_UP_TO;
    }
    config_table_apply(wanted, &config);
    config.profile = office_profile_number(&rules);
    if (!office_table_add(serve->office, &rules, &config, &by, &serve->draft, &inner)) {
        return fail(fault, name, inner.text);
    }
    return commit(serve, fault);
}

// A meter takes no wager of a table it does not know.
static bool link_tables(struct serve *serve, struct serve_fault *fault)
{
    for (size_t i = 0; i < office_table_count(serve->office); i++) {
        const struct office_table *table = office_table_at(serve->office, i);
        const struct office_meter *meter = office_meter(serve->office, table->wanted.meter);
        if (meter != NULL && uth_manager_station(&meter->manager, table->room.id) == NULL &&
            !link_table(serve, meter->manager.id, table->room.id, table->wanted.controller,
                        fault)) {
            return false;
        }
    }
    return true;
}

// The usual three: one of each profile, with company.
static void usual_tables(struct config *config)
{
    static const struct {
        const char *name, *profile, *players;
    } usual[] = {
        {"Rainier", "washington", "4"},
        {"Shasta", "california-8", "5"},
        {"Tahoe", "california-6", "4"},
    };
    struct config_fault fault;
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        struct config_table *table = &config->tables[config->table_count++];
        *table = (struct config_table){.copies = 1, .meter = true};
        (void)snprintf(table->name, sizeof table->name, "%s", usual[i].name);
        UTH_CHECK(config_table_set(table, "profile", usual[i].profile, &fault));
        UTH_CHECK(config_table_set(table, "house_players", usual[i].players, &fault));
    }
}

static bool add_tables(struct serve *serve, struct serve_fault *fault)
{
    uint64_t meter = 0;
    if (serve->config.table_count == 0) {
        usual_tables(&serve->config);
    }
    for (size_t i = 0; i < serve->config.table_count; i++) {
        const struct config_table *table = &serve->config.tables[i];
        for (unsigned copy = 1; copy <= table->copies; copy++) {
            if (!add_table(serve, table, copy, &meter, fault)) {
                return false;
            }
        }
    }
    return true;
}

bool first_start(struct serve *serve, const char *key_path, struct serve_fault *fault)
{
    const bool empty = office_position(serve->office) == 0;
    if (!mark(serve, key_path, empty, fault)) {
        return false;
    }
    // A first start that was cut short goes on where it was.
    if (first_manager(serve) == 0 && !add_manager(serve, fault)) {
        return false;
    }
    return (office_table_count(serve->office) != 0 || add_tables(serve, fault)) &&
           link_tables(serve, fault);
}

// ---- days -------------------------------------------------------------------------------------

struct day_task {
    struct task task; // first
    int64_t day;
};

static bool day_build(struct serve *serve, struct task *task, struct office_fault *fault)
{
    const struct day_task *day = (const struct day_task *)task;
    const struct office_by by = first_by(serve, "");
    const struct uth_manager_command command = {
        .kind = UTH_MANAGER_BEGIN_DAY,
        .authority = UTH_AUTHORITY_SUPERVISOR,
        .who = first_manager(serve),
        .time_ms = serve->now_ms,
        .meter = task->meter,
        .day = day->day,
    };
    return office_meter_command(serve->office, task->meter, &command, &by, &serve->draft, fault);
}

static void day_finish(struct serve *serve, struct task *task, const struct office_fault *fault)
{
    if (fault != NULL) {
        log_line(&serve->log, LOG_LEVEL_WARN, "meter %llu does not begin its day: %s",
                 (unsigned long long)task->meter, fault->text);
    }
    free(task);
}

void first_days(struct serve *serve)
{
    const int64_t today = serve->now_ms / OFFICE_DAY_MS;
    for (size_t i = 0; i < office_meter_count(serve->office); i++) {
        const struct office_meter *meter = office_meter_at(serve->office, i);
        if (meter->manager.day >= today) {
            continue;
        }
        struct day_task *task = calloc(1, sizeof *task);
        if (task != NULL) {
            task->task = (struct task){.alone = true,
                                       .meter = meter->manager.id,
                                       .build = day_build,
                                       .finish = day_finish};
            task->day = today;
            task_submit(serve, &task->task);
        }
    }
}
