#include "report/par_sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "office/words.h"
#include "report/rules_sheet.h"
#include "wire/amount_words.h"
#include "wire/bet_json.h"
#include "wire/bet_words.h"
#include "wire/exact_text.h"
#include "wire/rules_json.h"

// ---- which game, and which program --------------------------------------------------------------------

static void digest_of(const struct uth_rules *rules, char hex[2 * crypto_generichash_BYTES + 1])
{
    uint8_t digest[crypto_generichash_BYTES];
    json_t *document = wire_rules_to_json(rules);
    char *text = json_dumps(document, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(document);
    hex[0] = '\0';
    if (text != NULL) {
        (void)crypto_generichash(digest, sizeof digest, (const uint8_t *)text, strlen(text), NULL,
                                 0);
        (void)sodium_bin2hex(hex, 2 * crypto_generichash_BYTES + 1, digest, sizeof digest);
    }
    free(text);
}

static void put_game(struct sheet *sheet, const struct par_report *report,
                     const struct par_made *made)
{
    char text[2 * crypto_generichash_BYTES + 1];
    sheet_section(sheet, "Game");
    sheet_fact(sheet, "profile", sheet_words(report->rules.name));
    sheet_fact(sheet, "title", sheet_words(report->rules.title));
    sheet_fact(sheet, "strategy", sheet_words(uth_style_name(report->style)));
    sheet_fact(sheet, "date (UTC)", sheet_words(office_day_text(made->day, text)));
    sheet_fact(sheet, "program", sheet_words(made->version));
    if (made->program[0] != '\0') {
        sheet_fact(sheet, "digest of the program (BLAKE2b)", sheet_words(made->program));
    }
    digest_of(&report->rules, text);
    sheet_fact(sheet, "digest of the profile (BLAKE2b)", sheet_words(text));
}

static void put_origin(struct sheet *sheet, const struct uth_rules *rules)
{
    json_t *origin = par_origin(rules);
    const char *from = json_string_value(json_object_get(origin, "from"));
    char title[UTH_NAME_LENGTH + 40];
    size_t i;
    const json_t *difference;
    (void)snprintf(title, sizeof title, "Differences from %s", from);
    sheet_section(sheet, title);
    json_array_foreach(json_object_get(origin, "differences"), i, difference)
    {
        if (i == 0) {
            sheet_columns(sheet, "field|there|here");
        }
        sheet_row(sheet,
                  SHEET_CELLS(sheet_words(json_string_value(json_array_get(difference, 0))),
                              sheet_words(json_string_value(json_array_get(difference, 1))),
                              sheet_words(json_string_value(json_array_get(difference, 2)))));
    }
    if (i == 0) {
        sheet_note(sheet, "None: this is the built-in profile.");
    }
    json_decref(origin);
}

// ---- the base game --------------------------------------------------------------------------------------

static void put_figure(struct sheet *sheet, const char *name, struct uth_ratio ratio,
                       const char *unit, bool alarm)
{
    char exact[UTH_RATIO_TEXT_MAX];
    const double scale = unit[0] == '%' ? 100 : 1;
    uth_ratio_text(ratio, exact);
    sheet_row(sheet,
              SHEET_CELLS(sheet_words(name),
                          sheet_alarm(sheet_decimal(exact_decimal(ratio) * scale, 9, unit), alarm),
                          sheet_words(alarm ? "the house loses" : exact)));
}

static void put_base(struct sheet *sheet, const struct par_report *report)
{
    const struct par_edges edges = par_edges(report);
    const char *printed = par_base_printed(report);
    const bool loses = edges.of_ante.num < 0;
    char deviation[UTH_RATIO_TEXT_MAX];
    char variance[UTH_RATIO_TEXT_MAX];
    uth_play_deviation(&report->play, deviation);
    uth_play_variance(&report->play, variance);
    sheet_section(sheet, "Base game");
    sheet_columns(sheet, "figure|value|exact");
    put_figure(sheet, "value of a round, Antes", uth_play_value(&report->play), "", false);
    put_figure(sheet, "house edge, of the Ante", edges.of_ante, "%", loses);
    put_figure(sheet, "house edge, of Ante and Blind", edges.of_ante_and_blind, "%", loses);
    put_figure(sheet, "element of risk, of all money bet", edges.of_all_bet, "%", loses);
    put_figure(sheet, "average total wagered, Antes", uth_play_wagered(&report->play), "", false);
    sheet_row(sheet, SHEET_CELLS(sheet_words("variance, Antes squared"),
                                 sheet_decimal(pow(strtod(deviation, NULL), 2), 9, ""),
                                 sheet_words(variance)));
    sheet_row(sheet, SHEET_CELLS(sheet_words("standard deviation, Antes"),
                                 sheet_decimal(strtod(deviation, NULL), 9, ""), sheet_words("")));
    if (printed[0] != '\0') {
        const bool agrees = par_base_agrees(report);
        sheet_row(sheet,
                  SHEET_CELLS(sheet_words("printed by the maker"), sheet_words(printed),
                              sheet_alarm(sheet_words(agrees ? "agrees"
                                                             : "DISAGREES with every edge above"),
                                          !agrees)));
    }
}

static void put_actions(struct sheet *sheet, const struct par_report *report)
{
    sheet_section(sheet, "Actions");
    sheet_columns(sheet, "action|probability|exact");
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        for (unsigned i = 0; i < UTH_RAISES_MAX && report->rules.raises[street][i] != 0; i++) {
            char name[24];
            par_action_label(report, (enum uth_street)street, i, name);
            put_figure(sheet, name, uth_ratio_of(report->play.raised[street][i], UTH_EXACT_DEALS),
                       "%", false);
        }
    }
    put_figure(sheet, "fold", uth_ratio_of(report->play.folded, UTH_EXACT_DEALS), "%", false);
}

