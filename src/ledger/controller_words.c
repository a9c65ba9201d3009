// What the progressive controller's things are called.
#include "uth/controller.h"

const char *uth_controller_model_name(enum uth_controller_model controller)
{
    static const char *const names[UTH_MODEL_COUNT] = {
        [UTH_MODEL_AQUARIUS] = "aquarius",
        [UTH_MODEL_NEXUS] = "nexus",
    };
    UTH_CHECK(controller < UTH_MODEL_COUNT);
    return names[controller];
}

const char *uth_station_state_name(enum uth_station_state state)
{
    static const char *const names[UTH_STATION_COUNT] = {
        [UTH_STATION_IDLE] = "idle",       [UTH_STATION_PLAYING] = "playing",
        [UTH_STATION_PRESSED] = "pressed", [UTH_STATION_KEYED] = "keyed",
        [UTH_STATION_FROZEN] = "frozen",   [UTH_STATION_AWAITING_CARD] = "awaiting_card",
    };
    UTH_CHECK(state < UTH_STATION_COUNT);
    return names[state];
}

const char *uth_win_state_name(enum uth_win_state state)
{
    static const char *const names[UTH_WIN_COUNT] = {
        [UTH_WIN_NONE] = "none",
        [UTH_WIN_PRESSED] = "pressed",
        [UTH_WIN_CONFIRMED] = "confirmed",
        [UTH_WIN_PAID] = "paid",
        [UTH_WIN_BACKED_OUT] = "backed_out",
    };
    UTH_CHECK(state < UTH_WIN_COUNT);
    return names[state];
}

const char *uth_adjustment_name(enum uth_adjustment adjustment)
{
    static const char *const names[UTH_ADJUSTMENT_COUNT] = {
        [UTH_ADJUSTMENT_WON] = "won",
        [UTH_ADJUSTMENT_MALFUNCTION] = "malfunction display",
        [UTH_ADJUSTMENT_MAXIMUM] = "cut to the posted maximum",
        [UTH_ADJUSTMENT_RECEIPTS] = "booked as receipts",
        [UTH_ADJUSTMENT_SEED_RECOVERED] = "seed recovered",
        [UTH_ADJUSTMENT_BACK_OUT] = "back-out",
    };
    UTH_CHECK(adjustment < UTH_ADJUSTMENT_COUNT);
    return names[adjustment];
}

const char *uth_authority_name(enum uth_authority authority)
{
    static const char *const names[UTH_AUTHORITY_COUNT] = {
        [UTH_AUTHORITY_DEALER] = "dealer",
        [UTH_AUTHORITY_SUPERVISOR] = "supervisor",
        [UTH_AUTHORITY_EXECUTIVE] = "executive",
    };
    UTH_CHECK(authority < UTH_AUTHORITY_COUNT);
    return names[authority];
}

const char *uth_entry_name(enum uth_entry_kind kind)
{
    static const char *const names[UTH_ENTRY_COUNT] = {
        [UTH_ENTRY_CREATED] = "created",
        [UTH_ENTRY_DAY_BEGAN] = "day began",
        [UTH_ENTRY_TERMS_ASKED] = "terms asked",
        [UTH_ENTRY_TERMS_IN_FORCE] = "terms in force",
        [UTH_ENTRY_EXECUTIVE_SET] = "executive level set",
        [UTH_ENTRY_ADJUSTED] = "adjusted",
        [UTH_ENTRY_LINKED] = "linked",
        [UTH_ENTRY_UNLINKED] = "unlinked",
        [UTH_ENTRY_LOST] = "unreachable",
        [UTH_ENTRY_FOUND] = "reachable",
        [UTH_ENTRY_STARTED] = "started",
        [UTH_ENTRY_FED] = "fed",
        [UTH_ENTRY_SHOWN] = "cards shown",
        [UTH_ENTRY_SPOT] = "spot selected",
        [UTH_ENTRY_PRESSED] = "pressed",
        [UTH_ENTRY_CANCELLED] = "cancelled",
        [UTH_ENTRY_KEYED] = "key to JPH",
        [UTH_ENTRY_UNKEYED] = "key to RUN",
        [UTH_ENTRY_CARD_ASKED] = "card asked for",
        [UTH_ENTRY_CONFIRMED] = "confirmed",
        [UTH_ENTRY_AWARDED] = "awarded",
        [UTH_ENTRY_PAID] = "paid",
        [UTH_ENTRY_ENDED] = "ended",
        [UTH_ENTRY_UNFED] = "contributions returned",
        [UTH_ENTRY_VOIDED] = "voided",
    };
    UTH_CHECK(kind < UTH_ENTRY_COUNT);
    return names[kind];
}

const char *uth_controller_command_name(enum uth_controller_command_kind kind)
{
    static const char *const names[UTH_CONTROLLER_COMMAND_COUNT] = {
        [UTH_CONTROLLER_CREATE] = "create",
        [UTH_CONTROLLER_BEGIN_DAY] = "begin day",
        [UTH_CONTROLLER_TERMS] = "set terms",
        [UTH_CONTROLLER_EXECUTIVE] = "set executive level",
        [UTH_CONTROLLER_ADJUST] = "adjust",
        [UTH_CONTROLLER_LINK] = "link",
        [UTH_CONTROLLER_UNLINK] = "unlink",
        [UTH_CONTROLLER_LOST] = "meter lost",
        [UTH_CONTROLLER_FOUND] = "meter found",
        [UTH_CONTROLLER_SHOW] = "show cards",
        [UTH_CONTROLLER_PAY] = "pay",
        [UTH_CONTROLLER_VOID] = "void",
        [UTH_CONTROLLER_HAND] = "hand",
        [UTH_CONTROLLER_COIN_IN] = "COIN IN",
        [UTH_CONTROLLER_KEY_JPH] = "key to JPH",
        [UTH_CONTROLLER_J_POT] = "J-POT",
        [UTH_CONTROLLER_KEY_RUN] = "key to RUN",
        [UTH_CONTROLLER_GAME_OVER] = "GAME OVER",
        [UTH_CONTROLLER_START_GAME] = "START GAME",
        [UTH_CONTROLLER_SPOT] = "spot",
        [UTH_CONTROLLER_CONFIRM] = "CONFIRM",
        [UTH_CONTROLLER_SWIPE] = "swipe card",
        [UTH_CONTROLLER_END_GAME] = "END GAME",
    };
    UTH_CHECK(kind < UTH_CONTROLLER_COMMAND_COUNT);
    return names[kind];
}
