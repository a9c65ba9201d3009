// Who somebody is: guests, registration, passwords, one's own limits and play money.
#include <stdlib.h>
#include <string.h>

#include "serve/api.h"

void api_me(struct call *call)
{
    struct wire_out out = wire_out_to(call->serve->out, OUT_MAX);
    const int64_t left = call->session.expires_s - call->serve->now_ms / 1000;
    const bool staff =
        call->person != NULL && room_role_is_staff((enum room_role)call->person->state.role);
    if (call->person != NULL && left < (staff ? SESSION_STAFF_S : SESSION_GUEST_S) / 2) {
        api_reply_session(call->serve, call->request->id,
                          call->person); // goes on for those who stay
        return;
    }
    put_me(call->serve, &out, &call->session);
    api_reply_out(call->serve, call->request->id, &out);
}

// ---- guests -----------------------------------------------------------------------------------

struct guest_task {
    struct task task; // first
    uint64_t id;
};

static bool guest_build(struct serve *serve, struct task *task, struct office_fault *fault)
{
    struct guest_task *guest = (struct guest_task *)task;
    const uth_money deposit = {serve->config.numbers[CONFIG_guest_money]};
    if (!office_person_guest(serve->office, deposit, serve->now_ms, &serve->draft, fault)) {
        return false;
    }
    guest->id = serve->draft.id;
    return true;
}

static void guest_finish(struct serve *serve, struct task *task, const struct office_fault *fault)
{
    if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
    } else {
        api_reply_session(serve, task->request,
                          office_person(serve->office, ((struct guest_task *)task)->id));
    }
    free(task);
}

void api_guest(struct call *call)
{
    if (call->person != NULL) {
        api_reply_session(call->serve, call->request->id, call->person); // he is somebody already
        return;
    }
    struct guest_task *guest = api_task(call, sizeof *guest, guest_build, guest_finish);
    if (guest != NULL) {
        guest->task.alone = false;
        task_submit(call->serve, &guest->task);
    }
}

// ---- passwords --------------------------------------------------------------------------------

// Argon2id runs beside the loop; what follows from it comes back to the loop.
struct login {
    struct job job; // first
    uint64_t request;
    uint64_t person; // 0: nobody of that name, but it takes as long
    bool fits;
    bool made;
    struct office_secret secret;
    char password[API_PASSWORD_MAX + 1];
};

static void login_run(struct job *job, struct store *reader)
{
    struct login *login = (struct login *)job;
    (void)reader;
    if (login->person != 0) {
        login->fits = office_secret_fits(&login->secret, login->password);
    } else {
        login->made = office_secret_make(login->password, &login->secret);
    }
}

struct login_task {
    struct task task; // first
    uint64_t person_id;
    bool fits;
};

static void login_answer(struct serve *serve, uint64_t request, uint64_t person, bool fits)
{
    if (fits) {
        api_reply_session(serve, request, office_person(serve->office, person));
    } else {
        api_refuse(serve, request, 403, "INPUT", CODE_SESSION, "wrong name or password");
    }
}

static bool login_build(struct serve *serve, struct task *task, struct office_fault *fault)
{
    const struct login_task *login = (const struct login_task *)task;
    return login->fits ? office_person_logged_in(serve->office, login->person_id, serve->now_ms,
                                                 &serve->draft, fault)
                       : office_person_failed(serve->office, login->person_id, serve->now_ms,
                                              &serve->draft, fault);
}

static void login_finish(struct serve *serve, struct task *task, const struct office_fault *fault)
{
    const struct login_task *login = (const struct login_task *)task;
    if (fault != NULL && fault->problem != OFFICE_FINE) {
        api_refuse_office(serve, task->request, fault);
    } else {
        login_answer(serve, task->request, login->person_id, login->fits);
    }
    free(task);
}

static void login_free(struct login *login)
{
    fair_wipe(login, sizeof *login);
    free(login);
}

static void login_done(void *context, struct job *job)
{
    struct serve *serve = context;
    struct login *login = (struct login *)job;
    struct login_task *task =
        login->person != 0 && !job->cancelled ? calloc(1, sizeof *task) : NULL;
    serve->counters.logins_failed += !login->fits && !job->cancelled;
    if (job->cancelled) {
        api_refuse(serve, login->request, 503, "INPUT", CODE_BUSY, "the server stops");
    } else if (task == NULL) {
        login_answer(serve, login->request, login->person, false);
    } else {
        task->task = (struct task){.alone = true,
                                   .build = login_build,
                                   .finish = login_finish,
                                   .request = login->request,
                                   .person = login->person};
        task->person_id = login->person;
        task->fits = login->fits;
        task_submit(serve, &task->task);
    }
    login_free(login);
}

