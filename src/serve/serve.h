// The cardroom server: rooms, store and net wired together.
#ifndef UTH_SERVE_SERVE_H
#define UTH_SERVE_SERVE_H

#include <stdbool.h>

#include "serve/config.h"

// Serves until SIGTERM or SIGINT. False when it could not start, with a sentence.
bool serve_run(const struct config *config, struct fault *fault);

#endif
