// The showdown as tables and one walk.
//
// Invariants:
//   (1) Each wager that was made appears exactly once in settlement->lines.
//   (2) The lines stand in the order money moves; the player-dealer's wager is used up in it. What was
//       lost by a fold comes before all else, as it was taken at the fold (BANK-4).
//   (3) What all players gained on wagers the bank covers is what the bank lost, to the cent.
#include "uth/settle.h"

#include <string.h>

#include "core/due.h"

struct walk {
    const struct uth_rules *rules;
    const struct uth_facts *facts;
    struct uth_settlement *out;
    int64_t taken;                     // BANK-3: by the player-dealer so far, in cents
    int64_t paid;                      // and what was paid: P of the rulebook; N is the difference
    int64_t of_meter;                  // what the players gained from the meters
    bool limited;                      // by the player-dealer's wager or an aggregate
    uint16_t done[UTH_SEATS_MAX];      // by player, bit by wager: settled before the seat's turn
    uth_money prizes[UTH_WAGER_COUNT]; // WA-2: paid so far
    uth_money progressive[UTH_SEATS_MAX]; // awards by player, where the bit below is set
    uint8_t progressive_won;              // bit by player: a share of a dry meter is still a win
    uint8_t order[UTH_SEATS_MAX];
};

// How a verdict is settled: the outcome, why, and the stake's sign in the net.
struct line {
    enum uth_outcome outcome;
    enum uth_reason reason;
    int8_t sign;
};

// clang-format off
#define PLAYED {                                                                                   \
    [UTH_VERDICT_LOSE] = { UTH_OUTCOME_LOSE, UTH_REASON_ANTE_LOSES,  -1 },                         \
    [UTH_VERDICT_TIE]  = { UTH_OUTCOME_PUSH, UTH_REASON_ANTE_TIES,    0 },                         \
    [UTH_VERDICT_WIN]  = { UTH_OUTCOME_WIN,  UTH_REASON_ANTE_WINS,    1 },                         \
    [UTH_VERDICT_FOLD] = { UTH_OUTCOME_LOSE, UTH_REASON_ANTE_FOLDED, -1 },                         \
}
#define PUSHES { UTH_OUTCOME_PUSH, UTH_REASON_ANTE_NOT_QUALIFIED,      0 }
#define WINS   { UTH_OUTCOME_WIN,  UTH_REASON_ANTE_WINS_NOT_QUALIFIED, 1 }
#define FOLDED { UTH_OUTCOME_LOSE, UTH_REASON_ANTE_FOLDED,            -1 }

// SHOW-2 to SHOW-5, PLAY-5: by what the house does when the dealer does not qualify, and whether they
// does. A fold loses the Ante in any case.
static const struct line ante_lines[UTH_ANTE_WINS + 1][2][UTH_VERDICT_COUNT] = {
    [UTH_ANTE_PUSHES] = { { PUSHES, PUSHES, PUSHES, FOLDED }, PLAYED },
    [UTH_ANTE_PLAYS]  = { PLAYED, PLAYED },
    [UTH_ANTE_WINS]   = { { WINS, WINS, WINS, FOLDED }, PLAYED },
};

// Play does not ask whether the dealer qualifies.
static const struct line play_lines[UTH_VERDICT_COUNT] = {
    [UTH_VERDICT_LOSE] = { UTH_OUTCOME_LOSE, UTH_REASON_PLAY_LOSES, -1 },
    [UTH_VERDICT_TIE]  = { UTH_OUTCOME_PUSH, UTH_REASON_PLAY_TIES,   0 },
    [UTH_VERDICT_WIN]  = { UTH_OUTCOME_WIN,  UTH_REASON_PLAY_WINS,   1 },
    [UTH_VERDICT_FOLD] = { UTH_OUTCOME_LOSE, UTH_REASON_PLAY_LOSES, -1 },
};

// SHOW-6: winning with less than the table pays is a push: the Blind is never even money.
static const struct line blind_lines[UTH_VERDICT_COUNT] = {
    [UTH_VERDICT_LOSE] = { UTH_OUTCOME_LOSE, UTH_REASON_BLIND_LOSES,      -1 },
    [UTH_VERDICT_TIE]  = { UTH_OUTCOME_PUSH, UTH_REASON_BLIND_TIES,        0 },
    [UTH_VERDICT_WIN]  = { UTH_OUTCOME_PUSH, UTH_REASON_BLIND_BELOW_TABLE, 0 },
    [UTH_VERDICT_FOLD] = { UTH_OUTCOME_LOSE, UTH_REASON_BLIND_FOLDED,     -1 },
};
// clang-format on

