#include "cli/books.h"

#include <errno.h>
#include <inttypes.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "office/names.h"

#define PATIENCE_MS 5000

// ---- opening ----------------------------------------------------------------------------------

static const char *url_of(struct books *books, int *status)
{
    const char *url = cli_value(books->args, "store", NULL);
    if (url == NULL) {
        *status = cli_usage_error(books->command, "missing --store sqlite:PATH or"
                                                  " postgres://...");
    }
    return url;
}

bool books_open_store(struct books *books, int *status)
{
    struct fault fault;
    const struct store_options options = {
        .read_only = true, .patience_ms = PATIENCE_MS, .starting_ms = PATIENCE_MS};
    const char *url = url_of(books, status);
    if (url == NULL) {
        return false;
    }
    if (!fair_init() || store_open(url, &options, &fault, &books->store) != STORE_OK) {
        *status = cli_refuse(books->command, "%s", fault.text);
        return false;
    }
    cli_say(books->command, "opened the store for reading");
    return true;
}

bool books_store_is_there(const struct cli_command *command, const char *url)
{
    if (strncmp(url, "sqlite:", 7) != 0 || access(url + 7, F_OK) == 0) {
        return true;
    }
    (void)cli_refuse(command, "%s: %s; 'uth serve', 'uth user add' and 'uth restore' make a store",
                     url + 7, strerror(errno));
    return false;
}

bool books_open_office(struct books *books, int *status)
{
    char beside[STORE_URL_MAX];
    const bool write = books->verb->opens >= BOOKS_CHANGE;
    const char *url = url_of(books, status);
    if (url == NULL) {
        return false;
    }
    const char *key = write ? cli_value(books->args, "key", NULL) : NULL; // opens what is sealed
    if (key == NULL && write && office_key_path(url, beside, sizeof beside)) {
        key = beside;
    }
    if (key == NULL && write) {
        *status = cli_usage_error(books->command, "missing --key FILE");
        return false;
    }
    if (write && books->verb->opens != BOOKS_MAKE && !books_store_is_there(books->command, url)) {
        *status = CLI_REFUSED;
        return false;
    }
    const struct office_options options = {.read_only = !write,
                                           .make = true,
                                           .accept_loss =
                                               write && cli_has(books->args, "accept-loss"),
                                           .patience_ms = PATIENCE_MS};
    books->draft = calloc(1, sizeof *books->draft);
    if (books->draft == NULL) {
        *status = cli_refuse(books->command, "out of memory");
        return false;
    }
    books->office = office_open(url, key, &options, &books->fault);
    if (books->office == NULL) {
        *status = books_failed(books);
        return false;
    }
    cli_say(books->command, "opened the store for %s", write ? "changes" : "reading");
    return true;
}

void books_close(struct books *books)
{
    office_close(&books->office);
    store_close(&books->store);
    free(books->draft);
    books->draft = NULL;
}

int books_failed(const struct books *books)
{
    const struct fault *fault = &books->fault;
    const char *clause = fault->kind == FAULT_REFUSED ? fault_clause(fault) : "";
    // Some have none, and INPUT is none of the rulebook's.
    if (clause[0] != '\0' && strcmp(clause, "INPUT") != 0) {
        return cli_refuse(books->command, "%s (%s)", fault->text, clause);
    }
    return cli_refuse(books->command, "%s", fault->text);
}

bool books_commit(struct books *books)
{
    if (!office_commit(books->office, books->draft, &books->fault)) {
        (void)books_failed(books);
        return false;
    }
    return true;
}

int books_run(const struct cli_command *command, const struct books_verb *verbs, int argc,
              char **argv)
{
    struct cli_args args;
    struct books books = {.command = command, .args = &args, .verb = verbs};
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    const char *name = cli_verb(&args, &status);
    if (name == NULL) {
        return status;
    }
    while (strcmp(name, books.verb->name) != 0) {
        books.verb++;
        UTH_CHECK(books.verb->name != NULL); // the usage line has no other
    }
    books.argument = args.argument_count == 2 ? args.arguments[1] : NULL;
    if (books.verb->opens == BOOKS_SET && !cli_verb_changes(&args, name)) {
        return CLI_USAGE;
    }
    if (books.verb->opens == BOOKS_READ_STORE ? books_open_store(&books, &status)
                                              : books_open_office(&books, &status)) {
        status = books.verb->run(&books);
    }
    books_close(&books);
    return status;
}

// ---- who --------------------------------------------------------------------------------------

int64_t books_now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool has_manager(const struct office *office)
{
    for (size_t i = 0; i < office_person_count(office); i++) {
        if (office_person_at(office, i)->state.role == ROOM_ROLE_MANAGER) {
            return true;
        }
    }
    return false;
}

static void find_system_user(struct books *books)
{
    const struct passwd *user = getpwuid(getuid());
    if (user != NULL) {
        (void)snprintf(books->system_user, sizeof books->system_user, "%s", user->pw_name);
    } else {
        (void)snprintf(books->system_user, sizeof books->system_user, "uid %lu",
                       (unsigned long)getuid());
    }
}

