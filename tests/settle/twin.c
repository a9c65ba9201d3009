#include "twin.h"

#include <string.h>

const char *twin_fault_clause(enum twin_fault fault)
{
    static const char *const clauses[] = {
#define X(name, clause, text) clause,
        TWIN_FAULTS(X)
#undef X
    };
    return clauses[fault];
}

const char *twin_fault_text(enum twin_fault fault)
{
    static const char *const texts[] = {
#define X(name, clause, text) text,
        TWIN_FAULTS(X)
#undef X
    };
    return texts[fault];
}

// Everything a clause may look at.
struct twin {
    const struct uth_rules *rules;
    const struct uth_facts *facts;
    enum twin_fault fault;
    struct twin_answer *answer;
    int64_t bank_result;             // N of BANK-3
    int64_t bank_paid;               // P of BANK-3
    int64_t bank_used;               // what `gross` has used up of W
    int64_t prizes[UTH_WAGER_COUNT]; // paid so far, by kind of wager (WA-2)
    bool won[UTH_SEATS_MAX];         // the Progressive, by player
    int64_t award_of[UTH_SEATS_MAX]; // what it pays the player
};

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

// ---- hands (HAND-1 to HAND-3) -----------------------------------------------------------------

enum { TWO = 0, FIVE = 3, TEN = 8, JACK = 9, QUEEN = 10, KING = 11, ACE = 12 };

static int rank_of(uth_card card)
{
    return card / 4;
}

static int suit_of(uth_card card)
{
    return card % 4;
}

// The ranks, those that come most often first and the higher of two that come equally often.
static void sort_ranks(const uth_card cards[5], int ranks[5], int counts[13])
{
    for (int i = 0; i < 5; i++) {
        counts[rank_of(cards[i])]++;
    }
    for (int i = 0; i < 5; i++) {
        const int rank = rank_of(cards[i]);
        const int weight = counts[rank] * 16 + rank;
        int at = i;
        while (at > 0 && counts[ranks[at - 1]] * 16 + ranks[at - 1] < weight) {
            ranks[at] = ranks[at - 1];
            at--;
        }
        ranks[at] = rank;
    }
}

static enum uth_hand_kind kind_of_ranks(const int ranks[5], const int counts[13])
{
    const int first = counts[ranks[0]];
    if (first == 4) {
        return UTH_HAND_FOUR;
    }
    if (first == 3) {
        return counts[ranks[3]] == 2 ? UTH_HAND_FULL_HOUSE : UTH_HAND_THREE;
    }
    if (first == 2) {
        return counts[ranks[2]] == 2 ? UTH_HAND_TWO_PAIRS : UTH_HAND_PAIR;
    }
    return UTH_HAND_HIGH_CARD;
}

twin_strength twin_of_five(const uth_card cards[5], enum twin_fault fault)
{
    int ranks[5];
    int counts[13] = {0};
    sort_ranks(cards, ranks, counts);
    enum uth_hand_kind kind = kind_of_ranks(ranks, counts);
    if (kind == UTH_HAND_HIGH_CARD) {
        bool flush = true;
        for (int i = 1; i < 5; i++) {
            flush = flush && suit_of(cards[i]) == suit_of(cards[0]);
        }
        bool straight = ranks[0] - ranks[4] == 4;
        if (ranks[0] == ACE && ranks[1] == FIVE && fault != TWIN_WHEEL) {
            straight = true; // the ace plays low, below the deuce
            for (int i = 0; i < 4; i++) {
                ranks[i] = ranks[i + 1];
            }
            ranks[4] = 0;
        }
        kind = flush && straight ? UTH_HAND_STRAIGHT_FLUSH
               : flush           ? UTH_HAND_FLUSH
               : straight        ? UTH_HAND_STRAIGHT
                                 : UTH_HAND_HIGH_CARD;
        if (kind == UTH_HAND_STRAIGHT_FLUSH && ranks[0] == ACE) {
            kind = UTH_HAND_ROYAL_FLUSH;
        }
    }
    const int telling = fault == TWIN_KICKERS ? 3 : 5;
    twin_strength strength = (twin_strength)kind << 20;
    for (int i = 0; i < telling; i++) {
        strength |= (twin_strength)ranks[i] << (16 - 4 * i);
    }
    return strength;
}

enum uth_hand_kind twin_kind(twin_strength strength)
{
    return (enum uth_hand_kind)(strength >> 20);
}

// The best of the 21 ways to leave two of the seven cards out.
static twin_strength best_of_seven(const uth_card hole[2], const uth_card community[5],
                                   enum twin_fault fault)
{
    const uth_card seven[7] = {hole[0],      hole[1],      community[0], community[1],
                               community[2], community[3], community[4]};
    twin_strength best = 0;
    for (int a = 0; a < 7; a++) {
        for (int b = a + 1; b < 7; b++) {
            if (fault == TWIN_BOARD && a == 0 && b == 1) {
                continue;
            }
            uth_card five[5];
            int count = 0;
            for (int i = 0; i < 7; i++) {
                if (i != a && i != b) {
                    five[count++] = seven[i];
                }
            }
            const twin_strength strength = twin_of_five(five, fault);
            best = strength > best ? strength : best;
        }
    }
    return best;
}

