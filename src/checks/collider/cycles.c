/*
 * Finds springs that wait for each other: collider/dependency-cycle.
 *
 * A head depends on the heads above its node, and on the heads at and above the nodes of all colliders that its
 * spring uses. Edges to ancestors go through one vertex per node, and those to colliders through one vertex per
 * spring and per group, so that the size of the graph is proportional to the file's.
 *
 * By the definition, a spring's colliders on its own chain (collider/in-own-chain) cause no edges within the spring.
 * Here they do, but the same rings are found: the dependencies of such a head are above it, and so above the collider
 * too, so that the spring depends on them anyway. A component with several springs is a ring by the definition, with
 * the same springs; one with a single spring isn't.
 */
#include <assert.h>

#include "base/graph.h"
#include "base/sort.h"
#include "checks/collider/family.h"
#include "ids/messages_collider.h"
#include "ids/rules.h"

#define RING_TRIES 16 /* springs of a component from which the shortest ring is searched */

/* A collider with its position in the pre-order of nodes. */
struct group_rider {
    size_t enter;
    size_t collider;
};

/* The colliders of a group, sorted. */
struct group_riders {
    struct group_rider *items; /* NULL until needed */
    size_t count;
};

struct cycles {
    const struct collider_family *family;
    /* vertices: first the heads, spring by spring, then nodes, springs and groups */
    size_t *heads; /* per spring, plus one entry: its first head */
    size_t nodes;  /* the first of these vertices */
    size_t springs;
    size_t groups;
    struct graph graph;
    size_t *component;
    size_t *colour;
    size_t component_count;
    /* per component */
    size_t *first;               /* its first head, plus one */
    size_t *members;             /* number of springs */
    size_t *next;                /* per head: the next one of the same component, plus one */
    struct group_riders *riders; /* per group */
};

/* ---- the graph ---- */

/* Heads sorted by node: those of node n are list[begin[n]] up to list[begin[n + 1]], exclusive. */
struct heads_by_node {
    size_t *begin;
    size_t *list;
};

static const struct joint *head_joint(const struct cycles *cycles, size_t head)
{
    size_t spring = cycles->colour[head];
    return spring_chain(&cycles->family->springs->springs[spring], head - cycles->heads[spring]);
}

static struct heads_by_node sort_heads(const struct cycles *cycles)
{
    struct arena *arena = cycles->family->arena;
    size_t count = cycles->family->scene->count;
    struct heads_by_node sorted = {arena_array(arena, count + 1, sizeof(size_t)),
                                   arena_array(arena, cycles->nodes, sizeof(size_t))};
    for (size_t head = 0; head < cycles->nodes; head++) {
        sorted.begin[head_joint(cycles, head)->node]++;
    }
    for (size_t node = 0; node < count; node++) {
        sorted.begin[node + 1] += sorted.begin[node];
    }
    /* from the end, so that each begin decreases to its final value */
    for (size_t head = cycles->nodes; head-- > 0;) {
        sorted.list[--sorted.begin[head_joint(cycles, head)->node]] = head;
    }
    return sorted;
}

static void add_heads(const struct cycles *cycles, struct graph_builder *builder)
{
    for (size_t head = 0; head < cycles->nodes; head++) {
        size_t parent = cycles->family->scene->nodes[head_joint(cycles, head)->node].parent;
        (void)graph_add_vertex(builder);
        if (parent != SCENE_NONE) {
            graph_add_edge(builder, cycles->nodes + parent);
        }
        graph_add_edge(builder, cycles->springs + cycles->colour[head]);
    }
}

/* Adds the vertices of nodes. A node represents all heads at and above it. */
static void add_nodes(const struct cycles *cycles, struct graph_builder *builder)
{
    const struct scene *scene = cycles->family->scene;
    struct heads_by_node heads = sort_heads(cycles);
    for (size_t node = 0; node < scene->count; node++) {
        (void)graph_add_vertex(builder);
        for (size_t i = heads.begin[node]; i < heads.begin[node + 1]; i++) {
            graph_add_edge(builder, heads.list[i]);
        }
        if (scene->nodes[node].parent != SCENE_NONE) {
            graph_add_edge(builder, cycles->nodes + scene->nodes[node].parent);
        }
    }
}

