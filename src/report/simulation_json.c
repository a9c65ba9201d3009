#include <string.h>

#include "report/simulation.h"
#include "wire/exact_text.h"

static void set(json_t *object, const char *name, json_t *value)
{
    (void)json_object_set_new(object, name, value);
}

static json_t *interval(struct uth_sim_figure figure, double z)
{
    json_t *pair = json_array();
    (void)json_array_append_new(pair, json_real(figure.mean - z * figure.error));
    (void)json_array_append_new(pair, json_real(figure.mean + z * figure.error));
    return pair;
}

static json_t *figure_json(struct uth_sim_figure figure)
{
    json_t *object = json_object();
    set(object, "mean", json_real(figure.mean));
    set(object, "standard_error", json_real(figure.error));
    set(object, "standard_deviation", json_real(figure.deviation));
    set(object, "confidence_95", interval(figure, Z_95));
    set(object, "confidence_99", interval(figure, Z_99));
    return object;
}

static json_t *row_json(const struct simulate_row *row)
{
    json_t *object = figure_json(row->figure);
    if (row->stake != 0) {
        set(object, "stake", json_integer(row->stake));
    }
    if (row->counted) {
        set(object, "hit_rate", json_real(row->hit_rate));
    }
    if (row->known) {
        exact_set(object, "exact", row->exact);
        set(object, "distance", json_real(row->distance));
    }
    return object;
}

static json_t *rows_json(const struct simulation *simulation, unsigned group)
{
    struct simulate_row rows[SIMULATE_ROWS_MAX];
    const size_t count = simulate_rows(simulation, group, rows);
    json_t *object = json_object();
    for (size_t i = 0; i < count; i++) {
        set(object, rows[i].name, row_json(&rows[i]));
    }
    return object;
}

static json_t *actions_json(const struct simulation *simulation, const struct uth_sim_group *group)
{
    json_t *object = json_object();
    const double hands = group->hands == 0 ? 1 : (double)group->hands;
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        for (unsigned i = 0; i < UTH_RAISES_MAX; i++) {
            const unsigned raise = simulation->rules.raises[street][i];
            if (raise != 0) {
                char name[8];
                exact_action_name(raise, (enum uth_street)street, name);
                set(object, name, json_real((double)group->raised[street][i] / hands));
            }
        }
    }
    set(object, "fold", json_real((double)group->folded / hands));
    return object;
}

static json_t *group_json(const struct simulation *simulation, unsigned index)
{
    const struct uth_sim_group *group = &simulation->totals.groups[index];
    const unsigned first = simulate_seat_of(simulation, index);
    json_t *object = json_object();
    json_t *seats = json_array();
    for (unsigned seat = first; seat <= simulation->setup.seat_count; seat++) {
        if (uth_sim_group_of(simulation->sim, seat) == index) {
            (void)json_array_append_new(seats, json_integer(seat));
        }
    }
    set(object, "strategy", json_string(uth_style_name(simulation->styles[first - 1])));
    set(object, "seats", seats);
    set(object, "hands", json_integer((json_int_t)group->hands));
    set(object, "wagers", rows_json(simulation, index));
    set(object, "actions", actions_json(simulation, group));
    return object;
}

// The house's result of a round, or the player-dealer's with their fees.
static json_t *bank_json(const struct simulation *simulation)
{
    const struct uth_sim_totals *totals = &simulation->totals;
    json_t *object = figure_json(uth_sim_mean(totals->bank, totals->rounds));
    const double rounds = totals->rounds == 0 ? 1 : (double)totals->rounds;
    if (simulation->rules.banked_by == UTH_BANKED_BY_PLAYER) {
        set(object, "wager", json_integer(simulation->setup.bank_wager.cents));
        set(object, "fee", json_real(uth_wide_to_double(totals->bank_fees) / rounds));
        set(object, "player_fees", json_real(uth_wide_to_double(totals->player_fees) / rounds));
        set(object, "not_covered",
            json_real(totals->lines == 0 ? 0 : (double)totals->uncovered / (double)totals->lines));
        set(object, "amount_not_covered",
            json_real(totals->due == 0
                          ? 0
                          : uth_wide_to_double(totals->missing) / uth_wide_to_double(totals->due)));
    }
    return object;
}

