/* Updates a tracker by a frame. A file that includes it, with LANES_WIDE or without, defines the loop over all
 * trackers. */
#ifndef VRMLINT_SIM_TRACKER_FRAME_H
#define VRMLINT_SIM_TRACKER_FRAME_H

#include "sim/strands_group.h"
#include "sim/tracker.h"
#if defined LANES_WIDE
#include "sim/lanes_matrix.h"
#endif

/* Updates all trackers that aren't resting, with vectors as wide as those of strands_step_wide(). */
void tracker_update_all_wide(const struct sim *sim, struct tracker *trackers, size_t count,
                             const struct tracker_frame *frame);

static inline struct lanes3 tracker_spread(struct vec3 v)
{
    return (struct lanes3){lanes_all(v.x), lanes_all(v.y), lanes_all(v.z)};
}

static inline struct lanes3 tracker_choose(lanes_mask mask, struct lanes3 a, struct lanes3 b)
{
    return (struct lanes3){lanes_choose(mask, a.x, b.x), lanes_choose(mask, a.y, b.y), lanes_choose(mask, a.z, b.z)};
}

#if defined LANES_WIDE
static inline void gather_from_slots(const struct sim *sim, const struct tracker *tracker, struct lanes3 *head,
                                     struct lanes3 *tail)
{
    const struct mat34 *movers[LANES];
    struct lanes34 from;
    for (size_t l = 0; l < LANES; l++) {
        movers[l] = &sim->slots[tracker->runs[l]->end_mover];
        lanes3_set(head, l, mat34_translation(&sim->slots[SLOT_BODIES + tracker->runs[l]->body]));
    }
    gather_matrices(movers, &from);
    *tail = lanes34_point(&from, tracker->ends);
}
#endif

static inline void tracker_gather(const struct sim *sim, const struct tracker *tracker, struct lanes3 *head,
                                  struct lanes3 *tail)
{
    if (tracker->group != NULL) {
        *head = tracker->group->pose.head;
        *tail = tracker->group->pose.tail;
        return;
    }
#if defined LANES_WIDE
    if (tracker->runs[0] != NULL) {
        gather_from_slots(sim, tracker, head, tail);
        return;
    }
#endif
    strands_gather(sim, tracker->joints, head, tail);
}

/* Counts the joints that went through a collider: those that moved far enough are tested one by one. */
static inline void tracker_passes(const struct sim *sim, const struct tracker *tracker,
                                  const struct tracker_frame *frame, lanes way_square, const struct lanes3 *tail)
{
    lanes_mask far = lanes_sqrt(way_square) + lanes_all(frame->drift) > tracker->through;
    for (size_t l = 0; lanes_any(far) && l < tracker->used; l++) {
        if (far[l]) {
            size_t joint = tracker->joints[l];
            size_t passed =
                tunnel_passed(frame->tunnel, sim, joint, lanes3_get(&tracker->tail, l), lanes3_get(tail, l));
            if (passed != SIM_NONE) {
                frame->passes[joint]++;
                frame->passed[joint] = passed;
            }
        }
    }
}

/* Notes, in the last second, how far the bone turns and whether it turns back. */
static inline void tracker_rest(struct tracker *tracker, const struct tracker_frame *frame, struct lanes3 turn,
                                lanes square)
{
    lanes before_square = lanes3_dot(tracker->turn, tracker->turn);
    lanes least = lanes_all(frame->reversal);
    tracker->rest_turn = lanes_max(square, tracker->rest_turn);
    if (frame->half) {
        tracker->last_turn = lanes_max(square, tracker->last_turn);
    }
    lanes_mask turns = (square > least) & (before_square > least);
    if (lanes_any(turns)) {
        lanes_mask back = lanes3_dot(turn, tracker->turn) < lanes_all(-0.5) * lanes_sqrt(square * before_square);
        tracker->reversals += lanes_choose(turns & back, lanes_all(1), lanes_all(0));
    }
}

