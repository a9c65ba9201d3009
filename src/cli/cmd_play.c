// `uth play`: hands at a table of your own, in the terminal or over a pipe. Everything that
// happens goes through the library's round, as it would in a cardroom.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "cli/play_game.h"
#include "report/placard.h"
#include "report/rules_sheet.h"
#include "uth/view.h"

// ---- the deck -------------------------------------------------------------------------------

// Without a seed every draw comes from the system; with one the same hands come again.
static uint64_t draw_bits(struct game *game)
{
    uint64_t bits = 0;
    if (!game->record.seeded) {
        game->failed = game->failed || getrandom(&bits, sizeof bits, 0) != sizeof bits;
        return bits;
    }
    game->record.seed += UINT64_C(0x9e3779b97f4a7c15);
    bits = game->record.seed;
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

bool play_shuffle(struct game *game, uth_card deck[UTH_DECK_SIZE])
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
    if (game->failed) {
        (void)cli_refuse(game->command, "the system gives no random bytes: %s", strerror(errno));
    }
    return !game->failed;
}

// ---- what the player sees -------------------------------------------------------------------

static void print_made_hand(const struct game *game)
{
    const struct uth_round *round = &game->round;
    const struct uth_round_seat *seat = &round->seats[play_seat(game->rules) - 1];
    uth_card cards[7] = {seat->cards[0], seat->cards[1]};
    char words[UTH_HAND_WORDS_MAX];
    memcpy(cards + 2, round->community, round->community_up);
    uth_hand_words(cards, 2U + round->community_up, words);
    (void)printf("You have %s.\n", words);
}

static void print_statistics(const struct game *game)
{
    const struct play_statistics *s = &game->record.statistics;
    if (s->hands == 0) {
        (void)puts("No hand has been completed yet.");
    } else {
        (void)printf("%llu hand%s: %llu won, %llu lost, %llu tied, %llu folded.\nResult ",
                     (unsigned long long)s->hands, s->hands == 1 ? "" : "s",
                     (unsigned long long)s->won, (unsigned long long)s->lost,
                     (unsigned long long)s->tied, (unsigned long long)s->folded);
        play_print_money(s->net);
        (void)fputs(" on ", stdout);
        play_print_money(s->wagered);
        (void)fputs(" wagered; best hand ", stdout);
        play_print_money(s->best);
        (void)fputs(", worst ", stdout);
        play_print_money(s->worst);
        (void)puts(".");
    }
    if (s->decisions != 0) {
        (void)printf("Mistakes: %llu of %llu decision%s, at a cost of %.4f antes.\n",
                     (unsigned long long)s->mistakes, (unsigned long long)s->decisions,
                     s->decisions == 1 ? "" : "s", (double)s->cost / 1e6);
    }
}

static void print_keys(const struct game *game)
{
    (void)fputs("h  the exact value of each choice        s  statistics\n"
                "H  hints always, on or off               C  costs of choices, on or off\n"
                "r  rules, pay tables, ranking, glossary  ?  this list\n"
                "q  leave now, or before the next hand\n",
                stdout);
    play_print_decision_keys(game->rules);
    (void)fputs("A wager: 10 is Ante and Blind, 10 5 with Trips", stdout);
    const char *between = ".\nBehind it ";
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const struct play_side side = play_side_of(game->rules, (enum uth_wager)i);
        if (side.letter != '\0' && game->rules->offered[i]) {
            const bool fixed = uth_wagers[i].on_meter;
            (void)printf("%s%c%s for %s%s", between, side.letter, fixed ? "" : "5",
                         fixed ? "the " : "", side.name);
            between = ", ";
        }
    }
    (void)puts(".");
    if (play_is_banked_by_player(game->rules)) {
        (void)puts("The bank, when it is offered to you: an amount posts it, d declines.");
    }
}

