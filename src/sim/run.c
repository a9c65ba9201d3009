// Making a set-up ready, playing its units, and one round alone.
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <string.h>

#include "batch.h"
#include "core/due.h"

struct worker {
    alignas(64) struct table table;
    struct counter counter;
    struct batch batch;
};

// What the threads of one run share.
struct run {
    struct uth_sim *sim;
    uint64_t first;
    uint64_t count;
    const struct uth_sim_record *record;
    _Atomic uint64_t next;
};

#define SIM_ALIGNMENT ((size_t)64)

size_t uth_sim_size(unsigned threads)
{
    UTH_CHECK(threads >= 1 && threads <= UTH_SIM_THREADS_MAX);
    return sizeof(struct uth_sim) + threads * sizeof(struct worker) + 2 * SIM_ALIGNMENT;
}

static void *aligned(void *memory)
{
    unsigned char *bytes = memory;
    return bytes + (SIM_ALIGNMENT - (uintptr_t)bytes % SIM_ALIGNMENT) % SIM_ALIGNMENT;
}

// Refusals

// BET-11: decisions are counted by size, so a seat plays every size there is. Rules for an Ante too
// large for that come from uth_rules_at_ante.
static bool all_sizes_open(const struct uth_rules *rules, uth_money ante)
{
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        for (unsigned i = 0; i < UTH_RAISES_MAX; i++) {
            if (!uth_rules_play_open(rules, ante, rules->raises[street][i])) {
                return false;
            }
        }
    }
    return true;
}

// Limits, chips and what needs what; how many games one player may make is not asked.
static enum uth_status admit_seat(const struct uth_sim_setup *setup, unsigned seat,
                                  enum uth_wager *refused)
{
    const struct uth_sim_seat *strategy = &setup->seats[seat - 1];
    struct uth_rules rules = *setup->rules;
    uint64_t profile = 0;
    rules.games_max = 0;
    if (strategy->strategy != NULL) {
        const enum uth_status status = uth_strategy_profile(setup->rules, &profile);
        if (status != UTH_OK || strategy->strategy->profile != profile) {
            return status != UTH_OK ? status : UTH_ERR_STRATEGY_RULES;
        }
    }
    rules.games_over = (struct uth_games_over){0};
    const enum uth_status status = uth_admit_stakes(&rules, strategy->stakes, refused);
    return status != UTH_OK || all_sizes_open(&rules, strategy->stakes[UTH_WAGER_ANTE])
               ? status
               : UTH_ERR_PLAY_LIMIT;
}

static int64_t wagers_of(const struct uth_sim_seat *seat)
{
    int64_t sum = 0;
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
        sum += seat->stakes[wager].cents;
    }
    return sum;
}

static enum uth_status admit(const struct uth_sim_setup *setup, struct uth_refusal *refusal)
{
    const struct uth_rules *rules = setup->rules;
    const bool banked = rules->banked_by == UTH_BANKED_BY_PLAYER;
    *refusal = (struct uth_refusal){0};
    if (setup->rounds == 0 || setup->rounds > UTH_SIM_ROUNDS_MAX ||
        setup->session_rounds > UINT32_MAX) {
        return UTH_ERR_SIM_ROUNDS;
    }
    if (setup->seat_count < 1U + banked || setup->seat_count > rules->seats) {
        return UTH_ERR_NO_SUCH_SEAT;
    }
    for (unsigned seat = 1; seat <= setup->seat_count; seat++) {
        const enum uth_status status = admit_seat(setup, seat, &refusal->wager);
        if (status != UTH_OK) {
            refusal->seat = (uint8_t)seat;
            return status;
        }
    }
    const int64_t first = wagers_of(&setup->seats[0]) + uth_fee_of_player(rules).cents;
    if (setup->bankroll.cents != 0 && setup->bankroll.cents < first) {
        return UTH_ERR_SIM_BANKROLL;
    }
    return banked ? uth_admit_bank(rules, 1, setup->bank_wager) : UTH_OK;
}

// Making ready

