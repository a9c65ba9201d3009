// Messages by chance, as clients of a cardroom send them: most are what a page could say, some of those
// are bent, and some are nothing at all. The same seed says the same.
#ifndef UTH_FUZZ_MESSAGES_H
#define UTH_FUZZ_MESSAGES_H

#include <stddef.h>
#include <stdint.h>

#define MESSAGES_CLIENTS 10
#define MESSAGES_TABLES  3
#define MESSAGE_MAX      4096

// What a view of a table says of the course of its round; whoever asks for the next message sets it.
struct messages_moment {
    uint64_t round;
    const char *street;
};

struct messages {
    uint64_t state;
    uint64_t id;  // of the last command
    size_t table; // the last that was named, from 0
    size_t seat;  // likewise, from 1
    struct messages_moment moments[MESSAGES_TABLES];
};

// An act of fuzz_server; a zero stands behind the text.
struct message {
    char who;
    char kind;
    size_t size;
    char text[MESSAGE_MAX + 1];
};

void messages_start(struct messages *messages, uint64_t seed);
void messages_next(struct messages *messages, struct message *message);

#endif
