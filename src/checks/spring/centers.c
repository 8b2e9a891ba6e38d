/* Checks the center of a spring: the node in whose space its inertia is measured. */
#include "checks/checks.h"
#include "checks/joint_map.h"
#include "ids/messages_springbone_motion.h"

struct centers {
    struct check *check;
    const struct scene *scene;
    const struct springs *springs;
    const struct joint_map *map;
    bool *moving_root; /* per node: it is the first joint of a spring that moves */
    bool *animated;    /* per node: an animation channel targets it; NULL until needed */
    size_t *highest;   /* per node: the topmost joint of any spring among it and its ancestors; NULL until needed */
};

/* Returns the nearest node above a spring that no spring moves, or SCENE_NONE. */
static size_t still_above(struct centers *centers, const struct spring *spring)
{
    const struct scene *scene = centers->scene;
    if (centers->highest == NULL) {
        centers->highest = arena_array(centers->check->arena, scene->count, sizeof *centers->highest);
        for (size_t i = 0; i < centers->map->order_count; i++) {
            size_t at = centers->map->order[i];
            size_t parent = scene->nodes[at].parent;
            size_t above = parent == SCENE_NONE ? SCENE_NONE : centers->highest[parent];
            bool first = above == SCENE_NONE && joint_map_has(centers->map, at);
            centers->highest[at] = first ? at : above;
        }
    }
    return scene->nodes[centers->highest[spring->root]].parent;
}

static bool is_animated(struct centers *centers, size_t node)
{
    const struct animations *animations = centers->check->avatar->animations;
    if (centers->animated == NULL) {
        centers->animated = arena_array(centers->check->arena, centers->scene->count, sizeof *centers->animated);
        for (size_t i = 0; i < animations->count; i++) {
            if (animations->channels[i].node != SCENE_NONE) {
                centers->animated[animations->channels[i].node] = true;
            }
        }
    }
    return centers->animated[node];
}

/* Whether a matrix is exactly the identity. Files without a transform have none, or exactly these numbers. */
static bool is_identity(const struct mat34 *matrix)
{
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++) {
            if (matrix->m[row][column] != (row == column ? 1.0 : 0.0)) {
                return false;
            }
        }
    }
    return true;
}

/* Whether a center is an empty node at the top, beside the skeleton, as recommended by UniVRM's tutorial. */
static bool is_tutorial_center(const struct centers *centers, size_t center)
{
    const struct scene_node *node = &centers->scene->nodes[center];
    return node->parent == SCENE_NONE && node->mesh == SCENE_NONE && !centers->moving_root[center];
}

/* Reports a center beside the skeleton if the skeleton has a top node that no spring moves. */
static struct finding *report_beside(struct centers *centers, const struct spring *spring)
{
    struct check *check = centers->check;
    struct finding *finding = report(
        check->findings,
        centers->scene->nodes[spring->center].in_scene ? MESSAGE_SPRINGBONE_CENTER_NOT_ANCESTOR__BESIDE_SKELETON
                                                       : MESSAGE_SPRINGBONE_CENTER_NOT_ANCESTOR__OUTSIDE_SCENE,
        place_spring(spring->index, "center"),
        ARGUMENTS(the_spring("spring", check->avatar, spring->index), the_node("center", check->avatar, spring->center),
                  the_node("first", check->avatar, spring->root),
                  the_node("topmost", check->avatar, scene_topmost(centers->scene, spring->root))));
    finding_set_number(finding, "0", (double)scene_topmost(centers->scene, spring->root));
    const struct mat34 local = scene_local(&centers->scene->nodes[spring->center]);
    if (!is_identity(&local) || is_animated(centers, spring->center)) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
    /* first, because it is one mistake for any number of springs */
    finding_relate(finding, RELATED_SPRINGBONE_CENTER_NOT_ANCESTOR__CENTER, place_node(spring->center, NULL),
                   ARGUMENTS(the_node("center", check->avatar, spring->center)));
    return finding;
}

/* Reports any other center, by its position, with the node to use instead if there is one. */
static struct finding *report_elsewhere(struct centers *centers, const struct spring *spring)
{
    static const enum message messages[][2] = {
        {MESSAGE_SPRINGBONE_CENTER_NOT_ANCESTOR__NOT_ABOVE, MESSAGE_SPRINGBONE_CENTER_NOT_ANCESTOR__NOT_ABOVE_REMOVE},
        {MESSAGE_SPRINGBONE_CENTER_NOT_ANCESTOR__BELOW, MESSAGE_SPRINGBONE_CENTER_NOT_ANCESTOR__BELOW_REMOVE},
        {MESSAGE_SPRINGBONE_CENTER_NOT_ANCESTOR__OWN_JOINT, MESSAGE_SPRINGBONE_CENTER_NOT_ANCESTOR__OWN_JOINT_REMOVE}};
    struct check *check = centers->check;
    struct place place = place_spring(spring->index, "center");
    struct argument name = the_spring("spring", check->avatar, spring->index);
    struct argument center = the_node("center", check->avatar, spring->center);
    struct argument first = the_node("first", check->avatar, spring->root);
    const struct joint_use *own = joint_map_find(centers->map, spring->center, spring->index);
    size_t where = scene_is_above(centers->scene, spring->root, spring->center) ? 1 : 0;
    if (own != NULL) {
        where = 2;
        center = the_joint("center", check->avatar, spring->index, own->joint);
    }
    size_t still = still_above(centers, spring);
    struct finding *finding = report_taking(check->findings, messages[where][still == SCENE_NONE], place,
                                            ARGUMENTS(name, center, first, the_node("still", check->avatar, still)));
    finding_fix(finding, VRMLINT_FIX_NONE);
    return finding;
}

