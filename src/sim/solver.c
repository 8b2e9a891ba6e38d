/* Creates, resets and steps a simulation, moves its root, and returns its positions. The engines update the joints. */
#include "sim/solver.h"

#include <string.h>

#include "sim/batches.h"
#include "sim/strands.h"

/* Metres from the origin. */
#define SLIDE_MOST 100

/* ---- nodes fixed to the root, and limbs ---- */

static bool same_quat(struct quat a, struct quat b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

static bool same_pose(const struct sim_pose *a, const struct sim_pose *b)
{
    return a->position.x == b->position.x && a->position.y == b->position.y && a->position.z == b->position.z &&
           same_quat(a->rotation, b->rotation) && same_quat(a->nod, b->nod);
}

/* Computes the limbs' transforms after a change of how they are held. */
static void know_limbs(struct sim *sim)
{
    const struct sim_world *world = sim->world;
    for (size_t i = 0; i < world->carrier_count; i++) {
        const struct world_body *body = &world->bodies[i];
        if (body->limb != SIM_NONE) {
            const struct world_limb *limb = &world->limbs[body->limb];
            struct held_limb *held = &sim->held_limbs[body->limb];
            held->translation = limbs_translation(limb, sim->limbs, body->rest.translation);
            held->rotation = limbs_rotation(limb, sim->limbs, body->rest.rotation);
            held->local = mat34_from_trs(held->translation, held->rotation, body->rest.scale);
        }
    }
    sim->held_known = true;
}

/* Updates the position of a carrier of chains, or of a limb. No joint moves it. */
static void move_carrier(struct sim *sim, size_t index)
{
    const struct sim_world *world = sim->world;
    const struct world_body *body = &world->bodies[index];
    struct mat34 local = body->rest_local;
    struct vec3 translation = body->rest.translation;
    struct quat rotation = body->rest.rotation;
    bool tied = body->tie != SIM_NONE;
    bool limb = sim->limbs != NULL && body->limb != SIM_NONE;
    bool nods = body->nods && !tied && !same_quat(sim->pose.nod, QUAT_IDENTITY);
    if (limb) {
        translation = sim->held_limbs[body->limb].translation;
        rotation = sim->held_limbs[body->limb].rotation;
        local = sim->held_limbs[body->limb].local;
    }
    if (tied) {
        translation = sim->shifted == NULL ? translation : sim->shifted[index];
        rotation = sim->turns[index];
        local = mat34_from_trs(translation, rotation, body->rest.scale);
    }
    if (nods) {
        rotation = quat_multiply(rotation, state_nod(sim));
        local = mat34_from_trs(translation, rotation, body->rest.scale);
    }
    sim->slots[SLOT_BODIES + index] = transform_multiply(&sim->slots[body->parent], &local);
    if (sim->spins != NULL) {
        sim->spins[SLOT_BODIES + index] = quat_multiply(sim->spins[body->parent], rotation);
    }
}

/* Puts the root at its pose, and computes how limbs are held. Returns the root's rotation. */
static struct quat put_root(struct sim *sim, const struct sim_pose *pose)
{
    const struct sim_world *world = sim->world;
    struct quat turned = pose->rotation;
    sim->pose = *pose;
    if (!world->engine->rules.keeps_rounding) {
        turned = transform_near_unit(turned);
    }
    sim->slots[SLOT_ROOT] = mat34_from_trs(pose->position, turned, world_size(world));
    if (sim->spins != NULL) {
        sim->spins[SLOT_ROOT] = turned;
    }
    if (sim->limbs != NULL && !sim->held_known) {
        know_limbs(sim);
    }
    return turned;
}

/* Whether a new pose only displaces what no joint moves, which then keeps all rotations and scales bit for bit. Not far
 * from the origin, where positions lose digits. */
static bool only_slides(const struct sim *sim, const struct sim_pose *pose)
{
    double way = fabs(pose->position.x) + fabs(pose->position.y) + fabs(pose->position.z);
    return sim->posed && sim->rig == NULL && !sim->engine->renders && same_quat(pose->rotation, sim->pose.rotation) &&
           same_quat(pose->nod, sim->pose.nod) && way < SLIDE_MOST;
}

/* Displaces the nodes that no joint moves. */
static void slide_standing(struct sim *sim)
{
    const struct sim_world *world = sim->world;
    state_slide(sim, SLOT_ROOT);
    for (size_t i = 0; i < world->carrier_count; i++) {
        const struct world_body *body = &world->bodies[i];
        bool limb = sim->limbs != NULL && body->limb != SIM_NONE;
        state_slide_body(sim, i, limb ? sim->held_limbs[body->limb].translation : body->rest.translation);
    }
}

/* Moves the nodes that no joint moves. */
static void move_standing(struct sim *sim)
{
    const struct sim_world *world = sim->world;
    if (sim->slides) {
        slide_standing(sim);
        return;
    }
    state_follow(sim, SLOT_ROOT);
    state_follow(sim, SLOT_FIXED);
    for (size_t i = 0; i < world->carrier_count; i++) {
        if (!world->bodies[i].lags || sim->rendering) {
            move_carrier(sim, i);
        }
        state_follow(sim, SLOT_BODIES + i);
    }
}

/* Moves the root, and everything fixed to it, unless it is there already. */
static void move_root(struct sim *sim, const struct sim_pose *pose)
{
    const struct sim_world *world = sim->world;
    bool stays = sim->posed && same_pose(&sim->pose, pose);
    sim->moved = sim->slides = false;
    bool is_there = stays && (sim->rig == NULL || (sim->settled && !world->reads_joints));
    if (!sim->rendering && (world->nothing_stands || is_there)) {
        return;
    }
    sim->slides = only_slides(sim, pose);
    struct quat turned = put_root(sim, pose);
    sim->posed = true;
    if (sim->rig != NULL) {
        sim->settled = !state_constrain(sim, turned);
        if (stays && sim->settled) {
            return;
        }
    }
    sim->moved = true;
    move_standing(sim);
    if (world->early_count > 0) {
        state_update_early(sim);
    }
}

/* Whether limbs are held equally; the position of the hips counts only if they move. */
static bool same_limbs(const struct sim_limbs *a, const struct sim_limbs *b)
{
    if (a->moves_hips != b->moves_hips || (a->moves_hips && vec3_distance(a->hips, b->hips) != 0)) {
        return false;
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (!same_quat(a->turns[bone], b->turns[bone])) {
            return false;
        }
    }
    return true;
}

void sim_set_limbs(struct sim *sim, const struct sim_limbs *limbs)
{
    if (sim->world->limb_count == 0 || (limbs == NULL && sim->limbs == NULL) ||
        (limbs != NULL && sim->limbs != NULL && same_limbs(limbs, sim->limbs))) {
        return;
    }
    sim->posed = false;
    sim->held_known = false;
    sim->limbs = NULL;
    if (limbs != NULL) {
        sim->limbs = sim->held;
        *sim->held = *limbs;
    }
}

/* ---- starting ---- */

/* Whether a collider on the head itself can be hit. */
static bool hits_own(const struct sim_world *world, const struct world_link *link)
{
    size_t slot = SLOT_BODIES + link->body;
    bool found = false;
    for (size_t i = world->hung_begin[slot]; i < world->hung_begin[slot + 1] && !found; i++) {
        found = world->colliders[world->hung[i]].node == link->head;
    }
    return found && world->lists[link->list].count > 0;
}

static void start_run(struct sim *sim, struct run *run, size_t joint)
{
    const struct sim_world *world = sim->world;
    const struct world_link *link = &world->links[joint];
    const struct sim_joint *from = &world->joints[joint];
    const struct world_body *body = &world->bodies[link->body];
    const struct world_list *list = &world->lists[link->list];
    *run = (struct run){
        .joint = joint,
        .body = link->body,
        .parent = body->parent,
        .center = link->center_slot,
        .end_mover = link->end_mover,
        .end_point = link->end_point,
        .virtual_tail = link->tail == SIM_NONE,
        .center_is_own = link->center_slot == SLOT_BODIES + link->body,
        .hits_own = hits_own(world, link),
        .colliders = list->colliders,
        .collider_count = sim->options.no_colliders ? 0 : list->count,
        .stiffness = from->stiffness,
        .keep = 1 - from->drag,
        .gravity_power = from->gravity_power,
        .gravity_dir = from->gravity_dir,
        .hit_radius = from->hit_radius,
        .rest = body->rest.rotation,
        .local = body->rest_local,
        .local_inverse = transform_inverse(&body->rest_local),
    };
    if (run->virtual_tail) {
        run->end_mover = SLOT_BODIES + link->body;
    } else {
        struct vec3 tail = mat34_point(&world->rest[run->end_mover], run->end_point);
        double length = vec3_distance(tail, mat34_translation(&world->rest[SLOT_BODIES + run->body]));
        sim->has_short = sim->has_short || length < STATE_SHORT;
    }
}

/* Fills in the parts of a simulation that all engines use. */
static void start_shared_parts(struct sim *sim, struct arena *arena)
{
    const struct sim_world *world = sim->world;
    sim->slots = arena_array(arena, world->slot_count, sizeof *sim->slots);
    sim->inverted = arena_alloc(arena, sizeof *sim->inverted);
    sim->shapes = arena_array(arena, world->collider_count, sizeof *sim->shapes);
    sim->round = 1e-8; /* as in transform_from_to() */
    sim->straight = INFINITY;
    sim->spins = sim->engine->keeps_spins ? arena_array(arena, world->slot_count, sizeof *sim->spins) : NULL;
    sim->turns = arena_array(arena, world->body_count, sizeof *sim->turns);
    sim->needed = arena_array(arena, world->body_count, sizeof *sim->needed);
    sim->still = arena_array(arena, world->body_count, sizeof *sim->still);
    sim->runs = arena_array(arena, world->joint_count, sizeof *sim->runs);
    sim->run_of = arena_array(arena, world->joint_count, sizeof *sim->run_of);
    for (size_t i = 0; i < world->joint_count; i++) {
        start_run(sim, &sim->runs[i], world->order[i]);
        sim->run_of[world->order[i]] = i;
    }
}

struct sim *sim_new(struct arena *arena, const struct sim_world *world, const struct sim_options *options)
{
    struct sim *sim = arena_alloc(arena, sizeof *sim);
    sim->engine = world->engine;
    sim->world = world;
    sim->options = *options;
    sim->held = world->limb_count == 0 ? NULL : arena_alloc(arena, sizeof *sim->held);
    sim->held_limbs = arena_array(arena, world->limb_count, sizeof *sim->held_limbs);
    if (world->body_count > 0) {
        start_shared_parts(sim, arena);
        state_start_constraints(sim, arena);
        sim->engine->start(sim, arena);
        sim_reset(sim);
    }
    return sim;
}

static void reset_shape(struct sim *sim, size_t index)
{
    const struct shape *from = &sim->world->colliders[index].shape;
    struct collide_shape *shape = &sim->shapes[index];
    if (from->kind == SHAPE_NONE || !sim->world->colliders[index].met) {
        *shape = (struct collide_shape){.kind = SHAPE_NONE};
        return;
    }
    *shape = (struct collide_shape){.kind = from->kind, .inside = from->inside, .radius = from->radius};
    if (!sim->engine->late_colliders) {
        state_update_collider(sim, index);
        return;
    }
    shape->axis = vec3_sub(from->tail, from->offset);
    shape->axis_square = vec3_dot(shape->axis, shape->axis);
    shape->normal = transform_unit(from->normal);
}

/* Resets everything to rest on limbs and constraints that aren't at rest. */
static void render_rest(struct sim *sim)
{
    const struct sim_world *world = sim->world;
    sim->rendering = true;
    move_root(sim, &SIM_POSE_REST);
    for (size_t i = world->carrier_count; i < world->body_count; i++) {
        sim->turns[i] = world->bodies[i].heeded ? world->bodies[i].rest.rotation : sim->turns[i];
        state_turn_body(sim, i);
        state_follow(sim, SLOT_BODIES + i);
    }
    sim->rendering = false;
    sim->posed = false;
}

/* Updates all nodes, with their present rotations. */
static void render(struct sim *sim, const struct sim_pose *pose)
{
    const struct sim_world *world = sim->world;
    sim->rendering = true;
    put_root(sim, pose);
    move_standing(sim);
    for (size_t i = world->carrier_count; i < world->body_count; i++) {
        state_turn_body(sim, i);
        state_follow(sim, SLOT_BODIES + i);
    }
    sim->rendering = false;
}

void sim_reset(struct sim *sim)
{
    const struct sim_world *world = sim->world;
    if (world->body_count == 0) {
        return;
    }
    memcpy(sim->slots, world->rest, world->slot_count * sizeof *sim->slots);
    sim->posed = false;
    state_wake(sim);
    for (size_t i = 0; i < world->body_count; i++) {
        sim->turns[i] = world->bodies[i].rest.rotation;
    }
    state_rest_spins(sim);
    state_reset_constraints(sim);
    if (sim->limbs != NULL || sim->rig != NULL) {
        render_rest(sim);
    }
    for (size_t i = 0; i < world->collider_count; i++) {
        reset_shape(sim, i);
    }
    sim->engine->reset(sim);
    batches_forget(sim);
}

void sim_step(struct sim *sim, const struct sim_pose *pose, double dt)
{
    if (sim->world->body_count > 0) {
        bool same = sim->posed && same_pose(&sim->pose, pose);
        move_root(sim, pose);
        if (sim->moved || !same) {
            state_wake(sim);
        }
        sim->engine->step(sim, dt);
        if (sim->engine->renders && sim->world->lags) {
            render(sim, pose);
        }
    }
}

void sim_constrain(struct sim *sim, const struct sim_pose *pose)
{
    if (!sim->posed || !sim->settled || !same_pose(&sim->pose, pose)) {
        struct quat turned = put_root(sim, pose);
        sim->posed = true;
        sim->settled = !state_constrain(sim, turned);
    }
}

/* ---- access ---- */

const char *sim_engine_name(const struct sim_engine *engine)
{
    return engine->name;
}

/* ---- turning nodes ---- */

size_t sim_turning_count(const struct sim_world *world)
{
    return world->body_count;
}

size_t sim_turning_node(const struct sim_world *world, size_t index)
{
    size_t node = world->bodies[index].node;
    return node < world->scene->count ? node : SIM_NONE;
}

void sim_turning_matrices(const struct sim *sim, double *rows)
{
    const struct sim_world *world = sim->world;
    for (size_t i = 0; i < world->body_count; i++) {
        memcpy(rows + 12 * i, sim->slots[SLOT_BODIES + i].m, 12 * sizeof *rows);
    }
    for (size_t i = 0; sim->strands != NULL && i < world->joint_count; i++) {
        struct mat34 matrix;
        if (strands_matrix(sim, i, &matrix)) { /* the slots of these stay at rest */
            memcpy(rows + 12 * sim->runs[sim->run_of[i]].body, matrix.m, 12 * sizeof *rows);
        }
    }
}
