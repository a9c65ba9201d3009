// What a test cannot do from outside; preloaded into a program.
//
// Pulls the plug at a moment that can be named: SIGKILL at the flush to the disk number UTH_PLUG_AT.
// Moves the clock: the milliseconds in the file UTH_PLUG_CLOCK, an int64_t, are added to the time of
// day whenever that is asked for.
// Is slow: each flush to the disk takes the milliseconds in the file UTH_PLUG_SLOW, an int64_t, longer.
// Loses its patience: with UTH_PLUG_HURRY the five seconds that a stopping server waits for everyone to
// leave are over at once.
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static atomic_int flushes;
static const volatile int64_t *ahead_ms;
static const volatile int64_t *slow_ms;
static int (*real_clock)(clockid_t, struct timespec *);

// ISO C knows no cast from an object to a function; POSIX says that the bytes are the same.
static void find(const char *name, void *function)
{
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(function, &found, sizeof found);
}

// The number in the file that a variable names, as it is at any time; NULL for none.
static const volatile int64_t *number_in(const char *variable)
{
    const char *path = getenv(variable);
    const int file = path != NULL ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *map =
        file >= 0 ? mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
    return map != MAP_FAILED ? map : NULL;
}

__attribute__((constructor)) static void begin(void)
{
    ahead_ms = number_in("UTH_PLUG_CLOCK");
    slow_ms = number_in("UTH_PLUG_SLOW");
    find("clock_gettime", &real_clock);
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    if (real_clock == NULL) {
        find("clock_gettime", &real_clock);
    }
    const int result = real_clock(clock, time);
    if (result == 0 && clock == CLOCK_REALTIME && ahead_ms != NULL) {
        const int64_t ns = time->tv_nsec + *ahead_ms % 1000 * 1000000;
        time->tv_sec += *ahead_ms / 1000 + ns / 1000000000;
        time->tv_nsec = ns % 1000000000;
    }
    return result;
}

// libuv's own, without its header: both handles are only passed on.
int uv_timer_start(void *timer, void (*over)(void *), uint64_t wait_ms, uint64_t repeat_ms);

int uv_timer_start(void *timer, void (*over)(void *), uint64_t wait_ms, uint64_t repeat_ms)
{
    int (*real)(void *, void (*)(void *), uint64_t, uint64_t);
    const bool hurry = getenv("UTH_PLUG_HURRY") != NULL && wait_ms == 5000 && repeat_ms == 0;
    find("uv_timer_start", &real);
    return real(timer, over, hurry ? 0 : wait_ms, repeat_ms);
}

static int flush(const char *name, int file)
{
    int (*real)(int);
    const char *at = getenv("UTH_PLUG_AT");
    const int number = atomic_fetch_add(&flushes, 1) + 1;
    find(name, &real);
    if (number == (at != NULL ? (int)strtol(at, NULL, 10) : 0)) {
        (void)kill(getpid(), SIGKILL);
    }
    if (slow_ms != NULL) {
        (void)usleep((useconds_t)(*slow_ms * 1000));
    }
    return real(file);
}

int fsync(int file)
{
    return flush("fsync", file);
}

int fdatasync(int file)
{
    return flush("fdatasync", file);
}
