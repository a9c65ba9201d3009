// Exact fractions, and their decimals by long division.
#include "ratio.h"

static uwide common_divisor(uwide a, uwide b)
{
    while (b != 0) {
        const uwide rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

struct uth_ratio uth_ratio_of(int64_t num, int64_t den)
{
    UTH_CHECK(den > 0);
    const uint64_t size = num < 0 ? 0 - (uint64_t)num : (uint64_t)num;
    const int64_t common = (int64_t)common_divisor(size, (uint64_t)den);
    return (struct uth_ratio){.num = num / common, .den = den / common};
}

static size_t put_number(char *text, uwide number)
{
    char digits[40];
    size_t count = 0;
    do {
        digits[count++] = (char)('0' + (int)(number % 10));
        number /= 10;
    } while (number != 0);
    for (size_t i = 0; i < count; i++) {
        text[i] = digits[count - 1 - i];
    }
    return count;
}

static void put_fraction(char *text, bool negative, uwide num, uwide den)
{
    size_t at = 0;
    if (negative) {
        text[at++] = '-';
    }
    at += put_number(text + at, num);
    text[at++] = '/';
    at += put_number(text + at, den);
    text[at] = '\0';
}

// Rounded to the nearest, halves away from zero.
static void put_decimal(char *text, bool negative, uwide num, uwide den, unsigned digits)
{
    uwide scaled = num / den;
    uwide rest = num % den;
    uwide scale = 1;
    for (unsigned i = 0; i < digits; i++) {
        rest *= 10;
        scaled = scaled * 10 + rest / den;
        rest %= den;
        scale *= 10;
    }
    scaled += rest >= den - rest;
    size_t at = 0;
    if (negative && scaled != 0) {
        text[at++] = '-';
    }
    at += put_number(text + at, scaled / scale);
    if (digits > 0) {
        text[at++] = '.';
    }
    for (scaled %= scale; digits > 0; digits--) {
        scale /= 10;
        text[at++] = (char)('0' + (int)(scaled / scale));
        scaled %= scale;
    }
    text[at] = '\0';
}

void uth_ratio_text(struct uth_ratio ratio, char text[UTH_RATIO_TEXT_MAX])
{
    const uint64_t size = ratio.num < 0 ? 0 - (uint64_t)ratio.num : (uint64_t)ratio.num;
    put_fraction(text, ratio.num < 0, size, (uint64_t)ratio.den);
}

void uth_ratio_decimal(struct uth_ratio ratio, unsigned digits, char text[UTH_RATIO_TEXT_MAX])
{
    UTH_CHECK(ratio.den > 0 && digits <= 18);
    const uint64_t size = ratio.num < 0 ? 0 - (uint64_t)ratio.num : (uint64_t)ratio.num;
    put_decimal(text, ratio.num < 0, size, (uint64_t)ratio.den, digits);
}

struct uth_ratio uth_play_value(const struct uth_exact_play *play)
{
    return uth_ratio_of(play->value, UTH_EXACT_DEALS * play->unit);
}

struct uth_ratio uth_play_wagered(const struct uth_exact_play *play)
{
    return uth_ratio_of(play->wagered, UTH_EXACT_DEALS);
}

struct uth_ratio uth_play_risk(const struct uth_exact_play *play)
{
    return uth_ratio_of(-play->value, play->wagered * play->unit);
}

struct wide_ratio exact_variance(wide sum, wide squares, int64_t count, int64_t unit)
{
    const wide num = squares * count - sum * sum;
    const wide den = (wide)count * count * unit * unit;
    UTH_CHECK(num >= 0 && den > 0);
    const uwide common = common_divisor((uwide)num, (uwide)den);
    return (struct wide_ratio){(uwide)num / common, (uwide)den / common};
}

static struct wide_ratio variance_of(const struct uth_exact_play *play)
{
    wide squares = 0;
    for (size_t i = 0; i < play->outcome_count; i++) {
        const wide net = play->outcome[i].net;
        squares += net * net * play->outcome[i].deals;
    }
    return exact_variance(play->value, squares, UTH_EXACT_DEALS, play->unit);
}

void exact_ratio_text(struct wide_ratio ratio, char text[UTH_RATIO_TEXT_MAX])
{
    put_fraction(text, false, ratio.num, ratio.den);
}

void exact_ratio_decimal(struct wide_ratio ratio, unsigned digits, char text[UTH_RATIO_TEXT_MAX])
{
    put_decimal(text, false, ratio.num, ratio.den, digits);
}

void uth_play_variance(const struct uth_exact_play *play, char text[UTH_RATIO_TEXT_MAX])
{
    const struct wide_ratio variance = variance_of(play);
    put_fraction(text, false, variance.num, variance.den);
}

static uwide square_root(uwide square)
{
    uwide root = 0;
    for (uwide bit = (uwide)1 << 62; bit != 0; bit >>= 1) {
        if ((root + bit) * (root + bit) <= square) {
            root += bit;
        }
    }
    return root;
}

void uth_play_deviation(const struct uth_exact_play *play, char text[UTH_RATIO_TEXT_MAX])
{
    const struct wide_ratio variance = variance_of(play);
    // Twenty-four decimals of the variance make twelve of its root, two more than are shown.
    uwide scaled = variance.num / variance.den;
    uwide rest = variance.num % variance.den;
    uwide scale = 1;
    for (unsigned i = 0; i < 24; i++) {
        rest *= 10;
        scaled = scaled * 10 + rest / variance.den;
        rest %= variance.den;
        scale *= i % 2 == 0 ? 10 : 1;
    }
    put_decimal(text, false, square_root(scaled), scale, 10);
}
