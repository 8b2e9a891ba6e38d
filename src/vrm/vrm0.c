#include "vrm/vrm0.h"

#include <math.h>
#include <string.h>

#include "gltf/expect.h"
#include "tables/extensions.h"
#include "vrm/instances.h"
#include "vrm/springs_parts.h"
#include "vrm/vrm0_avatar.h"

#define VRM0_LARGEST 1e38 /* by the schema */

static const char *const preset_names[VRM0_PRESETS] = {
    "unknown", "neutral", "a",   "i",      "u",        "e",        "o",         "blink",   "joy",
    "angry",   "sorrow",  "fun", "lookup", "lookdown", "lookleft", "lookright", "blink_l", "blink_r",
};

enum vrm0_preset vrm0_preset_by_name(const char *name)
{
    enum vrm0_preset preset = name == NULL ? VRM0_PRESETS : VRM0_UNKNOWN;
    while (preset < VRM0_PRESETS && !extension_same_but_case(name, preset_names[preset])) {
        preset++;
    }
    return preset;
}

const char *vrm0_preset_name(enum vrm0_preset preset)
{
    return preset_names[preset];
}

const char *vrm0_direction_name(enum vrm0_direction direction)
{
    static const char *const names[VRM0_DIRECTIONS] = {
        [VRM0_INNER] = "lookAtHorizontalInner",
        [VRM0_OUTER] = "lookAtHorizontalOuter",
        [VRM0_DOWN] = "lookAtVerticalDown",
        [VRM0_UP] = "lookAtVerticalUp",
    };
    return names[direction];
}

/* Reads a number that apps can compute with; others are reported elsewhere. */
static bool read_number(const struct tree *value, double *out)
{
    return tree_number(value, out) && fabs(*out) < VRM0_LARGEST;
}

/* ---- bones ---- */

static void read_vrm0_bones(struct vrm0_avatar *avatar, struct arena *arena, const struct scene *scene)
{
    const struct tree *list = tree_get(avatar->humanoid, "humanBones");
    avatar->human_bones = tree_is_array(list) ? list : NULL;
    avatar->entry_count = tree_length(list);
    avatar->entry_bone = arena_array(arena, avatar->entry_count, sizeof *avatar->entry_bone);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        avatar->entries[bone] = SCENE_NONE;
        avatar->nodes[bone] = SCENE_NONE;
    }
    for (size_t i = 0; i < avatar->entry_count; i++) {
        const struct tree *entry = tree_at(list, i);
        const char *name = tree_text(tree_get(entry, "bone"), NULL);
        size_t bone = name == NULL ? BONE_COUNT : vrm0_bone_by_name(name);
        avatar->entry_bone[i] = bone;
        avatar->has_odd_entry = avatar->has_odd_entry || bone == BONE_COUNT;
        if (bone == BONE_COUNT) {
            continue;
        }
        avatar->entries[bone] = avatar->entries[bone] == SCENE_NONE ? i : avatar->entries[bone];
        if (avatar->nodes[bone] == SCENE_NONE) { /* three-vrm skips entries without a valid node */
            avatar->nodes[bone] = scene_resolve(scene, tree_get(entry, "node"));
        }
    }
}

/* ---- meshes ---- */

static void read_meshes(struct vrm0_avatar *avatar, struct document *document, const struct scene *scene)
{
    const struct tree *list = document_tree(document, "/meshes");
    avatar->mesh_count = tree_length(list);
    avatar->meshes = arena_array(document->arena, avatar->mesh_count, sizeof *avatar->meshes);
    for (size_t i = 0; i < avatar->mesh_count; i++) {
        avatar->meshes[i] = (struct vrm0_mesh){SCENE_NONE, SCENE_NONE, SCENE_NONE};
    }
    for (size_t node = 0; node < scene->count; node++) {
        size_t at = scene->nodes[node].mesh;
        if (at >= avatar->mesh_count) {
            continue;
        }
        struct vrm0_mesh *mesh = &avatar->meshes[at];
        mesh->node = mesh->node == SCENE_NONE ? node : mesh->node;
        if (scene->nodes[node].in_default) {
            mesh->shown_next = mesh->shown_next == SCENE_NONE && mesh->shown != SCENE_NONE ? node : mesh->shown_next;
            mesh->shown = mesh->shown == SCENE_NONE ? node : mesh->shown;
        }
    }
}

