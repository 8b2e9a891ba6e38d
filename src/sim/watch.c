#include "sim/watch.h"

#include "sim/lanes_wide.h"
#include "sim/look.h"
#include "sim/watch_frame.h"

size_t watch_room(size_t joints)
{
    return joints / 2 + STRAND_LEVELS_MAX + 2;
}

void watch_all(const struct sim *sim, struct watch *watches, size_t count, const struct watch_frame *frame)
{
#if defined LANES_WIDE_BEGIN
    if (sim->strands != NULL && sim->strands->wide) {
        watch_all_wide(sim, watches, count, frame);
        return;
    }
#endif
    look_all(sim, watches, count, frame);
}

/* Puts joints into watches of their own, by fours. */
static size_t gather_rest(const size_t *order, size_t count, struct watch *watches, size_t *place, size_t used)
{
    struct watch *watch = NULL;
    for (size_t i = 0; i < count; i++) {
        if (watch == NULL || watch->used == LANES) {
            watch = &watches[used++];
            *watch = (struct watch){.used = 0};
            for (size_t l = 0; l < LANES; l++) {
                watch->joints[l] = order[i];
            }
        }
        place[order[i]] = LANES * (used - 1) + watch->used;
        watch->joints[watch->used++] = order[i];
    }
    return used;
}

size_t watch_lay_out(const struct sim *sim, const size_t *joints, size_t count, struct watch *watches, size_t *place,
                     size_t *order)
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
            strands->groups[g].watched = 0;
        }
        for (size_t i = 0; i < count; i++) {
            size_t slot = strands->slot[joints[i]];
            if (slot != SIM_NONE) {
                strands->groups[slot / LANES].watched++;
            }
        }
    }
    /* parents before children, as groups are */
    for (size_t g = 0; g < groups; g++) {
        const struct strand_group *group = &strands->groups[g];
        if (group->watched != group->used) {
            continue;
        }
        struct watch *watch = &watches[used++];
        *watch = (struct watch){.group = group, .used = group->used};
        for (size_t l = 0; l < LANES; l++) {
            watch->joints[l] = sim->runs[group->run[l]].joint;
        }
        for (size_t l = 0; l < group->used; l++) {
            place[watch->joints[l]] = LANES * (used - 1) + l;
        }
    }
    for (size_t i = 0; i < count; i++) {
        size_t slot = strands == NULL ? SIM_NONE : strands->slot[joints[i]];
        if (slot != SIM_NONE && place[joints[i]] == SIM_NONE) {
            order[rest++] = joints[i];
        }
    }
    return gather_rest(order, rest, watches, place, used);
}

/* ---- when it is over ---- */

/* When a run may end early: everything turns by less than this in a frame, radians ... */
#define STILL 1e-7
/* ... and is this near to where its forces pull, which draws it in from there: look_pull() ... */
#define AT_REST 1e-5
/* ... or, where colliders and limits hold it, turns by less than this for so many frames: what still comes is far below
 * what anything is judged by, and where it grows, it grows from rounding alone. */
#define HELD_STILL 1e-12
enum { HELD_FRAMES = 30 };
/* ... or, whatever its drag, hasn't moved by a single bit for so many: then it never will. */
enum { UNMOVED_FRAMES = 4 };
/* Forces are asked for this often. */
enum { ASKED_FRAMES = 4 };

/* Whether all joints of a watch are as good as where their forces pull. */
static bool is_home(const struct sim *sim, const struct watch *watch, struct quat turned)
{
    for (size_t l = 0; l < watch->used; l++) {
        struct vec3 pull = look_pull(sim, watch->joints[l]);
        pull = transform_unit(quat_rotate(quat_conjugate(turned), pull));
        struct vec3 off = vec3_sub(pull, lanes3_get(&watch->direction, l));
        if (!(vec3_dot(off, off) < AT_REST * AT_REST)) {
            return false;
        }
    }
    return true;
}

static bool moves_well(const bool *moving_well, const struct watch *watch)
{
    bool well = true;
    for (size_t l = 0; l < watch->used; l++) {
        well = well && moving_well[watch->joints[l]];
    }
    return well;
}

bool watch_is_calm(const struct sim *sim, struct watch *watch, struct quat turned, const bool *moving_well,
                   size_t frame)
{
    watch->unmoved = watch->most == 0 ? watch->unmoved + 1 : 0;
    watch->calm = watch->most < HELD_STILL * HELD_STILL ? watch->calm + 1 : 0;
    if (watch->unmoved >= UNMOVED_FRAMES) {
        return true;
    }
    if (watch->most > STILL * STILL || !moves_well(moving_well, watch)) {
        return false;
    }
    if (watch->calm >= HELD_FRAMES) {
        return true;
    }
    if (watch->asked != 0 && frame < watch->asked + ASKED_FRAMES) {
        return false;
    }
    watch->asked = frame;
    return is_home(sim, watch, turned);
}
