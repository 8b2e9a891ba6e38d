/* What is to go because nothing leads to it, and whether that is sure. Private to the library. */
#ifndef VRMLINT_RUN_UNUSED_H
#define VRMLINT_RUN_UNUSED_H

#include "vrmlint.h"

/* What goes because nothing leads to it: which isn't sure as long as what should may be misspelt, or broken. */
enum unused { UNUSED_NOT, UNUSED_OF_SPRINGS, UNUSED_OF_FILE };

enum unused unused_of(const struct vrmlint_finding *finding);

/* Whether something may have been meant to lead to what nothing leads to: of springs and colliders, when any error is
 * left; of the file, when a name isn't known, or what should be an index isn't. */
bool has_faults(const struct vrmlint_report *report, enum unused of);

#endif
