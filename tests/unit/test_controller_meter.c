// The progressive controller clause by clause.
#include "support/check_expected.h"
#include "support/desk.h"

static struct desk desk;

#define ROYAL_FIVE  UTH_PROGRESSIVE_ROYAL_FIRST_FIVE
#define ROYAL_SEVEN UTH_PROGRESSIVE_ROYAL_SEVEN
#define FOUR        UTH_PROGRESSIVE_FOUR
#define FULL_HOUSE  UTH_PROGRESSIVE_FULL_HOUSE
#define NO_LINE     UTH_PROGRESSIVE_NONE

#define AQUARIUS    UTH_MODEL_AQUARIUS
#define NEXUS       UTH_MODEL_NEXUS

static const enum uth_controller_model both[] = {AQUARIUS, NEXUS};

static struct uth_meter meter(void)
{
    return desk.controller.meter;
}

static int64_t units(void)
{
    return meter().amount.cents * UTH_CARRY_UNITS + meter().carry;
}

static int64_t reserve_units(void)
{
    return meter().reserve.cents * UTH_CARRY_UNITS + meter().reserve_carry;
}

// A meter with other terms than Washington's from the first day on.
static void open_with(enum uth_controller_model controller, struct uth_terms terms,
                      int64_t beginning)
{
    desk_open(&desk, controller);
    const struct uth_progressive_rules rules = desk.rules;
    memset(&desk.controller, 0, sizeof desk.controller);
    desk.count = 0;
    desk.day = uth_meter_day_start((uth_money){0});
    accounts_init(&desk.accounts, desk.slots, DESK_SLOTS);
    desk.rules = rules;
    struct uth_controller_command create = command_of(UTH_CONTROLLER_CREATE);
    create.table = 0;
    create.meter = METER;
    create.amount.cents = beginning;
    create.terms = terms;
    create.executive_above.cents = 100000;
    desk_do(&desk, create);
    struct uth_controller_command link = command_of(UTH_CONTROLLER_LINK);
    link.controller = controller;
    desk_do(&desk, link);
}

static void link_table(uint32_t table, enum uth_controller_model controller)
{
    struct uth_controller_command link = at_table(command_of(UTH_CONTROLLER_LINK), table);
    link.controller = controller;
    desk_do(&desk, link);
}

// A game at a table where the given seats' cards show lines; seats pay from the right.
static void play_to_showdown(uint32_t table, const uint8_t lines[UTH_SEATS_MAX])
{
    const struct uth_station *station = uth_controller_station(&desk.controller, table);
    desk_do(&desk,
            at_table(start_of((enum uth_controller_model)station->controller, 3, 0xff), table));
    struct uth_controller_command show = at_table(show_of(), table);
    memcpy(show.lines, lines, sizeof show.lines);
    for (uint8_t i = 0; i < UTH_SEATS_MAX; i++) {
        show.order[i] = (uint8_t)(UTH_SEATS_MAX - i);
    }
    desk_do(&desk, show);
}

static void play_one(uint32_t table, uint8_t seat, enum uth_progressive_line line)
{
    uint8_t lines[UTH_SEATS_MAX];
    memset(lines, NO_LINE, sizeof lines);
    lines[seat - 1] = (uint8_t)line;
    play_to_showdown(table, lines);
}

static const struct uth_win *win_of(uint32_t table, uint8_t seat)
{
    return &uth_controller_station(&desk.controller, table)->wins[seat - 1];
}

static void finish(uint32_t table)
{
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (win_of(table, seat)->state == UTH_WIN_CONFIRMED) {
            desk_do(&desk, at_table(seat_command(UTH_CONTROLLER_PAY, seat), table));
        }
    }
    const struct uth_station *station = uth_controller_station(&desk.controller, table);
    desk_do(&desk, at_table(end_of((enum uth_controller_model)station->controller), table));
}

// ---- PROG -------------------------------------------------------------------------------------

static void set_cards(uth_card *cards, const char *text, size_t count)
{
    size_t read = 0;
    assert_int_equal(uth_cards_parse(text, strlen(text), cards, count, &read), UTH_OK);
    assert_int_equal(read, count);
}

static void add_player(struct uth_facts *facts, uint8_t seat, const char *cards, int64_t stake)
{
    struct uth_player_facts *player = &facts->players[facts->player_count++];
    *player = (struct uth_player_facts){.seat = seat};
    player->stakes[UTH_WAGER_PROGRESSIVE].cents = stake;
    set_cards(player->cards, cards, 2);
}

/* PROG-1: the line of the best hand of all seven cards; seats without the wager have none */
static void the_cards_name_the_line(void **state)
{
    (void)state;
    struct uth_facts facts = {0};
    set_cards(facts.community, "Qs Js Ts 9s 9d", 5);
    set_cards(facts.dealer, "2c 3c", 2);
    add_player(&facts, 1, "As Ks", 100);
    add_player(&facts, 3, "Ks 8s", 100);
    add_player(&facts, 4, "9h 9c", 100);
    add_player(&facts, 5, "Ah Ad", 100);
    add_player(&facts, 7, "Qd Qc", 0);
    struct uth_rules rules = uth_rules_washington;
    struct uth_controller_command show = command_of(UTH_CONTROLLER_SHOW);
    uth_controller_show(&rules, &facts, &show);
    const uint8_t lines[UTH_SEATS_MAX] = {ROYAL_FIVE, NO_LINE, UTH_PROGRESSIVE_STRAIGHT_FLUSH,
                                          FOUR,       NO_LINE, NO_LINE,
                                          NO_LINE,    NO_LINE};
    assert_memory_equal(show.lines, lines, sizeof lines);
    const uint8_t from_right[UTH_SEATS_MAX] = {5, 4, 3, 1};
    assert_memory_equal(show.order, from_right, sizeof from_right);

    rules.progressive.order = UTH_METER_ORDER_SETTLEMENT;
    rules.order = UTH_ORDER_FROM_LEFT;
    const uint8_t from_left[UTH_SEATS_MAX] = {1, 3, 4, 5};
    uth_controller_show(&rules, &facts, &show);
    assert_memory_equal(show.order, from_left, sizeof from_left);

    rules.progressive.order = UTH_METER_ORDER_CONFIRMATION;
    const uint8_t any[UTH_SEATS_MAX] = {0};
    uth_controller_show(&rules, &facts, &show);
    assert_memory_equal(show.order, any, sizeof any);
    assert_memory_equal(show.lines, lines, sizeof lines);
}

/* PROG-2: exactly, sub-cent remainders kept, whole cents posted; whoever's table it was */
static void each_wager_feeds_meter_and_reserve_exactly(void **state)
{
    (void)state;
    const struct uth_terms terms = {
        .seed = {500000}, .meter_rate_bp = 2033, .reserve_rate_bp = 207};
    open_with(AQUARIUS, terms, 500000);
    link_table(2, NEXUS);
    const int64_t before = units();
    for (unsigned game = 1; game <= 50; game++) {
        const uint32_t table = 1 + game % 2;
        const int64_t feeding = units();
        play_one(table, 1, NO_LINE);
        assert_int_equal(units() - feeding, 8 * 100 * 2033);
        assert_int_equal(desk.last.count, 1);
        const struct uth_meter_entry *fed = &desk.journal[desk.count - 2]; // the last of eight
        assert_int_equal(fed->kind, UTH_ENTRY_FED);
        assert_int_equal(fed->as.fed.stake.cents, 100);
        finish(table);
    }
    assert_int_equal(units() - before, 50 * 8 * 100 * 2033);
    assert_int_equal(reserve_units(), 50 * 8 * 100 * 207);
    // The stakes themselves come to the trays from the round; what left the trays is whole cents.
    assert_int_equal(desk_books(&desk, UTH_ACCOUNT_METER), 500000 + 50 * 8 * 100 * 2033 / 10000);
}

/* PROG-2: the round's own contributions count in what it can win */
static void a_round_can_win_its_own_contributions(void **state)
{
    (void)state;
    desk_open(&desk, NEXUS);
    play_one(TABLE, 4, ROYAL_FIVE);
    desk_confirm(&desk, TABLE, 4);
    assert_int_equal(win_of(TABLE, 4)->award.amount.cents, 1000000 + 8 * 20);
}

/* PROG-3: fixed pays from the tray leave the meter alone; from a dry meter it stops at zero */
static void fixed_pays_come_from_tray_or_meter(void **state)
{
    (void)state;
    struct uth_terms terms = {.seed = {300000}, .meter_rate_bp = 2000};
    for (unsigned i = 0; i < 2; i++) {
        terms.fixed_pays_from = UTH_PAYS_FROM_TRAY;
        open_with(both[i], terms, 5000);
        play_one(TABLE, 2, FOUR);
        desk_confirm(&desk, TABLE, 2);
        assert_int_equal(meter().amount.cents, 5160);
        assert_int_equal(win_of(TABLE, 2)->award.from_house.cents, 10000);

        terms.fixed_pays_from = UTH_PAYS_FROM_METER;
        open_with(both[i], terms, 5000);
        play_one(TABLE, 2, FOUR);
        desk_confirm(&desk, TABLE, 2);
        assert_int_equal(meter().amount.cents, 0);
        assert_int_equal(win_of(TABLE, 2)->award.amount.cents, 10000);
        assert_int_equal(win_of(TABLE, 2)->award.from_meter.cents, 5160);
        assert_int_equal(win_of(TABLE, 2)->award.from_house.cents, 4840);
        assert_int_equal(desk_books(&desk, UTH_ACCOUNT_TRAY), 5160 - 160);
    }
}

