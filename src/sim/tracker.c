#include "sim/tracker.h"

#include "sim/lanes_wide.h"
#include "sim/probe.h"
#include "sim/tracker_frame.h"

size_t tracker_room(size_t joints)
{
    return joints / 2 + STRAND_LEVELS_MAX + 2;
}

void tracker_update_all(const struct sim *sim, struct tracker *trackers, size_t count,
                        const struct tracker_frame *frame)
{
#if defined LANES_WIDE_BEGIN
    if (sim->strands != NULL && sim->strands->wide) {
        tracker_update_all_wide(sim, trackers, count, frame);
        return;
    }
#endif
    tracker_look_all(sim, trackers, count, frame);
}

#if defined LANES_WIDE_BEGIN
/* Notes where heads and tails are, if no joint of a tracker is in a strand. */
static void find_runs(const struct sim *sim, struct tracker *tracker)
{
    bool loose = true;
    for (size_t l = 0; l < LANES; l++) {
        size_t joint = tracker->joints[l];
        const struct run *run = &sim->runs[sim->run_of[joint]];
        loose = loose && (sim->strands == NULL || sim->strands->slot[joint] == SIM_NONE);
        tracker->runs[l] = loose ? run : NULL;
        lanes3_set(&tracker->ends, l, run->end_point);
    }
    tracker->runs[0] = loose ? tracker->runs[0] : NULL;
}
#endif

/* Gathers joints of no group into trackers of their own, LANES at a time. */
static size_t gather_rest(const size_t *order, size_t count, struct tracker *trackers, size_t *place, size_t used)
{
    struct tracker *tracker = NULL;
    for (size_t i = 0; i < count; i++) {
        if (tracker == NULL || tracker->used == LANES) {
            tracker = &trackers[used++];
            *tracker = (struct tracker){.used = 0};
            for (size_t l = 0; l < LANES; l++) {
                tracker->joints[l] = order[i];
            }
        }
        place[order[i]] = LANES * (used - 1) + tracker->used;
        tracker->joints[tracker->used++] = order[i];
    }
    return used;
}

size_t tracker_lay_out(const struct sim *sim, const size_t *joints, size_t count, struct tracker *trackers,
                       size_t *place, size_t *order)
{
    const struct strands *strands = sim->strands;
    size_t groups = strands == NULL ? 0 : strands->count;
    size_t used = 0;
    size_t rest = 0;
    for (size_t i = 0; i < count; i++) {
        place[joints[i]] = SIM_NONE;
        if (strands == NULL || strands->slot[joints[i]] == SIM_NONE) {
            order[rest++] = joints[i];
        }
    }
    if (strands != NULL) {
        for (size_t g = 0; g < groups; g++) {
            strands->groups[g].tracked = 0;
        }
        for (size_t i = 0; i < count; i++) {
            size_t slot = strands->slot[joints[i]];
            if (slot != SIM_NONE) {
                strands->groups[slot / LANES].tracked++;
            }
        }
    }
    /* parents before children, as groups are */
    for (size_t g = 0; g < groups; g++) {
        const struct strand_group *group = &strands->groups[g];
        if (group->tracked != group->used) {
            continue;
        }
        struct tracker *tracker = &trackers[used++];
        *tracker = (struct tracker){.group = group, .used = group->used};
        for (size_t l = 0; l < LANES; l++) {
            tracker->joints[l] = sim->runs[group->run[l]].joint;
        }
        for (size_t l = 0; l < group->used; l++) {
            place[tracker->joints[l]] = LANES * (used - 1) + l;
        }
    }
    for (size_t i = 0; i < count; i++) {
        size_t slot = strands == NULL ? SIM_NONE : strands->slot[joints[i]];
        if (slot != SIM_NONE && place[joints[i]] == SIM_NONE) {
            order[rest++] = joints[i];
        }
    }
    size_t groups_end = used;
    used = gather_rest(order, rest, trackers, place, used);
#if defined LANES_WIDE_BEGIN
    for (size_t i = groups_end; i < used; i++) {
        find_runs(sim, &trackers[i]);
    }
#else
    (void)groups_end;
#endif
    return used;
}

/* ---- the end of a run ---- */

/* A run may end early if everything turns by less than this in a frame, radians ... */
#define TRACKER_STILL 1e-7
/* ... and is this near to the direction of its forces, which attract it from there: probe_pull() ... */
#define AT_REST 1e-5
/* ... or, if colliders and limits hold it, turns by less than this for HELD_FRAMES: later movements are far below all
 * thresholds, and if they grow, they grow from rounding errors only ... */
#define HELD_STILL 1e-12
enum { HELD_FRAMES = 30 };
/* ... or, whatever its drag, hasn't changed by a single bit for this number of frames: then it never will. */
enum { UNMOVED_FRAMES = 4 };
/* Forces are computed once in this number of frames. */
enum { ASKED_FRAMES = 4 };

/* Whether all joints of a tracker are nearly in the direction of their forces. */
static bool is_home(const struct sim *sim, const struct tracker *tracker, struct quat turned)
{
    for (size_t l = 0; l < tracker->used; l++) {
        struct vec3 pull = probe_pull(sim, tracker->joints[l]);
        pull = transform_unit(quat_rotate(quat_conjugate(turned), pull));
        struct vec3 off = vec3_sub(pull, lanes3_get(&tracker->direction, l));
        if (!(vec3_dot(off, off) < AT_REST * AT_REST)) {
            return false;
        }
    }
    return true;
}

static bool moves_well(const bool *moving_well, const struct tracker *tracker)
{
    bool well = true;
    for (size_t l = 0; l < tracker->used; l++) {
        well = well && moving_well[tracker->joints[l]];
    }
    return well;
}

bool tracker_is_quiet(struct tracker *tracker, const struct tracker_quiet *quiet)
{
    bool is_quiet = tracker->most < quiet->turn;
    for (size_t l = 0; l < tracker->used && is_quiet; l++) {
        is_quiet = tracker->off[l] < quiet->near && !(tracker->bend[l] < quiet->bend) && tracker->broken[l] == 0;
    }
    tracker->quiet = is_quiet ? tracker->quiet + 1 : 0;
    return tracker->quiet >= quiet->frames;
}

bool tracker_is_calm(const struct sim *sim, struct tracker *tracker, struct quat turned, const bool *moving_well,
                     size_t frame)
{
    tracker->unmoved = tracker->most == 0 ? tracker->unmoved + 1 : 0;
    tracker->calm = tracker->most < HELD_STILL * HELD_STILL ? tracker->calm + 1 : 0;
    if (tracker->unmoved >= UNMOVED_FRAMES) {
        return true;
    }
    if (tracker->most > TRACKER_STILL * TRACKER_STILL || !moves_well(moving_well, tracker)) {
        return false;
    }
    if (tracker->calm >= HELD_FRAMES) {
        return true;
    }
    if (tracker->asked != 0 && frame < tracker->asked + ASKED_FRAMES) {
        return false;
    }
    tracker->asked = frame;
    return is_home(sim, tracker, turned);
}
