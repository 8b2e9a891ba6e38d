/* Spring bones in motion: simulates the springs of the file according to the specification in the scenarios of
 * sim/scenario.h, and judges the motion of their joints. One finding per spring and rule. */
#include "checks/sim/family.h"
#include "ids/rules.h"

#define SIM_FIRST_RATE 60.0 /* frames per second */

struct sim_rule {
    enum rule rule;
    void (*report)(const struct sim_subject *subject);
    void (*wish)(const struct sim_subject *subject, struct sim_wishes *wishes); /* NULL if no number helps */
};

static const struct sim_rule rules[VERDICT_COUNT] = {
    [VERDICT_NON_FINITE] = {RULE_SIM_NON_FINITE, sim_report_non_finite, NULL},
    [VERDICT_TAIL_AT_COLLIDER_CENTER] = {RULE_SIM_TAIL_AT_COLLIDER_CENTER, sim_report_centered, NULL},
    [VERDICT_NO_RESTORING_FORCE] = {RULE_SIM_NO_RESTORING_FORCE, sim_report_no_force, sim_wish_force},
    [VERDICT_DOES_NOT_SETTLE] = {RULE_SIM_DOES_NOT_SETTLE, sim_report_unsettled, sim_wish_settled},
    [VERDICT_JITTER] = {RULE_SIM_JITTER, sim_report_jitter, sim_wish_still},
    [VERDICT_SLOW_SETTLE] = {RULE_SIM_SLOW_SETTLE, sim_report_slow, sim_wish_sooner},
    [VERDICT_REST_POSE_SAGS] = {RULE_SIM_REST_POSE_SAGS, sim_report_sag, sim_wish_held},
    [VERDICT_REST_POSE_COLLAPSES] = {RULE_SIM_REST_POSE_COLLAPSES, sim_report_sag, sim_wish_held},
    [VERDICT_COLLIDER_NO_FEASIBLE_POSE] = {RULE_SIM_COLLIDER_NO_FEASIBLE_POSE, sim_report_no_room, sim_wish_feasible},
    [VERDICT_LIMIT_COLLIDER_CONFLICT] = {RULE_SIM_LIMIT_COLLIDER_CONFLICT, sim_report_conflict, sim_wish_feasible},
    [VERDICT_REST_PENETRATION] = {RULE_SIM_REST_PENETRATION, sim_report_penetration, sim_wish_clear},
    [VERDICT_COLLIDER_MOVES_REST_POSE] = {RULE_SIM_COLLIDER_MOVES_REST_POSE, sim_report_pushed, sim_wish_unpushed},
    [VERDICT_COLLIDER_TUNNELLING] = {RULE_SIM_COLLIDER_TUNNELLING, sim_report_tunnelling, sim_wish_thick},
    [VERDICT_VIOLENT_MOTION] = {RULE_SIM_VIOLENT_MOTION, sim_report_violent, sim_wish_calm},
    [VERDICT_WALK_LAG] = {RULE_SIM_WALK_LAG, sim_report_lag, sim_wish_in_time},
    [VERDICT_RIGID_CHAIN] = {RULE_SIM_RIGID_CHAIN, sim_report_rigid, sim_wish_bending},
    [VERDICT_FRAME_RATE_DEPENDENT_POSE] = {RULE_SIM_FRAME_RATE_DEPENDENT_POSE, sim_report_rates, sim_wish_one_place},
};

/* ---- findings ---- */

/* Computes what nodes inherit from their ancestors. */
static void probe_above(struct sim_family *family, const struct sim_world *world)
{
    const struct scene *scene = family->avatar->scene;
    size_t count = sim_joint_count(world);
    size_t *turned_by = arena_array(family->arena, scene->count, sizeof *turned_by);
    bool *shown = arena_array(family->arena, scene->count, sizeof *shown);
    size_t order_count;
    const size_t *order = scene_order(family->arena, scene, &order_count);
    for (size_t i = 0; i < scene->count; i++) {
        turned_by[i] = SIM_NONE;
        shown[i] = sim_is_shown(world, i);
    }
    for (size_t j = count; j-- > 0;) {
        if (family->joints[j].head != SIM_NONE) {
            turned_by[family->joints[j].head] = j;
        }
    }
    for (size_t i = 0; i < order_count; i++) {
        size_t parent = scene->nodes[order[i]].parent;
        if (parent != SCENE_NONE) {
            turned_by[order[i]] = turned_by[order[i]] == SIM_NONE ? turned_by[parent] : turned_by[order[i]];
            shown[order[i]] = shown[parent];
        }
    }
    size_t *above = arena_array(family->arena, count, sizeof *above);
    for (size_t j = 0; j < count; j++) {
        size_t head = family->joints[j].head;
        size_t parent = head == SIM_NONE ? SCENE_NONE : scene->nodes[head].parent;
        above[j] = parent == SCENE_NONE ? SIM_NONE : turned_by[parent];
    }
    family->turned_by = turned_by;
    family->shown = shown;
    family->above = above;
}

