/* sim/runtimes-disagree: springs that runtimes may treat differently are simulated as in three-vrm and UniVRM besides
 * the specification, and compared. */
#include "checks/sim/family.h"
#include "checks/spring/pairs.h"
#include "ids/messages_sim.h"
#include "ids/rules.h"
#include "sim/runtime_comparison.h"

/* Checks avatars that apps show larger or smaller than their size: sim/scale-dependent. */

static const double sizes[] = {0.5, 2};

enum { SIZE_COUNT = sizeof sizes / sizeof *sizes };

/* The worst difference of a spring. */
struct worst_size {
    size_t joint;
    size_t last; /* the last joint counted */
    size_t count;
    double beyond; /* as a multiple of the permitted value */
    bool moving;
    double size;
    struct runtime_difference differ;
};

static void update_worst_size(const struct sim_family *family, size_t joint, double size,
                              const struct runtime_difference *differ, struct worst_size *worst)
{
    const double *limits = family->check->thresholds->values;
    double rest = angle_degrees(differ->rest) / limits[THRESHOLD_SCALE_DEPENDENT];
    double motion = angle_degrees(differ->motion) / limits[THRESHOLD_SCALE_DEPENDENT_IN_MOTION];
    double beyond = fmax(rest, motion);
    if (beyond > 1 && joint != worst->last) {
        worst->last = joint;
        worst->count++;
    }
    if (beyond > 1 && beyond > SIM_ALIKE * worst->beyond) {
        *worst = (struct worst_size){joint, joint, worst->count, beyond, motion > rest, size, *differ};
    }
}

static void report_size(const struct sim_family *family, const struct worst_size *worst)
{
    const double *limits = family->check->thresholds->values;
    size_t spring = family->joints[worst->joint].spring;
    double angle = worst->moving ? worst->differ.motion : worst->differ.rest;
    double limit = limits[worst->moving ? THRESHOLD_SCALE_DEPENDENT_IN_MOTION : THRESHOLD_SCALE_DEPENDENT];
    struct argument joint = sim_the_worst("joint", family, worst->joint, worst->count);
    struct argument size = NUMBER("size", worst->size, 3);
    struct place place = sim_group_place(family, spring);
    struct finding *finding =
        worst->moving
            ? report(family->findings, MESSAGE_SIM_SCALE_DEPENDENT__MOTION, place,
                     ARGUMENTS(joint, size,
                               sim_moment(family, sim_motion_words(worst->differ.in), worst->differ.in, false, false),
                               sim_degrees("angle", angle), sim_degrees_of("limit", limit)))
            : report(family->findings, MESSAGE_SIM_SCALE_DEPENDENT__REST, place,
                     ARGUMENTS(joint, size, sim_degrees("angle", angle), sim_degrees_of("limit", limit)));
    finding_measure(finding, "joints", (double)worst->count);
    finding_measure(finding, "angle", angle);
    finding_measure(finding, "size", worst->size);
    const char *command =
        sim_command(family->arena, worst->moving ? worst->differ.in : SCENARIO_SETTLE, 60, family->metrics->limber, 0);
    sim_show(family, finding, spring, command, arena_printf(family->arena, " --size %g", worst->size));
}

/* Compares all sizes, at rest and in motion. */
static void compare_all(const struct sim_family *family, const struct avatar *simulated, struct arena *passing)
{
    size_t count = family->metrics->joint_count;
    struct runtime_difference *differ[SIZE_COUNT];
    for (size_t i = 0; i < SIZE_COUNT; i++) {
        struct arena *under_way = arena_open(passing);
        differ[i] = arena_array(passing, count, sizeof *differ[i]);
        runtime_comparison_run(family->check->helpers, under_way, family->metrics->world,
                               sim_world_build(under_way, simulated, &sim_spec, SIM_LIMBER, sizes[i]), COMPARE_ALL,
                               differ[i]);
        arena_close(under_way);
    }
    for (size_t begin = 0, end = 0; begin < count; begin = end) {
        struct worst_size worst = {.joint = begin, .last = SIM_NONE};
        for (; end < count && family->joints[end].spring == family->joints[begin].spring; end++) {
            for (size_t i = 0; sim_is_seen(family, end) && i < SIZE_COUNT; i++) {
                update_worst_size(family, end, sizes[i], &differ[i][end], &worst);
            }
        }
        if (worst.count > 0) {
            report_size(family, &worst);
        }
    }
}

/* ---- twice the size ---- */

