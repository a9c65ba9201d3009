#include "serve/selfcheck.h"

#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "fair/fair.h"
#include "office/office.h"
#include "office/words.h"
#include "serve/bootstrap.h"
#include "serve/digests.h"
#include "serve/pages.h"
#include "uth/hand.h"
#include "wire/inventory_json.h"
#include "wire/rules_json.h"

#define DIGEST_SIZE 32
#define HEX_SIZE    (2 * DIGEST_SIZE + 1)
#define DAY_MS      INT64_C(86400000)
#define HOUR_MS     INT64_C(3600000)
#define PATIENCE_MS 5000

// BLAKE2b-256 of what hash_hands walks through. A hand's number is stored in histories, so it never
// changes; that the evaluator is right is what tests/unit/test_hand.c proves.
static const char hands_digest[] =
    "1239449724777dd0684226f5f0dcde1c89b3109525f8e5510773e1c20edf8e8e";

// The first vector of tests/fair/vectors.json.
static const char known_deck[] =
    "Ad Qd 7h 2d 5s 6h 9h 2h 5d 3s Qs Ts 8c Jh 7c 6c 3c 6s Ac 4d 9c Js As 2s 7s 4h "
    "Qh 9s Qc 3h 7d Kc Kh 6d 4c Th Ah Td 8d 2c 3d Jd Kd 8s 4s Jc 9d 5c Ks Tc 5h 8h";
static const char known_commitment[] =
    "4164bde70dddb00794daea5a039aa71c8b79a4b9791960288719d3599a554bd6";

// ---- findings ---------------------------------------------------------------------------------

struct check {
    const struct selfcheck_options *options;
    struct selfcheck *report;
    struct digests recorded;
    struct store *store;
};

static void find(struct check *check, enum selfcheck_part part, enum selfcheck_verdict verdict,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

static void find(struct check *check, enum selfcheck_part part, enum selfcheck_verdict verdict,
                 const char *format, ...)
{
    struct selfcheck_finding *finding = &check->report->findings[part];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(finding->text, sizeof finding->text, format, arguments);
    va_end(arguments);
    finding->verdict = verdict;
}

const char *selfcheck_part_name(enum selfcheck_part part)
{
    static const char *const names[SELFCHECK_PART_COUNT] = {
        [SELFCHECK_PROGRAM] = "program",       [SELFCHECK_PAGES] = "pages",
        [SELFCHECK_HANDS] = "hands",           [SELFCHECK_DEALING] = "dealing",
        [SELFCHECK_RULES] = "rules",           [SELFCHECK_CONFIGURATION] = "configuration",
        [SELFCHECK_STORE] = "store",           [SELFCHECK_RECORDS] = "records",
        [SELFCHECK_SIGNATURES] = "signatures", [SELFCHECK_BOOKS] = "books",
        [SELFCHECK_TABLES] = "tables",         [SELFCHECK_METERS] = "meters",
        [SELFCHECK_COMPONENTS] = "components",
    };
    UTH_CHECK(part < SELFCHECK_PART_COUNT);
    return names[part];
}

const char *selfcheck_verdict_name(enum selfcheck_verdict verdict)
{
    static const char *const names[] = {"not asked", "fits", "differs", "warning"};
    UTH_CHECK(verdict <= SELFCHECK_WARNS);
    return names[verdict];
}

bool selfcheck_good(const struct selfcheck *selfcheck)
{
    for (unsigned i = 0; i < SELFCHECK_PART_COUNT; i++) {
        if (selfcheck->findings[i].verdict == SELFCHECK_DIFFERS) {
            return false;
        }
    }
    return true;
}

json_t *selfcheck_parts_json(const struct selfcheck *selfcheck)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < SELFCHECK_PART_COUNT; i++) {
        const struct selfcheck_finding *finding = &selfcheck->findings[i];
        (void)json_array_append_new(
            list,
            json_pack("{s:s, s:s, s:s}", "part", selfcheck_part_name((enum selfcheck_part)i),
                      "verdict", selfcheck_verdict_name(finding->verdict), "text", finding->text));
    }
    return list;
}

