/* The bones of a body: which are required, and the relations of their nodes. */
#include <string.h>

#include "base/json_value.h"
#include "checks/absent.h"
#include "checks/body/body.h"
#include "checks/likely.h"
#include "ids/messages_animation.h"
#include "ids/messages_vrm.h"
#include "vrm/humanoid.h"

/* The possible faults of a bone. */
struct misplaced {
    bool is;        /* it isn't a descendant of its parent bone */
    size_t culprit; /* the bone that causes it: one of its parents, or the first of two exchanged bones */
    size_t other;   /* the second of two exchanged bones, each of which has the node of the other; BONE_COUNT: none */
};

struct mapping {
    const struct scene *scene;
    bool faces_back;            /* avatars of VRM 0.x do; their left is at -X */
    size_t nodes[BONE_COUNT];   /* per bone; SCENE_NONE if the bone isn't judged */
    size_t parents[BONE_COUNT]; /* the parent bone; BONE_COUNT: none */
    struct misplaced misplaced[BONE_COUNT];
};

/* Whether the node of a bone is a descendant of the node of its parent; true if either isn't judged. */
static bool bone_is_below(const struct mapping *mapping, size_t node, size_t above)
{
    return node == SCENE_NONE || above == SCENE_NONE || scene_is_above(mapping->scene, above, node);
}

/* Two bones that are exchanged on trial. */
struct swap {
    size_t one;
    size_t other;
};

static size_t node_of(const struct mapping *mapping, const struct swap *swap, size_t bone)
{
    return mapping->nodes[bone == swap->one ? swap->other : bone == swap->other ? swap->one : bone];
}

static bool is_of(const struct swap *swap, size_t bone)
{
    return bone == swap->one || bone == swap->other;
}

/* Whether left and right are on the correct sides after the exchange; true if the two bones aren't counterparts. */
static bool keeps_sides(const struct mapping *mapping, const struct swap *swap)
{
    bool are_sides = bone_mirrored(swap->one) == swap->other && swap->one != swap->other;
    double left = scene_position(mapping->scene, node_of(mapping, swap, swap->one)).x;
    double right = scene_position(mapping->scene, node_of(mapping, swap, swap->other)).x;
    return !are_sides || (mapping->faces_back ? left < right : left > right);
}

/* Whether exchanging two bones fixes everything that is wrong with them and their children, and that is more than one
 * bone. */
static bool swap_fixes(const struct mapping *mapping, const struct swap *swap)
{
    size_t wrong = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t parent = mapping->parents[bone];
        if (parent == BONE_COUNT || !(is_of(swap, bone) || is_of(swap, parent))) {
            continue;
        }
        if (!bone_is_below(mapping, node_of(mapping, swap, bone), node_of(mapping, swap, parent))) {
            return false;
        }
        wrong += mapping->misplaced[bone].is;
    }
    return wrong > 1 && keeps_sides(mapping, swap);
}

/* Records the exchange as the cause for all misplaced bones that either bone affects. */
static void record_swap(struct mapping *mapping, const struct swap *swap)
{
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (mapping->misplaced[bone].is && (is_of(swap, bone) || is_of(swap, mapping->parents[bone]))) {
            mapping->misplaced[bone].culprit = swap->one;
            mapping->misplaced[bone].other = swap->other;
        }
    }
}

static bool find_exchanged(struct mapping *mapping, size_t bone)
{
    for (size_t with = 0; with < BONE_COUNT; with++) {
        struct swap swap = with < bone ? (struct swap){with, bone} : (struct swap){bone, with};
        if (mapping->nodes[with] != SCENE_NONE && with != bone && swap_fixes(mapping, &swap)) {
            record_swap(mapping, &swap);
            return true;
        }
    }
    return false;
}

/* Returns the bone that causes a misplaced one. A bone whose parent is misplaced but which is below that parent's
 * parent is itself correct. */
static size_t culprit_of(const struct mapping *mapping, size_t bone)
{
    size_t parent = mapping->parents[bone];
    if (!mapping->misplaced[parent].is) {
        return parent;
    }
    size_t above = mapping->parents[parent];
    return bone_is_below(mapping, mapping->nodes[bone], mapping->nodes[above]) ? above : parent;
}

