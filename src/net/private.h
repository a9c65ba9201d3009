// Memory for what clients send.
#ifndef UTH_NET_PRIVATE_H
#define UTH_NET_PRIVATE_H

#include <stddef.h>

// At least `size` bytes, at least 1; *capacity says how many. NULL without memory, *capacity untouched.
char *private_new(size_t size, size_t *capacity);
// More room, with the `used` first bytes in it; the old memory is wiped and given back. NULL without
// memory: then nothing has changed.
char *private_grow(char *bytes, size_t used, size_t size, size_t *capacity);
void private_free(char *bytes, size_t capacity); // wipes it; NULL is allowed

#endif
