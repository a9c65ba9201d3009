// Linked with --wrap: what the server calls of net, store's writer and worker is here.
#include "api_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

#include "net/text.h"
#include "store/memory.h"

#define QUEUE_MAX 512

struct world world;

// ---- the clock, and what is slow --------------------------------------------------------------

int __wrap_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
    (void)clock;
    *now = (struct timespec){world.now_ms / 1000, world.now_ms % 1000 * 1000000};
    return 0;
}

// Argon2id is made to be slow; here a password is its own hash.
bool __wrap_office_secret_make(const char *given, struct office_secret *secret);
bool __wrap_office_secret_make(const char *given, struct office_secret *secret)
{
    memset(secret, 0, sizeof *secret);
    (void)snprintf(secret->hash, sizeof secret->hash, "$%s", given);
    return true;
}

bool __wrap_office_secret_fits(const struct office_secret *secret, const char *given);
bool __wrap_office_secret_fits(const struct office_secret *secret, const char *given)
{
    return strcmp(secret->hash + 1, given) == 0;
}

// The mathematics have targets and tests of their own: what was asked is read, and only what is
// quick is worked out.
enum uth_status __wrap_par_work_out(const struct uth_rules *rules, enum uth_style style,
                                    unsigned threads, struct par_watcher watcher,
                                    struct par_report *report, bool *out_of_memory);
enum uth_status __wrap_par_work_out(const struct uth_rules *rules, enum uth_style style,
                                    unsigned threads, struct par_watcher watcher,
                                    struct par_report *report, bool *out_of_memory)
{
    (void)rules, (void)style, (void)threads, (void)watcher, (void)report;
    *out_of_memory = true;
    return UTH_OK;
}

enum uth_status __wrap_uth_exact_solve(const struct uth_rules *rules, unsigned threads,
                                       void *memory, size_t size, struct uth_exact **exact);
enum uth_status __wrap_uth_exact_solve(const struct uth_rules *rules, unsigned threads,
                                       void *memory, size_t size, struct uth_exact **exact)
{
    (void)rules, (void)threads, (void)memory, (void)size, (void)exact;
    return UTH_ERR_NOT_NOW;
}

enum uth_status __real_uth_odds(const struct uth_rules *rules, const struct uth_odds_query *query,
                                void *memory, size_t size, struct uth_odds_answer *answer);
enum uth_status __wrap_uth_odds(const struct uth_rules *rules, const struct uth_odds_query *query,
                                void *memory, size_t size, struct uth_odds_answer *answer);
enum uth_status __wrap_uth_odds(const struct uth_rules *rules, const struct uth_odds_query *query,
                                void *memory, size_t size, struct uth_odds_answer *answer)
{
    return query->board_count == 5 ? __real_uth_odds(rules, query, memory, size, answer)
                                   : UTH_ERR_NOT_NOW;
}

// ---- the store --------------------------------------------------------------------------------

static struct store_disk *disk;
static struct store *reader;

enum store_status __wrap_store_open(const char *url, const struct store_options *options,
                                    struct store_fault *fault, struct store **store);
enum store_status __wrap_store_open(const char *url, const struct store_options *options,
                                    struct store_fault *fault, struct store **store)
{
    struct store_port *port;
    (void)url;
    const enum store_status status = store_memory_open(disk, options, fault, &port);
    return status == STORE_OK ? store_open_port(port, options, fault, store) : status;
}

// The writer stores at once, and tells of it in the next turn.
static struct store *writing;
static struct store_done done[QUEUE_MAX];
static size_t done_count;

enum store_status __wrap_store_writer_open(struct store **store,
                                           const struct store_writer_options *options,
                                           struct store_writer **writer);
enum store_status __wrap_store_writer_open(struct store **store,
                                           const struct store_writer_options *options,
                                           struct store_writer **writer)
{
    (void)options;
    writing = *store;
    *store = NULL;
    *writer = (struct store_writer *)&writing;
    return STORE_OK;
}