/* Fills mapping->misplaced. */
static void mapping_judge(struct mapping *mapping)
{
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t parent = mapping->parents[bone];
        bool is = parent != BONE_COUNT && !bone_is_below(mapping, mapping->nodes[bone], mapping->nodes[parent]);
        mapping->misplaced[bone] = (struct misplaced){.is = is, .other = BONE_COUNT};
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        struct misplaced *misplaced = &mapping->misplaced[bone];
        if (misplaced->is && misplaced->other == BONE_COUNT && !find_exchanged(mapping, bone) &&
            !find_exchanged(mapping, mapping->parents[bone])) {
            misplaced->culprit = culprit_of(mapping, bone);
        }
    }
}

/* Whether a misplaced bone is an ancestor of its parent bone, so that the two may be reversed. */
static bool mapping_is_reversed(const struct mapping *mapping, size_t bone)
{
    const struct misplaced *misplaced = &mapping->misplaced[bone];
    size_t parent = mapping->parents[bone];
    bool with_others = misplaced->other != BONE_COUNT && !(is_of(&(struct swap){bone, parent}, misplaced->culprit) &&
                                                           is_of(&(struct swap){bone, parent}, misplaced->other));
    size_t above = mapping->parents[parent];
    /* if exchanging them leaves the parent outside its own parent, they aren't reversed */
    bool fits = above == BONE_COUNT || mapping->nodes[above] == mapping->nodes[bone] ||
                bone_is_below(mapping, mapping->nodes[bone], mapping->nodes[above]);
    return !with_others && fits && scene_is_above(mapping->scene, mapping->nodes[bone], mapping->nodes[parent]);
}

/* Two bones on one node: which of them belongs elsewhere, and where. The evidence is, in this order: the neighbouring
 * bones, the names of nodes, the other side of the body, and nodes without a bone. */

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

/* Returns the bone that has the name of a node, or BONE_COUNT. */
static size_t bone_named(const struct body *body, size_t node)
{
    const char *name = body->scene->nodes[node].name;
    const char *meant = name == NULL ? NULL : bone_elsewhere(name);
    return meant == NULL ? BONE_COUNT : bone_by_name(meant);
}

