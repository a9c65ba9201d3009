#include "cli/own_strategy.h"

#include <stdlib.h>

#include "wire/exact_json.h"
#include "wire/exact_text.h"
#include "wire/plan_text.h"

enum { FILE_MAX_BYTES = 1 << 16 };

static double percent(int64_t part, int64_t whole)
{
    return 100 * exact_decimal(uth_ratio_of(part, whole));
}

static void print_share(const struct uth_plan_share *share, unsigned play, enum uth_street street,
                        const char *words, int32_t unit)
{
    static const char *const where[UTH_STREET_COUNT] = {"before the flop", "flop", "river"};
    char action[8];
    exact_action_name(play, street, action);
    (void)printf("  %-5s  %-15s  %-32s %8.4f%% %9.5f%%\n", action, where[street], words,
                 percent(share->deals, UTH_EXACT_DEALS),
                 percent(share->cost, UTH_EXACT_DEALS * unit));
}

static void print_result(const struct uth_exact *exact, const struct uth_rules *rules,
                         const struct uth_plan *plan, const struct uth_plan_result *result)
{
    const int32_t unit = uth_exact_unit(exact);
    int64_t cost = 0;
    for (unsigned i = 0; i < plan->rule_count; i++) {
        cost += result->rule[i].cost;
    }
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        cost += result->none[street].cost;
    }
    const int64_t value = result->play.value;
    const int64_t whole = UTH_EXACT_DEALS * unit;
    (void)printf("Your strategy, %s: a round is worth %.6f%% of an Ante.\n"
                 "Perfect play: %.6f%%. Your rules give up %.6f%%.\n\n"
                 "  play   where            condition                         decides      costs\n",
                 rules->name, percent(value, whole), percent(value + cost, whole),
                 percent(cost, whole));
    for (unsigned i = 0; i < plan->rule_count; i++) {
        const struct uth_plan_rule *rule = &plan->rule[i];
        print_share(&result->rule[i], rule->play, rule->street, rule->words, unit);
    }
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        print_share(&result->none[street], 0, (enum uth_street)street, "everything else", unit);
    }
}

int own_strategy_report(const struct cli_args *args, const struct uth_rules *rules,
                        struct uth_exact *exact)
{
    const struct cli_command *command = args->command;
    const char *path = cli_value(args, "file", "");
    char fault[WIRE_PLAN_FAULT_MAX];
    struct uth_plan plan;
    struct uth_plan_result result;
    size_t length = 0;
    char *text = cli_read_file(command, path, FILE_MAX_BYTES, &length);
    if (text == NULL) {
        return CLI_REFUSED;
    }
    const bool read = wire_plan_read(text, length, rules, &plan, fault);
    free(text);
    if (!read) {
        return cli_refuse(command, "%s: %s", path, fault);
    }
    uth_exact_plan(exact, &plan, &result);
    if (cli_has(args, "json")) {
        json_t *document = wire_plan_json(exact, rules, &plan, &result);
        return cli_print_json(document) ? CLI_DONE : CLI_REFUSED;
    }
    print_result(exact, rules, &plan, &result);
    return CLI_DONE;
}