static void print_dealer(const struct game *game)
{
    const struct uth_round *round = &game->round;
    uth_card seven[7] = {round->dealer[0], round->dealer[1]};
    char words[UTH_HAND_WORDS_MAX];
    if (!round->dealer_up) {
        (void)puts("The dealer's cards stay face down.");
        if (!game->hints) {
            return;
        }
        (void)puts("With hints on, here is what you folded against:"); // a school shows them
    }
    memcpy(seven + 2, round->community, sizeof round->community);
    uth_hand_words(seven, 7, words);
    if (play_banks(game)) {
        play_print_cards(&game->screen, "\nBoard", round->community, 5);
        play_print_cards(&game->screen, "Your cards", round->dealer, 2);
        (void)printf("You have %s.\n", words);
        return;
    }
    const bool player = play_is_banked_by_player(game->rules);
    play_print_cards(&game->screen, player ? "Player-dealer" : "Dealer", round->dealer, 2);
    (void)printf("The %s has %s.\n", player ? "player-dealer" : "dealer", words);
}

// The profile, then what is posted at every table: the ranking of hands and the glossary.
static void print_rules(const struct uth_rules *rules)
{
    const struct placard_of of = {.rules = rules};
    struct placard *placard = malloc(sizeof *placard);
    rules_write(rules, stdout);
    if (placard != NULL) {
        placard_make(&of, placard);
        placard_section_text(placard, "ranking", stdout);
        placard_section_text(placard, "glossary", stdout);
    }
    free(placard);
}

bool play_serve_request(struct game *game, const char *line)
{
    if (strlen(line) != 1) {
        return false;
    }
    switch (line[0]) {
    case '?': print_keys(game); return true;
    case 's': print_statistics(game); return true;
    case 'r': print_rules(game->rules); return true;
    case 'H':
        game->hints = !game->hints;
        (void)puts(game->hints ? "Hints are on." : "Hints are off.");
        return true;
    case 'C':
        game->costs = !game->costs;
        (void)puts(game->costs ? "Costs are shown." : "Costs are not shown.");
        return true;
    default: return false;
    }
}

// ---- one hand -------------------------------------------------------------------------------

bool play_act(struct game *game, const struct uth_command *command)
{
    struct uth_events events = {0};
    const enum uth_status status = uth_round_decide(game->rules, &game->round, command, &events);
    if (status != UTH_OK) {
        (void)printf("Not allowed: %s (%s).\n", uth_status_text(status), uth_status_clause(status));
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
    return play_act(game, &command);
}

static bool save(struct game *game)
{
    game->failed =
        game->failed || (game->save != NULL &&
                         !play_record_save(game->command, game->save, game->rules, &game->record));
    return !game->failed;
}

uth_money play_total_of(const uth_money stakes[UTH_WAGER_COUNT])
{
    uth_money total = {0};
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        total = uth_money_sum(total, stakes[i]);
    }
    return total;
}

static bool affordable(const struct game *game, uth_money wagers)
{
    return wagers.cents + uth_fee_of_player(game->rules).cents <= game->record.purse.cents;
}

static void print_wager_prompt(const struct game *game)
{
    (void)putchar('\n');
    if (game->rules->offered[UTH_WAGER_PROGRESSIVE]) {
        (void)fputs("The meter stands at ", stdout);
        play_print_money(game->record.meter.amount);
        (void)puts(".");
    }
    (void)fputs("You hold ", stdout);
    play_print_money(game->record.purse);
    (void)fputs(". Ante (and Blind) and Trips in dollars;\nEnter for ", stdout);
    play_print_money(game->record.stakes[UTH_WAGER_ANTE]);
    (void)fputs(" ", stdout);
    play_print_money(game->record.stakes[UTH_WAGER_TRIPS]);
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const struct play_side side = play_side_of(game->rules, (enum uth_wager)i);
        if (side.letter != '\0' && game->record.stakes[i].cents != 0) {
            (void)printf(" %s ", side.name);
            play_print_money(game->record.stakes[i]);
        }
    }
    (void)fputs(", q to leave: ", stdout);
}

