// `uth`: a table of commands.
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>

#include "cli/cli.h"
#include "fair/fair.h"
#include "serve/config.h"
#include "uth/check.h"

// Whoever reads a store in a file must be told what he will find beside it.
#define STORE_LEAVES "reading leaves PATH-shm and PATH-wal beside SQLite's PATH"
#define STORE_HELP   "sqlite:PATH or postgres://...; " STORE_LEAVES
#define LOSS_HELP                                                                                  \
    "also a PostgreSQL that may lose what it acknowledged, by fsync or the like turned off"

static const struct cli_option audit_options[] = {
    {"store", "URL", STORE_HELP},
    {"from", "DAY", "export: the first day, 2026-07-04 (UTC)"},
    {"to", "DAY", "export: the last day"},
    {"csv", NULL, "export: a table instead of JSON lines"},
    {"key", "FILE", "sign, key: the signing key (beside an SQLite store: PATH.key)"},
    {"accept-loss", NULL, LOSS_HELP},
    {"public", "HEX", "check: the public key the days must be signed with"},
    {"json", NULL, "one JSON document instead of words; export has JSON lines in any case"},
    {NULL, NULL, NULL},
};

static const struct cli_option backup_options[] = {
    {"store", "URL", STORE_HELP},
    {"with-keys", NULL, "put the keys in, too: then the file is as secret as they are"},
    {"key", "FILE", "the server's key (beside an SQLite store: PATH.seal)"},
    {"sign-key", "FILE", "the signing key (beside an SQLite store: PATH.key)"},
    {"json", NULL, "one JSON document instead of words"},
    {NULL, NULL, NULL},
};

static const struct cli_option restore_options[] = {
    {"store", "URL", "where to: sqlite:PATH of a file that is not there, or postgres://..."},
    {"check", NULL, "only read FILE and follow every link in it"},
    {"key", "FILE", "where the server's key goes (beside an SQLite store: PATH.seal)"},
    {"sign-key", "FILE", "where the signing key goes (beside an SQLite store: PATH.key)"},
    {"accept-loss", NULL, LOSS_HELP},
    {"json", NULL, "one JSON document instead of words"},
    {NULL, NULL, NULL},
};

static const struct cli_option bench_options[] = {
    {"json", NULL, "one JSON document instead of a table"},
    {NULL, NULL, NULL},
};

static const struct cli_option eval_options[] = {
    {"json", NULL, "one JSON document instead of words"},
    {NULL, NULL, NULL},
};

static const struct cli_option help_options[] = {
    {"man", NULL, "as a manual page, for man"},
    {"completion", "SHELL", "what a shell completes: bash, zsh or fish"},
    {NULL, NULL, NULL},
};

static const struct cli_option odds_options[] = {
    {"cards", "\"Ah Kd\"", "your two cards"},
    {"board", "\"...\"", "the flop, or all five community cards"},
    {"dead", "\"...\"", "cards you have seen elsewhere and that cannot come any more"},
    {"rules", "NAME|FILE", "a rule profile (default washington)"},
    {"ante", "CENTS", "only the Play sizes the table limit leaves this Ante (BET-11)"},
    {"json", NULL, "one JSON document instead of a table"},
    {NULL, NULL, NULL},
};

static const struct cli_option par_options[] = {
    {"rules", "NAME|FILE", "a rule profile (default washington)"},
    {"ante", "CENTS", "only the Play sizes the table limit leaves this Ante (BET-11)"},
    {"strategy", "NAME", "optimal (default), simple, never-fold or timid"},
    {"html", "FILE", "write one self-contained page to FILE, or to standard output for -"},
    {"json", NULL, "one JSON document instead of a table"},
    {"threads", "N", "share the work (default 1); the figures are the same"},
    {NULL, NULL, NULL},
};

