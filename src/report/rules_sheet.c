#include "report/rules_sheet.h"

#include <stdio.h>

#include "uth/deal.h"
#include "uth/settle.h"
#include "wire/amount_words.h"
#include "wire/bet_words.h"
#include "wire/least_words.h"

enum { WORDS_MAX = 240 };

static void add_to(char words[WORDS_MAX], size_t *used, const char *between, const char *text)
{
    const int wrote =
        snprintf(words + *used, WORDS_MAX - *used, "%s%s", *used == 0 ? "" : between, text);
    UTH_CHECK(wrote >= 0 && (size_t)wrote < WORDS_MAX - *used);
    *used += (size_t)wrote;
}

// ---- play -----------------------------------------------------------------------------------------

static void put_sizes(struct sheet *sheet, const char *street, const uint8_t raises[UTH_RAISES_MAX])
{
    char words[WORDS_MAX] = "none";
    size_t used = 0;
    for (unsigned i = 0; i < UTH_RAISES_MAX && raises[i] != 0; i++) {
        char size[8];
        (void)snprintf(size, sizeof size, "%ux", raises[i]);
        add_to(words, &used, " ", size);
    }
    sheet_fact(sheet, street, sheet_words(words));
}

// SHOW-9
static void put_order(struct sheet *sheet, const char *hand, const struct uth_rules *rules,
                      const enum uth_wager order[UTH_WAGER_COUNT])
{
    char words[WORDS_MAX] = "";
    size_t used = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (rules->offered[order[i]]) {
            add_to(words, &used, ", ", uth_rules_wager_title(rules, order[i]));
        }
    }
    sheet_fact(sheet, hand, sheet_words(words));
}

// SHOW-7, PAIR-3: of Trips, and of what is not the makers'.
static void put_folds(struct sheet *sheet, const struct uth_rules *rules)
{
    static const char *const kept[UTH_FOLD_COUNT] = {
        [UTH_FOLD_LOSES] = "is lost",
        [UTH_FOLD_LOSES_UNLESS_WON] = "is lost unless it wins",
        [UTH_FOLD_TUCKED] = "stays live",
        [UTH_FOLD_BESIDE] = "stays live",
    };
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const enum uth_wager_fold fold = uth_rules_fold(rules, wager);
        const bool trips_live = wager == UTH_WAGER_TRIPS && fold != UTH_FOLD_LOSES;
        char what[UTH_BET_TITLE_LENGTH + 16];
        if (wager != UTH_WAGER_TRIPS && fold == uth_wagers[wager].fold &&
            !(uth_wager_is_own(wager) && rules->offered[wager])) {
            continue;
        }
        (void)snprintf(what, sizeof what, "%s after a fold", uth_rules_wager_title(rules, wager));
        sheet_fact(sheet, what, sheet_words(trips_live ? "stays live" : kept[fold]));
    }
}

// What a player and a test lab ask first: who banks, what is offered, and every switch.
static void put_play(struct sheet *sheet, const struct uth_rules *rules)
{
    static const char *const antes[] = {"is returned", "plays on", "wins"};
    static const char *const orders[] = {"from the player-dealer's left, clockwise",
                                         "from the dealer's right, counter-clockwise",
                                         "from the dealer's left, clockwise"};
    static const char *const coverages[UTH_COVERAGE_COUNT] = {
        [UTH_COVERAGE_PAYOFFS] = "all payoffs together",
        [UTH_COVERAGE_NET] = "the player-dealer's net result",
        [UTH_COVERAGE_GROSS] = "all wagers paid and taken together"};
    static const char *const first_bankers[] = {"the lowest seat", "the seat with the high card",
                                                "the seat a supervisor names"};
    const bool player_banks = rules->banked_by == UTH_BANKED_BY_PLAYER;
    char least[WIRE_LEAST_MAX];
    sheet_section(sheet, "Play");
    sheet_fact(sheet, "seats", sheet_count(rules->seats));
    sheet_fact(sheet, "banked by", sheet_words(player_banks ? "a player-dealer" : "the house"));
    sheet_fact(sheet, "dealt by", sheet_words(uth_procedure_name(rules->procedure)));
    sheet_fact(sheet, "decks", sheet_count(rules->decks));
    put_sizes(sheet, "before the flop: check, or Play", rules->raises[UTH_STREET_PREFLOP]);
    put_sizes(sheet, "on the flop: check, or Play", rules->raises[UTH_STREET_FLOP]);
    put_sizes(sheet, "at the river: fold, or Play", rules->raises[UTH_STREET_RIVER]);
    sheet_fact(sheet, "the dealer qualifies with",
               sheet_words(wire_least_text(rules->qualifier, least)));
    sheet_fact(sheet, "else the Ante", sheet_words(antes[rules->ante_unqualified]));
    put_folds(sheet, rules);
    sheet_fact(sheet, "wagers are settled", sheet_words(orders[rules->order]));
    put_order(sheet, "at a hand that wins or ties", rules, rules->order_won);
    put_order(sheet, "at a hand that loses", rules, rules->order_lost);
    sheet_fact(sheet, "a void returns the fees",
               sheet_words(rules->void_returns_fee ? "yes" : "no"));
    if (player_banks) {
        sheet_fact(sheet, "the player-dealer's wager covers",
                   sheet_words(coverages[rules->coverage]));
        sheet_fact(sheet, "the bank is first offered to",
                   sheet_words(first_bankers[rules->first_banker]));
    }
}

