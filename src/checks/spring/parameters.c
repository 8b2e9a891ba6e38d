/* Checks parameters of spring joints that are valid but probably not intended. Only heads are checked, because the
 * last joint's parameters are never used. Other rules report ill-typed values and values out of range. */
#include <string.h>

#include "base/json_value.h"
#include "checks/absent.h"
#include "checks/checks.h"
#include "checks/fixes.h"
#include "checks/joint_map.h"
#include "checks/spring/forces.h"
#include "checks/spring/pairs.h"
#include "ids/messages_springbone.h"
#include "ids/messages_springbone_motion.h"
#include "ids/messages_words.h"
#include "ids/rules.h"

#define DIRECTION_ZERO 1e-6
#define DIRECTION_TOLERANCE 0.01
#define DIRECTION_LONGEST                                                                                              \
    100.0            /* a longer one is a mistake; up to it the length may be meant as a factor of gravityPower */
#define DOWNWARD 0.5 /* fraction of the length; a larger upward component lifts */
#define EARTH_GRAVITY_LOW 9.7 /* metres per second squared, including rounded values */
#define EARTH_GRAVITY_HIGH 9.9
#define EDITOR_GRAVITY 2.0 /* maximum of the sliders of UniVRM and of the Blender add-on */
#define EDITOR_STIFFNESS 4.0
#define RIGID_STIFFNESS 100.0
#define RIGID_LENGTHS 100.0 /* a bone that is pulled by this many times its length per frame doesn't bend */
#define FRAMES_PER_SECOND 60.0

static void check_direction(const struct forces *forces)
{
    double length = vec3_length(forces->direction);
    struct argument direction = VECTOR("direction", forces->direction, 6);
    struct finding *finding = NULL;
    if (!forces->directed || !(forces->power > 0)) {
        return;
    }
    if (length < DIRECTION_ZERO) {
        finding =
            report_twin(forces->check->findings, forces->dialect, MESSAGE_SPRINGBONE_GRAVITY_DIR_ZERO__DEFAULT,
                        forces->gravity_dir, ARGUMENTS(forces->who, direction, NUMBER("power", forces->power, 6)));
    } else if (fabs(length - 1) > DIRECTION_TOLERANCE) {
        struct vec3 unit = vec3_scale(forces->direction, 1 / length);
        const double numbers[] = {unit.x, unit.y, unit.z};
        /* the acceleration of gravity in the direction isn't meant as a factor either, nor is what makes a usual power
         * too high */
        bool is_factor = length <= DIRECTION_LONGEST &&
                         !(length >= EARTH_GRAVITY_LOW && length <= EARTH_GRAVITY_HIGH) &&
                         (forces->power > EDITOR_GRAVITY || forces->power * length <= EDITOR_GRAVITY);
        double power = is_factor ? forces->power * length : forces->power;
        struct json_value value;
        finding = report_twin(
            forces->check->findings, forces->dialect,
            is_factor ? MESSAGE_SPRINGBONE_GRAVITY_DIR_NOT_UNIT__DEFAULT
                      : MESSAGE_SPRINGBONE_GRAVITY_DIR_NOT_UNIT__TOO_LONG,
            forces->gravity_dir,
            ARGUMENTS(forces->who, direction,
                      argument_number("length", length, length > 1 ? 1 + DIRECTION_TOLERANCE : 1 - DIRECTION_TOLERANCE,
                                      UNIT_NONE, 4),
                      VECTOR("unit", unit, 4), NUMBER("power", power, 4)));
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0",
                        forces->dialect == DIALECT_VRM0 ? json_xyz(&value, numbers) : json_numbers(&value, numbers, 3));
        if (is_factor) {
            finding_set_number(finding, "1/gravityPower", power);
        } else {
            finding_fix(finding, VRMLINT_FIX_UNSAFE); /* it pulls less than the specification says of the file */
        }
    }
    finding_measure(finding, "length", length);
}

