// What stands behind a server that is fuzzed: a store in memory, a clock that only we move, and workers and
// a writer that do their work at once, on the loop's thread.
#ifndef UTH_FUZZ_BACKING_H
#define UTH_FUZZ_BACKING_H

#include <stdbool.h>
#include <stdint.h>

#include "serve/config.h"
#include "serve/serve.h"
#include "store/audit.h"
#include "store/store.h"

struct backing {
    int64_t now_ms;
};
extern struct backing backing;

// Of a server with these tables. Once.
struct config *backing_config(const char *tables);
// Serves with a new store until the server ends; then looks through its books.
void backing_serve(const struct config *config);
void backing_check_books(void);
// Something was stored or worked out that the server has not collected.
bool backing_has_work(void);

#endif
