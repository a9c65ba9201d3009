// What `uth backup` and `uth restore` share: where keys lie, and how a backup is told.
#ifndef UTH_CLI_BACKUP_H
#define UTH_CLI_BACKUP_H

#include "cli/cli.h"
#include "store/backup.h"

// The path of a key: the option, or beside the file of an SQLite store. False when there is none.
bool backup_key_path(const struct cli_args *args, enum backup_key_kind kind, char *path,
                     size_t size);
const char *backup_key_name(enum backup_key_kind kind);

// One line for people, or a document with --json; `what` has been done with `file`.
void backup_print(const struct cli_args *args, const char *what, const char *file,
                  const struct backup_told *told, FILE *out);

#endif