/* ---- expressions ---- */

static void read_vrm0_binds(const struct vrm0_avatar *avatar, struct arena *arena, struct vrm0_expression *expression)
{
    const struct tree *binds = tree_get(expression->json, "binds");
    expression->bind_count = tree_length(binds);
    expression->binds = arena_array(arena, expression->bind_count, sizeof *expression->binds);
    for (size_t i = 0; i < expression->bind_count; i++) {
        const struct tree *json = tree_at(binds, i);
        struct vrm0_bind *bind = &expression->binds[i];
        *bind = (struct vrm0_bind){.mesh = SCENE_NONE, .index = SCENE_NONE};
        tree_index(tree_get(json, "mesh"), avatar->mesh_count, &bind->mesh);
        tree_index(tree_get(json, "index"), SIZE_MAX, &bind->index);
        read_number(tree_get(json, "weight"), &bind->weight);
    }
    const struct tree *values = tree_get(expression->json, "materialValues");
    expression->value_count = tree_length(values);
    expression->values = arena_array(arena, expression->value_count, sizeof *expression->values);
    for (size_t i = 0; i < expression->value_count; i++) {
        const struct tree *json = tree_at(values, i);
        expression->values[i] = (struct vrm0_material_value){json, tree_text(tree_get(json, "materialName"), NULL),
                                                             tree_text(tree_get(json, "propertyName"), NULL)};
    }
}

static void read_vrm0_expressions(struct vrm0_avatar *avatar, struct arena *arena)
{
    const struct tree *list = tree_get(tree_get(avatar->json, "blendShapeMaster"), "blendShapeGroups");
    avatar->expression_count = tree_length(list);
    avatar->expressions = arena_array(arena, avatar->expression_count, sizeof *avatar->expressions);
    for (size_t i = 0; i < avatar->expression_count; i++) {
        struct vrm0_expression *expression = &avatar->expressions[i];
        const struct tree *json = tree_at(list, i);
        const struct tree *preset = tree_get(json, "presetName");
        *expression = (struct vrm0_expression){
            .json = json,
            .place = i,
            .name = tree_text(tree_get(json, "name"), NULL),
            .preset = preset == NULL ? VRM0_UNKNOWN : vrm0_preset_by_name(tree_text(preset, NULL)),
        };
        read_vrm0_binds(avatar, arena, expression);
        if (expression->preset != VRM0_PRESETS && avatar->presets[expression->preset] == NULL) {
            avatar->presets[expression->preset] = expression;
        }
    }
}

/* ---- the gaze ---- */

static void read_gaze(struct vrm0_avatar *avatar)
{
    avatar->gaze_by_expressions = tree_reports(avatar->first_person, "lookAtTypeName", "BlendShape");
    for (enum vrm0_direction i = 0; i < VRM0_DIRECTIONS; i++) {
        struct vrm0_map *map = &avatar->maps[i];
        map->json = tree_object(avatar->first_person, vrm0_direction_name(i));
        map->x.given = read_number(tree_get(map->json, "xRange"), &map->x.value);
        map->y.given = read_number(tree_get(map->json, "yRange"), &map->y.value);
    }
}

const struct vrm0_avatar *vrm0_avatar_read(struct document *document, const struct scene *scene)
{
    struct vrm0_avatar *avatar = arena_alloc(document->arena, sizeof *avatar);
    const struct tree *json = document_tree(document, VRM0_ROOT);
    avatar->json = tree_is_object(json) && !vrm0_is_leftover(document) ? json : NULL;
    avatar->meta = tree_object(avatar->json, "meta");
    avatar->humanoid = tree_object(avatar->json, "humanoid");
    avatar->first_person = tree_object(avatar->json, "firstPerson");
    read_vrm0_bones(avatar, document->arena, scene);
    if (avatar->json != NULL) {
        read_meshes(avatar, document, scene);
    }
    read_vrm0_expressions(avatar, document->arena);
    read_gaze(avatar);
    return avatar;
}

/* ---- parameters ---- */

/* Reads an object of x, y and z, each with `read`. Returns whether all three are present and well-typed; *out has 0 for
 * the others. */
static bool read_xyz(const struct tree *json, bool (*read)(const struct tree *, double *), struct vec3 *out)
{
    *out = (struct vec3){0, 0, 0};
    bool x = read(tree_get(json, "x"), &out->x);
    bool y = read(tree_get(json, "y"), &out->y);
    bool z = read(tree_get(json, "z"), &out->z);
    return x && y && z;
}

