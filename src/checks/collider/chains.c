/*
 * Checks colliders on nodes that springs move: collider/in-own-chain, collider/on-simulated-node. Rings among springs
 * are checked in cycles.c.
 *
 * A group may be large, and many springs may use it. So the colliders of a group that ride on springs are sorted
 * once, and each spring finds those on its own chain, and those on others, by search. There is one finding per entry
 * of a spring's colliderGroups, because an entry can be removed.
 */
#include <stdlib.h>

#include "base/sort.h"
#include "checks/collider/family.h"
#include "ids/messages_collider.h"
#include "ids/messages_words.h"

#define SEVERAL SIZE_MAX

/* Two of the springs with a root at or above a node: the nearest, and the nearest that isn't in a ring with it.
 * SPRINGS_NONE if there is none. */
struct movers {
    size_t first;
    size_t second;
};

/* A collider that rides on springs: springs move its node. */
struct rider {
    size_t ring;  /* the springs' common ring (a spring without a ring has one of its own), or SEVERAL */
    size_t enter; /* of its node */
    size_t collider;
};

struct riders {
    bool known;
    struct rider *items; /* sorted by ring, then by position of the node in pre-order */
    size_t count;
    size_t all; /* number of distinct colliders in the group */
    bool whole; /* every entry of the group is resolved, and so is its node */
};

struct chains {
    const struct collider_family *family;
    const size_t *ring;    /* per spring, from collider_cycles() */
    struct movers *movers; /* per node */
    struct riders *riders; /* per group */
    size_t *group_seen;    /* per group: the last spring that used it, plus one */
    size_t *collider_seen; /* per collider: the last group that was sorted with it, plus one */
};

/* A range of riders for a finding. */
struct run {
    size_t begin;
    size_t end;
};

/* ---- springs that move a node ---- */

static void add_mover(const struct chains *chains, struct movers *movers, size_t spring)
{
    if (spring == SPRINGS_NONE) {
        return;
    }
    if (movers->first == SPRINGS_NONE) {
        movers->first = spring;
    } else if (movers->second == SPRINGS_NONE && chains->ring[spring] != chains->ring[movers->first]) {
        movers->second = spring;
    }
}

static void find_movers(struct chains *chains)
{
    const struct scene *scene = chains->family->scene;
    const struct springs *springs = chains->family->springs;
    chains->movers = arena_array(chains->family->arena, scene->count, sizeof *chains->movers);
    for (size_t node = 0; node < scene->count; node++) {
        chains->movers[node] = (struct movers){SPRINGS_NONE, SPRINGS_NONE};
    }
    for (size_t s = 0; s < springs->spring_count; s++) {
        if (spring_heads(&springs->springs[s]) > 0) {
            add_mover(chains, &chains->movers[springs->springs[s].root], s);
        }
    }
    size_t count;
    const size_t *order = scene_order(chains->family->arena, scene, &count);
    for (size_t i = 0; i < count; i++) {
        size_t parent = scene->nodes[order[i]].parent;
        if (parent != SCENE_NONE) {
            add_mover(chains, &chains->movers[order[i]], chains->movers[parent].first);
            add_mover(chains, &chains->movers[order[i]], chains->movers[parent].second);
        }
    }
}

/* ---- riders of a group ---- */

