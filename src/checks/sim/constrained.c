/* Node constraints in motion: those that turn their nodes by leaps (sim/constraint-jumps), and those that the
 * simulation leaves at rest. */
#include "sim/jumps.h"

#include "checks/constraint/family.h"
#include "checks/sim/family.h"
#include "ids/messages_sim.h"
#include "ids/messages_skipped.h"
#include "ids/rules.h"

/* The share of the widest turn that a constraint allows, from which on its axis points away from the source. */
#define OPPOSED 0.75

void sim_skip_constraints(struct check *check, const struct sim_world *world)
{
    size_t count;
    const size_t *nodes = sim_resting_constraints(world, &count);
    if (count == 0) {
        return;
    }
    struct argument node = the_node("node", check->avatar, nodes[0]);
    if (count == 1) {
        findings_skip(check->findings, WORDS_SKIPPED_CONSTRAINT, ARGUMENTS(node), WORDS_BECAUSE_ITS_NODE_RESTS);
    } else {
        findings_skip(check->findings, WORDS_SKIPPED_CONSTRAINTS, ARGUMENTS(node, COUNT("count", count - 1)),
                      WORDS_BECAUSE_THEIR_NODES_REST);
    }
}

static struct argument while_moving(enum scenario scenario)
{
    switch (scenario) {
    case SCENARIO_SIT:
        return WORD("when", WORDS_SIM_WHILE_SITTING_DOWN);
    case SCENARIO_ARMS_CROSSED:
        return WORD("when", WORDS_SIM_WHILE_CROSSING_ARMS);
    default:
        return WORD("when", sim_motion_words(scenario));
    }
}

/* Adds the command line that shows a jump, if a spring below the node shows it: `simulate` writes only joints. */
static void show_jump(const struct check *check, const struct sim_world *world, const struct jump *jump,
                      struct finding *finding)
{
    const struct avatar *avatar = check->avatar;
    const struct sim_family family = {.arena = check->arena,
                                      .findings = check->findings,
                                      .avatar = avatar,
                                      .is_0x = !avatar->springs->present && avatar->vrm0->present};
    const struct sim_joint *joints = sim_joints(world);
    for (size_t j = 0; j < sim_joint_count(world); j++) {
        if (joints[j].head != SIM_NONE && scene_is_above(avatar->scene, jump->node, joints[j].head)) {
            sim_show(&family, finding, joints[j].spring,
                     sim_command(check->arena, jump->in, JUMP_RATE, sim_turns_limbs(world), 0), "");
            return;
        }
    }
}

static struct finding *report_jump(const struct constraint_family *family, const struct constraint *constraint,
                                   const struct jump *jump)
{
    struct findings *findings = family->check->findings;
    bool aims = constraint->kind == CONSTRAINT_AIM && constraint->axis != AXIS_COUNT;
    struct place place = constraint_body_place(family, constraint, NULL);
    struct argument thing = the_constraint("constraint", family, constraint);
    struct argument when = while_moving(jump->in);
    struct argument angle = sim_degrees("angle", jump->angle);
    struct argument turn = sim_degrees("turn", jump->source < 1e-6 ? 0 : jump->source); /* rounding errors are 0 */
    struct argument source = the_node("source", family->avatar, constraint->source);
    struct finding *finding = aims && jump->away > OPPOSED * ANGLE_PI * constraint->weight
                                  ? report(findings, MESSAGE_SIM_CONSTRAINT_JUMPS__OPPOSED, place,
                                           ARGUMENTS(thing, angle, when, source, turn,
                                                     TERM("axis", constraint_axis_name(constraint, constraint->axis))))
                                  : report(findings, MESSAGE_SIM_CONSTRAINT_JUMPS__DEFAULT, place,
                                           ARGUMENTS(thing, angle, when, source, turn));
    finding_measure(finding, "angle", jump->angle);
    finding_measure(finding, "source", jump->source);
    return finding;
}

void sim_check_jumps(struct check *check, const struct avatar *avatar)
{
    const struct constraints *constraints = check->avatar->constraints;
    if (!findings_want(check->findings, RULE_SIM_CONSTRAINT_JUMPS) || constraints->count == 0 ||
        check->avatar->document->no_constraints) {
        return;
    }
    struct arena *passing = arena_open(check->arena);
    const struct constraint_family family = {
        .check = check, .arena = check->arena, .avatar = check->avatar, .scene = check->avatar->scene};
    const struct sim_world *world = sim_world_build(passing, avatar, &sim_spec, SIM_SHOWN, 1);
    if (!jumps_can_be_measured(world)) {
        findings_skip(check->findings, WORDS_SKIPPED_JUMPS, NO_ARGUMENTS, WORDS_BECAUSE_MORE_THAN_ALLOWED);
    } else {
        size_t count;
        const struct jump *jumps = jumps_measure(passing, world, &count);
        for (size_t i = 0; i < count; i++) {
            const struct constraint *constraint = constraints_find(constraints, jumps[i].node);
            if (jumps[i].angle > 0 && constraint != NULL) {
                show_jump(check, world, &jumps[i], report_jump(&family, constraint, &jumps[i]));
            }
        }
    }
    arena_close(passing);
}