static json_t *sessions_json(const struct simulation *simulation,
                             const struct simulate_summary *summary)
{
    json_t *object = json_object();
    json_t *quantiles = json_object();
    json_t *bins = json_array();
    for (unsigned i = 0; i < SIMULATE_QUANTILES; i++) {
        char name[8];
        (void)snprintf(name, sizeof name, "%.2f", simulate_quantiles[i]);
        set(quantiles, name, json_integer(summary->quantiles[i]));
    }
    for (unsigned i = 0; i < SIMULATE_BINS; i++) {
        json_t *bin = json_object();
        set(bin, "from", json_real(summary->bin_from + i * summary->bin_width));
        set(bin, "count", json_integer((json_int_t)summary->bins[i]));
        (void)json_array_append_new(bins, bin);
    }
    set(object, "sessions", json_integer((json_int_t)summary->count));
    set(object, "rounds_per_session", json_integer((json_int_t)simulation->setup.session_rounds));
    set(object, "bankroll", json_integer(simulation->setup.bankroll.cents));
    set(object, "ruined", json_integer((json_int_t)summary->ruined));
    set(object, "risk_of_ruin", json_real(summary->risk));
    set(object, "risk_of_ruin_error", json_real(summary->risk_error));
    set(object, "mean", json_real(summary->mean));
    set(object, "standard_error", json_real(summary->error));
    set(object, "standard_deviation", json_real(summary->deviation));
    set(object, "quantiles", quantiles);
    set(object, "longest_drought_mean", json_real(summary->drought_mean));
    set(object, "longest_drought_max", json_integer(summary->drought_max));
    set(object, "histogram", bins);
    return object;
}

static json_t *awards_json(const struct simulation *simulation)
{
    json_t *list = json_array();
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        const struct uth_sim_awards *awards = &simulation->totals.awards[line];
        if (uth_progressive_pays(&simulation->rules.progressive.table,
                                 (enum uth_progressive_line)line)) {
            json_t *object = json_object();
            const double count = awards->count == 0 ? 1 : (double)awards->count;
            set(object, "line",
                json_string(uth_progressive_line_name((enum uth_progressive_line)line)));
            set(object, "count", json_integer((json_int_t)awards->count));
            set(object, "mean", json_real(uth_wide_to_double(awards->paid) / count));
            (void)json_array_append_new(list, object);
        }
    }
    return list;
}

static json_t *meter_json(const struct simulation *simulation, const struct simulate_meter *meter)
{
    json_t *object = json_object();
    json_t *times = json_array();
    for (unsigned sample = 0; sample < UTH_SIM_METER_SAMPLES; sample++) {
        json_t *point = json_object();
        json_t *bands = json_object();
        for (unsigned band = 0; band < METER_BANDS; band++) {
            char name[8];
            (void)snprintf(name, sizeof name, "%.2f", simulate_bands[band]);
            set(bands, name, json_integer(meter->at[sample][band]));
        }
        set(point, "round",
            json_integer((json_int_t)(simulation->setup.session_rounds * (sample + 1) /
                                      UTH_SIM_METER_SAMPLES)));
        set(point, "quantiles", bands);
        (void)json_array_append_new(times, point);
    }
    set(object, "over_time", times);
    set(object, "awards", awards_json(simulation));
    set(object, "rounds_between_awards", json_real(meter->wait));
    set(object, "rounds_between_awards_error", json_real(meter->wait_error));
    set(object, "longest_wait", json_integer((json_int_t)simulation->totals.meter_wait_max));
    set(object, "seed_added", json_real(uth_wide_to_double(simulation->totals.seed_added)));
    return object;
}

json_t *simulate_json(const struct simulate_report *report)
{
    const struct simulation *simulation = report->simulation;
    const struct uth_sim_totals *totals = &simulation->totals;
    json_t *document = json_object();
    json_t *groups = json_array();
    for (unsigned i = 0; i < totals->group_count; i++) {
        (void)json_array_append_new(groups, group_json(simulation, i));
    }
    set(document, "rules", json_string(simulation->rules.name));
    set(document, "rounds", json_integer((json_int_t)totals->rounds));
    set(document, "seats", json_integer(simulation->setup.seat_count));
    set(document, "strategy", json_string(uth_style_name(simulation->styles[0])));
    char seed[24];
    (void)snprintf(seed, sizeof seed, "%llu", (unsigned long long)simulation->setup.seed);
    set(document, "seed",
        simulation->setup.seed <= INT64_MAX ? json_integer((json_int_t)simulation->setup.seed)
                                            : json_string(seed));
    set(document, "threads", json_integer(simulation->threads));
    set(document, "seconds", json_real(simulation->seconds));
    set(document, "rounds_per_second",
        json_real(simulation->seconds > 0 ? (double)totals->rounds / simulation->seconds : 0));
    set(document, "interrupted", json_boolean(simulation->interrupted));
    // Seat 1 and everyone who plays like them; the others stand in the list.
    set(document, "wagers", rows_json(simulation, uth_sim_group_of(simulation->sim, 1)));
    set(document, "strategies", groups);
    set(document, "bank", bank_json(simulation));
    if (report->summary != NULL) {
        set(document, "sessions", sessions_json(simulation, report->summary));
    }
    if (report->meter != NULL) {
        set(document, "meter", meter_json(simulation, report->meter));
    }
    return document;
}

