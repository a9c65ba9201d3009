// Exact figures for pages: worked out beside the loop, one after another.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report/par_sheet.h"
#include "serve/api.h"
#include "serve/selfcheck.h"
#include "serve/table_actor.h"
#include "wire/exact_json.h"
#include "wire/plan_text.h"
#include "wire/rules_json.h"

// Somebody waits for each figure, and there is one of them at a time.
enum { MATH_THREADS = 2, PLAN_TEXT_MAX = 8192 };

struct calculation {
    struct job job;           // first
    struct calculation *next; // in serve->calculations, from submit to done
    uint64_t request;
    atomic_bool unwanted;      // who asked has gone, or has asked anew
    struct par_memory *memory; // the worker's
    json_t *(*work)(struct calculation *calculation);
    bool chart;   // with the report
    bool page;    // the sheet as `uth par --html` prints it, with the report
    bool checked; // what is wrong with the profile is an answer
    struct uth_rules rules;
    struct uth_odds_query query;
    struct uth_plan plan;
    int64_t ante; // of advice; 0: none
    enum uth_status status;
    bool faulty; // what only the work showed: `fault` is the answer
    struct wire_fault fault;
    char *text; // NULL with UTH_OK: no memory, or not worked out to its end
};

static bool is_unwanted(void *context)
{
    const struct calculation *calculation = context;
    return atomic_load(&calculation->unwanted) || job_is_stopped(&calculation->job);
}

// The text is made here too: a report with its chart is 100 KB, and the loop has others to serve.
static void sum_run(struct job *job, struct store *reader)
{
    struct calculation *calculation = (struct calculation *)job;
    (void)reader;
    json_t *answer = is_unwanted(calculation) ? NULL : calculation->work(calculation);
    if (answer != NULL && !is_unwanted(calculation)) {
        calculation->text = json_dumps(answer, JSON_COMPACT | JSON_ENSURE_ASCII);
    }
    json_decref(answer);
}

static void forget_calculation(struct serve *serve, const struct calculation *calculation)
{
    struct calculation **link = &serve->calculations;
    while (*link != calculation) {
        link = &(*link)->next;
    }
    *link = calculation->next;
}

// A page asks anew with every keystroke and closes what it asked before: that is not worked out to
// its end.
static void drop_unwanted(struct serve *serve)
{
    for (struct calculation *calculation = serve->calculations; calculation != NULL;
         calculation = calculation->next) {
        if (!net_awaits(serve->net, calculation->request)) {
            atomic_store(&calculation->unwanted, true);
        }
    }
}

static void answer_fault(struct serve *serve, const struct calculation *calculation)
{
    if (calculation->checked) {
        api_reply_json(serve, calculation->request, wire_rules_faulty_json(&calculation->fault));
    } else {
        api_refuse_fault(serve, calculation->request, &calculation->fault);
    }
}

static void answer_calculation(struct serve *serve, const struct calculation *calculation)
{
    const char *clause = uth_status_clause(calculation->status);
    const char *message = uth_status_text(calculation->status);
    if (calculation->job.cancelled) {
        api_refuse_cancelled(serve, calculation->request);
    } else if (calculation->faulty) {
        answer_fault(serve, calculation);
    } else if (calculation->status != UTH_OK && calculation->checked) {
        api_answer_fault(serve, calculation->request, clause, (int)calculation->status, message);
    } else if (calculation->status != UTH_OK) {
        api_refuse(serve, calculation->request, 400, clause, (int)calculation->status, message);
    } else if (calculation->text == NULL) {
        api_refuse_memory(serve, calculation->request);
    } else {
        api_reply_text(serve, calculation->request, 200, "application/json", calculation->text,
                       strlen(calculation->text));
    }
}

static void sum_done(void *context, struct job *job)
{
    struct serve *serve = context;
    struct calculation *calculation = (struct calculation *)job;
    drop_unwanted(serve);
    forget_calculation(serve, calculation);
    if (!atomic_load(&calculation->unwanted)) {
        answer_calculation(serve, calculation);
    } else if (calculation->text == NULL) {
        serve->counters.sums_dropped++;
    }
    free(calculation->text);
    free(calculation);
}

