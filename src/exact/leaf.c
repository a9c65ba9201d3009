#include "leaf.h"

#include <string.h>

// Rank hands

struct rank_rows {
    alignas(16) struct rank_dealers level[LEVELS_MAX + 2];
};
_Static_assert(sizeof(struct rank_dealers) == 16, "two words make a level");

// Puts every dealer hand one level above its own, so that a running sum counts the hands below.
static void place_dealers(struct rank_rows *rows, const uint8_t level[RANK_HANDS_ROW],
                          const uint8_t left[UTH_RANKS])
{
    for (unsigned b = 0, hand = 0; b < UTH_RANKS; b++) {
        for (unsigned a = 0; a < b; a++, hand++) {
            struct rank_dealers *above = &rows->level[level[hand] + 1U];
            above->holding[a] = (uint8_t)(above->holding[a] + left[b]);
            above->holding[b] = (uint8_t)(above->holding[b] + left[a]);
            above->hands = (uint16_t)(above->hands + left[a] * left[b]);
        }
        if (left[b] > 1) {
            struct rank_dealers *above = &rows->level[level[hand] + 1U];
            above->holding[b] = (uint8_t)(above->holding[b] + left[b] - 1);
            above->hands = (uint16_t)(above->hands + choose2(left[b]));
        }
        hand++;
    }
}

// No card is in more than 46 hands and there are at most 1,081, so two words at a time add all
// the counts of a level without a carry between them.
static void sum_levels(struct rank_rows *rows, unsigned levels)
{
    uint64_t sum[2] = {0};
    for (unsigned level = 0; level <= levels; level++) {
        uint64_t row[2];
        memcpy(row, &rows->level[level], sizeof row);
        sum[0] += row[0];
        sum[1] += row[1];
        memcpy(&rows->level[level], sum, sizeof sum);
    }
}

void exact_count_ranks(struct rank_counts *counts, const struct rank_board *board,
                       const uint8_t left[UTH_RANKS])
{
    struct rank_rows rows;
    const unsigned levels = board->below[GRADES];
    memset(&rows, 0, (levels + 1U) * sizeof rows.level[0]);
    memset(counts, 0, sizeof *counts);
    place_dealers(&rows, board->level, left);
    sum_levels(&rows, levels);
    for (unsigned b = 0, hand = 0; b < UTH_RANKS; b++) {
        for (unsigned a = 0; a <= b; a++, hand++) {
            const struct rank_dealers *row = &rows.level[board->level[hand]];
            const int win = row[0].hands - row[0].holding[a] - row[0].holding[b];
            const int beaten = row[1].hands - row[1].holding[a] - row[1].holding[b] + 1;
            counts->win[hand] = (int16_t)win;
            counts->tie[hand] = (int16_t)(beaten - win);
        }
    }
    for (unsigned grade = 0; grade <= GRADES; grade++) {
        counts->below[grade] = rows.level[board->below[grade]];
    }
}

void exact_left_of_ranks(const uint8_t ranks[5], uint8_t left[UTH_RANKS])
{
    memset(left, UTH_SUITS, UTH_RANKS);
    for (unsigned i = 0; i < 5; i++) {
        left[ranks[i]]--;
    }
}

// The grades of the hands from one part of the row on, and what they pay, as the ranks have them.
EXACT_PART void rank_grades(struct leaf *restrict leaf, const struct rank_board *restrict board,
                            const struct game *restrict game, unsigned part)
{
    int32_t *restrict pay = leaf->pay + part;
    uint8_t *restrict grades = leaf->grade + part;
    for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
        pay[hand] = 0;
        grades[hand] = 0;
    }
    for (unsigned grade = 0; grade < GRADES; grade++) {
        const uint8_t from = board->below[grade];
        const int32_t pays = game->pay[grade];
        if (from == board->below[grade + 1]) {
            continue;
        }
        for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
            grades[hand] = board->level[hand] >= from ? (uint8_t)grade : grades[hand];
        }
        for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
            pay[hand] = board->level[hand] >= from ? pays : pay[hand];
        }
    }
}

