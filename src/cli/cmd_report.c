// `uth report day`: a gaming day, at one table or at all, for accounting.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/books.h"
#include "report/day.h"

// The last day anything was stored: what people ask for when they name none.
// A store that fails is not one without a record: then false, after a message.
static bool find_last_day(struct books *books, int64_t *last)
{
    const int64_t today = books_now_ms() / OFFICE_DAY_MS;
    enum store_status status = STORE_ERR_NOT_FOUND;
    uint64_t position = 0;
    *last = today;
    // Days without a batch are skipped by going back; a store is not older than this.
    for (int64_t day = today; day > today - 36600 && day > 0 && status == STORE_ERR_NOT_FOUND;
         day--) {
        status = store_day(books->store, day, &position);
        *last = status == STORE_OK ? day : *last;
    }
    if (status != STORE_OK && status != STORE_ERR_NOT_FOUND) {
        const char *why = store_why(books->store);
        (void)cli_refuse(books->command, "%s", why[0] != '\0' ? why : store_status_text(status));
        return false;
    }
    return true;
}

static bool read_arguments(struct books *books, uint64_t *table, int64_t *day, int *status)
{
    const struct cli_args *args = books->args;
    const char *given = cli_value(args, "table", NULL);
    const char *day_text = cli_value(args, "day", NULL);
    const unsigned forms = (unsigned)cli_has(args, "csv") + (unsigned)cli_has(args, "html") +
                           (unsigned)cli_has(args, "json");
    if (cli_verb(args, status) == NULL) {
        return false;
    }
    if (given != NULL && (!cli_parse_number(given, UINT32_MAX, table) || *table == 0)) {
        *status = cli_usage_error(books->command, "'%s' is not the number of a table", given);
        return false;
    }
    if (day_text != NULL && !books_parse_day(day_text, day)) {
        *status = cli_usage_error(books->command, "'%s' is not a valid day: use 2026-07-04 (UTC)",
                                  day_text);
        return false;
    }
    if (forms > 1) {
        *status = cli_usage_error(books->command, "give one of --csv, --html and --json");
        return false;
    }
    return true;
}

static int write_report(struct books *books, uint32_t table, int64_t day, struct day_report *report)
{
    const struct cli_args *args = books->args;
    if (day < 0 && !find_last_day(books, &day)) {
        return CLI_REFUSED;
    }
    if (!day_report_read(books->store, table, day, report, &books->fault)) {
        return books_failed(books);
    }
    if (cli_has(args, "json")) {
        (void)cli_print_json(day_report_json(report));
    } else {
        day_report_write(report,
                         cli_has(args, "csv")    ? SHEET_CSV
                         : cli_has(args, "html") ? SHEET_HTML
                                                 : SHEET_TEXT,
                         stdout);
    }
    return cli_finish(books->command, CLI_DONE);
}

int cmd_report(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    struct books books = {.command = command, .args = &args};
    int status;
    uint64_t table = 0;
    int64_t day = -1;
    if (!cli_parse(command, argc, argv, &args, &status) ||
        !read_arguments(&books, &table, &day, &status)) {
        return status;
    }
    struct day_report *report = calloc(1, sizeof *report);
    if (report == NULL) {
        return cli_refuse(command, "out of memory");
    }
    if (books_open_store(&books, &status)) {
        status = write_report(&books, (uint32_t)table, day, report);
    }
    books_close(&books);
    free(report);
    return status;
}
