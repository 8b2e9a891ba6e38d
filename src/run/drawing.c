#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "checks/collider/solids.h"
#include "finding/finding.h"
#include "ids/rules.h"
#include "run/parts.h"
#include "sim/limit.h"
#include "sim/transform.h"
#include "vrm/about.h"
#include "vrm/avatar.h"
#include "vrm/limits.h"
#include "vrm/names.h"
#include "vrmlint.h"

/* A drawing under construction, shared by its parts. */
struct drawing_plan {
    struct arena *arena;
    const struct avatar *avatar;
    const struct vrmlint_report *report; /* its findings are sorted */
    unsigned languages;                  /* languages of its texts */
    struct vrmlint_drawing out;
    struct vrmlint_drawn_bone *bones;
    struct vrmlint_drawn_joint *joints;
    struct vrmlint_drawn_chain *chains; /* the springs, then the bone groups of VRM 0.x, in the order of the file */
    struct vrmlint_drawn_collider *colliders;
    size_t *collider_of;      /* per collider of the springs: its index in colliders, SCENE_NONE if it isn't drawn */
    size_t *first_of_group;   /* per collider group of VRM 0.x and one more: its first index in vrm0_collider_of */
    size_t *vrm0_collider_of; /* per collider of VRM 0.x: as collider_of */
    struct vrmlint_drawn_limit *limits;
    size_t *limit_of; /* per limit: index of the joint in its spring */
};

/* The lines of a drawing: the body, and the chains that swing. */

/* Larger coordinates would draw nothing visible, and overflow computations with them. */
#define FARTHEST 1e9

/* Copies a position, or returns false if it can't be drawn. */
static bool drawing_place(float out[3], struct vec3 place)
{
    return vec3_floats(out, place, FARTHEST);
}

static void add_bone(struct drawing_plan *plan, struct vec3 from, struct vec3 to, size_t chain)
{
    struct vrmlint_drawn_bone bone = {.chain = chain};
    if (!drawing_place(bone.from, from) || !drawing_place(bone.to, to)) {
        return;
    }
    *ARENA_ADD(plan->arena, plan->bones, plan->out.bone_count) = bone;
}

static void add_line(struct drawing_plan *plan, size_t from, size_t to, size_t chain)
{
    const struct scene *scene = plan->avatar->scene;
    add_bone(plan, scene_position(scene, from), scene_position(scene, to), chain);
}

/* ---- chains ---- */

static void add_springs(struct drawing_plan *plan)
{
    const struct springs *springs = plan->avatar->springs;
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        plan->chains[plan->out.chain_count].subject =
            name_text(plan->avatar, plan->languages, the_spring("thing", plan->avatar, s));
        for (size_t i = 0; i < spring_heads(spring); i++) {
            add_line(plan, spring_chain(spring, i)->node, spring_chain(spring, i + 1)->node, plan->out.chain_count);
        }
        plan->out.chain_count++;
    }
}

/* Adds all descendants of a root, which sway, and the virtual tails at the ends. */
static void add_root(struct drawing_plan *plan, const struct vrm0_root *root)
{
    const struct scene *scene = plan->avatar->scene;
    for (size_t i = root->begin; i < root->end; i++) {
        size_t node = plan->avatar->vrm0->nodes[i];
        if (node != root->node) {
            add_line(plan, scene->nodes[node].parent, node, plan->out.chain_count);
        }
        if (vrm0_first_child(scene, node) == SCENE_NONE) {
            struct vec3 tail = mat34_point(&scene->nodes[node].world, vrm0_tail(scene, node));
            add_bone(plan, scene_position(scene, node), tail, plan->out.chain_count);
        }
    }
}

static void add_bone_groups(struct drawing_plan *plan)
{
    const struct vrm0 *vrm0 = plan->avatar->vrm0;
    for (size_t g = 0; g < vrm0->group_count; g++) {
        const struct vrm0_group *group = &vrm0->groups[g];
        plan->chains[plan->out.chain_count].subject =
            name_text(plan->avatar, plan->languages, the_bone_group("thing", plan->avatar, g));
        for (size_t r = 0; r < group->root_count; r++) {
            if (vrm0_is_outermost(vrm0, &group->roots[r])) {
                add_root(plan, &group->roots[r]);
            }
        }
        plan->out.chain_count++;
    }
}

static void drawing_chains(struct drawing_plan *plan)
{
    plan->chains = arena_array(plan->arena, plan->avatar->springs->spring_count + plan->avatar->vrm0->group_count,
                               sizeof *plan->chains);
    add_springs(plan);
    add_bone_groups(plan);
}