static void read_parameters(struct vrm0_group *group)
{
    const struct tree *json = group->json;
    const struct tree *gravity = tree_get(json, "gravityDir");
    group->comment = tree_text(tree_get(json, "comment"), NULL);
    group->stiffness = springs_optional(json, "stiffiness", 1);
    group->gravity_power = springs_optional(json, "gravityPower", 0);
    group->drag_force = springs_optional(json, "dragForce", 0.4);
    group->hit_radius = springs_optional(json, "hitRadius", 0);
    group->gravity_dir = (struct vec3){0, -1, 0};
    if (tree_is_object(gravity)) {
        group->gravity_dir_given = read_xyz(gravity, springs_number, &group->gravity_dir);
    }
}

/* ---- collider groups ---- */

/* Reads a number of a collider. Like those of VRM 1.0, it may be as large as single precision allows. */
static bool read_length(const struct tree *value, double *out)
{
    double number;
    if (!tree_number(value, &number) || fabs(number) > EXPECT_NUMBER_MAX) {
        return false;
    }
    *out = number;
    return true;
}

static void read_vrm0_collider(struct vrm0_collider *collider, const struct tree *json)
{
    collider->json = json;
    const struct tree *radius = tree_get(json, "radius");
    collider->radius = (struct optional){.present = radius != NULL};
    collider->radius.given = read_length(radius, &collider->radius.value);
    read_xyz(tree_get(json, "offset"), read_length, &collider->offset);
    if (collider->offset.z != 0) {
        collider->offset.z = -collider->offset.z;
    }
}

static void read_collider_groups(struct vrm0 *vrm0, struct arena *arena, const struct scene *scene,
                                 const struct tree *list)
{
    vrm0->collider_group_count = tree_length(list);
    vrm0->collider_groups = arena_array(arena, vrm0->collider_group_count, sizeof *vrm0->collider_groups);
    for (size_t i = 0; i < vrm0->collider_group_count; i++) {
        const struct tree *json = tree_at(list, i);
        const struct tree *colliders = tree_get(json, "colliders");
        struct vrm0_collider_group *group = &vrm0->collider_groups[i];
        group->json = json;
        group->index = i;
        group->node = scene_resolve(scene, tree_get(json, "node"));
        group->collider_count = tree_length(colliders);
        group->colliders = arena_array(arena, group->collider_count, sizeof *group->colliders);
        for (size_t k = 0; k < group->collider_count; k++) {
            read_vrm0_collider(&group->colliders[k], tree_at(colliders, k));
        }
    }
}

/* ---- bone groups ---- */

static void read_vrm0_group(struct vrm0 *vrm0, struct arena *arena, const struct scene *scene, struct vrm0_group *group)
{
    const struct tree *chosen = tree_get(group->json, "colliderGroups");
    size_t chosen_count = tree_length(chosen);
    read_parameters(group);
    group->center = scene_resolve(scene, tree_get(group->json, "center"));
    group->collider_groups = arena_array(arena, chosen_count, sizeof *group->collider_groups);
    for (size_t i = 0; i < chosen_count; i++) {
        size_t index;
        if (tree_index(tree_at(chosen, i), vrm0->collider_group_count, &index)) {
            group->collider_groups[group->collider_group_count++] = index;
        }
    }
    const struct tree *bones_list = tree_get(group->json, "bones");
    for (size_t i = 0; i < group->root_count; i++) {
        size_t node = scene_resolve(scene, tree_at(bones_list, i));
        group->roots[i] = (struct vrm0_root){group->index, i, node, .first = SCENE_NONE, .above = SCENE_NONE};
    }
}

static void read_vrm0_groups(struct vrm0 *vrm0, struct arena *arena, const struct scene *scene, const struct tree *list)
{
    vrm0->group_count = tree_length(list);
    vrm0->groups = arena_array(arena, vrm0->group_count, sizeof *vrm0->groups);
    for (size_t i = 0; i < vrm0->group_count; i++) {
        vrm0->groups[i].json = tree_at(list, i);
        vrm0->groups[i].index = i;
        vrm0->groups[i].root_count = tree_length(tree_get(vrm0->groups[i].json, "bones"));
        vrm0->root_count += vrm0->groups[i].root_count;
    }
    vrm0->roots = arena_array(arena, vrm0->root_count, sizeof *vrm0->roots);
    size_t at = 0;
    for (size_t i = 0; i < vrm0->group_count; i++) {
        vrm0->groups[i].roots = vrm0->roots + at;
        at += vrm0->groups[i].root_count;
        read_vrm0_group(vrm0, arena, scene, &vrm0->groups[i]);
    }
}

