#include "sim/strands.h"

#include <string.h>

#include "sim/batches.h"
#include "sim/lanes_wide.h"
#include "sim/strands_plan.h"
#include "sim/strands_step.h"

/* Finds the trees of joints that are left out when only some joints are to be simulated. */

/* The maximum length of rows of trees that depend on each other's colliders; in longer ones, all are simulated. */
enum { ROUNDS_MAX = 8 };

struct leaving {
    const struct sim_world *world;
    const size_t *root;
    bool *out;
};

/* Includes the tree of the joint that moves a slot, if a joint does. Returns whether it was left out before. */
static bool include_joint_tree(struct leaving *leaving, size_t slot)
{
    const struct sim_world *world = leaving->world;
    size_t movers = SLOT_BODIES + world->body_count;
    size_t mover = slot < movers ? slot : world->frames[slot - movers].mover;
    if (mover < SLOT_BODIES + world->carrier_count) {
        return false;
    }
    bool *out = &leaving->out[leaving->root[mover - SLOT_BODIES]];
    bool was_out = *out;
    *out = false;
    return was_out;
}

/* Includes the trees that a joint's colliders and center are on. */
static bool take_others(struct leaving *leaving, const struct run *run)
{
    bool taken = run->center != SIM_NONE && include_joint_tree(leaving, run->center);
    for (size_t i = 0; i < run->collider_count; i++) {
        taken = include_joint_tree(leaving, leaving->world->colliders[run->colliders[i]].anchor.mover) || taken;
    }
    return taken;
}

bool *strands_left_out(const struct sim *sim, struct arena *arena, const size_t *root)
{
    const struct sim_world *world = sim->world;
    struct leaving leaving = {world, root, arena_array(arena, world->body_count, sizeof *leaving.out)};
    for (size_t b = world->carrier_count; b < world->body_count; b++) {
        leaving.out[b] = true;
    }
    for (size_t i = 0; i < world->joint_count; i++) {
        if (sim->options.joints[sim->runs[i].joint]) {
            leaving.out[root[sim->runs[i].body]] = false;
        }
    }
    for (size_t b = world->carrier_count; b < world->body_count; b++) {
        if (world->bodies[b].heeded) { /* a constraint reads it */
            leaving.out[root[b]] = false;
        }
    }
    bool taken = true;
    for (int round = 0; taken && round < ROUNDS_MAX; round++) {
        taken = false;
        for (size_t i = 0; i < world->joint_count; i++) {
            if (!leaving.out[root[sim->runs[i].body]]) {
                taken = take_others(&leaving, &sim->runs[i]) || taken;
            }
        }
    }
    for (size_t b = world->carrier_count; b < world->body_count; b++) {
        leaving.out[b] = leaving.out[b] && !taken;
    }
    return leaving.out;
}

/* Determines which trees of joints can be strands. */

/* The tolerance of a rotation's length, and between scales: little more than rounding errors of doubles. */
#define ROUNDING 1e-13

/* The tolerance between the tail node and the engine's tail, relative to the bone's length: far below what matters. */
#define APART 1e-10

static bool is_unit(struct quat q)
{
    return fabs(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1) <= ROUNDING;
}

static bool is_even(struct vec3 scale)
{
    return scale.x > 0 && isfinite(scale.x) && scale.y == scale.x && scale.z == scale.x;
}

/* Whether a matrix is a rotation and one even scale, nothing else. */
static bool is_similar(const struct mat34 *a)
{
    struct vec3 x = mat34_column(a, 0);
    struct vec3 y = mat34_column(a, 1);
    struct vec3 z = mat34_column(a, 2);
    double square = vec3_dot(x, x);
    double most = ROUNDING * square;
    return square > TRANSFORM_TINY && isfinite(square) && fabs(vec3_dot(y, y) - square) <= most &&
           fabs(vec3_dot(z, z) - square) <= most && fabs(vec3_dot(x, y)) <= most && fabs(vec3_dot(y, z)) <= most &&
           fabs(vec3_dot(z, x)) <= most && mat34_determinant(a) > 0;
}