/* ---- the body ---- */

/* Adds a bone of the humanoid, with its name. */
static void name_bone(struct drawing_plan *plan, size_t bone, size_t node)
{
    struct vrmlint_drawn_joint joint = {.name = bones[bone].name, .small = bones[bone].class == BONE_SMALL};
    if (drawing_place(joint.at, scene_position(plan->avatar->scene, node))) {
        plan->joints[plan->out.joint_count++] = joint;
    }
}

/* Marks the nodes that are bones of the body. Returns false if the file has no bones. */
static bool mark_bones(struct drawing_plan *plan, bool *marks)
{
    const struct avatar *avatar = plan->avatar;
    const struct humanoid *humanoid = avatar_humanoid(avatar);
    const size_t *nodes = humanoid != NULL && humanoid->present ? humanoid->nodes
                          : avatar->vrma->has_humanoid          ? avatar->vrma->nodes
                                                                : NULL;
    bool any = false;
    plan->joints = arena_array(plan->arena, BONE_COUNT, sizeof *plan->joints);
    for (size_t i = 0; nodes != NULL && i < BONE_COUNT; i++) {
        if (scene_usable(avatar->scene, nodes[i])) {
            name_bone(plan, i, nodes[i]);
            marks[nodes[i]] = true;
            any = true;
        }
    }
    return any;
}

static void mark_avatar_node(const struct avatar *avatar, bool *marks, size_t node)
{
    if (scene_usable(avatar->scene, node)) {
        marks[node] = true;
    }
}

/* Marks, in a file without bones, the nodes that carry something drawn, and all their ancestors. */
static void mark_carriers(const struct avatar *avatar, bool *marks, const size_t *order, size_t count)
{
    for (size_t i = 0; i < avatar->springs->spring_count; i++) {
        mark_avatar_node(avatar, marks, avatar->springs->springs[i].root);
    }
    for (size_t i = 0; i < avatar->springs->collider_count; i++) {
        mark_avatar_node(avatar, marks, avatar->springs->colliders[i].node);
    }
    for (size_t i = 0; i < avatar->constraints->count; i++) {
        mark_avatar_node(avatar, marks, avatar->constraints->items[i].destination);
        mark_avatar_node(avatar, marks, avatar->constraints->items[i].source);
    }
    for (size_t i = 0; i < avatar->vrm0->root_count; i++) {
        mark_avatar_node(avatar, marks, avatar->vrm0->roots[i].node);
    }
    for (size_t i = count; i-- > 0;) {
        if (marks[order[i]]) {
            mark_avatar_node(avatar, marks, avatar->scene->nodes[order[i]].parent);
        }
    }
}

/* Draws a line from each marked node to its nearest marked ancestor. */
static void drawing_body(struct drawing_plan *plan)
{
    const struct scene *scene = plan->avatar->scene;
    size_t count;
    const size_t *order = scene_order(plan->arena, scene, &count);
    bool *marks = arena_array(plan->arena, scene->count, sizeof *marks);
    size_t *above = arena_array(plan->arena, scene->count, sizeof *above);
    if (!mark_bones(plan, marks)) {
        mark_carriers(plan->avatar, marks, order, count);
    }
    for (size_t i = 0; i < count; i++) {
        size_t node = order[i];
        size_t parent = scene->nodes[node].parent;
        above[node] = parent == SCENE_NONE ? SCENE_NONE : marks[parent] ? parent : above[parent];
        if (marks[node] && above[node] != SCENE_NONE) {
            add_line(plan, above[node], node, SCENE_NONE);
        }
    }
}

/* Colliders and limits of a drawing. */

/* ---- colliders ---- */

static enum vrmlint_shape shape_of(enum shape_kind kind)
{
    return kind == SHAPE_CAPSULE ? VRMLINT_CAPSULE : kind == SHAPE_PLANE ? VRMLINT_PLANE : VRMLINT_SPHERE;
}

/* Draws a solid. Returns its index among the drawn ones, SCENE_NONE if it can't be drawn. */
static size_t add_solid(struct drawing_plan *plan, const struct solid *solid)
{
    struct vrmlint_drawn_collider drawn = {.shape = shape_of(solid->kind), .inside = solid->inside};
    float radius[3];
    if (!drawing_place(drawn.at, solid->at) ||
        !drawing_place(drawn.to, solid->kind == SHAPE_PLANE ? solid->normal : solid->to) ||
        !drawing_place(radius, (struct vec3){solid->radius, 0, 0})) {
        return SCENE_NONE;
    }
    drawn.radius = radius[0];
    plan->colliders[plan->out.collider_count] = drawn;
    return plan->out.collider_count++;
}

