// The verb that plays: what is asked for, all of it played at once, and the report.
#include <stdlib.h>
#include <string.h>

#include "call/call.h"
#include "report/simulation.h"

#define METER_RUNS 100 // sessions of the meter where the request does not say

// One name for all seats, or a list with one for each.
static bool read_styles(struct call *call, struct simulation *simulation)
{
    const json_t *given = json_object_get(call->request, "strategy");
    const size_t listed = json_array_size(given);
    if (json_is_array(given) && listed != simulation->setup.seat_count) {
        return call_refuse_member(call, "strategy", "one strategy, or one for each seat");
    }
    for (unsigned seat = 0; seat < UTH_SEATS_MAX; seat++) {
        const json_t *one =
            json_is_array(given) ? json_array_get(given, seat < listed ? seat : listed - 1) : given;
        const char *name = one == NULL ? "optimal" : json_string_value(one);
        simulation->styles[seat] = name == NULL ? UTH_STYLE_COUNT : uth_style_find(name);
        if (simulation->styles[seat] == UTH_STYLE_COUNT) {
            return call_refuse_member(call, "strategy", "optimal, simple, never-fold or timid");
        }
    }
    return true;
}

// `wagers` has the stakes of the side bets that are made, by their names; without it each that the
// profile offers is made at its least.
static bool read_stakes(struct call *call, struct simulation *simulation)
{
    const struct uth_rules *rules = &simulation->rules;
    const json_t *wagers = json_object_get(call->request, "wagers");
    uth_money stakes[UTH_WAGER_COUNT] = {{0}};
    uint64_t ante = (uint64_t)simulate_least_stake(rules, UTH_WAGER_ANTE).cents;
    const char *name;
    json_t *stake;
    if (!call_number(call, "ante", 1, UTH_MONEY_MAX, &ante)) {
        return false;
    }
    if (wagers != NULL && !json_is_object(wagers)) {
        return call_refuse_member(call, "wagers", "stakes by the names of side bets");
    }
    stakes[UTH_WAGER_ANTE] = stakes[UTH_WAGER_BLIND] = (uth_money){(int64_t)ante};
    for (unsigned i = UTH_WAGER_TRIPS; wagers == NULL && i < UTH_WAGER_COUNT; i++) {
        if (rules->offered[i]) {
            stakes[i] = simulate_least_stake(rules, (enum uth_wager)i);
        }
    }
    json_object_foreach(wire_to_walk(wagers), name, stake)
    {
        const enum uth_wager wager = uth_rules_wager_find(rules, name);
        if (wager == UTH_WAGER_COUNT || !uth_wager_is_side(wager) || !rules->offered[wager]) {
            return call_refuse_status(call, UTH_ERR_WAGER_NOT_OFFERED);
        }
        if (json_integer_value(stake) < 1 || json_integer_value(stake) > UTH_MONEY_MAX) {
            return call_refuse_member(call, "wagers", "stakes in whole cents");
        }
        stakes[wager] = (uth_money){json_integer_value(stake)};
    }
    simulate_set_stakes(simulation, stakes);
    return true;
}

// Sessions, and the meter's runs, which are sessions without a bankroll.
static bool read_sessions(struct call *call, struct simulation *simulation)
{
    struct uth_sim_setup *setup = &simulation->setup;
    const bool sessions = json_object_get(call->request, "sessions") != NULL ||
                          json_object_get(call->request, "rounds_per_session") != NULL ||
                          json_object_get(call->request, "bankroll") != NULL;
    uint64_t bankroll = 0;
    if (!call_flag(call, "meter", &simulation->meter)) {
        return false;
    }
    if (!sessions && !simulation->meter) {
        return true;
    }
    if (simulation->meter && setup->seats[0].stakes[UTH_WAGER_PROGRESSIVE].cents == 0) {
        return call_refuse_member(call, "meter", "a Progressive wager, which nobody makes here");
    }
    if (sessions && json_object_get(call->request, "rounds") != NULL) {
        return call_refuse_member(call, "rounds", "nothing beside sessions and rounds_per_session");
    }
    simulation->sessions = METER_RUNS < setup->rounds ? METER_RUNS : 1;
    setup->session_rounds = setup->rounds / simulation->sessions;
    if (!call_number(call, "sessions", 1, SIMULATE_SESSIONS_MAX, &simulation->sessions) ||
        !call_number(call, "rounds_per_session", 1, UINT32_MAX, &setup->session_rounds) ||
        !call_number(call, "bankroll", 1, UTH_MONEY_MAX, &bankroll)) {
        return false;
    }
    setup->rounds = simulation->sessions * setup->session_rounds;
    setup->bankroll = (uth_money){(int64_t)bankroll};
    return true;
}