static void judge_joints(struct sim_family *family)
{
    size_t count = family->metrics->joint_count;
    family->verdicts = arena_array(family->arena, count, sizeof *family->verdicts);
    for (size_t j = 0; j < count; j++) {
        if (sim_is_seen(family, j)) {
            family->verdicts[j] = verdict_of(family->metrics, j, family->check->thresholds);
        }
    }
}

/* Fills the subject of a finding; returns false if there is nothing to report. */
static bool find_subject(const struct sim_family *family, enum verdict verdict, size_t begin, size_t end,
                         struct sim_subject *subject)
{
    *subject = (struct sim_subject){
        .family = family, .rule = rules[verdict].rule, .verdict = verdict, .joint = begin, .begin = begin, .end = end};
    double worst = 0;
    for (size_t j = begin; j < end; j++) {
        double how_bad = family->verdicts[j].how_bad[verdict];
        subject->count += how_bad > 0;
        if (how_bad > SIM_ALIKE * worst) {
            worst = how_bad;
            subject->joint = j;
        }
    }
    subject->measured = &family->metrics->joints[subject->joint];
    subject->given = &family->joints[subject->joint];
    subject->advice = (struct advice){family->metrics, family->above, subject->joint};
    subject->severe = family->verdicts[subject->joint].severe[verdict];
    return subject->count > 0 && family->wanted[verdict];
}

/* Returns the scenario that shows a verdict best. */
static enum scenario scenario_of(enum verdict verdict, const struct joint_metrics *measured)
{
    switch (verdict) {
    case VERDICT_NON_FINITE:
        return measured->broken_in;
    case VERDICT_DOES_NOT_SETTLE:
        return measured->residual.in;
    case VERDICT_JITTER:
        return measured->jitter.in;
    case VERDICT_SLOW_SETTLE:
        return measured->awaited ? measured->residual.in : measured->settle.in;
    case VERDICT_VIOLENT_MOTION:
        return measured->frame_turn.in;
    case VERDICT_COLLIDER_TUNNELLING:
        return measured->passed_in;
    case VERDICT_FRAME_RATE_DEPENDENT_POSE:
        return SCENARIO_TURN;
    case VERDICT_NO_RESTORING_FORCE:
        return measured->settle.value > 0 ? measured->settle.in : SCENARIO_STEP;
    case VERDICT_WALK_LAG:
    case VERDICT_RIGID_CHAIN:
        return SCENARIO_WALK;
    default:
        return SCENARIO_SETTLE;
    }
}

/* Returns how much of a scenario must be shown, seconds, for a chain that comes to rest late or not at all; 0: the
 * whole scenario is enough. */
static double shown_seconds(const struct sim_subject *subject, enum scenario scenario)
{
    const struct joint_metrics *measured = subject->measured;
    bool rests = subject->verdict == VERDICT_SLOW_SETTLE || subject->verdict == VERDICT_DOES_NOT_SETTLE;
    if (!rests || !measured->awaited) {
        return 0;
    }
    double seconds = isfinite(measured->rests) ? measured->rests : SIM_LONGER;
    return scenario_facts[scenario].end + seconds + 1;
}

static void add_command_and_film(const struct sim_subject *subject, struct finding *finding)
{
    const struct joint_metrics *measured = subject->measured;
    const struct sim_family *family = subject->family;
    enum scenario scenario = scenario_of(subject->verdict, measured);
    bool limber = family->metrics->limber && (scenario >= SCENARIO_POSES || !measured->on_arms);
    double rate = subject->verdict == VERDICT_FRAME_RATE_DEPENDENT_POSE ? measured->apart_rate : SIM_FIRST_RATE;
    sim_show(family, finding, subject->given->spring,
             sim_command(family->arena, scenario, rate, limber, shown_seconds(subject, scenario)), *subject->options);
    if (finding != NULL) {
        sim_film(subject, scenario, rate, limber);
    }
}

/* Whether a worse verdict on the motion of the spring is reported: that it doesn't come to rest, or else that it flips
 * over, explains that it comes to rest late. */
static bool is_overshadowed(const struct sim_family *family, enum verdict verdict, size_t begin, size_t end)
{
    static const enum verdict troubles[] = {VERDICT_DOES_NOT_SETTLE, VERDICT_VIOLENT_MOTION, VERDICT_SLOW_SETTLE};
    size_t count = sizeof troubles / sizeof *troubles;
    size_t own = 0;
    struct sim_subject worse;
    while (own < count && troubles[own] != verdict) {
        own++;
    }
    for (size_t i = 0; own < count && i < own; i++) {
        if (find_subject(family, troubles[i], begin, end, &worse)) {
            return true;
        }
    }
    return false;
}