// ---- the order of money (SHOW-9) --------------------------------------------------------------

// How many seats after the first one this seat is settled.
static int turn_of(const struct twin *twin, int seat)
{
    const int seats = twin->rules->seats;
    switch (twin->rules->order) {
    case UTH_ORDER_LEFT_OF_BANK: return (seat - twin->facts->bank_seat - 1 + seats) % seats;
    case UTH_ORDER_FROM_RIGHT: return seats - seat;
    case UTH_ORDER_FROM_LEFT: return seat - 1;
    }
    return 0;
}

static void order_seats(struct twin *twin)
{
    const struct uth_facts *const facts = twin->facts;
    int count = 0;
    for (int turn = 0; turn < twin->rules->seats; turn++) {
        const int at = twin->fault == TWIN_ORDER_REVERSED ? twin->rules->seats - 1 - turn : turn;
        for (int i = 0; i < facts->player_count; i++) {
            if (turn_of(twin, facts->players[i].seat) == at) {
                twin->answer->order[count++] = (uint8_t)i;
            }
        }
    }
}

// ---- what each wager is due, before anyone asks who covers it ---------------------------------

struct due {
    int64_t net; // more than 0 wins, less than 0 loses, 0 pushes
    enum uth_reason reason;
};

static int64_t pay(struct uth_odds odds, int64_t stake)
{
    return stake * odds.num / odds.den;
}

static enum uth_verdict verdict_of(const struct twin *twin, int player)
{
    const twin_strength own = twin->answer->hands[player];
    if (twin->facts->players[player].folded) {
        return UTH_VERDICT_FOLD;
    }
    if (own == twin->answer->dealer) {
        return twin->fault == TWIN_TIE_LOSES ? UTH_VERDICT_LOSE : UTH_VERDICT_TIE;
    }
    return own > twin->answer->dealer ? UTH_VERDICT_WIN : UTH_VERDICT_LOSE;
}

// SHOW-2 to SHOW-5, PLAY-5
static struct due ante_due(const struct twin *twin, int player, int64_t stake)
{
    const enum uth_verdict verdict = verdict_of(twin, player);
    const bool qualifies = twin->answer->settled.qualifies;
    if (verdict == UTH_VERDICT_FOLD) {
        if (twin->fault == TWIN_FOLD_REFUNDED && !qualifies) {
            return (struct due){0, UTH_REASON_ANTE_NOT_QUALIFIED};
        }
        return (struct due){-stake, UTH_REASON_ANTE_FOLDED};
    }
    if (!qualifies && twin->fault != TWIN_ANTE_PLAYS) {
        if (twin->rules->ante_unqualified == UTH_ANTE_PUSHES) {
            return (struct due){0, UTH_REASON_ANTE_NOT_QUALIFIED};
        }
        if (twin->rules->ante_unqualified == UTH_ANTE_WINS) {
            return (struct due){stake, UTH_REASON_ANTE_WINS_NOT_QUALIFIED};
        }
    }
    if (verdict == UTH_VERDICT_TIE) {
        return (struct due){0, UTH_REASON_ANTE_TIES};
    }
    return verdict == UTH_VERDICT_WIN ? (struct due){stake, UTH_REASON_ANTE_WINS}
                                      : (struct due){-stake, UTH_REASON_ANTE_LOSES};
}

// SHOW-3 to SHOW-5
static struct due play_due(const struct twin *twin, int player, int64_t stake)
{
    const enum uth_verdict verdict = verdict_of(twin, player);
    if (verdict == UTH_VERDICT_TIE) {
        return (struct due){0, UTH_REASON_PLAY_TIES};
    }
    if (verdict == UTH_VERDICT_LOSE) {
        return (struct due){-stake, UTH_REASON_PLAY_LOSES};
    }
    const int64_t ante = twin->facts->players[player].stakes[UTH_WAGER_ANTE].cents;
    return (struct due){twin->fault == TWIN_PLAY_PAYS_ONE_ANTE ? ante : stake,
                        UTH_REASON_PLAY_WINS};
}

// SHOW-4 to SHOW-6
static struct due blind_due(const struct twin *twin, int player, int64_t stake)
{
    const enum uth_verdict verdict = verdict_of(twin, player);
    const struct uth_odds odds = twin->rules->blind.pays[twin_kind(twin->answer->hands[player])];
    if (verdict == UTH_VERDICT_FOLD) {
        return (struct due){-stake, UTH_REASON_BLIND_FOLDED};
    }
    if (verdict == UTH_VERDICT_LOSE) {
        return (struct due){twin->fault == TWIN_BLIND_KEPT ? 0 : -stake, UTH_REASON_BLIND_LOSES};
    }
    if (verdict == UTH_VERDICT_TIE && twin->fault != TWIN_BLIND_TIE_PAYS) {
        return (struct due){0, UTH_REASON_BLIND_TIES};
    }
    if (odds.num == 0) {
        return (struct due){twin->fault == TWIN_BLIND_BELOW_LOSES ? -stake : 0,
                            UTH_REASON_BLIND_BELOW_TABLE};
    }
    return (struct due){pay(odds, stake), UTH_REASON_BLIND_WINS};
}

