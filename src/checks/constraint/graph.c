/*
 * Checks the dependencies of constraints: sources that are the destination or move with it, and rings of constraints.
 *
 * A constraint runs after those that move what it reads: its source, and all ancestors if it reads in model space.
 * Each constraint has a second vertex, a passage, which represents this constraint and all those on ancestors, and
 * leads to the passage of the next one above. So a long chain of constrained nodes costs no more than its length.
 */
#include <string.h>

#include "base/graph.h"
#include "checks/constraint/family.h"
#include "ids/messages_constraint.h"
#include "ids/messages_words.h"
#include "message/claims.h"

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
    /* That of three-vrm if the cuts of stays_below() are made; NULL if there are none. */
    const struct ring_graph *cut;
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

/* Whether a node is still below an ancestor if each node that a scene lists is taken from its parent, as three.js
 * 0.180 does. cuts: per node, the nearest node at or above it that a scene lists; NULL if none of them has a parent.
 */
static bool stays_below(const struct scene *scene, const size_t *cuts, size_t above, size_t node)
{
    return cuts == NULL || cuts[node] == SCENE_NONE || !scene_is_above(scene, above, cuts[node]);
}

/* Adds edges to the constraints on all ancestors of a node. cuts: see stays_below(). */
static void add_above(const struct constraint_family *family, struct graph_builder *builder, size_t node,
                      const size_t *cuts)
{
    size_t parent = family->scene->nodes[node].parent;
    size_t item = parent == SCENE_NONE ? SCENE_NONE : family->nearest[parent];
    if (item != SCENE_NONE && stays_below(family->scene, cuts, family->items[item].destination, node)) {
        graph_add_edge(builder, family->count + item);
    }
}

static void add_item(const struct constraint_family *family, struct graph_builder *builder, size_t item,
                     needs_rule *needs_of, const size_t *cuts)
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
        add_above(family, builder, constraint->source, cuts);
    }
    if (needs.above_destination) {
        add_above(family, builder, constraint->destination, cuts);
    }
}

static struct ring_graph build_ring_graph(const struct constraint_family *family, needs_rule *needs_of,
                                          const size_t *cuts)
{
    struct ring_graph rings = {.family = family};
    struct graph_builder builder = {.arena = family->arena};
    for (size_t i = 0; i < family->count; i++) {
        add_item(family, &builder, i, needs_of, cuts);
    }
    for (size_t i = 0; i < family->count; i++) {
        graph_add_vertex(&builder);
        graph_add_edge(&builder, i);
        add_above(family, &builder, family->items[i].destination, cuts);
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

/* Returns the cuts of stays_below(). */
static const size_t *find_cuts(const struct constraint_family *family)
{
    const struct scene *scene = family->scene;
    bool *listed = arena_array(family->arena, scene->count, sizeof *listed);
    bool any = false;
    for (size_t i = 0; i < scene->count; i++) {
        listed[i] = scene->nodes[i].listed && scene->nodes[i].parent != SCENE_NONE;
        any = any || listed[i];
    }
    return any ? scene_nearest(family->arena, scene, listed) : NULL;
}

static void check_descent(const struct constraint_family *family, size_t item, const size_t *cuts)
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
    if (finding != NULL && !constraint_is_draft(constraint) &&
        stays_below(family->scene, cuts, constraint->destination, constraint->source)) {
        finding->in_three_vrm = EFFECT_REFUSES + 1;
    }
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

/* Whether three-vrm finds a ring, or another one of the same constraints, with old and new versions of three.js. */
static bool ring_lasts(const struct ring_graph *rings, const size_t *ring, size_t length)
{
    bool lasts = rings->cut == NULL;
    for (size_t i = 0; i < length && !lasts; i++) {
        lasts = rings->cut->size[rings->cut->component[ring[i]]] > 1;
    }
    return lasts;
}

/* Reports a ring in a component of `members` constraints. */
static void report_ring(const struct ring_graph *rings, const struct ring_texts *texts, const size_t *ring,
                        size_t length, size_t members)
{
    const struct constraint_family *family = rings->family;
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
    if (finding != NULL && kind != RING_DRAFT && ring_lasts(rings, ring, length)) {
        finding->in_three_vrm = EFFECT_REFUSES + 1;
    }
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
            report_ring(rings, texts, from_smallest(arena, ring, length), length, rings->size[component]);
        }
    }
}