// "; not asked for: program, rules": what nobody holds against anything is no part that fits.
static void add_unasked(const struct selfcheck *selfcheck, char text[SELFCHECK_TEXT_MAX],
                        size_t used)
{
    const char *before = "; not asked for: ";
    for (unsigned i = 0; i < SELFCHECK_PART_COUNT; i++) {
        if (selfcheck->findings[i].verdict == SELFCHECK_NOT_ASKED) {
            used += (size_t)snprintf(text + used, SELFCHECK_TEXT_MAX - used, "%s%s", before,
                                     selfcheck_part_name((enum selfcheck_part)i));
            before = ", ";
        }
    }
    UTH_CHECK(used < SELFCHECK_TEXT_MAX); // all the names together are a third of it
}

#define SELFCHECK_WARNINGS_MAX 300 // of a summary; the names of all parts fit behind it

// "; warning: components: ...". Returns how much was written.
static size_t add_warnings(const struct selfcheck *selfcheck, char *text, size_t size)
{
    size_t used = 0;
    for (unsigned i = 0; i < SELFCHECK_PART_COUNT && used < size; i++) {
        const struct selfcheck_finding *finding = &selfcheck->findings[i];
        if (finding->verdict == SELFCHECK_WARNS) {
            const int length = snprintf(text + used, size - used, "; warning: %s: %s",
                                        selfcheck_part_name((enum selfcheck_part)i), finding->text);
            used += length > 0 ? (size_t)length : 0;
        }
    }
    return used < size ? used : size - 1;
}

void selfcheck_summary(const struct selfcheck *selfcheck, char text[SELFCHECK_TEXT_MAX])
{
    size_t used = 0;
    unsigned fits = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < SELFCHECK_PART_COUNT; i++) {
        const struct selfcheck_finding *finding = &selfcheck->findings[i];
        fits += finding->verdict == SELFCHECK_FITS;
        if (finding->verdict == SELFCHECK_DIFFERS && used + 1 < SELFCHECK_TEXT_MAX) {
            const int length =
                snprintf(text + used, SELFCHECK_TEXT_MAX - used, "%s%s: %s", used > 0 ? "; " : "",
                         selfcheck_part_name((enum selfcheck_part)i), finding->text);
            used += length > 0 ? (size_t)length : 0;
        }
    }
    if (selfcheck_good(selfcheck)) {
        used = (size_t)snprintf(text, SELFCHECK_TEXT_MAX, "%u parts fit", fits);
        used += add_warnings(selfcheck, text + used, SELFCHECK_WARNINGS_MAX);
        add_unasked(selfcheck, text, used);
    }
}

// ---- digests ----------------------------------------------------------------------------------

typedef crypto_generichash_state hasher;

static void hash_start(hasher *hash)
{
    UTH_CHECK(crypto_generichash_init(hash, NULL, 0, DIGEST_SIZE) == 0);
}

static void hash_add(hasher *hash, const void *bytes, size_t size)
{
    UTH_CHECK(crypto_generichash_update(hash, bytes, size) == 0);
}

static void hash_end(hasher *hash, char hex[HEX_SIZE])
{
    uint8_t digest[DIGEST_SIZE];
    UTH_CHECK(crypto_generichash_final(hash, digest, sizeof digest) == 0);
    (void)sodium_bin2hex(hex, HEX_SIZE, digest, sizeof digest);
}

// The program as it is being run, even when another one has been put in its place since.
bool selfcheck_program_digest(char hex[SELFCHECK_DIGEST_SIZE])
{
    uint8_t block[65536];
    hasher hash;
    FILE *file = fopen("/proc/self/exe", "rb");
    if (file == NULL) {
        return false;
    }
    hash_start(&hash);
    for (size_t size = fread(block, 1, sizeof block, file); size > 0;
         size = fread(block, 1, sizeof block, file)) {
        hash_add(&hash, block, size);
    }
    const bool good = ferror(file) == 0;
    (void)fclose(file);
    hash_end(&hash, hex);
    return good;
}

static bool hash_pages(char hex[HEX_SIZE])
{
    hasher hash;
    hash_start(&hash);
    for (size_t i = 0; i < pages_count; i++) {
        hash_add(&hash, pages[i].path, strlen(pages[i].path) + 1);
        hash_add(&hash, pages[i].plain, pages[i].plain_size);
        hash_add(&hash, pages[i].packed, pages[i].packed_size);
    }
    hash_end(&hash, hex);
    return true;
}

