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
    driver_fill_seats(driver, &config, (uint8_t)below(chance, driver->rules[profile - 1].seats));
    config.house_ms = config.proposition_ms = one_in(chance, 3) ? 0 : 700;
    if (config.provider[0] != '\0') {
        config.provider[0] = one_in(chance, 4) ? 'B' : 'R'; // another provider
        config.provider_bankroll.cents = one_in(chance, 3) ? 250000 : 10000000;
    }
    config.result_ms = one_in(chance, 4) ? 0 : 5000;
    config.absent_rounds = below(chance, 4);
    config.confirm_up_to.cents = one_in(chance, 2) ? 2000 : 100000;
    if (one_in(chance, 3)) {
        config.proposition_bank.cents = 0;
        config.house_buy_in.cents = one_in(chance, 2) ? 10000 : 100000; // a hand or two
        config.proposition_buy_in = config.house_buy_in;
    }
    if (pace == ROOM_PACE_DEALER && one_in(chance, 2)) {
        config.decision_ms = 0;
        config.offer_ms = 0;
    }
    return config;
}

void chance_open(struct driver *driver, struct chance *chance)
{
    driver_link(driver, (enum uth_controller_model)below(chance, UTH_MODEL_COUNT));
    for (unsigned i = 0; i < DRIVER_PROFILES; i++) {
        driver->rules[i].first_banker =
            (enum uth_first_banker)below(chance, UTH_FIRST_BANKER_NAMED + 1);
    }
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

// Mostly somebody who sits there.
static uint64_t draw_id(const struct driver *driver, struct chance *chance)
{
    const struct room_seat *seat = &driver->table.seats[below(chance, UTH_SEATS_MAX)];
    const bool sits = seat->player != 0 && !room_is_automatic_player(seat->player);
    return sits ? seat->player : 1 + below(chance, PLAYERS_MAX);
}

static struct room_person draw_player(const struct driver *driver, struct chance *chance)
{
    struct room_person who = person_of(ROOM_ROLE_PLAYER, draw_id(driver, chance));
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

// A spot this person holds, or none named.
static uint8_t draw_own(const struct driver *driver, struct chance *chance, uint64_t player)
{
    const uth_seat_set held = room_seats_of(&driver->table, player);
    const uint8_t from = (uint8_t)below(chance, UTH_SEATS_MAX + 1);
    for (uint8_t i = 0; i < UTH_SEATS_MAX && from != 0; i++) {
        const uint8_t seat = (uint8_t)(1 + (from + i) % UTH_SEATS_MAX);
        if (uth_seat_set_has(held, seat)) {
            return seat;
        }
    }
    return 0;
}

// Mostly the part this player has committed to in this round, at whatever spot is meant.
static void draw_part(const struct driver *driver, struct chance *chance,
                      struct room_command *command)
{
    uint8_t seat = command->seat;
    if (seat == 0 || seat > UTH_SEATS_MAX) {
        seat = room_seat_of(&driver->table, command->who.id);
    }
    driver_part(driver, command->who.id, command->part);
    command->part[0] ^= one_in(chance, 12);
    command->committed = one_in(chance, 2) || command->kind == ROOM_COMMAND_CONTRIBUTE;
    driver_commit(driver, seat, command->part, command->commitment);
}

// Mostly one that the table waits for.
static void draw_reveal(const struct driver *driver, struct chance *chance,
                        struct room_command *command)
{
    const uth_seat_set missing = room_parts_missing(&driver->table);
    const uint8_t seat = (uint8_t)(1 + below(chance, UTH_SEATS_MAX));
    command->kind = ROOM_COMMAND_REVEAL;
    if (uth_seat_set_has(missing, seat)) {
        command->seat = seat;
        command->who = person_of(ROOM_ROLE_PLAYER, driver->table.seats[seat - 1].player);
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
        ROOM_COMMAND_BANK_DECLINE, ROOM_COMMAND_BANK_ASK,  ROOM_COMMAND_CONTRIBUTE,
        ROOM_COMMAND_NEXT,
    };
    command->kind = kinds[below(chance, sizeof kinds / sizeof kinds[0])];
    command->who = draw_player(driver, chance);
    command->id = one_in(chance, 3) ? below(chance, 50) : (uint64_t)driver->now_ms;
    command->seat = (uint8_t)(one_in(chance, 30) ? below(chance, 256) : 1 + below(chance, 8));
    if (command->kind != ROOM_COMMAND_SIT && !one_in(chance, 8)) {
        command->seat = draw_own(driver, chance, command->who.id);
    }
    command->on = one_in(chance, 2);
    command->ready = !one_in(chance, 3);
    command->amount.cents = draw_amount(chance, 1000, command->kind == ROOM_COMMAND_SIT ? 400 : 60);
    if (driver->table.state == ROOM_STATE_SEALED && !one_in(chance, 5)) {
        draw_reveal(driver, chance, command);
    }
    draw_part(driver, chance, command);
    command->decision.action = (enum uth_action)below(chance, 3);
    static const uint8_t multiples[] = {4, 3, 2, 1};
    if (command->decision.action == UTH_ACTION_RAISE) {
        command->decision.multiple = multiples[below(chance, 4)];
    }
    draw_stakes(driver, chance, command->stakes);
}

// What a dealer would do next; seldom wrong.
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
    const uint8_t phase = driver->table.round.phase;
    const bool decides = phase >= UTH_PHASE_PREFLOP && phase <= UTH_PHASE_RIVER;
    if (one_in(chance, 2)) {
        return decides ? ROOM_COMMAND_TIME : ROOM_COMMAND_BUTTON;
    }
    return next[driver->table.round.phase];
}

// Some or all of the steps that can be ticked, and now and then one that cannot.
static void draw_ticks(struct driver *driver, struct chance *chance, struct room_command *command)
{
    const struct room_world world = driver_world(driver);
    struct room_step steps[ROOM_STEPS_MAX];
    const size_t count = room_steps(&world, &driver->table, steps);
    const bool all = one_in(chance, 2);
    command->kind = ROOM_COMMAND_TICK;
    command->on = !one_in(chance, 10);
    for (size_t i = 0; i < count; i++) {
        const uint8_t kind = (uint8_t)room_step_kind_of(&steps[i]);
        const bool hand = steps[i].row->by == ROOM_BY_HAND;
        if (hand && (command->on ? steps[i].may && (all || one_in(chance, 3)) : steps[i].done)) {
            room_ticks_add(&command->ticks, kind, steps[i].seat);
        }
    }
    if (one_in(chance, 20)) {
        room_ticks_add(&command->ticks, (uint8_t)below(chance, 64), (uint8_t)below(chance, 9));
    }
}

// The winner whose turn it is, found the obvious way: by order, then by seat from the right.
static uint8_t winner_of(const struct uth_station *station)
{
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const uint8_t seat = station->order[0] != 0 ? station->order[i] : (uint8_t)(8 - i);
        if (seat == 0) {
            break;
        }
        if (station->lines[seat - 1] < UTH_PROGRESSIVE_COUNT &&
            station->wins[seat - 1].state < UTH_WIN_CONFIRMED) {
            return seat;
        }
    }
    return 0;
}

