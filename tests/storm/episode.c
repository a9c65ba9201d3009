// One seed: its rules and tables, a server that is started again whenever it ended, and the digest of
// all that happened.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "serve/serve.h"
#include "storm.h"
#include "support/sides.h"
#include "wire/rules_json.h"

#define DISK_FAULTS                                                                                \
    (1U << HAZARD_DISK_FAILS | 1U << HAZARD_DISK_SLOW | 1U << HAZARD_DISK_MUTE |                   \
     1U << HAZARD_DISK_POWER | 1U << HAZARD_POWER | 1U << HAZARD_BAD_START | 1U << HAZARD_STOP)
#define NETWORK_FAULTS                                                                             \
    (1U << HAZARD_LOST | 1U << HAZARD_DOUBLED | 1U << HAZARD_LATE | 1U << HAZARD_CUT |             \
     1U << HAZARD_CLOCK)
// What holds a round up although nothing is broken.
#define HOLD_UP (1U << HAZARD_VOID | 1U << HAZARD_LOCK)

// Six tables: the three profiles, both controllers, two meters with two tables each. The manager
// changes rules and pace of each now and then.
static const char tables[] =
    "[table Key]\nprofile = %s\ncopies = 2\nmeter = yes\nhouse_players = 3\n"
    "confirm_up_to = 20000\nbetting_ms = 4000\ndecision_ms = 5000\nresult_ms = 1000\n"
    "house_ms = 400\nabsent_rounds = 4\n"
    "[table Card]\nprofile = %s\ncopies = 2\nmeter = yes\npace = dealer\n"
    "controller = nexus\nconfirm_up_to = 20000\nhouse_players = 2\ndecision_ms = 4000\n"
    "betting_ms = 3000\nhouse_ms = 300\n"
    "[table Five]\nprofile = %s\nprovider = Redwood\nprovider_bankroll = 5000000\n"
    "proposition_players = 3\nproposition_ms = 300\nbetting_ms = 3000\n"
    "decision_ms = 4000\noffer_ms = 3000\nresult_ms = 800\n"
    "[table Six]\nprofile = %s\npace = dealer\nprovider = Cypress\n"
    "provider_bankroll = 1000000\nproposition_players = 3\nproposition_ms = 300\n"
    "offer_ms = 3000\nbetting_ms = 3000\ndecision_ms = 4000\n";

// ---- rules ------------------------------------------------------------------------------------

// It may be one that the bet does not have.
static void use_any_table(struct uth_rules *rules, enum uth_wager wager)
{
    rules->sides[wager - UTH_WAGER_TRIPS].table = (uint8_t)storm_below(UTH_BET_TABLES_MAX);
}

// One field of a profile, to another value; it may be one that contradicts the rest.
static void vary(struct uth_rules *rules)
{
    struct uth_progressive_rules *progressive = &rules->progressive;
    switch (storm_below(26)) {
    case 0: rules->procedure = (enum uth_procedure)storm_below(4); break;
    case 1: rules->decks = (uint8_t)(1 + storm_below(2)); break;
    case 2: rules->void_returns_fee = !rules->void_returns_fee; break;
    case 3: rules->ante_unqualified = (enum uth_ante_rule)storm_below(3); break;
    case 4: rules->ante_refund_first = !rules->ante_refund_first; break;
    case 5: // SHOW-7
        rules->SIDE(UTH_WAGER_TRIPS).fold =
            storm_chance(2) ? UTH_FOLD_LOSES_UNLESS_WON : UTH_FOLD_LOSES;
        break;
    case 6: rules->order = (enum uth_order)storm_below(3); break;
    case 7: rules->coverage = (enum uth_coverage)storm_below(UTH_COVERAGE_COUNT); break;
    case 8: rules->bank_hands_max = (uint8_t)(1 + storm_below(3)); break;
    case 9: rules->player_fee_per = (enum uth_fee_per)storm_below(2); break;
    case 10: rules->collection = (uint8_t)storm_below(UTH_COLLECTIONS_MAX); break;
    case 11: use_any_table(rules, UTH_WAGER_TRIPS); break;
    case 12: use_any_table(rules, UTH_WAGER_BAD_BEAT); break;
    case 13: use_any_table(rules, UTH_WAGER_PAIRS); break;
    case 14: rules->offered[UTH_WAGER_TRIPS + storm_below(3)] = storm_chance(2); break;
    case 15:
        rules->qualifier = storm_chance(2) ? UTH_HAND_PAIR << 12
                                           : uth_hand_lowest((enum uth_hand_kind)storm_below(2),
                                                             storm_below(UTH_RANKS));
        break;
    case 16: rules->games_max = storm_chance(2) ? 0 : 4; break;
    case 17: rules->SIDE(UTH_WAGER_BAD_BEAT).needs ^= 1U << UTH_WAGER_TRIPS; break; // BET-4
    case 18: progressive->fixed_pays_from = (enum uth_pays_from)storm_below(2); break;
    case 19: progressive->order = (enum uth_meter_order)storm_below(3); break;
    case 20: progressive->maximum.cents = progressive->seed.cents + storm_below(2000); break;
    case 21: rules->spots_per_player = (uint8_t)(1 + storm_below(3)); break;
    case 22: rules->play_within_limit = !rules->play_within_limit; break;
    case 23: rules->games_over = (struct uth_games_over){3, {500}}; break;
    case 24: rules->first_banker = (enum uth_first_banker)storm_below(3); break;
    default:
        rules->aggregate[storm_chance(2) ? UTH_WAGER_BLIND : UTH_WAGER_TRIPS].max.cents =
            100 * (int64_t)storm_below(20000);
        break;
    }
}

