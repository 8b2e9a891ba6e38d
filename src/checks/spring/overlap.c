/*
 * Nodes that belong to more than one chain, and chains that branch off others. Catalogue sections 2.3 and 3.2.
 *
 * A chain covers its joints and the nodes that it skips. Joints are as many as the file lists, so sharing them is found
 * in one pass over the nodes. Skipped nodes are walked: a node that nobody covered yet is walked once, every other
 * visit draws on a budget, so that a hundred thousand springs along one long path end early, and say so.
 */
#include <stdlib.h>

#include "base/sort.h"
#include "checks/joint_map.h"
#include "checks/spring/places.h"

/* The most overlaps through skipped nodes that one file is told of, and the visits that looking for them may take
 * beyond one of every node. */
#define OVERLAPS_MAX 10000
#define VISITS_MAX 1000000

/* The earlier springs that a duplicate joint names and relates. */
#define EARLIER_MAX 4

/* Joints above a chain that are tried as the place where it branches off. */
#define BRANCH_TRIES 16

/* A node that a spring skips, after the joint at a chain place. */
struct skip {
    size_t spring;
    size_t chain;
    struct skip *next;
};

struct clash {
    size_t earlier;
    size_t later;
};

struct overlap {
    struct check *check;
    const struct scene *scene;
    const struct springs *springs;
    const struct joint_map *map;
    struct skip **first; /* per node: who skips it, by spring; NULL arrays until a spring skips something */
    struct skip **last;
    size_t *mine; /* per node: the last spring that has it as a joint, plus one */
    size_t visits;
    struct clash *clashes; /* of springs that share a node which one of them skips */
    size_t clash_count;
    size_t clash_capacity;
    bool spent;
};

/* ---- the same joint in two springs ---- */

/* Whether all joints of a spring stand in one row in the other, from that use on. */
static bool is_part_of(const struct spring *spring, const struct spring *other, size_t from)
{
    if (spring->chain_count != spring->joint_count || spring->joint_count > other->joint_count - from) {
        return false;
    }
    for (size_t i = 0; i < spring->joint_count; i++) {
        if (spring->joints[i].node != other->joints[from + i].node) {
            return false;
        }
    }
    return true;
}

/* The earlier spring that holds all of a spring's joints in a row, so that the spring can go; NULL when none does. */
static const struct spring *whole_of(const struct overlap *overlap, const struct spring *spring)
{
    const struct joint_map *map = overlap->map;
    size_t tries = 0;
    for (size_t u = map->begin[spring->root]; u < map->begin[spring->root + 1] && tries < EARLIER_MAX; u++, tries++) {
        const struct joint_use *use = &map->uses[u];
        if (use->spring >= spring->place) {
            break;
        }
        if (is_part_of(spring, &overlap->springs->springs[use->spring], use->joint)) {
            return &overlap->springs->springs[use->spring];
        }
    }
    return NULL;
}

/* The springs that have a node as a joint, as far as the pass over its uses has come. Their names and pointers are made
 * once for all the springs that follow. */
struct sharers {
    size_t count;
    struct joint_use first[EARLIER_MAX];
    const char *names[EARLIER_MAX]; /* NULL until asked for */
    const char *pointers[EARLIER_MAX];
    const char *list; /* of the names; NULL when one has come since */
};

static void sharers_add(struct sharers *sharers, const struct joint_use *use)
{
    if (sharers->count < EARLIER_MAX) {
        sharers->first[sharers->count] = *use;
        sharers->list = NULL;
    }
    sharers->count++;
}

static size_t sharers_name(struct sharers *sharers, const struct check *check)
{
    size_t named = sharers->count < EARLIER_MAX ? sharers->count : EARLIER_MAX;
    if (sharers->list != NULL) {
        return named;
    }
    struct place_list list = PLACE_LIST_INIT(check->arena, EARLIER_MAX);
    for (size_t i = 0; i < named; i++) {
        if (sharers->names[i] == NULL) {
            sharers->names[i] = place_spring_within(check, sharers->first[i].spring);
            sharers->pointers[i] = pointer_joint(check, sharers->first[i].spring, sharers->first[i].joint, "node");
        }
        place_list_add(&list, sharers->names[i]);
    }
    sharers->list = place_list_text(&list);
    return named;
}

