#include "cli/rules_text.h"

#include <stdio.h>

#include "uth/deal.h"
#include "uth/settle.h"
#include "wire/least_words.h"

// "$5", "$0.50"
static void print_money(uth_money amount)
{
    if (amount.cents % 100 == 0) {
        (void)printf("$%lld", (long long)amount.cents / 100);
    } else {
        (void)printf("$%lld.%02lld", (long long)amount.cents / 100, (long long)amount.cents % 100);
    }
}

static void print_odds(struct uth_odds odds)
{
    (void)printf("%u to %u", odds.num, odds.den);
}

static void print_paytable(const char *title, const struct uth_paytable *table, bool in_use)
{
    (void)printf("\n%s %s%s\n", title, table->id, in_use ? "" : " (not in use)");
    for (int kind = UTH_HAND_COUNT - 1; kind >= 0; kind--) {
        if (table->pays[kind].den != 0) {
            (void)printf("  %-22s ", uth_hand_kind_name((enum uth_hand_kind)kind));
            print_odds(table->pays[kind]);
            (void)putchar('\n');
        }
    }
}

static void print_pairs(const char *title, const struct uth_pairs_table *table, bool in_use)
{
    (void)printf("\n%s table %s%s\n", title, table->id, in_use ? "" : " (not in use)");
    for (unsigned line = 0; line < UTH_PAIRS_COUNT; line++) {
        if (table->pays[line].den != 0) {
            (void)printf("  %-34s ", uth_pairs_line_name((enum uth_pairs_line)line));
            print_odds(table->pays[line]);
            (void)putchar('\n');
        }
    }
}

static void print_progressive(const struct uth_progressive_rules *progressive)
{
    (void)printf("\nProgressive table %s, ", progressive->table.id);
    print_money(progressive->stake);
    (void)printf(" a wager; %.2f%% to the meter, %.2f%% to the reserve, seed ",
                 progressive->meter_rate_bp / 100.0, progressive->reserve_rate_bp / 100.0);
    print_money(progressive->seed);
    const bool ours = progressive->meter_rate_bp == progressive->preset_rate_bp &&
                      progressive->seed.cents == progressive->preset_seed.cents;
    (void)puts(ours ? " (our defaults: the rule sheets give none)" : "");
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        const struct uth_progressive_pay pay = progressive->table.pays[i];
        const char *name = uth_progressive_line_name((enum uth_progressive_line)i);
        if (pay.meter_bp != 0) {
            (void)printf("  %-26s %g%% of the meter\n", name, pay.meter_bp / 100.0);
        } else if (pay.for_one != 0) {
            (void)printf("  %-26s %u for 1\n", name, pay.for_one);
        }
    }
}

static void print_collections(const struct uth_rules *rules)
{
    for (unsigned i = 0; i < rules->collection_count; i++) {
        const struct uth_collection *collection = &rules->collections[i];
        (void)printf("\nCollection schedule %u%s: ", i + 1,
                     i == rules->collection ? "" : " (not in use)");
        print_money(collection->spot.min);
        (void)fputs(" to ", stdout);
        print_money(collection->spot.max);
        (void)fputs(" a spot; players pay ", stdout);
        print_money(collection->player_fee);
        (void)printf(" per %s\n", rules->player_fee_per == UTH_FEE_PER_CIRCLE ? "circle" : "spot");
        for (unsigned tier = 0; tier < collection->tier_count; tier++) {
            (void)fputs("  total action from ", stdout);
            print_money(collection->tiers[tier].action);
            (void)fputs(": the player-dealer pays ", stdout);
            print_money(collection->tiers[tier].fee);
            (void)putchar('\n');
        }
    }
}

// BET-10, BET-11, WA-2: what bounds wagers and prizes besides the limits of each.
static void print_law(const struct uth_rules *rules)
{
    if (rules->legal_wager_max.cents != 0) {
        (void)fputs("  no wager, Play included, above the legal maximum of ", stdout);
        print_money(rules->legal_wager_max);
        (void)putchar('\n');
    }
    if (rules->games_over.amount.cents != 0) {
        (void)printf("  at most %u of a player's games above ", rules->games_over.games);
        print_money(rules->games_over.amount);
        (void)putchar('\n');
    }
    if (rules->play_within_limit) {
        (void)fputs("  no Play above ", stdout);
        print_money(uth_rules_play_max(rules));
        (void)fputs(": larger sizes are not offered\n", stdout);
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (rules->aggregate[i].max.cents != 0) {
            (void)printf("  table aggregate for %s: ", uth_wager_title((enum uth_wager)i));
            print_money(rules->aggregate[i].max);
            (void)putchar('\n');
        }
    }
}

