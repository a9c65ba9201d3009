// What the readers of a round share: where a value stands, how it is refused, and the options of a table.
#ifndef UTH_WIRE_ROUND_PARTS_H
#define UTH_WIRE_ROUND_PARTS_H

#include "wire/fault.h"
#include "wire/out.h"
#include "wire/round_json.h"
#include "wire/value.h"

// Where a value stands: "players[2].ante", "bank.seat", "community". Put into words only when
// something is refused, which is rare.
struct place {
    const char *object; // "" at the top
    const char *field;
    size_t index; // of the list `object`, NO_INDEX when it is no list
};

#define NO_INDEX SIZE_MAX

static inline struct place at_top(const char *field)
{
    return (struct place){"", field, NO_INDEX};
}

static inline struct place in_object(const char *object, const char *field)
{
    return (struct place){object, field, NO_INDEX};
}

static inline struct place in_player(size_t index, const char *field)
{
    return (struct place){"players", field, index};
}

static inline struct place in_award(size_t index, const char *field)
{
    return (struct place){"confirmed", field, index};
}

// Each says it in *refusal and is false.
bool round_refuse_fault(struct wire_refusal *refusal, const struct wire_fault *fault);
bool round_refuse_at(struct wire_refusal *refusal, struct place place,
                     const struct wire_value *value, const char *expected);

// The wager of the profile's own side bet that a member is named after; UTH_WAGER_COUNT for any other.
enum uth_wager round_own_wager(const struct uth_rules *rules, const struct wire_value *member);
extern const char round_own_expected[];

// The switches of a table: read into the round's copy of its rules, and written, each as it stands.
bool round_read_options(const struct wire_value *value, struct wire_round *round,
                        struct wire_refusal *refusal);
void round_put_options(struct wire_out *out, const struct uth_rules *rules);

// The profile's own side bets come last, and stand together by their ids. Returns whether they do.
bool round_open_side(struct wire_out *out, enum uth_wager wager, bool open);
void round_close_side(struct wire_out *out, bool open);

#endif
