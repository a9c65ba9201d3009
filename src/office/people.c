// Who is there: by number, by name, by card.
#include <stdlib.h>
#include <string.h>

#include "office/internal.h"
#include "office/stored.h"

_Static_assert(sizeof(struct office_person_state) == 592, "no padding in a person");

// ---- finding ----------------------------------------------------------------------------------

void office_name_fold(const char *name, char folded[OFFICE_NAME_MAX + 8])
{
    memset(folded, 0, OFFICE_NAME_MAX + 8);
    for (size_t i = 0; i < OFFICE_NAME_MAX && name[i] != '\0'; i++) {
        folded[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]);
    }
}

static uint64_t hash_bytes(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ at[i]) * UINT64_C(1099511628211);
    }
    return hash ^ hash >> 29;
}

// What a person is found by: a number, a card, or a folded name.
struct wanted {
    enum found_by by;
    uint64_t number;
    char name[OFFICE_NAME_MAX + 8];
};

static struct wanted wanted_name(const char *name)
{
    struct wanted wanted = {.by = FOUND_BY_NAME};
    office_name_fold(name, wanted.name);
    return wanted;
}

static struct wanted wanted_number(enum found_by by, uint64_t number)
{
    const struct wanted wanted = {.by = by, .number = number};
    return wanted;
}

static struct wanted wanted_of(enum found_by by, const struct office_person_state *state)
{
    return by == FOUND_BY_NAME ? wanted_name(state->name)
                               : wanted_number(by, by == FOUND_BY_ID ? state->id : state->card);
}

static bool is_wanted(const struct office_person_state *state, const struct wanted *wanted)
{
    if (wanted->by != FOUND_BY_NAME) {
        return (wanted->by == FOUND_BY_ID ? state->id : state->card) == wanted->number;
    }
    const struct wanted theirs = wanted_name(state->name);
    return memcmp(theirs.name, wanted->name, sizeof theirs.name) == 0;
}

static uint64_t hash_of(const struct wanted *wanted)
{
    return wanted->by == FOUND_BY_NAME ? hash_bytes(wanted->name, sizeof wanted->name)
                                       : hash_bytes(&wanted->number, sizeof wanted->number);
}

// Where it is, or the free place where it would be put.
static size_t place_of(const struct finder *finder, const struct wanted *wanted)
{
    size_t at = (size_t)hash_of(wanted) & (finder->capacity - 1);
    while (finder->slots[at] != NULL && !is_wanted(&finder->slots[at]->person.state, wanted)) {
        at = (at + 1) & (finder->capacity - 1);
    }
    return at;
}

static struct person_slot *find(const struct office *office, const struct wanted *wanted)
{
    const struct finder *finder = &office->finders[wanted->by];
    return finder->capacity == 0 ? NULL : finder->slots[place_of(finder, wanted)];
}

struct person_slot *office_slot(const struct office *office, uint64_t id)
{
    const struct wanted wanted = wanted_number(FOUND_BY_ID, id);
    return find(office, &wanted);
}

const struct office_person *office_person(const struct office *office, uint64_t id)
{
    const struct person_slot *slot = office_slot(office, id);
    return slot == NULL ? NULL : &slot->person;
}

const struct office_person *office_person_named(const struct office *office, const char *name)
{
    const struct wanted wanted = wanted_name(name);
    const struct person_slot *slot = NULL;
    if (strlen(name) <= OFFICE_NAME_MAX) {
        slot = find(office, &wanted);
    }
    return slot == NULL ? NULL : &slot->person;
}

const struct office_person *office_person_with_card(const struct office *office, uint64_t card)
{
    const struct wanted wanted = wanted_number(FOUND_BY_CARD, card);
    const struct person_slot *slot = card == 0 ? NULL : find(office, &wanted);
    return slot == NULL ? NULL : &slot->person;
}

size_t office_person_count(const struct office *office)
{
    return office->person_count;
}

