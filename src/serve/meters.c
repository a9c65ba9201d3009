// Which meters a batch under way changes, and who waits for them.
#include "serve/meters.h"

#include "serve/server.h"
#include "serve/table_actor.h"

static size_t use_of(const struct serve *serve, uint64_t meter)
{
    size_t i = 0;
    while (i < serve->meter_count && serve->meters[i].meter != meter) {
        i++;
    }
    return i;
}

bool meter_is_busy(const struct serve *serve, uint64_t meter)
{
    const size_t use = use_of(serve, meter);
    return use < serve->meter_count && serve->meters[use].busy;
}

void meter_set_busy(struct serve *serve, uint64_t meter, bool busy)
{
    const size_t use = use_of(serve, meter);
    if (use == serve->meter_count) {
        UTH_CHECK(serve->meter_count < OFFICE_METERS_MAX);
        serve->meters[serve->meter_count++].meter = meter;
    }
    serve->meters[use].busy = busy;
    if (!busy) {
        serve->meters_changed |= UINT64_C(1) << use;
        actors_meter_free(serve, meter);
    }
}

// The room takes a meter it could change; those who ask for this one only have it looked at.
struct uth_controller *meter_to_look_at(const struct serve *serve, const struct room_config *config)
{
    const struct office_meter *meter =
        config->meter == 0 ? NULL : office_meter(serve->office, config->meter);
    const union {
        const struct uth_controller *ours;
        struct uth_controller *theirs;
    } same = {meter == NULL ? NULL : &meter->controller};
    return same.theirs;
}
