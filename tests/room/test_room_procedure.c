// The dealer's procedure: its lists as the sources print them, ticks, decks, calls for a supervisor.
// The lists stand in procedure/PROFILE.PROCEDURE.txt and read as a procedure, each step with its clause;
// UTH_GOLDEN=accept writes them anew.
#include "evening.h"

#include <stdio.h>
#include <stdlib.h>

#include "uth/deal.h"
#include "wire/procedure_words.h"

// ---- a round with everything in it ------------------------------------------------------------

#define SEATS 5 // players, at seats 2 to 6; seat 1 banks in California

struct hands {
    const char *community, *dealer;
    const char *players[SEATS];
};

// Seat 2 wins, 3 folds, 4 folds three of a kind, 5 loses, 6 ties; the dealer has the pair of the board.
static const struct hands qualified = {"Ks 9d 4c 4h 7s",
                                       "Qd Js",
                                       {"As Ah", "2c 3d", "4d 8c", "8d 6c", "Qh Jd"}};
// The dealer has king high; seat 6 is higher, 2 has a pair.
static const struct hands unqualified = {"Ks 9d 4c 2h 7s",
                                         "Qd Js",
                                         {"As Ah", "6c 3d", "5d 8c", "8d 6h", "Ac Jd"}};

static uth_card card_at(const char *text, unsigned index)
{
    uth_card cards[UTH_DECK_SIZE];
    size_t count = 0;
    assert_int_equal(uth_cards_parse(text, strlen(text), cards, UTH_DECK_SIZE, &count), UTH_OK);
    assert_true(index < count);
    return cards[index];
}

// Where each card lies in the deck is the procedure's to say: it deals a deck of places.
static void stack(const struct hands *hands, enum uth_procedure procedure)
{
    uth_card places[UTH_DECK_SIZE];
    struct uth_dealt dealt;
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        places[i] = (uth_card)i;
    }
    uth_deal(procedure, SEATS, places, &dealt);
    for (unsigned i = 0; i < 5; i++) {
        evening.top[dealt.community[i]] = card_at(hands->community, i);
    }
    for (unsigned i = 0; i < 2; i++) {
        evening.top[dealt.dealer[i]] = card_at(hands->dealer, i);
        for (unsigned player = 0; player < SEATS; player++) {
            evening.top[dealt.hole[player][i]] = card_at(hands->players[player], i);
        }
    }
    evening.top_count = dealt.used;
}

static bool is_california(uint64_t profile)
{
    return evening.rules[profile - 1].banked_by == UTH_BANKED_BY_PLAYER;
}

static size_t steps_now(struct room_step steps[ROOM_STEPS_MAX])
{
    const struct room_world world = driver_world(&evening);
    return room_steps(&world, TABLE, steps);
}

static const struct room_step *step_now(enum room_step_kind kind, uint8_t seat)
{
    static struct room_step steps[ROOM_STEPS_MAX];
    const size_t count = steps_now(steps);
    for (size_t i = 0; i < count; i++) {
        if (room_step_kind_of(&steps[i]) == kind && steps[i].seat == seat) {
            return &steps[i];
        }
    }
    return NULL;
}

static const struct room_step *next_now(void)
{
    static struct room_step steps[ROOM_STEPS_MAX];
    const size_t count = steps_now(steps);
    for (size_t i = 0; i < count; i++) {
        if (steps[i].next) {
            return &steps[i];
        }
    }
    return NULL;
}

// Whatever rules want ticked before the deal, and nothing else.
static void tick_required(void)
{
    static struct room_step steps[ROOM_STEPS_MAX];
    const size_t count = steps_now(steps);
    for (size_t i = 0; i < count; i++) {
        if (steps[i].required && steps[i].may) {
            tick_step(room_step_kind_of(&steps[i]), steps[i].seat);
        }
    }
}

static void press(enum uth_controller_command_kind button)
{
    struct room_command command = staff_command(ROOM_COMMAND_BUTTON, ROOM_ROLE_DEALER);
    command.button = button;
    must(&command);
}

static void fold_all(void)
{
    for (unsigned i = 0; i < 3; i++) {
        dealer(ROOM_COMMAND_TIME);
        dealer(ROOM_COMMAND_TURN);
    }
}

// A hand that one player bets and gives up.
static void a_short_round(void)
{
    dealer(ROOM_COMMAND_OPEN);
    wager(3, 1000);
    tick_required();
    dealer(ROOM_COMMAND_CLOSE_BETS);
    dealer(ROOM_COMMAND_DEAL);
    fold_all();
    dealer(ROOM_COMMAND_SETTLE);
    dealer(ROOM_COMMAND_END);
    settle_down();
}

// Six people; in California the first one banks.
static void open_with_people(uint64_t profile, enum uth_procedure procedure,
                             enum uth_controller_model controller)
{
    struct room_config config = table_of(profile, ROOM_PACE_DEALER, controller);
    evening.rules[profile - 1].procedure = procedure;
    config.controller = (uint8_t)controller;
    config.offer_ms = 0;
    config.decision_ms = 0;
    driver_open(&evening, &config);
    for (uint8_t seat = is_california(profile) ? 1 : 2; seat <= SEATS + 1; seat++) {
        sit(seat, seat, 1000000);
    }
    settle_down();
    if (is_california(profile)) {
        take_bank(1, 500000);
        settle_down();
    }
}

static void wager_with(uint64_t player, enum uth_wager first, enum uth_wager second)
{
    struct room_command command = wager_of(player, 1000);
    command.stakes[first].cents = first == UTH_WAGER_PROGRESSIVE ? 100 : 500;
    if (first == UTH_WAGER_ANTE) {
        command.stakes[first].cents = 1000;
    }
    if (second != UTH_WAGER_ANTE) {
        command.stakes[second].cents = 500;
    }
    must(&command);
}

static void wagers_of(uint64_t profile)
{
    if (is_california(profile)) {
        wager_with(2, UTH_WAGER_TRIPS, UTH_WAGER_ANTE);
        wager_with(3, UTH_WAGER_TRIPS, UTH_WAGER_ANTE);
        wager_with(4, UTH_WAGER_TRIPS, UTH_WAGER_ANTE);
    } else {
        wager_with(2, UTH_WAGER_PROGRESSIVE, UTH_WAGER_TRIPS);
        wager_with(3, UTH_WAGER_PAIRS, UTH_WAGER_ANTE);
        wager_with(4, UTH_WAGER_ANTE, UTH_WAGER_ANTE);
    }
    wager_with(5, UTH_WAGER_ANTE, UTH_WAGER_ANTE);
    wager_with(6, UTH_WAGER_ANTE, UTH_WAGER_ANTE);
}

