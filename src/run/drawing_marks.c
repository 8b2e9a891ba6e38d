/* The marks of findings in a drawing: the positions of their pointers and of their related pointers, the worst
 * severity of chains, colliders and limits, and rings of constraints. */
#include <string.h>

#include "base/sort.h"
#include "finding/finding.h"
#include "ids/rules.h"
#include "run/drawing.h"
#include "vrm/about.h"
#include "vrm/limits.h"

/* Returns the drawn collider that a place is about, SCENE_NONE if none. */
static size_t collider_of(const struct drawing_plan *plan, const struct place *place)
{
    const struct avatar *avatar = plan->avatar;
    size_t index = place->index[0];
    if (place->kind == PLACE_COLLIDER) {
        return index < avatar->springs->collider_count ? plan->collider_of[index] : SCENE_NONE;
    }
    if (place->kind == PLACE_VRM0_COLLIDER && index < avatar->vrm0->collider_group_count &&
        place->index[1] < avatar->vrm0->collider_groups[index].collider_count) {
        return plan->vrm0_collider_of[plan->first_of_group[index] + place->index[1]];
    }
    return SCENE_NONE;
}

static void add_mark(struct drawing_plan *plan, struct vrmlint_drawn_mark *marks, const char *pointer, size_t finding)
{
    struct place place = place_at(pointer);
    struct vrmlint_drawn_mark mark = {.finding = finding};
    size_t collider = collider_of(plan, &place);
    if (collider != SCENE_NONE) {
        memcpy(mark.at, plan->colliders[collider].at, sizeof mark.at);
    } else {
        size_t node = about_which_node(plan->avatar, &place);
        if (!scene_usable(plan->avatar->scene, node) ||
            !drawing_place(mark.at, scene_position(plan->avatar->scene, node))) {
            return;
        }
    }
    marks[plan->out.mark_count++] = mark;
}

/* Adds a mark at the x, y and z in the data of a finding. */
static void add_own_mark(struct drawing_plan *plan, struct vrmlint_drawn_mark *marks,
                         const struct vrmlint_finding *finding, size_t number)
{
    for (size_t i = 0; i + 2 < finding->data_count; i++) {
        const struct vrmlint_measure *data = finding->data + i;
        if (strcmp(data[0].name, "x") == 0 && strcmp(data[1].name, "y") == 0 && strcmp(data[2].name, "z") == 0) {
            struct vrmlint_drawn_mark mark = {.finding = number};
            if (drawing_place(mark.at, (struct vec3){data[0].value, data[1].value, data[2].value})) {
                marks[plan->out.mark_count++] = mark;
            }
            return;
        }
    }
}

/* ---- severities ---- */

static void worsen_severity(enum vrmlint_severity *worst, enum vrmlint_severity severity)
{
    *worst = severity > *worst ? severity : *worst;
}

/* Raises the severity of a joint's limit, found by binary search: limits are in the order of chains and joints. */
static void worsen_limit(struct drawing_plan *plan, size_t chain, size_t joint, enum vrmlint_severity severity)
{
    const struct vrmlint_drawn_limit *limits = plan->limits;
    size_t at;
    SORT_SEARCH(at, 0, plan->out.limit_count,
                limits[at].chain < chain || (limits[at].chain == chain && plan->limit_of[at] < joint));
    if (at < plan->out.limit_count && limits[at].chain == chain && plan->limit_of[at] == joint) {
        worsen_severity(&plan->limits[at].worst, severity);
    }
}

static void worsen_all(struct drawing_plan *plan, const struct vrmlint_finding *finding)
{
    const struct avatar *avatar = plan->avatar;
    size_t springs = avatar->springs->spring_count;
    struct place place = place_at(finding->pointer);
    size_t collider = collider_of(plan, &place);
    size_t index = place.index[0];
    if (collider != SCENE_NONE) {
        worsen_severity(&plan->colliders[collider].worst, finding->severity);
    }
    switch (place.kind) {
    case PLACE_JOINT:
        if (index < springs && place.member != NULL &&
            strncmp(place.member, LIMIT_POINTER, strlen(LIMIT_POINTER)) == 0) {
            worsen_limit(plan, index, place.index[1], finding->severity);
        }
        /* fall through */
    case PLACE_SPRING_GROUP:
    case PLACE_SPRING:
        if (index < springs) {
            worsen_severity(&plan->chains[index].worst, finding->severity);
        }
        break;
    case PLACE_ROOT:
    case PLACE_BONE_GROUP_GROUP:
    case PLACE_BONE_GROUP:
        if (index < avatar->vrm0->group_count) {
            worsen_severity(&plan->chains[springs + index].worst, finding->severity);
        }
        break;
    default:
        break;
    }
}