static void put_outcomes(struct sheet *sheet, const struct par_report *report)
{
    sheet_section(sheet, "Net result of a round: combinations x pay = contribution");
    sheet_columns(sheet, "net, Antes|combinations|probability|contribution, Antes");
    for (size_t i = 0; i < report->play.outcome_count; i++) {
        const struct uth_exact_outcome *outcome = &report->play.outcome[i];
        const double net = exact_decimal(uth_ratio_of(outcome->net, report->unit));
        const struct uth_ratio chance = uth_ratio_of(outcome->deals, UTH_EXACT_DEALS);
        sheet_row(sheet, SHEET_CELLS(sheet_signed(net, 2, ""), sheet_count(outcome->deals),
                                     sheet_decimal(exact_decimal(chance) * 100, 9, "%"),
                                     sheet_signed(net * exact_decimal(chance), 9, "")));
    }
    sheet_row(sheet, SHEET_CELLS(sheet_words("all"), sheet_count(UTH_EXACT_DEALS),
                                 sheet_decimal(100, 9, "%"),
                                 sheet_exact(uth_play_value(&report->play), 9, "")));
    sheet_picture(sheet, par_plot_outcomes, report);
}

// ---- side bets --------------------------------------------------------------------------------------------

// "20.2%, hits 3.9%: DISAGREES"
static struct sheet_cell printed_cell(const struct par_side *side, char text[64])
{
    const bool agrees = par_side_agrees(side);
    const bool hits = side->printed_hits[0] != '\0';
    (void)snprintf(text, 64, "%s%s%s%s", side->printed, hits ? ", hits " : "", side->printed_hits,
                   agrees ? "" : ": DISAGREES");
    return sheet_alarm(sheet_words(text), !agrees);
}

static void put_sides(struct sheet *sheet, const struct par_side *sides, size_t count)
{
    if (count == 0) {
        return;
    }
    sheet_section(sheet, "Side bets");
    sheet_columns(sheet, "wager and table|house edge|hit frequency|variance|printed by the maker");
    for (size_t i = 0; i < count; i++) {
        const struct par_side *side = &sides[i];
        char name[UTH_BET_TITLE_LENGTH + UTH_BET_ID_LENGTH + 4];
        char printed[64];
        (void)snprintf(name, sizeof name, "%s %s%s", side->title, side->table->id,
                       side->in_use ? " *" : "");
        sheet_row(sheet,
                  SHEET_CELLS(sheet_words(name),
                              sheet_alarm(sheet_exact(side->exact->house_edge, 5, "%"),
                                          side->exact->house_edge.num < 0),
                              sheet_exact(side->exact->hit_frequency, 5, "%"),
                              sheet_decimal(strtod(side->exact->variance_decimal, NULL), 5, ""),
                              printed_cell(side, printed)));
    }
    sheet_note(sheet, "* the table in use. With a negative edge the house loses.");
}

static bool are_shares_of(const struct par_side *side, int64_t ways)
{
    unsigned line = 0;
    while (line < side->table->line_count && side->exact->line[line].den != 0 &&
           ways % side->exact->line[line].den == 0) {
        line++;
    }
    return line == side->table->line_count;
}

