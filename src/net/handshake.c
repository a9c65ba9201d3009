// From a request to a peer: RFC 6455 4.2.
#include "net/internal.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <string.h>

#include "net/text.h"

#define KEY_SIZE    24U // base64 of 16 bytes
#define ACCEPT_SIZE 28U // base64 of a SHA-1

static bool is_key(const char *key)
{
    return key != NULL && strlen(key) == KEY_SIZE && strcmp(key + KEY_SIZE - 2, "==") == 0 &&
           strspn(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") ==
               KEY_SIZE - 2;
}

static bool has(const char *list, const char *word)
{
    return list != NULL && text_list_has(list, word);
}

// 0, or the status to refuse with.
static int judge(const struct net *net, const struct head *head, enum net_refusal *why)
{
    const struct net_options *options = &net->options;
    const char *const protocols = head->fields[HEAD_WS_PROTOCOL];
    *why = NET_REFUSED_HANDSHAKE;
    if (options->on.open == NULL || strcmp(head->path, options->ws_path) != 0) {
        return 404;
    }
    if (head->method != NET_GET) {
        return 405;
    }
    *why = NET_REFUSED_ORIGIN;
    if (!text_origin_is_allowed(head->fields[NET_ORIGIN], head->fields[NET_HOST],
                                options->origin_allowed)) {
        return 403;
    }
    *why = NET_REFUSED_HANDSHAKE;
    if (head->version_1_0 || !has(head->fields[HEAD_UPGRADE], "websocket") ||
        !has(head->fields[HEAD_CONNECTION], "upgrade") || !is_key(head->fields[HEAD_WS_KEY])) {
        return 400;
    }
    if (head->fields[HEAD_WS_VERSION] == NULL || strcmp(head->fields[HEAD_WS_VERSION], "13") != 0) {
        return 426;
    }
    const bool known = options->ws_protocol != NULL && has(protocols, options->ws_protocol);
    return protocols != NULL && !known ? 400 : 0;
}

static bool program_accepts(struct connection *connection, struct net_request *request)
{
    struct net *net = connection->net;
    request->id = connection_rename(connection);
    connection->state = PEER;
    connection->opened = true;
    net->counters.peers++;
    if (net->options.on.open(net->options.context, request->id, request)) {
        return true;
    }
    // It was never open, so there is nothing to say of its end.
    peer_clear(connection);
    net->counters.peers--;
    connection->opened = false;
    connection->state = HEAD;
    return false;
}

// What proves that the handshake was understood: 4.2.2, 5.4.
static bool accept_of(const char *key, char accept[ACCEPT_SIZE + 1])
{
    char text[KEY_SIZE + 36 + 1];
    unsigned char hash[SHA_DIGEST_LENGTH];
    unsigned hash_size = 0;
    (void)snprintf(text, sizeof text, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    return EVP_Digest(text, strlen(text), hash, &hash_size, EVP_sha1(), NULL) == 1 &&
           EVP_EncodeBlock((unsigned char *)accept, hash, (int)hash_size) == (int)ACCEPT_SIZE;
}

static bool confirm(struct connection *connection, const struct head *head)
{
    char accept[ACCEPT_SIZE + 1];
    char *out = connection->net->out;
    const bool named = head->fields[HEAD_WS_PROTOCOL] != NULL;
    if (!accept_of(head->fields[HEAD_WS_KEY], accept)) {
        return false;
    }
    const int size =
        snprintf(out, WRITE_CHUNK,
                 "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n%s%s%s\r\n",
                 accept, named ? "Sec-WebSocket-Protocol: " : "",
                 named ? connection->net->options.ws_protocol : "", named ? "\r\n" : "");
    UTH_CHECK(size > 0 && (size_t)size < WRITE_CHUNK);
    return stream_write(connection, out, (size_t)size);
}

void become_peer(struct connection *connection, struct net_request *request,
                 const struct head *head)
{
    enum net_refusal why;
    int status = judge(connection->net, head, &why);
    if (status == 0 && !program_accepts(connection, request)) {
        status = 403;
    }
    if (status != 0) {
        http_refuse(connection, status, why);
        return;
    }
    connection->deadline = 0;
    connection->heard = connection->looked = net_now();
    connection->received_before = connection->received;
    const bool confirmed = confirm(connection, head);
    exchange_free(connection->exchange);
    connection->exchange = NULL;
    if (!confirmed) {
        connection_kill(connection);
    }
}
