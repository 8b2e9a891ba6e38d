/* What things are called in messages. */
#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "base/quote.h"
#include "base/sort.h"
#include "vrm/avatar.h"

static struct arena *arena_of(const struct avatar *avatar)
{
    return avatar->document->arena;
}

const char *name_quote(struct arena *arena, const char *text)
{
    return quote_text(arena, text);
}

/* "Spring 0 'Hair'"; a missing or empty name gives "Spring 0 (unnamed)". */
static const char *numbered(struct arena *arena, const char *noun, size_t index, const char *name)
{
    struct arena_mark mark = arena_mark(arena);
    return name == NULL || *name == '\0'
               ? arena_printf(arena, "%s %zu (unnamed)", noun, index)
               : arena_printf_over(arena, mark, "%s %zu %s", noun, index, quote_text(arena, name));
}

/* "'Head'", or "node 12" where it has no name. */
static const char *short_node(const struct avatar *avatar, size_t node)
{
    const char *name = avatar->scene->nodes[node].name;
    return name == NULL ? arena_printf(arena_of(avatar), "node %zu", node) : quote_text(arena_of(avatar), name);
}

/* The node that an index in the file names, usable or not; SCENE_NONE where there is none. */
static size_t node_at(const struct avatar *avatar, const json_t *index)
{
    size_t node;
    return tree_index(index, avatar->scene->count, &node) ? node : SCENE_NONE;
}

const char *name_node(const struct avatar *avatar, size_t node)
{
    return scene_name(avatar->scene, arena_of(avatar), node);
}

const char *name_spring(const struct avatar *avatar, size_t spring)
{
    return numbered(arena_of(avatar), "Spring", spring, avatar->springs->springs[spring].name);
}

const char *name_joint(const struct avatar *avatar, size_t spring, size_t joint)
{
    struct arena *arena = arena_of(avatar);
    const json_t *json = avatar->springs->springs[spring].joints[joint].json;
    size_t node = node_at(avatar, tree_get(json, "node"));
    if (node == SCENE_NONE) {
        return arena_printf(arena, "joint %zu", joint);
    }
    struct arena_mark mark = arena_mark(arena);
    const char *name = avatar->scene->nodes[node].name;
    return name == NULL ? arena_printf(arena, "joint %zu (node %zu, unnamed)", joint, node)
                        : arena_printf_over(arena, mark, "joint %zu %s", joint, quote_text(arena, name));
}

const char *name_spring_joint(const struct avatar *avatar, size_t spring, size_t joint)
{
    struct arena_mark mark = arena_mark(arena_of(avatar));
    return arena_printf_over(arena_of(avatar), mark, "%s, %s", name_spring(avatar, spring),
                             name_joint(avatar, spring, joint));
}

/* "collider 1 on 'Head'", by the node that json names. */
static const char *placed(const struct avatar *avatar, const char *noun, size_t index, const json_t *json)
{
    size_t node = node_at(avatar, tree_get(json, "node"));
    struct arena_mark mark = arena_mark(arena_of(avatar));
    return node == SCENE_NONE
               ? arena_printf(arena_of(avatar), "%s %zu", noun, index)
               : arena_printf_over(arena_of(avatar), mark, "%s %zu on %s", noun, index, short_node(avatar, node));
}

const char *name_collider(const struct avatar *avatar, size_t collider)
{
    return placed(avatar, "collider", collider, avatar->springs->colliders[collider].json);
}

const char *name_group(const struct avatar *avatar, size_t group)
{
    return numbered(arena_of(avatar), "collider group", group, avatar->springs->groups[group].name);
}

/* ---- VRM 0.x ---- */

const char *name_bone_group(const struct avatar *avatar, size_t group)
{
    const struct vrm0 *vrm0 = avatar->vrm0;
    return numbered(arena_of(avatar), "Bone group", group,
                    group < vrm0->group_count ? vrm0->groups[group].comment : NULL);
}

const char *name_root(const struct avatar *avatar, const struct vrm0_root *root)
{
    return arena_printf(arena_of(avatar), "%s, root %s", name_bone_group(avatar, root->group),
                        name_node(avatar, root->node));
}

const char *name_vrm0_collider_group(const struct avatar *avatar, size_t group)
{
    const struct vrm0 *vrm0 = avatar->vrm0;
    return placed(avatar, "Collider group", group,
                  group < vrm0->collider_group_count ? vrm0->collider_groups[group].json : NULL);
}

/* ---- pointers ---- */

/* What a pointer led to: the indices that its pattern took, and what follows. */
struct target {
    const struct avatar *avatar;
    size_t indices[4];
    const char *rest;
    bool group;
};

static const char *target_spring(const struct target *t)
{
    size_t spring = t->indices[0];
    return spring < t->avatar->springs->spring_count ? name_spring(t->avatar, spring)
                                                     : arena_printf(arena_of(t->avatar), "Spring %zu", spring);
}

