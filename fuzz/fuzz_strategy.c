// Strategy files: whatever the bytes, opening refuses or every question has an answer. A real file
// is 2 MB with a sum over all of it, so most inputs are changes to one, summed anew.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "exact/strategy.h"
#include "exact/strategy_bytes.h"
#include "uth/exact.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHANGES_MAX 64

// A file as sound as a solved one, with chance for its decisions: to solve a game takes too long
// here.
struct real {
    uint8_t *bytes;
    size_t size;
};

static uint64_t draw(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

static struct real made(unsigned planes)
{
    static const unsigned sets[6] = {1, 1, 1, SETS_3, SETS_4, SETS_5};
    const struct real real = {malloc(PLANES_AT + planes * (size_t)PLANE_SIZE),
                              PLANES_AT + planes * (size_t)PLANE_SIZE};
    uint64_t state = planes;
    UTH_CHECK(real.bytes != NULL);
    memset(real.bytes, 0, PLANES_AT);
    memcpy(real.bytes + HEADER_MAGIC, exact_strategy_magic, sizeof exact_strategy_magic);
    exact_put(real.bytes + HEADER_VERSION, 4, UTH_STRATEGY_VERSION);
    exact_put(real.bytes + HEADER_LENGTH, 4, real.size);
    real.bytes[HEADER_PLANES] = (uint8_t)planes;
    real.bytes[HEADER_FLOP_SIZES] = 2;
    real.bytes[HEADER_RIVER_SIZES] = 3;
    real.bytes[HEADER_RIVER_SIZES + 1] = planes == 2 ? 1 : 0;
    for (unsigned i = 0; i < ALL_FLOPS; i++) {
        exact_put(real.bytes + FLOP_MAP_AT + i * (size_t)4, 4, i % FLOPS << 8 | 0xe4);
    }
    for (unsigned mask = 0; mask < 1U << UTH_RANKS; mask++) {
        const unsigned size = (unsigned)__builtin_popcount(mask);
        exact_put(real.bytes + SET_INDEX_AT + mask * (size_t)2, 2,
                  mask % (size <= 5 ? sets[size] : 1));
    }
    for (size_t i = PLANES_AT; i < real.size; i++) {
        real.bytes[i] = (uint8_t)draw(&state);
    }
    exact_put(real.bytes + HEADER_CHECK, 8, exact_strategy_check(real.bytes, real.size));
    struct uth_strategy strategy;
    UTH_CHECK(uth_strategy_open(real.bytes, real.size, NULL, &strategy) == UTH_OK);
    return real;
}

static const struct real *real_of(unsigned planes)
{
    static struct real reals[3];
    if (reals[planes].bytes == NULL) {
        reals[planes] = made(planes);
    }
    return &reals[planes];
}

// ---- questions --------------------------------------------------------------------------------

static void deal(uint64_t *state, uth_card *cards, unsigned count)
{
    uth_cards dealt = 0;
    for (unsigned i = 0; i < count;) {
        const uth_card card = (uth_card)(draw(state) % UTH_DECK_SIZE);
        if (!uth_cards_have(dealt, card)) {
            dealt |= uth_cards_of(card);
            cards[i++] = card;
        }
    }
}

static void ask(const struct uth_strategy *strategy, uint64_t state)
{
    for (unsigned i = 0; i < 256; i++) {
        uth_card seven[7];
        deal(&state, seven, 7);
        (void)uth_strategy_preflop(strategy, seven);
        const unsigned flop = uth_strategy_flop(strategy, seven, seven + 2);
        const unsigned river = uth_strategy_river(strategy, seven, seven + 2);
        UTH_CHECK(flop == 0 || flop == strategy->flop_size[0] || flop == strategy->flop_size[1]);
        UTH_CHECK(river == 0 || river == strategy->river_size[0] ||
                  river == strategy->river_size[1]);
    }
}

static void try_open(const uint8_t *bytes, size_t size, uint64_t state)
{
    struct uth_strategy strategy;
    memset(&strategy, 0x5a, sizeof strategy);
    const struct uth_strategy untouched = strategy;
    const enum uth_status status = uth_strategy_open(bytes, size, NULL, &strategy);
    if (status == UTH_OK) {
        ask(&strategy, state);
    } else {
        UTH_CHECK(status == UTH_ERR_STRATEGY);
        UTH_CHECK(memcmp(&strategy, &untouched, sizeof strategy) == 0);
    }
}

// ---- changes ----------------------------------------------------------------------------------

// Four bytes each: a place within the file, the first parts of it more often than the planes, and
// what to put there. Undone afterwards.
static void change_and_try(const struct real *real, const uint8_t *data, size_t size, bool sum)
{
    size_t places[CHANGES_MAX];
    uint8_t before[CHANGES_MAX];
    size_t count = 0;
    uint64_t state = size;
    uint8_t sums[8];
    memcpy(sums, real->bytes + HEADER_CHECK, sizeof sums);
    for (; size >= 4 && count < CHANGES_MAX; data += 4, size -= 4) {
        const size_t number = data[0] | (size_t)data[1] << 8 | (size_t)(data[2] & 0x7f) << 16;
        static const size_t reaches[] = {HEADER_SIZE, FLOP_MAP_AT, PLANES_AT, PLANES_AT};
        const size_t reach = data[2] >> 7 != 0 ? real->size : reaches[data[0] % 4];
        places[count] = number % reach;
        before[count] = real->bytes[places[count]];
        real->bytes[places[count]] = data[3];
        count++;
        state = state * 31 + number + data[3];
    }
    if (sum) {
        exact_put(real->bytes + HEADER_CHECK, 8, exact_strategy_check(real->bytes, real->size));
    }
    try_open(real->bytes, real->size, state);
    if ((state & 15) == 0) { // cut short
        try_open(real->bytes, real->size - 1 - (size_t)(state % (real->size - 1)), state);
    }
    while (count > 0) {
        count--;
        real->bytes[places[count]] = before[count];
    }
    memcpy(real->bytes + HEADER_CHECK, sums, sizeof sums);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_open(data, size, size);
    if (size > 0) {
        change_and_try(real_of(1 + (data[0] & 1)), data + 1, size - 1, (data[0] & 6) != 0);
    }
    return 0;
}
