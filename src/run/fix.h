/* Declarations shared by the parts of fixing. Private to the library. */
#ifndef VRMLINT_RUN_FIX_H
#define VRMLINT_RUN_FIX_H

#include "base/buf.h"
#include "base/text_map.h"
#include "edit/edit.h"
#include "gltf/glb.h"
#include "run/guards.h"

/* The bytes that a round begins with, and the findings in them. */
struct fix_state {
    const unsigned char *bytes; /* in the arena */
    size_t size;
    struct vrmlint_report *report; /* findings under the policy; freed with the fixing */
    struct vrmlint_report *all;    /* findings that guard fixes; the same report if the policy hides nothing */
};

/* The number of places at which each rule was found. */
struct fix_counts {
    size_t places[RULE_LIMIT];
};

struct fixing {
    struct vrmlint_outcome out; /* first, so that one converts to the other */
    struct arena *arena;
    struct vrmlint_policy *policy; /* a copy that asks for edits */
    struct vrmlint_policy guard;   /* reports all that guards fixes; borrows from the policy */
    bool hides;                    /* the policy reports less than the guard, or at other severities */
    const char *path;
    unsigned classes;
    bool (*accepts)(void *context, const struct vrmlint_finding *finding); /* whether a finding is left; or NULL */
    void *context;
    struct fix_state state;
    struct fix_counts first;    /* of the original file, plus infos accepted for removed errors */
    bool allowed[RULE_LIMIT];   /* infos that this round may add because it removes errors */
    bool uncovered[RULE_LIMIT]; /* rules whose findings earlier fixes may have uncovered */
    bool stays[RULE_LIMIT];     /* rules whose added findings the next rounds can't be relied on to fix */
    struct vrmlint_report **reports;
    size_t report_count;
    size_t report_room;
    size_t try_count;                       /* states that were checked */
    size_t round_count;                     /* rounds that were done, also those of a start that was given up */
    struct guards_sorted sorted;            /* findings that guard fixes */
    const struct vrmlint_report *sorted_of; /* the report that they are from */
    bool is_cut;                            /* the container can't be written */
    bool gave_up;                           /* a check took too much memory, or was stopped */
    struct vrmlint_report *stopped; /* the report of the check that was stopped, or ended by the time limit; or NULL */
    size_t round;
    struct vrmlint_fixed *fixed;
    size_t fixed_room;
    /* findings, by fingerprint, that must not be tried again, and why */
    struct vrmlint_left *left;
    size_t left_count;
    size_t left_of_before; /* how many of these were recorded before the last round ended */
    size_t left_room;
    struct text_map left_by; /* the numbers of the last records in `left`, by fingerprint */
    struct vrmlint_operation *patch;
};

/* An attempt to fix some findings of the state's report. */
struct attempt {
    const struct vrmlint_finding **findings;
    size_t count;
    struct arena *arena;       /* for the edits and bytes; open while the attempt may be, or was, accepted */
    bool holds;                /* the attempt was made, does no harm, and fixes its findings */
    struct edits edits;        /* of all findings, settled */
    struct edit_places places; /* of these edits */
    struct fix_state made;
    const struct vrmlint_rule *adds;  /* a rule of which the result has more findings than the file; NULL: none */
    bool adds_info;                   /* what it adds is at most an info */
    const struct vrmlint_rule *reads; /* an error because of which apps may refuse what they would read; NULL: none */
    const struct vrmlint_rule *info;  /* an added info, allowed because errors are removed; NULL: none */
};

/* Counts the places that a report has findings at, for each rule; fix_count_more() adds to what is counted already. */
void fix_count(const struct vrmlint_report *report, struct fix_counts *counts);
void fix_count_more(const struct vrmlint_report *report, struct fix_counts *counts);

/*
 * Lists the findings of rules that a report has more of than the original file, and returns their number. added has
 * room for all findings of the report. Leaves out: notes that this attempt or earlier fixes uncover; findings that
 * further rounds will fix, unless is_end; and chores, which are unused objects and findings that further rounds would
 * fix if the policy didn't switch off their rule. attempt may be NULL.
 */
size_t fix_added_findings(const struct fixing *fixing, const struct vrmlint_report *report,
                          const struct attempt *attempt, bool is_end, const struct vrmlint_finding **added);

/* Returns the worst of these findings, or NULL. */
const struct vrmlint_finding *fix_added_finding(const struct fixing *fixing, const struct vrmlint_report *report,
                                                const struct attempt *attempt, bool is_end);

/* Determines what harm an attempt does. If it removes errors, it may add infos: they are recorded, and allowed for
 * the other attempts of the round too. */
void fix_judge(struct fixing *fixing, struct attempt *attempt);

/* Accepts for good the infos that were added with removed errors, as if the original file had had them. */
void fix_allow(struct fixing *fixing);

/* Whether a finding is of a class that is to be fixed, and isn't to be left as it is. */
bool fix_wants(const struct fixing *fixing, const struct vrmlint_finding *finding);

/* Records that a finding must not be tried again with the same edits, and why. fix_left_before() returns the last
 * such record of a finding, or NULL. */
void fix_leave(struct fixing *fixing, const struct vrmlint_finding *finding, enum vrmlint_left_reason reason,
               const struct vrmlint_rule *rule);
const struct vrmlint_left *fix_left_before(const struct fixing *fixing, const struct vrmlint_finding *finding);

/* Removes these records from one up to, and without, another. */
void fix_forget(struct fixing *fixing, size_t from, size_t to);

/* Marks the rules (of RULE_LIMIT) whose notes may be uncovered when a finding of the fixed rule is fixed. */
void fix_uncover(const struct vrmlint_rule *fixed, bool *uncovered);

/* Chooses the findings of a round, in the order of the report: those whose edits don't collide with each other's.
 * chosen has room for all findings of the report. Returns their number. */
size_t fix_choose(struct fixing *fixing, const struct vrmlint_finding **chosen);

/* Returns how severe a finding is for the guards, whatever severity the policy sets. */
enum vrmlint_severity fix_severity(struct fixing *fixing, const struct vrmlint_finding *finding);

/* Returns why the guards of the last state hold back a finding of its report; VRMLINT_LEFT_UNTRIED if they don't. */
struct vrmlint_left fix_held(struct fixing *fixing, const struct guards *guards, const struct vrmlint_finding *finding);

/* Fills in the lines before and after one fix, whose edits are settled and have these places. */
void fix_show(struct fixing *fixing, struct arena *scratch, const struct edit_places *places,
              struct vrmlint_fixed *fixed);

/* Adds the settled edits of a round, which have these places in a container's text, to the patch. */
void fix_add_patch(struct fixing *fixing, const struct container *container, const struct edits *edits,
                   const struct edit_places *places);

struct blame {
    bool is_sure;                    /* the fix does harm whatever else is fixed; reason and rule say which */
    enum vrmlint_left_reason reason; /* VRMLINT_LEFT_ADDS or VRMLINT_LEFT_READ */
    const struct vrmlint_rule *rule;
    bool is_near;  /* the fix is one of several that are near an added finding */
    bool is_first; /* the first of these */
    bool waits;    /* for the caller: the fix isn't made in this round */
};

/*
 * Blames the fixes of an attempt that was made and did harm: those with which apps read more while errors remain; if
 * there are none, those near the findings that it added. Returns a blame for each finding of the attempt, in its arena.
 * Takes n log n time in the findings and edits.
 */
struct blame *fix_blame(struct fixing *fixing, const struct attempt *attempt);

#endif
