// Card text: whatever the bytes, a refusal changes nothing, and what was read is written and read
// back the same.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "uth/card.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void one_card(const char *text, size_t length)
{
    uth_card card = 77;
    if (uth_card_parse(text, length, &card) != UTH_OK) {
        UTH_CHECK(card == 77);
        return;
    }
    UTH_CHECK(card < UTH_DECK_SIZE);

    char written[3];
    uth_card_text(card, written);
    uth_card again = UTH_CARD_NONE;
    UTH_CHECK(uth_card_parse(written, 2, &again) == UTH_OK);
    UTH_CHECK(again == card);
}

static void many_cards(const char *text, size_t length, size_t max)
{
    uth_card cards[UTH_DECK_SIZE];
    size_t count = 77;
    if (uth_cards_parse(text, length, cards, max, &count) != UTH_OK) {
        UTH_CHECK(count == 77);
        return;
    }
    UTH_CHECK(count <= max);
    UTH_CHECK(uth_cards_count(uth_cards_from(cards, count)) == count);

    // Exactly as many bytes as the contract asks for, so that one too many is seen.
    char *const written = malloc(count == 0 ? 1 : 3 * count);
    UTH_CHECK(written != NULL);
    uth_cards_text(cards, count, written);
    UTH_CHECK(strlen(written) == (count == 0 ? 0 : 3 * count - 1));

    uth_card again[UTH_DECK_SIZE];
    size_t again_count = 0;
    UTH_CHECK(uth_cards_parse(written, strlen(written), again, max, &again_count) == UTH_OK);
    UTH_CHECK(again_count == count);
    UTH_CHECK(memcmp(again, cards, count * sizeof cards[0]) == 0);
    free(written);
}

// The first byte says how many cards there is room for.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    const char *const text = (const char *)data + 1;
    one_card(text, size - 1);
    many_cards(text, size - 1, data[0] % (UTH_DECK_SIZE + 1));
    return 0;
}
