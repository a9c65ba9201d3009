#include "serve/table_actor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fair/bytes.h"
#include "fair/fair.h"
#include "serve/commit_queue.h"
#include "serve/meters.h"
#include "serve/push.h"
#include "serve/server.h"
#include "serve/sharing.h"
#include "serve/source.h"

#define STORE_PAUSE_MS 500  // before a table tries again what a failing store did not take
#define SLOW_ROSTER_MS 1000 // to the disk; then the time to reveal begins anew
#define TICKS_MAX      32   // of one table in one batch: more is a loop of ours
#define ACTORS_DUE_MAX 16   // decided in one turn of the loop

// ---- lists of inputs --------------------------------------------------------------------------

static void list_init(struct input_list *list)
{
    *list = (struct input_list){.end = &list->first};
}

static void list_add(struct input_list *list, struct input *input)
{
    input->next = NULL;
    *list->end = input;
    list->end = &input->next;
    list->count++;
}

static struct input *list_take(struct input_list *list)
{
    struct input *input = list->first;
    if (input != NULL) {
        list->first = input->next;
        list->count--;
        if (list->first == NULL) {
            list->end = &list->first;
        }
    }
    return input;
}

// What waits is queued by turn; what a batch has taken is a plain list.
static const struct queue_limits inputs_max = {.all = 64, .of_address = 24, .of_person = 6};

static struct input *waiting_take(struct table_actor *actor)
{
    return (struct input *)queue_take(&actor->waiting);
}

// ---- the world --------------------------------------------------------------------------------

static void shuffle(void *context, const struct room_table *table, uth_card deck[UTH_DECK_SIZE])
{
    const struct serve *serve = context;
    if (serve->decks != NULL && decks_deal(serve->decks, table->id, table->round.number, deck)) {
        return;
    }
    office_world_shuffle(NULL, table, deck);
}

static void sign_roster(void *context, const struct room_table *table, struct room_roster *roster)
{
    const struct serve *serve = context;
    office_world_sign_roster(serve->office, table, roster);
}

// NOLINTNEXTLINE(readability-function-size): the room says what it is given
static struct uth_decision advise(void *context, const struct uth_rules *rules, uint8_t strategy,
                                  const struct uth_view *view, uint8_t seat,
                                  const struct uth_decision *offers, size_t offer_count)
{
    const struct serve *serve = context;
    const struct advise_question question = {rules, strategy, view, seat, offers, offer_count};
    return advise_decide(&serve->advise, &question);
}

void actor_world(struct serve *serve, const struct table_actor *actor,
                 const struct room_config *config, struct uth_controller *meter,
                 struct room_world *world)
{
    *world = (struct room_world){
        .now_ms = serve->now_ms,
        .up_ms = actor->up_ms > serve->started_ms ? actor->up_ms : serve->started_ms,
        .rules = office_rules(serve->office, config->profile),
        .next_rules = office_rules(serve->office, actor->table->wanted.profile),
        .meter = meter,
        .meter_busy = config->meter != 0 && meter_is_busy(serve, config->meter),
        .watchers = actor->watchers,
        .drop = actor->table->drop,
        .context = serve,
        .commit = office_world_commit,
        .commit_part = office_world_commit_part,
        .sign_roster = sign_roster,
        .shuffle = shuffle,
        .advise = advise,
    };
}

// The copy that is decided on, of the meter in force now.
static struct uth_controller *next_meter(struct serve *serve, const struct room_config *config)
{
    const struct office_meter *meter =
        config->meter == 0 ? NULL : office_meter(serve->office, config->meter);
    if (meter == NULL) {
        return NULL;
    }
    if (serve->next_meter.id != meter->controller.id ||
        serve->next_meter.entries < meter->controller.entries) {
        serve->next_meter = meter->controller;
    }
    return &serve->next_meter;
}

static void next_world(struct serve *serve, const struct table_actor *actor,
                       struct room_world *world)
{
    const struct room_config *config = &serve->next.config;
    // A table that was never configured has no rules of its own yet.
    const struct room_config *in_force = config->profile != 0 ? config : &actor->table->wanted;
    actor_world(serve, actor, in_force, next_meter(serve, config), world);
    fair_secret_make(world->random);
}

// ---- deciding ---------------------------------------------------------------------------------

static bool is_refused(const struct input *input)
{
    return input->status != UTH_OK && input->status != UTH_REPEATED;
}