// In how many ways the cards fall that decide the bet; 0 where the lines are not shares of that.
static int64_t ways_of(const struct uth_bet *bet, const struct par_side *side)
{
    static const int64_t ways[UTH_BET_CARDS_COUNT] = {
        [UTH_BET_HOLE] = UTH_EXACT_HOLES, [UTH_BET_HOLE_FLOP] = 2598960,
        [UTH_BET_HOLE_BOARD] = 133784560, [UTH_BET_BOARD] = 2598960,
        [UTH_BET_DEALER] = 133784560,     [UTH_BET_BEATEN] = UTH_EXACT_DEALS,
    };
    return are_shares_of(side, ways[bet->cards])  ? ways[bet->cards]
           : are_shares_of(side, UTH_EXACT_DEALS) ? UTH_EXACT_DEALS
                                                  : 0;
}

static void put_line(struct sheet *sheet, const char *name, struct uth_odds pays,
                     struct uth_ratio chance, int64_t ways)
{
    char odds[48];
    char number[WIRE_AMOUNT_MAX];
    const double paid = (double)pays.num / (double)pays.den;
    (void)snprintf(odds, sizeof odds, "%s to %u", wire_grouped(pays.num, number), pays.den);
    sheet_row(sheet,
              SHEET_CELLS(sheet_words(name), sheet_words(odds),
                          ways != 0 ? sheet_count(ways / chance.den * chance.num) : sheet_words(""),
                          sheet_exact(chance, 7, "%"),
                          sheet_signed(exact_decimal(chance) * paid * 100, 5, "%")));
}

// What every line adds to the player's return; what is left of the cards loses the stake.
static void put_lines(struct sheet *sheet, const struct par_report *report,
                      const struct par_side *side)
{
    const struct uth_bet *bet = uth_rules_side(&report->rules, side->wager);
    const int64_t ways = ways_of(bet, side);
    struct uth_ratio paid = uth_ratio_of(0, 1);
    char title[120];
    (void)snprintf(title, sizeof title, "%s, table %s%s: combinations x pay = contribution",
                   side->title, side->table->id, side->in_use ? " (in use)" : "");
    sheet_section(sheet, title);
    sheet_columns(sheet, "line|pays|combinations|probability|contribution");
    for (unsigned i = 0; i < side->table->line_count; i++) {
        const struct uth_bet_line *line = &side->table->lines[i];
        char words[WIRE_LINE_MAX];
        put_line(sheet, wire_line_words(&line->condition, words), line->pays, side->exact->line[i],
                 ways);
        paid = exact_sum(paid, side->exact->line[i]);
    }
    if (exact_fits(paid)) {
        const struct uth_ratio rest = uth_ratio_of(paid.den - paid.num, paid.den);
        sheet_row(sheet,
                  SHEET_CELLS(sheet_words("all else"), sheet_words("loses"),
                              ways != 0 ? sheet_count(ways / rest.den * rest.num) : sheet_words(""),
                              sheet_exact(rest, 7, "%"),
                              sheet_signed(-exact_decimal(rest) * 100, 5, "%")));
    }
    const struct uth_ratio edge = side->exact->house_edge;
    sheet_row(sheet, SHEET_CELLS(sheet_words("all"), sheet_words(""),
                                 ways != 0 ? sheet_count(ways) : sheet_words(""),
                                 sheet_decimal(100, 7, "%"),
                                 sheet_signed(-exact_decimal(edge) * 100, 5, "%")));
}

static void put_progressive(struct sheet *sheet, const struct par_report *report)
{
    const struct uth_exact_progressive *exact = &report->progressive;
    const struct uth_progressive_table *table = &report->rules.progressive.table;
    struct par_figure figures[PAR_PROGRESSIVE_FIGURES];
    char title[80];
    par_progressive(report, figures);
    (void)snprintf(title, sizeof title, "Progressive table %s, for a stake of one", table->id);
    sheet_section(sheet, title);
    sheet_columns(sheet, "figure|value|exact");
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        if (uth_progressive_pays(table, (enum uth_progressive_line)i)) {
            put_figure(sheet, uth_progressive_line_name((enum uth_progressive_line)i),
                       exact->probability[i], "%", false);
        }
    }
    put_figure(sheet, "return of the fixed pays", exact->fixed_return, "", false);
    put_figure(sheet, "return for each stake on the meter", exact->meter_coefficient, "", false);
    for (unsigned i = 0; i < PAR_PROGRESSIVE_FIGURES; i++) {
        if (figures[i].missing == NULL) {
            put_figure(sheet, figures[i].title, figures[i].ratio, "", false);
        } else {
            sheet_note(sheet, "%s: none: %s", figures[i].title, figures[i].missing);
        }
    }
}

