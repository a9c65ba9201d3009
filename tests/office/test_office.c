// The office on a store of each kind: what is live is what a restart gives back, byte for byte.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "office/floor.h"
#include "office/names.h"
#include "office/record.h"
#include "office/stored.h"
#include "report/day.h"
#include "report/history.h"
#include "store/backend.h"
#include "support/sides.h"
#include "wire/record_json.h"
#include "wire/round_json.h"

struct world {
    struct backend backend;
    struct floor floor;
    char directory[64];
    char key[96];
    struct rng rng;
    bool started;
};

static struct world world; // large, and one for all tests

static void open_floor(void)
{
    struct fault fault = {.kind = FAULT_NONE};
    const int64_t now_ms = world.floor.now_ms;
    if (!floor_open(&world.floor, world.backend.url, world.key, rng_next(&world.rng), &fault)) {
        fail_msg("%s", fault.text);
    }
    world.floor.now_ms = now_ms > world.floor.now_ms ? now_ms : world.floor.now_ms;
}

static void fresh_floor(void)
{
    floor_close(&world.floor);
    assert_true(backend_wipe(&world.backend));
    world.floor.now_ms = 0;
    open_floor();
}

static int tear_down(void **state)
{
    (void)state;
    floor_close(&world.floor);
    return 0;
}

// ---- live and rebuilt -------------------------------------------------------------------------

// Everything the office says, as it says it.
struct picture {
    struct room_table tables[FLOOR_TABLES];
    struct room_config wanted[FLOOR_TABLES];
    uth_money trays[FLOOR_TABLES], drops[FLOOR_TABLES];
    uint8_t secrets[FLOOR_TABLES][ROOM_SECRET];
    uint64_t rounds[FLOOR_TABLES], sequences[FLOOR_TABLES];
    bool voided[FLOOR_TABLES];
    uint64_t withheld[FLOOR_TABLES][2];
    struct uth_controller meter;
    struct office_person_state people[FLOOR_PEOPLE + 8];
    uth_money wallets[FLOOR_PEOPLE + 8];
    struct office_day days[FLOOR_PEOPLE + 8];
    size_t person_count;
    uth_money cage, reserve, seed, adjustments;
    uint64_t position;
};

static uth_money balance(struct uth_account account)
{
    return office_balance(world.floor.office, &account);
}

static void take_picture(struct picture *picture)
{
    const struct office *office = world.floor.office;
    memset(picture, 0, sizeof *picture);
    for (uint32_t i = 0; i < FLOOR_TABLES; i++) {
        const struct office_table *table = office_table(office, i + 1);
        picture->tables[i] = table->room;
        picture->wanted[i] = table->wanted;
        picture->trays[i] = table->tray;
        picture->drops[i] = table->drop;
        memcpy(picture->secrets[i], table->last_secret, ROOM_SECRET);
        picture->rounds[i] = table->last_round;
        picture->voided[i] = table->last_voided;
        picture->withheld[i][0] = table->withheld_round;
        picture->withheld[i][1] = table->withheld;
        picture->sequences[i] = table->sequence;
    }
    picture->meter = office_meter(office, FLOOR_METER)->controller;
    picture->person_count = office_person_count(office);
    for (size_t i = 0; i < picture->person_count && i < FLOOR_PEOPLE + 8; i++) {
        const struct office_person *person = office_person_at(office, i);
        picture->people[i] = person->state;
        picture->wallets[i] = person->wallet;
        picture->days[i] = office_day_at(person, world.floor.now_ms);
    }
    picture->cage = balance(uth_account_cage());
    picture->reserve = balance(uth_account_of_meter(UTH_ACCOUNT_RESERVE, FLOOR_METER));
    picture->seed = balance(uth_account_of_meter(UTH_ACCOUNT_SEED, FLOOR_METER));
    picture->adjustments = balance(uth_account_of_meter(UTH_ACCOUNT_ADJUSTMENTS, FLOOR_METER));
    picture->position = office_position(office);
}

static void restart_gives_the_same(void)
{
    static struct picture live;
    static struct picture rebuilt;
    take_picture(&live);
    floor_close(&world.floor);
    open_floor();
    take_picture(&rebuilt);
    assert_memory_equal(&live, &rebuilt, sizeof live);
}

static void test_a_restart_at_any_moment_gives_the_same_bytes(void **state)
{
    (void)state;
    fresh_floor();
    restart_gives_the_same();
    for (unsigned i = 0; i < 12; i++) {
        const uint32_t table = 1 + rng_below(&world.rng, FLOOR_TABLES);
        // In the middle of something, most of the time.
        for (unsigned step = rng_below(&world.rng, 9); step > 0; step--) {
            world.floor.now_ms += 700;
            (void)floor_tick(&world.floor, table, 3);
        }
        if (i % 3 == 0) {
            world.floor.next_hand = i == 6 ? ROYAL_IN_FIVE : ROYAL_WITH_HOLE;
            floor_round(&world.floor, table, i % 4 == 3);
        }
        restart_gives_the_same();
    }
}

static void test_snapshots_carry_a_long_day_over_a_restart(void **state)
{
    (void)state;
    fresh_floor();
    for (unsigned i = 0; i < 66; i++) {
        floor_round(&world.floor, WASHINGTON, i == 7);
    }
    floor_round(&world.floor, CALIFORNIA_6, false);
    const struct office_table *table = office_table(world.floor.office, WASHINGTON);
    assert_true(table->snapshot_position > 0);
    assert_true(office_meter(world.floor.office, FLOOR_METER)->snapshot_position > 0);
    restart_gives_the_same();
    assert_true(office_table(world.floor.office, WASHINGTON)->snapshot_position > 0);
    // Over midnight: what was won yesterday limits nobody today.
    world.floor.now_ms = (world.floor.now_ms / OFFICE_DAY_MS + 1) * OFFICE_DAY_MS + 5;
    floor_round(&world.floor, WASHINGTON, false);
    restart_gives_the_same();
}

// The end of round 64 makes a snapshot; a player who withheld a part in a round before it is still named.
static void test_who_withheld_a_part_is_told_after_a_restart(void **state)
{
    (void)state;
    fresh_floor();
    world.floor.withholds = true;
    const struct office_table *table = office_table(world.floor.office, CALIFORNIA_8);
    while (table->last_round < 64) {
        floor_round(&world.floor, CALIFORNIA_8, false);
    }
    assert_true(table->withheld_round > 0 && table->withheld != 0 && table->snapshot_position > 0);
    restart_gives_the_same();
}

