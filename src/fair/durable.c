#include "fair/durable.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static bool sync_path(const char *path, int flags)
{
    const int opened = open(path, O_RDONLY | O_CLOEXEC | flags);
    const bool good = opened >= 0 && fsync(opened) == 0;
    const int why = errno;
    if (opened >= 0) {
        (void)close(opened);
    }
    errno = why;
    return good;
}

bool durable_bytes(const char *path)
{
    return sync_path(path, 0);
}

bool durable_entry(const char *path)
{
    char directory[DURABLE_PATH_MAX + 1];
    const char *slash = strrchr(path, '/');
    const size_t length = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    UTH_CHECK(length < DURABLE_PATH_MAX);
    memcpy(directory, path, length);
    memcpy(directory + length, ".", 2);
    return sync_path(directory, O_DIRECTORY);
}
