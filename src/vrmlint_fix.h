/*
 * vrmlint - fixing the findings of one file. A part of vrmlint.h, which includes it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VRMLINT_FIX_H
#define VRMLINT_FIX_H

#include <stdbool.h>
#include <stddef.h>

#include "vrmlint_policy.h"

#ifdef __GNUC__
#pragma GCC visibility push(default) /* the shared library exports what is declared here */
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* Lines of the JSON text before and after a fix. */
struct vrmlint_hunk {
    const char *pointer; /* the value that changes */
    size_t line;         /* number of the first line, from 1, in the text before the fix */
    const char *before;  /* whole lines, or the member if the text has no line breaks; "" for an insertion */
    const char *after;
};

/* One operation of a JSON patch (RFC 6902). It applies to the text that the operations before it produce. */
struct vrmlint_operation {
    const char *op;    /* "add", "replace", "remove", "move"; static */
    const char *path;  /* RFC 6901 */
    const char *from;  /* source of a "move"; otherwise NULL */
    const char *value; /* JSON without white space; NULL if the operation has no value */
};

/* A fixed finding. */
struct vrmlint_fixed {
    const struct vrmlint_finding *finding; /* as it was before the fix */
    size_t round;                          /* from 0; pointers refer to the text after all earlier rounds */
    const struct vrmlint_edit *edits;      /* sorted by pointer, including all indices that had to be renumbered */
    size_t edit_count;
    const struct vrmlint_hunk *hunks; /* in the order of the text */
    size_t hunk_count;
    const struct vrmlint_rule *adds; /* rule of an info that the fix adds while it removes an error; otherwise NULL */
};

/* Why a finding that was selected for fixing remains. */
enum vrmlint_left_reason {
    VRMLINT_LEFT_NO_EDIT,  /* no change of the JSON alone can fix it */
    VRMLINT_LEFT_NO_CURE,  /* its fix was tried, but the finding remained */
    VRMLINT_LEFT_ADDS,     /* its fix would add another finding */
    VRMLINT_LEFT_COLLIDES, /* its fix can't be applied, or not together with other fixes */
    VRMLINT_LEFT_UNTRIED,  /* not tried, because there were too many fixes to try */
    VRMLINT_LEFT_UNSURE,   /* another finding must be fixed first: the file may need what the fix would remove */
    VRMLINT_LEFT_READ,   /* an error must be fixed first: apps would read more, and may refuse the file because of it */
    VRMLINT_LEFT_HIDDEN, /* with all rules, the finding has another cause or isn't reported */
    VRMLINT_LEFT_CUT,    /* the container is cut off or damaged after the JSON, so no file can be written */
};
struct vrmlint_left {
    const struct vrmlint_finding *finding; /* a finding of the report "after" */
    enum vrmlint_left_reason reason;
    const struct vrmlint_rule *rule; /* of what the fix would add or what must be fixed first; NULL for other reasons */
};

/* The result of fixing one file. Owned by the caller. */
struct vrmlint_outcome {
    struct vrmlint_report *before;     /* if its error is set, all other members are empty */
    struct vrmlint_report *after;      /* same as before if nothing was fixed */
    const struct vrmlint_fixed *fixed; /* in the order of the fixes */
    size_t fixed_count;
    const struct vrmlint_left *left; /* by position in the file */
    size_t left_count;
    const struct vrmlint_operation *patch; /* all changes of the JSON as one patch */
    size_t patch_count;
    const unsigned char *original; /* the file before all fixes */
    size_t original_size;
    const unsigned char *bytes; /* the fixed file; NULL if nothing was fixed */
    size_t size;
};

/*
 * Fixes one file in memory: the findings under the policy whose fix class is in classes, a set of bits 1 << enum
 * vrmlint_fix. Fixes are applied in at most ten rounds; each round applies fixes that don't touch the same values. A
 * fix that adds a finding is reverted, unless it removes an error and adds only infos. The policy selects the findings
 * to fix; whether a fix does harm is judged with all rules that are on by default, without ignores. If
 * vrmlint_policy_stop() interrupts the run, nothing is fixed and before->error is "interrupted". Returns NULL only if
 * memory runs out.
 */
struct vrmlint_outcome *vrmlint_fix_path(const struct vrmlint_policy *policy, const char *path, unsigned classes);

/*
 * Fixes one file in the same way, except for findings for which accepts returns true. accepts may be NULL. It may be
 * called many times, also with findings of partly fixed versions of the file.
 */
struct vrmlint_outcome *vrmlint_fix_rest(const struct vrmlint_policy *policy, const char *path, unsigned classes,
                                         bool (*accepts)(void *context, const struct vrmlint_finding *finding),
                                         void *context);
void vrmlint_outcome_free(struct vrmlint_outcome *outcome);

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
