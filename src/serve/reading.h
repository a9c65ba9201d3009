// What is read from the store for a request: beside the loop, by the worker, from a store of its own.
#ifndef UTH_SERVE_READING_H
#define UTH_SERVE_READING_H

#include "report/history.h"
#include "serve/api.h"
#include "store/audit.h"

#define READING_LINES_MAX 500

struct reading {
    struct job job; // first
    uint64_t request;
    bool (*work)(struct reading *reading, struct store *store); // false: `fault` says why
    // On the loop, where the office is: puts names beside the numbers of people. May be NULL.
    void (*finish)(struct serve *serve, json_t *answer);
    struct fault fault;
    // what is asked for
    struct history_query query;
    uint64_t ids[3];
    uint64_t person; // must have taken part; 0: need not
    int64_t since_ms;
    int64_t day;
    size_t limit;
    enum { READ_JSON, READ_CSV, READ_HTML } format;
    // what comes of it
    json_t *answer;
    char *text;
    size_t size;
    struct store_report audit;
    bool chain;    // of the audit: every link holds
    bool balanced; // the books do
};

// NULL after a refusal.
struct reading *reading_new(struct call *call,
                            bool (*work)(struct reading *reading, struct store *store));
// Takes it, and sees to the answer.
void reading_submit(struct call *call, struct reading *reading);

// What a job of one's own ends with, and without an answer.
void reading_done(void *context, struct job *job);
void reading_free(struct reading *reading);

// Both always false. The first refuses what was asked, before it is submitted, and takes the reading.
bool reading_refuse(struct call *call, struct reading *reading, const char *what);
bool reading_store_failed(struct reading *reading, enum store_status status);

// ?limit= and ?since=: how many lines, and of what time on. False after a refusal.
bool reading_limit(struct call *call, struct reading *reading);

// "who": 7 gets "who_name": "Ada" beside it; a table that acts by itself is named too, nobody is not.
void reading_name(const struct serve *serve, json_t *line, const char *field,
                  const char *name_field);

#endif
