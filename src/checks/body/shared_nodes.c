/*
 * Two bones on one node: which of them belongs elsewhere, and where. The bones around them show it, then the names of
 * nodes, the other side of the body, and nodes that no bone has.
 */
#include "checks/body/shared_nodes.h"

#include "checks/likely.h"

#define CLEARLY_NEARER 0.5 /* as far from where the other side has the bone as the other bone is, at most */
#define SAME_PLACE 0.05    /* of the body's height: as far from there, at most */

/* The next bone up the table that has a node, other than `without`; BONE_COUNT if there is none. */
static size_t carrier_of(const struct body *body, size_t bone, size_t without)
{
    size_t parent = body_parent(body, bone);
    while (parent != BONE_COUNT && (parent == without || body->nodes[parent] == SCENE_NONE)) {
        parent = body_parent(body, parent);
    }
    return parent;
}

/* Whether a bone is one of those that another one carries, where `without` is left out. */
static bool is_carried(const struct body *body, size_t bone, size_t by, size_t without)
{
    return bone != without && body->nodes[bone] != SCENE_NONE && carrier_of(body, bone, without) == by;
}

/* How many of the bones next to a bone a node is on the wrong side of: not below the one that carries the bone, or not
 * above one that it carries. */
static size_t misfits_at(const struct body *body, size_t bone, size_t node, size_t without)
{
    size_t carrier = carrier_of(body, bone, without);
    size_t wrong = carrier != BONE_COUNT && !scene_is_above(body->scene, body->nodes[carrier], node);
    for (size_t below = 0; below < BONE_COUNT; below++) {
        wrong += is_carried(body, below, bone, without) && !scene_is_above(body->scene, node, body->nodes[below]);
    }
    return wrong;
}

static bool is_named(const struct body *body, size_t node, size_t bone)
{
    const char *name = body->scene->nodes[node].name;
    const char *meant = name == NULL ? NULL : bone_elsewhere(name);
    return meant != NULL && bone_by_name(meant) == bone;
}

/* The bone of the other side; BONE_COUNT for bones in the middle. */
static size_t counterpart_of(size_t bone)
{
    for (size_t other = 0; other < BONE_COUNT; other++) {
        if (other != bone && (bone_mirrored(other) == bone || bone_mirrored(bone) == other)) {
            return other;
        }
    }
    return BONE_COUNT;
}

/* How far a node is from where the other side has the bone, in heights of the body; NAN where that isn't known. */
static double distance_from_mirrored(const struct body *body, size_t bone, size_t node)
{
    size_t other = counterpart_of(bone);
    size_t hips = body_node(body, "hips");
    if (other == BONE_COUNT || hips == SCENE_NONE || body->nodes[other] == SCENE_NONE) {
        return NAN;
    }
    struct vec3 mirrored = body_position(body, other);
    mirrored.x = 2 * scene_position(body->scene, hips).x - mirrored.x;
    return vec3_distance(mirrored, scene_position(body->scene, node)) / body_height(body);
}

static bool is_free(const struct body *body, size_t node)
{
    size_t bone = 0;
    while (bone < BONE_COUNT && body->nodes[bone] != node) {
        bone++;
    }
    return bone == BONE_COUNT && body->scene->nodes[node].in_default;
}

/* Whether a node that no bone has is between the node of a bone and the one above that carries it. */
static bool has_free_node_above(const struct body *body, size_t bone, size_t without)
{
    size_t carrier = carrier_of(body, bone, without);
    size_t end = carrier == BONE_COUNT ? SCENE_NONE : body->nodes[carrier];
    size_t node = body->scene->nodes[body->nodes[bone]].parent;
    while (node != SCENE_NONE && node != end && !is_free(body, node)) {
        node = body->scene->nodes[node].parent;
    }
    return carrier != BONE_COUNT && node != SCENE_NONE && node != end;
}

size_t body_wrong_of(const struct body *body, size_t one, size_t other)
{
    size_t node = body->nodes[one];
    size_t misfits[2] = {misfits_at(body, one, node, other), misfits_at(body, other, node, one)};
    if (misfits[0] != misfits[1]) {
        return misfits[0] > misfits[1] ? one : other;
    }
    double off[2] = {distance_from_mirrored(body, one, node), distance_from_mirrored(body, other, node)};
    if (off[0] < off[1] * CLEARLY_NEARER || off[1] < off[0] * CLEARLY_NEARER) {
        return off[0] < off[1] ? other : one;
    }
    bool named[2] = {is_named(body, node, one), is_named(body, node, other)};
    if (named[0] != named[1]) {
        return named[0] ? other : one;
    }
    size_t upper = one;
    while (upper != BONE_COUNT && upper != other) {
        upper = body_parent(body, upper);
    }
    upper = upper == other ? other : one; /* of a limb, the bone nearer to the hips, whose node may be left over */
    size_t lower = upper == one ? other : one;
    return has_free_node_above(body, upper, lower) ? upper : lower;
}

/* What a bone is between: read once, as all nodes are compared with it. */
struct surroundings {
    size_t carrier; /* the node of the bone that carries it; SCENE_NONE for none */
    size_t carried[BONE_COUNT];
    size_t count;
};

static void read_surroundings(const struct body *body, size_t bone, struct surroundings *around)
{
    size_t carrier = carrier_of(body, bone, BONE_COUNT);
    around->carrier = carrier == BONE_COUNT ? SCENE_NONE : body->nodes[carrier];
    around->count = 0;
    for (size_t below = 0; below < BONE_COUNT; below++) {
        if (is_carried(body, below, bone, BONE_COUNT)) {
            around->carried[around->count++] = body->nodes[below];
        }
    }
}

/* Whether a node could be the bone's: it is between those around the bone, and no bone has it. */
static bool is_candidate(const struct body *body, const struct surroundings *around, size_t node)
{
    bool fits = around->carrier == SCENE_NONE || scene_is_above(body->scene, around->carrier, node);
    for (size_t i = 0; i < around->count && fits; i++) {
        fits = scene_is_above(body->scene, node, around->carried[i]);
    }
    return fits && is_free(body, node);
}

/* Whether a candidate needs no more to be known by: it is between two bones, or the next one along a limb. */
static bool is_next(const struct body *body, const struct surroundings *around, size_t bone, size_t node)
{
    return around->count > 0 || (bones[bone].class != BONE_EYE && around->carrier != SCENE_NONE &&
                                 body->scene->nodes[node].parent == around->carrier);
}

size_t body_meant_node(const struct body *body, size_t bone)
{
    size_t next = SCENE_NONE;
    size_t next_count = 0;
    size_t nearest = SCENE_NONE;
    double distance = SAME_PLACE;
    struct surroundings around;
    read_surroundings(body, bone, &around);
    for (size_t node = 0; node < body->scene->count; node++) {
        if (!is_candidate(body, &around, node)) {
            continue;
        }
        if (is_named(body, node, bone)) {
            return node;
        }
        double off = distance_from_mirrored(body, bone, node);
        if (off < distance) {
            nearest = node;
            distance = off;
        }
        if (is_next(body, &around, bone, node)) {
            next = node;
            next_count++;
        }
    }
    return nearest != SCENE_NONE ? nearest : next_count == 1 ? next : SCENE_NONE;
}
