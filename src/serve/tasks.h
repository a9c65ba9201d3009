// Administration: changes that are made one after another.
#ifndef UTH_SERVE_TASKS_H
#define UTH_SERVE_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fault.h"
#include "store/store.h"

struct serve;

#define TASKS_MAX 256

struct task;
typedef bool task_builder(struct serve *serve, struct task *task, struct fault *fault);
typedef void task_finisher(struct serve *serve, struct task *task, const struct fault *fault);

// Makes a request count once: the store remembers its key, and what was answered (once.c).
struct once {
    struct task *next; // of those under way
    struct task **at;  // what points to this one; NULL: it has no key
    uint8_t key[STORE_HASH_SIZE];
    uint8_t request[STORE_HASH_SIZE];
    struct store_bytes answer; // now, and whenever the request is sent again
    void (*go)(struct serve *serve, struct task *task);
};

struct task {
    struct task *next;
    struct once once;
    bool alone;     // one such draft at a time; guests and deposits need not wait
    uint64_t meter; // changes this meter; 0: none
    // Fills serve->draft; false with *fault. Called again when another task spoilt its number.
    task_builder *build;
    // Once, when it is stored (fault NULL) or came to nothing; frees the task.
    task_finisher *finish;
    uint64_t request; // to answer, 0 for none
    uint64_t person;  // who asks
};

// Takes the task. When too many wait it finishes at once, with FAULT_BUSY.
void task_submit(struct serve *serve, struct task *task);
void tasks_run(struct serve *serve);

#endif
