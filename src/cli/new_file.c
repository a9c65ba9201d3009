#include "cli/new_file.h"

#include <errno.h>
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
    if (access(path, F_OK) == 0) { // said early; the link at the end is what holds it
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

bool new_file_move(const char *part, const char *path)
{
    if (!durable_bytes(part) || link(part, path) != 0) {
        return false;
    }
    (void)unlink(part);
    return durable_entry(path);
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
