// Say the hand that a few cards make: build with `cc name_hand.c $(pkg-config --cflags --libs uth)`.
#include <stdio.h>
#include <string.h>

#include <uth/uth.h>

static void say(const char *text)
{
    uth_card cards[7];
    size_t count = 0;
    const enum uth_status status = uth_cards_parse(text, strlen(text), cards, 7, &count);
    if (status != UTH_OK) {
        printf("%s: %s\n", text, uth_status_text(status));
        return;
    }

    uth_card five[5];
    const uth_hand hand = uth_hand_best_five(cards, count, five);
    char words[UTH_HAND_WORDS_MAX];
    uth_hand_words(cards, count, words);
    char best[3 * 5];
    uth_cards_text(five, 5, best);
    printf("%s: %s (%s), by %s\n", text, words, uth_hand_kind_name(uth_hand_kind_of(hand)), best);
}

int main(void)
{
    say("As Ks Qs Js Ts 2d 3c");
    say("Kd Kh 4s 4c Qh 9d 2c");
    say("5h 4h 3c 2d Ah Kd Ks");
    say("As As Qs Js Ts 2d 3c");
    return 0;
}