static const char *target_joint(const struct target *t)
{
    const struct springs *springs = t->avatar->springs;
    size_t spring = t->indices[0];
    size_t joint = t->indices[1];
    if (t->group || spring >= springs->spring_count || joint >= springs->springs[spring].joint_count) {
        return target_spring(t);
    }
    return name_spring_joint(t->avatar, spring, joint);
}

static const char *target_collider(const struct target *t)
{
    const struct springs *springs = t->avatar->springs;
    size_t index = t->indices[0];
    return placed(t->avatar, "Collider", index,
                  index < springs->collider_count ? springs->colliders[index].json : NULL);
}

static const char *target_group(const struct target *t)
{
    const struct springs *springs = t->avatar->springs;
    size_t index = t->indices[0];
    return numbered(arena_of(t->avatar), "Collider group", index,
                    index < springs->group_count ? springs->groups[index].name : NULL);
}

static const char *target_node(const struct target *t)
{
    const struct scene *scene = t->avatar->scene;
    size_t index = t->indices[0];
    return numbered(arena_of(t->avatar), "Node", index, index < scene->count ? scene->nodes[index].name : NULL);
}

static const char *animation_name(const struct avatar *avatar, size_t animation)
{
    const struct animations *animations = avatar->animations;
    return numbered(arena_of(avatar), "Animation", animation,
                    animation < animations->animation_count ? animations->names[animation] : NULL);
}

static const char *target_animation(const struct target *t)
{
    return animation_name(t->avatar, t->indices[0]);
}

/* Channels stand in the order of animation and place. */
static const struct channel *find_channel(const struct animations *animations, size_t animation, size_t place)
{
    const struct channel *channels = animations->channels;
    size_t at;
    SORT_SEARCH(at, 0, animations->count,
                channels[at].animation < animation ||
                    (channels[at].animation == animation && channels[at].place < place));
    bool found = at < animations->count && channels[at].animation == animation && channels[at].place == place;
    return found ? &channels[at] : NULL;
}

/* "rotation of bone head", "expression 'happy'", "rotation of 'J_Hair_01'". */
static const char *moved(const struct avatar *avatar, const struct channel *channel)
{
    static const char *const paths[] = {[PATH_TRANSLATION] = "translation of ",
                                        [PATH_ROTATION] = "rotation of ",
                                        [PATH_SCALE] = "scale of ",
                                        [PATH_WEIGHTS] = "weights of ",
                                        [PATH_OTHER] = ""};
    struct arena *arena = arena_of(avatar);
    const struct vrma *vrma = avatar->vrma;
    const char *path = paths[channel->path];
    switch (vrma_role(vrma, channel->node)) {
    case VRMA_ROLE_BONE:
        return arena_printf(arena, "%sbone %s", path, bones[vrma->roles[channel->node].bone].name);
    case VRMA_ROLE_EYE:
        return arena_printf(arena, "%sbone %s", path, bones[vrma->roles[channel->node].eye].name);
    case VRMA_ROLE_EXPRESSION:
        return arena_printf(arena, "%sexpression %s", path,
                            quote_text(arena, vrma->expressions[vrma->roles[channel->node].expression].name));
    case VRMA_ROLE_LOOK_AT:
        return arena_printf(arena, "%sthe gaze, lookAt", path);
    case VRMA_ROLE_UNKNOWN_BONE:
    case VRMA_ROLE_ABOVE_HIPS:
    case VRMA_ROLE_INTERMEDIATE:
    case VRMA_ROLE_NONE:
        break;
    }
    return arena_printf(arena, "%s%s", path, short_node(avatar, channel->node));
}

const char *name_channel(const struct avatar *avatar, size_t channel)
{
    struct arena *arena = arena_of(avatar);
    struct arena_mark mark = arena_mark(arena);
    const struct channel *found = &avatar->animations->channels[channel];
    const char *animation = animation_name(avatar, found->animation);
    return found->node == SCENE_NONE
               ? arena_printf_over(arena, mark, "%s, channel %zu", animation, found->place)
               : arena_printf_over(arena, mark, "%s, channel %zu (%s)", animation, found->place, moved(avatar, found));
}

static const char *target_channel(const struct target *t)
{
    const struct animations *animations = t->avatar->animations;
    const struct channel *channel = t->group ? NULL : find_channel(animations, t->indices[0], t->indices[1]);
    return channel != NULL ? name_channel(t->avatar, (size_t)(channel - animations->channels))
           : t->group      ? target_animation(t)
                           : arena_printf(arena_of(t->avatar), "%s, channel %zu", target_animation(t), t->indices[1]);
}

static const char *target_sampler(const struct target *t)
{
    const char *animation = target_animation(t);
    return t->group ? animation : arena_printf(arena_of(t->avatar), "%s, sampler %zu", animation, t->indices[1]);
}

/* An element of an array that has no view, by a text in it. */
static const char *by_text(const struct target *t, const char *noun, const char *array, const char *key)
{
    const json_t *element = tree_at(document_tree(t->avatar->document, array), t->indices[0]);
    return numbered(arena_of(t->avatar), noun, t->indices[0], tree_text(tree_get(element, key), NULL));
}

static const char *target_scene(const struct target *t)
{
    return by_text(t, "Scene", "/scenes", "name");
}

