// What every backend must do. One suite, run with the name of the backend as its argument.
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/audit.h"
#include "store/backend.h"
#include "store/batch.h"
#include "store/internal.h"

static struct backend backend;

static int wipe(void **state)
{
    (void)state;
    return backend_wipe(&backend) ? 0 : -1;
}

static void append_ok(struct store *store, uint32_t table, uint64_t sequence)
{
    struct sample sample;
    struct store_result result;
    sample_make(&sample, table, sequence);
    const enum store_status status = store_append(store, &sample.batch, &result);
    if (status != STORE_OK) {
        fail_msg("append %u/%llu: %s: %s", table, (unsigned long long)sequence,
                 store_status_text(status), store_why(store));
    }
}

static void audit_fits(struct store *store, uint64_t batches)
{
    struct store_report report;
    const enum store_status status =
        store_audit(store, STORE_AUDIT_LINKS | STORE_AUDIT_BOOKS, &report);
    if (status != STORE_OK || report.status != STORE_OK) {
        fail_msg("audit: %s %s", store_status_text(status), report.text);
    }
    assert_int_equal(report.batches, batches);
}

struct wanted_balance {
    const struct uth_account *account;
    int64_t cents;
};

static bool keep_balance(void *context, const struct uth_account *account, uth_money balance)
{
    struct wanted_balance *wanted = context;
    if (uth_account_equal(account, wanted->account)) {
        wanted->cents = balance.cents;
    }
    return true;
}

// 0 for an account nothing was ever posted to.
static int64_t balance_of(struct store *store, const struct uth_account *account)
{
    struct wanted_balance wanted = {account, 0};
    assert_int_equal(store_accounts(store, keep_balance, &wanted), STORE_OK);
    return wanted.cents;
}

// ---- appending and reading back ---------------------------------------------------------------

static void an_empty_store_is_sound_and_has_nothing(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    uint64_t sequence = 9;
    uint64_t position = 9;
    uint8_t hash[STORE_HASH_SIZE];
    struct store_round round;
    uint8_t bytes[8];
    struct store_state found;
    const struct uth_account wallet = uth_account_wallet(7);
    audit_fits(store, 0);
    assert_int_equal(store_table_sequence(store, 1, &sequence), STORE_OK);
    assert_int_equal(sequence, 0);
    assert_int_equal(store_head(store, &position, hash), STORE_OK);
    assert_int_equal(position, 0);
    assert_int_equal(balance_of(store, &wallet), 0);
    assert_int_equal(store_round(store, 1, 1, &round), STORE_ERR_NOT_FOUND);
    assert_int_equal(store_state(store, STORE_ENTRY_METER, 1, bytes, sizeof bytes, &found),
                     STORE_ERR_NOT_FOUND);
    assert_int_equal(store_day(store, 0, &position), STORE_ERR_NOT_FOUND);
    store_close(&store);
}

struct expected {
    uint32_t table;
    uint64_t sequence;
    uint64_t count;
};

static bool record_is_the_sample(void *context, const struct store_record *record)
{
    struct expected *expected = context;
    struct sample sample;
    expected->sequence++;
    expected->count++;
    sample_make(&sample, record->batch.table, record->batch.sequence);
    if (expected->table != 0) {
        assert_int_equal(record->batch.table, expected->table);
        assert_int_equal(record->batch.sequence, expected->sequence);
    }
    assert_int_equal(record->batch.round, sample.batch.round);
    assert_int_equal(record->batch.time_ms, sample.batch.time_ms);
    assert_int_equal(record->batch.event_count, sample.batch.event_count);
    assert_memory_equal(record->batch.events, sample.events,
                        sample.batch.event_count * sizeof sample.events[0]);
    assert_int_equal(record->batch.posting_count, 2);
    assert_memory_equal(record->batch.postings, sample.postings, sizeof sample.postings);
    assert_int_equal(record->batch.entry_count, SAMPLE_ENTRIES);
    assert_memory_equal(record->batch.entries[0].bytes.data, sample.state,
                        record->batch.entries[0].bytes.size);
    assert_int_equal(record->batch.entries[1].bytes.size, 0);
    assert_int_equal(record->batch.key.size, sample.batch.key.size);
    assert_memory_equal(record->batch.key.data, sample.key, sample.batch.key.size);
    assert_memory_equal(record->batch.answer.data, sample.answer, sample.batch.answer.size);
    return true;
}

static void what_was_appended_is_read_back(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    for (uint64_t sequence = 1; sequence <= 10; sequence++) {
        append_ok(store, 1, sequence);
        append_ok(store, 2, sequence);
    }
    audit_fits(store, 20);
    store_close(&store);

    store = backend_open(&backend, true);
    struct expected expected = {.table = 2};
    assert_int_equal(store_read_table(store, 2, 1, UINT64_MAX, record_is_the_sample, &expected),
                     STORE_OK);
    assert_int_equal(expected.count, 10);
    expected = (struct expected){.table = 1, .sequence = 3};
    assert_int_equal(store_read_table(store, 1, 4, 6, record_is_the_sample, &expected), STORE_OK);
    assert_int_equal(expected.count, 3);
    expected = (struct expected){0};
    assert_int_equal(store_read(store, 1, UINT64_MAX, record_is_the_sample, &expected), STORE_OK);
    assert_int_equal(expected.count, 20);
    audit_fits(store, 20);
    store_close(&store);
}

static void an_audit_counts_what_it_has_read(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct store_report report;
    uint64_t events = 0;
    uint64_t postings = 0;
    for (uint64_t sequence = 1; sequence <= 8; sequence++) {
        struct sample sample;
        sample_make(&sample, 1, sequence);
        append_ok(store, 1, sequence);
        events += sample.batch.event_count;
        postings += sample.batch.posting_count;
    }
    assert_int_equal(store_audit(store, STORE_AUDIT_LINKS, &report), STORE_OK);
    assert_int_equal(report.batches, 8);
    assert_int_equal(report.events, events);
    assert_int_equal(report.postings, postings);
    store_close(&store);
}

static bool stop_at_once(void *context, const struct store_record *record)
{
    (void)record;
    ++*(int *)context;
    return false;
}

static void a_reader_may_stop_early_and_read_again(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    int seen = 0;
    for (uint64_t sequence = 1; sequence <= 5; sequence++) {
        append_ok(store, 1, sequence);
    }
    assert_int_equal(store_read(store, 1, UINT64_MAX, stop_at_once, &seen), STORE_OK);
    assert_int_equal(store_read(store, 1, UINT64_MAX, stop_at_once, &seen), STORE_OK);
    assert_int_equal(seen, 2);
    store_close(&store);
}

static bool count_record(void *context, const struct store_record *record)
{
    (void)record;
    ++*(size_t *)context;
    return true;
}

static void a_record_that_is_missing_at_the_end_is_named(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    size_t seen = 0;
    for (uint64_t sequence = 1; sequence <= 3; sequence++) {
        append_ok(store, 1, sequence);
    }
    assert_int_equal(store_read_whole(store, 2, 3, count_record, &seen), STORE_OK);
    assert_int_equal(seen, 2);
    assert_int_equal(store_read_whole(store, 2, 4, count_record, &seen), STORE_ERR_TAMPERED);
    assert_non_null(strstr(store_why(store), "record 4 is missing"));
    store_close(&store);
}

static bool count_events(void *context, const struct store_record *record)
{
    uint64_t *counts = context;
    for (size_t i = 0; i < record->batch.event_count; i++) {
        counts[record->batch.events[i].kind]++;
    }
    counts[UTH_EVENT_COUNT] = record->batch.sequence;
    return true;
}

static void a_tables_batches_are_read_in_order(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    uint64_t counts[UTH_EVENT_COUNT + 1] = {0};
    for (uint64_t sequence = 1; sequence <= 9; sequence++) {
        append_ok(store, 1, sequence);
        append_ok(store, 2, sequence);
    }
    assert_int_equal(store_read_table(store, 1, 1, UINT64_MAX, count_events, counts), STORE_OK);
    assert_int_equal(counts[UTH_EVENT_OPENED], 3);
    assert_int_equal(counts[UTH_EVENT_WAGERED], 9);
    assert_int_equal(counts[UTH_EVENT_ENDED], 2);
    assert_int_equal(counts[UTH_EVENT_COUNT], 9);
    memset(counts, 0, sizeof counts);
    assert_int_equal(store_read_table(store, 1, 9, UINT64_MAX, count_events, counts), STORE_OK);
    assert_int_equal(counts[UTH_EVENT_WAGERED], 1);
    store_close(&store);
}

// By looking at one after the other.
struct plain_since {
    int64_t time_ms;
    uint64_t sequence;
};

static bool pass_earlier(void *context, const struct store_record *record)
{
    struct plain_since *since = context;
    since->sequence = record->batch.sequence + (record->batch.time_ms < since->time_ms);
    return record->batch.time_ms < since->time_ms;
}