static const struct cli_option simulate_options[] = {
    {"rounds", "N", "how many, up to 10^12 (default 1000000)"},
    {"seats", "K", "seats taken (default 1; with a player-dealer all of them, one banks)"},
    {"rules", "NAME|FILE", "a rule profile (default washington)"},
    {"strategy", "NAME[,NAME...]",
     "optimal, simple, never-fold or timid: one for all, or one for each seat"},
    {"strategy-file", "FILE", "perfect play as 'uth strategy --export' wrote it"},
    {"seed", "S", "the same seed gives the same numbers (default 1)"},
    {"threads", "T", "1 to 64 (default: the machine's cores); changes no number"},
    {"wagers", "LIST", "of trips,bad_beat,pairs,progressive, or none (default: all offered)"},
    {"ante", "CENTS", "Ante and Blind (default: the table's minimum)"},
    {"trips", "CENTS", "stake on Trips (default: the table's minimum)"},
    {"bad-beat", "CENTS", "stake on the Bad Beat Bonus"},
    {"pairs", "CENTS", "stake on Ultimate Pairs"},
    {"bank-wager", "CENTS", "what a player-dealer posts (default 100 antes)"},
    {"sessions", "N", "play N sessions at seat 1 instead of --rounds"},
    {"rounds-per-session", "M", "at most so many rounds in each"},
    {"bankroll", "CENTS", "what seat 1 has at the start of each"},
    {"meter", NULL, "follow the Progressive's meter over each session (default 100 of them)"},
    {"replay", "SEED:ROUND", "print one round, from 0, as a record for 'uth settle'"},
    {"csv", "FILE", "the figures, the sessions or the meter as a table; - prints that alone"},
    {"html", "FILE", "one page with plots; - prints that alone"},
    {"json", NULL,
     "one JSON document instead of a table; its strategy and wagers are those of seat 1, its "
     "strategies everybody's"},
    {NULL, NULL, NULL},
};

static const struct cli_option strategy_options[] = {
    {"cards", "\"Ah Kd\"", "the decision for this hand instead of the chart"},
    {"board", "\"...\"", "the flop, or all five community cards"},
    {"dead", "\"...\"", "cards seen elsewhere"},
    {"export", "FILE", "write every decision to FILE, or to standard output for -"},
    {"rules", "NAME|FILE", "a rule profile (default washington)"},
    {"ante", "CENTS", "only the Play sizes the table limit leaves this Ante (BET-11)"},
    {"json", NULL, "the 169 hands with the exact value of each action"},
    {NULL, NULL, NULL},
};

static const struct cli_option play_options[] = {
    {"rules", "NAME|FILE", "a rule profile (default washington)"},
    {"seed", "NUMBER", "shuffle from this seed, to see the same hands again"},
    {"hands", "NUMBER", "stop after so many hands"},
    {"save", "FILE", "take the game up from here, and keep it here"},
    {"hints", NULL, "show the exact value of each choice before you act"},
    {"costs", NULL, "show what each choice cost you"},
    {"no-color", NULL, "cards as plain text, as with NO_COLOR set or TERM=dumb"},
    {NULL, NULL, NULL},
};

static const struct cli_option placard_options[] = {
    {"rules", "NAME|FILE", "a rule profile (default washington)"},
    {"table", "N", "of this table instead, with its limits and meter; takes --store"},
    {"store", "URL", STORE_HELP},
    {"text", NULL, "for a terminal (default)"},
    {"html", NULL, "one page to print, A4 or letter, with nothing from outside"},
    {"json", NULL, "one JSON document, as the table's pages get it"},
    {NULL, NULL, NULL},
};

static const struct cli_option rng_test_options[] = {
    {"shuffles", "N", "how many, 100000 to 10^11 (default 1000000)"},
    {"seed", "HEX", "the secret to shuffle from, 32 bytes (default: a fresh one, which is shown)"},
    {"threads", "T", "1 to 64 (default: the machine's cores); changes no number"},
    {"raw", NULL, "write the words decks are shuffled with, for dieharder; endless without N"},
    {"json", NULL, "one JSON document instead of a table"},
    {NULL, NULL, NULL},
};

static const struct cli_option rules_options[] = {
    {"json", NULL, "one JSON document instead of words; of show the profile, to copy and change"},
    {NULL, NULL, NULL},
};

static const struct cli_option selfcheck_options[] = {
    {"store", "URL", "its schema, records, signatures, books and meters too; " STORE_LEAVES},
    {"config", "FILE", "the server's configuration too; it names the store"},
    {"digests", "FILE", "what the program must be (default: ../share/uth/digests beside it)"},
    {"program", "HEX", "the digest the program must have, as you keep it elsewhere"},
    {"public", "HEX", "the public key the days must be signed with"},
    {"record", "FILE", "write the digests of this program instead, to standard output for -"},
    {"json", NULL, "one JSON document instead of a table"},
    {NULL, NULL, NULL},
};

