/* What a failed attempt shows about each of its fixes. Private to the library. */
#ifndef VRMLINT_RUN_FIX_BLAME_H
#define VRMLINT_RUN_FIX_BLAME_H

#include "run/fix.h"

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
