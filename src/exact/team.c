#include <pthread.h>

#include "solution.h"

struct member {
    pthread_t thread;
    void (*work)(void *context, unsigned index);
    void *context;
    unsigned index;
    bool started;
};

static void *member_run(void *argument)
{
    const struct member *member = argument;
    member->work(member->context, member->index);
    return NULL;
}

void exact_team_run(unsigned threads, void (*work)(void *context, unsigned index), void *context)
{
    struct member members[THREADS_MAX];
    UTH_CHECK(threads >= 1 && threads <= THREADS_MAX);
    for (unsigned i = 1; i < threads; i++) {
        members[i] = (struct member){.work = work, .context = context, .index = i};
        members[i].started = pthread_create(&members[i].thread, NULL, member_run, &members[i]) == 0;
    }
    work(context, 0);
    for (unsigned i = 1; i < threads; i++) {
        if (members[i].started) {
            UTH_CHECK(pthread_join(members[i].thread, NULL) == 0);
        } else {
            work(context, i); // slower, and the same
        }
    }
}
