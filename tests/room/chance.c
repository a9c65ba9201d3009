#include "chance.h"

#include <string.h>

static uint32_t below(struct chance *chance, uint32_t bound)
{
    return chance->below(chance->source, bound);
}

static bool one_in(struct chance *chance, uint32_t bound)
{
    return below(chance, bound) == 0;
}

// ---- the table --------------------------------------------------------------------------------

static struct room_config draw_config(struct driver *driver, struct chance *chance)
{
    const uint64_t profile = 1 + below(chance, DRIVER_PROFILES);
    const enum room_pace pace = one_in(chance, 3) ? ROOM_PACE_DEALER : ROOM_PACE_AUTO;
    struct room_config config = driver_config(driver, profile, pace);
    config.house_players = (uint8_t)below(chance, driver->rules[profile - 1].seats);
    config.house_ms = one_in(chance, 3) ? 0 : 700;
    config.result_ms = one_in(chance, 4) ? 0 : 5000;
    config.absent_rounds = below(chance, 4);
    config.confirm_up_to.cents = one_in(chance, 2) ? 2000 : 100000;
    if (one_in(chance, 3)) {
        config.house_bank.cents = 0;
    }
    if (pace == ROOM_PACE_DEALER && one_in(chance, 2)) {
        config.decision_ms = 0;
        config.offer_ms = 0;
    }
    return config;
}

void chance_open(struct driver *driver, struct chance *chance)
{
    driver_link(driver, (enum uth_controller)below(chance, UTH_CONTROLLER_COUNT));
    const struct room_config config = draw_config(driver, chance);
    driver->watchers = below(chance, 2);
    driver->hold = one_in(chance, 2);
    driver_open(driver, &config);
}

// ---- rigged decks -----------------------------------------------------------------------------

// Boards on which Progressive hands are common; a royal for whoever gets the next two cards.
static void draw_top(struct driver *driver, struct chance *chance)
{
    static const char *const tops[] = {
        "",
        "7s 7h 7d 2c 2d",             // a full house on the board
        "9s 9h 9d 9c 2d",             // four
        "Qs Js Ts 2c 3d As Ks As Ks", // a royal with the first three
        "Qs Js 2c Ts As Ks 3d",       // or with all seven
        "As Ks Qs Js Ts",             // on the board
    };
    const char *top = tops[below(chance, sizeof tops / sizeof tops[0])];
    size_t count = 0;
    uth_cards seen = 0;
    driver->top_count = 0;
    uth_card cards[UTH_DECK_SIZE];
    if (uth_cards_parse(top, strlen(top), cards, 7, &count) != UTH_OK) {
        count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (!uth_cards_have(seen, cards[i])) {
            seen |= uth_cards_of(cards[i]);
            driver->top[driver->top_count++] = cards[i];
        }
    }
}

// ---- commands ---------------------------------------------------------------------------------

static int64_t draw_amount(struct chance *chance, int64_t step, uint32_t most)
{
    static const int64_t odd[] = {0, -1, 1, -500, 550, INT64_MAX, INT64_MIN, UTH_MONEY_MAX};
    if (one_in(chance, 24)) {
        return odd[below(chance, sizeof odd / sizeof odd[0])];
    }
    return step * (int64_t)(1 + below(chance, most));
}

static struct room_person draw_player(const struct driver *driver, struct chance *chance)
{
    struct room_person who = person_of(ROOM_ROLE_PLAYER, 1 + below(chance, PLAYERS_MAX));
    if (one_in(chance, 8)) {
        who.loss_limited = true;
        who.loss_left.cents = (int64_t)below(chance, 20000);
    }
    if (one_in(chance, 12)) {
        who.play_until_ms = driver->now_ms + (int64_t)below(chance, 20000) - 5000;
    }
    return who;
}