// As their canonical JSON, so that the digest says the same on every machine.
static bool hash_rules(char hex[HEX_SIZE])
{
    hasher hash;
    hash_start(&hash);
    for (size_t i = 0; i < uth_rules_builtin_count(); i++) {
        json_t *document = wire_rules_to_json(uth_rules_builtin(i));
        char *text = document == NULL ? NULL : json_dumps(document, JSON_COMPACT | JSON_SORT_KEYS);
        json_decref(document);
        if (text == NULL) {
            return false;
        }
        hash_add(&hash, text, strlen(text) + 1);
        free(text);
    }
    hash_end(&hash, hex);
    return true;
}

static void add_hand(hasher *hash, const uth_card *cards, size_t count)
{
    const uth_hand hand = uth_hand_of(cards, count);
    const uint8_t bytes[2] = {(uint8_t)(hand & 0xff), (uint8_t)(hand >> 8)};
    hash_add(hash, bytes, sizeof bytes);
}

// All ways to choose `count` ranks, up to four of each: suits go round, so that cards of one rank
// differ and no flush is possible. Ranks rise; the last that can rises next.
static void hash_ranks(hasher *hash, size_t count)
{
    unsigned ranks[7];
    uth_card cards[7];
    for (size_t i = 0; i < count; i++) {
        ranks[i] = (unsigned)(i / UTH_SUITS);
    }
    for (;;) {
        for (size_t i = 0; i < count; i++) {
            cards[i] = (uth_card)(ranks[i] * UTH_SUITS + (unsigned)(i % UTH_SUITS));
        }
        add_hand(hash, cards, count);
        size_t last = count;
        while (last > 0 && ranks[last - 1] == UTH_RANKS - 1 - (count - last) / UTH_SUITS) {
            last--;
        }
        if (last == 0) {
            return;
        }
        const unsigned rank = ++ranks[last - 1];
        for (size_t i = last; i < count; i++) {
            ranks[i] = rank + (unsigned)((i - last + 1) / UTH_SUITS); // a fifth of it goes higher
        }
    }
}

// All sets of five to seven ranks in one suit.
static void hash_suited(hasher *hash)
{
    for (unsigned set = 0; set < 1U << UTH_RANKS; set++) {
        uth_card cards[UTH_RANKS];
        size_t count = 0;
        for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
            if ((set >> rank & 1) != 0) {
                cards[count++] = (uth_card)(rank * UTH_SUITS + set % UTH_SUITS);
            }
        }
        if (count >= 5 && count <= 7) {
            add_hand(hash, cards, count);
        }
    }
}

static bool hash_hands(char hex[HEX_SIZE])
{
    hasher hash;
    hash_start(&hash);
    for (size_t count = 5; count <= 7; count++) {
        hash_ranks(&hash, count);
    }
    hash_suited(&hash);
    hash_end(&hash, hex);
    return true;
}

// ---- the record -------------------------------------------------------------------------------

static const struct digest {
    enum selfcheck_part part;
    bool (*make)(char hex[HEX_SIZE]);
} digests[] = {
    {SELFCHECK_PROGRAM, selfcheck_program_digest},
    {SELFCHECK_PAGES, hash_pages},
    {SELFCHECK_HANDS, hash_hands},
    {SELFCHECK_RULES, hash_rules},
};

#define DIGEST_COUNT (sizeof digests / sizeof digests[0])

bool selfcheck_record(FILE *out, const struct config *config)
{
    bool good = fputs("uth selfcheck 1\n", out) >= 0;
    for (size_t i = 0; i < DIGEST_COUNT && good; i++) {
        char hex[HEX_SIZE];
        good = digests[i].make(hex) &&
               fprintf(out, "%s %s\n", selfcheck_part_name(digests[i].part), hex) > 0;
    }
    return good &&
           (config == NULL || fprintf(out, "%s %s\n", selfcheck_part_name(SELFCHECK_CONFIGURATION),
                                      config->digest) > 0);
}

// PREFIX/share/uth/digests of an installation in PREFIX/bin.
static bool installed_record(char *path, size_t size)
{
    char program[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) {
        return false;
    }
    program[length] = '\0';
    for (unsigned up = 0; up < 2; up++) {
        char *slash = strrchr(program, '/');
        if (slash == NULL) {
            return false;
        }
        *slash = '\0';
    }
    return (size_t)snprintf(path, size, "%s/share/uth/digests", program) < size &&
           access(path, F_OK) == 0;
}