static void report_not_ancestor(struct centers *centers, const struct spring *spring)
{
    bool beside = is_tutorial_center(centers, spring->center) && still_above(centers, spring) != SCENE_NONE;
    struct finding *finding = beside ? report_beside(centers, spring) : report_elsewhere(centers, spring);
    finding_relate(finding, RELATED_SPRINGBONE_CENTER_NOT_ANCESTOR__DEFAULT,
                   place_joint(spring->index, spring->joints[spring->chain[0]].index, "node"),
                   ARGUMENTS(the_node("first", centers->check->avatar, spring->root)));
}

/* Returns the nearest joint of another spring that the center is or is below, or NULL. */
static const struct joint_use *moved_by(const struct centers *centers, const struct spring *spring)
{
    const struct joint_map *map = centers->map;
    size_t node = map->nearest[spring->center];
    while (node != SCENE_NONE) {
        /* uses are sorted by spring, so if the first and the last are of this spring, all are */
        const struct joint_use *first = &map->uses[map->begin[node]];
        const struct joint_use *last = &map->uses[map->begin[node + 1] - 1];
        if (first->spring != spring->index) {
            return first;
        }
        if (last->spring != spring->index) {
            return joint_map_find(map, node, last->spring);
        }
        node = joint_map_above(map, centers->scene, node);
    }
    return NULL;
}

static void check_other_chain(const struct centers *centers, const struct spring *spring)
{
    struct check *check = centers->check;
    const struct joint_use *use = moved_by(centers, spring);
    if (use == NULL) {
        return;
    }
    size_t node = centers->springs->springs[use->spring].joints[use->joint].node;
    struct place place = place_spring(spring->index, "center");
    struct argument name = the_spring("spring", check->avatar, spring->index);
    struct argument center = the_node("center", check->avatar, spring->center);
    struct argument joint = COUNT("joint", use->joint);
    struct argument other = the_spring("other", check->avatar, use->spring);
    struct finding *finding =
        report_taking(check->findings,
                      node == spring->center ? MESSAGE_SPRINGBONE_CENTER_IN_OTHER_CHAIN__JOINT
                                             : MESSAGE_SPRINGBONE_CENTER_IN_OTHER_CHAIN__BELOW,
                      place, ARGUMENTS(name, center, the_node("node", check->avatar, node), joint, other));
    finding_relate(finding, RELATED_SPRINGBONE_CENTER_IN_OTHER_CHAIN__DEFAULT,
                   place_joint(use->spring, use->joint, "node"), ARGUMENTS(joint, other));
}

static void check_center(struct centers *centers, const struct spring *spring)
{
    struct check *check = centers->check;
    if (spring->center == SPRINGS_NONE) {
        return;
    }
    if (spring->chain_count > 0 && !scene_is_above_or_same(centers->scene, spring->center, spring->root)) {
        report_not_ancestor(centers, spring);
    }
    check_other_chain(centers, spring);
    /* if the first joint isn't resolved, the next one isn't the intended root */
    if (spring_heads(spring) > 0 && spring->chain[0] == 0 && spring->center == spring->root) {
        size_t still = still_above(centers, spring);
        struct place place = place_spring(spring->index, "center");
        struct argument name = the_spring("spring", check->avatar, spring->index);
        struct argument center = the_node("center", check->avatar, spring->center);
        report_taking(check->findings,
                      still == SCENE_NONE ? MESSAGE_SPRINGBONE_CENTER_IS_OWN_ROOT__REMOVE
                                          : MESSAGE_SPRINGBONE_CENTER_IS_OWN_ROOT__USE_ABOVE,
                      place, ARGUMENTS(name, center, the_node("still", check->avatar, still)));
    }
}

void check_spring_centers(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    bool any = false;
    for (size_t s = 0; s < springs->spring_count; s++) {
        any = any || springs->springs[s].center != SPRINGS_NONE;
    }
    if (!any) {
        return;
    }
    struct centers centers = {.check = check, .scene = check->avatar->scene, .springs = springs};
    centers.map = joint_map_new(check->arena, centers.scene, springs);
    centers.moving_root = arena_array(check->arena, centers.scene->count, sizeof *centers.moving_root);
    for (size_t s = 0; s < springs->spring_count; s++) {
        if (spring_heads(&springs->springs[s]) > 0) {
            centers.moving_root[springs->springs[s].root] = true;
        }
    }
    for (size_t s = 0; s < springs->spring_count; s++) {
        check_center(&centers, &springs->springs[s]);
    }
}
