/*
 * One step of strands, lane by lane, compiled for processors with different vector instructions. A file that includes
 * it, with LANES_WIDE or without, defines the function that steps all groups; each lane does the same operations in
 * all of them. Private to strands.c and its neighbours.
 */
#ifndef VRMLINT_SIM_STRANDS_STEP_H
#define VRMLINT_SIM_STRANDS_STEP_H

#include "sim/strands_group.h"

/* Transforms the tails after inertia out of the centers' spaces. */
static struct lanes3 leave_centers(const struct sim *sim, const struct strand_group *group, struct lanes3 next)
{
    const struct strand_center *centers = sim->strands->centers;
    if (group->one_center) {
        return lanes3_through(&sim->slots[centers[group->center[0]].slot], next);
    }
    for (size_t l = 0; l < LANES; l++) {
        size_t center = group->center[l];
        if (center != SIM_NONE) {
            lanes3_set(&next, l, mat34_point(&sim->slots[centers[center].slot], lanes3_get(&next, l)));
        }
    }
    return next;
}

static struct lanes3 enter_centers(const struct sim *sim, const struct strand_group *group, struct lanes3 tail)
{
    const struct strand_center *centers = sim->strands->centers;
    if (group->one_center) {
        return lanes3_through(&centers[group->center[0]].inverse, tail);
    }
    for (size_t l = 0; l < LANES; l++) {
        size_t center = group->center[l];
        if (center != SIM_NONE) {
            lanes3_set(&tail, l, mat34_point(&centers[center].inverse, lanes3_get(&tail, l)));
        }
    }
    return tail;
}

/* Returns the lowest bit of four that is set; one of them must be. */
static inline size_t first_bit(unsigned bits)
{
    return (bits & 1U) != 0 ? 0 : (bits & 2U) != 0 ? 1 : (bits & 4U) != 0 ? 2 : 3;
}

/* Returns the first collider of a list, from index `at` on, that the tail may touch. */
static size_t next_near(const struct strand_list *list, uint64_t pieces, size_t at, double hit_radius, struct vec3 tail)
{
    const struct lanes3 tails = {lanes_all(tail.x), lanes_all(tail.y), lanes_all(tail.z)};
    const lanes hit = lanes_all(hit_radius);
    unsigned skipped = (1U << at % STRAND_PIECE) - 1;
    for (size_t i = at / STRAND_PIECE; i * STRAND_PIECE < list->count; i++, skipped = 0) {
        if ((pieces & piece_bit(i)) == 0) {
            continue;
        }
        unsigned near = lanes_bits(is_near(&list->bounds[i], &tails, hit)) & ~skipped;
        if (near != 0) {
            size_t number = i * STRAND_PIECE + first_bit(near);
            return number < list->count ? number : list->count;
        }
    }
    return list->count;
}

/* Applies limits and colliders to one lane. Returns whether they have moved the tail. */
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

/* Returns an upper bound of the length, which is quicker to compute. */
static inline lanes farther_than(struct lanes3 v)
{
    return lanes_abs(v.x) + lanes_abs(v.y) + lanes_abs(v.z);
}

/* Returns a lower bound of the distance of a tail to all colliders of its list; 0 if it is unknown. */
static double room_of(const struct strand_list *list, double hit_radius, struct vec3 tail)
{
    const struct lanes3 tails = {lanes_all(tail.x), lanes_all(tail.y), lanes_all(tail.z)};
    double size = fabs(tail.x) + fabs(tail.y) + fabs(tail.z);
    lanes room = lanes_all(STRAND_FAR);
    if (!list->roomy || !(size < STRAND_FAR) || !(hit_radius >= 0)) {
        return 0;
    }
    for (size_t i = 0; i * STRAND_PIECE < list->count; i++) {
        const struct strand_bounds *bounds = &list->bounds[i];
        struct lanes3 d = lanes3_sub(tails, bounds->center);
        lanes away = lanes_sqrt(lanes3_dot(d, d)) - (bounds->radius + lanes_all(hit_radius));
        room = lanes_choose(away < room, away, room);
    }
    double least = lanes_least(room);
    return least - COLLIDE_DOUBT * (1 + size + least);
}

/* Returns the lanes that may touch something, after all movements since their room was computed. */
static inline lanes_mask may_touch(const struct strands *strands, struct strand_group *group,
                                   const struct lanes3 *tails)
{
    const struct lanes3 shift = {lanes_all(strands->shift.x), lanes_all(strands->shift.y), lanes_all(strands->shift.z)};
    struct lanes3 moved = lanes3_sub(lanes3_sub(*tails, group->seen), shift);
    group->seen = *tails;
    group->room -= farther_than(moved) + lanes_all(strands->drift);
    return ~(group->room > lanes_all(0));
}

static bool collide_lanes(const struct sim *sim, struct strand_group *group, struct lanes3 axes, struct lanes3 *tails,
                          verlet_hit *hit)
{
    lanes_mask may = may_touch(sim->strands, group, tails);
    bool touched = false;
    unsigned bits = lanes_bits(may);
    for (size_t l = 0; bits != 0 && l < group->used; l++, bits >>= 1) {
        if ((bits & 1U) == 0) {
            continue;
        }
        const struct run *run = &sim->runs[group->run[l]];
        const struct strand_list *list = &sim->strands->lists[sim->strands->list_of[group->run[l]]];
        group->room[l] = room_of(list, run->hit_radius, lanes3_get(tails, l));
        if (group->room[l] > 0 && run->limit.kind == LIMIT_NONE) {
            continue;
        }
        if (touch_lane(sim, group, l, lanes3_get(&axes, l), tails, hit)) {
            touched = true;
            group->room[l] = 0;
        }
    }
    group->seen = touched ? *tails : group->seen;
    return touched;
}

/* Turns bones by odd angles: by half a turn, whose axis three.js determines in the head's own space; or with the
 * engine's function for that, or for turns too small for it. */
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

/* Turns heads by the smallest rotation from one direction to another, like transform_from_to(). */
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

static inline void update_group(const struct sim *sim, struct strand_group *group, double dt, verlet_hit *hit)
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
    if (group->touching && collide_lanes(sim, group, axis, &tail, hit)) {
        direction = lanes3_unit(lanes3_sub(tail, head));
        group->pose.tail = lanes3_add_scaled(head, direction, group->length);
    }
    group->previous = current;
    group->current = group->centered ? enter_centers(sim, group, tail) : tail;
    turn_heads(sim, group, axis, direction);
}

static inline void step_groups(struct sim *sim, double dt, verlet_hit *hit)
{
    struct strands *strands = sim->strands;
    for (size_t g = 0; g < strands->count; g++) {
        struct strand_group *group = &strands->groups[g];
        if (group->resting) {
            continue;
        }
        if (group->gathers && g >= strands->root_count) {
            gather_parents(strands, group);
        }
        update_group(sim, group, dt, hit);
    }
}

#endif