static void add_reach(const struct cycles *cycles, struct graph_builder *builder)
{
    const struct springs *springs = cycles->family->springs;
    for (size_t s = 0; s < springs->spring_count; s++) {
        (void)graph_add_vertex(builder);
        for (size_t i = 0; i < springs->springs[s].group_count; i++) {
            graph_add_edge(builder, cycles->groups + springs->springs[s].groups[i]);
        }
    }
    for (size_t g = 0; g < springs->group_count; g++) {
        (void)graph_add_vertex(builder);
        for (size_t i = 0; i < springs->groups[g].collider_count; i++) {
            size_t node = springs->colliders[springs->groups[g].colliders[i]].node;
            if (node != SPRINGS_NONE) {
                graph_add_edge(builder, cycles->nodes + node);
            }
        }
    }
}

static struct cycles build_cycles(const struct collider_family *family)
{
    const struct springs *springs = family->springs;
    struct arena *arena = family->arena;
    struct cycles cycles = {.family = family};
    cycles.heads = arena_array(arena, springs->spring_count + 1, sizeof *cycles.heads);
    for (size_t s = 0; s < springs->spring_count; s++) {
        cycles.heads[s + 1] = cycles.heads[s] + spring_heads(&springs->springs[s]);
    }
    cycles.nodes = cycles.heads[springs->spring_count];
    cycles.springs = cycles.nodes + family->scene->count;
    cycles.groups = cycles.springs + springs->spring_count;
    size_t count = cycles.groups + springs->group_count;
    cycles.colour = arena_array(arena, count, sizeof *cycles.colour);
    for (size_t s = 0; s < springs->spring_count; s++) {
        for (size_t head = cycles.heads[s]; head < cycles.heads[s + 1]; head++) {
            cycles.colour[head] = s;
        }
    }
    for (size_t vertex = cycles.nodes; vertex < count; vertex++) {
        cycles.colour[vertex] = GRAPH_PASSAGE;
    }
    struct graph_builder builder = {.arena = arena};
    add_heads(&cycles, &builder);
    add_nodes(&cycles, &builder);
    add_reach(&cycles, &builder);
    cycles.graph = graph_built(&builder);
    cycles.component = arena_array(arena, count, sizeof *cycles.component);
    cycles.component_count = graph_components(arena, &cycles.graph, cycles.component);
    cycles.riders = arena_array(arena, springs->group_count, sizeof *cycles.riders);
    return cycles;
}

/* Lists the heads of each component, and counts its springs. */
static void list_members(struct cycles *cycles)
{
    struct arena *arena = cycles->family->arena;
    cycles->first = arena_array(arena, cycles->component_count, sizeof *cycles->first);
    cycles->members = arena_array(arena, cycles->component_count, sizeof *cycles->members);
    cycles->next = arena_array(arena, cycles->nodes, sizeof *cycles->next);
    for (size_t head = cycles->nodes; head-- > 0;) {
        size_t component = cycles->component[head];
        size_t after = cycles->first[component];
        cycles->members[component] += after == 0 || cycles->colour[after - 1] != cycles->colour[head];
        cycles->next[head] = after;
        cycles->first[component] = head + 1;
    }
}

/* ---- why a spring depends on another ---- */

static const struct group_riders *riders_of(const struct cycles *cycles, size_t group)
{
    const struct springs *springs = cycles->family->springs;
    struct group_riders *riders = &cycles->riders[group];
    if (riders->items != NULL) {
        return riders;
    }
    riders->items =
        arena_array(cycles->family->arena, springs->groups[group].collider_count + 1, sizeof(struct group_rider));
    for (size_t i = 0; i < springs->groups[group].collider_count; i++) {
        size_t collider = springs->groups[group].colliders[i];
        size_t node = springs->colliders[collider].node;
        if (node != SPRINGS_NONE) {
            riders->items[riders->count++] = (struct group_rider){cycles->family->scene->nodes[node].enter, collider};
        }
    }
    sort_array(cycles->family->arena, riders->items, riders->count, sizeof(struct group_rider), sort_by_two);
    return riders;
}

/* A step from a spring of a ring to the next one. */
struct step {
    size_t spring;
    size_t needs;    /* a head of the next spring on which it depends */
    bool above;      /* that head is above this spring's head in the ring, independent of colliders */
    size_t collider; /* at or below that head's node; SPRINGS_NONE if `above` is set */
    size_t group;    /* that contains the collider */
};

/* Finds a collider that a step's spring uses and that the next spring's head moves. */
static void find_collider(const struct cycles *cycles, struct step *step)
{
    const struct collider_family *family = cycles->family;
    const struct scene_node *node = &family->scene->nodes[head_joint(cycles, step->needs)->node];
    const struct spring *spring = &family->springs->springs[step->spring];
    for (size_t i = 0; i < spring->group_count; i++) {
        const struct group_riders *riders = riders_of(cycles, spring->groups[i]);
        size_t at;
        SORT_SEARCH(at, 0, riders->count, riders->items[at].enter < node->enter);
        if (at < riders->count && riders->items[at].enter < node->leave) {
            step->collider = riders->items[at].collider;
            step->group = spring->groups[i];
            return;
        }
    }
}

