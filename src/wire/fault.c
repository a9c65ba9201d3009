#include "wire/fault.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Bytes that begin with the bits 10 go on with a letter.
size_t wire_text_kept(const char *text, size_t max)
{
    const size_t length = strlen(text);
    size_t kept = length < max ? length : max;
    while (kept < length && kept > 0 && ((unsigned char)text[kept] & 0xc0) == 0x80) {
        kept--;
    }
    return kept;
}

static bool is_control(char c)
{
    return (unsigned char)c < 0x20 || (unsigned char)c == 0x7f;
}

const char *wire_parser_text(json_error_t *error)
{
    for (char *at = error->text; *at != '\0'; at++) {
        *at = (unsigned char)*at < 0x80 && !is_control(*at) ? *at : '?';
    }
    return error->text;
}

// Cuts what is too long, and says so with three dots. Control characters become question marks: a
// message may be shown on a terminal, which would obey them.
static void copy_text(char *to, size_t size, const char *from)
{
    const bool fits = strlen(from) < size;
    const size_t kept = wire_text_kept(from, fits ? size - 1 : size - 4);
    for (size_t i = 0; i < kept; i++) {
        to[i] = is_control(from[i]) ? '?' : from[i];
    }
    memcpy(to + kept, fits ? "" : "...", fits ? 1 : 4);
}

static void value_text(const json_t *value, char *text, size_t size)
{
    char *dump = value != NULL ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    copy_text(text, size, dump != NULL ? dump : "nothing");
    free(dump);
}

bool wire_fault_at(struct wire_fault *fault, const char *path, const json_t *value,
                   const char *expected)
{
    copy_text(fault->path, sizeof fault->path, path);
    copy_text(fault->expected, sizeof fault->expected, expected);
    value_text(value, fault->value, sizeof fault->value);
    fault->clause = "INPUT";
    fault->sentence[0] = '\0';
    return false;
}

static void put_in_front(struct wire_fault *fault, const char *prefix)
{
    char inner[sizeof fault->path];
    memcpy(inner, fault->path, sizeof inner);
    const bool joined = prefix[0] == '\0' || inner[0] == '\0' || inner[0] == '[' || inner[0] == '.';
    (void)snprintf(fault->path, sizeof fault->path, "%.*s%s%.*s", (int)wire_text_kept(prefix, 60),
                   prefix, joined ? "" : ".", (int)wire_text_kept(inner, 90), inner);
}

bool wire_fault_inside(struct wire_fault *fault, const char *prefix)
{
    put_in_front(fault, prefix);
    return false;
}

bool wire_fault_inside_list(struct wire_fault *fault, const char *prefix, size_t index)
{
    char element[80];
    (void)snprintf(element, sizeof element, "%.*s[%zu]", (int)wire_text_kept(prefix, 50), prefix,
                   index);
    put_in_front(fault, element);
    return false;
}

void wire_fault_text(const struct wire_fault *fault, char text[WIRE_FAULT_TEXT_MAX])
{
    const char *colon = fault->path[0] != '\0' ? ": " : "";
    if (fault->sentence[0] != '\0') {
        (void)snprintf(text, WIRE_FAULT_TEXT_MAX, "%s%s%s", fault->path, colon, fault->sentence);
    } else {
        (void)snprintf(text, WIRE_FAULT_TEXT_MAX, "%s%sgot %s, expected %s", fault->path, colon,
                       fault->value, fault->expected);
    }
}

bool wire_only_known(const json_t *object, const char *const *known, struct wire_fault *fault)
{
    if (!json_is_object(object)) {
        return wire_fault_at(fault, "", object, "an object");
    }
    const char *key;
    json_t *value;
    json_object_foreach(wire_to_walk(object), key, value)
    {
        size_t i = 0;
        while (known[i] != NULL && strcmp(known[i], key) != 0) {
            i++;
        }
        if (known[i] == NULL) {
            return wire_fault_at(fault, key, value, "a known field (check the spelling)");
        }
    }
    return true;
}
