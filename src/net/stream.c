// The bytes of a connection, over TLS or not.
#include "net/internal.h"

#include <errno.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>

// ---- TLS --------------------------------------------------------------------------------------

// HTTP/1.1 is all that is spoken; who offers only something else is told so by the alert.
static int choose_protocol(SSL *ssl, const unsigned char **out, unsigned char *out_size,
                           const unsigned char *in, unsigned in_size, void *context)
{
    static const unsigned char ours[] = "\x08http/1.1";
    unsigned char *chosen = NULL;
    (void)ssl;
    (void)context;
    if (SSL_select_next_proto(&chosen, out_size, ours, sizeof ours - 1, in, in_size) !=
        OPENSSL_NPN_NEGOTIATED) {
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    }
    *out = chosen;
    return SSL_TLSEXT_ERR_OK;
}

// TLS 1.3, and of TLS 1.2 what has forward secrecy and authenticates what it encrypts.
static bool set_up(SSL_CTX *tls, const struct net_options *options)
{
    (void)SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                       SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA |
                                       SSL_OP_CLEANSE_PLAINTEXT);
    (void)SSL_CTX_set_mode(tls, SSL_MODE_ENABLE_PARTIAL_WRITE |
                                    SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    (void)SSL_CTX_set_session_cache_mode(tls, SSL_SESS_CACHE_OFF); // tickets need none
    SSL_CTX_set_alpn_select_cb(tls, choose_protocol, NULL);
    return SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION) == 1 &&
           SSL_CTX_set_cipher_list(tls, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1 &&
           SSL_CTX_use_certificate_chain_file(tls, options->cert) == 1 &&
           SSL_CTX_use_PrivateKey_file(tls, options->key, SSL_FILETYPE_PEM) == 1 &&
           SSL_CTX_check_private_key(tls) == 1;
}

SSL_CTX *tls_open(const struct net_options *options)
{
    SSL_CTX *tls = SSL_CTX_new(TLS_server_method());
    if (tls != NULL && !set_up(tls, options)) {
        SSL_CTX_free(tls);
        tls = NULL;
    }
    ERR_clear_error();
    return tls;
}

bool stream_open(struct connection *connection)
{
    if (connection->net->tls == NULL) {
        return true;
    }
    connection->ssl = SSL_new(connection->net->tls);
    if (connection->ssl == NULL || SSL_set_fd(connection->ssl, connection->fd) != 1) {
        return false;
    }
    SSL_set_accept_state(connection->ssl);
    return true;
}

static bool is_waiting(int why)
{
    return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE;
}

// ---- in and out -------------------------------------------------------------------------------

static bool is_passing(int error)
{
    return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

int stream_read(struct connection *connection, char *to, size_t size)
{
    if (connection->ssl != NULL) {
        ERR_clear_error();
        const int got = SSL_read(connection->ssl, to, (int)size);
        const int why = SSL_get_error(connection->ssl, got);
        connection->ssl_wants_write = why == SSL_ERROR_WANT_WRITE; // in the middle of a handshake
        return got > 0 ? got : is_waiting(why) ? 0 : -1;
    }
    const ssize_t got = recv(connection->fd, to, size, MSG_DONTWAIT);
    return got > 0 ? (int)got : got < 0 && is_passing(errno) ? 0 : -1;
}

static int send_some(struct connection *connection, const char *bytes, size_t size)
{
    if (connection->ssl != NULL) {
        ERR_clear_error();
        const int sent = SSL_write(connection->ssl, bytes, (int)size);
        return sent > 0 ? sent : is_waiting(SSL_get_error(connection->ssl, sent)) ? 0 : -1;
    }
    const ssize_t sent = send(connection->fd, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
    return sent >= 0 ? (int)sent : is_passing(errno) ? 0 : -1;
}

// As much as the socket takes; -1 when it is broken.
static int64_t send_all(struct connection *connection, const char *bytes, size_t size)
{
    size_t sent = 0;
    while (sent < size) {
        const int some = send_some(connection, bytes + sent, size - sent);
        if (some < 0) {
            return -1;
        }
        if (some == 0) {
            break;
        }
        sent += (size_t)some;
    }
    return (int64_t)sent;
}

bool stream_write(struct connection *connection, const char *bytes, size_t size)
{
    UTH_CHECK(connection->rest_size == 0 && !connection->shut);
    const int64_t sent = send_all(connection, bytes, size);
    if (sent < 0 || (size_t)sent == size) {
        return sent >= 0;
    }
    connection->rest_size = size - (size_t)sent;
    connection->rest_sent = 0;
    connection->rest = malloc(connection->rest_size);
    if (connection->rest == NULL) {
        connection->rest_size = 0;
        return false;
    }
    memcpy(connection->rest, bytes + sent, connection->rest_size);
    return true;
}

bool stream_flush(struct connection *connection)
{
    if (connection->rest_size == 0) {
        return true;
    }
    const int64_t sent = send_all(connection, connection->rest + connection->rest_sent,
                                  connection->rest_size - connection->rest_sent);
    if (sent < 0) {
        return false;
    }
    connection->rest_sent += (size_t)sent;
    if (connection->rest_sent == connection->rest_size) {
        free(connection->rest);
        connection->rest = NULL;
        connection->rest_size = connection->rest_sent = 0;
    }
    return true;
}

void stream_shut(struct connection *connection)
{
    if (connection->ssl != NULL) {
        ERR_clear_error();
        (void)SSL_shutdown(connection->ssl); // once: the client's own is not waited for
        ERR_clear_error();
    }
    (void)shutdown(connection->fd, SHUT_WR);
    connection->shut = true;
}
