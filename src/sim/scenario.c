#include "sim/scenario.h"

#include <string.h>

#include "sim/limbs.h"
#include "sim/poses.h"

enum course { HELD, RAISED, SWUNG, TO_FRO };
enum body_side { LEFT, RIGHT, MIDDLE, BOTH };

struct turn {
    enum body_side side;
    enum course course;
    const char *bone; /* NULL: the end of a list */
    struct vec3 axis;
    double degrees;
};

#define TURN(side, bone, x, y, z, degrees, course) {side, course, bone, {x, y, z}, degrees},
#define POSE(name, text, end, turns)                                                                                   \
    static const struct turn turns_##name[] = {turns{MIDDLE, HELD, NULL, {0, 0, 0}, 0}}; /* NOLINT: a list */
#include "sim/poses.def"

static const struct {
    const char *name;
    double end;
    const struct turn *turns;
} poses[POSE_COUNT] = {
#define POSE(name, text, end, turns) {text, end, turns_##name},
#include "sim/poses.def"
};

/* Returns its name: "arms-down". */
static const char *pose_name(enum pose pose)
{
    return poses[pose].name;
}

double pose_end(enum pose pose)
{
    return poses[pose].end;
}

/* Eases from 0 to 1 along 3u^2 - 2u^3. */
static double pose_ease(double u)
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

static struct quat scenario_rotation_about(struct vec3 axis, double angle)
{
    axis = vec3_scale(axis, sin(angle / 2) / vec3_length(axis));
    return (struct quat){axis.x, axis.y, axis.z, cos(angle / 2)};
}

static void add_turn(struct sim_limbs *limbs, size_t bone, struct vec3 axis, double angle)
{
    limbs->turns[bone] = quat_multiply(scenario_rotation_about(axis, angle), limbs->turns[bone]);
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

void limbs_rest(struct sim_limbs *limbs)
{
    *limbs = (struct sim_limbs){.moves_hips = false};
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        limbs->turns[bone] = QUAT_IDENTITY;
    }
}

const struct humanoid *limbs_humanoid(const struct avatar *avatar, bool *faces_back)
{
    *faces_back = false;
    if (avatar->humanoid != NULL && avatar->humanoid->present) {
        return avatar->humanoid;
    }
    const struct humanoid *older = avatar->vrm0 == NULL ? NULL : avatar->vrm0->humanoid;
    *faces_back = older != NULL && older->present;
    return *faces_back ? older : NULL;
}

/* Converts between an avatar that faces +Z and one that faces -Z: half a turn about Y. */
static struct quat convert_facing(const struct world_limb *limb, struct quat turn)
{
    return limb->faces_back ? (struct quat){-turn.x, turn.y, -turn.z, turn.w} : turn;
}

struct quat limbs_rotation(const struct world_limb *limb, const struct sim_limbs *limbs, struct quat rest)
{
    struct quat turn = convert_facing(limb, limbs->turns[limb->bone]);
    struct quat above = quat_multiply(turn, quat_multiply(limb->above, rest));
    return quat_multiply(quat_conjugate(limb->above), above);
}

struct vec3 limbs_translation(const struct world_limb *limb, const struct sim_limbs *limbs, struct vec3 rest)
{
    if (limb->bone != 0 || !limbs->moves_hips) {
        return rest;
    }
    struct vec3 at = limbs->hips;
    if (limb->faces_back) {
        at = (struct vec3){-at.x, at.y, -at.z};
    }
    return mat34_point(&limb->parent, at);
}

#define FULL_TURN (2 * ANGLE_PI)
#define HITCH 0.3 /* seconds */
#define END 1e-9  /* seconds: rounding errors of a sum of frames */

