// Settlement against the rulebook: a walk over every kind of showdown, the errors other programs
// make as cases of their own, and the player-dealer's wager cent by cent.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/check_expected.h"
#include "support/facts.h"
#include "support/rng.h"
#include "support/sides.h"
#include "uth/round.h"
#include "uth/rules.h"
#include "uth/settle.h"

#define ANTE        UTH_WAGER_ANTE
#define BLIND       UTH_WAGER_BLIND
#define PLAY        UTH_WAGER_PLAY
#define TRIPS       UTH_WAGER_TRIPS
#define BAD_BEAT    UTH_WAGER_BAD_BEAT
#define PAIRS       UTH_WAGER_PAIRS
#define PROGRESSIVE UTH_WAGER_PROGRESSIVE

#define WIN         UTH_OUTCOME_WIN
#define LOSE        UTH_OUTCOME_LOSE
#define PUSH        UTH_OUTCOME_PUSH
#define RETURNED    UTH_OUTCOME_RETURNED

// The line of a seat's wager. Each wager that was made appears exactly once.
static const struct uth_settled *line_of(const struct uth_settlement *settlement, unsigned seat,
                                         enum uth_wager wager)
{
    const struct uth_settled *found = NULL;
    for (unsigned i = 0; i < settlement->line_count; i++) {
        const struct uth_settled *line = &settlement->lines[i];
        if (line->seat == seat && line->wager == wager) {
            assert_null(found);
            found = line;
        }
    }
    assert_non_null(found);
    return found;
}

static void assert_settled(const struct uth_settlement *settlement, unsigned seat,
                           enum uth_wager wager, enum uth_outcome outcome, int64_t net)
{
    const struct uth_settled *line = line_of(settlement, seat, wager);
    char text[UTH_REASON_TEXT_MAX];
    if (line->outcome != outcome || line->net.cents != net) {
        fail_msg("seat %u, %s: %s %lld, because: %s", seat, uth_wager_name(wager),
                 uth_outcome_name(line->outcome), (long long)line->net.cents,
                 uth_reason_text(&uth_rules_washington, wager, line->reason, text));
    }
}

// ---- every kind of showdown -----------------------------------------------------------------

// Boards that between them let player and dealer hold everything two hands can hold at once.
static const char *const boards[] = {
    "2c 5d 9h Js Kc", // nothing
    "2c 5d 9h Js Jc", // a pair
    "2c 2d 9h 9s Kc", // two pairs
    "9c 9d 9h Js 2c", // three of a kind
    "9c 9d 9h Js Jc", // a full house
    "9c 9d 9h 9s 2c", // four of a kind
    "9c 9d 9h 9s Ac", // that plays for everyone
    "5c 6d 7h 8s 9c", // a straight
    "Tc Jd Qh Ks Ac", // that plays for everyone
    "2h 5h 9h Jh Kh", // a flush
    "Th Jh Qh 2c 2d", // anything from a pair to the royal flush
    "5h 6h 7h Kc Qd", // a straight flush draw
    "5h 6h 7h 8h 9h", // a straight flush
    "9h Th Jh Qh Kh", // one the ace turns into a royal flush
    "Th Jh Qh Kh Ah", // a royal flush
    "Th Jh Qh Kh 2c", // a royal flush for one
    "2h 3h 9c Tc Jd", // straights, flush draws
    "4h 5h 6h 6c Kd",
};

// What a dealer who thinks of nothing else would say, in cents for stakes of 1000 and Play 4000.
struct said {
    int64_t ante, play, blind, trips, bad_beat;
    enum uth_reason why_ante, why_play, why_blind;
};

static int64_t said_by_table(enum uth_hand_kind kind, const int64_t pays[7])
{
    return kind < UTH_HAND_THREE ? 0 : pays[kind - UTH_HAND_THREE];
}

static struct said say(enum uth_hand_kind player, enum uth_hand_kind dealer, int higher,
                       bool folded, enum uth_hand_kind opens_with)
{
    // Three of a kind, straight, flush, full house, four, straight flush, royal flush; UTH-01, BBB-01
    static const int64_t blinds[7] = {0, 1000, 1500, 3000, 10000, 50000, 500000};
    static const int64_t trips[7] = {3000, 4000, 7000, 9000, 30000, 40000, 50000};
    static const int64_t beats[7] = {9000, 20000, 25000, 40000, 500000, 10000000, 0};

    struct said said = {0};
    const bool opens = dealer >= opens_with; /* SHOW-1 */
    if (folded) {                            /* PLAY-5 */
        said = (struct said){.ante = -1000, .blind = -1000};
        said.why_ante = UTH_REASON_ANTE_FOLDED;
        said.why_blind = UTH_REASON_BLIND_FOLDED;
    } else if (higher > 0) { /* SHOW-3, SHOW-6 */
        said = (struct said){1000,
                             4000,
                             said_by_table(player, blinds),
                             0,
                             0,
                             UTH_REASON_ANTE_WINS,
                             UTH_REASON_PLAY_WINS,
                             UTH_REASON_BLIND_WINS};
        if (said.blind == 0) {
            said.why_blind = UTH_REASON_BLIND_BELOW_TABLE;
        }
    } else if (higher < 0) { /* SHOW-4 */
        said = (struct said){-1000,
                             -4000,
                             -1000,
                             0,
                             0,
                             UTH_REASON_ANTE_LOSES,
                             UTH_REASON_PLAY_LOSES,
                             UTH_REASON_BLIND_LOSES};
    } else { /* SHOW-5 */
        said = (struct said){
            0, 0, 0, 0, 0, UTH_REASON_ANTE_TIES, UTH_REASON_PLAY_TIES, UTH_REASON_BLIND_TIES};
    }
    if (!folded && !opens) { /* SHOW-2 */
        said.ante = 0;
        said.why_ante = UTH_REASON_ANTE_NOT_QUALIFIED;
    }

    const int64_t trips_pay = said_by_table(player, trips); /* SHOW-7, SHOW-8 */
    said.trips = trips_pay != 0 ? trips_pay : -1000;
    const enum uth_hand_kind beaten = higher < 0 ? player : dealer; /* BB-1, BB-2 */
    const int64_t beat_pay = higher == 0 ? 0 : said_by_table(beaten, beats);
    said.bad_beat = beat_pay != 0 ? beat_pay : -1000; /* BB-3 */
    return said;
}

struct showdown {
    enum uth_hand_kind player, dealer;
    int higher; // 1: the player
};

static void settle_showdown(struct uth_facts *facts, struct showdown showdown, bool folded,
                            enum uth_hand_kind opens_with)
{
    struct uth_rules rules = uth_rules_washington;
    rules.qualifier = (uth_hand)(opens_with << 12);
    facts->players[0].folded = folded;
    facts->players[0].stakes[PLAY].cents = folded ? 0 : 4000;

    struct uth_settlement settlement;
    uth_settle(&rules, facts, &settlement);
    const struct said said =
        say(showdown.player, showdown.dealer, showdown.higher, folded, opens_with);
    assert_int_equal(settlement.qualifies, showdown.dealer >= opens_with);
    assert_int_equal(line_of(&settlement, 1, ANTE)->net.cents, said.ante);
    assert_int_equal(line_of(&settlement, 1, ANTE)->reason, said.why_ante);
    assert_int_equal(line_of(&settlement, 1, BLIND)->net.cents, said.blind);
    assert_int_equal(line_of(&settlement, 1, BLIND)->reason, said.why_blind);
    assert_int_equal(line_of(&settlement, 1, TRIPS)->net.cents, said.trips);
    assert_int_equal(line_of(&settlement, 1, BAD_BEAT)->net.cents, said.bad_beat);
    if (!folded) {
        assert_int_equal(line_of(&settlement, 1, PLAY)->net.cents, said.play);
        assert_int_equal(line_of(&settlement, 1, PLAY)->reason, said.why_play);
    }
    const int64_t net = said.ante + said.play + said.blind + said.trips + said.bad_beat;
    assert_int_equal(settlement.players[0].net.cents, net);
    assert_int_equal(settlement.bank_net.cents, -net); // the house takes what the player gives
    assert_int_equal(settlement.line_count, folded ? 4 : 5);
    for (unsigned i = 0; i < settlement.line_count; i++) {
        const struct uth_settled *line = &settlement.lines[i];
        assert_int_equal(line->outcome, line->net.cents > 0   ? WIN
                                        : line->net.cents < 0 ? LOSE
                                                              : PUSH);
        assert_int_equal(line->due.cents, line->net.cents);
        assert_int_equal(line->carried, UTH_CARRIED_WHOLE);
        assert_int_equal(line->stake.cents, facts->players[0].stakes[line->wager].cents);
    }
}

static bool seen[UTH_HAND_COUNT][UTH_HAND_COUNT][3];

