/* sim/runtimes-disagree: springs that runtimes may treat differently are simulated as in three-vrm and UniVRM besides
 * the specification, and compared. */
#include "checks/sim/family.h"

#include "checks/spring/pairs.h"
#include "ids/messages_sim.h"
#include "ids/rules.h"
#include "sim/runtime_comparison.h"

#define FINDINGS_MAX 2000 /* with more findings, no static ones are related */

/*
 * Reasons in the file, each for one runtime or both. A gravityDir whose length isn't 1 is no reason, because all
 * three engines multiply by it unchanged. three-vrm normalised it until 3.1; springbone/gravity-dir-not-unit covers
 * that.
 */
enum reason { REASON_SCALED_COLLIDER, REASON_SKIPPED_NODE, REASON_DRAG, REASON_CENTER, REASON_COUNT };

enum runtime { RUNTIME_THREE_VRM, RUNTIME_UNIVRM, RUNTIME_COUNT };

#define BIT(reason) (1U << (reason))

static const struct {
    const struct sim_engine *engine;
    const char *name;
    unsigned reasons; /* why it may differ from the specification */
} runtimes[RUNTIME_COUNT] = {
    [RUNTIME_THREE_VRM] = {&sim_three_vrm, "three-vrm",
                           BIT(REASON_SKIPPED_NODE) | BIT(REASON_DRAG) | BIT(REASON_CENTER)},
    [RUNTIME_UNIVRM] = {&sim_univrm, "UniVRM", BIT(REASON_SCALED_COLLIDER) | BIT(REASON_SKIPPED_NODE)},
};

static const struct {
    enum message because;
    enum message how;
} words[REASON_COUNT] = {
    [REASON_SCALED_COLLIDER] = {WORDS_SIM_BECAUSE_SCALED, WORDS_SIM_APPLY_SCALE},
    [REASON_SKIPPED_NODE] = {WORDS_SIM_BECAUSE_SKIPS, WORDS_SIM_LIST_NODES},
    [REASON_DRAG] = {WORDS_SIM_BECAUSE_NO_DRAG, WORDS_SIM_WRITE_DRAG},
    [REASON_CENTER] = {WORDS_SIM_BECAUSE_CENTER, WORDS_SIM_CALMER_CENTER},
};

/* ---- reasons ---- */

static bool is_scaled(const struct scene *scene, size_t node)
{
    if (node == SCENE_NONE) {
        return false;
    }
    struct vec3 scale = mat34_scale(&scene->nodes[node].world);
    return fabs(scale.x - 1) > CHECK_SCALE_TOLERANCE || fabs(scale.y - 1) > CHECK_SCALE_TOLERANCE ||
           fabs(scale.z - 1) > CHECK_SCALE_TOLERANCE;
}

/* Whether a collider is one whose radius UniVRM scales. It scales only colliders that keep bones outside. */
static bool is_scaled_obstacle(const struct sim_family *family, size_t collider)
{
    const struct shape *shape = sim_collider_shape(family->metrics->world, collider);
    bool round = shape != NULL && (shape->kind == SHAPE_SPHERE || shape->kind == SHAPE_CAPSULE);
    return round && !shape->inside &&
           is_scaled(family->avatar->scene, family->avatar->springs->colliders[collider].node);
}

/* Returns the reasons at a joint. Skipped nodes without an effect are no reason. */
static unsigned joint_reasons(const struct scene *scene, const struct spring *spring, size_t i)
{
    struct pair_mismatch mismatch;
    unsigned reasons = pair_is_misjudged(scene, spring, i, &mismatch) ? BIT(REASON_SKIPPED_NODE) : 0;
    return reasons | (spring_chain(spring, i)->says->drag_force.present ? 0 : BIT(REASON_DRAG));
}

/* Whether runtimes may disagree about the position of a center: a joint moves it, or it isn't above the joint, so
 * that three-vrm may not update it. Other centers move with the avatar in all runtimes. */
