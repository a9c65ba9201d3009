#include "serve/config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "serve/log.h"
#include "wire/table_json.h"

#define FILE_MAX ((size_t)256 * 1024)

// ---- keys of the server -----------------------------------------------------------------------

enum kind { TEXT, NUMBER, STORE, ORIGIN, HOSTS, LEVEL, KIND_COUNT };

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

// As store_open takes them.
static bool is_store(const char *text)
{
    static const char *const kinds[] = {"sqlite:", "postgres://", "postgresql://"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const size_t length = strlen(kinds[i]);
        if (strncmp(text, kinds[i], length) == 0 && text[length] != '\0') {
            return true;
        }
    }
    return strcmp(text, "memory:") == 0;
}

// As browsers send it: a scheme, a host and perhaps a port, and nothing behind.
static bool is_origin(const char *text)
{
    const char *host = strncmp(text, "https://", 8) == 0  ? text + 8
                       : strncmp(text, "http://", 7) == 0 ? text + 7
                                                          : "";
    return text[0] == '\0' || (host[0] != '\0' && host[strcspn(host, "/?#@ \t\"'")] == '\0');
}

// Names or addresses, without scheme, port or path.
static bool is_hosts(const char *text)
{
    return text[strspn(text,
                       "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_., ")] ==
           '\0';
}

static bool is_level(const char *text)
{
    enum log_level level;
    return log_level_named(text, &level);
}

static const struct {
    bool (*fits)(const char *text);
    const char *wanted;
} forms[KIND_COUNT] = {
    [STORE] = {is_store, "must be sqlite:PATH or postgres://..."},
    [ORIGIN] = {is_origin, "must be https://HOST or http://HOST:PORT, and nothing more"},
    [HOSTS] = {is_hosts, "must be names separated by commas: cards.example, room.example"},
    [LEVEL] = {is_level, "must be error, warn, info or debug"},
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

// CONFIG_KEY_COUNT when there is none of that name.
static unsigned key_named(const char *key)
{
    unsigned index = 0;
    while (index < CONFIG_KEY_COUNT && strcmp(keys[index].key, key) != 0) {
        index++;
    }
    return index;
}

bool config_set(struct config *config, const char *key, const char *value, struct fault *fault)
{
    const unsigned index = key_named(key);
    if (index == CONFIG_KEY_COUNT) {
        return fault_report(fault, FAULT_INPUT, "no key '%.60s'", key);
    }
    const enum kind kind = keys[index].kind;
    if (kind != NUMBER) {
        if (strlen(value) > (size_t)keys[index].largest) {
            return fault_report(fault, FAULT_INPUT, "%s is too long", key);
        }
        if (forms[kind].fits != NULL && !forms[kind].fits(value)) {
            return fault_report(fault, FAULT_INPUT, "%s = %.60s: %s", key, value,
                                forms[kind].wanted);
        }
        memcpy(config->texts[index], value, strlen(value) + 1);
        return true;
    }
    if (!read_number(value, keys[index].smallest, keys[index].largest, &config->numbers[index])) {
        return fault_report(fault, FAULT_INPUT,
                            "%s = %.40s: must be a whole number from %lld to %lld", key, value,
                            (long long)keys[index].smallest, (long long)keys[index].largest);
    }
    return true;
}

void config_init(struct config *config)
{
    struct fault fault;
    memset(config, 0, sizeof *config);
    for (unsigned i = 0; i < CONFIG_KEY_COUNT; i++) {
        UTH_CHECK(config_set(config, keys[i].key, keys[i].otherwise, &fault));
    }
}

// ---- keys of a table --------------------------------------------------------------------------

static bool set_special(struct config_table *table, const char *key, const char *value, bool *ours,
                        struct fault *fault)
{
    int64_t number;
    *ours = true;
    if (strcmp(key, "profile") == 0) {
        if (strlen(value) >= sizeof table->profile) {
            return fault_report(fault, FAULT_INPUT, "profile is too long");
        }
        memcpy(table->profile, value, strlen(value) + 1);
    } else if (strcmp(key, "copies") == 0) {
        if (!read_number(value, 1, CONFIG_COPIES_MAX, &number)) {
            return fault_report(fault, FAULT_INPUT,
                                "copies = %.40s: must be a whole number from 1 to %d", value,
                                CONFIG_COPIES_MAX);
        }
        table->copies = (uint32_t)number;
    } else if (strcmp(key, "meter") == 0) {
        if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0) {
            return fault_report(fault, FAULT_INPUT, "meter = %.40s: must be yes or no", value);
        }
        table->meter = value[0] == 'y';
    } else {
        *ours = false;
    }
    return true;
}

