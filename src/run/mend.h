/* What the parts of mending share. Private to the library. */
#ifndef VRMLINT_RUN_MEND_H
#define VRMLINT_RUN_MEND_H

#include "base/buf.h"
#include "edit/edit.h"
#include "run/policy.h"

/* Bytes that a round begins with, and what is found in them. */
struct mend_state {
    const unsigned char *bytes; /* in the arena */
    size_t size;
    struct vrmlint_report *report; /* freed with the mending */
};

/* Of one rule: how many places it was found at. */
struct mend_counts {
    size_t places[RULE_LIMIT];
};

struct mending {
    struct vrmlint_mended out; /* first, so that one converts to the other */
    struct arena *arena;
    struct vrmlint_policy *policy; /* a copy that asks for edits */
    const char *path;
    unsigned classes;
    bool (*accepts)(void *context, const struct vrmlint_finding *finding); /* what is left as it is; or NULL */
    void *context;
    struct mend_state state;
    struct mend_counts first;   /* what the file had */
    bool uncovered[RULE_LIMIT]; /* rules that what was mended so far may have uncovered */
    bool stays[RULE_LIMIT];     /* rules of which a round can't rely on the next to mend what it brings */
    struct vrmlint_report **reports;
    size_t report_count;
    size_t report_room;
    bool gave_up; /* a check was too much for the limits of the run */
    size_t round;
    struct vrmlint_fixed *fixed;
    size_t fixed_room;
    /* findings that aren't to be tried again, by their fingerprints, and why */
    struct vrmlint_left *left;
    size_t left_count;
    size_t left_of_before; /* of these, those that were noted before the last round was taken */
    size_t left_room;
    struct vrmlint_operation *patch;
    size_t patch_room;
};

/* Whether a finding is of a class that is to be mended. */
bool mend_wants(const struct mending *mending, const struct vrmlint_finding *finding);

/* Notes that a finding isn't to be tried again with the same edits, and why; and what was noted of it last, or NULL. */
void mend_leave(struct mending *mending, const struct vrmlint_finding *finding, enum vrmlint_left_reason reason,
                const struct vrmlint_rule *brings);
const struct vrmlint_left *mend_left_before(const struct mending *mending, const struct vrmlint_finding *finding);

/* Sets, of RULE_LIMIT rules, those whose notes may come to light where a finding of one is mended. */
void mend_uncover(const struct vrmlint_rule *mended, bool *uncovered);

/* The findings of a round, in the order of the report: those with edits that don't collide with each other's. Room for
 * all of the report's in chosen. */
size_t mend_choose(struct mending *mending, const struct vrmlint_finding **chosen);

/* Lines before and after of one fix, whose edits are settled. */
void mend_show(struct mending *mending, const char *text, size_t size, struct vrmlint_fixed *fixed);

/* Adds the edits of a round, settled, to the patch. */
void mend_add_patch(struct mending *mending, const char *text, size_t size, const struct edits *edits);

#endif
