/* Which springs of a file are simulated: those whose numbers are sound, as many as one file may have. */
#include "checks/sim/family.h"

/* What a step of the simulation may cost: a joint counts JOINT_COST, a pair of joint and collider 1. This many take
 * some five seconds in a file where nothing comes to rest. */
enum { STEP_COST_MAX = 100 * 1000, JOINT_COST = 10 };

/* Says which springs stay out: "the motion of spring 0 'Hair' and 3 more". */
static void skip(struct check *check, bool is_0x, const bool *out, enum message why)
{
    size_t count = 0;
    size_t first = 0;
    for (size_t i = sim_group_count(check->avatar, is_0x); i-- > 0;) {
        count += out[i];
        first = out[i] ? i : first;
    }
    if (count == 0) {
        return;
    }
    struct argument group = sim_the_group("group", check->avatar, is_0x, first);
    if (count == 1) {
        findings_skip(check->findings, WORDS_SKIPPED_MOTION, ARGUMENTS(group), why);
    } else {
        findings_skip(check->findings, WORDS_SKIPPED_MOTIONS, ARGUMENTS(group, COUNT("count", count - 1)), why);
    }
}

static size_t cost_of(const struct sim_world *world)
{
    return sim_step_cost(world) + (JOINT_COST - 1) * sim_joint_count(world);
}

/* Whether so many joints are listed that a world of them all isn't worth its memory. */
static bool lists_too_many(const struct avatar *avatar, bool is_0x)
{
    size_t count = 0;
    for (size_t i = 0; i < sim_group_count(avatar, is_0x); i++) {
        if (is_0x) {
            const struct vrm0_group *group = &avatar->vrm0->groups[i];
            for (size_t r = 0; r < group->root_count; r++) {
                count += group->roots[r].end - group->roots[r].begin;
            }
        } else {
            count += avatar->springs->springs[i].joint_count;
        }
    }
    return count > STEP_COST_MAX / JOINT_COST;
}

/* Takes springs in the order of the file as long as a step of all of them costs no more than it may. */
static void cut_to_cost(struct check *check, const size_t *costs, bool is_0x, bool *out)
{
    size_t count = sim_group_count(check->avatar, is_0x);
    bool *cut = arena_array(check->arena, count, sizeof *cut);
    size_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        cut[i] = !out[i] && costs[i] > STEP_COST_MAX - sum;
        sum += cut[i] || out[i] ? 0 : costs[i];
        out[i] = out[i] || cut[i];
    }
    skip(check, is_0x, cut, WORDS_BECAUSE_TOO_MANY_TO_SIMULATE);
}

struct sim_world *sim_take(struct check *check, struct arena *arena, bool is_0x, const struct avatar **avatar)
{
    size_t count = sim_group_count(check->avatar, is_0x);
    bool *out = sim_unsound(check, count, is_0x);
    skip(check, is_0x, out, WORDS_BECAUSE_OF_ITS_NUMBERS);
    *avatar = sim_mask(check->arena, check->avatar, is_0x, out);
    size_t *costs = arena_array(check->arena, count, sizeof *costs);
    if (lists_too_many(*avatar, is_0x)) {
        sim_count_costs(arena, *avatar, &sim_spec, JOINT_COST, costs);
        cut_to_cost(check, costs, is_0x, out);
        *avatar = sim_mask(check->arena, check->avatar, is_0x, out);
    }
    struct sim_world *world = sim_world_build_limber(arena, *avatar, &sim_spec);
    if (cost_of(world) > STEP_COST_MAX) {
        sim_costs(world, JOINT_COST, costs);
        cut_to_cost(check, costs, is_0x, out);
        *avatar = sim_mask(check->arena, check->avatar, is_0x, out);
        world = sim_world_build_limber(arena, *avatar, &sim_spec);
    }
    if (!sim_world_is_whole(world)) {
        findings_skip(check->findings, WORDS_SKIPPED_JOINTS, NO_ARGUMENTS, WORDS_BECAUSE_MORE_THAN_ALLOWED);
    }
    return world;
}
