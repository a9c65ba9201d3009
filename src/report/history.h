// Rounds that were played, by who and when.
#ifndef UTH_REPORT_HISTORY_H
#define UTH_REPORT_HISTORY_H

#include "office/office.h"
#include "report/sheet.h"

#define HISTORY_MAX 10000 // rounds in one answer

struct history_query {
    uint64_t player; // STORE_HOUSE: everybody
    uint32_t table;  // 0: all
    int64_t since_ms;
    size_t limit; // 1 to HISTORY_MAX
};

struct history_round {
    uint32_t table;
    uint64_t round;
    int64_t opened_ms;
    int64_t ended_ms; // 0 while it is open
    bool voided;
    uint8_t players;  // who took part, the player-dealer included
    uth_money staked; // by the player asked for, or by all
    uth_money net;    // what they won or lost, fees included; for all: what the house did
    uth_money fees;   // taken in the round
};

// Newest first, into the caller's memory of query->limit rounds, of which those are left out in which
// the player took all their wagers back before the deal. Any thread, on a store of its own.
UTH_NODISCARD bool report_history(struct store *store, const struct history_query *query,
                                  struct history_round *rounds, size_t *count, struct fault *fault);

struct sheet history_sheet(const struct history_query *query, const struct history_round *rounds,
                           size_t count);
json_t *history_json(const struct history_round *rounds, size_t count); // {"rounds": [...]}

#endif
