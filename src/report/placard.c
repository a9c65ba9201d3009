// The content of a placard. Every sentence here follows a field of the profile; what the law and the
// owner say are the profile's notices, which a house may replace.
#include "report/placard.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "uth/notes.h"
#include "uth/settle.h"
#include "wire/amount_words.h"
#include "wire/bet_words.h"
#include "wire/least_words.h"
#include "wire/reason_words.h"

// ---- making sections --------------------------------------------------------------------------

// All texts of a profile are bounded, so it always fits.
__attribute__((format(printf, 2, 3))) static const char *say(struct placard *placard,
                                                             const char *format, ...)
{
    char *at = placard->text + placard->used;
    const size_t left = sizeof placard->text - placard->used;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(at, left, format, arguments);
    va_end(arguments);
    UTH_CHECK(length >= 0 && (size_t)length < left);
    placard->used += (size_t)length + 1;
    return at;
}

static const char *capital(struct placard *placard, const char *words)
{
    return say(placard, "%c%s", toupper((unsigned char)words[0]), words + 1);
}

static const char *money(struct placard *placard, uth_money amount)
{
    char text[WIRE_AMOUNT_MAX];
    return say(placard, "%s", wire_money_words(amount, text));
}

static struct placard_section *section(struct placard *placard, const char *key, const char *title)
{
    UTH_CHECK(placard->section_count < WIRE_PLACARD_SECTIONS);
    struct placard_section *added = &placard->sections[placard->section_count++];
    added->key = key;
    added->title = title;
    return added;
}

static void row(struct placard_section *to, const char *name, const char *value)
{
    UTH_CHECK(to->row_count < WIRE_PLACARD_ROWS);
    to->cells = 2;
    to->rows[to->row_count][0] = name;
    to->rows[to->row_count++][1] = value;
}

static void sentence(struct placard_section *to, const char *words)
{
    UTH_CHECK(to->sentence_count < WIRE_PLACARD_SENTENCES);
    to->sentences[to->sentence_count++] = words;
}

// ---- words ------------------------------------------------------------------------------------

static const char *count_words(struct placard *placard, unsigned count)
{
    static const char *const words[] = {"no",   "one", "two",   "three", "four",
                                        "five", "six", "seven", "eight"};
    return count < sizeof words / sizeof words[0] ? words[count] : say(placard, "%u", count);
}

static bool player_banks(const struct uth_rules *rules)
{
    return rules->banked_by == UTH_BANKED_BY_PLAYER;
}

static const char *banker(const struct uth_rules *rules)
{
    return player_banks(rules) ? "player-dealer" : "dealer";
}

static bool offers(const struct placard *placard, enum uth_wager wager)
{
    return placard->of.rules->offered[wager] &&
           !(uth_wagers[wager].on_meter && placard->of.no_meter);
}

static const char *title_of(const struct placard *placard, enum uth_wager wager)
{
    return uth_rules_wager_title(placard->of.rules, wager);
}

// Pays, by the table in force, for kinds of hands: Trips and Bad Beat as the makers print them. The
// profile's own bets stand by themselves.
static bool pays_by_kind(const struct placard *placard, enum uth_wager wager,
                         struct uth_odds pays[UTH_HAND_COUNT])
{
    const struct uth_rules *rules = placard->of.rules;
    if (wager == UTH_WAGER_BLIND) {
        memcpy(pays, rules->blind.pays, sizeof rules->blind.pays);
        return true;
    }
    return uth_wager_has_lines(wager) && !uth_wager_is_own(wager) && offers(placard, wager) &&
           wire_pays_by_kind(uth_bet_table(uth_rules_side(rules, wager)), pays);
}

// The lowest hand that is paid.
static enum uth_hand_kind pays_from(const struct uth_odds pays[UTH_HAND_COUNT])
{
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        if (pays[kind].den != 0) {
            return (enum uth_hand_kind)kind;
        }
    }
    return UTH_HAND_COUNT;
}

