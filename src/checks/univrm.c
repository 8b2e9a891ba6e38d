#include "checks/univrm.h"

#include <string.h>

#include "base/pointer.h"
#include "gltf/little.h"

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

bool univrm_opens_chunks(struct document *document, struct arena *arena, uint64_t *bin_length)
{
    enum { HEADER_SIZE = 12, CHUNK_HEADER_SIZE = 8, CHUNKS_READ = 16, TYPE_SIZE = 4 };
    static const char *const types[] = {"JSON", "BIN"};
    struct bytes *bytes = &document->bytes;
    struct os_error error = {0};
    uint64_t at = HEADER_SIZE;
    size_t count = 0;
    *bin_length = 0;
    for (; count < CHUNKS_READ && at < bytes->size; count++) {
        const unsigned char *header =
            bytes->size - at < CHUNK_HEADER_SIZE ? NULL : bytes_read(bytes, arena, at, CHUNK_HEADER_SIZE, &error);
        uint64_t length = header != NULL ? little32(header) : UINT64_MAX;
        if (header == NULL || length > bytes->size - at - CHUNK_HEADER_SIZE ||
            (count < 2 && memcmp(header + TYPE_SIZE, types[count], TYPE_SIZE) != 0)) {
            return false;
        }
        *bin_length = count == 1 ? length : *bin_length;
        at += CHUNK_HEADER_SIZE + length;
    }
    return count >= 2;
}
