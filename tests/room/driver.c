#include "driver.h"

#include <string.h>

#include "room/step.h"

// ---- the world --------------------------------------------------------------------------------

static uint64_t digest(const uint8_t *bytes, size_t count, uint64_t start)
{
    for (size_t i = 0; i < count; i++) {
        start = (start ^ bytes[i]) * UINT64_C(0x100000001b3);
    }
    return start;
}

static void commit(void *context, const uint8_t secret[ROOM_SECRET],
                   uint8_t commitment[ROOM_SECRET])
{
    (void)context;
    struct rng rng = {digest(secret, ROOM_SECRET, 1)};
    for (unsigned i = 0; i < ROOM_SECRET; i++) {
        commitment[i] = (uint8_t)rng_next(&rng);
    }
}

static void fill(uint64_t seed, uint8_t *bytes, size_t size)
{
    struct rng rng = {seed};
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)rng_next(&rng);
    }
}

static void commit_part(void *context, const struct room_table *table, uint8_t seat,
                        const uint8_t part[ROOM_SECRET], uint8_t commitment[ROOM_SECRET])
{
    (void)context;
    fill(digest(part, ROOM_SECRET, 16 * table->round.number + seat), commitment, ROOM_SECRET);
}

static void sign_roster(void *context, const struct room_table *table, struct room_roster *roster)
{
    (void)context;
    uint64_t sum = 3;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const bool in = room_takes_part(table, i + 1);
        sum = 2 * sum + in;
        sum = digest(table->seats[i].commitment, in ? ROOM_SECRET : 0, sum);
    }
    fill(sum, roster->hash, sizeof roster->hash);
    fill(sum + 1, roster->signature, sizeof roster->signature);
    fill(5, roster->key, sizeof roster->key);
}

void driver_part(const struct driver *driver, uint64_t player, uint8_t part[ROOM_SECRET])
{
    fill(player << 32 | driver->table.round.number, part, ROOM_SECRET);
}

void driver_commit(const struct driver *driver, uint8_t seat, const uint8_t part[ROOM_SECRET],
                   uint8_t commitment[ROOM_SECRET])
{
    commit_part(NULL, &driver->table, seat, part, commitment);
}

static void shuffle(void *context, const struct room_table *table, uth_card deck[UTH_DECK_SIZE])
{
    const struct driver *driver = context;
    UTH_CHECK(table->secret_known);
    struct rng rng = {digest(table->secret, ROOM_SECRET, 2)};
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct room_seat *seat = &table->seats[i];
        const bool counts = room_takes_part(table, i + 1) && seat->committed;
        UTH_CHECK(!counts || seat->revealed); // nothing is dealt without a part that counts
        rng.state = digest(seat->part, counts ? ROOM_SECRET : 0, rng.state);
    }
    rng_deck(&rng, deck);
    for (unsigned i = 0; i < driver->top_count; i++) {
        unsigned j = i;
        while (deck[j] != driver->top[i]) {
            j++;
        }
        deck[j] = deck[i];
        deck[i] = driver->top[i];
    }
}

// Never the same twice in a row, and always one of those offered.
static struct uth_decision advise(void *context, const struct uth_rules *rules, uint8_t strategy,
                                  const struct uth_view *view, uint8_t seat,
                                  const struct uth_decision *offers, size_t offer_count)
{
    (void)context;
    (void)rules;
    UTH_CHECK(view->viewer_kind == UTH_VIEWER_SEAT && offer_count > 0);
    for (uint8_t other = 1; other <= UTH_SEATS_MAX; other++) {
        UTH_CHECK(other == seat || view->seats[other - 1].cards[0] == UTH_CARD_NONE);
    }
    UTH_CHECK(view->seats[seat - 1].cards[0] != UTH_CARD_NONE);
    return offers[(view->seats[seat - 1].cards[0] + strategy) % offer_count];
}

