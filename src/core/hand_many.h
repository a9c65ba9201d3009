// Many seven-card hands by the vectors of the processor: for uth_hand_of_many, and for the tests,
// which go every way.
#ifndef UTH_CORE_HAND_MANY_H
#define UTH_CORE_HAND_MANY_H

#include <stddef.h>

#include "core/hand_layout.h"
#include "uth/hand.h"

// From the plainest to the widest.
enum hand_way { HAND_WAY_PLAIN, HAND_WAY_AVX2, HAND_WAY_AVX512, HAND_WAY_COUNT };

// The widest of which this processor and its system are capable. They are of all before it, too.
enum hand_way hand_way_widest(void);

// uth_hand_of_many by one way.
void hand_of_many(enum hand_way way, const uth_card (*cards)[7], size_t count, uth_hand *hands);

// Cards by rows: rows[i][k] is card i of round k.
enum { HAND_ROW_LANES = 64 };
typedef const uth_card *hand_row; // [HAND_ROW_LANES]

// The hands of one or more players in each round, by their hole cards and the round's community
// cards.
void hand_of_rows(enum hand_way way, const hand_row community[5], const hand_row (*holes)[2],
                  size_t players, uth_hand (*hands)[HAND_ROW_LANES]);

// The same by vectors; the plain way is its caller's.
void hand_rows(const struct hand_tables *tables, const hand_row community[5],
               const hand_row (*holes)[2], size_t players, uth_hand (*hands)[HAND_ROW_LANES]);

// Judges the first hands, as many as fill vectors, and returns how many: none by the plain way.
size_t hand_many(enum hand_way way, const struct hand_tables *tables, const uth_card (*cards)[7],
                 size_t count, uth_hand *hands);

#endif
