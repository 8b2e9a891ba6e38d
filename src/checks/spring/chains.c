/* Checks the order of the joints of a spring. */
#include <string.h>

#include "base/json_value.h"
#include "base/sort.h"
#include "checks/checks.h"
#include "checks/spring/pairs.h"
#include "ids/messages_springbone.h"
#include "ids/rules.h"

enum { SKIPPED_MAX = 100 }; /* nodes of a pair; more aren't intended as joints */

static const char *const numbers[] = {"hitRadius", "stiffness", "gravityPower", "dragForce"};
enum { NUMBER_COUNT = sizeof numbers / sizeof *numbers };

/* ---- order ---- */

/* Whether two joints have equal members except for the node. */
static bool chains_are_alike(const struct joint *a, const struct joint *b)
{
    if (tree_count(a->json) != tree_count(b->json)) {
        return false;
    }
    for (void *i = tree_first(a->json); i != NULL; i = tree_next(a->json, i)) {
        const char *key = tree_key(i);
        const struct tree *left = tree_get(a->json, key);
        const struct tree *right = tree_get(b->json, key);
        bool node = strcmp(key, "node") == 0;
        if (right == NULL || (!node && !tree_equal(left, right))) {
            return false;
        }
    }
    return true;
}

struct by_depth {
    size_t depth;
    size_t node;
};

/* Returns the nodes of a spring's chain sorted by depth, one per joint; in the check's arena. */
static const size_t *chain_by_depth(const struct check *check, const struct spring *spring)
{
    struct by_depth *order = arena_array(check->arena, spring->chain_count, sizeof *order);
    size_t *nodes = arena_array(check->arena, spring->chain_count, sizeof *nodes);
    for (size_t i = 0; i < spring->chain_count; i++) {
        size_t node = spring_chain(spring, i)->node;
        order[i] = (struct by_depth){check->avatar->scene->nodes[node].depth, node};
    }
    sort_array(check->arena, order, spring->chain_count, sizeof *order, sort_by_two);
    for (size_t i = 0; i < spring->chain_count; i++) {
        nodes[i] = order[i].node;
    }
    return nodes;
}

/* Adds edits that sort the nodes of a spring's joints from root to tip. If the joints differ in other members, it is
 * unknown whether these belong to the nodes or to the positions in the list; then the fix class becomes NONE. */
