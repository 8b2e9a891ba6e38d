/* Colours of materials that are written from 0 to 255 instead of 0 to 1. All of them in a file are one mistake. */
#ifndef VRMLINT_CHECKS_BYTE_COLORS_H
#define VRMLINT_CHECKS_BYTE_COLORS_H

#include "checks/checks.h"

enum byte_color {
    BYTE_COLOR_PLAIN, /* at most 1 */
    BYTE_COLOR_GLOW,  /* emission in glTF; at most 1, but some authors write brighter colours on purpose */
    BYTE_COLOR_LIGHT  /* VRM 0.x; may exceed 1 */
};

/* No component of a BYTE_COLOR_LIGHT is brighter on purpose. */
#define BRIGHTEST_LIGHT 127.0

/* Whether a colour of count (3 or 4) numbers is written from 0 to 255: it is too bright to be intended, or it is at
 * least 2 and other colours of the file are written so. */
bool byte_color_is(struct check *check, enum byte_color kind, const double *numbers, size_t count);

/* Returns the number of colours of the materials that are written from 0 to 255. */
size_t byte_colors_count(struct check *check);

/* Records a finding about such a colour, a list of count numbers. Does nothing if the finding is NULL. The pointer is
 * borrowed. */
void byte_color_note(struct check *check, struct finding *finding, const char *pointer, const double *numbers,
                     size_t count);

/* Makes the first of the most severe findings fix all these colours, and the others follow from it. */
void byte_colors_apply(struct check *check);

#endif