// True when there is a record to hold things against. One that was asked for and cannot be read
// makes every part of it differ.
static bool read_record(struct check *check, char *why, size_t size)
{
    char path[PATH_MAX + 32];
    const char *given = check->options->digests;
    if (given == NULL && !installed_record(path, sizeof path)) {
        return false;
    }
    digests_read(given != NULL ? given : path, &check->recorded, why, size);
    return true;
}

static void check_digests(struct check *check)
{
    char why[SELFCHECK_TEXT_MAX - 80] = "";
    const bool recorded = read_record(check, why, sizeof why);
    for (size_t i = 0; i < DIGEST_COUNT; i++) {
        const enum selfcheck_part part = digests[i].part;
        char hex[HEX_SIZE];
        if (!digests[i].make(hex)) {
            find(check, part, SELFCHECK_DIFFERS, "cannot be read, or out of memory");
        } else if (!recorded) {
            find(check, part, SELFCHECK_NOT_ASKED, "blake2b %s; there is no reference for it", hex);
        } else if (why[0] != '\0') {
            find(check, part, SELFCHECK_DIFFERS, "%s", why);
        } else if (!digests_have(&check->recorded, selfcheck_part_name(part), hex)) {
            find(check, part, SELFCHECK_DIFFERS, "blake2b %s is not the one on record", hex);
        } else {
            find(check, part, SELFCHECK_FITS, "blake2b %s", hex);
        }
    }
}

// ---- what the source itself says --------------------------------------------------------------

static void check_hands(struct check *check)
{
    char hex[HEX_SIZE];
    (void)hash_hands(hex);
    if (strcmp(hex, hands_digest) != 0) {
        find(check, SELFCHECK_HANDS, SELFCHECK_DIFFERS,
             "the evaluator's tables have changed: %s instead of %s", hex, hands_digest);
    } else if (check->report->findings[SELFCHECK_HANDS].verdict == SELFCHECK_NOT_ASKED) {
        find(check, SELFCHECK_HANDS, SELFCHECK_FITS, "blake2b %s", hex);
    }
}

// Its name carries the digest it had when the program was built.
static void check_pages(struct check *check)
{
    char hex[2 * crypto_hash_sha256_BYTES + 1];
    uint8_t digest[crypto_hash_sha256_BYTES];
    struct selfcheck_finding *finding = &check->report->findings[SELFCHECK_PAGES];
    for (size_t i = 0; i < pages_count; i++) {
        crypto_hash_sha256_state both;
        (void)crypto_hash_sha256_init(&both);
        (void)crypto_hash_sha256_update(&both, pages[i].plain, pages[i].plain_size);
        (void)crypto_hash_sha256_update(&both, pages[i].packed, pages[i].packed_size);
        (void)crypto_hash_sha256_final(&both, digest);
        (void)sodium_bin2hex(hex, sizeof hex, digest, sizeof digest);
        const size_t length = strlen(pages[i].etag) - 2; // within quotes
        if (strncmp(hex, pages[i].etag + 1, length) != 0) {
            find(check, SELFCHECK_PAGES, SELFCHECK_DIFFERS, "%s is not the page that was built",
                 pages[i].path);
            return;
        }
    }
    if (finding->verdict == SELFCHECK_NOT_ASKED) {
        find(check, SELFCHECK_PAGES, SELFCHECK_FITS, "%zu, each with the digest it was built with",
             pages_count);
    }
}

static void check_rules(struct check *check)
{
    struct uth_fault fault;
    for (size_t i = 0; i < uth_rules_builtin_count(); i++) {
        const struct uth_rules *rules = uth_rules_builtin(i);
        if (uth_rules_check(rules, &fault) != UTH_OK) {
            find(check, SELFCHECK_RULES, SELFCHECK_DIFFERS, "%s: %s: got %" PRId64 ", expected %s",
                 rules->name, fault.path, fault.value, fault.expected);
            return;
        }
    }
}

