// The first start of a store, and what is looked at at every start.
#ifndef UTH_SERVE_BOOTSTRAP_H
#define UTH_SERVE_BOOTSTRAP_H

#include "serve/server.h"

// Test decks, where the configuration names some.
UTH_NODISCARD bool bootstrap_decks(struct serve *serve, struct fault *fault);

// Into an empty store: a manager with a one-time password, tables, a meter. Refuses a store that has
// real rounds where test decks are dealt, and the other way round.
UTH_NODISCARD bool bootstrap(struct serve *serve, const char *key_path, struct fault *fault);

// Can every table the configuration names be run? The fault names the file and the line.
UTH_NODISCARD bool bootstrap_check(const struct config *config, struct fault *fault);

// Meters begin their day.
void bootstrap_days(struct serve *serve);

// Who the server itself is, in the log.
struct office_by bootstrap_by(const struct serve *serve, const char *why);

// Somebody with the manager's role.
uint64_t bootstrap_manager(const struct serve *serve);

#endif
