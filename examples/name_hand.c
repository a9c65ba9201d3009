// Say the hand that seven cards make, as a dealer announces it.
//
//   cc name_hand.c $(pkg-config --cflags --libs uth)
#include <stdio.h>
#include <string.h>

#include <uth/uth.h>

static void say(const char *text)
{
    uth_card cards[7];
    size_t count = 0;
    enum uth_status status = uth_cards_parse(text, strlen(text), cards, 7, &count);
    if (status == UTH_OK && count < 5) {
        status = UTH_ERR_CARD_COUNT;
    }
    if (status != UTH_OK) {
        printf("%s: %s\n", text, uth_status_text(status));
        return;
    }
    char words[UTH_HAND_WORDS_MAX];
    uth_hand_words(cards, count, words);
    printf("%s: %s\n", text, words);
}

int main(void)
{
    say("Kd Kh 4s 4c Qh 9d 2c");
    say("9d 6h 8d Ks 6s 4s Jh");
    say("As As Qs Js Ts 2d 3c");
    say("As Ks");
    return 0;
}
