#include "net/head.h"

#include <string.h>
#include <strings.h>

#include "net/text.h"

static const char *const field_names[HEAD_FIELD_COUNT] = {
    [NET_COOKIE] = "Cookie",
    [NET_ORIGIN] = "Origin",
    [NET_CONTENT_TYPE] = "Content-Type",
    [NET_HOST] = "Host",
    [NET_IF_NONE_MATCH] = "If-None-Match",
    [NET_ACCEPT_ENCODING] = "Accept-Encoding",
    [NET_AUTHORIZATION] = "Authorization",
    [NET_CSRF_TOKEN] = "X-CSRF-Token",
    [NET_IDEMPOTENCY_KEY] = "Idempotency-Key",
    [HEAD_CONTENT_LENGTH] = "Content-Length",
    [HEAD_TRANSFER_ENCODING] = "Transfer-Encoding",
    [HEAD_CONNECTION] = "Connection",
    [HEAD_UPGRADE] = "Upgrade",
    [HEAD_EXPECT] = "Expect",
    [HEAD_WS_KEY] = "Sec-WebSocket-Key",
    [HEAD_WS_VERSION] = "Sec-WebSocket-Version",
    [HEAD_WS_PROTOCOL] = "Sec-WebSocket-Protocol",
};

// A method begins at once: no empty line, blank or anything else comes before it. A line ends with
// both characters, always.
enum head_state head_find(const char *bytes, size_t size, size_t *end)
{
    if (size > 0 && (bytes[0] < 'A' || bytes[0] > 'Z')) {
        return HEAD_BAD;
    }
    const char *const stop = bytes + size;
    const char *line = bytes;
    for (const char *at; (at = memchr(line, '\n', (size_t)(stop - line))) != NULL; line = at + 1) {
        if (at == bytes || at[-1] != '\r') {
            return HEAD_BAD;
        }
        if (at - line == 1) {
            *end = (size_t)(at + 1 - bytes);
            return HEAD_WHOLE;
        }
    }
    return memchr(bytes, '\0', size) != NULL ? HEAD_BAD : HEAD_PART;
}

// ---- the request line -------------------------------------------------------------------------

static int hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

// Never needs to be written with a percent sign; whoever does so wants to get past somebody who
// looks for a name, such as a proxy that keeps a path to itself.
static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           strchr("-._~/", c) != NULL;
}

// Decodes in place what is written with percent signs. A character that could end a line or a text
// is none; `plain` says whether plain characters may be written so.
static bool decode(char *text, bool plain)
{
    char *to = text;
    for (const char *at = text; *at != '\0'; at++) {
        char c = *at;
        if (c == '%') {
            const int high = hex(at[1]);
            const int low = high < 0 ? -1 : hex(at[2]);
            if (low < 0) {
                return false;
            }
            c = (char)(high * 16 + low);
            at += 2;
            if ((unsigned char)c < 0x20 || c == 0x7f || (!plain && is_plain(c))) {
                return false;
            }
        }
        *to++ = c;
    }
    *to = '\0';
    return true;
}

// "a=1&b=2" becomes "a=1", "b=2" and an empty string, in place: where '&' stood, a zero. An empty
// part would end the list too soon, so it is left out. The last zero may overwrite the first letter
// of the version, which has been read by then.
static bool split_query(char *query)
{
    char *to = query;
    char *part = query;
    do {
        char *next = strchr(part, '&');
        if (next != NULL) {
            *next++ = '\0';
        }
        if (!decode(part, true)) {
            return false;
        }
        const size_t size = strlen(part);
        if (size > 0) {
            memmove(to, part, size + 1);
            to += size + 1;
        }
        part = next;
    } while (part != NULL);
    *to = '\0';
    return true;
}

static int read_target(char *target, char *end, struct head *head)
{
    for (const char *at = target; at < end; at++) {
        if (*at <= ' ' || *at > '~' || *at == '#') {
            return 400;
        }
    }
    char *query = strchr(target, '?');
    if (query != NULL) {
        *query++ = '\0';
    } else {
        query = end; // where a zero stands
    }
    if (!split_query(query) || !decode(target, false)) {
        return 400;
    }
    const size_t size = strlen(target);
    if (size > NET_PATH_MAX) {
        return 414;
    }
    head->path = target;
    head->query = query;
    return text_path_is_valid(target, size) ? 0 : 400;
}

static enum net_method method_of(const char *name)
{
    static const char *const methods[NET_METHOD_COUNT] = {
        [NET_GET] = "GET", [NET_HEAD] = "HEAD", [NET_POST] = "POST"};
    for (enum net_method method = 0; method < NET_METHOD_COUNT; method++) {
        if (strcmp(methods[method], name) == 0) {
            return method;
        }
    }
    return NET_METHOD_COUNT;
}

