#include "sim/limit.h"

#include <math.h>

/* The squared sine below which a direction has no azimuth about Y. */
#define POLE 1e-24

/* For a direction this near to a hinge's axis it is undefined which way it should turn. */
#define ALONG_AXIS 1e-12

static double at_most(double angle, double most)
{
    return angle < most ? angle : most;
}

bool limit_prepare(struct limit_range *range, const struct limit *limit, struct vec3 axis)
{
    *range = (struct limit_range){.kind = LIMIT_NONE};
    if (limit == NULL || limit->kind == LIMIT_NONE) {
        return false;
    }
    bool spherical = limit->kind == LIMIT_SPHERICAL;
    if (spherical ? !limit->pitch.given || !limit->yaw.given : !limit->angle.given) {
        return false;
    }
    double angle = at_most(spherical ? limit->pitch.value : limit->angle.value, ANGLE_PI);
    double yaw = at_most(limit->yaw.value, ANGLE_PI / 2);
    range->kind = limit->kind;
    range->revision = limit->revision;
    range->cosine = cos(angle);
    range->sine = sqrt(fmax(0, 1 - range->cosine * range->cosine));
    if (spherical) {
        range->sine = sin(angle);
        range->yaw_sine = sin(yaw);
        range->yaw_cosine = cos(yaw);
    }
    range->space = limit_space(limit, axis);
    return true;
}

static struct vec3 clamp_cone(const struct limit_range *range, struct vec3 d)
{
    if (d.y >= range->cosine) {
        return d;
    }
    /* like 1 - y^2, but with all digits near the pole */
    double square = d.x * d.x + d.z * d.z;
    if (1 - d.y * d.y <= POLE || square <= POLE) {
        return (struct vec3){0, range->cosine, range->sine};
    }
    double k = range->sine / sqrt(square);
    return (struct vec3){d.x * k, range->cosine, d.z * k};
}

static struct vec3 clamp_hinge(const struct limit_range *range, struct vec3 d)
{
    double length = sqrt(d.y * d.y + d.z * d.z);
    if (length < ALONG_AXIS) {
        return (struct vec3){0, 1, 0};
    }
    double y = d.y / length;
    if (y >= range->cosine) {
        return (struct vec3){0, y, d.z / length};
    }
    return (struct vec3){0, range->cosine, d.z < 0 ? -range->sine : range->sine};
}

/* Whether the pitch of a direction is negative. Along -Y, atan2(z, y) of revision B has the sign of a zero, while
 * that of revision C is pi. */
static bool is_behind(const struct limit_range *range, struct vec3 d)
{
    return range->revision == VRMLINT_LIMIT_REVISION_B ? signbit(d.z) : d.z < 0 && d.y > -1;
}

/*
 * Pitch turns about X, yaw leans towards it: (sin yaw, cos yaw cos pitch, cos yaw sin pitch). Sines and cosines are
 * compared instead of the angles, which keeps their digits near the poles.
 */
static struct vec3 clamp_spherical(const struct limit_range *range, struct vec3 d)
{
    double across = sqrt(d.y * d.y + d.z * d.z); /* cosine of the yaw */
    double cosine = across > 0 ? d.y / across : 1;
    double sine = across > 0 ? d.z / across : 0;
    if (cosine < range->cosine) {
        cosine = range->cosine;
        sine = is_behind(range, d) ? -range->sine : range->sine;
    }
    double yaw_sine = d.x;
    if (fabs(d.x) > range->yaw_sine) {
        yaw_sine = d.x < 0 ? -range->yaw_sine : range->yaw_sine;
        across = range->yaw_cosine;
    }
    return (struct vec3){yaw_sine, across * cosine, across * sine};
}

struct vec3 limit_clamp(const struct limit_range *range, struct vec3 direction)
{
    switch (range->kind) {
    case LIMIT_CONE:
        return clamp_cone(range, direction);
    case LIMIT_HINGE:
        return clamp_hinge(range, direction);
    case LIMIT_SPHERICAL:
        return clamp_spherical(range, direction);
    default:
        return direction;
    }
}

struct vec3 limit_apply(const struct limit_range *range, struct quat rest, struct vec3 direction)
{
    struct quat space = quat_multiply(rest, range->space);
    return quat_rotate(space, limit_clamp(range, quat_rotate(quat_conjugate(space), direction)));
}
