// What clients write, judged: paths, origins, lengths, header values. Pure.
#ifndef UTH_NET_TEXT_H
#define UTH_NET_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A decoded path that cannot lead anywhere but down from the root. `size` bytes; one that hides a
// zero is refused.
bool text_path_is_valid(const char *path, size_t size);
// An Origin header against the one allowed or, where `allowed` is NULL, the Host header. Browsers
// always send one with a WebSocket handshake, so a missing one does not fit.
bool text_origin_is_allowed(const char *origin, const char *host, const char *allowed);
// A Content-Length: digits only, at most 10 of them. False: not one.
bool text_length(const char *text, uint64_t *length);
// May stand in a header we send: nothing that ends a line.
bool text_value_is_valid(const char *value);
bool text_name_is_valid(const char *name);
// UTF-8 without overlong forms, surrogates or anything above U+10FFFF.
bool text_is_utf8(const char *text, size_t size);
// Does a comma-separated list name the token? Letters of either case.
bool text_list_has(const char *list, const char *token);

#endif