/* Reports gravity that lifts, or in VRM 1.0 pulls sideways. Often it is the axis of another program. In VRM 0.x
 * another rule reports sideways gravity. */
static void check_downward(const struct forces *forces)
{
    double length = vec3_length(forces->direction);
    if (!forces->directed || !(forces->power > 0) || length < DIRECTION_ZERO) {
        return;
    }
    bool lifts = forces->direction.y > DOWNWARD * length;
    bool pulls_aside = fabs(forces->direction.y) <= DIRECTION_TOLERANCE * length && forces->dialect == DIALECT_VRM1;
    if (!lifts && !pulls_aside) {
        return;
    }
    report_twin(forces->check->findings, forces->dialect,
                lifts ? MESSAGE_SPRINGBONE_GRAVITY_DIR_NOT_DOWN__UP : MESSAGE_SPRINGBONE_GRAVITY_DIR_NOT_DOWN__ASIDE,
                forces->gravity_dir, ARGUMENTS(forces->who, VECTOR("direction", forces->direction, 6)));
}

/* Checks gravityPower. It isn't an acceleration: it moves the tail by gravityPower / 60 metres per frame. */
static void check_power(const struct forces *forces)
{
    double power = forces->power;
    bool physical = power >= EARTH_GRAVITY_LOW && power <= EARTH_GRAVITY_HIGH;
    if (!physical && !(power > EDITOR_GRAVITY)) {
        return;
    }

    struct finding *finding = report_twin(
        forces->check->findings, forces->dialect,
        physical ? MESSAGE_SPRINGBONE_GRAVITY_POWER_PHYSICAL__DEFAULT : MESSAGE_SPRINGBONE_GRAVITY_POWER_HIGH__DEFAULT,
        forces->gravity_power,
        ARGUMENTS(forces->who, argument_number("power", power, physical ? NAN : EDITOR_GRAVITY, UNIT_NONE, 6),
                  NUMBER("step", 100 * power / FRAMES_PER_SECOND, 3)));
    if (power > EARTH_GRAVITY_HIGH) {
        finding_severity(finding, VRMLINT_WARNING); /* worse than what looks like an acceleration */
    }
    finding_measure(finding, "gravityPower", power);
}

/* Checks stiffness. It moves the tail by stiffness / 60 metres per frame before the bone's length is restored. */
static void check_stiffness(const struct forces *forces)
{
    double stiffness = forces->stiff;
    double step = stiffness / FRAMES_PER_SECOND;
    if (!(stiffness > forces->stiffness_most)) {
        return;
    }
    bool rigid = stiffness > RIGID_STIFFNESS || (forces->length > 0 && step > RIGID_LENGTHS * forces->length);
    bool beyond = stiffness > EDITOR_STIFFNESS;
    double most = beyond ? EDITOR_STIFFNESS : forces->stiffness_most;
    struct finding *finding =
        report_twin(forces->check->findings, forces->dialect,
                    rigid    ? MESSAGE_SPRINGBONE_STIFFNESS_HIGH__RIGID
                    : beyond ? MESSAGE_SPRINGBONE_STIFFNESS_HIGH__EDITORS
                             : MESSAGE_SPRINGBONE_STIFFNESS_HIGH__BETA,
                    forces->stiffness,
                    ARGUMENTS(forces->who, argument_number("stiffness", stiffness, rigid ? NAN : most, UNIT_NONE, 6),
                              NUMBER("step", 100 * step, 3), NUMBER("length", 100 * forces->length, 3)));
    if (rigid) {
        finding_severity(finding, VRMLINT_WARNING);
    }
    finding_measure(finding, "stiffness", stiffness);
}

static void check_restoring_force(const struct forces *forces)
{
    if (forces->stiff_given && forces->stiff == 0 && forces->power_sound && forces->power == 0) {
        report_twin(forces->check->findings, forces->dialect, MESSAGE_SPRINGBONE_NO_RESTORING_FORCE__DEFAULT,
                    forces->stiffness, ARGUMENTS(forces->who));
    }
}