static struct room_person draw_staff(struct chance *chance)
{
    static const struct {
        enum room_role role;
        uint64_t id;
    } staff[] = {
        {ROOM_ROLE_DEALER, DEALER},       {ROOM_ROLE_SUPERVISOR, SUPERVISOR},
        {ROOM_ROLE_EXECUTIVE, EXECUTIVE}, {ROOM_ROLE_MANAGER, MANAGER},
        {ROOM_ROLE_AUDITOR, AUDITOR},
    };
    const unsigned i = below(chance, sizeof staff / sizeof staff[0]);
    return person_of(staff[i].role, staff[i].id);
}

static void draw_stakes(const struct driver *driver, struct chance *chance,
                        uth_money stakes[UTH_WAGER_COUNT])
{
    const struct uth_rules *rules = &driver->rules[driver->table.config.profile - 1];
    memset(stakes, 0, UTH_WAGER_COUNT * sizeof stakes[0]);
    if (one_in(chance, 8)) {
        return;
    }
    stakes[UTH_WAGER_ANTE].cents = draw_amount(chance, 500, 10);
    stakes[UTH_WAGER_BLIND] = stakes[UTH_WAGER_ANTE];
    if (one_in(chance, 2)) {
        stakes[UTH_WAGER_TRIPS].cents = draw_amount(chance, 500, 4);
    }
    if (one_in(chance, 3) && rules->offered[UTH_WAGER_PAIRS]) {
        stakes[UTH_WAGER_PAIRS].cents = draw_amount(chance, 500, 4);
    }
    if (one_in(chance, 2) && rules->offered[UTH_WAGER_PROGRESSIVE]) {
        stakes[UTH_WAGER_PROGRESSIVE].cents = one_in(chance, 20) ? 200 : 100;
    }
    if (one_in(chance, 30)) {
        stakes[below(chance, UTH_WAGER_COUNT)].cents = draw_amount(chance, 500, 4);
    }
}

static void draw_player_command(const struct driver *driver, struct chance *chance,
                                struct room_command *command)
{
    static const enum room_command_kind kinds[] = {
        ROOM_COMMAND_SIT,          ROOM_COMMAND_SIT,       ROOM_COMMAND_SIT,
        ROOM_COMMAND_SIT,          ROOM_COMMAND_BUY_IN,    ROOM_COMMAND_STAND,
        ROOM_COMMAND_SIT_OUT,      ROOM_COMMAND_WAGER,     ROOM_COMMAND_WAGER,
        ROOM_COMMAND_WAGER,        ROOM_COMMAND_WAGER,     ROOM_COMMAND_WAGER,
        ROOM_COMMAND_WAGER,        ROOM_COMMAND_DECIDE,    ROOM_COMMAND_DECIDE,
        ROOM_COMMAND_DECIDE,       ROOM_COMMAND_DECIDE,    ROOM_COMMAND_BANK_TAKE,
        ROOM_COMMAND_BANK_TAKE,    ROOM_COMMAND_BANK_TAKE, ROOM_COMMAND_BANK_TAKE,
        ROOM_COMMAND_BANK_DECLINE, ROOM_COMMAND_BANK_ASK,
    };
    command->kind = kinds[below(chance, sizeof kinds / sizeof kinds[0])];
    command->who = draw_player(driver, chance);
    command->id = one_in(chance, 3) ? below(chance, 50) : (uint64_t)driver->now_ms;
    command->seat = (uint8_t)(one_in(chance, 30) ? below(chance, 256) : 1 + below(chance, 8));
    command->on = one_in(chance, 2);
    command->ready = !one_in(chance, 3);
    command->amount.cents = draw_amount(chance, 1000, command->kind == ROOM_COMMAND_SIT ? 400 : 60);
    command->contributed = (uint8_t)(one_in(chance, 2) ? below(chance, ROOM_SECRET + 1) : 0);
    memset(command->contribution, (int)below(chance, 256), sizeof command->contribution);
    command->decision.action = (enum uth_action)below(chance, 3);
    static const uint8_t multiples[] = {4, 3, 2, 1};
    if (command->decision.action == UTH_ACTION_RAISE) {
        command->decision.multiple = multiples[below(chance, 4)];
    }
    draw_stakes(driver, chance, command->stakes);
}

