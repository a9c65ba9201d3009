// Drafts about people.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "office/internal.h"
#include "office/stored.h"

#define FAILED_FREE  5                    // wrong PINs before the first lock
#define LOCK_MS      (INT64_C(5) * 60000) // doubled with each further one
#define LOCK_MS_MAX  OFFICE_DAY_MS
#define DEPOSIT_MAX  INT64_C(100000000000) // a wallet of play money: a thousand million dollars
#define MINUTES_MAX  1440U
#define GUEST_PREFIX "guest " // folded; nobody else may look like one
#define HOUSE_PREFIX "house"

// ---- names ------------------------------------------------------------------------------------

static bool begins_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool office_name_check(const char *name, struct fault *fault)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    const size_t length = strlen(name);
    char folded[OFFICE_NAME_MAX + 8];
    bool sane = length >= 2 && length <= OFFICE_NAME_MAX && strchr(letters, name[0]) != NULL &&
                strchr(letters, name[length - 1]) != NULL;
    for (size_t i = 0; sane && i < length; i++) {
        const bool joins = strchr(" ._-", name[i]) != NULL;
        sane = strchr(letters, name[i]) != NULL || (joins && strchr(letters, name[i + 1]) != NULL);
    }
    if (!sane) {
        return fault_report(
            fault, FAULT_INPUT,
            "a name has 2 to %d letters and digits, with single blanks, dots, dashes"
            " or underscores between them",
            OFFICE_NAME_MAX);
    }
    office_name_fold(name, folded);
    if (begins_with(folded, GUEST_PREFIX) || strcmp(folded, "guest") == 0 ||
        begins_with(folded, HOUSE_PREFIX) || room_name_is_automatic(name)) {
        return fault_report(fault, FAULT_TAKEN, "names like '%s' are reserved for the house", name);
    }
    return true;
}

static bool name_is_free(const struct office *office, const char *name, uint64_t id,
                         struct fault *fault)
{
    const struct office_person *other = office_person_named(office, name);
    return other == NULL || other->state.id == id ||
           fault_report(fault, FAULT_TAKEN, "the name '%s' is taken", name);
}

static bool card_is_free(const struct office *office, uint64_t card, uint64_t id,
                         struct fault *fault)
{
    const struct office_person *other = office_person_with_card(office, card);
    if (card > (uint64_t)UTH_MONEY_MAX) {
        return fault_report(fault, FAULT_INPUT, "a card has at most 15 digits");
    }
    return other == NULL || other->state.id == id ||
           fault_report(fault, FAULT_TAKEN, "that card belongs to somebody else");
}

// NULL, with *fault, for nobody.
static const struct office_person *find(const struct office *office, uint64_t id,
                                        struct fault *fault)
{
    const struct office_person *person = office_person(office, id);
    if (person == NULL) {
        (void)fault_report(fault, FAULT_NOT_FOUND, "there is no person %" PRIu64, id);
    }
    return person;
}

// ---- drafts -----------------------------------------------------------------------------------

static void add_state(struct office_draft *draft, const struct office_person_state *state)
{
    draft->id = state->id;
    office_draft_state(draft, STORE_ENTRY_USER, state->id, &stored_person, state);
}

static void add_money(struct office_draft *draft, uint64_t id, enum uth_posting_reason reason,
                      uth_money amount)
{
    const struct uth_place place = {.player = id};
    const struct uth_posting posting = uth_posting_make(reason, &place, UTH_WAGER_COUNT, amount);
    office_draft_post(draft, &posting);
}

static bool amount_check(uth_money amount, int64_t min, struct fault *fault)
{
    return (amount.cents >= min && amount.cents <= DEPOSIT_MAX) ||
           fault_report(fault, FAULT_INPUT,
                        "an amount of play money is between %" PRId64 " and %" PRId64 " cents", min,
                        DEPOSIT_MAX);
}

static bool role_is_given(enum room_role role)
{
    return role < ROOM_ROLE_COUNT && !room_role_is_automatic(role) && role != ROOM_ROLE_GUEST;
}

static bool new_is_sane(const struct office *office, const struct office_person_new *person,
                        struct fault *fault)
{
    if (!role_is_given(person->role)) {
        return fault_report(fault, FAULT_INPUT, "a person with a name cannot have that role");
    }
    return office_name_check(person->name, fault) && name_is_free(office, person->name, 0, fault) &&
           card_is_free(office, person->card, 0, fault) && amount_check(person->deposit, 0, fault);
}

