/* What must hold whatever the input is: says what doesn't, and ends the run. */
#ifndef VRMLINT_FUZZ_REQUIRE_H
#define VRMLINT_FUZZ_REQUIRE_H

#include <stdio.h>
#include <stdlib.h>

#define require(condition)                                                                                             \
    ((condition) ? (void)0 : (fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition), abort()))

#endif
