/* Node constraints of a world: which of them matter to what is simulated, and their evaluation before each step. */
#include "sim/state.h"

/* The most steps of a plan. Real avatars have some hundreds; beyond, no constraint is evaluated. */
enum { PLAN_STEPS_MAX = 10 * 1000 };

/* ---- choosing ---- */

struct choosing {
    const struct sim_world *world;
    const size_t *down; /* nodes in pre-order */
    size_t count;
    bool *heads;  /* per node */
    bool *bears;  /* per node: something simulated depends on its whole transform */
    bool *placed; /* per node: something depends on its position only */
    bool *under;  /* per node: it is a head or below one */
    bool *wanted; /* per node: its constraint is needed */
};

/* Returns the node of the file that a node is, or is made for; SIM_NONE for SIM_NONE. */
static size_t file_node(const struct sim_world *world, size_t node)
{
    return node != SIM_NONE && node >= world->scene->count ? world->made_up[node - world->scene->count] : node;
}

static void note(const struct sim_world *world, bool *flags, size_t node)
{
    node = file_node(world, node);
    if (node != SIM_NONE) {
        flags[node] = true;
    }
}

/* Finds what joints depend on. */
static void find_bearing(const struct choosing *choosing)
{
    const struct sim_world *world = choosing->world;
    for (size_t i = 0; i < world->joint_count; i++) {
        const struct world_link *link = &world->links[i];
        note(world, choosing->placed, link->head);
        note(world, choosing->placed, link->tail);
        note(world, choosing->bears, world_parent(world, link->head));
        note(world, choosing->bears, link->tail == SIM_NONE ? SIM_NONE : world_parent(world, link->tail));
        note(world, choosing->bears, link->center);
        if (link->head < world->scene->count) {
            choosing->heads[link->head] = true;
        }
    }
    for (size_t i = 0; i < world->collider_count; i++) {
        if (world->colliders[i].met && world->colliders[i].shape.kind != SHAPE_NONE) {
            note(world, choosing->bears, world->colliders[i].node);
        }
    }
    size_t leave = 0; /* end of the subtree of the head that the walk is below */
    for (size_t i = 0; i < choosing->count; i++) {
        const struct scene_node *node = &world->scene->nodes[choosing->down[i]];
        if (node->enter >= leave && choosing->heads[choosing->down[i]]) {
            leave = node->leave;
        }
        choosing->under[choosing->down[i]] = node->enter < leave;
    }
}

/* Whether three-vrm updates a joint's tail early, when it evaluates an aim on, at or below a joint. */
static bool updates_tails(const struct choosing *choosing, const struct constraint *constraint)
{
    return choosing->world->engine->rules.manner == RIG_THREE_VRM && constraint->kind == CONSTRAINT_AIM &&
           (choosing->under[constraint->destination] ||
            (constraint->source != SCENE_NONE && choosing->under[constraint->source]));
}

static void find_wanted(const struct choosing *choosing)
{
    const struct sim_world *world = choosing->world;
    size_t bearing = SIM_NONE; /* entry of the next node that bears something */
    size_t placed = SIM_NONE;  /* and of the next one below the present node whose position counts */
    for (size_t i = choosing->count; i-- > 0;) {
        size_t at = choosing->down[i];
        const struct scene_node *node = &world->scene->nodes[at];
        bearing = choosing->bears[at] ? node->enter : bearing;
        bool below = bearing < node->leave || placed < node->leave;
        placed = choosing->placed[at] ? node->enter : placed;
        const struct constraint *constraint = node->constrained ? constraints_find(world->constraints, at) : NULL;
        if (constraint == NULL) {
            continue;
        }
        bool moves = constraint->kind == CONSTRAINT_POSITION;
        below = below || (moves && placed < node->leave);
        choosing->wanted[at] =
            ((below || world->all_limbs) && (moves || !choosing->heads[at])) || updates_tails(choosing, constraint);
    }
}

/* Finds the constraints that the plan lacks: of unknown kinds, or parts of cycles. */
static void find_resting(struct sim_world *world, const struct rig_plan *plan, const bool *wanted)
{
    const struct constraints *constraints = world->constraints;
    for (size_t i = 0; i < constraints->count; i++) {
        size_t node = constraints->items[i].destination;
        size_t place = plan->place_of[node];
        bool matters = wanted[node] || place != SCENE_NONE;
        if (matters && (place == SCENE_NONE || plan->nodes[place].constraint == NULL)) {
            if (world->resting == NULL) {
                world->resting = arena_array(world->arena, constraints->count - i, sizeof *world->resting);
            }
            world->resting[world->resting_count++] = node;
        }
    }
}

static struct trs rest_of(const void *world, size_t node)
{
    return world_trs(world, node);
}

/* Marks the path from a node up to the root. */
static void mark_path(const struct sim_world *world, bool *on_path, size_t node)
{
    for (; node != SIM_NONE && !on_path[node]; node = world->scene->nodes[node].parent) {
        on_path[node] = true;
    }
}

