/*
 * The gaze of a VRM animation: its node, what moves that, and where the eyes are. Catalogue: constraint-animation.md
 * section 2.5, lookAt.
 */
#include "base/quote.h"
#include "checks/animation/names.h"

#define OFFSET_FROM_HEAD_MAX 0.5 /* metres */
#define EYES_LOWEST 0.1          /* metres above the ground, without a head to measure from */
#define EYES_HIGHEST 3.0
#define TURN_LEAST 1e-3 /* radians: less isn't seen, and comes from rounding */

static void check_node(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    if (vrma->look_at.node_present) {
        return;
    }
    bool draft = vrma->version == VRMA_DRAFT;
    struct finding *finding =
        report_english(check->findings, RULE_ANIMATION_LOOK_AT_NODE_MISSING, VRMA_POINTER "/lookAt",
                       "The gaze (lookAt) has no node%s, so that nothing turns the eyes: name the node "
                       "that turns with the gaze, or delete lookAt",
                       draft ? ", which is required" : "");
    finding_severity(finding, draft ? VRMLINT_ERROR : VRMLINT_WARNING);
}

static void check_motion(const struct check *check, size_t node)
{
    const struct vrma_node *role = &check->avatar->vrma->roles[node];
    /* a gaze that is moved instead is reported as that */
    if (check->avatar->animations->count > 0 && role->rotation == VRMA_NONE && role->translation == VRMA_NONE) {
        report_english(
            check->findings, RULE_ANIMATION_LOOK_AT_NOT_ANIMATED, VRMA_POINTER "/lookAt/node",
            "%s isn't turned by any animation, so that the eyes stay as they are: delete lookAt, or animate it",
            animation_capital(check, animation_gaze(check)));
    }
}

/* Whether a world matrix turns what is in it. */
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
    struct finding *finding = report_english(
        check->findings, RULE_ANIMATION_LOOK_AT_NODE_PARENTED, VRMA_POINTER "/lookAt/node",
        "%s hangs below %s, which %s; apps take the gaze from the node's own rotation alone, so that it differs "
        "from what a viewer shows: make the node a root of the scene",
        animation_capital(check, animation_gaze(check)),
        name_node(check->avatar, turning == SCENE_NONE ? parent : turning),
        turning == SCENE_NONE ? "is turned at rest" : "the animation turns");
    finding_relate_english(finding, animation_node_pointer(check, turning == SCENE_NONE ? parent : turning),
                           "above the gaze");
}

static void check_offset(const struct check *check)
{
    static const char pointer[] = VRMA_POINTER "/lookAt/offsetFromHeadBone";
    const struct vrma *vrma = check->avatar->vrma;
    struct vec3 offset = vrma->look_at.offset;
    double length = vec3_length(offset);
    bool headless = tree_get(vrma->json, "humanoid") == NULL;
    struct finding *finding = NULL;
    if (!headless && length > OFFSET_FROM_HEAD_MAX) {
        finding = report_english(
            check->findings, RULE_ANIMATION_LOOK_AT_OFFSET_LARGE, pointer,
            "The gaze (lookAt) starts %s m away from the head, expected is at most %.1f: write where the "
            "eyes are, measured from the head bone",
            quote_number(check->arena, length, OFFSET_FROM_HEAD_MAX, 4), OFFSET_FROM_HEAD_MAX);
    } else if (headless && (offset.y < EYES_LOWEST || offset.y > EYES_HIGHEST)) {
        finding =
            report_english(check->findings, RULE_ANIMATION_LOOK_AT_OFFSET_LARGE, pointer,
                           "The gaze (lookAt) starts %s m above the ground, for without a humanoid its offset is the "
                           "place of the eyes; expected is %.1f to %.0f: write where the eyes are",
                           quote_number(check->arena, offset.y, offset.y < 1 ? EYES_LOWEST : EYES_HIGHEST, 4),
                           EYES_LOWEST, EYES_HIGHEST);
    }
    finding_measure(finding, "length", length);
    if (headless) {
        report_english(
            check->findings, RULE_ANIMATION_LOOK_AT_OFFSET_WITHOUT_HEAD, pointer,
            "The gaze (lookAt) has an offset from the head, but without a humanoid there is no head, and it is "
            "measured from the ground: export the animation with its bones, or make sure that this is meant");
    }
    if (vrma->version == VRMA_DRAFT) {
        report_english(
            check->findings, RULE_ANIMATION_LOOK_AT_OFFSET_DRAFT, pointer,
            "The gaze (lookAt) has an offset from the head, which came only late in the draft, so that apps for it "
            "may not know it: export the animation again, for version 1.0");
    }
}

void check_animation_look_at(struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    if (!vrma->present || !vrma->look_at.present) {
        return;
    }
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
