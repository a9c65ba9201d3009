// What valgrind must find, or its silence over the store means nothing: `memcheck` for a block that is
// lost and read after its end, `helgrind` for two threads that count without a lock.
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

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "helgrind") == 0) {
        return race();
    }
    volatile size_t past = 16;
    char *block = calloc(16, 1);
    return block == NULL || block[past] == 'x' ? 1 : 0; // past its end, and never given back
}
