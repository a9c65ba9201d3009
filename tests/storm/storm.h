// The storm: the whole server in one thread, from one seed.
//
//     actors --messages--> fake network --> serve (client, table_actor, commit_queue, push, api: the real ones)
//       ^  delayed, lost, doubled, out of order |                          ^
//       +--------------- views, answers --------+     fake writer --> real store_append_encoded
//                              |                                           |
//                       looked through:                           memory disk: fails, loses power
//                       secrets, told = stored                             |
//                                                      auditor: reads what is stored, own books
//
// What is ours: the loop with its clock (loop.c), the network (network.c), the disk and the threads of
// writer and worker (disk.c), random bytes and the advice to house players (world.c). Everything else
// is the code that is shipped, from serve_run down.
//
// An episode is one seed: a new disk, new rules, a new room, some thousand steps, with power cuts and
// restarts. One step is one event of the loop. After each but a power cut the auditor reads on, and
// compares every account on the disk, every table with its books and every meter; and where faults are
// off, every deadline. What is told is judged as it is sent, a command as it is stored. The store is
// opened beside the server every thousand steps or so and after each start, which has a check of its
// own, as an orderly end has; the chain is audited when the episode is over.
//
// Nothing looks at the real clock but the question whether to begin another episode, so a seed gives
// the same steps whenever it is run; the digest of an episode is of all that happened in it.
#ifndef UTH_TESTS_STORM_STORM_H
#define UTH_TESTS_STORM_STORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>
#include <sodium.h>

#include "rng.h"
#include "serve/api.h"
#include "serve/client.h"
#include "serve/commit_queue.h"
#include "serve/server.h"
#include "serve/table_actor.h"
#include "store/memory.h"

#define TABLES     6
#define PROFILES   4 // of these tables: the three, and one whose contributions are no whole cents
#define PLAYERS    9
#define STAFF      5
#define ACTORS     (PLAYERS + STAFF)
#define PIN        "471147"
#define PASSWORD   "storm and rain" // everybody's begins with it, and nothing that is told has it
#define NOBODYS    "storm and hail" // as nobody's does
#define EVENTS_CAP 8192
#define CODES      160 // of refusals: above every number in uth/status.h

// ---- what is checked --------------------------------------------------------------------------

// clang-format off
#define CHECKS(X)                                                                  \
    X(SUM,      "sum",      "all accounts together are 0")                         \
    X(BOOKS,    "books",    "every account is as the auditor has it")              \
    X(NEGATIVE, "negative", "no account of a player is below 0")                   \
    X(AUDITOR,  "auditor",  "events, postings and office make the same books")     \
    X(METER,    "meter",    "meter + paid = fed + seeded, exactly")                \
    X(REPLAY,   "replay",   "what is stored rebuilds table and meter byte for byte") \
    X(STORED,   "stored",   "nobody is told what is not stored")                   \
    X(TOLD,     "told",     "amounts told are those of the auditor")               \
    X(CARDS,    "cards",    "no hidden card and no secret in what is told")        \
    X(ONCE,     "once",     "a command is carried out once")                       \
    X(TIMERS,   "timers",   "with faults off every round ends within its timers")  \
    X(CHAIN,    "chain",    "the chain of all batches holds, by store_audit")      \
    X(SESSION,  "session",  "nobody comes in by a forged or ended session, or another's name") \
    X(START,    "start",    "a server starts on what the one before left, whole")  \
    X(STOPS,    "stops",    "a server that is asked to end ends")                  \
    X(OWN,      "own",      "no UTH_CHECK of the server's own fails")
// clang-format on

enum check {
#define X(name, word, text) CHECK_##name,
    CHECKS(X)
#undef X
        CHECK_COUNT,
};

// ---- what goes wrong --------------------------------------------------------------------------

