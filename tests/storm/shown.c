// What a view must show of its table: field by field by the auditor's own books, whoever wrote it; and
// then all of it, byte for byte, as it is written of the table that was played again for this viewer.
#include <stdio.h>
#include <string.h>

#include "auditor.h"
#include "wire/room_view_json.h"

struct place {
    uint32_t table;
    unsigned seat; // 0: the table
};

// ---- single values ----------------------------------------------------------------------------

static void same_number(struct place place, const char *what, const json_t *told, int64_t own)
{
    if (!json_is_integer(told) || json_integer_value(told) != own) {
        storm_fail(CHECK_TOLD, "a view of table %u, seat %u, shows %s %lld, the auditor has %lld",
                   place.table, place.seat, what, (long long)json_integer_value(told),
                   (long long)own);
    }
    storm_checked(CHECK_TOLD);
}

static void same_count(struct place place, const char *what, size_t told, size_t own)
{
    if (told != own) {
        storm_fail(CHECK_TOLD, "a view of table %u, seat %u, shows %zu %s, the auditor has %zu",
                   place.table, place.seat, told, what, own);
    }
    storm_checked(CHECK_TOLD);
}

static void same_truth(struct place place, const char *what, const json_t *told, bool own)
{
    if (!json_is_boolean(told) || json_is_true(told) != own) {
        storm_fail(CHECK_TOLD, "a view of table %u, seat %u, shows that %s: the auditor has %s",
                   place.table, place.seat, what, own ? "yes" : "no");
    }
    storm_checked(CHECK_TOLD);
}

static void same_word(struct place place, const char *what, const json_t *told, const char *own)
{
    const char *word = json_is_string(told) ? json_string_value(told) : "nothing";
    if (strcmp(word, own) != 0) {
        storm_fail(CHECK_TOLD, "a view of table %u, seat %u, shows %s '%s', the auditor has '%s'",
                   place.table, place.seat, what, word, own);
    }
    storm_checked(CHECK_TOLD);
}

// ---- a seat -----------------------------------------------------------------------------------

static void check_stakes(struct place place, const struct own_seat *own, const json_t *stakes)
{
    size_t count = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (own->stakes[i] != 0) {
            same_number(place, "a stake of",
                        json_object_get(stakes, uth_wager_name((enum uth_wager)i)), own->stakes[i]);
            count++;
        }
    }
    same_count(place, "stakes", json_object_size(stakes), count);
}

// PLAY-5: what the fold has lost.
static void check_taken(struct place place, const struct own_seat *own, bool folded,
                        const json_t *taken)
{
    int64_t told = 0;
    int64_t lost = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const json_t *amount = json_object_get(taken, uth_wager_name((enum uth_wager)i));
        const bool by_fold = i == UTH_WAGER_ANTE || i == UTH_WAGER_BLIND || i == UTH_WAGER_TRIPS;
        told += json_integer_value(amount);
        lost += folded && by_fold && (own->settled >> i & 1) != 0 && own->nets[i] < 0
                    ? -own->nets[i]
                    : 0;
    }
    if (told != lost) {
        storm_fail(CHECK_TOLD,
                   "a view of table %u, seat %u, shows %lld taken, the auditor has %lld",
                   place.table, place.seat, (long long)told, (long long)lost);
    }
    storm_checked(CHECK_TOLD);
}

static void check_decisions(struct place place, const struct own_seat *own, const json_t *list)
{
    static const char *const streets[UTH_STREET_COUNT] = {"preflop", "flop", "river"};
    same_count(place, "decisions", json_array_size(list), own->decision_count);
    for (unsigned i = 0; i < own->decision_count; i++) {
        const struct own_decision *decision = &own->decisions[i];
        const json_t *told = json_array_get(list, i);
        char raise[8];
        (void)snprintf(raise, sizeof raise, "%ux", decision->multiple);
        same_word(place, "the street", json_object_get(told, "street"), streets[decision->street]);
        same_word(place, "the decision", json_object_get(told, "action"),
                  decision->action == UTH_ACTION_CHECK  ? "check"
                  : decision->action == UTH_ACTION_FOLD ? "fold"
                                                        : raise);
        same_truth(place, "the timer decided", json_object_get(told, "by_system"),
                   decision->by_system != 0);
    }
}

