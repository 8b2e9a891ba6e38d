/* What the report shows of the avatar itself: who made it, what others may do with it, its bones and expressions, its
 * thumbnail. Private to the library. */
#ifndef VRMLINT_RUN_CARD_H
#define VRMLINT_RUN_CARD_H

#include "vrm/avatar.h"
#include "vrmlint.h"

/* NULL where the file is no avatar. In the arena, names too; bounded, whatever the file holds. */
const struct vrmlint_card *card_make(struct arena *arena, const struct avatar *avatar);

#endif
