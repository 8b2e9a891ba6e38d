#ifndef VRMLINT_CHECKS_BODY_FINGERS_H
#define VRMLINT_CHECKS_BODY_FINGERS_H

#include "checks/body/body.h"

/* Reports a bone of an avatar that needs one above it which has no entry, if no node is left for that one; false if it
 * is to be reported as another mistake. */
bool report_finger_without_beginning(const struct body *body, size_t bone);

#endif
