// What the server says about itself: one line each on standard error. Never a secret, never a card
// that is not on the table, never what a client wrote without its control characters taken out.
#ifndef UTH_SERVE_LOG_H
#define UTH_SERVE_LOG_H

#include <stdbool.h>

enum log_level {
    LOG_LEVEL_ERROR = 0,
    LOG_LEVEL_WARN = 1,
    LOG_LEVEL_INFO = 2,
    LOG_LEVEL_DEBUG = 3,
    LOG_LEVEL_COUNT = 4,
};

struct log {
    enum log_level level;
};

bool log_level_named(const char *name, enum log_level *level);

// "2026-11-16T01:45:00.123Z info table 3: round 17 over". Control characters become '?'.
void log_line(const struct log *log, enum log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