static const char *inscription(struct placard *placard)
{
    const struct uth_rules *rules = placard->of.rules;
    const char *who = player_banks(rules) ? "Player-Dealer" : "Dealer";
    char least[WIRE_LEAST_MAX];
    return rules->qualifier == 0 ? say(placard, "%s always plays", who)
                                 : say(placard, "%s only plays with %s or higher", who,
                                       wire_least_words(rules->qualifier, least));
}

// ---- the first page ---------------------------------------------------------------------------

// "3x or 4x", smallest first.
static const char *size_words(struct placard *placard, const uint8_t raises[UTH_RAISES_MAX])
{
    const char *words = "";
    for (unsigned i = 0; i < UTH_RAISES_MAX && raises[i] != 0; i++) {
        words = i == 0   ? say(placard, "%ux", raises[i])
                : i == 1 ? say(placard, "%ux or %s", raises[i], words)
                         : say(placard, "%ux, %s", raises[i], words);
    }
    return words;
}

static const char *limit_words(struct placard *placard, enum uth_wager wager)
{
    const struct uth_rules *rules = placard->of.rules;
    const struct uth_limit limit = uth_rules_limit(rules, wager);
    char min[WIRE_AMOUNT_MAX];
    char max[WIRE_AMOUNT_MAX];
    (void)wire_money_words(limit.min, min);
    (void)wire_money_words(limit.max, max);
    if (uth_wagers[wager].on_meter) {
        return money(placard, rules->progressive.stake);
    }
    if (limit.max.cents == 0 && wager == UTH_WAGER_PLAY) {
        const uth_money most = uth_rules_play_max(rules);
        return most.cents == 0 ? "no limit" : say(placard, "to %s", money(placard, most));
    }
    return limit.max.cents == 0 ? say(placard, "from %s", min) : say(placard, "%s to %s", min, max);
}

static void put_limits(struct placard *placard)
{
    struct placard_section *limits = section(placard, "limits", "Limits");
    limits->first_page = true;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (i != UTH_WAGER_BLIND && offers(placard, (enum uth_wager)i)) { // equals the Ante (BET-1)
            row(limits,
                i == UTH_WAGER_ANTE ? "Ante and Blind" : title_of(placard, (enum uth_wager)i),
                limit_words(placard, (enum uth_wager)i));
        }
    }
    const struct uth_rules *rules = placard->of.rules;
    if (rules->legal_wager_max.cents != 0) {
        sentence(limits, say(placard, "No wager may exceed %s, Play included.",
                             money(placard, rules->legal_wager_max)));
    }
    if (rules->games_over.amount.cents != 0) {
        const char *amount = money(placard, rules->games_over.amount);
        sentence(limits, rules->games_over.games == 0
                             ? say(placard, "No game of a player may be above %s.", amount)
                             : say(placard, "At most %s of a player's games may be above %s.",
                                   count_words(placard, rules->games_over.games), amount));
    }
}

// One cell of a pay table; a line that does not pay is left empty.
static void pay(struct placard *placard, struct placard_section *to, unsigned line, unsigned cell,
                struct uth_odds odds)
{
    char number[WIRE_AMOUNT_MAX];
    const bool pays = odds.den != 0;
    (void)wire_grouped(odds.num, number);
    to->rows[line][cell] = pays ? say(placard, "%s to %u", number, odds.den) : "";
    to->briefs[line][cell] = !pays           ? ""
                             : odds.den == 1 ? say(placard, "%s", number)
                                             : say(placard, "%s:%u", number, odds.den);
}

static struct placard_section *pays_section(struct placard *placard, enum uth_wager wager,
                                            const char *table)
{
    struct placard_section *pays = section(placard, "pays", title_of(placard, wager));
    pays->first_page = true;
    pays->cells = 2;
    pays->wagers[1] = wager;
    pays->tables[1] = table;
    return pays;
}