// ---- volatility ---------------------------------------------------------------------------------------------

#define Z_90 1.6448536269514722
#define Z_95 1.959963984540054
#define Z_99 2.5758293035489004

static void put_ranges(struct sheet *sheet, const char *title, double edge, double deviation)
{
    static const double levels[3] = {Z_90, Z_95, Z_99};
    char heading[100];
    (void)snprintf(heading, sizeof heading, "What the house holds of the stake: %s", title);
    sheet_section(sheet, heading);
    sheet_columns(sheet, "hands|90% of the time|95%|99%");
    for (int64_t hands = 1000; hands <= 100000000; hands *= 10) {
        char words[3][48];
        for (unsigned i = 0; i < 3; i++) {
            const double half = levels[i] * deviation / sqrt((double)hands);
            (void)snprintf(words[i], sizeof words[i], "%.2f%% to %.2f%%", (edge - half) * 100,
                           (edge + half) * 100);
        }
        sheet_row(sheet, SHEET_CELLS(sheet_count(hands), sheet_words(words[0]),
                                     sheet_words(words[1]), sheet_words(words[2])));
    }
    sheet_note(sheet,
               "Edge %.5f%%, standard deviation %.5f, volatility index %.5f (1.645 standard "
               "deviations: 90%% of single hands lie that near the mean where the normal "
               "law holds).",
               edge * 100, deviation, Z_90 * deviation);
}

static void put_volatility(struct sheet *sheet, const struct par_report *report,
                           const struct par_side *sides, size_t count)
{
    char deviation[UTH_RATIO_TEXT_MAX];
    uth_play_deviation(&report->play, deviation);
    put_ranges(sheet, "base game, of the Ante", exact_decimal(par_edges(report).of_ante),
               strtod(deviation, NULL));
    for (size_t i = 0; i < count; i++) {
        if (sides[i].in_use) {
            put_ranges(sheet, sides[i].title, exact_decimal(sides[i].exact->house_edge),
                       sqrt(strtod(sides[i].exact->variance_decimal, NULL)));
        }
    }
}

// ---- exposure -------------------------------------------------------------------------------------------------

static double larger_odds(double most, struct uth_odds pays)
{
    return pays.den == 0 ? most : fmax(most, (double)pays.num / (double)pays.den);
}

// The largest pay of a wager for a stake of one; Ante and Play are paid at even money.
static double largest_pay(const struct uth_rules *rules, enum uth_wager wager)
{
    double most = uth_wagers[wager].on_meter ? 0 : 1;
    for (unsigned i = 0; wager == UTH_WAGER_BLIND && i < UTH_HAND_COUNT; i++) {
        most = larger_odds(most, rules->blind.pays[i]);
    }
    for (unsigned i = 0; uth_wagers[wager].on_meter && i < UTH_PROGRESSIVE_COUNT; i++) {
        most = fmax(most, rules->progressive.table.pays[i].for_one);
    }
    if (uth_wager_has_lines(wager) && uth_rules_has_wager(rules, wager)) {
        const struct uth_bet_table *table = uth_bet_table(uth_rules_side(rules, wager));
        for (unsigned i = 0; i < table->line_count; i++) {
            most = larger_odds(most, table->lines[i].pays);
        }
    }
    return most;
}

static int64_t largest_stake(const struct uth_rules *rules, enum uth_wager wager)
{
    uint8_t size = 0;
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        size = rules->raises[street][0] > size ? rules->raises[street][0] : size;
    }
    const int64_t ante = uth_rules_limit(rules, UTH_WAGER_ANTE).max.cents;
    const int64_t most = uth_rules_limit(rules, wager).max.cents;
    if (uth_wagers[wager].on_meter) {
        return rules->progressive.stake.cents;
    }
    if (wager != UTH_WAGER_PLAY) {
        return most;
    }
    return most != 0 && most < ante * size ? most : ante * size;
}