// False when the player leaves.
static bool take_wager(struct game *game)
{
    char line[PLAY_LINE_SIZE];
    for (;;) {
        print_wager_prompt(game);
        if (!play_ask_line(line) || strcmp(line, "q") == 0) {
            return false;
        }
        struct uth_command wager = {.kind = UTH_COMMAND_WAGER, .seat = play_seat(game->rules)};
        memcpy(wager.stakes, game->record.stakes, sizeof wager.stakes);
        if (play_serve_request(game, line)) {
            continue;
        }
        if (strcmp(line, "h") == 0) {
            (void)puts(
                "A hint needs your cards: press h at a decision. H shows hints at every decision.");
            continue;
        }
        const enum play_wager read = play_read_wager(game->rules, line, wager.stakes);
        // To take everything off the layout again is no way to begin a hand.
        if (read != PLAY_WAGER_READ || wager.stakes[UTH_WAGER_ANTE].cents == 0) {
            play_print_no_wager(game->rules, read);
        } else if (!affordable(game, play_total_of(wager.stakes))) {
            (void)puts("Not enough chips.");
        } else if (play_act(game, &wager)) {
            memcpy(game->record.stakes, wager.stakes, sizeof wager.stakes);
            return true;
        }
    }
}

#define OFFER_SIZE  8
#define PROMPT_SIZE (UTH_OFFERS_MAX * (OFFER_SIZE + 2) + 3)

static void offer_text(struct uth_decision offer, char text[OFFER_SIZE])
{
    if (offer.action == UTH_ACTION_RAISE) {
        (void)snprintf(text, OFFER_SIZE, "%ux", offer.multiple);
    } else {
        (void)snprintf(text, OFFER_SIZE, "%s", offer.action == UTH_ACTION_FOLD ? "fold" : "check");
    }
}

// What the player has left once their wagers lie on the layout.
static uth_money left_to_bet(const struct game *game)
{
    const struct uth_round_seat *seat = &game->round.seats[play_seat(game->rules) - 1];
    return (uth_money){game->record.purse.cents - seat->fee.cents -
                       play_total_of(seat->stakes).cents};
}

static bool decide(struct game *game, struct uth_decision decision)
{
    const struct uth_command command = {.kind = UTH_COMMAND_DECIDE,
                                        .seat = play_seat(game->rules),
                                        .decision = decision,
                                        .purse = left_to_bet(game)};
    return play_act(game, &command);
}

static void print_settled(const struct game *game, const struct uth_round_seat *seat,
                          enum uth_wager wager)
{
    char reason[UTH_REASON_TEXT_MAX];
    (void)printf("  %-52s ", uth_reason_text(game->rules, wager,
                                             (enum uth_reason)seat->reasons[wager], reason));
    play_print_money(seat->nets[wager]);
    (void)putchar('\n');
}

// PLAY-5: what a fold loses is taken at the fold.
static void print_fold(const struct game *game)
{
    const struct uth_round_seat *seat = &game->round.seats[play_seat(game->rules) - 1];
    for (unsigned i = 0; seat->folded && i < UTH_WAGER_COUNT; i++) {
        if ((seat->settled >> i & 1) != 0) {
            print_settled(game, seat, (enum uth_wager)i);
        }
    }
}

static void count_decision(struct game *game, const struct play_advice *advice,
                           struct uth_decision decision)
{
    struct play_statistics *s = &game->record.statistics;
    const int64_t cost = play_cost(advice, decision);
    s->decisions++;
    s->mistakes += cost > 0;
    s->cost += cost;
    if (game->costs && advice->known) {
        (void)printf(cost == 0 ? "That was best.\n" : "That cost %.6f antes.\n",
                     (double)cost / 1e6);
    }
}

