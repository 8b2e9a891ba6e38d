/*
 * Reports on the rest positions of chains: sim/rest-pose-sags, rest-pose-collapses, collider-no-feasible-pose,
 * limit-collider-conflict, rest-penetration, collider-moves-rest-pose, tail-at-collider-center,
 * frame-rate-dependent-pose.
 */
#include "checks/sim/family.h"
#include "ids/messages_sim.h"
#include "sim/probe.h"

#define EASY 0.9 /* fraction of the permitted value */
#define FIRST_RATE 60.0

/* ---- gravity ---- */

enum cause { CAUSE_GRAVITY, CAUSE_LIMIT, CAUSE_OTHER };

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

void sim_report_sag(const struct sim_subject *subject)
{
    const struct joint_metrics *measured = subject->measured;
    static const enum message messages[2][3] = {
        {MESSAGE_SIM_REST_POSE_SAGS__GRAVITY, MESSAGE_SIM_REST_POSE_SAGS__LIMIT, MESSAGE_SIM_REST_POSE_SAGS__OTHER},
        {MESSAGE_SIM_REST_POSE_COLLAPSES__GRAVITY, MESSAGE_SIM_REST_POSE_COLLAPSES__LIMIT,
         MESSAGE_SIM_REST_POSE_COLLAPSES__OTHER}};
    static const enum message otherwise[] = {WORDS_SIM_LOOK_AT_FORCES, WORDS_SIM_TURN_LIMIT, WORDS_SIM_LOOK_ABOVE};
    bool collapses = subject->verdict == VERDICT_REST_POSE_COLLAPSES;
    double allowed = sim_limit(subject, collapses ? THRESHOLD_REST_POSE_COLLAPSES : THRESHOLD_REST_POSE_SAGS);
    enum cause cause = cause_of_sag(&subject->advice);
    struct sim_advice advice = sim_begin_advice(subject);
    struct finding *finding =
        sim_report(subject, messages[collapses][cause],
                   ARGUMENTS(sim_joint(subject), sim_degrees("angle", measured->sag), sim_degrees_of("limit", allowed),
                             sim_advice(&advice, otherwise[cause])));
    finding_measure(finding, "angle", measured->sag);
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
    sim_advise_room(subject, &(struct sim_obstacle){feasible->collider, feasible->depth}, &advice);
    struct finding *finding =
        sim_report(subject,
                   keeps_in(subject, feasible->collider) ? MESSAGE_SIM_COLLIDER_NO_FEASIBLE_POSE__OUTSIDE
                                                         : MESSAGE_SIM_COLLIDER_NO_FEASIBLE_POSE__IN,
                   ARGUMENTS(sim_joint(subject), sim_metres("depth", feasible->depth),
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
    sim_advise_room(subject, &(struct sim_obstacle){feasible->collider, feasible->depth}, &advice);
    struct finding *finding =
        sim_report(subject,
                   keeps_in(subject, feasible->collider) ? MESSAGE_SIM_LIMIT_COLLIDER_CONFLICT__OUTSIDE
                                                         : MESSAGE_SIM_LIMIT_COLLIDER_CONFLICT__IN,
                   ARGUMENTS(sim_joint(subject), sim_metres("depth", feasible->depth),
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
    sim_advise_room(subject, &(struct sim_obstacle){measured->deepest, measured->depth}, &advice);
    struct finding *finding = sim_report(
        subject,
        keeps_in(subject, measured->deepest) ? MESSAGE_SIM_REST_PENETRATION__OUTSIDE : MESSAGE_SIM_REST_PENETRATION__IN,
        ARGUMENTS(sim_joint(subject), sim_metres("depth", measured->depth),
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

static bool is_on_arm(const struct sim_world *world, const struct scene *scene, size_t node)
{
    static const char *const arms[] = {"leftUpperArm", "rightUpperArm"};
    for (size_t i = 0; node != SIM_NONE && i < 2; i++) {
        size_t arm = probe_bone(world, arms[i]);
        if (arm != SIM_NONE && scene_is_above_or_same(scene, arm, node)) {
            return true;
        }
    }
    return false;
}

/* Returns the pose in which the depth of a tail in a collider was measured. It matters only for colliders
 * on an arm. */
static enum message pose_of(const struct sim_subject *subject, const struct sim_obstacle *obstacle)
{
    const struct metrics *metrics = subject->family->metrics;
    bool arms_down = metrics->limber && !subject->measured->on_arms;
    size_t node = sim_collider_node(metrics->world, obstacle->collider);
    return arms_down && is_on_arm(metrics->world, subject->family->avatar->scene, node) ? WORDS_SIM_WITH_ARMS_DOWN
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
    struct argument angle = sim_degrees("angle", measured->pushed);
    struct argument limit = shifted ? sim_metres("limit", room) : sim_degrees_of("limit", allowed);
    struct argument way = argument_number("way", measured->shifted, room, UNIT_METRES, 3);
    if (measured->rest_deepest == SIM_NONE) {
        return shifted ? sim_report(subject, MESSAGE_SIM_COLLIDER_MOVES_REST_POSE__TIP,
                                    ARGUMENTS(joint, angle, way, limit, advice))
                       : sim_report(subject, MESSAGE_SIM_COLLIDER_MOVES_REST_POSE__DEFAULT,
                                    ARGUMENTS(joint, angle, limit, advice));
    }
    struct argument depth = sim_metres("depth", obstacle->depth);
    struct argument collider = sim_the_collider("collider", subject->family, obstacle->collider);
    struct argument pose = WORD("pose", pose_of(subject, obstacle));
    return shifted ? sim_report(subject, messages[1][outside],
                                ARGUMENTS(joint, angle, way, limit, depth, collider, pose, advice))
                   : sim_report(subject, messages[0][outside],
                                ARGUMENTS(joint, angle, limit, depth, collider, pose, advice));
}

void sim_report_pushed(const struct sim_subject *subject)
{
    struct sim_obstacle obstacle = tail_obstacle(subject);
    struct sim_advice advice = sim_begin_advice(subject);
    sim_advise_room(subject, &obstacle, &advice);
    struct finding *finding = report_push(subject, &obstacle, sim_advice(&advice, WORDS_SIM_ITS_COLLIDERS));
    finding_measure(finding, "angle", subject->measured->pushed);
    finding_measure(finding, "way", subject->measured->shifted);
    sim_advice_measure(&advice, finding);
    /* a collider that contains the modelled pose is the cause */
    bool to_blame = subject->measured->rest_deepest != SIM_NONE;
    (to_blame ? sim_blame_collider : sim_relate_collider)(subject, finding, obstacle.collider);
}

void sim_report_centered(const struct sim_subject *subject)
{
    size_t collider = subject->measured->centered;
    const struct shape *shape = sim_collider_shape(subject->family->metrics->world, collider);
    bool capsule = shape != NULL && shape->kind == SHAPE_CAPSULE;
    struct finding *finding = sim_report(
        subject, capsule ? MESSAGE_SIM_TAIL_AT_COLLIDER_CENTER__AXIS : MESSAGE_SIM_TAIL_AT_COLLIDER_CENTER__CENTER,
        ARGUMENTS(sim_joint(subject), sim_the_collider("collider", subject->family, collider)));
    finding_measure(finding, "depth", subject->measured->rest_depth);
    sim_relate_collider(subject, finding, collider);
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

void sim_report_rates(const struct sim_subject *subject)
{
    const struct joint_metrics *measured = subject->measured;
    const struct sim_family *family = subject->family;
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    struct sim_advice advice = sim_begin_advice(subject);
    bool is_weak = obstacle.collider == SIM_NONE && stiffness_for_one_place(subject) > subject->given->stiffness;
    sim_advise_room(subject, &obstacle, &advice);
    if (is_weak && advice.count == 0) {
        sim_advise(&advice, WORDS_SIM_MORE_STIFFNESS, NO_ARGUMENTS);
    }
    struct argument joint = sim_joint(subject);
    struct argument angle = sim_degrees("angle", measured->apart);
    struct argument rate = NUMBER("rate", FIRST_RATE, 3);
    struct argument other = NUMBER("other", measured->apart_rate, 3);
    struct argument limit = sim_degrees_of("limit", sim_limit(subject, THRESHOLD_FRAME_RATE_DEPENDENT_POSE));
    struct argument what = sim_advice(&advice, WORDS_SIM_ITS_COLLIDERS);
    struct finding *finding = obstacle.collider != SIM_NONE
                                  ? sim_report(subject, MESSAGE_SIM_FRAME_RATE_DEPENDENT_POSE__COLLIDER,
                                               ARGUMENTS(joint, angle, rate, other, limit,
                                                         sim_the_collider("collider", family, obstacle.collider), what))
                                  : sim_report(subject,
                                               is_weak ? MESSAGE_SIM_FRAME_RATE_DEPENDENT_POSE__FORCES
                                                       : MESSAGE_SIM_FRAME_RATE_DEPENDENT_POSE__LIMIT,
                                               ARGUMENTS(joint, angle, rate, other, limit, what));
    finding_measure(finding, "angle", measured->apart);
    finding_measure(finding, "framesPerSecond", measured->apart_rate);
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, obstacle.collider);
}
