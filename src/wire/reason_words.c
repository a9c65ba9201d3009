#include "wire/reason_words.h"

#include <stdio.h>
#include <string.h>

#include "wire/amount_words.h"

const struct wire_reason_of wire_reason_unseen = {
    .player = UTH_HAND_COUNT,
    .dealer = UTH_HAND_COUNT,
    .pairs = UTH_PAIRS_NONE,
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
static enum uth_hand_kind lowest_paid(const struct uth_paytable *table)
{
    unsigned lowest = 0;
    while (lowest < UTH_HAND_COUNT && table->pays[lowest].den == 0) {
        lowest++;
    }
    for (unsigned kind = lowest; kind < UTH_HAND_COUNT; kind++) {
        if (table->pays[kind].den == 0) {
            return UTH_HAND_COUNT;
        }
    }
    return (enum uth_hand_kind)lowest;
}

static void put_below(const struct uth_paytable *table, const char *pushes, const char *otherwise,
                      char words[WIRE_REASON_WORDS_MAX])
{
    const enum uth_hand_kind lowest = lowest_paid(table);
    if (lowest == UTH_HAND_COUNT) {
        (void)snprintf(words, WIRE_REASON_WORDS_MAX, "%s", otherwise);
    } else {
        (void)snprintf(words, WIRE_REASON_WORDS_MAX, "%s %s", pushes,
                       wire_hand_with_article(lowest));
    }
}

static void put_odds(struct uth_odds odds, const char *wager, const char *what,
                     char words[WIRE_REASON_WORDS_MAX])
{
    char pays[WIRE_AMOUNT_MAX];
    (void)snprintf(words, WIRE_REASON_WORDS_MAX, "%s wins %s to %u: %s", wager,
                   wire_grouped(odds.num, pays), (unsigned)odds.den, what);
}

// A hand's pay by its table; false where the hand cannot be seen.
static bool put_paid(const struct uth_paytable *table, enum uth_hand_kind kind, const char *wager,
                     char words[WIRE_REASON_WORDS_MAX])
{
    if (kind == UTH_HAND_COUNT || table->pays[kind].den == 0) {
        return false;
    }
    put_odds(table->pays[kind], wager, wire_hand_with_article(kind), words);
    return true;
}

// BB-2: by the beaten hand.
static bool put_beaten(const struct uth_rules *rules, enum uth_hand_kind kind, const char *whose,
                       char words[WIRE_REASON_WORDS_MAX])
{
    const struct uth_paytable *table = uth_rules_bad_beat(rules);
    char what[64];
    if (kind == UTH_HAND_COUNT || table->pays[kind].den == 0) {
        return false;
    }
    (void)snprintf(what, sizeof what, "%s %s was beaten", whose, uth_hand_kind_name(kind));
    put_odds(table->pays[kind], "Bad Beat", what, words);
    return true;
}

static bool put_pairs(const struct uth_rules *rules, enum uth_pairs_line line,
                      char words[WIRE_REASON_WORDS_MAX])
{
    if (line == UTH_PAIRS_NONE) {
        return false;
    }
    put_odds(uth_rules_pairs(rules)->pays[line], "Pairs", uth_pairs_line_name(line), words);
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
    (void)snprintf(
        words, WIRE_REASON_WORDS_MAX, "Progressive wins %s: %s, %s; the %s wager is kept",
        wire_money_words((uth_money){of->net.cents + of->stake.cents}, prize),
        uth_progressive_line_name(of->progressive), pays, wire_money_words(of->stake, stake));
    return true;
}

// What needs no pay table, or where nothing of it can be seen.
static const char *plain(enum uth_reason reason)
{
    // clang-format off
    static const char *const texts[UTH_REASON_COUNT] = {
        [UTH_REASON_ANTE_WINS]               = "Ante wins 1 to 1: higher than the dealer",
        [UTH_REASON_ANTE_LOSES]              = "Ante loses: lower than the dealer",
        [UTH_REASON_ANTE_TIES]               = "Ante pushes: a tie",
        [UTH_REASON_ANTE_NOT_QUALIFIED]      = "Ante pushes: the dealer does not qualify",
        [UTH_REASON_ANTE_WINS_NOT_QUALIFIED] = "Ante wins 1 to 1: the dealer does not qualify",
        [UTH_REASON_ANTE_FOLDED]             = "Ante loses: folded",
        [UTH_REASON_PLAY_WINS]               = "Play wins 1 to 1: higher than the dealer",
        [UTH_REASON_PLAY_LOSES]              = "Play loses: lower than the dealer",
        [UTH_REASON_PLAY_TIES]               = "Play pushes: a tie",
        [UTH_REASON_BLIND_WINS]              = "Blind wins: the hand is on its pay table",
        [UTH_REASON_TRIPS_WINS]              = "Trips wins: the hand is on its pay table",
        [UTH_REASON_BLIND_LOSES]             = "Blind loses: lower than the dealer",
        [UTH_REASON_BLIND_TIES]              = "Blind pushes: a tie",
        [UTH_REASON_BLIND_FOLDED]            = "Blind loses: folded",
        [UTH_REASON_TRIPS_FOLDED]            = "Trips loses: this house takes it with the fold",
        [UTH_REASON_BAD_BEAT_SUFFERED]       = "Bad Beat wins: the player's hand was beaten",
        [UTH_REASON_BAD_BEAT_DEALT]          = "Bad Beat wins: the dealer's hand was beaten",
        [UTH_REASON_BAD_BEAT_TIES]           = "Bad Beat loses: a tie, nobody was beaten",
        [UTH_REASON_BAD_BEAT_LOSES]          = "Bad Beat loses: no bad beat",
        [UTH_REASON_PAIRS_WINS]              = "Pairs wins: the two hole cards are on its pay table",
        [UTH_REASON_PAIRS_LOSES]             = "Pairs loses: the two hole cards are not on its pay table",
        [UTH_REASON_PROGRESSIVE_WINS]        = "Progressive wins: the hand is on its pay table",
        [UTH_REASON_PROGRESSIVE_LOSES]       = "Progressive loses: the hand is not on its pay table",
    };
    // clang-format on
    UTH_CHECK(reason < UTH_REASON_COUNT);
    return texts[reason];
}

// What is paid by a table, with its odds and its hand; false where there is none or it is not seen.
static bool put_from_table(const struct uth_rules *rules, enum uth_reason reason,
                           const struct wire_reason_of *of, char words[WIRE_REASON_WORDS_MAX])
{
    return reason == UTH_REASON_BLIND_WINS ? put_paid(&rules->blind, of->player, "Blind", words)
           : reason == UTH_REASON_TRIPS_WINS
               ? put_paid(uth_rules_trips(rules), of->player, "Trips", words)
           : reason == UTH_REASON_BAD_BEAT_SUFFERED
               ? put_beaten(rules, of->player, "the player's", words)
           : reason == UTH_REASON_BAD_BEAT_DEALT
               ? put_beaten(rules, of->dealer, "the dealer's", words)
           : reason == UTH_REASON_PAIRS_WINS       ? put_pairs(rules, of->pairs, words)
           : reason == UTH_REASON_PROGRESSIVE_WINS ? put_progressive(rules, of, words)
                                                   : false;
}

void wire_reason_words(const struct uth_rules *rules, enum uth_reason reason,
                       const struct wire_reason_of *of, char words[WIRE_REASON_WORDS_MAX])
{
    if (reason == UTH_REASON_BLIND_BELOW_TABLE) {
        put_below(&rules->blind, "Blind pushes: won with less than",
                  "Blind pushes: won with a hand its table does not pay", words);
    } else if (reason == UTH_REASON_TRIPS_LOSES) {
        put_below(uth_rules_trips(rules), "Trips loses: less than",
                  "Trips loses: the hand is not on its pay table", words);
    } else if (!put_from_table(rules, reason, of, words)) {
        const char *text = plain(reason);
        UTH_CHECK(text != NULL);
        (void)snprintf(words, WIRE_REASON_WORDS_MAX, "%s", text);
    }
}