// clang-format off
#define HAZARDS(X)                                                                   \
    X(LOST,       "lost",       "messages, requests and answers lost")              \
    X(DOUBLED,    "doubled",    "messages doubled")                                 \
    X(LATE,       "late",       "the same late by up to four seconds")              \
    X(CUT,        "cut",        "connections cut")                                  \
    X(CLOCK,      "clock",      "clocks set forward or back")                       \
    X(DISK_FAILS, "disk-fails", "writes the disk refused")                          \
    X(DISK_SLOW,  "disk-slow",  "groups late by up to three seconds")               \
    X(DISK_MUTE,  "disk-mute",  "commits without an answer, to be asked about")     \
    X(DISK_POWER, "disk-power", "power cuts between two writes of a group")         \
    X(POWER,      "power",      "power cuts between two steps")                     \
    X(BAD_START,  "bad-start",  "power cuts during a start")                        \
    X(STOP,       "stop",       "orderly ends")                                     \
    X(LIE,        "lie",        "lies: not his turn, right, seat or money")         \
    X(GARBAGE,    "garbage",    "messages with broken bytes")                       \
    X(REPEAT,     "repeat",     "messages said again")                              \
    X(FORGE,      "forge",      "forged sessions")                                  \
    X(WRONG,      "wrong",      "wrong buttons of the staff")                       \
    X(VOID,       "void",       "voids asked for")                                  \
    X(PASSWORD,   "password",   "wrong passwords, and names of others")             \
    X(ADJUST,     "adjust",     "adjustments and terms of meters asked for")        \
    X(CONFIGURE,  "configure",  "rules, pace and house players changed")            \
    X(LOCK,       "lock",       "players locked and let in again")
// clang-format on

enum hazard {
#define X(name, word, text) HAZARD_##name,
    HAZARDS(X)
#undef X
        HAZARD_COUNT,
};

// ---- what is planted, to see that a check can fail --------------------------------------------

