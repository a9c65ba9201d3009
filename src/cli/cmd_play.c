// `uth play`: hands at a table of your own, in the terminal or over a pipe. Everything that
// happens goes through the library's round, as it would in a cardroom.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "cli/cli.h"
#include "uth/round.h"

#define BANKROLL    INT64_C(100000) // $1,000 of play money
#define BANK_WAGER  INT64_C(1000000)
#define PLAYER_SEAT 1
#define LINE_SIZE   128

struct game {
    const struct cli_command *command;
    const struct uth_rules *rules;
    struct uth_round round;
    struct uth_meter meter;
    uth_money purse;
    uth_money ante;
    uth_money trips;
    bool seeded;
    uint64_t seed;
    bool failed; // the system gave no random bytes
};

// ---- the deck -------------------------------------------------------------------------------

// Without a seed every draw comes from the system; with one the same hands come again.
static uint64_t draw_bits(struct game *game)
{
    uint64_t bits = 0;
    if (!game->seeded) {
        game->failed = game->failed || getrandom(&bits, sizeof bits, 0) != sizeof bits;
        return bits;
    }
    game->seed += UINT64_C(0x9e3779b97f4a7c15);
    bits = game->seed;
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

// Unbiased: what would favour the low numbers is drawn again.
static unsigned draw_below(struct game *game, unsigned bound)
{
    const uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
    uint64_t bits;
    do {
        bits = draw_bits(game);
    } while (bits >= limit);
    return (unsigned)(bits % bound);
}

static void shuffle(struct game *game, uth_card deck[UTH_DECK_SIZE])
{
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        deck[i] = (uth_card)i;
    }
    for (unsigned i = UTH_DECK_SIZE - 1; i > 0; i--) {
        const unsigned j = draw_below(game, i + 1);
        const uth_card card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
}

// ---- talking --------------------------------------------------------------------------------

static void print_money(uth_money amount)
{
    const int64_t cents = amount.cents < 0 ? -amount.cents : amount.cents;
    (void)printf("%s$%lld", amount.cents < 0 ? "-" : "", (long long)cents / 100);
    if (cents % 100 != 0) {
        (void)printf(".%02lld", (long long)cents % 100);
    }
}

// False at the end of the input.
static bool ask(const char *prompt, char line[LINE_SIZE])
{
    (void)printf("%s", prompt);
    (void)fflush(stdout);
    if (fgets(line, LINE_SIZE, stdin) == NULL) {
        return false;
    }
    if (strchr(line, '\n') == NULL) {
        int c = getchar();
        while (c != '\n' && c != EOF) {
            c = getchar();
        }
    }
    line[strcspn(line, "\r\n")] = '\0';
    return true;
}

static void print_cards(const char *who, const uth_card *cards, size_t count)
{
    char text[24];
    uth_cards_text(cards, count, text);
    (void)printf("%-10s %s\n", who, text);
}

static void print_made_hand(const struct game *game)
{
    const struct uth_round *round = &game->round;
    const struct uth_round_seat *seat = &round->seats[PLAYER_SEAT - 1];
    uth_card cards[7] = {seat->cards[0], seat->cards[1]};
    char words[UTH_HAND_WORDS_MAX];
    memcpy(cards + 2, round->community, round->community_up);
    uth_hand_words(cards, 2U + round->community_up, words);
    (void)printf("You have %s.\n", words);
}

// ---- one hand -------------------------------------------------------------------------------

// A refusal is said and changes nothing.
static bool act(struct game *game, const struct uth_command *command)
{
    struct uth_events events = {0};
    const enum uth_status status = uth_round_decide(game->rules, &game->round, command, &events);
    if (status != UTH_OK) {
        (void)printf("Not so: %s (%s).\n", uth_status_text(status), uth_status_clause(status));
        return false;
    }
    for (unsigned i = 0; i < events.count; i++) {
        uth_round_apply(&game->round, &events.list[i]);
    }
    return true;
}

static bool act_simply(struct game *game, enum uth_command_kind kind)
{
    const struct uth_command command = {.kind = kind};
    return act(game, &command);
}

// Whole dollars, six digits at most, and the blanks behind them. False when there are none.
static bool read_dollars(const char **text, uth_money *amount)
{
    const size_t digits = strspn(*text, "0123456789");
    if (digits == 0 || digits > 6) {
        return false;
    }
    amount->cents = (int64_t)strtoul(*text, NULL, 10) * 100;
    *text += digits;
    *text += strspn(*text, " \t");
    return true;
}

// "10", "10 5", or nothing for the wager of before. False for what is not that.
static bool read_wager(const char *line, uth_money *ante, uth_money *trips)
{
    if (line[0] == '\0') {
        return true;
    }
    line += strspn(line, " \t");
    trips->cents = 0;
    return read_dollars(&line, ante) &&
           (line[0] == '\0' || (read_dollars(&line, trips) && line[0] == '\0'));
}

static bool affordable(const struct game *game, uth_money ante, uth_money trips)
{
    const int64_t fee = uth_fee_of_player(game->rules).cents;
    return 2 * ante.cents + trips.cents + fee <= game->purse.cents;
}

// False when the player leaves.
static bool take_wager(struct game *game)
{
    char line[LINE_SIZE];
    for (;;) {
        (void)fputs("\nYou hold ", stdout);
        print_money(game->purse);
        (void)fputs(". Ante (and Blind) and Trips in dollars, Enter for ", stdout);
        print_money(game->ante);
        (void)fputs(" ", stdout);
        print_money(game->trips);
        if (!ask(", q to leave: ", line) || strcmp(line, "q") == 0) {
            return false;
        }
        uth_money ante = game->ante;
        uth_money trips = game->trips;
        if (!read_wager(line, &ante, &trips)) {
            (void)puts("An Ante such as 10, or Ante and Trips such as 10 5.");
            continue;
        }
        if (!affordable(game, ante, trips)) {
            (void)puts("You do not hold that much.");
            continue;
        }
        const struct uth_command wager = {
            .kind = UTH_COMMAND_WAGER,
            .seat = PLAYER_SEAT,
            .stakes =
                {[UTH_WAGER_ANTE] = ante, [UTH_WAGER_BLIND] = ante, [UTH_WAGER_TRIPS] = trips},
        };
        if (act(game, &wager)) {
            game->ante = ante;
            game->trips = trips;
            return true;
        }
    }
}

static void offer_text(struct uth_decision offer, char text[8])
{
    if (offer.action == UTH_ACTION_RAISE) {
        (void)snprintf(text, 8, "%ux", offer.multiple);
    } else {
        (void)snprintf(text, 8, "%s", offer.action == UTH_ACTION_FOLD ? "fold" : "check");
    }
}

// What the player has left once his wagers lie on the layout.
static uth_money left_to_bet(const struct game *game)
{
    const struct uth_round_seat *seat = &game->round.seats[PLAYER_SEAT - 1];
    int64_t left = game->purse.cents - seat->fee.cents;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        left -= seat->stakes[i].cents;
    }
    return (uth_money){left};
}