static void find_early_nodes(struct sim_world *world)
{
    bool *on_path = NULL;
    const struct rig_plan *plan = world->plan;
    for (size_t i = 0; plan != NULL && plan->manner == RIG_THREE_VRM && i < plan->count; i++) {
        const struct rig_constraint *constraint = plan->nodes[i].constraint;
        if (constraint != NULL && constraint->kind == CONSTRAINT_AIM) {
            on_path = on_path != NULL ? on_path : arena_array(world->arena, world->scene->count, sizeof *on_path);
            mark_path(world, on_path, plan->nodes[i].node);
            mark_path(world, on_path, plan->nodes[constraint->source].node);
        }
    }
    world->early_nodes = on_path;
}

void world_plan_constraints(struct sim_world *world)
{
    size_t nodes = world->scene->count;
    bool ignored = world->engine->rules.manner == RIG_UNIVRM && world->is_0x;
    if (world->constraints == NULL || world->constraints->count == 0 || ignored) {
        return;
    }
    struct arena *passing = arena_open(world->arena);
    struct choosing choosing = {.world = world,
                                .heads = arena_array(passing, nodes, sizeof *choosing.heads),
                                .bears = arena_array(passing, nodes, sizeof *choosing.bears),
                                .placed = arena_array(passing, nodes, sizeof *choosing.placed),
                                .under = arena_array(passing, nodes, sizeof *choosing.under),
                                .wanted = arena_array(passing, nodes, sizeof *choosing.wanted)};
    choosing.down = scene_order(passing, world->scene, &choosing.count);
    find_bearing(&choosing);
    find_wanted(&choosing);
    const struct rig_request request = {.scene = world->scene,
                                        .constraints = world->constraints,
                                        .manner = world->engine->rules.manner,
                                        .listed = world->lists_constraints,
                                        .wanted = choosing.wanted,
                                        .shown = world->in_scene,
                                        .rest = rest_of,
                                        .context = world};
    struct rig_plan *plan = rig_plan_new(world->arena, &request);
    if (plan->steps > PLAN_STEPS_MAX) {
        world->whole = false;
        arena_close(passing);
        return;
    }
    for (size_t i = 0; i < plan->count; i++) {
        /* three-vrm keeps the matrices of heads, whatever a constraint sets, until their springs are updated */
        plan->nodes[i].keeps = plan->manner == RIG_THREE_VRM && choosing.heads[plan->nodes[i].node];
        world->reads_joints = world->reads_joints || choosing.heads[plan->nodes[i].node];
    }
    find_resting(world, plan, choosing.wanted);
    world->plan = plan->constraint_count > 0 ? plan : NULL;
    find_early_nodes(world);
    arena_close(passing);
}

/* ---- bodies ---- */

/* Lists, per slot of what joints move, the bodies on it that constraints turn instead of joints. */
static void find_riders(struct sim_world *world)
{
    size_t movers = SLOT_BODIES + world->body_count;
    size_t *top = arena_array(world->arena, world->body_count, sizeof *top); /* the slot of the joint that carries it */
    world->riders_begin = arena_array(world->arena, movers + 1, sizeof *world->riders_begin);
    world->riders = arena_array(world->arena, world->body_count, sizeof *world->riders);
    for (size_t b = world->carrier_count; b < world->body_count; b++) {
        size_t mover = world->bodies[b].parent;
        mover = mover < movers ? mover : world->frames[mover - movers].mover;
        bool nested = mover >= SLOT_BODIES && world->bodies[mover - SLOT_BODIES].rides;
        top[b] = nested ? top[mover - SLOT_BODIES] : mover;
        world->riders_begin[top[b] + 1] += world->bodies[b].rides;
    }
    for (size_t i = 0; i < movers; i++) {
        world->riders_begin[i + 1] += world->riders_begin[i];
    }
    size_t *next = arena_array(world->arena, movers, sizeof *next);
    for (size_t i = 0; i < movers; i++) {
        next[i] = world->riders_begin[i];
    }
    for (size_t b = world->carrier_count; b < world->body_count; b++) {
        if (world->bodies[b].rides) {
            world->riders[next[top[b]]++] = b;
        }
    }
}

void world_tie_constraints(struct sim_world *world)
{
    const struct rig_plan *plan = world->plan;
    if (plan == NULL) {
        return;
    }
    bool *jointed = arena_array(world->arena, world->body_count, sizeof *jointed);
    for (size_t i = 0; i < world->joint_count; i++) {
        jointed[world->links[i].body] = true;
    }
    world->ties = arena_array(world->arena, plan->count, sizeof *world->ties);
    for (size_t i = 0; i < plan->count; i++) {
        size_t body = world->body_of[plan->nodes[i].node];
        world->ties[i] = body;
        if (body != SIM_NONE) {
            world->bodies[body].tie = plan->nodes[i].constraint == NULL ? SIM_NONE : i;
            world->bodies[body].heeded = jointed[body];
            /* what springs turn too has to be set again in each step */
            world->reads_joints = world->reads_joints || (body >= world->carrier_count && !world->bodies[body].rides);
            world->shifts = world->shifts || (plan->nodes[i].constraint != NULL &&
                                              plan->nodes[i].constraint->kind == CONSTRAINT_POSITION);
        }
    }
    if (!world->engine->rules.listed) {
        find_riders(world);
    }
}