struct room_world driver_world(struct driver *driver)
{
    const uint64_t profile = driver->table.config.profile;
    struct room_world world = {
        .now_ms = driver->now_ms,
        .up_ms = driver->up_ms,
        .rules = profile == 0 ? NULL : &driver->rules[profile - 1],
        .meter = driver->meter_gone || driver->table.config.meter == 0 ? NULL : &driver->meter,
        .meter_busy = driver->meter_busy && driver->table.config.meter != 0,
        .watchers = driver->watchers,
        .drop.cents = driver_amount(driver, UTH_ACCOUNT_DROP, 0, 0),
        .context = driver,
        .commit = commit,
        .commit_part = commit_part,
        .sign_roster = sign_roster,
        .shuffle = shuffle,
        .advise = advise,
    };
    for (unsigned i = 0; i < ROOM_SECRET; i++) {
        world.random[i] = (uint8_t)rng_next(&driver->rng);
    }
    return world;
}

int64_t driver_amount(const struct driver *driver, enum uth_account_kind kind, uint64_t player,
                      uint8_t seat)
{
    const struct uth_place place = {
        .player = player, .meter = DRIVER_METER, .table = DRIVER_TABLE, .seat = seat};
    const struct uth_account account = uth_account_at(kind, &place);
    return accounts_amount(&driver->accounts, &account).cents;
}

struct room_person person_of(enum room_role role, uint64_t id)
{
    return (struct room_person){.id = id, .role = role};
}

// ---- what holds after everything --------------------------------------------------------------

// When the clock will act, by the configuration alone; 0 for never.
static int64_t deadline_of(const struct room_table *table)
{
    const struct room_config *config = &table->config;
    const bool timed = config->pace == ROOM_PACE_AUTO;
    int64_t ms = 0;
    switch ((enum room_state)table->state) {
    case ROOM_STATE_OFFERING: ms = config->offer_ms; break;
    case ROOM_STATE_BETTING: ms = timed ? config->betting_ms : 0; break;
    case ROOM_STATE_PLAYING:
        ms = table->round.phase >= UTH_PHASE_PREFLOP && table->round.phase <= UTH_PHASE_RIVER
                 ? config->decision_ms
                 : 0;
        break;
    case ROOM_STATE_SEALED: ms = ROOM_REVEAL_MS; break;
    case ROOM_STATE_RESULT: return timed ? table->since_ms + config->result_ms : 0;
    case ROOM_STATE_CLOSED:
    case ROOM_STATE_WAITING:
    case ROOM_STATE_COUNT: break;
    }
    return ms == 0 ? 0 : table->since_ms + ms;
}

