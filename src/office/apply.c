// Taking: the one place where the office changes, live and at a start.
#include <string.h>

#include "office/dispute.h"
#include "office/internal.h"
#include "office/stored.h"

static bool damaged(struct fault *fault, const struct store_batch *batch, const char *what)
{
    return fault_report(fault, FAULT_DAMAGED,
                        "batch %llu of %s%.0u: %s; uth audit verify says whether it was changed",
                        (unsigned long long)batch->sequence,
                        batch->table == 0 ? "the office" : "table ", batch->table, what);
}

// ---- the day ----------------------------------------------------------------------------------

void office_person_roll(struct office_person *person, int64_t day)
{
    if (day > person->day.day) {
        person->day = office_day_at(person, day * OFFICE_DAY_MS);
    }
}

struct at_table {
    struct office *office;
    struct table_slot *slot;
    bool fine;
};

static void add_result(void *context, const struct uth_account *players, int64_t cents)
{
    struct at_table *at = context;
    const uint64_t player = players->owner;
    struct person_slot *person = office_slot(at->office, player);
    if (person == NULL) {
        return; // an automatic player
    }
    const int64_t day = at->slot->day.day;
    office_person_roll(&person->person, day);
    office_add(&day_entry_of(&at->slot->day, player)->result, cents, &at->fine);
    if (person->person.day.day == day) {
        office_add(&person->person.day.result, cents, &at->fine);
    }
}

// One seat, one person: false where the list says otherwise.
static bool sat(const struct at_table *at, const struct room_fact *fact, int64_t time_ms)
{
    struct person_slot *person = office_slot(at->office, fact->as.who.player);
    if (person == NULL) {
        return true;
    }
    if (day_entry_at(&at->slot->day, fact->seat) != NULL) {
        return false;
    }
    struct day_entry *entry = day_entry_of(&at->slot->day, fact->as.who.player);
    const bool sits_already = entry->seats != 0;
    entry->seats |= UINT64_C(1) << (fact->seat - 1);
    if (sits_already) {
        return true; // one more spot: the time runs once
    }
    entry->since_ms = time_ms;
    office_person_roll(&person->person, at->slot->day.day);
    person->person.day.seated++;
    person->person.day.since_sum_ms += time_ms;
    return true;
}

static bool stood(const struct at_table *at, const struct room_fact *fact, int64_t time_ms)
{
    struct day_entry *entry = day_entry_at(&at->slot->day, fact->seat);
    if (entry == NULL) {
        return true;
    }
    entry->seats &= ~(UINT64_C(1) << (fact->seat - 1));
    if (entry->seats != 0) {
        return true; // another spot is kept
    }
    struct person_slot *person = office_slot(at->office, entry->player);
    if (person == NULL) { // at a start, a guest who has been removed since
        entry->since_ms = 0;
        return true;
    }
    struct office_day *day = &person->person.day;
    office_person_roll(&person->person, at->slot->day.day);
    if (day->seated == 0) {
        return false;
    }
    const int64_t played = time_ms > entry->since_ms ? time_ms - entry->since_ms : 0;
    day->seated--;
    day->since_sum_ms -= entry->since_ms;
    day->played_ms += played;
    entry->played_ms += played;
    entry->since_ms = 0;
    return true;
}

// What the list of a snapshot says of each, beside what other tables say.
bool office_day_apply_list(struct office *office, const struct day_list *list)
{
    bool fine = true;
    for (size_t i = 0; i < list->count; i++) {
        const struct day_entry *entry = &list->people[i];
        struct person_slot *person = office_slot(office, entry->player);
        if (person == NULL) {
            continue;
        }
        struct office_day *day = &person->person.day;
        office_person_roll(&person->person, list->day);
        if (day->day == list->day) {
            office_add(&day->result, entry->result.cents, &fine);
            day->played_ms += entry->played_ms;
        }
        if (entry->seats != 0) {
            const int64_t midnight = day->day * OFFICE_DAY_MS;
            day->seated++;
            day->since_sum_ms += entry->since_ms > midnight ? entry->since_ms : midnight;
        }
    }
    return fine;
}

static void add_withheld(struct office_table *table, uint64_t round, unsigned seat)
{
    if (table->withheld_round != round) {
        table->withheld = 0;
    }
    table->withheld_round = round;
    table->withheld = (uth_seat_set)(table->withheld | 1U << (seat - 1));
}

