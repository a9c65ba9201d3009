// The configuration file: read or refused with the line, and what was read can be put on a table.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "serve/config.h"
#include "uth/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct config *config = malloc(sizeof *config);
    char *text = malloc(size + 1);
    struct config_fault fault = {""};
    UTH_CHECK(config != NULL && text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    config_init(config);
    if (config_read_text(config, "fuzz", text, &fault)) {
        UTH_CHECK(config->table_count <= CONFIG_TABLES_MAX);
        for (size_t i = 0; i < config->table_count; i++) {
            struct room_config room;
            memset(&room, 0, sizeof room);
            UTH_CHECK(config->tables[i].copies >= 1 &&
                      config->tables[i].copies <= CONFIG_COPIES_MAX);
            config_table_apply(&config->tables[i], &room);
        }
    } else {
        UTH_CHECK(strncmp(fault.text, "fuzz:", 5) == 0);
    }
    free(text);
    free(config);
    return 0;
}