static bool is_named(const struct body *body, size_t node, size_t bone)
{
    return bone_named(body, node) == bone;
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

/* Returns which of two bones on one node belongs on another node. */
static size_t body_wrong_of(const struct body *body, size_t one, size_t other)
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

/* Returns the node that was meant for a bone that shares another bone's node; SCENE_NONE if the file doesn't show it.
 * Searches all nodes. */
static size_t body_meant_node(const struct body *body, size_t bone)
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

struct skeleton {
    struct check *check;
    struct body body;
    struct mapping mapping;
    size_t shared; /* number of searches for the node of a bone that is on a wrong one */
};

enum { SHARED_MOST = 8 }; /* more have no single cause, and each one searches all nodes */

static struct argument the_skeleton_node(const char *as, const struct skeleton *skeleton, size_t bone)
{
    return the_node(as, skeleton->body.check->avatar, skeleton->body.nodes[bone]);
}

/* ---- fingers without first bones: the existing bones are the first ones under other names ---- */

enum { BONES_FINGER = 3 };

/* The bones of a finger that have entries, the first one first, and the bones that they should be. */
struct finger {
    size_t count;
    size_t bones[BONES_FINGER];
    size_t meant[BONES_FINGER];
};

/* Returns the bone that needs this one as its parent, or BONE_COUNT. */
static size_t bone_below(size_t bone)
{
    size_t below = 0;
    while (below < BONE_COUNT && !(bones[below].needs_parent && bone_parent(below) == bone)) {
        below++;
    }
    return below;
}

/* Reads the finger from its first mapped bone, whose parent has no entry. Returns false if a node is left for the
 * missing bone. */
static bool read_finger(const struct body *body, size_t bone, struct finger *finger)
{
    size_t above = body_parent(body, bone);
    size_t node = body->nodes[bone];
    if (above == BONE_COUNT || node == SCENE_NONE || body->nodes[above] == SCENE_NONE ||
        body->scene->nodes[node].parent != body->nodes[above]) {
        return false;
    }
    size_t meant = bone_parent(bone);
    while (bones[meant].needs_parent && body->names[bone_parent(meant)] == NULL) {
        meant = bone_parent(meant);
    }
    finger->count = 0;
    while (bone < BONE_COUNT && body->names[bone] != NULL && body->nodes[bone] != SCENE_NONE) {
        finger->bones[finger->count] = bone;
        finger->meant[finger->count++] = meant;
        bone = bone_below(bone);
        meant = bone_below(meant);
    }
    return true;
}

static void move_entries(const struct body *body, const struct finger *finger, struct finding *finding)
{
    for (size_t i = 0; finding_wants_edits(finding) && i < finger->count; i++) {
        if (body->dialect == DIALECT_VRM0) {
            finding_edit(finding, VRMLINT_EDIT_SET, body_entry(body, finger->bones[i], "bone"),
                         json_text(body->check->arena, vrm0_bone_name(finger->meant[i])));
        } else {
            finding_edit(finding, VRMLINT_EDIT_RENAME, body_entry(body, finger->bones[i], NULL),
                         bones[finger->meant[i]].name);
        }
    }
}

static bool report_finger_without_beginning(const struct body *body, size_t bone)
{
    struct finger finger;
    if (body->dialect == DIALECT_ANIMATION || !read_finger(body, bone, &finger)) {
        return false;
    }
    struct argument pairs[BONES_FINGER];
    for (size_t i = 0; i < finger.count; i++) {
        pairs[i] = argument_words(body->check->arena, NULL, WORDS_NODE_TO_BONE,
                                  ARGUMENTS(the_node("node", body->check->avatar, body->nodes[finger.bones[i]]),
                                            body_name("bone", body, finger.meant[i])));
    }
    struct finding *finding =
        body_report(body, MESSAGE_VRM_BONE_NEEDS_PARENT__NO_NODE, body_entry(body, bone, "node"),
                    ARGUMENTS(body_bone("bone", body, bone), body_name("parent", body, bone_parent(bone)),
                              argument_list("pairs", pairs, finger.count, finger.count, JOIN_BOTH)));
    move_entries(body, &finger, finding);
    return true;
}

/* ---- fingers in reverse order ---- */

#define NEARER 0.9 /* ratio: the little finger is nearer to the thumb than the index finger by this factor */

static void check_fingers(const struct skeleton *skeleton, const char *side)
{
    static const char *const fingers[] = {"ThumbMetacarpal", "IndexProximal", "LittleProximal"};
    const struct body *body = &skeleton->body;
    size_t of[3];
    for (size_t i = 0; i < 3; i++) {
        of[i] = bone_by_name(arena_printf(body->check->arena, "%s%s", side, fingers[i]));
        if (body->nodes[of[i]] == SCENE_NONE) {
            return;
        }
    }
    struct vec3 thumb = body_position(body, of[0]);
    double index = vec3_distance(thumb, body_position(body, of[1]));
    double little = vec3_distance(thumb, body_position(body, of[2]));
    if (little < index * NEARER) {
        struct finding *finding = body_report(
            body, MESSAGE_VRM_FINGERS_REVERSED__DEFAULT, body_entry(body, of[1], "node"),
            ARGUMENTS(body_bone("index", body, of[1]), body_bone("little", body, of[2]),
                      the_skeleton_node("node", skeleton, of[1]), the_skeleton_node("other", skeleton, of[2])));
        finding_measure(finding, "index", index);
        finding_measure(finding, "little", little);
    }
}

/* ---- one bone ---- */

/* Whether a bone is an eye of a VRM animation. lookAt moves the eyes there, so they aren't bones. */
static bool is_eye(const struct skeleton *skeleton, size_t bone)
{
    return skeleton->body.dialect == DIALECT_ANIMATION && bones[bone].class == BONE_EYE;
}

/* Whether the bone is judged. An old name of a thumb is reported elsewhere. */
static bool has_valid_name(const struct body *body, size_t bone)
{
    bool is_old = body->dialect == DIALECT_VRM1 && !body->check->avatar->vrm1->is_beta && body->names[bone] != NULL &&
                  bone_is_old_thumb(body->names[bone]);
    return body->names[bone] != NULL && !is_old;
}

/* Whether an animation uses the thumb names of VRM 0.x for this bone, so that the first joint is missing. */
static bool is_thumb_of_vrm0(const struct body *body, size_t bone)
{
    const char *thumb = strstr(bones[bone].name, "ThumbProximal");
    return thumb != NULL && body->dialect == DIALECT_ANIMATION &&
           tree_get(body->check->avatar->vrma->bones,
                    arena_printf(body->check->arena, "%.*sThumbIntermediate", (int)(thumb - bones[bone].name),
                                 bones[bone].name)) != NULL;
}

/* Returns the first bone that has the same node: another one or the bone itself. BONE_COUNT if it has no node. */
static size_t first_on_node(const struct skeleton *skeleton, size_t bone)
{
    const size_t *nodes = skeleton->body.nodes;
    size_t first = nodes[bone] == SCENE_NONE ? BONE_COUNT : 0;
    while (first < BONE_COUNT && (nodes[first] != nodes[bone] || is_eye(skeleton, first))) {
        first++;
    }
    return first;
}

static void check_duplicate(struct skeleton *skeleton, size_t bone)
{
    const struct body *body = &skeleton->body;
    size_t first = first_on_node(skeleton, bone);
    if (first == BONE_COUNT || first == bone) {
        return; /* if two eyes of an animation share a node, both are superfluous entries, and reported as such */
    }
    bool is_its_eye =
        is_eye(skeleton, bone) && !is_named(body, body->nodes[bone], first) && is_named(body, body->nodes[bone], bone);
    if (is_its_eye || (!is_eye(skeleton, bone) && body_wrong_of(body, first, bone) == first)) {
        size_t fitting = bone;
        bone = first;
        first = fitting;
    }
    bool is_sought = !is_eye(skeleton, bone) && skeleton->shared++ < SHARED_MOST;
    size_t meant = is_sought ? body_meant_node(body, bone) : SCENE_NONE;
    struct finding *finding =
        body_report(body,
                    is_eye(skeleton, bone) ? MESSAGE_ANIMATION_BONE_DUPLICATE_NODE__EYE
                    : meant != SCENE_NONE  ? MESSAGE_VRM_BONE_DUPLICATE_NODE__MEANT
                    : bones[bone].required ? MESSAGE_VRM_BONE_DUPLICATE_NODE__DEFAULT
                                           : MESSAGE_VRM_BONE_DUPLICATE_NODE__OPTIONAL,
                    body_entry(body, bone, "node"),
                    ARGUMENTS(body_name("first", body, first), body_name("bone", body, bone),
                              the_skeleton_node("node", skeleton, bone),
                              meant == SCENE_NONE ? argument_end() : the_node("meant", body->check->avatar, meant)));
    body_relate(body, finding, RELATED_VRM_BONE_DUPLICATE_NODE__DEFAULT, body_entry(body, first, "node"), first);
}

static void check_needed(const struct skeleton *skeleton, size_t bone)
{
    const struct body *body = &skeleton->body;
    size_t parent = bones[bone].needs_parent ? bone_parent(bone) : BONE_COUNT;
    if (parent == BONE_COUNT || body->names[parent] != NULL || is_thumb_of_vrm0(body, bone)) {
        return;
    }
    bool is_chest = strcmp(bones[bone].name, "upperChest") == 0;
    if (!is_chest && report_finger_without_beginning(body, bone)) {
        return;
    }
    struct finding *finding = body_report(
        body, is_chest ? MESSAGE_VRM_BONE_NEEDS_PARENT__CHEST : MESSAGE_VRM_BONE_NEEDS_PARENT__DEFAULT,
        body_entry(body, bone, "node"), ARGUMENTS(body_bone("bone", body, bone), body_name("parent", body, parent)));
    if (body->dialect != DIALECT_VRM0) {
        absent_note(skeleton->check, finding, ABSENT_LACKS,
                    arena_printf(body->check->arena, "%s/humanoid/humanBones/%s",
                                 body->dialect == DIALECT_VRM1 ? VRM1_POINTER : VRMA_POINTER, bones[parent].name));
    }
    if (body->dialect == DIALECT_VRM0 && is_chest) {
        finding_edit_at(finding, VRMLINT_EDIT_SET, "1/bone", "\"chest\""); /* a single chest bone is called "chest" */
    } else if (body->dialect == DIALECT_VRM0) {
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "1", NULL);
    }
}

