/*
 * Indices of nodes that are all off by one: a tool has inserted or deleted a node and updated no indices, or those in
 * children but not those in extensions.
 *
 * Evidence are pairs of nodes of which one must be below the other: a bone below its parent bone, a joint below the one
 * before it. If at least LEAST_WRONG pairs are wrong, and all are right once the indices from some node on are raised,
 * or lowered, by 1, the indices are shifted.
 */
#include <string.h>

#include "checks/checks.h"
#include "checks/gltf/references.h"
#include "ids/messages_gltf.h"
#include "ids/rules.h"

enum {
    LEAST_WRONG = 3,  /* pairs: fewer may be wrong for reasons of their own */
    TRIES = 16,       /* nodes that may be the one inserted or deleted */
    STEPS_A_NODE = 32 /* steps up the hierarchy, on average, of one try */
};

/* A node that another must be above. */
struct pair {
    size_t above;
    size_t below;
};

struct shift {
    struct check *check;
    struct arena *arena;
    struct pair *pairs;
    size_t pair_count;
    size_t pair_room;
    size_t bound;      /* of indices of nodes: one more than there are, for where one was deleted */
    size_t bone_pairs; /* the first of the pairs, which are of bones */
    bool bones_only;   /* the other indices are right */
};

static void add_pair(struct shift *shift, size_t above, size_t below)
{
    if (above != below) {
        shift->pairs =
            arena_grow(shift->arena, shift->pairs, shift->pair_count, &shift->pair_room, sizeof *shift->pairs);
        shift->pairs[shift->pair_count++] = (struct pair){above, below};
    }
}

/* nodes: of each bone, as the file has it, or SCENE_NONE. Views of bones would not do: they leave out nodes on loops,
 * and where all indices are shifted, children lead in loops. */
static void add_bones(struct shift *shift, const size_t *nodes)
{
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (nodes[bone] == SCENE_NONE) {
            continue;
        }
        size_t parent = bones[bone].parent == NULL ? BONE_COUNT : bone_by_name(bones[bone].parent);
        while (parent != BONE_COUNT && nodes[parent] == SCENE_NONE) {
            parent = bones[parent].parent == NULL ? BONE_COUNT : bone_by_name(bones[parent].parent);
        }
        if (parent != BONE_COUNT) {
            add_pair(shift, nodes[parent], nodes[bone]);
        }
    }
}

/* Bones of an object of them, as VRM 1.0 and VRM animations have it. */
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

/* Bones of a list of them, as VRM 0.x has it. */
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

/* ---- indices beside the bones ---- */

/* Adds 1 for each node of a list's entries that is a bone; by: what is added to a node from first on. */
static size_t count_bones(const struct tree *list, const char *member, const bool *is_bone, size_t bound, size_t first,
                          size_t by)
{
    size_t found = 0;
    for (size_t i = 0; tree_is_array(list) && i < tree_count(list); i++) {
        size_t node;
        const struct tree *value = member == NULL ? tree_at(list, i) : tree_get(tree_at(list, i), member);
        if (tree_index(value, bound, &node)) {
            node += node >= first ? by : 0;
            found += node < bound && is_bone[node];
        }
    }
    return found;
}

/* VRM 0.x: whether the nodes of bone groups and collider groups are better as they are, once the bones are right. Roots
 * are no bones of the body, and colliders are on these. */
static bool are_others_right(const struct shift *shift, size_t first, bool down)
{
    struct document *document = shift->check->avatar->document;
    const struct tree *body = document_tree(document, "/extensions/VRM/humanoid/humanBones");
    const struct tree *groups = document_tree(document, "/extensions/VRM/secondaryAnimation/boneGroups");
    const struct tree *colliders = document_tree(document, "/extensions/VRM/secondaryAnimation/colliderGroups");
    size_t by = down ? SIZE_MAX : 1; /* modulo 2^n, one less */
    bool *is_bone = arena_array(shift->arena, shift->bound, sizeof *is_bone);
    for (size_t i = 0; tree_is_array(body) && i < tree_count(body); i++) {
        size_t node;
        if (tree_index(tree_get(tree_at(body, i), "node"), shift->bound, &node)) {
            node += node >= first ? by : 0;
            is_bone[node < shift->bound ? node : 0] = true;
        }
    }
    size_t roots[2] = {0, 0}; /* that are bones: as they are, and shifted */
    for (size_t i = 0; tree_is_array(groups) && i < tree_count(groups); i++) {
        const struct tree *list = tree_get(tree_at(groups, i), "bones");
        roots[0] += count_bones(list, NULL, is_bone, shift->bound, first, 0);
        roots[1] += count_bones(list, NULL, is_bone, shift->bound, first, by);
    }
    size_t nodes[2] = {count_bones(colliders, "node", is_bone, shift->bound, first, 0),
                       count_bones(colliders, "node", is_bone, shift->bound, first, by)};
    return nodes[0] + roots[1] > nodes[1] + roots[0];
}

