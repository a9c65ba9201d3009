// A bounded queue that is fair: addresses take turns, and the people behind one address take turns
// with its share. Tables queue their commands in one, and each worker its jobs.
//
//      waiting, by turn:   1: A   1: B   1: C   2: A   3: A   4: A
//                                                ^      ^------------ one address's backlog
//                                     B's next command goes here
//
// Invariants:
//   (1) Items are ordered by turn. An address has at most one item in a turn; those ahead have none.
//   (2) The commands of one person stay in their order.
//   (3) When the queue is full, whoever has the largest backlog loses its last item to a newcomer
//       with an earlier turn. So nobody is refused because of somebody else's backlog.
#ifndef UTH_SERVE_QUEUE_H
#define UTH_SERVE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uth/check.h"

#define QUEUE_CAPACITY 256 // the largest limit, with items that were put back

// On whose behalf something waits.
struct source {
    uint64_t address; // 0: the house itself, which no limit holds up
    uint64_t person;  // 0: unknown
    bool ahead;       // does not wait behind strangers: staff, and devices we know
};

// Stands first in whatever is queued.
struct queued {
    struct source source;
    uint64_t turn;
    uint64_t own_turn; // among those of the address
};

struct queue_limits {
    size_t all;
    size_t of_address;
    size_t of_person;
};

struct queue {
    struct queue_limits limits;
    struct queued *items[QUEUE_CAPACITY];
    size_t count;
    uint64_t turn; // of the item taken last
};

void queue_init(struct queue *queue, const struct queue_limits *limits);
// False when the item is over a limit: then it is still the caller's. *dropped is the item that had
// to leave for it, NULL for none; it is the caller's again.
UTH_NODISCARD bool queue_add(struct queue *queue, struct queued *item, struct queued **dropped);
struct queued *queue_take(struct queue *queue); // NULL when it is empty
// What was taken and must wait after all goes to the front again.
void queue_put_back(struct queue *queue, struct queued *item);

#endif