static inline struct due lose(uth_money stake, enum uth_reason reason)
{
    return (struct due){UTH_OUTCOME_LOSE, reason, {-stake.cents}};
}

static inline struct due win(uth_money pay, enum uth_reason reason)
{
    return (struct due){UTH_OUTCOME_WIN, reason, pay};
}

static inline struct due even_money(uth_money stake, const struct line *line)
{
    return (struct due){line->outcome, line->reason, {stake.cents * line->sign}};
}

static inline struct due due_ante(const struct uth_rules *rules, bool qualifies,
                                  enum uth_verdict verdict, uth_money stake)
{
    return even_money(stake, &ante_lines[rules->ante_unqualified][qualifies][verdict]);
}

static inline struct due due_blind(const struct uth_rules *rules, enum uth_verdict verdict,
                                   enum uth_hand_kind kind, uth_money stake)
{
    const struct uth_odds odds = rules->blind.pays[kind];
    if (odds.den != 0 && verdict == UTH_VERDICT_WIN) {
        return win(uth_odds_pay(odds, stake), UTH_REASON_BLIND_WINS);
    }
    return even_money(stake, &blind_lines[verdict]);
}

// PROG-1, for royal flushes alone: where the seven cards hold it.
static void place_royal(const struct side_cards *cards, struct uth_bet_seen *seen)
{
    uth_card first_five[5];
    memcpy(first_five, cards->hole, 2);
    memcpy(first_five + 2, cards->community, 3);
    seen->royal_first_five = uth_hand_kind_of(uth_hand_of(first_five, 5)) == UTH_HAND_ROYAL_FLUSH;
    seen->royal_with_hole =
        uth_hand_kind_of(uth_hand_of(cards->community, 5)) != UTH_HAND_ROYAL_FLUSH;
}

static uth_hand hand_of_flop(const struct side_cards *cards)
{
    uth_card five[5];
    memcpy(five, cards->hole, 2);
    memcpy(five + 2, cards->community, 3);
    return uth_hand_of(five, 5);
}

// BB-3: at a tie nobody is beaten.
static uth_hand beaten_of(const struct side_cards *cards)
{
    return cards->hand == cards->dealer_hand  ? 0
           : cards->hand < cards->dealer_hand ? cards->hand
                                              : cards->dealer_hand;
}

uint8_t core_side_line(const struct uth_bet *bet, const struct side_cards *cards)
{
    struct uth_bet_seen seen = {.hole = cards->hole, .dealer = cards->dealer};
    switch ((enum uth_bet_cards)bet->cards) {
    case UTH_BET_HOLE: break;
    case UTH_BET_HOLE_FLOP: seen.hand = hand_of_flop(cards); break;
    case UTH_BET_HOLE_BOARD: seen.hand = cards->hand; break;
    case UTH_BET_BOARD: seen.hand = uth_hand_of(cards->community, 5); break;
    case UTH_BET_DEALER: seen.hand = cards->dealer_hand; break;
    case UTH_BET_BEATEN: seen.hand = beaten_of(cards); break;
    case UTH_BET_CARDS_COUNT: UTH_CHECK(!"cards"); break;
    }
    if (bet->cards == UTH_BET_HOLE_BOARD && uth_hand_kind_of(seen.hand) == UTH_HAND_ROYAL_FLUSH) {
        place_royal(cards, &seen);
    }
    return (uint8_t)uth_bet_line_of(uth_bet_table(bet), &seen);
}

// Where the cards stand in the index of a bet, by what it looks at: an array costs less than a jump
// for each bet. Five cards alone are looked at only where a bet asks for them.
struct places {
    uint8_t at[UTH_BET_CARDS_COUNT];
};
enum { PLACE_UNKNOWN = 0xff };

static inline struct places places_of(const struct side_cards *cards)
{
    return (struct places){{
        [UTH_BET_HOLE] = (uint8_t)uth_bet_place_of_hole(cards->hole),
        [UTH_BET_HOLE_FLOP] = PLACE_UNKNOWN,
        [UTH_BET_HOLE_BOARD] = (uint8_t)uth_hand_kind_of(cards->hand),
        [UTH_BET_BOARD] = PLACE_UNKNOWN,
        [UTH_BET_DEALER] = (uint8_t)uth_hand_kind_of(cards->dealer_hand),
        [UTH_BET_BEATEN] = (uint8_t)uth_hand_kind_of(beaten_of(cards)),
    }};
}

