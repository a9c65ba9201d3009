#include "support/exact_plain.h"

#include <string.h>

struct held {
    uth_hand hand;
    uth_card a, b;
};

unsigned plain_hole(uth_card a, uth_card b)
{
    return a < b ? b * (b - 1U) / 2 + a : a * (a - 1U) / 2 + b;
}

// By strength, the low byte first and then the high one.
static void sort_held(struct held *held, struct held *spare, unsigned count)
{
    for (unsigned shift = 0; shift < 16; shift += 8) {
        unsigned start[257] = {0};
        for (unsigned i = 0; i < count; i++) {
            start[(held[i].hand >> shift & 0xff) + 1]++;
        }
        for (unsigned i = 0; i < 256; i++) {
            start[i + 1] += start[i];
        }
        for (unsigned i = 0; i < count; i++) {
            spare[start[held[i].hand >> shift & 0xff]++] = held[i];
        }
        memcpy(held, spare, count * sizeof held[0]);
    }
}

int64_t plain_net(const struct uth_rules *rules, int64_t unit, int outcome, bool qualified,
                  enum uth_hand_kind kind)
{
    int64_t ante = outcome * unit;
    if (!qualified && rules->ante_unqualified == UTH_ANTE_PUSHES) {
        ante = 0;
    }
    if (!qualified && rules->ante_unqualified == UTH_ANTE_WINS) {
        ante = unit;
    }
    const struct uth_odds odds = rules->blind.pays[kind];
    const int64_t pay = odds.den == 0 ? 0 : (int64_t)odds.num * unit / odds.den;
    return ante + (outcome > 0 ? pay : outcome * unit);
}

static int64_t best_raise(const uint8_t raises[UTH_RAISES_MAX], int64_t unit, int64_t base,
                          int64_t edge, int64_t otherwise)
{
    int64_t best = otherwise;
    for (unsigned i = 0; i < UTH_RAISES_MAX && raises[i] != 0; i++) {
        const int64_t value = base + raises[i] * unit * edge;
        best = value > best ? value : best;
    }
    return best;
}

int64_t plain_flop_best(const struct uth_rules *rules, int64_t unit,
                        const struct plain_value *value)
{
    return best_raise(rules->raises[UTH_STREET_FLOP], unit, value->base, value->edge, value->river);
}

// Dealer hands of one sort: in all, and those that hold a given card.
struct crowd {
    int all;
    int holding[UTH_DECK_SIZE];
};

static void join(struct crowd *crowd, const struct held *held)
{
    crowd->all++;
    crowd->holding[held->a]++;
    crowd->holding[held->b]++;
}

// Without the hands that hold one of the player's cards; `self` when the player's own hand is in the crowd,
// which then was taken away twice.
static int without(const struct crowd *crowd, const struct held *held, bool self)
{
    return crowd->all - crowd->holding[held->a] - crowd->holding[held->b] + self;
}

static struct plain_value value_of(const struct uth_rules *rules, int64_t unit,
                                   const struct held *held, struct plain_outcomes outcomes)
{
    struct plain_value value = {.outcomes = outcomes, .kind = uth_hand_kind_of(held->hand)};
    int64_t dealers = 0;
    for (int outcome = -1; outcome <= 1; outcome++) {
        for (int qualified = 0; qualified < 2; qualified++) {
            const int64_t hands = outcomes.count[outcome + 1][qualified];
            dealers += hands;
            value.edge += outcome * hands;
            value.base += hands * plain_net(rules, unit, outcome, qualified != 0,
                                            uth_hand_kind_of(held->hand));
        }
    }
    value.river = best_raise(rules->raises[UTH_STREET_RIVER], unit, value.base, value.edge,
                             -2 * unit * dealers);
    return value;
}