// What a dealer would do next; he is seldom wrong.
static enum room_command_kind next_of_dealer(const struct driver *driver, struct chance *chance)
{
    static const enum room_command_kind next[UTH_PHASE_COUNT] = {
        [UTH_PHASE_IDLE] = ROOM_COMMAND_OPEN,       [UTH_PHASE_BETTING] = ROOM_COMMAND_CLOSE_BETS,
        [UTH_PHASE_CLOSED] = ROOM_COMMAND_DEAL,     [UTH_PHASE_PREFLOP] = ROOM_COMMAND_TURN,
        [UTH_PHASE_FLOP] = ROOM_COMMAND_TURN,       [UTH_PHASE_RIVER] = ROOM_COMMAND_TURN,
        [UTH_PHASE_SHOWDOWN] = ROOM_COMMAND_SETTLE, [UTH_PHASE_SETTLED] = ROOM_COMMAND_END,
        [UTH_PHASE_OVER] = ROOM_COMMAND_OPEN,
    };
    if (one_in(chance, 12)) {
        return (enum room_command_kind)(ROOM_COMMAND_OPEN + below(chance, 8));
    }
    if (one_in(chance, 4)) {
        return one_in(chance, 2) ? ROOM_COMMAND_TIME : ROOM_COMMAND_BUTTON;
    }
    return next[driver->table.round.phase];
}

// The button that is due at the controller, mostly.
static void draw_button(const struct driver *driver, struct chance *chance,
                        struct room_command *command)
{
    const struct uth_station *station = uth_manager_station(&driver->meter, DRIVER_TABLE);
    const bool key = station->controller == UTH_CONTROLLER_AQUARIUS;
    command->line = (enum uth_progressive_line)below(chance, UTH_PROGRESSIVE_COUNT);
    command->seat = (uint8_t)(1 + below(chance, UTH_SEATS_MAX));
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        const struct uth_win *win = &station->wins[seat - 1];
        if (station->lines[seat - 1] != UTH_PROGRESSIVE_NONE && win->state < UTH_WIN_PAID &&
            !one_in(chance, 3)) {
            command->seat = seat;
            command->line = (enum uth_progressive_line)station->lines[seat - 1];
        }
    }
    static const enum uth_manager_command_kind by_key[] = {
        UTH_MANAGER_COIN_IN, UTH_MANAGER_HAND,    UTH_MANAGER_KEY_JPH,   UTH_MANAGER_J_POT,
        UTH_MANAGER_KEY_RUN, UTH_MANAGER_KEY_RUN, UTH_MANAGER_GAME_OVER, UTH_MANAGER_PAY};
    static const enum uth_manager_command_kind by_card[] = {
        UTH_MANAGER_START_GAME, UTH_MANAGER_SPOT,  UTH_MANAGER_HAND,     UTH_MANAGER_CONFIRM,
        UTH_MANAGER_SWIPE,      UTH_MANAGER_SWIPE, UTH_MANAGER_END_GAME, UTH_MANAGER_PAY};
    command->button = (key ? by_key : by_card)[below(chance, 8)];
    if (one_in(chance, 30)) {
        command->button = (enum uth_manager_command_kind)below(chance, UTH_MANAGER_COMMAND_COUNT);
    }
    command->authority = (enum uth_authority)below(chance, UTH_AUTHORITY_COUNT);
}