static void check_state(const struct driver *driver)
{
    const struct room_table *table = &driver->table;
    UTH_CHECK(table->deadline_ms == deadline_of(table));
    static const uint8_t states[UTH_PHASE_COUNT] = {
        [UTH_PHASE_BETTING] = ROOM_STATE_BETTING, [UTH_PHASE_CLOSED] = ROOM_STATE_PLAYING,
        [UTH_PHASE_PREFLOP] = ROOM_STATE_PLAYING, [UTH_PHASE_FLOP] = ROOM_STATE_PLAYING,
        [UTH_PHASE_RIVER] = ROOM_STATE_PLAYING,   [UTH_PHASE_SHOWDOWN] = ROOM_STATE_PLAYING,
        [UTH_PHASE_SETTLED] = ROOM_STATE_RESULT,
    };
    const uint8_t phase = table->round.phase;
    const bool runs = phase != UTH_PHASE_IDLE && phase != UTH_PHASE_OVER;
    const bool sealed = table->state == ROOM_STATE_SEALED;
    UTH_CHECK(sealed ? phase == UTH_PHASE_BETTING
              : runs ? table->state == states[phase]
                     : table->state <= ROOM_STATE_OFFERING);
    UTH_CHECK(!runs || table->rostered == (phase > UTH_PHASE_BETTING || sealed));
    UTH_CHECK(table->state != ROOM_STATE_CLOSED || table->paused);
    static const struct room_table zero;
    UTH_CHECK(table->secret_known == runs);
    UTH_CHECK(runs || memcmp(table->secret, zero.secret, ROOM_SECRET) == 0);
    UTH_CHECK(table->config_waits ||
              memcmp(&table->waiting, &zero.waiting, sizeof zero.waiting) == 0);
    UTH_CHECK(!table->jackpot || phase == UTH_PHASE_SHOWDOWN);
    // DEAL-1: one deck in the rack at a time; the one in play has it to itself.
    UTH_CHECK(table->rack == 0 || !runs || table->round.cards_used == 0);
    UTH_CHECK(room_deck_place(table, 0) != ROOM_DECK_IN_RACK ||
              room_deck_place(table, 1) != ROOM_DECK_IN_RACK);
    for (uint8_t i = 0; i < UTH_SEATS_MAX; i++) {
        const struct room_seat *seat = &table->seats[i];
        UTH_CHECK(seat->chips.cents >= 0);
        UTH_CHECK(seat->player != 0 || seat->chips.cents == 0);
        UTH_CHECK(room_is_house_player(seat->player) == (seat->role == ROOM_ROLE_HOUSE));
        UTH_CHECK(room_is_proposition_player(seat->player) ==
                  (seat->role == ROOM_ROLE_PROPOSITION));
        // BANK-1
        UTH_CHECK(!runs || table->round.bank_seat == 0 || seat->role != ROOM_ROLE_HOUSE);
        UTH_CHECK(uth_seat_set_count(room_seats_of(table, seat->player)) <=
                  (room_is_automatic_player(seat->player) ? 1 : driver->spots_most));
    }
}

static void check_books(const struct driver *driver)
{
    UTH_CHECK(accounts_balanced(&driver->accounts));
    for (uint8_t i = 0; i < UTH_SEATS_MAX; i++) {
        const struct room_seat *seat = &driver->table.seats[i];
        UTH_CHECK(seat->player == 0 || driver_amount(driver, UTH_ACCOUNT_CHIPS, seat->player,
                                                     (uint8_t)(i + 1)) == seat->chips.cents);
        UTH_CHECK(!room_is_automatic_player(seat->player) ||
                  driver_amount(driver, UTH_ACCOUNT_WALLET, seat->player, 0) == 0);
    }
    UTH_CHECK(driver_amount(driver, UTH_ACCOUNT_PROVIDER, 0, 0) == driver->table.bankroll.cents);
    const uint8_t phase = driver->table.round.phase;
    if (phase == UTH_PHASE_IDLE || phase == UTH_PHASE_OVER) {
        UTH_CHECK(accounts_layout_clear(&driver->accounts, DRIVER_TABLE));
    }
    UTH_CHECK(driver_amount(driver, UTH_ACCOUNT_METER, 0, 0) == driver->meter.meter.amount.cents);
    UTH_CHECK(driver_amount(driver, UTH_ACCOUNT_RESERVE, 0, 0) ==
              driver->meter.meter.reserve.cents);
}

static bool has_part(const struct room_table *table)
{
    bool any = false;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        any = any || (table->seats[i].revealed && room_takes_part(table, i + 1));
    }
    return any;
}

// ROT-1, from the events: nobody banks a third hand in a row, in any seat.
static void watch_events(struct driver *driver)
{
    const struct room_batch *batch = &driver->batch;
    for (uint32_t i = 0; i < batch->event_count; i++) {
        const struct uth_event *event = &batch->events[i];
        driver->rounds_ended += event->kind == UTH_EVENT_ENDED;
        driver->rounds_voided += event->kind == UTH_EVENT_VOIDED;
        driver->awards += event->kind == UTH_EVENT_AWARDED;
        driver->rounds_with_parts += event->kind == UTH_EVENT_DEALT && has_part(&driver->stored);
        const uint8_t bank = driver->stored.round.bank_seat;
        if (event->kind == UTH_EVENT_ENDED && bank != 0) {
            const uint64_t player = driver->stored.seats[bank - 1].player;
            driver->banker_hands = player == driver->banker ? driver->banker_hands + 1 : 1;
            driver->banker = player;
            UTH_CHECK(driver->banker_hands <= 2);
        }
    }
}

