// What clients send may be a password: its memory is locked as far as the system allows, in no core
// dump, and wiped when it is given back.
#include "net/private.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "uth/check.h"

static size_t in_pages(size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    UTH_CHECK(size > 0 && size <= SIZE_MAX - page);
    return (size + page - 1) / page * page;
}

char *private_new(size_t size, size_t *capacity)
{
    const size_t length = in_pages(size);
    char *bytes = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED) {
        return NULL;
    }
    (void)madvise(bytes, length, MADV_DONTDUMP);
    (void)mlock(bytes, length); // beyond the limit they may be swapped out, as any other memory
    *capacity = length;
    return bytes;
}

char *private_grow(char *bytes, size_t used, size_t size, size_t *capacity)
{
    const size_t before = *capacity;
    char *grown = private_new(size > 2 * before ? size : 2 * before, capacity);
    if (grown != NULL && bytes != NULL) {
        memcpy(grown, bytes, used);
        private_free(bytes, before);
    }
    return grown;
}

void private_free(char *bytes, size_t capacity)
{
    if (bytes != NULL) {
        explicit_bzero(bytes, capacity);
        (void)munmap(bytes, capacity);
    }
}
