// Where a player banks: proposition players of a provider have the other seats (BANK-1), and the
// player-dealer's position goes round as at any table (ROT-1, uth/rotation.h).
#include <string.h>

#include "cli/play_game.h"
#include "core/decision.h"
#include "uth/coach.h"

#define PROVIDER          "Redwood Players"
#define PROVIDER_BANKROLL INT64_C(10000000) // $100,000 of play money
#define BANK_ANTES        100               // what a proposition player posts

bool play_is_banked_by_player(const struct uth_rules *rules)
{
    return rules->banked_by == UTH_BANKED_BY_PLAYER;
}

uint8_t play_seat(const struct uth_rules *rules)
{
    return play_is_banked_by_player(rules) ? 2 : 1; // one banks before it is the player's turn
}

bool play_banks(const struct game *game)
{
    const struct uth_rotation *rotation = &game->record.rotation;
    return play_is_banked_by_player(game->rules) && rotation->banking &&
           rotation->seat == play_seat(game->rules);
}

// ---- who has what -----------------------------------------------------------------------------

static uth_money ante_of(const struct uth_rules *rules)
{
    return uth_rules_limit(rules, UTH_WAGER_ANTE).min;
}

static uth_money fee_max(const struct uth_rules *rules)
{
    return uth_fee_of_bank(rules, (uth_money){UTH_MONEY_MAX});
}

static uth_money posted_by_others(const struct uth_rules *rules)
{
    return (uth_money){BANK_ANTES * ante_of(rules).cents};
}

// Enough for a hand of all of them, with one as player-dealer.
static bool is_funded(const struct game *game)
{
    const struct uth_rules *rules = game->rules;
    const int64_t each =
        (2 + rules_largest_raise(rules)) * ante_of(rules).cents + uth_fee_of_player(rules).cents;
    const int64_t bank = posted_by_others(rules).cents + fee_max(rules).cents;
    return game->record.provider.cents >= (rules->seats - 1) * each + bank;
}

static uth_seat_set able_seats(const struct game *game)
{
    const struct uth_rules *rules = game->rules;
    const unsigned you = 1U << (play_seat(rules) - 1);
    const bool may = game->record.purse.cents - fee_max(rules).cents >= rules->chip.cents;
    const unsigned others = is_funded(game) ? ((1U << rules->seats) - 1) & ~you : 0;
    return (uth_seat_set)(others | (may ? you : 0));
}

void play_bank_start(struct game *game)
{
    if (play_is_banked_by_player(game->rules)) {
        game->record.provider.cents = PROVIDER_BANKROLL;
        game->record.bank = posted_by_others(game->rules);
    }
}

void play_print_company(const struct game *game)
{
    if (play_is_banked_by_player(game->rules)) {
        (void)printf("You sit at seat %u of %u, among proposition players of " PROVIDER ".\n",
                     play_seat(game->rules), game->rules->seats);
    }
}

bool play_bank_is_affordable(const struct game *game)
{
    return game->record.bank.cents <= game->record.purse.cents - fee_max(game->rules).cents;
}

// ---- who is asked first -----------------------------------------------------------------------

static bool draw_for_bank(struct game *game, uth_seat_set able, uint8_t *first)
{
    uth_card deck[UTH_DECK_SIZE];
    uth_card cards[UTH_SEATS_MAX] = {0};
    unsigned dealt = 0;
    if (!play_shuffle(game, deck)) {
        return false;
    }
    for (uint8_t seat = 1; seat <= game->rules->seats; seat++) {
        if (uth_seat_set_has(able, seat)) {
            char who[32];
            (void)snprintf(who, sizeof who, "Seat %u%s draws", seat,
                           seat == play_seat(game->rules) ? " (you)" : "");
            cards[seat - 1] = deck[dealt++];
            play_print_cards(&game->screen, who, &cards[seat - 1], 1);
        }
    }
    *first = uth_rotation_high_card(cards, able);
    return true;
}

// In a game of one's own the player is the supervisor, too.
static bool name_first(struct game *game, uth_seat_set able, uint8_t *first)
{
    char line[PLAY_LINE_SIZE];
    for (;;) {
        (void)printf("Which seat is offered the bank first (1 to %u, you sit at %u)? ",
                     game->rules->seats, play_seat(game->rules));
        if (!play_ask_line(line) || strcmp(line, "q") == 0) {
            return false;
        }
        if (line[0] >= '1' && line[0] <= '8' && line[1] == '\0' &&
            uth_seat_set_has(able, (unsigned)(line[0] - '0'))) {
            *first = (uint8_t)(line[0] - '0');
            return true;
        }
        if (!play_serve_request(game, line)) {
            (void)puts("Choose a seat that can take the bank, or q to leave.");
        }
    }
}