bool office_person_add(struct office *office, const struct office_person_new *person,
                       const struct office_by *by, struct office_draft *draft, struct fault *fault)
{
    const uint64_t id = office->next_person;
    struct office_person_state state = {.id = id,
                                        .created_ms = by->now_ms,
                                        .card = person->card,
                                        .generation = 1,
                                        .role = (uint8_t)person->role,
                                        .play_money = 1};
    if (!new_is_sane(office, person, fault) || !office_by_check(by, false, fault) ||
        !office_people_reserve(office, id, fault) ||
        !office_draft_begin(office, draft, by->now_ms, true, fault)) {
        return false;
    }
    (void)snprintf(state.name, sizeof state.name, "%s", person->name);
    state.password_size = office_secret_seal(office, id, false, person->password, state.password);
    state.password_given = state.password_size != 0;
    state.pin_size = office_secret_seal(office, id, true, person->pin, state.pin);
    add_state(draft, &state);
    if (person->deposit.cents > 0) {
        add_money(draft, id, UTH_POSTED_DEPOSIT, person->deposit);
    }
    const struct office_what what = {
        .what = "person added", .about = "person", .id = id, .after = office_person_json(&state)};
    if (!office_draft_log(draft, by, what, fault)) {
        return false;
    }
    office->next_person++;
    office_draft_finish(office, draft, true);
    return true;
}

bool office_person_guest(struct office *office, uth_money deposit, int64_t now_ms,
                         struct office_draft *draft, struct fault *fault)
{
    const uint64_t id = office->next_person;
    struct office_person_state state = {
        .id = id, .created_ms = now_ms, .generation = 1, .role = ROOM_ROLE_GUEST, .play_money = 1};
    if (!amount_check(deposit, 0, fault) || !office_people_reserve(office, id, fault) ||
        !office_draft_begin(office, draft, now_ms, false, fault)) {
        return false;
    }
    (void)snprintf(state.name, sizeof state.name, "Guest %" PRIu64, id);
    add_state(draft, &state);
    if (deposit.cents > 0) {
        add_money(draft, id, UTH_POSTED_DEPOSIT, deposit);
    }
    office->next_person++;
    office_draft_finish(office, draft, false);
    return true;
}

bool office_guests_remove(struct office *office, const uint64_t *ids, size_t count, int64_t now_ms,
                          struct office_draft *draft, struct fault *fault)
{
    size_t removed = 0;
    UTH_CHECK(count <= OFFICE_GUESTS_AT_ONCE);
    if (!office_draft_begin(office, draft, now_ms, true, fault)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const struct office_person *guest = office_person(office, ids[i]);
        if (guest == NULL || !office_guest_can_go(guest)) {
            continue;
        }
        const struct office_person_state state = {.id = ids[i], .removed = 1};
        add_state(draft, &state);
        if (guest->wallet.cents > 0) {
            add_money(draft, ids[i], UTH_POSTED_WITHDRAWAL, guest->wallet);
        }
        removed++;
    }
    if (removed == 0) {
        *fault = (struct fault){.kind = FAULT_NONE};
        return false;
    }
    office_draft_finish(office, draft, true);
    return true;
}

// ---- changes ----------------------------------------------------------------------------------

// Is `a` the stricter limit? 0 is none.
static bool is_lower(int64_t a, int64_t b)
{
    return a != 0 && (b == 0 || a <= b);
}

// A limit that waited and whose day has come is the limit.
static void limits_in_force(struct office_person_state *state, int64_t day)
{
    if (state->next_day != 0 && day >= state->next_day) {
        state->loss_limit = state->next_loss_limit;
        state->minutes = state->next_minutes;
        state->next_day = 0;
        state->next_loss_limit.cents = 0;
        state->next_minutes = 0;
    }
}

static bool change_limits(struct office_person_state *state,
                          const struct office_person_change *change, int64_t now_ms,
                          struct fault *fault)
{
    if (!amount_check(change->loss_limit, 0, fault)) {
        return false;
    }
    if (change->minutes > MINUTES_MAX) {
        return fault_report(fault, FAULT_INPUT, "a day has %u minutes", MINUTES_MAX);
    }
    limits_in_force(state, day_of(now_ms));
    const bool loss_now = is_lower(change->loss_limit.cents, state->loss_limit.cents) ||
                          change->loss_limit.cents == state->loss_limit.cents;
    const bool minutes_now =
        is_lower(change->minutes, state->minutes) || change->minutes == state->minutes;
    state->loss_limit = loss_now ? change->loss_limit : state->loss_limit;
    state->minutes = minutes_now ? change->minutes : state->minutes;
    const bool waits = !loss_now || !minutes_now;
    state->next_day = waits ? day_of(now_ms) + 1 : 0;
    state->next_loss_limit.cents = waits ? change->loss_limit.cents : 0;
    state->next_minutes = waits ? change->minutes : 0;
    return true;
}

