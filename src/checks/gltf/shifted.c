/*
 * Indices of nodes that are all off by one: a tool has inserted or deleted a node without updating any indices, or it
 * updated those in children but not those in extensions.
 *
 * The evidence are pairs of nodes of which one must be below the other: a bone below its parent bone, a joint below
 * the previous one. The indices are shifted if at least LEAST_WRONG pairs are wrong, and all are right after raising
 * or lowering the indices from some node on by 1.
 */
#include <string.h>

#include "base/pointer.h"
#include "checks/checks.h"
#include "gltf/json.h"
#include "ids/messages_gltf.h"
#include "ids/rules.h"
#include "message/claims.h"
#include "vrm/avatar.h"

/* An index that refers to a node. */
struct node_reference {
    const char *pointer;
    size_t node;
};

/* Collects the references to nodes by index in a file. */

struct shifted_references {
    const struct avatar *avatar;
    struct arena *arena;
    size_t bound; /* of valid indices */
    struct node_reference *list;
    size_t count;
};

static void add_reference(struct shifted_references *references, const char *pointer, size_t node)
{
    *ARENA_ADD(references->arena, references->list, references->count) = (struct node_reference){pointer, node};
}

static void add_keyed_reference(struct shifted_references *references, const struct tree *owner, const char *pointer,
                                const char *key)
{
    const struct tree *value = tree_get(owner, key);
    size_t node;
    if (tree_index(value, references->bound, &node)) {
        add_reference(references, pointer_key(references->arena, pointer, key), node);
    }
}

/* Adds a member of each element of a list or object. */
static void add_each(struct shifted_references *references, const struct tree *list, const char *pointer,
                     const char *key)
{
    for (size_t i = 0; i < tree_length(list); i++) {
        add_keyed_reference(references, tree_at(list, i), pointer_index(references->arena, pointer, i), key);
    }
    for (void *at = tree_first(list); at != NULL; at = tree_next(list, at)) {
        add_keyed_reference(references, tree_value(at), pointer_key(references->arena, pointer, tree_key(at)), key);
    }
}

/* Adds the elements of a list of indices. */
static void add_elements(struct shifted_references *references, const struct tree *owner, const char *pointer,
                         const char *key)
{
    const struct tree *list = tree_get(owner, key);
    const char *in = tree_is_array(list) ? pointer_key(references->arena, pointer, key) : NULL;
    for (size_t i = 0; i < tree_length(list); i++) {
        size_t node;
        if (tree_index(tree_at(list, i), references->bound, &node)) {
            add_reference(references, pointer_index(references->arena, in, i), node);
        }
    }
}

static void add_list(struct shifted_references *references, const char *pointer, const char *key)
{
    add_each(references, document_tree(references->avatar->document, pointer), pointer, key);
}

static void add_expressions(struct shifted_references *references, const char *pointer)
{
    const struct tree *list = document_tree(references->avatar->document, pointer);
    for (void *at = tree_first(list); at != NULL; at = tree_next(list, at)) {
        const char *expression = pointer_key(references->arena, pointer, tree_key(at));
        const struct tree *moves =
            tree_get(tree_get(tree_value(at), "extensions"), "VRMC_vrm_expressions_node_transform");
        add_each(references, tree_get(tree_value(at), "morphTargetBinds"),
                 pointer_key(references->arena, expression, "morphTargetBinds"), "node");
        add_each(references, tree_get(moves, "nodeTransformBinds"),
                 arena_printf(references->arena, "%s/extensions/VRMC_vrm_expressions_node_transform/nodeTransformBinds",
                              expression),
                 "node");
    }
}

static void add_springs(struct shifted_references *references)
{
    static const char pointer[] = SPRINGS_POINTER "/springs";
    const struct tree *list = document_tree(references->avatar->document, pointer);
    for (size_t s = 0; s < tree_length(list); s++) {
        const char *spring = pointer_index(references->arena, pointer, s);
        add_keyed_reference(references, tree_at(list, s), spring, "center");
        add_each(references, tree_get(tree_at(list, s), "joints"), pointer_key(references->arena, spring, "joints"),
                 "node");
    }
}