static void where_a_time_begins_at_a_table_is_found(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct sample sample;
    uint64_t sequence = 77;
    assert_int_equal(store_table_since(store, 1, 0, &sequence), STORE_OK);
    assert_int_equal(sequence, 1);
    for (uint64_t i = 1; i <= 13; i++) {
        append_ok(store, 1, i);
        append_ok(store, 2, i);
        for (uint64_t j = 0; j <= i + 1; j++) {
            sample_make(&sample, 1, j == 0 ? 1 : j);
            for (int64_t off = -1; off <= 1; off++) {
                struct plain_since since = {sample.batch.time_ms + off, 0};
                assert_int_equal(store_read_table(store, 1, 1, UINT64_MAX, pass_earlier, &since),
                                 STORE_OK);
                assert_int_equal(store_table_since(store, 1, since.time_ms, &sequence), STORE_OK);
                assert_int_equal(sequence, since.sequence);
            }
        }
    }
    store_close(&store);
}

static void balances_and_rounds_follow_the_batches(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct store_round round;
    struct sample sample;
    int64_t wallet = 0;
    for (uint64_t sequence = 1; sequence <= 9; sequence++) {
        append_ok(store, 3, sequence);
        sample_make(&sample, 3, sequence);
        wallet += sequence % 7 == 2
                      ? sample.postings[0].amount.cents - sample.postings[1].amount.cents
                      : 0;
    }
    const struct uth_account account = uth_account_wallet(302);
    const struct uth_account nobodys = uth_account_wallet(77);
    uth_money balance = {-1};
    assert_int_equal(balance_of(store, &account), wallet);
    assert_int_equal(store_balance(store, &account, &balance), STORE_OK);
    assert_int_equal(balance.cents, wallet);
    assert_int_equal(store_balance(store, &nobodys, &balance), STORE_OK);
    assert_int_equal(balance.cents, 0);

    assert_int_equal(store_round(store, 3, 2, &round), STORE_OK);
    assert_int_equal(round.first_sequence, 5);
    assert_int_equal(round.last_sequence, 8);
    assert_int_equal(store_round(store, 3, 3, &round), STORE_OK);
    assert_int_equal(round.last_sequence, 0);
    store_close(&store);
}

struct seen_states {
    uint64_t ids[16];
    size_t count;
};

static bool keep_state_id(void *context, const struct store_state *state)
{
    struct seen_states *seen = context;
    assert_memory_equal(state->bytes.data, "state ", 6);
    seen->ids[seen->count++] = state->id;
    return seen->count < 16;
}

static void the_last_state_of_each_thing_is_found(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    static const struct {
        enum store_entry_kind kind;
        uint64_t id;
        const char *text;
        uint64_t position;
    } expected[] = {
        {STORE_ENTRY_METER, 3, "state 9", 9},     {STORE_ENTRY_SNAPSHOT, 3, "state 9", 9},
        {STORE_ENTRY_SNAPSHOT, 4, "state 1", 10}, {STORE_ENTRY_USER, 302, "state 9", 9},
        {STORE_ENTRY_USER, 303, "state 3", 3},
    };
    uint8_t bytes[STORE_ENTRY_MAX];
    struct store_state found;
    struct seen_states seen = {.count = 0};
    for (uint64_t sequence = 1; sequence <= 9; sequence++) {
        append_ok(store, 3, sequence);
    }
    append_ok(store, 4, 1);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_int_equal(
            store_state(store, expected[i].kind, expected[i].id, bytes, sizeof bytes, &found),
            STORE_OK);
        assert_int_equal(found.kind, expected[i].kind);
        assert_int_equal(found.id, expected[i].id);
        assert_int_equal(found.bytes.size, 7);
        assert_memory_equal(found.bytes.data, expected[i].text, 7);
        assert_int_equal(found.position, expected[i].position);
    }
    assert_int_equal(store_state(store, STORE_ENTRY_METER, 3, bytes, 6, &found),
                     STORE_ERR_TOO_LARGE);
    // A fact about a table is no state of it.
    assert_int_equal(store_state(store, STORE_ENTRY_ROOM, 3, bytes, sizeof bytes, &found),
                     STORE_ERR_NOT_FOUND);
    assert_int_equal(store_states(store, STORE_ENTRY_USER, keep_state_id, &seen), STORE_OK);
    assert_int_equal(seen.count, 8);
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(seen.ids[i], 300 + i);
    }
    assert_int_equal(seen.ids[7], 401);
    audit_fits(store, 10);
    store_close(&store);
}

struct seen_rounds {
    struct store_played list[16];
    size_t count;
};

static bool keep_played(void *context, const struct store_played *played)
{
    struct seen_rounds *seen = context;
    seen->list[seen->count++] = *played;
    return seen->count < 16;
}

static struct seen_rounds rounds_of(struct store *store, uint64_t player, int64_t from, int64_t to)
{
    struct seen_rounds seen = {.count = 0};
    assert_int_equal(store_played(store, player, from, to, keep_played, &seen), STORE_OK);
    return seen;
}

static int64_t opened_ms(uint32_t table, uint64_t round)
{
    struct sample sample;
    sample_make(&sample, table, 4 * (round - 1) + 1);
    return sample.batch.time_ms;
}

static void a_players_rounds_are_found_by_time_and_the_houses_are_all(void **state)
{
    (void)state;
    // Opened anew in between, in the middle of a round: nobody is forgotten or counted twice.
    struct store *store = backend_open(&backend, false);
    for (uint64_t sequence = 1; sequence <= 15; sequence++) {
        append_ok(store, 3, sequence);
        append_ok(store, 4, sequence);
        if (sequence == 10) {
            store_close(&store);
            store = backend_open(&backend, false);
        }
    }
    // Player 301 acts in batches 1, 8 and 15: rounds 1, 2 and 4.
    struct seen_rounds seen = rounds_of(store, 301, INT64_MIN, INT64_MAX);
    assert_int_equal(seen.count, 3);
    const uint64_t rounds[] = {4, 2, 1};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(seen.list[i].player, 301);
        assert_int_equal(seen.list[i].table, 3);
        assert_int_equal(seen.list[i].round, rounds[i]);
        assert_int_equal(seen.list[i].time_ms, opened_ms(3, rounds[i]));
    }
    seen = rounds_of(store, 301, opened_ms(3, 2), opened_ms(3, 2));
    assert_int_equal(seen.count, 1);
    assert_int_equal(seen.list[0].round, 2);
    assert_int_equal(rounds_of(store, 301, opened_ms(3, 4) + 1, INT64_MAX).count, 0);
    assert_int_equal(rounds_of(store, 999, INT64_MIN, INT64_MAX).count, 0);

    seen = rounds_of(store, STORE_HOUSE, opened_ms(3, 2), INT64_MAX);
    assert_int_equal(seen.count, 6);
    assert_int_equal(seen.list[0].table, 4);
    assert_int_equal(seen.list[0].round, 4);
    assert_int_equal(seen.list[5].table, 3);
    assert_int_equal(seen.list[5].round, 2);
    audit_fits(store, 30);
    store_close(&store);
}

static void who_posts_behind_the_end_did_not_play(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct sample sample;
    struct store_result result;
    for (uint64_t sequence = 1; sequence <= 4; sequence++) {
        append_ok(store, 1, sequence);
    }
    sample_make(&sample, 1, 5);
    sample.batch.event_count = 0;
    sample.postings[1].round = 1; // over since batch 4
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    sample_make(&sample, 1, 6);
    sample.postings[1].round = 7; // never opened
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    sample_make(&sample, 1, 7);
    sample.batch.event_count = 1;
    sample.events[0] = (struct uth_event){.kind = UTH_EVENT_ENDED};
    sample.batch.round = 1; // it ended before: it does not end again
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    struct store_round round;
    assert_int_equal(store_round(store, 1, 1, &round), STORE_OK);
    assert_int_equal(round.last_sequence, 4);
    assert_int_equal(rounds_of(store, 105, INT64_MIN, INT64_MAX).count, 0);
    assert_int_equal(rounds_of(store, 106, INT64_MIN, INT64_MAX).count, 0);
    assert_int_equal(rounds_of(store, 104, INT64_MIN, INT64_MAX).count, 1);
    audit_fits(store, 7);
    store_close(&store);
}

// ---- order, keys, money -----------------------------------------------------------------------

static void only_the_next_sequence_is_taken(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct sample sample;
    struct store_result result;
    append_ok(store, 1, 1);
    sample_make(&sample, 1, 3);
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_ERR_SEQUENCE);
    sample_make(&sample, 1, 1);
    sample.batch.key.size = 0;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_ERR_SEQUENCE);
    sample.batch.sequence = 0;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_ERR_BATCH);
    append_ok(store, 1, 2);
    audit_fits(store, 2);
    store_close(&store);
}

static void the_same_batch_again_is_stored_once(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct sample sample;
    struct store_result result;
    append_ok(store, 1, 1);
    append_ok(store, 1, 2);
    sample_make(&sample, 1, 1);
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    assert_int_equal(result.position, 1);
    store_close(&store);
    store = backend_open(&backend, false);
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    assert_int_equal(result.position, 1);
    audit_fits(store, 2);
    store_close(&store);
}

// A batch is ours again when all its bytes are, not when it is as long.
static void another_batch_of_the_same_length_is_not_taken_for_the_stored_one(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct sample sample;
    struct store_result result;
    append_ok(store, 1, 1);
    sample_make(&sample, 1, 2);
    sample.batch.key.size = 0;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    sample.postings[0].amount.cents ^= 1;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_ERR_SEQUENCE);
    audit_fits(store, 2);
    store_close(&store);
}

