// `uth replay`: a stored round, dealt and played again, in words or as its record.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/books.h"
#include "report/record_text.h"
#include "wire/record_json.h"

static bool parse_round(const char *text, uint32_t *table, uint64_t *round)
{
    char first[16];
    uint64_t number = 0;
    const char *colon = strchr(text, ':');
    const size_t length = colon != NULL ? (size_t)(colon - text) : 0;
    if (length == 0 || length >= sizeof first) {
        return false;
    }
    memcpy(first, text, length);
    first[length] = '\0';
    if (!cli_parse_number(first, UINT32_MAX, &number) || number == 0 ||
        !cli_parse_number(colon + 1, INT64_MAX, round) || *round == 0) {
        return false;
    }
    *table = (uint32_t)number;
    return true;
}

static int print_record(const struct books *books, const struct office_record *record)
{
    char *line = malloc(WIRE_RECORD_MAX);
    if (line == NULL) {
        return cli_refuse(books->command, "out of memory");
    }
    struct wire_out out = wire_out_to(line, WIRE_RECORD_MAX);
    office_record_out(record, &out);
    UTH_CHECK(!out.overflow);
    (void)fwrite(out.bytes, 1, out.used, stdout);
    free(line);
    return cli_finish(books->command, CLI_DONE);
}

static int replay(struct books *books, uint32_t table, uint64_t round, struct office_record *record)
{
    if (!office_record_read(books->store, table, round, record, &books->fault) ||
        !office_record_disputes(books->store, record, &books->fault)) {
        return books_failed(books);
    }
    const bool proved = office_record_prove(record, &books->fault);
    if (!proved) {
        return books_failed(books);
    }
    if (cli_has(books->args, "json")) {
        return print_record(books, record);
    }
    record_text(books->store, record, stdout);
    return cli_finish(books->command, CLI_DONE);
}

int cmd_replay(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    struct books books = {.command = command, .args = &args};
    int status;
    uint32_t table = 0;
    uint64_t round = 0;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    if (args.argument_count != 1 || !parse_round(args.arguments[0], &table, &round)) {
        return cli_usage_error(command, "missing TABLE:ROUND, such as 3:17");
    }
    struct office_record *record = calloc(1, sizeof *record);
    if (record == NULL) {
        return cli_refuse(command, "out of memory");
    }
    if (books_open_store(&books, &status)) {
        status = replay(&books, table, round, record);
    }
    books_close(&books);
    free(record);
    return status;
}
