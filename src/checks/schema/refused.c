#include "checks/schema/refused.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/among.h"
#include "base/pointer.h"
#include "checks/univrm.h"

#define EXACT 9007199254740992.0 /* from here on, a double may differ from the number in the file */

/* Members of VRM 0.x whose value UniVRM looks up in a dictionary, which throws an exception for null. Their objects
 * are patterns relative to the extension. */
static const struct {
    const char *object;
    const char *member;
} looked_up[] = {
    {"/humanoid/humanBones/#", "bone"},
    {"/firstPerson/meshAnnotations/#", "firstPersonFlag"},
    {"/blendShapeMaster/blendShapeGroups/#", "presetName"},
    {"/blendShapeMaster/blendShapeGroups/#/materialValues/#", "propertyName"},
    {"/blendShapeMaster/blendShapeGroups/#/materialValues/#", "targetValue"},
    {"/materialProperties/#", "shader"},
};

static bool is_looked_up(const struct fault *fault)
{
    bool lacks_all = tree_is_object(fault->failure->value) && tree_count(fault->failure->value) == 0;
    for (size_t i = 0; i < sizeof looked_up / sizeof *looked_up; i++) {
        size_t indices[4];
        const char *rest;
        if ((lacks_all || strcmp(fault->failure->name, looked_up[i].member) == 0) &&
            pointer_match(fault->rest, looked_up[i].object, indices, &rest) && *rest == '\0') {
            /* surplus entries without a material aren't read */
            return strcmp(looked_up[i].member, "shader") != 0 ||
                   indices[0] < document_count(fault->instance->check->avatar->document, "materials");
        }
    }
    return false;
}

/* Whether it is an attribute of a mesh that UniVRM doesn't read. */
static bool is_unread_attribute(const struct fault *fault)
{
    static const char *const read[] = {"POSITION",   "NORMAL",  "TANGENT",  "TEXCOORD_0",
                                       "TEXCOORD_1", "COLOR_0", "JOINTS_0", "WEIGHTS_0"};
    size_t indices[4];
    const char *rest;
    if (strcmp(fault->instance->pointer, "/meshes") != 0 ||
        !(pointer_match(fault->rest, "/#/primitives/#/attributes", indices, &rest) ||
          pointer_match(fault->rest, "/#/primitives/#/targets/#", indices, &rest))) {
        return false;
    }
    return !IS_AMONG(fault->key, read);
}

/* Whether a place is in a bone or preset whose name VRM 1.0 doesn't define. UniVRM ignores such entries. */
static bool is_in_unread_entry(const struct fault *fault)
{
    static const char humans[] = "/humanoid/humanBones/";
    static const char presets[] = "/expressions/preset/";
    bool is_bone = text_begins(fault->rest, humans);
    bool is_preset = text_begins(fault->rest, presets);
    enum extension_id extension = fault->instance->extension;
    char name[32];
    if ((extension != EXTENSION_VRM1 && extension != EXTENSION_ANIMATION) || !(is_bone || is_preset)) {
        return false;
    }
    const char *begin = fault->rest + (is_bone ? strlen(humans) : strlen(presets));
    size_t length = strcspn(begin, "/");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), begin);
    return is_bone ? bone_by_name(name) == BONE_COUNT : vrma_preset_by_name(name) == VRMA_PRESET_COUNT;
}

/* Whether UniVRM accepts a number of a sampler. It reads the lower 32 bits, and 0 means the default. */
static bool is_known_to_sampler(const char *member, double value)
{
    static const double filters[] = {0, 9728, 9729, 9984, 9985, 9986, 9987};
    static const double wraps[] = {0, 33071, 33648, 10497};
    bool filter = strcmp(member, "minFilter") == 0;
    const double *known = filter ? filters : wraps;
    size_t count = filter ? sizeof filters / sizeof *filters : sizeof wraps / sizeof *wraps;
    double low = fabs(value) < EXACT ? fmod(value, 4294967296.0) : -1;
    low += low < 0 ? 4294967296.0 : 0;
    for (size_t i = 0; i < count; i++) {
        if (low == known[i]) {
            return true;
        }
    }
    return false;
}

/* Whether UniVRM refuses a sampler's number because the avatar shows an image with the sampler. UniVRM doesn't read
 * magFilter. */
static bool is_sampler_of_texture(const struct fault *fault)
{
    const struct avatar *avatar = fault->instance->check->avatar;
    size_t indices[4];
    const char *rest;
    double value;
    if (univrm_reads(avatar->document, EXTENSION_ANIMATION) || strcmp(fault->instance->pointer, "/samplers") != 0 ||
        !pointer_match(fault->rest, "/#", indices, &rest) || strcmp(fault->key, "magFilter") == 0 ||
        (tree_number(fault->failure->value, &value) && is_known_to_sampler(fault->key, value))) {
        return false;
    }
    for (size_t i = 0; i < avatar->materials->texture_count; i++) {
        const struct texture *texture = &avatar->materials->textures[i];
        size_t sampler = texture->sampler == MATERIALS_NONE ? 0 : texture->sampler; /* UniVRM uses the first one then */
        if (texture->used && sampler == indices[0] && texture->source != MATERIALS_NONE) {
            return true;
        }
    }
    return false;
}

/* Whether it is a bind of an expression that lacks its target or weight, which UniVRM needs if its node has a mesh. */
static bool is_bind_of_mesh(const struct fault *fault)
{
    static const char *const places[] = {"/expressions/preset/*/morphTargetBinds/#",
                                         "/expressions/custom/*/morphTargetBinds/#"};
    const struct tree *nodes = document_tree(fault->instance->check->avatar->document, "/nodes");
    const struct tree *node = tree_get(fault->failure->value, "node");
    const char *name = fault->failure->name;
    size_t indices[4];
    const char *rest;
    bool is_in = false;
    for (size_t i = 0; i < sizeof places / sizeof *places && !is_in; i++) {
        is_in = pointer_match(fault->rest, places[i], indices, &rest) && *rest == '\0';
    }
    if (!is_in || !tree_is_integer(node) || (strcmp(name, "index") != 0 && strcmp(name, "weight") != 0)) {
        return false;
    }
    int32_t index = (int32_t)(uint32_t)(uint64_t)tree_integer(node); /* the bits that it keeps */
    const struct tree *mesh = index >= 0 ? tree_get(tree_at(nodes, (size_t)index), "mesh") : NULL;
    return tree_is_integer(mesh) && tree_integer(mesh) >= 0;
}

bool fault_is_refused(const struct fault *fault)
{
    struct document *document = fault->instance->check->avatar->document;
    enum extension_id extension = fault->instance->extension;
    bool is_read = extension == EXTENSION_TRANSFORM ? univrm_reads_transform(document, fault->instance->pointer)
                                                    : univrm_reads(document, extension);
    if (!is_read) {
        return false;
    }
    switch (fault->kind) {
    case KIND_INDEX_WRITTEN_AS_FLOAT:
        return !is_unread_attribute(fault) && !is_in_unread_entry(fault);
    case KIND_MISSING_PROPERTY:
        return extension == EXTENSION_VRM ? is_looked_up(fault) : is_bind_of_mesh(fault);
    case KIND_UNKNOWN_PROPERTY:
        return extension == EXTENSION_TRANSFORM;
    case KIND_UNKNOWN_VALUE:
        return is_sampler_of_texture(fault);
    default:
        return false;
    }
}