/* PROG-4: seed and reserve, and the reserve starts again at zero */
static void a_whole_award_reseeds_with_seed_and_reserve(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        desk_open(&desk, both[i]);
        play_one(TABLE, 1, NO_LINE);
        finish(TABLE);
        play_one(TABLE, 1, ROYAL_FIVE);
        desk_confirm(&desk, TABLE, 1);
        const struct uth_win_award award = win_of(TABLE, 1)->award;
        assert_int_equal(award.amount.cents, 1000000 + 2 * 160);
        assert_int_equal(award.seed_added.cents, 1000000);
        assert_int_equal(award.reserve_used.cents, 2 * 16);
        assert_int_equal(meter().amount.cents, 1000000 + 2 * 16);
        assert_int_equal(meter().reserve.cents, 0);
        assert_int_equal(desk_books(&desk, UTH_ACCOUNT_SEED), -2000000);
    }
}

/* PROG-5: farthest on the dealer's right first, each on the meter as the one before left it */
static void meter_pays_of_one_round_go_from_the_right(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        desk_open(&desk, both[i]);
        uint8_t lines[UTH_SEATS_MAX];
        memset(lines, NO_LINE, sizeof lines);
        lines[1] = ROYAL_FIVE;
        lines[4] = ROYAL_SEVEN;
        lines[6] = FOUR; // from the tray: nobody waits for it
        play_to_showdown(TABLE, lines);
        if (both[i] == NEXUS) {
            desk_do(&desk, seat_command(UTH_CONTROLLER_SPOT, 2));
            desk_do(&desk, hand_of(ROYAL_FIVE));
            assert_int_equal(desk_try(&desk, command_of(UTH_CONTROLLER_CONFIRM)),
                             UTH_ERR_WIN_ORDER);
            desk_do(&desk, hand_of(ROYAL_FIVE));
        } else {
            desk_do(&desk, hand_of(ROYAL_FIVE));
            desk_do(&desk, command_of(UTH_CONTROLLER_KEY_JPH));
            assert_int_equal(desk_try(&desk, command_of(UTH_CONTROLLER_J_POT)), UTH_ERR_WIN_ORDER);
            desk_do(&desk, command_of(UTH_CONTROLLER_KEY_RUN));
            desk_do(&desk, hand_of(ROYAL_FIVE));
        }
        desk_confirm(&desk, TABLE, 5);
        desk_confirm(&desk, TABLE, 2);
        desk_confirm(&desk, TABLE, 7);
        const int64_t all = 1000000 + 160;
        assert_int_equal(win_of(TABLE, 5)->award.amount.cents, all / 20);
        assert_int_equal(win_of(TABLE, 2)->award.amount.cents, all - all / 20);
        finish(TABLE);
    }
}

/* PROG-5: two seats with the same hand at a keypad without spots, the right one first */
static void the_keypad_takes_equal_hands_from_the_right(void **state)
{
    (void)state;
    for (unsigned in_order = 0; in_order < 2; in_order++) {
        desk_open(&desk, AQUARIUS);
        desk_do(&desk, start_of(AQUARIUS, 1, 0xff));
        struct uth_controller_command show = show_of();
        show.lines[0] = ROYAL_SEVEN;
        show.lines[5] = ROYAL_SEVEN;
        show.order[0] = in_order ? 6 : 0;
        show.order[1] = in_order ? 1 : 0;
        desk_do(&desk, show);
        desk_confirm(&desk, TABLE, 6);
        assert_int_equal(win_of(TABLE, 6)->state, UTH_WIN_CONFIRMED);
        assert_int_equal(win_of(TABLE, 1)->state, UTH_WIN_NONE);
        // Backed out, it comes up again only when no other is left.
        struct uth_controller_command back_out = adjustment_of(UTH_ADJUSTMENT_BACK_OUT, 0);
        back_out.seat = 6;
        desk_do(&desk, back_out);
        desk_confirm(&desk, TABLE, 1);
        assert_int_equal(win_of(TABLE, 1)->state, UTH_WIN_CONFIRMED);
        desk_confirm(&desk, TABLE, 6);
        assert_int_equal(win_of(TABLE, 6)->state, UTH_WIN_CONFIRMED);
        finish(TABLE);
    }
}

/* PROG-5: linked tables in order of confirmation; the key holds the meter until it is back */
static void linked_tables_are_paid_as_they_confirm(void **state)
{
    (void)state;
    desk_open(&desk, AQUARIUS);
    link_table(2, NEXUS);
    link_table(3, AQUARIUS);
    play_one(1, 2, ROYAL_FIVE);
    play_one(2, 3, ROYAL_SEVEN);
    const int64_t all = 1000000 + 2 * 160;
    desk_do(&desk, at_table(seat_command(UTH_CONTROLLER_SPOT, 3), 2));
    desk_do(&desk, at_table(hand_of(ROYAL_SEVEN), 2));
    desk_do(&desk, at_table(command_of(UTH_CONTROLLER_CONFIRM), 2));

    desk_do(&desk, hand_of(ROYAL_FIVE));
    desk_do(&desk, command_of(UTH_CONTROLLER_KEY_JPH));
    desk_do(&desk, command_of(UTH_CONTROLLER_J_POT));
    assert_int_equal(win_of(1, 2)->award.amount.cents, all);
    assert_int_equal(meter().amount.cents, all); // adjusts when the key is back

    struct uth_controller_command swipe = at_table(command_of(UTH_CONTROLLER_SWIPE), 2);
    swipe.authority = UTH_AUTHORITY_EXECUTIVE;
    assert_int_equal(desk_try(&desk, swipe), UTH_ERR_METER_FROZEN);
    // Other tables play on, and what they add is not the winner's.
    play_one(3, 1, NO_LINE);
    assert_int_equal(meter().amount.cents, all + 160);
    assert_int_equal(win_of(1, 2)->award.amount.cents, all);
    desk_do(&desk, command_of(UTH_CONTROLLER_KEY_RUN));
    const int64_t reseeded = 1000000 + 2 * 16 + 160;
    assert_int_equal(meter().amount.cents, reseeded);
    assert_int_equal(meter().reserve.cents, 16);

    desk_do(&desk, swipe);
    assert_int_equal(win_of(2, 3)->award.amount.cents, reseeded / 20);
    finish(1);
    finish(2);
    finish(3);
}

/* PROG-6: to the cent; the rest stays on the meter */
static void a_share_is_paid_to_the_cent(void **state)
{
    (void)state;
    const struct uth_terms terms = {.seed = {300000}, .meter_rate_bp = 2001};
    open_with(NEXUS, terms, 123456);
    play_one(TABLE, 8, ROYAL_SEVEN);
    const int64_t before = units();
    desk_confirm(&desk, TABLE, 8);
    const int64_t paid = win_of(TABLE, 8)->award.amount.cents;
    assert_int_equal(paid, before / UTH_CARRY_UNITS / 20);
    assert_int_equal(units(), before - paid * UTH_CARRY_UNITS);
}

/* PROG-7: advice as warnings, each by itself */
static void the_makers_advice_comes_as_warnings(void **state)
{
    (void)state;
    const struct uth_progressive_rules rules = uth_rules_washington.progressive;
    const char *warnings[UTH_WARNINGS_MAX];
    struct uth_terms terms = terms_of(&rules);
    assert_int_equal(uth_controller_warnings(&rules, &terms, warnings), 0);
    terms.meter_rate_bp++;
    assert_int_equal(uth_controller_warnings(&rules, &terms, warnings), 1);
    terms = terms_of(&rules);
    terms.seed.cents = 1000001;
    assert_int_equal(uth_controller_warnings(&rules, &terms, warnings), 1);
    terms.seed.cents = 299999;
    assert_int_equal(uth_controller_warnings(&rules, &terms, warnings), 2);
    terms.seed.cents = 0;
    assert_int_equal(uth_controller_warnings(&rules, &terms, warnings), 4);
    terms = terms_of(&rules);
    terms.reserve_rate_bp = 0;
    assert_int_equal(uth_controller_warnings(&rules, &terms, warnings), 1);
    terms = terms_of(&rules);
    terms.fixed_pays_from = UTH_PAYS_FROM_METER;
    assert_int_equal(uth_controller_warnings(&rules, &terms, warnings), 1);
    terms.meter_rate_bp = 7000;
    assert_int_equal(uth_controller_warnings(&rules, &terms, warnings), 0);
}

static struct uth_controller_command terms_command(struct uth_terms terms)
{
    struct uth_controller_command command = command_of(UTH_CONTROLLER_TERMS);
    command.terms = terms;
    return command;
}

