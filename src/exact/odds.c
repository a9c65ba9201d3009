// The value of each action in one situation: at the river by looking at every dealer hand, on the
// flop by every turn and river, alike ones once. Dead cards are simply not among the unseen.
#include "odds.h"

#include <string.h>

struct odds_value exact_odds_value_of(const struct game *game, const struct odds_counts *counts,
                                      int32_t pay)
{
    const int64_t unit = game->unit;
    const int64_t dealers = counts->win + counts->tie + counts->lose;
    int64_t ante = (counts->win - counts->low_win) - (counts->lose - counts->low_lose);
    switch (game->ante_rule) {
    case UTH_ANTE_PUSHES: break;
    case UTH_ANTE_PLAYS: ante += counts->low_win - counts->low_lose; break;
    case UTH_ANTE_WINS: ante += counts->low_win + counts->low_tie + counts->low_lose; break;
    }
    struct odds_value value;
    value.edge = counts->win - counts->lose;
    value.base = (int64_t)pay * counts->win + unit * (ante - counts->lose);
    const int64_t size = value.edge >= 0 ? game->river_large : game->river_small;
    const int64_t bet = value.base + unit * size * value.edge;
    value.river = bet >= -2 * unit * dealers ? bet : -2 * unit * dealers;
    return value;
}

void exact_odds_answer_of(const struct game *game, enum uth_street street,
                          const struct odds_value *sum, int64_t check,
                          struct uth_odds_answer *answer)
{
    const unsigned raises = game->raise_count[street];
    answer->unit = game->unit;
    answer->street = street;
    answer->action_count = (uint8_t)(raises + 1);
    answer->best = (uint8_t)raises;
    answer->action[raises].play = 0;
    answer->action[raises].value = check;
    for (unsigned i = raises; i-- > 0;) { // from the smallest up, so that a tie bets the larger
        const int64_t size = game->raises[street][i];
        answer->action[i].play = game->raises[street][i];
        answer->action[i].value = sum->base + size * game->unit * sum->edge;
        if (answer->action[i].value >= answer->action[answer->best].value) {
            answer->best = (uint8_t)i;
        }
    }
}

static unsigned list_cards(uth_cards set, uth_card cards[UTH_DECK_SIZE])
{
    unsigned count = 0;
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        if (uth_cards_have(set, card)) {
            cards[count++] = card;
        }
    }
    return count;
}

// The dealer's hands against the player's. Counters no wider than hands, and no branch: vectors do it.
EXACT_WIDE static struct odds_counts count_hands(const uth_hand *hands, size_t count, uth_hand own,
                                                 uth_hand qualifier)
{
    const uth_hand lower = own < qualifier ? own : qualifier;
    uint16_t less = 0;
    uint16_t same = 0;
    uint16_t low = 0;
    uint16_t low_less = 0;
    for (size_t i = 0; i < count; i++) {
        less = (uint16_t)(less + (hands[i] < own));
        same = (uint16_t)(same + (hands[i] == own));
        low = (uint16_t)(low + (hands[i] < qualifier));
        low_less = (uint16_t)(low_less + (hands[i] < lower));
    }
    const uint16_t low_same = own < qualifier ? same : 0;
    return (struct odds_counts){.win = less,
                                .tie = same,
                                .lose = (int32_t)count - less - same,
                                .low_win = low_less,
                                .low_tie = low_same,
                                .low_lose = low - low_less - low_same};
}

// Every hand the dealer may hold against the player's, on one board.
static struct odds_value value_board(const struct game *game, const uth_card hole[2],
                                     const uth_card board[5], uth_cards unseen)
{
    struct uth_board ranked;
    uth_hand hands[UTH_BOARD_PAIRS_MAX];
    uth_board_set(&ranked, board);
    const uth_hand own = uth_board_hand(&ranked, hole[0], hole[1]);
    const size_t count = uth_board_hands(&ranked, unseen, hands);
    const struct odds_counts counts = count_hands(hands, count, own, game->qualifier);
    return exact_odds_value_of(game, &counts, game->pay[exact_grade_of(game->part, own)]);
}

static int64_t pairs_of(unsigned cards)
{
    return (int64_t)cards * (cards - 1) / 2;
}

