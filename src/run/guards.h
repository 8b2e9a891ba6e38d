/* Conditions in a file that prevent a fix, whatever its edits are. Private to the library. */
#ifndef VRMLINT_RUN_GUARDS_H
#define VRMLINT_RUN_GUARDS_H

#include "run/policy.h"

/*
 * Kinds of fixes that remove objects because nothing refers to them. Such a fix waits while a reference may be
 * misspelt or broken: one of springs, while a rule on springs finds an error; one of the file, while a rule on glTF
 * does, or a name or an index is in doubt.
 */
enum unused { UNUSED_NOT, UNUSED_OF_SPRINGS, UNUSED_OF_FILE, UNUSED_KINDS };

enum { GUARDED_FAMILIES = 32 };

/* The conditions for fixes, derived from the findings of a file. */
struct guards {
    bool hopes; /* errors that can be fixed without --unsafe count as fixed */
    /* a rule that found something because of which a reference may be missing, or NULL */
    const struct vrmlint_rule *lost[UNUSED_KINDS];
    const char *families[GUARDED_FAMILIES];              /* families with an error */
    const struct vrmlint_rule *errors[GUARDED_FAMILIES]; /* rule of the first error of each */
    size_t family_count;
};

/*
 * Reads all findings of a file: those of every rule that is on by default, whatever the user selected. hopes: errors
 * that can be fixed without --unsafe count as fixed, and fixes are judged by their rules, because not all reports
 * have edits.
 */
void guards_read(struct guards *guards, const struct vrmlint_report *report, bool hopes);

/* Returns a rule whose finding must be fixed first, because this fix may remove what a broken reference was meant for;
 * NULL if there is none. Called before the fix is made. */
const struct vrmlint_rule *guards_unsure(const struct guards *guards, const struct vrmlint_finding *finding);

/* Returns the rule of a remaining error because of which apps may refuse what they read only after a fix; NULL if there
 * is none. Called for the file with the fix. Without edits, it is judged by the rule alone. */
const struct vrmlint_rule *guards_refuse(const struct guards *guards, const struct vrmlint_finding *finding);

enum unused unused_of(const struct vrmlint_finding *finding);

/* The findings of a report, sorted for searching. */
struct guards_sorted {
    const struct vrmlint_finding **list;
    size_t count;
};

struct guards_sorted guards_sort(struct arena *arena, const struct vrmlint_report *report);

/* Returns the one of the sorted findings that has the same pointer and edits as another, or NULL. Its rule may
 * differ: one finding may be reported as part of another. */
const struct vrmlint_finding *guards_find(const struct guards_sorted *sorted, const struct vrmlint_finding *finding);

bool guards_same_edits(const struct vrmlint_finding *a, const struct vrmlint_finding *b);

/* Makes a policy that judges fixes under another: with every rule that is on by default or under that one, at the
 * severity of the table of rules, and without ignores. Borrows from the other. */
void guards_policy(struct vrmlint_policy *guard, const struct vrmlint_policy *policy);

/* Whether a policy reports everything that its guard reports, at the same severity. */
bool guards_nothing_hidden(const struct vrmlint_policy *guard, const struct vrmlint_policy *policy);

#endif
