// Limits on what arrives: token buckets, and what each address holds.
#ifndef UTH_NET_LIMIT_H
#define UTH_NET_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <netinet/in.h>
#include <sys/socket.h>

// Full at first. Times are in milliseconds and never go back.
struct bucket {
    int64_t spent; // thousandths of a token
    int64_t time;
};

// One token at `rate` a second, `burst` at most; UINT32_MAX never runs out. False: none left.
bool bucket_take(struct bucket *bucket, uint32_t rate, uint32_t burst, int64_t now);
bool bucket_full(const struct bucket *bucket, uint32_t rate, int64_t now);

// One network address: an IPv4 address, or the first half of an IPv6 address, which is what one
// household or machine is given.
struct address {
    struct address *next;
    uint8_t key[16];
    uint32_t connections;
    struct bucket requests;
};

#define ADDRESSES_MAX  65536U // of those without a connection but with a bucket not yet full
#define ADDRESS_CHAINS 4096U

struct addresses {
    struct address *chains[ADDRESS_CHAINS];
    uint32_t count;
};

// Finds or makes it. NULL when there is no more room.
struct address *addresses_find(struct addresses *addresses, const struct sockaddr_storage *from);
// Forgets those that have no connection and a full bucket.
void addresses_sweep(struct addresses *addresses, uint32_t rate, int64_t now);
void addresses_free(struct addresses *addresses);

#endif
