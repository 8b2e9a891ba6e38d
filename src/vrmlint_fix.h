/*
 * vrmlint - fixing what can be fixed of one file. A part of vrmlint.h, which includes it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VRMLINT_FIX_H
#define VRMLINT_FIX_H

#include <stdbool.h>
#include <stddef.h>

#include "vrmlint_policy.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lines of the JSON text before and after. */
struct vrmlint_hunk {
    const char *pointer; /* of the value that changes */
    size_t line;         /* of the first one, from 1, in the text that the fix was made in */
    const char *before;  /* whole lines, or in a text without lines the member; "" where there was nothing */
    const char *after;
};

/* A step of a JSON patch, RFC 6902. Each sees the text as those before it left it. */
struct vrmlint_operation {
    const char *op;    /* "add", "replace", "remove", "move"; static */
    const char *path;  /* RFC 6901 */
    const char *from;  /* of a move; else NULL */
    const char *value; /* JSON without white space; NULL where there is none */
};

/* A finding that was fixed. */
struct vrmlint_fixed {
    const struct vrmlint_finding *finding; /* as it was when it was fixed */
    size_t round;                          /* from 0: pointers are of the text after all rounds before it */
    const struct vrmlint_edit *edits;      /* with all that had to be renumbered, by pointer */
    size_t edit_count;
    const struct vrmlint_hunk *hunks; /* in the order of the text */
    size_t hunk_count;
    const struct vrmlint_rule *brings; /* an info that comes where this removes an error, or NULL */
};

/* Why a finding that was to be fixed is left. */
enum vrmlint_left_reason {
    VRMLINT_LEFT_NO_EDIT,  /* nothing in the JSON can fix it by itself */
    VRMLINT_LEFT_NO_CURE,  /* its change was made, and the finding stayed */
    VRMLINT_LEFT_BRINGS,   /* its change brings another finding */
    VRMLINT_LEFT_COLLIDES, /* its change can't be made, or not beside others */
    VRMLINT_LEFT_UNTRIED,  /* too much was to be tried */
    VRMLINT_LEFT_UNSURE,   /* it is too much only where no error is left that it may have to do with */
    VRMLINT_LEFT_READ,     /* apps would read an extension that still has errors, and may refuse the file */
    VRMLINT_LEFT_HIDDEN,   /* a rule that the policy leaves out finds another cause, or does not find this at all */
};
struct vrmlint_left {
    const struct vrmlint_finding *finding; /* of the report after */
    enum vrmlint_left_reason reason;
    const struct vrmlint_rule *brings; /* what it would bring, or NULL */
};

/* All about the fixing of one file. */
struct vrmlint_outcome {
    const struct vrmlint_report *before; /* with its trouble, if there was any: then nothing else is here */
    struct vrmlint_report *after;        /* the same report where nothing was fixed */
    const struct vrmlint_fixed *fixed;   /* in the order in which they were made */
    size_t fixed_count;
    const struct vrmlint_left *left; /* by position */
    size_t left_count;
    const struct vrmlint_operation *patch; /* all changes of the JSON as one */
    size_t patch_count;
    const unsigned char *original; /* the file as it was */
    size_t original_size;
    const unsigned char *bytes; /* the fixed file; NULL where nothing was fixed */
    size_t size;
};

/*
 * Fixes in memory what can be fixed of one file: findings under the policy whose fix class is in classes, a set of
 * bits 1 << enum vrmlint_fix. Fixes are made in rounds, at most ten, each of those that don't touch the same values;
 * one that brings a finding which the file hadn't is taken back, unless it removes an error and brings infos only. The
 * policy chooses what is fixed; whether a fix does harm is judged by all rules that are on by default, without ignores.
 * If the policy's vrmlint_policy_stop() ends it, there are no fixes, and before has the trouble "interrupted". NULL
 * only when memory is short.
 */
struct vrmlint_outcome *vrmlint_fix_path(const struct vrmlint_policy *policy, const char *path, unsigned classes);

/* The same but for findings that are accepted as they are: those for which accepts, if it isn't NULL, is true. It is
 * called again and again, also of findings of files that are fixed in part. */
struct vrmlint_outcome *vrmlint_fix_rest(const struct vrmlint_policy *policy, const char *path, unsigned classes,
                                         bool (*accepts)(void *context, const struct vrmlint_finding *finding),
                                         void *context);
void vrmlint_outcome_free(struct vrmlint_outcome *outcome);

#ifdef __cplusplus
}
#endif

#endif
