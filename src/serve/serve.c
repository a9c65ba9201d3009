#include "serve/serve.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "fair/fair.h"
#include "serve/api.h"
#include "serve/bootstrap.h"
#include "serve/client.h"
#include "serve/commit_queue.h"
#include "serve/guests.h"
#include "serve/push.h"
#include "serve/selfcheck_daily.h"
#include "serve/server.h"
#include "serve/table_actor.h"
#include "serve/tasks.h"

#define QUEUE_BYTES (UINT32_C(256) * 1024) // waiting for one peer, beside the lobby
#define MINUTE_MS   INT64_C(60000)
#define FIRST_MS    INT64_C(5000) // after the start: the first of these minutes
#define SET_BACK_MS INT64_C(1000) // a clock is worth a word from here on
#define STARTING_MS 60000         // for a database that is starting or recovering

// ---- small things -----------------------------------------------------------------------------

static int64_t clock_ms(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void say_set_back(struct serve *serve, int64_t behind_ms)
{
    if (behind_ms >= SET_BACK_MS && !serve->set_back) {
        log_line(&serve->log, LOG_LEVEL_WARN,
                 "the clock was set back by %lld s: time runs at half speed until it catches up",
                 (long long)(behind_ms / 1000));
    }
    serve->set_back = behind_ms > 0 && (serve->set_back || behind_ms >= SET_BACK_MS);
}

// A clock that is set back would give tables deadlines from the future. Ours never goes back and never
// stands still: it goes at half its pace, by the clock that only measures, until the other has caught
// up, so that whoever waits for a deadline waits twice as long at most.
int64_t serve_now(struct serve *serve)
{
    const int64_t now = clock_ms();
    const int64_t measured_ms = serve_now_us() / 1000;
    const int64_t half = (measured_ms - serve->measured_ms) / 2;
    if (now >= serve->now_ms + half) {
        serve->now_ms = now;
        serve->measured_ms = measured_ms;
    } else {
        serve->now_ms += half;
        serve->measured_ms += 2 * half;
    }
    say_set_back(serve, serve->now_ms - now);
    return serve->now_ms;
}

int64_t serve_now_us(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

const char *serve_name_of(void *context, uint64_t player)
{
    const struct serve *serve = context;
    if (room_is_automatic_player(player)) {
        return room_automatic_name(player);
    }
    const struct office_person *person = office_person(serve->office, player);
    return person != NULL ? person->state.name : "?";
}

bool serve_person_of(struct serve *serve, const struct session *session,
                     const struct office_person **person)
{
    *person = session->person == 0 ? NULL : office_person(serve->office, session->person);
    return *person != NULL && (*person)->state.generation == session->generation &&
           !office_person_is_locked(*person) && session->expires_s > serve->now_ms / 1000 &&
           !guests_is_leaving(serve, session->person);
}

// ---- the loop ---------------------------------------------------------------------------------

void serve_schedule(struct serve *serve)
{
    fair_wipe_stack(); // secrets of rounds, passwords and PINs have been there
    int64_t next = serve->minute_ms + MINUTE_MS;
    if (serve->stopping) {
        net_timer(serve->net, -1);
        return;
    }
    if (serve->heap_count > 0 && serve->heap[1]->wake_ms < next) {
        next = serve->heap[1]->wake_ms;
    }
    if (serve->retry_ms != 0 && serve->retry_ms < next) {
        next = serve->retry_ms;
    }
    next = guests_wake_ms(serve) < next ? guests_wake_ms(serve) : next;
    if (serve->lobby_changed || serve->pit_changed || serve->meters_changed != 0) {
        const int64_t tell = serve->pushed_ms + 250;
        next = tell < next ? tell : next;
    }
    const int64_t delay = next - serve->now_ms;
    net_timer(serve->net, delay > 0 ? delay : 0);
}

// Now and then: sessions that ended, the day that begins, the self-check of a day.
static void once_a_minute(struct serve *serve)
{
    if (serve->now_ms - serve->minute_ms < MINUTE_MS) {
        return;
    }
    serve->minute_ms = serve->now_ms;
    clients_check_all(serve);
    bootstrap_days(serve);
    selfcheck_daily(serve);
    (void)malloc_trim(0); // what a burst has taken goes back
}

static void on_timer(void *context)
{
    struct serve *serve = context;
    (void)serve_now(serve);
    if (!serve->stopping) {
        actors_tick(serve);
        commits_retry(serve);
        guests_tick(serve);
        once_a_minute(serve);
    }
    push_changes(serve);
    serve_schedule(serve);
}

static void finish_stop(struct serve *serve)
{
    if (serve->stopping && serve->pending_commits == 0) {
        log_line(&serve->log, LOG_LEVEL_INFO, "everything is stored; goodbye");
        net_stop(serve->net);
    }
}

static void on_woken(void *context)
{
    struct serve *serve = context;
    if (serve->writer == NULL || serve->workers[0] == NULL) {
        return; // the last word of a thread that has ended
    }
    (void)serve_now(serve);
    commits_collect(serve);
    for (size_t i = 0; i < WORKER_KIND_COUNT; i++) {
        worker_collect(serve->workers[i], serve);
    }
    push_changes(serve);
    serve_schedule(serve);
    finish_stop(serve);
}

static void say_bye(struct serve *serve)
{
    static const char bye[] = "{\"type\":\"bye\",\"reason\":\"the server is stopping; come back\"}";
    for (struct client *client = serve->clients; client != NULL; client = client->next) {
        (void)net_send(serve->net, client->peer, bye, sizeof bye - 1, NET_KEEP);
    }
}

static void stop(struct serve *serve)
{
    if (serve->stopping) {
        return;
    }
    serve->stopping = true;
    (void)serve_now(serve);
    actors_refuse_waiting(serve);
    commits_retry(serve); // once more: afterwards the end of a commit stays unknown
    say_bye(serve);
    finish_stop(serve);
}

static void on_stopping(void *context)
{
    struct serve *serve = context;
    if (!serve->stopping) {
        log_line(&serve->log, LOG_LEVEL_INFO, "stopping: no more commands are taken");
    }
    stop(serve);
}

void serve_lose_store(struct serve *serve)
{
    if (!serve->lost) {
        log_line(&serve->log, LOG_LEVEL_ERROR,
                 "another process has opened this store: this server stops; everything it"
                 " acknowledged is stored");
    }
    serve->lost = true;
    stop(serve);
}

// Any thread.
void serve_wake(void *context)
{
    struct serve *serve = context;
    net_wake(serve->net);
}

// ---- starting ---------------------------------------------------------------------------------

// The directory of a store in a file. Only the default one is made, for us alone: another that is not
// there is a slip in a path, which must not become an empty cardroom. What else may be wrong with it
// shows when the store is opened.
static bool have_directory(const char *url, struct fault *fault)
{
    static const char in_file[] = "sqlite:";
    struct stat what;
    char path[CONFIG_TEXT_MAX];
    char why[CONFIG_TEXT_MAX + 64];
    if (strncmp(url, in_file, sizeof in_file - 1) != 0) {
        return true;
    }
    (void)snprintf(path, sizeof path, "%s", url + sizeof in_file - 1);
    char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path) {
        return true;
    }
    *slash = '\0';
    if (stat(path, &what) == 0 || errno != ENOENT) {
        return true;
    }
    if (strcmp(path, CONFIG_DIRECTORY) == 0) {
        return mkdir(path, 0700) == 0 ||
               fault_report(fault, FAULT_NONE, "%.120s: %s", path, strerror(errno));
    }
    (void)snprintf(why, sizeof why, "there is no directory '%s'", path);
    return fault_report(fault, FAULT_NONE, "store: %s", why);
}

static uint32_t number(const struct serve *serve, enum config_key key)
{
    return (uint32_t)serve->config.numbers[key];
}

static void say_of_store(void *context, const char *text)
{
    const struct serve *serve = context;
    log_line(&serve->log, LOG_LEVEL_WARN, "%s", text);
}

static bool open_books(struct serve *serve, struct fault *fault)
{
    char key_path[CONFIG_TEXT_MAX];
    struct fault office_fault;
    const char *url = serve->config.texts[CONFIG_store];
    const char *given = serve->config.texts[CONFIG_key_file];
    const struct office_options options = {.make = true,
                                           .accept_loss = number(serve, CONFIG_accept_loss) != 0,
                                           .starting_ms = STARTING_MS,
                                           .say = say_of_store,
                                           .say_context = serve};
    if (given[0] == '\0' && !office_key_path(url, key_path, sizeof key_path)) {
        return fault_report(
            fault, FAULT_NONE,
            "key_file: needed unless the store is SQLite, which has its key beside it");
    }
    if (given[0] != '\0') {
        (void)snprintf(key_path, sizeof key_path, "%s", given);
    }
    if (!have_directory(url, fault)) {
        return false;
    }
    serve->office = office_open(url, key_path, &options, &office_fault);
    if (serve->office == NULL) {
        // The address of a server may hold a password.
        return fault_report(fault, office_fault.kind, "%.120s: %s",
                            strncmp(url, "sqlite:", 7) == 0 ? url : "store", office_fault.text);
    }
    session_key_from(office_key(serve->office), &serve->session_key);
    device_key_from(office_key(serve->office), &serve->device_key);
    fair_public_key(office_key(serve->office), serve->fairness_key);
    slow_init(&serve->slow);
    serve->slow.rules[SLOW_PASSWORD_ADDRESS].free =
        (uint32_t)serve->config.numbers[CONFIG_wrong_passwords_per_address];
    serve->slow.rules[SLOW_GUEST_ADDRESS].free =
        (uint32_t)serve->config.numbers[CONFIG_guests_per_address];
    serve->slow.rules[SLOW_GUEST_ALL].free = (uint32_t)serve->config.numbers[CONFIG_guests];
    return bootstrap(serve, key_path, fault);
}

static bool open_writer(struct serve *serve, struct fault *fault)
{
    const struct store_writer_options options = {.notify = serve_wake, .context = serve};
    struct store *store = office_release_store(serve->office);
    if (store_writer_open(&store, &options, &serve->writer) != STORE_OK) {
        store_close(&store);
        return fault_report(fault, FAULT_NONE, "the writer thread cannot be started");
    }
    for (size_t i = 0; i < WORKER_KIND_COUNT; i++) {
        serve->workers[i] =
            worker_open((enum worker_kind)i, serve->config.texts[CONFIG_store], serve_wake, serve);
        if (serve->workers[i] == NULL) {
            return fault_report(fault, FAULT_NONE, "a worker thread cannot be started");
        }
    }
    return true;
}

static const char *text_or_null(const struct serve *serve, enum config_key key)
{
    return serve->config.texts[key][0] != '\0' ? serve->config.texts[key] : NULL;
}

static bool open_net(struct serve *serve, struct fault *fault)
{
    char why[400];
    const size_t lobby = office_table_count(serve->office) * 1500;
    const struct net_options options = {
        .host = serve->config.texts[CONFIG_listen],
        .port = (uint16_t)number(serve, CONFIG_port),
        .cert = text_or_null(serve, CONFIG_cert),
        .key = text_or_null(serve, CONFIG_cert_key),
        .ws_path = "/ws",
        .ws_protocol = "uth1",
        .origin_allowed = text_or_null(serve, CONFIG_origin),
        .hosts = text_or_null(serve, CONFIG_hosts),
        .security_policy = "default-src 'self'; base-uri 'none'; form-action 'none'; "
                           "frame-ancestors 'none'; object-src 'none'",
        .connections = number(serve, CONFIG_connections),
        .connections_per_address = number(serve, CONFIG_connections_per_address),
        .messages_per_second = number(serve, CONFIG_messages_per_second),
        .messages_burst = 2 * number(serve, CONFIG_messages_per_second),
        .bytes_per_second = 1024 * (number(serve, CONFIG_messages_per_second) + 64),
        .requests_per_second = number(serve, CONFIG_requests_per_second),
        .requests_burst = 4 * number(serve, CONFIG_requests_per_second),
        // Lobby and pit grow with the tables; a peer that cannot take one of each is too slow.
        .queue_bytes = (uint32_t)(lobby > QUEUE_BYTES ? lobby + QUEUE_BYTES : QUEUE_BYTES),
        .context = serve,
        .on = {.request = api_request,
               .open = client_open,
               .message = client_message,
               .closed = client_closed,
               .woken = on_woken,
               .timer = on_timer,
               .stopping = on_stopping},
    };
    // Behind something that speaks TLS for it, people come by https all the same.
    serve->secure =
        options.cert != NULL || strncmp(serve->config.texts[CONFIG_origin], "https://", 8) == 0;
    serve->net = net_open(&options, why, sizeof why);
    return serve->net != NULL || fault_report(fault, FAULT_NONE, "%s", why);
}

static bool open_actors(struct serve *serve, struct fault *fault)
{
    for (size_t i = 0; i < office_table_count(serve->office); i++) {
        if (!actor_add(serve, office_table_at(serve->office, i))) {
            return fault_report(fault, FAULT_NONE, "out of memory");
        }
    }
    return true;
}

void serve_want_strategy(struct serve *serve, const struct uth_rules *rules,
                         const struct room_config *config)
{
    if (config->house_players != 0 || config->proposition_players != 0) {
        advise_want(&serve->advise, serve->workers[WORKER_SOLVER], rules,
                    (enum uth_style)room_automatic_strategy(rules, config));
    }
}

// Before the first callback: what waits gets its start, automatic players their strategies.
static void set_going(struct serve *serve)
{
    serve->started_ms = serve_now(serve);
    serve->minute_ms = serve->started_ms - MINUTE_MS + FIRST_MS;
    bootstrap_days(serve);
    for (size_t i = 0; i < office_table_count(serve->office); i++) {
        const struct office_table *table = office_table_at(serve->office, i);
        const struct room_config *config =
            table->room.config.profile != 0 ? &table->room.config : &table->wanted;
        const struct uth_rules *rules = office_rules(serve->office, config->profile);
        struct table_actor *actor = actor_of(serve, table->room.id);
        serve_want_strategy(serve, rules, config);
        actor_prepare(serve, actor, bootstrap_manager(serve));
    }
    serve_schedule(serve);
}

static void announce(const struct serve *serve)
{
    const char *host = serve->config.texts[CONFIG_listen];
    const bool here = strcmp(host, "127.0.0.1") == 0 || strcmp(host, "0.0.0.0") == 0 ||
                      strcmp(host, "::") == 0 || strcmp(host, "::1") == 0;
    (void)printf("Table open at %s://%s:%u\n",
                 serve->config.texts[CONFIG_cert][0] != '\0' ? "https" : "http",
                 here ? "localhost" : host, net_port(serve->net));
    (void)fflush(stdout);
}

static void finish(struct serve *serve)
{
    for (size_t i = WORKER_KIND_COUNT; i-- > 0;) {
        worker_close(&serve->workers[i], serve);
    }
    par_memory_finish(&serve->par_memory);
    if (serve->writer != NULL) {
        store_writer_close(&serve->writer);
    }
    net_close(&serve->net); // before the actors: whoever is still connected leaves their tables now
    for (size_t i = 1; i <= OFFICE_TABLES_MAX; i++) {
        if (serve->actors[i] != NULL) {
            actor_free(serve->actors[i]);
        }
    }
    advise_finish(&serve->advise);
    office_close(&serve->office);
    decks_close(&serve->decks);
    fair_unguard(&serve->session_key, sizeof serve->session_key);
    fair_unguard(&serve->device_key, sizeof serve->device_key);
    fair_unguard(&serve->next, sizeof serve->next);
    fair_unguard(&serve->batch, sizeof serve->batch);
    free(serve);
}

// What of the server itself has secrets in it; tables see to theirs.
static void guard_secrets(struct serve *serve)
{
    const bool locked = fair_guard(&serve->session_key, sizeof serve->session_key) &&
                        fair_guard(&serve->device_key, sizeof serve->device_key) &&
                        fair_guard(&serve->next, sizeof serve->next) &&
                        fair_guard(&serve->batch, sizeof serve->batch);
    if (!locked) {
        log_line(&serve->log, LOG_LEVEL_WARN,
                 "memory cannot be locked: secrets may be swapped out (ulimit -l, LimitMEMLOCK)");
    }
}

bool serve_run(const struct config *config, struct fault *fault)
{
    struct serve *serve = calloc(1, sizeof *serve);
    if (serve == NULL || !fair_init()) {
        free(serve);
        return fault_report(fault, FAULT_NONE, "out of memory, or no source of randomness");
    }
    serve->config = *config;
    if (!log_level_named(config->texts[CONFIG_log], &serve->log.level)) {
        free(serve);
        return fault_report(fault, FAULT_NONE, "log: must be error, warn, info or debug");
    }
    guard_secrets(serve);
    // A store that may not grow is a failure to be told, not a reason to die.
    (void)signal(SIGXFSZ, SIG_IGN);
    serve->started_ms = serve_now(serve);
    const bool good = bootstrap_decks(serve, fault) && open_books(serve, fault) &&
                      open_net(serve, fault) && open_writer(serve, fault) &&
                      open_actors(serve, fault);
    if (good) {
        set_going(serve);
        announce(serve);
        net_run(serve->net);
    }
    const bool lost = serve->lost;
    if (lost) {
        (void)fault_report(fault, FAULT_NONE, "lost the store to another process: %s",
                           serve->store_fault);
    }
    finish(serve);
    return good && !lost;
}
