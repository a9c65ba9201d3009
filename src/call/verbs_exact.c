// Verbs that value the game exactly: situations, reports, strategies.
#include <stdlib.h>

#include "call/call.h"
#include "uth/exact.h"
#include "wire/exact_json.h"

// ---- odds -------------------------------------------------------------------------------------

static bool read_query(struct call *call, struct uth_odds_query *query)
{
    size_t holes;
    size_t board;
    size_t dead;
    if (!call_cards(call, "cards", query->hole, 2, &holes) ||
        !call_cards(call, "board", query->board, 5, &board) ||
        !call_cards(call, "dead", query->dead, UTH_ODDS_DEAD_MAX, &dead)) {
        return false;
    }
    query->board_count = (uint8_t)board;
    query->dead_count = (uint8_t)dead;
    return holes == 2 || call_refuse_member(call, "cards", "your two cards");
}

bool call_odds(struct call *call)
{
    static const char *const known[] = {"cards", "board", "dead", "rules", "ante", NULL};
    struct uth_rules rules;
    struct uth_odds_query query = {.board_count = 0};
    struct uth_odds_answer answer;
    if (!call_known(call, known) || !call_profile_at_ante(call, &rules) ||
        !read_query(call, &query)) {
        return false;
    }
    const size_t size = query.board_count == 0 ? uth_odds_size() : 0;
    void *memory = size != 0 ? malloc(size) : NULL;
    if (size != 0 && memory == NULL) {
        return call_out_of_memory(call);
    }
    const enum uth_status status = uth_odds(&rules, &query, memory, size, &answer);
    free(memory);
    return status == UTH_OK ? call_finish(call, wire_odds_json(&rules, &query, &answer))
                            : call_refuse_status(call, status);
}

// ---- par --------------------------------------------------------------------------------------

static bool read_style(struct call *call, enum uth_style *style)
{
    const json_t *value = json_object_get(call->request, "strategy");
    const char *name = value == NULL ? "optimal" : json_string_value(value);
    *style = name == NULL ? UTH_STYLE_COUNT : uth_style_find(name);
    return *style != UTH_STYLE_COUNT ||
           call_refuse_member(call, "strategy", "optimal, simple, never-fold or timid");
}

static bool finish_report(struct call *call, const struct par_report *report, bool chart)
{
    json_t *document = par_json(report);
    if (chart) {
        (void)json_object_set_new(document, "chart",
                                  wire_chart_json(report->hands, report->unit, &report->rules));
    }
    return call_finish(call, document);
}

static bool report_on(struct call *call, const struct call_game *game, bool chart)
{
    struct wire_fault fault;
    bool out_of_memory;
    struct par_report *report = malloc(sizeof *report);
    if (report == NULL) {
        return call_out_of_memory(call);
    }
    bool answered;
    const enum uth_status status =
        par_work_out(&game->rules, game->style, game->threads,
                     (struct par_watcher){.memory = call->memory}, report, &out_of_memory);
    if (out_of_memory) {
        answered = call_out_of_memory(call);
    } else if (!par_sides_are_sound(report, &fault)) {
        answered = call_refuse_fault(call, &fault);
    } else if (status != UTH_OK) {
        answered = call_refuse_status(call, status);
    } else {
        answered = finish_report(call, report, chart);
    }
    free(report);
    return answered;
}

bool call_game(struct call *call, struct call_game *game)
{
    return call_profile_at_ante(call, &game->rules) && read_style(call, &game->style) &&
           call_threads(call, &game->threads);
}

bool call_par(struct call *call)
{
    static const char *const known[] = {"rules", "ante", "strategy", "threads", "chart", NULL};
    struct call_game game;
    bool chart = false;
    return call_known(call, known) && call_game(call, &game) && call_flag(call, "chart", &chart) &&
           report_on(call, &game, chart);
}

// ---- strategy ---------------------------------------------------------------------------------

bool call_strategy(struct call *call)
{
    static const char *const known[] = {"rules", "ante", "threads", NULL};
    struct uth_rules rules;
    struct uth_exact *exact = NULL;
    unsigned threads;
    if (!call_known(call, known) || !call_profile_at_ante(call, &rules) ||
        !call_threads(call, &threads)) {
        return false;
    }
    const size_t size = uth_exact_size(threads);
    void *memory = malloc(size);
    if (memory == NULL) {
        return call_out_of_memory(call);
    }
    const enum uth_status status = uth_exact_solve(&rules, threads, memory, size, &exact);
    const bool answered = status == UTH_OK ? call_finish(call, wire_strategy_json(exact, &rules))
                                           : call_refuse_status(call, status);
    free(memory);
    return answered;
}
