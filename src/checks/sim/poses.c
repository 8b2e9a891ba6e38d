/*
 * Reports on the rest positions of chains: sim/rest-pose-sags, rest-pose-collapses, collider-no-feasible-pose,
 * limit-collider-conflict, rest-penetration, collider-moves-rest-pose, tail-at-collider-center,
 * frame-rate-dependent-pose.
 */
#include <math.h>
#include <string.h>

#include "checks/sim/family.h"
#include "ids/messages_sim.h"
#include "ids/rules.h"

/* Records how the ends of chains swing in each motion, for graphs. */

/* In a file with more chains, only the first ones get curves. */
enum { CHAINS_MAX = 500 };

size_t *sim_chain_ends(struct arena *arena, const struct sim_world *world, size_t *count)
{
    const struct sim_joint *joints = sim_joints(world);
    size_t joint_count = sim_joint_count(world);
    size_t *ends = arena_array(arena, CHAINS_MAX, sizeof *ends);
    *count = 0;
    for (size_t j = 0; j < joint_count && *count <= CHAINS_MAX; j++) {
        if (joints[j].head == SIM_NONE) {
            continue;
        }
        bool same = *count > 0 && joints[ends[*count - 1]].spring == joints[j].spring;
        if (!same && *count == CHAINS_MAX) {
            break;
        }
        ends[same ? *count - 1 : (*count)++] = j;
    }
    return ends;
}

/* Returns the angle to which a rule compares the curve. Only settling has one; other rules use single frames, or the
 * end. */
static double threshold_of(const struct sim_family *family, enum scenario scenario)
{
    return scenario == SCENARIO_SETTLE ? family->check->thresholds->values[THRESHOLD_REST_POSE_SAGS] : NAN;
}

void sim_fill_curves(const struct sim_family *family, const size_t *ends, size_t count)
{
    struct check *check = family->check;
    struct vrmlint_curve *curves = arena_array(family->arena, count * SCENARIO_COUNT, sizeof *curves);
    size_t filled = 0;
    for (size_t i = 0; i < count; i++) {
        size_t spring = family->joints[ends[i]].spring;
        struct vrmlint_text subject = name_text(family->avatar, findings_languages(family->findings),
                                                sim_the_group("thing", family->avatar, family->is_0x, spring));
        for (int s = 0; s < SCENARIO_COUNT && family->shown[family->joints[ends[i]].head]; s++) {
            const struct metrics_curve *curve = &family->metrics->curves[i * SCENARIO_COUNT + (size_t)s];
            if (curve->count == 0) {
                continue; /* a pose that doesn't move the chain */
            }
            curves[filled++] = (struct vrmlint_curve){.spring = spring,
                                                      .subject = subject,
                                                      .motion = scenario_facts[s].name,
                                                      .seconds_per_sample = MEASURE_SAMPLE,
                                                      .degrees = curve->degrees,
                                                      .count = curve->count,
                                                      .threshold = threshold_of(family, (enum scenario)s)};
        }
    }
    check->curves = curves;
    check->curve_count = filled;
}

/* Records a film (an animation clip) of a finding for the report: the chain of the worst joint, in the scenario that
 * shows it best, unchanged and with a number that helps. */

enum {
    FILMS_MAX = 12, /* per file */
    BONES_MAX = 16, /* per chain */
    FRAMES_MAX = 42,
};

#define FRAME (1.0 / 15) /* seconds */
#define BEFORE 0.3       /* seconds of a motion that are skipped, because nothing moves before */
#define AFTER 1.2        /* seconds after its end */
#define LONGEST (FRAMES_MAX * FRAME)
#define FARTHEST 1e6 /* metres; beyond that the film ends */

/* A chain that is filmed. */
struct set {
    const struct sim_subject *subject;
    struct arena *arena; /* for temporary data */
    struct sim_world *world;
    size_t bones[BONES_MAX]; /* indices in the world */
    size_t bone_count;
    enum scenario scenario;
    double rate;
    bool limber;
};

