/* Names and places in messages about joints in motion, for both generations. */
#include "checks/sim/family.h"
#include "ids/messages_sim.h"
#include "ids/messages_words.h"

#include <string.h>

/* ---- joints ---- */

static struct argument the_sim_joint(const char *as, const struct sim_family *family, size_t joint)
{
    const struct sim_joint *given = &family->joints[joint];
    return family->is_0x ? the_group_bone(as, family->avatar, given->spring, given->head)
                         : the_spring_joint(as, family->avatar, given->spring, given->index);
}

static struct place joint_place(const struct sim_family *family, size_t joint)
{
    const struct sim_joint *given = &family->joints[joint];
    return family->is_0x ? place_node(given->head, NULL) : place_joint(given->spring, given->index, NULL);
}

/* Copies arguments to the arena, so that they outlive their block. */
static const struct argument *copy_arguments(const struct sim_family *family, const struct argument *arguments)
{
    size_t count = 0;
    while (arguments[count].name != NULL) {
        count++;
    }
    struct argument *kept = arena_array(family->arena, count + 1, sizeof *kept);
    memcpy(kept, arguments, (count + 1) * sizeof *kept);
    return kept;
}

struct argument sim_the_worst(const char *as, const struct sim_family *family, size_t joint, size_t count)
{
    if (count < 2) {
        return the_sim_joint(as, family, joint);
    }
    return CLAUSE(as, family->is_0x ? WORDS_SIM_WORST_BONE : WORDS_SIM_WORST_JOINT,
                  copy_arguments(family, ARGUMENTS(the_sim_joint("joint", family, joint), COUNT("count", count))));
}

struct argument sim_joint(const struct sim_subject *subject)
{
    return sim_the_worst("joint", subject->family, subject->joint, subject->count);
}

/* ---- colliders ---- */

/* Returns the collider group of VRM 0.x; *collider becomes the index in it. */
static size_t find_collider_0x(const struct vrm0 *vrm0, size_t *collider)
{
    size_t group = 0;
    while (group + 1 < vrm0->collider_group_count && *collider >= vrm0->collider_groups[group].collider_count) {
        *collider -= vrm0->collider_groups[group++].collider_count;
    }
    return group;
}

struct argument sim_the_collider(const char *as, const struct sim_family *family, size_t collider)
{
    if (!family->is_0x) {
        return the_collider(as, family->avatar, collider);
    }
    size_t group = find_collider_0x(family->avatar->vrm0, &collider);
    return the_vrm0_collider(as, family->avatar, group, collider);
}

static void relate_collider(const struct sim_subject *subject, struct finding *finding, size_t collider, bool to_blame)
{
    const struct sim_family *family = subject->family;
    if (finding == NULL || collider == SIM_NONE) {
        return;
    }
    struct argument the = sim_the_collider("thing", family, collider);
    struct place place = place_collider(collider, NULL);
    if (family->is_0x) {
        size_t group = find_collider_0x(family->avatar->vrm0, &collider);
        place = place_of(PLACE_VRM0_COLLIDER, group, collider, NULL);
    }
    (to_blame ? finding_blame : finding_relate)(finding, WORDS_ALONE, place, ARGUMENTS(the));
}

void sim_relate_collider(const struct sim_subject *subject, struct finding *finding, size_t collider)
{
    relate_collider(subject, finding, collider, false);
}

void sim_blame_collider(const struct sim_subject *subject, struct finding *finding, size_t collider)
{
    relate_collider(subject, finding, collider, true);
}

/* ---- motions ---- */

