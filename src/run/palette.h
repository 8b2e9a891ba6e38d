/* What the report shows of materials, and what the file's bytes are spent on, made from the views. Private to the
 * library. */
#ifndef VRMLINT_RUN_PALETTE_H
#define VRMLINT_RUN_PALETTE_H

#include "vrm/avatar.h"
#include "vrmlint.h"

/* NULL where there are no materials. In the arena, names too. */
const struct vrmlint_palette *palette_make(struct arena *arena, const struct avatar *avatar);

#endif