// NULL after a refusal.
static struct calculation *calculation_new(struct call *call,
                                           json_t *(*work)(struct calculation *calculation))
{
    struct calculation *calculation = calloc(1, sizeof *calculation);
    if (calculation == NULL) {
        api_refuse_memory(call->serve, call->request->id);
        return NULL;
    }
    calculation->job.run = sum_run;
    calculation->job.done = sum_done;
    calculation->request = call->request->id;
    calculation->memory = &call->serve->par_memory;
    calculation->work = work;
    return calculation;
}

static void calculation_submit(struct call *call, struct calculation *calculation)
{
    drop_unwanted(call->serve);
    calculation->next = call->serve->calculations;
    call->serve->calculations = calculation;
    if (!api_submit(call, WORKER_SOLVER, &calculation->job)) {
        forget_calculation(call->serve, calculation);
        free(calculation);
    }
}

// ---- reports and strategies -------------------------------------------------------------------

// The designer prints what the command line prints. A changed game under a built-in's name has no page.
static void add_page(const struct par_report *report, json_t *answer)
{
    char digest[SELFCHECK_DIGEST_SIZE] = "";
    char *text = NULL;
    size_t size = 0;
    const char *borrowed = par_borrowed_name(&report->rules);
    FILE *out = borrowed == NULL ? open_memstream(&text, &size) : NULL;
    if (!selfcheck_program_digest(digest)) {
        digest[0] = '\0';
    }
    if (out != NULL) {
        const struct par_made made = {"uth " UTH_VERSION, digest, (int64_t)time(NULL) / 86400};
        struct sheet sheet = par_sheet(report, &made);
        sheet_write(&sheet, SHEET_HTML, out);
        sheet_finish(&sheet);
        if (fclose(out) == 0) {
            (void)json_object_set_new(answer, "page", json_string(text));
        }
    }
    if (borrowed != NULL) {
        (void)json_object_set_new(
            answer, "page_refused",
            json_sprintf("This game differs from the built-in '%s': give it a name of its own.",
                         borrowed));
    }
    free(text);
}

static json_t *report_of(const struct calculation *calculation, const struct par_report *report)
{
    json_t *answer = par_json(report);
    if (calculation->page) {
        add_page(report, answer);
    }
    if (calculation->chart) {
        (void)json_object_set_new(
            answer, "chart", wire_chart_json(report->hands, report->unit, &calculation->rules));
    }
    if (calculation->checked) {
        (void)json_object_set_new(answer, "ok", json_true());
        (void)json_object_set_new(answer, "warnings",
                                  wire_rules_warnings_json(&calculation->rules));
    }
    return answer;
}

static json_t *work_par(struct calculation *calculation)
{
    bool out_of_memory = false;
    json_t *answer = NULL;
    struct par_report *report = malloc(sizeof *report);
    if (report != NULL) {
        const struct par_watcher watcher = {
            .unwanted = is_unwanted, .context = calculation, .memory = calculation->memory};
        calculation->status = par_work_out(&calculation->rules, UTH_STYLE_OPTIMAL, MATH_THREADS,
                                           watcher, report, &out_of_memory);
        const bool done = !out_of_memory && !is_unwanted(calculation);
        calculation->faulty = done && !par_sides_are_sound(report, &calculation->fault);
        if (done && !calculation->faulty && calculation->status == UTH_OK) {
            answer = report_of(calculation, report);
        }
    }
    free(report);
    return answer;
}

static json_t *work_strategy(struct calculation *calculation)
{
    const size_t size = uth_exact_size(MATH_THREADS);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    json_t *answer = NULL;
    if (memory != NULL) {
        calculation->status =
            uth_exact_solve(&calculation->rules, MATH_THREADS, memory, size, &exact);
        if (calculation->status == UTH_OK) {
            answer = wire_strategy_json(exact, &calculation->rules);
        }
    }
    free(memory);
    return answer;
}

static bool profile_of(const json_t *document, struct uth_rules *rules, struct wire_fault *fault)
{
    return document != NULL ? wire_rules_from_json(document, rules, fault)
                            : wire_fault_at(fault, "", NULL, "a rule profile");
}

static bool read_profile(struct call *call, const json_t *document, struct uth_rules *rules)
{
    struct wire_fault fault;
    if (profile_of(document, rules, &fault)) {
        return true;
    }
    api_refuse_fault(call->serve, call->request->id, &fault);
    return false;
}

