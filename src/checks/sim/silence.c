/* One mistake, one finding: verdicts on a joint that are omitted in favour of better ones. */
#include "checks/causes/marks.h"
#include "checks/sim/family.h"

#include <math.h>
#include <string.h>

#include "base/among.h"
#include "base/sort.h"
#include "ids/messages_shared.h"
#include "ids/rules.h"

#define BIT(verdict) (1U << (verdict))

/* The verdicts that another verdict on the same joint replaces. */
static const struct {
    enum verdict verdict;
    unsigned verdicts;
} overruled_by[] = {
    {VERDICT_TAIL_AT_COLLIDER_CENTER, BIT(VERDICT_COLLIDER_NO_FEASIBLE_POSE) | BIT(VERDICT_REST_PENETRATION) |
                                          BIT(VERDICT_COLLIDER_MOVES_REST_POSE) |
                                          BIT(VERDICT_FRAME_RATE_DEPENDENT_POSE)},
    {VERDICT_COLLIDER_NO_FEASIBLE_POSE,
     BIT(VERDICT_REST_PENETRATION) | BIT(VERDICT_COLLIDER_MOVES_REST_POSE) | BIT(VERDICT_FRAME_RATE_DEPENDENT_POSE)},
    {VERDICT_LIMIT_COLLIDER_CONFLICT,
     BIT(VERDICT_REST_PENETRATION) | BIT(VERDICT_COLLIDER_MOVES_REST_POSE) | BIT(VERDICT_FRAME_RATE_DEPENDENT_POSE)},
    {VERDICT_NO_RESTORING_FORCE, BIT(VERDICT_WALK_LAG) | BIT(VERDICT_SLOW_SETTLE) | BIT(VERDICT_DOES_NOT_SETTLE) |
                                     BIT(VERDICT_FRAME_RATE_DEPENDENT_POSE)},
};

/* ---- places of findings ---- */

/* The spring and its joint, or the bone group, of a finding; SIM_NONE if there is none. */
struct silence_spot {
    size_t group;
    size_t joint;
};

static struct silence_spot spot_of(const struct place *place, bool is_0x)
{
    bool in_group =
        is_0x ? place->kind == PLACE_BONE_GROUP || place->kind == PLACE_ROOT || place->kind == PLACE_BONE_GROUP_GROUP
              : place->kind == PLACE_SPRING || place->kind == PLACE_JOINT || place->kind == PLACE_SPRING_GROUP;
    return (struct silence_spot){in_group ? place->index[0] : SIM_NONE,
                                 place->kind == PLACE_JOINT ? place->index[1] : SIM_NONE};
}

static bool spring_uses_collider(const struct sim_family *family, size_t spring, size_t collider)
{
    const struct spring *at = &family->avatar->springs->springs[spring];
    for (size_t i = 0; i < at->collider_count; i++) {
        if (at->colliders[i] == collider) {
            return true;
        }
    }
    return false;
}

bool sim_concerns(const struct sim_family *family, const struct finding *finding, size_t spring)
{
    const struct place *place = &finding->place;
    struct silence_spot spot = spot_of(place, family->is_0x);
    if (!family->is_0x && place->kind == PLACE_COLLIDER) {
        return spring_uses_collider(family, spring, place->index[0]);
    }
    return spot.group == SIM_NONE || spot.group == spring;
}

/* ---- springs that can't be simulated ---- */

static bool has_name(const struct finding *finding, const char *name)
{
    return strcmp(strchr(finding_rule(finding)->id, '/') + 1, name) == 0;
}

/* Whether a place is a parameter of a bone group. A wrong root or collider group in a list is only ignored by apps. */
static bool is_parameter(const struct place *place)
{
    static const char *const lists[] = {"bones", "colliderGroups", "comment"};
    return place->kind == PLACE_BONE_GROUP && (place->member == NULL || !BEGINS_AMONG(place->member, lists));
}