static bool center_sways(const struct sim_family *family, size_t center, size_t head)
{
    const struct scene *scene = family->avatar->scene;
    size_t parent = scene->nodes[head].parent;
    return parent == SCENE_NONE || family->turned_by[center] != SIM_NONE ||
           !scene_is_above_or_same(scene, center, parent);
}

/* Finds the reasons of each spring. avatar: the simulated one. */
static void find_reasons(const struct sim_family *family, const struct avatar *avatar, unsigned *reasons)
{
    const struct springs *springs = avatar->springs;
    bool *scaled_groups = arena_array(family->arena, springs->spring_count, sizeof *scaled_groups);
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        bool scaled = false;
        for (size_t i = 0; spring->alike == s && i < spring->collider_count && !scaled; i++) {
            scaled = is_scaled_obstacle(family, spring->colliders[i]);
        }
        scaled_groups[s] = scaled;
        reasons[s] |= scaled_groups[spring->alike] ? BIT(REASON_SCALED_COLLIDER) : 0;
        bool sways = spring->center != SPRINGS_NONE && spring_heads(spring) > 0 &&
                     center_sways(family, spring->center, spring_chain(spring, 0)->node);
        reasons[s] |= sways ? BIT(REASON_CENTER) : 0;
        bool broken = false; /* joints that aren't a chain; then runtimes differ for another reason */
        for (size_t i = 0; i < spring_heads(spring); i++) {
            reasons[s] |= joint_reasons(avatar->scene, spring, i);
            broken = broken || spring_chain(spring, i)->relation != PAIR_CHAIN;
        }
        reasons[s] = broken ? 0 : reasons[s];
    }
}

static void find_reasons_0x(const struct sim_family *family, const struct avatar *avatar, unsigned *reasons)
{
    const struct vrm0 *vrm0 = avatar->vrm0;
    for (size_t g = 0; g < vrm0->group_count; g++) {
        const struct vrm0_group *group = &vrm0->groups[g];
        for (size_t i = 0; i < group->collider_group_count; i++) {
            bool scaled = is_scaled(avatar->scene, vrm0->collider_groups[group->collider_groups[i]].node);
            reasons[g] |= scaled ? BIT(REASON_SCALED_COLLIDER) : 0;
        }
        for (size_t i = 0; group->center != SCENE_NONE && i < group->root_count; i++) {
            size_t root = group->roots[i].node;
            bool sways = root != SCENE_NONE && center_sways(family, group->center, root);
            reasons[g] |= sways ? BIT(REASON_CENTER) : 0;
        }
    }
}

/* ---- findings ---- */

struct worst_difference {
    size_t joint;
    size_t count;
    double beyond; /* as a multiple of the permitted value */
    bool moving;
    enum runtime runtime;
    struct runtime_difference differ;
};

static double rest_share(const struct sim_family *family, const struct runtime_difference *differ)
{
    return angle_degrees(differ->rest) / family->check->thresholds->values[THRESHOLD_RUNTIMES_DISAGREE];
}

static double motion_share(const struct sim_family *family, const struct runtime_difference *differ)
{
    return angle_degrees(differ->motion) / family->check->thresholds->values[THRESHOLD_RUNTIMES_DISAGREE_IN_MOTION];
}

/* Returns a difference as a multiple of the permitted value. */
static double difference_share(const struct sim_family *family, const struct runtime_difference *differ)
{
    return fmax(rest_share(family, differ), motion_share(family, differ));
}

static void update_worst_difference(const struct sim_family *family, size_t joint, enum runtime runtime,
                                    const struct runtime_difference *differ, struct worst_difference *worst)
{
    double share = difference_share(family, differ);
    if (!(share > 1)) {
        return;
    }
    worst->count++;
    if (share > SIM_ALIKE * worst->beyond) {
        size_t count = worst->count;
        bool moving = motion_share(family, differ) > rest_share(family, differ);
        *worst = (struct worst_difference){joint, count, share, moving, runtime, *differ};
    }
}

