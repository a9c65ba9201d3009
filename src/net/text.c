#include "net/text.h"

#include <string.h>
#include <strings.h>

static bool is_control(unsigned char c)
{
    return c < 0x20 || c == 0x7f;
}

bool text_path_is_valid(const char *path, size_t size)
{
    if (size == 0 || path[0] != '/') {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        if (is_control((unsigned char)path[i]) || path[i] == '\\') {
            return false;
        }
        // A part begins behind every slash; the dots of "." and ".." end it or the path.
        if (path[i] == '/' && i + 1 < size) {
            const size_t dots = path[i + 1] != '.' ? 0 : (i + 2 < size && path[i + 2] == '.') + 1U;
            const size_t end = i + 1 + dots;
            if (path[i + 1] == '/' || (dots > 0 && (end == size || path[end] == '/'))) {
                return false;
            }
        }
    }
    return true;
}

bool text_origin_is_allowed(const char *origin, const char *host, const char *allowed)
{
    if (origin == NULL) {
        return false;
    }
    if (allowed != NULL) {
        return strcasecmp(origin, allowed) == 0;
    }
    if (host == NULL || host[0] == '\0') {
        return false;
    }
    // Either scheme: TLS may end in front of us.
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        const size_t size = strlen(schemes[i]);
        if (strncasecmp(origin, schemes[i], size) == 0) {
            return strcasecmp(origin + size, host) == 0;
        }
    }
    return false;
}

bool text_length(const char *text, uint64_t *length)
{
    uint64_t value = 0;
    const size_t size = strlen(text);
    if (size == 0 || size > 10) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
        value = value * 10 + (uint64_t)(text[i] - '0');
    }
    *length = value;
    return true;
}

bool text_value_is_valid(const char *value)
{
    for (; *value != '\0'; value++) {
        if (is_control((unsigned char)*value) && *value != '\t') {
            return false;
        }
    }
    return true;
}

bool text_name_is_valid(const char *name)
{
    return name[0] != '\0' && strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                           "0123456789-_") == strlen(name);
}

bool text_list_has(const char *list, const char *token)
{
    const size_t wanted = strlen(token);
    while (*list != '\0') {
        list += strspn(list, ", \t");
        const size_t size = strcspn(list, ", \t");
        if (size == wanted && strncasecmp(list, token, size) == 0) {
            return true;
        }
        list += size;
    }
    return false;
}

// What may follow a first byte: how many bytes, and the range of the second, which is what keeps
// out overlong forms (E0, F0), surrogates (ED) and numbers too large (F4).
static const struct lead {
    uint8_t first, last;
    uint8_t more;
    uint8_t second_low, second_high;
} leads[] = {
    {0xc2, 0xdf, 1, 0x80, 0xbf}, {0xe0, 0xe0, 2, 0xa0, 0xbf}, {0xe1, 0xec, 2, 0x80, 0xbf},
    {0xed, 0xed, 2, 0x80, 0x9f}, {0xee, 0xef, 2, 0x80, 0xbf}, {0xf0, 0xf0, 3, 0x90, 0xbf},
    {0xf1, 0xf3, 3, 0x80, 0xbf}, {0xf4, 0xf4, 3, 0x80, 0x8f},
};

// The bytes of the letter at `bytes`, or 0 when it is none.
static size_t letter(const uint8_t *bytes, size_t left)
{
    for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++) {
        const struct lead *lead = &leads[i];
        if (bytes[0] < lead->first || bytes[0] > lead->last) {
            continue;
        }
        if (left <= lead->more || bytes[1] < lead->second_low || bytes[1] > lead->second_high) {
            return 0;
        }
        for (size_t j = 2; j <= lead->more; j++) {
            if ((bytes[j] & 0xc0) != 0x80) {
                return 0;
            }
        }
        return lead->more + 1U;
    }
    return 0;
}

bool text_is_utf8(const char *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    for (size_t i = 0; i < size;) {
        uint64_t eight;
        if (size - i >= sizeof eight) {
            memcpy(&eight, bytes + i, sizeof eight);
            if ((eight & UINT64_C(0x8080808080808080)) == 0) {
                i += sizeof eight;
                continue;
            }
        }
        const size_t step = bytes[i] < 0x80 ? 1 : letter(bytes + i, size - i);
        if (step == 0) {
            return false;
        }
        i += step;
    }
    return true;
}
