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

// The kinds of a bet on the beaten hand are counted elsewhere: any will do here.
static void work_out(const struct uth_bet *bet)
{
    struct uth_exact_kinds kinds;
    struct uth_exact_bet exact;
    struct wire_fault fault;
    for (unsigned i = 0; i < sizeof kinds.deals / sizeof(int64_t); i++) {
        (&kinds.deals[0][0][0])[i] = 1;
    }
    if (uth_exact_bet(&kinds, bet, &exact) == UTH_OK &&
        wire_bet_pays_each_line(bet, &exact, &fault)) {
        json_decref(wire_bet_exact_json(bet, &exact));
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
