#include "random_round.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "wire/rules_json.h"

static bool one_in(struct rng *rng, uint32_t count)
{
    return rng_below(rng, count) == 0;
}

static int64_t between(struct rng *rng, int64_t low, int64_t high)
{
    return low + (int64_t)(rng_next(rng) % (uint64_t)(high - low + 1));
}

// ---- rules ------------------------------------------------------------------------------------

static struct uth_odds random_odds(struct rng *rng, int64_t chip, uint32_t highest)
{
    static const uint32_t parts[] = {1, 1, 1, 2, 4, 5, 10};
    const uint32_t den = parts[rng_below(rng, 7)];
    if (one_in(rng, 4)) {
        return (struct uth_odds){0, 0};
    }
    return (struct uth_odds){1 + rng_below(rng, highest), chip % den == 0 ? den : 1};
}

static void random_paytable(struct rng *rng, int64_t chip, struct uth_paytable *table)
{
    const uint32_t highest = one_in(rng, 2) ? 12 : 400;
    for (unsigned i = 0; i < UTH_HAND_COUNT; i++) {
        table->pays[i] = random_odds(rng, chip, highest);
    }
}

// ---- side bets --------------------------------------------------------------------------------

static struct uth_condition random_hand(struct rng *rng, enum uth_bet_cards cards)
{
    const enum uth_hand_kind kind = (enum uth_hand_kind)rng_below(rng, UTH_HAND_COUNT);
    const bool ranked = cards != UTH_BET_BEATEN && kind < UTH_HAND_ROYAL_FLUSH && one_in(rng, 3);
    const uth_hand least =
        ranked ? uth_hand_lowest(kind, rng_below(rng, UTH_RANKS)) : (uth_hand)(kind << 12);
    return (struct uth_condition){
        .when = UTH_WHEN_HAND,
        .least = least,
        .most = one_in(rng, 3) ? UINT16_MAX : (uth_hand)(least | 0xfff),
    };
}

static struct uth_condition random_two(struct rng *rng)
{
    const uint8_t high = (uint8_t)between(rng, 1, UTH_RANK_ACE);
    const bool both = one_in(rng, 8);
    if (one_in(rng, 6)) {
        return (struct uth_condition){.when = UTH_WHEN_CONNECTED,
                                      .suits = (uint8_t)rng_below(rng, UTH_SUITS_RED),
                                      .both = both};
    }
    const bool paired = one_in(rng, 2);
    const uint8_t to = paired ? high : (uint8_t)rng_below(rng, high);
    const uint8_t suits = paired ? (one_in(rng, 4) ? UTH_SUITS_RED : UTH_SUITS_ANY)
                                 : (uint8_t)rng_below(rng, UTH_SUITS_RED);
    return (struct uth_condition){.when = paired ? UTH_WHEN_PAIR : UTH_WHEN_RANKS,
                                  .high = paired ? 0 : high,
                                  .from = (uint8_t)rng_below(rng, to + 1U),
                                  .to = to,
                                  .suits = suits,
                                  .both = both};
}

static struct uth_condition random_condition(struct rng *rng, enum uth_bet_cards cards)
{
    if (cards == UTH_BET_HOLE) {
        return random_two(rng);
    }
    if (cards == UTH_BET_HOLE_BOARD && one_in(rng, 8)) {
        static const uint8_t royals[] = {UTH_WHEN_ROYAL_FIRST_FIVE, UTH_WHEN_ROYAL_WITH_HOLE,
                                         UTH_WHEN_ROYAL_ON_BOARD};
        return (struct uth_condition){.when = royals[rng_below(rng, 3)]};
    }
    return random_hand(rng, cards);
}

// Whether a line can be reached is no matter here: the first that fits pays.
static void random_bet(struct rng *rng, int64_t chip, struct uth_bet *bet)
{
    bet->cards = one_in(rng, 2) && bet->table_count != 0
                     ? bet->cards
                     : (uint8_t)rng_below(rng, UTH_BET_CARDS_COUNT);
    bet->fold = (uint8_t)rng_below(rng, UTH_FOLD_COUNT);
    bet->table_count = bet->table_count == 0 ? 1 : bet->table_count;
    for (unsigned i = 0; i < bet->table_count; i++) {
        struct uth_bet_table *const table = &bet->tables[i];
        const uint32_t highest = one_in(rng, 2) ? 12 : 400;
        table->line_count = (uint8_t)between(rng, 1, UTH_BET_LINES_MAX);
        for (unsigned line = 0; line < table->line_count; line++) {
            struct uth_odds pays = {0, 0};
            while (pays.den == 0) {
                pays = random_odds(rng, chip, highest);
            }
            table->lines[line] =
                (struct uth_bet_line){random_condition(rng, (enum uth_bet_cards)bet->cards), pays};
        }
        uth_bet_table_index(table);
    }
}

