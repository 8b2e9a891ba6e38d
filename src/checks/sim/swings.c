/* Reports the motion of chains while the avatar moves: sim/violent-motion, walk-lag, rigid-chain,
 * collider-tunnelling. */
#include "checks/sim/family.h"
#include "ids/messages_sim.h"

#define WALKING 1.4 /* m/s */
#define EASY 0.9    /* fraction of the permitted value */
#define USUAL_DRAG 0.4
#define FRAME (1.0 / 60)   /* seconds */
#define TAME_WHIP 12.0     /* six links of 5 cm with a dragForce of 0.4 have 11 */
#define VISIBLE_BEND 5.0   /* degrees */
#define PASSABLE 1.7320508 /* radii that a tail must move in a frame to pass through a core of half the radius */

/* ---- violent motion ---- */

/* Whether gravity pulls the bone far from its modelled pose. Such a bone turns over when it is moved. */
static bool is_top_heavy(const struct sim_subject *subject)
{
    return angle_degrees(subject->measured->sag) > sim_limit(subject, THRESHOLD_REST_POSE_SAGS);
}

void sim_wish_calm(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    const struct sim_joint *given = subject->given;
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    if (advice_whip(&subject->advice, given->drag) > TAME_WHIP) {
        sim_wish(wishes, SIM_DRAG, SIM_NONE, true, advice_drag_for_whip(&subject->advice, TAME_WHIP));
    } else if (given->drag < USUAL_DRAG) {
        sim_wish(wishes, SIM_DRAG, SIM_NONE, true, USUAL_DRAG);
    }
    if (is_top_heavy(subject)) {
        double sag = angle_radians(EASY * sim_limit(subject, THRESHOLD_REST_POSE_SAGS));
        sim_wish(wishes, SIM_STIFFNESS, SIM_NONE, true, advice_stiffness_for_sag(&subject->advice, sag));
    }
    sim_wish_room(subject, &obstacle, wishes);
}

static enum message why_violent(const struct sim_subject *subject, const struct sim_obstacle *obstacle)
{
    if (obstacle->collider != SIM_NONE) {
        return MESSAGE_SIM_VIOLENT_MOTION__COLLIDER;
    }
    if (advice_whip(&subject->advice, subject->given->drag) > TAME_WHIP) {
        return MESSAGE_SIM_VIOLENT_MOTION__WHIP;
    }
    return is_top_heavy(subject) ? MESSAGE_SIM_VIOLENT_MOTION__GRAVITY : MESSAGE_SIM_VIOLENT_MOTION__FORCES;
}

void sim_report_violent(const struct sim_subject *subject)
{
    const struct worst *turn = &subject->measured->frame_turn;
    struct sim_advice advice = sim_begin_advice(subject);
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    enum message message = why_violent(subject, &obstacle);
    if (advice.count == 0) {
        sim_advise_room(subject, &obstacle, &advice);
    }
    struct finding *finding =
        sim_report(subject, message,
                   ARGUMENTS(sim_joint(subject), sim_during(turn->in), sim_degrees("angle", turn->value),
                             sim_degrees_of("limit", sim_limit(subject, THRESHOLD_VIOLENT_MOTION)),
                             sim_advice(&advice, WORDS_SIM_LOOK_AROUND)));
    finding_measure(finding, "angle", turn->value);
    finding_measure(finding, "speed", subject->measured->speed);
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, obstacle.collider);
}

/* ---- lag ---- */

/* Uses tan(lag) = drag v / force: see struct joint_metrics. */
void sim_wish_in_time(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    double slope = tan(angle_radians(sim_limit(subject, THRESHOLD_WALK_LAG)));
    double force = subject->given->drag * WALKING / slope;
    sim_wish(wishes, SIM_STIFFNESS, SIM_NONE, true, advice_stiffness_for_force(&subject->advice, force));
    sim_wish(wishes, SIM_DRAG, SIM_NONE, false, subject->measured->force * slope / WALKING);
}

void sim_report_lag(const struct sim_subject *subject)
{
    double allowed = sim_limit(subject, THRESHOLD_WALK_LAG);
    struct sim_advice advice = sim_begin_advice(subject);
    sim_advise(&advice, WORDS_SIM_GIVE_CENTER, NO_ARGUMENTS);
    struct finding *finding =
        sim_report(subject, MESSAGE_SIM_WALK_LAG__DEFAULT,
                   ARGUMENTS(sim_joint(subject), sim_degrees("angle", subject->measured->lag),
                             sim_degrees_of("limit", allowed), sim_advice(&advice, WORDS_SIM_LOOK_AT_FORCES)));
    finding_measure(finding, "angle", subject->measured->lag);
    sim_advice_measure(&advice, finding);
}

/* ---- rigid chains ---- */

