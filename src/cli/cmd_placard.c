// `uth placard`: what hangs at a table, to read or to print.
#include <stdlib.h>

#include "cli/books.h"
#include "report/table_placard.h"
#include "wire/rules_json.h"

static int print_json(const struct placard *placard)
{
    static const size_t size = 2 * sizeof placard->text;
    char *text = malloc(size);
    if (text == NULL) {
        return CLI_REFUSED;
    }
    struct wire_out out = wire_out_to(text, size);
    wire_out_open(&out, NULL, '{');
    placard_json(placard, &out);
    wire_out_close(&out, '}');
    wire_out_newline(&out);
    UTH_CHECK(!out.overflow);
    (void)fwrite(out.bytes, 1, out.used, stdout);
    free(text);
    return CLI_DONE;
}

static int print_placard(const struct books *books, const struct placard_of *of)
{
    struct placard *placard = malloc(sizeof *placard);
    int status = CLI_DONE;
    if (placard == NULL) {
        return cli_refuse(books->command, "out of memory");
    }
    placard_make(of, placard);
    if (cli_has(books->args, "json")) {
        status = print_json(placard);
    } else if (cli_has(books->args, "html")) {
        placard_html(placard, NULL, stdout);
    } else {
        placard_text(placard, stdout);
    }
    free(placard);
    return cli_finish(books->command, status);
}

static int of_table(struct books *books)
{
    uint64_t id = 0;
    const char *number = cli_value(books->args, "table", "");
    const struct office_table *table = cli_parse_number(number, UINT32_MAX, &id)
                                           ? office_table(books->office, (uint32_t)id)
                                           : NULL;
    if (table == NULL) {
        return cli_refuse(books->command, "no table '%s'", number);
    }
    const struct placard_of of = table_placard_of(books->office, table);
    return print_placard(books, &of);
}

static int of_rules(struct books *books)
{
    struct uth_rules rules;
    if (!cli_load_rules(books->command, cli_value(books->args, "rules", "washington"), &rules)) {
        return CLI_REFUSED;
    }
    const struct placard_of of = {.rules = &rules, .revision = wire_rules_number(&rules)};
    return of.revision != 0 ? print_placard(books, &of)
                            : cli_refuse(books->command, "out of memory");
}

int cmd_placard(const struct cli_command *command, int argc, char **argv)
{
    static const struct books_verb verb = {"placard", BOOKS_READ, of_table};
    struct cli_args args;
    struct books books = {.command = command, .args = &args, .verb = &verb};
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    const unsigned forms = (unsigned)cli_has(&args, "text") + (unsigned)cli_has(&args, "html") +
                           (unsigned)cli_has(&args, "json");
    if (args.argument_count != 0) {
        return cli_usage_error(command, "this command takes only options, no arguments");
    }
    if (forms > 1) {
        return cli_usage_error(command, "give one of --text, --html and --json");
    }
    if (!cli_has(&args, "table") && !cli_has(&args, "store")) {
        return of_rules(&books);
    }
    if (!cli_has(&args, "table") || cli_has(&args, "rules")) {
        return cli_usage_error(command, "give either --rules, or --table N with --store URL");
    }
    if (books_open_office(&books, &status)) {
        status = of_table(&books);
    }
    books_close(&books);
    return status;
}