static void draw_staff_command(struct driver *driver, struct chance *chance,
                               struct room_command *command)
{
    command->who = draw_staff(chance);
    command->amount.cents = draw_amount(chance, 1000, 100);
    command->seat = (uint8_t)(1 + below(chance, 8));
    if (driver->table.config.pace == ROOM_PACE_DEALER && !one_in(chance, 8)) {
        command->kind = next_of_dealer(driver, chance);
        command->who = person_of(ROOM_ROLE_EXECUTIVE, EXECUTIVE);
        draw_button(driver, chance, command);
        return;
    }
    static const enum room_command_kind kinds[] = {
        ROOM_COMMAND_CONFIRM,   ROOM_COMMAND_CONFIRM, ROOM_COMMAND_CONFIRM, ROOM_COMMAND_PAUSE,
        ROOM_COMMAND_RESUME,    ROOM_COMMAND_RESUME,  ROOM_COMMAND_RESUME,  ROOM_COMMAND_VOID,
        ROOM_COMMAND_UNSEAT,    ROOM_COMMAND_FILL,    ROOM_COMMAND_CREDIT,  ROOM_COMMAND_COUNT_DROP,
        ROOM_COMMAND_CONFIGURE,
    };
    command->kind = kinds[below(chance, sizeof kinds / sizeof kinds[0])];
    command->authority = (enum uth_authority)below(chance, UTH_AUTHORITY_COUNT);
    if (command->kind == ROOM_COMMAND_CONFIGURE) {
        command->config = draw_config(driver, chance);
        command->config.reserved[1] = one_in(chance, 20);
    }
    if (command->kind == ROOM_COMMAND_COUNT_DROP && !one_in(chance, 4)) {
        command->amount.cents = driver_amount(driver, UTH_ACCOUNT_DROP, 0, 0);
    }
}

static void draw_around(struct driver *driver, struct chance *chance)
{
    switch (below(chance, 5)) {
    case 0: driver->watchers = below(chance, 3); break;
    case 1: driver->meter_gone = one_in(chance, 6); break;
    case 2: driver->meter_busy = one_in(chance, 6); break;
    case 3: draw_top(driver, chance); break;
    default: (void)driver_store(driver); break;
    }
}

void chance_step(struct driver *driver, struct chance *chance)
{
    struct room_command command = {.kind = ROOM_COMMAND_SIT};
    const uint32_t what = below(chance, 100);
    if (what < 65) {
        draw_player_command(driver, chance, &command);
        (void)driver_try(driver, &command);
    } else if (what < 80) {
        if (driver->table.config.pace == ROOM_PACE_DEALER || one_in(chance, 3)) {
            draw_staff_command(driver, chance, &command);
            (void)driver_try(driver, &command);
        }
    } else if (what < 90) {
        (void)driver_tick(driver);
    } else if (what < 97) {
        driver_pass(driver, (int64_t)below(chance, 9000));
    } else {
        draw_around(driver, chance);
    }
}

static void do_as(struct driver *driver, enum room_command_kind kind, enum room_role role,
                  uint64_t id)
{
    const struct room_command command = {
        .kind = kind, .who = person_of(role, id), .authority = UTH_AUTHORITY_EXECUTIVE};
    (void)driver_try(driver, &command);
}

void chance_wind_up(struct driver *driver)
{
    driver->meter_gone = false;
    driver->meter_busy = false;
    do_as(driver, ROOM_COMMAND_PAUSE, ROOM_ROLE_SUPERVISOR, SUPERVISOR);
    for (uint64_t player = 1; player <= PLAYERS_MAX; player++) {
        do_as(driver, ROOM_COMMAND_STAND, ROOM_ROLE_PLAYER, player);
    }
    for (unsigned i = 0; i < 200 && driver->table.state != ROOM_STATE_CLOSED; i++) {
        if (driver->table.config.pace == ROOM_PACE_DEALER) {
            do_as(driver, ROOM_COMMAND_VOID, ROOM_ROLE_SUPERVISOR, SUPERVISOR);
            // A win that was confirmed stands: the round is played to its end.
            static const enum room_command_kind to_the_end[] = {
                ROOM_COMMAND_TIME, ROOM_COMMAND_TURN, ROOM_COMMAND_SETTLE, ROOM_COMMAND_END};
            for (unsigned j = 0; j < 4; j++) {
                do_as(driver, to_the_end[j], ROOM_ROLE_DEALER, DEALER);
            }
            struct chance chance = {.below = NULL};
            (void)chance;
        }
        do_as(driver, ROOM_COMMAND_CONFIRM, ROOM_ROLE_EXECUTIVE, EXECUTIVE);
        driver_pass(driver, 20000);
    }
}
