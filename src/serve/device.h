// A browser that somebody has logged in from before. Strangers' wrong passwords do not slow down who
// comes from one. The cookie is a random token that we can tell is ours; a person keeps a hash of it
// that is bound to them, so that one station serves several people, and a store that is copied gives
// no token away.
#ifndef UTH_SERVE_DEVICE_H
#define UTH_SERVE_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "fair/fair.h"
#include "office/office.h"

#define DEVICE_COOKIE    "uth_device"
#define DEVICE_TOKEN_MAX 48 // bytes of a cookie's value, with the NUL
#define DEVICE_S         (INT64_C(400) * 24 * 3600)

struct device_key {
    uint8_t bytes[32];
};

// The key tokens are authenticated and hashed with, from the server's own.
void device_key_from(const struct fair_key *key, struct device_key *device_key);

void device_make(const struct device_key *key, char token[DEVICE_TOKEN_MAX]);
// The token in a Cookie header, which may be NULL. False, and "", when there is none of ours.
bool device_of_cookie(const struct device_key *key, const char *header,
                      char token[DEVICE_TOKEN_MAX]);
// As a person keeps it.
void device_hash(const struct device_key *key, const char *token, uint64_t person,
                 struct office_device *device);

#endif