void drawing_marks(struct drawing_plan *plan)
{
    const struct vrmlint_report *report = plan->report;
    size_t most = report->finding_count * 2;
    for (size_t i = 0; i < report->finding_count; i++) {
        most += report->findings[i].related_count;
    }
    struct vrmlint_drawn_mark *marks = arena_array(plan->arena, most, sizeof *marks);
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        worsen_all(plan, finding);
        add_mark(plan, marks, finding->pointer, i);
        add_own_mark(plan, marks, finding, i);
        for (size_t k = 0; k < finding->related_count; k++) {
            add_mark(plan, marks, finding->related[k].pointer, i);
        }
    }
    plan->out.marks = marks;
}

/* ---- rings of constraints ---- */

/* Returns the constraint on the node that a pointer leads into; NULL if it has none with a valid source. */
static const struct constraint *constraint_at(const struct constraints *constraints, const char *pointer)
{
    struct place place = place_at(pointer);
    if (place.kind != PLACE_NODE) {
        return NULL;
    }
    const struct constraint *constraint = constraints_find(constraints, place.index[0]);
    return constraint != NULL && constraint->source != SCENE_NONE ? constraint : NULL;
}

static struct vrmlint_ring_member member_of(const struct drawing_plan *plan, const struct constraint *constraint)
{
    const struct avatar *avatar = plan->avatar;
    return (struct vrmlint_ring_member){
        .node = name_text(avatar, plan->languages, the_node("thing", avatar, constraint->destination)),
        .source = name_text(avatar, plan->languages, the_node("thing", avatar, constraint->source)),
        .how = constraint_kind_name(constraint->kind),
    };
}

/* Lists the members of a ring in the order of the finding of circular-dependency. */
static void list_ring(const struct drawing_plan *plan, const struct vrmlint_finding *finding,
                      struct vrmlint_ring_member *members, struct vrmlint_drawn_ring *ring)
{
    for (size_t i = 0; i <= finding->related_count; i++) {
        const char *pointer = i == 0 ? finding->pointer : finding->related[i - 1].pointer;
        const struct constraint *constraint = constraint_at(plan->avatar->constraints, pointer);
        if (constraint != NULL) {
            members[ring->member_count++] = member_of(plan, constraint);
        }
    }
    for (size_t i = 0; i < finding->data_count; i++) {
        if (strcmp(finding->data[i].name, "ring") == 0 && finding->data[i].value > (double)ring->member_count) {
            ring->left_out = (size_t)finding->data[i].value - ring->member_count;
        }
    }
}

/* Lists a ring of one constraint, whose node follows itself or one of its descendants. */
static void list_short_ring(const struct drawing_plan *plan, const struct vrmlint_finding *finding,
                            struct vrmlint_ring_member *members, struct vrmlint_drawn_ring *ring)
{
    const struct constraint *constraint = constraint_at(plan->avatar->constraints, finding->pointer);
    if (constraint == NULL) {
        return;
    }
    members[ring->member_count++] = member_of(plan, constraint);
    if (constraint->source != constraint->destination) {
        members[ring->member_count++] =
            (struct vrmlint_ring_member){.node = members[0].source, .source = members[0].node, .how = "below"};
    }
}

void drawing_rings(struct drawing_plan *plan)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    const struct vrmlint_report *report = plan->report;
    struct vrmlint_drawn_ring *rings = NULL;
    size_t capacity = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        size_t rule = (size_t)(finding->rule - rules);
        bool circle =
            rule == RULE_CONSTRAINT_CIRCULAR_DEPENDENCY || rule == RULE_CONSTRAINT_CIRCULAR_DEPENDENCY_VIA_ANCESTORS;
        if (!circle && rule != RULE_CONSTRAINT_SELF_SOURCE && rule != RULE_CONSTRAINT_SOURCE_DESCENDS_DESTINATION) {
            continue;
        }
        struct vrmlint_drawn_ring ring = {.finding = i};
        struct vrmlint_ring_member *members = arena_array(plan->arena, finding->related_count + 2, sizeof *members);
        (circle ? list_ring : list_short_ring)(plan, finding, members, &ring);
        ring.members = members;
        if (ring.member_count > 0) {
            rings = arena_grow(plan->arena, rings, plan->out.ring_count, &capacity, sizeof *rings);
            rings[plan->out.ring_count++] = ring;
        }
    }
    plan->out.rings = rings;
}
