// A table to play at in tests. Every command that goes through it is held to what holds for all
// commands: a refusal changes nothing, and the events so far rebuild the round byte for byte.
#ifndef UTH_TESTS_TABLE_H
#define UTH_TESTS_TABLE_H

#include "support/rng.h"
#include "uth/round.h"

#define TABLE_JOURNAL_MAX 512

struct table {
    struct uth_rules rules;
    struct uth_round round;
    struct uth_round start; // where the journal begins: at the last opening
    size_t count;
    struct uth_event journal[TABLE_JOURNAL_MAX];
    struct uth_events last; // of the last command that was not refused
};

void table_sit(struct table *table, const struct uth_rules *rules);

// Decides, and applies what was decided.
enum uth_status table_try(struct table *table, const struct uth_command *command);

// The same for commands that must not be refused.
void table_do(struct table *table, struct uth_command command);

// A profile with another dealing procedure.
struct uth_rules rules_dealt_by(const struct uth_rules *rules, enum uth_procedure procedure);

// Commands, each with what it needs.
struct uth_command open_round(uint8_t bank_seat, int64_t bank_wager);
struct uth_command wager_base(uint8_t seat, int64_t ante);
struct uth_command wager_trips(uint8_t seat, int64_t ante, int64_t trips);
struct uth_command deal_from(const uth_card deck[UTH_DECK_SIZE]);
struct uth_command check_by(uint8_t seat);
struct uth_command raise_by(uint8_t seat, uint8_t multiple);
struct uth_command fold_by(uint8_t seat);
struct uth_command simple(enum uth_command_kind kind);

// The cards of `text` on top, in that order, and the others below.
void deck_with_top(const char *text, uth_card deck[UTH_DECK_SIZE]);

// A round as the profile admits it, with chance for every choice. `chaos` in a hundred commands
// are drawn without asking whether they are legal, or due.
struct uth_command draw_command(struct rng *rng, const struct table *table, unsigned chaos);

// One of the built-in profiles with its switches thrown by chance.
struct uth_rules draw_rules(struct rng *rng);

#endif