// ---- limits and fees --------------------------------------------------------------------------------

// BET-10, BET-11, WA-2: what bounds wagers and prizes besides the limits of each.
static void put_law(struct sheet *sheet, const struct uth_rules *rules)
{
    char amount[WIRE_AMOUNT_MAX];
    if (rules->legal_wager_max.cents != 0) {
        sheet_note(sheet, "No wager, Play included, above the legal maximum of %s.",
                   wire_money_words(rules->legal_wager_max, amount));
    }
    if (rules->games_over.amount.cents != 0) {
        sheet_note(sheet, "At most %u of a player's games above %s.", rules->games_over.games,
                   wire_money_words(rules->games_over.amount, amount));
    }
    if (rules->play_within_limit) {
        sheet_note(sheet, "No Play above %s: larger sizes are not offered.",
                   wire_money_words(uth_rules_play_max(rules), amount));
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (rules->aggregate[i].max.cents != 0) {
            sheet_note(sheet, "Table aggregate for %s: %s.",
                       uth_rules_wager_title(rules, (enum uth_wager)i),
                       wire_money_words(rules->aggregate[i].max, amount));
        }
    }
}

static void put_limits(struct sheet *sheet, const struct uth_rules *rules)
{
    sheet_section(sheet, "Limits");
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const struct uth_limit limit = uth_rules_limit(rules, wager);
        const bool fixed = uth_wagers[wager].on_meter;
        char words[WORDS_MAX];
        char least[WIRE_AMOUNT_MAX];
        char most[WIRE_AMOUNT_MAX];
        if (!rules->offered[i]) {
            continue;
        }
        (void)wire_money_words(fixed ? rules->progressive.stake : limit.min, least);
        (void)snprintf(words, sizeof words, fixed ? "%s fixed" : "%s to %s", least,
                       wire_money_words(limit.max, most));
        sheet_fact(sheet, uth_rules_wager_title(rules, wager),
                   sheet_words(!fixed && limit.max.cents == 0 ? "not limited" : words));
    }
    put_law(sheet, rules);
}

static void put_collections(struct sheet *sheet, const struct uth_rules *rules)
{
    for (unsigned i = 0; i < rules->collection_count; i++) {
        const struct uth_collection *collection = &rules->collections[i];
        char title[48];
        char texts[3][WIRE_AMOUNT_MAX];
        (void)snprintf(title, sizeof title, "Collection schedule %u%s", i + 1,
                       i == rules->collection ? "" : " (not in use)");
        sheet_section(sheet, title);
        sheet_columns(sheet, "total action from|the player-dealer pays");
        for (unsigned tier = 0; tier < collection->tier_count; tier++) {
            sheet_row(sheet, SHEET_CELLS(sheet_money(collection->tiers[tier].action.cents),
                                         sheet_money(collection->tiers[tier].fee.cents)));
        }
        sheet_note(sheet, "%s to %s a spot; players pay %s per %s.",
                   wire_money_words(collection->spot.min, texts[0]),
                   wire_money_words(collection->spot.max, texts[1]),
                   wire_money_words(collection->player_fee, texts[2]),
                   rules->player_fee_per == UTH_FEE_PER_CIRCLE ? "circle" : "spot");
    }
}

// ---- pay tables -------------------------------------------------------------------------------------

static void table_section(struct sheet *sheet, const char *title, const char *id, bool in_use)
{
    char words[160];
    (void)snprintf(words, sizeof words, "%s: table %s%s", title, id, in_use ? "" : " (not in use)");
    sheet_section(sheet, words);
}