static void a_key_gets_its_old_answer_and_no_other_request(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct sample sample;
    struct store_result result;
    append_ok(store, 1, 1);
    append_ok(store, 1, 2);
    sample_make(&sample, 1, 3);
    sample.batch.key = (struct store_bytes){(const uint8_t *)"key-1", 5};
    store_request_hash("key-1", 5, sample.batch.request);
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_REPEATED);
    assert_int_equal(result.position, 1);
    assert_int_equal(result.answer_size, 16);
    assert_memory_equal(result.answer, "answer of 1 to 1", 16);
    free(result.answer);

    sample.batch.request[0] ^= 1;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_ERR_KEY_REUSED);
    // A key belongs to its table.
    append_ok(store, 2, 1);
    append_ok(store, 1, 3);
    audit_fits(store, 4);
    store_close(&store);
}

static void no_player_goes_below_zero_and_no_balance_out_of_range(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct sample sample;
    struct store_result result;
    sample_make(&sample, 1, 1);
    sample.postings[1].amount.cents = sample.postings[0].amount.cents + 1;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_ERR_BALANCE);
    sample_make(&sample, 1, 1);
    sample.postings[0].amount.cents = UTH_MONEY_MAX;
    sample.postings[1].amount.cents = UTH_MONEY_MAX;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    sample_make(&sample, 1, 2);
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_ERR_MONEY);
    sample.postings[0].amount.cents = 0;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_ERR_BATCH);
    sample.postings[0].amount.cents = INT64_MAX;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_ERR_BATCH);
    sample.batch.posting_count = 0;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    audit_fits(store, 2);
    store_close(&store);
}

static void an_answer_may_be_empty_or_of_one_byte(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct sample sample;
    struct store_result result;
    for (uint64_t size = 0; size <= 1; size++) {
        sample_make(&sample, 1, size + 1);
        sample.batch.answer = (struct store_bytes){(const uint8_t *)"!", size};
        assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
        sample.batch.sequence = 9; // sent again, much later
        assert_int_equal(store_append(store, &sample.batch, &result), STORE_REPEATED);
        assert_int_equal(result.answer_size, size);
        assert_true(size == 0 || (result.answer != NULL && result.answer[0] == '!'));
        free(result.answer);
    }
    audit_fits(store, 2);
    store_close(&store);
}

static void every_posting_of_a_batch_is_judged(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct sample sample;
    struct store_result result;
    sample_make(&sample, 1, 1);
    sample.postings[1].debit.owner++; // there is nothing in that wallet
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_ERR_BALANCE);
    append_ok(store, 1, 1);
    audit_fits(store, 1);
    store_close(&store);
}

// BET-7
static void chips_of_a_person_at_two_seats_are_two_accounts(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct sample sample;
    struct store_result result;
    append_ok(store, 1, 1);
    sample_make(&sample, 1, 2);
    sample.postings[0] = uth_posting_reverse(&sample.postings[1]);
    sample.postings[0].debit = uth_account_at_seat(UTH_ACCOUNT_CHIPS, sample_player(1, 1), 1, 2);
    sample.postings[0].credit = uth_account_wallet(sample_player(1, 1));
    sample.postings[0].amount.cents = 51; // all there are
    sample.batch.posting_count = 1;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_ERR_BALANCE);
    sample.postings[0].debit.seat = 1; // where they were bought
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    audit_fits(store, 2);
    store_close(&store);
}

static void the_largest_batch_is_stored_and_a_larger_one_refused(void **state)
{
    (void)state;
    static struct uth_event events[STORE_EVENTS_MAX + 1];
    static struct uth_posting postings[STORE_POSTINGS_MAX];
    static uint8_t bytes[STORE_ANSWER_MAX + 1];
    struct store_entry entries[STORE_ENTRIES_MAX];
    struct sample sample;
    struct store_result result;
    struct store *store = backend_open(&backend, false);
    sample_make(&sample, 1, 1);
    memset(bytes, 0xab, sizeof bytes);
    memset(events, 0, sizeof events);
    for (size_t i = 0; i < STORE_EVENTS_MAX; i++) {
        events[i].kind = UTH_EVENT_WAGERED;
    }
    for (size_t i = 0; i < STORE_POSTINGS_MAX; i++) {
        postings[i] = sample.postings[0];
        postings[i].credit.owner = i + 1;
    }
    for (size_t i = 0; i < STORE_ENTRIES_MAX; i++) {
        entries[i] = (struct store_entry){i, STORE_ENTRY_METER, {bytes, STORE_ENTRY_MAX}};
    }
    sample.batch.events = events;
    sample.batch.event_count = STORE_EVENTS_MAX;
    sample.batch.postings = postings;
    sample.batch.posting_count = STORE_POSTINGS_MAX;
    sample.batch.entries = entries;
    sample.batch.entry_count = STORE_ENTRIES_MAX;
    sample.batch.key = (struct store_bytes){bytes, STORE_KEY_MAX};
    sample.batch.answer = (struct store_bytes){bytes, STORE_ANSWER_MAX};
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    sample.batch.sequence = 2;
    sample.batch.event_count++;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_ERR_BATCH);
    sample.batch.event_count--;
    sample.batch.answer.size++;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_ERR_BATCH);
    sample.batch.answer.size--;
    sample.batch.key.size++;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_ERR_BATCH);
    sample.batch.key.size--;
    entries[3].bytes.size++;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_ERR_BATCH);
    audit_fits(store, 1);
    store_close(&store);
}

static void a_body_with_a_byte_more_or_less_is_no_batch(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct sample sample;
    struct store_result result;
    uint8_t *body = NULL;
    size_t size = 0;
    sample_make(&sample, 1, 1);
    assert_int_equal(store_encode(&sample.batch, &body, &size), STORE_OK);
    uint8_t *longer = calloc(1, size + 1);
    assert_non_null(longer);
    memcpy(longer, body, size);
    const struct store_bytes bodies[] = {{longer, size + 1}, {body, size - 1}, {body, 0}};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(store_append_encoded(store, &bodies[i], 1, &result), STORE_OK);
        assert_int_equal(result.status, STORE_ERR_BATCH);
    }
    audit_fits(store, 0);
    free(longer);
    free(body);
    store_close(&store);
}

// What another program may have stored.
static bool is_readable(const struct store_batch *batch, struct batch_room *room)
{
    struct store_batch decoded;
    uint8_t *body = NULL;
    size_t size = 0;
    const bool encoded = store_encode(batch, &body, &size) == STORE_OK;
    const bool known = encoded && store_decode((struct store_bytes){body, size}, room, &decoded);
    free(body);
    return known;
}

static void what_this_program_does_not_know_is_not_read(void **state)
{
    (void)state;
    struct batch_room *room = batch_room_open();
    struct sample sample;
    assert_non_null(room);
    sample_make(&sample, 1, 1);
    assert_true(is_readable(&sample.batch, room));
    sample.events[0].kind = UTH_EVENT_COUNT;
    assert_false(is_readable(&sample.batch, room));
    sample_make(&sample, 1, 1);
    sample.events[0].seat = UTH_SEATS_MAX + 1;
    assert_false(is_readable(&sample.batch, room));
    for (unsigned i = 0; i < 2; i++) {
        struct uth_posting *posting = &sample.postings[i];
        sample_make(&sample, 1, 1);
        posting->debit.kind = UTH_ACCOUNT_COUNT;
        assert_false(is_readable(&sample.batch, room));
        sample_make(&sample, 1, 1);
        posting->credit.kind = UTH_ACCOUNT_COUNT;
        assert_false(is_readable(&sample.batch, room));
        sample_make(&sample, 1, 1);
        posting->reason = UTH_POSTED_COUNT;
        assert_false(is_readable(&sample.batch, room));
        sample_make(&sample, 1, 1);
        posting->amount.cents = UTH_MONEY_MAX + 1;
        assert_false(is_readable(&sample.batch, room));
    }
    batch_room_close(room);
}

static struct store_bytes first_letters(uint64_t count)
{
    return (struct store_bytes){(const uint8_t *)"aaaaaaaaaaaa", count};
}

static void keys_of_which_one_begins_like_another_are_told_apart(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct sample sample;
    struct store_result result;
    for (uint64_t i = 0; i < 12; i++) {
        sample_make(&sample, 1, i + 1);
        sample.batch.key = first_letters(i * 5 % 12 + 1);
        store_request_hash(&i, sizeof i, sample.batch.request);
        assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    }
    for (uint64_t i = 0; i < 12; i++) {
        sample_make(&sample, 1, 13);
        sample.batch.key = first_letters(i * 5 % 12 + 1);
        store_request_hash(&i, sizeof i, sample.batch.request);
        assert_int_equal(store_append(store, &sample.batch, &result), STORE_REPEATED);
        assert_int_equal(result.position, i + 1);
        free(result.answer);
    }
    audit_fits(store, 12);
    store_close(&store);
}

static void a_store_of_a_program_alone_lies_in_memory(void **state)
{
    (void)state;
    struct store *store = NULL;
    struct fault fault = {.kind = FAULT_NONE};
    if (backend.kind != BACKEND_MEMORY) {
        return; // it is the same for all
    }
    assert_int_equal(store_open("memory:", &(struct store_options){0}, &fault, &store), STORE_OK);
    append_ok(store, 1, 1);
    append_ok(store, 1, 2);
    audit_fits(store, 2);
    store_close(&store);
    assert_int_equal(store_open("memory:", &(struct store_options){0}, &fault, &store), STORE_OK);
    audit_fits(store, 0);
    store_close(&store);
}