static uint8_t seat_with(const struct uth_station *station, enum uth_win_state state)
{
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (station->wins[seat - 1].state == state) {
            return seat;
        }
    }
    return 0;
}

static void key_button(const struct uth_station *station, struct room_command *command)
{
    const uint8_t winner = winner_of(station);
    const uint8_t line = winner != 0 ? station->lines[winner - 1] : UTH_PROGRESSIVE_NONE;
    const bool right = winner != 0 && station->lit == line;
    command->line =
        (enum uth_progressive_line)(station->lit != UTH_PROGRESSIVE_NONE ? station->lit : line);
    switch ((enum uth_station_state)station->state) {
    case UTH_STATION_IDLE: command->button = UTH_CONTROLLER_COIN_IN; break;
    case UTH_STATION_PLAYING:
        command->seat = seat_with(station, UTH_WIN_CONFIRMED);
        command->button = winner != 0          ? UTH_CONTROLLER_HAND
                          : command->seat != 0 ? UTH_CONTROLLER_PAY
                                               : UTH_CONTROLLER_GAME_OVER;
        break;
    case UTH_STATION_PRESSED:
        command->button = right ? UTH_CONTROLLER_KEY_JPH : UTH_CONTROLLER_HAND;
        break;
    case UTH_STATION_KEYED:
        command->button = right ? UTH_CONTROLLER_J_POT : UTH_CONTROLLER_KEY_RUN;
        break;
    case UTH_STATION_FROZEN: command->button = UTH_CONTROLLER_KEY_RUN; break;
    case UTH_STATION_AWAITING_CARD:
    case UTH_STATION_COUNT: break;
    }
}