// Every player's hand against every dealer's on this board; each kind of showdown is settled once.
static void walk_board(const char *text)
{
    struct uth_facts facts = facts_of(text, "2c 2d", 0, 0);
    struct uth_player_facts *player = facts_seat(&facts, 1, "2c 2d", 1000, 4);
    player->stakes[TRIPS].cents = 1000;
    player->stakes[BAD_BEAT].cents = 1000;
    struct uth_board board;
    uth_board_set(&board, facts.community);

    uth_card pairs[1081][2];
    uth_hand hands[1081];
    unsigned count = 0;
    for (unsigned a = 0; a < UTH_DECK_SIZE; a++) {
        for (unsigned b = a + 1; b < UTH_DECK_SIZE; b++) {
            if (!uth_cards_have(board.cards, (uth_card)a) &&
                !uth_cards_have(board.cards, (uth_card)b)) {
                pairs[count][0] = (uth_card)a;
                pairs[count][1] = (uth_card)b;
                hands[count] = uth_board_hand(&board, (uth_card)a, (uth_card)b);
                count++;
            }
        }
    }
    assert_int_equal(count, 1081);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < count; j++) {
            const struct showdown showdown = {uth_hand_kind_of(hands[i]),
                                              uth_hand_kind_of(hands[j]),
                                              (hands[i] > hands[j]) - (hands[i] < hands[j])};
            bool *once = &seen[showdown.player][showdown.dealer][showdown.higher + 1];
            const bool apart = pairs[i][0] != pairs[j][0] && pairs[i][0] != pairs[j][1] &&
                               pairs[i][1] != pairs[j][0] && pairs[i][1] != pairs[j][1];
            if (!apart || *once) {
                continue;
            }
            *once = true;
            memcpy(player->cards, pairs[i], 2);
            memcpy(facts.dealer, pairs[j], 2);
            for (unsigned opens = UTH_HAND_HIGH_CARD; opens < UTH_HAND_ROYAL_FLUSH; opens++) {
                settle_showdown(&facts, showdown, false, (enum uth_hand_kind)opens);
                settle_showdown(&facts, showdown, true, (enum uth_hand_kind)opens);
            }
        }
    }
}

// The board is common, so not every two kinds can meet: a full house and four of a kind need a pair
// on the board, and then nobody is below a pair.
static bool can_meet(unsigned player, unsigned dealer, int higher)
{
    const unsigned low = player < dealer ? player : dealer;
    const unsigned high = player < dealer ? dealer : player;
    if (player == dealer) {
        return player != UTH_HAND_ROYAL_FLUSH || higher == 0; // royal flushes tie
    }
    if (low == UTH_HAND_HIGH_CARD && (high == UTH_HAND_FULL_HOUSE || high == UTH_HAND_FOUR)) {
        return false;
    }
    return higher == (player > dealer ? 1 : -1);
}

static void every_kind_of_showdown_is_settled_as_a_dealer_would_say_it(void **state)
{
    (void)state;
    memset(seen, 0, sizeof seen);
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        walk_board(boards[i]);
    }
    unsigned settled = 0;
    for (unsigned player = 0; player < UTH_HAND_COUNT; player++) {
        for (unsigned dealer = 0; dealer < UTH_HAND_COUNT; dealer++) {
            for (int higher = -1; higher <= 1; higher++) {
                const bool met = seen[player][dealer][higher + 1];
                settled += met;
                if (met != can_meet(player, dealer, higher)) {
                    fail_msg("%s against %s, %d: %s",
                             uth_hand_kind_name((enum uth_hand_kind)player),
                             uth_hand_kind_name((enum uth_hand_kind)dealer), higher,
                             met ? "cannot be" : "was not met");
                }
            }
        }
    }
    assert_int_equal(settled, 114); // each with every hand to open with, played and folded
}

// ---- the errors other programs make ---------------------------------------------------------

static struct uth_settlement settled(const struct uth_rules *rules, const struct uth_facts *facts)
{
    struct uth_facts fed = *facts;
    struct uth_refusal refusal;
    assert_int_equal(uth_admit_facts(rules, facts, &refusal), UTH_OK);
    assert_int_equal(uth_settle_contribute(rules, &fed), UTH_OK);
    struct uth_settlement settlement;
    uth_settle(rules, &fed, &settlement);
    return settlement;
}

static void the_ante_comes_back_from_a_better_dealer_who_does_not_qualify(void **state)
{
    (void)state;
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Ad 3s", 0, 0); // ace high
    facts_seat(&facts, 1, "Qd 7h", 1000, 1);
    const struct uth_settlement settlement = settled(&uth_rules_washington, &facts);
    assert_false(settlement.qualifies); /* SHOW-1 */
    assert_int_equal(settlement.players[0].verdict, UTH_VERDICT_LOSE);
    assert_settled(&settlement, 1, ANTE, PUSH, 0); /* SHOW-2 */
    assert_settled(&settlement, 1, PLAY, LOSE, -1000);
    assert_settled(&settlement, 1, BLIND, LOSE, -1000);
}

static void a_pair_on_the_board_qualifies_the_dealer(void **state)
{
    (void)state;
    struct uth_facts facts = facts_of("2c 2d 9h Js Kc", "Ad 3s", 0, 0);
    facts_seat(&facts, 1, "Qd 7h", 1000, 1);
    const struct uth_settlement settlement = settled(&uth_rules_washington, &facts);
    assert_true(settlement.qualifies); /* SHOW-1 */
    assert_settled(&settlement, 1, ANTE, LOSE, -1000);
}

static void a_folded_hand_is_never_paid(void **state)
{
    (void)state;
    // A straight folded against ace high, which does not even qualify. PLAY-5
    struct uth_facts facts = facts_of("5c 6d 7h 8s Kc", "Ad 3s", 0, 0);
    facts_seat(&facts, 1, "9c 2d", 1000, 0);
    const struct uth_settlement settlement = settled(&uth_rules_washington, &facts);
    assert_int_equal(settlement.players[0].verdict, UTH_VERDICT_FOLD);
    assert_settled(&settlement, 1, ANTE, LOSE, -1000);
    assert_settled(&settlement, 1, BLIND, LOSE, -1000);
    assert_int_equal(settlement.line_count, 2); // no Play was ever staked
}

static void three_to_two_is_paid_to_the_cent(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    rules.chip.cents = 50;
    static const int64_t pays[][2] = {{500, 750}, {700, 1050}, {550, 825}, {7450, 11175}};
    for (size_t i = 0; i < sizeof pays / sizeof pays[0]; i++) { /* SHOW-6, BET-8 */
        struct uth_facts facts = facts_of("2h 5h 9h Js Kc", "Kd 3s", 0, 0);
        facts_seat(&facts, 1, "Ah 3h", pays[i][0], 1);
        const struct uth_settlement settlement = settled(&rules, &facts);
        assert_settled(&settlement, 1, BLIND, WIN, pays[i][1]);
    }
}

static void the_blind_pushes_on_a_tie_however_good_the_hand(void **state)
{
    (void)state;
    static const char *const played_by_all[] = {
        "2h 5h 9h Jh Kh", // a flush
        "9c 9d 9h 9s Ac", // four of a kind
        "Th Jh Qh Kh Ah", // the royal flush on the board: SHOW-6
    };
    for (size_t i = 0; i < 3; i++) {
        struct uth_facts facts = facts_of(played_by_all[i], "3c 4c", 0, 0);
        facts_seat(&facts, 1, "3d 4d", 1000, 4);
        const struct uth_settlement settlement = settled(&uth_rules_washington, &facts);
        assert_int_equal(settlement.players[0].verdict, UTH_VERDICT_TIE);
        assert_settled(&settlement, 1, ANTE, PUSH, 0); /* SHOW-5 */
        assert_settled(&settlement, 1, PLAY, PUSH, 0);
        assert_settled(&settlement, 1, BLIND, PUSH, 0);
    }
}

static void a_win_with_less_than_a_straight_leaves_the_blind_where_it_is(void **state)
{
    (void)state;
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Kd 3s", 0, 0);
    facts_seat(&facts, 1, "9c 9d", 1000, 4); // three nines
    const struct uth_settlement settlement = settled(&uth_rules_washington, &facts);
    assert_settled(&settlement, 1, ANTE, WIN, 1000); /* SHOW-3 */
    assert_settled(&settlement, 1, PLAY, WIN, 4000);
    assert_settled(&settlement, 1, BLIND, PUSH, 0); /* SHOW-6 */
}

static void trips_is_paid_after_a_fold(void **state)
{
    (void)state;
    struct uth_facts facts = facts_of("5c 6d 7h 8s Kc", "Kd 3s", 0, 0);
    facts_seat(&facts, 1, "9c 2d", 1000, 0)->stakes[TRIPS].cents = 500;
    struct uth_rules rules = uth_rules_washington;
    struct uth_settlement settlement = settled(&rules, &facts);
    assert_settled(&settlement, 1, TRIPS, WIN, 2000); /* SHOW-7, SHOW-8 */
    assert_settled(&settlement, 1, ANTE, LOSE, -1000);

    rules.SIDE(TRIPS).fold = UTH_FOLD_LOSES; // the house's switch
    settlement = settled(&rules, &facts);
    assert_settled(&settlement, 1, TRIPS, LOSE, -500);
    assert_int_equal(line_of(&settlement, 1, TRIPS)->reason, UTH_REASON_SIDE_FOLDED);

    facts.players[0].folded = false; // and it touches nobody else
    facts.players[0].stakes[PLAY].cents = 1000;
    settlement = settled(&rules, &facts);
    assert_settled(&settlement, 1, TRIPS, WIN, 2000);
}

