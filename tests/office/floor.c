#include "office/floor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uth/deal.h"

static const struct {
    const char *name;
    enum room_role role;
    uint64_t card;
    int64_t wallet;
} people[FLOOR_PEOPLE] = {
    [MANAGER] = {"Marge", ROOM_ROLE_MANAGER, 1001, 0},
    [SECOND] = {"Eve", ROOM_ROLE_EXECUTIVE, 1002, 0},
    [SUPERVISOR] = {"Sue", ROOM_ROLE_SUPERVISOR, 1003, 0},
    [DEALER] = {"Dan", ROOM_ROLE_DEALER, 1004, 0},
    [AUDITOR] = {"Otto", ROOM_ROLE_AUDITOR, 0, 0},
    [PAUL] = {"Paul", ROOM_ROLE_PLAYER, 0, 100000000},
    [PETRA] = {"Petra", ROOM_ROLE_PLAYER, 0, 100000000},
};

static const char *const profiles[FLOOR_TABLES] = {"california-8", "california-6", "washington",
                                                   "washington"};

struct office_by floor_by(const struct floor *floor, enum floor_person who, const char *why)
{
    const struct office_by by = {
        .who = floor->people[who], .name = people[who].name, .now_ms = floor->now_ms, .why = why};
    return by;
}

void floor_commit(struct floor *floor)
{
    struct fault fault;
    if (!office_commit(floor->office, &floor->draft, &fault)) {
        (void)fprintf(stderr, "floor: %s\n", fault.text);
        abort();
    }
    floor->batches++;
}

// ---- rigged secrets ---------------------------------------------------------------------------

// The cards of a royal flush in each suit.
static void royals_of(uth_cards royals[4])
{
    for (unsigned suit = 0; suit < 4; suit++) {
        royals[suit] = 0;
        for (unsigned rank = 8; rank < 13; rank++) {
            const char text[3] = {"23456789TJQKA"[rank], "cdhs"[suit], '\0'};
            uth_card card;
            size_t count;
            UTH_CHECK(uth_cards_parse(text, 2, &card, 1, &count) == UTH_OK);
            royals[suit] |= uth_cards_of(card);
        }
    }
}

static bool is_dealt(enum floor_hand hand, const uth_cards royals[4], const struct uth_dealt *dealt,
                     unsigned players)
{
    const uth_cards board = uth_cards_from(dealt->community, 5);
    const uth_cards flop = uth_cards_from(dealt->community, 3);
    for (unsigned suit = 0; suit < 4; suit++) {
        const uth_cards royal = royals[suit];
        if (uth_cards_count(board & royal) < 3) {
            continue; // two hole cards do not make up for that, and most decks end here
        }
        for (unsigned i = 0; i < players; i++) {
            const uth_cards hole = uth_cards_from(dealt->hole[i], 2);
            const bool first = ((hole | flop) & royal) == royal;
            const bool seven = ((hole | board) & royal) == royal && (hole & royal) != 0;
            if (hand == ROYAL_IN_FIVE ? first : seven && !first) {
                return true;
            }
        }
    }
    return false;
}

// One deck in hundreds of thousands is wanted: it is searched for once, though the table asks at each step.
static bool is_rigged(const struct floor *floor, const struct fair_deal *deal)
{
    const struct fair_deal *last = &floor->rigged;
    return floor->rigged_for == floor->next_hand && last->table == deal->table &&
           last->round == deal->round && last->procedure == deal->procedure &&
           last->in == deal->in && last->bank_seat == deal->bank_seat;
}

static void draw_secret(struct floor *floor, struct fair_deal *deal)
{
    for (unsigned i = 0; i < ROOM_SECRET; i += 8) {
        const uint64_t word = rng_next(&floor->rng);
        memcpy(&deal->secret[i], &word, 8);
    }
}

