/* An arena for each test of a program: cmocka_unit_test_setup_teardown(test, fresh_arena, free_arena). */
#ifndef VRMLINT_TESTS_FRESH_ARENA_H
#define VRMLINT_TESTS_FRESH_ARENA_H

#include "base/arena.h"

extern struct arena *arena; /* of the running test */

int fresh_arena(void **state);
int free_arena(void **state);

#endif