static const struct cli_option serve_options[] = {
    {"config", "FILE", "keys and tables from a file, as uth.conf(5) explains them"},
#define X(key, option, word, kind, smallest, largest, otherwise, help) {option, word, help},
    CONFIG_KEYS(X)
#undef X
        {NULL, NULL, NULL},
};

static const struct cli_option settle_options[] = {
    {"rules", "FILE", "a profile of your own that rounds may name (repeatable)"},
    {"json", NULL, "accepted and without effect: the answer is JSON in any case"},
    {NULL, NULL, NULL},
};

static const struct cli_option verify_options[] = {
    {"rules", "FILE", "a profile of your own that rounds may name (repeatable)"},
    {"commitment", "HEX", "what the table showed before you bet; the record's must be the same"},
    {"contribution", "SEAT:HEX",
     "what you contributed; the record's must be the same (repeatable)"},
    {"json", NULL, "one JSON document for each round instead of words"},
    {NULL, NULL, NULL},
};

#define BOOKS_OPTIONS                                                                              \
    {                                                                                              \
        "store", "URL", STORE_HELP                                                                 \
    }
#define CHANGE_OPTIONS                                                                             \
    {"as", "NAME", "who makes the change; it is logged with the system user"},                     \
        {"reason", "TEXT", "why; logged"}, {"accept-loss", NULL, LOSS_HELP},                       \
    {                                                                                              \
        "key", "FILE", "the server's key (beside an SQLite store: PATH.seal)"                      \
    }

static const struct cli_option dispute_options[] = {
    BOOKS_OPTIONS,
    CHANGE_OPTIONS,
    {"open", NULL, "list: only those that wait for a decision"},
    {"decision", "DECISION", "decide: stands, corrected, wager_voided, round_voided or other"},
    {"json", NULL, "one JSON document instead of text"},
    {NULL, NULL, NULL},
};

static const struct cli_option history_options[] = {
    BOOKS_OPTIONS,
    {"player", "NAME|ID", "this player's rounds, and what was won or lost in them"},
    {"table", "T", "rounds of one table"},
    {"since", "DAY|TIME", "2026-07-04 or 2026-07-04T18:30 (UTC)"},
    {"limit", "N", "at most so many (default 50)"},
    {"json", NULL, "one JSON document instead of a table"},
    {NULL, NULL, NULL},
};

static const struct cli_option meter_options[] = {
    BOOKS_OPTIONS,
    CHANGE_OPTIONS,
    {"seed", "AMOUNT", "add, terms: cents, or $10000"},
    {"maximum", "AMOUNT", "add, terms: 0 for none"},
    {"meter-rate", "RATE", "add, terms: of each wager, 20%"},
    {"reserve-rate", "RATE", "add, terms: 2%"},
    {"fixed-pays-from", "WHERE", "add, terms: tray or meter"},
    {"beginning", "AMOUNT", "add: what it shows at first (default: the seed)"},
    {"executive-above", "AMOUNT", "add, executive: larger awards take an Executive card"},
    {"adjustment", "REASON",
     "adjust: won, malfunction, maximum, receipts, seed-recovered or back-out"},
    {"amount", "AMOUNT", "adjust: by how much, -$5 lowers it"},
    {"approved-by", "NAME", "adjust: the second person"},
    {"table", "T", "link, unlink, adjust: which, or where a win is backed out or paid"},
    {"seat", "S", "adjust: of the win that is backed out"},
    {"controller", "NAME", "link: aquarius (default) or nexus"},
    {"since", "DAY|TIME", "journal: 2026-07-04 (UTC)"},
    {"limit", "N", "journal: at most so many entries (default 100)"},
    {"json", NULL, "one JSON document instead of text"},
    {NULL, NULL, NULL},
};

static const struct cli_option replay_options[] = {
    BOOKS_OPTIONS,
    {"json", NULL, "the round's record, as 'uth settle' and 'uth verify' read it"},
    {NULL, NULL, NULL},
};

