// A stored round, step by step in words.
#ifndef UTH_CLI_REPLAY_TEXT_H
#define UTH_CLI_REPLAY_TEXT_H

#include <stdio.h>

#include "office/record.h"

void replay_text(struct store *store, const struct office_record *record, FILE *out);

#endif