/* Lists the bones from the root of the chain through the worst joint to its end, as indices in the family. */
static size_t list_bones(const struct sim_subject *subject, size_t list[BONES_MAX])
{
    const size_t *above = subject->family->above;
    size_t count = 0;
    size_t root = subject->joint;
    for (size_t steps = 1; steps < BONES_MAX && above[root] >= subject->begin && above[root] < subject->end; steps++) {
        root = above[root];
    }
    /* carried joints come after those that carry them */
    size_t on_way[BONES_MAX];
    size_t way = 0;
    for (size_t j = subject->joint; way < BONES_MAX; j = above[j]) {
        on_way[way++] = j;
        if (j == root) {
            break;
        }
    }
    while (way > 0) {
        list[count++] = on_way[--way];
    }
    for (size_t j = subject->joint + 1; j < subject->end && count < BONES_MAX; j++) {
        if (above[j] == list[count - 1]) {
            list[count++] = j;
        }
    }
    return count;
}

static bool keep_point(float out[3], struct vec3 place, const struct sim_pose *pose)
{
    return vec3_floats(out, quat_rotate(quat_conjugate(pose->rotation), vec3_sub(place, pose->position)), FARTHEST);
}

/* Stores the chain's present position relative to the moving root; returns false if it is too far away to be seen. */
static bool keep_frame(const struct set *set, const struct sim *sim, const struct sim_pose *pose,
                       struct vrmlint_film_bone *out)
{
    for (size_t i = 0; i < set->bone_count; i++) {
        if (!keep_point(out[i].from, sim_head(sim, set->bones[i]), pose) ||
            !keep_point(out[i].to, sim_tail(sim, set->bones[i]), pose)) {
            return false;
        }
    }
    return true;
}

static void set_film_limbs(const struct set *set, struct sim *sim, double seconds)
{
    struct sim_limbs limbs;
    if (set->limber) {
        scenario_limbs(set->scenario, seconds, &limbs);
    }
    sim_set_limbs(sim, set->limber ? &limbs : NULL);
}

/* Films the world in its present state; returns the number of bones in all frames. */
static size_t film_world(const struct set *set, struct vrmlint_film_bone *modelled, struct vrmlint_film_bone *frames)
{
    const struct scenario_facts *facts = &scenario_facts[set->scenario];
    struct arena *passing = arena_open(set->arena);
    struct sim *sim = sim_new(passing, set->world, &(struct sim_options){0});
    struct scenario_clock clock = {set->scenario, 1 / set->rate, 0};
    double begin = facts->end > 0 ? BEFORE : 0;
    double end = fmin(fmin(facts->seconds, facts->end + (facts->end > 0 ? AFTER : LONGEST)), begin + LONGEST);
    struct sim_pose pose = scenario_pose(set->scenario, 0);
    size_t count = 0;
    set_film_limbs(set, sim, 0);
    sim_reset(sim);
    bool seen = keep_frame(set, sim, &pose, modelled);
    for (double dt = 1; seen && dt > 0 && clock.seconds <= end && count < FRAMES_MAX;) {
        if (clock.seconds + 1e-9 >= begin + (double)count * FRAME) {
            seen = keep_frame(set, sim, &pose, frames + count * set->bone_count);
            count += seen;
        }
        dt = scenario_tick(&clock);
        if (dt > 0) {
            arena_ask(set->arena);
            set_film_limbs(set, sim, clock.seconds);
            pose = scenario_pose(set->scenario, clock.seconds);
            sim_step(sim, &pose, dt);
        }
    }
    arena_close(passing);
    return count * set->bone_count;
}

/* Returns the first number that helps against the finding, or NULL. */
static const struct sim_remedy *find_remedy(const struct sim_subject *subject)
{
    const struct sim_remedies *remedies = subject->remedies;
    for (size_t i = 0; remedies != NULL && i < remedies->count; i++) {
        if ((remedies->list[i].cures >> subject->verdict & 1U) != 0) {
            return &remedies->list[i];
        }
    }
    return NULL;
}

/* Converts indices of the family's joints to those in a world that contains the spring from first on. */
static void find_bones(struct set *set, size_t first)
{
    set->bone_count = list_bones(set->subject, set->bones);
    for (size_t i = 0; i < set->bone_count; i++) {
        set->bones[i] += first - set->subject->begin;
    }
}

