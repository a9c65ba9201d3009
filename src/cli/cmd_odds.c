// `uth odds`: the exact value of every legal action in one situation.
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/odds.h"
#include "uth/exact.h"
#include "wire/coach_words.h"
#include "wire/exact_json.h"
#include "wire/exact_text.h"

static int print_text(const struct uth_odds_query *query, const struct uth_odds_answer *answer)
{
    char hole[8];
    char board[16];
    uth_cards_text(query->hole, 2, hole);
    uth_cards_text(query->board, query->board_count, board);
    (void)printf("%s%s%s, %u dead card%s, %lld deals; values in antes\n\n", hole,
                 query->board_count == 0 ? "" : " on ", board, query->dead_count,
                 query->dead_count == 1 ? "" : "s", (long long)answer->deals);
    const double best = exact_decimal(wire_odds_value(answer, answer->best));
    for (unsigned i = 0; i < answer->action_count; i++) {
        char name[8];
        char exact[UTH_RATIO_TEXT_MAX];
        const double value = exact_decimal(wire_odds_value(answer, i));
        exact_action_name(answer->action[i].play, answer->street, name);
        uth_ratio_text(wire_odds_value(answer, i), exact);
        (void)printf("  %-6s %+12.9f", name, value);
        if (i == answer->best) {
            (void)printf("   best           ");
        } else {
            (void)printf("   costs %9.6f ", best - value);
        }
        (void)printf(" %s\n", exact);
    }
    char words[WIRE_COACH_MAX];
    const struct uth_coach coach = wire_coach_of(query);
    (void)putchar('\n');
    cli_put_wrapped(stdout, wire_coach_words(&coach, answer, words), 0, 0, false);
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
        (void)cli_usage_error(args->command, "--%s \"%s\": %s (%s)", option, text,
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
        (void)cli_usage_error(args->command, "--cards needs your two cards");
        return false;
    }
    if (query->board_count != 0 && query->board_count != 3 && query->board_count != 5) {
        (void)cli_usage_error(args->command, "--board needs three cards (the flop) or five; got %u",
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
        return CLI_USAGE;
    }
    const enum uth_status refused = value_situation(rules, &query, &answer, &out_of_memory);
    if (out_of_memory) {
        return cli_refuse(args->command, "out of memory");
    }
    // A card given twice is a slip of the command line, wherever it stands.
    const bool slip = refused == UTH_ERR_CARD_TWICE || refused == UTH_ERR_CARD_COUNT;
    if (refused != UTH_OK) {
        return (slip ? cli_usage_error : cli_refuse)(
            args->command, "%s (%s)", uth_status_text(refused), uth_status_clause(refused));
    }
    if (cli_has(args, "json")) {
        return cli_print_json(wire_odds_json(rules, &query, &answer)) ? CLI_DONE : CLI_REFUSED;
    }
    return print_text(&query, &answer);
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
        return cli_usage_error(command,
                               "missing --cards \"Ah Kd\"; --board is for the flop and after");
    }
    if (!cli_load_rules_at_ante(&args, &rules, &status)) {
        return status;
    }
    return cli_finish(command, odds_report(&args, &rules));
}
