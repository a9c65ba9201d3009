// The pages, embedded in the program: plain and compressed, with an ETag each. Names that carry a
// hash of their content may be kept for ever; the rest is asked for again each time.
#include <string.h>
#include <strings.h>

#include "pages.inc"
#include "serve/pages.h"
#include "serve/server.h"

#define X(number, path, type, etag, for_ever, plain, packed)                                       \
    extern const uint8_t page_##number##_plain[];                                                  \
    extern const uint8_t page_##number##_packed[];
PAGES(X)
#undef X

const struct page pages[] = {
#define X(number, path, type, etag, for_ever, plain, packed)                                       \
    {path,  type, "\"" etag "\"", for_ever, page_##number##_plain, plain, page_##number##_packed,  \
     packed},
    PAGES(X)
#undef X
};

const size_t pages_count = sizeof pages / sizeof pages[0];

// The page itself is the first; it finds its own way from any address that is not a file's.
static const struct page *page_of(const char *path)
{
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        if (strcmp(pages[i].path, path) == 0) {
            return &pages[i];
        }
    }
    const char *name = strrchr(path, '/');
    const bool a_file =
        strncmp(path, "/assets/", 8) == 0 || (name != NULL && strchr(name, '.') != NULL);
    return a_file ? NULL : &pages[0];
}

// A weight as RFC 9110 writes it, 0 to 1 with up to three decimals, and above 0.
static bool weighs(const char *weight, size_t size)
{
    if (size == 0 || size > 5 || (weight[0] != '0' && weight[0] != '1') ||
        (size > 1 && weight[1] != '.')) {
        return false;
    }
    bool above = weight[0] == '1';
    for (size_t i = 2; i < size; i++) {
        if (weight[i] < '0' || weight[i] > '9') {
            return false;
        }
        above = above || weight[i] != '0';
    }
    return above;
}

static const char *past_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

// What stands behind a coding: nothing, or its weight.
static bool is_wanted(const char *rest)
{
    rest = past_blanks(rest);
    if (*rest == ';') {
        rest = past_blanks(rest + 1);
        if (strncasecmp(rest, "q=", 2) != 0) {
            return false;
        }
        const size_t size = strcspn(rest + 2, ", \t");
        if (!weighs(rest + 2, size)) {
            return false;
        }
        rest = past_blanks(rest + 2 + size);
    }
    return *rest == '\0' || *rest == ',';
}

bool pages_take_gzip(const char *accept)
{
    for (const char *at = accept; at != NULL && *at != '\0'; at += strcspn(at, ",")) {
        at += strspn(at, ", \t");
        if (strcspn(at, ",; \t") == 4 && strncasecmp(at, "gzip", 4) == 0) {
            return is_wanted(at + 4);
        }
    }
    return false;
}

void pages_request(struct serve *serve, const struct net_request *request)
{
    const struct page *page = page_of(request->path);
    if (page == NULL) {
        const struct net_response missing = {.status = 404,
                                             .content_type = "text/plain",
                                             .body = "not here\n",
                                             .size = 9,
                                             .static_body = true};
        (void)net_reply(serve->net, request->id, &missing);
        return;
    }
    const char *known = request->headers[NET_IF_NONE_MATCH];
    const bool packed =
        page->packed_size != 0 && pages_take_gzip(request->headers[NET_ACCEPT_ENCODING]);
    const struct net_field fields[] = {
        {"ETag", page->etag},
        {"Vary", "Accept-Encoding"},
        {"Cache-Control", page->for_ever ? "public, max-age=31536000, immutable" : "no-cache"},
        {"Content-Encoding", "gzip"},
    };
    struct net_response response = {
        .status = 200,
        .content_type = page->type,
        .fields = fields,
        .field_count = packed ? 4 : 3,
        .body = packed ? page->packed : page->plain,
        .size = packed ? page->packed_size : page->plain_size,
        .static_body = true,
    };
    if (known != NULL && strstr(known, page->etag) != NULL) {
        response = (struct net_response){.status = 304, .fields = fields, .field_count = 3};
    }
    (void)net_reply(serve->net, request->id, &response);
}
