// The rows of the dealer's procedure (DEAL-6), for procedure.c alone: what a row is of, and when it applies.
#ifndef UTH_ROOM_PROCEDURE_ROWS_H
#define UTH_ROOM_PROCEDURE_ROWS_H

#include "room/procedure.h"

// A row is of the table, or comes once for each seat of a kind; rows of the same seats that stand
// together are gone through seat by seat.
enum room_row_each { TABLE, FOLD, WIN, REFUND, SEAT };

// Further conditions of a row: all of them hold.
enum {
    AQUARIUS = 1,
    NEXUS = 2,
    QUALIFIES = 4,
    FAILS = 8, // the dealer does not qualify, and Antes go back
    STAYED = 16,
    FOLDED = 32,
    UP = 64,    // the dealer's cards are turned, or will be
    DOWN = 128, // all have folded and no wager needs them
};

// In the order of the procedure.
extern const struct room_step_row room_rows[];
extern const size_t room_row_count;

bool room_row_is_of(const struct room_step_row *row, const struct uth_rules *rules,
                    unsigned procedure);

#endif
