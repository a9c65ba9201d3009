#include "wire/room_view_json.h"

#include <inttypes.h>
#include <stdio.h>

#include "messages.inc"
#include "wire/room_view_inside.h"

// ---- words ------------------------------------------------------------------------------------

#define NAME(name, value) [value] = name,

const char *wire_room_state_name(enum room_state state)
{
    static const char *const names[ROOM_STATE_COUNT] = {PROTOCOL_STATE(NAME)};
    UTH_CHECK(state < ROOM_STATE_COUNT);
    return names[state];
}

const char *wire_room_pace_name(enum room_pace pace)
{
    static const char *const names[] = {PROTOCOL_PACE(NAME)};
    return names[pace];
}

const char *wire_banked_by_name(const struct uth_rules *rules)
{
    static const char *const names[] = {PROTOCOL_BANKED_BY(NAME)};
    return names[rules->banked_by];
}

// ---- small values -----------------------------------------------------------------------------

void wire_put_null(struct wire_out *out, const char *key)
{
    wire_out_json(out, key, NULL);
}

void wire_put_hex(struct wire_out *out, const char *key, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    char text[4 * ROOM_SECRET + 1];
    UTH_CHECK(size <= (size_t)2 * ROOM_SECRET);
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * size] = '\0';
    wire_out_text(out, key, text);
}

// ---- the one who looks ------------------------------------------------------------------------

static void put_spot(struct wire_out *out, const struct wire_room *room, const char *key,
                     uint8_t seat, const struct room_person *who)
{
    const struct room_seat *own = &room->table->seats[seat - 1];
    wire_out_open(out, key, '{');
    wire_out_number(out, "seat", seat);
    wire_out_number(out, "chips", own->chips.cents);
    wire_out_bool(out, "ready", own->ready != 0);
    wire_out_bool(out, "sits_out", own->sits_out != 0);
    wire_out_bool(out, "leaving", own->leaving != 0);
    const uint32_t patience = room->table->config.absent_rounds;
    if (patience != 0) {
        wire_out_number(out, "free_after", own->absent < patience ? patience - own->absent : 0);
    } else {
        wire_put_null(out, "free_after");
    }
    wire_out_number(out, "command_id", (int64_t)room_recent_last(room->table, own->player));
    if (room_muted_until(room->table, own->player) != 0) {
        wire_out_number(out, "muted_until_round",
                        (int64_t)room_muted_until(room->table, own->player));
    } else {
        wire_put_null(out, "muted_until_round");
    }
    wire_put_options(out, room, seat, who);
    wire_out_close(out, '}');
}

// The first spot the viewer holds, the others, and whether one more is to be had (BET-7).
static void put_you(struct wire_out *out, const struct wire_room *room, struct wire_viewer viewer)
{
    uint8_t first = 1;
    while (first <= UTH_SEATS_MAX && !uth_seat_set_has(viewer.seats, first)) {
        first++;
    }
    if (first > UTH_SEATS_MAX) {
        wire_put_null(out, "you");
    } else {
        put_spot(out, room, "you", first, viewer.who);
    }
    wire_out_open(out, "more_spots", '[');
    for (uint8_t seat = (uint8_t)(first + 1); seat <= UTH_SEATS_MAX; seat++) {
        if (uth_seat_set_has(viewer.seats, seat)) {
            put_spot(out, room, NULL, seat, viewer.who);
        }
    }
    wire_out_close(out, ']');
    const uint64_t player = first > UTH_SEATS_MAX ? 0 : room->table->seats[first - 1].player;
    wire_out_bool(out, "may_sit", room_has_spot(room->world, room->table, player));
}

// ---- the bank ---------------------------------------------------------------------------------

// What the player-dealer's wager can still pay (BANK-3). What folds have lost is collected whole and
// may go back in part, so it uses up none of it before the round is settled.
static int64_t bank_left(const struct uth_rules *rules, const struct uth_view *view)
{
    const bool settled = view->phase == UTH_PHASE_SETTLED || view->phase == UTH_PHASE_OVER;
    int64_t taken = 0;
    int64_t paid = 0;
    for (unsigned i = 0; settled && i < UTH_SEATS_MAX * UTH_WAGER_COUNT; i++) {
        const unsigned wager = i % UTH_WAGER_COUNT;
        const int64_t net = view->seats[i / UTH_WAGER_COUNT].nets[wager].cents;
        if (!uth_wagers[wager].on_meter) { // which is not the player-dealer's
            *(net < 0 ? &taken : &paid) += net < 0 ? -net : net;
        }
    }
    switch (rules->coverage) {
    case UTH_COVERAGE_PAYOFFS: return view->bank_wager.cents - paid;
    case UTH_COVERAGE_NET: return view->bank_wager.cents - paid + taken;
    case UTH_COVERAGE_GROSS: return view->bank_wager.cents - paid - taken;
    case UTH_COVERAGE_COUNT: break;
    }
    return 0;
}

