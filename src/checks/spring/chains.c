/* How the joints of one spring follow each other. Catalogue section 2.3. */
#include <math.h>
#include <stdlib.h>

#include "base/sort.h"
#include "checks/joint_map.h"
#include "checks/spring/pairs.h"
#include "checks/spring/places.h"

/* The skipped nodes of a spring that its finding names. */
#define SKIPPED_MAX 6

struct chains {
    const struct check *check;
    const struct scene *scene;
    const struct springs *springs;
    size_t *seen_by; /* per node: the last spring that came by, plus one */
    size_t *seen_at; /* per node: where in that spring's chain */
};

/* What is known of one chain before its pairs are judged. */
struct chain_state {
    const struct spring *spring;
    bool *repeats;   /* per chain place: its node occurs elsewhere in the chain; NULL when none does */
    bool disordered; /* the order is wrong, so that nodes may seem skipped that aren't */
};

static const char *joint_node(const struct chains *chains, const struct joint *joint)
{
    return name_node(chains->check->avatar, joint->node);
}

/* Whether a joint repeats the one right before it: then this copy can go. A joint that comes back later cannot, for one
 * can't tell which of the two places was meant. */
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
    struct finding *finding = report_english(
        check->findings, RULE_SPRINGBONE_REPEATED_JOINT, pointer_joint(check, spring->place, joint->place, "node"),
        "%s: it is the same node as joint %zu; a node can be in a chain only once: %s",
        name_spring_joint(check->avatar, spring->place, joint->place), earlier->place,
        adjacent ? "remove this joint" : "remove one of the two");
    finding_relate_english(finding, pointer_joint(check, spring->place, earlier->place, "node"),
                           "the same node as joint %zu", earlier->place);
    if (!adjacent) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
}

