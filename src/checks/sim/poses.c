/* Where chains come to rest: sim/rest-pose-sags, rest-pose-collapses, collider-no-feasible-pose,
 * limit-collider-conflict, rest-penetration, collider-moves-rest-pose, tail-at-collider-center,
 * frame-rate-dependent-pose. */
#include "checks/sim/family.h"

#define EASY 0.9    /* of what is allowed */
#define CLEAR 0.001 /* metres: how far to move what is in the way by nothing */
#define FIRST_RATE 60.0

/* ---- gravity ---- */

/* Whether gravity is why a joint is where it comes to rest; otherwise a limit is, or what the chain hangs on. */
static bool is_gravity(const struct advice *advice)
{
    return fabs(advice_sag(advice, 0, 1) - advice->study->joints[advice->joint].sag) < angle_radians(10);
}

/* The joint of the spring that gravity moves most: what is advised should do for all of them. */
static struct advice most_sagging(const struct sim_subject *subject)
{
    const struct study_joint *joints = subject->family->study->joints;
    struct advice most = subject->advice;
    struct advice other = subject->advice;
    for (other.joint = subject->begin; other.joint < subject->end; other.joint++) {
        if (joints[other.joint].sag > joints[most.joint].sag && is_gravity(&other)) {
            most = other;
        }
    }
    return most;
}

/* An upright bone with stiffness as large as gravity wouldn't sag, but nothing would hold it either; and neither would
 * anything hold one without stiffness and gravity. */
static void advise_sag(const struct sim_subject *subject, double sag, struct sim_advice *advice)
{
    const struct sim_joint *given = subject->given;
    const struct advice most = most_sagging(subject);
    double force = sim_least_force(subject);
    double stiffness = advice_stiffness_for_sag(&most, sag);
    double gravity = given->gravity_power * advice_gravity_for_sag(&most, sag);
    if (stiffness > given->stiffness) {
        stiffness = fmax(stiffness, advice_stiffness_for_force(&subject->advice, force));
        sim_advise_change(advice, sim_stiffness(subject->family), given->stiffness, advice_up(stiffness),
                          "neededStiffness");
    }
    if (advice_force(&subject->advice, given->stiffness, gravity) < force) {
        gravity = advice_gravity_for_force(&subject->advice, force);
    }
    if (gravity < given->gravity_power) {
        sim_advise_change(advice, "gravityPower", given->gravity_power, advice_down(gravity), "neededGravityPower");
    }
}

void sim_say_sag(const struct sim_subject *subject)
{
    const struct study_joint *measured = subject->measured;
    bool collapses = subject->verdict == VERDICT_REST_POSE_COLLAPSES;
    double allowed = sim_limit(subject, collapses ? THRESHOLD_REST_POSE_COLLAPSES : THRESHOLD_REST_POSE_SAGS);
    double wanted = fmin(allowed, sim_limit(subject, THRESHOLD_REST_POSE_SAGS));
    struct sim_advice advice = SIM_ADVICE_INIT(subject->family);
    const char *because = "";
    if (is_gravity(&subject->advice)) {
        because = ", because gravity is stronger than stiffness";
        advise_sag(subject, angle_radians(EASY * wanted), &advice);
    }
    struct finding *finding = sim_report(
        subject, "left alone it comes to rest %s degrees away from its modelled pose, allowed is %.3g%s: %s",
        sim_number(subject->family, angle_degrees(measured->sag)), allowed, because,
        sim_advice_text(&advice, subject->given->limit != NULL
                                     ? "turn its limit, which pulls it away, so that the modelled pose lies within"
                                     : "look at the joints above it, which carry it away"));
    finding_measure(finding, "angle", measured->sag);
    sim_advice_measure(&advice, finding);
}

/* ---- colliders ---- */

/* What keeps a tail inside has it outside. */
static const char *in(const struct sim_subject *subject, size_t collider)
{
    const struct shape *shape = sim_collider_shape(subject->family->study->world, collider);
    return shape != NULL && shape->kind != SHAPE_PLANE && shape->inside ? "outside of" : "deep in";
}

void sim_say_no_room(const struct sim_subject *subject)
{
    const struct feasible_result *feasible = &subject->measured->feasible;
    struct sim_advice advice = SIM_ADVICE_INIT(subject->family);
    sim_advise_room(subject, &(struct sim_obstacle){feasible->collider, feasible->depth}, &advice);
    struct finding *finding = sim_report(
        subject, "whichever way it turns, its tail is at least %s %s %s, so that it is pushed to and fro: %s",
        sim_length(subject->family, feasible->depth), in(subject, feasible->collider),
        sim_collider_name(subject->family, feasible->collider), sim_advice_text(&advice, ""));
    sim_advice_measure(&advice, finding);
    finding_measure(finding, "length", subject->measured->length);
    sim_relate_collider(subject, finding, feasible->collider);
}

