// One WebSocket frame of a client (RFC 6455), read from the start of what has arrived. Pure.
#ifndef UTH_NET_FRAME_H
#define UTH_NET_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum frame_kind {
    FRAME_MORE = 0, // continues a message
    FRAME_TEXT = 1,
    FRAME_BINARY = 2,
    FRAME_CLOSE = 8,
    FRAME_PING = 9,
    FRAME_PONG = 10,
};

struct frame {
    enum frame_kind kind;
    bool final;
    uint8_t mask[4];
    size_t head;   // bytes before the payload
    uint64_t size; // of the payload
};

enum frame_state {
    FRAME_PART,  // its head is not whole yet
    FRAME_WHOLE, // its head is; whether the payload is, the sizes say
    FRAME_BAD, // breaks the protocol: reserved bits, unknown kind, no mask, control frame too long
};

#define FRAME_OUT_MAX 10U // bytes of the head of one of ours

enum frame_state frame_read(const char *bytes, size_t size, struct frame *frame);
void frame_unmask(const struct frame *frame, char *payload);
// The code to answer a close frame with, whose payload this is: its own, 1000 where it has none, or
// 1002 and 1007 where it is wrong.
uint16_t frame_close_code(const char *payload, size_t size);

// Writes the head of a frame of ours, whole and without a mask, so that it ends where `payload`
// begins. Returns its size, at most FRAME_OUT_MAX.
size_t frame_head(enum frame_kind kind, size_t size, unsigned char *payload);

#endif
