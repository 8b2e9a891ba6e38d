#include "checks/body/named_nodes.h"

#include <string.h>

#include "checks/likely.h"

/* The search for the nodes of a body. */
struct named_search {
    const struct body *body;
    size_t *named;          /* per bone: see body_named_nodes() */
    bool *mapped;           /* per node: whether it is a bone already */
    bool twice[BONE_COUNT]; /* whether several nodes are named like the bone */
    size_t old[2];          /* the second bones of the thumbs whose nodes have the names of VRM 0.x; or BONE_COUNT */
};

/* The bones of each thumb, from the wrist outwards. */
static const char *const thumbs[2][3] = {{"leftThumbMetacarpal", "leftThumbProximal", "leftThumbDistal"},
                                         {"rightThumbMetacarpal", "rightThumbProximal", "rightThumbDistal"}};

/* Whether a bone is an ancestor of another one in the table. */
static bool is_bone_of(size_t above, size_t bone)
{
    while (bone != BONE_COUNT && bone != above) {
        bone = bone_parent(bone);
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

/* Returns the name of a node that may become a bone, or NULL. In animations, without the prefix that three-vrm gives
 * the nodes that it moves. */
static const char *usable_name(const struct named_search *search, size_t i)
{
    static const char prefix[] = "Normalized_";
    const struct scene_node *node = &search->body->scene->nodes[i];
    if (search->mapped[i] || !node->in_default || node->name == NULL || !scene_usable(search->body->scene, i)) {
        return NULL;
    }
    bool is_copy = search->body->dialect == DIALECT_ANIMATION && text_begins(node->name, prefix);
    return node->name + (is_copy ? sizeof prefix - 1 : 0);
}

/* Returns the bone that a node is named like, or BONE_COUNT. A joint called "proximal" is the first one of a thumb
 * with an "intermediate" joint, else the second. */
static size_t meant_bone(const struct named_search *search, const char *name)
{
    size_t middle = bone_of_old_thumb(name);
    const char *known = middle == BONE_COUNT ? bone_elsewhere(name) : NULL;
    size_t bone = known == NULL ? middle : bone_by_name(known);
    bool is_first = middle == BONE_COUNT && bone != BONE_COUNT && (bone == search->old[0] || bone == search->old[1]);
    return is_first ? bone_parent(bone) : bone;
}

/* Finds which thumbs have an "intermediate" joint. */
static void find_old_thumbs(struct named_search *search)
{
    search->old[0] = search->old[1] = BONE_COUNT;
    for (size_t i = 0; i < search->body->scene->count; i++) {
        const char *name = usable_name(search, i);
        size_t middle = name == NULL ? BONE_COUNT : bone_of_old_thumb(name);
        if (middle != BONE_COUNT) {
            search->old[middle == bone_by_name(thumbs[1][1])] = middle;
        }
    }
}

/* Names bones that have no node yet. first: whether a node is asked; NULL: all are. */
static void name_bones(struct named_search *search, named_node_first *first)
{
    const struct body *body = search->body;
    size_t nodes[BONE_COUNT];
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        nodes[bone] = body->nodes[bone] != SCENE_NONE ? body->nodes[bone] : search->named[bone];
    }
    for (size_t i = 0; i < body->scene->count; i++) {
        const char *name = usable_name(search, i);
        bool asked = name != NULL && (first == NULL || first(body->check, i));
        size_t bone = asked ? meant_bone(search, name) : BONE_COUNT;
        if (bone != BONE_COUNT && body->names[bone] == NULL && nodes[bone] == SCENE_NONE &&
            fits(body->scene, nodes, bone, i)) {
            search->twice[bone] = search->named[bone] != SCENE_NONE;
            search->named[bone] = i;
        }
    }
}

/* Leaves out bones that can't be mapped without another one, and thumbs that aren't whole: their joints would be
 * taken for each other. */
static void leave_incomplete(const struct body *body, size_t named[BONE_COUNT])
{
    for (size_t side = 0; side < 2; side++) {
        bool whole = true;
        for (size_t i = 0; i < 3; i++) {
            whole = whole && named[bone_by_name(thumbs[side][i])] != SCENE_NONE;
        }
        for (size_t i = 0; i < 3 && !whole; i++) {
            named[bone_by_name(thumbs[side][i])] = SCENE_NONE;
        }
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) { /* parents are before their children */
        size_t parent = bones[bone].needs_parent ? bone_parent(bone) : BONE_COUNT;
        if (parent != BONE_COUNT && body->names[parent] == NULL && named[parent] == SCENE_NONE) {
            named[bone] = SCENE_NONE;
        }
    }
}

void body_named_nodes(const struct body *body, named_node_first *first, size_t named[BONE_COUNT])
{
    const struct scene *scene = body->scene;
    struct named_search search = {.body = body, .named = named};
    search.mapped = arena_array(body->check->arena, scene->count, sizeof *search.mapped);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        named[bone] = SCENE_NONE;
        if (body->nodes[bone] != SCENE_NONE) {
            search.mapped[body->nodes[bone]] = true;
        }
    }
    find_old_thumbs(&search);
    if (first != NULL) {
        name_bones(&search, first);
    }
    name_bones(&search, NULL);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (named[bone] != SCENE_NONE && (search.twice[bone] || !fits(scene, named, bone, named[bone]))) {
            named[bone] = SCENE_NONE;
        }
    }
    leave_incomplete(body, named);
}

bool body_are_named(const size_t named[BONE_COUNT])
{
    bool all = true;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        all = all && (!bones[bone].required || named[bone] != SCENE_NONE);
    }
    return all;
}