static void print_limits(const struct uth_rules *rules)
{
    (void)fputs("\nLimits\n", stdout);
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (!rules->offered[i]) {
            continue;
        }
        const enum uth_wager wager = (enum uth_wager)i;
        const struct uth_limit limit = uth_rules_limit(rules, wager);
        (void)printf("  %-12s ", uth_wager_name(wager));
        if (uth_wagers[wager].on_meter) {
            print_money(rules->progressive.stake);
            (void)fputs(" fixed", stdout);
        } else if (limit.max.cents == 0) {
            (void)fputs("not limited", stdout);
        } else {
            print_money(limit.min);
            (void)fputs(" to ", stdout);
            print_money(limit.max);
        }
        (void)putchar('\n');
    }
    print_law(rules);
}

static void print_sizes(const char *street, const uint8_t raises[UTH_RAISES_MAX])
{
    (void)printf("  %-30s", street);
    for (unsigned i = 0; i < UTH_RAISES_MAX && raises[i] != 0; i++) {
        (void)printf(" %ux", raises[i]);
    }
    (void)fputs(raises[0] == 0 ? " none\n" : "\n", stdout);
}

static void print_setting(const char *what, const char *value)
{
    (void)printf("  %-30s %s\n", what, value);
}

// SHOW-9
static void print_order(const char *hand, const struct uth_rules *rules,
                        const enum uth_wager order[UTH_WAGER_COUNT])
{
    (void)printf("  %-30s", hand);
    const char *between = " ";
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (rules->offered[order[i]]) {
            (void)printf("%s%s", between, uth_wager_title(order[i]));
            between = ", ";
        }
    }
    (void)putchar('\n');
}

// What a player and a test lab ask first: who banks, what is offered, and every switch.
static void print_play(const struct uth_rules *rules)
{
    static const char *const antes[] = {"is returned", "plays on", "wins"};
    static const char *const orders[] = {"from the player-dealer's left, clockwise",
                                         "from the dealer's right, counter-clockwise",
                                         "from the dealer's left, clockwise"};
    static const char *const coverages[UTH_COVERAGE_COUNT] = {
        [UTH_COVERAGE_PAYOFFS] = "all payoffs together",
        [UTH_COVERAGE_NET] = "the player-dealer's net result",
        [UTH_COVERAGE_GROSS] = "all wagers paid and taken together"};
    static const char *const first_bankers[] = {"the lowest seat", "the seat with the high card",
                                                "the seat a supervisor names"};
    const bool player_banks = rules->banked_by == UTH_BANKED_BY_PLAYER;
    (void)fputs("\nPlay\n", stdout);
    print_sizes("before the flop: check, or Play", rules->raises[UTH_STREET_PREFLOP]);
    print_sizes("on the flop: check, or Play", rules->raises[UTH_STREET_FLOP]);
    print_sizes("at the river: fold, or Play", rules->raises[UTH_STREET_RIVER]);
    char least[WIRE_LEAST_MAX];
    print_setting("the dealer qualifies with", wire_least_text(rules->qualifier, least));
    print_setting("else the Ante", antes[rules->ante_unqualified]);
    print_setting("Trips after a fold", rules->fold_keeps_trips ? "stays live" : "is lost");
    print_setting("wagers are settled", orders[rules->order]);
    print_order("at a hand that wins or ties", rules, rules->order_won);
    print_order("at a hand that loses", rules, rules->order_lost);
    print_setting("a void returns the fees", rules->void_returns_fee ? "yes" : "no");
    if (player_banks) {
        print_setting("the player-dealer's wager covers", coverages[rules->coverage]);
        print_setting("the bank is first offered to", first_bankers[rules->first_banker]);
    }
}

static void print_tables(const struct uth_rules *rules, enum uth_wager wager)
{
    const struct uth_wager_tables tables = uth_rules_tables(rules, wager);
    for (unsigned i = 0; i < tables.count; i++) {
        const void *table = uth_tables_at(&tables, i);
        const bool in_use = i == tables.in_use;
        switch (uth_wagers[wager].odds) {
        case UTH_ODDS_BY_HAND: print_paytable(uth_wager_title(wager), table, in_use); break;
        case UTH_ODDS_BY_HOLE: print_pairs(uth_wager_title(wager), table, in_use); break;
        case UTH_ODDS_EVEN:
        case UTH_ODDS_BY_METER: break;
        }
    }
    if (uth_wagers[wager].on_meter && rules->offered[wager]) {
        print_progressive(&rules->progressive);
    }
}

void rules_print(const struct uth_rules *rules)
{
    (void)printf("%s: %s\n%u seats, banked by %s, dealt by %s, %u deck%s\n", rules->name,
                 rules->title, rules->seats,
                 rules->banked_by == UTH_BANKED_BY_PLAYER ? "a player-dealer" : "the house",
                 uth_procedure_name(rules->procedure), rules->decks, rules->decks == 1 ? "" : "s");
    print_play(rules);
    print_limits(rules);
    print_collections(rules);
    print_paytable("Blind", &rules->blind, true);
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        print_tables(rules, (enum uth_wager)i);
    }
    (void)fputs("\nNotices\n", stdout);
    for (unsigned i = 0; i < rules->notice_count; i++) {
        (void)printf("  %s\n", rules->notices[i]);
    }
    (void)printf("\nDisputes\n  %s\n", rules->disputes);
}
