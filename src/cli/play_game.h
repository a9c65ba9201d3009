// A game in the terminal as its parts share it: the hands in cmd_play.c, the bank in play_bank.c.
#ifndef UTH_CLI_PLAY_GAME_H
#define UTH_CLI_PLAY_GAME_H

#include "cli/play.h"

struct game {
    const struct cli_command *command;
    const struct uth_rules *rules;
    const char *save; // NULL: nowhere
    struct play_screen screen;
    struct uth_round round;
    struct play_record record;
    void *odds_memory;
    bool hints;
    bool costs;
    bool failed; // the system gave no random bytes, or the game cannot be saved
    bool leaves;
};

// A refusal is said and changes nothing.
bool play_act(struct game *game, const struct uth_command *command);
// What can be asked for at every prompt. True when it was one of these.
bool play_serve_request(struct game *game, const char *line);
// False after a message: the system gives no random bytes.
bool play_shuffle(struct game *game, uth_card deck[UTH_DECK_SIZE]);
uth_money play_total_of(const uth_money stakes[UTH_WAGER_COUNT]);

// ---- where a player banks, in play_bank.c -----------------------------------------------------

bool play_is_banked_by_player(const struct uth_rules *rules);
void play_bank_start(struct game *game);
// Who has the other seats.
void play_print_company(const struct game *game);
// Does the purse hold what the player posts, and the fee?
bool play_bank_is_affordable(const struct game *game);
// Does the player bank the hand?
bool play_banks(const struct game *game);
// Somebody takes the position for the coming hand. False when the player leaves, or nobody is left.
bool play_take_position(struct game *game);
// Opens a round with who has the position, and the others' wagers.
bool play_open_banked(struct game *game);
// The proposition players decide on this street.
bool play_others_decide(struct game *game);
// What the hand was to the player as player-dealer, seat by seat.
uth_money play_settle_bank(const struct game *game);
// The provider's money, and the position, after a hand.
void play_bank_after_hand(struct game *game);

#endif
