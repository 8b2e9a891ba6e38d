#include "vrm/vrm0_avatar.h"

#include "tables/extensions.h"
#include "vrm/vrm0.h"

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

static void read_bones(struct vrm0_avatar *avatar, struct arena *arena, const struct scene *scene)
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

static void read_binds(const struct vrm0_avatar *avatar, struct arena *arena, struct vrm0_expression *expression)
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
        bind->weighted = read_number(tree_get(json, "weight"), &bind->weight);
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

static void read_expressions(struct vrm0_avatar *avatar, struct arena *arena)
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
        read_binds(avatar, arena, expression);
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
    read_bones(avatar, document->arena, scene);
    if (avatar->json != NULL) {
        read_meshes(avatar, document, scene);
    }
    read_expressions(avatar, document->arena);
    read_gaze(avatar);
    return avatar;
}