static void check_dealing(struct check *check)
{
    struct fair_deal deal = {.round = 1, .table = 1, .in = 1};
    uint8_t fresh[2][FAIR_SECRET_SIZE];
    uth_card deck[UTH_DECK_SIZE];
    char text[3 * UTH_DECK_SIZE + 1];
    char hex[2 * FAIR_COMMITMENT_SIZE + 1];
    for (unsigned i = 0; i < FAIR_SECRET_SIZE; i++) {
        deal.secret[i] = (uint8_t)i;
    }
    fair_commit(deal.secret, deal.commitment);
    fair_deck(&deal, deck);
    uth_cards_text(deck, UTH_DECK_SIZE, text);
    (void)sodium_bin2hex(hex, sizeof hex, deal.commitment, sizeof deal.commitment);
    fair_secret_make(fresh[0]);
    fair_secret_make(fresh[1]);
    const bool same = memcmp(fresh[0], fresh[1], sizeof fresh[0]) == 0 ||
                      sodium_is_zero(fresh[0], sizeof fresh[0]) != 0;
    fair_wipe(fresh, sizeof fresh);
    if (strcmp(hex, known_commitment) != 0) {
        find(check, SELFCHECK_DEALING, SELFCHECK_DIFFERS,
             "a known secret gives a different commitment");
    } else if (strcmp(text, known_deck) != 0) {
        find(check, SELFCHECK_DEALING, SELFCHECK_DIFFERS, "a known secret deals a different deck");
    } else if (same) {
        find(check, SELFCHECK_DEALING, SELFCHECK_DIFFERS, "the system's random bytes repeat");
    } else {
        find(check, SELFCHECK_DEALING, SELFCHECK_FITS, "a known secret deals its known deck");
    }
}

// ---- the configuration ------------------------------------------------------------------------

// A file that is not what it was when the server read it: what it says counts from the next start on,
// and somebody should know that before.
static bool config_is_as_read(struct check *check, const struct config *config)
{
    char hex[CONFIG_HEX_SIZE];
    struct fault fault;
    if (!config_digest(config->file, hex, &fault)) {
        find(check, SELFCHECK_CONFIGURATION, SELFCHECK_DIFFERS, "%s", fault.text);
        return false;
    }
    const char *name = selfcheck_part_name(SELFCHECK_CONFIGURATION);
    const char *other =
        strcmp(hex, config->digest) != 0 ? "the one that was read at the start"
        : digests_name(&check->recorded, name) && !digests_have(&check->recorded, name, hex)
            ? "the one on record"
            : NULL;
    if (other != NULL) {
        find(check, SELFCHECK_CONFIGURATION, SELFCHECK_DIFFERS, "blake2b %s is not %s", hex, other);
    }
    return other == NULL;
}

static void check_config(struct check *check)
{
    const struct config *config = check->options->config;
    if (check->options->config_fault != NULL) {
        find(check, SELFCHECK_CONFIGURATION, SELFCHECK_DIFFERS, "%s", check->options->config_fault);
        return;
    }
    if (config == NULL) {
        find(check, SELFCHECK_CONFIGURATION, SELFCHECK_NOT_ASKED, "no file was named");
        return;
    }
    struct fault fault;
    const bool from_file = config->file[0] != '\0';
    if (!bootstrap_check(config, &fault)) {
        find(check, SELFCHECK_CONFIGURATION, SELFCHECK_DIFFERS, "%s", fault.text);
    } else if (!from_file &&
               digests_name(&check->recorded, selfcheck_part_name(SELFCHECK_CONFIGURATION))) {
        find(check, SELFCHECK_CONFIGURATION, SELFCHECK_DIFFERS,
             "no file was read, and one is on record");
    } else if (!from_file || config_is_as_read(check, config)) {
        find(check, SELFCHECK_CONFIGURATION, SELFCHECK_FITS,
             "%s%s, %zu kinds of tables, every key known", from_file ? "blake2b " : "no file",
             config->digest, config->table_count);
    }
}

// ---- what is stored ---------------------------------------------------------------------------

static void store_failed(struct check *check, enum selfcheck_part part, enum store_status status)
{
    const char *why = store_why(check->store);
    find(check, part, SELFCHECK_DIFFERS, "%s", why[0] != '\0' ? why : store_status_text(status));
}

static bool open_store(struct check *check)
{
    struct fault fault;
    const struct store_options options = {
        .read_only = true, .patience_ms = PATIENCE_MS, .stop = check->options->stop};
    if (store_open(check->options->store, &options, &fault, &check->store) != STORE_OK) {
        find(check, SELFCHECK_STORE, SELFCHECK_DIFFERS, "%s", fault.text);
        return false;
    }
    const enum store_status status = store_examine(check->store);
    if (status != STORE_OK) {
        store_failed(check, SELFCHECK_STORE, status);
    } else {
        const bool own = strncmp(check->options->store, "sqlite:", 7) == 0;
        find(check, SELFCHECK_STORE, SELFCHECK_FITS, "schema %d as this program makes it, %s",
             store_schema_version(),
             own ? "the files are whole" : "the database server checks its own files");
    }
    return true;
}