/* Whether a finding prevents the simulation of its spring. Numbers outside their range don't, because apps compute with
 * them as they are. */
static bool spoils_simulation(const struct finding *finding, bool is_0x)
{
    if (has_name(finding, "zero-scale")) {
        return true;
    }
    if (finding->rule == RULE_SPRINGBONE_VALUE_OUT_OF_RANGE) {
        return false;
    }
    bool at_numbers = is_0x ? is_parameter(&finding->place) : finding->place.kind == PLACE_JOINT;
    return at_numbers && (has_name(finding, "not-finite") || has_name(finding, "wrong-type") ||
                          has_name(finding, "value-out-of-range") || has_name(finding, "array-length"));
}

static bool is_missing(const struct optional *number)
{
    return number->present && !number->given;
}

/* Marks springs with numbers that can't be simulated, whichever rule reports them. */
static void find_overflows(const struct avatar *avatar, bool *out)
{
    const struct springs *springs = avatar->springs;
    for (size_t s = 0; s < springs->spring_count; s++) {
        for (size_t i = 0; i < springs->springs[s].joint_count; i++) {
            const struct joint *joint = &springs->springs[s].joints[i];
            out[s] = out[s] || is_missing(&joint->says->stiffness) || is_missing(&joint->says->drag_force) ||
                     is_missing(&joint->says->gravity_power) || is_missing(&joint->says->hit_radius) ||
                     (joint->says->gravity_dir_present && !joint->says->gravity_dir_given);
        }
    }
}

static void find_overflows_0x(const struct avatar *avatar, bool *out)
{
    for (size_t g = 0; g < avatar->vrm0->group_count; g++) {
        const struct vrm0_group *group = &avatar->vrm0->groups[g];
        out[g] = is_missing(&group->stiffness) || is_missing(&group->drag_force) || is_missing(&group->gravity_power) ||
                 is_missing(&group->hit_radius);
    }
}

/* Whether a member of a collider is misplaced or misspelt, so that the shape isn't the intended one. */
static bool is_misplaced_member(const struct finding *finding)
{
    static const char *const members[] = {"inside", "offset", "radius", "tail", "normal"};
    const char *key = strrchr(finding->pointer, '/');
    return finding->rule == RULE_COLLIDER_UNKNOWN_PROPERTY &&
           (finding->message == SHARED_UNKNOWN_PROPERTY__MEANT || (key != NULL && IS_AMONG(key + 1, members)));
}

/* Whether a finding makes a collider unusable: wrong values, or a plane without a direction. A finding that is only
 * likely, such as another unit, doesn't: then the simulation shows what apps do. */
static bool spoils_collider(const struct finding *finding)
{
    return is_misplaced_member(finding) || has_name(finding, "not-finite") || has_name(finding, "wrong-type") ||
           has_name(finding, "value-out-of-range") || has_name(finding, "array-length") ||
           has_name(finding, "negative-value") || finding->rule == RULE_COLLIDER_PLANE_NORMAL_ZERO;
}

/* Returns flags of unusable colliders, or collider groups of VRM 0.x; NULL if there are none. */
static bool *find_wrong_colliders(struct check *check, size_t count, bool is_0x)
{
    bool *wrong = NULL;
    for (const struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        const struct place *place = &f->place;
        bool there = is_0x ? place->kind == PLACE_VRM0_GROUP || place->kind == PLACE_VRM0_COLLIDER
                           : place->kind == PLACE_COLLIDER;
        if (there && place->index[0] < count && spoils_collider(f)) {
            wrong = wrong == NULL ? arena_array(check->arena, count, sizeof *wrong) : wrong;
            wrong[place->index[0]] = true;
        }
    }
    return wrong;
}

static bool has_any(const size_t *list, size_t count, const bool *flags)
{
    for (size_t i = 0; i < count; i++) {
        if (flags[list[i]]) {
            return true;
        }
    }
    return false;
}

