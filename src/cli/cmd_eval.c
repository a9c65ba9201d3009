// `uth eval`: what a poker hand is.
#include <string.h>

#include "cli/cli.h"
#include "wire/hand_json.h"

static int print_hand(const uth_card *cards, size_t count, bool as_json)
{
    if (as_json) {
        return cli_print_json(wire_hand_json(cards, count)) ? CLI_DONE : CLI_REFUSED;
    }
    uth_card five[5];
    char words[UTH_HAND_WORDS_MAX];
    char five_text[16];
    (void)uth_hand_best_five(cards, count, five);
    uth_hand_words(cards, count, words);
    uth_cards_text(five, 5, five_text);
    (void)printf("%s\n  %s\n", words, five_text);
    return CLI_DONE;
}

// Cards may come as one argument or as several: "As Kd", AsKd, As Kd.
static bool join(const struct cli_args *args, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < args->argument_count; i++) {
        const size_t used = strlen(text);
        if (used + strlen(args->arguments[i]) + 2 > size) {
            return false;
        }
        (void)snprintf(text + used, size - used, "%s ", args->arguments[i]);
    }
    return true;
}

int cmd_eval(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    char text[64];
    if (args.argument_count == 0) {
        return cli_usage_error(command, "missing cards");
    }
    uth_card cards[7];
    size_t count = 0;
    const bool fits = join(&args, text, sizeof text);
    const enum uth_status parsed =
        fits ? cli_parse_cards(text, cards, 7, &count) : UTH_ERR_CARD_COUNT;
    if (parsed == UTH_ERR_CARD_COUNT || (parsed == UTH_OK && count < 5)) {
        return cli_refuse(command, "a hand has five, six or seven cards");
    }
    if (parsed != UTH_OK) {
        return cli_refuse(command, "%s (%s)", uth_status_text(parsed), uth_status_clause(parsed));
    }
    return cli_finish(command, print_hand(cards, count, cli_has(&args, "json")));
}
