#include "cli/audit_check.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "report/audit_text.h"
#include "store/batch.h"

bool audit_check_start(struct audit_check *check)
{
    *check = (struct audit_check){.room = batch_room_open(), .body = malloc(STORE_BODY_MAX)};
    return check->room != NULL && check->body != NULL;
}

void audit_check_finish(struct audit_check *check)
{
    free(check->body);
    batch_room_close(check->room);
}

static bool hex_of(const json_t *line, const char *name, uint8_t *bytes, size_t size)
{
    return audit_parse_hex(json_string_value(json_object_get(line, name)), bytes, size);
}

// Jansson's integers end at 2^63, the ids of entries do not: all numbers are read as reals. Those we
// ask for are far below 2^53, and a line must read the same to the digit.
static uint64_t number_of(const json_t *line, const char *name)
{
    const double number = json_number_value(json_object_get(line, name));
    return number >= 0 && number <= 0x1p53 ? (uint64_t)number : 0;
}

// The line as we would have written it: then the words in it say what the bytes say.
static bool reads_the_same(const char *text, size_t length,
                           void (*write)(FILE *out, const void *item), const void *item)
{
    char *again = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&again, &size);
    if (out == NULL) {
        return false;
    }
    write(out, item);
    const bool same = fclose(out) == 0 && size == length && memcmp(again, text, size) == 0;
    free(again);
    return same;
}

static void write_record(FILE *out, const void *item)
{
    audit_write_record(out, item);
}

static void write_withheld(FILE *out, const void *item)
{
    audit_write_withheld(out, item);
}

static void write_head(FILE *out, const void *item)
{
    audit_write_head(out, item);
}

static bool read_link(const json_t *line, struct audit_record *audited)
{
    struct store_link *link = &audited->link;
    audited->record.position = number_of(line, "position");
    return hex_of(line, "before", link->before, STORE_HASH_SIZE) &&
           hex_of(line, "record_hash", link->record_hash, STORE_HASH_SIZE) &&
           hex_of(line, "hash", link->hash, STORE_HASH_SIZE);
}

static bool read_body(struct audit_check *check, const json_t *line, struct store_bytes *body)
{
    const char *text = json_string_value(json_object_get(line, "body"));
    const size_t size = text != NULL ? strlen(text) / 2 : 0;
    *body = (struct store_bytes){check->body, size};
    return size <= STORE_BODY_MAX && audit_parse_hex(text, check->body, size);
}

static const char *check_withheld(struct audit_check *check, const json_t *line, const char *text,
                                  size_t length)
{
    struct audit_record audited = {
        .record.batch = {.table = (uint32_t)number_of(line, "table"),
                         .sequence = number_of(line, "sequence"),
                         .round = number_of(line, "round"),
                         .time_ms = (int64_t)number_of(line, "time_ms")}};
    const char *why = NULL;
    if (!read_link(line, &audited)) {
        return "a field is missing or not hex";
    }
    if (!store_check_record(&check->checker, check->id, &audited.record, &audited.link, &why)) {
        return why;
    }
    check->withheld++;
    return reads_the_same(text, length, write_withheld, &audited)
               ? NULL
               : "it is withheld but has contents";
}

static const char *check_body(struct audit_check *check, const json_t *line, const char *text,
                              size_t length)
{
    struct audit_record audited = {.record.position = 0};
    const char *why = NULL;
    if (!read_link(line, &audited) || !read_body(check, line, &audited.record.body)) {
        return "a field is missing or not hex";
    }
    if (!store_decode(audited.record.body, check->room, &audited.record.batch)) {
        return "its body is not a batch";
    }
    if (!store_check_record(&check->checker, check->id, &audited.record, &audited.link, &why)) {
        return why;
    }
    return reads_the_same(text, length, write_record, &audited) ? NULL
                                                                : "its words do not match its body";
}

static const char *check_batch(struct audit_check *check, const json_t *line, const char *text,
                               size_t length)
{
    const char *why = json_object_get(line, "withheld") != NULL
                          ? check_withheld(check, line, text, length)
                          : check_body(check, line, text, length);
    check->first = check->records++ == 0 ? check->checker.position : check->first;
    return why;
}

static const char *check_head(struct audit_check *check, const json_t *line, const char *text,
                              size_t length)
{
    struct store_signed_head head = {
        .position = number_of(line, "position"),
        .signed_ms = (int64_t)number_of(line, "signed_ms"),
    };
    const char *day = json_string_value(json_object_get(line, "day"));
    if (day == NULL || !audit_parse_day(day, &head.day) ||
        !hex_of(line, "hash", head.hash, sizeof head.hash) ||
        !hex_of(line, "public_key", head.public_key, sizeof head.public_key) ||
        !hex_of(line, "signature", head.signature, sizeof head.signature) ||
        !reads_the_same(text, length, write_head, &head)) {
        return "a field is missing or changed";
    }
    if (!store_head_is_signed(check->id, &head)) {
        return "its signature is wrong";
    }
    if (check->has_public &&
        memcmp(head.public_key, check->public_key, sizeof head.public_key) != 0) {
        return "it is signed with a key other than the one given";
    }
    if (head.position != check->checker.position ||
        memcmp(head.hash, check->checker.hash, sizeof head.hash) != 0) {
        return "the previous record is not the one that was signed";
    }
    check->heads++;
    check->last_signed = head.position;
    return NULL;
}

const char *audit_check_line(struct audit_check *check, const char *text, size_t length)
{
    json_t *line = json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, NULL);
    const char *kind = json_string_value(json_object_get(line, "record"));
    const char *why = "not a line of an export";
    if (kind != NULL && strcmp(kind, "store") == 0) {
        check->has_id = hex_of(line, "store", check->id, STORE_ID_SIZE);
        why = check->has_id ? NULL : "it does not name its store";
    } else if (kind != NULL && strcmp(kind, "batch") == 0 && check->has_id) {
        why = check_batch(check, line, text, length);
    } else if (kind != NULL && strcmp(kind, "head") == 0 && check->has_id) {
        why = check_head(check, line, text, length);
    }
    json_decref(line);
    return why;
}