static const struct riders *riders_of(const struct chains *chains, size_t g)
{
    const struct collider_family *family = chains->family;
    const struct collider_group *group = &family->springs->groups[g];
    struct riders *riders = &chains->riders[g];
    if (riders->known) {
        return riders;
    }
    riders->known = true;
    riders->whole = group->collider_count == tree_count(tree_get(group->json, "colliders"));
    for (size_t i = 0; i < group->collider_count; i++) {
        size_t collider = group->colliders[i];
        if (chains->collider_seen[collider] == g + 1) {
            continue;
        }
        chains->collider_seen[collider] = g + 1;
        riders->all++;
        size_t node = family->springs->colliders[collider].node;
        const struct movers *movers = node == SPRINGS_NONE ? NULL : &chains->movers[node];
        if (movers == NULL || movers->first == SPRINGS_NONE) {
            continue;
        }
        if (riders->items == NULL) {
            riders->items = arena_array(family->arena, group->collider_count, sizeof *riders->items);
        }
        size_t ring = movers->second == SPRINGS_NONE ? chains->ring[movers->first] : SEVERAL;
        riders->items[riders->count++] = (struct rider){ring, family->scene->nodes[node].enter, collider};
    }
    if (riders->count > 1) {
        qsort(riders->items, riders->count, sizeof *riders->items, sort_by_three);
    }
    return riders;
}

/* Returns the first rider at or after a position. */
static size_t find_rider(const struct riders *riders, size_t ring, size_t enter)
{
    const struct rider *items = riders->items;
    size_t at;
    SORT_SEARCH(at, 0, riders->count, items[at].ring < ring || (items[at].ring == ring && items[at].enter < enter));
    return at;
}

/* ---- findings ---- */

/* Colliders named in a message: the first ones, and their number. */
struct listed {
    size_t colliders[COLLIDER_NAMED_MAX];
    struct argument names[COLLIDER_NAMED_MAX];
    size_t shown;
    size_t count;
};

static void list_run(const struct collider_family *family, const struct riders *riders, struct run run,
                     struct listed *listed)
{
    for (size_t i = run.begin; i < run.end && listed->shown < COLLIDER_NAMED_MAX; i++) {
        size_t collider = riders->items[i].collider;
        listed->colliders[listed->shown] = collider;
        listed->names[listed->shown++] = the_collider(NULL, family->avatar, collider);
    }
    listed->count += run.end - run.begin;
}

static struct argument the_listed(const struct listed *listed)
{
    return argument_list("colliders", listed->names, listed->shown, listed->count, JOIN_COMMA);
}

static void relate_listed(struct finding *finding, const struct listed *listed)
{
    finding_measure(finding, "colliders", (double)listed->count);
    for (size_t i = 0; finding != NULL && i < listed->shown; i++) {
        finding_relate(finding, WORDS_ALONE, place_collider(listed->colliders[i], "node"),
                       ARGUMENTS(argument_as("thing", listed->names[i])));
    }
}

static void report_own(const struct chains *chains, const struct spring *spring, size_t entry, size_t group,
                       const struct riders *riders, const struct run own[2])
{
    const struct collider_family *family = chains->family;
    struct listed listed = {.count = 0};
    list_run(family, riders, own[0], &listed);
    list_run(family, riders, own[1], &listed);
    bool whole = riders->whole && listed.count == riders->all;
    struct finding *finding =
        report(family->findings,
               whole               ? MESSAGE_COLLIDER_IN_OWN_CHAIN__WHOLE_GROUP
               : listed.count == 1 ? MESSAGE_COLLIDER_IN_OWN_CHAIN__ONE
                                   : MESSAGE_COLLIDER_IN_OWN_CHAIN__SEVERAL,
               place_of(PLACE_SPRING_GROUP, spring->index, entry, NULL),
               ARGUMENTS(the_spring("spring", family->avatar, spring->index), the_listed(&listed),
                         the_group("group", family->avatar, group), the_node("root", family->avatar, spring->root)));
    if (!whole) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
    relate_listed(finding, &listed);
}

/* Reports riders that other springs move. runs: all riders except those that the spring itself moves, and those that
 * only springs of its ring move. */
