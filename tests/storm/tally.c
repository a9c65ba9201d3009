// The names of checks, faults and plants, and the closing table of what was tried.
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

const char *const fault_names[FAULT_COUNT] = {
#define X(name, word, text) [FAULT_##name] = (word),
    FAULTS(X)
#undef X
};

static const char *const fault_texts[FAULT_COUNT] = {
#define X(name, word, text) [FAULT_##name] = (text),
    FAULTS(X)
#undef X
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

static const char *const profile_names[PROFILES] = {"washington, aquarius", "washington, nexus",
                                                    "california-8", "california-6"};

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

void tally_print(const struct tally *tally, FILE *out)
{
    (void)fprintf(out, "# what was tried\n");
#define X(name, text) line(out, text, tally->name);
    TALLIES(X)
#undef X
    line(out, "wins on an aquarius controller", tally->controllers[UTH_CONTROLLER_AQUARIUS]);
    line(out, "wins on a nexus controller", tally->controllers[UTH_CONTROLLER_NEXUS]);
    (void)fprintf(out, "# rounds by rules and pace %34s %12s\n", "by timers", "dealt");
    for (unsigned i = 0; i < PROFILES; i++) {
        (void)fprintf(out, "#   %-45s %12llu %12llu\n", profile_names[i],
                      (unsigned long long)tally->rounds_of[i][ROOM_PACE_AUTO],
                      (unsigned long long)tally->rounds_of[i][ROOM_PACE_DEALER]);
    }
    (void)fprintf(out, "# faults\n");
    for (unsigned i = 0; i < FAULT_COUNT; i++) {
        line(out, fault_texts[i], tally->faults[i]);
    }
    print_refusals(tally, out);
    (void)fprintf(out, "# checks that held\n");
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        line(out, check_texts[i], tally->checks[i]);
    }
}
