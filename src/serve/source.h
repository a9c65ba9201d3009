// Where a request or a socket comes from, as a number that limits are counted by.
#ifndef UTH_SERVE_SOURCE_H
#define UTH_SERVE_SOURCE_H

#include <stdint.h>

// An IPv4 address, or the first half of an IPv6 address, which is what one household or machine is
// given. Never 0. What is no address (a handler that was called without one) counts as one source.
uint64_t source_address(const char *text);

#endif
