/*
 * Finds nodes that belong to more than one chain, and chains that branch off others.
 *
 * A chain covers its joints and the nodes that it skips. The number of joints is limited by the file's size, so
 * shared joints are found in one pass over the nodes. Skipped nodes are walked: the first walk over a node is free,
 * and every other visit is charged to a budget. So a hundred thousand springs along one long path end early, and that
 * is reported.
 */
#include <math.h>
#include <stdlib.h>

#include "base/sort.h"
#include "checks/checks.h"
#include "checks/joint_map.h"
#include "checks/spring/pairs.h"
#include "ids/messages_springbone.h"
#include "ids/rules.h"

#define MISMATCH_RATIO 0.01 /* of the true length */

bool pair_is_broken(enum pair_relation relation)
{
    return relation == PAIR_REVERSED || relation == PAIR_SIBLINGS || relation == PAIR_UNRELATED;
}

bool pair_has_gap(const struct spring *spring, size_t i)
{
    return spring->chain[i + 1] != spring->chain[i] + 1;
}

bool pair_reversed_in(const struct spring *spring)
{
    for (size_t i = 0; i < spring_heads(spring); i++) {
        if (spring_chain(spring, i)->relation == PAIR_REVERSED) {
            return true;
        }
    }
    return false;
}

bool pair_is_misjudged(const struct scene *scene, const struct spring *spring, size_t i, struct pair_mismatch *out)
{
    const struct joint *head = spring_chain(spring, i);
    if (head->relation != PAIR_CHAIN || head->skipped == 0 || pair_has_gap(spring, i)) {
        return false;
    }
    double volume = mat34_determinant(&scene->nodes[head->node].world);
    if (volume == 0 || !isfinite(volume)) {
        return false; /* the head is scaled to 0, so nothing has a position relative to it: geometry.c reports that */
    }
    const struct mat34 local = scene_local(&scene->nodes[spring_chain(spring, i + 1)->node]);
    struct vec3 own = mat34_translation(&local);
    *out = (struct pair_mismatch){.length = vec3_length(head->tail_local), .taken = vec3_length(own)};
    bool has_length = out->length >= CHECK_MIN_LENGTH;
    bool has_taken = out->taken >= CHECK_MIN_LENGTH;
    if (!has_length || !has_taken) {
        return has_length != has_taken;
    }
    out->angle = vec3_angle(own, head->tail_local);
    return out->angle > PAIR_MISMATCH_ANGLE || fabs(out->taken - out->length) > MISMATCH_RATIO * out->length;
}

/* The maximum number of overlaps through skipped nodes reported per file, and of visits beyond the first one of every
 * node. */
#define OVERLAPS_MAX 10000
#define VISITS_MAX 1000000

/* The maximum number of earlier springs that the finding of a duplicate joint names and relates. */
#define EARLIER_MAX 4

/* The maximum number of joints above a chain that are tested as the start of a branch. */
#define BRANCH_TRIES 16

/* The arguments for a branch: two springs, a node, and the end of the list. */
#define BRANCH_NAMES 4

/* A node that a spring skips after the joint at a chain index. */
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
    struct skip **first; /* per node: list of the springs that skip it; NULL arrays until a spring skips something */
    struct skip **last;
    size_t *mine; /* per node: the last spring with this joint, plus one */
    size_t visits;
    struct clash *clashes; /* pairs of springs that share a node which one of them skips */
    size_t clash_count;
    bool spent;
};

/* ---- the same joint in two springs ---- */

/* Whether all joints of a spring are consecutive joints of another one, from index `from` on. */
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

/* Returns the earlier spring that contains all of a spring's joints consecutively, so that the spring is superfluous,
 * or NULL. */
static const struct spring *whole_of(const struct overlap *overlap, const struct spring *spring)
{
    const struct joint_map *map = overlap->map;
    size_t tries = 0;
    for (size_t u = map->begin[spring->root]; u < map->begin[spring->root + 1] && tries < EARLIER_MAX; u++, tries++) {
        const struct joint_use *use = &map->uses[u];
        if (use->spring >= spring->index) {
            break;
        }
        if (is_part_of(spring, &overlap->springs->springs[use->spring], use->joint)) {
            return &overlap->springs->springs[use->spring];
        }
    }
    return NULL;
}

/* The springs with a node as a joint, among the uses visited so far. */
struct sharers {
    size_t count;
    struct joint_use first[EARLIER_MAX];
};