void strands_find_standing(struct planning *planning)
{
    const struct sim_world *world = planning->world;
    size_t movers = SLOT_BODIES + world->body_count;
    bool *standing = planning->standing = arena_array(planning->arena, world->slot_count, sizeof *standing);
    standing[SLOT_FIXED] = true;
    standing[SLOT_ROOT] = true;
    /* a carrier's parent may be a frame of an earlier carrier */
    for (size_t mover = 0; mover < SLOT_BODIES + world->carrier_count; mover++) {
        if (mover >= SLOT_BODIES) {
            const struct world_body *body = &world->bodies[mover - SLOT_BODIES];
            standing[mover] = standing[body->parent] && is_unit(body->rest.rotation) && is_even(body->rest.scale);
        }
        for (size_t f = world->frames_begin[mover]; f < world->frames_begin[mover + 1]; f++) {
            standing[movers + f] = standing[mover] && is_similar(&world->frames[f].relative);
        }
    }
}

/* Sets the tail in the head's own space; returns false if something else moves it. */
static bool own_tail(const struct sim_world *world, const struct run *run, struct vec3 *tail)
{
    size_t own = SLOT_BODIES + run->body;
    *tail = run->end_point;
    if (run->virtual_tail || run->end_mover == own) {
        return true;
    }
    if (run->end_mover < SLOT_BODIES || run->end_mover >= SLOT_BODIES + world->body_count) {
        return false;
    }
    const struct world_body *body = &world->bodies[run->end_mover - SLOT_BODIES];
    *tail = position_on_mover(world, body);
    return mover_of(world, body->parent) == own && vec3_length(run->end_point) == 0;
}

/* Whether the tail node is where the engine's length and axis put the tail. */
static bool is_straight(const struct sim_world *world, const struct run *run)
{
    struct vec3 tail;
    if (!(run->length >= STATE_SHORT) || !isfinite(run->length) || !own_tail(world, run, &tail)) {
        return false;
    }
    double scale = vec3_length(mat34_column(&world->rest[SLOT_BODIES + run->body], 0));
    return vec3_distance(vec3_scale(tail, scale), vec3_scale(run->axis, run->length)) <= APART * run->length;
}

static bool colliders_stand(const struct sim_world *world, const struct run *run)
{
    for (size_t i = 0; i < run->collider_count; i++) {
        if (!stands_still(world, world->colliders[run->colliders[i]].anchor.mover)) {
            return false;
        }
    }
    return true;
}

bool strands_is_odd(const struct planning *planning, size_t b)
{
    const struct sim_world *world = planning->world;
    const struct world_body *body = &world->bodies[b];
    size_t index = planning->run_of[b];
    const struct world_frame *frame = frame_of(world, body->parent);
    size_t own = SLOT_BODIES + b;
    if (index == SIM_NONE || body->heeded || world->carries[own] || !is_unit(body->rest.rotation) ||
        !is_even(body->rest.scale) || planning->level[b] >= STRAND_LEVELS_MAX) {
        return true;
    }
    const struct run *run = &planning->sim->runs[index];
    if (run->loose || !is_straight(world, run) || run->hits_own || !colliders_stand(world, run) ||
        (run->center != SIM_NONE && !stands_still(world, run->center))) {
        return true;
    }
    if (planning->level[b] == 0) {
        return !planning->standing[body->parent] || !is_similar(&world->rest[body->parent]);
    }
    size_t above = planning->run_of[mover_of(world, body->parent) - SLOT_BODIES];
    return above == SIM_NONE || above >= index || (frame != NULL && !is_similar(&frame->relative));
}

/* ---- anchors, centers and colliders ---- */

static struct vec3 middle_of(const struct collide_shape *shape)
{
    return shape->kind == SHAPE_CAPSULE ? transform_add_scaled(shape->center, shape->axis, 0.5) : shape->center;
}

/* Updates the bounds of the colliders of a list. Returns how far, at most, one has moved relative to the root. */
static double update_list_bounds(const struct sim *sim, struct strand_list *list)
{
    double drift = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct collide_shape *shape = &sim->shapes[list->colliders[i]];
        struct strand_bounds *bounds = &list->bounds[i / LANES];
        struct vec3 center = middle_of(shape);
        double radius = shape->kind == SHAPE_PLANE || shape->inside ? INFINITY : shape->radius;
        if (shape->kind == SHAPE_CAPSULE) {
            radius += 0.5 * sqrt(shape->axis_square) + COLLIDE_DOUBT;
            radius += COLLIDE_DOUBT * (fabs(center.x) + fabs(center.y) + fabs(center.z));
        }
        struct vec3 moved = vec3_sub(vec3_sub(center, lanes3_get(&bounds->center, i % LANES)), sim->strands->shift);
        double way = vec3_length(moved) + fmax(radius - bounds->radius[i % LANES], 0);
        drift = way <= drift ? drift : way;
        lanes3_set(&bounds->center, i % LANES, center);
        bounds->radius[i % LANES] = radius;
    }
    return drift;
}