static void check_drag(const struct forces *forces)
{
    double slowing = forces->slowing;
    bool little = slowing >= 0 && slowing < LITTLE_DRAG;
    if (forces->slowing_given && (little || slowing == 1)) {
        report_twin(forces->check->findings, forces->dialect,
                    slowing == 1   ? MESSAGE_SPRINGBONE_FULL_DRAG__DEFAULT
                    : slowing == 0 ? MESSAGE_SPRINGBONE_NO_DRAG__DEFAULT
                                   : MESSAGE_SPRINGBONE_NO_DRAG__LITTLE,
                    forces->drag, ARGUMENTS(forces->who, argument_number("drag", slowing, LITTLE_DRAG, UNIT_NONE, 2)));
    }
}

void check_forces(const struct forces *forces)
{
    check_direction(forces);
    check_downward(forces);
    check_power(forces);
    check_stiffness(forces);
    check_restoring_force(forces);
    check_drag(forces);
}

/* Checks the last joint of a chain, which only defines the end of the last segment. */

static const char *const parameters[] = {"hitRadius", "stiffness", "gravityPower", "gravityDir", "dragForce"};
#define PARAMETER_COUNT (sizeof parameters / sizeof *parameters)

/* Returns the tail of a spring that has segments; NULL if the last element of its list isn't resolved. */
static const struct joint *tail_of(const struct spring *spring)
{
    if (spring_heads(spring) == 0 || spring->chain[spring->chain_count - 1] + 1 != spring->joint_count) {
        return NULL;
    }
    return spring_chain(spring, spring->chain_count - 1);
}

static bool tail_value_differs(const struct optional *tail, const struct optional *before)
{
    return tail->given && tail->value != before->value;
}

/* Whether a tail has other parameters than the joint before it, as if they mattered. */
static bool tail_is_unequal(const struct joint *tail, const struct joint *before)
{
    return tail_value_differs(&tail->says->hit_radius, &before->says->hit_radius) ||
           tail_value_differs(&tail->says->stiffness, &before->says->stiffness) ||
           tail_value_differs(&tail->says->gravity_power, &before->says->gravity_power) ||
           tail_value_differs(&tail->says->drag_force, &before->says->drag_force) ||
           (tail->says->gravity_dir_given && vec3_distance(tail->says->gravity_dir, before->says->gravity_dir) > 0);
}

static size_t parameter_count(const struct joint *joint)
{
    size_t count = 0;
    for (size_t i = 0; i < PARAMETER_COUNT; i++) {
        count += tree_get(joint->json, parameters[i]) != NULL;
    }
    return count;
}

/* Names in a list; those beyond its capacity are only counted. */
struct names {
    size_t count;
    struct argument items[FINDING_LIST_MAX];
};

static struct argument names_list(const char *as, const struct names *names)
{
    return argument_list(as, names->items, FINDING_LIST_MAX, names->count, JOIN_COMMA);
}

static void leave_out_parameters(struct finding *finding, const struct springs *springs)
{
    for (size_t s = 0; finding != NULL && s < springs->spring_count; s++) {
        const struct joint *tail = tail_of(&springs->springs[s]);
        for (size_t i = 0; tail != NULL && i < PARAMETER_COUNT; i++) {
            if (tree_get(tail->json, parameters[i]) != NULL) {
                finding_edit(finding, VRMLINT_EDIT_REMOVE, place_joint(s, tail->index, parameters[i]), NULL);
            }
        }
    }
}