static const char *table_of(const struct placard *placard, enum uth_wager wager)
{
    const struct uth_rules *rules = placard->of.rules;
    return wager == UTH_WAGER_BLIND ? rules->blind.id : uth_rules_table_id(rules, wager);
}

// The wagers that pay by the kind of hand stand side by side, as both California documents print them.
static void put_hand_pays(struct placard *placard)
{
    struct placard_section *pays = section(placard, "pays", "Pays by the hand");
    struct uth_odds odds[WIRE_PLACARD_CELLS][UTH_HAND_COUNT];
    pays->first_page = true;
    pays->heads[0] = "Hand";
    pays->cells = 1;
    for (unsigned i = 0; i < UTH_WAGER_COUNT && pays->cells < WIRE_PLACARD_CELLS; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        if (pays_by_kind(placard, wager, odds[pays->cells])) {
            pays->wagers[pays->cells] = wager;
            pays->heads[pays->cells] = title_of(placard, wager);
            pays->tables[pays->cells++] = table_of(placard, wager);
        }
    }
    for (int kind = UTH_HAND_COUNT - 1; kind >= 0; kind--) {
        bool any = false;
        for (unsigned i = 1; i < pays->cells; i++) {
            pay(placard, pays, pays->row_count, i, odds[i][kind]);
            any = any || odds[i][kind].den != 0;
        }
        if (any) {
            pays->names[pays->row_count] = uth_hand_kind_name((enum uth_hand_kind)kind);
            pays->rows[pays->row_count][0] = capital(placard, pays->names[pays->row_count]);
            pays->row_count++;
        }
    }
}

// A side bet's table by itself, line by line.
static void put_line_pays(struct placard *placard, enum uth_wager wager)
{
    const struct uth_bet_table *table = uth_bet_table(uth_rules_side(placard->of.rules, wager));
    struct placard_section *pays = pays_section(placard, wager, table->id);
    for (unsigned i = 0; i < table->line_count; i++) {
        char text[WIRE_LINE_MAX];
        pay(placard, pays, i, 1, table->lines[i].pays);
        pays->names[i] = say(placard, "%s", wire_line_words(&table->lines[i].condition, text));
        pays->rows[i][0] = say(placard, "%s", wire_line_label(&table->lines[i].condition, text));
    }
    pays->row_count = table->line_count;
}

static void put_progressive_pays(struct placard *placard)
{
    static const char *const labels[UTH_PROGRESSIVE_COUNT] = {
        [UTH_PROGRESSIVE_ROYAL_FIRST_FIVE] = "Royal, first five",
        [UTH_PROGRESSIVE_ROYAL_SEVEN] = "Royal, seven cards",
        [UTH_PROGRESSIVE_COMMUNITY_ROYAL] = "Community royal",
        [UTH_PROGRESSIVE_STRAIGHT_FLUSH] = "Straight flush",
        [UTH_PROGRESSIVE_FOUR] = "Four of a kind",
        [UTH_PROGRESSIVE_FULL_HOUSE] = "Full house",
        [UTH_PROGRESSIVE_FLUSH] = "Flush",
        [UTH_PROGRESSIVE_STRAIGHT] = "Straight",
        [UTH_PROGRESSIVE_THREE] = "Three of a kind",
    };
    const struct uth_progressive_table *table = &placard->of.rules->progressive.table;
    struct placard_section *pays = pays_section(placard, UTH_WAGER_PROGRESSIVE, table->id);
    pays->for_one = true;
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        char number[WIRE_AMOUNT_MAX];
        const struct uth_progressive_pay pay = table->pays[line];
        if (!uth_progressive_pays(table, (enum uth_progressive_line)line)) {
            continue;
        }
        const bool of_meter = pay.meter_bp != 0;
        (void)(of_meter ? wire_percent_words(pay.meter_bp, number)
                        : wire_grouped(pay.for_one, number));
        pays->names[pays->row_count] = uth_progressive_line_name((enum uth_progressive_line)line);
        pays->briefs[pays->row_count][1] = say(placard, "%s", number);
        row(pays, labels[line],
            of_meter ? say(placard, "%s", number) : say(placard, "%s for 1", number));
    }
    sentence(pays, "Percentages are of the meter. The wager is not returned.");
}

