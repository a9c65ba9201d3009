// Saved games of `uth play`: a file is refused, or the game in it is played on with and saved
// again, and then taken up once more.
//
// The input: a letter for the rules, a line that is the saved game, and behind it the player's
// answers, one a line. What perfect play says takes too long here, and what is shown nobody reads:
// both are replaced.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "cli/play.h"
#include "report/rules_sheet.h"
#include "uth/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);
int cmd_play(const struct cli_command *command, int argc, char **argv);

static char path[64];
static const char *answers;
static size_t answers_left;

// ---- the player ---------------------------------------------------------------------------------

bool play_ask_line(char line[PLAY_LINE_SIZE])
{
    if (answers_left == 0) {
        return false;
    }
    const char *end = memchr(answers, '\n', answers_left);
    const size_t length = end != NULL ? (size_t)(end - answers) : answers_left;
    const size_t fits = length < PLAY_LINE_SIZE ? length : PLAY_LINE_SIZE - 1;
    memcpy(line, answers, fits);
    line[fits] = '\0';
    answers += length + (end != NULL);
    answers_left -= length + (end != NULL);
    return true;
}

bool play_ask_key(const struct play_screen *screen, const char *prompt, char line[PLAY_LINE_SIZE])
{
    (void)screen;
    UTH_CHECK(prompt[0] != '\0');
    return play_ask_line(line);
}

struct play_screen play_screen_open(bool no_colour)
{
    return (struct play_screen){.keys = !no_colour, .colour = false};
}

void play_print_cards(const struct play_screen *screen, const char *who, const uth_card *cards,
                      size_t count)
{
    (void)screen;
    (void)who;
    for (size_t i = 0; i < count; i++) {
        UTH_CHECK(cards[i] < UTH_DECK_SIZE);
    }
}

void play_print_money(uth_money amount)
{
    UTH_CHECK(uth_money_in_range(amount.cents));
}

void play_advise(const struct uth_rules *rules, const struct uth_round *round,
                 const struct play_offers *offers, void *memory, struct play_advice *advice)
{
    (void)rules;
    (void)round;
    (void)memory;
    UTH_CHECK(offers->count > 0 && offers->count <= UTH_OFFERS_MAX);
    advice->known = false;
}

int64_t play_cost(const struct play_advice *advice, struct uth_decision decision)
{
    return advice->known ? 0 : decision.multiple;
}

void play_print_advice(const struct play_advice *advice, uth_money ante)
{
    UTH_CHECK(!advice->known && uth_money_in_range(ante.cents));
}

void rules_write(const struct uth_rules *rules, FILE *out)
{
    (void)out;
    UTH_CHECK(rules->seats > 0);
}

void cli_print_usage(const struct cli_command *command, FILE *out)
{
    (void)command;
    (void)out;
}

// The same cards each time, so that what fails fails again.
ssize_t getrandom(void *bytes, size_t size, unsigned flags)
{
    static uint64_t state;
    (void)flags;
    for (size_t i = 0; i < size; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        ((uint8_t *)bytes)[i] = (uint8_t)(state >> 33);
    }
    return (ssize_t)size;
}

// ---- the game ---------------------------------------------------------------------------------

static const struct cli_option options[] = {
    {"rules", "NAME", ""}, {"seed", "N", ""},   {"hands", "N", ""},     {"save", "FILE", ""},
    {"hints", NULL, ""},   {"costs", NULL, ""}, {"no-color", NULL, ""}, {NULL, NULL, NULL},
};

static int play(char letter)
{
    static const struct cli_command command = {.name = "play", .options = options};
    static char profiles[][16] = {"washington", "california-8", "california-6"};
    static char names[][10] = {"--rules", "--save", "--hands", "20", "--hints", "--costs"};
    char *profile = profiles[letter == '8' ? 1 : letter == '6' ? 2 : 0];
    char *words[] = {names[0], profile, names[1], path, names[2], names[3], names[4], names[5]};
    return cmd_play(&command, sizeof words / sizeof words[0], words);
}

static void write_file(const uint8_t *data, size_t size)
{
    FILE *file = fopen(path, "w");
    UTH_CHECK(file != NULL && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

static void remove_files(void)
{
    char beside[sizeof path + 4];
    (void)snprintf(beside, sizeof beside, "%s.new", path);
    (void)unlink(beside);
    (void)unlink(path);
}

// Messages go nowhere; the fuzzer's own have their stream already.
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    (void)snprintf(path, sizeof path, "%s/uth-fuzz-saved-%ld",
                   access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    stderr = fopen("/dev/null", "w");
    UTH_CHECK(stderr != NULL && freopen("/dev/null", "w", stdout) != NULL);
    UTH_CHECK(atexit(remove_files) == 0);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    const uint8_t *text = data + 1;
    const uint8_t *end = memchr(text, '\n', size - 1);
    const size_t length = end != NULL ? (size_t)(end - text) : size - 1;
    write_file(text, length);
    answers = (const char *)text + length;
    answers_left = size - 1 - length;
    if (answers_left > 0) { // the end of the line
        answers++;
        answers_left--;
    }
    if (play((char)data[0]) == CLI_DONE) {
        answers_left = 0;
        UTH_CHECK(play((char)data[0]) == CLI_DONE);
    }
    return 0;
}
