// What a decision of the progressive controller is made of, shared by the meter's commands and a table's.
#ifndef UTH_LEDGER_DRAFT_H
#define UTH_LEDGER_DRAFT_H

#include "uth/controller.h"

// A decision as it is written: each entry goes on from the meter the one before left.
struct draft {
    const struct uth_progressive_rules *rules; // as given: stake and pay table
    const struct uth_controller *controller;
    const struct uth_controller_command *command;
    const struct uth_station *station; // of the command's table, or NULL
    struct uth_entries *entries;
    struct uth_meter meter;
};

typedef enum uth_status (*step_fn)(struct draft *draft);

// The next entry; the meter is `after` from there on.
struct uth_meter_entry *ledger_draft_add(struct draft *draft, enum uth_entry_kind kind,
                                         uint8_t seat, const struct uth_meter *after);

// The same where the meter stays as it is.
struct uth_meter_entry *ledger_draft_note(struct draft *draft, enum uth_entry_kind kind,
                                          uint8_t seat);

// The rules with the meter's terms in them.
struct uth_progressive_rules ledger_rules_with(const struct uth_progressive_rules *rules,
                                               const struct uth_terms *terms);

// What a line pays now, and the meter after it. A 100% award already reseeds by the terms that wait.
struct uth_win_award ledger_draft_award(const struct uth_progressive_rules *rules,
                                        const struct uth_controller *controller,
                                        enum uth_progressive_line line, struct uth_meter *after);

// Can a meter be run with these?
enum uth_status ledger_admit_terms(const struct uth_terms *terms);

// Brings the terms that wait into force, if there are any.
void ledger_draft_terms_in_force(struct draft *draft);

// True when the line empties the meter.
bool ledger_is_whole_meter(const struct uth_progressive_rules *rules,
                           enum uth_progressive_line line);

// The meter with a confirmed win taken off and the reseed put on, or all that undone. False when
// the meter does not hold enough for it.
bool ledger_meter_with_award(const struct uth_meter *meter, const struct uth_win_award *award,
                             int sign, struct uth_meter *after);

// An award that is fixed while the key is still at JPH has not left the meter yet, but is no longer the
// meter's to give. Zero when no key holds the meter.
struct uth_win_award ledger_frozen_award(const struct uth_controller *controller);

// True when the meter could still be reseeded with everything it has. What would not is refused.
bool ledger_meter_is_in_range(const struct uth_meter *meter, uth_money seed);

bool ledger_seat_is_valid(unsigned seat);

// The commands of a table, in station.c.
enum uth_status ledger_station_start(struct draft *draft);
enum uth_status ledger_station_show(struct draft *draft);
enum uth_status ledger_station_spot(struct draft *draft);
enum uth_status ledger_station_hand(struct draft *draft);
enum uth_status ledger_station_key_jph(struct draft *draft);
enum uth_status ledger_station_j_pot(struct draft *draft);
enum uth_status ledger_station_key_run(struct draft *draft);
enum uth_status ledger_station_confirm(struct draft *draft);
enum uth_status ledger_station_swipe(struct draft *draft);
enum uth_status ledger_station_pay(struct draft *draft);
enum uth_status ledger_station_end(struct draft *draft);
enum uth_status ledger_station_void(struct draft *draft);

// Manual adjustments, in adjust.c.
enum uth_status ledger_meter_adjust(struct draft *draft);

#endif
