// Rounds side by side: what every round does is done for a whole row of them, in loops that the
// compiler turns into vectors.
#ifndef SIM_WIDE_H
#define SIM_WIDE_H

#include "core/hand_many.h"

// Rounds in a row.
enum { LANES = HAND_ROW_LANES };

// Compiled three times where the machine may have wider vectors; the loader picks one, and the
// result is the same. gcc alone, and without a sanitizer, as EXACT_WIDE.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) &&                        \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(SIM_PLAIN)
#define SIM_WIDE __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define SIM_WIDE
#endif
// A part of what is compiled so.
#define SIM_PART static inline __attribute__((always_inline))

#endif
