#include "serve/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char *const level_names[LOG_LEVEL_COUNT] = {"error", "warn", "info", "debug"};

bool log_level_named(const char *name, enum log_level *level)
{
    for (unsigned i = 0; i < LOG_LEVEL_COUNT; i++) {
        if (strcmp(level_names[i], name) == 0) {
            *level = (enum log_level)i;
            return true;
        }
    }
    return false;
}

static size_t put_time(char *line, size_t size)
{
    struct timespec now = {0};
    struct tm parts;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    if (gmtime_r(&now.tv_sec, &parts) == NULL) {
        return 0;
    }
    const size_t used = strftime(line, size, "%Y-%m-%dT%H:%M:%S", &parts);
    const int more =
        snprintf(line + used, size - used, ".%03dZ ", (int)(now.tv_nsec / 1000000 % 1000));
    return used + (size_t)more;
}

void log_line(const struct log *log, enum log_level level, const char *format, ...)
{
    char line[600];
    if (level > log->level) {
        return;
    }
    size_t used = put_time(line, sizeof line);
    used += (size_t)snprintf(line + used, sizeof line - used, "%s ", level_names[level]);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(line + used, sizeof line - used - 1, format, arguments);
    va_end(arguments);
    for (char *at = line; *at != '\0'; at++) {
        *at = (unsigned char)*at < 0x20 || *at == 0x7f ? '?' : *at;
    }
    const size_t length = strlen(line);
    line[length] = '\n';
    (void)fwrite(line, 1, length + 1, stderr);
}
