/* Checks the lists of colliders and groups: unused elements, repeated entries, and equal colliders. */

#include "base/json_value.h"
#include "base/sort.h"
#include "checks/absent.h"
#include "checks/collider/family.h"
#include "checks/collider_shift.h"
#include "checks/repeats.h"
#include "ids/messages_collider.h"
#include "ids/messages_words.h"
#include "ids/rules.h"

/* ---- unused elements ---- */

/* Whether a list is readable. A list that is ill-typed, or missing although required, has its own finding, and may
 * have been meant to contain anything. */
static bool is_list(const struct tree *owner, const char *key, bool required)
{
    const struct tree *list = tree_get(owner, key);
    return list == NULL ? tree_is_object(owner) && !required : tree_is_array(list);
}

static void check_unused(const struct collider_family *family)
{
    const struct springs *springs = family->springs;
    bool *used = arena_array(family->arena, springs->collider_count, sizeof *used);
    bool sure = is_list(family->extension, "colliderGroups", false);
    for (size_t g = 0; g < springs->group_count; g++) {
        sure = sure && is_list(springs->groups[g].json, "colliders", true);
        for (size_t i = 0; i < springs->groups[g].collider_count; i++) {
            used[springs->groups[g].colliders[i]] = true;
        }
    }
    for (size_t c = 0; sure && c < springs->collider_count; c++) {
        if (!used[c]) {
            struct finding *finding =
                report(family->findings, MESSAGE_COLLIDER_UNUSED__DEFAULT, place_collider(c, NULL),
                       ARGUMENTS(the_collider("collider", family->avatar, c)));
            finding_edit(finding, VRMLINT_EDIT_REMOVE, place_collider(c, NULL), NULL);
            if (tree_get(family->extension, "colliderGroups") == NULL) {
                absent_note(family->check, finding, ABSENT_LEFT, "/extensions/VRMC_springBone/colliderGroups");
            }
        }
    }
}

static void check_unused_groups(const struct collider_family *family)
{
    const struct springs *springs = family->springs;
    bool *used = arena_array(family->arena, springs->group_count, sizeof *used);
    bool sure = springs->spring_count > 0 && is_list(family->extension, "springs", false);
    for (size_t s = 0; s < springs->spring_count; s++) {
        sure = sure && is_list(springs->springs[s].json, "colliderGroups", false);
        for (size_t i = 0; i < springs->springs[s].group_count; i++) {
            used[springs->springs[s].groups[i]] = true;
        }
    }
    for (size_t g = 0; sure && g < springs->group_count; g++) {
        if (!used[g]) {
            size_t count = springs->groups[g].collider_count;
            struct finding *finding =
                report(family->findings, MESSAGE_COLLIDER_GROUP_UNUSED__DEFAULT, place_group(g, NULL),
                       ARGUMENTS(the_group("group", family->avatar, g), COUNT("count", count)));
            finding_measure(finding, "colliders", (double)count);
            finding_edit(finding, VRMLINT_EDIT_REMOVE, place_group(g, NULL), NULL);
        }
    }
}

/* ---- a list that has shifted ---- */

/* Lowers each index of the groups, if all of them are of colliders that the file has. */
static void fix_shift(const struct collider_family *family, struct finding *finding, const struct collider_shift *shift)
{
    if (shift->lost) {
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    const struct tree *groups = tree_get(family->extension, "colliderGroups");
    for (size_t g = 0; finding_wants_edits(finding) && g < tree_length(groups); g++) {
        const struct tree *list = tree_get(tree_at(groups, g), "colliders");
        for (size_t i = 0; i < tree_length(list); i++) {
            size_t index;
            struct json_value value;
            if (tree_index(tree_at(list, i), SIZE_MAX, &index)) {
                finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_GROUP_COLLIDER, g, i, NULL),
                             json_number(&value, (double)(index - shift->by)));
            }
        }
    }
}

