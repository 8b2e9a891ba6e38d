/* Runs the checks on VRMC_node_constraint in order, and finds the valid constraints. */
#include "checks/constraint/family.h"

/* Finds the valid constraints, and for each node the nearest one. */
static void find_sound(struct constraint_family *family)
{
    const struct scene *scene = family->scene;
    family->on = arena_array(family->arena, scene->count, sizeof *family->on);
    family->nearest = arena_array(family->arena, scene->count, sizeof *family->nearest);
    for (size_t i = 0; i < scene->count; i++) {
        family->on[i] = SCENE_NONE;
        family->nearest[i] = SCENE_NONE;
    }
    for (size_t i = 0; i < family->count; i++) {
        if (constraint_is_sound(family, &family->items[i])) {
            family->on[family->items[i].destination] = i;
        }
    }
    size_t count;
    const size_t *order = scene_order(family->arena, scene, &count);
    for (size_t i = 0; i < count; i++) {
        size_t node = order[i];
        size_t parent = scene->nodes[node].parent;
        bool inherits = family->on[node] == SCENE_NONE && parent != SCENE_NONE;
        family->nearest[node] = inherits ? family->nearest[parent] : family->on[node];
    }
}

void check_constraints(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    struct constraint_family family = {
        .check = check,
        .arena = check->arena,
        .avatar = avatar,
        .scene = avatar->scene,
        .items = avatar->constraints->items,
        .count = avatar->constraints->count,
    };
    family.condemned = arena_array(family.arena, family.count, sizeof *family.condemned);
    find_sound(&family);
    constraint_values(&family);
    constraint_graph(&family);
    constraint_geometry(&family);
    constraint_interplay(&family);
}