static void trips_loses_below_three_of_a_kind_also_when_the_hand_wins(void **state)
{
    (void)state;
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Kd 3s", 0, 0);
    facts_seat(&facts, 1, "Kh Jd", 1000, 4)->stakes[TRIPS].cents = 500; // kings and jacks
    const struct uth_settlement settlement = settled(&uth_rules_washington, &facts);
    assert_settled(&settlement, 1, ANTE, WIN, 1000);
    assert_settled(&settlement, 1, TRIPS, LOSE, -500); /* SHOW-7 */
}

/* PROG-1 has the three places of a royal flush; a bet of a house's own may pay each in its way. */
static void a_side_bet_may_pay_a_royal_flush_by_where_it_lies(void **state)
{
    (void)state;
    static const struct {
        const char *board, *hand;
        int64_t net;
    } royals[] = {
        {"Th Jh Qh 2c 3d", "Ah Kh", 90000}, // in the first five cards
        {"Th Jh 2c Qh 3d", "Ah Kh", 50000}, // in seven
        {"Th Jh Qh Kh Ah", "2c 3d", 10000}, // on the board
        {"9h Th Jh Qh Kh", "2c 3d", -1000}, // a straight flush
    };
    struct uth_rules rules = uth_rules_washington;
    add_own_bet(&rules, UTH_WAGER_OWN_1, UTH_BET_HOLE_BOARD, UTH_FOLD_LOSES);
    struct uth_bet_table *table = table_in_use(&rules, UTH_WAGER_OWN_1);
    table->line_count = 3;
    table->lines[0] = (struct uth_bet_line){{.when = UTH_WHEN_ROYAL_FIRST_FIVE}, {90, 1}};
    table->lines[1] = (struct uth_bet_line){{.when = UTH_WHEN_ROYAL_WITH_HOLE}, {50, 1}};
    table->lines[2] = (struct uth_bet_line){{.when = UTH_WHEN_ROYAL_ON_BOARD}, {10, 1}};
    for (size_t i = 0; i < sizeof royals / sizeof royals[0]; i++) {
        struct uth_facts facts = facts_of(royals[i].board, "4c 5c", 0, 0);
        facts_seat(&facts, 1, royals[i].hand, 1000, 4)->stakes[UTH_WAGER_OWN_1].cents = 1000;
        const struct uth_settlement settlement = settled(&rules, &facts);
        assert_settled(&settlement, 1, UTH_WAGER_OWN_1, royals[i].net > 0 ? WIN : LOSE,
                       royals[i].net);
    }
}

static void side_wagers_are_paid_when_the_hand_pushes(void **state)
{
    (void)state;
    // Nines full of jacks for everyone; the player holds a pair.
    struct uth_facts facts = facts_of("9c 9d 9h Js Jc", "4d 3c", 0, 0);
    struct uth_player_facts *player = facts_seat(&facts, 1, "2c 2d", 1000, 4);
    player->stakes[TRIPS].cents = 500;
    player->stakes[PAIRS].cents = 500;
    player->stakes[PROGRESSIVE].cents = 100;
    facts.meter = (struct uth_meter){.amount = {1000000}, .seed = {1000000}};
    struct uth_settlement settlement = settled(&uth_rules_washington, &facts);
    assert_int_equal(settlement.players[0].verdict, UTH_VERDICT_TIE);
    assert_settled(&settlement, 1, TRIPS, WIN, 4500);             /* SHOW-7: 9 to 1 */
    assert_settled(&settlement, 1, PAIRS, WIN, 1500);             /* PAIR-1: 3 to 1 */
    assert_settled(&settlement, 1, PROGRESSIVE, WIN, 1000 - 100); /* PROG-1: 10 for 1 */
    assert_int_equal(settlement.players[0].net.cents, 4500 + 1500 + 900);
    assert_int_equal(settlement.bank_net.cents, -6000); // the Progressive is not the bank's

    player->stakes[PAIRS].cents = 0;
    player->stakes[BAD_BEAT].cents = 500;
    settlement = settled(&uth_rules_washington, &facts);
    assert_settled(&settlement, 1, BAD_BEAT, LOSE, -500); /* BB-3: nobody was beaten */
    assert_int_equal(line_of(&settlement, 1, BAD_BEAT)->reason, UTH_REASON_SIDE_TIES);
}

static void an_award_leaves_the_meter(void **state)
{
    (void)state;
    struct uth_facts facts = facts_of("As Ks 2d Qs 3c", "4d 4c", 0, 0);
    facts_seat(&facts, 1, "Js Ts", 1000, 4)->stakes[PROGRESSIVE].cents = 100;
    facts.meter = (struct uth_meter){.amount = {1000000}, .seed = {1000000}};
    const struct uth_settlement settlement = settled(&uth_rules_washington, &facts);
    assert_int_equal(settlement.award_count, 1);
    assert_int_equal(settlement.awards[0].amount.cents, 50001);       /* PROG-1: 5% of 10,000.20 */
    assert_int_equal(settlement.meter.amount.cents, 1000020 - 50001); /* PROG-3 */
    assert_settled(&settlement, 1, PROGRESSIVE, WIN, 50001 - 100);
    assert_int_equal(settlement.players[0].net.cents, 1000 + 4000 + 500000 + 49901);
}

static void a_share_of_a_dry_meter_is_still_a_win(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    rules.progressive.meter_rate_bp = 0;
    struct uth_facts facts = facts_of("As Ks 2d Qs 3c", "4d 4c", 0, 0);
    facts_seat(&facts, 1, "Js Ts", 1000, 4)->stakes[PROGRESSIVE].cents = 100;
    facts_seat(&facts, 2, "7h 8h", 1000, 0)->stakes[PROGRESSIVE].cents = 100;
    const struct uth_settlement settlement = settled(&rules, &facts);
    assert_int_equal(settlement.award_count, 1); /* PROG-3 */
    assert_settled(&settlement, 1, PROGRESSIVE, WIN, -100);
    assert_settled(&settlement, 2, PROGRESSIVE, LOSE, -100);
}

static void a_progressive_is_evaluated_after_a_fold(void **state)
{
    (void)state;
    struct uth_facts facts = facts_of("As Ks Qs 2d 3c", "4d 4c", 0, 0);
    facts_seat(&facts, 1, "Js Ts", 1000, 0)->stakes[PROGRESSIVE].cents = 100;
    facts.meter = (struct uth_meter){.amount = {1000000}, .seed = {700000}, .reserve = {5}};
    const struct uth_settlement settlement = settled(&uth_rules_washington, &facts);
    assert_settled(&settlement, 1, PROGRESSIVE, WIN, 1000020 - 100); /* SHOW-8, PROG-4 */
    assert_int_equal(settlement.meter.amount.cents, 700007);
    assert_int_equal(settlement.meter.reserve.cents, 0);
}

// clang-format off
static const struct {
    const char *player, *dealer;
    int64_t multiple;
    enum uth_outcome outcome;
    int64_t net; // of 100, BBB-01
    enum uth_reason reason;
} beats[] = { // On a board of 9c 9d Jh Js 2c.
    { "9h 3d", "Jc 3h", 4, WIN,   4000, UTH_REASON_SIDE_SUFFERED }, // BB-1: nines full lose to jacks full
    { "Jc 3h", "9h 3d", 4, WIN,   4000, UTH_REASON_SIDE_DEALT },    // BB-2: paid by the nines full
    { "Jc Jd", "9h 3d", 4, WIN,   4000, UTH_REASON_SIDE_DEALT },    // and not by the four jacks
    { "9h 9s", "Jc Jd", 1, WIN,  50000, UTH_REASON_SIDE_SUFFERED }, // four nines beaten
    { "9h 3d", "Jc 3h", 0, WIN,   4000, UTH_REASON_SIDE_SUFFERED }, // SHOW-8: folded
    { "Ac 3d", "Jc 3h", 1, LOSE,  -100, UTH_REASON_SIDE_LOSES },    // two pairs beaten
    { "Jc 3h", "Ac 3d", 1, LOSE,  -100, UTH_REASON_SIDE_LOSES },
    { "9h 3d", "9s 3h", 1, LOSE,  -100, UTH_REASON_SIDE_TIES },     // BB-3
    { "9h 3d", "9s 3h", 0, LOSE,  -100, UTH_REASON_SIDE_TIES },
};
// clang-format on

static void bad_beat_pays_by_the_beaten_hand_folded_or_not(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof beats / sizeof beats[0]; i++) {
        struct uth_facts facts = facts_of("9c 9d Jh Js 2c", beats[i].dealer, 0, 0);
        struct uth_player_facts *player =
            facts_seat(&facts, 1, beats[i].player, 1000, beats[i].multiple);
        player->stakes[TRIPS].cents = 100;
        player->stakes[BAD_BEAT].cents = 100;
        const struct uth_settlement settlement = settled(&uth_rules_washington, &facts);
        assert_settled(&settlement, 1, BAD_BEAT, beats[i].outcome, beats[i].net);
        assert_int_equal(line_of(&settlement, 1, BAD_BEAT)->reason, beats[i].reason);
    }
}