// A bet of the profile's own: an id, a title, a table.
static void random_own_bet(struct rng *rng, unsigned number, struct uth_rules *rules)
{
    struct uth_bet *const bet = &rules->sides[UTH_WAGER_OWN_1 - UTH_WAGER_TRIPS + number];
    const char id[] = {'b', 'e', 't', '_', (char)('a' + number), '\0'};
    memset(bet, 0, sizeof *bet);
    random_bet(rng, rules->chip.cents, bet);
    memcpy(bet->id, id, sizeof id);
    memcpy(bet->title, "A bet", sizeof "A bet");
    memcpy(bet->tables[0].id, id, sizeof id);
    rules->offered[UTH_WAGER_OWN_1 + number] = !one_in(rng, 5);
}

static void random_bets(struct rng *rng, struct uth_rules *rules)
{
    const unsigned own = rng_below(rng, 5);
    for (unsigned i = UTH_WAGER_TRIPS; i <= UTH_WAGER_PAIRS; i++) {
        if (one_in(rng, 2)) {
            random_bet(rng, rules->chip.cents, &rules->sides[i - UTH_WAGER_TRIPS]);
        }
        rules->sides[i - UTH_WAGER_TRIPS].needs = 0;
    }
    for (unsigned i = 0; i < own; i++) {
        random_own_bet(rng, i, rules);
    }
    const unsigned needs = UTH_WAGER_TRIPS + rng_below(rng, UTH_SIDES_MAX);
    const unsigned needed = UTH_WAGER_TRIPS + rng_below(rng, UTH_SIDES_MAX);
    if (rules->offered[needed] && needs != needed && rules->offered[needs]) {
        rules->sides[needs - UTH_WAGER_TRIPS].needs = (uint16_t)(1U << needed); // BET-4
    }
}

// In chips, so that every limit holds one.
static struct uth_limit random_limit(struct rng *rng, int64_t chip)
{
    const int64_t min = chip * between(rng, 1, 10);
    return (struct uth_limit){{min}, {min + chip * between(rng, 0, 100)}};
}

static void random_limits(struct rng *rng, struct uth_rules *rules)
{
    const int64_t chip = rules->chip.cents;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        rules->limits[i] = random_limit(rng, chip);
    }
    rules->limits[UTH_WAGER_BLIND] = rules->limits[UTH_WAGER_ANTE];
    const int64_t ante = rules->limits[UTH_WAGER_ANTE].min.cents;
    rules->limits[UTH_WAGER_PLAY] = (struct uth_limit){{chip}, {0}};
    if (one_in(rng, 2)) {
        rules->limits[UTH_WAGER_PLAY].max.cents = ante * between(rng, 20, 100);
    }
    rules->progressive.stake.cents = chip * between(rng, 1, 5);
    rules->limits[UTH_WAGER_PROGRESSIVE] =
        (struct uth_limit){rules->progressive.stake, rules->progressive.stake};
}

static void random_raises(struct rng *rng, struct uth_rules *rules)
{
    memset(rules->raises, 0, sizeof rules->raises);
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        uint8_t size = (uint8_t)rng_below(rng, 8);
        for (unsigned i = 0; i < UTH_RAISES_MAX && size > 0; i++) {
            rules->raises[street][i] = size;
            size = (uint8_t)rng_below(rng, size);
        }
    }
    if (rules->raises[UTH_STREET_RIVER][0] == 0) {
        rules->raises[UTH_STREET_RIVER][0] = 1;
    }
}

static void random_collection(struct rng *rng, int64_t chip, struct uth_collection *collection)
{
    *collection = (struct uth_collection){.spot = random_limit(rng, chip)};
    collection->player_fee.cents = 25 * between(rng, 0, 4);
    collection->tier_count = (uint8_t)between(rng, 1, UTH_TIERS_MAX);
    int64_t action = between(rng, 0, 20) * chip;
    for (unsigned i = 0; i < collection->tier_count; i++) {
        collection->tiers[i] = (struct uth_tier){{action}, {25 * between(rng, 0, 40)}};
        action += chip * between(rng, 1, 60) + (one_in(rng, 4) ? 1 : 0);
    }
}