// What is wrong with it, or NULL.
static const char *take_day(struct office *office, struct table_slot *slot,
                            const struct room_batch *batch)
{
    struct at_table at = {office, slot, true};
    bool seated = true;
    day_roll(&slot->day, day_of(batch->time_ms));
    for (uint32_t i = 0; seated && i < batch->fact_count; i++) {
        const struct room_fact *fact = &batch->facts[i];
        if (fact->kind == ROOM_FACT_SAT) {
            seated = sat(&at, fact, batch->time_ms);
        } else if (fact->kind == ROOM_FACT_STOOD) {
            seated = stood(&at, fact, batch->time_ms);
        } else if (fact->kind == ROOM_FACT_REVEALED) {
            slot->table.last_round = batch->round;
            memcpy(slot->table.last_secret, fact->as.seed.bytes, ROOM_SECRET);
        } else if (fact->kind == ROOM_FACT_WITHHELD) {
            add_withheld(&slot->table, batch->round, fact->seat);
        }
    }
    for (uint32_t i = 0; i < batch->posting_count; i++) {
        day_of_posting(&batch->postings[i], add_result, &at);
    }
    if (!seated) {
        return "impossible seat change";
    }
    return at.fine ? NULL : "somebody's result of the day is too large";
}

bool office_last_is_void(const struct office_table *table)
{
    const struct uth_round *round = &table->room.round;
    bool anyone = false;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        anyone = anyone || round->seats[i].in != 0;
    }
    return anyone && round->voided != 0 && round->number == table->last_round;
}

// ---- a table's batch --------------------------------------------------------------------------

static bool take_room(struct office *office, const struct store_batch *batch, uint64_t position,
                      struct fault *fault)
{
    struct table_slot *slot = office_table_slot(office, batch->table);
    struct room_batch *room = &office->scratch;
    if (slot == NULL) {
        return damaged(fault, batch, "there is no such table");
    }
    const bool is_new = batch->sequence > slot->table.sequence;
    if (is_new ? batch->sequence != slot->table.sequence + 1 : !office->loading) {
        return damaged(fault, batch, "it is not the next one");
    }
    if (!office_decode_room(office, batch, room, fault)) {
        return false;
    }
    if (is_new && !room_can_follow(&slot->table.room, room)) {
        return damaged(fault, batch, "it does not follow the one before");
    }
    if (position > slot->day_position) {
        const char *wrong = take_day(office, slot, room);
        if (wrong != NULL) {
            return damaged(fault, batch, wrong);
        }
        slot->day_position = position;
    }
    if (is_new) {
        room->entry_count = 0; // the meters are taken for themselves
        room_apply(&slot->table.room, NULL, room);
        slot->table.sequence = batch->sequence;
        if (slot->table.drafted < batch->sequence) {
            slot->table.drafted = batch->sequence;
        }
    }
    // Also of the batch that a snapshot stands in: it was written when the round before was the last.
    if (slot->table.room.round.number == slot->table.last_round) {
        slot->table.last_voided = office_last_is_void(&slot->table);
    }
    return true;
}

// ---- entries ----------------------------------------------------------------------------------

static bool take_person(struct office *office, const struct store_entry *entry, uint64_t position,
                        struct fault *fault)
{
    struct office_person_state state;
    if (!office_state_read(entry->bytes, &state) || state.id != entry->id) {
        return fault_report(fault, FAULT_DAMAGED, "the stored person %llu is invalid",
                            (unsigned long long)entry->id);
    }
    const struct person_slot *known = office_slot(office, state.id);
    if (state.removed != 0) {
        return known == NULL || known->position >= position || office->loading ||
               office_guest_can_go(&known->person) ||
               fault_report(fault, FAULT_DAMAGED,
                            "person %llu was removed, but is not a guest or has played",
                            (unsigned long long)state.id);
    }
    // At a start everybody's last state is known already: who is not there has been removed since.
    if (known == NULL ? office->loading : known->position >= position) {
        return true;
    }
    if (known == NULL && !office_people_reserve(office, state.id, fault)) {
        return false;
    }
    office_person_put(office, &state, position);
    return true;
}

static bool take_table(struct office *office, const struct store_entry *entry, uint64_t position,
                       struct fault *fault)
{
    struct room_config config;
    if (entry->id == 0 || entry->id > OFFICE_TABLES_MAX ||
        !stored_read(entry->bytes, &stored_config, &config)) {
        return fault_report(fault, FAULT_DAMAGED, "the stored table %llu is invalid",
                            (unsigned long long)entry->id);
    }
    struct table_slot *slot = office_table_slot(office, (uint32_t)entry->id);
    if (slot == NULL) {
        slot = office_table_make(office, (uint32_t)entry->id);
    }
    if (slot == NULL) {
        return fault_report(fault, FAULT_MEMORY, "out of memory");
    }
    if (position > slot->wanted_position) {
        slot->table.wanted = config;
        slot->wanted_position = position;
    }
    return true;
}

bool office_inventory_read(uint64_t table, struct store_bytes bytes,
                           struct uth_inventory *inventory, struct fault *fault)
{
    return (stored_read(bytes, &stored_inventory, inventory) &&
            uth_inventory_validate(inventory)) ||
           fault_report(fault, FAULT_DAMAGED,
                        "the stored inventory of table %llu is invalid; uth audit verify says"
                        " whether it was changed",
                        (unsigned long long)table);
}

