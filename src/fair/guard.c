// Memory for secrets: never swapped out, in no core dump, wiped when it goes.
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <sodium.h>

#include "fair/fair.h"

// Deeper than anything that handles a secret goes.
#define STACK_BYTES ((size_t)32 * 1024)

void *fair_guarded_new(size_t size)
{
    void *bytes = sodium_malloc(size); // locked, kept out of dumps, with a guard page on each side
    if (bytes != NULL) {
        memset(bytes, 0, size);
    }
    return bytes;
}

void fair_guarded_free(void *bytes)
{
    sodium_free(bytes); // wipes it
}

// The pages that hold these bytes.
static void *pages_of(void *bytes, size_t size, size_t *length)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t first = (uintptr_t)bytes & ~(page - 1);
    const uintptr_t end = ((uintptr_t)bytes + size + page - 1) & ~(page - 1);
    *length = (size_t)(end - first);
    return (char *)bytes - ((uintptr_t)bytes - first);
}

bool fair_guard(void *bytes, size_t size)
{
    size_t length;
    void *const pages = pages_of(bytes, size, &length);
    const bool hidden = madvise(pages, length, MADV_DONTDUMP) == 0;
    return mlock(pages, length) == 0 && hidden;
}

void fair_unguard(void *bytes, size_t size)
{
    size_t length;
    void *const pages = pages_of(bytes, size, &length);
    sodium_memzero(bytes, size);
    (void)munlock(pages, length);
    (void)madvise(pages, length, MADV_DODUMP);
}

void fair_wipe_stack(void)
{
    sodium_stackzero(STACK_BYTES);
}
