/* What fixes safe findings, as ranges of the text. Private to the library. */
#ifndef VRMLINT_RUN_FIXES_H
#define VRMLINT_RUN_FIXES_H

#include "run/lint.h"

/*
 * Gives those findings of a finished report their replacements that are of class safe and can be fixed alone, as long
 * as time and room for that suffice: both are in proportion to the file. What each comes to is
 * checked, without simulation and data, and left out where it brings anything above a note. Nothing for a GLB. Takes
 * the edits away from all, unless the policy asks for them.
 */
void fixes_add(struct lint_run *run, struct vrmlint_finding *list, size_t count);

#endif
