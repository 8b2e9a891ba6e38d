/* Finds the nodes that turn by themselves (bodies), and the body that each other node is fixed to. */
#include "sim/world.h"

enum { WANTED = 1, HEAD = 2, CARRIER = 4, NAMED = 8, TAIL = 16, LIMB = 32, CARRIES = 64, TIED = 128 };

struct placing {
    struct sim_world *world;
    unsigned char *marks;       /* per node: a combination of the marks above */
    struct world_anchor *stack; /* the anchors of the nodes on the path to the present one, by depth */
};

/* ---- marking ---- */

static void mark_node(struct placing *placing, size_t node, unsigned char mark)
{
    if (node != SIM_NONE) {
        placing->marks[node] |= mark;
    }
}

static void mark_joints(struct placing *placing)
{
    struct sim_world *world = placing->world;
    for (size_t i = 0; i < world->joint_count; i++) {
        const struct world_link *link = &world->links[i];
        mark_node(placing, link->head, HEAD | WANTED);
        mark_node(placing, world_parent(world, link->head), WANTED);
        mark_node(placing, link->tail, WANTED);
        mark_node(placing, link->center, WANTED);
    }
    for (size_t i = 0; i < world->collider_count; i++) {
        size_t node = world->colliders[i].node;
        if (world->colliders[i].shape.kind == SHAPE_NONE) {
            continue;
        }
        mark_node(placing, node, WANTED);
        if (node >= world->scene->count) {
            mark_node(placing, world_parent(world, node), WANTED); /* the group that creates it may be left out */
        }
    }
    for (size_t i = 0; i < world->joint_count; i++) {
        size_t parent = world_parent(world, world->links[i].head);
        if (parent != SIM_NONE && (placing->marks[parent] & HEAD) == 0) {
            mark_node(placing, parent, CARRIER);
            mark_node(placing, world_parent(world, parent), WANTED);
        }
    }
}

/* Finds the nodes of the scene that apps show: the one that the file names, or the first. Without scenes they show
 * everything. */
static void find_scene(struct placing *placing, struct document *document)
{
    const struct scene *scene = placing->world->scene;
    const struct tree *scenes = document_tree(document, "/scenes");
    size_t shown = 0;
    if (!tree_index(document_tree(document, "/scene"), tree_count(scenes), &shown)) {
        shown = 0;
    }
    const struct tree *nodes = tree_get(tree_at(scenes, shown), "nodes");
    for (size_t i = 0; i < scene->count; i++) {
        placing->world->in_scene[i] = !tree_is_array(nodes);
    }
    for (size_t i = 0; tree_is_array(nodes) && i < tree_count(nodes); i++) {
        size_t node;
        if (tree_index(tree_at(nodes, i), scene->count, &node)) {
            placing->world->in_scene[node] = true;
        }
    }
}

/*
 * Marks the nodes that springs name besides heads: their parents, tails, centers, and nodes with their colliders.
 * Below a head they are bodies, except for tails with no wanted node below them, because the rotation of those has no
 * effect.
 */
static void mark_named(struct placing *placing)
{
    struct sim_world *world = placing->world;
    for (size_t i = 0; i < world->joint_count; i++) {
        const struct world_link *link = &world->links[i];
        mark_node(placing, link->tail, TAIL);
        mark_node(placing, link->center, NAMED);
        mark_node(placing, world_parent(world, link->head), NAMED);
        if (link->tail != SIM_NONE && world_parent(world, link->tail) != SIM_NONE) {
            mark_node(placing, world_parent(world, link->tail), NAMED | WANTED);
        }
    }
    for (size_t i = 0; i < world->list_count; i++) {
        for (size_t k = 0; k < world->lists[i].count; k++) {
            mark_node(placing, world->colliders[world->lists[i].colliders[k]].node, NAMED);
        }
    }
}

/* Keeps NAMED only on nodes that become bodies by it. */
static void keep_named(struct placing *placing, const size_t *nodes, size_t count)
{
    const struct scene_node *at = placing->world->scene->nodes;
    size_t leave = 0; /* end of the subtree of the head that the walk is below */
    size_t next = 0;  /* index of the next wanted node, or behind the last one */
    for (size_t i = 0; i < count; i++) {
        size_t node = nodes[i];
        unsigned char *marks = &placing->marks[node];
        next = next > i ? next : i + 1;
        while (next < count && (placing->marks[nodes[next]] & WANTED) == 0) {
            next++;
        }
        bool bears = next < count && at[nodes[next]].enter < at[node].leave;
        bool named = (*marks & NAMED) != 0 || ((*marks & TAIL) != 0 && bears);
        bool below = at[node].enter < leave;
        *marks &= (unsigned char)~NAMED;
        if ((*marks & HEAD) != 0) {
            leave = below ? leave : at[node].leave;
        } else if ((named || (*marks & TIED) != 0) && below) {
            *marks |= NAMED;
            *marks &= (unsigned char)(named ? ~TIED : ~0); /* springs keep the rotation of what they name */
            mark_node(placing, at[node].parent, WANTED);   /* the walk is past it already */
        }
    }
}

