/*
 * Spring bones as @pixiv/three-vrm-springbone 3.5.5 simulates them on three.js: everything by matrices, so that
 * scales shear the nodes below; no limits; the length is measured in each step, to the tail node's position after the
 * previous step.
 */
#include "sim/batches.h"
#include "sim/lanes_wide.h"

#if defined LANES_WIDE_BEGIN
static bool updates_head_first(const struct run *run)
{
    return run->center_is_own || run->hits_own;
}
#endif

static void three_vrm_start(struct sim *sim, struct arena *arena)
{
    for (size_t i = 0; i < sim->world->joint_count; i++) {
        struct run *run = &sim->runs[sim->run_of[i]];
        const struct world_link *link = &sim->world->links[i];
        struct vec3 offset = link->tail_offset;
        if (run->virtual_tail) {
            struct vec3 own = sim->world->bodies[run->body].rest.translation;
            offset = vec3_scale(transform_unit(own), VRM0_TAIL_LENGTH);
            run->end_point = offset;
        }
        /* a collider on a node of the file is a child of it, and moves after it; one that is a bone itself moves with
         * it */
        run->hits_own = run->hits_own && link->head >= sim->world->scene->count;
        run->axis = transform_unit(offset);
        run->pull = transform_unit(transform_direction(&run->local, run->axis));
    }
#if defined LANES_WIDE_BEGIN
    batches_plan(sim, arena, NULL, sim->world->joint_count, updates_head_first);
#else
    (void)arena;
#endif
}

static void three_vrm_reset(struct sim *sim)
{
    for (size_t i = 0; i < sim->world->joint_count; i++) {
        struct run *run = &sim->runs[sim->run_of[i]];
        const struct world_link *link = &sim->world->links[i];
        struct vec3 offset = run->virtual_tail ? run->end_point : link->tail_offset;
        run->current = state_in_center(sim, run, mat34_point(&sim->slots[SLOT_BODIES + run->body], offset));
        run->previous = run->current;
    }
}

/* Pushes the tail out of a collider; like three-vrm, without any guards. */
static bool three_vrm_hit(const struct collide_shape *shape, const struct verlet_bone *bone, double hit_radius,
                          struct vec3 *tail)
{
    struct collide_contact contact = collide(shape, *tail, hit_radius);
    if (!(contact.distance < 0)) {
        return false;
    }
    struct vec3 next = transform_add_scaled(*tail, contact.direction, -contact.distance);
    struct vec3 way = vec3_sub(next, bone->head);
    *tail = transform_add_scaled(bone->head, way, bone->length / vec3_length(way));
    return true;
}

/* Pushes the tail out of the colliders in the order of the groups. */
static struct vec3 push_out_as_three(const struct sim *sim, const struct run *run, struct vec3 head, double length,
                                     struct vec3 next)
{
    const struct verlet_bone bone = {.head = head, .length = length};
    for (size_t i = 0; i < run->collider_count; i++) {
        const struct collide_shape *shape = &sim->shapes[run->colliders[i]];
        if (!collide_is_clear(shape, next, run->hit_radius)) {
            (void)three_vrm_hit(shape, &bone, run->hit_radius, &next);
        }
    }
    return next;
}

/* Returns the tail's new position in world space. */
static struct vec3 three_vrm_move_tail(const struct sim *sim, const struct run *run, struct vec3 head, double length,
                                       double dt)
{
    struct vec3 velocity = vec3_sub(run->current, run->previous);
    struct vec3 next = transform_add_scaled(run->current, velocity, run->keep);
    if (run->center != SIM_NONE) {
        next = mat34_point(&sim->slots[run->center], next);
    }
    struct vec3 axis = transform_unit(transform_direction(&sim->slots[run->parent], run->pull));
    next = transform_add_scaled(next, axis, run->stiffness * dt);
    next = transform_add_scaled(next, run->gravity_dir, run->gravity_power * dt);
    next = transform_add_scaled(head, transform_unit(vec3_sub(next, head)), length);
    return push_out_as_three(sim, run, head, length, next);
}

static void three_vrm_update_joint(struct sim *sim, struct run *run, double dt)
{
    const struct world_body *body = &sim->world->bodies[run->body];
    const struct mat34 *parent = &sim->slots[run->parent];
    struct vec3 head = mat34_point(parent, body->rest.translation);
    struct vec3 end = state_end(sim, run);
    if (run->virtual_tail || run->center_is_own || run->hits_own || !(dt > 0)) {
        state_update_head(sim, run);
    }
    if (!(dt > 0)) {
        return;
    }
    end = run->virtual_tail ? state_end(sim, run) : end;
    struct vec3 next = three_vrm_move_tail(sim, run, head, vec3_distance(head, end), dt);
    run->previous = run->current;
    run->current = state_in_center(sim, run, next);
    sim->turns[run->body] = quat_multiply(run->rest, transform_from_to(run->axis, state_aim(sim, run, next)));
    state_turn_body(sim, run->body);
}

static void three_vrm_step_run(struct sim *sim, struct run *run, double dt)
{
    if (!state_leaves_out(sim, run)) {
        three_vrm_update_joint(sim, run, dt);
        state_follow(sim, SLOT_BODIES + run->body);
    }
}

static void three_vrm_step(struct sim *sim, double dt)
{
#if defined LANES_WIDE_BEGIN
    if (sim->batches != NULL) {
        batches_see(sim);
        if (dt > 0) {
            batches_step_three_vrm(sim, dt, three_vrm_hit, three_vrm_step_run);
            return;
        }
    }
#endif
    for (size_t i = 0; i < sim->world->joint_count; i++) {
        three_vrm_step_run(sim, &sim->runs[i], dt);
    }
}

const struct sim_engine sim_three_vrm = {
    .name = "three-vrm",
    .rules =
        {.made_up_nodes = true, .standing_refresh = true, .manner = RIG_THREE_VRM, .keeps_rounding = true, .drag = 0.4},
    .late_colliders = true,
    .renders = true,
    .start = three_vrm_start,
    .reset = three_vrm_reset,
    .step = three_vrm_step,
};