// core_side_line, at once where the index decides.
static inline unsigned side_line(const struct uth_bet *bet, const struct uth_bet_table *table,
                                 const struct side_cards *cards, const struct places *places)
{
    const unsigned place = places->at[bet->cards];
    const unsigned first = place == PLACE_UNKNOWN ? 0 : table->first[place];
    return (first & UTH_BET_DECIDED) != 0 ? first & ~(unsigned)UTH_BET_DECIDED
                                          : core_side_line(bet, cards);
}

// What the wagers of one player look at.
struct asking {
    const struct uth_rules *rules;
    const uth_money *stakes;
    const struct showdown *showdown;
    const struct side_cards *cards; // NULL: the showdown has the lines of the side bets
    const struct places *places;
};

// BB-2: who was beaten, where the beaten hand is what pays.
static inline enum uth_reason reason_to_win(const struct uth_bet *bet, enum uth_verdict compared)
{
    if (bet->cards != UTH_BET_BEATEN) {
        return UTH_REASON_SIDE_WINS;
    }
    return compared == UTH_VERDICT_LOSE ? UTH_REASON_SIDE_SUFFERED : UTH_REASON_SIDE_DEALT;
}

// SHOW-7, BB-1 to BB-3, PAIR-1: by its own cards, whoever wins the hand, and also after a fold
// unless the house takes it with the fold. Where the cards are given, the line is theirs and not
// the showdown's.
static inline struct due due_side(const struct asking *asking, enum uth_wager wager,
                                  uth_money stake)
{
    const struct uth_bet *bet = uth_rules_side(asking->rules, wager);
    const struct showdown *showdown = asking->showdown;
    if (showdown->folded && bet->fold == UTH_FOLD_LOSES) {
        return lose(stake, UTH_REASON_SIDE_FOLDED);
    }
    const struct uth_bet_table *table = uth_bet_table(bet);
    const unsigned line = asking->cards != NULL
                              ? side_line(bet, table, asking->cards, asking->places)
                              : showdown->line[wager - UTH_WAGER_TRIPS];
    if (line >= table->line_count) {
        const bool tied = bet->cards == UTH_BET_BEATEN && showdown->compared == UTH_VERDICT_TIE;
        return lose(stake, tied ? UTH_REASON_SIDE_TIES : UTH_REASON_SIDE_LOSES);
    }
    return win(uth_odds_pay(table->lines[line].pays, stake),
               reason_to_win(bet, showdown->compared));
}

// PROG-1: for 1, so the stake is gone either way.
static inline struct due due_progressive(const struct showdown *showdown, uth_money stake)
{
    return showdown->awarded
               ? win(uth_money_difference(showdown->award, stake), UTH_REASON_PROGRESSIVE_WINS)
               : lose(stake, UTH_REASON_PROGRESSIVE_LOSES);
}

static inline enum uth_verdict verdict_of(enum uth_verdict compared, bool folded)
{
    return folded ? UTH_VERDICT_FOLD : compared;
}

static inline struct due due_of(const struct asking *asking, enum uth_wager wager, uth_money stake)
{
    const struct uth_rules *rules = asking->rules;
    const struct showdown *showdown = asking->showdown;
    const enum uth_verdict verdict = verdict_of(showdown->compared, showdown->folded);
    switch (wager) {
    case UTH_WAGER_ANTE: return due_ante(rules, showdown->qualifies, verdict, stake);
    case UTH_WAGER_BLIND: return due_blind(rules, verdict, showdown->kind, stake);
    case UTH_WAGER_PLAY: return even_money(stake, &play_lines[verdict]);
    case UTH_WAGER_TRIPS:
    case UTH_WAGER_BAD_BEAT:
    case UTH_WAGER_PAIRS:
    case UTH_WAGER_OWN_1:
    case UTH_WAGER_OWN_2:
    case UTH_WAGER_OWN_3:
    case UTH_WAGER_OWN_4: return due_side(asking, wager, stake);
    case UTH_WAGER_PROGRESSIVE: return due_progressive(showdown, stake);
    case UTH_WAGER_COUNT: break;
    }
    UTH_CHECK(!"a wager");
}