void constraint_graph(const struct constraint_family *family)
{
    const size_t *cuts = find_cuts(family);
    for (size_t i = 0; i < family->count; i++) {
        check_self(family, i);
        check_descent(family, i, cuts);
    }
    struct ring_graph cut;
    struct ring_graph by_spec = build_ring_graph(family, needs_by_spec, NULL);
    struct ring_graph in_three_vrm = build_ring_graph(family, needs_in_three_vrm, NULL);
    if (cuts != NULL) {
        cut = build_ring_graph(family, needs_in_three_vrm, cuts);
        by_spec.cut = in_three_vrm.cut = &cut;
    }
    check_rings(&by_spec, NULL, &texts_by_spec);
    check_rings(&in_three_vrm, &by_spec, &texts_in_three_vrm);
}

/*
 * Checks what else moves, holds or shows the nodes of constraints: humanoid bones, springs, eyes, other constraints,
 * the scene.
 *
 * The order in a frame is: humanoid pose, gaze, constraints, spring bones.
 */

enum { ROTATES, TRANSLATES, CHANNEL_KINDS };

struct constraint_interplay {
    const struct constraint_family *family;
    const struct scene *scene;
    const struct humanoid *humanoid;
    bool *moves;    /* per node: a humanoid bone, a head of a spring, or animated in this file */
    size_t *mover;  /* per node: the nearest node at or above it that moves or is constrained */
    bool *is_head;  /* per node: the head of a spring */
    size_t *swings; /* per node: the nearest head of a spring at or above it */
    size_t *limb;   /* per node: the nearest node at or above it with a bone */
    /* per node, indexed by CHANNEL_KINDS: the first channel that rotates it and the first that translates it, or
     * SIZE_MAX */
    size_t (*channels)[CHANNEL_KINDS];
};

/* ---- moving nodes ---- */

/* Marks nodes that expressions move. */
static void mark_bound(struct constraint_interplay *interplay)
{
    const struct vrm1 *vrm1 = interplay->family->avatar->vrm1;
    for (size_t i = 0; i < vrm1->expression_count; i++) {
        const struct tree *binds = vrm1->expressions[i].node_transforms;
        for (size_t k = 0; binds != NULL && k < tree_count(binds); k++) {
            size_t node = scene_resolve(interplay->scene, tree_get(tree_at(binds, k), "node"));
            if (node != SCENE_NONE) {
                interplay->moves[node] = true;
            }
        }
    }
}

static void mark_movers(struct constraint_interplay *interplay)
{
    const struct avatar *avatar = interplay->family->avatar;
    for (size_t node = 0; node < interplay->scene->count; node++) {
        interplay->moves[node] = interplay->is_head[node];
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (interplay->humanoid->nodes[bone] != SCENE_NONE) {
            interplay->moves[interplay->humanoid->nodes[bone]] = true;
        }
    }
    for (size_t i = 0; i < avatar->animations->count; i++) {
        const struct channel *channel = &avatar->animations->channels[i];
        if (channel->node != SCENE_NONE && channel->path != PATH_OTHER && channel->path != PATH_WEIGHTS) {
            interplay->moves[channel->node] = true;
        }
    }
}

static void mark_channels(struct constraint_interplay *interplay)
{
    const struct animations *animations = interplay->family->avatar->animations;
    interplay->channels = arena_array(interplay->family->arena, interplay->scene->count, sizeof *interplay->channels);
    for (size_t node = 0; node < interplay->scene->count; node++) {
        interplay->channels[node][ROTATES] = interplay->channels[node][TRANSLATES] = SIZE_MAX;
    }
    for (size_t i = animations->count; i-- > 0;) {
        const struct channel *channel = &animations->channels[i];
        bool rotates = channel->path == PATH_ROTATION;
        if (channel->node != SCENE_NONE && (rotates || channel->path == PATH_TRANSLATION)) {
            interplay->channels[channel->node][rotates ? ROTATES : TRANSLATES] = i;
        }
    }
}

