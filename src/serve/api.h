// What the handlers of HTTP requests share: one table of routes (api.c), the call they get, and the
// ways to answer it.
#ifndef UTH_SERVE_API_H
#define UTH_SERVE_API_H

#include <jansson.h>

#include "serve/push.h"
#include "serve/server.h"
#include "serve/source.h"
#include "serve/tasks.h"

#define API_NAME_MAX     64
#define API_PASSWORD_MAX 128
#define API_PIN_MAX      12

struct call {
    struct serve *serve;
    const struct net_request *request;
    struct session session;             // nobody's when person is NULL
    const struct office_person *person; // who asks
    uint64_t ids[3];                    // the numbers of the path
    char name[API_NAME_MAX];            // the word of the path
    json_t *body;                       // of a POST, an object; NULL for none
};

typedef void api_handler(struct call *call);

// The right a route needs, or one of these.
enum { API_ANYONE = -1, API_STAFF = -2, API_LOOPBACK = -3 };

void api_request(void *context, const struct net_request *request);

// ---- answers ----------------------------------------------------------------------------------

// `request` may be gone: then nothing happens.
void api_reply_text(struct serve *serve, uint64_t request, int status, const char *type,
                    const char *text, size_t size);
void api_reply_out(struct serve *serve, uint64_t request, const struct wire_out *out);
void api_reply_json(struct serve *serve, uint64_t request, json_t *document); // takes it
void api_refuse(struct serve *serve, uint64_t request, int status, const char *clause, int code,
                const char *message);
// Slowed down: 429, with how long to wait.
void api_refuse_for(struct serve *serve, uint64_t request, int64_t wait_ms, const char *what);
// The table the path begins with; NULL with the refusal sent.
const struct office_table *api_table(struct call *call);
void api_refuse_memory(struct serve *serve, uint64_t request);
void api_refuse_status(struct serve *serve, uint64_t request, enum uth_status status);
void api_refuse_office(struct serve *serve, uint64_t request, const struct fault *fault);
void api_refuse_fault(struct serve *serve, uint64_t request, const struct wire_fault *fault);
bool api_refuse_input(struct call *call, const char *what); // always false
// With a session for this person in a cookie; the answer is what GET /api/me gives.
void api_reply_session(struct serve *serve, uint64_t request, const struct office_person *person);
// The same, and the device is theirs from now on; "" for none.
void api_reply_device(struct serve *serve, uint64_t request, const struct office_person *person,
                      const char *device);

// ---- reading a body ---------------------------------------------------------------------------

// Each reads one field of an object: false with the refusal sent when it is no such value. A field
// that is not there is false too, unless `optional`: then *out is untouched.
bool api_text(struct call *call, const char *field, bool optional, size_t max, const char **out);
// The same, copied to `to` of `size` bytes.
bool api_copy(struct call *call, const char *field, bool optional, char *to, size_t size);
bool api_number(struct call *call, const char *field, bool optional, int64_t min, int64_t max,
                int64_t *out);
bool api_bool(struct call *call, const char *field, bool optional, bool *out);
bool api_only(struct call *call, const char *const *known);
// A card is a number on a stripe: written as digits, in quotes or not. *set tells whether there is one.
bool api_card(struct call *call, bool *set, uint64_t *card);
bool api_query_number(const struct call *call, const char *name, int64_t otherwise, int64_t *out);

// ---- what was only asked about ----------------------------------------------------------------

// A fault found is what was asked for, and no failed request: 200 with `ok` false, or true with the
// maker's warnings.
void api_answer_fault(struct serve *serve, uint64_t request, const char *clause, int code,
                      const char *text);
void api_answer_sound(struct call *call, const struct uth_rules *rules);

// ---- tasks ------------------------------------------------------------------------------------

// A task that answers a request: `size` bytes beginning with a struct task.
void *api_task(struct call *call, size_t size, task_builder *build, task_finisher *finish);
// The same in guarded memory, for passwords and PINs; fair_guarded_free frees it.
void *api_secret_task(struct call *call, size_t size, task_builder *build, task_finisher *finish);
// Hands a job to a worker. False when it has too many, with the refusal sent: then the job is still
// the caller's.
UTH_NODISCARD bool api_submit(struct call *call, enum worker_kind kind, struct job *job);
// To a job that was cancelled.
void api_refuse_cancelled(struct serve *serve, uint64_t request);
// The same for a job whose source is set, when the call may be gone.
UTH_NODISCARD bool job_submit(struct serve *serve, uint64_t request, enum worker_kind kind,
                              struct job *job);
struct source api_source(const struct call *call);
struct office_by api_by(struct serve *serve, const struct task *task, const char *why);

// ---- requests that count once -----------------------------------------------------------------

// Lets the task go on to `go` once the store knows no answer to the Idempotency-Key of the call, else
// finishes it with the old one; without a key it goes on at once, unless one is `needed`. What it is
// answered with when it is stored is task->once.answer, which has to live as long as the task.
void once_begin(struct call *call, struct task *task, bool needed,
                void (*go)(struct serve *serve, struct task *task));
// Before a task that went through once_begin is freed.
void once_end(struct task *task);
void api_reply_once(struct serve *serve, const struct task *task);

// ---- handlers, by file ------------------------------------------------------------------------

api_handler api_me, api_guest, api_login, api_register, api_logout, api_limits, api_deposit,
    api_password;
api_handler api_lobby, api_placard, api_placard_page, api_placard_style, api_rules, api_rules_one,
    api_pit, api_wins;
api_handler api_meter, api_meter_terms, api_meter_executive, api_meter_adjust, api_meter_journal;
api_handler api_rules_check, api_par, api_strategy, api_odds, api_plan, api_advice;
api_handler api_rounds, api_round, api_report_day, api_fairness, api_log, api_audit,
    api_audit_verify;
api_handler api_disputes, api_dispute_open, api_dispute_decide;
api_handler api_selfcheck, api_selfcheck_now;
api_handler api_users, api_user_add, api_user_change, api_table_add, api_table_config,
    api_table_configure, api_automatic_players, api_table_component;
api_handler api_healthz, api_metrics;

#endif
