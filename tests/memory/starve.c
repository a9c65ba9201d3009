// Linked into the program in place of malloc, calloc and realloc: the call number UTH_STARVE finds no
// memory, and with UTH_STARVE_ON set every one behind it; and so does number UTH_STARVE_TAKE of those
// that are made while the office takes a stored batch. Counted are all calls of our own code, of
// jansson and of SQLite, which ask through these; not those of the C library, libsodium,
// libuv, OpenSSL and libpq, which have allocators of their own or end the program themselves.
// At the end, "CALLS TAKING" goes to the file UTH_STARVE_REPORT.
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <sqlite3.h>

#include "office/office.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);

static atomic_ulong calls;
static unsigned long fails; // 0: none does
static atomic_ulong takings;
static unsigned long taking_fails;
static _Thread_local int takes; // a batch
static int goes_on;
static sqlite3_mem_methods plain;

static int is_starved(void)
{
    const unsigned long call = atomic_fetch_add(&calls, 1) + 1;
    const unsigned long taking = takes ? atomic_fetch_add(&takings, 1) + 1 : 0;
    const int starved = (fails != 0 && (call == fails || (goes_on && call > fails))) ||
                        (taking != 0 && taking == taking_fails);
    errno = starved ? ENOMEM : errno; // as malloc does
    return starved;
}

void *__wrap_malloc(size_t size)
{
    return is_starved() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_starved() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return is_starved() ? NULL : __real_realloc(block, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return is_starved() ? NULL : __real_aligned_alloc(alignment, size);
}

char *__wrap_strdup(const char *text)
{
    return is_starved() ? NULL : __real_strdup(text);
}

bool __real_office_apply(struct office *office, const struct store_batch *batch, uint64_t position,
                         struct fault *fault);
bool __wrap_office_apply(struct office *office, const struct store_batch *batch, uint64_t position,
                         struct fault *fault);

bool __wrap_office_apply(struct office *office, const struct store_batch *batch, uint64_t position,
                         struct fault *fault)
{
    takes = 1;
    const bool taken = __real_office_apply(office, batch, position, fault);
    takes = 0;
    return taken;
}

static void *sqlite_malloc(int size)
{
    return is_starved() ? NULL : plain.xMalloc(size);
}

static void *sqlite_realloc(void *block, int size)
{
    return is_starved() ? NULL : plain.xRealloc(block, size);
}

static void report(void)
{
    const char *path = getenv("UTH_STARVE_REPORT");
    FILE *file = path != NULL ? fopen(path, "w") : NULL;
    if (file != NULL) {
        (void)fprintf(file, "%lu %lu\n", (unsigned long)atomic_load(&calls),
                      (unsigned long)atomic_load(&takings));
        (void)fclose(file);
    }
}

__attribute__((constructor)) static void starve(void)
{
    const char *number = getenv("UTH_STARVE");
    const char *taking = getenv("UTH_STARVE_TAKE");
    sqlite3_mem_methods starved;
    fails = number != NULL ? strtoul(number, NULL, 10) : 0;
    taking_fails = taking != NULL ? strtoul(taking, NULL, 10) : 0;
    goes_on = getenv("UTH_STARVE_ON") != NULL;
    json_set_alloc_funcs(__wrap_malloc, free);
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &plain) == SQLITE_OK) {
        starved = plain;
        starved.xMalloc = sqlite_malloc;
        starved.xRealloc = sqlite_realloc;
        (void)sqlite3_config(SQLITE_CONFIG_MALLOC, &starved);
    }
    (void)atexit(report);
}
