#include "sim/poses.h"

#include <string.h>

enum course { HELD, RAISED, SWUNG, TO_FRO };
enum side { LEFT, RIGHT, MIDDLE, BOTH };

struct turn {
    enum side side;
    enum course course;
    const char *bone; /* NULL: the end of a list */
    struct vec3 axis;
    double degrees;
};

#define TURN(side, bone, x, y, z, degrees, course) {side, course, bone, {x, y, z}, degrees},
#define POSE(name, text, end, turns)                                                                                   \
    static const struct turn turns_##name[] = {turns{MIDDLE, HELD, NULL, {0, 0, 0}, 0}}; /* NOLINT: a list */
#include "sim/poses.def"
#undef POSE

static const struct {
    const char *name;
    double end;
    const struct turn *turns;
} poses[POSE_COUNT] = {
#define POSE(name, text, end, turns) {text, end, turns_##name},
#include "sim/poses.def"
#undef POSE
};

const char *pose_name(enum pose pose)
{
    return poses[pose].name;
}

double pose_end(enum pose pose)
{
    return poses[pose].end;
}

double pose_ease(double u)
{
    u = u < 0 ? 0 : u > 1 ? 1 : u;
    return u * u * (3 - 2 * u);
}

static double ease_between(double t, double begin, double end)
{
    return pose_ease((t - begin) / (end - begin));
}

static double share_of(enum course course, double t)
{
    switch (course) {
    case RAISED:
        return ease_between(t, 0.5, 1.1);
    case SWUNG:
        return ease_between(t, 0.5, 0.9) - ease_between(t, 0.9, 1.3);
    case TO_FRO:
        return ease_between(t, 0.5, 0.9) - 2 * ease_between(t, 0.9, 1.7) + ease_between(t, 1.7, 2.1);
    default:
        return 1;
    }
}

static struct quat rotation_about(struct vec3 axis, double angle)
{
    axis = vec3_scale(axis, sin(angle / 2) / vec3_length(axis));
    return (struct quat){axis.x, axis.y, axis.z, cos(angle / 2)};
}

static void add_turn(struct sim_limbs *limbs, size_t bone, struct vec3 axis, double angle)
{
    limbs->turns[bone] = quat_multiply(rotation_about(axis, angle), limbs->turns[bone]);
}

void pose_limbs(enum pose pose, double seconds, struct sim_limbs *limbs)
{
    limbs_rest(limbs);
    for (const struct turn *turn = poses[pose].turns; turn->bone != NULL; turn++) {
        double angle = angle_radians(turn->degrees) * share_of(turn->course, seconds);
        add_turn(limbs, bone_by_name(turn->bone), turn->axis, angle);
        if (turn->side == BOTH) {
            struct vec3 axis = {turn->axis.x, -turn->axis.y, -turn->axis.z};
            add_turn(limbs, bone_mirrored(bone_by_name(turn->bone)), axis, angle);
        }
    }
}

void pose_moves(enum pose pose, bool *moves)
{
    memset(moves, 0, BONE_COUNT * sizeof *moves);
    for (const struct turn *turn = poses[pose].turns; turn->bone != NULL; turn++) {
        if (turn->course == HELD) {
            continue;
        }
        moves[bone_by_name(turn->bone)] = true;
        if (turn->side == BOTH) {
            moves[bone_mirrored(bone_by_name(turn->bone))] = true;
        }
    }
}