// Refused before, or earlier in this batch: then it is refused again, whatever is possible now.
static bool was_refused(const struct table_actor *actor, const struct room_command *command,
                        struct refusal *refusal)
{
    for (const struct input *input = actor->taken.first; input != NULL; input = input->next) {
        if (command->id != 0 && input->command.id == command->id &&
            input->command.who.id == command->who.id && is_refused(input)) {
            *refusal = input->refused;
            return true;
        }
    }
    return refusals_find(&actor->refusals, command->who.id, command->id, refusal);
}

static void refuse_again(struct input *input, const struct refusal *refusal)
{
    (void)snprintf(input->words, sizeof input->words, "%s", refusal->message);
    input->refused = (struct refusal){refusal->clause, refusal->code, input->words};
    input->again = true;
    input->status = UTH_ERR_STALE_COMMAND;
}

// The room knows no addresses: who sits down from one is looked at here, on the copy.
static enum uth_status sit_or_do(struct serve *serve, struct table_actor *actor,
                                 const struct input *input, const struct room_world *world)
{
    const uint64_t person = input->command.who.id;
    const uint64_t address = input->queued.source.address;
    const bool sits = input->command.kind == ROOM_COMMAND_SIT;
    if (sits && sharing_is_full(actor, &serve->next, person, address)) {
        return UTH_ERR_ADDRESS_FULL;
    }
    const enum uth_status status = room_do(world, &serve->next, &input->command, &serve->batch);
    if (sits && status == UTH_OK) {
        sharing_note(actor, &serve->next, person, address);
    }
    return status;
}

// Decides one input on the copy. False when it must wait: for the meter, or for a batch of its own.
static bool decide(struct serve *serve, struct table_actor *actor, struct input *input)
{
    struct room_world world;
    struct refusal before;
    input->again = false;
    if (was_refused(actor, &input->command, &before)) {
        refuse_again(input, &before);
        list_add(&actor->taken, input);
        return true;
    }
    if (input->keyed && !room_batch_is_empty(&serve->batch)) {
        return false;
    }
    next_world(serve, actor, &world);
    input->status = sit_or_do(serve, actor, input, &world);
    if (input->status == UTH_ERR_BUSY) {
        actor->meter_wanted = true;
        return false;
    }
    wire_refusal_words(&world, &serve->next, input->status, input->words);
    input->refused = refusal_of(input->status);
    input->refused.message = input->words;
    list_add(&actor->taken, input);
    return true;
}

// Inputs that were refused together go one by one, each in a batch of its own; one that leaves nothing to
// store is answered with the next.
static void decide_inputs(struct serve *serve, struct table_actor *actor)
{
    while (actor->waiting.count > 0 && room_batch_has_space(&serve->batch)) {
        struct input *input = waiting_take(actor);
        if (!decide(serve, actor, input)) {
            queue_put_back(&actor->waiting, &input->queued);
            return;
        }
        const bool singly = actor->singly > 0;
        actor->singly -= singly;
        if (input->status == UTH_OK && (singly || input->keyed)) {
            return;
        }
    }
}

static void decide_time(struct serve *serve, struct table_actor *actor)
{
    struct room_world world;
    for (unsigned i = 0; i < TICKS_MAX && room_batch_has_space(&serve->batch); i++) {
        next_world(serve, actor, &world);
        if (!room_tick(&world, &serve->next, &serve->batch)) {
            return;
        }
    }
}

// ---- answering --------------------------------------------------------------------------------

static void note_answer(struct serve *serve, const struct input *input)
{
    static const int64_t limits[10] = {500,   1000,  2000,   5000,   10000,
                                       20000, 50000, 100000, 500000, INT64_MAX};
    const int64_t took = serve_now_us() - input->arrived_us;
    unsigned i = 0;
    while (took > limits[i]) {
        i++;
    }
    serve->counters.answer_us[i]++;
    serve->counters.answer_us_sum += (uint64_t)took;
    serve->counters.commands[input->status == UTH_OK ? 0 : input->status == UTH_REPEATED ? 2 : 1]++;
}

// How a batch came to nothing. A final refusal is one of the command; with any other nothing was done,
// and it may be sent again.
struct failure {
    struct refusal refusal;
    bool final;
};

static void keep_refusal(struct table_actor *actor, const struct input *input,
                         const struct failure *failure)
{
    const struct refusal *refusal = failure != NULL ? &failure->refusal : &input->refused;
    if (input->peer != 0 && (failure != NULL ? failure->final : is_refused(input))) {
        refusals_keep(&actor->refusals, input->command.who.id, input->command.id, refusal);
    }
}

