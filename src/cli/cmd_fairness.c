// `uth fairness`: what anybody can count of fair dealing, from the store.
#include <inttypes.h>

#include "cli/books.h"
#include "office/fairness.h"
#include "office/words.h"

static bool read_arguments(struct books *books, struct office_fairness_query *query, int *status)
{
    const char *table = cli_value(books->args, "table", NULL);
    const char *day = cli_value(books->args, "day", NULL);
    uint64_t number = 0;
    query->day = OFFICE_FAIRNESS_NO_DAY;
    if (table != NULL && (!cli_parse_number(table, UINT32_MAX, &number) || number == 0)) {
        *status = cli_usage_error(books->command, "'%s' is not a table number", table);
        return false;
    }
    query->table = (uint32_t)number;
    if (day != NULL && !books_parse_day(day, &query->day)) {
        *status =
            cli_usage_error(books->command, "'%s' is not a valid day: use 2026-07-04 (UTC)", day);
        return false;
    }
    return true;
}

static int64_t number_of(const json_t *line, const char *name)
{
    return json_integer_value(json_object_get(line, name));
}

static void print_days(const json_t *days)
{
    static const char *const names[] = {"rounds",       "with_parts",  "committed",
                                        "revealed",     "withheld",    "called_off",
                                        "voids_before", "voids_after", "voids_meter"};
    const json_t *day;
    size_t i;
    (void)printf("%-10s  %5s", "day (UTC)", "table");
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        (void)printf("  %12s", names[k]);
    }
    (void)printf("\n");
    json_array_foreach(days, i, day)
    {
        (void)printf("%-10s  %5" PRId64, json_string_value(json_object_get(day, "day")),
                     number_of(day, "table"));
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
            (void)printf("  %12" PRId64, number_of(day, names[k]));
        }
        (void)printf("\n");
    }
}

static void print_aborts(const json_t *aborts)
{
    const json_t *abort;
    const json_t *withheld;
    size_t i;
    size_t k;
    json_array_foreach(aborts, i, abort)
    {
        char time[OFFICE_TEXT_MAX];
        (void)printf("%s  round %" PRId64 ":%" PRId64 "  void: %s",
                     office_time_text(number_of(abort, "time_ms"), time), number_of(abort, "table"),
                     number_of(abort, "round"), json_string_value(json_object_get(abort, "cause")));
        json_array_foreach(json_object_get(abort, "withheld"), k, withheld)
        {
            (void)printf(", seat %" PRId64 " (%s)", number_of(withheld, "seat"),
                         json_string_value(json_object_get(withheld, "role")));
        }
        (void)printf("\n");
    }
}

static int count(struct books *books, const struct office_fairness_query *query)
{
    json_t *answer = office_fairness(books->store, query, &books->fault);
    if (answer == NULL) {
        return books_failed(books);
    }
    if (cli_has(books->args, "json")) {
        (void)cli_print_json(answer);
        return cli_finish(books->command, CLI_DONE);
    }
    print_days(json_object_get(answer, "days"));
    print_aborts(json_object_get(answer, "aborts"));
    if (!json_is_true(json_object_get(answer, "complete"))) {
        (void)puts("Only the newest rounds were counted: give --table and --day for the others.");
    }
    json_decref(answer);
    return cli_finish(books->command, CLI_DONE);
}

int cmd_fairness(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    struct books books = {.command = command, .args = &args};
    struct office_fairness_query query;
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    if (args.argument_count != 0) {
        return cli_usage_error(command, "'%s' is one argument too many", args.arguments[0]);
    }
    if (read_arguments(&books, &query, &status) && books_open_store(&books, &status)) {
        status = count(&books, &query);
    }
    books_close(&books);
    return status;
}