static void check_shift(const struct collider_family *family)
{
    const struct collider_shift shift = collider_shift_read(family->avatar->document);
    if (shift.by == 0) {
        return;
    }
    struct place place = place_of(PLACE_EXTENSION, 0, 0, "VRMC_springBone/colliderGroups");
    struct argument by = COUNT("by", shift.by);
    struct finding *finding =
        shift.exporter == NULL
            ? report(family->findings, MESSAGE_COLLIDER_LIST_SHIFTED__DEFAULT, place, ARGUMENTS(by))
            : report(family->findings,
                     shift.inside ? MESSAGE_COLLIDER_LIST_SHIFTED__INSIDE : MESSAGE_COLLIDER_LIST_SHIFTED__EXPORTER,
                     place, ARGUMENTS(by, TEXT("exporter", shift.exporter)));
    finding_measure(finding, "shift", (double)shift.by);
    fix_shift(family, finding, &shift);
}

/* ---- repeated entries ---- */

static const struct repeats_rule repeated_colliders = {PLACE_GROUP_COLLIDER,
                                                       {"group", the_group},
                                                       {"collider", the_collider},
                                                       MESSAGE_COLLIDER_DUPLICATE_IN_GROUP__DEFAULT,
                                                       RELATED_COLLIDER_DUPLICATE_IN_GROUP__ENTRY,
                                                       MESSAGE_COLLIDER_DUPLICATE_IN_GROUP__MORE};

/* ---- colliders used twice ---- */

/* A group with colliders that a spring already uses through other groups. */
struct group_overlap {
    size_t group;
    size_t earlier;    /* the earlier group with the first of them */
    bool others;       /* some are in other earlier groups */
    size_t count;      /* number of these colliders */
    size_t *colliders; /* the first ones, at most FINDING_LIST_MAX */
    struct group_overlap *next;
};

/* Adds a collider that an earlier group contains. */
static void add_overlap(const struct collider_family *family, struct group_overlap *overlap, size_t collider,
                        size_t earlier)
{
    if (overlap->count == 0) {
        size_t most = family->springs->groups[overlap->group].collider_count;
        overlap->colliders =
            arena_array(family->arena, most < FINDING_LIST_MAX ? most : FINDING_LIST_MAX, sizeof *overlap->colliders);
        overlap->earlier = earlier;
    }
    overlap->others = overlap->others || earlier != overlap->earlier;
    if (overlap->count < FINDING_LIST_MAX) {
        overlap->colliders[overlap->count] = collider;
    }
    overlap->count++;
}

/* Returns the overlaps among the groups of a spring. seen: per collider, the group that contains it, plus one; must
 * be zeroed, and is zeroed again. */
static struct group_overlap *find_overlaps(const struct collider_family *family, const struct spring *spring,
                                           size_t *seen)
{
    struct group_overlap *first = NULL;
    struct group_overlap **end = &first;
    for (size_t i = 0; i < spring->group_count; i++) {
        size_t g = spring->groups[i];
        const struct collider_group *group = &family->springs->groups[g];
        struct group_overlap overlap = {.group = g};
        for (size_t k = 0; k < group->collider_count; k++) {
            size_t collider = group->colliders[k];
            if (seen[collider] == 0) {
                seen[collider] = g + 1;
            } else if (seen[collider] != g + 1) {
                add_overlap(family, &overlap, collider, seen[collider] - 1);
            }
        }
        if (overlap.count > 0) {
            *end = arena_alloc(family->arena, sizeof **end);
            **end = overlap;
            end = &(*end)->next;
        }
    }
    for (size_t i = 0; i < spring->collider_count; i++) {
        seen[spring->colliders[i]] = 0;
    }
    return first;
}