// What a store keeps in memory is bounded, however many accounts there are.
static void a_book_that_has_grown_too_large_is_forgotten(void **state)
{
    (void)state;
    static struct uth_posting postings[STORE_POSTINGS_MAX];
    if (backend.kind != BACKEND_MEMORY) {
        return; // it is the same for all
    }
    struct store *store = backend_open(&backend, false);
    struct store_result result;
    struct sample sample;
    uint64_t sequence = 0;
    sample_make(&sample, 1, 1);
    for (uint64_t player = 1; player <= BOOK_KEEPS_MAX; sequence++) {
        for (size_t i = 0; i < STORE_POSTINGS_MAX; i++) {
            postings[i] = sample.postings[0];
            postings[i].credit.owner = player++;
        }
        const struct store_batch batch = {.table = 1,
                                          .sequence = sequence + 1,
                                          .time_ms = sample.batch.time_ms,
                                          .postings = postings,
                                          .posting_count = STORE_POSTINGS_MAX};
        assert_int_equal(store_append(store, &batch, &result), STORE_OK);
    }
    assert_int_equal(store->book.accounts.count, BOOK_KEEPS_MAX + 1); // with the cage
    append_ok(store, 2, 1);
    assert_true(store->book.accounts.count < BOOK_KEEPS_MAX);
    audit_fits(store, sequence + 1);
    store_close(&store);
}

// ---- groups and writers -----------------------------------------------------------------------

static void a_refused_batch_does_not_hold_up_its_group(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct sample samples[6];
    struct store_bytes bodies[6];
    struct store_result results[6];
    append_ok(store, 1, 1);
    sample_make(&samples[0], 1, 2);
    sample_make(&samples[1], 1, 9); // not its turn
    sample_make(&samples[2], 2, 1);
    sample_make(&samples[3], 1, 3);
    samples[3].batch.key = (struct store_bytes){(const uint8_t *)"key-1", 5}; // taken, in the store
    sample_make(&samples[4], 1, 3);
    sample_make(&samples[5], 1, 4);
    samples[5].batch.key = samples[4].batch.key; // taken, in this group
    memcpy(samples[5].batch.request, samples[4].batch.request, STORE_HASH_SIZE);
    for (size_t i = 0; i < 6; i++) {
        uint8_t *body = NULL;
        assert_int_equal(store_encode(&samples[i].batch, &body, &bodies[i].size), STORE_OK);
        bodies[i].data = body;
    }
    assert_int_equal(store_append_encoded(store, bodies, 6, results), STORE_OK);
    const enum store_status expected[6] = {
        STORE_OK, STORE_ERR_SEQUENCE, STORE_OK, STORE_ERR_KEY_REUSED, STORE_OK, STORE_REPEATED};
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(results[i].status, expected[i]);
        free(results[i].answer);
        free((void *)(uintptr_t)bodies[i].data);
    }
    audit_fits(store, 4);
    store_close(&store);
}

// The same holds for a batch that waits earlier in the group.
static void
a_batch_twice_in_a_group_is_stored_once_and_another_of_its_length_is_refused(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct sample sample;
    struct store_bytes bodies[3];
    struct store_result results[3];
    sample_make(&sample, 1, 1);
    sample.batch.key.size = 0;
    for (size_t i = 0; i < 3; i++) {
        sample.postings[0].amount.cents ^= i == 2;
        uint8_t *body = NULL;
        assert_int_equal(store_encode(&sample.batch, &body, &bodies[i].size), STORE_OK);
        bodies[i].data = body;
    }
    assert_int_equal(bodies[2].size, bodies[0].size);
    assert_int_equal(store_append_encoded(store, bodies, 3, results), STORE_OK);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(results[i].status, i == 2 ? STORE_ERR_SEQUENCE : STORE_OK);
        assert_int_equal(results[i].position, i == 2 ? 0 : 1);
        free((void *)(uintptr_t)bodies[i].data);
    }
    audit_fits(store, 1);
    store_close(&store);
}

static void two_writers_share_a_store_without_a_gap(void **state)
{
    (void)state;
    struct store *one = backend_open(&backend, false);
    struct store *two = backend_open(&backend, false);
    struct sample sample;
    struct store_result result;
    for (uint64_t sequence = 1; sequence <= 10; sequence++) {
        append_ok(one, 1, sequence);
        append_ok(two, 2, sequence);
    }
    // A table that moved to the other writer, and the old owner who does not know it yet.
    append_ok(two, 1, 11);
    sample_make(&sample, 1, 11);
    sample.batch.key.size = 0;
    sample.batch.answer.size = 0;
    assert_int_equal(store_append(one, &sample.batch, &result), STORE_ERR_SEQUENCE);
    append_ok(one, 1, 12);
    audit_fits(one, 22);
    store_close(&one);
    store_close(&two);
}

static size_t take_all(struct store_writer *writer, enum store_status wanted, size_t seen)
{
    struct store_done done[64];
    size_t count;
    while ((count = store_writer_take(writer, done, 64)) != 0) {
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(done[i].result.status, wanted);
            assert_int_equal(done[i].token, seen++);
            free(done[i].result.answer);
        }
    }
    return seen;
}

static void the_writer_stores_everything_in_order(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct store_writer *writer;
    const struct store_writer_options options = {.queue_max = 64};
    struct sample sample;
    size_t seen = 0;
    assert_int_equal(store_writer_open(&store, &options, &writer), STORE_OK);
    assert_null(store);
    for (uint64_t i = 0; i < 400; i++) {
        sample_make(&sample, (uint32_t)(i % 4) + 1, i / 4 + 1);
        enum store_status status = STORE_ERR_QUEUE_FULL;
        while (status == STORE_ERR_QUEUE_FULL) {
            status = store_writer_submit(writer, &sample.batch, i);
            if (status == STORE_ERR_QUEUE_FULL) {
                assert_true(store_writer_drain(writer, 10000));
            }
        }
        assert_int_equal(status, STORE_OK);
    }
    assert_true(store_writer_drain(writer, 10000));
    seen = take_all(writer, STORE_OK, seen);
    assert_int_equal(seen, 400);
    store_writer_close(&writer);
    assert_null(writer);
    store = backend_open(&backend, true);
    audit_fits(store, 400);
    store_close(&store);
}

// Holds the writer's thread between two groups.
struct gate {
    pthread_mutex_t lock;
    atomic_bool reached;
};

static void wait_at_gate(void *context)
{
    struct gate *gate = context;
    atomic_store(&gate->reached, true);
    (void)pthread_mutex_lock(&gate->lock);
    (void)pthread_mutex_unlock(&gate->lock);
}

// Two batches fit in the queue, by their number or by their bytes.
static void the_writer_refuses_what_its_queue_has_no_place_for(void **state)
{
    (void)state;
    uint8_t *body = NULL;
    size_t size = 0;
    struct sample sample;
    sample_make(&sample, 1, 1);
    assert_int_equal(store_encode(&sample.batch, &body, &size), STORE_OK);
    free(body);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(wipe(NULL), 0);
        struct gate gate = {.lock = PTHREAD_MUTEX_INITIALIZER};
        const struct store_writer_options options = {.queue_max = i == 0 ? 2 : 0,
                                                     .queue_bytes_max = i == 0 ? 0 : 2 * size,
                                                     .notify = wait_at_gate,
                                                     .context = &gate};
        struct store *store = backend_open(&backend, false);
        struct store_writer *writer;
        assert_int_equal(store_writer_open(&store, &options, &writer), STORE_OK);
        (void)pthread_mutex_lock(&gate.lock);
        assert_int_equal(store_writer_submit(writer, &sample.batch, 0), STORE_OK);
        while (!atomic_load(&gate.reached)) {
            (void)nanosleep(&(struct timespec){0, 200000}, NULL);
        }
        struct sample next[3];
        for (uint64_t j = 0; j < 3; j++) {
            sample_make(&next[j], 1, j + 2); // each as long as the first
            assert_int_equal(store_writer_submit(writer, &next[j].batch, j + 1),
                             j < 2 ? STORE_OK : STORE_ERR_QUEUE_FULL);
        }
        (void)pthread_mutex_unlock(&gate.lock);
        assert_true(store_writer_drain(writer, 10000));
        assert_int_equal(store_writer_submit(writer, &next[2].batch, 3), STORE_OK);
        assert_true(store_writer_drain(writer, 10000));
        assert_int_equal(take_all(writer, STORE_OK, 0), 4);
        store_writer_close(&writer);
    }
}

#define SUBMITTERS 4
#define SUBMITTED  60

struct submitter {
    struct store_writer *writer;
    uint32_t table;
    pthread_t thread;
};

static void *submit_all(void *context)
{
    const struct submitter *self = context;
    for (uint64_t sequence = 1; sequence <= SUBMITTED; sequence++) {
        struct sample sample;
        sample_make(&sample, self->table, sequence);
        while (store_writer_submit(self->writer, &sample.batch, self->table) != STORE_OK) {
            (void)store_writer_drain(self->writer, 1000); // the queue is full
        }
    }
    return NULL;
}

static void count_call(void *context)
{
    (void)atomic_fetch_add((atomic_size_t *)context, 1);
}

