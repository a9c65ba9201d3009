// `uth rules`: the profiles there are, in words or as JSON, and whether yours is sound.
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "report/rules_sheet.h"
#include "wire/rules_json.h"

static int print_json(json_t *document)
{
    return cli_print_json(document) ? CLI_DONE : CLI_REFUSED;
}

static int list(bool as_json)
{
    if (as_json) {
        return print_json(wire_rules_list_json());
    }
    for (size_t i = 0; i < uth_rules_builtin_count(); i++) {
        const struct uth_rules *rules = uth_rules_builtin(i);
        (void)printf("%-14s %s\n", rules->name, rules->title);
    }
    return CLI_DONE;
}

static int check(const char *file, const struct uth_rules *rules)
{
    cli_warn_of_rules(rules);
    (void)printf("%s: profile '%s' is valid\n", file, rules->name);
    return CLI_DONE;
}

// A faulty profile is an answer, too, as the API gives it; the status tells.
static int check_as_json(const struct cli_command *command, const char *file)
{
    struct uth_rules rules;
    struct wire_fault fault;
    switch (cli_read_rules(command, file, &rules, &fault)) {
    case CLI_RULES_SOUND: return print_json(wire_rules_sound_json(&rules));
    case CLI_RULES_FAULTY: (void)print_json(wire_rules_faulty_json(&fault)); break;
    case CLI_RULES_UNREAD: break;
    }
    return CLI_REFUSED;
}

static int print_profile_json(const struct uth_rules *rules)
{
    json_t *document = wire_rules_to_json(rules);
    const bool written = document != NULL && json_dumpf(document, stdout, JSON_INDENT(2)) == 0 &&
                         putchar('\n') != EOF;
    json_decref(document);
    return written ? CLI_DONE : CLI_REFUSED;
}

int cmd_rules(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    const char *verb = cli_verb(&args, &status);
    if (verb == NULL) {
        return status;
    }
    const bool shows = strcmp(verb, "show") == 0;
    const bool as_json = cli_has(&args, "json");
    if (strcmp(verb, "list") == 0) {
        return cli_finish(command, list(as_json));
    }
    if (!shows && as_json) {
        return cli_finish(command, check_as_json(command, args.arguments[1]));
    }
    struct uth_rules rules;
    if (!cli_load_rules(command, args.arguments[1], &rules)) {
        return CLI_REFUSED;
    }
    if (!shows) {
        return cli_finish(command, check(args.arguments[1], &rules));
    }
    if (as_json) {
        return cli_finish(command, print_profile_json(&rules));
    }
    rules_write(&rules, stdout);
    return cli_finish(command, CLI_DONE);
}
