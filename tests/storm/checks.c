// What must be true after every step, after a restart, and at the end.
#include <string.h>

#include "store/audit.h"
#include "storm.h"

// ---- replay -----------------------------------------------------------------------------------

static void compare_offices(const struct office *kept, const struct office *live)
{
    for (size_t i = 0; i < office_table_count(live); i++) {
        const struct office_table *a = office_table_at(kept, i);
        const struct office_table *b = office_table_at(live, i);
        if (memcmp(&a->room, &b->room, sizeof a->room) != 0 || a->sequence != b->sequence ||
            memcmp(&a->wanted, &b->wanted, sizeof a->wanted) != 0 ||
            a->tray.cents != b->tray.cents || a->drop.cents != b->drop.cents ||
            a->last_round != b->last_round ||
            memcmp(a->last_secret, b->last_secret, sizeof a->last_secret) != 0) {
            storm_fail(CHECK_REPLAY, "table %u as it is stored is not the table that is shown",
                       b->room.id);
        }
    }
    for (size_t i = 0; i < office_meter_count(live); i++) {
        if (memcmp(&office_meter_at(kept, i)->controller, &office_meter_at(live, i)->controller,
                   sizeof(struct uth_controller)) != 0) {
            storm_fail(CHECK_REPLAY, "meter %zu as it is stored is not the meter that is shown",
                       i + 1);
        }
    }
    for (size_t i = 0; i < office_person_count(live); i++) {
        const struct office_person *a = office_person_at(kept, i);
        const struct office_person *b = office_person_at(live, i);
        // Whose day is over finds that out when it is asked for.
        const struct office_day days[2] = {office_day_at(a, the_storm->serve->now_ms),
                                           office_day_at(b, the_storm->serve->now_ms)};
        if (memcmp(&a->state, &b->state, sizeof a->state) != 0 ||
            a->wallet.cents != b->wallet.cents || memcmp(&days[0], &days[1], sizeof days[0]) != 0) {
            storm_fail(CHECK_REPLAY, "person %zu as he is stored is not the one that is shown",
                       i + 1);
        }
    }
}

// The store as another program would find it: from snapshots, and what came after them.
static void check_reopened(void)
{
    struct storm *storm = the_storm;
    uint64_t head;
    uint8_t hash[STORE_HASH_SIZE];
    struct fault fault;
    const struct office_options options = {.read_only = true};
    UTH_CHECK(store_head(storm->reader, &head, hash) == STORE_OK);
    if (head != office_position(storm->serve->office)) {
        return; // something is stored that the loop has not heard of yet
    }
    struct office *office = office_open("memory:", storm->key_path, &options, &fault);
    if (office == NULL) {
        storm_fail(CHECK_REPLAY, "the store cannot be opened: %s", fault.text);
    }
    compare_offices(office, storm->serve->office);
    office_close(&office);
    storm->tally.reopened++;
    storm_checked(CHECK_REPLAY);
}

// ---- time -------------------------------------------------------------------------------------

#define SLACK_MS 1500 // for the disk, and for a meter that is another's

// Somebody is waited for who has no timer: a dealer, a supervisor, or the key of a linked table.
static bool is_held_up(const struct room_table *room)
{
    const struct office_meter *meter = office_meter(the_storm->serve->office, room->config.meter);
    return room->jackpot || room->config.pace != ROOM_PACE_AUTO ||
           (meter != NULL && meter->controller.frozen_at != 0);
}

// What has no deadline of its own is due at once, or as soon as nobody holds it up any more.
static void check_deadline(const struct office_table *table)
{
    struct storm *storm = the_storm;
    const struct room_table *room = &table->room;
    const bool runs = room->state > ROOM_STATE_WAITING;
    struct round_time *time = &storm->rounds[room->id];
    time->held_ms = is_held_up(room) ? storm->now_ms : time->held_ms;
    if (!runs || time->held_ms == storm->now_ms) {
        return;
    }
    struct room_world world;
    actor_world(storm->serve, storm->serve->actors[room->id], &room->config, NULL, &world);
    const int64_t stated = room->state == ROOM_STATE_SEALED ? room_reveal_until(&world, room)
                           : room->deadline_ms != 0         ? room->deadline_ms
                                                            : room->since_ms;
    const int64_t due = stated > time->held_ms ? stated : time->held_ms;
    if (storm->now_ms > due + SLACK_MS) {
        storm_fail(CHECK_TIMERS, "table %u is in state %u, phase %u, %lld ms behind its time",
                   room->id, room->state, room->round.phase, (long long)(storm->now_ms - due));
    }
    storm_checked(CHECK_TIMERS);
}

