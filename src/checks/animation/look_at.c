/* The gaze of a VRM animation: its node, the channels that move it, and the position of the eyes. */
#include "checks/animation/names.h"
#include "checks/body/gaze.h"
#include "ids/messages_animation_tracks.h"

#define EYES_LOWEST 0.1 /* metres above the ground, if there is no head */
#define EYES_HIGHEST 3.0
#define DIGITS 4        /* significant digits, in messages */
#define TURN_LEAST 1e-3 /* radians; smaller angles are invisible rounding errors */

static struct place look_at_place(const char *member)
{
    return place_of(PLACE_ANIMATED_LOOK_AT, 0, 0, member);
}

static void check_node(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    if (vrma->look_at.node_present) {
        return;
    }
    bool draft = vrma->version == VRMA_DRAFT;
    struct finding *finding =
        report(check->findings,
               draft ? MESSAGE_ANIMATION_LOOK_AT_NODE_MISSING__DRAFT : MESSAGE_ANIMATION_LOOK_AT_NODE_MISSING__DEFAULT,
               look_at_place(NULL), NO_ARGUMENTS);
    finding_severity(finding, draft ? VRMLINT_ERROR : VRMLINT_WARNING);
}

static void check_motion(const struct check *check, size_t node)
{
    const struct vrma_node *role = &check->avatar->vrma->roles[node];
    /* a gaze that is translated instead is reported elsewhere */
    if (check->avatar->animations->count > 0 && role->rotation == VRMA_NONE && role->translation == VRMA_NONE) {
        report(check->findings, MESSAGE_ANIMATION_LOOK_AT_NOT_ANIMATED__DEFAULT, look_at_place("node"),
               ARGUMENTS(the_animated_gaze("gaze", check)));
    }
}

/* Whether a world matrix contains a rotation. */
static bool is_turned(const struct mat34 *world)
{
    static const struct vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; i++) {
        if (vec3_angle(mat34_column(world, i), axes[i]) > TURN_LEAST) {
            return true;
        }
    }
    return false;
}

static void check_parents(const struct check *check, size_t node)
{
    const struct scene *scene = check->avatar->scene;
    const struct vrma *vrma = check->avatar->vrma;
    size_t parent = scene->nodes[node].parent;
    if (parent == SCENE_NONE || vrma->version == VRMA_DRAFT) {
        return;
    }
    size_t turning = parent;
    while (turning != SCENE_NONE && vrma->roles[turning].rotation == VRMA_NONE) {
        turning = scene->nodes[turning].parent;
    }
    if (turning == SCENE_NONE && !is_turned(&scene->nodes[parent].world)) {
        return;
    }
    size_t above = turning == SCENE_NONE ? parent : turning;
    struct finding *finding = report(
        check->findings,
        turning == SCENE_NONE ? MESSAGE_ANIMATION_LOOK_AT_NODE_PARENTED__TURNED
                              : MESSAGE_ANIMATION_LOOK_AT_NODE_PARENTED__ANIMATED,
        look_at_place("node"), ARGUMENTS(the_animated_gaze("gaze", check), the_node("parent", check->avatar, above)));
    finding_relate(finding, RELATED_ANIMATION_LOOK_AT_NODE_PARENTED__DEFAULT, place_node(above, NULL), NO_ARGUMENTS);
}

static void check_offset(const struct check *check)
{
    const struct place place = look_at_place("offsetFromHeadBone");
    const struct vrma *vrma = check->avatar->vrma;
    struct vec3 offset = vrma->look_at.offset;
    double length = vec3_length(offset);
    bool headless = tree_get(vrma->json, "humanoid") == NULL;
    struct body body;
    double limit = body_read(&body, check, DIALECT_ANIMATION) ? gaze_farthest(&body) : NAN;
    struct finding *finding = NULL;
    if (!headless && length > limit) {
        finding = report(
            check->findings, MESSAGE_ANIMATION_LOOK_AT_OFFSET_LARGE__HEAD, place,
            ARGUMENTS(argument_number("distance", length, limit, UNIT_METRES, DIGITS), METRES("limit", limit, DIGITS)));
    } else if (headless && (offset.y < EYES_LOWEST || offset.y > EYES_HIGHEST)) {
        finding = report(check->findings, MESSAGE_ANIMATION_LOOK_AT_OFFSET_LARGE__GROUND, place,
                         ARGUMENTS(argument_number("height", offset.y, offset.y < 1 ? EYES_LOWEST : EYES_HIGHEST,
                                                   UNIT_METRES, DIGITS),
                                   NUMBER("lowest", EYES_LOWEST, DIGITS), METRES("highest", EYES_HIGHEST, DIGITS)));
    }
    finding_measure(finding, "length", length);
    if (headless) {
        report(check->findings, MESSAGE_ANIMATION_LOOK_AT_OFFSET_WITHOUT_HEAD__DEFAULT, place, NO_ARGUMENTS);
    }
    if (vrma->version == VRMA_DRAFT) {
        report(check->findings, MESSAGE_ANIMATION_LOOK_AT_OFFSET_DRAFT__DEFAULT, place, NO_ARGUMENTS);
    }
}

void check_animation_look_at(struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    check_node(check);
    size_t node = vrma->look_at.node;
    if (node != SCENE_NONE && !vrma->roles[node].reused) {
        check_motion(check, node);
        check_parents(check, node);
    }
    if (vrma->look_at.offset_given) {
        check_offset(check);
    }
}