// clang-format off
#define PLANTS(X)                                                                     \
    X(ONE_SIDED,      "one-sided",      SUM)      /* a cent comes from nowhere */ \
    X(BEND_BALANCE,   "bend-balance",   BOOKS)    /* on the disk it is another's */ \
    X(LOSE_ROW,       "lose-row",       BOOKS)    /* it is gone, and another has it */ \
    X(NEGATIVE,       "negative",       NEGATIVE) /* a player's is -1 */               \
    X(SKIP_POSTING,   "skip-posting",   AUDITOR)  /* the store gets one posting less */ \
    X(CENT_TOO_MANY,  "cent-too-many",  AUDITOR)  /* the auditor hears of a cent more */ \
    X(LEAVE_STAKE,    "leave-stake",    AUDITOR)  /* a wager is not settled */         \
    X(BANK_SHORT,     "bank-short",     AUDITOR)  /* the bank gets a cent less back */ \
    X(LOSE_CARRY,     "lose-carry",     METER)    /* the meter forgets a part of a cent */ \
    X(LOSE_INCREASE,  "lose-increase",  METER)    /* one contribution is not on the meter */ \
    X(PAY_LESS,       "pay-less",       METER)    /* an award leaves a cent on the meter */ \
    X(TAKE_LESS,      "take-less",      METER)    /* one takes a dollar less than is confirmed */ \
    X(PAY_MORE,       "pay-more",       METER)    /* a winner gets a dollar more than that */ \
    X(WRONG_FEED,     "wrong-feed",     METER)    /* a contribution says a part of a cent more */ \
    X(LOSE_FEED,      "lose-feed",      METER)    /* a stake does not feed the meter */ \
    X(KEEP_FED,       "keep-fed",       METER)    /* a void leaves the meter what it got */ \
    X(UNFEED_LESS,    "unfeed-less",    METER)    /* or a cent of it */                \
    X(WRONG_RESERVE,  "wrong-reserve",  METER)    /* the reserve gets a cent too many */ \
    X(SHORT_ACCOUNT,  "short-account",  METER)    /* the meter's account gets a cent less */ \
    X(SHORT_RESERVE,  "short-reserve",  METER)    /* or its reserve's does */          \
    X(SKIP_EVENT,     "skip-event",     REPLAY)   /* the store gets one event less */  \
    X(FLIP_BYTE,      "flip-byte",      REPLAY)   /* a byte of a table in memory is another */ \
    X(FLIP_METER,     "flip-meter",     REPLAY)   /* or of a meter */                  \
    X(FLIP_PERSON,    "flip-person",    REPLAY)   /* or of a person */                 \
    X(BAD_SNAPSHOT,   "bad-snapshot",  REPLAY)   /* a snapshot is of another table */ \
    X(TELL_FIRST,     "tell-first",     STORED)   /* "stored" is said before it is */  \
    X(LOSE_BATCH,     "lose-batch",     STORED)   /* and this one never is */          \
    X(NEW_VERSION,    "new-version",    STORED)   /* a view is of a batch that is not there */ \
    X(OK_AT_SUBMIT,   "ok-at-submit",   STORED)   /* "done" is said of what is on its way */ \
    X(OK_REFUSED,     "ok-refused",     STORED)   /* a command that was refused is "done" */ \
    X(REFUSED_DONE,   "refused-done",   STORED)   /* a stored command is said to have failed */ \
    X(OLD_BATCH,      "old-batch",      STORED)   /* a batch is dated an hour before the last */ \
    X(NOT_REGISTERED, "not-registered", STORED)   /* who was refused is "registered" */ \
    X(WRONG_CHIPS,    "wrong-chips",    TOLD)     /* a view shows a cent more */       \
    X(WRONG_WALLET,   "wrong-wallet",   TOLD)     /* or a person's wallet */           \
    X(WRONG_METER,    "wrong-meter",    TOLD)     /* or the lobby a meter */           \
    X(WRONG_TRAY,     "wrong-tray",     TOLD)     /* or the pit a tray */              \
    X(WRONG_STAKE,    "wrong-stake",    TOLD)     /* a view shows a stake with a cent more */ \
    X(WRONG_DECISION, "wrong-decision", TOLD)     /* or that the timer has decided */  \
    X(WRONG_NET,      "wrong-net",      TOLD)     /* or a cent more for a wager that won */ \
    X(WRONG_RESULT,   "wrong-result",   TOLD)     /* or for all of a seat's */         \
    X(WRONG_PHASE,    "wrong-phase",    TOLD)     /* or the flop as the end */         \
    X(WRONG_BANK,     "wrong-bank",     TOLD)     /* or a cent more in the bank */     \
    X(WRONG_DEADLINE, "wrong-deadline", TOLD)     /* or a deadline a millisecond late */ \
    X(WRONG_VIEW,     "wrong-view",     TOLD)     /* or the table under another's name */ \
    X(LEAK_DEALER,    "leak-dealer",    CARDS)    /* views show the dealer's cards early */ \
    X(LEAK_SEAT,      "leak-seat",      CARDS)    /* a spectator sees a player's cards */ \
    X(LEAK_SECRET,    "leak-secret",    CARDS)    /* a view has the secret of the round */ \
    X(LEAK_ANSWER,    "leak-answer",    CARDS)    /* an answer to a request has it */  \
    X(LEAK_LOG,       "leak-log",       CARDS)    /* or what the server logs */        \
    X(LEAK_PASSWORD,  "leak-password",  CARDS)    /* or somebody's password */         \
    X(LEAK_ADVICE,    "leak-advice",    CARDS)    /* advice rests on the dealer's cards */ \
    X(ADVISE_DEAD,    "advise-dead",    CARDS)    /* or says that it does */           \
    X(NAME_CARDS,     "name-cards",     CARDS)    /* an answer that has none names cards */ \
    X(EARLY_UP,       "early-up",      CARDS)    /* the round has the dealer's up too early */ \
    X(EARLY_RECORD,   "early-record",  CARDS)    /* a record is told of a round in play */ \
    X(STRANGER,       "stranger",      CARDS)    /* one is told to who has not played */ \
    X(OTHER_CARDS,    "other-cards",   TOLD)     /* a record names a card that was not dealt */ \
    X(EARLY_WIN,      "early-win",     CARDS)    /* a win has a page while they decide */ \
    X(TWICE,          "twice",          ONCE)     /* what was carried out is again, unheard */ \
    X(STOP_CLOCK,     "stop-clock",     TIMERS)   /* a timer is not heard */           \
    X(LATE_ROUND,     "late-round",    TIMERS)   /* every deadline is too late */ \
    X(CHANGE_RECORD,  "change-record",  CHAIN)    /* a byte of a stored batch is another */ \
    X(TRUST,          "trust",          SESSION)  /* any session is taken */           \
    X(OLD_SESSION,    "old-session",    SESSION)  /* one that was ended goes on */     \
    X(ANY_PASSWORD,   "any-password",   SESSION)  /* a password that is nobody's fits */ \
    X(ANY_NAME,       "any-name",       SESSION)  /* everybody's fits every name */    \
    X(LET_LOCKED,     "let-locked",     SESSION)  /* nobody is locked */               \
    X(OWN_REFUSED,    "own-refused",    SESSION)  /* nobody's own fits any more */     \
    X(TWO_OWNERS,     "two-owners",     SESSION)  /* a name that is taken is given again */ \
    X(FORGET_ACCOUNT, "forget-account", STORED)   /* who registered is a guest again */ \
    X(LOSE_KEY,       "lose-key",       START)    /* the key file is gone at a restart */ \
    X(LOSE_KEY_TOO,   "lose-key-too",   START)    /* and the power might have been cut */ \
    X(SHORT_START,    "short-start",   START)    /* a start takes a batch less */ \
    X(FEWER_TABLES,   "fewer-tables",  START)    /* or makes a table less */ \
    X(NEVER_DONE,     "never-done",     STOPS)    /* the last batch stays under way */ \
    X(OWN_MISTAKE,    "own-mistake",    OWN)      /* a UTH_CHECK fails */
