/* Failures of the schema checker because of which UniVRM refuses the file. */
#ifndef VRMLINT_CHECKS_SCHEMA_REFUSED_H
#define VRMLINT_CHECKS_SCHEMA_REFUSED_H

#include "checks/schema/fault.h"

/* Whether UniVRM's readers throw an exception because of the failure, so that it doesn't load the file. */
bool fault_is_refused(const struct fault *fault);

#endif