// For the commitment a command brought, when it is stored; also when its answer was lost.
static bool has_receipt(const struct serve *serve, const struct table_actor *actor,
                        const struct input *input, uint8_t receipt[FAIR_SIGNATURE_SIZE])
{
    const struct room_table *table = &actor->table->room;
    const struct room_command *command = &input->command;
    uint8_t seat;
    if (!command->committed || is_refused(input) || command->round != table->round.number ||
        room_seat_named(table, command->who.id, command->seat, &seat) != UTH_OK) {
        return false;
    }
    const struct room_seat *state = &table->seats[seat - 1];
    if (!state->committed ||
        memcmp(state->commitment, command->commitment, sizeof state->commitment) != 0) {
        return false;
    }
    office_sign_receipt(serve->office, table, seat, receipt);
    return true;
}

static void answer(struct serve *serve, struct table_actor *actor, struct input *input,
                   const struct failure *failure)
{
    if (input->peer == 0 && input->status != UTH_OK) {
        log_line(&serve->log, LOG_LEVEL_WARN, "table %u: %s is refused: %s", actor->table->room.id,
                 room_command_name(input->command.kind), uth_status_text(input->status));
    }
    if (input->peer != 0) {
        const bool repeated = input->status == UTH_REPEATED || input->again;
        note_answer(serve, input);
        uint8_t receipt[FAIR_SIGNATURE_SIZE];
        const struct answered answered = {
            .id = input->command.id,
            .table = actor->table->room.id,
            .repeated = repeated && failure == NULL,
            .refusal = failure != NULL     ? &failure->refusal
                       : is_refused(input) ? &input->refused
                                           : NULL,
            .receipt =
                failure == NULL && has_receipt(serve, actor, input, receipt) ? receipt : NULL,
        };
        push_answer(serve, input->peer, &answered);
    }
    keep_refusal(actor, input, failure);
    free(input);
}

// With a failure what was carried out is undone, and whatever was decided behind it may rest on that:
// a command said again, or a seat that was taken. What was refused before it stays refused.
static void answer_all(struct serve *serve, struct table_actor *actor,
                       const struct failure *failure)
{
    bool undone = false;
    for (struct input *input = list_take(&actor->taken); input != NULL;
         input = list_take(&actor->taken)) {
        undone = undone || input->status == UTH_OK;
        answer(serve, actor, input, undone ? failure : NULL);
    }
}

// ---- the way to the disk ----------------------------------------------------------------------

static void push_wallets(struct serve *serve, const struct store_batch *batch)
{
    for (size_t i = 0; i < batch->posting_count; i++) {
        const struct uth_posting *posting = &batch->postings[i];
        if (posting->debit.kind == UTH_ACCOUNT_WALLET) {
            push_person(serve, posting->debit.owner);
        }
        if (posting->credit.kind == UTH_ACCOUNT_WALLET) {
            push_person(serve, posting->credit.owner);
        }
    }
}

static void count_rounds(struct serve *serve, const struct store_batch *batch)
{
    for (size_t i = 0; i < batch->event_count; i++) {
        serve->counters.rounds += batch->events[i].kind == UTH_EVENT_ENDED;
    }
}

// The first that was carried out; NULL for none.
static const struct input *first_done(const struct input_list *list)
{
    const struct input *input = list->first;
    while (input != NULL && input->status != UTH_OK) {
        input = input->next;
    }
    return input;
}

static void put_all_back(struct table_actor *actor)
{
    struct queued *again[QUEUE_CAPACITY];
    size_t count = 0;
    for (struct input *input = list_take(&actor->taken); input != NULL;
         input = list_take(&actor->taken)) {
        UTH_CHECK(count < QUEUE_CAPACITY);
        again[count++] = &input->queued;
    }
    while (count > 0) {
        queue_put_back(&actor->waiting, again[--count]);
    }
}

// The store says no to the batch, not to us: somebody's wallet has not got what they want to bring.
// When others were decided behind them, each goes alone, so that only the guilty one hears of it.
static void on_refused(struct serve *serve, struct table_actor *actor, enum store_status status)
{
    const struct input *done = first_done(&actor->taken);
    const bool balance = status == STORE_ERR_BALANCE;
    if (done != NULL && done->next != NULL) {
        actor->singly = (unsigned)actor->taken.count;
        put_all_back(actor);
        return;
    }
    const struct failure failure = {
        balance ? refusal_of(UTH_ERR_NOT_ENOUGH)
                : (struct refusal){"INPUT", CODE_STORE, store_status_text(status)},
        true,
    };
    if (done == NULL) {
        log_line(&serve->log, LOG_LEVEL_ERROR, "table %u: the store refuses what is due: %s",
                 actor->table->room.id, store_status_text(status));
        actor->not_before = serve->now_ms + STORE_PAUSE_MS;
    }
    answer_all(serve, actor, &failure);
}

