// The pages that are embedded in the program.
#ifndef UTH_SERVE_PAGES_H
#define UTH_SERVE_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct page {
    const char *path;
    const char *type;
    const char *etag; // in quotes: how the SHA-256 of its bytes begins, plain and packed, in hex
    bool for_ever;
    const uint8_t *plain;
    size_t plain_size;
    const uint8_t *packed;
    size_t packed_size; // 0: not worth it
};

extern const struct page pages[];
extern const size_t pages_count;

// Whether Accept-Encoding asks for gzip: named, in any case, and not with a weight of 0. What cannot be
// read asks for nothing, and neither does NULL; the page as it is suits everybody.
bool pages_take_gzip(const char *accept);

struct net_request;
struct serve;

// Answers with a page or whatever else is embedded.
void pages_request(struct serve *serve, const struct net_request *request);

#endif
