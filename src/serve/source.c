#include "serve/source.h"

#include <arpa/inet.h>
#include <string.h>

#define UNKNOWN UINT64_C(1)
#define FOUR    (UINT64_C(0xffff) << 32) // no IPv6 address that is given out begins like this

static uint64_t number_of(const uint8_t *bytes, size_t count)
{
    uint64_t number = 0;
    for (size_t i = 0; i < count; i++) {
        number = number << 8 | bytes[i];
    }
    return number;
}

uint64_t source_address(const char *text)
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    uint8_t bytes[16];
    if (text == NULL) {
        return UNKNOWN;
    }
    if (inet_pton(AF_INET, text, bytes) == 1) {
        return FOUR | number_of(bytes, 4);
    }
    if (inet_pton(AF_INET6, text, bytes) != 1) {
        return UNKNOWN;
    }
    if (memcmp(bytes, mapped, sizeof mapped) == 0) {
        return FOUR | number_of(bytes + sizeof mapped, 4);
    }
    const uint64_t half = number_of(bytes, 8);
    return half != 0 ? half : UNKNOWN;
}
