// Hands one finished round to the library and prints what became of each wager, and why.
#include <stdio.h>
#include <string.h>

#include <uth/uth.h>

static void read_cards(const char *text, uth_card *cards, size_t count)
{
    size_t read = 0;
    if (uth_cards_parse(text, strlen(text), cards, count, &read) != UTH_OK || read != count) {
        (void)fprintf(stderr, "not %zu cards: %s\n", count, text);
    }
}

static void print_round(const char *title, const struct uth_rules *rules,
                        const struct uth_facts *facts)
{
    struct uth_refusal where;
    const enum uth_status status = uth_admit_facts(rules, facts, &where);
    (void)printf("%s\n", title);
    if (status != UTH_OK) {
        (void)printf("  refused by %s: %s\n", uth_status_clause(status), uth_status_text(status));
        return;
    }
    struct uth_settlement settlement;
    uth_settle(rules, facts, &settlement);
    for (unsigned i = 0; i < settlement.line_count; i++) {
        const struct uth_settled *line = &settlement.lines[i];
        char reason[UTH_REASON_TEXT_MAX];
        (void)printf("  seat %u  %-5s %6lld  %s\n", line->seat, uth_wager_name(line->wager),
                     (long long)line->net.cents,
                     uth_reason_text(rules, line->wager, line->reason, reason));
    }
}

int main(void)
{
    // A house-banked table: the dealer has ace high and does not qualify.
    struct uth_facts facts = {.player_count = 1};
    read_cards("8d Ks 6s 4s Jh", facts.community, 5);
    read_cards("Ad 3h", facts.dealer, 2);

    struct uth_player_facts *player = &facts.players[0];
    player->seat = 4;
    read_cards("Qc 9c", player->cards, 2);
    player->stakes[UTH_WAGER_ANTE].cents = 1000;
    player->stakes[UTH_WAGER_BLIND].cents = 1000;
    player->stakes[UTH_WAGER_PLAY].cents = 1000;
    player->stakes[UTH_WAGER_TRIPS].cents = 500;
    print_round("A better dealer who does not qualify", &uth_rules_washington, &facts);

    player->stakes[UTH_WAGER_BLIND].cents = 500;
    print_round("A Blind that is not the Ante", &uth_rules_washington, &facts);
    return 0;
}
