#include "uth/bet.h"

#include <string.h>

// Two cards, as the lines of a bet on hole cards ask about them.
struct two {
    unsigned high, low; // ranks
    unsigned suits;     // bit by enum uth_when_suits: those that are true of them
};

static struct two two_of(const uth_card cards[2])
{
    const unsigned a = uth_card_rank(cards[0]);
    const unsigned b = uth_card_rank(cards[1]);
    const unsigned suits = 1U << uth_card_suit(cards[0]) | 1U << uth_card_suit(cards[1]);
    const bool same = uth_card_suit(cards[0]) == uth_card_suit(cards[1]);
    const bool red = suits == (1U << UTH_SUIT_HEARTS | 1U << UTH_SUIT_DIAMONDS);
    return (struct two){
        .high = a > b ? a : b,
        .low = a > b ? b : a,
        .suits = 1U << UTH_SUITS_ANY | (unsigned)same << UTH_SUITS_SAME |
                 (unsigned)!same << UTH_SUITS_OTHER | (unsigned)red << UTH_SUITS_RED,
    };
}

// Which line two cards reach is a coin toss to a branch predictor, so it is worked out without
// branches.
static bool two_fit(const struct uth_condition *condition, const struct two *two)
{
    const bool suited = two->suits >> condition->suits & 1;
    if (condition->when == UTH_WHEN_CONNECTED) {
        const unsigned apart = two->high - two->low;
        return suited & ((apart == 1) | (apart == UTH_RANK_ACE));
    }
    const unsigned high = condition->when == UTH_WHEN_PAIR ? two->low : condition->high;
    return suited & (two->high == high) & (two->low >= condition->from) &
           (two->low <= condition->to);
}

static bool are_turned(const uth_card cards[2])
{
    return cards[0] != UTH_CARD_NONE && cards[1] != UTH_CARD_NONE;
}

static bool both_fit(const struct uth_condition *condition, const uth_card dealer[2])
{
    const struct two two = two_of(dealer);
    return are_turned(dealer) && two_fit(condition, &two);
}

static unsigned line_of_hole(const struct uth_bet_table *table, unsigned first,
                             const struct uth_bet_seen *seen)
{
    const struct two two = two_of(seen->hole);
    unsigned line = first;
    while (line < table->line_count) {
        const struct uth_condition *condition = &table->lines[line].condition;
        if (two_fit(condition, &two) && (!condition->both || both_fit(condition, seen->dealer))) {
            break;
        }
        line++;
    }
    return line;
}

bool uth_bet_is_plain(const struct uth_bet *bet)
{
    UTH_CHECK(bet->table_count <= UTH_BET_TABLES_MAX);

    return bet->table_count == 1 && bet->tables[0].printed[0] == '\0' &&
           bet->tables[0].printed_hits[0] == '\0' && strcmp(bet->tables[0].id, bet->id) == 0;
}

static bool asks_for_hole(const struct uth_condition *condition)
{
    return (1U << UTH_WHEN_PAIR | 1U << UTH_WHEN_RANKS | 1U << UTH_WHEN_CONNECTED) >>
               condition->when &
           1;
}

static bool hand_fits(const struct uth_condition *condition, const struct uth_bet_seen *seen)
{
    UTH_CHECK(condition->when < UTH_WHEN_COUNT);
    UTH_CHECK(!asks_for_hole(condition));
    if (condition->when == UTH_WHEN_HAND) {
        return seen->hand != 0 && seen->hand >= condition->least && seen->hand <= condition->most;
    }
    if (condition->when == UTH_WHEN_ROYAL_FIRST_FIVE) {
        return seen->royal_first_five;
    }
    return condition->when == UTH_WHEN_ROYAL_WITH_HOLE
               ? seen->royal_with_hole
               : uth_hand_kind_of(seen->hand) == UTH_HAND_ROYAL_FLUSH && !seen->royal_with_hole;
}

