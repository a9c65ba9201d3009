// `uth history`: the rounds of a player, a table, or all.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/books.h"
#include "office/names.h"
#include "report/history.h"

#define LIMIT_DEFAULT 50

static bool read_query(struct books *books, struct history_query *query, int *status)
{
    const char *table = cli_value(books->args, "table", NULL);
    const char *since = cli_value(books->args, "since", NULL);
    const char *limit = cli_value(books->args, "limit", NULL);
    uint64_t number = 0;
    query->limit = LIMIT_DEFAULT;
    if (table != NULL && (!cli_parse_number(table, UINT32_MAX, &number) || number == 0)) {
        *status = cli_usage_error(books->command, "'%s' is not a table number", table);
        return false;
    }
    query->table = (uint32_t)number;
    if (since != NULL && !books_parse_time(since, &query->since_ms)) {
        *status = cli_usage_error(books->command,
                                  "'%s' is not a valid time: use a day such as 2026-07-04 (UTC),"
                                  " or 2026-07-04T18:30",
                                  since);
        return false;
    }
    if (limit != NULL) {
        if (!cli_parse_number(limit, HISTORY_MAX, &number) || number == 0) {
            *status = cli_usage_error(books->command, "--limit must be a number from 1 to %d",
                                      HISTORY_MAX);
            return false;
        }
        query->limit = (size_t)number;
    }
    return true;
}

static int print(const struct books *books, const struct history_query *query,
                 const struct history_round *rounds, size_t count)
{
    if (cli_has(books->args, "json")) {
        (void)cli_print_json(history_json(rounds, count));
    } else {
        struct sheet sheet = history_sheet(query, rounds, count);
        sheet_write(&sheet, SHEET_TEXT, stdout);
        sheet_finish(&sheet);
    }
    return cli_finish(books->command, CLI_DONE);
}

static int history(struct books *books, struct history_query *query)
{
    const char *player = cli_value(books->args, "player", NULL);
    if (player != NULL && !office_stored_person(books->store, player, &query->player)) {
        return cli_refuse(books->command, "no person is called '%s'", player);
    }
    size_t count = 0;
    struct history_round *rounds = calloc(query->limit, sizeof *rounds);
    if (rounds == NULL) {
        return cli_refuse(books->command, "out of memory");
    }
    int status = CLI_REFUSED;
    if (!report_history(books->store, query, rounds, &count, &books->fault)) {
        status = books_failed(books);
    } else {
        status = print(books, query, rounds, count);
    }
    free(rounds);
    return status;
}

int cmd_history(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    struct books books = {.command = command, .args = &args};
    struct history_query query = {.player = STORE_HOUSE};
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    if (args.argument_count != 0) {
        return cli_usage_error(command, "'%s' is one argument too many", args.arguments[0]);
    }
    if (read_query(&books, &query, &status) && books_open_store(&books, &status)) {
        status = history(&books, &query);
    }
    books_close(&books);
    return status;
}
