/* The node in whose space a spring's inertia is measured. Catalogue section 2.4b. */
#include "checks/joint_map.h"
#include "checks/spring/places.h"

struct centers {
    struct check *check;
    const struct scene *scene;
    const struct springs *springs;
    const struct joint_map *map;
    bool *moving_root; /* per node: the first joint of a spring that moves */
    bool *animated;    /* per node: an animation channel targets it; NULL until asked for */
    size_t *topmost;   /* per node: the topmost of itself and its ancestors; NULL until asked for */
    size_t *highest;   /* per node: the topmost joint of any spring among these; NULL until asked for */
};

static size_t topmost(struct centers *centers, size_t node)
{
    if (centers->topmost == NULL) {
        centers->topmost = arena_array(centers->check->arena, centers->scene->count, sizeof *centers->topmost);
        for (size_t i = 0; i < centers->map->order_count; i++) {
            size_t at = centers->map->order[i];
            size_t parent = centers->scene->nodes[at].parent;
            centers->topmost[at] = parent == SCENE_NONE ? at : centers->topmost[parent];
        }
    }
    return centers->topmost[node];
}

/* The nearest node above a spring that no spring sways; SCENE_NONE when there is none. */
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

static bool animated(struct centers *centers, size_t node)
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

/* Exactly: a file that means "no transform" writes none, or these numbers. */
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

/* An empty node at the top, beside the skeleton: what the tutorial of UniVRM has authors make. */
static bool is_tutorial_center(const struct centers *centers, size_t center)
{
    const struct scene_node *node = &centers->scene->nodes[center];
    return node->parent == SCENE_NONE && node->mesh == SCENE_NONE && !centers->moving_root[center];
}

static void report_not_ancestor(struct centers *centers, const struct spring *spring)
{
    struct check *check = centers->check;
    const char *place = pointer_spring(check, spring->place, "center");
    const char *name = name_spring(check->avatar, spring->place);
    const char *center = name_node(check->avatar, spring->center);
    const char *root = name_node(check->avatar, spring->root);
    struct finding *finding;
    if (is_tutorial_center(centers, spring->center)) {
        finding = report_english(
            check->findings, RULE_SPRINGBONE_CENTER_NOT_ANCESTOR, place,
            "%s: its center %s stands at the top of the scene, beside the skeleton; that works in UniVRM and "
            "three-vrm, and a tutorial of UniVRM shows it, but version 1.0 allows only the first joint %s "
            "or a node above it: use %s, the topmost of them",
            name, center, root, name_node(check->avatar, topmost(centers, spring->root)));
        if (!is_identity(&centers->scene->nodes[spring->center].local) || animated(centers, spring->center)) {
            finding_fix(finding, VRMLINT_FIX_NONE);
        }
    } else {
        const struct joint_use *own = joint_map_find(centers->map, spring->center, spring->place);
        const char *where = "is not above its first joint";
        if (own != NULL) {
            where = arena_printf(check->arena, "is its joint %zu, not its first joint", own->joint);
        } else if (scene_is_above(centers->scene, spring->root, spring->center)) {
            where = "is below its first joint";
        }
        size_t still = still_above(centers, spring);
        finding = report_english(
            check->findings, RULE_SPRINGBONE_CENTER_NOT_ANCESTOR, place,
            "%s: its center %s %s %s; a center must be the first joint or a node above it: %sremove the "
            "center",
            name, center, where, root,
            still == SCENE_NONE ? "" : arena_printf(check->arena, "use %s, or ", name_node(check->avatar, still)));
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
    finding_relate_english(finding, pointer_joint(check, spring->place, spring->joints[spring->chain[0]].place, "node"),
                           "the first joint, %s", root);
}

/* The nearest joint of another spring that the center is, or is below; NULL when there is none. */
static const struct joint_use *moved_by(const struct centers *centers, const struct spring *spring)
{
    const struct joint_map *map = centers->map;
    size_t node = map->nearest[spring->center];
    while (node != SCENE_NONE) {
        /* uses are sorted by spring: were the first and the last of this one, all would be */
        const struct joint_use *first = &map->uses[map->begin[node]];
        const struct joint_use *last = &map->uses[map->begin[node + 1] - 1];
        if (first->spring != spring->place) {
            return first;
        }
        if (last->spring != spring->place) {
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
    const char *other = place_spring_within(check, use->spring);
    const char *where = node == spring->center ? arena_printf(check->arena, "is joint %zu of %s", use->joint, other)
                                               : arena_printf(check->arena, "is below %s, joint %zu of %s",
                                                              name_node(check->avatar, node), use->joint, other);
    struct finding *finding = report_english(
        check->findings, RULE_SPRINGBONE_CENTER_IN_OTHER_CHAIN, pointer_spring(check, spring->place, "center"),
        "%s: its center %s %s, and so sways itself; a center must be outside all other chains: use a node "
        "above both springs, or remove the center",
        name_spring(check->avatar, spring->place), name_node(check->avatar, spring->center), where);
    finding_relate_english(finding, pointer_joint(check, use->spring, use->joint, "node"), "joint %zu of %s",
                           use->joint, other);
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
    /* where the first joint isn't resolved, the next is not the root that the file means */
    if (spring_heads(spring) > 0 && spring->chain[0] == 0 && spring->center == spring->root) {
        size_t still = still_above(centers, spring);
        report_english(
            check->findings, RULE_SPRINGBONE_CENTER_IS_OWN_ROOT, pointer_spring(check, spring->place, "center"),
            "%s: its center is its own first joint %s, so the space to measure in turns with the very bone that "
            "sways: %s",
            name_spring(check->avatar, spring->place), name_node(check->avatar, spring->center),
            still == SCENE_NONE ? "remove the center"
                                : arena_printf(check->arena, "use %s above it", name_node(check->avatar, still)));
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