// ---- side bets --------------------------------------------------------------------------------

// By the kind, and where a rank is asked for by the first of the five ranks.
static bool is_at_least(twin_strength hand, uth_hand least)
{
    unsigned rank;
    UTH_CHECK(uth_hand_is_lowest(least, &rank));
    const enum uth_hand_kind kind = uth_hand_kind_of(least);
    return twin_kind(hand) > kind ||
           (twin_kind(hand) == kind && (rank == UTH_RANKS || (hand >> 16 & 15) >= rank));
}

// PAIR-1 to PAIR-4: do the conditions describe these two cards?
static bool two_fit(const struct twin *twin, const struct uth_condition *asked,
                    const uth_card cards[2])
{
    const bool swap = rank_of(cards[0]) < rank_of(cards[1]);
    const int high = rank_of(cards[swap ? 1 : 0]);
    const int low = rank_of(cards[swap ? 0 : 1]);
    const bool suited = suit_of(cards[0]) == suit_of(cards[1]) || twin->fault == TWIN_PAIRS_OFFSUIT;
    const bool hearts = suit_of(cards[0]) == 2 || suit_of(cards[1]) == 2;
    const bool diamonds = suit_of(cards[0]) == 1 || suit_of(cards[1]) == 1;
    const bool red = (hearts && diamonds) || twin->fault == TWIN_PAIRS_BLACK;
    const bool suits =
        asked->suits == UTH_SUITS_ANY || (asked->suits == UTH_SUITS_SAME && suited) ||
        (asked->suits == UTH_SUITS_OTHER && !suited) || (asked->suits == UTH_SUITS_RED && red);
    if (asked->when == UTH_WHEN_CONNECTED) {
        return suits && (high == low + 1 || (high == ACE && low == TWO));
    }
    const bool first = asked->when == UTH_WHEN_PAIR ? high == low : high == asked->high;
    return suits && first && low >= asked->from && low <= asked->to;
}

static bool is_royal(const uth_card *two, const uth_card *three)
{
    const uth_card five[5] = {two[0], two[1], three[0], three[1], three[2]};
    return twin_kind(twin_of_five(five, TWIN_NONE)) == UTH_HAND_ROYAL_FLUSH;
}

static bool asked_for(const struct twin *twin, const struct uth_condition *asked, int player,
                      twin_strength hand)
{
    const uth_card *const hole = twin->facts->players[player].cards;
    const uth_card *const board = twin->facts->community;
    switch ((enum uth_when)asked->when) {
    case UTH_WHEN_HAND:
        return hand != 0 && is_at_least(hand, asked->least) &&
               twin_kind(hand) <= uth_hand_kind_of(asked->most);
    case UTH_WHEN_ROYAL_FIRST_FIVE: return is_royal(hole, board);
    case UTH_WHEN_ROYAL_WITH_HOLE:
        return twin_kind(hand) == UTH_HAND_ROYAL_FLUSH && !is_royal(board, board + 2);
    case UTH_WHEN_ROYAL_ON_BOARD: return is_royal(board, board + 2);
    case UTH_WHEN_PAIR:
    case UTH_WHEN_RANKS:
    case UTH_WHEN_CONNECTED:
        return two_fit(twin, asked, hole) && (!asked->both || twin->fault == TWIN_PAIRS_DEALER ||
                                              two_fit(twin, asked, twin->facts->dealer));
    case UTH_WHEN_COUNT: break;
    }
    return false;
}

// The hand a bet looks at; 0 where there is none.
static twin_strength hand_for(const struct twin *twin, enum uth_bet_cards cards, int player)
{
    const uth_card *const hole = twin->facts->players[player].cards;
    const uth_card *const board = twin->facts->community;
    const uth_card five[5] = {hole[0], hole[1], board[0], board[1], board[2]};
    const twin_strength own = twin->answer->hands[player];
    const twin_strength dealer = twin->answer->dealer;
    const bool winner = twin->fault == TWIN_BEAT_PAYS_WINNER;
    switch (cards) {
    case UTH_BET_HOLE: return 0;
    case UTH_BET_HOLE_FLOP:
        return twin->fault == TWIN_BET_SEVEN ? own : twin_of_five(five, twin->fault);
    case UTH_BET_HOLE_BOARD: return own;
    case UTH_BET_BOARD: return twin_of_five(board, twin->fault);
    case UTH_BET_DEALER: return dealer;
    case UTH_BET_BEATEN: return own == dealer ? 0 : (own < dealer) != winner ? own : dealer;
    case UTH_BET_CARDS_COUNT: break;
    }
    return 0;
}

