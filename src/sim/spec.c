/* Spring bones by VRMC_springBone 1.0: the published text, with limits (VRMC_springBone_limit 1.0-draft) after
 * inertia and after every hit, a constant length, and a guard at every division by 0. */
#include "sim/strands.h"

static void spec_start(struct sim *sim, struct arena *arena)
{
    for (size_t i = 0; i < sim->world->joint_count; i++) {
        struct run *run = &sim->runs[sim->run_of[i]];
        const struct mat34 *head = &sim->world->rest[SLOT_BODIES + run->body];
        struct vec3 own = sim->world->bodies[run->body].rest.translation;
        if (run->virtual_tail) {
            run->end_point = vec3_scale(transform_unit(own), VRM0_TAIL_LENGTH);
        }
        struct vec3 tail = mat34_point(&sim->world->rest[run->end_mover], run->end_point);
        struct mat34 inverse = transform_inverse(head);
        run->length = vec3_distance(tail, mat34_translation(head));
        run->axis = transform_unit(run->virtual_tail ? run->end_point : mat34_point(&inverse, tail));
        limit_prepare(&run->limit, sim->world->joints[i].limit, run->axis);
    }
    strands_plan(sim, arena);
}

/* Restores the length after every hit; without a direction nothing is pushed, and the bone stays as it is. */
static bool spec_hit(const struct collide_shape *shape, const struct verlet_bone *bone, double hit_radius,
                     struct vec3 *tail)
{
    struct collide_contact contact = collide(shape, *tail, hit_radius);
    if (!(contact.distance < 0) || contact.no_direction) {
        return false;
    }
    struct vec3 moved = transform_add_scaled(*tail, contact.direction, -contact.distance);
    struct vec3 direction = vec3_sub(moved, bone->head);
    double length = vec3_length(direction);
    *tail = length == 0 ? transform_add_scaled(bone->head, bone->axis, bone->length)
                        : transform_add_scaled(bone->head, direction, bone->length / length);
    return true;
}

static void spec_step(struct sim *sim, double dt)
{
    strands_step(sim, dt, spec_hit);
    verlet_step(sim, dt, spec_hit);
}

const struct sim_engine sim_spec = {
    .name = "spec",
    .rules = {.made_up_nodes = true, .drag = 0.5},
    .start = spec_start,
    .reset = strands_reset,
    .step = spec_step,
};
