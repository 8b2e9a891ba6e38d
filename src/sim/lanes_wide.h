/*
 * Compiles code once more for processors that have AVX2, whatever the rest is built for. FMA isn't used, because it
 * would give other bits. Such a file defines LANES_WIDE and has everything else, headers too, between
 * LANES_WIDE_BEGIN and LANES_WIDE_END. If these aren't defined there are no such processors, and the file stays
 * empty.
 */
#ifndef VRMLINT_SIM_LANES_WIDE_H
#define VRMLINT_SIM_LANES_WIDE_H

#include <stdbool.h>

#if defined __x86_64__
#if defined __clang__
#define LANES_WIDE_BEGIN _Pragma("clang attribute push(__attribute__((target(\"avx2\"))), apply_to = function)")
#define LANES_WIDE_END _Pragma("clang attribute pop")
#else
#define LANES_WIDE_BEGIN _Pragma("GCC push_options") _Pragma("GCC target(\"avx2\")")
#define LANES_WIDE_END _Pragma("GCC pop_options")
#endif
#endif

/* Whether this program and this processor support it. */
static inline bool lanes_can_be_wide(void)
{
#if defined LANES_WIDE_BEGIN
    return __builtin_cpu_supports("avx2") != 0;
#else
    return false;
#endif
}

#endif