static void card_button(const struct uth_station *station, struct room_command *command)
{
    const uint8_t pressed = seat_with(station, UTH_WIN_PRESSED);
    const uint8_t winner = pressed != 0 ? pressed : winner_of(station);
    const uint8_t unpaid = seat_with(station, UTH_WIN_CONFIRMED);
    const uint8_t line = winner != 0 ? station->lines[winner - 1] : UTH_PROGRESSIVE_NONE;
    command->seat = winner;
    command->line = (enum uth_progressive_line)line;
    if (station->state == UTH_STATION_IDLE) {
        command->button = UTH_CONTROLLER_START_GAME;
    } else if (station->state == UTH_STATION_AWAITING_CARD) {
        command->button = UTH_CONTROLLER_SWIPE;
    } else if (winner == 0) {
        command->seat = unpaid;
        command->button = unpaid != 0 ? UTH_CONTROLLER_PAY : UTH_CONTROLLER_END_GAME;
    } else if (station->spot != winner) {
        command->button = UTH_CONTROLLER_SPOT;
    } else if (pressed == 0) {
        command->button = UTH_CONTROLLER_HAND;
    } else if (station->wins[pressed - 1].line != line || !station->shown ||
               pressed != winner_of(station)) {
        command->button = UTH_CONTROLLER_HAND; // off again
        command->line = (enum uth_progressive_line)station->wins[pressed - 1].line;
    } else {
        command->button = UTH_CONTROLLER_CONFIRM;
    }
}

// The button that is due at the controller.
static void next_button(const struct driver *driver, struct room_command *command)
{
    const struct uth_station *station = uth_controller_station(&driver->meter, DRIVER_TABLE);
    command->kind = ROOM_COMMAND_BUTTON;
    command->who = person_of(ROOM_ROLE_EXECUTIVE, EXECUTIVE);
    command->authority = UTH_AUTHORITY_EXECUTIVE;
    if (station->controller == UTH_MODEL_AQUARIUS) {
        key_button(station, command);
    } else {
        card_button(station, command);
    }
}

static void draw_button(const struct driver *driver, struct chance *chance,
                        struct room_command *command)
{
    next_button(driver, command);
    if (one_in(chance, 8)) {
        command->button =
            (enum uth_controller_command_kind)below(chance, UTH_CONTROLLER_COMMAND_COUNT);
        command->line = (enum uth_progressive_line)below(chance, UTH_PROGRESSIVE_COUNT + 1);
        command->seat = (uint8_t)below(chance, UTH_SEATS_MAX + 2);
    }
    if (one_in(chance, 8)) {
        command->authority = (enum uth_authority)below(chance, UTH_AUTHORITY_COUNT);
    }
    if (one_in(chance, 8)) {
        command->who = draw_staff(chance);
    }
}

static void draw_staff_command(struct driver *driver, struct chance *chance,
                               struct room_command *command)
{
    command->who = draw_staff(chance);
    command->amount.cents = draw_amount(chance, 1000, 100);
    command->seat = (uint8_t)(1 + below(chance, 8));
    if (driver->table.config.pace == ROOM_PACE_DEALER && !one_in(chance, 8)) {
        command->kind = next_of_dealer(driver, chance);
        command->who = person_of(ROOM_ROLE_DEALER, DEALER);
        if (command->kind == ROOM_COMMAND_BUTTON) {
            draw_button(driver, chance, command);
        } else if (driver->table.config.profile != 0 && one_in(chance, 3)) {
            draw_ticks(driver, chance, command);
        } else if (one_in(chance, 30)) {
            command->kind = ROOM_COMMAND_CALL;
            command->call = (enum room_call_reason)below(chance, ROOM_CALL_COUNT);
            command->note[0] = one_in(chance, 2) ? 'x' : '\0';
        }
        return;
    }
    static const enum room_command_kind kinds[] = {
        ROOM_COMMAND_CONFIRM,     ROOM_COMMAND_CONFIRM,       ROOM_COMMAND_CONFIRM,
        ROOM_COMMAND_PAUSE,       ROOM_COMMAND_RESUME,        ROOM_COMMAND_RESUME,
        ROOM_COMMAND_RESUME,      ROOM_COMMAND_VOID,          ROOM_COMMAND_UNSEAT,
        ROOM_COMMAND_FILL,        ROOM_COMMAND_CREDIT,        ROOM_COMMAND_COUNT_DROP,
        ROOM_COMMAND_CONFIGURE,   ROOM_COMMAND_PROVIDER_FUND, ROOM_COMMAND_PROVIDER_WITHDRAW,
        ROOM_COMMAND_NAME_BANKER, ROOM_COMMAND_NAME_BANKER,   ROOM_COMMAND_TAKE_CALL,
    };
    command->kind = kinds[below(chance, sizeof kinds / sizeof kinds[0])];
    command->authority = (enum uth_authority)below(chance, UTH_AUTHORITY_COUNT);
    if (command->kind == ROOM_COMMAND_CONFIGURE) {
        command->config = draw_config(driver, chance);
        command->config.reserved[1] = one_in(chance, 20);
    }
    if (command->kind == ROOM_COMMAND_UNSEAT && command->seat - 1U < UTH_SEATS_MAX) {
        command->player = driver->table.seats[command->seat - 1].player + one_in(chance, 10);
    }
    if (command->kind == ROOM_COMMAND_COUNT_DROP && !one_in(chance, 4)) {
        command->amount.cents = driver_amount(driver, UTH_ACCOUNT_DROP, 0, 0);
    }
}