/* The same when all colliders have been displaced with the root. */
static void slide_list_bounds(const struct sim *sim, struct strand_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        lanes3_set(&list->bounds[i / LANES].center, i % LANES, middle_of(&sim->shapes[list->colliders[i]]));
    }
}

static void find_pieces(const struct strands *strands, struct strand_reach *reach, struct vec3 head)
{
    const struct strand_list *list = &strands->lists[reach->list];
    const struct lanes3 heads = {lanes_all(head.x), lanes_all(head.y), lanes_all(head.z)};
    const lanes radius =
        lanes_all(reach->radius + COLLIDE_DOUBT * (reach->radius + fabs(head.x) + fabs(head.y) + fabs(head.z)));
    reach->pieces = 0;
    for (size_t i = 0; i * STRAND_PIECE < list->count; i++) {
        /* colliders without bounds may push tails further away than bones are long */
        if (list->unbounded || lanes_any(is_near(&list->bounds[i], &heads, radius))) {
            reach->pieces |= piece_bit(i);
        }
    }
}

/* Updates what stands still relative to the root, after the root has moved; slides: only displaced. */
static void update_anchors(struct sim *sim, bool slides)
{
    struct strands *strands = sim->strands;
    struct vec3 root = mat34_translation(&sim->slots[SLOT_ROOT]);
    strands->shift = vec3_sub(root, strands->root);
    strands->root = root;
    strands->drift = 0;
    for (size_t i = 0; !slides && i < strands->anchor_count; i++) {
        strands->anchors[i].turn = transform_rotation(&sim->slots[strands->anchors[i].slot], NULL);
    }
    for (size_t i = 0; i < strands->center_count; i++) {
        strands->centers[i].inverse = transform_inverse(&sim->slots[strands->centers[i].slot]);
    }
    for (size_t g = 0; g < strands->root_count; g++) {
        struct strand_group *group = &strands->groups[g];
        struct strand_pose *base = group->gathered;
        for (size_t l = 0; l < LANES; l++) {
            const struct strand_anchor *anchor = &strands->anchors[group->from[l]];
            lanes4_set(&base->turn, l, anchor->turn);
            lanes3_set(&base->tail, l, mat34_point(&sim->slots[anchor->slot], lanes3_get(&group->offset, l)));
        }
    }
    for (size_t i = 1; slides && i < strands->list_count; i++) {
        slide_list_bounds(sim, &strands->lists[i]);
    }
    for (size_t i = 1; !slides && i < strands->list_count; i++) {
        double drift = update_list_bounds(sim, &strands->lists[i]);
        strands->drift = strands->lists[i].roomy && !(drift <= strands->drift) ? drift : strands->drift;
    }
    for (size_t i = 0; !slides && i < LANES * strands->root_count; i++) {
        const struct strand_pose *base = strands->groups[i / LANES].base;
        find_pieces(strands, &strands->reaches[i], lanes3_get(&base->tail, i % LANES));
    }
}

/* ---- a step ---- */

static struct vec3 bend_of(const struct strand_group *group, size_t lane)
{
    struct lanes4 rests = rest_of(group);
    struct quat rest = lanes4_get(&rests, lane);
    struct vec3 bone = vec3_sub(lanes3_get(&group->pose.tail, lane), lanes3_get(&group->pose.head, lane));
    return transform_unit(transform_rotate(quat_conjugate(rest), bone));
}

static void set_bone(const struct sim *sim, struct strand_group *group, size_t lane, struct vec3 bend)
{
    const struct run *run = &sim->runs[group->run[lane]];
    struct lanes3 head = head_of(group);
    struct lanes4 rest = rest_of(group);
    struct quat turn = quat_multiply(lanes4_get(&rest, lane), transform_from_to(run->axis, bend));
    struct vec3 bone = vec3_scale(transform_rotate(turn, run->axis), run->length);
    lanes3_set(&group->pose.head, lane, lanes3_get(&head, lane));
    lanes3_set(&group->pose.tail, lane, vec3_add(lanes3_get(&head, lane), bone));
    lanes4_set(&group->pose.turn, lane, turn);
}

