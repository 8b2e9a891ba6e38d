#include "sim/motion.h"

#include <math.h>

#define TURN (2 * ANGLE_PI)

/* From 0 to 1 along 3u^2 - 2u^3. */
static double ease(double u)
{
    u = u < 0 ? 0 : u > 1 ? 1 : u;
    return u * u * (3 - 2 * u);
}

static struct quat about_y(double angle)
{
    return (struct quat){0, sin(angle / 2), 0, cos(angle / 2)};
}

static struct quat about_x(double angle)
{
    return (struct quat){sin(angle / 2), 0, 0, cos(angle / 2)};
}

static struct motion_pose scenario_motion(enum scenario scenario, double seconds)
{
    struct sim_pose pose = scenario_pose(scenario, seconds);
    return (struct motion_pose){pose.position, pose.rotation, pose.nod};
}

struct motion_pose motion_at(enum motion motion, double seconds)
{
    struct motion_pose pose = {.rotation = QUAT_IDENTITY, .nod = QUAT_IDENTITY};
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
        pose.rotation = about_y(ANGLE_PI * ease((t - 0.5) / 0.4));
        break;
    case MOTION_BOW:
        pose.rotation = about_x(ANGLE_PI / 2 * ease((t - 0.5) / 0.5));
        break;
    case MOTION_TELEPORT:
        pose.position.x = t >= 0.5 ? 10 : 0;
        break;
    case MOTION_WALK:
        return scenario_motion(SCENARIO_WALK, t);
    case MOTION_NOD:
        return scenario_motion(SCENARIO_NOD, t);
    case MOTION_SHAKE_STOP:
        return scenario_motion(SCENARIO_SHAKE, t);
    case MOTION_TELEPORT_FAR:
        return scenario_motion(SCENARIO_TELEPORT, t);
    }
    return pose;
}
