// A password of one's own, in place of one that somebody else gave.
#include <string.h>

#include "serve/api.h"
#include "serve/client.h"

struct password_change {
    struct task task; // first: it becomes one when the new hash is made
    struct job job;   // looks at the old password and hashes the new one
    uint64_t slow_key;
    bool fits;
    bool made;
    struct office_secret old;
    struct office_secret made_of_new;
    struct office_device device_hash;
    char device[DEVICE_TOKEN_MAX];
    char password[API_PASSWORD_MAX + 1];
    char new_password[API_PASSWORD_MAX + 1];
};

static struct password_change *change_of(struct job *job)
{
    return (struct password_change *)((char *)job - offsetof(struct password_change, job));
}

static bool change_build(struct serve *serve, struct task *task, struct fault *fault)
{
    const struct password_change *own = (const struct password_change *)task;
    const struct office_by by = api_by(serve, task, "own password");
    const struct office_person_change change = {
        .set_password = true,
        .password = &own->made_of_new,
        .device = &own->device_hash,
    };
    return office_person_change(serve->office, task->person, &change, &by, &serve->draft, fault);
}

static void change_finish(struct serve *serve, struct task *task, const struct fault *fault)
{
    if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
    } else {
        api_reply_device(serve, task->request, office_person(serve->office, task->person),
                         ((const struct password_change *)task)->device);
        clients_of_person_check(serve, task->person);
    }
    fair_guarded_free(task);
}

static void change_run(struct job *job, struct store *reader)
{
    struct password_change *own = change_of(job);
    (void)reader;
    own->fits = office_secret_matches(&own->old, own->password);
    own->made = own->fits && office_secret_make(own->new_password, &own->made_of_new);
}

// Only a wrong password stays charged.
static void change_done(void *context, struct job *job)
{
    struct serve *serve = context;
    struct password_change *own = change_of(job);
    if (!job->cancelled && !own->fits) {
        api_refuse(serve, own->task.request, 403, "INPUT", CODE_SESSION,
                   "password: that is not your password");
        fair_guarded_free(own);
        return;
    }
    slow_refund(&serve->slow, SLOW_PASSWORD_DEVICE, own->slow_key, serve->now_ms);
    if (job->cancelled || !own->made) {
        api_refuse_cancelled(serve, own->task.request);
        fair_guarded_free(own);
        return;
    }
    task_submit(serve, &own->task);
}

static bool read_passwords(struct call *call, struct password_change *own)
{
    static const char *const known[] = {"password", "new_password", NULL};
    struct fault fault;
    const char *password;
    const char *new_password;
    if (!api_only(call, known) || !api_text(call, "password", false, API_PASSWORD_MAX, &password) ||
        !api_text(call, "new_password", false, API_PASSWORD_MAX, &new_password)) {
        return false;
    }
    if (!office_password_check(new_password, &fault)) {
        api_refuse_office(call->serve, call->request->id, &fault);
        return false;
    }
    if (strcmp(password, new_password) == 0) {
        return api_refuse_input(call, "new_password: must differ from the old one");
    }
    memcpy(own->password, password, strlen(password) + 1);
    memcpy(own->new_password, new_password, strlen(new_password) + 1);
    return true;
}

// The browser this comes from is known to the person from now on, and no other one is.
static void fill_device(struct call *call, struct password_change *own)
{
    const struct device_key *key = &call->serve->device_key;
    if (!device_of_cookie(key, call->request->headers[NET_COOKIE], own->device)) {
        device_make(key, own->device);
    }
    device_hash(key, own->device, call->person->state.id, &own->device_hash);
}

// Whoever found a session open may not try passwords without end: tries count for the session's person,
// apart from those of strangers at the log-in.
static bool may_try(struct call *call, struct password_change *own)
{
    struct serve *serve = call->serve;
    char text[48];
    (void)snprintf(text, sizeof text, "own password of %llu",
                   (unsigned long long)call->person->state.id);
    own->slow_key = slow_text_key(&serve->slow, text);
    const int64_t wait =
        slow_wait_ms(&serve->slow, SLOW_PASSWORD_DEVICE, own->slow_key, serve->now_ms);
    if (wait > 0) {
        api_refuse_for(serve, call->request->id, wait, "Too many wrong passwords.");
        return false;
    }
    slow_charge(&serve->slow, SLOW_PASSWORD_DEVICE, own->slow_key, serve->now_ms);
    return true;
}

void api_password(struct call *call)
{
    struct serve *serve = call->serve;
    struct password_change *own = api_secret_task(call, sizeof *own, change_build, change_finish);
    if (own == NULL) {
        return;
    }
    if (!office_password_of(serve->office, call->person, &own->old)) {
        api_refuse(serve, call->request->id, 409, "INPUT", CODE_INPUT,
                   "there is no password to change: register first");
        fair_guarded_free(own);
        return;
    }
    if (!read_passwords(call, own) || !may_try(call, own)) {
        fair_guarded_free(own);
        return;
    }
    fill_device(call, own);
    own->job.run = change_run;
    own->job.done = change_done;
    if (!api_submit(call, WORKER_PASSWORDS, &own->job)) {
        slow_refund(&serve->slow, SLOW_PASSWORD_DEVICE, own->slow_key, serve->now_ms);
        fair_guarded_free(own);
    }
}
