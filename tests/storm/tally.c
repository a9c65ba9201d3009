// The names of checks, faults and plants, and the closing table of what was tried.
#include <string.h>

#include "storm.h"

const char *const check_names[CHECK_COUNT] = {
#define X(name, word, text) [CHECK_##name] = (word),
    CHECKS(X)
#undef X
};

static const char *const check_texts[CHECK_COUNT] = {
#define X(name, word, text) [CHECK_##name] = (text),
    CHECKS(X)
#undef X
};

const char *const fault_names[HAZARD_COUNT] = {
#define X(name, word, text) [HAZARD_##name] = (word),
    HAZARDS(X)
#undef X
};

static const char *const fault_texts[HAZARD_COUNT] = {
#define X(name, word, text) [HAZARD_##name] = (text),
    HAZARDS(X)
#undef X
};

// Not every plan comes to be: a group can have fewer write points than the longest, and a start that
// goes on where one was cut has fewer, too.
static const char *const planned_texts[HAZARD_COUNT] = {
    [HAZARD_DISK_FAILS] = "  of such refusals planned",
    [HAZARD_DISK_MUTE] = "  of such commits planned",
    [HAZARD_DISK_POWER] = "  of such cuts planned",
    [HAZARD_BAD_START] = "  of cuts planned for a start",
};

const char *const plant_names[PLANT_COUNT] = {[PLANT_NOTHING] = "nothing",
#define X(name, word, check) [PLANT_##name] = (word),
                                              PLANTS(X)
#undef X
};

const enum check plant_checks[PLANT_COUNT] = {
#define X(name, word, check) [PLANT_##name] = CHECK_##check,
    PLANTS(X)
#undef X
};

// One check may hold several things: these are words of the one that is meant.
const char *const plant_says[PLANT_COUNT] = {
    [PLANT_NOTHING] = "",
    [PLANT_ONE_SIDED] = "all accounts together",
    [PLANT_BEND_BALANCE] = "the disk has",
    [PLANT_LOSE_ROW] = "is gone from the disk",
    [PLANT_NEGATIVE] = "holds -1",
    [PLANT_SKIP_POSTING] = "by the postings",
    [PLANT_CENT_TOO_MANY] = "by the events",
    [PLANT_LEAVE_STAKE] = "lie on the layout",
    [PLANT_BANK_SHORT] = "it posted",
    [PLANT_LOSE_CARRY] = "- paid",
    [PLANT_LOSE_INCREASE] = "- paid",
    [PLANT_PAY_LESS] = "- paid",
    [PLANT_TAKE_LESS] = "from the house, confirmed are",
    [PLANT_PAY_MORE] = "the Progressive pays seat",
    [PLANT_WRONG_FEED] = "a stake of",
    [PLANT_LOSE_FEED] = "were staked on the Progressive",
    [PLANT_KEEP_FED] = "stay on the meter",
    [PLANT_UNFEED_LESS] = "go back",
    [PLANT_WRONG_RESERVE] = "the reserve of meter",
    [PLANT_SHORT_ACCOUNT] = "its account has",
    [PLANT_SHORT_RESERVE] = "the account of its reserve",
    [PLANT_REFUSED_DONE] = "is said not to be done",
    [PLANT_OLD_BATCH] = "is older than the one before it",
    [PLANT_SKIP_EVENT] = "from the first on make another table",
    [PLANT_FLIP_BYTE] = "from the first on make another table",
    [PLANT_FLIP_METER] = "its journal from the first entry on",
    [PLANT_FLIP_PERSON] = "as he is stored is not",
    [PLANT_BAD_SNAPSHOT] = "as it is stored is not the table",
    [PLANT_TELL_FIRST] = "the office has taken batch",
    [PLANT_LOSE_BATCH] = "the office has taken batch",
    [PLANT_NEW_VERSION] = "is shown after batch",
    [PLANT_OK_AT_SUBMIT] = "is told as done",
    [PLANT_OK_REFUSED] = "is said to be done",
    [PLANT_NOT_REGISTERED] = "is told that he is registered",
    [PLANT_WRONG_CHIPS] = "chips of",
    [PLANT_WRONG_WALLET] = "wallet of",
    [PLANT_WRONG_METER] = "meter of",
    [PLANT_WRONG_TRAY] = "tray of",
    [PLANT_WRONG_STAKE] = "shows a stake of",
    [PLANT_WRONG_DECISION] = "shows that the timer decided",
    [PLANT_WRONG_NET] = "shows a net of",
    [PLANT_WRONG_RESULT] = "shows the net of all wagers",
    [PLANT_WRONG_PHASE] = "shows the phase",
    [PLANT_WRONG_BANK] = "shows the bank with",
    [PLANT_WRONG_DEADLINE] = "shows the deadline",
    [PLANT_WRONG_VIEW] = "is not that of the table played again",
    [PLANT_LEAK_DEALER] = "is shown",
    [PLANT_LEAK_SEAT] = "is shown",
    [PLANT_LEAK_SECRET] = "is told by a message of type view",
    [PLANT_LEAK_ANSWER] = "is told by an answer to",
    [PLANT_LEAK_LOG] = "is told by the log",
    [PLANT_LEAK_PASSWORD] = "a password stands in",
    [PLANT_LEAK_ADVICE] = "deals of the",
    [PLANT_ADVISE_DEAD] = "rests on",
    [PLANT_NAME_CARDS] = "names cards",
    [PLANT_EARLY_UP] = "is shown",
    [PLANT_EARLY_RECORD] = "is told while it is played",
    [PLANT_STRANGER] = "is told to a stranger",
    [PLANT_OTHER_CARDS] = "cards that were not dealt",
    [PLANT_EARLY_WIN] = "the win page",
    [PLANT_TWICE] = "is stored a second time",
    [PLANT_STOP_CLOCK] = "behind its time",
    [PLANT_LATE_ROUND] = "has taken",
    [PLANT_CHANGE_RECORD] = "its content or its position does not match its checksum",
    [PLANT_TRUST] = "a forged session is taken",
    [PLANT_OLD_SESSION] = "that was ended is taken",
    [PLANT_ANY_PASSWORD] = "the password is nobody's",
    [PLANT_ANY_NAME] = "which he is not",
    [PLANT_LET_LOCKED] = "the name is locked",
    [PLANT_OWN_REFUSED] = "is turned away with his own password",
    [PLANT_TWO_OWNERS] = "is the name of",
    [PLANT_FORGET_ACCOUNT] = "was told that he is the player",
    [PLANT_LOSE_KEY] = "key",
    [PLANT_LOSE_KEY_TOO] = "key",
    [PLANT_SHORT_START] = "a start has taken",
    [PLANT_FEWER_TABLES] = "a start has made",
    [PLANT_NEVER_DONE] = "asked to end",
    [PLANT_OWN_MISTAKE] = "planted",
};

