// A cardroom under load, over real sockets on loopback: `uth serve` as a process of its own, people
// as one process of ours. It stops by itself.
//
//   players   2,000 on 300 tables that deal by timers of a second; all bet and decide
//   open loop wagers at a steady rate, whatever the answers do: where is the knee?
//   idle      5,000 connections that say nothing, and what one of them costs
//   tables    what a table costs in memory, and a round in time, from 10 to 1,000 tables
//
// Every command is durable before it is answered. A command's time runs from when it was due, so a
// server that falls behind cannot hide it. Times include the client, who shares the machine.
//
// usage: bench_room UTH [players|open|idle|tables] [postgres|postgres://URL]
//
// With "postgres" every measurement has a private PostgreSQL of its own, which waits for the disk.
#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "store/cluster.h"
#include "ws_client.h"

#define JOIN_NS     INT64_C(60000000000) // how long everybody may take to come in
#define SAMPLES_MAX 2000000U
#define PEOPLE_MAX  8192U
#define SEATS       7U
#define THINK_MS    700U // of the second a player has

static void die(const char *what)
{
    (void)fprintf(stderr, "bench_room: %s\n", what);
    exit(1);
}

// ---- the server -------------------------------------------------------------------------------

struct server {
    pid_t pid;
    struct cluster cluster; // directory "": none
    uint16_t port;
    char directory[64];
};

static void write_config(const struct server *server, const char *store, const char *tables)
{
    char path[128];
    (void)snprintf(path, sizeof path, "%s/uth.conf", server->directory);
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        die("cannot write the configuration");
    }
    (void)fprintf(file,
                  "port = 0\nlog = warn\nkey_file = %s/uth.key\nconnections = 12000\n"
                  "connections_per_address = 20000\nguests_per_address = 100000\nguests = "
                  "100000\nmessages_per_second = 100000\n"
                  "requests_per_second = 1000000\nguest_money = 100000000\n",
                  server->directory);
    if (server->cluster.directory[0] != '\0') {
        (void)fprintf(file, "store = %s\n", server->cluster.url);
    } else if (store != NULL) {
        (void)fprintf(file, "store = %s\n", store);
    } else {
        (void)fprintf(file, "store = sqlite:%s/uth.db\n", server->directory);
    }
    (void)fputs(tables, file);
    (void)fclose(file);
}

// Reads the lines the server prints at its start, until the one that says where it is.
static uint16_t read_port(int from)
{
    FILE *lines = fdopen(from, "r");
    char line[256];
    unsigned port = 0;
    while (lines != NULL && port == 0 && fgets(line, sizeof line, lines) != NULL) {
        (void)sscanf(line, "Table open at http://localhost:%u", &port);
    }
    if (port == 0) {
        die("the server did not start");
    }
    return (uint16_t)port; // the stream stays open: the server may still print
}

static void start(struct server *server, const char *uth, const char *store, const char *tables)
{
    char config[128];
    int pipes[2];
    (void)snprintf(server->directory, sizeof server->directory, "/tmp/uth-bench-XXXXXX");
    if (mkdtemp(server->directory) == NULL || pipe(pipes) != 0) {
        die("no directory, or no pipe");
    }
    server->cluster.directory[0] = '\0';
    if (store != NULL && strcmp(store, "postgres") == 0 &&
        !cluster_start(&server->cluster, false)) {
        die("no PostgreSQL");
    }
    write_config(server, store, tables);
    (void)snprintf(config, sizeof config, "%s/uth.conf", server->directory);
    server->pid = fork();
    if (server->pid == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody is left behind
        (void)dup2(pipes[1], STDOUT_FILENO);
        (void)close(pipes[0]);
        (void)execl(uth, uth, "serve", "--config", config, (char *)NULL);
        _exit(127);
    }
    (void)close(pipes[1]);
    server->port = read_port(pipes[0]);
}

static void stop(struct server *server)
{
    char command[128];
    int status = 0;
    (void)kill(server->pid, SIGTERM);
    (void)waitpid(server->pid, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        die("the server did not end in order");
    }
    if (server->cluster.directory[0] != '\0') {
        cluster_stop(&server->cluster);
    }
    (void)snprintf(command, sizeof command, "rm -rf '%s'", server->directory);
    (void)system(command);
}

