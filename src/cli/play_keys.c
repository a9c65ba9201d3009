// One key of a terminal, without Enter.
//
// 1. The terminal reads single keys only inside try_key, and is as it was wherever that is left.
// 2. A signal that would end or stop the program in between is held back until then; a signalfd
//    tells that one waits. So whoever looks at the terminal next, a shell, finds echo and lines.
// 3. What a special key sends is read to its end and is no key: none of its letters decides.
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#include "cli/play.h"

#define ESCAPE       '\033'
#define PAUSE_MS     100 // longer than between two bytes of one key
#define SEQUENCE_MAX 64

enum got {
    GOT_KEY,
    GOT_NOTHING,
    GOT_SIGNAL,
    GOT_END,
};

static enum got next_byte(int signals, int wait_ms, unsigned char *byte)
{
    struct pollfd waits[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                             {.fd = signals, .events = POLLIN}};
    const int ready = poll(waits, 2, wait_ms);
    if (ready < 0) {
        return errno == EINTR ? GOT_SIGNAL : GOT_END;
    }
    if (ready == 0) {
        return GOT_NOTHING;
    }
    if (waits[1].revents != 0) {
        return GOT_SIGNAL;
    }
    return read(STDIN_FILENO, byte, 1) == 1 ? GOT_KEY : GOT_END;
}

// "[3~" is Delete, "[1;5C" an arrow with Ctrl, "OC" an arrow of another mode, "[[A" the F1 of a
// Linux console; with Alt one more ESC may come first.
static bool goes_on(unsigned char before, unsigned char byte)
{
    if (byte == ESCAPE) {
        return true;
    }
    if (before == ESCAPE) {
        return byte == '[' || byte == 'O';
    }
    return (byte >= ' ' && byte <= '?') || (before == '[' && byte == '[');
}

// Reads what comes behind an ESC. Ctrl with a letter is in no sequence: that is the next key.
static enum got skip_sequence(int signals, unsigned char *key)
{
    unsigned char before = ESCAPE;
    for (unsigned i = 0; i < SEQUENCE_MAX; i++) {
        const enum got got = next_byte(signals, PAUSE_MS, key);
        if (got != GOT_KEY || (*key < ' ' && *key != ESCAPE)) {
            return got;
        }
        if (!goes_on(before, *key)) {
            return GOT_NOTHING;
        }
        before = *key;
    }
    return GOT_NOTHING;
}

static enum got next_key(int signals, unsigned char *key)
{
    enum got got;
    do {
        got = next_byte(signals, -1, key);
        if (got == GOT_KEY && *key == ESCAPE) {
            got = skip_sequence(signals, key);
        } else if (got == GOT_KEY && (*key & 0xc0) == 0x80) {
            got = GOT_NOTHING; // the rest of a letter of UTF-8
        }
    } while (got == GOT_NOTHING);
    return got;
}

// What the key means to a terminal that is not asked for single keys; 0 for nothing.
static int signal_of(const struct termios *terminal, unsigned char key)
{
    static const struct {
        int place;
        int number;
    } keys[] = {{VINTR, SIGINT}, {VQUIT, SIGQUIT}, {VSUSP, SIGTSTP}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if ((terminal->c_lflag & ISIG) != 0 && key != _POSIX_VDISABLE &&
            terminal->c_cc[keys[i].place] == key) {
            return keys[i].number;
        }
    }
    return 0;
}

// Reads a key with the terminal set for it; the signals of invariant 2 are held back.
static enum got read_raw(int signals, unsigned char *key)
{
    struct termios before;
    if (tcgetattr(STDIN_FILENO, &before) != 0) {
        return GOT_END;
    }
    struct termios raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    enum got got = tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 ? next_key(signals, key) : GOT_END;
    (void)tcsetattr(STDIN_FILENO, TCSANOW, &before);
    if (got == GOT_KEY && *key == before.c_cc[VEOF]) {
        return GOT_END;
    }
    const int number = got == GOT_KEY ? signal_of(&before, *key) : 0;
    if (number != 0) {
        // To all of the job, as the terminal does it: a script around the program stops with it.
        (void)kill(0, number);
        got = GOT_SIGNAL;
    }
    return got;
}

static enum got try_key(unsigned char *key)
{
    // The last one tells of a stop that cannot be held back, after which a shell may have set the
    // terminal as it likes it.
    static const int held_back[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT};
    sigset_t held;
    sigset_t before;
    (void)sigemptyset(&held);
    for (size_t i = 0; i < sizeof held_back / sizeof held_back[0]; i++) {
        (void)sigaddset(&held, held_back[i]);
    }
    const int signals = signalfd(-1, &held, SFD_CLOEXEC);
    if (signals < 0) {
        return GOT_END;
    }
    (void)sigprocmask(SIG_BLOCK, &held, &before);
    const enum got got = read_raw(signals, key);
    (void)sigprocmask(SIG_SETMASK, &before, NULL); // what was held back comes now
    (void)close(signals);
    return got;
}

bool play_read_key(const char *prompt, char *key)
{
    unsigned char byte = 0;
    enum got got;
    (void)fputs(prompt, stdout);
    (void)fflush(stdout);
    while ((got = try_key(&byte)) == GOT_SIGNAL) {
        // Back from a stop: other lines stand below the question by now.
        (void)printf("\n%s", prompt);
        (void)fflush(stdout);
    }
    *key = (char)byte;
    return got == GOT_KEY;
}
