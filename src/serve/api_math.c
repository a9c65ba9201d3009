// Exact figures for pages: worked out beside the loop, one after another.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report/par_sheet.h"
#include "serve/api.h"
#include "serve/selfcheck.h"
#include "wire/exact_json.h"
#include "wire/plan_text.h"
#include "wire/rules_json.h"

// Somebody waits for each figure, and there is one of them at a time.
enum { MATH_THREADS = 2, PLAN_TEXT_MAX = 8192 };

struct sum {
    struct job job;   // first
    struct sum *next; // in serve->sums, from submit to done
    uint64_t request;
    atomic_bool unwanted;      // who asked has gone, or has asked anew
    struct par_memory *memory; // the worker's
    json_t *(*work)(struct sum *sum);
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
    const struct sum *sum = context;
    return atomic_load(&sum->unwanted) || job_is_stopped(&sum->job);
}

// The text is made here too: a report with its chart is 100 KB, and the loop has others to serve.
static void sum_run(struct job *job, struct store *reader)
{
    struct sum *sum = (struct sum *)job;
    (void)reader;
    json_t *answer = is_unwanted(sum) ? NULL : sum->work(sum);
    if (answer != NULL && !is_unwanted(sum)) {
        sum->text = json_dumps(answer, JSON_COMPACT | JSON_ENSURE_ASCII);
    }
    json_decref(answer);
}

static void forget_sum(struct serve *serve, const struct sum *sum)
{
    struct sum **link = &serve->sums;
    while (*link != sum) {
        link = &(*link)->next;
    }
    *link = sum->next;
}

// A page asks anew with every keystroke and closes what it asked before: that is not worked out to
// its end.
static void drop_unwanted(struct serve *serve)
{
    for (struct sum *sum = serve->sums; sum != NULL; sum = sum->next) {
        if (!net_awaits(serve->net, sum->request)) {
            atomic_store(&sum->unwanted, true);
        }
    }
}

static void answer_fault(struct serve *serve, const struct sum *sum)
{
    if (sum->checked) {
        api_reply_json(serve, sum->request, wire_rules_faulty_json(&sum->fault));
    } else {
        api_refuse_fault(serve, sum->request, &sum->fault);
    }
}

static void answer_sum(struct serve *serve, const struct sum *sum)
{
    const char *clause = uth_status_clause(sum->status);
    const char *message = uth_status_text(sum->status);
    if (sum->job.cancelled) {
        api_refuse_cancelled(serve, sum->request);
    } else if (sum->faulty) {
        answer_fault(serve, sum);
    } else if (sum->status != UTH_OK && sum->checked) {
        api_answer_fault(serve, sum->request, clause, (int)sum->status, message);
    } else if (sum->status != UTH_OK) {
        api_refuse(serve, sum->request, 400, clause, (int)sum->status, message);
    } else if (sum->text == NULL) {
        api_refuse(serve, sum->request, 503, "INPUT", CODE_BUSY, "out of memory");
    } else {
        api_reply_text(serve, sum->request, 200, "application/json", sum->text, strlen(sum->text));
    }
}

static void sum_done(void *context, struct job *job)
{
    struct serve *serve = context;
    struct sum *sum = (struct sum *)job;
    drop_unwanted(serve);
    forget_sum(serve, sum);
    if (!atomic_load(&sum->unwanted)) {
        answer_sum(serve, sum);
    } else if (sum->text == NULL) {
        serve->counters.sums_dropped++;
    }
    free(sum->text);
    free(sum);
}

// NULL after a refusal.
static struct sum *sum_new(struct call *call, json_t *(*work)(struct sum *sum))
{
    struct sum *sum = calloc(1, sizeof *sum);
    if (sum == NULL) {
        api_refuse(call->serve, call->request->id, 503, "INPUT", CODE_BUSY, "out of memory");
        return NULL;
    }
    sum->job.run = sum_run;
    sum->job.done = sum_done;
    sum->request = call->request->id;
    sum->memory = &call->serve->par_memory;
    sum->work = work;
    return sum;
}

