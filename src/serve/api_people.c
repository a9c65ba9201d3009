// People: what managers change about them. Every change is a task, stored before it is answered, and
// a line of the log.
#include <stdlib.h>
#include <string.h>

#include "serve/api.h"
#include "serve/client.h"
#include "wire/person_json.h"

static json_t *person_json(const struct office_person *person, int64_t now_ms)
{
    json_t *json = office_person_json(&person->state);
    (void)json_object_set_new(json, "card_locked",
                              json_boolean(office_card_is_locked(person, now_ms)));
    (void)json_object_set_new(json, "wallet", json_integer(person->wallet.cents));
    return json;
}

// Everybody with a password or a role, and the guests who came last: there may be very many.
void api_users(struct call *call)
{
    struct serve *serve = call->serve;
    size_t guests = 0;
    json_t *list = json_array();
    for (size_t i = office_person_count(serve->office); i > 0; i--) {
        const struct office_person *person = office_person_at(serve->office, i - 1);
        if (person->state.role != ROOM_ROLE_GUEST || guests++ < 200) {
            (void)json_array_append_new(list, person_json(person, serve->now_ms));
        }
    }
    api_reply_json(serve, call->request->id, json_pack("{s:o}", "users", list));
}

struct person_task {
    struct task task; // first
    struct job job;   // hashes the password and the PIN
    bool adds;
    uint64_t id; // of the one who is changed, or was added
    struct office_person_change change;
    char name[OFFICE_NAME_MAX + 1];
    char password[API_PASSWORD_MAX + 1];
    char pin[API_PIN_MAX + 1];
    char reason[OFFICE_REASON_MAX + 1];
    struct office_secret password_hash;
    struct office_secret pin_hash;
    bool hashed;
};

static void person_free(struct person_task *person)
{
    fair_guarded_free(person);
}

static bool person_build(struct serve *serve, struct task *task, struct fault *fault)
{
    struct person_task *person = (struct person_task *)task;
    const struct office_by by = api_by(serve, task, person->reason);
    struct office_person_change *change = &person->change;
    change->password = change->set_password ? &person->password_hash : NULL;
    change->pin = change->set_pin ? &person->pin_hash : NULL;
    if (!person->adds) {
        return office_person_change(serve->office, person->id, change, &by, &serve->draft, fault);
    }
    const struct office_person_new added = {
        .name = person->name,
        .role = change->role,
        .password = change->password,
        .pin = change->pin,
        .card = change->card,
    };
    if (!office_person_add(serve->office, &added, &by, &serve->draft, fault)) {
        return false;
    }
    person->id = serve->draft.id;
    return true;
}

static void person_finish(struct serve *serve, struct task *task, const struct fault *fault)
{
    struct person_task *person = (struct person_task *)task;
    if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
    } else {
        api_reply_json(serve, task->request,
                       person_json(office_person(serve->office, person->id), serve->now_ms));
        clients_of_person_check(serve, person->id);
        push_person(serve, person->id);
    }
    person_free(person);
}

static struct person_task *person_of(struct job *job)
{
    return (struct person_task *)((char *)job - offsetof(struct person_task, job));
}

static void person_run(struct job *job, struct store *reader)
{
    struct person_task *person = person_of(job);
    (void)reader;
    person->hashed =
        (!person->change.set_password ||
         office_secret_make(person->password, &person->password_hash)) &&
        (!person->change.set_pin || office_secret_make(person->pin, &person->pin_hash));
}

static void person_hashed(void *context, struct job *job)
{
    struct serve *serve = context;
    struct person_task *person = person_of(job);
    if (job->cancelled || !person->hashed) {
        api_refuse(serve, person->task.request, 503, "INPUT", CODE_BUSY, "try again");
        person_free(person);
        return;
    }
    task_submit(serve, &person->task);
}

static void person_start(struct call *call, struct person_task *person)
{
    if (!person->change.set_password && !person->change.set_pin) {
        task_submit(call->serve, &person->task);
        return;
    }
    person->job.run = person_run;
    person->job.done = person_hashed;
    if (!api_submit(call, WORKER_PASSWORDS, &person->job)) {
        person_free(person);
    }
}

static bool refuse_office(struct call *call, const struct fault *fault)
{
    api_refuse_office(call->serve, call->request->id, fault);
    return false;
}

static bool read_role(struct call *call, bool optional, struct office_person_change *change)
{
    const char *name = NULL;
    if (!api_text(call, "role", optional, 32, &name)) {
        return false;
    }
    if (name == NULL) {
        return true;
    }
    if (!room_role_named(name, &change->role) || room_role_is_automatic(change->role)) {
        return api_refuse_input(
            call, "role: must be guest, player, dealer, supervisor, executive, auditor "
                  "or manager");
    }
    change->set_role = true;
    return true;
}

static bool read_secrets(struct call *call, struct person_task *person)
{
    struct fault fault;
    const char *password = NULL;
    const char *pin = NULL;
    const char *reason = "";
    if (!api_text(call, "password", true, API_PASSWORD_MAX, &password) ||
        !api_text(call, "pin", true, API_PIN_MAX, &pin) ||
        !api_text(call, "reason", true, OFFICE_REASON_MAX, &reason)) {
        return false;
    }
    if (password != NULL) {
        if (!office_password_check(password, &fault)) {
            return refuse_office(call, &fault);
        }
        person->change.set_password = true;
        memcpy(person->password, password, strlen(password) + 1);
    }
    if (pin != NULL) {
        if (!office_pin_check(pin, &fault)) {
            return refuse_office(call, &fault);
        }
        person->change.set_pin = true;
        memcpy(person->pin, pin, strlen(pin) + 1);
    }
    memcpy(person->reason, reason, strlen(reason) + 1);
    return true;
}

void api_user_add(struct call *call)
{
    struct fault fault;
    const char *name;
    struct person_task *person = api_secret_task(call, sizeof *person, person_build, person_finish);
    if (person == NULL) {
        return;
    }
    bool good = api_text(call, "name", false, OFFICE_NAME_MAX, &name) &&
                read_role(call, false, &person->change) && read_secrets(call, person) &&
                api_card(call, &person->change.set_card, &person->change.card);
    good = good && (office_name_check(name, &fault) || refuse_office(call, &fault));
    if (!good) {
        person_free(person);
        return;
    }
    person->adds = true;
    memcpy(person->name, name, strlen(name) + 1);
    person_start(call, person);
}

void api_user_change(struct call *call)
{
    struct person_task *person = api_secret_task(call, sizeof *person, person_build, person_finish);
    if (person == NULL) {
        return;
    }
    person->id = call->ids[0];
    person->change.set_locked = json_object_get(call->body, "locked") != NULL;
    if (!read_role(call, true, &person->change) || !read_secrets(call, person) ||
        !api_card(call, &person->change.set_card, &person->change.card) ||
        !api_bool(call, "locked", true, &person->change.locked)) {
        person_free(person);
        return;
    }
    person_start(call, person);
}