// The board makes every hand a straight or better.
static bool is_made(const struct rank_board *board)
{
    return board->below[LURED_FROM] == 0;
}

// Four of a suit put straights behind.
static bool can_lure(const struct rank_board *board, unsigned suited)
{
    return is_made(board) || suited == 5 ||
           (suited == 4 && board->below[GRADE_STRAIGHT] < board->below[GRADE_FLUSH]);
}

EXACT_WIDE void exact_leaf_of_ranks(struct leaf *leaf, const struct space *space,
                                    const struct game *game, const struct rank_counts *counts,
                                    const uint8_t ranks[5])
{
    const struct rank_board *board = &space->boards[exact_multi5_any_index(ranks)];
    const struct rank_dealers *low = &counts->below[game->qualifies_with];
    exact_left_of_ranks(ranks, leaf->left);
    leaf->lures = is_made(board);
    rank_grades(leaf, board, game, 0);
    for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
        leaf->win[hand] = counts->win[hand];
        leaf->tie[hand] = counts->tie[hand];
    }
    for (unsigned b = 0, hand = 0; b < UTH_RANKS; b++) {
        for (unsigned a = 0; a <= b; a++, hand++) {
            leaf->low[hand] = low->hands - low->holding[a] - low->holding[b] +
                              (leaf->grade[hand] < game->qualifies_with);
        }
    }
}

// Flushes

// What cards of the suit are added to the board's: none, one or two, each a flush of its own.
struct additions {
    unsigned count;
    uint16_t ranks[48];
    uint16_t strength[48];
    uint16_t dealt[3][48]; // ways the dealer holds them against 0, 1 or 2 off cards of the player
};

static void add_addition(struct additions *additions, const struct space *space,
                         const struct suited *suited, unsigned ranks)
{
    const uint16_t strength = space->flush[suited->ranks | ranks];
    if ((suited->ranks & ranks) != 0 || strength == 0) {
        return;
    }
    const unsigned at = additions->count++;
    const unsigned size = (unsigned)__builtin_popcount(ranks);
    additions->ranks[at] = (uint16_t)ranks;
    additions->strength[at] = strength;
    for (unsigned held = 0; held < 3; held++) {
        const unsigned off = UTH_RANKS * (UTH_SUITS - 1) - (5 - suited->size) - held;
        additions->dealt[held][at] = (uint16_t)(size == 2 ? 1 : size == 1 ? off : choose2(off));
    }
}

static void list_additions(struct additions *additions, const struct space *space,
                           const struct suited *suited)
{
    memset(additions, 0, sizeof *additions);
    add_addition(additions, space, suited, 0);
    for (unsigned b = 0; b < UTH_RANKS; b++) {
        add_addition(additions, space, suited, 1U << b);
        for (unsigned a = 0; a < b; a++) {
            add_addition(additions, space, suited, 1U << a | 1U << b);
        }
    }
    UTH_CHECK(additions->count <= 48);
}

// Dealers with a flush that beats this one, and with the same.
EXACT_WIDE static void meet_additions(const struct additions *restrict additions, unsigned own,
                                      unsigned *lose, unsigned *tie)
{
    const uint16_t ranks = additions->ranks[own];
    const uint16_t strength = additions->strength[own];
    const uint16_t *dealt = additions->dealt[2 - __builtin_popcount(ranks)];
    uint16_t better = 0;
    uint16_t same = 0;
    for (unsigned i = 0; i < 48; i++) { // those past the count have no strength and no ways
        const uint16_t ways = (additions->ranks[i] & ranks) == 0 ? dealt[i] : 0;
        better = (uint16_t)(better + (additions->strength[i] > strength ? ways : 0));
        same = (uint16_t)(same + (additions->strength[i] == strength ? ways : 0));
    }
    *lose = better;
    *tie = same;
}