static size_t add_vrm0_collider(struct drawing_plan *plan, size_t node, const struct vrm0_collider *collider)
{
    struct shape sphere = {.kind = SHAPE_SPHERE, .offset = collider->offset, .radius = collider->radius.value};
    struct solid solid;
    return solid_of(plan->avatar->scene, node, &sphere, &solid) ? add_solid(plan, &solid) : SCENE_NONE;
}

/* Colliders and limits. */
static void drawing_colliders(struct drawing_plan *plan)
{
    const struct springs *springs = plan->avatar->springs;
    const struct vrm0 *vrm0 = plan->avatar->vrm0;
    struct arena *arena = plan->arena;
    size_t count = 0;
    plan->first_of_group = arena_array(arena, vrm0->collider_group_count + 1, sizeof *plan->first_of_group);
    for (size_t g = 0; g < vrm0->collider_group_count; g++) {
        plan->first_of_group[g] = count;
        count += vrm0->collider_groups[g].collider_count;
    }
    plan->first_of_group[vrm0->collider_group_count] = count;
    plan->collider_of = arena_array(arena, springs->collider_count, sizeof *plan->collider_of);
    plan->vrm0_collider_of = arena_array(arena, count, sizeof *plan->vrm0_collider_of);
    plan->colliders = arena_array(arena, springs->collider_count + count, sizeof *plan->colliders);
    for (size_t i = 0; i < springs->collider_count; i++) {
        struct solid solid;
        const struct collider *collider = &springs->colliders[i];
        plan->collider_of[i] = solid_of(plan->avatar->scene, collider->node, collider->effective, &solid)
                                   ? add_solid(plan, &solid)
                                   : SCENE_NONE;
    }
    for (size_t g = 0; g < vrm0->collider_group_count; g++) {
        const struct vrm0_collider_group *group = &vrm0->collider_groups[g];
        for (size_t i = 0; i < group->collider_count; i++) {
            plan->vrm0_collider_of[plan->first_of_group[g] + i] =
                add_vrm0_collider(plan, group->node, &group->colliders[i]);
        }
    }
}

/* ---- limits ---- */

/* Returns a point on the border of a cone, a hinge or a spherical limit, as a direction in limit space; i from 0 to
 * VRMLINT_LIMIT_POINTS - 1. VRMC_springBone_limit 1.0-draft, Cone, Hinge, Spherical. */
static struct vec3 border_direction(const struct limit *limit, int i)
{
    double step = 2 * ANGLE_PI / VRMLINT_LIMIT_POINTS;
    double angle = fmin(limit->angle.value, ANGLE_PI);
    if (limit->kind == LIMIT_CONE) {
        return (struct vec3){sin(angle) * cos(step * i), cos(angle), sin(angle) * sin(step * i)};
    }
    if (limit->kind == LIMIT_HINGE) {
        double at = angle * (2.0 * i / (VRMLINT_LIMIT_POINTS - 1) - 1);
        return (struct vec3){0, cos(at), sin(at)};
    }
    /* a quarter of the points on each side of a rectangle of pitch and yaw */
    const int of_side = VRMLINT_LIMIT_POINTS / 4;
    int side = i / of_side;
    double along = 2.0 * (i % of_side) / of_side - 1;
    double pitch = fmin(limit->pitch.value, ANGLE_PI) * (side == 0 ? along : side == 1 ? 1 : side == 2 ? -along : -1);
    double yaw = fmin(limit->yaw.value, ANGLE_PI / 2) * (side == 0 ? -1 : side == 1 ? along : side == 2 ? 1 : -along);
    return (struct vec3){sin(yaw), cos(yaw) * cos(pitch), cos(yaw) * sin(pitch)};
}

