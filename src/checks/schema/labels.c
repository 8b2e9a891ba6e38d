/* Where a failure of the schema checker is, in an artist's words. */
#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "checks/schema/schemas.h"

/* What a place is called that the_place() doesn't reach: the part of an element that holds the value. */
struct holder {
    const char *pattern; /* behind the instance's pointer */
    enum message part;   /* NO_PART: it has no name */
    enum extension_id extension;
    bool quiet; /* goes without saying when one of its values is meant */
};

#define NO_PART MESSAGE_COUNT

/* The longest patterns of an extension first. */
static const struct holder holders[] = {
    {"/springs/#/joints/#", NO_PART, EXTENSION_SPRINGBONE, true},
    {"/springs/#", NO_PART, EXTENSION_SPRINGBONE, true},
    {"/colliders/#/shape/sphere", WORDS_PART_ITS_SPHERE, EXTENSION_SPRINGBONE, true},
    {"/colliders/#/shape/capsule", WORDS_PART_ITS_CAPSULE, EXTENSION_SPRINGBONE, true},
    {"/colliders/#/shape", WORDS_PART_ITS_SHAPE, EXTENSION_SPRINGBONE, true},
    {"/colliders/#", NO_PART, EXTENSION_SPRINGBONE, true},
    {"/colliderGroups/#", NO_PART, EXTENSION_SPRINGBONE, true},
    {"/shape/sphere", WORDS_PART_EXTENDED_SPHERE, EXTENSION_COLLIDER, false},
    {"/shape/capsule", WORDS_PART_EXTENDED_CAPSULE, EXTENSION_COLLIDER, false},
    {"/shape/plane", WORDS_PART_EXTENDED_PLANE, EXTENSION_COLLIDER, false},
    {"/shape", WORDS_PART_EXTENDED_SHAPE, EXTENSION_COLLIDER, false},
    {"", WORDS_PART_EXTENDED_COLLIDER, EXTENSION_COLLIDER, false},
    {"/limit/cone", WORDS_PART_CONE_LIMIT, EXTENSION_LIMIT, false},
    {"/limit/hinge", WORDS_PART_HINGE_LIMIT, EXTENSION_LIMIT, false},
    {"/limit/spherical", WORDS_PART_SPHERICAL_LIMIT, EXTENSION_LIMIT, false},
    {"/limit", WORDS_PART_LIMIT, EXTENSION_LIMIT, false},
    {"", WORDS_PART_LIMIT_EXTENSION, EXTENSION_LIMIT, false},
    {"/constraint/roll", WORDS_PART_ROLL_CONSTRAINT, EXTENSION_CONSTRAINT, false},
    {"/constraint/aim", WORDS_PART_AIM_CONSTRAINT, EXTENSION_CONSTRAINT, false},
    {"/constraint/rotation", WORDS_PART_ROTATION_CONSTRAINT, EXTENSION_CONSTRAINT, false},
    {"/constraint/position", WORDS_PART_POSITION_CONSTRAINT, EXTENSION_CONSTRAINT, false},
    {"/constraint", WORDS_PART_CONSTRAINT, EXTENSION_CONSTRAINT, false},
    {"", WORDS_PART_CONSTRAINT_EXTENSION, EXTENSION_CONSTRAINT, false},
    {"/humanoid/humanBones", WORDS_PART_HUMAN_BONES, EXTENSION_ANIMATION, true},
    {"/humanoid", WORDS_PART_HUMANOID, EXTENSION_ANIMATION, false},
    {"/expressions/preset", WORDS_PART_PRESET, EXTENSION_ANIMATION, true},
    {"/expressions/custom", WORDS_PART_CUSTOM, EXTENSION_ANIMATION, true},
    {"/expressions", WORDS_PART_EXPRESSIONS, EXTENSION_ANIMATION, false},
    {"/lookAt", NO_PART, EXTENSION_ANIMATION, true},
    {"/boneGroups/#/gravityDir", WORDS_PART_GRAVITY_DIR, EXTENSION_VRM0, false},
    {"/boneGroups/#", NO_PART, EXTENSION_VRM0, true},
    {"/colliderGroups/#/colliders/#/offset", WORDS_PART_VRM0_OFFSET, EXTENSION_VRM0, false},
    {"/colliderGroups/#/colliders/#", WORDS_PART_VRM0_COLLIDER, EXTENSION_VRM0, false},
    {"/colliderGroups/#", NO_PART, EXTENSION_VRM0, true},
    {"", WORDS_PART_SECONDARY_ANIMATION, EXTENSION_VRM0, false},
    {"/humanoid/humanBones/#", NO_PART, EXTENSION_VRM, true},
    {"/humanoid", NO_PART, EXTENSION_VRM, true},
    {"/meta", NO_PART, EXTENSION_VRM, true},
    {"/blendShapeMaster/blendShapeGroups/#", NO_PART, EXTENSION_VRM, true},
    {"/firstPerson/meshAnnotations/#", NO_PART, EXTENSION_VRM, true},
    {"/firstPerson", NO_PART, EXTENSION_VRM, true},
    {"/materialProperties/#", NO_PART, EXTENSION_VRM, true},
};

