// What anyone may read of the room: the lobby, placards, rules; and what staff sees of it.
#include <stdlib.h>
#include <string.h>

#include "serve/api.h"
#include "wire/amount_words.h"
#include "wire/room_view_json.h"
#include "wire/rules_json.h"
#include "wire/table_json.h"

void api_lobby(struct call *call)
{
    struct wire_out out = wire_out_to(call->serve->out, OUT_MAX);
    put_lobby(call->serve, &out);
    api_reply_out(call->serve, call->request->id, &out);
}

void api_pit(struct call *call)
{
    struct wire_out out = wire_out_to(call->serve->out, OUT_MAX);
    put_pit(call->serve, &out);
    api_reply_out(call->serve, call->request->id, &out);
}

static void not_found(struct call *call, const char *what)
{
    api_refuse(call->serve, call->request->id, 404, "INPUT", CODE_INPUT, what);
}

// ---- the placard (WA-1) -----------------------------------------------------------------------

#define PAYS_MAX 48

static void odds_text(struct uth_odds odds, char text[PAYS_MAX])
{
    char number[WIRE_AMOUNT_MAX];
    (void)snprintf(text, PAYS_MAX, "%s to %u", wire_grouped(odds.num, number), odds.den);
}

static void put_line(struct wire_out *out, const char *hand, const char *pays)
{
    wire_out_open(out, NULL, '{');
    wire_out_text(out, "hand", hand);
    wire_out_text(out, "pays", pays);
    wire_out_close(out, '}');
}

static void open_pays(struct wire_out *out, enum uth_wager wager, const char *name, bool for_one)
{
    wire_out_open(out, NULL, '{');
    wire_out_text(out, "wager", uth_wager_name(wager));
    wire_out_text(out, "name", name);
    wire_out_bool(out, "for_one", for_one);
    wire_out_open(out, "lines", '[');
}

static void close_pays(struct wire_out *out)
{
    wire_out_close(out, ']');
    wire_out_close(out, '}');
}

static void put_hand_pays(struct wire_out *out, enum uth_wager wager,
                          const struct uth_paytable *table)
{
    open_pays(out, wager, table->id, false);
    for (int kind = UTH_HAND_COUNT - 1; kind >= 0; kind--) {
        char pays[PAYS_MAX];
        if (table->pays[kind].den != 0) {
            odds_text(table->pays[kind], pays);
            put_line(out, uth_hand_kind_name((enum uth_hand_kind)kind), pays);
        }
    }
    close_pays(out);
}

static void put_pairs_pays(struct wire_out *out, const struct uth_pairs_table *table)
{
    open_pays(out, UTH_WAGER_PAIRS, table->id, false);
    for (unsigned line = 0; line < UTH_PAIRS_COUNT; line++) {
        char pays[PAYS_MAX];
        if (table->pays[line].den != 0) {
            odds_text(table->pays[line], pays);
            put_line(out, uth_pairs_line_name((enum uth_pairs_line)line), pays);
        }
    }
    close_pays(out);
}

static void put_progressive_pays(struct wire_out *out, const struct uth_progressive_table *table)
{
    open_pays(out, UTH_WAGER_PROGRESSIVE, table->id, true);
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        char pays[WIRE_PAY_WORDS_MAX];
        const struct uth_progressive_pay *pay = &table->pays[line];
        if (!uth_progressive_pays(table, (enum uth_progressive_line)line)) {
            continue;
        }
        wire_pay_words(*pay, pays);
        put_line(out, uth_progressive_line_name((enum uth_progressive_line)line), pays);
    }
    close_pays(out);
}

static void put_pay_tables(struct wire_out *out, const struct uth_rules *rules)
{
    wire_out_open(out, "pay_tables", '[');
    put_hand_pays(out, UTH_WAGER_BLIND, &rules->blind);
    if (rules->offered[UTH_WAGER_TRIPS]) {
        put_hand_pays(out, UTH_WAGER_TRIPS, uth_rules_trips(rules));
    }
    if (rules->offered[UTH_WAGER_BAD_BEAT]) {
        put_hand_pays(out, UTH_WAGER_BAD_BEAT, uth_rules_bad_beat(rules));
    }
    if (rules->offered[UTH_WAGER_PAIRS]) {
        put_pairs_pays(out, uth_rules_pairs(rules));
    }
    if (rules->offered[UTH_WAGER_PROGRESSIVE]) {
        put_progressive_pays(out, &rules->progressive.table);
    }
    wire_out_close(out, ']');
}

static void put_fees(struct wire_out *out, const struct uth_rules *rules)
{
    wire_out_open(out, "fees", '[');
    if (rules->collection_count != 0) {
        const struct uth_collection *collection = &rules->collections[rules->collection];
        for (unsigned i = 0; i < collection->tier_count; i++) {
            wire_out_open(out, NULL, '{');
            wire_out_number(out, "action", collection->tiers[i].action.cents);
            wire_out_number(out, "player_dealer", collection->tiers[i].fee.cents);
            wire_out_number(out, "player", uth_fee_of_player(rules).cents);
            wire_out_close(out, '}');
        }
    }
    wire_out_close(out, ']');
}