static bool may(struct books *books, const char *name, enum room_right right, struct office_by *by,
                int *status)
{
    const struct office_person *person = office_person_named(books->office, name);
    if (person == NULL && !has_manager(books->office) && right == ROOM_RIGHT_PEOPLE) {
        return true; // the first of all
    }
    if (person == NULL) {
        *status = cli_refuse(books->command, "no person is called '%s'", name);
        return false;
    }
    if (!room_role_may((enum room_role)person->state.role, right)) {
        *status = cli_refuse(books->command, "%s is a %s, which does not include the right '%s'",
                             person->state.name, room_role_name((enum room_role)person->state.role),
                             room_right_name(right));
        return false;
    }
    if (office_person_is_locked(person)) {
        *status = cli_refuse(books->command, "%s is locked", person->state.name);
        return false;
    }
    by->who = person->state.id;
    by->name = person->state.name;
    return true;
}

bool books_by(struct books *books, enum room_right right, struct office_by *by, int *status)
{
    const char *name = cli_value(books->args, "as", NULL);
    const char *why = cli_value(books->args, "reason", NULL);
    if (name == NULL || why == NULL) {
        *status = cli_usage_error(
            books->command,
            "missing --as NAME and --reason TEXT: a change is logged with who and why");
        return false;
    }
    find_system_user(books);
    *by = (struct office_by){
        .name = name, .system_user = books->system_user, .now_ms = books_now_ms(), .why = why};
    return may(books, name, right, by, status);
}

// ---- what people type -------------------------------------------------------------------------

static bool two_digits(const char *text, unsigned max, unsigned *number)
{
    if (text[0] < '0' || text[0] > '9' || text[1] < '0' || text[1] > '9') {
        return false;
    }
    *number = (unsigned)(text[0] - '0') * 10 + (unsigned)(text[1] - '0');
    return *number <= max;
}

// Days since 1970 of a date of the Gregorian calendar.
static int64_t day_number(int64_t year, unsigned month, unsigned day)
{
    const int64_t shifted = month <= 2 ? year - 1 : year;
    const int64_t era = shifted / 400;
    const int64_t of_era = shifted - era * 400;
    const int64_t of_year = (153 * ((int64_t)month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static bool date_of(const char *text, int64_t *day)
{
    unsigned century;
    unsigned year;
    unsigned month;
    unsigned of_month;
    char same[OFFICE_TEXT_MAX];
    if (strlen(text) < 10 || !two_digits(text, 99, &century) || !two_digits(text + 2, 99, &year) ||
        text[4] != '-' || !two_digits(text + 5, 12, &month) || text[7] != '-' ||
        !two_digits(text + 8, 31, &of_month) || month == 0 || century * 100 + year < 1970) {
        return false;
    }
    *day = day_number((int64_t)century * 100 + year, month, of_month);
    // The 30th of February is another day.
    return strncmp(office_day_text(*day, same), text, 10) == 0;
}

bool books_parse_day(const char *text, int64_t *day)
{
    return strlen(text) == 10 && date_of(text, day);
}

bool books_parse_time(const char *text, int64_t *time_ms)
{
    int64_t day;
    uint64_t number;
    unsigned hour;
    unsigned minute;
    unsigned second = 0;
    if (cli_parse_number(text, INT64_MAX, &number)) {
        *time_ms = (int64_t)number;
        return true;
    }
    if (!date_of(text, &day)) {
        return false;
    }
    *time_ms = day * OFFICE_DAY_MS;
    const char *rest = text + 10;
    if (rest[0] == '\0') {
        return true;
    }
    const size_t length = strlen(rest);
    if ((rest[0] != 'T' && rest[0] != ' ') || (length != 6 && length != 9) ||
        !two_digits(rest + 1, 23, &hour) || rest[3] != ':' || !two_digits(rest + 4, 59, &minute) ||
        (length == 9 && (rest[6] != ':' || !two_digits(rest + 7, 59, &second)))) {
        return false;
    }
    *time_ms += ((int64_t)hour * 3600 + (int64_t)minute * 60 + second) * 1000;
    return true;
}

bool books_parse_money(const char *text, int64_t *cents)
{
    const bool negative = text[0] == '-';
    const char *at = text + negative;
    const bool dollars = at[0] == '$';
    at += dollars;
    char whole[24];
    const char *point = dollars ? strchr(at, '.') : NULL;
    const size_t length = point != NULL ? (size_t)(point - at) : strlen(at);
    uint64_t number = 0;
    unsigned part = 0;
    if (length == 0 || length >= sizeof whole) {
        return false;
    }
    memcpy(whole, at, length);
    whole[length] = '\0';
    if (!cli_parse_number(whole, UTH_MONEY_MAX / 100, &number) ||
        (point != NULL && (!two_digits(point + 1, 99, &part) || point[3] != '\0'))) {
        return false;
    }
    *cents = dollars ? (int64_t)number * 100 + part : (int64_t)number;
    *cents = negative ? -*cents : *cents;
    return true;
}

bool books_amount(const struct books *books, const char *option, uth_money *amount)
{
    const char *text = cli_value(books->args, option, NULL);
    if (text != NULL && !books_parse_money(text, &amount->cents)) {
        (void)cli_usage_error(books->command, "--%s must be an amount: in cents, or $12.50",
                              option);
        return false;
    }
    return true;
}
