/* Checks valid core glTF that the loaders of avatars misread: nodes in two scenes, and primitives other than
 * triangles. Each is one finding per file. */
#include <string.h>

#include "base/among.h"
#include "checks/checks.h"
#include "checks/gltf/core.h"
#include "checks/univrm.h"
#include "ids/messages_file.h"
#include "ids/messages_gltf.h"
#include "ids/messages_mesh.h"

/* Finds two exchanged accessors of a primitive: each has the form that the other member requires. */

enum { ODD_MOST = 3 }; /* maximum number of members of a wrong form to collect; more than two aren't one exchange */

bool core_is_of_indices(const struct core_accessor *accessor)
{
    bool whole = accessor->component == COMPONENT_UBYTE || accessor->component == COMPONENT_USHORT ||
                 accessor->component == COMPONENT_UINT;
    return accessor->components == 1 && whole && !accessor->normalized;
}

/* Whether an accessor has a valid form for a member of a primitive. name: NULL for the indices. */
static bool fits_member(const struct core *core, form_test *has_form, const char *name,
                        const struct core_accessor *accessor)
{
    return name == NULL ? core_is_of_indices(accessor) : has_form(core, name, accessor);
}

static bool has_bounds(const struct core_accessor *accessor)
{
    return tree_get(accessor->json, "min") != NULL && tree_get(accessor->json, "max") != NULL;
}

/* Finds exchanged positions and normals: only the normals have bounds, although positions must have them. */
static bool find_normals(const struct core *core, form_test *has_form, const struct tree *list,
                         struct exchange *exchange)
{
    const struct core_accessor *position = core_accessor(core, tree_get(list, "POSITION"));
    const struct core_accessor *normal = core_accessor(core, tree_get(list, "NORMAL"));
    if (position == NULL || normal == NULL || position == normal || has_bounds(position) || !has_bounds(normal) ||
        !has_form(core, "POSITION", normal) || !has_form(core, "NORMAL", position)) {
        return false;
    }
    *exchange = (struct exchange){.found = true, .first = "POSITION", .second = "NORMAL", .by_bounds = true};
    return true;
}

struct exchange core_find_exchange(const struct core *core, form_test *has_form, const struct tree *json)
{
    struct exchange exchange = {.found = false};
    const struct tree *list = tree_get(json, "attributes");
    const char *names[ODD_MOST];
    const struct core_accessor *accessors[ODD_MOST];
    size_t count = 0;
    for (void *i = tree_first(list); i != NULL && count < ODD_MOST; i = tree_next(list, i)) {
        names[count] = tree_key(i);
        accessors[count] = core_accessor(core, tree_value(i));
        count += accessors[count] != NULL && !fits_member(core, has_form, names[count], accessors[count]);
    }
    const struct core_accessor *indices = core_accessor(core, tree_get(json, "indices"));
    if (indices != NULL && count < ODD_MOST && !core_is_of_indices(indices)) {
        names[count] = NULL;
        accessors[count++] = indices;
    }
    if (count == 0) {
        find_normals(core, has_form, list, &exchange);
    } else if (count == 2 && fits_member(core, has_form, names[0], accessors[1]) &&
               fits_member(core, has_form, names[1], accessors[0])) {
        exchange = (struct exchange){.found = true, .first = names[0], .second = names[1]};
    }
    return exchange;
}

bool core_is_exchanged(const struct exchange *exchange, const char *name)
{
    return exchange->found &&
           (strcmp(exchange->first, name) == 0 || (exchange->second != NULL && strcmp(exchange->second, name) == 0));
}

void core_report_exchange(const struct core *core, size_t mesh, size_t primitive, const struct tree *json,
                          const struct exchange *exchange)
{
    const struct tree *list = tree_get(json, "attributes");
    size_t first = core_index(core, core_accessor(core, tree_get(list, exchange->first)));
    bool is_indices = exchange->second == NULL;
    size_t second = core_index(
        core, core_accessor(core, is_indices ? tree_get(json, "indices") : tree_get(list, exchange->second)));
    const char *other = is_indices ? "indices" : exchange->second;
    struct finding *finding = report_taking(
        core->check->findings,
        exchange->by_bounds ? MESSAGE_MESH_ATTRIBUTE_FORMAT__EXCHANGED_NORMALS
        : is_indices        ? MESSAGE_MESH_ATTRIBUTE_FORMAT__EXCHANGED_INDICES
                            : MESSAGE_MESH_ATTRIBUTE_FORMAT__EXCHANGED,
        place_of(PLACE_PRIMITIVE, mesh, primitive, arena_printf(core->arena, "attributes/%s", exchange->first)),
        ARGUMENTS(core_name(core, "part", PLACE_PRIMITIVE, mesh, primitive), TERM("attribute", exchange->first),
                  TERM("other", other)));
    finding_edit_at(finding, VRMLINT_EDIT_SET, "0", arena_printf(core->arena, "%zu", second));
    finding_edit_at(finding, VRMLINT_EDIT_SET,
                    is_indices ? "2/indices" : arena_printf(core->arena, "1/%s", exchange->second),
                    arena_printf(core->arena, "%zu", first));
}