struct argument sim_after(const struct sim_subject *subject, enum scenario scenario)
{
    static const enum message words[SCENARIO_COUNT] = {
        [SCENARIO_SETTLE] = WORDS_SIM_AFTER_SETTLE,
        [SCENARIO_STEP] = WORDS_SIM_AFTER_STEP,
        [SCENARIO_SHAKE] = WORDS_SIM_AFTER_SHAKE,
        [SCENARIO_WALK] = WORDS_SIM_AFTER_WALK,
        [SCENARIO_TURN] = WORDS_SIM_AFTER_TURN,
        [SCENARIO_NOD] = WORDS_SIM_AFTER_NOD,
        [SCENARIO_TELEPORT] = WORDS_SIM_AFTER_TELEPORT,
        [SCENARIO_HITCH] = WORDS_SIM_AFTER_HITCH,
        [SCENARIO_ARMS_DOWN] = WORDS_SIM_AFTER_ARMS_DOWN,
        [SCENARIO_STEP_LEFT] = WORDS_SIM_AFTER_STEP_LEFT,
        [SCENARIO_STEP_RIGHT] = WORDS_SIM_AFTER_STEP_RIGHT,
        [SCENARIO_SIT] = WORDS_SIM_AFTER_SIT,
        [SCENARIO_ARMS_CROSSED] = WORDS_SIM_AFTER_ARMS_CROSSED,
        [SCENARIO_HEAD_TURN] = WORDS_SIM_AFTER_HEAD_TURN,
        [SCENARIO_HEAD_NOD] = WORDS_SIM_AFTER_HEAD_NOD,
    };
    return sim_moment(subject->family, words[scenario], scenario, subject->measured->on_arms, true);
}

enum message sim_motion_words(enum scenario scenario)
{
    switch (scenario) {
    case SCENARIO_WALK:
        return WORDS_SIM_WHILE_WALKING;
    case SCENARIO_TURN:
        return WORDS_SIM_WHILE_TURNING;
    case SCENARIO_NOD:
    case SCENARIO_HEAD_NOD:
        return WORDS_SIM_WHILE_NODDING;
    case SCENARIO_STEP_LEFT:
        return WORDS_SIM_WHILE_STEPPING_LEFT;
    case SCENARIO_STEP_RIGHT:
        return WORDS_SIM_WHILE_STEPPING_RIGHT;
    case SCENARIO_HEAD_TURN:
        return WORDS_SIM_WHILE_LOOKING_ROUND;
    default: /* sudden motions aren't examined frame by frame */
        return WORDS_SIM_WHILE_SHAKEN;
    }
}

struct argument sim_during(const struct sim_subject *subject, enum scenario scenario)
{
    return sim_moment(subject->family, sim_motion_words(scenario), scenario, subject->measured->on_arms, true);
}

/* Whether the words of a motion say how the arms are held. */
static bool is_about_arms(enum scenario scenario)
{
    return scenario == SCENARIO_ARMS_DOWN || scenario == SCENARIO_ARMS_CROSSED;
}

/* app: its name; NULL: one that follows the specification if named is set, otherwise none is named. */
static struct argument moment_in(const struct sim_family *family, enum message motion, enum scenario scenario,
                                 bool on_arms, bool named, const char *app)
{
    static const enum message words[3][3] = {
        {WORDS_SIM_MOVING, WORDS_SIM_MOVING_ARMS_DOWN, WORDS_SIM_MOVING_AS_MODELLED},
        {WORDS_SIM_MOVING_BY_TEXT, WORDS_SIM_MOVING_ARMS_DOWN_BY_TEXT, WORDS_SIM_MOVING_AS_MODELLED_BY_TEXT},
        {WORDS_SIM_MOVING_IN_APP, WORDS_SIM_MOVING_ARMS_DOWN_IN_APP, WORDS_SIM_MOVING_AS_MODELLED_IN_APP}};
    bool down = family->metrics->limber && (scenario >= SCENARIO_POSES || !on_arms);
    int pose = is_about_arms(scenario) || !family->metrics->limber ? 0 : down ? 1 : 2;
    const struct argument inner[] = {WORD("motion", motion), TERM("app", app), {.name = NULL}};
    const struct argument plain[] = {WORD("motion", motion), {.name = NULL}};
    return CLAUSE("when", words[app != NULL ? 2 : named][pose], copy_arguments(family, app != NULL ? inner : plain));
}

struct argument sim_moment(const struct sim_family *family, enum message motion, enum scenario scenario, bool on_arms,
                           bool named)
{
    return moment_in(family, motion, scenario, on_arms, named, NULL);
}

struct argument sim_during_in(const struct sim_subject *subject, enum scenario scenario, const char *app)
{
    return moment_in(subject->family, sim_motion_words(scenario), scenario, subject->measured->on_arms, true, app);
}

