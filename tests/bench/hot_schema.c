/*
 * Measures checking one instance against one of our schemas, with both in memory: hot_schema SCHEMA INSTANCE.json
 * LOOPS prints the microseconds of one evaluation, in the fastest and in the median of 20 windows.
 */
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

/* Counts failures, which checks request too. */
static void fail(void *context, const struct schema_failure *failure)
{
    (void)failure;
    ++*(unsigned long *)context;
}

/* Reads a JSON file. Returns NULL if it is missing or isn't JSON. */
static const struct tree *load(struct arena *arena, const char *path)
{
    FILE *file = fopen(path, "rb");
    struct buf text = BUF_INIT(arena);
    char part[4096];
    for (size_t got = 1; file != NULL && got > 0;) {
        got = fread(part, 1, sizeof part, file);
        buf_add(&text, part, got);
    }
    if (file == NULL || fclose(file) != 0) {
        return NULL;
    }
    struct scan_result scan = scan_text(arena, buf_text(&text), text.length, 1, NULL);
    return scan.status == SCAN_OK ? tree_load(tree_pool_new(arena), text.text, scan.root) : NULL;
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    const struct tree *value = argc == 4 && arena != NULL ? load(arena, argv[2]) : NULL;
    if (value == NULL) {
        arena_free(arena);
        fputs("usage: hot_schema SCHEMA INSTANCE.json LOOPS\n", stderr);
        return 2;
    }
    const struct schema *schema = embedded_schema(argv[1]);
    unsigned long loops = strtoul(argv[3], NULL, 10) / WINDOWS + 1;
    unsigned long failures = 0;
    double windows[WINDOWS];
    struct schema_evaluation how = {.arena = arena, .fail = fail, .context = &failures};
    for (int window = 0; window < WINDOWS; window++) {
        double begin = now();
        for (unsigned long i = 0; i < loops; i++) {
            schema_evaluate(schema, value, &how);
        }
        windows[window] = (now() - begin) / (double)loops;
    }
    qsort(windows, WINDOWS, sizeof *windows, compare);
    printf("%.3f %.3f %lu\n", windows[0] * 1e6, windows[WINDOWS / 2] * 1e6, failures);
    arena_free(arena);
    return 0;
}
