// A table as one viewer may see it, as JSON: the `view` message of docs/protocol.md.
//
// Cards come from uth_view_of and from nowhere else, so what a viewer may not see is not there to
// be written. What is said about cards (a hand's name, a verdict) is said of cards that are in the
// message.
#ifndef UTH_WIRE_ROOM_VIEW_JSON_H
#define UTH_WIRE_ROOM_VIEW_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "room/room.h"
#include "wire/out.h"
#include "wire/reason_words.h"

// The table and what a view needs beside it.
struct wire_room {
    const struct room_table *table;
    const struct room_world *world; // the rules, the meter, the time
    uint64_t version;
    uint64_t last_round;         // the last one whose secret is known; 0: none
    const uint8_t *last_secret;  // ROOM_SECRET bytes
    bool last_voided;            // its wagers went back (DEAL-5)
    uth_seat_set last_withheld;  // it was called off because these did not reveal their parts
    const uint8_t *fairness_key; // ROOM_SECRET bytes: of the server's signatures
    bool test_decks;             // the cards come from a file: said in every view
    void *context;
    const char *(*name_of)(void *context, uint64_t player);
};

struct wire_viewer {
    uth_seat_set seats;            // the spots this person holds; none: sits nowhere
    bool dealer;                   // runs the table: gets the console
    const struct room_person *who; // the person, with their own limits; NULL: none are known
};

#define WIRE_VIEW_MAX ((size_t)32 * 1024)
// With the console, whose steps at a full table are the most of it.
#define WIRE_VIEW_OUT_MAX (2 * WIRE_VIEW_MAX + (size_t)96 * 1024)

// What all who look at a table see alike, written once for all of them: the text in front of `you`,
// each seat as a spectator sees it, and the text behind the seats.
struct wire_common {
    struct uth_view view;            // a spectator's
    size_t head;                     // bytes of it
    size_t seats[UTH_SEATS_MAX + 1]; // where each begins, and where the last ends
    size_t end;
    char text[WIRE_VIEW_MAX];
};

void wire_room_common(const struct wire_room *room, struct wire_common *common);

// Appends the view; out->overflow tells when it did not fit, which WIRE_VIEW_MAX rules out.
void wire_room_view(const struct wire_room *room, const struct wire_common *common,
                    struct wire_viewer viewer, struct wire_out *out);

// The part for the one who runs the table, `dealer_console`; appended under that key.
void wire_dealer_console(const struct wire_room *room, const struct uth_view *view,
                         struct wire_out *out);

// Reason, note and since when, of a call for a supervisor (GM-8).
void wire_put_call(struct wire_out *out, const struct room_call *call);

// Why this wager of a seat ended as it did, of what the viewer sees of the hand.
void wire_seat_reason(const struct uth_rules *rules, const struct uth_view *view,
                      const struct uth_view_seat *seat, enum uth_wager wager,
                      char words[WIRE_REASON_WORDS_MAX]);

// "closed", "waiting", … and the pace as words.
const char *wire_room_state_name(enum room_state state);
const char *wire_room_pace_name(enum room_pace pace);
const char *wire_banked_by_name(const struct uth_rules *rules);

// Limits of the wagers a profile offers, under the key `limits`.
void wire_put_limits(const struct uth_rules *rules, const struct room_config *config,
                     struct wire_out *out);
void wire_put_hex(struct wire_out *out, const char *key, const uint8_t *bytes, size_t size);
void wire_put_null(struct wire_out *out, const char *key);

#endif