// A fact names a seat where it concerns one, and none where it does not.
static void check_facts(struct driver *driver)
{
    const struct room_batch *batch = &driver->batch;
    static const bool of_a_seat[ROOM_FACT_COUNT] = {
        [ROOM_FACT_SAT] = true,           [ROOM_FACT_STOOD] = true,
        [ROOM_FACT_SEAT] = true,          [ROOM_FACT_PART_COMMITTED] = true,
        [ROOM_FACT_PART_REVEALED] = true, [ROOM_FACT_WITHHELD] = true,
    };
    for (uint32_t i = 0; i < batch->fact_count; i++) {
        const struct room_fact *fact = &batch->facts[i];
        driver->withheld += fact->kind == ROOM_FACT_WITHHELD;
        UTH_CHECK(fact->kind == ROOM_FACT_PIT || (fact->seat != 0) == of_a_seat[fact->kind]);
    }
}

// Events, postings, entries and facts do not depend on each other's order.
static void apply_otherwise(struct room_table *table, struct uth_controller *meter,
                            const struct room_batch *batch)
{
    static struct room_batch part;
    for (unsigned turn = 0; turn < 4; turn++) {
        part = *batch;
        part.fact_count = turn == 0 ? batch->fact_count : 0;
        part.entry_count = turn == 1 ? batch->entry_count : 0;
        part.posting_count = turn == 2 ? batch->posting_count : 0;
        part.event_count = turn == 3 ? batch->event_count : 0;
        room_apply(table, meter, &part);
    }
}

// What play leaves, a start can go on with.
static void check_fits(struct driver *driver)
{
    const uint64_t profile = driver->table.config.profile;
    const struct room_world world = {.rules = profile == 0 ? NULL : &driver->rules[profile - 1],
                                     .meter = &driver->meter};
    UTH_CHECK(room_table_is_valid(&driver->table));
    UTH_CHECK(driver->meter.entries == 0 || uth_controller_validate(&driver->meter));
    UTH_CHECK(profile == 0 || room_table_can_resume(&world, &driver->table));
}

static void replay(struct driver *driver)
{
    UTH_CHECK(room_can_follow(&driver->stored, &driver->batch));
    static struct room_table otherwise;
    static struct uth_controller other_meter;
    otherwise = driver->stored;
    other_meter = driver->stored_meter;
    apply_otherwise(&otherwise, &other_meter, &driver->batch);
    room_apply(&driver->stored, &driver->stored_meter, &driver->batch);
    UTH_CHECK(memcmp(&driver->stored, &driver->table, sizeof driver->table) == 0);
    UTH_CHECK(memcmp(&driver->stored_meter, &driver->meter, sizeof driver->meter) == 0);
    UTH_CHECK(memcmp(&otherwise, &driver->table, sizeof otherwise) == 0);
    UTH_CHECK(memcmp(&other_meter, &driver->meter, sizeof other_meter) == 0);
}

