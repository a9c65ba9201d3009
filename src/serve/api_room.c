// What anyone may read of the room: the lobby, placards, rules; and what staff sees of it.
#include <stdlib.h>
#include <string.h>

#include "report/table_placard.h"
#include "serve/api.h"
#include "serve/documents.h"
#include "serve/metrics.h"
#include "serve/table_actor.h"
#include "wire/inventory_json.h"
#include "wire/room_view_json.h"
#include "wire/rules_json.h"
#include "wire/table_json.h"

static void reply_fields(struct call *call, void (*put)(struct serve *serve, struct wire_out *out))
{
    struct wire_out out = wire_out_to(call->serve->out, OUT_MAX);
    wire_out_open(&out, NULL, '{');
    put(call->serve, &out);
    wire_out_close(&out, '}');
    api_reply_out(call->serve, call->request->id, &out);
}

void api_lobby(struct call *call)
{
    reply_fields(call, put_lobby);
}

void api_pit(struct call *call)
{
    reply_fields(call, put_pit);
}

static void not_found(struct call *call, const char *what)
{
    api_refuse(call->serve, call->request->id, 404, "INPUT", CODE_INPUT, what);
}

// ---- the placard (WA-1) -----------------------------------------------------------------------

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

// The placard of the table in the path. NULL with the refusal sent; the caller frees it.
static struct placard *make_placard(struct call *call, const struct office_table **table)
{
    struct serve *serve = call->serve;
    *table = api_table(call);
    if (*table == NULL) {
        return NULL;
    }
    struct placard *placard = malloc(sizeof *placard);
    if (placard == NULL) {
        api_refuse_memory(serve, call->request->id);
        return NULL;
    }
    const struct placard_of of = table_placard_of(serve->office, *table);
    placard_make(&of, placard);
    return placard;
}

void api_placard(struct call *call)
{
    const struct office_table *table;
    struct placard *placard = make_placard(call, &table);
    if (placard == NULL) {
        return;
    }
    const struct placard_of *of = &placard->of;
    struct wire_out out = wire_out_to(call->serve->out, OUT_MAX);
    wire_out_open(&out, NULL, '{');
    wire_out_number(&out, "table", of->table);
    wire_out_text(&out, "name", of->name);
    wire_out_text(&out, "profile", of->rules->name);
    wire_out_text(&out, "title", of->rules->title);
    wire_put_limits(of->rules, table_placard_config(table), &out);
    put_fees(&out, of->rules);
    placard_json(placard, &out);
    wire_out_close(&out, '}');
    free(placard);
    api_reply_out(call->serve, call->request->id, &out);
}

// The same to print (NOTE-3).
void api_placard_page(struct call *call)
{
    const struct office_table *table;
    struct placard *placard = make_placard(call, &table);
    char *text = NULL;
    size_t size = 0;
    if (placard == NULL) {
        return;
    }
    FILE *out = open_memstream(&text, &size);
    if (out != NULL) {
        placard_html(placard, "/api/placard.css", out);
    }
    if (out == NULL || fclose(out) != 0) {
        api_refuse_memory(call->serve, call->request->id);
    } else {
        api_reply_text(call->serve, call->request->id, 200, "text/html; charset=utf-8", text, size);
    }
    free(text);
    free(placard);
}

void api_placard_style(struct call *call)
{
    api_reply_text(call->serve, call->request->id, 200, "text/css; charset=utf-8", placard_style,
                   strlen(placard_style));
}

// ---- what a table is configured with ----------------------------------------------------------

// As it was last asked for; `waits` until no round is open.
void api_table_config(struct call *call)
{
    struct serve *serve = call->serve;
    const struct office_table *table = api_table(call);
    if (table == NULL) {
        return;
    }
    const struct uth_rules *rules = office_rules(serve->office, table->wanted.profile);
    UTH_CHECK(rules != NULL);
    json_t *json =
        json_pack("{s:o, s:o, s:b}", "config", wire_config_to_json(&table->wanted, NULL), "rules",
                  wire_rules_to_json(rules), "waits", office_table_waits(table) ? 1 : 0);
    if (table->wanted.meter != 0) { // GM-7
        const enum uth_controller_model controller =
            (enum uth_controller_model)table->wanted.controller;
        (void)json_object_set_new(json, "components", wire_inventory_json(&table->inventory));
        (void)json_object_set_new(json, "approved", wire_approved_json(controller));
        (void)json_object_set_new(json, "component_warnings",
                                  wire_findings_json(&table->inventory, controller));
    }
    api_reply_json(serve, call->request->id, json);
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
