#include "office/meter_json.h"

static const char *pays_from(uint32_t from)
{
    return from == UTH_PAYS_FROM_METER ? "meter" : "tray";
}

json_t *office_terms_json(const struct uth_terms *terms)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:s}", "seed", (json_int_t)terms->seed.cents, "maximum",
                     (json_int_t)terms->maximum.cents, "meter_rate_bp",
                     (json_int_t)terms->meter_rate_bp, "reserve_rate_bp",
                     (json_int_t)terms->reserve_rate_bp, "fixed_pays_from",
                     pays_from(terms->fixed_pays_from));
}

static json_t *amounts_json(const struct uth_meter *meter)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:I}", "amount", (json_int_t)meter->amount.cents,
                     "carry", (json_int_t)meter->carry, "reserve", (json_int_t)meter->reserve.cents,
                     "reserve_carry", (json_int_t)meter->reserve_carry, "seed",
                     (json_int_t)meter->seed.cents);
}

static json_t *tables_json(const struct uth_controller *controller)
{
    json_t *tables = json_array();
    for (unsigned i = 0; i < UTH_LINKED_MAX; i++) {
        const struct uth_station *station = &controller->stations[i];
        if (station->table != 0) {
            (void)json_array_append_new(
                tables,
                json_pack(
                    "{s:I, s:s, s:s, s:b, s:I}", "table", (json_int_t)station->table, "controller",
                    uth_controller_model_name((enum uth_controller_model)station->controller),
                    "state", uth_station_state_name((enum uth_station_state)station->state),
                    "reachable", station->unreachable == 0, "round", (json_int_t)station->round));
        }
    }
    return tables;
}

json_t *office_meter_json(const struct uth_controller *controller)
{
    json_t *document = json_pack(
        "{s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:I, s:I, s:o}", "id", (json_int_t)controller->id,
        "amount", (json_int_t)controller->meter.amount.cents, "reserve",
        (json_int_t)controller->meter.reserve.cents, "beginning",
        (json_int_t)controller->beginning.cents, "day", (json_int_t)controller->day, "meter",
        amounts_json(&controller->meter), "terms", office_terms_json(&controller->terms),
        "executive_above", (json_int_t)controller->executive_above.cents, "entries",
        (json_int_t)controller->entries, "tables", tables_json(controller));
    if (document != NULL) {
        (void)json_object_set_new(document, "waiting",
                                  controller->terms_wait ? office_terms_json(&controller->waiting)
                                                         : json_null());
    }
    return document;
}

static void add_detail(json_t *document, const struct uth_meter_entry *entry)
{
    const struct uth_win_award *award = &entry->as.award;
    switch ((enum uth_entry_kind)entry->kind) {
    case UTH_ENTRY_CREATED:
    case UTH_ENTRY_TERMS_ASKED:
    case UTH_ENTRY_TERMS_IN_FORCE:
        (void)json_object_set_new(document, "terms", office_terms_json(&entry->as.terms.after));
        break;
    case UTH_ENTRY_CONFIRMED:
    case UTH_ENTRY_AWARDED:
    case UTH_ENTRY_PAID:
        (void)json_object_set_new(document, "award",
                                  json_pack("{s:I, s:I, s:I, s:I, s:I}", "amount",
                                            (json_int_t)award->amount.cents, "from_meter",
                                            (json_int_t)award->from_meter.cents, "from_house",
                                            (json_int_t)award->from_house.cents, "seed_added",
                                            (json_int_t)award->seed_added.cents, "reserve_used",
                                            (json_int_t)award->reserve_used.cents));
        break;
    case UTH_ENTRY_ADJUSTED:
        (void)json_object_set_new(
            document, "adjustment",
            json_string(uth_adjustment_name((enum uth_adjustment)entry->adjustment)));
        break;
    case UTH_ENTRY_FED:
    case UTH_ENTRY_UNFED:
        (void)json_object_set_new(document, "stake",
                                  json_integer((json_int_t)entry->as.fed.stake.cents));
        break;
    case UTH_ENTRY_EXECUTIVE_SET:
        (void)json_object_set_new(document, "executive_above",
                                  json_integer((json_int_t)entry->as.executive_above.after.cents));
        break;
    case UTH_ENTRY_DAY_BEGAN:
    case UTH_ENTRY_LINKED:
    case UTH_ENTRY_UNLINKED:
    case UTH_ENTRY_LOST:
    case UTH_ENTRY_FOUND:
    case UTH_ENTRY_STARTED:
    case UTH_ENTRY_SHOWN:
    case UTH_ENTRY_SPOT:
    case UTH_ENTRY_PRESSED:
    case UTH_ENTRY_CANCELLED:
    case UTH_ENTRY_KEYED:
    case UTH_ENTRY_UNKEYED:
    case UTH_ENTRY_CARD_ASKED:
    case UTH_ENTRY_ENDED:
    case UTH_ENTRY_VOIDED:
    case UTH_ENTRY_COUNT: break;
    }
}

json_t *office_entry_json(const struct uth_meter_entry *entry)
{
    json_t *document = json_pack(
        "{s:I, s:I, s:I, s:s, s:I, s:I, s:I, s:i, s:o, s:o}", "meter", (json_int_t)entry->meter,
        "number", (json_int_t)entry->number, "time_ms", (json_int_t)entry->time_ms, "what",
        uth_entry_name((enum uth_entry_kind)entry->kind), "who", (json_int_t)entry->who, "table",
        (json_int_t)entry->table, "round", (json_int_t)entry->round, "seat", (int)entry->seat,
        "before", amounts_json(&entry->before), "after", amounts_json(&entry->after));
    if (document == NULL) {
        return NULL;
    }
    if (entry->approved_by != 0) {
        (void)json_object_set_new(document, "approved_by",
                                  json_integer((json_int_t)entry->approved_by));
    }
    if (entry->line < UTH_PROGRESSIVE_COUNT && entry->kind >= UTH_ENTRY_PRESSED &&
        entry->kind <= UTH_ENTRY_PAID) {
        (void)json_object_set_new(
            document, "line",
            json_string(uth_progressive_line_name((enum uth_progressive_line)entry->line)));
    }
    add_detail(document, entry);
    return document;
}
