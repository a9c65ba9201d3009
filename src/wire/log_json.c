#include "wire/log_json.h"

#include <string.h>

static json_t *person_of(const struct wire_log *log)
{
    json_t *person = json_pack("{s:I, s:s}", "id", (json_int_t)log->who, "name", log->name);
    if (person != NULL && log->system != NULL) {
        (void)json_object_set_new(person, "system", json_string(log->system));
    }
    return person;
}

// jansson counts references even of what it only hands on.
static json_t *copy_of(const json_t *value)
{
    return value == NULL ? json_null() : json_deep_copy(value);
}

json_t *wire_log_to_json(const struct wire_log *log)
{
    json_t *document =
        json_pack("{s:i, s:o, s:I, s:s, s:{s:s, s:I}, s:s, s:o, s:o}", "v", 1, "who",
                  person_of(log), "when_ms", (json_int_t)log->when_ms, "what", log->what, "about",
                  "kind", log->about, "id", (json_int_t)log->id, "why", log->why, "before",
                  copy_of(log->before), "after", copy_of(log->after));
    if (document != NULL && log->approved_by != 0) {
        (void)json_object_set_new(document, "approved_by",
                                  json_integer((json_int_t)log->approved_by));
    }
    if (document != NULL && log->first_start) {
        (void)json_object_set_new(document, "first_start", json_true());
    }
    return document;
}

static bool read_text(const json_t *object, const char *key, const char **text)
{
    const json_t *value = json_object_get(object, key);
    *text = json_is_string(value) ? json_string_value(value) : "";
    return json_is_string(value);
}

static bool read_number(const json_t *object, const char *key, uint64_t *number)
{
    const json_t *value = json_object_get(object, key);
    *number = json_is_integer(value) && json_integer_value(value) >= 0
                  ? (uint64_t)json_integer_value(value)
                  : 0;
    return json_is_integer(value);
}

bool wire_log_from_json(const json_t *document, struct wire_log *log)
{
    const json_t *who = json_object_get(document, "who");
    const json_t *about = json_object_get(document, "about");
    uint64_t when = 0;
    memset(log, 0, sizeof *log);
    if (!read_text(who, "system", &log->system)) {
        log->system = NULL;
    }
    (void)read_number(document, "approved_by", &log->approved_by);
    const bool whole = read_number(who, "id", &log->who) && read_text(who, "name", &log->name) &&
                       read_number(document, "when_ms", &when) &&
                       read_text(document, "what", &log->what) &&
                       read_text(about, "kind", &log->about) &&
                       read_number(about, "id", &log->id) && read_text(document, "why", &log->why);
    log->when_ms = (int64_t)when;
    log->first_start = json_is_true(json_object_get(document, "first_start"));
    log->before = json_object_get(document, "before");
    log->after = json_object_get(document, "after");
    return whole;
}
