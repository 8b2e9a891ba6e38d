/*
 * Joints that are watched while a scenario runs, several at a time: what measures are made of. Joints that share a
 * group of a strand are watched as they lie there, others are gathered. Private to src/sim.
 */
#ifndef VRMLINT_SIM_TRACKER_H
#define VRMLINT_SIM_TRACKER_H

#include "sim/strands.h"
#include "sim/tunnel.h"

/* A joint in each lane; the last lanes may repeat the first one. Directions and places are seen by somebody who moves
 * with the root. All angles are squared chords. */
struct tracker {
    const struct strand_group *group; /* whose lanes these are; NULL: gathered */
    size_t joints[LANES];
    size_t used;
    struct lanes3 direction; /* now */
    struct lanes3 tail;      /* now */
    struct lanes3 first;     /* direction at the beginning */
    struct lanes3 unbent;    /* sim_bend() at the beginning */
    struct lanes3 turn;      /* the last change of direction */
    struct lanes3 target;    /* that joints are timed against */
    lanes frame_turn;        /* the most of all frames */
    lanes rest_turn;         /* of the last second */
    lanes last_turn;         /* of the last half second */
    lanes speed;             /* squared */
    lanes bend;
    lanes late;      /* when the direction was last away from its target, seconds after the motion's end */
    lanes reversals; /* frames of the last second that turned it back */
    lanes through;   /* a way this long may lead through a collider */
    lanes_mask broken;
    double most; /* turn of the last frame */
    size_t calm; /* frames since one of them turned by more than next to nothing */
    size_t unmoved;
    size_t asked; /* the frame in which forces were last asked for */
    bool resting; /* nothing more will come */
};

/* The angle that two unit vectors make, by the square of the distance of their ends. */
static inline double tracker_angle(double chord_square)
{
    double half = sqrt(chord_square) / 2;
    return half < 1 ? 2 * asin(half) : ANGLE_PI;
}

/* The squared chord of an angle. */
static inline double tracker_chord_of(double angle)
{
    double half = sin(angle / 2);
    return 4 * half * half;
}

/* One frame. */
struct tracker_frame {
    const struct tunnel *tunnel;
    struct sim_pose pose; /* of the root */
    bool turned;
    double dt;
    size_t number;   /* from 1 */
    bool second;     /* it is of the last second */
    bool half;       /* and of the last half */
    bool bends;      /* bends are asked for */
    double after;    /* seconds after the motion's end */
    double drift;    /* the farthest that a collider moved */
    double settled;  /* the chord that counts as settled */
    double reversal; /* and the one that counts as turning back */
    size_t *passes;  /* per joint */
    size_t *passed;
};

/* Looks at all watches that aren't resting. */
void tracker_update_all(const struct sim *sim, struct tracker *trackers, size_t count,
                        const struct tracker_frame *frame);

/*
 * Lays out watches for these joints of a simulation: count places, any order. place: per joint, LANES times its watch,
 * plus its lane. Returns how many there are; at most tracker_room().
 */
size_t tracker_lay_out(const struct sim *sim, const size_t *joints, size_t count, struct tracker *trackers,
                       size_t *place, size_t *order);

/* For so many joints. */
size_t tracker_room(size_t joints);

/*
 * Whether a watch is sure to see no more, once motions are over, unless something moves what its joints hang on.
 * turned: of the root. moving_well: per joint of the world, its drag is between 0 and 1, so that what is drawn in
 * stays.
 */
bool tracker_is_calm(const struct sim *sim, struct tracker *tracker, struct quat turned, const bool *moving_well,
                     size_t frame);

#endif
