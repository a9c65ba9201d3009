// Who somebody is: registration, passwords, one's own limits and play money.
#include <stdlib.h>
#include <string.h>

#include "serve/api.h"
#include "serve/client.h"
#include "serve/documents.h"

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
    put_person(call->serve, &out, NULL, &call->session);
    api_reply_out(call->serve, call->request->id, &out);
}

// ---- passwords --------------------------------------------------------------------------------

// Wrong passwords slow down the address and the name, whether anybody has that name or not. From a
// device that is known to the person, only its own wrong passwords count: strangers cannot lock out
// those who have been here before.
struct login {
    struct job job; // first: Argon2id runs beside the loop
    uint64_t request;
    uint64_t person; // 0: nobody of that name, but it takes as long
    bool known;      // comes from a device of theirs
    bool fits;
    uint64_t address;
    uint64_t name_key;
    uint64_t device_key;
    char device[DEVICE_TOKEN_MAX]; // "": none yet
    struct office_secret secret;
    char password[API_PASSWORD_MAX + 1];
};

static void login_run(struct job *job, struct store *reader)
{
    struct login *login = (struct login *)job;
    (void)reader;
    login->fits = office_secret_matches(&login->secret, login->password) && login->person != 0;
}

static void login_free(struct login *login)
{
    fair_guarded_free(login);
}

// What counts for this log-in: the device alone, or address and name.
static int64_t login_wait_ms(struct serve *serve, const struct login *login)
{
    const struct slow *slow = &serve->slow;
    if (login->known) {
        return slow_wait_ms(slow, SLOW_PASSWORD_DEVICE, login->device_key, serve->now_ms);
    }
    const int64_t address =
        slow_wait_ms(slow, SLOW_PASSWORD_ADDRESS, login->address, serve->now_ms);
    const int64_t name = slow_wait_ms(slow, SLOW_PASSWORD_NAME, login->name_key, serve->now_ms);
    return address > name ? address : name;
}

static void login_charge(struct serve *serve, const struct login *login)
{
    if (login->known) {
        slow_charge(&serve->slow, SLOW_PASSWORD_DEVICE, login->device_key, serve->now_ms);
    } else {
        slow_charge(&serve->slow, SLOW_PASSWORD_ADDRESS, login->address, serve->now_ms);
        slow_charge(&serve->slow, SLOW_PASSWORD_NAME, login->name_key, serve->now_ms);
    }
}

// It was no wrong password. A right one from elsewhere clears the name; the address of somebody who has
// an account here may still try many others.
static void login_refund(struct serve *serve, const struct login *login)
{
    if (login->known) {
        slow_refund(&serve->slow, SLOW_PASSWORD_DEVICE, login->device_key, serve->now_ms);
    } else {
        slow_refund(&serve->slow, SLOW_PASSWORD_ADDRESS, login->address, serve->now_ms);
        slow_refund(&serve->slow, SLOW_PASSWORD_NAME, login->name_key, serve->now_ms);
        if (login->fits) {
            slow_clear(&serve->slow, SLOW_PASSWORD_NAME, login->name_key);
        }
    }
}

struct device_task {
    struct task task; // first
    struct office_device hash;
    char token[DEVICE_TOKEN_MAX];
};

static bool device_build(struct serve *serve, struct task *task, struct fault *fault)
{
    const struct device_task *device = (const struct device_task *)task;
    return office_person_device(serve->office, task->person, &device->hash, serve->now_ms,
                                &serve->draft, fault);
}

static void device_finish(struct serve *serve, struct task *task, const struct fault *fault)
{
    const struct device_task *device = (const struct device_task *)task;
    if (fault != NULL && fault->kind != FAULT_NONE) {
        api_refuse_office(serve, task->request, fault);
    } else {
        api_reply_device(serve, task->request, office_person(serve->office, task->person),
                         device->token);
    }
    free(task);
}

static void let_in(struct serve *serve, struct login *login)
{
    struct device_task *device = calloc(1, sizeof *device);
    if (device == NULL) {
        api_refuse_memory(serve, login->request);
        return;
    }
    if (login->device[0] == '\0') {
        device_make(&serve->device_key, login->device);
    }
    memcpy(device->token, login->device, sizeof device->token);
    device_hash(&serve->device_key, device->token, login->person, &device->hash);
    device->task.alone = true;
    device->task.build = device_build;
    device->task.finish = device_finish;
    device->task.request = login->request;
    device->task.person = login->person;
    task_submit(serve, &device->task);
}