enum store_status __wrap_store_writer_submit(struct store_writer *writer,
                                             const struct store_batch *batch, uint64_t token);
enum store_status __wrap_store_writer_submit(struct store_writer *writer,
                                             const struct store_batch *batch, uint64_t token)
{
    (void)writer;
    if (done_count == QUEUE_MAX) {
        return STORE_ERR_QUEUE_FULL;
    }
    struct store_done *said = &done[done_count++];
    said->token = token;
    const enum store_status status = store_append(writing, batch, &said->result);
    // Whoever brings what he has not, or says a thing twice, is refused by the store, and nobody else.
    UTH_CHECK(status == STORE_OK || status == STORE_REPEATED || status == STORE_ERR_BALANCE ||
              status == STORE_ERR_KEY_REUSED);
    return STORE_OK;
}

size_t __wrap_store_writer_take(struct store_writer *writer, struct store_done *taken, size_t max);
size_t __wrap_store_writer_take(struct store_writer *writer, struct store_done *taken, size_t max)
{
    const size_t count = done_count < max ? done_count : max;
    (void)writer;
    memcpy(taken, done, count * sizeof *taken);
    done_count -= count;
    memmove(done, done + count, done_count * sizeof *done);
    return count;
}

bool __wrap_store_writer_drain(struct store_writer *writer, uint32_t wait_ms);
bool __wrap_store_writer_drain(struct store_writer *writer, uint32_t wait_ms)
{
    (void)writer, (void)wait_ms;
    return true;
}

void __wrap_store_writer_close(struct store_writer **writer);
void __wrap_store_writer_close(struct store_writer **writer)
{
    UTH_CHECK(done_count == 0);
    store_close(&writing);
    *writer = NULL;
}

// ---- the worker -------------------------------------------------------------------------------

static struct job *jobs[QUEUE_MAX];
static size_t job_count;

struct worker *__wrap_worker_open(enum worker_kind kind, const char *url,
                                  void (*notify)(void *context), void *context);
struct worker *__wrap_worker_open(enum worker_kind kind, const char *url,
                                  void (*notify)(void *context), void *context)
{
    (void)kind, (void)url, (void)notify, (void)context;
    return (struct worker *)&jobs;
}

bool __wrap_worker_submit(struct worker *worker, struct job *job);
bool __wrap_worker_submit(struct worker *worker, struct job *job)
{
    (void)worker;
    if (job_count == QUEUE_MAX) {
        return false;
    }
    jobs[job_count++] = job;
    return true;
}

size_t __wrap_worker_waiting(struct worker *worker);
size_t __wrap_worker_waiting(struct worker *worker)
{
    (void)worker;
    return job_count;
}

void __wrap_worker_collect(struct worker *worker, void *context);
void __wrap_worker_collect(struct worker *worker, void *context)
{
    (void)worker;
    while (job_count > 0) {
        struct job *job = jobs[0];
        job_count--;
        memmove(jobs, jobs + 1, job_count * sizeof jobs[0]);
        job->run(job, reader);
        job->done(context, job);
    }
}

void __wrap_worker_close(struct worker **worker, void *context);
void __wrap_worker_close(struct worker **worker, void *context)
{
    while (job_count > 0) {
        struct job *job = jobs[--job_count];
        job->cancelled = true;
        job->done(context, job);
    }
    *worker = NULL;
}

// ---- the network ------------------------------------------------------------------------------

static void (*play)(void);

struct net *__wrap_net_open(const struct net_options *options, char *why, size_t why_size);
struct net *__wrap_net_open(const struct net_options *options, char *why, size_t why_size)
{
    (void)why, (void)why_size;
    world.net = *options;
    world.serve = options->context;
    return (struct net *)&world;
}

// One who is still there leaves before the loop ends.
static void leave(unsigned role)
{
    if (world.peers[role].open) {
        world.net.on.closed(world.net.context, WORLD_PEER(role));
        world.peers[role].open = world.peers[role].closing = false;
    }
}