/* PROG-7: rates lie within 0 to 100% together; seed, maximum and amounts make sense */
static void terms_that_contradict_themselves_are_refused(void **state)
{
    (void)state;
    desk_open(&desk, AQUARIUS);
    struct uth_terms terms = terms_of(&desk.rules);
    terms.meter_rate_bp = 9900;
    terms.reserve_rate_bp = 101;
    assert_int_equal(desk_try(&desk, terms_command(terms)), UTH_ERR_METER_RATES);
    terms.meter_rate_bp = 10001;
    terms.reserve_rate_bp = 0;
    assert_int_equal(desk_try(&desk, terms_command(terms)), UTH_ERR_METER_RATES);
    terms.meter_rate_bp = UINT32_MAX;
    terms.reserve_rate_bp = 2;
    assert_int_equal(desk_try(&desk, terms_command(terms)), UTH_ERR_METER_RATES);
    terms = terms_of(&desk.rules);
    terms.maximum.cents = terms.seed.cents - 1;
    assert_int_equal(desk_try(&desk, terms_command(terms)), UTH_ERR_METER_TERMS);
    terms = terms_of(&desk.rules);
    terms.seed.cents = -1;
    assert_int_equal(desk_try(&desk, terms_command(terms)), UTH_ERR_METER_TERMS);
    terms.seed.cents = UTH_METER_MAX + 1;
    assert_int_equal(desk_try(&desk, terms_command(terms)), UTH_ERR_METER_TERMS);
    terms.seed.cents = UTH_METER_MAX;
    assert_int_equal(desk_try(&desk, terms_command(terms)), UTH_ERR_MONEY_OVERFLOW);
    terms = terms_of(&desk.rules);
    terms.maximum.cents = -1;
    assert_int_equal(desk_try(&desk, terms_command(terms)), UTH_ERR_METER_TERMS);
    terms = terms_of(&desk.rules);
    terms.fixed_pays_from = UTH_PAYS_FROM_METER + 1;
    assert_int_equal(desk_try(&desk, terms_command(terms)), UTH_ERR_METER_TERMS);
    terms = terms_of(&desk.rules);
    terms.reserved = 1;
    assert_int_equal(desk_try(&desk, terms_command(terms)), UTH_ERR_METER_TERMS);
}

/* PROG-7, GM-3: asked for now, logged, in force from the next 100% award on */
static void terms_wait_for_the_next_whole_award(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        desk_open(&desk, both[i]);
        struct uth_terms terms = terms_of(&desk.rules);
        terms.seed.cents = 400000;
        terms.meter_rate_bp = 1500;
        struct uth_controller_command ask = terms_command(terms);
        ask.note = 8;
        desk_do(&desk, ask);
        const struct uth_meter_entry *asked = &desk.last.list[0];
        assert_int_equal(asked->who, SUPERVISOR);
        assert_int_equal(asked->note, 8);
        assert_int_equal(asked->as.terms.before.seed.cents, 1000000);
        assert_int_equal(asked->as.terms.after.seed.cents, 400000);

        play_one(TABLE, 1, ROYAL_SEVEN); // not 100%
        desk_confirm(&desk, TABLE, 1);
        finish(TABLE);
        assert_true(desk.controller.terms_wait);
        assert_int_equal(desk.controller.terms.meter_rate_bp, 2000);

        play_one(TABLE, 1, ROYAL_FIVE);
        desk_confirm(&desk, TABLE, 1);
        assert_false(desk.controller.terms_wait);
        assert_int_equal(win_of(TABLE, 1)->award.seed_added.cents, 400000);
        assert_int_equal(meter().amount.cents, 400000 + 2 * 16);
        assert_int_equal(meter().seed.cents, 400000);
        assert_int_equal(uth_controller_settle_meter(&desk.controller, TABLE).seed.cents, 400000);
        assert_int_equal(uth_controller_settle_meter(&desk.controller, TABLE).amount.cents,
                         win_of(TABLE, 1)->award.amount.cents);
        assert_int_equal(uth_controller_settle_meter(&desk.controller, 9).amount.cents,
                         meter().amount.cents);
        finish(TABLE);
        play_one(TABLE, 1, NO_LINE);
        assert_int_equal(meter().amount.cents, 400000 + 2 * 16 + 8 * 15);
    }
}

static void assert_winner(const struct uth_winner *winner, uint8_t seat, uint8_t state,
                          int64_t prize)
{
    assert_int_equal(winner->seat, seat);
    assert_int_equal(winner->state, state);
    assert_int_equal(winner->prize.cents, prize);
}

/* PROG-5, GM-4: each prize as the meter will be when its turn has come */
static void winners_stand_in_paying_order_each_with_the_prize_it_will_get(void **state)
{
    (void)state;
    // 5% of $10,001.60, the rest, then 5% of the seed and 16 cents of reserve.
    static const int64_t prizes[] = {50008, 950152, 50000};
    static const uint8_t seats[] = {8, 7, 2};
    for (unsigned i = 0; i < 2; i++) {
        uint8_t lines[UTH_SEATS_MAX];
        struct uth_winner winners[UTH_SEATS_MAX];
        memset(lines, NO_LINE, sizeof lines);
        lines[7] = lines[1] = ROYAL_SEVEN;
        lines[6] = ROYAL_FIVE;
        desk_open(&desk, both[i]);
        assert_int_equal(uth_controller_winners(&desk.rules, &desk.controller, TABLE, winners), 0);
        assert_int_equal(uth_controller_winners(&desk.rules, &desk.controller, 9, winners), 0);
        play_to_showdown(TABLE, lines);
        for (unsigned confirmed = 0; confirmed <= 3; confirmed++) {
            assert_int_equal(uth_controller_winners(&desk.rules, &desk.controller, TABLE, winners),
                             3);
            for (unsigned j = 0; j < 3; j++) {
                assert_winner(&winners[j], seats[j],
                              j < confirmed ? UTH_WIN_CONFIRMED : UTH_WIN_NONE, prizes[j]);
            }
            if (confirmed < 3) {
                desk_confirm(&desk, TABLE, seats[confirmed]);
            }
        }
        desk_do(&desk, seat_command(UTH_CONTROLLER_PAY, 8));
        assert_int_equal(uth_controller_winners(&desk.rules, &desk.controller, TABLE, winners), 3);
        assert_winner(&winners[0], 8, UTH_WIN_PAID, prizes[0]);
    }
}

/* PROG-5: an award that is fixed has left the meter for those behind it, though the key is not back;
   PROG-7: and a 100% award brings in the terms that wait */
static void a_frozen_award_and_terms_that_wait_count_in_the_prizes_behind_them(void **state)
{
    (void)state;
    uint8_t lines[UTH_SEATS_MAX];
    struct uth_winner winners[UTH_SEATS_MAX];
    memset(lines, NO_LINE, sizeof lines);
    lines[7] = ROYAL_FIVE;
    lines[0] = ROYAL_SEVEN;
    desk_open(&desk, AQUARIUS);
    struct uth_terms terms = terms_of(&desk.rules);
    terms.seed.cents = 400000;
    desk_do(&desk, terms_command(terms));
    play_to_showdown(TABLE, lines);
    const int64_t after = (400000 + 16) / 20;
    assert_int_equal(uth_controller_winners(&desk.rules, &desk.controller, TABLE, winners), 2);
    assert_winner(&winners[0], 8, UTH_WIN_NONE, 1000160);
    assert_winner(&winners[1], 1, UTH_WIN_NONE, after);
    struct uth_controller_command hand = command_of(UTH_CONTROLLER_HAND);
    hand.line = ROYAL_FIVE;
    desk_do(&desk, hand);
    desk_do(&desk, command_of(UTH_CONTROLLER_KEY_JPH));
    assert_int_equal(uth_station_pressed(uth_controller_station(&desk.controller, TABLE)), 8);
    desk_do(&desk, command_of(UTH_CONTROLLER_J_POT));
    assert_int_equal(uth_station_pressed(uth_controller_station(&desk.controller, TABLE)), 0);
    assert_int_equal(uth_controller_winners(&desk.rules, &desk.controller, TABLE, winners), 2);
    assert_winner(&winners[0], 8, UTH_WIN_CONFIRMED, 1000160);
    assert_winner(&winners[1], 1, UTH_WIN_NONE, after);
    desk_do(&desk, command_of(UTH_CONTROLLER_KEY_RUN));
    assert_int_equal(uth_controller_winners(&desk.rules, &desk.controller, TABLE, winners), 2);
    assert_winner(&winners[1], 1, UTH_WIN_NONE, after);
    assert_int_equal(uth_controller_prize(&desk.rules, &desk.controller, TABLE, 1).cents, after);
}

static void assert_settled_as_confirmed(uint32_t table, const uint8_t *seats, unsigned count)
{
    struct uth_award awards[UTH_SEATS_MAX];
    assert_int_equal(uth_controller_settle_awards(&desk.controller, table, awards), count);
    for (unsigned i = 0; i < count; i++) {
        const struct uth_win *win = win_of(table, seats[i]);
        assert_int_equal(awards[i].seat, seats[i]);
        assert_int_equal(awards[i].line, win->line);
        assert_int_equal(awards[i].amount.cents, win->award.amount.cents);
        assert_int_equal(awards[i].from_meter.cents, win->award.from_meter.cents);
        assert_int_equal(awards[i].from_house.cents, win->award.from_house.cents);
        assert_int_equal(awards[i].seed_added.cents, win->award.seed_added.cents);
        assert_int_equal(awards[i].reserve_used.cents, win->award.reserve_used.cents);
    }
}