/* Whether all pairs beside those of bones are right. */
static bool are_chains_right(const struct shift *shift)
{
    const struct scene *scene = shift->check->avatar->scene;
    bool right = shift->pair_count > shift->bone_pairs;
    for (size_t i = shift->bone_pairs; i < shift->pair_count && right; i++) {
        const struct pair *pair = &shift->pairs[i];
        right =
            pair->above < scene->count && pair->below < scene->count && scene_is_above(scene, pair->above, pair->below);
    }
    return right;
}

/* ---- the finding ---- */

/* Whether a reference is meant by the finding. */
static bool is_shifted(const struct shift *shift, const struct node_reference *reference, size_t first)
{
    return reference->node >= first &&
           (!shift->bones_only || strstr(reference->pointer, "/humanoid/humanBones/") != NULL);
}

/* first: the first index that is shifted; down: they should be one less. */
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
    finding_measure(finding, "count", (double)count);
    finding_measure(finding, "first", (double)first);
}

/* ---- extensions alone ---- */

/* wrong: by the first index that is shifted, how many pairs are wrong then; differences until they are summed up. The
 * last: none is shifted. Counts a pair as wrong if the first is from begin up to end, without it. */
static void count_wrong(size_t *wrong, size_t begin, size_t end)
{
    wrong[begin]++;
    wrong[end]--; /* wraps, and back when it is summed up */
}

static bool is_right(const struct shift *shift, size_t above, size_t below)
{
    const struct scene *scene = shift->check->avatar->scene;
    return above < scene->count && below < scene->count && scene_is_above(scene, above, below);
}

static void judge_pair(const struct shift *shift, const struct pair *pair, size_t by, size_t *wrong)
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

/* Returns whether the indices in extensions are shifted one way, which it reports then. */
static bool check_extensions(struct shift *shift, bool down)
{
    size_t count = shift->check->avatar->scene->count;
    size_t *wrong = arena_array(shift->arena, count + 2, sizeof *wrong);
    for (size_t i = 0; i < shift->pair_count; i++) {
        judge_pair(shift, &shift->pairs[i], down ? SIZE_MAX : 1, wrong); /* modulo 2^n, one less */
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
        shift->bones_only = shift->bones_only || are_others_right(shift, first, down);
        report_shift(shift,
                     shift->bones_only ? (down ? MESSAGE_GLTF_NODES_SHIFTED__BONES_DELETED
                                               : MESSAGE_GLTF_NODES_SHIFTED__BONES_INSERTED)
                     : down            ? MESSAGE_GLTF_NODES_SHIFTED__DELETED
                                       : MESSAGE_GLTF_NODES_SHIFTED__INSERTED,
                     first, down, false, wrong[count]);
    }
    return shifted;
}

/* ---- all indices ---- */

/* The list of nodes, in which one was inserted at a place, or deleted from it. */
struct moved {
    size_t place;
    bool deleted;
};

/* The place that a node had, by which indices still know it. */
static size_t before(const struct moved *moved, size_t is)
{
    return moved->deleted ? is + (is >= moved->place) : is - (is > moved->place);
}

/* The node whose children list an index, by that index; SCENE_NONE where none does. */
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

/* Whether all pairs are right if the list has moved so. */
static bool all_are_right(const struct shift *shift, const struct moved *moved, const size_t *holders)
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
            node = before(moved, holder);
        }
    }
    return true;
}

/* Whether a node has nothing but a name. */
static bool is_plain(const struct shift *shift, size_t node)
{
    const struct tree *json = shift->check->avatar->scene->nodes[node].json;
    return tree_count(json) <= (tree_get(json, "name") != NULL);
}

/* Returns whether all indices are shifted one way, which it reports then. */
static bool check_all(const struct shift *shift, bool deleted)
{
    size_t count = shift->check->avatar->scene->count;
    const size_t *holders = holders_of(shift);
    size_t by = deleted ? SIZE_MAX : 1;
    size_t least = 0;
    size_t most = count - 1;
    size_t wrong = 0;
    /* most pairs are of a node and its parent, which says on which side of them the place must be */
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
    struct moved moved = {.deleted = deleted};
    for (size_t tried = 0; wrong >= LEAST_WRONG && tried < TRIES && least + tried <= most; tried++) {
        const struct moved other = {.place = least + tried, .deleted = deleted};
        /* of several that fit, a node that does nothing was most likely the one inserted */
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
    if (!found && are_chains_right(&shift)) {
        shift.bones_only = true;
        shift.pair_count = shift.bone_pairs;
        if (!check_extensions(&shift, false)) {
            check_extensions(&shift, true);
        }
    }
    arena_close(shift.arena);
}
