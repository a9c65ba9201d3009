// Every step of every procedure in its order and in the words of the trade, as a table (DEAL-6).
#include "room/procedure_rows.h"

#include <string.h>

#define BIT(n) (1U << (n))

enum {
    SHOE = BIT(UTH_PROCEDURE_SHOE),
    SHUFFLER = BIT(UTH_PROCEDURE_SHUFFLER),
    DECK_MATE = BIT(UTH_PROCEDURE_DECK_MATE),
    ACE_IDEAL = BIT(UTH_PROCEDURE_ACE_IDEAL),
    DEALS_ALL =
        SHOE | SHUFFLER | ACE_IDEAL, // five community cards lie on the table from the deal on
    ANY = DEALS_ALL | DECK_MATE,
    HOUSE = BIT(UTH_BANKED_BY_HOUSE),
    PLAYER = BIT(UTH_BANKED_BY_PLAYER),
    BOTH = HOUSE | PLAYER,
};

// clang-format off
const struct room_step_row room_rows[] = {
    { ROOM_STEP_UTH_MODE,           ROOM_BY_HAND,       TABLE,  ACE_IDEAL,       BOTH,   0,              "DEAL-3", "Set the shuffler to UTH",      "Set the ACE or iDeal shuffler to the “UTH” mode." },
    { ROOM_STEP_OPEN,               ROOM_BY_COMMAND,    TABLE,  ANY,             PLAYER, 0,              "BET-1",  "Place your bets",              "“Place your bets.” Equal wagers on Ante and Blind; Trips is optional." },
    { ROOM_STEP_OPEN,               ROOM_BY_COMMAND,    TABLE,  ANY,             HOUSE,  0,              "BET-1",  "Place your bets",              "“Place your bets.” Equal bets on Ante and Blind; the other wagers are optional." },
    { ROOM_STEP_LOAD_SHUFFLER,      ROOM_BY_HAND,       TABLE,  ANY,             BOTH,   0,              "DEAL-1", "Load the shuffler",            "Take the {deck}deck out of the discard rack and load it into the shuffler." },
    { ROOM_STEP_FEE,                ROOM_BY_HAND,       TABLE,  ANY,             BOTH,   0,              "FEE-4",  "Collect and drop the fee",     "{fees} and drop all of it into the drop box, before any card is dealt." },
    { ROOM_STEP_CLOSE_BETS,         ROOM_BY_COMMAND,    TABLE,  ANY,             BOTH,   0,              "BET-6",  "No more bets",                 "“No more bets.” Nothing is made, increased or withdrawn from here on." },
    { ROOM_STEP_START_GAME,         ROOM_BY_BUTTON,     TABLE,  ANY,             BOTH,   AQUARIUS,       "PROG-2", "COIN IN",                      "Press COIN IN: the sensors lock and light." },
    { ROOM_STEP_START_GAME,         ROOM_BY_BUTTON,     TABLE,  ANY,             BOTH,   NEXUS,          "PROG-2", "START GAME",                   "Press START GAME: the sensors light." },
    { ROOM_STEP_REMOVE_PROGRESSIVE, ROOM_BY_HAND,       TABLE,  ANY,             BOTH,   0,              "PROG-2", "Remove Progressive wagers",    "Remove all Progressive wagers from the table." },
    { ROOM_STEP_TAKE_DECK,          ROOM_BY_HAND,       TABLE,  DECK_MATE,       BOTH,   0,              "DEAL-3", "Take the deck in hand",        "The Deck Mate delivers the entire deck: deal it by hand." },
    { ROOM_STEP_DEAL,               ROOM_BY_COMMAND,    TABLE,  ANY,             PLAYER, 0,              "DEAL-2", "Deal",                         "Deal face down, starting on your left and continuing clockwise." },
    { ROOM_STEP_DEAL,               ROOM_BY_COMMAND,    TABLE,  ANY,             HOUSE,  0,              "DEAL-2", "Deal",                         "Deal face down, working from left to right." },
    { ROOM_STEP_SPREAD_COMMUNITY,   ROOM_BY_HAND,       TABLE,  ACE_IDEAL,       BOTH,   0,              "DEAL-3", "Spread community cards",       "The shuffler first dispenses the five community cards: spread them face down in the middle of the table." },
    { ROOM_STEP_FIRST_CARDS,        ROOM_BY_HAND,       TABLE,  SHOE,            BOTH,   0,              "DEAL-3", "First cards",                  "One card to each spot with an Ante and a Blind, then one card to {dealer}." },
    { ROOM_STEP_SECOND_CARDS,       ROOM_BY_HAND,       TABLE,  SHOE,            BOTH,   0,              "DEAL-3", "Second cards",                 "A further card to each such spot and to {dealer}: two cards each." },
    { ROOM_STEP_PLAYERS_CARDS,      ROOM_BY_HAND,       TABLE,  SHUFFLER,        BOTH,   0,              "DEAL-3", "Players’ cards",               "Two cards at a time to each spot with an Ante and a Blind." },
    { ROOM_STEP_PLAYERS_CARDS,      ROOM_BY_HAND,       TABLE,  DECK_MATE | ACE_IDEAL, BOTH, 0,          "DEAL-3", "Players’ cards",               "Two starting cards, face down, to each player with an Ante and a Blind." },
    { ROOM_STEP_DEALERS_CARDS,      ROOM_BY_HAND,       TABLE,  ANY & ~SHOE,     PLAYER, 0,              "DEAL-3", "Player-dealer’s cards",        "Two cards, face down, to the player-dealer." },
    { ROOM_STEP_DEALERS_CARDS,      ROOM_BY_HAND,       TABLE,  ANY & ~SHOE,     HOUSE,  0,              "DEAL-3", "Dealer’s cards",               "Two cards, face down, to yourself." },
    { ROOM_STEP_COMMUNITY,          ROOM_BY_HAND,       TABLE,  SHOE | SHUFFLER, BOTH,   0,              "DEAL-3", "Community cards",              "Five community cards, face down, in the center of the table." },
    { ROOM_STEP_GREEN_BUTTON,       ROOM_BY_HAND,       TABLE,  ACE_IDEAL,       BOTH,   0,              "DEAL-4", "Green button",                 "Press the green button on the shuffler to dispense the remaining cards." },
    { ROOM_STEP_UNLOAD_STUB,        ROOM_BY_HAND,       TABLE,  SHOE | SHUFFLER, BOTH,   0,              "DEAL-4", "Unload the stub",              "Unload the remaining cards from the shuffler and place them in the discard rack without exposing them." },
    { ROOM_STEP_UNLOAD_STUB,        ROOM_BY_HAND,       TABLE,  ACE_IDEAL,       BOTH,   0,              "DEAL-4", "Unload the stub",              "Place the remaining cards in the discard rack without exposing them." },
    { ROOM_STEP_FLOP,               ROOM_BY_COMMAND,    TABLE,  SHOE | SHUFFLER, BOTH,   0,              "PLAY-2", "Turn over the flop",           "All have checked or bet Play: turn over the first three community cards." },
    { ROOM_STEP_FLOP,               ROOM_BY_COMMAND,    TABLE,  DECK_MATE,       BOTH,   0,              "PLAY-2", "Deal the flop",                "All have checked or bet Play: place the first three community cards face up on the layout." },
    { ROOM_STEP_FLOP,               ROOM_BY_COMMAND,    TABLE,  ACE_IDEAL,       BOTH,   0,              "PLAY-2", "Reveal the flop",              "All have checked or bet Play: reveal the first three community cards." },
    { ROOM_STEP_TURN_AND_RIVER,     ROOM_BY_COMMAND,    TABLE,  SHOE | SHUFFLER, BOTH,   0,              "PLAY-3", "Turn over the turn and river", "All have checked or bet Play: turn over the remaining two community cards." },
    { ROOM_STEP_TURN_AND_RIVER,     ROOM_BY_COMMAND,    TABLE,  DECK_MATE,       BOTH,   0,              "PLAY-3", "Deal the turn and river",      "All have checked or bet Play: place the final two community cards face up on the layout." },
    { ROOM_STEP_TURN_AND_RIVER,     ROOM_BY_COMMAND,    TABLE,  ACE_IDEAL,       BOTH,   0,              "PLAY-3", "Reveal the turn and river",    "All have checked or bet Play: reveal the final two community cards." },
    { ROOM_STEP_FOLD_COLLECT,       ROOM_BY_HAND,       FOLD,   ANY,             PLAYER, 0,              "PLAY-5", "Fold at seat {seat}: collect", "Collect {wagers} from seat {seat} on behalf of the player-dealer." },
    { ROOM_STEP_FOLD_COLLECT,       ROOM_BY_HAND,       FOLD,   ANY,             HOUSE,  0,              "PLAY-5", "Fold at seat {seat}: collect", "Collect {wagers} from seat {seat}." },
    { ROOM_STEP_FOLD_COUNT,         ROOM_BY_HAND,       FOLD,   ANY,             BOTH,   0,              "PLAY-5", "Fold at seat {seat}: count",   "Spread the two cards of seat {seat} face down, count them one by one, and place them in the discard rack." },
    { ROOM_STEP_FOLD_FACE_UP,       ROOM_BY_HAND,       FOLD,   ANY,             BOTH,   0,              "SHOW-10", "Fold at seat {seat}: face up", "When all have decided, turn the cards of seat {seat} face up: Trips wins. Leave them on the table until it is paid." },
    { ROOM_STEP_FOLD_TUCK,          ROOM_BY_HAND,       FOLD,   ANY,             BOTH,   0,              "PAIR-3", "Fold at seat {seat}: tuck",    "Tuck the two cards of seat {seat} under the Ultimate Pairs wager." },
    { ROOM_STEP_FOLD_LEAVE,         ROOM_BY_HAND,       FOLD,   ANY,             BOTH,   0,              "PLAY-5", "Fold at seat {seat}: leave",   "Leave the two cards of seat {seat} face down beside the {live} wager." },
    { ROOM_STEP_SHOW_DEALER,        ROOM_BY_COMMAND,    TABLE,  ANY,             PLAYER, UP,             "SHOW-1", "Turn over the player-dealer’s cards", "All have folded or bet Play: turn over the player-dealer’s two cards." },
    { ROOM_STEP_SHOW_DEALER,        ROOM_BY_COMMAND,    TABLE,  ANY,             HOUSE,  UP,             "SHOW-1", "Reveal your hole cards",       "All have folded or bet Play: reveal your two hole cards." },
    { ROOM_STEP_SHOW_DEALER,        ROOM_BY_COMMAND,    TABLE,  ANY,             BOTH,   DOWN,           "SHOW-8", "Dealer’s hand stays down",     "All have folded and no wager needs the dealer’s cards: they stay face down." },
    { ROOM_STEP_ANNOUNCE_DEALER,    ROOM_BY_HAND,       TABLE,  ANY,             HOUSE,  UP,             "SHOW-1", "Announce the dealer’s hand",   "Announce your five-card hand{hand}." },
    { ROOM_STEP_REFUND_ANTE,        ROOM_BY_HAND,       REFUND, ANY,             BOTH,   0,              "SHOW-2", "Refund the Ante, seat {seat}", "The dealer does not qualify: refund the Ante of seat {seat}, {amount}, before looking at any player’s hand." },
    { ROOM_STEP_PRESS_WIN,          ROOM_BY_BUTTON,     WIN,    ANY,             BOTH,   AQUARIUS,       "GM-1",   "Progressive win, seat {seat}", "Seat {seat} has a Progressive win, {line}: press its hand button on the keypad." },
    { ROOM_STEP_PRESS_WIN,          ROOM_BY_BUTTON,     WIN,    ANY,             BOTH,   NEXUS,          "GM-1",   "Progressive win, seat {seat}", "Seat {seat} has a Progressive win, {line}: select its spot, then press the hand button." },
    { ROOM_STEP_VERIFY_WIN,         ROOM_BY_SUPERVISOR, WIN,    ANY,             BOTH,   AQUARIUS,       "GM-1",   "Call a supervisor",            "Call a supervisor to verify the win of seat {seat}: key to JPH, J-POT, key back to RUN." },
    { ROOM_STEP_VERIFY_WIN,         ROOM_BY_SUPERVISOR, WIN,    ANY,             BOTH,   NEXUS,          "GM-1",   "Call a supervisor",            "Call a supervisor to verify the win of seat {seat}: CONFIRM, then the card." },
    { ROOM_STEP_SETTLE,             ROOM_BY_COMMAND,    TABLE,  ANY,             BOTH,   0,              "SHOW-9", "Settle",                       "{order}: compare the hands, take and pay." },
    { ROOM_STEP_WORK_AREA,          ROOM_BY_HAND,       SEAT,   ANY,             PLAYER, STAYED | QUALIFIES, "SHOW-9", "Seat {seat}: work area",   "Bring the cards of seat {seat} into the work area, between the player-dealer’s hand and the Trips wager, and reveal them." },
    { ROOM_STEP_WORK_AREA,          ROOM_BY_HAND,       SEAT,   ANY,             PLAYER, STAYED | FAILS, "SHOW-2", "Seat {seat}: expose",          "The player-dealer does not qualify: expose the cards of seat {seat} and signal a push for the Ante." },
    { ROOM_STEP_WORK_AREA,          ROOM_BY_HAND,       SEAT,   ANY,             HOUSE,  STAYED,         "SHOW-9", "Seat {seat}: make the hand",   "Combine the hole cards of seat {seat} with the community cards to make the best five-card hand." },
    { ROOM_STEP_WORK_AREA,          ROOM_BY_HAND,       SEAT,   ANY,             BOTH,   FOLDED,         "SHOW-8", "Seat {seat}: folded, live wagers", "Seat {seat} folded: check its cards for the wagers still in action." },
    { ROOM_STEP_WAGER,              ROOM_BY_HAND,       SEAT,   ANY,             BOTH,   STAYED | FAILS, "SHOW-2", "Seat {seat}: {act} {wager}",   "{Act} {wager} {amount} ({reason})." },
    { ROOM_STEP_ANNOUNCE,           ROOM_BY_HAND,       SEAT,   ANY,             BOTH,   STAYED,         "HAND-4", "Seat {seat}: announce",        "Announce: “{hand}: {verdict}.”" },
    { ROOM_STEP_WAGER,              ROOM_BY_HAND,       SEAT,   ANY,             BOTH,   0,              "SHOW-9", "Seat {seat}: {act} {wager}",   "{Act} {wager} {amount} ({reason})." },
    { ROOM_STEP_RACK_HAND,          ROOM_BY_HAND,       SEAT,   ANY,             BOTH,   0,              "SHOW-10", "Seat {seat}: rack",           "Collect the cards of seat {seat}, count them, and place them in the discard rack." },
    { ROOM_STEP_END_GAME,           ROOM_BY_BUTTON,     TABLE,  ANY,             BOTH,   AQUARIUS,       "GM-2",   "GAME OVER",                    "All action is reconciled: press GAME OVER." },
    { ROOM_STEP_END_GAME,           ROOM_BY_BUTTON,     TABLE,  ANY,             BOTH,   NEXUS,          "GM-2",   "END GAME",                     "All action is reconciled: press END GAME." },
    { ROOM_STEP_RACK_BOARD,         ROOM_BY_HAND,       TABLE,  DEALS_ALL,       BOTH,   0,              "DEAL-4", "Rack the board",               "Collect the community cards and {dealers} two cards, count them, and place them in the discard rack." },
    { ROOM_STEP_RACK_BOARD,         ROOM_BY_HAND,       TABLE,  DECK_MATE,       BOTH,   0,              "DEAL-4", "Rack the board",               "Collect the community cards and {dealers} two cards, count them, and place them in the discard rack with the rest of the deck." },
    { ROOM_STEP_END,                ROOM_BY_COMMAND,    TABLE,  ANY,             BOTH,   0,              "DEAL-4", "End the round",                "All 52 cards are in the discard rack: the round is over." },
};