struct argument sim_resting_pose(const struct sim_subject *subject)
{
    bool down = subject->family->metrics->limber && !subject->measured->on_arms;
    return WORD("pose", down ? WORDS_SIM_WITH_ARMS_DOWN : WORDS_SIM_IN_MODELLED_POSE);
}

/* ---- findings ---- */

static void relate_joints(const struct sim_subject *subject, struct finding *finding)
{
    const struct sim_family *family = subject->family;
    size_t related = 0;
    /* the collider and the command line must be among the related places that are shown */
    for (size_t j = subject->begin; j < subject->end && related < FINDING_RELATED_SHOWN - 2; j++) {
        if (family->verdicts[j].how_bad[subject->verdict] > 0) {
            finding_relate(finding, WORDS_ALONE, joint_place(family, j), ARGUMENTS(the_sim_joint("thing", family, j)));
            related++;
        }
    }
}

static struct finding *complete(const struct sim_subject *subject, struct finding *finding)
{
    if (subject->severe) {
        finding_severity(finding, VRMLINT_WARNING);
    }
    finding_measure(finding, "joints", (double)subject->count);
    relate_joints(subject, finding);
    if (subject->finding != NULL) {
        *subject->finding = finding;
    }
    return finding;
}

struct finding *sim_report(const struct sim_subject *subject, enum message message, const struct argument *arguments)
{
    struct place place = sim_group_place(subject->family, subject->given->spring);
    return complete(subject, report(subject->family->findings, message, place, arguments));
}

struct finding *sim_report_taking(const struct sim_subject *subject, enum message message,
                                  const struct argument *arguments)
{
    struct place place = sim_group_place(subject->family, subject->given->spring);
    return complete(subject, report_taking(subject->family->findings, message, place, arguments));
}

void sim_show(const struct sim_family *family, struct finding *finding, size_t spring, const char *command,
              const char *options)
{
    const char *all = arena_printf(family->arena, "%s%s --spring %zu FILE", command, options, spring);
    struct place place = sim_group_place(family, spring);
    struct vrmlint_text text = {{NULL}};
    for (unsigned language = 0; finding != NULL && language < VRMLINT_LANGUAGE_COUNT; language++) {
        bool wanted = (findings_languages(family->findings) >> language & 1U) != 0;
        text.in[language] = wanted ? all : NULL;
    }
    if (finding != NULL) {
        unsigned named = finding->named_count; /* it isn't part of the finding's identity */
        finding_relate_text(finding, &place, text);
        finding->named_count = named;
    }
}

const char *sim_parameter_name(const struct sim_family *family, enum sim_parameter parameter)
{
    static const char *const names[SIM_PARAMETER_COUNT] = {[SIM_DRAG] = "dragForce",
                                                           [SIM_STIFFNESS] = "stiffness",
                                                           [SIM_GRAVITY] = "gravityPower",
                                                           [SIM_HIT_RADIUS] = "hitRadius"};
    return parameter == SIM_STIFFNESS && family->is_0x ? "stiffiness" : names[parameter];
}

void sim_advise(struct sim_advice *advice, enum message words, const struct argument *arguments)
{
    if (advice->count < SIM_CLAUSES) {
        const struct argument *inner = arguments == NULL ? NULL : copy_arguments(advice->family, arguments);
        advice->clauses[advice->count++] = CLAUSE(NULL, words, inner);
    }
}

static void advise_measure(struct sim_advice *advice, const char *name, double value)
{
    if (advice->measure_count < SIM_MEASURES) {
        advice->measures[advice->measure_count++] = (struct vrmlint_measure){name, value};
    }
}