static void put_pays(struct placard *placard)
{
    const struct uth_rules *rules = placard->of.rules;
    put_hand_pays(placard);
    struct placard_section *even = pays_section(placard, UTH_WAGER_ANTE, NULL);
    even->title = "Ante and Play";
    pay(placard, even, 0, 1, (struct uth_odds){1, 1});
    even->rows[even->row_count++][0] = say(placard, "Beats the %s", banker(rules));
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        struct uth_odds by_kind[UTH_HAND_COUNT];
        if (!offers(placard, wager) || !uth_wager_is_side(wager)) {
            continue;
        }
        if (uth_wagers[i].on_meter) {
            put_progressive_pays(placard);
        } else if (!pays_by_kind(placard, wager, by_kind)) {
            put_line_pays(placard, wager);
        }
    }
}

// FEE-1 to FEE-4: the schedule in force.
static void put_fees(struct placard *placard)
{
    const struct uth_rules *rules = placard->of.rules;
    if (rules->collection_count == 0) {
        return;
    }
    const struct uth_collection *collection = &rules->collections[rules->collection];
    struct placard_section *fees =
        section(placard, "fees", say(placard, "Fees, option %u", rules->collection + 1U));
    fees->first_page = true;
    fees->heads[0] = "Total action";
    fees->heads[1] = "Fee";
    for (unsigned i = 0; i < collection->tier_count; i++) {
        row(fees, say(placard, "from %s", money(placard, collection->tiers[i].action)),
            money(placard, collection->tiers[i].fee));
    }
    sentence(fees, "The player-dealer pays it before the deal.");
    if (collection->player_fee.cents == 0) {
        sentence(fees, "Players pay no fee.");
    } else if (rules->player_fee_per == UTH_FEE_PER_CIRCLE) {
        sentence(fees, say(placard, "Each player pays %s for each Ante and Blind circle%s.",
                           money(placard, collection->player_fee),
                           rules->offered[UTH_WAGER_TRIPS] ? ", nothing for Trips" : ""));
    } else {
        sentence(fees, say(placard, "Each player pays %s a spot.",
                           money(placard, collection->player_fee)));
    }
}

// WA-2 and GM-5: what limits a prize is posted.
static void put_caps(struct placard *placard)
{
    const struct uth_rules *rules = placard->of.rules;
    const uth_money meter =
        placard->of.table != 0 ? placard->of.meter_maximum : rules->progressive.maximum;
    struct placard_section *caps = NULL;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (offers(placard, (enum uth_wager)i) && rules->aggregate[i].max.cents != 0) {
            caps = caps != NULL ? caps : section(placard, "caps", "Maximum prizes");
            row(caps, say(placard, "%s, all players", title_of(placard, (enum uth_wager)i)),
                money(placard, rules->aggregate[i].max));
        }
    }
    if (caps != NULL) {
        sentence(caps, "Table aggregate of a round: prizes above it are shared in the order "
                       "wagers are settled.");
    }
    if (offers(placard, UTH_WAGER_PROGRESSIVE) && meter.cents != 0) {
        caps = caps != NULL ? caps : section(placard, "caps", "Maximum prizes");
        row(caps, "Progressive meter", money(placard, meter));
    }
    if (caps != NULL) {
        caps->first_page = true;
    }
}

// ---- the pages that follow --------------------------------------------------------------------

// "Trips", "Trips and Flop Five", "Ante, Blind and Trips": of the wagers in a set, a bit each.
static const char *joined(struct placard *placard, unsigned set)
{
    const char *words = "";
    unsigned left = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        left += set >> i & 1;
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if ((set >> i & 1) != 0) {
            left--;
            words = say(placard, "%s%s%s", words, title_of(placard, (enum uth_wager)i),
                        left > 1    ? ", "
                        : left == 1 ? " and "
                                    : "");
        }
    }
    return words;
}