// The second round of the evening, as far as the river: 3 and 4 fold, the others bet 1x.
static void play_to_the_folds(uint64_t profile, const struct hands *hands,
                              enum uth_procedure procedure, enum uth_controller_model controller)
{
    open_with_people(profile, procedure, controller);
    a_short_round();
    stack(hands, procedure);
    dealer(ROOM_COMMAND_OPEN);
    wagers_of(profile);
    tick_required();
    dealer(ROOM_COMMAND_CLOSE_BETS);
    if (!is_california(profile)) {
        press(controller == UTH_MODEL_NEXUS ? UTH_CONTROLLER_START_GAME : UTH_CONTROLLER_COIN_IN);
    }
    dealer(ROOM_COMMAND_DEAL);
    for (unsigned i = 0; i < 2; i++) {
        dealer(ROOM_COMMAND_TIME);
        dealer(ROOM_COMMAND_TURN);
    }
    for (uint64_t player = 2; player <= SEATS + 1; player++) {
        const bool folds = player == 3 || player == 4;
        const struct room_command command =
            decision_of(player, folds ? UTH_ACTION_FOLD : UTH_ACTION_RAISE, folds ? 0 : 1);
        must(&command);
    }
    settle_down();
}

static void play_to_the_settlement(uint64_t profile, const struct hands *hands,
                                   enum uth_procedure procedure,
                                   enum uth_controller_model controller)
{
    play_to_the_folds(profile, hands, procedure, controller);
    dealer(ROOM_COMMAND_TURN);
    settle_down();
    dealer(ROOM_COMMAND_SETTLE);
}

// ---- the lists --------------------------------------------------------------------------------

static const char *name_of(void *context, uint64_t player)
{
    (void)context;
    (void)player;
    return "Ada";
}

static void write_list(FILE *out)
{
    static const char *const by[] = {"command", "button", "supervisor", "tick"};
    const struct room_world world = driver_world(&evening);
    const struct wire_room room = {
        .table = TABLE, .world = &world, .fairness_key = TABLE->roster.key, .name_of = name_of};
    static struct room_step steps[ROOM_STEPS_MAX];
    struct uth_view view;
    room_see(&world, TABLE, (struct uth_viewer){UTH_VIEWER_SPECTATOR, 0}, &view);
    const size_t count = room_steps(&world, TABLE, steps);
    for (size_t i = 0; i < count; i++) {
        char name[WIRE_STEP_WORDS_MAX];
        char words[WIRE_STEP_WORDS_MAX];
        wire_step_name(&room, &view, &steps[i], name);
        wire_step_words(&room, &view, &steps[i], words);
        (void)fprintf(out, "%-8s %-10s %s: %s\n", steps[i].row->clause,
                      steps[i].required ? "required" : by[steps[i].row->by], name, words);
    }
}

static char *file_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 65536);
    assert_non_null(text);
    if (file != NULL) {
        (void)fread(text, 1, 65535, file);
        (void)fclose(file);
    }
    return text;
}

static void check_list(const char *name)
{
    char path[512];
    char *text = NULL;
    size_t size = 0;
    const char *accept = getenv("UTH_GOLDEN");
    (void)snprintf(path, sizeof path, "%s/%s.txt", PROCEDURE_LISTS, name);
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    write_list(out);
    assert_int_equal(fclose(out), 0);
    if (accept != NULL && strcmp(accept, "accept") == 0) {
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(text, 1, size, file), size);
        assert_int_equal(fclose(file), 0);
    }
    char *expected = file_text(path);
    if (strcmp(text, expected) != 0) {
        fail_msg("%s.txt is not the list of this round:\n%s", name, text);
    }
    free(expected);
    free(text);
}

/* DEAL-3, DEAL-4, DEAL-6: each profile with each procedure, a fold among them. */
static void every_step_of_the_source_is_on_the_list_in_its_order(void **state)
{
    (void)state;
    static const char *const procedures[] = {"shoe", "shuffler", "deck-mate", "ace-ideal"};
    for (uint64_t profile = 1; profile <= 3; profile++) {
        for (unsigned procedure = 0; procedure < 4; procedure++) {
            char name[64];
            play_to_the_settlement(profile, &qualified, (enum uth_procedure)procedure,
                                   UTH_MODEL_AQUARIUS);
            (void)snprintf(name, sizeof name, "%s.%s", evening.rules[profile - 1].name,
                           procedures[procedure]);
            check_list(name);
        }
    }
}

// The kinds of the steps that are written down, in the order of the list, at one seat or the table.
static void assert_in_order(uint8_t seat, const uint8_t *kinds, size_t count)
{
    static struct room_step steps[ROOM_STEPS_MAX];
    const size_t length = steps_now(steps);
    size_t found = 0;
    for (size_t i = 0; i < length && found < count; i++) {
        found += steps[i].seat == seat && room_step_kind_of(&steps[i]) == kinds[found];
    }
    if (found < count) {
        fail_msg("seat %u: %s does not come after %s", seat, room_step_id(kinds[found]),
                 found == 0 ? "nothing" : room_step_id(kinds[found - 1]));
    }
}

#define IN_ORDER(seat, ...)                                                                        \
    assert_in_order(seat, (const uint8_t[]){__VA_ARGS__},                                          \
                    sizeof(const uint8_t[]){__VA_ARGS__} / sizeof(uint8_t))
#define WAGER_STEP(wager) (ROOM_STEP_WAGER + UTH_WAGER_##wager)