/* Marks the nodes of constraints: those that constraints turn become bodies, as do the limbs that they follow. */
static void mark_constraints(struct placing *placing)
{
    const struct rig_plan *plan = placing->world->plan;
    for (size_t i = 0; plan != NULL && i < plan->count; i++) {
        size_t node = plan->nodes[i].node;
        mark_node(placing, node, plan->nodes[i].constraint == NULL ? WANTED : WANTED | TIED);
        if (plan->nodes[i].constraint != NULL) {
            mark_node(placing, world_parent(placing->world, node), WANTED);
        }
    }
}

/* ---- limbs ---- */

/* Marks the humanoid's bones, if they may move; unless all limbs count, only those that carry something simulated. The
 * head, which nods, is a carrier if it carries anything. */
static void mark_limbs(struct placing *placing, const size_t *nodes, size_t count)
{
    struct sim_world *world = placing->world;
    const struct scene_node *at = world->scene->nodes;
    size_t next = SIM_NONE; /* entry of the next wanted node */
    for (size_t i = count; i-- > 0;) {
        size_t node = nodes[i];
        next = (placing->marks[node] & WANTED) != 0 ? at[node].enter : next;
        bool carries = next < at[node].leave;
        bool limb = world->humanoid != NULL && humanoid_bone(world->humanoid, node) < BONE_COUNT;
        if (limb && (carries || world->all_limbs)) {
            mark_node(placing, node, LIMB | (carries ? CARRIES : 0));
        }
        if (node == world->head && carries && (placing->marks[node] & HEAD) == 0) {
            mark_node(placing, node, CARRIER);
            mark_node(placing, world_parent(world, node), WANTED);
        }
    }
}

/* Adds the limbs, when it is known which bones turn by themselves instead of with a chain. */
static void add_limbs(struct placing *placing)
{
    struct sim_world *world = placing->world;
    world->limbs = arena_array(world->arena, BONE_COUNT, sizeof *world->limbs);
    for (size_t b = 0; b < world->carrier_count; b++) {
        struct world_body *body = &world->bodies[b];
        if ((placing->marks[body->node] & LIMB) == 0) {
            continue;
        }
        world->limbs_carry = world->limbs_carry || (placing->marks[body->node] & CARRIES) != 0;
        size_t parent = world_parent(world, body->node);
        struct mat34 above = parent == SIM_NONE ? MAT34_IDENTITY : world->scene->nodes[parent].world;
        body->limb = world->limb_count;
        world->limbs[world->limb_count++] = (struct world_limb){.bone = humanoid_bone(world->humanoid, body->node),
                                                                .above = transform_rotation(&above, NULL),
                                                                .parent = transform_inverse(&above),
                                                                .faces_back = world->faces_back};
        mark_node(placing, parent, WANTED);
    }
}

/* ---- bodies ---- */

static void add_body(struct sim_world *world, size_t node)
{
    struct world_body *body = &world->bodies[world->body_count];
    world->body_of[node] = world->body_count++;
    body->node = node;
    body->rest = world_trs(world, node);
    body->rest_local = transform_local(&body->rest);
    body->above = SIM_NONE;
    body->limb = SIM_NONE;
    body->tie = SIM_NONE;
}

/* Unmarks carriers and limbs below a head: they move with its chain. */
static void drop_moving_carriers(struct placing *placing, const size_t *nodes, size_t count)
{
    const struct scene_node *at = placing->world->scene->nodes;
    size_t leave = 0; /* end of the subtree of the head that the walk is below */
    for (size_t i = 0; i < count; i++) {
        size_t node = nodes[i];
        if (at[node].enter < leave) {
            placing->marks[node] &= (unsigned char)~(CARRIER | LIMB);
        } else if ((placing->marks[node] & HEAD) != 0) {
            placing->marks[node] &= (unsigned char)~LIMB;
            leave = at[node].leave;
        }
    }
}

static void add_bodies(struct placing *placing, const size_t *nodes, size_t count)
{
    struct sim_world *world = placing->world;
    size_t all = world_node_count(world);
    size_t bodies = 0;
    mark_limbs(placing, nodes, count);
    drop_moving_carriers(placing, nodes, count);
    keep_named(placing, nodes, count);
    for (size_t i = 0; i < all; i++) {
        world->body_of[i] = SIM_NONE;
        bodies += (placing->marks[i] & (HEAD | CARRIER | NAMED | LIMB | TIED)) != 0;
    }
    world->bodies = arena_array(world->arena, bodies, sizeof *world->bodies);
    size_t nodding = 0; /* end of the subtree of the last node that nods */
    for (size_t i = 0; i < count; i++) {
        const struct scene_node *at = &world->scene->nodes[nodes[i]];
        unsigned char marks = placing->marks[nodes[i]];
        if ((marks & (CARRIER | LIMB)) != 0 || ((marks & TIED) != 0 && (marks & (HEAD | NAMED)) == 0)) {
            bool is_top = (marks & CARRIER) != 0 && at->enter >= nodding;
            bool nods = world->head == SIM_NONE ? is_top : nodes[i] == world->head;
            add_body(world, nodes[i]);
            world->bodies[world->body_count - 1].nods = nods;
            nodding = nods ? at->leave : nodding;
        }
    }
    world->carrier_count = world->body_count;
    if (world->humanoid != NULL) {
        add_limbs(placing);
    }
    for (size_t i = 0; i < count; i++) {
        if ((placing->marks[nodes[i]] & (HEAD | NAMED)) != 0) {
            add_body(world, nodes[i]);
            world->bodies[world->body_count - 1].rides = (placing->marks[nodes[i]] & (HEAD | TIED)) == TIED;
        }
    }
    for (size_t i = world->scene->count; i < all; i++) {
        if ((placing->marks[i] & HEAD) != 0) {
            add_body(world, i);
        }
    }
}

