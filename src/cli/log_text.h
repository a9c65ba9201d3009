// The log for people: who, when, what, why, before and after.
#ifndef UTH_CLI_LOG_TEXT_H
#define UTH_CLI_LOG_TEXT_H

#include "cli/books.h"

// Prints the log of books->store, newest first, as --since, --limit and --json say. With `about`,
// only lines about that ("meter") with that number.
int log_text(struct books *books, const char *about, uint64_t id);

#endif