/* PROG-5, GM-1: what another table fed between two confirmations is in the second */
static void a_game_is_settled_with_what_was_confirmed(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        static const uint8_t winners[] = {2, 7};
        uint8_t lines[UTH_SEATS_MAX];
        memset(lines, NO_LINE, sizeof lines);
        lines[1] = ROYAL_FIVE;
        lines[6] = FOUR;
        desk_open(&desk, both[i]);
        link_table(2, both[i]);
        play_to_showdown(TABLE, lines);
        assert_settled_as_confirmed(TABLE, winners, 0);
        desk_confirm(&desk, TABLE, 7);
        assert_settled_as_confirmed(TABLE, &winners[1], 1);
        play_one(2, 1, NO_LINE);
        desk_confirm(&desk, TABLE, 2);
        assert_int_equal(win_of(TABLE, 2)->award.amount.cents, 1000000 + 2 * 160);
        assert_settled_as_confirmed(TABLE, winners, 2);
        desk_do(&desk, seat_command(UTH_CONTROLLER_PAY, 7));
        struct uth_controller_command back_out = adjustment_of(UTH_ADJUSTMENT_BACK_OUT, 0);
        back_out.table = TABLE;
        back_out.seat = 2;
        desk_do(&desk, back_out);
        assert_int_equal(win_of(TABLE, 2)->state, UTH_WIN_BACKED_OUT);
        // The meter has its money again: what the player won is the house's to pay.
        struct uth_award awards[UTH_SEATS_MAX];
        assert_int_equal(uth_controller_settle_awards(&desk.controller, TABLE, awards), 2);
        assert_int_equal(awards[0].amount.cents, 1000000 + 2 * 160);
        assert_int_equal(awards[0].from_house.cents, 1000000 + 2 * 160);
        assert_int_equal(awards[0].from_meter.cents, 0);
        assert_int_equal(awards[0].seed_added.cents, 0);
        assert_int_equal(awards[0].reserve_used.cents, 0);
        assert_int_equal(uth_controller_settle_awards(&desk.controller, 9, awards), 0);
    }
}

/* PROG-7, GM-1: not while a key holds the meter */
static void nothing_about_the_meter_changes_while_it_is_frozen(void **state)
{
    (void)state;
    desk_open(&desk, AQUARIUS);
    link_table(2, AQUARIUS);
    play_one(1, 2, ROYAL_FIVE);
    play_one(2, 2, ROYAL_FIVE);
    desk_do(&desk, at_table(hand_of(ROYAL_FIVE), 2));
    desk_do(&desk, at_table(command_of(UTH_CONTROLLER_KEY_JPH), 2));
    desk_do(&desk, hand_of(ROYAL_FIVE));
    desk_do(&desk, command_of(UTH_CONTROLLER_KEY_JPH));
    desk_do(&desk, command_of(UTH_CONTROLLER_J_POT));
    assert_int_equal(desk_try(&desk, at_table(command_of(UTH_CONTROLLER_J_POT), 2)),
                     UTH_ERR_METER_FROZEN);
    assert_int_equal(desk_try(&desk, terms_command(terms_of(&desk.rules))), UTH_ERR_METER_FROZEN);
    assert_int_equal(desk_try(&desk, adjustment_of(UTH_ADJUSTMENT_MALFUNCTION, 5)),
                     UTH_ERR_METER_FROZEN);
    // A void elsewhere takes nothing of what is frozen: the house bears it.
    const int64_t frozen = win_of(1, 2)->award.from_meter.cents;
    assert_int_equal(meter().amount.cents, frozen);
    desk_do(&desk, at_table(command_of(UTH_CONTROLLER_VOID), 2));
    assert_int_equal(meter().amount.cents, frozen);
    desk_do(&desk, command_of(UTH_CONTROLLER_KEY_RUN));
    assert_int_equal(meter().amount.cents, 1000000 + 2 * 16);
}

// ---- GM ---------------------------------------------------------------------------------------

/* GM-1: pressed, confirmed, paid; backed out only by an adjustment, and then to the cent */
static void a_confirmed_win_is_backed_out_by_adjustment_only(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned paid = 0; paid < 2; paid++) {
            desk_open(&desk, both[i]);
            play_one(TABLE, 3, ROYAL_FIVE);
            const struct uth_meter before = meter();
            desk_confirm(&desk, TABLE, 3);
            assert_int_equal(win_of(TABLE, 3)->state, UTH_WIN_CONFIRMED);
            if (paid) {
                desk_do(&desk, seat_command(UTH_CONTROLLER_PAY, 3));
                assert_int_equal(win_of(TABLE, 3)->state, UTH_WIN_PAID);
            }
            assert_int_equal(desk_try(&desk, command_of(UTH_CONTROLLER_VOID)),
                             UTH_ERR_WIN_CONFIRMED);
            struct uth_controller_command back_out = adjustment_of(UTH_ADJUSTMENT_BACK_OUT, 0);
            back_out.seat = 3;
            desk_do(&desk, back_out);
            assert_int_equal(win_of(TABLE, 3)->state, UTH_WIN_BACKED_OUT);
            assert_memory_equal(&desk.controller.meter, &before, sizeof before);
            assert_int_equal(desk_try(&desk, back_out), UTH_ERR_NO_SUCH_WIN);
            desk_do(&desk, command_of(UTH_CONTROLLER_VOID));
            assert_int_equal(meter().amount.cents, 1000000);
            assert_int_equal(desk_books(&desk, UTH_ACCOUNT_TRAY), 0);
            assert_int_equal(desk_books(&desk, UTH_ACCOUNT_SEED), -1000000);
        }
    }
}

/* GM-1: a win can still be backed out when the game is over, until the next one starts */
static void the_last_game_stays_on_record(void **state)
{
    (void)state;
    desk_open(&desk, NEXUS);
    play_one(TABLE, 3, ROYAL_SEVEN);
    desk_confirm(&desk, TABLE, 3);
    finish(TABLE);
    struct uth_controller_command back_out = adjustment_of(UTH_ADJUSTMENT_BACK_OUT, 0);
    back_out.seat = 3;
    desk_do(&desk, back_out);
    assert_int_equal(meter().amount.cents, 1000000 + 160);
    play_one(TABLE, 3, NO_LINE);
    assert_int_equal(desk_try(&desk, back_out), UTH_ERR_NO_SUCH_WIN);
    back_out.seat = UTH_SEATS_MAX + 1;
    assert_int_equal(desk_try(&desk, back_out), UTH_ERR_NO_SUCH_WIN);
    back_out.seat = 3;
    back_out.table = 99;
    assert_int_equal(desk_try(&desk, back_out), UTH_ERR_NO_SUCH_WIN);
    // An older one by its amount.
    desk_do(&desk, adjustment_of(UTH_ADJUSTMENT_BACK_OUT, 50008));
    assert_int_equal(meter().amount.cents, 1000000 + 2 * 160 + 50008);
    assert_int_equal(desk_books(&desk, UTH_ACCOUNT_ADJUSTMENTS), -50008);
}

/* GM-1: what a later award has taken cannot be put back */
static void a_back_out_the_meter_cannot_bear_is_refused(void **state)
{
    (void)state;
    const struct uth_terms terms = {.seed = {1000}, .meter_rate_bp = 2000, .reserve_rate_bp = 8000};
    open_with(NEXUS, terms, 0);
    link_table(2, NEXUS);
    play_one(1, 3, ROYAL_FIVE);
    desk_confirm(&desk, 1, 3); // wins 160, reseeds 1000 + 640
    struct uth_controller_command everything = adjustment_of(UTH_ADJUSTMENT_RECEIPTS, -1640);
    desk_do(&desk, everything);
    struct uth_controller_command back_out = adjustment_of(UTH_ADJUSTMENT_BACK_OUT, 0);
    back_out.seat = 3;
    assert_int_equal(desk_try(&desk, back_out), UTH_ERR_ADJUSTMENT_AMOUNT);
}

/* GM-1: a Supervisor card, or an Executive card above the level set */
static void a_large_award_takes_an_executive_card(void **state)
{
    (void)state;
    desk_open(&desk, NEXUS);
    play_one(TABLE, 3, ROYAL_SEVEN); // 5% of 10,001.60 is 500.08
    struct uth_controller_command level = command_of(UTH_CONTROLLER_EXECUTIVE);
    level.executive_above.cents = 50007;
    assert_int_equal(desk_try(&desk, level), UTH_ERR_NEEDS_EXECUTIVE);
    level.authority = UTH_AUTHORITY_EXECUTIVE;
    desk_do(&desk, level);
    assert_int_equal(desk.last.list[0].as.executive_above.before.cents, 120000);
    desk_do(&desk, seat_command(UTH_CONTROLLER_SPOT, 3));
    desk_do(&desk, hand_of(ROYAL_SEVEN));
    desk_do(&desk, command_of(UTH_CONTROLLER_CONFIRM));
    struct uth_controller_command swipe = command_of(UTH_CONTROLLER_SWIPE);
    assert_int_equal(desk_try(&desk, swipe), UTH_ERR_NEEDS_EXECUTIVE);
    level.executive_above.cents = 50008;
    desk_do(&desk, level);
    swipe.authority = UTH_AUTHORITY_DEALER;
    assert_int_equal(desk_try(&desk, swipe), UTH_ERR_NEEDS_SUPERVISOR);
    swipe.authority = UTH_AUTHORITY_SUPERVISOR;
    desk_do(&desk, swipe);
    assert_int_equal(win_of(TABLE, 3)->card, UTH_AUTHORITY_SUPERVISOR);
    assert_int_equal(meter().amount.cents, 1000160 - 50008); // at the swipe
    level.executive_above.cents = -1;
    assert_int_equal(desk_try(&desk, level), UTH_ERR_METER_TERMS);
}

