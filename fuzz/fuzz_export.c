// Exports of a store, which a stranger checks: whatever the lines say, each is refused with a
// reason or follows the one before.
//
// A changed byte would break a link or the hash of a body at once, and nothing behind it be
// reached. So the first byte says whether the links of batches are made anew, as somebody does who
// changes records and has no key.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "cli/audit_check.h"
#include "fair/fair.h"
#include "report/audit_text.h"
#include "uth/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct audit_check *space; // its memory once, not for each input

static const char *text_at(const json_t *line, const char *name)
{
    const char *text = json_string_value(json_object_get(line, name));
    return text != NULL ? text : "";
}

// The line of a batch as it would have been written, had the bytes of its body been stored behind
// the last record. False for what is no such line.
static bool link_anew(const struct audit_check *check, const json_t *line, char **text,
                      size_t *size)
{
    static uint8_t body[STORE_BODY_MAX];
    struct store_mark mark = check->checker;
    const char *hex = text_at(line, "body");
    struct audit_record audited = {
        .record = {.position = check->checker.position + 1, .body = {body, strlen(hex) / 2}}};
    if (!check->has_id || strcmp(text_at(line, "record"), "batch") != 0 ||
        audited.record.body.size > sizeof body ||
        !audit_parse_hex(hex, body, audited.record.body.size) ||
        !store_decode(audited.record.body, check->room, &audited.record.batch)) {
        return false;
    }
    if (check->records == 0) {
        store_chain_start(&mark, check->id);
    }
    (void)!store_chain_next(&mark, check->id, &audited.record, &audited.link); // no checksum yet
    FILE *out = open_memstream(text, size);
    UTH_CHECK(out != NULL);
    audit_write_record(out, &audited);
    UTH_CHECK(fclose(out) == 0);
    return true;
}

static const char *check_line(struct audit_check *check, const char *line, size_t length, bool anew)
{
    char *text = NULL;
    size_t size = 0;
    json_t *document =
        anew ? json_loadb(line, length, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, NULL)
             : NULL;
    const bool made = anew && link_anew(check, document, &text, &size);
    // As many bytes as there are, so that one too many is seen.
    char *copy = malloc(length > 0 ? length : 1);
    UTH_CHECK(copy != NULL);
    memcpy(copy, line, length);
    const char *why = audit_check_line(check, made ? text : copy, made ? size : length);
    UTH_CHECK(why == NULL || why[0] != '\0');
    free(copy);
    free(text);
    json_decref(document);
    return why;
}

static void start_anew(void)
{
    static struct audit_check check;
    if (space == NULL) {
        UTH_CHECK(fair_init() && audit_check_start(&check));
        space = &check;
    }
    *space = (struct audit_check){.room = space->room, .body = space->body};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    start_anew();
    const bool anew = (data[0] & 1) != 0;
    const char *at = (const char *)data + 1;
    const char *end = (const char *)data + size;
    const char *why = NULL;
    while (why == NULL && at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *next = newline != NULL ? newline + 1 : end;
        why = check_line(space, at, (size_t)(next - at), anew);
        at = next;
    }
    UTH_CHECK(space->withheld <= space->records);
    return 0;
}