static void check_repeats(const struct chains *chains, struct chain_state *state)
{
    const struct spring *spring = state->spring;
    for (size_t i = 0; i < spring->chain_count; i++) {
        size_t node = spring_chain(spring, i)->node;
        if (chains->seen_by[node] != spring->place + 1) {
            chains->seen_by[node] = spring->place + 1;
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

/* Whether a pair touches a repeated joint: its order is wrong because of that, which has been said. */
static bool touches_repeat(const struct chain_state *state, size_t i)
{
    return state->repeats != NULL && (state->repeats[i] || state->repeats[i + 1]);
}

struct by_depth {
    size_t node;
    size_t depth;
};

static int compare_depth(const void *left, const void *right)
{
    const struct by_depth *a = left;
    const struct by_depth *b = right;
    return sort_then(sort_order(a->depth, b->depth), a->node, b->node);
}

/* The names of the chain's nodes from root to tip; NULL when they don't all lie on one path. */
static const char *right_order(const struct chains *chains, const struct spring *spring)
{
    const struct check *check = chains->check;
    struct by_depth *sorted = arena_array(check->arena, spring->chain_count, sizeof *sorted);
    for (size_t i = 0; i < spring->chain_count; i++) {
        size_t node = spring_chain(spring, i)->node;
        sorted[i] = (struct by_depth){node, chains->scene->nodes[node].depth};
    }
    qsort(sorted, spring->chain_count, sizeof *sorted, compare_depth);
    struct place_list names = PLACE_LIST_INIT(check->arena, FINDING_LIST_MAX);
    for (size_t i = 0; i < spring->chain_count; i++) {
        if (i > 0 && sorted[i].node == sorted[i - 1].node) {
            continue;
        }
        if (i > 0 && !scene_is_above(chains->scene, sorted[i - 1].node, sorted[i].node)) {
            return NULL;
        }
        place_list_add(&names, place_list_open(&names) ? name_node(check->avatar, sorted[i].node) : NULL);
    }
    return place_list_text(&names);
}

/* Whether every pair but repeats is reversed: then the list as a whole is the defect. */
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

static const char *relation_text(const struct chains *chains, const struct joint *joint, const struct joint *before)
{
    const struct check *check = chains->check;
    const char *first = joint_node(chains, before);
    size_t parent = chains->scene->nodes[joint->node].parent;
    switch (before->relation) {
    case PAIR_REVERSED:
        return arena_printf(check->arena, "it comes after joint %zu %s, but is above it in the hierarchy",
                            before->place, first);
    case PAIR_SIBLINGS:
        return parent == SCENE_NONE
                   ? arena_printf(check->arena, "it comes after joint %zu %s, but neither has a parent", before->place,
                                  first)
                   : arena_printf(check->arena, "it comes after joint %zu %s, but both are children of %s",
                                  before->place, first, name_node(check->avatar, parent));
    default:
        return arena_printf(check->arena,
                            "it comes after joint %zu %s, but is not below it: they are on unrelated branches",
                            before->place, first);
    }
}

static void report_broken_pair(const struct chains *chains, const struct spring *spring, size_t i, const char *order)
{
    const struct check *check = chains->check;
    const struct joint *before = spring_chain(spring, i);
    const struct joint *joint = spring_chain(spring, i + 1);
    const char *advice = "each joint must be below the one before it: list the joints from root to tip";
    if (order != NULL) {
        advice = arena_printf(check->arena, "each joint must be below the one before it: the right order is %s", order);
    } else if (before->relation != PAIR_REVERSED) {
        advice = "each joint must be below the one before it: make a spring of its own for each branch";
    }
    struct finding *finding = report_english(check->findings, RULE_SPRINGBONE_JOINT_NOT_DESCENDANT,
                                             pointer_joint(check, spring->place, joint->place, "node"), "%s: %s; %s",
                                             name_spring_joint(check->avatar, spring->place, joint->place),
                                             relation_text(chains, joint, before), advice);
    finding_relate_english(finding, pointer_joint(check, spring->place, before->place, "node"),
                           "the joint before it, %s", joint_node(chains, before));
}

static void report_wholly_reversed(const struct chains *chains, const struct spring *spring)
{
    const struct check *check = chains->check;
    const struct joint *first = spring_chain(spring, 0);
    const struct joint *last = spring_chain(spring, spring->chain_count - 1);
    const char *order = right_order(chains, spring);
    struct finding *finding = report_english(
        check->findings, RULE_SPRINGBONE_JOINT_NOT_DESCENDANT, pointer_spring(check, spring->place, "joints"),
        "%s: its %zu joints are listed from tip to root, %s first and %s last, so each is reversed against the "
        "next; a chain goes from root to tip: the right order is %s",
        name_spring(check->avatar, spring->place), spring->chain_count, joint_node(chains, first),
        joint_node(chains, last), order == NULL ? "the other way round" : order);
    finding_measure(finding, "joints", (double)spring->chain_count);
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
    bool first = true;
    for (size_t i = 0; i < heads; i++) {
        if (pair_is_broken(spring_chain(spring, i)->relation) && !touches_repeat(state, i)) {
            /* the whole order is said once a spring: thousands of faults would otherwise each list thousands of names
             */
            report_broken_pair(chains, spring, i, first ? right_order(chains, spring) : NULL);
            first = false;
        }
    }
}

static void check_single(const struct chains *chains, const struct spring *spring)
{
    const struct check *check = chains->check;
    if (spring->joint_count != 1 || spring->chain_count != 1) {
        return;
    }
    const struct scene *scene = chains->scene;
    size_t node = spring_chain(spring, 0)->node;
    const char *advice = "add an empty node 0.07 m further on as its child, and make that the second joint";
    if (scene->children_begin[node] < scene->children_begin[node + 1]) {
        const char *child = name_node(check->avatar, scene->children[scene->children_begin[node]]);
        advice = arena_printf(check->arena, "add the nodes below it as joints, %s first", child);
    }
    report_english(
        check->findings, RULE_SPRINGBONE_SINGLE_JOINT, pointer_spring(check, spring->place, "joints"),
        "%s: its only joint is %s; what moves is the stretch from one joint to the next, so nothing moves here: %s",
        name_spring(check->avatar, spring->place), name_node(check->avatar, node), advice);
}

/* The names of the nodes between a pair, from head to tail, as far as the list has room. */
static void list_skipped(const struct chains *chains, struct place_list *list, const struct joint *head, size_t tail)
{
    size_t between[SKIPPED_MAX];
    size_t count = 0;
    size_t node = chains->scene->nodes[tail].parent;
    for (; count < SKIPPED_MAX && node != head->node && node != SCENE_NONE; count++) {
        between[count] = node;
        node = chains->scene->nodes[node].parent;
    }
    for (size_t i = count; i > 0; i--) {
        place_list_add(list, place_list_open(list) ? name_node(chains->check->avatar, between[i - 1]) : NULL);
    }
    list->count += head->skipped - count;
}

static void check_skips(const struct chains *chains, const struct spring *spring)
{
    const struct check *check = chains->check;
    if (!findings_want(check->findings, RULE_SPRINGBONE_SKIPS_NODE)) {
        return;
    }
    struct place_list names = PLACE_LIST_INIT(check->arena, SKIPPED_MAX);
    size_t pairs = 0;
    for (size_t i = 0; i < spring_heads(spring); i++) {
        const struct joint *head = spring_chain(spring, i);
        if (head->relation == PAIR_CHAIN && head->skipped > 0 && !pair_has_gap(spring, i)) {
            list_skipped(chains, &names, head, spring_chain(spring, i + 1)->node);
            pairs++;
        }
    }
    if (pairs == 0) {
        return;
    }
    size_t skipped = names.count;
    const char *skipped_names = place_list_text(&names);
    struct finding *finding =
        skipped == 1
            ? report_english(
                  check->findings, RULE_SPRINGBONE_SKIPS_NODE, pointer_spring(check, spring->place, NULL),
                  "%s: it skips %s, which therefore doesn't bend: make it a joint, or delete it if nothing else "
                  "needs it",
                  name_spring(check->avatar, spring->place), skipped_names)
            : report_english(
                  check->findings, RULE_SPRINGBONE_SKIPS_NODE, pointer_spring(check, spring->place, NULL),
                  "%s: it skips %zu nodes (%s), which therefore don't bend: make them joints, or delete them if "
                  "nothing else needs them",
                  name_spring(check->avatar, spring->place), skipped, skipped_names);
    finding_measure(finding, "skipped", (double)skipped);
    for (size_t i = 0, related = 0; i < spring_heads(spring) && related < PLACES_RELATED_MAX; i++) {
        const struct joint *head = spring_chain(spring, i);
        const struct joint *tail = spring_chain(spring, i + 1);
        if (head->relation == PAIR_CHAIN && head->skipped > 0 && !pair_has_gap(spring, i)) {
            finding_relate_english(finding, pointer_joint(check, spring->place, tail->place, "node"),
                                   "%zu skipped between %s and %s", head->skipped, joint_node(chains, head),
                                   joint_node(chains, tail));
            related++;
        }
    }
}

static void report_mismatch(const struct chains *chains, const struct spring *spring, size_t i,
                            const struct pair_mismatch *mismatch)
{
    const struct check *check = chains->check;
    const struct joint *head = spring_chain(spring, i);
    const struct joint *tail = spring_chain(spring, i + 1);
    struct finding *finding = report_english(
        check->findings, RULE_SPRINGBONE_SKIPPED_NODE_MISMATCH, pointer_joint(check, spring->place, head->place, NULL),
        "%s: the next joint %s lies %.4f m away with %zu skipped node%s in between, but apps take its own "
        "translation instead: %.4f m, %.1f degrees off (allowed are 1%% and 1 degree): make %s too",
        name_spring_joint(check->avatar, spring->place, head->place), joint_node(chains, tail), mismatch->length,
        head->skipped, head->skipped == 1 ? "" : "s", mismatch->taken, angle_degrees(mismatch->angle),
        head->skipped == 1 ? "the skipped node a joint" : "the skipped nodes joints");
    finding_measure(finding, "length", mismatch->length);
    finding_measure(finding, "translation", mismatch->taken);
    finding_measure(finding, "angle", mismatch->angle);
    finding_measure(finding, "skipped", (double)head->skipped);
    finding_relate_english(finding, pointer_joint(check, spring->place, tail->place, "node"), "the next joint, %s",
                           joint_node(chains, tail));
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
    if (springs->spring_count == 0) {
        return;
    }
    struct chains chains = {.check = check, .scene = check->avatar->scene, .springs = springs};
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
}
