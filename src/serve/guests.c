// Guests who come, look and never play: they are removed with their wallets when nobody comes back for
// them, so that strangers who ask for guests without end fill neither memory nor disk.
//
//     due --> chosen: nobody speaks for them any more --> what they sent before is stored --> removed
//
// Invariants:
//   (1) From the moment a guest is chosen, no session, socket or task is the guest's.
//   (2) The batch that removes a guest is made when everything sent before that moment has ended, so
//       nothing can post to the wallet, or seat the guest, behind it.
#include "serve/guests.h"

#include <stdlib.h>
#include <string.h>

#include "serve/api.h"
#include "serve/client.h"
#include "serve/table_actor.h"

#define MINUTE_MS INT64_C(60000)
#define SWEEP_MS  INT64_C(15000) // between two looks that found nothing
#define SETTLE_MS INT64_C(500)   // for what was sent before

bool guests_is_leaving(const struct serve *serve, uint64_t person)
{
    for (size_t i = 0; i < serve->guests.count; i++) {
        if (serve->guests.leaving[i] == person) {
            return true;
        }
    }
    return false;
}

static bool is_crowded(const struct serve *serve)
{
    const int64_t most = serve->config.numbers[CONFIG_guests];
    return (int64_t)office_guest_count(serve->office) * 4 >= most * 3;
}

static bool is_due(const struct serve *serve, const struct office_person *guest)
{
    const int64_t age = serve->now_ms - guest->state.created_ms;
    const bool logged_out = guest->state.generation > 1;
    const int64_t lasts = logged_out ? 0
                          : is_crowded(serve)
                              ? MINUTE_MS
                              : serve->config.numbers[CONFIG_guest_minutes] * MINUTE_MS;
    return age >= lasts && office_guest_can_go(guest) &&
           !client_is_connected(serve, guest->state.id);
}

static void choose(struct serve *serve)
{
    for (const struct office_person *guest = office_guest_first(serve->office);
         guest != NULL && serve->guests.count < OFFICE_GUESTS_AT_ONCE;
         guest = office_guest_next(guest)) {
        if (is_due(serve, guest)) {
            serve->guests.leaving[serve->guests.count++] = guest->state.id;
        }
    }
    serve->guests.sent = serve->counters.batches;
    serve->guests.next_ms = serve->now_ms + (serve->guests.count > 0 ? SETTLE_MS : SWEEP_MS);
}

static bool has_inputs(const struct serve *serve, uint64_t person)
{
    for (size_t i = 1; i <= OFFICE_TABLES_MAX; i++) {
        if (serve->actors[i] != NULL && actor_has_inputs_of(serve->actors[i], person)) {
            return true;
        }
    }
    return false;
}

static bool remove_build(struct serve *serve, struct task *task, struct fault *fault)
{
    uint64_t ids[OFFICE_GUESTS_AT_ONCE];
    size_t count = 0;
    (void)task;
    for (size_t i = 0; i < serve->guests.count; i++) {
        if (!has_inputs(serve, serve->guests.leaving[i])) {
            ids[count++] = serve->guests.leaving[i];
        }
    }
    return office_guests_remove(serve->office, ids, count, serve->now_ms, &serve->draft, fault);
}

static void remove_finish(struct serve *serve, struct task *task, const struct fault *fault)
{
    const bool more = fault == NULL && serve->guests.count == OFFICE_GUESTS_AT_ONCE;
    serve->counters.guests_removed += fault == NULL ? serve->guests.count : 0;
    serve->guests.count = 0;
    serve->guests.under_way = false;
    serve->guests.next_ms = serve->now_ms + (more ? 0 : SWEEP_MS);
    free(task);
}

static void remove_chosen(struct serve *serve)
{
    const bool settled = serve->counters.batches_ended >= serve->guests.sent &&
                         serve->unknown == 0 && serve->retries == NULL;
    struct task *task = settled ? calloc(1, sizeof *task) : NULL;
    if (task == NULL) {
        serve->guests.next_ms = serve->now_ms + SETTLE_MS;
        return;
    }
    task->alone = true;
    task->build = remove_build;
    task->finish = remove_finish;
    serve->guests.under_way = true;
    task_submit(serve, task);
}

void guests_tick(struct serve *serve)
{
    if (serve->guests.under_way || serve->now_ms < serve->guests.next_ms) {
        return;
    }
    if (serve->guests.count == 0) {
        choose(serve);
    } else {
        remove_chosen(serve);
    }
}

int64_t guests_wake_ms(const struct serve *serve)
{
    const bool waits = serve->guests.under_way ||
                       (serve->guests.count == 0 && office_guest_count(serve->office) == 0);
    return waits ? INT64_MAX : serve->guests.next_ms;
}

// ---- coming -----------------------------------------------------------------------------------

struct guest_task {
    struct task task; // first
    uint64_t id;
};

static bool guest_build(struct serve *serve, struct task *task, struct fault *fault)
{
    struct guest_task *guest = (struct guest_task *)task;
    const int64_t *numbers = serve->config.numbers;
    const uth_money deposit = {numbers[CONFIG_play_money] != 0 ? numbers[CONFIG_guest_money] : 0};
    if (!office_person_guest(serve->office, deposit, serve->now_ms, &serve->draft, fault)) {
        return false;
    }
    guest->id = serve->draft.id;
    return true;
}

static void guest_finish(struct serve *serve, struct task *task, const struct fault *fault)
{
    if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
    } else {
        api_reply_session(serve, task->request,
                          office_person(serve->office, ((struct guest_task *)task)->id));
    }
    free(task);
}

// False after a refusal.
static bool may_come(struct call *call, uint64_t address)
{
    struct serve *serve = call->serve;
    const struct slow *slow = &serve->slow;
    const bool full =
        office_guest_count(serve->office) >= (size_t)serve->config.numbers[CONFIG_guests];
    const int64_t own = slow_wait_ms(slow, SLOW_GUEST_ADDRESS, address, serve->now_ms);
    const int64_t all = full ? MINUTE_MS : slow_wait_ms(slow, SLOW_GUEST_ALL, 0, serve->now_ms);
    if (is_crowded(serve) && serve->guests.count == 0) {
        serve->guests.next_ms = serve->now_ms;
    }
    if (own > 0 || all > 0) {
        serve->counters.guests_slowed++;
        api_refuse_for(serve, call->request->id, own > 0 ? own : all,
                       own > 0 ? "Too many new guests from your address."
                               : "Too many new guests right now.");
    }
    return own == 0 && all == 0;
}

void api_guest(struct call *call)
{
    struct serve *serve = call->serve;
    const uint64_t address = source_address(call->request->address);
    if (call->person != NULL) {
        api_reply_session(serve, call->request->id, call->person); // somebody already
        return;
    }
    if (!may_come(call, address)) {
        return;
    }
    struct guest_task *guest = api_task(call, sizeof *guest, guest_build, guest_finish);
    if (guest != NULL) {
        slow_charge(&serve->slow, SLOW_GUEST_ADDRESS, address, serve->now_ms);
        slow_charge(&serve->slow, SLOW_GUEST_ALL, 0, serve->now_ms);
        guest->task.alone = false;
        task_submit(serve, &guest->task);
    }
}
