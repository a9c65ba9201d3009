// Accounts: guests who register, log in and out, mistake a password or try another's name. What must be
// true of it:
//   (1) Nobody is let in under a name registered by another, with another's password, or
//       while the name is locked; and whoever was told that he is registered is let in with his own.
//   (2) A name is one person's.
//   (3) He stays who he was: same number, same money, and a registered player from then on, whatever
//       happens to the power.
//   (4) A session that was ended, by registering or by logging out, is over.
#include <string.h>

#include "storm.h"

#define NAMES (2 * PLAYERS) // fewer than are asked for: some are taken

// ---- what is known ----------------------------------------------------------------------------

// The entry of those who asked; NULL for none.
static struct account *account_of(const char *name, unsigned actor, uint64_t person)
{
    for (size_t i = 0; i < the_storm->account_count; i++) {
        struct account *account = &the_storm->accounts[i];
        if (strcmp(account->name, name) == 0 && account->actor == actor &&
            account->person == person) {
            return account;
        }
    }
    return NULL;
}

static bool is_told(const char *name, unsigned actor)
{
    for (size_t i = 0; i < the_storm->account_count; i++) {
        const struct account *account = &the_storm->accounts[i];
        if (account->told && account->actor == actor && strcmp(account->name, name) == 0) {
            return true;
        }
    }
    return false;
}

void account_check_person(uint64_t id, const json_t *person)
{
    for (size_t i = 0; i < the_storm->account_count; i++) {
        const struct account *account = &the_storm->accounts[i];
        const char *role = json_string_value(json_object_get(person, "role"));
        const char *name = json_string_value(json_object_get(person, "name"));
        if (!account->told || account->person != id || role == NULL || name == NULL) {
            continue;
        }
        if (strcmp(role, "player") != 0 || strcmp(name, account->name) != 0) {
            storm_fail(CHECK_STORED, "%llu was told that he is the player %s, and is the %s %s",
                       (unsigned long long)id, account->name, role, name);
        }
        storm_checked(CHECK_STORED);
    }
}

// ---- asking -----------------------------------------------------------------------------------

static void name_of(unsigned number, char name[ACCOUNT_NAME])
{
    (void)snprintf(name, ACCOUNT_NAME, "Punter %u", number);
}

static void write_body(const char *name, const char *password, unsigned index, char body[160])
{
    (void)snprintf(body, 160, "{\"name\":\"%s\",\"password\":\"%s %u\"}", name, password, index);
}

static bool is_locked(const char *name)
{
    const struct storm *storm = the_storm;
    const struct office_person *person = office_person_named(storm->serve->office, name);
    return person != NULL && person->state.locked != 0;
}

// Another one each time the person is locked.
static uint32_t generation_of(const char *name)
{
    const struct office_person *person = office_person_named(the_storm->serve->office, name);
    return person != NULL ? person->state.generation : 0;
}

void account_logs_in(unsigned index, const char *name, const char *password)
{
    struct request about = {.kind = ASKED_LOGIN,
                            .actor = index,
                            .own_password = strcmp(password, PASSWORD) == 0,
                            .told = is_told(name, index)};
    char body[160];
    (void)snprintf(about.name, sizeof about.name, "%s", name);
    write_body(name, password, index, body);
    network_ask(&about, NET_POST, "/api/login", body);
}

static void registers(unsigned index)
{
    struct storm *storm = the_storm;
    struct actor *actor = &storm->actors[index];
    struct request about = {.kind = ASKED_REGISTER, .actor = index};
    char body[160];
    if (storm->account_count == NAMES_MAX) {
        return;
    }
    name_of(storm_below(NAMES), about.name);
    write_body(about.name, PASSWORD, index, body);
    struct account *account = &storm->accounts[storm->account_count];
    if (account_of(about.name, index, actor->person) == NULL) {
        *account = (struct account){.actor = index, .person = actor->person};
        memcpy(account->name, about.name, sizeof account->name);
        storm->account_count++;
    }
    memcpy(actor->account, about.name, sizeof actor->account);
    actor->account_person = actor->person;
    network_ask(&about, NET_POST, "/api/register", body);
}

// Another's name with that other's password, or any with one that is nobody's. A name that somebody has
// asked for, as a rule.
void account_tries(unsigned index)
{
    const struct storm *storm = the_storm;
    char name[ACCOUNT_NAME];
    name_of(storm_below(NAMES), name);
    if (storm->account_count > 0 && !storm_chance(4)) {
        const size_t which = storm_below((uint32_t)storm->account_count);
        memcpy(name, storm->accounts[which].name, sizeof name);
    }
    account_logs_in(index, name, storm_chance(2) ? PASSWORD : NOBODYS);
}

void account_acts(unsigned index)
{
    const struct actor *actor = &the_storm->actors[index];
    if (actor->account_person == 0) {
        registers(index);
    } else if (actor->registered && storm_chance(2)) {
        network_ask(&(struct request){.kind = ASKED_LOGOUT, .actor = index}, NET_POST,
                    "/api/logout", "");
    }
}

