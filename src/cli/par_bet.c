#include "cli/par_bet.h"

#include <stdlib.h>

#include "report/par_sheet.h"
#include "wire/bet_json.h"
#include "wire/rules_json.h"
#include "wire/rules_tables.h"

#define FILE_MAX (1 << 16)

static int print_json(const struct uth_bet *bet, const struct par_side *sides, size_t count)
{
    json_t *tables = json_array();
    for (size_t i = 0; i < count; i++) {
        if (sides[i].wager == UTH_WAGER_OWN_1) {
            (void)json_array_append_new(tables, par_side_json(&sides[i]));
        }
    }
    return cli_print_json(json_pack("{s:{s:o}}", "side", bet->id, tables)) ? CLI_DONE : CLI_REFUSED;
}

static int print(const struct par_report *report, bool as_json)
{
    const struct uth_bet *bet = uth_rules_side(&report->rules, UTH_WAGER_OWN_1);
    struct par_side sides[PAR_SIDES_MAX];
    const size_t count = par_sides(report, sides);
    if (as_json) {
        return print_json(bet, sides, count);
    }
    struct sheet sheet = par_bet_sheet(report, UTH_WAGER_OWN_1);
    sheet_write(&sheet, SHEET_TEXT, stdout);
    sheet_finish(&sheet);
    return CLI_DONE;
}

// The bet is asked about beside the game of Washington: what is folded there, and who beats whom.
static int work_out(const struct cli_command *command, const char *path, const struct uth_bet *bet,
                    bool as_json)
{
    struct uth_rules rules = uth_rules_washington;
    struct wire_fault fault;
    bool out_of_memory;
    rules.sides[UTH_WAGER_OWN_1 - UTH_WAGER_TRIPS] = *bet;
    wire_limit_own_bets(&rules);
    if (!wire_rules_check(&rules, &fault)) {
        char text[WIRE_FAULT_TEXT_MAX];
        wire_fault_text(&fault, text);
        return cli_refuse(command, "%s: %s", path, text);
    }
    struct par_report *report = malloc(sizeof *report);
    if (report == NULL) {
        return cli_refuse(command, "out of memory");
    }
    int status;
    const enum uth_status refused = par_work_out(
        &rules, UTH_STYLE_OPTIMAL, 1, (struct par_watcher){.step = NULL}, report, &out_of_memory);
    if (out_of_memory) {
        status = cli_refuse(command, "out of memory");
    } else if (refused != UTH_OK) {
        status = cli_refuse(command, "%s: %s (%s)", path, uth_status_text(refused),
                            uth_status_clause(refused));
    } else {
        status = print(report, as_json);
    }
    free(report);
    return status;
}

int par_bet(const struct cli_command *command, const struct cli_args *args)
{
    static const char *const others[] = {"rules", "ante", "strategy", "html", "threads"};
    const char *path = cli_value(args, "side", NULL);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (cli_has(args, others[i])) {
            return cli_usage_error(command, "--side can be used only with --json, not with --%s",
                                   others[i]);
        }
    }
    size_t length;
    struct uth_bet bet;
    struct wire_fault fault;
    char *content = cli_read_file(command, path, FILE_MAX, &length);
    if (content == NULL) {
        return CLI_REFUSED;
    }
    const bool good = wire_bet_from_text(content, length, &bet, &fault);
    free(content);
    if (!good) {
        char text[WIRE_FAULT_TEXT_MAX];
        wire_fault_text(&fault, text);
        return cli_refuse(command, "%s: %s", path, text);
    }
    return work_out(command, path, &bet, cli_has(args, "json"));
}
