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

static json_t *round_json(const struct history_round *round)
{
    return json_pack(
        "{s:I, s:I, s:I, s:o, s:b, s:i, s:I, s:I, s:I}", "table", (json_int_t)round->table, "round",
        (json_int_t)round->round, "opened_ms", (json_int_t)round->opened_ms, "ended_ms",
        round->ended_ms == 0 ? json_null() : json_integer((json_int_t)round->ended_ms), "void",
        round->voided, "players", (int)round->players, "staked", (json_int_t)round->staked.cents,
        "net", (json_int_t)round->net.cents, "fees", (json_int_t)round->fees.cents);
}

static int print_json(const struct books *books, const struct history_round *rounds, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        (void)json_array_append_new(list, round_json(&rounds[i]));
    }
    (void)cli_print_json(json_pack("{s:o}", "rounds", list));
    return cli_finish(books->command, CLI_DONE);
}

static int print_text(const struct books *books, const struct history_query *query,
                      const struct history_round *rounds, size_t count)
{
    (void)printf("%-19s  %-10s %7s %13s %13s %9s\n", "opened (UTC)", "round", "players", "staked",
                 query->player == STORE_HOUSE ? "house net" : "net", "fees");
    for (size_t i = 0; i < count; i++) {
        const struct history_round *round = &rounds[i];
        char texts[4][OFFICE_TEXT_MAX];
        char id[40];
        (void)snprintf(id, sizeof id, "%u:%" PRIu64, round->table, round->round);
        (void)printf("%-19s  %-10s %7u %13s %13s %9s%s\n",
                     office_time_text(round->opened_ms, texts[0]), id, round->players,
                     office_money_text(round->staked.cents, texts[1]),
                     office_net_text(round->net.cents, texts[2]),
                     office_money_text(round->fees.cents, texts[3]),
                     round->ended_ms == 0 ? "  open"
                     : round->voided      ? "  void"
                                          : "");
    }
    if (count == 0) {
        (void)puts("no rounds");
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
        status = cli_has(books->args, "json") ? print_json(books, rounds, count)
                                              : print_text(books, query, rounds, count);
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
