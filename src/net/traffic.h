// A file of its own, because the kernel's header and that of the C library exclude each other.
#ifndef UTH_NET_TRAFFIC_H
#define UTH_NET_TRAFFIC_H

#include <stdint.h>

// Bytes received by a TCP socket so far; 0 where the kernel does not tell.
uint64_t traffic_received(int fd);

#endif