/* Checks valid glTF for which UniVRM's importer throws an exception, so that it doesn't load the file: the container,
 * and the indices of meshes. */

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

/* ---- scenes ---- */

/* Nodes of the shown scene that later scenes contain too. */
struct shared_nodes {
    size_t count;
    size_t node; /* the first such node */
    size_t scene;
    bool *nodes; /* per node of the file */
};

static void find_shared(const struct tree *scenes, size_t shown, size_t node_count, bool *in_shown,
                        struct shared_nodes *shared)
{
    size_t node;
    const struct tree *own = tree_get(tree_at(scenes, shown), "nodes");
    for (size_t i = 0; i < tree_length(own); i++) {
        if (tree_index(tree_at(own, i), node_count, &node)) {
            in_shown[node] = true;
        }
    }
    for (size_t s = shown + 1; s < tree_count(scenes); s++) {
        const struct tree *nodes = tree_get(tree_at(scenes, s), "nodes");
        for (size_t i = 0; i < tree_length(nodes); i++) {
            if (tree_index(tree_at(nodes, i), node_count, &node) && in_shown[node] && !shared->nodes[node]) {
                shared->nodes[node] = true;
                shared->node = shared->count == 0 ? node : shared->node;
                shared->scene = shared->count == 0 ? s : shared->scene;
                shared->count++;
            }
        }
    }
}

/* Whether one of the nodes or their descendants has a mesh. */
static bool has_mesh_below(struct arena *room, const struct scene *scene, const bool *nodes)
{
    const size_t *above = scene_nearest(room, scene, nodes);
    for (size_t i = 0; i < scene->count; i++) {
        if (above[i] != SCENE_NONE && scene->nodes[i].mesh != SCENE_NONE) {
            return true;
        }
    }
    return false;
}

static void report_shared_nodes(struct check *check, size_t shown, const struct shared_nodes *shared, bool has_mesh)
{
    enum message message =
        shared->count == 1 ? MESSAGE_GLTF_NODE_IN_TWO_SCENES__ONE : MESSAGE_GLTF_NODE_IN_TWO_SCENES__SEVERAL;
    struct finding *finding =
        report_taking(check->findings, message, place_of(PLACE_SCENE, shared->scene, 0, NULL),
                      ARGUMENTS(the_node("node", check->avatar, shared->node), COUNT("shown", shown),
                                COUNT("other", shared->scene), COUNT("count", shared->count)));
    if (!has_mesh) {
        finding_severity(finding, VRMLINT_INFO); /* the meshes stay in their scene */
    }
    finding_relate(finding, RELATED_GLTF_NODE_IN_TWO_SCENES__DEFAULT, place_of(PLACE_SCENE, shown, 0, NULL),
                   ARGUMENTS(COUNT("shown", shown)));
    finding_measure(finding, "nodes", (double)shared->count);
}

static void check_shared_nodes(struct check *check)
{
    struct document *document = check->avatar->document;
    const struct scene *scene = check->avatar->scene;
    const struct tree *scenes = document_tree(document, "/scenes");
    size_t count = tree_length(scenes);
    size_t shown = 0;
    const struct tree *given = document_tree(document, "/scene");
    if (count < 2 || (given != NULL && !tree_index(given, count, &shown))) {
        return;
    }
    struct arena *room = arena_open(check->arena);
    struct shared_nodes shared = {.nodes = arena_array(room, scene->count, sizeof(bool))};
    find_shared(scenes, shown, scene->count, arena_array(room, scene->count, sizeof(bool)), &shared);
    bool has_mesh = shared.count > 0 && has_mesh_below(room, scene, shared.nodes);
    arena_close(room);
    if (shared.count > 0) {
        report_shared_nodes(check, shown, &shared, has_mesh);
    }
}

/* ---- primitives ---- */

static struct argument part_at(const struct check *check, size_t mesh, size_t primitive)
{
    struct place place = place_of(PLACE_PRIMITIVE, mesh, primitive, NULL);
    return the_place("part", check->avatar, &place, false);
}

