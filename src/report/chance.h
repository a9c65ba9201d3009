// How likely a result is by chance: tails of the usual distributions.
#ifndef UTH_REPORT_CHANCE_H
#define UTH_REPORT_CHANCE_H

// P(X >= x) for a chi-square of so many degrees of freedom, and P(X <= x).
double chance_chi_square_above(double x, double freedom);
double chance_chi_square_below(double x, double freedom);

// P(X >= count) and P(X <= count) where `mean` are expected.
double chance_poisson_above(double count, double mean);
double chance_poisson_below(double count, double mean);

// P(|X| >= |z|) of a standard normal X.
double chance_normal_beyond(double z);

// How likely it is to be that far out on either side.
double chance_two_sided(double above, double below);

#endif