/* DEAL-6, SHOW-9: not what the program lists, but what the sources print. */
static void the_steps_stand_in_the_order_the_sources_print(void **state)
{
    (void)state;
    for (uint64_t profile = CALIFORNIA_8; profile <= CALIFORNIA_6; profile++) {
        play_to_the_settlement(profile, &qualified, UTH_PROCEDURE_SHUFFLER, UTH_MODEL_AQUARIUS);
        // "collected … after each player has placed their wagers"; "No more bets"; "and then … deal"
        IN_ORDER(0, ROOM_STEP_OPEN, ROOM_STEP_FEE, ROOM_STEP_CLOSE_BETS, ROOM_STEP_DEAL,
                 ROOM_STEP_PLAYERS_CARDS, ROOM_STEP_DEALERS_CARDS, ROOM_STEP_COMMUNITY,
                 ROOM_STEP_UNLOAD_STUB, ROOM_STEP_FLOP, ROOM_STEP_TURN_AND_RIVER,
                 ROOM_STEP_SHOW_DEALER, ROOM_STEP_SETTLE, ROOM_STEP_RACK_BOARD);
        // "Collect on behalf of the player-dealer, in order, the Play, Ante and Blind wagers"
        IN_ORDER(5, ROOM_STEP_WORK_AREA, ROOM_STEP_ANNOUNCE, WAGER_STEP(PLAY), WAGER_STEP(ANTE),
                 WAGER_STEP(BLIND), ROOM_STEP_RACK_HAND);
        driver_start(&evening, 1);
        play_to_the_settlement(profile, &unqualified, UTH_PROCEDURE_SHUFFLER, UTH_MODEL_AQUARIUS);
        // "Expose each player's cards, signal a push for the Ante and return the Ante wager";
        // "Resolve the Play, Blind, and Trips"
        IN_ORDER(5, ROOM_STEP_WORK_AREA, WAGER_STEP(ANTE), ROOM_STEP_ANNOUNCE, WAGER_STEP(PLAY),
                 WAGER_STEP(BLIND), ROOM_STEP_RACK_HAND);
    }
}

/* SHOW-2: California exposes a hand and returns its Ante; Washington refunds all Antes first. */
static void without_a_pair_the_antes_go_back_as_each_source_says(void **state)
{
    (void)state;
    for (uint64_t profile = 1; profile <= 3; profile++) {
        char name[64];
        const struct uth_rules *rules = &evening.rules[profile - 1];
        driver_start(&evening, 1);
        play_to_the_settlement(profile, &unqualified, rules->procedure, UTH_MODEL_NEXUS);
        (void)snprintf(name, sizeof name, "%s.unqualified", rules->name);
        check_list(name);
    }
}

static void before_the_first_bet_the_list_says_what_will_come(void **state)
{
    (void)state;
    open_with_people(WASHINGTON, UTH_PROCEDURE_ACE_IDEAL, UTH_MODEL_NEXUS);
    check_list("washington.before");
    open_with_people(CALIFORNIA_6, UTH_PROCEDURE_SHUFFLER, UTH_MODEL_AQUARIUS);
    check_list("california-6.before");
}

// ---- folds ------------------------------------------------------------------------------------

/* PLAY-5, PAIR-3, SHOW-10: the steps are there at the fold, before the dealer's cards are turned. */
static void
at_a_fold_the_wagers_are_collected_and_the_cards_go_where_a_live_wager_wants_them(void **state)
{
    (void)state;
    for (unsigned i = 0; i < UTH_MODEL_COUNT; i++) {
        play_to_the_folds(CALIFORNIA_8, &qualified, UTH_PROCEDURE_SHUFFLER,
                          (enum uth_controller_model)i);
        assert_phase(UTH_PHASE_RIVER);
        assert_int_equal(step_now(ROOM_STEP_FOLD_COLLECT, 3)->amount.cents,
                         2500); // Trips lost, too
        assert_true(step_now(ROOM_STEP_FOLD_COUNT, 3)->may);
        assert_int_equal(step_now(ROOM_STEP_FOLD_COLLECT, 4)->amount.cents, 2000);
        assert_true(step_now(ROOM_STEP_FOLD_FACE_UP, 4)->may);
        assert_null(step_now(ROOM_STEP_FOLD_COUNT, 4));
        assert_null(step_now(ROOM_STEP_FOLD_COLLECT, 5));
        assert_int_equal(next_now()->row->kind, ROOM_STEP_FOLD_COLLECT);
        dealer(ROOM_COMMAND_TURN);
        dealer(ROOM_COMMAND_SETTLE);
        assert_non_null(step_now(ROOM_STEP_FOLD_FACE_UP, 4)); // as it was, now paid at its turn
        assert_int_equal(step_now(ROOM_STEP_WAGER + UTH_WAGER_TRIPS, 4)->act, ROOM_ACT_PAY);
        assert_non_null(step_now(ROOM_STEP_RACK_HAND, 4));
        assert_null(step_now(ROOM_STEP_RACK_HAND, 3)); // racked at the fold
    }

    play_to_the_folds(WASHINGTON, &qualified, UTH_PROCEDURE_ACE_IDEAL, UTH_MODEL_NEXUS);
    assert_true(step_now(ROOM_STEP_FOLD_TUCK, 3)->may);
    assert_true(step_now(ROOM_STEP_FOLD_COUNT, 4)->may);
}

// Seat 3 lost $20 to a bank of so much: the step that gives the rest back, NULL when there is none.
static const struct room_step *fold_against_a_bank_of(int64_t cents)
{
    open_with_people(CALIFORNIA_8, UTH_PROCEDURE_SHUFFLER, UTH_MODEL_AQUARIUS);
    evening.rules[CALIFORNIA_8 - 1].chip.cents = 1;
    dealer(ROOM_COMMAND_OPEN);
    pit(ROOM_COMMAND_VOID);
    TABLE->seats[0].bank.cents = evening.stored.seats[0].bank.cents = cents;
    settle_down();
    dealer(ROOM_COMMAND_OPEN);
    wager(3, 1000);
    tick_required();
    dealer(ROOM_COMMAND_CLOSE_BETS);
    dealer(ROOM_COMMAND_DEAL);
    fold_all();
    assert_int_equal(step_now(ROOM_STEP_FOLD_COLLECT, 3)->amount.cents, 2000);
    dealer(ROOM_COMMAND_SETTLE);
    assert_int_equal(step_now(ROOM_STEP_FOLD_COLLECT, 3)->amount.cents, 2000);
    assert_null(step_now(ROOM_STEP_WAGER + UTH_WAGER_ANTE, 3));
    assert_null(step_now(ROOM_STEP_RACK_HAND, 3));
    return step_now(ROOM_STEP_WAGER + UTH_WAGER_BLIND, 3);
}

/* BANK-4, to the smallest chip. */
static void what_the_bank_does_not_reach_of_a_fold_goes_back_with_the_settlement(void **state)
{
    (void)state;
    const int64_t back[] = {1000, 1};
    for (size_t i = 0; i < 2; i++) {
        const struct room_step *step = fold_against_a_bank_of(2000 - back[i]);
        assert_non_null(step);
        assert_int_equal(step->act, ROOM_ACT_RETURN);
        assert_int_equal(step->amount.cents, back[i]);
    }
    assert_null(fold_against_a_bank_of(2000));
}

