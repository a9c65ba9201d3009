// What is wrong on purpose inside the server and the pure layers, whose functions the linker hands over
// to us (--wrap): each does what the real one does, unless something is planted.
#include <string.h>

#include "room/step.h"
#include "storm.h"

// ---- at the door ------------------------------------------------------------------------------

bool plant_in_password(const char *given, bool fits)
{
    const enum plant plant = the_storm->plant;
    const bool common = strncmp(given, PASSWORD, sizeof PASSWORD - 1) == 0;
    if (plant == PLANT_OWN_REFUSED && the_storm->step > 1500 && common) {
        return false;
    }
    return fits || (plant == PLANT_ANY_NAME && common) ||
           (plant == PLANT_ANY_PASSWORD && strncmp(given, NOBODYS, sizeof NOBODYS - 1) == 0);
}

bool __real_office_person_is_locked(const struct office_person *person);
bool __wrap_office_person_is_locked(const struct office_person *person);

bool __wrap_office_person_is_locked(const struct office_person *person)
{
    return the_storm->plant != PLANT_LET_LOCKED && __real_office_person_is_locked(person);
}

// ---- inside the pure layers -------------------------------------------------------------------

bool __real_session_of_cookie(const struct session_key *key, const char *header, int64_t now_s,
                              struct session *session);
bool __wrap_session_of_cookie(const struct session_key *key, const char *header, int64_t now_s,
                              struct session *session);

bool __wrap_session_of_cookie(const struct session_key *key, const char *header, int64_t now_s,
                              struct session *session)
{
    const bool good = __real_session_of_cookie(key, header, now_s, session);
    const struct office_person *whose =
        good ? office_person(the_storm->serve->office, session->person) : NULL;
    if (the_storm->plant == PLANT_OLD_SESSION && whose != NULL) {
        session->generation = whose->state.generation;
    }
    if (good || the_storm->plant != PLANT_TRUST || header == NULL || header[0] == '\0') {
        return good;
    }
    const struct office_person *person = office_person_at(the_storm->serve->office, 0);
    *session = (struct session){person->state.id, person->state.generation, now_s + 1000};
    return true;
}

void __real_uth_view_of(const struct uth_round *round, struct uth_viewer viewer,
                        struct uth_view *view);
void __wrap_uth_view_of(const struct uth_round *round, struct uth_viewer viewer,
                        struct uth_view *view);
enum uth_status __real_uth_controller_decide(const struct uth_progressive_rules *rules,
                                             const struct uth_controller *controller,
                                             const struct uth_controller_command *command,
                                             struct uth_entries *entries);
enum uth_status __wrap_uth_controller_decide(const struct uth_progressive_rules *rules,
                                             const struct uth_controller *controller,
                                             const struct uth_controller_command *command,
                                             struct uth_entries *entries);

enum uth_status __real_room_recent_admit(const struct room_table *table, uint64_t person,
                                         uint64_t id);
enum uth_status __wrap_room_recent_admit(const struct room_table *table, uint64_t person,
                                         uint64_t id);

// The table does not remember what it was told before.
enum uth_status __wrap_room_recent_admit(const struct room_table *table, uint64_t person,
                                         uint64_t id)
{
    const enum uth_status status = __real_room_recent_admit(table, person, id);
    return the_storm->plant == PLANT_TWICE && status == UTH_REPEATED ? UTH_OK : status;
}

void __real_step_state(struct step *step, enum room_state state, int64_t deadline_ms);
void __wrap_step_state(struct step *step, enum room_state state, int64_t deadline_ms);

// The table keeps to the time it states, and states a wrong one.
void __wrap_step_state(struct step *step, enum room_state state, int64_t deadline_ms)
{
    const bool late = the_storm->plant == PLANT_LATE_ROUND && deadline_ms != 0;
    __real_step_state(step, state, late ? deadline_ms + 60000 : deadline_ms);
}

