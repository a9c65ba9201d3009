// What a refusal at a table says to the person who was refused.
#ifndef UTH_WIRE_REFUSAL_WORDS_H
#define UTH_WIRE_REFUSAL_WORDS_H

#include "room/room.h"

#define WIRE_REFUSAL_MAX 160

// The status in words, with the seat it is about where the table says which one (GM-2). `table` and
// `world` are as they were when the command was refused.
void wire_refusal_words(const struct room_world *world, const struct room_table *table,
                        enum uth_status status, char words[WIRE_REFUSAL_MAX]);

#endif