static const struct cli_option report_options[] = {
    BOOKS_OPTIONS,
    {"table", "T", "which table"},
    {"day", "DAY", "2026-07-04 (UTC; default: the last day with a record)"},
    {"csv", NULL, "for a spreadsheet"},
    {"html", NULL, "one page to print, with nothing from outside"},
    {"json", NULL, "one JSON document"},
    {NULL, NULL, NULL},
};

static const struct cli_option table_options[] = {
    BOOKS_OPTIONS,
    CHANGE_OPTIONS,
    {"name", "TEXT", "add, configure: what it is called"},
    {"rules", "NAME|FILE", "add, configure: a rule profile"},
    {"set", "FIELD=VALUE",
     "add, configure: one field of the configuration ('show' lists them; repeatable); an amount in "
     "cents, or $100"},
    {"component", "NAME", "component: such as 'Coin Spot' ('show' lists the approved ones)"},
    {"software", "VERSION", "component: its version, such as '6.6 Build 520'"},
    {"serial", "NUMBER", "component: its serial number, which names it"},
    {"since", "DAY", "component: since when it is there (default: now)"},
    {"remove", NULL, "component: it is there no longer"},
    {"json", NULL, "one JSON document instead of text"},
    {NULL, NULL, NULL},
};

static const struct cli_option user_options[] = {
    BOOKS_OPTIONS,
    CHANGE_OPTIONS,
    {"role", "ROLE", "add, change: player, dealer, supervisor, executive, auditor or manager"},
    {"password-file", "FILE",
     "add, change: the password is the first line of FILE, or of standard input for -"},
    {"pin-file", "FILE", "add, change: likewise the PIN of the card"},
    {"card", "NUMBER", "add, change: of a Supervisor or Executive card; 0 takes it away"},
    {"deposit", "AMOUNT", "add: play money to begin with"},
    {"loss-limit", "AMOUNT", "change: a day's; a lower one counts at once, a higher tomorrow"},
    {"minutes", "N", "change: a day's, likewise"},
    {"since", "DAY|TIME", "log: 2026-07-04 (UTC)"},
    {"limit", "N", "log: at most so many lines (default 50)"},
    {"json", NULL, "one JSON document instead of text"},
    {NULL, NULL, NULL},
};