static void odds_river(const struct game *game, const struct uth_odds_query *query,
                       uth_cards unseen, struct uth_odds_answer *answer)
{
    const struct odds_value value = value_board(game, query->hole, query->board, unseen);
    answer->deals = pairs_of(uth_cards_count(unseen));
    exact_odds_answer_of(game, UTH_STREET_RIVER, &value, -2 * (int64_t)game->unit * answer->deals,
                         answer);
}

// Turn and river as the board sees them: by rank where no suit has three cards, else by rank and
// whether they are of that suit. What looks alike is worth the same, dead cards or not.
struct memo {
    bool known[UTH_SUITS + 1][CARD_TYPES][CARD_TYPES];
    struct odds_value value[UTH_SUITS + 1][CARD_TYPES][CARD_TYPES];
};

static unsigned flush_suit_of(const uth_card board[5])
{
    unsigned suited[UTH_SUITS] = {0};
    for (unsigned i = 0; i < 5; i++) {
        suited[uth_card_suit(board[i])]++;
    }
    unsigned suit = 0;
    while (suit < UTH_SUITS && suited[suit] < 3) {
        suit++;
    }
    return suit;
}

static unsigned card_type(uth_card card, unsigned suit)
{
    return uth_card_rank(card) + (uth_card_suit(card) == suit ? 0 : UTH_RANKS);
}

static void odds_flop(const struct game *game, const struct uth_odds_query *query, uth_cards unseen,
                      struct uth_odds_answer *answer)
{
    struct memo memo;
    memset(memo.known, 0, sizeof memo.known);
    struct odds_value sum = {0};
    uth_card card[UTH_DECK_SIZE];
    uth_card board[5];
    const unsigned cards = list_cards(unseen, card);
    memcpy(board, query->board, 3);
    for (unsigned j = 1; j < cards; j++) {
        for (unsigned i = 0; i < j; i++) {
            board[3] = card[i];
            board[4] = card[j];
            const unsigned suit = flush_suit_of(board);
            const unsigned a = card_type(card[i], suit);
            const unsigned b = card_type(card[j], suit);
            struct odds_value *value = &memo.value[suit][a < b ? a : b][a < b ? b : a];
            bool *known = &memo.known[suit][a < b ? a : b][a < b ? b : a];
            if (!*known) {
                *known = true;
                *value = value_board(game, query->hole, board,
                                     unseen & ~uth_cards_of(card[i]) & ~uth_cards_of(card[j]));
            }
            sum.edge += value->edge;
            sum.base += value->base;
            sum.river += value->river;
        }
    }
    answer->deals = pairs_of(cards) * pairs_of(cards - 2);
    exact_odds_answer_of(game, UTH_STREET_FLOP, &sum, sum.river, answer);
}

// All cards of the query, each once, as a set.
static enum uth_status read_cards(const struct uth_odds_query *query, uth_cards *seen)
{
    const uth_card *const run[3] = {query->hole, query->board, query->dead};
    const unsigned count[3] = {2, query->board_count, query->dead_count};
    uth_cards set = 0;
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned k = 0; k < count[i]; k++) {
            if (run[i][k] >= UTH_DECK_SIZE) {
                return UTH_ERR_BAD_CARD;
            }
            if (uth_cards_have(set, run[i][k])) {
                return UTH_ERR_CARD_TWICE;
            }
            set |= uth_cards_of(run[i][k]);
        }
    }
    *seen = set;
    return UTH_OK;
}

enum uth_status uth_odds(const struct uth_rules *rules, const struct uth_odds_query *query,
                         void *memory, size_t size, struct uth_odds_answer *answer)
{
    const unsigned board = query->board_count;
    if ((board != 0 && board != 3 && board != 5) || 9 + query->dead_count > UTH_DECK_SIZE) {
        return UTH_ERR_CARD_COUNT;
    }
    struct game game;
    uth_cards seen = 0;
    enum uth_status status = read_cards(query, &seen);
    if (status == UTH_OK) {
        status = exact_game_from(rules, &game);
    }
    if (status != UTH_OK) {
        return status;
    }
    const uth_cards unseen = UTH_CARDS_ALL & ~seen;
    memset(answer, 0, sizeof *answer);
    if (board == 5) {
        odds_river(&game, query, unseen, answer);
    } else if (board == 3) {
        odds_flop(&game, query, unseen, answer);
    } else {
        UTH_CHECK(memory != NULL && size >= uth_odds_size());
        exact_odds_preflop(&game, query, unseen, memory, answer);
    }
    return UTH_OK;
}
