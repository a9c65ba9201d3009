// Who is there: by number, by name, by card.
#include <stdlib.h>
#include <string.h>

#include "office/inside.h"
#include "office/pack.h"

_Static_assert(sizeof(struct office_person_state) == 464, "no padding in a person");

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

// What a person is found by.
struct wanted {
    bool by_card;
    uint64_t card;
    char name[OFFICE_NAME_MAX + 8]; // folded
};

static struct wanted wanted_name(const char *name)
{
    struct wanted wanted = {.by_card = false};
    office_name_fold(name, wanted.name);
    return wanted;
}

static struct wanted wanted_card(uint64_t card)
{
    const struct wanted wanted = {.by_card = true, .card = card};
    return wanted;
}

static bool is_wanted(const struct office_person_state *state, const struct wanted *wanted)
{
    if (wanted->by_card) {
        return state->card == wanted->card;
    }
    char folded[OFFICE_NAME_MAX + 8];
    office_name_fold(state->name, folded);
    return memcmp(folded, wanted->name, sizeof folded) == 0;
}

static uint64_t hash_of(const struct wanted *wanted)
{
    return wanted->by_card ? hash_bytes(&wanted->card, sizeof wanted->card)
                           : hash_bytes(wanted->name, sizeof wanted->name);
}

static struct person_slot *find(const struct office *office, const struct finder *finder,
                                const struct wanted *wanted)
{
    if (finder->capacity == 0) {
        return NULL;
    }
    size_t at = (size_t)hash_of(wanted) & (finder->capacity - 1);
    while (finder->slots[at] != 0) {
        struct person_slot *slot = office->people[finder->slots[at] - 1];
        if (is_wanted(&slot->person.state, wanted)) {
            return slot;
        }
        at = (at + 1) & (finder->capacity - 1);
    }
    return NULL;
}

struct person_slot *office_slot(const struct office *office, uint64_t id)
{
    const uint32_t index = id < office->by_id_room ? office->by_id[id] : 0;
    return index == 0 ? NULL : office->people[index - 1];
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
        slot = find(office, &office->by_name, &wanted);
    }
    return slot == NULL ? NULL : &slot->person;
}

const struct office_person *office_person_with_card(const struct office *office, uint64_t card)
{
    const struct wanted wanted = wanted_card(card);
    const struct person_slot *slot = card == 0 ? NULL : find(office, &office->by_card, &wanted);
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

static void put_in(const struct office *office, struct finder *finder, bool by_card, uint32_t index)
{
    const struct office_person_state *state = &office->people[index]->person.state;
    const struct wanted wanted = by_card ? wanted_card(state->card) : wanted_name(state->name);
    size_t at = (size_t)hash_of(&wanted) & (finder->capacity - 1);
    while (finder->slots[at] != 0) {
        at = (at + 1) & (finder->capacity - 1);
    }
    finder->slots[at] = index + 1;
    finder->count++;
}

// Everybody again, into a table of that capacity; it may be the one there is.
static void fill(const struct office *office, struct finder *finder, bool by_card)
{
    memset(finder->slots, 0, finder->capacity * sizeof *finder->slots);
    finder->count = 0;
    for (uint32_t i = 0; i < office->person_count; i++) {
        if (!by_card || office->people[i]->person.state.card != 0) {
            put_in(office, finder, by_card, i);
        }
    }
}

static bool finder_reserve(const struct office *office, struct finder *finder, bool by_card)
{
    if (finder->capacity >= (office->person_count + 1) * 2) {
        return true;
    }
    const size_t capacity = finder->capacity == 0 ? 64 : finder->capacity * 2;
    uint32_t *slots = calloc(capacity, sizeof *slots);
    if (slots == NULL) {
        return false;
    }
    free(finder->slots);
    *finder = (struct finder){slots, capacity, 0};
    fill(office, finder, by_card);
    return true;
}

static bool reserve_id(struct office *office, uint64_t id)
{
    if (id < office->by_id_room) {
        return true;
    }
    size_t room = office->by_id_room == 0 ? 64 : office->by_id_room;
    while (room <= id) {
        room *= 2;
    }
    uint32_t *larger = realloc(office->by_id, room * sizeof *larger);
    if (larger == NULL) {
        return false;
    }
    memset(larger + office->by_id_room, 0, (room - office->by_id_room) * sizeof *larger);
    office->by_id = larger;
    office->by_id_room = room;
    return true;
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
        memset(larger + office->person_room, 0,
               (room - office->person_room) * sizeof(struct person_slot *));
        office->person_room = room;
    }
    // One slot lies ready behind the last, so that taking a person cannot fail.
    if (office->people[office->person_count] == NULL) {
        office->people[office->person_count] = calloc(1, sizeof(struct person_slot));
    }
    return office->people[office->person_count] != NULL;
}

bool office_people_reserve(struct office *office, uint64_t id, struct office_fault *fault)
{
    if (id == 0 || id >= OFFICE_PEOPLE_MAX) {
        return office_fail(fault, OFFICE_FULL, "there is no room for a person with number %llu",
                           (unsigned long long)id);
    }
    return (reserve_id(office, id) && reserve_slot(office) &&
            finder_reserve(office, &office->by_name, false) &&
            finder_reserve(office, &office->by_card, true)) ||
           office_fail(fault, OFFICE_MEMORY, "out of memory");
}

// ---- taking -----------------------------------------------------------------------------------

void office_person_put(struct office *office, const struct office_person_state *state,
                       uint64_t position)
{
    struct person_slot *slot = office_slot(office, state->id);
    if (slot == NULL) {
        const uint32_t index = (uint32_t)office->person_count;
        UTH_CHECK(state->id < office->by_id_room && index < office->person_room);
        slot = office->people[index];
        UTH_CHECK(slot != NULL);
        office->by_id[state->id] = index + 1;
        office->person_count++;
        slot->person.state = *state;
        put_in(office, &office->by_name, false, index);
        if (state->card != 0) {
            put_in(office, &office->by_card, true, index);
        }
    } else {
        const struct wanted now = wanted_name(state->name);
        const bool renamed = !is_wanted(&slot->person.state, &now);
        const bool recarded = slot->person.state.card != state->card;
        slot->person.state = *state;
        // Names and cards change seldom: it is cheaper to put everybody in again than to keep
        // graves in the table.
        if (renamed) {
            fill(office, &office->by_name, false);
        }
        if (recarded) {
            fill(office, &office->by_card, true);
        }
    }
    slot->position = position;
    if (office->last_person < state->id) {
        office->last_person = state->id;
    }
    if (office->next_person <= state->id) {
        office->next_person = state->id + 1;
    }
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
    const uint8_t *at = bytes.data;
    const uint8_t *end = bytes.data + bytes.size;
    return pack_read(&at, end, state, sizeof *state) && at == end && state->id != 0 &&
           is_text(state->name, sizeof state->name) && state->role < ROOM_ROLE_COUNT &&
           state->password_size <= OFFICE_SEALED_MAX && state->pin_size <= OFFICE_SEALED_MAX;
}

void office_people_finish(struct office *office)
{
    for (size_t i = 0; i < office->person_room; i++) {
        free(office->people[i]);
    }
    free(office->people);
    free(office->by_id);
    free(office->by_name.slots);
    free(office->by_card.slots);
}

// ---- limits -----------------------------------------------------------------------------------

bool office_person_is_locked(const struct office_person *person, int64_t now_ms)
{
    return person->state.locked != 0 || person->state.locked_until_ms > now_ms;
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