static const unsigned base_wagers = 1U << UTH_WAGER_ANTE | 1U << UTH_WAGER_BLIND;

// BET-4: ", with Ante, Blind and Trips".
static const char *needs_words(struct placard *placard, const struct uth_bet *bet)
{
    return bet->needs == 0 ? ""
                           : say(placard, ", with %s", joined(placard, base_wagers | bet->needs));
}

static const char *fold_words(const struct uth_bet *bet)
{
    static const char *const words[UTH_FOLD_COUNT] = {
        [UTH_FOLD_LOSES] = "A fold loses it.",
        [UTH_FOLD_LOSES_UNLESS_WON] = "A fold loses it unless it wins.",
        [UTH_FOLD_TUCKED] = "It stays in action after a fold.",
        [UTH_FOLD_BESIDE] = "It stays in action after a fold.",
    };
    UTH_CHECK(bet->fold < UTH_FOLD_COUNT);
    return words[bet->fold];
}

static const char *trips_words(struct placard *placard, const struct uth_bet *bet,
                               enum uth_hand_kind from)
{
    return say(placard,
               "Optional%s; less than, equal to or more than the Ante. Wins with %s or better, "
               "whether the hand wins, loses or ties%s",
               needs_words(placard, bet), wire_hand_with_article(from),
               bet->fold == UTH_FOLD_LOSES ? ". A fold loses it." : ", and after a fold.");
}

static const char *bad_beat_words(struct placard *placard, const struct uth_bet *bet,
                                  enum uth_hand_kind from)
{
    const bool stays = bet->fold == UTH_FOLD_BESIDE || bet->fold == UTH_FOLD_TUCKED;
    return say(placard,
               "Optional%s. Wins when %s or better is beaten, the player's hand or the %s's, and "
               "pays by the beaten hand. A tie loses.%s%s",
               needs_words(placard, bet), wire_hand_with_article(from), banker(placard->of.rules),
               stays ? "" : " ", stays ? "" : fold_words(bet));
}

// Which lines also ask for the dealer's two cards; "" where none does.
static const char *both_words(const struct uth_bet_table *table)
{
    unsigned both = 0;
    for (unsigned i = 0; i < table->line_count; i++) {
        both |= (unsigned)table->lines[i].condition.both << i;
    }
    return both == 0   ? ""
           : both == 1 ? "; only the top line also needs the dealer's"
                       : "; some lines also need the dealer's";
}

// Any bet, from the cards it looks at.
static const char *bet_words(struct placard *placard, const struct uth_bet *bet)
{
    const char *who = banker(placard->of.rules);
    const char *cards[UTH_BET_CARDS_COUNT] = {
        [UTH_BET_HOLE] = "the player's two cards",
        [UTH_BET_HOLE_FLOP] = "the hand of the player's two cards and the flop",
        [UTH_BET_HOLE_BOARD] = "the player's best hand of all seven cards",
        [UTH_BET_BOARD] = "the five community cards",
        [UTH_BET_DEALER] = say(placard, "the %s's best hand of all seven cards", who),
        [UTH_BET_BEATEN] = say(placard, "the beaten hand, the player's or the %s's", who),
    };
    const char *both = both_words(uth_bet_table(bet));
    const bool alone = bet->cards == UTH_BET_HOLE && both[0] == '\0';
    return say(placard, "Optional%s. Pays by %s%s%s. %s%s", needs_words(placard, bet),
               cards[bet->cards], alone ? " alone" : "", both,
               bet->cards == UTH_BET_BEATEN ? "A tie loses. " : "", fold_words(bet));
}

static const char *progressive_words(struct placard *placard)
{
    return say(placard,
               "Optional, %s. Pays by the best hand of all seven cards, the highest line only; "
               "percentages are of the meter. The wager is not returned.",
               money(placard, placard->of.rules->progressive.stake));
}