static void put_bank(struct wire_out *out, const struct wire_room *room,
                     const struct uth_view *view)
{
    const bool running = view->phase != UTH_PHASE_IDLE && view->bank_seat != 0;
    if (!running) {
        wire_put_null(out, "bank");
        return;
    }
    const uint64_t player = room->table->seats[view->bank_seat - 1].player;
    wire_out_open(out, "bank", '{');
    wire_out_number(out, "seat", view->bank_seat);
    wire_out_text(out, "name", player == 0 ? "" : room->name_of(room->context, player));
    wire_out_number(out, "wager", view->bank_wager.cents);
    wire_out_number(out, "net", view->bank_net.cents);
    wire_out_number(out, "fee", view->bank_fee.cents);
    wire_out_number(out, "left", bank_left(room->world->rules, view));
    wire_out_close(out, '}');
}

static void put_offer(struct wire_out *out, const struct room_table *table)
{
    if (table->state != ROOM_STATE_OFFERING || table->rotation.seat == 0) {
        wire_put_null(out, "offer");
        return;
    }
    wire_out_open(out, "offer", '{');
    wire_out_number(out, "seat", table->rotation.seat);
    wire_out_number(out, "deadline_ms", table->deadline_ms);
    wire_out_close(out, '}');
}

// ROT-1: who is asked first, while nobody has had the position: by a supervisor, or by a card each.
// The cards are gone from the felt when the round's own are dealt.
static void put_first_banker(struct wire_out *out, const struct wire_room *room,
                             const struct uth_view *view)
{
    const struct room_table *table = room->table;
    wire_out_bool(out, "names_banker", room_bank_waits_for_name(room->world->rules, table));
    wire_out_open(out, "draw", '[');
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX && !wire_is_dealt(view); seat++) {
        if (uth_seat_set_has(table->drawn, seat)) {
            char card[3];
            uth_card_text(table->draw[seat - 1], card);
            wire_out_open(out, NULL, '{');
            wire_out_number(out, "seat", seat);
            wire_out_text(out, "card", card);
            wire_out_close(out, '}');
        }
    }
    wire_out_close(out, ']');
}

// ---- the Progressive --------------------------------------------------------------------------

static void put_wins(struct wire_out *out, const struct wire_room *room,
                     const struct uth_station *station)
{
    const struct room_world *world = room->world;
    wire_out_open(out, "wins", '[');
    for (uint8_t seat = 1; station != NULL && seat <= UTH_SEATS_MAX; seat++) {
        const struct uth_win *win = &station->wins[seat - 1];
        if (win->state == UTH_WIN_NONE || station->round != room->table->round.number) {
            continue;
        }
        wire_out_open(out, NULL, '{');
        wire_out_number(out, "seat", seat);
        wire_out_text(out, "line", uth_progressive_line_name((enum uth_progressive_line)win->line));
        wire_out_text(out, "state", uth_win_state_name((enum uth_win_state)win->state));
        wire_out_number(
            out, "prize",
            uth_controller_prize(&world->rules->progressive, world->meter, room->table->id, seat)
                .cents);
        wire_out_close(out, '}');
    }
    wire_out_close(out, ']');
}

static void put_lit(struct wire_out *out, const struct uth_station *station)
{
    if (station == NULL || station->lit >= UTH_PROGRESSIVE_COUNT ||
        station->state == UTH_STATION_IDLE) {
        wire_put_null(out, "lit");
    } else {
        wire_out_text(out, "lit",
                      uth_progressive_line_name((enum uth_progressive_line)station->lit));
    }
}

