/*
 * The solver of the article on position based dynamics (Cluster, 2017): mass points on a chain of bones are pulled to
 * where their parents' transforms would have them, damped each step, pushed out of spheres, and at last put back to
 * their distance; then the parents turn towards them.
 *
 * Its parameters are its own: of the file, only the bones and the spheres outside of which they stay count. As
 * published, nothing puts bones back to the pose of the model, so that what they are pulled towards turns with them.
 */
#include "sim/state.h"

struct pbd {
    double last_dt; /* of the step before; 0 before the first */
    size_t *before; /* per run: the run whose tail is this one's head, in the same chain, or SIM_NONE */
};

/* The joints of a chain stand in a row: the next one's head is this one's tail. */
static size_t find_before(const struct sim *sim, size_t joint)
{
    const struct sim_world *world = sim->world;
    bool follows = joint > 0 && world->joints[joint - 1].spring == world->joints[joint].spring &&
                   world->links[joint - 1].tail == world->links[joint].head;
    return follows ? sim->run_of[joint - 1] : SIM_NONE;
}

static void start(struct sim *sim, struct arena *arena)
{
    const struct sim_world *world = sim->world;
    struct pbd *pbd = arena_alloc(arena, sizeof *pbd);
    pbd->before = arena_array(arena, world->joint_count, sizeof *pbd->before);
    sim->own = pbd;
    for (size_t i = 0; i < world->joint_count; i++) {
        struct run *run = &sim->runs[sim->run_of[i]];
        const struct mat34 *head = &world->rest[SLOT_BODIES + run->body];
        run->center = SIM_NONE;
        if (run->virtual_tail) {
            struct vec3 own = world->bodies[run->body].rest.translation;
            run->end_point = vec3_scale(transform_unit(own), VRM0_TAIL_LENGTH);
        }
        struct mat34 inverse = transform_inverse(head);
        run->pull = run->virtual_tail
                        ? run->end_point
                        : mat34_point(&inverse, mat34_point(&world->rest[run->end_mover], run->end_point));
        run->axis = transform_unit(run->pull);
        run->length = vec3_length(run->pull);
        pbd->before[sim->run_of[i]] = find_before(sim, i);
    }
}

static void reset(struct sim *sim)
{
    struct pbd *pbd = sim->own;
    pbd->last_dt = 0;
    for (size_t i = 0; i < sim->world->joint_count; i++) {
        struct run *run = &sim->runs[i];
        run->current = state_end(sim, run);
        run->previous = run->current;
    }
}

static struct vec3 push_out(const struct sim *sim, const struct run *run, struct vec3 point)
{
    for (size_t i = 0; i < run->collider_count; i++) {
        const struct collide_shape *shape = &sim->shapes[run->colliders[i]];
        double reach = sim->options.pbd.point_size + shape->radius;
        struct vec3 away = vec3_sub(point, shape->center);
        if (shape->kind == SHAPE_SPHERE && !shape->inside && vec3_length(away) <= reach) {
            point = transform_add_scaled(shape->center, transform_unit(away), reach);
        }
    }
    return point;
}

/* Turns the head so that its bone points from one place to another; parent: world rotation of the head's parent. */
static void turn(struct sim *sim, const struct run *run, struct quat parent, struct vec3 direction)
{
    struct quat *own = &sim->turns[run->body];
    struct vec3 now = transform_rotate(quat_multiply(parent, *own), run->axis);
    struct quat by = transform_from_to(transform_unit(now), transform_unit(direction));
    struct quat local = quat_multiply(quat_conjugate(parent), quat_multiply(by, parent));
    *own = quat_normalise(quat_multiply(local, *own));
}

static void update(struct sim *sim, size_t index, double dt)
{
    const struct pbd *pbd = sim->own;
    const struct sim_pbd_settings *settings = &sim->options.pbd;
    struct run *run = &sim->runs[index];
    const struct mat34 *own = &sim->slots[SLOT_BODIES + run->body];
    size_t before = pbd->before[index];
    struct vec3 head = before == SIM_NONE ? mat34_translation(own) : sim->runs[before].current;
    struct vec3 velocity = {0, 0, 0};
    if (pbd->last_dt > 0) {
        velocity = vec3_scale(vec3_sub(run->current, run->previous), 1 / pbd->last_dt);
    }
    struct vec3 pull = vec3_sub(mat34_point(own, run->pull), run->current);
    velocity = transform_add_scaled(velocity, pull, settings->spring * dt);
    velocity.y -= settings->gravity * dt;
    velocity = vec3_scale(velocity, settings->damp);
    run->previous = run->current;
    struct vec3 point = push_out(sim, run, transform_add_scaled(run->current, velocity, dt));
    run->current = transform_add_scaled(head, transform_unit(vec3_sub(point, head)), run->length);
    turn(sim, run, transform_rotation(&sim->slots[run->parent], NULL), vec3_sub(run->current, head));
}

static void step(struct sim *sim, double dt)
{
    struct pbd *pbd = sim->own;
    for (size_t i = 0; i < sim->world->joint_count; i++) {
        struct run *run = &sim->runs[i];
        if (sim->options.pbd.reset_pose) {
            sim->turns[run->body] = run->rest;
        }
        state_turn_head(sim, run);
        if (dt > 0) {
            update(sim, i, dt);
            state_turn_head(sim, run);
        }
        state_follow(sim, SLOT_BODIES + run->body);
    }
    pbd->last_dt = dt > 0 ? dt : pbd->last_dt;
}

const struct sim_engine sim_pbd = {
    .name = "pbd",
    .scaled_colliders = true,
    .start = start,
    .reset = reset,
    .step = step,
    .head = state_head,
    .tail = state_tail,
    .state = state_state,
    .bend = state_bend,
};