static void make_film(struct set *set, size_t first, struct vrmlint_film *film)
{
    const struct sim_subject *subject = set->subject;
    const struct sim_family *family = subject->family;
    const struct sim_remedy *remedy = find_remedy(subject);
    struct vrmlint_film_bone *modelled = arena_array(family->arena, set->bone_count, sizeof *modelled);
    struct vrmlint_film_bone *frames = arena_array(family->arena, FRAMES_MAX * set->bone_count, sizeof *frames);
    film->frame_bone_count = film_world(set, modelled, frames);
    film->modelled = modelled;
    film->bone_count = set->bone_count;
    film->frames = frames;
    film->seconds_per_frame = FRAME;
    if (remedy != NULL) {
        struct vrmlint_film_bone *outcome = arena_array(family->arena, FRAMES_MAX * set->bone_count, sizeof *outcome);
        sim_remedy_apply(set->world, first, subject->end - subject->begin, remedy);
        film->fixed_bone_count = film_world(set, modelled, outcome);
        film->fixed = outcome;
        film->parameter = sim_parameter_name(family, remedy->parameter);
        film->value = remedy->to;
    }
}

void sim_film(const struct sim_subject *subject, enum scenario scenario, double rate, bool limber)
{
    const struct sim_family *family = subject->family;
    struct check *check = family->check;
    size_t count;
    if (!check->wants_curves || check->film_count == FILMS_MAX) {
        return;
    }
    if (check->films == NULL) {
        check->films = arena_array(family->arena, FILMS_MAX, sizeof *check->films);
    }
    struct arena *work = arena_open(family->arena);
    size_t first;
    struct set set = {.subject = subject, .arena = work, .scenario = scenario, .rate = rate, .limber = limber};
    set.world = sim_world_of_spring(family, &sim_spec, 1, work, subject->begin, subject->end, &first);
    struct vrmlint_film film = {.motion = scenario_facts[scenario].name};
    if (set.world != NULL) {
        find_bones(&set, first);
        make_film(&set, first, &film);
    }
    arena_close(work);
    if (film.frame_bone_count > 0) {
        film.rule = &vrmlint_rules(&count)[subject->rule];
        film.subject = name_text(family->avatar, findings_languages(family->findings),
                                 sim_the_group("thing", family->avatar, family->is_0x, subject->given->spring));
        check->films[check->film_count++] = film;
    }
}

/* Reports limbs that pass between chains: sim/limb-between-chains. */

enum { DENSE = 12 }; /* chains of a skirt */

#define ALIKE 1e-3 /* depths this close are equal except for rounding */

/* Whether a visible part of the thigh comes through. Some of it always does between the many chains of a dense skirt;
 * there, only more than half of it is a gap. */
static bool comes_through(const struct sim_family *family, const struct between_result *worst)
{
    double limit = family->check->thresholds->values[THRESHOLD_LIMB_BETWEEN_CHAINS];
    bool is_dense = worst->chains >= DENSE;
    return worst->depth > limit && (!is_dense || worst->depth > worst->radius) &&
           sim_is_seen(family, worst->joints[0]) && sim_is_seen(family, worst->joints[1]);
}

/* Reports the worse leg, and whether both come through. */
static void report_limb(const struct sim_family *family, const struct between_result *worst, bool left, bool both)
{
    static const enum message messages[2][3] = {
        {MESSAGE_SIM_LIMB_BETWEEN_CHAINS__RIGHT, MESSAGE_SIM_LIMB_BETWEEN_CHAINS__LEFT,
         MESSAGE_SIM_LIMB_BETWEEN_CHAINS__BOTH},
        {MESSAGE_SIM_LIMB_BETWEEN_CHAINS__DENSE_RIGHT, MESSAGE_SIM_LIMB_BETWEEN_CHAINS__DENSE_LEFT,
         MESSAGE_SIM_LIMB_BETWEEN_CHAINS__DENSE_BOTH}};
    double limit = family->check->thresholds->values[THRESHOLD_LIMB_BETWEEN_CHAINS];
    struct argument joint = sim_the_worst("joint", family, worst->joints[0], 1);
    struct argument other = sim_the_worst("other", family, worst->joints[1], 1);
    size_t spring = family->joints[worst->joints[0]].spring;
    struct finding *finding =
        report(family->findings, messages[worst->chains >= DENSE][both ? 2 : left], sim_group_place(family, spring),
               ARGUMENTS(joint, other, argument_number("depth", worst->depth, limit, UNIT_METRES, 3),
                         sim_the_collider("collider", family, worst->collider), sim_metres("limit", limit)));
    finding_measure(finding, "depth", worst->depth);
    finding_measure(finding, "chains", (double)worst->chains);
    struct sim_subject subject = {.family = family};
    sim_relate_collider(&subject, finding, worst->collider);
    sim_show(family, finding, spring,
             sim_command(family->arena, left ? SCENARIO_STEP_LEFT : SCENARIO_STEP_RIGHT, 60, true, 0), "");
}