// May it fit what has this place in an index?
static bool may_fit(const struct uth_condition *condition, unsigned place)
{
    UTH_CHECK(place < UTH_BET_PLACES);

    const bool paired = place >= UTH_RANKS;
    const unsigned at = place - (paired ? UTH_RANKS : 0); // a kind of hand, or a rank
    switch ((enum uth_when)condition->when) {
    case UTH_WHEN_HAND:
        return at >= uth_hand_kind_of(condition->least) && at <= uth_hand_kind_of(condition->most);
    case UTH_WHEN_ROYAL_FIRST_FIVE:
    case UTH_WHEN_ROYAL_WITH_HOLE:
    case UTH_WHEN_ROYAL_ON_BOARD: return at == UTH_HAND_ROYAL_FLUSH;
    case UTH_WHEN_PAIR: return paired && at >= condition->from && at <= condition->to;
    case UTH_WHEN_RANKS: return !paired && at == condition->high;
    case UTH_WHEN_CONNECTED: return !paired;
    case UTH_WHEN_COUNT: break;
    }
    UTH_CHECK(!"a condition");
}

static uint8_t first_that_may_fit(const struct uth_bet_table *table, unsigned place)
{
    uint8_t line = 0;
    while (line < table->line_count && !may_fit(&table->lines[line].condition, place)) {
        line++;
    }
    return line;
}

// Does it fit everything in a place in which it may fit? No hand, as at a tie, has the place of the
// weakest kind.
static bool fits_all(const struct uth_condition *condition, unsigned place)
{
    const unsigned kind = place % UTH_RANKS;
    return (condition->when == UTH_WHEN_HAND && kind != UTH_HAND_HIGH_CARD &&
            condition->least <= kind << 12 && condition->most >= (kind << 12 | 0xfff)) ||
           (condition->when == UTH_WHEN_PAIR && condition->suits == UTH_SUITS_ANY &&
            !condition->both);
}

// What the index has best for a place.
static uint8_t best_at(const struct uth_bet_table *table, unsigned place)
{
    const uint8_t line = first_that_may_fit(table, place);
    const bool decided =
        line == table->line_count || fits_all(&table->lines[line].condition, place);
    return (uint8_t)(line | (decided ? UTH_BET_DECIDED : 0));
}

void uth_bet_table_index(struct uth_bet_table *table)
{
    UTH_CHECK(table->line_count <= UTH_BET_LINES_MAX);

    for (unsigned place = 0; place < UTH_BET_PLACES; place++) {
        table->first[place] = best_at(table, place);
    }
}

static unsigned first_at(const struct uth_bet_table *table, unsigned place)
{
    return table->first[place] & ~(unsigned)UTH_BET_DECIDED;
}

// No table asks for hole cards in one line and for a hand in another (uth_bet_table_fault).
unsigned uth_bet_line_of(const struct uth_bet_table *table, const struct uth_bet_seen *seen)
{
    UTH_CHECK(table->line_count >= 1 && table->line_count <= UTH_BET_LINES_MAX);

    if (asks_for_hole(&table->lines[0].condition)) {
        return line_of_hole(table, first_at(table, uth_bet_place_of_hole(seen->hole)), seen);
    }
    unsigned line = first_at(table, uth_hand_kind_of(seen->hand));
    while (line < table->line_count && !hand_fits(&table->lines[line].condition, seen)) {
        line++;
    }
    return line;
}

static bool table_needs_dealer(const struct uth_bet_table *table)
{
    bool needs = false;
    for (unsigned i = 0; i < table->line_count; i++) {
        needs = needs || table->lines[i].condition.both;
    }
    return needs;
}

bool uth_bet_needs_dealer(const struct uth_bet *bet)
{
    return bet->cards == UTH_BET_DEALER || bet->cards == UTH_BET_BEATEN ||
           table_needs_dealer(uth_bet_table(bet));
}

static bool ranks_are_there(const struct uth_condition *condition)
{
    const unsigned below = condition->when == UTH_WHEN_RANKS ? condition->high : UTH_RANKS;
    return condition->when == UTH_WHEN_CONNECTED ||
           (condition->from <= condition->to && condition->to < below &&
            condition->high < UTH_RANKS);
}