/* Reports an overlap. entries: per group, the first entry of the spring for it. */
static void report_overlap(const struct collider_family *family, const struct spring *spring,
                           const struct group_overlap *overlap, const size_t *entries)
{
    struct argument names[FINDING_LIST_MAX];
    size_t shown = overlap->count < FINDING_LIST_MAX ? overlap->count : FINDING_LIST_MAX;
    for (size_t i = 0; i < shown; i++) {
        names[i] = the_collider(NULL, family->avatar, overlap->colliders[i]);
    }
    struct finding *finding =
        report(family->findings,
               overlap->others ? MESSAGE_COLLIDER_REACHED_TWICE__OTHERS : MESSAGE_COLLIDER_REACHED_TWICE__DEFAULT,
               place_of(PLACE_SPRING_GROUP, spring->index, entries[overlap->group], NULL),
               ARGUMENTS(the_spring("spring", family->avatar, spring->index),
                         argument_list("colliders", names, shown, overlap->count, JOIN_AND),
                         the_group("earlier", family->avatar, overlap->earlier),
                         the_group("group", family->avatar, overlap->group), COUNT("count", overlap->count)));
    finding_measure(finding, "colliders", (double)overlap->count);
    finding_relate(finding, WORDS_ALONE, place_of(PLACE_SPRING_GROUP, spring->index, entries[overlap->earlier], NULL),
                   ARGUMENTS(the_group("thing", family->avatar, overlap->earlier)));
}

/* Finds the first entry of a spring for each of its groups. */
static void find_entries(const struct collider_family *family, const struct spring *spring, size_t *entries)
{
    const struct tree *list = tree_get(spring->json, "colliderGroups");
    for (size_t i = tree_count(list); i-- > 0;) {
        size_t group;
        if (tree_index(tree_at(list, i), family->springs->group_count, &group)) {
            entries[group] = i;
        }
    }
}

/* Springs with the same groups have the same overlaps, which are searched once. */
static void check_reached_twice(const struct collider_family *family)
{
    const struct springs *springs = family->springs;
    size_t *seen = arena_array(family->arena, springs->collider_count, sizeof *seen);
    size_t *entries = arena_array(family->arena, springs->group_count, sizeof *entries);
    struct group_overlap **overlaps = arena_array(family->arena, springs->spring_count, sizeof(struct group_overlap *));
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        if (spring->alike == s && !spring->colliders_skipped) {
            overlaps[s] = find_overlaps(family, spring, seen);
        }
        const struct group_overlap *at = overlaps[spring->alike];
        if (at != NULL) {
            find_entries(family, spring, entries);
        }
        for (; at != NULL; at = at->next) {
            report_overlap(family, spring, at, entries);
        }
    }
}

/* ---- equal colliders ---- */

/* Compares numbers in single precision, as apps use them. */
static int compare_number(double left, double right)
{
    float a = (float)left;
    float b = (float)right;
    return a < b ? -1 : a > b;
}

static int compare_vector(struct vec3 a, struct vec3 b)
{
    int order = compare_number(a.x, b.x);
    order = order != 0 ? order : compare_number(a.y, b.y);
    return order != 0 ? order : compare_number(a.z, b.z);
}

int collider_compare_shapes(const struct shape *a, const struct shape *b)
{
    if (a->kind != b->kind || a->inside != b->inside) {
        return a->kind != b->kind ? (a->kind < b->kind ? -1 : 1) : (a->inside ? 1 : -1);
    }
    int order = compare_vector(a->offset, b->offset);
    if (a->kind == SHAPE_PLANE) {
        return order != 0 ? order : compare_vector(a->normal, b->normal);
    }
    order = order != 0 ? order : compare_number(a->radius, b->radius);
    return order != 0 || a->kind != SHAPE_CAPSULE ? order : compare_vector(a->tail, b->tail);
}

/* Compares only nodes and shapes. */
static int compare_same(const struct collider *a, const struct collider *b)
{
    if (a->node != b->node) {
        return sort_order(a->node, b->node);
    }
    return collider_compare_shapes(a->effective, b->effective);
}