static const char *const rounds_texts[PROFILES][2] = {
    // by pace
    {"washington, aquarius: rounds by timers", "washington, aquarius: rounds dealt"},
    {"washington, nexus: rounds by timers", "washington, nexus: rounds dealt"},
    {"california-8: rounds by timers", "california-8: rounds dealt"},
    {"california-6: rounds by timers", "california-6: rounds dealt"},
};

static const char *const controller_texts[UTH_MODEL_COUNT] = {
    [UTH_MODEL_AQUARIUS] = "wins on an aquarius controller",
    [UTH_MODEL_NEXUS] = "wins on a nexus controller",
};

void tally_list(const char *what, FILE *out)
{
    for (unsigned i = 0; strcmp(what, "checks") == 0 && i < CHECK_COUNT; i++) {
        (void)fprintf(out, "%s\n", check_names[i]);
    }
    for (unsigned i = 1; strcmp(what, "plants") == 0 && i < PLANT_COUNT; i++) {
        (void)fprintf(out, "%s %s\n", plant_names[i], check_names[plant_checks[i]]);
    }
}

static void line(FILE *out, const char *text, uint64_t count)
{
    (void)fprintf(out, "#   %-58s %12llu\n", text, (unsigned long long)count);
}

static void print_refusals(const struct tally *tally, FILE *out)
{
    // Codes of the server itself, below those of uth/status.h.
    static const char *const own[] = {"",
                                      "not understood",
                                      "too much is waiting",
                                      "nothing can be stored now",
                                      "session, password or card",
                                      "a limit"};
    (void)fprintf(out, "# commands refused, by code\n");
    for (unsigned code = 0; code < CODES; code++) {
        char text[120];
        const bool ours = code < sizeof own / sizeof own[0];
        if (tally->refusals[code] == 0) {
            continue;
        }
        (void)snprintf(text, sizeof text, "%3u %.53s", code,
                       ours ? own[code] : uth_status_text((enum uth_status)code));
        line(out, text, tally->refusals[code]);
    }
}

static unsigned never(FILE *out, const char *text, uint64_t count)
{
    if (count == 0) {
        (void)fprintf(out, "# never: %s\n", text + strspn(text, " "));
    }
    return count == 0;
}

// All there is a count of; but an assertion of the server's own is seen when it fails only.
unsigned tally_missing(const struct tally *tally, FILE *out)
{
    unsigned missing = 0;
#define X(name, text) missing += never(out, text, tally->name);
    TALLIES(X)
#undef X
    for (unsigned i = 0; i < UTH_MODEL_COUNT; i++) {
        missing += never(out, controller_texts[i], tally->controllers[i]);
    }
    for (unsigned i = 0; i < 2 * PROFILES; i++) {
        missing += never(out, rounds_texts[i / 2][i % 2], tally->rounds_of[i / 2][i % 2]);
    }
    for (unsigned i = 0; i < HAZARD_COUNT; i++) {
        missing += never(out, fault_texts[i], tally->faults[i]);
        missing += planned_texts[i] == NULL ? 0 : never(out, planned_texts[i], tally->planned[i]);
    }
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        missing += i == CHECK_OWN ? 0 : never(out, check_texts[i], tally->checks[i]);
    }
    return missing;
}

void tally_print(const struct tally *tally, FILE *out)
{
    (void)fprintf(out, "# what was tried\n");
#define X(name, text) line(out, text, tally->name);
    TALLIES(X)
#undef X
    for (unsigned i = 0; i < UTH_MODEL_COUNT; i++) {
        line(out, controller_texts[i], tally->controllers[i]);
    }
    for (unsigned i = 0; i < 2 * PROFILES; i++) {
        line(out, rounds_texts[i / 2][i % 2], tally->rounds_of[i / 2][i % 2]);
    }
    (void)fprintf(out, "# faults\n");
    for (unsigned i = 0; i < HAZARD_COUNT; i++) {
        line(out, fault_texts[i], tally->faults[i]);
        if (planned_texts[i] != NULL) {
            line(out, planned_texts[i], tally->planned[i]);
        }
    }
    print_refusals(tally, out);
    (void)fprintf(out, "# checks that held\n");
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        line(out, check_texts[i], tally->checks[i]);
    }
}
