/* What the parts of mending share. Private to the library. */
#ifndef VRMLINT_RUN_MEND_H
#define VRMLINT_RUN_MEND_H

#include "base/buf.h"
#include "edit/edit.h"
#include "run/guards.h"

/* Bytes that a round begins with, and what is found in them. */
struct mend_state {
    const unsigned char *bytes; /* in the arena */
    size_t size;
    struct vrmlint_report *report; /* what the policy reports; freed with the mending */
    struct vrmlint_report *all;    /* what guards fixes; the same report if the policy hides nothing */
};

/* Of one rule: how many places it was found at. */
struct mend_counts {
    size_t places[RULE_LIMIT];
};

struct mending {
    struct vrmlint_mended out; /* first, so that one converts to the other */
    struct arena *arena;
    struct vrmlint_policy *policy; /* a copy that asks for edits */
    struct vrmlint_policy guard;   /* for all that guards fixes; borrows from the policy */
    bool hides;                    /* the policy reports less than the guard, or at other severities */
    const char *path;
    unsigned classes;
    bool (*accepts)(void *context, const struct vrmlint_finding *finding); /* what is left as it is; or NULL */
    void *context;
    struct mend_state state;
    struct mend_counts first;   /* what the file had, and infos that came where errors were removed */
    bool allowed[RULE_LIMIT];   /* infos that come in this round where errors are removed */
    bool uncovered[RULE_LIMIT]; /* rules that what was mended so far may have uncovered */
    bool stays[RULE_LIMIT];     /* rules of which a round can't rely on the next to mend what it brings */
    struct vrmlint_report **reports;
    size_t report_count;
    size_t report_room;
    size_t try_count;                       /* states that were checked */
    struct guards_sorted sorted;            /* what guards fixes, */
    const struct vrmlint_report *sorted_of; /* of this report */
    bool gave_up;                           /* a check was too much for the limits of the run, or was stopped */
    struct vrmlint_report *stopped;         /* the report of the check that was stopped from outside, or NULL */
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

/* A try to mend some findings of the state's report. */
struct attempt {
    const struct vrmlint_finding **findings;
    size_t count;
    struct arena *arena; /* for the edits and the bytes; open as long as the attempt may be taken, or was */
    struct edits edits;  /* of all of them, settled */
    struct mend_state made;
    const struct vrmlint_rule *brings; /* what the file then has that it hadn't; NULL: nothing */
    bool reads;                        /* apps would read something that they may refuse for an error in it */
    const struct vrmlint_rule *info;   /* the same, but allowed, because errors are removed */
};

/* The index of a rule in the table. */
size_t mend_rule(const struct vrmlint_rule *rule);

void mend_count(const struct vrmlint_report *report, struct mend_counts *counts);

/*
 * Returns the worst finding of a rule that a report has more of than the file had, once an attempt is made; but for
 * notes that this or what was mended before uncovers, for what further rounds will mend, unless that is the end, and
 * for chores: what nothing refers to any more, and what further rounds would mend if the policy didn't leave out its
 * rule. attempt may be NULL, and so is the result if there is none.
 */
const struct vrmlint_finding *mend_brings(const struct mending *mending, const struct vrmlint_report *report,
                                          const struct attempt *attempt, bool is_end);

/* Finds what an attempt brings. If it removes errors, infos may come: they are noted for the other attempts of the
 * round, which may have them too. */
void mend_judge(struct mending *mending, struct attempt *attempt);

/* Lets what came in place of errors stay for good, as if the file had had it. */
void mend_allow(struct mending *mending);

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

/* How severe a finding is for what guards fixes, whatever the policy makes of it. */
enum vrmlint_severity mend_severity(struct mending *mending, const struct vrmlint_finding *finding);

/* Why the guards of the last state hold a finding of its report, or VRMLINT_LEFT_UNTRIED if they don't. */
enum vrmlint_left_reason mend_held(struct mending *mending, const struct guards *guards,
                                   const struct vrmlint_finding *finding);

/* Lines before and after of one fix, whose edits are settled. */
void mend_show(struct mending *mending, const char *text, size_t size, struct vrmlint_fixed *fixed);

/* Adds the edits of a round, settled, to the patch. */
void mend_add_patch(struct mending *mending, const char *text, size_t size, const struct edits *edits);

#endif