static inline struct lanes3 tracker_bend(const struct sim *sim, const struct tracker *tracker, struct lanes3 head,
                                         struct lanes3 tail)
{
    struct lanes3 bend = {lanes_all(0), lanes_all(0), lanes_all(0)};
    if (tracker->group != NULL) {
        struct lanes4 rest = rest_of(tracker->group);
        struct lanes4 back = {-rest.x, -rest.y, -rest.z, rest.w};
        return lanes3_unit(lanes3_rotate(back, lanes3_sub(tail, head)));
    }
    for (size_t l = 0; l < LANES; l++) {
        lanes3_set(&bend, l, sim_bend(sim, tracker->joints[l]));
    }
    return bend;
}

static inline lanes tracker_chord(struct lanes3 a, struct lanes3 b)
{
    struct lanes3 d = lanes3_sub(a, b);
    return lanes3_dot(d, d);
}

static inline void tracker_update(const struct sim *sim, struct tracker *tracker, const struct tracker_frame *frame)
{
    struct lanes3 head;
    struct lanes3 end;
    tracker_gather(sim, tracker, &head, &end);
    struct lanes3 bone = lanes3_sub(end, head);
    struct lanes3 tail = lanes3_sub(end, tracker_spread(frame->pose.position));
    if (frame->turned) {
        const struct quat q = frame->pose.rotation;
        const struct lanes4 back = {lanes_all(-q.x), lanes_all(-q.y), lanes_all(-q.z), lanes_all(q.w)};
        bone = lanes3_rotate(back, bone);
        tail = lanes3_rotate(back, tail);
    }
    struct lanes3 direction = lanes3_unit(bone);
    /* NOLINTBEGIN(misc-redundant-expression): a number minus itself is 0, unless it isn't finite */
    lanes none = (direction.x - direction.x) + (direction.y - direction.y) + (direction.z - direction.z) +
                 (tail.x - tail.x) + (tail.y - tail.y) + (tail.z - tail.z);
    /* NOLINTEND(misc-redundant-expression) */
    lanes_mask lost = none != lanes_all(0);
    if (lanes_any(lost)) { /* keeps the last finite values */
        tracker->broken |= lost;
        direction = tracker_choose(lost, tracker->direction, direction);
        tail = tracker_choose(lost, tracker->tail, tail);
    }
    struct lanes3 turn = lanes3_sub(direction, tracker->direction);
    lanes square = lanes3_dot(turn, turn);
    lanes way = tracker_chord(tail, tracker->tail);
    tracker->most = lanes_greatest(square);
    tracker->frame_turn = lanes_max(square, tracker->frame_turn);
    tracker->speed = lanes_max(way / lanes_all(frame->dt * frame->dt), tracker->speed);
    if (frame->passes_too) {
        tracker_passes(sim, tracker, frame, way, &tail);
    }
    if (frame->second) {
        tracker_rest(tracker, frame, turn, square);
    }
    tracker->turn = turn;
    tracker->direction = direction;
    tracker->tail = tail;
    if (frame->after > 0) {
        tracker->off = tracker_chord(direction, tracker->target);
        lanes_mask away = tracker->off > lanes_all(frame->settled);
        tracker->late = lanes_choose(away, lanes_all(frame->after), tracker->late);
    }
    lanes_mask unclear = tracker->bend < lanes_all(frame->settled);
    if (frame->bends && lanes_any(unclear)) {
        lanes bent = lanes_max(tracker_chord(tracker_bend(sim, tracker, head, end), tracker->unbent), tracker->bend);
        tracker->bend = lanes_choose(unclear, bent, tracker->bend);
    }
}

static inline void tracker_look_all(const struct sim *sim, struct tracker *trackers, size_t count,
                                    const struct tracker_frame *frame)
{
    for (size_t i = 0; i < count; i++) {
        if (!trackers[i].resting) {
            tracker_update(sim, &trackers[i], frame);
        }
    }
}

#endif