void episode_vary_rules(struct uth_rules *rules)
{
    struct uth_fault fault;
    for (unsigned i = 0; i < 6; i++) {
        struct uth_rules other = *rules;
        vary(&other);
        if (uth_rules_check(&other, &fault) == UTH_OK) {
            *rules = other;
        }
    }
}

static void write_profiles(struct storm *storm)
{
    struct uth_rules rules[PROFILES] = {uth_rules_washington, uth_rules_washington,
                                        uth_rules_california_8, uth_rules_california_6};
    // The cents of a contribution come out even with the profile as it is; with this hardly ever.
    rules[1].progressive.meter_rate_bp = 1733;
    rules[1].progressive.reserve_rate_bp = 291;
    rules[0].spots_per_player = 2;
    for (unsigned i = 0; i < PROFILES; i++) {
        if (!storm_chance(3)) {
            episode_vary_rules(&rules[i]);
        }
        json_t *document = wire_rules_to_json(&rules[i]);
        UTH_CHECK(json_dump_file(document, storm->profile_paths[i], 0) == 0);
        json_decref(document);
    }
}

// ---- files ------------------------------------------------------------------------------------

static void remove_keys(const struct storm *storm)
{
    char path[300];
    (void)snprintf(path, sizeof path, "%s.test", storm->key_path);
    (void)unlink(path);
    (void)unlink(storm->key_path);
}

void episode_remove_files(void)
{
    remove_keys(the_storm);
    for (unsigned i = 0; i < PROFILES; i++) {
        (void)unlink(the_storm->profile_paths[i]);
    }
    (void)rmdir(the_storm->directory);
}

static void make_config(struct storm *storm, struct config *config)
{
    struct fault fault;
    char text[sizeof tables + sizeof storm->profile_paths];
    config_init(config);
    UTH_CHECK(config_set(config, "store", "memory:", &fault));
    UTH_CHECK(config_set(config, "key_file", storm->key_path, &fault));
    UTH_CHECK(config_set(config, "test_decks", "storm", &fault));
    UTH_CHECK(config_set(config, "guest_money", "3000000", &fault));
    UTH_CHECK(config_set(config, "wrong_passwords_per_address", "1000000", &fault)); // there is one
    UTH_CHECK(config_set(config, "guests_per_address", "1000000", &fault));
    UTH_CHECK(config_set(config, "guest_minutes", "1", &fault));
    UTH_CHECK(config_set(config, "deposit_max", "9000000", &fault));
    write_profiles(storm);
    (void)snprintf(text, sizeof text, tables, storm->profile_paths[0], storm->profile_paths[1],
                   storm->profile_paths[2], storm->profile_paths[3]);
    UTH_CHECK(config_read_text(config, "storm", text, &fault));
}

// ---- an episode -------------------------------------------------------------------------------

// Some kinds happen and some do not, so that one does not always hide another. In a third of the
// episodes nothing breaks and nothing holds a round up; people still lie, forge, repeat themselves, say
// garbage, press wrong buttons and change rules.
static uint32_t choose_faults(const struct storm *storm)
{
    uint32_t faults = 0;
    for (unsigned i = 0; i < HAZARD_COUNT; i++) {
        faults |= storm_chance(4) ? 0 : UINT32_C(1) << i;
    }
    if (storm->calm) {
        faults &= ~(DISK_FAULTS | NETWORK_FAULTS | HOLD_UP);
    }
    return faults & ~storm->without;
}

