/*
 * What constraints depend on: sources that are or move with the destination, and rings of constraints. Catalogue
 * section 1.6.
 *
 * A constraint runs after those that move what it reads: its source, and where it reads in the whole model all that is
 * above. So that a long chain of constrained nodes costs no more than its length, each constraint has a second vertex,
 * a passage: it stands for this constraint and all those on nodes above, and leads to the passage of the next one
 * above.
 */
#include <string.h>

#include "base/buf.h"
#include "base/graph.h"
#include "checks/constraint/family.h"

/* What a constraint waits for, by what the specification says, or by what three-vrm does. */
struct needs {
    bool any; /* is in the graph at all */
    bool above_source;
    bool above_destination;
};

typedef struct needs needs_rule(const struct constraint *constraint);

/* Vertices: the items, then the passage of each. */
struct ring_graph {
    const struct constraint_family *family;
    struct graph graph;
    size_t *component; /* per vertex */
    size_t *size;      /* per component: items in it */
};

/* ---- the two graphs ---- */

static struct needs needs_by_spec(const struct constraint *constraint)
{
    return (struct needs){true, constraint->source_space == SPACE_MODEL, constraint->destination_space == SPACE_MODEL};
}

/* Drafts three-vrm passes over. A missing or unknown version counts as 1.0: once it is mended, the constraint is read.
 */
static bool is_draft(const struct constraint *constraint)
{
    return constraint->version != NULL && strcmp(constraint->version, "1.0-draft") == 0;
}

static struct needs needs_in_three_vrm(const struct constraint *constraint)
{
    return (struct needs){!is_draft(constraint), true, constraint->kind == CONSTRAINT_AIM};
}

/* The constraints on all nodes above one. */
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

static struct ring_graph build(const struct constraint_family *family, needs_rule *needs_of)
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

static const char *node_name(const struct constraint_family *family, size_t item)
{
    return name_node(family->avatar, family->items[item].destination);
}

static void check_self(const struct constraint_family *family, size_t item)
{
    const struct constraint *constraint = &family->items[item];
    if (!constraint->known || constraint->source == SCENE_NONE || constraint->source != constraint->destination) {
        return;
    }
    family->condemned[item] = true;
    report_english(
        family->check->findings, RULE_CONSTRAINT_SELF_SOURCE, constraint_body_pointer(family, constraint, "source"),
        "%s follows the very node that it moves, so that %sthe movement feeds itself: name another node as source, or "
        "delete the constraint",
        constraint_title(family, constraint),
        is_draft(constraint) ? "" : "three-vrm refuses the avatar and in other apps ");
}

/* The draft allows it where the source is read against its parent. */
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
    bool draft = is_draft(constraint);
    struct finding *finding = report_english(
        family->check->findings, RULE_CONSTRAINT_SOURCE_DESCENDS_DESTINATION,
        constraint_body_pointer(family, constraint, "source"),
        "%s follows %s, which hangs below this node and moves along with it%s: choose a source that isn't below "
        "%s%s",
        constraint_title(family, constraint), name_node(family->avatar, constraint->source),
        draft ? ", so that the movement feeds itself" : ", so that three-vrm refuses the avatar",
        node_name(family, item), constraint->layout == LAYOUT_DRAFT_A ? ", or set sourceSpace to local" : "");
    finding_relate_english(finding, arena_printf(family->arena, "/nodes/%zu", constraint->source), "%s",
                           name_node(family->avatar, constraint->source));
}

/* ---- rings ---- */

/* Turns a ring so that it begins at the smallest destination: items stand in that order. */
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

/* "'A' (node 1) <- 'B' (node 2) <- 'A' (node 1)", with an arrow. */
static const char *ring_text(const struct constraint_family *family, const size_t *ring, size_t length)
{
    struct buf text = BUF_INIT(family->arena);
    for (size_t i = 0; i < length && i < FINDING_LIST_MAX; i++) {
        buf_printf(&text, "%s ← ", node_name(family, ring[i]));
    }
    if (length > FINDING_LIST_MAX) {
        buf_printf(&text, "%zu more ← ", length - FINDING_LIST_MAX);
    }
    buf_str(&text, node_name(family, ring[0]));
    return buf_text(&text);
}

/*
 * The constraint of a ring to do without: one that follows what hangs below it, for that is wrong in itself; else the
 * last one in the file, which was likely added last.
 */
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

/* Reports a ring among members constraints that all hang together. */
static void report_ring(const struct constraint_family *family, enum rule rule, const size_t *ring, size_t length,
                        size_t members)
{
    bool draft = false;
    for (size_t i = 0; i < length; i++) {
        draft = draft || is_draft(&family->items[ring[i]]);
    }
    bool above = rule == RULE_CONSTRAINT_CIRCULAR_DEPENDENCY_VIA_ANCESTORS;
    const char *more =
        members == length
            ? ""
            : arena_printf(family->arena, ", then check again, for %zu more %s with this ring", members - length,
                           members - length == 1 ? "constraint hangs together" : "constraints hang together");
    struct finding *finding = report_english(
        family->check->findings, rule, constraint_body_pointer(family, &family->items[ring[0]], "source"),
        "%s is part of a ring in which each constraint waits for the next%s: %s; %s: remove the constraint on "
        "%s%s",
        constraint_title(family, &family->items[ring[0]]),
        above ? ", for three-vrm lets it wait for everything above its source" : "", ring_text(family, ring, length),
        above   ? "three-vrm refuses the avatar, other apps don't mind"
        : draft ? "there is no order to run them in"
                : "three-vrm refuses the avatar, in other apps it lags or drifts",
        node_name(family, constraint_to_cut(family, ring, length)), more);
    finding_measure(finding, "ring", (double)length);
    finding_measure(finding, "constraints", (double)members);
    for (size_t i = 1; finding != NULL && i < length && i < FINDING_LIST_MAX; i++) {
        finding_relate_english(finding, constraint_body_pointer(family, &family->items[ring[i]], "source"),
                               "the constraint on %s", node_name(family, ring[i]));
    }
}

/*
 * One finding for each component of several items. Rings that lie in a component of another graph have been reported
 * there and are no news (NULL: nothing has): each of those is a colour, and a ring is only one of several colours.
 */
static void check_rings(const struct ring_graph *rings, const struct ring_graph *reported, enum rule rule)
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
            report_ring(family, rule, from_smallest(arena, ring, length), length, rings->size[component]);
        }
    }
}

void constraint_graph(const struct constraint_family *family)
{
    for (size_t i = 0; i < family->count; i++) {
        check_self(family, i);
        check_descent(family, i);
    }
    struct ring_graph by_spec = build(family, needs_by_spec);
    check_rings(&by_spec, NULL, RULE_CONSTRAINT_CIRCULAR_DEPENDENCY);
    struct ring_graph in_three_vrm = build(family, needs_in_three_vrm);
    check_rings(&in_three_vrm, &by_spec, RULE_CONSTRAINT_CIRCULAR_DEPENDENCY_VIA_ANCESTORS);
}
