/* Names and places for messages about joints in motion, of both generations. */
#include "checks/sim/family.h"

#include "base/buf.h"
#include "checks/spring/places.h"

const char *sim_joint_name(const struct sim_family *family, size_t joint)
{
    const struct sim_joint *given = &family->joints[joint];
    if (!family->is_0x) {
        return name_spring_joint(family->avatar, given->spring, given->place);
    }
    return arena_printf(family->arena, "%s, bone %s", name_bone_group(family->avatar, given->spring),
                        name_node(family->avatar, given->head));
}

const char *sim_joint_pointer(const struct sim_family *family, size_t joint)
{
    const struct sim_joint *given = &family->joints[joint];
    return family->is_0x ? arena_printf(family->arena, "/nodes/%zu", given->head)
                         : pointer_joint(family->check, given->spring, given->place, NULL);
}

struct argument sim_the_group(const char *as, const struct avatar *avatar, bool is_0x, size_t group)
{
    return is_0x ? the_bone_group(as, avatar, group) : the_spring(as, avatar, group);
}

const char *sim_group_pointer(const struct sim_family *family, size_t group)
{
    return family->is_0x ? vrm0_group_pointer(family->arena, group, NULL) : pointer_spring(family->check, group, NULL);
}

/* ---- colliders ---- */

/* Of VRM 0.x: the collider group, and the place in it. */
static size_t find_collider_0x(const struct vrm0 *vrm0, size_t *collider)
{
    size_t group = 0;
    while (group + 1 < vrm0->collider_group_count && *collider >= vrm0->collider_groups[group].collider_count) {
        *collider -= vrm0->collider_groups[group++].collider_count;
    }
    return group;
}

const char *sim_collider_name(const struct sim_family *family, size_t collider)
{
    if (collider == SIM_NONE) {
        return "a collider";
    }
    if (!family->is_0x) {
        return name_collider(family->avatar, collider);
    }
    size_t group = find_collider_0x(family->avatar->vrm0, &collider);
    const char *name = name_vrm0_collider_group(family->avatar, group);
    return arena_printf(family->arena, "collider %zu of %c%s", collider, name[0] == 'C' ? 'c' : name[0], name + 1);
}

void sim_relate_collider(const struct sim_subject *subject, struct finding *finding, size_t collider)
{
    const struct sim_family *family = subject->family;
    if (finding == NULL || collider == SIM_NONE) {
        return;
    }
    const char *name = sim_collider_name(family, collider);
    const char *pointer = arena_printf(family->arena, SPRINGS_POINTER "/colliders/%zu", collider);
    if (family->is_0x) {
        size_t group = find_collider_0x(family->avatar->vrm0, &collider);
        pointer = vrm0_collider_pointer(family->arena, group, collider, NULL);
    }
    finding_relate_english(finding, pointer, "C%s", name + 1);
}

/* ---- findings ---- */

const char *sim_worst_of(const struct sim_family *family, size_t count)
{
    return count < 2 ? ""
                     : arena_printf(family->arena, " (the worst of %zu %s)", count, family->is_0x ? "bones" : "joints");
}

static void relate_joints(const struct sim_subject *subject, struct finding *finding)
{
    const struct sim_family *family = subject->family;
    size_t related = 0;
    for (size_t j = subject->begin; j < subject->end && related < PLACES_RELATED_MAX; j++) {
        if (family->verdicts[j].how_bad[subject->verdict] > 0) {
            finding_relate_english(finding, sim_joint_pointer(family, j), "%s", sim_joint_name(family, j));
            related++;
        }
    }
}

struct finding *sim_report(const struct sim_subject *subject, const char *format, ...)
{
    const struct sim_family *family = subject->family;
    struct buf text = BUF_INIT(family->arena);
    buf_printf(&text, "%s%s: ", sim_joint_name(family, subject->joint), sim_worst_of(family, subject->count));
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    const char *pointer = sim_group_pointer(family, subject->given->spring);
    struct finding *finding = report_english(family->findings, subject->rule, pointer, "%s", buf_text(&text));
    if (subject->severe) {
        finding_severity(finding, VRMLINT_WARNING);
    }
    finding_measure(finding, "joints", (double)subject->count);
    relate_joints(subject, finding);
    return finding;
}

const char *sim_stiffness(const struct sim_family *family)
{
    return family->is_0x ? "stiffiness" : "stiffness";
}

