#include "checks/body/named_nodes.h"

#include "checks/likely.h"

/* Whether a bone is an ancestor of another one in the table. */
static bool is_bone_of(size_t above, size_t bone)
{
    while (bone != BONE_COUNT && bone != above) {
        bone = bones[bone].parent == NULL ? BONE_COUNT : bone_by_name(bones[bone].parent);
    }
    return bone == above;
}

/* Whether a bone may have a node: it is below the nodes of all bones that it belongs to, and above those that belong to
 * it. nodes: of the other bones. */
static bool fits(const struct scene *scene, const size_t nodes[BONE_COUNT], size_t bone, size_t node)
{
    for (size_t other = 0; other < BONE_COUNT; other++) {
        if (other == bone || nodes[other] == SCENE_NONE) {
            continue;
        }
        if ((is_bone_of(other, bone) && !scene_is_above(scene, nodes[other], node)) ||
            (is_bone_of(bone, other) && !scene_is_above(scene, node, nodes[other]))) {
            return false;
        }
    }
    return true;
}

void body_named_nodes(const struct body *body, size_t named[BONE_COUNT])
{
    const struct scene *scene = body->scene;
    bool twice[BONE_COUNT] = {false};
    bool *mapped = arena_array(body->check->arena, scene->count, sizeof *mapped);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        named[bone] = SCENE_NONE;
        if (body->nodes[bone] != SCENE_NONE) {
            mapped[body->nodes[bone]] = true;
        }
    }
    for (size_t i = 0; i < scene->count; i++) {
        const struct scene_node *node = &scene->nodes[i];
        const char *name = mapped[i] || !node->in_default || node->name == NULL || !scene_usable(scene, i)
                               ? NULL
                               : bone_elsewhere(node->name);
        size_t bone = name == NULL ? BONE_COUNT : bone_by_name(name);
        if (bone != BONE_COUNT && body->names[bone] == NULL && fits(scene, body->nodes, bone, i)) {
            twice[bone] = named[bone] != SCENE_NONE;
            named[bone] = i;
        }
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (named[bone] != SCENE_NONE && (twice[bone] || !fits(scene, named, bone, named[bone]))) {
            named[bone] = SCENE_NONE;
        }
    }
}

bool body_are_named(const size_t named[BONE_COUNT])
{
    bool all = true;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        all = all && (!bones[bone].required || named[bone] != SCENE_NONE);
    }
    return all;
}