static const char *fault_of_hole(const struct uth_condition *condition)
{
    const bool paired = condition->when == UTH_WHEN_PAIR;
    if (!ranks_are_there(condition)) {
        return "ranks there are, the higher card first";
    }
    if (condition->suits >= UTH_SUITS_COUNT ||
        (paired && condition->suits != UTH_SUITS_ANY && condition->suits != UTH_SUITS_RED) ||
        (!paired && condition->suits == UTH_SUITS_RED)) {
        return "suits that two such cards can have";
    }
    return NULL;
}

// A hand that is beaten is counted by its kind alone.
static const char *fault_of_hand(const struct uth_condition *condition, enum uth_bet_cards cards)
{
    if (condition->least > condition->most || condition->both) {
        return "a hand, of the player's alone";
    }
    return cards == UTH_BET_BEATEN &&
                   ((condition->least & 0xfff) != 0 || (condition->most & 0xfff) != 0xfff)
               ? "a kind of hand without a rank: the beaten hand counts by its kind"
               : NULL;
}

static const char *fault_of_line(const struct uth_bet_line *line, enum uth_bet_cards cards)
{
    if (line->pays.num == 0 || line->pays.den == 0) {
        return "odds that pay";
    }
    switch ((enum uth_when)line->condition.when) {
    case UTH_WHEN_HAND:
        return cards == UTH_BET_HOLE ? "two ranks: the bet looks at the hole cards alone"
                                     : fault_of_hand(&line->condition, cards);
    case UTH_WHEN_ROYAL_FIRST_FIVE:
    case UTH_WHEN_ROYAL_WITH_HOLE:
    case UTH_WHEN_ROYAL_ON_BOARD:
        return cards == UTH_BET_HOLE_BOARD ? NULL
                                           : "a hand: only hole+board tells where a royal lies";
    case UTH_WHEN_PAIR:
    case UTH_WHEN_RANKS:
    case UTH_WHEN_CONNECTED:
        return cards == UTH_BET_HOLE ? fault_of_hole(&line->condition)
                                     : "a hand: the bet does not look at the hole cards alone";
    case UTH_WHEN_COUNT: break;
    }
    return "a condition there is";
}

const char *uth_bet_table_fault(enum uth_bet_cards cards, const struct uth_bet_table *table,
                                unsigned *line)
{
    *line = table->line_count;
    if (table->line_count < 1 || table->line_count > UTH_BET_LINES_MAX) {
        return "1 to 12 lines";
    }
    for (unsigned i = 0; i < table->line_count; i++) {
        const char *expected = fault_of_line(&table->lines[i], cards);
        if (expected != NULL) {
            *line = i;
            return expected;
        }
    }
    for (unsigned place = 0; place < UTH_BET_PLACES; place++) {
        const uint8_t best = best_at(table, place);
        const uint8_t given = table->first[place];
        if (given != best &&
            ((given & UTH_BET_DECIDED) != 0 || given > (best & ~UTH_BET_DECIDED))) {
            return "an index that passes over no line";
        }
    }
    return NULL;
}

// PLAY-5: what is lost at once unless it wins is decided before the dealer's cards are turned.
static const char *fault_of_fold(const struct uth_bet *bet)
{
    bool late = bet->cards == UTH_BET_DEALER || bet->cards == UTH_BET_BEATEN;
    for (unsigned i = 0; i < bet->table_count; i++) {
        late = late || table_needs_dealer(&bet->tables[i]);
    }
    return late && bet->fold == UTH_FOLD_LOSES_UNLESS_WON
               ? "a fold rule that does not ask for the dealer's cards"
               : NULL;
}

const char *uth_bet_fault(const struct uth_bet *bet, unsigned *table, unsigned *line)
{
    *table = bet->table_count;
    *line = 0;
    if (bet->cards >= UTH_BET_CARDS_COUNT) {
        return "cards to look at";
    }
    if (bet->fold >= UTH_FOLD_COUNT) {
        return "a fold rule there is";
    }
    if (bet->table_count < 1 || bet->table_count > UTH_BET_TABLES_MAX) {
        return "1 to 8 tables";
    }
    for (unsigned i = 0; i < bet->table_count; i++) {
        const char *expected =
            uth_bet_table_fault((enum uth_bet_cards)bet->cards, &bet->tables[i], line);
        if (expected != NULL) {
            *table = i;
            return expected;
        }
    }
    return fault_of_fold(bet);
}
