#include "vrm/vrma.h"

#include <string.h>

#include "base/pointer.h"
#include "gltf/expect.h"

const char *const vrma_presets[VRMA_PRESET_COUNT] = {
    "happy", "angry", "sad",       "relaxed",    "surprised", "aa",     "ih",       "ou",       "ee",
    "oh",    "blink", "blinkLeft", "blinkRight", "neutral",   "lookUp", "lookDown", "lookLeft", "lookRight",
};

/* The state of reading a file's extension. */
struct vrma_reader {
    struct arena *arena;
    const struct scene *scene;
    struct vrma *out;
    struct vrma_node *roles;
};

size_t vrma_preset_by_name(const char *name)
{
    size_t i = 0;
    while (i < VRMA_PRESET_COUNT && strcmp(vrma_presets[i], name) != 0) {
        i++;
    }
    return i;
}

/* Whether a node is a bone or an eye. */
static bool is_mapped(const struct vrma_node *role)
{
    return role->bone != BONE_COUNT || role->eye != BONE_COUNT;
}

/* ---- bones ---- */

/* Whether the bones are in humanoid itself. */
static bool is_flat(const struct tree *humanoid)
{
    if (tree_get(humanoid, "humanBones") != NULL) {
        return false;
    }
    for (void *i = tree_first(humanoid); i != NULL; i = tree_next(humanoid, i)) {
        if (bone_by_name(tree_key(i)) != BONE_COUNT) {
            return true;
        }
    }
    return false;
}

static void read_vrma_bones(struct vrma_reader *reader)
{
    struct vrma *out = reader->out;
    const struct tree *humanoid = tree_get(out->json, "humanoid");
    out->has_humanoid = tree_is_object(humanoid);
    out->flat = is_flat(humanoid);
    const struct tree *list = out->flat ? humanoid : tree_get(humanoid, "humanBones");
    out->bones = tree_is_object(list) ? list : NULL;
    out->incomplete = humanoid != NULL && out->bones == NULL;
    size_t eyes = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        const struct tree *entry = tree_get(out->bones, bones[bone].name);
        size_t node = scene_resolve(reader->scene, tree_get(entry, "node"));
        out->incomplete = out->incomplete || (entry != NULL && node == SCENE_NONE);
        bool is_eye = bones[bone].class == BONE_EYE;
        *(is_eye ? &out->eyes[eyes++] : &out->nodes[bone]) = node;
        if (node == SCENE_NONE) {
            continue;
        }
        unsigned char *place = is_eye ? &reader->roles[node].eye : &reader->roles[node].bone;
        if (*place == BONE_COUNT) {
            *place = (unsigned char)bone;
        }
    }
}

static void read_unknown_bones(struct vrma_reader *reader)
{
    const struct tree *list = reader->out->bones;
    for (void *i = tree_first(list); i != NULL; i = tree_next(list, i)) {
        size_t node = scene_resolve(reader->scene, tree_get(tree_value(i), "node"));
        if (node != SCENE_NONE && bone_by_name(tree_key(i)) == BONE_COUNT && !tree_is_general_key(tree_key(i))) {
            reader->roles[node].unknown_bone = true;
        }
    }
}

/* Marks the ancestors of bones. Each node is visited once, as a walk ends where another one has been. */
static void mark_ancestors(struct vrma_reader *reader)
{
    const struct scene_node *nodes = reader->scene->nodes;
    size_t hips = reader->out->nodes[bone_by_name("hips")];
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = reader->out->nodes[bone];
        for (size_t up = node == SCENE_NONE ? node : nodes[node].parent;
             up != SCENE_NONE && !reader->roles[up].above_bone; up = nodes[up].parent) {
            struct vrma_node *role = &reader->roles[up];
            role->above_bone = true;
            role->intermediate = !is_mapped(role) && scene_is_above(reader->scene, hips, up);
        }
    }
    for (size_t up = hips == SCENE_NONE ? hips : nodes[hips].parent; up != SCENE_NONE; up = nodes[up].parent) {
        reader->roles[up].above_hips = true;
    }
}

/* ---- expressions and gaze ---- */

static void read_vrma_expression_list(struct vrma_reader *reader, const struct tree *list, bool custom)
{
    struct vrma *out = reader->out;
    out->incomplete = out->incomplete || (list != NULL && !tree_is_object(list));
    for (void *i = tree_first(list); i != NULL; i = tree_next(list, i)) {
        const char *name = tree_key(i);
        if (tree_is_general_key(name)) {
            continue;
        }
        size_t index = out->expression_count++;
        size_t node = scene_resolve(reader->scene, tree_get(tree_value(i), "node"));
        out->expressions[index] = (struct vrma_expression){
            .name = name,
            .json = tree_value(i),
            .custom = custom,
            .preset = vrma_preset_by_name(name),
            .node = node,
        };
        if (node == SCENE_NONE) {
            out->incomplete = true;
            continue;
        }
        struct vrma_node *role = &reader->roles[node];
        role->reused = role->reused || role->expression != VRMA_NONE || is_mapped(role);
        if (role->expression == VRMA_NONE) {
            role->expression = index;
        }
    }
}

static void read_vrma_expressions(struct vrma_reader *reader)
{
    struct vrma *out = reader->out;
    const struct tree *json = tree_get(out->json, "expressions");
    const struct tree *preset = tree_get(json, "preset");
    const struct tree *custom = tree_get(json, "custom");
    out->expressions_json = tree_is_object(json) ? json : NULL;
    out->incomplete = out->incomplete || (json != NULL && out->expressions_json == NULL);
    out->expressions = arena_array(reader->arena, tree_count(preset) + tree_count(custom), sizeof *out->expressions);
    read_vrma_expression_list(reader, preset, false);
    read_vrma_expression_list(reader, custom, true);
}