static bool read_bank(struct call *call, struct simulation *simulation)
{
    struct uth_sim_setup *setup = &simulation->setup;
    const bool banked = simulation->rules.banked_by == UTH_BANKED_BY_PLAYER;
    uint64_t wager = banked ? 100 * (uint64_t)setup->seats[0].stakes[UTH_WAGER_ANTE].cents : 0;
    if (!banked && json_object_get(call->request, "bank_wager") != NULL) {
        return call_refuse_status(call, UTH_ERR_BANK_NOT_OFFERED);
    }
    const bool read = call_number(call, "bank_wager", 1, UTH_MONEY_MAX, &wager);
    setup->bank_wager = (uth_money){(int64_t)wager};
    return read;
}

static bool read_simulation(struct call *call, struct simulation *simulation)
{
    static const char *const known[] = {
        "rules",  "rounds",   "seats",    "strategy",           "seed",  "threads",    "ante",
        "wagers", "sessions", "bankroll", "rounds_per_session", "meter", "bank_wager", NULL};
    struct uth_sim_setup *setup = &simulation->setup;
    if (!call_known(call, known) || !call_profile(call, &simulation->rules)) {
        return false;
    }
    simulate_defaults(simulation);
    const bool banked = simulation->rules.banked_by == UTH_BANKED_BY_PLAYER;
    uint64_t seats = setup->seat_count;
    if (!call_number(call, "rounds", 1, UTH_SIM_ROUNDS_MAX, &setup->rounds) ||
        !call_number(call, "seats", 1 + banked, simulation->rules.seats, &seats) ||
        !call_number(call, "seed", 0, INT64_MAX, &setup->seed) ||
        !call_threads(call, &simulation->threads)) {
        return false;
    }
    setup->seat_count = (uint8_t)seats;
    return read_styles(call, simulation) && read_stakes(call, simulation) &&
           read_sessions(call, simulation) && read_bank(call, simulation);
}

// How long it took says nothing of the game, and would be another answer every time.
static bool finish_report(struct call *call, const struct simulation *simulation)
{
    struct simulate_summary summary;
    struct simulate_meter meter;
    const bool sessions = simulation->setup.session_rounds != 0;
    if ((sessions && !simulate_summarize(simulation, &summary)) ||
        (simulation->meter && !simulate_meter(simulation, &meter))) {
        return call_out_of_memory(call);
    }
    const struct simulate_report report = {.simulation = simulation,
                                           .summary = sessions ? &summary : NULL,
                                           .meter = simulation->meter ? &meter : NULL};
    json_t *document = simulate_json(&report);
    (void)json_object_del(document, "seconds");
    (void)json_object_del(document, "rounds_per_second");
    return call_finish(call, document);
}

static bool play(struct call *call, struct simulation *simulation)
{
    struct uth_refusal refusal = {0};
    bool memory_left = true;
    enum uth_status status = simulate_start(simulation, &refusal, &memory_left);
    if (!memory_left) {
        return call_out_of_memory(call);
    }
    if (status == UTH_OK) {
        uth_sim_run(simulation->sim, 0, uth_sim_units(simulation->sim), &simulation->record,
                    &simulation->totals);
        status = simulate_figures(simulation);
    }
    return status == UTH_OK ? finish_report(call, simulation) : call_refuse_status(call, status);
}

bool call_simulate(struct call *call)
{
    struct simulation *simulation = calloc(1, sizeof *simulation);
    if (simulation == NULL) {
        return call_out_of_memory(call);
    }
    const bool answered = read_simulation(call, simulation) && play(call, simulation);
    simulate_finish(simulation);
    free(simulation);
    return answered;
}
