// JSON written straight into a buffer, for answers that go out by the ten thousand. jansson builds
// a tree first; where there is nothing to look at again, that costs three times the answer.
#ifndef UTH_WIRE_OUT_H
#define UTH_WIRE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

// The buffer is the caller's. What does not fit is left out and sets `overflow`; whoever sends the
// bytes looks at it first. Commas are kept by the writer.
struct wire_out {
    char *bytes;
    size_t size;
    size_t used;
    bool overflow;
    bool comma; // the next value needs one before it
};

struct wire_out wire_out_to(char *bytes, size_t size);

// `key` is NULL inside a list. Keys are ours and need no escaping.
void wire_out_open(struct wire_out *out, const char *key, char bracket);
void wire_out_close(struct wire_out *out, char bracket);
void wire_out_text(struct wire_out *out, const char *key, const char *text);
// A text that quotes what somebody sent, in at most `max` bytes of JSON between the quotes however
// much escaping lengthens it; three dots end one that was cut. So a buffer can be sized beforehand.
#define WIRE_QUOTE_MAX 640
void wire_out_quote(struct wire_out *out, const char *key, const char *text, size_t max);
void wire_out_number(struct wire_out *out, const char *key, int64_t number);
void wire_out_bool(struct wire_out *out, const char *key, bool value);

// A value that is written in JSON already.
void wire_out_written(struct wire_out *out, const char *key, const char *bytes, size_t size);

// Any JSON value as it came in.
void wire_out_json(struct wire_out *out, const char *key, const json_t *value);

// Bytes that are JSON already; `comma` says whether what follows needs one before it.
void wire_out_raw(struct wire_out *out, const char *bytes, size_t size, bool comma);

void wire_out_newline(struct wire_out *out);

#endif
