/*
 * Checks the dependencies of constraints: sources that are the destination or move with it, and rings of constraints.
 *
 * A constraint runs after those that move what it reads: its source, and all ancestors if it reads in model space.
 * Each constraint has a second vertex, a passage, which represents this constraint and all those on ancestors, and
 * leads to the passage of the next one above. So a long chain of constrained nodes costs no more than its length.
 */
#include "base/graph.h"
#include "checks/constraint/family.h"
#include "ids/messages_constraint.h"
#include "ids/messages_words.h"

/* The dependencies of a constraint, according to the specification or to three-vrm. */
struct needs {
    bool any; /* it is in the graph */
    bool above_source;
    bool above_destination;
};

typedef struct needs needs_rule(const struct constraint *constraint);

/* Vertices: the items, then their passages. */
struct ring_graph {
    const struct constraint_family *family;
    struct graph graph;
    size_t *component; /* per vertex */
    size_t *size;      /* per component: number of items in it */
};

/* ---- the two graphs ---- */

static struct needs needs_by_spec(const struct constraint *constraint)
{
    return (struct needs){true, constraint->source_space == SPACE_MODEL, constraint->destination_space == SPACE_MODEL};
}

/* Returns the dependencies in three-vrm, which ignores drafts. */
static struct needs needs_in_three_vrm(const struct constraint *constraint)
{
    return (struct needs){!constraint_is_draft(constraint), true, constraint->kind == CONSTRAINT_AIM};
}

/* Adds edges to the constraints on all ancestors of a node. */
static void add_above(const struct constraint_family *family, struct graph_builder *builder, size_t node)
{
    size_t parent = family->scene->nodes[node].parent;
    if (parent != SCENE_NONE && family->nearest[parent] != SCENE_NONE) {
        graph_add_edge(builder, family->count + family->nearest[parent]);
    }
}

static void add_item(const struct constraint_family *family, struct graph_builder *builder, size_t item,
                     needs_rule *needs_of)
{
    const struct constraint *constraint = &family->items[item];
    graph_add_vertex(builder);
    struct needs needs = needs_of(constraint);
    if (!needs.any || family->on[constraint->destination] != item) {
        return;
    }
    if (family->on[constraint->source] != SCENE_NONE) {
        graph_add_edge(builder, family->on[constraint->source]);
    }
    if (needs.above_source) {
        add_above(family, builder, constraint->source);
    }
    if (needs.above_destination) {
        add_above(family, builder, constraint->destination);
    }
}

static struct ring_graph build_ring_graph(const struct constraint_family *family, needs_rule *needs_of)
{
    struct ring_graph rings = {.family = family};
    struct graph_builder builder = {.arena = family->arena};
    for (size_t i = 0; i < family->count; i++) {
        add_item(family, &builder, i, needs_of);
    }
    for (size_t i = 0; i < family->count; i++) {
        graph_add_vertex(&builder);
        graph_add_edge(&builder, i);
        add_above(family, &builder, family->items[i].destination);
    }
    rings.graph = graph_built(&builder);
    rings.component = arena_array(family->arena, rings.graph.count, sizeof *rings.component);
    size_t count = graph_components(family->arena, &rings.graph, rings.component);
    rings.size = arena_array(family->arena, count, sizeof *rings.size);
    for (size_t i = 0; i < family->count; i++) {
        rings.size[rings.component[i]]++;
    }
    return rings;
}

/* ---- sources ---- */

static struct argument the_node_of(const char *as, const struct constraint_family *family, size_t item)
{
    return the_node(as, family->avatar, family->items[item].destination);
}

static void check_self(const struct constraint_family *family, size_t item)
{
    const struct constraint *constraint = &family->items[item];
    if (!constraint->known || constraint->source == SCENE_NONE || constraint->source != constraint->destination) {
        return;
    }
    family->condemned[item] = true;
    finding_edit(report(family->check->findings,
                        constraint_is_draft(constraint) ? MESSAGE_CONSTRAINT_SELF_SOURCE__DRAFT
                                                        : MESSAGE_CONSTRAINT_SELF_SOURCE__DEFAULT,
                        constraint_body_place(family, constraint, "source"),
                        ARGUMENTS(the_constraint("constraint", family, constraint))),
                 VRMLINT_EDIT_REMOVE, constraint_place(constraint), NULL);
}

/* Whether the source may be below the destination: the draft allows it if the source is read relative to
 * its parent. */
static bool may_descend(const struct constraint *constraint)
{
    return constraint->layout == LAYOUT_DRAFT_C ||
           (constraint->layout == LAYOUT_DRAFT_A && constraint->source_space != SPACE_MODEL);
}