// A snapshot stands with the end of round 64; how that round ended is told until the next one is over.
static void test_a_void_round_is_told_as_one_after_a_restart(void **state)
{
    (void)state;
    fresh_floor();
    for (unsigned i = 0; i < 64; i++) {
        floor_round(&world.floor, WASHINGTON, i == 63);
    }
    const struct office_table *table = office_table(world.floor.office, WASHINGTON);
    assert_true(table->last_round == 64 && table->last_voided && table->snapshot_position > 0);
    restart_gives_the_same();
    floor_until_bets(&world.floor, WASHINGTON);
    restart_gives_the_same();
    assert_true(office_table(world.floor.office, WASHINGTON)->last_voided);
    floor_round(&world.floor, WASHINGTON, false);
    assert_false(office_table(world.floor.office, WASHINGTON)->last_voided);
    restart_gives_the_same();
}

// ---- batches ----------------------------------------------------------------------------------

static bool contains(const void *bytes, size_t size, const void *wanted, size_t wanted_size)
{
    return memmem(bytes, size, wanted, wanted_size) != NULL;
}

static void test_a_secret_leaves_the_room_only_sealed(void **state)
{
    (void)state;
    fresh_floor();
    struct floor *floor = &world.floor;
    for (unsigned i = 0; i < 3; i++) {
        floor_until_bets(floor, WASHINGTON);
        // The draft of the batch that opened is gone, but everything stored can be read again.
        uint64_t sequence = office_table(floor->office, WASHINGTON)->sequence;
        assert_true(sequence > 0);
        floor_round(floor, WASHINGTON, false);
        const struct office_table *table = office_table(floor->office, WASHINGTON);
        assert_memory_equal(table->last_secret, floor->secret, ROOM_SECRET);
        assert_int_equal(table->last_round, table->room.round.number);
    }
}

struct looking {
    const uint8_t *secret;
    uint64_t opened, revealed, found_early;
    size_t bytes, batches;
};

static bool look(void *context, const struct store_record *record)
{
    struct looking *looking = context;
    bool reveals = false;
    looking->bytes += record->body.size;
    looking->batches++;
    for (size_t i = 0; i < record->batch.entry_count; i++) {
        reveals = reveals || record->batch.entries[i].kind == STORE_ENTRY_SEED;
    }
    looking->found_early +=
        !reveals && contains(record->body.data, record->body.size, looking->secret, ROOM_SECRET);
    return true;
}

static void test_batches_are_small_and_hold_no_secret(void **state)
{
    (void)state;
    fresh_floor();
    floor_round(&world.floor, CALIFORNIA_8, false);
    floor_until_bets(&world.floor, CALIFORNIA_8);
    struct looking looking = {.secret = world.floor.secret};
    assert_int_equal(store_read_table(office_store(world.floor.office), CALIFORNIA_8, 1, UINT64_MAX,
                                      look, &looking),
                     STORE_OK);
    assert_int_equal(looking.found_early, 0);
    print_message("# %zu bytes a batch\n", looking.bytes / looking.batches);
    const struct office_person *paul = office_person(world.floor.office, world.floor.people[PAUL]);
    assert_false(contains(paul->state.password, sizeof paul->state.password, "$argon2", 7));
}

static void test_decoding_gives_back_what_was_encoded_and_survives_garbage(void **state)
{
    (void)state;
    static struct room_batch decoded;
    static struct room_batch spoiled;
    struct fault fault;
    unsigned refused = 0;
    fresh_floor();
    struct floor *floor = &world.floor;
    for (unsigned i = 0; i < 300; i++) {
        const uint32_t table = 1 + rng_below(&world.rng, FLOOR_TABLES);
        floor->now_ms += 600;
        if (!floor_tick(floor, table, 4)) {
            continue;
        }
        // The draft still holds the batch that was stored last.
        assert_true(office_decode_room(floor->office, &floor->draft.batch, &decoded, &fault));
        assert_int_equal(decoded.fact_count, floor->batch.fact_count);
        assert_memory_equal(decoded.facts, floor->batch.facts,
                            decoded.fact_count * sizeof decoded.facts[0]);
        assert_memory_equal(decoded.entries, floor->batch.entries,
                            decoded.entry_count * sizeof decoded.entries[0]);
        assert_memory_equal(decoded.events, floor->batch.events,
                            decoded.event_count * sizeof decoded.events[0]);
        if (floor->draft.used != 0) {
            floor->draft.bytes[rng_below(&world.rng, (uint32_t)floor->draft.used)] ^=
                (uint8_t)(1U << rng_below(&world.rng, 8));
            refused += !office_decode_room(floor->office, &floor->draft.batch, &spoiled, &fault);
        }
    }
    assert_true(refused > 0);
}

// A server encodes ahead of the disk: several batches of a table are under way at once.
#define AHEAD 5

static void test_batches_may_be_encoded_ahead_of_the_disk(void **state)
{
    (void)state;
    static struct room_table table;
    static struct room_batch batches[AHEAD];
    static struct office_draft drafts[AHEAD];
    struct fault fault;
    fresh_floor();
    struct office *office = world.floor.office;
    table = office_table(office, CALIFORNIA_8)->room;
    for (unsigned turn = 0; turn < 40; turn++) {
        unsigned count = 0;
        for (unsigned i = 0; i < AHEAD; i++) {
            struct room_world around = {
                .now_ms = world.floor.now_ms += 900,
                .rules = office_rules(office, table.config.profile),
                .watchers = 1,
                .commit = office_world_commit,
                .shuffle = office_world_shuffle,
                .advise = NULL,
            };
            fair_secret_make(around.random);
            room_batch_start(&batches[count], &table, around.now_ms);
            // No house player decides here: the time runs out for them.
            const struct room_command pause = floor_command(
                &world.floor, SUPERVISOR, turn % 2 ? ROOM_COMMAND_PAUSE : ROOM_COMMAND_RESUME);
            if (room_do(&around, &table, &pause, &batches[count]) == UTH_OK) {
                office_encode_room(office, &batches[count], &table, NULL, NULL, &drafts[count]);
                count++;
            }
        }
        for (unsigned i = 0; i < count; i++) {
            assert_int_equal(drafts[i].batch.sequence,
                             office_table(office, CALIFORNIA_8)->sequence + 1);
            assert_true(office_commit(office, &drafts[i], &fault));
        }
        assert_memory_equal(&office_table(office, CALIFORNIA_8)->room, &table, sizeof table);
    }
    // One that comes to nothing takes those behind it along.
    table = office_table(office, CALIFORNIA_8)->room;
    office_forget(office, CALIFORNIA_8);
    assert_int_equal(office_table(office, CALIFORNIA_8)->drafted,
                     office_table(office, CALIFORNIA_8)->sequence);
    restart_gives_the_same();
}