const struct cli_command cli_commands[] = {
    {"audit", cmd_audit, "prove that no record was changed and the books balance",
     "verify | balance | export | sign | key | check FILE",
     "verify walks every link and names the first record that does not fit; balance proves the\n"
     "books; export writes records, which check proves to anyone without the store. sign signs\n"
     "the last link of every day that is over; key shows the public key, made at first use.",
     audit_options},
    {"backup", cmd_backup, "save a store into one file, while a server uses it", "FILE",
     "Writes every record up to now; nobody has to wait meanwhile. FILE is there when it is "
     "whole,\n"
     "replaces nothing, and only its owner may read it: it has the cards of rounds in play. - is\n"
     "standard output. 'uth restore' makes a store of either kind from it.",
     backup_options},
    {"bench", cmd_bench, "measure speed and print a behaviour signature", "",
     "Fixed workloads in one thread: evaluator, settlement, solver, simulation. Each line has its\n"
     "speed in CPU time, the ratio to a plain way of doing the same in this run, and a digest of\n"
     "everything computed: the same signature means the same behaviour.",
     bench_options},
    {"dispute", cmd_dispute, "list and decide disputes about rounds", "list | show N | decide N",
     "A player of a round or the dealer opens a dispute on the pages. A supervisor replays the "
     "round\n"
     "and decides with a reason; both stand in the round's record from then on.",
     dispute_options},
    {"eval", cmd_eval, "say what a poker hand is", "\"CARDS\"",
     "The best five of five, six or seven cards, in a dealer's words.\n"
     "Cards are written As Kd Th 2c.",
     eval_options},
    {"help", cmd_help, "explain a command", "[COMMAND]",
     "Lists the commands, or explains one; as a manual page with --man.", help_options},
    {"history", cmd_history, "list stored rounds by player, table and time", "",
     "Newest first: when, how many played, what was staked, and what the player, or without\n"
     "--player the house, won or lost.",
     history_options},
    {"meter", cmd_meter, "look after Progressive meters",
     "list | show N | add | terms N | adjust N | executive N | link N | unlink N | journal N",
     "Terms that are asked for wait for the next 100% award. An adjustment has a reason from a\n"
     "closed list and is approved by a second person. Every change is logged with who, when, why,\n"
     "before and after. The maker's advice is printed as warnings.",
     meter_options},
    {"odds", cmd_odds, "value every action in one situation, exactly", "",
     "Before the flop, on the flop or at the river, with any cards seen elsewhere taken out.\n"
     "Values are in antes, under perfect play from there on.",
     odds_options},
    {"par", cmd_par, "report a profile's exact edges, distribution and side bets", "",
     "Value, house edge by every usual denominator, element of risk, the full distribution of net\n"
     "results, action frequencies, every side bet of every table and the Progressive; the makers'\n"
     "printed figures beside them, disagreements named.",
     par_options},
    {"placard", cmd_placard, "print what hangs at a table", "",
     "Inscription, limits, odds of every wager, fees and aggregates in large type on the first\n"
     "page; then wagering areas, rules, the ranking of hands, glossary, disputes and notices, "
     "with\n"
     "name and revision of the rules. Of a profile, or of a table as it is configured.",
     placard_options},
    {"play", cmd_play, "play hands in the terminal", "",
     "Play money, against the house; or, where a player banks, among proposition players, with "
     "the\n"
     "bank offered to you when it is your turn. On a terminal a decision is one key and '?' lists\n"
     "the keys; over a pipe each answer is a line.",
     play_options},
    {"replay", cmd_replay, "deal and play a stored round again, step by step", "TABLE:ROUND",
     "Deals the round from its revealed seed, plays its decisions by the rules and settles it; "
     "what\n"
     "differs from the record is named. Then it is told in words, wager by wager with reasons.",
     replay_options},
    {"report", cmd_report, "report a gaming day at a table", "day",
     "Rounds, wagers, hold, theoretical against actual by the exact edges, fees by schedule, drop\n"
     "box, tray, and every change of the table's meter explained.",
     report_options},
    {"restore", cmd_restore, "make a store from a backup", "FILE",
     "Everything is verified before the store is there: links, balances, signed days. What was\n"
     "there before is never replaced; a server's database must hold no records. - is standard\n"
     "input. The cardroom the backup came from must not be open any more.",
     restore_options},
    {"rng-test", cmd_rng_test, "look for what is not random in the dealing", "",
     "Shuffles with the very code that deals, and holds what comes out against chance: cards and\n"
     "places, hole cards, hands, one deck against the next, runs, duplicates, coupons. Exit "
     "status\n"
     "1 when the tests speak against chance at 99% jointly. randomness.md of the documentation\n"
     "tells what each does.",
     rng_test_options},
    {"rules", cmd_rules, "list, show and check rule profiles", "list | show NAME|FILE | check FILE",
     "A rule profile is data: copy one with 'show NAME --json', change it, 'check' it, and give\n"
     "the file's name wherever a command takes --rules.",
     rules_options},
    {"selfcheck", cmd_selfcheck, "verify the program, its tables, the configuration and the store",
     "",
     "The digest of the running program, its pages, evaluator, dealing and rule profiles; with\n"
     "--config the configuration; with --store the schema, every link of every record, the signed\n"
     "days, the books and the meters. Exit status 1 when something differs, and it is named. A\n"
     "server does the same once a day.",
     selfcheck_options},
    {"serve", cmd_serve, "open a cardroom: tables people sit at, in the browser", "",
     "Serves pages, tables and the back office from one program. The first start makes a store "
     "with\n"
     "a manager, whose password it prints once, and three tables. SIGTERM ends "
     "it\n"
     "in order; after anything worse the next start comes back with the same seats, wagers, cards\n"
     "and timers.",
     serve_options},
    {"settle", cmd_settle, "adjudicate rounds", "[FILE]",
     "Reads one round a line as JSON, from FILE or standard input, and writes one answer a line:\n"
     "each wager's outcome, net and reason, or the clause of the rulebook the round breaks.\n"
     "Exit status 1 when a round was refused; the others are settled all the same.",
     settle_options},
    {"simulate", cmd_simulate, "play rounds by the million and count", "",
     "Plays whole rounds through the same dealing and settlement as everything else, and sets "
     "each\n"
     "mean beside the exact value with its distance in standard errors. Any round can be played\n"
     "again alone. A Washington table lets one player make three of the four optional wagers\n"
     "(BET-5); here every wager is made unless --wagers says otherwise, because what one is worth\n"
     "does not depend on the others. Without --meter or --sessions every round finds the meter at\n"
     "its seed. Ctrl-C prints what has been counted so far.",
     simulate_options},
    {"strategy", cmd_strategy, "print perfect play", "",
     "The 13 x 13 chart of starting hands with the best action and its value in antes; with\n"
     "--cards the decision in one situation, before the flop, on it or at the river. A terminal\n"
     "has the best in colour, but not with NO_COLOR set or TERM=dumb.",
     strategy_options},
    {"table", cmd_table, "look after tables",
     "list | show N | add | configure N | component N | close N | open N",
     "A change of configuration comes into force when the table is run and no round is open. "
     "Every\n"
     "change is logged with who, when, why, before and after. component keeps the inventory of a\n"
     "Progressive's approved components; what is missing or of another version is a warning.",
     table_options},
    {"user", cmd_user, "look after people",
     "list | add NAME | change NAME | lock NAME | unlock NAME | log",
     "Passwords and PINs are read from a file, stored as sealed hashes and shown nowhere. The "
     "first\n"
     "person of a new store is a manager. log shows every administrative action, newest first.",
     user_options},
    {"verify", cmd_verify, "deal recorded rounds again, and check every card", "[FILE]",
     "Reads the records of rounds, one a line or a single one over several, from FILE or standard\n"
     "input. The secret must be the one committed to, each card the one it deals, and the\n"
     "settlement the recorded one. Exit status 1 when something does not fit; the first card that\n"
     "does not is named.",
     verify_options},
};