// ---- ticks ------------------------------------------------------------------------------------

/* DEAL-6: a tick is a fact of the table with who made it, and ticking goes on without being asked. */
static void ticks_are_kept_with_the_round_and_never_hold_it_up(void **state)
{
    (void)state;
    open_with_people(WASHINGTON, UTH_PROCEDURE_SHUFFLER, UTH_MODEL_NEXUS);
    const struct room_command early = tick_of(ROOM_STEP_PLAYERS_CARDS, 0, true);
    refused(&early, UTH_ERR_NOT_NOW);
    dealer(ROOM_COMMAND_OPEN);
    wager(2, 1000);
    dealer(ROOM_COMMAND_CLOSE_BETS);
    dealer(ROOM_COMMAND_DEAL);
    assert_int_equal(next_now()->row->kind, ROOM_STEP_PLAYERS_CARDS);
    struct room_command two = tick_of(ROOM_STEP_PLAYERS_CARDS, 0, true);
    room_ticks_add(&two.ticks, ROOM_STEP_DEALERS_CARDS, 0);
    must(&two);
    must(&two); // said twice
    assert_int_equal(next_now()->row->kind, ROOM_STEP_COMMUNITY);
    const struct room_command back = tick_of(ROOM_STEP_DEALERS_CARDS, 0, false);
    must(&back);
    assert_false(step_now(ROOM_STEP_DEALERS_CARDS, 0)->done);
    raise_by(2, 4);
    dealer(ROOM_COMMAND_TURN); // the rest was not ticked
    assert_true(step_now(ROOM_STEP_COMMUNITY, 0)->skipped);
    assert_false(step_now(ROOM_STEP_PLAYERS_CARDS, 0)->skipped);
    assert_int_equal(next_now()->row->kind, ROOM_STEP_TURN_AND_RIVER);
    tick_step(ROOM_STEP_COMMUNITY, 0); // late
    assert_true(step_now(ROOM_STEP_COMMUNITY, 0)->done);
    dealer(ROOM_COMMAND_TURN);
    dealer(ROOM_COMMAND_TURN);
    const struct room_command nobodys = tick_of(ROOM_STEP_RACK_HAND, 5, true);
    refused(&nobodys, UTH_ERR_NOT_NOW);
}

// The facts the last command stored.
static struct room_fact facts[ROOM_FACTS_MAX];
static unsigned fact_count;

static void hold_facts(enum room_command_kind kind, enum room_role role)
{
    const struct room_command command = staff_command(kind, role);
    evening.hold = true;
    must(&command);
    fact_count = evening.batch.fact_count;
    memcpy(facts, evening.batch.facts, sizeof facts);
    evening.hold = false;
    assert_true(driver_store(&evening));
}

static void what_was_skipped_is_said_when_the_round_ends(void **state)
{
    (void)state;
    play_to_the_settlement(CALIFORNIA_8, &qualified, UTH_PROCEDURE_SHOE, UTH_MODEL_AQUARIUS);
    tick_step(ROOM_STEP_FOLD_COLLECT, 3);
    hold_facts(ROOM_COMMAND_END, ROOM_ROLE_DEALER);
    unsigned said = 0;
    for (unsigned i = 0; i < fact_count; i++) {
        if (facts[i].kind == ROOM_FACT_TICKED) {
            const struct room_ticks *skipped = &facts[i].as.ticked.ticks;
            assert_int_equal(facts[i].small[ROOM_SMALL_TICKED_AS], ROOM_SKIPPED);
            assert_int_equal(facts[i].as.ticked.who, DEALER);
            assert_false(room_ticks_has(skipped, ROOM_STEP_FOLD_COLLECT, 3));
            assert_false(room_ticks_has(skipped, ROOM_STEP_FEE, 0)); // ticked
            assert_true(room_ticks_has(skipped, ROOM_STEP_FOLD_COUNT, 3));
            assert_true(room_ticks_has(skipped, ROOM_STEP_UNLOAD_STUB, 0));
            assert_true(room_ticks_has(skipped, ROOM_STEP_WAGER + UTH_WAGER_PLAY, 2));
            said++;
        }
    }
    assert_int_equal(said, 1);
}

static unsigned said_of_ticks(void)
{
    unsigned said = 0;
    for (unsigned i = 0; i < fact_count; i++) {
        said += facts[i].kind == ROOM_FACT_TICKED;
    }
    return said;
}

static void do_and_tick(enum room_command_kind kind)
{
    dealer(kind);
    while (next_now() != NULL && next_now()->row->by == ROOM_BY_HAND) {
        tick_step(room_step_kind_of(next_now()), next_now()->seat);
    }
}

static void where_every_step_was_ticked_nothing_is_said_at_the_end(void **state)
{
    (void)state;
    open_with_people(WASHINGTON, UTH_PROCEDURE_SHUFFLER, UTH_MODEL_NEXUS);
    dealer(ROOM_COMMAND_OPEN);
    wager(3, 1000);
    do_and_tick(ROOM_COMMAND_CLOSE_BETS);
    do_and_tick(ROOM_COMMAND_DEAL);
    raise_by(3, 4);
    for (unsigned i = 0; i < 3; i++) {
        do_and_tick(ROOM_COMMAND_TURN);
    }
    do_and_tick(ROOM_COMMAND_SETTLE);
    hold_facts(ROOM_COMMAND_END, ROOM_ROLE_DEALER);
    assert_int_equal(said_of_ticks(), 0);
    dealer(ROOM_COMMAND_OPEN);
    hold_facts(ROOM_COMMAND_VOID, ROOM_ROLE_SUPERVISOR);
    assert_int_equal(said_of_ticks(), 1);
}