static bool take_inventory(struct office *office, const struct store_entry *entry,
                           uint64_t position, struct fault *fault)
{
    struct uth_inventory inventory;
    struct table_slot *slot =
        entry->id <= OFFICE_TABLES_MAX ? office_table_slot(office, (uint32_t)entry->id) : NULL;
    if (slot == NULL) {
        return fault_report(fault, FAULT_DAMAGED,
                            "an inventory is stored for table %llu, which"
                            " does not exist",
                            (unsigned long long)entry->id);
    }
    if (!office_inventory_read(entry->id, entry->bytes, &inventory, fault)) {
        return false;
    }
    if (position > slot->inventory_position) {
        slot->table.inventory = inventory;
        slot->inventory_position = position;
    }
    return true;
}

static struct office_meter *meter_of(struct office *office, uint64_t id, struct fault *fault)
{
    if (id == 0 || id > OFFICE_METERS_MAX) {
        (void)fault_report(fault, FAULT_DAMAGED, "there is no meter %llu", (unsigned long long)id);
        return NULL;
    }
    struct office_meter *slot = office_meter_slot(office, id);
    slot = slot != NULL ? slot : office_meter_make(office, id);
    if (slot == NULL) {
        (void)fault_report(fault, FAULT_MEMORY, "out of memory");
    }
    return slot;
}

bool office_meter_can_follow(const struct uth_controller *controller,
                             const struct uth_meter_entry *line, struct fault *fault)
{
    return uth_controller_can_follow(controller, line) ||
           fault_report(
               fault, FAULT_DAMAGED,
               "entry %llu of the journal of meter %llu does not follow the one before; uth"
               " audit verify says whether it was changed",
               (unsigned long long)line->number, (unsigned long long)line->meter);
}

bool office_meter_read(uint64_t id, struct store_bytes bytes, struct uth_controller *controller,
                       struct fault *fault)
{
    return (stored_read(bytes, &stored_controller, controller) && controller->id == id &&
            uth_controller_validate(controller)) ||
           fault_report(
               fault, FAULT_DAMAGED,
               "the stored meter %llu is invalid; uth audit verify says whether it was changed",
               (unsigned long long)id);
}

static bool take_journal(struct office *office, const struct store_entry *entry, int64_t time_ms,
                         struct fault *fault)
{
    struct uth_meter_entry line;
    struct office_meter *slot = meter_of(office, entry->id, fault);
    if (slot == NULL) {
        return false;
    }
    struct uth_controller *controller = &slot->controller;
    if (!office_journal_read(entry->bytes, time_ms, &line) || line.meter != entry->id ||
        line.number > controller->entries + 1) {
        return fault_report(fault, FAULT_DAMAGED, "the journal of meter %llu ends after entry %llu",
                            (unsigned long long)entry->id, (unsigned long long)controller->entries);
    }
    if (line.number > controller->entries) {
        if (!office_meter_can_follow(controller, &line, fault)) {
            return false;
        }
        uth_controller_apply(controller, &line);
    } else if (!office->loading) {
        return fault_report(fault, FAULT_DAMAGED, "entry %llu of meter %llu is stored twice",
                            (unsigned long long)line.number, (unsigned long long)entry->id);
    }
    return true;
}

// A meter's whole state says nothing new, but at a start it is where the journal goes on from.
bool office_apply_meter(struct office *office, const struct store_entry *entry, uint64_t position,
                        struct fault *fault)
{
    struct uth_controller controller;
    struct office_meter *slot = meter_of(office, entry->id, fault);
    if (slot == NULL || !office_meter_read(entry->id, entry->bytes, &controller, fault)) {
        return false;
    }
    if (office->following && memcmp(&controller, &slot->controller, sizeof controller) != 0) {
        return fault_report(fault, FAULT_DAMAGED, "meter %llu differs from its journal",
                            (unsigned long long)entry->id);
    }
    if (controller.entries >= slot->controller.entries) {
        slot->controller = controller;
    }
    slot->snapshot_position = position;
    return true;
}