// What a side bet is; NULL of the base game's wagers, and of one that is not offered.
static const char *side_words(struct placard *placard, enum uth_wager wager)
{
    struct uth_odds pays[UTH_HAND_COUNT];
    if (!offers(placard, wager) || !uth_wager_is_side(wager)) {
        return NULL;
    }
    if (uth_wagers[wager].on_meter) {
        return progressive_words(placard);
    }
    const struct uth_bet *bet = uth_rules_side(placard->of.rules, wager);
    if (pays_by_kind(placard, wager, pays) && bet->cards == UTH_BET_HOLE_BOARD) {
        return trips_words(placard, bet, pays_from(pays));
    }
    if (pays_by_kind(placard, wager, pays) && bet->cards == UTH_BET_BEATEN) {
        return bad_beat_words(placard, bet, pays_from(pays));
    }
    return bet_words(placard, bet);
}

static void put_areas(struct placard *placard)
{
    const struct uth_rules *rules = placard->of.rules;
    const enum uth_hand_kind blind_from = pays_from(rules->blind.pays);
    struct placard_section *areas = section(placard, "areas", "Wagering areas");
    row(areas, "Ante", "Required, with an equal Blind. Placed before the deal.");
    row(areas, "Blind",
        blind_from == UTH_HAND_COUNT
            ? "Required, equal to the Ante. Pushes when the hand wins."
            : say(placard,
                  "Required, equal to the Ante. Pays when the hand wins with %s or better, and "
                  "pushes when it wins with less.",
                  wire_hand_with_article(blind_from)));
    const char *sizes[UTH_STREET_COUNT];
    static const char *const streets[] = {"before the flop", "on the flop",
                                          "when all five cards are turned"};
    const char *play = "Made once and never changed:";
    for (unsigned i = 0; i < UTH_STREET_COUNT; i++) {
        sizes[i] = size_words(placard, rules->raises[i]);
        if (sizes[i][0] != '\0') {
            play = say(placard, "%s%s %s %s", play, i == 0 ? "" : ",", sizes[i], streets[i]);
        }
    }
    row(areas, "Play", say(placard, "%s. Multiples of the Ante.", play));
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const char *words = side_words(placard, (enum uth_wager)i);
        if (words != NULL) {
            row(areas, title_of(placard, (enum uth_wager)i), words);
        }
    }
    sentence(areas, say(placard, "Wagers are multiples of %s.", money(placard, rules->chip)));
}

static const char *unqualified_words(struct placard *placard)
{
    static const char *const antes[] = {
        [UTH_ANTE_PUSHES] =
            ("is returned. Play, Blind and bonus wagers are settled as usual: this is "
             "not an automatic win"),
        [UTH_ANTE_PLAYS] = "plays on",
        [UTH_ANTE_WINS] = "wins 1 to 1",
    };
    const struct uth_rules *rules = placard->of.rules;
    char least[WIRE_LEAST_MAX];
    return say(
        placard, "When the %s has less than %s, the Ante of every player who has not folded %s.",
        banker(rules), wire_least_words(rules->qualifier, least), antes[rules->ante_unqualified]);
}

static void put_bank_rules(struct placard *placard, struct placard_section *rules_of)
{
    const struct uth_rules *rules = placard->of.rules;
    sentence(rules_of, "The player-dealer collects losing wagers and pays winning ones up to the "
                       "player-dealer's own wager, and is never required to cover all action. "
                       "Wagers that are not covered are returned.");
    sentence(rules_of,
             "There is no maximum on the player-dealer's wager. The player-dealer makes no "
             "other wager in the round, and wins or loses no more than that one.");
    sentence(rules_of,
             say(placard,
                 "The position moves clockwise. Nobody banks more than %s consecutive hands.",
                 count_words(placard, rules->bank_hands_max)));
    sentence(rules_of, "The house never banks or plays, takes no percentage of any wager and has "
                       "no interest in the outcome.");
    if (rules->collection_count != 0) {
        sentence(rules_of,
                 "Collection fees are taken and dropped before the cards are dealt. Total action "
                 "is all Ante, Blind and Trips wagers on the table; Play never counts.");
    }
}