static void the_shuffler_is_set_once_and_ticks_end_with_their_round(void **state)
{
    (void)state;
    open_with_people(WASHINGTON, UTH_PROCEDURE_ACE_IDEAL, UTH_MODEL_NEXUS);
    assert_int_equal(next_now()->row->kind, ROOM_STEP_UTH_MODE);
    tick_step(ROOM_STEP_UTH_MODE, 0);
    a_short_round();
    assert_true(step_now(ROOM_STEP_UTH_MODE, 0)->done);
    dealer(ROOM_COMMAND_OPEN);
    assert_true(step_now(ROOM_STEP_UTH_MODE, 0)->done);
    wager(3, 1000);
    dealer(ROOM_COMMAND_CLOSE_BETS);
    dealer(ROOM_COMMAND_DEAL);
    tick_step(ROOM_STEP_SPREAD_COMMUNITY, 0);
    assert_true(step_now(ROOM_STEP_SPREAD_COMMUNITY, 0)->done);
    fold_all();
    tick_step(ROOM_STEP_FOLD_COLLECT, 3);
    assert_true(step_now(ROOM_STEP_FOLD_COLLECT, 3)->done);
    dealer(ROOM_COMMAND_SETTLE);
    dealer(ROOM_COMMAND_END);
    settle_down();
    assert_true(step_now(ROOM_STEP_UTH_MODE, 0)->done);
    assert_false(step_now(ROOM_STEP_SPREAD_COMMUNITY, 0)->done); // of the next round
    dealer(ROOM_COMMAND_OPEN);
    wager(3, 1000);
    dealer(ROOM_COMMAND_CLOSE_BETS);
    dealer(ROOM_COMMAND_DEAL);
    fold_all();
    assert_false(step_now(ROOM_STEP_FOLD_COLLECT, 3)->done); // it was the last round's fold
    pit(ROOM_COMMAND_VOID);
    const struct room_config config = TABLE->config;
    configure(&config); // perhaps another machine
    assert_false(step_now(ROOM_STEP_UTH_MODE, 0)->done);
}

// ---- the fee ----------------------------------------------------------------------------------

/* FEE-4, DEAL-6 */
static void the_fee_is_collected_and_dropped_before_no_more_bets_is_called(void **state)
{
    (void)state;
    open_with_people(CALIFORNIA_6, UTH_PROCEDURE_SHUFFLER, UTH_MODEL_AQUARIUS);
    dealer(ROOM_COMMAND_OPEN);
    const struct room_command early = tick_of(ROOM_STEP_FEE, 0, true);
    refused(&early, UTH_ERR_NOT_NOW); // nothing is wagered, and nothing is due
    wager(2, 1000);
    const struct room_command close = staff_command(ROOM_COMMAND_CLOSE_BETS, ROOM_ROLE_DEALER);
    refused(&close, UTH_ERR_FEE_NOT_DROPPED);
    assert_int_equal(next_now()->row->kind, ROOM_STEP_FEE);
    assert_int_equal(next_now()->amount.cents,
                     200); // $1 of the player-dealer, two circles of $0.50
    assert_int_equal(step_now(ROOM_STEP_CLOSE_BETS, 0)->waits, ROOM_WAITS_FEE);
    tick_step(ROOM_STEP_FEE, 0);
    const struct room_command back = tick_of(ROOM_STEP_FEE, 0, false);
    refused(&back, UTH_ERR_NOT_NOW);
    must(&close);
    dealer(ROOM_COMMAND_DEAL);
}

/* FEE-1 */
static void a_fee_that_bets_have_changed_is_asked_for_again(void **state)
{
    (void)state;
    open_with_people(CALIFORNIA_6, UTH_PROCEDURE_SHUFFLER, UTH_MODEL_AQUARIUS);
    dealer(ROOM_COMMAND_OPEN);
    wager(2, 1000);
    tick_step(ROOM_STEP_FEE, 0);
    wager(2, 1500); // the same tier, the same circles
    assert_true(step_now(ROOM_STEP_FEE, 0)->done);
    wager(3, 1000); // one more player
    assert_false(step_now(ROOM_STEP_FEE, 0)->done);
    assert_int_equal(step_now(ROOM_STEP_FEE, 0)->amount.cents, 300);
    tick_step(ROOM_STEP_FEE, 0);
    wager(3, 2500); // $80 of action
    const struct room_command close = staff_command(ROOM_COMMAND_CLOSE_BETS, ROOM_ROLE_DEALER);
    refused(&close, UTH_ERR_FEE_NOT_DROPPED);
    assert_int_equal(next_now()->amount.cents, 400);
    tick_step(ROOM_STEP_FEE, 0);
    must(&close);
    assert_int_equal(TABLE->round.bank_fee.cents, 200);
}

// ---- decks ------------------------------------------------------------------------------------

static void assert_decks(enum room_deck_place first, enum room_deck_place second)
{
    assert_int_equal(room_deck_place(TABLE, 0), first);
    assert_int_equal(room_deck_place(TABLE, 1), second);
}

/* DEAL-1: two decks alternate; the one that was played is loaded before the other is dealt. */
static void two_decks_are_never_in_the_rack_together(void **state)
{
    (void)state;
    open_with_people(CALIFORNIA_8, UTH_PROCEDURE_SHUFFLER, UTH_MODEL_AQUARIUS);
    assert_decks(ROOM_DECK_IN_SHUFFLER, ROOM_DECK_IN_SHUFFLER);
    assert_null(step_now(ROOM_STEP_LOAD_SHUFFLER, 0));
    a_short_round();
    assert_decks(ROOM_DECK_IN_RACK, ROOM_DECK_IN_SHUFFLER);
    dealer(ROOM_COMMAND_OPEN);
    wager(3, 1000);
    tick_step(ROOM_STEP_FEE, 0);
    dealer(ROOM_COMMAND_CLOSE_BETS);
    const struct room_command deal = staff_command(ROOM_COMMAND_DEAL, ROOM_ROLE_DEALER);
    refused(&deal, UTH_ERR_RACK_TAKEN);
    assert_string_equal(uth_status_clause(UTH_ERR_RACK_TAKEN), "DEAL-1");
    assert_int_equal(next_now()->row->kind, ROOM_STEP_LOAD_SHUFFLER); // still asked for
    assert_int_equal(step_now(ROOM_STEP_DEAL, 0)->waits, ROOM_WAITS_RACK);
    tick_step(ROOM_STEP_LOAD_SHUFFLER, 0);
    assert_decks(ROOM_DECK_IN_SHUFFLER, ROOM_DECK_IN_SHUFFLER);
    must(&deal);
    assert_int_equal(TABLE->round.deck_in_play, 1);
    assert_decks(ROOM_DECK_IN_SHUFFLER, ROOM_DECK_IN_PLAY);
    pit(ROOM_COMMAND_VOID); // its cards are collected all the same
    assert_decks(ROOM_DECK_IN_SHUFFLER, ROOM_DECK_IN_RACK);
}

