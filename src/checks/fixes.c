#include "checks/fixes.h"

#include <string.h>

#include "base/json_value.h"
#include "base/sort.h"

#define PERCENT_DRAG 5.0 /* a dragForce from here to below 100 is a percentage; smaller ones hardly slow anything */
#define USUAL_DRAG 0.4

/* ---- the scene as a whole ---- */

/* Whether moving a top node of the scene moves what it shows. A mesh with a skin stays with its joints. */
static bool moves_along(const struct scene *scene, size_t node)
{
    const struct scene_node *top = &scene->nodes[node];
    bool has_children = scene->children_begin[node] < scene->children_begin[node + 1];
    return top->parent == SCENE_NONE && top->in_default && top->usable &&
           (has_children || top->mesh == SCENE_NONE || top->skin == SCENE_NONE);
}

static void move_component(struct finding *finding, size_t node, const struct scene_node *top, int axis, double by)
{
    static const char *const of_matrix[] = {"matrix/12", "matrix/13", "matrix/14"};
    static const char *const of_translation[] = {"translation/0", "translation/1", "translation/2"};
    const double at[] = {top->translation.x, top->translation.y, top->translation.z};
    double is = top->has_matrix ? top->matrix->m[axis][3] : at[axis];
    struct json_value value;
    if (by != 0) {
        finding_edit(finding, VRMLINT_EDIT_SET,
                     place_node(node, top->has_matrix ? of_matrix[axis] : of_translation[axis]),
                     json_number(&value, is + by));
    }
}

void fix_move_scene(struct finding *finding, const struct avatar *avatar, struct vec3 way)
{
    const struct scene *scene = avatar->scene;
    if (finding == NULL) {
        return;
    }
    for (size_t i = 0; i < avatar->animations->count; i++) {
        const struct channel *channel = &avatar->animations->channels[i];
        if (channel->node != SCENE_NONE && channel->path == PATH_TRANSLATION && moves_along(scene, channel->node)) {
            finding_fix(finding, VRMLINT_FIX_NONE);
            return;
        }
    }
    const double by[] = {way.x, way.y, way.z};
    struct json_value value;
    if (!finding_wants_edits(finding)) {
        return;
    }
    for (size_t node = 0; node < scene->count; node++) {
        const struct scene_node *top = &scene->nodes[node];
        if (!moves_along(scene, node)) {
            continue;
        }
        if (!top->has_matrix && tree_get(top->json, "translation") == NULL) {
            finding_edit(finding, VRMLINT_EDIT_SET, place_node(node, "translation"), json_numbers(&value, by, 3));
            continue;
        }
        for (int axis = 0; axis < 3; axis++) {
            move_component(finding, node, top, axis, by[axis]);
        }
    }
}

/* ---- names ---- */

/* Returns a name with a number appended that isn't in the list; *number is the last number tried. */
static const char *free_name(struct arena *arena, const char *name, size_t *number, const struct named *all,
                             size_t count)
{
    const char *other;
    do {
        other = arena_printf(arena, "%s_%zu", name, ++*number);
    } while (named_find(all, count, other) < count);
    return other;
}

void fix_node_names(struct finding *finding, const struct named *all, size_t all_count, const struct named *nodes,
                    size_t count, size_t kept)
{
    size_t number = 1;
    bool wanted = finding_wants_edits(finding);
    for (size_t i = 0; wanted && i < count; i++) {
        if (i != kept) {
            struct arena *arena = findings_arena(finding->owner);
            finding_edit(finding, VRMLINT_EDIT_SET, place_node(nodes[i].index, "name"),
                         json_text(arena, free_name(arena, nodes[i].name, &number, all, all_count)));
        }
    }
}

void fix_name_node(struct finding *finding, size_t node, const char *wanted, const struct named *all, size_t count)
{
    struct arena *arena = findings_arena(finding->owner);
    size_t number = 1;
    const char *name = named_find(all, count, wanted) == count ? wanted : free_name(arena, wanted, &number, all, count);
    finding_edit(finding, VRMLINT_EDIT_SET, place_node(node, "name"), json_text(arena, name));
}

/* ---- morph targets ---- */

/* Names of morph targets. */
struct sorted_names {
    struct named *list;
    size_t count;
};

static int compare_indices(const void *left, const void *right)
{
    return sort_order(((const struct named *)left)->index, ((const struct named *)right)->index);
}

static struct sorted_names read_targets(struct arena *arena, const struct tree *list)
{
    struct sorted_names names = {.list = arena_array(arena, tree_count(list), sizeof *names.list)};
    for (size_t i = 0; i < tree_count(list); i++) {
        const char *name = tree_text(tree_at(list, i), NULL);
        if (name != NULL) {
            names.list[names.count++] = (struct named){name, i};
        }
    }
    named_sort(arena, names.list, names.count);
    return names;
}