static int compare_colliders(const void *left, const void *right)
{
    const struct collider *a = *(const struct collider *const *)left;
    const struct collider *b = *(const struct collider *const *)right;
    return sort_then(compare_same(a, b), a->index, b->index);
}

static void check_identical(const struct collider_family *family)
{
    const struct springs *springs = family->springs;
    const struct collider **sorted = arena_array(family->arena, springs->collider_count, sizeof(struct collider *));
    size_t count = 0;
    for (size_t c = 0; c < springs->collider_count; c++) {
        if (springs->colliders[c].node != SPRINGS_NONE && springs->colliders[c].effective->kind != SHAPE_NONE) {
            sorted[count++] = &springs->colliders[c];
        }
    }
    sort_array(family->arena, sorted, count, sizeof(struct collider *), compare_colliders);
    size_t first = 0;
    for (size_t i = 1; i < count; i++) {
        if (compare_same(sorted[first], sorted[i]) != 0) {
            first = i;
            continue;
        }
        size_t earlier = sorted[first]->index;
        size_t later = sorted[i]->index;
        struct finding *finding =
            report(family->findings, MESSAGE_COLLIDER_IDENTICAL__DEFAULT, place_collider(later, NULL),
                   ARGUMENTS(the_collider("collider", family->avatar, later),
                             collider_kind("shape", sorted[i]->effective->kind),
                             the_collider("earlier", family->avatar, earlier)));
        finding_relate(finding, WORDS_ALONE, place_collider(earlier, NULL),
                       ARGUMENTS(the_collider("thing", family->avatar, earlier)));
    }
}

void collider_groups(const struct collider_family *family)
{
    check_shift(family);
    const struct springs *springs = family->springs;
    if (findings_want(family->findings, RULE_COLLIDER_UNUSED)) {
        check_unused(family);
    }
    if (findings_want(family->findings, RULE_COLLIDER_GROUP_UNUSED)) {
        check_unused_groups(family);
    }
    if (findings_want(family->findings, RULE_COLLIDER_DUPLICATE_IN_GROUP)) {
        struct last_listed *listed = arena_array(family->arena, springs->collider_count, sizeof *listed);
        for (size_t g = 0; g < springs->group_count; g++) {
            repeats_check(family->check, &repeated_colliders, g, tree_get(springs->groups[g].json, "colliders"), listed,
                          springs->collider_count);
        }
    }
    if (findings_want(family->findings, RULE_COLLIDER_REACHED_TWICE)) {
        check_reached_twice(family);
    }
    if (findings_want(family->findings, RULE_COLLIDER_IDENTICAL)) {
        check_identical(family);
    }
}

/*
 * Checks colliders on nodes that springs move: collider/in-own-chain, collider/on-simulated-node. Rings among springs
 * are checked in cycles.c.
 *
 * A group may be large, and many springs may use it. So the colliders of a group that ride on springs are sorted
 * once, and each spring finds those on its own chain, and those on others, by search. There is one finding per entry
 * of a spring's colliderGroups, because an entry can be removed.
 */

#define SEVERAL SIZE_MAX

/* Two of the springs with a root at or above a node: the nearest, and the nearest that isn't in a ring with it.
 * SPRINGS_NONE if there is none. */
