/*
 * What checking one instance against one of our schemas takes once both are in memory: hot_schema SCHEMA INSTANCE.json
 * LOOPS prints the microseconds of one evaluation, the best and the middle one of 20 windows.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "schema/embedded.h"

enum { WINDOWS = 20 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

/* With failures reported, as checks want it. */
static void fail(void *context, const struct schema_failure *failure)
{
    (void)failure;
    ++*(unsigned long *)context;
}

int main(int argc, char **argv)
{
    json_t *value = argc == 4 ? json_load_file(argv[2], 0, NULL) : NULL;
    if (value == NULL) {
        fputs("usage: hot_schema SCHEMA INSTANCE.json LOOPS\n", stderr);
        return 2;
    }
    const struct schema *schema = embedded_schema(argv[1]);
    unsigned long loops = strtoul(argv[3], NULL, 10) / WINDOWS + 1;
    unsigned long failures = 0;
    double windows[WINDOWS];
    struct schema_evaluation how = {.arena = arena_new(), .fail = fail, .context = &failures};
    for (int window = 0; window < WINDOWS; window++) {
        double begin = now();
        for (unsigned long i = 0; i < loops; i++) {
            schema_evaluate(schema, value, &how);
        }
        windows[window] = (now() - begin) / (double)loops;
    }
    qsort(windows, WINDOWS, sizeof *windows, compare);
    printf("%.3f %.3f %lu\n", windows[0] * 1e6, windows[WINDOWS / 2] * 1e6, failures);
    arena_free(how.arena);
    json_decref(value);
    return 0;
}