static void check_descent(const struct constraint_family *family, size_t item)
{
    const struct constraint *constraint = &family->items[item];
    if (family->on[constraint->destination] != item || may_descend(constraint) ||
        !scene_is_above(family->scene, constraint->destination, constraint->source)) {
        return;
    }
    family->condemned[item] = true;
    struct argument source = the_node("source", family->avatar, constraint->source);
    size_t bone = humanoid_bone(family->avatar->humanoid, constraint->destination);
    bool is_bone = bone != BONE_COUNT;
    struct finding *finding = report_taking(
        family->check->findings,
        is_bone ? (constraint_is_draft(constraint) ? MESSAGE_CONSTRAINT_SOURCE_DESCENDS_DESTINATION__BONE_IN_DRAFT
                                                   : MESSAGE_CONSTRAINT_SOURCE_DESCENDS_DESTINATION__BONE)
        : constraint->layout == LAYOUT_DRAFT_A ? MESSAGE_CONSTRAINT_SOURCE_DESCENDS_DESTINATION__EARLY_DRAFT
        : constraint_is_draft(constraint)      ? MESSAGE_CONSTRAINT_SOURCE_DESCENDS_DESTINATION__LATE_DRAFT
                                               : MESSAGE_CONSTRAINT_SOURCE_DESCENDS_DESTINATION__DEFAULT,
        constraint_body_place(family, constraint, "source"),
        ARGUMENTS(the_constraint("constraint", family, constraint), source, the_node_of("node", family, item),
                  TERM("bone", is_bone ? bones[bone].name : "")));
    finding_relate(finding, RELATED_CONSTRAINT_SOURCE_DESCENDS_DESTINATION__DEFAULT,
                   place_node(constraint->source, NULL), ARGUMENTS(source));
}

/* ---- rings ---- */

/* Rotates a ring so that it begins at the smallest destination; items are sorted by destination. */
static const size_t *from_smallest(struct arena *arena, const size_t *ring, size_t length)
{
    size_t first = 0;
    for (size_t i = 1; i < length; i++) {
        first = ring[i] < ring[first] ? i : first;
    }
    size_t *turned = arena_array(arena, length, sizeof *turned);
    for (size_t i = 0; i < length; i++) {
        turned[i] = ring[(first + i) % length];
    }
    return turned;
}

enum { RING_ITEMS_MAX = FINDING_LIST_MAX + 2 };

/* Returns words such as "'A' (node 1) <- 'B' (node 2) <- 3 more <- 'A' (node 1)", with arrows; fills items. rest: the
 * number of omitted ones, which must live as long as the items. */
static struct argument the_ring(const struct constraint_family *family, const size_t *ring, size_t length,
                                struct argument items[RING_ITEMS_MAX], const struct argument *rest)
{
    size_t count = 0;
    for (size_t i = 0; i < length && i < FINDING_LIST_MAX; i++) {
        items[count++] = the_node_of("", family, ring[i]);
    }
    if (length > FINDING_LIST_MAX) {
        items[count++] = CLAUSE("", WORDS_ONLY_MORE, rest);
    }
    items[count++] = the_node_of("", family, ring[0]);
    return argument_list("ring", items, count, count, JOIN_ARROW);
}

/* Returns the constraint of a ring that should be removed: one whose source is below its destination, which is a
 * mistake in itself; otherwise the last one in the file, which was probably added last. */
static size_t constraint_to_cut(const struct constraint_family *family, const size_t *ring, size_t length)
{
    size_t best = ring[0];
    bool best_descends = false;
    for (size_t i = 0; i < length; i++) {
        const struct constraint *constraint = &family->items[ring[i]];
        bool descends = scene_is_above(family->scene, constraint->destination, constraint->source);
        if (descends != best_descends ? descends : ring[i] > best) {
            best = ring[i];
            best_descends = descends;
        }
    }
    return best;
}

/* The kinds of rings; all rings of a graph belong to one rule. */
enum ring_kind {
    RING_DEFAULT,
    RING_DRAFT, /* it contains drafts */
    RING_DIRECT /* the source of each is the destination of the next */
};

struct ring_texts {
    enum message whole[3]; /* per kind */
    enum message part[3];  /* the same if further constraints are in the component of the ring */
    enum message related;
};

static const struct ring_texts texts_by_spec = {
    {MESSAGE_CONSTRAINT_CIRCULAR_DEPENDENCY__DEFAULT, MESSAGE_CONSTRAINT_CIRCULAR_DEPENDENCY__DRAFT,
     MESSAGE_CONSTRAINT_CIRCULAR_DEPENDENCY__DIRECT},
    {MESSAGE_CONSTRAINT_CIRCULAR_DEPENDENCY__MORE, MESSAGE_CONSTRAINT_CIRCULAR_DEPENDENCY__DRAFT_MORE,
     MESSAGE_CONSTRAINT_CIRCULAR_DEPENDENCY__DIRECT_MORE},
    RELATED_CONSTRAINT_CIRCULAR_DEPENDENCY__DEFAULT,
};

