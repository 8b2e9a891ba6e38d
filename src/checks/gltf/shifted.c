/*
 * Indices of nodes that are all off by one: a tool has inserted or deleted a node, and renumbered the children of nodes
 * but not what extensions refer to.
 *
 * It shows in what must hang below what: bones below their parents, joints below the joints before them. Such a pair is
 * wrong as it is, and right if the indices from some node on are one more, or one less. If that puts all pairs right,
 * the indices are shifted.
 */
#include "base/pointer.h"
#include "checks/checks.h"
#include "ids/messages_gltf.h"
#include "ids/rules.h"
#include "vrm/avatar.h"

enum { LEAST_WRONG = 3 /* pairs: fewer may be wrong for reasons of their own */ };

/* An index of a node in an extension. */
struct reference {
    const char *pointer;
    size_t node;
};

struct shift {
    struct check *check;
    struct arena *arena;
    struct reference *references;
    size_t reference_count;
    size_t reference_room;
    size_t *wrong; /* by the first index that is shifted: how many pairs are wrong then; differences until they are
                      summed up. The last: none is shifted. */
    bool down;     /* the indices should be one less */
};

/* ---- references ---- */

static void add_reference(struct shift *shift, const char *pointer, size_t node)
{
    shift->references = arena_grow(shift->arena, shift->references, shift->reference_count, &shift->reference_room,
                                   sizeof *shift->references);
    shift->references[shift->reference_count++] = (struct reference){pointer, node};
}

static void add(struct shift *shift, const struct tree *owner, const char *pointer, const char *key)
{
    const struct tree *value = tree_get(owner, key);
    size_t node;
    if (tree_index(value, shift->check->avatar->scene->count + shift->down, &node)) {
        add_reference(shift, pointer_key(shift->arena, pointer, key), node);
    }
}

/* Adds a member of each element of a list or object. */
static void add_each(struct shift *shift, const struct tree *list, const char *pointer, const char *key)
{
    for (size_t i = 0; tree_is_array(list) && i < tree_count(list); i++) {
        add(shift, tree_at(list, i), pointer_index(shift->arena, pointer, i), key);
    }
    for (void *at = tree_is_object(list) ? tree_first(list) : NULL; at != NULL; at = tree_next(list, at)) {
        add(shift, tree_value(at), pointer_key(shift->arena, pointer, tree_key(at)), key);
    }
}

static void add_list(struct shift *shift, const char *pointer, const char *key)
{
    add_each(shift, document_tree(shift->check->avatar->document, pointer), pointer, key);
}

static void add_expressions(struct shift *shift, const char *pointer)
{
    const struct tree *list = document_tree(shift->check->avatar->document, pointer);
    for (void *at = tree_is_object(list) ? tree_first(list) : NULL; at != NULL; at = tree_next(list, at)) {
        const char *expression = pointer_key(shift->arena, pointer, tree_key(at));
        add_each(shift, tree_get(tree_value(at), "morphTargetBinds"),
                 pointer_key(shift->arena, expression, "morphTargetBinds"), "node");
    }
}

static void add_springs(struct shift *shift)
{
    static const char pointer[] = SPRINGS_POINTER "/springs";
    const struct tree *list = document_tree(shift->check->avatar->document, pointer);
    for (size_t s = 0; tree_is_array(list) && s < tree_count(list); s++) {
        const char *spring = pointer_index(shift->arena, pointer, s);
        add(shift, tree_at(list, s), spring, "center");
        add_each(shift, tree_get(tree_at(list, s), "joints"), pointer_key(shift->arena, spring, "joints"), "node");
    }
}

static void add_constraints(struct shift *shift)
{
    static const char *const kinds[] = {"roll", "aim", "rotation"};
    const struct scene *scene = shift->check->avatar->scene;
    for (size_t n = 0; n < scene->count; n++) {
        const struct tree *extension = tree_get(tree_get(scene->nodes[n].json, "extensions"), "VRMC_node_constraint");
        for (size_t k = 0; extension != NULL && k < sizeof kinds / sizeof *kinds; k++) {
            const struct tree *owner = tree_get(tree_get(extension, "constraint"), kinds[k]);
            if (owner != NULL) {
                add(shift, owner,
                    arena_printf(shift->arena, "/nodes/%zu/extensions/VRMC_node_constraint/constraint/%s", n, kinds[k]),
                    "source");
            }
        }
    }
}

static void add_vrm0(struct shift *shift)
{
    static const char groups[] = "/extensions/VRM/secondaryAnimation/boneGroups";
    struct document *document = shift->check->avatar->document;
    const struct tree *list = document_tree(document, groups);
    add_list(shift, "/extensions/VRM/humanoid/humanBones", "node");
    add(shift, document_tree(document, "/extensions/VRM/firstPerson"), "/extensions/VRM/firstPerson",
        "firstPersonBone");
    add_list(shift, "/extensions/VRM/secondaryAnimation/colliderGroups", "node");
    for (size_t g = 0; tree_is_array(list) && g < tree_count(list); g++) {
        const char *group = pointer_index(shift->arena, groups, g);
        const struct tree *roots = tree_get(tree_at(list, g), "bones");
        add(shift, tree_at(list, g), group, "center");
        for (size_t i = 0; tree_is_array(roots) && i < tree_count(roots); i++) {
            size_t node;
            if (tree_index(tree_at(roots, i), shift->check->avatar->scene->count + shift->down, &node)) {
                add_reference(shift, arena_printf(shift->arena, "%s/bones/%zu", group, i), node);
            }
        }
    }
}

