// The self-check of a running server (selfcheck.h), daily and on request.
#ifndef UTH_SERVE_SELFCHECK_DAILY_H
#define UTH_SERVE_SELFCHECK_DAILY_H

#include "wire/out.h"

struct serve;

// When its hour has come.
void selfcheck_daily(struct serve *serve);
void put_selfcheck(const struct serve *serve, struct wire_out *out);

#endif
