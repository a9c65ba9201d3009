#include "serve/config.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/table_json.h"

#define FILE_MAX ((size_t)256 * 1024)

static bool fail(struct config_fault *fault, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail(struct config_fault *fault, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    return false;
}

// ---- keys of the server -----------------------------------------------------------------------

enum kind { TEXT, NUMBER };

static const struct {
    const char *key;
    enum kind kind;
    int64_t smallest, largest;
    const char *otherwise;
} keys[CONFIG_KEY_COUNT] = {
#define X(key, option, word, kind, smallest, largest, otherwise, help)                             \
    {#key, kind, smallest, largest, otherwise},
    CONFIG_KEYS(X)
#undef X
};

static bool read_number(const char *text, int64_t smallest, int64_t largest, int64_t *number)
{
    char *end = NULL;
    errno = 0;
    const long long read = strtoll(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || read < smallest ||
        read > largest) {
        return false;
    }
    *number = read;
    return true;
}

bool config_set(struct config *config, const char *key, const char *value,
                struct config_fault *fault)
{
    unsigned index = 0;
    while (index < CONFIG_KEY_COUNT && strcmp(keys[index].key, key) != 0) {
        index++;
    }
    if (index == CONFIG_KEY_COUNT) {
        return fail(fault, "no key '%.60s'", key);
    }
    if (keys[index].kind == TEXT) {
        if (strlen(value) > (size_t)keys[index].largest) {
            return fail(fault, "%s is too long", key);
        }
        memcpy(config->texts[index], value, strlen(value) + 1);
        return true;
    }
    if (!read_number(value, keys[index].smallest, keys[index].largest, &config->numbers[index])) {
        return fail(fault, "%s = %.40s: a whole number from %lld to %lld is wanted", key, value,
                    (long long)keys[index].smallest, (long long)keys[index].largest);
    }
    return true;
}

void config_init(struct config *config)
{
    struct config_fault fault;
    memset(config, 0, sizeof *config);
    for (unsigned i = 0; i < CONFIG_KEY_COUNT; i++) {
        UTH_CHECK(config_set(config, keys[i].key, keys[i].otherwise, &fault));
    }
}

// ---- keys of a table --------------------------------------------------------------------------

static bool set_special(struct config_table *table, const char *key, const char *value, bool *ours,
                        struct config_fault *fault)
{
    int64_t number;
    *ours = true;
    if (strcmp(key, "profile") == 0) {
        if (strlen(value) >= sizeof table->profile) {
            return fail(fault, "profile is too long");
        }
        memcpy(table->profile, value, strlen(value) + 1);
    } else if (strcmp(key, "copies") == 0) {
        if (!read_number(value, 1, CONFIG_COPIES_MAX, &number)) {
            return fail(fault, "copies = %.40s: a whole number from 1 to %d is wanted", value,
                        CONFIG_COPIES_MAX);
        }
        table->copies = (uint32_t)number;
    } else if (strcmp(key, "meter") == 0) {
        if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0) {
            return fail(fault, "meter = %.40s: yes or no is wanted", value);
        }
        table->meter = value[0] == 'y';
    } else {
        *ours = false;
    }
    return true;
}

bool config_table_set(struct config_table *table, const char *key, const char *value,
                      struct config_fault *fault)
{
    bool ours;
    struct room_config scratch;
    struct wire_fault inner;
    if (!set_special(table, key, value, &ours, fault)) {
        return false;
    }
    if (ours) {
        return true;
    }
    memset(&scratch, 0, sizeof scratch);
    if (!wire_config_set(&scratch, key, value, &inner)) {
        return fail(fault, "%.60s: got %.80s, expected %.160s", key, inner.value, inner.expected);
    }
    if (table->setting_count == CONFIG_SETTINGS_MAX ||
        strlen(key) >= sizeof table->settings[0].key ||
        strlen(value) >= sizeof table->settings[0].value) {
        return fail(fault, "%.60s: too much for one table", key);
    }
    memcpy(table->settings[table->setting_count].key, key, strlen(key) + 1);
    memcpy(table->settings[table->setting_count].value, value, strlen(value) + 1);
    table->setting_count++;
    return true;
}

void config_table_apply(const struct config_table *table, struct room_config *room)
{
    struct wire_fault fault;
    for (size_t i = 0; i < table->setting_count; i++) {
        UTH_CHECK(wire_config_set(room, table->settings[i].key, table->settings[i].value, &fault));
    }
}

// ---- the file ---------------------------------------------------------------------------------

static char *trimmed(char *text)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL) {
        text[--length] = '\0';
    }
    return text;
}

static bool begin_table(struct config *config, char *line, struct config_fault *fault)
{
    char *end = strchr(line, ']');
    if (strncmp(line, "[table ", 7) != 0 || end == NULL || end[1] != '\0') {
        return fail(fault, "a section is written [table NAME]");
    }
    *end = '\0';
    const char *name = trimmed(line + 7);
    if (name[0] == '\0' || strlen(name) >= ROOM_NAME_MAX) {
        return fail(fault, "a table's name has 1 to %d bytes", ROOM_NAME_MAX - 1);
    }
    if (config->table_count == CONFIG_TABLES_MAX) {
        return fail(fault, "more than %d tables", CONFIG_TABLES_MAX);
    }
    struct config_table *table = &config->tables[config->table_count++];
    *table = (struct config_table){.copies = 1, .profile = "washington"};
    memcpy(table->name, name, strlen(name) + 1);
    return true;
}

static bool read_line(struct config *config, char *line, struct config_fault *fault)
{
    char *comment = strchr(line, '#');
    if (comment != NULL) {
        *comment = '\0';
    }
    line = trimmed(line);
    if (line[0] == '\0') {
        return true;
    }
    if (line[0] == '[') {
        return begin_table(config, line, fault);
    }
    char *equals = strchr(line, '=');
    if (equals == NULL) {
        return fail(fault, "'key = value' is wanted");
    }
    *equals = '\0';
    const char *key = trimmed(line);
    const char *value = trimmed(equals + 1);
    return config->table_count == 0
               ? config_set(config, key, value, fault)
               : config_table_set(&config->tables[config->table_count - 1], key, value, fault);
}

bool config_read_text(struct config *config, const char *path, const char *text,
                      struct config_fault *fault)
{
    char line[CONFIG_TEXT_MAX + 64];
    for (unsigned number = 1; *text != '\0'; number++) {
        const size_t length = strcspn(text, "\n");
        struct config_fault inner;
        if (length >= sizeof line) {
            return fail(fault, "%.200s:%u: the line is too long", path, number);
        }
        memcpy(line, text, length);
        line[length] = '\0';
        if (!read_line(config, line, &inner)) {
            return fail(fault, "%.200s:%u: %.180s", path, number, inner.text);
        }
        text += length + (text[length] == '\n');
    }
    return true;
}

bool config_read(struct config *config, const char *path, struct config_fault *fault)
{
    FILE *file = fopen(path, "rb");
    char *text = file != NULL ? malloc(FILE_MAX + 1) : NULL;
    bool good = false;
    if (text == NULL) {
        (void)fail(fault, "cannot read '%.200s': %s", path,
                   file == NULL ? strerror(errno) : "out of memory");
    } else {
        const size_t length = fread(text, 1, FILE_MAX + 1, file);
        text[length <= FILE_MAX ? length : FILE_MAX] = '\0';
        good = length <= FILE_MAX && !ferror(file)
                   ? config_read_text(config, path, text, fault)
                   : fail(fault, "'%.200s' cannot be read, or is too large", path);
    }
    free(text);
    if (file != NULL) {
        (void)fclose(file);
    }
    return good;
}