// While nobody has bet, "place your bets" is said again whenever its time is up, and rightly so.
static bool is_begun(const struct uth_round *round)
{
    bool begun = round->phase != UTH_PHASE_IDLE && round->phase != UTH_PHASE_BETTING &&
                 round->phase != UTH_PHASE_OVER;
    for (unsigned i = 0; round->phase == UTH_PHASE_BETTING && i < UTH_SEATS_MAX; i++) {
        begun = begun || round->seats[i].stakes[UTH_WAGER_ANTE].cents > 0;
    }
    return begun;
}

// A round as a whole, of a table that nobody holds up: from its first wager to its end.
static void check_round(const struct office_table *table)
{
    struct storm *storm = the_storm;
    const struct room_table *room = &table->room;
    const struct room_config *config = &room->config;
    struct round_time *time = &storm->rounds[room->id];
    const bool open = is_begun(&room->round);
    if (!open || time->number != room->round.number) {
        *time = (struct round_time){room->round.number, storm->now_ms, false, time->held_ms};
    }
    time->held_up = time->held_up || is_held_up(room);
    const int64_t longest = (int64_t)config->betting_ms + 3 * (int64_t)config->decision_ms +
                            config->result_ms + ROOM_RETURN_MS + 5 * SLACK_MS;
    if (!time->held_up && storm->now_ms - time->since_ms > longest) {
        storm_fail(CHECK_TIMERS, "table %u: round %llu has taken %lld ms", room->id,
                   (unsigned long long)room->round.number,
                   (long long)(storm->now_ms - time->since_ms));
    }
}

#define REOPEN_STEPS 1024 // between two openings of the store beside the server

void check_step(void)
{
    struct storm *storm = the_storm;
    const struct office *office = storm->serve->office;
    plant_on_disk();
    auditor_follow();
    auditor_count_all();
    for (size_t i = 0; storm->calm && !storm->over && i < office_table_count(office); i++) {
        check_deadline(office_table_at(office, i));
        check_round(office_table_at(office, i));
    }
    if (storm->step % REOPEN_STEPS == 0) {
        check_reopened();
    }
}

// ---- a restart --------------------------------------------------------------------------------

// The office of a server that starts has taken what the store has, and what was told before is in it:
// the auditor, who has read what was told, must find the store continuing behind that.
void check_restarted(void)
{
    struct storm *storm = the_storm;
    const uint64_t position = office_position(storm->serve->office);
    uint64_t head = 0;
    uint8_t hash[STORE_HASH_SIZE];
    UTH_CHECK(store_head(storm->reader, &head, hash) == STORE_OK);
    if (position != head) {
        storm_fail(CHECK_START, "a start has taken %llu of %llu batches",
                   (unsigned long long)position, (unsigned long long)head);
    }
    if (office_table_count(storm->serve->office) != TABLES) {
        storm_fail(CHECK_START, "a start has made %zu of %u tables",
                   office_table_count(storm->serve->office), TABLES);
    }
    storm_checked(CHECK_START);
    auditor_follow();
    auditor_count_all();
    check_reopened();
}

void check_chain(void)
{
    struct store_report report;
    UTH_CHECK(store_audit(the_storm->reader, STORE_AUDIT_LINKS | STORE_AUDIT_BOOKS, &report) ==
              STORE_OK);
    if (report.status != STORE_OK) {
        storm_fail(CHECK_CHAIN, "%s", report.text);
    }
    storm_checked(CHECK_CHAIN);
}