bool driver_store(struct driver *driver)
{
    struct room_batch *batch = &driver->batch;
    size_t refused;
    bool stored = true;
    if (!room_batch_is_empty(batch)) {
        const enum uth_status status =
            accounts_post_all(&driver->accounts, batch->postings, batch->posting_count, &refused);
        stored = status == UTH_OK;
        // Only a wallet can be short: the table has seen to the rest.
        UTH_CHECK(stored || (status == UTH_ERR_NOT_ENOUGH &&
                             batch->postings[refused].reason == UTH_POSTED_BUY_IN));
        if (stored) {
            driver->batches++;
            for (uint32_t i = 0; i < batch->event_count; i++) {
                UTH_CHECK(batch->round == driver->table.round.number);
            }
            check_facts(driver);
            replay(driver);
            watch_events(driver);
        } else {
            driver->table = driver->stored;
            driver->meter = driver->stored_meter;
        }
    }
    room_batch_start(batch, &driver->table, driver->now_ms);
    check_state(driver);
    check_fits(driver);
    check_books(driver);
    return stored;
}

static void make_space(struct driver *driver)
{
    if (!driver->hold || !room_batch_has_space(&driver->batch)) {
        UTH_CHECK(driver_store(driver));
    }
}

struct counts {
    uint32_t events, postings, entries, facts;
};

static struct counts counts_of(const struct room_batch *batch)
{
    return (struct counts){batch->event_count, batch->posting_count, batch->entry_count,
                           batch->fact_count};
}

// No step says more than a batch with space is sure to take.
static void check_size(const struct room_batch *batch, const struct counts *before)
{
    UTH_CHECK(batch->event_count - before->events <= STEP_EVENTS);
    UTH_CHECK(batch->posting_count - before->postings <= STEP_POSTINGS);
    UTH_CHECK(batch->entry_count - before->entries <= STEP_ENTRIES);
    UTH_CHECK(batch->fact_count - before->facts <= STEP_FACTS);
}

// ---- doing ------------------------------------------------------------------------------------

// Made for this moment.
static struct room_command made_now(const struct driver *driver, const struct room_command *command)
{
    struct room_command made = *command;
    made.round = driver->table.round.number;
    made.street = (enum uth_phase)driver->table.round.phase;
    return made;
}

enum uth_status driver_try(struct driver *driver, const struct room_command *command)
{
    const struct room_command made = made_now(driver, command);
    return driver_try_late(driver, &made);
}

enum uth_status driver_try_late(struct driver *driver, const struct room_command *command)
{
    static struct room_table before;
    static struct uth_controller meter_before;
    const bool buys = command->kind == ROOM_COMMAND_SIT || command->kind == ROOM_COMMAND_BUY_IN;
    if (buys || command->kind == ROOM_COMMAND_COUNT_DROP) {
        UTH_CHECK(driver_store(driver));
    }
    make_space(driver);
    struct room_world world = driver_world(driver);
    if (command->kind == ROOM_COMMAND_CONFIGURE) {
        world.next_rules =
            &driver->rules[(command->config.profile + DRIVER_PROFILES - 1) % DRIVER_PROFILES];
        if (driver->spots_most < world.next_rules->spots_per_player) {
            driver->spots_most = world.next_rules->spots_per_player;
        }
    }
    before = driver->table;
    meter_before = driver->meter;
    const struct room_batch *batch = &driver->batch;
    const struct counts counts = counts_of(batch);
    enum uth_status status = room_do(&world, &driver->table, command, &driver->batch);
    if (status != UTH_OK) {
        UTH_CHECK(memcmp(&before, &driver->table, sizeof before) == 0);
        UTH_CHECK(memcmp(&meter_before, &driver->meter, sizeof meter_before) == 0);
        const struct counts after = counts_of(batch);
        UTH_CHECK(memcmp(&counts, &after, sizeof counts) == 0);
        UTH_CHECK(status == UTH_REPEATED || uth_status_clause(status)[0] != '\0');
        return status;
    }
    check_size(batch, &counts);
    if ((buys || !driver->hold) && !driver_store(driver)) {
        return UTH_ERR_NOT_ENOUGH;
    }
    return UTH_OK;
}