static void random_bank(struct rng *rng, struct uth_rules *rules)
{
    rules->banked_by = one_in(rng, 2) ? UTH_BANKED_BY_HOUSE : UTH_BANKED_BY_PLAYER;
    rules->collection_count = 0;
    rules->collection = 0;
    memset(rules->collections, 0, sizeof rules->collections);
    if (rules->banked_by == UTH_BANKED_BY_HOUSE) {
        rules->seats = (uint8_t)between(rng, 1, UTH_SEATS_MAX);
        rules->order = one_in(rng, 2) ? UTH_ORDER_FROM_RIGHT : UTH_ORDER_FROM_LEFT;
    } else {
        rules->seats = (uint8_t)between(rng, 2, UTH_SEATS_MAX);
        rules->order = (enum uth_order)rng_below(rng, 3);
        rules->bank_hands_max = 2;
        rules->collection_count = (uint8_t)rng_below(rng, UTH_COLLECTIONS_MAX + 1);
        for (unsigned i = 0; i < rules->collection_count; i++) {
            random_collection(rng, rules->chip.cents, &rules->collections[i]);
            rules->collection = (uint8_t)rng_below(rng, i + 1);
        }
    }
    rules->spots_per_player = 1;
    if (rules->collection_count != 0) { // no Play limit that a spot limit could contradict
        rules->limits[UTH_WAGER_PLAY] = (struct uth_limit){{0}, {0}};
    }
}

static void random_progressive(struct rng *rng, struct uth_rules *rules)
{
    struct uth_progressive_rules *const terms = &rules->progressive;
    terms->seed.cents = between(rng, 0, 1) * between(rng, 0, 2000000);
    terms->maximum.cents = one_in(rng, 2) ? 0 : terms->seed.cents + between(rng, 1, 1000000);
    terms->meter_rate_bp = rng_below(rng, UTH_BASIS_POINTS + 1);
    terms->reserve_rate_bp = rng_below(rng, UTH_BASIS_POINTS - terms->meter_rate_bp + 1);
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        struct uth_progressive_pay pay = {0, 0};
        switch (rng_below(rng, 5)) {
        case 0: break;
        case 1: pay.meter_bp = UTH_BASIS_POINTS; break;
        case 2: pay.meter_bp = 1 + rng_below(rng, UTH_BASIS_POINTS); break;
        default: pay.for_one = 1 + rng_below(rng, 3000); break;
        }
        terms->table.pays[i] = pay;
    }
    // A line for a royal flush with a hole card would be read as one for those in the first five, too.
    if (!uth_progressive_pays(&terms->table, UTH_PROGRESSIVE_ROYAL_FIRST_FIVE)) {
        terms->table.pays[UTH_PROGRESSIVE_ROYAL_SEVEN] = (struct uth_progressive_pay){0, 0};
    }
}

// WA-2: an aggregate goes with top odds of 50 to 1 or more.
static void raise_top_odds(struct rng *rng, struct uth_rules *rules, enum uth_wager wager)
{
    const struct uth_odds top = {50 + rng_below(rng, 500), 1};
    if (wager == UTH_WAGER_BLIND) {
        rules->blind.pays[UTH_HAND_THREE] = top;
    } else {
        struct uth_bet *const bet = &rules->sides[wager - UTH_WAGER_TRIPS];
        bet->tables[bet->table].lines[0].pays = top;
    }
}

static void random_aggregates(struct rng *rng, struct uth_rules *rules)
{
    int64_t largest = 0;
    for (unsigned i = 0; i < rules->collection_count; i++) {
        const int64_t max = rules->collections[i].spot.max.cents;
        largest = max > largest ? max : largest;
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const int64_t limit = rules->limits[i].max.cents;
        rules->aggregate[i] = (struct uth_limit){{0}, {0}};
        const bool pays_little =
            i == UTH_WAGER_ANTE || i == UTH_WAGER_PLAY || i == UTH_WAGER_PROGRESSIVE;
        if (rules->offered[i] && !pays_little && one_in(rng, 2)) {
            const int64_t stake = limit > largest ? limit : largest;
            rules->aggregate[i].max.cents = 50 * stake + between(rng, 0, 10000);
            raise_top_odds(rng, rules, (enum uth_wager)i);
        }
    }
}

static void random_order_of_wagers(struct rng *rng, enum uth_wager order[UTH_WAGER_COUNT])
{
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const unsigned j = rng_below(rng, i + 1);
        order[i] = order[j];
        order[j] = (enum uth_wager)i;
    }
}

