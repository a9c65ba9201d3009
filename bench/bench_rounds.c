// What a round costs in an SQLite store: four people at a table, each command a batch of its own, as the
// server stores them when nobody is in a hurry. Bytes of the database and bytes written, by round and by
// command; then how fast all of it is read and proved, beside SQLite and BLAKE2b alone.
//
// usage: bench_rounds [ROUNDS] [progressive|plain [keep]]
//        bench_rounds prove DIRECTORY
//        bench_rounds fill ROUNDS TABLES DAYS DIRECTORY [progressive]
//
// The second reads and proves what the third made. The third makes a large store quickly and leaves it as DIRECTORY/uth.db with its key: tables take turns,
// each with four people, over so many days; what comes together at a table is one batch, and batches are
// stored in groups.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>
#include <sqlite3.h>

#include "bench.h"
#include "office/office.h"
#include "store/audit.h"
#include "support/rng.h"

#define PLAYERS 4
#define TABLES  64

struct bench {
    uint32_t tables;
    uint32_t at; // the table that is played
    bool in_groups;
    struct store_bytes bodies[STORE_GROUP_MAX]; // that wait to be stored
    size_t waiting;
    size_t bytes;
    struct office *office;
    struct rng rng;
    int64_t now_ms;
    uint64_t players[TABLES][PLAYERS];
    uint64_t manager;
    uint64_t commands;
    bool progressive;
    struct room_table table;
    struct uth_controller meter;
    struct room_batch batch;
    struct office_draft draft;
    char url[256];
};

static void store_group(struct bench *bench)
{
    static struct store_result results[STORE_GROUP_MAX];
    struct store *store = office_store(bench->office);
    if (bench->waiting == 0) {
        return;
    }
    UTH_CHECK(store_append_encoded(store, bench->bodies, bench->waiting, results) == STORE_OK);
    for (size_t i = 0; i < bench->waiting; i++) {
        UTH_CHECK(results[i].status == STORE_OK);
        free((void *)(uintptr_t)bench->bodies[i].data);
    }
    bench->waiting = 0;
    bench->bytes = 0;
}

// The office is ahead of the disk by a group.
static void commit_later(struct bench *bench)
{
    struct fault fault;
    uint8_t *body = NULL;
    size_t size = 0;
    UTH_CHECK(store_encode(&bench->draft.batch, &body, &size) == STORE_OK);
    UTH_CHECK(office_apply(bench->office, &bench->draft.batch, office_position(bench->office) + 1,
                           &fault));
    bench->bodies[bench->waiting++] = (struct store_bytes){body, size};
    bench->bytes += size;
    if (bench->waiting == STORE_GROUP_MAX || bench->bytes >= STORE_GROUP_BYTES) {
        store_group(bench);
    }
}

static void commit(struct bench *bench)
{
    struct fault fault;
    if (bench->in_groups) {
        commit_later(bench);
        return;
    }
    if (!office_commit(bench->office, &bench->draft, &fault)) {
        (void)fprintf(stderr, "bench_rounds: %s\n", fault.text);
        exit(1);
    }
}

static struct uth_decision never_asked(void *context, const struct uth_rules *rules,
                                       uint8_t strategy, const struct uth_view *view, uint8_t seat,
                                       const struct uth_decision *offers, size_t offer_count)
{
    (void)context, (void)rules, (void)strategy, (void)view, (void)seat, (void)offer_count;
    return offers[0];
}

static struct room_world begin(struct bench *bench)
{
    const struct office_table *stored = office_table(bench->office, bench->at);
    struct room_world world = {.now_ms = bench->now_ms,
                               .watchers = 1,
                               .drop = stored->drop,
                               .context = bench->office,
                               .commit = office_world_commit,
                               .commit_part = office_world_commit_part,
                               .sign_roster = office_world_sign_roster,
                               .shuffle = office_world_shuffle,
                               .advise = never_asked};
    bench->table = stored->room;
    world.rules = office_rules(bench->office, bench->table.config.profile);
    world.next_rules = office_rules(bench->office, stored->wanted.profile);
    if (bench->table.config.meter != 0) {
        bench->meter = office_meter(bench->office, 1)->controller;
        world.meter = &bench->meter;
    }
    for (size_t i = 0; i < sizeof world.random; i++) {
        world.random[i] = (uint8_t)rng_next(&bench->rng);
    }
    room_batch_start(&bench->batch, &bench->table, bench->now_ms);
    return world;
}

