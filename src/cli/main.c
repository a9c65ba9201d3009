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

// Reading a store in a file leaves files beside it, so the help says which.
#define STORE_LEAVES "SQLite then leaves PATH-shm and PATH-wal beside PATH"
#define STORE_HELP   "sqlite:PATH or postgres://...; " STORE_LEAVES
#define LOSS_HELP    "accept a PostgreSQL with fsync or the like off, which can lose stored data"

static const struct cli_option audit_options[] = {
    {"store", "URL", STORE_HELP},
    {"from", "DAY", "export: the first day, 2026-07-04 (UTC)"},
    {"to", "DAY", "export: the last day"},
    {"csv", NULL, "export: CSV instead of JSON lines"},
    {"key", "FILE", "sign, key: the signing key (beside an SQLite store: PATH.key)"},
    {"accept-loss", NULL, LOSS_HELP},
    {"public", "HEX", "check, verify --recent: the public key that must have signed the days"},
    {"recent", NULL, "verify: only what came after the last day that 'sign' verified"},
    {"json", NULL, "one JSON document instead of text; export always writes JSON lines"},
    {NULL, NULL, NULL},
};

static const struct cli_option backup_options[] = {
    {"store", "URL", STORE_HELP},
    {"with-keys", NULL, "include the keys: then keep the file as secret as the keys"},
    {"key", "FILE", "the server's key (beside an SQLite store: PATH.seal)"},
    {"sign-key", "FILE", "the signing key (beside an SQLite store: PATH.key)"},
    {"json", NULL, "one JSON document instead of text"},
    {NULL, NULL, NULL},
};

static const struct cli_option restore_options[] = {
    {"store", "URL", "the new store: sqlite:PATH of a new file, or postgres://..."},
    {"check", NULL, "only read FILE and verify every link in it"},
    {"key", "FILE", "where the server's key goes (beside an SQLite store: PATH.seal)"},
    {"sign-key", "FILE", "where the signing key goes (beside an SQLite store: PATH.key)"},
    {"accept-loss", NULL, LOSS_HELP},
    {"json", NULL, "one JSON document instead of text"},
    {NULL, NULL, NULL},
};

static const struct cli_option bench_options[] = {
    {"json", NULL, "one JSON document instead of a table"},
    {NULL, NULL, NULL},
};

static const struct cli_option call_options[] = {
    {NULL, NULL, NULL},
};

static const struct cli_option eval_options[] = {
    {"json", NULL, "one JSON document instead of text"},
    {NULL, NULL, NULL},
};

static const struct cli_option help_options[] = {
    {"man", NULL, "print a manual page, for man"},
    {"completion", "SHELL", "print the completion script for bash, zsh or fish"},
    {NULL, NULL, NULL},
};

static const struct cli_option odds_options[] = {
    {"cards", "\"Ah Kd\"", "your two cards"},
    {"board", "\"...\"", "the flop, or all five community cards"},
    {"dead", "\"...\"", "cards you have seen elsewhere, so they cannot be dealt"},
    {"rules", "NAME|FILE", "a rule profile (default washington)"},
    {"ante", "CENTS", "only the Play sizes that the table limit allows for this Ante (BET-11)"},
    {"json", NULL, "one JSON document instead of a table"},
    {NULL, NULL, NULL},
};

static const struct cli_option par_options[] = {
    {"rules", "NAME|FILE", "a rule profile (default washington)"},
    {"side", "FILE", "instead: a side bet of your own, from a JSON file; goes with --json alone"},
    {"ante", "CENTS", "only the Play sizes that the table limit allows for this Ante (BET-11)"},
    {"strategy", "NAME", "optimal (default), simple, never-fold or timid"},
    {"html", "FILE", "write one self-contained page to FILE, - for standard output"},
    {"json", NULL, "one JSON document instead of a table"},
    {"threads", "N", "threads to use (default 1); the figures do not change"},
    {NULL, NULL, NULL},
};