void sim_report_between(const struct sim_family *family)
{
    const struct between_result *legs = family->metrics->between;
    if (!findings_want(family->findings, RULE_SIM_LIMB_BETWEEN_CHAINS)) {
        return;
    }
    bool left = comes_through(family, &legs[0]);
    bool right = comes_through(family, &legs[1]);
    bool is_left = left && (!right || legs[0].depth >= legs[1].depth * (1 - ALIKE));
    if (left || right) {
        report_limb(family, &legs[is_left ? 0 : 1], is_left, left && right);
    }
}

#define EASY 0.9 /* fraction of the permitted value */
#define FIRST_RATE 60.0

/* ---- gravity ---- */

enum cause { CAUSE_GRAVITY, CAUSE_LIMIT, CAUSE_OTHER, HELD_BY_COLLIDERS };

/*
 * Returns why a joint comes to rest where it does. A limit rotates the bone by itself if the modelled pose is outside
 * of it; a limit that only stops a bone pulled by gravity isn't the cause. If neither explains it, the cause is in
 * the joints above.
 */
static enum cause cause_of_sag(const struct advice *advice)
{
    const struct joint_metrics *measured = &advice->metrics->joints[advice->joint];
    double by_limits = advice_limited(advice);
    double by_gravity = advice_sag(advice, 0, 1);
    if (by_limits > measured->sag / 2 && by_limits > by_gravity) {
        return CAUSE_LIMIT;
    }
    return by_gravity > measured->sag - angle_radians(10) ? CAUSE_GRAVITY : CAUSE_OTHER;
}

/* Returns the joint of the spring that gravity moves most. The advice should be sufficient for all joints. */
static struct advice most_sagging(const struct sim_subject *subject)
{
    const struct joint_metrics *joints = subject->family->metrics->joints;
    struct advice most = subject->advice;
    struct advice other = subject->advice;
    for (other.joint = subject->begin; other.joint < subject->end; other.joint++) {
        if (joints[other.joint].sag > joints[most.joint].sag && cause_of_sag(&other) == CAUSE_GRAVITY) {
            most = other;
        }
    }
    return most;
}

/* An upright bone whose stiffness equals gravity wouldn't sag, but nothing would hold it either. The same is true
 * without stiffness and gravity. So a least force is kept. */
void sim_wish_held(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    if (cause_of_sag(&subject->advice) != CAUSE_GRAVITY) {
        return;
    }
    const struct sim_joint *given = subject->given;
    const struct advice most = most_sagging(subject);
    double sag = angle_radians(
        EASY * fmin(sim_limit(subject, THRESHOLD_REST_POSE_COLLAPSES), sim_limit(subject, THRESHOLD_REST_POSE_SAGS)));
    double force = sim_least_force(subject);
    double stiffness = advice_stiffness_for_sag(&most, sag);
    double gravity = given->gravity_power * advice_gravity_for_sag(&most, sag);
    if (stiffness > given->stiffness) {
        sim_wish(wishes, SIM_STIFFNESS, SIM_NONE, true,
                 fmax(stiffness, advice_stiffness_for_force(&subject->advice, force)));
    }
    if (advice_force(&subject->advice, given->stiffness, gravity) < force) {
        gravity = advice_gravity_for_force(&subject->advice, force);
    }
    if (gravity < given->gravity_power) {
        sim_wish(wishes, SIM_GRAVITY, SIM_NONE, false, gravity);
    }
}