static void pairs_stays_in_action_after_a_fold_and_looks_at_the_dealer_on_table_2(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Ac Ad", 0, 0);
    facts_seat(&facts, 1, "As Ah", 1000, 0)->stakes[PAIRS].cents = 100; /* PAIR-3 */
    facts_seat(&facts, 2, "9c 4d", 1000, 0)->stakes[PAIRS].cents = 100;
    struct uth_settlement settlement = settled(&rules, &facts);
    assert_settled(&settlement, 1, PAIRS, WIN, 3000);
    assert_settled(&settlement, 2, PAIRS, LOSE, -100); /* PAIR-1: the board does not count */
    rules.SIDE(PAIRS).table = 1;                       /* PAIR-2: 1000 in place of 30 */
    settlement = settled(&rules, &facts);
    assert_settled(&settlement, 1, PAIRS, WIN, 100000);
    rules.SIDE(PAIRS).table = 3; /* PAIR-4: not the red aces */
    settlement = settled(&rules, &facts);
    assert_settled(&settlement, 1, PAIRS, WIN, 3000);
}

static void a_house_may_play_or_pay_the_ante_against_an_unqualified_dealer(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Ad 3s", 0, 0);
    facts_seat(&facts, 1, "Qd 7h", 1000, 1); // lower
    facts_seat(&facts, 2, "Qc 7s", 1000, 0); // folds
    facts_seat(&facts, 3, "Kd 7d", 1000, 1); // higher
    facts_seat(&facts, 4, "Ah 3h", 1000, 1); // the same
    rules.ante_unqualified = UTH_ANTE_PLAYS;
    struct uth_settlement settlement = settled(&rules, &facts);
    assert_settled(&settlement, 1, ANTE, LOSE, -1000);
    assert_settled(&settlement, 2, ANTE, LOSE, -1000);
    assert_settled(&settlement, 3, ANTE, WIN, 1000);
    assert_settled(&settlement, 4, ANTE, PUSH, 0);
    assert_int_equal(settlement.ante_refunds, 0);

    rules.ante_unqualified = UTH_ANTE_WINS;
    settlement = settled(&rules, &facts);
    assert_settled(&settlement, 1, ANTE, WIN, 1000);
    assert_settled(&settlement, 2, ANTE, LOSE, -1000);
    assert_settled(&settlement, 3, ANTE, WIN, 1000);
    assert_settled(&settlement, 4, ANTE, WIN, 1000);
    assert_int_equal(line_of(&settlement, 4, ANTE)->reason, UTH_REASON_ANTE_WINS_NOT_QUALIFIED);
    assert_int_equal(settlement.ante_refunds, 0);
}

// ---- the order in which money moves ---------------------------------------------------------

static void assert_order(const struct uth_settlement *settlement, const char *wanted)
{
    char found[4 * UTH_SETTLED_MAX + 1] = ""; // "6an 6pl": seat and wager
    size_t length = 0;
    for (unsigned i = 0; i < settlement->line_count; i++) {
        const struct uth_settled *line = &settlement->lines[i];
        const char *name = uth_wager_name(line->wager);
        found[length++] = (char)('0' + line->seat);
        found[length++] = name[0];
        found[length++] = name[1];
        found[length++] = ' ';
    }
    found[length > 0 ? length - 1 : 0] = '\0';
    assert_string_equal(found, wanted);
}

static void washington_refunds_all_antes_before_any_hand_is_looked_at(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Ad 3s", 0, 0); // does not qualify
    facts_seat(&facts, 1, "Qd 7h", 1000, 1)->stakes[TRIPS].cents = 100;
    facts_seat(&facts, 3, "Qc 7s", 1000, 0);
    facts_seat(&facts, 6, "Kd 7d", 1000, 1)->stakes[PAIRS].cents = 100;
    struct uth_settlement settlement = settled(&rules, &facts); /* SHOW-2 */
    assert_order(&settlement, "3an 3bl 6an 1an 6pl 6bl 6pa 1pl 1bl 1tr");
    assert_int_equal(settlement.fold_lines, 2);
    assert_int_equal(settlement.ante_refunds, 2);
    assert_settled(&settlement, 3, ANTE, LOSE, -1000); // not that of the one who folded

    rules.ante_refund_first = false;
    settlement = settled(&rules, &facts);
    assert_order(&settlement, "3an 3bl 6an 6pl 6bl 6pa 1an 1pl 1bl 1tr");
    assert_int_equal(settlement.ante_refunds, 0);

    cards_from_text("Ks 3s", facts.dealer, 2); // qualifies
    settlement = settled(&uth_rules_washington, &facts);
    assert_order(&settlement, "3an 3bl 6an 6pl 6bl 6pa 1pl 1an 1bl 1tr"); /* SHOW-9 */
    assert_int_equal(settlement.ante_refunds, 0);
}

static void california_settles_from_the_player_dealers_left_by_two_orders(void **state)
{
    (void)state;
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Kd 3s", 4, 1000000);
    facts_seat(&facts, 1, "Qd 7h", 1000, 1)->stakes[TRIPS].cents = 500; // loses
    facts_seat(&facts, 2, "Kh 3c", 1000, 1);                            // ties
    facts_seat(&facts, 5, "Ac Ad", 1000, 1);                            // wins
    /* SHOW-9: what each source prints for a hand that loses */
    struct uth_settlement settlement = settled(&uth_rules_california_8, &facts);
    assert_order(&settlement, "5an 5pl 5bl 1pl 1an 1bl 1tr 2an 2pl 2bl");
    settlement = settled(&uth_rules_california_6, &facts);
    assert_order(&settlement, "5an 5pl 5bl 1an 1pl 1bl 1tr 2an 2pl 2bl");
}

static void what_folds_have_lost_comes_before_all_else_in_settlement_order(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Kd 3s", 0, 0);
    facts_seat(&facts, 1, "9c 9d", 1000, 0)->stakes[TRIPS].cents = 500; // Trips wins
    facts_seat(&facts, 2, "Qd 7h", 1000, 0)->stakes[TRIPS].cents = 500; // and loses
    facts.players[1].stakes[BAD_BEAT].cents = 100;
    facts_seat(&facts, 6, "Ac Ad", 1000, 1);
    struct uth_settlement settlement = settled(&rules, &facts); /* PLAY-5, BANK-4 */
    assert_order(&settlement, "2an 2bl 2tr 1an 1bl 6an 6pl 6bl 2ba 1tr");
    assert_int_equal(settlement.fold_lines, 5);
    rules.SIDE(TRIPS).fold = UTH_FOLD_LOSES; /* SHOW-7: then the fold loses any Trips */
    settlement = settled(&rules, &facts);
    assert_order(&settlement, "2an 2bl 2tr 1an 1bl 1tr 6an 6pl 6bl 2ba");
    assert_int_equal(settlement.fold_lines, 6);
}

// PLAY-5: uth_settle_fold is what the table takes at the fold.
static void a_fold_loses_ante_blind_and_a_trips_wager_that_does_not_win(void **state)
{
    (void)state;
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Kd 3s", 0, 0);
    facts_seat(&facts, 1, "9c 9d", 1000, 0)->stakes[TRIPS].cents = 500;
    facts_seat(&facts, 2, "Qd 7h", 1000, 0)->stakes[TRIPS].cents = 500;
    facts_seat(&facts, 3, "Qh 7d", 2000, 0)->stakes[PAIRS].cents = 100;
    const struct uth_settlement settlement = settled(&uth_rules_washington, &facts);
    static const unsigned counts[] = {2, 3, 2};
    for (unsigned player = 0; player < 3; player++) {
        struct uth_settled lines[UTH_FOLD_LINES_MAX];
        const unsigned count = uth_settle_fold(&uth_rules_washington, &facts, player, lines);
        assert_int_equal(count, counts[player]);
        for (unsigned i = 0; i < count; i++) {
            const struct uth_settled *line =
                line_of(&settlement, (uint8_t)(player + 1), lines[i].wager);
            assert_int_equal(lines[i].seat, player + 1);
            assert_int_equal(lines[i].net.cents, -lines[i].stake.cents);
            assert_int_equal(lines[i].net.cents, line->net.cents);
            assert_int_equal(lines[i].reason, line->reason);
            assert_int_equal(lines[i].outcome, LOSE);
        }
    }
}

static unsigned seats_after(unsigned seat, unsigned bank)
{
    return (seat + 8 - bank - 1) % 8;
}

