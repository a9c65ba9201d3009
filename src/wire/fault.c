#include "wire/fault.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Cuts what is too long, and says so with three dots.
static void copy_text(char *to, size_t size, const char *from)
{
    const size_t length = strlen(from);
    const size_t kept = length < size ? length : size - 1;
    memcpy(to, from, kept);
    to[kept] = '\0';
    if (kept < length) {
        memcpy(to + size - 4, "...", 4);
    }
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
    return false;
}

static void put_in_front(struct wire_fault *fault, const char *prefix)
{
    char inner[sizeof fault->path];
    memcpy(inner, fault->path, sizeof inner);
    const bool joined = inner[0] == '\0' || inner[0] == '[' || inner[0] == '.';
    (void)snprintf(fault->path, sizeof fault->path, "%.60s%s%.90s", prefix, joined ? "" : ".",
                   inner);
}

bool wire_fault_inside(struct wire_fault *fault, const char *prefix)
{
    put_in_front(fault, prefix);
    return false;
}

bool wire_fault_inside_list(struct wire_fault *fault, const char *prefix, size_t index)
{
    char element[80];
    (void)snprintf(element, sizeof element, "%.50s[%zu]", prefix, index);
    put_in_front(fault, element);
    return false;
}

bool wire_only_known(const json_t *object, const char *const *known, struct wire_fault *fault)
{
    if (!json_is_object(object)) {
        return wire_fault_at(fault, "", object, "an object");
    }
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        size_t i = 0;
        while (known[i] != NULL && strcmp(known[i], key) != 0) {
            i++;
        }
        if (known[i] == NULL) {
            return wire_fault_at(fault, key, value, "no such field: check its spelling");
        }
    }
    return true;
}
