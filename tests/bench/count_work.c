/*
 * Prints the work (work.h) that files cause: count_work [--deep] FORMAT FILE... Each line has the work of the
 * check, the work of the report, the number of findings and the bytes of the report. With --deep, motion is
 * simulated and fixes are checked. With --fix in place of a format, lines have the work of making all fixes, 0, the
 * number of fixes and of findings left. With --simulate they have the work of reading springs and moving them, 0, the
 * number of joints, and 0.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "counted.h"

int main(int count, char **arguments)
{
    bool deep = count > 1 && strcmp(arguments[1], "--deep") == 0;
    int first = deep ? 2 : 1;
    if (count < first + 2) {
        fprintf(stderr, "count_work [--deep] FORMAT|--fix|--simulate FILE...\n");
        return 2;
    }
    bool fixes = strcmp(arguments[first], "--fix") == 0;
    bool moves = strcmp(arguments[first], "--simulate") == 0;
    struct counting how = {.format = fixes || moves ? "concise" : arguments[first], .simulates = deep, .fixes = deep};
    counting_begin(&how);
    for (int i = first + 1; i < count; i++) {
        struct counted counted = fixes   ? counted_fix(&how, arguments[i])
                                 : moves ? counted_simulation(arguments[i])
                                         : counted_file(&how, arguments[i]);
        printf("%" PRIu64 " %" PRIu64 " %zu %zu\n", counted.check, counted.print, counted.findings, counted.printed);
        fflush(stdout);
    }
    counting_end(&how);
    return 0;
}