// The offer that is meant, by its word or its first letter.
static bool find_offer(const struct play_offers *offers, const char *line,
                       struct uth_decision *decision)
{
    for (size_t i = 0; i < offers->count; i++) {
        char text[OFFER_SIZE];
        offer_text(offers->of[i], text);
        if (strcmp(line, text) == 0 || (line[0] == text[0] && line[1] == '\0')) {
            *decision = offers->of[i];
            return true;
        }
    }
    return false;
}

static void write_prompt(const struct play_offers *offers, char prompt[PROMPT_SIZE])
{
    size_t length = 0;
    for (size_t i = 0; i < offers->count; i++) {
        char text[OFFER_SIZE];
        offer_text(offers->of[i], text);
        length += (size_t)snprintf(prompt + length, PROMPT_SIZE - length, "%s%s",
                                   i == 0 ? "" : ", ", text);
    }
    (void)snprintf(prompt + length, PROMPT_SIZE - length, "? ");
}

// Asks until the answer is one of the offers. Who leaves, or whose input ends, leaves the decision
// to the timer (PLAY-6), unless the game can be taken up here again.
static void take_decision(struct game *game)
{
    struct play_offers offers;
    struct uth_decision decision;
    struct play_advice advice;
    char prompt[PROMPT_SIZE];
    char line[PLAY_LINE_SIZE];
    if (!uth_round_awaits(&game->round, play_seat(game->rules)) || game->leaves) {
        return;
    }
    offers.count = uth_round_offers(game->rules, &game->round, play_seat(game->rules),
                                    left_to_bet(game), offers.of);
    play_advise(game->rules, &game->round, &offers, game->odds_memory, &advice);
    if (game->hints) {
        play_print_advice(&advice, game->record.stakes[UTH_WAGER_ANTE]);
    }
    write_prompt(&offers, prompt);
    for (;;) {
        if (!play_ask_key(&game->screen, prompt, line) || strcmp(line, "q") == 0) {
            game->leaves = true;
            return;
        }
        if (find_offer(&offers, line, &decision)) {
            break;
        }
        if (strcmp(line, "h") == 0) {
            play_print_advice(&advice, game->record.stakes[UTH_WAGER_ANTE]);
        } else if (!play_serve_request(game, line)) {
            (void)puts("'?' lists the keys.");
        }
    }
    if (decide(game, decision)) {
        if (offers.count > 1) {
            count_decision(game, &advice, decision);
        }
        print_fold(game);
        game->record.decisions[game->record.decision_count++] = decision;
        (void)save(game);
    }
}

static void turn(struct game *game)
{
    (void)play_others_decide(game);
    if (game->leaves) {
        (void)act_simply(game, UTH_COMMAND_TIME_OUT);
    }
    (void)act_simply(game, UTH_COMMAND_TURN);
}

static void play_streets(struct game *game)
{
    static const struct {
        enum uth_phase phase;
        const char *name;
        uint8_t up;
    } streets[] = {{UTH_PHASE_PREFLOP, "\nYour cards", 0},
                   {UTH_PHASE_FLOP, "Flop", 3},
                   {UTH_PHASE_RIVER, "Board", 5}};
    for (size_t i = 0; i < sizeof streets / sizeof streets[0]; i++) {
        if (game->leaves && game->save != NULL) {
            return;
        }
        if (game->round.phase != streets[i].phase) {
            continue;
        }
        if (play_banks(game)) {
            // The player-dealer's cards stay face down until everybody has decided.
        } else if (streets[i].up == 0) {
            play_print_cards(&game->screen, streets[i].name,
                             game->round.seats[play_seat(game->rules) - 1].cards, 2);
        } else {
            play_print_cards(&game->screen, streets[i].name, game->round.community, streets[i].up);
            print_made_hand(game);
        }
        take_decision(game);
        if (!(game->leaves && game->save != NULL)) {
            turn(game);
        }
    }
}