// What a table may choose without another profile.
static void random_switches(struct rng *rng, struct uth_rules *rules)
{
    rules->sides[0].fold = one_in(rng, 2) ? UTH_FOLD_LOSES_UNLESS_WON : UTH_FOLD_LOSES; // SHOW-7
    rules->coverage = (enum uth_coverage)rng_below(rng, UTH_COVERAGE_COUNT);
    rules->player_fee_per = one_in(rng, 2) ? UTH_FEE_PER_CIRCLE : UTH_FEE_PER_SPOT;
    rules->progressive.fixed_pays_from = one_in(rng, 2) ? UTH_PAYS_FROM_TRAY : UTH_PAYS_FROM_METER;
    rules->progressive.order = (enum uth_meter_order)rng_below(rng, 3);
    rules->procedure = (enum uth_procedure)rng_below(rng, 4);
    if (rules->collection_count != 0) {
        rules->collection = (uint8_t)rng_below(rng, rules->collection_count);
    }
    for (unsigned i = 0; i < UTH_SIDES_MAX; i++) {
        struct uth_bet *const bet = &rules->sides[i];
        bet->table = bet->table_count == 0 ? 0 : (uint8_t)rng_below(rng, bet->table_count);
    }
}

// Starts from washington, which has a table of every kind.
static void random_own_rules(struct rng *rng, struct uth_rules *rules)
{
    static const int64_t chips[] = {50, 100, 100, 500, 1000};
    *rules = uth_rules_washington;
    memcpy(rules->name, "own", sizeof "own");
    random_switches(rng, rules);
    rules->chip.cents = chips[rng_below(rng, 5)];
    random_limits(rng, rules);
    random_raises(rng, rules);
    random_bank(rng, rules);
    for (unsigned i = UTH_WAGER_TRIPS; i <= UTH_WAGER_PROGRESSIVE; i++) {
        rules->offered[i] = !one_in(rng, 5);
    }
    rules->sides[1].needs =
        rules->offered[UTH_WAGER_TRIPS] && one_in(rng, 2) ? 1U << UTH_WAGER_TRIPS : 0;
    rules->games_max = (uint8_t)(one_in(rng, 2) ? 0 : between(rng, 1, 5));
    rules->legal_wager_max.cents = 0;
    rules->play_within_limit = one_in(rng, 3);
    // A pair or less as often as not, so that qualifying stays a question.
    rules->qualifier = (uth_hand)(rng_below(rng, one_in(rng, 2) ? 3 : 9) << 12);
    if (one_in(rng, 2)) {
        rules->qualifier = uth_hand_lowest((enum uth_hand_kind)rng_below(rng, 2),
                                           (unsigned)rng_below(rng, UTH_RANKS));
    }
    rules->ante_unqualified = (enum uth_ante_rule)rng_below(rng, 3);
    rules->ante_refund_first = one_in(rng, 2);
    random_order_of_wagers(rng, rules->order_won);
    random_order_of_wagers(rng, rules->order_lost);
    if (!one_in(rng, 3)) {
        random_paytable(rng, rules->chip.cents, &rules->blind);
        random_bets(rng, rules);
    }
    if (!one_in(rng, 3)) {
        random_progressive(rng, rules);
    }
    random_aggregates(rng, rules);
}

void random_rules(struct rng *rng, struct uth_rules *rules)
{
    for (unsigned tries = 0;; tries++) {
        if (one_in(rng, 4)) {
            *rules = *uth_rules_builtin(rng_below(rng, (uint32_t)uth_rules_builtin_count()));
            random_switches(rng, rules);
        } else {
            random_own_rules(rng, rules);
        }
        struct uth_fault fault;
        if (uth_rules_check(rules, &fault) == UTH_OK) {
            return;
        }
        // Odds that do not divide the chip of a table left as it was, say.
        if (tries == 1000) {
            (void)fprintf(stderr, "no sound profile in 1,000: %s, %s\n", fault.path,
                          fault.expected);
            abort();
        }
    }
}

// ---- cards ------------------------------------------------------------------------------------

static void shuffle(struct rng *rng, uth_card *cards, unsigned count)
{
    for (unsigned i = count; i > 1; i--) {
        const unsigned j = rng_below(rng, i);
        const uth_card card = cards[i - 1];
        cards[i - 1] = cards[j];
        cards[j] = card;
    }
}

// The cards that fit first, in a random order, then the others.
static void deck_of(struct rng *rng, bool (*fits)(uth_card, unsigned), unsigned which,
                    uth_card deck[UTH_DECK_SIZE])
{
    unsigned first = 0;
    unsigned last = UTH_DECK_SIZE;
    for (unsigned card = 0; card < UTH_DECK_SIZE; card++) {
        if (fits((uth_card)card, which)) {
            deck[first++] = (uth_card)card;
        } else {
            deck[--last] = (uth_card)card;
        }
    }
    shuffle(rng, deck, first);
    shuffle(rng, deck + first, UTH_DECK_SIZE - first);
}

