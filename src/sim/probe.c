#include "sim/probe.h"

#include "sim/strands.h"
#include "vrm/humanoid.h"

static const struct run *run_of(const struct sim *sim, size_t joint)
{
    return &sim->runs[sim->run_of[joint]];
}

struct vec3 probe_pull(const struct sim *sim, size_t joint)
{
    const struct run *run = run_of(sim, joint);
    struct vec3 axis = transform_rotate(strands_rest(sim, joint), run->axis);
    return transform_add_scaled(vec3_scale(axis, run->stiffness), run->gravity_dir, run->gravity_power);
}

bool probe_has_limit(const struct sim *sim, size_t joint)
{
    return run_of(sim, joint)->limit.kind != LIMIT_NONE;
}

struct vec3 probe_limited(const struct sim *sim, size_t joint, struct vec3 direction)
{
    const struct run *run = run_of(sim, joint);
    if (run->limit.kind == LIMIT_NONE) {
        return direction;
    }
    return limit_apply(&run->limit, quat_normalise(strands_rest(sim, joint)), direction);
}

const size_t *probe_colliders(const struct sim *sim, size_t joint, size_t *count)
{
    const struct run *run = run_of(sim, joint);
    *count = run->collider_count;
    return run->colliders;
}

size_t probe_bone(const struct sim_world *world, const char *bone)
{
    size_t place = bone_by_name(bone);
    return world->humanoid == NULL || place == BONE_COUNT ? SIM_NONE : world->humanoid->nodes[place];
}

bool probe_colliders_stand(const struct sim *sim)
{
    const struct sim_world *world = sim->world;
    bool stand = true;
    for (size_t i = 0; i < world->collider_count && stand; i++) {
        stand = world->colliders[i].anchor.mover < SLOT_BODIES + world->carrier_count;
    }
    return stand;
}

double probe_depth(const struct sim *sim, size_t joint, size_t *collider)
{
    struct vec3 tail = sim_tail(sim, joint);
    size_t count;
    const size_t *colliders = probe_colliders(sim, joint, &count);
    double radius = sim->world->joints[joint].hit_radius;
    double deepest = 0;
    *collider = SIM_NONE;
    for (size_t i = 0; i < count; i++) {
        double depth = -collide(&sim->shapes[colliders[i]], tail, radius).distance;
        if (depth > deepest) {
            deepest = depth;
            *collider = colliders[i];
        }
    }
    return deepest;
}