static struct constraint_interplay read_interplay(const struct constraint_family *family)
{
    const struct scene *scene = family->scene;
    struct constraint_interplay interplay = {
        .family = family,
        .scene = scene,
        .humanoid = family->avatar->humanoid,
        .moves = arena_array(family->arena, scene->count, sizeof *interplay.moves),
        .is_head = springs_heads(family->arena, family->avatar->springs, scene->count),
    };
    mark_movers(&interplay);
    mark_bound(&interplay);
    mark_channels(&interplay);
    bool *moved = arena_array(family->arena, scene->count, sizeof *moved);
    bool *is_bone = arena_array(family->arena, scene->count, sizeof *is_bone);
    for (size_t node = 0; node < scene->count; node++) {
        moved[node] = interplay.moves[node] || scene->nodes[node].constrained;
        is_bone[node] = humanoid_bone(interplay.humanoid, node) != BONE_COUNT;
    }
    interplay.mover = scene_nearest(family->arena, scene, moved);
    interplay.swings = scene_nearest(family->arena, scene, interplay.is_head);
    interplay.limb = scene_nearest(family->arena, scene, is_bone);
    return interplay;
}

/* Whether what moves a node moves the other one differently. */
static bool moves_apart(const struct constraint_interplay *interplay, size_t mover, size_t other)
{
    return mover != SCENE_NONE && !scene_is_above_or_same(interplay->scene, mover, other);
}

/* ---- sources ---- */

static bool source_moves(const struct constraint_interplay *interplay, const struct constraint *constraint)
{
    size_t source = constraint->source;
    size_t destination = constraint->destination;
    if (interplay->moves[source] || interplay->scene->nodes[source].constrained) {
        return true;
    }
    if (constraint->kind != CONSTRAINT_AIM) {
        return constraint->source_space != SPACE_LOCAL && interplay->mover[source] != SCENE_NONE;
    }
    /* the destination's own constraint doesn't count */
    size_t parent = interplay->scene->nodes[destination].parent;
    size_t above = parent == SCENE_NONE ? SCENE_NONE : interplay->mover[parent];
    size_t mover = interplay->moves[destination] ? destination : above;
    return moves_apart(interplay, interplay->mover[source], destination) || moves_apart(interplay, mover, source);
}

static void check_static(const struct constraint_interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    bool at_parent = constraint->kind == CONSTRAINT_AIM && constraint->layout != LAYOUT_DRAFT_A &&
                     constraint->source == interplay->scene->nodes[constraint->destination].parent;
    if (!interplay->humanoid->present || at_parent || source_moves(interplay, constraint)) {
        return;
    }
    report(family->check->findings, MESSAGE_CONSTRAINT_SOURCE_STATIC__DEFAULT,
           constraint_body_place(family, constraint, "source"),
           ARGUMENTS(the_constraint("constraint", family, constraint),
                     the_node("source", family->avatar, constraint->source)));
}

/* Returns the head of a spring that moves what a constraint reads, or SCENE_NONE. */
static size_t swinging_source(const struct constraint_interplay *interplay, const struct constraint *constraint)
{
    size_t source = constraint->source;
    if (constraint->source_space == SPACE_LOCAL) {
        return interplay->is_head[source] ? source : SCENE_NONE;
    }
    size_t head = interplay->swings[source];
    bool together = constraint->kind == CONSTRAINT_AIM && !moves_apart(interplay, head, constraint->destination);
    return together && head != source ? SCENE_NONE : head;
}