bool driver_tick(struct driver *driver)
{
    make_space(driver);
    const struct room_world world = driver_world(driver);
    const int64_t wake_ms = room_wake_ms(&world, &driver->table);
    UTH_CHECK(wake_ms >= driver->now_ms);
    const struct counts counts = counts_of(&driver->batch);
    const bool did = room_tick(&world, &driver->table, &driver->batch);
    check_size(&driver->batch, &counts);
    UTH_CHECK(did == (wake_ms == driver->now_ms));
    UTH_CHECK(did != room_batch_is_empty(&driver->batch) || driver->hold);
    if (!driver->hold) {
        UTH_CHECK(driver_store(driver));
    }
    return did;
}

void driver_settle_down(struct driver *driver)
{
    unsigned steps = 0;
    while (driver_tick(driver)) {
        UTH_CHECK(++steps < 200);
    }
    UTH_CHECK(driver_store(driver));
}

// What nobody but the clock moves: everything else would be a table that has stopped.
static void check_runs(struct driver *driver, const struct room_world *world)
{
    const struct room_table *table = &driver->table;
    if (table->config.pace == ROOM_PACE_AUTO && table->state > ROOM_STATE_WAITING &&
        !table->jackpot && !driver->meter_gone && !driver->meter_busy) {
        UTH_CHECK(room_wake_ms(world, table) != INT64_MAX);
    }
}

void driver_pass(struct driver *driver, int64_t ms)
{
    const int64_t until_ms = driver->now_ms + ms;
    for (;;) {
        driver_settle_down(driver);
        const struct room_world world = driver_world(driver);
        check_runs(driver, &world);
        const int64_t wake_ms = room_wake_ms(&world, &driver->table);
        UTH_CHECK(wake_ms > driver->now_ms);
        if (wake_ms > until_ms) {
            break;
        }
        driver->now_ms = wake_ms - 1;
        UTH_CHECK(!driver_tick(driver));
        driver->now_ms = wake_ms;
        UTH_CHECK(driver_tick(driver));
    }
    driver->now_ms = until_ms;
    UTH_CHECK(driver_store(driver));
}

// ---- options ----------------------------------------------------------------------------------

// Would it be done? Tried on copies.
static bool would(struct driver *driver, const struct room_command *command)
{
    static struct room_table table;
    static struct uth_controller meter;
    static struct room_batch batch;
    table = driver->table;
    meter = driver->meter;
    struct room_world world = driver_world(driver);
    if (world.meter != NULL) {
        world.meter = &meter;
    }
    room_batch_start(&batch, &table, driver->now_ms);
    const struct room_command made = made_now(driver, command);
    return room_do(&world, &table, &made, &batch) == UTH_OK;
}

static void check_decisions(struct driver *driver, const struct room_options *options,
                            struct room_command command)
{
    command.kind = ROOM_COMMAND_DECIDE;
    for (unsigned action = UTH_ACTION_CHECK; action <= UTH_ACTION_FOLD; action++) {
        for (uint8_t multiple = 0; multiple <= 5; multiple++) {
            command.decision = (struct uth_decision){(enum uth_action)action, multiple};
            bool offered = false;
            for (size_t i = 0; i < options->decision_count; i++) {
                offered = offered || (options->decisions[i].action == action &&
                                      options->decisions[i].multiple == multiple);
            }
            UTH_CHECK(would(driver, &command) == offered);
        }
    }
}

static void check_bank(struct driver *driver, const struct room_options *options,
                       struct room_command command)
{
    command.kind = ROOM_COMMAND_BANK_TAKE;
    command.amount = options->bank_min;
    UTH_CHECK(would(driver, &command) == options->may_take_bank);
    command.amount = options->bank_max;
    UTH_CHECK(would(driver, &command) == options->may_take_bank);
    command.amount.cents += 100;
    UTH_CHECK(!would(driver, &command));
    command.kind = ROOM_COMMAND_BANK_ASK;
    UTH_CHECK(would(driver, &command) == options->may_ask_bank);
}

