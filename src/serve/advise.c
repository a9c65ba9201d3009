#include "serve/advise.h"

#include <stdlib.h>
#include <string.h>

#include "uth/coach.h"

// ---- tables, worked out once ------------------------------------------------------------------

struct build {
    struct job job; // first
    struct advise *advise;
    struct uth_rules rules;
    enum uth_style style;
    size_t index;
    void *bytes;
    size_t size;
};

static void build_run(struct job *job, struct store *reader)
{
    struct build *build = (struct build *)job;
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    (void)reader;
    if (memory != NULL && uth_exact_solve(&build->rules, 1, memory, size, &exact) == UTH_OK) {
        build->size = uth_strategy_size(exact);
        build->bytes = malloc(build->size);
        if (build->bytes != NULL) {
            uth_strategy_build(exact, build->style, build->bytes, build->size);
        }
    }
    free(memory);
}

static void build_done(void *context, struct job *job)
{
    struct build *build = (struct build *)job;
    struct advised *advised = &build->advise->kept[build->index];
    (void)context;
    if (build->bytes != NULL &&
        uth_strategy_open(build->bytes, build->size, &build->rules, &advised->strategy) == UTH_OK) {
        advised->bytes = build->bytes;
    } else {
        free(build->bytes);
    }
    free(build);
}

static struct advised *find(struct advise *advise, uint64_t profile, enum uth_style style)
{
    for (size_t i = 0; i < advise->count; i++) {
        if (advise->kept[i].profile == profile && advise->kept[i].style == style) {
            return &advise->kept[i];
        }
    }
    return NULL;
}

void advise_want(struct advise *advise, struct worker *worker, const struct uth_rules *rules,
                 enum uth_style style)
{
    uint64_t profile;
    if (uth_strategy_profile(rules, &profile) != UTH_OK || find(advise, profile, style) != NULL ||
        advise->count == ADVISE_MAX) {
        return; // a game without a solution is played by the simple strategy
    }
    struct build *build = calloc(1, sizeof *build);
    if (build == NULL) {
        return;
    }
    build->job.run = build_run;
    build->job.done = build_done;
    build->advise = advise;
    build->rules = *rules;
    build->style = style;
    build->index = advise->count;
    if (!worker_submit(worker, &build->job)) {
        free(build);
        return;
    }
    advise->kept[advise->count++] =
        (struct advised){.profile = profile, .style = style, .asked = true};
}

void advise_finish(struct advise *advise)
{
    for (size_t i = 0; i < advise->count; i++) {
        free(advise->kept[i].bytes);
    }
    *advise = (struct advise){.count = 0};
}

size_t advise_ready(const struct advise *advise)
{
    size_t ready = 0;
    for (size_t i = 0; i < advise->count; i++) {
        ready += advise->kept[i].bytes != NULL;
    }
    return ready;
}

// ---- deciding ---------------------------------------------------------------------------------

static const struct uth_strategy *strategy_for(const struct advise *advise,
                                               const struct uth_rules *rules, uint8_t strategy)
{
    uint64_t profile;
    if (uth_strategy_profile(rules, &profile) != UTH_OK) {
        return NULL;
    }
    for (size_t i = 0; i < advise->count; i++) {
        const struct advised *advised = &advise->kept[i];
        if (advised->profile == profile && advised->style == (enum uth_style)strategy &&
            advised->bytes != NULL) {
            return &advised->strategy;
        }
    }
    return NULL;
}

static unsigned play_of(const struct uth_strategy *strategy, const struct uth_view *view,
                        const uth_card hole[2], unsigned largest, unsigned smallest)
{
    const unsigned board = view->phase == UTH_PHASE_PREFLOP ? 0
                           : view->phase == UTH_PHASE_FLOP  ? 3
                                                            : 5;
    if (strategy == NULL) {
        return uth_coach_play(hole, view->community, board, largest, smallest);
    }
    switch (board) {
    case 0: return uth_strategy_preflop(strategy, hole);
    case 3: return uth_strategy_flop(strategy, hole, view->community);
    default: return uth_strategy_river(strategy, hole, view->community);
    }
}

// The offer of that size; when they cannot afford it the next smaller one, and without any the check or
// fold, which is the last of the offers.
static struct uth_decision nearest(unsigned play, const struct uth_decision *offers, size_t count)
{
    for (size_t i = 0; play != 0 && i < count; i++) {
        if (offers[i].action == UTH_ACTION_RAISE && offers[i].multiple <= play) {
            return offers[i];
        }
    }
    return offers[count - 1];
}

struct uth_decision advise_decide(const struct advise *advise,
                                  const struct advise_question *question)
{
    const struct uth_decision *offers = question->offers;
    unsigned largest = 0;
    unsigned smallest = 0;
    UTH_CHECK(question->offer_count > 0 && question->seat >= 1 && question->seat <= UTH_SEATS_MAX);
    for (size_t i = 0; i < question->offer_count; i++) {
        if (offers[i].action == UTH_ACTION_RAISE) {
            largest = largest == 0 ? offers[i].multiple : largest;
            smallest = offers[i].multiple;
        }
    }
    const struct uth_strategy *strategy = strategy_for(advise, question->rules, question->strategy);
    const uth_card *hole = question->view->seats[question->seat - 1].cards;
    const unsigned play = play_of(strategy, question->view, hole, largest, smallest);
    return nearest(play, offers, question->offer_count);
}
