#include "report/par.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wire/bet_json.h"
#include "wire/exact_text.h"

static bool is_unwanted(struct par_watcher watcher)
{
    return watcher.unwanted != NULL && watcher.unwanted(watcher.context);
}

// Whether the same hands are folded in both: what the solver asks of a profile.
static bool is_same_game(const struct uth_rules *a, const struct uth_rules *b)
{
    return memcmp(a->raises, b->raises, sizeof a->raises) == 0 && a->qualifier == b->qualifier &&
           a->ante_unqualified == b->ante_unqualified &&
           memcmp(a->blind.pays, b->blind.pays, sizeof a->blind.pays) == 0;
}

// Somebody who designs a side bet changes its lines, and what is folded stays as it was.
static void recall_folds(struct uth_exact *exact, struct par_memory *memory,
                         const struct par_report *report)
{
    const struct uth_rules *rules = &report->rules;
    if (!uth_exact_asks_folds(rules) ||
        (memory->folded && memory->folds.exact == exact && memory->folds.style == report->style &&
         is_same_game(&memory->folds_of, rules))) {
        return;
    }
    uth_exact_folds(exact, report->style, &memory->folds);
    memory->folds_of = *rules;
    memory->folded = true;
}

enum uth_status par_bet_figures(const struct uth_exact_kinds *kinds,
                                const struct uth_exact_folds *folds, const struct uth_bet *bet,
                                struct par_watcher watcher,
                                struct uth_exact_side sides[UTH_BET_TABLES_MAX], unsigned *costly)
{
    enum uth_status status = UTH_OK;
    for (unsigned table = 0; table < bet->table_count && !is_unwanted(watcher); table++) {
        if (watcher.in_use_only && table != bet->table) {
            continue;
        }
        const enum uth_status found = uth_exact_bet(kinds, folds, bet, table, &sides[table]);
        if (found != UTH_OK && status == UTH_OK) {
            *costly = table;
            status = found;
        }
    }
    return status;
}

// Each side bet, also behind one that is refused: what is left at zeros has no figures.
static enum uth_status work_out_sides(const struct par_memory *kept, struct par_watcher watcher,
                                      struct par_report *report)
{
    const struct uth_rules *rules = &report->rules;
    enum uth_status status = UTH_OK;
    enum uth_status found = UTH_OK;
    for (unsigned i = 0; i < UTH_SIDES_MAX; i++) {
        unsigned costly = 0;
        found = par_bet_figures(&kept->kinds, &kept->folds, &rules->sides[i], watcher,
                                report->sides[i], &costly);
        if (found != UTH_OK && status == UTH_OK) {
            report->costly = (enum uth_wager)(UTH_WAGER_TRIPS + i);
            report->costly_table = costly;
            status = found;
        }
    }
    if (rules->offered[UTH_WAGER_PROGRESSIVE] && !is_unwanted(watcher)) {
        found =
            uth_exact_progressive(&kept->kinds, &rules->progressive.table, &report->progressive);
        if (found != UTH_OK && status == UTH_OK) {
            report->costly = UTH_WAGER_PROGRESSIVE;
            status = found;
        }
    }
    return status;
}

static void tell_step(struct par_watcher watcher)
{
    if (watcher.step != NULL) {
        watcher.step(watcher.context);
    }
}

static void recall_kinds(struct uth_exact *exact, struct par_memory *memory)
{
    if (!memory->known) {
        uth_exact_kinds(exact, &memory->kinds);
        memory->known = true;
    }
}

void par_memory_finish(struct par_memory *memory)
{
    free(memory->memory);
    *memory = (struct par_memory){.known = false};
}

// Solves in the memory, which is had first if there is none.
static enum uth_status solve_in(struct par_memory *kept, unsigned threads,
                                const struct uth_rules *rules, bool *out_of_memory)
{
    const size_t size = uth_exact_size(threads);
    if (kept->exact != NULL && kept->threads == threads) {
        return uth_exact_solve_again(kept->exact, rules);
    }
    free(kept->memory);
    kept->exact = NULL;
    kept->threads = threads;
    kept->memory = malloc(size);
    *out_of_memory = kept->memory == NULL;
    return *out_of_memory ? UTH_OK
                          : uth_exact_solve(rules, threads, kept->memory, size, &kept->exact);
}

