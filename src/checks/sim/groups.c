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