static void find_books(struct check *check, const struct store_report *report)
{
    if (report->status != STORE_OK) {
        find(check, SELFCHECK_BOOKS, SELFCHECK_DIFFERS, "%s", report->text);
    } else {
        find(check, SELFCHECK_BOOKS, SELFCHECK_FITS,
             "%" PRIu64 " postings, all accounts together 0, no player below 0", report->postings);
    }
}

// Records that do not fit say nothing about the books: those are then walked through alone.
static void check_books(struct check *check)
{
    struct store_report report;
    const enum store_status status = store_audit(check->store, STORE_AUDIT_BOOKS, &report);
    if (status != STORE_OK) {
        store_failed(check, SELFCHECK_BOOKS, status);
    } else {
        find_books(check, &report);
    }
}

// The links fit: can each record come there?
static void find_records(struct check *check, const struct store_report *report,
                         const struct fault *fault)
{
    char hex[HEX_SIZE];
    if (fault->kind != FAULT_NONE) {
        find(check, SELFCHECK_RECORDS, SELFCHECK_DIFFERS, "%s", fault->text);
        return;
    }
    (void)sodium_bin2hex(hex, sizeof hex, report->hash, sizeof report->hash);
    if (report->from != 0) {
        char day[OFFICE_TEXT_MAX];
        find(check, SELFCHECK_RECORDS, SELFCHECK_FITS,
             "%" PRIu64 " batches, %" PRIu64 " events behind record %" PRIu64
             ", up to which %s was verified and signed; last link %s",
             report->batches, report->events, report->from, office_day_text(report->from_day, day),
             hex);
        return;
    }
    find(check, SELFCHECK_RECORDS, SELFCHECK_FITS,
         "%" PRIu64 " batches, %" PRIu64 " events, all from the first, last link %s",
         report->batches, report->events, hex);
}

// One walk through everything tells of the records and of the books.
static void check_records(struct check *check)
{
    struct store_report report;
    struct fault fault;
    const enum store_status status =
        check->options->is_recent
            ? office_audit_recent(check->store, check->options->public_key, &report, &fault)
            : office_audit(check->store, &report, &fault);
    if (status == STORE_OK && report.status == STORE_OK) {
        find_records(check, &report, &fault);
        find_books(check, &report);
        return;
    }
    if (status != STORE_OK) {
        store_failed(check, SELFCHECK_RECORDS, status);
    } else {
        find(check, SELFCHECK_RECORDS, SELFCHECK_DIFFERS, "%s", report.text);
    }
    check_books(check);
}

struct heads {
    const struct check *check;
    size_t count;
    int64_t wrong; // the first day that does not fit, or -1
    int64_t foreign;
};

static bool visit_head(void *context, const struct store_signed_head *head)
{
    struct heads *heads = context;
    const uint8_t *key = heads->check->options->public_key;
    heads->count++;
    if (heads->wrong < 0 && !store_head_is_signed(store_id(heads->check->store), head)) {
        heads->wrong = head->day;
    }
    if (heads->foreign < 0 && key != NULL &&
        memcmp(key, head->public_key, STORE_PUBLIC_KEY_SIZE) != 0) {
        heads->foreign = head->day;
    }
    return true;
}

static void check_signatures(struct check *check)
{
    struct heads heads = {.check = check, .wrong = -1, .foreign = -1};
    const enum store_status status = store_signed_heads(check->store, visit_head, &heads);
    if (status != STORE_OK) {
        store_failed(check, SELFCHECK_SIGNATURES, status);
    } else if (heads.wrong >= 0) {
        find(check, SELFCHECK_SIGNATURES, SELFCHECK_DIFFERS,
             "the signature of day %" PRId64 " does not fit", heads.wrong);
    } else if (heads.foreign >= 0) {
        find(check, SELFCHECK_SIGNATURES, SELFCHECK_DIFFERS,
             "day %" PRId64 " is signed with another key", heads.foreign);
    } else {
        find(check, SELFCHECK_SIGNATURES, SELFCHECK_FITS, "%zu signed days", heads.count);
    }
}