const struct office_person *office_person_at(const struct office *office, size_t index)
{
    UTH_CHECK(index < office->person_count);
    return &office->people[index]->person;
}

// ---- room for more ----------------------------------------------------------------------------

static bool is_found_by(enum found_by by, const struct office_person_state *state)
{
    return by != FOUND_BY_CARD || state->card != 0;
}

static void put_in(struct finder *finder, enum found_by by, struct person_slot *slot)
{
    const struct wanted wanted = wanted_of(by, &slot->person.state);
    if (is_found_by(by, &slot->person.state)) {
        finder->slots[place_of(finder, &wanted)] = slot;
    }
}

// Closes the gap behind it, so that whoever was put in around it is still found.
static void take_out(struct finder *finder, enum found_by by,
                     const struct office_person_state *state)
{
    const struct wanted gone = wanted_of(by, state);
    size_t gap = place_of(finder, &gone);
    if (!is_found_by(by, state)) {
        return;
    }
    UTH_CHECK(finder->slots[gap] != NULL);
    const size_t mask = finder->capacity - 1;
    for (size_t at = (gap + 1) & mask; finder->slots[at] != NULL; at = (at + 1) & mask) {
        const struct wanted next = wanted_of(by, &finder->slots[at]->person.state);
        const size_t home = (size_t)hash_of(&next) & mask;
        if (((at - home) & mask) >= ((at - gap) & mask)) {
            finder->slots[gap] = finder->slots[at];
            gap = at;
        }
    }
    finder->slots[gap] = NULL;
}

static bool finder_reserve(const struct office *office, struct finder *finder, enum found_by by)
{
    if (finder->capacity >= (office->person_count + 1) * 2) {
        return true;
    }
    const size_t capacity = finder->capacity == 0 ? 64 : finder->capacity * 2;
    struct person_slot **slots = calloc(capacity, sizeof(struct person_slot *));
    if (slots == NULL) {
        return false;
    }
    free(finder->slots);
    *finder = (struct finder){slots, capacity};
    for (size_t i = 0; i < office->person_count; i++) {
        put_in(finder, by, office->people[i]);
    }
    return true;
}

static bool finders_reserve(struct office *office)
{
    bool fine = true;
    for (enum found_by by = FOUND_BY_ID; by < FOUND_BY_COUNT; by++) {
        fine = fine && finder_reserve(office, &office->finders[by], by);
    }
    return fine;
}

static bool reserve_slot(struct office *office)
{
    if (office->person_count == office->person_room) {
        const size_t room = office->person_room == 0 ? 64 : office->person_room * 2;
        struct person_slot **larger = realloc(office->people, room * sizeof(struct person_slot *));
        if (larger == NULL) {
            return false;
        }
        office->people = larger;
        office->person_room = room;
    }
    // One slot lies ready, so that taking a person cannot fail.
    if (office->spare == NULL) {
        office->spare = calloc(1, sizeof(struct person_slot));
    }
    return office->spare != NULL;
}

bool office_people_reserve(struct office *office, uint64_t id, struct fault *fault)
{
    if (id == 0 || id >= OFFICE_PERSON_MAX || office->person_count >= OFFICE_PEOPLE_MAX) {
        return fault_report(fault, FAULT_FULL, "there is no room for a person with number %llu",
                            (unsigned long long)id);
    }
    return (reserve_slot(office) && finders_reserve(office)) ||
           fault_report(fault, FAULT_MEMORY, "out of memory");
}

// ---- guests who have not played ---------------------------------------------------------------

