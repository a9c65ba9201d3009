// Plain twins of what net judges quickly: the same answers, the obvious way.
#ifndef TESTS_SUPPORT_TEXT_PLAIN_H
#define TESTS_SUPPORT_TEXT_PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Reads numbers from the bits, and then asks whether they were written as short as possible.
static inline bool plain_is_utf8(const char *text, size_t size)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    for (size_t i = 0; i < size;) {
        const uint8_t first = (uint8_t)text[i];
        const size_t length = first < 0x80             ? 1
                              : (first & 0xe0) == 0xc0 ? 2
                              : (first & 0xf0) == 0xe0 ? 3
                              : (first & 0xf8) == 0xf0 ? 4
                                                       : 0;
        if (length == 0 || length > size - i) {
            return false;
        }
        uint32_t number = length == 1 ? first : first & (0x7fU >> length);
        for (size_t j = 1; j < length; j++) {
            if (((uint8_t)text[i + j] & 0xc0) != 0x80) {
                return false;
            }
            number = number << 6 | ((uint8_t)text[i + j] & 0x3f);
        }
        if (number < least[length] || number > 0x10ffff || (number >= 0xd800 && number <= 0xdfff)) {
            return false;
        }
        i += length;
    }
    return true;
}

// Cuts the path at its slashes and looks at every part.
static inline bool plain_path_is_valid(const char *path, size_t size)
{
    if (size == 0 || path[0] != '/') {
        return false;
    }
    for (size_t start = 1; start <= size;) {
        size_t end = start;
        while (end < size && path[end] != '/') {
            const uint8_t byte = (uint8_t)path[end];
            if (byte < 0x20 || byte == 0x7f || byte == '\\') {
                return false;
            }
            end++;
        }
        const size_t length = end - start;
        const bool last = end == size;
        if ((length == 0 && !last) || (length == 1 && path[start] == '.') ||
            (length == 2 && path[start] == '.' && path[start + 1] == '.')) {
            return false;
        }
        start = end + 1;
    }
    return true;
}

// The size a frame's head says, as RFC 6455 (5.2) reads it; SIZE_MAX when it is not the head of a
// whole text of that many bytes, without a mask and as short as possible.
static inline size_t plain_frame_size(const unsigned char *head, size_t head_size)
{
    uint64_t size = head_size < 2 ? 0 : head[1];
    const size_t more = size == 126 ? 2 : size == 127 ? 8 : 0;
    if (head_size != 2 + more || head[0] != 0x81 || size > 127) {
        return SIZE_MAX;
    }
    if (more > 0) {
        size = 0;
        for (size_t i = 0; i < more; i++) {
            size = size * 256 + head[2 + i];
        }
    }
    const bool shortest = more == 0 || (more == 2 && size > 125) || (more == 8 && size > 65535);
    return shortest ? (size_t)size : SIZE_MAX;
}

#endif