static void add_constraints(struct shifted_references *references)
{
    static const char *const kinds[] = {"roll", "aim", "rotation"};
    const struct scene *scene = references->avatar->scene;
    for (size_t n = 0; n < scene->count; n++) {
        const struct tree *extension = tree_get(tree_get(scene->nodes[n].json, "extensions"), "VRMC_node_constraint");
        for (size_t k = 0; extension != NULL && k < sizeof kinds / sizeof *kinds; k++) {
            const struct tree *owner = tree_get(tree_get(extension, "constraint"), kinds[k]);
            if (owner != NULL) {
                add_keyed_reference(references, owner,
                                    arena_printf(references->arena,
                                                 "/nodes/%zu/extensions/VRMC_node_constraint/constraint/%s", n,
                                                 kinds[k]),
                                    "source");
            }
        }
    }
}

static void add_vrm0(struct shifted_references *references)
{
    static const char groups[] = "/extensions/VRM/secondaryAnimation/boneGroups";
    struct document *document = references->avatar->document;
    const struct tree *list = document_tree(document, groups);
    add_list(references, "/extensions/VRM/humanoid/humanBones", "node");
    add_keyed_reference(references, document_tree(document, "/extensions/VRM/firstPerson"),
                        "/extensions/VRM/firstPerson", "firstPersonBone");
    add_list(references, "/extensions/VRM/secondaryAnimation/colliderGroups", "node");
    for (size_t g = 0; g < tree_length(list); g++) {
        const char *group = pointer_index(references->arena, groups, g);
        add_keyed_reference(references, tree_at(list, g), group, "center");
        add_elements(references, tree_at(list, g), group, "bones");
    }
}

static void add_animation(struct shifted_references *references)
{
    add_list(references, VRMA_POINTER "/humanoid/humanBones", "node");
    add_list(references, VRMA_POINTER "/expressions/preset", "node");
    add_list(references, VRMA_POINTER "/expressions/custom", "node");
    add_keyed_reference(references, document_tree(references->avatar->document, VRMA_POINTER "/lookAt"),
                        VRMA_POINTER "/lookAt", "node");
}

/* Adds the references of core glTF. */
static void add_core(struct shifted_references *references)
{
    struct document *document = references->avatar->document;
    const struct tree *animations = document_tree(document, "/animations");
    const char *const lists[][2] = {{"/nodes", "children"}, {"/scenes", "nodes"}, {"/skins", "joints"}};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        const struct tree *list = document_tree(document, lists[k][0]);
        for (size_t i = 0; i < tree_length(list); i++) {
            add_elements(references, tree_at(list, i), pointer_index(references->arena, lists[k][0], i), lists[k][1]);
        }
    }
    add_list(references, "/skins", "skeleton");
    for (size_t i = 0; i < tree_length(animations); i++) {
        const struct tree *channels = tree_get(tree_at(animations, i), "channels");
        for (size_t c = 0; c < tree_length(channels); c++) {
            add_keyed_reference(references, tree_get(tree_at(channels, c), "target"),
                                arena_printf(references->arena, "/animations/%zu/channels/%zu/target", i, c), "node");
        }
    }
}

static void collect_references(struct shifted_references *references)
{
    add_list(references, "/extensions/VRMC_vrm/humanoid/humanBones", "node");
    add_list(references, "/extensions/VRMC_vrm/firstPerson/meshAnnotations", "node");
    add_expressions(references, "/extensions/VRMC_vrm/expressions/preset");
    add_expressions(references, "/extensions/VRMC_vrm/expressions/custom");
    add_list(references, SPRINGS_POINTER "/colliders", "node");
    add_springs(references);
    add_constraints(references);
    add_vrm0(references);
    add_animation(references);
}

/* Returns the indices below bound in the extensions of VRM, and those of core glTF too if with_core is set; *count of
 * them. */
static struct node_reference *node_references(struct arena *arena, const struct avatar *avatar, size_t bound,
                                              bool with_core, size_t *count)
{
    struct shifted_references references = {.avatar = avatar, .arena = arena, .bound = bound};
    if (with_core) {
        add_core(&references);
    }
    collect_references(&references);
    *count = references.count;
    return references.list;
}