/* ---- anchors ---- */

/* Returns the anchor of a node whose parent's anchor is up. */
static struct world_anchor anchor_below(struct sim_world *world, const struct world_anchor *up, size_t node)
{
    size_t body = world->body_of[node];
    if (body == SIM_NONE) {
        struct trs trs = world_trs(world, node);
        struct mat34 local = transform_local(&trs);
        return (struct world_anchor){up->mover, up->head, transform_multiply(&up->relative, &local),
                                     quat_multiply(up->turn, trs.rotation), false};
    }
    bool is_head = body >= world->carrier_count;
    world->bodies[body].above = up->head;
    world->bodies[body].parent = up->mover;
    return (struct world_anchor){SLOT_BODIES + body, is_head ? body : up->head, MAT34_IDENTITY, QUAT_IDENTITY, false};
}

static void keep_anchor(struct placing *placing, size_t node, const struct world_anchor *anchor, size_t *count)
{
    if ((placing->marks[node] & WANTED) != 0) {
        placing->world->anchor_of[node] = *count;
        placing->world->anchors[(*count)++] = *anchor;
    }
}

static void find_anchors(struct placing *placing, const size_t *nodes, size_t count)
{
    struct sim_world *world = placing->world;
    size_t all = world_node_count(world);
    size_t wanted = 0;
    size_t kept = 0;
    for (size_t i = 0; i < all; i++) {
        world->anchor_of[i] = SIM_NONE;
        wanted += (placing->marks[i] & WANTED) != 0;
    }
    world->anchors = arena_array(world->arena, wanted, sizeof *world->anchors);
    for (size_t i = 0; i < count; i++) {
        size_t node = nodes[i];
        size_t depth = world->scene->nodes[node].depth;
        size_t slot = world->in_scene[node] ? SLOT_ROOT : SLOT_FIXED;
        struct world_anchor top = {slot, SIM_NONE, MAT34_IDENTITY, QUAT_IDENTITY, false};
        placing->stack[depth] = anchor_below(world, depth == 0 ? &top : &placing->stack[depth - 1], node);
        keep_anchor(placing, node, &placing->stack[depth], &kept);
    }
    for (size_t i = world->scene->count; i < all; i++) {
        size_t parent = world->anchor_of[world_parent(world, i)];
        if (parent != SIM_NONE) {
            struct world_anchor anchor = anchor_below(world, &world->anchors[parent], i);
            keep_anchor(placing, i, &anchor, &kept);
        }
    }
}

void world_anchor(struct sim_world *world, struct document *document, const struct sim_rules *rules)
{
    struct arena *arena = world->arena;
    size_t all = world_node_count(world);
    size_t count;
    size_t deepest = 0;
    const size_t *nodes = scene_order(arena, world->scene, &count);
    for (size_t i = 0; i < count; i++) {
        size_t depth = world->scene->nodes[nodes[i]].depth;
        deepest = depth > deepest ? depth : deepest;
    }
    struct placing placing = {.world = world,
                              .marks = arena_array(arena, all, sizeof *placing.marks),
                              .stack = arena_array(arena, deepest + 1, sizeof *placing.stack)};
    world->in_scene = arena_array(arena, world->scene->count, sizeof *world->in_scene);
    world->body_of = arena_array(arena, all, sizeof *world->body_of);
    world->anchor_of = arena_array(arena, all, sizeof *world->anchor_of);
    mark_joints(&placing);
    if (rules->listed) {
        mark_named(&placing);
    }
    find_scene(&placing, document);
    world_plan_constraints(world);
    mark_constraints(&placing);
    add_bodies(&placing, nodes, count);
    find_anchors(&placing, nodes, count);
    for (size_t i = 0; i < world->collider_count; i++) {
        struct world_collider *collider = &world->colliders[i];
        if (collider->shape.kind != SHAPE_NONE) {
            collider->anchor = world->anchors[world->anchor_of[collider->node]];
        }
    }
    arena_discard(arena, placing.stack); /* it is large for a single long chain */
}