static bool offer_first(struct game *game)
{
    const uth_seat_set able = able_seats(game);
    uint8_t first = 1;
    bool found = true;
    if (able != 0 && game->rules->first_banker == UTH_FIRST_BANKER_HIGH_CARD) {
        found = draw_for_bank(game, able, &first);
    } else if (able != 0 && game->rules->first_banker == UTH_FIRST_BANKER_NAMED) {
        found = name_first(game, able, &first);
    }
    if (found) {
        struct uth_rotation before = game->record.rotation;
        before.seat = (uint8_t)(first - 1);
        game->record.rotation = uth_rotation_start(&before, game->rules, able);
    }
    return found;
}

// ---- the offer --------------------------------------------------------------------------------

// "500", "d", or nothing for the wager of before. False when it is none of them.
static bool read_bank(const struct game *game, const char *line, uth_money *wager, bool *declines)
{
    uth_money stakes[UTH_WAGER_COUNT] = {0};
    *declines = strcmp(line, "d") == 0;
    *wager = game->record.bank;
    if (*declines || line[0] == '\0') {
        return true;
    }
    if (strchr(line, ' ') != NULL ||
        play_read_wager(game->rules, line, stakes) != PLAY_WAGER_READ) {
        return false;
    }
    *wager = stakes[UTH_WAGER_ANTE];
    return true;
}

static bool may_post(const struct game *game, uth_money wager)
{
    const enum uth_status status = uth_admit_bank(game->rules, play_seat(game->rules), wager);
    if (status != UTH_OK) {
        (void)printf("Not allowed: %s (%s).\n", uth_status_text(status), uth_status_clause(status));
        return false;
    }
    if (wager.cents + fee_max(game->rules).cents > game->record.purse.cents) {
        (void)puts("Not enough chips for that and the fee.");
        return false;
    }
    return true;
}

// False when the player leaves.
static bool ask_player(struct game *game)
{
    struct uth_rotation *rotation = &game->record.rotation;
    const bool again = rotation->banking;
    char line[PLAY_LINE_SIZE];
    for (;;) {
        uth_money wager;
        bool declines;
        (void)printf("\n%s You hold ",
                     again ? "You may bank one more hand." : "The bank is offered to you.");
        play_print_money(game->record.purse);
        (void)fputs(".\nYour wager as player-dealer in dollars, Enter for ", stdout);
        play_print_money(game->record.bank);
        (void)fputs(", d to decline, q to leave: ", stdout);
        if (!play_ask_line(line) || strcmp(line, "q") == 0) {
            return false;
        }
        if (play_serve_request(game, line)) {
            continue;
        }
        if (!read_bank(game, line, &wager, &declines)) {
            (void)puts("Enter an amount such as 500, or d to decline.");
        } else if (declines) {
            UTH_CHECK(uth_rotation_decline(rotation, game->rules, rotation->seat,
                                           able_seats(game)) == UTH_OK);
            return true;
        } else if (may_post(game, wager)) {
            game->record.bank = wager;
            UTH_CHECK(again || uth_rotation_take(rotation, rotation->seat) == UTH_OK);
            return true;
        }
    }
}

static void print_banker(const struct game *game, bool again)
{
    (void)printf("\nSeat %u, a proposition player of " PROVIDER ", banks%s with ",
                 game->record.rotation.seat, again ? " again" : "");
    play_print_money(posted_by_others(game->rules));
    (void)puts(".");
}

bool play_take_position(struct game *game)
{
    struct uth_rotation *rotation = &game->record.rotation;
    if (!play_is_banked_by_player(game->rules)) {
        return true;
    }
    if (!is_funded(game)) {
        (void)puts("\nThe bankroll of " PROVIDER " is used up, so its proposition players leave.");
        return false;
    }
    const bool again = rotation->banking;
    if (again && !play_banks(game)) {
        print_banker(game, true);
        return true;
    }
    if (rotation->seat == 0 && !offer_first(game)) {
        return false;
    }
    if (again && !ask_player(game)) {
        return false;
    }
    // The others never decline, so this ends.
    while (!rotation->banking && !rotation->nobody) {
        if (rotation->seat != play_seat(game->rules)) {
            UTH_CHECK(uth_rotation_take(rotation, rotation->seat) == UTH_OK);
            print_banker(game, false);
        } else if (!ask_player(game)) {
            return false;
        }
    }
    return rotation->banking;
}

