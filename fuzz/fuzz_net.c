// What a client writes before anyone knows who it is: judged without a fault, and as the plain
// twins judge it.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "net/frame.h"
#include "net/head.h"
#include "net/net.h"
#include "net/text.h"
#include "support/text_plain.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// A head that is taken has one length, one host and lines that end as they should; and so it is taken
// only when all of it is there.
static void read_head(const uint8_t *data, size_t size)
{
    size_t end = 0;
    const enum head_state state = head_find((const char *)data, size, &end);
    UTH_CHECK(state == HEAD_PART || (size > 0 && (state == HEAD_BAD || end <= size)));
    if (state != HEAD_WHOLE) {
        return;
    }
    size_t less = 0;
    UTH_CHECK(head_find((const char *)data, end - 1, &less) == HEAD_PART ||
              memchr(data, '\0', end) != NULL);
    UTH_CHECK(memcmp(data + end - 4, "\r\n\r\n", 4) == 0);
    struct head head;
    char *text = malloc(2 * end);
    UTH_CHECK(text != NULL);
    memcpy(text, data, end);
    if (head_read(text, end, &head) == 0) {
        char host[HEAD_HOST_MAX];
        UTH_CHECK(head.method < NET_METHOD_COUNT && head.fields[HEAD_TRANSFER_ENCODING] == NULL);
        UTH_CHECK(plain_path_is_valid(head.path, strlen(head.path)));
        UTH_CHECK(head_host(head.fields[NET_HOST], host));
        UTH_CHECK(head.body_size == 0 || head.method == NET_POST);
        const struct net_request request = {.query = head.query};
        (void)net_query(&request, "a");
        for (unsigned i = 0; i < HEAD_FIELD_COUNT; i++) {
            UTH_CHECK(head.fields[i] == NULL || text_value_is_valid(head.fields[i]));
        }
        for (size_t i = 0; i < end; i++) { // no line end but whole ones
            UTH_CHECK(data[i] != '\n' || data[i - 1] == '\r');
            UTH_CHECK(data[i] != '\r' || data[i + 1] == '\n');
        }
    }
    free(text);
}

static void read_frame(char *bytes, size_t size)
{
    struct frame frame;
    if (frame_read(bytes, size, &frame) != FRAME_WHOLE) {
        return;
    }
    UTH_CHECK((bytes[1] & 0x80) != 0 && frame.head <= size);
    UTH_CHECK(frame.kind < FRAME_CLOSE || (frame.final && frame.size < 126));
    if (frame.size <= size - frame.head) {
        char *const payload = bytes + frame.head;
        const char first = frame.size > 0 ? payload[0] : 0;
        frame_unmask(&frame, payload);
        UTH_CHECK(frame.size == 0 || payload[0] == (char)(first ^ (char)frame.mask[0]));
        const uint16_t code = frame_close_code(payload, (size_t)frame.size);
        UTH_CHECK(code >= 1000 && code < 5000);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    // Exactly as many bytes as there are, so that one too many is seen.
    char *bytes = malloc(size > 0 ? size : 1);
    char *text = calloc(1, size + 2);
    UTH_CHECK(bytes != NULL && text != NULL);
    memcpy(bytes, data, size);
    memcpy(text, data, size);
    UTH_CHECK(text_is_utf8(bytes, size) == plain_is_utf8(bytes, size));
    UTH_CHECK(text_path_is_valid(bytes, size) == plain_path_is_valid(bytes, size));
    uint64_t length;
    if (text_length(text, &length)) {
        UTH_CHECK(strspn(text, "0123456789") == strlen(text));
        UTH_CHECK(length < UINT64_C(10000000000));
    }
    if (text_value_is_valid(text)) {
        UTH_CHECK(strpbrk(text, "\r\n") == NULL);
    }
    // The first string is an origin or a list, the second a host or a word of it.
    const char *second = text + strlen(text) + (strlen(text) < size);
    if (text_origin_is_allowed(text, second, NULL)) {
        UTH_CHECK(strlen(text) == strlen(second) + (strncasecmp(text, "https", 5) == 0 ? 8U : 7U));
    }
    if (second[0] != '\0' && text_list_has(text, second)) {
        UTH_CHECK(strcasestr(text, second) != NULL);
    }
    const struct net_request request = {.query = text};
    const char *value = net_query(&request, "a");
    UTH_CHECK(value == NULL || (value > text && value[-1] == '='));
    read_head(data, size);
    read_frame(bytes, size);
    free(bytes);
    free(text);
    return 0;
}
