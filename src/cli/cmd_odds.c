// `uth odds`: the exact value of every legal action in one situation.
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/exact_text.h"
#include "cli/odds.h"
#include "uth/exact.h"

static const char *const street_names[UTH_STREET_COUNT] = {"preflop", "flop", "river"};

static struct uth_ratio value_of(const struct uth_odds_answer *answer, unsigned action)
{
    return uth_ratio_of(answer->action[action].value, answer->deals * answer->unit);
}

static int print_json(const struct uth_odds_query *query, const struct uth_rules *rules,
                      const struct uth_odds_answer *answer)
{
    char cards[4 * UTH_DECK_SIZE];
    char best[8];
    json_t *document = json_object();
    json_t *actions = json_array();
    for (unsigned i = 0; i < answer->action_count; i++) {
        char name[8];
        json_t *action = json_object();
        exact_action_name(answer->action[i].play, answer->street, name);
        (void)json_object_set_new(action, "action", json_string(name));
        exact_set(action, "ev", value_of(answer, i));
        (void)json_array_append_new(actions, action);
    }
    exact_action_name(answer->action[answer->best].play, answer->street, best);
    uth_cards_text(query->hole, 2, cards);
    (void)json_object_set_new(document, "cards", json_string(cards));
    uth_cards_text(query->board, query->board_count, cards);
    (void)json_object_set_new(document, "board", json_string(cards));
    uth_cards_text(query->dead, query->dead_count, cards);
    (void)json_object_set_new(document, "dead", json_string(cards));
    (void)json_object_set_new(document, "rules", json_string(rules->name));
    (void)json_object_set_new(document, "street", json_string(street_names[answer->street]));
    (void)json_object_set_new(document, "deals", json_integer(answer->deals));
    (void)json_object_set_new(document, "actions", actions);
    (void)json_object_set_new(document, "best", json_string(best));
    return cli_print_json(document) ? CLI_DONE : CLI_REFUSED;
}

static int print_text(const struct uth_odds_query *query, const struct uth_odds_answer *answer)
{
    char hole[8];
    char board[16];
    uth_cards_text(query->hole, 2, hole);
    uth_cards_text(query->board, query->board_count, board);
    (void)printf("%s%s%s, %u dead cards, %lld deals; values in antes\n\n", hole,
                 query->board_count == 0 ? "" : " on ", board, query->dead_count,
                 (long long)answer->deals);
    const double best = exact_decimal(value_of(answer, answer->best));
    for (unsigned i = 0; i < answer->action_count; i++) {
        char name[8];
        char exact[UTH_RATIO_TEXT_MAX];
        const double value = exact_decimal(value_of(answer, i));
        exact_action_name(answer->action[i].play, answer->street, name);
        uth_ratio_text(value_of(answer, i), exact);
        (void)printf("  %-6s %+12.9f", name, value);
        if (i == answer->best) {
            (void)printf("   best           ");
        } else {
            (void)printf("   costs %9.6f ", best - value);
        }
        (void)printf(" %s\n", exact);
    }
    return CLI_DONE;
}

// False after a message: what is wrong, and with which option.
static bool read_cards(const struct cli_args *args, const char *option, uth_card *cards, size_t max,
                       uint8_t *count)
{
    size_t read = 0;
    const char *text = cli_value(args, option, "");
    const enum uth_status status = cli_parse_cards(text, cards, max, &read);
    if (status != UTH_OK) {
        (void)cli_refuse(args->command, "--%s \"%s\": %s (%s)", option, text,
                         uth_status_text(status), uth_status_clause(status));
        return false;
    }
    *count = (uint8_t)read;
    return true;
}

static bool read_query(const struct cli_args *args, struct uth_odds_query *query)
{
    uint8_t holes = 0;
    memset(query, 0, sizeof *query);
    if (!read_cards(args, "cards", query->hole, 2, &holes) ||
        !read_cards(args, "board", query->board, 5, &query->board_count) ||
        !read_cards(args, "dead", query->dead, UTH_ODDS_DEAD_MAX, &query->dead_count)) {
        return false;
    }
    if (holes != 2) {
        (void)cli_refuse(args->command, "--cards takes your two cards");
        return false;
    }
    if (query->board_count != 0 && query->board_count != 3 && query->board_count != 5) {
        (void)cli_refuse(args->command, "--board takes three cards (the flop) or five; got %u",
                         query->board_count);
        return false;
    }
    return true;
}

static enum uth_status value_situation(const struct uth_rules *rules,
                                       const struct uth_odds_query *query,
                                       struct uth_odds_answer *answer, bool *out_of_memory)
{
    const bool preflop = query->board_count == 0;
    const size_t size = preflop ? uth_odds_size() : 0;
    void *memory = preflop ? malloc(size) : NULL;
    *out_of_memory = preflop && memory == NULL;
    const enum uth_status status =
        *out_of_memory ? UTH_OK : uth_odds(rules, query, memory, size, answer);
    free(memory);
    return status;
}

int odds_report(const struct cli_args *args, const struct uth_rules *rules)
{
    struct uth_odds_query query;
    struct uth_odds_answer answer;
    bool out_of_memory;
    if (!read_query(args, &query)) {
        return CLI_REFUSED;
    }
    const enum uth_status refused = value_situation(rules, &query, &answer, &out_of_memory);
    if (out_of_memory) {
        return cli_refuse(args->command, "out of memory");
    }
    if (refused != UTH_OK) {
        return cli_refuse(args->command, "%s (%s)", uth_status_text(refused),
                          uth_status_clause(refused));
    }
    return cli_has(args, "json") ? print_json(&query, rules, &answer) : print_text(&query, &answer);
}

int cmd_odds(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    struct uth_rules rules;
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    if (args.argument_count != 0 || !cli_has(&args, "cards")) {
        return cli_usage_error(command, "say --cards \"Ah Kd\", and --board after the flop");
    }
    if (!cli_load_rules(command, cli_value(&args, "rules", "washington"), &rules)) {
        return CLI_REFUSED;
    }
    return cli_finish(command, odds_report(&args, &rules));
}
