// The record of digests that `uth selfcheck` holds the program against: a line that says what it is, and
// then a part and its digest in each.
#ifndef UTH_SERVE_DIGESTS_H
#define UTH_SERVE_DIGESTS_H

#include <stdbool.h>
#include <stddef.h>

#define DIGESTS_MAX 4096

struct digests {
    char text[DIGESTS_MAX]; // "": none
};

// Where there is none that can be read, `why` says so; else it is left as it is.
void digests_read(const char *path, struct digests *digests, char *why, size_t why_size);
// Whether it says anything of the part.
bool digests_name(const struct digests *digests, const char *part);
bool digests_have(const struct digests *digests, const char *part, const char *hex);

#endif
