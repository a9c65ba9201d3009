#include "serve/device.h"

#include <string.h>

#include <sodium.h>

#include "fair/bytes.h"
#include "serve/session.h"

enum { RANDOM = 16, CODE = 16, WHOLE = RANDOM + CODE };

_Static_assert(sodium_base64_ENCODED_LEN(WHOLE, sodium_base64_VARIANT_URLSAFE_NO_PADDING) <=
                   DEVICE_TOKEN_MAX,
               "a token fits");

void device_key_from(const struct fair_key *key, struct device_key *device_key)
{
    fair_key_derive(key, "device", device_key->bytes);
}

static void code_of(const struct device_key *key, const uint8_t random[RANDOM], uint8_t code[CODE])
{
    UTH_CHECK(crypto_generichash(code, CODE, random, RANDOM, key->bytes, sizeof key->bytes) == 0);
}

void device_make(const struct device_key *key, char token[DEVICE_TOKEN_MAX])
{
    uint8_t bytes[WHOLE];
    randombytes_buf(bytes, RANDOM);
    code_of(key, bytes, bytes + RANDOM);
    UTH_CHECK(sodium_bin2base64(token, DEVICE_TOKEN_MAX, bytes, sizeof bytes,
                                sodium_base64_VARIANT_URLSAFE_NO_PADDING) != NULL);
}

static bool is_ours(const struct device_key *key, const char *token)
{
    uint8_t bytes[WHOLE];
    uint8_t code[CODE];
    size_t size = 0;
    const char *end = NULL;
    if (sodium_base642bin(bytes, sizeof bytes, token, strlen(token), NULL, &size, &end,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        *end != '\0' || size != sizeof bytes) {
        return false;
    }
    code_of(key, bytes, code);
    return sodium_memcmp(code, bytes + RANDOM, CODE) == 0;
}

bool device_of_cookie(const struct device_key *key, const char *header,
                      char token[DEVICE_TOKEN_MAX])
{
    if (header != NULL && session_cookie_find(header, DEVICE_COOKIE, token, DEVICE_TOKEN_MAX) &&
        is_ours(key, token)) {
        return true;
    }
    token[0] = '\0';
    return false;
}

void device_hash(const struct device_key *key, const char *token, uint64_t person,
                 struct office_device *device)
{
    uint8_t text[8 + DEVICE_TOKEN_MAX] = {0};
    (void)fair_put_number(text, person, 8);
    memcpy(text + 8, token, strnlen(token, DEVICE_TOKEN_MAX));
    UTH_CHECK(crypto_generichash(device->hash, sizeof device->hash, text, sizeof text, key->bytes,
                                 sizeof key->bytes) == 0);
}