// Settled, and not void: of whoever took part.
static void check_result(struct place place, const struct own_table *table, const json_t *result)
{
    const struct own_seat *own = &table->seats[place.seat];
    const bool there =
        table->phase >= UTH_PHASE_SETTLED && !table->voided && own->stakes[UTH_WAGER_ANTE] != 0;
    const json_t *wagers = json_object_get(result, "wagers");
    size_t count = 0;
    int64_t net = 0;
    same_truth(place, "there is a result", json_boolean(json_is_object(result)), there);
    for (unsigned i = 0; there && i < UTH_WAGER_COUNT; i++) {
        const json_t *wager = json_object_get(wagers, uth_wager_name((enum uth_wager)i));
        if ((own->settled >> i & 1) == 0) {
            continue;
        }
        same_number(place, "a settled stake of", json_object_get(wager, "stake"), own->stakes[i]);
        same_number(place, "a net of", json_object_get(wager, "net"), own->nets[i]);
        same_word(place, "the outcome", json_object_get(wager, "outcome"),
                  uth_outcome_name((enum uth_outcome)own->outcomes[i]));
        net += own->nets[i];
        count++;
    }
    if (there) {
        same_count(place, "settled wagers", json_object_size(wagers), count);
        same_number(place, "the net of all wagers as", json_object_get(result, "net"), net);
    }
}

// Whoever plays and has not yet raised or folded decides once a street.
static bool is_awaited(const struct own_table *table, const struct own_seat *own)
{
    const bool checked = own->decision_count == 0 ||
                         own->decisions[own->decision_count - 1].action == UTH_ACTION_CHECK;
    return checked && own->stakes[UTH_WAGER_ANTE] != 0 && table->phase >= UTH_PHASE_PREFLOP &&
           table->phase <= UTH_PHASE_RIVER &&
           own->decision_count == table->phase - UTH_PHASE_PREFLOP;
}

static void check_played(struct place place, const struct own_table *table, const json_t *seat)
{
    const struct own_seat *own = &table->seats[place.seat];
    uint8_t multiple = 0;
    bool folded = false;
    for (unsigned i = 0; i < own->decision_count; i++) {
        multiple = own->decisions[i].multiple;
        folded = own->decisions[i].action == UTH_ACTION_FOLD;
    }
    same_truth(place, "he takes part", json_object_get(seat, "in"),
               own->stakes[UTH_WAGER_ANTE] != 0);
    same_truth(place, "he has folded", json_object_get(seat, "folded"), folded);
    same_truth(place, "he is waited for", json_object_get(seat, "awaited"), is_awaited(table, own));
    same_number(place, "a raise of", json_object_get(seat, "multiple"), multiple);
    same_number(place, "a fee of", json_object_get(seat, "fee"),
                place.seat == table->bank_seat ? 0 : own->fee);
    check_stakes(place, own, json_object_get(seat, "stakes"));
    check_taken(place, own, folded, json_object_get(seat, "taken"));
    check_decisions(place, own, json_object_get(seat, "decisions"));
    check_result(place, table, json_object_get(seat, "result"));
}

static void check_sitting(struct place place, const struct room_seat *own, const json_t *seat)
{
    const json_t *player = json_object_get(seat, "player");
    same_number(place, "the seat's number as", json_object_get(seat, "seat"), place.seat);
    same_truth(place, "somebody sits here", json_boolean(json_is_object(player)), own->player != 0);
    if (own->player != 0) {
        same_number(place, "the player", json_object_get(player, "id"), (int64_t)own->player);
    }
    same_truth(place, "he is ready", json_object_get(seat, "ready"), own->ready != 0);
    same_truth(place, "he sits out", json_object_get(seat, "sits_out"), own->sits_out != 0);
    same_truth(place, "he leaves", json_object_get(seat, "leaving"), own->leaving != 0);
}