static void put_progressive(struct wire_out *out, const struct wire_room *room)
{
    const struct room_table *table = room->table;
    const struct uth_controller *meter = room->world->meter;
    if (!room_offers(room->world->rules, &table->config, UTH_WAGER_PROGRESSIVE)) {
        wire_put_null(out, "progressive");
        return;
    }
    const struct uth_station *station =
        meter == NULL ? NULL : uth_controller_station(meter, table->id);
    wire_out_open(out, "progressive", '{');
    wire_out_number(out, "meter", (int64_t)table->config.meter);
    wire_out_number(out, "amount", meter == NULL ? 0 : meter->meter.amount.cents);
    wire_out_number(out, "stake", room->world->rules->progressive.stake.cents);
    wire_out_bool(out, "reachable",
                  meter != NULL && uth_controller_admit(meter, table->id) == UTH_OK);
    wire_out_text(out, "controller",
                  uth_controller_model_name((enum uth_controller_model)table->config.controller));
    wire_out_text(out, "station",
                  uth_station_state_name(station == NULL ? UTH_STATION_IDLE
                                                         : (enum uth_station_state)station->state));
    put_lit(out, station);
    wire_out_number(out, "spot", station == NULL ? 0 : station->spot);
    put_wins(out, room, station);
    wire_out_bool(out, "waits", table->jackpot != 0);
    wire_out_close(out, '}');
}

// ---- the whole --------------------------------------------------------------------------------

static void put_table(struct wire_out *out, const struct wire_room *room)
{
    const struct room_table *table = room->table;
    const struct uth_rules *rules = room->world->rules;
    char number[17];
    (void)snprintf(number, sizeof number, "%016" PRIx64, table->config.profile);
    wire_out_text(out, "name", table->config.name);
    wire_out_text(out, "profile", rules->name);
    wire_out_text(out, "rules", number);
    wire_out_text(out, "title", rules->title);
    wire_out_text(out, "banked_by", wire_banked_by_name(rules));
    wire_out_text(out, "pace", wire_room_pace_name((enum room_pace)table->config.pace));
    wire_out_text(out, "state", wire_room_state_name((enum room_state)table->state));
    wire_out_number(out, "chip", rules->chip.cents);
    wire_put_circles(out, room);
    wire_put_limits(rules, &table->config, out);
    wire_out_open(out, "buy_in", '{');
    wire_out_number(out, "min", table->config.buy_in_min.cents);
    wire_out_number(out, "max", table->config.buy_in_max.cents);
    wire_out_close(out, '}');
}

// Seats that take part, or might: who committed has not wagered yet, perhaps.
static void put_parts(struct wire_out *out, const struct room_table *table)
{
    wire_out_open(out, "parts", '[');
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct room_seat *seat = &table->seats[i];
        if (seat->committed && (!table->rostered || room_takes_part(table, i + 1))) {
            wire_out_open(out, NULL, '{');
            wire_out_number(out, "seat", i + 1);
            wire_out_bool(out, "committed", true);
            wire_out_bool(out, "revealed", seat->revealed != 0);
            wire_out_close(out, '}');
        }
    }
    wire_out_close(out, ']');
}

static void put_roster(struct wire_out *out, const struct room_table *table)
{
    if (!table->rostered) {
        wire_put_null(out, "roster");
        return;
    }
    wire_out_open(out, "roster", '{');
    wire_out_number(out, "bank", table->round.bank_seat);
    wire_out_text(out, "procedure", uth_procedure_name((enum uth_procedure)table->round.procedure));
    wire_out_open(out, "seats", '[');
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (!room_takes_part(table, i + 1)) {
            continue;
        }
        wire_out_open(out, NULL, '{');
        wire_out_number(out, "seat", i + 1);
        if (table->seats[i].committed) {
            wire_put_hex(out, "commitment", table->seats[i].commitment, ROOM_SECRET);
        } else {
            wire_put_null(out, "commitment");
        }
        wire_out_close(out, '}');
    }
    wire_out_close(out, ']');
    wire_put_hex(out, "hash", table->roster.hash, sizeof table->roster.hash);
    wire_put_hex(out, "signature", table->roster.signature, sizeof table->roster.signature);
    wire_out_close(out, '}');
}

// Null between rounds.
static void put_seed(struct wire_out *out, const struct wire_room *room)
{
    const struct room_table *table = room->table;
    if (!table->secret_known) {
        wire_put_null(out, "fairness");
        return;
    }
    wire_out_open(out, "fairness", '{');
    wire_out_number(out, "round", (int64_t)table->round.number);
    wire_put_hex(out, "commitment", table->commitment, ROOM_SECRET);
    wire_put_hex(out, "key", table->rostered ? table->roster.key : room->fairness_key, ROOM_SECRET);
    put_parts(out, table);
    put_roster(out, table);
    if (table->state == ROOM_STATE_SEALED) {
        wire_out_number(out, "reveal_until_ms", room_reveal_until(room->world, table));
    } else {
        wire_put_null(out, "reveal_until_ms");
    }
    wire_out_close(out, '}');
}