static enum uth_status work_out_with(struct uth_exact *exact, struct par_memory *kept,
                                     struct par_watcher watcher, struct par_report *report)
{
    report->unit = uth_exact_unit(exact);
    for (unsigned i = 0; i < UTH_EXACT_CLASSES; i++) {
        uth_exact_hand(exact, i, &report->hands[i]);
    }
    if (is_unwanted(watcher)) {
        return UTH_OK;
    }
    uth_exact_play(exact, report->style, &report->play);
    tell_step(watcher);
    recall_kinds(exact, kept);
    recall_folds(exact, kept, report);
    const enum uth_status status = work_out_sides(kept, watcher, report);
    tell_step(watcher);
    return status;
}

enum uth_status par_work_out(const struct uth_rules *rules, enum uth_style style, unsigned threads,
                             struct par_watcher watcher, struct par_report *report,
                             bool *out_of_memory)
{
    struct par_memory forgotten = {.known = false};
    struct par_memory *kept = watcher.memory != NULL ? watcher.memory : &forgotten;
    memset(report, 0, sizeof *report);
    report->rules = *rules;
    report->style = style;
    report->costly = UTH_WAGER_COUNT;
    *out_of_memory = false;
    enum uth_status status = solve_in(kept, threads, rules, out_of_memory);
    if (status == UTH_OK && !*out_of_memory) {
        tell_step(watcher);
        status = work_out_with(kept->exact, kept, watcher, report);
    }
    par_memory_finish(&forgotten);
    return status;
}

bool par_sides_are_sound(const struct par_report *report, struct wire_fault *fault)
{
    if (report->costly == UTH_WAGER_COUNT) {
        return true;
    }
    const struct uth_bet *bet = uth_rules_side(&report->rules, report->costly);
    (void)wire_fault_at(fault, "lines", NULL, "");
    (void)snprintf(fault->sentence, sizeof fault->sentence,
                   "%s pays more than a million to one, or "
                   "in parts too small to work out",
                   uth_rules_wager_title(&report->rules, report->costly));
    if (bet->table_count != 0 && !uth_bet_is_plain(bet)) {
        (void)wire_fault_inside_list(fault, "tables", report->costly_table);
    }
    (void)wire_fault_inside(fault, uth_rules_wager_name(&report->rules, report->costly));
    return wire_fault_inside(fault, "side");
}

// The maker's sheet speaks of bets that no fold loses.
static struct par_side side_of(const struct par_report *report, enum uth_wager wager,
                               unsigned table)
{
    const struct uth_bet *bet = uth_rules_side(&report->rules, wager);
    const bool as_printed = bet->fold != UTH_FOLD_LOSES;
    return (struct par_side){
        .wager = wager,
        .title = uth_rules_wager_title(&report->rules, wager),
        .table = &bet->tables[table],
        .printed = as_printed ? bet->tables[table].printed : "",
        .printed_hits = as_printed ? bet->tables[table].printed_hits : "",
        .in_use = table == bet->table,
        .exact = &report->sides[wager - UTH_WAGER_TRIPS][table],
    };
}

size_t par_sides(const struct par_report *report, struct par_side sides[PAR_SIDES_MAX])
{
    size_t count = 0;
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const unsigned tables = uth_rules_side(&report->rules, wager)->table_count;
        for (unsigned table = 0; table < tables; table++) {
            sides[count++] = side_of(report, wager, table);
        }
    }
    return count;
}

bool par_agrees(const char *printed, struct uth_ratio exact)
{
    char *end = NULL;
    const double percent = strtod(printed, &end);
    const char *point = strchr(printed, '.');
    const int digits = point != NULL ? (int)(end - point - 1) : 0;
    return end != printed && fabs(exact_decimal(exact) * 100 - percent) <= 0.5 * pow(10, -digits);
}

bool par_side_agrees(const struct par_side *side)
{
    return (side->printed[0] == '\0' || par_agrees(side->printed, side->exact->house_edge)) &&
           (side->printed_hits[0] == '\0' ||
            par_agrees(side->printed_hits, side->exact->hit_frequency));
}

struct par_edges par_edges(const struct par_report *report)
{
    const struct uth_ratio value = uth_play_value(&report->play);
    return (struct par_edges){
        .of_ante = uth_ratio_of(-value.num, value.den),
        .of_ante_and_blind = exact_product(uth_ratio_of(-value.num, value.den), uth_ratio_of(1, 2)),
        .of_all_bet = uth_play_risk(&report->play),
    };
}

