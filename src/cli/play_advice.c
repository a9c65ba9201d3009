#include <math.h>
#include <string.h>

#include "cli/play.h"
#include "wire/coach_words.h"
#include "wire/exact_json.h"
#include "wire/exact_text.h"

static unsigned play_of(struct uth_decision decision)
{
    return decision.action == UTH_ACTION_RAISE ? decision.multiple : 0;
}

static bool is_offered(const struct play_offers *offers, unsigned play)
{
    bool offered = false;
    for (size_t i = 0; i < offers->count; i++) {
        offered = offered || play_of(offers->of[i]) == play;
    }
    return offered;
}

// A size that cannot be paid is no choice (PLAY-4), so nothing is missed without it.
static void keep_offered(const struct play_offers *offers, struct uth_odds_answer *odds)
{
    const struct uth_odds_answer all = *odds;
    odds->action_count = 0;
    odds->best = 0;
    for (unsigned i = 0; i < all.action_count; i++) {
        if (is_offered(offers, all.action[i].play)) {
            const uint8_t at = odds->action_count++;
            odds->action[at] = all.action[i];
            const bool better = odds->action[at].value > odds->action[odds->best].value;
            odds->best = i == all.best || better ? at : odds->best;
        }
    }
    UTH_CHECK(odds->action_count > 0);
}

void play_advise(const struct uth_rules *rules, const struct uth_round *round,
                 const struct play_offers *offers, void *memory, struct play_advice *advice)
{
    struct uth_odds_query query = {.board_count = round->community_up};
    memcpy(query.hole, round->seats[play_seat(rules) - 1].cards, sizeof query.hole);
    memcpy(query.board, round->community, round->community_up);
    struct uth_rules open;
    uth_rules_at_ante(rules, round->seats[play_seat(rules) - 1].stakes[UTH_WAGER_ANTE], &open);
    advice->known =
        memory != NULL && uth_odds(&open, &query, memory, uth_odds_size(), &advice->odds) == UTH_OK;
    advice->coach = wire_coach_of(&query);
    advice->is_short = advice->known && offers->count < advice->odds.action_count;
    if (advice->is_short) {
        keep_offered(offers, &advice->odds);
    }
}

static double value_of(const struct uth_odds_answer *odds, unsigned action)
{
    return exact_decimal(uth_ratio_of(odds->action[action].value, odds->deals * odds->unit));
}

int64_t play_cost(const struct play_advice *advice, struct uth_decision decision)
{
    const struct uth_odds_answer *odds = &advice->odds;
    for (unsigned i = 0; advice->known && i < odds->action_count; i++) {
        if (odds->action[i].play == play_of(decision)) {
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
        (void)puts("These rules cannot be solved exactly.");
        return;
    }
    for (unsigned i = 0; i < odds->action_count; i++) {
        char name[8];
        const double value = value_of(odds, i);
        exact_action_name(odds->action[i].play, odds->street, name);
        (void)printf("  %-6s %+9.6f antes %+10.2f dollars%s\n", name, value,
                     value * (double)ante.cents / 100, i == odds->best ? "   best" : "");
    }
    char words[WIRE_COACH_MAX];
    (void)printf("  ");
    cli_put_wrapped(stdout, wire_coach_words(&advice->coach, odds, words), 2, 2, false);
    if (advice->is_short) {
        (void)puts(
            "  You cannot afford more; a check is valued as if you could afford later bets.");
    }
}
