// BLAKE2b (RFC 7693) without a key, 32 bytes: the name of a rule profile is cut from it. It is here so that
// a browser knows the same name; where secrets are hashed, src/fair uses libsodium, and a test compares.
#ifndef UTH_WIRE_BLAKE2B_H
#define UTH_WIRE_BLAKE2B_H

#include <stddef.h>
#include <stdint.h>

#define WIRE_BLAKE2B_SIZE 32
void wire_blake2b(const void *bytes, size_t length, uint8_t hash[WIRE_BLAKE2B_SIZE]);

#endif
