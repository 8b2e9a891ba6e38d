/* The checks on VRMC_node_constraint: what they share, and their order. */
#include "checks/constraint/family.h"

bool constraint_is_sound(const struct constraint_family *family, const struct constraint *constraint)
{
    return constraint->known && constraint->source != SCENE_NONE && constraint->source != constraint->destination &&
           scene_usable(family->scene, constraint->destination);
}

const char *constraint_pointer(const struct constraint_family *family, const struct constraint *constraint)
{
    return arena_printf(family->arena, "/nodes/%zu/extensions/VRMC_node_constraint", constraint->destination);
}

const char *constraint_body_pointer(const struct constraint_family *family, const struct constraint *constraint,
                                    const char *property)
{
    return arena_printf(family->arena, "%s%s/%s%s%s", constraint_pointer(family, constraint),
                        constraint->flattened ? "" : "/constraint", constraint_kind_name(constraint->kind),
                        property == NULL ? "" : "/", property == NULL ? "" : property);
}

const char *constraint_title(const struct constraint_family *family, const struct constraint *constraint)
{
    bool named = constraint->kind != CONSTRAINT_UNKNOWN;
    const char *node = arena_printf(family->arena, "/nodes/%zu", constraint->destination);
    return arena_printf(family->arena, "%s: the %s%sconstraint", name_pointer(family->avatar, node, false),
                        named ? constraint_kind_name(constraint->kind) : "", named ? " " : "");
}

/* Where sound constraints are, and for each node which is the nearest. */
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
    if (family.count == 0) {
        return;
    }
    family.condemned = arena_array(family.arena, family.count, sizeof *family.condemned);
    find_sound(&family);
    constraint_values(&family);
    constraint_graph(&family);
    constraint_geometry(&family);
    constraint_interplay(&family);
}
