// `uth user`: people, from the command line. Every change is logged.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/books.h"
#include "cli/log_text.h"
#include "wire/person_json.h"

#define SECRET_FILE_MAX 512

// ---- reading ----------------------------------------------------------------------------------

static json_t *person_json(const struct office_person *person)
{
    json_t *document = office_person_json(&person->state);
    if (document != NULL) {
        (void)json_object_set_new(document, "wallet",
                                  json_integer((json_int_t)person->wallet.cents));
    }
    return document;
}

static void print_person(const struct office_person *person, int64_t now_ms)
{
    char wallet[OFFICE_TEXT_MAX];
    char card[8];
    wire_card_text(person->state.card, card);
    (void)printf("%6" PRIu64 "  %-24s %-11s %14s  %-5s %s\n", person->state.id, person->state.name,
                 room_role_name((enum room_role)person->state.role),
                 office_money_text(person->wallet.cents, wallet), card,
                 office_person_is_locked(person)         ? "locked"
                 : office_card_is_locked(person, now_ms) ? "card locked after wrong PINs"
                                                         : "");
}

static int list(struct books *books)
{
    const size_t count = office_person_count(books->office);
    json_t *people = json_array();
    const bool json = cli_has(books->args, "json");
    if (!json) {
        (void)printf("%6s  %-24s %-11s %14s  %s\n", "number", "name", "role", "wallet", "card");
    }
    for (size_t i = 0; i < count; i++) {
        const struct office_person *person = office_person_at(books->office, i);
        if (json) {
            (void)json_array_append_new(people, person_json(person));
        } else {
            print_person(person, books_now_ms());
        }
    }
    if (json) {
        (void)cli_print_json(json_pack("{s:O}", "people", people));
    }
    json_decref(people);
    return cli_finish(books->command, CLI_DONE);
}

// ---- changes ----------------------------------------------------------------------------------

// A password or PIN comes from a file, or from standard input with "-": on the command line every
// other user of the machine could read it. False after a message; *set without the option is false.
static bool read_secret(struct books *books, const char *option, bool pin,
                        struct office_secret *secret, bool *set)
{
    const char *path = cli_value(books->args, option, NULL);
    *set = path != NULL;
    if (path == NULL) {
        return true;
    }
    size_t length = 0;
    char *text = cli_read_file(books->command, path, SECRET_FILE_MAX, &length);
    if (text == NULL) {
        return false;
    }
    text[strcspn(text, "\r\n")] = '\0';
    bool fine =
        pin ? office_pin_check(text, &books->fault) : office_password_check(text, &books->fault);
    if (!fine) {
        (void)books_failed(books);
    } else if (!office_secret_make(text, secret)) {
        (void)cli_refuse(books->command, "out of memory");
        fine = false;
    }
    fair_wipe(text, length);
    free(text);
    return fine;
}

// An option that is a number. False after a message.
static bool read_number(struct books *books, const char *option, uint64_t max, uint64_t *number,
                        bool *set)
{
    const char *text = cli_value(books->args, option, NULL);
    *set = text != NULL;
    if (text != NULL && !cli_parse_number(text, max, number)) {
        (void)cli_usage_error(books->command, "--%s must be a whole number of at most %" PRIu64,
                              option, max);
        return false;
    }
    return true;
}

static bool read_role(struct books *books, enum room_role *role, bool *set)
{
    const char *name = cli_value(books->args, "role", NULL);
    *set = name != NULL;
    if (name != NULL && !room_role_named(name, role)) {
        (void)cli_usage_error(
            books->command,
            "'%s' is not a role: use player, dealer, supervisor, executive, auditor"
            " or manager",
            name);
        return false;
    }
    return true;
}

static int done(struct books *books, const char *what)
{
    if (!books_commit(books)) {
        return CLI_REFUSED;
    }
    const struct office_person *person = office_person(books->office, books->draft->id);
    if (cli_has(books->args, "json")) {
        (void)cli_print_json(person_json(person));
    } else {
        (void)printf("%s is %s: number %" PRIu64 ", %s\n", person->state.name, what,
                     person->state.id, room_role_name((enum room_role)person->state.role));
    }
    return cli_finish(books->command, CLI_DONE);
}