static bool is_any(uth_card card, unsigned which)
{
    (void)card;
    (void)which;
    return true;
}

// Six ranks from a given one on, around the corner.
static bool is_near_rank(uth_card card, unsigned which)
{
    return (uth_card_rank(card) + UTH_RANKS - which % UTH_RANKS) % UTH_RANKS < 6;
}

static bool is_of_suits(uth_card card, unsigned which)
{
    return uth_card_suit(card) == which % 4 || uth_card_suit(card) == which / 4 % 4;
}

static bool is_high(uth_card card, unsigned which)
{
    return uth_card_rank(card) >= UTH_RANK_TEN || (which % 3 == 0 && uth_card_rank(card) == 7);
}

static bool is_royal_of(uth_card card, unsigned which)
{
    return uth_card_rank(card) >= UTH_RANK_TEN && uth_card_suit(card) == which % 4;
}

static bool is_low(uth_card card, unsigned which)
{
    return uth_card_rank(card) == UTH_RANK_ACE || uth_card_rank(card) <= 3 + which % 2;
}

// Moves the card to a place.
static void put(uth_card deck[UTH_DECK_SIZE], unsigned place, uth_card card)
{
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        if (deck[i] == card) {
            deck[i] = deck[place];
            deck[place] = card;
            return;
        }
    }
}

// Broadway in mixed suits, a royal flush, or four of a kind with an ace.
static void stack_board(struct rng *rng, uth_card deck[UTH_DECK_SIZE])
{
    const unsigned suit = rng_below(rng, 4);
    const unsigned which = rng_below(rng, 3);
    const unsigned rank = rng_below(rng, 12);
    for (unsigned i = 0; i < 5; i++) {
        put(deck, i,
            which == 0   ? uth_card_make(8 + i, rng_below(rng, 4))
            : which == 1 ? uth_card_make(8 + i, suit)
            : i < 4      ? uth_card_make(rank, i)
                         : uth_card_make(UTH_RANK_ACE, suit));
    }
    shuffle(rng, deck, 5);
}

static void stack_hole_cards(struct rng *rng, uth_card deck[UTH_DECK_SIZE])
{
    const unsigned suit = rng_below(rng, 4);
    const unsigned other = (suit + rng_below(rng, 4)) % 4;
    const unsigned rank = one_in(rng, 3) ? rng_below(rng, 13) : 8 + rng_below(rng, 5);
    const bool aces = one_in(rng, 2);
    put(deck, 7, uth_card_make(one_in(rng, 3) ? rank : UTH_RANK_ACE, aces ? 1 : suit));
    put(deck, 8, uth_card_make(aces ? UTH_RANK_ACE : rank, aces ? 2 : other));
    if (one_in(rng, 2)) {
        put(deck, 5, uth_card_make(UTH_RANK_ACE, 0));
        put(deck, 6, uth_card_make(UTH_RANK_ACE, 3));
    }
}

// Seven ranks, none next to four others in a row, in suits that change.
static void stack_unqualified(struct rng *rng, uth_card deck[UTH_DECK_SIZE])
{
    uth_card ranks[UTH_RANKS];
    for (unsigned i = 0; i < UTH_RANKS; i++) {
        ranks[i] = (uth_card)i;
    }
    shuffle(rng, ranks, UTH_RANKS);
    for (unsigned i = 0; i < 7; i++) {
        put(deck, i, uth_card_make(ranks[i], i % 4));
    }
}

// A whole deck: community, dealer, then the players.
static void random_deck(struct rng *rng, uth_card deck[UTH_DECK_SIZE])
{
    const unsigned which = rng_below(rng, 48);
    switch ((enum random_deck)rng_below(rng, RANDOM_DECK_COUNT)) {
    case RANDOM_DECK_FEW_RANKS: deck_of(rng, is_near_rank, which, deck); return;
    case RANDOM_DECK_FEW_SUITS: deck_of(rng, is_of_suits, which, deck); return;
    case RANDOM_DECK_HIGH: deck_of(rng, is_high, which, deck); return;
    case RANDOM_DECK_ROYAL:
        // A few strangers among the five, so that hole cards, flop, turn and river share them.
        deck_of(rng, is_royal_of, which, deck);
        shuffle(rng, deck, 5 + rng_below(rng, 6));
        return;
    case RANDOM_DECK_WHEEL: deck_of(rng, is_low, which, deck); return;
    case RANDOM_DECK_BOARD:
        deck_of(rng, is_any, 0, deck);
        stack_board(rng, deck);
        return;
    case RANDOM_DECK_HOLE_CARDS:
        deck_of(rng, is_any, 0, deck);
        stack_hole_cards(rng, deck);
        return;
    case RANDOM_DECK_UNQUALIFIED:
        deck_of(rng, is_any, 0, deck);
        stack_unqualified(rng, deck);
        return;
    case RANDOM_DECK_PLAIN:
    case RANDOM_DECK_COUNT: break;
    }
    deck_of(rng, is_any, 0, deck);
}

