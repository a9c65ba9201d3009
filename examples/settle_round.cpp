// Hands one finished round to the library and prints what became of each wager: settle_round.c in
// C++17.
//
//   c++ settle_round.cpp $(pkg-config --cflags --libs uth)
#include <array>
#include <iomanip>
#include <iostream>
#include <stdexcept>
#include <string_view>

#include <uth/uth.h>

template <std::size_t count> static void read_cards(std::string_view text, uth_card (&cards)[count])
{
    std::size_t read = 0;
    if (uth_cards_parse(text.data(), text.size(), cards, count, &read) != UTH_OK || read != count) {
        throw std::invalid_argument("not that many cards");
    }
}

static void print_round(std::string_view title, const uth_rules &rules, const uth_facts &facts)
{
    std::cout << title << '\n';
    uth_refusal where{};
    if (const auto status = uth_admit_facts(&rules, &facts, &where); status != UTH_OK) {
        std::cout << "  refused by " << uth_status_clause(status) << ": " << uth_status_text(status)
                  << '\n';
        return;
    }
    uth_settlement settlement{};
    uth_settle(&rules, &facts, &settlement);
    for (unsigned i = 0; i < settlement.line_count; i++) {
        const uth_settled &line = settlement.lines[i];
        const auto wager = static_cast<uth_wager>(line.wager);
        std::array<char, UTH_REASON_TEXT_MAX> reason{};
        std::cout << "  seat " << unsigned{line.seat} << "  " << std::left << std::setw(5)
                  << uth_wager_name(wager) << ' ' << std::right
                  << std::setw(6) << line.net.cents << "  "
                  << uth_reason_text(&rules, wager, static_cast<uth_reason>(line.reason),
                                     reason.data())
                  << '\n';
    }
}

int main()
{
    // A house-banked table: the dealer has ace high and does not qualify.
    uth_facts facts{};
    facts.player_count = 1;
    read_cards("8d Ks 6s 4s Jh", facts.community);
    read_cards("Ad 3h", facts.dealer);

    uth_player_facts &player = facts.players[0];
    player.seat = 4;
    read_cards("Qc 9c", player.cards);
    for (const auto wager : std::array{UTH_WAGER_ANTE, UTH_WAGER_BLIND, UTH_WAGER_PLAY}) {
        player.stakes[wager].cents = 1000;
    }
    player.stakes[UTH_WAGER_TRIPS].cents = 500;
    print_round("A better dealer who does not qualify", uth_rules_washington, facts);

    player.stakes[UTH_WAGER_BLIND].cents = 500;
    print_round("A Blind that is not the Ante", uth_rules_washington, facts);
}