/* Reports a bone on a node with a skinned mesh. Such a mesh ignores the transform of its own node. */
static void check_skinned(const struct skeleton *skeleton, size_t bone)
{
    const struct body *body = &skeleton->body;
    const struct scene_node *node = &body->scene->nodes[body->nodes[bone]];
    if (node->mesh != SCENE_NONE && node->skin != SCENE_NONE) {
        body_report(body, MESSAGE_VRM_BONE_IS_SKINNED_MESH__DEFAULT, body_entry(body, bone, "node"),
                    ARGUMENTS(body_bone("bone", body, bone), the_skeleton_node("node", skeleton, bone)));
    }
}

/* ---- parents ---- */

static bool shares_node(const struct body *body, size_t bone)
{
    for (size_t other = 0; other < BONE_COUNT; other++) {
        if (other != bone && body->nodes[other] == body->nodes[bone]) {
            return true;
        }
    }
    return false;
}

static void read_mapping(struct skeleton *skeleton)
{
    const struct body *body = &skeleton->body;
    struct mapping *mapping = &skeleton->mapping;
    *mapping = (struct mapping){.scene = body->scene, .faces_back = body->left < 0};
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = body->nodes[bone];
        bool is_judged = node != SCENE_NONE && !is_eye(skeleton, bone) && has_valid_name(body, bone) &&
                         body->scene->nodes[node].in_default && !shares_node(body, bone);
        mapping->nodes[bone] = is_judged ? node : SCENE_NONE;
        mapping->parents[bone] = body_parent(body, bone);
    }
    mapping_judge(mapping);
}