static void check_swinging(const struct constraint_interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    size_t head = swinging_source(interplay, constraint);
    if (head == SCENE_NONE) {
        return;
    }
    struct argument title = the_constraint("constraint", family, constraint);
    struct argument source = the_node("source", family->avatar, constraint->source);
    struct argument joint = the_node("joint", family->avatar, head);
    struct place place = constraint_body_place(family, constraint, "source");
    struct finding *finding = report_taking(family->check->findings,
                                            head == constraint->source ? MESSAGE_CONSTRAINT_SOURCE_SPRING_JOINT__ITSELF
                                                                       : MESSAGE_CONSTRAINT_SOURCE_SPRING_JOINT__BELOW,
                                            place, ARGUMENTS(title, source, joint));
    finding_relate(finding, RELATED_CONSTRAINT_SOURCE_SPRING_JOINT__DEFAULT, place_node(head, NULL), ARGUMENTS(joint));
}

static void check_eye(const struct constraint_interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    size_t bone = humanoid_bone(interplay->humanoid, constraint->source);
    if (bone == BONE_COUNT || bones[bone].class != BONE_EYE) {
        return;
    }
    report(family->check->findings, MESSAGE_CONSTRAINT_SOURCE_EYE_BONE__DEFAULT,
           constraint_body_place(family, constraint, "source"),
           ARGUMENTS(the_constraint("constraint", family, constraint),
                     the_node("source", family->avatar, constraint->source), TERM("bone", bones[bone].name)));
}

/* Returns the bone of the other side, or BONE_COUNT for a bone in the middle. */
static size_t mirrored_bone(const struct constraint_interplay *interplay, size_t bone)
{
    static const char left[] = "left";
    static const char right[] = "right";
    if (bone == BONE_COUNT) {
        return BONE_COUNT;
    }
    const char *name = bones[bone].name;
    bool is_left = text_begins(name, left);
    bool is_right = text_begins(name, right);
    return !is_left && !is_right ? BONE_COUNT
                                 : bone_by_name(arena_printf(interplay->family->arena, "%s%s", is_left ? right : left,
                                                             name + strlen(is_left ? left : right)));
}

/* Reports a helper of an arm or leg that copies the rotation of the other side: the chain was mirrored without its
 * source. */
static void check_side(const struct constraint_interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    size_t bone = humanoid_bone(interplay->humanoid, interplay->limb[constraint->destination]);
    size_t source = humanoid_bone(interplay->humanoid, interplay->limb[constraint->source]);
    bool copies = constraint->kind == CONSTRAINT_ROLL || constraint->kind == CONSTRAINT_ROTATION;
    size_t own = mirrored_bone(interplay, source);
    size_t other = mirrored_bone(interplay, bone);
    bool is_helper = humanoid_bone(interplay->humanoid, constraint->destination) == BONE_COUNT;
    if (!copies || !is_helper || own == BONE_COUNT || other == BONE_COUNT ||
        bones[bone].name[0] == bones[source].name[0]) {
        return;
    }
    const size_t *nodes = interplay->humanoid->nodes;
    size_t meant = nodes[source] == constraint->source ? nodes[own] : SCENE_NONE;
    /* on the same limb, and not moved by the constraint */
    bool is_free = meant != SCENE_NONE && meant != constraint->destination &&
                   !scene_is_above(interplay->scene, constraint->destination, meant) &&
                   (scene_is_above_or_same(interplay->scene, meant, nodes[bone]) ||
                    scene_is_above_or_same(interplay->scene, nodes[bone], meant));
    struct argument title = the_constraint("constraint", family, constraint);
    struct argument node = the_node("source", family->avatar, constraint->source);
    struct argument name = TERM("bone", bones[bone].name);
    struct place place = constraint_body_place(family, constraint, "source");
    if (is_free) {
        report(family->check->findings, MESSAGE_CONSTRAINT_SOURCE_OTHER_SIDE__DEFAULT, place,
               ARGUMENTS(title, name, node, the_node("first", family->avatar, meant)));
    } else {
        report(family->check->findings, MESSAGE_CONSTRAINT_SOURCE_OTHER_SIDE__ELSEWHERE, place,
               ARGUMENTS(title, name, node));
    }
}

