// fill_store URL COUNT [TABLE]: stores sample batches at three tables, the first of them TABLE (1), for
// the tests of the command line.
#include <stdio.h>
#include <stdlib.h>

#include "store/backend.h"

int main(int argc, char **argv)
{
    struct store *store = NULL;
    struct fault fault = {.kind = FAULT_NONE};
    const struct store_options options = {.patience_ms = 1000};
    if (argc < 3 || argc > 4 || store_open(argv[1], &options, &fault, &store) != STORE_OK) {
        (void)fprintf(stderr, "fill_store: %s\n", fault.text);
        return 1;
    }
    const uint64_t count = strtoull(argv[2], NULL, 10);
    const uint32_t first = argc == 4 ? (uint32_t)strtoul(argv[3], NULL, 10) : 1;
    for (uint64_t i = 0; i < count; i++) {
        struct sample sample;
        struct store_result result;
        sample_make(&sample, (uint32_t)(i % 3) + first, i / 3 + 1);
        if (store_append(store, &sample.batch, &result) != STORE_OK) {
            (void)fprintf(stderr, "fill_store: %s\n", store_why(store));
            return 1;
        }
    }
    store_close(&store);
    return 0;
}