/* Whether a bone is the upper chest and none of its child bones are below it. Setup tools take an accessory for it. */
static bool carries_nothing(const struct skeleton *skeleton, size_t bone)
{
    const struct mapping *mapping = &skeleton->mapping;
    size_t astray = 0;
    for (size_t below = 0; below < BONE_COUNT; below++) {
        if (mapping->parents[below] == bone && mapping->nodes[below] != SCENE_NONE) {
            if (!mapping->misplaced[below].is) {
                return false;
            }
            astray++;
        }
    }
    return astray > 1 && bone == bone_by_name("upperChest");
}

/* Returns the node that was meant for the bone that is on a wrong node: one of a misplaced bone and its parent, which
 * is stored in *wrong. SCENE_NONE if the file doesn't show it. */
static size_t meant_of_misplaced(struct skeleton *skeleton, size_t bone, size_t *wrong)
{
    const struct body *body = &skeleton->body;
    size_t parent = skeleton->mapping.parents[bone];
    bool is_parent_astray = skeleton->mapping.misplaced[parent].is;
    const size_t either[] = {is_parent_astray ? parent : bone, is_parent_astray ? bone : parent};
    for (size_t i = 0; i < 2; i++) {
        bool is_sought = !is_named(body, body->nodes[either[i]], either[i]) && skeleton->shared++ < SHARED_MOST;
        size_t meant = is_sought ? body_meant_node(body, either[i]) : SCENE_NONE;
        if (meant != SCENE_NONE) {
            *wrong = either[i];
            return meant;
        }
    }
    return SCENE_NONE;
}

/* Returns the bone with which a bone has exchanged its node, by the names of both nodes; or BONE_COUNT. */
static size_t exchanged_by_name(const struct body *body, size_t bone)
{
    size_t other = bone_named(body, body->nodes[bone]);
    bool is_mapped = other < BONE_COUNT && other != bone && body->nodes[other] != SCENE_NONE;
    return is_mapped && is_named(body, body->nodes[other], bone) ? other : BONE_COUNT;
}