static const struct uth_bet *bet_of(const struct twin *twin, enum uth_wager wager)
{
    return &twin->rules->sides[wager - UTH_WAGER_TRIPS];
}

static struct due loses(int64_t stake, enum uth_reason reason)
{
    return (struct due){-stake, reason};
}

// SHOW-7, SHOW-8, BB-1 to BB-3, PAIR-3
static struct due side_due(const struct twin *twin, int player, enum uth_wager wager, int64_t stake)
{
    const struct uth_bet *const bet = bet_of(twin, wager);
    const struct uth_bet_table *const table = &bet->tables[bet->table];
    const enum uth_verdict verdict = verdict_of(twin, player);
    const bool beaten = bet->cards == UTH_BET_BEATEN;
    const bool tie = twin->answer->hands[player] == twin->answer->dealer;
    const bool is_trips = wager == UTH_WAGER_TRIPS;
    if (verdict == UTH_VERDICT_FOLD && twin->fault != TWIN_BET_FOLD &&
        (bet->fold == UTH_FOLD_LOSES || (is_trips && twin->fault == TWIN_TRIPS_FOLDS))) {
        return loses(stake, UTH_REASON_SIDE_FOLDED);
    }
    if ((beaten && verdict == UTH_VERDICT_FOLD && twin->fault == TWIN_FOLD_ENDS_SIDES) ||
        (is_trips && verdict == UTH_VERDICT_LOSE && twin->fault == TWIN_TRIPS_MUST_WIN)) {
        return loses(stake, UTH_REASON_SIDE_LOSES);
    }
    if (beaten && tie) {
        return loses(twin->fault == TWIN_BEAT_TIE_PUSHES ? 0 : stake, UTH_REASON_SIDE_TIES);
    }
    const twin_strength hand = hand_for(twin, (enum uth_bet_cards)bet->cards, player);
    const int count = table->line_count;
    for (int k = 0; k < count; k++) {
        const int i = twin->fault == TWIN_BET_LAST_LINE ? count - 1 - k : k;
        if (asked_for(twin, &table->lines[i].condition, player, hand)) {
            const bool suffered = twin->answer->hands[player] < twin->answer->dealer;
            return (struct due){pay(table->lines[i].pays, stake), !beaten ? UTH_REASON_SIDE_WINS
                                                                  : suffered
                                                                      ? UTH_REASON_SIDE_SUFFERED
                                                                      : UTH_REASON_SIDE_DEALT};
        }
    }
    return loses(stake, UTH_REASON_SIDE_LOSES);
}

// ---- the Progressive --------------------------------------------------------------------------

// PROG-2: to the ten-thousandth of a cent.
static void feed(const struct twin *twin, struct uth_meter *meter, int64_t stake)
{
    const struct uth_progressive_rules *const terms = &twin->rules->progressive;
    int64_t meter_units = stake * terms->meter_rate_bp;
    int64_t reserve_units = stake * terms->reserve_rate_bp;
    if (twin->fault == TWIN_CARRY_LOST) {
        meter_units -= (meter->carry + meter_units) % UTH_CARRY_UNITS;
    }
    // GM-5: what is over the maximum goes to the reserve.
    if (terms->maximum.cents != 0 && twin->fault != TWIN_NO_MAXIMUM) {
        const int64_t room = terms->maximum.cents * UTH_CARRY_UNITS -
                             (meter->amount.cents * UTH_CARRY_UNITS + meter->carry);
        const int64_t over = meter_units > room ? meter_units - (room > 0 ? room : 0) : 0;
        meter_units -= over;
        reserve_units += over;
    }
    if (twin->fault == TWIN_RESERVE_UNFED) {
        reserve_units = 0;
    }
    meter_units += meter->carry;
    meter->amount.cents += meter_units / UTH_CARRY_UNITS;
    meter->carry = (uint32_t)(meter_units % UTH_CARRY_UNITS);
    reserve_units += meter->reserve_carry;
    meter->reserve.cents += reserve_units / UTH_CARRY_UNITS;
    meter->reserve_carry = (uint32_t)(reserve_units % UTH_CARRY_UNITS);
}

