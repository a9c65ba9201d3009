#include "wire/out.h"

#include <stdio.h>
#include <string.h>

struct wire_out wire_out_to(char *bytes, size_t size)
{
    return (struct wire_out){.bytes = bytes, .size = size};
}

static void put(struct wire_out *out, const char *bytes, size_t length)
{
    if (length > out->size - out->used) {
        out->overflow = true;
        return;
    }
    memcpy(out->bytes + out->used, bytes, length);
    out->used += length;
}

static void put_char(struct wire_out *out, char c)
{
    put(out, &c, 1);
}

static void put_key(struct wire_out *out, const char *key)
{
    if (out->comma) {
        put_char(out, ',');
    }
    if (key != NULL) {
        put_char(out, '"');
        put(out, key, strlen(key));
        put(out, "\":", 2);
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
    return c == '"' || c == '\\' || (unsigned char)c < 0x20 || (unsigned char)c == 0x7f;
}

static void put_escaped(struct wire_out *out, char c)
{
    char escaped[8];
    const int length = c == '"' || c == '\\'
                           ? snprintf(escaped, sizeof escaped, "\\%c", c)
                           : snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned char)c);
    put(out, escaped, (size_t)length);
}

void wire_out_text(struct wire_out *out, const char *key, const char *text)
{
    put_key(out, key);
    put_char(out, '"');
    size_t plain = 0;
    for (size_t i = 0; text[i] != '\0'; i++) {
        if (needs_escape(text[i])) {
            put(out, text + plain, i - plain);
            put_escaped(out, text[i]);
            plain = i + 1;
        }
    }
    put(out, text + plain, strlen(text + plain));
    put_char(out, '"');
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