static const struct cli_option simulate_options[] = {
    {"rounds", "N", "number of rounds, up to 10^12 (default 1000000)"},
    {"seats", "K", "occupied seats (default 1; with a player-dealer all, and one banks)"},
    {"rules", "NAME|FILE", "a rule profile (default washington)"},
    {"strategy", "NAME[,NAME...]",
     "optimal, simple, never-fold or timid; one for all seats, or one for each"},
    {"strategy-file", "FILE", "optimal play, as written by 'uth strategy --export'"},
    {"seed", "S", "the same seed gives the same numbers (default 1)"},
    {"threads", "T", "1 to 64 (default: one for each core); the figures do not change"},
    {"wagers", "LIST",
     "side bets: trips,bad_beat,pairs,progressive, the profile's own, or none (default: all "
     "offered)"},
    {"ante", "CENTS", "Ante and Blind (default: the table's minimum)"},
    {"trips", "CENTS", "stake on Trips (default: the table's minimum)"},
    {"bad-beat", "CENTS", "stake on the Bad Beat Bonus"},
    {"pairs", "CENTS", "stake on Ultimate Pairs"},
    {"side", "ID=CENTS[,...]", "stakes on side bets of the profile's own"},
    {"bank-wager", "CENTS", "the player-dealer's posted wager (default 100 antes)"},
    {"sessions", "N", "play N sessions at seat 1 instead of --rounds"},
    {"rounds-per-session", "M", "maximum number of rounds in each session"},
    {"bankroll", "CENTS", "what seat 1 has at the start of each session"},
    {"meter", NULL, "follow the Progressive's meter over each session (default 100 of them)"},
    {"replay", "SEED:ROUND", "print one round, counted from 0, as a record for 'uth settle'"},
    {"csv", "FILE", "write figures, sessions or meter as CSV; - prints only that"},
    {"html", "FILE", "write one page with plots; - prints only that"},
    {"json", NULL,
     "one JSON document instead of a table; strategy and wagers are seat 1's, strategies those "
     "of all seats"},
    {NULL, NULL, NULL},
};

static const struct cli_option strategy_options[] = {
    {"cards", "\"Ah Kd\"", "show the decision for this hand instead of the chart"},
    {"board", "\"...\"", "the flop, or all five community cards"},
    {"dead", "\"...\"", "cards you have seen elsewhere"},
    {"export", "FILE", "write every decision to FILE, - for standard output"},
    {"file", "FILE",
     "the exact value of your own rules, and what each costs; - for standard input"},
    {"rules", "NAME|FILE", "a rule profile (default washington)"},
    {"ante", "CENTS", "only the Play sizes that the table limit allows for this Ante (BET-11)"},
    {"json", NULL, "the 169 hands with the exact value of each action"},
    {NULL, NULL, NULL},
};

static const struct cli_option play_options[] = {
    {"rules", "NAME|FILE", "a rule profile (default washington)"},
    {"seed", "NUMBER", "shuffle from this seed; the same seed deals the same hands"},
    {"hands", "NUMBER", "stop after this many hands"},
    {"save", "FILE", "continue the game in FILE, and save it there"},
    {"hints", NULL, "show the exact value of each choice before you act"},
    {"costs", NULL, "show what each choice cost you"},
    {"no-color", NULL, "print cards as plain text, as with NO_COLOR or TERM=dumb"},
    {NULL, NULL, NULL},
};

static const struct cli_option placard_options[] = {
    {"rules", "NAME|FILE", "a rule profile (default washington)"},
    {"table", "N", "a table with its limits and meter; needs --store"},
    {"store", "URL", STORE_HELP},
    {"text", NULL, "plain text for a terminal (default)"},
    {"html", NULL, "one self-contained page to print on A4 or letter"},
    {"json", NULL, "one JSON document, as the pages get it"},
    {NULL, NULL, NULL},
};

static const struct cli_option rng_test_options[] = {
    {"shuffles", "N", "number of shuffles, 100000 to 10^11 (default 1000000)"},
    {"seed", "HEX", "the secret to shuffle from, 32 bytes (default: a new one, which is printed)"},
    {"threads", "T", "1 to 64 (default: one for each core); the figures do not change"},
    {"raw", NULL, "write the random words, for dieharder; without --shuffles endlessly"},
    {"json", NULL, "one JSON document instead of a table"},
    {NULL, NULL, NULL},
};

