// When the tables have something to do by themselves: a heap by time.
#include "serve/table_actor.h"

#include "serve/server.h"

static void heap_place(struct serve *serve, struct table_actor *actor, size_t index)
{
    serve->heap[index] = actor;
    actor->heap_index = index;
}

static void heap_up(struct serve *serve, struct table_actor *actor, size_t index)
{
    while (index > 1 && serve->heap[index / 2]->wake_ms > actor->wake_ms) {
        heap_place(serve, serve->heap[index / 2], index);
        index /= 2;
    }
    heap_place(serve, actor, index);
}

static void heap_down(struct serve *serve, struct table_actor *actor, size_t index)
{
    for (size_t child = 2 * index; child <= serve->heap_count; child = 2 * index) {
        if (child < serve->heap_count &&
            serve->heap[child + 1]->wake_ms < serve->heap[child]->wake_ms) {
            child++;
        }
        if (serve->heap[child]->wake_ms >= actor->wake_ms) {
            break;
        }
        heap_place(serve, serve->heap[child], index);
        index = child;
    }
    heap_place(serve, actor, index);
}

static void heap_remove(struct serve *serve, struct table_actor *actor)
{
    const size_t index = actor->heap_index;
    struct table_actor *last = serve->heap[serve->heap_count--];
    actor->heap_index = 0;
    if (last != actor) {
        heap_up(serve, last, index);
        heap_down(serve, last, last->heap_index);
    }
}

void actor_set_wake(struct serve *serve, struct table_actor *actor, int64_t wake_ms)
{
    actor->wake_ms = wake_ms;
    if (actor->heap_index != 0) {
        heap_remove(serve, actor);
    }
    if (wake_ms != INT64_MAX) {
        UTH_CHECK(serve->heap_count < OFFICE_TABLES_MAX);
        heap_up(serve, actor, ++serve->heap_count);
    }
}