static void rig_secret(struct floor *floor, struct fair_deal *deal, unsigned players)
{
    uth_cards royals[4];
    royals_of(royals);
    for (uint64_t tries = 0; tries < 4000000; tries++) {
        uth_card deck[UTH_DECK_SIZE];
        struct uth_dealt dealt;
        draw_secret(floor, deal);
        fair_commit(deal->secret, deal->commitment);
        fair_deck(deal, deck);
        uth_deal((enum uth_procedure)deal->procedure, players, deck, &dealt);
        if (is_dealt(floor->next_hand, royals, &dealt, players)) {
            break;
        }
    }
    floor->rigged = *deal;
    floor->rigged_for = floor->next_hand;
}

static void choose_secret(struct floor *floor, const struct uth_rules *rules,
                          const struct room_table *table, uint8_t secret[ROOM_SECRET])
{
    struct fair_deal deal = {.round = table->round.number + 1,
                             .table = table->id,
                             .procedure = (uint8_t)rules->procedure};
    const bool banked = rules->banked_by == UTH_BANKED_BY_PLAYER;
    unsigned players = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        players += table->seats[i].player != 0;
        deal.in = (uth_seat_set)(deal.in | (unsigned)(table->seats[i].player != 0) << i);
    }
    deal.bank_seat = banked ? table->rotation.seat : 0;
    players -= banked && players > 0;
    if (floor->next_hand == ANY_HAND || players == 0) {
        draw_secret(floor, &deal);
    } else if (is_rigged(floor, &deal)) {
        deal = floor->rigged;
    } else {
        rig_secret(floor, &deal, players);
    }
    memcpy(secret, deal.secret, ROOM_SECRET);
}

// ---- the world --------------------------------------------------------------------------------

static struct uth_decision advise(void *context, const struct uth_rules *rules, uint8_t strategy,
                                  const struct uth_view *view, uint8_t seat,
                                  const struct uth_decision *offers, size_t offer_count)
{
    (void)context;
    (void)rules;
    // A raise now and then, the last of the offers else: check, check, and at the river a call.
    const unsigned first = view->seats[seat - 1].cards[0];
    const bool raises = (first + strategy) % 3 == 0 || view->phase == UTH_PHASE_RIVER;
    return raises ? offers[(first / 3) % offer_count] : offers[offer_count - 1];
}

static struct room_world world_of(struct floor *floor, uint32_t id)
{
    const struct office_table *stored = office_table(floor->office, id);
    const struct room_config *config = &floor->table.config;
    struct room_world world = {.now_ms = floor->now_ms,
                               .rules = office_rules(floor->office, config->profile),
                               .meter = config->meter == 0 ? NULL : &floor->meter,
                               .watchers = 1,
                               .drop = stored->drop,
                               .context = floor->office,
                               .commit = office_world_commit,
                               .commit_part = office_world_commit_part,
                               .sign_roster = office_world_sign_roster,
                               .shuffle = office_world_shuffle,
                               .advise = advise};
    const uint8_t phase = floor->table.round.phase;
    if (world.rules != NULL && (phase == UTH_PHASE_IDLE || phase == UTH_PHASE_OVER)) {
        choose_secret(floor, world.rules, &floor->table, world.random);
    }
    return world;
}

static void begin(struct floor *floor, uint32_t id)
{
    const struct office_table *stored = office_table(floor->office, id);
    UTH_CHECK(stored != NULL);
    floor->table = stored->room;
    if (office_meter(floor->office, FLOOR_METER) != NULL) {
        floor->meter = office_meter(floor->office, FLOOR_METER)->controller;
    }
    room_batch_start(&floor->batch, &floor->table, floor->now_ms);
}

static void note_secret(struct floor *floor)
{
    for (uint32_t i = 0; i < floor->batch.fact_count; i++) {
        if (floor->batch.facts[i].kind == ROOM_FACT_SECRET) {
            memcpy(floor->secret, floor->batch.facts[i].as.seed.bytes, ROOM_SECRET);
            floor->next_hand = ANY_HAND;
        }
    }
}

