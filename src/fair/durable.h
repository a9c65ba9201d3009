// Files that are to be there after a power cut.
#ifndef UTH_FAIR_DURABLE_H
#define UTH_FAIR_DURABLE_H

#include <stdbool.h>

#include "uth/check.h"

#define DURABLE_PATH_MAX 4096

// False with errno. The bytes of a file that somebody has written.
UTH_NODISCARD bool durable_bytes(const char *path);
// Its entry in the directory, which must outlive a power cut as well as the bytes do. The path is
// shorter than DURABLE_PATH_MAX.
UTH_NODISCARD bool durable_entry(const char *path);

#endif