/* Reports the verdicts on one spring. Remedies are searched once for all of them. */
static void report_joints(const struct sim_family *family, size_t begin, size_t end, uint64_t *budget)
{
    struct sim_subject subject;
    struct sim_wishes wishes = {.count = 0};
    bool any = false;
    for (int v = 0; v < VERDICT_COUNT; v++) {
        if (find_subject(family, (enum verdict)v, begin, end, &subject)) {
            any = true;
            wishes.asking = (enum verdict)v;
            if (rules[v].wish != NULL) {
                rules[v].wish(&subject, &wishes);
            }
        }
    }
    if (!any) {
        return;
    }
    const struct sim_remedies remedies = sim_find_remedies(family, begin, end, &wishes, budget);
    for (int v = 0; v < VERDICT_COUNT; v++) {
        if (find_subject(family, (enum verdict)v, begin, end, &subject) &&
            !is_overshadowed(family, (enum verdict)v, begin, end)) {
            subject.remedies = &remedies;
            struct finding *finding = NULL;
            const char *options = "";
            subject.finding = &finding;
            subject.options = &options;
            rules[v].report(&subject);
            add_command_and_film(&subject, finding);
        }
    }
}

/* Handles each spring. The joints of a spring are consecutive. */
static void report_all_notes(const struct sim_family *family)
{
    size_t count = family->metrics->joint_count;
    uint64_t budget = sim_remedy_budget(family->metrics);
    for (size_t begin = 0, end = 0; begin < count; begin = end) {
        while (end < count && family->joints[end].spring == family->joints[begin].spring) {
            end++;
        }
        report_joints(family, begin, end, &budget);
    }
}

static bool wants_any(const struct check *check)
{
    bool any = findings_want(check->findings, RULE_SIM_RUNTIMES_DISAGREE) ||
               findings_want(check->findings, RULE_SIM_TELEPORT_INVERTS) ||
               findings_want(check->findings, RULE_SIM_LIMB_BETWEEN_CHAINS) ||
               findings_want(check->findings, RULE_SIM_SCALE_DEPENDENT);
    for (int v = 0; v < VERDICT_COUNT; v++) {
        any = any || findings_want(check->findings, rules[v].rule);
    }
    return any;
}

/* Studies the world and reports its findings; simulated: the avatar from which it was built. */
static void check_world(struct check *check, const struct sim_world *world, const struct avatar *simulated, bool is_0x)
{
    struct metrics_options options = {.thresholds = check->thresholds,
                                      .rates = findings_want(check->findings, RULE_SIM_FRAME_RATE_DEPENDENT_POSE),
                                      .between = findings_want(check->findings, RULE_SIM_LIMB_BETWEEN_CHAINS),
                                      .helpers = check->helpers};
    const size_t *ends = NULL;
    if (check->wants_curves) {
        ends = sim_chain_ends(check->arena, world, &options.recorded_count);
        options.recorded = ends;
    }
    struct metrics *metrics = metrics_measure(check->arena, world, &options);
    uint64_t spare = sim_remedy_budget(metrics);
    struct sim_family family = {.check = check,
                                .arena = check->arena,
                                .findings = check->findings,
                                .avatar = check->avatar,
                                .simulated = simulated,
                                .metrics = metrics,
                                .joints = sim_joints(world),
                                .spare = &spare,
                                .is_0x = is_0x};
    for (int v = 0; v < VERDICT_COUNT; v++) {
        family.rules[v] = rules[v].rule;
        family.wanted[v] = findings_want(check->findings, rules[v].rule);
    }
    probe_above(&family, world);
    if (ends != NULL) {
        sim_fill_curves(&family, ends, options.recorded_count);
    }
    sim_await_rest(&family, metrics);
    judge_joints(&family);
    sim_silence(&family);
    report_all_notes(&family);
    sim_report_between(&family);
    sim_compare_runtimes(&family, simulated);
    sim_compare_sizes(&family, simulated);
    sim_report_teleports(&family, simulated);
}

void check_simulation(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    bool is_0x = !avatar->springs->present && avatar->vrm0->present;
    if (check->thresholds == NULL) {
        return;
    }
    struct arena *passing = arena_open(check->arena);
    if (sim_group_count(avatar, is_0x) > 0 && wants_any(check)) {
        const struct sim_world *world = sim_take(check, passing, is_0x, &avatar);
        if (sim_joint_count(world) > 0) {
            sim_skip_constraints(check, world);
            check_world(check, world, avatar, is_0x);
        }
    }
    sim_check_jumps(check, avatar);
    arena_close(passing);
}
