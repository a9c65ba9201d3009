#include "cli/rounds.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

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

// What is there by now, so that a program that writes rounds one by one need not wait. False at the end.
static bool read_more(struct rounds_reader *reader)
{
    const size_t room = sizeof reader->ahead - reader->ahead_size;
    ssize_t got = 0;
    UTH_CHECK(room > 0);
    while (!reader->ended) {
        got = read(fileno(reader->in), reader->ahead + reader->ahead_size, room);
        if (got >= 0 || errno != EINTR) {
            reader->failed = got < 0 ? errno : 0;
            reader->ended = got <= 0;
            break;
        }
    }
    reader->ahead_size += reader->ended ? 0 : (size_t)got;
    return !reader->ended;
}

bool rounds_is_one(struct rounds_reader *reader)
{
    UTH_CHECK(reader->line == 0);
    while (reader->ahead_size < sizeof reader->ahead && read_more(reader)) {
    }
    if (!reader->ended || reader->failed != 0) {
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

// Puts what stands ahead, up to a newline, behind what the buffer has. True when there was one.
static bool take_line(struct rounds_reader *reader)
{
    const char *from = reader->ahead + reader->ahead_next;
    const size_t size = reader->ahead_size - reader->ahead_next;
    const char *newline = memchr(from, '\n', size);
    const size_t length = newline != NULL ? (size_t)(newline - from) : size;
    const size_t room = sizeof reader->buffer - reader->length;
    reader->too_long = reader->too_long || length > room;
    memcpy(reader->buffer + reader->length, from, length < room ? length : room);
    reader->length += length < room ? length : room;
    reader->ahead_next += length + (newline != NULL ? 1 : 0);
    return newline != NULL;
}

static bool next_line(struct rounds_reader *reader)
{
    bool whole = false;
    bool any = false;
    reader->length = 0;
    reader->too_long = false;
    while (!whole) {
        if (reader->ahead_next == reader->ahead_size) {
            reader->ahead_next = reader->ahead_size = 0;
            if (!read_more(reader)) {
                break;
            }
        }
        whole = take_line(reader);
        any = true;
    }
    if (!any) {
        return false;
    }
    reader->line++;
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

bool rounds_must_wait(const struct rounds_reader *reader)
{
    return memchr(reader->ahead + reader->ahead_next, '\n',
                  reader->ahead_size - reader->ahead_next) == NULL;
}

bool rounds_read_all(const struct cli_command *command, const struct rounds_reader *reader)
{
    if (reader->failed != 0) {
        (void)cli_refuse(command, "cannot read after line %zu: %s", reader->line,
                         strerror(reader->failed));
        return false;
    }
    return true;
}