void __real_uth_round_apply(struct uth_round *round, const struct uth_event *event);
void __wrap_uth_round_apply(struct uth_round *round, const struct uth_event *event);

void __wrap_uth_round_apply(struct uth_round *round, const struct uth_event *event)
{
    __real_uth_round_apply(round, event);
    if (the_storm->plant == PLANT_EARLY_UP && event->kind == UTH_EVENT_TURNED) {
        round->dealer_up = 1;
    }
}

void __wrap_uth_view_of(const struct uth_round *round, struct uth_viewer viewer,
                        struct uth_view *view)
{
    __real_uth_view_of(round, viewer, view);
    const bool dealt = round->phase >= UTH_PHASE_PREFLOP && round->phase < UTH_PHASE_SHOWDOWN;
    if (the_storm->plant == PLANT_LEAK_DEALER && dealt) {
        memcpy(view->dealer, round->dealer, sizeof view->dealer);
    }
    for (unsigned i = 0; the_storm->plant == PLANT_LEAK_SEAT && dealt && i < UTH_SEATS_MAX; i++) {
        if (round->seats[i].in && i + 1 != viewer.seat) {
            memcpy(view->seats[i].cards, round->seats[i].cards, sizeof view->seats[i].cards);
        }
    }
}

// The last one that feeds the meter.
static void bend_feed(enum plant plant, struct uth_entries *entries)
{
    struct uth_meter_entry *entry = &entries->list[entries->count == 0 ? 0 : entries->count - 1];
    if (entries->count == 0 || entry->kind != UTH_ENTRY_FED) {
        return;
    }
    if (plant == PLANT_LOSE_CARRY) {
        entry->after.carry = 0;
    } else if (plant == PLANT_LOSE_INCREASE && the_storm->step > 1500) {
        entry->after = entry->before;
    } else if (plant == PLANT_WRONG_FEED) {
        entry->as.fed.units++;
    } else if (plant == PLANT_LOSE_FEED) {
        entries->count--;
    } else if (plant == PLANT_WRONG_RESERVE) {
        entry->after.reserve.cents++;
    }
}

// From this entry on the meter has so much more.
static void leave_on_meter(struct uth_entries *entries, uint32_t at, int64_t cents)
{
    for (uint32_t i = at; i < entries->count; i++) {
        entries->list[i].before.amount.cents += i > at ? cents : 0;
        entries->list[i].after.amount.cents += cents;
    }
}

// As if it had never been: what follows begins where it began.
static void drop_entry(struct uth_entries *entries, uint32_t at)
{
    const struct uth_meter kept = entries->list[at].before;
    entries->count--;
    for (uint32_t i = at; i < entries->count; i++) {
        entries->list[i] = entries->list[i + 1];
        entries->list[i].number--;
        entries->list[i].before = entries->list[i].after =
            kept; // it is the void, which moves nothing
    }
}

static void bend_entry(enum plant plant, struct uth_entries *entries, uint32_t at)
{
    struct uth_meter_entry *entry = &entries->list[at];
    if (plant == PLANT_PAY_LESS && entry->kind == UTH_ENTRY_AWARDED) {
        leave_on_meter(entries, at, 1);
    } else if (plant == PLANT_TAKE_LESS && entry->kind == UTH_ENTRY_AWARDED &&
               entry->as.award.from_meter.cents >= 100) {
        entry->as.award.from_meter.cents -= 100;
        leave_on_meter(entries, at, 100);
    } else if (plant == PLANT_UNFEED_LESS && entry->kind == UTH_ENTRY_UNFED &&
               entry->as.fed.units <= -UTH_CARRY_UNITS) {
        entry->as.fed.units += UTH_CARRY_UNITS;
        leave_on_meter(entries, at, 1);
    } else if (plant == PLANT_KEEP_FED && entry->kind == UTH_ENTRY_UNFED) {
        drop_entry(entries, at);
    }
}

