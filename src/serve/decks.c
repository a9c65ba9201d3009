#include "serve/decks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DECKS_MAX  4096
#define LINE_BYTES 512

struct entry {
    uint32_t table;
    uth_card deck[UTH_DECK_SIZE];
};

struct decks {
    size_t count;
    struct entry entries[DECKS_MAX];
};

static void complete(struct entry *entry, size_t count)
{
    uth_cards seen = uth_cards_from(entry->deck, count);
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        if (!uth_cards_have(seen, card)) {
            entry->deck[count++] = card;
        }
    }
    UTH_CHECK(count == UTH_DECK_SIZE && uth_deck_is_whole(entry->deck));
}

static bool read_line(struct decks *decks, const char *line)
{
    char *end = NULL;
    size_t count = 0;
    const unsigned long table = strtoul(line, &end, 10);
    if (end == line || *end != ':' || table == 0 || table > UINT32_MAX ||
        decks->count == DECKS_MAX) {
        return false;
    }
    struct entry *entry = &decks->entries[decks->count];
    if (uth_cards_parse(end + 1, strlen(end + 1), entry->deck, UTH_DECK_SIZE, &count) != UTH_OK) {
        return false;
    }
    entry->table = (uint32_t)table;
    complete(entry, count);
    decks->count++;
    return true;
}

static bool read_file(FILE *file, struct decks *decks, const char *path, struct fault *fault)
{
    char line[LINE_BYTES];
    for (unsigned number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '\0' && line[0] != '#' && !read_line(decks, line)) {
            (void)snprintf(fault->text, sizeof fault->text,
                           "%.200s:%u: expected 'TABLE: cards' with each card once", path, number);
            return false;
        }
    }
    return true;
}

struct decks *decks_open(const char *path, struct fault *fault)
{
    FILE *file = fopen(path, "r");
    struct decks *decks = file != NULL ? calloc(1, sizeof *decks) : NULL;
    if (decks == NULL) {
        (void)snprintf(fault->text, sizeof fault->text, "cannot read '%.200s': %s", path,
                       strerror(errno));
    } else if (!read_file(file, decks, path, fault)) {
        free(decks);
        decks = NULL;
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return decks;
}

void decks_close(struct decks **decks)
{
    free(*decks);
    *decks = NULL;
}

bool decks_deal(const struct decks *decks, uint32_t table, uint64_t round,
                uth_card deck[UTH_DECK_SIZE])
{
    size_t of_table = 0;
    for (size_t i = 0; i < decks->count; i++) {
        of_table += decks->entries[i].table == table;
    }
    if (of_table == 0 || round == 0) {
        return false;
    }
    uint64_t wanted = (round - 1) % of_table;
    for (size_t i = 0; i < decks->count; i++) {
        if (decks->entries[i].table == table && wanted-- == 0) {
            memcpy(deck, decks->entries[i].deck, UTH_DECK_SIZE);
            return true;
        }
    }
    return false;
}
