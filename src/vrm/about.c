#include "vrm/about.h"

#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "vrm/names.h"

/* ---- the node of each kind of place ---- */

static size_t node_none(const struct avatar *avatar, const struct place *place)
{
    (void)avatar;
    (void)place;
    return SCENE_NONE;
}

static size_t node_node(const struct avatar *avatar, const struct place *place)
{
    return place->index[0] < avatar->scene->count ? place->index[0] : SCENE_NONE;
}

/* Returns the node that an element refers to. */
static size_t node_element(const struct avatar *avatar, const struct place *place)
{
    return scene_node_at(avatar->scene, tree_get(place_element(avatar, place), "node"));
}

static size_t node_joint(const struct avatar *avatar, const struct place *place)
{
    return scene_node_at(avatar->scene, tree_get(place_inner(avatar, place, "joints"), "node"));
}

static size_t node_spring(const struct avatar *avatar, const struct place *place)
{
    const struct springs *springs = avatar->springs;
    return place->index[0] < springs->spring_count ? springs->springs[place->index[0]].root : SCENE_NONE;
}

static size_t node_group(const struct avatar *avatar, const struct place *place)
{
    const struct springs *springs = avatar->springs;
    bool there = place->index[0] < springs->group_count && springs->groups[place->index[0]].collider_count > 0;
    return there ? springs->colliders[springs->groups[place->index[0]].colliders[0]].node : SCENE_NONE;
}

static size_t node_channel(const struct avatar *avatar, const struct place *place)
{
    return scene_node_at(avatar->scene, tree_get(tree_get(place_inner(avatar, place, "channels"), "target"), "node"));
}

/* ---- VRM 0.x ---- */

static size_t node_root(const struct avatar *avatar, const struct place *place)
{
    return scene_node_at(avatar->scene, place_inner(avatar, place, "bones"));
}

static size_t node_bone_group(const struct avatar *avatar, const struct place *place)
{
    const struct vrm0 *vrm0 = avatar->vrm0;
    bool there = place->index[0] < vrm0->group_count && vrm0->groups[place->index[0]].root_count > 0;
    return there ? vrm0->groups[place->index[0]].roots[0].node : SCENE_NONE;
}

/* ---- bones ---- */

/* Returns the bone in the member of a place. */
static size_t named_bone(const struct place *place)
{
    char name[40];
    size_t length = place->member == NULL ? sizeof name : strcspn(place->member, "/");
    if (length >= sizeof name) {
        return BONE_COUNT;
    }
    memcpy(name, place->member, length);
    name[length] = '\0';
    return bone_by_name(name);
}

static size_t node_bone(const struct avatar *avatar, const struct place *place)
{
    size_t bone = named_bone(place);
    return bone == BONE_COUNT ? SCENE_NONE : avatar->humanoid->nodes[bone];
}

static size_t node_animated_bone(const struct avatar *avatar, const struct place *place)
{
    size_t bone = named_bone(place);
    return bone == BONE_COUNT || !avatar->vrma->present ? SCENE_NONE : avatar->vrma->nodes[bone];
}

/* ---- places ---- */

size_t about_which_node(const struct avatar *avatar, const struct place *place)
{
    static size_t (*const nodes[PLACE_COUNT])(const struct avatar *avatar, const struct place *place) = {
#define PLACE(kind, pattern, name, identity, node) node_##node,
#include "finding/places.def"
    };
    return nodes[place->kind](avatar, place);
}

static bool same_name(const char *a, const char *b)
{
    return a != NULL && strcmp(a, b) == 0;
}

/* Whether a kind of place is a list of things with nodes, rather than a node. */
static bool is_list(enum place_kind kind)
{
    return kind == PLACE_SPRING || kind == PLACE_SPRING_GROUP || kind == PLACE_GROUP || kind == PLACE_GROUP_COLLIDER ||
           kind == PLACE_BONE_GROUP || kind == PLACE_BONE_GROUP_GROUP;
}

static bool by_node_about(const struct avatar *avatar, const struct place *place, const char *name)
{
    size_t node = is_list(place->kind) ? SCENE_NONE : about_which_node(avatar, place);
    return node != SCENE_NONE && same_name(avatar->scene->nodes[node].name, name);
}

