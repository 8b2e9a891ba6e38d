/* Selects the springs of a file for the simulation: those with usable numbers, up to a limit per file. */
#include "checks/sim/family.h"
#include "ids/messages_skipped.h"

/* The maximum cost of a file, as counted by sim_costs(). It takes about seven seconds if nothing comes to rest; a rig
 * from MMD with 237 joints, each of which uses dozens of colliders, costs an eighth of it. */
enum { COST_MAX = 120 * 1000 };

/* Reports excluded springs as skipped: "the motion of spring 0 'Hair' and 3 more". */
static void report_skipped_springs(struct check *check, bool is_0x, const bool *out, enum message why)
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

/* Whether there are so many joints that a world with all of them would take too much memory. */
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
    return count > COST_MAX / SIM_JOINT_COST;
}

/* Selects springs in the order of the file until their total cost reaches the maximum. Returns whether some are
 * excluded. */
static bool cut_to_cost(struct check *check, const size_t *costs, bool is_0x, bool *out)
{
    size_t count = sim_group_count(check->avatar, is_0x);
    bool *cut = arena_array(check->arena, count, sizeof *cut);
    size_t sum = 0;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        cut[i] = !out[i] && costs[i] > COST_MAX - sum;
        sum += cut[i] || out[i] ? 0 : costs[i];
        out[i] = out[i] || cut[i];
        any = any || cut[i];
    }
    report_skipped_springs(check, is_0x, cut, WORDS_BECAUSE_TOO_MANY_TO_SIMULATE);
    return any;
}

struct sim_world *sim_take(struct check *check, struct arena *arena, bool is_0x, const struct avatar **avatar)
{
    size_t count = sim_group_count(check->avatar, is_0x);
    bool *out = sim_unsound(check, count, is_0x);
    report_skipped_springs(check, is_0x, out, WORDS_BECAUSE_OF_ITS_NUMBERS);
    *avatar = sim_mask(check->arena, check->avatar, is_0x, out);
    if (lists_too_many(*avatar, is_0x)) {
        size_t *counted = arena_array(arena, count, sizeof *counted);
        sim_count_costs(arena, *avatar, &sim_spec, counted);
        cut_to_cost(check, counted, is_0x, out);
        *avatar = sim_mask(check->arena, check->avatar, is_0x, out);
    }
    struct sim_world *world = sim_world_build(arena, *avatar, &sim_spec, SIM_LIMBER, 1);
    size_t *costs = arena_array(arena, count, sizeof *costs);
    sim_costs(world, costs);
    if (cut_to_cost(check, costs, is_0x, out)) {
        *avatar = sim_mask(check->arena, check->avatar, is_0x, out);
        world = sim_world_build(arena, *avatar, &sim_spec, SIM_LIMBER, 1);
    }
    if (!sim_world_is_whole(world)) {
        findings_skip(check->findings, WORDS_SKIPPED_JOINTS, NO_ARGUMENTS, WORDS_BECAUSE_MORE_THAN_ALLOWED);
    }
    return world;
}
