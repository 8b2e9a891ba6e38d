/* Which failures of the schema checker make UniVRM refuse the file. */
#ifndef VRMLINT_CHECKS_SCHEMA_REFUSED_H
#define VRMLINT_CHECKS_SCHEMA_REFUSED_H

#include "checks/schema/fault.h"

/* Whether UniVRM's readers throw an exception because of it, so that it doesn't load the file. */
bool fault_is_refused(const struct fault *fault);

#endif
