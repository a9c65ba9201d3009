// What the files that write a view share and nobody else sees.
#ifndef UTH_WIRE_ROOM_VIEW_INSIDE_H
#define UTH_WIRE_ROOM_VIEW_INSIDE_H

#include "wire/room_view_json.h"

#define WIRE_DECISION_MAX 8

void wire_put_cards(struct wire_out *out, const char *key, const uth_card *cards, size_t count);
// What lies on the felt in the order it was dealt, under the key `dealt`.
void wire_put_dealt(struct wire_out *out, const struct uth_view *view);
void wire_put_dealer(struct wire_out *out, const struct uth_view *view);
// A seat by its index, with its result when there is one.
void wire_put_seat(struct wire_out *out, const struct wire_room *room, const struct uth_view *view,
                   unsigned index);
// The settled wagers in the order money moves, under the key `order`.
void wire_put_order(struct wire_out *out, const struct uth_rules *rules,
                    const struct uth_view *view);

void wire_put_circles(struct wire_out *out, const struct wire_room *room);
// Side bets that take no chip beside these stakes, and why, under the key `shut`; NULL: bets are closed.
void wire_put_shut(struct wire_out *out, const struct wire_room *room,
                   const uth_money placed[UTH_WAGER_COUNT]);

// What a spot may do now, what it may not, and why, under the key `options`.
void wire_put_options(struct wire_out *out, const struct wire_room *room, uint8_t seat,
                      const struct room_person *who);

// The keys of the Progressive's controller, the hands the cards show, and what is pressed next for them.
void wire_put_keypad(struct wire_out *out, const struct wire_room *room,
                     const struct uth_view *view);
// The key that starts the game of this table's controller, or that ends it.
const char *wire_game_key(const struct wire_room *room, bool starts);

bool wire_is_dealt(const struct uth_view *view);
// "check", "fold", "4x".
void wire_decision_name(struct uth_decision decision, char name[WIRE_DECISION_MAX]);

#endif