static void draw_around(struct driver *driver, struct chance *chance)
{
    switch (below(chance, 6)) {
    case 4: driver->up_ms = driver->now_ms; break; // it was down
    case 0: driver->watchers = below(chance, 3); break;
    case 1: driver->meter_gone = one_in(chance, 6); break;
    case 2: driver->meter_busy = one_in(chance, 6); break;
    case 3: draw_top(driver, chance); break;
    default:
        (void)driver_store(driver);
        driver_check_options(driver);
        break;
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
    } else if (what < 85) {
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

// Everything that hands can do by now.
static void tick_all(struct driver *driver)
{
    const struct room_world world = driver_world(driver);
    struct room_command command = {
        .kind = ROOM_COMMAND_TICK, .who = person_of(ROOM_ROLE_DEALER, DEALER), .on = true};
    struct room_step steps[ROOM_STEPS_MAX];
    const size_t count = room_steps(&world, &driver->table, steps);
    for (size_t i = 0; i < count; i++) {
        if (steps[i].may && steps[i].row->by == ROOM_BY_HAND) {
            room_ticks_add(&command.ticks, (uint8_t)room_step_kind_of(&steps[i]), steps[i].seat);
        }
    }
    (void)driver_try(driver, &command);
}

// A competent dealer brings the round to its end.
static void deal_to_the_end(struct driver *driver)
{
    static const enum room_command_kind steps[] = {
        ROOM_COMMAND_CLOSE_BETS, ROOM_COMMAND_BUTTON, ROOM_COMMAND_DEAL,   ROOM_COMMAND_TIME,
        ROOM_COMMAND_TURN,       ROOM_COMMAND_BUTTON, ROOM_COMMAND_SETTLE, ROOM_COMMAND_END};
    for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        driver_settle_down(driver);
        tick_all(driver);
        if (steps[i] == ROOM_COMMAND_BUTTON) {
            struct room_command command = {.kind = ROOM_COMMAND_BUTTON};
            next_button(driver, &command);
            (void)driver_try(driver, &command);
        } else {
            do_as(driver, steps[i], ROOM_ROLE_DEALER, DEALER);
        }
    }
    if (driver->table.round.phase == UTH_PHASE_BETTING) {
        do_as(driver, ROOM_COMMAND_VOID, ROOM_ROLE_SUPERVISOR, SUPERVISOR);
    }
}

void chance_wind_up(struct driver *driver)
{
    driver->meter_gone = false;
    driver->meter_busy = false;
    do_as(driver, ROOM_COMMAND_PAUSE, ROOM_ROLE_SUPERVISOR, SUPERVISOR);
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        const struct room_command command = {
            .kind = ROOM_COMMAND_STAND,
            .seat = seat,
            .who = person_of(ROOM_ROLE_PLAYER, driver->table.seats[seat - 1].player)};
        (void)driver_try(driver, &command);
    }
    for (unsigned i = 0; i < 60 && driver->table.state != ROOM_STATE_CLOSED; i++) {
        if (driver->table.config.pace == ROOM_PACE_DEALER) {
            deal_to_the_end(driver);
        }
        do_as(driver, ROOM_COMMAND_CONFIRM, ROOM_ROLE_EXECUTIVE, EXECUTIVE);
        driver_pass(driver, 20000);
    }
    driver_settle_down(driver);
    UTH_CHECK(driver->table.state == ROOM_STATE_CLOSED);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const uint64_t player = driver->table.seats[i].player;
        UTH_CHECK(player == 0 || room_is_automatic_player(player));
    }
    UTH_CHECK(accounts_layout_clear(&driver->accounts, DRIVER_TABLE));
    for (uint64_t player = 1; player <= PLAYERS_MAX; player++) {
        for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
            UTH_CHECK(driver_amount(driver, UTH_ACCOUNT_CHIPS, player, seat) == 0);
        }
    }
}
