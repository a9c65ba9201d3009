// Loaded before the C library: the clock of the day is so many milliseconds ahead, or behind when that is
// negative, as UTH_AHEAD_MS says, or the file UTH_AHEAD_FILE at every look. Clocks that only measure are
// left alone.
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long long ahead_ms(void)
{
    char text[32] = "";
    const char *path = getenv("UTH_AHEAD_FILE");
    const char *said = getenv("UTH_AHEAD_MS");
    const int file = path != NULL ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file >= 0) {
        const ssize_t size = read(file, text, sizeof text - 1);
        (void)close(file);
        said = size > 0 ? text : said;
    }
    return said != NULL ? strtoll(said, NULL, 10) : 0;
}

int clock_gettime(clockid_t which, struct timespec *now)
{
    const int status = (int)syscall(SYS_clock_gettime, which, now);
    if (status == 0 && which == CLOCK_REALTIME) {
        now->tv_sec += (time_t)(ahead_ms() / 1000);
    }
    return status;
}