// Asks until the answer is one of the offers, by its word or its first letter. At the end of the
// input the timer's decision stands (PLAY-6).
static void take_decision(struct game *game)
{
    struct uth_decision offers[UTH_OFFERS_MAX];
    const uth_money purse = left_to_bet(game);
    const size_t count = uth_round_offers(game->rules, &game->round, PLAYER_SEAT, purse, offers);
    char line[LINE_SIZE];
    while (uth_round_awaits(&game->round, PLAYER_SEAT)) {
        for (size_t i = 0; i < count; i++) {
            char text[8];
            offer_text(offers[i], text);
            (void)printf("%s%s", i == 0 ? "" : ", ", text);
        }
        if (!ask("? ", line)) {
            (void)act_simply(game, UTH_COMMAND_TIME_OUT);
            return;
        }
        for (size_t i = 0; i < count; i++) {
            char text[8];
            offer_text(offers[i], text);
            if (strcmp(line, text) == 0 || (line[0] == text[0] && line[1] == '\0')) {
                const struct uth_command decide = {.kind = UTH_COMMAND_DECIDE,
                                                   .seat = PLAYER_SEAT,
                                                   .decision = offers[i],
                                                   .purse = purse};
                (void)act(game, &decide);
                break;
            }
        }
    }
}

static void play_streets(struct game *game)
{
    print_cards("\nYour cards", game->round.seats[PLAYER_SEAT - 1].cards, 2);
    take_decision(game);
    (void)act_simply(game, UTH_COMMAND_TURN);
    print_cards("Flop", game->round.community, 3);
    print_made_hand(game);
    take_decision(game);
    (void)act_simply(game, UTH_COMMAND_TURN);
    print_cards("Board", game->round.community, 5);
    print_made_hand(game);
    take_decision(game);
    (void)act_simply(game, UTH_COMMAND_TURN);
}