static void store(struct floor *floor, uint32_t id, const struct office_by *by)
{
    if (room_batch_is_empty(&floor->batch)) {
        return;
    }
    const bool plays = floor->table.config.meter != 0;
    note_secret(floor);
    office_encode_room(floor->office, &floor->batch, &floor->table, plays ? &floor->meter : NULL,
                       by, &floor->draft);
    floor_commit(floor);
    const struct office_table *stored = office_table(floor->office, id);
    UTH_CHECK(memcmp(&stored->room, &floor->table, sizeof floor->table) == 0);
    UTH_CHECK(!plays || memcmp(&office_meter(floor->office, FLOOR_METER)->controller, &floor->meter,
                               sizeof floor->meter) == 0);
}

enum uth_status floor_do(struct floor *floor, uint32_t id, const struct room_command *command)
{
    begin(floor, id);
    struct room_world world = world_of(floor, id);
    world.next_rules = office_rules(floor->office, command->config.profile);
    const struct office_by by = {
        .who = command->who.id, .name = "floor", .now_ms = floor->now_ms, .why = "the test"};
    struct room_command made = *command; // for this moment
    made.round = floor->table.round.number;
    made.street = (enum uth_phase)floor->table.round.phase;
    const enum uth_status status = room_do(&world, &floor->table, &made, &floor->batch);
    if (status == UTH_OK) {
        store(floor, id, room_role_is_staff(command->who.role) ? &by : NULL);
    }
    return status;
}

bool floor_tick(struct floor *floor, uint32_t id, unsigned steps)
{
    bool did = false;
    begin(floor, id);
    for (unsigned i = 0; i < steps && room_batch_has_space(&floor->batch); i++) {
        const struct room_world world = world_of(floor, id);
        if (!room_tick(&world, &floor->table, &floor->batch)) {
            break;
        }
        did = true;
    }
    store(floor, id, NULL);
    return did;
}

// ---- playing ----------------------------------------------------------------------------------

struct room_command floor_command(const struct floor *floor, enum floor_person who,
                                  enum room_command_kind kind)
{
    const struct office_person *person = office_person(floor->office, floor->people[who]);
    const struct room_command command = {.kind = kind,
                                         .who = office_at_table(person, floor->now_ms),
                                         .authority = UTH_AUTHORITY_EXECUTIVE};
    return command;
}

static void wager(struct floor *floor, uint32_t id, enum floor_person who)
{
    const struct office_table *stored = office_table(floor->office, id);
    const struct uth_rules *rules = office_rules(floor->office, stored->room.config.profile);
    struct room_command command = floor_command(floor, who, ROOM_COMMAND_WAGER);
    const int64_t ante = uth_rules_limit(rules, UTH_WAGER_ANTE).min.cents;
    const uint8_t seat = room_seat_of(&stored->room, floor->people[who]);
    if (seat == 0 || stored->room.round.bank_seat == seat) {
        return;
    }
    command.stakes[UTH_WAGER_ANTE].cents = ante * (1 + rng_below(&floor->rng, 3));
    command.stakes[UTH_WAGER_BLIND] = command.stakes[UTH_WAGER_ANTE];
    command.stakes[UTH_WAGER_TRIPS].cents = rng_below(&floor->rng, 2) ? ante : 0;
    if (rules->offered[UTH_WAGER_PROGRESSIVE]) {
        command.stakes[UTH_WAGER_TRIPS].cents = ante;
        command.stakes[UTH_WAGER_BAD_BEAT].cents = rng_below(&floor->rng, 2) ? ante : 0;
        command.stakes[UTH_WAGER_PAIRS].cents =
            command.stakes[UTH_WAGER_BAD_BEAT].cents == 0 ? ante : 0;
        command.stakes[UTH_WAGER_PROGRESSIVE] = rules->progressive.stake;
    }
    // A part would spoil a rigged secret; who is at table 1 or 2 has one.
    command.committed = id <= CALIFORNIA_6 && rng_below(&floor->rng, 2) == 0;
    for (unsigned i = 0; i < ROOM_SECRET; i++) {
        floor->parts[who][i] = (uint8_t)rng_next(&floor->rng);
    }
    office_world_commit_part(NULL, &stored->room, seat, floor->parts[who], command.commitment);
    command.ready = true;
    (void)floor_do(floor, id, &command);
}

