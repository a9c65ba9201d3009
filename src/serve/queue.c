#include "serve/queue.h"

#include <string.h>

void queue_init(struct queue *queue, const struct queue_limits *limits)
{
    UTH_CHECK(limits->all > 0 && limits->all <= QUEUE_CAPACITY / 2);
    *queue = (struct queue){.limits = *limits};
}

static void insert(struct queue *queue, size_t at, struct queued *item)
{
    UTH_CHECK(queue->count < QUEUE_CAPACITY);
    memmove(&queue->items[at + 1], &queue->items[at], (queue->count - at) * sizeof(void *));
    queue->items[at] = item;
    queue->count++;
}

// What the address and the person have waiting.
struct backlog {
    size_t of_address;
    size_t of_person;
    uint64_t last_turn; // of the address
    uint64_t first_own; // the smallest own turn of the address
    uint64_t last_own;  // of the person
};

static struct backlog backlog_of(const struct queue *queue, const struct source *source)
{
    struct backlog backlog = {.first_own = UINT64_MAX};
    for (size_t i = 0; i < queue->count; i++) {
        const struct queued *item = queue->items[i];
        if (item->source.address != source->address || item->source.ahead != source->ahead) {
            continue;
        }
        backlog.of_address++;
        backlog.last_turn = item->turn > backlog.last_turn ? item->turn : backlog.last_turn;
        backlog.first_own = item->own_turn < backlog.first_own ? item->own_turn : backlog.first_own;
        if (item->source.person == source->person) {
            backlog.of_person++;
            backlog.last_own =
                item->own_turn > backlog.last_own ? item->own_turn : backlog.last_own;
        }
    }
    return backlog;
}

static void set_turns(const struct queue *queue, const struct backlog *backlog, struct queued *item)
{
    if (item->source.address == 0 || item->source.ahead) {
        item->turn = 0; // before every turn that was given
        item->own_turn = backlog->of_person > 0 ? backlog->last_own + 1 : 0;
        return;
    }
    const uint64_t last = backlog->last_turn > queue->turn ? backlog->last_turn : queue->turn;
    item->turn = last + 1;
    item->own_turn = backlog->of_person > 0    ? backlog->last_own + 1
                     : backlog->of_address > 0 ? backlog->first_own
                                               : 0;
}

static bool is_before(const struct queued *a, const struct queued *b)
{
    return a->turn < b->turn;
}

// Behind those of the same turn. Then, within its address, it changes places with those of people who
// have had more than their share: the turns stay the address's.
static void place(struct queue *queue, struct queued *item)
{
    size_t at = queue->count;
    while (at > 0 && is_before(item, queue->items[at - 1])) {
        at--;
    }
    insert(queue, at, item);
    for (size_t i = at; i-- > 0;) {
        struct queued *other = queue->items[i];
        if (other->source.address != item->source.address ||
            other->source.ahead != item->source.ahead) {
            continue;
        }
        if (other->own_turn <= item->own_turn) {
            return;
        }
        const uint64_t turn = other->turn;
        other->turn = item->turn;
        item->turn = turn;
        queue->items[at] = other;
        queue->items[i] = item;
        at = i;
    }
}

bool queue_add(struct queue *queue, struct queued *item, struct queued **dropped)
{
    const struct backlog backlog = backlog_of(queue, &item->source);
    const bool ours = item->source.address == 0;
    *dropped = NULL;
    if (!ours && (backlog.of_address >= queue->limits.of_address ||
                  backlog.of_person >= queue->limits.of_person)) {
        return false;
    }
    set_turns(queue, &backlog, item);
    if (queue->count >= queue->limits.all) {
        struct queued *last = queue->items[queue->count - 1];
        if (!is_before(item, last)) {
            return false;
        }
        queue->count--;
        *dropped = last;
    }
    place(queue, item);
    return true;
}

struct queued *queue_take(struct queue *queue)
{
    if (queue->count == 0) {
        return NULL;
    }
    struct queued *first = queue->items[0];
    queue->count--;
    memmove(&queue->items[0], &queue->items[1], queue->count * sizeof(void *));
    queue->turn = first->turn > queue->turn ? first->turn : queue->turn;
    return first;
}

void queue_put_back(struct queue *queue, struct queued *item)
{
    insert(queue, 0, item);
}