// The hand types that add these cards of the suit.
static unsigned types_that_add(unsigned ranks, uint16_t type[RANK_HANDS])
{
    const unsigned low = ranks == 0 ? 0 : (unsigned)__builtin_ctz(ranks);
    const unsigned rest = ranks & (ranks - 1);
    unsigned count = 0;
    if (rest != 0) {
        type[count++] = (uint16_t)any2_index(low, (unsigned)__builtin_ctz(rest));
        return count;
    }
    for (unsigned off = 0; ranks != 0 && off < UTH_RANKS; off++) {
        if (low >= off) {
            type[count++] = (uint16_t)(HIGH_HANDS + any2_index(low, off));
        }
        if (low <= off) {
            type[count++] = (uint16_t)(LOW_HANDS + any2_index(low, off));
        }
    }
    for (unsigned hand = 0; ranks == 0 && hand < RANK_HANDS; hand++) {
        type[count++] = (uint16_t)(OFF_HANDS + hand);
    }
    return count;
}

static void put_flush(struct suited *suited, const struct game *game,
                      const struct additions *additions, unsigned i)
{
    uint16_t type[RANK_HANDS];
    const unsigned count = types_that_add(additions->ranks[i], type);
    const unsigned grade = (unsigned)uth_hand_kind_of(additions->strength[i]) + 1;
    unsigned lose;
    unsigned tie;
    meet_additions(additions, i, &lose, &tie);
    for (unsigned k = 0; k < count; k++) {
        suited->win[type[k]] = (int32_t)(DEALERS - lose - tie);
        suited->tie[type[k]] = (int32_t)tie;
        suited->pay[type[k]] = game->pay[grade];
        suited->grade[type[k]] = (uint8_t)grade;
    }
}

// What a straight flush of the dealer takes from the full houses and fours that hold these cards.
static void put_straight_flushes(struct suited *suited, const struct additions *additions,
                                 unsigned ranks)
{
    uint16_t type[RANK_HANDS];
    int32_t dealers = 0;
    for (unsigned i = 0; i < additions->count; i++) {
        const bool straight = uth_hand_kind_of(additions->strength[i]) > UTH_HAND_FLUSH;
        const bool apart = (additions->ranks[i] & ranks) == 0;
        dealers += straight && apart ? additions->dealt[ranks == 0 ? 2 : 1][i] : 0;
    }
    const unsigned count = dealers == 0 ? 0 : types_that_add(ranks, type);
    for (unsigned k = 0; k < count; k++) {
        suited->straight_flushes[type[k]] = dealers;
        suited->can_straight = true;
    }
}

static const uint16_t flushes_with[6] = {0, 0, 0, HIGH_HANDS, OFF_HANDS, HAND_ROW};

void exact_suited_set(struct suited *suited, const struct space *space, const struct game *game,
                      unsigned ranks)
{
    struct additions additions;
    memset(suited, 0, sizeof *suited);
    suited->ranks = ranks;
    suited->size = (unsigned)__builtin_popcount(ranks);
    UTH_CHECK(suited->size >= 3 && suited->size <= 5);
    suited->flushes = flushes_with[suited->size];
    for (unsigned i = 0; i < HANDS_MAX; i++) {
        const unsigned own = (1U << space->first[i] | 1U << space->second[i]) & 0x1fff;
        suited->possible[space->type[i]] = (own & ranks) == 0 ? -1 : 0;
    }
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        const unsigned pair = multi2_index(rank, rank);
        suited->possible[LOW_HANDS + pair] = suited->possible[HIGH_HANDS + pair];
    }
    list_additions(&additions, space, suited);
    for (unsigned i = 0; i < additions.count; i++) {
        put_flush(suited, game, &additions, i);
    }
    put_straight_flushes(suited, &additions, 0);
    for (unsigned rank = 0; suited->size == 3 && rank < UTH_RANKS; rank++) {
        put_straight_flushes(suited, &additions, 1U << rank);
    }
}

