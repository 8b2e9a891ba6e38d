/* What the parts of fixing share. Private to the library. */
#ifndef VRMLINT_RUN_FIX_H
#define VRMLINT_RUN_FIX_H

#include "base/buf.h"
#include "edit/edit.h"
#include "run/guards.h"

/* Bytes that a round begins with, and what is found in them. */
struct fix_state {
    const unsigned char *bytes; /* in the arena */
    size_t size;
    struct vrmlint_report *report; /* what the policy reports; freed with the fixing */
    struct vrmlint_report *all;    /* what guards fixes; the same report if the policy hides nothing */
};

/* Of one rule: how many places it was found at. */
struct fix_counts {
    size_t places[RULE_LIMIT];
};

struct fixing {
    struct vrmlint_outcome out; /* first, so that one converts to the other */
    struct arena *arena;
    struct vrmlint_policy *policy; /* a copy that asks for edits */
    struct vrmlint_policy guard;   /* for all that guards fixes; borrows from the policy */
    bool hides;                    /* the policy reports less than the guard, or at other severities */
    const char *path;
    unsigned classes;
    bool (*accepts)(void *context, const struct vrmlint_finding *finding); /* what is left as it is; or NULL */
    void *context;
    struct fix_state state;
    struct fix_counts first;    /* what the file had, and infos that came where errors were removed */
    bool allowed[RULE_LIMIT];   /* infos that come in this round where errors are removed */
    bool uncovered[RULE_LIMIT]; /* rules that what was fixed so far may have uncovered */
    bool stays[RULE_LIMIT];     /* rules of which a round can't rely on the next to fix what it brings */
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

/* A try to fix some findings of the state's report. */
struct attempt {
    const struct vrmlint_finding **findings;
    size_t count;
    struct arena *arena; /* for the edits and the bytes; open as long as the attempt may be taken, or was */
    struct edits edits;  /* of all of them, settled */
    struct fix_state made;
    const struct vrmlint_rule *brings; /* what the file then has that it hadn't; NULL: nothing */
    bool reads;                        /* apps would read something that they may refuse for an error in it */
    const struct vrmlint_rule *info;   /* the same, but allowed, because errors are removed */
};

void fix_count(const struct vrmlint_report *report, struct fix_counts *counts);

/*
 * Returns the worst finding of a rule that a report has more of than the file had, once an attempt is made; but for
 * notes that this or what was fixed before uncovers, for what further rounds will fix, unless that is the end, and
 * for chores: what nothing refers to any more, and what further rounds would fix if the policy didn't leave out its
 * rule. attempt may be NULL, and so is the result if there is none.
 */
const struct vrmlint_finding *fix_brings(const struct fixing *fixing, const struct vrmlint_report *report,
                                         const struct attempt *attempt, bool is_end);

/* Finds what an attempt brings. If it removes errors, infos may come: they are noted for the other attempts of the
 * round, which may have them too. */
void fix_judge(struct fixing *fixing, struct attempt *attempt);

/* Lets what came in place of errors stay for good, as if the file had had it. */
void fix_allow(struct fixing *fixing);

/* Whether a finding is of a class that is to be fixed. */
bool fix_wants(const struct fixing *fixing, const struct vrmlint_finding *finding);

/* Notes that a finding isn't to be tried again with the same edits, and why; and what was noted of it last, or NULL. */
void fix_leave(struct fixing *fixing, const struct vrmlint_finding *finding, enum vrmlint_left_reason reason,
               const struct vrmlint_rule *brings);
const struct vrmlint_left *fix_left_before(const struct fixing *fixing, const struct vrmlint_finding *finding);

/* Sets, of RULE_LIMIT rules, those whose notes may come to light where a finding of one is fixed. */
void fix_uncover(const struct vrmlint_rule *fixed, bool *uncovered);

/* The findings of a round, in the order of the report: those with edits that don't collide with each other's. Room for
 * all of the report's in chosen. */
size_t fix_choose(struct fixing *fixing, const struct vrmlint_finding **chosen);

/* How severe a finding is for what guards fixes, whatever the policy makes of it. */
enum vrmlint_severity fix_severity(struct fixing *fixing, const struct vrmlint_finding *finding);

/* Why the guards of the last state hold a finding of its report, or VRMLINT_LEFT_UNTRIED if they don't. */
enum vrmlint_left_reason fix_held(struct fixing *fixing, const struct guards *guards,
                                  const struct vrmlint_finding *finding);

/* Lines before and after of one fix, whose edits are settled. */
void fix_show(struct fixing *fixing, const char *text, size_t size, struct vrmlint_fixed *fixed);

/* Adds the edits of a round, settled, to the patch. */
void fix_add_patch(struct fixing *fixing, const char *text, size_t size, const struct edits *edits);

#endif
