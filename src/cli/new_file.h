// A file that is whole or not there: it is written beside its place, under another name, and moves
// in when it is on the disk. It never takes the place of another.
#ifndef UTH_CLI_NEW_FILE_H
#define UTH_CLI_NEW_FILE_H

#include <stdbool.h>
#include <stdio.h>

#define NEW_FILE_PATH_MAX 4096

struct new_file {
    const char *path;
    char part[NEW_FILE_PATH_MAX]; // "PATH.part.XXXXXX", mode 0600
    FILE *out;
};

// False with errno when there is a file already, or none can be made.
bool new_file_open(struct new_file *file, const char *path);
// False with errno when it could not be written to its end or moved in; then it is gone.
bool new_file_keep(struct new_file *file);
// Takes it away again, and does nothing after new_file_keep.
void new_file_drop(struct new_file *file);

// The last step alone, for a file that somebody else has written.
bool new_file_move(const char *part, const char *path);

#endif