static struct arena *arena_of(const struct fault *fault)
{
    return fault->instance->check->arena;
}

/* The rest of a pointer as "humanBones.hips.node" or "gravityDir[1]". */
static const char *path_text(const struct fault *fault, const char *rest)
{
    struct buf buf = BUF_INIT(arena_of(fault));
    const char *token;
    size_t length;
    for (bool first = true; pointer_next(&rest, &token, &length); first = false) {
        size_t index;
        if (!first && pointer_token_index(token, length, &index)) {
            buf_printf(&buf, "[%zu]", index);
        } else {
            buf_str(&buf, first ? "" : ".");
            pointer_add_token(&buf, token, length);
        }
    }
    return buf_text(&buf);
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

/* The part: with the number of the collider where a group of VRM 0.x has several. */
static struct argument the_part(const struct holder *holder, const size_t *indices)
{
    struct argument part = WORD("part", holder->part);
    part.as.said.index[1] = indices[1];
    return part;
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

struct argument fault_place(const struct fault *fault, const char *pointer)
{
    size_t indices[4] = {0};
    const char *rest;
    const struct holder *holder = find_holder(fault, pointer, indices, &rest);
    bool has_part = holder != NULL && holder->part != NO_PART;
    bool is_holder = *rest == '\0';
    rest = skip_named(fault, holder, rest);
    struct place place = place_at(fault->failure->pointer);
    struct argument thing = the_place("thing", fault->instance->check->avatar, &place, false);
    bool has_path = *rest != '\0';
    if (!has_path && (!has_part || !is_holder)) {
        return argument_as("value", thing);
    }
    size_t count = 0;
    fault->room[count++] = thing;
    if (has_path) {
        fault->room[count++] = TERM("path", path_text(fault, rest));
        has_part = has_part && !holder->quiet;
    }
    if (has_part) {
        fault->room[count++] = the_part(holder, indices);
    }
    fault->room[count] = (struct argument){.name = NULL};
    return CLAUSE("value", !has_path ? WORDS_PART : has_part ? WORDS_VALUE_OF_PART : WORDS_VALUE, fault->room);
}

struct argument fault_value(const struct fault *fault)
{
    return fault_place(fault, fault->rest);
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

bool fault_of_required_bone(const struct fault *fault)
{
    static const char *const lists[] = {"/humanoid/humanBones/", "/humanoid/"}; /* the second in the first draft */
    for (size_t i = 0; fault->instance->extension == EXTENSION_ANIMATION && i < sizeof lists / sizeof *lists; i++) {
        size_t length = strlen(lists[i]);
        if (strncmp(fault->rest, lists[i], length) != 0) {
            continue;
        }
        const char *name = fault->rest + length;
        size_t end = strcspn(name, "/");
        for (size_t bone = 0; bone < BONE_COUNT; bone++) {
            if (bones[bone].required && strlen(bones[bone].name) == end && strncmp(bones[bone].name, name, end) == 0) {
                return true;
            }
        }
    }
    return false;
}

bool fault_is_listed_vector(const struct fault *fault)
{
    return fault->instance->extension == EXTENSION_VRM0 && tree_is_array(fault->failure->value) &&
           (fault_is_at(fault, "/boneGroups/#/gravityDir") ||
            fault_is_at(fault, "/colliderGroups/#/colliders/#/offset"));
}