static const char *const ids[ROOM_STEP_COUNT] = {
    [ROOM_STEP_UTH_MODE] = "uth_mode",             [ROOM_STEP_OPEN] = "open",
    [ROOM_STEP_LOAD_SHUFFLER] = "load_shuffler",   [ROOM_STEP_CLOSE_BETS] = "close_bets",
    [ROOM_STEP_START_GAME] = "start_game",         [ROOM_STEP_REMOVE_PROGRESSIVE] = "remove_progressive",
    [ROOM_STEP_FEE] = "fee",                       [ROOM_STEP_TAKE_DECK] = "take_deck",
    [ROOM_STEP_DEAL] = "deal",                     [ROOM_STEP_SPREAD_COMMUNITY] = "spread_community",
    [ROOM_STEP_FIRST_CARDS] = "first_cards",       [ROOM_STEP_SECOND_CARDS] = "second_cards",
    [ROOM_STEP_PLAYERS_CARDS] = "players_cards",   [ROOM_STEP_DEALERS_CARDS] = "dealers_cards",
    [ROOM_STEP_COMMUNITY] = "community",           [ROOM_STEP_GREEN_BUTTON] = "green_button",
    [ROOM_STEP_UNLOAD_STUB] = "unload_stub",       [ROOM_STEP_FLOP] = "flop",
    [ROOM_STEP_TURN_AND_RIVER] = "turn_and_river", [ROOM_STEP_FOLD_COLLECT] = "fold_collect",
    [ROOM_STEP_FOLD_COUNT] = "fold_count",         [ROOM_STEP_FOLD_FACE_UP] = "fold_face_up",
    [ROOM_STEP_FOLD_TUCK] = "fold_tuck",           [ROOM_STEP_FOLD_LEAVE] = "fold_leave",
    [ROOM_STEP_SHOW_DEALER] = "show_dealer",       [ROOM_STEP_ANNOUNCE_DEALER] = "announce_dealer",
    [ROOM_STEP_PRESS_WIN] = "press_win",           [ROOM_STEP_VERIFY_WIN] = "verify_win",
    [ROOM_STEP_SETTLE] = "settle",                 [ROOM_STEP_REFUND_ANTE] = "refund_ante",
    [ROOM_STEP_WORK_AREA] = "work_area",           [ROOM_STEP_ANNOUNCE] = "announce",
    [ROOM_STEP_WAGER + UTH_WAGER_ANTE] = "wager_ante",
    [ROOM_STEP_WAGER + UTH_WAGER_BLIND] = "wager_blind",
    [ROOM_STEP_WAGER + UTH_WAGER_PLAY] = "wager_play",
    [ROOM_STEP_WAGER + UTH_WAGER_TRIPS] = "wager_trips",
    [ROOM_STEP_WAGER + UTH_WAGER_BAD_BEAT] = "wager_bad_beat",
    [ROOM_STEP_WAGER + UTH_WAGER_PAIRS] = "wager_pairs",
    [ROOM_STEP_WAGER + UTH_WAGER_PROGRESSIVE] = "wager_progressive",
    [ROOM_STEP_RACK_HAND] = "rack_hand",           [ROOM_STEP_END_GAME] = "end_game",
    [ROOM_STEP_RACK_BOARD] = "rack_board",         [ROOM_STEP_END] = "end",
    [ROOM_STEP_OWN_WAGER] = "wager_own_1",         [ROOM_STEP_OWN_WAGER + 1] = "wager_own_2",
    [ROOM_STEP_OWN_WAGER + 2] = "wager_own_3",     [ROOM_STEP_OWN_WAGER + 3] = "wager_own_4",
};
// clang-format on