// ---- people -----------------------------------------------------------------------------------

static bool add_named(const char *name, uint64_t card, struct fault *fault)
{
    const struct office_by by = floor_by(&world.floor, MANAGER, "hired");
    const struct office_person_new person = {.name = name, .role = ROOM_ROLE_DEALER, .card = card};
    if (!office_person_add(world.floor.office, &person, &by, &world.floor.draft, fault)) {
        return false;
    }
    floor_commit(&world.floor);
    return true;
}

static void test_names_are_sane_and_nobody_elses(void **state)
{
    (void)state;
    struct fault fault;
    static const char *const bad[] = {"",           "x",
                                      " ab",        "ab ",
                                      "a  b",       "a\tb",
                                      "a\nb",       "Guest 12",
                                      "guest",      "HOUSE player",
                                      "a/b",        "<b>bob",
                                      "Zo\xc3\xab", "\xff\xfe",
                                      "..",         "a-very-long-name-that-does-not-fit"};
    fresh_floor();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(add_named(bad[i], 0, &fault));
        assert_true(fault.kind == FAULT_INPUT || fault.kind == FAULT_TAKEN);
    }
    assert_true(add_named("Anna-Maria O.Neil", 5001, &fault));
    assert_false(add_named("ANNA-maria o.neil", 0, &fault));
    assert_int_equal(fault.kind, FAULT_TAKEN);
    assert_false(add_named("Bert", 5001, &fault));
    assert_int_equal(fault.kind, FAULT_TAKEN);
    assert_non_null(office_person_named(world.floor.office, "anna-MARIA O.neil"));
    assert_ptr_equal(office_person_with_card(world.floor.office, 5001),
                     office_person_named(world.floor.office, "Anna-Maria O.Neil"));
    assert_null(office_person_with_card(world.floor.office, 0));
    restart_gives_the_same();
    assert_non_null(office_person_with_card(world.floor.office, 5001));
}

static void change(uint64_t id, const struct office_person_change *wanted)
{
    struct fault fault;
    const struct office_by by = floor_by(&world.floor, MANAGER, "the test");
    if (!office_person_change(world.floor.office, id, wanted, &by, &world.floor.draft, &fault)) {
        fail_msg("%s", fault.text);
    }
    floor_commit(&world.floor);
}

static void test_passwords_and_pins_fit_their_owner_alone(void **state)
{
    (void)state;
    struct office_secret secret;
    struct fault fault;
    fresh_floor();
    const struct office *office = world.floor.office;
    const struct office_person *marge = office_person(office, world.floor.people[MANAGER]);
    const struct office_person *eve = office_person(office, world.floor.people[SECOND]);
    assert_true(office_password_of(office, marge, &secret));
    assert_true(office_secret_matches(&secret, FLOOR_PASSWORD));
    assert_false(office_secret_matches(&secret, "correct horse batterz"));
    assert_true(office_pin_of(office, marge, &secret));
    assert_true(office_secret_matches(&secret, FLOOR_PIN));

    // Another's hash, or one's PIN in place of one's password, does not open.
    struct office_person forged = *marge;
    memcpy(forged.state.password, eve->state.password, sizeof forged.state.password);
    assert_false(office_password_of(office, &forged, &secret));
    memcpy(forged.state.password, marge->state.pin, sizeof forged.state.password);
    assert_false(office_password_of(office, &forged, &secret));

    const uint32_t generation = marge->state.generation;
    struct office_secret other;
    assert_true(office_secret_make("a new password", &other));
    const struct office_person_change wanted = {.set_password = true, .password = &other};
    change(marge->state.id, &wanted);
    assert_int_equal(marge->state.generation, generation + 1);
    assert_true(office_password_of(office, marge, &secret));
    assert_true(office_secret_matches(&secret, "a new password"));
    assert_false(office_secret_matches(&secret, FLOOR_PASSWORD));
    assert_false(office_password_check("short", &fault));
    assert_false(office_password_check("with a\nnewline", &fault));
    assert_false(office_pin_check("123", &fault));
    assert_false(office_pin_check("12a4", &fault));
    restart_gives_the_same();
}

static void test_wrong_pins_lock_the_card_for_longer_and_longer(void **state)
{
    (void)state;
    struct fault fault;
    fresh_floor();
    struct floor *floor = &world.floor;
    const uint64_t id = floor->people[PAUL];
    const struct office_person *paul = office_person(floor->office, id);
    int64_t expected = 5 * 60000;
    for (unsigned tries = 1; tries <= 16; tries++) {
        assert_true(office_pin_failed(floor->office, id, floor->now_ms, &floor->draft, &fault));
        floor_commit(floor);
        assert_int_equal(paul->state.pin_failed, tries);
        assert_int_equal(office_card_is_locked(paul, floor->now_ms), tries >= 5);
        if (tries >= 5) {
            assert_int_equal(paul->state.pin_locked_until_ms - floor->now_ms, expected);
            assert_false(office_card_is_locked(paul, floor->now_ms + expected));
            expected = expected * 2 < OFFICE_DAY_MS ? expected * 2 : OFFICE_DAY_MS;
        }
    }
    restart_gives_the_same();
    paul = office_person(floor->office, id);
    assert_true(office_pin_fitted(floor->office, id, floor->now_ms, &floor->draft, &fault));
    floor_commit(floor);
    assert_false(office_card_is_locked(paul, floor->now_ms));
    assert_false(office_pin_fitted(floor->office, id, floor->now_ms, &floor->draft, &fault));
    assert_int_equal(fault.kind, FAULT_NONE);
    const struct office_person_change lock = {.set_locked = true, .locked = true};
    change(id, &lock);
    assert_true(office_card_is_locked(paul, INT64_MAX));
}

static uint64_t new_guest(int64_t cents)
{
    struct floor *floor = &world.floor;
    struct fault fault;
    assert_true(office_person_guest(floor->office, (uth_money){cents}, floor->now_ms, &floor->draft,
                                    &fault));
    const uint64_t id = floor->draft.id;
    floor_commit(floor);
    return id;
}

