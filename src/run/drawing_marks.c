/*
 * What findings point at in a drawing: the places of their pointers and of the others that they name, how bad it is
 * for chains, colliders and limits, and rings of constraints.
 */
#include <string.h>

#include "base/pointer.h"
#include "base/sort.h"
#include "finding.h"
#include "run/drawing.h"
#include "vrm/limits.h"

/* Where a pointer leads: indices of its pattern and what follows. */
struct lead {
    const struct drawing_plan *plan;
    size_t indices[4];
    const char *rest;
};

/* A pattern of pointers, and the node that such a pointer is about; SCENE_NONE where there is none. */
struct route {
    const char *pattern;
    size_t (*node)(const struct lead *lead);
};

/* ---- places ---- */

static size_t joint_node(const struct lead *lead)
{
    const struct springs *springs = lead->plan->avatar->springs;
    size_t s = lead->indices[0];
    size_t j = lead->indices[1];
    return s < springs->spring_count && j < springs->springs[s].joint_count ? springs->springs[s].joints[j].node
                                                                            : SCENE_NONE;
}

static size_t spring_node(const struct lead *lead)
{
    const struct springs *springs = lead->plan->avatar->springs;
    return lead->indices[0] < springs->spring_count ? springs->springs[lead->indices[0]].root : SCENE_NONE;
}

static size_t collider_node(const struct lead *lead)
{
    const struct springs *springs = lead->plan->avatar->springs;
    return lead->indices[0] < springs->collider_count ? springs->colliders[lead->indices[0]].node : SCENE_NONE;
}

static size_t group_node(const struct lead *lead)
{
    const struct springs *springs = lead->plan->avatar->springs;
    if (lead->indices[0] >= springs->group_count || springs->groups[lead->indices[0]].collider_count == 0) {
        return SCENE_NONE;
    }
    return springs->colliders[springs->groups[lead->indices[0]].colliders[0]].node;
}

static size_t own_node(const struct lead *lead)
{
    return lead->indices[0];
}

static size_t root_node(const struct lead *lead)
{
    const struct vrm0 *vrm0 = lead->plan->avatar->vrm0;
    size_t g = lead->indices[0];
    size_t r = lead->indices[1];
    return g < vrm0->group_count && r < vrm0->groups[g].root_count ? vrm0->groups[g].roots[r].node : SCENE_NONE;
}

static size_t bone_group_node(const struct lead *lead)
{
    const struct vrm0 *vrm0 = lead->plan->avatar->vrm0;
    size_t g = lead->indices[0];
    return g < vrm0->group_count && vrm0->groups[g].root_count > 0 ? vrm0->groups[g].roots[0].node : SCENE_NONE;
}

static size_t vrm0_collider_node(const struct lead *lead)
{
    const struct vrm0 *vrm0 = lead->plan->avatar->vrm0;
    size_t g = lead->indices[0];
    return g < vrm0->collider_group_count ? vrm0->collider_groups[g].node : SCENE_NONE;
}

/* The bone that the next token of the pointer names. */
static size_t named_bone(const struct lead *lead)
{
    const char *at = lead->rest;
    const char *token;
    size_t length;
    char name[40];
    if (!pointer_next(&at, &token, &length) || length >= sizeof name) {
        return BONE_COUNT;
    }
    memcpy(name, token, length);
    name[length] = '\0';
    return bone_by_name(name);
}

static size_t bone_node(const struct lead *lead)
{
    size_t bone = named_bone(lead);
    return bone == BONE_COUNT ? SCENE_NONE : lead->plan->avatar->humanoid->nodes[bone];
}

static size_t vrma_bone_node(const struct lead *lead)
{
    size_t bone = named_bone(lead);
    return bone == BONE_COUNT || !lead->plan->avatar->vrma->present ? SCENE_NONE
                                                                    : lead->plan->avatar->vrma->nodes[bone];
}

static size_t vrm0_bone_node(const struct lead *lead)
{
    const struct vrm0 *vrm0 = lead->plan->avatar->vrm0;
    for (size_t bone = 0; vrm0->humanoid != NULL && bone < BONE_COUNT; bone++) {
        if (vrm0->bone_places[bone] == lead->indices[0]) {
            return vrm0->humanoid->nodes[bone];
        }
    }
    return SCENE_NONE;
}

static size_t node_of(struct lead *lead, const char *pointer)
{
    static const struct route routes[] = {
        {SPRINGS_POINTER "/springs/#/joints/#", joint_node},
        {SPRINGS_POINTER "/springs/#", spring_node},
        {SPRINGS_POINTER "/colliders/#", collider_node},
        {SPRINGS_POINTER "/colliderGroups/#", group_node},
        {VRM0_POINTER "/boneGroups/#/bones/#", root_node},
        {VRM0_POINTER "/boneGroups/#", bone_group_node},
        {VRM0_POINTER "/colliderGroups/#", vrm0_collider_node},
        {"/nodes/#", own_node},
        {"/extensions/VRMC_vrm/humanoid/humanBones", bone_node},
        {"/extensions/VRMC_vrm_animation/humanoid/humanBones", vrma_bone_node},
        {"/extensions/VRM/humanoid/humanBones/#", vrm0_bone_node},
    };
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (pointer_match(pointer, routes[i].pattern, lead->indices, &lead->rest)) {
            return routes[i].node(lead);
        }
    }
    return SCENE_NONE;
}

