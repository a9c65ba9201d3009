// Passwords and PINs: Argon2id, the hash sealed with the server's key before it is stored.
#include <string.h>

#include <sodium.h>

#include "office/internal.h"

_Static_assert(sizeof(struct office_secret) == crypto_pwhash_STRBYTES, "room for a hash");
_Static_assert(crypto_pwhash_STRBYTES + FAIR_SEAL_EXTRA <= OFFICE_SEALED_MAX, "room for its seal");

#define PASSWORD_MIN 8
#define PASSWORD_MAX 128
#define PIN_MIN      4
#define PIN_MAX      12

bool office_secret_make(const char *given, struct office_secret *secret)
{
    memset(secret, 0, sizeof *secret);
    return crypto_pwhash_str(secret->hash, given, strlen(given), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

// Of nothing: its salt and its hash are zeros. It takes as long to look at as any other.
void office_secret_decoy(struct office_secret *secret)
{
    static const char decoy[] = "$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA"
                                "$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    memset(secret, 0, sizeof *secret);
    memcpy(secret->hash, decoy, sizeof decoy);
}

bool office_secret_matches(const struct office_secret *secret, const char *given)
{
    // What an attacker sends may be long; hashing it costs by its length.
    return strlen(given) <= PASSWORD_MAX &&
           crypto_pwhash_str_verify(secret->hash, given, strlen(given)) == 0;
}

bool office_password_check(const char *password, struct fault *fault)
{
    const size_t length = strlen(password);
    if (length < PASSWORD_MIN || length > PASSWORD_MAX) {
        return fault_report(fault, FAULT_INPUT, "a password has %d to %d bytes", PASSWORD_MIN,
                            PASSWORD_MAX);
    }
    for (size_t i = 0; i < length; i++) {
        const unsigned char byte = (unsigned char)password[i];
        if (byte < 32 || byte == 127) {
            return fault_report(fault, FAULT_INPUT, "a password has no control characters");
        }
    }
    return true;
}

bool office_pin_check(const char *pin, struct fault *fault)
{
    const size_t length = strlen(pin);
    if (length < PIN_MIN || length > PIN_MAX || strspn(pin, "0123456789") != length) {
        return fault_report(fault, FAULT_INPUT, "a PIN has %d to %d digits", PIN_MIN, PIN_MAX);
    }
    return true;
}

// ---- sealed -----------------------------------------------------------------------------------

// A PIN is sealed for another place than a password, so that the one cannot be put for the other.
static struct fair_place place_of(uint64_t id, bool pin)
{
    const struct fair_place place = {FAIR_PURPOSE_PASSWORD, pin ? 1 : 0, id};
    return place;
}

uint8_t office_secret_seal(const struct office *office, uint64_t id, bool pin,
                           const struct office_secret *secret, uint8_t sealed[OFFICE_SEALED_MAX])
{
    memset(sealed, 0, OFFICE_SEALED_MAX);
    if (secret == NULL) {
        return 0;
    }
    const size_t length = strnlen(secret->hash, sizeof secret->hash);
    fair_seal(office->key, place_of(id, pin), secret->hash, length, sealed);
    return (uint8_t)(length + FAIR_SEAL_EXTRA);
}

static bool unseal(const struct office *office, uint64_t id, bool pin, const uint8_t *sealed,
                   size_t size, struct office_secret *secret)
{
    memset(secret, 0, sizeof *secret);
    return office->key != NULL && size > FAIR_SEAL_EXTRA && size <= OFFICE_SEALED_MAX &&
           size - FAIR_SEAL_EXTRA < sizeof secret->hash &&
           fair_unseal(office->key, place_of(id, pin), sealed, size, secret->hash);
}

bool office_password_of(const struct office *office, const struct office_person *person,
                        struct office_secret *secret)
{
    return unseal(office, person->state.id, false, person->state.password,
                  person->state.password_size, secret);
}

bool office_pin_of(const struct office *office, const struct office_person *person,
                   struct office_secret *secret)
{
    return unseal(office, person->state.id, true, person->state.pin, person->state.pin_size,
                  secret);
}
