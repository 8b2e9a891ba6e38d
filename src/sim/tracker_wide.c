/* Updates trackers with vectors as wide as lanes. */
#include "sim/lanes_wide.h"

#if defined LANES_WIDE_BEGIN
#define LANES_WIDE
LANES_WIDE_BEGIN

#include "sim/tracker_frame.h"

void tracker_update_all_wide(const struct sim *sim, struct tracker *trackers, size_t count,
                             const struct tracker_frame *frame)
{
    tracker_look_all(sim, trackers, count, frame);
}

LANES_WIDE_END
#endif
