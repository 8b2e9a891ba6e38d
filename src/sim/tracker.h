/*
 * Tracks joints while a scenario runs, LANES at a time, for measures. Joints that share a group of a strand are read in
 * place, others are gathered. Private to src/sim.
 */
#ifndef VRMLINT_SIM_TRACKER_H
#define VRMLINT_SIM_TRACKER_H

#include "sim/strands.h"
#include "sim/tunnel.h"

/* One joint in each lane; the last lanes may repeat the first one. Directions and positions are relative to the root.
 * All angles are squared chords. */
struct tracker {
    const struct strand_group *group; /* the group of these lanes; NULL: gathered */
    size_t joints[LANES];
    size_t used;
    const struct run *runs[LANES]; /* of joints that all have slots; NULL for others */
    struct lanes3 ends;            /* their tails, in the spaces of what moves these */
    struct lanes3 direction;       /* now */
    struct lanes3 tail;            /* now */
    struct lanes3 first;           /* direction at the beginning */
    struct lanes3 unbent;          /* sim_bend() at the beginning */
    struct lanes3 turn;            /* the last change of direction */
    struct lanes3 target;          /* against which joints are timed */
    lanes frame_turn;              /* largest of all frames */
    lanes rest_turn;               /* largest of the last second */
    lanes last_turn;               /* largest of the last half second */
    lanes speed;                   /* squared */
    lanes bend;
    lanes late;      /* when the direction was last away from its target, seconds after the motion's end */
    lanes reversals; /* frames of the last second that turned it back */
    lanes through;   /* if a tail moves further than this, it may go through a collider */
    lanes_mask broken;
    lanes off;    /* squared distance from the target, once the motion is over */
    double most;  /* largest turn in the last frame */
    size_t quiet; /* number of frames in which tracker_is_quiet() would allow to end */
    size_t calm;  /* number of frames since a joint turned by more than HELD_STILL */
    size_t unmoved;
    size_t asked; /* the frame in which forces were last computed */
    bool resting; /* nothing will change any more */
    bool left;    /* nor would it matter: its joints are left out of steps */
};

/* Returns the angle between two unit vectors, from the squared distance of their ends. */
static inline double tracker_angle(double chord_square)
{
    double half = sqrt(chord_square) / 2;
    return half < 1 ? 2 * asin(half) : ANGLE_PI;
}

/* Returns the squared chord of an angle. */
static inline double tracker_chord_of(double angle)
{
    double half = sin(angle / 2);
    return 4 * half * half;
}

/* One frame, and the limits that apply in it. */
struct tracker_frame {
    const struct tunnel *tunnel;
    struct sim_pose pose; /* of the root */
    bool turned;
    double dt;
    bool passes_too; /* what goes through colliders is counted */
    bool second;     /* it is of the last second */
    bool half;       /* it is of the last half second */
    bool bends;      /* bends are measured */
    double after;    /* seconds after the motion's end */
    double drift;    /* the largest movement of a collider */
    double settled;  /* the chord that counts as settled */
    double reversal; /* the chord from which a turn back counts */
    size_t *passes;  /* per joint */
    size_t *passed;
};

/* Updates all trackers that aren't resting. */
void tracker_update_all(const struct sim *sim, struct tracker *trackers, size_t count,
                        const struct tracker_frame *frame);

/*
 * Lays out trackers for count joints of a simulation, in any order. place: receives, per joint, LANES times its
 * tracker, plus its lane. Returns the number of trackers; at most tracker_room().
 */
size_t tracker_lay_out(const struct sim *sim, const size_t *joints, size_t count, struct tracker *trackers,
                       size_t *place, size_t *order);

/* Returns the largest number of trackers for so many joints. */
size_t tracker_room(size_t joints);

/*
 * Whether a tracker can't change any more, once motions are over, unless an ancestor of its joints moves. turned: the
 * rotation of the root. moving_well: per joint of the world, whether its drag is between 0 and 1, so that a joint that
 * comes to rest stays there.
 */
bool tracker_is_calm(const struct sim *sim, struct tracker *tracker, struct quat turned, const bool *moving_well,
                     size_t frame);

/* What a joint must not exceed to be quiet: squared chords, of a direction from its target and of a turn in a frame. */
struct tracker_quiet {
    double near;
    double turn;
    double bend; /* bends below this are still measured; 0: none are */
    size_t frames;
};

/* Whether a tracker has been near its targets, and slow, for some frames: see struct measure_quiet. Called in every
 * frame. */
bool tracker_is_quiet(struct tracker *tracker, const struct tracker_quiet *quiet);

#endif
