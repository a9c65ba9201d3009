#include "serve/digests.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void digests_read(const char *path, struct digests *digests, char *why, size_t why_size)
{
    FILE *file = fopen(path, "rb");
    digests->text[0] = '\0';
    if (file == NULL) {
        (void)snprintf(why, why_size, "%.300s: %s", path, strerror(errno));
        return;
    }
    const size_t length = fread(digests->text, 1, sizeof digests->text - 1, file);
    (void)fclose(file);
    digests->text[length] = '\0';
    if (strncmp(digests->text, "uth selfcheck 1\n", 16) != 0) {
        digests->text[0] = '\0';
        (void)snprintf(why, why_size, "%.300s: not a record of digests", path);
    }
}

bool digests_name(const struct digests *digests, const char *part)
{
    char line[64];
    (void)snprintf(line, sizeof line, "\n%s ", part);
    return strstr(digests->text, line) != NULL;
}

bool digests_have(const struct digests *digests, const char *part, const char *hex)
{
    char line[128];
    (void)snprintf(line, sizeof line, "\n%s %s\n", part, hex);
    return strstr(digests->text, line) != NULL;
}
