// Counters for Prometheus.
#ifndef UTH_SERVE_METRICS_H
#define UTH_SERVE_METRICS_H

#include <stddef.h>

struct serve;

// Into serve->out; returns how many bytes.
size_t metrics_put(struct serve *serve);

#endif
