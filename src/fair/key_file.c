#include "fair/key_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#include "fair/durable.h"

#define LINE_MAX_BYTES 256

// ---- making one -------------------------------------------------------------------------------

static size_t fresh_line(const struct fair_key_file *kind, char line[LINE_MAX_BYTES])
{
    uint8_t secret[FAIR_KEY_FILE_SIZE];
    const size_t word = strlen(kind->word);
    const size_t size = word + 1 + (size_t)2 * sizeof secret + 1;
    UTH_CHECK(size < LINE_MAX_BYTES);
    randombytes_buf(secret, sizeof secret);
    memcpy(line, kind->word, word);
    line[word] = ' ';
    (void)sodium_bin2hex(line + word + 1, LINE_MAX_BYTES - word - 1, secret, sizeof secret);
    line[size - 1] = '\n';
    sodium_memzero(secret, sizeof secret);
    return size;
}

static bool write_line(int file, const char *line, size_t size)
{
    const bool written = write(file, line, size) == (ssize_t)size && fsync(file) == 0;
    const int why = errno;
    const bool closed = close(file) == 0;
    errno = written ? errno : why;
    return written && closed;
}

// Under another name first: a file that is there is whole. link() takes nobody's place; where
// another process was faster its key is the one that counts.
static bool make_file(const struct fair_key_file *kind, const char *path)
{
    char name[DURABLE_PATH_MAX];
    char line[LINE_MAX_BYTES];
    const int length = snprintf(name, sizeof name, "%s.XXXXXX", path);
    if (length < 0 || (size_t)length >= sizeof name) {
        errno = ENAMETOOLONG;
        return false;
    }
    const int file = mkstemp(name); // mode 0600
    if (file < 0) {
        return false;
    }
    const size_t size = fresh_line(kind, line);
    const bool made = write_line(file, line, size) && (link(name, path) == 0 || errno == EEXIST) &&
                      durable_entry(path);
    const int why = errno;
    sodium_memzero(line, sizeof line);
    (void)unlink(name);
    errno = why;
    return made;
}

// ---- reading one ------------------------------------------------------------------------------

static bool read_line(int file, const struct fair_key_file *kind,
                      uint8_t secret[FAIR_KEY_FILE_SIZE])
{
    char line[LINE_MAX_BYTES];
    uint8_t read_secret[FAIR_KEY_FILE_SIZE];
    const size_t word = strlen(kind->word);
    const size_t digits = (size_t)2 * FAIR_KEY_FILE_SIZE;
    size_t size = 0;
    const ssize_t got = read(file, line, sizeof line);
    const bool good = got == (ssize_t)(word + 1 + digits + 1) &&
                      memcmp(line, kind->word, word) == 0 && line[word] == ' ' &&
                      line[word + 1 + digits] == '\n' &&
                      sodium_hex2bin(read_secret, sizeof read_secret, line + word + 1, digits, NULL,
                                     &size, NULL) == 0 &&
                      size == sizeof read_secret;
    if (good) {
        memcpy(secret, read_secret, sizeof read_secret);
    }
    sodium_memzero(line, sizeof line);
    sodium_memzero(read_secret, sizeof read_secret);
    return good;
}

static bool read_file(int file, const struct fair_key_file *kind, const char *path,
                      struct fault *fault, uint8_t secret[FAIR_KEY_FILE_SIZE])
{
    struct stat state;
    if (fstat(file, &state) != 0 || !S_ISREG(state.st_mode)) {
        return fault_report(fault, FAULT_KEY, "%.300s: not a file", path);
    }
    if ((state.st_mode & 077) != 0) {
        return fault_report(fault, FAULT_KEY,
                            "%.300s: others may read the %s; its mode must be 0600", path,
                            kind->what);
    }
    return read_line(file, kind, secret) ||
           fault_report(fault, FAULT_KEY, "%.300s: this is not a %s", path, kind->what);
}

bool fair_key_file_read(const struct fair_key_file *kind, const char *path, bool make,
                        struct fault *fault, uint8_t secret[FAIR_KEY_FILE_SIZE])
{
    // O_NONBLOCK: a pipe of that name is refused, not waited for.
    const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    if (!fair_init()) {
        return fault_report(fault, FAULT_KEY, "the system has no source of randomness");
    }
    int file = open(path, flags);
    if (file < 0 && errno == ENOENT && make) {
        if (!make_file(kind, path)) {
            return fault_report(fault, FAULT_KEY, "%.300s: cannot make the key: %s", path,
                                strerror(errno));
        }
        file = open(path, flags);
    }
    if (file < 0) {
        return fault_report(fault, FAULT_KEY, "%.300s: cannot open the key: %s", path,
                            strerror(errno));
    }
    const bool good = read_file(file, kind, path, fault, secret);
    (void)close(file);
    return good;
}
