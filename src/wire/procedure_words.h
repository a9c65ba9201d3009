// The words of a step of the dealer's procedure, with what the table shows now filled in.
#ifndef UTH_WIRE_PROCEDURE_WORDS_H
#define UTH_WIRE_PROCEDURE_WORDS_H

#include "room/room.h"
#include "wire/room_view_json.h"

#define WIRE_STEP_WORDS_MAX 384

// "Collect and drop the fee".
void wire_step_name(const struct wire_room *room, const struct uth_view *view,
                    const struct room_step *step, char name[WIRE_STEP_WORDS_MAX]);
// "Collect $2 from the player-dealer (seat 6) and drop it into the drop box, …".
void wire_step_words(const struct wire_room *room, const struct uth_view *view,
                     const struct room_step *step, char words[WIRE_STEP_WORDS_MAX]);
// What a command waits for: "waiting for seats 2 and 3"; "" when it may be given.
void wire_step_waits(const struct wire_room *room, const struct uth_view *view,
                     const struct room_step *step, char words[WIRE_STEP_WORDS_MAX]);

// A step in a record, where its amounts are told elsewhere: "Seat 3: settle Ante".
void wire_step_title(const struct uth_rules *rules, enum room_step_kind kind, uint8_t seat,
                     char name[WIRE_STEP_WORDS_MAX]);

// "blue", "red": the backs of the two decks.
const char *wire_deck_colour(uint8_t deck);

#endif
