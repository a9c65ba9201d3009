#include "wire/hand_json.h"

json_t *wire_hand_json(const uth_card *cards, size_t count)
{
    uth_card five[5];
    char words[UTH_HAND_WORDS_MAX];
    char five_text[16];
    char all_text[24];
    const uth_hand hand = uth_hand_best_five(cards, count, five);
    uth_hand_words(cards, count, words);
    uth_cards_text(five, 5, five_text);
    uth_cards_text(cards, count, all_text);
    return json_pack("{s:s, s:s, s:s, s:s, s:i}", "cards", all_text, "hand",
                     uth_hand_kind_name(uth_hand_kind_of(hand)), "description", words, "best",
                     five_text, "strength", (int)hand);
}