static bool change_name(const struct office *office, struct office_person_state *state,
                        const char *name, struct fault *fault)
{
    if (!office_name_check(name, fault) || !name_is_free(office, name, state->id, fault)) {
        return false;
    }
    memset(state->name, 0, sizeof state->name);
    (void)snprintf(state->name, sizeof state->name, "%s", name);
    return true;
}

static bool change_rest(const struct office *office, struct office_person_state *state,
                        const struct office_person_change *change, int64_t now_ms,
                        struct fault *fault)
{
    if (change->set_name && !change_name(office, state, change->name, fault)) {
        return false;
    }
    if (change->set_role && !role_is_given(change->role)) {
        return fault_report(fault, FAULT_INPUT, "a person with a name cannot have that role");
    }
    if (change->set_card && !card_is_free(office, change->card, state->id, fault)) {
        return false;
    }
    if (change->set_limits && !change_limits(state, change, now_ms, fault)) {
        return false;
    }
    state->role = change->set_role ? (uint8_t)change->role : state->role;
    state->card = change->set_card ? change->card : state->card;
    state->locked = change->set_locked ? change->locked : state->locked;
    return true;
}

static bool looks_after_people(const struct office_person_state *state)
{
    return state->locked == 0 && room_role_may((enum room_role)state->role, ROOM_RIGHT_PEOPLE);
}

// Somebody must be left who can give a role and take a lock away.
static bool somebody_is_left(const struct office *office, const struct office_person_state *before,
                             const struct office_person_state *after, struct fault *fault)
{
    bool left = !looks_after_people(before) || looks_after_people(after);
    for (size_t i = 0; !left && i < office_person_count(office); i++) {
        const struct office_person_state *other = &office_person_at(office, i)->state;
        left = other->id != after->id && looks_after_people(other);
    }
    return left ||
           fault_report(fault, FAULT_INPUT,
                        "%s is the last manager who is not locked: without one, nobody could"
                        " manage people",
                        before->name);
}

static void add_device(struct office_person_state *state, const struct office_device *device)
{
    memmove(&state->devices[1], &state->devices[0], sizeof state->devices - sizeof *device);
    state->devices[0] = *device;
}

static void change_secrets(const struct office *office, struct office_person_state *state,
                           const struct office_person_change *change, uint64_t who)
{
    if (change->set_password) {
        state->password_size =
            office_secret_seal(office, state->id, false, change->password, state->password);
        state->password_given = state->password_size != 0 && who != state->id;
    }
    if (change->set_pin) {
        state->pin_size = office_secret_seal(office, state->id, true, change->pin, state->pin);
    }
    if (change->set_pin || (change->set_locked && !change->locked)) {
        state->pin_failed = 0;
        state->pin_locked_until_ms = 0;
    }
    if (change->set_password) {
        memset(state->devices, 0, sizeof state->devices);
    }
    if (change->device != NULL) {
        add_device(state, change->device);
    }
    if (change->set_password || change->set_role || change->end_sessions ||
        (change->set_locked && change->locked)) {
        state->generation++;
    }
}

bool office_person_change(struct office *office, uint64_t id,
                          const struct office_person_change *change, const struct office_by *by,
                          struct office_draft *draft, struct fault *fault)
{
    const struct office_person *person = find(office, id, fault);
    if (person == NULL || !office_by_check(by, false, fault)) {
        return false;
    }
    const struct office_person_state before = person->state;
    struct office_person_state state = before;
    if (!change_rest(office, &state, change, by->now_ms, fault) ||
        !somebody_is_left(office, &before, &state, fault) ||
        !office_draft_begin(office, draft, by->now_ms, true, fault)) {
        return false;
    }
    change_secrets(office, &state, change, by->who);
    add_state(draft, &state);
    struct office_what what = {.what = "person changed",
                               .about = "person",
                               .id = id,
                               .before = office_person_json(&before),
                               .after = office_person_json(&state)};
    if (change->set_password) {
        (void)json_object_set_new(what.after, "password_changed", json_true());
    }
    if (change->set_pin) {
        (void)json_object_set_new(what.after, "pin_changed", json_true());
    }
    if (!office_draft_log(draft, by, what, fault)) {
        return false;
    }
    office_draft_finish(office, draft, true);
    return true;
}

// ---- PINs and devices -------------------------------------------------------------------------

static json_t *tries_json(const struct office_person_state *state)
{
    return json_pack("{s:I, s:I}", "pin_failed", (json_int_t)state->pin_failed,
                     "pin_locked_until_ms", (json_int_t)state->pin_locked_until_ms);
}