static long status_field(pid_t pid, const char *name)
{
    char path[64];
    char line[256];
    long value = 0;
    (void)snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, name, strlen(name)) == 0) {
            value = strtol(line + strlen(name) + 1, NULL, 10);
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return value;
}

// Seconds of processor time the server has used.
static double server_cpu(pid_t pid)
{
    char path[64];
    char line[1024] = "";
    unsigned long user = 0;
    unsigned long kernel = 0;
    (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        (void)fgets(line, sizeof line, file);
        (void)fclose(file);
    }
    const char *rest = strrchr(line, ')');
    if (rest == NULL || sscanf(rest + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
                               &user, &kernel) != 2) {
        die("no figures of the server");
    }
    return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

// What the two processes and the machine have used so far, in seconds. Time stolen by a hypervisor
// belongs to no process: figures taken beside much of it say little.
struct usage {
    double server, client, idle, stolen;
};

static struct usage usage_now(pid_t pid)
{
    struct usage usage = {.server = server_cpu(pid)};
    struct timespec own = {0};
    unsigned long idle = 0, waiting = 0, stolen = 0;
    char line[256] = "";
    FILE *file = fopen("/proc/stat", "r");
    if (file != NULL) {
        (void)fgets(line, sizeof line, file);
        (void)fclose(file);
    }
    (void)sscanf(line, "cpu %*u %*u %*u %lu %lu %*u %*u %lu", &idle, &waiting, &stolen);
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
    usage.client = (double)own.tv_sec + (double)own.tv_nsec * 1e-9;
    usage.idle = (double)(idle + waiting) / (double)sysconf(_SC_CLK_TCK);
    usage.stolen = (double)stolen / (double)sysconf(_SC_CLK_TCK);
    return usage;
}

// ---- HTTP, as far as it is needed -------------------------------------------------------------

static size_t ask(const struct server *server, const char *request, char *answer, size_t size)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(server->port)};
    size_t used = 0;
    ssize_t got = 1;
    const int made = socket(AF_INET, SOCK_STREAM, 0);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (made < 0 || connect(made, (const struct sockaddr *)&to, sizeof to) != 0 ||
        write(made, request, strlen(request)) < 0) {
        die("cannot ask the server");
    }
    while (got > 0 && used + 1 < size) {
        got = read(made, answer + used, size - used - 1);
        used += got > 0 ? (size_t)got : 0;
        answer[used] = '\0';
        const char *body = strstr(answer, "\r\n\r\n");
        const char *length = strstr(answer, "Content-Length: ");
        if (body != NULL && length != NULL &&
            used >= (size_t)(body + 4 - answer) + strtoul(length + 16, NULL, 10)) {
            break;
        }
    }
    (void)close(made);
    return used;
}

static void make_guest(const struct server *server, char cookie[160])
{
    char answer[4096] = "";
    (void)ask(server, "POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
              answer, sizeof answer);
    char *found = strstr(answer, "uth_session=");
    if (found == NULL) {
        die("no guest");
    }
    found[strcspn(found, ";")] = '\0';
    (void)snprintf(cookie, 160, "Cookie: %s\r\n", found);
}

