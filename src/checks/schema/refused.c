#include "checks/schema/refused.h"

#include <string.h>

#include "base/pointer.h"
#include "checks/univrm.h"

/* Members of VRM 0.x whose value is looked up in a dictionary, which throws an exception for null. Their objects, as
 * patterns below the extension. */
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
    for (size_t i = 0; i < sizeof looked_up / sizeof *looked_up; i++) {
        size_t indices[4];
        const char *rest;
        if (strcmp(fault->failure->name, looked_up[i].member) == 0 &&
            pointer_match(fault->rest, looked_up[i].object, indices, &rest) && *rest == '\0') {
            /* entries for more materials than there are aren't read */
            return strcmp(looked_up[i].member, "shader") != 0 ||
                   indices[0] < document_count(fault->instance->check->avatar->document, "materials");
        }
    }
    return false;
}

/* Attributes of a mesh that UniVRM doesn't know. */
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
    for (size_t i = 0; i < sizeof read / sizeof *read; i++) {
        if (strcmp(fault->key, read[i]) == 0) {
            return false;
        }
    }
    return true;
}

/* Whether a texture uses the sampler that it is about. Its magFilter isn't read, and 0 is taken for the default. */
static bool is_sampler_of_texture(const struct fault *fault)
{
    size_t indices[4];
    const char *rest;
    double value;
    if (strcmp(fault->instance->pointer, "/samplers") != 0 || !pointer_match(fault->rest, "/#", indices, &rest) ||
        strcmp(fault->key, "magFilter") == 0 || (tree_number(fault->failure->value, &value) && value == 0)) {
        return false;
    }
    const struct tree *textures = document_tree(fault->instance->check->avatar->document, "/textures");
    for (size_t i = 0; tree_is_array(textures) && i < tree_count(textures); i++) {
        const struct tree *sampler = tree_get(tree_at(textures, i), "sampler");
        if (tree_is_integer(sampler) && tree_integer(sampler) == (int64_t)indices[0]) {
            return true;
        }
    }
    return false;
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
        return !is_unread_attribute(fault);
    case KIND_MISSING_PROPERTY:
        return extension == EXTENSION_VRM && is_looked_up(fault);
    case KIND_UNKNOWN_PROPERTY:
        return extension == EXTENSION_TRANSFORM;
    case KIND_UNKNOWN_VALUE:
        return is_sampler_of_texture(fault);
    default:
        return false;
    }
}
