// Disputes about rounds (WA-1): opened by a player of the round or by staff at the table, decided by
// a supervisor with a reason. A decision is final: a dispute is stored when it is opened and when it is
// decided, and never changed again.
#ifndef UTH_OFFICE_DISPUTE_H
#define UTH_OFFICE_DISPUTE_H

#include "office/office.h"

struct office_record;

#define OFFICE_DISPUTES_MAX       ((size_t)65536)
#define OFFICE_DISPUTE_TEXT_MAX   200 // bytes of what is disputed
#define OFFICE_ROUND_DISPUTES_MAX 16  // about one round

// Stored: append only.
enum office_decision {
    OFFICE_DECISION_OPEN = 0,         // not decided yet
    OFFICE_DECISION_STANDS = 1,       // the round stands as it was settled
    OFFICE_DECISION_CORRECTED = 2,    // somebody was paid, or gave back, what was wrong
    OFFICE_DECISION_WAGER_VOIDED = 3, // one wager goes back
    OFFICE_DECISION_ROUND_VOIDED = 4, // every wager of the round goes back
    OFFICE_DECISION_OTHER = 5,
    OFFICE_DECISION_COUNT = 6,
};

const char *office_decision_name(enum office_decision decision); // "stands"; never NULL
// Of those that decide. False for no such name.
bool office_decision_named(const char *name, enum office_decision *decision);

// The whole of a dispute, as stored (STORE_ENTRY_DISPUTE). No padding.
struct office_dispute {
    uint64_t id; // from 1
    uint64_t round;
    int64_t opened_ms;
    uint64_t opened_by;
    int64_t decided_ms; // 0 while it is open
    uint64_t decided_by;
    uint32_t table;
    uint8_t seat;     // the player's; 0: opened by staff
    uint8_t decision; // enum office_decision
    uint8_t reserved[2];
    char what[OFFICE_DISPUTE_TEXT_MAX + 8];
    char reason[OFFICE_REASON_MAX + 8];
};

// By number; NULL when there is none. Good until the next batch is taken.
const struct office_dispute *office_dispute(const struct office *office, uint64_t id);
size_t office_dispute_count(const struct office *office);
const struct office_dispute *office_dispute_at(const struct office *office, size_t index); // by id

// What may be shown of it; people by number.
json_t *office_dispute_json(const struct office_dispute *dispute);

// ---- drafts -----------------------------------------------------------------------------------

struct office_dispute_new {
    uint32_t table;
    uint64_t round;
    uint8_t seat; // of the one who opens it, as office_dispute_seat found it
    const char *what;
};

// The number is draft->id. Whether the one who asks had a part in the round is the caller's to know.
UTH_NODISCARD bool office_dispute_open(struct office *office, const struct office_dispute_new *wish,
                                       const struct office_by *by, struct office_draft *draft,
                                       struct fault *fault);
// `by->why` is the reason, and has to be there.
UTH_NODISCARD bool office_dispute_decide(struct office *office, uint64_t id,
                                         enum office_decision decision, const struct office_by *by,
                                         struct office_draft *draft, struct fault *fault);

// ---- from a store alone -----------------------------------------------------------------------

// The seat of a person who played in the round, or 0.
uint8_t office_dispute_seat(const struct office_record *record, uint64_t person);

// Puts the disputes of its round into the record.
UTH_NODISCARD bool office_record_disputes(struct store *store, struct office_record *record,
                                          struct fault *fault);

// ---- inside the office ------------------------------------------------------------------------

// A state at a start: is it sound? And one of a batch: does it follow the one before?
bool office_dispute_load(struct office *office, const struct store_entry *entry, uint64_t position,
                         struct fault *fault);
bool office_dispute_take(struct office *office, const struct store_entry *entry, uint64_t position,
                         struct fault *fault);
void office_disputes_finish(struct office *office);

#endif
