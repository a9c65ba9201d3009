// A file that holds one secret: a line with a word that tells what it is, and 32 bytes as hex.
#ifndef UTH_FAIR_KEY_FILE_H
#define UTH_FAIR_KEY_FILE_H

#include "fair/fair.h"

#define FAIR_KEY_FILE_SIZE 32

struct fair_key_file {
    const char *word; // "uth-ed25519-seed-1"
    const char *what; // for messages: "signing key"
};

// Reads the secret. Where there is no file and `make` is set, one is made first, mode 0600: whole
// or not at all, and never in place of another. Refuses a file that others may read. On failure
// `secret` is untouched.
UTH_NODISCARD bool fair_key_file_read(const struct fair_key_file *kind, const char *path, bool make,
                                      struct fault *fault, uint8_t secret[FAIR_KEY_FILE_SIZE]);

#endif