// Boards on which a suit can flush

// The dealer's flushes on a board with three of the suit that the ranks alone put below a hand, and
// below or level with it. Of those that hold one rank of the suit: for a player's higher card, their
// lower one, and of all ranks, so that every flush counts twice.
struct flushes_below {
    alignas(32) uint8_t less_higher[RANK_HANDS_ROW];
    uint8_t less_lower[RANK_HANDS_ROW];
    uint8_t less_twice[RANK_HANDS_ROW];
    uint8_t most_higher[RANK_HANDS_ROW];
    uint8_t most_lower[RANK_HANDS_ROW];
    uint8_t most_twice[RANK_HANDS_ROW];
};

enum { OTHERS = UTH_RANKS - 3 - 1 }; // ranks of the suit beside one that is not on the board

EXACT_PART void add_flushes_of(struct flushes_below *restrict sum,
                               const uint8_t level[restrict RANK_HANDS_ROW],
                               const uint8_t flush[restrict OTHERS],
                               const uint8_t is_higher[restrict RANK_HANDS_ROW],
                               const uint8_t is_lower[restrict RANK_HANDS_ROW])
{
    for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
        uint8_t less = 0;
        uint8_t most = 0;
        for (unsigned i = 0; i < OTHERS; i++) {
            less = (uint8_t)(less + (level[hand] > flush[i]));
            most = (uint8_t)(most + (level[hand] >= flush[i]));
        }
        sum->less_higher[hand] = (uint8_t)(sum->less_higher[hand] + (less & is_higher[hand]));
        sum->less_lower[hand] = (uint8_t)(sum->less_lower[hand] + (less & is_lower[hand]));
        sum->less_twice[hand] = (uint8_t)(sum->less_twice[hand] + less);
        sum->most_higher[hand] = (uint8_t)(sum->most_higher[hand] + (most & is_higher[hand]));
        sum->most_lower[hand] = (uint8_t)(sum->most_lower[hand] + (most & is_lower[hand]));
        sum->most_twice[hand] = (uint8_t)(sum->most_twice[hand] + most);
    }
}

EXACT_PART void count_flushes_below(struct flushes_below *sum, const struct space *space,
                                    const struct rank_board *board, unsigned suited)
{
    const unsigned others = ~suited & ((1U << UTH_RANKS) - 1);
    for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
        sum->less_higher[hand] = sum->less_lower[hand] = sum->less_twice[hand] = 0;
        sum->most_higher[hand] = sum->most_lower[hand] = sum->most_twice[hand] = 0;
    }
    for (unsigned left = others; left != 0; left &= left - 1) {
        const unsigned a = (unsigned)__builtin_ctz(left);
        uint8_t flush[OTHERS];
        unsigned count = 0;
        for (unsigned rest = others & ~(1U << a); rest != 0; rest &= rest - 1) {
            flush[count++] = board->level[any2_index(a, (unsigned)__builtin_ctz(rest))];
        }
        add_flushes_of(sum, board->level, flush, space->is_higher[a], space->is_lower[a]);
    }
}

// Takes the flushes off one row of rank hands. A full house beats them all as it did before.
EXACT_PART void take_flushes(int32_t *restrict win, int32_t *restrict tie,
                             const struct rank_counts *restrict counts,
                             const struct rank_board *restrict board, const uint8_t *restrict less,
                             const uint8_t *restrict most)
{
    const uint8_t under = board->below[GRADE_FLUSH];
    for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
        const int32_t below = board->level[hand] < under ? less[hand] : 0;
        const int32_t upto = board->level[hand] < under ? most[hand] : 0;
        win[hand] = counts->win[hand] - below;
        tie[hand] = counts->tie[hand] - (upto - below);
    }
}

EXACT_PART void subtract_bytes(uint8_t *restrict to, const uint8_t *restrict twice,
                               const uint8_t *restrict own)
{
    for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
        to[hand] = (uint8_t)(twice[hand] / 2 - own[hand]);
    }
}