// clang-format on

enum plant {
    PLANT_NOTHING,
#define X(name, word, check) PLANT_##name,
    PLANTS(X)
#undef X
        PLANT_COUNT,
};

// ---- what was tried ---------------------------------------------------------------------------

// With --all yes each of them must come to be.
#define TALLIES(X)                                                                                 \
    X(episodes, "episodes")                                                                        \
    X(calm, "  of them with faults off")                                                           \
    X(steps, "steps")                                                                              \
    X(restarts, "restarts")                                                                        \
    X(sent, "messages of clients")                                                                 \
    X(requests, "requests over HTTP")                                                              \
    X(unanswered, "  of them without an answer")                                                   \
    X(asked_again, "  and asked again")                                                            \
    X(changes, "  told as done, and found in the store")                                           \
    X(carried_out, "commands carried out")                                                         \
    X(repeated, "commands known from before")                                                      \
    X(refused, "commands refused")                                                                 \
    X(not_done, "  of them with the words that nothing was done")                                  \
    X(overtaken, "messages that were overtaken")                                                   \
    X(batches, "batches stored")                                                                   \
    X(rounds, "rounds played to the end")                                                          \
    X(several_spots, "  of them with one person at several spots")                                 \
    X(voided, "rounds voided")                                                                     \
    X(house, "house players' decisions")                                                           \
    X(by_timer, "decisions made by the timer")                                                     \
    X(in_part, "wagers the player-dealer covered in part")                                         \
    X(exhausted, "wagers after he was exhausted")                                                  \
    X(jackpots, "wins on the Progressive")                                                         \
    X(top, "  of them the whole meter")                                                            \
    X(adjusted, "adjustments of a meter")                                                          \
    X(terms, "terms of a meter that came into force")                                              \
    X(registered, "guests who registered")                                                         \
    X(logins, "logins")                                                                            \
    X(turned_away, "logins refused")                                                               \
    X(advice, "decisions advised")                                                                 \
    X(snapshots, "snapshots of tables asked to be stored")                                         \
    X(views, "views looked through")                                                               \
    X(records, "records of rounds judged")                                                         \
    X(wins, "pages of wins judged")                                                                \
    X(wins_in_play, "  of them of a round in play")                                                \
    X(reopened, "stores opened and compared from snapshots")                                       \
    X(unheard, "groups written whose answers the server never got")                                \
    X(lost_batches, "batches lost on their way to the disk")

struct tally {
#define X(name, text) uint64_t name;
    TALLIES(X)
#undef X
    uint64_t checks[CHECK_COUNT];
    uint64_t faults[HAZARD_COUNT];
    uint64_t planned[HAZARD_COUNT];  // of the disk's: what was to strike at one of its write points
    uint64_t rounds_of[PROFILES][2]; // by pace
    uint64_t controllers[UTH_MODEL_COUNT]; // wins of each
    uint64_t refusals[CODES];
};

