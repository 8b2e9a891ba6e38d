/* What chains do while the avatar moves: sim/violent-motion, walk-lag, rigid-chain, collider-tunnelling. */
#include "checks/sim/family.h"

#define WALKING 1.4        /* m/s */
#define EASY 0.9           /* of what is allowed */
#define FRAME (1.0 / 60)   /* seconds */
#define TAME_WHIP 12.0     /* six links of 5 cm with a dragForce of 0.4 come to 11 */
#define VISIBLE_BEND 5.0   /* degrees */
#define PASSABLE 1.7320508 /* radii that a tail has to move in a frame to pass a core of half the radius */

/* ---- violent motion ---- */

/* A bone that hangs upside down turns over when it is moved. */
static bool is_top_heavy(const struct sim_subject *subject)
{
    return angle_degrees(subject->measured->sag) > sim_limit(subject, THRESHOLD_REST_POSE_SAGS);
}

static const char *advise_calm(const struct sim_subject *subject, const struct sim_obstacle *obstacle,
                               struct sim_advice *advice)
{
    const struct sim_joint *given = subject->given;
    if (obstacle->collider != SIM_NONE) {
        sim_advise_room(subject, obstacle, advice);
        return "colliders that throw it about";
    }
    double drag = advice_whip(&subject->advice, given->drag) > TAME_WHIP
                      ? advice_drag_for_whip(&subject->advice, TAME_WHIP)
                      : NAN;
    if (isfinite(drag)) {
        sim_advise_change(advice, "dragForce", given->drag, advice_up(drag), "neededDragForce");
        return "a whip of bones that nothing slows down";
    }
    if (is_top_heavy(subject)) {
        double stiffness = advice_stiffness_for_sag(&subject->advice,
                                                    angle_radians(EASY * sim_limit(subject, THRESHOLD_REST_POSE_SAGS)));
        if (stiffness > given->stiffness) {
            sim_advise_change(advice, sim_stiffness(subject->family), given->stiffness, advice_up(stiffness),
                              "neededStiffness");
            return "gravity that turns it over";
        }
    }
    return "forces, colliders or a limit that work against each other";
}

void sim_say_violent(const struct sim_subject *subject)
{
    const struct worst *turn = &subject->measured->frame_turn;
    struct sim_advice advice = SIM_ADVICE_INIT(subject->family);
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    const char *because = advise_calm(subject, &obstacle, &advice);
    struct finding *finding = sim_report(
        subject,
        "while the avatar is %s it turns by up to %s degrees in a single frame, allowed is %.3g, through %s: %s",
        scenario_facts[turn->in].during, sim_number(subject->family, angle_degrees(turn->value)),
        sim_limit(subject, THRESHOLD_VIOLENT_MOTION), because,
        sim_advice_text(&advice, "raise dragForce and stiffness, or move its colliders away"));
    finding_measure(finding, "angle", turn->value);
    finding_measure(finding, "speed", subject->measured->speed);
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, obstacle.collider);
}

/* ---- lag ---- */

void sim_say_lag(const struct sim_subject *subject)
{
    const struct sim_joint *given = subject->given;
    double allowed = sim_limit(subject, THRESHOLD_WALK_LAG);
    /* tan(lag) = drag v / force: simulation.md 2.2 */
    double slope = tan(angle_radians(allowed));
    double force = given->drag * WALKING / slope;
    struct sim_advice advice = SIM_ADVICE_INIT(subject->family);
    sim_advise_change(&advice, sim_stiffness(subject->family), given->stiffness,
                      advice_up(advice_stiffness_for_force(&subject->advice, force)), "neededStiffness");
    sim_advise_change(&advice, "dragForce", given->drag, advice_down(subject->measured->force * slope / WALKING),
                      "neededDragForce");
    sim_advise(&advice, "give the %s a center, such as the hips", subject->family->is_0x ? "bone group" : "spring");
    struct finding *finding =
        sim_report(subject, "when the avatar walks, at 1.4 m/s, it trails by %.3g degrees, allowed is %.3g: %s",
                   angle_degrees(subject->measured->lag), allowed, sim_advice_text(&advice, ""));
    finding_measure(finding, "angle", subject->measured->lag);
    sim_advice_measure(&advice, finding);
}

/* ---- rigid chains ---- */

/* Next to nothing: nothing at all moves it, whatever its stiffness. */
#define STUCK (0.01 * ANGLE_PI / 180)

void sim_say_rigid(const struct sim_subject *subject)
{
    const struct sim_family *family = subject->family;
    const struct sim_joint *given = subject->given;
    struct sim_advice advice = SIM_ADVICE_INIT(family);
    const char *because = "";
    double stiffness = advice_stiffness_for_bend(&subject->advice, angle_radians(VISIBLE_BEND));
    if (given->center != SIM_NONE && subject->measured->bend < STUCK) {
        because = arena_printf(family->arena, ", because its center %s moves as it does",
                               name_node(family->avatar, given->center));
        if (!sim_advise_center(subject, &advice)) {
            sim_advise(&advice, "choose a center further up, such as the hips, or none");
        }
    } else if (stiffness > 0 && advice_down(stiffness) < given->stiffness) {
        sim_advise_change(&advice, sim_stiffness(family), given->stiffness, advice_down(stiffness), "neededStiffness");
    }
    if (given->limit != NULL) {
        sim_advise(&advice, "open its limit");
    }
    sim_advise(&advice, "take the %s, where it only costs time",
               family->is_0x ? "bone out of the group" : "joint out of the spring");
    struct finding *finding = sim_report(
        subject, "whatever the avatar does, it bends by %.2g degrees at most, and nobody sees less than %.3g%s: %s",
        fmax(angle_degrees(subject->measured->bend), 1e-3), sim_limit(subject, THRESHOLD_RIGID_CHAIN), because,
        sim_advice_text(&advice, ""));
    finding_measure(finding, "angle", subject->measured->bend);
    sim_advice_measure(&advice, finding);
}

/* ---- tunnelling ---- */

void sim_say_tunnelling(const struct sim_subject *subject)
{
    const struct study_joint *measured = subject->measured;
    const struct shape *shape = sim_collider_shape(subject->family->study->world, measured->passed);
    double way = measured->speed * FRAME;
    const struct sim_family *family = subject->family;
    struct finding *finding = sim_report(
        subject,
        "its tail goes through %s without touching it, in %zu frames, because it moves by up to %s in one and the "
        "collider has a radius of %s: make the radius at least %s, or the chain slower by more dragForce",
        sim_collider_name(family, measured->passed), measured->passes, sim_length(family, way),
        sim_length(family, shape == NULL ? 0 : shape->radius), sim_length(family, advice_up(way / PASSABLE)));
    finding_measure(finding, "frames", (double)measured->passes);
    finding_measure(finding, "speed", measured->speed);
    finding_measure(finding, "neededRadius", way / PASSABLE);
    sim_relate_collider(subject, finding, measured->passed);
}