static void test_guests_who_never_played_go_with_their_wallets(void **state)
{
    (void)state;
    struct fault fault;
    uint64_t ids[OFFICE_GUESTS_AT_ONCE];
    fresh_floor();
    struct floor *floor = &world.floor;
    const uth_money cage = balance(uth_account_cage());
    const size_t people = office_person_count(floor->office);
    const size_t guests = office_guest_count(floor->office);
    for (size_t i = 0; i < OFFICE_GUESTS_AT_ONCE; i++) {
        ids[i] = new_guest(i % 3 == 0 ? 0 : 5000 + (int64_t)i);
    }
    const uint64_t last = ids[OFFICE_GUESTS_AT_ONCE - 1];
    const uint64_t stays = ids[7];
    assert_int_equal(office_guest_count(floor->office), guests + OFFICE_GUESTS_AT_ONCE);
    ids[7] = floor->people[PAUL]; // a player, who is passed over
    assert_true(office_guests_remove(floor->office, ids, OFFICE_GUESTS_AT_ONCE, floor->now_ms,
                                     &floor->draft, &fault));
    floor_commit(floor);
    for (size_t i = 0; i < OFFICE_GUESTS_AT_ONCE; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "Guest %llu", (unsigned long long)ids[i]);
        if (i != 7) {
            assert_null(office_person(floor->office, ids[i]));
            assert_null(office_person_named(floor->office, name));
            assert_int_equal(balance(uth_account_wallet(ids[i])).cents, 0);
        }
    }
    assert_non_null(office_person(floor->office, floor->people[PAUL]));
    assert_string_equal(
        office_person(floor->office, stays)->state.name,
        office_person_named(floor->office, office_person(floor->office, stays)->state.name)
            ->state.name);
    assert_int_equal(office_person_count(floor->office), people + 1);
    assert_int_equal(office_guest_count(floor->office), guests + 1);
    assert_int_equal(balance(uth_account_cage()).cents,
                     cage.cents - office_person(floor->office, stays)->wallet.cents);
    restart_gives_the_same();
    assert_int_equal(office_guest_count(floor->office), guests + 1);
    assert_false(office_guests_remove(floor->office, ids, OFFICE_GUESTS_AT_ONCE, floor->now_ms,
                                      &floor->draft, &fault));
    assert_int_equal(fault.kind, FAULT_NONE);
    assert_int_equal(new_guest(1), last + 1); // no number is given twice, after a restart too
    static struct store_report report;
    assert_int_equal(office_audit(office_store(floor->office), &report, &fault), STORE_OK);
    assert_int_equal(report.status, STORE_OK);
    assert_int_equal(fault.kind, FAULT_NONE);
}

static void guest_command(uint64_t guest, enum room_command_kind kind, uint8_t seat, int64_t cents)
{
    struct floor *floor = &world.floor;
    const struct room_command command = {
        .kind = kind,
        .who = office_at_table(office_person(floor->office, guest), floor->now_ms),
        .seat = seat,
        .amount.cents = cents,
        .authority = UTH_AUTHORITY_DEALER};
    assert_int_equal(floor_do(floor, WASHINGTON, &command), UTH_OK);
}

// The snapshot has them seated, and the batches behind it begin before they came.
static void test_a_guest_who_sat_in_a_snapshot_and_was_removed_stays_removed(void **state)
{
    (void)state;
    struct fault fault;
    fresh_floor();
    struct floor *floor = &world.floor;
    const uint64_t guest = new_guest(50000);
    for (unsigned i = 0; i < 63; i++) {
        floor_round(floor, WASHINGTON, false);
    }
    guest_command(guest, ROOM_COMMAND_SIT, 7, 50000);
    floor_round(floor, WASHINGTON, false);
    assert_true(office_table(floor->office, WASHINGTON)->snapshot_position > 0);
    assert_int_equal(room_seat_of(&office_table(floor->office, WASHINGTON)->room, guest), 7);
    guest_command(guest, ROOM_COMMAND_STAND, 7, 0);
    assert_true(
        office_guests_remove(floor->office, &guest, 1, floor->now_ms, &floor->draft, &fault));
    floor_commit(floor);
    restart_gives_the_same();
    assert_null(office_person(floor->office, guest));
    floor_round(floor, WASHINGTON, false);
    restart_gives_the_same();
}

// A batch that removes somebody, as nobody here would write it: is not taken.
static void assert_no_removal(uint64_t id, bool with_money, const char *why)
{
    struct fault fault;
    fresh_floor();
    struct floor *floor = &world.floor;
    const uint64_t guest = new_guest(5000);
    const struct office_person_state state = {.id = id != 0 ? id : guest, .removed = 1};
    uint8_t bytes[64];
    struct codec_out out = {bytes, bytes + sizeof bytes, 0};
    assert_true(
        office_guests_remove(floor->office, &guest, 1, floor->now_ms, &floor->draft, &fault));
    codec_write(&out, &stored_person, NULL, &state);
    const struct store_entry entry = {
        state.id, STORE_ENTRY_USER, {bytes, (size_t)(out.at - bytes)}};
    struct store_batch batch = floor->draft.batch;
    batch.entries = &entry;
    batch.posting_count = with_money ? batch.posting_count : 0;
    assert_int_equal(batch.entry_count, 1);
    assert_false(office_apply(floor->office, &batch, office_position(floor->office) + 1, &fault));
    assert_int_equal(fault.kind, FAULT_DAMAGED);
    assert_non_null(strstr(fault.text, why));
}

static void test_who_is_no_guest_has_played_or_has_money_is_not_removed(void **state)
{
    (void)state;
    fresh_floor();
    assert_no_removal(world.floor.people[PAUL], true, "is not a guest or has played");
    assert_no_removal(0, false, "a guest is removed who has money");
    fresh_floor();
}

// The change is refused because of who would be left.
static void is_the_last(uint64_t id, const struct office_person_change *wanted)
{
    struct floor *floor = &world.floor;
    struct fault fault;
    const struct office_by by = floor_by(floor, MANAGER, "the test says so");
    assert_false(office_person_change(floor->office, id, wanted, &by, &floor->draft, &fault));
    assert_int_equal(fault.kind, FAULT_INPUT);
    assert_non_null(strstr(fault.text, "the last manager who is not locked"));
}

static void test_the_last_manager_stays_one_and_unlocked(void **state)
{
    (void)state;
    fresh_floor();
    const uint64_t first = world.floor.people[MANAGER];
    const uint64_t second = world.floor.people[SECOND];
    const struct office_person_change lock = {.set_locked = true, .locked = true};
    const struct office_person_change unlock = {.set_locked = true, .locked = false};
    const struct office_person_change promote = {.set_role = true, .role = ROOM_ROLE_MANAGER};
    const struct office_person_change demote = {.set_role = true, .role = ROOM_ROLE_EXECUTIVE};
    is_the_last(first, &lock);
    is_the_last(first, &demote);
    change(first, &promote); // the present role
    change(second, &lock);   // no controller
    change(second, &promote);
    is_the_last(first, &demote); // the other one is locked
    change(second, &unlock);
    change(first, &lock);
    is_the_last(second, &demote);
    change(first, &demote); // who is locked is no loss
    restart_gives_the_same();
}