static void list_guest(struct office *office, struct person_slot *slot)
{
    const bool listed = slot->person.state.role == ROOM_ROLE_GUEST && !slot->played;
    if (listed == slot->listed) {
        return;
    }
    slot->listed = listed;
    if (listed) { // numbers rise: the newest is last
        slot->guest_previous = office->guest_last;
        slot->guest_next = NULL;
        *(office->guest_last != NULL ? &office->guest_last->guest_next : &office->guest_first) =
            slot;
        office->guest_last = slot;
        office->guest_count++;
        return;
    }
    *(slot->guest_previous != NULL ? &slot->guest_previous->guest_next : &office->guest_first) =
        slot->guest_next;
    *(slot->guest_next != NULL ? &slot->guest_next->guest_previous : &office->guest_last) =
        slot->guest_previous;
    office->guest_count--;
}

void office_note_played(struct office *office, const struct uth_account *account)
{
    struct person_slot *slot =
        account->kind == UTH_ACCOUNT_WAGERS || account->kind == UTH_ACCOUNT_BANK
            ? office_slot(office, account->owner)
            : NULL;
    if (slot != NULL && !slot->played) {
        slot->played = true;
        list_guest(office, slot);
    }
}

size_t office_guest_count(const struct office *office)
{
    return office->guest_count;
}

const struct office_person *office_guest_first(const struct office *office)
{
    return office->guest_first == NULL ? NULL : &office->guest_first->person;
}

const struct office_person *office_guest_next(const struct office_person *guest)
{
    const struct person_slot *next = ((const struct person_slot *)guest)->guest_next;
    return next == NULL ? NULL : &next->person;
}

bool office_guest_can_go(const struct office_person *person)
{
    return ((const struct person_slot *)person)->listed && person->day.seated == 0;
}

// ---- taking -----------------------------------------------------------------------------------

static void note_number(struct office *office, uint64_t id)
{
    if (office->last_person < id) {
        office->last_person = id;
    }
    if (office->next_person <= id) {
        office->next_person = id + 1;
    }
}

static void put_new(struct office *office, const struct office_person_state *state)
{
    struct person_slot *slot = office->spare;
    UTH_CHECK(slot != NULL && office->person_count < office->person_room);
    office->spare = NULL;
    slot->person.state = *state;
    // By number: they rise, but for a guest who is removed further on in what is being loaded.
    size_t at = office->person_count;
    while (at > 0 && office->people[at - 1]->person.state.id > state->id) {
        office->people[at] = office->people[at - 1];
        at--;
    }
    office->people[at] = slot;
    office->person_count++;
    for (enum found_by by = FOUND_BY_ID; by < FOUND_BY_COUNT; by++) {
        put_in(&office->finders[by], by, slot);
    }
}

void office_person_put(struct office *office, const struct office_person_state *state,
                       uint64_t position)
{
    struct person_slot *slot = office_slot(office, state->id);
    if (slot == NULL) {
        put_new(office, state);
        slot = office_slot(office, state->id);
    } else {
        take_out(&office->finders[FOUND_BY_NAME], FOUND_BY_NAME, &slot->person.state);
        take_out(&office->finders[FOUND_BY_CARD], FOUND_BY_CARD, &slot->person.state);
        slot->person.state = *state;
        put_in(&office->finders[FOUND_BY_NAME], FOUND_BY_NAME, slot);
        put_in(&office->finders[FOUND_BY_CARD], FOUND_BY_CARD, slot);
    }
    slot->position = position;
    list_guest(office, slot);
    note_number(office, state->id);
}

