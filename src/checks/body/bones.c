/* The bones of a body: which are required, and the relations of their nodes. */
#include <string.h>

#include "base/json_value.h"
#include "checks/absent.h"
#include "checks/body/body.h"
#include "checks/body/shared_nodes.h"
#include "checks/fixes.h"
#include "checks/mapping.h"
#include "ids/messages_animation.h"
#include "ids/messages_vrm.h"
#include "ids/messages_words.h"

struct skeleton {
    struct check *check;
    struct body body;
    struct mapping mapping;
    size_t shared; /* number of bones that share a node */
};

enum { SHARED_MOST = 4 }; /* more have no single cause, and each one searches all nodes */

static struct argument node_of(const char *as, const struct skeleton *skeleton, size_t bone)
{
    return the_node(as, skeleton->body.check->avatar, skeleton->body.nodes[bone]);
}

/* ---- fingers without first bones: the existing bones are the first ones under other names ---- */

enum { FINGER = 3 };

/* The bones of a finger that have entries, the first one first, and the bones that they should be. */
struct finger {
    size_t count;
    size_t bones[FINGER];
    size_t meant[FINGER];
};

/* Returns the bone that needs this one as its parent, or BONE_COUNT. */
static size_t bone_below(size_t bone)
{
    size_t below = 0;
    while (below < BONE_COUNT && !(bones[below].needs_parent && bone_by_name(bones[below].parent) == bone)) {
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
    size_t meant = bone_by_name(bones[bone].parent);
    while (bones[meant].needs_parent && body->names[bone_by_name(bones[meant].parent)] == NULL) {
        meant = bone_by_name(bones[meant].parent);
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
    struct argument pairs[FINGER];
    for (size_t i = 0; i < finger.count; i++) {
        pairs[i] = argument_words(body->check->arena, NULL, WORDS_NODE_TO_BONE,
                                  ARGUMENTS(the_node("node", body->check->avatar, body->nodes[finger.bones[i]]),
                                            body_name("bone", body, finger.meant[i])));
    }
    struct finding *finding = body_report(
        body, MESSAGE_VRM_BONE_NEEDS_PARENT__NO_NODE, body_entry(body, bone, "node"),
        ARGUMENTS(body_bone("bone", body, bone), body_name("parent", body, bone_by_name(bones[bone].parent)),
                  argument_list("pairs", pairs, finger.count, finger.count, JOIN_COMMA)));
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
        struct finding *finding =
            body_report(body, MESSAGE_VRM_FINGERS_REVERSED__DEFAULT, body_entry(body, of[1], "node"),
                        ARGUMENTS(body_bone("index", body, of[1]), body_bone("little", body, of[2]),
                                  node_of("node", skeleton, of[1]), node_of("other", skeleton, of[2])));
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
    if (!is_eye(skeleton, bone) && body_wrong_of(body, first, bone) == first) {
        size_t fitting = bone;
        bone = first;
        first = fitting;
    }
    bool is_sought = !is_eye(skeleton, bone) && skeleton->shared++ < SHARED_MOST;
    size_t meant = is_sought ? body_meant_node(body, bone) : SCENE_NONE;
    struct finding *finding = body_report(
        body,
        is_eye(skeleton, bone) ? MESSAGE_ANIMATION_BONE_DUPLICATE_NODE__EYE
        : meant != SCENE_NONE  ? MESSAGE_VRM_BONE_DUPLICATE_NODE__MEANT
        : bones[bone].required ? MESSAGE_VRM_BONE_DUPLICATE_NODE__DEFAULT
                               : MESSAGE_VRM_BONE_DUPLICATE_NODE__OPTIONAL,
        body_entry(body, bone, "node"),
        ARGUMENTS(body_name("first", body, first), body_name("bone", body, bone), node_of("node", skeleton, bone),
                  meant == SCENE_NONE ? argument_end() : the_node("meant", body->check->avatar, meant)));
    body_relate(body, finding, RELATED_VRM_BONE_DUPLICATE_NODE__DEFAULT, body_entry(body, first, "node"), first);
}

static void check_needed(const struct skeleton *skeleton, size_t bone)
{
    const struct body *body = &skeleton->body;
    size_t parent = bones[bone].needs_parent ? bone_by_name(bones[bone].parent) : BONE_COUNT;
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
                    ARGUMENTS(body_bone("bone", body, bone), node_of("node", skeleton, bone)));
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

static void check_parent(const struct skeleton *skeleton, size_t bone)
{
    const struct body *body = &skeleton->body;
    const struct mapping *mapping = &skeleton->mapping;
    const struct misplaced *misplaced = &mapping->misplaced[bone];
    if (!misplaced->is) {
        return;
    }
    size_t parent = mapping->parents[bone];
    bool is_reversed = mapping_is_reversed(mapping, bone);
    bool is_exchanged = misplaced->other != BONE_COUNT;
    size_t one = is_exchanged ? misplaced->culprit : parent;
    size_t other = is_exchanged ? misplaced->other : bone;
    struct finding *finding = body_report(
        body,
        is_reversed                         ? MESSAGE_VRM_BONE_BAD_PARENT__REVERSED
        : is_exchanged                      ? MESSAGE_VRM_BONE_BAD_PARENT__EXCHANGED
        : carries_nothing(skeleton, parent) ? MESSAGE_VRM_BONE_BAD_PARENT__UPPER_CHEST
                                            : MESSAGE_VRM_BONE_BAD_PARENT__ELSEWHERE,
        body_entry(body, bone, "node"),
        ARGUMENTS(body_bone("bone", body, bone), node_of("node", skeleton, bone), body_bone("parent", body, parent),
                  node_of("above", skeleton, parent), body_name("one", body, one), body_name("other", body, other)));
    size_t culprit = misplaced->culprit;
    body_blame(body, finding, RELATED_VRM_BONE_BAD_PARENT__DEFAULT, body_entry(body, culprit, "node"), culprit);
    if (culprit != parent) {
        body_relate(body, finding, RELATED_VRM_BONE_BAD_PARENT__DEFAULT, body_entry(body, parent, "node"), parent);
    }
}

/* ---- the scene ---- */

static void check_outside(const struct skeleton *skeleton)
{
    const struct body *body = &skeleton->body;
    const struct scene *scene = body->scene;
    const struct avatar *avatar = body->check->avatar;
    size_t out[BONE_COUNT];
    size_t count = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = body->nodes[bone];
        if (node != SCENE_NONE && !scene->nodes[node].in_default) {
            out[count++] = bone;
        }
    }
    if (count == 0) {
        return;
    }
    size_t parent = body_parent(body, out[0]);
    size_t above = parent == BONE_COUNT ? SCENE_NONE : body->nodes[parent];
    above = above == SCENE_NONE || scene->nodes[above].in_default ? above : SCENE_NONE;
    struct finding *finding =
        body_report(body, count > 1 ? MESSAGE_VRM_BONE_NOT_IN_SCENE__SEVERAL : MESSAGE_VRM_BONE_NOT_IN_SCENE__DEFAULT,
                    body_entry(body, out[0], "node"),
                    ARGUMENTS(body_bone("bone", body, out[0]), node_of("node", skeleton, out[0]),
                              the_node("root", avatar, scene_topmost(scene, body->nodes[out[0]])),
                              /* the children of the parent bone's node, if that is in the scene; one child is missing
                               * there */
                              the_nodes_of("list", avatar, above), COUNT("more", count - 1)));
    finding_measure(finding, "count", (double)count);
    for (size_t i = 1; i < count; i++) {
        body_relate(body, finding, RELATED_VRM_BONE_NOT_IN_SCENE__DEFAULT, body_entry(body, out[i], "node"), out[i]);
    }
}

/* ---- names ---- */

/* Returns the first bone on a node, or BONE_COUNT. */
static size_t bone_on(const struct body *body, size_t node)
{
    size_t bone = 0;
    while (bone < BONE_COUNT && body->nodes[bone] != node) {
        bone++;
    }
    return bone;
}

/* Whether a mesh is attached to a node or bound to it by a skin. */
static bool has_mesh(const struct scene_node *node)
{
    return node->skinned || node->mesh != SCENE_NONE;
}

/* Whether a node or one of its descendants has a mesh; see has_mesh(). */
static bool moves_mesh(const struct scene *scene, size_t node, size_t depth)
{
    bool moves = has_mesh(&scene->nodes[node]);
    for (size_t i = scene->children_begin[node]; !moves && depth > 0 && i < scene->children_begin[node + 1]; i++) {
        moves = moves_mesh(scene, scene->children[i], depth - 1);
    }
    return moves;
}

/* Reports a bone that moves no mesh, while a node with the same name does: merged avatars have both. Returns whether
 * it did. */
static bool check_merged(const struct skeleton *skeleton, size_t node, const struct named *named, size_t count)
{
    enum { DEPTH = 8 };
    const struct body *body = &skeleton->body;
    const struct scene *scene = body->scene;
    size_t other = 0;
    while (other < count && !scene->nodes[named[other].index].skinned) {
        other++;
    }
    if (other == count || moves_mesh(scene, node, DEPTH)) {
        return false;
    }
    size_t bone = bone_on(body, node);
    struct finding *finding =
        body_report(body, MESSAGE_VRM_DUPLICATE_BONE_NAME__MERGED, body_entry(body, bone, "node"),
                    ARGUMENTS(body_bone("bone", body, bone), the_node("node", body->check->avatar, node),
                              the_node("other", body->check->avatar, named[other].index)));
    finding_severity(finding, VRMLINT_WARNING);
    return true;
}

/* Reports the first bone among nodes with the same name. */
static void check_namesakes(const struct skeleton *skeleton, const struct named *all, size_t all_count,
                            const struct named *named, size_t count)
{
    const struct body *body = &skeleton->body;
    const struct avatar *avatar = body->check->avatar;
    size_t index = 0;
    while (count > 1 && index < count && bone_on(body, named[index].index) == BONE_COUNT) {
        index++;
    }
    if (count < 2 || index == count) {
        return;
    }
    size_t node = named[index].index;
    if (check_merged(skeleton, node, named, count)) {
        return;
    }
    struct finding *finding =
        body_report(body, MESSAGE_VRM_DUPLICATE_BONE_NAME__DEFAULT, place_node(node, "name"),
                    ARGUMENTS(body_bone("bone", body, bone_on(body, node)), the_node("node", avatar, node),
                              the_node("other", avatar, named[index == 0].index), COUNT("count", count - 1)));
    finding_measure(finding, "nodes", (double)count);
    fix_node_names(finding, all, all_count, named, count, index);
    for (size_t i = 0; finding != NULL && i < count && i <= FINDING_RELATED_MAX; i++) {
        if (i != index) {
            finding_relate(finding, WORDS_ALONE, place_node(named[i].index, "name"),
                           ARGUMENTS(the_node("thing", avatar, named[i].index)));
        }
    }
}

static void check_names(const struct skeleton *skeleton)
{
    const struct body *body = &skeleton->body;
    const struct scene *scene = body->scene;
    enum message message = twin_of(body->dialect, MESSAGE_VRM_DUPLICATE_BONE_NAME__DEFAULT);
    if (message == MESSAGE_NONE || !findings_want(body->check->findings, message_line(message).rule)) {
        return;
    }
    struct named *named = arena_array(body->check->arena, scene->count, sizeof *named);
    size_t count = 0;
    for (size_t node = 0; node < scene->count; node++) {
        if (scene->nodes[node].in_default && scene->nodes[node].name != NULL) {
            named[count++] = (struct named){scene->nodes[node].name, node};
        }
    }
    named_sort(body->check->arena, named, count);
    size_t end;
    for (size_t first = 0; first < count; first = end) {
        end = named_end(named, count, first);
        check_namesakes(skeleton, named, count, named + first, end - first);
    }
}

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
    check_outside(&skeleton);
    check_root(&skeleton);
    check_names(&skeleton);
    check_fingers(&skeleton, "left");
    check_fingers(&skeleton, "right");
    size_t jaw = bone_by_name("jaw");
    if (body->nodes[jaw] != SCENE_NONE) {
        body_report(body, MESSAGE_VRM_JAW_MAPPED__DEFAULT, body_entry(body, jaw, "node"),
                    ARGUMENTS(body_bone("bone", body, jaw), node_of("node", &skeleton, jaw)));
    }
}

void check_body_bones(struct check *check)
{
    for (enum dialect dialect = 0; dialect < DIALECTS; dialect++) {
        check_dialect(check, dialect);
    }
}
