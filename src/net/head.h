// The head of a request, read strictly: what two programs could read in two ways is refused, so that
// nothing can be hidden from one in front of us. Pure.
#ifndef UTH_NET_HEAD_H
#define UTH_NET_HEAD_H

#include "net/net.h"

// The headers a request is judged by; the first are those the program sees.
enum head_field {
    HEAD_CONTENT_LENGTH = NET_HEADER_COUNT,
    HEAD_TRANSFER_ENCODING,
    HEAD_CONNECTION,
    HEAD_UPGRADE,
    HEAD_EXPECT,
    HEAD_WS_KEY,
    HEAD_WS_VERSION,
    HEAD_WS_PROTOCOL,
    HEAD_FIELD_COUNT,
};

struct head {
    enum net_method method; // NET_METHOD_COUNT: another one
    const char *path;       // decoded, as in struct net_request
    const char *query;
    const char *fields[HEAD_FIELD_COUNT]; // without blanks around them; NULL where there is none
    uint64_t body_size;
    bool version_1_0;
};

enum head_state { HEAD_PART, HEAD_WHOLE, HEAD_BAD };

// Where the head at the start of these bytes ends, with its empty line. HEAD_PART: not yet, and
// nothing so far speaks against it.
enum head_state head_find(const char *bytes, size_t size, size_t *end);

// Reads the head of `size` bytes at the start of `text`, which is changed: the strings of `head` lie
// in it, and behind the head there is room for as many bytes again. 0, or the status to refuse with.
int head_read(char *text, size_t size, struct head *head);

// The part of a Host header before the port, in `name`, without the brackets of an IPv6 address.
// False where it is not NAME, NAME:PORT, [ADDRESS] or [ADDRESS]:PORT.
#define HEAD_HOST_MAX 254U
bool head_host(const char *host, char name[HEAD_HOST_MAX]);

#endif