static void login_done(void *context, struct job *job)
{
    struct serve *serve = context;
    struct login *login = (struct login *)job;
    const struct office_person *person = office_person(serve->office, login->person);
    if (job->cancelled) {
        login_refund(serve, login);
        api_refuse_cancelled(serve, login->request);
    } else if (!login->fits || person == NULL) {
        serve->counters.logins_failed++;
        api_refuse(serve, login->request, 403, "INPUT", CODE_SESSION, "wrong name or password");
    } else if (office_person_is_locked(person)) {
        // Only who has the password learns of the lock.
        login_refund(serve, login);
        api_refuse(serve, login->request, 403, "INPUT", CODE_SESSION,
                   "A manager has locked this account.");
    } else {
        login_refund(serve, login);
        let_in(serve, login);
    }
    login_free(login);
}

// Who it is, and from where.
static void login_fill(struct call *call, const char *name, struct login *login)
{
    struct serve *serve = call->serve;
    struct office_device device;
    const struct office_person *person = office_person_named(serve->office, name);
    login->request = call->request->id;
    login->address = source_address(call->request->address);
    login->name_key = slow_text_key(&serve->slow, name);
    if (person != NULL && office_password_of(serve->office, person, &login->secret)) {
        login->person = person->state.id;
    } else {
        office_secret_decoy(&login->secret);
    }
    if (device_of_cookie(&serve->device_key, call->request->headers[NET_COOKIE], login->device)) {
        login->device_key = slow_text_key(&serve->slow, login->device);
        device_hash(&serve->device_key, login->device, login->person, &device);
        login->known = login->person != 0 && office_person_has_device(person, &device);
    }
    // Addresses with wrong passwords on record wait behind those without.
    login->job.queued.source = (struct source){
        .address = login->address,
        .person = login->name_key,
        .ahead = login->known ||
                 slow_is_clean(&serve->slow, SLOW_PASSWORD_ADDRESS, login->address, serve->now_ms),
    };
}

void api_login(struct call *call)
{
    struct serve *serve = call->serve;
    const char *name;
    const char *password;
    if (!api_text(call, "name", false, OFFICE_NAME_MAX, &name) ||
        !api_text(call, "password", false, API_PASSWORD_MAX, &password)) {
        return;
    }
    struct login *login = fair_guarded_new(sizeof *login);
    if (login == NULL) {
        api_refuse_memory(serve, call->request->id);
        return;
    }
    login->job.run = login_run;
    login->job.done = login_done;
    login_fill(call, name, login);
    memcpy(login->password, password, strlen(password) + 1);
    const int64_t wait = login_wait_ms(serve, login);
    if (wait > 0) {
        serve->counters.logins_slowed++;
        api_refuse_for(serve, call->request->id, wait, "Too many wrong passwords.");
        login_free(login);
        return;
    }
    login_charge(serve, login);
    if (!api_submit(call, WORKER_PASSWORDS, &login->job)) {
        login_refund(serve, login);
        login_free(login);
    }
}

// ---- registering ------------------------------------------------------------------------------

struct registration {
    struct task task; // first: it becomes one when the hash is made
    struct job job;
    struct office_secret secret;
    bool made;
    struct office_device device_hash;
    char device[DEVICE_TOKEN_MAX];
    char name[OFFICE_NAME_MAX + 1];
    char password[API_PASSWORD_MAX + 1];
};

static struct registration *registration_of(struct job *job)
{
    return (struct registration *)((char *)job - offsetof(struct registration, job));
}

static void registration_free(struct registration *registration)
{
    fair_guarded_free(registration);
}

static bool register_build(struct serve *serve, struct task *task, struct fault *fault)
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
        .device = &registration->device_hash,
    };
    return office_person_change(serve->office, task->person, &change, &by, &serve->draft, fault);
}

