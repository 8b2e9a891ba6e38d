/* Random numbers for rigs that tests make, the same for the same seed. */
#ifndef VRMLINT_TESTS_SIM_CHANCE_H
#define VRMLINT_TESTS_SIM_CHANCE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct chance {
    uint64_t state;
};

/* Returns a random number from 0 to 1. */
static inline double chance(struct chance *from)
{
    from->state = from->state * 6364136223846793005U + 1442695040888963407U;
    return (double)(from->state >> 33) / 2147483648.0;
}

static inline double between(struct chance *from, double low, double high)
{
    return low + chance(from) * (high - low);
}

/* Rounds a number to two significant digits, as people write numbers. */
static inline double two_digits(double number)
{
    char text[40];
    snprintf(text, sizeof text, "%.2g", number);
    return strtod(text, NULL);
}

#endif