static void relate_static(const struct sim_family *family, struct finding *finding, size_t spring, unsigned reasons)
{
    static const struct {
        enum rule rule;
        enum reason reason;
    } rests_on[] = {
        {RULE_SPRINGBONE_SKIPPED_NODE_MISMATCH, REASON_SKIPPED_NODE},
        {RULE_SPRINGBONE_SKIPS_NODE, REASON_SKIPPED_NODE},
        {RULE_SPRINGBONE_DRAG_OMITTED, REASON_DRAG},
        {RULE_SPRINGBONE_CENTER_NOT_ANCESTOR, REASON_CENTER},
        {RULE_VRM0_CENTER_NOT_ANCESTOR, REASON_CENTER},
        {RULE_SPRINGBONE_CENTER_IN_OTHER_CHAIN, REASON_CENTER},
        {RULE_SPRINGBONE_CENTER_IS_OWN_ROOT, REASON_CENTER},
        {RULE_COLLIDER_SCALED_NODE, REASON_SCALED_COLLIDER},
        {RULE_VRM0_SCALED_COLLIDER_NODE, REASON_SCALED_COLLIDER},
    };
    size_t related = 0;
    /* if the file has many thousand findings, they aren't searched for each spring */
    bool bounded = findings_count(family->findings) < FINDINGS_MAX;
    for (const struct finding *f = findings_first(family->findings);
         f != NULL && finding != NULL && bounded && related < FINDING_RELATED_MAX; f = f->next) {
        for (size_t i = 0; i < sizeof rests_on / sizeof *rests_on; i++) {
            bool is_of_reason = f->rule == rests_on[i].rule && (reasons & BIT(rests_on[i].reason)) != 0;
            if (is_of_reason && sim_concerns(family, f, spring)) {
                finding_rest_on(finding, f->rule, &f->place);
                related++;
            }
        }
    }
}

static void report_difference(const struct sim_family *family, const struct worst_difference *worst, unsigned reasons)
{
    const double *limits = family->check->thresholds->values;
    size_t spring = family->joints[worst->joint].spring;
    double angle = worst->moving ? worst->differ.motion : worst->differ.rest;
    double limit = limits[worst->moving ? THRESHOLD_RUNTIMES_DISAGREE_IN_MOTION : THRESHOLD_RUNTIMES_DISAGREE];
    struct argument because[REASON_COUNT];
    struct argument how[REASON_COUNT];
    size_t count = 0;
    reasons &= runtimes[worst->runtime].reasons;
    for (int r = 0; r < REASON_COUNT; r++) {
        if ((reasons & BIT(r)) != 0) {
            because[count] = WORD(NULL, words[r].because);
            how[count++] = WORD(NULL, words[r].how);
        }
    }
    struct argument joint = sim_the_worst("joint", family, worst->joint, worst->count);
    struct argument app = TERM("app", runtimes[worst->runtime].name);
    struct argument reason_list = argument_list("reasons", because, count, count, JOIN_AND);
    struct argument advice = argument_list("advice", how, count, count, JOIN_AND);
    struct place place = sim_group_place(family, spring);
    struct finding *finding =
        worst->moving ? report(family->findings, MESSAGE_SIM_RUNTIMES_DISAGREE__MOTION, place,
                               ARGUMENTS(joint, sim_during(worst->differ.in), app, sim_degrees("angle", angle),
                                         sim_degrees_of("limit", limit), reason_list, advice))
                      : report(family->findings, MESSAGE_SIM_RUNTIMES_DISAGREE__REST, place,
                               ARGUMENTS(joint, app, sim_degrees("angle", angle), sim_degrees_of("limit", limit),
                                         reason_list, advice));
    finding_measure(finding, "joints", (double)worst->count);
    finding_measure(finding, "angle", angle);
    const char *engine = sim_engine_name(runtimes[worst->runtime].engine);
    const char *command =
        sim_command(family->arena, worst->moving ? worst->differ.in : SCENARIO_SETTLE, 60, family->metrics->limber);
    sim_show(family, finding, spring, command, arena_printf(family->arena, " --engine %s", engine));
    relate_static(family, finding, spring, reasons);
}