/*
 * The default: reports only what fails at twice the size, and only if measures at the original size indicate it,
 * because that is cheap. Forces rotate a bone of twice the length by half the angle. Radii that don't scale with the
 * avatar no longer hold a bone that leans on a collider.
 */
#define TWICE 2.0
#define NEARLY_RIGID 3.0 /* factor of the threshold of rigid chains; a larger bend doesn't vanish */

static bool has_finding(const struct sim_family *family, size_t joint)
{
    for (int v = 0; v < VERDICT_COUNT; v++) {
        if (family->verdicts[joint].how_bad[v] > 0) {
            return true;
        }
    }
    return false;
}

static bool may_freeze(const struct sim_family *family, size_t joint)
{
    double bend = angle_degrees(family->metrics->joints[joint].bend);
    double limit = family->check->thresholds->values[THRESHOLD_RIGID_CHAIN];
    return sim_is_seen(family, joint) && !has_finding(family, joint) && bend >= limit && bend < NEARLY_RIGID * limit;
}

static bool may_lean(const struct sim_family *family, size_t joint)
{
    double pushed = angle_degrees(family->metrics->joints[joint].pushed);
    return sim_is_seen(family, joint) && !has_finding(family, joint) &&
           pushed > family->check->thresholds->values[THRESHOLD_SCALE_DEPENDENT];
}

static bool any_joint(const struct sim_family *family, bool (*may)(const struct sim_family *, size_t))
{
    for (size_t j = 0; j < family->metrics->joint_count; j++) {
        if (may(family, j)) {
            return true;
        }
    }
    return false;
}

/* Reports joints that bend visibly at the original size but no longer at twice the size. */
static void report_frozen(const struct sim_family *family, const struct metrics *large)
{
    double limit = family->check->thresholds->values[THRESHOLD_RIGID_CHAIN];
    size_t count =
        family->metrics->joint_count < large->joint_count ? family->metrics->joint_count : large->joint_count;
    for (size_t begin = 0, end = 0; begin < count; begin = end) {
        size_t frozen = 0;
        size_t first = SIM_NONE;
        size_t spring = family->joints[begin].spring;
        for (; end < count && family->joints[end].spring == spring; end++) {
            if (may_freeze(family, end) && angle_degrees(large->joints[end].bend) < limit) {
                first = frozen == 0 ? end : first;
                frozen++;
            }
        }
        if (frozen == 0) {
            continue;
        }
        struct finding *finding = report(
            family->findings, MESSAGE_SIM_SCALE_DEPENDENT__FREEZES, sim_group_place(family, spring),
            ARGUMENTS(sim_the_worst("joint", family, first, frozen), sim_degrees("angle", large->joints[first].bend),
                      sim_degrees("now", family->metrics->joints[first].bend), sim_degrees_of("limit", limit)));
        finding_measure(finding, "joints", (double)frozen);
        finding_measure(finding, "angle", large->joints[first].bend);
        finding_measure(finding, "size", TWICE);
        sim_show(family, finding, spring, sim_command(family->arena, SCENARIO_WALK, 60, family->metrics->limber, 0),
                 " --size 2");
    }
}

static void report_sunk(const struct sim_family *family, const struct runtime_difference *differ)
{
    size_t count = family->metrics->joint_count;
    for (size_t begin = 0, end = 0; begin < count; begin = end) {
        struct worst_size worst = {.joint = begin, .last = SIM_NONE};
        for (; end < count && family->joints[end].spring == family->joints[begin].spring; end++) {
            if (may_lean(family, end)) {
                update_worst_size(family, end, TWICE, &differ[end], &worst);
            }
        }
        if (worst.count > 0) {
            report_size(family, &worst);
        }
    }
}

/* Compares bones that lean on colliders. */
static void compare_leaning(const struct sim_family *family, const struct avatar *simulated, struct arena *passing)
{
    if (any_joint(family, may_lean)) {
        struct runtime_difference *differ = arena_array(passing, family->metrics->joint_count, sizeof *differ);
        runtime_comparison_run(family->check->helpers, passing, family->metrics->world,
                               sim_world_build(passing, simulated, &sim_spec, SIM_LIMBER, TWICE), COMPARE_REST, differ);
        report_sunk(family, differ);
    }
}

/* Compares bones that hardly move. */
static void compare_freezing(const struct sim_family *family, const struct avatar *simulated, struct arena *passing)
{
    if (any_joint(family, may_freeze)) {
        struct metrics_options options = {.thresholds = family->check->thresholds, .helpers = family->check->helpers};
        report_frozen(
            family,
            metrics_measure(passing, sim_world_build(passing, simulated, &sim_spec, SIM_LIMBER, TWICE), &options));
    }
}

