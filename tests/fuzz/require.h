/* Prints a condition that is false, and ends the run. Used for conditions that must hold for every input. */
#ifndef VRMLINT_FUZZ_REQUIRE_H
#define VRMLINT_FUZZ_REQUIRE_H

#include <stdio.h>
#include <stdlib.h>

#define require(condition)                                                                                             \
    ((condition) ? (void)0 : (fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition), abort()))

#endif