/* Whether the joint keeps its pose, to within an angle in degrees, without the cause of its sag. */
static bool holds_without(const struct sim_subject *subject, enum cause cause, double allowed)
{
    struct trial_result result;
    enum trial_without without = cause == CAUSE_GRAVITY ? TRIAL_NO_GRAVITY : TRIAL_NO_LIMIT;
    return cause != CAUSE_OTHER && sim_try(subject, &sim_spec, without, SCENARIO_SETTLE, FIRST_RATE, &result) &&
           angle_degrees(vec3_angle(result.first, result.final)) <= allowed;
}

/* Returns what to do about a joint without advice. */
static enum message otherwise_for_sag(const struct sim_subject *subject, enum cause cause)
{
    static const enum message otherwise[] = {WORDS_SIM_LOOK_AT_FORCES, WORDS_SIM_TURN_LIMIT, WORDS_SIM_LOOK_ABOVE};
    bool is_carried = subject->family->above[subject->joint] != SIM_NONE;
    return cause == CAUSE_OTHER && !is_carried ? WORDS_SIM_LOOK_AT_SCALES : otherwise[cause];
}

void sim_report_sag(const struct sim_subject *subject)
{
    const struct joint_metrics *measured = subject->measured;
    static const enum message messages[2][4] = {
        {MESSAGE_SIM_REST_POSE_SAGS__GRAVITY, MESSAGE_SIM_REST_POSE_SAGS__LIMIT, MESSAGE_SIM_REST_POSE_SAGS__OTHER,
         MESSAGE_SIM_REST_POSE_SAGS__HELD},
        {MESSAGE_SIM_REST_POSE_COLLAPSES__GRAVITY, MESSAGE_SIM_REST_POSE_COLLAPSES__LIMIT,
         MESSAGE_SIM_REST_POSE_COLLAPSES__OTHER, MESSAGE_SIM_REST_POSE_COLLAPSES__HELD}};
    bool collapses = subject->verdict == VERDICT_REST_POSE_COLLAPSES;
    double allowed = sim_limit(subject, collapses ? THRESHOLD_REST_POSE_COLLAPSES : THRESHOLD_REST_POSE_SAGS);
    enum cause cause = cause_of_sag(&subject->advice);
    struct sim_advice advice = sim_begin_advice(subject);
    struct argument what = sim_advice(&advice, otherwise_for_sag(subject, cause));
    bool held = !(angle_degrees(measured->away) > allowed);
    double angle = held ? measured->sag : measured->away;
    cause = held ? HELD_BY_COLLIDERS : holds_without(subject, cause, allowed) ? cause : CAUSE_OTHER;
    struct finding *finding =
        sim_report(subject, messages[collapses][cause],
                   ARGUMENTS(sim_joint(subject), sim_after(subject, SCENARIO_SETTLE), sim_degrees("angle", angle),
                             sim_degrees_of("limit", allowed), what));
    finding_measure(finding, "angle", angle);
    sim_advice_measure(&advice, finding);
}

/* ---- colliders ---- */

/* Whether a collider keeps tails inside, so that a wrong tail is outside. */
static bool keeps_in(const struct sim_subject *subject, size_t collider)
{
    const struct shape *shape = sim_collider_shape(subject->family->metrics->world, collider);
    return shape != NULL && shape->kind != SHAPE_PLANE && shape->inside;
}

void sim_wish_feasible(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    const struct feasible_result *feasible = &subject->measured->feasible;
    sim_wish_room(subject, &(struct sim_obstacle){feasible->collider, feasible->depth}, wishes);
}

void sim_report_no_room(const struct sim_subject *subject)
{
    const struct feasible_result *feasible = &subject->measured->feasible;
    struct sim_advice advice = sim_begin_advice(subject);
    sim_advise_room(subject, &(struct sim_obstacle){feasible->collider, feasible->depth}, true, &advice);
    struct finding *finding =
        sim_report(subject,
                   keeps_in(subject, feasible->collider) ? MESSAGE_SIM_COLLIDER_NO_FEASIBLE_POSE__OUTSIDE
                                                         : MESSAGE_SIM_COLLIDER_NO_FEASIBLE_POSE__IN,
                   ARGUMENTS(sim_joint(subject), sim_resting_pose(subject), sim_metres("depth", feasible->depth),
                             sim_the_collider("collider", subject->family, feasible->collider),
                             sim_advice(&advice, WORDS_SIM_ITS_COLLIDERS)));
    sim_advice_measure(&advice, finding);
    finding_measure(finding, "length", subject->measured->length);
    /* the obstacle remains even for a tail without hitRadius */
    bool alone = feasible->depth > subject->given->hit_radius;
    (alone ? sim_blame_collider : sim_relate_collider)(subject, finding, feasible->collider);
}