/* ---- rings ---- */

struct ring {
    struct step *steps;
    size_t count;
};

/* Converts a ring of heads to one of springs: consecutive heads of one spring are one step. */
static struct ring steps_of(const struct cycles *cycles, const size_t *heads, size_t length)
{
    const size_t *colour = cycles->colour;
    struct ring ring = {arena_array(cycles->family->arena, length, sizeof *ring.steps), 0};
    size_t begin = 0;
    while (colour[heads[begin]] == colour[heads[(begin + length - 1) % length]]) {
        begin++;
    }
    size_t entered = heads[begin];
    for (size_t i = begin; i < begin + length; i++) {
        size_t spring = colour[heads[i % length]];
        size_t needs = heads[(i + 1) % length];
        if (colour[needs] != spring) {
            bool above = scene_is_above(cycles->family->scene, head_joint(cycles, needs)->node,
                                        head_joint(cycles, entered)->node);
            ring.steps[ring.count++] = (struct step){spring, needs, above, SPRINGS_NONE, 0};
            entered = needs;
        }
    }
    return ring;
}

/* Returns the shortest of the rings through the first springs of a component. */
static struct ring shortest_ring(const struct cycles *cycles, struct graph_rings *search, size_t component)
{
    const size_t *best = NULL;
    size_t best_length = SIZE_MAX;
    size_t spring = SPRINGS_NONE;
    size_t tries = 0;
    for (size_t head = cycles->first[component]; head != 0 && tries < RING_TRIES; head = cycles->next[head - 1]) {
        if (cycles->colour[head - 1] == spring) {
            continue;
        }
        spring = cycles->colour[head - 1];
        tries++;
        size_t length;
        const size_t *heads = graph_ring(search, head - 1, &length);
        if (length > 0 && length < best_length) {
            best = heads;
            best_length = length;
        }
    }
    assert(best != NULL);
    return steps_of(cycles, best, best_length);
}

/* Rotates a ring so that it begins where it should be cut: at the first spring in the file that depends on the next
 * one because of a collider. Every ring contains one, because no head is below itself. */
static struct ring rotate_ring(struct arena *arena, const struct ring *ring)
{
    size_t cut = 0;
    for (size_t i = 1; i < ring->count; i++) {
        const struct step *step = &ring->steps[i];
        const struct step *best = &ring->steps[cut];
        if (step->above != best->above ? best->above : step->spring < best->spring) {
            cut = i;
        }
    }
    struct ring turned = {arena_array(arena, ring->count, sizeof *turned.steps), ring->count};
    for (size_t i = 0; i < ring->count; i++) {
        turned.steps[i] = ring->steps[(cut + i) % ring->count];
    }
    return turned;
}

/* Returns a spring of a ring and the reason why it depends on the next. */
static struct argument the_step(const struct cycles *cycles, const struct step *step)
{
    const struct avatar *avatar = cycles->family->avatar;
    bool rides = step->collider != SPRINGS_NONE;
    struct argument *inner = arena_array(cycles->family->arena, 3, sizeof *inner);
    inner[0] = the_spring("spring", avatar, step->spring);
    inner[1] = rides ? the_collider("collider", avatar, step->collider)
                     : the_node("node", avatar, head_joint(cycles, step->needs)->node);
    return CLAUSE(NULL, rides ? WORDS_RING_COLLIDER : WORDS_RING_BELOW, inner);
}

static struct argument the_ring(const struct cycles *cycles, const struct ring *ring)
{
    size_t shown = ring->count < FINDING_LIST_MAX ? ring->count : FINDING_LIST_MAX;
    struct argument *steps = arena_array(cycles->family->arena, shown, sizeof *steps);
    for (size_t i = 0; i < shown; i++) {
        steps[i] = the_step(cycles, &ring->steps[i]);
    }
    return argument_list("ring", steps, shown, ring->count, JOIN_ONWARD);
}

/* Returns the names of all springs of a component. */
static struct argument the_members(const struct cycles *cycles, size_t component)
{
    struct argument *names = arena_array(cycles->family->arena, FINDING_LIST_MAX, sizeof *names);
    size_t shown = 0;
    size_t spring = SPRINGS_NONE;
    for (size_t head = cycles->first[component]; head != 0 && shown < FINDING_LIST_MAX; head = cycles->next[head - 1]) {
        if (cycles->colour[head - 1] != spring) {
            spring = cycles->colour[head - 1];
            names[shown++] = the_spring(NULL, cycles->family->avatar, spring);
        }
    }
    return argument_list("springs", names, shown, cycles->members[component], JOIN_COMMA);
}

