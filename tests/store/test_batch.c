// The encoding of a batch: one batch, one string of bytes, and nothing else is a batch.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "store/batch.h"
#include "store/codec.h"

#define EVENTS   24
#define POSTINGS 24
#define ENTRIES  4

static struct rng rng;
static struct batch_room *room;

struct made {
    struct store_batch batch;
    struct uth_event events[EVENTS];
    struct uth_posting postings[POSTINGS];
    struct store_entry entries[ENTRIES];
    uint8_t bytes[64];
};

// ---- batches by chance ------------------------------------------------------------------------

// Small, large, and now and then nothing.
static uint64_t any_number(void)
{
    const uint32_t kind = rng_below(&rng, 4);
    return kind == 0 ? 0 : rng_next(&rng) >> (kind == 1 ? 58 : rng_below(&rng, 64));
}

static uth_money any_cents(void)
{
    const int64_t cents = (int64_t)(any_number() >> 11);
    return (uth_money){rng_below(&rng, 4) == 0 ? -cents : cents};
}

static void any_smalls(struct uth_event *event, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        event->small[i] = (uint8_t)(rng_below(&rng, 2) == 0 ? 0 : rng_next(&rng));
    }
}

// Every field that an event of this kind has, and no other.
static struct uth_event any_event(enum uth_event_kind kind)
{
    struct uth_event event = {.kind = (uint8_t)kind};
    event.seat = (uint8_t)rng_below(&rng, UTH_SEATS_MAX + 1);
    switch (kind) {
    case UTH_EVENT_OPENED:
        event.seat = 0;
        any_smalls(&event, 3);
        event.as.opened.number = any_number();
        event.as.opened.bank_wager = any_cents();
        for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
            event.as.opened.folds[i] = (uint8_t)rng_below(&rng, UTH_FOLD_COUNT);
        }
        break;
    case UTH_EVENT_WAGERED:
        for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
            event.as.stakes[i] = any_cents();
        }
        break;
    case UTH_EVENT_FEE_TAKEN:
    case UTH_EVENT_COIN_IN:
    case UTH_EVENT_ROUND_SETTLED: event.as.amount = any_cents(); break;
    case UTH_EVENT_DEALT:
        event.seat = 0;
        rng_deck(&rng, event.as.deck);
        break;
    case UTH_EVENT_RACKED: event.as.racked = any_number(); break;
    case UTH_EVENT_DECIDED: any_smalls(&event, 4); break;
    case UTH_EVENT_TURNED:
    case UTH_EVENT_SHOWDOWN:
    case UTH_EVENT_VOIDED:
        event.seat = 0;
        any_smalls(&event, 1);
        break;
    case UTH_EVENT_SETTLED:
        any_smalls(&event, 4);
        event.as.settled.stake = any_cents();
        event.as.settled.net = any_cents();
        break;
    case UTH_EVENT_AWARDED:
        any_smalls(&event, 1);
        event.as.award =
            (struct uth_win_award){any_cents(), any_cents(), any_cents(), any_cents(), any_cents()};
        break;
    case UTH_EVENT_BETS_CLOSED:
    case UTH_EVENT_EXPOSED:
    case UTH_EVENT_ENDED:
    case UTH_EVENT_COUNT: break;
    }
    return event;
}

static struct uth_account any_account(void)
{
    return (struct uth_account){any_number(),
                                (uint32_t)any_number(),
                                (uint8_t)rng_below(&rng, UTH_SEATS_MAX + 1),
                                (uint8_t)rng_below(&rng, UTH_ACCOUNT_COUNT),
                                {0}};
}

static struct uth_posting any_posting(void)
{
    return (struct uth_posting){.debit = any_account(),
                                .credit = any_account(),
                                .amount = any_cents(),
                                .round = any_number(),
                                .table = (uint32_t)any_number(),
                                .reason = (uint8_t)rng_below(&rng, UTH_POSTED_COUNT),
                                .wager = (uint8_t)rng_below(&rng, UTH_WAGER_COUNT + 1),
                                .reverses = (uint8_t)rng_below(&rng, 2)};
}