void __wrap_net_run(struct net *net);
void __wrap_net_run(struct net *net)
{
    (void)net;
    world_settle();
    play();
    world.net.on.stopping(world.net.context);
    world_settle();
    UTH_CHECK(world.stopping);
    for (unsigned role = 0; role < ROOM_ROLE_COUNT; role++) {
        leave(role);
    }
}

void __wrap_net_stop(struct net *net);
void __wrap_net_stop(struct net *net)
{
    (void)net;
    world.stopping = true;
}

void __wrap_net_close(struct net **net);
void __wrap_net_close(struct net **net)
{
    *net = NULL;
}

uint16_t __wrap_net_port(const struct net *net);
uint16_t __wrap_net_port(const struct net *net)
{
    (void)net;
    return 1;
}

int64_t __wrap_net_now(void);
int64_t __wrap_net_now(void)
{
    return world.now_ms;
}

void __wrap_net_timer(struct net *net, int64_t delay_ms);
void __wrap_net_timer(struct net *net, int64_t delay_ms)
{
    (void)net;
    world.timer_ms = delay_ms < 0 ? INT64_MAX : world.now_ms + delay_ms;
}

void __wrap_net_wake(struct net *net);
void __wrap_net_wake(struct net *net)
{
    (void)net; // world_settle looks by itself
}

struct net_counters __wrap_net_counters(const struct net *net);
struct net_counters __wrap_net_counters(const struct net *net)
{
    (void)net;
    return (struct net_counters){0};
}

// What is sent can be read by whoever it is sent to.
static void check_json(const char *text, size_t size)
{
    json_t *document = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    UTH_CHECK(document != NULL);
    json_decref(document);
}

bool __wrap_net_reply(struct net *net, uint64_t request, const struct net_response *response);
bool __wrap_net_reply(struct net *net, uint64_t request, const struct net_response *response)
{
    (void)net;
    UTH_CHECK(request == world.request);
    for (size_t i = 0; i < response->field_count; i++) {
        UTH_CHECK(text_name_fits(response->fields[i].name));
        UTH_CHECK(text_value_fits(response->fields[i].value));
    }
    if (response->content_type != NULL && strcmp(response->content_type, "application/json") == 0) {
        check_json(response->body, response->size);
    }
    world.answers++;
    world.status = response->status;
    return true;
}

bool __wrap_net_awaits(struct net *net, uint64_t request);
bool __wrap_net_awaits(struct net *net, uint64_t request)
{
    (void)net;
    return request == world.request && world.answers == 0;
}

// ---- sockets ----------------------------------------------------------------------------------

bool __wrap_net_send(struct net *net, uint64_t peer, const void *text, size_t size, int slot);
bool __wrap_net_send(struct net *net, uint64_t peer, const void *text, size_t size, int slot)
{
    (void)net;
    UTH_CHECK(slot >= NET_KEEP && slot < NET_SLOTS);
    UTH_CHECK(peer >= WORLD_PEER(0) && peer < WORLD_PEER(ROOM_ROLE_COUNT));
    check_json(text, size);
    return true;
}

struct net_message {
    size_t size;
    char text[];
};

struct net_message *__wrap_net_message_new(size_t size);
struct net_message *__wrap_net_message_new(size_t size)
{
    struct net_message *message = malloc(sizeof *message + size);
    UTH_CHECK(message != NULL);
    message->size = size;
    return message;
}

char *__wrap_net_message_text(struct net_message *message);
char *__wrap_net_message_text(struct net_message *message)
{
    return message->text;
}

bool __wrap_net_send_message(struct net *net, uint64_t peer, struct net_message *message, int slot);
bool __wrap_net_send_message(struct net *net, uint64_t peer, struct net_message *message, int slot)
{
    return __wrap_net_send(net, peer, message->text, message->size, slot);
}

void __wrap_net_message_release(struct net_message *message);
void __wrap_net_message_release(struct net_message *message)
{
    free(message);
}