static const struct cli_option rules_options[] = {
    {"json", NULL, "one JSON document instead of text; 'show' prints the profile itself"},
    {NULL, NULL, NULL},
};

static const struct cli_option selfcheck_options[] = {
    {"store", "URL", "also check schema, records, signatures, ledger and meters; " STORE_LEAVES},
    {"config", "FILE", "also check the server's configuration and the store it names"},
    {"digests", "FILE",
     "reference digests of the program (default: ../share/uth/digests beside it)"},
    {"program", "HEX", "the expected digest of the program, from your own records"},
    {"public", "HEX", "the public key that must have signed the days"},
    {"record", "FILE", "write this program's digests instead; - for standard output"},
    {"json", NULL, "one JSON document instead of a table"},
    {NULL, NULL, NULL},
};

static const struct cli_option serve_options[] = {
    {"config", "FILE", "read keys and tables from a file; see uth.conf(5)"},
#define X(key, option, word, kind, smallest, largest, otherwise, help) {option, word, help},
    CONFIG_KEYS(X)
#undef X
        {NULL, NULL, NULL},
};

static const struct cli_option settle_options[] = {
    {"rules", "FILE", "a profile of your own that rounds name (repeatable)"},
    {"json", NULL, "no effect: the answer is always JSON"},
    {NULL, NULL, NULL},
};

static const struct cli_option verify_options[] = {
    {"rules", "FILE", "a profile of your own that rounds name (repeatable)"},
    {"commitment", "HEX", "what the table showed before you bet; the record's must be the same"},
    {"roster", "HEX", "the hash of who was to play, as the table showed it"},
    {"key", "HEX", "the key the server signs with, as you know it"},
    {"part", "SEAT:HEX", "your part of the seed (repeatable)"},
    {"receipt", "SEAT:HEX", "what the server gave you for your commitment (repeatable)"},
    {"json", NULL, "one JSON document for each round instead of words"},
    {NULL, NULL, NULL},
};

#define BOOKS_OPTIONS                                                                              \
    {                                                                                              \
        "store", "URL", STORE_HELP                                                                 \
    }
#define CHANGE_OPTIONS                                                                             \
    {"as", "NAME", "who makes the change; it is logged with the system user"},                     \
        {"reason", "TEXT", "why; it is logged"}, {"accept-loss", NULL, LOSS_HELP},                 \
    {                                                                                              \
        "key", "FILE", "the server's key (beside an SQLite store: PATH.seal)"                      \
    }

static const struct cli_option dispute_options[] = {
    BOOKS_OPTIONS,
    CHANGE_OPTIONS,
    {"open", NULL, "list: only disputes that are not decided"},
    {"decision", "DECISION", "decide: stands, corrected, wager_voided, round_voided or other"},
    {"json", NULL, "one JSON document instead of text"},
    {NULL, NULL, NULL},
};

static const struct cli_option fairness_options[] = {
    BOOKS_OPTIONS,
    {"table", "T", "one table's rounds"},
    {"day", "DAY", "rounds opened on this day, such as 2026-07-04 (UTC)"},
    {"json", NULL, "one JSON document instead of a table"},
    {NULL, NULL, NULL},
};

static const struct cli_option history_options[] = {
    BOOKS_OPTIONS,
    {"player", "NAME|ID", "this player's rounds and their results"},
    {"table", "T", "one table's rounds"},
    {"since", "DAY|TIME", "2026-07-04 or 2026-07-04T18:30 (UTC)"},
    {"limit", "N", "maximum number of rounds (default 50)"},
    {"json", NULL, "one JSON document instead of a table"},
    {NULL, NULL, NULL},
};