/* These rings contain no drafts, and direct ones are reported according to the specification. */
static const struct ring_texts texts_in_three_vrm = {
    {[RING_DEFAULT] = MESSAGE_CONSTRAINT_CIRCULAR_DEPENDENCY_VIA_ANCESTORS__DEFAULT},
    {[RING_DEFAULT] = MESSAGE_CONSTRAINT_CIRCULAR_DEPENDENCY_VIA_ANCESTORS__MORE},
    RELATED_CONSTRAINT_CIRCULAR_DEPENDENCY_VIA_ANCESTORS__DEFAULT,
};

static enum ring_kind kind_of_ring(const struct constraint_family *family, const size_t *ring, size_t length)
{
    bool direct = true;
    for (size_t i = 0; i < length; i++) {
        const struct constraint *constraint = &family->items[ring[i]];
        if (constraint_is_draft(constraint)) {
            return RING_DRAFT;
        }
        direct = direct && constraint->source == family->items[ring[(i + 1) % length]].destination;
    }
    return direct ? RING_DIRECT : RING_DEFAULT;
}

/* Reports a ring in a component of `members` constraints. */
static void report_ring(const struct constraint_family *family, const struct ring_texts *texts, const size_t *ring,
                        size_t length, size_t members)
{
    enum ring_kind kind = kind_of_ring(family, ring, length);
    const struct constraint *first = &family->items[ring[0]];
    const struct argument *rest = ARGUMENTS(COUNT("count", length < FINDING_LIST_MAX ? 0 : length - FINDING_LIST_MAX));
    struct argument items[RING_ITEMS_MAX];
    struct argument arguments[] = {
        the_constraint("constraint", family, first),
        the_ring(family, ring, length, items, rest),
        the_node_of("node", family, constraint_to_cut(family, ring, length)),
        members == length ? argument_end() : COUNT("count", members - length),
        {.name = NULL},
    };
    struct finding *finding = report(family->check->findings, (members == length ? texts->whole : texts->part)[kind],
                                     constraint_body_place(family, first, "source"), arguments);
    finding_measure(finding, "ring", (double)length);
    finding_measure(finding, "constraints", (double)members);
    for (size_t i = 1; finding != NULL && i < length && i < FINDING_LIST_MAX; i++) {
        finding_relate(finding, texts->related, constraint_body_place(family, &family->items[ring[i]], "source"),
                       ARGUMENTS(the_node_of("node", family, ring[i])));
    }
}

/*
 * Reports one ring per component of several items. Rings within a component of another graph have been reported there
 * (NULL: there is no other graph). Each of those components is a colour, and only a ring of several colours is
 * reported.
 */
static void check_rings(const struct ring_graph *rings, const struct ring_graph *reported,
                        const struct ring_texts *texts)
{
    const struct constraint_family *family = rings->family;
    struct arena *arena = family->arena;
    size_t *colour = arena_array(arena, rings->graph.count, sizeof *colour);
    bool *done = arena_array(arena, rings->graph.count, sizeof *done);
    for (size_t i = 0; i < rings->graph.count; i++) {
        bool item = i < family->count;
        colour[i] = !item ? GRAPH_PASSAGE : reported == NULL ? i : reported->component[i];
    }
    struct graph_rings *search = graph_rings_new(arena, &rings->graph, rings->component, colour);
    for (size_t i = 0; i < family->count; i++) {
        size_t component = rings->component[i];
        if (rings->size[component] < 2) {
            continue;
        }
        family->condemned[i] = true;
        if (done[component]) {
            continue;
        }
        done[component] = true;
        size_t length;
        const size_t *ring = graph_ring(search, i, &length);
        if (length > 0) {
            report_ring(family, texts, from_smallest(arena, ring, length), length, rings->size[component]);
        }
    }
}

void constraint_graph(const struct constraint_family *family)
{
    for (size_t i = 0; i < family->count; i++) {
        check_self(family, i);
        check_descent(family, i);
    }
    struct ring_graph by_spec = build_ring_graph(family, needs_by_spec);
    check_rings(&by_spec, NULL, &texts_by_spec);
    struct ring_graph in_three_vrm = build_ring_graph(family, needs_in_three_vrm);
    check_rings(&in_three_vrm, &by_spec, &texts_in_three_vrm);
}
