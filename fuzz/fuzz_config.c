// The configuration file: read or refused with the line; what was read is in range, can be put on a
// table, and reads as the same when it is written again.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/config.h"
#include "uth/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum kind { TEXT, NUMBER, STORE, ORIGIN, HOSTS, LEVEL };

static const struct {
    const char *key;
    enum kind kind;
    int64_t smallest, largest;
} keys[CONFIG_KEY_COUNT] = {
#define X(key, option, word, kind, smallest, largest, otherwise, help)                             \
    {#key, kind, smallest, largest},
    CONFIG_KEYS(X)
#undef X
};

static void check_read(const struct config *config)
{
    for (unsigned i = 0; i < CONFIG_KEY_COUNT; i++) {
        if (keys[i].kind == NUMBER) {
            UTH_CHECK(config->numbers[i] >= keys[i].smallest);
            UTH_CHECK(config->numbers[i] <= keys[i].largest);
        } else {
            UTH_CHECK(strlen(config->texts[i]) <= (size_t)keys[i].largest);
        }
    }
    UTH_CHECK(config->table_count <= CONFIG_TABLES_MAX);
    for (size_t i = 0; i < config->table_count; i++) {
        struct room_config room;
        memset(&room, 0, sizeof room);
        UTH_CHECK(config->tables[i].copies >= 1 && config->tables[i].copies <= CONFIG_COPIES_MAX);
        config_table_apply(&config->tables[i], &room);
    }
}

// ---- and written again ------------------------------------------------------------------------

static void write_table(const struct config_table *table, FILE *out)
{
    (void)fprintf(out, "[table %s]\nprofile = %s\ncopies = %u\nmeter = %s\n", table->name,
                  table->profile, table->copies, table->meter ? "yes" : "no");
    for (size_t i = 0; i < table->setting_count; i++) {
        (void)fprintf(out, "%s = %s\n", table->settings[i].key, table->settings[i].value);
    }
}

// To be freed.
static char *written(const struct config *config)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    UTH_CHECK(out != NULL);
    for (unsigned i = 0; i < CONFIG_KEY_COUNT; i++) {
        if (keys[i].kind == NUMBER) {
            (void)fprintf(out, "%s = %lld\n", keys[i].key, (long long)config->numbers[i]);
        } else if (config->texts[i][0] != '\0') {
            (void)fprintf(out, "%s = %s\n", keys[i].key, config->texts[i]);
        }
    }
    for (size_t i = 0; i < config->table_count; i++) {
        write_table(&config->tables[i], out);
    }
    UTH_CHECK(fclose(out) == 0);
    return text;
}

static void check_same(const struct config *one, const struct config *other)
{
    for (unsigned i = 0; i < CONFIG_KEY_COUNT; i++) {
        // An empty text is one that was not said.
        UTH_CHECK(strcmp(one->texts[i], other->texts[i]) == 0 || one->texts[i][0] == '\0');
        UTH_CHECK(one->numbers[i] == other->numbers[i]);
    }
    UTH_CHECK(one->table_count == other->table_count);
    for (size_t i = 0; i < one->table_count; i++) {
        const struct config_table *a = &one->tables[i];
        const struct config_table *b = &other->tables[i];
        UTH_CHECK(strcmp(a->name, b->name) == 0 && strcmp(a->profile, b->profile) == 0);
        UTH_CHECK(a->copies == b->copies && a->meter == b->meter);
        UTH_CHECK(a->setting_count == b->setting_count);
        UTH_CHECK(memcmp(a->settings, b->settings, a->setting_count * sizeof a->settings[0]) == 0);
    }
}

static void read_again(const struct config *config)
{
    struct config *again = malloc(sizeof *again);
    struct fault fault = {.kind = FAULT_NONE};
    char *text = written(config);
    UTH_CHECK(again != NULL);
    config_init(again);
    UTH_CHECK(config_read_text(again, "again", text, &fault));
    check_same(config, again);
    free(text);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct config *config = malloc(sizeof *config);
    char *text = malloc(size + 1);
    struct fault fault = {.kind = FAULT_NONE};
    UTH_CHECK(config != NULL && text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    config_init(config);
    if (config_read_text(config, "fuzz", text, &fault)) {
        check_read(config);
        read_again(config);
    } else {
        UTH_CHECK(strncmp(fault.text, "fuzz:", 5) == 0);
    }
    free(text);
    free(config);
    return 0;
}