struct moving_springs {
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

struct collider_chains {
    const struct collider_family *family;
    const size_t *ring;            /* per spring, from collider_cycles() */
    struct moving_springs *movers; /* per node */
    struct riders *riders;         /* per group */
    size_t *group_seen;            /* per group: the last spring that used it, plus one */
    size_t *collider_seen;         /* per collider: the last group that was sorted with it, plus one */
};

/* A range of riders for a finding. */
struct rider_range {
    size_t begin;
    size_t end;
};

/* ---- springs that move a node ---- */

static void add_mover(const struct collider_chains *chains, struct moving_springs *movers, size_t spring)
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

static void find_movers(struct collider_chains *chains)
{
    const struct scene *scene = chains->family->scene;
    const struct springs *springs = chains->family->springs;
    chains->movers = arena_array(chains->family->arena, scene->count, sizeof *chains->movers);
    for (size_t node = 0; node < scene->count; node++) {
        chains->movers[node] = (struct moving_springs){SPRINGS_NONE, SPRINGS_NONE};
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

static const struct riders *riders_of_group(const struct collider_chains *chains, size_t g)
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
        const struct moving_springs *movers = node == SPRINGS_NONE ? NULL : &chains->movers[node];
        if (movers == NULL || movers->first == SPRINGS_NONE) {
            continue;
        }
        if (riders->items == NULL) {
            riders->items = arena_array(family->arena, group->collider_count, sizeof *riders->items);
        }
        size_t ring = movers->second == SPRINGS_NONE ? chains->ring[movers->first] : SEVERAL;
        riders->items[riders->count++] = (struct rider){ring, family->scene->nodes[node].enter, collider};
    }
    sort_array(family->arena, riders->items, riders->count, sizeof *riders->items, sort_by_three);
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

static void list_run(const struct collider_family *family, const struct riders *riders, struct rider_range run,
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
    return argument_list("colliders", listed->names, listed->shown, listed->count, JOIN_AND);
}

static void relate_listed(struct finding *finding, const struct listed *listed)
{
    finding_measure(finding, "colliders", (double)listed->count);
    for (size_t i = 0; finding != NULL && i < listed->shown; i++) {
        finding_relate(finding, WORDS_ALONE, place_collider(listed->colliders[i], "node"),
                       ARGUMENTS(argument_as("thing", listed->names[i])));
    }
}

static void report_own(const struct collider_chains *chains, const struct spring *spring, size_t entry, size_t group,
                       const struct riders *riders, const struct rider_range own[2])
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
static void report_others(const struct collider_chains *chains, const struct spring *spring, size_t entry,
                          const struct riders *riders, const struct rider_range runs[3])
{
    const struct collider_family *family = chains->family;
    struct listed listed = {.count = 0};
    for (int i = 0; i < 3; i++) {
        list_run(family, riders, runs[i], &listed);
    }
    if (listed.count == 0) {
        return;
    }
    const struct moving_springs *movers = &chains->movers[family->springs->colliders[listed.colliders[0]].node];
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

static void check_entry(const struct collider_chains *chains, const struct spring *spring, size_t entry, size_t group)
{
    const struct scene_node *root = &chains->family->scene->nodes[spring->root];
    const struct riders *riders = riders_of_group(chains, group);
    size_t ring = chains->ring[spring->index];
    if (riders->count == 0) {
        return;
    }
    /* A collider that the spring moves has the spring's ring, or SEVERAL. */
    struct rider_range same = {find_rider(riders, ring, 0), find_rider(riders, ring + 1, 0)};
    struct rider_range own[2] = {
        {find_rider(riders, ring, root->enter), find_rider(riders, ring, root->leave)},
        {find_rider(riders, SEVERAL, root->enter), find_rider(riders, SEVERAL, root->leave)},
    };
    if (own[0].begin < own[0].end || own[1].begin < own[1].end) {
        report_own(chains, spring, entry, group, riders, own);
    }
    struct rider_range others[3] = {{0, same.begin}, {same.end, own[1].begin}, {own[1].end, riders->count}};
    report_others(chains, spring, entry, riders, others);
}

static void check_spring_groups(const struct collider_chains *chains, const struct spring *spring)
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
    struct collider_chains chains = {.family = family, .ring = collider_cycles(family)};
    find_movers(&chains);
    chains.riders = arena_array(family->arena, springs->group_count, sizeof *chains.riders);
    chains.group_seen = arena_array(family->arena, springs->group_count, sizeof *chains.group_seen);
    chains.collider_seen = arena_array(family->arena, springs->collider_count, sizeof *chains.collider_seen);
    for (size_t s = 0; s < springs->spring_count; s++) {
        check_spring_groups(&chains, &springs->springs[s]);
    }
}