static void test_own_limits_tighten_now_and_loosen_tomorrow(void **state)
{
    (void)state;
    fresh_floor();
    struct floor *floor = &world.floor;
    const int64_t today = floor->now_ms / OFFICE_DAY_MS;
    const uint64_t id = floor->people[PETRA];
    const struct office_person *petra = office_person(floor->office, id);
    struct office_person_change wanted = {
        .set_limits = true, .loss_limit = {50000}, .minutes = 120};
    change(id, &wanted);
    assert_int_equal(office_loss_limit(petra, today).cents, 50000);
    wanted.loss_limit.cents = 20000; // lower, and no limit of time any more
    wanted.minutes = 0;
    change(id, &wanted);
    assert_int_equal(office_loss_limit(petra, today).cents, 20000);
    assert_int_equal(office_minutes_limit(petra, today), 120);
    assert_int_equal(office_minutes_limit(petra, today + 1), 0);
    wanted.loss_limit.cents = 0;
    change(id, &wanted);
    assert_int_equal(office_loss_limit(petra, today).cents, 20000);
    assert_int_equal(office_loss_limit(petra, today + 1).cents, 0);
    restart_gives_the_same();
}

static void test_what_is_lost_today_is_what_the_books_say(void **state)
{
    (void)state;
    fresh_floor();
    struct floor *floor = &world.floor;
    const uint64_t id = floor->people[PAUL];
    const struct office_person_change wanted = {
        .set_limits = true, .loss_limit = {100000000}, .minutes = 600};
    change(id, &wanted);
    const struct office_person *paul = office_person(floor->office, id);
    int64_t before = paul->wallet.cents;
    for (uint32_t i = 1; i <= FLOOR_TABLES; i++) {
        before += office_table(floor->office, i)->room.seats[0].chips.cents;
    }
    for (unsigned i = 0; i < 6; i++) {
        for (uint32_t table = 1; table <= FLOOR_TABLES; table++) {
            floor_round(floor, table, i == 3);
        }
    }
    int64_t after = paul->wallet.cents;
    for (uint32_t i = 1; i <= FLOOR_TABLES; i++) {
        after += office_table(floor->office, i)->room.seats[0].chips.cents;
    }
    const struct office_day day = office_day_at(paul, floor->now_ms);
    assert_int_equal(day.result.cents, after - before);
    assert_int_equal(day.seated, FLOOR_TABLES);
    const struct room_person person = office_at_table(paul, floor->now_ms);
    assert_int_equal(person.loss_left.cents, 100000000 + after - before);
    assert_true(person.play_until_ms > floor->now_ms);
    assert_true(person.play_until_ms <= floor->now_ms + 600 * 60000 / FLOOR_TABLES);
    restart_gives_the_same();
    paul = office_person(floor->office, id);
    assert_int_equal(office_day_at(paul, floor->now_ms + OFFICE_DAY_MS).result.cents, 0);
    struct room_command stand = floor_command(floor, PAUL, ROOM_COMMAND_STAND);
    assert_int_equal(floor_do(floor, WASHINGTON, &stand), UTH_OK);
    assert_int_equal(office_day_at(paul, floor->now_ms).seated, FLOOR_TABLES - 1);
    restart_gives_the_same();
}

// ---- drafts -----------------------------------------------------------------------------------

static void test_one_change_at_a_time_and_guests_as_many_as_come(void **state)
{
    (void)state;
    static struct office_draft drafts[3];
    struct fault fault;
    fresh_floor();
    struct floor *floor = &world.floor;
    const struct office_by by = floor_by(floor, MANAGER, "the test");
    const struct office_person_new person = {.name = "Nobody", .role = ROOM_ROLE_PLAYER};
    assert_true(office_person_add(floor->office, &person, &by, &drafts[0], &fault));
    const struct office_person_new other = {.name = "Nobody", .role = ROOM_ROLE_PLAYER};
    assert_false(office_person_add(floor->office, &other, &by, &drafts[1], &fault));
    assert_int_equal(fault.kind, FAULT_BUSY);
    assert_null(office_person_named(floor->office, "Nobody"));
    office_forget(floor->office, 0);

    for (unsigned i = 0; i < 3; i++) {
        assert_true(office_person_guest(floor->office, (uth_money){100000}, floor->now_ms,
                                        &drafts[i], &fault));
    }
    for (unsigned i = 0; i < 3; i++) {
        assert_true(office_commit(floor->office, &drafts[i], &fault));
        assert_int_equal(office_person(floor->office, drafts[i].id)->wallet.cents, 100000);
    }
    const uint64_t id = drafts[2].id;
    assert_true(office_deposit(floor->office, id, (uth_money){5}, &by, &drafts[0], &fault));
    assert_true(office_commit(floor->office, &drafts[0], &fault));
    assert_int_equal(office_person(floor->office, id)->wallet.cents, 100005);
    restart_gives_the_same();
}

// GM-3
static void test_an_adjustment_needs_two_people_who_may(void **state)
{
    (void)state;
    struct fault fault;
    fresh_floor();
    struct floor *floor = &world.floor;
    const struct uth_controller_command command = {.kind = UTH_CONTROLLER_ADJUST,
                                                   .authority = UTH_AUTHORITY_EXECUTIVE,
                                                   .adjustment = UTH_ADJUSTMENT_MALFUNCTION,
                                                   .amount = {100}};
    struct office_by by = floor_by(floor, MANAGER, "display");
    by.approved_by = floor->people[MANAGER];
    assert_false(
        office_meter_command(floor->office, FLOOR_METER, &command, &by, &floor->draft, &fault));
    assert_int_equal(fault.status, UTH_ERR_SECOND_PERSON);
    by.approved_by = floor->people[DEALER];
    assert_false(
        office_meter_command(floor->office, FLOOR_METER, &command, &by, &floor->draft, &fault));
    assert_int_equal(fault.status, UTH_ERR_SECOND_PERSON);
    by = floor_by(floor, DEALER, "display");
    by.approved_by = floor->people[SECOND];
    assert_false(
        office_meter_command(floor->office, FLOOR_METER, &command, &by, &floor->draft, &fault));
    assert_int_equal(fault.status, UTH_ERR_NO_RIGHT);
    by = floor_by(floor, MANAGER, " ");
    by.approved_by = floor->people[SECOND];
    assert_false(
        office_meter_command(floor->office, FLOOR_METER, &command, &by, &floor->draft, &fault));
    assert_int_equal(fault.kind, FAULT_INPUT);
    assert_int_equal(floor_adjust(floor, UTH_ADJUSTMENT_MALFUNCTION, 100), UTH_OK);
    restart_gives_the_same();
}