// "Ante, Play, Blind, then Trips": the wagers on the layout, in the order of one seat.
static const char *order_words(struct placard *placard, const enum uth_wager order[UTH_WAGER_COUNT])
{
    const char *words = "";
    unsigned left = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        left += offers(placard, order[i]);
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (offers(placard, order[i])) {
            left--;
            words = say(placard, "%s%s%s", words, title_of(placard, order[i]),
                        left > 1    ? ", "
                        : left == 1 ? ", then "
                                    : "");
        }
    }
    return words;
}

// SHOW-9: the order decides who is paid when the player-dealer's wager or an aggregate runs out.
static const char *seat_order_words(struct placard *placard)
{
    const struct uth_rules *rules = placard->of.rules;
    const char *won = order_words(placard, rules->order_won);
    const char *lost = order_words(placard, rules->order_lost);
    return strcmp(won, lost) == 0
               ? say(placard, "At each seat: %s.", won)
               : say(placard, "At each seat: %s; when the hand loses: %s.", won, lost);
}

// PROG-1, PROG-4, PROG-5: what the lines of the pay table do not say themselves.
static void put_progressive_rules(struct placard *placard, struct placard_section *rules_of)
{
    static const char *const orders[] = {
        [UTH_METER_ORDER_FROM_RIGHT] = ("the player farthest on the dealer's right first, then "
                                        "counter-clockwise"),
        [UTH_METER_ORDER_SETTLEMENT] = "in the order the other wagers are settled",
        [UTH_METER_ORDER_CONFIRMATION] = "in the order they are confirmed",
    };
    const struct uth_progressive_rules *progressive = &placard->of.rules->progressive;
    const struct uth_progressive_pay *pays = progressive->table.pays;
    if (uth_progressive_pays(&progressive->table, UTH_PROGRESSIVE_COMMUNITY_ROYAL)) {
        sentence(rules_of, "Progressive: a royal flush in the first five or in seven cards has at "
                           "least one of the player's two cards; the community royal is the five "
                           "community cards alone. Every other hand may be any five cards.");
    }
    if (pays[UTH_PROGRESSIVE_ROYAL_FIRST_FIVE].meter_bp == 10000) {
        sentence(
            rules_of,
            "The Progressive meter starts again at its seed and reserve when all of it is won.");
    }
    sentence(rules_of, say(placard,
                           "Several pays from the meter in a round: %s, each from the meter as the "
                           "one before left it.",
                           orders[progressive->order]));
}

// PLAY-5: "A fold loses Ante, Blind, and Trips that does not win, at once."
static const char *lost_by_fold_words(struct placard *placard)
{
    unsigned lost = base_wagers;
    unsigned unless_won = 0;
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const enum uth_wager_fold fold = uth_rules_fold(placard->of.rules, wager);
        const bool offered = offers(placard, wager);
        lost |= (unsigned)(offered && fold == UTH_FOLD_LOSES) << i;
        unless_won |= (unsigned)(offered && fold == UTH_FOLD_LOSES_UNLESS_WON) << i;
    }
    if (unless_won == 0) {
        return say(placard, "A fold loses %s at once.", joined(placard, lost));
    }
    const char *words = "";
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if ((lost >> i & 1) != 0) {
            words = say(placard, "%s%s, ", words, title_of(placard, (enum uth_wager)i));
        }
    }
    const bool several = (unless_won & (unless_won - 1)) != 0;
    return say(placard, "A fold loses %sand %s that %s not win, at once.", words,
               joined(placard, unless_won), several ? "do" : "does");
}

