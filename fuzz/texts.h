// Readers of fuzz_texts that take something in the place of the world.
#ifndef UTH_FUZZ_TEXTS_H
#define UTH_FUZZ_TEXTS_H

#include <stddef.h>

// Keys of a terminal, as its bytes come.
void texts_read_keys(char *text, size_t size);

// Which round, as `uth replay` and `uth simulate --replay` are told. Text ends with a zero.
void texts_read_place(char *text, size_t size);

// A contribution or a commitment, as `uth verify` is told of what somebody wrote down.
void texts_read_noted(char *text, size_t size);

// Strategies or wagers, as `uth simulate` is told them.
void texts_read_lists(char *text, size_t size);

#endif