// ---- events of the loop -----------------------------------------------------------------------

enum event_kind {
    EVENT_TIMER,
    EVENT_WRITE,     // the writer's thread gets a turn
    EVENT_WOKEN,     // the loop hears of what a thread has finished
    EVENT_JOB,       // the worker finishes one
    EVENT_TO_SERVER, // text arrives
    EVENT_TO_CLIENT,
    EVENT_CLOSED,   // a connection is gone
    EVENT_ASKED,    // a request arrives
    EVENT_ANSWERED, // its answer does
    EVENT_FAILED,   // its connection is gone, or he has waited long enough
    EVENT_ACT,      // an actor thinks of something
    EVENT_CLOCK,    // is set
    EVENT_POWER,    // is cut
    EVENT_STOP,     // the server is asked to end in an orderly way
};

struct event {
    int64_t at_ms;
    uint64_t order; // of those at one time
    enum event_kind kind;
    uint64_t number; // peer, generation of the timer, or actor
    char *text;      // owned
    size_t size;
};

// ---- actors -----------------------------------------------------------------------------------

#define ACCOUNT_NAME 24
#define COOKIE_MAX   160

#define ACTOR_MOMENT 64 // of a command: its round and street

struct actor {
    const char *name; // NULL: a player
    enum room_role role;
    uint64_t card;
    uint64_t person; // 0: nobody yet
    uint32_t home;   // the table
    uint64_t peer;   // 0: not connected
    uint64_t sent_id;
    char cookie[COOKIE_MAX];
    char csrf[SESSION_CSRF_MAX];
    char last[512];          // the last message, to be said again
    char *heard[TABLES + 1]; // the newest view of a table, not read yet
    json_t *views[TABLES + 1];
    uint32_t watched; // bit per table

    // A player's account: what he asked for, and whether he was told that he has it.
    char account[ACCOUNT_NAME];
    uint64_t account_person; // 0: none
    bool registered;
    bool leaves;                 // he has logged out; who he was, he is until his socket is gone
    char old_cookie[COOKIE_MAX]; // of a session that was ended
};

// Somebody has asked for this name; at most one of those who did may get it.
struct account {
    char name[ACCOUNT_NAME];
    unsigned actor;
    uint64_t person;
    bool told; // that it is his
};

struct peer {
    uint64_t id; // 0: free
    unsigned actor;
    void *user;
    int64_t last_ms[2]; // when the latest message to it arrives, and the latest from it
};

// What the disk is to do at its next write points, and whether it has.
struct disk_planned {
    enum hazard fault;
    struct store_disk_plan plan;
    bool struck;
};

struct waiting {
    uint8_t *body; // of the encoded batch
    size_t size;
    uint64_t token;
};

enum asked {
    ASKED_OTHER,
    ASKED_GUEST,
    ASKED_RECORD,
    ASKED_WIN,
    ASKED_ADVICE,
    ASKED_REGISTER,
    ASKED_LOGIN,
    ASKED_LOGOUT,
};

enum request_state {
    REQUEST_ASKED,   // on its way
    REQUEST_ARRIVED, // the server has it
    REQUEST_ANSWERED,
};

struct request {
    uint64_t id;
    enum asked kind;
    unsigned actor;
    uint64_t mark;  // of the change that is asked for; 0: none
    uint32_t table; // of the record, the win or the advice that is asked for
    uint64_t round;
    uint8_t seat; // the spot advice is asked for; 0: none is named
    char name[ACCOUNT_NAME];
    bool own_password; // the actor's own, and not one that is nobody's
    bool told;         // that it is his, when he asked

    // As it is asked.
    uint64_t person; // who he was then
    enum net_method method;
    char *path; // owned
    char *body; // owned
    char cookie[COOKIE_MAX];
    char csrf[SESSION_CSRF_MAX];
    enum request_state state;

    // When it arrived.
    uth_cards open;      // advice: his own cards and the board
    bool locked;         // the name
    uint32_t generation; // and of whoever has it

    // As it is answered.
    int status;
    char session[256]; // the cookie that is set; empty: none
    json_t *me;        // the document of a 200; owned
};

struct round_time {
    uint64_t number;
    int64_t since_ms;
    bool held_up;    // by a supervisor or a dealer it waits for
    int64_t held_ms; // when it last was
};