struct sim_advice sim_begin_advice(const struct sim_subject *subject)
{
    const struct sim_family *family = subject->family;
    struct sim_advice advice = {.family = family};
    static const struct {
        const char *present;
        const char *needed;
    } parameters[SIM_PARAMETER_COUNT] = {[SIM_DRAG] = {"presentDragForce", "neededDragForce"},
                                         [SIM_STIFFNESS] = {"presentStiffness", "neededStiffness"},
                                         [SIM_GRAVITY] = {"presentGravityPower", "neededGravityPower"},
                                         [SIM_RADIUS] = {"presentRadius", "neededRadius"},
                                         [SIM_HIT_RADIUS] = {"presentHitRadius", "neededHitRadius"}};
    for (size_t i = 0; i < subject->remedies->count; i++) {
        const struct sim_remedy *remedy = &subject->remedies->list[i];
        if ((remedy->cures & (1U << subject->verdict)) == 0) {
            continue;
        }
        const char *name = sim_parameter_name(family, remedy->parameter); /* NULL for the radius of a collider */
        struct argument parameter = name == NULL ? argument_end() : the_member("parameter", name);
        if (remedy->parameter == SIM_RADIUS) {
            sim_advise(&advice, remedy->up ? WORDS_SIM_RADIUS_UP : WORDS_SIM_RADIUS_DOWN,
                       ARGUMENTS(sim_the_collider("collider", family, remedy->collider),
                                 sim_metres("from", remedy->from), sim_metres("to", remedy->to)));
        } else if (remedy->mixed) {
            sim_advise(&advice, remedy->up ? WORDS_SIM_RAISE_ALL : WORDS_SIM_LOWER_ALL,
                       ARGUMENTS(parameter, NUMBER("to", remedy->to, 3)));
        } else {
            sim_advise(&advice, remedy->up ? WORDS_SIM_RAISE : WORDS_SIM_LOWER,
                       ARGUMENTS(parameter, NUMBER("from", remedy->from, 3), NUMBER("to", remedy->to, 3)));
        }
        advise_measure(&advice, parameters[remedy->parameter].present, remedy->from);
        advise_measure(&advice, parameters[remedy->parameter].needed, remedy->to);
    }
    return advice;
}

struct argument sim_advice(struct sim_advice *advice, enum message otherwise)
{
    if (advice->count == 0) {
        sim_advise(advice, otherwise, NO_ARGUMENTS);
    }
    return argument_list("advice", advice->clauses, advice->count, advice->count, JOIN_EITHER);
}

void sim_advice_measure(const struct sim_advice *advice, struct finding *finding)
{
    for (size_t i = 0; i < advice->measure_count; i++) {
        finding_measure(finding, advice->measures[i].name, advice->measures[i].value);
    }
}

double sim_limit(const struct sim_subject *subject, enum threshold threshold)
{
    return subject->family->check->thresholds->values[threshold];
}

/* Returns the number of digits: three, or all digits before the point. */
static int digits_of(double number)
{
    double size = fabs(number);
    return size >= 1000 && size < 1e6 ? (int)log10(size) + 1 : 3;
}

struct argument sim_degrees_of(const char *as, double degrees)
{
    return argument_number(as, degrees, NAN, UNIT_DEGREES, digits_of(degrees));
}

struct argument sim_degrees(const char *as, double radians)
{
    return sim_degrees_of(as, angle_degrees(radians));
}

struct argument sim_metres(const char *as, double metres)
{
    return METRES(as, metres, 3);
}

/* ---- advice about colliders ---- */

struct sim_obstacle sim_obstacle_of(const struct sim_subject *subject)
{
    const struct sim_family *family = subject->family;
    for (size_t j = subject->joint; j != SIM_NONE && family->joints[j].spring == subject->given->spring;
         j = family->above[j]) {
        const struct joint_metrics *joint = &family->metrics->joints[j];
        if (joint->feasible.collider != SIM_NONE) {
            return (struct sim_obstacle){joint->feasible.collider, joint->feasible.depth};
        }
        if (joint->deepest != SIM_NONE || joint->rest_deepest != SIM_NONE) {
            bool settled = joint->depth > joint->rest_depth;
            return (struct sim_obstacle){settled ? joint->deepest : joint->rest_deepest,
                                         settled ? joint->depth : joint->rest_depth};
        }
    }
    return (struct sim_obstacle){SIM_NONE, 0};
}