/* Reports parameters of tails once per file, because exporters write all five on every joint. */
static void check_parameters(struct check *check, const struct springs *springs)
{
    struct names tails = {0};
    struct names different = {0};
    struct argument named[FINDING_LIST_MAX][3];
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        const struct joint *tail = tail_of(spring);
        if (tail == NULL || parameter_count(tail) == 0) {
            continue;
        }
        if (tails.count < FINDING_LIST_MAX) {
            struct argument *inner = named[tails.count];
            inner[0] = the_node("node", check->avatar, tail->node);
            inner[1] = the_spring("spring", check->avatar, s);
            inner[2] = (struct argument){.name = NULL};
            tails.items[tails.count] = CLAUSE("tail", WORDS_NODE_OF_SPRING, inner);
        }
        tails.count++;
        if (tail_is_unequal(tail, spring_chain(spring, spring->chain_count - 2))) {
            if (different.count < FINDING_LIST_MAX) {
                different.items[different.count] = the_spring("spring", check->avatar, s);
            }
            different.count++;
        }
    }
    if (tails.count == 0) {
        return;
    }
    struct argument count = COUNT("count", tails.count);
    struct argument list = names_list("tails", &tails);
    struct finding *finding =
        report_taking(check->findings,
                      different.count == 0 ? MESSAGE_SPRINGBONE_TAIL_PARAMETERS_IGNORED__SAME
                                           : MESSAGE_SPRINGBONE_TAIL_PARAMETERS_IGNORED__DIFFERENT,
                      place_at(SPRINGS_POINTER), ARGUMENTS(count, list, names_list("different", &different)));
    finding_measure(finding, "springs", (double)tails.count);
    finding_measure(finding, "different", (double)different.count);
    leave_out_parameters(finding, springs);
    for (size_t s = 0, related = 0; finding != NULL && s < springs->spring_count && related < FINDING_RELATED_MAX;
         s++) {
        const struct joint *tail = tail_of(&springs->springs[s]);
        size_t parameter = tail == NULL ? 0 : parameter_count(tail);
        if (parameter > 0) {
            finding_relate(finding, RELATED_SPRINGBONE_TAIL_PARAMETERS_IGNORED__DEFAULT,
                           place_joint(s, tail->index, NULL), ARGUMENTS(COUNT("count", parameter)));
            related++;
        }
    }
}

/* Counts, per joint node, the nodes below it that follow it rigidly, because no joint of any spring is between. */
static size_t *count_followers(struct check *check, const struct joint_map *map)
{
    size_t *followers = arena_array(check->arena, check->avatar->scene->count, sizeof *followers);
    for (size_t i = 0; i < map->order_count; i++) {
        size_t node = map->order[i];
        size_t nearest = map->nearest[node];
        if (nearest != SCENE_NONE && nearest != node) {
            followers[nearest]++;
        }
    }
    return followers;
}

static void check_end(struct check *check, const struct spring *spring, const struct joint *tail,
                      const size_t *followers)
{
    const struct scene *scene = check->avatar->scene;
    struct place place = place_joint(spring->index, tail->index, "node");
    struct argument name = the_spring_joint("joint", check->avatar, spring->index, tail->index);
    bool leaf = scene->children_begin[tail->node] == scene->children_begin[tail->node + 1];
    size_t count = followers[tail->node];
    if (count > 0) {
        struct finding *finding = report(check->findings, MESSAGE_SPRINGBONE_CHAIN_ENDS_EARLY__DEFAULT, place,
                                         ARGUMENTS(name, COUNT("count", count)));
        finding_measure(finding, "followers", (double)count);
    }
    if (leaf && scene->nodes[tail->node].skin_joint) {
        report(check->findings, MESSAGE_SPRINGBONE_TAIL_NOT_LAST_SKINNED__DEFAULT, place, ARGUMENTS(name));
    }
}

void check_spring_tails(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    if (findings_want(check->findings, RULE_SPRINGBONE_TAIL_PARAMETERS_IGNORED)) {
        check_parameters(check, springs);
    }
    if (!findings_want(check->findings, RULE_SPRINGBONE_CHAIN_ENDS_EARLY) &&
        !findings_want(check->findings, RULE_SPRINGBONE_TAIL_NOT_LAST_SKINNED)) {
        return;
    }
    const size_t *followers = count_followers(check, joint_map_new(check->arena, check->avatar->scene, springs));
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct joint *tail = tail_of(&springs->springs[s]);
        if (tail != NULL) {
            check_end(check, &springs->springs[s], tail, followers);
        }
    }
}