static void print_dealer(const struct game *game)
{
    const struct uth_round *round = &game->round;
    uth_card seven[7] = {round->dealer[0], round->dealer[1]};
    char words[UTH_HAND_WORDS_MAX];
    if (!round->dealer_up) {
        (void)puts("The dealer's cards stay face down.");
        return;
    }
    memcpy(seven + 2, round->community, sizeof round->community);
    uth_hand_words(seven, 7, words);
    print_cards("Dealer", round->dealer, 2);
    (void)printf("The dealer has %s.\n", words);
}

static void settle(struct game *game)
{
    const struct uth_command settle = {.kind = UTH_COMMAND_SETTLE, .meter = game->meter};
    (void)act(game, &settle);
    const struct uth_round_seat *seat = &game->round.seats[PLAYER_SEAT - 1];
    uth_money total = uth_money_negative(seat->fee);
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = game->rules->wager_order[i];
        if ((seat->settled & (1U << wager)) == 0) {
            continue;
        }
        (void)printf("  %-52s ", uth_reason_text((enum uth_reason)seat->reasons[wager]));
        print_money(seat->nets[wager]);
        (void)putchar('\n');
        total = uth_money_sum(total, seat->nets[wager]);
    }
    if (seat->fee.cents != 0) {
        (void)printf("  %-52s ", "collection fee");
        print_money(uth_money_negative(seat->fee));
        (void)putchar('\n');
    }
    (void)fputs("This hand: ", stdout);
    print_money(total);
    (void)putchar('\n');
    game->purse = uth_money_sum(game->purse, total);
    (void)act_simply(game, UTH_COMMAND_END);
}

// False when the player leaves or can play no more.
static bool play_hand(struct game *game)
{
    const bool player_banks = game->rules->banked_by == UTH_BANKED_BY_PLAYER;
    // In California a house player in the last seat has the player-dealer position.
    const struct uth_command open = {
        .kind = UTH_COMMAND_OPEN,
        .bank_seat = player_banks ? game->rules->seats : 0,
        .bank_wager = {player_banks ? BANK_WAGER : 0},
    };
    struct uth_command deal = {.kind = UTH_COMMAND_DEAL};
    if (game->round.phase != UTH_PHASE_BETTING && !act(game, &open)) {
        return false;
    }
    if (!affordable(game, uth_rules_limit(game->rules, UTH_WAGER_ANTE).min, (uth_money){0})) {
        (void)puts("\nYou are out of chips.");
        return false;
    }
    if (!take_wager(game)) {
        return false;
    }
    shuffle(game, deal.deck);
    if (game->failed) {
        (void)cli_refuse(game->command, "the system gives no random bytes: %s", strerror(errno));
        return false;
    }
    (void)act_simply(game, UTH_COMMAND_CLOSE_BETS);
    (void)act(game, &deal);
    play_streets(game);
    print_dealer(game);
    settle(game);
    return true;
}

int cmd_play(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    struct uth_rules rules;
    struct game game = {.command = command, .rules = &rules, .purse = {BANKROLL}};
    uint64_t hands = UINT64_MAX;
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    if (args.argument_count != 0) {
        return cli_usage_error(command, "no arguments, only options");
    }
    game.seeded = cli_has(&args, "seed");
    if ((game.seeded && !cli_parse_number(cli_value(&args, "seed", ""), UINT64_MAX, &game.seed)) ||
        (cli_has(&args, "hands") &&
         !cli_parse_number(cli_value(&args, "hands", ""), UINT64_MAX, &hands))) {
        return cli_usage_error(command, "--seed and --hands take a whole number");
    }
    if (!cli_load_rules(command, cli_value(&args, "rules", "washington"), &rules)) {
        return CLI_REFUSED;
    }
    game.meter = uth_meter_fresh(&rules.progressive);
    game.ante = uth_rules_limit(&rules, UTH_WAGER_ANTE).min;
    (void)printf("%s, play money only.\n", rules.title);
    while (hands > 0 && play_hand(&game)) {
        hands--;
    }
    (void)fputs("\nYou leave with ", stdout);
    print_money(game.purse);
    (void)puts(".");
    return cli_finish(command, game.failed ? CLI_REFUSED : CLI_DONE);
}