bool office_apply_entry(struct office *office, const struct store_entry *entry,
                        struct office_source source, struct fault *fault)
{
    const uint64_t position = source.position;
    switch (entry->kind) {
    case STORE_ENTRY_USER: return take_person(office, entry, position, fault);
    case STORE_ENTRY_TABLE: return take_table(office, entry, position, fault);
    case STORE_ENTRY_PROFILE: return office_profile_put(office, entry->id, entry->bytes, fault);
    case STORE_ENTRY_INVENTORY: return take_inventory(office, entry, position, fault);
    case STORE_ENTRY_DISPUTE: return office_dispute_take(office, entry, position, fault);
    case STORE_ENTRY_JOURNAL: return take_journal(office, entry, source.time_ms, fault);
    case STORE_ENTRY_METER: return office_apply_meter(office, entry, position, fault);
    case STORE_ENTRY_LOG:
    case STORE_ENTRY_SEED:
    case STORE_ENTRY_ROOM:
    case STORE_ENTRY_SNAPSHOT:
    case STORE_ENTRY_SEALED:
    case STORE_ENTRY_LEASE:
    case STORE_ENTRY_RECORD: return true;
    }
    return true; // a kind of a later version
}

// Where a balance is looked at often it stands beside its owner.
void office_balance_shown(struct office *office, const struct uth_account *account)
{
    if (account->kind == UTH_ACCOUNT_WALLET) {
        struct person_slot *person = office_slot(office, account->owner);
        if (person != NULL) {
            person->person.wallet = balances_of(&office->balances, account);
        }
    } else if (account->kind == UTH_ACCOUNT_TRAY || account->kind == UTH_ACCOUNT_DROP) {
        struct table_slot *slot = office_table_slot(office, account->table);
        if (slot != NULL) {
            *(account->kind == UTH_ACCOUNT_TRAY ? &slot->table.tray : &slot->table.drop) =
                balances_of(&office->balances, account);
        }
    }
}

// Guests who go have nothing left by then.
static bool take_removals(struct office *office, const struct store_batch *batch)
{
    bool fine = true;
    for (size_t i = 0; fine && i < batch->entry_count; i++) {
        const struct store_entry *entry = &batch->entries[i];
        struct office_person_state state;
        if (entry->kind != STORE_ENTRY_USER || !office_state_read(entry->bytes, &state) ||
            state.removed == 0) {
            continue;
        }
        const struct uth_account wallet = uth_account_wallet(state.id);
        fine = office->loading || office_balance(office, &wallet).cents == 0;
        if (fine) {
            balances_forget(&office->balances, &wallet);
            office_person_remove(office, state.id);
        }
    }
    return fine;
}

static bool take_postings(struct office *office, const struct store_batch *batch)
{
    bool fine = true;
    for (size_t i = 0; fine && i < batch->posting_count; i++) {
        office_note_played(office, &batch->postings[i].debit);
        office_note_played(office, &batch->postings[i].credit);
        fine = balances_post(&office->balances, &batch->postings[i]);
        office_balance_shown(office, &batch->postings[i].debit);
        office_balance_shown(office, &batch->postings[i].credit);
    }
    return fine;
}

static void note_snapshot(struct office *office, const struct store_batch *batch, uint64_t position)
{
    struct table_slot *slot = office_table_slot(office, batch->table);
    for (size_t i = 0; i < batch->entry_count && slot != NULL; i++) {
        if (batch->entries[i].kind == STORE_ENTRY_SNAPSHOT) {
            slot->table.snapshot_position = position;
        }
    }
}

static bool take_own(struct office *office, const struct store_batch *batch, struct fault *fault)
{
    if (office->loading) {
        return true; // its number is known already
    }
    if (batch->sequence != office->sequence + 1) {
        return damaged(fault, batch, "it is not the next one");
    }
    office->sequence = batch->sequence;
    if (office->drafted < batch->sequence) {
        office->drafted = batch->sequence;
    }
    if (office->exclusive <= batch->sequence) {
        office->exclusive = 0;
    }
    return true;
}

bool office_apply(struct office *office, const struct store_batch *batch, uint64_t position,
                  struct fault *fault)
{
    if (position <= office->position) {
        return damaged(fault, batch, "it was taken before");
    }
    if (batch->time_ms > DAY_TIME_MAX_MS) {
        return damaged(fault, batch, "timestamp out of range");
    }
    if (!balances_reserve(&office->balances, 2 * batch->posting_count)) {
        return fault_report(fault, FAULT_MEMORY, "out of memory");
    }
    const struct office_source source = {position, batch->time_ms};
    for (size_t i = 0; i < batch->entry_count; i++) {
        if (!office_apply_entry(office, &batch->entries[i], source, fault)) {
            return false;
        }
    }
    if (!(batch->table == 0 ? take_own(office, batch, fault)
                            : take_room(office, batch, position, fault))) {
        return false;
    }
    if (!office->loading) {
        if (!take_postings(office, batch)) {
            return damaged(fault, batch, "its postings leave an amount that is too large");
        }
        note_snapshot(office, batch, position);
    }
    if (!take_removals(office, batch)) {
        return damaged(fault, batch, "a guest is removed who has money");
    }
    office->position = position;
    office->latest_ms = batch->time_ms > office->latest_ms ? batch->time_ms : office->latest_ms;
    return true;
}