void floor_confirm(struct floor *floor, uint32_t id)
{
    struct room_command command = floor_command(floor, SECOND, ROOM_COMMAND_CONFIRM);
    UTH_CHECK(floor_do(floor, id, &command) == UTH_OK);
}

static void reveal(struct floor *floor, uint32_t id, enum floor_person who)
{
    struct room_command command = floor_command(floor, who, ROOM_COMMAND_REVEAL);
    memcpy(command.part, floor->parts[who], ROOM_SECRET);
    (void)floor_do(floor, id, &command);
}

// The human players decide at random, or let the time run out.
static void decide(struct floor *floor, uint32_t id, enum floor_person who)
{
    const struct room_table *table = &office_table(floor->office, id)->room;
    const struct uth_rules *rules = office_rules(floor->office, table->config.profile);
    const uint8_t seat = room_seat_of(table, floor->people[who]);
    struct room_command command = floor_command(floor, who, ROOM_COMMAND_DECIDE);
    struct uth_decision offers[UTH_OFFERS_MAX];
    if (seat == 0 || !uth_round_awaits(&table->round, seat) || rng_below(&floor->rng, 5) == 0) {
        return;
    }
    const size_t count =
        uth_round_offers(rules, &table->round, seat, table->seats[seat - 1].chips, offers);
    command.decision = offers[rng_below(&floor->rng, (uint32_t)count)];
    (void)floor_do(floor, id, &command);
}

static void buy_in(struct floor *floor, uint32_t id, enum floor_person who, uint8_t seat)
{
    struct room_command command = floor_command(floor, who, ROOM_COMMAND_SIT);
    command.seat = seat;
    command.amount.cents = 2000000;
    UTH_CHECK(floor_do(floor, id, &command) == UTH_OK);
}

void floor_step(struct floor *floor, uint32_t id)
{
    const struct room_table *table = &office_table(floor->office, id)->room;
    if (table->jackpot) {
        floor_confirm(floor, id);
    } else if (table->state == ROOM_STATE_BETTING && table->since_ms == floor->now_ms) {
        wager(floor, id, PAUL);
        wager(floor, id, PETRA);
        floor->now_ms++;
    } else if (table->state == ROOM_STATE_SEALED && !floor->withholds) {
        reveal(floor, id, PAUL);
        reveal(floor, id, PETRA);
    } else if (table->state == ROOM_STATE_PLAYING && table->since_ms == floor->now_ms) {
        decide(floor, id, PAUL);
        decide(floor, id, PETRA);
        floor->now_ms++;
    }
    if (!floor_tick(floor, id, 1 + rng_below(&floor->rng, 6))) {
        floor->table = office_table(floor->office, id)->room;
        const struct room_world world = world_of(floor, id);
        const int64_t wake_ms = room_wake_ms(&world, &floor->table);
        UTH_CHECK(wake_ms != INT64_MAX || floor->table.jackpot);
        floor->now_ms = wake_ms != INT64_MAX && wake_ms > floor->now_ms ? wake_ms : floor->now_ms;
    }
}

void floor_round(struct floor *floor, uint32_t id, bool then_void)
{
    const struct office_table *stored = office_table(floor->office, id);
    const bool open =
        stored->room.round.phase != UTH_PHASE_IDLE && stored->room.round.phase != UTH_PHASE_OVER;
    const uint64_t number = stored->room.round.number + !open;
    for (unsigned steps = 0; steps < 10000; steps++) {
        const uint8_t phase = stored->room.round.phase;
        if (stored->room.round.number == number && phase == UTH_PHASE_OVER) {
            return;
        }
        if (then_void && stored->room.round.number == number && phase >= UTH_PHASE_FLOP) {
            struct room_command command = floor_command(floor, SUPERVISOR, ROOM_COMMAND_VOID);
            UTH_CHECK(floor_do(floor, id, &command) == UTH_OK);
            return;
        }
        floor_step(floor, id);
    }
    UTH_CHECK(!"the round ends");
}

