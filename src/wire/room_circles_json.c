// The circles of a table: what lies where on the layout, what each takes, and which take nothing now.
#include <stdio.h>
#include <string.h>

#include "uth/controller.h"
#include "uth/settle.h"
#include "wire/bet_words.h"
#include "wire/room_view_inside.h"

// What can be staked: on the Progressive one amount (BET-9), within what a profile may set it to.
static struct uth_limit limit_of(const struct uth_rules *rules, enum uth_wager wager)
{
    const uth_money stake = rules->progressive.stake;
    return uth_wagers[wager].on_meter ? (struct uth_limit){stake, stake}
                                      : uth_rules_limit(rules, wager);
}

void wire_put_limits(const struct uth_rules *rules, const struct room_config *config,
                     struct wire_out *out)
{
    wire_out_open(out, "limits", '{');
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (!room_offers(rules, config, (enum uth_wager)i)) {
            continue;
        }
        const struct uth_limit limit = limit_of(rules, (enum uth_wager)i);
        wire_out_open(out, uth_wager_name((enum uth_wager)i), '{');
        wire_out_number(out, "min", limit.min.cents);
        wire_out_number(out, "max", limit.max.cents);
        wire_out_close(out, '}');
    }
    wire_out_close(out, '}');
}

static void put_circle(struct wire_out *out, const struct uth_rules *rules, enum uth_wager wager)
{
    wire_out_open(out, NULL, '{');
    wire_out_text(out, "wager", uth_wager_name(wager));
    wire_out_text(out, "name", wire_wager_said(rules, wager));
    if (uth_wager_is_own(wager)) {
        wire_out_text(out, "side", uth_rules_wager_name(rules, wager));
    }
    if (wager == UTH_WAGER_ANTE || wager == UTH_WAGER_BLIND) { // BET-1
        wire_out_text(out, "equals",
                      uth_wager_name(wager == UTH_WAGER_ANTE ? UTH_WAGER_BLIND : UTH_WAGER_ANTE));
    }
    if (!uth_wagers[wager].before_deal) { // BET-6
        wire_out_bool(out, "later", true);
    }
    wire_out_close(out, '}');
}

void wire_put_circles(struct wire_out *out, const struct wire_room *room)
{
    static const enum uth_wager layout[UTH_WAGER_COUNT] = {
        UTH_WAGER_PROGRESSIVE, UTH_WAGER_OWN_1, UTH_WAGER_OWN_2,    UTH_WAGER_OWN_3,
        UTH_WAGER_OWN_4,       UTH_WAGER_PAIRS, UTH_WAGER_BAD_BEAT, UTH_WAGER_TRIPS,
        UTH_WAGER_ANTE,        UTH_WAGER_BLIND, UTH_WAGER_PLAY,
    };
    const struct uth_rules *rules = room->world->rules;
    wire_out_open(out, "circles", '[');
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (!uth_wagers[layout[i]].before_deal ||
            room_offers(rules, &room->table->config, layout[i])) {
            put_circle(out, rules, layout[i]);
        }
    }
    wire_out_close(out, ']');
}

// Whether the smallest chip on a side bet would be taken beside what lies there (BET-4, BET-5, BET-10),
// or beside the smallest Ante before there is one.
static enum uth_status beside(const struct wire_room *room, const uth_money placed[UTH_WAGER_COUNT],
                              enum uth_wager wager)
{
    const struct uth_rules *rules = room->world->rules;
    const struct uth_controller *meter = room->world->meter;
    uth_money stakes[UTH_WAGER_COUNT];
    enum uth_wager refused;
    memcpy(stakes, placed, sizeof stakes);
    if (stakes[UTH_WAGER_ANTE].cents == 0) {
        stakes[UTH_WAGER_ANTE] = stakes[UTH_WAGER_BLIND] = limit_of(rules, UTH_WAGER_ANTE).min;
    }
    stakes[wager] = limit_of(rules, wager).min;
    const enum uth_status status = uth_admit_stakes(rules, stakes, &refused);
    return status == UTH_OK && uth_wagers[wager].on_meter && meter != NULL
               ? uth_controller_admit(meter, room->table->id)
               : status;
}

// "only with Trips": what the bet lacks, by name; else what a refusal says.
static void put_why(struct wire_out *out, const struct uth_rules *rules,
                    const uth_money placed[UTH_WAGER_COUNT], enum uth_wager wager,
                    enum uth_status status)
{
    const unsigned needs = uth_rules_needs(rules, wager);
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (uth_wager_is_side((enum uth_wager)i) && (needs >> i & 1) != 0 && placed[i].cents == 0) {
            char words[UTH_BET_TITLE_LENGTH + sizeof "only with "];
            (void)snprintf(words, sizeof words, "only with %s",
                           wire_wager_said(rules, (enum uth_wager)i));
            wire_out_text(out, uth_wager_name(wager), words);
            return;
        }
    }
    wire_out_text(out, uth_wager_name(wager), uth_status_text(status));
}

void wire_put_shut(struct wire_out *out, const struct wire_room *room,
                   const uth_money placed[UTH_WAGER_COUNT])
{
    const struct uth_rules *rules = room->world->rules;
    wire_out_open(out, "shut", '{');
    for (unsigned i = 0; placed != NULL && i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        if (!uth_wager_is_side(wager) || placed[i].cents != 0 ||
            !room_offers(rules, &room->table->config, wager)) {
            continue;
        }
        const enum uth_status status = beside(room, placed, wager);
        if (status != UTH_OK) {
            put_why(out, rules, placed, wager, status);
        }
    }
    wire_out_close(out, '}');
}