// All hands from `unseen`, each valued against all the others that can lie beside it.
static void value_unseen(const struct uth_rules *rules, int64_t unit, const uth_card board[5],
                         uth_cards unseen, struct plain_value values[PLAIN_HOLES])
{
    struct held held[PLAIN_HOLES];
    struct held spare[PLAIN_HOLES];
    struct uth_board ranked;
    unsigned count = 0;
    uth_board_set(&ranked, board);
    for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
        for (uth_card a = 0; uth_cards_have(unseen, b) && a < b; a++) {
            if (uth_cards_have(unseen, a)) {
                held[count++] = (struct held){uth_board_hand(&ranked, a, b), a, b};
            }
        }
    }
    sort_held(held, spare, count);

    // [qualified]: hands weaker than the one looked at, hands as strong, and all hands
    struct crowd weaker[2] = {{0}};
    struct crowd all[2] = {{0}};
    for (unsigned i = 0; i < count; i++) {
        join(&all[held[i].hand >= rules->qualifier], &held[i]);
    }
    for (unsigned from = 0, to = 0; from < count; from = to) {
        struct crowd equal = {0};
        const int opened = held[from].hand >= rules->qualifier;
        while (to < count && held[to].hand == held[from].hand) {
            join(&equal, &held[to++]);
        }
        for (unsigned i = from; i < to; i++) {
            struct plain_outcomes outcomes = {{{0}}};
            int16_t(*outcome)[2] = outcomes.count;
            for (int q = 0; q < 2; q++) {
                const int win = without(&weaker[q], &held[i], false);
                const int tie = q == opened ? without(&equal, &held[i], true) : 0;
                outcome[2][q] = (int16_t)win;
                outcome[1][q] = (int16_t)tie;
                outcome[0][q] = (int16_t)(without(&all[q], &held[i], q == opened) - win - tie);
            }
            values[plain_hole(held[i].a, held[i].b)] = value_of(rules, unit, &held[i], outcomes);
        }
        for (unsigned i = from; i < to; i++) {
            join(&weaker[opened], &held[i]);
        }
    }
}

void plain_board(const struct uth_rules *rules, int64_t unit, const uth_card board[5],
                 struct plain_value values[PLAIN_HOLES])
{
    memset(values, 0, PLAIN_HOLES * sizeof values[0]);
    value_unseen(rules, unit, board, UTH_CARDS_ALL & ~uth_cards_from(board, 5), values);
}

void plain_flop(const struct uth_rules *rules, int64_t unit, const uth_card flop[3],
                struct plain_value values[PLAIN_HOLES])
{
    struct plain_value at_river[PLAIN_HOLES];
    uth_card board[5] = {flop[0], flop[1], flop[2], 0, 0};
    const uth_cards seen = uth_cards_from(flop, 3);
    memset(values, 0, PLAIN_HOLES * sizeof values[0]);
    for (board[4] = 1; board[4] < UTH_DECK_SIZE; board[4]++) {
        for (board[3] = 0; board[3] < board[4]; board[3]++) {
            if (uth_cards_have(seen, board[3]) || uth_cards_have(seen, board[4])) {
                continue;
            }
            plain_board(rules, unit, board, at_river);
            for (unsigned hole = 0; hole < PLAIN_HOLES; hole++) {
                values[hole].edge += at_river[hole].edge;
                values[hole].base += at_river[hole].base;
                values[hole].river += at_river[hole].river;
            }
        }
    }
}

// The smallest of the 24 ways to name the suits, as a set.
static uth_cards canonical(const uth_card flop[3])
{
    uth_cards least = UINT64_MAX;
    for (unsigned code = 0; code < 256; code++) {
        const unsigned to[4] = {code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6};
        if ((1U << to[0] | 1U << to[1] | 1U << to[2] | 1U << to[3]) != 15) {
            continue;
        }
        uth_cards set = 0;
        for (unsigned i = 0; i < 3; i++) {
            set |= uth_cards_of(uth_card_make(uth_card_rank(flop[i]), to[uth_card_suit(flop[i])]));
        }
        least = set < least ? set : least;
    }
    return least;
}