/* The drawn collider that a pointer is about, SCENE_NONE for none. */
static size_t collider_of(const struct drawing_plan *plan, const char *pointer)
{
    size_t indices[4];
    const struct avatar *avatar = plan->avatar;
    if (pointer_match(pointer, SPRINGS_POINTER "/colliders/#", indices, NULL)) {
        return indices[0] < avatar->springs->collider_count ? plan->collider_of[indices[0]] : SCENE_NONE;
    }
    if (pointer_match(pointer, VRM0_POINTER "/colliderGroups/#/colliders/#", indices, NULL) &&
        indices[0] < avatar->vrm0->collider_group_count &&
        indices[1] < avatar->vrm0->collider_groups[indices[0]].collider_count) {
        return plan->vrm0_collider_of[plan->first_of_group[indices[0]] + indices[1]];
    }
    return SCENE_NONE;
}

static void add_mark(struct drawing_plan *plan, struct vrmlint_drawn_mark *marks, const char *pointer, size_t finding)
{
    struct lead lead = {.plan = plan};
    struct vrmlint_drawn_mark mark = {.finding = finding};
    size_t collider = collider_of(plan, pointer);
    if (collider != SCENE_NONE) {
        memcpy(mark.at, plan->colliders[collider].at, sizeof mark.at);
    } else {
        size_t node = node_of(&lead, pointer);
        if (!scene_usable(plan->avatar->scene, node) ||
            !drawing_place(mark.at, scene_position(plan->avatar->scene, node))) {
            return;
        }
    }
    marks[plan->out.mark_count++] = mark;
}

/* ---- how bad it is ---- */

static void worsen(enum vrmlint_severity *worst, enum vrmlint_severity severity)
{
    *worst = severity > *worst ? severity : *worst;
}

/* The limit of a joint, by halving: limits stand in the order of chains and joints. */
static void worsen_limit(struct drawing_plan *plan, size_t chain, size_t joint, enum vrmlint_severity severity)
{
    const struct vrmlint_drawn_limit *limits = plan->limits;
    size_t at;
    SORT_SEARCH(at, 0, plan->out.limit_count,
                limits[at].chain < chain || (limits[at].chain == chain && plan->limit_of[at] < joint));
    if (at < plan->out.limit_count && limits[at].chain == chain && plan->limit_of[at] == joint) {
        worsen(&plan->limits[at].worst, severity);
    }
}

static void worsen_all(struct drawing_plan *plan, const struct vrmlint_finding *finding)
{
    size_t indices[4];
    const char *pointer = finding->pointer;
    const char *rest;
    const struct avatar *avatar = plan->avatar;
    size_t springs = avatar->springs->spring_count;
    size_t collider = collider_of(plan, pointer);
    if (collider != SCENE_NONE) {
        worsen(&plan->colliders[collider].worst, finding->severity);
    }
    if (pointer_match(pointer, SPRINGS_POINTER "/springs/#", indices, NULL) && indices[0] < springs) {
        worsen(&plan->chains[indices[0]].worst, finding->severity);
    }
    if (pointer_match(pointer, SPRINGS_POINTER "/springs/#/joints/#", indices, &rest) &&
        strncmp(rest, "/" LIMIT_POINTER, strlen("/" LIMIT_POINTER)) == 0) {
        worsen_limit(plan, indices[0], indices[1], finding->severity);
    }
    if (pointer_match(pointer, VRM0_POINTER "/boneGroups/#", indices, NULL) && indices[0] < avatar->vrm0->group_count) {
        worsen(&plan->chains[springs + indices[0]].worst, finding->severity);
    }
}

void drawing_marks(struct drawing_plan *plan)
{
    const struct vrmlint_report *report = plan->report;
    size_t most = report->finding_count;
    for (size_t i = 0; i < report->finding_count; i++) {
        most += report->findings[i].related_count;
    }
    struct vrmlint_drawn_mark *marks = arena_array(plan->arena, most, sizeof *marks);
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        worsen_all(plan, finding);
        add_mark(plan, marks, finding->pointer, i);
        for (size_t k = 0; k < finding->related_count; k++) {
            add_mark(plan, marks, finding->related[k].pointer, i);
        }
    }
    plan->out.marks = marks;
}

/* ---- rings of constraints ---- */

/* The constraint on the node that a pointer leads into, by halving: they stand by destination. NULL for none. */
static const struct constraint *constraint_at(const struct constraints *constraints, const char *pointer)
{
    size_t indices[4];
    if (!pointer_match(pointer, "/nodes/#", indices, NULL)) {
        return NULL;
    }
    const struct constraint *constraint = constraints_find(constraints, indices[0]);
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

/* The members of a ring, as a finding of circular-dependency lists them. */
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

/* A ring of one constraint: its node follows itself, or what hangs below it. */
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
