// What a client writes before anyone knows who it is: judged without a fault, and as the plain
// twins judge it.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "net/net.h"
#include "net/text.h"
#include "support/text_plain.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    // Exactly as many bytes as there are, so that one too many is seen.
    char *bytes = malloc(size > 0 ? size : 1);
    char *text = calloc(1, size + 2);
    UTH_CHECK(bytes != NULL && text != NULL);
    memcpy(bytes, data, size);
    memcpy(text, data, size);
    UTH_CHECK(text_is_utf8(bytes, size) == plain_is_utf8(bytes, size));
    UTH_CHECK(text_path_fits(bytes, size) == plain_path_fits(bytes, size));
    uint64_t length;
    if (text_length(text, &length)) {
        UTH_CHECK(strspn(text, "0123456789") == strlen(text));
        UTH_CHECK(length < UINT64_C(10000000000));
    }
    if (text_value_fits(text)) {
        UTH_CHECK(strpbrk(text, "\r\n") == NULL);
    }
    // The first string is an origin or a list, the second a host or a word of it.
    const char *second = text + strlen(text) + (strlen(text) < size);
    if (text_origin_fits(text, second, NULL)) {
        UTH_CHECK(strlen(text) == strlen(second) + (strncasecmp(text, "https", 5) == 0 ? 8U : 7U));
    }
    if (second[0] != '\0' && text_list_has(text, second)) {
        UTH_CHECK(strcasestr(text, second) != NULL);
    }
    const struct net_request request = {.query = text};
    const char *value = net_query(&request, "a");
    UTH_CHECK(value == NULL || (value > text && value[-1] == '='));
    free(bytes);
    free(text);
    return 0;
}