enum {
    LEAST_WRONG = 3,    /* pairs; fewer may be wrong for other reasons */
    NEAR = 4,           /* maximum steps up from a bone or joint to the one above it, including nodes between them */
    LEAST_IN_ORDER = 8, /* the same for nodes in another order, when children form loops */
    SHIFTED_TRIES = 16, /* candidates for the inserted or deleted node */
    STEPS_A_NODE = 32   /* average number of steps up the hierarchy in one try */
};

/* A node that must be above another one. */
struct node_pair {
    size_t above;
    size_t below;
};

struct shift {
    struct check *check;
    struct arena *arena;
    struct node_pair *pairs;
    size_t pair_count;
    size_t bound;      /* of indices of nodes: one more than the nodes, in case one was deleted */
    size_t bone_pairs; /* number of the first pairs, which belong to bones */
    bool bones_only;   /* only the indices of bones are shifted */
    bool joints_only;  /* only the indices of joints of springs are shifted */
};

static void add_pair(struct shift *shift, size_t above, size_t below)
{
    if (above != below) {
        *ARENA_ADD(shift->arena, shift->pairs, shift->pair_count) = (struct node_pair){above, below};
    }
}

/* Adds the pairs of bones. nodes: per bone, as written in the file, or SCENE_NONE. struct humanoid isn't usable here,
 * because it omits nodes in loops, and if all indices are shifted, children form loops. */
static void add_bones(struct shift *shift, const size_t *nodes)
{
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (nodes[bone] == SCENE_NONE) {
            continue;
        }
        size_t parent = bone_mapped_parent(bone, nodes);
        if (parent != BONE_COUNT) {
            add_pair(shift, nodes[parent], nodes[bone]);
        }
    }
}

/* Adds the bones of an object, as in VRM 1.0 and VRM animations. */
static void add_named_bones(struct shift *shift, const char *pointer)
{
    const struct tree *list = document_tree(shift->check->avatar->document, pointer);
    size_t nodes[BONE_COUNT];
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (!tree_index(tree_get(tree_get(list, bones[bone].name), "node"), shift->bound, &nodes[bone])) {
            nodes[bone] = SCENE_NONE;
        }
    }
    add_bones(shift, nodes);
}

/* Adds the bones of a list, as in VRM 0.x. */
static void add_listed_bones(struct shift *shift, const char *pointer)
{
    const struct tree *list = document_tree(shift->check->avatar->document, pointer);
    size_t nodes[BONE_COUNT];
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        nodes[bone] = SCENE_NONE;
    }
    for (size_t i = 0; i < tree_length(list); i++) {
        const char *name = tree_text(tree_get(tree_at(list, i), "bone"), NULL);
        size_t bone = name == NULL ? BONE_COUNT : vrm0_bone_by_name(name);
        size_t node;
        if (bone != BONE_COUNT && tree_index(tree_get(tree_at(list, i), "node"), shift->bound, &node)) {
            nodes[bone] = node;
        }
    }
    add_bones(shift, nodes);
}

static void add_chains(struct shift *shift)
{
    const struct tree *list = document_tree(shift->check->avatar->document, SPRINGS_POINTER "/springs");
    for (size_t s = 0; s < tree_length(list); s++) {
        const struct tree *joints = tree_get(tree_at(list, s), "joints");
        size_t above = SCENE_NONE;
        for (size_t i = 0; i < tree_length(joints); i++) {
            size_t node;
            if (tree_index(tree_get(tree_at(joints, i), "node"), shift->bound, &node)) {
                if (above != SCENE_NONE) {
                    add_pair(shift, above, node);
                }
                above = node;
            }
        }
    }
}

/* ---- indices of other things than bones ---- */

static bool is_of_bone(const struct node_reference *reference)
{
    return strstr(reference->pointer, "/humanoid/humanBones/") != NULL;
}

static bool is_of_joint(const struct node_reference *reference)
{
    return text_begins(reference->pointer, SPRINGS_POINTER "/springs/") &&
           strstr(reference->pointer, "/joints/") != NULL;
}