static void sum_submit(struct call *call, struct sum *sum)
{
    drop_unwanted(call->serve);
    sum->next = call->serve->sums;
    call->serve->sums = sum;
    if (!api_submit(call, WORKER_SOLVER, &sum->job)) {
        forget_sum(call->serve, sum);
        free(sum);
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

static json_t *report_of(const struct sum *sum, const struct par_report *report)
{
    json_t *answer = par_json(report);
    if (sum->page) {
        add_page(report, answer);
    }
    if (sum->chart) {
        (void)json_object_set_new(answer, "chart",
                                  wire_chart_json(report->hands, report->unit, &sum->rules));
    }
    if (sum->checked) {
        (void)json_object_set_new(answer, "ok", json_true());
        (void)json_object_set_new(answer, "warnings", wire_rules_warnings_json(&sum->rules));
    }
    return answer;
}

static json_t *work_par(struct sum *sum)
{
    bool out_of_memory = false;
    json_t *answer = NULL;
    struct par_report *report = malloc(sizeof *report);
    if (report != NULL) {
        const struct par_watcher watcher = {
            .unwanted = is_unwanted, .context = sum, .memory = sum->memory};
        sum->status = par_work_out(&sum->rules, UTH_STYLE_OPTIMAL, MATH_THREADS, watcher, report,
                                   &out_of_memory);
        const bool done = !out_of_memory && !is_unwanted(sum);
        sum->faulty = done && !par_sides_are_sound(report, &sum->fault);
        if (done && !sum->faulty && sum->status == UTH_OK) {
            answer = report_of(sum, report);
        }
    }
    free(report);
    return answer;
}

static json_t *work_strategy(struct sum *sum)
{
    const size_t size = uth_exact_size(MATH_THREADS);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    json_t *answer = NULL;
    if (memory != NULL) {
        sum->status = uth_exact_solve(&sum->rules, MATH_THREADS, memory, size, &exact);
        if (sum->status == UTH_OK) {
            answer = wire_strategy_json(exact, &sum->rules);
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
        api_refuse(call->serve, call->request->id, 503, "INPUT", CODE_BUSY, "out of memory");
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
    struct sum *sum = sum_new(call, work_par);
    const bool checked = is_asked(call, "check");
    if (sum == NULL || !(checked ? check_profile(call, &sum->rules)
                                 : read_profile(call, call->body, &sum->rules))) {
        free(sum);
        return;
    }
    sum->chart = is_asked(call, "chart");
    sum->page = is_asked(call, "page");
    sum->checked = checked;
    sum_submit(call, sum);
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
    struct sum *sum = sum_new(call, work_strategy);
    if (sum == NULL ||
        !(call->request->method == NET_POST
              ? read_profile(call, call->body, &sum->rules)
              : named_profile(call, name != NULL ? name : "washington", &sum->rules))) {
        free(sum);
        return;
    }
    sum_submit(call, sum);
}

// ---- one situation ----------------------------------------------------------------------------

static json_t *work_odds(struct sum *sum)
{
    struct uth_odds_answer odds;
    json_t *answer = NULL;
    const bool preflop = sum->query.board_count == 0;
    const size_t size = preflop ? uth_odds_size() : 0;
    void *memory = preflop ? malloc(size) : NULL;
    if (!preflop || memory != NULL) {
        const struct uth_rules all = sum->rules;
        uth_rules_at_ante(&all, (uth_money){sum->ante}, &sum->rules);
        sum->status = uth_odds(&sum->rules, &sum->query, memory, size, &odds);
        if (sum->status == UTH_OK) {
            answer = wire_odds_json(&sum->rules, &sum->query, &odds);
        }
        if (answer != NULL && sum->ante != 0) {
            (void)json_object_set_new(answer, "ante", json_integer(sum->ante));
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

static bool read_query(struct call *call, struct sum *sum)
{
    uint8_t holes = 0;
    if (!read_rules(call, &sum->rules) || !read_cards(call, "cards", sum->query.hole, 2, &holes) ||
        !read_cards(call, "board", sum->query.board, 5, &sum->query.board_count) ||
        !read_cards(call, "dead", sum->query.dead, UTH_ODDS_DEAD_MAX, &sum->query.dead_count)) {
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
    struct sum *sum = sum_new(call, work_odds);
    if (sum == NULL || !read_query(call, sum)) {
        free(sum);
        return;
    }
    sum_submit(call, sum);
}

// ---- a strategy of one's own --------------------------------------------------------------------

static json_t *work_plan(struct sum *sum)
{
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_plan_result *result = malloc(sizeof *result);
    struct uth_exact *exact = NULL;
    json_t *answer = NULL;
    if (memory != NULL && result != NULL) {
        sum->status = uth_exact_solve(&sum->rules, 1, memory, size, &exact);
        if (sum->status == UTH_OK) {
            uth_exact_plan(exact, &sum->plan, result);
            answer = wire_plan_json(exact, &sum->rules, &sum->plan, result);
        }
    }
    free(result);
    free(memory);
    return answer;
}

static bool read_plan(struct call *call, struct sum *sum)
{
    char fault[WIRE_PLAN_FAULT_MAX];
    const char *text = "";
    if (!api_text(call, "text", false, PLAN_TEXT_MAX, &text) || !read_rules(call, &sum->rules)) {
        return false;
    }
    if (!wire_plan_read(text, strlen(text), &sum->rules, &sum->plan, fault)) {
        api_refuse(call->serve, call->request->id, 400, "INPUT", CODE_INPUT, fault);
        return false;
    }
    return true;
}

void api_plan(struct call *call)
{
    struct sum *sum = sum_new(call, work_plan);
    if (sum == NULL || !read_plan(call, sum)) {
        free(sum);
        return;
    }
    sum_submit(call, sum);
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
    struct sum *sum = sum_new(call, work_odds);
    if (sum == NULL) {
        return;
    }
    struct uth_view view;
    uth_view_of(&room->round, (struct uth_viewer){UTH_VIEWER_SEAT, seat}, &view);
    sum->rules = *office_rules(serve->office, room->config.profile);
    memcpy(sum->query.hole, view.seats[seat - 1].cards, sizeof sum->query.hole);
    while (sum->query.board_count < 5 && view.community[sum->query.board_count] != UTH_CARD_NONE) {
        sum->query.board[sum->query.board_count] = view.community[sum->query.board_count];
        sum->query.board_count++;
    }
    sum->ante = view.seats[seat - 1].stakes[UTH_WAGER_ANTE].cents;
    sum_submit(call, sum);
}
