/* The output of vrmlint fix for one file. */
#ifndef VRMLINT_CLI_FIX_PRINT_H
#define VRMLINT_CLI_FIX_PRINT_H

#include <stdio.h>

#include "cli/baselines.h"
#include "cli/check_options.h"
#include "report/print.h"
#include "vrmlint.h"

struct fix_printing {
    enum vrmlint_language language;
    bool color;
    bool quiet;   /* nothing is printed for files without fixes */
    bool written; /* the fixes have been made, not only found */
    bool several; /* several files: each patch is on a line of its own, with the path */
    size_t width;
};

/* Prints the same, and the findings that were to be fixed but remain. */
void fix_print_text(FILE *out, const struct fix_printing *how, const struct vrmlint_outcome *outcome);

/* Prints the patch of all fixes, RFC 6902. */
void fix_print_patch(FILE *out, const struct fix_printing *how, const struct vrmlint_outcome *outcome);

/* Returns why a finding remains, as a clause. */
const char *fix_print_reason(struct words_room *room, enum vrmlint_language language, const struct vrmlint_left *left);

/* Initialize it with zero; free it in the end. Refers to the outcome, which must exist as long. */
struct fix_rest {
    struct vrmlint_report report; /* without findings that a baseline knows or that aren't shown */
    struct vrmlint_report whole;  /* the same with those that are less severe than what is shown: verdicts rest on it */
    struct shown room[3];
    bool fails; /* check would exit with status 1 */
};

/* Finds what remains in a file with a policy and path. known: whether a baseline knows a finding; or NULL. Returns
 * false if memory runs out. */
bool fix_rest_find(struct fix_rest *rest, const struct vrmlint_policy *policy, const char *path,
                   const struct vrmlint_outcome *outcome,
                   bool (*known)(void *context, const struct vrmlint_finding *finding), void *context);

/* Prints the findings, one per line, each with the reason if it was to be fixed and couldn't be. */
void fix_rest_print(FILE *out, const struct fix_printing *how, const struct fix_rest *rest,
                    const struct vrmlint_outcome *outcome);

/* Prints the fixes, then the remaining findings. */
void fix_rest_print_text(FILE *out, const struct fix_printing *how, const struct fix_rest *rest,
                         const struct vrmlint_outcome *outcome);

void fix_rest_free(struct fix_rest *rest);

#endif
