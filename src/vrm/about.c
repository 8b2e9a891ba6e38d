#include "vrm/about.h"

#include <string.h>

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
#undef PLACE
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

bool about_node(const struct avatar *avatar, const struct place *place, const char *name)
{
    size_t node = is_list(place->kind) ? SCENE_NONE : about_which_node(avatar, place);
    return node != SCENE_NONE && same_name(avatar->scene->nodes[node].name, name);
}

bool about_spring(const struct avatar *avatar, const struct place *place, const char *name)
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