void sim_report_conflict(const struct sim_subject *subject)
{
    const struct feasible_result *feasible = &subject->measured->feasible;
    struct sim_advice advice = sim_begin_advice(subject);
    sim_advise(&advice, WORDS_SIM_OPEN_LIMIT, NO_ARGUMENTS);
    sim_advise_room(subject, &(struct sim_obstacle){feasible->collider, feasible->depth}, true, &advice);
    struct finding *finding =
        sim_report(subject,
                   keeps_in(subject, feasible->collider) ? MESSAGE_SIM_LIMIT_COLLIDER_CONFLICT__OUTSIDE
                                                         : MESSAGE_SIM_LIMIT_COLLIDER_CONFLICT__IN,
                   ARGUMENTS(sim_joint(subject), sim_resting_pose(subject), sim_metres("depth", feasible->depth),
                             sim_the_collider("collider", subject->family, feasible->collider),
                             sim_advice(&advice, WORDS_SIM_OPEN_LIMIT)));
    sim_advice_measure(&advice, finding);
    finding_measure(finding, "beyond", feasible->beyond);
    sim_relate_collider(subject, finding, feasible->collider);
}

void sim_wish_clear(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    const struct joint_metrics *measured = subject->measured;
    sim_wish_room(subject, &(struct sim_obstacle){measured->deepest, measured->depth}, wishes);
}

void sim_report_penetration(const struct sim_subject *subject)
{
    const struct joint_metrics *measured = subject->measured;
    double allowed = fmax(sim_limit(subject, THRESHOLD_REST_PENETRATION),
                          sim_limit(subject, THRESHOLD_REST_PENETRATION_SHARE) * measured->length);
    struct sim_advice advice = sim_begin_advice(subject);
    sim_advise_room(subject, &(struct sim_obstacle){measured->deepest, measured->depth}, true, &advice);
    struct finding *finding = sim_report(
        subject,
        keeps_in(subject, measured->deepest) ? MESSAGE_SIM_REST_PENETRATION__OUTSIDE : MESSAGE_SIM_REST_PENETRATION__IN,
        ARGUMENTS(sim_joint(subject), sim_after(subject, SCENARIO_SETTLE), sim_metres("depth", measured->depth),
                  sim_the_collider("collider", subject->family, measured->deepest), sim_metres("limit", allowed),
                  sim_advice(&advice, WORDS_SIM_ITS_COLLIDERS)));
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, measured->deepest);
}

/* Returns the collider that contains the tail in the modelled pose, or another obstacle. */
static struct sim_obstacle tail_obstacle(const struct sim_subject *subject)
{
    const struct joint_metrics *measured = subject->measured;
    return measured->rest_deepest != SIM_NONE ? (struct sim_obstacle){measured->rest_deepest, measured->rest_depth}
                                              : sim_obstacle_of(subject);
}

void sim_wish_unpushed(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    struct sim_obstacle obstacle = tail_obstacle(subject);
    sim_wish_room(subject, &obstacle, wishes);
}

/* Returns the pose in which the depth of a tail in a collider was measured. It matters only for colliders
 * that move with an arm. */
static enum message pose_of(const struct sim_subject *subject, const struct sim_obstacle *obstacle)
{
    const struct metrics *metrics = subject->family->metrics;
    bool arms_down = metrics->limber && !subject->measured->on_arms;
    return arms_down && metrics_arms_move(subject->family->arena, metrics->world, obstacle->collider)
               ? WORDS_SIM_WITH_ARMS_DOWN
               : WORDS_SIM_IN_MODELLED_POSE;
}

/* Reports a joint that is rotated too far, or shifted too far with little rotation; with or without a collider that
 * contains the modelled pose. */