static void deal(struct rng *rng, struct uth_facts *facts)
{
    uth_card deck[UTH_DECK_SIZE];
    random_deck(rng, deck);
    if (one_in(rng, 4)) { // the player's luck is the dealer's
        for (unsigned i = 0; i < 2; i++) {
            const uth_card card = deck[5 + i];
            deck[5 + i] = deck[7 + i];
            deck[7 + i] = card;
        }
    }
    memcpy(facts->community, deck, 5);
    memcpy(facts->dealer, deck + 5, 2);
    const unsigned turn = rng_below(rng, facts->player_count);
    for (unsigned i = 0; i < facts->player_count; i++) {
        memcpy(facts->players[(i + turn) % facts->player_count].cards, deck + 7 + 2 * (size_t)i, 2);
    }
}

// ---- stakes -----------------------------------------------------------------------------------

static int64_t random_stake(struct rng *rng, const struct uth_rules *rules, struct uth_limit limit)
{
    const int64_t chip = rules->chip.cents;
    const int64_t least = (limit.min.cents + chip - 1) / chip;
    const int64_t most = limit.max.cents / chip;
    switch (rng_below(rng, 6)) {
    case 0: return least * chip;
    case 1: return most * chip;
    default: return between(rng, least, most) * chip;
    }
}

static int64_t random_ante(struct rng *rng, const struct uth_rules *rules)
{
    struct uth_limit limit = uth_rules_limit(rules, UTH_WAGER_ANTE);
    const int64_t cap = rules->limits[UTH_WAGER_PLAY].max.cents;
    uint8_t largest = 0;
    for (unsigned i = 0; i < UTH_STREET_COUNT; i++) {
        largest = rules->raises[i][0] > largest ? rules->raises[i][0] : largest;
    }
    if (cap != 0 && limit.max.cents > cap / largest) {
        limit.max.cents = cap / largest;
    }
    return random_stake(rng, rules, limit);
}

static void random_play(struct rng *rng, const struct uth_rules *rules,
                        struct uth_player_facts *player, uint8_t *street)
{
    uint8_t size = 0;
    while (size == 0 && !one_in(rng, 6)) {
        *street = (uint8_t)rng_below(rng, UTH_STREET_COUNT);
        size = rules->raises[*street][rng_below(rng, UTH_RAISES_MAX)];
        size = uth_rules_play_open(rules, player->stakes[UTH_WAGER_ANTE], size) ? size : 0;
    }
    player->folded = size == 0;
    player->stakes[UTH_WAGER_PLAY].cents = player->stakes[UTH_WAGER_ANTE].cents * size;
}

static void random_sides(struct rng *rng, const struct uth_rules *rules,
                         struct uth_player_facts *player)
{
    unsigned games = 1;
    const unsigned start = rng_below(rng, UTH_SIDES_MAX);
    for (unsigned i = 0; i < UTH_SIDES_MAX; i++) {
        const enum uth_wager wager =
            (enum uth_wager)(UTH_WAGER_TRIPS + (start + i) % UTH_SIDES_MAX);
        bool lacks_another = false;
        for (unsigned other = 0; other < UTH_WAGER_COUNT; other++) {
            lacks_another = lacks_another || ((uth_rules_needs(rules, wager) >> other & 1) != 0 &&
                                              player->stakes[other].cents == 0);
        }
        const bool too_many = rules->games_max != 0 && games >= rules->games_max;
        if (!rules->offered[wager] || lacks_another || too_many || one_in(rng, 3)) {
            continue;
        }
        games++;
        player->stakes[wager].cents = wager == UTH_WAGER_PROGRESSIVE
                                          ? rules->progressive.stake.cents
                                          : random_stake(rng, rules, uth_rules_limit(rules, wager));
    }
}

// From one chip to more than could ever move; mostly near what is on the table.
static int64_t random_bank_wager(struct rng *rng, const struct uth_rules *rules, int64_t stakes)
{
    const int64_t chip = rules->chip.cents;
    const int64_t highest[] = {stakes / 4, stakes, stakes * 4, stakes * 30, stakes * 1000};
    const int64_t chips = highest[rng_below(rng, 5)] / chip;
    return chip * between(rng, 1, chips > 0 ? chips : 1);
}