/* deletion: that the spring repeats part of another, NULL when it doesn't. */
static void report_duplicate(const struct overlap *overlap, size_t node, const struct joint_use *use,
                             struct sharers *sharers, const char *deletion)
{
    struct check *check = overlap->check;
    size_t named = sharers_name(sharers, check);
    const char *more = "";
    if (sharers->count > named) {
        more = arena_printf(check->arena, " and %zu more", sharers->count - named);
    }
    const char *advice = sharers->count == 1 ? "remove it from one of them" : "remove it from all but one of them";
    struct finding *finding = report_english(
        check->findings, RULE_SPRINGBONE_DUPLICATE_JOINT, pointer_joint(check, use->spring, use->joint, "node"),
        "%s shares joint %s with %s%s; a node may be in one chain only: %s", name_spring(check->avatar, use->spring),
        name_node(check->avatar, node), sharers->list, more, deletion == NULL ? advice : deletion);
    if (deletion == NULL) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
    for (size_t i = 0; i < named; i++) {
        finding_relate_english(finding, sharers->pointers[i], "also in %s", sharers->names[i]);
    }
}

static const char *deletion_of(const struct overlap *overlap, size_t spring)
{
    const struct check *check = overlap->check;
    const struct spring *whole = whole_of(overlap, &overlap->springs->springs[spring]);
    return whole == NULL ? NULL
                         : arena_printf(check->arena, "delete %s, all of whose joints %s has too",
                                        place_spring_within(check, spring), place_spring_within(check, whole->place));
}

static void check_duplicates(const struct overlap *overlap)
{
    const struct joint_map *map = overlap->map;
    const char **deletions = arena_array(overlap->check->arena, overlap->springs->spring_count, sizeof *deletions);
    bool *known = arena_array(overlap->check->arena, overlap->springs->spring_count, sizeof *known);
    for (size_t node = 0; node < overlap->scene->count; node++) {
        struct sharers sharers = {0};
        for (size_t u = map->begin[node]; u < map->begin[node + 1]; u++) {
            const struct joint_use *use = &map->uses[u];
            if (u > map->begin[node] && map->uses[u - 1].spring == use->spring) {
                continue; /* springbone/repeated-joint */
            }
            if (sharers.count > 0) {
                if (!known[use->spring]) {
                    known[use->spring] = true;
                    deletions[use->spring] = deletion_of(overlap, use->spring);
                }
                report_duplicate(overlap, node, use, &sharers, deletions[use->spring]);
            }
            sharers_add(&sharers, use);
        }
    }
}

/* ---- a node that one of two springs skips, or both ---- */

/* How a spring covers a node: as a joint, or between two. */
struct cover {
    size_t spring;
    bool skips;
    size_t place; /* of the joint, or of the one that ends the skip */
    size_t head;  /* of the joint before the skip */
};

static struct cover cover_by_skip(const struct overlap *overlap, const struct skip *skip)
{
    const struct spring *spring = &overlap->springs->springs[skip->spring];
    return (struct cover){skip->spring, true, spring->chain[skip->chain + 1], spring->chain[skip->chain]};
}

static struct cover cover_by_joint(const struct joint_use *use)
{
    return (struct cover){use->spring, false, use->joint, use->joint};
}

static const char *cover_text(const struct overlap *overlap, const struct cover *cover, const char *spring)
{
    const struct avatar *avatar = overlap->check->avatar;
    const struct spring *of = &overlap->springs->springs[cover->spring];
    if (!cover->skips) {
        return arena_printf(overlap->check->arena, "%s has it as joint %zu", spring, cover->place);
    }
    return arena_printf(overlap->check->arena, "%s skips it between %s and %s", spring,
                        name_node(avatar, of->joints[cover->head].node),
                        name_node(avatar, of->joints[cover->place].node));
}

static void report_overlap(struct overlap *overlap, size_t node, const struct cover *earlier, const struct cover *later)
{
    struct check *check = overlap->check;
    if (overlap->clash_count == OVERLAPS_MAX) {
        overlap->spent = true;
        return;
    }
    overlap->clashes = arena_grow(check->arena, overlap->clashes, overlap->clash_count, &overlap->clash_capacity,
                                  sizeof *overlap->clashes);
    overlap->clashes[overlap->clash_count++] = (struct clash){earlier->spring, later->spring};
    struct finding *finding = report_english(
        check->findings, RULE_SPRINGBONE_SKIPPED_NODE_OVERLAP,
        pointer_joint(check, later->spring, later->place, "node"),
        "%s and %s overlap at %s: %s, and %s; a skipped node belongs to the chain as well, and a node may be in "
        "one chain only: shorten one of them, or merge them",
        name_spring(check->avatar, later->spring), place_spring_within(check, earlier->spring),
        name_node(check->avatar, node), cover_text(overlap, later, "the one"),
        cover_text(overlap, earlier, "the other"));
    finding_relate_english(finding, pointer_joint(check, earlier->spring, earlier->place, "node"), "%s",
                           cover_text(overlap, earlier, place_spring_within(check, earlier->spring)));
}

