/* Reports chains that don't come to rest, or slowly: sim/non-finite, no-restoring-force, does-not-settle, jitter,
 * slow-settle. */
#include "checks/sim/family.h"
#include "ids/messages_sim.h"
#include "ids/messages_skipped.h"

/* Reports the motion of chains while the avatar moves: sim/violent-motion, walk-lag, rigid-chain,
 * collider-tunnelling. */

#define WALKING 1.4       /* m/s */
#define SETTLING_EASY 0.9 /* fraction of the permitted value */
#define USUAL_DRAG 0.4
#define SETTLING_FRAME (1.0 / 60) /* seconds */
#define TAME_WHIP 12.0            /* six links of 5 cm with a dragForce of 0.4 have 11 */
#define VISIBLE_BEND 5.0          /* degrees */
#define PASSABLE 1.7320508        /* radii that a tail must move in a frame to pass through a core of half the radius */

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
        double sag = angle_radians(SETTLING_EASY * sim_limit(subject, THRESHOLD_REST_POSE_SAGS));
        sim_wish(wishes, SIM_STIFFNESS, SIM_NONE, true, advice_stiffness_for_sag(&subject->advice, sag));
    }
    sim_wish_room(subject, &obstacle, wishes);
}

/* Whether the joint is calm in the same motion without something. */
static bool calms_without(const struct sim_subject *subject, const struct sim_engine *engine,
                          enum trial_without without)
{
    struct trial_result result;
    return sim_try(subject, engine, without, subject->measured->frame_turn.in, 1 / SETTLING_FRAME, &result) &&
           angle_degrees(result.turn) <= sim_limit(subject, THRESHOLD_VIOLENT_MOTION);
}

/* The app in which a joint turns most in a frame. */
struct violent_app {
    const struct sim_engine *engine; /* of the specification if no app is known to turn it by more than the threshold */
    const char *name;                /* NULL: it is none */
    double turn;
    bool none; /* the apps were tried, and are all calm */
};

static struct violent_app find_app(const struct sim_subject *subject)
{
    static const struct {
        const struct sim_engine *engine;
        const char *name;
    } apps[] = {{&sim_three_vrm, "three-vrm"}, {&sim_univrm, "UniVRM"}};
    const struct worst *turn = &subject->measured->frame_turn;
    struct violent_app worst = {&sim_spec, NULL, turn->value, true};
    for (size_t i = 0; i < sizeof apps / sizeof *apps; i++) {
        struct trial_result result;
        if (!sim_try(subject, apps[i].engine, TRIAL_AS_IS, turn->in, 1 / SETTLING_FRAME, &result)) {
            worst.none = false;
        } else if (angle_degrees(result.turn) > sim_limit(subject, THRESHOLD_VIOLENT_MOTION) &&
                   (worst.name == NULL || result.turn > SIM_ALIKE * worst.turn)) {
            worst = (struct violent_app){apps[i].engine, apps[i].name, result.turn, false};
        }
    }
    return worst;
}

static enum message why_violent(const struct sim_subject *subject, const struct sim_engine *engine,
                                const struct sim_obstacle *obstacle)
{
    if (obstacle->collider != SIM_NONE && calms_without(subject, engine, TRIAL_NO_COLLIDERS)) {
        return MESSAGE_SIM_VIOLENT_MOTION__COLLIDER;
    }
    if (subject->given->limit != NULL && calms_without(subject, engine, TRIAL_NO_LIMIT)) {
        return MESSAGE_SIM_VIOLENT_MOTION__LIMIT;
    }
    if (is_top_heavy(subject) && calms_without(subject, engine, TRIAL_NO_GRAVITY)) {
        return MESSAGE_SIM_VIOLENT_MOTION__GRAVITY;
    }
    bool whips = advice_whip(&subject->advice, subject->given->drag) > TAME_WHIP && sim_is_cured_by(subject, SIM_DRAG);
    return whips ? MESSAGE_SIM_VIOLENT_MOTION__WHIP : MESSAGE_SIM_VIOLENT_MOTION__DEFAULT;
}

