// What is behind the commands is taken out: `uth replay` asks for a round and `uth simulate` for
// work to be done, and here it is noted which; `uth verify` gets no round. What a plain reading says
// they were asked for is what they ask for, or nothing.
#include "texts.h"

#include <string.h>

#include "cli/books.h"
#include "office/record.h"
#include "report/simulation.h"
#include "uth/check.h"

__extension__ typedef unsigned __int128 wide;

bool __wrap_books_open_store(struct books *books, int *status);
bool __wrap_office_record_read(struct store *store, uint32_t table, uint64_t round,
                               struct office_record *record, struct fault *fault);
enum uth_status __wrap_simulate_work_out(struct simulation *simulation, bool *memory_left);

// ---- which round ------------------------------------------------------------------------------

static struct {
    unsigned times;
    uint64_t first, second;
} asked;

bool __wrap_books_open_store(struct books *books, int *status)
{
    (void)status;
    return books->store == NULL;
}

bool __wrap_office_record_read(struct store *store, uint32_t table, uint64_t round,
                               struct office_record *record, struct fault *fault)
{
    UTH_CHECK(store == NULL && record != NULL);
    asked.times++;
    asked.first = table;
    asked.second = round;
    *fault = (struct fault){.kind = FAULT_NOT_FOUND, .text = "nothing is stored"};
    return false;
}

enum uth_status __wrap_simulate_work_out(struct simulation *simulation, bool *memory_left)
{
    asked.times++;
    asked.first = simulation->setup.seed;
    asked.second = simulation->setup.rounds;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        UTH_CHECK(simulation->styles[i] < UTH_STYLE_COUNT);
    }
    *memory_left = false;
    return UTH_OK;
}

void cli_catch_interrupt(void)
{
}

bool cli_interrupted(void)
{
    return false;
}

static bool plain_number(const char *text, size_t size, uint64_t max, uint64_t *number)
{
    wide read = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9' || read > UINT64_MAX) {
            return false;
        }
        read = read * 10 + (unsigned)(text[i] - '0');
    }
    *number = (uint64_t)read;
    return size > 0 && read <= max;
}

// What stands on either side of the first colon. `length_max` is how long the first may be.
static bool plain_place(const char *text, size_t length_max, const uint64_t max[2],
                        uint64_t place[2])
{
    const size_t length = strcspn(text, ":");
    return text[length] == ':' && length <= length_max &&
           plain_number(text, length, max[0], &place[0]) &&
           plain_number(text + length + 1, strlen(text) - length - 1, max[1], &place[1]);
}

static void read_replay(char *text)
{
    static const struct cli_option options[] = {
        {"store", "URL", ""}, {"json", NULL, ""}, {NULL, NULL, NULL}};
    static const struct cli_command command = {.name = "replay", .options = options};
    uint64_t place[2] = {0, 0};
    asked.times = 0;
    const int status = cmd_replay(&command, 1, &text);
    if (text[0] == '-') {
        return; // an option
    }
    const bool good = plain_place(text, 15, (const uint64_t[]){UINT32_MAX, INT64_MAX}, place) &&
                      place[0] != 0 && place[1] != 0;
    UTH_CHECK(status == (good ? CLI_REFUSED : CLI_USAGE) && asked.times == good);
    UTH_CHECK(!good || (asked.first == place[0] && asked.second == place[1]));
}

// clang-format off
static const struct cli_option simulate_options[] = {
    {"rounds", "N", ""},        {"seats", "K", ""},        {"rules", "NAME", ""},
    {"strategy", "NAME", ""},   {"seed", "S", ""},         {"threads", "T", ""},
    {"wagers", "LIST", ""},     {"ante", "CENTS", ""},     {"trips", "CENTS", ""},
    {"bad-beat", "CENTS", ""},  {"pairs", "CENTS", ""},    {"bank-wager", "CENTS", ""},
    {"sessions", "N", ""},      {"bankroll", "CENTS", ""}, {"rounds-per-session", "M", ""},
    {"meter", NULL, ""},        {"csv", "FILE", ""},       {"strategy-file", "FILE", ""},
    {"replay", "PLACE", ""},    {"html", "FILE", ""},      {"json", NULL, ""},
    {"side", "ID=CENTS", ""},
    {NULL, NULL, NULL}};
// clang-format on
static const struct cli_command simulate = {.name = "simulate", .options = simulate_options};

static void read_simulate(char *text)
{
    static char names[][24] = {"--threads", "1", "--rounds", "7", "--replay"};
    char *words[] = {names[0], names[1], names[2], names[3], names[4], text};
    uint64_t place[2] = {0, 0};
    asked.times = 0;
    const int status = cmd_simulate(&simulate, 6, words);
    if (text[0] == '-') {
        return; // an option
    }
    const bool good =
        plain_place(text, 23, (const uint64_t[]){UINT64_MAX, UTH_SIM_ROUNDS_MAX - 1}, place);
    UTH_CHECK(status == (good ? CLI_REFUSED : CLI_USAGE) && asked.times == good);
    UTH_CHECK(!good ||
              (asked.first == place[0] && asked.second == (place[1] < 7 ? 7 : place[1] + 1)));
}

void texts_read_place(char *text, size_t size)
{
    (void)size;
    read_replay(text);
    read_simulate(text);
}

// ---- what was written down --------------------------------------------------------------------

static size_t hex_digits(const char *text)
{
    return strspn(text, "0123456789abcdef");
}

static void verify(char *option, char *text, bool good)
{
    static const struct cli_option options[] = {
        {"rules", "FILE", ""}, {"commitment", "HEX", ""}, {"roster", "HEX", ""},
        {"key", "HEX", ""},    {"part", "SEAT:HEX", ""},  {"receipt", "SEAT:HEX", ""},
        {"json", NULL, ""},    {NULL, NULL, NULL}};
    static const struct cli_command command = {.name = "verify", .options = options};
    static char nothing[] = "/dev/null";
    char *words[] = {option, text, nothing};
    UTH_CHECK(cmd_verify(&command, 3, words) == (good ? CLI_REFUSED : CLI_USAGE));
}

void texts_read_noted(char *text, size_t size)
{
    static char options[][16] = {"--commitment", "--part"};
    (void)size;
    if (text[0] == '-') {
        return; // an option
    }
    const size_t digits = text[0] != '\0' && text[1] == ':' ? hex_digits(text + 2) : 0;
    const bool is_part = text[0] >= '1' && text[0] <= '0' + UTH_SEATS_MAX && digits == 64 &&
                         text[2 + digits] == '\0';
    verify(options[0], text, hex_digits(text) == 64 && text[64] == '\0');
    verify(options[1], text, is_part);
}

// ---- lists ------------------------------------------------------------------------------------

static void simulate_with(char *option, char *text)
{
    static char names[][24] = {"--threads", "1", "--rounds", "7", "--seats", "3"};
    char *words[] = {names[0], names[1], names[2], names[3], names[4], names[5], option, text};
    asked.times = 0;
    const int status = cmd_simulate(&simulate, 8, words);
    UTH_CHECK(text[0] == '-' || (status == CLI_USAGE && asked.times == 0) ||
              (status == CLI_REFUSED && asked.times <= 1));
}

void texts_read_lists(char *text, size_t size)
{
    static char options[][16] = {"--strategy", "--wagers"};
    (void)size;
    simulate_with(options[0], text);
    simulate_with(options[1], text);
}