// PROG-1: the highest line the seven cards show.
static enum uth_progressive_line line_of(const struct twin *twin, int player)
{
    const uth_card *const hole = twin->facts->players[player].cards;
    const uth_card *const community = twin->facts->community;
    switch (twin_kind(twin->answer->hands[player])) {
    case UTH_HAND_ROYAL_FLUSH:
        if (is_royal(hole, community) ||
            (twin->fault == TWIN_FIRST_FIVE && is_royal(hole, community + 1))) {
            return UTH_PROGRESSIVE_ROYAL_FIRST_FIVE;
        }
        return is_royal(community, community + 2) && twin->fault != TWIN_COMMUNITY_ROYAL
                   ? UTH_PROGRESSIVE_COMMUNITY_ROYAL
                   : UTH_PROGRESSIVE_ROYAL_SEVEN;
    case UTH_HAND_STRAIGHT_FLUSH: return UTH_PROGRESSIVE_STRAIGHT_FLUSH;
    case UTH_HAND_FOUR: return UTH_PROGRESSIVE_FOUR;
    case UTH_HAND_FULL_HOUSE: return UTH_PROGRESSIVE_FULL_HOUSE;
    case UTH_HAND_FLUSH: return UTH_PROGRESSIVE_FLUSH;
    case UTH_HAND_STRAIGHT: return UTH_PROGRESSIVE_STRAIGHT;
    case UTH_HAND_THREE: return UTH_PROGRESSIVE_THREE;
    case UTH_HAND_TWO_PAIRS:
    case UTH_HAND_PAIR:
    case UTH_HAND_HIGH_CARD:
    case UTH_HAND_COUNT: break;
    }
    return UTH_PROGRESSIVE_NONE;
}

// PROG-3, PROG-4, PROG-6
static struct uth_award award_from(const struct twin *twin, struct uth_meter *meter,
                                   struct uth_progressive_pay pays, int64_t stake)
{
    struct uth_award award = {0};
    if (pays.meter_bp != 0) {
        // Of all that is on the meter, to its ten-thousandths of a cent.
        const int64_t cent = (int64_t)UTH_BASIS_POINTS * UTH_CARRY_UNITS;
        const int64_t units = meter->amount.cents * UTH_CARRY_UNITS + meter->carry;
        const int64_t parts = units * pays.meter_bp;
        award.amount.cents = (parts + (twin->fault == TWIN_ROUNDED_UP ? cent - 1 : 0)) / cent;
        award.from_meter = award.amount;
    } else {
        award.amount.cents = stake * pays.for_one;
        if (twin->rules->progressive.fixed_pays_from == UTH_PAYS_FROM_METER &&
            twin->fault != TWIN_TRAY) {
            award.from_meter.cents = smaller(award.amount.cents, meter->amount.cents);
        }
        award.from_house.cents = award.amount.cents - award.from_meter.cents;
        if (twin->fault == TWIN_DRY_METER && award.from_meter.cents > 0) {
            award.amount = award.from_meter;
            award.from_house.cents = 0;
        }
    }
    meter->amount.cents -= award.from_meter.cents;
    if (pays.meter_bp == UTH_BASIS_POINTS) {
        award.seed_added = meter->seed;
        // GM-5 holds here too: what would pass the maximum, carry included, stays in the reserve.
        const int64_t maximum = twin->rules->progressive.maximum.cents;
        const int64_t above = meter->seed.cents + (meter->carry != 0 ? 1 : 0);
        int64_t room = maximum == 0 ? meter->reserve.cents : maximum - above;
        room = room < 0 ? 0 : room;
        award.reserve_used.cents =
            twin->fault == TWIN_RESERVE_KEPT ? 0 : smaller(meter->reserve.cents, room);
        meter->amount.cents += award.seed_added.cents + award.reserve_used.cents;
        meter->reserve.cents -= award.reserve_used.cents;
    }
    return award;
}

// GM-1: NULL where nothing was confirmed.
static const struct uth_award *confirmed_of(const struct twin *twin, uint8_t seat)
{
    for (int i = 0; i < twin->facts->confirmed_count; i++) {
        if (twin->facts->confirmed[i].seat == seat && twin->fault != TWIN_FIXED_ANEW) {
            return &twin->facts->confirmed[i];
        }
    }
    return NULL;
}

// What was confirmed has left the meter, which has no room for less than nothing.
static void take_confirmed(const struct twin *twin, struct uth_meter *meter)
{
    int64_t amount = meter->amount.cents;
    int64_t reserve = meter->reserve.cents;
    for (int i = 0; i < twin->facts->confirmed_count; i++) {
        const struct uth_award *const award = &twin->facts->confirmed[i];
        amount += award->seed_added.cents + award->reserve_used.cents - award->from_meter.cents;
        reserve -= award->reserve_used.cents;
    }
    if (twin->fault != TWIN_STILL_ON_METER) {
        meter->amount.cents = amount < 0 ? 0 : smaller(amount, UTH_METER_MAX);
        meter->reserve.cents = reserve < 0 ? 0 : reserve;
    }
}

static void award_player(struct twin *twin, int player)
{
    const struct uth_player_facts *const facts = &twin->facts->players[player];
    const enum uth_progressive_line line = line_of(twin, player);
    const int64_t stake = facts->stakes[UTH_WAGER_PROGRESSIVE].cents;
    if (stake == 0 || line == UTH_PROGRESSIVE_NONE) {
        return;
    }
    const struct uth_progressive_pay pays = twin->rules->progressive.table.pays[line];
    if (pays.for_one == 0 && pays.meter_bp == 0) {
        return;
    }
    struct uth_settlement *const settled = &twin->answer->settled;
    const struct uth_award *const confirmed = confirmed_of(twin, facts->seat);
    struct uth_award award =
        confirmed != NULL ? *confirmed : award_from(twin, &settled->meter, pays, stake);
    award.seat = facts->seat;
    award.line = line;
    twin->won[player] = true;
    twin->award_of[player] = award.amount.cents;
    settled->awards[settled->award_count++] = award;
}

