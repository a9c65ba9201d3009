// There are no threads here: none can be made, and the solver and the simulator then work alone.
#ifndef UTH_WASM_PTHREAD_H
#define UTH_WASM_PTHREAD_H

#include <errno.h>
#include <stddef.h>

typedef int pthread_t;

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*run)(void *),
                                 void *context)
{
    (void)thread;
    (void)attributes;
    (void)run;
    (void)context;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread;
    *result = NULL;
    return EINVAL;
}

#endif
