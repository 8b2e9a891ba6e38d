/*
 * How large a body is: glTF counts in metres, and springs, colliders, the gaze and the ground of an app do so too.
 */
#include "checks/checks.h"
#include "ids/messages_keyframes.h"
#include "ids/messages_vrm.h"
#include "ids/messages_vrm0.h"

/* From the head bone to the lower foot, metres: half of the smallest mascots, and giants of more than 6 m. */
#define SMALLEST 0.2
#define LARGEST 6.0
#define USUAL 1.4             /* of somebody of 1.6 m */
#define CENTIMETRES 100.0     /* what a size in centimetres is too large by, give or take */
#define CENTIMETRES_RANGE 2.5 /* a factor */
#define POWER_RANGE 2.0       /* a factor: what is as near to 10, 100 or 1000 is called that */
#define HIGHEST_POWER 1e6
#define DIGITS 3
#define POWER_DIGITS 6

/* Whose body it is. */
struct body {
    const struct scene *scene;
    const size_t *nodes; /* by place in bones[] */
    struct place place;
    enum message too_large;
    enum message in_centimetres;
    enum message too_small;
};

/* From the head to the lower foot; NAN where a bone is missing. */
static double size_of(const struct body *body)
{
    static const char *const feet[] = {"leftFoot", "rightFoot"};
    size_t head = body->nodes[bone_by_name("head")];
    double size = NAN;
    for (size_t i = 0; head != SCENE_NONE && i < 2; i++) {
        size_t foot = body->nodes[bone_by_name(feet[i])];
        if (foot != SCENE_NONE) {
            size = fmax(size, vec3_distance(scene_position(body->scene, head), scene_position(body->scene, foot)));
        }
    }
    return size;
}

/* 100 of 130, 14.2 of 14.2: as one would say it. */
static struct argument as_said(double factor)
{
    double power = 10;
    while (power < HIGHEST_POWER) {
        if (fmax(factor / power, power / factor) <= POWER_RANGE) {
            return NUMBER("factor", power, POWER_DIGITS);
        }
        power *= 10;
    }
    return NUMBER("factor", factor, DIGITS);
}

static void check_body(struct check *check, const struct body *body)
{
    double size = size_of(body);
    if (!(size > 0) || !isfinite(size) || (size >= SMALLEST && size <= LARGEST)) {
        return;
    }
    bool large = size > LARGEST;
    double factor = large ? size / USUAL : USUAL / size;
    bool in_centimetres = large && fmax(factor / CENTIMETRES, CENTIMETRES / factor) <= CENTIMETRES_RANGE;
    struct finding *finding = report(check->findings,
                                     in_centimetres ? body->in_centimetres
                                     : large        ? body->too_large
                                                    : body->too_small,
                                     body->place, ARGUMENTS(METRES("size", size, DIGITS), as_said(factor)));
    finding_measure(finding, "size", size);
    finding_measure(finding, "factor", size / USUAL);
}

void check_sizes(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    const struct scene *scene = avatar->scene;
    if (avatar->vrma->present) {
        check_body(check, &(struct body){scene, avatar->vrma->nodes, place_at(VRMA_POINTER "/humanoid/humanBones"),
                                         MESSAGE_ANIMATION_REST_SIZE__LARGE, MESSAGE_ANIMATION_REST_SIZE__CENTIMETRES,
                                         MESSAGE_ANIMATION_REST_SIZE__SMALL});
    }
    if (avatar->humanoid->present) {
        check_body(check,
                   &(struct body){scene, avatar->humanoid->nodes, place_at("/extensions/VRMC_vrm/humanoid/humanBones"),
                                  MESSAGE_VRM_MODEL_SIZE__LARGE, MESSAGE_VRM_MODEL_SIZE__CENTIMETRES,
                                  MESSAGE_VRM_MODEL_SIZE__SMALL});
    }
    if (avatar->vrm0->humanoid->present) {
        check_body(check,
                   &(struct body){scene, avatar->vrm0->humanoid->nodes, place_at("/extensions/VRM/humanoid/humanBones"),
                                  MESSAGE_VRM0_MODEL_SIZE__LARGE, MESSAGE_VRM0_MODEL_SIZE__CENTIMETRES,
                                  MESSAGE_VRM0_MODEL_SIZE__SMALL});
    }
}
