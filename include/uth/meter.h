// The Progressive's meter: other people's money, so not a ten-thousandth of a cent gets lost.
//
// Rates are hundredths of a percent and stakes whole cents, so a contribution is a whole number of
// ten-thousandths of a cent. What does not make a cent yet waits in the carry (PROG-2).
#ifndef UTH_METER_H
#define UTH_METER_H

#include <stdbool.h>
#include <stdint.h>

#include "uth/money.h"
#include "uth/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

#define UTH_CARRY_UNITS 10000 // to a cent

// In cents: meter, reserve and seed together stay below this, so that a share of them is exact in
// 64 bits.
#define UTH_METER_MAX (INT64_MAX / UTH_BASIS_POINTS / 2)

struct uth_meter {
    uth_money amount;
    uth_money reserve;
    uth_money seed;
    uint32_t carry;         // of the amount, always < UTH_CARRY_UNITS
    uint32_t reserve_carry; // of the reserve, likewise
};

// What one winning line takes, and from where.
struct uth_award {
    uint8_t seat;
    enum uth_progressive_line line;
    uth_money amount;
    uth_money from_meter;
    uth_money from_house;   // the tray, or what a dry meter could not pay (PROG-3)
    uth_money seed_added;   // by the house, when the award was 100% (PROG-4)
    uth_money reserve_used; // likewise, out of the reserve
};

// The same without whose it is, as events and entries store it.
struct uth_win_award {
    uth_money amount;
    uth_money from_meter;
    uth_money from_house;
    uth_money seed_added;
    uth_money reserve_used;
};

struct uth_award uth_award_of(uint8_t seat, enum uth_progressive_line line,
                              const struct uth_win_award *award);

// A meter as it stands on its first day: the seed, and nothing else.
struct uth_meter uth_meter_fresh(const struct uth_progressive_rules *rules);

// Feeds meter and reserve from one stake. Refuses with UTH_ERR_MONEY_OVERFLOW; then *meter is
// untouched. What a meter at its maximum does not take goes to the reserve (GM-5).
UTH_NODISCARD enum uth_status
uth_meter_feed(struct uth_meter *meter, const struct uth_progressive_rules *rules, uth_money stake);

// Pays one line and changes the meter. The award is zero when the table does not pay the line.
struct uth_award uth_meter_award(struct uth_meter *meter, const struct uth_progressive_rules *rules,
                                 enum uth_progressive_line line, uth_money stake);

// Takes awards off the meter that were fixed elsewhere, all at once: in which order is then all the
// same. What came to it and went from it between them is not known here, so it stops at zero and at
// UTH_METER_MAX.
void uth_meter_take(struct uth_meter *meter, const struct uth_award *awards, unsigned count);

#ifdef __cplusplus
}
#endif

#endif