// PROG-5. The order of confirmation is not known here: what was confirmed comes before the rest, for
// which it is the rule for one table.
static void award_all(struct twin *twin)
{
    const int count = twin->facts->player_count;
    take_confirmed(twin, &twin->answer->settled.meter);
    for (int i = 0; i < count; i++) {
        const bool left_first = twin->fault == TWIN_LEFT_FIRST;
        int player = left_first ? i : count - 1 - i; // players stand by rising seat
        if (twin->rules->progressive.order == UTH_METER_ORDER_SETTLEMENT) {
            player = twin->answer->order[i];
        }
        award_player(twin, player);
    }
}

static struct due progressive_due(const struct twin *twin, int player, int64_t stake)
{
    if (!twin->won[player]) {
        return (struct due){-stake, UTH_REASON_PROGRESSIVE_LOSES};
    }
    return (struct due){twin->award_of[player] - stake, UTH_REASON_PROGRESSIVE_WINS};
}

// ---- who covers it (BANK-1 to BANK-4, WA-2) ---------------------------------------------------

// BANK-3 as it is written, switch by switch. What moves to the player, or from the player when it is
// negative.
static int64_t cover(struct twin *twin, int64_t due)
{
    const int64_t wager = twin->facts->bank_wager.cents;
    const int64_t loss_reach = wager - (twin->fault == TWIN_LOSS_TO_W ? 0 : twin->bank_result);
    enum uth_coverage coverage = twin->rules->coverage;
    if (twin->rules->banked_by == UTH_BANKED_BY_HOUSE) {
        return due;
    }
    if (twin->fault == TWIN_GROSS_IS_NET && coverage == UTH_COVERAGE_GROSS) {
        coverage = UTH_COVERAGE_NET;
    }
    if (twin->fault == TWIN_PAYOFFS_ARE_NET && coverage == UTH_COVERAGE_PAYOFFS) {
        coverage = UTH_COVERAGE_NET;
    }
    int64_t moved = 0;
    bool exhausted = false;
    switch (coverage) {
    case UTH_COVERAGE_PAYOFFS:
        exhausted = twin->bank_paid == wager;
        moved = due < 0 ? -smaller(-due, loss_reach) : smaller(due, wager - twin->bank_paid);
        break;
    case UTH_COVERAGE_NET:
        exhausted = twin->bank_result == -wager;
        moved = due < 0 ? -smaller(-due, loss_reach) : smaller(due, wager + twin->bank_result);
        break;
    case UTH_COVERAGE_GROSS:
        moved = due < 0 ? -smaller(-due, wager - twin->bank_used)
                        : smaller(due, wager - twin->bank_used);
        break;
    case UTH_COVERAGE_COUNT: break;
    }
    if (twin->fault == TWIN_STOPS_AT_WIN && twin->bank_result == wager) {
        exhausted = coverage != UTH_COVERAGE_GROSS;
    }
    if (exhausted && !(twin->fault == TWIN_PLAYS_ON && due < 0)) {
        moved = 0;
    }
    twin->bank_result -= moved;
    twin->bank_paid += moved > 0 ? moved : 0;
    twin->bank_used += moved < 0 ? -moved : moved;
    return moved;
}

// WA-2: what is left of the posted cap for prizes of this kind.
static int64_t cut_to_aggregate(struct twin *twin, enum uth_wager wager, int64_t due)
{
    const int64_t cap = twin->rules->aggregate[wager].max.cents;
    if (due <= 0 || cap == 0 || twin->fault == TWIN_AGGREGATE) {
        return due;
    }
    const int64_t left = twin->fault == TWIN_AGGREGATE_EACH ? cap : cap - twin->prizes[wager];
    return smaller(due, left);
}

static struct due due_of(const struct twin *twin, int player, enum uth_wager wager, int64_t stake)
{
    switch (wager) {
    case UTH_WAGER_ANTE: return ante_due(twin, player, stake);
    case UTH_WAGER_BLIND: return blind_due(twin, player, stake);
    case UTH_WAGER_PLAY: return play_due(twin, player, stake);
    case UTH_WAGER_TRIPS:
    case UTH_WAGER_BAD_BEAT:
    case UTH_WAGER_PAIRS:
    case UTH_WAGER_OWN_1:
    case UTH_WAGER_OWN_2:
    case UTH_WAGER_OWN_3:
    case UTH_WAGER_OWN_4: return side_due(twin, player, wager, stake);
    case UTH_WAGER_PROGRESSIVE: return progressive_due(twin, player, stake);
    case UTH_WAGER_COUNT: break;
    }
    return (struct due){0, UTH_REASON_COUNT};
}