// ---- opening ----------------------------------------------------------------------------------

static void test_the_wrong_key_and_a_second_writer_are_refused(void **state)
{
    (void)state;
    char other[112];
    struct fault fault;
    const struct office_options options = {.make = true, .accept_loss = true};
    const struct office_options reading = {.read_only = true};
    fresh_floor();
    floor_until_bets(&world.floor, CALIFORNIA_6);
    (void)snprintf(other, sizeof other, "%s.other", world.key);
    assert_null(office_open(world.backend.url, world.key, &options, &fault));
    assert_int_equal(fault.kind, FAULT_IN_USE);
    struct office *reader = office_open(world.backend.url, NULL, &reading, &fault);
    assert_non_null(reader);
    const struct room_table *seen = &office_table(reader, CALIFORNIA_6)->room;
    static const uint8_t zeros[ROOM_SECRET];
    assert_true(seen->secret_known);
    assert_memory_equal(seen->secret, zeros, ROOM_SECRET);
    assert_false(office_person_guest(reader, (uth_money){0}, 1, &world.floor.draft, &fault));
    office_close(&reader);
    floor_close(&world.floor);
    assert_null(office_open(world.backend.url, other, &options, &fault));
    assert_int_equal(fault.kind, FAULT_KEY);
    (void)unlink(other);
    open_floor();
}

// ---- records and reports ----------------------------------------------------------------------

static void test_every_round_is_proved_by_its_record(void **state)
{
    (void)state;
    static struct office_record record;
    struct fault fault;
    fresh_floor();
    for (unsigned i = 0; i < 4; i++) {
        for (uint32_t table = 1; table <= FLOOR_TABLES; table++) {
            world.floor.next_hand = table >= WASHINGTON && i == 1 ? ROYAL_WITH_HOLE : ANY_HAND;
            floor_round(&world.floor, table, i == 2);
        }
    }
    struct store *store = office_store(world.floor.office);
    for (uint32_t table = 1; table <= FLOOR_TABLES; table++) {
        for (uint64_t round = 1; round <= 4; round++) {
            if (!office_record_read(store, table, round, &record, &fault) ||
                !office_record_prove(&record, &fault)) {
                fail_msg("%u:%u: %s", table, (unsigned)round, fault.text);
            }
            // A record that says otherwise does not hold.
            struct office_record forged = record;
            forged.fairness.deal.secret[0] ^= 1;
            assert_false(office_record_prove(&forged, &fault));
            forged = record;
            forged.rules.SIDE(UTH_WAGER_TRIPS).fold = UTH_FOLD_LOSES;
            forged.rules.void_returns_fee = !forged.rules.void_returns_fee;
            forged.rules.ante_unqualified = UTH_ANTE_WINS;
            forged.rules.procedure = UTH_PROCEDURE_SHOE;
            assert_false(office_record_prove(&forged, &fault));
        }
        assert_false(office_record_read(store, table, 5, &record, &fault));
        assert_int_equal(fault.kind, FAULT_NOT_FOUND);
    }
}

static struct uth_event *award_in(struct office_record *record)
{
    size_t at = 0;
    while (record->events[at].kind != UTH_EVENT_AWARDED) {
        at++;
        assert_true(at < record->event_count);
    }
    return &record->events[at];
}

// PROG-5: by the journal of the meter, or worked out from it as rounds of before were; not by itself.
static void test_an_award_is_proved_by_what_was_confirmed_or_by_the_meter(void **state)
{
    (void)state;
    static struct office_record record;
    static struct office_record forged;
    struct fault fault;
    fresh_floor();
    world.floor.next_hand = ROYAL_WITH_HOLE;
    floor_round(&world.floor, WASHINGTON, false);
    struct store *store = office_store(world.floor.office);
    assert_true(office_record_read(store, WASHINGTON, 1, &record, &fault));
    assert_true(record.confirmed_count >= 1);

    forged = record;
    forged.meter.amount.cents += 1000;
    assert_true(office_record_prove(&forged, &fault));
    forged = record;
    forged.confirmed_count = 0;
    assert_true(office_record_prove(&forged, &fault));
    forged.meter.amount.cents += 1000;
    assert_false(office_record_prove(&forged, &fault));
    forged = record;
    award_in(&forged)->as.award.from_meter.cents++;
    assert_false(office_record_prove(&forged, &fault));
    forged = record;
    forged.confirmed[0].seat = 0;
    forged.meter.amount.cents += 1000;
    assert_false(office_record_prove(&forged, &fault));
}

// The seat whose win has all of the meter; others may have won something, too.
static uint8_t winner_of_all(uint32_t table, int64_t *cents)
{
    const struct uth_station *station =
        uth_controller_station(&office_meter(world.floor.office, FLOOR_METER)->controller, table);
    uint8_t seat = 0;
    while (station->wins[seat].state != UTH_WIN_CONFIRMED ||
           station->wins[seat].line != UTH_PROGRESSIVE_ROYAL_FIRST_FIVE) {
        seat++;
        assert_true(seat < UTH_SEATS_MAX);
    }
    *cents = station->wins[seat].award.amount.cents;
    return (uint8_t)(seat + 1);
}

static struct uth_event *award_of(struct office_record *record, uint8_t seat)
{
    struct uth_event *event = award_in(record);
    while (event->kind != UTH_EVENT_AWARDED || event->seat != seat) {
        event++;
        assert_true(event < record->events + record->event_count);
    }
    return event;
}

// What the awards of a round took off the meter, less what the house put back on it.
static int64_t left_the_meter(const struct office_record *record)
{
    int64_t cents = 0;
    for (size_t i = 0; i < record->event_count; i++) {
        const struct uth_win_award *award = &record->events[i].as.award;
        cents += record->events[i].kind == UTH_EVENT_AWARDED
                     ? award->from_meter.cents - award->seed_added.cents
                     : 0;
    }
    return cents;
}

static void until_a_jackpot_waits(uint32_t table)
{
    for (unsigned i = 0; !office_table(world.floor.office, table)->room.jackpot; i++) {
        assert_true(i < 10000);
        floor_step(&world.floor, table);
    }
}

