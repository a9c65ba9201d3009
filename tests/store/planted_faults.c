// What valgrind and the sanitizers must find, or their silence means nothing: `memcheck` for a block
// that is lost and read behind its end, `helgrind` for two threads that count without a lock, `leak` for
// a block that is lost and nothing else, `undefined` for a sum that does not fit.
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static volatile int counted;

static void *count(void *argument)
{
    (void)argument;
    for (int i = 0; i < 1000; i++) {
        counted++;
    }
    return NULL;
}

static int race(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        if (pthread_create(&threads[i], NULL, count, NULL) != 0) {
            return 1;
        }
    }
    for (int i = 0; i < 2; i++) {
        (void)pthread_join(threads[i], NULL);
    }
    return 0;
}

// The only pointer to it is written over.
static int lose(void)
{
    static void *volatile kept;
    for (int i = 0; i < 2; i++) {
        kept = malloc(16);
    }
    return kept == NULL;
}

static int overflow(void)
{
    volatile int most = INT_MAX;
    most = most + 1;
    return most == 0;
}

static int read_behind(void)
{
    volatile size_t past = 16;
    char *volatile block = calloc(16, 1);               // no compiler knows how large it is
    return block == NULL || block[past] == 'x' ? 1 : 0; // and never given back
}

int main(int argc, char **argv)
{
    const char *what = argc == 2 ? argv[1] : "";
    return strcmp(what, "helgrind") == 0    ? race()
           : strcmp(what, "leak") == 0      ? lose()
           : strcmp(what, "undefined") == 0 ? overflow()
                                            : read_behind();
}
