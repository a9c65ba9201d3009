#include "cli/par_bet.h"

#include <stdlib.h>

#include "report/par.h"
#include "wire/amount_words.h"
#include "wire/bet_json.h"
#include "wire/exact_text.h"
#include "wire/rules_json.h"
#include "wire/rules_tables.h"

#define FILE_MAX (1 << 16)

static void print_ratio(const char *name, struct uth_ratio ratio)
{
    char text[UTH_RATIO_TEXT_MAX];
    uth_ratio_text(ratio, text);
    (void)printf("%-14s %11.5f%%  %s\n", name, exact_decimal(ratio) * 100, text);
}

static void print_table(const struct par_side *side)
{
    const struct uth_exact_side *exact = side->exact;
    for (unsigned i = 0; i < side->table->line_count; i++) {
        const struct uth_bet_line *line = &side->table->lines[i];
        char when[WIRE_CONDITION_MAX];
        char number[WIRE_AMOUNT_MAX];
        char odds[48];
        char text[UTH_RATIO_TEXT_MAX];
        (void)snprintf(odds, sizeof odds, "%s to %u", wire_grouped(line->pays.num, number),
                       line->pays.den);
        uth_ratio_text(exact->line[i], text);
        (void)printf("%-32s %-12s %11.5f%%  %s\n", wire_condition_text(&line->condition, when),
                     odds, exact_decimal(exact->line[i]) * 100, text);
    }
    (void)putchar('\n');
    print_ratio("house edge", exact->house_edge);
    print_ratio("hit frequency", exact->hit_frequency);
    (void)printf("%-14s %12.5f  %s\n", "variance", strtod(exact->variance_decimal, NULL),
                 exact->variance);
}

static void print_text(const struct uth_bet *bet, const struct par_side *sides, size_t count)
{
    (void)printf("%s (%s), looks at: %s\n", bet->title, bet->id,
                 wire_bet_cards_text((enum uth_bet_cards)bet->cards));
    for (size_t i = 0; i < count; i++) {
        if (sides[i].wager == UTH_WAGER_OWN_1) {
            (void)printf("\n%-32s %-12s %12s\n", "pays, the first line that fits", "odds",
                         "probability");
            print_table(&sides[i]);
        }
    }
}

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
    print_text(bet, sides, count);
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
