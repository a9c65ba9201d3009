// Requests over loopback, one after another: on one connection, and beside it, as the baseline of the
// same run, on a connection each; plain and over TLS. The server is a process of its own on top of
// net. Times are the client's, and there is no distance: every round trip saved comes on top
// (latency.mjs).
#include <arpa/inet.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <netinet/tcp.h>

#include "net/net.h"

#define SECONDS   1.5
#define PAGE_SIZE 2048U
#define PATH_SIZE 128

static void die(const char *what)
{
    (void)fprintf(stderr, "bench_http: %s\n", what);
    exit(1);
}

// ---- a certificate ----------------------------------------------------------------------------

struct files {
    char directory[PATH_SIZE / 2];
    char cert[PATH_SIZE], key[PATH_SIZE];
};

static void make_certificate(struct files *files)
{
    (void)snprintf(files->directory, sizeof files->directory, "/tmp/uth-bench-http-XXXXXX");
    if (mkdtemp(files->directory) == NULL) {
        die("cannot make a directory");
    }
    (void)snprintf(files->cert, sizeof files->cert, "%s/cert.pem", files->directory);
    (void)snprintf(files->key, sizeof files->key, "%s/key.pem", files->directory);
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *cert = X509_new();
    FILE *cert_file = fopen(files->cert, "we");
    FILE *key_file = fopen(files->key, "we");
    if (key == NULL || cert == NULL || cert_file == NULL || key_file == NULL ||
        X509_gmtime_adj(X509_getm_notBefore(cert), 0) == NULL ||
        X509_gmtime_adj(X509_getm_notAfter(cert), 86400) == NULL ||
        X509_set_pubkey(cert, key) != 1 || X509_sign(cert, key, EVP_sha256()) == 0 ||
        PEM_write_X509(cert_file, cert) != 1 ||
        PEM_write_PrivateKey(key_file, key, NULL, NULL, 0, NULL, NULL) != 1) {
        die("cannot make a certificate");
    }
    (void)fclose(cert_file);
    (void)fclose(key_file);
    X509_free(cert);
    EVP_PKEY_free(key);
}

// ---- the server -------------------------------------------------------------------------------

static void requested(void *context, const struct net_request *request)
{
    static char page[PAGE_SIZE];
    struct net **net = context;
    (void)net_reply(*net, request->id,
                    &(struct net_response){
                        .status = 200, .body = page, .size = sizeof page, .static_body = true});
}

static void serve(int port_pipe, const struct files *files)
{
    static struct net *net;
    char why[256];
    const struct net_options options = {
        .cert = files != NULL ? files->cert : NULL,
        .key = files != NULL ? files->key : NULL,
        .requests_per_second = NET_UNLIMITED,
        .connections_per_address = NET_UNLIMITED,
        .context = &net,
        .on = {.request = requested},
    };
    net = net_open(&options, why, sizeof why);
    if (net == NULL) {
        die(why);
    }
    const uint16_t port = net_port(net);
    if (write(port_pipe, &port, sizeof port) != sizeof port) {
        die("cannot tell the port");
    }
    net_run(net);
    net_close(&net);
}

static pid_t start(const struct files *files, uint16_t *port)
{
    int ends[2];
    if (pipe(ends) != 0) {
        die("no pipe");
    }
    const pid_t child = fork();
    if (child == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        serve(ends[1], files);
        _exit(0);
    }
    if (child < 0 || read(ends[0], port, sizeof *port) != sizeof *port) {
        die("no server");
    }
    (void)close(ends[0]);
    (void)close(ends[1]);
    return child;
}

// ---- the client -------------------------------------------------------------------------------

struct client {
    int fd;
    SSL *ssl;
};

static struct client open_client(uint16_t port, SSL_CTX *tls)
{
    const struct sockaddr_in name = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct client client = {.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    const int yes = 1;
    (void)setsockopt(client.fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(client.fd, (const struct sockaddr *)&name, sizeof name) != 0) {
        die("cannot connect");
    }
    if (tls != NULL) {
        client.ssl = SSL_new(tls);
        if (client.ssl == NULL || SSL_set_fd(client.ssl, client.fd) != 1 ||
            SSL_connect(client.ssl) != 1) {
            die("no TLS");
        }
    }
    return client;
}

static void close_client(struct client *client)
{
    SSL_free(client->ssl);
    (void)close(client->fd);
}

static void ask(struct client *client)
{
    static const char request[] = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    char answer[PAGE_SIZE + 2048];
    const char *head = NULL;
    int got = 0;
    const int sent = client->ssl != NULL
                         ? SSL_write(client->ssl, request, (int)sizeof request - 1)
                         : (int)send(client->fd, request, sizeof request - 1, MSG_NOSIGNAL);
    if (sent != (int)sizeof request - 1) {
        die("cannot ask");
    }
    while (head == NULL || answer + got - head < (int)PAGE_SIZE + 4) {
        const int room = (int)sizeof answer - got;
        const int more = client->ssl != NULL ? SSL_read(client->ssl, answer + got, room)
                                             : (int)recv(client->fd, answer + got, (size_t)room, 0);
        if (more <= 0) {
            die("no answer");
        }
        got += more;
        head = memmem(answer, (size_t)got, "\r\n\r\n", 4);
    }
}

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// Requests a second.
static double measure(uint16_t port, SSL_CTX *tls, bool keeps)
{
    const double begun = now();
    double took = 0;
    unsigned count = 0;
    struct client client = {.fd = -1};
    while (took < SECONDS) {
        if (count == 0 || !keeps) {
            client = open_client(port, tls);
        }
        ask(&client);
        if (!keeps) {
            close_client(&client);
        }
        count++;
        took = now() - begun;
    }
    if (keeps) {
        close_client(&client);
    }
    return count / took;
}

static void compare(const char *what, const struct files *files)
{
    uint16_t port;
    SSL_CTX *tls = files != NULL ? SSL_CTX_new(TLS_client_method()) : NULL;
    const pid_t child = start(files, &port);
    const double each = measure(port, tls, false);
    const double kept = measure(port, tls, true);
    (void)printf("%-10s %8.0f requests/s on a connection each, %8.0f on one: %.1f x\n", what, each,
                 kept, kept / each);
    (void)kill(child, SIGTERM);
    (void)waitpid(child, NULL, 0);
    SSL_CTX_free(tls);
}

int main(void)
{
    struct files files;
    (void)signal(SIGPIPE, SIG_IGN);
    make_certificate(&files);
    compare("plain", NULL);
    compare("over TLS", &files);
    (void)unlink(files.cert);
    (void)unlink(files.key);
    (void)rmdir(files.directory);
    return 0;
}
