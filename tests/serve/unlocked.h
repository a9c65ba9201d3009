// Put before src/serve/worker.c in a copy of its test: what has finished is handed over without the
// lock. ThreadSanitizer must find that (test_worker_race.py).
#ifndef UTH_TESTS_SERVE_UNLOCKED_H
#define UTH_TESTS_SERVE_UNLOCKED_H

#include <pthread.h>
#include <string.h>

#define is_planted()                (strcmp(__func__, "finish") == 0)

#define pthread_mutex_lock(mutex)   (is_planted() ? 0 : pthread_mutex_lock(mutex))
#define pthread_mutex_unlock(mutex) (is_planted() ? 0 : pthread_mutex_unlock(mutex))

#endif