static size_t index_of(const struct office *office, uint64_t id)
{
    size_t low = 0;
    size_t high = office->person_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (office->people[middle]->person.state.id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void office_person_remove(struct office *office, uint64_t id)
{
    struct person_slot *slot = office_slot(office, id);
    note_number(office, id);
    if (slot == NULL) {
        return; // at a start: the state that is stored says so already
    }
    const size_t index = index_of(office, id);
    UTH_CHECK(office->people[index] == slot);
    slot->played = true; // off the list
    list_guest(office, slot);
    for (enum found_by by = FOUND_BY_ID; by < FOUND_BY_COUNT; by++) {
        take_out(&office->finders[by], by, &slot->person.state);
    }
    office->person_count--;
    memmove(&office->people[index], &office->people[index + 1],
            (office->person_count - index) * sizeof(struct person_slot *));
    free(slot);
}

static bool is_text(const char *text, size_t size)
{
    const size_t length = strnlen(text, size);
    for (size_t i = length; i < size; i++) {
        if (text[i] != '\0') {
            return false;
        }
    }
    return length > 0 && length <= OFFICE_NAME_MAX;
}

bool office_state_read(struct store_bytes bytes, struct office_person_state *state)
{
    if (!stored_read(bytes, &stored_person, state) || state->id == 0) {
        return false;
    }
    const struct office_person_state removed = {.id = state->id, .removed = 1};
    return state->removed != 0
               ? memcmp(state, &removed, sizeof removed) == 0
               : is_text(state->name, sizeof state->name) && state->role < ROOM_ROLE_COUNT &&
                     state->password_size <= OFFICE_SEALED_MAX &&
                     state->pin_size <= OFFICE_SEALED_MAX;
}

void office_people_finish(struct office *office)
{
    for (size_t i = 0; i < office->person_count; i++) {
        free(office->people[i]);
    }
    free(office->people);
    free(office->spare);
    for (enum found_by by = FOUND_BY_ID; by < FOUND_BY_COUNT; by++) {
        free(office->finders[by].slots);
    }
}

// ---- limits -----------------------------------------------------------------------------------

bool office_person_is_locked(const struct office_person *person)
{
    return person->state.locked != 0;
}

bool office_card_is_locked(const struct office_person *person, int64_t now_ms)
{
    return person->state.locked != 0 || person->state.pin_locked_until_ms > now_ms;
}

bool office_person_has_device(const struct office_person *person,
                              const struct office_device *device)
{
    bool has = false;
    for (size_t i = 0; i < OFFICE_DEVICES_MAX; i++) {
        has = has || memcmp(&person->state.devices[i], device, sizeof *device) == 0;
    }
    return has;
}

static bool next_counts(const struct office_person_state *state, int64_t day)
{
    return state->next_day != 0 && day >= state->next_day;
}

uth_money office_loss_limit(const struct office_person *person, int64_t day)
{
    const struct office_person_state *state = &person->state;
    return next_counts(state, day) ? state->next_loss_limit : state->loss_limit;
}

uint32_t office_minutes_limit(const struct office_person *person, int64_t day)
{
    const struct office_person_state *state = &person->state;
    return next_counts(state, day) ? state->next_minutes : state->minutes;
}

struct office_day office_day_at(const struct office_person *person, int64_t now_ms)
{
    struct office_day day = person->day;
    if (day_of(now_ms) > day.day) {
        day = (struct office_day){.day = day_of(now_ms),
                                  .since_sum_ms = day.seated * day_of(now_ms) * OFFICE_DAY_MS,
                                  .seated = day.seated};
    }
    return day;
}

struct room_person office_at_table(const struct office_person *person, int64_t now_ms)
{
    const struct office_day day = office_day_at(person, now_ms);
    const uth_money loss_limit = office_loss_limit(person, day.day);
    const int64_t minutes = office_minutes_limit(person, day.day);
    struct room_person at_table = {.id = person->state.id,
                                   .role = (enum room_role)person->state.role};
    if (loss_limit.cents != 0) {
        const int64_t left = loss_limit.cents + day.result.cents;
        at_table.loss_limited = true;
        at_table.loss_left.cents = left > 0 ? left : 0;
    }
    if (minutes != 0) {
        const int64_t played = day.played_ms + (int64_t)day.seated * now_ms - day.since_sum_ms;
        const int64_t left = minutes * 60000 - played;
        // At two tables the time runs twice as fast. 0 would be no limit.
        const int64_t speed = day.seated > 1 ? (int64_t)day.seated : 1;
        at_table.play_until_ms = left > 0 ? now_ms + left / speed : now_ms;
    }
    return at_table;
}