static bool alike(const struct uth_sim_seat *a, const struct uth_sim_seat *b)
{
    return a->strategy == b->strategy && a->decide == b->decide && a->context == b->context &&
           memcmp(a->stakes, b->stakes, sizeof a->stakes) == 0;
}

static void fill_chart(const struct uth_sim *sim, const struct uth_strategy *strategy,
                       struct chart *chart)
{
    for (unsigned a = 0; a < UTH_DECK_SIZE; a++) {
        for (unsigned b = 0; b < UTH_DECK_SIZE; b++) {
            const uth_card hole[2] = {(uth_card)a, (uth_card)b};
            const unsigned play = a == b ? 0 : uth_strategy_preflop(strategy, hole);
            chart->at[a][b] = sim->decision_of[UTH_STREET_PREFLOP][play];
        }
    }
}

static void form_groups(struct uth_sim *sim)
{
    for (unsigned seat = 0; seat < sim->setup.seat_count; seat++) {
        const struct uth_sim_seat *strategy = &sim->setup.seats[seat];
        unsigned group = 0;
        while (group < sim->group_count && !alike(&sim->strategies[group], strategy)) {
            group++;
        }
        UTH_CHECK(group < UTH_SEATS_MAX);
        sim->group[seat] = (uint8_t)group;
        sim->hands[group]++;
        if (group < sim->group_count) {
            continue;
        }
        UTH_CHECK((strategy->strategy != NULL) != (strategy->decide != NULL));
        sim->strategies[group] = *strategy;
        sim->group_count++;
        if (strategy->strategy != NULL) {
            fill_chart(sim, strategy->strategy, &sim->charts[group]);
        }
    }
}

static void note_raises(struct uth_sim *sim)
{
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        for (unsigned i = UTH_RAISES_MAX; i-- > 0;) {
            sim->decision_of[street][sim->setup.rules->raises[street][i]] =
                (uint8_t)(street * UTH_RAISES_MAX + i);
        }
        sim->decision_of[street][0] = street == UTH_STREET_RIVER ? DECISION_FOLD : DECISION_CHECK;
    }
}

// What seat 1 needs to bank a hand when everyone else plays.
static uth_money needed_to_bank(const struct uth_sim *sim)
{
    struct uth_facts facts = {.player_count = sim->player_count};
    for (unsigned i = 0; i < sim->player_count; i++) {
        memcpy(facts.players[i].stakes, sim->setup.seats[i + 1].stakes,
               sizeof facts.players[i].stakes);
    }
    return uth_money_sum(sim->setup.bank_wager,
                         uth_fee_of_bank(sim->setup.rules, uth_fee_total_action(&facts)));
}

// ---- cells --------------------------------------------------------------------------------------

static bool has_aggregate(const struct uth_rules *rules)
{
    int64_t caps = 0;
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
        caps |= rules->aggregate[wager].max.cents;
    }
    return caps != 0;
}

// A purse may change who banks, and so may a bet in no table what seat 1 gained or a bank moves.
static bool can_use_cells(const struct uth_sim *sim)
{
    const bool sessions = sim->setup.session_rounds != 0;
    return sim->tabled && !has_aggregate(sim->setup.rules) && !(sessions && sim->banked) &&
           !((sessions || sim->banked) && sim->has_others);
}

static void prepare_places(struct uth_sim *sim)
{
    uth_card deck[UTH_DECK_SIZE];
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        deck[i] = (uth_card)i;
    }
    uth_deal(sim->setup.rules->procedure, sim->player_count, deck, &sim->places);
}

static void prepare_pairs(struct uth_sim *sim)
{
    for (unsigned a = 0; a < UTH_DECK_SIZE; a++) {
        for (unsigned b = 0; b < UTH_DECK_SIZE; b++) {
            const uth_card hole[2] = {(uth_card)a, (uth_card)b};
            sim->pairs.at[a][b] =
                a == b ? PAIRS_LOOK : (uint8_t)sim_cells_pairs(sim->setup.rules, hole);
        }
    }
}

