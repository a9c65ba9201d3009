// Answers requests of standard input, one a line: the verb, a tab, the request. What the other bindings
// are compared with.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uth/json.h"

int main(void)
{
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *request = strchr(line, '\t');
        const size_t length = request == NULL ? 0 : strcspn(request + 1, "\n");
        if (request == NULL) {
            return EXIT_FAILURE;
        }
        *request = '\0';
        char *answer = uth_call(line, request + 1, length);
        if (answer == NULL || puts(answer) < 0) {
            return EXIT_FAILURE;
        }
        uth_free(answer);
    }
    return EXIT_SUCCESS;
}