void api_placard(struct call *call)
{
    struct serve *serve = call->serve;
    struct desk *desk = call->ids[0] <= UINT32_MAX ? desk_of(serve, (uint32_t)call->ids[0]) : NULL;
    if (desk == NULL) {
        not_found(call, "no such table");
        return;
    }
    const struct office_table *table = desk->table;
    const struct room_config *config =
        table->room.config.profile != 0 ? &table->room.config : &table->wanted;
    const struct uth_rules *rules = office_rules(serve->office, config->profile);
    struct wire_out out = wire_out_to(serve->out, OUT_MAX);
    wire_out_open(&out, NULL, '{');
    wire_out_number(&out, "table", table->room.id);
    wire_out_text(&out, "name", config->name);
    wire_out_text(&out, "profile", rules->name);
    wire_out_text(&out, "title", rules->title);
    wire_put_limits(rules, config, &out);
    wire_out_open(&out, "notices", '[');
    for (unsigned i = 0; i < rules->notice_count; i++) {
        wire_out_text(&out, NULL, rules->notices[i]);
    }
    wire_out_close(&out, ']');
    put_pay_tables(&out, rules);
    put_fees(&out, rules);
    wire_out_text(&out, "disputes",
                  "A dispute is settled by the pit from the record of the round, which shows every "
                  "card, wager and decision and can be dealt again by anyone.");
    wire_out_close(&out, '}');
    api_reply_out(serve, call->request->id, &out);
}

// ---- what a table is configured with ----------------------------------------------------------

// As it was last asked for; `waits` until no round is open.
void api_table_config(struct call *call)
{
    struct serve *serve = call->serve;
    const struct office_table *table =
        call->ids[0] <= UINT32_MAX ? office_table(serve->office, (uint32_t)call->ids[0]) : NULL;
    if (table == NULL) {
        not_found(call, "no such table");
        return;
    }
    const struct uth_rules *rules = office_rules(serve->office, table->wanted.profile);
    UTH_CHECK(rules != NULL);
    api_reply_json(serve, call->request->id,
                   json_pack("{s:o, s:o, s:b}", "config", wire_config_to_json(&table->wanted, NULL),
                             "rules", wire_rules_to_json(rules), "waits",
                             office_table_waits(table) ? 1 : 0));
}

// ---- rules ------------------------------------------------------------------------------------

void api_rules(struct call *call)
{
    api_reply_json(call->serve, call->request->id, wire_rules_list_json());
}

// A built-in, or what a table plays by.
static const struct uth_rules *rules_named(const struct serve *serve, const char *name)
{
    const struct uth_rules *builtin = uth_rules_find(name);
    for (size_t i = 0; builtin == NULL && i < office_table_count(serve->office); i++) {
        const struct office_table *table = office_table_at(serve->office, i);
        const struct uth_rules *rules = office_rules(serve->office, table->wanted.profile);
        builtin = rules != NULL && strcmp(rules->name, name) == 0 ? rules : NULL;
    }
    return builtin;
}

void api_rules_one(struct call *call)
{
    const struct uth_rules *rules = rules_named(call->serve, call->name);
    if (rules == NULL) {
        not_found(call, "no such profile");
        return;
    }
    api_reply_json(call->serve, call->request->id, wire_rules_to_json(rules));
}

void api_answer_fault(struct serve *serve, uint64_t request, const char *clause, int code,
                      const char *text)
{
    api_reply_json(serve, request,
                   json_pack("{s:b, s:{s:s, s:i, s:s}}", "ok", 0, "error", "clause", clause, "code",
                             code, "message", text));
}

void api_answer_sound(struct call *call, const struct uth_rules *rules)
{
    api_reply_json(call->serve, call->request->id, wire_rules_sound_json(rules));
}

// ---- health -----------------------------------------------------------------------------------

void api_healthz(struct call *call)
{
    const struct serve *serve = call->serve;
    const bool good = serve->store_fault[0] == '\0' && !serve->stopping;
    // Anybody may ask; what exactly is wrong stands in the log.
    const char *text = good ? "ok\n" : serve->stopping ? "stopping\n" : "the store fails\n";
    api_reply_text(call->serve, call->request->id, good ? 200 : 503, "text/plain; charset=utf-8",
                   text, strlen(text));
}

void api_metrics(struct call *call)
{
    const size_t used = metrics_put(call->serve);
    api_reply_text(call->serve, call->request->id, 200, "text/plain; version=0.0.4; charset=utf-8",
                   call->serve->out, used);
}