static struct finding *report_push(const struct sim_subject *subject, const struct sim_obstacle *obstacle,
                                   struct argument advice)
{
    static const enum message messages[2][2] = {
        {MESSAGE_SIM_COLLIDER_MOVES_REST_POSE__IN, MESSAGE_SIM_COLLIDER_MOVES_REST_POSE__OUTSIDE},
        {MESSAGE_SIM_COLLIDER_MOVES_REST_POSE__TIP_IN, MESSAGE_SIM_COLLIDER_MOVES_REST_POSE__TIP_OUTSIDE}};
    const struct joint_metrics *measured = subject->measured;
    double allowed = sim_limit(subject, THRESHOLD_COLLIDER_MOVES_REST_POSE_INFO);
    double room = sim_limit(subject, THRESHOLD_COLLIDER_MOVES_REST_POSE_TIP) * subject->given->hit_radius;
    bool shifted = angle_degrees(measured->pushed) <= allowed;
    bool outside = keeps_in(subject, obstacle->collider);
    struct argument joint = sim_joint(subject);
    struct argument when = sim_after(subject, SCENARIO_SETTLE);
    struct argument angle = sim_degrees("angle", measured->pushed);
    struct argument limit = shifted ? sim_metres("limit", room) : sim_degrees_of("limit", allowed);
    struct argument way = argument_number("way", measured->shifted, room, UNIT_METRES, 3);
    if (measured->rest_deepest == SIM_NONE) {
        return shifted ? sim_report(subject, MESSAGE_SIM_COLLIDER_MOVES_REST_POSE__TIP,
                                    ARGUMENTS(joint, when, angle, way, limit, advice))
                       : sim_report(subject, MESSAGE_SIM_COLLIDER_MOVES_REST_POSE__DEFAULT,
                                    ARGUMENTS(joint, when, angle, limit, advice));
    }
    struct argument depth = sim_metres("depth", obstacle->depth);
    struct argument collider = sim_the_collider("collider", subject->family, obstacle->collider);
    struct argument pose = WORD("pose", pose_of(subject, obstacle));
    return shifted ? sim_report(subject, messages[1][outside],
                                ARGUMENTS(joint, when, angle, way, limit, depth, collider, pose, advice))
                   : sim_report(subject, messages[0][outside],
                                ARGUMENTS(joint, when, angle, limit, depth, collider, pose, advice));
}

void sim_report_pushed(const struct sim_subject *subject)
{
    struct sim_obstacle obstacle = tail_obstacle(subject);
    struct sim_advice advice = sim_begin_advice(subject);
    sim_advise_room(subject, &obstacle, subject->measured->rest_deepest != SIM_NONE, &advice);
    struct finding *finding = report_push(subject, &obstacle, sim_advice(&advice, WORDS_SIM_ITS_COLLIDERS));
    finding_measure(finding, "angle", subject->measured->pushed);
    finding_measure(finding, "way", subject->measured->shifted);
    sim_advice_measure(&advice, finding);
    /* a collider that contains the modelled pose is the cause */
    bool to_blame = subject->measured->rest_deepest != SIM_NONE;
    (to_blame ? sim_blame_collider : sim_relate_collider)(subject, finding, obstacle.collider);
}

/* Whether three-vrm loses a chain that is left alone: it divides by the distance from the center, unless something has
 * moved the tail a little by then. */
static bool is_lost(const struct sim_subject *subject)
{
    struct trial_result result;
    return sim_try(subject, &sim_three_vrm, TRIAL_AS_IS, SCENARIO_SETTLE, FIRST_RATE, &result) &&
           !isfinite(result.final.x + result.final.y + result.final.z);
}

void sim_report_centered(const struct sim_subject *subject)
{
    static const enum message messages[2][2] = {
        {MESSAGE_SIM_TAIL_AT_COLLIDER_CENTER__CENTER_LEFT, MESSAGE_SIM_TAIL_AT_COLLIDER_CENTER__AXIS_LEFT},
        {MESSAGE_SIM_TAIL_AT_COLLIDER_CENTER__CENTER, MESSAGE_SIM_TAIL_AT_COLLIDER_CENTER__AXIS}};
    size_t collider = subject->measured->centered;
    const struct shape *shape = sim_collider_shape(subject->family->metrics->world, collider);
    bool capsule = shape != NULL && shape->kind == SHAPE_CAPSULE;
    bool lost = is_lost(subject);
    struct finding *finding =
        sim_report(subject, messages[lost][capsule],
                   ARGUMENTS(sim_joint(subject), sim_the_collider("collider", subject->family, collider)));
    if (!lost) {
        finding_severity(finding, VRMLINT_WARNING);
    }
    finding_measure(finding, "depth", subject->measured->rest_depth);
    sim_blame_collider(subject, finding, collider);
    *subject->options = " --engine three-vrm"; /* in the others the tail stays where it is */
}