void sim_compare_sizes(const struct sim_family *family, const struct avatar *simulated)
{
    if (!findings_want(family->findings, RULE_SIM_SCALE_DEPENDENT)) {
        return;
    }
    struct arena *passing = arena_open(family->arena);
    if (findings_named(family->findings, RULE_SIM_SCALE_DEPENDENT)) {
        compare_all(family, simulated, passing);
    } else {
        compare_leaning(family, simulated, passing);
    }
    compare_freezing(family, simulated, passing);
    arena_close(passing);
}

#define FINDINGS_MAX 2000 /* with more findings, no static ones are related */

/*
 * Reasons in the file, each for one runtime or both. A gravityDir whose length isn't 1 is no reason, because all
 * three engines multiply by it unchanged. three-vrm normalised it until 3.1; springbone/gravity-dir-not-unit covers
 * that.
 */
enum reason { REASON_SCALED_COLLIDER, REASON_SKIPPED_NODE, REASON_DRAG, REASON_CENTER, REASON_COUNT };

enum runtime { RUNTIME_THREE_VRM, RUNTIME_UNIVRM, RUNTIME_COUNT };

#define RUNTIMES_BIT(reason) (1U << (reason))
#define ALL_REASONS (RUNTIMES_BIT(REASON_COUNT) - 1)

static const struct {
    const struct sim_engine *engine;
    const char *name;
    unsigned reasons; /* why it may differ from the specification */
} runtimes[RUNTIME_COUNT] = {
    [RUNTIME_THREE_VRM] = {&sim_three_vrm, "three-vrm",
                           RUNTIMES_BIT(REASON_SKIPPED_NODE) | RUNTIMES_BIT(REASON_DRAG) | RUNTIMES_BIT(REASON_CENTER)},
    [RUNTIME_UNIVRM] = {&sim_univrm, "UniVRM",
                        RUNTIMES_BIT(REASON_SCALED_COLLIDER) | RUNTIMES_BIT(REASON_SKIPPED_NODE)},
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
    unsigned reasons = pair_is_misjudged(scene, spring, i, &mismatch) ? RUNTIMES_BIT(REASON_SKIPPED_NODE) : 0;
    return reasons | (spring_chain(spring, i)->says->drag_force.present ? 0 : RUNTIMES_BIT(REASON_DRAG));
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
        reasons[s] |= scaled_groups[spring->alike] ? RUNTIMES_BIT(REASON_SCALED_COLLIDER) : 0;
        bool sways = spring->center != SPRINGS_NONE && spring_heads(spring) > 0 &&
                     center_sways(family, spring->center, spring_chain(spring, 0)->node);
        reasons[s] |= sways ? RUNTIMES_BIT(REASON_CENTER) : 0;
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
            reasons[g] |= scaled ? RUNTIMES_BIT(REASON_SCALED_COLLIDER) : 0;
        }
        for (size_t i = 0; group->center != SCENE_NONE && i < group->root_count; i++) {
            size_t root = group->roots[i].node;
            bool sways = root != SCENE_NONE && center_sways(family, group->center, root);
            reasons[g] |= sways ? RUNTIMES_BIT(REASON_CENTER) : 0;
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
            bool is_of_reason = f->rule == rests_on[i].rule && (reasons & RUNTIMES_BIT(rests_on[i].reason)) != 0;
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
        if ((reasons & RUNTIMES_BIT(r)) != 0) {
            because[count] = WORD(NULL, words[r].because);
            how[count++] = WORD(NULL, words[r].how);
        }
    }
    struct argument joint = sim_the_worst("joint", family, worst->joint, worst->count);
    struct argument app = TERM("app", runtimes[worst->runtime].name);
    enum scenario in = worst->moving ? worst->differ.in : SCENARIO_SETTLE;
    enum message motion = worst->moving ? sim_motion_words(in) : WORDS_SIM_AFTER_SETTLE;
    struct argument when = sim_moment(family, motion, in, false, false);
    struct argument reason_list = argument_list("reasons", because, count, count, JOIN_BOTH);
    struct argument advice = argument_list("advice", how, count, count, JOIN_BOTH);
    struct place place = sim_group_place(family, spring);
    struct finding *finding = worst->moving ? report(family->findings, MESSAGE_SIM_RUNTIMES_DISAGREE__MOTION, place,
                                                     ARGUMENTS(joint, when, app, sim_degrees("angle", angle),
                                                               sim_degrees_of("limit", limit), reason_list, advice))
                                            : report(family->findings, MESSAGE_SIM_RUNTIMES_DISAGREE__REST, place,
                                                     ARGUMENTS(joint, when, app, sim_degrees("angle", angle),
                                                               sim_degrees_of("limit", limit), reason_list, advice));
    finding_measure(finding, "joints", (double)worst->count);
    finding_measure(finding, "angle", angle);
    const char *engine = sim_engine_name(runtimes[worst->runtime].engine);
    const char *command =
        sim_command(family->arena, worst->moving ? worst->differ.in : SCENARIO_SETTLE, 60, family->metrics->limber, 0);
    sim_show(family, finding, spring, command, arena_printf(family->arena, " --engine %s", engine));
    relate_static(family, finding, spring, reasons);
}