static void sharers_add(struct sharers *sharers, const struct joint_use *use)
{
    if (sharers->count < EARLIER_MAX) {
        sharers->first[sharers->count] = *use;
    }
    sharers->count++;
}

/* Reports a shared joint. whole: the spring that contains all joints of this one, or NULL. */
static void report_duplicate(const struct overlap *overlap, size_t node, const struct joint_use *use,
                             const struct sharers *sharers, const struct spring *whole)
{
    const struct avatar *avatar = overlap->check->avatar;
    struct findings *findings = overlap->check->findings;
    struct argument names[EARLIER_MAX];
    size_t named = sharers->count < EARLIER_MAX ? sharers->count : EARLIER_MAX;
    for (size_t i = 0; i < named; i++) {
        names[i] = the_spring("spring", avatar, sharers->first[i].spring);
    }
    struct place place = place_joint(use->spring, use->joint, "node");
    struct argument spring = the_spring("spring", avatar, use->spring);
    struct argument shared = the_node("node", avatar, node);
    struct argument others = argument_list("others", names, named, sharers->count, JOIN_AND);
    struct finding *finding;
    if (whole != NULL) {
        finding = report(findings, MESSAGE_SPRINGBONE_DUPLICATE_JOINT__PART_OF_ANOTHER, place,
                         ARGUMENTS(spring, shared, others, the_spring("whole", avatar, whole->index)));
    } else {
        finding = report(findings,
                         sharers->count == 1 ? MESSAGE_SPRINGBONE_DUPLICATE_JOINT__ONE_OTHER
                                             : MESSAGE_SPRINGBONE_DUPLICATE_JOINT__SEVERAL_OTHERS,
                         place, ARGUMENTS(spring, shared, others));
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
    for (size_t i = 0; i < named; i++) {
        finding_relate(finding, RELATED_SPRINGBONE_DUPLICATE_JOINT__DEFAULT,
                       place_joint(sharers->first[i].spring, sharers->first[i].joint, "node"), ARGUMENTS(names[i]));
    }
}

static void check_duplicates(const struct overlap *overlap)
{
    const struct joint_map *map = overlap->map;
    const struct spring **wholes = arena_array(overlap->check->arena, overlap->springs->spring_count, sizeof(void *));
    bool *known = arena_array(overlap->check->arena, overlap->springs->spring_count, sizeof *known);
    for (size_t node = 0; node < overlap->scene->count; node++) {
        struct sharers sharers = {0};
        for (size_t u = map->begin[node]; u < map->begin[node + 1]; u++) {
            const struct joint_use *use = &map->uses[u];
            if (u > map->begin[node] && map->uses[u - 1].spring == use->spring) {
                continue; /* reported by springbone/repeated-joint */
            }
            if (sharers.count > 0) {
                if (!known[use->spring]) {
                    known[use->spring] = true;
                    wholes[use->spring] = whole_of(overlap, &overlap->springs->springs[use->spring]);
                }
                report_duplicate(overlap, node, use, &sharers, wholes[use->spring]);
            }
            sharers_add(&sharers, use);
        }
    }
}

/* ---- a node skipped by one of two springs, or both ---- */

/* The ways in which a spring covers a node: as a joint, or between two. */
struct cover {
    size_t spring;
    bool skips;
    size_t joint; /* the joint, or the one that ends the skip */
    size_t head;  /* the joint before the skip */
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

/* Returns a node at an end of a skip as an argument. */
static struct argument cover_end(const char *as, const struct overlap *overlap, const struct cover *cover, size_t joint)
{
    return the_node(as, overlap->check->avatar, overlap->springs->springs[cover->spring].joints[joint].node);
}

static void report_overlap(struct overlap *overlap, size_t node, const struct cover *earlier, const struct cover *later)
{
    struct check *check = overlap->check;
    if (overlap->clash_count == OVERLAPS_MAX) {
        overlap->spent = true;
        return;
    }
    *ARENA_ADD(check->arena, overlap->clashes, overlap->clash_count) = (struct clash){earlier->spring, later->spring};
    struct place place = place_joint(later->spring, later->joint, "node");
    struct place related = place_joint(earlier->spring, earlier->joint, "node");
    struct argument spring = the_spring("spring", check->avatar, later->spring);
    struct argument other = the_spring("other", check->avatar, earlier->spring);
    struct argument shared = the_node("node", check->avatar, node);
    struct argument head = cover_end("head", overlap, later, later->head);
    struct argument tail = cover_end("tail", overlap, later, later->joint);
    struct argument other_head = cover_end("other_head", overlap, earlier, earlier->head);
    struct argument other_tail = cover_end("other_tail", overlap, earlier, earlier->joint);
    struct argument other_joint = COUNT("other_joint", earlier->joint);
    struct finding *finding;
    if (!earlier->skips) {
        finding = report(check->findings, MESSAGE_SPRINGBONE_SKIPPED_NODE_OVERLAP__SKIP_OVER_JOINT, place,
                         ARGUMENTS(spring, other, shared, head, tail, other_joint));
        finding_relate(finding, RELATED_SPRINGBONE_SKIPPED_NODE_OVERLAP__JOINT, related, ARGUMENTS(other, other_joint));
        return;
    }
    finding = report_taking(
        check->findings,
        later->skips ? MESSAGE_SPRINGBONE_SKIPPED_NODE_OVERLAP__BOTH_SKIP
                     : MESSAGE_SPRINGBONE_SKIPPED_NODE_OVERLAP__JOINT_OVER_SKIP,
        place, ARGUMENTS(spring, other, shared, COUNT("joint", later->joint), head, tail, other_head, other_tail));
    finding_relate(finding, RELATED_SPRINGBONE_SKIPPED_NODE_OVERLAP__SKIP, related,
                   ARGUMENTS(other, other_head, other_tail));
}

/* Charges one visit to the budget; returns false if it is used up. */
static bool charge_visit(struct overlap *overlap)
{
    if (overlap->visits == 0) {
        overlap->spent = true;
    } else {
        overlap->visits--;
    }
    return !overlap->spent;
}

/* Reports the earlier springs that skip a node, when a spring has it as a joint. */
static void cover_joint(struct overlap *overlap, size_t node, const struct joint_use *use)
{
    struct cover later = cover_by_joint(use);
    for (const struct skip *skip = overlap->first[node]; skip != NULL && charge_visit(overlap); skip = skip->next) {
        struct cover earlier = cover_by_skip(overlap, skip);
        report_overlap(overlap, node, &earlier, &later);
    }
}

/* Reports the earlier springs that cover a node, when a spring skips it, and records the skip. */
static void cover_skip(struct overlap *overlap, size_t node, size_t spring, size_t chain)
{
    const struct joint_map *map = overlap->map;
    struct skip *skip = arena_alloc(overlap->check->arena, sizeof *skip);
    *skip = (struct skip){spring, chain, NULL};
    struct cover later = cover_by_skip(overlap, skip);
    size_t before = SPRINGS_NONE;
    for (size_t u = map->begin[node]; u < map->begin[node + 1] && map->uses[u].spring < spring; u++) {
        if (!charge_visit(overlap)) {
            return;
        }
        if (map->uses[u].spring != before) {
            struct cover earlier = cover_by_joint(&map->uses[u]);
            report_overlap(overlap, node, &earlier, &later);
            before = map->uses[u].spring;
        }
    }
    for (const struct skip *other = overlap->first[node]; other != NULL && charge_visit(overlap); other = other->next) {
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

/* Walks the nodes that a pair skips. Joints of the same spring are excluded, because the order is the
 * mistake there. */
static void walk_pair(struct overlap *overlap, const struct spring *spring, size_t chain)
{
    const struct joint *head = spring_chain(spring, chain);
    size_t node = overlap->scene->nodes[spring_chain(spring, chain + 1)->node].parent;
    while (node != head->node && node != SCENE_NONE && !overlap->spent) {
        bool walked = overlap->last[node] != NULL && overlap->last[node]->spring == spring->index;
        if (overlap->mine[node] == spring->index + 1 || walked) {
            (void)charge_visit(overlap);
        } else {
            cover_skip(overlap, node, spring->index, chain);
        }
        node = overlap->scene->nodes[node].parent;
    }
}

static void walk_spring(struct overlap *overlap, const struct spring *spring)
{
    for (size_t i = 0; i < spring->chain_count && !overlap->spent; i++) {
        const struct joint *joint = spring_chain(spring, i);
        if (overlap->mine[joint->node] != spring->index + 1) {
            overlap->mine[joint->node] = spring->index + 1;
            struct joint_use use = {spring->index, joint->index};
            cover_joint(overlap, joint->node, &use);
        }
    }
    for (size_t i = 0; i < spring_heads(spring) && !overlap->spent; i++) {
        const struct joint *head = spring_chain(spring, i);
        /* a gap in the indices means an unresolved joint, not a skip */
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
        findings_skip(overlap->check->findings, WORDS_SKIPPED_OVERLAPS, NO_ARGUMENTS, WORDS_SKIPPED_CROWDED_NODES);
    }
    sort_array(arena, overlap->clashes, overlap->clash_count, sizeof *overlap->clashes, sort_by_two);
}

/* ---- branching ---- */

/* Whether two springs share a node, as a joint or skipped. */
static bool springs_overlap(const struct overlap *overlap, const struct spring *a, const struct spring *b)
{
    struct clash clash = {a->index < b->index ? a->index : b->index, a->index < b->index ? b->index : a->index};
    if (overlap->clash_count > 0 &&
        bsearch(&clash, overlap->clashes, overlap->clash_count, sizeof clash, sort_by_two) != NULL) {
        return true;
    }
    for (size_t i = 0; i < a->chain_count; i++) {
        if (joint_map_find(overlap->map, spring_chain(a, i)->node, b->index) != NULL) {
            return true;
        }
    }
    return false;
}

/* Returns the nearest joint above a spring's root that belongs to another spring without shared nodes, or NULL. */
static const struct joint_use *branches_from(const struct overlap *overlap, const struct spring *spring)
{
    const struct joint_map *map = overlap->map;
    size_t tries = 0;
    size_t node = joint_map_above(map, overlap->scene, spring->root);
    while (node != SCENE_NONE && tries < BRANCH_TRIES) {
        for (size_t u = map->begin[node]; u < map->begin[node + 1] && tries < BRANCH_TRIES; u++, tries++) {
            const struct joint_use *use = &map->uses[u];
            if (use->spring != spring->index &&
                !springs_overlap(overlap, spring, &overlap->springs->springs[use->spring])) {
                return use;
            }
        }
        node = joint_map_above(map, overlap->scene, node);
    }
    return NULL;
}

/* Writes the arguments that describe where a spring branches off, and the end of the list. */
static void name_branch(const struct overlap *overlap, size_t spring, const struct joint_use *use,
                        struct argument named[BRANCH_NAMES])
{
    const struct avatar *avatar = overlap->check->avatar;
    named[0] = the_spring("spring", avatar, spring);
    named[1] = the_node("node", avatar, overlap->springs->springs[use->spring].joints[use->joint].node);
    named[2] = the_spring("other", avatar, use->spring);
    named[3] = (struct argument){.name = NULL};
}

static void check_branching(const struct overlap *overlap)
{
    struct check *check = overlap->check;
    struct argument branches[FINDING_LIST_MAX];
    struct argument named[FINDING_LIST_MAX][BRANCH_NAMES];
    size_t count = 0;
    const struct joint_use **from = arena_array(check->arena, overlap->springs->spring_count, sizeof(void *));
    for (size_t s = 0; s < overlap->springs->spring_count; s++) {
        const struct spring *spring = &overlap->springs->springs[s];
        from[s] = spring->chain_count == 0 ? NULL : branches_from(overlap, spring);
        if (from[s] != NULL && count < FINDING_LIST_MAX) {
            name_branch(overlap, s, from[s], named[count]);
            branches[count] = CLAUSE("branch", WORDS_BRANCH, named[count]);
        }
        count += from[s] != NULL;
    }
    if (count == 0) {
        return;
    }
    struct finding *finding = report(
        check->findings, MESSAGE_SPRINGBONE_BRANCHING__DEFAULT, place_at(SPRINGS_POINTER),
        ARGUMENTS(COUNT("count", count), argument_list("branches", branches, FINDING_LIST_MAX, count, JOIN_AND)));
    finding_measure(finding, "springs", (double)count);
    for (size_t s = 0, related = 0; s < overlap->springs->spring_count && related < FINDING_RELATED_MAX; s++) {
        if (from[s] != NULL) {
            name_branch(overlap, s, from[s], named[0]);
            finding_relate(finding, RELATED_SPRINGBONE_BRANCHING__DEFAULT, place_spring(s, NULL), named[0]);
            related++;
        }
    }
}

void check_spring_overlap(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
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
