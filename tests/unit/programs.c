/*
 * The tests of all modules in one program: test_programs NAME runs tests/test_NAME.c. Meson generates the list in
 * programs.h. A program with only some of the tests defines TEST_PROGRAMS itself.
 */
#include <stdio.h>
#include <string.h>

#ifndef TEST_PROGRAMS
#include "programs.h"
#endif

#define DECLARE(name) int main_##name(void);
TEST_PROGRAMS(DECLARE)

int main(int argc, char **argv)
{
#define PROGRAM(name) {#name, main_##name},
    static const struct {
        const char *name;
        int (*run)(void);
    } programs[] = {TEST_PROGRAMS(PROGRAM)};
    for (size_t i = 0; argc == 2 && i < sizeof programs / sizeof *programs; i++) {
        if (strcmp(programs[i].name, argv[1]) == 0) {
            return programs[i].run();
        }
    }
    fprintf(stderr, "usage: test_programs NAME, the NAME of a file tests/test_NAME.c\n");
    return 2;
}
