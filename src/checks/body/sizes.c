/* The size of a body. glTF uses metres, and so do springs, colliders, the gaze and the ground of an app. */
#include "checks/body/body.h"
#include "ids/messages_vrm.h"

/* Distance from the head bone to the lower foot, metres: half of the smallest mascots, and giants of more than 6 m. */
#define SMALLEST 0.2
#define LARGEST 6.0
#define USUAL 1.4             /* of a person of 1.6 m */
#define CENTIMETRES 100.0     /* approximate factor of a size in centimetres */
#define CENTIMETRES_RANGE 2.5 /* a factor */
#define POWER_RANGE 1.5       /* a factor: values this near to a power of ten are named as that */
#define HIGHEST_POWER 1e6
#define SAME_POINT 1e-6 /* metres */
#define FEWEST_BONES 3  /* that make the body implausible if they are at one point */
#define DIGITS 3
#define POWER_DIGITS 6
#define FACTOR_DIGITS 2

/* Returns a rounded factor: 100 for 130, 20 for 19.6. */
static struct argument as_rounded(double factor)
{
    double power = 10;
    while (power < HIGHEST_POWER) {
        if (fmax(factor / power, power / factor) <= POWER_RANGE) {
            return NUMBER("factor", power, POWER_DIGITS);
        }
        power *= 10;
    }
    return NUMBER("factor", factor, FACTOR_DIGITS);
}

/* Returns the number of bones with a node if all of them are at one point, or 0. */
static size_t at_one_point(const struct body *body)
{
    size_t count = 0;
    struct vec3 first = {0};
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (body->nodes[bone] == SCENE_NONE) {
            continue;
        }
        struct vec3 at = body_position(body, bone);
        if (count++ == 0) {
            first = at;
        } else if (!(vec3_distance(first, at) < SAME_POINT)) {
            return 0;
        }
    }
    return count;
}

/* Reports a body whose positions were lost. Nothing else about it can be judged. */
static bool report_point(const struct body *body)
{
    size_t count = body->dialect == DIALECT_ANIMATION ? 0 : at_one_point(body);
    if (count < FEWEST_BONES) {
        return false;
    }
    finding_severity(
        body_report(body, MESSAGE_VRM_MODEL_SIZE__ONE_POINT, body_list(body), ARGUMENTS(COUNT("count", count))),
        VRMLINT_ERROR);
    return true;
}

static void check_size(const struct body *body)
{
    if (report_point(body)) {
        return;
    }
    double size = body_height(body);
    if (!(size > 0) || !isfinite(size) || (size >= SMALLEST && size <= LARGEST)) {
        return;
    }
    bool large = size > LARGEST;
    double factor = large ? size / USUAL : USUAL / size;
    bool in_centimetres = large && fmax(factor / CENTIMETRES, CENTIMETRES / factor) <= CENTIMETRES_RANGE;
    struct finding *finding = body_report(body,
                                          in_centimetres ? MESSAGE_VRM_MODEL_SIZE__CENTIMETRES
                                          : large        ? MESSAGE_VRM_MODEL_SIZE__LARGE
                                                         : MESSAGE_VRM_MODEL_SIZE__SMALL,
                                          body_list(body), ARGUMENTS(METRES("size", size, DIGITS), as_rounded(factor)));
    finding_measure(finding, "size", size);
    finding_measure(finding, "factor", size / USUAL);
}

void check_body_sizes(struct check *check)
{
    for (enum dialect dialect = 0; dialect < DIALECTS; dialect++) {
        struct body body;
        if (body_read(&body, check, dialect)) {
            check_size(&body);
        }
    }
}