// A prize the aggregate left nothing of was still won: "returned" is what no bank covered.
static enum uth_outcome outcome_of(int64_t due, int64_t share, int64_t moved)
{
    if (due == 0) {
        return UTH_OUTCOME_PUSH;
    }
    if (moved == 0 && share != 0) {
        return UTH_OUTCOME_RETURNED;
    }
    return due > 0 ? UTH_OUTCOME_WIN : UTH_OUTCOME_LOSE;
}

static void settle_wager(struct twin *twin, int player, enum uth_wager wager)
{
    const struct uth_player_facts *const facts = &twin->facts->players[player];
    struct uth_settlement *const settled = &twin->answer->settled;
    const int64_t stake = facts->stakes[wager].cents;
    const struct due due = due_of(twin, player, wager, stake);
    struct uth_settled *const line = &settled->lines[settled->line_count++];
    *line = (struct uth_settled){.seat = facts->seat,
                                 .player = (uint8_t)player,
                                 .wager = wager,
                                 .reason = due.reason,
                                 .stake = {stake},
                                 .due = {due.net},
                                 .net = {due.net}};
    if (wager == UTH_WAGER_PROGRESSIVE) { // no bank's business
        line->outcome = twin->won[player] ? UTH_OUTCOME_WIN : UTH_OUTCOME_LOSE;
    } else {
        const int64_t share = cut_to_aggregate(twin, wager, due.net);
        line->net.cents = cover(twin, share);
        line->outcome = outcome_of(due.net, share, line->net.cents);
        line->carried = line->net.cents != share
                            ? (line->net.cents == 0 ? UTH_CARRIED_NOT_AT_ALL : UTH_CARRIED_IN_PART)
                        : share != due.net ? UTH_CARRIED_TO_AGGREGATE
                                           : UTH_CARRIED_WHOLE;
        if (line->net.cents > 0) {
            twin->prizes[wager] += line->net.cents;
        }
        if (due.net == 0 && twin->fault == TWIN_PUSH_USES_COVER) {
            twin->bank_used = smaller(twin->bank_used + stake, twin->facts->bank_wager.cents);
        }
        settled->bank_net.cents -= line->net.cents;
    }
    settled->players[player].net.cents += line->net.cents;
}

// PLAY-5: is this what the fold loses at once?
static bool is_lost_by_fold(const struct twin *twin, int player, enum uth_wager wager)
{
    const struct uth_player_facts *const facts = &twin->facts->players[player];
    const int64_t stake = facts->stakes[wager].cents;
    if (!facts->folded || stake == 0 || twin->fault == TWIN_FOLDS_IN_TURN) {
        return false;
    }
    if (wager <= UTH_WAGER_PLAY) {
        return true;
    }
    const enum uth_wager_fold fold = (enum uth_wager_fold)bet_of(twin, wager)->fold;
    return wager != UTH_WAGER_PROGRESSIVE && fold <= UTH_FOLD_LOSES_UNLESS_WON &&
           side_due(twin, player, wager, stake).net < 0;
}

static void settle_at_turn(struct twin *twin, int player, bool refund_first)
{
    const struct uth_rules *const rules = twin->rules;
    const struct uth_player_facts *const facts = &twin->facts->players[player];
    const enum uth_verdict verdict = verdict_of(twin, player);
    const bool won = verdict == UTH_VERDICT_WIN || verdict == UTH_VERDICT_TIE;
    const enum uth_wager *const order =
        won || twin->fault == TWIN_ONE_ORDER ? rules->order_won : rules->order_lost;
    // SHOW-2: an Ante that goes back is returned before anything else at the seat.
    const bool back = !twin->answer->settled.qualifies && !facts->folded &&
                      rules->ante_unqualified == UTH_ANTE_PUSHES;
    const bool back_now = back && !refund_first && twin->fault != TWIN_ANTE_IN_ORDER;
    if (back_now) {
        settle_wager(twin, player, UTH_WAGER_ANTE);
    }
    for (int k = 0; k < UTH_WAGER_COUNT; k++) {
        const enum uth_wager wager =
            order[twin->fault == TWIN_WAGERS_REVERSED ? UTH_WAGER_COUNT - 1 - k : k];
        const bool refunded = wager == UTH_WAGER_ANTE && (back_now || (back && refund_first));
        if (facts->stakes[wager].cents != 0 && !refunded && !is_lost_by_fold(twin, player, wager)) {
            settle_wager(twin, player, wager);
        }
    }
}