/* Returns a copy of the avatar without centers. */
static const struct avatar *without_centers(const struct sim_family *family, const struct avatar *avatar)
{
    size_t count = family->is_0x ? avatar->vrm0->group_count : avatar->springs->spring_count;
    const bool *none = arena_array(family->arena, count, sizeof *none);
    const struct avatar *copy = sim_mask(family->arena, avatar, family->is_0x, none);
    for (size_t i = 0; i < count; i++) {
        if (family->is_0x) {
            copy->vrm0->groups[i].center = SCENE_NONE;
        } else {
            copy->springs->springs[i].center = SPRINGS_NONE;
        }
    }
    return copy;
}

/* The differences of the runtimes from the specification, for the joints of the specification's own world. */
struct comparison {
    struct arena *arena;
    struct vrmlint_helpers *helpers;
    const struct avatar *avatar;
    bool plain;       /* without the reasons in the file, except skipped nodes */
    const bool *wild; /* per spring: it is thrown about chaotically, so its rest position is meaningless */
    struct sim_world *world;
    struct runtime_difference *differ[RUNTIME_COUNT]; /* NULL: not run */
    unsigned run[RUNTIME_COUNT];                      /* what has been run: COMPARE_... */
};

static struct comparison begin_comparison(const struct sim_family *family, struct arena *arena,
                                          const struct avatar *avatar, const bool *wild, bool plain)
{
    avatar = plain ? without_centers(family, avatar) : avatar;
    const struct sim_engine *spec = plain ? runtime_comparison_plain(arena, &sim_spec) : &sim_spec;
    return (struct comparison){.arena = arena,
                               .helpers = family->check->helpers,
                               .avatar = avatar,
                               .plain = plain,
                               .wild = wild,
                               .world = sim_world_build(arena, avatar, spec, SIM_LIMBER, 1)};
}

/* Runs the requested comparisons that haven't been run yet, and returns the differences. */
static const struct runtime_difference *compare_with(struct comparison *comparison, enum runtime r, unsigned what)
{
    size_t count = sim_joint_count(comparison->world);
    what &= ~comparison->run[r];
    comparison->run[r] |= what;
    if (comparison->differ[r] == NULL) {
        comparison->differ[r] = arena_array(comparison->arena, count, sizeof *comparison->differ[r]);
    }
    if (what != 0) {
        struct arena *passing = arena_open(comparison->arena);
        const struct sim_engine *engine = runtimes[r].engine;
        engine = comparison->plain ? runtime_comparison_plain(passing, engine) : engine;
        runtime_comparison_run(comparison->helpers, passing, comparison->world,
                               sim_world_build(passing, comparison->avatar, engine, SIM_LIMBER, 1), what,
                               comparison->differ[r]);
        arena_close(passing);
    }
    for (size_t j = 0; j < count && (what & COMPARE_REST) != 0; j++) {
        if (comparison->wild[sim_joints(comparison->world)[j].spring]) {
            comparison->differ[r][j].rest = 0;
        }
    }
    return comparison->differ[r];
}

/* Whether a joint differs too much. Runs no more comparisons than needed. */
static bool is_far(const struct sim_family *family, struct comparison *comparison, enum runtime r, size_t joint)
{
    bool rests = !comparison->wild[sim_joints(comparison->world)[joint].spring];
    return difference_share(family, &compare_with(comparison, r, COMPARE_MOTION)[joint]) > 1 ||
           (rests && difference_share(family, &compare_with(comparison, r, COMPARE_REST)[joint]) > 1);
}

/*
 * Removes differences that have no reason in the file: a runtime that differs as much without the reasons has another
 * one, such as an unsupported limit or an uneven scale. Skipped nodes are excluded, because it is unknown how a chain
 * without them would move.
 */
