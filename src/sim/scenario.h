/*
 * The motions that the check puts chains through. They all begin at rest, with the arms at the sides where there are
 * limbs, and all but the sudden ones are smooth; when a motion has ended, everything stands still to the end of the
 * scenario.
 */
#ifndef VRMLINT_SIM_SCENARIO_H
#define VRMLINT_SIM_SCENARIO_H

#include "sim/poses.h"
#include "sim/solver.h"

enum scenario {
    SCENARIO_SETTLE,   /* nothing moves: gravity and colliders alone */
    SCENARIO_STEP,     /* 0.3 m to the side in one frame */
    SCENARIO_SHAKE,    /* 5 cm to the sides at 3 Hz, for two seconds */
    SCENARIO_WALK,     /* 1.4 m/s, bobbing 3 cm at 2 Hz and swaying 2 cm at 1 Hz */
    SCENARIO_TURN,     /* by 180 degrees in 0.4 s */
    SCENARIO_NOD,      /* what carries the chains pitches by 20 degrees at 1.5 Hz: seen through any center */
    SCENARIO_TELEPORT, /* 8.4 m in one frame */
    SCENARIO_HITCH,    /* walking, with one frame of 0.3 s */
    /* poses that limbs take: only of avatars with limbs, and only chains that they move */
    SCENARIO_ARMS_DOWN, /* of what hangs on the arms: the rest has them down anyway */
    SCENARIO_STEP_LEFT,
    SCENARIO_STEP_RIGHT,
    SCENARIO_SIT,
    SCENARIO_ARMS_CROSSED,
    SCENARIO_HEAD_TURN,
    SCENARIO_HEAD_NOD,
    SCENARIO_COUNT,
    SCENARIO_POSES = SCENARIO_ARMS_DOWN /* the first of them */
};

/* Before this, seconds, everything stands still, limbs held as the scenario begins. */
#define SCENARIO_START 0.5

/* What is asked of a scenario. */
struct scenario_facts {
    const char *name;   /* "walk" */
    const char *motion; /* what `vrmlint simulate --motion` calls it */
    double seconds;     /* how long it takes */
    double end;         /* when the motion is over, seconds */
    double hitch;       /* the frame that this time falls in takes 0.3 s; 0: none does */
    bool everyday;      /* what bones do in it is judged; otherwise only that they come to rest is */
    enum pose pose;     /* how limbs are held */
};

extern const struct scenario_facts scenario_facts[SCENARIO_COUNT];

/*
 * The command line that shows a scenario, but for the file: "vrmlint simulate --motion walk --steps 420". Limber: of an
 * avatar that has limbs. In the arena.
 */
const char *sim_command(struct arena *arena, enum scenario scenario, double frames_per_second, bool limber);

/* How limbs are held at a time in seconds. */
void scenario_limbs(enum scenario scenario, double seconds, struct sim_limbs *limbs);

/* The pose at a time in seconds. */
struct sim_pose scenario_pose(enum scenario scenario, double seconds);

/* Time in a scenario, frame by frame. */
struct scenario_clock {
    enum scenario scenario;
    double frame;   /* seconds */
    double seconds; /* now */
};

/* The next frame: how long it takes, or 0 when the scenario is over. */
double scenario_tick(struct scenario_clock *clock);

/* How many frames a scenario has. */
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

/* How the root, and what carries chains, moves in a simulation: where it is at a time in seconds, at rest at first.
 * Sines come from libm: the same bits on one machine. */
struct sim_pose motion_at(enum motion motion, double seconds);

#endif
