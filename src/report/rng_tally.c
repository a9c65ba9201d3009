#include "report/rng_tally.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "uth/deal.h"

#define SEATS 7

_Static_assert(RNG_UNIT % RNG_WINDOW == 0, "a window lies within a unit");

uint64_t rng_prefix(const uth_card deck[UTH_DECK_SIZE])
{
    uint64_t number = 0;
    for (unsigned i = 0; i < 9; i++) {
        // The card's number among those that are left.
        unsigned place = deck[i];
        for (unsigned k = 0; k < i; k++) {
            place -= deck[k] < deck[i];
        }
        number = number * (UTH_DECK_SIZE - i) + place;
    }
    return number;
}

// ---- one deck ---------------------------------------------------------------------------------

static void count_dealt(const uth_card deck[UTH_DECK_SIZE], struct rng_tally *tally)
{
    struct uth_dealt dealt;
    uth_deal(UTH_PROCEDURE_SHOE, SEATS, deck, &dealt);
    tally->one_by_one[rng_pair(dealt.hole[0][0], dealt.hole[0][1])]++;
    uth_deal(UTH_PROCEDURE_SHUFFLER, SEATS, deck, &dealt);
    tally->in_twos[rng_pair(dealt.hole[0][0], dealt.hole[0][1])]++;
    uth_card seven[7];
    memcpy(seven, dealt.hole[0], 2);
    memcpy(seven + 2, dealt.community, 5);
    tally->hands[uth_hand_kind_of(uth_hand_of(seven, 7))]++;
}

// Within a unit 32 bits hold them: 4096 * 51 * 51 is less than 2^24.
struct products {
    int32_t sums[RNG_PAIRS];
};

static void count_products(const uth_card deck[UTH_DECK_SIZE], struct products *products)
{
    int16_t values[UTH_DECK_SIZE];
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        values[i] = (int16_t)rng_value(deck[i]);
    }
    int32_t *row = products->sums;
    for (unsigned a = 1; a < UTH_DECK_SIZE; a++) {
        for (unsigned b = 0; b < a; b++) {
            row[b] += values[a] * values[b];
        }
        row += a;
    }
}

static void count_deck(const uth_card deck[UTH_DECK_SIZE], struct rng_tally *tally,
                       struct products *products)
{
    unsigned falls = 0;
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        tally->places[i][deck[i]]++;
        falls += i > 0 && deck[i] < deck[i - 1];
    }
    tally->falls[falls]++;
    tally->decks++;
    count_products(deck, products);
    count_dealt(deck, tally);
}

static void count_after(const uth_card before[UTH_DECK_SIZE], const uth_card deck[UTH_DECK_SIZE],
                        struct rng_tally *tally)
{
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        tally->after[before[i]][deck[i]]++;
    }
    tally->changes += (before[0] < UTH_DECK_SIZE / 2) != (deck[0] < UTH_DECK_SIZE / 2);
    tally->followed++;
}

// ---- a unit of decks --------------------------------------------------------------------------

// The top cards of the window so far.
struct collection {
    uth_cards seen;
    unsigned decks;
    unsigned completed_after; // 0: not yet
};

static void collect(const uth_card deck[UTH_DECK_SIZE], struct collection *collection,
                    struct rng_tally *tally)
{
    collection->seen |= uth_cards_of(deck[0]);
    collection->decks++;
    if (collection->seen == UTH_CARDS_ALL && collection->completed_after == 0) {
        collection->completed_after = collection->decks;
    }
    if (collection->decks == RNG_WINDOW) {
        tally->windows++;
        // Nothing can be completed after 0 decks: that is where the unfinished ones go.
        tally->collected[collection->completed_after]++;
        *collection = (struct collection){0};
    }
}

