#include "cli/par_bet.h"

#include <stdlib.h>

#include "wire/amount_words.h"
#include "wire/bet_json.h"
#include "wire/exact_text.h"

#define FILE_MAX (1 << 16)

static void print_ratio(const char *name, struct uth_ratio ratio)
{
    char text[UTH_RATIO_TEXT_MAX];
    uth_ratio_text(ratio, text);
    (void)printf("%-14s %11.5f%%  %s\n", name, exact_decimal(ratio) * 100, text);
}

static void print_text(const struct uth_bet *bet, const struct uth_exact_bet *exact)
{
    (void)printf("%s (%s), looks at: %s\n\n%-32s %-12s %12s\n", bet->title, bet->id,
                 wire_bet_cards_text(bet->cards), "pays, the first line that fits", "odds",
                 "probability");
    for (unsigned i = 0; i < bet->line_count; i++) {
        const struct uth_bet_line *line = &bet->lines[i];
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
    print_ratio("house edge", exact->side.house_edge);
    print_ratio("hit frequency", exact->side.hit_frequency);
    (void)printf("%-14s %12.5f  %s\n", "variance", strtod(exact->side.variance_decimal, NULL),
                 exact->side.variance);
}

// Only a bet on the beaten hand asks how often each kind of hand meets each other.
static bool count_kinds(const struct uth_bet *bet, struct uth_exact_kinds *kinds)
{
    if (bet->cards != UTH_BET_BEATEN) {
        return true;
    }
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_exact *exact;
    if (memory == NULL) {
        return false;
    }
    UTH_CHECK(uth_exact_solve(&uth_rules_washington, 1, memory, size, &exact) == UTH_OK);
    uth_exact_kinds(exact, kinds);
    free(memory);
    return true;
}

static int work_out(const struct cli_command *command, const char *path, const struct uth_bet *bet,
                    bool as_json)
{
    struct uth_exact_kinds kinds;
    struct uth_exact_bet exact;
    struct wire_fault fault;
    char text[WIRE_FAULT_TEXT_MAX];
    if (!count_kinds(bet, &kinds)) {
        return cli_refuse(command, "out of memory");
    }
    const enum uth_status status = uth_exact_bet(&kinds, bet, &exact);
    if (status != UTH_OK) {
        return cli_refuse(command, "%s: %s (%s)", path, uth_status_text(status),
                          uth_status_clause(status));
    }
    if (!wire_bet_pays_each_line(bet, &exact, &fault)) {
        wire_fault_text(&fault, text);
        return cli_refuse(command, "%s: %s", path, text);
    }
    if (as_json) {
        return cli_print_json(wire_bet_exact_json(bet, &exact)) ? CLI_DONE : CLI_REFUSED;
    }
    print_text(bet, &exact);
    return CLI_DONE;
}

int par_bet(const struct cli_command *command, const struct cli_args *args)
{
    static const char *const others[] = {"rules", "ante", "strategy", "html", "threads"};
    const char *path = cli_value(args, "side", NULL);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (cli_has(args, others[i])) {
            return cli_usage_error(command, "--side goes with --json alone, not with --%s",
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