void account_tries_old(unsigned index)
{
    struct actor *actor = &the_storm->actors[index];
    char cookie[sizeof actor->cookie];
    if (actor->old_cookie[0] == '\0' || !storm_chance(4)) {
        return;
    }
    memcpy(cookie, actor->cookie, sizeof cookie);
    memcpy(actor->cookie, actor->old_cookie, sizeof actor->cookie);
    if (network_open(index) != 0) {
        storm_fail(CHECK_SESSION, "a session of %llu that was ended is taken",
                   (unsigned long long)actor->person);
    }
    memcpy(actor->cookie, cookie, sizeof actor->cookie);
    storm_checked(CHECK_SESSION);
}

// ---- answers, when they are sent --------------------------------------------------------------

// Several asked for it; one has it.
static void check_only(const struct account *account)
{
    for (size_t i = 0; i < the_storm->account_count; i++) {
        const struct account *other = &the_storm->accounts[i];
        if (other->told && strcmp(other->name, account->name) == 0 &&
            other->person != account->person) {
            storm_fail(CHECK_SESSION, "%s is the name of %llu and of %llu", account->name,
                       (unsigned long long)account->person, (unsigned long long)other->person);
        }
    }
}

void account_asked(struct request *asked)
{
    asked->locked = asked->kind == ASKED_LOGIN && is_locked(asked->name);
    asked->generation = generation_of(asked->name);
}

static void check_let_in(const struct request *asked)
{
    struct storm *storm = the_storm;
    const struct actor *actor = &storm->actors[asked->actor];
    const uint64_t id = (uint64_t)json_integer_value(json_object_get(asked->me, "id"));
    struct account *account = account_of(asked->name, asked->actor, id);
    const struct office_person *named = office_person_named(storm->serve->office, asked->name);
    if (id == 0) {
        return; // let in, and locked by the manager meanwhile
    }
    const bool his = actor->name != NULL ? strcmp(actor->name, asked->name) == 0 : account != NULL;
    const bool locked = asked->locked && is_locked(asked->name); // until the password was looked at
    if (locked || !asked->own_password || !his || named == NULL || named->state.id != id) {
        storm_fail(CHECK_SESSION, "actor %u is let in as %s, number %llu: %s", asked->actor,
                   asked->name, (unsigned long long)id,
                   locked                ? "the name is locked"
                   : asked->own_password ? "which he is not"
                                         : "the password is nobody's");
    }
    if (account != NULL) {
        account->told = true;
        check_only(account);
    }
    storm->tally.logins++;
    storm_checked(CHECK_SESSION);
}

static void check_turned_away(const struct request *asked)
{
    if (asked->own_password && !asked->locked && asked->told &&
        asked->generation == generation_of(asked->name)) {
        storm_fail(CHECK_SESSION, "%s is turned away with his own password", asked->name);
    }
    the_storm->tally.turned_away++;
    storm_checked(CHECK_SESSION);
}

static void check_registered(const struct request *asked)
{
    struct storm *storm = the_storm;
    struct account *account = account_of(asked->name, asked->actor, asked->person);
    UTH_CHECK(account != NULL);
    account->told = true;
    check_only(account);
    const struct office_person *person = office_person(storm->serve->office, asked->person);
    if (person == NULL || person->state.role != ROOM_ROLE_PLAYER ||
        strcmp(person->state.name, asked->name) != 0) {
        storm_fail(CHECK_STORED, "%s is told that he is registered, and is not stored so",
                   asked->name);
    }
    account_check_person(asked->person, asked->me);
    storm->tally.registered++;
}

void account_told(const struct request *asked)
{
    if (asked->kind == ASKED_LOGIN && asked->status == 200) {
        check_let_in(asked);
    } else if (asked->kind == ASKED_LOGIN && asked->status == 403) {
        check_turned_away(asked);
    } else if (asked->kind == ASKED_REGISTER && asked->status == 200) {
        check_registered(asked);
    }
}

// ---- and when they are heard ------------------------------------------------------------------

static void forget(struct actor *actor)
{
    actor->account_person = 0;
    actor->registered = false;
}

static void hears_of_login(const struct request *asked, struct actor *actor)
{
    const uint64_t id = (uint64_t)json_integer_value(json_object_get(asked->me, "id"));
    if (actor->person != 0) {
        return; // only an attempt, or the guest is registered by now
    }
    if (asked->status == 200 && id != 0) {
        actor_takes_session(actor, asked->session, asked->me);
        actor->registered = actor->account_person == id;
    }
    // The name was not stored after all, or is locked: the wait ends.
    if (asked->status == 403 && (!actor->registered || storm_chance(8))) {
        forget(actor);
    }
}

// Registering and leaving end the session they were asked in, and all before it.
static void hears_of_end(const struct request *asked, struct actor *actor)
{
    if (actor->person != asked->person) {
        return;
    }
    memcpy(actor->old_cookie, asked->cookie, sizeof actor->old_cookie);
    if (asked->kind == ASKED_REGISTER) {
        actor->registered = true;
        actor_takes_session(actor, asked->session, asked->me);
    } else {
        actor->cookie[0] = '\0';
        actor->leaves = true;
    }
}

void account_answered(const struct request *asked)
{
    struct actor *actor = &the_storm->actors[asked->actor];
    if (asked->kind == ASKED_LOGIN) {
        hears_of_login(asked, actor);
    } else if (asked->kind == ASKED_REGISTER && asked->status != 200 && !actor->registered) {
        forget(actor);
    } else if ((asked->kind == ASKED_REGISTER || asked->kind == ASKED_LOGOUT) &&
               asked->status == 200) {
        hears_of_end(asked, actor);
    }
}
