#include "cli/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fair/durable.h"

bool new_file_open(struct new_file *file, const char *path)
{
    const int length = snprintf(file->part, sizeof file->part, "%s.part.XXXXXX", path);
    file->path = path;
    file->out = NULL;
    if (length < 0 || (size_t)length >= sizeof file->part) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (access(path, F_OK) == 0) { // said early; what holds it is how it moves in
        errno = EEXIST;
        return false;
    }
    const int made = mkstemp(file->part);
    if (made < 0) {
        return false;
    }
    file->out = fdopen(made, "wb");
    if (file->out == NULL) {
        (void)close(made);
        (void)unlink(file->part);
    }
    return file->out != NULL;
}

// For file systems without hard links: the place is taken by an empty file of ours, which nobody
// else can have made, and the whole one moves over it.
static bool move_over_own(const char *part, const char *path)
{
    const int made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (made < 0) {
        return false;
    }
    (void)close(made);
    if (rename(part, path) == 0) {
        return true;
    }
    const int why = errno;
    (void)unlink(path);
    errno = why;
    return false;
}

// A link replaces nothing, and the file has its name at once or not at all.
static bool move_in(const char *part, const char *path)
{
    if (link(part, path) == 0) {
        (void)unlink(part);
        return true;
    }
    return errno != EEXIST && move_over_own(part, path);
}

bool new_file_move(const char *part, const char *path)
{
    return durable_bytes(part) && move_in(part, path) && durable_entry(path);
}

bool new_file_keep(struct new_file *file)
{
    const bool written = fclose(file->out) == 0;
    file->out = NULL;
    const bool kept = written && new_file_move(file->part, file->path);
    const int why = errno;
    if (!kept) {
        (void)unlink(file->part);
    }
    errno = why;
    return kept;
}

void new_file_drop(struct new_file *file)
{
    if (file->out != NULL) {
        (void)fclose(file->out);
        (void)unlink(file->part);
        file->out = NULL;
    }
}
