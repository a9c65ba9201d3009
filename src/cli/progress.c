#include "cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

#define WIDTH 30

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

struct progress progress_start(const char *what, unsigned steps)
{
    return (struct progress){.what = what,
                             .steps = steps,
                             .terminal = isatty(STDERR_FILENO) && !cli_is_quiet(),
                             .started = now()};
}

void progress_show(struct progress *progress, double share, const char *detail)
{
    if (!progress->terminal || now() - progress->started < 1.0) {
        return;
    }
    char bar[WIDTH + 1] = {0};
    for (unsigned i = 0; i < WIDTH; i++) {
        bar[i] = i < share * WIDTH ? '#' : '.';
    }
    (void)fprintf(stderr, "\r%s [%s] %s\033[K", progress->what, bar, detail);
    (void)fflush(stderr);
    progress->shown = true;
}

void progress_step(struct progress *progress)
{
    progress->done++;
    progress_show(progress, (double)progress->done / progress->steps, "");
}

void progress_end(struct progress *progress)
{
    if (progress->shown) {
        (void)fprintf(stderr, "\r\033[K");
        (void)fflush(stderr);
    }
}
