// A failure with less: the same seed in a process of its own, each time without one more kind of
// fault or one more actor, as long as the same check fails.
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "storm.h"

#define SWITCHES (HAZARD_COUNT + ACTORS)

struct failure {
    char check[32];
    uint64_t step;
};

static void name_of(unsigned number, char name[32])
{
    if (number < HAZARD_COUNT) {
        (void)snprintf(name, 32, "%s", fault_names[number]);
    } else if (number < HAZARD_COUNT + STAFF) {
        (void)snprintf(name, 32, "%s", staff_names[number - HAZARD_COUNT]);
    } else {
        (void)snprintf(name, 32, "player-%u", number - HAZARD_COUNT - STAFF + 1);
    }
}

bool shrink_read(const char *text, uint32_t *without, uint32_t *absent)
{
    while (text[strspn(text, " ,")] != '\0') {
        char name[32];
        unsigned number = 0;
        text += strspn(text, " ,");
        const size_t size = strcspn(text, " ,");
        for (; number < SWITCHES; number++) {
            name_of(number, name);
            if (strlen(name) == size && memcmp(name, text, size) == 0) {
                break;
            }
        }
        if (number == SWITCHES) {
            return false;
        }
        *without |= number < HAZARD_COUNT ? UINT32_C(1) << number : 0;
        *absent |= number >= HAZARD_COUNT ? UINT32_C(1) << (number - HAZARD_COUNT) : 0;
        text += size;
    }
    return true;
}

static void write_names(const bool off[SWITCHES], char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < SWITCHES; i++) {
        char name[32];
        if (off[i] && used + sizeof name + 1 < size) {
            name_of(i, name);
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? " " : "", name);
        }
    }
}

// False when it holds now.
static bool try_again(uint64_t seed, const bool off[SWITCHES], struct failure *failure)
{
    const struct storm *storm = the_storm;
    char names[600];
    char command[PATH_MAX + 900];
    char line[800];
    bool failed = false;
    write_names(off, names, sizeof names);
    (void)snprintf(command, sizeof command,
                   "SEED=%llu WITHOUT='%s' '%s' --episodes 1 --steps %llu --shrink no %s %s",
                   (unsigned long long)seed, names, storm->program,
                   (unsigned long long)storm->step_max,
                   storm->plant != PLANT_NOTHING ? "--plant" : "",
                   storm->plant != PLANT_NOTHING ? plant_names[storm->plant] : "");
    FILE *output = popen(command, "r"); // NOLINT(cert-env33-c): our own program and names
    while (output != NULL && fgets(line, sizeof line, output) != NULL) {
        unsigned long long step;
        if (sscanf(line, "# check '%31[^']' at step %llu:", failure->check, &step) == 2) {
            failure->step = step;
            failed = true;
        }
    }
    if (output != NULL) {
        (void)pclose(output);
    }
    return failed;
}

void shrink(uint64_t seed, enum check check, uint64_t step)
{
    const struct storm *storm = the_storm;
    bool off[SWITCHES] = {false};
    char names[600];
    for (unsigned i = 0; i < SWITCHES; i++) {
        off[i] = i < HAZARD_COUNT ? (storm->without >> i & 1) != 0
                                  : (storm->absent >> (i - HAZARD_COUNT) & 1) != 0;
    }
    for (unsigned i = 0; i < SWITCHES; i++) {
        struct failure failure;
        if (off[i]) {
            continue;
        }
        off[i] = true;
        if (try_again(seed, off, &failure) && strcmp(failure.check, check_names[check]) == 0 &&
            failure.step <= 2 * step) {
            step = failure.step;
        } else {
            off[i] = false;
        }
    }
    write_names(off, names, sizeof names);
    (void)fprintf(storm->report, "# with less: step %llu by make storm SEED=%llu WITHOUT='%s'\n",
                  (unsigned long long)step, (unsigned long long)seed, names);
    (void)fprintf(storm->report, "# it takes:");
    for (unsigned i = 0; i < SWITCHES; i++) {
        char name[32];
        if (!off[i]) {
            name_of(i, name);
            (void)fprintf(storm->report, " %s", name);
        }
    }
    (void)fputc('\n', storm->report);
}
