/* Springs of VRM 1.0, or bone groups of 0.x: their number and names, and copies of the avatar without some of them. */
#include <string.h>

#include "checks/sim/family.h"

size_t sim_group_count(const struct avatar *avatar, bool is_0x)
{
    return is_0x ? avatar->vrm0->group_count : avatar->springs->spring_count;
}

struct argument sim_the_group(const char *as, const struct avatar *avatar, bool is_0x, size_t group)
{
    return is_0x ? the_bone_group(as, avatar, group) : the_spring(as, avatar, group);
}

struct place sim_group_place(const struct sim_family *family, size_t group)
{
    return family->is_0x ? place_bone_group(group, NULL) : place_spring(group, NULL);
}

const struct avatar *sim_mask(struct arena *arena, const struct avatar *avatar, bool is_0x, const bool *out)
{
    struct avatar *masked = arena_alloc(arena, sizeof *masked);
    *masked = *avatar;
    size_t count = sim_group_count(masked, is_0x);
    if (is_0x) {
        struct vrm0 *vrm0 = arena_alloc(arena, sizeof *vrm0);
        *vrm0 = *masked->vrm0;
        vrm0->groups = arena_array(arena, count, sizeof *vrm0->groups);
        memcpy(vrm0->groups, masked->vrm0->groups, count * sizeof *vrm0->groups);
        for (size_t i = 0; i < count; i++) {
            vrm0->groups[i].root_count = out[i] ? 0 : vrm0->groups[i].root_count;
        }
        masked->vrm0 = vrm0;
        return masked;
    }
    struct springs *springs = arena_alloc(arena, sizeof *springs);
    *springs = *masked->springs;
    springs->springs = arena_array(arena, count, sizeof *springs->springs);
    memcpy(springs->springs, masked->springs->springs, count * sizeof *springs->springs);
    for (size_t i = 0; i < count; i++) {
        springs->springs[i].joint_count = out[i] ? 0 : springs->springs[i].joint_count;
    }
    masked->springs = springs;
    return masked;
}

/* Springs and those on which they depend: the least set that must be simulated so that some of them move as in the
 * file. */

struct closure {
    const struct sim_family *family;
    bool *out; /* per spring: not simulated */
    size_t *open;
    size_t open_count;
};

static void add_spring_of_node(struct closure *closure, size_t node)
{
    size_t joint = node == SIM_NONE ? SIM_NONE : closure->family->turned_by[node];
    if (joint == SIM_NONE) {
        return;
    }
    size_t spring = closure->family->joints[joint].spring;
    if (closure->out[spring]) {
        closure->out[spring] = false;
        closure->open[closure->open_count++] = spring;
    }
}

static size_t parent_of(const struct scene *scene, size_t node)
{
    return node == SIM_NONE ? SIM_NONE : scene->nodes[node].parent;
}

/* Adds the springs that move a spring's parent nodes, its center and its colliders. */
static void take_bearers(struct closure *closure, size_t begin, size_t end)
{
    const struct sim_family *family = closure->family;
    const struct scene *scene = family->avatar->scene;
    for (size_t j = begin; j < end; j++) {
        add_spring_of_node(closure, parent_of(scene, family->joints[j].head));
        add_spring_of_node(closure, family->joints[j].center);
    }
    size_t count;
    const size_t *colliders = sim_joint_colliders(family->metrics->world, begin, &count);
    for (size_t i = 0; i < count; i++) {
        add_spring_of_node(closure, sim_collider_node(family->metrics->world, colliders[i]));
    }
}

bool sim_take_bearers(const struct sim_family *family, struct arena *arena, size_t count, bool *out)
{
    size_t joint_count = family->metrics->joint_count;
    size_t *begin = arena_array(arena, count + 1, sizeof *begin);
    struct closure closure = {.family = family, .out = out, .open = arena_array(arena, count, sizeof *closure.open)};
    for (size_t j = 0; j < joint_count; j++) {
        begin[family->joints[j].spring + 1]++;
    }
    for (size_t s = 0; s < count; s++) {
        begin[s + 1] += begin[s];
        out[s] = out[s] || begin[s + 1] == begin[s];
        if (!out[s]) {
            closure.open[closure.open_count++] = s;
        }
    }
    bool any = closure.open_count > 0;
    while (closure.open_count > 0) {
        size_t spring = closure.open[--closure.open_count];
        take_bearers(&closure, begin[spring], begin[spring + 1]);
    }
    return any;
}
