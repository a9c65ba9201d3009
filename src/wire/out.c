#include "wire/out.h"

#include <stdio.h>
#include <string.h>

#include "uth/check.h"
#include "wire/fault.h"

struct wire_out wire_out_to(char *bytes, size_t size)
{
    return (struct wire_out){.bytes = bytes, .size = size};
}

// Where so many bytes go; NULL where they do not fit.
static char *take_room(struct wire_out *out, size_t length)
{
    if (length > out->size - out->used) {
        out->overflow = true;
        return NULL;
    }
    char *at = out->bytes + out->used;
    out->used += length;
    return at;
}

static void put(struct wire_out *out, const char *bytes, size_t length)
{
    char *at = take_room(out, length);
    if (at != NULL) {
        memcpy(at, bytes, length);
    }
}

static void put_char(struct wire_out *out, char c)
{
    put(out, &c, 1);
}

static void put_name(struct wire_out *out, const char *name, size_t length)
{
    char *at = take_room(out, length + (out->comma ? 4 : 3));
    if (at != NULL && out->comma) {
        *at++ = ',';
    }
    if (at != NULL) {
        at[0] = '"';
        memcpy(at + 1, name, length);
        at[length + 1] = '"';
        at[length + 2] = ':';
    }
}

static void put_key(struct wire_out *out, const char *key)
{
    if (key != NULL) {
        put_name(out, key, strlen(key));
    } else if (out->comma) {
        put_char(out, ',');
    }
    out->comma = true;
}

void wire_out_open(struct wire_out *out, const char *key, char bracket)
{
    put_key(out, key);
    put_char(out, bracket);
    out->comma = false;
}

void wire_out_close(struct wire_out *out, char bracket)
{
    put_char(out, bracket);
    out->comma = true;
}

static bool needs_escape(char c)
{
    return (c == '"') | (c == '\\') | ((unsigned char)c < 0x20) | ((unsigned char)c == 0x7f);
}

static size_t escape(char c, char escaped[8])
{
    return (size_t)(c == '"' || c == '\\' ? snprintf(escaped, 8, "\\%c", c)
                                          : snprintf(escaped, 8, "\\u%04x", (unsigned char)c));
}

// Without a branch for each letter, so that many are looked at together.
static bool is_plain(const char *text, size_t length)
{
    unsigned found = 0;
    for (size_t i = 0; i < length; i++) {
        found |= needs_escape(text[i]);
    }
    return found == 0;
}

static void put_escaped(struct wire_out *out, const char *text, size_t length)
{
    size_t plain = 0;
    for (size_t i = 0; i < length; i++) {
        if (needs_escape(text[i])) {
            char escaped[8];
            put(out, text + plain, i - plain);
            put(out, escaped, escape(text[i], escaped));
            plain = i + 1;
        }
    }
    put(out, text + plain, length - plain);
}

void wire_out_text(struct wire_out *out, const char *key, const char *text)
{
    const size_t length = strlen(text);
    put_key(out, key);
    put_char(out, '"');
    if (is_plain(text, length)) {
        put(out, text, length);
    } else {
        put_escaped(out, text, length);
    }
    put_char(out, '"');
}

static size_t escaped_length(char c)
{
    char escaped[8];
    return needs_escape(c) ? escape(c, escaped) : 1;
}

void wire_out_quote(struct wire_out *out, const char *key, const char *text, size_t max)
{
    static const char cut[] = "...";
    char kept[WIRE_QUOTE_MAX + 1];
    size_t whole = 0; // bytes of the text that fit with the dots behind them
    size_t written = 0;
    size_t i = 0;
    UTH_CHECK(max > strlen(cut) && max <= WIRE_QUOTE_MAX);

    for (; text[i] != '\0' && written + escaped_length(text[i]) <= max; i++) {
        written += escaped_length(text[i]);
        whole = written + strlen(cut) <= max ? i + 1 : whole;
    }
    const bool fits = text[i] == '\0';
    const size_t length = fits ? i : wire_text_kept(text, whole);
    memcpy(kept, text, length);
    memcpy(kept + length, fits ? "" : cut, fits ? 1 : sizeof cut);
    wire_out_text(out, key, kept);
}

void wire_out_number(struct wire_out *out, const char *key, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (number < 0) {
        digits[--at] = '-';
    }
    put_key(out, key);
    put(out, digits + at, sizeof digits - at);
}

void wire_out_bool(struct wire_out *out, const char *key, bool value)
{
    put_key(out, key);
    put(out, value ? "true" : "false", value ? 4 : 5);
}

void wire_out_written(struct wire_out *out, const char *key, const char *bytes, size_t size)
{
    put_key(out, key);
    put(out, bytes, size);
}

void wire_out_json(struct wire_out *out, const char *key, const json_t *value)
{
    put_key(out, key);
    if (value == NULL) {
        put(out, "null", 4);
        return;
    }
    const size_t room = out->size - out->used;
    const size_t length = json_dumpb(value, out->bytes + out->used, room,
                                     JSON_COMPACT | JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
    if (length == 0 || length > room) {
        out->overflow = true;
        return;
    }
    out->used += length;
}

void wire_out_raw(struct wire_out *out, const char *bytes, size_t size, bool comma)
{
    put(out, bytes, size);
    out->comma = comma;
}

void wire_out_newline(struct wire_out *out)
{
    put_char(out, '\n');
    out->comma = false;
}