unsigned plain_flops(uth_card flop[1755][3], unsigned weight[1755])
{
    unsigned count = 0;
    uth_cards known[1755];
    uth_card f[3];
    for (f[2] = 2; f[2] < UTH_DECK_SIZE; f[2]++) {
        for (f[1] = 1; f[1] < f[2]; f[1]++) {
            for (f[0] = 0; f[0] < f[1]; f[0]++) {
                const uth_cards set = canonical(f);
                unsigned i = count;
                while (i > 0 && known[i - 1] != set) {
                    i--;
                }
                if (i == 0) {
                    i = ++count;
                    known[i - 1] = set;
                    weight[i - 1] = 0;
                    memcpy(flop[i - 1], f, sizeof f);
                }
                weight[i - 1]++;
            }
        }
    }
    return count;
}

static bool next_card(uth_cards unseen, uth_card *card, unsigned from, unsigned limit)
{
    for (unsigned at = from; at < limit; at++) {
        if (uth_cards_have(unseen, (uth_card)at)) {
            *card = (uth_card)at;
            return true;
        }
    }
    return false;
}

// One player's hand against every dealer hand from `unseen`.
static struct plain_value value_one(const struct uth_rules *rules, int64_t unit,
                                    const uth_card hole[2], const uth_card board[5],
                                    uth_cards unseen)
{
    struct uth_board ranked;
    struct plain_outcomes outcomes = {{{0}}};
    uth_board_set(&ranked, board);
    const struct held held = {uth_board_hand(&ranked, hole[0], hole[1]), hole[0], hole[1]};
    for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
        for (uth_card a = 0; uth_cards_have(unseen, b) && a < b; a++) {
            if (uth_cards_have(unseen, a)) {
                const uth_hand hand = uth_board_hand(&ranked, a, b);
                const int outcome = held.hand > hand ? 1 : held.hand == hand ? 0 : -1;
                outcomes.count[outcome + 1][hand >= rules->qualifier]++;
            }
        }
    }
    return value_of(rules, unit, &held, outcomes);
}

struct plain_odds plain_odds_preflop(const struct uth_rules *rules, int64_t unit,
                                     const uth_card hole[2], uth_cards dead)
{
    const uth_cards unseen = UTH_CARDS_ALL & ~dead & ~uth_cards_from(hole, 2);
    const unsigned cards = uth_cards_count(unseen);
    struct plain_odds odds = {0};
    uth_card f[5];
    for (unsigned c = 0; next_card(unseen, &f[2], c, UTH_DECK_SIZE); c = f[2] + 1U) {
        for (unsigned b = 0; next_card(unseen, &f[1], b, f[2]); b = f[1] + 1U) {
            for (unsigned a = 0; next_card(unseen, &f[0], a, f[1]); a = f[0] + 1U) {
                const uth_cards late = unseen & ~uth_cards_from(f, 3);
                struct plain_value flop = {0};
                for (unsigned e = 0; next_card(late, &f[4], e, UTH_DECK_SIZE); e = f[4] + 1U) {
                    for (unsigned d = 0; next_card(late, &f[3], d, f[4]); d = f[3] + 1U) {
                        const struct plain_value river =
                            value_one(rules, unit, hole, f, late & ~uth_cards_from(f + 3, 2));
                        flop.edge += river.edge;
                        flop.base += river.base;
                        flop.river += river.river;
                    }
                }
                odds.edge += flop.edge;
                odds.base += flop.base;
                odds.check += plain_flop_best(rules, unit, &flop);
            }
        }
    }
    odds.deals = (int64_t)cards * (cards - 1) * (cards - 2) / 6;
    odds.deals *= (int64_t)(cards - 3) * (cards - 4) / 2;
    odds.deals *= (int64_t)(cards - 5) * (cards - 6) / 2;
    return odds;
}