// GM-1: the meter has its money again, so the house has paid, by the record and by the day's report.
static void test_a_win_that_was_backed_out_is_the_houses_to_pay(void **state)
{
    (void)state;
    static struct office_record record;
    static struct day_report report;
    struct fault fault;
    fresh_floor();
    struct floor *floor = &world.floor;
    const int64_t day = floor->now_ms / OFFICE_DAY_MS;
    floor->next_hand = ROYAL_IN_FIVE;
    until_a_jackpot_waits(WASHINGTON_NEXUS);
    floor_confirm(floor, WASHINGTON_NEXUS);
    int64_t cents;
    const uint8_t seat = winner_of_all(WASHINGTON_NEXUS, &cents);
    floor_back_out(floor, WASHINGTON_NEXUS, seat);
    floor_round(floor, WASHINGTON_NEXUS, false);

    struct store *store = office_store(floor->office);
    if (!office_record_read(store, WASHINGTON_NEXUS, 1, &record, &fault) ||
        !office_record_prove(&record, &fault)) {
        fail_msg("%s", fault.text);
    }
    struct uth_win_award *award = &award_of(&record, seat)->as.award;
    assert_int_equal(award->amount.cents, cents);
    assert_int_equal(award->from_house.cents, cents);
    assert_int_equal(award->seed_added.cents, 0);
    award->amount.cents--; // another amount than was confirmed
    award->from_house.cents--;
    assert_false(office_record_prove(&record, &fault));

    if (!day_report_read(store, WASHINGTON_NEXUS, day, &report, &fault)) {
        fail_msg("%s", fault.text);
    }
    int64_t result = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        result -= record.results[i].cents;
    }
    const struct report_profile *profile = &report.profiles[0];
    int64_t actual = day_report_actual(profile, UTH_WAGER_ANTE) + profile->fed.cents;
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        actual += day_report_actual(profile, (enum uth_wager)i);
    }
    assert_int_equal(actual, result + left_the_meter(&record));
}

static const struct uth_rules *find_profile(void *context, const char *name)
{
    (void)context;
    return uth_rules_find(name);
}

static void assert_settles_as_recorded(const struct office_record *record)
{
    static char text[WIRE_RECORD_MAX];
    static char answers[WIRE_ANSWER_MAX(WIRE_RECORD_MAX)];
    struct wire_out out = wire_out_to(text, sizeof text);
    struct wire_out answer = wire_out_to(answers, sizeof answers);
    const struct wire_profiles profiles = {find_profile, NULL};
    office_record_out(record, &out);
    assert_true(wire_settle_line(text, out.used, 1, &profiles, &answer));
    json_t *recorded = json_loadb(text, out.used, JSON_DISABLE_EOF_CHECK, NULL);
    json_t *settled = json_loadb(answers, answer.used, JSON_DISABLE_EOF_CHECK, NULL);
    assert_true(json_equal(json_object_get(recorded, "answer"), settled));
    json_decref(recorded);
    json_decref(settled);
}

// PROG-4: what a round had fed to the reserve went to another table's winner before it was settled.
static void test_a_record_settles_as_it_says_where_another_table_took_what_it_had_fed(void **state)
{
    (void)state;
    static struct office_record record;
    struct fault fault;
    fresh_floor();
    struct floor *floor = &world.floor;
    floor->next_hand = ROYAL_WITH_HOLE;
    while (office_table(floor->office, WASHINGTON)->room.round.phase != UTH_PHASE_PREFLOP) {
        floor_step(floor, WASHINGTON);
    }
    floor->next_hand = ROYAL_IN_FIVE;
    floor_round(floor, WASHINGTON_NEXUS, false);
    floor_round(floor, WASHINGTON, false);
    for (uint32_t table = WASHINGTON; table <= WASHINGTON_NEXUS; table++) {
        assert_true(office_record_read(office_store(floor->office), table, 1, &record, &fault));
        assert_settles_as_recorded(&record);
    }
}

// A row and batches of two moments would contradict each other where a round ends in between.
static bool ends_meanwhile;
enum store_status __real_store_round(struct store *store, uint32_t table, uint64_t round,
                                     struct store_round *found);
enum store_status __wrap_store_round(struct store *store, uint32_t table, uint64_t round,
                                     struct store_round *found);

enum store_status __wrap_store_round(struct store *store, uint32_t table, uint64_t round,
                                     struct store_round *found)
{
    const enum store_status status = __real_store_round(store, table, round, found);
    if (ends_meanwhile) {
        ends_meanwhile = false;
        floor_round(&world.floor, table, false);
    }
    return status;
}

static void test_history_is_of_one_moment(void **state)
{
    (void)state;
    static struct history_round rounds[100];
    struct fault fault;
    struct fault why;
    struct store *reader = NULL;
    size_t count = 0;
    fresh_floor();
    floor_until_bets(&world.floor, WASHINGTON);
    const struct store_options options = {.read_only = true};
    assert_int_equal(store_open(world.backend.url, &options, &why, &reader), STORE_OK);
    const struct history_query query = {.player = STORE_HOUSE, .limit = 100};
    for (unsigned i = 0; i < 2; i++) {
        ends_meanwhile = i == 0;
        if (!report_history(reader, &query, rounds, &count, &fault)) {
            fail_msg("%s", fault.text);
        }
        assert_false(ends_meanwhile);
        assert_int_equal(count, 1);
        assert_int_equal(rounds[0].ended_ms != 0, i == 1);
    }
    store_close(&reader);
}

static void test_history_adds_up_to_what_moved(void **state)
{
    (void)state;
    static struct history_round rounds[100];
    struct fault fault;
    size_t count = 0;
    fresh_floor();
    struct floor *floor = &world.floor;
    const struct office_person *paul = office_person(floor->office, floor->people[PAUL]);
    for (unsigned i = 0; i < 5; i++) {
        for (uint32_t table = 1; table <= FLOOR_TABLES; table++) {
            floor_round(floor, table, i == 1);
        }
    }
    const struct history_query query = {.player = floor->people[PAUL], .limit = 100};
    assert_true(report_history(office_store(floor->office), &query, rounds, &count, &fault));
    int64_t net = 0;
    for (size_t i = 0; i < count; i++) {
        net += rounds[i].net.cents;
        assert_true(!rounds[i].voided || (rounds[i].net.cents == 0 && rounds[i].staked.cents == 0));
        assert_true(i == 0 || rounds[i].opened_ms <= rounds[i - 1].opened_ms);
    }
    assert_int_equal(net, office_day_at(paul, floor->now_ms).result.cents);
}