void sim_report_violent(const struct sim_subject *subject)
{
    enum scenario in = subject->measured->frame_turn.in;
    const struct violent_app app = find_app(subject);
    struct sim_advice advice = sim_begin_advice(subject);
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    enum message message = why_violent(subject, app.engine, &obstacle);
    if (advice.count == 0) {
        sim_advise_room(subject, &obstacle, false, &advice);
    }
    if (advice.count == 0 && subject->given->drag < USUAL_DRAG) {
        sim_advise(&advice, WORDS_SIM_MORE_DRAG, NO_ARGUMENTS);
    }
    struct finding *finding = sim_report(
        subject, message,
        ARGUMENTS(sim_joint(subject), app.name == NULL ? sim_during(subject, in) : sim_during_in(subject, in, app.name),
                  sim_degrees("angle", app.turn), sim_degrees_of("limit", sim_limit(subject, THRESHOLD_VIOLENT_MOTION)),
                  sim_advice(&advice, WORDS_SIM_LOOK_AROUND)));
    if (app.none) { /* only an app of exactly the text would show it */
        finding_severity(finding, VRMLINT_INFO);
    }
    if (app.name != NULL) {
        *subject->options = arena_printf(subject->family->arena, " --engine %s", sim_engine_name(app.engine));
    }
    finding_measure(finding, "angle", app.turn);
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

void sim_wish_bending(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    double stiffness = advice_stiffness_for_bend(&subject->advice, angle_radians(VISIBLE_BEND));
    if (!is_stuck(subject) && stiffness > 0 && stiffness < subject->given->stiffness) {
        sim_wish(wishes, SIM_STIFFNESS, SIM_NONE, false, stiffness);
    }
}

/* Returns the humanoid bone that carries a node, the node itself included, or SIM_NONE. */
static size_t carrier_of(const struct sim_family *family, size_t node)
{
    bool faces_back;
    const struct humanoid *humanoid = limbs_humanoid(family->avatar, &faces_back);
    while (node != SCENE_NONE && (humanoid == NULL || humanoid_bone(humanoid, node) == BONE_COUNT)) {
        node = family->avatar->scene->nodes[node].parent;
    }
    return node;
}

/* Whether the center moves as what carries the joint does, in any motion of the avatar. */
static bool center_moves_along(const struct sim_subject *subject)
{
    size_t head = subject->given->head;
    size_t parent = subject->family->avatar->scene->nodes[head].parent;
    size_t center = subject->given->center;
    return center == head || center == parent ||
           carrier_of(subject->family, center) == carrier_of(subject->family, parent);
}

static enum message why_rigid(const struct sim_subject *subject)
{
    const struct sim_joint *given = subject->given;
    if (given->center != SIM_NONE && sim_bends_without(subject, TRIAL_NO_CENTER)) {
        return center_moves_along(subject) ? MESSAGE_SIM_RIGID_CHAIN__CENTER : MESSAGE_NONE;
    }
    if (given->gravity_power > given->stiffness && sim_bends_without(subject, TRIAL_NO_GRAVITY)) {
        return MESSAGE_SIM_RIGID_CHAIN__GRAVITY;
    }
    if (given->limit != NULL && sim_bends_without(subject, TRIAL_NO_LIMIT)) {
        return MESSAGE_SIM_RIGID_CHAIN__LIMIT;
    }
    size_t colliders;
    sim_joint_colliders(subject->family->metrics->world, subject->joint, &colliders);
    if (colliders > 0 && sim_bends_without(subject, TRIAL_NO_COLLIDERS)) {
        return MESSAGE_SIM_RIGID_CHAIN__COLLIDER;
    }
    return subject->measured->posed ? MESSAGE_SIM_RIGID_CHAIN__POSED : MESSAGE_SIM_RIGID_CHAIN__DEFAULT;
}

void sim_report_rigid(const struct sim_subject *subject)
{
    const struct sim_family *family = subject->family;
    const struct sim_joint *given = subject->given;
    enum message message = why_rigid(subject);
    if (message == MESSAGE_NONE) {
        return; /* a bone between them bends it, in a motion that isn't tested */
    }
    struct sim_advice advice = sim_begin_advice(subject);
    if (message == MESSAGE_SIM_RIGID_CHAIN__CENTER && !sim_advise_center(subject, &advice)) {
        sim_advise(&advice, WORDS_SIM_HIGHER_CENTER, NO_ARGUMENTS);
        sim_advise(&advice, WORDS_SIM_NO_CENTER, NO_ARGUMENTS);
    }
    if (message == MESSAGE_SIM_RIGID_CHAIN__GRAVITY) {
        sim_advise(&advice, WORDS_SIM_LESS_GRAVITY, NO_ARGUMENTS);
    }
    if (message == MESSAGE_SIM_RIGID_CHAIN__LIMIT) {
        sim_advise(&advice, WORDS_SIM_OPEN_LIMIT, NO_ARGUMENTS);
    }
    if (message == MESSAGE_SIM_RIGID_CHAIN__COLLIDER) {
        sim_advise(&advice, WORDS_SIM_ITS_COLLIDERS, NO_ARGUMENTS);
    }
    enum message last = family->is_0x ? WORDS_SIM_TAKE_BONE_OUT : WORDS_SIM_TAKE_JOINT_OUT;
    sim_advise(&advice, last, NO_ARGUMENTS);
    /* less is a rounding error that depends on the machine */
    double bend = subject->measured->bend < STUCK ? 0 : subject->measured->bend;
    const struct argument all[] = {
        sim_joint(subject),
        sim_degrees("angle", bend),
        sim_degrees_of("limit", sim_limit(subject, THRESHOLD_RIGID_CHAIN)),
        NUMBER("power", given->gravity_power, 6),
        given->center == SIM_NONE ? TERM("center", "") : the_node("center", family->avatar, given->center),
        sim_advice(&advice, last),
        {.name = NULL},
    };
    struct finding *finding = sim_report_taking(subject, message, all);
    finding_measure(finding, "angle", bend);
    sim_advice_measure(&advice, finding);
}

/* ---- tunnelling ---- */

void sim_wish_thick(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    const struct shape *shape = sim_collider_shape(subject->family->metrics->world, subject->measured->passed);
    if (shape != NULL && shape->kind != SHAPE_PLANE) {
        sim_wish(wishes, SIM_RADIUS, subject->measured->passed, true,
                 subject->measured->speed * SETTLING_FRAME / PASSABLE);
    }
    if (subject->given->drag < USUAL_DRAG) {
        sim_wish(wishes, SIM_DRAG, SIM_NONE, true, USUAL_DRAG);
    }
}

void sim_report_tunnelling(const struct sim_subject *subject)
{
    const struct joint_metrics *measured = subject->measured;
    const struct shape *shape = sim_collider_shape(subject->family->metrics->world, measured->passed);
    double way = measured->speed * SETTLING_FRAME;
    const struct sim_family *family = subject->family;
    struct sim_advice advice = sim_begin_advice(subject);
    double radius = shape == NULL ? 0 : shape->radius;
    struct argument collider = sim_the_collider("collider", family, measured->passed);
    sim_advise_named(&advice);
    if (advice.count == 0) {
        sim_advise(&advice, WORDS_SIM_MAKE_LARGER, ARGUMENTS(WORD("collider", WORDS_SIM_THAT_COLLIDER)));
        sim_advise(&advice, WORDS_SIM_MORE_DRAG, NO_ARGUMENTS);
    }
    struct finding *finding =
        sim_report(subject, MESSAGE_SIM_COLLIDER_TUNNELLING__DEFAULT,
                   ARGUMENTS(sim_joint(subject), sim_during(subject, measured->passed_in), collider,
                             COUNT("frames", measured->passes), sim_metres("way", way), sim_metres("radius", radius),
                             sim_advice(&advice, WORDS_SIM_MORE_DRAG)));
    finding_measure(finding, "frames", (double)measured->passes);
    finding_measure(finding, "speed", measured->speed);
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, measured->passed);
}

