// `uth audit`: is every stored record as it was written, do the books balance, and can a stranger
// check that from a file?
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#include "cli/audit_check.h"
#include "cli/books.h"
#include "report/audit_text.h"

#define PATIENCE_MS     5000
#define EXPORT_LINE_MAX ((size_t)8 << 20) // of an exported record

struct audit {
    const struct cli_command *command;
    const struct cli_args *args;
    struct store *store;
};

static bool open_store(struct audit *audit, bool read_only)
{
    struct fault fault;
    const struct store_options options = {.read_only = read_only,
                                          .accept_loss = cli_has(audit->args, "accept-loss"),
                                          .patience_ms = PATIENCE_MS,
                                          .starting_ms = PATIENCE_MS};
    const char *url = cli_value(audit->args, "store", NULL);
    if (url == NULL) {
        (void)cli_usage_error(audit->command, "missing --store sqlite:PATH or postgres://...");
        return false;
    }
    if (!read_only && !books_store_is_there(audit->command, url)) {
        return false;
    }
    if (store_open(url, &options, &fault, &audit->store) != STORE_OK) {
        (void)cli_refuse(audit->command, "%s", fault.text);
        return false;
    }
    cli_say(audit->command, "opened the store for %s", read_only ? "reading" : "changes");
    return true;
}

static int failed(const struct audit *audit, enum store_status status)
{
    const char *why = store_why(audit->store);
    return cli_refuse(audit->command, "%s", why[0] != '\0' ? why : store_status_text(status));
}

static int print_json(json_t *document)
{
    return cli_print_json(document) ? CLI_DONE : CLI_REFUSED;
}

// ---- verify and balance -----------------------------------------------------------------------

static int print_report(const struct store_report *report)
{
    char link[2 * STORE_HASH_SIZE + 1];
    (void)sodium_bin2hex(link, sizeof link, report->hash, sizeof report->hash);
    return print_json(json_pack("{s:I, s:I, s:I, s:I, s:I, s:s}", "from_position",
                                (json_int_t)report->from + 1, "batches",
                                (json_int_t)report->batches, "events", (json_int_t)report->events,
                                "postings", (json_int_t)report->postings, "signed_days",
                                (json_int_t)report->signatures, "last_link", link));
}

static int verify(struct audit *audit)
{
    struct store_report report;
    struct fault fault;
    uint8_t key[STORE_PUBLIC_KEY_SIZE];
    const char *public_key = cli_value(audit->args, "public", NULL);
    if (public_key != NULL && !audit_parse_hex(public_key, key, sizeof key)) {
        return cli_usage_error(audit->command, "--public must be 64 hex digits");
    }
    const enum store_status status =
        cli_has(audit->args, "recent")
            ? office_audit_recent(audit->store, public_key != NULL ? key : NULL, &report, &fault)
            : office_audit(audit->store, &report, &fault);
    if (status != STORE_OK) {
        return failed(audit, status);
    }
    if (report.status != STORE_OK) {
        return cli_refuse(audit->command, "verification failed: %s", report.text);
    }
    if (fault.kind != FAULT_NONE) {
        return cli_refuse(audit->command, "verification failed: %s", fault.text);
    }
    if (cli_has(audit->args, "json")) {
        return print_report(&report);
    }
    if (report.from != 0) {
        char day[OFFICE_TEXT_MAX];
        (void)printf("records up to %" PRIu64 " were verified when %s was signed\n", report.from,
                     office_day_text(report.from_day, day));
    }
    (void)printf("all %srecords verified: %" PRIu64 " batches, %" PRIu64 " events, %" PRIu64
                 " postings, %" PRIu64 " signed days\nlast link ",
                 report.from != 0 ? "later " : "", report.batches, report.events, report.postings,
                 report.signatures);
    audit_print_hex(stdout, report.hash, sizeof report.hash);
    (void)putchar('\n');
    return CLI_DONE;
}

static void print_cents(int64_t cents)
{
    const int64_t whole = cents / 100;
    const int64_t part = cents % 100 < 0 ? -(cents % 100) : cents % 100;
    (void)printf("%s%" PRId64 ".%02" PRId64, cents < 0 && whole == 0 ? "-" : "", whole, part);
}

static void print_accounts(const struct store_report *report)
{
    for (size_t kind = 0; kind < UTH_ACCOUNT_COUNT; kind++) {
        if (report->accounts[kind] != 0) {
            (void)printf("%-12s %8" PRIu64 " accounts  ",
                         uth_account_name((enum uth_account_kind)kind), report->accounts[kind]);
            print_cents(report->totals[kind].cents);
            (void)putchar('\n');
        }
    }
}

