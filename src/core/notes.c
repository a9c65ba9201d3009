#include "uth/notes.h"

// clang-format off
const struct uth_ranking uth_rankings[UTH_HAND_COUNT] = {
    [UTH_HAND_HIGH_CARD]      = { "None of the hands that follow. The highest card counts, then the next.",
                                  "As Kh Qd Jc 9s", "7s 5h 4d 3c 2s" },
    [UTH_HAND_PAIR]           = { "Two cards of the same rank.",
                                  "As Ah Kd Qc Js", "2s 2h 5d 4c 3s" },
    [UTH_HAND_TWO_PAIRS]      = { "Two pairs. The higher pair counts first, then the lower, then the fifth card.",
                                  "As Ah Kd Kc Qs", "3s 3h 2d 2c 4s" },
    [UTH_HAND_THREE]          = { "Three cards of the same rank.",
                                  "As Ah Ad Kc Qs", "2s 2h 2d 4c 3s" },
    [UTH_HAND_STRAIGHT]       = { "Five cards in sequence, of more than one suit. The ace is high or low.",
                                  "As Kh Qd Jc Ts", "5s 4h 3d 2c As" },
    [UTH_HAND_FLUSH]          = { "Five cards of the same suit, not in sequence. The highest card counts, then the next.",
                                  "As Ks Qs Js 9s", "7s 5s 4s 3s 2s" },
    [UTH_HAND_FULL_HOUSE]     = { "Three cards of one rank and a pair. The three count first.",
                                  "As Ah Ad Kc Ks", "2s 2h 2d 3c 3s" },
    [UTH_HAND_FOUR]           = { "Four cards of the same rank.",
                                  "As Ah Ad Ac Ks", "2s 2h 2d 2c 3s" },
    [UTH_HAND_STRAIGHT_FLUSH] = { "Five cards of the same suit in sequence.",
                                  "Ks Qs Js Ts 9s", "5s 4s 3s 2s As" },
    [UTH_HAND_ROYAL_FLUSH]    = { "Ace, king, queen, jack and ten of the same suit.",
                                  "As Ks Qs Js Ts", "As Ks Qs Js Ts" },
};
// clang-format on

const struct uth_term uth_glossary[UTH_TERM_COUNT] = {
    {"Ante wager", "The first wager of a hand, placed in the Ante circle."},
    {"Blind wager",
     "A wager equal to the Ante, placed in the Blind circle with it. It is not the blind of a "
     "poker "
     "game: it is paid by the value of the player's winning hand, from a straight up."},
    {"Check", "To pass instead of making the Play wager now."},
    {"Community cards",
     "The cards in the middle, turned face up. Everybody completes a hand with them."},
    {"Fold", "To give up the hand."},
    {"Play wager", "The further wager a player makes on a hand, once in a round."},
    {"Player-dealer",
     "The seat that all other players play against in a hand, and the player who sits there. Where "
     "the house banks, its dealer takes that place."},
    {"Poker value", "The place of a hand in the ranking of hands."},
    {"Round of play",
     "One cycle of the game: all wagers are made, all cards are dealt, and every wager is paid, "
     "collected or returned."},
    {"Trips bonus wager",
     "A further wager that is paid when the player has three of a kind or better, whether or not "
     "the hand beats the dealer's."},
};