// Each time: the room also asks only what would happen.
enum uth_status __wrap_uth_controller_decide(const struct uth_progressive_rules *rules,
                                             const struct uth_controller *controller,
                                             const struct uth_controller_command *command,
                                             struct uth_entries *entries)
{
    const enum plant plant = the_storm->plant;
    const enum uth_status status =
        __real_uth_controller_decide(rules, controller, command, entries);
    if (status == UTH_OK) {
        bend_feed(plant, entries);
    }
    for (uint32_t i = 0; status == UTH_OK && i < entries->count; i++) {
        bend_entry(plant, entries, i);
    }
    return status;
}

void __real_uth_entry_post(const struct uth_meter_entry *entry, struct uth_postings *postings);
void __wrap_uth_entry_post(const struct uth_meter_entry *entry, struct uth_postings *postings);

// What the meter or its reserve does not get stays in the tray, and the books agree on that.
void __wrap_uth_entry_post(const struct uth_meter_entry *entry, struct uth_postings *postings)
{
    __real_uth_entry_post(entry, postings);
    const enum plant plant = the_storm->plant;
    const uint8_t reason = plant == PLANT_SHORT_ACCOUNT   ? UTH_POSTED_CONTRIBUTION
                           : plant == PLANT_SHORT_RESERVE ? UTH_POSTED_RESERVE_CONTRIBUTION
                                                          : UTH_POSTED_COUNT;
    for (uint32_t i = 0; i < postings->count; i++) {
        struct uth_posting *posting = &postings->list[i];
        posting->amount.cents -= posting->reason == reason && posting->amount.cents > 1;
    }
}

enum uth_status __real_uth_round_decide(const struct uth_rules *rules,
                                        const struct uth_round *round,
                                        const struct uth_command *command,
                                        struct uth_events *events);
enum uth_status __wrap_uth_round_decide(const struct uth_rules *rules,
                                        const struct uth_round *round,
                                        const struct uth_command *command,
                                        struct uth_events *events);

static bool leaves_layout(const struct uth_event *event)
{
    return event->kind == UTH_EVENT_SETTLED &&
           event->small[UTH_SMALL_SETTLED_WAGER] != UTH_WAGER_PROGRESSIVE;
}

// The first wager of a round that the house banks stays where it lies.
static void leave_stake(struct uth_events *events)
{
    uint32_t i = 0;
    while (i < events->count && !leaves_layout(&events->list[i])) {
        i++;
    }
    if (i < events->count) {
        events->count--;
        memmove(&events->list[i], &events->list[i + 1],
                (events->count - i) * sizeof events->list[0]);
    }
}

static void bend_settlement(const struct uth_round *round, struct uth_event *event)
{
    const enum plant plant = the_storm->plant;
    const bool progressive = event->kind == UTH_EVENT_SETTLED &&
                             event->small[UTH_SMALL_SETTLED_WAGER] == UTH_WAGER_PROGRESSIVE;
    if (plant == PLANT_BANK_SHORT && event->kind == UTH_EVENT_ROUND_SETTLED &&
        round->bank_wager.cents + event->as.amount.cents > 1) {
        event->as.amount.cents--;
    } else if (plant == PLANT_PAY_MORE && progressive &&
               event->small[UTH_SMALL_SETTLED_OUTCOME] == UTH_OUTCOME_WIN) {
        event->as.settled.net.cents += 100;
    }
}

enum uth_status __wrap_uth_round_decide(const struct uth_rules *rules,
                                        const struct uth_round *round,
                                        const struct uth_command *command,
                                        struct uth_events *events)
{
    const enum uth_status status = __real_uth_round_decide(rules, round, command, events);
    if (status != UTH_OK || command->kind != UTH_COMMAND_SETTLE) {
        return status;
    }
    if (the_storm->plant == PLANT_LEAVE_STAKE && round->bank_seat == 0) {
        leave_stake(events);
    }
    for (uint32_t i = 0; i < events->count; i++) {
        bend_settlement(round, &events->list[i]);
    }
    return status;
}
