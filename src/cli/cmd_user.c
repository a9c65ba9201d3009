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
                 person->state.locked != 0                 ? "locked"
                 : office_person_is_locked(person, now_ms) ? "locked after failed tries"
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

// An option that is a number or an amount. False after a message.
static bool read_number(struct books *books, const char *option, uint64_t max, uint64_t *number,
                        bool *set)
{
    const char *text = cli_value(books->args, option, NULL);
    *set = text != NULL;
    if (text != NULL && !cli_parse_number(text, max, number)) {
        (void)cli_usage_error(books->command, "--%s is a whole number of at most %" PRIu64, option,
                              max);
        return false;
    }
    return true;
}

static bool read_amount(struct books *books, const char *option, uth_money *amount, bool *set)
{
    const char *text = cli_value(books->args, option, NULL);
    *set = text != NULL;
    if (text != NULL && !books_parse_money(text, &amount->cents)) {
        (void)cli_usage_error(books->command, "--%s is an amount: cents, or $12.50", option);
        return false;
    }
    return true;
}

static bool read_role(struct books *books, enum room_role *role, bool *set)
{
    const char *name = cli_value(books->args, "role", NULL);
    *set = name != NULL;
    if (name != NULL && !room_role_named(name, role)) {
        (void)cli_usage_error(books->command,
                              "'%s' is no role: player, dealer, supervisor, executive, auditor or"
                              " manager",
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

static int add(struct books *books, const char *name)
{
    struct office_secret password;
    struct office_secret pin;
    struct office_person_new person = {.name = name, .role = ROOM_ROLE_PLAYER};
    struct office_by by;
    bool set[5];
    int status = CLI_USAGE;
    if (!books_by(books, ROOM_RIGHT_PEOPLE, &by, &status) ||
        !read_role(books, &person.role, &set[0]) ||
        !read_secret(books, "password-file", false, &password, &set[1]) ||
        !read_secret(books, "pin-file", true, &pin, &set[2]) ||
        !read_number(books, "card", UTH_MONEY_MAX, &person.card, &set[3]) ||
        !read_amount(books, "deposit", &person.deposit, &set[4])) {
        return status;
    }
    if (by.who == 0 && person.role != ROOM_ROLE_MANAGER) {
        return cli_refuse(books->command, "the first person is a manager: --role manager");
    }
    person.password = set[1] ? &password : NULL;
    person.pin = set[2] ? &pin : NULL;
    const bool drafted =
        office_person_add(books->office, &person, &by, books->draft, &books->fault);
    fair_wipe(&password, sizeof password);
    fair_wipe(&pin, sizeof pin);
    return drafted ? done(books, "added") : books_failed(books);
}

static int change(struct books *books, uint64_t id)
{
    struct office_secret password;
    struct office_secret pin;
    struct office_person_change wanted = {.set_role = false};
    struct office_by by;
    uint64_t minutes = 0;
    bool set_loss = false;
    bool set_minutes = false;
    int status = CLI_USAGE;
    if (!books_by(books, ROOM_RIGHT_PEOPLE, &by, &status) ||
        !read_role(books, &wanted.role, &wanted.set_role) ||
        !read_secret(books, "password-file", false, &password, &wanted.set_password) ||
        !read_secret(books, "pin-file", true, &pin, &wanted.set_pin) ||
        !read_number(books, "card", UTH_MONEY_MAX, &wanted.card, &wanted.set_card) ||
        !read_amount(books, "loss-limit", &wanted.loss_limit, &set_loss) ||
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
    if (!wanted.set_role && !wanted.set_password && !wanted.set_pin && !wanted.set_card &&
        !wanted.set_limits) {
        return cli_usage_error(books->command, "change what? --role, --password-file, --pin-file,"
                                               " --card, --loss-limit or --minutes");
    }
    const bool drafted =
        office_person_change(books->office, id, &wanted, &by, books->draft, &books->fault);
    fair_wipe(&password, sizeof password);
    fair_wipe(&pin, sizeof pin);
    return drafted ? done(books, "changed") : books_failed(books);
}

static int lock(struct books *books, uint64_t id, bool locked)
{
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

static bool find_person(struct books *books, const char *name, uint64_t *id, int *status)
{
    uint64_t number = 0;
    const struct office_person *person = office_person_named(books->office, name);
    if (person == NULL && cli_parse_number(name, INT64_MAX, &number)) {
        person = office_person(books->office, number);
    }
    if (person == NULL) {
        *status = cli_refuse(books->command, "nobody here is called '%s'", name);
        return false;
    }
    *id = person->state.id;
    return true;
}

static int run_on_person(struct books *books, const char *verb, const char *name)
{
    uint64_t id = 0;
    int status = CLI_REFUSED;
    if (strcmp(verb, "add") == 0) {
        return add(books, name);
    }
    if (!find_person(books, name, &id, &status)) {
        return status;
    }
    if (strcmp(verb, "change") == 0) {
        return change(books, id);
    }
    return lock(books, id, strcmp(verb, "lock") == 0);
}

int cmd_user(const struct cli_command *command, int argc, char **argv)
{
    static const char *const verbs[] = {"list", "add", "change", "lock", "unlock", "log"};
    struct cli_args args;
    struct books books = {.command = command, .args = &args};
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    const size_t verb = books_verb(&books, verbs, sizeof verbs / sizeof verbs[0], &status);
    if (verb == SIZE_MAX) {
        return status;
    }
    const bool reads = verb == 0 || verb == 5;
    if (args.argument_count != (reads ? 1 : 2)) {
        return cli_usage_error(command, reads ? "'%s' takes no name" : "%s whom?", verbs[verb]);
    }
    if (verb == 5) {
        status = books_open_store(&books, &status) ? log_text(&books, NULL, 0) : status;
    } else if (books_open_office(&books, !reads, &status)) {
        status = reads ? list(&books) : run_on_person(&books, verbs[verb], args.arguments[1]);
    }
    books_close(&books);
    return status;
}
