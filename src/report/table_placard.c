#include "report/table_placard.h"

const struct room_config *table_placard_config(const struct office_table *table)
{
    return table->room.config.profile != 0 ? &table->room.config : &table->wanted;
}

struct placard_of table_placard_of(const struct office *office, const struct office_table *table)
{
    const struct room_config *config = table_placard_config(table);
    const struct office_meter *meter = office_meter(office, config->meter);
    const struct placard_of of = {
        .rules = office_rules(office, config->profile),
        .revision = config->profile,
        .table = table->room.id,
        .name = config->name,
        .no_meter = meter == NULL,
        .meter_maximum = meter != NULL ? meter->controller.terms.maximum : (uth_money){0},
    };
    UTH_CHECK(of.rules != NULL);
    return of;
}