/* Reports a constraint that reads another one which UniVRM runs later. */
static void check_order(const struct constraint_interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    const struct scene_node *nodes = interplay->scene->nodes;
    /* of all constraints above the source, the nearest runs last; those above the destination run before it */
    size_t item =
        constraint->source_space == SPACE_MODEL ? family->nearest[constraint->source] : family->on[constraint->source];
    if (item == SCENE_NONE) {
        return;
    }
    size_t other = family->items[item].destination;
    if (nodes[constraint->destination].enter >= nodes[other].enter) {
        return;
    }
    struct argument title = the_constraint("constraint", family, constraint);
    struct argument source = the_node("source", family->avatar, constraint->source);
    struct argument node = the_node("node", family->avatar, other);
    struct place place = constraint_body_place(family, constraint, "source");
    struct finding *finding = report_taking(family->check->findings,
                                            other == constraint->source ? MESSAGE_CONSTRAINT_EVALUATION_ORDER__ITSELF
                                                                        : MESSAGE_CONSTRAINT_EVALUATION_ORDER__BELOW,
                                            place, ARGUMENTS(title, source, node));
    finding_relate(finding, RELATED_CONSTRAINT_EVALUATION_ORDER__DEFAULT, constraint_place(&family->items[item]),
                   ARGUMENTS(node));
}

/* ---- destinations ---- */

static struct place bone_place(const struct constraint_family *family, size_t bone)
{
    return place_of(PLACE_BONE, 0, 0, arena_printf(family->arena, "%s/node", bones[bone].name));
}

static void check_bone(const struct constraint_interplay *interplay, const struct constraint *constraint, size_t bone)
{
    const struct constraint_family *family = interplay->family;
    struct argument name = TERM("bone", bones[bone].name);
    struct finding *finding =
        report(family->check->findings, MESSAGE_CONSTRAINT_DESTINATION_HUMANOID_BONE__DEFAULT,
               constraint_place(constraint), ARGUMENTS(the_constraint("constraint", family, constraint), name));
    finding_relate(finding, RELATED_CONSTRAINT_DESTINATION_HUMANOID_BONE__DEFAULT, bone_place(family, bone),
                   ARGUMENTS(name));
}

/* Reports humanoid bones that the constraint carries along. */
static void check_bones_below(const struct constraint_interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    size_t carried[BONE_COUNT];
    struct argument names[BONE_COUNT];
    size_t count = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (scene_is_above(interplay->scene, constraint->destination, interplay->humanoid->nodes[bone])) {
            names[count] = TERM("bone", bones[bone].name);
            carried[count++] = bone;
        }
    }
    if (count == 0) {
        return;
    }
    size_t named = count < FINDING_LIST_MAX ? count : FINDING_LIST_MAX;
    struct finding *finding = report(family->check->findings, MESSAGE_CONSTRAINT_DESTINATION_ABOVE_HUMANOID__DEFAULT,
                                     constraint_place(constraint),
                                     ARGUMENTS(the_constraint("constraint", family, constraint), COUNT("count", count),
                                               argument_list("bones", names, named, count, JOIN_AND)));
    finding_measure(finding, "bones", (double)count);
    /* only those that are named, because each node of a long chain may carry the whole body */
    for (size_t i = 0; finding != NULL && i < named; i++) {
        finding_relate(finding, RELATED_CONSTRAINT_DESTINATION_ABOVE_HUMANOID__DEFAULT, bone_place(family, carried[i]),
                       ARGUMENTS(names[i]));
    }
}

/* Reports a channel whose effect the constraint overwrites. */
static void check_animated(const struct constraint_interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    bool moves = constraint->kind == CONSTRAINT_POSITION;
    size_t index = interplay->channels[constraint->destination][moves ? TRANSLATES : ROTATES];
    if (index == SIZE_MAX || constraint->kind == CONSTRAINT_UNKNOWN) {
        return;
    }
    const struct channel *channel = &family->avatar->animations->channels[index];
    struct argument animation = the_animation("animation", family->avatar, channel->animation);
    struct finding *finding = report(
        family->check->findings,
        moves ? MESSAGE_CONSTRAINT_DESTINATION_ANIMATED__MOVED : MESSAGE_CONSTRAINT_DESTINATION_ANIMATED__ROTATED,
        constraint_place(constraint), ARGUMENTS(the_constraint("constraint", family, constraint), animation));
    finding_relate(finding, RELATED_CONSTRAINT_DESTINATION_ANIMATED__DEFAULT, channel->place,
                   ARGUMENTS(COUNT("channel", channel->index), animation));
}