static void put_odds(struct sheet *sheet, const char *line, struct uth_odds odds)
{
    char words[48];
    char number[WIRE_AMOUNT_MAX];
    (void)snprintf(words, sizeof words, "%s to %u", wire_grouped(odds.num, number), odds.den);
    sheet_fact(sheet, line, sheet_words(words));
}

static void put_kinds(struct sheet *sheet, const struct uth_odds pays[UTH_HAND_COUNT])
{
    for (int kind = UTH_HAND_COUNT - 1; kind >= 0; kind--) {
        if (pays[kind].den != 0) {
            put_odds(sheet, uth_hand_kind_name((enum uth_hand_kind)kind), pays[kind]);
        }
    }
}

static void put_lines(struct sheet *sheet, const struct uth_bet_table *table)
{
    for (unsigned i = 0; i < table->line_count; i++) {
        char words[WIRE_LINE_MAX];
        put_odds(sheet, wire_line_words(&table->lines[i].condition, words), table->lines[i].pays);
    }
}

static void put_progressive(struct sheet *sheet, const struct uth_progressive_rules *progressive)
{
    char texts[2][WIRE_AMOUNT_MAX];
    const bool ours = progressive->meter_rate_bp == progressive->preset_rate_bp &&
                      progressive->seed.cents == progressive->preset_seed.cents;
    table_section(sheet, "Progressive", progressive->table.id, true);
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        const struct uth_progressive_pay pay = progressive->table.pays[i];
        const char *name = uth_progressive_line_name((enum uth_progressive_line)i);
        char words[64];
        if (pay.meter_bp != 0) {
            (void)snprintf(words, sizeof words, "%g%% of the meter", pay.meter_bp / 100.0);
            sheet_fact(sheet, name, sheet_words(words));
        } else if (pay.for_one != 0) {
            (void)snprintf(words, sizeof words, "%u for 1", pay.for_one);
            sheet_fact(sheet, name, sheet_words(words));
        }
    }
    sheet_note(sheet, "%s a wager; %.2f%% to the meter, %.2f%% to the reserve, seed %s%s.",
               wire_money_words(progressive->stake, texts[0]), progressive->meter_rate_bp / 100.0,
               progressive->reserve_rate_bp / 100.0, wire_money_words(progressive->seed, texts[1]),
               ours ? " (our defaults: the rule sheets give none)" : "");
}

static void put_tables(struct sheet *sheet, const struct uth_rules *rules, enum uth_wager wager)
{
    const char *title = uth_rules_wager_title(rules, wager);
    const struct uth_bet *bet = uth_rules_side(rules, wager);
    if (uth_wagers[wager].on_meter) {
        if (rules->offered[wager]) {
            put_progressive(sheet, &rules->progressive);
        }
        return;
    }
    for (unsigned i = 0; i < bet->table_count; i++) {
        struct uth_odds pays[UTH_HAND_COUNT];
        const struct uth_bet_table *table = &bet->tables[i];
        table_section(sheet, title, table->id, i == bet->table);
        if (!uth_wager_is_own(wager) && wire_pays_by_kind(table, pays)) {
            put_kinds(sheet, pays);
        } else {
            put_lines(sheet, table);
        }
    }
}

void rules_sheet(const struct uth_rules *rules, bool whole, struct sheet *sheet)
{
    put_play(sheet, rules);
    put_limits(sheet, rules);
    put_collections(sheet, rules);
    table_section(sheet, "Blind", rules->blind.id, true);
    put_kinds(sheet, rules->blind.pays);
    for (unsigned i = UTH_WAGER_TRIPS; whole && i < UTH_WAGER_COUNT; i++) {
        put_tables(sheet, rules, (enum uth_wager)i);
    }
    if (!whole) {
        return;
    }
    sheet_section(sheet, "Notices");
    for (unsigned i = 0; i < rules->notice_count; i++) {
        sheet_note(sheet, "%s", rules->notices[i]);
    }
    sheet_section(sheet, "Disputes");
    sheet_note(sheet, "%s", rules->disputes);
}

void rules_write(const struct uth_rules *rules, FILE *out)
{
    char title[UTH_NAME_LENGTH + 200];
    (void)snprintf(title, sizeof title, "%s: %s", rules->name, rules->title);
    struct sheet sheet = sheet_start(title);
    rules_sheet(rules, true, &sheet);
    sheet_write(&sheet, SHEET_TEXT, out);
    sheet_finish(&sheet);
}
