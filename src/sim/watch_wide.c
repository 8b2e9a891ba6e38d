/* Looks at watches by vectors as wide as lanes. */
#include "sim/lanes_wide.h"

#if defined LANES_WIDE_BEGIN
#define LANES_WIDE
LANES_WIDE_BEGIN

#include "sim/watch_frame.h"

void watch_all_wide(const struct sim *sim, struct watch *watches, size_t count, const struct watch_frame *frame)
{
    look_all(sim, watches, count, frame);
}

LANES_WIDE_END
#endif
