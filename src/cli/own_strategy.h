// `uth strategy --file`: what a strategy of one's own is worth.
#ifndef UTH_CLI_OWN_STRATEGY_H
#define UTH_CLI_OWN_STRATEGY_H

#include "cli/cli.h"
#include "uth/exact.h"

// Reads the rules of play in a file and plays them through every deal of the solved game.
int own_strategy_report(const struct cli_args *args, const struct uth_rules *rules,
                        struct uth_exact *exact);

#endif
