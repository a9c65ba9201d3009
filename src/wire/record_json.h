// A round as its record: what `uth settle` reads, with what it was dealt from and how it was settled.
#ifndef UTH_WIRE_RECORD_JSON_H
#define UTH_WIRE_RECORD_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "room/room.h"
#include "uth/meter.h"
#include "uth/rotation.h"
#include "uth/round.h"
#include "uth/rules.h"
#include "wire/fairness.h"
#include "wire/out.h"

// A record and its answer take no more than this.
#define WIRE_RECORD_MAX ((size_t)128 * 1024)

// WA-1: a dispute about the round, and its decision when there is one.
struct wire_dispute {
    uint64_t id;
    uint8_t seat; // of the player who opened it; 0: staff
    int64_t opened_ms;
    const char *what;
    const char *decision;
    int64_t decided_ms; // 0: it is open
    const char *reason;
};

// A step of the dealer's procedure that only hands do (DEAL-6).
struct wire_tick {
    int64_t time_ms;
    uint64_t who;
    uint8_t kind; // enum room_step_kind
    uint8_t seat;
    uint8_t as; // enum room_ticked
};

struct wire_record {
    const char *id;                    // "3:17"
    const struct uth_rules *rules;     // the round was played by
    const struct uth_round *round;     // settled and over
    const struct uth_meter *meter;     // it was settled with, its own wagers in it; NULL: none
    const struct uth_award *confirmed; // confirmed before the settlement, as the round paid them
    uint8_t confirmed_count;
    const struct wire_dispute *disputes;
    uint8_t dispute_count;
    uth_seat_set proposition; // seats of proposition players (BANK-1)
    const char *provider;     // theirs
    uth_seat_set drawn;       // who drew for the first offer of the bank (ROT-1)
    const uth_card *draw;
    const char *cause;                    // why it was void; NULL: it was not
    const struct wire_fairness *fairness; // NULL while the secret may not be known
    const struct wire_tick *ticks;
    size_t tick_count;
};

// One line. A round that was void is no round to settle: its record says "void" in place of an
// answer, and cards only as far as they were dealt.
void wire_out_record(struct wire_out *out, const struct wire_record *record);

// The meter before the wagers of this round fed it at the profile's rates.
struct uth_meter wire_meter_before(const struct uth_rules *rules, const struct uth_round *round,
                                   const struct uth_meter *meter);

// "4x", "check", "fold" at a street, or NULL when nothing was decided there.
const char *wire_decision_text(const struct uth_round_seat *seat, enum uth_street street,
                               char text[8]);

#endif