static struct uth_meter random_meter(struct rng *rng, const struct uth_rules *rules)
{
    const int64_t maximum = rules->progressive.maximum.cents;
    const int64_t amounts[] = {0, between(rng, 0, 99), between(rng, 0, 400000),
                               between(rng, 0, 100000000),
                               maximum != 0 && maximum > 200 ? maximum - between(rng, 0, 200) : 1};
    return (struct uth_meter){
        .amount = {amounts[rng_below(rng, 5)]},
        .reserve = {one_in(rng, 3) ? 0 : between(rng, 0, 10000000)},
        .seed = {one_in(rng, 3) ? 0 : between(rng, 0, 10000000)},
        .carry = one_in(rng, 3) ? 0 : rng_below(rng, UTH_CARRY_UNITS),
        .reserve_carry = one_in(rng, 3) ? 0 : rng_below(rng, UTH_CARRY_UNITS),
    };
}

// What the line pays, or any share of any meter, and from anywhere it may come.
static struct uth_award random_award(struct rng *rng, const struct uth_progressive_rules *rules,
                                     const struct uth_player_facts *player,
                                     enum uth_progressive_line line)
{
    const struct uth_progressive_pay pay = rules->table.pays[line];
    const bool backed_out = pay.meter_bp != 0 && one_in(rng, 4);
    struct uth_award award = {.seat = player->seat};
    award.amount.cents = pay.meter_bp != 0
                             ? between(rng, 0, 1000000)
                             : player->stakes[UTH_WAGER_PROGRESSIVE].cents * pay.for_one;
    award.from_meter.cents = backed_out          ? 0
                             : pay.meter_bp != 0 ? award.amount.cents
                                                 : between(rng, 0, award.amount.cents);
    award.from_house.cents = award.amount.cents - award.from_meter.cents;
    if (pay.meter_bp == UTH_BASIS_POINTS && award.from_house.cents == 0) {
        award.seed_added.cents = one_in(rng, 2) ? 0 : between(rng, 0, 1000000);
        award.reserve_used.cents = one_in(rng, 2) ? 0 : between(rng, 0, 1000000);
    }
    return award;
}

// Of some rounds all wins were confirmed before, of some a few, in any order.
static void confirm(struct rng *rng, const struct uth_rules *rules, struct random_round *round)
{
    struct uth_facts *const facts = &round->facts;
    const bool all = one_in(rng, 2);
    for (unsigned i = 0; i < facts->player_count; i++) {
        const struct uth_player_facts *const player = &facts->players[i];
        const enum uth_progressive_line line = uth_settle_progressive_line(rules, facts, player);
        if ((all || one_in(rng, 2)) && line != UTH_PROGRESSIVE_NONE) {
            const unsigned last = facts->confirmed_count++;
            const unsigned at = rng_below(rng, last + 1);
            round->confirmed[last] = round->confirmed[at];
            round->confirmed[at] = random_award(rng, &rules->progressive, player, line);
        }
    }
    facts->confirmed = round->confirmed;
}

void random_round(struct rng *rng, const struct uth_rules *rules, struct random_round *round)
{
    struct uth_facts *const facts = &round->facts;
    *round = (struct random_round){0};
    if (rules->banked_by == UTH_BANKED_BY_PLAYER) {
        facts->bank_seat = (uint8_t)between(rng, 1, rules->seats);
    }
    const uint8_t sure = (uint8_t)between(rng, 1, rules->seats); // somebody has to play
    const uint32_t empty = 1 + rng_below(rng, 4);
    int64_t stakes = 0;
    for (uint8_t seat = 1; seat <= rules->seats; seat++) {
        const bool wanted = seat == sure || (sure == facts->bank_seat && facts->player_count == 0 &&
                                             seat + 1 >= rules->seats);
        if (seat == facts->bank_seat || (!wanted && one_in(rng, empty))) {
            continue;
        }
        struct uth_player_facts *const player = &facts->players[facts->player_count];
        player->seat = seat;
        player->stakes[UTH_WAGER_ANTE].cents = random_ante(rng, rules);
        player->stakes[UTH_WAGER_BLIND] = player->stakes[UTH_WAGER_ANTE];
        random_sides(rng, rules, player);
        random_play(rng, rules, player, &round->street[facts->player_count]);
        stakes += player->stakes[UTH_WAGER_ANTE].cents * 2;
        facts->player_count++;
    }
    if (facts->bank_seat != 0) {
        facts->bank_wager.cents = random_bank_wager(rng, rules, stakes);
    }
    facts->meter = random_meter(rng, rules);
    deal(rng, facts);
    if (one_in(rng, 3)) {
        confirm(rng, rules, round);
    }
}