// ---- the table --------------------------------------------------------------------------------

// What the wager can still pay after everything that settlement moved (BANK-3).
static int64_t bank_left(const struct own_table *own, const struct uth_rules *rules)
{
    int64_t sums[2] = {0}; // lost by players, won by them
    for (unsigned i = UTH_WAGER_COUNT; i < (UTH_SEATS_MAX + 1) * UTH_WAGER_COUNT; i++) {
        const struct own_seat *seat = &own->seats[i / UTH_WAGER_COUNT];
        const unsigned wager = i % UTH_WAGER_COUNT;
        const bool settled = own->phase >= UTH_PHASE_SETTLED && (seat->settled >> wager & 1) != 0;
        if (settled && wager != UTH_WAGER_PROGRESSIVE) { // which is not the player-dealer's
            const int64_t net = seat->nets[wager];
            sums[net > 0] += net > 0 ? net : -net;
        }
    }
    const int64_t lost = rules->coverage == UTH_COVERAGE_PAYOFFS ? 0
                         : rules->coverage == UTH_COVERAGE_NET   ? sums[0]
                                                                 : -sums[0];
    return own->bank_wager - sums[1] + lost;
}

static void check_bank(struct place place, const struct own_table *own,
                       const struct uth_rules *rules, const json_t *bank)
{
    same_truth(place, "somebody banks", json_boolean(json_is_object(bank)), own->bank_seat != 0);
    if (own->bank_seat == 0) {
        return;
    }
    same_number(place, "the bank at seat", json_object_get(bank, "seat"), own->bank_seat);
    same_number(place, "the bank with", json_object_get(bank, "wager"), own->bank_wager);
    same_number(place, "the bank's net as", json_object_get(bank, "net"), own->bank_net);
    same_number(place, "the bank's fee as", json_object_get(bank, "fee"),
                own->seats[own->bank_seat].fee);
    same_number(place, "left of the bank", json_object_get(bank, "left"), bank_left(own, rules));
}

static void check_table(struct place place, const struct room_table *table, const json_t *view)
{
    struct room_world world; // which knows since when parts can be revealed
    actor_world(the_storm->serve, the_storm->serve->actors[place.table], &table->config, NULL,
                &world);
    const bool sealed = table->state == ROOM_STATE_SEALED;
    const int64_t deadline_ms = sealed ? room_reveal_until(&world, table) : table->deadline_ms;
    same_word(place, "the state", json_object_get(view, "state"),
              wire_room_state_name((enum room_state)table->state));
    same_truth(place, "it is paused", json_object_get(view, "paused"), table->paused != 0);
    same_number(place, "the deadline", json_object_get(view, "deadline_ms"), deadline_ms);
    same_number(place, "the beginning", json_object_get(view, "since_ms"), table->since_ms);
}

static uth_seat_set withheld_last(const struct own_table *own)
{
    return own->withheld_round == own->last ? own->withheld : 0;
}

// The last round that is over, with its secret: were its wagers given back, and because of whom?
static void check_last(struct place place, const struct own_table *own, const json_t *last)
{
    const struct own_round *round = &own->played[own->last % PLAYED_KEPT];
    same_truth(place, "a round is over", json_boolean(json_is_object(last)), own->last != 0);
    if (own->last != 0) {
        same_number(place, "the last round as", json_object_get(last, "round"), (int64_t)own->last);
        same_truth(place, "the last one was void", json_object_get(last, "voided"), round->voided);
        uth_seat_set withheld = 0;
        size_t i;
        const json_t *seat;
        json_array_foreach(json_object_get(last, "withheld"), i, seat)
        {
            withheld = (uth_seat_set)(withheld | 1U << (json_integer_value(seat) - 1));
        }
        same_count(place, "as the seats that withheld a part of the last one", withheld,
                   withheld_last(own));
    }
}

