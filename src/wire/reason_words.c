#include "wire/reason_words.h"

#include <stdio.h>
#include <string.h>

#include "wire/amount_words.h"
#include "wire/bet_words.h"

const struct wire_reason_of wire_reason_unseen = {
    .player = UTH_HAND_COUNT,
    .dealer = UTH_HAND_COUNT,
    .line = UTH_BET_LINES_MAX,
    .progressive = UTH_PROGRESSIVE_NONE,
};

const char *wire_hand_with_article(enum uth_hand_kind kind)
{
    static const char *const names[UTH_HAND_COUNT] = {
        [UTH_HAND_HIGH_CARD] = "a high card",
        [UTH_HAND_PAIR] = "a pair",
        [UTH_HAND_TWO_PAIRS] = "two pairs",
        [UTH_HAND_THREE] = "three of a kind",
        [UTH_HAND_STRAIGHT] = "a straight",
        [UTH_HAND_FLUSH] = "a flush",
        [UTH_HAND_FULL_HOUSE] = "a full house",
        [UTH_HAND_FOUR] = "four of a kind",
        [UTH_HAND_STRAIGHT_FLUSH] = "a straight flush",
        [UTH_HAND_ROYAL_FLUSH] = "a royal flush",
    };
    UTH_CHECK(kind < UTH_HAND_COUNT);
    return names[kind];
}

// The kind from which on everything is paid and below which nothing is; UTH_HAND_COUNT when the
// table is not of that shape, so that nothing untrue is said of it.
static enum uth_hand_kind lowest_paid(const struct uth_odds pays[UTH_HAND_COUNT])
{
    unsigned lowest = 0;
    while (lowest < UTH_HAND_COUNT && pays[lowest].den == 0) {
        lowest++;
    }
    for (unsigned kind = lowest; kind < UTH_HAND_COUNT; kind++) {
        if (pays[kind].den == 0) {
            return UTH_HAND_COUNT;
        }
    }
    return (enum uth_hand_kind)lowest;
}

static void put_below(const struct uth_odds pays[UTH_HAND_COUNT], const char *pushes,
                      const char *otherwise, char words[WIRE_REASON_WORDS_MAX])
{
    const enum uth_hand_kind lowest = lowest_paid(pays);
    if (lowest == UTH_HAND_COUNT) {
        (void)snprintf(words, WIRE_REASON_WORDS_MAX, "%s", otherwise);
    } else {
        (void)snprintf(words, WIRE_REASON_WORDS_MAX, "%s %s", pushes,
                       wire_hand_with_article(lowest));
    }
}

static void put_odds(struct uth_odds odds, const char *what, char words[WIRE_REASON_WORDS_MAX])
{
    char pays[WIRE_AMOUNT_MAX];
    (void)snprintf(words, WIRE_REASON_WORDS_MAX, "wins %s to %u: %s", wire_grouped(odds.num, pays),
                   (unsigned)odds.den, what);
}

// A hand's pay by its table; false where the hand cannot be seen.
static bool put_paid(const struct uth_odds pays[UTH_HAND_COUNT], enum uth_hand_kind kind,
                     char words[WIRE_REASON_WORDS_MAX])
{
    if (kind == UTH_HAND_COUNT || pays[kind].den == 0) {
        return false;
    }
    put_odds(pays[kind], wire_hand_with_article(kind), words);
    return true;
}

void wire_pay_words(struct uth_progressive_pay pay, char words[WIRE_PAY_WORDS_MAX])
{
    char number[WIRE_AMOUNT_MAX];
    if (pay.meter_bp != 0) {
        (void)snprintf(words, WIRE_PAY_WORDS_MAX, "%s of the meter",
                       wire_percent_words(pay.meter_bp, number));
    } else {
        (void)snprintf(words, WIRE_PAY_WORDS_MAX, "%s for 1", wire_grouped(pay.for_one, number));
    }
}