static void a_round_that_was_never_dealt_leaves_the_decks_where_they_are(void **state)
{
    (void)state;
    open_with_people(CALIFORNIA_8, UTH_PROCEDURE_SHUFFLER, UTH_MODEL_AQUARIUS);
    a_short_round();
    dealer(ROOM_COMMAND_OPEN);
    pit(ROOM_COMMAND_VOID);
    assert_decks(ROOM_DECK_IN_RACK, ROOM_DECK_IN_SHUFFLER);
    a_short_round(); // every other round: the deck that was ready and not dealt
    assert_decks(ROOM_DECK_IN_SHUFFLER, ROOM_DECK_IN_RACK);
}

static void washingtons_one_deck_goes_round_and_its_loading_is_only_said(void **state)
{
    (void)state;
    open_with_people(WASHINGTON, UTH_PROCEDURE_DECK_MATE, UTH_MODEL_NEXUS);
    a_short_round();
    assert_int_equal(room_deck_place(TABLE, 0), ROOM_DECK_IN_RACK);
    dealer(ROOM_COMMAND_OPEN);
    assert_false(step_now(ROOM_STEP_LOAD_SHUFFLER, 0)->required);
    wager(3, 1000);
    dealer(ROOM_COMMAND_CLOSE_BETS);
    hold_facts(ROOM_COMMAND_DEAL, ROOM_ROLE_DEALER);
    assert_int_equal(TABLE->round.deck_in_play, 0);
    assert_int_equal(room_deck_place(TABLE, 0), ROOM_DECK_IN_PLAY);
    assert_int_equal(said_of_ticks(), 1);
    struct room_ticks skipped = {{0}};
    room_ticks_add(&skipped, ROOM_STEP_LOAD_SHUFFLER, 0);
    for (unsigned i = 0; i < fact_count; i++) {
        if (facts[i].kind == ROOM_FACT_TICKED) {
            assert_int_equal(facts[i].small[ROOM_SMALL_TICKED_AS], ROOM_SKIPPED);
            assert_memory_equal(&facts[i].as.ticked.ticks, &skipped, sizeof skipped);
        }
    }
}

static void where_timers_deal_the_system_loads_the_shuffler(void **state)
{
    (void)state;
    open_table(CALIFORNIA_8, ROOM_PACE_AUTO);
    sit(1, 1, 1000000);
    sit(2, 2, 1000000);
    settle_down();
    for (unsigned round = 0; round < 3; round++) {
        if (TABLE->state == ROOM_STATE_OFFERING) {
            take_bank(TABLE->rotation.seat, 100000);
            settle_down();
        }
        wager(TABLE->round.bank_seat == 1 ? 2 : 1, 1000);
        settle_down();
        assert_int_equal(room_deck_place(TABLE, TABLE->round.deck_in_play), ROOM_DECK_IN_PLAY);
        while (evening.rounds_ended == round) {
            pass(1000);
        }
        assert_decks(ROOM_DECK_IN_SHUFFLER, ROOM_DECK_IN_SHUFFLER);
    }
}

// ---- what may be pressed ----------------------------------------------------------------------

/* BANK-1, ROT-1: what the console offers is carried out. */
static void with_one_player_in_california_no_bets_are_called_for(void **state)
{
    (void)state;
    open_table(CALIFORNIA_8, ROOM_PACE_DEALER);
    evening.watchers = 1;
    assert_int_equal(step_now(ROOM_STEP_OPEN, 0)->waits, ROOM_WAITS_PLAYERS);
    sit(1, 1, 1000000);
    settle_down();
    assert_false(step_now(ROOM_STEP_OPEN, 0)->may);
    assert_int_equal(step_now(ROOM_STEP_OPEN, 0)->waits, ROOM_WAITS_PLAYERS);
    const struct room_command open = staff_command(ROOM_COMMAND_OPEN, ROOM_ROLE_DEALER);
    refused(&open, UTH_ERR_NO_BANK);
    sit(2, 2, 1000000);
    settle_down();
    assert_int_equal(step_now(ROOM_STEP_OPEN, 0)->waits, ROOM_WAITS_BANK);
    refused(&open, UTH_ERR_NO_BANK);
    take_bank(1, 100000);
    settle_down();
    assert_true(step_now(ROOM_STEP_OPEN, 0)->may);
    must(&open);
    assert_int_equal(step_now(ROOM_STEP_CLOSE_BETS, 0)->waits, ROOM_WAITS_WAGERS);
}

static void press_at(enum uth_controller_command_kind button, uint8_t seat, uint8_t line)
{
    struct room_command command = staff_command(ROOM_COMMAND_BUTTON, ROOM_ROLE_EXECUTIVE);
    command.button = button;
    command.seat = seat;
    command.line = (enum uth_progressive_line)line;
    command.authority = UTH_AUTHORITY_EXECUTIVE;
    must(&command);
}

static uth_card card_seen_at(uint8_t seat)
{
    const struct room_world world = driver_world(&evening);
    struct uth_view view;
    room_see(&world, TABLE, (struct uth_viewer){UTH_VIEWER_SPECTATOR, 0}, &view);
    return view.seats[seat - 1].cards[0];
}

/* GM-2, SHOW-2: the hand a supervisor verifies lies face up, and no other before the settlement. */
static void a_hand_whose_progressive_win_is_pressed_lies_face_up(void **state)
{
    (void)state;
    static const struct hands full = {
        "Ks 9d 4c 4h 7s", "Qd Js", {"Kd Kh", "2c 3d", "6d 8c", "8d 6c", "Qh Jd"}};
    for (unsigned i = 0; i < UTH_MODEL_COUNT; i++) {
        const bool nexus = i == UTH_MODEL_NEXUS;
        driver_start(&evening, 1);
        play_to_the_folds(WASHINGTON, &full, UTH_PROCEDURE_DECK_MATE, (enum uth_controller_model)i);
        dealer(ROOM_COMMAND_TURN);
        settle_down();
        const struct uth_station *station = uth_controller_station(&evening.meter, DRIVER_TABLE);
        assert_int_equal(card_seen_at(2), UTH_CARD_NONE);
        if (nexus) {
            press_at(UTH_CONTROLLER_SPOT, 2, UTH_PROGRESSIVE_NONE);
            assert_int_equal(card_seen_at(2), UTH_CARD_NONE);
        }
        press_at(UTH_CONTROLLER_HAND, nexus ? 2 : 0, station->lines[1]);
        assert_int_equal(card_seen_at(2), card_at("Kd", 0));
        assert_int_equal(card_seen_at(5), UTH_CARD_NONE);
        press_at(UTH_CONTROLLER_HAND, nexus ? 2 : 0, station->lines[1]); // turned off again
        assert_int_equal(card_seen_at(2), UTH_CARD_NONE);
    }
}