/* GM-2: what the cards are said to show must be possible */
static void cards_are_shown_once_and_for_wagers_only(void **state)
{
    (void)state;
    desk_open(&desk, NEXUS);
    desk_do(&desk, start_of(NEXUS, 1, 2));
    struct uth_controller_command show = show_of();
    show.lines[0] = FOUR; // no wager there
    assert_int_equal(desk_try(&desk, show), UTH_ERR_NO_SUCH_SEAT);
    show.lines[0] = NO_LINE;
    show.lines[1] = NO_LINE + 1;
    assert_int_equal(desk_try(&desk, show), UTH_ERR_NO_SUCH_SEAT);
    show.lines[1] = FOUR;
    show.order[0] = UTH_SEATS_MAX + 1;
    assert_int_equal(desk_try(&desk, show), UTH_ERR_NO_SUCH_SEAT);
    show.order[0] = 2;
    show.order[1] = 2;
    assert_int_equal(desk_try(&desk, show), UTH_ERR_NO_SUCH_SEAT);
    show.order[1] = 0;
    desk_do(&desk, show);
    assert_int_equal(desk_try(&desk, show), UTH_ERR_GAME_STEP);
}

/* GM-2: a game without Progressive wagers has nothing to show */
static void a_game_nobody_wagered_on_just_ends(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        desk_open(&desk, both[i]);
        desk_do(&desk, start_of(both[i], 1, 0));
        desk_do(&desk, end_of(both[i]));
        assert_int_equal(meter().amount.cents, 1000000);
    }
}

/* GM-3: who, when, why, before and after */
static void every_step_of_a_win_is_logged(void **state)
{
    (void)state;
    desk_open(&desk, AQUARIUS);
    play_one(TABLE, 3, ROYAL_FIVE);
    const size_t first = desk.count;
    desk_confirm(&desk, TABLE, 3);
    finish(TABLE);
    static const enum uth_entry_kind kinds[] = {
        UTH_ENTRY_PRESSED, UTH_ENTRY_KEYED, UTH_ENTRY_CONFIRMED, UTH_ENTRY_AWARDED,
        UTH_ENTRY_UNKEYED, UTH_ENTRY_PAID,  UTH_ENTRY_ENDED,
    };
    assert_int_equal(desk.count - first, 7);
    for (size_t i = 0; i < 7; i++) {
        const struct uth_meter_entry *entry = &desk.journal[first + i];
        assert_int_equal(entry->kind, kinds[i]);
        assert_int_equal(entry->meter, METER);
        assert_int_equal(entry->number, first + i + 1);
        assert_int_equal(entry->who, SUPERVISOR);
        assert_int_equal(entry->table, TABLE);
        assert_int_equal(entry->round, 3);
        assert_int_equal(entry->authority, UTH_AUTHORITY_SUPERVISOR);
        assert_true(entry->time_ms > 1000);
        assert_int_equal(entry->before.amount.cents, i <= 3 ? 1000160 : 1000016);
        assert_int_equal(entry->after.amount.cents, i < 3 ? 1000160 : 1000016);
    }
    struct uth_controller_command nobody = command_of(UTH_CONTROLLER_BEGIN_DAY);
    nobody.who = 0;
    assert_int_equal(desk_try(&desk, nobody), UTH_ERR_NOBODY_NAMED);
}

/* GM-3: by one person and approved by another, for a reason from the list */
static void an_adjustment_takes_two_people_and_a_reason(void **state)
{
    (void)state;
    desk_open(&desk, AQUARIUS);
    struct uth_controller_command adjust = adjustment_of(UTH_ADJUSTMENT_MALFUNCTION, 100);
    adjust.approved_by = 0;
    assert_int_equal(desk_try(&desk, adjust), UTH_ERR_SECOND_PERSON);
    adjust.approved_by = adjust.who;
    assert_int_equal(desk_try(&desk, adjust), UTH_ERR_SECOND_PERSON);
    adjust.approved_by = MANAGER;
    adjust.authority = UTH_AUTHORITY_DEALER;
    assert_int_equal(desk_try(&desk, adjust), UTH_ERR_NEEDS_SUPERVISOR);
    adjust.authority = UTH_AUTHORITY_SUPERVISOR;
    adjust.adjustment = UTH_ADJUSTMENT_COUNT;
    assert_int_equal(desk_try(&desk, adjust), UTH_ERR_ADJUSTMENT_REASON);
    adjust.adjustment = UTH_ADJUSTMENT_MALFUNCTION;
    desk_do(&desk, adjust);
    const struct uth_meter_entry *entry = &desk.last.list[0];
    assert_int_equal(entry->kind, UTH_ENTRY_ADJUSTED);
    assert_int_equal(entry->who, SUPERVISOR);
    assert_int_equal(entry->approved_by, MANAGER);
    assert_int_equal(entry->adjustment, UTH_ADJUSTMENT_MALFUNCTION);
    assert_int_equal(entry->before.amount.cents, 1000000);
    assert_int_equal(entry->after.amount.cents, 1000100);
}

// clang-format off
static const struct {
    enum uth_adjustment reason;
    int64_t change;
    enum uth_status status;
    int64_t amount, reserve, tray, seed, adjustments; // in the accounts, after it
} adjustments[] = {
    // The meter holds 1,000,000 of which 1,000,000 is seed; its maximum is 900,000.
    { UTH_ADJUSTMENT_WON,            -5000,    UTH_OK,                     995000,      0,  5000, -1000000,     0 },
    { UTH_ADJUSTMENT_WON,             5000,    UTH_ERR_ADJUSTMENT_AMOUNT, 1000000,      0,     0, -1000000,     0 },
    { UTH_ADJUSTMENT_MALFUNCTION,    -5000,    UTH_OK,                     995000,      0,     0, -1000000,  5000 },
    { UTH_ADJUSTMENT_MALFUNCTION,        0,    UTH_ERR_ADJUSTMENT_AMOUNT, 1000000,      0,     0, -1000000,     0 },
    { UTH_ADJUSTMENT_MALFUNCTION,        1,    UTH_ERR_ADJUSTMENT_AMOUNT, 1000000,      0,     0, -1000000,     0 },
    { UTH_ADJUSTMENT_MALFUNCTION, -1000001,    UTH_ERR_ADJUSTMENT_AMOUNT, 1000000,      0,     0, -1000000,     0 },
    { UTH_ADJUSTMENT_MALFUNCTION, INT64_MAX,   UTH_ERR_ADJUSTMENT_AMOUNT, 1000000,      0,     0, -1000000,     0 },
    { UTH_ADJUSTMENT_MALFUNCTION, INT64_MIN,   UTH_ERR_ADJUSTMENT_AMOUNT, 1000000,      0,     0, -1000000,     0 },
    { UTH_ADJUSTMENT_MAXIMUM,      -100000,    UTH_OK,                     900000, 100000,     0, -1000000,     0 },
    { UTH_ADJUSTMENT_MAXIMUM,       -99999,    UTH_ERR_ADJUSTMENT_AMOUNT, 1000000,      0,     0, -1000000,     0 },
    { UTH_ADJUSTMENT_RECEIPTS,      -7000,     UTH_OK,                     993000,      0,     0, -1000000,  7000 },
    { UTH_ADJUSTMENT_RECEIPTS,       7000,     UTH_ERR_ADJUSTMENT_AMOUNT, 1000000,      0,     0, -1000000,     0 },
    { UTH_ADJUSTMENT_SEED_RECOVERED, -800000,  UTH_OK,                     200000,      0,     0,  -200000,     0 },
    { UTH_ADJUSTMENT_SEED_RECOVERED, -800001,  UTH_ERR_ADJUSTMENT_AMOUNT, 1000000,      0,     0, -1000000,     0 },
    { UTH_ADJUSTMENT_BACK_OUT,        -100,    UTH_ERR_ADJUSTMENT_AMOUNT, 1000000,      0,     0, -1000000,     0 },
};
// clang-format on

/* GM-3, GM-5: each reason with where its money goes */
static void each_reason_moves_its_own_money(void **state)
{
    (void)state;
    const struct uth_terms terms = {
        .seed = {800000}, .maximum = {900000}, .meter_rate_bp = 2000, .reserve_rate_bp = 200};
    for (size_t i = 0; i < sizeof adjustments / sizeof adjustments[0]; i++) {
        open_with(AQUARIUS, terms, 1000000);
        assert_int_equal(
            desk_try(&desk, adjustment_of(adjustments[i].reason, adjustments[i].change)),
            adjustments[i].status);
        assert_int_equal(desk_books(&desk, UTH_ACCOUNT_METER), adjustments[i].amount);
        assert_int_equal(desk_books(&desk, UTH_ACCOUNT_RESERVE), adjustments[i].reserve);
        assert_int_equal(desk_books(&desk, UTH_ACCOUNT_TRAY), adjustments[i].tray);
        assert_int_equal(desk_books(&desk, UTH_ACCOUNT_SEED), adjustments[i].seed);
        assert_int_equal(desk_books(&desk, UTH_ACCOUNT_ADJUSTMENTS), adjustments[i].adjustments);
        desk_replays(&desk);
    }
    // A win recorded by hand is paid by a tray, so it needs a table.
    assert_int_equal(desk_try(&desk, at_table(adjustment_of(UTH_ADJUSTMENT_WON, -1), 99)),
                     UTH_ERR_ADJUSTMENT_AMOUNT);
}