static void take_out_others(const struct sim_family *family, struct arena *arena, const struct avatar *avatar,
                            const unsigned *reasons, const struct comparison *comparison)
{
    const struct sim_joint *joints = sim_joints(comparison->world);
    struct comparison plain = {.world = NULL};
    for (size_t j = 0; j < sim_joint_count(comparison->world); j++) {
        for (int r = 0; r < RUNTIME_COUNT; r++) {
            unsigned given = reasons[joints[j].spring] & runtimes[r].reasons;
            bool is_run = comparison->differ[r] != NULL; /* it has been run if a reason exists */
            if (given == 0 || (given & BIT(REASON_SKIPPED_NODE)) != 0 || !is_run ||
                !(difference_share(family, &comparison->differ[r][j]) > 1)) {
                continue;
            }
            if (plain.world == NULL) {
                plain = begin_comparison(family, arena, avatar, comparison->wild, true);
            }
            if (is_far(family, &plain, (enum runtime)r, j)) {
                comparison->differ[r][j] = (struct runtime_difference){0};
            }
        }
    }
}

/* Compares all springs. The joints are those of the specification's own world; it has the same springs in the same
 * order as the family. */
static void compare_all(const struct sim_family *family, const struct avatar *avatar, const unsigned *reasons,
                        const bool *wild)
{
    struct arena *passing = arena_open(family->arena);
    struct sim_family few = *family;
    struct comparison comparison = begin_comparison(family, passing, avatar, wild, false);
    few.joints = sim_joints(comparison.world);
    size_t count = sim_joint_count(comparison.world);
    for (size_t j = 0; j < count; j++) {
        for (int r = 0; r < RUNTIME_COUNT; r++) {
            size_t spring = few.joints[j].spring;
            if ((reasons[spring] & runtimes[r].reasons) != 0) {
                compare_with(&comparison, (enum runtime)r, wild[spring] ? COMPARE_MOTION : COMPARE_ALL);
            }
        }
    }
    take_out_others(family, passing, avatar, reasons, &comparison);
    for (size_t begin = 0, end = 0; begin < count; begin = end) {
        size_t spring = few.joints[begin].spring;
        struct worst_difference worst = {.joint = begin};
        for (; end < count && few.joints[end].spring == spring; end++) {
            for (int r = 0; r < RUNTIME_COUNT; r++) {
                bool known = sim_is_seen(&few, end) && comparison.differ[r] != NULL;
                if (known && (reasons[spring] & runtimes[r].reasons) != 0) {
                    update_worst_difference(&few, end, (enum runtime)r, &comparison.differ[r][end], &worst);
                }
            }
        }
        if (worst.count > 0) {
            report_difference(&few, &worst, reasons[spring]);
        }
    }
    arena_close(passing);
}

void sim_compare_runtimes(const struct sim_family *family, const struct avatar *simulated)
{
    if (!findings_want(family->findings, RULE_SIM_RUNTIMES_DISAGREE)) {
        return;
    }
    size_t count = family->is_0x ? simulated->vrm0->group_count : simulated->springs->spring_count;
    unsigned *reasons = arena_array(family->arena, count, sizeof *reasons);
    if (family->is_0x) {
        find_reasons_0x(family, simulated, reasons);
    } else {
        find_reasons(family, simulated, reasons);
    }
    bool *out = arena_array(family->arena, count, sizeof *out);
    for (size_t s = 0; s < count; s++) {
        out[s] = reasons[s] == 0;
    }
    bool *wild = arena_array(family->arena, count, sizeof *wild);
    for (size_t j = 0; j < family->metrics->joint_count; j++) {
        size_t spring = family->joints[j].spring;
        wild[spring] = wild[spring] || sim_is_wild(family, j);
    }
    if (sim_take_bearers(family, family->arena, count, out)) {
        compare_all(family, sim_mask(family->arena, simulated, family->is_0x, out), reasons, wild);
    }
}
