// The pages, embedded in the program: plain and compressed, with an ETag each. Names that carry a
// hash of their content may be kept for ever; the rest is asked for again each time.
#include <string.h>

#include "pages.inc"
#include "serve/inside.h"
#include "serve/pages.h"

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

// A list of codings: "gzip" counts unless it is given a weight of 0.
static bool takes_gzip(const char *accept)
{
    const char *found = accept == NULL ? NULL : strstr(accept, "gzip");
    if (found == NULL) {
        return false;
    }
    const char *rest = found + 4 + strspn(found + 4, " ");
    return strncmp(rest, ";q=0", 4) != 0 || (rest[4] == '.' && strspn(rest + 5, "0") < 3 &&
                                             strchr("123456789", rest[5 + strspn(rest + 5, "0")]));
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
    const bool packed = page->packed_size != 0 && takes_gzip(request->headers[NET_ACCEPT_ENCODING]);
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
