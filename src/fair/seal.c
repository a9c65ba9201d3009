// What a server does with its key. It signs with Ed25519, and seals with XSalsa20 and Poly1305 under a
// key made for one place alone.
#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "fair/bytes.h"
#include "fair/fair.h"
#include "fair/key_file.h"

_Static_assert(FAIR_SEAL_EXTRA == crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES, "");

struct fair_key {
    uint8_t bytes[FAIR_KEY_FILE_SIZE];
    uint8_t signing[crypto_sign_SECRETKEYBYTES];
    uint8_t public_key[FAIR_PUBLIC_SIZE];
};

static void derive_signing(struct fair_key *key)
{
    uint8_t seed[crypto_sign_SEEDBYTES];
    fair_key_derive(key, "fairness", seed);
    UTH_CHECK(crypto_sign_seed_keypair(key->public_key, key->signing, seed) == 0);
    sodium_memzero(seed, sizeof seed);
}

bool fair_key_open(const char *path, bool make, struct fault *fault, struct fair_key **key)
{
    static const struct fair_key_file kind = {"uth-seal-key-1", "sealing key"};
    uint8_t bytes[FAIR_KEY_FILE_SIZE];
    if (!fair_key_file_read(&kind, path, make, fault, bytes)) {
        return false;
    }
    struct fair_key *made = sodium_malloc(sizeof *made);
    if (made != NULL) {
        memcpy(made->bytes, bytes, sizeof bytes);
        derive_signing(made);
        (void)sodium_mprotect_readonly(made);
        *key = made;
    } else {
        (void)snprintf(fault->text, sizeof fault->text, "out of memory");
    }
    sodium_memzero(bytes, sizeof bytes);
    return made != NULL;
}

void fair_key_close(struct fair_key **key)
{
    sodium_free(*key); // wipes it
    *key = NULL;
}

#define TAG_SIZE 16

static const uint8_t tags[FAIR_PURPOSE_COUNT][TAG_SIZE] = {
    [FAIR_PURPOSE_ROUND] = "uth seal round",
    [FAIR_PURPOSE_PASSWORD] = "uth seal pass",
};

static void key_of(const struct fair_key *key, struct fair_place place,
                   uint8_t own[crypto_secretbox_KEYBYTES])
{
    uint8_t text[TAG_SIZE + 4 + 8];
    UTH_CHECK((unsigned)place.purpose < FAIR_PURPOSE_COUNT);
    memcpy(text, tags[place.purpose], TAG_SIZE);
    uint8_t *const number = fair_put_number(text + TAG_SIZE, place.table, 4);
    UTH_CHECK(fair_put_number(number, place.number, 8) == text + sizeof text);
    UTH_CHECK(crypto_generichash(own, crypto_secretbox_KEYBYTES, text, sizeof text, key->bytes,
                                 sizeof key->bytes) == 0);
}

void fair_key_derive(const struct fair_key *key, const char *purpose, uint8_t derived[32])
{
    static const uint8_t tag[TAG_SIZE] = "uth derive";
    crypto_generichash_state state;
    UTH_CHECK(crypto_generichash_init(&state, key->bytes, sizeof key->bytes, 32) == 0);
    UTH_CHECK(crypto_generichash_update(&state, tag, sizeof tag) == 0);
    UTH_CHECK(crypto_generichash_update(&state, (const uint8_t *)purpose, strlen(purpose)) == 0);
    UTH_CHECK(crypto_generichash_final(&state, derived, 32) == 0);
    sodium_memzero(&state, sizeof state);
}

void fair_sign(const struct fair_key *key, const uint8_t hash[FAIR_HASH_SIZE],
               uint8_t signature[FAIR_SIGNATURE_SIZE])
{
    UTH_CHECK(crypto_sign_detached(signature, NULL, hash, FAIR_HASH_SIZE, key->signing) == 0);
}

void fair_public_key(const struct fair_key *key, uint8_t public_key[FAIR_PUBLIC_SIZE])
{
    memcpy(public_key, key->public_key, FAIR_PUBLIC_SIZE);
}

void fair_seal(const struct fair_key *key, struct fair_place place, const void *plain, size_t size,
               uint8_t *sealed)
{
    uint8_t own[crypto_secretbox_KEYBYTES];
    key_of(key, place, own);
    randombytes_buf(sealed, crypto_secretbox_NONCEBYTES);
    UTH_CHECK(
        crypto_secretbox_easy(sealed + crypto_secretbox_NONCEBYTES, plain, size, sealed, own) == 0);
    sodium_memzero(own, sizeof own);
}

bool fair_unseal(const struct fair_key *key, struct fair_place place, const uint8_t *sealed,
                 size_t sealed_size, void *plain)
{
    uint8_t own[crypto_secretbox_KEYBYTES];
    if (sealed_size < FAIR_SEAL_EXTRA) {
        return false;
    }
    key_of(key, place, own);
    // The authenticator is looked at first: `plain` is written only when all is well.
    const bool good =
        crypto_secretbox_open_easy(plain, sealed + crypto_secretbox_NONCEBYTES,
                                   sealed_size - crypto_secretbox_NONCEBYTES, sealed, own) == 0;
    sodium_memzero(own, sizeof own);
    return good;
}