static void put_rules(struct placard *placard)
{
    static const char *const orders[] = {
        [UTH_ORDER_LEFT_OF_BANK] = "from the player-dealer's left, clockwise",
        [UTH_ORDER_FROM_RIGHT] = "from the dealer's right, counter-clockwise",
        [UTH_ORDER_FROM_LEFT] = "from the dealer's left, clockwise",
    };
    const struct uth_rules *rules = placard->of.rules;
    struct placard_section *rules_of = section(placard, "rules", "Rules of the table");
    if (rules->qualifier != 0) {
        sentence(rules_of, unqualified_words(placard));
    }
    sentence(rules_of, "Nothing is bet, increased or withdrawn after \"No more bets\". Play is "
                       "the only later wager.");
    sentence(rules_of, lost_by_fold_words(placard));
    sentence(rules_of, say(placard,
                           "A wager belongs to the player at the spot: no backline wagers, none on "
                           "another player's hand or the %s's, no side bets between players.",
                           banker(rules)));
    sentence(rules_of, "The cards stay on or above the table.");
    if (rules->spots_per_player > 1) {
        sentence(rules_of, say(placard, "A player may play up to %s spots.",
                               count_words(placard, rules->spots_per_player)));
    }
    if (player_banks(rules)) {
        put_bank_rules(placard, rules_of);
    }
    sentence(rules_of, say(placard, "Wagers are settled %s. %s", orders[rules->order],
                           seat_order_words(placard)));
    if (offers(placard, UTH_WAGER_PROGRESSIVE)) {
        put_progressive_rules(placard, rules_of);
    }
    sentence(rules_of,
             say(placard, "A shuffler malfunction voids all hands: every wager%s goes back.",
                 rules->collection_count == 0 ? ""
                 : rules->void_returns_fee    ? " and fee"
                                              : ", but no fee,"));
}

static void put_ranking(struct placard *placard)
{
    static const char *const heads[] = {"Hand", "Requires", "Highest", "Lowest"};
    struct placard_section *ranking =
        section(placard, "ranking", "Ranking of hands, lowest to highest");
    memcpy(ranking->heads, heads, sizeof heads);
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        row(ranking, capital(placard, uth_hand_kind_name((enum uth_hand_kind)kind)),
            uth_rankings[kind].requirement);
        ranking->rows[kind][2] = uth_rankings[kind].highest;
        ranking->rows[kind][3] = uth_rankings[kind].lowest;
    }
    ranking->cells = 4;
    sentence(ranking, "Cards rank 2 to 10, jack, queen, king, ace. All suits are equal. A hand is "
                      "the best five of the player's two cards and the five community cards.");
}

static void put_glossary(struct placard *placard)
{
    struct placard_section *glossary = section(placard, "glossary", "Glossary");
    for (unsigned i = 0; i < UTH_TERM_COUNT; i++) {
        row(glossary, uth_glossary[i].name, uth_glossary[i].meaning);
    }
}

void placard_make(const struct placard_of *of, struct placard *placard)
{
    *placard = (struct placard){.of = *of};
    const struct uth_rules *rules = of->rules;
    placard->inscription = inscription(placard);
    if (rules->games_max != 0) {
        placard->games =
            say(placard, "Players are limited to wagering on a maximum of %s game%s",
                count_words(placard, rules->games_max), rules->games_max == 1 ? "" : "s");
    }
    placard->revision = say(placard, "%016" PRIx64, of->revision);
    put_limits(placard);
    put_pays(placard);
    put_fees(placard);
    put_caps(placard);
    put_areas(placard);
    put_rules(placard);
    sentence(section(placard, "disputes", "Disputes"), rules->disputes);
    if (rules->notice_count != 0) {
        struct placard_section *notices = section(placard, "notices", "Notices");
        for (unsigned i = 0; i < rules->notice_count; i++) {
            sentence(notices, rules->notices[i]);
        }
    }
    put_ranking(placard);
    put_glossary(placard);
}
