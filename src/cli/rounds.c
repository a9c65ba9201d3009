#include "cli/rounds.h"

#include <errno.h>
#include <string.h>

// ---- profiles -------------------------------------------------------------------------------

static const struct uth_rules *find_profile(void *context, const char *name)
{
    const struct rounds_profiles *profiles = context;
    for (size_t i = 0; i < profiles->own_count; i++) {
        if (strcmp(profiles->own[i].name, name) == 0) {
            return &profiles->own[i];
        }
    }
    return uth_rules_find(name);
}

struct wire_profiles rounds_lookup(struct rounds_profiles *profiles)
{
    return (struct wire_profiles){find_profile, profiles};
}

bool rounds_load_own(const struct cli_args *args, struct rounds_profiles *profiles)
{
    size_t count = 0;
    const char *const *files = cli_values(args, "rules", &count);
    for (size_t i = 0; i < count; i++) {
        if (!cli_load_rules(args->command, files[i], &profiles->own[i])) {
            return false;
        }
        profiles->own_count++;
    }
    return true;
}

// ---- lines ----------------------------------------------------------------------------------

bool rounds_open(const struct cli_command *command, const char *path, struct rounds_reader *reader)
{
    reader->in = cli_open_file(command, path);
    return reader->in != NULL;
}

void rounds_close(struct rounds_reader *reader)
{
    cli_close_file(reader->in);
}

// Some programs put a mark in front of UTF-8; it is no part of the first round. How long it is.
static size_t mark_length(const char *bytes, size_t size)
{
    static const char mark[] = "\xef\xbb\xbf";
    return size >= sizeof mark - 1 && memcmp(bytes, mark, sizeof mark - 1) == 0 ? sizeof mark - 1
                                                                                : 0;
}

bool rounds_is_one(struct rounds_reader *reader)
{
    UTH_CHECK(reader->line == 0);
    reader->ahead_size = fread(reader->ahead, 1, sizeof reader->ahead, reader->in);
    if (!feof(reader->in)) {
        return false;
    }
    const size_t mark = mark_length(reader->ahead, reader->ahead_size);
    const size_t length = reader->ahead_size - mark;
    json_t *whole = json_loadb(reader->ahead + mark, length, JSON_REJECT_DUPLICATES, NULL);
    if (whole == NULL) {
        return false;
    }
    json_decref(whole);
    memcpy(reader->buffer, reader->ahead + mark, length);
    reader->length = length;
    reader->ahead_next = reader->ahead_size;
    reader->line = 1;
    return true;
}

static int next_byte(struct rounds_reader *reader)
{
    return reader->ahead_next < reader->ahead_size
               ? (unsigned char)reader->ahead[reader->ahead_next++]
               : getc_unlocked(reader->in);
}

static bool next_line(struct rounds_reader *reader)
{
    reader->length = 0;
    reader->too_long = false;
    int c = next_byte(reader);
    if (c == EOF) {
        return false;
    }
    reader->line++;
    while (c != EOF && c != '\n') {
        if (reader->length < sizeof reader->buffer) {
            reader->buffer[reader->length++] = (char)c;
        } else {
            reader->too_long = true;
        }
        c = next_byte(reader);
    }
    const size_t mark = reader->line == 1 ? mark_length(reader->buffer, reader->length) : 0;
    reader->length -= mark;
    memmove(reader->buffer, reader->buffer + mark, reader->length);
    return true;
}

static bool is_blank(const struct rounds_reader *reader)
{
    for (size_t i = 0; i < reader->length; i++) {
        if (strchr(" \t\r", reader->buffer[i]) == NULL || reader->buffer[i] == '\0') {
            return false;
        }
    }
    return !reader->too_long; // what was skipped may be anything
}

bool rounds_next(struct rounds_reader *reader)
{
    while (next_line(reader)) {
        if (!is_blank(reader)) {
            return true;
        }
    }
    return false;
}

bool rounds_read_all(const struct cli_command *command, const struct rounds_reader *reader)
{
    if (ferror(reader->in)) {
        (void)cli_refuse(command, "cannot read after line %zu: %s", reader->line, strerror(errno));
        return false;
    }
    return true;
}