void floor_until_bets(struct floor *floor, uint32_t id)
{
    const struct office_table *stored = office_table(floor->office, id);
    for (unsigned steps = 0; stored->room.state != ROOM_STATE_BETTING; steps++) {
        UTH_CHECK(steps < 10000);
        floor_step(floor, id);
    }
}

enum uth_status floor_adjust(struct floor *floor, enum uth_adjustment adjustment, int64_t cents)
{
    struct fault fault = {.kind = FAULT_NONE};
    struct office_by by = floor_by(floor, MANAGER, "the test says so");
    const struct uth_controller_command command = {.kind = UTH_CONTROLLER_ADJUST,
                                                   .authority = UTH_AUTHORITY_EXECUTIVE,
                                                   .adjustment = adjustment,
                                                   .amount = {cents}};
    by.approved_by = floor->people[SECOND];
    if (!office_meter_command(floor->office, FLOOR_METER, &command, &by, &floor->draft, &fault)) {
        return fault.status;
    }
    floor_commit(floor);
    return UTH_OK;
}

void floor_back_out(struct floor *floor, uint32_t table, uint8_t seat)
{
    struct fault fault = {.kind = FAULT_NONE};
    struct office_by by = floor_by(floor, MANAGER, "the test says so");
    const struct uth_controller_command command = {.kind = UTH_CONTROLLER_ADJUST,
                                                   .authority = UTH_AUTHORITY_EXECUTIVE,
                                                   .adjustment = UTH_ADJUSTMENT_BACK_OUT,
                                                   .table = table,
                                                   .seat = seat};
    by.approved_by = floor->people[SECOND];
    UTH_CHECK(
        office_meter_command(floor->office, FLOOR_METER, &command, &by, &floor->draft, &fault));
    floor_commit(floor);
}

// ---- making -----------------------------------------------------------------------------------

static bool make_people(struct floor *floor, struct fault *fault)
{
    struct office_secret password;
    struct office_secret pin;
    UTH_CHECK(office_secret_make(FLOOR_PASSWORD, &password));
    UTH_CHECK(office_secret_make(FLOOR_PIN, &pin));
    for (unsigned i = 0; i < FLOOR_PEOPLE; i++) {
        const struct office_person_new person = {.name = people[i].name,
                                                 .role = people[i].role,
                                                 .password = &password,
                                                 .pin = people[i].card != 0 ? &pin : NULL,
                                                 .card = people[i].card,
                                                 .deposit = {people[i].wallet}};
        const struct office_by by = floor_by(floor, MANAGER, "the test");
        if (!office_person_add(floor->office, &person, &by, &floor->draft, fault)) {
            return false;
        }
        floor->people[i] = floor->draft.id;
        floor_commit(floor);
    }
    return true;
}

static bool make_meter(struct floor *floor, struct fault *fault)
{
    const struct uth_progressive_rules *rules = &uth_rules_washington.progressive;
    const struct uth_terms terms = {.seed = rules->seed,
                                    .meter_rate_bp = rules->meter_rate_bp,
                                    .reserve_rate_bp = rules->reserve_rate_bp,
                                    .fixed_pays_from = rules->fixed_pays_from};
    const struct office_by by = floor_by(floor, MANAGER, "a meter for the test");
    const struct office_meter_new meter = {rules, terms, {2000000}, {500000}};
    if (!office_meter_add(floor->office, &meter, &by, &floor->draft, fault)) {
        return false;
    }
    floor_commit(floor);
    return true;
}

