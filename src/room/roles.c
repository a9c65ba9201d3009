#include "room/roles.h"

#include <string.h>

#include "uth/check.h"

#define R(right) (1U << ROOM_RIGHT_##right)

// Who may do what. Everything that asks, asks here.
// clang-format off
static const struct {
    const char *name;
    bool staff;
    unsigned rights;
} roles[ROOM_ROLE_COUNT] = {
    [ROOM_ROLE_GUEST]      = { "guest",      false, R(WATCH) | R(PLAY) },
    [ROOM_ROLE_PLAYER]     = { "player",     false, R(WATCH) | R(PLAY) },
    [ROOM_ROLE_DEALER]     = { "dealer",     true,  R(WATCH) | R(DEAL) },
    [ROOM_ROLE_SUPERVISOR] = { "supervisor", true,  R(WATCH) | R(DEAL) | R(CONFIRM) | R(PIT) | R(ADJUST) |
                                                    R(READ_RECORDS) },
    [ROOM_ROLE_EXECUTIVE]  = { "executive",  true,  R(WATCH) | R(DEAL) | R(CONFIRM) | R(CONFIRM_ABOVE) |
                                                    R(PIT) | R(ADJUST) | R(APPROVE) | R(READ_RECORDS) },
    [ROOM_ROLE_AUDITOR]    = { "auditor",    true,  R(WATCH) | R(READ_RECORDS) },
    [ROOM_ROLE_MANAGER]    = { "manager",    true,  R(WATCH) | R(PIT) | R(ADJUST) | R(APPROVE) |
                                                    R(CONFIGURE) | R(PEOPLE) | R(READ_RECORDS) },
    [ROOM_ROLE_HOUSE]      = { "house",      false, R(PLAY) },
    [ROOM_ROLE_PROPOSITION] = { "proposition", false, R(PLAY) },
};
// clang-format on

bool room_role_may(enum room_role role, enum room_right right)
{
    UTH_CHECK(role < ROOM_ROLE_COUNT);
    UTH_CHECK(right < ROOM_RIGHT_COUNT);
    return (roles[role].rights >> right & 1) != 0;
}

bool room_role_is_staff(enum room_role role)
{
    UTH_CHECK(role < ROOM_ROLE_COUNT);
    return roles[role].staff;
}

bool room_role_is_automatic(enum room_role role)
{
    UTH_CHECK(role < ROOM_ROLE_COUNT);
    return role == ROOM_ROLE_HOUSE || role == ROOM_ROLE_PROPOSITION;
}

const char *room_role_name(enum room_role role)
{
    UTH_CHECK(role < ROOM_ROLE_COUNT);
    return roles[role].name;
}

bool room_role_named(const char *name, enum room_role *role)
{
    for (unsigned i = 0; i < ROOM_ROLE_COUNT; i++) {
        if (strcmp(roles[i].name, name) == 0) {
            *role = (enum room_role)i;
            return true;
        }
    }
    return false;
}

const char *room_right_name(enum room_right right)
{
    static const char *const names[ROOM_RIGHT_COUNT] = {
        [ROOM_RIGHT_WATCH] = "watch",
        [ROOM_RIGHT_PLAY] = "play",
        [ROOM_RIGHT_DEAL] = "deal",
        [ROOM_RIGHT_CONFIRM] = "confirm",
        [ROOM_RIGHT_CONFIRM_ABOVE] = "confirm_above",
        [ROOM_RIGHT_PIT] = "pit",
        [ROOM_RIGHT_ADJUST] = "adjust",
        [ROOM_RIGHT_APPROVE] = "approve",
        [ROOM_RIGHT_CONFIGURE] = "configure",
        [ROOM_RIGHT_PEOPLE] = "people",
        [ROOM_RIGHT_READ_RECORDS] = "read_records",
    };
    UTH_CHECK(right < ROOM_RIGHT_COUNT);
    return names[right];
}
