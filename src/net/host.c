// Which names this server answers to. A page of another site can have its own name lead here, after
// the browser has loaded it from elsewhere, and then speak to us as if it were ours (DNS rebinding);
// what it cannot do is to have the browser send another name. An address in digits is no name that
// leads anywhere.
#include "net/internal.h"

#include <openssl/x509v3.h>
#include <string.h>
#include <strings.h>

#include "net/text.h"

static bool in_list(const char *list, const char *name)
{
    return list != NULL && text_list_has(list, name);
}

static bool is_address(const char *name)
{
    uint8_t bytes[16];
    return inet_pton(AF_INET, name, bytes) == 1 || inet_pton(AF_INET6, name, bytes) == 1;
}

static bool is_loopback(const char *name)
{
    uint8_t bytes[4];
    return strcasecmp(name, "localhost") == 0 || strcmp(name, "::1") == 0 ||
           (inet_pton(AF_INET, name, bytes) == 1 && bytes[0] == 127);
}

static bool is_of_origin(const char *origin, const char *name)
{
    char ours[HEAD_HOST_MAX];
    const char *const start = origin != NULL ? strstr(origin, "://") : NULL;
    return start != NULL && head_host(start + 3, ours) && strcasecmp(ours, name) == 0;
}

// A browser that came by TLS has found the name in the certificate already.
static bool is_certified(SSL_CTX *tls, const char *name)
{
    return tls != NULL &&
           X509_check_host(SSL_CTX_get0_certificate(tls), name, strlen(name), 0, NULL) == 1;
}

bool host_is_ours(const struct net *net, const char *host)
{
    const struct net_options *options = &net->options;
    char name[HEAD_HOST_MAX];
    return head_host(host, name) &&
           (is_loopback(name) || (net->any_address && is_address(name)) ||
            (options->host != NULL && strcasecmp(options->host, name) == 0) ||
            is_of_origin(options->origin_allowed, name) || is_certified(net->tls, name) ||
            in_list(options->hosts, name));
}
