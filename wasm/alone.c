// What the library finds elsewhere on a machine with an operating system.
#include <stddef.h>
#include <stdint.h>

#include "uth/check.h"

// jansson's, in place of hashtable_seed.c, which asks for time and randomness. Nobody but the page itself
// asks here, so there is nobody to choose names that collide.
extern volatile uint32_t hashtable_seed;
volatile uint32_t hashtable_seed = 1;
void json_object_seed(size_t seed);
void json_object_seed(size_t seed)
{
    (void)seed;
}

// Debian's built-in functions of the compiler were themselves built to check their stack.
extern uintptr_t __stack_chk_guard;
uintptr_t __stack_chk_guard = 0x5a17;
_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail(void)
{
    __builtin_trap();
}

// The caller sees a RuntimeError, and makes a new instance.
_Noreturn void uth_check_failed(const char *expr, const char *file, int line)
{
    (void)expr;
    (void)file;
    (void)line;
    __builtin_trap();
}
