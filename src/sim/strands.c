#include "sim/strands.h"

/* ---- what strands hang on ---- */

static void place_list(const struct sim *sim, struct strand_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct collide_shape *shape = &sim->shapes[list->colliders[i]];
        struct strand_bounds *bounds = &list->bounds[i / LANES];
        struct vec3 center = shape->center;
        double radius = shape->kind == SHAPE_PLANE || shape->inside ? INFINITY : shape->radius;
        if (shape->kind == SHAPE_CAPSULE) {
            center = transform_add_scaled(center, shape->axis, 0.5);
            radius += 0.5 * sqrt(shape->axis_square) + COLLIDE_DOUBT;
            radius += COLLIDE_DOUBT * (fabs(center.x) + fabs(center.y) + fabs(center.z));
        }
        lanes3_set(&bounds->center, i % LANES, center);
        bounds->radius[i % LANES] = radius;
    }
}

static inline lanes_mask is_near(const struct strand_bounds *bounds, const struct lanes3 *point, lanes radius)
{
    struct lanes3 d = lanes3_sub(*point, bounds->center);
    lanes reach = bounds->radius + radius;
    return ~(lanes3_dot(d, d) > reach * reach * lanes_all(1 + COLLIDE_DOUBT));
}

/* The bit of a piece of a list. */
static inline uint64_t piece_bit(size_t piece)
{
    return (uint64_t)1 << (piece < STRAND_PIECES_MAX ? piece : STRAND_PIECES_MAX - 1);
}

static void find_pieces(const struct strands *strands, struct strand_reach *reach, struct vec3 head)
{
    const struct strand_list *list = &strands->lists[reach->list];
    const struct lanes3 heads = {lanes_all(head.x), lanes_all(head.y), lanes_all(head.z)};
    const lanes radius =
        lanes_all(reach->radius + COLLIDE_DOUBT * (reach->radius + fabs(head.x) + fabs(head.y) + fabs(head.z)));
    reach->pieces = 0;
    for (size_t i = 0; i * STRAND_PIECE < list->count; i++) {
        const struct strand_bounds *bounds = &list->bounds[2 * i];
        /* what has no bounds may push tails further away than bones are long */
        if (list->unbounded || lanes_any(is_near(&bounds[0], &heads, radius) | is_near(&bounds[1], &heads, radius))) {
            reach->pieces |= piece_bit(i);
        }
    }
}

