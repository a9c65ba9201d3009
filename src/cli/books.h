// What the commands on the books share: opening a store or its office, saying who does what and why,
// and amounts, times and names for people.
#ifndef UTH_CLI_BOOKS_H
#define UTH_CLI_BOOKS_H

#include "cli/cli.h"
#include "office/office.h"
#include "office/words.h"

struct books;

// One action of a command on the books, as its usage line has it: `uth table ACTION [ARGUMENT]`.
struct books_verb {
    const char *name;
    // BOOKS_SET changes what its options name, and wants one of them; only BOOKS_MAKE makes a store.
    enum { BOOKS_READ_STORE, BOOKS_READ, BOOKS_CHANGE, BOOKS_SET, BOOKS_MAKE } opens;
    int (*run)(struct books *books);
};

struct books {
    const struct cli_command *command;
    const struct cli_args *args;
    const struct books_verb *verb;
    const char *argument;  // the verb's, or NULL
    struct store *store;   // for reading alone, or
    struct office *office; // everything
    struct fault fault;
    char system_user[64];
    struct office_draft *draft;
};

// Both say what is wrong and return false; *status is then what to return.
bool books_open_store(struct books *books, int *status);
// The verb says for what; only BOOKS_MAKE makes the key file of a store where there is none.
bool books_open_office(struct books *books, int *status);
// Is the file of an SQLite store there? A slip of the pen shall not make another one. False after a
// message; what a server has shows when it is opened.
bool books_store_is_there(const struct cli_command *command, const char *url);
void books_close(struct books *books);

// Says why and returns CLI_REFUSED.
int books_failed(const struct books *books);

// Who changes what and why: --as NAME, who must have the right, and --reason TEXT. While there is no
// manager in the office, anybody may make the first. False after a message.
bool books_by(struct books *books, enum room_right right, struct office_by *by, int *status);
// Stores the draft. False after a message.
bool books_commit(struct books *books);

// Reads the line, opens what the verb wants and runs it. The table ends with a name of NULL.
int books_run(const struct cli_command *command, const struct books_verb *verbs, int argc,
              char **argv);

int64_t books_now_ms(void);

// A day of UTC. False for anything else.
bool books_parse_day(const char *text, int64_t *day);
// A day, "2026-09-21T14:33[:20]", or milliseconds since 1970.
bool books_parse_time(const char *text, int64_t *time_ms);
// Cents, or dollars with a sign in front: "1250" is "$12.50".
bool books_parse_money(const char *text, int64_t *cents);
// The same as an option, which may be missing. False after a message.
bool books_amount(const struct books *books, const char *option, uth_money *amount);

#endif
