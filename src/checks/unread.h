/* What three-vrm reads of a file. */
#ifndef VRMLINT_CHECKS_UNREAD_H
#define VRMLINT_CHECKS_UNREAD_H

#include "vrm/materials.h"

/* Whether three.js makes materials without lights: it fails if extensionsUsed doesn't list the extension then. */
bool three_makes_unlit(const struct materials *materials);

#endif