// Of each kind how many accounts there are, and the cents in them.
static json_t *accounts_json(const struct store_report *report)
{
    json_t *kinds = json_object();
    for (size_t kind = 0; kind < UTH_ACCOUNT_COUNT; kind++) {
        if (report->accounts[kind] != 0) {
            (void)json_object_set_new(kinds, uth_account_name((enum uth_account_kind)kind),
                                      json_pack("{s:I, s:I}", "accounts",
                                                (json_int_t)report->accounts[kind], "total",
                                                (json_int_t)report->totals[kind].cents));
        }
    }
    return json_pack("{s:I, s:o}", "postings", (json_int_t)report->postings, "kinds", kinds);
}

static int balance(struct audit *audit)
{
    struct store_report report;
    const enum store_status status = store_audit(audit->store, STORE_AUDIT_BOOKS, &report);
    if (status != STORE_OK) {
        return failed(audit, status);
    }
    const bool as_json = cli_has(audit->args, "json");
    if (!as_json) {
        print_accounts(&report);
    }
    if (report.status != STORE_OK) {
        return cli_refuse(audit->command, "the ledger does not balance: %s", report.text);
    }
    if (as_json) {
        return print_json(accounts_json(&report));
    }
    (void)printf("the ledger balances: %" PRIu64
                 " postings, all accounts together 0, no player below"
                 " 0, every balance the sum of its postings\n",
                 report.postings);
    return CLI_DONE;
}

// ---- keys and signatures ----------------------------------------------------------------------

// --key, or beside the file of an SQLite store.
static bool key_path(const struct audit *audit, char *path, size_t size)
{
    const char *given = cli_value(audit->args, "key", NULL);
    const char *url = cli_value(audit->args, "store", "");
    if (given != NULL) {
        return (size_t)snprintf(path, size, "%s", given) < size;
    }
    return strncmp(url, "sqlite:", 7) == 0 &&
           (size_t)snprintf(path, size, "%s.key", url + 7) < size;
}

static bool open_key(const struct audit *audit, struct store_key **key)
{
    char path[1024];
    struct fault fault;
    if (!key_path(audit, path, sizeof path)) {
        (void)cli_usage_error(audit->command, "missing --key FILE");
        return false;
    }
    if (store_key_open(path, true, &fault, key) != STORE_OK) {
        (void)cli_refuse(audit->command, "%s", fault.text);
        return false;
    }
    return true;
}

static void print_public(const struct store_key *key)
{
    (void)fputs("public key ", stdout);
    audit_print_hex(stdout, store_key_public(key), STORE_PUBLIC_KEY_SIZE);
    (void)putchar('\n');
}

static json_t *public_json(const struct store_key *key)
{
    char hex[2 * STORE_PUBLIC_KEY_SIZE + 1];
    (void)sodium_bin2hex(hex, sizeof hex, store_key_public(key), STORE_PUBLIC_KEY_SIZE);
    return json_string(hex);
}

static int show_key(struct audit *audit)
{
    struct store_key *key;
    const char *url = cli_value(audit->args, "store", NULL);
    if ((url != NULL && !books_store_is_there(audit->command, url)) || !open_key(audit, &key)) {
        return CLI_REFUSED;
    }
    int status = CLI_DONE;
    if (cli_has(audit->args, "json")) {
        status = print_json(json_pack("{s:o}", "public_key", public_json(key)));
    } else {
        print_public(key);
    }
    store_key_close(&key);
    return status;
}

static int report_signed(const struct audit *audit, size_t count, const struct store_key *key)
{
    if (cli_has(audit->args, "json")) {
        return print_json(json_pack("{s:I, s:o}", "days_signed", (json_int_t)count, "public_key",
                                    public_json(key)));
    }
    (void)printf("%zu days signed\n", count);
    print_public(key);
    return CLI_DONE;
}

// The next audit may begin after what was verified here.
static int verify_signed(const struct audit *audit, const struct store_key *key, int64_t now_ms)
{
    struct store_report report;
    const enum store_status status = store_verify_days(audit->store, key, now_ms, &report);
    if (status != STORE_OK) {
        return failed(audit, status);
    }
    return report.status == STORE_OK
               ? CLI_DONE
               : cli_refuse(audit->command, "verification failed: %s", report.text);
}