static const struct cli_option meter_options[] = {
    BOOKS_OPTIONS,
    CHANGE_OPTIONS,
    {"seed", "AMOUNT", "add, terms: in cents, or $10000"},
    {"maximum", "AMOUNT", "add, terms: 0 for none"},
    {"meter-rate", "RATE", "add, terms: share of each wager, such as 20%"},
    {"reserve-rate", "RATE", "add, terms: share of each wager, such as 2%"},
    {"fixed-pays-from", "WHERE", "add, terms: tray or meter"},
    {"beginning", "AMOUNT", "add: the starting amount (default: the seed)"},
    {"executive-above", "AMOUNT", "add, executive: larger awards need an Executive card"},
    {"adjustment", "REASON",
     "adjust: won, malfunction, maximum, receipts, seed-recovered or back-out"},
    {"amount", "AMOUNT", "adjust: by how much; -$5 lowers the meter"},
    {"approved-by", "NAME", "adjust: the second person, who approves it"},
    {"table", "T", "link, unlink: which table; adjust: where a win is backed out or paid"},
    {"seat", "S", "adjust: the seat of the win that is backed out"},
    {"controller", "NAME", "link: aquarius (default) or nexus"},
    {"since", "DAY|TIME", "journal: 2026-07-04 (UTC)"},
    {"limit", "N", "journal: maximum number of entries (default 100)"},
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
    {"table", "T", "one table (default: all tables of the room)"},
    {"day", "DAY", "2026-07-04 (UTC; default: the last day with a record)"},
    {"csv", NULL, "CSV for a spreadsheet"},
    {"html", NULL, "one self-contained page to print"},
    {"json", NULL, "one JSON document"},
    {NULL, NULL, NULL},
};

static const struct cli_option table_options[] = {
    BOOKS_OPTIONS,
    CHANGE_OPTIONS,
    {"name", "TEXT", "add, configure: the table's name"},
    {"rules", "NAME|FILE", "add, configure: a rule profile"},
    {"set", "FIELD=VALUE",
     "add, configure: one field of the configuration ('show' lists them; repeatable); an amount in "
     "cents, or $100"},
    {"component", "NAME", "component: such as 'Coin Spot'; 'show' lists the approved ones"},
    {"software", "VERSION", "component: its version, such as '6.6 Build 520'"},
    {"serial", "NUMBER", "component: its serial number, which identifies it"},
    {"since", "DAY", "component: the day it was installed (default: now)"},
    {"remove", NULL, "component: remove it from the inventory"},
    {"json", NULL, "one JSON document instead of text"},
    {NULL, NULL, NULL},
};

static const struct cli_option user_options[] = {
    BOOKS_OPTIONS,
    CHANGE_OPTIONS,
    {"role", "ROLE", "add, change: player, dealer, supervisor, executive, auditor or manager"},
    {"password-file", "FILE",
     "add, change: the password is the first line of FILE; - for standard input"},
    {"pin-file", "FILE", "add, change: the card's PIN, read the same way"},
    {"card", "NUMBER", "add, change: a Supervisor or Executive card; 0 removes it"},
    {"deposit", "AMOUNT", "add: play money to start with"},
    {"loss-limit", "AMOUNT", "change: daily loss limit; lower at once, higher from tomorrow"},
    {"minutes", "N", "change: daily time limit, in the same way"},
    {"since", "DAY|TIME", "log: 2026-07-04 (UTC)"},
    {"limit", "N", "log: maximum number of lines (default 50)"},
    {"json", NULL, "one JSON document instead of text"},
    {NULL, NULL, NULL},
};

