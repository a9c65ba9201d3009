// A table's configuration, as a document or field by field: read or refused and left alone, what
// was read comes out again the same, and the room says whether it can be played by.
//
// Text that begins with '{' is a document; any other is lines of "field value".
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "uth/check.h"
#include "wire/table_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_fault(const struct wire_fault *fault)
{
    UTH_CHECK(memchr(fault->path, '\0', sizeof fault->path) != NULL);
    UTH_CHECK(memchr(fault->value, '\0', sizeof fault->value) != NULL);
    UTH_CHECK(fault->expected[0] != '\0');
}

static void check_read(const struct room_config *config)
{
    struct room_config again;
    struct wire_fault fault;
    memset(&again, 0, sizeof again);
    again.profile = config->profile;
    json_t *document = wire_config_to_json(config, "washington");
    UTH_CHECK(document != NULL);
    // A table that has no name yet says so with an empty one, which is none to be given.
    if (config->name[0] == '\0') {
        (void)json_object_del(document, "name");
    }
    UTH_CHECK(wire_config_from_json(document, &again, &fault));
    UTH_CHECK(memcmp(&again, config, sizeof again) == 0);
    json_decref(document);
    for (size_t i = 0; i < uth_rules_builtin_count(); i++) {
        struct room_config_fault why = {NULL, NULL};
        UTH_CHECK(room_config_check(uth_rules_builtin(i), config, &why) == UTH_OK ||
                  (why.field != NULL && why.must != NULL));
    }
}

static void read_document(const char *text, size_t size, struct room_config *config)
{
    struct wire_fault fault;
    const struct room_config before = *config;
    json_t *document = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    if (!wire_config_from_json(document, config, &fault)) {
        UTH_CHECK(memcmp(config, &before, sizeof before) == 0);
        check_fault(&fault);
    }
    json_decref(document);
}

static void read_lines(char *text, struct room_config *config)
{
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        struct wire_fault fault;
        const struct room_config before = *config;
        char *blank = strchr(line, ' ');
        if (blank != NULL) {
            *blank = '\0';
        }
        if (!wire_config_set(config, line, blank != NULL ? blank + 1 : "", &fault)) {
            UTH_CHECK(memcmp(config, &before, sizeof before) == 0);
            check_fault(&fault);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct room_config config;
    char *text = malloc(size + 1);
    UTH_CHECK(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    memset(&config, 0, sizeof config);
    config.profile = 1;
    if (text[0] == '{') {
        read_document(text, size, &config);
    } else {
        read_lines(text, &config);
    }
    check_read(&config);
    free(text);
    return 0;
}
