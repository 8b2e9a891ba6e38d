/* What a watch sees in a frame. Whoever includes it, with LANES_WIDE or without, defines what looks at all watches. */
#ifndef VRMLINT_SIM_WATCH_FRAME_H
#define VRMLINT_SIM_WATCH_FRAME_H

#include "sim/strands_group.h"
#include "sim/watch.h"

/* Looks at all watches that aren't resting, as strands_step_wide() steps. */
void watch_all_wide(const struct sim *sim, struct watch *watches, size_t count, const struct watch_frame *frame);

static inline struct lanes3 watch_spread(struct vec3 v)
{
    return (struct lanes3){lanes_all(v.x), lanes_all(v.y), lanes_all(v.z)};
}

static inline struct lanes3 watch_choose(lanes_mask mask, struct lanes3 a, struct lanes3 b)
{
    return (struct lanes3){lanes_choose(mask, a.x, b.x), lanes_choose(mask, a.y, b.y), lanes_choose(mask, a.z, b.z)};
}

static inline void watch_gather(const struct sim *sim, const struct watch *watch, struct lanes3 *head,
                                struct lanes3 *tail)
{
    if (watch->group != NULL) {
        *head = watch->group->pose.head;
        *tail = watch->group->pose.tail;
        return;
    }
    for (size_t l = 0; l < LANES; l++) {
        lanes3_set(head, l, sim_head(sim, watch->joints[l]));
        lanes3_set(tail, l, sim_tail(sim, watch->joints[l]));
    }
}

/* Which joints have moved so far that they may have gone through a collider, looked at one by one. */
static inline void watch_passes(const struct sim *sim, const struct watch *watch, const struct watch_frame *frame,
                                lanes way_square, const struct lanes3 *tail)
{
    lanes_mask far = lanes_sqrt(way_square) + lanes_all(frame->drift) > watch->through;
    for (size_t l = 0; lanes_any(far) && l < watch->used; l++) {
        if (far[l]) {
            size_t joint = watch->joints[l];
            size_t passed = tunnel_passed(frame->tunnel, sim, joint, lanes3_get(&watch->tail, l), lanes3_get(tail, l));
            if (passed != SIM_NONE) {
                frame->passes[joint]++;
                frame->passed[joint] = passed;
            }
        }
    }
}

/* In the last second: does the bone still turn, and does it turn back? */
static inline void watch_rest(struct watch *watch, const struct watch_frame *frame, struct lanes3 turn, lanes square)
{
    lanes before_square = lanes3_dot(watch->turn, watch->turn);
    lanes least = lanes_all(frame->reversal);
    watch->rest_turn = lanes_max(square, watch->rest_turn);
    if (frame->half) {
        watch->last_turn = lanes_max(square, watch->last_turn);
    }
    lanes_mask turns = (square > least) & (before_square > least);
    if (lanes_any(turns)) {
        lanes_mask back = lanes3_dot(turn, watch->turn) < lanes_all(-0.5) * lanes_sqrt(square * before_square);
        watch->reversals += lanes_choose(turns & back, lanes_all(1), lanes_all(0));
    }
}

static inline struct lanes3 watch_bend(const struct sim *sim, const struct watch *watch, struct lanes3 head,
                                       struct lanes3 tail)
{
    struct lanes3 bend = {lanes_all(0), lanes_all(0), lanes_all(0)};
    if (watch->group != NULL) {
        struct lanes4 rest = rest_of(watch->group);
        struct lanes4 back = {-rest.x, -rest.y, -rest.z, rest.w};
        return lanes3_unit(lanes3_rotate(back, lanes3_sub(tail, head)));
    }
    for (size_t l = 0; l < LANES; l++) {
        lanes3_set(&bend, l, sim_bend(sim, watch->joints[l]));
    }
    return bend;
}

static inline lanes watch_chord(struct lanes3 a, struct lanes3 b)
{
    struct lanes3 d = lanes3_sub(a, b);
    return lanes3_dot(d, d);
}

static inline void watch_look(const struct sim *sim, struct watch *watch, const struct watch_frame *frame)
{
    struct lanes3 head;
    struct lanes3 end;
    watch_gather(sim, watch, &head, &end);
    struct lanes3 bone = lanes3_sub(end, head);
    struct lanes3 tail = lanes3_sub(end, watch_spread(frame->pose.position));
    if (frame->turned) {
        const struct quat q = frame->pose.rotation;
        const struct lanes4 back = {lanes_all(-q.x), lanes_all(-q.y), lanes_all(-q.z), lanes_all(q.w)};
        bone = lanes3_rotate(back, bone);
        tail = lanes3_rotate(back, tail);
    }
    struct lanes3 direction = lanes3_unit(bone);
    /* NOLINTBEGIN(misc-redundant-expression): a number less itself is 0, what isn't finite isn't */
    lanes none = (direction.x - direction.x) + (direction.y - direction.y) + (direction.z - direction.z) +
                 (tail.x - tail.x) + (tail.y - tail.y) + (tail.z - tail.z);
    /* NOLINTEND(misc-redundant-expression) */
    lanes_mask lost = none != lanes_all(0);
    if (lanes_any(lost)) { /* what isn't finite stays where it was */
        watch->broken |= lost;
        direction = watch_choose(lost, watch->direction, direction);
        tail = watch_choose(lost, watch->tail, tail);
    }
    struct lanes3 turn = lanes3_sub(direction, watch->direction);
    lanes square = lanes3_dot(turn, turn);
    lanes way = watch_chord(tail, watch->tail);
    watch->most = fmax(fmax(square[0], square[1]), fmax(square[2], square[3]));
    watch->frame_turn = lanes_max(square, watch->frame_turn);
    watch->speed = lanes_max(way / lanes_all(frame->dt * frame->dt), watch->speed);
    if (frame->number > 1) { /* the first frame brings it to where a limit lets it be */
        watch_passes(sim, watch, frame, way, &tail);
    }
    if (frame->second) {
        watch_rest(watch, frame, turn, square);
    }
    watch->turn = turn;
    watch->direction = direction;
    watch->tail = tail;
    if (frame->after > 0) {
        lanes_mask away = watch_chord(direction, watch->target) > lanes_all(frame->settled);
        watch->late = lanes_choose(away, lanes_all(frame->after), watch->late);
    }
    lanes_mask unclear = watch->bend < lanes_all(frame->settled);
    if (frame->bends && lanes_any(unclear)) {
        lanes bent = lanes_max(watch_chord(watch_bend(sim, watch, head, end), watch->unbent), watch->bend);
        watch->bend = lanes_choose(unclear, bent, watch->bend);
    }
}

static inline void look_all(const struct sim *sim, struct watch *watches, size_t count, const struct watch_frame *frame)
{
    for (size_t i = 0; i < count; i++) {
        if (!watches[i].resting) {
            watch_look(sim, &watches[i], frame);
        }
    }
}

#endif
