// `uth selfcheck`: is everything what it was when it was put here?
#include <string.h>

#include "cli/cli.h"
#include "fair/fair.h"
#include "report/audit_text.h"
#include "serve/selfcheck.h"

static int print_json(const struct selfcheck *selfcheck)
{
    const bool good = selfcheck_good(selfcheck);
    const bool written = cli_print_json(
        json_pack("{s:b, s:o}", "ok", good ? 1 : 0, "parts", selfcheck_parts_json(selfcheck)));
    return good && written ? CLI_DONE : CLI_REFUSED;
}

static int print_text(const struct selfcheck *selfcheck)
{
    unsigned counts[SELFCHECK_DIFFERS + 1] = {0};
    for (unsigned i = 0; i < SELFCHECK_PART_COUNT; i++) {
        const struct selfcheck_finding *finding = &selfcheck->findings[i];
        counts[finding->verdict]++;
        (void)printf("%-14s %-10s %s\n", selfcheck_part_name((enum selfcheck_part)i),
                     selfcheck_verdict_name(finding->verdict), finding->text);
    }
    (void)printf("%u match, %u differ, %u not checked\n", counts[SELFCHECK_FITS],
                 counts[SELFCHECK_DIFFERS], counts[SELFCHECK_NOT_ASKED]);
    return selfcheck_good(selfcheck) ? CLI_DONE : CLI_REFUSED;
}

// The digest somebody keeps elsewhere counts more than any record beside the program.
static void hold_against(struct selfcheck *selfcheck, const char *wanted)
{
    struct selfcheck_finding *finding = &selfcheck->findings[SELFCHECK_PROGRAM];
    const char *digest = strstr(finding->text, "blake2b ");
    if (wanted == NULL || digest == NULL) {
        return;
    }
    const bool same = strlen(wanted) == 64 && strncmp(digest + strlen("blake2b "), wanted, 64) == 0;
    if (!same) {
        char text[SELFCHECK_TEXT_MAX];
        (void)snprintf(text, sizeof text, "blake2b %.64s is not the digest you gave",
                       digest + strlen("blake2b "));
        memcpy(finding->text, text, sizeof text);
        finding->verdict = SELFCHECK_DIFFERS;
    } else if (finding->verdict == SELFCHECK_NOT_ASKED) {
        finding->verdict = SELFCHECK_FITS;
    }
}

static int check(const struct cli_args *args, const uint8_t *public_key)
{
    static struct config config; // tens of kilobytes, once
    struct fault fault;
    struct selfcheck selfcheck;
    const char *file = cli_value(args, "config", NULL);
    struct selfcheck_options options = {
        .digests = cli_value(args, "digests", NULL),
        .store = cli_value(args, "store", NULL),
        .public_key = public_key,
    };
    config_init(&config);
    if (file != NULL && config_read(&config, file, &fault)) {
        options.config = &config;
        options.store = options.store != NULL ? options.store : config.texts[CONFIG_store];
        options.digests = options.digests == NULL && config.texts[CONFIG_digests][0] != '\0'
                              ? config.texts[CONFIG_digests]
                              : options.digests;
    } else if (file != NULL) {
        options.config_fault = fault.text;
    }
    selfcheck_run(&options, &selfcheck);
    hold_against(&selfcheck, cli_value(args, "program", NULL));
    return cli_has(args, "json") ? print_json(&selfcheck) : print_text(&selfcheck);
}

// Nothing is checked while the digests are written, whatever else was asked for. With a configuration
// the record has that of its file, too.
static int record(const struct cli_args *args, const char *path)
{
    for (const struct cli_option *option = args->command->options; option->name != NULL; option++) {
        if (strcmp(option->name, "record") != 0 && strcmp(option->name, "config") != 0 &&
            cli_has(args, option->name)) {
            return cli_usage_error(args->command,
                                   "--record writes digests and checks nothing: it cannot be used"
                                   " with --%s",
                                   option->name);
        }
    }
    static struct config config; // tens of kilobytes, once
    struct fault fault;
    const char *file = cli_value(args, "config", NULL);
    config_init(&config);
    if (file != NULL && !config_read(&config, file, &fault)) {
        return cli_refuse(args->command, "%s", fault.text);
    }
    FILE *out = cli_create_file(args->command, path);
    if (out == NULL) {
        return CLI_REFUSED;
    }
    const bool whole = selfcheck_record(out, file != NULL ? &config : NULL);
    const int status = cli_keep_file(args->command, path, out);
    return whole || status != CLI_DONE
               ? status
               : cli_refuse(args->command, "'%s' is incomplete: no digest can be made", path);
}

int cmd_selfcheck(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    int status;
    uint8_t public_key[STORE_PUBLIC_KEY_SIZE];
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    if (args.argument_count != 0) {
        return cli_usage_error(command, "this command takes only options, no arguments");
    }
    if (!fair_init()) {
        return cli_refuse(command, "the system provides no random numbers");
    }
    const char *digests = cli_value(&args, "record", NULL);
    if (digests != NULL) {
        return cli_finish(command, record(&args, digests));
    }
    const char *key = cli_value(&args, "public", NULL);
    if (key != NULL && !audit_parse_hex(key, public_key, sizeof public_key)) {
        return cli_usage_error(command, "--public must be 64 hex digits");
    }
    const char *program = cli_value(&args, "program", NULL);
    if (program != NULL &&
        (strlen(program) != 64 || strspn(program, "0123456789abcdef") != strlen(program))) {
        return cli_usage_error(command, "--program must be 64 lower-case hex digits");
    }
    return cli_finish(command, check(&args, key != NULL ? public_key : NULL));
}