const struct scenario_facts scenario_facts[SCENARIO_COUNT] = {
    [SCENARIO_SETTLE] = {"settle", "none", 10, 0, 0, false, POSE_ARMS_DOWN},
    [SCENARIO_STEP] = {"step", "step", 5, 0.5, 0, true, POSE_ARMS_DOWN},
    [SCENARIO_SHAKE] = {"shake", "shake-stop", 7, 2.5, 0, true, POSE_ARMS_DOWN},
    [SCENARIO_WALK] = {"walk", "walk", 7, 3, 0, true, POSE_ARMS_DOWN},
    [SCENARIO_TURN] = {"turn", "turn", 5, 0.9, 0, true, POSE_ARMS_DOWN},
    [SCENARIO_NOD] = {"nod", "nod", 7, 2.5, 0, true, POSE_ARMS_DOWN},
    [SCENARIO_TELEPORT] = {"teleport", "teleport-far", 6, 0.5, 0, false, POSE_ARMS_DOWN},
    [SCENARIO_HITCH] = {"hitch", "walk", 7, 3, 1.5, false, POSE_ARMS_DOWN},
    [SCENARIO_ARMS_DOWN] = {"arms-down", "none", 5, 0, 0, false, POSE_ARMS_DOWN},
    [SCENARIO_STEP_LEFT] = {"step-left", "none", 5.3, 1.3, 0, true, POSE_STEP_LEFT},
    [SCENARIO_STEP_RIGHT] = {"step-right", "none", 5.3, 1.3, 0, true, POSE_STEP_RIGHT},
    [SCENARIO_SIT] = {"sit", "none", 5.1, 1.1, 0, false, POSE_SIT},
    [SCENARIO_ARMS_CROSSED] = {"arms-crossed", "none", 5.1, 1.1, 0, false, POSE_ARMS_CROSSED},
    [SCENARIO_HEAD_TURN] = {"head-turn", "none", 6.1, 2.1, 0, true, POSE_HEAD_TURN},
    [SCENARIO_HEAD_NOD] = {"head-nod", "none", 6.1, 2.1, 0, true, POSE_HEAD_NOD},
};

/* 1 from half a second to end, eased in and out over ramp seconds. */
static double eased_window(double t, double end, double ramp)
{
    return pose_ease((t - 0.5) / ramp) * (1 - pose_ease((t - end + ramp) / ramp));
}

/* The integral of pose_ease(). */
static double eased_way(double u)
{
    if (u <= 0) {
        return 0;
    }
    return u >= 1 ? u - 0.5 : u * u * u - u * u * u * u / 2;
}

static struct vec3 walk_position(double t)
{
    double w = eased_window(t, 3, 0.5);
    return (struct vec3){0.02 * w * sin(FULL_TURN * t), 0.03 * w * sin(FULL_TURN * 2 * t),
                         1.4 * 0.5 * (eased_way((t - 0.5) / 0.5) - eased_way((t - 2.5) / 0.5))};
}

static struct quat about_x(double angle)
{
    return (struct quat){sin(angle / 2), 0, 0, cos(angle / 2)};
}

static struct quat about_y(double angle)
{
    return (struct quat){0, sin(angle / 2), 0, cos(angle / 2)};
}

struct sim_pose scenario_pose(enum scenario scenario, double seconds)
{
    struct sim_pose pose = SIM_POSE_REST;
    /* after the motion's end the root mustn't move even by rounding errors */
    double t = seconds < scenario_facts[scenario].end ? seconds : scenario_facts[scenario].end;
    switch (scenario) {
    case SCENARIO_STEP:
        pose.position.x = t >= 0.5 ? 0.3 : 0;
        break;
    case SCENARIO_SHAKE:
        pose.position.x = 0.05 * eased_window(t, 2.5, 0.25) * sin(FULL_TURN * 3 * t);
        break;
    case SCENARIO_WALK:
    case SCENARIO_HITCH:
        pose.position = walk_position(t);
        break;
    case SCENARIO_TURN:
        pose.rotation = about_y(ANGLE_PI * pose_ease((t - 0.5) / 0.4));
        break;
    case SCENARIO_NOD:
        pose.nod = about_x(angle_radians(20) * eased_window(t, 2.5, 0.25) * sin(FULL_TURN * 1.5 * t));
        break;
    case SCENARIO_TELEPORT:
        pose.position = t >= 0.5 ? (struct vec3){7.3, 0, -4.1} : (struct vec3){0, 0, 0};
        break;
    default:
        break;
    }
    return pose;
}

