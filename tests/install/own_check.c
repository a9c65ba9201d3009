// A program's own uth_check_failed takes the place of the library's.
// prints: our own word
#include <stdio.h>
#include <stdlib.h>

#include <uth/uth.h>

_Noreturn void uth_check_failed(const char *expr, const char *file, int line)
{
    (void)expr;
    (void)file;
    (void)line;
    (void)puts("our own word");
    exit(1);
}

int main(void)
{
    const uth_card cards[2] = {0, 0};
    return uth_cards_from(cards, 2) != 0;
}