/* GM-1, GM-2: pressed, verified, paid with the tick of its wager; the game does not end before. */
static void a_progressive_win_is_a_part_of_the_procedure_and_paid_by_its_tick(void **state)
{
    (void)state;
    static const struct hands full = {
        "Ks 9d 4c 4h 7s", "Qd Js", {"Kd Kh", "2c 3d", "6d 8c", "8d 6c", "Qh Jd"}};
    play_to_the_folds(WASHINGTON, &full, UTH_PROCEDURE_DECK_MATE, UTH_MODEL_NEXUS);
    dealer(ROOM_COMMAND_TURN);
    settle_down();
    tick_step(ROOM_STEP_ANNOUNCE_DEALER, 0);
    assert_int_equal(next_now()->row->kind, ROOM_STEP_PRESS_WIN);
    assert_int_equal(next_now()->seat, 2);
    const struct uth_station *station = uth_controller_station(&evening.meter, DRIVER_TABLE);
    press_at(UTH_CONTROLLER_SPOT, 2, UTH_PROGRESSIVE_NONE);
    press_at(UTH_CONTROLLER_HAND, 2, station->lines[1]);
    assert_int_equal(next_now()->row->kind, ROOM_STEP_VERIFY_WIN);
    press_at(UTH_CONTROLLER_CONFIRM, 2, UTH_PROGRESSIVE_NONE);
    press_at(UTH_CONTROLLER_SWIPE, 2, UTH_PROGRESSIVE_NONE);
    assert_int_equal(next_now()->row->kind, ROOM_STEP_SETTLE);
    dealer(ROOM_COMMAND_SETTLE);
    assert_int_equal(step_now(ROOM_STEP_END_GAME, 0)->waits, ROOM_WAITS_WIN);
    assert_int_equal(step_now(ROOM_STEP_WAGER + UTH_WAGER_PROGRESSIVE, 2)->amount.cents, 1000);
    assert_true(step_now(ROOM_STEP_WAGER + UTH_WAGER_PROGRESSIVE, 2)->required);
    assert_false(step_now(ROOM_STEP_WAGER + UTH_WAGER_ANTE, 2)->required);
    const struct room_command paid = tick_of(ROOM_STEP_WAGER + UTH_WAGER_PROGRESSIVE, 2, true);
    evening.meter_busy = true;
    refused(&paid, UTH_ERR_BUSY);
    evening.meter_busy = false;
    must(&paid);
    assert_int_equal(station->wins[1].state, UTH_WIN_PAID);
    const struct room_command back = tick_of(ROOM_STEP_WAGER + UTH_WAGER_PROGRESSIVE, 2, false);
    refused(&back, UTH_ERR_NOT_NOW);
    assert_true(step_now(ROOM_STEP_END_GAME, 0)->may);
    assert_false(step_now(ROOM_STEP_END_GAME, 0)->done);
    press(UTH_CONTROLLER_END_GAME);
    assert_true(step_now(ROOM_STEP_END_GAME, 0)->done);
    assert_true(step_now(ROOM_STEP_END, 0)->may);
    dealer(ROOM_COMMAND_END);
    settle_down();
    assert_int_equal(next_now()->row->kind,
                     ROOM_STEP_OPEN); // the last win is none of the next round's
}

// ---- calls ------------------------------------------------------------------------------------

static struct room_command call_of(enum room_call_reason reason, const char *note)
{
    struct room_command command = staff_command(ROOM_COMMAND_CALL, ROOM_ROLE_DEALER);
    command.call = reason;
    (void)snprintf(command.note, sizeof command.note, "%s", note);
    return command;
}

/* GM-8 */
static void a_call_stands_until_somebody_takes_it(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_DEALER);
    const struct room_command take = staff_command(ROOM_COMMAND_TAKE_CALL, ROOM_ROLE_SUPERVISOR);
    refused(&take, UTH_ERR_NO_CALL);
    const struct room_command other = call_of(ROOM_CALL_OTHER, "");
    refused(&other, UTH_ERR_CALL_NOTE);
    const int64_t since_ms = evening.now_ms;
    const struct room_command dispute = call_of(ROOM_CALL_DISPUTE, "seat 2: the Blind");
    must(&dispute);
    pass(5000);
    const struct room_command again = call_of(ROOM_CALL_MALFUNCTION, "");
    must(&again);
    assert_int_equal(TABLE->call.state, ROOM_CALL_OPEN);
    assert_int_equal(TABLE->call.reason, ROOM_CALL_MALFUNCTION);
    assert_int_equal(TABLE->call.since_ms, since_ms);
    assert_int_equal(TABLE->call.by, DEALER);
    must(&take);
    assert_int_equal(TABLE->call.state, ROOM_CALL_TAKEN);
    assert_int_equal(TABLE->call.taken_by, SUPERVISOR);
    assert_int_equal(TABLE->call.taken_ms, since_ms + 5000);
    refused(&take, UTH_ERR_NO_CALL);
    sit(2, 2, 100000);
    dealer(ROOM_COMMAND_OPEN);
    assert_int_equal(TABLE->call.state, ROOM_CALL_NONE);
}

static void a_call_keeps_as_much_of_its_note_as_there_is_place_for(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_DEALER);
    struct room_command call = call_of(ROOM_CALL_OTHER, "");
    memset(call.note, 'x', sizeof call.note);
    must(&call);
    assert_int_equal(strlen(TABLE->call.note), ROOM_NOTE_MAX - 1);
}

static void an_open_call_outlives_its_round(void **state)
{
    (void)state;
    open_with_people(WASHINGTON, UTH_PROCEDURE_DECK_MATE, UTH_MODEL_NEXUS);
    const struct room_command fill = call_of(ROOM_CALL_FILL, "");
    must(&fill);
    a_short_round();
    assert_int_equal(TABLE->call.state, ROOM_CALL_OPEN);
}