static void count_hand(struct game *game, uth_money total)
{
    struct play_statistics *s = &game->record.statistics;
    const struct uth_round_seat *seat = &game->round.seats[play_seat(game->rules) - 1];
    // The first hand is the best and the worst so far, though it lost or won.
    s->best.cents = s->hands == 0 || total.cents > s->best.cents ? total.cents : s->best.cents;
    s->worst.cents = s->hands == 0 || total.cents < s->worst.cents ? total.cents : s->worst.cents;
    s->hands++;
    s->folded += seat->folded;
    s->won += !seat->folded && total.cents > 0;
    s->lost += !seat->folded && total.cents < 0;
    s->tied += !seat->folded && total.cents == 0;
    s->net = uth_money_sum(s->net, total);
    s->wagered = uth_money_sum(s->wagered, play_total_of(seat->stakes));
    game->record.purse = uth_money_sum(game->record.purse, total);
    game->record.in_hand = false;
    game->record.decision_count = 0;
}

// Takes the awards off the meter as the settlement did.
static void pay_from_meter(struct game *game)
{
    struct uth_facts facts;
    struct uth_settlement settlement;
    uth_round_facts(&game->round, &facts);
    facts.meter = game->record.meter;
    uth_settle(game->rules, &facts, &settlement);
    game->record.meter = settlement.meter;
}

static uth_money settle_player(const struct game *game)
{
    const struct uth_round_seat *seat = &game->round.seats[play_seat(game->rules) - 1];
    const struct uth_viewer nobody = {UTH_VIEWER_SPECTATOR, 0};
    struct uth_view view;
    struct uth_moved order[UTH_SETTLED_MAX];
    uth_view_of(&game->round, nobody, &view);
    const size_t count = uth_view_moved(game->rules, &view, order);
    uth_money total = uth_money_negative(seat->fee);
    for (size_t i = 0; i < count; i++) {
        if (order[i].seat != play_seat(game->rules)) {
            continue;
        }
        const uth_money net = seat->nets[order[i].wager];
        const uth_money back = uth_money_sum(seat->stakes[order[i].wager], net);
        if (!order[i].by_fold) {
            print_settled(game, seat, order[i].wager);
        } else if (back.cents != 0) { // taken whole at the fold (BANK-4)
            (void)printf("  %-52s ", uth_carried_text(UTH_CARRIED_NOT_AT_ALL));
            play_print_money(back);
            (void)putchar('\n');
        }
        total = uth_money_sum(total, net);
    }
    if (seat->fee.cents != 0) {
        (void)printf("  %-52s ", "collection fee");
        play_print_money(uth_money_negative(seat->fee));
        (void)putchar('\n');
    }
    return total;
}

static void settle(struct game *game)
{
    const struct uth_command settle = {.kind = UTH_COMMAND_SETTLE, .meter = game->record.meter};
    pay_from_meter(game);
    (void)play_act(game, &settle);
    const uth_money total = play_banks(game) ? play_settle_bank(game) : settle_player(game);
    (void)fputs("This hand: ", stdout);
    play_print_money(total);
    (void)putchar('\n');
    count_hand(game, total);
    play_bank_after_hand(game);
    (void)act_simply(game, UTH_COMMAND_END);
}

static bool open_round(struct game *game)
{
    if (game->round.phase == UTH_PHASE_BETTING) {
        return true;
    }
    return play_is_banked_by_player(game->rules) ? play_open_banked(game)
                                                 : act_simply(game, UTH_COMMAND_OPEN);
}

// From the wagers to the cards.
static bool deal(struct game *game)
{
    struct uth_command deal = {.kind = UTH_COMMAND_DEAL};
    memcpy(deal.deck, game->record.deck, sizeof deal.deck);
    return act_simply(game, UTH_COMMAND_CLOSE_BETS) && play_act(game, &deal);
}