static void any_thread_may_submit_while_another_takes(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct submitter submitters[SUBMITTERS];
    struct store_writer *writer;
    struct store_done done[16];
    atomic_size_t calls = 0;
    size_t taken[SUBMITTERS + 1] = {0};
    size_t total = 0;
    const struct store_writer_options options = {
        .queue_max = 20, .notify = count_call, .context = &calls};
    assert_int_equal(store_writer_open(&store, &options, &writer), STORE_OK);
    for (uint32_t i = 0; i < SUBMITTERS; i++) {
        submitters[i] = (struct submitter){.writer = writer, .table = i + 1};
        assert_int_equal(pthread_create(&submitters[i].thread, NULL, submit_all, &submitters[i]),
                         0);
    }
    while (total < (size_t)SUBMITTERS * SUBMITTED) {
        const size_t count = store_writer_take(writer, done, 16);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(done[i].result.status, STORE_OK);
            taken[done[i].token]++;
        }
        total += count;
        if (count == 0) {
            (void)nanosleep(&(struct timespec){0, 200000}, NULL);
        }
    }
    for (size_t i = 0; i < SUBMITTERS; i++) {
        assert_int_equal(pthread_join(submitters[i].thread, NULL), 0);
        assert_int_equal(taken[i + 1], SUBMITTED);
    }
    assert_true(atomic_load(&calls) >= 1 && atomic_load(&calls) <= total);
    store_writer_close(&writer);
    store = backend_open(&backend, true);
    audit_fits(store, total);
    store_close(&store);
}

static void closing_the_writer_stores_what_waits(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct store_writer *writer;
    const struct store_writer_options options = {0};
    struct sample sample;
    assert_int_equal(store_writer_open(&store, &options, &writer), STORE_OK);
    for (uint64_t i = 1; i <= 50; i++) {
        sample_make(&sample, 1, i);
        assert_int_equal(store_writer_submit(writer, &sample.batch, i), STORE_OK);
    }
    store_writer_close(&writer);
    store = backend_open(&backend, true);
    audit_fits(store, 50);
    store_close(&store);
}

static void a_reader_cannot_write(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct sample sample;
    struct store_result result;
    append_ok(store, 1, 1);
    store_close(&store);
    store = backend_open(&backend, true);
    sample_make(&sample, 1, 2);
    assert_int_not_equal(store_append(store, &sample.batch, &result), STORE_OK);
    audit_fits(store, 1);
    store_close(&store);
}

// ---- leases -----------------------------------------------------------------------------------

#define NODE_A 0xaaaa
#define NODE_B UINT64_C(0xbbbbbbbbbbbbbbbb)
#define TTL    1000

static enum store_status append_in(struct store *store, uint64_t sequence, uint32_t epoch)
{
    struct sample sample;
    struct store_result result;
    sample_make(&sample, 1, sequence);
    sample.batch.epoch = epoch;
    sample.batch.key.size = 0; // two nodes would have the same
    sample.batch.answer.size = 0;
    return store_append(store, &sample.batch, &result);
}

static void a_table_is_leased_to_one_node_at_a_time(void **state)
{
    (void)state;
    struct store *a = backend_open(&backend, false);
    struct store *b = backend_open(&backend, false);
    struct store_lease lease;
    assert_int_equal(store_lease(a, 1, NODE_A, 5000, TTL, &lease), STORE_OK);
    assert_int_equal(lease.epoch, 1);
    assert_int_equal(lease.expires_ms, 6000);
    assert_int_equal(store_lease(b, 1, NODE_B, 5999, TTL, &lease), STORE_ERR_LEASED);
    assert_int_equal(lease.node, NODE_A);
    assert_int_equal(lease.expires_ms, 6000);
    assert_non_null(strstr(store_why(b), "node aaaa until 6000"));
    // Renewed, also late: as long as nobody else took it, it is the same lease.
    assert_int_equal(store_lease(a, 1, NODE_A, 7000, TTL, &lease), STORE_OK);
    assert_int_equal(lease.epoch, 1);
    assert_int_equal(store_lease(b, 1, NODE_B, 7500, TTL, &lease), STORE_ERR_LEASED);
    // Another table is another matter, and without a lease nothing is asked.
    assert_int_equal(store_lease(b, 2, NODE_B, 7500, TTL, &lease), STORE_OK);
    append_ok(b, 3, 1);
    assert_int_equal(store_lease(b, 1, NODE_B, 8000, TTL, &lease), STORE_OK);
    assert_int_equal(lease.epoch, 2);
    assert_int_equal(store_lease(a, 1, NODE_A, 8500, TTL, &lease), STORE_ERR_LEASED);
    audit_fits(a, 4); // three take-overs
    store_close(&a);
    store_close(&b);
}

static void a_node_that_lost_its_table_is_fenced_off(void **state)
{
    (void)state;
    struct store *a = backend_open(&backend, false);
    struct store *b = backend_open(&backend, false);
    struct store_lease lease;
    assert_int_equal(append_in(a, 1, 0), STORE_OK);
    assert_int_equal(store_lease(a, 1, NODE_A, 5000, TTL, &lease), STORE_OK);
    assert_int_equal(append_in(a, 3, 0), STORE_ERR_FENCED); // nobody writes without a lease now
    assert_int_equal(append_in(a, 3, 2), STORE_ERR_FENCED); // nor with one that is not there yet
    assert_int_equal(append_in(a, 3, 1), STORE_OK);
    // B takes over in the middle of a round; A does not know it yet, and its book is warm.
    assert_int_equal(store_lease(b, 1, NODE_B, 6000, TTL, &lease), STORE_OK);
    assert_int_equal(append_in(a, 4, 1), STORE_ERR_FENCED);
    assert_int_equal(append_in(a, 5, 1), STORE_ERR_FENCED); // though the sequence would be right
    assert_int_equal(append_in(a, 3, 1), STORE_OK);         // that one was stored in its time
    assert_int_equal(append_in(b, 5, 2), STORE_OK);
    assert_int_equal(append_in(b, 7, 2), STORE_ERR_SEQUENCE);
    assert_int_equal(append_in(a, 6, 1), STORE_ERR_FENCED);
    // And back again.
    assert_int_equal(store_lease(a, 1, NODE_A, 9000, TTL, &lease), STORE_OK);
    assert_int_equal(lease.epoch, 3);
    assert_int_equal(append_in(b, 7, 2), STORE_ERR_FENCED);
    assert_int_equal(append_in(a, 7, 3), STORE_OK);
    audit_fits(b, 7);
    store_close(&a);
    store_close(&b);
}

// ---- one who reads and is told to stop --------------------------------------------------------

static enum store_status open_with(const struct store_options *options, struct store **store,
                                   struct fault *fault)
{
    struct store_port *port;
    if (backend.kind != BACKEND_MEMORY) {
        return store_open(backend.url, options, fault, store);
    }
    const enum store_status status = store_memory_open(backend.disk, options, fault, &port);
    return status == STORE_OK ? store_open_port(port, options, fault, store) : status;
}

struct told {
    atomic_bool stop;
    unsigned seen;
    unsigned stop_after;
};

static bool stop_after_some(void *context, const struct store_record *record)
{
    struct told *told = context;
    (void)record;
    if (++told->seen == told->stop_after) {
        atomic_store(&told->stop, true);
    }
    return true;
}

static void open_told(struct told *told, struct store **reader)
{
    struct fault fault;
    const struct store_options options = {
        .read_only = true, .patience_ms = 1000, .stop = &told->stop};
    assert_int_equal(open_with(&options, reader, &fault), STORE_OK);
}

static void whoever_reads_and_is_told_to_stop_sees_no_further_row(void **state)
{
    (void)state;
    struct told told = {.stop_after = 3};
    struct store_report report;
    uint64_t sequence = 9;
    struct store *reader = NULL;
    struct store *store = backend_open(&backend, false);
    for (uint64_t i = 1; i <= 12; i++) {
        append_ok(store, 1, i);
    }
    store_close(&store);
    open_told(&told, &reader);
    assert_int_equal(store_read(reader, 1, 12, stop_after_some, &told), STORE_ERR_STOPPED);
    assert_int_equal(told.seen, 3);
    assert_int_equal(store_read(reader, 1, 12, stop_after_some, &told), STORE_ERR_STOPPED);
    assert_int_equal(told.seen, 3);
    assert_int_equal(store_audit(reader, STORE_AUDIT_LINKS, &report), STORE_ERR_STOPPED);
    assert_int_equal(report.batches, 0);
    assert_int_equal(store_table_sequence(reader, 1, &sequence), STORE_ERR_STOPPED);
    assert_int_equal(store_examine(reader), STORE_ERR_STOPPED);
    assert_string_equal(store_why(reader), store_status_text(STORE_ERR_STOPPED));
    atomic_store(&told.stop, false); // nothing is left behind
    assert_int_equal(store_examine(reader), STORE_OK);
    audit_fits(reader, 12);
    store_close(&reader);
}

static int64_t examine_us(struct store *store, enum store_status expected)
{
    struct timespec from;
    struct timespec to;
    (void)clock_gettime(CLOCK_MONOTONIC, &from);
    assert_int_equal(store_examine(store), expected);
    (void)clock_gettime(CLOCK_MONOTONIC, &to);
    return (to.tv_sec - from.tv_sec) * 1000000 + (to.tv_nsec - from.tv_nsec) / 1000;
}

