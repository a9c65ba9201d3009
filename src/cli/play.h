// The game in a terminal, in parts: the screen it is drawn on, the record it can be taken up from,
// and what perfect play would have done.
#ifndef UTH_CLI_PLAY_H
#define UTH_CLI_PLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/cli.h"
#include "uth/coach.h"
#include "uth/exact.h"
#include "uth/rotation.h"
#include "uth/round.h"

// Where the player sits: seat 1, and where a player banks seat 2, among proposition players.
uint8_t play_seat(const struct uth_rules *rules);

#define PLAY_BANKROLL INT64_C(100000) // $1,000 of play money

// ---- the screen -------------------------------------------------------------------------------

struct play_screen {
    bool keys;   // a terminal: decisions are single keys
    bool colour; // cards have suits to look at, and colour
};

// Colour where the output is a terminal that wants it, and not with --no-color.
struct play_screen play_screen_open(bool no_colour);

#define PLAY_LINE_SIZE 128

// A line without its end. False at the end of the input.
bool play_ask_line(char line[PLAY_LINE_SIZE]);
// One key on a terminal, else the next line. False at the end of the input.
bool play_ask_key(const struct play_screen *screen, const char *prompt, char line[PLAY_LINE_SIZE]);
// A key of the terminal that is standard input. A signal meanwhile finds the terminal as it was
// before; who comes back from one is asked again. False at the end of the input.
bool play_read_key(const char *prompt, char *key);

// How a side bet is typed behind Ante and Trips, and its short name; the letter is 0 of those that need
// none.
struct play_side {
    char letter;
    const char *name;
};
struct play_side play_side_of(const struct uth_rules *rules, enum uth_wager wager);

// "10", "5.50", "10 5", "10 5 b5 p1 m", or nothing for the wagers of before; whether they are good
// is the table's to say. What is not read spoils the stakes.
enum play_wager { PLAY_WAGER_READ, PLAY_WAGER_NONE, PLAY_WAGER_TOO_LONG };
enum play_wager play_read_wager(const struct uth_rules *rules, const char *line,
                                uth_money stakes[UTH_WAGER_COUNT]);
// What is to be typed where that was none, and what decides.
void play_print_no_wager(const struct uth_rules *rules, enum play_wager read);
void play_print_decision_keys(const struct uth_rules *rules);

void play_print_cards(const struct play_screen *screen, const char *who, const uth_card *cards,
                      size_t count);
void play_print_money(uth_money amount);

// ---- what perfect play says -------------------------------------------------------------------

struct play_offers {
    size_t count;
    struct uth_decision of[UTH_OFFERS_MAX];
};

struct play_advice {
    bool known;    // false where the solver cannot work these rules out
    bool is_short; // of the money for a size, which is left out
    struct uth_odds_answer odds;
    struct uth_coach coach;
};

// Of the choices that are offered.
void play_advise(const struct uth_rules *rules, const struct uth_round *round,
                 const struct play_offers *offers, void *memory, struct play_advice *advice);
// What a decision costs against the best one, in millionths of an ante; 0 for the best.
int64_t play_cost(const struct play_advice *advice, struct uth_decision decision);
void play_print_advice(const struct play_advice *advice, uth_money ante);

// ---- the record -------------------------------------------------------------------------------

struct play_statistics {
    uint64_t hands;
    uint64_t won;
    uint64_t lost;
    uint64_t tied;
    uint64_t folded;
    uint64_t decisions;
    uint64_t mistakes;
    int64_t cost; // of the mistakes, in millionths of an ante
    uth_money net;
    uth_money wagered;
    uth_money best;
    uth_money worst;
};

// Everything a game is taken up from, a hand half played included.
struct play_record {
    uth_money purse;
    uth_money stakes[UTH_WAGER_COUNT]; // of the last hand, offered again
    struct uth_meter meter;
    // Where a player banks: who has the position, what the player posts, what the provider of the
    // others has.
    struct uth_rotation rotation;
    uth_money bank;
    uth_money provider;
    uint64_t seed; // as far as it was used
    bool seeded;
    struct play_statistics statistics;
    // The hand in play: its deck, and the decisions made so far.
    bool in_hand;
    uth_card deck[UTH_DECK_SIZE];
    uint8_t decision_count;
    struct uth_decision decisions[UTH_STREET_COUNT];
};

// Can a hand more be counted? None moves half of what we account for, so none leads beyond it from here.
bool play_record_counts(const struct play_record *record);

// False after a message: not a record, or one made under other rules. *found is false, and the
// record untouched, when there is no such file.
bool play_record_load(const struct cli_command *command, const char *path,
                      const struct uth_rules *rules, struct play_record *record, bool *found);
// Whether the file can be made or replaced, before anything is played for. False after a message.
bool play_record_try(const struct cli_command *command, const char *path);
// Replaces the file whole or not at all. False after a message.
bool play_record_save(const struct cli_command *command, const char *path,
                      const struct uth_rules *rules, const struct play_record *record);

#endif