static void report_others(const struct chains *chains, const struct spring *spring, size_t entry,
                          const struct riders *riders, const struct run runs[3])
{
    const struct collider_family *family = chains->family;
    struct listed listed = {.count = 0};
    for (int i = 0; i < 3; i++) {
        list_run(family, riders, runs[i], &listed);
    }
    if (listed.count == 0) {
        return;
    }
    const struct movers *movers = &chains->movers[family->springs->colliders[listed.colliders[0]].node];
    bool same = chains->ring[movers->first] == chains->ring[spring->index];
    size_t mover = same ? movers->second : movers->first;
    struct finding *finding = report(family->findings,
                                     listed.count == 1 ? MESSAGE_COLLIDER_ON_SIMULATED_NODE__ONE
                                                       : MESSAGE_COLLIDER_ON_SIMULATED_NODE__SEVERAL,
                                     place_of(PLACE_SPRING_GROUP, spring->index, entry, NULL),
                                     ARGUMENTS(the_spring("spring", family->avatar, spring->index), the_listed(&listed),
                                               the_spring("mover", family->avatar, mover)));
    relate_listed(finding, &listed);
    finding_relate(finding, WORDS_ALONE, place_spring(mover, NULL),
                   ARGUMENTS(the_spring("thing", family->avatar, mover)));
}

static void check_entry(const struct chains *chains, const struct spring *spring, size_t entry, size_t group)
{
    const struct scene_node *root = &chains->family->scene->nodes[spring->root];
    const struct riders *riders = riders_of(chains, group);
    size_t ring = chains->ring[spring->index];
    if (riders->count == 0) {
        return;
    }
    /* A collider that the spring moves has the spring's ring, or SEVERAL. */
    struct run same = {find_rider(riders, ring, 0), find_rider(riders, ring + 1, 0)};
    struct run own[2] = {
        {find_rider(riders, ring, root->enter), find_rider(riders, ring, root->leave)},
        {find_rider(riders, SEVERAL, root->enter), find_rider(riders, SEVERAL, root->leave)},
    };
    if (own[0].begin < own[0].end || own[1].begin < own[1].end) {
        report_own(chains, spring, entry, group, riders, own);
    }
    struct run others[3] = {{0, same.begin}, {same.end, own[1].begin}, {own[1].end, riders->count}};
    report_others(chains, spring, entry, riders, others);
}

static void check_spring(const struct chains *chains, const struct spring *spring)
{
    const struct tree *list = tree_get(spring->json, "colliderGroups");
    size_t count = spring_heads(spring) > 0 ? tree_length(list) : 0;
    for (size_t i = 0; i < count; i++) {
        size_t group;
        if (tree_index(tree_at(list, i), chains->family->springs->group_count, &group) &&
            chains->group_seen[group] != spring->index + 1) {
            chains->group_seen[group] = spring->index + 1;
            check_entry(chains, spring, i, group);
        }
    }
}

/* Whether a spring moves a collider that any spring uses. This is rare, and all checks in this file depend on it. */
static bool moves_colliders(const struct collider_family *family)
{
    const struct scene *scene = family->scene;
    const struct springs *springs = family->springs;
    const bool *heads = springs_heads(family->arena, springs, scene->count);
    const size_t *movers = scene_nearest(family->arena, scene, heads);
    for (size_t c = 0; c < springs->collider_count; c++) {
        size_t node = springs->colliders[c].node;
        if (node != SPRINGS_NONE && movers[node] != SCENE_NONE && family->meetings[c].spring != SPRINGS_NONE) {
            return true;
        }
    }
    return false;
}

void collider_chains(const struct collider_family *family)
{
    const struct springs *springs = family->springs;
    if (!moves_colliders(family)) {
        return;
    }
    struct chains chains = {.family = family, .ring = collider_cycles(family)};
    find_movers(&chains);
    chains.riders = arena_array(family->arena, springs->group_count, sizeof *chains.riders);
    chains.group_seen = arena_array(family->arena, springs->group_count, sizeof *chains.group_seen);
    chains.collider_seen = arena_array(family->arena, springs->collider_count, sizeof *chains.collider_seen);
    for (size_t s = 0; s < springs->spring_count; s++) {
        check_spring(&chains, &springs->springs[s]);
    }
}