// ---- the whole --------------------------------------------------------------------------------

static struct wire_viewer viewer_of(const struct room_table *table, uint64_t person,
                                    struct room_person *who)
{
    const struct serve *serve = the_storm->serve;
    const struct office_person *known = office_person(serve->office, person);
    if (known == NULL) {
        return (struct wire_viewer){0};
    }
    *who = office_at_table(known, serve->now_ms);
    return (struct wire_viewer){
        .seats = room_seats_of(table, person),
        .dealer = room_role_may((enum room_role)known->state.role, ROOM_RIGHT_DEAL),
        .who = who,
    };
}

// The same writer made it: what it gets wrong shows above, and here what it was given to write.
static void check_whole(struct place place, const struct room_config *config, uint64_t person,
                        const char *text, size_t size)
{
    static struct wire_common common;
    static char bytes[WIRE_VIEW_OUT_MAX];
    struct serve *serve = the_storm->serve;
    const struct table_actor *actor = serve->actors[place.table];
    const struct room_table *table = auditor_replayed(place.table);
    struct room_world world;
    struct room_person who;
    actor_world(serve, actor, config, config->meter == 0 ? NULL : auditor_manager(config->meter),
                &world);
    const struct wire_room room = {
        .table = table,
        .world = &world,
        .version = auditor_table(place.table)->sequence,
        .last_round = actor->table->last_round,
        .last_secret = actor->table->last_secret,
        .last_voided = actor->table->last_voided,
        .last_withheld = withheld_last(auditor_table(place.table)),
        .fairness_key = serve->fairness_key,
        .test_decks = serve->decks != NULL,
        .context = serve,
        .name_of = serve_name_of,
    };
    struct wire_out out = wire_out_to(bytes, sizeof bytes);
    wire_room_common(&room, &common);
    wire_room_view(&room, &common, viewer_of(table, person, &who), &out);
    UTH_CHECK(!out.overflow);
    if (out.used != size || memcmp(out.bytes, text, size) != 0) {
        size_t at = 0;
        while (at < size && at < out.used && text[at] == out.bytes[at]) {
            at++;
        }
        storm_fail(CHECK_TOLD, "a view of table %u is not that of the table played again: %.60s",
                   place.table, text + (at < 20 ? 0 : at - 20));
    }
    storm_checked(CHECK_TOLD);
}

void shown_check(uint64_t person, const json_t *view, const char *text, size_t size)
{
    static const struct own_table
        clean; // between rounds the felt is; how the last one ended is told
    struct place place = {(uint32_t)json_integer_value(json_object_get(view, "table")), 0};
    const struct room_table *table = auditor_replayed(place.table);
    const struct office_table *stored = office_table(the_storm->serve->office, place.table);
    const struct room_config *config =
        table->config.profile != 0 ? &table->config : &stored->wanted;
    const struct uth_rules *rules = office_rules(the_storm->serve->office, config->profile);
    const struct own_table *own = auditor_table(place.table);
    const struct own_table *seen = table->state < ROOM_STATE_BETTING ? &clean : own;
    const json_t *seats = json_object_get(view, "seats");
    check_table(place, table, view);
    same_number(place, "round", json_object_get(view, "round"), (int64_t)own->number);
    same_word(place, "the phase", json_object_get(view, "phase"),
              uth_phase_name((enum uth_phase)seen->phase));
    same_truth(place, "it was void", json_object_get(view, "voided"), own->voided);
    check_last(place, own, json_object_get(view, "last"));
    check_bank(place, seen, rules, json_object_get(view, "bank"));
    same_count(place, "seats", json_array_size(seats), rules->seats);
    for (place.seat = 1; place.seat <= rules->seats; place.seat++) {
        const json_t *seat = json_array_get(seats, place.seat - 1);
        check_sitting(place, &table->seats[place.seat - 1], seat);
        check_played(place, seen, seat);
    }
    check_whole(place, config, person, text, size);
}