/* Radians. With less bend than this, nothing moves the chain, whatever its stiffness. */
#define STUCK (0.01 * ANGLE_PI / 180)

static bool is_stuck(const struct sim_subject *subject)
{
    return subject->given->center != SIM_NONE && subject->measured->bend < STUCK;
}

/* Reports the bend of a nearly rigid chain. */
static struct finding *report_bend(const struct sim_subject *subject, struct argument joint, struct argument advice)
{
    bool posed = subject->measured->posed;
    if (subject->measured->bend < STUCK) { /* the rest is a rounding error that depends on the machine */
        enum message message = posed ? MESSAGE_SIM_RIGID_CHAIN__POSED_NOTHING : MESSAGE_SIM_RIGID_CHAIN__NOTHING;
        return sim_report(subject, message, ARGUMENTS(joint, advice));
    }
    enum message message = posed ? MESSAGE_SIM_RIGID_CHAIN__POSED : MESSAGE_SIM_RIGID_CHAIN__DEFAULT;
    return sim_report(subject, message,
                      ARGUMENTS(joint, sim_degrees("angle", subject->measured->bend),
                                sim_degrees_of("limit", sim_limit(subject, THRESHOLD_RIGID_CHAIN)), advice));
}

void sim_wish_bending(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    double stiffness = advice_stiffness_for_bend(&subject->advice, angle_radians(VISIBLE_BEND));
    if (!is_stuck(subject) && stiffness > 0 && stiffness < subject->given->stiffness) {
        sim_wish(wishes, SIM_STIFFNESS, SIM_NONE, false, stiffness);
    }
}

void sim_report_rigid(const struct sim_subject *subject)
{
    const struct sim_family *family = subject->family;
    const struct sim_joint *given = subject->given;
    struct sim_advice advice = sim_begin_advice(subject);
    bool centered = is_stuck(subject);
    if (centered && !sim_advise_center(subject, &advice)) {
        sim_advise(&advice, WORDS_SIM_HIGHER_CENTER, NO_ARGUMENTS);
        sim_advise(&advice, WORDS_SIM_NO_CENTER, NO_ARGUMENTS);
    }
    if (given->limit != NULL) {
        sim_advise(&advice, WORDS_SIM_OPEN_LIMIT, NO_ARGUMENTS);
    }
    enum message last = family->is_0x ? WORDS_SIM_TAKE_BONE_OUT : WORDS_SIM_TAKE_JOINT_OUT;
    sim_advise(&advice, last, NO_ARGUMENTS);
    struct argument joint = sim_joint(subject);
    struct finding *finding =
        centered
            ? sim_report(subject, MESSAGE_SIM_RIGID_CHAIN__CENTER,
                         ARGUMENTS(joint, the_node("center", family->avatar, given->center), sim_advice(&advice, last)))
            : report_bend(subject, joint, sim_advice(&advice, last));
    finding_measure(finding, "angle", subject->measured->bend < STUCK ? 0 : subject->measured->bend);
    sim_advice_measure(&advice, finding);
}

/* ---- tunnelling ---- */

void sim_wish_thick(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    const struct shape *shape = sim_collider_shape(subject->family->metrics->world, subject->measured->passed);
    if (shape != NULL && shape->kind != SHAPE_PLANE) {
        sim_wish(wishes, SIM_RADIUS, subject->measured->passed, true, subject->measured->speed * FRAME / PASSABLE);
    }
    if (subject->given->drag < USUAL_DRAG) {
        sim_wish(wishes, SIM_DRAG, SIM_NONE, true, USUAL_DRAG);
    }
}

void sim_report_tunnelling(const struct sim_subject *subject)
{
    const struct joint_metrics *measured = subject->measured;
    const struct shape *shape = sim_collider_shape(subject->family->metrics->world, measured->passed);
    double way = measured->speed * FRAME;
    const struct sim_family *family = subject->family;
    struct sim_advice advice = sim_begin_advice(subject);
    double radius = shape == NULL ? 0 : shape->radius;
    struct argument collider = sim_the_collider("collider", family, measured->passed);
    if (advice.count == 0) {
        sim_advise(&advice, WORDS_SIM_MAKE_LARGER, ARGUMENTS(collider));
        sim_advise(&advice, WORDS_SIM_MORE_DRAG, NO_ARGUMENTS);
    }
    struct finding *finding =
        sim_report(subject, MESSAGE_SIM_COLLIDER_TUNNELLING__DEFAULT,
                   ARGUMENTS(sim_joint(subject), collider, COUNT("frames", measured->passes), sim_metres("way", way),
                             sim_metres("radius", radius), sim_advice(&advice, WORDS_SIM_MORE_DRAG)));
    finding_measure(finding, "frames", (double)measured->passes);
    finding_measure(finding, "speed", measured->speed);
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, measured->passed);
}