_Static_assert(ROOM_STEP_WAGER + UTH_WAGER_OWN_1 == ROOM_STEP_RACK_HAND &&
                   ROOM_STEP_OWN_WAGER + UTH_WAGER_COUNT - UTH_WAGER_OWN_1 == ROOM_STEP_COUNT,
               "a kind for each wager");
_Static_assert(ROOM_STEP_COUNT <= 64, "a tick is a bit");

const size_t room_row_count = sizeof room_rows / sizeof room_rows[0];

const char *room_step_id(enum room_step_kind kind)
{
    UTH_CHECK(kind < ROOM_STEP_COUNT);
    return ids[kind];
}

bool room_step_find(const char *id, enum room_step_kind *kind)
{
    for (unsigned i = 0; i < ROOM_STEP_COUNT; i++) {
        if (strcmp(ids[i], id) == 0) {
            *kind = (enum room_step_kind)i;
            return true;
        }
    }
    return false;
}

enum room_step_kind room_step_of_wager(enum uth_wager wager)
{
    UTH_CHECK(wager < UTH_WAGER_COUNT);
    return (enum room_step_kind)(uth_wager_is_own(wager)
                                     ? ROOM_STEP_OWN_WAGER + (wager - UTH_WAGER_OWN_1)
                                     : ROOM_STEP_WAGER + wager);
}