static void every_set_of_seats_is_settled_in_the_stated_order(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_california_8;
    for (unsigned set = 1; set < 256; set++) {
        for (unsigned bank = 1; bank <= 8; bank++) { /* SHOW-9 */
            struct uth_facts facts = {.bank_seat = (uint8_t)bank};
            for (unsigned seat = 1; seat <= 8; seat++) {
                if ((set >> (seat - 1) & 1) != 0 && seat != bank) {
                    facts.players[facts.player_count++].seat = (uint8_t)seat;
                }
            }
            uint8_t order[3][UTH_SEATS_MAX];
            for (unsigned kind = 0; kind < 3; kind++) {
                rules.order = (enum uth_order)kind;
                uth_settle_order(&rules, &facts, order[kind]);
            }
            for (unsigned i = 1; i < facts.player_count; i++) {
                const struct uth_player_facts *players = facts.players;
                assert_true(seats_after(players[order[UTH_ORDER_LEFT_OF_BANK][i - 1]].seat, bank) <
                            seats_after(players[order[UTH_ORDER_LEFT_OF_BANK][i]].seat, bank));
                assert_true(players[order[UTH_ORDER_FROM_RIGHT][i - 1]].seat >
                            players[order[UTH_ORDER_FROM_RIGHT][i]].seat);
                assert_true(players[order[UTH_ORDER_FROM_LEFT][i - 1]].seat <
                            players[order[UTH_ORDER_FROM_LEFT][i]].seat);
            }
        }
    }
}

// ---- the player-dealer's wager --------------------------------------------------------------

// Against kings on 2c 5d 9h Js Kc: what a seat holds.
#define ACES   "Ac Ad" // wins; Blind pushes, Trips loses
#define ACES_2 "Ah As"
#define NINES  "9c 9d" // three of them: wins, Blind pushes, Trips pays 3 to 1
#define LOW    "4c 6d" // loses
#define LOW_2  "4d 6c"

// clang-format off
// The player-dealer sits at seat 3, so seat 4 is settled first and seat 2 last.
static const struct coverage_row {
    const char *what;
    enum uth_coverage coverage;
    int64_t wager;
    struct { unsigned seat; const char *cards; int64_t ante, multiple, trips; } players[3];
    struct { unsigned seat; enum uth_wager wager; enum uth_outcome outcome; int64_t net; } lines[10];
    int64_t bank_net;
} coverage_rows[] = {
    { "a wager that covers everything", UTH_COVERAGE_PAYOFFS, 1000000, // BANK-2
      { { 4, LOW, 1000, 1, 500 }, { 5, NINES, 1000, 4, 500 } },
      { { 4, PLAY, LOSE, -1000 }, { 4, ANTE, LOSE, -1000 }, { 4, BLIND, LOSE, -1000 }, { 4, TRIPS, LOSE, -500 },
        { 5, ANTE, WIN, 1000 }, { 5, PLAY, WIN, 4000 }, { 5, BLIND, PUSH, 0 }, { 5, TRIPS, WIN, 1500 } }, 3500 - 6500 },
    { "payoffs: at +W losers go back, and winners are still paid", UTH_COVERAGE_PAYOFFS, 2500, // BANK-3
      { { 4, LOW, 1000, 1, 0 }, { 5, ACES, 1000, 4, 1000 } },
      { { 4, PLAY, LOSE, -1000 }, { 4, ANTE, LOSE, -1000 }, { 4, BLIND, LOSE, -500 },
        { 5, ANTE, WIN, 1000 }, { 5, PLAY, WIN, 1500 }, { 5, BLIND, PUSH, 0 }, { 5, TRIPS, RETURNED, 0 } }, 0 },
    { "payoffs: once W is paid out nothing more is taken or paid", UTH_COVERAGE_PAYOFFS, 1500,
      { { 4, ACES, 1000, 4, 500 }, { 5, LOW, 1000, 1, 0 } },
      { { 4, ANTE, WIN, 1000 }, { 4, PLAY, WIN, 500 }, { 4, BLIND, PUSH, 0 }, { 4, TRIPS, RETURNED, 0 },
        { 5, PLAY, RETURNED, 0 }, { 5, ANTE, RETURNED, 0 }, { 5, BLIND, RETURNED, 0 } }, -1500 },
    { "payoffs: what was paid leaves more than W to be taken", UTH_COVERAGE_PAYOFFS, 1500,
      { { 4, ACES, 500, 1, 0 }, { 5, LOW, 1000, 4, 0 } },
      { { 4, ANTE, WIN, 500 }, { 4, PLAY, WIN, 500 }, { 4, BLIND, PUSH, 0 },
        { 5, PLAY, LOSE, -2500 }, { 5, ANTE, RETURNED, 0 }, { 5, BLIND, RETURNED, 0 } }, 1500 },
    { "payoffs: paid out to the cent is exhausted", UTH_COVERAGE_PAYOFFS, 1000,
      { { 4, ACES, 500, 1, 0 }, { 5, LOW, 500, 1, 0 }, { 6, ACES_2, 500, 1, 0 } },
      { { 4, ANTE, WIN, 500 }, { 4, PLAY, WIN, 500 }, { 4, BLIND, PUSH, 0 },
        { 5, PLAY, RETURNED, 0 }, { 5, ANTE, RETURNED, 0 }, { 5, BLIND, RETURNED, 0 },
        { 6, ANTE, RETURNED, 0 }, { 6, PLAY, RETURNED, 0 }, { 6, BLIND, PUSH, 0 } }, -1000 },
    { "net: at +W losers go back, and winners are still paid, up to 2 W", UTH_COVERAGE_NET, 2500,
      { { 4, LOW, 1000, 1, 0 }, { 5, ACES, 1000, 4, 1000 } },
      { { 4, PLAY, LOSE, -1000 }, { 4, ANTE, LOSE, -1000 }, { 4, BLIND, LOSE, -500 },
        { 5, ANTE, WIN, 1000 }, { 5, PLAY, WIN, 4000 }, { 5, BLIND, PUSH, 0 }, { 5, TRIPS, RETURNED, 0 } }, -2500 },
    { "net: at -W nothing more moves, losers included", UTH_COVERAGE_NET, 1500,
      { { 4, ACES, 1000, 4, 500 }, { 5, LOW, 1000, 1, 0 } },
      { { 4, ANTE, WIN, 1000 }, { 4, PLAY, WIN, 500 }, { 4, BLIND, PUSH, 0 }, { 4, TRIPS, RETURNED, 0 },
        { 5, PLAY, RETURNED, 0 }, { 5, ANTE, RETURNED, 0 }, { 5, BLIND, RETURNED, 0 } }, -1500 },
    { "net: reached to the cent is reached", UTH_COVERAGE_NET, 1000,
      { { 4, LOW, 500, 0, 0 }, { 5, LOW_2, 500, 0, 500 } },
      { { 4, ANTE, LOSE, -500 }, { 4, BLIND, LOSE, -500 },
        { 5, ANTE, RETURNED, 0 }, { 5, BLIND, RETURNED, 0 }, { 5, TRIPS, RETURNED, 0 } }, 1000 },
    { "net: what was won can be paid out again, beyond W in sum", UTH_COVERAGE_NET, 2000,
      { { 4, LOW, 500, 0, 0 }, { 5, ACES, 1000, 4, 0 } },
      { { 4, ANTE, LOSE, -500 }, { 4, BLIND, LOSE, -500 },
        { 5, ANTE, WIN, 1000 }, { 5, PLAY, WIN, 2000 }, { 5, BLIND, PUSH, 0 } }, -2000 },
    { "gross: what was won uses W up as well", UTH_COVERAGE_GROSS, 2000,
      { { 4, LOW, 500, 0, 0 }, { 5, ACES, 1000, 4, 0 } },
      { { 4, ANTE, LOSE, -500 }, { 4, BLIND, LOSE, -500 },
        { 5, ANTE, WIN, 1000 }, { 5, PLAY, RETURNED, 0 }, { 5, BLIND, PUSH, 0 } }, 0 },
    { "gross: the last of it covers a part", UTH_COVERAGE_GROSS, 2300,
      { { 4, LOW, 500, 0, 0 }, { 5, ACES, 1000, 4, 500 } },
      { { 4, ANTE, LOSE, -500 }, { 4, BLIND, LOSE, -500 },
        { 5, ANTE, WIN, 1000 }, { 5, PLAY, WIN, 300 }, { 5, BLIND, PUSH, 0 }, { 5, TRIPS, RETURNED, 0 } }, -300 },
    { "gross: a loss too is taken in part", UTH_COVERAGE_GROSS, 700,
      { { 4, LOW, 500, 0, 500 } },
      { { 4, ANTE, LOSE, -500 }, { 4, BLIND, LOSE, -200 }, { 4, TRIPS, RETURNED, 0 } }, 700 },
    { "the walk goes on past the last seat to the first", UTH_COVERAGE_PAYOFFS, 1000, // SHOW-9
      { { 2, ACES, 500, 1, 0 }, { 4, ACES_2, 500, 1, 0 } },
      { { 4, ANTE, WIN, 500 }, { 4, PLAY, WIN, 500 }, { 4, BLIND, PUSH, 0 },
        { 2, ANTE, RETURNED, 0 }, { 2, PLAY, RETURNED, 0 }, { 2, BLIND, PUSH, 0 } }, -1000 },
    { "what a fold loses is taken before all else", UTH_COVERAGE_PAYOFFS, 1000, // BANK-4
      { { 4, ACES, 500, 1, 0 }, { 5, LOW, 500, 0, 0 }, { 6, ACES_2, 500, 1, 0 } },
      { { 5, ANTE, LOSE, -500 }, { 5, BLIND, LOSE, -500 },
        { 4, ANTE, WIN, 500 }, { 4, PLAY, WIN, 500 }, { 4, BLIND, PUSH, 0 },
        { 6, ANTE, RETURNED, 0 }, { 6, PLAY, RETURNED, 0 }, { 6, BLIND, PUSH, 0 } }, 0 },
    { "a folded seat's winning Trips is paid at the seat's turn", UTH_COVERAGE_PAYOFFS, 1200, // BANK-4
      { { 4, ACES, 500, 1, 0 }, { 5, NINES, 500, 0, 500 } },
      { { 5, ANTE, LOSE, -500 }, { 5, BLIND, LOSE, -500 },
        { 4, ANTE, WIN, 500 }, { 4, PLAY, WIN, 500 }, { 4, BLIND, PUSH, 0 }, { 5, TRIPS, WIN, 200 } }, -200 },
    { "the second fold finds what the first has left", UTH_COVERAGE_PAYOFFS, 1200, // BANK-4
      { { 4, LOW, 500, 0, 0 }, { 5, LOW_2, 500, 0, 500 } },
      { { 4, ANTE, LOSE, -500 }, { 4, BLIND, LOSE, -500 },
        { 5, ANTE, LOSE, -200 }, { 5, BLIND, RETURNED, 0 }, { 5, TRIPS, RETURNED, 0 } }, 1200 },
    { "bonus wagers are the player-dealer's too", UTH_COVERAGE_PAYOFFS, 2000, // BANK-2
      { { 4, NINES, 500, 1, 500 } },
      { { 4, ANTE, WIN, 500 }, { 4, PLAY, WIN, 500 }, { 4, BLIND, PUSH, 0 }, { 4, TRIPS, WIN, 1000 } }, -2000 },
};
// clang-format on

