// What anybody can count: rounds, parts of the seed, and whatever was called off (docs/fairness.md).
#ifndef UTH_OFFICE_FAIRNESS_H
#define UTH_OFFICE_FAIRNESS_H

#include <jansson.h>

#include "office/office.h"

#define OFFICE_FAIRNESS_MAX     1000 // rounds that are looked at, newest first
#define OFFICE_FAIRNESS_DAY_MAX 6000 // the same for one table on one day
#define OFFICE_FAIRNESS_NO_DAY  INT64_MIN

struct office_fairness_query {
    uint32_t table; // 0: all
    int64_t day;    // UTC, since 1970; or OFFICE_FAIRNESS_NO_DAY
};

// {"complete":…,"days":[…],"aborts":[…]}, and "rounds" of one table on one day; of rounds that are over.
// Any thread, on a store of its own. NULL with *fault.
UTH_NODISCARD json_t *office_fairness(struct store *store,
                                      const struct office_fairness_query *query,
                                      struct fault *fault);

#endif