static void register_finish(struct serve *serve, struct task *task, const struct fault *fault)
{
    if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
    } else {
        api_reply_device(serve, task->request, office_person(serve->office, task->person),
                         ((const struct registration *)task)->device);
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
    struct serve *serve = call->serve;
    struct fault fault;
    const char *name;
    const char *password;
    if (!api_text(call, "name", false, OFFICE_NAME_MAX, &name) ||
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
        api_secret_task(call, sizeof *registration, register_build, register_finish);
    if (registration == NULL) {
        return;
    }
    registration->job.run = register_run;
    registration->job.done = register_done;
    if (!device_of_cookie(&serve->device_key, call->request->headers[NET_COOKIE],
                          registration->device)) {
        device_make(&serve->device_key, registration->device);
    }
    device_hash(&serve->device_key, registration->device, call->person->state.id,
                &registration->device_hash);
    memcpy(registration->name, name, strlen(name) + 1);
    memcpy(registration->password, password, strlen(password) + 1);
    if (!api_submit(call, WORKER_PASSWORDS, &registration->job)) {
        registration_free(registration);
    }
}

// ---- leaving ----------------------------------------------------------------------------------

static bool logout_build(struct serve *serve, struct task *task, struct fault *fault)
{
    const struct office_by by = api_by(serve, task, "logged out");
    const struct office_person_change change = {.end_sessions = true};
    return office_person_change(serve->office, task->person, &change, &by, &serve->draft, fault);
}

static void logout_finish(struct serve *serve, struct task *task, const struct fault *fault)
{
    if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
    } else {
        api_reply_session(serve, task->request, NULL);
        clients_of_person_check(serve, task->person);
    }
    free(task);
}

// All sessions of the person end, a guest's too: a cookie that was copied is of no more use.
void api_logout(struct call *call)
{
    if (call->person == NULL) {
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

static bool limits_build(struct serve *serve, struct task *task, struct fault *fault)
{
    const struct limits_task *limits = (const struct limits_task *)task;
    const struct office_by by = api_by(serve, task, "own limits");
    return office_person_change(serve->office, task->person, &limits->change, &by, &serve->draft,
                                fault);
}

// Answers with oneself as one is now.
static void me_finish(struct serve *serve, struct task *task, const struct fault *fault)
{
    const struct office_person *person = office_person(serve->office, task->person);
    if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
    } else {
        api_reply_session(serve, task->request, person);
        push_person(serve, task->person);
    }
    free(task);
}

void api_limits(struct call *call)
{
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
    if (!api_number(call, "loss", true, 0, ROOM_AMOUNT_MAX, &loss) ||
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
    char answer[48];
};

static bool deposit_build(struct serve *serve, struct task *task, struct fault *fault)
{
    const struct deposit_task *deposit = (const struct deposit_task *)task;
    const struct office_by by = api_by(serve, task, "play money");
    const struct office_person *person = office_person(serve->office, task->person);
    if (person != NULL &&
        person->wallet.cents + deposit->amount.cents > serve->config.numbers[CONFIG_deposit_max]) {
        *fault = (struct fault){.kind = FAULT_NONE,
                                .text = "the house gives no more play money than that"};
        return false;
    }
    return office_deposit(serve->office, task->person, deposit->amount, &by, &serve->draft, fault);
}

static void deposit_finish(struct serve *serve, struct task *task, const struct fault *fault)
{
    if (fault != NULL && fault->kind == FAULT_NONE) {
        api_refuse(serve, task->request, 409, "INPUT", CODE_LIMIT, fault->text);
    } else if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
    } else {
        api_reply_once(serve, task);
        push_person(serve, task->person);
    }
    once_end(task);
    free(task);
}

void api_deposit(struct call *call)
{
    const int64_t max = call->serve->config.numbers[CONFIG_deposit_max];
    int64_t amount;
    if (call->serve->config.numbers[CONFIG_play_money] == 0) {
        api_refuse(call->serve, call->request->id, 403, "INPUT", CODE_LIMIT,
                   "this room does not play for play money: wallets are filled at the cage");
        return;
    }
    if (!api_number(call, "amount", false, 1, max, &amount)) {
        return;
    }
    struct deposit_task *task = api_task(call, sizeof *task, deposit_build, deposit_finish);
    if (task != NULL) {
        const int size =
            snprintf(task->answer, sizeof task->answer, "{\"deposited\":%lld}", (long long)amount);
        task->task.once.answer = (struct store_bytes){(const uint8_t *)task->answer, (size_t)size};
        task->task.alone = false;
        task->amount.cents = amount;
        once_begin(call, &task->task, false, task_submit);
    }
}