/* Selects the springs of a file for the simulation: those with usable numbers, up to a limit per file. */

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

#define QUIET 4.0      /* seconds after the motion, approximately when rest is judged */
#define EASY_DECAY 0.8 /* fraction of the permitted value, so that the advice holds with a margin */

/* ---- numbers ---- */

/* Returns the world scale of the joint's node, or 0 if it isn't finite. */
static double world_scale(const struct sim_subject *subject)
{
    const struct mat34 *world = &subject->family->avatar->scene->nodes[subject->given->head].world;
    double most = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            most = fmax(most, fabs(world->m[i][k]));
        }
    }
    return isfinite(most) ? most : 0;
}

void sim_report_non_finite(const struct sim_subject *subject)
{
    const struct sim_family *family = subject->family;
    size_t center = subject->given->center;
    double scale = world_scale(subject);
    enum message message = MESSAGE_SIM_NON_FINITE__DEFAULT;
    if (center != SIM_NONE && sim_is_finite(subject, TRIAL_NO_CENTER, 1)) {
        message = MESSAGE_SIM_NON_FINITE__CENTER;
    } else if (scale > 0 && sim_is_finite(subject, TRIAL_AS_IS, 1 / scale)) {
        message = MESSAGE_SIM_NON_FINITE__SCALE;
    }
    struct finding *finding = sim_report_taking(
        subject, message,
        ARGUMENTS(sim_joint(subject), sim_after(subject, subject->measured->broken_in),
                  center == SIM_NONE ? TERM("center", "") : the_node("center", family->avatar, center),
                  NUMBER("scale", scale, 3)));
    finding_measure(finding, "length", subject->measured->length);
}

