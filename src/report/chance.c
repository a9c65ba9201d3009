#include "report/chance.h"

#include <float.h>
#include <math.h>

#include "uth/check.h"

// The regularised incomplete gamma function, P(a, x) below and Q(a, x) = 1 - P above. The series
// converges fast where x is below a, the continued fraction where it is above; both take a few
// times sqrt(a) steps near a.
#define STEPS_MAX 1000000

// x^a e^-x / Gamma(a + 1), the common factor.
static double front(double a, double x)
{
    return exp(a * log(x) - x - lgamma(a + 1));
}

static double below_by_series(double a, double x)
{
    double term = 1;
    double sum = 1;
    for (int n = 1; n < STEPS_MAX && term > sum * DBL_EPSILON; n++) {
        term *= x / (a + n);
        sum += term;
    }
    return sum * front(a, x);
}

// Q(a, x) = front * a / (x + 1 - a - 1(1 - a) / (x + 3 - a - 2(2 - a) / (x + 5 - a - …))), worked
// out from the front by the method of Lentz.
static double above_by_fraction(double a, double x)
{
    double b = x + 1 - a;
    double c = 1 / DBL_MIN;
    double d = 1 / b;
    double value = d;
    for (int n = 1; n < STEPS_MAX; n++) {
        const double numerator = -n * (n - a);
        b += 2;
        d = numerator * d + b;
        d = 1 / (fabs(d) < DBL_MIN ? DBL_MIN : d);
        c = b + numerator / c;
        c = fabs(c) < DBL_MIN ? DBL_MIN : c;
        value *= c * d;
        if (fabs(c * d - 1) < DBL_EPSILON) {
            break;
        }
    }
    return value * a * front(a, x);
}

static double gamma_below(double a, double x)
{
    UTH_CHECK(a > 0 && x >= 0);
    return x <= 0 ? 0 : x < a + 1 ? below_by_series(a, x) : 1 - above_by_fraction(a, x);
}

static double gamma_above(double a, double x)
{
    UTH_CHECK(a > 0 && x >= 0);
    return x <= 0 ? 1 : x < a + 1 ? 1 - below_by_series(a, x) : above_by_fraction(a, x);
}

double chance_chi_square_above(double x, double freedom)
{
    return gamma_above(freedom / 2, x / 2);
}

double chance_chi_square_below(double x, double freedom)
{
    return gamma_below(freedom / 2, x / 2);
}

double chance_poisson_above(double count, double mean)
{
    return count < 1 ? 1 : gamma_below(count, mean);
}

double chance_poisson_below(double count, double mean)
{
    return gamma_above(count + 1, mean);
}

double chance_normal_beyond(double z)
{
    return erfc(fabs(z) / sqrt(2));
}

double chance_two_sided(double above, double below)
{
    const double smaller = above < below ? above : below;
    return smaller < 0.5 ? 2 * smaller : 1;
}