enum uth_wager room_step_wager(enum room_step_kind kind)
{
    unsigned wager = 0;
    while (wager < UTH_WAGER_COUNT && room_step_of_wager((enum uth_wager)wager) != kind) {
        wager++;
    }
    return (enum uth_wager)wager;
}

// All steps that move a wager share their rows.
static uint8_t row_kind(enum room_step_kind kind)
{
    return room_step_wager(kind) == UTH_WAGER_COUNT ? (uint8_t)kind : ROOM_STEP_WAGER;
}

bool room_row_is_of(const struct room_step_row *row, const struct uth_rules *rules,
                    unsigned procedure)
{
    return (row->procedures >> procedure & 1) != 0 && (row->banks >> rules->banked_by & 1) != 0;
}

const struct room_step_row *room_step_row_of(enum room_step_kind kind,
                                             const struct uth_rules *rules)
{
    const uint8_t wanted = row_kind(kind);
    const struct room_step_row *any = NULL;
    for (size_t i = room_row_count; i > 0; i--) {
        const struct room_step_row *row = &room_rows[i - 1];
        const bool better = any == NULL || room_row_is_of(row, rules, rules->procedure);
        any = row->kind == wanted && better ? row : any;
    }
    UTH_CHECK(any != NULL);
    return any;
}

bool room_step_is_ticked(enum room_step_kind kind)
{
    size_t i = 0;
    while (room_rows[i].kind != row_kind(kind)) {
        i++;
        UTH_CHECK(i < room_row_count);
    }
    return room_rows[i].by == ROOM_BY_HAND;
}