/* GM-3 */
static void an_adjustment_fills_a_meter_to_its_maximum_and_not_beyond(void **state)
{
    (void)state;
    const struct uth_terms terms = {
        .seed = {800000}, .maximum = {900000}, .meter_rate_bp = 2000, .reserve_rate_bp = 200};
    open_with(AQUARIUS, terms, 850000);
    assert_int_equal(desk_try(&desk, adjustment_of(UTH_ADJUSTMENT_MALFUNCTION, 50001)),
                     UTH_ERR_ADJUSTMENT_AMOUNT);
    desk_do(&desk, adjustment_of(UTH_ADJUSTMENT_MALFUNCTION, 50000));
    assert_int_equal(meter().amount.cents, 900000);
}

/* PROG-4, GM-3: a win recorded by hand that takes everything reseeds the meter */
static void a_whole_win_by_hand_reseeds(void **state)
{
    (void)state;
    desk_open(&desk, AQUARIUS);
    play_one(TABLE, 1, NO_LINE);
    finish(TABLE);
    struct uth_terms terms = terms_of(&desk.rules);
    terms.seed.cents = 350000;
    desk_do(&desk, terms_command(terms));
    desk_do(&desk, adjustment_of(UTH_ADJUSTMENT_WON, -1000160));
    assert_int_equal(meter().amount.cents, 350016);
    assert_int_equal(meter().reserve.cents, 0);
    assert_int_equal(desk.controller.terms.seed.cents, 350000);
    assert_int_equal(desk.day.seeded.cents, 1350000);
    // Where no line pays 100% there is nothing to reseed for.
    desk.rules.table.pays[ROYAL_FIVE].meter_bp = 9000;
    desk_do(&desk, adjustment_of(UTH_ADJUSTMENT_WON, -350016));
    assert_int_equal(meter().amount.cents, 0);
}

/* GM-4: the monitor shows the prize, the money bag prints a win page */
static void the_monitor_shows_the_prize(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        desk_open(&desk, both[i]);
        struct uth_win_page page;
        assert_int_equal(uth_controller_prize(&desk.rules, &desk.controller, TABLE, 3).cents, 0);
        play_one(TABLE, 3, ROYAL_FIVE);
        assert_int_equal(uth_controller_prize(&desk.rules, &desk.controller, TABLE, 3).cents,
                         1000160);
        assert_int_equal(uth_controller_prize(&desk.rules, &desk.controller, TABLE, 2).cents, 0);
        assert_int_equal(uth_controller_prize(&desk.rules, &desk.controller, TABLE, 0).cents, 0);
        assert_int_equal(uth_controller_prize(&desk.rules, &desk.controller, 9, 3).cents, 0);
        assert_int_equal(uth_controller_win_page(&desk.controller, TABLE, 3, &page),
                         UTH_ERR_NO_SUCH_WIN);
        assert_int_equal(uth_controller_win_page(&desk.controller, 9, 3, &page),
                         UTH_ERR_NO_SUCH_WIN);
        assert_int_equal(uth_controller_win_page(&desk.controller, TABLE, 0, &page),
                         UTH_ERR_NO_SUCH_WIN);
        desk_confirm(&desk, TABLE, 3);
        assert_int_equal(uth_controller_prize(&desk.rules, &desk.controller, TABLE, 3).cents,
                         1000160);
        assert_int_equal(uth_controller_win_page(&desk.controller, TABLE, 3, &page), UTH_OK);
        assert_int_equal(page.meter, METER);
        assert_int_equal(page.round, 3);
        assert_int_equal(page.table, TABLE);
        assert_int_equal(page.seat, 3);
        assert_int_equal(page.win.line, ROYAL_FIVE);
        assert_int_equal(page.win.award.amount.cents, 1000160);
        assert_int_equal(page.win.meter_shown.cents, 1000160);
        assert_int_equal(page.win.confirmed_by, SUPERVISOR);
        assert_true(page.win.confirmed_at_ms > 1000);
        finish(TABLE);
        assert_int_equal(uth_controller_win_page(&desk.controller, TABLE, 3, &page), UTH_OK);
        assert_int_equal(page.win.state, UTH_WIN_PAID);
    }
}

/* GM-5: overflow goes to the reserve, nothing is lost */
static void a_full_meter_feeds_the_reserve(void **state)
{
    (void)state;
    const struct uth_terms terms = {
        .seed = {1000}, .maximum = {1100}, .meter_rate_bp = 2033, .reserve_rate_bp = 207};
    open_with(NEXUS, terms, 1000);
    const int64_t before = units() + reserve_units();
    for (unsigned game = 0; game < 5; game++) {
        play_one(TABLE, 1, NO_LINE);
        finish(TABLE);
    }
    assert_int_equal(units(), 1100 * UTH_CARRY_UNITS);
    assert_int_equal(units() + reserve_units() - before, 5 * 8 * 100 * (2033 + 207));
    // A void gives back what overflowed, too.
    const struct uth_meter full = meter();
    play_one(TABLE, 1, NO_LINE);
    desk_do(&desk, command_of(UTH_CONTROLLER_VOID));
    assert_memory_equal(&desk.controller.meter, &full, sizeof full);
}

/* GM-5, DEAL-5: contributions another table has won are the house's loss, to the last unit */
static void a_void_takes_back_what_is_still_there(void **state)
{
    (void)state;
    const struct uth_terms terms = {.meter_rate_bp = 2033, .reserve_rate_bp = 207};
    open_with(NEXUS, terms, 0);
    link_table(2, NEXUS);
    play_one(1, 1, NO_LINE);
    play_one(2, 1, ROYAL_FIVE);
    desk_confirm(&desk, 2, 1);
    // No seed: the meter restarts with the two games' reserve, and the sub-cents.
    const int64_t left = units();
    assert_int_equal(meter().reserve.cents, 0);
    assert_true(left < 8 * 100 * 2033);
    desk_do(&desk, command_of(UTH_CONTROLLER_VOID));
    assert_int_equal(units(), 0);
    assert_int_equal(reserve_units(), 0);
    // Nothing is left to take: no entry says otherwise.
    play_one(1, 1, NO_LINE);
    desk_do(&desk, adjustment_of(UTH_ADJUSTMENT_RECEIPTS, -meter().amount.cents));
    finish(2);
}

/* PROG-4, DEAL-5: what went from the reserve to the meter with a reseed is taken from there */
static void a_void_follows_the_reserve_to_the_meter(void **state)
{
    (void)state;
    desk_open(&desk, NEXUS);
    link_table(2, NEXUS);
    play_one(1, 1, NO_LINE);
    play_one(2, 1, ROYAL_FIVE);
    desk_confirm(&desk, 2, 1);
    assert_int_equal(meter().amount.cents, 1000000 + 2 * 16);
    desk_do(&desk, command_of(UTH_CONTROLLER_VOID));
    assert_int_equal(meter().amount.cents, 1000000 + 2 * 16 - 160 - 16);
    assert_int_equal(meter().reserve.cents, 0);
    finish(2);
}

/* GM-5: the day begins with an amount, and every change is explained */
static void a_day_is_explained(void **state)
{
    (void)state;
    desk_open(&desk, NEXUS);
    play_one(TABLE, 1, NO_LINE);
    finish(TABLE);
    struct uth_controller_command day = command_of(UTH_CONTROLLER_BEGIN_DAY);
    day.day = 20000;
    desk_do(&desk, day);
    assert_int_equal(desk.controller.beginning.cents, 1000160);
    assert_int_equal(desk.controller.day, 20000);
    desk.day = uth_meter_day_start(desk.controller.beginning);
    play_one(TABLE, 1, ROYAL_FIVE);
    desk_confirm(&desk, TABLE, 1);
    finish(TABLE);
    play_one(TABLE, 1, NO_LINE);
    desk_do(&desk, command_of(UTH_CONTROLLER_VOID));
    play_one(TABLE, 1, ROYAL_SEVEN);
    desk_confirm(&desk, TABLE, 1);
    struct uth_controller_command back_out = adjustment_of(UTH_ADJUSTMENT_BACK_OUT, 0);
    back_out.seat = 1;
    desk_do(&desk, back_out);
    desk_do(&desk, adjustment_of(UTH_ADJUSTMENT_MALFUNCTION, -16));
    const struct uth_meter_day *sums = &desk.day;
    assert_int_equal(sums->contributed.cents, 3 * 160);
    assert_int_equal(sums->contributions_returned.cents, 160);
    assert_int_equal(sums->seeded.cents, 1000000);
    assert_int_equal(sums->reserve_used.cents, 32);
    assert_int_equal(sums->awards, 2);
    assert_int_equal(sums->adjustments, 2);
    assert_int_equal(sums->adjusted[UTH_ADJUSTMENT_MALFUNCTION].cents, -16);
    assert_int_equal(sums->ending.cents, meter().amount.cents);
    assert_true(uth_meter_day_explained(sums));
    struct uth_meter_day wrong = *sums;
    wrong.awarded.cents++;
    assert_false(uth_meter_day_explained(&wrong));
}

