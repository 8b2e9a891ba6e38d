#include "vrm/about.h"

#include <string.h>

#include "base/pointer.h"

/* ---- the index of a node that stands in a thing, by the indices that its pattern took; NULL where there is none ----
 */

static const json_t *index_of_joint(const struct avatar *avatar, const size_t *indices)
{
    const struct springs *springs = avatar->springs;
    bool there = indices[0] < springs->spring_count && indices[1] < springs->springs[indices[0]].joint_count;
    return there ? tree_get(springs->springs[indices[0]].joints[indices[1]].json, "node") : NULL;
}

static const json_t *index_of_collider(const struct avatar *avatar, const size_t *indices)
{
    const struct springs *springs = avatar->springs;
    return indices[0] < springs->collider_count ? tree_get(springs->colliders[indices[0]].json, "node") : NULL;
}

static const json_t *index_of_root(const struct avatar *avatar, const size_t *indices)
{
    const struct vrm0 *vrm0 = avatar->vrm0;
    bool there = indices[0] < vrm0->group_count;
    return there ? tree_at(tree_get(vrm0->groups[indices[0]].json, "bones"), indices[1]) : NULL;
}

static const json_t *index_of_vrm0_colliders(const struct avatar *avatar, const size_t *indices)
{
    const struct vrm0 *vrm0 = avatar->vrm0;
    return indices[0] < vrm0->collider_group_count ? tree_get(vrm0->collider_groups[indices[0]].json, "node") : NULL;
}

static const json_t *index_of_channel(const struct avatar *avatar, const size_t *indices)
{
    const json_t *animation = tree_at(document_tree(avatar->document, "/animations"), indices[0]);
    const json_t *channel = tree_at(tree_get(animation, "channels"), indices[1]);
    return tree_get(tree_get(channel, "target"), "node");
}

static const json_t *index_of_bone0(const struct avatar *avatar, const size_t *indices)
{
    const json_t *list = document_tree(avatar->document, "/extensions/VRM/humanoid/humanBones");
    return tree_get(tree_at(list, indices[0]), "node");
}

static const struct {
    const char *pattern;
    const json_t *(*index)(const struct avatar *avatar, const size_t *indices);
} owners[] = {
    {SPRINGS_POINTER "/springs/#/joints/#", index_of_joint},
    {SPRINGS_POINTER "/colliders/#", index_of_collider},
    {VRM0_POINTER "/boneGroups/#/bones/#", index_of_root},
    {VRM0_POINTER "/colliderGroups/#", index_of_vrm0_colliders},
    {"/animations/#/channels/#", index_of_channel},
    {"/extensions/VRM/humanoid/humanBones/#", index_of_bone0},
};

/* The node that a value belongs to, usable or not; SCENE_NONE where there is none. */
static size_t owner(const struct avatar *avatar, const char *pointer)
{
    size_t indices[4];
    const char *rest;
    size_t node;
    if (pointer_match(pointer, "/nodes/#", indices, &rest)) {
        return indices[0] < avatar->scene->count ? indices[0] : SCENE_NONE;
    }
    for (size_t i = 0; i < sizeof owners / sizeof *owners; i++) {
        if (pointer_match(pointer, owners[i].pattern, indices, &rest)) {
            return tree_index(owners[i].index(avatar, indices), avatar->scene->count, &node) ? node : SCENE_NONE;
        }
    }
    return SCENE_NONE;
}

static bool same(const char *a, const char *b)
{
    return a != NULL && strcmp(a, b) == 0;
}

bool about_node(const struct avatar *avatar, const char *pointer, const char *name)
{
    size_t node = owner(avatar, pointer);
    return node != SCENE_NONE && same(avatar->scene->nodes[node].name, name);
}

bool about_spring(const struct avatar *avatar, const char *pointer, const char *name)
{
    size_t indices[4];
    const char *rest;
    const struct springs *springs = avatar->springs;
    const struct vrm0 *vrm0 = avatar->vrm0;
    if (pointer_match(pointer, SPRINGS_POINTER "/springs/#", indices, &rest)) {
        return indices[0] < springs->spring_count && same(springs->springs[indices[0]].name, name);
    }
    if (pointer_match(pointer, VRM0_POINTER "/boneGroups/#", indices, &rest)) {
        return indices[0] < vrm0->group_count && same(vrm0->groups[indices[0]].comment, name);
    }
    return false;
}