/* Whether a node is the parent or a sibling of the one with the constraint, as most sources are. */
static bool is_near(const struct scene *scene, size_t destination, size_t node)
{
    size_t parent = destination < scene->count ? scene->nodes[destination].parent : SCENE_NONE;
    return parent != SCENE_NONE && node != destination && (node == parent || scene->nodes[node].parent == parent);
}

/* Whether another node would be plausible for an index that isn't a bone's: colliders are on bones of the body, roots
 * of VRM 0.x aren't, sources are near, and meshes are expected for binds and annotations. */
static bool would_fit(const struct shift *shift, const char *pointer, size_t node, const bool *is_bone)
{
    const struct scene *scene = shift->check->avatar->scene;
    size_t indices[4];
    const char *rest;
    if (node >= scene->count) {
        return false;
    }
    if (pointer_match(pointer, "/nodes/#", indices, &rest)) {
        return is_near(scene, indices[0], node);
    }
    if (strstr(pointer, "/morphTargetBinds/") != NULL || strstr(pointer, "/meshAnnotations/") != NULL) {
        return scene->nodes[node].mesh != SCENE_NONE;
    }
    if (strstr(pointer, "/boneGroups/") != NULL) {
        return strstr(pointer, "/bones/") != NULL && !is_bone[node];
    }
    return is_bone[node] && (strstr(pointer, "/colliders/") != NULL || strstr(pointer, "/colliderGroups/") != NULL);
}

/* Whether the indices for which is_one() is false are better unchanged when the others are shifted. */
static bool are_others_right(const struct shift *shift, size_t first, bool down,
                             bool (*is_one)(const struct node_reference *reference))
{
    size_t by = down ? SIZE_MAX : 1; /* subtracts 1, modulo 2^n */
    size_t count;
    const struct node_reference *references =
        node_references(shift->arena, shift->check->avatar, shift->bound, false, &count);
    bool *is_bone = arena_array(shift->arena, shift->bound, sizeof *is_bone);
    for (size_t i = 0; i < count; i++) {
        size_t node = references[i].node + (references[i].node >= first ? by : 0);
        if (is_of_bone(&references[i]) && node < shift->bound) {
            is_bone[node] = true;
        }
    }
    size_t fit[2] = {0, 0}; /* unchanged and shifted */
    for (size_t i = 0; i < count; i++) {
        size_t node = references[i].node;
        if (!is_one(&references[i])) {
            fit[0] += would_fit(shift, references[i].pointer, node, is_bone);
            fit[1] += would_fit(shift, references[i].pointer, node + (node >= first ? by : 0), is_bone);
        }
    }
    return fit[0] > fit[1];
}

/* Whether a range of pairs isn't empty and all of them are right. */
static bool are_right(const struct shift *shift, size_t begin, size_t end)
{
    const struct scene *scene = shift->check->avatar->scene;
    bool right = begin < end;
    for (size_t i = begin; i < end && right; i++) {
        const struct node_pair *pair = &shift->pairs[i];
        right =
            pair->above < scene->count && pair->below < scene->count && scene_is_above(scene, pair->above, pair->below);
    }
    return right;
}

/* ---- the finding ---- */

/* Whether the finding includes a reference. */
static bool is_shifted(const struct shift *shift, const struct node_reference *reference, size_t first)
{
    return reference->node >= first && (!shift->bones_only || is_of_bone(reference)) &&
           (!shift->joints_only || is_of_joint(reference));
}

static bool has_shifted_bone(const struct shift *shift, size_t first, bool down)
{
    size_t count;
    const struct node_reference *references =
        node_references(shift->arena, shift->check->avatar, shift->check->avatar->scene->count + down, false, &count);
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        found = references[i].node >= first && is_of_bone(&references[i]);
    }
    return found;
}

/* Sets the bones whose node is -1 (0 lowered by 1) to 0; returns their number. finding: NULL to count only. */
static size_t raise_below_zero(const struct shift *shift, struct finding *finding)
{
    static const char *const lists[] = {VRM1_POINTER "/humanoid/humanBones", VRMA_POINTER "/humanoid/humanBones"};
    size_t found = 0;
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        const struct tree *list = document_tree(shift->check->avatar->document, lists[k]);
        for (void *at = tree_first(list); at != NULL; at = tree_next(list, at)) {
            double node;
            if (tree_number(tree_get(tree_value(at), "node"), &node) && node == -1) {
                found++;
                finding_edit(
                    finding, VRMLINT_EDIT_SET,
                    place_at(pointer_key(shift->arena, pointer_key(shift->arena, lists[k], tree_key(at)), "node")),
                    "0");
            }
        }
    }
    return found;
}

