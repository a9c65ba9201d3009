#include "wire/amount_words.h"

#include <inttypes.h>
#include <stdio.h>

const char *wire_grouped(uint64_t number, char text[WIRE_AMOUNT_MAX])
{
    char digits[24];
    size_t used = 0;
    const size_t length = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, number);
    for (size_t i = 0; i < length; i++) {
        if (i != 0 && (length - i) % 3 == 0) {
            text[used++] = ',';
        }
        text[used++] = digits[i];
    }
    text[used] = '\0';
    return text;
}

const char *wire_money_words(uth_money amount, char text[WIRE_AMOUNT_MAX])
{
    char dollars[WIRE_AMOUNT_MAX];
    const uint64_t all = amount.cents < 0 ? (uint64_t)-amount.cents : (uint64_t)amount.cents;
    const unsigned cents = (unsigned)(all % 100);
    const int used = snprintf(text, WIRE_AMOUNT_MAX, "%s$%.26s", amount.cents < 0 ? "-" : "",
                              wire_grouped(all / 100, dollars));
    if (cents != 0) {
        (void)snprintf(text + used, (size_t)(WIRE_AMOUNT_MAX - used), ".%02u", cents);
    }
    return text;
}

const char *wire_percent_words(uint32_t basis_points, char text[WIRE_AMOUNT_MAX])
{
    char whole[WIRE_AMOUNT_MAX];
    const unsigned rest = basis_points % 100;
    (void)wire_grouped(basis_points / 100, whole);
    if (rest == 0) {
        (void)snprintf(text, WIRE_AMOUNT_MAX, "%.26s%%", whole);
    } else if (rest % 10 == 0) {
        (void)snprintf(text, WIRE_AMOUNT_MAX, "%.26s.%u%%", whole, rest / 10);
    } else {
        (void)snprintf(text, WIRE_AMOUNT_MAX, "%.26s.%02u%%", whole, rest);
    }
    return text;
}