// PROG-1: the prize is for 1, so that what the wager won is less by the stake; both are said.
static bool put_progressive(const struct uth_rules *rules, const struct wire_reason_of *of,
                            char words[WIRE_REASON_WORDS_MAX])
{
    char prize[WIRE_AMOUNT_MAX];
    char stake[WIRE_AMOUNT_MAX];
    char pays[WIRE_PAY_WORDS_MAX];
    if (!uth_progressive_pays(&rules->progressive.table, of->progressive)) {
        return false;
    }
    wire_pay_words(rules->progressive.table.pays[of->progressive], pays);
    (void)snprintf(words, WIRE_REASON_WORDS_MAX, "wins %s: %s, %s; the %s wager is kept",
                   wire_money_words((uth_money){of->net.cents + of->stake.cents}, prize),
                   uth_progressive_line_name(of->progressive), pays,
                   wire_money_words(of->stake, stake));
    return true;
}

// ---- side bets --------------------------------------------------------------------------------

// Paid by the kind of the player's hand, as Trips is.
static bool is_by_own_hand(const struct uth_bet *bet, struct uth_odds pays[UTH_HAND_COUNT])
{
    return bet->cards == UTH_BET_HOLE_BOARD && wire_pays_by_kind(uth_bet_table(bet), pays);
}

// BB-2: by the beaten hand.
static bool put_beaten(const struct uth_bet *bet, enum uth_hand_kind kind, const char *whose,
                       char words[WIRE_REASON_WORDS_MAX])
{
    struct uth_odds pays[UTH_HAND_COUNT];
    char what[64];
    if (kind == UTH_HAND_COUNT || !wire_pays_by_kind(uth_bet_table(bet), pays) ||
        pays[kind].den == 0) {
        return false;
    }
    (void)snprintf(what, sizeof what, "%s %s was beaten", whose, uth_hand_kind_name(kind));
    put_odds(pays[kind], what, words);
    return true;
}

// What it is paid for; false where that is not seen.
static bool put_won_side(const struct uth_rules *rules, enum uth_wager wager,
                         const struct wire_reason_of *of, char words[WIRE_REASON_WORDS_MAX])
{
    const struct uth_bet *bet = uth_rules_side(rules, wager);
    const struct uth_bet_table *table = uth_bet_table(bet);
    struct uth_odds pays[UTH_HAND_COUNT];
    char line[WIRE_LINE_MAX];
    if (!uth_wager_is_own(wager) && is_by_own_hand(bet, pays)) {
        return put_paid(pays, of->player, words);
    }
    if (of->line >= table->line_count) {
        return false;
    }
    put_odds(table->lines[of->line].pays, wire_line_words(&table->lines[of->line].condition, line),
             words);
    return true;
}

// What becomes of it and why, where the cards are not seen or there is no line to tell of.
static const char *plain_side(const struct uth_bet *bet, bool own, enum uth_reason reason)
{
    static const char *const of_any_bet[UTH_REASON_COUNT] = {
        [UTH_REASON_SIDE_FOLDED] = "loses: this house takes it with the fold",
        [UTH_REASON_SIDE_SUFFERED] = "wins: the player's hand was beaten",
        [UTH_REASON_SIDE_DEALT] = "wins: the dealer's hand was beaten",
        [UTH_REASON_SIDE_TIES] = "loses: a tie, nobody was beaten",
    };
    const bool by_hole = bet->cards == UTH_BET_HOLE;
    UTH_CHECK(reason < UTH_REASON_COUNT);
    if (of_any_bet[reason] != NULL) {
        return of_any_bet[reason];
    }
    if (reason == UTH_REASON_SIDE_WINS) {
        return by_hole ? "wins: the two hole cards are on its pay table"
                       : "wins: the hand is on its pay table";
    }
    return by_hole                        ? "loses: the two hole cards are not on its pay table"
           : own                          ? "loses: no paying hand"
           : bet->cards == UTH_BET_BEATEN ? "loses: no bad beat"
                                          : "loses: the hand is not on its pay table";
}