static inline unsigned due_to(const struct asking *asking, enum uth_wager wager,
                              struct due dues[UTH_WAGER_COUNT])
{
    const uth_money stake = asking->stakes[wager];
    if (stake.cents == 0) {
        return 0;
    }
    dues[wager] = due_of(asking, wager, stake);
    return 1U << wager;
}

// What the wagers come to does not depend on the order of the walk. Returns those that were made.
static inline unsigned dues_of(const struct asking *asking, unsigned wagers,
                               struct due dues[UTH_WAGER_COUNT])
{
    _Static_assert(UTH_WAGER_OWN_1 == 7, "a due for each wager: a loop would cost an eighth");
    unsigned made = 0;
    made |= due_to(asking, UTH_WAGER_ANTE, dues);
    made |= due_to(asking, UTH_WAGER_BLIND, dues);
    made |= due_to(asking, UTH_WAGER_PLAY, dues);
    made |= due_to(asking, UTH_WAGER_TRIPS, dues);
    made |= due_to(asking, UTH_WAGER_BAD_BEAT, dues);
    made |= due_to(asking, UTH_WAGER_PAIRS, dues);
    made |= due_to(asking, UTH_WAGER_PROGRESSIVE, dues);
    for (unsigned i = UTH_WAGER_OWN_1; i < wagers; i++) {
        made |= due_to(asking, (enum uth_wager)i, dues);
    }
    return made;
}

// So many wagers are looked at: those of a profile's own stand last, and few have any.
static inline unsigned wagers_of(const uth_money stakes[UTH_WAGER_COUNT])
{
    int64_t own = 0;
    for (unsigned i = UTH_WAGER_OWN_1; i < UTH_WAGER_COUNT; i++) {
        own |= stakes[i].cents;
    }
    return own != 0 ? UTH_WAGER_COUNT : UTH_WAGER_OWN_1;
}

void core_dues(const struct uth_rules *rules, const uth_money stakes[UTH_WAGER_COUNT],
               const struct showdown *showdown, struct due dues[UTH_WAGER_COUNT])
{
    const struct asking asking = {rules, stakes, showdown, NULL, NULL};
    (void)dues_of(&asking, UTH_WAGER_COUNT, dues);
}

// WA-2: prizes of one kind over the posted aggregate are shared in settlement order.
static void cut_to_aggregate(struct walk *walk, struct uth_settled *settled)
{
    UTH_CHECK(settled->net.cents <= UTH_MONEY_MAX);

    const uth_money cap = walk->rules->aggregate[settled->wager].max;
    const uth_money left = uth_money_difference(cap, walk->prizes[settled->wager]);
    if (settled->net.cents > left.cents) {
        settled->net = left;
        settled->carried = UTH_CARRIED_TO_AGGREGATE;
    }
}

// BANK-3: how much of a wager the player-dealer's reaches, lost or won. Where nothing can be paid
// any more the wager is exhausted and takes nothing either.
static int64_t reach_of(const struct walk *walk, bool lost)
{
    const int64_t posted = walk->facts->bank_wager.cents;
    const int64_t result = walk->taken - walk->paid;
    int64_t payable = 0;
    switch (walk->rules->coverage) {
    case UTH_COVERAGE_PAYOFFS: payable = posted - walk->paid; break;
    case UTH_COVERAGE_NET: payable = posted + result; break;
    case UTH_COVERAGE_GROSS: return posted - walk->taken - walk->paid;
    case UTH_COVERAGE_COUNT: break;
    }
    return lost && payable != 0 ? posted - result : payable;
}

static void cover(struct walk *walk, struct uth_settled *settled)
{
    const int64_t asked = settled->net.cents;
    if (asked == 0) {
        return; // a push moves nothing, so it needs no cover
    }
    const bool lost = asked < 0;
    const int64_t size = lost ? -asked : asked;
    const int64_t reach = reach_of(walk, lost);
    UTH_CHECK(reach >= 0);
    const int64_t moved = size < reach ? size : reach;
    *(lost ? &walk->taken : &walk->paid) += moved;
    settled->net.cents = lost ? -moved : moved;
    if (moved == 0) {
        settled->outcome = UTH_OUTCOME_RETURNED;
        settled->carried = UTH_CARRIED_NOT_AT_ALL;
    } else if (moved != size) {
        settled->carried = UTH_CARRIED_IN_PART;
    }
}