static void put_exposure(struct sheet *sheet, const struct uth_rules *rules)
{
    double all = 0;
    sheet_section(sheet, "Maximum exposure of one spot in one round");
    sheet_columns(sheet, "wager|largest stake|largest pay|exposure");
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        if (!rules->offered[i]) {
            continue;
        }
        const int64_t stake = largest_stake(rules, wager);
        const double pay = largest_pay(rules, wager);
        char words[40];
        (void)snprintf(words, sizeof words, uth_wagers[wager].on_meter ? "%g for 1" : "%g to 1",
                       pay);
        sheet_row(sheet,
                  SHEET_CELLS(sheet_words(uth_rules_wager_title(rules, wager)), sheet_money(stake),
                              sheet_words(words), sheet_money((int64_t)((double)stake * pay))));
        all += (double)stake * pay;
    }
    sheet_row(sheet, SHEET_CELLS(sheet_words("all wagers"), sheet_words(""), sheet_words(""),
                                 sheet_money((int64_t)all)));
    sheet_row(sheet, SHEET_CELLS(sheet_words("all spots"), sheet_words(""), sheet_words(""),
                                 sheet_money((int64_t)(all * rules->seats))));
    sheet_note(sheet,
               rules->banked_by == UTH_BANKED_BY_PLAYER
                   ? "An upper bound. The player-dealer pays no more than the wager they "
                     "posted covers."
                   : "An upper bound: no deal pays the most on every wager at once. Shares of "
                     "the meter are paid from the meter. Aggregates of the table limit it "
                     "further.");
}

// ---- strategy ---------------------------------------------------------------------------------------------------

static void put_chart(struct sheet *sheet, const struct par_report *report)
{
    static const char ranks[] = "23456789TJQKA";
    sheet_section(sheet, "Before the flop, perfect play");
    sheet_columns(sheet, " |A|K|Q|J|T|9|8|7|6|5|4|3|2");
    for (unsigned row = UTH_RANKS; row-- > 0;) {
        struct sheet_cell cells[UTH_RANKS + 1];
        char names[UTH_RANKS][8];
        const char rank[2] = {ranks[row], '\0'};
        cells[0] = sheet_words(rank);
        for (unsigned column = 0; column < UTH_RANKS; column++) {
            const unsigned hand_class = row * UTH_RANKS + UTH_RANKS - 1 - column;
            const uint8_t best = report->hands[hand_class].best;
            exact_action_name(best, UTH_STREET_PREFLOP, names[column]);
            cells[column + 1] = sheet_words(best == 0 ? "-" : names[column]);
        }
        sheet_row(sheet, cells, UTH_RANKS + 1);
    }
    sheet_note(sheet, "Suited hands right of the diagonal, offsuit left of it; - is a check.");
    sheet_picture(sheet, par_plot_hands, report);
}

struct sheet par_sheet(const struct par_report *report, const struct par_made *made)
{
    struct par_side sides[PAR_SIDES_MAX];
    const size_t count = par_sides(report, sides);
    char title[UTH_NAME_LENGTH + 200];
    (void)snprintf(title, sizeof title, "PAR sheet: %s", report->rules.name);
    struct sheet sheet = sheet_start(title);
    put_game(&sheet, report, made);
    put_origin(&sheet, &report->rules);
    rules_sheet(&report->rules, false, &sheet);
    put_base(&sheet, report);
    put_actions(&sheet, report);
    put_outcomes(&sheet, report);
    put_sides(&sheet, sides, count);
    for (size_t i = 0; i < count; i++) {
        put_lines(&sheet, report, &sides[i]);
    }
    if (report->rules.offered[UTH_WAGER_PROGRESSIVE]) {
        put_progressive(&sheet, report);
    }
    put_volatility(&sheet, report, sides, count);
    put_exposure(&sheet, &report->rules);
    put_chart(&sheet, report);
    return sheet;
}

struct sheet par_bet_sheet(const struct par_report *report, enum uth_wager wager)
{
    const struct uth_bet *bet = uth_rules_side(&report->rules, wager);
    struct par_side sides[PAR_SIDES_MAX];
    const size_t count = par_sides(report, sides);
    char title[120];
    (void)snprintf(title, sizeof title, "%s (%s), looks at: %s", bet->title, bet->id,
                   wire_bet_cards_text((enum uth_bet_cards)bet->cards));
    struct sheet sheet = sheet_start(title);
    for (size_t i = 0; i < count; i++) {
        const struct uth_exact_side *exact = sides[i].exact;
        if (sides[i].wager != wager) {
            continue;
        }
        put_lines(&sheet, report, &sides[i]);
        sheet_section(&sheet, "Figures");
        put_figure(&sheet, "house edge", exact->house_edge, "%", exact->house_edge.num < 0);
        put_figure(&sheet, "hit frequency", exact->hit_frequency, "%", false);
        sheet_row(&sheet, SHEET_CELLS(sheet_words("variance"),
                                      sheet_decimal(strtod(exact->variance_decimal, NULL), 9, ""),
                                      sheet_words(exact->variance)));
    }
    return sheet;
}