struct sim_pose motion_at(enum motion motion, double seconds)
{
    struct sim_pose pose = SIM_POSE_REST;
    double t = seconds;
    switch (motion) {
    case MOTION_NONE:
        break;
    case MOTION_STEP:
        pose.position.x = t >= 0.5 ? 0.3 : 0;
        break;
    case MOTION_SHAKE:
        pose.position.x = 0.05 * sin(FULL_TURN * 3 * t);
        break;
    case MOTION_BOB:
        pose.position = (struct vec3){0.02 * sin(FULL_TURN * t), 0.03 * sin(FULL_TURN * 2 * t), 1.4 * t};
        break;
    case MOTION_SPIN:
        pose.rotation = about_y(ANGLE_PI * t);
        break;
    case MOTION_TURN:
        pose.rotation = about_y(ANGLE_PI * pose_ease((t - 0.5) / 0.4));
        break;
    case MOTION_BOW:
        pose.rotation = about_x(ANGLE_PI / 2 * pose_ease((t - 0.5) / 0.5));
        break;
    case MOTION_TELEPORT:
        pose.position.x = t >= 0.5 ? 10 : 0;
        break;
    case MOTION_WALK:
        return scenario_pose(SCENARIO_WALK, t);
    case MOTION_NOD:
        return scenario_pose(SCENARIO_NOD, t);
    case MOTION_SHAKE_STOP:
        return scenario_pose(SCENARIO_SHAKE, t);
    case MOTION_TELEPORT_FAR:
        return scenario_pose(SCENARIO_TELEPORT, t);
    }
    return pose;
}

double scenario_tick(struct scenario_clock *clock)
{
    const struct scenario_facts *facts = &scenario_facts[clock->scenario];
    if (!(clock->seconds < facts->seconds - END)) {
        return 0;
    }
    bool hitches = clock->seconds < facts->hitch && clock->seconds + clock->frame >= facts->hitch;
    double dt = hitches ? HITCH : clock->frame;
    clock->seconds += dt;
    return dt;
}

void scenario_limbs(enum scenario scenario, double seconds, struct sim_limbs *limbs)
{
    const struct scenario_facts *facts = &scenario_facts[scenario];
    pose_limbs(facts->pose, seconds < facts->end ? seconds : facts->end, limbs);
}

const char *sim_command(struct arena *arena, enum scenario scenario, double frames_per_second, bool limber,
                        double least)
{
    const struct scenario_facts *facts = &scenario_facts[scenario];
    struct scenario_clock clock = {scenario, 1 / frames_per_second, 0};
    size_t steps = 0;
    size_t hitch = 0;
    double dt;
    while ((dt = scenario_tick(&clock)) > 0) {
        steps++;
        hitch = dt > clock.frame ? steps : hitch;
    }
    if (least > clock.seconds) {
        steps += (size_t)ceil((least - clock.seconds) * frames_per_second);
    }
    const char *fps = frames_per_second == 60 ? "" : arena_printf(arena, " --fps %g", frames_per_second);
    const char *dropped = hitch == 0 ? "" : arena_printf(arena, " --hitch %zu:%g", hitch, HITCH);
    const char *pose = !limber ? "" : arena_printf(arena, " --pose %s", pose_name(facts->pose));
    return arena_printf(arena, "vrmlint simulate --motion %s%s%s%s --steps %zu", facts->motion, pose, fps, dropped,
                        steps);
}

size_t scenario_frames(enum scenario scenario, double frames_per_second)
{
    struct scenario_clock clock = {scenario, 1 / frames_per_second, 0};
    size_t count = 0;
    while (scenario_tick(&clock) > 0) {
        count++;
    }
    return count;
}