static struct store_bytes any_bytes(const struct made *made)
{
    return (struct store_bytes){made->bytes, rng_below(&rng, sizeof made->bytes + 1)};
}

static void make(struct made *made)
{
    memset(made, 0, sizeof *made);
    for (size_t i = 0; i < sizeof made->bytes; i++) {
        made->bytes[i] = (uint8_t)rng_next(&rng);
    }
    made->batch = (struct store_batch){.table = (uint32_t)any_number(),
                                       .sequence = 1 + (any_number() >> 2),
                                       .round = any_number() >> 1,
                                       .time_ms = (int64_t)(any_number() >> 1),
                                       .epoch = (uint32_t)any_number(),
                                       .events = made->events,
                                       .event_count = rng_below(&rng, EVENTS + 1),
                                       .postings = made->postings,
                                       .posting_count = rng_below(&rng, POSTINGS + 1),
                                       .entries = made->entries,
                                       .entry_count = rng_below(&rng, ENTRIES + 1),
                                       .key = any_bytes(made),
                                       .answer = any_bytes(made)};
    for (size_t i = 0; i < made->batch.event_count; i++) {
        made->events[i] = any_event((enum uth_event_kind)rng_below(&rng, UTH_EVENT_COUNT));
    }
    for (size_t i = 0; i < made->batch.posting_count; i++) {
        const bool again = i > 0 && rng_below(&rng, 2) == 0;
        made->postings[i] = again ? made->postings[i - 1] : any_posting();
    }
    for (size_t i = 0; i < made->batch.entry_count; i++) {
        made->entries[i] = (struct store_entry){
            any_number(), (enum store_entry_kind)(1 + rng_below(&rng, 20)), any_bytes(made)};
    }
    if (rng_below(&rng, 2) == 0) {
        memcpy(made->batch.request, made->bytes, STORE_HASH_SIZE);
    }
}

static uint8_t *encode(const struct store_batch *batch, size_t *size)
{
    uint8_t *body;
    assert_int_equal(store_encode(batch, &body, size), STORE_OK);
    return body;
}

static bool decode(const uint8_t *body, size_t size, struct store_batch *batch)
{
    struct batch_view view;
    return batch_view((struct store_bytes){body, size}, &view) && batch_unpack(&view, room, batch);
}