static void put_fairness(struct wire_out *out, const struct wire_room *room)
{
    put_seed(out, room);
    if (room->table->secret_known) {
        wire_put_hex(out, "commitment", room->table->commitment, ROOM_SECRET);
    } else {
        wire_put_null(out, "commitment");
    }
    if (room->last_round == 0) {
        wire_put_null(out, "last");
        return;
    }
    wire_out_open(out, "last", '{');
    wire_out_number(out, "round", (int64_t)room->last_round);
    wire_put_hex(out, "secret", room->last_secret, ROOM_SECRET);
    wire_out_bool(out, "voided", room->last_voided);
    wire_out_open(out, "withheld", '[');
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (uth_seat_set_has(room->last_withheld, seat)) {
            wire_out_number(out, NULL, seat);
        }
    }
    wire_out_close(out, ']');
    wire_out_close(out, '}');
}

static void put_round(struct wire_out *out, const struct wire_room *room,
                      const struct uth_view *view)
{
    wire_out_number(out, "round", (int64_t)view->number);
    wire_out_text(out, "phase", uth_phase_name((enum uth_phase)view->phase));
    wire_out_bool(out, "voided", view->voided != 0);
    wire_out_number(out, "deck", view->deck_in_play);
    wire_out_text(out, "procedure", uth_procedure_name((enum uth_procedure)view->procedure));
    wire_out_number(out, "since_ms", room->table->since_ms);
    const bool sealed = room->table->state == ROOM_STATE_SEALED;
    wire_out_number(out, "deadline_ms",
                    sealed ? room_reveal_until(room->world, room->table)
                           : room->table->deadline_ms);
    wire_put_cards(out, "community", view->community, wire_is_dealt(view) ? 5 : 0);
    wire_put_dealt(out, view);
    wire_put_dealer(out, view);
    put_bank(out, room, view);
    put_offer(out, room->table);
    put_first_banker(out, room, view);
}

void wire_room_common(const struct wire_room *room, struct wire_common *common)
{
    const struct uth_viewer nobody = {UTH_VIEWER_SPECTATOR, 0};
    struct wire_out out = wire_out_to(common->text, sizeof common->text);
    room_see(room->world, room->table, nobody, &common->view);
    wire_out_open(&out, NULL, '{');
    wire_out_text(&out, "type", "view");
    wire_out_number(&out, "table", room->table->id);
    wire_out_number(&out, "version", (int64_t)room->version);
    wire_out_number(&out, "server_ms", room->world->now_ms);
    put_table(&out, room);
    put_round(&out, room, &common->view);
    put_fairness(&out, room);
    common->head = out.used;
    for (unsigned i = 0; i < room->world->rules->seats; i++) {
        out.comma = false;
        common->seats[i] = out.used;
        wire_put_seat(&out, room, &common->view, i);
    }
    common->seats[room->world->rules->seats] = out.used;
    out.comma = true;
    wire_put_order(&out, room->world->rules, &common->view);
    put_progressive(&out, room);
    wire_out_bool(&out, "paused", room->table->paused != 0);
    if (room->test_decks) {
        wire_out_bool(&out, "test_decks", true);
    }
    common->end = out.used;
    UTH_CHECK(!out.overflow);
}

// Each seat as everybody sees it, but the viewer's own, whose cards the viewer knows.
static void put_seats(struct wire_out *out, const struct wire_room *room,
                      const struct wire_common *common, uth_seat_set own)
{
    wire_out_open(out, "seats", '[');
    for (unsigned i = 0; i < room->world->rules->seats; i++) {
        const uint8_t seat = (uint8_t)(i + 1);
        if (uth_seat_set_has(own, seat)) {
            struct uth_view view;
            room_see(room->world, room->table, (struct uth_viewer){UTH_VIEWER_SEAT, seat}, &view);
            wire_put_seat(out, room, &view, i);
            continue;
        }
        if (i != 0) {
            wire_out_raw(out, ",", 1, false);
        }
        wire_out_raw(out, common->text + common->seats[i], common->seats[i + 1] - common->seats[i],
                     true);
    }
    wire_out_close(out, ']');
}

void wire_room_view(const struct wire_room *room, const struct wire_common *common,
                    struct wire_viewer viewer, struct wire_out *out)
{
    const size_t tail = common->seats[room->world->rules->seats];
    wire_out_raw(out, common->text, common->head, true);
    put_you(out, room, viewer);
    put_seats(out, room, common, viewer.seats);
    wire_out_raw(out, common->text + tail, common->end - tail, true);
    if (viewer.dealer) {
        wire_dealer_console(room, &common->view, out);
    } else {
        wire_put_null(out, "dealer_console");
    }
    wire_out_close(out, '}');
}
