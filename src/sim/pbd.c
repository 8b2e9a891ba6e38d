/*
 * The solver of the article on position based dynamics (Cluster, 2017): mass points on a chain of bones are pulled to
 * where their parents' transforms would put them, damped in each step, pushed out of spheres, and at last returned to
 * their distance; then the parents turn towards them.
 *
 * It has parameters of its own, unless they are to come from the file: otherwise it uses only the file's bones, and
 * the spheres that keep tails outside; a capsule without length is one too. A parent is turned once for every child. As
 * published, nothing returns bones to the pose of the model, so that the poses that they are pulled to turn with them.
 */
#include "sim/state.h"

struct pbd {
    double last_dt; /* of the previous step; 0 before the first one */
    size_t *before; /* per run: the run in the same chain whose tail is this one's head, or SIM_NONE */
};

/* Finds, per run, the run of the same spring that ends at this one's head. */
static void find_before(const struct sim *sim, struct arena *arena, const struct pbd *pbd)
{
    const struct sim_world *world = sim->world;
    size_t *ending = arena_array(arena, world_node_count(world), sizeof *ending); /* index of the last joint, plus 1 */
    for (size_t i = 0; i < world->joint_count; i++) {
        const struct world_link *link = &world->links[i];
        size_t before = ending[link->head];
        bool follows = before > 0 && world->joints[before - 1].spring == world->joints[i].spring;
        pbd->before[sim->run_of[i]] = follows ? sim->run_of[before - 1] : SIM_NONE;
        ending[link->tail] = i + 1;
    }
}

static void pbd_start(struct sim *sim, struct arena *arena)
{
    const struct sim_world *world = sim->world;
    struct pbd *pbd = arena_alloc(arena, sizeof *pbd);
    pbd->before = arena_array(arena, world->joint_count, sizeof *pbd->before);
    sim->own = pbd;
    find_before(sim, arena, pbd);
    for (size_t i = 0; i < world->joint_count; i++) {
        struct run *run = &sim->runs[sim->run_of[i]];
        const struct mat34 *head = &world->rest[SLOT_BODIES + run->body];
        run->center = SIM_NONE;
        struct mat34 inverse = transform_inverse(head);
        run->pull = mat34_point(&inverse, mat34_point(&world->rest[run->end_mover], run->end_point));
        run->axis = transform_unit(run->pull);
        run->length = vec3_length(run->pull);
    }
}

static void pbd_reset(struct sim *sim)
{
    struct pbd *pbd = sim->own;
    pbd->last_dt = 0;
    for (size_t i = 0; i < sim->world->joint_count; i++) {
        struct run *run = &sim->runs[i];
        run->current = state_end(sim, run);
        run->previous = run->current;
    }
}

struct sim_pbd_settings sim_pbd_from_file(const struct sim_joint *joint, double length, double dt)
{
    double damp = 1 - joint->drag;
    bool pulls = damp > 0;
    return (struct sim_pbd_settings){
        .spring = pulls && length > 0 ? joint->stiffness / (damp * length * dt) : 0,
        .damp = damp,
        .gravity = pulls ? joint->gravity_power / (damp * dt) : 0,
        .point_size = joint->hit_radius,
    };
}

static struct vec3 push_out(const struct sim *sim, const struct run *run, double size, struct vec3 point)
{
    for (size_t i = 0; i < run->collider_count; i++) {
        const struct collide_shape *shape = &sim->shapes[run->colliders[i]];
        double reach = size + shape->radius;
        struct vec3 away = vec3_sub(point, shape->center);
        bool round = shape->kind == SHAPE_SPHERE || (shape->kind == SHAPE_CAPSULE && shape->axis_square == 0);
        if (round && !shape->inside && vec3_length(away) <= reach) {
            point = transform_add_scaled(shape->center, transform_unit(away), reach);
        }
    }
    return point;
}

/* Turns the head so that its bone points in a direction; parent: world rotation of the head's parent. */
static void pbd_turn_head(struct sim *sim, const struct run *run, struct quat parent, struct vec3 direction)
{
    struct quat *own = &sim->turns[run->body];
    struct vec3 now = transform_rotate(quat_multiply(parent, *own), run->axis);
    struct quat by = transform_from_to(transform_unit(now), transform_unit(direction));
    struct quat local = quat_multiply(quat_conjugate(parent), quat_multiply(by, parent));
    *own = quat_normalise(quat_multiply(local, *own));
}

static void pbd_update_joint(struct sim *sim, size_t index, double dt)
{
    const struct pbd *pbd = sim->own;
    struct sim_pbd_settings settings = sim->options.pbd;
    struct run *run = &sim->runs[index];
    if (settings.from_file) {
        settings = sim_pbd_from_file(&sim->world->joints[run->joint], run->length, dt);
    }
    const struct mat34 *own = &sim->slots[SLOT_BODIES + run->body];
    size_t before = pbd->before[index];
    struct vec3 head = before == SIM_NONE ? mat34_translation(own) : sim->runs[before].current;
    struct vec3 velocity = {0, 0, 0};
    if (pbd->last_dt > 0) {
        velocity = vec3_scale(vec3_sub(run->current, run->previous), 1 / pbd->last_dt);
    }
    struct vec3 pull = vec3_sub(mat34_point(own, run->pull), run->current);
    velocity = transform_add_scaled(velocity, pull, settings.spring * dt);
    velocity.y -= settings.gravity * dt;
    velocity = vec3_scale(velocity, settings.damp);
    run->previous = run->current;
    struct vec3 point = push_out(sim, run, settings.point_size, transform_add_scaled(run->current, velocity, dt));
    run->current = transform_add_scaled(head, transform_unit(vec3_sub(point, head)), run->length);
    pbd_turn_head(sim, run, transform_rotation(&sim->slots[run->parent], NULL), vec3_sub(run->current, head));
}

static void pbd_step(struct sim *sim, double dt)
{
    struct pbd *pbd = sim->own;
    for (size_t i = 0; i < sim->world->joint_count; i++) {
        struct run *run = &sim->runs[i];
        if (sim->options.pbd.reset_pose) {
            sim->turns[run->body] = run->rest;
        }
        state_turn_body(sim, run->body);
        if (dt > 0) {
            pbd_update_joint(sim, i, dt);
            state_turn_body(sim, run->body);
        }
        state_follow(sim, SLOT_BODIES + run->body);
    }
    pbd->last_dt = dt > 0 ? dt : pbd->last_dt;
}

const struct sim_engine sim_pbd = {
    .name = "pbd",
    .rules = {.every_child = true, .drag = 0.5},
    .scaled_colliders = true,
    .start = pbd_start,
    .reset = pbd_reset,
    .step = pbd_step,
};