// DEAL-6
static void every_seat_has_its_steps_wherever_it_is(void **state)
{
    (void)state;
    for (uint8_t seat = 1; seat <= evening.rules[WASHINGTON - 1].seats; seat++) {
        open_table(WASHINGTON, ROOM_PACE_DEALER);
        sit(1, seat, 50000);
        settle_down();
        dealer(ROOM_COMMAND_OPEN);
        wager(1, 1000);
        dealer(ROOM_COMMAND_CLOSE_BETS);
        dealer(ROOM_COMMAND_DEAL);
        raise_by(1, 4);
        for (unsigned i = 0; i < 3; i++) {
            dealer(ROOM_COMMAND_TURN);
        }
        dealer(ROOM_COMMAND_SETTLE);
        assert_non_null(step_now(ROOM_STEP_WORK_AREA, seat));
        assert_non_null(step_now(ROOM_STEP_ANNOUNCE, seat));
        assert_non_null(step_now(ROOM_STEP_WAGER + UTH_WAGER_PLAY, seat));
        assert_non_null(step_now(ROOM_STEP_RACK_HAND, seat));
    }
}

/* BANK-4: of what the hand wins, its bank of a cent pays a cent, and every stake goes back. */
static void what_the_bank_reaches_of_a_win_is_paid(void **state)
{
    (void)state;
    open_with_people(CALIFORNIA_8, UTH_PROCEDURE_SHUFFLER, UTH_MODEL_AQUARIUS);
    evening.rules[CALIFORNIA_8 - 1].chip.cents = 1;
    TABLE->seats[0].bank.cents = evening.stored.seats[0].bank.cents = 1;
    stack_deck("As Ah 2c 7d Ac 8h 9d Qs 4c"); // three aces against nothing
    dealer(ROOM_COMMAND_OPEN);
    wager(3, 1000);
    tick_required();
    dealer(ROOM_COMMAND_CLOSE_BETS);
    dealer(ROOM_COMMAND_DEAL);
    raise_by(3, 4);
    for (unsigned i = 0; i < 3; i++) {
        dealer(ROOM_COMMAND_TURN);
    }
    dealer(ROOM_COMMAND_SETTLE);
    assert_int_equal(TABLE->round.bank_net.cents, -1);
    struct room_step steps[ROOM_STEPS_MAX];
    const size_t count = steps_now(steps);
    int64_t paid = 0;
    for (size_t i = 0; i < count; i++) {
        paid += steps[i].act == ROOM_ACT_PAY ? steps[i].amount.cents : 0;
    }
    assert_int_equal(paid, 1);
}

static void a_win_of_the_smallest_chip_is_paid(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_DEALER);
    struct uth_rules *rules = &evening.rules[WASHINGTON - 1];
    rules->chip.cents = 1;
    rules->limits[UTH_WAGER_ANTE].min.cents = 1;
    rules->limits[UTH_WAGER_BLIND].min.cents = 1;
    sit(1, 2, 50000);
    settle_down();
    stack_deck("Ks 9d 4c 4h 7s Kd Kh 2c 3d"); // board, player, dealer
    dealer(ROOM_COMMAND_OPEN);
    wager(1, 1);
    dealer(ROOM_COMMAND_CLOSE_BETS);
    dealer(ROOM_COMMAND_DEAL);
    raise_by(1, 4);
    for (unsigned i = 0; i < 3; i++) {
        dealer(ROOM_COMMAND_TURN);
    }
    dealer(ROOM_COMMAND_SETTLE);
    assert_int_equal(step_now(ROOM_STEP_WAGER + UTH_WAGER_ANTE, 2)->act, ROOM_ACT_PAY);
    assert_int_equal(step_now(ROOM_STEP_WAGER + UTH_WAGER_ANTE, 2)->amount.cents, 1);
}

static void steps_reasons_and_places_have_names_that_lead_back(void **state)
{
    (void)state;
    enum room_step_kind kind;
    enum room_call_reason reason;
    for (unsigned i = 0; i < ROOM_STEP_COUNT; i++) {
        assert_true(room_step_find(room_step_id((enum room_step_kind)i), &kind));
        assert_int_equal(kind, i);
    }
    assert_false(room_step_find("dance", &kind));
    for (unsigned i = 0; i < ROOM_CALL_COUNT; i++) {
        assert_true(room_call_find(room_call_name((enum room_call_reason)i), &reason));
        assert_int_equal(reason, i);
    }
    assert_false(room_call_find("coffee", &reason));
    assert_string_equal(room_deck_place_name(ROOM_DECK_IN_RACK), "in_rack");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_of_the_source_is_on_the_list_in_its_order),
        cmocka_unit_test(the_steps_stand_in_the_order_the_sources_print),
        cmocka_unit_test(without_a_pair_the_antes_go_back_as_each_source_says),
        cmocka_unit_test(before_the_first_bet_the_list_says_what_will_come),
        cmocka_unit_test(
            at_a_fold_the_wagers_are_collected_and_the_cards_go_where_a_live_wager_wants_them),
        cmocka_unit_test(what_the_bank_does_not_reach_of_a_fold_goes_back_with_the_settlement),
        cmocka_unit_test(ticks_are_kept_with_the_round_and_never_hold_it_up),
        cmocka_unit_test(what_was_skipped_is_said_when_the_round_ends),
        cmocka_unit_test(where_every_step_was_ticked_nothing_is_said_at_the_end),
        cmocka_unit_test(the_shuffler_is_set_once_and_ticks_end_with_their_round),
        cmocka_unit_test(the_fee_is_collected_and_dropped_before_no_more_bets_is_called),
        cmocka_unit_test(a_fee_that_bets_have_changed_is_asked_for_again),
        cmocka_unit_test(two_decks_are_never_in_the_rack_together),
        cmocka_unit_test(a_round_that_was_never_dealt_leaves_the_decks_where_they_are),
        cmocka_unit_test(washingtons_one_deck_goes_round_and_its_loading_is_only_said),
        cmocka_unit_test(where_timers_deal_the_system_loads_the_shuffler),
        cmocka_unit_test(with_one_player_in_california_no_bets_are_called_for),
        cmocka_unit_test(a_hand_whose_progressive_win_is_pressed_lies_face_up),
        cmocka_unit_test(a_progressive_win_is_a_part_of_the_procedure_and_paid_by_its_tick),
        cmocka_unit_test(a_call_stands_until_somebody_takes_it),
        cmocka_unit_test(a_call_keeps_as_much_of_its_note_as_there_is_place_for),
        cmocka_unit_test(an_open_call_outlives_its_round),
        cmocka_unit_test(every_seat_has_its_steps_wherever_it_is),
        cmocka_unit_test(what_the_bank_reaches_of_a_win_is_paid),
        cmocka_unit_test(a_win_of_the_smallest_chip_is_paid),
        cmocka_unit_test(steps_reasons_and_places_have_names_that_lead_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
