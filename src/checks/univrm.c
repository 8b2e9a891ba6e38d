#include "checks/univrm.h"

#include <string.h>

#include "base/pointer.h"

static bool has_value_at(struct document *document, const char *pointer)
{
    return document_tree(document, pointer) != NULL;
}

bool univrm_reads_vrm1(struct document *document)
{
    return has_value_at(document, "/extensions/VRMC_vrm");
}

bool univrm_reads_vrm0(struct document *document)
{
    return has_value_at(document, "/extensions/VRM") && !univrm_reads_vrm1(document);
}

static bool reads_animation(struct document *document)
{
    return has_value_at(document, "/extensions/VRMC_vrm_animation") && !has_value_at(document, "/extensions/VRM") &&
           !univrm_reads_vrm1(document);
}

bool univrm_reads_file(struct document *document)
{
    return univrm_reads_vrm1(document) || has_value_at(document, "/extensions/VRM") || reads_animation(document);
}

bool univrm_reads(struct document *document, enum extension_id extension)
{
    switch (extension) {
    case EXTENSION_COUNT:
        return univrm_reads_file(document);
    case EXTENSION_VRM:
    case EXTENSION_VRM0:
        return univrm_reads_vrm0(document);
    case EXTENSION_BASISU:
        return univrm_reads_vrm0(document) || univrm_reads_vrm1(document);
    case EXTENSION_ANIMATION:
        return reads_animation(document);
    case EXTENSION_VRM1:
    case EXTENSION_SPRINGBONE:
    case EXTENSION_COLLIDER:
    case EXTENSION_LIMIT:
    case EXTENSION_CONSTRAINT:
    case EXTENSION_MTOON:
    case EXTENSION_NODE_TRANSFORM:
        return univrm_reads_vrm1(document);
    default:
        return false;
    }
}

bool univrm_reads_transform(struct document *document, const char *pointer)
{
    size_t indices[4];
    const char *rest;
    if (!pointer_match(pointer, "/materials/#", indices, &rest) || strstr(rest, "/occlusionTexture") != NULL) {
        return false;
    }
    if (univrm_reads_vrm0(document)) {
        const struct tree *list = document_tree(document, "/extensions/VRM/materialProperties");
        const char *shader = tree_text(tree_get(tree_at(list, indices[0]), "shader"), NULL);
        return shader != NULL && strcmp(shader, "VRM_USE_GLTFSHADER") == 0;
    }
    const struct tree *material = tree_at(document_tree(document, "/materials"), indices[0]);
    bool is_toon = tree_extension(material, "VRMC_materials_mtoon") != NULL;
    return univrm_reads_vrm1(document) && !(is_toon && strstr(rest, "/metallicRoughnessTexture") != NULL);
}