static int sign(struct audit *audit)
{
    struct store_key *key;
    size_t count = 0;
    struct timespec now;
    if (!open_key(audit, &key)) {
        return CLI_REFUSED;
    }
    (void)clock_gettime(CLOCK_REALTIME, &now);
    const int64_t now_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    const enum store_status status =
        store_sign_days(audit->store, key, now_ms / 86400000, now_ms, &count);
    int said = status == STORE_OK ? verify_signed(audit, key, now_ms) : failed(audit, status);
    said = said == CLI_DONE ? report_signed(audit, count, key) : said;
    store_key_close(&key);
    return said;
}

// ---- export -----------------------------------------------------------------------------------

// What is needed to say what each record is linked to.
struct export
{
    const struct audit *audit;
    bool csv;
    int64_t from;
    int64_t to;
    int64_t day;
    struct audit_record record;
    struct store_mark mark; // the record before
    struct store_mark last; // to be exported
    struct store_signed_head *heads;
    size_t head_count;
    struct store_in_play *in_play;
    bool no_memory;
    bool is_changed;
};

static void write_heads(struct export *export, uint64_t position)
{
    for (size_t i = 0; i < export->head_count && !export->csv; i++) {
        if (export->heads[i].position == position) {
            audit_write_head(stdout, &export->heads[i]);
        }
    }
}

// What is of a round in play shows only where it stands: its cards are nobody's business yet.
static void write_one(const struct export *export)
{
    const bool withheld = store_in_play_has(export->in_play, &export->record.record.batch);
    if (export->csv) {
        (withheld ? audit_write_csv_withheld : audit_write_csv)(stdout, &export->record);
    } else {
        (withheld ? audit_write_withheld : audit_write_record)(stdout, &export->record);
    }
}

static bool export_record(void *context, const struct store_record *record)
{
    struct export *export = context;
    const uint8_t *id = store_id(export->audit->store);
    export->record.record = *record;
    if (!store_chain_next(&export->mark, id, record, &export->record.link)) {
        export->is_changed = true;
        return false;
    }
    // As the store counts days: one begins once, even when a clock steps back.
    const int64_t day = record->batch.time_ms / 86400000;
    export->day = day > export->day ? day : export->day;
    if (export->day >= export->from && export->day <= export->to) {
        write_one(export);
        write_heads(export, record->position);
    }
    return ferror(stdout) == 0;
}

static bool keep_head(void *context, const struct store_signed_head *head)
{
    struct export *export = context;
    struct store_signed_head *heads =
        realloc(export->heads, (export->head_count + 1) * sizeof *heads);
    if (heads == NULL) {
        export->no_memory = true;
        return false;
    }
    export->heads = heads;
    heads[export->head_count++] = *head;
    return true;
}

static bool read_range(const struct audit *audit, struct export *export)
{
    const char *from = cli_value(audit->args, "from", "1970-01-01");
    const char *to = cli_value(audit->args, "to", "9999-12-31");
    if (audit_parse_day(from, &export->from) && audit_parse_day(to, &export->to)) {
        return true;
    }
    (void)cli_usage_error(audit->command, "a day looks like 2026-07-04");
    return false;
}

// Reads from the first record on, whatever the range: only so is it known what each is linked to.
static enum store_status export_all(struct export *export)
{
    struct store *store = export->audit->store;
    if (export->csv) {
        audit_write_csv_title(stdout);
    } else {
        audit_write_store(stdout, store_id(store));
    }
    store_chain_start(&export->mark, store_id(store));
    enum store_status status = store_in_play_open(store, &export->last, &export->in_play);
    if (status == STORE_OK) {
        status = store_signed_heads(store, keep_head, export);
    }
    if (status == STORE_OK && export->last.position != 0) {
        status = store_read_whole(store, 1, export->last.position, export_record, export);
    }
    store_in_play_close(&export->in_play);
    return export->no_memory ? STORE_ERR_MEMORY : status;
}

static bool export_differs(const struct export *export)
{
    return export->is_changed ||
           (export->last.position != 0 &&
            memcmp(export->mark.hash, export->last.hash, STORE_HASH_SIZE) != 0);
}

static int export_records(struct audit *audit)
{
    struct export export = {.audit = audit, .csv = cli_has(audit->args, "csv")};
    if (export.csv && cli_has(audit->args, "json")) {
        return cli_usage_error(audit->command, "give either --csv or --json");
    }
    if (!read_range(audit, &export)) {
        return CLI_USAGE;
    }
    const enum store_status status = export_all(&export);
    free(export.heads);
    if (status == STORE_OK && ferror(stdout) == 0 && export_differs(&export)) {
        return cli_refuse(audit->command,
                          "record %" PRIu64
                          " is not the one that was linked: run 'uth audit verify'",
                          export.mark.position);
    }
    return status == STORE_OK ? CLI_DONE : failed(audit, status);
}

