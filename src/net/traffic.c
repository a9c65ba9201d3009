// How much a socket has received, asked of the kernel: libwebsockets answers pings by itself and
// says nothing of them, so counting messages alone would let a flood of pings pass.
#include "net/traffic.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>

uint64_t traffic_received(int fd)
{
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    const size_t needed = offsetof(struct tcp_info, tcpi_bytes_received) + sizeof(uint64_t);
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0 || size < needed) {
        return 0;
    }
    return info.tcpi_bytes_received;
}