// Cuts what is due to what can be paid.
static void limit(struct walk *walk, struct uth_settled *settled)
{
    if (walk->rules->aggregate[settled->wager].max.cents != 0) {
        cut_to_aggregate(walk, settled);
    }
    if (walk->facts->bank_seat != 0 && !uth_wagers[settled->wager].on_meter) {
        cover(walk, settled);
    }
    if (settled->net.cents > 0) { // what a player-dealer could not pay uses up no aggregate
        uth_money *const paid = &walk->prizes[settled->wager];
        *paid = uth_money_sum(*paid, settled->net);
    }
}

// Whose line it is; the same for all lines of a player.
struct whose {
    uint8_t seat;
    uint8_t player;
};

static inline struct whose whose_of(const struct uth_player_facts *facts, unsigned player)
{
    return (struct whose){facts->seat, (uint8_t)player};
}

// Runs for every wager of every round: of what a line says only its amount is checked here, because
// each further check costs settlement about a hundredth.
static inline void write_line(struct whose whose, enum uth_wager wager, uth_money stake,
                              const struct due *due, struct uth_settled *settled)
{
    const int64_t net = due->net.cents;
    UTH_CHECK(uth_money_in_range(net));
    settled->seat = whose.seat;
    settled->player = whose.player;
    settled->wager = wager;
    settled->outcome = due->outcome;
    settled->reason = due->reason;
    settled->carried = UTH_CARRIED_WHOLE;
    settled->stake = stake;
    settled->due.cents = net;
    settled->net.cents = net;
}

// Cuts lines to what can be paid and returns what they moved.
static int64_t limit_lines(struct walk *walk, struct uth_settled *lines, unsigned count)
{
    int64_t net = 0;
    for (unsigned i = 0; i < count; i++) {
        limit(walk, &lines[i]);
        net += lines[i].net.cents;
    }
    return net;
}

// PLAY-5: the lines of what a fold loses at once: Ante and Blind, and side bets by their rule. Nothing
// that the dealer's cards decide is among them.
static unsigned write_fold(const struct uth_rules *rules, const struct uth_facts *facts,
                           unsigned player, uth_hand hand,
                           struct uth_settled lines[UTH_FOLD_LINES_MAX])
{
    const struct uth_player_facts *folder = &facts->players[player];
    const uth_money *stakes = folder->stakes;
    const struct side_cards cards = {
        .hole = folder->cards, .community = facts->community, .hand = hand};
    const struct places places = places_of(&cards);
    const struct showdown folded = {.folded = true};
    const struct asking asking = {rules, stakes, &folded, &cards, &places};
    const struct whose whose = whose_of(folder, player);
    const struct due ante = due_ante(rules, false, UTH_VERDICT_FOLD, stakes[UTH_WAGER_ANTE]);
    const struct due blind =
        due_blind(rules, UTH_VERDICT_FOLD, uth_hand_kind_of(hand), stakes[UTH_WAGER_BLIND]);
    write_line(whose, UTH_WAGER_ANTE, stakes[UTH_WAGER_ANTE], &ante, &lines[0]);
    write_line(whose, UTH_WAGER_BLIND, stakes[UTH_WAGER_BLIND], &blind, &lines[1]);
    unsigned count = 2;
    const unsigned wagers = wagers_of(stakes);
    for (unsigned i = UTH_WAGER_TRIPS; i < wagers; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        if (stakes[i].cents != 0 && uth_rules_fold(rules, wager) <= UTH_FOLD_LOSES_UNLESS_WON) {
            const struct due due = due_side(&asking, wager, stakes[i]);
            if (due.outcome == UTH_OUTCOME_LOSE) {
                write_line(whose, wager, stakes[i], &due, &lines[count++]);
            }
        }
    }
    return count;
}

unsigned uth_settle_fold(const struct uth_rules *rules, const struct uth_facts *facts,
                         unsigned player, struct uth_settled lines[UTH_FOLD_LINES_MAX])
{
    UTH_CHECK(facts->player_count <= UTH_SEATS_MAX);
    UTH_CHECK(player < facts->player_count);

    uth_card seven[7];
    memcpy(seven, facts->players[player].cards, 2);
    memcpy(seven + 2, facts->community, 5);
    return write_fold(rules, facts, player, uth_hand_of(seven, 7), lines);
}

// SHOW-2: of everybody who did not fold.
static bool antes_go_back(const struct walk *walk)
{
    return !walk->out->qualifies && walk->rules->ante_unqualified == UTH_ANTE_PUSHES;
}

