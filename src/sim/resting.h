/* When joints have come to rest, so that a run needs no more of them. Private to src/sim. */
#ifndef VRMLINT_SIM_RESTING_H
#define VRMLINT_SIM_RESTING_H

#include "sim/watch.h"

/*
 * Whether a watch is sure to see no more, once motions are over, unless something moves what its joints hang on.
 * turned: of the root. moving_well: per joint of the world, its drag is between 0 and 1, so that what is drawn in
 * stays.
 */
bool resting_is_calm(const struct sim *sim, struct watch *watch, struct quat turned, const bool *moving_well,
                     size_t frame);

#endif