static bool by_spring(const struct avatar *avatar, const struct place *place, const char *name)
{
    const struct springs *springs = avatar->springs;
    const struct vrm0 *vrm0 = avatar->vrm0;
    size_t index = place->index[0];
    switch (place->kind) {
    case PLACE_JOINT:
    case PLACE_SPRING_GROUP:
    case PLACE_SPRING:
        return index < springs->spring_count && same_name(springs->springs[index].name, name);
    case PLACE_ROOT:
    case PLACE_BONE_GROUP_GROUP:
    case PLACE_BONE_GROUP:
        return index < vrm0->group_count && same_name(vrm0->groups[index].comment, name);
    default:
        return false;
    }
}

/* Whether a text of the element of a place is that name. */
static bool by_text(const struct avatar *avatar, const struct place *place, const char *key, const char *name)
{
    return same_name(tree_text(tree_get(place_element(avatar, place), key), NULL), name);
}

/* Whether the first token of a place's member is that name. */
static bool by_key(const struct avatar *avatar, const struct place *place, const char *name)
{
    struct buf key = BUF_INIT(avatar->document->arena);
    if (place->member != NULL) {
        pointer_add_token(&key, place->member, strcspn(place->member, "/"));
    }
    return place->member != NULL && same_name(buf_text(&key), name);
}

static bool by_bone(const struct avatar *avatar, const struct place *place, const char *name)
{
    size_t bone = bone_by_name(name);
    if (bone == BONE_COUNT) {
        return false;
    }
    size_t node = is_list(place->kind) ? SCENE_NONE : about_which_node(avatar, place);
    return ((place->kind == PLACE_BONE || place->kind == PLACE_ANIMATED_BONE) && by_key(avatar, place, name)) ||
           (place->kind == PLACE_VRM0_BONE && by_text(avatar, place, "bone", name)) ||
           (node != SCENE_NONE &&
            (node == avatar->humanoid->nodes[bone] || (avatar->vrma->present && node == avatar->vrma->nodes[bone])));
}

static bool by_expression(const struct avatar *avatar, const struct place *place, const char *name)
{
    switch (place->kind) {
    case PLACE_PRESET:
    case PLACE_CUSTOM:
    case PLACE_ANIMATED_PRESET:
    case PLACE_ANIMATED_CUSTOM:
        return by_key(avatar, place, name);
    case PLACE_VRM0_EXPRESSION:
        return by_text(avatar, place, "presetName", name) || by_text(avatar, place, "name", name);
    default:
        return false;
    }
}

static bool by_material(const struct avatar *avatar, const struct place *place, const char *name)
{
    return (place->kind == PLACE_MATERIAL || place->kind == PLACE_VRM0_MATERIAL) &&
           by_text(avatar, place, "name", name);
}

static bool by_texture(const struct avatar *avatar, const struct place *place, const char *name)
{
    double source;
    const struct tree *images = document_tree(avatar->document, "/images");
    bool has_image = place->kind == PLACE_TEXTURE &&
                     tree_number(tree_get(place_element(avatar, place), "source"), &source) && source >= 0 &&
                     source < (double)tree_count(images);
    return ((place->kind == PLACE_TEXTURE || place->kind == PLACE_IMAGE) && by_text(avatar, place, "name", name)) ||
           (has_image && same_name(tree_text(tree_get(tree_at(images, (size_t)source), "name"), NULL), name));
}

static bool by_mesh(const struct avatar *avatar, const struct place *place, const char *name)
{
    return (place->kind == PLACE_MESH || place->kind == PLACE_PRIMITIVE) && by_text(avatar, place, "name", name);
}

bool about_named(const struct avatar *avatar, const struct place *place, enum about_kind kind, const char *name)
{
    static bool (*const ways[ABOUT_KINDS])(const struct avatar *avatar, const struct place *place, const char *name) = {
        [ABOUT_NODE] = by_node_about,   [ABOUT_SPRING] = by_spring,
        [ABOUT_BONE] = by_bone,         [ABOUT_EXPRESSION] = by_expression,
        [ABOUT_MATERIAL] = by_material, [ABOUT_TEXTURE] = by_texture,
        [ABOUT_MESH] = by_mesh};
    return ways[kind](avatar, place, name);
}

size_t about_which_spring(const struct avatar *avatar, const struct place *place)
{
    size_t springs = avatar->springs->spring_count;
    switch (place->kind) {
    case PLACE_JOINT:
    case PLACE_SPRING_GROUP:
    case PLACE_SPRING:
        return place->index[0] < springs ? place->index[0] : SPRINGS_NONE;
    case PLACE_ROOT:
    case PLACE_BONE_GROUP_GROUP:
    case PLACE_BONE_GROUP:
        return place->index[0] < avatar->vrm0->group_count ? springs + place->index[0] : SPRINGS_NONE;
    default:
        return SPRINGS_NONE;
    }
}