void __wrap_net_peer_close(struct net *net, uint64_t peer, uint16_t code, const char *reason);
void __wrap_net_peer_close(struct net *net, uint64_t peer, uint16_t code, const char *reason)
{
    (void)net, (void)code;
    UTH_CHECK(reason == NULL || strlen(reason) <= NET_REASON_MAX);
    world.peers[peer - WORLD_PEER(0)].closing = true; // never from inside a call of theirs
}

void __wrap_net_peer_set_user(struct net *net, uint64_t peer, void *user);
void __wrap_net_peer_set_user(struct net *net, uint64_t peer, void *user)
{
    (void)net;
    world.peers[peer - WORLD_PEER(0)].user = user;
}

void *__wrap_net_peer_user(const struct net *net, uint64_t peer);
void *__wrap_net_peer_user(const struct net *net, uint64_t peer)
{
    (void)net;
    return world.peers[peer - WORLD_PEER(0)].user;
}

// ---- turns ------------------------------------------------------------------------------------

void world_settle(void)
{
    while (done_count > 0 || job_count > 0) {
        world.net.on.woken(world.net.context);
    }
    for (unsigned role = 0; role < ROOM_ROLE_COUNT; role++) {
        if (world.peers[role].closing) {
            leave(role);
        }
    }
}

void world_wait(int64_t ms)
{
    const int64_t until = world.now_ms + ms;
    for (unsigned turns = 0; turns < 64 && world.timer_ms <= until; turns++) {
        world.now_ms = world.timer_ms > world.now_ms ? world.timer_ms : world.now_ms;
        world.timer_ms = INT64_MAX;
        world.net.on.timer(world.net.context);
        world_settle();
    }
    world.now_ms = until > world.now_ms ? until : world.now_ms;
}

// ---- a server ---------------------------------------------------------------------------------

static char key_path[] = "/tmp/uth-fuzz-api-XXXXXX/key";

static void remove_key(void)
{
    (void)unlink(key_path);
    *strrchr(key_path, '/') = '\0';
    (void)rmdir(key_path);
}

static const struct config *configuration(void)
{
    static const char tables[] =
        "[table Rainier]\nprofile = washington\nmeter = yes\nconfirm_up_to = 20000\n"
        "[table Grace]\nprofile = washington\nmeter = yes\npace = dealer\ncontroller = nexus\n"
        "[table Shasta]\nprofile = california-8\n";
    static struct config config;
    static bool made;
    struct config_fault fault;
    if (!made) {
        char *name = strrchr(key_path, '/');
        *name = '\0';
        UTH_CHECK(mkdtemp(key_path) != NULL && atexit(remove_key) == 0);
        *name = '/';
        config_init(&config);
        UTH_CHECK(config_set(&config, "store", "memory:", &fault));
        UTH_CHECK(config_set(&config, "key_file", key_path, &fault));
        UTH_CHECK(config_set(&config, "log", "error", &fault));
        UTH_CHECK(config_read_text(&config, "fuzz", tables, &fault));
        UTH_CHECK(freopen("/dev/null", "w", stdout) != NULL); // each start would say a password
        made = true;
    }
    return &config;
}

static void check_books(void)
{
    struct store_report report;
    UTH_CHECK(store_audit(reader, STORE_AUDIT_LINKS | STORE_AUDIT_BOOKS, &report) == STORE_OK);
    UTH_CHECK(report.status == STORE_OK);
}

void world_run(void (*what)(void))
{
    const struct store_options options = {.read_only = true};
    const struct config *config = configuration();
    struct store_fault store_fault;
    struct serve_fault fault;
    world = (struct world){.now_ms = INT64_C(1790000000000), .timer_ms = INT64_MAX};
    play = what;
    disk = store_disk_open();
    UTH_CHECK(disk != NULL);
    UTH_CHECK(__wrap_store_open("", &options, &store_fault, &reader) == STORE_OK);
    UTH_CHECK(serve_run(config, &fault));
    check_books();
    store_close(&reader);
    store_disk_close(&disk);
}
