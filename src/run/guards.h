/* What in a file keeps a fix from being made, whatever its edits come to. Private to the library. */
#ifndef VRMLINT_RUN_GUARDS_H
#define VRMLINT_RUN_GUARDS_H

#include "run/policy.h"

/*
 * What removes things because nothing refers to them. It waits while a reference to them may be misspelt or broken: of
 * springs, while a rule on them finds an error; of the file, while one on glTF does, or a name or index is in doubt.
 */
enum unused { UNUSED_NOT, UNUSED_OF_SPRINGS, UNUSED_OF_FILE, UNUSED_KINDS };

enum { GUARDED_FAMILIES = 32 };

/* What the findings of a file say about its fixes. */
struct guards {
    bool hopes;                             /* errors that can be fixed without --unsafe count as if they were */
    bool lost[UNUSED_KINDS];                /* a reference may be missing */
    const char *families[GUARDED_FAMILIES]; /* those with an error, by the first rule of each */
    size_t family_count;
};

/*
 * Reads all findings of a file: of every rule that is on by default, whatever the user chose to see. hopes: errors that
 * can be fixed without --unsafe count as if they were, and fixes are judged by their rules, as not all reports have
 * edits.
 */
void guards_read(struct guards *guards, const struct vrmlint_report *report, bool hopes);

/* Whether what a fix removes may be what a reference was meant for that is broken. Asked before the fix is made. */
bool guards_unsure(const struct guards *guards, const struct vrmlint_finding *finding);

/*
 * Whether a fix makes apps read what they ignored, and they may refuse that for an error that is left in it. Asked of
 * the file with the fix. Without edits it goes by the rule alone.
 */
bool guards_refuse(const struct guards *guards, const struct vrmlint_finding *finding);

enum unused unused_of(const struct vrmlint_finding *finding);

/* The findings of a report in an order to search in. */
struct guards_sorted {
    const struct vrmlint_finding **list;
    size_t count;
};

struct guards_sorted guards_sort(struct arena *arena, const struct vrmlint_report *report);

/* Returns a finding of the sorted ones that has the place and the edits of another, or NULL. Its rule may differ: one
 * finding may be reported as part of another. */
const struct vrmlint_finding *guards_find(const struct guards_sorted *sorted, const struct vrmlint_finding *finding);

bool guards_same_edits(const struct vrmlint_finding *a, const struct vrmlint_finding *b);

/*
 * Makes a policy that judges fixes of another: every rule that is on by default or under that one, each as severe as
 * the table of rules has it, and no ignores. Borrows from the other.
 */
void guards_policy(struct vrmlint_policy *guard, const struct vrmlint_policy *policy);

/* Whether a policy reports all that its guard does, at the same severity. */
bool guards_nothing_hidden(const struct vrmlint_policy *guard, const struct vrmlint_policy *policy);

#endif
