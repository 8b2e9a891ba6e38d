/*
 * Measures the stages of checking one file: profile FILE [ROUNDS] prints the processor microseconds of each
 * stage, the median of all rounds: reading with the scan of the whole text, the trees and views, evaluating the
 * schemas, the rules, the simulation, and the rest of a whole check (places, names, order). All in one process,
 * so start-up isn't included.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "checks/causes/causes.h"
#include "run/policy.h"

enum { ROUNDS = 51, ROUNDS_MAX = 1001 };

enum stage { READING, VIEWS, EVALUATING, RULES, SIMULATION, FINISHING, WHOLE, STAGES };

static const char *const names[STAGES] = {
    "reading and scanning the text", "trees and views", "evaluating schemas", "rules", "simulation",
    "places, names and order",       "a whole check",
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Returns the time since *at, and sets *at to now. */
static double lap(double *at)
{
    double before = *at;
    *at = now();
    return *at - before;
}

/* Runs one check in stages. Stages that are run twice for measuring also report twice, which has no effect. */
static void run(const char *path, const struct vrmlint_policy *policy, double *spent)
{
    struct os_error error;
    struct arena *arena = arena_new();
    struct os_file *file = os_open(path, &error);
    if (arena == NULL || file == NULL) {
        fprintf(stderr, "profile: %s can't be read\n", path);
        exit(1);
    }
    double at = now();
    struct findings *findings = findings_new(arena, policy->severities, policy->own);
    struct bytes bytes = {.file = file, .size = os_size(file)};
    struct document *document = document_new(arena, findings, path, bytes);
    bool read = document_read(document, &error) && document->readable;
    spent[READING] = lap(&at);
    if (!read) {
        fprintf(stderr, "profile: there is no avatar in %s\n", path);
        exit(1);
    }
    struct check check = {.arena = arena, .findings = findings, .avatar = avatar_read(document)};
    spent[VIEWS] = lap(&at);
    check_schemas(&check);
    spent[EVALUATING] = lap(&at);
    checks_run(&check);
    causes_apply(&check);
    spent[RULES] = lap(&at) - spent[EVALUATING];
    check.thresholds = &policy->thresholds;
    check_simulation(&check);
    spent[SIMULATION] = lap(&at);
    document_close(document);
    os_close(file);
    arena_free(arena);
}

int main(int argc, char **argv)
{
    static double spent[STAGES][ROUNDS_MAX];
    unsigned long rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : ROUNDS;
    if (argc < 2 || rounds == 0 || rounds > ROUNDS_MAX) {
        fputs("usage: profile FILE [ROUNDS]\n", stderr);
        return 2;
    }
    for (size_t i = 0; i < rounds; i++) {
        struct vrmlint_policy *policy = vrmlint_policy_new();
        if (policy == NULL) {
            return 1;
        }
        double stages[STAGES] = {0};
        run(argv[1], policy, stages);
        double at = now();
        vrmlint_report_free(vrmlint_check_path(policy, argv[1]));
        stages[WHOLE] = lap(&at);
        stages[FINISHING] = stages[WHOLE];
        for (size_t stage = 0; stage < FINISHING; stage++) {
            stages[FINISHING] -= stages[stage];
        }
        for (size_t stage = 0; stage < STAGES; stage++) {
            spent[stage][i] = stages[stage];
        }
        vrmlint_policy_free(policy);
    }
    for (size_t stage = 0; stage < STAGES; stage++) {
        qsort(spent[stage], rounds, sizeof *spent[stage], compare);
        printf("%-30s %10.0f us\n", names[stage], spent[stage][rounds / 2]);
    }
    return 0;
}