static enum uth_carried carried_by(const struct uth_settled *line)
{
    if (line->outcome == RETURNED) {
        return UTH_CARRIED_NOT_AT_ALL;
    }
    return line->net.cents == line->due.cents ? UTH_CARRIED_WHOLE : UTH_CARRIED_IN_PART;
}

static void settle_coverage_row(const struct coverage_row *row)
{
    struct uth_rules rules = uth_rules_california_8;
    rules.coverage = row->coverage;
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Kd 3s", 3, row->wager);
    for (unsigned i = 0; i < 3 && row->players[i].seat != 0; i++) {
        facts_seat(&facts, (uint8_t)row->players[i].seat, row->players[i].cards,
                   row->players[i].ante, row->players[i].multiple)
            ->stakes[TRIPS]
            .cents = row->players[i].trips;
    }
    const struct uth_settlement settlement = settled(&rules, &facts);
    int64_t players_net = 0;
    unsigned count = 0;
    for (; count < 10 && row->lines[count].seat != 0; count++) {
        const struct uth_settled *line = &settlement.lines[count];
        if (line->seat != row->lines[count].seat || line->wager != row->lines[count].wager ||
            line->outcome != row->lines[count].outcome ||
            line->net.cents != row->lines[count].net || line->carried != carried_by(line)) {
            fail_msg("%s: line %u: seat %u, %s, %s, %lld", row->what, count, line->seat,
                     uth_wager_name(line->wager), uth_outcome_name(line->outcome),
                     (long long)line->net.cents);
        }
        players_net += line->net.cents;
    }
    assert_int_equal(settlement.line_count, count);
    assert_int_equal(settlement.bank_net.cents, row->bank_net);
    assert_int_equal(players_net, -row->bank_net);
}

static void the_player_dealer_wins_and_loses_no_more_than_w(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof coverage_rows / sizeof coverage_rows[0]; i++) {
        settle_coverage_row(&coverage_rows[i]);
    }
}

// BANK-3 with the figures of both sources' sentences: payoffs are limited to the amount of W.
static void a_winner_is_paid_up_to_w_whatever_was_taken_before(void **state)
{
    (void)state;
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Kd 3s", 6, 10000);
    facts_seat(&facts, 1, LOW, 2000, 1);  // loses $60
    facts_seat(&facts, 2, ACES, 4000, 4); // is owed $200
    struct uth_settlement settlement = settled(&uth_rules_california_6, &facts);
    assert_int_equal(settlement.players[0].net.cents, -6000);
    assert_int_equal(settlement.players[1].net.cents, 10000);
    assert_int_equal(settlement.bank_net.cents, -4000);

    facts = facts_of("2c 5d 9h Js Kc", "Kd 3s", 6, 2000);
    facts_seat(&facts, 1, LOW, 1000, 0);  // folds $20
    facts_seat(&facts, 2, ACES, 1000, 4); // is owed $50
    settlement = settled(&uth_rules_california_6, &facts);
    assert_int_equal(settlement.players[0].net.cents, -2000);
    assert_int_equal(settlement.players[1].net.cents, 2000);
    assert_int_equal(settlement.bank_net.cents, 0);
}

static void the_order_at_a_losing_hand_decides_what_a_small_wager_reaches(void **state)
{
    (void)state;
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Kd 3s", 6, 2500);
    facts_seat(&facts, 1, LOW, 1000, 4);
    struct uth_settlement settlement = settled(&uth_rules_california_8, &facts); /* SHOW-9 */
    assert_settled(&settlement, 1, PLAY, LOSE, -2500);
    assert_settled(&settlement, 1, ANTE, RETURNED, 0);
    assert_settled(&settlement, 1, BLIND, RETURNED, 0);
    settlement = settled(&uth_rules_california_6, &facts);
    assert_settled(&settlement, 1, ANTE, LOSE, -1000);
    assert_settled(&settlement, 1, PLAY, LOSE, -1500);
    assert_settled(&settlement, 1, BLIND, RETURNED, 0);
}

// A round anybody could have played, sound by construction.
static struct uth_facts random_round(struct rng *rng, const struct uth_rules *rules)
{
    struct uth_facts facts = {.bank_seat = (uint8_t)(1 + rng_below(rng, rules->seats))};
    facts.bank_wager.cents = 100 * (1 + rng_below(rng, rng_below(rng, 2) == 0 ? 100 : 10000));
    uth_card cards[5 + 2 + 2 * UTH_SEATS_MAX];
    rng_deal(rng, 0, cards, sizeof cards);
    memcpy(facts.community, cards, 5);
    memcpy(facts.dealer, cards + 5, 2);
    for (uint8_t seat = 1; seat <= rules->seats; seat++) {
        if (seat == facts.bank_seat || (rng_below(rng, 3) == 0 && facts.player_count > 0)) {
            continue;
        }
        struct uth_player_facts *player = &facts.players[facts.player_count++];
        const int64_t ante = 100 * (5 + rng_below(rng, 46));
        const int64_t multiple = rng_below(rng, 5);
        *player = (struct uth_player_facts){.seat = seat, .folded = multiple == 0};
        memcpy(player->cards, cards + 5 + 2 * seat, 2);
        player->stakes[ANTE].cents = ante;
        player->stakes[BLIND].cents = ante;
        player->stakes[PLAY].cents = ante * multiple;
        player->stakes[TRIPS].cents = rng_below(rng, 2) == 0 ? 0 : 100 * (5 + rng_below(rng, 46));
    }
    return facts;
}

// BANK-3 said again, on what each wager was due.
static void assert_covered(const struct uth_settlement *settlement, enum uth_coverage coverage,
                           int64_t wager)
{
    int64_t result = 0;
    int64_t paid = 0;
    int64_t used = 0;
    int64_t players = 0;
    for (unsigned i = 0; i < settlement->line_count; i++) {
        const struct uth_settled *line = &settlement->lines[i];
        const int64_t asked = line->due.cents < 0 ? -line->due.cents : line->due.cents;
        int64_t room = wager - used;
        if (coverage != UTH_COVERAGE_GROSS) {
            const int64_t payable = coverage == UTH_COVERAGE_NET ? wager + result : wager - paid;
            room = line->due.cents < 0 && payable != 0 ? wager - result : payable;
        }
        const int64_t moved = asked < room ? asked : room;
        const int64_t net = line->due.cents < 0 ? -moved : moved;
        assert_int_equal(line->net.cents, net);
        assert_int_equal(line->carried, carried_by(line));
        result -= net;
        paid += net > 0 ? net : 0;
        used += moved;
        players += net;
    }
    assert_int_equal(settlement->bank_net.cents, result); /* BANK-2: what they lose the bank wins */
    assert_int_equal(players, -result);
    assert_true(result <= wager && result >= -wager);
    assert_true(coverage != UTH_COVERAGE_PAYOFFS || paid <= wager);
}

