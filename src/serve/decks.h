// Known cards for tests: a file of decks, said on every page, and never in a store with real rounds.
//
// Each line is "TABLE: As Kd …": the number of a table and the first cards of a deck, top card first;
// the rest follow in the order of the deck. The first line of a table is dealt in its round 1, the
// second in round 2, and so on; when they end, from the first again.
#ifndef UTH_SERVE_DECKS_H
#define UTH_SERVE_DECKS_H

#include <stdbool.h>
#include <stdint.h>

#include "serve/config.h"
#include "uth/card.h"

struct decks;

// NULL with *fault, which names the line.
struct decks *decks_open(const char *path, struct fault *fault);
void decks_close(struct decks **decks);

// False: the file has none for this table.
bool decks_deal(const struct decks *decks, uint32_t table, uint64_t round,
                uth_card deck[UTH_DECK_SIZE]);

#endif