static void check_destination(const struct constraint_interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    const struct scene_node *node = &interplay->scene->nodes[constraint->destination];
    size_t bone = humanoid_bone(interplay->humanoid, constraint->destination);
    if (bone != BONE_COUNT) {
        check_bone(interplay, constraint, bone);
    } else {
        check_bones_below(interplay, constraint);
        check_animated(interplay, constraint);
    }
    if (node->skin != SCENE_NONE) {
        report(family->check->findings, MESSAGE_CONSTRAINT_DESTINATION_SKINNED_MESH__DEFAULT,
               constraint_place(constraint), ARGUMENTS(the_constraint("constraint", family, constraint)));
    }
}

/* ---- the scene ---- */

static void check_in_scene(const struct constraint_interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    const struct scene_node *nodes = interplay->scene->nodes;
    bool shown = nodes[constraint->destination].in_default;
    bool source_shown = constraint->source == SCENE_NONE || nodes[constraint->source].in_default;
    if (!nodes[constraint->destination].usable) {
        return; /* its position in the hierarchy is unknown, which is reported elsewhere */
    }
    if (!shown) {
        report(family->check->findings, MESSAGE_CONSTRAINT_NODE_NOT_IN_SCENE__DESTINATION, constraint_place(constraint),
               ARGUMENTS(the_constraint("constraint", family, constraint)));
    } else if (!source_shown) {
        report(family->check->findings, MESSAGE_CONSTRAINT_NODE_NOT_IN_SCENE__SOURCE,
               constraint_body_place(family, constraint, "source"),
               ARGUMENTS(the_constraint("constraint", family, constraint),
                         the_node("source", family->avatar, constraint->source)));
    }
}

/* ---- the file ---- */

static bool has_place(const struct document *document, const char *pointer)
{
    for (size_t i = 0; i < document->extension_count; i++) {
        if (strcmp(document->extensions[i].pointer, pointer) == 0) {
            return true;
        }
    }
    return false;
}

static void check_file(const struct constraint_family *family)
{
    const struct document *document = family->avatar->document;
    if (has_place(document, "/extensions/VRMC_vrm")) {
        return;
    }
    bool old = has_place(document, "/extensions/VRM");
    struct finding *finding = report(family->check->findings,
                                     old ? MESSAGE_CONSTRAINT_WITH_VRM0__DEFAULT : MESSAGE_CONSTRAINT_NO_VRM__DEFAULT,
                                     constraint_place(&family->items[0]), ARGUMENTS(COUNT("count", family->count)));
    if (old) {
        finding_relate(finding, RELATED_CONSTRAINT_WITH_VRM0__DEFAULT, place_of(PLACE_EXTENSION, 0, 0, "VRM"),
                       NO_ARGUMENTS);
    }
    finding_measure(finding, "constraints", (double)family->count);
}

void constraint_interplay(const struct constraint_family *family)
{
    const struct constraint_interplay interplay = read_interplay(family);
    for (size_t i = 0; i < family->count; i++) {
        const struct constraint *constraint = &family->items[i];
        if (family->on[constraint->destination] == i) {
            /* a source in a ring or the like must be changed anyway */
            if (!family->condemned[i]) {
                check_static(&interplay, constraint);
                check_order(&interplay, constraint);
            }
            check_swinging(&interplay, constraint);
            check_eye(&interplay, constraint);
            check_side(&interplay, constraint);
        }
        if (constraint->known) {
            check_destination(&interplay, constraint);
            check_in_scene(&interplay, constraint);
        }
    }
    check_file(family);
}
