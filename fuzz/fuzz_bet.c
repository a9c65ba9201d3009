// Side bets as JSON: whatever the bytes, a refusal changes nothing and says where; what is accepted
// survives the round trip and can be worked out.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "wire/bet_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void round_trip(const struct uth_bet *bet)
{
    struct uth_bet again;
    struct wire_fault fault;
    json_t *const document = wire_bet_to_json(bet);
    char *const text = json_dumps(document, JSON_COMPACT);
    UTH_CHECK(text != NULL);
    UTH_CHECK(wire_bet_from_text(text, strlen(text), &again, &fault));
    UTH_CHECK(memcmp(&again, bet, sizeof again) == 0);
    free(text);
    json_decref(document);
}

// Who beats whom is counted elsewhere: any deals will do here.
static const struct uth_exact_kinds *counted_hands(void)
{
    static struct uth_exact_kinds kinds;
    if (kinds.five[0] == 0) {
        const size_t cells = sizeof kinds.deals / sizeof(int64_t);
        uth_exact_hands(&kinds);
        for (size_t i = 0; i < cells; i++) {
            (&kinds.deals[0][0][0])[i] = UTH_EXACT_DEALS / (int64_t)cells;
        }
        kinds.deals[0][0][UTH_EXACT_TIE] += UTH_EXACT_DEALS % (int64_t)cells;
    }
    return &kinds;
}

// By a strategy that never folds, which needs no game: so what a fold loses is what the cards lose.
static void work_out(const struct uth_bet *bet)
{
    static const struct uth_exact_folds no_folds;
    for (unsigned i = 0; i < bet->table_count; i++) {
        struct uth_exact_side exact;
        if (uth_exact_bet(counted_hands(), &no_folds, bet, i, &exact) == UTH_OK) {
            json_decref(wire_bet_lines_json(&bet->tables[i], &exact));
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct uth_bet bet;
    struct wire_fault fault;
    memset(&bet, 0x5a, sizeof bet);
    if (!wire_bet_from_text((const char *)data, size, &bet, &fault)) {
        for (size_t i = 0; i < sizeof bet; i++) {
            UTH_CHECK(((const uint8_t *)&bet)[i] == 0x5a);
        }
        UTH_CHECK(fault.expected[0] != '\0');
        return 0;
    }
    round_trip(&bet);
    work_out(&bet);
    return 0;
}
