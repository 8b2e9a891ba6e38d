/* The specification's update for any hierarchy: one joint at a time, with world matrices in slots; and the parts that
 * univrm shares. They differ in colliders, for which each engine has a function of its own. */
#ifndef VRMLINT_SIM_VERLET_H
#define VRMLINT_SIM_VERLET_H

#include "sim/state.h"

/* A bone during its update. */
struct verlet_bone {
    struct vec3 head;
    double length;
    struct vec3 axis; /* rest direction in world space */
};

/* Pushes a tail out of one collider. Returns whether it was touched. */
typedef bool verlet_hit(const struct collide_shape *shape, const struct verlet_bone *bone, double hit_radius,
                        struct vec3 *tail);

/* Sets the state to a tail at rest, in world space. */
static inline void verlet_set_tail(const struct sim *sim, struct run *run, struct vec3 tail)
{
    run->previous = state_in_center(sim, run, tail);
    run->current = run->previous;
}

/* Returns the tail's new position. VRMC_springBone 1.0, Verlet integration: inertia in the center's space, the force
 * towards rest, gravity. */
static inline struct vec3 verlet_integrate(const struct sim *sim, const struct run *run, struct vec3 axis, double dt)
{
    struct vec3 velocity = vec3_sub(run->current, run->previous);
    struct vec3 next = transform_add_scaled(run->current, velocity, run->keep);
    if (run->center != SIM_NONE) {
        next = mat34_point(&sim->slots[run->center], next);
    }
    next = transform_add_scaled(next, axis, run->stiffness * dt);
    return transform_add_scaled(next, run->gravity_dir, run->gravity_power * dt);
}

static inline struct vec3 verlet_limit(const struct run *run, struct quat rest, const struct verlet_bone *bone,
                                       struct vec3 tail)
{
    if (run->limit.kind == LIMIT_NONE) {
        return tail;
    }
    struct vec3 direction = transform_unit(vec3_sub(tail, bone->head));
    return transform_add_scaled(bone->head, limit_apply(&run->limit, rest, direction), bone->length);
}

/* Updates a joint's tail: applies inertia, restores the bone's length, applies the limit, then the colliders. Stores
 * it in the run; returns its position in world space. */
static inline struct vec3 verlet_move(struct sim *sim, struct run *run, struct quat rest,
                                      const struct verlet_bone *bone, double dt, verlet_hit *hit)
{
    struct vec3 tail = verlet_integrate(sim, run, bone->axis, dt);
    tail = transform_add_scaled(bone->head, transform_unit(vec3_sub(tail, bone->head)), bone->length);
    tail = verlet_limit(run, rest, bone, tail);
    for (size_t i = 0; i < run->collider_count; i++) {
        const struct collide_shape *shape = &sim->shapes[run->colliders[i]];
        if (!collide_is_clear(shape, tail, run->hit_radius) && hit(shape, bone, run->hit_radius, &tail)) {
            tail = verlet_limit(run, rest, bone, tail);
        }
    }
    run->previous = run->current;
    run->current = state_in_center(sim, run, tail);
    return tail;
}

static inline void verlet_update(struct sim *sim, struct run *run, double dt, verlet_hit *hit)
{
    const struct mat34 *parent = &sim->slots[run->parent];
    struct quat rest = quat_multiply(transform_rotation(parent, NULL), run->rest);
    struct vec3 place = sim->shifted == NULL ? mat34_translation(&run->local) : sim->shifted[run->body];
    struct verlet_bone bone = {
        .head = mat34_point(parent, place), .length = run->length, .axis = transform_rotate(rest, run->axis)};
    if (run->limit.kind != LIMIT_NONE) {
        rest = quat_normalise(rest); /* below sheared nodes it isn't exactly a rotation, which would affect lengths */
    }
    struct vec3 tail = verlet_move(sim, run, rest, &bone, dt, hit);
    sim->turns[run->body] = quat_multiply(run->rest, transform_from_to(run->axis, state_aim(sim, run, tail)));
}

/* Updates a joint and what follows it, unless it is left out. */
static inline void verlet_step_run(struct sim *sim, struct run *run, double dt, verlet_hit *hit)
{
    if (state_leaves_out(sim, run)) {
        return;
    }
    if (run->center_is_own) {
        state_update_head(sim, run);
    }
    if (dt > 0) {
        verlet_update(sim, run, dt, hit);
    }
    state_turn_body(sim, run->body);
    state_follow(sim, SLOT_BODIES + run->body);
}

static inline void verlet_step(struct sim *sim, double dt, verlet_hit *hit)
{
    for (size_t i = 0; i < sim->loose_count; i++) {
        verlet_step_run(sim, &sim->runs[sim->loose[i]], dt, hit);
    }
}

#endif