// Timers are looked at without faults only; and a start would take the bad snapshot for good.
static bool needs_calm(enum plant plant)
{
    return plant == PLANT_STOP_CLOCK || plant == PLANT_LATE_ROUND || plant == PLANT_BAD_SNAPSHOT;
}

static void begin(struct storm *storm, uint64_t seed)
{
    const struct store_options options = {.read_only = true};
    struct fault fault;
    memset(&storm->rng, 0, sizeof *storm - offsetof(struct storm, rng));
    storm->rng.state = seed;
    storm->bytes.state = seed ^ UINT64_C(0x5e5e5e5e5e5e5e5e);
    (void)crypto_generichash_init(&storm->history, NULL, 0, DIGEST_SIZE);
    storm->now_ms = INT64_C(1790000000000) + (int64_t)storm_below(86400000);
    storm->calm = needs_calm(storm->plant) || seed % 3 == 0;
    storm->faults = choose_faults(storm);
    storm->disk = store_disk_open();
    UTH_CHECK(storm->disk != NULL);
    remove_keys(storm);
    UTH_CHECK(store_open("", &options, &fault, &storm->reader) == STORE_OK);
    storm->auditor = auditor_open();
    actors_begin();
    storm->tally.episodes++;
    storm->tally.calm += storm->calm;
}

static void forget_server(struct storm *storm)
{
    events_clear();
    memset(storm->peers, 0, sizeof storm->peers);
    requests_forget();
    storm->serve = NULL;
    storm->finished_count = storm->job_count = 0;
    actors_forget_peers();
    store_disk_power_on(storm->disk);
}

static void finish(struct storm *storm, char digest[2 * DIGEST_SIZE + 1])
{
    uint64_t head;
    uint8_t hash[STORE_HASH_SIZE];
    uint8_t bytes[DIGEST_SIZE];
    UTH_CHECK(store_head(storm->reader, &head, hash) == STORE_OK);
    storm_history(hash, sizeof hash);
    (void)crypto_generichash_final(&storm->history, bytes, sizeof bytes);
    (void)sodium_bin2hex(digest, 2 * DIGEST_SIZE + 1, bytes, sizeof bytes);
    storm->tally.steps += storm->step;
    free(storm->looked.text);
    actors_end();
    auditor_close(&storm->auditor);
    store_close(&storm->reader);
    store_disk_close(&storm->disk);
    remove_keys(storm);
}

#define START_POINTS 88 // write points of a first start; any later one only reads

// Now and then the power is cut while the first tables are made.
static void plan_start(struct storm *storm)
{
    const struct store_disk_plan plan = {.at = 1 + storm_below(START_POINTS),
                                         .fault = STORE_DISK_LOSES_POWER};
    storm->dark = storm->stopping = false;
    storm->stop_step = 0;
    disk_plan_nothing();
    if (storm_plans(HAZARD_BAD_START, 2) && storm->step == 0) {
        disk_plan(HAZARD_BAD_START, &plan);
    }
    const bool may_be_cut = storm->planned.fault == HAZARD_BAD_START;
    if ((storm->plant == PLANT_LOSE_KEY && storm->step > 0) ||
        (storm->plant == PLANT_LOSE_KEY_TOO && may_be_cut)) {
        (void)unlink(storm->key_path);
    }
}

// A start that has grown would have last points at which nothing is ever cut.
void episode_started(void)
{
    UTH_CHECK(the_storm->step > 0 || store_disk_points(the_storm->disk) <= START_POINTS);
}

// That a power cut was planned excuses nothing, only that it came: and from net_run on none of these is
// planned any more.
static bool was_cut(const struct storm *storm)
{
    return storm->planned.fault == HAZARD_BAD_START && storm->planned.struck;
}

void episode_run(uint64_t seed, char digest[2 * DIGEST_SIZE + 1])
{
    static struct config config;
    struct storm *storm = the_storm;
    struct fault fault;
    begin(storm, seed);
    make_config(storm, &config);
    while (!storm->over) {
        plan_start(storm);
        const bool started = serve_run(&config, &fault);
        if (!started && !was_cut(storm)) {
            storm_fail(CHECK_START, "%s", fault.text);
        }
        disk_plan_nothing();
        forget_server(storm);
        storm->now_ms += 1000 + storm_below(60000);
        storm->tally.restarts += !storm->over;
    }
    check_chain();
    finish(storm, digest);
}