// SQLite looks through its file in one call, which must not hold up the end of a server. Rows that are
// none of ours make the file large enough to be caught at it; the best of some is compared, because
// the machine may do something else meanwhile.
static void an_examination_ends_when_it_is_told_to(void **state)
{
    (void)state;
    struct told told = {.stop_after = 0};
    struct store *reader = NULL;
    int64_t whole_us = INT64_MAX;
    int64_t cut_us = INT64_MAX;
    if (backend.kind != BACKEND_SQLITE) {
        return;
    }
    struct store *store = backend_open(&backend, false);
    append_ok(store, 1, 1);
    store_close(&store);
    assert_true(backend_run(
        &backend,
        "WITH RECURSIVE n(i) AS (VALUES (2) UNION ALL SELECT i + 1 FROM n WHERE i < 200000)"
        "INSERT INTO uth_batch SELECT i, 9, i * 7919 % 200003, 0, x'' FROM n"));
    open_told(&told, &reader);
    for (int turn = 0; turn < 3; turn++) {
        atomic_store(&told.stop, false);
        const int64_t whole = examine_us(reader, STORE_OK);
        atomic_store(&told.stop, true);
        const int64_t cut = examine_us(reader, STORE_ERR_STOPPED);
        whole_us = whole < whole_us ? whole : whole_us;
        cut_us = cut < cut_us ? cut : cut_us;
    }
    store_close(&reader);
    assert_true(cut_us < whole_us / 2);
}

// ---- one writer -------------------------------------------------------------------------------

static enum store_status open_sole(struct store **store, struct fault *fault)
{
    const struct store_options options = {
        .sole = true, .accept_loss = backend.cluster.hasty, .patience_ms = 1000};
    return open_with(&options, store, fault);
}

static void a_sole_writer_keeps_another_away_until_it_ends(void **state)
{
    (void)state;
    struct store *a = NULL;
    struct store *b = NULL;
    struct fault fault;
    char who[32];
    if (backend.kind == BACKEND_MEMORY) {
        return; // nobody else can reach it
    }
    assert_int_equal(open_sole(&a, &fault), STORE_OK);
    append_ok(a, 1, 1);
    assert_int_equal(open_sole(&b, &fault), STORE_ERR_TAKEN);
    (void)snprintf(who, sizeof who, "process %ld on ", (long)getpid());
    assert_non_null(strstr(fault.text, who));
    struct store *reader = backend_open(&backend, true); // whoever reads is none of its business
    audit_fits(reader, 1);
    store_close(&reader);
    append_ok(a, 1, 2);
    store_close(&a);
    assert_int_equal(open_sole(&b, &fault), STORE_OK);
    append_ok(b, 1, 3);
    store_close(&b);
}

// Whatever became of the lock: a batch that is not its own ends a sole writer's work.
static void a_sole_writer_builds_on_nobody_elses_batch(void **state)
{
    (void)state;
    struct store *a = NULL;
    struct fault fault;
    struct sample sample;
    struct store_result result;
    assert_int_equal(open_sole(&a, &fault), STORE_OK);
    append_ok(a, 1, 1);
    struct store *other = backend_open(&backend, false);
    append_ok(other, 2, 1);
    for (int i = 0; i < 3; i++) {
        sample_make(&sample, 1 + (uint32_t)i, 2);
        assert_int_equal(store_append(a, &sample.batch, &result), STORE_ERR_TAKEN);
        assert_non_null(strstr(store_why(a), "another process has written"));
    }
    append_ok(other, 1, 2);
    audit_fits(other, 3);
    store_close(&a);
    store_close(&other);
    assert_int_equal(open_sole(&a, &fault), STORE_OK);
    append_ok(a, 1, 3);
    store_close(&a);
}

// The lock is the session's: whoever finds it with another after a cut is out, and changes nothing.
static void a_sole_writer_cut_from_its_server_takes_its_place_again_or_loses_it(void **state)
{
    (void)state;
    static const char cut[] = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                              " WHERE application_name LIKE 'process %'";
    struct store *a = NULL;
    struct store *b = NULL;
    struct fault fault;
    struct sample sample;
    struct store_result result;
    if (backend.kind != BACKEND_POSTGRES) {
        return; // a file's lock cannot be cut off
    }
    assert_int_equal(open_sole(&a, &fault), STORE_OK);
    append_ok(a, 1, 1);
    assert_true(backend_run(&backend, cut));
    append_ok(a, 1, 2); // nobody was faster
    assert_true(backend_run(&backend, cut));
    assert_int_equal(open_sole(&b, &fault), STORE_OK);
    sample_make(&sample, 1, 3);
    // The cut shows in the middle of a commit, so how that ended is not known at once.
    assert_int_equal(store_append(a, &sample.batch, &result), STORE_ERR_UNKNOWN);
    assert_int_equal(store_append(a, &sample.batch, &result), STORE_ERR_TAKEN);
    append_ok(b, 1, 3);
    audit_fits(b, 3);
    store_close(&a);
    store_close(&b);
}

// Only store_lease may raise the epoch, and a batch that pretends to must do it by one.
static void an_epoch_rises_by_one_with_a_take_over_only(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct sample sample;
    struct store_result result;
    const struct store_entry taken = {.id = NODE_A, .kind = STORE_ENTRY_LEASE};
    for (uint32_t epoch = 0; epoch <= 3; epoch++) {
        sample_make(&sample, 1, 1);
        sample.batch.entries = &taken;
        sample.batch.entry_count = 1;
        sample.batch.epoch = epoch;
        if (epoch != 1) {
            assert_int_equal(store_append(store, &sample.batch, &result), STORE_ERR_FENCED);
        }
    }
    sample.batch.epoch = 1;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    audit_fits(store, 1);
    store_close(&store);
}

static bool sum_ends(void *context, const struct store_lease *lease)
{
    *(int64_t *)context += lease->expires_ms;
    return true;
}

static void all_leases_of_a_node_are_renewed_at_once(void **state)
{
    (void)state;
    enum { LEASED = 40 };
    struct store *store = backend_open(&backend, false);
    struct store_lease lease;
    size_t count = 9;
    int64_t sum = 0;
    assert_int_equal(store_lease_renew(store, NODE_A, 1, TTL, &count), STORE_OK);
    assert_int_equal(count, 0);
    for (uint32_t table = 1; table <= LEASED; table++) {
        assert_int_equal(
            store_lease(store, table, table % 4 == 0 ? NODE_B : NODE_A, 0, TTL, &lease), STORE_OK);
    }
    assert_int_equal(store_lease_renew(store, NODE_A, 500, TTL, &count), STORE_OK);
    assert_int_equal(count, LEASED * 3 / 4);
    assert_int_equal(store_leases(store, sum_ends, &sum), STORE_OK);
    assert_int_equal(sum, LEASED * 3 / 4 * 1500 + LEASED / 4 * 1000);
    assert_int_equal(store_lease(store, 1, NODE_B, 1200, TTL, &lease), STORE_ERR_LEASED);
    assert_int_equal(store_lease(store, 4, NODE_A, 1200, TTL, &lease), STORE_OK);
    audit_fits(store, LEASED + 1);
    store_close(&store);
}

// More than are renewed by one commit.
static void a_node_may_have_any_number_of_leases(void **state)
{
    (void)state;
    enum { LEASED = 1100 };
    struct store *store = backend_open(&backend, false);
    struct store_port *port = store->port;
    static struct store_row rows[LEASED];
    size_t count = 0;
    int64_t sum = 0;
    for (size_t i = 0; i < LEASED; i++) {
        rows[i].cells[LEASE_TABLE] = number_cell((int64_t)i + 1);
        rows[i].cells[LEASE_NODE] = number_cell(NODE_A);
        rows[i].cells[LEASE_EPOCH] = number_cell(1);
    }
    assert_int_equal(port->functions->begin(port, true), STORE_OK);
    assert_int_equal(port->functions->put(port, STORE_TABLE_LEASE, rows, LEASED), STORE_OK);
    assert_int_equal(port->functions->commit(port), STORE_OK);
    assert_int_equal(store_lease_renew(store, NODE_A, 500, TTL, &count), STORE_OK);
    assert_int_equal(count, LEASED);
    assert_int_equal(store_leases(store, sum_ends, &sum), STORE_OK);
    assert_int_equal(sum, LEASED * (500 + TTL));
    store_close(&store);
}

// Nodes that all want the same table, whose leases last no time at all: each write is by the one
// who had the table then, or refused.
struct contender {
    pthread_t thread;
    uint64_t node;
    size_t stored;
    size_t fenced;
    size_t taken;
    bool failed;
};

static bool contend_once(struct store *store, struct contender *self, int64_t now_ms)
{
    struct store_lease lease;
    uint64_t sequence = 0;
    enum store_status status = store_lease(store, 1, self->node, now_ms, 0, &lease);
    self->taken += status == STORE_OK;
    for (int i = 0; i < 3 && status == STORE_OK; i++) {
        status = store_table_sequence(store, 1, &sequence);
        status = status == STORE_OK ? append_in(store, sequence + 1, lease.epoch) : status;
        self->stored += status == STORE_OK;
        self->fenced += status == STORE_ERR_FENCED;
        // Another may have written between the look and the append; then he had taken the table.
        if (status == STORE_ERR_SEQUENCE) {
            status = STORE_ERR_FENCED;
        }
    }
    return status == STORE_OK || status == STORE_ERR_FENCED || status == STORE_ERR_LEASED ||
           status == STORE_ERR_CONFLICT;
}