static void on_failed(struct serve *serve, struct table_actor *actor, enum store_status status)
{
    char message[160];
    const bool unknown = status == STORE_ERR_UNKNOWN; // the server ends: the next one will know
    (void)snprintf(message, sizeof message, "nothing can be stored now (%s): %s",
                   store_status_text(status),
                   unknown ? "check whether it was done" : "nothing was done");
    const struct failure failure = {{"INPUT", CODE_STORE, message}, false};
    actor->not_before = serve->now_ms + STORE_PAUSE_MS;
    actor->up_ms = serve->now_ms;
    answer_all(serve, actor, &failure);
}

// The one with the key; those refused before it were not.
static void mark_repeated(struct table_actor *actor)
{
    for (struct input *input = actor->taken.first; input != NULL; input = input->next) {
        input->status = input->status == UTH_OK ? UTH_REPEATED : input->status;
    }
}

// A roster is shown when it is stored. Where that took long, nobody had the time for the reveals yet.
static void note_roster(const struct serve *serve, struct table_actor *actor)
{
    const struct room_table *room = &actor->table->room;
    const bool sealed = room->state == ROOM_STATE_SEALED;
    if (sealed && !actor->sealed && serve->now_ms - room->since_ms > SLOW_ROSTER_MS) {
        actor->up_ms = serve->now_ms;
    }
    actor->sealed = sealed;
}

static void on_stored(struct serve *serve, struct table_actor *actor,
                      const struct store_batch *batch)
{
    actor->not_before = 0;
    note_roster(serve, actor);
    count_rounds(serve, batch);
    answer_all(serve, actor, NULL);
    push_wallets(serve, batch);
    push_table(serve, actor);
    serve->lobby_changed = serve->pit_changed = true;
}

static void on_committed(struct serve *serve, struct pending_commit *commit,
                         enum store_status status)
{
    struct table_actor *actor = commit->owner;
    const uint64_t meter = actor->meter_held;
    actor->is_committing = false;
    actor->meter_held = 0;
    if (status == STORE_OK) {
        on_stored(serve, actor, &commit->batch);
    } else if (status == STORE_REPEATED) { // carried out before the last restart
        mark_repeated(actor);
        answer_all(serve, actor, NULL);
    } else if (status == STORE_ERR_BALANCE || status == STORE_ERR_MONEY ||
               status == STORE_ERR_BATCH || status == STORE_ERR_KEY_REUSED) {
        on_refused(serve, actor, status);
    } else {
        on_failed(serve, actor, status);
    }
    if (meter != 0) {
        meter_set_busy(serve, meter, false);
    }
    actor_run(serve, actor);
}

// Staff's commands are remembered by the store for good, under who, which and where: also those of people
// whom the table has forgotten.
#define KEY_SIZE 20
static void set_key(const struct input *input, uint32_t table, uint8_t key[KEY_SIZE],
                    struct store_batch *batch)
{
    uint8_t *at = fair_put_number(key, input->command.who.id, 8);
    at = fair_put_number(at, input->command.id, 8);
    (void)fair_put_number(at, table, 4);
    struct {
        uint64_t round;
        uint64_t player;
        uint32_t street;
        uint32_t kind;
        uint32_t seat;
        int64_t amount;
        uint32_t button;
        uint32_t line;
        struct room_ticks ticks;
        uint32_t on;
        uint32_t call;
    } request;
    memset(&request, 0, sizeof request);
    request.round = input->command.round;
    request.player = input->command.player;
    request.street = (uint32_t)input->command.street;
    request.kind = (uint32_t)input->command.kind;
    request.seat = input->command.seat;
    request.amount = input->command.amount.cents;
    request.button = (uint32_t)input->command.button;
    request.line = (uint32_t)input->command.line;
    request.ticks = input->command.ticks;
    request.on = (uint32_t)input->command.on;
    request.call = (uint32_t)input->command.call;
    store_request_hash(&request, sizeof request, batch->request);
    batch->key = (struct store_bytes){key, KEY_SIZE};
}

