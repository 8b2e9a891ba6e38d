/* UniVRM reads the BIN chunk as buffer 0, whatever its uri is, and data: URIs of other buffers and of images, but no
 * other file (Packages/UniGLTF/Runtime/UniGLTF/GltfData.cs). */
#include "checks/gltf/unread.h"

/* Marks the buffer of an accessor, a part of a sparse accessor or an image if the BIN chunk lacks some of
 * its bytes. */
static void note_view(const struct core *core, const struct tree *part, bool *unread)
{
    size_t index;
    if (!tree_index(tree_get(part, "bufferView"), core->view_count, &index)) {
        return;
    }
    const struct core_view *view = &core->views[index];
    if (view->buffer < core->buffer_count &&
        (view->buffer > 0 || view->offset + view->length > (double)core->document->container.bin_length)) {
        unread[view->buffer] = true;
    }
}

static void note_accessor(const struct core *core, const struct tree *index, bool *unread)
{
    const struct core_accessor *accessor = core_accessor(core, index);
    if (accessor != NULL) {
        const struct tree *sparse = tree_get(accessor->json, "sparse");
        note_view(core, accessor->json, unread);
        note_view(core, tree_get(sparse, "indices"), unread);
        note_view(core, tree_get(sparse, "values"), unread);
    }
}

/* Marks the buffers of attributes that UniVRM reads. It computes tangents itself, except those of morph targets. */
static void note_attributes(const struct core *core, const struct tree *attributes, bool of_target, bool *unread)
{
    static const char *const names[] = {"TANGENT",    "POSITION", "NORMAL",   "TEXCOORD_0",
                                        "TEXCOORD_1", "COLOR_0",  "JOINTS_0", "WEIGHTS_0"};
    size_t first = of_target ? 0 : 1;
    size_t end = of_target ? 3 : sizeof names / sizeof *names;
    for (size_t i = first; i < end; i++) {
        note_accessor(core, tree_get(attributes, names[i]), unread);
    }
}

static void note_mesh(const struct core *core, const struct tree *mesh, bool *unread)
{
    const struct tree *primitives = tree_get(mesh, "primitives");
    for (size_t p = 0; p < tree_length(primitives); p++) {
        const struct tree *primitive = tree_at(primitives, p);
        const struct tree *targets = tree_get(primitive, "targets");
        for (size_t t = 0; t < tree_length(targets); t++) {
            note_attributes(core, tree_at(targets, t), true, unread);
        }
        note_accessor(core, tree_get(primitive, "indices"), unread);
        note_attributes(core, tree_get(primitive, "attributes"), false, unread);
    }
}

/* Marks the buffers of matrices of skins that nodes use. */
static void note_skins(const struct core *core, bool *unread)
{
    const struct tree *nodes = document_tree(core->document, "/nodes");
    const struct tree *skins = document_tree(core->document, "/skins");
    for (size_t n = 0; n < tree_length(nodes); n++) {
        size_t skin;
        if (tree_index(tree_get(tree_at(nodes, n), "skin"), tree_count(skins), &skin)) {
            note_accessor(core, tree_get(tree_at(skins, skin), "inverseBindMatrices"), unread);
        }
    }
}

/* Whether UniVRM reads an image: a material uses it, or it is the thumbnail. */
static bool is_read(const struct core *core, size_t image)
{
    const struct materials *materials = core->check->avatar->materials;
    size_t thumbnail;
    return image < materials->image_count &&
           (materials->image_seen[image] ||
            (tree_index(tree_get(document_tree(core->document, "/extensions/VRMC_vrm/meta"), "thumbnailImage"),
                        materials->image_count, &thumbnail) &&
             thumbnail == image));
}

bool *core_unread_buffers(const struct core *core)
{
    const struct tree *images = document_tree(core->document, "/images");
    bool *unread = arena_array(core->arena, core->buffer_count, sizeof *unread);
    if (!core->document->container.is_glb || !core->is_avatar) {
        return unread;
    }
    for (size_t m = 0; m < core->mesh_count; m++) {
        note_mesh(core, core->meshes[m].json, unread);
    }
    note_skins(core, unread);
    for (size_t i = 0; i < tree_length(images); i++) {
        if (is_read(core, i)) {
            note_view(core, tree_at(images, i), unread);
        }
    }
    return unread;
}

bool core_needs_image(const struct core *core, size_t image)
{
    return core->is_avatar && is_read(core, image);
}
