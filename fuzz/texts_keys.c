// Keys of a terminal: the bytes of an input, with pauses, signals and interrupted calls between
// them, come through poll and read, and the terminal is a struct. The keys are those that a plain
// reading of the same bytes gives, and the terminal is as it was whenever somebody else could look
// at it.
#include "texts.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "cli/play.h"
#include "uth/check.h"

// Bytes that are none: UTF-8 has no use for them.
#define PAUSE        0xfeU
#define SIGNAL       0xfdU
#define INTERRUPTED  0xfcU

#define ESCAPE       0x1bU
#define SEQUENCE_MAX 64

int __wrap_poll(struct pollfd *waits, nfds_t count, int wait_ms);
int __real_poll(struct pollfd *waits, nfds_t count, int wait_ms);
ssize_t __wrap_read(int fd, void *bytes, size_t size);
ssize_t __real_read(int fd, void *bytes, size_t size);
int __wrap_tcgetattr(int fd, struct termios *terminal);
int __wrap_tcsetattr(int fd, int when, const struct termios *terminal);
int __wrap_kill(pid_t pid, int number);
int __real_kill(pid_t pid, int number);

struct keyboard {
    const uint8_t *bytes;
    size_t left;
};

static struct keyboard *typed; // NULL: the world is the real one
static struct termios terminal;
static unsigned signals;

// ---- the terminal -----------------------------------------------------------------------------

static struct termios as_found(void)
{
    struct termios found;
    memset(&found, 0, sizeof found);
    found.c_lflag = ICANON | ECHO | ISIG;
    found.c_cc[VINTR] = 3;
    found.c_cc[VEOF] = 4;
    found.c_cc[VSUSP] = 26;
    found.c_cc[VQUIT] = 28;
    return found;
}

static bool is_as_found(void)
{
    const struct termios found = as_found();
    return memcmp(&terminal, &found, sizeof found) == 0;
}

int __wrap_tcgetattr(int fd, struct termios *found)
{
    UTH_CHECK(fd == STDIN_FILENO);
    *found = terminal;
    return 0;
}

int __wrap_tcsetattr(int fd, int when, const struct termios *wanted)
{
    UTH_CHECK(fd == STDIN_FILENO && when == TCSANOW);
    terminal = *wanted;
    return 0;
}

int __wrap_kill(pid_t pid, int number)
{
    if (typed == NULL) {
        return __real_kill(pid, number);
    }
    UTH_CHECK(pid == 0 && (number == SIGINT || number == SIGQUIT || number == SIGTSTP));
    UTH_CHECK(is_as_found());
    signals++;
    return 0;
}

// ---- the bytes --------------------------------------------------------------------------------

static unsigned next(struct keyboard *keyboard)
{
    keyboard->left--;
    return *keyboard->bytes++;
}

int __wrap_poll(struct pollfd *waits, nfds_t count, int wait_ms)
{
    if (typed == NULL) {
        return __real_poll(waits, count, wait_ms);
    }
    UTH_CHECK(count == 2 && (terminal.c_lflag & (ICANON | ECHO | ISIG)) == 0);
    waits[0].revents = waits[1].revents = 0;
    while (typed->left > 0 && *typed->bytes == PAUSE) {
        (void)next(typed);
        if (wait_ms >= 0) {
            return 0;
        }
    }
    if (typed->left == 0 && wait_ms >= 0) {
        return 0;
    }
    if (typed->left > 0 && *typed->bytes == INTERRUPTED) {
        (void)next(typed);
        errno = EINTR;
        return -1;
    }
    if (typed->left > 0 && *typed->bytes == SIGNAL) {
        (void)next(typed);
        waits[1].revents = POLLIN;
    } else {
        waits[0].revents = POLLIN;
    }
    return 1;
}

ssize_t __wrap_read(int fd, void *bytes, size_t size)
{
    if (typed == NULL || fd != STDIN_FILENO) {
        return __real_read(fd, bytes, size);
    }
    UTH_CHECK(size == 1);
    if (typed->left == 0) {
        return 0;
    }
    *(uint8_t *)bytes = (uint8_t)next(typed);
    return 1;
}

// ---- the same, plainly ------------------------------------------------------------------------

static bool is_mark(unsigned byte)
{
    return byte == PAUSE || byte == SIGNAL || byte == INTERRUPTED;
}

// How many bytes behind an ESC belong to it: more of them, then '[' or 'O' and what stands between
// ' ' and '?', then one that ends it. A '[' may follow a '[' once more and again.
static size_t sequence_length(const uint8_t *bytes, size_t size)
{
    size_t at = 0;
    unsigned before = ESCAPE;
    while (at < size && at < SEQUENCE_MAX && !is_mark(bytes[at]) &&
           (bytes[at] >= ' ' || bytes[at] == ESCAPE)) {
        const unsigned byte = bytes[at++];
        const bool opens = before == ESCAPE && (byte == '[' || byte == 'O');
        const bool inside =
            before != ESCAPE && ((byte >= ' ' && byte <= '?') || (before == '[' && byte == '['));
        if (byte != ESCAPE && !opens && !inside) {
            break;
        }
        before = byte;
    }
    return at;
}

// The next key, or -1 at the end; *stops counts keys that are a signal on the way.
static int plain_key(struct keyboard *keyboard, unsigned *stops)
{
    while (keyboard->left > 0) {
        const unsigned byte = next(keyboard);
        if (byte == ESCAPE) {
            const size_t length = sequence_length(keyboard->bytes, keyboard->left);
            keyboard->bytes += length;
            keyboard->left -= length;
        } else if (byte == 3 || byte == 26 || byte == 28) {
            (*stops)++;
        } else if (!is_mark(byte) && (byte & 0xc0) != 0x80) {
            return byte == 4 ? -1 : (int)byte;
        }
    }
    return -1;
}

void texts_read_keys(char *text, size_t size)
{
    struct keyboard keyboard = {(const uint8_t *)text, size};
    struct keyboard plain = keyboard;
    unsigned stops = 0;
    FILE *const before = stdout;
    stdout = stderr; // what it asks nobody reads
    terminal = as_found();
    signals = 0;
    typed = &keyboard;
    bool more = true;
    while (more) {
        char key = 0;
        more = play_read_key("? ", &key);
        const int expected = plain_key(&plain, &stops);
        UTH_CHECK(more ? expected == (uint8_t)key : expected == -1);
        UTH_CHECK(is_as_found() && signals == stops && keyboard.left == plain.left);
    }
    typed = NULL;
    stdout = before;
}