/* GM-6: no Progressive wagers while the meter cannot be reached */
static void an_unreachable_meter_takes_no_wagers(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        desk_open(&desk, both[i]);
        assert_int_equal(uth_controller_admit(&desk.controller, TABLE), UTH_OK);
        assert_int_equal(uth_controller_admit(&desk.controller, 9), UTH_ERR_NOT_LINKED);
        assert_int_equal(uth_controller_admit(&desk.controller, 0), UTH_ERR_NOT_LINKED);
        desk_do(&desk, command_of(UTH_CONTROLLER_LOST));
        assert_int_equal(uth_controller_admit(&desk.controller, TABLE), UTH_ERR_METER_UNREACHABLE);
        assert_string_equal(uth_status_clause(UTH_ERR_METER_UNREACHABLE), "GM-6");
        assert_int_equal(desk_try(&desk, start_of(both[i], 1, 1)), UTH_ERR_METER_UNREACHABLE);
        // Another table of the same meter goes on.
        link_table(2, both[i]);
        assert_int_equal(uth_controller_admit(&desk.controller, 2), UTH_OK);
        desk_do(&desk, command_of(UTH_CONTROLLER_FOUND));
        desk_do(&desk, start_of(both[i], 1, 1));
    }
}

// ---- the edges --------------------------------------------------------------------------------

static void a_meter_is_made_once(void **state)
{
    (void)state;
    desk_open(&desk, AQUARIUS);
    struct uth_controller_command create = command_of(UTH_CONTROLLER_CREATE);
    create.meter = METER;
    assert_int_equal(desk_try(&desk, create), UTH_ERR_METER_STEP);
    memset(&desk.controller, 0, sizeof desk.controller);
    assert_int_equal(desk_try(&desk, command_of(UTH_CONTROLLER_COIN_IN)), UTH_ERR_METER_STEP);
    create.terms = terms_of(&desk.rules);
    create.meter = 0;
    assert_int_equal(desk_try(&desk, create), UTH_ERR_METER_TERMS);
    create.meter = METER;
    create.amount.cents = -1;
    assert_int_equal(desk_try(&desk, create), UTH_ERR_METER_TERMS);
    create.amount.cents = 0;
    create.executive_above.cents = -1;
    assert_int_equal(desk_try(&desk, create), UTH_ERR_METER_TERMS);
    create.executive_above.cents = 0;
    create.amount.cents = UTH_METER_MAX;
    assert_int_equal(desk_try(&desk, create), UTH_ERR_MONEY_OVERFLOW);
    create.terms.meter_rate_bp = 10001;
    assert_int_equal(desk_try(&desk, create), UTH_ERR_METER_RATES);
}

static void amounts_at_the_limit_are_refused_before_they_wrap(void **state)
{
    (void)state;
    const struct uth_terms terms = {.seed = {1000}, .meter_rate_bp = 10000};
    open_with(NEXUS, terms, UTH_METER_MAX - 1000 - 100);
    desk_do(&desk, start_of(NEXUS, 1, 1));
    struct uth_controller_command show = show_of();
    show.lines[0] = ROYAL_FIVE;
    desk_do(&desk, show);
    desk_confirm(&desk, TABLE, 1);
    struct uth_controller_command back_out = adjustment_of(UTH_ADJUSTMENT_BACK_OUT, 0);
    back_out.seat = 1;
    desk_do(&desk, back_out);
    desk_do(&desk, end_of(NEXUS));
    assert_int_equal(desk_try(&desk, start_of(NEXUS, 1, 1)), UTH_ERR_MONEY_OVERFLOW);
    assert_int_equal(desk_try(&desk, adjustment_of(UTH_ADJUSTMENT_MALFUNCTION, 1)),
                     UTH_ERR_ADJUSTMENT_AMOUNT);
}

static void a_table_is_linked_with_nothing_lit_and_no_cards_shown(void **state)
{
    (void)state;
    desk_open(&desk, AQUARIUS);
    link_table(2, NEXUS);
    for (uint32_t table = 1; table <= 2; table++) {
        const struct uth_station *station = uth_controller_station(&desk.controller, table);
        assert_int_equal(station->state, UTH_STATION_IDLE);
        assert_int_equal(station->lit, NO_LINE);
        for (size_t i = 0; i < UTH_SEATS_MAX; i++) {
            assert_int_equal(station->lines[i], NO_LINE);
        }
    }
}

static void tables_come_and_go(void **state)
{
    (void)state;
    desk_open(&desk, AQUARIUS);
    struct uth_controller_command link = command_of(UTH_CONTROLLER_LINK);
    assert_int_equal(desk_try(&desk, link), UTH_ERR_LINK);
    assert_int_equal(desk_try(&desk, at_table(link, 0)), UTH_ERR_NO_SUCH_OPTION);
    link.controller = UTH_MODEL_COUNT;
    assert_int_equal(desk_try(&desk, at_table(link, 2)), UTH_ERR_NO_SUCH_OPTION);
    for (uint32_t table = 2; table <= UTH_LINKED_MAX; table++) {
        link_table(table, NEXUS);
    }
    link.controller = NEXUS;
    assert_int_equal(desk_try(&desk, at_table(link, 99)), UTH_ERR_LINK);
    desk_do(&desk, at_table(command_of(UTH_CONTROLLER_UNLINK), 5));
    assert_int_equal(desk_try(&desk, at_table(command_of(UTH_CONTROLLER_UNLINK), 5)),
                     UTH_ERR_NOT_LINKED);
    link_table(99, NEXUS);
    desk_replays(&desk);
}

static void an_entry_out_of_place_is_our_mistake(void **state)
{
    (void)state;
    desk_open(&desk, AQUARIUS);
    struct uth_meter_entry entry = desk.journal[desk.count - 1];
    EXPECT_CHECK_FAILURE((uth_controller_apply(&desk.controller, &entry), 0)); // twice
    entry.number++;
    entry.meter++;
    EXPECT_CHECK_FAILURE((uth_controller_apply(&desk.controller, &entry), 0));
    entry.meter--;
    entry.before.amount.cents++;
    EXPECT_CHECK_FAILURE((uth_controller_apply(&desk.controller, &entry), 0));
    entry.before.amount.cents--;
    entry.kind = UTH_ENTRY_LOST;
    entry.table = 9;
    EXPECT_CHECK_FAILURE((uth_controller_apply(&desk.controller, &entry), 0));
}

static void everything_has_its_name(void **state)
{
    (void)state;
    for (unsigned i = 0; i < UTH_MODEL_COUNT; i++) {
        assert_non_null(uth_controller_model_name((enum uth_controller_model)i));
    }
    for (unsigned i = 0; i < UTH_STATION_COUNT; i++) {
        assert_non_null(uth_station_state_name((enum uth_station_state)i));
    }
    for (unsigned i = 0; i < UTH_WIN_COUNT; i++) {
        assert_non_null(uth_win_state_name((enum uth_win_state)i));
    }
    for (unsigned i = 0; i < UTH_ADJUSTMENT_COUNT; i++) {
        assert_non_null(uth_adjustment_name((enum uth_adjustment)i));
    }
    for (unsigned i = 0; i < UTH_AUTHORITY_COUNT; i++) {
        assert_non_null(uth_authority_name((enum uth_authority)i));
    }
    for (unsigned i = 0; i < UTH_ENTRY_COUNT; i++) {
        assert_non_null(uth_entry_name((enum uth_entry_kind)i));
    }
    for (unsigned i = 0; i < UTH_CONTROLLER_COMMAND_COUNT; i++) {
        assert_non_null(uth_controller_command_name((enum uth_controller_command_kind)i));
    }
}

/* GM-1: what asks for a supervisor's key or card is what a dealer alone is refused */
static void a_command_takes_a_supervisor_where_a_dealer_is_refused(void **state)
{
    (void)state;
    for (unsigned i = 0; i < UTH_CONTROLLER_COMMAND_COUNT; i++) {
        const enum uth_controller_command_kind kind = (enum uth_controller_command_kind)i;
        struct uth_controller_command command = command_of(kind);
        desk_open(&desk, NEXUS);
        if (kind == UTH_CONTROLLER_CREATE) {
            memset(&desk.controller, 0, sizeof desk.controller);
        }
        command.authority = UTH_AUTHORITY_DEALER;
        const enum uth_status status = desk_try(&desk, command);
        assert_int_equal(uth_controller_takes_supervisor(kind),
                         status == UTH_ERR_NEEDS_SUPERVISOR || status == UTH_ERR_NEEDS_EXECUTIVE);
    }
}

/* GM-2: a keypad names no spot, and only the cards say whose win it is */
static void a_hand_pressed_before_the_cards_are_shown_is_nobodys_yet(void **state)
{
    (void)state;
    desk_open(&desk, AQUARIUS);
    desk_do(&desk, start_of(AQUARIUS, 3, 0xff));
    desk_do(&desk, hand_of(ROYAL_FIVE));
    assert_int_equal(uth_station_pressed(uth_controller_station(&desk.controller, TABLE)), 0);
    struct uth_controller_command show = show_of();
    memset(show.lines, NO_LINE, sizeof show.lines);
    show.lines[4] = ROYAL_FIVE;
    desk_do(&desk, show);
    assert_int_equal(uth_station_pressed(uth_controller_station(&desk.controller, TABLE)), 5);
}