// A hand that was left half played: the same wagers, deck and decisions bring it back.
static bool take_up_hand(struct game *game)
{
    struct uth_command wager = {.kind = UTH_COMMAND_WAGER, .seat = play_seat(game->rules)};
    memcpy(wager.stakes, game->record.stakes, sizeof wager.stakes);
    bool good = play_banks(game) ? play_bank_is_affordable(game) && open_round(game)
                                 : affordable(game, play_total_of(wager.stakes)) &&
                                       open_round(game) && play_act(game, &wager);
    good = good && deal(game);
    for (unsigned i = 0; good && i < game->record.decision_count; i++) {
        good = decide(game, game->record.decisions[i]);
        if (good && !uth_round_awaits(&game->round, play_seat(game->rules)) &&
            game->round.phase <= UTH_PHASE_RIVER) {
            good = play_others_decide(game) && act_simply(game, UTH_COMMAND_TURN);
        }
    }
    return good;
}

// Of a line of 80 columns: what the wagers may take, with an amount and what comes behind them.
#define LAYOUT_COLUMNS 70
#define AMOUNT_COLUMNS 8

static void print_layout(const struct game *game)
{
    if (play_banks(game)) {
        (void)fputs("You bank with ", stdout);
        play_print_money(game->round.bank_wager);
        (void)puts(".");
        return;
    }
    const struct uth_round_seat *seat = &game->round.seats[play_seat(game->rules) - 1];
    const char *before = "On the table ";
    size_t column = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (seat->stakes[i].cents != 0) {
            const char *title = uth_rules_wager_title(game->rules, (enum uth_wager)i);
            column += strlen(title) + AMOUNT_COLUMNS;
            (void)printf("%s%s%s ", before, column > LAYOUT_COLUMNS ? "\n  " : "", title);
            play_print_money(seat->stakes[i]);
            column = column > LAYOUT_COLUMNS ? strlen(title) + AMOUNT_COLUMNS : column;
            before = ", ";
        }
    }
    if (seat->fee.cents != 0) {
        (void)fputs("; collection fee ", stdout);
        play_print_money(seat->fee);
    }
    (void)fputs("; you hold ", stdout);
    play_print_money(left_to_bet(game));
    (void)puts(".");
}

// False when the player leaves or can play no more.
static bool begin_hand(struct game *game)
{
    const uth_money least = uth_rules_limit(game->rules, UTH_WAGER_ANTE).min;
    if (!affordable(game, uth_money_sum(least, least))) {
        (void)puts("\nYou are out of chips.");
        if (game->save != NULL) {
            (void)printf("This game is over: start a new one with another --save FILE, or remove "
                         "'%s'.\n",
                         game->save);
        }
        return false;
    }
    if (!play_take_position(game) || !open_round(game)) {
        return false;
    }
    // Saved as a hand in play once it is one.
    if ((!play_banks(game) && !take_wager(game)) || !play_shuffle(game, game->record.deck) ||
        !deal(game)) {
        return false;
    }
    const struct uth_round_seat *seat = &game->round.seats[play_seat(game->rules) - 1];
    const enum uth_status fed = uth_meter_feed(&game->record.meter, &game->rules->progressive,
                                               seat->stakes[UTH_WAGER_PROGRESSIVE]);
    game->record.in_hand = true;
    return fed == UTH_OK && save(game);
}

// False when the game is over, or is left to be taken up again.
static bool play_hand(struct game *game)
{
    if (!play_record_counts(&game->record)) {
        (void)puts("\nThis game has reached the largest amount that can be counted.");
        return false;
    }
    if (game->record.in_hand) {
        (void)puts("The hand you left:");
        print_layout(game);
        if (game->round.phase != UTH_PHASE_PREFLOP && !play_banks(game)) {
            play_print_cards(&game->screen, "Your cards",
                             game->round.seats[play_seat(game->rules) - 1].cards, 2);
        }
    } else if (!begin_hand(game)) {
        return false;
    }
    play_streets(game);
    if (game->round.phase != UTH_PHASE_SHOWDOWN) {
        return false;
    }
    print_dealer(game);
    settle(game);
    return save(game) && !game->leaves;
}

