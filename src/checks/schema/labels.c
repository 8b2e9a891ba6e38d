/* Where a failure of the schema checker is, in an artist's words. */
#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "checks/schema/schemas.h"

/* What a place is called that name_pointer() doesn't reach: the part of an element that holds the value. */
struct holder {
    const char *pattern; /* behind the instance's pointer */
    const char *phrase;
    enum extension_id extension;
    bool quiet; /* goes without saying when one of its values is meant */
};

/* The longest patterns of an extension first. */
static const struct holder holders[] = {
    {"/springs/#/joints/#", NULL, EXTENSION_SPRINGBONE, true},
    {"/springs/#", NULL, EXTENSION_SPRINGBONE, true},
    {"/colliders/#/shape/sphere", "its sphere", EXTENSION_SPRINGBONE, true},
    {"/colliders/#/shape/capsule", "its capsule", EXTENSION_SPRINGBONE, true},
    {"/colliders/#/shape", "its shape", EXTENSION_SPRINGBONE, true},
    {"/colliders/#", NULL, EXTENSION_SPRINGBONE, true},
    {"/colliderGroups/#", NULL, EXTENSION_SPRINGBONE, true},
    {"/shape/sphere", "the extended sphere", EXTENSION_COLLIDER, false},
    {"/shape/capsule", "the extended capsule", EXTENSION_COLLIDER, false},
    {"/shape/plane", "the extended plane", EXTENSION_COLLIDER, false},
    {"/shape", "the extended shape", EXTENSION_COLLIDER, false},
    {"", "the extended collider", EXTENSION_COLLIDER, false},
    {"/limit/cone", "the cone limit", EXTENSION_LIMIT, false},
    {"/limit/hinge", "the hinge limit", EXTENSION_LIMIT, false},
    {"/limit/spherical", "the spherical limit", EXTENSION_LIMIT, false},
    {"/limit", "the limit", EXTENSION_LIMIT, false},
    {"", "VRMC_springBone_limit", EXTENSION_LIMIT, false},
    {"/constraint/roll", "the roll constraint", EXTENSION_CONSTRAINT, false},
    {"/constraint/aim", "the aim constraint", EXTENSION_CONSTRAINT, false},
    {"/constraint/rotation", "the rotation constraint", EXTENSION_CONSTRAINT, false},
    {"/constraint/position", "the position constraint", EXTENSION_CONSTRAINT, false},
    {"/constraint", "the constraint", EXTENSION_CONSTRAINT, false},
    {"", "VRMC_node_constraint", EXTENSION_CONSTRAINT, false},
    {"/humanoid/humanBones", "humanBones", EXTENSION_ANIMATION, true},
    {"/humanoid", "humanoid", EXTENSION_ANIMATION, false},
    {"/expressions/preset", "preset", EXTENSION_ANIMATION, true},
    {"/expressions/custom", "custom", EXTENSION_ANIMATION, true},
    {"/expressions", "expressions", EXTENSION_ANIMATION, false},
    {"/lookAt", NULL, EXTENSION_ANIMATION, true},
    {"/boneGroups/#/gravityDir", "gravityDir", EXTENSION_VRM0, false},
    {"/boneGroups/#", NULL, EXTENSION_VRM0, true},
    {"/colliderGroups/#/colliders/#/offset", "the offset of collider", EXTENSION_VRM0, false},
    {"/colliderGroups/#/colliders/#", "collider", EXTENSION_VRM0, false},
    {"/colliderGroups/#", NULL, EXTENSION_VRM0, true},
    {"", "secondaryAnimation", EXTENSION_VRM0, false},
};

static struct arena *arena_of(const struct fault *fault)
{
    return fault->instance->check->arena;
}

/* Adds the rest of a pointer as "humanBones.hips.node" or "gravityDir[1]". */
static void add_path(struct buf *buf, const char *rest)
{
    const char *token;
    size_t length;
    for (bool first = true; pointer_next(&rest, &token, &length); first = false) {
        size_t index;
        if (!first && pointer_token_index(token, length, &index)) {
            buf_printf(buf, "[%zu]", index);
        } else {
            buf_str(buf, first ? "" : ".");
            pointer_add_token(buf, token, length);
        }
    }
}

/* The holder around a place, and in *rest what of the pointer lies below it; NULL: the subject is all. */
static const struct holder *find_holder(const struct fault *fault, const char *pointer, size_t *indices,
                                        const char **rest)
{
    for (size_t i = 0; i < sizeof holders / sizeof holders[0]; i++) {
        if (holders[i].extension == fault->instance->extension &&
            pointer_match(pointer, holders[i].pattern, indices, rest)) {
            return &holders[i];
        }
    }
    *rest = pointer;
    return NULL;
}

/* "cone limit": with the number of the collider where a group of VRM 0.x has several. */
static const char *phrase_of(const struct fault *fault, const struct holder *holder, const size_t *indices)
{
    if (holder == NULL || holder->phrase == NULL || strstr(holder->pattern, "/colliders/#") == NULL ||
        holder->extension != EXTENSION_VRM0) {
        return holder == NULL ? NULL : holder->phrase;
    }
    return arena_printf(arena_of(fault), "%s %zu", holder->phrase, indices[1]);
}

/* Names below bones and expressions are the subject's own. */
static const char *skip_named(const struct fault *fault, const struct holder *holder, const char *rest)
{
    const char *token;
    size_t length;
    if (fault->instance->extension == EXTENSION_ANIMATION && holder != NULL && holder->quiet &&
        strcmp(holder->pattern, "/lookAt") != 0) {
        pointer_next(&rest, &token, &length);
    }
    return rest;
}

const char *fault_label(const struct fault *fault, const char *pointer)
{
    size_t indices[4];
    const char *rest;
    const struct holder *holder = find_holder(fault, pointer, indices, &rest);
    const char *phrase = phrase_of(fault, holder, indices);
    bool is_holder = *rest == '\0';
    rest = skip_named(fault, holder, rest);
    const char *name = name_pointer(fault->instance->check->avatar, fault->failure->pointer, false);
    if (*rest == '\0' && (phrase == NULL || !is_holder)) {
        return name;
    }
    struct buf buf = BUF_INIT(arena_of(fault));
    buf_str(&buf, name);
    if (*rest != '\0') {
        buf_str(&buf, ": ");
        add_path(&buf, rest);
        if (phrase != NULL && !holder->quiet) {
            buf_printf(&buf, " of %s", phrase);
        }
    } else {
        buf_printf(&buf, ": %s", phrase);
    }
    return buf_text(&buf);
}

const char *fault_outer(const struct fault *fault)
{
    const char *slash = strrchr(fault->rest, '/');
    return slash == NULL ? "" : arena_copy(arena_of(fault), fault->rest, (size_t)(slash - fault->rest));
}

bool fault_is_at(const struct fault *fault, const char *pattern)
{
    size_t indices[4];
    const char *rest;
    return pointer_match(fault->rest, pattern, indices, &rest) && *rest == '\0';
}

bool fault_in_springs(const struct fault *fault, const char *pattern)
{
    return fault->instance->extension == EXTENSION_SPRINGBONE && fault_is_at(fault, pattern);
}

bool fault_is_listed_vector(const struct fault *fault)
{
    return fault->instance->extension == EXTENSION_VRM0 && tree_is_array(fault->failure->value) &&
           (fault_is_at(fault, "/boneGroups/#/gravityDir") ||
            fault_is_at(fault, "/colliderGroups/#/colliders/#/offset"));
}