static void add_limit(struct drawing_plan *plan, size_t chain, const struct joint *joint)
{
    struct vec3 axis;
    struct limit_range range;
    if (!limit_rest_axis(joint, &axis) || !limit_prepare(&range, joint->limit, axis)) {
        return;
    }
    struct vrmlint_drawn_limit drawn = {.flat = range.kind == LIMIT_HINGE, .chain = chain};
    const struct mat34 *world = &plan->avatar->scene->nodes[joint->node].world;
    struct vec3 at = mat34_translation(world);
    bool finite = drawing_place(drawn.at, at);
    for (int i = 0; i < VRMLINT_LIMIT_POINTS && finite; i++) {
        struct vec3 local = quat_rotate(range.space, border_direction(joint->limit, i));
        struct vec3 direction = transform_unit(transform_direction(world, local));
        finite = drawing_place(drawn.border[i], vec3_add(at, vec3_scale(direction, joint->length)));
    }
    if (finite) {
        plan->limits[plan->out.limit_count] = drawn;
        plan->limit_of[plan->out.limit_count++] = joint->index;
    }
}

static void drawing_limits(struct drawing_plan *plan)
{
    const struct springs *springs = plan->avatar->springs;
    size_t count = 0;
    for (size_t s = 0; s < springs->spring_count; s++) {
        for (size_t i = 0; i < spring_heads(&springs->springs[s]); i++) {
            count += spring_chain(&springs->springs[s], i)->limit != NULL;
        }
    }
    plan->limits = arena_array(plan->arena, count, sizeof *plan->limits);
    plan->limit_of = arena_array(plan->arena, count, sizeof *plan->limit_of);
    for (size_t s = 0; s < springs->spring_count; s++) {
        for (size_t i = 0; i < spring_heads(&springs->springs[s]); i++) {
            const struct joint *joint = spring_chain(&springs->springs[s], i);
            if (joint->limit != NULL) {
                add_limit(plan, s, joint);
            }
        }
    }
}

/* The marks of findings in a drawing: the positions of their pointers and of their related pointers, the worst
 * severity of chains, colliders and limits, and rings of constraints. */

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
        if (index < springs && place.member != NULL && text_begins(place.member, LIMIT_POINTER)) {
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

/* Positions of findings, the chains and colliders that they are about, and rings of constraints. */
static void drawing_marks(struct drawing_plan *plan)
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

/* Returns how many constraints are in the ring of a finding of circular-dependency. */
static size_t ring_length(const struct vrmlint_finding *finding)
{
    size_t length = 0;
    for (size_t i = 0; i < finding->data_count; i++) {
        length = strcmp(finding->data[i].name, "ring") == 0 ? (size_t)finding->data[i].value : length;
    }
    return length;
}

/* Lists the members of a ring in the order of the finding of circular-dependency. After them, the finding may have
 * related places of what it causes, which are on the same nodes. */
static void list_ring(const struct drawing_plan *plan, const struct vrmlint_finding *finding,
                      struct vrmlint_ring_member *members, struct vrmlint_drawn_ring *ring)
{
    size_t length = ring_length(finding);
    size_t listed = length < FINDING_LIST_MAX ? length : FINDING_LIST_MAX;
    for (size_t i = 0; i <= finding->related_count && i < listed; i++) {
        const char *pointer = i == 0 ? finding->pointer : finding->related[i - 1].pointer;
        const struct constraint *constraint = constraint_at(plan->avatar->constraints, pointer);
        if (constraint != NULL) {
            members[ring->member_count++] = member_of(plan, constraint);
        }
    }
    ring->left_out = length > ring->member_count ? length - ring->member_count : 0;
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

static void drawing_rings(struct drawing_plan *plan)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    const struct vrmlint_report *report = plan->report;
    struct vrmlint_drawn_ring *rings = NULL;
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
            *ARENA_ADD(plan->arena, rings, plan->out.ring_count) = ring;
        }
    }
    plan->out.rings = rings;
}

/* A drawing, put together from its parts. */

const struct vrmlint_drawing *drawing_make(struct arena *arena, const struct avatar *avatar,
                                           const struct vrmlint_report *report, unsigned languages)
{
    struct drawing_plan *plan = arena_alloc(arena, sizeof *plan);
    *plan = (struct drawing_plan){.arena = arena, .avatar = avatar, .report = report, .languages = languages};
    plan->out.finding_count = report->finding_count;
    plan->out.faces_back = avatar->vrm0->present && !avatar->humanoid->present;
    drawing_body(plan);
    drawing_chains(plan);
    drawing_colliders(plan);
    drawing_limits(plan);
    drawing_marks(plan);
    drawing_rings(plan);
    plan->out.bones = plan->bones;
    plan->out.joints = plan->joints;
    plan->out.chains = plan->chains;
    plan->out.colliders = plan->colliders;
    plan->out.limits = plan->limits;
    bool empty = plan->out.bone_count + plan->out.collider_count + plan->out.ring_count == 0;
    return empty ? NULL : &plan->out;
}
