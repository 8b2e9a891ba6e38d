/* What the checks on VRMC_node_constraint share: which are sound, pointers and names. */
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