static void put_side(const struct uth_rules *rules, enum uth_wager wager, enum uth_reason reason,
                     const struct wire_reason_of *of, char words[WIRE_REASON_WORDS_MAX])
{
    const struct uth_bet *bet = uth_rules_side(rules, wager);
    const bool own = uth_wager_is_own(wager);
    const char *untold = plain_side(bet, own, reason);
    struct uth_odds pays[UTH_HAND_COUNT];
    if (reason == UTH_REASON_SIDE_LOSES && !own && is_by_own_hand(bet, pays)) {
        put_below(pays, "loses: less than", untold, words);
        return;
    }
    const bool told =
        reason == UTH_REASON_SIDE_WINS       ? put_won_side(rules, wager, of, words)
        : reason == UTH_REASON_SIDE_SUFFERED ? put_beaten(bet, of->player, "the player's", words)
        : reason == UTH_REASON_SIDE_DEALT    ? put_beaten(bet, of->dealer, "the dealer's", words)
                                             : false;
    if (!told) {
        (void)snprintf(words, WIRE_REASON_WORDS_MAX, "%s", untold);
    }
}

// ---- all wagers -------------------------------------------------------------------------------

// What needs no pay table, or where nothing of it can be seen.
static const char *plain(enum uth_reason reason)
{
    // clang-format off
    static const char *const texts[UTH_REASON_COUNT] = {
        [UTH_REASON_ANTE_WINS]               = "wins 1 to 1: higher than the dealer",
        [UTH_REASON_ANTE_LOSES]              = "loses: lower than the dealer",
        [UTH_REASON_ANTE_TIES]               = "pushes: a tie",
        [UTH_REASON_ANTE_NOT_QUALIFIED]      = "pushes: the dealer does not qualify",
        [UTH_REASON_ANTE_WINS_NOT_QUALIFIED] = "wins 1 to 1: the dealer does not qualify",
        [UTH_REASON_ANTE_FOLDED]             = "loses: folded",
        [UTH_REASON_PLAY_WINS]               = "wins 1 to 1: higher than the dealer",
        [UTH_REASON_PLAY_LOSES]              = "loses: lower than the dealer",
        [UTH_REASON_PLAY_TIES]               = "pushes: a tie",
        [UTH_REASON_BLIND_WINS]              = "wins: the hand is on its pay table",
        [UTH_REASON_BLIND_LOSES]             = "loses: lower than the dealer",
        [UTH_REASON_BLIND_TIES]              = "pushes: a tie",
        [UTH_REASON_BLIND_FOLDED]            = "loses: folded",
        [UTH_REASON_PROGRESSIVE_WINS]        = "wins: the hand is on its pay table",
        [UTH_REASON_PROGRESSIVE_LOSES]       = "loses: the hand is not on its pay table",
    };
    // clang-format on
    UTH_CHECK(reason < UTH_REASON_COUNT);
    return texts[reason];
}

// What is paid by a table, with its odds and its hand; false where there is none or it is not seen.
static bool put_from_table(const struct uth_rules *rules, enum uth_reason reason,
                           const struct wire_reason_of *of, char words[WIRE_REASON_WORDS_MAX])
{
    return reason == UTH_REASON_BLIND_WINS         ? put_paid(rules->blind.pays, of->player, words)
           : reason == UTH_REASON_PROGRESSIVE_WINS ? put_progressive(rules, of, words)
                                                   : false;
}

void wire_reason_words(const struct uth_rules *rules, enum uth_wager wager, enum uth_reason reason,
                       const struct wire_reason_of *of, char words[WIRE_REASON_WORDS_MAX])
{
    if (reason == UTH_REASON_BLIND_BELOW_TABLE) {
        put_below(rules->blind.pays, "pushes: won with less than",
                  "pushes: won with a hand its table does not pay", words);
    } else if (uth_wager_has_lines(wager)) {
        put_side(rules, wager, reason, of, words);
    } else if (!put_from_table(rules, reason, of, words)) {
        const char *text = plain(reason);
        UTH_CHECK(text != NULL);
        (void)snprintf(words, WIRE_REASON_WORDS_MAX, "%s", text);
    }
}