#define QUEUE_MAX    256
#define REQUESTS_MAX 1024
#define NAMES_MAX    1024
#define MARKS_MAX    10000  // four digits
#define DEPOSIT_BASE 200000 // a deposit is this and its mark
#define PEERS_MAX    64

struct auditor;

struct storm {
    // Of the run.
    enum plant plant;
    uint32_t without; // bit per fault that is left out
    uint32_t absent;  // bit per actor that is left out
    bool shrinks;     // a failure is tried again with less
    bool verbose;
    uint64_t step_max; // of an episode
    FILE *report;
    const char *program;
    char directory[32];
    char key_path[64];
    char profile_paths[PROFILES][64];
    struct tally tally;
    uint64_t seed; // of the episode that runs, or begins

    // Of the episode: zero at its beginning.
    struct rng rng;
    struct rng bytes; // what randombytes_buf gives
    crypto_generichash_state history;
    uint32_t faults; // bit per fault that may happen
    uint64_t step;
    int64_t now_ms;
    int64_t skew_ms; // of the clock of the wall
    bool calm;       // faults of network, disk, clock and power off, voids and locks too
    bool dark;       // the power is off
    bool over;       // the episode
    bool planted;    // it has been done

    struct event events[EVENTS_CAP];
    size_t event_count;
    uint64_t order;

    struct store_disk *disk;
    struct disk_planned planned;
    const struct store_port_functions *disk_functions;
    struct store_port_functions port_functions; // the same, but for those that write
    struct net_options options;
    struct serve *serve; // NULL while none runs
    uint64_t next_id;
    uint64_t timer_generation;
    bool stopping;
    uint64_t stop_step; // when it was asked to; 0: it was not
    struct peer peers[PEERS_MAX];
    struct request requests[REQUESTS_MAX];
    size_t request_count;
    uint64_t marks;              // given so far
    uint32_t told_of[MARKS_MAX]; // how often that it is done

    struct store *writer;
    struct waiting queue[QUEUE_MAX];
    size_t queue_count;
    struct store_done done[QUEUE_MAX];
    size_t done_count;
    uint64_t points; // write points of the longest group so far that came through whole
    bool write_due;
    bool woken_due;

    struct job *jobs[QUEUE_MAX];
    size_t job_count;
    struct job *finished[QUEUE_MAX];
    size_t finished_count;
    struct store *reader;

    struct round_time rounds[TABLES + 1];
    struct {
        char *text; // the last view that was looked through, for this person's seat
        size_t size;
        uint8_t seat;
        bool dealer;
        uint64_t step;
        uint64_t position; // the last batch the office had taken then
    } looked;
    struct actor actors[ACTORS];
    struct account accounts[NAMES_MAX];
    size_t account_count;
    struct auditor *auditor;
};

// The one there is: what we stand in for (clocks, threads, random bytes) has no place for a context.
extern struct storm *const the_storm;

// ---- storm.c ----------------------------------------------------------------------------------