/* Follows what stands still, which has moved. */
static void place_anchors(struct sim *sim)
{
    struct strands *strands = sim->strands;
    for (size_t i = 0; i < strands->anchor_count; i++) {
        strands->anchors[i].turn = transform_rotation(&sim->slots[strands->anchors[i].slot], NULL);
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
    for (size_t i = 1; i < strands->list_count; i++) {
        place_list(sim, &strands->lists[i]);
    }
    for (size_t i = 0; i < LANES * strands->root_count; i++) {
        const struct strand_pose *base = strands->groups[i / LANES].base;
        find_pieces(strands, &strands->reaches[i], lanes3_get(&base->tail, i % LANES));
    }
}

static void gather(const struct strands *strands, struct strand_group *group)
{
    for (size_t l = 0; l < LANES; l++) {
        const struct strand_pose *from = &strands->groups[group->from[l] / LANES].pose;
        size_t lane = group->from[l] % LANES;
        lanes4_set(&group->gathered->turn, l, lanes4_get(&from->turn, lane));
        lanes3_set(&group->gathered->head, l, lanes3_get(&from->head, lane));
        lanes3_set(&group->gathered->tail, l, lanes3_get(&from->tail, lane));
    }
}

/* ---- one group ---- */

static inline struct lanes4 rest_of(const struct strand_group *group)
{
    return group->turned ? lanes4_multiply(group->base->turn, group->rest) : group->base->turn;
}

static inline struct lanes3 head_of(const struct strand_group *group)
{
    return group->apart ? lanes3_add(group->base->head, lanes3_rotate(group->base->turn, group->offset))
                        : group->base->tail;
}

/* Where inertia takes tails, out of the centers' spaces. */
static struct lanes3 leave_centers(const struct sim *sim, const struct strand_group *group, struct lanes3 next)
{
    for (size_t l = 0; l < LANES; l++) {
        size_t center = sim->runs[group->run[l]].center;
        if (center != SIM_NONE) {
            lanes3_set(&next, l, mat34_point(&sim->slots[center], lanes3_get(&next, l)));
        }
    }
    return next;
}

static struct lanes3 enter_centers(const struct sim *sim, const struct strand_group *group, struct lanes3 tail)
{
    for (size_t l = 0; l < LANES; l++) {
        size_t center = sim->runs[group->run[l]].center;
        if (center != SIM_NONE) {
            struct mat34 inverse = transform_inverse(&sim->slots[center]);
            lanes3_set(&tail, l, mat34_point(&inverse, lanes3_get(&tail, l)));
        }
    }
    return tail;
}

/* The first collider of a list, from number at on, that the tail may touch. */
static size_t next_near(const struct strand_list *list, uint64_t pieces, size_t at, double hit_radius, struct vec3 tail)
{
    const struct lanes3 tails = {lanes_all(tail.x), lanes_all(tail.y), lanes_all(tail.z)};
    const lanes hit = lanes_all(hit_radius);
    for (size_t i = at / STRAND_PIECE; i * STRAND_PIECE < list->count; i++) {
        if ((pieces & piece_bit(i)) == 0) {
            continue;
        }
        const struct strand_bounds *bounds = &list->bounds[2 * i];
        lanes_mask near[2] = {is_near(&bounds[0], &tails, hit), is_near(&bounds[1], &tails, hit)};
        for (size_t l = 0; lanes_any(near[0] | near[1]) && l < STRAND_PIECE; l++) {
            size_t number = i * STRAND_PIECE + l;
            if (near[l / LANES][l % LANES] && number >= at && number < list->count) {
                return number;
            }
        }
    }
    return list->count;
}

/* Limits and colliders of one lane. Returns whether they have moved the tail. */
static bool touch_lane(const struct sim *sim, const struct strand_group *group, size_t lane, struct vec3 axis,
                       struct lanes3 *tails, verlet_hit *hit)
{
    const struct run *run = &sim->runs[group->run[lane]];
    size_t number = sim->strands->list_of[group->run[lane]];
    const struct strand_list *list = &sim->strands->lists[number];
    const struct strand_reach *reach = &sim->strands->reaches[group->root[lane]];
    uint64_t pieces = reach->list == number ? reach->pieces : STRAND_PIECES_ALL;
    struct verlet_bone bone = {lanes3_get(&group->pose.head, lane), run->length, axis};
    struct vec3 tail = lanes3_get(tails, lane);
    struct quat rest = QUAT_IDENTITY;
    bool limited = run->limit.kind != LIMIT_NONE;
    bool touched = limited;
    if (limited) {
        struct lanes4 rests = rest_of(group);
        rest = lanes4_get(&rests, lane);
        tail = verlet_limit(run, rest, &bone, tail);
    }
    size_t i = next_near(list, pieces, 0, run->hit_radius, tail);
    while (i < list->count) {
        if (hit(&sim->shapes[list->colliders[i]], &bone, run->hit_radius, &tail)) {
            touched = true;
            tail = verlet_limit(run, rest, &bone, tail);
        }
        i = next_near(list, pieces, i + 1, run->hit_radius, tail);
    }
    if (touched) {
        lanes3_set(tails, lane, tail);
    }
    return touched;
}

static bool touch(const struct sim *sim, const struct strand_group *group, struct lanes3 axes, struct lanes3 *tails,
                  verlet_hit *hit)
{
    bool touched = false;
    for (size_t l = 0; l < group->used; l++) {
        touched = touch_lane(sim, group, l, lanes3_get(&axes, l), tails, hit) || touched;
    }
    return touched;
}

/*
 * Bones that turn by odd angles: right round, where three.js says in the head's own space which way, or by what the
 * engine takes for that, or for nothing.
 */
static void turn_oddly(const struct sim *sim, struct strand_group *group, lanes_mask odd, struct lanes3 axes,
                       struct lanes3 directions)
{
    struct lanes4 rests = rest_of(group);
    for (size_t l = 0; l < LANES; l++) {
        if (odd[l]) {
            const struct run *run = &sim->runs[group->run[l]];
            struct quat rest = lanes4_get(&rests, l);
            struct vec3 direction = lanes3_get(&directions, l);
            struct quat turn;
            if (sim->turn != NULL) {
                turn = quat_multiply(sim->turn(lanes3_get(&axes, l), direction), rest);
            } else {
                struct vec3 aim = transform_rotate(quat_conjugate(rest), direction);
                turn = quat_multiply(rest, transform_from_to(run->axis, aim));
            }
            struct vec3 bone = vec3_scale(transform_rotate(turn, run->axis), run->length);
            lanes4_set(&group->pose.turn, l, turn);
            lanes3_set(&group->pose.tail, l, vec3_add(lanes3_get(&group->pose.head, l), bone));
        }
    }
}

/* Turns heads by the shortest way from one direction to another, as transform_from_to() has it. */
static inline void turn_heads(const struct sim *sim, struct strand_group *group, struct lanes3 from, struct lanes3 to)
{
    lanes r = lanes3_dot(from, to) + lanes_all(1);
    struct lanes3 axis = lanes3_cross(from, to);
    lanes k = lanes_all(1) / lanes_sqrt(lanes3_dot(axis, axis) + r * r);
    struct lanes4 by = {axis.x * k, axis.y * k, axis.z * k, r * k};
    group->pose.turn = lanes4_multiply(by, rest_of(group));
    lanes_mask odd = (r < lanes_all(sim->round)) | (r > lanes_all(sim->straight));
    if (lanes_any(odd)) {
        turn_oddly(sim, group, odd, from, to);
    }
}

static inline void update(const struct sim *sim, struct strand_group *group, double dt, verlet_hit *hit)
{
    struct lanes3 head = head_of(group);
    struct lanes3 axis = lanes3_rotate(group->base->turn, group->axis);
    struct lanes3 current = group->current;
    struct lanes3 next = lanes3_add_scaled(current, lanes3_sub(current, group->previous), group->keep);
    if (group->centered) {
        next = leave_centers(sim, group, next);
    }
    next = lanes3_add_scaled(next, axis, group->stiffness * lanes_all(dt));
    next = lanes3_add_scaled(next, group->gravity, lanes_all(dt));
    struct lanes3 direction = lanes3_unit(lanes3_sub(next, head));
    struct lanes3 tail = lanes3_add_scaled(head, direction, group->length);
    group->pose.head = head;
    group->pose.tail = tail;
    if (group->touching && touch(sim, group, axis, &tail, hit)) {
        direction = lanes3_unit(lanes3_sub(tail, head));
        group->pose.tail = lanes3_add_scaled(head, direction, group->length);
    }
    group->previous = current;
    group->current = group->centered ? enter_centers(sim, group, tail) : tail;
    turn_heads(sim, group, axis, direction);
}

/* ---- a step ---- */

static struct vec3 bend_of(const struct strand_group *group, size_t lane)
{
    struct lanes4 rests = rest_of(group);
    struct quat rest = lanes4_get(&rests, lane);
    struct vec3 bone = vec3_sub(lanes3_get(&group->pose.tail, lane), lanes3_get(&group->pose.head, lane));
    return transform_unit(transform_rotate(quat_conjugate(rest), bone));
}

static void place_bone(const struct sim *sim, struct strand_group *group, size_t lane, struct vec3 bend)
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

/* Bones as they are, on what has moved; their directions wait where their poses will be. */
static void follow(struct sim *sim)
{
    struct strands *strands = sim->strands;
    for (size_t g = strands->count; g-- > 0;) {
        struct strand_group *group = &strands->groups[g];
        for (size_t l = 0; l < LANES; l++) {
            lanes3_set(&group->pose.tail, l, bend_of(group, l));
        }
    }
    place_anchors(sim);
    for (size_t g = 0; g < strands->count; g++) {
        struct strand_group *group = &strands->groups[g];
        if (group->gathers && g >= strands->root_count) {
            gather(strands, group);
        }
        for (size_t l = 0; l < LANES; l++) {
            place_bone(sim, group, l, lanes3_get(&group->pose.tail, l));
        }
    }
}

void strands_step(struct sim *sim, double dt, verlet_hit *hit)
{
    struct strands *strands = sim->strands;
    if (!(dt > 0)) {
        if (sim->moved) {
            follow(sim);
        }
        return;
    }
    if (sim->moved) {
        place_anchors(sim);
    }
    for (size_t g = 0; g < strands->count; g++) {
        struct strand_group *group = &strands->groups[g];
        if (group->gathers && g >= strands->root_count) {
            gather(strands, group);
        }
        update(sim, group, dt, hit);
    }
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
    verlet_place(sim, run, tail);
    lanes3_set(&group->current, lane, run->current);
    lanes3_set(&group->previous, lane, run->current);
}

void strands_reset(struct sim *sim)
{
    struct strands *strands = sim->strands;
    place_anchors(sim);
    for (size_t g = 0; g < strands->count; g++) {
        struct strand_group *group = &strands->groups[g];
        if (group->gathers && g >= strands->root_count) {
            gather(strands, group);
        }
        for (size_t l = 0; l < LANES; l++) {
            reset_lane(sim, group, l);
        }
    }
    for (size_t i = 0; i < sim->loose_count; i++) {
        struct run *run = &sim->runs[sim->loose[i]];
        verlet_place(sim, run, state_end(sim, run));
    }
}

/* ---- what is seen from outside ---- */

/* The group of a joint, and its lane; NULL for a loose one. */
static const struct strand_group *find(const struct sim *sim, size_t joint, size_t *lane)
{
    size_t slot = sim->strands == NULL ? SIM_NONE : sim->strands->slot[joint];
    *lane = slot % LANES;
    return slot == SIM_NONE ? NULL : &sim->strands->groups[slot / LANES];
}

struct vec3 strands_head(const struct sim *sim, size_t joint)
{
    size_t lane;
    const struct strand_group *group = find(sim, joint, &lane);
    return group == NULL ? state_head(sim, joint) : lanes3_get(&group->pose.head, lane);
}

struct vec3 strands_tail(const struct sim *sim, size_t joint)
{
    size_t lane;
    const struct strand_group *group = find(sim, joint, &lane);
    return group == NULL ? state_tail(sim, joint) : lanes3_get(&group->pose.tail, lane);
}

struct vec3 strands_state(const struct sim *sim, size_t joint)
{
    size_t lane;
    const struct strand_group *group = find(sim, joint, &lane);
    if (group == NULL) {
        return state_state(sim, joint);
    }
    size_t center = sim->runs[group->run[lane]].center;
    struct vec3 current = lanes3_get(&group->current, lane);
    return center == SIM_NONE ? current : mat34_point(&sim->slots[center], current);
}

struct vec3 strands_bend(const struct sim *sim, size_t joint)
{
    size_t lane;
    const struct strand_group *group = find(sim, joint, &lane);
    return group == NULL ? state_bend(sim, joint) : bend_of(group, lane);
}

bool strands_matrix(const struct sim *sim, size_t joint, struct mat34 *matrix)
{
    size_t lane;
    const struct strand_group *group = find(sim, joint, &lane);
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
    const struct strand_group *group = find(sim, joint, &lane);
    if (group == NULL) {
        const struct run *run = &sim->runs[sim->run_of[joint]];
        return quat_multiply(transform_rotation(&sim->slots[run->parent], NULL), run->rest);
    }
    struct lanes4 rests = rest_of(group);
    return lanes4_get(&rests, lane);
}
