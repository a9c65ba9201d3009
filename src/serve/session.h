// Who is on the other side of a cookie. A session is nothing we keep: the cookie says who, in which
// generation, until when, and an authenticator under the server's key says that we wrote it.
#ifndef UTH_SERVE_SESSION_H
#define UTH_SERVE_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fair/fair.h"

#define SESSION_COOKIE    "uth_session"
#define SESSION_TOKEN_MAX 80 // bytes of a cookie's value, with the NUL
#define SESSION_CSRF_MAX  33 // of the token beside it, with the NUL
#define SESSION_GUEST_S   (INT64_C(30) * 24 * 3600)
#define SESSION_STAFF_S   (INT64_C(12) * 3600)

struct session_key {
    uint8_t bytes[32];
};

struct session {
    uint64_t person; // 0: nobody
    uint32_t generation;
    int64_t expires_s; // since 1970
};

// The key sessions are authenticated with, from the server's own.
void session_key_from(const struct fair_key *key, struct session_key *session_key);

void session_write(const struct session_key *key, const struct session *session,
                   char token[SESSION_TOKEN_MAX]);

// False for what we did not write, or what is over; then *session is nobody.
UTH_NODISCARD bool session_read(const struct session_key *key, const char *token, int64_t now_s,
                                struct session *session);

// The value of a cookie in a header "a=b; uth_session=…; c=d". False when there is none, or a longer one.
UTH_NODISCARD bool session_cookie_find(const char *header, const char *name, char *token,
                                       size_t max);

// The same out of a Cookie header, which may be NULL. `token` gets the value.
UTH_NODISCARD bool session_of_cookie(const struct session_key *key, const char *header,
                                     int64_t now_s, struct session *session);

// What a POST of this session carries besides the cookie.
void session_csrf(const struct session_key *key, const struct session *session,
                  char csrf[SESSION_CSRF_MAX]);
bool session_csrf_matches(const struct session_key *key, const struct session *session,
                          const char *given); // NULL fits nothing

#endif