static void relate_steps(const struct cycles *cycles, const struct ring *ring, struct finding *finding)
{
    const struct avatar *avatar = cycles->family->avatar;
    for (size_t i = 0; i < ring->count && i < FINDING_LIST_MAX; i++) {
        const struct step *step = &ring->steps[i];
        size_t next = cycles->colour[step->needs];
        if (step->collider != SPRINGS_NONE) {
            finding_relate(
                finding, RELATED_COLLIDER_DEPENDENCY_CYCLE__COLLIDER, place_collider(step->collider, "node"),
                ARGUMENTS(the_collider("collider", avatar, step->collider), the_spring("spring", avatar, next)));
        } else {
            finding_relate(finding, RELATED_COLLIDER_DEPENDENCY_CYCLE__SPRING, place_spring(step->spring, NULL),
                           ARGUMENTS(the_spring("spring", avatar, step->spring), the_spring("next", avatar, next)));
        }
    }
}

/* Returns the first entry of a spring's colliderGroups for a group, or SPRINGS_NONE. */
static size_t find_entry(const struct collider_family *family, size_t spring, size_t group)
{
    const struct tree *list = tree_get(family->springs->springs[spring].json, "colliderGroups");
    size_t count = tree_length(list);
    for (size_t i = 0; i < count; i++) {
        size_t named;
        if (tree_index(tree_at(list, i), family->springs->group_count, &named) && named == group) {
            return i;
        }
    }
    return SPRINGS_NONE;
}

static void report_component(const struct cycles *cycles, struct graph_rings *search, size_t component)
{
    const struct collider_family *family = cycles->family;
    struct ring found = shortest_ring(cycles, search, component);
    struct ring ring = rotate_ring(family->arena, &found);
    for (size_t i = 0; i < ring.count && i < FINDING_LIST_MAX; i++) {
        /* a spring's colliders connect it to at most one component, so this is linear in its groups */
        if (!ring.steps[i].above) {
            find_collider(cycles, &ring.steps[i]);
        }
    }
    const struct step *cut = &ring.steps[0];
    assert(cut->collider != SPRINGS_NONE);
    bool whole = ring.count == cycles->members[component];
    struct place place = place_of(PLACE_SPRING_GROUP, cut->spring, find_entry(family, cut->spring, cut->group), NULL);
    struct argument count = COUNT("count", cycles->members[component]);
    struct argument first = the_spring("first", family->avatar, cut->spring);
    struct argument collider = the_collider("collider", family->avatar, cut->collider);
    struct argument group = the_group("group", family->avatar, cut->group);
    struct finding *finding = report_taking(
        family->findings,
        whole ? MESSAGE_COLLIDER_DEPENDENCY_CYCLE__RING : MESSAGE_COLLIDER_DEPENDENCY_CYCLE__SEVERAL_RINGS, place,
        ARGUMENTS(count, the_members(cycles, component), the_ring(cycles, &ring), first, collider, group));
    finding_measure(finding, "springs", (double)cycles->members[component]);
    finding_measure(finding, "ring", (double)ring.count);
    relate_steps(cycles, &ring, finding);
}

const size_t *collider_cycles(const struct collider_family *family)
{
    const struct springs *springs = family->springs;
    struct cycles cycles = build_cycles(family);
    list_members(&cycles);
    size_t *together = arena_array(family->arena, springs->spring_count, sizeof *together);
    for (size_t s = springs->spring_count; s-- > 0;) {
        together[s] = s;
        for (size_t head = cycles.heads[s + 1]; head-- > cycles.heads[s];) {
            size_t component = cycles.component[head];
            if (cycles.members[component] > 1) {
                together[s] = cycles.colour[cycles.first[component] - 1];
            }
        }
    }
    if (!findings_want(family->findings, RULE_COLLIDER_DEPENDENCY_CYCLE)) {
        return together;
    }
    struct graph_rings *search = graph_rings_new(family->arena, &cycles.graph, cycles.component, cycles.colour);
    for (size_t head = 0; head < cycles.nodes; head++) {
        size_t component = cycles.component[head];
        if (cycles.members[component] > 1 && cycles.first[component] == head + 1) {
            report_component(&cycles, search, component);
        }
    }
    return together;
}