static void read_vrma_look_at(struct vrma_reader *reader)
{
    struct vrma_look_at *look_at = &reader->out->look_at;
    const struct tree *json = tree_get(reader->out->json, "lookAt");
    look_at->present = tree_is_object(json);
    look_at->node_present = tree_get(json, "node") != NULL;
    look_at->node = scene_resolve(reader->scene, tree_get(json, "node"));
    look_at->offset_given = expect_vec3(tree_get(json, "offsetFromHeadBone"), &look_at->offset);
    reader->out->incomplete = reader->out->incomplete || (json != NULL && look_at->node == SCENE_NONE);
    if (look_at->node != SCENE_NONE) {
        struct vrma_node *role = &reader->roles[look_at->node];
        role->look_at = true;
        role->reused = role->reused || role->expression != VRMA_NONE || is_mapped(role);
    }
}

/* ---- channels ---- */

/* Sorts the channels by their target node, by counting. */
static void sort_channels(struct vrma_reader *reader, const struct animations *animations)
{
    size_t count = reader->scene->count;
    size_t *begin = arena_array(reader->arena, count + 2, sizeof *begin);
    for (size_t i = 0; i < animations->count; i++) {
        if (animations->channels[i].node != SCENE_NONE) {
            begin[animations->channels[i].node + 2]++;
        }
    }
    for (size_t node = 0; node < count; node++) {
        begin[node + 2] += begin[node + 1];
    }
    size_t *channels = arena_array(reader->arena, begin[count + 1], sizeof *channels);
    for (size_t i = 0; i < animations->count; i++) {
        const struct channel *channel = &animations->channels[i];
        if (channel->node == SCENE_NONE) {
            continue;
        }
        channels[begin[channel->node + 1]++] = i;
        struct vrma_node *role = &reader->roles[channel->node];
        if (channel->path == PATH_TRANSLATION && role->translation == VRMA_NONE) {
            role->translation = i;
        } else if (channel->path == PATH_ROTATION && role->rotation == VRMA_NONE) {
            role->rotation = i;
        }
    }
    /* begin was shifted by one and has advanced to the end of each node's channels, where those of the next node
     * begin. */
    reader->out->channels = channels;
    reader->out->channels_begin = begin;
}

static void start_roles(struct vrma_reader *reader)
{
    size_t count = reader->scene->count;
    reader->roles = arena_array(reader->arena, count, sizeof *reader->roles);
    for (size_t i = 0; i < count; i++) {
        reader->roles[i] = (struct vrma_node){.bone = BONE_COUNT,
                                              .eye = BONE_COUNT,
                                              .expression = VRMA_NONE,
                                              .translation = VRMA_NONE,
                                              .rotation = VRMA_NONE};
    }
    reader->out->roles = reader->roles;
    reader->out->node_count = count;
}

struct vrma *vrma_read(struct document *document, const struct scene *scene, const struct animations *animations)
{
    struct vrma *out = arena_alloc(document->arena, sizeof *out);
    out->json = document_tree(document, VRMA_POINTER);
    out->present = tree_is_object(out->json);
    out->eyes[0] = out->eyes[1] = out->look_at.node = SCENE_NONE;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        out->nodes[bone] = SCENE_NONE;
    }
    if (!out->present) {
        return out;
    }
    out->version = tree_reports(out->json, "specVersion", "1.0-draft") ? VRMA_DRAFT : VRMA_1_0;
    struct vrma_reader reader = {.arena = document->arena, .scene = scene, .out = out};
    start_roles(&reader);
    read_vrma_bones(&reader);
    read_unknown_bones(&reader);
    mark_ancestors(&reader);
    read_vrma_expressions(&reader);
    read_vrma_look_at(&reader);
    sort_channels(&reader, animations);
    return out;
}

enum vrma_role vrma_role(const struct vrma *vrma, size_t node)
{
    if (node >= vrma->node_count) {
        return VRMA_ROLE_NONE;
    }
    const struct vrma_node *role = &vrma->roles[node];
    return role->bone != BONE_COUNT        ? VRMA_ROLE_BONE
           : role->expression != VRMA_NONE ? VRMA_ROLE_EXPRESSION
           : role->look_at                 ? VRMA_ROLE_LOOK_AT
           : role->eye != BONE_COUNT       ? VRMA_ROLE_EYE
           : role->unknown_bone            ? VRMA_ROLE_UNKNOWN_BONE
           : role->above_hips              ? VRMA_ROLE_ABOVE_HIPS
           : role->intermediate            ? VRMA_ROLE_INTERMEDIATE
                                           : VRMA_ROLE_NONE;
}

/* ---- pointers ---- */

static const char *with_property(struct arena *arena, const char *pointer, const char *property)
{
    return property == NULL ? pointer : pointer_key(arena, pointer, property);
}

const char *vrma_bone_pointer(const struct vrma *vrma, struct arena *arena, size_t bone, const char *property)
{
    return with_property(
        arena, arena_printf(arena, VRMA_POINTER "/humanoid/%s%s", vrma->flat ? "" : "humanBones/", bones[bone].name),
        property);
}

const char *vrma_expression_pointer(const struct vrma *vrma, struct arena *arena, size_t expression,
                                    const char *property)
{
    const struct vrma_expression *found = &vrma->expressions[expression];
    const char *list = found->custom ? VRMA_POINTER "/expressions/custom" : VRMA_POINTER "/expressions/preset";
    return with_property(arena, pointer_key(arena, list, found->name), property);
}