/* ---- frame rates ---- */

static double stiffness_for_one_place(const struct sim_subject *subject)
{
    double wanted = advice_decay_wanted(advice_links(&subject->advice), sim_limit(subject, THRESHOLD_SLOW_SETTLE_INFO));
    return advice_stiffness_for_force(&subject->advice, advice_force_for_decay(&subject->advice, wanted));
}

void sim_wish_one_place(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    double stiffness = stiffness_for_one_place(subject);
    sim_wish_room(subject, &obstacle, wishes);
    if (stiffness > subject->given->stiffness) {
        sim_wish(wishes, SIM_STIFFNESS, SIM_NONE, true, stiffness);
    }
}

/* Whether the joint comes to rest in the same place at both rates without something. */
static bool agrees_without(const struct sim_subject *subject, enum trial_without without)
{
    struct trial_result one;
    struct trial_result other;
    return sim_try(subject, &sim_spec, without, SCENARIO_TURN, FIRST_RATE, &one) &&
           sim_try(subject, &sim_spec, without, SCENARIO_TURN, subject->measured->apart_rate, &other) &&
           angle_degrees(vec3_angle(one.final, other.final)) <= sim_limit(subject, THRESHOLD_FRAME_RATE_DEPENDENT_POSE);
}

static enum message why_apart(const struct sim_subject *subject, const struct sim_obstacle *obstacle)
{
    if (obstacle->collider != SIM_NONE && agrees_without(subject, TRIAL_NO_COLLIDERS)) {
        return MESSAGE_SIM_FRAME_RATE_DEPENDENT_POSE__COLLIDER;
    }
    if (subject->given->limit != NULL && agrees_without(subject, TRIAL_NO_LIMIT)) {
        return MESSAGE_SIM_FRAME_RATE_DEPENDENT_POSE__LIMIT;
    }
    return sim_is_cured_by(subject, SIM_STIFFNESS) ? MESSAGE_SIM_FRAME_RATE_DEPENDENT_POSE__FORCES
                                                   : MESSAGE_SIM_FRAME_RATE_DEPENDENT_POSE__DEFAULT;
}

void sim_report_rates(const struct sim_subject *subject)
{
    const struct joint_metrics *measured = subject->measured;
    const struct sim_family *family = subject->family;
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    struct sim_advice advice = sim_begin_advice(subject);
    bool is_weak = obstacle.collider == SIM_NONE && stiffness_for_one_place(subject) > subject->given->stiffness;
    enum message message = why_apart(subject, &obstacle);
    sim_advise_room(subject, &obstacle, message == MESSAGE_SIM_FRAME_RATE_DEPENDENT_POSE__COLLIDER, &advice);
    if (is_weak && advice.count == 0) {
        sim_advise(&advice, WORDS_SIM_MORE_STIFFNESS, NO_ARGUMENTS);
    }
    struct argument collider =
        obstacle.collider == SIM_NONE ? TERM("collider", "") : sim_the_collider("collider", family, obstacle.collider);
    struct finding *finding = sim_report_taking(
        subject, message,
        ARGUMENTS(sim_joint(subject), sim_after(subject, SCENARIO_TURN), sim_degrees("angle", measured->apart),
                  NUMBER("rate", FIRST_RATE, 3), NUMBER("other", measured->apart_rate, 3),
                  sim_degrees_of("limit", sim_limit(subject, THRESHOLD_FRAME_RATE_DEPENDENT_POSE)), collider,
                  sim_advice(&advice, WORDS_SIM_ITS_COLLIDERS)));
    finding_measure(finding, "angle", measured->apart);
    finding_measure(finding, "framesPerSecond", measured->apart_rate);
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, obstacle.collider);
}
