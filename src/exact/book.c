#include "book.h"

enum { UNIT_MAX = 1000 };

int64_t exact_common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

enum uth_status exact_book_open(struct book *book, const struct uth_odds *pays, unsigned count)
{
    *book = (struct book){.unit = 1};
    for (unsigned i = 0; i < count; i++) {
        if (pays[i].den == 0) {
            continue;
        }
        if (pays[i].num / pays[i].den > BOOK_PAY_MAX || pays[i].den > UNIT_MAX) {
            return UTH_ERR_TABLE_TOO_COSTLY;
        }
        book->unit = book->unit / exact_common_divisor(book->unit, pays[i].den) * pays[i].den;
        if (book->unit > UNIT_MAX) {
            return UTH_ERR_TABLE_TOO_COSTLY;
        }
    }
    return UTH_OK;
}

void exact_book_add(struct book *book, struct uth_odds pay, int64_t deals)
{
    const wide net = pay.den == 0 ? -book->unit : (wide)pay.num * book->unit / pay.den;
    book->deals += deals;
    book->hits += pay.den == 0 ? 0 : deals;
    book->sum += net * deals;
    book->squares += net * net * deals;
}

bool exact_ratio_of_wide(wide num, wide den, struct uth_ratio *ratio)
{
    wide a = num < 0 ? -num : num;
    wide b = den;
    while (b != 0) {
        const wide rest = a % b;
        a = b;
        b = rest;
    }
    if (den / a > INT64_MAX || num / a > INT64_MAX || num / a < -INT64_MAX) {
        return false;
    }
    *ratio = (struct uth_ratio){(int64_t)(num / a), (int64_t)(den / a)};
    return true;
}

// The square of the sum is never more than the product tried here.
enum uth_status exact_book_close(const struct book *book, struct uth_exact_side *side)
{
    wide scaled;
    struct uth_ratio edge;
    if (__builtin_mul_overflow(book->squares, (wide)book->deals, &scaled) ||
        !exact_ratio_of_wide(-book->sum, (wide)book->deals * book->unit, &edge)) {
        return UTH_ERR_TABLE_TOO_COSTLY;
    }
    const struct wide_ratio variance =
        exact_variance(book->sum, book->squares, book->deals, book->unit);
    side->house_edge = edge;
    side->hit_frequency = uth_ratio_of(book->hits, book->deals);
    exact_ratio_text(variance, side->variance);
    exact_ratio_decimal(variance, 10, side->variance_decimal);
    return UTH_OK;
}