static const struct input *keyed_input(const struct table_actor *actor)
{
    for (const struct input *input = actor->taken.first; input != NULL; input = input->next) {
        if (input->keyed && input->status == UTH_OK && input->command.id != 0) {
            return input;
        }
    }
    return NULL;
}

static void send_off(struct serve *serve, struct table_actor *actor)
{
    uint8_t key[KEY_SIZE];
    const struct input *keyed = keyed_input(actor);
    const struct office_person *person =
        keyed == NULL ? NULL : office_person(serve->office, keyed->command.who.id);
    const struct office_by by = {
        .who = keyed == NULL ? 0 : keyed->command.who.id,
        .name = person == NULL ? "" : person->state.name,
        .approved_by = keyed == NULL ? 0 : keyed->approved_by,
        .now_ms = serve->now_ms,
        .why = keyed == NULL ? "" : keyed->reason,
    };
    const uint64_t meter = serve->batch.entry_count > 0 ? serve->next_meter.id : 0;
    // A tick is in the round's record with who and when; the log is for what is looked for later.
    const bool logged = keyed != NULL && keyed->command.kind != ROOM_COMMAND_TICK;
    office_encode_room(serve->office, &serve->batch, &serve->next,
                       meter != 0 ? &serve->next_meter : NULL, logged ? &by : NULL, &serve->draft);
    if (keyed != NULL) {
        set_key(keyed, actor->table->room.id, key, &serve->draft.batch);
    }
    if (!commit_submit(serve, &serve->draft, on_committed, actor)) {
        on_failed(serve, actor, STORE_ERR_QUEUE_FULL);
        return;
    }
    actor->is_committing = true;
    actor->meter_held = meter;
    if (meter != 0) {
        meter_set_busy(serve, meter, true);
    }
}

static void sleep_until_due(struct serve *serve, struct table_actor *actor)
{
    struct room_world world;
    int64_t wake = INT64_MAX;
    if (!actor->is_committing && !actor->meter_wanted && actor->table->room.config.profile != 0) {
        const struct room_config *config = &actor->table->room.config;
        actor_world(serve, actor, config, meter_to_look_at(serve, config), &world);
        wake = room_wake_ms(&world, &actor->table->room);
        // While another table has the meter, or its key holds it, nothing may be all there is to say
        // of a later time too: whoever changes the meter next wakes this one.
        const bool frozen = world.meter != NULL && world.meter->frozen_at != 0;
        actor->meter_wanted = wake == INT64_MAX && (world.meter_busy || frozen);
        if (wake != INT64_MAX && wake < actor->not_before) {
            wake = actor->not_before;
        }
    }
    actor_set_wake(serve, actor, wake);
}

// Something due that nothing comes of now waits for the meter.
static void note_meter(struct serve *serve, struct table_actor *actor)
{
    const uint64_t meter = actor->table->room.config.meter;
    actor->meter_wanted = actor->meter_wanted || (meter != 0 && meter_is_busy(serve, meter) &&
                                                  actor->wake_ms <= serve->now_ms);
}

void actor_run(struct serve *serve, struct table_actor *actor)
{
    if (actor->is_committing || serve->stopping) {
        return;
    }
    if (serve->now_ms < actor->not_before && actor->waiting.count == 0) {
        sleep_until_due(serve, actor);
        return;
    }
    serve->next = actor->table->room;
    serve->next_meter.id = 0;
    actor->meter_wanted = false;
    room_batch_start(&serve->batch, &serve->next, serve->now_ms);
    const bool singly = actor->singly > 0;
    decide_inputs(serve, actor);
    if (!singly && serve->next.config.profile != 0) {
        decide_time(serve, actor);
    }
    if (room_batch_is_empty(&serve->batch)) {
        answer_all(serve, actor, NULL);
        note_meter(serve, actor);
    } else {
        send_off(serve, actor);
    }
    fair_wipe(serve->next.secret, sizeof serve->next.secret);
    fair_wipe(serve->batch.facts, serve->batch.fact_count * sizeof serve->batch.facts[0]);
    sleep_until_due(serve, actor);
}

// ---- from outside -----------------------------------------------------------------------------

struct table_actor *actor_of(struct serve *serve, uint32_t table)
{
    return table <= OFFICE_TABLES_MAX ? serve->actors[table] : NULL;
}