static bool make_table(struct floor *floor, unsigned index, struct fault *fault)
{
    const struct office_by by = floor_by(floor, MANAGER, "a table for the test");
    struct uth_rules rules = *uth_rules_find(profiles[index]);
    struct room_config config;
    char name[ROOM_NAME_MAX];
    (void)snprintf(name, sizeof name, "Table %u", index + 1);
    if (index == WASHINGTON_NEXUS - 1) {
        uth_rules_use_table(&rules, UTH_WAGER_TRIPS, 2);
        uth_rules_use_table(&rules, UTH_WAGER_BAD_BEAT, 1);
        uth_rules_use_table(&rules, UTH_WAGER_PAIRS, 3);
        // The meter's terms say the tray, and what was confirmed counts (PROG-5).
        rules.progressive.fixed_pays_from = UTH_PAYS_FROM_METER;
    }
    office_config_default(&rules, name, &config);
    const uth_money trips = uth_rules_limit(&rules, UTH_WAGER_TRIPS).min;
    if (rules.banked_by == UTH_BANKED_BY_PLAYER) {
        (void)snprintf(config.provider, sizeof config.provider, "%s", FLOOR_PROVIDER);
        config.provider_bankroll.cents = 10000000;
        config.proposition_players = (uint8_t)(rules.seats - 2);
        config.proposition_trips = trips;
    } else {
        config.house_players = (uint8_t)(rules.seats - 2);
        config.house_trips = trips;
    }
    config.betting_ms = 4000;
    config.confirm_up_to.cents = 200000;
    if (rules.offered[UTH_WAGER_PROGRESSIVE]) {
        config.meter = FLOOR_METER;
        config.house_progressive = rules.progressive.stake;
        config.controller = index == WASHINGTON_NEXUS - 1 ? UTH_MODEL_NEXUS : UTH_MODEL_AQUARIUS;
    }
    if (!office_table_add(floor->office, &rules, &config, &by, &floor->draft, fault)) {
        return false;
    }
    floor_commit(floor);
    return true;
}

static bool open_table(struct floor *floor, uint32_t id, struct fault *fault)
{
    const struct office_table *table = office_table(floor->office, id);
    const struct office_by by = floor_by(floor, MANAGER, "linked for the test");
    const struct uth_controller_command link = {
        .kind = UTH_CONTROLLER_LINK,
        .authority = UTH_AUTHORITY_EXECUTIVE,
        .table = id,
        .controller = (enum uth_controller_model)table->wanted.controller};
    if (table->wanted.meter != 0) {
        if (!office_meter_command(floor->office, FLOOR_METER, &link, &by, &floor->draft, fault)) {
            return false;
        }
        floor_commit(floor);
    }
    struct room_command command = floor_command(floor, MANAGER, ROOM_COMMAND_CONFIGURE);
    command.config = table->wanted;
    UTH_CHECK(floor_do(floor, id, &command) == UTH_OK);
    command.kind = ROOM_COMMAND_FILL;
    command.amount.cents = 100000000;
    UTH_CHECK(floor_do(floor, id, &command) == UTH_OK);
    command.kind = ROOM_COMMAND_RESUME;
    UTH_CHECK(floor_do(floor, id, &command) == UTH_OK);
    buy_in(floor, id, PAUL, 1);
    buy_in(floor, id, PETRA, 3);
    return true;
}

static bool make(struct floor *floor, struct fault *fault)
{
    if (!make_people(floor, fault) || !make_meter(floor, fault)) {
        return false;
    }
    for (unsigned i = 0; i < FLOOR_TABLES; i++) {
        if (!make_table(floor, i, fault) || !open_table(floor, i + 1, fault)) {
            return false;
        }
    }
    return true;
}

bool floor_open(struct floor *floor, const char *url, const char *key, uint64_t seed,
                struct fault *fault)
{
    const struct office_options options = {.make = true, .accept_loss = true};
    memset(floor, 0, sizeof *floor);
    floor->rng.state = seed;
    floor->now_ms = INT64_C(1790000000000); // 2026-09-21
    floor->office = office_open(url, key, &options, fault);
    if (floor->office == NULL) {
        return false;
    }
    if (office_person_count(floor->office) == 0) {
        return make(floor, fault);
    }
    for (unsigned i = 0; i < FLOOR_PEOPLE; i++) {
        floor->people[i] = office_person_named(floor->office, people[i].name)->state.id;
    }
    return true;
}

void floor_close(struct floor *floor)
{
    office_close(&floor->office);
}