EXACT_PART void rank_beside_three(struct leaf *leaf, const struct space *space,
                                  const struct rank_board *board, const struct rank_counts *counts,
                                  unsigned suited)
{
    static const uint8_t none[RANK_HANDS_ROW] = {0};
    struct flushes_below sum;
    count_flushes_below(&sum, space, board, suited);
    const struct {
        unsigned part;
        const uint8_t *less, *most;
    } parts[3] = {{HIGH_HANDS, sum.less_higher, sum.most_higher},
                  {LOW_HANDS, sum.less_lower, sum.most_lower},
                  {OFF_HANDS, none, none}};
    for (unsigned i = 0; i < 3; i++) {
        alignas(32) uint8_t less[RANK_HANDS_ROW];
        alignas(32) uint8_t most[RANK_HANDS_ROW];
        subtract_bytes(less, sum.less_twice, parts[i].less);
        subtract_bytes(most, sum.most_twice, parts[i].most);
        take_flushes(leaf->win + parts[i].part, leaf->tie + parts[i].part, counts, board, less,
                     most);
    }
}

// Beside four of the suit only dealers with none of it have no flush: of 36 cards the player's two
// leave.
enum { DEALERS_OFF = 36 * 35 / 2 };

EXACT_PART void rank_beside_four(struct leaf *leaf, const struct rank_board *board,
                                 const struct rank_counts *off)
{
    const uint8_t under = board->below[GRADE_FLUSH];
    for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
        const int32_t flushes = board->level[hand] < under ? 0 : DEALERS - DEALERS_OFF;
        leaf->win[OFF_HANDS + hand] = off->win[hand] + flushes;
        leaf->tie[OFF_HANDS + hand] = off->tie[hand];
    }
}

// The dealers that two cards leave of these, for every hand type: a card of every rank below the
// higher one at a time. What that writes past the end of a run the next run writes again.
EXACT_PART void leave_dealers(int32_t left[restrict HAND_ROW],
                              const struct dealers *restrict dealers, unsigned count)
{
    enum { RUN = 16 };
    int32_t suited[RUN] = {0};
    int32_t off[RUN] = {0};
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        suited[rank] = dealers->holding[rank];
        off[rank] = dealers->holding[UTH_RANKS + rank];
    }
    const struct {
        const int32_t *high, *low;
    } cards[4] = {{suited, suited}, {suited, off}, {off, suited}, {off, off}};
    for (unsigned part = 0; part * RANK_HANDS_ROW < count; part++) {
        for (unsigned b = 0; b < UTH_RANKS; b++) {
            int32_t *run = left + (size_t)part * RANK_HANDS_ROW + multi2_index(0, b);
            const int32_t rest = dealers->hands - cards[part].high[b];
            for (unsigned a = 0; a < RUN; a++) {
                run[a] = rest - cards[part].low[a];
            }
        }
    }
}

// Straight flushes beat the full houses and fours that beat every other flush.
EXACT_PART void take_straight_flushes(struct leaf *leaf, const struct suited *suited,
                                      const struct rank_board *board)
{
    const unsigned under = board->below[GRADE_FLUSH];
    if (!suited->can_straight || under == board->below[GRADES]) {
        return;
    }
    for (unsigned part = suited->flushes; part < HAND_ROW; part += RANK_HANDS_ROW) {
        for (unsigned hand = 0; hand < RANK_HANDS; hand++) {
            leaf->win[part + hand] -=
                board->level[hand] < under ? 0 : suited->straight_flushes[part + hand];
        }
    }
}

// Those the suit shows of the dealers that the ranks show: `suited` when they may hold cards of it.
static struct dealers dealers_of_ranks(const struct rank_dealers *ranks, bool suited)
{
    struct dealers dealers = {.hands = ranks->hands};
    memcpy(dealers.holding, ranks->holding, suited ? UTH_RANKS : 0);
    memcpy(dealers.holding + UTH_RANKS, ranks->holding, UTH_RANKS);
    return dealers;
}

