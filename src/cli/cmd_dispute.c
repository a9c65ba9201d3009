// `uth dispute`: disputes about rounds (WA-1), listed, shown and decided. Players and dealers open them
// on the pages.
#include <inttypes.h>
#include <string.h>

#include "cli/books.h"
#include "office/dispute.h"
#include "report/player_name.h"

static const char *name_of(const struct books *books, uint64_t id, char text[OFFICE_TEXT_MAX])
{
    return report_player_name(office_store(books->office), id, "", text);
}

static json_t *dispute_json(const struct books *books, const struct office_dispute *dispute)
{
    char name[OFFICE_TEXT_MAX];
    json_t *document = office_dispute_json(dispute);
    (void)json_object_set_new(document, "opened_name",
                              json_string(name_of(books, dispute->opened_by, name)));
    if (dispute->decided_by != 0) {
        (void)json_object_set_new(document, "decided_name",
                                  json_string(name_of(books, dispute->decided_by, name)));
    }
    return document;
}

static int list(struct books *books)
{
    const bool json = cli_has(books->args, "json");
    const bool open = cli_has(books->args, "open");
    json_t *disputes = json_array();
    for (size_t i = office_dispute_count(books->office); i > 0; i--) {
        const struct office_dispute *dispute = office_dispute_at(books->office, i - 1);
        char texts[2][OFFICE_TEXT_MAX];
        if (open && dispute->decision != OFFICE_DECISION_OPEN) {
            continue;
        }
        if (json) {
            (void)json_array_append_new(disputes, dispute_json(books, dispute));
        } else {
            (void)printf("%4" PRIu64 "  %s  %u:%-6" PRIu64 " %-14s %-12s %s\n", dispute->id,
                         office_time_text(dispute->opened_ms, texts[0]), dispute->table,
                         dispute->round, name_of(books, dispute->opened_by, texts[1]),
                         office_decision_name((enum office_decision)dispute->decision),
                         dispute->what);
        }
    }
    if (json) {
        (void)cli_print_json(json_pack("{s:O}", "disputes", disputes));
    }
    json_decref(disputes);
    return cli_finish(books->command, CLI_DONE);
}

static int print(struct books *books, const struct office_dispute *dispute)
{
    char texts[2][OFFICE_TEXT_MAX];
    if (cli_has(books->args, "json")) {
        (void)cli_print_json(dispute_json(books, dispute));
        return cli_finish(books->command, CLI_DONE);
    }
    (void)printf("Dispute %" PRIu64 ": table %u, round %" PRIu64 "\n", dispute->id, dispute->table,
                 dispute->round);
    (void)printf("  opened    %s UTC by %s", office_time_text(dispute->opened_ms, texts[0]),
                 name_of(books, dispute->opened_by, texts[1]));
    if (dispute->seat != 0) {
        (void)printf(", seat %u\n", dispute->seat);
    } else {
        (void)puts(", staff");
    }
    (void)printf("  what      %s\n", dispute->what);
    (void)printf("  decision  %s\n", office_decision_name((enum office_decision)dispute->decision));
    if (dispute->decision != OFFICE_DECISION_OPEN) {
        (void)printf("  decided   %s UTC by %s\n", office_time_text(dispute->decided_ms, texts[0]),
                     name_of(books, dispute->decided_by, texts[1]));
        (void)printf("  reason    %s\n", dispute->reason);
    }
    (void)printf("The round: uth replay %u:%" PRIu64 "\n", dispute->table, dispute->round);
    return cli_finish(books->command, CLI_DONE);
}

// NULL after a message.
static const struct office_dispute *find(const struct books *books)
{
    uint64_t id = 0;
    const struct office_dispute *dispute = cli_parse_number(books->argument, UINT64_MAX, &id)
                                               ? office_dispute(books->office, id)
                                               : NULL;
    if (dispute == NULL) {
        (void)cli_refuse(books->command, "no dispute '%s'", books->argument);
    }
    return dispute;
}

static int show(struct books *books)
{
    const struct office_dispute *dispute = find(books);
    return dispute != NULL ? print(books, dispute) : CLI_REFUSED;
}

static int decide(struct books *books)
{
    const char *name = cli_value(books->args, "decision", NULL);
    enum office_decision decision = OFFICE_DECISION_OPEN;
    struct office_by by;
    int status = CLI_USAGE;
    if (name == NULL || !office_decision_named(name, &decision)) {
        return cli_usage_error(
            books->command,
            "--decision must be stands, corrected, wager_voided, round_voided or other");
    }
    if (!books_by(books, ROOM_RIGHT_PIT, &by, &status)) {
        return status;
    }
    const struct office_dispute *dispute = find(books);
    if (dispute == NULL) {
        return CLI_REFUSED;
    }
    const uint64_t id = dispute->id;
    if (!office_dispute_decide(books->office, id, decision, &by, books->draft, &books->fault)) {
        return books_failed(books);
    }
    return books_commit(books) ? print(books, office_dispute(books->office, id)) : CLI_REFUSED;
}

int cmd_dispute(const struct cli_command *command, int argc, char **argv)
{
    static const struct books_verb verbs[] = {
        {"list", BOOKS_READ, list},
        {"show", BOOKS_READ, show},
        {"decide", BOOKS_CHANGE, decide},
        {NULL, BOOKS_READ, NULL},
    };
    return books_run(command, verbs, argc, argv);
}