void sim_advise(struct sim_advice *advice, const char *format, ...)
{
    if (advice->text.length > 0) {
        buf_str(&advice->text, ", or ");
    }
    va_list args;
    va_start(args, format);
    buf_vprintf(&advice->text, format, args);
    va_end(args);
}

void sim_advise_change(struct sim_advice *advice, const char *parameter, double from, double to, const char *measure)
{
    if (isfinite(to)) {
        sim_advise(advice, "%s %s from %.3g to %.3g", to > from ? "raise" : "lower", parameter, from, to);
        if (advice->measure_count < SIM_MEASURES) {
            advice->measures[advice->measure_count++] = (struct vrmlint_measure){measure, to};
        }
    }
}

const char *sim_advice_text(struct sim_advice *advice, const char *otherwise)
{
    return advice->text.length > 0 ? buf_text(&advice->text) : otherwise;
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

const char *sim_number(const struct sim_family *family, double number)
{
    return arena_printf(family->arena, fabs(number) >= 100 && fabs(number) < 1e6 ? "%.0f" : "%.3g", number);
}

const char *sim_length(const struct sim_family *family, double metres)
{
    bool large = !(fabs(metres) < 1);
    return arena_printf(family->arena, "%s %s", sim_number(family, large ? metres : 1000 * metres), large ? "m" : "mm");
}

/* ---- what to do about colliders ---- */

struct sim_obstacle sim_obstacle_of(const struct sim_subject *subject)
{
    const struct sim_family *family = subject->family;
    for (size_t j = subject->joint; j != SIM_NONE && family->joints[j].spring == subject->given->spring;
         j = family->above[j]) {
        const struct study_joint *joint = &family->study->joints[j];
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

void sim_advise_room(const struct sim_subject *subject, const struct sim_obstacle *obstacle, struct sim_advice *advice)
{
    const struct sim_family *family = subject->family;
    const struct shape *shape = sim_collider_shape(family->study->world, obstacle->collider);
    if (shape == NULL) {
        return;
    }
    const char *name = sim_collider_name(family, obstacle->collider);
    const char *way = sim_length(family, advice_up(obstacle->depth));
    bool round = shape->kind != SHAPE_PLANE;
    if (round && shape->inside) {
        sim_advise(advice, "make the radius of %s %s larger", name, way);
    } else if (round && shape->radius > obstacle->depth) {
        sim_advise(advice, "make the radius of %s %s smaller", name, way);
    }
    if (subject->given->hit_radius > obstacle->depth) {
        sim_advise(advice, "lower hitRadius from %.3g to %.3g", subject->given->hit_radius,
                   advice_down(subject->given->hit_radius - obstacle->depth));
    }
    sim_advise(advice, "move %s by %s", round && advice->text.length > 0 ? "the collider" : name, way);
    if (advice->measure_count < SIM_MEASURES) {
        advice->measures[advice->measure_count++] = (struct vrmlint_measure){"depth", obstacle->depth};
    }
}

bool sim_advise_center(const struct sim_subject *subject, struct sim_advice *advice)
{
    const struct sim_family *family = subject->family;
    size_t center = subject->given->center;
    if (center == SIM_NONE || family->turned_by[center] == SIM_NONE) {
        return false;
    }
    sim_advise(advice, "choose a center that no spring turns, above the chain, since %s sways itself",
               name_node(family->avatar, center));
    return true;
}

/* ---- what to do about forces ---- */

#define EASY 0.7    /* of what is allowed: the last links of a chain want more than the formula has */
#define WALKING 1.4 /* m/s */

double sim_least_force(const struct sim_subject *subject)
{
    const struct sim_joint *given = subject->given;
    struct advice any = subject->advice;
    size_t links = 1;
    for (any.joint = subject->begin; any.joint < subject->end; any.joint++) {
        size_t count = advice_links(&any);
        links = count > links ? count : links;
    }
    double decay = advice_decay_wanted(links, EASY * sim_limit(subject, THRESHOLD_SLOW_SETTLE_INFO));
    double force = advice_force_for_decay(&subject->advice, decay);
    force = fmax(isfinite(force) ? force : 0, 2 * sim_limit(subject, THRESHOLD_NO_RESTORING_FORCE));
    /* tan(lag) = drag v / force: simulation.md 2.2 */
    double slope = tan(angle_radians(sim_limit(subject, THRESHOLD_WALK_LAG)));
    return given->center == SIM_NONE && slope > 0 ? fmax(force, given->drag * WALKING / slope) : force;
}