// Everyone can always bank, so that the player-dealer's place goes round alike in every unit.
static void prepare_bank(struct uth_sim *sim)
{
    struct table *table = &sim->workers[0].table;
    sim_table_open(table, sim);
    for (unsigned i = 0; i < UTH_SIM_UNIT_ROUNDS; i++) {
        UTH_CHECK(sim_table_can_play(table));
        sim->bank_order[i] = table->facts.bank_seat;
        sim->bank_fees[table->facts.bank_seat] = table->bank_fee;
        sim_table_pass_bank(table);
    }
}

static void prepare_cells(struct uth_sim *sim)
{
    const struct uth_sim_seat *first = &sim->setup.seats[0];
    unsigned largest = 0;
    for (unsigned group = 0; group < sim->group_count; group++) {
        sim_cells_fill(&sim->cells[group], sim->setup.rules, &sim->strategies[group]);
        sim->has_others = sim->has_others || sim->cells[group].other_count != 0;
    }
    for (unsigned i = 0; i < UTH_STREET_COUNT * UTH_RAISES_MAX; i++) {
        const unsigned raise = sim->setup.rules->raises[i / UTH_RAISES_MAX][i % UTH_RAISES_MAX];
        largest = raise > largest ? raise : largest;
    }
    sim->purse_free = wagers_of(first) + sim->player_fee.cents +
                      first->stakes[UTH_WAGER_ANTE].cents * (int64_t)largest;
    for (unsigned seat = 0; seat < sim->setup.seat_count; seat++) {
        sim->fed_by_round.cents += sim->setup.seats[seat].stakes[UTH_WAGER_PROGRESSIVE].cents;
    }
    prepare_places(sim);
    prepare_pairs(sim);
    sim->by_cells = can_use_cells(sim);
    if (sim->by_cells && sim->banked) {
        prepare_bank(sim);
    }
}

enum uth_status uth_sim_init(const struct uth_sim_setup *setup, unsigned threads, void *memory,
                             size_t size, struct uth_sim **made, struct uth_refusal *refusal)
{
    UTH_CHECK(size >= uth_sim_size(threads));
    const enum uth_status status = admit(setup, refusal);
    if (status != UTH_OK) {
        return status;
    }
    struct uth_sim *sim = aligned(memory);
    memset(sim, 0, sizeof *sim);
    sim->setup = *setup;
    sim->threads = threads;
    sim->unit_rounds = setup->session_rounds != 0 ? setup->session_rounds : UTH_SIM_UNIT_ROUNDS;
    sim->units = (setup->rounds + sim->unit_rounds - 1) / sim->unit_rounds;
    sim->banked = setup->rules->banked_by == UTH_BANKED_BY_PLAYER;
    sim->player_count = (uint8_t)(setup->seat_count - sim->banked);
    sim->player_fee = uth_fee_of_player(setup->rules);
    sim->tabled = true;
    sim->lines = LINES_COMMON;
    for (unsigned seat = 0; seat < setup->seat_count; seat++) {
        sim->tabled &= setup->seats[seat].strategy != NULL;
        sim->fed |= setup->seats[seat].stakes[UTH_WAGER_PROGRESSIVE].cents != 0;
        for (unsigned own = UTH_WAGER_OWN_1; own <= UTH_WAGER_OWN_4; own++) {
            sim->lines = setup->seats[seat].stakes[own].cents != 0 ? UTH_SIM_LINES : sim->lines;
        }
    }
    sim_shuffle_init(&sim->shuffle, setup->seed, sim->player_count * 2U + 7);
    note_raises(sim);
    form_groups(sim);
    if (sim->banked) {
        sim->bank_needs = needed_to_bank(sim);
    }
    sim->workers = aligned(sim + 1);
    if (sim->tabled) {
        prepare_cells(sim);
    }
    *made = sim;
    return UTH_OK;
}

uint64_t uth_sim_units(const struct uth_sim *sim)
{
    return sim->units;
}

unsigned uth_sim_group_of(const struct uth_sim *sim, unsigned seat)
{
    UTH_CHECK(seat >= 1 && seat <= sim->setup.seat_count);
    return sim->group[seat - 1];
}

// Playing

