/* Colours of materials that are written from 0 to 255 instead of 0 to 1: all those of a file are one mistake. */
#ifndef VRMLINT_CHECKS_BYTE_COLORS_H
#define VRMLINT_CHECKS_BYTE_COLORS_H

#include "checks/checks.h"

enum byte_color {
    BYTE_COLOR_PLAIN, /* 1 at most */
    BYTE_COLOR_GLOW,  /* the same of emission, which some write brighter on purpose */
    BYTE_COLOR_LIGHT  /* of VRM 0.x, of any brightness */
};

/* Whether a colour of count numbers, 3 or 4, counts to 255: it is brighter than anybody means it, or brighter than 1
 * beside others that count so. */
bool byte_color_is(struct check *check, enum byte_color kind, const double *numbers, size_t count);

/* How many colours of the materials count to 255. */
size_t byte_colors_count(struct check *check);

/* Notes a finding, or NULL, about such a colour, a list of count numbers. The pointer is borrowed. */
void byte_color_note(struct check *check, struct finding *finding, const char *pointer, const double *numbers,
                     size_t count);

/* The first of the most severe findings fixes all of them, and the others follow from it. Returns whether any do. */
bool byte_colors_apply(struct check *check);

#endif