/* Excludes springs that use unusable colliders. Springs with the same groups share the result. */
static void leave_out_wrong_colliders(struct check *check, bool is_0x, bool *out)
{
    const struct springs *springs = check->avatar->springs;
    const struct vrm0 *vrm0 = check->avatar->vrm0;
    const bool *wrong =
        find_wrong_colliders(check, is_0x ? vrm0->collider_group_count : springs->collider_count, is_0x);
    if (wrong == NULL) {
        return;
    }
    for (size_t g = 0; is_0x && g < vrm0->group_count; g++) {
        const struct vrm0_group *group = &vrm0->groups[g];
        out[g] = out[g] || has_any(group->collider_groups, group->collider_group_count, wrong);
    }
    bool *met = arena_array(check->arena, is_0x ? 0 : springs->spring_count, sizeof *met);
    for (size_t s = 0; !is_0x && s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        met[s] = spring->alike < s ? met[spring->alike] : has_any(spring->colliders, spring->collider_count, wrong);
        out[s] = out[s] || met[s];
    }
}

bool *sim_unsound(struct check *check, size_t count, bool is_0x)
{
    bool *out = arena_array(check->arena, count, sizeof *out);
    if (is_0x) {
        find_overflows_0x(check->avatar, out);
    } else {
        find_overflows(check->avatar, out);
    }
    for (const struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        struct silence_spot spot = spot_of(&f->place, is_0x);
        if (spot.group < count && spoils_simulation(f, is_0x)) {
            out[spot.group] = true;
        }
    }
    leave_out_wrong_colliders(check, is_0x, out);
    return out;
}

/* ---- superfluous verdicts ---- */

static void take_out(struct verdicts *verdicts, unsigned which)
{
    for (unsigned v = 0; v < VERDICT_COUNT; v++) {
        if ((which & BIT(v)) != 0) {
            verdicts->how_bad[v] = 0;
        }
    }
}

/* Returns the first joint of the world at or after an index in a spring. */
static size_t find_joint(const struct sim_family *family, size_t spring, size_t index)
{
    const struct sim_joint *joints = family->joints;
    size_t at;
    SORT_SEARCH(at, 0, family->metrics->joint_count,
                joints[at].spring < spring || (joints[at].spring == spring && joints[at].index < index));
    return at;
}

static enum vrmlint_severity severity_of(const struct sim_family *family, unsigned verdict)
{
    return findings_severity(family->findings, family->rules[verdict]);
}

/* Removes a verdict on the joint of a finding, or on all joints of its spring or bone group. */
static void silence_joints(struct sim_family *family, struct finding *finding, enum verdict verdict)
{
    struct silence_spot spot = spot_of(&finding->place, family->is_0x);
    bool whole = spot.joint == SIM_NONE;
    bool silenced = false;
    for (size_t j = spot.group == SIM_NONE ? family->metrics->joint_count
                                           : find_joint(family, spot.group, whole ? 0 : spot.joint);
         j < family->metrics->joint_count && family->joints[j].spring == spot.group &&
         (whole || family->joints[j].index == spot.joint);
         j++) {
        silenced = silenced || family->verdicts[j].how_bad[verdict] > 0;
        family->verdicts[j].how_bad[verdict] = 0;
        family->silenced[j] |= BIT(verdict);
    }
    if (silenced && family->wanted[verdict]) {
        finding_follow_silenced(finding, family->rules[verdict]);
    }
}

/* Removes verdicts that aren't more severe than the one that replaces them. */
static void take_out_milder(const struct sim_family *family, struct verdicts *verdicts, unsigned which,
                            enum vrmlint_severity most)
{
    for (unsigned v = 0; v < VERDICT_COUNT; v++) {
        which &= severity_of(family, v) > most ? ~BIT(v) : ~0U;
    }
    take_out(verdicts, which);
}

