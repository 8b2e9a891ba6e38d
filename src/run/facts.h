/* What an avatar consists of, as short texts that two versions of it can be compared by. Private to the library. */
#ifndef VRMLINT_RUN_FACTS_H
#define VRMLINT_RUN_FACTS_H

#include "vrm/avatar.h"
#include "vrmlint.h"

/* Lists the facts of an avatar by kind, by object, and by what they say of it. *count receives their number. In the
 * arena. Bounded by the size of the file. */
const struct vrmlint_fact *facts_make(struct arena *arena, const struct avatar *avatar, size_t *count);

#endif