static void check_chips(struct driver *driver, const struct room_options *options,
                        struct room_command command)
{
    const struct room_seat *seat = &driver->table.seats[command.seat - 1];
    UTH_CHECK(options->may_stand == !seat->leaving);
    command.kind = ROOM_COMMAND_BUY_IN;
    command.amount.cents = 100;
    if (seat->chips.cents + 100 <= driver->table.config.buy_in_max.cents) {
        UTH_CHECK(would(driver, &command) == options->may_buy_in);
    }
    command.kind = ROOM_COMMAND_WAGER;
    command.stakes[UTH_WAGER_ANTE].cents = 500;
    command.stakes[UTH_WAGER_BLIND].cents = 500;
    if (seat->chips.cents >= 1100) {
        UTH_CHECK(would(driver, &command) == options->may_wager);
    }
}

// The table with everything hidden from this seat changed.
static void hide(struct room_table *table, uint8_t seat)
{
    memset(table->secret, 0xa5, sizeof table->secret);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (i + 1U != seat) {
            table->seats[i].part[0] ^= 0xff;
            table->round.seats[i].cards[0] ^= 1;
        }
    }
    memset(table->round.deck, 3, sizeof table->round.deck);
    memset(table->round.community, 4, sizeof table->round.community);
    memset(table->round.dealer, 5, sizeof table->round.dealer);
}

void driver_check_options(struct driver *driver)
{
    static struct room_table hidden;
    const struct room_world world = driver_world(driver);
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        const struct room_seat *state = &driver->table.seats[seat - 1];
        const struct room_command command = {.kind = ROOM_COMMAND_STAND,
                                             .seat = seat,
                                             .who = person_of(ROOM_ROLE_PLAYER, state->player)};
        const struct room_options options =
            room_options_of(&world, &driver->table, seat, &command.who);
        hidden = driver->table;
        hide(&hidden, seat);
        const struct room_options blind = room_options_of(&world, &hidden, seat, &command.who);
        UTH_CHECK(memcmp(&options, &blind, sizeof options) == 0);
        if (state->player == 0 || room_is_automatic_player(state->player)) {
            continue;
        }
        check_decisions(driver, &options, command);
        check_bank(driver, &options, command);
        check_chips(driver, &options, command);
        UTH_CHECK(would(driver, &command));
    }
}

// ---- beginning --------------------------------------------------------------------------------

void driver_start(struct driver *driver, uint64_t seed)
{
    memset(driver, 0, sizeof *driver);
    driver->rng.state = seed;
    driver->now_ms = 1000000;
    driver->rules[0] = uth_rules_california_8;
    driver->rules[1] = uth_rules_california_6;
    driver->rules[2] = uth_rules_washington;
    driver->rules[3] = uth_rules_california_6;
    driver->rules[3].collection = 1;
    driver->rules[4] = uth_rules_washington;
    driver->rules[4].progressive.order = UTH_METER_ORDER_CONFIRMATION;
    driver->rules[4].spots_per_player = 3;
    accounts_init(&driver->accounts, driver->slots, DRIVER_SLOTS);
    room_table_init(&driver->table, DRIVER_TABLE);
    driver->stored = driver->table;
    room_batch_start(&driver->batch, &driver->table, driver->now_ms);
    for (uint64_t player = 1; player <= PLAYERS_MAX; player++) {
        const struct uth_place place = {.player = player};
        const struct uth_posting posting =
            uth_posting_make(UTH_POSTED_DEPOSIT, &place, UTH_WAGER_COUNT, (uth_money){100000000});
        UTH_CHECK(accounts_post(&driver->accounts, &posting) == UTH_OK);
    }
}