static bool table_is_known(struct check *check, const struct office *office,
                           const struct office_table *table)
{
    struct uth_fault fault;
    const struct uth_rules *rules = office_rules(office, table->wanted.profile);
    if (rules == NULL) {
        find(check, SELFCHECK_TABLES, SELFCHECK_DIFFERS,
             "table %u plays by rules that are not stored", table->room.id);
        return false;
    }
    if (uth_rules_check(rules, &fault) != UTH_OK) {
        find(check, SELFCHECK_TABLES, SELFCHECK_DIFFERS,
             "table %u: %s: got %" PRId64 ", expected %s", table->room.id, fault.path, fault.value,
             fault.expected);
        return false;
    }
    return true;
}

static void check_tables(struct check *check, const struct office *office)
{
    const size_t count = office_table_count(office);
    for (size_t i = 0; i < count; i++) {
        if (!table_is_known(check, office, office_table_at(office, i))) {
            return;
        }
    }
    find(check, SELFCHECK_TABLES, SELFCHECK_FITS,
         "%zu tables and %zu people, as a start finds them", count, office_person_count(office));
}

// An office that opens has compared them: one that shows another amount is why it does not.
static void check_meters(struct check *check, const struct office *office)
{
    find(check, SELFCHECK_METERS, SELFCHECK_FITS, "%zu, each shows what its account holds",
         office_meter_count(office));
}

// GM-7: the first finding in words, and how many there are.
static void check_components(struct check *check, const struct office *office)
{
    size_t tables = 0;
    size_t count = 0;
    char first[WIRE_FINDING_MAX + 32] = "";
    for (size_t i = 0; i < office_table_count(office); i++) {
        const struct office_table *table = office_table_at(office, i);
        struct uth_finding findings[UTH_FINDINGS_MAX];
        const size_t found = office_table_findings(table, findings);
        tables += table->wanted.meter != 0;
        if (count == 0 && found != 0) {
            char words[WIRE_FINDING_MAX];
            wire_finding_words(&findings[0], (enum uth_controller_model)table->wanted.controller,
                               words);
            (void)snprintf(first, sizeof first, "table %u: %s", table->room.id, words);
        }
        count += found;
    }
    if (count == 0) {
        find(check, SELFCHECK_COMPONENTS, SELFCHECK_FITS, "%zu tables with a Progressive", tables);
    } else {
        find(check, SELFCHECK_COMPONENTS, SELFCHECK_WARNS, "%s%s (GM-7)", first,
             count > 1 ? ", and more" : "");
    }
}

static void check_office(struct check *check)
{
    struct fault fault;
    const struct office_options options = {
        .read_only = true, .patience_ms = PATIENCE_MS, .stop = check->options->stop};
    struct office *office = office_open(check->options->store, NULL, &options, &fault);
    if (office == NULL) {
        find(check, SELFCHECK_TABLES, SELFCHECK_DIFFERS, "%s", fault.text);
        find(check, SELFCHECK_METERS, SELFCHECK_DIFFERS, "%s", fault.text);
        find(check, SELFCHECK_COMPONENTS, SELFCHECK_DIFFERS, "%s", fault.text);
        return;
    }
    check_tables(check, office);
    check_meters(check, office);
    check_components(check, office);
    office_close(&office);
}

static void check_stored(struct check *check)
{
    const char *url = check->options->store;
    const bool readable = url != NULL && strncmp(url, "memory:", 7) != 0;
    for (unsigned i = SELFCHECK_STORE; i < SELFCHECK_PART_COUNT; i++) {
        find(check, (enum selfcheck_part)i, SELFCHECK_NOT_ASKED,
             url == NULL ? "no store was named"
             : readable  ? "the store cannot be opened"
                         : "this store cannot be read beside its writer");
    }
    if (!readable || !open_store(check)) {
        return;
    }
    check_records(check);
    check_signatures(check);
    store_close(&check->store);
    check_office(check);
}

// ---- all of it --------------------------------------------------------------------------------

void selfcheck_run(const struct selfcheck_options *options, struct selfcheck *selfcheck)
{
    struct check check = {.options = options, .report = selfcheck};
    memset(selfcheck, 0, sizeof *selfcheck);
    check_digests(&check);
    check_pages(&check);
    check_hands(&check);
    check_rules(&check);
    check_dealing(&check);
    check_config(&check);
    check_stored(&check);
}

int64_t selfcheck_next_ms(int64_t last_ms, int64_t hour)
{
    const int64_t today = last_ms / DAY_MS * DAY_MS + hour * HOUR_MS;
    return today > last_ms ? today : today + DAY_MS;
}
