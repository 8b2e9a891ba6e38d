/* Fixes of safe findings, as ranges of the text. Private to the library. */
#ifndef VRMLINT_RUN_FIXES_H
#define VRMLINT_RUN_FIXES_H

#include "run/lint.h"

/*
 * Adds replacements to those findings of a finished report that are of class safe and can be fixed alone, as long as
 * time and room suffice; both are proportional to the file. Each result is checked, without simulation and data, and
 * discarded if it adds anything above a note. Does nothing for a GLB. Removes the edits of all findings unless the
 * policy requests them.
 */
void fixes_add(struct lint_run *run, struct vrmlint_finding *list, size_t count);

#endif