const struct cli_command cli_commands[] = {
    {"audit", cmd_audit, "prove that no record was changed and that the ledger balances",
     "verify | balance | export | sign | key | check FILE",
     "verify follows every link and names the first record that fails; balance checks the ledger;\n"
     "export writes records, which check verifies without the store; sign signs the last link of\n"
     "every day that has ended; key prints the public key, which is made at first use.",
     audit_options, CLI_TO_KEEP,
     "uth audit verify --store sqlite:uth.db\n"
     "uth audit export --csv --store sqlite:uth.db >audit.csv\n"},
    {"backup", cmd_backup, "save a store to one file, also while a server uses it", "FILE",
     "Writes every record up to now; nobody waits meanwhile. FILE appears when it is complete and\n"
     "never replaces a file. Only its owner can read it, because it contains the cards of rounds\n"
     "in play. - is standard output. 'uth restore' makes a store of either kind from it.",
     backup_options, CLI_TO_KEEP, "uth backup room.backup --store sqlite:uth.db\n"},
    {"bench", cmd_bench, "measure speed and print a behaviour signature", "",
     "Fixed workloads in one thread: evaluator, settlement, solver, simulation. Each line has the\n"
     "speed in CPU time, the ratio to a simple implementation in the same run, and a digest of\n"
     "everything computed: the same signature means the same behaviour.",
     bench_options, CLI_TO_KNOW, "uth bench\n"},
    {"call", cmd_call, "answer one request in JSON", "VERB [FILE]",
     "What a program gets from uth_call() of libuth-json: VERB is eval, odds, par,\n"
     "placard, rules, settle, simulate or strategy, the request is one JSON object\n"
     "from FILE or standard input, and the answer is one JSON document. A refusal is\n"
     "an answer, too, with exit status 1.",
     call_options, CLI_TO_KNOW, "uth call par request.json\n"},
    {"dispute", cmd_dispute, "list and decide disputes about rounds", "list | show N | decide N",
     "A player of a round or the dealer opens a dispute on the pages. A supervisor replays the\n"
     "round and decides with a reason. Both become part of the round's record.",
     dispute_options, CLI_TO_RUN, "uth dispute list --open --store sqlite:uth.db\n"},
    {"eval", cmd_eval, "name a poker hand", "\"CARDS\"",
     "Names the best five of five, six or seven cards the way a dealer announces them.\n"
     "Cards are written As Kd Th 2c.",
     eval_options, CLI_TO_PLAY,
     "uth eval \"As Ks Qs Js Ts\"\n"
     "uth eval --json \"Ah Kd Th 9h 2c 3s 4s\"\n"},
    {"fairness", cmd_fairness, "count parts of seeds, and rounds that were called off", "",
     "By table and day: rounds, parts that were committed to, revealed and withheld, and voids.\n"
     "Then every round that was void, with its cause. With --json, --table and --day also each\n"
     "round's commitment and roster, to be compared with what clients have noted.",
     fairness_options, CLI_TO_REPORT, "uth fairness --day 2026-07-04 --store sqlite:uth.db\n"},
    {"help", cmd_help, "explain a command", "[COMMAND]",
     "Lists the commands, or explains one; --man prints a manual page.", help_options, CLI_TO_KNOW,
     "uth help simulate\n"
     "uth help --completion bash\n"},
    {"history", cmd_history, "list stored rounds by player, table and time", "",
     "Newest first: when, how many played, what was staked, and the result: the player's with\n"
     "--player, otherwise the house's.",
     history_options, CLI_TO_REPORT,
     "uth history --player Paul --store sqlite:uth.db\n"
     "uth history --since 2026-07-04 --limit 1000 --store sqlite:uth.db\n"},
    {"meter", cmd_meter, "manage Progressive meters",
     "list | show N | add | terms N | adjust N | executive N | link N | unlink N | journal N",
     "New terms take effect after the next 100% award. An adjustment needs a reason from a fixed\n"
     "list and the approval of a second person. Every change is logged with who, when, why, "
     "before\n"
     "and after. Where the maker advises against a setting, there is a warning.",
     meter_options, CLI_TO_RUN,
     "uth meter list --store sqlite:uth.db\n"
     "uth meter journal 1 --store sqlite:uth.db\n"},
    {"odds", cmd_odds, "value every action in one situation, exactly", "",
     "Before the flop, on the flop or at the river, also without cards seen elsewhere. Values are\n"
     "in antes, under optimal play from there on.",
     odds_options, CLI_TO_PLAY,
     "uth odds --cards \"Ah Kd\" --board \"Th 9h 2c\"\n"
     "uth odds --cards \"2c 2d\" --dead \"2h\"\n"},
    {"par", cmd_par, "report a profile's exact edges, distribution and side bets", "",
     "Value, house edge by every usual denominator, element of risk, the full distribution of net\n"
     "results, action frequencies, every side bet with every pay table, and the Progressive. The\n"
     "makers' printed figures are shown beside ours, and disagreements are named.",
     par_options, CLI_TO_DESIGN,
     "uth par\n"
     "uth par --rules california-6 --html par.html\n"},
    {"placard", cmd_placard, "print the placard of a table", "",
     "The first page has the inscription, limits, odds of every wager, fees and aggregates in "
     "large\n"
     "type. Wagering areas, rules, ranking of hands, glossary, disputes and notices follow, with\n"
     "the name and revision of the rules. For a profile, or for a table as it is configured.",
     placard_options, CLI_TO_DESIGN,
     "uth placard --rules california-8\n"
     "uth placard --html >placard.html\n"},
    {"play", cmd_play, "play hands in the terminal", "",
     "Play money, against the house; where a player banks, among proposition players, with the "
     "bank\n"
     "offered to you in turn. In a terminal, a decision is one key, and '?' lists the keys; from "
     "a\n"
     "pipe, each answer is a line.",
     play_options, CLI_TO_PLAY,
     "uth play\n"
     "uth play --hints --seed 1 --hands 20\n"},
    {"replay", cmd_replay, "deal and play a stored round again, step by step", "TABLE:ROUND",
     "Deals the round from its revealed seed, plays its decisions by the rules and settles it. A\n"
     "difference from the record is named. Then prints the round, wager by wager with reasons.",
     replay_options, CLI_TO_PROVE, "uth replay 1:17 --store sqlite:uth.db\n"},
    {"report", cmd_report, "report a gaming day, of a table or of the room", "day",
     "Rounds, wagers, hold, the theoretical result by the exact edges beside the actual one, fees\n"
     "by schedule, drop box, tray, and every change of the meter. Without --table it is the "
     "room's:\n"
     "a line for each table, their total, and every meter.",
     report_options, CLI_TO_REPORT,
     "uth report day --store sqlite:uth.db\n"
     "uth report day --table 1 --html --store sqlite:uth.db >day.html\n"},
    {"restore", cmd_restore, "make a store from a backup", "FILE",
     "Links, balances and signed days are verified before the store appears. It never replaces a\n"
     "file, and a PostgreSQL database must be empty. - is standard input. Close the cardroom that\n"
     "the backup came from first.",
     restore_options, CLI_TO_KEEP,
     "uth restore --check room.backup\n"
     "uth restore room.backup --store sqlite:new.db\n"},
    {"rng-test", cmd_rng_test, "test the randomness of the dealing", "",
     "Shuffles with the code that deals, and compares the decks with chance: cards and positions,\n"
     "hole cards, hands, successive decks, runs, duplicates, coupons. Exit status 1 if a test\n"
     "rejects chance at a joint level of 99%. randomness.md in the documentation explains each\n"
     "test.",
     rng_test_options, CLI_TO_PROVE, "uth rng-test --shuffles 1_000_000\n"},
    {"rules", cmd_rules, "list, show and check rule profiles", "list | show NAME|FILE | check FILE",
     "A rule profile is data: copy one with 'show NAME --json', change it, 'check' it, and pass "
     "the\n"
     "file wherever a command takes --rules.",
     rules_options, CLI_TO_DESIGN,
     "uth rules show washington\n"
     "uth rules show washington --json >mine.json\n"
     "uth rules check mine.json\n"},
    {"selfcheck", cmd_selfcheck, "verify the program, its tables, the configuration and the store",
     "",
     "Checks the running program, its pages, evaluator, dealing and rule profiles; with --config "
     "the\n"
     "configuration; with --store the schema, every link of every record, the signed days, the\n"
     "ledger and the meters. Names every difference, and then exits with status 1. A server does\n"
     "the same once a day.",
     selfcheck_options, CLI_TO_KEEP,
     "uth selfcheck\n"
     "uth selfcheck --store sqlite:uth.db\n"},
    {"serve", cmd_serve, "open a cardroom in the browser", "",
     "Serves pages, tables and the back office from one program. The first start makes a store "
     "with\n"
     "three tables and a manager, whose password it prints once. SIGTERM stops it cleanly; after "
     "a\n"
     "crash, the next start resumes with the same seats, wagers, cards and timers.",
     serve_options, CLI_TO_RUN,
     "uth serve\n"
     "uth serve --config uth.conf --port 8080\n"},
    {"settle", cmd_settle, "settle recorded rounds", "[FILE]",
     "Reads one round per line as JSON, from FILE or standard input, and writes one answer per "
     "line:\n"
     "each wager's outcome, net and reason, or the clause of the rulebook that the round breaks.\n"
     "Exit status 1 if a round was refused; the others are still settled.",
     settle_options, CLI_TO_PROVE,
     "uth settle rounds.jsonl\n"
     "uth simulate --replay 7:12 | uth settle\n"},
    {"simulate", cmd_simulate, "simulate millions of rounds", "",
     "Plays whole rounds with the same dealing and settlement as everything else, and shows each\n"
     "mean beside the exact value, with the distance in standard errors. Any single round can be\n"
     "replayed. At a Washington table, a player may make three of the four optional wagers "
     "(BET-5);\n"
     "here every wager is made unless --wagers says otherwise, because the value of one does not\n"
     "depend on the others. Without --meter or --sessions, the meter is at its seed in every "
     "round.\n"
     "Ctrl-C prints the results so far.",
     simulate_options, CLI_TO_DESIGN,
     "uth simulate --rounds 1e7 --seats 3\n"
     "uth simulate --sessions 1000 --rounds-per-session 200 --bankroll 100000\n"},
    {"strategy", cmd_strategy, "print optimal play", "",
     "The 13 x 13 chart of starting hands with the best action and its value in antes; with "
     "--cards,\n"
     "the decision in one situation before the flop, on the flop or at the river. In a terminal,\n"
     "the best is in color, unless NO_COLOR is set or TERM=dumb.",
     strategy_options, CLI_TO_PLAY,
     "uth strategy\n"
     "uth strategy --cards \"Qs Td\" --board \"Th 9h 2c\"\n"},
    {"table", cmd_table, "manage tables",
     "list | show N | add | configure N | component N | close N | open N",
     "A change of configuration takes effect when the table runs and no round is open. Every "
     "change\n"
     "is logged with who, when, why, before and after. component keeps the inventory of the\n"
     "Progressive's approved components; a missing component or a wrong version is a warning.",
     table_options, CLI_TO_RUN,
     "uth table list --store sqlite:uth.db\n"
     "uth table close 2 --as Mary --reason \"new layout\" --store sqlite:uth.db\n"},
    {"user", cmd_user, "manage people",
     "list | add NAME | change NAME | lock NAME | unlock NAME | log",
     "Passwords and PINs are read from a file, stored as sealed hashes, and never shown. The "
     "first\n"
     "person of a new store has to be a manager. log lists every administrative action, newest\n"
     "first.",
     user_options, CLI_TO_RUN,
     "uth user list --store sqlite:uth.db\n"
     "uth user lock Paul --as Mary --reason \"asked to\" --store sqlite:uth.db\n"},
    {"verify", cmd_verify, "deal recorded rounds again, and check every card", "[FILE]",
     "Reads the records of rounds, one a line or a single one over several, from FILE or standard\n"
     "input. The secret must be the one committed to, each card the one it deals, and the\n"
     "settlement the recorded one. Exit status 1 if anything differs; the first card that differs\n"
     "is named.",
     verify_options, CLI_TO_PROVE,
     "uth verify rounds.jsonl\n"
     "uth replay 1:17 --store sqlite:uth.db --json | uth verify\n"},
};

const size_t cli_command_count = sizeof cli_commands / sizeof cli_commands[0];

_Noreturn void uth_check_failed(const char *expr, const char *file, int line)
{
    (void)fprintf(stderr, "uth: %s:%d: check failed: %s\n", file, line, expr);
    abort();
}

// A mutable global, as a signal can reach nothing else; the only other one is how loud to be (cli.c).
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