// Says which check failed, the seed and the step, and ends the program.
_Noreturn void storm_fail(enum check check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Counts one check that held.
void storm_checked(enum check check);

// One in `of`.
bool storm_chance(uint32_t of);
uint32_t storm_below(uint32_t bound);
// One in `of`, when the fault may happen in this episode. The first counts it, too.
bool storm_fault(enum hazard fault, uint32_t of);
bool storm_plans(enum hazard fault, uint32_t of);
void storm_happened(enum hazard fault);
// Part of the digest from now on.
void storm_history(const void *bytes, size_t size);

// ---- episode.c --------------------------------------------------------------------------------

// One seed from beginning to end; gives the digest of its history in hex.
#define DIGEST_SIZE 16
void episode_run(uint64_t seed, char digest[2 * DIGEST_SIZE + 1]);
// A server has started: what it wrote meanwhile is no more than where its power may be cut.
void episode_started(void);
void episode_remove_files(void);
// Somebody disputes a round of some table (WA-1); whether it is theirs to dispute is the server's to say.
void open_dispute(unsigned index);
// Changes rules here and there, and leaves them such that uth_rules_check takes them.
void episode_vary_rules(struct uth_rules *rules);

// ---- tally.c ----------------------------------------------------------------------------------

extern const char *const check_names[CHECK_COUNT];
extern const char *const fault_names[HAZARD_COUNT];
extern const char *const plant_names[PLANT_COUNT];
extern const enum check plant_checks[PLANT_COUNT];
extern const char *const plant_says[PLANT_COUNT]; // and what that check says then
void tally_print(const struct tally *tally, FILE *out);
// Says what was never tried; how much of it.
unsigned tally_missing(const struct tally *tally, FILE *out);
void tally_list(const char *what, FILE *out); // "checks", or "plants" each with its check

// ---- shrink.c ---------------------------------------------------------------------------------

// Tries the failing seed again with one kind of fault or one actor less, as long as the same check
// fails; says what is left and how to run it.
void shrink(uint64_t seed, enum check check, uint64_t step);
// Reads a list of names, "lost disk-mute player-3 Dan", into `without` and `absent`.
bool shrink_read(const char *text, uint32_t *without, uint32_t *absent);

// ---- loop.c -----------------------------------------------------------------------------------

void event_add(int64_t delay_ms, enum event_kind kind, uint64_t number, const char *text,
               size_t size);
void events_clear(void);

// ---- network.c --------------------------------------------------------------------------------

struct peer *network_peer(uint64_t id); // NULL: gone
// What a client does. Opening gives the peer, or 0.
uint64_t network_open(unsigned actor);
void network_say(uint64_t peer, const char *text, size_t size);
void network_cut(uint64_t peer);
void network_closed(uint64_t peer); // now

// ---- requests.c -------------------------------------------------------------------------------

void network_request(unsigned actor, enum net_method method, const char *path, const char *body);
// The same, with what there is to know when the answer comes; `about` is copied.
void network_ask(const struct request *about, enum net_method method, const char *path,
                 const char *body);
bool request_waits(unsigned actor, enum asked kind); // for an answer to one of these
// A number for a change to be known by in the store: it stands in its reason, or at the end of its
// amount.
uint64_t request_mark(void);
// The request of this mark that the server works on; 0: none.
uint64_t request_marked(uint64_t mark);
// Moves money, and carries a key: asked again it counts once.
bool request_is_keyed(const struct request *asked);
void request_arrives(uint64_t id);
void request_answered(uint64_t id);
void request_failed(uint64_t id);
void requests_forget(void);

// ---- world.c ----------------------------------------------------------------------------------

void world_random_bytes(void); // gives libsodium ours
int64_t world_real_ms(void);

// ---- disk.c -----------------------------------------------------------------------------------

// `at` of a commit that is to stay without an answer is 0: it strikes at the next one.
void disk_plan(enum hazard fault, const struct store_disk_plan *plan);
void disk_plan_nothing(void);
void disk_write(void);
void disk_job(void);
void disk_cut_power(void); // now; the server is forgotten where it stands

// ---- planted.c, wrapped.c ---------------------------------------------------------------------

bool plant_now(enum plant plant, uint64_t from_step); // once, from that step on
// In a batch on its way to the disk. True: say it is stored, and store it later or never.
bool plant_in_batch(struct store_batch *batch);
// In what the disk says of a batch.
void plant_in_result(struct store_bytes body, struct store_result *result);
void plant_on_disk(void);
void plant_in_message(char *text);
bool plant_is_unheard(const char *text); // nobody looks through this message
void plant_in_log(char *text, size_t size);
// What a request is told instead, as a success; NULL: nothing. To be freed.
char *plant_in_answer(const struct request *asked, const struct net_response *response);
void plant_at_start(void);
void plant_in_query(struct uth_odds_query *query); // of advice
bool plant_in_password(const char *given, bool fits);

// ---- actors.c, players.c, staff.c -------------------------------------------------------------

extern const char *const staff_names[STAFF];
void actors_begin(void);
void actors_end(void);
void actor_acts(unsigned index);
void actor_hears(unsigned index, const char *text, size_t size);
void actor_answered(const struct request *asked);
void actor_gives_up(const struct request *asked); // no answer came
// The session of an answer becomes his.
void actor_takes_session(struct actor *actor, const char *cookie, const json_t *me);
void actors_forget_peers(void); // every connection is gone

void actor_says(struct actor *actor, const char *format, ...) __attribute__((format(printf, 2, 3)));
// A command at a table with a number of its own; `more` begins with a comma, or is empty.
void actor_commands(struct actor *actor, uint32_t table, const char *type, const char *more);
// A member of a view, of up to three levels; NULL ends them.
int64_t view_number(const json_t *view, const char *a, const char *b, const char *c);
bool view_true(const json_t *view, const char *a, const char *b, const char *c);

void player_acts(struct actor *actor);
bool player_lies(struct actor *actor); // or says something broken; false: he does neither
void staff_begin(unsigned index);
void staff_becomes(unsigned index); // hired, or with a session
void staff_acts(struct actor *actor);
void manager_acts(unsigned index);

// ---- accounts.c -------------------------------------------------------------------------------

// Registers, or logs out.
void account_acts(unsigned index);
// Tries what is not allowed.
void account_tries(unsigned index);
void account_logs_in(unsigned index, const char *name, const char *password);
// The old session once more; it must be over.
void account_tries_old(unsigned index);
// A request arrives: what is to be known when the answer is judged.
void account_asked(struct request *asked);
// The answer is sent: what it says must be so. And then it is heard.
void account_told(const struct request *asked);
void account_answered(const struct request *asked);
// Whoever was told that he has an account has it whenever he is told of again.
void account_check_person(uint64_t id, const json_t *person);

// ---- auditor.c, books.c -----------------------------------------------------------------------

// Follows the store by itself, and keeps its own books: of postings, of events, of meters. And plays
// every table and meter again from its first batch on.
struct auditor *auditor_open(void);
void auditor_close(struct auditor **auditor);
// Reads on to the batch the office has taken, which must be there, and compares.
void auditor_follow(void);
// Every account of the disk: no player's is negative, all together are 0, each is the auditor's own.
void auditor_count_all(void);
void auditor_bend(const struct uth_account *account, int64_t cents); // for what is planted
int64_t auditor_wallet(uint64_t person);
int64_t auditor_chips(uint32_t table, uint8_t seat);
int64_t auditor_meter(uint64_t meter);
int64_t auditor_tray(uint32_t table);
int64_t auditor_drop(uint32_t table);
// Whether this command is in the store.
bool auditor_carried_out(uint32_t table, uint64_t person, uint64_t id);
// How often the change of this mark is in the store, and the mark of a batch; 0: none.
unsigned auditor_changed(uint64_t mark);
uint64_t auditor_mark(const struct store_batch *batch);
// Whether this round is over, by what is stored: a reader may be ahead of the office.
bool auditor_round_over(uint32_t table, uint64_t round);
bool auditor_played(uint32_t table, uint64_t round, uint64_t person);
// Every card of a round that is over; false for one the auditor has not got, or not any more.
bool auditor_dealt(uint32_t table, uint64_t round, uth_cards *cards);

// The secret of the round in play at a table, in hex; false when none is.
#define SECRET_HEX (2 * (size_t)ROOM_SECRET)
bool auditor_secret(uint32_t table, uint64_t *round, char hex[SECRET_HEX + 1]);

// ---- told.c -----------------------------------------------------------------------------------

// The player's own two cards and the open board; none for somebody without cards.
uth_cards told_own_cards(uint32_t table, uint64_t person, uint8_t named);
// No password and no secret of a round in play is in it, whoever it is for; `what` and `which` name it.
void told_secrets(const char *what, const char *which, const char *text, size_t size);
// Everything that is sent goes through here first; `asked`, when it answers a request.
void told(unsigned actor, const char *text, size_t size, const struct request *asked);

// ---- shown.c ----------------------------------------------------------------------------------

// A view as this person gets it, parsed and as it is sent: every stake, decision, result and deadline is
// the auditor's, and the whole of it that of the table played again.
void shown_check(uint64_t person, const json_t *view, const char *text, size_t size);

// ---- checks.c ---------------------------------------------------------------------------------

void check_step(void);
// A server has started again on what the one before left.
void check_restarted(void);
// The chain of everything that is stored, by the code that audits it.
void check_chain(void);

#endif