const struct avatar *sim_without_centers(const struct sim_family *family, const struct avatar *avatar)
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
    unsigned without; /* the reasons that are removed from the file, as bits; never skipped nodes */
    const bool *wild; /* per spring: it is thrown about chaotically, so its rest position is meaningless */
    struct sim_world *world;
    struct runtime_difference *differ[RUNTIME_COUNT]; /* NULL: not run */
    unsigned run[RUNTIME_COUNT];                      /* what has been run: COMPARE_... */
};

static struct comparison begin_comparison(const struct sim_family *family, struct arena *arena,
                                          const struct avatar *avatar, const bool *wild, unsigned without)
{
    avatar = (without & RUNTIMES_BIT(REASON_CENTER)) != 0 ? sim_without_centers(family, avatar) : avatar;
    return (struct comparison){.arena = arena,
                               .helpers = family->check->helpers,
                               .avatar = avatar,
                               .without = without,
                               .wild = wild,
                               .world = sim_world_build(arena, avatar, &sim_spec, SIM_LIMBER, 1)};
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
        engine = runtime_comparison_plain(passing, engine, (comparison->without & RUNTIMES_BIT(REASON_DRAG)) != 0,
                                          (comparison->without & RUNTIMES_BIT(REASON_SCALED_COLLIDER)) != 0);
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
            if (given == 0 || (given & RUNTIMES_BIT(REASON_SKIPPED_NODE)) != 0 || !is_run ||
                !(difference_share(family, &comparison->differ[r][j]) > 1)) {
                continue;
            }
            if (plain.world == NULL) {
                plain = begin_comparison(family, arena, avatar, comparison->wild, ALL_REASONS);
            }
            if (is_far(family, &plain, (enum runtime)r, j)) {
                comparison->differ[r][j] = (struct runtime_difference){0};
            }
        }
    }
}

/* Returns those of several reasons without which a joint doesn't differ too much; all of them if there is no such
 * reason. lacking: the comparisons without each reason, which are made when they are first needed. */
static unsigned tried_reasons(const struct sim_family *family, const struct comparison *comparison,
                              const struct worst_difference *worst, unsigned reasons, struct comparison *lacking)
{
    unsigned given = reasons & runtimes[worst->runtime].reasons;
    unsigned kept = 0;
    for (unsigned r = 0; r < REASON_COUNT && (given & (given - 1)) != 0; r++) {
        if ((given & RUNTIMES_BIT(r)) == 0 || r == REASON_SKIPPED_NODE) {
            continue; /* it is unknown how a chain without skipped nodes would move */
        }
        if (lacking[r].world == NULL) {
            lacking[r] =
                begin_comparison(family, comparison->arena, comparison->avatar, comparison->wild, RUNTIMES_BIT(r));
        }
        kept |= is_far(family, &lacking[r], worst->runtime, worst->joint) ? 0 : RUNTIMES_BIT(r);
    }
    return kept == 0 ? given : kept;
}

/* Compares all springs. The joints are those of the specification's own world; it has the same springs in the same
 * order as the family. */
static void compare_runtimes(const struct sim_family *family, const struct avatar *avatar, const unsigned *reasons,
                             const bool *wild)
{
    struct arena *passing = arena_open(family->arena);
    struct sim_family few = *family;
    struct comparison comparison = begin_comparison(family, passing, avatar, wild, 0);
    struct comparison lacking[REASON_COUNT] = {{.world = NULL}};
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
            report_difference(&few, &worst, tried_reasons(family, &comparison, &worst, reasons[spring], lacking));
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
        compare_runtimes(family, sim_mask(family->arena, simulated, family->is_0x, out), reasons, wild);
    }
}