static void store(struct bench *bench, const struct room_world *world)
{
    if (!room_batch_is_empty(&bench->batch)) {
        office_encode_room(bench->office, &bench->batch, &bench->table, world->meter, NULL,
                           &bench->draft);
        commit(bench);
    }
}

static void do_command(struct bench *bench, struct room_world *world, struct room_command *command,
                       uint64_t who)
{
    command->who = office_at_table(office_person(bench->office, who), bench->now_ms);
    command->id = ++bench->commands;
    command->round = bench->table.round.number;
    command->street = (enum uth_phase)bench->table.round.phase;
    UTH_CHECK(room_do(world, &bench->table, command, &bench->batch) == UTH_OK);
}

static void give(struct bench *bench, struct room_command *command, uint64_t who)
{
    struct room_world world = begin(bench);
    do_command(bench, &world, command, who);
    store(bench, &world);
    bench->now_ms += 300 + rng_below(&bench->rng, 1000);
}

static void tick(struct bench *bench)
{
    struct room_world world = begin(bench);
    while (room_batch_has_space(&bench->batch) && room_tick(&world, &bench->table, &bench->batch)) {
    }
    if (room_batch_is_empty(&bench->batch)) {
        const int64_t wake_ms = room_wake_ms(&world, &bench->table);
        UTH_CHECK(wake_ms != INT64_MAX);
        bench->now_ms = wake_ms > bench->now_ms ? wake_ms : bench->now_ms + 1;
    }
    store(bench, &world);
}

// ---- the cardroom -----------------------------------------------------------------------------

static void make_people(struct bench *bench, struct fault *fault)
{
    const struct office_by by = {.name = "bench", .now_ms = bench->now_ms, .why = "the bench"};
    const struct office_person_new manager = {.name = "Marge", .role = ROOM_ROLE_MANAGER};
    UTH_CHECK(office_person_add(bench->office, &manager, &by, &bench->draft, fault));
    bench->manager = bench->draft.id;
    commit(bench);
    for (size_t i = 0; i < (size_t)bench->tables * PLAYERS; i++) {
        UTH_CHECK(office_person_guest(bench->office, (uth_money){INT64_C(10000000000)},
                                      bench->now_ms, &bench->draft, fault));
        bench->players[i / PLAYERS][i % PLAYERS] = bench->draft.id;
        commit(bench);
    }
}

static void make_meter(struct bench *bench, const struct office_by *by, struct fault *fault)
{
    const struct uth_progressive_rules *rules = &uth_rules_washington.progressive;
    const struct office_meter_new meter = {rules,
                                           {.seed = rules->seed,
                                            .meter_rate_bp = rules->meter_rate_bp,
                                            .reserve_rate_bp = rules->reserve_rate_bp,
                                            .fixed_pays_from = rules->fixed_pays_from},
                                           {2000000},
                                           {500000}};
    UTH_CHECK(office_meter_add(bench->office, &meter, by, &bench->draft, fault));
    commit(bench);
}

static void link_meter(struct bench *bench, const struct office_by *by, struct fault *fault)
{
    const struct uth_controller_command link = {.kind = UTH_CONTROLLER_LINK,
                                                .authority = UTH_AUTHORITY_EXECUTIVE,
                                                .table = bench->at,
                                                .controller = UTH_MODEL_AQUARIUS};
    UTH_CHECK(office_meter_command(bench->office, 1, &link, by, &bench->draft, fault));
    commit(bench);
}