// ---- a hand -----------------------------------------------------------------------------------

bool play_open_banked(struct game *game)
{
    const struct uth_rules *rules = game->rules;
    const struct uth_rotation *rotation = &game->record.rotation;
    if (uth_rotation_may_bank(rotation, rules, rotation->seat) != UTH_OK) {
        return false;
    }
    const struct uth_command open = {
        .kind = UTH_COMMAND_OPEN,
        .bank_seat = rotation->seat,
        .bank_wager = play_banks(game) ? game->record.bank : posted_by_others(rules),
    };
    bool good = play_act(game, &open);
    for (uint8_t seat = 1; good && seat <= rules->seats; seat++) {
        struct uth_command wager = {.kind = UTH_COMMAND_WAGER, .seat = seat};
        wager.stakes[UTH_WAGER_ANTE] = wager.stakes[UTH_WAGER_BLIND] = ante_of(rules);
        good = seat == play_seat(rules) || seat == rotation->seat || play_act(game, &wager);
    }
    return good;
}

// The simple strategy, as far as it is offered.
static struct uth_decision decision_of(const struct game *game, uint8_t seat,
                                       const struct play_offers *offers)
{
    const struct uth_round *round = &game->round;
    struct uth_decision otherwise = offers->of[0];
    unsigned largest = 0;
    unsigned smallest = UINT8_MAX;
    for (size_t i = 0; i < offers->count; i++) {
        const struct uth_decision offer = offers->of[i];
        if (offer.action == UTH_ACTION_RAISE) {
            largest = offer.multiple > largest ? offer.multiple : largest;
            smallest = offer.multiple < smallest ? offer.multiple : smallest;
        } else {
            otherwise = offer;
        }
    }
    const unsigned bets = largest == 0
                              ? 0
                              : uth_coach_play(round->seats[seat - 1].cards, round->community,
                                               round->community_up, largest, smallest);
    return bets == 0 ? otherwise
                     : (struct uth_decision){.action = UTH_ACTION_RAISE, .multiple = (uint8_t)bets};
}

bool play_others_decide(struct game *game)
{
    bool good = true;
    for (uint8_t seat = 1; good && seat <= UTH_SEATS_MAX; seat++) {
        if (seat == play_seat(game->rules) || !uth_round_awaits(&game->round, seat)) {
            continue;
        }
        struct play_offers offers;
        const uth_money purse = {UTH_MONEY_MAX};
        offers.count = uth_round_offers(game->rules, &game->round, seat, purse, offers.of);
        const struct uth_command command = {.kind = UTH_COMMAND_DECIDE,
                                            .seat = seat,
                                            .purse = purse,
                                            .decision = decision_of(game, seat, &offers)};
        good = play_act(game, &command);
    }
    return good;
}

// ---- afterwards -------------------------------------------------------------------------------

static int64_t net_of(const struct uth_round_seat *seat)
{
    int64_t cents = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        cents += (seat->settled >> i & 1) != 0 ? seat->nets[i].cents : 0;
    }
    return cents;
}

uth_money play_settle_bank(const struct game *game)
{
    const struct uth_round *round = &game->round;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct uth_round_seat *seat = &round->seats[i];
        if (seat->in) {
            (void)printf("  seat %u %-45s ", i + 1, seat->folded ? "folds" : "plays");
            play_print_money((uth_money){net_of(seat)});
            (void)putchar('\n');
        }
    }
    (void)printf("  %-52s ", "your wager as player-dealer");
    play_print_money(round->bank_net);
    (void)printf("\n  %-52s ", "collection fee");
    play_print_money(uth_money_negative(round->bank_fee));
    (void)putchar('\n');
    return (uth_money){round->bank_net.cents - round->bank_fee.cents};
}

void play_bank_after_hand(struct game *game)
{
    const struct uth_round *round = &game->round;
    if (!play_is_banked_by_player(game->rules)) {
        return;
    }
    int64_t won = play_banks(game) ? 0 : round->bank_net.cents - round->bank_fee.cents;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct uth_round_seat *seat = &round->seats[i];
        if (seat->in && i + 1 != play_seat(game->rules)) {
            won += net_of(seat) - seat->fee.cents;
        }
    }
    game->record.provider.cents += won;
    uth_rotation_after_hand(&game->record.rotation, game->rules, false, able_seats(game));
}
