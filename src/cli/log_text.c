#include "cli/log_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "wire/log_json.h"

#define LIMIT_DEFAULT 50
#define LIMIT_MAX     100000

struct printing {
    const char *about;
    uint64_t id;
    uint64_t limit;
    uint64_t count;
    json_t *list; // NULL: text
};

static void print_value(const char *what, const json_t *value)
{
    char *text =
        json_is_object(value) || json_is_array(value) ? json_dumps(value, JSON_COMPACT) : NULL;
    if (text != NULL) {
        (void)printf("    %s %s\n", what, text);
    }
    free(text);
}

static void print_line(const struct wire_log *log)
{
    char time[OFFICE_TEXT_MAX];
    (void)printf("%s  %s", office_time_text(log->when_ms, time),
                 log->name[0] != '\0' ? log->name : "the system");
    if (log->system != NULL) {
        (void)printf(" (%s)", log->system);
    }
    (void)printf(": %s, %s %" PRIu64, log->what, log->about, log->id);
    if (log->approved_by != 0) {
        (void)printf(", approved by person %" PRIu64, log->approved_by);
    }
    (void)printf("%s%s\n", log->why[0] != '\0' ? ": " : "", log->why);
    print_value("before", log->before);
    print_value("after ", log->after);
}

static bool read_line(void *context, const struct office_log_line *line)
{
    struct printing *printing = context;
    struct wire_log log;
    json_t *document = json_loadb((const char *)line->json.data, line->json.size, 0, NULL);
    const bool wanted = document != NULL && wire_log_from_json(document, &log) &&
                        (printing->about == NULL ||
                         (strcmp(printing->about, log.about) == 0 && printing->id == log.id));
    if (wanted) {
        printing->count++;
        if (printing->list != NULL) {
            (void)json_object_set_new(document, "position",
                                      json_integer((json_int_t)line->position));
            (void)json_array_append(printing->list, document);
        } else {
            print_line(&log);
        }
    }
    json_decref(document);
    return printing->count < printing->limit;
}

int log_text(struct books *books, const char *about, uint64_t id)
{
    struct printing printing = {.about = about, .id = id, .limit = LIMIT_DEFAULT};
    int64_t since_ms = 0;
    const char *since = cli_value(books->args, "since", NULL);
    const char *limit = cli_value(books->args, "limit", NULL);
    if (since != NULL && !books_parse_time(since, &since_ms)) {
        return cli_usage_error(books->command,
                               "'%s' is not a valid time: use 2026-07-04 (UTC) or"
                               " 2026-07-04T18:30",
                               since);
    }
    if (limit != NULL &&
        (!cli_parse_number(limit, LIMIT_MAX, &printing.limit) || printing.limit == 0)) {
        return cli_usage_error(books->command, "--limit must be a number from 1 to %d", LIMIT_MAX);
    }
    if (cli_has(books->args, "json")) {
        printing.list = json_array();
    }
    const enum store_status status = office_log(books->store, since_ms, read_line, &printing);
    if (printing.list != NULL && status == STORE_OK) {
        (void)cli_print_json(json_pack("{s:O}", "log", printing.list));
    }
    json_decref(printing.list);
    if (status != STORE_OK) {
        const char *why = store_why(books->store);
        return cli_refuse(books->command, "%s", why[0] != '\0' ? why : store_status_text(status));
    }
    return cli_finish(books->command, CLI_DONE);
}