// False, with the answer sent, where there is a fault.
static bool check_profile(struct call *call, struct uth_rules *rules)
{
    struct wire_fault fault;
    if (profile_of(call->body, rules, &fault)) {
        return true;
    }
    api_reply_json(call->serve, call->request->id, wire_rules_faulty_json(&fault));
    return false;
}

void api_rules_check(struct call *call)
{
    struct uth_rules *rules = malloc(sizeof *rules);
    if (rules == NULL) {
        api_refuse_memory(call->serve, call->request->id);
    } else if (check_profile(call, rules)) {
        api_answer_sound(call, rules);
    }
    free(rules);
}

static bool is_asked(const struct call *call, const char *name)
{
    const char *value = net_query(call->request, name);
    return value != NULL && strcmp(value, "1") == 0;
}

// With ?chart=1 the strategy stands beside the report: one solve gives both. With ?check=1 it is
// /api/rules/check as well, so that a page that edits a profile asks once.
void api_par(struct call *call)
{
    struct calculation *calculation = calculation_new(call, work_par);
    const bool checked = is_asked(call, "check");
    if (calculation == NULL || !(checked ? check_profile(call, &calculation->rules)
                                         : read_profile(call, call->body, &calculation->rules))) {
        free(calculation);
        return;
    }
    calculation->chart = is_asked(call, "chart");
    calculation->page = is_asked(call, "page");
    calculation->checked = checked;
    calculation_submit(call, calculation);
}

static bool named_profile(struct call *call, const char *name, struct uth_rules *rules)
{
    const struct uth_rules *builtin = uth_rules_find(name);
    if (builtin == NULL) {
        api_refuse(call->serve, call->request->id, 404, "INPUT", CODE_INPUT, "no such profile");
        return false;
    }
    *rules = *builtin;
    return true;
}

void api_strategy(struct call *call)
{
    const char *name = net_query(call->request, "rules");
    struct calculation *calculation = calculation_new(call, work_strategy);
    if (calculation == NULL ||
        !(call->request->method == NET_POST
              ? read_profile(call, call->body, &calculation->rules)
              : named_profile(call, name != NULL ? name : "washington", &calculation->rules))) {
        free(calculation);
        return;
    }
    calculation_submit(call, calculation);
}

// ---- one situation ----------------------------------------------------------------------------

static json_t *work_odds(struct calculation *calculation)
{
    struct uth_odds_answer odds;
    json_t *answer = NULL;
    const bool preflop = calculation->query.board_count == 0;
    const size_t size = preflop ? uth_odds_size() : 0;
    void *memory = preflop ? malloc(size) : NULL;
    if (!preflop || memory != NULL) {
        const struct uth_rules all = calculation->rules;
        uth_rules_at_ante(&all, (uth_money){calculation->ante}, &calculation->rules);
        calculation->status =
            uth_odds(&calculation->rules, &calculation->query, memory, size, &odds);
        if (calculation->status == UTH_OK) {
            answer = wire_odds_json(&calculation->rules, &calculation->query, &odds);
        }
        if (answer != NULL && calculation->ante != 0) {
            (void)json_object_set_new(answer, "ante", json_integer(calculation->ante));
        }
    }
    free(memory);
    return answer;
}

static bool read_cards(struct call *call, const char *field, uth_card *cards, size_t max,
                       uint8_t *count)
{
    const char *text = "";
    size_t read = 0;
    if (!api_text(call, field, true, 256, &text)) {
        return false;
    }
    const enum uth_status status = uth_cards_parse(text, strlen(text), cards, max, &read);
    if (status != UTH_OK) {
        api_refuse(call->serve, call->request->id, 400, uth_status_clause(status), (int)status,
                   uth_status_text(status));
        return false;
    }
    *count = (uint8_t)read;
    return true;
}

// `rules` is a name or a whole profile.
static bool read_rules(struct call *call, struct uth_rules *rules)
{
    const json_t *given = json_object_get(call->body, "rules");
    if (json_is_object(given)) {
        return read_profile(call, given, rules);
    }
    const char *name = "washington";
    return api_text(call, "rules", true, UTH_NAME_LENGTH, &name) &&
           named_profile(call, name, rules);
}