static inline struct showdown showdown_of(const struct walk *walk, unsigned player)
{
    const uth_hand hand = walk->out->players[player].hand;
    const bool awarded = (walk->progressive_won >> player & 1) != 0;
    return (struct showdown){
        .compared = core_compare(hand, walk->out->dealer),
        .folded = walk->facts->players[player].folded,
        .qualifies = walk->out->qualifies,
        .kind = uth_hand_kind_of(hand),
        .awarded = awarded,
        .award = awarded ? walk->progressive[player] : (uth_money){0},
    };
}

// What the player gains the bank loses, but for the Progressive. No line passes UTH_MONEY_MAX, and
// a seat has a few of them: the sum is judged once they are all in.
static inline void add_result(struct walk *walk, unsigned player, int64_t net, int64_t of_bank)
{
    struct uth_settlement *out = walk->out;
    struct uth_player_result *result = &out->players[player];
    result->net = uth_money_sum(result->net, (uth_money){net});
    out->bank_net = uth_money_difference(out->bank_net, (uth_money){of_bank});
    walk->of_meter += net - of_bank;
}

// Nothing is made and nothing is lost: what the players gained came from the bank and the meter.
static void check_conserved(const struct walk *walk)
{
    int64_t sum = walk->out->bank_net.cents - walk->of_meter;
    for (unsigned i = 0; i < walk->out->player_count; i++) {
        sum += walk->out->players[i].net.cents;
    }
    UTH_CHECK(sum == 0);
}

// SHOW-2: an Ante that goes back, before anything else at its seat or before any player's hand is
// looked at. Nothing is paid.
static void refund_ante(struct walk *walk, unsigned player)
{
    struct uth_settlement *out = walk->out;
    const struct uth_player_facts *facts = &walk->facts->players[player];
    const uth_money stake = facts->stakes[UTH_WAGER_ANTE];
    const struct due due =
        due_ante(walk->rules, out->qualifies, out->players[player].verdict, stake);
    UTH_CHECK(due.net.cents == 0);
    write_line(whose_of(facts, player), UTH_WAGER_ANTE, stake, &due,
               &out->lines[out->line_count++]);
    walk->done[player] |= 1U << UTH_WAGER_ANTE;
}

// Settles what is left of a player's wagers, in the order of their hand. One pass over the order
// without a look at what was not bet: the dues say what was.
static void settle_seat(struct walk *walk, unsigned player)
{
    struct uth_settlement *out = walk->out;
    const struct uth_player_facts *facts = &walk->facts->players[player];
    const struct showdown showdown = showdown_of(walk, player);
    const struct side_cards cards = {facts->cards, walk->facts->community, walk->facts->dealer,
                                     out->players[player].hand, out->dealer};
    const struct places places = places_of(&cards);
    const struct asking asking = {walk->rules, facts->stakes, &showdown, &cards, &places};
    const bool lost = facts->folded || showdown.compared == UTH_VERDICT_LOSE;
    const enum uth_wager *order = lost ? walk->rules->order_lost : walk->rules->order_won;
    struct due dues[UTH_WAGER_COUNT];
    const unsigned made = dues_of(&asking, wagers_of(facts->stakes), dues);
    if (antes_go_back(walk) && !facts->folded && (walk->done[player] >> UTH_WAGER_ANTE & 1) == 0) {
        refund_ante(walk, player);
    }
    const struct whose whose = whose_of(facts, player);
    struct uth_settled *const first = &out->lines[out->line_count];
    struct uth_settled *line = first;
    int64_t net = 0;
    for (unsigned left = made & ~(unsigned)walk->done[player]; left != 0; order++) {
        const enum uth_wager wager = *order;
        if ((left >> wager & 1) != 0) {
            left &= ~(1U << wager);
            write_line(whose, wager, facts->stakes[wager], &dues[wager], line++);
            net += dues[wager].net.cents;
        }
    }
    if (walk->limited) {
        net = limit_lines(walk, first, (unsigned)(line - first));
    }
    out->line_count = (uint8_t)(line - out->lines);
    const bool on_meter = (made >> UTH_WAGER_PROGRESSIVE & 1) != 0;
    add_result(walk, player, net, net - (on_meter ? dues[UTH_WAGER_PROGRESSIVE].net.cents : 0));
}