// The sheet speaks of the game as the maker has it, played perfectly.
const char *par_base_printed(const struct par_report *report)
{
    const struct uth_rules *sheet = &uth_rules_washington;
    const struct uth_rules *rules = &report->rules;
    const bool same = report->style == UTH_STYLE_OPTIMAL &&
                      memcmp(rules->raises, sheet->raises, sizeof rules->raises) == 0 &&
                      rules->qualifier == sheet->qualifier &&
                      rules->ante_unqualified == sheet->ante_unqualified;
    return same ? rules->blind.printed : "";
}

bool par_base_agrees(const struct par_report *report)
{
    const struct par_edges edges = par_edges(report);
    const char *printed = par_base_printed(report);
    return par_agrees(printed, edges.of_ante) || par_agrees(printed, edges.of_ante_and_blind) ||
           par_agrees(printed, edges.of_all_bet);
}

void par_action_label(const struct par_report *report, enum uth_street street, unsigned raise,
                      char label[24])
{
    static const char *const streets[UTH_STREET_COUNT] = {"before the flop", "flop", "river"};
    const uint8_t size = report->rules.raises[street][raise];
    unsigned offered = 0;
    for (unsigned other = 0; other < UTH_STREET_COUNT; other++) {
        for (unsigned i = 0; i < UTH_RAISES_MAX; i++) {
            offered += report->rules.raises[other][i] == size;
        }
    }
    char name[8];
    exact_action_name(size, street, name);
    (void)snprintf(label, 24, "%s%s%s", name, offered > 1 ? ", " : "",
                   offered > 1 ? streets[street] : "");
}

// The chance that a wager wins the whole meter.
static struct uth_ratio chance_of_all(const struct par_report *report)
{
    const struct uth_progressive_table *table = &report->rules.progressive.table;
    struct uth_ratio chance = uth_ratio_of(0, 1);
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        if (table->pays[line].meter_bp == UTH_BASIS_POINTS) {
            chance = exact_sum(chance, report->progressive.probability[line]);
        }
    }
    return chance;
}

static const char *const no_full_award = "no line pays the whole meter";
static const char *const no_share = "no line pays a share of the meter";
static const char *const pays_without = "the fixed pays alone return more than the stake";
static const char *const runs_dry = "the meter pays more than it takes in and runs dry";
static const char *const too_long = "more digits than this report keeps";

static struct par_figure figure(const char *name, const char *title, struct uth_ratio ratio,
                                const char *missing)
{
    const char *why = missing == NULL && !exact_fits(ratio) ? too_long : missing;
    return (struct par_figure){name, title, ratio, why};
}

void par_progressive(const struct par_report *report,
                     struct par_figure figures[PAR_PROGRESSIVE_FIGURES])
{
    const struct uth_progressive_rules *rules = &report->rules.progressive;
    const struct uth_exact_progressive *exact = &report->progressive;
    const struct uth_ratio seed = uth_ratio_of(rules->seed.cents, rules->stake.cents);
    const struct uth_ratio chance = chance_of_all(report);
    const struct uth_ratio rates =
        uth_ratio_of((int64_t)rules->meter_rate_bp + rules->reserve_rate_bp, UTH_BASIS_POINTS);
    const bool from_meter = rules->fixed_pays_from == UTH_PAYS_FROM_METER;
    // What flows in flows out: contributions and a seed for each 100% award, and the fixed pays on
    // top where the tray pays them. A meter that pays everything must grow faster than those pays.
    const struct uth_ratio inflow = exact_sum(rates, exact_product(chance, seed));
    const bool dry = from_meter && exact_fits(inflow) &&
                     exact_decimal(exact->fixed_return) >= exact_decimal(inflow);
    const bool never = chance.num == 0;
    figures[0] = figure("break_even_meter", "break-even meter, stakes", exact->break_even,
                        exact->meter_coefficient.num == 0 ? no_share
                        : exact->break_even.num < 0       ? pays_without
                                                          : NULL);
    figures[1] =
        figure("wagers_between_full_awards", "wagers between 100% awards",
               never ? chance : uth_ratio_of(chance.den, chance.num), never ? no_full_award : NULL);
    figures[2] =
        figure("return_at_seed", "return with the meter at its seed",
               exact_sum(exact->fixed_return, exact_product(exact->meter_coefficient, seed)), NULL);
    figures[3] = figure("long_run_return", "long-run return",
                        from_meter ? inflow : exact_sum(exact->fixed_return, inflow),
                        never ? no_full_award
                        : dry ? runs_dry
                              : NULL);
}