/* Draws one visit on the budget. */
static bool visit(struct overlap *overlap)
{
    if (overlap->visits == 0) {
        overlap->spent = true;
    } else {
        overlap->visits--;
    }
    return !overlap->spent;
}

/* A spring covers a node as a joint: who skips it before? */
static void cover_joint(struct overlap *overlap, size_t node, const struct joint_use *use)
{
    struct cover later = cover_by_joint(use);
    for (const struct skip *skip = overlap->first[node]; skip != NULL && visit(overlap); skip = skip->next) {
        struct cover earlier = cover_by_skip(overlap, skip);
        report_overlap(overlap, node, &earlier, &later);
    }
}

/* A spring covers a node by skipping it: who covers it before? */
static void cover_skip(struct overlap *overlap, size_t node, size_t spring, size_t chain)
{
    const struct joint_map *map = overlap->map;
    struct skip *skip = arena_alloc(overlap->check->arena, sizeof *skip);
    *skip = (struct skip){spring, chain, NULL};
    struct cover later = cover_by_skip(overlap, skip);
    size_t before = SPRINGS_NONE;
    for (size_t u = map->begin[node]; u < map->begin[node + 1] && map->uses[u].spring < spring; u++) {
        if (!visit(overlap)) {
            return;
        }
        if (map->uses[u].spring != before) {
            struct cover earlier = cover_by_joint(&map->uses[u]);
            report_overlap(overlap, node, &earlier, &later);
            before = map->uses[u].spring;
        }
    }
    for (const struct skip *other = overlap->first[node]; other != NULL && visit(overlap); other = other->next) {
        struct cover earlier = cover_by_skip(overlap, other);
        report_overlap(overlap, node, &earlier, &later);
    }
    if (overlap->first[node] == NULL) {
        overlap->first[node] = skip;
    } else {
        overlap->last[node]->next = skip;
    }
    overlap->last[node] = skip;
}

/* Walks the nodes that a pair skips. Those that are joints of the same spring don't count: the order is what is wrong
 * there. */
static void walk_pair(struct overlap *overlap, const struct spring *spring, size_t chain)
{
    const struct joint *head = spring_chain(spring, chain);
    size_t node = overlap->scene->nodes[spring_chain(spring, chain + 1)->node].parent;
    while (node != head->node && node != SCENE_NONE && !overlap->spent) {
        bool walked = overlap->last[node] != NULL && overlap->last[node]->spring == spring->place;
        if (overlap->mine[node] == spring->place + 1 || walked) {
            (void)visit(overlap);
        } else {
            cover_skip(overlap, node, spring->place, chain);
        }
        node = overlap->scene->nodes[node].parent;
    }
}

static void walk_spring(struct overlap *overlap, const struct spring *spring)
{
    for (size_t i = 0; i < spring->chain_count && !overlap->spent; i++) {
        const struct joint *joint = spring_chain(spring, i);
        if (overlap->mine[joint->node] != spring->place + 1) {
            overlap->mine[joint->node] = spring->place + 1;
            struct joint_use use = {spring->place, joint->place};
            cover_joint(overlap, joint->node, &use);
        }
    }
    for (size_t i = 0; i < spring_heads(spring) && !overlap->spent; i++) {
        const struct joint *head = spring_chain(spring, i);
        /* between joints that aren't next to each other in the file stands one that isn't resolved, not a skip */
        if (head->relation == PAIR_CHAIN && head->skipped > 0 && spring->chain[i + 1] == spring->chain[i] + 1) {
            walk_pair(overlap, spring, i);
        }
    }
}

static bool skips_something(const struct springs *springs)
{
    for (size_t s = 0; s < springs->spring_count; s++) {
        for (size_t i = 0; i < spring_heads(&springs->springs[s]); i++) {
            const struct joint *head = spring_chain(&springs->springs[s], i);
            if (head->relation == PAIR_CHAIN && head->skipped > 0) {
                return true;
            }
        }
    }
    return false;
}

static int compare_clashes(const void *left, const void *right)
{
    const struct clash *a = left;
    const struct clash *b = right;
    return sort_then(sort_order(a->earlier, b->earlier), a->later, b->later);
}