void sim_overrule(const struct sim_family *family, size_t joint, struct verdicts *verdicts)
{
    for (size_t i = 0; i < sizeof overruled_by / sizeof *overruled_by; i++) {
        enum verdict verdict = overruled_by[i].verdict;
        if (verdicts->how_bad[verdict] > 0 && family->wanted[verdict]) {
            take_out_milder(family, verdicts, overruled_by[i].verdicts, severity_of(family, verdict));
        }
    }
    take_out(verdicts, family->silenced[joint]);
}

/* ---- springs that are thrown about chaotically ---- */

bool sim_is_wild(const struct sim_family *family, size_t joint)
{
    const struct joint_metrics *measured = &family->metrics->joints[joint];
    return measured->residual.value > SIM_WILD && !(measured->awaited && isfinite(measured->rests)) &&
           angle_degrees(measured->frame_turn.value) > family->check->thresholds->values[THRESHOLD_VIOLENT_MOTION];
}

/* Removes other verdicts about the motion of a spring with such a joint, and makes all such joints equally bad. */
static void report_wild(struct sim_family *family, size_t begin, size_t end)
{
    const unsigned follows = BIT(VERDICT_JITTER) | BIT(VERDICT_SLOW_SETTLE) | BIT(VERDICT_COLLIDER_TUNNELLING) |
                             BIT(VERDICT_VIOLENT_MOTION) | BIT(VERDICT_FRAME_RATE_DEPENDENT_POSE);
    bool any = false;
    for (size_t j = begin; j < end; j++) {
        if (family->verdicts[j].how_bad[VERDICT_DOES_NOT_SETTLE] > 0 && sim_is_wild(family, j)) {
            family->verdicts[j].how_bad[VERDICT_DOES_NOT_SETTLE] = HUGE_VAL;
            any = true;
        }
    }
    for (size_t j = begin; j < end && any; j++) {
        family->silenced[j] |= follows;
        take_out(&family->verdicts[j], follows);
    }
}

/* Handles each spring. The joints of a spring are consecutive. */
static void find_wild(struct sim_family *family)
{
    size_t count = family->metrics->joint_count;
    for (size_t begin = 0, end = 0; begin < count; begin = end) {
        while (end < count && family->joints[end].spring == family->joints[begin].spring) {
            end++;
        }
        report_wild(family, begin, end);
    }
}

/* Returns the verdicts on a joint, as bits, that a rule reports better. */
static unsigned verdicts_of(const struct sim_family *family, enum rule rule)
{
    uint32_t scopes[RULE_LIMIT];
    unsigned verdicts = 0;
    bool any = marks_silence(rule) && marks_scopes(rule, scopes);
    for (unsigned v = 0; any && v < VERDICT_COUNT; v++) {
        verdicts |= (scopes[family->rules[v]] & 1U << SCOPE_JOINT) != 0 ? BIT(v) : 0;
    }
    return verdicts;
}

void sim_silence(struct sim_family *family)
{
    bool known[RULE_LIMIT] = {false};
    unsigned silenced_by[RULE_LIMIT] = {0};
    family->silenced = arena_array(family->arena, family->metrics->joint_count, sizeof *family->silenced);
    for (size_t j = 0; j < family->metrics->joint_count; j++) {
        sim_overrule(family, j, &family->verdicts[j]);
    }
    for (struct finding *f = findings_first(family->findings); f != NULL; f = f->next) {
        if (!known[f->rule]) {
            known[f->rule] = true;
            silenced_by[f->rule] = verdicts_of(family, f->rule);
        }
        for (unsigned v = 0; silenced_by[f->rule] != 0 && v < VERDICT_COUNT; v++) {
            if ((silenced_by[f->rule] & BIT(v)) != 0 && severity_of(family, v) <= f->severity) {
                silence_joints(family, f, (enum verdict)v);
            }
        }
    }
    if (family->wanted[VERDICT_DOES_NOT_SETTLE]) {
        find_wild(family);
    }
}