static void find_references(struct shift *shift)
{
    add_list(shift, "/extensions/VRMC_vrm/humanoid/humanBones", "node");
    add_list(shift, "/extensions/VRMC_vrm/firstPerson/meshAnnotations", "node");
    add_expressions(shift, "/extensions/VRMC_vrm/expressions/preset");
    add_expressions(shift, "/extensions/VRMC_vrm/expressions/custom");
    add_list(shift, SPRINGS_POINTER "/colliders", "node");
    add_springs(shift);
    add_constraints(shift);
    add_vrm0(shift);
}

/* ---- pairs ---- */

static bool is_right(const struct shift *shift, size_t above, size_t below)
{
    const struct scene *scene = shift->check->avatar->scene;
    return above < scene->count && below < scene->count && scene_is_above(scene, above, below);
}

/* Counts a pair as wrong if the first index that is shifted is from begin up to end, without it. */
static void count_wrong(struct shift *shift, size_t begin, size_t end)
{
    shift->wrong[begin]++;
    shift->wrong[end]--; /* wraps, and back when it is summed up */
}

static void judge_pair(struct shift *shift, size_t above, size_t below)
{
    size_t count = shift->check->avatar->scene->count;
    size_t by = shift->down ? SIZE_MAX : 1; /* modulo 2^n, one less */
    size_t least = above < below ? above : below;
    size_t most = above < below ? below : above;
    if (!is_right(shift, above + by, below + by)) {
        count_wrong(shift, 0, least + 1);
    }
    if (!is_right(shift, above + (above == most ? by : 0), below + (below == most ? by : 0))) {
        count_wrong(shift, least + 1, most + 1);
    }
    if (!is_right(shift, above, below)) {
        count_wrong(shift, most + 1, count + 1);
    }
}

static void judge_bones(struct shift *shift, const size_t *nodes)
{
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t parent = bones[bone].parent == NULL ? BONE_COUNT : bone_by_name(bones[bone].parent);
        while (parent != BONE_COUNT && nodes[parent] == SCENE_NONE) {
            parent = bones[parent].parent == NULL ? BONE_COUNT : bone_by_name(bones[parent].parent);
        }
        if (nodes[bone] != SCENE_NONE && parent != BONE_COUNT && nodes[parent] != nodes[bone]) {
            judge_pair(shift, nodes[parent], nodes[bone]);
        }
    }
}

static void judge_chains(struct shift *shift)
{
    const struct springs *springs = shift->check->avatar->springs;
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        for (size_t i = 1; i < spring->chain_count; i++) {
            size_t above = spring_chain(spring, i - 1)->node;
            size_t below = spring_chain(spring, i)->node;
            if (above != below) {
                judge_pair(shift, above, below);
            }
        }
    }
}

/* ---- the finding ---- */

static void report_shift(struct shift *shift, size_t first, size_t wrong)
{
    struct check *check = shift->check;
    size_t count = 0;
    for (size_t i = 0; i < shift->reference_count; i++) {
        count += shift->references[i].node >= first;
    }
    struct finding *finding = report(
        check->findings, shift->down ? MESSAGE_GLTF_NODES_SHIFTED__DELETED : MESSAGE_GLTF_NODES_SHIFTED__INSERTED,
        place_at("/nodes"), ARGUMENTS(COUNT("count", count), COUNT("first", first), COUNT("wrong", wrong)));
    for (size_t i = 0; i < shift->reference_count && finding_wants_edits(finding); i++) {
        const struct reference *reference = &shift->references[i];
        if (reference->node >= first) {
            finding_edit(finding, VRMLINT_EDIT_SET, place_at(reference->pointer),
                         arena_printf(shift->arena, "%zu", reference->node + (shift->down ? SIZE_MAX : 1)));
        }
    }
    finding_measure(finding, "count", (double)count);
    finding_measure(finding, "first", (double)first);
}

/* Returns whether the indices are shifted one way, which it reports then. */
static bool check_way(struct check *check, bool down)
{
    const struct avatar *avatar = check->avatar;
    size_t count = avatar->scene->count;
    struct arena *arena = arena_open(check->arena);
    struct shift shift = {.check = check, .arena = arena, .down = down};
    shift.wrong = arena_array(arena, count + 2, sizeof *shift.wrong);
    judge_bones(&shift, avatar->humanoid->nodes);
    if (avatar->vrm0->humanoid != NULL) {
        judge_bones(&shift, avatar->vrm0->humanoid->nodes);
    }
    judge_chains(&shift);
    for (size_t k = 1; k <= count; k++) {
        shift.wrong[k] += shift.wrong[k - 1];
    }
    size_t first = count;
    while (first > 0 && shift.wrong[first] != 0) {
        first--;
    }
    bool shifted = first < count && shift.wrong[first] == 0 && shift.wrong[count] >= LEAST_WRONG;
    while (shifted && first > 0 && shift.wrong[first - 1] == 0) {
        first--;
    }
    if (shifted) {
        find_references(&shift);
        report_shift(&shift, first, shift.wrong[count]);
    }
    arena_close(arena);
    return shifted;
}

void check_shifted_nodes(struct check *check)
{
    if (findings_want(check->findings, RULE_GLTF_NODES_SHIFTED) && !check_way(check, false)) {
        check_way(check, true);
    }
}
