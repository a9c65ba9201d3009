#include "office/fairness.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "office/internal.h"
#include "office/record.h"
#include "office/words.h"
#include "wire/fairness.h"

struct place {
    uint32_t table;
    uint64_t round;
    int64_t opened_ms;
};

struct counting {
    const struct office_fairness_query *query;
    struct place *places;
    size_t count;
    size_t max;
    bool complete;
    struct office_record *record;
    json_t *days;
    json_t *aborts;
    json_t *rounds; // NULL: not asked for
};

static bool list_round(void *context, const struct store_played *played)
{
    struct counting *counting = context;
    if (counting->query->table != 0 && counting->query->table != played->table) {
        return true;
    }
    if (counting->count == counting->max) {
        counting->complete = false;
        return false;
    }
    counting->places[counting->count++] =
        (struct place){played->table, played->round, played->time_ms};
    return true;
}

// ---- one round --------------------------------------------------------------------------------

static json_t *hash_json(const struct wire_fairness *fairness)
{
    uint8_t hash[FAIR_HASH_SIZE];
    char hex[2 * FAIR_HASH_SIZE + 1];
    if (!fairness->has_roster) {
        return json_null();
    }
    fair_roster_hash(&fairness->deal, hash);
    wire_hex_text(hash, sizeof hash, hex);
    return json_string(hex);
}

static void add_round(struct counting *counting, const char *cause)
{
    const struct office_record *record = counting->record;
    char commitment[2 * FAIR_COMMITMENT_SIZE + 1];
    wire_hex_text(record->fairness.deal.commitment, FAIR_COMMITMENT_SIZE, commitment);
    (void)json_array_append_new(
        counting->rounds,
        json_pack("{s:I, s:s, s:o, s:s, s:s}", "round", (json_int_t)record->where.round,
                  "commitment", commitment, "roster_hash", hash_json(&record->fairness), "outcome",
                  cause == NULL ? "dealt" : "void", "cause", cause == NULL ? "" : cause));
}

// Who withheld is a seat and a role: no more than the table showed.
static void add_abort(struct counting *counting, const char *cause)
{
    const struct office_record *record = counting->record;
    json_t *withheld = json_array();
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (uth_seat_set_has(record->fairness.withheld, seat)) {
            const enum room_role role = (enum room_role)record->withheld_roles[seat - 1];
            (void)json_array_append_new(
                withheld, json_pack("{s:i, s:s}", "seat", (int)seat, "role", room_role_name(role)));
        }
    }
    (void)json_array_append_new(
        counting->aborts,
        json_pack("{s:i, s:I, s:I, s:s, s:o}", "table", (int)record->where.table, "round",
                  (json_int_t)record->where.round, "time_ms", (json_int_t)record->where.ended_ms,
                  "cause", cause, "withheld", withheld));
}

static void add_to(json_t *day, const char *name, unsigned number)
{
    const json_int_t before = json_integer_value(json_object_get(day, name));
    (void)json_object_set_new(day, name, json_integer(before + (json_int_t)number));
}

static json_t *line_of(struct counting *counting, uint32_t table, int64_t opened_ms)
{
    char text[OFFICE_TEXT_MAX];
    json_t *day;
    size_t i;
    (void)office_day_text(opened_ms / OFFICE_DAY_MS, text);
    json_array_foreach(counting->days, i, day)
    {
        if (json_integer_value(json_object_get(day, "table")) == table &&
            strcmp(json_string_value(json_object_get(day, "day")), text) == 0) {
            return day;
        }
    }
    day = json_pack("{s:i, s:s}", "table", (int)table, "day", text);
    (void)json_array_append_new(counting->days, day);
    return day;
}

// From "no more bets" on the server may know the cards, dealt or not: a void then may be a choice.
static void count_round(struct counting *counting, int64_t opened_ms)
{
    const struct office_record *record = counting->record;
    const struct wire_fairness *fairness = &record->fairness;
    const char *cause = office_record_cause(record);
    const bool by_pit = cause != NULL && strcmp(cause, "pit") == 0;
    json_t *day = line_of(counting, record->where.table, opened_ms);
    add_to(day, "rounds", cause == NULL);
    add_to(day, "with_parts", cause == NULL && fairness->deal.revealed != 0);
    add_to(day, "committed",
           fairness->has_roster ? uth_seat_set_count(fairness->deal.committed) : 0);
    add_to(day, "revealed", uth_seat_set_count(fairness->deal.revealed));
    add_to(day, "withheld", uth_seat_set_count(fairness->withheld));
    add_to(day, "called_off", fairness->withheld != 0);
    add_to(day, "voids_before", by_pit && !fairness->has_roster);
    add_to(day, "voids_after", by_pit && fairness->has_roster);
    add_to(day, "voids_meter", cause != NULL && strcmp(cause, "meter") == 0);
    if (cause != NULL) {
        add_abort(counting, cause);
    }
    if (counting->rounds != NULL) {
        add_round(counting, cause);
    }
}

// ---- all of them ------------------------------------------------------------------------------

// A round in play is no business of anybody's yet.
static bool count_all(struct store *store, struct counting *counting, struct fault *fault)
{
    for (size_t i = 0; i < counting->count; i++) {
        const struct place *place = &counting->places[i];
        struct store_round where;
        const enum store_status status = store_round(store, place->table, place->round, &where);
        if (status != STORE_OK) {
            return office_fail_store(fault, store, status);
        }
        if (where.last_sequence == 0) {
            continue;
        }
        if (!office_record_read(store, place->table, place->round, counting->record, fault)) {
            return false;
        }
        count_round(counting, place->opened_ms);
    }
    return true;
}

static bool list_and_count(struct store *store, struct counting *counting, struct fault *fault)
{
    const int64_t day = counting->query->day;
    const bool any = day == OFFICE_FAIRNESS_NO_DAY;
    const enum store_status status =
        store_played(store, STORE_HOUSE, any ? 0 : day * OFFICE_DAY_MS,
                     any ? INT64_MAX : (day + 1) * OFFICE_DAY_MS - 1, list_round, counting);
    return status == STORE_OK ? count_all(store, counting, fault)
                              : office_fail_store(fault, store, status);
}

json_t *office_fairness(struct store *store, const struct office_fairness_query *query,
                        struct fault *fault)
{
    const bool of_day = query->table != 0 && query->day != OFFICE_FAIRNESS_NO_DAY;
    struct counting counting = {.query = query,
                                .max = of_day ? OFFICE_FAIRNESS_DAY_MAX : OFFICE_FAIRNESS_MAX,
                                .complete = true,
                                .record = malloc(sizeof *counting.record),
                                .days = json_array(),
                                .aborts = json_array(),
                                .rounds = of_day ? json_array() : NULL};
    counting.places = malloc(counting.max * sizeof *counting.places);
    const bool ready = counting.record != NULL && counting.places != NULL;
    const enum store_status status = ready ? store_look(store) : STORE_OK;
    const bool fine = !ready               ? fault_report(fault, FAULT_MEMORY, "out of memory")
                      : status != STORE_OK ? office_fail_store(fault, store, status)
                                           : list_and_count(store, &counting, fault);
    if (ready) {
        store_look_end(store);
    }
    json_t *answer = NULL;
    if (fine) {
        answer = json_pack("{s:b, s:O, s:O}", "complete", counting.complete, "days", counting.days,
                           "aborts", counting.aborts);
        if (of_day) {
            (void)json_object_set(answer, "rounds", counting.rounds);
        }
    }
    json_decref(counting.days);
    json_decref(counting.aborts);
    json_decref(counting.rounds);
    free(counting.places);
    free(counting.record);
    return answer;
}
