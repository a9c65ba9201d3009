#include "serve/session.h"

#include <string.h>

#include <sodium.h>

#include "fair/bytes.h"

// version, person, generation, expiry; the authenticator behind them
enum { VERSION = 1, PLAIN = 1 + 8 + 4 + 8, WHOLE = PLAIN + crypto_auth_BYTES };

_Static_assert(crypto_auth_KEYBYTES == sizeof(struct session_key), "a session key is a key");
_Static_assert(sodium_base64_ENCODED_LEN(WHOLE, sodium_base64_VARIANT_URLSAFE_NO_PADDING) <=
                   SESSION_TOKEN_MAX,
               "a token fits");

void session_key_from(const struct fair_key *key, struct session_key *session_key)
{
    fair_key_derive(key, "session", session_key->bytes);
}

static void plain_bytes(const struct session *session, uint8_t bytes[PLAIN])
{
    bytes[0] = VERSION;
    (void)fair_put_number(bytes + 1, session->person, 8);
    (void)fair_put_number(bytes + 9, session->generation, 4);
    (void)fair_put_number(bytes + 13, (uint64_t)session->expires_s, 8);
}

void session_write(const struct session_key *key, const struct session *session,
                   char token[SESSION_TOKEN_MAX])
{
    uint8_t bytes[WHOLE];
    plain_bytes(session, bytes);
    UTH_CHECK(crypto_auth(bytes + PLAIN, bytes, PLAIN, key->bytes) == 0);
    UTH_CHECK(sodium_bin2base64(token, SESSION_TOKEN_MAX, bytes, sizeof bytes,
                                sodium_base64_VARIANT_URLSAFE_NO_PADDING) != NULL);
}

bool session_read(const struct session_key *key, const char *token, int64_t now_s,
                  struct session *session)
{
    uint8_t bytes[WHOLE];
    size_t size = 0;
    const char *end = NULL;
    *session = (struct session){0};
    if (sodium_base642bin(bytes, sizeof bytes, token, strlen(token), NULL, &size, &end,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        *end != '\0' || size != sizeof bytes || bytes[0] != VERSION ||
        crypto_auth_verify(bytes + PLAIN, bytes, PLAIN, key->bytes) != 0) {
        return false;
    }
    const struct session found = {
        .person = fair_get_number(bytes + 1, 8),
        .generation = (uint32_t)fair_get_number(bytes + 9, 4),
        .expires_s = (int64_t)fair_get_number(bytes + 13, 8),
    };
    if (found.expires_s <= now_s) {
        return false;
    }
    *session = found;
    return true;
}

bool session_cookie_find(const char *header, const char *name, char *token, size_t max)
{
    const size_t name_size = strlen(name);
    for (const char *at = header; *at != '\0';) {
        at += strspn(at, " ;");
        const size_t length = strcspn(at, ";");
        if (strncmp(at, name, name_size) == 0 && at[name_size] == '=') {
            const size_t size = length - name_size - 1;
            if (size >= max) {
                return false;
            }
            memcpy(token, at + name_size + 1, size);
            token[size] = '\0';
            return true;
        }
        at += length;
    }
    return false;
}

bool session_of_cookie(const struct session_key *key, const char *header, int64_t now_s,
                       struct session *session)
{
    char token[SESSION_TOKEN_MAX];
    *session = (struct session){0};
    return header != NULL && session_cookie_find(header, SESSION_COOKIE, token, sizeof token) &&
           session_read(key, token, now_s, session);
}

void session_csrf(const struct session_key *key, const struct session *session,
                  char csrf[SESSION_CSRF_MAX])
{
    static const uint8_t purpose[4] = "csrf";
    uint8_t text[PLAIN + sizeof purpose];
    uint8_t code[crypto_auth_BYTES];
    plain_bytes(session, text);
    memcpy(text + PLAIN, purpose, sizeof purpose);
    UTH_CHECK(crypto_auth(code, text, sizeof text, key->bytes) == 0);
    UTH_CHECK(sodium_bin2hex(csrf, SESSION_CSRF_MAX, code, (SESSION_CSRF_MAX - 1) / 2) != NULL);
}

bool session_csrf_matches(const struct session_key *key, const struct session *session,
                          const char *given)
{
    char expected[SESSION_CSRF_MAX];
    session_csrf(key, session, expected);
    return given != NULL && strlen(given) == sizeof expected - 1 &&
           sodium_memcmp(given, expected, sizeof expected - 1) == 0;
}
