/* Members of an extension of the file that are beside it, one level too high. */
#ifndef VRMLINT_CHECKS_SCHEMA_MISPLACED_H
#define VRMLINT_CHECKS_SCHEMA_MISPLACED_H

#include "checks/checks.h"

/* The pointer of the extension of the file that has a member of that name, and lacks it; NULL if none does. */
const char *misplaced_home(struct check *check, const char *name);

/* Reports that the file has such a member at a pointer, instead of in its home. */
struct finding *misplaced_report(struct check *check, const char *name, const char *place, const char *home);

#endif