static struct rank_dealers dealers_from(const struct rank_counts *counts, unsigned grade)
{
    const struct rank_dealers *below = &counts->below[grade];
    struct rank_dealers above = counts->below[GRADES];
    above.hands = (uint16_t)(above.hands - below->hands);
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        above.holding[rank] = (uint8_t)(above.holding[rank] - below->holding[rank]);
    }
    return above;
}

EXACT_PART void put_flushes(struct leaf *restrict leaf, const struct suited *restrict suited,
                            unsigned flushes)
{
    for (unsigned type = 0; type < flushes; type++) {
        leaf->win[type] = suited->win[type];
        leaf->tie[type] = suited->tie[type];
        leaf->pay[type] = suited->pay[type];
    }
    for (unsigned type = 0; type < flushes; type++) {
        leaf->grade[type] = suited->grade[type];
    }
}

// The grades of the hands that are no flush.
EXACT_PART void put_grades(struct leaf *restrict leaf, const struct rank_board *restrict board,
                           const struct game *restrict game, unsigned from)
{
    if (from < HAND_ROW) {
        rank_grades(leaf, board, game, from);
    }
    for (unsigned part = from + RANK_HANDS_ROW; part < HAND_ROW; part += RANK_HANDS_ROW) {
        for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
            leaf->pay[part + hand] = leaf->pay[from + hand];
        }
        for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
            leaf->grade[part + hand] = leaf->grade[from + hand];
        }
    }
}

// Plain flushes lose to the full houses and fours that the dealer may hold.
EXACT_PART void rank_flushes(struct leaf *leaf, const struct suited *suited,
                             const struct rank_counts *counts)
{
    const unsigned flushes = suited->flushes;
    put_flushes(leaf, suited, flushes);
    const struct rank_dealers better = dealers_from(counts, GRADE_FULL_HOUSE);
    if (better.hands == 0 || suited->size == 5) {
        return;
    }
    alignas(64) int32_t left[HAND_ROW];
    const struct dealers dealers = dealers_of_ranks(&better, suited->size == 3);
    leave_dealers(left, &dealers, flushes);
    for (unsigned type = 0; type < flushes; type++) {
        leaf->win[type] -= suited->grade[type] == GRADE_FLUSH ? left[type] : 0;
    }
}

void exact_leaf_dealers(const struct leaf *leaf, const struct space *space,
                        const struct suited *suited, struct dealers below[GRADES + 1])
{
    memset(below, 0, (GRADES + 1) * sizeof below[0]);
    for (unsigned i = 0; i < HANDS_MAX; i++) {
        if (suited->possible[space->type[i]] == 0) {
            continue;
        }
        struct dealers *above = &below[leaf->grade[space->type[i]] + 1U];
        const unsigned a = space->first[i];
        const unsigned b = space->second[i];
        const unsigned left = a == b ? leaf->left[a] - 1U : leaf->left[a];
        above->holding[a] = (uint8_t)(above->holding[a] + (a == b ? left : leaf->left[b]));
        above->holding[b] = (uint8_t)(above->holding[b] + (a == b ? 0 : left));
        above->hands =
            (uint16_t)(above->hands + (a == b ? choose2(left + 1) : left * leaf->left[b]));
    }
    for (unsigned grade = 0; grade < GRADES; grade++) {
        for (unsigned card = 0; card < CARD_TYPES; card++) {
            below[grade + 1].holding[card] =
                (uint8_t)(below[grade + 1].holding[card] + below[grade].holding[card]);
        }
        below[grade + 1].hands = (uint16_t)(below[grade + 1].hands + below[grade].hands);
    }
}