static void open_table(struct bench *bench)
{
    struct room_command command = {.kind = ROOM_COMMAND_CONFIGURE,
                                   .config = office_table(bench->office, bench->at)->wanted};
    give(bench, &command, bench->manager);
    command = (struct room_command){.kind = ROOM_COMMAND_RESUME};
    give(bench, &command, bench->manager);
    for (size_t i = 0; i < PLAYERS; i++) {
        command = (struct room_command){
            .kind = ROOM_COMMAND_SIT, .seat = (uint8_t)(i + 1), .amount = {INT64_C(5000000000)}};
        give(bench, &command, bench->players[bench->at - 1][i]);
    }
}

static void make_tables(struct bench *bench, struct fault *fault)
{
    const struct office_by by = {
        .who = bench->manager, .name = "Marge", .now_ms = bench->now_ms, .why = "the bench"};
    if (bench->progressive) {
        make_meter(bench, &by, fault);
    }
    for (bench->at = 1; bench->at <= bench->tables; bench->at++) {
        struct room_config config;
        char name[ROOM_NAME_MAX];
        (void)snprintf(name, sizeof name, "Rainier %u", bench->at);
        office_config_default(&uth_rules_washington, name, &config);
        config.house_players = 0;
        config.confirm_up_to.cents = INT64_C(100000000);
        config.buy_in_max.cents = 0;
        config.meter = bench->progressive ? 1 : 0;
        UTH_CHECK(office_table_add(bench->office, &uth_rules_washington, &config, &by,
                                   &bench->draft, fault));
        commit(bench);
        if (bench->progressive) {
            link_meter(bench, &by, fault);
        }
        open_table(bench);
    }
}

// ---- play -------------------------------------------------------------------------------------

static struct room_command wager(struct bench *bench)
{
    struct room_command command = {.kind = ROOM_COMMAND_WAGER, .ready = true};
    const struct uth_rules *rules = &uth_rules_washington;
    const int64_t ante = uth_rules_limit(rules, UTH_WAGER_ANTE).min.cents;
    command.stakes[UTH_WAGER_ANTE].cents = ante * (1 + rng_below(&bench->rng, 3));
    command.stakes[UTH_WAGER_BLIND] = command.stakes[UTH_WAGER_ANTE];
    command.stakes[UTH_WAGER_TRIPS].cents = rng_below(&bench->rng, 2) == 0 ? ante : 0;
    if (bench->progressive) {
        command.stakes[UTH_WAGER_TRIPS].cents = ante; // which the Progressive needs (BET-4)
        command.stakes[UTH_WAGER_PROGRESSIVE] = rules->progressive.stake;
    }
    return command;
}

static struct room_command decide(struct bench *bench, const struct room_table *table,
                                  size_t player)
{
    struct room_command command = {.kind = ROOM_COMMAND_DECIDE};
    struct uth_decision offers[UTH_OFFERS_MAX];
    const size_t count =
        uth_round_offers(office_rules(bench->office, table->config.profile), &table->round,
                         (uint8_t)(player + 1), table->seats[player].chips, offers);
    // The most that is offered in 38 of 100 hands, as perfect play before the flop; else the least.
    command.decision = rng_below(&bench->rng, 100) < 38 ? offers[0] : offers[count - 1];
    return command;
}

// Everybody acts at once, and what follows is stored with it.
static void step_in_groups(struct bench *bench)
{
    struct room_world world = begin(bench);
    struct room_table *table = &bench->table;
    for (size_t i = 0; i < PLAYERS; i++) {
        struct room_command command;
        if (table->state == ROOM_STATE_BETTING && !table->seats[i].ready) {
            command = wager(bench);
        } else if (table->state == ROOM_STATE_PLAYING &&
                   uth_round_awaits(&table->round, (uint8_t)(i + 1))) {
            command = decide(bench, table, i);
        } else {
            continue;
        }
        do_command(bench, &world, &command, bench->players[bench->at - 1][i]);
    }
    while (room_batch_has_space(&bench->batch) && room_tick(&world, table, &bench->batch)) {
    }
    if (room_batch_is_empty(&bench->batch)) {
        const int64_t wake_ms = room_wake_ms(&world, table);
        UTH_CHECK(wake_ms != INT64_MAX);
        bench->now_ms = wake_ms > bench->now_ms ? wake_ms : bench->now_ms + 1;
    }
    store(bench, &world);
}