const size_t cli_command_count = sizeof cli_commands / sizeof cli_commands[0];

_Noreturn void uth_check_failed(const char *expr, const char *file, int line)
{
    (void)fprintf(stderr, "uth: %s:%d: check failed: %s\n", file, line, expr);
    abort();
}

// The one mutable global of the program: a signal can reach nothing else.
static volatile sig_atomic_t interrupts;

static void on_interrupt(int number)
{
    interrupts = 1;
    (void)signal(number, SIG_DFL);
}

void cli_catch_interrupt(void)
{
    (void)signal(SIGINT, on_interrupt);
}

bool cli_interrupted(void)
{
    return interrupts != 0;
}

static double seconds_since(const struct timespec *start)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) * 1e-9;
}

// A JSON document is built by many calls that can each fail, and one that lacks a field looks like one
// that is whole. So memory that is out while one is built ends the program; what is stored is as after
// a pulled plug.
static void *json_memory(size_t size)
{
    void *block = malloc(size);
    if (block == NULL) {
        (void)fputs("uth: out of memory\n", stderr);
        exit(CLI_REFUSED);
    }
    return block;
}

// What was in a message may have been a password.
static void json_forget(void *block)
{
    if (block != NULL) {
        fair_wipe(block, malloc_usable_size(block));
        free(block);
    }
}

// Most commands hold a secret at some time: a key, a password, the cards of a round. None of them writes
// its memory to a file when it crashes, or lets another program of the same user look into it.
static void forbid_core_dumps(void)
{
    const struct rlimit none = {0, 0};
    (void)setrlimit(RLIMIT_CORE, &none);
    (void)prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L);
}

int main(int argc, char **argv)
{
    forbid_core_dumps();
    struct timespec start;
    (void)clock_gettime(CLOCK_MONOTONIC, &start);
    json_set_alloc_funcs(json_memory, json_forget);
    if (argc < 2) {
        cli_print_overview(stderr);
        return CLI_USAGE;
    }
    const size_t global = cli_find_common(cli_globals, CLI_GLOBAL_COUNT, argv[1]);
    if (global == CLI_GLOBAL_VERSION) {
        (void)printf("uth %s\n", UTH_VERSION);
        return cli_finish(cli_find_command("help"), CLI_DONE);
    }
    const struct cli_command *command =
        cli_find_command(global == CLI_GLOBAL_HELP ? "help" : argv[1]);
    if (command == NULL) {
        return cli_unknown_command(argv[1]);
    }
    const int status = command->run(command, argc - 2, argv + 2);
    cli_say(command, "took %.3f s, exit status %d", seconds_since(&start), status);
    return status;
}