// ---- the edges of the meter -------------------------------------------------------------------

static enum uth_status try_back_out(uint8_t seat)
{
    struct uth_controller_command back_out = adjustment_of(UTH_ADJUSTMENT_BACK_OUT, 0);
    back_out.seat = seat;
    return desk_try(&desk, back_out);
}

/* GM-1: put back on a meter that has grown meanwhile, the win would pass what is accounted for */
static void a_back_out_that_would_overfill_the_meter_is_refused(void **state)
{
    (void)state;
    const struct uth_terms terms = {.seed = {1000}, .meter_rate_bp = 2000};
    open_with(NEXUS, terms, UTH_METER_MAX / 2);
    play_one(TABLE, 3, ROYAL_FIVE);
    desk_confirm(&desk, TABLE, 3);
    desk_do(&desk, adjustment_of(UTH_ADJUSTMENT_MALFUNCTION, UTH_METER_MAX - 3000));
    assert_int_equal(try_back_out(3), UTH_ERR_ADJUSTMENT_AMOUNT);
    desk_do(&desk, adjustment_of(UTH_ADJUSTMENT_MALFUNCTION, -UTH_METER_MAX / 2));
    assert_int_equal(try_back_out(3), UTH_OK);
}

/* PROG-7: a seed that waits must find room beside what an adjustment puts on the meter */
static void an_adjustment_leaves_room_for_a_seed_that_waits(void **state)
{
    (void)state;
    desk_open(&desk, NEXUS);
    struct uth_controller_command ask = command_of(UTH_CONTROLLER_TERMS);
    ask.table = 0;
    ask.terms = terms_of(&desk.rules);
    ask.terms.seed.cents = UTH_METER_MAX / 2;
    desk_do(&desk, ask);
    assert_int_equal(desk_try(&desk, adjustment_of(UTH_ADJUSTMENT_MALFUNCTION, UTH_METER_MAX / 2)),
                     UTH_ERR_ADJUSTMENT_AMOUNT);
    desk_do(&desk, adjustment_of(UTH_ADJUSTMENT_MALFUNCTION, UTH_METER_MAX / 4));
}

/* PROG-7 */
static void a_seed_or_maximum_beyond_what_is_accounted_for_is_refused(void **state)
{
    (void)state;
    desk_open(&desk, NEXUS);
    struct uth_controller_command ask = command_of(UTH_CONTROLLER_TERMS);
    ask.table = 0;
    ask.terms = terms_of(&desk.rules);
    ask.terms.seed.cents = -1;
    assert_int_equal(desk_try(&desk, ask), UTH_ERR_METER_TERMS);
    ask.terms = terms_of(&desk.rules);
    ask.terms.maximum.cents = UTH_METER_MAX + 1;
    assert_int_equal(desk_try(&desk, ask), UTH_ERR_METER_TERMS);
}

/* GM-4: the monitor shows the prize until the next game */
static void the_prize_is_shown_after_it_was_paid(void **state)
{
    (void)state;
    desk_open(&desk, NEXUS);
    play_one(TABLE, 3, ROYAL_SEVEN);
    const int64_t prize = uth_controller_prize(&desk.rules, &desk.controller, TABLE, 3).cents;
    assert_int_equal(prize, 50008);
    desk_confirm(&desk, TABLE, 3);
    assert_int_equal(uth_controller_prize(&desk.rules, &desk.controller, TABLE, 3).cents, prize);
    desk_do(&desk, seat_command(UTH_CONTROLLER_PAY, 3));
    assert_int_equal(win_of(TABLE, 3)->state, UTH_WIN_PAID);
    assert_int_equal(uth_controller_prize(&desk.rules, &desk.controller, TABLE, 3).cents, prize);
}

/* PROG-2: all wagers of a round feed the meter, or none */
static void a_wager_the_meter_cannot_take_stops_the_start(void **state)
{
    (void)state;
    const struct uth_terms terms = {.seed = {1000}, .meter_rate_bp = 10000};
    open_with(NEXUS, terms, UTH_METER_MAX - 2000);
    desk.rules.stake.cents = UTH_MONEY_MAX / 64;
    assert_int_equal(desk_try(&desk, start_of(NEXUS, 3, 1)), UTH_ERR_MONEY_OVERFLOW);
    desk.rules.stake.cents = 600;
    assert_int_equal(desk_try(&desk, start_of(NEXUS, 3, 3)), UTH_ERR_MONEY_OVERFLOW);
    desk_do(&desk, start_of(NEXUS, 3, 1));
}

/* GM-1: the keypad has no spots; of two wins that were backed out the first in paying order comes up
   again first */
static void wins_that_were_backed_out_come_up_again_in_paying_order(void **state)
{
    (void)state;
    uint8_t lines[UTH_SEATS_MAX];
    memset(lines, NO_LINE, sizeof lines);
    lines[1] = lines[4] = ROYAL_SEVEN;
    desk_open(&desk, AQUARIUS);
    play_to_showdown(TABLE, lines); // the highest seat is paid first
    desk_confirm(&desk, TABLE, 5);
    desk_confirm(&desk, TABLE, 2);
    assert_int_equal(try_back_out(2), UTH_OK);
    assert_int_equal(try_back_out(5), UTH_OK);
    desk_confirm(&desk, TABLE, 5); // the button alone says which hand; the order says whose
    assert_int_equal(win_of(TABLE, 5)->state, UTH_WIN_CONFIRMED);
    assert_int_equal(win_of(TABLE, 2)->state, UTH_WIN_BACKED_OUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cards_name_the_line),
        cmocka_unit_test(each_wager_feeds_meter_and_reserve_exactly),
        cmocka_unit_test(a_round_can_win_its_own_contributions),
        cmocka_unit_test(fixed_pays_come_from_tray_or_meter),
        cmocka_unit_test(a_whole_award_reseeds_with_seed_and_reserve),
        cmocka_unit_test(meter_pays_of_one_round_go_from_the_right),
        cmocka_unit_test(the_keypad_takes_equal_hands_from_the_right),
        cmocka_unit_test(linked_tables_are_paid_as_they_confirm),
        cmocka_unit_test(a_share_is_paid_to_the_cent),
        cmocka_unit_test(the_makers_advice_comes_as_warnings),
        cmocka_unit_test(terms_that_contradict_themselves_are_refused),
        cmocka_unit_test(terms_wait_for_the_next_whole_award),
        cmocka_unit_test(winners_stand_in_paying_order_each_with_the_prize_it_will_get),
        cmocka_unit_test(a_frozen_award_and_terms_that_wait_count_in_the_prizes_behind_them),
        cmocka_unit_test(a_game_is_settled_with_what_was_confirmed),
        cmocka_unit_test(nothing_about_the_meter_changes_while_it_is_frozen),
        cmocka_unit_test(a_confirmed_win_is_backed_out_by_adjustment_only),
        cmocka_unit_test(the_last_game_stays_on_record),
        cmocka_unit_test(a_back_out_the_meter_cannot_bear_is_refused),
        cmocka_unit_test(a_large_award_takes_an_executive_card),
        cmocka_unit_test(cards_are_shown_once_and_for_wagers_only),
        cmocka_unit_test(a_game_nobody_wagered_on_just_ends),
        cmocka_unit_test(every_step_of_a_win_is_logged),
        cmocka_unit_test(an_adjustment_takes_two_people_and_a_reason),
        cmocka_unit_test(each_reason_moves_its_own_money),
        cmocka_unit_test(an_adjustment_fills_a_meter_to_its_maximum_and_not_beyond),
        cmocka_unit_test(a_whole_win_by_hand_reseeds),
        cmocka_unit_test(the_monitor_shows_the_prize),
        cmocka_unit_test(a_full_meter_feeds_the_reserve),
        cmocka_unit_test(a_void_takes_back_what_is_still_there),
        cmocka_unit_test(a_void_follows_the_reserve_to_the_meter),
        cmocka_unit_test(a_day_is_explained),
        cmocka_unit_test(an_unreachable_meter_takes_no_wagers),
        cmocka_unit_test(a_meter_is_made_once),
        cmocka_unit_test(amounts_at_the_limit_are_refused_before_they_wrap),
        cmocka_unit_test(a_table_is_linked_with_nothing_lit_and_no_cards_shown),
        cmocka_unit_test(tables_come_and_go),
        cmocka_unit_test(an_entry_out_of_place_is_our_mistake),
        cmocka_unit_test(a_command_takes_a_supervisor_where_a_dealer_is_refused),
        cmocka_unit_test(a_hand_pressed_before_the_cards_are_shown_is_nobodys_yet),
        cmocka_unit_test(everything_has_its_name),
        cmocka_unit_test(a_back_out_that_would_overfill_the_meter_is_refused),
        cmocka_unit_test(an_adjustment_leaves_room_for_a_seed_that_waits),
        cmocka_unit_test(a_seed_or_maximum_beyond_what_is_accounted_for_is_refused),
        cmocka_unit_test(the_prize_is_shown_after_it_was_paid),
        cmocka_unit_test(a_wager_the_meter_cannot_take_stops_the_start),
        cmocka_unit_test(wins_that_were_backed_out_come_up_again_in_paying_order),
    };
    return cmocka_run_group_tests_name("manager", tests, NULL, NULL);
}