static void step(struct bench *bench)
{
    const struct room_table *table = &office_table(bench->office, bench->at)->room;
    for (size_t i = 0; i < PLAYERS; i++) {
        struct room_command command;
        if (table->state == ROOM_STATE_BETTING && !table->seats[i].ready) {
            command = wager(bench);
            give(bench, &command, bench->players[bench->at - 1][i]);
        } else if (table->state == ROOM_STATE_PLAYING &&
                   uth_round_awaits(&table->round, (uint8_t)(i + 1))) {
            command = decide(bench, table, i);
            give(bench, &command, bench->players[bench->at - 1][i]);
        }
    }
    tick(bench);
}

static void play_round(struct bench *bench)
{
    const struct room_table *table = &office_table(bench->office, bench->at)->room;
    const uint64_t number = table->round.number + (table->round.phase == UTH_PHASE_OVER ||
                                                   table->round.phase == UTH_PHASE_IDLE);
    while (table->round.number < number || table->round.phase != UTH_PHASE_OVER) {
        if (bench->in_groups) {
            step_in_groups(bench);
        } else {
            step(bench);
        }
    }
}

// ---- what it costs ----------------------------------------------------------------------------

static uint64_t size_of(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? (uint64_t)info.st_size : 0;
}

static uint64_t bytes_written(void)
{
    char line[64];
    uint64_t bytes = 0;
    FILE *file = fopen("/proc/self/io", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        (void)sscanf(line, "wchar: %" SCNu64, &bytes);
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return bytes;
}

static void open_office(struct bench *bench, const char *directory)
{
    struct fault fault = {.text = ""};
    char key[256];
    const struct office_options options = {.make = true};
    (void)snprintf(key, sizeof key, "%s/uth.db.seal", directory);
    bench->office = office_open(bench->url, key, &options, &fault);
    if (bench->office == NULL) {
        (void)fprintf(stderr, "bench_rounds: %s\n", fault.text);
        exit(1);
    }
}

static bool count_events(void *context, const struct store_record *record)
{
    *(uint64_t *)context += record->batch.event_count;
    return true;
}

// The least that any proof does: every body read in its order, and hashed.
static double hash_bare(const struct bench *bench)
{
    const double start = bench_seconds();
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    uint8_t hash[32];
    int step = SQLITE_OK;
    UTH_CHECK(sqlite3_open_v2(bench->url + 7, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK);
    UTH_CHECK(sqlite3_prepare_v2(db, "SELECT body FROM uth_batch ORDER BY position", -1, &statement,
                                 NULL) == SQLITE_OK);
    while ((step = sqlite3_step(statement)) == SQLITE_ROW) {
        (void)crypto_generichash(hash, sizeof hash, sqlite3_column_blob(statement, 0),
                                 (unsigned)sqlite3_column_bytes(statement, 0), NULL, 0);
    }
    UTH_CHECK(step == SQLITE_DONE);
    (void)sqlite3_finalize(statement);
    (void)sqlite3_close(db);
    return bench_seconds() - start;
}

static void prove(const struct bench *bench)
{
    const struct store_options options = {.read_only = true};
    struct fault fault;
    struct fault why;
    struct store *opened = NULL;
    static struct store_report report;
    uint64_t events = 0;
    const double bare = hash_bare(bench);
    UTH_CHECK(store_open(bench->url, &options, &fault, &opened) == STORE_OK);
    double start = bench_seconds();
    UTH_CHECK(store_read(opened, 1, UINT64_MAX, count_events, &events) == STORE_OK);
    bench_line("  events read", (double)events / (bench_seconds() - start), (double)events / bare,
               events);
    start = bench_seconds();
    UTH_CHECK(office_audit(opened, &report, &why) == STORE_OK);
    UTH_CHECK(report.status == STORE_OK && why.kind == FAULT_NONE);
    bench_line("  batches proved (uth audit verify)",
               (double)report.batches / (bench_seconds() - start), (double)report.batches / bare,
               report.batches);
    store_close(&opened);
}

// The clock is set to when the round is due, where it is not past it.
static int fill(struct bench *bench, char **argv)
{
    struct fault fault = {.text = ""};
    const uint64_t rounds = strtoull(argv[2], NULL, 10);
    const int64_t days = (int64_t)strtoull(argv[4], NULL, 10);
    const int64_t begin_ms = bench->now_ms;
    bench->tables = (uint32_t)strtoul(argv[3], NULL, 10);
    bench->progressive = argv[6] != NULL;
    UTH_CHECK(bench->tables >= 1 && bench->tables <= TABLES && days >= 1);
    (void)snprintf(bench->url, sizeof bench->url, "sqlite:%s/uth.db", argv[5]);
    open_office(bench, argv[5]);
    make_people(bench, &fault);
    bench->in_groups = true;
    make_tables(bench, &fault);
    for (uint64_t i = 0; i < rounds; i++) {
        const int64_t due_ms = begin_ms + (int64_t)i * (days * OFFICE_DAY_MS / (int64_t)rounds);
        bench->now_ms = due_ms > bench->now_ms ? due_ms : bench->now_ms;
        bench->at = (uint32_t)(i % bench->tables) + 1;
        play_round(bench);
    }
    store_group(bench);
    (void)printf("%" PRIu64 " rounds, %" PRIu64 " batches\n", rounds,
                 office_position(bench->office));
    office_close(&bench->office);
    return 0;
}

int main(int argc, char **argv)
{
    static struct bench bench;
    struct fault fault = {.text = ""};
    const uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 2000;
    char directory[32] = "/dev/shm/uth-bench-XXXXXX";
    char path[48];
    bench.progressive = argc > 2 && strcmp(argv[2], "progressive") == 0;
    bench.rng.state = 1;
    bench.now_ms = INT64_C(1790000000000);
    if (argc > 5 && strcmp(argv[1], "fill") == 0) {
        return fill(&bench, argv);
    }
    if (argc > 2 && strcmp(argv[1], "prove") == 0) {
        (void)snprintf(bench.url, sizeof bench.url, "sqlite:%s/uth.db", argv[2]);
        prove(&bench);
        return 0;
    }
    bench.tables = 1;
    if (mkdtemp(directory) == NULL) {
        return 1;
    }
    (void)snprintf(path, sizeof path, "%s/uth.db", directory);
    (void)snprintf(bench.url, sizeof bench.url, "sqlite:%s", path);
    open_office(&bench, directory);
    make_people(&bench, &fault);
    make_tables(&bench, &fault);
    bench.at = 1;
    office_close(&bench.office);
    const uint64_t before = size_of(path);
    open_office(&bench, directory);
    const uint64_t commands = bench.commands;
    const uint64_t position = office_position(bench.office);
    const uint64_t written = bytes_written();
    const double start = bench_seconds();
    for (uint64_t i = 0; i < rounds; i++) {
        play_round(&bench);
    }
    const double took = bench_seconds() - start;
    const uint64_t batches = office_position(bench.office) - position;
    const uint64_t made = bench.commands - commands;
    const uint64_t wrote = bytes_written() - written;
    office_close(&bench.office); // and with it the log goes into the file
    (void)printf("%" PRIu64 " rounds of %u players%s, %.1f commands and %.1f batches each\n"
                 "  %.0f bytes a round in SQLite, %.0f bytes written a command\n",
                 rounds, PLAYERS, bench.progressive ? " with the Progressive" : "",
                 (double)made / (double)rounds, (double)batches / (double)rounds,
                 (double)(size_of(path) - before) / (double)rounds, (double)wrote / (double)made);
    bench_line("  batches stored", (double)batches / took, 0, batches);
    prove(&bench);
    if (argc > 3) {
        (void)printf("%s\n", path);
    } else {
        (void)snprintf(bench.url, sizeof bench.url, "rm -rf %s", directory);
        return system(bench.url) == 0 ? 0 : 1;
    }
    return 0;
}
