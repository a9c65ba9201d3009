#include "net/frame.h"

#include <string.h>

#include "net/text.h"

enum frame_state frame_read(const char *bytes, size_t size, struct frame *frame)
{
    const uint8_t *const at = (const uint8_t *)bytes;
    if (size < 2) {
        return FRAME_PART;
    }
    const uint8_t kind = at[0] & 15;
    const uint8_t length = at[1] & 127;
    const bool control = kind >= FRAME_CLOSE;
    const bool final = (at[0] & 0x80) != 0;
    const bool known = kind <= FRAME_BINARY || (control && kind <= FRAME_PONG);
    // A frame without a mask is none of a browser: RFC 6455 5.1 has the server close.
    if ((at[0] & 0x70) != 0 || !known || (at[1] & 0x80) == 0 ||
        (control && (!final || length > 125))) {
        return FRAME_BAD;
    }
    const size_t extended = length == 126 ? 2 : length == 127 ? 8 : 0;
    if (size < 2 + extended + sizeof frame->mask) {
        return FRAME_PART;
    }
    uint64_t payload = extended == 0 ? length : 0;
    for (size_t i = 0; i < extended; i++) {
        payload = payload << 8 | at[2 + i];
    }
    // The shortest form, and the highest bit is zero (5.2).
    if ((extended == 2 && payload < 126) || (extended == 8 && payload < 65536) ||
        payload > INT64_MAX) {
        return FRAME_BAD;
    }
    *frame = (struct frame){.kind = (enum frame_kind)kind,
                            .final = final,
                            .head = 2 + extended + sizeof frame->mask,
                            .size = payload};
    memcpy(frame->mask, at + 2 + extended, sizeof frame->mask);
    return FRAME_WHOLE;
}

void frame_unmask(const struct frame *frame, char *payload)
{
    uint64_t mask;
    size_t i = 0;
    memcpy(&mask, frame->mask, 4);
    memcpy((char *)&mask + 4, frame->mask, 4);
    for (; frame->size - i >= sizeof mask; i += sizeof mask) {
        uint64_t eight;
        memcpy(&eight, payload + i, sizeof eight);
        eight ^= mask;
        memcpy(payload + i, &eight, sizeof eight);
    }
    for (; i < frame->size; i++) {
        payload[i] = (char)((uint8_t)payload[i] ^ frame->mask[i % 4]);
    }
}

uint16_t frame_close_code(const char *payload, size_t size)
{
    if (size == 0) {
        return 1000;
    }
    const unsigned code = size < 2 ? 0 : (unsigned)((uint8_t)payload[0] << 8 | (uint8_t)payload[1]);
    const bool ours = code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006;
    if (!ours && (code < 3000 || code > 4999)) {
        return 1002;
    }
    return text_is_utf8(payload + 2, size - 2) ? (uint16_t)code : 1007;
}

size_t frame_head(enum frame_kind kind, size_t size, unsigned char *payload)
{
    enum { FINAL = 0x80, LENGTH_16 = 126, LENGTH_64 = 127 };
    const size_t head = size < LENGTH_16 ? 2 : size < 65536 ? 4 : FRAME_OUT_MAX;
    unsigned char *at = payload - head;
    at[0] = (unsigned char)(FINAL | kind);
    at[1] = (unsigned char)(head == 2 ? size : head == 4 ? LENGTH_16 : LENGTH_64);
    for (size_t i = head; i > 2; i--) {
        at[i - 1] = (unsigned char)size;
        size >>= 8;
    }
    return head;
}
