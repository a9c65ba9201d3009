// What a simulation is set up with, before its first round.
#include <stdlib.h>
#include <string.h>

#include "report/simulation.h"

void simulate_defaults(struct simulation *simulation)
{
    struct uth_sim_setup *setup = &simulation->setup;
    setup->rules = &simulation->rules;
    setup->meter = uth_meter_fresh(&simulation->rules.progressive);
    setup->seed = 1;
    setup->rounds = 1000000;
    setup->seat_count =
        simulation->rules.banked_by == UTH_BANKED_BY_PLAYER ? simulation->rules.seats : 1;
    simulation->threads = 1;
}

uth_money simulate_least_stake(const struct uth_rules *rules, enum uth_wager wager)
{
    const uth_money least = uth_rules_limit(rules, wager).min;
    return uth_wagers[wager].on_meter        ? rules->progressive.stake
           : least.cents > rules->chip.cents ? least
                                             : rules->chip;
}

void simulate_set_stakes(struct simulation *simulation, const uth_money stakes[UTH_WAGER_COUNT])
{
    for (unsigned seat = 0; seat < UTH_SEATS_MAX; seat++) {
        memcpy(simulation->setup.seats[seat].stakes, stakes,
               sizeof simulation->setup.seats[seat].stakes);
    }
    const struct uth_rules all = simulation->rules;
    uth_rules_at_ante(&all, stakes[UTH_WAGER_ANTE], &simulation->rules);
}

enum uth_status simulate_start(struct simulation *simulation, struct uth_refusal *refusal,
                               bool *memory_left)
{
    const enum uth_status status = simulate_work_out(simulation, memory_left);
    const size_t size = uth_sim_size(simulation->threads);
    simulation->memory = malloc(size);
    *memory_left &= simulation->memory != NULL;
    const size_t sessions = (size_t)simulation->sessions; // SIMULATE_SESSIONS_MAX
    if (simulation->setup.session_rounds != 0) {
        simulation->record.sessions = calloc(sessions, sizeof *simulation->record.sessions);
        *memory_left &= simulation->record.sessions != NULL;
    }
    if (simulation->meter) {
        simulation->record.meters =
            calloc(sessions, UTH_SIM_METER_SAMPLES * sizeof *simulation->record.meters);
        *memory_left &= simulation->record.meters != NULL;
    }
    return status == UTH_OK && *memory_left
               ? uth_sim_init(&simulation->setup, simulation->threads, simulation->memory, size,
                              &simulation->sim, refusal)
               : status;
}