bool config_table_set(struct config_table *table, const char *key, const char *value,
                      struct fault *fault)
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
        return fault_report(fault, FAULT_INPUT, "%.60s: got %.80s, expected %.160s", key,
                            inner.value, inner.expected);
    }
    if (table->setting_count == CONFIG_SETTINGS_MAX ||
        strlen(key) >= sizeof table->settings[0].key ||
        strlen(value) >= sizeof table->settings[0].value) {
        return fault_report(fault, FAULT_INPUT,
                            "%.60s: too long, or too many settings for one table", key);
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

// Where the section says it; 0: nowhere.
static uint32_t table_line(const struct config_table *table, const char *key)
{
    for (size_t i = 0; i < table->said_count; i++) {
        if (strcmp(table->said[i].key, key) == 0) {
            return table->said[i].line;
        }
    }
    return 0;
}

const char *config_table_place(const struct config *config, const struct config_table *table,
                               const char *key, char place[CONFIG_PLACE_SIZE])
{
    const uint32_t line = table_line(table, key);
    place[0] = '\0';
    if (config->file[0] != '\0') {
        (void)snprintf(place, CONFIG_PLACE_SIZE, "%.200s:%u: ", config->file,
                       line != 0 ? line : table->line);
    }
    return place;
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

static bool begin_table(struct config *config, char *line, uint32_t number, struct fault *fault)
{
    char *end = strchr(line, ']');
    if (strncmp(line, "[table ", 7) != 0 || end == NULL || end[1] != '\0') {
        return fault_report(fault, FAULT_INPUT, "a section must be written [table NAME]");
    }
    *end = '\0';
    const char *name = trimmed(line + 7);
    if (name[0] == '\0' || strlen(name) >= ROOM_NAME_MAX) {
        return fault_report(fault, FAULT_INPUT, "a table's name has 1 to %d bytes",
                            ROOM_NAME_MAX - 1);
    }
    for (size_t i = 0; i < config->table_count; i++) {
        if (strcmp(config->tables[i].name, name) == 0) {
            return fault_report(fault, FAULT_INPUT, "a table named '%s' is already on line %u",
                                name, config->tables[i].line);
        }
    }
    if (config->table_count == CONFIG_TABLES_MAX) {
        return fault_report(fault, FAULT_INPUT, "more than %d tables", CONFIG_TABLES_MAX);
    }
    struct config_table *table = &config->tables[config->table_count++];
    *table = (struct config_table){.copies = 1, .profile = "washington", .line = number};
    memcpy(table->name, name, strlen(name) + 1);
    return true;
}

static bool said_already(const char *key, uint32_t line, struct fault *fault)
{
    return line != 0 &&
           !fault_report(fault, FAULT_INPUT, "%.60s is already set on line %u", key, line);
}

static bool set_key(struct config *config, const char *key, const char *value, uint32_t number,
                    struct fault *fault)
{
    const unsigned index = key_named(key);
    if (index < CONFIG_KEY_COUNT && said_already(key, config->lines[index], fault)) {
        return false;
    }
    if (!config_set(config, key, value, fault)) {
        return false;
    }
    config->lines[index] = number;
    return true;
}

static bool set_table_key(struct config_table *table, const char *key, const char *value,
                          uint32_t number, struct fault *fault)
{
    if (said_already(key, table_line(table, key), fault) ||
        !config_table_set(table, key, value, fault)) {
        return false;
    }
    UTH_CHECK(table->said_count < sizeof table->said / sizeof table->said[0]);
    (void)snprintf(table->said[table->said_count].key, CONFIG_KEY_SIZE, "%s", key);
    table->said[table->said_count++].line = number;
    return true;
}

static bool read_line(struct config *config, char *line, uint32_t number, struct fault *fault)
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
        return begin_table(config, line, number, fault);
    }
    char *equals = strchr(line, '=');
    if (equals == NULL) {
        return fault_report(fault, FAULT_INPUT, "expected 'key = value'");
    }
    *equals = '\0';
    const char *key = trimmed(line);
    const char *value = trimmed(equals + 1);
    return config->table_count == 0
               ? set_key(config, key, value, number, fault)
               : set_table_key(&config->tables[config->table_count - 1], key, value, number, fault);
}

bool config_read_text(struct config *config, const char *path, const char *text,
                      struct fault *fault)
{
    char line[CONFIG_TEXT_MAX + 64];
    (void)snprintf(config->file, sizeof config->file, "%s", path);
    memset(config->lines, 0, sizeof config->lines);
    for (uint32_t number = 1; *text != '\0'; number++) {
        const size_t length = strcspn(text, "\n");
        struct fault inner;
        if (length >= sizeof line) {
            return fault_report(fault, FAULT_INPUT, "%.200s:%u: the line is too long", path,
                                number);
        }
        memcpy(line, text, length);
        line[length] = '\0';
        if (!read_line(config, line, number, &inner)) {
            return fault_report(fault, FAULT_INPUT, "%.200s:%u: %.180s", path, number, inner.text);
        }
        text += length + (text[length] == '\n');
    }
    return true;
}

// The whole of it, and the digest of that; NULL after *fault.
static char *read_file(const char *path, char hex[CONFIG_HEX_SIZE], struct fault *fault)
{
    FILE *file = fopen(path, "rbe");
    char *text = file != NULL ? malloc(FILE_MAX + 1) : NULL;
    if (text == NULL) {
        (void)fault_report(fault, FAULT_INPUT, "cannot read '%.200s': %s", path,
                           file == NULL ? strerror(errno) : "out of memory");
        goto done;
    }
    const size_t length = fread(text, 1, FILE_MAX + 1, file);
    text[length <= FILE_MAX ? length : FILE_MAX] = '\0';
    if (ferror(file) || length > FILE_MAX) {
        (void)fault_report(fault, FAULT_INPUT, "cannot read '%.200s': %s", path,
                           ferror(file) ? strerror(errno) : "it is too large");
        free(text);
        text = NULL;
        goto done;
    }
    uint8_t digest[crypto_generichash_BYTES];
    UTH_CHECK(crypto_generichash(digest, sizeof digest, (const uint8_t *)text, length, NULL, 0) ==
              0);
    (void)sodium_bin2hex(hex, CONFIG_HEX_SIZE, digest, sizeof digest);
done:
    if (file != NULL) {
        (void)fclose(file);
    }
    return text;
}

bool config_read(struct config *config, const char *path, struct fault *fault)
{
    char *text = read_file(path, config->digest, fault);
    const bool good = text != NULL && config_read_text(config, path, text, fault);
    free(text);
    return good;
}

bool config_digest(const char *path, char hex[CONFIG_HEX_SIZE], struct fault *fault)
{
    char *text = read_file(path, hex, fault);
    const bool good = text != NULL;
    free(text);
    return good;
}