enum uth_status driver_meter(struct driver *driver, struct uth_controller_command command)
{
    struct uth_entries entries = {.count = 0};
    UTH_CHECK(driver_store(driver));
    command.time_ms = driver->now_ms;
    const enum uth_status status =
        uth_controller_decide(&driver->rules[2].progressive, &driver->meter, &command, &entries);
    for (unsigned i = 0; status == UTH_OK && i < entries.count; i++) {
        struct uth_postings postings;
        size_t refused;
        uth_entry_post(&entries.list[i], &postings);
        UTH_CHECK(accounts_post_all(&driver->accounts, postings.list, postings.count, &refused) ==
                  UTH_OK);
        uth_controller_apply(&driver->meter, &entries.list[i]);
        uth_controller_apply(&driver->stored_meter, &entries.list[i]);
    }
    return status;
}

void driver_link(struct driver *driver, enum uth_controller_model controller)
{
    const struct uth_progressive_rules *rules = &driver->rules[2].progressive;
    struct uth_controller_command command = {.kind = UTH_CONTROLLER_CREATE,
                                             .authority = UTH_AUTHORITY_EXECUTIVE,
                                             .who = MANAGER,
                                             .meter = DRIVER_METER,
                                             .amount = rules->seed,
                                             .executive_above = {500000},
                                             .terms = {.seed = rules->seed,
                                                       .meter_rate_bp = rules->meter_rate_bp,
                                                       .reserve_rate_bp = rules->reserve_rate_bp}};
    UTH_CHECK(driver_meter(driver, command) == UTH_OK);
    command = (struct uth_controller_command){.kind = UTH_CONTROLLER_LINK,
                                              .authority = UTH_AUTHORITY_EXECUTIVE,
                                              .who = MANAGER,
                                              .table = DRIVER_TABLE,
                                              .controller = controller};
    UTH_CHECK(driver_meter(driver, command) == UTH_OK);
}

struct room_config driver_config(const struct driver *driver, uint64_t profile, enum room_pace pace)
{
    const struct uth_rules *rules = &driver->rules[profile - 1];
    const bool banked = rules->banked_by == UTH_BANKED_BY_PLAYER;
    const bool linked = rules->offered[UTH_WAGER_PROGRESSIVE] && driver->meter.entries != 0;
    struct room_config config = {
        .name = "table seven",
        .profile = profile,
        .meter = linked ? DRIVER_METER : 0,
        .buy_in_min = {10000},
        .buy_in_max = {10000000},
        .house_buy_in = {100000},
        .house_ante = {1000},
        .house_trips = {500},
        .house_progressive = {linked ? 100 : 0},
        .provider = "",
        .provider_bankroll = {banked ? 10000000 : 0},
        .proposition_buy_in = {100000},
        .proposition_ante = {1000},
        .proposition_trips = {500},
        .proposition_bank = {banked ? 50000 : 0},
        .confirm_up_to = {100000},
        .betting_ms = 15000,
        .decision_ms = 10000,
        .offer_ms = 8000,
        .result_ms = 5000,
        .house_ms = 700,
        .proposition_ms = 700,
        .absent_rounds = 3,
        .pace = (uint8_t)pace,
    };
    if (banked) {
        memcpy(config.provider, DRIVER_PROVIDER, sizeof DRIVER_PROVIDER);
    }
    return config;
}

void driver_fill_seats(const struct driver *driver, struct room_config *config, uint8_t players)
{
    const bool banked = driver->rules[config->profile - 1].banked_by == UTH_BANKED_BY_PLAYER;
    config->house_players = banked ? 0 : players;
    config->proposition_players = banked ? players : 0;
}

void driver_open(struct driver *driver, const struct room_config *config)
{
    struct room_command command = {.kind = ROOM_COMMAND_CONFIGURE,
                                   .who = person_of(ROOM_ROLE_MANAGER, MANAGER),
                                   .config = *config};
    UTH_CHECK(driver_try(driver, &command) == UTH_OK);
    command.kind = ROOM_COMMAND_RESUME;
    UTH_CHECK(driver_try(driver, &command) == UTH_OK);
}