#define BETA_STIFFNESS 1.0
#define HUGE_HIT_RADIUS 1.0 /* metres */

/* A moving joint and its context. */
struct head {
    struct check *check;
    const struct spring *spring;
    const struct joint *joint;
    bool hits_nothing; /* the spring uses no collider, and all lists that lead to colliders are valid */
};

static struct argument head_argument(const struct head *head)
{
    return the_spring_joint("joint", head->check->avatar, head->spring->index, head->joint->index);
}

static struct place head_place(const struct head *head, const char *property)
{
    return place_joint(head->spring->index, head->joint->index, property);
}

/* Whether a number is missing, so that the default applies, or well-typed. */
static bool is_sound(const struct optional *number)
{
    return !number->present || number->given;
}

/* Whether the bone has a length to which a parameter can be compared. */
static bool has_length(const struct joint *joint)
{
    return joint->relation == PAIR_CHAIN && joint->length >= CHECK_MIN_LENGTH;
}

/* Reports a gravityDir without effect. A direction of zero and a power of zero both mean no gravity, so they agree. */
static void check_gravity_unused(const struct head *head)
{
    const struct joint *joint = head->joint;
    struct vec3 direction = joint->says->gravity_dir;
    bool is_default = direction.x == 0 && direction.y == -1 && direction.z == 0;
    if (!findings_want(head->check->findings, RULE_SPRINGBONE_GRAVITY_DIR_UNUSED) || !joint->says->gravity_dir_given ||
        !is_sound(&joint->says->gravity_power) || joint->says->gravity_power.value != 0 || is_default ||
        vec3_length(direction) < DIRECTION_ZERO) {
        return;
    }
    report(head->check->findings, MESSAGE_SPRINGBONE_GRAVITY_DIR_UNUSED__DEFAULT, head_place(head, "gravityDir"),
           ARGUMENTS(head_argument(head), VECTOR("direction", direction, 6)));
}

static void check_hit_radius(const struct head *head)
{
    const struct joint *joint = head->joint;
    double radius = joint->says->hit_radius.value;
    if (!joint->says->hit_radius.given || !(radius > 0)) {
        return;
    }
    if (head->spring->collider_count == 0) {
        if (head->hits_nothing) {
            report(head->check->findings, MESSAGE_SPRINGBONE_HIT_RADIUS_UNUSED__DEFAULT, head_place(head, "hitRadius"),
                   ARGUMENTS(head_argument(head), METRES("radius", radius, 6)));
        }
    } else if (has_length(joint) && radius > joint->length) {
        struct finding *finding =
            report(head->check->findings,
                   radius > HUGE_HIT_RADIUS ? MESSAGE_SPRINGBONE_HIT_RADIUS_EXCEEDS_BONE__CENTIMETRES
                                            : MESSAGE_SPRINGBONE_HIT_RADIUS_EXCEEDS_BONE__DEFAULT,
                   head_place(head, "hitRadius"),
                   ARGUMENTS(head_argument(head), argument_number("radius", radius, joint->length, UNIT_METRES, 4),
                             argument_number("length", joint->length, radius, UNIT_METRES, 4)));
        if (radius > HUGE_HIT_RADIUS) {
            finding_severity(finding, VRMLINT_WARNING);
        }
        finding_measure(finding, "hitRadius", radius);
        finding_measure(finding, "length", joint->length);
    }
}

/* Whether a spring certainly uses no colliders. An invalid entry, or a list of a wrong type, may have been meant to
 * refer to a collider. If a spring has too many colliders to collect, at least one of its groups lists some. */
