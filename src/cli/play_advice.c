#include <math.h>
#include <string.h>

#include "cli/play.h"
#include "wire/exact_text.h"

void play_advise(const struct uth_rules *rules, const struct uth_round *round, void *memory,
                 struct play_advice *advice)
{
    struct uth_odds_query query = {.board_count = round->community_up};
    memcpy(query.hole, round->seats[PLAY_SEAT - 1].cards, sizeof query.hole);
    memcpy(query.board, round->community, round->community_up);
    advice->known =
        memory != NULL && uth_odds(rules, &query, memory, uth_odds_size(), &advice->odds) == UTH_OK;
}

static double value_of(const struct uth_odds_answer *odds, unsigned action)
{
    return exact_decimal(uth_ratio_of(odds->action[action].value, odds->deals * odds->unit));
}

int64_t play_cost(const struct play_advice *advice, struct uth_decision decision)
{
    const struct uth_odds_answer *odds = &advice->odds;
    const unsigned play = decision.action == UTH_ACTION_RAISE ? decision.multiple : 0;
    for (unsigned i = 0; advice->known && i < odds->action_count; i++) {
        if (odds->action[i].play == play) {
            // Equal sums are equal values: a tie costs nothing, whatever a division would say.
            return odds->action[i].value == odds->action[odds->best].value
                       ? 0
                       : llround((value_of(odds, odds->best) - value_of(odds, i)) * 1e6);
        }
    }
    return 0;
}

void play_print_advice(const struct play_advice *advice, uth_money ante)
{
    const struct uth_odds_answer *odds = &advice->odds;
    if (!advice->known) {
        (void)puts("These rules cannot be worked out exactly.");
        return;
    }
    for (unsigned i = 0; i < odds->action_count; i++) {
        char name[8];
        const double value = value_of(odds, i);
        exact_action_name(odds->action[i].play, odds->street, name);
        (void)printf("  %-6s %+9.6f antes %+10.2f dollars%s\n", name, value,
                     value * (double)ante.cents / 100, i == odds->best ? "   best" : "");
    }
}
