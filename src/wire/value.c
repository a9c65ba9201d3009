#include "wire/value.h"

#include <stdio.h>
#include <stdlib.h>

// Deeper or larger than any round: for jansson to read.
#define DEPTH_MAX   8
#define MEMBERS_MAX 32
#define DIGITS_MAX  18

// ---- plain documents --------------------------------------------------------------------------

// The text as far as it has been read. Functions that read return false for what is not plain, be it
// JSON or not.
struct reader {
    const char *at;
    const char *end;
    struct wire_value *values;
    uint32_t used;
    unsigned depth;
};

static void skip_blanks(struct reader *reader)
{
    while (reader->at < reader->end && (*reader->at == ' ' || *reader->at == '\t' ||
                                        *reader->at == '\n' || *reader->at == '\r')) {
        reader->at++;
    }
}

// Passes over one character, and the blanks behind it.
static bool take(struct reader *reader, char wanted)
{
    if (reader->at == reader->end || *reader->at != wanted) {
        return false;
    }
    reader->at++;
    skip_blanks(reader);
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Up to the quote that ends it.
static bool read_string(struct reader *reader, const char **text, uint32_t *length)
{
    const char *at = reader->at + 1;
    while (at < reader->end && *at >= 0x20 && *at < 0x7f && *at != '"' && *at != '\\') {
        at++;
    }
    if (at == reader->end || *at != '"') {
        return false;
    }
    *text = reader->at + 1;
    *length = (uint32_t)(at - *text);
    reader->at = at + 1;
    return true;
}

static bool read_integer(struct reader *reader, struct wire_value *value)
{
    const bool negative = *reader->at == '-';
    const char *at = reader->at + (negative ? 1 : 0);
    const char *first = at;
    int64_t number = 0;
    while (at < reader->end && is_digit(*at) && at - first < DIGITS_MAX) {
        number = number * 10 + (*at++ - '0');
    }
    const bool leading_zero = at - first > 1 && *first == '0';
    const bool goes_on =
        at < reader->end && (is_digit(*at) || *at == '.' || *at == 'e' || *at == 'E');
    if (at == first || leading_zero || goes_on) {
        return false;
    }
    value->type = JSON_INTEGER;
    value->integer = negative ? -number : number;
    value->text = reader->at;
    value->length = (uint32_t)(at - reader->at);
    reader->at = at;
    return true;
}

static bool read_word(struct reader *reader, const char *word, json_type type,
                      struct wire_value *value)
{
    const size_t length = strlen(word);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0) {
        return false;
    }
    value->type = type;
    value->text = reader->at;
    value->length = (uint32_t)length;
    reader->at += length;
    return true;
}

static bool read_value(struct reader *reader, struct wire_value *value);

// A value that is not there yet, as the next one.
static struct wire_value *add_value(struct reader *reader)
{
    if (reader->used == WIRE_VALUES_MAX) {
        return NULL;
    }
    struct wire_value *value = &reader->values[reader->used++];
    *value = (struct wire_value){.size = 1};
    return value;
}

// The name and the colon of a member, which no member before it has.
static bool read_name(struct reader *reader, const struct wire_value *object,
                      struct wire_value *member)
{
    if (reader->at == reader->end || *reader->at != '"' ||
        !read_string(reader, &member->name, &member->name_length)) {
        return false;
    }
    const struct wire_value *other = wire_first(object);
    for (uint32_t i = 0; i < object->count; i++, other = wire_after(other)) {
        if (other->name_length == member->name_length &&
            memcmp(other->name, member->name, member->name_length) == 0) {
            return false;
        }
    }
    skip_blanks(reader);
    return object->count < MEMBERS_MAX && take(reader, ':');
}

// What stands between brackets, at most DEPTH_MAX of them within each other.
static bool read_inside(struct reader *reader, struct wire_value *list, char close)
{
    list->text = reader->at++;
    list->type = close == '}' ? JSON_OBJECT : JSON_ARRAY;
    skip_blanks(reader);
    bool more = reader->at < reader->end && *reader->at != close;
    if (++reader->depth > DEPTH_MAX) {
        return false;
    }
    while (more) {
        struct wire_value *value = add_value(reader);
        if (value == NULL || (list->type == JSON_OBJECT && !read_name(reader, list, value)) ||
            !read_value(reader, value)) {
            return false;
        }
        list->count++;
        skip_blanks(reader);
        more = take(reader, ',');
    }
    if (reader->at == reader->end || *reader->at != close) {
        return false;
    }
    reader->at++;
    reader->depth--;
    list->length = (uint32_t)(reader->at - list->text);
    list->size = (uint32_t)(reader->values + reader->used - list);
    return true;
}

static bool read_value(struct reader *reader, struct wire_value *value)
{
    if (reader->at == reader->end) {
        return false;
    }
    switch (*reader->at) {
    case '{': return read_inside(reader, value, '}');
    case '[': return read_inside(reader, value, ']');
    case '"': value->type = JSON_STRING; return read_string(reader, &value->text, &value->length);
    case 't': return read_word(reader, "true", JSON_TRUE, value);
    case 'f': return read_word(reader, "false", JSON_FALSE, value);
    case 'n': return read_word(reader, "null", JSON_NULL, value);
    default: return read_integer(reader, value);
    }
}

static bool read_plain(struct wire_document *document, const char *text, size_t length)
{
    struct reader reader = {text, text + length, document->plain, 0, 0};
    skip_blanks(&reader);
    const bool is_document =
        length <= UINT32_MAX && reader.at < reader.end && (*reader.at == '{' || *reader.at == '[');
    if (!is_document || !read_value(&reader, add_value(&reader))) {
        return false;
    }
    skip_blanks(&reader);
    document->root = document->plain;
    return reader.at == reader.end;
}

