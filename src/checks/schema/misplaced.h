/* Members of an extension that are beside it, one level too high. */
#ifndef VRMLINT_CHECKS_SCHEMA_MISPLACED_H
#define VRMLINT_CHECKS_SCHEMA_MISPLACED_H

#include "checks/checks.h"

/* Returns the pointer of the extension that can have a member of that name and lacks it; NULL if none. */
const char *misplaced_home(struct check *check, const char *name);

/* Reports that such a member is at a pointer instead of in its home. */
struct finding *misplaced_report(struct check *check, const char *name, const char *place, const char *home);

#endif
