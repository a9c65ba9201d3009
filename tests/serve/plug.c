// Pulls the plug at a moment that can be named: preloaded into a program, it ends that with SIGKILL
// at the flush to the disk number UTH_PLUG_AT.
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int flushes;

static int flush(const char *name, int file)
{
    int (*real)(int);
    const char *at = getenv("UTH_PLUG_AT");
    const int number = atomic_fetch_add(&flushes, 1) + 1;
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(&real, &found, sizeof real);
    if (number == (at != NULL ? (int)strtol(at, NULL, 10) : 0)) {
        (void)kill(getpid(), SIGKILL);
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