static uint64_t rounds_of(const struct uth_sim *sim, uint64_t unit)
{
    const uint64_t left = sim->setup.rounds - unit * sim->unit_rounds;
    return left < sim->unit_rounds ? left : sim->unit_rounds;
}

static void play_plain(const struct uth_sim *sim, struct worker *worker, uint64_t unit)
{
    struct table *table = &worker->table;
    const uint64_t first = unit * sim->unit_rounds;
    const uint64_t count = rounds_of(sim, unit);
    sim_table_open(table, sim);
    if (sim->by_cells) {
        sim_batch_play(&worker->batch, table, &worker->counter, first, count);
        return;
    }
    for (uint64_t i = 0; i < count; i++) {
        sim_table_play(table, first + i);
        sim_count_round(&worker->counter, table);
        if (sim->banked) {
            (void)sim_table_move_on(table);
        }
    }
}

static void count_wait(struct uth_sim_totals *totals, uint64_t wait)
{
    totals->meter_wait_max = wait > totals->meter_wait_max ? wait : totals->meter_wait_max;
}

static bool meter_was_won(const struct table *table)
{
    const struct uth_progressive_table *pays = &table->sim->setup.rules->progressive.table;
    for (unsigned i = 0; i < table->settlement.award_count; i++) {
        if (pays->pays[table->settlement.awards[i].line].meter_bp == UTH_BASIS_POINTS) {
            return true;
        }
    }
    return false;
}

// The meter is looked at now and then: after the last round of each of so many parts.
struct sampling {
    int64_t *samples; // NULL where nobody wants them
    uint64_t count;   // rounds of the session
    uint64_t next;    // the sample, and the rounds played by then
    uint64_t due;
};

static void await_sample(struct sampling *sampling, uint64_t played)
{
    UTH_CHECK(sampling->count != 0);
    sampling->next = played * UTH_SIM_METER_SAMPLES / sampling->count;
    sampling->due = ((sampling->next + 1) * sampling->count + UTH_SIM_METER_SAMPLES - 1) /
                    UTH_SIM_METER_SAMPLES;
}

static void sample_meter(struct sampling *sampling, struct table *table, uint64_t played)
{
    if (sampling->samples != NULL && played == sampling->due) {
        sim_table_feed(table);
        sampling->samples[sampling->next] = table->meter.amount.cents;
        await_sample(sampling, played);
    }
}

// Returns what seat 1 gained.
static int64_t play_session_round(const struct uth_sim *sim, struct worker *worker, uint64_t round,
                                  bool *meter_won)
{
    struct table *table = &worker->table;
    int64_t net = 0;
    *meter_won = false;
    if (sim->by_cells &&
        sim_batch_session_round(&worker->batch, table, &worker->counter, round, &net)) {
        return net;
    }
    sim_table_play(table, round);
    sim_count_round(&worker->counter, table);
    *meter_won = meter_was_won(table);
    return sim_table_move_on(table);
}

static struct uth_sim_session play_session(const struct uth_sim *sim, struct worker *worker,
                                           uint64_t unit, struct sampling *sampling)
{
    struct table *table = &worker->table;
    struct uth_sim_session session = {0};
    const uint64_t first = unit * sim->unit_rounds;
    const uint64_t count = rounds_of(sim, unit);
    uint32_t drought = 0;
    uint64_t last_won = 0;
    sim_table_open(table, sim);
    await_sample(sampling, 0);
    while (session.played < count && sim_table_can_play(table)) {
        bool meter_won;
        const int64_t net = play_session_round(sim, worker, first + session.played, &meter_won);
        session.net += net;
        session.played++;
        if (meter_won) {
            count_wait(&worker->counter.totals, session.played - last_won);
            last_won = session.played;
        }
        sample_meter(sampling, table, session.played);
        drought = net > 0 ? 0 : drought + 1;
        session.drought = drought > session.drought ? drought : session.drought;
    }
    count_wait(&worker->counter.totals, session.played - last_won);
    session.ruined = session.played < count || !sim_table_can_play(table);
    return session;
}

