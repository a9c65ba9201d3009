// `uth par`: the pay-table and rules report of a profile.
#include <stdlib.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/par_bet.h"
#include "cli/progress.h"
#include "report/par_sheet.h"
#include "serve/selfcheck.h"

#define THREADS_MAX 64

static struct sheet make_sheet(const struct par_report *report)
{
    char digest[SELFCHECK_DIGEST_SIZE] = "";
    if (!selfcheck_program_digest(digest)) {
        digest[0] = '\0';
    }
    const struct par_made made = {"uth " UTH_VERSION, digest, (int64_t)time(NULL) / 86400};
    return par_sheet(report, &made);
}

// A printed sheet of a changed game must not pass for one of the built-in game.
static int write_html(const struct cli_command *command, const char *path,
                      const struct par_report *report)
{
    const char *borrowed = par_borrowed_name(&report->rules);
    if (borrowed != NULL) {
        return cli_refuse(command,
                          "this game differs from the built-in '%s': give it a name of its own"
                          " before its sheet is printed",
                          borrowed);
    }
    FILE *out = cli_create_file(command, path);
    if (out == NULL) {
        return CLI_REFUSED;
    }
    struct sheet sheet = make_sheet(report);
    sheet_write(&sheet, SHEET_HTML, out);
    sheet_finish(&sheet);
    return cli_keep_file(command, path, out);
}

static int print_report(const struct cli_command *command, const struct cli_args *args,
                        const struct par_report *report)
{
    const char *html = cli_value(args, "html", NULL);
    if (html != NULL) {
        const int status = write_html(command, html, report);
        if (status != CLI_DONE) {
            return status;
        }
    }
    if (cli_has(args, "json")) {
        return cli_print_json(par_json(report)) ? CLI_DONE : CLI_REFUSED;
    }
    if (html == NULL) {
        struct sheet sheet = make_sheet(report);
        sheet_write(&sheet, SHEET_TEXT, stdout);
        sheet_finish(&sheet);
    }
    return CLI_DONE;
}

static void step(void *context)
{
    progress_step(context);
}

static int report_on(const struct cli_command *command, const struct cli_args *args,
                     const struct uth_rules *rules, enum uth_style style, unsigned threads)
{
    bool out_of_memory;
    struct wire_fault fault;
    struct par_report *report = malloc(sizeof *report);
    if (report == NULL) {
        return cli_refuse(command, "out of memory");
    }
    int status;
    struct progress progress = progress_start("computing the report", PAR_STEPS);
    const enum uth_status refused = par_work_out(
        rules, style, threads, (struct par_watcher){.step = step, .context = &progress}, report,
        &out_of_memory);
    progress_end(&progress);
    if (out_of_memory) {
        status = cli_refuse(command, "out of memory");
    } else if (!par_sides_are_sound(report, &fault)) {
        char text[WIRE_FAULT_TEXT_MAX];
        wire_fault_text(&fault, text);
        status = cli_refuse(command, "%s: %s", rules->name, text);
    } else if (refused != UTH_OK) {
        status = cli_refuse(command, "%s: %s (%s)", rules->name, uth_status_text(refused),
                            uth_status_clause(refused));
    } else {
        status = print_report(command, args, report);
    }
    free(report);
    return status;
}

int cmd_par(const struct cli_command *command, int argc, char **argv)
{
    static const char *const files[] = {"html", NULL};
    struct cli_args args;
    struct uth_rules rules;
    uint64_t threads = 1;
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    if (args.argument_count != 0) {
        return cli_usage_error(command, "this command takes only options, no arguments");
    }
    if (cli_has(&args, "side")) {
        return cli_finish(command, par_bet(command, &args));
    }
    if (!cli_one_output(&args, files)) {
        return CLI_USAGE;
    }
    const enum uth_style style = uth_style_find(cli_value(&args, "strategy", "optimal"));
    if (style == UTH_STYLE_COUNT) {
        return cli_usage_error(command,
                               "no strategy '%s': use optimal, simple, never-fold or timid",
                               cli_value(&args, "strategy", ""));
    }
    if (!cli_parse_number(cli_value(&args, "threads", "1"), THREADS_MAX, &threads) ||
        threads == 0) {
        return cli_usage_error(command, "--threads must be a number from 1 to %d", THREADS_MAX);
    }
    if (!cli_load_rules_at_ante(&args, &rules, &status)) {
        return status;
    }
    return cli_finish(command, report_on(command, &args, &rules, style, (unsigned)threads));
}
