// What a house player does: their strategy's tables once they are worked out, and the simple strategy
// by its rules until then.
#ifndef UTH_SERVE_ADVISE_H
#define UTH_SERVE_ADVISE_H

#include "serve/worker.h"
#include "uth/exact.h"
#include "uth/round.h"
#include "uth/rules.h"
#include "uth/view.h"

#define ADVISE_MAX 32 // strategies kept: 2.1 MB each

struct advised {
    uint64_t profile; // uth_strategy_profile()
    enum uth_style style;
    bool asked; // it is being worked out, or cannot be
    void *bytes;
    struct uth_strategy strategy;
};

struct advise {
    struct advised kept[ADVISE_MAX];
    size_t count;
};

// Has a strategy worked out unless it is, or is under way. The advise stays where it is.
void advise_want(struct advise *advise, struct worker *worker, const struct uth_rules *rules,
                 enum uth_style style);
void advise_finish(struct advise *advise);

// How many are ready.
size_t advise_ready(const struct advise *advise);

struct advise_question {
    const struct uth_rules *rules;
    uint8_t strategy; // enum uth_style
    const struct uth_view *view;
    uint8_t seat; // its cards are in the view
    const struct uth_decision *offers;
    size_t offer_count;
};

// One of the offers.
struct uth_decision advise_decide(const struct advise *advise,
                                  const struct advise_question *question);

#endif
