// Strategy files: whatever the bytes, opening refuses or every question has an answer. A real file is
// 2 MB with a sum over all of it, so most inputs are changes to one, summed anew.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "exact/strategy.h"
#include "exact/strategy_bytes.h"
#include "uth/exact.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHANGES_MAX 64

// Solved once: perfect play of the rules with one size a street after the flop, and with two.
struct real {
    uint8_t *bytes;
    size_t size;
};

static struct real solved(const struct uth_rules *rules)
{
    struct real real;
    struct uth_exact *exact;
    const size_t memory_size = uth_exact_size(1);
    void *const memory = malloc(memory_size);
    UTH_CHECK(memory != NULL);
    UTH_CHECK(uth_exact_solve(rules, 1, memory, memory_size, &exact) == UTH_OK);
    real.size = uth_strategy_size(exact);
    real.bytes = malloc(real.size);
    UTH_CHECK(real.bytes != NULL);
    uth_strategy_build(exact, UTH_STYLE_OPTIMAL, real.bytes, real.size);
    free(memory);
    return real;
}

static const struct real *real_of(unsigned planes)
{
    static struct real reals[2];
    if (reals[planes].bytes == NULL) {
        struct uth_rules rules = uth_rules_washington;
        rules.raises[UTH_STREET_RIVER][0] = planes == 1 ? 2 : 1;
        rules.raises[UTH_STREET_RIVER][1] = planes == 1 ? 1 : 0;
        reals[planes] = solved(&rules);
    }
    return &reals[planes];
}

// ---- questions --------------------------------------------------------------------------------

static uint64_t draw(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

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
    try_open(real->bytes, real->size - (size_t)(state % real->size), state);
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
        change_and_try(real_of(data[0] & 1), data + 1, size - 1, (data[0] & 6) != 0);
    }
    return 0;
}