static double metric(const struct server *server, const char *name)
{
    static char answer[65536];
    (void)ask(server, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", answer, sizeof answer);
    char wanted[64];
    (void)snprintf(wanted, sizeof wanted, "\n%s ", name);
    const char *found = strstr(answer, wanted);
    return found != NULL ? strtod(found + strlen(wanted), NULL) : 0;
}

// ---- people -----------------------------------------------------------------------------------

enum mode { PLAY, WAGER, WATCH };

struct person {
    uint32_t table;
    uint32_t seat;
    int64_t sent;   // when the command under way was due, 0: none is
    int64_t acts;   // when the planned action is due, 0: none
    char action[8]; // "": a wager
    uint64_t round; // as the newest view says
    char street[12];
    bool seated;
};

struct crowd {
    struct ws_client *client;
    struct person people[PEOPLE_MAX];
    uint32_t count;
    uint32_t seated;
    enum mode mode;
    uint64_t next_id;
    int64_t *due; // by id, in the open loop
    uint64_t due_first;
    double *samples;
    uint32_t sample_count;
    uint64_t refused;
    uint64_t views;
    uint64_t closed;
    uint64_t random;
};

static void say(struct crowd *crowd, uint32_t who, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void say(struct crowd *crowd, uint32_t who, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    (void)ws_client_send(crowd->client, who, text, (size_t)length);
}

static void opened(void *context, uint32_t who)
{
    struct crowd *crowd = context;
    struct person *person = &crowd->people[who];
    if (person->table == 0) {
        return;
    }
    say(crowd, who, "{\"type\":\"watch\",\"table\":%u}", person->table);
    if (crowd->mode != WATCH) {
        say(crowd, who,
            "{\"type\":\"sit\",\"table\":%u,\"id\":%llu,\"seat\":%u,\"amount\":10000000}",
            person->table, (unsigned long long)crowd->next_id++, person->seat);
    }
}

static void sample(struct crowd *crowd, int64_t due)
{
    if (crowd->sample_count < SAMPLES_MAX) {
        crowd->samples[crowd->sample_count++] = (double)(ws_client_now() - due) * 1e-6;
    }
}

static void answered(struct crowd *crowd, uint32_t who, const char *text)
{
    struct person *person = &crowd->people[who];
    const char *id = strstr(text, "\"id\":");
    const bool good = strstr(text, "\"ok\":true") != NULL;
    if (!person->seated) {
        person->seated = good;
        crowd->seated += good;
        crowd->refused += !good;
        return;
    }
    crowd->refused += !good;
    if (crowd->due != NULL && id != NULL) {
        const uint64_t number = strtoull(id + 5, NULL, 10) - crowd->due_first;
        if (number < SAMPLES_MAX && crowd->due[number] != 0) {
            sample(crowd, crowd->due[number]);
        }
    } else if (person->sent != 0) {
        sample(crowd, person->sent);
        person->sent = 0;
    }
}

// The round and the street that a command is made for.
static void note_moment(struct person *person, const char *text)
{
    const char *round = strstr(text, ",\"round\":");
    const char *phase = strstr(text, ",\"phase\":\"");
    if (round != NULL && phase != NULL) {
        person->round = strtoull(round + 9, NULL, 10);
        (void)snprintf(person->street, sizeof person->street, "%.*s",
                       (int)strcspn(phase + 10, "\""), phase + 10);
    }
}

// What is allowed now is done after up to THINK_MS of thinking; what is not allowed any more is dropped.
static void think(struct crowd *crowd, uint32_t who, const char *text)
{
    struct person *person = &crowd->people[who];
    const char *you = strstr(text, "\"you\":{");
    const char *seats = strstr(text, "\"seats\":[");
    const char *decisions = you != NULL ? strstr(you, "\"decisions\":[\"") : NULL;
    const char *wager = you != NULL ? strstr(you, "\"wager\":true") : NULL;
    const char *ready = you != NULL ? strstr(you, "\"ready\":false") : NULL;
    if (you == NULL || seats == NULL || person->sent != 0) {
        return;
    }
    const bool may_decide = decisions != NULL && decisions < seats;
    const bool may_wager = wager != NULL && wager < seats && ready != NULL && ready < wager;
    if (!may_decide && !may_wager) {
        person->acts = 0;
        return;
    }
    if (person->acts == 0) {
        person->acts =
            ws_client_now() + (int64_t)(bench_random(&crowd->random) % THINK_MS) * INT64_C(1000000);
    }
    person->action[0] = '\0';
    if (may_decide) {
        const size_t length = strcspn(decisions + 14, "\"");
        (void)snprintf(person->action, sizeof person->action, "%.*s",
                       (int)(length < 7 ? length : 7), decisions + 14);
    }
}

static void act(struct crowd *crowd, uint32_t who)
{
    struct person *person = &crowd->people[who];
    person->sent = person->acts;
    person->acts = 0;
    if (person->action[0] != '\0') {
        say(crowd, who,
            "{\"type\":\"decide\",\"table\":%u,\"id\":%llu,\"round\":%llu,\"street\":\"%s\","
            "\"action\":\"%s\"}",
            person->table, (unsigned long long)crowd->next_id++, (unsigned long long)person->round,
            person->street, person->action);
    } else {
        say(crowd, who,
            "{\"type\":\"wager\",\"table\":%u,\"id\":%llu,\"round\":%llu,\"ready\":true,"
            "\"stakes\":{\"ante\":500,\"blind\":500,\"trips\":100}}",
            person->table, (unsigned long long)crowd->next_id++, (unsigned long long)person->round);
    }
}

static void act_all(struct crowd *crowd)
{
    const int64_t now = ws_client_now();
    for (uint32_t i = 0; i < crowd->count; i++) {
        if (crowd->people[i].acts != 0 && crowd->people[i].acts <= now) {
            act(crowd, i);
        }
    }
}

static void messaged(void *context, uint32_t who, const char *text, size_t size)
{
    struct crowd *crowd = context;
    (void)size;
    if (strncmp(text, "{\"type\":\"view\"", 14) == 0) {
        crowd->views++;
        note_moment(&crowd->people[who], text);
        if (crowd->mode == PLAY) {
            think(crowd, who, text);
        }
    } else if (strncmp(text, "{\"type\":\"answer\"", 16) == 0) {
        answered(crowd, who, text);
    }
}

static void closed(void *context, uint32_t who, int code)
{
    struct crowd *crowd = context;
    (void)who;
    (void)code;
    crowd->closed++;
}

static struct crowd *crowd_new(const struct server *server, enum mode mode)
{
    struct crowd *crowd = calloc(1, sizeof *crowd);
    if (crowd == NULL) {
        die("out of memory");
    }
    crowd->mode = mode;
    crowd->next_id = 1;
    crowd->random = 1;
    crowd->samples = calloc(SAMPLES_MAX, sizeof *crowd->samples);
    const struct ws_client_options options = {
        .port = server->port,
        .connections_max = PEOPLE_MAX,
        .on = {.opened = opened, .message = messaged, .closed = closed, .context = crowd},
    };
    crowd->client = ws_client_new(&options);
    if (crowd->client == NULL || crowd->samples == NULL) {
        die("no memory, or not enough open files");
    }
    return crowd;
}

static void crowd_free(struct crowd *crowd)
{
    ws_client_free(crowd->client);
    free(crowd->samples);
    free(crowd->due);
    free(crowd);
}

static void wait_for(struct crowd *crowd, double seconds)
{
    const int64_t end = ws_client_now() + (int64_t)(seconds * 1e9);
    while (ws_client_now() < end) {
        ws_client_poll(crowd->client, 1000);
        act_all(crowd);
    }
}

static bool all_in(const struct crowd *crowd, uint32_t count)
{
    return ws_client_open(crowd->client) >= count &&
           (crowd->mode == WATCH || crowd->seated >= count);
}

// Connects so many, each as a guest of its own or all as one, and seats them over the tables.
static void join(struct crowd *crowd, const struct server *server, uint32_t count, uint32_t tables,
                 bool own)
{
    char cookie[160] = "";
    char headers[320];
    for (uint32_t i = 0; i < count; i++) {
        if (own || i == 0) {
            make_guest(server, cookie);
        }
        (void)snprintf(headers, sizeof headers, "%sSec-WebSocket-Protocol: uth1\r\n", cookie);
        struct person *person = &crowd->people[crowd->count++];
        person->table = tables == 0 ? 0 : i % tables + 1;
        person->seat = tables == 0 ? 0 : i / tables + 1;
        (void)ws_client_connect(crowd->client, headers);
        ws_client_poll(crowd->client, 0);
    }
    const int64_t end = ws_client_now() + JOIN_NS;
    while (!all_in(crowd, count) && crowd->closed == 0 && ws_client_now() < end) {
        ws_client_poll(crowd->client, 10000);
    }
    if (!all_in(crowd, count)) {
        (void)fprintf(stderr, "bench_room: %u open, %u seated of %u, %llu closed\n",
                      ws_client_open(crowd->client), crowd->seated, count,
                      (unsigned long long)crowd->closed);
        die("not everybody got in");
    }
}

// ---- figures ----------------------------------------------------------------------------------

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double percentile(struct crowd *crowd, double share)
{
    if (crowd->sample_count == 0) {
        return 0;
    }
    qsort(crowd->samples, crowd->sample_count, sizeof *crowd->samples, by_size);
    return crowd->samples[(size_t)((double)(crowd->sample_count - 1) * share)];
}

static void report(const char *what, struct crowd *crowd, double seconds, pid_t pid,
                   const struct usage *since)
{
    const struct usage now = usage_now(pid);
    (void)printf(
        "%-28s %5.0f commands/s %6.0f views/s  p50 %6.2f p99 %6.2f max %6.1f ms  server "
        "%3.0f%% client %3.0f%% idle %3.0f%% stolen %2.0f%%  refused %llu closed %llu\n",
        what, (double)crowd->sample_count / seconds, (double)crowd->views / seconds,
        percentile(crowd, 0.5), percentile(crowd, 0.99), percentile(crowd, 1),
        100 * (now.server - since->server) / seconds, 100 * (now.client - since->client) / seconds,
        100 * (now.idle - since->idle) / seconds, 100 * (now.stolen - since->stolen) / seconds,
        (unsigned long long)crowd->refused, (unsigned long long)crowd->closed);
    (void)fflush(stdout);
}

static void table_text(char *text, size_t size, unsigned copies, unsigned timer_ms,
                       unsigned betting_ms, unsigned house)
{
    (void)snprintf(text, size,
                   "[table Bench]\nprofile = washington\ncopies = %u\nbetting_ms = %u\n"
                   "decision_ms = %u\nresult_ms = %u\nhouse_ms = %u\nhouse_players = %u\n"
                   "buy_in_max = 0\nabsent_rounds = 0\nmeter = no\n",
                   copies, betting_ms, timer_ms, timer_ms, timer_ms / 4, house);
}

// ---- what is measured -------------------------------------------------------------------------

static void measure_players(const char *uth, const char *store)
{
    struct server server;
    char tables[512];
    table_text(tables, sizeof tables, 300, 1000, 1000, 0);
    start(&server, uth, store, tables);
    struct crowd *crowd = crowd_new(&server, PLAY);
    join(crowd, &server, 2000, 300, true);
    wait_for(crowd, 2); // everybody is in a round
    crowd->sample_count = 0;
    crowd->views = 0;
    crowd->refused = 0;
    const struct usage usage = usage_now(server.pid);
    const double rounds = metric(&server, "uth_rounds_total");
    wait_for(crowd, 10);
    report("2,000 players, 300 tables", crowd, 10, server.pid, &usage);
    (void)printf("%-34s %7.0f rounds/s\n", "", (metric(&server, "uth_rounds_total") - rounds) / 10);
    crowd_free(crowd);
    stop(&server);
}

static void open_loop(struct crowd *crowd, const struct server *server, double rate, double seconds)
{
    char what[64];
    const int64_t begin = ws_client_now();
    const struct usage usage = usage_now(server->pid);
    uint64_t sent = 0;
    crowd->due_first = crowd->next_id;
    memset(crowd->due, 0, SAMPLES_MAX * sizeof *crowd->due);
    crowd->sample_count = 0;
    crowd->views = 0;
    while (ws_client_now() < begin + (int64_t)(seconds * 1e9)) {
        const int64_t due = begin + (int64_t)((double)sent / rate * 1e9);
        const int64_t left = due - ws_client_now();
        if (left > 0) {
            ws_client_poll(crowd->client, left / 1000);
            continue;
        }
        const uint32_t who = (uint32_t)(bench_random(&crowd->random) % crowd->count);
        const unsigned ante = sent % 2 == 0 ? 500 : 600;
        crowd->due[sent++] = due;
        say(crowd, who,
            "{\"type\":\"wager\",\"table\":%u,\"id\":%llu,\"round\":%llu,\"ready\":false,"
            "\"stakes\":{\"ante\":%u,\"blind\":%u}}",
            crowd->people[who].table, (unsigned long long)crowd->next_id++,
            (unsigned long long)crowd->people[who].round, ante, ante);
        if (sent % 16 == 0) {
            ws_client_poll(crowd->client, 0);
        }
    }
    wait_for(crowd, 0.5);
    (void)snprintf(what, sizeof what, "open loop, %.0f/s%s", rate,
                   crowd->sample_count + 5 < sent ? ", NOT ALL ANSWERED" : "");
    report(what, crowd, seconds, server->pid, &usage);
}

static void measure_open(const char *uth, const char *store)
{
    static const double rates[] = {1000, 2000, 3500, 4500, 5500, 6500, 7500};
    struct server server;
    char tables[512];
    table_text(tables, sizeof tables, 250, 1000, 600000, 0);
    start(&server, uth, store, tables);
    struct crowd *crowd = crowd_new(&server, WAGER);
    join(crowd, &server, 250 * SEATS, 250, true);
    crowd->due = calloc(SAMPLES_MAX, sizeof *crowd->due);
    wait_for(crowd, 1);
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        open_loop(crowd, &server, rates[i], 4);
        if (percentile(crowd, 0.99) > 100) {
            break; // past the knee: the rest says nothing more
        }
    }
    crowd_free(crowd);
    stop(&server);
}

static void measure_idle(const char *uth, const char *store)
{
    struct server server;
    char tables[512];
    table_text(tables, sizeof tables, 10, 1000, 1000, 0);
    start(&server, uth, store, tables);
    struct crowd *crowd = crowd_new(&server, WATCH);
    const long before = status_field(server.pid, "VmRSS:");
    join(crowd, &server, 5000, 0, false);
    wait_for(crowd, 1);
    const long after = status_field(server.pid, "VmRSS:");
    const double cpu = server_cpu(server.pid);
    wait_for(crowd, 3);
    (void)printf("%-34s %7.1f KiB each, server %.1f%%, closed %llu\n", "5,000 idle connections",
                 (double)(after - before) / 5000, 100 * (server_cpu(server.pid) - cpu) / 3,
                 (unsigned long long)crowd->closed);
    crowd_free(crowd);
    stop(&server);
}

static long measure_round_cost(const char *uth, const char *store, unsigned count,
                               unsigned timer_ms)
{
    struct server server;
    char tables[512];
    char what[64];
    table_text(tables, sizeof tables, count, timer_ms, timer_ms, 4);
    start(&server, uth, store, tables);
    struct crowd *crowd = crowd_new(&server, WATCH);
    wait_for(crowd, 6); // the start is over, and what it took has been given back
    const long memory = status_field(server.pid, "VmRSS:");
    join(crowd, &server, count, count, false);
    wait_for(crowd, 2);
    const double cpu = server_cpu(server.pid);
    const double rounds = metric(&server, "uth_rounds_total");
    wait_for(crowd, 6);
    const double played = metric(&server, "uth_rounds_total") - rounds;
    (void)snprintf(what, sizeof what, "%u tables, a watcher each", count);
    (void)printf("%-34s %7.0f rounds/s %8.0f us of the server each, closed %llu\n", what,
                 played / 6, 1e6 * (server_cpu(server.pid) - cpu) / (played > 0 ? played : 1),
                 (unsigned long long)crowd->closed);
    (void)fflush(stdout);
    crowd_free(crowd);
    stop(&server);
    return memory;
}

static void measure_tables(const char *uth, const char *store)
{
    const long few = measure_round_cost(uth, store, 10, 20);
    (void)measure_round_cost(uth, store, 100, 200);
    const long many = measure_round_cost(uth, store, 1000, 2000);
    (void)printf("%-34s %7.1f KiB a table\n", "memory", (double)(many - few) / 990);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(const char *uth, const char *store);
    } all[] = {
        {"players", measure_players},
        {"open", measure_open},
        {"idle", measure_idle},
        {"tables", measure_tables},
    };
    const char *only = argc > 2 ? argv[2] : NULL;
    if (argc < 2) {
        die("usage: bench_room UTH [players|open|idle|tables] [postgres|postgres://URL]");
    }
    (void)signal(SIGPIPE, SIG_IGN);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (only == NULL || strcmp(only, all[i].name) == 0) {
            all[i].run(argv[1], argc > 3 ? argv[3] : NULL);
        }
    }
    return 0;
}