static void settle_wagers(struct twin *twin)
{
    const struct uth_rules *const rules = twin->rules;
    struct uth_settlement *const settled = &twin->answer->settled;
    // BANK-4: what was lost by a fold, before all else.
    for (int i = 0; i < twin->facts->player_count; i++) {
        for (int k = 0; k < UTH_WAGER_COUNT; k++) {
            if (is_lost_by_fold(twin, twin->answer->order[i], (enum uth_wager)k)) {
                settle_wager(twin, twin->answer->order[i], (enum uth_wager)k);
                settled->fold_lines++;
            }
        }
    }
    // SHOW-2: a first pass for the Antes that go back.
    const bool refund_first = rules->ante_refund_first && !settled->qualifies &&
                              rules->ante_unqualified == UTH_ANTE_PUSHES &&
                              twin->fault != TWIN_REFUND_IN_TURN;
    for (int i = 0; i < twin->facts->player_count && refund_first; i++) {
        const int player = twin->answer->order[i];
        if (!twin->facts->players[player].folded) {
            settle_wager(twin, player, UTH_WAGER_ANTE);
            settled->ante_refunds++;
        }
    }
    for (int i = 0; i < twin->facts->player_count; i++) {
        settle_at_turn(twin, twin->answer->order[i], refund_first);
    }
}

// ---- fees (FEE-1 to FEE-3) --------------------------------------------------------------------

static void take_fees(struct twin *twin)
{
    struct twin_answer *const answer = twin->answer;
    for (int i = 0; i < twin->facts->player_count; i++) {
        const uth_money *const stakes = twin->facts->players[i].stakes;
        answer->total_action += stakes[UTH_WAGER_ANTE].cents + stakes[UTH_WAGER_BLIND].cents +
                                stakes[UTH_WAGER_TRIPS].cents;
        if (twin->fault == TWIN_FEE_COUNTS_PLAY) {
            answer->total_action += stakes[UTH_WAGER_PLAY].cents;
        }
    }
    if (twin->rules->collection_count == 0) {
        return;
    }
    const struct uth_collection *const fees = &twin->rules->collections[twin->rules->collection];
    const int64_t early = twin->fault == TWIN_FEE_TIER_UP ? 1 : 0;
    for (int i = 0; i < fees->tier_count; i++) {
        if (answer->total_action + early >= fees->tiers[i].action.cents) {
            answer->bank_fee = fees->tiers[i].fee.cents;
        }
    }
    const bool circles = twin->rules->player_fee_per == UTH_FEE_PER_CIRCLE;
    answer->player_fee = fees->player_fee.cents * (circles && twin->fault != TWIN_FEE_SPOT ? 2 : 1);
}

// SHOW-8: a wager that is still live after a fold, and that the dealer's cards decide.
static bool asks_for_dealer(const struct twin *twin, enum uth_wager wager)
{
    const struct uth_bet *const bet = bet_of(twin, wager);
    const struct uth_bet_table *const table = &bet->tables[bet->table];
    bool both = false;
    for (int i = 0; i < table->line_count; i++) {
        both = both || table->lines[i].condition.both;
    }
    return bet->fold > UTH_FOLD_LOSES_UNLESS_WON &&
           (bet->cards == UTH_BET_DEALER || bet->cards == UTH_BET_BEATEN || both);
}

static bool needs_dealer(const struct twin *twin)
{
    for (int i = 0; i < twin->facts->player_count; i++) {
        const struct uth_player_facts *const player = &twin->facts->players[i];
        bool needs = !player->folded;
        for (int k = UTH_WAGER_TRIPS; k < UTH_WAGER_COUNT; k++) {
            needs = needs || (player->stakes[k].cents != 0 && k != UTH_WAGER_PROGRESSIVE &&
                              asks_for_dealer(twin, (enum uth_wager)k));
        }
        if (needs) {
            return true;
        }
    }
    return twin->fault == TWIN_DEALER_ALWAYS_TURNS;
}

static bool qualifies(const struct uth_rules *rules, twin_strength dealer)
{
    return is_at_least(dealer, rules->qualifier);
}

void twin_settle(const struct uth_rules *rules, const struct uth_facts *facts,
                 enum twin_fault fault, struct twin_answer *answer)
{
    struct twin twin = {.rules = rules, .facts = facts, .fault = fault, .answer = answer};
    *answer = (struct twin_answer){0};
    struct uth_settlement *const settled = &answer->settled;
    answer->dealer = best_of_seven(facts->dealer, facts->community, fault);
    settled->qualifies = qualifies(rules, answer->dealer) || fault == TWIN_QUALIFIES_ALWAYS;
    settled->player_count = facts->player_count;
    answer->fed = facts->meter;
    for (int i = 0; i < facts->player_count; i++) {
        answer->hands[i] = best_of_seven(facts->players[i].cards, facts->community, fault);
        settled->players[i].verdict = verdict_of(&twin, i);
        feed(&twin, &answer->fed, facts->players[i].stakes[UTH_WAGER_PROGRESSIVE].cents);
    }
    settled->meter = answer->fed;
    order_seats(&twin);
    take_fees(&twin);
    answer->needs_dealer = needs_dealer(&twin);
    award_all(&twin);
    settle_wagers(&twin);
}