/* ---- forces ---- */

/* Returns the decay at which a chain comes to rest within a number of seconds after a motion, with a margin. */
static double decay_wanted(const struct sim_subject *subject, double seconds)
{
    return advice_decay_wanted(advice_links(&subject->advice), EASY_DECAY * seconds);
}

static double decay_now(const struct sim_subject *subject)
{
    const struct joint_metrics *measured = subject->measured;
    return advice_decay(measured->force, subject->given->drag, measured->length);
}

void sim_wish_force(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    double force = sim_least_force(subject);
    sim_wish(wishes, SIM_STIFFNESS, SIM_NONE, true, advice_stiffness_for_force(&subject->advice, force));
    if (subject->given->gravity_power > 0) {
        sim_wish(wishes, SIM_GRAVITY, SIM_NONE, false, advice_gravity_for_force(&subject->advice, force));
    }
}

void sim_report_no_force(const struct sim_subject *subject)
{
    const struct sim_joint *given = subject->given;
    struct sim_advice advice = sim_begin_advice(subject);
    double least = sim_limit(subject, THRESHOLD_NO_RESTORING_FORCE);
    struct finding *finding = sim_report(
        subject, MESSAGE_SIM_NO_RESTORING_FORCE__DEFAULT,
        ARGUMENTS(sim_joint(subject), the_member("parameter", sim_parameter_name(subject->family, SIM_STIFFNESS)),
                  NUMBER("stiffness", given->stiffness, 3), NUMBER("gravity", given->gravity_power, 3),
                  argument_number("force", subject->measured->force, least, UNIT_METRES_PER_SECOND, 3),
                  NUMBER("limit", least, 3), sim_advice(&advice, WORDS_SIM_LOOK_AT_FORCES)));
    finding_measure(finding, "force", subject->measured->force);
    sim_advice_measure(&advice, finding);
}

/* ---- coming to rest ---- */

/* Adds wishes for coming to rest sooner: another drag, more stiffness, or more room. */
static void wish_decay(const struct sim_subject *subject, double decay, struct sim_wishes *wishes)
{
    double drag = advice_drag_for_decay(&subject->advice, decay);
    double force = advice_force_for_decay(&subject->advice, decay);
    double stiffness = advice_stiffness_for_force(&subject->advice, force);
    if (drag != subject->given->drag) {
        sim_wish(wishes, SIM_DRAG, SIM_NONE, drag > subject->given->drag, drag);
    }
    if (stiffness > subject->given->stiffness) {
        sim_wish(wishes, SIM_STIFFNESS, SIM_NONE, true, stiffness);
    }
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    sim_wish_room(subject, &obstacle, wishes);
}

/* Adds advice about a center that moves, or about the obstacle if there is no other advice. */
static void advise_rest(const struct sim_subject *subject, struct sim_advice *advice,
                        const struct sim_obstacle *obstacle)
{
    if (!sim_advise_center(subject, advice) && advice->count == 0) {
        sim_advise_room(subject, obstacle, false, advice);
    }
}

void sim_wish_settled(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    double speed = angle_degrees(subject->measured->residual.value);
    double beyond = speed / sim_limit(subject, THRESHOLD_DOES_NOT_SETTLE);
    double faster = decay_now(subject) + log(fmax(beyond, 1)) / QUIET;
    double wanted = decay_wanted(subject, sim_limit(subject, THRESHOLD_SLOW_SETTLE_INFO));
    wish_decay(subject, fmax(faster, wanted), wishes);
}