void api_login(struct call *call)
{
    static const char *const known[] = {"name", "password", NULL};
    struct serve *serve = call->serve;
    const char *name;
    const char *password;
    if (!api_only(call, known) || !api_text(call, "name", false, OFFICE_NAME_MAX, &name) ||
        !api_text(call, "password", false, API_PASSWORD_MAX, &password)) {
        return;
    }
    const struct office_person *person = office_person_named(serve->office, name);
    if (person != NULL && office_person_is_locked(person, serve->now_ms)) {
        api_refuse(serve, call->request->id, 403, "INPUT", CODE_SESSION,
                   "locked after too many failed tries, or by a manager: try again later");
        return;
    }
    struct login *login = calloc(1, sizeof *login);
    if (login == NULL) {
        api_refuse(serve, call->request->id, 503, "INPUT", CODE_BUSY, "out of memory");
        return;
    }
    login->job.run = login_run;
    login->job.done = login_done;
    login->request = call->request->id;
    if (person != NULL && office_password_of(serve->office, person, &login->secret)) {
        login->person = person->state.id;
    }
    memcpy(login->password, password, strlen(password) + 1);
    if (!api_submit(call, &login->job)) {
        login_free(login);
    }
}

// ---- registering ------------------------------------------------------------------------------

struct registration {
    struct task task; // first: it becomes one when the hash is made
    struct job job;
    struct office_secret secret;
    bool made;
    char name[OFFICE_NAME_MAX + 1];
    char password[API_PASSWORD_MAX + 1];
};

static struct registration *registration_of(struct job *job)
{
    return (struct registration *)((char *)job - offsetof(struct registration, job));
}

static void registration_free(struct registration *registration)
{
    fair_wipe(registration, sizeof *registration);
    free(registration);
}

static bool register_build(struct serve *serve, struct task *task, struct office_fault *fault)
{
    const struct registration *registration = (const struct registration *)task;
    const struct office_by by = api_by(serve, task, "registered");
    const struct office_person_change change = {
        .set_name = true,
        .set_role = true,
        .set_password = true,
        .name = registration->name,
        .role = ROOM_ROLE_PLAYER,
        .password = &registration->secret,
    };
    return office_person_change(serve->office, task->person, &change, &by, &serve->draft, fault);
}

static void register_finish(struct serve *serve, struct task *task,
                            const struct office_fault *fault)
{
    if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
    } else {
        api_reply_session(serve, task->request, office_person(serve->office, task->person));
        clients_of_person_check(serve, task->person);
    }
    registration_free((struct registration *)task);
}

static void register_run(struct job *job, struct store *reader)
{
    struct registration *registration = registration_of(job);
    (void)reader;
    registration->made = office_secret_make(registration->password, &registration->secret);
}

static void register_done(void *context, struct job *job)
{
    struct serve *serve = context;
    struct registration *registration = registration_of(job);
    if (job->cancelled || !registration->made) {
        api_refuse(serve, registration->task.request, 503, "INPUT", CODE_BUSY, "try again");
        registration_free(registration);
        return;
    }
    task_submit(serve, &registration->task);
}

void api_register(struct call *call)
{
    static const char *const known[] = {"name", "password", NULL};
    struct serve *serve = call->serve;
    struct office_fault fault;
    const char *name;
    const char *password;
    if (!api_only(call, known) || !api_text(call, "name", false, OFFICE_NAME_MAX, &name) ||
        !api_text(call, "password", false, API_PASSWORD_MAX, &password)) {
        return;
    }
    if (call->person->state.role != ROOM_ROLE_GUEST) {
        api_refuse(serve, call->request->id, 409, "INPUT", CODE_INPUT,
                   "only a guest can register: you have an account");
        return;
    }
    if (!office_name_check(name, &fault) || !office_password_check(password, &fault)) {
        api_refuse_office(serve, call->request->id, &fault);
        return;
    }
    struct registration *registration =
        api_task(call, sizeof *registration, register_build, register_finish);
    if (registration == NULL) {
        return;
    }
    registration->job.run = register_run;
    registration->job.done = register_done;
    memcpy(registration->name, name, strlen(name) + 1);
    memcpy(registration->password, password, strlen(password) + 1);
    if (!api_submit(call, &registration->job)) {
        registration_free(registration);
    }
}