static void count_unit(const struct rng_source *source, uint64_t first, uint64_t end,
                       struct rng_tally *tally, uint64_t *prefixes)
{
    uth_card decks[2][UTH_DECK_SIZE]; // this one and the one before, by turns
    struct products products = {{0}};
    struct collection collection = {0};
    if (first > 0) {
        source->deck(source->context, first - 1, decks[(first - 1) % 2]);
    }
    for (uint64_t round = first; round < end; round++) {
        uth_card *deck = decks[round % 2];
        source->deck(source->context, round, deck);
        count_deck(deck, tally, &products);
        collect(deck, &collection, tally);
        if (round > 0) {
            count_after(decks[(round - 1) % 2], deck, tally);
        }
        if (round < RNG_SAMPLE) {
            prefixes[round] = rng_prefix(deck);
        }
    }
    for (unsigned i = 0; i < RNG_PAIRS; i++) {
        tally->products[i] += products.sums[i];
    }
}

// ---- all of them ------------------------------------------------------------------------------

struct job {
    const struct rng_source *source;
    uint64_t decks;
    uint64_t *prefixes;
    atomic_uint_fast64_t next; // the first deck nobody has taken
};

struct member {
    struct job *job;
    struct rng_tally tally;
    pthread_t thread;
    bool started;
};

static bool take_unit(struct job *job, uint64_t *first, uint64_t *end)
{
    *first = atomic_fetch_add(&job->next, RNG_UNIT);
    *end = *first + RNG_UNIT < job->decks ? *first + RNG_UNIT : job->decks;
    return *first < job->decks;
}

static void *run_member(void *context)
{
    struct member *member = context;
    uint64_t first;
    uint64_t end;
    while (take_unit(member->job, &first, &end)) {
        count_unit(member->job->source, first, end, &member->tally, member->job->prefixes);
    }
    return NULL;
}

static void add_all(uint64_t *to, const uint64_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        to[i] += from[i];
    }
}

static void add_tally(struct rng_tally *to, const struct rng_tally *from)
{
    to->decks += from->decks;
    to->followed += from->followed;
    to->changes += from->changes;
    to->windows += from->windows;
    add_all(to->places[0], from->places[0], (size_t)UTH_DECK_SIZE * UTH_DECK_SIZE);
    add_all(to->after[0], from->after[0], (size_t)UTH_DECK_SIZE * UTH_DECK_SIZE);
    add_all(to->in_twos, from->in_twos, RNG_PAIRS);
    add_all(to->one_by_one, from->one_by_one, RNG_PAIRS);
    add_all(to->hands, from->hands, sizeof to->hands / sizeof to->hands[0]);
    add_all(to->falls, from->falls, UTH_DECK_SIZE);
    add_all(to->collected, from->collected, RNG_WINDOW + 1);
    for (unsigned i = 0; i < RNG_PAIRS; i++) {
        to->products[i] += from->products[i];
    }
}

bool rng_count(const struct rng_source *source, uint64_t decks, unsigned threads,
               const struct rng_step *step, struct rng_tally *tally, uint64_t *prefixes)
{
    UTH_CHECK(threads >= 1 && threads <= RNG_THREADS);
    struct job job = {.source = source, .decks = decks, .prefixes = prefixes};
    struct member *members = calloc(threads, sizeof *members);
    if (members == NULL) {
        return false;
    }
    // Where a thread cannot be had the others do its work.
    for (unsigned i = 1; i < threads; i++) {
        members[i].job = &job;
        members[i].started = pthread_create(&members[i].thread, NULL, run_member, &members[i]) == 0;
    }
    uint64_t first;
    uint64_t end;
    while (take_unit(&job, &first, &end)) {
        count_unit(source, first, end, &members[0].tally, prefixes);
        if (step != NULL) {
            step->done(step->context, end);
        }
    }
    memset(tally, 0, sizeof *tally);
    for (unsigned i = 0; i < threads; i++) {
        if (members[i].started) {
            UTH_CHECK(pthread_join(members[i].thread, NULL) == 0);
        }
        add_tally(tally, &members[i].tally);
    }
    free(members);
    return true;
}