static void chain_reorder(const struct check *check, struct finding *finding, const struct spring *spring)
{
    bool alike = spring->chain_count == spring->joint_count;
    for (size_t i = 1; i < spring->chain_count && alike; i++) {
        const struct joint *joint = spring_chain(spring, i);
        bool bare = i + 1 == spring->chain_count && tree_count(joint->json) == 1; /* valid for the end of a chain */
        alike = bare || chains_are_alike(spring_chain(spring, 0), joint);
    }
    if (finding == NULL || !alike) {
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    const size_t *order = chain_by_depth(check, spring);
    for (size_t i = 0; i < spring->chain_count; i++) {
        const struct joint *joint = spring_chain(spring, i);
        if (order[i] != joint->node) {
            finding_edit(finding, VRMLINT_EDIT_SET, place_joint(spring->index, joint->index, "node"),
                         arena_printf(check->arena, "%zu", order[i]));
        }
    }
}

/* ---- skipped nodes ---- */

/* Returns the JSON of a joint with the parameters of another one. */
static const char *joint_like(struct arena *arena, const struct joint *joint, size_t node)
{
    struct buf out = BUF_INIT(arena);
    struct json_value room;
    double number;
    struct vec3 direction;
    buf_printf(&out, "{\"node\":%zu", node);
    for (size_t i = 0; i < NUMBER_COUNT; i++) {
        if (tree_number(tree_get(joint->json, numbers[i]), &number)) {
            buf_printf(&out, ",\"%s\":%s", numbers[i], json_number(&room, number));
        }
    }
    if (tree_vec3(tree_get(joint->json, "gravityDir"), &direction)) {
        buf_printf(&out, ",\"gravityDir\":%s",
                   json_numbers(&room, (const double[]){direction.x, direction.y, direction.z}, 3));
    }
    buf_char(&out, '}');
    return buf_text(&out);
}

/* Adds edits that make the nodes skipped by a pair joints between the two, with the parameters of the first. */
static void chain_take_skipped(const struct check *check, struct finding *finding, const struct spring *spring,
                               size_t pair)
{
    const struct joint *head = spring_chain(spring, pair);
    const struct joint *tail = spring_chain(spring, pair + 1);
    size_t between[SKIPPED_MAX] = {0};
    size_t count = 0;
    size_t node = check->avatar->scene->nodes[tail->node].parent;
    for (; count < SKIPPED_MAX && node != head->node && node != SCENE_NONE; count++) {
        between[count] = node;
        node = check->avatar->scene->nodes[node].parent;
    }
    bool apart = node == head->node;
    for (size_t i = 0; i <= count && apart; i++) {
        size_t below = i == 0 ? tail->node : between[i - 1];
        size_t above = i == count ? head->node : between[i];
        apart = vec3_distance(scene_position(check->avatar->scene, below),
                              scene_position(check->avatar->scene, above)) >= CHECK_MIN_LENGTH;
    }
    if (finding == NULL || !apart) { /* a joint at the same position as another is no improvement */
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    char member[32];
    snprintf(member, sizeof member, "joints/%zu", tail->index);
    while (count > 0) {
        finding_edit(finding, VRMLINT_EDIT_INSERT, place_spring(spring->index, member),
                     joint_like(check->arena, head, between[--count]));
    }
}

/* The maximum number of skipped nodes that a finding names. */
#define SKIPPED_MAX 6

struct chains {
    const struct check *check;
    const struct scene *scene;
    const struct springs *springs;
    bool *is_joint;  /* per node: some spring lists it */
    size_t *seen_by; /* per node: the last spring that visited it, plus one */
    size_t *seen_at; /* per node: its index in that spring's chain */
};

/* The facts about a chain for judging its pairs. */
struct chain_state {
    const struct spring *spring;
    bool *repeats;   /* per chain index: its node occurs elsewhere in the chain; NULL if none does */
    bool disordered; /* the order is wrong, so nodes may falsely seem skipped */
};

static struct argument joint_node(const char *as, const struct chains *chains, const struct joint *joint)
{
    return the_node(as, chains->check->avatar, joint->node);
}

/* Whether a joint repeats the one directly before it; then this copy may be removed. For a joint that is repeated
 * later, the intended position is unknown. */
static bool continues_repeat(const struct spring *spring, size_t i)
{
    return spring_chain(spring, i - 1)->node == spring_chain(spring, i)->node && !pair_has_gap(spring, i - 1);
}

static void report_repeat(const struct chains *chains, const struct spring *spring, size_t i, size_t first)
{
    const struct check *check = chains->check;
    const struct joint *joint = spring_chain(spring, i);
    const struct joint *earlier = spring_chain(spring, first);
    bool adjacent = continues_repeat(spring, i);
    const struct scene *scene = check->avatar->scene;
    size_t next = i + 1 < spring->chain_count ? spring_chain(spring, i + 1)->node : SCENE_NONE;
    size_t between = next == SCENE_NONE ? SCENE_NONE : scene->nodes[next].parent;
    bool is_gap = adjacent && between != SCENE_NONE && scene->nodes[between].parent == joint->node;
    size_t above = scene->nodes[joint->node].parent;
    if (adjacent && !is_gap && first > 0 && above != SCENE_NONE &&
        scene->nodes[above].parent == spring_chain(spring, first - 1)->node) {
        const struct joint *later = joint; /* the gap is before the two, so the first is the wrong one */
        joint = earlier;
        earlier = later;
        between = above;
        is_gap = true;
    }
    struct finding *finding =
        report_taking(check->findings,
                      is_gap     ? MESSAGE_SPRINGBONE_REPEATED_JOINT__BETWEEN
                      : adjacent ? MESSAGE_SPRINGBONE_REPEATED_JOINT__ADJACENT
                                 : MESSAGE_SPRINGBONE_REPEATED_JOINT__APART,
                      place_joint(spring->index, joint->index, "node"),
                      ARGUMENTS(the_spring_joint("joint", check->avatar, spring->index, joint->index),
                                COUNT("earlier", earlier->index), the_node("between", check->avatar, between)));
    finding_relate(finding, RELATED_SPRINGBONE_REPEATED_JOINT__DEFAULT,
                   place_joint(spring->index, earlier->index, "node"), ARGUMENTS(COUNT("earlier", earlier->index)));
    if (!adjacent || is_gap) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
}

static void check_repeats(const struct chains *chains, struct chain_state *state)
{
    const struct spring *spring = state->spring;
    for (size_t i = 0; i < spring->chain_count; i++) {
        size_t node = spring_chain(spring, i)->node;
        if (chains->seen_by[node] != spring->index + 1) {
            chains->seen_by[node] = spring->index + 1;
            chains->seen_at[node] = i;
            continue;
        }
        size_t first = chains->seen_at[node];
        if (state->repeats == NULL) {
            state->repeats = arena_array(chains->check->arena, spring->chain_count, sizeof *state->repeats);
        }
        state->repeats[first] = true;
        state->repeats[i] = true;
        state->disordered = state->disordered || !continues_repeat(spring, i);
        report_repeat(chains, spring, i, first);
    }
}

/* Whether a pair contains a repeated joint. Its order is wrong because of that, which is reported elsewhere. */
static bool touches_repeat(const struct chain_state *state, size_t i)
{
    return state->repeats != NULL && (state->repeats[i] || state->repeats[i + 1]);
}

/* Writes the chain's nodes from root to tip to items, as many as are shown. Returns their number, or 0 if they aren't
 * all on one path. */
static size_t right_order(const struct chains *chains, const struct spring *spring,
                          struct argument items[FINDING_LIST_MAX])
{
    const struct check *check = chains->check;
    const size_t *sorted = chain_by_depth(check, spring);
    size_t count = 0;
    for (size_t i = 0; i < spring->chain_count; i++) {
        if (i > 0 && sorted[i] == sorted[i - 1]) {
            continue;
        }
        if (i > 0 && !scene_is_above(chains->scene, sorted[i - 1], sorted[i])) {
            return 0;
        }
        if (count < FINDING_LIST_MAX) {
            items[count] = the_node("", check->avatar, sorted[i]);
        }
        count++;
    }
    return count;
}

/* Whether every pair except repetitions is reversed. Then the list as a whole is the mistake. */
static bool wholly_reversed(const struct chain_state *state)
{
    size_t reversed = 0;
    for (size_t i = 0; i < spring_heads(state->spring); i++) {
        enum pair_relation relation = spring_chain(state->spring, i)->relation;
        if (relation != PAIR_REVERSED && relation != PAIR_REPEATED) {
            return false;
        }
        reversed += relation == PAIR_REVERSED && !touches_repeat(state, i);
    }
    return reversed > 0;
}

/* Returns the node that should be joint i + 1 if that joint is elsewhere: the only node between the joints around it,
 * used by no spring. SCENE_NONE if there is none. */
static size_t node_between(const struct chains *chains, const struct spring *spring, size_t i)
{
    if (i + 2 >= spring->chain_count || !pair_is_broken(spring_chain(spring, i)->relation) ||
        !pair_is_broken(spring_chain(spring, i + 1)->relation)) {
        return SCENE_NONE;
    }
    size_t after = spring_chain(spring, i + 2)->node;
    size_t between = chains->scene->nodes[after].parent;
    bool fits = between != SCENE_NONE && !chains->is_joint[between] &&
                chains->scene->nodes[between].parent == spring_chain(spring, i)->node;
    return fits ? between : SCENE_NONE;
}

/* Reports a joint that is neither below nor above the previous one. */
static struct finding *report_branches(const struct chains *chains, const struct spring *spring, size_t i,
                                       struct place place, struct argument name)
{
    const struct joint *before = spring_chain(spring, i);
    const struct joint *joint = spring_chain(spring, i + 1);
    struct findings *findings = chains->check->findings;
    struct argument index = COUNT("before", before->index);
    struct argument node = joint_node("node", chains, before);
    size_t parent = chains->scene->nodes[joint->node].parent;
    size_t between = node_between(chains, spring, i);
    if (between != SCENE_NONE) {
        struct finding *finding =
            report(findings, MESSAGE_SPRINGBONE_JOINT_NOT_DESCENDANT__ASTRAY, place,
                   ARGUMENTS(name, index, node, the_node("first", chains->check->avatar, between)));
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0", arena_printf(chains->check->arena, "%zu", between));
        return finding;
    }
    return report_taking(findings,
                         before->relation != PAIR_SIBLINGS ? MESSAGE_SPRINGBONE_JOINT_NOT_DESCENDANT__UNRELATED
                         : parent == SCENE_NONE            ? MESSAGE_SPRINGBONE_JOINT_NOT_DESCENDANT__ROOTS
                                                           : MESSAGE_SPRINGBONE_JOINT_NOT_DESCENDANT__SIBLINGS,
                         place, ARGUMENTS(name, index, node, the_node("parent", chains->check->avatar, parent)));
}

static bool is_of_body(const struct check *check, const struct joint *joint)
{
    return humanoid_bone(check->avatar->humanoid, joint->node) != BONE_COUNT;
}

/* Reports a broken pair. order: the nodes from root to tip, count of them; count: 0 if they aren't reported. */
static void report_broken_pair(const struct chains *chains, const struct spring *spring, size_t i,
                               const struct argument *order, size_t count)
{
    const struct check *check = chains->check;
    const struct joint *before = spring_chain(spring, i);
    const struct joint *joint = spring_chain(spring, i + 1);
    struct place place = place_joint(spring->index, joint->index, "node");
    struct argument name = the_spring_joint("joint", check->avatar, spring->index, joint->index);
    struct argument index = COUNT("before", before->index);
    struct argument node = joint_node("node", chains, before);
    struct finding *finding;
    if (before->relation != PAIR_REVERSED) {
        finding = report_branches(chains, spring, i, place, name);
    } else if (is_of_body(check, joint) && !is_of_body(check, before)) {
        finding =
            report(check->findings, MESSAGE_SPRINGBONE_JOINT_NOT_DESCENDANT__BODY, place, ARGUMENTS(name, index, node));
    } else if (count > 0) {
        finding =
            report(check->findings, MESSAGE_SPRINGBONE_JOINT_NOT_DESCENDANT__REVERSED_ORDER, place,
                   ARGUMENTS(name, index, node, argument_list("order", order, FINDING_LIST_MAX, count, JOIN_COMMA)));
        chain_reorder(check, finding, spring);
    } else {
        finding = report(check->findings, MESSAGE_SPRINGBONE_JOINT_NOT_DESCENDANT__REVERSED, place,
                         ARGUMENTS(name, index, node));
    }
    finding_relate(finding, RELATED_SPRINGBONE_JOINT_NOT_DESCENDANT__DEFAULT,
                   place_joint(spring->index, before->index, "node"), ARGUMENTS(node));
}

static void report_wholly_reversed(const struct chains *chains, const struct spring *spring)
{
    const struct check *check = chains->check;
    struct finding *finding = report(
        check->findings, MESSAGE_SPRINGBONE_JOINT_NOT_DESCENDANT__TIP_TO_ROOT, place_spring(spring->index, "joints"),
        ARGUMENTS(the_spring("spring", check->avatar, spring->index), COUNT("count", spring->chain_count),
                  joint_node("first", chains, spring_chain(spring, 0)),
                  joint_node("last", chains, spring_chain(spring, spring->chain_count - 1))));
    finding_measure(finding, "joints", (double)spring->chain_count);
    chain_reorder(check, finding, spring);
}

static void check_order(const struct chains *chains, struct chain_state *state)
{
    const struct spring *spring = state->spring;
    size_t heads = spring_heads(spring);
    state->disordered = state->disordered || pair_reversed_in(spring);
    if (!findings_want(chains->check->findings, RULE_SPRINGBONE_JOINT_NOT_DESCENDANT)) {
        return;
    }
    if (wholly_reversed(state)) {
        report_wholly_reversed(chains, spring);
        return;
    }
    struct argument order[FINDING_LIST_MAX];
    bool first = true;
    for (size_t i = 0; i < heads; i++) {
        if (pair_is_broken(spring_chain(spring, i)->relation) && !touches_repeat(state, i)) {
            /* the whole order is listed once per spring; otherwise thousands of findings could each list thousands of
             * names */
            report_broken_pair(chains, spring, i, order, first ? right_order(chains, spring, order) : 0);
            first = false;
            i += node_between(chains, spring, i) != SCENE_NONE; /* the next pair is only broken because of this one */
        }
    }
}

enum { CHILDREN_ASKED = 64 /* limit, to keep the work linear */ };

/* Returns the first child of a node that could be a second joint: neither a humanoid bone nor a joint already.
 * SCENE_NONE if there is none. */
static size_t free_child(const struct chains *chains, size_t node)
{
    const struct scene *scene = chains->scene;
    size_t end = scene->children_begin[node + 1];
    for (size_t i = scene->children_begin[node]; i < end && i < scene->children_begin[node] + CHILDREN_ASKED; i++) {
        size_t child = scene->children[i];
        if (!chains->is_joint[child] && humanoid_bone(chains->check->avatar->humanoid, child) == BONE_COUNT) {
            return child;
        }
    }
    return SCENE_NONE;
}

static void check_single(const struct chains *chains, const struct spring *spring)
{
    const struct check *check = chains->check;
    if (spring->joint_count != 1 || spring->chain_count != 1) {
        return;
    }
    const struct scene *scene = chains->scene;
    size_t node = spring_chain(spring, 0)->node;
    struct place place = place_spring(spring->index, "joints");
    struct argument name = the_spring("spring", check->avatar, spring->index);
    struct argument only = the_node("node", check->avatar, node);
    bool is_leaf = scene->children_begin[node] == scene->children_begin[node + 1];
    size_t child = is_leaf ? SCENE_NONE : free_child(chains, node);
    report_taking(check->findings,
                  humanoid_bone(check->avatar->humanoid, node) != BONE_COUNT ? MESSAGE_SPRINGBONE_SINGLE_JOINT__BONE
                  : !is_leaf && child == SCENE_NONE ? MESSAGE_SPRINGBONE_SINGLE_JOINT__TAKEN_CHILDREN
                  : !is_leaf                        ? MESSAGE_SPRINGBONE_SINGLE_JOINT__WITH_CHILDREN
                                                    : MESSAGE_SPRINGBONE_SINGLE_JOINT__LEAF,
                  place, ARGUMENTS(name, only, the_node("child", check->avatar, child)));
}

/* The nodes that a spring skips: their number, and the first ones. */
struct skipped {
    size_t count;
    size_t shown;
    struct argument nodes[SKIPPED_MAX];
};

/* Adds the nodes between a pair, from head to tail, up to the capacity of the list. */
static void list_skipped(const struct chains *chains, struct skipped *skipped, const struct joint *head, size_t tail)
{
    size_t between[SKIPPED_MAX];
    size_t count = 0;
    size_t node = chains->scene->nodes[tail].parent;
    for (; count < SKIPPED_MAX && node != head->node && node != SCENE_NONE; count++) {
        between[count] = node;
        node = chains->scene->nodes[node].parent;
    }
    for (size_t i = count; i > 0 && skipped->shown < SKIPPED_MAX; i--) {
        skipped->nodes[skipped->shown++] = the_node("node", chains->check->avatar, between[i - 1]);
    }
    skipped->count += head->skipped;
}

/* Whether a pair skips nodes, without an unresolved joint between. */
static bool pair_skips_nodes(const struct spring *spring, size_t i)
{
    const struct joint *head = spring_chain(spring, i);
    return head->relation == PAIR_CHAIN && head->skipped > 0 && !pair_has_gap(spring, i);
}

static void check_skips(const struct chains *chains, const struct spring *spring)
{
    const struct check *check = chains->check;
    if (!findings_want(check->findings, RULE_SPRINGBONE_SKIPS_NODE)) {
        return;
    }
    struct skipped skipped = {0};
    for (size_t i = 0; i < spring_heads(spring); i++) {
        if (pair_skips_nodes(spring, i)) {
            list_skipped(chains, &skipped, spring_chain(spring, i), spring_chain(spring, i + 1)->node);
        }
    }
    if (skipped.count == 0) {
        return;
    }
    struct place place = place_spring(spring->index, NULL);
    struct argument name = the_spring("spring", check->avatar, spring->index);
    struct finding *finding = report_taking(
        check->findings,
        skipped.count == 1 ? MESSAGE_SPRINGBONE_SKIPS_NODE__ONE : MESSAGE_SPRINGBONE_SKIPS_NODE__SEVERAL, place,
        ARGUMENTS(name, COUNT("count", skipped.count),
                  argument_list("nodes", skipped.nodes, skipped.shown, skipped.count, JOIN_COMMA), skipped.nodes[0]));
    finding_measure(finding, "skipped", (double)skipped.count);
    for (size_t i = 0, related = 0; i < spring_heads(spring) && related < FINDING_RELATED_MAX; i++) {
        if (pair_skips_nodes(spring, i)) {
            const struct joint *head = spring_chain(spring, i);
            const struct joint *tail = spring_chain(spring, i + 1);
            finding_relate(finding, RELATED_SPRINGBONE_SKIPS_NODE__DEFAULT,
                           place_joint(spring->index, tail->index, "node"),
                           ARGUMENTS(COUNT("count", head->skipped), joint_node("head", chains, head),
                                     joint_node("tail", chains, tail)));
            related++;
        }
    }
}

/* Returns a length for messages: 0 for a bone without length, because smaller numbers are rounding errors. */
static double reported_length(double length)
{
    return length < CHECK_MIN_LENGTH ? 0 : length;
}

static void report_mismatch(const struct chains *chains, const struct spring *spring, size_t i,
                            const struct pair_mismatch *mismatch)
{
    const struct check *check = chains->check;
    const struct joint *head = spring_chain(spring, i);
    const struct joint *tail = spring_chain(spring, i + 1);
    struct place place = place_joint(spring->index, head->index, NULL);
    struct argument name = the_spring_joint("joint", check->avatar, spring->index, head->index);
    struct argument next = joint_node("next", chains, tail);
    struct argument length = METRES("length", reported_length(mismatch->length), 4);
    struct argument count = COUNT("count", head->skipped);
    struct argument taken = METRES("taken", reported_length(mismatch->taken), 4);
    struct finding *finding =
        report_taking(check->findings,
                      mismatch->angle > PAIR_MISMATCH_ANGLE ? MESSAGE_SPRINGBONE_SKIPPED_NODE_MISMATCH__TURNED
                                                            : MESSAGE_SPRINGBONE_SKIPPED_NODE_MISMATCH__LENGTH,
                      place, ARGUMENTS(name, next, length, count, taken, DEGREES("angle", mismatch->angle, 3)));
    finding_measure(finding, "length", mismatch->length);
    finding_measure(finding, "translation", mismatch->taken);
    finding_measure(finding, "angle", mismatch->angle);
    finding_measure(finding, "skipped", (double)head->skipped);
    chain_take_skipped(check, finding, spring, i);
    finding_relate(finding, RELATED_SPRINGBONE_SKIPPED_NODE_MISMATCH__DEFAULT,
                   place_joint(spring->index, tail->index, "node"), ARGUMENTS(next));
}

static void check_mismatches(const struct chains *chains, const struct spring *spring)
{
    struct pair_mismatch mismatch;
    for (size_t i = 0; i < spring_heads(spring); i++) {
        if (pair_is_misjudged(chains->scene, spring, i, &mismatch)) {
            report_mismatch(chains, spring, i, &mismatch);
        }
    }
}

void check_spring_chains(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    struct chains chains = {.check = check, .scene = check->avatar->scene, .springs = springs};
    chains.is_joint = arena_array(check->arena, chains.scene->count, sizeof *chains.is_joint);
    for (size_t s = 0; s < springs->spring_count; s++) {
        for (size_t i = 0; i < springs->springs[s].chain_count; i++) {
            chains.is_joint[spring_chain(&springs->springs[s], i)->node] = true;
        }
    }
    chains.seen_by = arena_array(check->arena, chains.scene->count, sizeof *chains.seen_by);
    chains.seen_at = arena_array(check->arena, chains.scene->count, sizeof *chains.seen_at);
    for (size_t s = 0; s < springs->spring_count; s++) {
        struct chain_state state = {.spring = &springs->springs[s]};
        check_repeats(&chains, &state);
        check_order(&chains, &state);
        check_single(&chains, state.spring);
        if (!state.disordered) {
            check_skips(&chains, state.spring);
            check_mismatches(&chains, state.spring);
        }
    }
    arena_discard(check->arena, chains.seen_by);
    arena_discard(check->arena, chains.seen_at);
}
