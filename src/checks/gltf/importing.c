/* Checks valid glTF for which UniVRM's importer throws an exception, so that it doesn't load the file: the container,
 * and the indices of meshes. */

#include "base/among.h"
#include "checks/checks.h"
#include "checks/univrm.h"
#include "ids/messages_file.h"
#include "ids/messages_mesh.h"

/* ---- chunks ---- */

static void check_chunks(struct check *check)
{
    struct document *document = check->avatar->document;
    const struct container *container = &document->container;
    finding_severity(container->partial_trailing, VRMLINT_ERROR);
    /* a first buffer that needs the chunk is reported by its length, one that doesn't by its uri */
    bool is_reported = document_count(document, "buffers") > 0;
    if (container->is_glb && !container->has_bin && !container->is_damaged && !is_reported) {
        finding_no_place(report(check->findings, MESSAGE_CONTAINER_NO_BIN__DEFAULT, place_file(), NO_ARGUMENTS));
    }
}

/* ---- indices ---- */

/* Reports a view whose length isn't a multiple of the size of its indices. UniVRM reads the view from the accessor's
 * offset to its end as an array of indices. Invalid offsets are reported elsewhere. */
static void check_length(struct check *check, struct place part, const struct tree *accessor)
{
    enum { UNSIGNED_SHORT = 5123, UNSIGNED_INT = 5125 };
    size_t view;
    size_t length;
    size_t type;
    const struct tree *views = document_tree(check->avatar->document, "/bufferViews");
    if (!tree_index(tree_get(accessor, "bufferView"), tree_count(views), &view) ||
        !tree_index(tree_get(tree_at(views, view), "byteLength"), SIZE_MAX, &length) ||
        !tree_index(tree_get(accessor, "componentType"), SIZE_MAX, &type)) {
        return;
    }
    size_t size = type == UNSIGNED_INT ? 4 : type == UNSIGNED_SHORT ? 2 : 1;
    if (length % size != 0) {
        report(check->findings, MESSAGE_MESH_INDICES_VIEW__LENGTH, place_of(PLACE_BUFFER_VIEW, view, 0, "byteLength"),
               ARGUMENTS(the_place("part", check->avatar, &part, false), COUNT("size", size), COUNT("view", view),
                         COUNT("length", length)));
    }
}

static void check_indices(struct check *check, size_t mesh, size_t part, const struct tree *primitive)
{
    size_t index;
    const struct tree *accessors = document_tree(check->avatar->document, "/accessors");
    if (!tree_index(tree_get(primitive, "indices"), tree_count(accessors), &index)) {
        return;
    }
    const struct tree *accessor = tree_at(accessors, index);
    struct place place = place_of(PLACE_PRIMITIVE, mesh, part, NULL);
    if (!tree_is_object(accessor)) {
        return;
    }
    if (tree_get(accessor, "bufferView") != NULL) {
        check_length(check, place, accessor);
        return;
    }
    report(check->findings,
           tree_get(accessor, "sparse") != NULL ? MESSAGE_MESH_INDICES_VIEW__SPARSE
                                                : MESSAGE_MESH_INDICES_VIEW__DEFAULT,
           place_of(PLACE_PRIMITIVE, mesh, part, "indices"),
           ARGUMENTS(the_place("part", check->avatar, &place, false), COUNT("accessor", index)));
}

/* Whether meshes may be compressed. Their accessors have no bufferViews, and another rule is about these files. */
static bool has_draco(const struct document *document)
{
    return is_among("KHR_draco_mesh_compression", document->names, document->name_count);
}

static void check_meshes(struct check *check)
{
    const struct tree *meshes = document_tree(check->avatar->document, "/meshes");
    for (size_t m = 0; m < tree_length(meshes); m++) {
        const struct tree *primitives = tree_get(tree_at(meshes, m), "primitives");
        for (size_t p = 0; p < tree_length(primitives); p++) {
            check_indices(check, m, p, tree_at(primitives, p));
        }
    }
}

/* ---- */

void check_importing(struct check *check)
{
    const struct container *container = &check->avatar->document->container;
    if (!univrm_reads_file(check->avatar->document)) {
        if (container->has_bin && container->bin_length == 0) { /* UniVRM needs the chunk */
            finding_no_place(report(check->findings, MESSAGE_CONTAINER_EMPTY_BIN__DEFAULT, place_file(), NO_ARGUMENTS));
        }
        return;
    }
    check_chunks(check);
    if (check->avatar->surfaces != NULL && !has_draco(check->avatar->document)) { /* it is an avatar */
        check_meshes(check);
    }
}