static void check_parent(struct skeleton *skeleton, size_t bone)
{
    const struct body *body = &skeleton->body;
    const struct mapping *mapping = &skeleton->mapping;
    const struct misplaced *misplaced = &mapping->misplaced[bone];
    if (!misplaced->is) {
        return;
    }
    size_t parent = mapping->parents[bone];
    /* a bone on the node with its name is right: the other one is on a wrong node, such as the root */
    bool is_reversed = mapping_is_reversed(mapping, bone) && !is_named(body, body->nodes[parent], parent) &&
                       !is_named(body, body->nodes[bone], bone);
    bool is_exchanged = misplaced->other != BONE_COUNT;
    bool is_accessory = carries_nothing(skeleton, parent);
    size_t one = is_exchanged ? misplaced->culprit : parent;
    size_t other = is_exchanged ? misplaced->other : bone;
    bool is_elsewhere = !is_reversed && !is_exchanged && !is_accessory;
    /* the skeleton is wrong, not the mapping */
    bool are_named =
        is_elsewhere && is_named(body, body->nodes[bone], bone) && is_named(body, body->nodes[parent], parent);
    for (size_t i = 0; i < 2 && is_elsewhere && !are_named && !is_exchanged; i++) {
        size_t from = i == 0 ? bone : parent;
        size_t to = exchanged_by_name(body, from);
        is_exchanged = to != BONE_COUNT;
        one = is_exchanged ? from : one;
        other = is_exchanged ? to : other;
    }
    size_t culprit = is_exchanged ? one : misplaced->culprit;
    bool is_open = is_elsewhere && !is_exchanged && !are_named;
    size_t meant = is_open ? meant_of_misplaced(skeleton, bone, &culprit) : SCENE_NONE;
    struct finding *finding = body_report(
        body,
        is_reversed           ? MESSAGE_VRM_BONE_BAD_PARENT__REVERSED
        : is_exchanged        ? MESSAGE_VRM_BONE_BAD_PARENT__EXCHANGED
        : is_accessory        ? MESSAGE_VRM_BONE_BAD_PARENT__UPPER_CHEST
        : are_named           ? MESSAGE_VRM_BONE_BAD_PARENT__NAMED
        : meant != SCENE_NONE ? MESSAGE_VRM_BONE_BAD_PARENT__MEANT
                              : MESSAGE_VRM_BONE_BAD_PARENT__ELSEWHERE,
        body_entry(body, bone, "node"),
        ARGUMENTS(body_bone("bone", body, bone), the_skeleton_node("node", skeleton, bone),
                  body_bone("parent", body, parent), the_skeleton_node("above", skeleton, parent),
                  body_name("one", body, one), body_name("other", body, other), body_name("wrong", body, culprit),
                  meant == SCENE_NONE ? argument_end() : the_node("meant", body->check->avatar, meant)));
    body_blame(body, finding, RELATED_VRM_BONE_BAD_PARENT__DEFAULT, body_entry(body, culprit, "node"), culprit);
    if (culprit != parent) {
        body_relate(body, finding, RELATED_VRM_BONE_BAD_PARENT__DEFAULT, body_entry(body, parent, "node"), parent);
    }
}

/* ---- the scene ---- */

/* Reports a hips node without a parent. Apps then have no root to move. */
static void check_root(const struct skeleton *skeleton)
{
    const struct body *body = &skeleton->body;
    size_t hips = bone_by_name("hips");
    size_t node = body->nodes[hips];
    if (body->dialect == DIALECT_VRM1 && node != SCENE_NONE && body->scene->nodes[node].parent == SCENE_NONE) {
        report(body->check->findings, MESSAGE_VRM_HIPS_IS_SCENE_ROOT__DEFAULT, body_entry(body, hips, "node"),
               ARGUMENTS(body_bone("bone", body, hips)));
    }
}

/* ---- */

static void check_dialect(struct check *check, enum dialect dialect)
{
    struct skeleton skeleton = {.check = check};
    const struct body *body = &skeleton.body;
    if (!body_read(&skeleton.body, check, dialect)) {
        return;
    }
    read_mapping(&skeleton);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (body->nodes[bone] != SCENE_NONE && has_valid_name(body, bone)) {
            check_duplicate(&skeleton, bone);
            check_parent(&skeleton, bone);
            check_needed(&skeleton, bone);
            check_skinned(&skeleton, bone);
        }
    }
    body_check_outside(&skeleton.body);
    check_root(&skeleton);
    body_check_names(body);
    check_fingers(&skeleton, "left");
    check_fingers(&skeleton, "right");
    size_t jaw = bone_by_name("jaw");
    if (body->nodes[jaw] != SCENE_NONE) {
        body_report(body, MESSAGE_VRM_JAW_MAPPED__DEFAULT, body_entry(body, jaw, "node"),
                    ARGUMENTS(body_bone("bone", body, jaw), the_skeleton_node("node", &skeleton, jaw)));
    }
}

void check_body_bones(struct check *check)
{
    for (enum dialect dialect = 0; dialect < DIALECTS; dialect++) {
        check_dialect(check, dialect);
    }
}
