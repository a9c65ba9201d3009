// What the server takes from the world: time, random bytes, passwords, a log, decks and advice.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#include "report/edges.h"
#include "storm.h"
#include "uth/deal.h"

// ---- time -------------------------------------------------------------------------------------

// Linked with --wrap: every clock of the program is the storm's.
int __real_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_nanosleep(const struct timespec *pause, struct timespec *left);

int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
    const int64_t now_ms = the_storm->now_ms + (clock == CLOCK_REALTIME ? the_storm->skew_ms : 0);
    *now = (struct timespec){now_ms / 1000, now_ms % 1000 * 1000000};
    return 0;
}

int __wrap_nanosleep(const struct timespec *pause, struct timespec *left)
{
    (void)pause;
    (void)left;
    return 0;
}

int64_t world_real_ms(void)
{
    struct timespec now = {0};
    (void)__real_clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// ---- random bytes -----------------------------------------------------------------------------

static const char *bytes_name(void)
{
    return "storm";
}

static uint32_t bytes_word(void)
{
    return (uint32_t)(rng_next(&the_storm->bytes) >> 32);
}

static void bytes_fill(void *const buffer, const size_t size)
{
    uint8_t *to = buffer;
    for (size_t i = 0; i < size; i++) {
        to[i] = (uint8_t)(rng_next(&the_storm->bytes) >> 56);
    }
}

void world_random_bytes(void)
{
    static randombytes_implementation ours = {
        .implementation_name = bytes_name, .random = bytes_word, .buf = bytes_fill};
    UTH_CHECK(randombytes_set_implementation(&ours) == 0);
    UTH_CHECK(sodium_init() >= 0);
}

// Argon2id is made to be slow; here a password is its own hash.
bool __wrap_office_secret_make(const char *given, struct office_secret *secret);
bool __wrap_office_secret_matches(const struct office_secret *secret, const char *given);

bool __wrap_office_secret_make(const char *given, struct office_secret *secret)
{
    memset(secret, 0, sizeof *secret);
    (void)snprintf(secret->hash, sizeof secret->hash, "$%s", given);
    return true;
}

bool __wrap_office_secret_matches(const struct office_secret *secret, const char *given)
{
    return plant_in_password(given, strcmp(secret->hash + 1, given) == 0);
}

// ---- advice -----------------------------------------------------------------------------------

enum uth_status __real_uth_odds(const struct uth_rules *rules, const struct uth_odds_query *query,
                                void *memory, size_t size, struct uth_odds_answer *answer);
enum uth_status __wrap_uth_odds(const struct uth_rules *rules, const struct uth_odds_query *query,
                                void *memory, size_t size, struct uth_odds_answer *answer);

// Before the flop it takes a fifth of a second, and what is asked matters here, not the figures.
enum uth_status __wrap_uth_odds(const struct uth_rules *rules, const struct uth_odds_query *query,
                                void *memory, size_t size, struct uth_odds_answer *answer)
{
    struct uth_odds_query asked = *query;
    plant_in_query(&asked);
    if (asked.board_count != 0) {
        return __real_uth_odds(rules, &asked, memory, size, answer);
    }
    const int64_t left = UTH_DECK_SIZE - 2 - asked.dead_count;
    *answer = (struct uth_odds_answer){.unit = 1, .street = UTH_STREET_PREFLOP, .action_count = 1};
    answer->deals = left * (left - 1) * (left - 2) / 6 * ((left - 3) * (left - 4) / 2) *
                    ((left - 5) * (left - 6) / 2);
    return UTH_OK;
}

bool __wrap_report_edges(const struct uth_rules *rules, struct report_edges *edges);

// A report of a day would solve the game first.
bool __wrap_report_edges(const struct uth_rules *rules, struct report_edges *edges)
{
    (void)rules;
    *edges = (struct report_edges){.fixed_return = {0, 1}, .missing = "not worked out here"};
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        edges->whole_meter[i] = (struct uth_ratio){0, 1};
    }
    return true;
}

// ---- the log ----------------------------------------------------------------------------------

bool log_level_named(const char *name, enum log_level *level)
{
    (void)name;
    *level = LOG_LEVEL_INFO;
    return true;
}

void log_line(const struct log *log, enum log_level level, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    (void)log;
    (void)level;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    plant_in_log(text, sizeof text);
    told_secrets("the log", "", text, strlen(text));
    if (the_storm->verbose) {
        (void)fprintf(the_storm->report, "# step %llu: %s\n", (unsigned long long)the_storm->step,
                      text);
    }
}

// ---- decks: fair ones, and now and then what a jackpot needs -----------------------------------

struct decks {
    int nothing;
};

struct decks *decks_open(const char *path, struct fault *fault)
{
    (void)path;
    (void)fault;
    return calloc(1, sizeof(struct decks));
}

void decks_close(struct decks **decks)
{
    free(*decks);
    *decks = NULL;
}

static void put_at(uth_card deck[UTH_DECK_SIZE], unsigned at, uth_card card)
{
    unsigned was = 0;
    while (deck[was] != card) {
        was++;
    }
    deck[was] = deck[at];
    deck[at] = card;
}

// Five of a kind of hand, for one player: two in the hand and three on the flop, or on the board.
static void rig(uth_card deck[UTH_DECK_SIZE], const struct uth_round *round, unsigned players)
{
    static const char *const hands[] = {"AsKsQsJsTs", "9h8h7h6h5h", "8c8d8h8s2c", "KdKhKs7c7d"};
    uth_card identity[UTH_DECK_SIZE];
    struct uth_dealt places;
    uth_card wanted[5];
    size_t count;
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        identity[i] = (uth_card)i;
    }
    uth_deal((enum uth_procedure)round->procedure, players, identity, &places);
    const char *hand = hands[storm_chance(3) ? 0 : storm_below(4)]; // the whole meter most often
    UTH_CHECK(uth_cards_parse(hand, 10, wanted, 5, &count) == UTH_OK && count == 5);
    const unsigned lucky = storm_below(players);
    const bool late = storm_chance(3);
    put_at(deck, places.hole[lucky][0], wanted[0]);
    put_at(deck, places.hole[lucky][1], wanted[1]);
    for (unsigned i = 0; i < 3; i++) {
        put_at(deck, places.community[late ? i + 2 : i], wanted[i + 2]);
    }
}

bool decks_deal(const struct decks *decks, uint32_t table, uint64_t number,
                uth_card deck[UTH_DECK_SIZE])
{
    const struct uth_round *round = &the_storm->serve->next.round;
    unsigned players = 0;
    (void)decks;
    (void)table;
    (void)number;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        players += round->seats[i].in;
    }
    if (players == 0 || !storm_chance(8)) {
        return false;
    }
    rng_deck(&the_storm->rng, deck);
    rig(deck, round, players);
    return true;
}

// ---- house players: any of the offers ---------------------------------------------------------

void advise_want(struct advise *advise, struct worker *worker, const struct uth_rules *rules,
                 enum uth_style style)
{
    (void)advise;
    (void)worker;
    (void)rules;
    (void)style;
}

void advise_finish(struct advise *advise)
{
    (void)advise;
}

size_t advise_ready(const struct advise *advise)
{
    (void)advise;
    return 0;
}

struct uth_decision advise_decide(const struct advise *advise,
                                  const struct advise_question *question)
{
    (void)advise;
    the_storm->tally.house++;
    return question->offers[storm_below((uint32_t)question->offer_count)];
}