static void any_round_balances_to_the_cent(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (int i = 0; i < 20000; i++) {
        struct uth_rules rules =
            rng_below(&rng, 2) == 0 ? uth_rules_california_8 : uth_rules_california_6;
        rules.coverage = (enum uth_coverage)rng_below(&rng, UTH_COVERAGE_COUNT);
        const struct uth_facts facts = random_round(&rng, &rules);
        const struct uth_settlement settlement = settled(&rules, &facts);
        assert_covered(&settlement, rules.coverage, facts.bank_wager.cents);

        unsigned wagers = 0;
        for (unsigned p = 0; p < facts.player_count; p++) {
            int64_t net = 0;
            for (unsigned w = 0; w < UTH_WAGER_COUNT; w++) {
                if (facts.players[p].stakes[w].cents != 0) {
                    net +=
                        line_of(&settlement, facts.players[p].seat, (enum uth_wager)w)->net.cents;
                    wagers++;
                }
            }
            assert_int_equal(settlement.players[p].net.cents, net);
        }
        assert_int_equal(settlement.line_count, wagers);
    }
}

// ---- a posted aggregate ---------------------------------------------------------------------

// Everybody has the royal flush on the board, and 50 to 1 on Trips.
static struct uth_facts royal_for_all(uint8_t bank_seat, int64_t bank_wager)
{
    struct uth_facts facts = facts_of("Th Jh Qh Kh Ah", "2c 3c", bank_seat, bank_wager);
    facts_seat(&facts, 1, "4c 5c", 1000, 1)->stakes[TRIPS].cents = 30000;
    facts_seat(&facts, 2, "6c 7c", 1000, 1)->stakes[TRIPS].cents = 30000;
    facts_seat(&facts, 3, "8c 9c", 1000, 1)->stakes[TRIPS].cents = 20000;
    return facts;
}

static void prizes_over_the_posted_aggregate_are_shared_in_settlement_order(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    rules.aggregate[TRIPS].max.cents = 1500000;
    struct uth_fault fault;
    assert_int_equal(uth_rules_check(&rules, &fault), UTH_OK);
    const struct uth_facts facts = royal_for_all(0, 0);
    const struct uth_settlement settlement = settled(&rules, &facts); /* WA-2 */
    assert_settled(&settlement, 3, TRIPS, WIN, 1000000);
    assert_settled(&settlement, 2, TRIPS, WIN, 500000);
    assert_settled(&settlement, 1, TRIPS, WIN, 0);
    assert_int_equal(line_of(&settlement, 3, TRIPS)->carried, UTH_CARRIED_WHOLE);
    assert_int_equal(line_of(&settlement, 2, TRIPS)->carried, UTH_CARRIED_TO_AGGREGATE);
    assert_int_equal(line_of(&settlement, 1, TRIPS)->carried, UTH_CARRIED_TO_AGGREGATE);
    assert_int_equal(line_of(&settlement, 1, TRIPS)->due.cents, 1500000);
    assert_int_equal(settlement.bank_net.cents, -1500000);
}

static void an_aggregate_takes_losing_wagers_whole(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    rules.aggregate[TRIPS].max.cents = 1500000;
    struct uth_facts facts = royal_for_all(0, 0);
    cards_from_text("2c 5d 9h Js Kc", facts.community, 5);
    cards_from_text("Ad As", facts.dealer, 2);
    cards_from_text("4d 5h", facts.players[0].cards, 2);
    const struct uth_settlement settlement = settled(&rules, &facts); /* WA-2 */
    assert_settled(&settlement, 1, TRIPS, LOSE, -30000);
    assert_settled(&settlement, 2, TRIPS, LOSE, -30000);
}

static void what_the_aggregate_cut_is_not_said_to_be_the_player_dealers_doing(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_california_8;
    rules.aggregate[TRIPS].max.cents = 10000000;
    rules.collections[0].spot.max.cents = 200000;
    struct uth_facts facts = royal_for_all(8, 100000000);
    facts.players[0].stakes[TRIPS].cents = 200000;
    facts.players[1].stakes[TRIPS].cents = 10000;
    struct uth_settlement settlement = settled(&rules, &facts); /* WA-2 */
    assert_settled(&settlement, 1, TRIPS, WIN, 10000000);
    assert_settled(&settlement, 2, TRIPS, WIN, 0);
    rules.aggregate[TRIPS].max.cents = 10200000;
    settlement = settled(&rules, &facts);
    assert_settled(&settlement, 2, TRIPS, WIN, 200000);
    assert_int_equal(line_of(&settlement, 2, TRIPS)->carried, UTH_CARRIED_TO_AGGREGATE);
}

// Seat 1 is due the whole aggregate and gets what the player-dealer has: for seat 2 there is prize
// money left and nobody to pay it.
static void what_the_player_dealer_could_not_pay_uses_up_no_aggregate(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_california_8;
    rules.aggregate[TRIPS].max.cents = 1500000;
    const struct uth_facts facts = royal_for_all(8, 50000);
    const struct uth_settlement settlement = settled(&rules, &facts); /* WA-2, BANK-3 */
    assert_settled(&settlement, 1, TRIPS, WIN, 50000);
    assert_int_equal(line_of(&settlement, 1, TRIPS)->carried, UTH_CARRIED_IN_PART);
    assert_settled(&settlement, 2, TRIPS, RETURNED, 0);
    assert_int_equal(line_of(&settlement, 2, TRIPS)->carried, UTH_CARRIED_NOT_AT_ALL);
}

// ---- when the dealer's cards are turned, and when the winners' are collected ----------------

static void the_dealer_is_turned_only_when_a_live_wager_needs_it(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Kd 3s", 0, 0);
    struct uth_player_facts *player = facts_seat(&facts, 1, LOW, 1000, 0);
    player->stakes[TRIPS].cents = 100;
    player->stakes[PAIRS].cents = 100;
    player->stakes[PROGRESSIVE].cents = 100;
    assert_false(uth_settle_needs_dealer(&rules, &facts)); /* SHOW-8: all have folded */
    rules.SIDE(PAIRS).table = 1;
    assert_true(uth_settle_needs_dealer(&rules, &facts)); // Pairs table 2
    player->stakes[PAIRS].cents = 0;
    assert_false(uth_settle_needs_dealer(&rules, &facts));
    player->stakes[BAD_BEAT].cents = 100;
    assert_true(uth_settle_needs_dealer(&rules, &facts));
    player->stakes[BAD_BEAT].cents = 0;
    facts_seat(&facts, 2, ACES, 1000, 1); // somebody is still in
    assert_true(uth_settle_needs_dealer(&rules, &facts));
    assert_true(uth_settle_needs_dealer(&uth_rules_california_8, &facts));
    facts.player_count = 1;
    assert_false(uth_settle_needs_dealer(&uth_rules_california_8, &facts));
}

static struct uth_events do_command(struct uth_round *round, const struct uth_command *command)
{
    struct uth_events events;
    assert_int_equal(uth_round_decide(&uth_rules_washington, round, command, &events), UTH_OK);
    for (unsigned i = 0; i < events.count; i++) {
        uth_round_apply(round, &events.list[i]);
    }
    return events;
}

// Community, seat 1 and the dealer from the top, as `ace-ideal` deals them; then the others.
static void stack_deck(const char *top, uth_card deck[UTH_DECK_SIZE])
{
    cards_from_text(top, deck, 9);
    uth_cards used = uth_cards_from(deck, 9);
    unsigned count = 9;
    for (unsigned card = 0; card < UTH_DECK_SIZE; card++) {
        if (!uth_cards_have(used, (uth_card)card)) {
            deck[count++] = (uth_card)card;
        }
    }
    assert_int_equal(count, UTH_DECK_SIZE);
}

static void cards_that_win_trips_are_collected_only_when_they_are_paid(void **state)
{
    (void)state;
    struct uth_round round = {0};
    struct uth_command command = {.kind = UTH_COMMAND_OPEN};
    (void)do_command(&round, &command);
    command = (struct uth_command){
        .kind = UTH_COMMAND_WAGER, .seat = 1, .stakes = {{1000}, {1000}, {0}, {500}}};
    (void)do_command(&round, &command);
    command = (struct uth_command){.kind = UTH_COMMAND_CLOSE_BETS};
    (void)do_command(&round, &command);
    command = (struct uth_command){.kind = UTH_COMMAND_DEAL};
    stack_deck("5c 6d 7h 8s Kc 9c 2d Kd 3s", command.deck);
    (void)do_command(&round, &command);
    static const enum uth_action actions[] = {UTH_ACTION_CHECK, UTH_ACTION_CHECK, UTH_ACTION_FOLD};
    for (unsigned street = 0; street < 3; street++) {
        command = (struct uth_command){
            .kind = UTH_COMMAND_DECIDE, .seat = 1, .decision = {actions[street], 0}};
        (void)do_command(&round, &command);
        assert_false(round.seats[0].cards_racked);
        command = (struct uth_command){.kind = UTH_COMMAND_TURN};
        (void)do_command(&round, &command);
    }
    assert_false(round.seats[0].cards_racked); /* SHOW-10: a folded straight still wins Trips */
    assert_true(round.seats[0].cards_up);

    const struct uth_award nobodys = {.seat = 1, .amount = {1000}, .from_house = {1000}};
    struct uth_events untouched = {.count = 7};
    command = (struct uth_command){
        .kind = UTH_COMMAND_SETTLE, .confirmed = &nobodys, .confirmed_count = 1};
    assert_int_equal(uth_round_decide(&uth_rules_washington, &round, &command, &untouched),
                     UTH_ERR_AWARD); /* PROG-5: it was not bet */
    assert_int_equal(untouched.count, 7);

    command = (struct uth_command){.kind = UTH_COMMAND_SETTLE};
    const struct uth_events events = do_command(&round, &command);
    int paid = -1;
    int racked = -1;
    for (int i = 0; i < events.count; i++) {
        const struct uth_event *event = &events.list[i];
        assert_int_not_equal(event->kind, UTH_EVENT_EXPOSED);
        racked = event->kind == UTH_EVENT_RACKED ? i : racked;
        if (event->kind == UTH_EVENT_SETTLED && event->small[UTH_SMALL_SETTLED_WAGER] == TRIPS) {
            assert_int_equal(event->as.settled.net.cents, 2000);
            paid = i;
        }
    }
    assert_true(paid >= 0 && paid < racked);
    assert_true(round.seats[0].cards_racked);
}