static void *contend(void *context)
{
    struct contender *self = context;
    struct store *store = backend_open(&backend, false);
    for (int64_t i = 1; i <= 25 && !self->failed; i++) {
        self->failed = !contend_once(store, self, i);
    }
    store_close(&store);
    return NULL;
}

static void nodes_that_fight_for_a_table_never_mix_their_batches(void **state)
{
    (void)state;
    struct contender contenders[3] = {{.node = 1}, {.node = 2}, {.node = 3}};
    size_t total = 0;
    struct store *store = backend_open(&backend, false); // makes the schema
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(pthread_create(&contenders[i].thread, NULL, contend, &contenders[i]), 0);
    }
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(pthread_join(contenders[i].thread, NULL), 0);
        assert_false(contenders[i].failed);
        total += contenders[i].stored;
    }
    assert_true(total > 0);
    struct store_report report;
    assert_int_equal(store_audit(store, STORE_AUDIT_LINKS, &report), STORE_OK);
    if (report.status != STORE_OK) {
        fail_msg("%s", report.text);
    }
    assert_true(report.batches > total); // and the take-overs, with epochs the audit has followed
    store_close(&store);
}

// ---- days -------------------------------------------------------------------------------------

static void a_day_begins_once_and_a_clock_that_steps_back_does_no_harm(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct sample sample;
    struct store_result result;
    uint64_t position = 0;
    const int64_t day = 86400000;
    const int64_t times[] = {5 * day, 5 * day + 1, 4 * day, 7 * day, 6 * day, 9 * day};
    for (uint64_t i = 0; i < 6; i++) {
        sample_make(&sample, 1, i + 1);
        sample.batch.time_ms = times[i];
        assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    }
    assert_int_equal(store_day(store, 5, &position), STORE_OK);
    assert_int_equal(position, 1);
    assert_int_equal(store_day(store, 6, &position), STORE_OK);
    assert_int_equal(position, 4);
    assert_int_equal(store_day(store, 8, &position), STORE_OK);
    assert_int_equal(position, 6);
    assert_int_equal(store_day(store, 10, &position), STORE_ERR_NOT_FOUND);
    audit_fits(store, 6);
    store_close(&store);
}

// ---- versions ---------------------------------------------------------------------------------

static void a_database_of_another_version_is_refused(void **state)
{
    (void)state;
    struct store *store;
    struct fault fault;
    if (backend.kind == BACKEND_MEMORY) {
        return; // it has no versions: it never outlives the program
    }
    store = backend_open(&backend, false);
    append_ok(store, 1, 1);
    store_close(&store);
    for (int read_only = 0; read_only <= 1; read_only++) {
        assert_true(backend_run(&backend, "UPDATE uth_meta SET version = 99"));
        assert_int_equal(backend_try_open(&backend, read_only, &fault, &store), STORE_ERR_NEWER);
        assert_non_null(strstr(fault.text, "version 99"));
        assert_true(backend_run(&backend, "UPDATE uth_meta SET version = 4"));
        assert_int_equal(backend_try_open(&backend, read_only, &fault, &store), STORE_ERR_DAMAGED);
        assert_non_null(strstr(fault.text, "version 4, from before the first release"));
    }
}

// ---- the schema -------------------------------------------------------------------------------

// The whole sentence follows the name of the database.
struct changed_schema {
    const char *said;
    const char *sqlite; // NULL: there is no such thing
    const char *postgres;
};

#define BOTH(sql) sql, sql

static const struct changed_schema changed_schemas[] = {
    {"the schema has no index uth_batch_by_table", BOTH("DROP INDEX uth_batch_by_table")},
    {"the index uth_batch_by_table is on uth_batch (table_id, sequence) instead of"
     " unique on uth_batch (table_id, sequence)",
     BOTH("DROP INDEX uth_batch_by_table;"
          "CREATE INDEX uth_batch_by_table ON uth_batch (table_id, sequence)")},
    {"the index uth_batch_by_table is unique on uth_batch (sequence, table_id) instead of"
     " unique on uth_batch (table_id, sequence)",
     BOTH("DROP INDEX uth_batch_by_table;"
          "CREATE UNIQUE INDEX uth_batch_by_table ON uth_batch (sequence, table_id)")},
    {"the index uth_batch_by_table is unique on uth_batch (table_id, sequence) of some rows instead"
     " of unique on uth_batch (table_id, sequence)",
     BOTH("DROP INDEX uth_batch_by_table; CREATE UNIQUE INDEX uth_batch_by_table"
          " ON uth_batch (table_id, sequence) WHERE table_id > 0")},
    {"the schema has an index more that is not ours",
     BOTH("CREATE INDEX more ON uth_batch (abs(checksum))")},
    {"the schema has a table uth_more that is not ours", BOTH("CREATE TABLE uth_more (a INTEGER)")},
    {"the schema has a view uth_all that is not ours",
     BOTH("CREATE VIEW uth_all AS SELECT * FROM uth_batch")},
    {"the schema has no table uth_lease", BOTH("DROP TABLE uth_lease")},
    {"the schema has a column uth_account.note that is not ours",
     BOTH("ALTER TABLE uth_account ADD COLUMN note INTEGER")},
    {"the schema has no column uth_lease.expires_ms",
     BOTH("ALTER TABLE uth_lease DROP COLUMN expires_ms")},
    {"the schema has a column uth_lease.era that is not ours",
     BOTH("ALTER TABLE uth_lease RENAME COLUMN epoch TO era")},
    {"the schema has a trigger uth_quiet that is not ours",
     "CREATE TRIGGER uth_quiet BEFORE INSERT ON uth_batch BEGIN SELECT raise(IGNORE); END",
     "CREATE FUNCTION quiet() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';"
     "CREATE TRIGGER uth_quiet BEFORE INSERT ON uth_batch FOR EACH ROW EXECUTE FUNCTION quiet()"},
    // The file is ours alone, a schema of PostgreSQL is not.
    {"the schema has a table elsewhere that is not ours", "CREATE TABLE elsewhere (a INTEGER)",
     NULL},
    {"the schema has a view elsewhere that is not ours", "CREATE VIEW elsewhere AS SELECT 1", NULL},
    {"the schema has a trigger sqlite_quiet that is not ours", // as if it were SQLite's own
     "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES ('trigger', 'sqlite_quiet',"
     " 'uth_batch', 0, 'CREATE TRIGGER sqlite_quiet BEFORE INSERT ON uth_batch"
     " BEGIN SELECT raise(IGNORE); END')",
     NULL},
    {"the column uth_day.day is BLOB NOT NULL, key 1 instead of INTEGER NOT NULL, key 1",
     "DROP TABLE uth_day; CREATE TABLE uth_day (day BLOB NOT NULL PRIMARY KEY,"
     " first_position INTEGER NOT NULL, before BLOB NOT NULL) STRICT",
     NULL},
    {"the column uth_day.first_position is INTEGER, default 7 instead of INTEGER NOT NULL",
     "DROP TABLE uth_day; CREATE TABLE uth_day (day INTEGER PRIMARY KEY,"
     " first_position INTEGER DEFAULT 7, before BLOB NOT NULL) STRICT",
     NULL},
    {"the column uth_day.day is INTEGER NOT NULL instead of INTEGER NOT NULL, key 1",
     "DROP TABLE uth_day; CREATE TABLE uth_day (day INTEGER NOT NULL,"
     " first_position INTEGER NOT NULL, before BLOB NOT NULL) STRICT",
     NULL},
    {"the schema has an index sqlite_autoindex_uth_day_1 that is not ours",
     "DROP TABLE uth_day; CREATE TABLE uth_day (day INTEGER PRIMARY KEY,"
     " first_position INTEGER NOT NULL UNIQUE, before BLOB NOT NULL) STRICT",
     NULL},
    {"the table uth_day is not made as this program makes it",
     "DROP TABLE uth_day; CREATE TABLE uth_day (day INTEGER PRIMARY KEY,"
     " first_position INTEGER NOT NULL, before BLOB NOT NULL)",
     NULL},
    {"the table uth_account is not made as this program makes it",
     "DROP TABLE uth_account; CREATE TABLE uth_account (owner INTEGER NOT NULL,"
     " kind INTEGER NOT NULL, table_id INTEGER NOT NULL, seat INTEGER NOT NULL,"
     " balance INTEGER NOT NULL, PRIMARY KEY (owner, kind, table_id, seat)) STRICT, WITHOUT ROWID",
     NULL},
    {"the schema has a rule quiet that is not ours", NULL,
     "CREATE RULE quiet AS ON DELETE TO uth_batch DO INSTEAD NOTHING"},
    {"the schema has a sequence uth_count that is not ours", NULL, "CREATE SEQUENCE uth_count"},
    {"the schema has a function uth_quiet that is not ours", NULL,
     "CREATE FUNCTION uth_quiet() RETURNS int LANGUAGE sql AS 'SELECT 1'"},
    {"the column uth_batch.body is text NOT NULL instead of bytea NOT NULL", NULL,
     "ALTER TABLE uth_batch ALTER COLUMN body TYPE text"},
    {"the column uth_batch.body is bytea instead of bytea NOT NULL", NULL,
     "ALTER TABLE uth_batch ALTER COLUMN body DROP NOT NULL"},
    {"the column uth_batch.sequence is bigint NOT NULL, default 7 instead of bigint NOT NULL", NULL,
     "ALTER TABLE uth_batch ALTER COLUMN sequence SET DEFAULT 7"},
    {"the column uth_round.round is bigint NOT NULL instead of bigint NOT NULL, key 2", NULL,
     "ALTER TABLE uth_round DROP CONSTRAINT uth_round_pkey, ADD PRIMARY KEY (table_id)"},
    {"the schema has no constraint uth_account_balance_check of uth_account", NULL,
     "ALTER TABLE uth_account DROP CONSTRAINT uth_account_balance_check"},
    {"the constraint uth_meta_id_check of uth_meta is CHECK ((id > 0)) instead of CHECK ((id = 1))",
     NULL,
     "ALTER TABLE uth_meta DROP CONSTRAINT uth_meta_id_check,"
     " ADD CONSTRAINT uth_meta_id_check CHECK (id > 0)"},
    {"the schema has a constraint tied of elsewhere that is not ours", NULL,
     "CREATE TABLE elsewhere (a BIGINT CONSTRAINT tied REFERENCES uth_day ON DELETE CASCADE)"},
    {"the table uth_batch is unlogged instead of plain", NULL,
     "ALTER TABLE uth_batch SET UNLOGGED"},
    {"the table uth_batch is under row security instead of plain", NULL,
     "ALTER TABLE uth_batch ENABLE ROW LEVEL SECURITY"},
    {"the table uth_batch is one of several that inherit instead of plain", NULL,
     "CREATE TABLE elsewhere () INHERITS (uth_batch)"},
    // "$user" comes first in the search path.
    {"the table uth_lease is hidden by one of another schema instead of plain", NULL,
     "CREATE SCHEMA uth; CREATE TABLE uth.uth_lease (LIKE public.uth_lease)"},
};