bool actor_add(struct serve *serve, const struct office_table *table)
{
    struct table_actor *actor = calloc(1, sizeof *actor);
    const uint32_t id = table->room.id;
    UTH_CHECK(id >= 1 && id <= OFFICE_TABLES_MAX && serve->actors[id] == NULL);
    if (actor == NULL) {
        return false;
    }
    actor->table = table;
    actor->wake_ms = INT64_MAX;
    queue_init(&actor->waiting, &inputs_max);
    list_init(&actor->taken);
    serve->actors[id] = actor;
    serve->actor_count++;
    return true;
}

void actor_free(struct table_actor *actor)
{
    for (struct input *input = waiting_take(actor); input != NULL; input = waiting_take(actor)) {
        free(input);
    }
    for (struct input *input = list_take(&actor->taken); input != NULL;
         input = list_take(&actor->taken)) {
        free(input);
    }
    free(actor);
}

bool actor_has_inputs_of(const struct table_actor *actor, uint64_t person)
{
    bool found = false;
    for (size_t i = 0; i < actor->waiting.count; i++) {
        found = found || actor->waiting.items[i]->source.person == person;
    }
    for (const struct input *input = actor->taken.first; input != NULL; input = input->next) {
        found = found || input->command.who.id == person;
    }
    return found;
}

enum actor_reply actor_submit(struct serve *serve, struct table_actor *actor, struct input *input)
{
    static const struct failure full = {{"INPUT", CODE_BUSY, ACTOR_FULL_TEXT}, false};
    struct queued *dropped;
    if (serve->stopping) {
        return ACTOR_STOPPING;
    }
    input->arrived_us = serve_now_us();
    if (!queue_add(&actor->waiting, &input->queued, &dropped)) {
        return ACTOR_FULL;
    }
    if (dropped != NULL) {
        answer(serve, actor, (struct input *)dropped, &full);
    }
    actor_run(serve, actor);
    return ACTOR_ACCEPTED;
}

void actors_refuse_waiting(struct serve *serve)
{
    static const struct failure stopping = {
        {"INPUT", CODE_BUSY, "the server is stopping: try again in a moment"}, false};
    for (uint32_t i = 1; i <= OFFICE_TABLES_MAX; i++) {
        struct table_actor *actor = serve->actors[i];
        for (struct input *input = actor == NULL ? NULL : waiting_take(actor); input != NULL;
             input = waiting_take(actor)) {
            answer(serve, actor, input, &stopping);
        }
    }
}

void actors_tick(struct serve *serve)
{
    // A few in a turn of the loop: hundreds that are due together would keep everybody else waiting.
    // Being decided one after another they are not due together the next time.
    for (size_t turns = ACTORS_DUE_MAX; turns > 0 && serve->heap_count > 0; turns--) {
        struct table_actor *actor = serve->heap[1];
        if (actor->wake_ms > serve->now_ms) {
            return;
        }
        actor_run(serve, actor);
    }
}

void actors_meter_free(struct serve *serve, uint64_t meter)
{
    for (uint32_t i = 1; i <= OFFICE_TABLES_MAX && serve->actors[i] != NULL; i++) {
        struct table_actor *actor = serve->actors[i];
        if (actor->meter_wanted && actor->table->room.config.meter == meter) {
            actor_run(serve, actor);
            if (meter_is_busy(serve, meter)) {
                return;
            }
        }
    }
}

static void give(struct serve *serve, struct table_actor *actor, enum room_command_kind kind,
                 uint64_t who)
{
    struct input *input = calloc(1, sizeof *input);
    if (input == NULL) {
        return;
    }
    input->command.kind = kind;
    input->command.who = (struct room_person){.id = who, .role = ROOM_ROLE_MANAGER};
    input->command.config = actor->table->wanted;
    struct queued *dropped;
    if (!queue_add(&actor->waiting, &input->queued, &dropped)) {
        free(
            input); // staff alone fill the queue: the next start, or the next change, gives it again
    } else if (dropped != NULL) {
        const struct failure full = {{"INPUT", CODE_BUSY, ACTOR_FULL_TEXT}, false};
        answer(serve, actor, (struct input *)dropped, &full);
    }
}

void actor_prepare(struct serve *serve, struct table_actor *actor, uint64_t who)
{
    const bool is_new = actor->table->room.config.profile == 0;
    if (office_table_waits(actor->table)) {
        give(serve, actor, ROOM_COMMAND_CONFIGURE, who);
    }
    if (is_new) {
        give(serve, actor, ROOM_COMMAND_RESUME, who);
    }
    actor_run(serve, actor);
}