/* Sets begin and end of every root. A subtree of usable nodes is an interval, because all descendants of an unusable
 * node are unusable too. */
static void find_intervals(struct vrm0 *vrm0, struct arena *arena, const struct scene *scene)
{
    size_t count;
    vrm0->nodes = scene_order(arena, scene, &count);
    size_t *before = arena_array(arena, scene->count + 1, sizeof *before); /* usable nodes before each position */
    for (size_t i = 0; i < count; i++) {
        before[scene->nodes[vrm0->nodes[i]].enter + 1] = 1;
    }
    for (size_t i = 0; i < scene->count; i++) {
        before[i + 1] += before[i];
    }
    for (size_t i = 0; i < vrm0->root_count; i++) {
        struct vrm0_root *root = &vrm0->roots[i];
        if (root->node != SCENE_NONE) {
            root->begin = before[scene->nodes[root->node].enter];
            root->end = before[scene->nodes[root->node].leave];
        }
    }
}

/* Sets moved_by. Outermost roots have no node in common. */
static void find_movers(struct vrm0 *vrm0, struct arena *arena, const struct scene *scene)
{
    size_t *moved_by = arena_array(arena, scene->count, sizeof *moved_by);
    for (size_t node = 0; node < scene->count; node++) {
        moved_by[node] = SCENE_NONE;
    }
    for (size_t r = 0; r < vrm0->root_count; r++) {
        const struct vrm0_root *root = &vrm0->roots[r];
        for (size_t i = root->begin; vrm0_is_outermost(vrm0, root) && i < root->end; i++) {
            moved_by[vrm0->nodes[i]] = r;
        }
    }
    vrm0->moved_by = moved_by;
}

/* Sets first and above of every root. */
static void relate_roots(struct vrm0 *vrm0, struct arena *arena, const struct scene *scene)
{
    size_t *first = arena_array(arena, scene->count, sizeof *first); /* per node: the first root on it */
    size_t *above = arena_array(arena, scene->count, sizeof *above); /* the same for its nearest ancestor with one */
    for (size_t node = 0; node < scene->count; node++) {
        first[node] = SCENE_NONE;
        above[node] = SCENE_NONE;
    }
    for (size_t i = 0; i < vrm0->root_count; i++) {
        size_t node = vrm0->roots[i].node;
        if (node != SCENE_NONE && first[node] == SCENE_NONE) {
            first[node] = i;
        }
    }
    size_t count;
    const size_t *order = scene_order(arena, scene, &count);
    for (size_t i = 0; i < count; i++) {
        size_t parent = scene->nodes[order[i]].parent;
        if (parent != SCENE_NONE) {
            above[order[i]] = first[parent] != SCENE_NONE ? first[parent] : above[parent];
        }
    }
    for (size_t i = 0; i < vrm0->root_count; i++) {
        struct vrm0_root *root = &vrm0->roots[i];
        if (root->node != SCENE_NONE) {
            root->first = first[root->node];
            root->above = above[root->node];
        }
    }
}

/* ---- the humanoid ---- */

/* Names that differ between VRM 0.x and 1.0, which gave the innermost thumb bone a name of its own. */
static const char *const renamed[][2] = {
    {"leftThumbProximal", "leftThumbMetacarpal"},
    {"leftThumbIntermediate", "leftThumbProximal"},
    {"leftThumbMetacarpal", ""},
    {"rightThumbProximal", "rightThumbMetacarpal"},
    {"rightThumbIntermediate", "rightThumbProximal"},
    {"rightThumbMetacarpal", ""},
};
enum { RENAMED = sizeof renamed / sizeof renamed[0] };

size_t vrm0_bone_by_name(const char *name)
{
    for (size_t i = 0; i < RENAMED; i++) {
        if (strcmp(renamed[i][0], name) == 0) {
            return bone_by_name(renamed[i][1]);
        }
    }
    return bone_by_name(name);
}

