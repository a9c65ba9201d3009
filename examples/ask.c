// One function of libuth-json: the odds of a hand on the flop, and a refusal with its clause.
#include <stdio.h>
#include <string.h>

#include <uth/json.h>

static int ask(const char *verb, const char *request)
{
    char *answer = uth_call(verb, request, strlen(request));
    if (answer == NULL) {
        return 1;
    }
    (void)puts(answer);
    uth_free(answer);
    return 0;
}

int main(void)
{
    return ask("eval", "{\"cards\":\"Kh Kd 4c 4s Qd 2h 3c\"}") ||
           ask("odds", "{\"cards\":\"Ah Kd\",\"board\":\"2c 3c 4d 9h 9s\"}") ||
           ask("eval", "{\"cards\":\"As As Kd Qd Jd\"}");
}
