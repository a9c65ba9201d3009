// What should I do? Exact odds of one hand on every street, with two cards seen elsewhere.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uth/uth.h"

static void show(const struct uth_odds_query *query, void *memory, size_t size)
{
    struct uth_odds_answer answer;
    const enum uth_status status = uth_odds(&uth_rules_washington, query, memory, size, &answer);
    if (status != UTH_OK) {
        printf("refused: %s\n", uth_status_text(status));
        return;
    }
    static const char *const streets[] = {"before the flop", "on the flop", "at the river"};
    printf("%s:\n", streets[answer.street]);
    for (unsigned i = 0; i < answer.action_count; i++) {
        char ratio[UTH_RATIO_TEXT_MAX];
        char decimal[UTH_RATIO_TEXT_MAX];
        const struct uth_ratio value =
            uth_ratio_of(answer.action[i].value, answer.deals * answer.unit);
        uth_ratio_text(value, ratio);
        uth_ratio_decimal(value, 6, decimal);
        printf("  play %ux  %s  (%s)%s\n", answer.action[i].play, decimal, ratio,
               i == answer.best ? "  best" : "");
    }
}

int main(void)
{
    struct uth_odds_query query = {.dead_count = 2};
    uth_card cards[9];
    size_t count = 0;
    const char *text = "Kh 4d  Ks 9c 7h  9d 2s  Kd 4c"; // hole, flop, turn and river, dead
    if (uth_cards_parse(text, strlen(text), cards, 9, &count) != UTH_OK || count != 9) {
        return EXIT_FAILURE;
    }
    memcpy(query.hole, cards, 2);
    memcpy(query.board, cards + 2, 5);
    memcpy(query.dead, cards + 7, 2);

    const size_t size = uth_odds_size(); // only before the flop
    void *memory = malloc(size);
    if (memory == NULL) {
        return EXIT_FAILURE;
    }
    show(&query, memory, size);
    free(memory);
    query.board_count = 3;
    show(&query, NULL, 0);
    query.board_count = 5;
    show(&query, NULL, 0);

    query.dead[0] = query.hole[0];
    show(&query, NULL, 0);
    return EXIT_SUCCESS;
}
