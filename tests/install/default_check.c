// A program without an uth_check_failed of its own stops in the library's.
// prints: check failed:
#include <uth/uth.h>

int main(void)
{
    const uth_card cards[2] = {0, 0};
    return uth_cards_from(cards, 2) != 0; // the same card twice is our own mistake
}