/* Forgets what is known of a group, except for its parents' pose. */
static struct strand_group *begin_anew(struct strands *strands, size_t g)
{
    struct strand_group *group = &strands->groups[g];
    group->room = lanes_all(0);
    group->resting = false;
    if (group->gathers && g >= strands->root_count) {
        gather_parents(strands, group);
    }
    return group;
}

/* Moves bones with what they are on, without bending them; their bends are kept temporarily in pose.tail. */
static void carry_strands(struct sim *sim)
{
    struct strands *strands = sim->strands;
    for (size_t g = strands->count; g-- > 0;) {
        struct strand_group *group = &strands->groups[g];
        for (size_t l = 0; l < LANES; l++) {
            lanes3_set(&group->pose.tail, l, bend_of(group, l));
        }
    }
    update_anchors(sim, false);
    for (size_t g = 0; g < strands->count; g++) {
        struct strand_group *group = begin_anew(strands, g);
        for (size_t l = 0; l < LANES; l++) {
            set_bone(sim, group, l, lanes3_get(&group->pose.tail, l));
        }
    }
}

static void wake_groups(struct strands *strands)
{
    for (size_t g = 0; g < strands->count; g++) {
        strands->groups[g].resting = false;
    }
}

bool strands_rest_group(struct sim *sim, const struct strand_group *group)
{
    struct strands *strands = sim->strands;
    size_t g = (size_t)(group - strands->groups);
    for (size_t l = 0; g >= strands->root_count && l < group->used; l++) {
        if (!strands->groups[group->from[l] / LANES].resting) {
            return false;
        }
    }
    strands->groups[g].resting = true;
    return true;
}

void strands_leave_out(struct strands *strands, const struct run *runs, const bool *done)
{
    for (size_t g = 0; g < strands->count; g++) {
        strands->groups[g].needed = false;
    }
    for (size_t g = strands->count; g-- > 0;) { /* children before what they hang on */
        struct strand_group *group = &strands->groups[g];
        bool leaves = !group->needed;
        for (size_t l = 0; l < group->used && leaves; l++) {
            leaves = done[runs[group->run[l]].joint];
        }
        group->resting = group->resting || leaves;
        for (size_t l = 0; g >= strands->root_count && l < group->used && !group->resting; l++) {
            strands->groups[group->from[l] / LANES].needed = true;
        }
    }
}

void strands_step(struct sim *sim, double dt, verlet_hit *hit)
{
    struct strands *strands = sim->strands;
    if (!(dt > 0)) {
        if (sim->moved) {
            carry_strands(sim);
        }
        return;
    }
    strands->shift = (struct vec3){0, 0, 0};
    strands->drift = 0;
    if (sim->moved) {
        update_anchors(sim, sim->slides);
        wake_groups(strands);
    }
#if defined LANES_WIDE_BEGIN
    if (strands->wide) {
        strands_step_wide(sim, dt, hit);
        return;
    }
#endif
    step_groups(sim, dt, hit);
}

/* ---- at rest ---- */

static void reset_lane(struct sim *sim, struct strand_group *group, size_t lane)
{
    struct run *run = &sim->runs[group->run[lane]];
    struct lanes4 rest = rest_of(group);
    struct vec3 tail = state_end(sim, run);
    lanes4_set(&group->pose.turn, lane, lanes4_get(&rest, lane));
    lanes3_set(&group->pose.head, lane, mat34_translation(&sim->slots[SLOT_BODIES + run->body]));
    lanes3_set(&group->pose.tail, lane, tail);
    verlet_set_tail(sim, run, tail);
    lanes3_set(&group->current, lane, run->current);
    lanes3_set(&group->previous, lane, run->current);
}

/* Returns where a loose joint's tail rests: on its axis, even if a constraint has moved the tail's node. */
static struct vec3 resting_tail(const struct sim *sim, const struct run *run)
{
    if (sim->rig == NULL || sim->rig->plan->manner != RIG_SPEC || run->virtual_tail) {
        return state_end(sim, run);
    }
    const struct mat34 *head = &sim->slots[SLOT_BODIES + run->body];
    struct vec3 way = transform_unit(transform_direction(head, run->axis));
    return transform_add_scaled(mat34_translation(head), way, run->length);
}

