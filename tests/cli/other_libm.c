/*
 * Preloaded into a command: replaces functions of libm by ones that round differently, as those of other systems do.
 * A third of the results, always the same ones, are replaced by an adjacent number. 0 and 1, which every libm gets
 * right, are kept. See tests/cli/test_libm.py.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Finds a function. dlsym() returns an object pointer, so the address is copied. */
static void find(const char *name, void *function)
{
    void *symbol = dlsym(RTLD_NEXT, name);
    if (symbol == NULL) {
        abort();
    }
    memcpy(function, &symbol, sizeof symbol);
}

static double next_to(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bool stays = value == 0 || fabs(value) == 1 || (bits * UINT64_C(0x9E3779B97F4A7C15) >> 32) % 3 != 0;
    return stays ? value : nextafter(value, value > 0 ? HUGE_VAL : -HUGE_VAL);
}

#define OF_ONE(name)                                                                                                   \
    double name(double x)                                                                                              \
    {                                                                                                                  \
        double (*real)(double);                                                                                        \
        find(#name, &real);                                                                                            \
        return next_to(real(x));                                                                                       \
    }

#define OF_TWO(name)                                                                                                   \
    double name(double x, double y)                                                                                    \
    {                                                                                                                  \
        double (*real)(double, double);                                                                                \
        find(#name, &real);                                                                                            \
        return next_to(real(x, y));                                                                                    \
    }

OF_ONE(sin)
OF_ONE(cos)
OF_ONE(tan)
OF_ONE(asin)
OF_ONE(acos)
OF_ONE(atan)
OF_ONE(exp)
OF_ONE(log)
OF_TWO(atan2)
OF_TWO(pow)

/* Compilers replace sin() and cos() of the same number by a call of this. */
void sincos(double x, double *sine, double *cosine)
{
    *sine = sin(x);
    *cosine = cos(x);
}