// ---- words ----------------------------------------------------------------------------------

static void every_outcome_has_words_of_its_own(void **state)
{
    (void)state;
    static const struct {
        enum uth_wager wager;
        enum uth_reason reason;
        const char *text;
    } said[] = {
        {ANTE, UTH_REASON_ANTE_NOT_QUALIFIED, "dealer does not qualify: Ante pushes"},
        {PLAY, UTH_REASON_PLAY_WINS, "higher than the dealer: Play wins 1 to 1"},
        {BLIND, UTH_REASON_BLIND_BELOW_TABLE, "won with less than the table pays: Blind pushes"},
        {TRIPS, UTH_REASON_SIDE_WINS, "the hand is on the table: Trips wins"},
        {TRIPS, UTH_REASON_SIDE_LOSES, "the hand is not on the table: Trips loses"},
        {TRIPS, UTH_REASON_SIDE_FOLDED, "folded: this house takes Trips with the fold"},
        {BAD_BEAT, UTH_REASON_SIDE_SUFFERED, "the player's hand was beaten: Bad Beat Bonus wins"},
        {BAD_BEAT, UTH_REASON_SIDE_DEALT, "the dealer's hand was beaten: Bad Beat Bonus wins"},
        {BAD_BEAT, UTH_REASON_SIDE_TIES, "tie, nobody was beaten: Bad Beat Bonus loses"},
        {BAD_BEAT, UTH_REASON_SIDE_LOSES, "no bad beat: Bad Beat Bonus loses"},
        {PAIRS, UTH_REASON_SIDE_WINS, "the hole cards are on the table: Ultimate Pairs wins"},
        {PAIRS, UTH_REASON_SIDE_LOSES, "the hole cards are not on the table: Ultimate Pairs loses"},
        {PROGRESSIVE, UTH_REASON_PROGRESSIVE_LOSES,
         "the hand is not on the table: Progressive loses"},
    };
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        char text[UTH_REASON_TEXT_MAX];
        assert_string_equal(
            uth_reason_text(&uth_rules_washington, said[i].wager, said[i].reason, text),
            said[i].text);
        assert_int_equal(uth_reason_wins(said[i].reason), strstr(said[i].text, " wins") != NULL);
    }
    assert_string_equal(uth_carried_text(UTH_CARRIED_WHOLE), "");
    for (unsigned i = UTH_CARRIED_IN_PART; i < UTH_CARRIED_COUNT; i++) {
        assert_true(strlen(uth_carried_text((enum uth_carried)i)) > 10);
    }
    static const char *const outcomes[] = {"lose", "push", "win", "returned"};
    static const char *const verdicts[] = {"lose", "tie", "win", "fold"};
    for (unsigned i = 0; i < 4; i++) {
        assert_string_equal(uth_outcome_name((enum uth_outcome)i), outcomes[i]);
        assert_string_equal(uth_verdict_name((enum uth_verdict)i), verdicts[i]);
    }
    static const char *const wagers[] = {"ante",     "blind", "play",        "trips",
                                         "bad_beat", "pairs", "progressive", "own_1",
                                         "own_2",    "own_3", "own_4"};
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        assert_string_equal(uth_wager_name((enum uth_wager)i), wagers[i]);
    }
}

static void what_was_never_admitted_stops_the_program(void **state)
{
    (void)state;
    struct uth_settlement settlement;
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Kd 3s", 0, 0);
    EXPECT_CHECK_FAILURE(uth_settle(&uth_rules_washington, &facts, &settlement)); // nobody plays
    facts_seat(&facts, 1, ACES, 1000, 1);
    EXPECT_CHECK_FAILURE(uth_settle(&uth_rules_california_8, &facts, &settlement)); // nobody banks
    facts.bank_seat = 2;
    EXPECT_CHECK_FAILURE(uth_settle(&uth_rules_washington, &facts, &settlement));
    facts.player_count = UTH_SEATS_MAX + 1;
    EXPECT_CHECK_FAILURE(uth_settle(&uth_rules_california_8, &facts, &settlement));
    char text[UTH_REASON_TEXT_MAX];
    EXPECT_CHECK_FAILURE(uth_reason_text(&uth_rules_washington, ANTE, UTH_REASON_COUNT, text));
    EXPECT_CHECK_FAILURE(uth_carried_text(UTH_CARRIED_COUNT));
    EXPECT_CHECK_FAILURE(uth_outcome_name(UTH_OUTCOME_COUNT));
    EXPECT_CHECK_FAILURE(uth_verdict_name(UTH_VERDICT_COUNT));
    EXPECT_CHECK_FAILURE(uth_wager_name(UTH_WAGER_COUNT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_showdown_is_settled_as_a_dealer_would_say_it),
        cmocka_unit_test(the_ante_comes_back_from_a_better_dealer_who_does_not_qualify),
        cmocka_unit_test(a_pair_on_the_board_qualifies_the_dealer),
        cmocka_unit_test(a_folded_hand_is_never_paid),
        cmocka_unit_test(three_to_two_is_paid_to_the_cent),
        cmocka_unit_test(the_blind_pushes_on_a_tie_however_good_the_hand),
        cmocka_unit_test(a_win_with_less_than_a_straight_leaves_the_blind_where_it_is),
        cmocka_unit_test(trips_is_paid_after_a_fold),
        cmocka_unit_test(trips_loses_below_three_of_a_kind_also_when_the_hand_wins),
        cmocka_unit_test(a_side_bet_may_pay_a_royal_flush_by_where_it_lies),
        cmocka_unit_test(side_wagers_are_paid_when_the_hand_pushes),
        cmocka_unit_test(an_award_leaves_the_meter),
        cmocka_unit_test(a_share_of_a_dry_meter_is_still_a_win),
        cmocka_unit_test(a_progressive_is_evaluated_after_a_fold),
        cmocka_unit_test(bad_beat_pays_by_the_beaten_hand_folded_or_not),
        cmocka_unit_test(pairs_stays_in_action_after_a_fold_and_looks_at_the_dealer_on_table_2),
        cmocka_unit_test(a_house_may_play_or_pay_the_ante_against_an_unqualified_dealer),
        cmocka_unit_test(washington_refunds_all_antes_before_any_hand_is_looked_at),
        cmocka_unit_test(california_settles_from_the_player_dealers_left_by_two_orders),
        cmocka_unit_test(what_folds_have_lost_comes_before_all_else_in_settlement_order),
        cmocka_unit_test(a_fold_loses_ante_blind_and_a_trips_wager_that_does_not_win),
        cmocka_unit_test(a_winner_is_paid_up_to_w_whatever_was_taken_before),
        cmocka_unit_test(the_order_at_a_losing_hand_decides_what_a_small_wager_reaches),
        cmocka_unit_test(every_set_of_seats_is_settled_in_the_stated_order),
        cmocka_unit_test(the_player_dealer_wins_and_loses_no_more_than_w),
        cmocka_unit_test(any_round_balances_to_the_cent),
        cmocka_unit_test(prizes_over_the_posted_aggregate_are_shared_in_settlement_order),
        cmocka_unit_test(an_aggregate_takes_losing_wagers_whole),
        cmocka_unit_test(what_the_aggregate_cut_is_not_said_to_be_the_player_dealers_doing),
        cmocka_unit_test(what_the_player_dealer_could_not_pay_uses_up_no_aggregate),
        cmocka_unit_test(the_dealer_is_turned_only_when_a_live_wager_needs_it),
        cmocka_unit_test(cards_that_win_trips_are_collected_only_when_they_are_paid),
        cmocka_unit_test(every_outcome_has_words_of_its_own),
        cmocka_unit_test(what_was_never_admitted_stops_the_program),
    };
    return cmocka_run_group_tests_name("settle", tests, NULL, NULL);
}