/* Returns the mode of a primitive that doesn't consist of triangles, or NULL. Invalid modes are reported elsewhere. */
static const char *other_mode(const struct tree *primitive)
{
    static const char *const modes[] = {"POINTS (0)", "LINES (1)",          "LINE_LOOP (2)",   "LINE_STRIP (3)",
                                        "",           "TRIANGLE_STRIP (5)", "TRIANGLE_FAN (6)"};
    size_t mode;
    bool given = tree_index(tree_get(primitive, "mode"), sizeof modes / sizeof *modes, &mode);
    return given && mode != 4 ? modes[mode] : NULL;
}

/* Returns the number of indices of a primitive if it isn't a multiple of 3, or 0. UniVRM reads indices in threes. */
static size_t remainder_of(const struct check *check, const struct tree *primitive)
{
    size_t index;
    size_t count;
    const struct tree *accessors = document_tree(check->avatar->document, "/accessors");
    bool known = tree_index(tree_get(primitive, "indices"), tree_count(accessors), &index) &&
                 tree_index(tree_get(tree_at(accessors, index), "count"), SIZE_MAX, &count);
    return known && count % 3 != 0 ? count : 0;
}

static void check_modes(struct check *check)
{
    const struct tree *meshes = document_tree(check->avatar->document, "/meshes");
    struct finding *finding = NULL;
    size_t count = 0;
    struct place places[FINDING_RELATED_MAX + 1];
    const char *first = NULL;
    size_t left = 0; /* number of indices of the reported primitive if it isn't a multiple of 3 */
    for (size_t m = 0; m < tree_length(meshes); m++) {
        const struct tree *primitives = tree_get(tree_at(meshes, m), "primitives");
        for (size_t p = 0; p < tree_length(primitives); p++) {
            const char *mode = other_mode(tree_at(primitives, p));
            if (mode == NULL) {
                continue;
            }
            struct place place = place_of(PLACE_PRIMITIVE, m, p, NULL);
            size_t remainder = left == 0 ? remainder_of(check, tree_at(primitives, p)) : 0;
            if (count <= FINDING_RELATED_MAX) {
                places[count] = place;
            }
            if (remainder > 0) { /* it comes before the others */
                places[count <= FINDING_RELATED_MAX ? count : FINDING_RELATED_MAX] = places[0];
                places[0] = place;
            }
            left = remainder > 0 ? remainder : left;
            first = first == NULL || remainder > 0 ? mode : first;
            count++;
        }
    }
    if (count == 0) {
        return;
    }
    enum message message = left > 0     ? MESSAGE_MESH_NOT_TRIANGLES__REMAINDER
                           : count == 1 ? MESSAGE_MESH_NOT_TRIANGLES__ONE
                                        : MESSAGE_MESH_NOT_TRIANGLES__SEVERAL;
    finding = report_taking(check->findings, message,
                            place_of(PLACE_PRIMITIVE, places[0].index[0], places[0].index[1], "mode"),
                            ARGUMENTS(part_at(check, places[0].index[0], places[0].index[1]), TERM("mode", first),
                                      COUNT("more", count - 1), COUNT("count", left)));
    if (left > 0) {
        finding_severity(finding, VRMLINT_ERROR);
    }
    for (size_t i = 1; i < count && i <= FINDING_RELATED_MAX; i++) {
        finding_relate(finding, RELATED_MESH_NOT_TRIANGLES__DEFAULT, places[i],
                       ARGUMENTS(part_at(check, places[i].index[0], places[i].index[1])));
    }
    finding_measure(finding, "primitives", (double)count);
}

/* ---- */

static bool is_shown(const char *name)
{
    return name != NULL && text_begins(name, "VRM") && strcmp(name, "VRMC_vrm_animation") != 0;
}

/* Whether a file has or lists an extension of VRM other than that of animations. No app shows the meshes of
 * animations. */
static bool has_vrm(struct document *document)
{
    const struct tree *used = document_tree(document, "/extensionsUsed");
    for (size_t i = 0; i < tree_length(used); i++) {
        if (is_shown(tree_text(tree_at(used, i), NULL))) {
            return true;
        }
    }
    for (size_t i = 0; i < document->extension_count; i++) {
        if (is_shown(document->extensions[i].name)) {
            return true;
        }
    }
    return false;
}

void check_loading(struct check *check)
{
    bool is_avatar = check->avatar->surfaces != NULL;
    if (is_avatar || has_vrm(check->avatar->document)) {
        check_shared_nodes(check);
    }
    if (is_avatar) {
        check_modes(check);
    }
}