static int add(struct books *books)
{
    struct office_secret password;
    struct office_secret pin;
    struct office_person_new person = {.name = books->argument, .role = ROOM_ROLE_PLAYER};
    struct office_by by;
    bool set[4];
    int status = CLI_USAGE;
    if (!books_by(books, ROOM_RIGHT_PEOPLE, &by, &status) ||
        !read_role(books, &person.role, &set[0]) ||
        !read_secret(books, "password-file", false, &password, &set[1]) ||
        !read_secret(books, "pin-file", true, &pin, &set[2]) ||
        !read_number(books, "card", UTH_MONEY_MAX, &person.card, &set[3]) ||
        !books_amount(books, "deposit", &person.deposit)) {
        return status;
    }
    if (by.who == 0 && person.role != ROOM_ROLE_MANAGER) {
        return cli_refuse(books->command, "the first person must be a manager: --role manager");
    }
    person.password = set[1] ? &password : NULL;
    person.pin = set[2] ? &pin : NULL;
    const bool drafted =
        office_person_add(books->office, &person, &by, books->draft, &books->fault);
    fair_wipe(&password, sizeof password);
    fair_wipe(&pin, sizeof pin);
    if (!drafted) {
        return books_failed(books);
    }
    status = done(books, "added");
    if (status == CLI_DONE && person.password == NULL) {
        cli_note(books->command,
                 "%s has no password and cannot log in until 'uth user change' sets one: "
                 "--password-file FILE",
                 person.name);
    }
    return status;
}

static int change(struct books *books, uint64_t id)
{
    struct office_secret password;
    struct office_secret pin;
    struct office_person_change wanted = {.set_role = false};
    struct office_by by;
    uint64_t minutes = 0;
    const bool set_loss = cli_has(books->args, "loss-limit");
    bool set_minutes = false;
    int status = CLI_USAGE;
    if (!books_by(books, ROOM_RIGHT_PEOPLE, &by, &status) ||
        !read_role(books, &wanted.role, &wanted.set_role) ||
        !read_secret(books, "password-file", false, &password, &wanted.set_password) ||
        !read_secret(books, "pin-file", true, &pin, &wanted.set_pin) ||
        !read_number(books, "card", UTH_MONEY_MAX, &wanted.card, &wanted.set_card) ||
        !books_amount(books, "loss-limit", &wanted.loss_limit) ||
        !read_number(books, "minutes", 1440, &minutes, &set_minutes)) {
        return status;
    }
    const struct office_person *person = office_person(books->office, id);
    wanted.set_limits = set_loss || set_minutes;
    if (!set_loss) {
        wanted.loss_limit = office_loss_limit(person, by.now_ms / OFFICE_DAY_MS);
    }
    wanted.minutes =
        set_minutes ? (uint32_t)minutes : office_minutes_limit(person, by.now_ms / OFFICE_DAY_MS);
    wanted.password = &password;
    wanted.pin = &pin;
    const bool drafted =
        office_person_change(books->office, id, &wanted, &by, books->draft, &books->fault);
    fair_wipe(&password, sizeof password);
    fair_wipe(&pin, sizeof pin);
    return drafted ? done(books, "changed") : books_failed(books);
}

static int lock(struct books *books, uint64_t id)
{
    const bool locked = strcmp(books->verb->name, "lock") == 0;
    const struct office_person_change wanted = {.set_locked = true, .locked = locked};
    struct office_by by;
    int status = CLI_USAGE;
    if (!books_by(books, ROOM_RIGHT_PEOPLE, &by, &status)) {
        return status;
    }
    return office_person_change(books->office, id, &wanted, &by, books->draft, &books->fault)
               ? done(books, locked ? "locked" : "unlocked")
               : books_failed(books);
}

// ---- the command ------------------------------------------------------------------------------

// By name, or by number.
static int on_person(struct books *books, int (*run)(struct books *books, uint64_t id))
{
    uint64_t number = 0;
    const struct office_person *person = office_person_named(books->office, books->argument);
    if (person == NULL && cli_parse_number(books->argument, INT64_MAX, &number)) {
        person = office_person(books->office, number);
    }
    return person != NULL ? run(books, person->state.id)
                          : cli_refuse(books->command, "no person is called '%s'", books->argument);
}

static int run_change(struct books *books)
{
    return on_person(books, change);
}
static int run_lock(struct books *books)
{
    return on_person(books, lock);
}
static int run_log(struct books *books)
{
    return log_text(books, NULL, 0);
}

int cmd_user(const struct cli_command *command, int argc, char **argv)
{
    // clang-format off
    static const struct books_verb verbs[] = {
        {"list",   BOOKS_READ,       list},
        {"add",    BOOKS_MAKE,       add},
        {"change", BOOKS_SET,        run_change},
        {"lock",   BOOKS_CHANGE,     run_lock},
        {"unlock", BOOKS_CHANGE,     run_lock},
        {"log",    BOOKS_READ_STORE, run_log},
        {NULL,     BOOKS_READ,       NULL},
    };
    // clang-format on
    return books_run(command, verbs, argc, argv);
}