// The dealers of a lesser grade than a flush, on a board with three of the suit: those of the ranks,
// less the pairs of the suit among them.
static struct dealers dealers_beside_three(const struct rank_board *board,
                                           const struct rank_counts *counts, unsigned suited,
                                           unsigned grade)
{
    struct dealers below = dealers_of_ranks(&counts->below[grade], true);
    const unsigned others = below.hands == 0 ? 0 : ~suited & ((1U << UTH_RANKS) - 1);
    for (unsigned left = others; left != 0; left &= left - 1) {
        const unsigned a = (unsigned)__builtin_ctz(left);
        for (unsigned rest = left & (left - 1); rest != 0; rest &= rest - 1) {
            const unsigned b = (unsigned)__builtin_ctz(rest);
            const unsigned flush = board->level[multi2_index(a, b)] < board->below[grade];
            below.holding[a] = (uint8_t)(below.holding[a] - flush);
            below.holding[b] = (uint8_t)(below.holding[b] - flush);
            below.hands = (uint16_t)(below.hands - flush);
        }
    }
    return below;
}

EXACT_PART void add_own(struct leaf *leaf, unsigned qualifies_with)
{
    for (unsigned type = 0; type < HAND_ROW; type++) {
        leaf->low[type] += leaf->grade[type] < qualifies_with;
    }
}

// The dealer hands that do not qualify. On most boards there is a pair, and none.
EXACT_PART void count_lows(struct leaf *leaf, const struct dealers *low, unsigned qualifies_with)
{
    if (low->hands == 0) {
        for (unsigned type = 0; type < HAND_ROW; type++) {
            leaf->low[type] = 0;
        }
        return;
    }
    leave_dealers(leaf->low, low, HAND_ROW);
    add_own(leaf, qualifies_with);
}

static struct dealers dealers_not_qualified(const struct leaf *leaf, const struct space *space,
                                            const struct game *game, const struct suited *suited,
                                            const struct rank_board *board,
                                            const struct rank_counts *counts)
{
    const unsigned grade = game->qualifies_with;
    if (grade > GRADE_FLUSH) {
        struct dealers below[GRADES + 1];
        exact_leaf_dealers(leaf, space, suited, below);
        return below[grade];
    }
    switch (suited->size) {
    case 3: return dealers_beside_three(board, counts, suited->ranks, grade);
    case 4: return dealers_of_ranks(&counts->below[grade], false);
    default: return (struct dealers){.hands = 0};
    }
}

// The ranks of the board, rising, and what it leaves of each card type.
static void lay_board(struct leaf *leaf, const struct suited *suited, const uint8_t *off,
                      uint8_t ranks[5])
{
    unsigned count = 0;
    memset(leaf->left, 1, UTH_RANKS);
    memset(leaf->left + UTH_RANKS, UTH_SUITS - 1, UTH_RANKS);
    for (unsigned left = suited->ranks; left != 0; left &= left - 1) {
        ranks[count] = (uint8_t)__builtin_ctz(left);
        leaf->left[ranks[count++]] = 0;
    }
    for (unsigned i = 0; count < 5; i++) {
        ranks[count++] = off[i];
        leaf->left[UTH_RANKS + off[i]]--;
    }
}

EXACT_WIDE void exact_leaf_of_suit(struct leaf *leaf, const struct space *space,
                                   const struct game *game, const struct rank_counts *counts,
                                   const struct suited *suited, const uint8_t *off)
{
    uint8_t ranks[5];
    struct rank_counts off_counts;
    lay_board(leaf, suited, off, ranks);
    const struct rank_board *board = &space->boards[exact_multi5_any_index(ranks)];
    leaf->lures = can_lure(board, suited->size);
    if (suited->size == 3) {
        rank_beside_three(leaf, space, board, counts, suited->ranks);
    } else if (suited->size == 4) {
        exact_count_ranks(&off_counts, board, leaf->left + UTH_RANKS);
        counts = &off_counts;
        rank_beside_four(leaf, board, counts);
    }
    rank_flushes(leaf, suited, counts);
    take_straight_flushes(leaf, suited, board);
    put_grades(leaf, board, game, suited->flushes);
    const struct dealers low = dealers_not_qualified(leaf, space, game, suited, board, counts);
    count_lows(leaf, &low, game->qualifies_with);
}