// What a person does, logged as their own. Takes `what`.
static bool draft_own(struct office *office, const struct office_person_state *after,
                      const struct office_what *what, int64_t now_ms, struct office_draft *draft,
                      struct fault *fault)
{
    const struct office_by by = {.who = after->id, .name = after->name, .now_ms = now_ms};
    if (!office_draft_begin(office, draft, now_ms, true, fault)) {
        json_decref(what->before);
        json_decref(what->after);
        return false;
    }
    add_state(draft, after);
    if (!office_draft_log(draft, &by, *what, fault)) {
        return false;
    }
    office_draft_finish(office, draft, true);
    return true;
}

static bool draft_tries(struct office *office, const struct office_person_state *before,
                        const struct office_person_state *after, int64_t now_ms,
                        struct office_draft *draft, struct fault *fault)
{
    const struct office_what what = {
        .what = after->pin_failed > before->pin_failed ? "wrong PIN" : "right PIN after wrong ones",
        .about = "person",
        .id = after->id,
        .before = tries_json(before),
        .after = tries_json(after)};
    return draft_own(office, after, &what, now_ms, draft, fault);
}

bool office_pin_failed(struct office *office, uint64_t id, int64_t now_ms,
                       struct office_draft *draft, struct fault *fault)
{
    const struct office_person *person = find(office, id, fault);
    if (person == NULL) {
        return false;
    }
    struct office_person_state after = person->state;
    after.pin_failed += after.pin_failed < UINT32_MAX;
    if (after.pin_failed >= FAILED_FREE) {
        const uint32_t doublings = after.pin_failed - FAILED_FREE;
        const int64_t lock = doublings < 16 ? LOCK_MS << doublings : LOCK_MS_MAX;
        after.pin_locked_until_ms = now_ms + (lock < LOCK_MS_MAX ? lock : LOCK_MS_MAX);
    }
    return draft_tries(office, &person->state, &after, now_ms, draft, fault);
}

bool office_pin_fitted(struct office *office, uint64_t id, int64_t now_ms,
                       struct office_draft *draft, struct fault *fault)
{
    const struct office_person *person = find(office, id, fault);
    if (person == NULL) {
        return false;
    }
    if (person->state.pin_failed == 0) {
        *fault = (struct fault){.kind = FAULT_NONE};
        return false;
    }
    struct office_person_state after = person->state;
    after.pin_failed = 0;
    after.pin_locked_until_ms = 0;
    return draft_tries(office, &person->state, &after, now_ms, draft, fault);
}

bool office_person_device(struct office *office, uint64_t id, const struct office_device *device,
                          int64_t now_ms, struct office_draft *draft, struct fault *fault)
{
    const struct office_person *person = find(office, id, fault);
    if (person == NULL) {
        return false;
    }
    if (office_person_has_device(person, device)) {
        *fault = (struct fault){.kind = FAULT_NONE};
        return false;
    }
    struct office_person_state after = person->state;
    add_device(&after, device);
    const struct office_what what = {
        .what = "logged in from a new device", .about = "person", .id = id};
    return draft_own(office, &after, &what, now_ms, draft, fault);
}

// ---- play money -------------------------------------------------------------------------------

static bool move_money(struct office *office, uint64_t id, uth_money amount,
                       const struct office_by *by, struct office_draft *draft)
{
    struct fault fault;
    const struct uth_account account = uth_account_wallet(id);
    const int64_t wallet = office_balance(office, &account).cents;
    const int64_t after = wallet + amount.cents;
    add_money(draft, id, UTH_POSTED_DEPOSIT, amount);
    const struct office_what what = {.what = "deposit",
                                     .about = "person",
                                     .id = id,
                                     .before = json_pack("{s:I}", "wallet", (json_int_t)wallet),
                                     .after = json_pack("{s:I}", "wallet", (json_int_t)after)};
    draft->id = id;
    return office_draft_log(draft, by, what, &fault);
}

bool office_deposit(struct office *office, uint64_t id, uth_money amount,
                    const struct office_by *by, struct office_draft *draft, struct fault *fault)
{
    const struct office_person *person = find(office, id, fault);
    const struct uth_account account = uth_account_wallet(id);
    if (person == NULL || !amount_check(amount, 1, fault) || !office_by_check(by, false, fault)) {
        return false;
    }
    if (office_balance(office, &account).cents + amount.cents > DEPOSIT_MAX) {
        return fault_report(fault, FAULT_INPUT, "a wallet holds at most %" PRId64 " cents",
                            DEPOSIT_MAX);
    }
    if (!office_draft_begin(office, draft, by->now_ms, false, fault)) {
        return false;
    }
    if (!move_money(office, id, amount, by, draft)) {
        return fault_report(fault, FAULT_MEMORY, "out of memory");
    }
    office_draft_finish(office, draft, false);
    return true;
}
