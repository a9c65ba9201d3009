// Who may do what: one table of rights, read by the room, the server and its tests alike.
#ifndef UTH_ROOM_ROLES_H
#define UTH_ROOM_ROLES_H

#include <stdbool.h>
#include <stdint.h>

// Stored: append only.
enum room_role {
    ROOM_ROLE_GUEST = 0,       // a player with play money and a cookie
    ROOM_ROLE_PLAYER = 1,      // registered
    ROOM_ROLE_DEALER = 2,      // runs a table
    ROOM_ROLE_SUPERVISOR = 3,  // the pit: confirms wins, pauses tables, fills trays
    ROOM_ROLE_EXECUTIVE = 4,   // confirms above the jackpot level
    ROOM_ROLE_AUDITOR = 5,     // reads everything, changes nothing
    ROOM_ROLE_MANAGER = 6,     // people, tables, meters
    ROOM_ROLE_HOUSE = 7,       // a house player: sits and bets, nothing else
    ROOM_ROLE_PROPOSITION = 8, // a third-party provider's player: sits, bets and banks (BANK-1)
    ROOM_ROLE_COUNT = 9,
};

// What somebody may do. Commands at a table and requests to the server each name one.
enum room_right {
    ROOM_RIGHT_WATCH = 0,         // the lobby, a table as a spectator, rules, advice, displays
    ROOM_RIGHT_PLAY = 1,          // sit, bet, decide, bank, own history and limits
    ROOM_RIGHT_DEAL = 2,          // the steps of the procedure, the dealer's buttons
    ROOM_RIGHT_CONFIRM = 3,       // a jackpot, with key or Supervisor card
    ROOM_RIGHT_CONFIRM_ABOVE = 4, // with an Executive card
    ROOM_RIGHT_PIT = 5,           // pause, resume, void, unseat, fill, credit, automatic players
    ROOM_RIGHT_ADJUST = 6,        // a meter, with a second person
    ROOM_RIGHT_APPROVE = 7,       // such an adjustment
    ROOM_RIGHT_CONFIGURE = 8,     // tables and meters
    ROOM_RIGHT_PEOPLE = 9,        // users, roles, passwords, cards
    ROOM_RIGHT_READ_RECORDS = 10, // everybody's rounds, the log, reports, the audit
    ROOM_RIGHT_COUNT = 11,
};

bool room_role_may(enum room_role role, enum room_right right);
bool room_role_is_staff(enum room_role role);
// A role of players who act with the clock, and never of a person: house and proposition.
bool room_role_is_automatic(enum room_role role);

const char *room_role_name(enum room_role role); // "guest"; never NULL
bool room_role_named(const char *name, enum room_role *role);
const char *room_right_name(enum room_right right);

#endif