/* Reports the finding, without numbers if they are meaningless. */
static struct finding *report_unsettled(const struct sim_subject *subject, struct argument advice)
{
    const struct joint_metrics *measured = subject->measured;
    const struct worst *residual = &measured->residual;
    double allowed = sim_limit(subject, THRESHOLD_DOES_NOT_SETTLE);
    bool is_wild = measured->awaited && sim_is_wild(subject->family, subject->joint);
    enum message message = is_wild             ? MESSAGE_SIM_DOES_NOT_SETTLE__WILD
                           : measured->awaited ? MESSAGE_SIM_DOES_NOT_SETTLE__ENDLESS
                                               : MESSAGE_SIM_DOES_NOT_SETTLE__DEFAULT;
    struct finding *finding =
        sim_report_taking(subject, message,
                          ARGUMENTS(sim_joint(subject), sim_after(subject, residual->in),
                                    sim_degrees_of("speed", angle_degrees(residual->value)),
                                    sim_degrees_of("limit", allowed), SECONDS("seconds", SIM_LONGER, 3), advice));
    if (!is_wild) {
        finding_measure(finding, "speed", residual->value);
    }
    return finding;
}

void sim_report_unsettled(const struct sim_subject *subject)
{
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    struct sim_advice advice = sim_begin_advice(subject);
    advise_rest(subject, &advice, &obstacle);
    struct finding *finding = report_unsettled(subject, sim_advice(&advice, WORDS_SIM_LOOK_AT_FORCES));
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, obstacle.collider);
}

void sim_wish_still(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    if (subject->given->drag > 1) {
        sim_wish(wishes, SIM_DRAG, SIM_NONE, false, USUAL_DRAG);
    }
    sim_wish_room(subject, &obstacle, wishes);
}

void sim_report_jitter(const struct sim_subject *subject)
{
    const struct joint_metrics *measured = subject->measured;
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    struct sim_advice advice = sim_begin_advice(subject);
    sim_advise_room(subject, &obstacle, false, &advice);
    sim_advise_center(subject, &advice);
    struct finding *finding =
        sim_report(subject, MESSAGE_SIM_JITTER__DEFAULT,
                   ARGUMENTS(sim_joint(subject), sim_after(subject, measured->jitter.in),
                             sim_degrees("angle", measured->jitter.value), sim_advice(&advice, WORDS_SIM_LOOK_AROUND)));
    finding_measure(finding, "angle", measured->jitter.value);
    finding_measure(finding, "share", measured->reversals);
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, obstacle.collider);
}

/* Returns the longest settling time of the spring's joints. Joints that never come to rest have their own rule. */
static double longest_settling(const struct sim_subject *subject)
{
    double seconds = 0;
    for (size_t j = subject->begin; j < subject->end; j++) {
        const struct joint_metrics *joint = &subject->family->metrics->joints[j];
        seconds = fmax(seconds, joint->awaited && isfinite(joint->rests) ? joint->rests : joint->settle.value);
    }
    return seconds;
}

void sim_wish_sooner(const struct sim_subject *subject, struct sim_wishes *wishes)
{
    double allowed = EASY_DECAY * sim_limit(subject, THRESHOLD_SLOW_SETTLE_INFO);
    wish_decay(subject, decay_now(subject) * longest_settling(subject) / allowed, wishes);
}

void sim_report_slow(const struct sim_subject *subject)
{
    const struct joint_metrics *measured = subject->measured;
    double seconds = measured->awaited ? fmax(measured->rests, measured->settle.value) : measured->settle.value;
    enum scenario in = measured->awaited ? measured->residual.in : measured->settle.in;
    struct sim_obstacle obstacle = sim_obstacle_of(subject);
    struct sim_advice advice = sim_begin_advice(subject);
    double allowed = sim_limit(subject, THRESHOLD_SLOW_SETTLE_INFO);
    advise_rest(subject, &advice, &obstacle);
    struct finding *finding = sim_report(
        subject, MESSAGE_SIM_SLOW_SETTLE__DEFAULT,
        ARGUMENTS(sim_joint(subject), argument_number("seconds", seconds, allowed, UNIT_SECONDS, 3),
                  sim_after(subject, in), SECONDS("limit", allowed, 3), sim_advice(&advice, WORDS_SIM_LOOK_AT_FORCES)));
    finding_measure(finding, "seconds", seconds);
    sim_advice_measure(&advice, finding);
    sim_relate_collider(subject, finding, obstacle.collider);
}
