// Small texts: command lines, cards, days, times, amounts, places of rounds, contributions, lists and
// keys as people type them, files of decks, of one secret, of rounds, of digests, and rules of play. Whatever they
// are, they are read or refused, and what is read is in range.
//
// The first byte says which of them the rest is.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/books.h"
#include "cli/rounds.h"
#include "fair/key_file.h"
#include "report/audit_text.h"
#include "serve/decks.h"
#include "serve/digests.h"
#include "texts.h"
#include "uth/check.h"
#include "wire/plan_text.h"

#define WORDS_MAX 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static char path[64]; // of a file with the text

static const struct cli_option options[] = {{"rules", "NAME", ""},
                                            {"seed", "N", ""},
                                            {"json", NULL, ""},
                                            {NULL, NULL, NULL}};
static const struct cli_command command = {.name = "fuzz",
                                           .arguments = "list | show N | add NAME",
                                           .options = options};

void cli_print_usage(const struct cli_command *asked, FILE *out)
{
    (void)asked;
    (void)out;
}

static void write_file(const char *text, size_t size)
{
    FILE *file = fopen(path, "w");
    UTH_CHECK(file != NULL && fchmod(fileno(file), 0600) == 0);
    UTH_CHECK(fwrite(text, 1, size, file) == size && fclose(file) == 0);
}

// ---- each of them -----------------------------------------------------------------------------

static void read_cards(char *text, size_t size)
{
    uth_card cards[UTH_DECK_SIZE];
    size_t count = 0;
    uint64_t number = 0;
    (void)size;
    if (cli_parse_cards(text, cards, UTH_DECK_SIZE, &count) == UTH_OK) {
        UTH_CHECK(count <= UTH_DECK_SIZE && uth_cards_count(uth_cards_from(cards, count)) == count);
    }
    UTH_CHECK(!cli_parse_number(text, 1000, &number) || number <= 1000);
}

static void read_day(char *text, size_t size)
{
    int64_t day = 0;
    int64_t same = 0;
    int64_t time_ms = 0;
    int64_t cents = 0;
    uint8_t bytes[8];
    char written[16];
    (void)size;
    if (audit_parse_day(text, &day)) {
        audit_day_text(day, written);
        UTH_CHECK(strcmp(written, text) == 0 && books_parse_day(text, &same) && same == day);
    }
    UTH_CHECK(!books_parse_money(text, &cents) || uth_money_in_range(cents));
    UTH_CHECK(!books_parse_time(text, &time_ms) || time_ms >= 0);
    UTH_CHECK(!audit_parse_hex(text, bytes, sizeof bytes) || strlen(text) == 2 * sizeof bytes);
}

static void read_words(char *text, size_t size)
{
    char *words[WORDS_MAX];
    int count = 0;
    int status = CLI_DONE;
    struct cli_args args;
    char *rest = NULL;
    (void)size;
    for (char *word = strtok_r(text, "\n", &rest); word != NULL && count < WORDS_MAX;
         word = strtok_r(NULL, "\n", &rest)) {
        words[count++] = word;
    }
    if (cli_parse(&command, count, words, &args, &status)) {
        const char *verb = cli_verb(&args, &status);
        UTH_CHECK(verb != NULL || status == CLI_USAGE);
        UTH_CHECK(cli_has(&args, "seed") == (cli_value(&args, "seed", NULL) != NULL));
    }
}

static void read_decks(char *text, size_t size)
{
    struct fault fault = {.text = ""};
    uth_card deck[UTH_DECK_SIZE];
    write_file(text, size);
    struct decks *decks = decks_open(path, &fault);
    UTH_CHECK(decks != NULL || fault.text[0] != '\0');
    for (uint64_t round = 1; decks != NULL && round < 4; round++) {
        if (decks_deal(decks, 1, round, deck)) {
            UTH_CHECK(uth_cards_from(deck, UTH_DECK_SIZE) == UTH_CARDS_ALL);
        }
    }
    if (decks != NULL) {
        decks_close(&decks);
    }
}

static void read_key(char *text, size_t size)
{
    static const struct fair_key_file kind = {"uth-fuzz-1", "key"};
    struct fault fault = {.text = ""};
    uint8_t secret[FAIR_KEY_FILE_SIZE];
    write_file(text, size);
    UTH_CHECK(fair_key_file_read(&kind, path, false, &fault, secret) || fault.text[0] != '\0');
}

static void read_rounds(char *text, size_t size)
{
    static struct rounds_reader reader;
    size_t lines = 0;
    memset(&reader, 0, sizeof reader);
    write_file(text, size);
    UTH_CHECK(rounds_open(&command, path, &reader));
    if (!rounds_is_one(&reader)) {
        while (rounds_next(&reader)) {
            UTH_CHECK(reader.length <= ROUNDS_LINE_MAX && ++lines <= size);
        }
    }
    UTH_CHECK(reader.length <= ROUNDS_LINE_MAX && rounds_read_all(&command, &reader));
    rounds_close(&reader);
}

static void read_digests(char *text, size_t size)
{
    struct digests digests;
    char why[400] = "";
    write_file(text, size);
    digests_read(path, &digests, why, sizeof why);
    const bool good = size < DIGESTS_MAX && strncmp(text, "uth selfcheck 1\n", 16) == 0;
    UTH_CHECK(size >= DIGESTS_MAX || good == (why[0] == '\0'));
    UTH_CHECK(!good ||
              digests_have(&digests, "hands", "00") == (strstr(text, "\nhands 00\n") != NULL));
    UTH_CHECK(why[0] == '\0' || !digests_have(&digests, "hands", "00"));
}

static void read_plan(char *text, size_t size)
{
    char fault[WIRE_PLAN_FAULT_MAX] = "";
    struct uth_plan plan = {.rule_count = 0};
    const bool good = wire_plan_read(text, size, &uth_rules_washington, &plan, fault);
    UTH_CHECK(good == (fault[0] == '\0') && plan.rule_count <= UTH_PLAN_RULES_MAX);
    for (unsigned i = 0; i < plan.rule_count; i++) {
        UTH_CHECK(uth_plan_can_ask(plan.rule[i].street, plan.rule[i].condition));
        UTH_CHECK(plan.rule[i].play <= 4 && plan.rule[i].words[0] != '\0');
    }
}

// ---- all of it --------------------------------------------------------------------------------

static void remove_file(void)
{
    (void)unlink(path);
}

// Messages go nowhere; the fuzzer's own have their stream already.
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    (void)snprintf(path, sizeof path, "%s/uth-fuzz-texts-%ld",
                   access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    stderr = fopen("/dev/null", "w");
    UTH_CHECK(stderr != NULL && fair_init() && atexit(remove_file) == 0);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const readers[])(char *text, size_t size) = {
        ['c' - 'c'] = read_cards,       ['d' - 'c'] = read_day,
        ['e' - 'c'] = read_words,       ['f' - 'c'] = read_decks,
        ['g' - 'c'] = read_key,         ['h' - 'c'] = read_rounds,
        ['i' - 'c'] = texts_read_place, ['j' - 'c'] = texts_read_keys,
        ['k' - 'c'] = texts_read_noted, ['l' - 'c'] = texts_read_lists,
        ['m' - 'c'] = read_digests,     ['n' - 'c'] = read_plan};
    if (size == 0 || data[0] < 'c' || data[0] > 'n') {
        return 0;
    }
    // As many bytes as there are, so that one too many is seen.
    char *text = malloc(size);
    UTH_CHECK(text != NULL);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    readers[data[0] - 'c'](text, size - 1);
    free(text);
    return 0;
}