// Inlined once for each Ante rule, so that the loop has no branch in it.
static inline __attribute__((always_inline)) void
fill_values(const struct leaf *restrict leaf, const struct game *restrict game, unsigned count,
            struct values *restrict values, enum uth_ante_rule rule)
{
    for (unsigned i = 0; i < count; i++) {
        const struct value value = exact_value_of(leaf, game, i, rule);
        values->gain[i] = value.gain;
        values->edge[i] = value.edge;
        values->base[i] = value.base;
    }
}

EXACT_WIDE void exact_leaf_values(const struct leaf *leaf, const struct game *game, unsigned count,
                                  struct values *values)
{
    switch (game->ante_rule) {
    case UTH_ANTE_PUSHES: fill_values(leaf, game, count, values, UTH_ANTE_PUSHES); break;
    case UTH_ANTE_PLAYS: fill_values(leaf, game, count, values, UTH_ANTE_PLAYS); break;
    case UTH_ANTE_WINS: fill_values(leaf, game, count, values, UTH_ANTE_WINS); break;
    }
}

void exact_lure_join(struct lure *lure, struct lure other)
{
    if (other.win > 0 && (lure->win == 0 || (int64_t)other.lacking * lure->win >
                                                (int64_t)lure->lacking * other.win)) {
        *lure = other;
    }
}

EXACT_PART struct lure lure_of(const struct leaf *leaf, const struct game *game, unsigned i,
                               enum uth_ante_rule rule)
{
    const struct value value = exact_value_of(leaf, game, i, rule);
    const int32_t size = value.edge >= 0 ? game->river_large : game->river_small;
    const int32_t unpaid = value.base - leaf->pay[i] * leaf->win[i];
    return (struct lure){.lacking =
                             -2 * game->unit * DEALERS - unpaid - game->unit * size * value.edge,
                         .win = leaf->win[i]};
}

EXACT_PART bool is_lured(const struct leaf *leaf, const int32_t *dealt, unsigned i, int32_t lacking)
{
    return (lacking > 0) & (leaf->win[i] > 0) & (leaf->grade[i] >= LURED_FROM) & (dealt[i] != 0);
}

EXACT_PART bool any_lured_by(const struct leaf *leaf, const struct game *game, const int32_t *dealt,
                             unsigned count, enum uth_ante_rule rule)
{
    int32_t any = 0;
    for (unsigned i = 0; i < count; i++) {
        any |= is_lured(leaf, dealt, i, lure_of(leaf, game, i, rule).lacking);
    }
    return any != 0;
}

EXACT_WIDE static bool any_lured(const struct leaf *leaf, const struct game *game,
                                 const int32_t *dealt, unsigned count)
{
    switch (game->ante_rule) {
    case UTH_ANTE_PUSHES: break;
    case UTH_ANTE_PLAYS: return any_lured_by(leaf, game, dealt, count, UTH_ANTE_PLAYS);
    case UTH_ANTE_WINS: return any_lured_by(leaf, game, dealt, count, UTH_ANTE_WINS);
    }
    return any_lured_by(leaf, game, dealt, count, UTH_ANTE_PUSHES);
}

// A hand that wins as often as it loses is bet without any pay.
void exact_leaf_lures(const struct leaf *leaf, const struct game *game, const int32_t *dealt,
                      unsigned count, struct lure lure[GRADES])
{
    if (!leaf->lures || !any_lured(leaf, game, dealt, count)) {
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        const struct lure own = lure_of(leaf, game, i, game->ante_rule);
        if (is_lured(leaf, dealt, i, own.lacking)) {
            exact_lure_join(&lure[leaf->grade[i]], own);
        }
    }
}