// ---- as JSON ----------------------------------------------------------------------------------

static void print_line(FILE *out, json_t *document)
{
    if (document == NULL || json_dumpf(document, out, JSON_COMPACT) != 0) {
        abort();
    }
    (void)fputc('\n', out);
    json_decref(document);
}

void random_rules_print(FILE *out, const struct uth_rules *rules)
{
    print_line(out, wire_rules_to_json(rules));
}

static json_t *cards_json(const uth_card *cards, size_t count)
{
    char text[16];
    uth_cards_text(cards, count, text);
    return json_string(text);
}

static json_t *play_json(const struct uth_player_facts *player, uint8_t street)
{
    json_t *const play = json_array();
    for (unsigned i = 0; i < (player->folded ? 2U : street); i++) {
        (void)json_array_append_new(play, json_string("check"));
    }
    char size[8] = "fold";
    if (!player->folded) {
        (void)snprintf(size, sizeof size, "%ux",
                       (unsigned)(player->stakes[UTH_WAGER_PLAY].cents /
                                  player->stakes[UTH_WAGER_ANTE].cents) &
                           0xff);
    }
    (void)json_array_append_new(play, json_string(size));
    return play;
}

static json_t *player_json(const struct uth_rules *rules, const struct uth_player_facts *player,
                           uint8_t street)
{
    json_t *const object = json_object();
    (void)json_object_set_new(object, "seat", json_integer(player->seat));
    json_t *const side = json_object();
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        if (i != UTH_WAGER_PLAY && player->stakes[i].cents != 0) {
            (void)json_object_set_new(uth_wager_is_own(wager) ? side : object,
                                      uth_rules_wager_name(rules, wager),
                                      json_integer(player->stakes[i].cents));
        }
    }
    if (json_object_size(side) != 0) {
        (void)json_object_set(object, "side", side);
    }
    json_decref(side);
    (void)json_object_set_new(object, "cards", cards_json(player->cards, 2));
    (void)json_object_set_new(object, "play", play_json(player, street));
    return object;
}

static json_t *confirmed_json(const struct uth_facts *facts)
{
    json_t *const list = json_array();
    for (unsigned i = 0; i < facts->confirmed_count; i++) {
        const struct uth_award *const award = &facts->confirmed[i];
        (void)json_array_append_new(
            list, json_pack("{s:i, s:I, s:I, s:I, s:I, s:I}", "seat", (int)award->seat, "amount",
                            (json_int_t)award->amount.cents, "from_meter",
                            (json_int_t)award->from_meter.cents, "from_house",
                            (json_int_t)award->from_house.cents, "seed_added",
                            (json_int_t)award->seed_added.cents, "reserve_used",
                            (json_int_t)award->reserve_used.cents));
    }
    return list;
}

void random_round_print(FILE *out, const struct uth_rules *rules, const struct random_round *round)
{
    const struct uth_facts *const facts = &round->facts;
    json_t *const players = json_array();
    bool fed = false;
    for (unsigned i = 0; i < facts->player_count; i++) {
        fed = fed || facts->players[i].stakes[UTH_WAGER_PROGRESSIVE].cents != 0;
        (void)json_array_append_new(players,
                                    player_json(rules, &facts->players[i], round->street[i]));
    }
    json_t *const object = json_pack("{s:s, s:s, s:o, s:o, s:o}", "id", "difference", "rules",
                                     rules->name, "community", cards_json(facts->community, 5),
                                     "dealer", cards_json(facts->dealer, 2), "players", players);
    if (facts->bank_seat != 0) {
        (void)json_object_set_new(object, "bank",
                                  json_pack("{s:i, s:I}", "seat", (int)facts->bank_seat, "wager",
                                            (json_int_t)facts->bank_wager.cents));
    }
    if (fed) {
        const struct uth_meter *const meter = &facts->meter;
        (void)json_object_set_new(
            object, "meter",
            json_pack("{s:I, s:I, s:I, s:I, s:I}", "amount", (json_int_t)meter->amount.cents,
                      "carry", (json_int_t)meter->carry, "reserve",
                      (json_int_t)meter->reserve.cents, "reserve_carry",
                      (json_int_t)meter->reserve_carry, "seed", (json_int_t)meter->seed.cents));
    }
    if (facts->confirmed_count != 0) {
        (void)json_object_set_new(object, "confirmed", confirmed_json(facts));
    }
    print_line(out, object);
}