static void check_skipped(struct overlap *overlap)
{
    struct arena *arena = overlap->check->arena;
    if (!skips_something(overlap->springs)) {
        return;
    }
    overlap->visits = VISITS_MAX;
    overlap->first = arena_array(arena, overlap->scene->count, sizeof(struct skip *));
    overlap->last = arena_array(arena, overlap->scene->count, sizeof(struct skip *));
    overlap->mine = arena_array(arena, overlap->scene->count, sizeof *overlap->mine);
    for (size_t s = 0; s < overlap->springs->spring_count && !overlap->spent; s++) {
        walk_spring(overlap, &overlap->springs->springs[s]);
    }
    if (overlap->spent) {
        findings_skip_english(overlap->check->findings, "overlaps through skipped nodes beyond the first ones",
                              "too many springs run along the same nodes");
    }
    if (overlap->clash_count > 1) {
        qsort(overlap->clashes, overlap->clash_count, sizeof *overlap->clashes, compare_clashes);
    }
}

/* ---- branching ---- */

/* Whether two springs share a node in any way. */
static bool overlaps(const struct overlap *overlap, const struct spring *a, const struct spring *b)
{
    struct clash clash = {a->place < b->place ? a->place : b->place, a->place < b->place ? b->place : a->place};
    if (overlap->clash_count > 0 &&
        bsearch(&clash, overlap->clashes, overlap->clash_count, sizeof clash, compare_clashes) != NULL) {
        return true;
    }
    for (size_t i = 0; i < a->chain_count; i++) {
        if (joint_map_find(overlap->map, spring_chain(a, i)->node, b->place) != NULL) {
            return true;
        }
    }
    return false;
}

/* The nearest joint above a spring's root, of another spring that shares no node with it; NULL when there is none. */
static const struct joint_use *branches_from(const struct overlap *overlap, const struct spring *spring)
{
    const struct joint_map *map = overlap->map;
    size_t tries = 0;
    size_t node = joint_map_above(map, overlap->scene, spring->root);
    while (node != SCENE_NONE && tries < BRANCH_TRIES) {
        for (size_t u = map->begin[node]; u < map->begin[node + 1] && tries < BRANCH_TRIES; u++, tries++) {
            const struct joint_use *use = &map->uses[u];
            if (use->spring != spring->place && !overlaps(overlap, spring, &overlap->springs->springs[use->spring])) {
                return use;
            }
        }
        node = joint_map_above(map, overlap->scene, node);
    }
    return NULL;
}

static const char *branch_text(const struct overlap *overlap, const struct spring *spring, const struct joint_use *use)
{
    struct check *check = overlap->check;
    const struct spring *from = &overlap->springs->springs[use->spring];
    return arena_printf(check->arena, "%s hangs below %s of %s", place_spring_within(check, spring->place),
                        name_node(check->avatar, from->joints[use->joint].node),
                        place_spring_within(check, use->spring));
}

static void check_branching(const struct overlap *overlap)
{
    struct check *check = overlap->check;
    struct place_list names = PLACE_LIST_INIT(check->arena, FINDING_LIST_MAX);
    size_t related = 0;
    const struct joint_use **from = arena_array(check->arena, overlap->springs->spring_count, sizeof(void *));
    for (size_t s = 0; s < overlap->springs->spring_count; s++) {
        const struct spring *spring = &overlap->springs->springs[s];
        from[s] = spring->chain_count == 0 ? NULL : branches_from(overlap, spring);
        if (from[s] != NULL) {
            place_list_add(&names, place_list_open(&names) ? branch_text(overlap, spring, from[s]) : NULL);
        }
    }
    if (names.count == 0) {
        return;
    }
    size_t count = names.count;
    struct finding *finding = report_english(
        check->findings, RULE_SPRINGBONE_BRANCHING, SPRINGS_POINTER,
        "%zu spring%s off another one (%s); that is allowed, but which of the two is computed first is up to the "
        "app: look whether the branch lags behind",
        count, count == 1 ? " branches" : "s branch", place_list_text(&names));
    finding_measure(finding, "springs", (double)count);
    for (size_t s = 0; s < overlap->springs->spring_count && related < PLACES_RELATED_MAX; s++) {
        if (from[s] != NULL) {
            finding_relate_english(finding, pointer_spring(check, s, NULL), "%s",
                                   branch_text(overlap, &overlap->springs->springs[s], from[s]));
            related++;
        }
    }
}

void check_spring_overlap(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    if (springs->spring_count < 2) {
        return;
    }
    struct overlap overlap = {.check = check, .scene = check->avatar->scene, .springs = springs};
    overlap.map = joint_map_new(check->arena, overlap.scene, springs);
    if (findings_want(check->findings, RULE_SPRINGBONE_DUPLICATE_JOINT)) {
        check_duplicates(&overlap);
    }
    bool branching = findings_want(check->findings, RULE_SPRINGBONE_BRANCHING);
    if (branching || findings_want(check->findings, RULE_SPRINGBONE_SKIPPED_NODE_OVERLAP)) {
        check_skipped(&overlap);
    }
    if (branching) {
        check_branching(&overlap);
    }
}