// ---- check: for an outsider -------------------------------------------------------------------

// `signed_to` is null when nothing in the file is signed.
static json_t *check_json(const struct audit_check *check)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:o, s:b}", "records", (json_int_t)check->records,
                     "first_position", (json_int_t)check->first, "last_position",
                     (json_int_t)check->checker.position, "withheld", (json_int_t)check->withheld,
                     "signed_days", (json_int_t)check->heads, "signed_to",
                     check->heads != 0 ? json_integer((json_int_t)check->last_signed) : json_null(),
                     "with_given_key", check->heads != 0 && check->has_public);
}

static int report_check(const struct audit *audit, const struct audit_check *check)
{
    if (cli_has(audit->args, "json")) {
        return print_json(check_json(check));
    }
    (void)printf("all records verified: %" PRIu64 " records from position %" PRIu64 " to %" PRIu64
                 ", %" PRIu64 " signed days\n",
                 check->records, check->first, check->checker.position, check->heads);
    if (check->withheld != 0) {
        (void)printf("%" PRIu64 " of them withheld: their round was in play; they are linked, but"
                     " their contents are not shown\n",
                     check->withheld);
    }
    if (check->heads == 0) {
        (void)printf(
            "nothing in this file is signed: it only proves that it is consistent with itself\n");
    } else {
        (void)printf("signed up to position %" PRIu64 "%s\n", check->last_signed,
                     check->has_public ? " with the key you gave"
                                       : "; use --public to check with which key");
    }
    return CLI_DONE;
}

static int check_stream(const struct audit *audit, struct audit_check *check, FILE *in)
{
    char *text = NULL;
    size_t room = 0;
    ssize_t length;
    uint64_t number = 0;
    const char *why = NULL;
    while (why == NULL && (length = getline(&text, &room, in)) > 0) {
        number++;
        why = (size_t)length > EXPORT_LINE_MAX ? "the line is too long"
                                               : audit_check_line(check, text, (size_t)length);
    }
    free(text);
    if (why != NULL) {
        return cli_refuse(audit->command, "verification failed: line %" PRIu64 ": %s", number, why);
    }
    return check->records == 0 ? cli_refuse(audit->command, "the file contains no record")
                               : report_check(audit, check);
}

static int check_file(struct audit *audit)
{
    struct audit_check check;
    uint8_t public_key[STORE_PUBLIC_KEY_SIZE] = {0};
    const char *given = cli_value(audit->args, "public", NULL);
    if (given != NULL && !audit_parse_hex(given, public_key, sizeof public_key)) {
        return cli_usage_error(audit->command, "--public must be 64 hex digits");
    }
    FILE *in = cli_open_file(audit->command, audit->args->arguments[1]);
    if (in == NULL) {
        return CLI_REFUSED;
    }
    const bool started = audit_check_start(&check);
    check.has_public = given != NULL;
    memcpy(check.public_key, public_key, sizeof public_key);
    const int status =
        started ? check_stream(audit, &check, in) : cli_refuse(audit->command, "out of memory");
    audit_check_finish(&check);
    cli_close_file(in);
    return status;
}

// ---- the command ------------------------------------------------------------------------------

static const struct verb {
    const char *name;
    int (*run)(struct audit *audit);
    enum { OPENS_NOTHING, OPENS_TO_READ, OPENS_TO_WRITE } opens;
} verbs[] = {
    {"verify", verify, OPENS_TO_READ},         {"balance", balance, OPENS_TO_READ},
    {"export", export_records, OPENS_TO_READ}, {"sign", sign, OPENS_TO_WRITE},
    {"key", show_key, OPENS_NOTHING},          {"check", check_file, OPENS_NOTHING},
};

static int run_verb(struct audit *audit, const struct verb *verb)
{
    if (verb->opens != OPENS_NOTHING && !open_store(audit, verb->opens == OPENS_TO_READ)) {
        return cli_has(audit->args, "store") ? CLI_REFUSED : CLI_USAGE;
    }
    const int status = verb->run(audit);
    store_close(&audit->store);
    return status;
}

int cmd_audit(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    const char *name = cli_verb(&args, &status);
    if (name == NULL) {
        return status;
    }
    struct audit audit = {.command = command, .args = &args};
    size_t i = 0;
    while (strcmp(name, verbs[i].name) != 0) {
        i++;
        UTH_CHECK(i < sizeof verbs / sizeof verbs[0]); // the usage line has no other
    }
    return cli_finish(command, run_verb(&audit, &verbs[i]));
}
