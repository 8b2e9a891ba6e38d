/* Two bones on one node: which of them belongs elsewhere, and where. The evidence is, in this order: the neighbouring
 * bones, the names of nodes, the other side of the body, and nodes without a bone. */
#include "checks/body/shared_nodes.h"

#include "checks/likely.h"

#define CLEARLY_NEARER 0.5 /* ratio: one bone is this much nearer to its mirrored counterpart than the other */
#define SAME_PLACE 0.05    /* of the body's height: largest distance from the mirrored counterpart */

/* Returns the next bone up the table that has a node, other than `without`; BONE_COUNT if there is none. */
static size_t carrier_of(const struct body *body, size_t bone, size_t without)
{
    size_t parent = body_parent(body, bone);
    while (parent != BONE_COUNT && (parent == without || body->nodes[parent] == SCENE_NONE)) {
        parent = body_parent(body, parent);
    }
    return parent;
}

/* Whether `by` is the carrier of a bone if `without` is ignored. */
static bool is_carried(const struct body *body, size_t bone, size_t by, size_t without)
{
    return bone != without && body->nodes[bone] != SCENE_NONE && carrier_of(body, bone, without) == by;
}

/* Returns the number of neighbours of a bone that a node doesn't fit: it isn't below the bone's carrier, or isn't
 * above a bone that it carries. */
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

/* Returns the bone of the other side, or BONE_COUNT for bones in the middle. */
static size_t counterpart_of(size_t bone)
{
    for (size_t other = 0; other < BONE_COUNT; other++) {
        if (other != bone && (bone_mirrored(other) == bone || bone_mirrored(bone) == other)) {
            return other;
        }
    }
    return BONE_COUNT;
}

/* Returns the distance of a node from the mirrored position of the bone's counterpart, in heights of the body; NAN if
 * unknown. */
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

/* Whether a node without a bone is between the node of a bone and the node of its carrier. */
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
    upper = upper == other ? other : one; /* the bone of a limb nearer to the hips, whose own node may be unused */
    size_t lower = upper == one ? other : one;
    return has_free_node_above(body, upper, lower) ? upper : lower;
}

/* The neighbours of a bone. They are read once, because all nodes are compared with them. */
struct surroundings {
    size_t carrier; /* the node of the bone's carrier, or SCENE_NONE */
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

/* Whether a node could be the bone's: it is between the neighbours, and no bone has it. */
static bool is_candidate(const struct body *body, const struct surroundings *around, size_t node)
{
    bool fits = around->carrier == SCENE_NONE || scene_is_above(body->scene, around->carrier, node);
    for (size_t i = 0; i < around->count && fits; i++) {
        fits = scene_is_above(body->scene, node, around->carried[i]);
    }
    return fits && is_free(body, node);
}

/* Whether a candidate needs no other evidence: it is between two bones, or the next one along a limb. */
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
