#include "report/rules_text.h"

#include <stdio.h>

#include "uth/deal.h"
#include "uth/settle.h"
#include "wire/bet_words.h"
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

static void print_kinds(const char *title, const char *id, bool in_use,
                        const struct uth_odds pays[UTH_HAND_COUNT])
{
    (void)printf("\n%s %s%s\n", title, id, in_use ? "" : " (not in use)");
    for (int kind = UTH_HAND_COUNT - 1; kind >= 0; kind--) {
        if (pays[kind].den != 0) {
            (void)printf("  %-22s ", uth_hand_kind_name((enum uth_hand_kind)kind));
            print_odds(pays[kind]);
            (void)putchar('\n');
        }
    }
}

static void print_lines(const char *title, const struct uth_bet_table *table, bool in_use)
{
    (void)printf("\n%s table %s%s\n", title, table->id, in_use ? "" : " (not in use)");
    for (unsigned i = 0; i < table->line_count; i++) {
        char words[WIRE_LINE_MAX];
        (void)printf("  %-34s ", wire_line_words(&table->lines[i].condition, words));
        print_odds(table->lines[i].pays);
        (void)putchar('\n');
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
            (void)printf("  table aggregate for %s: ",
                         uth_rules_wager_title(rules, (enum uth_wager)i));
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
        (void)printf("  %-12s ", uth_rules_wager_name(rules, wager));
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
            (void)printf("%s%s", between, uth_rules_wager_title(rules, order[i]));
            between = ", ";
        }
    }
    (void)putchar('\n');
}

// SHOW-7, PAIR-3: of Trips, and of what is not the makers'.
static void print_folds(const struct uth_rules *rules)
{
    static const char *const kept[UTH_FOLD_COUNT] = {
        [UTH_FOLD_LOSES] = "is lost",
        [UTH_FOLD_LOSES_UNLESS_WON] = "is lost unless it wins",
        [UTH_FOLD_TUCKED] = "stays live",
        [UTH_FOLD_BESIDE] = "stays live",
    };
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const enum uth_wager_fold fold = uth_rules_fold(rules, wager);
        char what[UTH_BET_TITLE_LENGTH + 16];
        if (wager != UTH_WAGER_TRIPS && fold == uth_wagers[wager].fold &&
            !(uth_wager_is_own(wager) && rules->offered[wager])) {
            continue;
        }
        (void)snprintf(what, sizeof what, "%s after a fold", uth_rules_wager_title(rules, wager));
        print_setting(what, wager == UTH_WAGER_TRIPS && fold != UTH_FOLD_LOSES ? "stays live"
                                                                               : kept[fold]);
    }
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
    print_folds(rules);
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
    const char *title = uth_rules_wager_title(rules, wager);
    if (uth_wagers[wager].on_meter) {
        if (rules->offered[wager]) {
            print_progressive(&rules->progressive);
        }
        return;
    }
    const struct uth_bet *bet = uth_rules_side(rules, wager);
    for (unsigned i = 0; i < bet->table_count; i++) {
        struct uth_odds pays[UTH_HAND_COUNT];
        const struct uth_bet_table *table = &bet->tables[i];
        if (!uth_wager_is_own(wager) && wire_pays_by_kind(table, pays)) {
            print_kinds(title, table->id, i == bet->table, pays);
        } else {
            print_lines(title, table, i == bet->table);
        }
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
    print_kinds("Blind", rules->blind.id, true, rules->blind.pays);
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        print_tables(rules, (enum uth_wager)i);
    }
    (void)fputs("\nNotices\n", stdout);
    for (unsigned i = 0; i < rules->notice_count; i++) {
        (void)printf("  %s\n", rules->notices[i]);
    }
    (void)printf("\nDisputes\n  %s\n", rules->disputes);
}