// BANK-4: what was lost by a fold has been taken before anything else is settled.
static void take_fold(struct walk *walk, unsigned player)
{
    struct uth_settlement *out = walk->out;
    struct uth_settled *lines = &out->lines[out->line_count];
    const unsigned count =
        write_fold(walk->rules, walk->facts, player, out->players[player].hand, lines);
    int64_t net = 0;
    for (unsigned i = 0; i < count; i++) {
        net += lines[i].net.cents;
        walk->done[player] |= (uint16_t)(1U << lines[i].wager);
    }
    if (walk->limited) {
        net = limit_lines(walk, lines, count);
    }
    out->line_count = (uint8_t)(out->line_count + count);
    add_result(walk, player, net, net);
}

static void settle_seats(struct walk *walk)
{
    struct uth_settlement *out = walk->out;
    const struct uth_player_facts *players = walk->facts->players;
    const unsigned count = walk->facts->player_count;
    for (unsigned i = 0; i < count; i++) {
        if (players[walk->order[i]].folded) {
            take_fold(walk, walk->order[i]);
        }
    }
    out->fold_lines = out->line_count;
    const bool refunds = antes_go_back(walk) && walk->rules->ante_refund_first;
    for (unsigned i = 0; i < count && refunds; i++) {
        if (!players[walk->order[i]].folded) {
            refund_ante(walk, walk->order[i]);
        }
    }
    out->ante_refunds = (uint8_t)(out->line_count - out->fold_lines);
    for (unsigned i = 0; i < count; i++) {
        settle_seat(walk, walk->order[i]);
    }
}

static void compare_hands(const struct uth_rules *rules, const struct uth_facts *facts,
                          struct uth_settlement *out)
{
    const unsigned count = facts->player_count;
    uth_card cards[UTH_SEATS_MAX + 1][7]; // the dealer's last
    uth_hand hands[UTH_SEATS_MAX + 1];
    for (unsigned i = 0; i <= count; i++) {
        memcpy(cards[i], i < count ? facts->players[i].cards : facts->dealer, 2);
        memcpy(cards[i] + 2, facts->community, 5);
    }
    uth_hand_of_many((const uth_card(*)[7])cards, count + 1, hands);
    out->dealer = hands[count];
    out->qualifies = uth_rules_qualifies(rules, out->dealer);
    out->player_count = facts->player_count;
    for (unsigned i = 0; i < count; i++) {
        out->players[i] = (struct uth_player_result){
            .hand = hands[i],
            .verdict = verdict_of(core_compare(hands[i], out->dealer), facts->players[i].folded),
        };
    }
}

enum uth_progressive_line uth_settle_progressive_line(const struct uth_rules *rules,
                                                      const struct uth_facts *facts,
                                                      const struct uth_player_facts *player)
{
    uth_card seven[7];
    memcpy(seven, player->cards, sizeof player->cards);
    memcpy(seven + 2, facts->community, sizeof facts->community);
    const enum uth_progressive_line line =
        uth_progressive_line_of(uth_hand_of(seven, 7), player->cards, facts->community);
    return player->stakes[UTH_WAGER_PROGRESSIVE].cents != 0 &&
                   uth_progressive_pays(&rules->progressive.table, line)
               ? line
               : UTH_PROGRESSIVE_NONE;
}

static const struct uth_award *confirmed_for(const struct uth_facts *facts, uint8_t seat)
{
    for (unsigned i = 0; i < facts->confirmed_count; i++) {
        if (facts->confirmed[i].seat == seat) {
            return &facts->confirmed[i];
        }
    }
    return NULL;
}

static void award_seat(struct walk *walk, unsigned player)
{
    UTH_CHECK(walk->out->award_count < UTH_SEATS_MAX);

    const struct uth_player_facts *seat = &walk->facts->players[player];
    const struct uth_progressive_rules *rules = &walk->rules->progressive;
    struct uth_settlement *out = walk->out;
    const enum uth_progressive_line line =
        uth_progressive_line_of(out->players[player].hand, seat->cards, walk->facts->community);
    if (!uth_progressive_pays(&rules->table, line)) {
        return;
    }
    const struct uth_award *confirmed = confirmed_for(walk->facts, seat->seat);
    struct uth_award *award = &out->awards[out->award_count++];
    *award = confirmed != NULL
                 ? *confirmed
                 : uth_meter_award(&out->meter, rules, line, seat->stakes[UTH_WAGER_PROGRESSIVE]);
    award->seat = seat->seat;
    award->line = line;
    walk->progressive[player] = award->amount;
    walk->progressive_won |= (uint8_t)(1U << player);
}