/* Reports the shift. first: the first shifted index; down: the indices should be one less. */
static void report_shift(const struct shift *shift, enum message message, size_t first, bool down, bool with_core,
                         size_t wrong)
{
    const struct avatar *avatar = shift->check->avatar;
    size_t count = 0;
    size_t reference_count;
    struct node_reference *references =
        node_references(shift->arena, avatar, avatar->scene->count + down, with_core, &reference_count);
    for (size_t i = 0; i < reference_count; i++) {
        count += is_shifted(shift, &references[i], first);
    }
    count += first == 0 && !down ? raise_below_zero(shift, NULL) : 0;
    size_t last = avatar->scene->count - 1;
    struct finding *finding =
        report_taking(shift->check->findings, message, place_at("/nodes"),
                      ARGUMENTS(COUNT("count", count), COUNT("first", first), COUNT("wrong", wrong),
                                the_node("node", avatar, first < last ? first : last)));
    for (size_t i = 0; i < reference_count && finding_wants_edits(finding); i++) {
        if (is_shifted(shift, &references[i], first)) {
            finding_edit(finding, VRMLINT_EDIT_SET, place_at(references[i].pointer),
                         arena_printf(shift->arena, "%zu", references[i].node + (down ? SIZE_MAX : 1)));
        }
    }
    if (first == 0 && !down && finding_wants_edits(finding)) {
        raise_below_zero(shift, finding);
    }
    if (finding != NULL) {
        finding->in_three_vrm = EFFECT_DIFFERS + 1; /* unless causes.c finds that it can't build the nodes */
    }
    finding_measure(finding, "count", (double)count);
    finding_measure(finding, "first", (double)first);
}

/* ---- shifts in extensions only ---- */

/* Counts a pair as wrong if the first shifted index is in begin..end-1. wrong: the number of wrong pairs by the first
 * shifted index, as differences until they are summed up. The last entry means that no index is shifted. */
static void count_wrong(size_t *wrong, size_t begin, size_t end)
{
    wrong[begin]++;
    wrong[end]--; /* wraps, and wraps back in the sum */
}

static bool is_right(const struct shift *shift, size_t above, size_t below)
{
    const struct scene *scene = shift->check->avatar->scene;
    return above < scene->count && below < scene->count && scene_is_above(scene, above, below);
}

static void judge_pair(const struct shift *shift, const struct node_pair *pair, size_t by, size_t *wrong)
{
    size_t least = pair->above < pair->below ? pair->above : pair->below;
    size_t most = pair->above < pair->below ? pair->below : pair->above;
    if (!is_right(shift, pair->above + by, pair->below + by)) {
        count_wrong(wrong, 0, least + 1);
    }
    if (!is_right(shift, pair->above + (pair->above == most ? by : 0), pair->below + (pair->below == most ? by : 0))) {
        count_wrong(wrong, least + 1, most + 1);
    }
    if (!is_right(shift, pair->above, pair->below)) {
        count_wrong(wrong, most + 1, shift->check->avatar->scene->count + 1);
    }
}

