#include "sim/resting.h"

#include "sim/look.h"

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

bool resting_is_calm(const struct sim *sim, struct watch *watch, struct quat turned, const bool *moving_well,
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