// GM-5
static void test_a_day_is_reported_to_the_cent(void **state)
{
    (void)state;
    static struct day_report report;
    struct fault fault;
    fresh_floor();
    struct floor *floor = &world.floor;
    const int64_t day = floor->now_ms / OFFICE_DAY_MS;
    const int64_t tray = office_table(floor->office, WASHINGTON)->tray.cents;
    for (unsigned i = 0; i < 8; i++) {
        floor->next_hand = i == 2 ? ROYAL_WITH_HOLE : i == 5 ? ROYAL_IN_FIVE : ANY_HAND;
        floor_round(floor, WASHINGTON, i == 3);
        floor_round(floor, CALIFORNIA_6, i == 4);
    }
    assert_int_equal(floor_adjust(floor, UTH_ADJUSTMENT_MALFUNCTION, 777), UTH_OK);
    struct store *store = office_store(floor->office);
    assert_true(day_report_read(store, WASHINGTON, day, &report, &fault));
    assert_int_equal(report.rounds, 7);
    assert_int_equal(report.voided, 1);
    assert_true(report.meters[0].explained);
    assert_int_equal(report.meters[0].day.ending.cents,
                     office_meter(floor->office, FLOOR_METER)->controller.meter.amount.cents);
    assert_int_equal(report.meters[0].day.awards >= 2, 1);
    assert_int_equal(report.meters[0].day.adjusted[UTH_ADJUSTMENT_MALFUNCTION].cents, 777);
    assert_int_equal(report.tray_change.cents - report.fills.cents + report.credits.cents,
                     office_table(floor->office, WASHINGTON)->tray.cents - tray);
    // What the bank held, and what it kept of the Progressive, is what the tray gained; the seed
    // came from elsewhere.
    int64_t held = 0;
    const struct report_profile *profile = &report.profiles[0];
    for (unsigned i = 0; i < UTH_WAGER_PROGRESSIVE; i++) {
        held += profile->wagers[i].lost.cents - profile->wagers[i].won.cents;
    }
    held += day_report_actual(profile, UTH_WAGER_PROGRESSIVE) + profile->seed_added.cents;
    assert_int_equal(held, report.tray_change.cents - report.fills.cents);
    assert_true(day_report_read(store, CALIFORNIA_6, day, &report, &fault));
    int64_t fees = 0;
    for (size_t i = 0; i < report.tier_count; i++) {
        fees += report.tiers[i].fee.cents * (int64_t)report.tiers[i].count;
    }
    assert_int_equal(fees, report.fees.cents);
    assert_int_equal(report.fees.cents - report.fees_returned.cents,
                     office_table(floor->office, CALIFORNIA_6)->drop.cents);
    /* BANK-1: the house has the fees and nothing else; the provider's result is apart, to the cent. */
    const struct room_table *room = &office_table(floor->office, CALIFORNIA_6)->room;
    int64_t left = room->bankroll.cents;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        left += room_is_proposition_player(room->seats[i].player) ? room->seats[i].chips.cents : 0;
    }
    assert_int_equal(report.tray_change.cents, report.fills.cents - report.credits.cents);
    assert_int_equal(report.provider_count, 1);
    assert_string_equal(report.providers[0], FLOOR_PROVIDER);
    assert_int_equal(report.provider_funded.cents, 10000000);
    assert_true(report.provider_fees.cents < 0);
    assert_int_equal(report.provider_funded.cents + report.provider_won.cents +
                         report.provider_fees.cents,
                     left);
    assert_true(day_report_read(store, CALIFORNIA_6, day - 1, &report, &fault));
    assert_int_equal(report.rounds, 0);
    assert_false(day_report_read(store, 99, day, &report, &fault));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_restart_at_any_moment_gives_the_same_bytes),
        cmocka_unit_test(test_snapshots_carry_a_long_day_over_a_restart),
        cmocka_unit_test(test_a_void_round_is_told_as_one_after_a_restart),
        cmocka_unit_test(test_who_withheld_a_part_is_told_after_a_restart),
        cmocka_unit_test(test_a_secret_leaves_the_room_only_sealed),
        cmocka_unit_test(test_batches_are_small_and_hold_no_secret),
        cmocka_unit_test(test_decoding_gives_back_what_was_encoded_and_survives_garbage),
        cmocka_unit_test(test_batches_may_be_encoded_ahead_of_the_disk),
        cmocka_unit_test(test_names_are_sane_and_nobody_elses),
        cmocka_unit_test(test_passwords_and_pins_fit_their_owner_alone),
        cmocka_unit_test(test_guests_who_never_played_go_with_their_wallets),
        cmocka_unit_test(test_a_guest_who_sat_in_a_snapshot_and_was_removed_stays_removed),
        cmocka_unit_test(test_who_is_no_guest_has_played_or_has_money_is_not_removed),
        cmocka_unit_test(test_wrong_pins_lock_the_card_for_longer_and_longer),
        cmocka_unit_test(test_the_last_manager_stays_one_and_unlocked),
        cmocka_unit_test(test_own_limits_tighten_now_and_loosen_tomorrow),
        cmocka_unit_test(test_what_is_lost_today_is_what_the_books_say),
        cmocka_unit_test(test_one_change_at_a_time_and_guests_as_many_as_come),
        cmocka_unit_test(test_an_adjustment_needs_two_people_who_may),
        cmocka_unit_test(test_the_wrong_key_and_a_second_writer_are_refused),
        cmocka_unit_test(test_every_round_is_proved_by_its_record),
        cmocka_unit_test(test_an_award_is_proved_by_what_was_confirmed_or_by_the_meter),
        cmocka_unit_test(test_a_win_that_was_backed_out_is_the_houses_to_pay),
        cmocka_unit_test(test_a_record_settles_as_it_says_where_another_table_took_what_it_had_fed),
        cmocka_unit_test(test_history_is_of_one_moment),
        cmocka_unit_test(test_history_adds_up_to_what_moved),
        cmocka_unit_test(test_a_day_is_reported_to_the_cent),
    };
    world.rng = rng_from_environment();
    (void)snprintf(world.directory, sizeof world.directory, "/tmp/uth-office-XXXXXX");
    if (argc != 2 || mkdtemp(world.directory) == NULL || !backend_start(&world.backend, argv[1])) {
        return 1;
    }
    (void)snprintf(world.key, sizeof world.key, "%s/seal", world.directory);
    const int failed = cmocka_run_group_tests(tests, NULL, tear_down);
    backend_stop(&world.backend);
    (void)unlink(world.key);
    (void)rmdir(world.directory);
    return failed;
}
