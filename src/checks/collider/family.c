/* What the checks on colliders share: bodies of shapes, pointers and names. */
#include "checks/collider/family.h"

#define EXTENDED "/extensions/VRMC_springBone_extended_collider"

/* ---- bodies of shapes ---- */

const char *collider_kind_name(enum shape_kind kind)
{
    static const char *const names[] = {
        [SHAPE_NONE] = "shape", [SHAPE_SPHERE] = "sphere", [SHAPE_CAPSULE] = "capsule", [SHAPE_PLANE] = "plane"};
    return names[kind];
}

bool collider_body(const struct collider *collider, bool extended, struct collider_body *body)
{
    const json_t *owner = collider->json;
    if (extended) {
        owner = tree_extension(owner, "VRMC_springBone_extended_collider");
    }
    const json_t *shape = tree_get(owner, "shape");
    *body = (struct collider_body){
        .collider = collider, .shape = extended ? &collider->extended : &collider->base, .extended = extended};
    int found = 0;
    for (enum shape_kind kind = SHAPE_SPHERE; kind <= (extended ? SHAPE_PLANE : SHAPE_CAPSULE); kind++) {
        const json_t *json = tree_get(shape, collider_kind_name(kind));
        if (json != NULL) {
            found++;
            body->kind = kind;
            body->json = json;
        }
    }
    return found == 1 && tree_is_object(body->json);
}

bool collider_effective_body(const struct collider *collider, struct collider_body *body)
{
    return collider->effective->kind != SHAPE_NONE &&
           collider_body(collider, collider->effective == &collider->extended, body);
}

const char *collider_body_name(const struct collider_family *family, const struct collider_body *body)
{
    return arena_printf(family->arena, body->extended ? "the %s of its extended shape" : "its %s",
                        collider_kind_name(body->kind));
}

/* ---- pointers and titles ---- */

const char *collider_pointer(const struct collider_family *family, size_t collider, const char *rest)
{
    return arena_printf(family->arena, SPRINGS_POINTER "/colliders/%zu%s", collider, rest);
}

const char *collider_body_pointer(const struct collider_family *family, const struct collider_body *body,
                                  const char *property)
{
    return arena_printf(family->arena, SPRINGS_POINTER "/colliders/%zu%s/shape/%s%s%s", body->collider->place,
                        body->extended ? EXTENDED : "", collider_kind_name(body->kind), property == NULL ? "" : "/",
                        property == NULL ? "" : property);
}

const char *collider_group_pointer(const struct collider_family *family, size_t group, const char *rest)
{
    return arena_printf(family->arena, SPRINGS_POINTER "/colliderGroups/%zu%s", group, rest);
}

const char *collider_group_entry(const struct collider_family *family, size_t group, size_t entry)
{
    return arena_printf(family->arena, SPRINGS_POINTER "/colliderGroups/%zu/colliders/%zu", group, entry);
}

const char *collider_spring_entry(const struct collider_family *family, size_t spring, size_t entry)
{
    return arena_printf(family->arena, SPRINGS_POINTER "/springs/%zu/colliderGroups/%zu", spring, entry);
}

/* Names of the avatar begin with a small letter. */
static const char *as_title(struct arena *arena, const char *name)
{
    return arena_printf(arena, "C%s", name + 1);
}

const char *collider_title(const struct collider_family *family, size_t collider)
{
    return as_title(family->arena, name_collider(family->avatar, collider));
}

const char *collider_group_title(const struct collider_family *family, size_t group)
{
    return as_title(family->arena, name_group(family->avatar, group));
}
