// Every way a request can be refused, in one list, each with the clause of the rulebook it breaks.
//
// The numbers are stored with rounds and sent to clients, so a number is never changed and never
// given a second meaning. Retired codes keep their line.
#ifndef UTH_STATUS_H
#define UTH_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off
#define UTH_STATUS_MAP(X)                                                                                \
    X(OK,                      0, "",        "ok")                                                       \
    X(ERR_BAD_CARD,           10, "INPUT",   "not a card: a rank of 23456789TJQKA and a suit of cdhs")   \
    X(ERR_CARD_COUNT,         11, "INPUT",   "wrong number of cards")                                    \
    X(ERR_CARD_TWICE,         12, "HAND-1",  "the same card appears twice")                              \
    X(ERR_NO_SUCH_SEAT,       13, "INPUT",   "no such seat at this table")                               \
    X(ERR_NO_SUCH_OPTION,     14, "INPUT",   "no such option in this rule profile")                      \
    X(ERR_BANK_NOT_OFFERED,   15, "INPUT",   "the house banks here: there is no player-dealer")          \
    X(ERR_RULES,              16, "BET-8",   "the rule profile contradicts itself")                      \
    X(ERR_NO_PLAYERS,         17, "BET-1",   "nobody has made an Ante and a Blind")                      \
    X(ERR_LEGAL_WAGER,          18, "BET-10",  "a wager limit is above the legal maximum")               \
    X(ERR_LEGAL_PLAY,           19, "BET-10",  "the Ante limit allows a Play wager above the legal maximum")\
    X(ERR_ANTE_BLIND,         20, "BET-1",   "Ante and Blind are both required, and equal")              \
    X(ERR_WAGER_NOT_OFFERED,  21, "BET-2",   "this table does not offer that wager")                     \
    X(ERR_BELOW_MINIMUM,      22, "BET-3",   "the wager is below the table minimum")                     \
    X(ERR_ABOVE_MAXIMUM,      23, "BET-3",   "the wager is above the table maximum")                     \
    X(ERR_PLAY_CAP,           24, "BET-3",   "the largest Play on this Ante would pass the table maximum") \
    X(ERR_BAD_BEAT_NEEDS,     25, "BET-4",   "Bad Beat Bonus needs a Trips wager")                       \
    X(ERR_SIDE_NEEDS,         34, "BET-4",   "that side bet needs another wager beside it")              \
    X(ERR_TOO_MANY_GAMES,     26, "BET-5",   "a player may wager on at most four games")                 \
    X(ERR_BETS_CLOSED,        27, "BET-6",   "no more bets: nothing is made, increased or withdrawn")    \
    X(ERR_SEAT_TAKEN,         28, "BET-7",   "the spot already carries a wager: one spot, one player")   \
    X(ERR_NOT_IN_CHIPS,       29, "BET-8",   "amounts are whole cents and multiples of the table's chip") \
    X(ERR_PROGRESSIVE_STAKE,  30, "BET-9",   "the Progressive wager is a fixed stake")                   \
    X(ERR_GAMES_OVER,           31, "BET-10",  "too many of the games are above the amount the rules allow")\
    X(ERR_AGGREGATE_ODDS,       32, "WA-2",    "a table aggregate needs a wager with top odds of 50 to 1 or more")\
    X(ERR_AGGREGATE_LOW,        33, "WA-2",    "a table aggregate is at least 50 x the maximum wager")   \
    X(ERR_DECK,               35, "HAND-1",  "a deck is 52 different cards")                             \
    X(ERR_NOT_NOW,            36, "DEAL-2",  "the round is not at that step of the procedure")           \
    X(ERR_CARDS_MISSING,      37, "DEAL-4",  "not every card of the 52 is accounted for")                \
    X(ERR_PREFLOP_ACTION,     40, "PLAY-1",  "before the flop: check, or Play at an offered size")       \
    X(ERR_FLOP_ACTION,        41, "PLAY-2",  "on the flop: check, or Play at an offered size")           \
    X(ERR_RIVER_ACTION,       42, "PLAY-3",  "on the river: fold, or Play at an offered size")           \
    X(ERR_ALREADY_DECIDED,    43, "PLAY-4",  "Play is bet once and never changed")                       \
    X(ERR_CANNOT_AFFORD,      44, "PLAY-4",  "the player cannot afford that size, and there is no all-in") \
    X(ERR_NOT_ALL_DECIDED,    45, "PLAY-7",  "a player has still to decide on this street")              \
    X(ERR_PLAY_LIMIT,           46, "BET-11",  "that Play would be above the table limit")               \
    X(ERR_NO_BANK,            50, "BANK-1",  "a round needs a player-dealer who has posted a wager")     \
    X(ERR_BANKER_WAGERS,      51, "BANK-1",  "the player-dealer makes no other wager in the round")      \
    X(ERR_BANK_THIRD,         52, "ROT-1",   "nobody banks a third consecutive hand")                    \
    X(ERR_BANK_NOT_ASKED,     53, "ROT-1",   "the player-dealer position is not offered to that seat")   \
    X(ERR_BANK_NOT_NAMED,     54, "ROT-1",   "at this table no supervisor names who is asked first")     \
    X(ERR_BANK_UNABLE,        55, "ROT-2",   "that seat cannot take the bank now")                       \
    X(ERR_NO_PROVIDER,        56, "BANK-1",  "no provider of proposition players is at this table")      \
    X(ERR_MONEY_OVERFLOW,     60, "INPUT",   "the amount is beyond what we account for")                 \
    X(ERR_METER_MISSING,      61, "PROG-2",  "a Progressive wager needs the meter's state before the round") \
    X(ERR_METER_RATES,        62, "PROG-7",  "meter and reserve rates lie within 0 to 100% together")    \
    X(ERR_TABLE_TOO_COSTLY,   70, "INPUT",   "a side bet pays more, or in smaller parts, than can be worked out") \
    X(ERR_STRATEGY,           71, "INPUT",   "not a strategy of this version, or damaged")                \
    X(ERR_STRATEGY_RULES,     72, "INPUT",   "the strategy was made for other rules")                     \
    X(ERR_SOLVER_UNIT,        73, "INPUT",   "the solver takes Blind odds with a common denominator up to 1,000") \
    X(ERR_SOLVER_PAYS,        74, "INPUT",   "the solver takes Blind pays up to 200,000 parts of an ante") \
    X(ERR_SOLVER_RAISES,      75, "INPUT",   "the solver cannot hold Play sizes this large in parts this small") \
    X(ERR_SOLVER_RIVER,       76, "INPUT",   "the solver needs a Play size at the river") \
    X(ERR_SIM_ROUNDS,         80, "INPUT",   "a simulation has between 1 and 10^12 rounds")              \
    X(ERR_SIM_BANKROLL,       81, "INPUT",   "the bankroll does not reach for the first round's wagers") \
    X(ERR_POSTING,            85, "INPUT",   "not a posting between accounts of these kinds")            \
    X(ERR_NOT_ENOUGH,         86, "INPUT",   "a player's account does not hold that much")               \
    X(ERR_IN_ROUND,           88, "BET-6",   "chips stay on the table until the player's round is over") \
    X(ERR_NO_SUCH_BUTTON,     90, "INPUT",   "this controller has no such button")                       \
    X(ERR_NOT_LINKED,         91, "INPUT",   "the table is not linked to this meter")                    \
    X(ERR_METER_STEP,         92, "INPUT",   "the meter is not at that step: made once, then used")      \
    X(ERR_GAME_STEP,          93, "GM-1",    "the controller is not at that step of the procedure")      \
    X(ERR_NO_WIN_LIT,         94, "GM-1",    "no hand button is lit")                                    \
    X(ERR_OTHER_WIN_LIT,      95, "GM-1",    "another hand is lit: its button turns it off")             \
    X(ERR_WIN_CONFIRMED,      96, "GM-1",    "the win is confirmed: only a manual adjustment backs it out") \
    X(ERR_NO_SUCH_WIN,        97, "GM-1",    "no confirmed win of that seat is on record")               \
    X(ERR_NEEDS_SUPERVISOR,   98, "GM-1",    "this takes a supervisor")                                  \
    X(ERR_NEEDS_EXECUTIVE,    99, "GM-1",    "above the jackpot level this takes an Executive card")     \
    X(ERR_METER_FROZEN,      100, "GM-1",    "the meter is frozen until the key is back at RUN")         \
    X(ERR_CARDS_NOT_SHOWN,   101, "GM-2",    "the cards have not been shown yet")                        \
    X(ERR_WIN_NOT_SHOWN,     102, "GM-2",    "the cards do not show that hand")                          \
    X(ERR_WIN_PENDING,       103, "GM-2",    "a win is pending: it is confirmed and paid, or cancelled, first") \
    X(ERR_WIN_MISSED,        104, "GM-2",    "a Progressive win has not been pressed: press its hand first") \
    X(ERR_WIN_ORDER,         105, "PROG-5",  "another player's meter pay comes first")                   \
    X(ERR_NOBODY_NAMED,      106, "GM-3",    "every action is logged with who took it")                  \
    X(ERR_SECOND_PERSON,     107, "GM-3",    "an adjustment is made by one person and approved by another") \
    X(ERR_ADJUSTMENT_REASON, 108, "GM-3",    "no such reason in the list for adjustments")               \
    X(ERR_ADJUSTMENT_AMOUNT, 109, "GM-3",    "an adjustment for that reason cannot be of that amount")   \
    X(ERR_METER_TERMS,       110, "PROG-7",  "seed, maximum or beginning amount contradict each other")  \
    X(ERR_METER_UNREACHABLE, 111, "GM-6",    "the meter cannot be reached: no Progressive wagers")       \
    X(ERR_LINK,              112, "INPUT",   "the table is linked already, or the meter takes no more")  \
    X(REPEATED,              120, "",        "carried out before")                                       \
    X(ERR_BUSY,              121, "INPUT",   "the meter is in another table's hands: try again")         \
    X(ERR_CONFIG,            122, "INPUT",   "no table can be run with that configuration under these rules") \
    X(ERR_NO_RIGHT,          123, "INPUT",   "your role may not do that")                                \
    X(ERR_NOT_SEATED,        124, "BET-7",   "a wager belongs to the one who sits at the spot")          \
    X(ERR_SEATED,            125, "BET-7",   "you hold as many spots as this table allows one player")   \
    X(ERR_SEAT_OCCUPIED,     126, "BET-7",   "somebody sits there")                                      \
    X(ERR_BUY_IN,            127, "INPUT",   "the buy-in is outside the table's limits")                 \
    X(ERR_PACE,              128, "INPUT",   "at this table that is not done by hand")                   \
    X(ERR_TABLE_CLOSED,      129, "INPUT",   "the table is closed")                                      \
    X(ERR_JACKPOT_PENDING,   130, "GM-2",    "a jackpot waits for a supervisor")                         \
    X(ERR_NO_JACKPOT,        131, "GM-1",    "no jackpot waits at this table")                           \
    X(ERR_OWN_LOSS_LIMIT,    132, "INPUT",   "that could pass the loss limit you have set yourself")     \
    X(ERR_OWN_TIME_LIMIT,    133, "INPUT",   "the time you have allowed yourself is over")               \
    X(ERR_STALE_COMMAND,     134, "INPUT",   "too old: later commands of yours were carried out already") \
    X(ERR_DROP_COUNT,        135, "INPUT",   "the drop box does not hold what was counted")              \
    X(ERR_NOT_IN_ROUND,      136, "DEAL-2",  "no Ante and Blind lie at that seat: it has no hand in this round") \
    X(ERR_AWARD,             137, "PROG-5",  "a confirmed award is one winner's, and meter and house give it together") \
    X(ERR_OTHER_ROUND,       138, "INPUT",   "not done: that was meant for another round")               \
    X(ERR_OTHER_STREET,      139, "INPUT",   "not done: that was meant for another street")              \
    X(ERR_OTHER_PLAYER,      145, "INPUT",   "not done: somebody else sits there now")                   \
    X(ERR_ADDRESS_FULL,      146, "INPUT",   "no more people from your address may sit at this table")   \
    X(ERR_WHICH_SPOT,        140, "BET-7",   "you hold several spots here: name the seat") \
    X(ERR_RACK_TAKEN,        150, "DEAL-1",  "the other deck lies in the discard rack: load it into the shuffler first") \
    X(ERR_FEE_NOT_DROPPED,   151, "FEE-4",   "collect the fee and drop it into the drop box first")          \
    X(ERR_NO_CALL,           152, "GM-8",    "nobody has called a supervisor, or somebody has taken the call") \
    X(ERR_CALL_NOTE,         153, "GM-8",    "say in a few words what the supervisor is called for")     \
    X(ERR_PART_OTHER,        154, "INPUT",   "this seat has committed to another part in this round")    \
    X(ERR_PART_MUTED,        155, "INPUT",   "a part was withheld: none of yours is taken for some rounds") \
    X(ERR_PART_NONE,         156, "INPUT",   "no commitment of that seat is in this round")              \
    X(ERR_PART_WRONG,        157, "INPUT",   "that is not the part this seat has committed to")
// clang-format on

enum uth_status {
#define X(name, code, clause, text) UTH_##name = (code),
    UTH_STATUS_MAP(X)
#undef X
};

// A short English phrase; never NULL, even for a number we do not know.
const char *uth_status_text(enum uth_status status);

// The clause that was broken, "BET-4", or "INPUT" for what is no round at all. "" for UTH_OK.
const char *uth_status_clause(enum uth_status status);

#ifdef __cplusplus
}
#endif

#endif