static void make_store(void)
{
    assert_true(backend_wipe(&backend));
    struct store *store = backend_open(&backend, false);
    append_ok(store, 1, 1);
    store_close(&store);
}

static void a_schema_that_was_changed_is_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof changed_schemas / sizeof changed_schemas[0]; i++) {
        const struct changed_schema *changed = &changed_schemas[i];
        const char *sql = backend.kind == BACKEND_SQLITE     ? changed->sqlite
                          : backend.kind == BACKEND_POSTGRES ? changed->postgres
                                                             : NULL;
        if (sql == NULL) {
            continue;
        }
        make_store();
        assert_true(backend_run(&backend, sql));
        struct store *reader = backend_open(&backend, true);
        const enum store_status status = store_examine(reader);
        const char *said = strstr(store_why(reader), ": the ");
        if (status != STORE_ERR_DAMAGED || said == NULL || strcmp(said + 2, changed->said) != 0) {
            fail_msg("%s: status %d, %s", sql, (int)status, store_why(reader));
        }
        store_close(&reader);
    }
    assert_true(backend.kind != BACKEND_POSTGRES ||
                backend_run(&backend, "SET client_min_messages = error; DROP SCHEMA uth CASCADE"));
}

static void a_schema_is_judged_beside_its_writer_and_with_what_is_not_ours_in_it(void **state)
{
    (void)state;
    struct store *writer = backend_open(&backend, false);
    append_ok(writer, 1, 1);
    if (backend.kind == BACKEND_POSTGRES) {
        assert_true(backend_run(&backend,
                                "CREATE TABLE elsewhere (a BIGINT PRIMARY KEY CHECK (a > 0));"
                                "CREATE VIEW uthx AS SELECT a.position FROM uth_batch AS a;"
                                "CREATE RULE quiet AS ON DELETE TO elsewhere DO INSTEAD NOTHING;"
                                // What REINDEX CONCURRENTLY leaves where it was stopped.
                                "CREATE INDEX uth_batch_by_table_ccnew ON uth_batch (checksum);"
                                "UPDATE pg_index SET indisvalid = false"
                                " WHERE indexrelid = 'uth_batch_by_table_ccnew'::regclass"));
    } else if (backend.kind == BACKEND_SQLITE) {
        assert_true(backend_run(&backend, "ANALYZE"));
    }
    struct store *reader = backend_open(&backend, true);
    assert_int_equal(store_examine(reader), STORE_OK);
    append_ok(writer, 1, 2);
    assert_int_equal(store_look(reader), STORE_OK);
    assert_int_equal(store_examine(reader), STORE_OK);
    store_look_end(reader);
    assert_int_equal(store_examine(writer), STORE_OK);
    append_ok(writer, 1, 3);
    audit_fits(reader, 3);
    store_close(&reader);
    store_close(&writer);
}

// As the index forbids it in a database, so does memory, whichever of the rows came first.
static void two_rows_with_one_key_are_not_stored_by_one_commit(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct store_port *port = store->port;
    const int64_t days[][2] = {{5, 5}, {6, 6}, {5, 6}};
    uint64_t position;
    for (size_t i = 0; i < 3; i++) {
        struct store_row rows[2] = {{{{0}}}};
        for (size_t j = 0; j < 2; j++) {
            rows[j].cells[DAY_DAY] = number_cell(days[i][j]);
            rows[j].cells[DAY_FIRST] = number_cell(1);
            rows[j].cells[DAY_BEFORE] = bytes_cell((const uint8_t *)"before", 6);
        }
        assert_int_equal(port->functions->begin(port, true), STORE_OK);
        enum store_status status = port->functions->put(port, STORE_TABLE_DAY, rows, 2);
        status = status == STORE_OK ? port->functions->commit(port) : status;
        port->functions->rollback(port);
        assert_int_equal(status, days[i][0] == days[i][1] ? STORE_ERR_CONFLICT : STORE_OK);
    }
    assert_int_equal(store_day(store, 5, &position), STORE_OK);
    store_close(&store);
}

int main(int argc, char **argv)
{
    if (argc != 2 || !backend_start(&backend, argv[1])) {
        (void)fprintf(stderr, "usage: test_contract memory|sqlite|postgres\n");
        return 1;
    }
#define TEST(name) cmocka_unit_test_setup(name, wipe)
    const struct CMUnitTest tests[] = {
        TEST(an_empty_store_is_sound_and_has_nothing),
        TEST(what_was_appended_is_read_back),
        TEST(an_audit_counts_what_it_has_read),
        TEST(a_reader_may_stop_early_and_read_again),
        TEST(a_record_that_is_missing_at_the_end_is_named),
        TEST(a_tables_batches_are_read_in_order),
        TEST(where_a_time_begins_at_a_table_is_found),
        TEST(balances_and_rounds_follow_the_batches),
        TEST(the_last_state_of_each_thing_is_found),
        TEST(a_players_rounds_are_found_by_time_and_the_houses_are_all),
        TEST(who_posts_behind_the_end_did_not_play),
        TEST(only_the_next_sequence_is_taken),
        TEST(the_same_batch_again_is_stored_once),
        TEST(another_batch_of_the_same_length_is_not_taken_for_the_stored_one),
        TEST(a_key_gets_its_old_answer_and_no_other_request),
        TEST(no_player_goes_below_zero_and_no_balance_out_of_range),
        TEST(every_posting_of_a_batch_is_judged),
        TEST(an_answer_may_be_empty_or_of_one_byte),
        TEST(chips_of_a_person_at_two_seats_are_two_accounts),
        TEST(the_largest_batch_is_stored_and_a_larger_one_refused),
        TEST(a_body_with_a_byte_more_or_less_is_no_batch),
        TEST(what_this_program_does_not_know_is_not_read),
        TEST(a_store_of_a_program_alone_lies_in_memory),
        TEST(keys_of_which_one_begins_like_another_are_told_apart),
        TEST(a_book_that_has_grown_too_large_is_forgotten),
        TEST(a_refused_batch_does_not_hold_up_its_group),
        TEST(a_batch_twice_in_a_group_is_stored_once_and_another_of_its_length_is_refused),
        TEST(two_writers_share_a_store_without_a_gap),
        TEST(the_writer_stores_everything_in_order),
        TEST(the_writer_refuses_what_its_queue_has_no_place_for),
        TEST(any_thread_may_submit_while_another_takes),
        TEST(closing_the_writer_stores_what_waits),
        TEST(a_reader_cannot_write),
        TEST(a_table_is_leased_to_one_node_at_a_time),
        TEST(whoever_reads_and_is_told_to_stop_sees_no_further_row),
        TEST(an_examination_ends_when_it_is_told_to),
        TEST(a_sole_writer_keeps_another_away_until_it_ends),
        TEST(a_sole_writer_builds_on_nobody_elses_batch),
        TEST(a_sole_writer_cut_from_its_server_takes_its_place_again_or_loses_it),
        TEST(a_node_that_lost_its_table_is_fenced_off),
        TEST(an_epoch_rises_by_one_with_a_take_over_only),
        TEST(all_leases_of_a_node_are_renewed_at_once),
        TEST(a_node_may_have_any_number_of_leases),
        TEST(nodes_that_fight_for_a_table_never_mix_their_batches),
        TEST(a_day_begins_once_and_a_clock_that_steps_back_does_no_harm),
        TEST(a_database_of_another_version_is_refused),
        TEST(a_schema_that_was_changed_is_named),
        TEST(two_rows_with_one_key_are_not_stored_by_one_commit),
        TEST(a_schema_is_judged_beside_its_writer_and_with_what_is_not_ours_in_it),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    backend_stop(&backend);
    return failed;
}
