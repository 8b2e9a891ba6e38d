#include "sim/scenario.h"

#define TURN (2 * ANGLE_PI)
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

/* 1 from begin to end, eased in and out over ramp seconds. */
static double eased_window(double t, double begin, double end, double ramp)
{
    return pose_ease((t - begin) / ramp) * (1 - pose_ease((t - end + ramp) / ramp));
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
    double w = eased_window(t, 0.5, 3, 0.5);
    return (struct vec3){0.02 * w * sin(TURN * t), 0.03 * w * sin(TURN * 2 * t),
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
        pose.position.x = 0.05 * eased_window(t, 0.5, 2.5, 0.25) * sin(TURN * 3 * t);
        break;
    case SCENARIO_WALK:
    case SCENARIO_HITCH:
        pose.position = walk_position(t);
        break;
    case SCENARIO_TURN:
        pose.rotation = about_y(ANGLE_PI * pose_ease((t - 0.5) / 0.4));
        break;
    case SCENARIO_NOD:
        pose.nod = about_x(0.35 * eased_window(t, 0.5, 2.5, 0.25) * sin(TURN * 1.5 * t));
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
        pose.position.x = 0.05 * sin(TURN * 3 * t);
        break;
    case MOTION_BOB:
        pose.position = (struct vec3){0.02 * sin(TURN * t), 0.03 * sin(TURN * 2 * t), 1.4 * t};
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

const char *sim_command(struct arena *arena, enum scenario scenario, double frames_per_second, bool limber)
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
