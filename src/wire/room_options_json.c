// What a spot may do now, what it may not, and why.
#include <stdio.h>
#include <string.h>

#include "uth/settle.h"
#include "wire/amount_words.h"
#include "wire/room_view_inside.h"

#define WORDS_MAX 160

static void put_decision_options(struct wire_out *out, const struct room_options *options,
                                 uth_money ante)
{
    char name[WIRE_DECISION_MAX];
    wire_out_open(out, "decisions", '[');
    for (size_t i = 0; i < options->decision_count; i++) {
        wire_decision_name(options->decisions[i], name);
        wire_out_text(out, NULL, name);
    }
    wire_out_close(out, ']');
    wire_out_open(out, "play", '{');
    for (size_t i = 0; i < options->decision_count; i++) {
        if (options->decisions[i].action == UTH_ACTION_RAISE) {
            wire_decision_name(options->decisions[i], name);
            wire_out_number(out, name, ante.cents * options->decisions[i].multiple);
        }
    }
    wire_out_close(out, '}');
}

static bool is_offered(const struct room_options *options, struct uth_decision decision)
{
    for (size_t i = 0; i < options->decision_count; i++) {
        if (options->decisions[i].action == decision.action &&
            options->decisions[i].multiple == decision.multiple) {
            return true;
        }
    }
    return false;
}

// What an endless purse would be offered and this one is not.
static void put_beyond(struct wire_out *out, const struct wire_room *room, uint8_t seat,
                       const struct room_options *options)
{
    struct uth_decision all[UTH_OFFERS_MAX];
    const struct uth_round *round = &room->table->round;
    const uth_money ante = round->seats[seat - 1].stakes[UTH_WAGER_ANTE];
    const size_t count =
        uth_round_offers(room->world->rules, round, seat, (uth_money){UTH_MONEY_MAX}, all);
    wire_out_open(out, "beyond", '{');
    for (size_t i = 0; options->decision_count != 0 && i < count; i++) {
        if (is_offered(options, all[i])) {
            continue;
        }
        char name[WIRE_DECISION_MAX];
        char needs[WIRE_AMOUNT_MAX];
        char has[WIRE_AMOUNT_MAX];
        char words[WORDS_MAX];
        wire_decision_name(all[i], name);
        (void)wire_money_words((uth_money){ante.cents * all[i].multiple}, needs);
        (void)snprintf(words, sizeof words, "needs %s, %s %s", needs,
                       options->loss_limited ? "your daily loss limit leaves" : "you have",
                       wire_money_words(options->purse, has));
        wire_out_text(out, name, words);
    }
    wire_out_close(out, '}');
}

// The sizes of all streets that the purse will not reach, the largest first: "4x, 3x or 2x".
static size_t sizes_beyond(const struct uth_rules *rules, uth_money ante, int64_t left,
                           char words[WORDS_MAX])
{
    unsigned sizes[UTH_STREET_COUNT * UTH_RAISES_MAX];
    size_t count = 0;
    for (unsigned size = UINT8_MAX; size >= 1; size--) {
        bool beyond = false;
        for (unsigned i = 0; i < UTH_STREET_COUNT * UTH_RAISES_MAX; i++) {
            beyond = beyond || (rules->raises[i / UTH_RAISES_MAX][i % UTH_RAISES_MAX] == size &&
                                uth_rules_play_open(rules, ante, (uint8_t)size) &&
                                ante.cents * (int64_t)size > left);
        }
        if (beyond) {
            sizes[count++] = size;
        }
    }
    size_t used = 0;
    words[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const char *between = i == 0 ? "" : i + 1 < count ? ", " : " or ";
        used += (size_t)snprintf(words + used, WORDS_MAX - used, "%s%ux", between, sizes[i]);
        UTH_CHECK(used < WORDS_MAX);
    }
    return count;
}

// Said while it can still be changed: chips that would be missing for Play.
static void put_warning(struct wire_out *out, const struct wire_room *room,
                        const struct room_options *options, uth_money ante)
{
    char words[2 * WORDS_MAX] = "";
    char sizes[WORDS_MAX];
    const struct uth_rules *rules = room->world->rules;
    const int64_t left = options->purse.cents - uth_fee_of_player(rules).cents;
    if (options->may_wager && ante.cents != 0 &&
        sizes_beyond(rules, ante, left > 0 ? left : 0, sizes) != 0) {
        char staked[WIRE_AMOUNT_MAX];
        char rest[WIRE_AMOUNT_MAX];
        (void)snprintf(words, sizeof words, "An Ante of %s leaves %s%s: you could not play %s.",
                       wire_money_words(ante, staked),
                       wire_money_words((uth_money){left > 0 ? left : 0}, rest),
                       options->loss_limited ? " of your daily loss limit" : "", sizes);
    }
    wire_out_text(out, "warning", words);
}

void wire_put_options(struct wire_out *out, const struct wire_room *room, uint8_t seat,
                      const struct room_person *who)
{
    const struct room_options options = room_options_of(room->world, room->table, seat, who);
    const struct uth_round_seat *own = &room->table->round.seats[seat - 1];
    wire_out_open(out, "options", '{');
    wire_out_bool(out, "wager", options.may_wager);
    wire_put_shut(out, room, options.may_wager ? own->stakes : NULL);
    put_decision_options(out, &options, own->stakes[UTH_WAGER_ANTE]);
    put_beyond(out, room, seat, &options);
    put_warning(out, room, &options, own->stakes[UTH_WAGER_ANTE]);
    if (options.needs.cents != 0) {
        wire_out_number(out, "needs", options.needs.cents);
    } else {
        wire_put_null(out, "needs");
    }
    wire_out_bool(out, "next", options.may_next);
    if (options.may_take_bank) {
        wire_out_open(out, "bank", '{');
        wire_out_number(out, "min", options.bank_min.cents);
        wire_out_number(out, "max", options.bank_max.cents);
        wire_out_close(out, '}');
    } else {
        wire_put_null(out, "bank");
    }
    wire_out_bool(out, "ask_bank", options.may_ask_bank);
    wire_out_bool(out, "buy_in", options.may_buy_in);
    wire_out_bool(out, "stand", options.may_stand);
    wire_out_close(out, '}');
}