// PROG-5: each award is paid on the meter as the one before left it. Within a round they are taken
// from the right; where whoever keeps the meter has confirmed them, in their order, they say what they
// are, and they have left it before the others are worked out.
static void award_progressive(struct walk *walk)
{
    if (walk->facts->confirmed_count != 0) {
        uth_meter_take(&walk->out->meter, walk->facts->confirmed, walk->facts->confirmed_count);
    }
    const bool in_settlement_order = walk->rules->progressive.order == UTH_METER_ORDER_SETTLEMENT;
    const unsigned count = walk->facts->player_count;
    for (unsigned i = 0; i < count; i++) {
        const unsigned player = in_settlement_order ? walk->order[i] : count - 1 - i;
        if (walk->facts->players[player].stakes[UTH_WAGER_PROGRESSIVE].cents != 0) {
            award_seat(walk, player);
        }
    }
}

void uth_settle(const struct uth_rules *rules, const struct uth_facts *facts,
                struct uth_settlement *settlement)
{
    UTH_CHECK(facts->player_count >= 1 && facts->player_count <= UTH_SEATS_MAX);
    UTH_CHECK((facts->bank_seat != 0) == (rules->banked_by == UTH_BANKED_BY_PLAYER));

    struct walk walk;
    walk.rules = rules;
    walk.facts = facts;
    walk.out = settlement;
    walk.taken = 0;
    walk.paid = 0;
    walk.of_meter = 0;
    walk.limited = core_dues_are_limited(rules);
    walk.progressive_won = 0;
    memset(walk.done, 0, sizeof walk.done);
    if (walk.limited) {
        memset(walk.prizes, 0, sizeof walk.prizes);
    }
    uth_settle_order(rules, facts, walk.order);
    settlement->line_count = 0;
    settlement->award_count = 0;
    settlement->bank_net = (uth_money){0};
    settlement->meter = facts->meter;
    compare_hands(rules, facts, settlement);
    if (rules->offered[UTH_WAGER_PROGRESSIVE]) {
        award_progressive(&walk);
    }
    settle_seats(&walk);
    check_conserved(&walk);
    UTH_CHECK(settlement->line_count <= UTH_SETTLED_MAX);
}

void uth_settle_order(const struct uth_rules *rules, const struct uth_facts *facts,
                      uint8_t order[UTH_SEATS_MAX])
{
    UTH_CHECK(facts->player_count <= UTH_SEATS_MAX);

    const unsigned count = facts->player_count;
    unsigned first = 0;
    if (rules->order == UTH_ORDER_LEFT_OF_BANK) {
        while (first < count && facts->players[first].seat < facts->bank_seat) {
            first++;
        }
    }
    for (unsigned i = 0; i < count; i++) {
        const unsigned clockwise = first + i < count ? first + i : first + i - count;
        order[i] = (uint8_t)(rules->order == UTH_ORDER_FROM_RIGHT ? count - 1 - i : clockwise);
    }
}

enum uth_status uth_settle_contribute(const struct uth_rules *rules, struct uth_facts *facts)
{
    UTH_CHECK(facts->player_count <= UTH_SEATS_MAX);

    struct uth_meter meter = facts->meter;
    for (unsigned i = 0; i < facts->player_count; i++) {
        const uth_money stake = facts->players[i].stakes[UTH_WAGER_PROGRESSIVE];
        if (stake.cents != 0) {
            const enum uth_status status = uth_meter_feed(&meter, &rules->progressive, stake);
            if (status != UTH_OK) {
                return status;
            }
        }
    }
    facts->meter = meter;
    return UTH_OK;
}

bool uth_settle_needs_dealer(const struct uth_rules *rules, const struct uth_facts *facts)
{
    UTH_CHECK(facts->player_count <= UTH_SEATS_MAX);

    unsigned looking = 0;
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        const struct uth_bet *bet = uth_rules_side(rules, (enum uth_wager)i);
        const bool live = bet->fold > UTH_FOLD_LOSES_UNLESS_WON && bet->table_count != 0;
        looking |= (unsigned)(live && uth_bet_needs_dealer(bet)) << i;
    }
    bool needed = false;
    for (unsigned i = 0; i < facts->player_count; i++) {
        const struct uth_player_facts *player = &facts->players[i];
        for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
            needed |= (looking >> wager & 1) != 0 && player->stakes[wager].cents != 0;
        }
        needed |= !player->folded;
    }
    return needed;
}