const char *vrm0_bone_name(size_t bone)
{
    for (size_t i = 0; i < RENAMED; i++) {
        if (strcmp(renamed[i][1], bones[bone].name) == 0) {
            return renamed[i][0];
        }
    }
    return bones[bone].name;
}

/* If a bone is listed twice, the first entry counts. If a node has several bones, the first of the table counts, as
 * in 1.0. */
static void read_human_bones(struct vrm0 *vrm0, struct humanoid *humanoid, struct arena *arena,
                             const struct scene *scene, const struct tree *list)
{
    humanoid->bone_of = arena_array(arena, scene->count, sizeof *humanoid->bone_of);
    for (size_t node = 0; node < scene->count; node++) {
        humanoid->bone_of[node] = BONE_COUNT;
    }
    for (size_t i = 0; i < tree_length(list); i++) {
        const char *name = tree_text(tree_get(tree_at(list, i), "bone"), NULL);
        size_t bone = name == NULL ? BONE_COUNT : vrm0_bone_by_name(name);
        size_t node = scene_resolve(scene, tree_get(tree_at(list, i), "node"));
        if (bone == BONE_COUNT || node == SCENE_NONE || humanoid->nodes[bone] != SCENE_NONE) {
            continue;
        }
        humanoid->nodes[bone] = node;
        vrm0->bone_places[bone] = i;
        if (bone < humanoid->bone_of[node]) {
            humanoid->bone_of[node] = bone;
        }
    }
}

static void read_humanoid(struct vrm0 *vrm0, struct document *document, const struct scene *scene)
{
    struct humanoid *humanoid = arena_alloc(document->arena, sizeof *humanoid);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        humanoid->nodes[bone] = SCENE_NONE;
        vrm0->bone_places[bone] = SCENE_NONE;
    }
    const struct tree *body = document_tree(document, "/extensions/VRM/humanoid");
    humanoid->present = tree_is_object(body);
    if (humanoid->present) {
        read_human_bones(vrm0, humanoid, document->arena, scene, tree_get(body, "humanBones"));
    }
    const struct tree *first_person = document_tree(document, "/extensions/VRM/firstPerson");
    if (tree_reports(first_person, "lookAtTypeName", "Bone")) {
        humanoid->look_at = LOOK_AT_BONE;
    } else if (tree_reports(first_person, "lookAtTypeName", "BlendShape")) {
        humanoid->look_at = LOOK_AT_EXPRESSION;
    }
    vrm0->humanoid = humanoid;
}

bool vrm0_is_leftover(struct document *document)
{
    const struct tree *newer = document_tree(document, "/extensions/VRMC_vrm");
    return tree_is_object(newer) && extension_version(EXTENSION_VRM1, tree_get(newer, "specVersion")) != NULL;
}

struct vrm0 *vrm0_read(struct document *document, const struct scene *scene)
{
    struct arena *arena = document->arena;
    struct vrm0 *vrm0 = arena_alloc(arena, sizeof *vrm0);
    bool hidden = vrm0_is_leftover(document) && document_tree(document, SPRINGS_POINTER) != NULL;
    const struct tree *extension = hidden ? NULL : document_tree(document, VRM0_POINTER);
    vrm0->present = tree_is_object(extension);
    read_collider_groups(vrm0, arena, scene, tree_get(extension, "colliderGroups"));
    read_vrm0_groups(vrm0, arena, scene, tree_get(extension, "boneGroups"));
    if (vrm0->root_count > 0) {
        find_intervals(vrm0, arena, scene);
        relate_roots(vrm0, arena, scene);
        find_movers(vrm0, arena, scene);
    }
    read_humanoid(vrm0, document, scene);
    return vrm0;
}

/* ---- bones ---- */

size_t vrm0_first_child(const struct scene *scene, size_t node)
{
    size_t begin = scene->children_begin[node];
    return begin < scene->children_begin[node + 1] ? scene->children[begin] : SCENE_NONE;
}

struct vec3 vrm0_tail(const struct scene *scene, size_t node)
{
    static const double shortest = 1e-5;
    size_t child = vrm0_first_child(scene, node);
    if (child != SCENE_NONE) {
        return scene_usable(scene, child) ? scene->nodes[child].translation : (struct vec3){0, 0, 0};
    }
    struct vec3 offset = scene->nodes[node].translation;
    double length = vec3_length(offset);
    return length < shortest ? (struct vec3){0, 0, 0} : vec3_scale(offset, VRM0_TAIL_LENGTH / length);
}