static bool read_query(struct call *call, struct calculation *calculation)
{
    uint8_t holes = 0;
    if (!read_rules(call, &calculation->rules) ||
        !read_cards(call, "cards", calculation->query.hole, 2, &holes) ||
        !read_cards(call, "board", calculation->query.board, 5, &calculation->query.board_count) ||
        !read_cards(call, "dead", calculation->query.dead, UTH_ODDS_DEAD_MAX,
                    &calculation->query.dead_count)) {
        return false;
    }
    if (holes != 2) {
        api_refuse_status(call->serve, call->request->id, UTH_ERR_CARD_COUNT);
        return false;
    }
    return true;
}

void api_odds(struct call *call)
{
    struct calculation *calculation = calculation_new(call, work_odds);
    if (calculation == NULL || !read_query(call, calculation)) {
        free(calculation);
        return;
    }
    calculation_submit(call, calculation);
}

// ---- a strategy of one's own --------------------------------------------------------------------

static json_t *work_plan(struct calculation *calculation)
{
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_plan_result *result = malloc(sizeof *result);
    struct uth_exact *exact = NULL;
    json_t *answer = NULL;
    if (memory != NULL && result != NULL) {
        calculation->status = uth_exact_solve(&calculation->rules, 1, memory, size, &exact);
        if (calculation->status == UTH_OK) {
            uth_exact_plan(exact, &calculation->plan, result);
            answer = wire_plan_json(exact, &calculation->rules, &calculation->plan, result);
        }
    }
    free(result);
    free(memory);
    return answer;
}

static bool read_plan(struct call *call, struct calculation *calculation)
{
    char fault[WIRE_PLAN_FAULT_MAX];
    const char *text = "";
    if (!api_text(call, "text", false, PLAN_TEXT_MAX, &text) ||
        !read_rules(call, &calculation->rules)) {
        return false;
    }
    if (!wire_plan_read(text, strlen(text), &calculation->rules, &calculation->plan, fault)) {
        api_refuse(call->serve, call->request->id, 400, "INPUT", CODE_INPUT, fault);
        return false;
    }
    return true;
}

void api_plan(struct call *call)
{
    struct calculation *calculation = calculation_new(call, work_plan);
    if (calculation == NULL || !read_plan(call, calculation)) {
        free(calculation);
        return;
    }
    calculation_submit(call, calculation);
}

// The present decision of the one who asks, at one spot: from its two cards and the community cards,
// and no others. What the same person sees at another spot does not count: advice is the same for
// everybody with these cards.
void api_advice(struct call *call)
{
    struct serve *serve = call->serve;
    int64_t number;
    struct table_actor *actor = api_query_number(call, "table", 0, &number) && number <= UINT32_MAX
                                    ? actor_of(serve, (uint32_t)number)
                                    : NULL;
    int64_t named = 0;
    uint8_t seat = 0;
    const bool known =
        actor != NULL && api_query_number(call, "seat", 0, &named) && named <= UTH_SEATS_MAX;
    const enum uth_status status =
        known ? room_seat_named(&actor->table->room, call->person->state.id, (uint8_t)named, &seat)
              : UTH_ERR_NOT_SEATED;
    if (status != UTH_OK) {
        api_refuse_status(serve, call->request->id, status);
        return;
    }
    const struct room_table *room = &actor->table->room;
    if (!uth_round_awaits(&room->round, seat)) {
        api_refuse_status(serve, call->request->id, UTH_ERR_NOT_NOW);
        return;
    }
    struct calculation *calculation = calculation_new(call, work_odds);
    if (calculation == NULL) {
        return;
    }
    struct uth_view view;
    uth_view_of(&room->round, (struct uth_viewer){UTH_VIEWER_SEAT, seat}, &view);
    calculation->rules = *office_rules(serve->office, room->config.profile);
    memcpy(calculation->query.hole, view.seats[seat - 1].cards, sizeof calculation->query.hole);
    while (calculation->query.board_count < 5 &&
           view.community[calculation->query.board_count] != UTH_CARD_NONE) {
        calculation->query.board[calculation->query.board_count] =
            view.community[calculation->query.board_count];
        calculation->query.board_count++;
    }
    calculation->ante = view.seats[seat - 1].stakes[UTH_WAGER_ANTE].cents;
    calculation_submit(call, calculation);
}