void sim_say_conflict(const struct sim_subject *subject)
{
    const struct feasible_result *feasible = &subject->measured->feasible;
    struct sim_advice advice = SIM_ADVICE_INIT(subject->family);
    sim_advise(&advice, "open the limit by %s degrees",
               sim_number(subject->family, advice_up(angle_degrees(feasible->beyond))));
    sim_advise_room(subject, &(struct sim_obstacle){feasible->collider, feasible->depth}, &advice);
    struct finding *finding =
        sim_report(subject, "wherever its limit lets it turn, its tail is at least %s %s %s: %s",
                   sim_length(subject->family, feasible->depth), in(subject, feasible->collider),
                   sim_collider_name(subject->family, feasible->collider), sim_advice_text(&advice, ""));
    sim_advice_measure(&advice, finding);
    finding_measure(finding, "beyond", feasible->beyond);
    sim_relate_collider(subject, finding, feasible->collider);
}

void sim_say_penetration(const struct sim_subject *subject)
{
    const struct study_joint *measured = subject->measured;
    double allowed = fmax(sim_limit(subject, THRESHOLD_REST_PENETRATION),
                          sim_limit(subject, THRESHOLD_REST_PENETRATION_SHARE) * measured->length);
    struct sim_advice advice = SIM_ADVICE_INIT(subject->family);
    sim_advise_room(subject, &(struct sim_obstacle){measured->deepest, measured->depth}, &advice);
    struct finding *finding = sim_report(subject, "it comes to rest with its tail %s %s %s, allowed is %s: %s",
                                         sim_length(subject->family, measured->depth), in(subject, measured->deepest),
                                         sim_collider_name(subject->family, measured->deepest),
                                         sim_length(subject->family, allowed), sim_advice_text(&advice, ""));
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, measured->deepest);
}

void sim_say_pushed(const struct sim_subject *subject)
{
    const struct study_joint *measured = subject->measured;
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    struct sim_advice advice = SIM_ADVICE_INIT(subject->family);
    const char *because = "";
    if (measured->rest_deepest != SIM_NONE) {
        obstacle = (struct sim_obstacle){measured->rest_deepest, measured->rest_depth};
        because = arena_printf(subject->family->arena, ", because in the modelled pose its tail is %s %s %s",
                               sim_length(subject->family, obstacle.depth), in(subject, obstacle.collider),
                               sim_collider_name(subject->family, obstacle.collider));
    }
    sim_advise_room(subject, &obstacle, &advice);
    struct finding *finding =
        sim_report(subject, "colliders turn it by %s degrees from where it would come to rest, allowed is %.3g%s: %s",
                   sim_number(subject->family, angle_degrees(measured->pushed)),
                   sim_limit(subject, THRESHOLD_COLLIDER_MOVES_REST_POSE_INFO), because,
                   sim_advice_text(&advice, "make its colliders smaller, or move them"));
    finding_measure(finding, "angle", measured->pushed);
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, obstacle.collider);
}

void sim_say_centered(const struct sim_subject *subject)
{
    size_t collider = subject->measured->centered;
    const struct shape *shape = sim_collider_shape(subject->family->study->world, collider);
    bool capsule = shape != NULL && shape->kind == SHAPE_CAPSULE;
    struct finding *finding =
        sim_report(subject,
                   "its tail lies exactly on the %s of %s, so that there is no direction to push it in, and three-vrm "
                   "divides by zero and loses the chain: move the collider, by %s to be clear of it",
                   capsule ? "axis" : "center", sim_collider_name(subject->family, collider),
                   sim_length(subject->family, advice_up(fmax(subject->measured->rest_depth, CLEAR))));
    finding_measure(finding, "depth", subject->measured->rest_depth);
    sim_relate_collider(subject, finding, collider);
}

/* ---- frame rates ---- */

void sim_say_rates(const struct sim_subject *subject)
{
    const struct study_joint *measured = subject->measured;
    const struct sim_family *family = subject->family;
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    struct sim_advice advice = SIM_ADVICE_INIT(family);
    const char *because = "its colliders or its limit leave it several places to rest";
    double wanted = advice_decay_wanted(advice_links(&subject->advice), sim_limit(subject, THRESHOLD_SLOW_SETTLE_INFO));
    double stiffness = advice_stiffness_for_force(&subject->advice, advice_force_for_decay(&subject->advice, wanted));
    if (obstacle.collider != SIM_NONE) {
        because = arena_printf(family->arena, "there are several places to rest around %s",
                               sim_collider_name(family, obstacle.collider));
        sim_advise_room(subject, &obstacle, &advice);
    } else if (stiffness > subject->given->stiffness) {
        because = "its forces are too weak to bring it to one place";
        sim_advise_change(&advice, sim_stiffness(family), subject->given->stiffness, advice_up(stiffness),
                          "neededStiffness");
    }
    struct finding *finding = sim_report(
        subject,
        "after a turn it comes to rest %s degrees apart at %g and at %g frames a second, allowed is %.3g, because %s: "
        "%s",
        sim_number(family, angle_degrees(measured->apart)), FIRST_RATE, measured->apart_rate,
        sim_limit(subject, THRESHOLD_FRAME_RATE_DEPENDENT_POSE), because,
        sim_advice_text(&advice, "make the colliders smaller, or the limit wider"));
    finding_measure(finding, "angle", measured->apart);
    finding_measure(finding, "framesPerSecond", measured->apart_rate);
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, obstacle.collider);
}