/* Whether the indices in extensions are shifted in one direction; reports that. */
static bool check_extensions(struct shift *shift, bool down)
{
    size_t count = shift->check->avatar->scene->count;
    size_t *wrong = arena_array(shift->arena, count + 2, sizeof *wrong);
    for (size_t i = 0; i < shift->pair_count; i++) {
        judge_pair(shift, &shift->pairs[i], down ? SIZE_MAX : 1, wrong); /* subtracts 1, modulo 2^n */
    }
    for (size_t k = 1; k <= count; k++) {
        wrong[k] += wrong[k - 1];
    }
    size_t first = count;
    while (first > 0 && wrong[first] != 0) {
        first--;
    }
    bool shifted = first < count && wrong[first] == 0 && wrong[count] >= LEAST_WRONG;
    while (shifted && first > 0 && wrong[first - 1] == 0) {
        first--;
    }
    if (shifted) {
        /* If no bone is shifted, the other indices are. */
        bool both = !shift->bones_only && !shift->joints_only;
        bool has_bone = both && has_shifted_bone(shift, first, down);
        shift->bones_only = shift->bones_only || (has_bone && are_others_right(shift, first, down, is_of_bone));
        shift->joints_only =
            shift->joints_only || (both && !has_bone && are_others_right(shift, first, down, is_of_joint));
        report_shift(shift,
                     shift->bones_only    ? (down ? MESSAGE_GLTF_NODES_SHIFTED__BONES_DELETED
                                                  : MESSAGE_GLTF_NODES_SHIFTED__BONES_INSERTED)
                     : shift->joints_only ? (down ? MESSAGE_GLTF_NODES_SHIFTED__JOINTS_DELETED
                                                  : MESSAGE_GLTF_NODES_SHIFTED__JOINTS_INSERTED)
                     : down               ? MESSAGE_GLTF_NODES_SHIFTED__DELETED
                                          : MESSAGE_GLTF_NODES_SHIFTED__INSERTED,
                     first, down, false, wrong[count]);
    }
    return shifted;
}

/* ---- all indices ---- */

/* The change of the list of nodes: one was inserted at an index, or deleted from it. */
struct moved_list {
    size_t place;
    bool deleted;
};

/* Returns the index that a node had before, which the references still contain. */
static size_t index_before(const struct moved_list *moved, size_t is)
{
    return moved->deleted ? is + (is >= moved->place) : is - (is > moved->place);
}

/* Returns, per index, the node whose children contain it, or SCENE_NONE. */
static size_t *holders_of(const struct shift *shift)
{
    const struct scene *scene = shift->check->avatar->scene;
    size_t *holders = arena_array(shift->arena, shift->bound, sizeof *holders);
    for (size_t i = 0; i < shift->bound; i++) {
        holders[i] = SCENE_NONE;
    }
    for (size_t n = 0; n < scene->count; n++) {
        const struct tree *children = tree_get(scene->nodes[n].json, "children");
        for (size_t i = 0; i < tree_length(children); i++) {
            size_t child;
            if (tree_index(tree_at(children, i), shift->bound, &child) && holders[child] == SCENE_NONE) {
                holders[child] = n;
            }
        }
    }
    return holders;
}

/* Whether all pairs are right after such a change of the list. */
static bool all_are_right(const struct shift *shift, const struct moved_list *moved, const size_t *holders)
{
    size_t steps = STEPS_A_NODE * (shift->bound + shift->pair_count);
    for (size_t i = 0; i < shift->pair_count; i++) {
        size_t node = shift->pairs[i].below;
        while (node != shift->pairs[i].above) {
            size_t holder = holders[node];
            bool is_new = !moved->deleted && holder == moved->place;
            if (holder == SCENE_NONE || is_new || steps-- == 0) {
                return false;
            }
            node = index_before(moved, holder);
        }
    }
    return true;
}

/* Whether a node has only a name. */
static bool is_plain(const struct shift *shift, size_t node)
{
    const struct tree *json = shift->check->avatar->scene->nodes[node].json;
    return tree_count(json) <= (tree_get(json, "name") != NULL);
}

/* Returns how many pairs are wrong as the file is. A chain that skips nodes has pairs of a node and its grandparent:
 * they are right, although the parent has another index than the pair's. */
static size_t count_wrong_pairs(const struct shift *shift)
{
    size_t wrong = 0;
    for (size_t i = 0; i < shift->pair_count; i++) {
        wrong += !is_right(shift, shift->pairs[i].above, shift->pairs[i].below);
    }
    return wrong;
}

