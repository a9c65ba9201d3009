// A bar on standard error for whatever takes longer than a second, and only on a terminal.
#ifndef UTH_CLI_PROGRESS_H
#define UTH_CLI_PROGRESS_H

#include <stdbool.h>

struct progress {
    const char *what;
    unsigned steps;
    unsigned done;
    bool terminal;
    bool shown;
    double started;
};

struct progress progress_start(const char *what, unsigned steps);
void progress_step(struct progress *progress);

// The bar at a share of 1, with a word beside it.
void progress_show(struct progress *progress, double share, const char *detail);

// Wipes the bar, if there was one.
void progress_end(struct progress *progress);

#endif