// ---- leaving ----------------------------------------------------------------------------------

static bool logout_build(struct serve *serve, struct task *task, struct office_fault *fault)
{
    const struct office_by by = api_by(serve, task, "logged out");
    const struct office_person_change change = {.end_sessions = true};
    return office_person_change(serve->office, task->person, &change, &by, &serve->draft, fault);
}

static void logout_finish(struct serve *serve, struct task *task, const struct office_fault *fault)
{
    if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
    } else {
        api_reply_session(serve, task->request, NULL);
        clients_of_person_check(serve, task->person);
    }
    free(task);
}

// Who has a password comes back with it, so all his sessions end. A guest has nothing but the cookie:
// he only loses that.
void api_logout(struct call *call)
{
    if (call->person == NULL || call->person->state.password_size == 0) {
        api_reply_session(call->serve, call->request->id, NULL);
        return;
    }
    struct task *task = api_task(call, sizeof *task, logout_build, logout_finish);
    if (task != NULL) {
        task_submit(call->serve, task);
    }
}

// ---- one's own limits -------------------------------------------------------------------------

struct limits_task {
    struct task task; // first
    struct office_person_change change;
};

static bool limits_build(struct serve *serve, struct task *task, struct office_fault *fault)
{
    const struct limits_task *limits = (const struct limits_task *)task;
    const struct office_by by = api_by(serve, task, "own limits");
    return office_person_change(serve->office, task->person, &limits->change, &by, &serve->draft,
                                fault);
}

// Answers with oneself as one is now.
static void me_finish(struct serve *serve, struct task *task, const struct office_fault *fault)
{
    const struct office_person *person = office_person(serve->office, task->person);
    if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
    } else {
        api_reply_session(serve, task->request, person);
        tell_person(serve, task->person);
    }
    free(task);
}

void api_limits(struct call *call)
{
    static const char *const known[] = {"loss", "minutes", NULL};
    const int64_t day = call->serve->now_ms / OFFICE_DAY_MS;
    const struct office_person *person = call->person;
    const struct office_person_state *state = &person->state;
    // What is not named stays as it was meant to be, a raise that waits included.
    int64_t loss =
        state->next_day != 0 ? state->next_loss_limit.cents : office_loss_limit(person, day).cents;
    int64_t minutes =
        state->next_day != 0 ? state->next_minutes : office_minutes_limit(person, day);
    const json_t *given = json_object_get(call->body, "loss");
    if (given != NULL && json_is_null(given)) {
        loss = 0;
    }
    if (!api_only(call, known) || !api_number(call, "loss", true, 0, ROOM_AMOUNT_MAX, &loss) ||
        !api_number(call, "minutes", true, 0, 1440, &minutes)) {
        return;
    }
    struct limits_task *task = api_task(call, sizeof *task, limits_build, me_finish);
    if (task != NULL) {
        task->change = (struct office_person_change){
            .set_limits = true, .loss_limit = {loss}, .minutes = (uint32_t)minutes};
        task_submit(call->serve, &task->task);
    }
}

// ---- play money -------------------------------------------------------------------------------

struct deposit_task {
    struct task task; // first
    uth_money amount;
};

static bool deposit_build(struct serve *serve, struct task *task, struct office_fault *fault)
{
    const struct deposit_task *deposit = (const struct deposit_task *)task;
    const struct office_by by = api_by(serve, task, "play money");
    return office_deposit(serve->office, task->person, deposit->amount, &by, &serve->draft, fault);
}

void api_deposit(struct call *call)
{
    static const char *const known[] = {"amount", NULL};
    const int64_t max = call->serve->config.numbers[CONFIG_deposit_max];
    int64_t amount;
    if (!api_only(call, known) || !api_number(call, "amount", false, 1, max, &amount)) {
        return;
    }
    if (call->person->wallet.cents + amount > max) {
        api_refuse(call->serve, call->request->id, 409, "INPUT", CODE_LIMIT,
                   "the house gives no more play money than that");
        return;
    }
    struct deposit_task *task = api_task(call, sizeof *task, deposit_build, me_finish);
    if (task != NULL) {
        task->task.alone = false;
        task->amount.cents = amount;
        task_submit(call->serve, &task->task);
    }
}