/* Returns new names for the repeated ones, in the order of the list. */
static struct sorted_names rename_targets(struct arena *arena, const struct sorted_names *names)
{
    struct sorted_names renamed = {.list = arena_array(arena, names->count, sizeof *renamed.list)};
    size_t number = 1;
    for (size_t i = 1; i < names->count; i++) {
        if (strcmp(names->list[i].name, names->list[i - 1].name) != 0) {
            number = 1;
            continue;
        }
        renamed.list[renamed.count++] = (struct named){
            free_name(arena, names->list[i].name, &number, names->list, names->count), names->list[i].index};
    }
    sort_array(arena, renamed.list, renamed.count, sizeof *renamed.list, compare_indices);
    return renamed;
}

/* Writes the new names into one list of a mesh, at the indices where it has the old names too. */
static void write_targets(struct finding *finding, size_t mesh, const char *holder, const struct tree *in,
                          const struct tree *list, const struct sorted_names *renamed)
{
    struct arena *arena = findings_arena(finding->owner);
    for (size_t i = 0; i < renamed->count && renamed->list[i].index < tree_count(in); i++) {
        size_t index = renamed->list[i].index;
        const char *is = tree_text(tree_at(in, index), NULL);
        if (is != NULL && strcmp(is, tree_text(tree_at(list, index), NULL)) == 0) {
            const char *member = arena_printf(arena, "%sextras/targetNames/%zu", holder, index);
            finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_MESH, mesh, 0, member),
                         json_text(arena, renamed->list[i].name));
        }
    }
}

void fix_target_names(struct finding *finding, size_t mesh, const struct tree *json, const struct tree *list)
{
    if (!finding_wants_edits(finding) || !tree_is_array(list)) {
        return;
    }
    struct arena *arena = findings_arena(finding->owner);
    struct sorted_names names = read_targets(arena, list);
    struct sorted_names renamed = rename_targets(arena, &names);
    if (renamed.count == 0) {
        return;
    }
    const struct tree *own = tree_get(tree_get(json, "extras"), "targetNames");
    const struct tree *primitives = tree_get(json, "primitives");
    if (tree_is_array(own)) {
        write_targets(finding, mesh, "", own, list, &renamed);
    }
    for (size_t i = 0; i < tree_length(primitives); i++) {
        const struct tree *of_primitive = tree_get(tree_get(tree_at(primitives, i), "extras"), "targetNames");
        if (tree_is_array(of_primitive)) {
            write_targets(finding, mesh, arena_printf(arena, "primitives/%zu/", i), of_primitive, list, &renamed);
        }
    }
}

/* ---- sides ---- */

const char *fix_other_side(struct arena *arena, const char *bone)
{
    bool is_left = strncmp(bone, "left", 4) == 0;
    bool is_right = strncmp(bone, "right", 5) == 0;
    return is_left    ? arena_printf(arena, "right%s", bone + 4)
           : is_right ? arena_printf(arena, "left%s", bone + 5)
                      : NULL;
}

bool fix_is_of_limb(const char *pair, const char *bone)
{
    static const struct {
        const char *pair;
        const char *parts[9];
    } limbs[] = {
        {"UpperArm", {"UpperArm", "LowerArm", "Hand", "Thumb", "Index", "Middle", "Ring", "Little"}},
        {"UpperLeg", {"UpperLeg", "LowerLeg", "Foot", "Toes"}},
        {"Shoulder", {"Shoulder"}},
        {"Eye", {"Eye"}},
    };
    const char *part = strncmp(bone, "left", 4) == 0 ? bone + 4 : strncmp(bone, "right", 5) == 0 ? bone + 5 : "";
    for (size_t i = 0; i < sizeof limbs / sizeof *limbs; i++) {
        for (size_t k = 0; strcmp(limbs[i].pair, pair) == 0 && limbs[i].parts[k] != NULL; k++) {
            if (text_begins(part, limbs[i].parts[k])) {
                return true;
            }
        }
    }
    return false;
}

/* ---- the file ---- */

static bool has_uris(struct document *document, const char *list)
{
    const struct tree *elements = document_tree(document, list);
    bool found = false;
    for (size_t i = 0; tree_is_array(elements) && !found && i < tree_count(elements); i++) {
        found = tree_get(tree_at(elements, i), "uri") != NULL;
    }
    return found;
}

bool fix_can_pack(struct document *document)
{
    return !has_uris(document, "/buffers") && !has_uris(document, "/images");
}

void fix_unlist(struct finding *finding, enum place_kind list, size_t at)
{
    if (at != SIZE_MAX) {
        finding_edit(finding, VRMLINT_EDIT_REMOVE, place_of(list, at, 0, NULL), NULL);
    }
}

/* ---- numbers ---- */

bool fix_is_of_bytes(const double rgb[3])
{
    static const double brightest = 16;
    double largest = 0;
    for (size_t i = 0; i < 3; i++) {
        if (rgb[i] < 0 || rgb[i] > 255 || rgb[i] != trunc(rgb[i])) {
            return false;
        }
        largest = fmax(largest, rgb[i]);
    }
    return largest > brightest;
}

bool fix_is_drag_percent(double drag)
{
    return drag >= PERCENT_DRAG && drag < 100;
}

double fix_drag(double drag)
{
    double share = fix_is_drag_percent(drag) ? drag / 100 : -drag;
    return share >= LITTLE_DRAG && share < 1 ? share : USUAL_DRAG;
}

double fix_into(double value, double most)
{
    return fmin(fabs(value), most);
}