void sim_wish_room(const struct sim_subject *subject, const struct sim_obstacle *obstacle, struct sim_wishes *wishes)
{
    const struct shape *shape = sim_collider_shape(subject->family->metrics->world, obstacle->collider);
    if (shape == NULL) {
        return;
    }
    if (shape->kind != SHAPE_PLANE && shape->inside) {
        sim_wish(wishes, SIM_RADIUS, obstacle->collider, true, shape->radius + obstacle->depth);
    } else if (shape->kind != SHAPE_PLANE) {
        sim_wish(wishes, SIM_RADIUS, obstacle->collider, false, shape->radius - obstacle->depth);
    }
    if (subject->given->hit_radius > obstacle->depth) {
        sim_wish(wishes, SIM_HIT_RADIUS, SIM_NONE, false, subject->given->hit_radius - obstacle->depth);
    }
}

/* Returns the index of the clause that suggests another radius of a collider, and so names it; the number of clauses if
 * there is none. */
static size_t radius_clause(const struct sim_advice *advice)
{
    size_t i = 0;
    while (i < advice->count && advice->clauses[i].as.said.words != WORDS_SIM_RADIUS_UP &&
           advice->clauses[i].as.said.words != WORDS_SIM_RADIUS_DOWN) {
        i++;
    }
    return i;
}

void sim_advise_named(struct sim_advice *advice)
{
    size_t i = radius_clause(advice);
    if (i < advice->count) {
        const struct argument *all = advice->clauses[i].as.said.inner; /* the collider, and both radii */
        struct argument collider = WORD("collider", WORDS_SIM_THAT_COLLIDER);
        advice->clauses[i].as.said.inner = copy_arguments(advice->family, ARGUMENTS(collider, all[1], all[2]));
    }
}

void sim_advise_room(const struct sim_subject *subject, const struct sim_obstacle *obstacle, bool named,
                     struct sim_advice *advice)
{
    const struct sim_family *family = subject->family;
    const struct shape *shape = sim_collider_shape(family->metrics->world, obstacle->collider);
    if (shape == NULL) {
        return;
    }
    if (named) {
        sim_advise_named(advice);
    }
    struct argument collider = named || radius_clause(advice) < advice->count
                                   ? WORD("collider", WORDS_SIM_THAT_COLLIDER)
                                   : sim_the_collider("collider", family, obstacle->collider);
    enum message words = WORDS_SIM_MOVE_COLLIDER;
    if (shape->kind == SHAPE_PLANE) {
        words = WORDS_SIM_TURN_PLANE;
    } else if (advice->count == 0) {
        words = shape->inside ? WORDS_SIM_LARGER_OR_MOVED : WORDS_SIM_SMALLER_OR_MOVED;
    }
    sim_advise(advice, words, ARGUMENTS(collider));
    advise_measure(advice, "depth", obstacle->depth);
}

bool sim_advise_center(const struct sim_subject *subject, struct sim_advice *advice)
{
    const struct sim_family *family = subject->family;
    size_t center = subject->given->center;
    if (center == SIM_NONE || family->turned_by[center] == SIM_NONE) {
        return false;
    }
    sim_advise(advice, WORDS_SIM_CALM_CENTER, ARGUMENTS(the_node("center", family->avatar, center)));
    return true;
}

/* ---- advice about forces ---- */

#define REPORTS_EASY                                                                                                   \
    0.7 /* fraction of the permitted value; the last links of a chain need more than the formula gives */
#define REPORTS_WALKING 1.4 /* m/s */

double sim_least_force(const struct sim_subject *subject)
{
    const struct sim_joint *given = subject->given;
    struct advice any = subject->advice;
    size_t links = 1;
    for (any.joint = subject->begin; any.joint < subject->end; any.joint++) {
        size_t count = advice_links(&any);
        links = count > links ? count : links;
    }
    double decay = advice_decay_wanted(links, REPORTS_EASY * sim_limit(subject, THRESHOLD_SLOW_SETTLE_INFO));
    double force = advice_force_for_decay(&subject->advice, decay);
    force = fmax(isfinite(force) ? force : 0, 2 * sim_limit(subject, THRESHOLD_NO_RESTORING_FORCE));
    /* tan(lag) = drag v / force: see struct joint_metrics */
    double slope = tan(angle_radians(sim_limit(subject, THRESHOLD_WALK_LAG)));
    return given->center == SIM_NONE && slope > 0 ? fmax(force, given->drag * REPORTS_WALKING / slope) : force;
}