static int read_request_line(char *line, struct head *head)
{
    char *target = strchr(line, ' ');
    char *version = target != NULL ? strchr(target + 1, ' ') : NULL;
    if (version == NULL) {
        return 400;
    }
    *target++ = '\0';
    char *const end = version;
    *version++ = '\0';
    if (strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ-_") != strlen(line)) {
        return 400;
    }
    head->method = method_of(line);
    head->version_1_0 = strcmp(version, "HTTP/1.0") == 0;
    if (!head->version_1_0 && strcmp(version, "HTTP/1.1") != 0) {
        return 400;
    }
    const int fault = read_target(target, end, head);
    return fault != 0 ? fault : head->method == NET_METHOD_COUNT ? 405 : 0;
}

// ---- headers ----------------------------------------------------------------------------------

static bool is_name(const char *name, size_t size)
{
    static const char token[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "!#$%&'*+-.^_`|~";
    for (size_t i = 0; i < size; i++) {
        if (name[i] == '\0' || strchr(token, name[i]) == NULL) {
            return false;
        }
    }
    return size > 0;
}

static char *trim(char *value)
{
    value += strspn(value, " \t");
    size_t size = strlen(value);
    while (size > 0 && (value[size - 1] == ' ' || value[size - 1] == '\t')) {
        size--;
    }
    value[size] = '\0';
    return value;
}

// Cookies may be spread over several lines: they are put together behind the head. There is room:
// "; " between two of them is shorter than their names.
static void join_cookie(struct head *head, const char *more, char **spare)
{
    const char *const before = head->fields[NET_COOKIE];
    const size_t size = strlen(more) + 1;
    if (*spare != before + strlen(before) + 1) { // the second: the first is still where it came
        memcpy(*spare, before, strlen(before) + 1);
        head->fields[NET_COOKIE] = *spare;
        *spare += strlen(before) + 1;
    }
    memcpy(*spare - 1, "; ", 2);
    memcpy(*spare + 1, more, size);
    *spare += 1 + size;
}

// The name ends at its colon, without a blank; a line that begins with one continues nothing.
static int read_field(char *line, struct head *head, char **spare)
{
    char *const colon = strchr(line, ':');
    if (colon == NULL || !is_name(line, (size_t)(colon - line))) {
        return 400;
    }
    *colon = '\0';
    char *const value = trim(colon + 1);
    if (!text_value_is_valid(value)) {
        return 400;
    }
    for (unsigned field = 0; field < HEAD_FIELD_COUNT; field++) {
        if (strcasecmp(line, field_names[field]) != 0) {
            continue;
        }
        if (head->fields[field] == NULL) {
            head->fields[field] = value;
        } else if (field == NET_COOKIE) {
            join_cookie(head, value, spare);
        } else {
            return 400;
        }
    }
    return 0;
}

// A body has a length or is refused: what comes in chunks has two, for some.
static int read_length(struct head *head)
{
    const char *const length = head->fields[HEAD_CONTENT_LENGTH];
    if (head->fields[HEAD_TRANSFER_ENCODING] != NULL) {
        return 501;
    }
    if (length == NULL) {
        return head->method == NET_POST ? 411 : 0;
    }
    if (!text_length(length, &head->body_size)) {
        return 400;
    }
    return head->method != NET_POST && head->body_size > 0 ? 400 : 0;
}

bool head_host(const char *host, char name[HEAD_HOST_MAX])
{
    const bool bracket = host[0] == '[';
    const char *const start = host + bracket;
    const size_t size = strcspn(start, bracket ? "]" : ":");
    const char *rest = start + size;
    if (bracket && *rest++ != ']') {
        return false;
    }
    if (*rest == ':') {
        rest++;
        rest += strspn(rest, "0123456789");
    }
    if (size == 0 || size >= HEAD_HOST_MAX || *rest != '\0') {
        return false;
    }
    memcpy(name, start, size);
    name[size] = '\0';
    return true;
}

int head_read(char *text, size_t size, struct head *head)
{
    char *spare = text + size;
    int fault = 0;
    *head = (struct head){.method = NET_METHOD_COUNT};
    if (size < 4 || memcmp(text + size - 4, "\r\n\r\n", 4) != 0 ||
        memchr(text, '\0', size) != NULL) {
        return 400;
    }
    char *const last = text + size - 2; // the empty line
    for (char *line = text, *end; line < last; line = end + 2) {
        end = memchr(line, '\r', (size_t)(last - line));
        if (end == NULL || end == line || end[1] != '\n') {
            return 400;
        }
        *end = '\0';
        const int wrong =
            line == text ? read_request_line(line, head) : read_field(line, head, &spare);
        if (wrong == 400) {
            return 400;
        }
        fault = fault != 0 ? fault : wrong;
    }
    char name[HEAD_HOST_MAX];
    if (head->fields[NET_HOST] == NULL || !head_host(head->fields[NET_HOST], name)) {
        return 400;
    }
    const int length = read_length(head);
    return fault != 0 && length != 400 ? fault : length;
}