static const char *target_skin(const struct target *t)
{
    return by_text(t, "Skin", "/skins", "name");
}

static const char *target_mesh(const struct target *t)
{
    return by_text(t, "Mesh", "/meshes", "name");
}

static const char *target_material(const struct target *t)
{
    return by_text(t, "Material", "/materials", "name");
}

static const char *target_bone_group(const struct target *t)
{
    return name_bone_group(t->avatar, t->indices[0]);
}

static const char *target_vrm0_collider_group(const struct target *t)
{
    return name_vrm0_collider_group(t->avatar, t->indices[0]);
}

static const char *target_bone0(const struct target *t)
{
    struct arena *arena = arena_of(t->avatar);
    const json_t *list = document_tree(t->avatar->document, "/extensions/VRM/humanoid/humanBones");
    const char *name = tree_text(tree_get(tree_at(list, t->indices[0]), "bone"), NULL);
    return name == NULL ? arena_printf(arena, "Bone %zu", t->indices[0])
                        : arena_printf(arena, "Bone %s", quote_text(arena, name));
}

/* What is called by its key: the next token of the pointer, unescaped and quoted. */
static const char *keyed(const struct target *t, const char *noun, const char *otherwise)
{
    const char *at = t->rest;
    const char *token;
    size_t length;
    if (!pointer_next(&at, &token, &length)) {
        return otherwise;
    }
    struct buf key = BUF_INIT(arena_of(t->avatar));
    pointer_add_token(&key, token, length);
    return arena_printf(arena_of(t->avatar), "%s %s", noun,
                        quote_bytes(arena_of(t->avatar), buf_text(&key), key.length));
}

static const char *target_bone(const struct target *t)
{
    return keyed(t, "Bone", "The humanoid");
}

static const char *target_expression(const struct target *t)
{
    return keyed(t, "Expression", "The expressions");
}

static const char *target_look_at(const struct target *t)
{
    (void)t;
    return "The gaze (lookAt)";
}

static const char *target_extension(const struct target *t)
{
    return keyed(t, "Extension", "The file");
}

/* What the places of a file are called; decisive: the pattern's first index decides what findings are grouped under. */
static const struct place_name {
    const char *pattern;
    const char *(*name)(const struct target *t);
    bool decisive;
} place_names[] = {
    {SPRINGS_POINTER "/springs/#/joints/#", target_joint, true},
    {SPRINGS_POINTER "/springs/#", target_spring, true},
    {SPRINGS_POINTER "/colliders/#", target_collider, true},
    {SPRINGS_POINTER "/colliderGroups/#", target_group, true},
    {"/nodes/#", target_node, true},
    {"/animations/#/channels/#", target_channel, true},
    {"/animations/#/samplers/#", target_sampler, true},
    {"/animations/#", target_animation, true},
    {"/scenes/#", target_scene, true},
    {"/skins/#", target_skin, true},
    {"/meshes/#", target_mesh, true},
    {"/materials/#", target_material, true},
    {"/extensions/VRMC_vrm/humanoid/humanBones", target_bone, false},
    {"/extensions/VRMC_vrm_animation/humanoid/humanBones", target_bone, false},
    {"/extensions/VRMC_vrm/expressions/preset", target_expression, false},
    {"/extensions/VRMC_vrm/expressions/custom", target_expression, false},
    {"/extensions/VRMC_vrm_animation/expressions/preset", target_expression, false},
    {"/extensions/VRMC_vrm_animation/expressions/custom", target_expression, false},
    {"/extensions/VRMC_vrm/lookAt", target_look_at, false},
    {"/extensions/VRMC_vrm_animation/lookAt", target_look_at, false},
    {VRM0_POINTER "/boneGroups/#", target_bone_group, true},
    {VRM0_POINTER "/colliderGroups/#", target_vrm0_collider_group, true},
    {"/extensions/VRM/humanoid/humanBones/#", target_bone0, true},
    {"/extensions", target_extension, false},
};

/* NULL for what has no name but the file's. */
static const struct place_name *find_place(const char *pointer, struct target *target)
{
    for (size_t i = 0; i < sizeof place_names / sizeof *place_names; i++) {
        if (pointer_match(pointer, place_names[i].pattern, target->indices, &target->rest)) {
            return &place_names[i];
        }
    }
    return NULL;
}

const char *name_pointer(const struct avatar *avatar, const char *pointer, bool group)
{
    struct target target = {.avatar = avatar, .group = group};
    const struct place_name *place = find_place(pointer, &target);
    return place == NULL ? "The file" : place->name(&target);
}

const char *name_subject(const struct avatar *avatar, const char *pointer, struct name_memo *memo)
{
    struct target target = {.avatar = avatar, .group = true};
    const struct place_name *place = find_place(pointer, &target);
    if (place == NULL) {
        return "The file";
    }
    if (!place->decisive || place != memo->place || target.indices[0] != memo->index) {
        *memo = (struct name_memo){place->decisive ? place : NULL, target.indices[0], place->name(&target)};
    }
    return memo->name;
}
