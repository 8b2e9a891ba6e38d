/*
 * The motions that the check applies to chains. They all begin at rest, with the arms at the sides if there are
 * limbs, and all except the sudden ones are smooth; after a motion, everything stands still to the end of the
 * scenario.
 */
#ifndef VRMLINT_SIM_SCENARIO_H
#define VRMLINT_SIM_SCENARIO_H

#include "sim/poses.h"
#include "sim/solver.h"

enum scenario {
    SCENARIO_SETTLE,   /* nothing moves: only gravity and colliders act */
    SCENARIO_STEP,     /* 0.3 m to the side in one frame */
    SCENARIO_SHAKE,    /* 5 cm to the sides at 3 Hz, for two seconds */
    SCENARIO_WALK,     /* 1.4 m/s, bobbing 3 cm at 2 Hz and swaying 2 cm at 1 Hz */
    SCENARIO_TURN,     /* by 180 degrees in 0.4 s */
    SCENARIO_NOD,      /* the head nods by 20 degrees at 1.5 Hz */
    SCENARIO_TELEPORT, /* 8.4 m in one frame */
    SCENARIO_HITCH,    /* walking, with one frame of 0.3 s */
    /* poses of limbs: only for avatars with limbs, and only for chains that they move */
    SCENARIO_ARMS_DOWN, /* only for joints below the arms: the others have the arms down anyway */
    SCENARIO_STEP_LEFT,
    SCENARIO_STEP_RIGHT,
    SCENARIO_SIT,
    SCENARIO_ARMS_CROSSED,
    SCENARIO_HEAD_TURN,
    SCENARIO_HEAD_NOD,
    SCENARIO_COUNT,
    SCENARIO_POSES = SCENARIO_ARMS_DOWN /* the first pose */
};

/* Seconds: until then everything stands still, and limbs are held as the scenario begins. */
#define SCENARIO_START 0.5

/* The properties of a scenario. */
struct scenario_facts {
    const char *name;   /* "walk" */
    const char *motion; /* its name for `vrmlint simulate --motion` */
    double seconds;     /* duration */
    double end;         /* end of the motion, seconds */
    double hitch;       /* the frame at this time takes 0.3 s; 0: none does */
    bool everyday;      /* bones are judged by their motion in it; otherwise only by whether they come to rest */
    enum pose pose;     /* of the limbs */
};

extern const struct scenario_facts scenario_facts[SCENARIO_COUNT];

/* Returns the command line that shows a scenario, without the file: "vrmlint simulate --motion walk --steps 420".
 * limber: whether the avatar has limbs; least: the least duration, seconds. In the arena. */
const char *sim_command(struct arena *arena, enum scenario scenario, double frames_per_second, bool limber,
                        double least);

/* Sets the limbs to a time in seconds. */
void scenario_limbs(enum scenario scenario, double seconds, struct sim_limbs *limbs);

/* Returns the pose of the root at a time in seconds. */
struct sim_pose scenario_pose(enum scenario scenario, double seconds);

/* The time in a scenario, frame by frame. */
struct scenario_clock {
    enum scenario scenario;
    double frame;   /* seconds */
    double seconds; /* now */
};

/* Advances to the next frame; returns its duration, or 0 if the scenario is over. */
double scenario_tick(struct scenario_clock *clock);

/* Returns the number of frames of a scenario. */
size_t scenario_frames(enum scenario scenario, double frames_per_second);

/* ---- motions of `vrmlint simulate` ---- */

/* In the order of enum vrmlint_motion. */
enum motion {
    MOTION_NONE,
    MOTION_STEP,     /* 0.3 m to the side at 0.5 s, at once */
    MOTION_SHAKE,    /* 5 cm to the sides, 3 Hz */
    MOTION_BOB,      /* walking: 1.4 m/s, bobbing 3 cm at 2 Hz, swaying 2 cm at 1 Hz */
    MOTION_SPIN,     /* about Y, 180 degrees per second */
    MOTION_TURN,     /* about Y by 180 degrees, from 0.5 s to 0.9 s, eased */
    MOTION_BOW,      /* about X by 90 degrees, from 0.5 s to 1 s, eased, and held */
    MOTION_TELEPORT, /* 10 m to the side at 0.5 s, at once */
    /* scenarios of the check, which end at rest */
    MOTION_WALK,
    MOTION_NOD,
    MOTION_SHAKE_STOP,
    MOTION_TELEPORT_FAR,
};

/* Returns the pose of the root and the head at a time in seconds; at the beginning they are at rest.
 * Sines come from libm: the same bits on one machine. */
struct sim_pose motion_at(enum motion motion, double seconds);

#endif
