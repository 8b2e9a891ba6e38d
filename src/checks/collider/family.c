/* Shared by the checks on colliders: bodies of shapes, their names and places. */
#include "checks/collider/family.h"
#include "ids/messages_collider.h"

/* ---- bodies of shapes ---- */

/* Returns the key of a shape: "sphere", "capsule", "plane". */
static const char *collider_kind_name(enum shape_kind kind)
{
    static const char *const names[] = {
        [SHAPE_NONE] = "shape", [SHAPE_SPHERE] = "sphere", [SHAPE_CAPSULE] = "capsule", [SHAPE_PLANE] = "plane"};
    return names[kind];
}

bool collider_body(const struct collider *collider, bool extended, struct collider_body *body)
{
    const struct tree *owner = collider->json;
    if (extended) {
        owner = tree_extension(owner, "VRMC_springBone_extended_collider");
    }
    const struct tree *shape = tree_get(owner, "shape");
    *body = (struct collider_body){
        .collider = collider, .shape = extended ? &collider->extended : &collider->base, .extended = extended};
    int found = 0;
    for (enum shape_kind kind = SHAPE_SPHERE; kind <= (extended ? SHAPE_PLANE : SHAPE_CAPSULE); kind++) {
        const struct tree *json = tree_get(shape, collider_kind_name(kind));
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

struct argument collider_kind(const char *as, enum shape_kind kind)
{
    static const enum message kinds[] = {
        [SHAPE_SPHERE] = WORDS_SHAPE_SPHERE, [SHAPE_CAPSULE] = WORDS_SHAPE_CAPSULE, [SHAPE_PLANE] = WORDS_SHAPE_PLANE};
    return WORD(as, kinds[kind]);
}

struct argument collider_shape(const struct collider_body *body)
{
    static const enum message own[] = {[SHAPE_SPHERE] = WORDS_ITS_SPHERE, [SHAPE_CAPSULE] = WORDS_ITS_CAPSULE};
    static const enum message extended[] = {[SHAPE_SPHERE] = WORDS_EXTENDED_SPHERE,
                                            [SHAPE_CAPSULE] = WORDS_EXTENDED_CAPSULE,
                                            [SHAPE_PLANE] = WORDS_EXTENDED_PLANE};
    return WORD("shape", body->extended ? extended[body->kind] : own[body->kind]);
}

/* ---- places ---- */

struct place collider_body_place(const struct collider_family *family, const struct collider_body *body,
                                 const char *property)
{
    const char *member =
        arena_printf(family->arena, "%sshape/%s%s%s", body->extended ? COLLIDER_EXTENDED "/" : "",
                     collider_kind_name(body->kind), property == NULL ? "" : "/", property == NULL ? "" : property);
    return place_collider(body->collider->index, member);
}
