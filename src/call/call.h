// One call of libuth-json on its way: what was asked, and the answer or why there is none. The verbs
// read their request with these and say what is wrong with it in the same words.
#ifndef UTH_CALL_CALL_H
#define UTH_CALL_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "report/par.h"
#include "uth/json.h"
#include "uth/rules.h"
#include "wire/fault.h"

#define CALL_THREADS_MAX 64

struct call {
    const char *text; // of the request
    size_t length;
    const json_t *request;     // an object
    struct par_memory *memory; // of the caller; NULL: none is kept
    const char *clause;        // why it is refused
    char message[WIRE_FAULT_TEXT_MAX];
    char *answer; // to be freed; NULL: memory is out
};

// Answers one request. False when the answer is a refusal; *answer is NULL when memory is out.
bool call_answer(struct uth_caller *caller, const char *verb, const char *text, size_t length,
                 char **answer);

// Reads the request of a report, and what a refusal says of it. The others are for `par` alone.
struct call_game {
    struct uth_rules rules;
    enum uth_style style;
    unsigned threads;
};
bool call_game(struct call *call, struct call_game *game);
// Reads `text` and lets the verb answer it, or refuses.
bool call_request(struct call *call, bool (*answer)(struct call *call));
char *call_refusal(const struct call *call); // as JSON

// Each verb: false after a refusal.
bool call_eval(struct call *call);
bool call_odds(struct call *call);
bool call_par(struct call *call);
bool call_placard(struct call *call);
bool call_rules(struct call *call);
bool call_settle(struct call *call);
bool call_simulate(struct call *call);
bool call_strategy(struct call *call);

// All return false.
bool call_refuse(struct call *call, const char *clause, const char *message);
bool call_refuse_fault(struct call *call, const struct wire_fault *fault);
bool call_refuse_status(struct call *call, enum uth_status status);
// "seats: got 70, expected 1 to 8 seats", of a member of the request.
bool call_refuse_member(struct call *call, const char *name, const char *expected);

// Both return true. The first takes the document.
bool call_finish(struct call *call, json_t *document);
bool call_out_of_memory(struct call *call);

// Members of the request; what is not there leaves the result as it was. False after a refusal.
bool call_known(struct call *call, const char *const *known); // no others are there; NULL ends
bool call_word(struct call *call, const char *name, const char *const *words, int *index);
bool call_number(struct call *call, const char *name, uint64_t least, uint64_t most,
                 uint64_t *number);
bool call_flag(struct call *call, const char *name, bool *flag);
bool call_cards(struct call *call, const char *name, uth_card *cards, size_t max, size_t *count);
bool call_threads(struct call *call, unsigned *threads);
// `rules`: the name of a built-in profile, or a whole profile; Washington's where there is none.
bool call_profile(struct call *call, struct uth_rules *rules);
// And with `ante` only the Play sizes open to that Ante (BET-11).
bool call_profile_at_ante(struct call *call, struct uth_rules *rules);

#endif