// A round alone

static json_t *play_json(unsigned street, unsigned multiple)
{
    json_t *play = json_array();
    for (unsigned i = 0; i < street; i++) {
        (void)json_array_append_new(play, json_string("check"));
    }
    char name[8];
    exact_action_name(multiple, (enum uth_street)street, name);
    (void)json_array_append_new(play, json_string(name));
    return play;
}

static json_t *cards_json(const uth_card *cards, size_t count)
{
    char text[16];
    uth_cards_text(cards, count, text);
    return json_string(text);
}

// A bet of the profile's own stands under `side`.
static void set_stake(json_t *player, const struct uth_rules *rules, enum uth_wager wager,
                      int64_t stake)
{
    if (uth_wager_is_own(wager) && json_object_get(player, "side") == NULL) {
        set(player, "side", json_object());
    }
    set(uth_wager_is_own(wager) ? json_object_get(player, "side") : player,
        uth_rules_wager_name(rules, wager), json_integer(stake));
}

// BET-5 would refuse a player with every wager, though each is worth the same without the others.
static json_t *player_json(const struct simulation *simulation, const struct uth_sim_round *round,
                           unsigned index, unsigned *left_out)
{
    const struct uth_player_facts *player = &round->facts.players[index];
    const unsigned games_max =
        simulation->rules.games_max == 0 ? UTH_WAGER_COUNT : simulation->rules.games_max;
    json_t *object = json_object();
    unsigned games = 1;
    set(object, "seat", json_integer(player->seat));
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
        const int64_t stake = player->stakes[wager].cents;
        if (!uth_wagers[wager].before_deal || stake == 0) {
            continue;
        }
        games += uth_wager_is_side((enum uth_wager)wager);
        if (games > games_max) {
            *left_out += 1;
        } else {
            set_stake(object, &simulation->rules, (enum uth_wager)wager, stake);
        }
    }
    set(object, "cards", cards_json(player->cards, 2));
    set(object, "play", play_json(round->streets[index], round->multiples[index]));
    return object;
}

json_t *simulate_round_json(const struct simulation *simulation, uint64_t number,
                            const struct uth_sim_round *round, unsigned *left_out)
{
    const struct uth_facts *facts = &round->facts;
    json_t *document = json_object();
    json_t *players = json_array();
    char id[48];
    *left_out = 0;
    (void)snprintf(id, sizeof id, "%llu:%llu", (unsigned long long)simulation->setup.seed,
                   (unsigned long long)number);
    for (unsigned i = 0; i < facts->player_count; i++) {
        (void)json_array_append_new(players, player_json(simulation, round, i, left_out));
    }
    set(document, "id", json_string(id));
    set(document, "rules", json_string(simulation->rules.name));
    if (facts->bank_seat != 0) {
        json_t *bank = json_object();
        set(bank, "seat", json_integer(facts->bank_seat));
        set(bank, "wager", json_integer(facts->bank_wager.cents));
        set(document, "bank", bank);
    }
    if (simulation->rules.offered[UTH_WAGER_PROGRESSIVE]) {
        json_t *meter = json_object();
        set(meter, "amount", json_integer(facts->meter.amount.cents));
        set(meter, "carry", json_integer(facts->meter.carry));
        set(meter, "reserve", json_integer(facts->meter.reserve.cents));
        set(meter, "seed", json_integer(facts->meter.seed.cents));
        set(document, "meter", meter);
    }
    set(document, "community", cards_json(facts->community, 5));
    set(document, "dealer", cards_json(facts->dealer, 2));
    set(document, "players", players);
    return document;
}
