/* What vrmlint fix leaves in a file that it writes, reported as vrmlint check does. */
#ifndef VRMLINT_CLI_FIX_REST_H
#define VRMLINT_CLI_FIX_REST_H

#include <stdio.h>

#include "cli/baselines.h"
#include "cli/check_options.h"
#include "cli/fix_print.h"

/* Set to zero; freed in the end. Refers to the fixed file, which must live as long. */
struct fix_rest {
    struct vrmlint_report report; /* without what a baseline knows, and what isn't severe enough to be shown */
    struct shown room[3];
    bool fails; /* check would end with status 1 */
};

/*
 * Finds what is left of a file of a policy and path. known: the same for a finding that a baseline knows; or NULL.
 * False if memory is short.
 */
bool fix_rest_find(struct fix_rest *rest, const struct vrmlint_policy *policy, const char *path,
                   const struct vrmlint_outcome *outcome,
                   bool (*known)(void *context, const struct vrmlint_finding *finding), void *context);

/* Prints it, a line a finding, each with the reason if it was to be fixed and couldn't be. */
void fix_rest_print(FILE *out, const struct fix_printing *how, const struct fix_rest *rest,
                    const struct vrmlint_outcome *outcome);

/* Prints the fixes, then what is left. */
void fix_rest_print_text(FILE *out, const struct fix_printing *how, const struct fix_rest *rest,
                         const struct vrmlint_outcome *outcome);

void fix_rest_free(struct fix_rest *rest);

#endif