// ---- documents that jansson has read ----------------------------------------------------------

// As many as there are; jansson reads no more than 2,048 within each other.
static size_t count_values(const json_t *json)
{
    size_t count = 1;
    size_t i;
    const char *name;
    json_t *inside;
    if (json_is_array(json)) {
        json_array_foreach(json, i, inside)
        {
            count += count_values(inside);
        }
    }
    json_object_foreach(wire_to_walk(json), name, inside)
    {
        count += count_values(inside);
    }
    return count;
}

static struct wire_value *put_values(struct wire_value *at, const json_t *json, const char *name)
{
    struct wire_value *value = at++;
    size_t i;
    json_t *inside;
    *value = (struct wire_value){
        .json = json,
        .type = json_typeof(json),
        .integer = json_integer_value(json),
        .name = name,
        .name_length = name == NULL ? 0 : (uint32_t)strlen(name),
        .text = json_string_value(json),
        .length = (uint32_t)json_string_length(json),
        .count = (uint32_t)(json_array_size(json) + json_object_size(json)),
    };
    if (json_is_array(json)) {
        json_array_foreach(json, i, inside)
        {
            at = put_values(at, inside, NULL);
        }
    }
    json_object_foreach(wire_to_walk(json), name, inside)
    {
        at = put_values(at, inside, name);
    }
    value->size = (uint32_t)(at - value);
    return at;
}

bool wire_document_of(struct wire_document *document, const json_t *json)
{
    document->json = NULL;
    document->many = calloc(count_values(json), sizeof *document->many);
    document->root = document->many;
    if (document->many == NULL) {
        return false;
    }
    (void)put_values(document->many, json, NULL);
    return true;
}

bool wire_document_read(struct wire_document *document, const char *text, size_t length,
                        json_error_t *error)
{
    document->many = NULL;
    document->json = NULL;
    if (read_plain(document, text, length)) {
        return true;
    }
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, error);
    if (json == NULL) {
        return false;
    }
    if (!wire_document_of(document, json)) {
        (void)snprintf(error->text, sizeof error->text, "out of memory");
        json_decref(json);
        return false;
    }
    document->json = json;
    return true;
}

void wire_document_free(struct wire_document *document)
{
    free(document->many);
    json_decref(document->json);
}

// ---- asking -----------------------------------------------------------------------------------

const struct wire_value *wire_member(const struct wire_value *object, const char *name)
{
    if (!wire_is(object, JSON_OBJECT)) {
        return NULL;
    }
    const struct wire_value *member = wire_first(object);
    for (uint32_t i = 0; i < object->count; i++, member = wire_after(member)) {
        if (wire_is_named(member, name)) {
            return member;
        }
    }
    return NULL;
}

static const char *cut(const char *from, size_t length, char text[WIRE_NAME_MAX])
{
    const size_t kept = length < WIRE_NAME_MAX ? length : WIRE_NAME_MAX - 1;
    memcpy(text, from, kept);
    text[kept] = '\0';
    return text;
}

const char *wire_name_text(const struct wire_value *value, char text[WIRE_NAME_MAX])
{
    return cut(value->name, value->name_length, text);
}

const char *wire_string_text(const struct wire_value *value, char text[WIRE_NAME_MAX])
{
    UTH_CHECK(value->type == JSON_STRING);
    return cut(value->text, value->length, text);
}

bool wire_fields(const struct wire_value *object, const char *const *known,
                 const struct wire_value **fields, struct wire_fault *fault)
{
    if (!wire_is(object, JSON_OBJECT)) {
        return wire_value_fault(fault, "", object, "an object");
    }
    for (size_t i = 0; known[i] != NULL; i++) {
        fields[i] = NULL;
    }
    const struct wire_value *member = wire_first(object);
    for (uint32_t k = 0; k < object->count; k++, member = wire_after(member)) {
        size_t i = 0;
        while (known[i] != NULL && (member->name_length == 0 || known[i][0] != member->name[0] ||
                                    !wire_is_named(member, known[i]))) {
            i++;
        }
        if (known[i] == NULL) {
            char name[WIRE_NAME_MAX];
            return wire_value_fault(fault, wire_name_text(member, name), member,
                                    "a known field (check the spelling)");
        }
        fields[i] = member;
    }
    return true;
}

json_t *wire_value_json(const struct wire_value *value)
{
    if (value == NULL || value->json != NULL) {
        return value == NULL ? NULL : json_incref(wire_to_walk(value->json));
    }
    const size_t quote = value->type == JSON_STRING ? 1 : 0;
    return json_loadb(value->text - quote, value->length + 2 * quote, JSON_DECODE_ANY, NULL);
}

bool wire_value_fault(struct wire_fault *fault, const char *path, const struct wire_value *value,
                      const char *expected)
{
    json_t *json = wire_value_json(value);
    (void)wire_fault_at(fault, path, json, expected);
    json_decref(json);
    return false;
}

void wire_out_value(struct wire_out *out, const char *key, const struct wire_value *value)
{
    if (wire_is(value, JSON_INTEGER)) {
        wire_out_number(out, key, value->integer); // "-0" is 0
    } else if (value != NULL && value->json == NULL && value->type == JSON_STRING) {
        wire_out_written(out, key, value->text - 1, value->length + 2);
    } else {
        json_t *json = wire_value_json(value);
        wire_out_json(out, key, json);
        json_decref(json);
    }
}