static void assert_bytes(struct store_bytes a, struct store_bytes b)
{
    assert_int_equal(a.size, b.size);
    assert_true(a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static void assert_same(const struct store_batch *a, const struct store_batch *b)
{
    assert_int_equal(a->table, b->table);
    assert_int_equal(a->sequence, b->sequence);
    assert_int_equal(a->round, b->round);
    assert_int_equal(a->time_ms, b->time_ms);
    assert_int_equal(a->epoch, b->epoch);
    assert_int_equal(a->event_count, b->event_count);
    assert_int_equal(a->posting_count, b->posting_count);
    assert_int_equal(a->entry_count, b->entry_count);
    assert_memory_equal(a->events, b->events, a->event_count * sizeof *a->events);
    assert_memory_equal(a->postings, b->postings, a->posting_count * sizeof *a->postings);
    for (size_t i = 0; i < a->entry_count; i++) {
        assert_int_equal(a->entries[i].id, b->entries[i].id);
        assert_int_equal(a->entries[i].kind, b->entries[i].kind);
        assert_bytes(a->entries[i].bytes, b->entries[i].bytes);
    }
    assert_bytes(a->key, b->key);
    assert_bytes(a->answer, b->answer);
    assert_memory_equal(a->request, b->request, STORE_HASH_SIZE);
}

// ---- tests ------------------------------------------------------------------------------------

static void a_batch_comes_back_as_it_was(void **state)
{
    (void)state;
    for (unsigned turn = 0; turn < 20000; turn++) {
        struct made made;
        struct store_batch back;
        size_t size;
        make(&made);
        uint8_t *body = encode(&made.batch, &size);
        assert_true(decode(body, size, &back));
        assert_same(&made.batch, &back);
        free(body);
    }
}

// The first opening of a batch names only what is different.
static void the_fold_rules_of_the_makers_take_no_room_in_a_record(void **state)
{
    (void)state;
    struct uth_event opened = {.kind = UTH_EVENT_OPENED, .as.opened.number = 1};
    const struct store_batch batch = {
        .table = 1, .sequence = 1, .events = &opened, .event_count = 1};
    struct store_batch back;
    size_t sizes[2];
    for (unsigned changed = 0; changed < 2; changed++) {
        for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
            opened.as.opened.folds[i] = (uint8_t)uth_wagers[i].fold;
        }
        opened.as.opened.folds[UTH_WAGER_OWN_4] = changed ? UTH_FOLD_BESIDE : UTH_FOLD_LOSES;
        uint8_t *body = encode(&batch, &sizes[changed]);
        assert_true(decode(body, sizes[changed], &back));
        assert_memory_equal(back.events, &opened, sizeof opened);
        free(body);
    }
    assert_true(sizes[0] < sizes[1]);
}

// Whatever is read, written again gives the same bytes: no batch has two encodings.
static void bytes_that_were_changed_are_another_batch_or_none(void **state)
{
    (void)state;
    unsigned read = 0;
    for (unsigned turn = 0; turn < 60000; turn++) {
        struct made made;
        struct store_batch back;
        size_t size;
        size_t again_size;
        make(&made);
        uint8_t *body = encode(&made.batch, &size);
        const uint32_t at = rng_below(&rng, (uint32_t)size);
        body[at] = (uint8_t)(rng_below(&rng, 2) == 0 ? rng_next(&rng) : body[at] ^ 0x80U);
        if (decode(body, size, &back)) {
            uint8_t *again = encode(&back, &again_size);
            assert_int_equal(again_size, size);
            assert_memory_equal(again, body, size);
            free(again);
            read++;
        }
        free(body);
    }
    assert_in_range(read, 1000, 59000);
}

static void a_batch_that_is_cut_off_is_none(void **state)
{
    (void)state;
    for (unsigned turn = 0; turn < 500; turn++) {
        struct made made;
        struct store_batch back;
        size_t size;
        make(&made);
        uint8_t *body = encode(&made.batch, &size);
        for (size_t length = 0; length < size; length++) {
            uint8_t *cut = malloc(length + 1); // so that a sanitizer sees where it ends
            memcpy(cut, body, length);
            assert_false(decode(cut, length, &back));
            free(cut);
        }
        free(body);
    }
}

static void the_largest_batch_fits(void **state)
{
    (void)state;
    static struct uth_event events[STORE_EVENTS_MAX];
    static struct uth_posting postings[STORE_POSTINGS_MAX];
    static struct store_entry entries[STORE_ENTRIES_MAX];
    static uint8_t bytes[STORE_ANSWER_MAX];
    struct store_batch back;
    size_t size;
    for (size_t i = 0; i < STORE_EVENTS_MAX; i++) {
        events[i] = (struct uth_event){.kind = UTH_EVENT_WAGERED, .seat = (uint8_t)(i % 2)};
        for (unsigned w = 0; w < UTH_WAGER_COUNT; w++) {
            events[i].as.stakes[w].cents = i % 2 == 0 ? INT64_MIN : INT64_MAX;
        }
    }
    for (size_t i = 0; i < STORE_POSTINGS_MAX; i++) {
        const uint64_t large = i % 2 == 0 ? UINT64_MAX : UINT64_MAX / 2;
        const struct uth_account account = {large, (uint32_t)large, (uint8_t)large, i % 2, {0}};
        postings[i] = (struct uth_posting){
            account, account,         {i % 2 == 0 ? UTH_MONEY_MAX : -UTH_MONEY_MAX},
            large,   (uint32_t)large, i % 2,
            i % 2,   (uint8_t)large,  0};
    }
    for (size_t i = 0; i < STORE_ENTRIES_MAX; i++) {
        entries[i] =
            (struct store_entry){UINT64_MAX, STORE_ENTRY_DISPUTE, {bytes, STORE_ENTRY_MAX}};
    }
    const struct store_batch batch = {.table = UINT32_MAX,
                                      .sequence = INT64_MAX,
                                      .round = INT64_MAX,
                                      .time_ms = INT64_MAX,
                                      .epoch = UINT32_MAX,
                                      .events = events,
                                      .event_count = STORE_EVENTS_MAX,
                                      .postings = postings,
                                      .posting_count = STORE_POSTINGS_MAX,
                                      .entries = entries,
                                      .entry_count = STORE_ENTRIES_MAX,
                                      .key = {bytes, STORE_KEY_MAX},
                                      .answer = {bytes, STORE_ANSWER_MAX}};
    uint8_t *body = encode(&batch, &size);
    assert_true(size <= STORE_BODY_MAX);
    assert_true(decode(body, size, &back));
    assert_same(&batch, &back);
    free(body);
}

static void what_is_of_no_kind_there_is_is_not_encoded(void **state)
{
    (void)state;
    struct made made;
    uint8_t *body;
    size_t size;
    do {
        make(&made);
    } while (made.batch.event_count == 0 || made.batch.posting_count == 0);
    struct made changed[3] = {made, made, made};
    changed[0].events[0].kind = UTH_EVENT_COUNT;
    changed[1].postings[0].reason = UTH_POSTED_COUNT;
    changed[2].postings[0].wager = UTH_WAGER_COUNT + 1;
    for (size_t i = 0; i < 3; i++) {
        changed[i].batch.events = changed[i].events;
        changed[i].batch.postings = changed[i].postings;
        assert_int_equal(store_encode(&changed[i].batch, &body, &size), STORE_ERR_BATCH);
    }
}

static void a_later_format_is_named(void **state)
{
    (void)state;
    struct made made;
    struct store_batch back;
    size_t size;
    make(&made);
    uint8_t *body = encode(&made.batch, &size);
    assert_string_equal(batch_fault((struct store_bytes){body, 0}), "its content is not a batch");
    body[0] = BATCH_FORMAT + 1;
    assert_false(decode(body, size, &back));
    assert_non_null(strstr(batch_fault((struct store_bytes){body, size}), "a later one wrote it"));
    free(body);
}

static void a_number_has_one_encoding(void **state)
{
    (void)state;
    static const struct {
        uint8_t bytes[11];
        size_t size;
        bool fine;
        uint64_t value;
    } rows[] = {
        {{0}, 1, true, 0},
        {{127}, 1, true, 127},
        {{128, 1}, 2, true, 128},
        {{128, 0}, 2, false, 0},
        {{129, 128, 0}, 3, false, 0},
        {{255, 255, 255, 255, 255, 255, 255, 255, 255, 1}, 10, true, UINT64_MAX},
        {{255, 255, 255, 255, 255, 255, 255, 255, 255, 2}, 10, false, 0},
        {{255, 255, 255, 255, 255, 255, 255, 255, 255, 129, 0}, 11, false, 0},
        {{128}, 1, false, 0},
        {{0}, 0, false, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct codec_in in = {rows[i].bytes, rows[i].bytes + rows[i].size, 0};
        uint64_t value = 0;
        assert_int_equal(codec_get_number(&in, &value), rows[i].fine);
        assert_true(!rows[i].fine || (value == rows[i].value && in.at == in.end));
    }
}

// ---- fields of every kind ---------------------------------------------------------------------

struct part {
    uint16_t number;
    int64_t amount;
};

struct every {
    uint64_t number;
    int64_t amount;
    int64_t time_ms;
    uint8_t choice, flag;
    uint8_t bytes[5];
    uint16_t numbers[4];
    int64_t amounts[3], times[2];
    struct part part;
    struct part parts[3];
};

static const struct codec_field part_fields[] = {
    CODEC_ONE("number", struct part, number, CODEC_NUMBER),
    CODEC_ONE("amount", struct part, amount, CODEC_AMOUNT),
};
static const struct codec_table part_table = CODEC_FIELDS(struct part, part_fields);

#define ONE(member, kind) CODEC_ONE(#member, struct every, member, kind)
#define ALL(member, kind) CODEC_ALL(#member, struct every, member, kind)
static const struct codec_field every_fields[] = {
    ONE(number, CODEC_NUMBER),
    ONE(amount, CODEC_AMOUNT),
    ONE(time_ms, CODEC_TIME),
    CODEC_CHOICE("choice", struct every, choice, 9),
    ONE(flag, CODEC_FLAG),
    ALL(bytes, CODEC_BYTES),
    ALL(numbers, CODEC_NUMBER),
    ALL(amounts, CODEC_AMOUNT),
    ALL(times, CODEC_TIME),
    CODEC_ONE_OF("part", struct every, part, CODEC_TABLE, 0, &part_table),
    CODEC_ALL_OF("parts", struct every, parts, CODEC_TABLE, &part_table),
};
static const struct codec_table every_table = CODEC_FIELDS(struct every, every_fields);

static struct part any_part(void)
{
    return (struct part){(uint16_t)any_number(), any_cents().cents};
}

static struct every any_every(void)
{
    struct every every;
    memset(&every, 0, sizeof every);
    every.number = any_number();
    every.amount = any_cents().cents;
    every.time_ms = (int64_t)(any_number() >> 1);
    every.choice = (uint8_t)rng_below(&rng, 10);
    every.flag = (uint8_t)rng_below(&rng, 2);
    for (size_t i = rng_below(&rng, 6); i-- > 0;) {
        every.bytes[i] = (uint8_t)any_number();
    }
    for (size_t i = rng_below(&rng, 5); i-- > 0;) {
        every.numbers[i] = (uint16_t)any_number();
    }
    for (size_t i = rng_below(&rng, 4); i-- > 0;) {
        every.amounts[i] = any_cents().cents;
        every.parts[i] = any_part();
    }
    every.times[0] = (int64_t)(any_number() >> 1);
    every.part = any_part();
    return every;
}

static void fields_of_every_kind_come_back_alone_and_in_lists(void **state)
{
    (void)state;
    for (unsigned turn = 0; turn < 20000; turn++) {
        const struct every base = any_every();
        const struct every wanted = any_every();
        const struct every *from = turn % 2 == 0 ? NULL : &base;
        struct every found = {0};
        uint8_t bytes[512];
        assert_in_range(codec_max(&every_table), 1, sizeof bytes);
        struct codec_out out = {bytes, bytes + sizeof bytes, 1000};
        codec_write(&out, &every_table, from, &wanted);
        struct codec_in in = {bytes, out.at, 1000};
        assert_true(codec_read(&in, &every_table, from, &found));
        assert_ptr_equal(in.at, out.at);
        assert_memory_equal(&found.number, &wanted.number, offsetof(struct every, flag) + 1);
        assert_memory_equal(found.bytes, wanted.bytes, sizeof wanted.bytes);
        assert_memory_equal(found.numbers, wanted.numbers, sizeof wanted.numbers);
        assert_memory_equal(found.amounts, wanted.amounts, sizeof wanted.amounts);
        assert_memory_equal(found.times, wanted.times, sizeof wanted.times);
        assert_int_equal(found.part.number, wanted.part.number);
        assert_int_equal(found.part.amount, wanted.part.amount);
        for (size_t i = 0; i < 3; i++) {
            assert_int_equal(found.parts[i].number, wanted.parts[i].number);
            assert_int_equal(found.parts[i].amount, wanted.parts[i].amount);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_comes_back_as_it_was),
        cmocka_unit_test(the_fold_rules_of_the_makers_take_no_room_in_a_record),
        cmocka_unit_test(bytes_that_were_changed_are_another_batch_or_none),
        cmocka_unit_test(a_batch_that_is_cut_off_is_none),
        cmocka_unit_test(the_largest_batch_fits),
        cmocka_unit_test(what_is_of_no_kind_there_is_is_not_encoded),
        cmocka_unit_test(a_later_format_is_named),
        cmocka_unit_test(a_number_has_one_encoding),
        cmocka_unit_test(fields_of_every_kind_come_back_alone_and_in_lists),
    };
    rng = rng_from_environment();
    room = batch_room_open();
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    batch_room_close(room);
    return failed;
}