static void play_unit(const struct run *run, struct worker *worker, uint64_t unit)
{
    const struct uth_sim *sim = run->sim;
    if (sim->setup.session_rounds == 0) {
        play_plain(sim, worker, unit);
    } else {
        const struct uth_sim_record *record = run->record;
        struct sampling sampling = {.count = rounds_of(sim, unit)};
        if (record != NULL && record->meters != NULL) {
            sampling.samples = &record->meters[unit * UTH_SIM_METER_SAMPLES];
        }
        const struct uth_sim_session session = play_session(sim, worker, unit, &sampling);
        if (record != NULL && record->sessions != NULL) {
            record->sessions[unit] = session;
        }
    }
    worker->counter.totals.units++;
}

// Each takes the next units that nobody has taken: so many that a row of rounds is seldom cut.
static void work(struct run *run, unsigned index)
{
    struct worker *worker = &run->sim->workers[index];
    const uint64_t rounds = run->sim->unit_rounds;
    const uint64_t turn = rounds < UTH_SIM_UNIT_ROUNDS ? UTH_SIM_UNIT_ROUNDS / rounds : 1;
    sim_count_start(&worker->counter, run->sim);
    sim_batch_start(&worker->batch);
    uint64_t unit = atomic_fetch_add(&run->next, turn);
    while (unit < run->count) {
        const uint64_t end = run->count - unit < turn ? run->count : unit + turn;
        for (; unit < end; unit++) {
            play_unit(run, worker, run->first + unit);
        }
        unit = atomic_fetch_add(&run->next, turn);
    }
    sim_batch_close(&worker->batch, run->sim, &worker->counter);
    sim_count_flush(&worker->counter);
}

struct member {
    pthread_t thread;
    struct run *run;
    unsigned index;
    bool started;
};

static void *run_member(void *argument)
{
    const struct member *member = argument;
    work(member->run, member->index);
    return NULL;
}

void uth_sim_run(struct uth_sim *sim, uint64_t first, uint64_t count,
                 const struct uth_sim_record *record, struct uth_sim_totals *totals)
{
    UTH_CHECK(first <= sim->units && count <= sim->units - first);
    struct member members[UTH_SIM_THREADS_MAX] = {{0}};
    struct run run = {.sim = sim, .first = first, .count = count, .record = record};
    for (unsigned i = 1; i < sim->threads; i++) {
        members[i] = (struct member){.run = &run, .index = i};
        members[i].started = pthread_create(&members[i].thread, NULL, run_member, &members[i]) == 0;
    }
    work(&run, 0);
    sim_totals_add(totals, &sim->workers[0].counter.totals);
    for (unsigned i = 1; i < sim->threads; i++) {
        // A thread that could not be had leaves its share to the others.
        if (members[i].started) {
            UTH_CHECK(pthread_join(members[i].thread, NULL) == 0);
            sim_totals_add(totals, &sim->workers[i].counter.totals);
        }
    }
}

// One round alone

static void copy_round(const struct table *table, struct uth_meter before,
                       struct uth_sim_round *replay)
{
    memset(replay, 0, sizeof *replay);
    replay->facts = table->facts;
    replay->facts.meter = before;
    replay->settlement = table->settlement;
    memcpy(replay->multiples, table->multiples, sizeof replay->multiples);
    memcpy(replay->streets, table->streets, sizeof replay->streets);
    memcpy(replay->deck, table->deck, sizeof replay->deck);
}

bool uth_sim_replay(struct uth_sim *sim, uint64_t round, struct uth_sim_round *replay)
{
    UTH_CHECK(round < sim->setup.rounds);
    struct table *table = &sim->workers[0].table;
    const bool sessions = sim->setup.session_rounds != 0;
    // A plain round needs nothing of those before it but who banks.
    uint64_t at = sessions || sim->banked ? round / sim->unit_rounds * sim->unit_rounds : round;
    sim_table_open(table, sim);
    for (; !sessions || sim_table_can_play(table); at++) {
        const struct uth_meter before = table->meter;
        sim_table_play(table, at);
        if (at == round) {
            copy_round(table, sessions ? before : sim->setup.meter, replay);
            return true;
        }
        (void)sim_table_move_on(table);
    }
    return false;
}