void strands_reset(struct sim *sim)
{
    struct strands *strands = sim->strands;
    update_anchors(sim, false);
    for (size_t g = 0; g < strands->count; g++) {
        struct strand_group *group = begin_anew(strands, g);
        for (size_t l = 0; l < LANES; l++) {
            reset_lane(sim, group, l);
        }
    }
    for (size_t i = 0; i < sim->loose_count; i++) {
        struct run *run = &sim->runs[sim->loose[i]];
        verlet_set_tail(sim, run, resting_tail(sim, run));
    }
}

void strands_return(struct sim *sim, const struct strand_group *groups)
{
    struct strands *strands = sim->strands;
    update_anchors(sim, false);
    memcpy(strands->groups, groups, strands->count * sizeof *groups);
    batches_forget(sim);
    for (size_t g = strands->root_count; g < strands->count; g++) {
        if (strands->groups[g].gathers) {
            gather_parents(strands, &strands->groups[g]);
        }
    }
}

/* ---- access ---- */

/* Returns the group of a joint, and its lane; NULL for a loose one. */
static const struct strand_group *find_group(const struct sim *sim, size_t joint, size_t *lane)
{
    size_t slot = sim->strands == NULL ? SIM_NONE : sim->strands->slot[joint];
    *lane = slot % LANES;
    return slot == SIM_NONE ? NULL : &sim->strands->groups[slot / LANES];
}

struct vec3 sim_head(const struct sim *sim, size_t joint)
{
    size_t lane;
    const struct strand_group *group = find_group(sim, joint, &lane);
    return group == NULL ? mat34_translation(&sim->slots[SLOT_BODIES + sim->world->links[joint].body])
                         : lanes3_get(&group->pose.head, lane);
}

struct vec3 sim_tail(const struct sim *sim, size_t joint)
{
    size_t lane;
    const struct strand_group *group = find_group(sim, joint, &lane);
    return group == NULL ? state_end(sim, &sim->runs[sim->run_of[joint]]) : lanes3_get(&group->pose.tail, lane);
}

void strands_gather(const struct sim *sim, const size_t *joints, struct lanes3 *head, struct lanes3 *tail)
{
    for (size_t l = 0; l < LANES; l++) {
        lanes3_set(head, l, sim_head(sim, joints[l]));
        lanes3_set(tail, l, sim_tail(sim, joints[l]));
    }
}

struct vec3 sim_state(const struct sim *sim, size_t joint)
{
    size_t lane;
    const struct strand_group *group = find_group(sim, joint, &lane);
    const struct run *run = &sim->runs[sim->run_of[joint]];
    struct vec3 current = group == NULL ? run->current : lanes3_get(&group->current, lane);
    return run->center == SIM_NONE ? current : mat34_point(&sim->slots[run->center], current);
}

struct vec3 sim_bend(const struct sim *sim, size_t joint)
{
    size_t lane;
    const struct strand_group *group = find_group(sim, joint, &lane);
    const struct run *run = &sim->runs[sim->run_of[joint]];
    return group == NULL ? quat_rotate(quat_multiply(quat_conjugate(run->rest), sim->turns[run->body]), run->axis)
                         : bend_of(group, lane);
}

bool strands_matrix(const struct sim *sim, size_t joint, struct mat34 *matrix)
{
    size_t lane;
    const struct strand_group *group = find_group(sim, joint, &lane);
    if (group == NULL) {
        return false;
    }
    size_t body = sim->runs[group->run[lane]].body;
    *matrix = mat34_from_trs(lanes3_get(&group->pose.head, lane), lanes4_get(&group->pose.turn, lane),
                             mat34_scale(&sim->slots[SLOT_BODIES + body]));
    return true;
}

struct quat strands_rest(const struct sim *sim, size_t joint)
{
    size_t lane;
    const struct strand_group *group = find_group(sim, joint, &lane);
    if (group == NULL) {
        const struct run *run = &sim->runs[sim->run_of[joint]];
        return quat_multiply(transform_rotation(&sim->slots[run->parent], NULL), run->rest);
    }
    struct lanes4 rests = rest_of(group);
    return lanes4_get(&rests, lane);
}