// ---- the command ----------------------------------------------------------------------------

static bool start(struct game *game, const struct cli_args *args)
{
    bool found = false;
    game->record.purse.cents = PLAY_BANKROLL;
    game->record.meter = uth_meter_fresh(&game->rules->progressive);
    game->record.stakes[UTH_WAGER_ANTE] = uth_rules_limit(game->rules, UTH_WAGER_ANTE).min;
    game->record.stakes[UTH_WAGER_BLIND] = game->record.stakes[UTH_WAGER_ANTE];
    play_bank_start(game);
    if (game->save != NULL &&
        !play_record_load(game->command, game->save, game->rules, &game->record, &found)) {
        return false;
    }
    if (game->save != NULL && !play_record_try(game->command, game->save)) {
        return false;
    }
    if (found && cli_has(args, "seed")) {
        (void)cli_refuse(game->command,
                         "--seed cannot be used with '%s', which continues with its own cards",
                         game->save);
        return false;
    }
    if (game->record.in_hand && !take_up_hand(game)) {
        (void)cli_refuse(game->command, "'%s' is not a saved game: its hand cannot be played",
                         game->save);
        return false;
    }
    (void)printf("%s, play money only.%s\n", game->rules->title,
                 game->screen.keys ? " '?' lists the keys." : "");
    play_print_company(game);
    if (found && game->record.statistics.hands > 0) {
        print_statistics(game);
    }
    return true;
}

// What lies on the table is neither theirs nor lost: the hand will tell.
static void print_leaving(const struct game *game)
{
    (void)fputs("\nYou leave with ", stdout);
    if (!game->record.in_hand) {
        play_print_money(game->record.purse);
        (void)puts(".");
        return;
    }
    play_print_money(left_to_bet(game));
    (void)fputs(", and ", stdout);
    play_print_money(play_total_of(game->round.seats[play_seat(game->rules) - 1].stakes));
    (void)puts(" on the table, in a hand that is not finished.");
}

static void play(struct game *game, uint64_t hands)
{
    game->odds_memory = malloc(uth_odds_size());
    while (hands > 0 && play_hand(game)) {
        hands--;
    }
    free(game->odds_memory);
    print_leaving(game);
    if (game->screen.keys && game->record.statistics.hands > 0) {
        print_statistics(game);
    }
}

// Leaves the number as it is without the option. False after a message.
static bool read_number(const struct cli_args *args, const char *option, uint64_t *number)
{
    const char *text = cli_value(args, option, NULL);
    if (text == NULL || cli_parse_number(text, UINT64_MAX, number)) {
        return true;
    }
    const bool whole = text[0] != '\0' && strspn(text, "0123456789") == strlen(text);
    (void)cli_usage_error(args->command, "--%s must be a whole number%s, not '%s'", option,
                          whole ? " below 2^64" : "", text);
    return false;
}

int cmd_play(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    struct uth_rules rules;
    struct game game = {.command = command, .rules = &rules};
    uint64_t hands = UINT64_MAX;
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    if (args.argument_count != 0) {
        return cli_usage_error(command, "this command takes only options, no arguments");
    }
    game.record.seeded = cli_has(&args, "seed");
    if (!read_number(&args, "seed", &game.record.seed) || !read_number(&args, "hands", &hands)) {
        return CLI_USAGE;
    }
    if (!cli_load_rules(command, cli_value(&args, "rules", "washington"), &rules)) {
        return CLI_REFUSED;
    }
    game.save = cli_value(&args, "save", NULL);
    game.hints = cli_has(&args, "hints");
    game.costs = cli_has(&args, "costs");
    game.screen = play_screen_open(cli_has(&args, "no-color"));
    if (!start(&game, &args)) {
        return CLI_REFUSED;
    }
    play(&game, hands);
    return cli_finish(command, game.failed ? CLI_REFUSED : CLI_DONE);
}