/* Whether all indices are shifted in one direction; reports that. */
static bool check_all(const struct shift *shift, bool deleted)
{
    size_t count = shift->check->avatar->scene->count;
    const size_t *holders = holders_of(shift);
    size_t by = deleted ? SIZE_MAX : 1;
    size_t least = 0;
    size_t most = count - 1;
    size_t wrong = 0;
    /* most pairs are a node and its parent, which limits the possible index */
    for (size_t i = 0; i < shift->pair_count; i++) {
        size_t above = shift->pairs[i].above;
        size_t holder = holders[shift->pairs[i].below];
        if (holder != SCENE_NONE && holder == above + by) {
            most = above - deleted < most ? above - deleted : most;
            wrong++;
        } else if (holder == above) {
            least = above + 1 > least ? above + 1 : least;
        }
    }
    bool found = false;
    struct moved_list moved = {.deleted = deleted};
    wrong = wrong >= LEAST_WRONG ? count_wrong_pairs(shift) : wrong;
    for (size_t tried = 0; wrong >= LEAST_WRONG && tried < SHIFTED_TRIES && least + tried <= most; tried++) {
        const struct moved_list other = {.place = least + tried, .deleted = deleted};
        /* among several candidates, a node without a function was most likely inserted */
        bool is_better = !found || (is_plain(shift, other.place) && !is_plain(shift, moved.place));
        if (is_better && all_are_right(shift, &other, holders)) {
            moved = other;
            found = true;
        }
    }
    if (found) {
        report_shift(shift,
                     deleted ? MESSAGE_GLTF_NODES_SHIFTED__ALL_DELETED : MESSAGE_GLTF_NODES_SHIFTED__ALL_INSERTED,
                     moved.place + deleted, deleted, true, wrong);
    }
    return found;
}

/* ---- another order ---- */

/* Reports nodes in another order than the indices mean, as after sorting: children form loops and most pairs are
 * wrong, unlike after one wrong index. In a loop each node is above all others, so only near ones count. */
static void check_order(const struct shift *shift)
{
    const size_t *holders = holders_of(shift);
    size_t wrong = 0;
    bool loops = false;
    for (size_t i = 0; i < shift->pair_count; i++) {
        const struct node_pair *pair = &shift->pairs[i];
        size_t node = pair->below;
        size_t steps = 0;
        for (; node != SCENE_NONE && steps < STEPS_A_NODE && (node != pair->above || steps > NEAR); steps++) {
            node = holders[node];
        }
        wrong += node != pair->above || steps > NEAR;
        loops = loops || (node != SCENE_NONE && steps == STEPS_A_NODE);
    }
    if (loops && wrong >= LEAST_IN_ORDER && wrong > shift->pair_count / 2) {
        finding_fix(report(shift->check->findings, MESSAGE_GLTF_NODES_SHIFTED__ORDER, place_at("/nodes"),
                           ARGUMENTS(COUNT("wrong", wrong), COUNT("count", shift->pair_count))),
                    VRMLINT_FIX_NONE);
    }
}

void check_shifted_nodes(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    if (!findings_want(check->findings, RULE_GLTF_NODES_SHIFTED) || avatar->scene->count < LEAST_WRONG) {
        return;
    }
    struct shift shift = {.check = check, .arena = arena_open(check->arena), .bound = avatar->scene->count + 1};
    add_named_bones(&shift, VRM1_POINTER "/humanoid/humanBones");
    add_named_bones(&shift, VRMA_POINTER "/humanoid/humanBones");
    add_listed_bones(&shift, "/extensions/VRM/humanoid/humanBones");
    shift.bone_pairs = shift.pair_count;
    add_chains(&shift);
    bool found = check_extensions(&shift, false) || check_extensions(&shift, true) || check_all(&shift, false) ||
                 check_all(&shift, true);
    bool bones_right = are_right(&shift, 0, shift.bone_pairs);
    bool chains_right = are_right(&shift, shift.bone_pairs, shift.pair_count);
    if (!found && (bones_right || chains_right)) {
        struct shift part = shift;
        part.bones_only = chains_right;
        part.joints_only = !chains_right;
        part.pairs += chains_right ? 0 : shift.bone_pairs;
        part.pair_count = chains_right ? shift.bone_pairs : shift.pair_count - shift.bone_pairs;
        found = check_extensions(&part, false) || check_extensions(&part, true);
    }
    if (chains_right) {
        shift.pair_count = shift.bone_pairs;
    }
    if (!found) {
        check_order(&shift);
    }
    arena_close(shift.arena);
}
