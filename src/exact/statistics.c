#include "statistics.h"

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

enum uth_status exact_statistics_open(struct statistics *statistics, const struct uth_odds *pays,
                                      unsigned count)
{
    *statistics = (struct statistics){.unit = 1};
    for (unsigned i = 0; i < count; i++) {
        if (pays[i].den == 0) {
            continue;
        }
        if (pays[i].num / pays[i].den > STATISTICS_PAY_MAX || pays[i].den > UNIT_MAX) {
            return UTH_ERR_TABLE_TOO_COSTLY;
        }
        statistics->unit =
            statistics->unit / exact_common_divisor(statistics->unit, pays[i].den) * pays[i].den;
        if (statistics->unit > UNIT_MAX) {
            return UTH_ERR_TABLE_TOO_COSTLY;
        }
    }
    return UTH_OK;
}

void exact_statistics_add(struct statistics *statistics, struct uth_odds pay, int64_t deals)
{
    const wide net = pay.den == 0 ? -statistics->unit : (wide)pay.num * statistics->unit / pay.den;
    statistics->deals += deals;
    statistics->hits += pay.den == 0 ? 0 : deals;
    statistics->sum += net * deals;
    statistics->squares += net * net * deals;
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
enum uth_status exact_statistics_close(const struct statistics *statistics,
                                       struct uth_exact_side *side)
{
    wide scaled;
    struct uth_ratio edge;
    if (__builtin_mul_overflow(statistics->squares, (wide)statistics->deals, &scaled) ||
        !exact_ratio_of_wide(-statistics->sum, (wide)statistics->deals * statistics->unit, &edge)) {
        return UTH_ERR_TABLE_TOO_COSTLY;
    }
    const struct wide_ratio variance =
        exact_variance(statistics->sum, statistics->squares, statistics->deals, statistics->unit);
    side->house_edge = edge;
    side->hit_frequency = uth_ratio_of(statistics->hits, statistics->deals);
    exact_ratio_text(variance, side->variance);
    exact_ratio_decimal(variance, 10, side->variance_decimal);
    return UTH_OK;
}
