// Cookies: whatever a client sends, a session is somebody's only if we wrote it; and what we wrote
// is read among any other cookies, until it is over or a letter of it is changed.
//
// The first 21 bytes say which session is written and which letter is changed, the rest is the
// header.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fair/bytes.h"
#include "serve/session.h"
#include "uth/check.h"

#define NOW_S INT64_C(1790000000)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct session_key key = {{7}};

static bool is_nobody(const struct session *session)
{
    return session->person == 0 && session->generation == 0 && session->expires_s == 0;
}

// As many bytes as there are, so that one too many is seen.
static char *text_of(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    UTH_CHECK(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

static void read_header(const char *header)
{
    struct session session = {77, 77, 77};
    char token[SESSION_TOKEN_MAX];
    if (!session_of_cookie(&key, header, NOW_S, &session)) {
        UTH_CHECK(is_nobody(&session));
        return;
    }
    UTH_CHECK(session.expires_s > NOW_S);
    session_write(&key, &session, token);
    UTH_CHECK(strstr(header, token) != NULL);
}

static void read_token(const char *text)
{
    struct session session = {77, 77, 77};
    char token[SESSION_TOKEN_MAX];
    if (session_read(&key, text, NOW_S, &session)) {
        session_write(&key, &session, token);
        UTH_CHECK(strcmp(token, text) == 0);
    } else {
        UTH_CHECK(is_nobody(&session));
    }
    (void)session_csrf_matches(&key, &session, text);
}

// One we wrote, in front of what the client has besides.
static void read_ours(const uint8_t front[21], const char *others)
{
    const struct session ours = {fair_get_number(front, 8), (uint32_t)fair_get_number(front + 8, 4),
                                 (int64_t)fair_get_number(front + 12, 8)};
    struct session session;
    char csrf[SESSION_CSRF_MAX];
    char token[SESSION_TOKEN_MAX];
    session_write(&key, &ours, token);
    const size_t room = strlen(others) + sizeof token + sizeof SESSION_COOKIE + 2;
    char *header = malloc(room);
    UTH_CHECK(header != NULL);
    (void)snprintf(header, room, "%s=%s;%s", SESSION_COOKIE, token, others);
    const bool valid = ours.expires_s > NOW_S;
    UTH_CHECK(session_of_cookie(&key, header, NOW_S, &session) == valid);
    UTH_CHECK(valid ? session.person == ours.person && session.generation == ours.generation &&
                          session.expires_s == ours.expires_s
                    : is_nobody(&session));
    session_csrf(&key, &ours, csrf);
    UTH_CHECK(session_csrf_matches(&key, &ours, csrf));

    char *letter = &header[sizeof SESSION_COOKIE + front[20] % strlen(token)];
    *letter = *letter == 'A' ? 'B' : 'A';
    UTH_CHECK(!session_of_cookie(&key, header, NOW_S, &session) && is_nobody(&session));
    free(header);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    UTH_CHECK(fair_init());
    char *whole = text_of(data, size);
    read_header(whole);
    read_token(whole);
    free(whole);
    if (size >= 21) {
        char *others = text_of(data + 21, size - 21);
        read_header(others);
        read_token(others);
        read_ours(data, others);
        free(others);
    }
    return 0;
}