void world_spread_turns(struct arena *arena, const struct sim_world *world, const bool *turning, bool *bodies)
{
    const struct rig_plan *plan = world->plan;
    if (plan == NULL) {
        return;
    }
    struct arena *passing = arena_open(arena);
    bool *moves = arena_array(passing, plan->count, sizeof *moves);
    for (size_t i = 0; i < plan->count; i++) {
        size_t limb = world->ties[i] == SIM_NONE ? SIM_NONE : world->bodies[world->ties[i]].limb;
        moves[i] = limb != SIM_NONE && turning[world->limbs[limb].bone];
    }
    rig_spread(passing, plan, moves);
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->nodes[i].constraint != NULL && world->ties[i] != SIM_NONE) {
            bodies[world->ties[i]] = moves[i];
        }
    }
    arena_close(passing);
}

/* ---- stepping ---- */

void state_start_constraints(struct sim *sim, struct arena *arena)
{
    const struct sim_world *world = sim->world;
    if (world->plan == NULL) {
        return;
    }
    sim->rig = rig_new(arena, world->plan);
    sim->shifted = world->shifts ? arena_array(arena, world->body_count, sizeof *sim->shifted) : NULL;
}

void state_reset_constraints(struct sim *sim)
{
    if (sim->rig == NULL) {
        return;
    }
    rig_reset(sim->rig);
    sim->settled = false;
    for (size_t i = 0; sim->shifted != NULL && i < sim->world->body_count; i++) {
        sim->shifted[i] = sim->world->bodies[i].rest.translation;
    }
}

/* Sets the nodes that something else than constraints moves. */
static void set_sources(struct sim *sim)
{
    const struct sim_world *world = sim->world;
    for (size_t i = 0; i < world->plan->count; i++) {
        size_t index = world->ties[i];
        if (index == SIM_NONE) {
            continue;
        }
        const struct world_body *body = &world->bodies[index];
        if (index >= world->carrier_count) {
            sim->rig->local[i].rotation = sim->turns[index];
            sim->rig->kept[i] = sim->turns[index];
        } else if (body->limb != SIM_NONE) {
            const struct held_limb *held = sim->limbs == NULL ? NULL : &sim->held_limbs[body->limb];
            sim->rig->local[i].rotation = held == NULL ? body->rest.rotation : held->rotation;
            sim->rig->local[i].translation = held == NULL ? body->rest.translation : held->translation;
        }
        if (body->nods && body->tie == SIM_NONE) {
            struct quat turn = sim->rig->local[i].rotation;
            turn = body->limb == SIM_NONE ? body->rest.rotation : turn;
            sim->rig->local[i].rotation = quat_multiply(turn, state_nod(sim));
        }
    }
}

bool state_constrain(struct sim *sim, struct quat root_turn)
{
    const struct sim_world *world = sim->world;
    sim->rig->root = sim->slots[SLOT_ROOT];
    sim->rig->root_turn = root_turn;
    set_sources(sim);
    bool changed = false;
    rig_update(sim->rig);
    for (size_t i = 0; i < world->plan->count; i++) {
        size_t body = world->ties[i];
        if (world->plan->nodes[i].constraint == NULL || body == SIM_NONE) {
            continue;
        }
        const struct trs *local = &sim->rig->local[i];
        struct quat before = sim->turns[body];
        changed = changed || before.x != local->rotation.x || before.y != local->rotation.y ||
                  before.z != local->rotation.z || before.w != local->rotation.w;
        sim->turns[body] = local->rotation;
        if (sim->shifted != NULL) {
            changed = changed || vec3_distance(sim->shifted[body], local->translation) != 0;
            sim->shifted[body] = local->translation;
        }
    }
    return changed;
}

void state_update_early(struct sim *sim)
{
    const struct sim_world *world = sim->world;
    size_t movers = SLOT_BODIES + world->body_count;
    for (size_t i = 0; i < world->early_count; i++) {
        size_t slot = world->early[i];
        if (slot >= movers) {
            const struct world_frame *frame = &world->frames[slot - movers];
            sim->slots[slot] = transform_multiply(&sim->slots[frame->mover], &frame->relative);
            continue;
        }
        const struct world_body *body = &world->bodies[slot - SLOT_BODIES];
        size_t place = world->plan->place_of[body->node];
        struct quat turn = body->heeded ? sim->rig->kept[place] : sim->turns[slot - SLOT_BODIES];
        struct mat34 local = mat34_from_trs(body->rest.translation, turn, body->rest.scale);
        sim->slots[slot] = transform_multiply(&sim->slots[body->parent], &local);
    }
}
