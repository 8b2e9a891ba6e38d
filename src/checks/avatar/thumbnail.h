/* The picture of an avatar. */
#ifndef VRMLINT_CHECKS_AVATAR_THUMBNAIL_H
#define VRMLINT_CHECKS_AVATAR_THUMBNAIL_H

#include "checks/checks.h"

/* Judges thumbnailImage of meta, which is there. */
void check_thumbnail(const struct check *check);

#endif