static bool hits_nothing(const struct springs *springs, const struct spring *spring)
{
    const struct tree *groups = tree_get(spring->json, "colliderGroups");
    if (spring->collider_count > 0 || (groups != NULL && !tree_is_array(groups))) {
        return false;
    }
    for (size_t i = 0; i < tree_count(groups); i++) {
        size_t group;
        if (!tree_index(tree_at(groups, i), springs->group_count, &group)) {
            return false;
        }
        const struct tree *colliders = tree_get(springs->groups[group].json, "colliders");
        if (!tree_is_array(colliders) || tree_count(colliders) > 0) {
            return false;
        }
    }
    return true;
}

static void check_head(const struct head *head, bool is_beta)
{
    const struct joint_numbers *says = head->joint->says;
    check_forces(&(struct forces){
        .check = head->check,
        .dialect = DIALECT_VRM1,
        .who = head_argument(head),
        .gravity_dir = head_place(head, "gravityDir"),
        .gravity_power = head_place(head, "gravityPower"),
        .stiffness = head_place(head, "stiffness"),
        .drag = head_place(head, "dragForce"),
        .direction = says->gravity_dir,
        .power = says->gravity_power.value,
        .stiff = says->stiffness.value,
        .slowing = says->drag_force.value,
        .stiff_given = says->stiffness.given,
        .power_sound = is_sound(&says->gravity_power),
        .slowing_given = says->drag_force.given,
        .directed = says->gravity_dir_given && is_sound(&says->gravity_power),
        .length = has_length(head->joint) ? head->joint->length : 0,
        .stiffness_most = is_beta ? BETA_STIFFNESS : EDITOR_STIFFNESS,
    });
    check_gravity_unused(head);
    check_hit_radius(head);
}

/* Whether a joint lacks dragForce. If the joints are listed from tip to root, the first is the end of the chain, whose
 * parameters exporters leave out. */
static bool omits_drag(const struct spring *spring, const struct joint *joint)
{
    return !joint->says->drag_force.present && !(joint == spring_chain(spring, 0) && pair_reversed_in(spring));
}

/* Reports missing dragForce once per file, because exporters that omit it do so for all joints. */
static void check_drag_omitted(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    struct head first = {check, NULL, NULL, false};
    size_t joint_count = 0;
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        for (size_t i = 0; i < spring_heads(spring); i++) {
            const struct joint *joint = spring_chain(spring, i);
            if (omits_drag(spring, joint) && joint_count++ == 0) {
                first.spring = spring;
                first.joint = joint;
            }
        }
    }
    if (joint_count == 0 || !findings_want(check->findings, RULE_SPRINGBONE_DRAG_OMITTED)) {
        return;
    }
    struct finding *finding = report(
        check->findings, MESSAGE_SPRINGBONE_DRAG_OMITTED__DEFAULT, place_of(PLACE_EXTENSION, 0, 0, "VRMC_springBone"),
        ARGUMENTS(COUNT("joints", joint_count),
                  the_joint("joint", check->avatar, first.spring->index, first.joint->index),
                  the_spring("spring", check->avatar, first.spring->index)));
    finding_measure(finding, "joints", (double)joint_count);
    struct buf pointer = BUF_INIT(check->arena);
    struct place first_drag = head_place(&first, "dragForce");
    place_write(&pointer, &first_drag);
    absent_note(check, finding, ABSENT_LACKS, buf_text(&pointer));
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        for (size_t i = 0; i < spring_heads(spring); i++) {
            struct head head = {check, spring, spring_chain(spring, i), false};
            if (omits_drag(spring, head.joint)) {
                finding_relate(finding, WORDS_ALONE, head_place(&head, NULL),
                               ARGUMENTS(argument_as("thing", head_argument(&head))));
                finding_edit(finding, VRMLINT_EDIT_SET, head_place(&head, "dragForce"), "0.5");
            }
        }
    }
}

void check_spring_parameters(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    bool is_beta = springs->version != NULL && strcmp(springs->version, "1.0-beta") == 0;
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        bool nothing = hits_nothing(springs, spring);
        for (size_t i = 0; i < spring_heads(spring); i++) {
            check_head(&(struct head){check, spring, spring_chain(spring, i), nothing}, is_beta);
        }
    }
    check_drag_omitted(check);
}
