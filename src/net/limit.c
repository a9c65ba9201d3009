#include "net/limit.h"

#include <stdlib.h>
#include <string.h>

#define TOKEN 1000

static int64_t spent_at(const struct bucket *bucket, uint32_t rate, int64_t now)
{
    const int64_t passed = now - bucket->time;
    // A day fills any bucket; longer times would only overflow.
    if (passed >= INT64_C(86400000)) {
        return 0;
    }
    const int64_t left = bucket->spent - passed * (int64_t)rate;
    return left > 0 ? left : 0;
}

bool bucket_take(struct bucket *bucket, uint32_t rate, uint32_t burst, int64_t now)
{
    if (rate == UINT32_MAX) {
        return true;
    }
    const int64_t spent = spent_at(bucket, rate, now) + TOKEN;
    if (spent > (int64_t)burst * TOKEN) {
        return false;
    }
    *bucket = (struct bucket){.spent = spent, .time = now};
    return true;
}

bool bucket_full(const struct bucket *bucket, uint32_t rate, int64_t now)
{
    return rate == UINT32_MAX || spent_at(bucket, rate, now) == 0;
}

static void key_of(const struct sockaddr_storage *from, uint8_t key[16])
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    memset(key, 0, 16);
    if (from->ss_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)from;
        memcpy(key, mapped, sizeof mapped);
        memcpy(key + sizeof mapped, &four->sin_addr, 4);
    } else if (from->ss_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)from;
        const bool four = memcmp(&six->sin6_addr, mapped, sizeof mapped) == 0;
        memcpy(key, &six->sin6_addr, four ? 16 : 8);
    }
}

static uint32_t chain_of(const uint8_t key[16])
{
    uint32_t hash = 2166136261U;
    for (size_t i = 0; i < 16; i++) {
        hash = (hash ^ key[i]) * 16777619U;
    }
    return (hash ^ hash >> 16) % ADDRESS_CHAINS;
}

struct address *addresses_find(struct addresses *addresses, const struct sockaddr_storage *from)
{
    uint8_t key[16];
    key_of(from, key);
    struct address **chain = &addresses->chains[chain_of(key)];
    for (struct address *address = *chain; address != NULL; address = address->next) {
        if (memcmp(address->key, key, sizeof key) == 0) {
            return address;
        }
    }
    struct address *made = addresses->count < ADDRESSES_MAX ? calloc(1, sizeof *made) : NULL;
    if (made == NULL) {
        return NULL;
    }
    memcpy(made->key, key, sizeof key);
    made->next = *chain;
    *chain = made;
    addresses->count++;
    return made;
}

void addresses_sweep(struct addresses *addresses, uint32_t rate, int64_t now)
{
    for (size_t i = 0; i < ADDRESS_CHAINS; i++) {
        for (struct address **link = &addresses->chains[i]; *link != NULL;) {
            struct address *address = *link;
            if (address->connections == 0 && bucket_full(&address->requests, rate, now)) {
                *link = address->next;
                free(address);
                addresses->count--;
            } else {
                link = &address->next;
            }
        }
    }
}

void addresses_free(struct addresses *addresses)
{
    for (size_t i = 0; i < ADDRESS_CHAINS; i++) {
        while (addresses->chains[i] != NULL) {
            struct address *address = addresses->chains[i];
            addresses->chains[i] = address->next;
            free(address);
        }
    }
    addresses->count = 0;
}
