/*
 * vrmlint - the spring bones of one file in motion. A part of vrmlint.h, which includes it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VRMLINT_SIMULATION_H
#define VRMLINT_SIMULATION_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whose rules a joint follows; each is that runtime's whole update. */
enum vrmlint_engine {
    VRMLINT_ENGINE_SPEC,      /* the published text of VRMC_springBone 1.0, limits included */
    VRMLINT_ENGINE_THREE_VRM, /* three-vrm 3.5.5 */
    VRMLINT_ENGINE_UNIVRM,    /* UniVRM */
    VRMLINT_ENGINE_PBD,       /* the solver of the article on position based dynamics, with its own parameters */
};

/* Built-in motions of the root; all start at rest. */
enum vrmlint_motion {
    VRMLINT_MOTION_NONE,
    VRMLINT_MOTION_STEP,     /* 0.3 m to the side at 0.5 s, at once */
    VRMLINT_MOTION_SHAKE,    /* 5 cm to the sides, 3 Hz */
    VRMLINT_MOTION_BOB,      /* walking at 1.4 m/s, bobbing and swaying */
    VRMLINT_MOTION_SPIN,     /* 180 degrees per second about Y */
    VRMLINT_MOTION_TURN,     /* by 180 degrees about Y, from 0.5 s to 0.9 s */
    VRMLINT_MOTION_BOW,      /* by 90 degrees about X, from 0.5 s to 1 s, and held */
    VRMLINT_MOTION_TELEPORT, /* 10 m to the side at 0.5 s, at once */
    /* what the check of spring bones puts an avatar through, beside step and turn; from 0.5 s on, then at rest again */
    VRMLINT_MOTION_WALK,         /* 1.4 m/s for 2.5 s, bobbing and swaying */
    VRMLINT_MOTION_NOD,          /* what carries chains pitches by 20 degrees at 1.5 Hz, for 2 s */
    VRMLINT_MOTION_SHAKE_STOP,   /* 5 cm to the sides, 3 Hz, for 2 s */
    VRMLINT_MOTION_TELEPORT_FAR, /* 8.4 m at once */
};

/*
 * Where the root of the scene is: metres, and a unit quaternion x y z w; and how every node that carries a chain, and
 * that no joint moves, is turned in its own space: a unit quaternion, or all 0 for not at all.
 */
struct vrmlint_pose {
    double position[3];
    double rotation[4];
    double nod[4];
};

/* The pose of a motion at a time in seconds. */
void vrmlint_motion_pose(enum vrmlint_motion motion, double seconds, struct vrmlint_pose *pose);

/* How an avatar holds its limbs: all but the first have the arms at the sides, from the beginning on. */
enum vrmlint_limbs {
    VRMLINT_LIMBS_AS_MODELLED,  /* the T-pose */
    VRMLINT_LIMBS_ARMS_DOWN,    /* nothing else */
    VRMLINT_LIMBS_STEP_LEFT,    /* the left thigh goes up by 60 degrees from 0.5 s to 0.9 s, and back until 1.3 s */
    VRMLINT_LIMBS_STEP_RIGHT,   /* the right one */
    VRMLINT_LIMBS_SIT,          /* both go up by 90 degrees from 0.5 s to 1.1 s, and stay */
    VRMLINT_LIMBS_ARMS_CROSSED, /* the arms are crossed before the chest, from 0.5 s to 1.1 s, and stay */
    VRMLINT_LIMBS_HEAD_TURN,    /* the head turns by 60 degrees to either side, from 0.5 s to 2.1 s */
    VRMLINT_LIMBS_HEAD_NOD,     /* the head nods by 35 degrees to either side, from 0.5 s to 2.1 s */
};

/* A joint that moves. */
struct vrmlint_moving_joint {
    size_t spring; /* index of the spring, or of the bone group of VRM 0.x */
    size_t joint;  /* index in its joints; in VRM 0.x, its number below its root, in pre-order */
    size_t node;   /* its head; SIZE_MAX for one that only an app makes up (VRM 0.x) */
};

/*
 * A simulation under way. Owned by the caller; everything in it lives until vrmlint_simulation_free(). Joints come in
 * the order of the file (VRM 0.x: group, root, pre-order); a file without springs has none.
 */
struct vrmlint_simulation {
    const char *trouble;     /* NULL, or why the file can't be simulated: then nothing below is filled */
    bool animation_troubles; /* it is the animation that can't be played */
    bool limber;             /* limbs move something of what is simulated */
    size_t spring_count;     /* or bone groups */
    const struct vrmlint_moving_joint *joints;
    size_t joint_count;
    bool whole;           /* false: the file asks for more than can be simulated, and some is left out */
    const double *tails;  /* per joint x, y and z of the tail node, or virtual tail, in world space, metres */
    const double *states; /* the same of the engine's own tail; any of these may become infinite or NaN */
    /* For those who show the avatar: the nodes that the simulation turns, heads of joints, what carries them, and
     * limbs; SIZE_MAX for one that only an app makes up. All else stands to its parent, or to the root, as the file has
     * it. */
    const size_t *nodes;
    size_t node_count;
    const double *matrices; /* per such node, where it is in world space: a row for x, y and z, each of 4 numbers */
};

/* The parameters of VRMLINT_ENGINE_PBD. */
struct vrmlint_pbd {
    double spring;     /* pull towards the rest pose, 1/s^2, from 0 on; the article's: 100 */
    double damp;       /* of the velocity that is kept each step, 0 to 1; 0.85 */
    double gravity;    /* m/s^2, down; 9.8 */
    double point_size; /* radius of bones against spheres, metres, from 0 on; 0.02 */
    bool from_file;    /* instead, all four from each joint's stiffness, dragForce, gravityPower and hitRadius */
};

struct vrmlint_simulation_options {
    enum vrmlint_engine engine;
    const struct vrmlint_pbd *pbd; /* NULL: as the article has them */
    bool reset_pose; /* VRMLINT_ENGINE_PBD: an animator puts the pose back before each step; as published, none does */
    double size;     /* at how many times its size the avatar is shown; 0: as it is */
    enum vrmlint_limbs limbs;
    const char *animation; /* path of a VRM animation that moves the limbs instead; NULL: none does */
};

/*
 * The spring bones of a file, "-" for standard input, at rest. Never returns NULL but when memory is short from the
 * first allocation.
 */
struct vrmlint_simulation *vrmlint_simulation_new(const char *path, const struct vrmlint_simulation_options *options);

/* The same for bytes in memory, which may go once this returns. */
struct vrmlint_simulation *vrmlint_simulation_from_bytes(const void *bytes, size_t size,
                                                         const struct vrmlint_simulation_options *options);

/* One step of so many seconds, at whose end the root stands at pose, and limbs as they do at that time, counted from
 * the beginning; tails and states are anew after it. Must not be
 * called when there is trouble. */
void vrmlint_simulation_step(struct vrmlint_simulation *simulation, const struct vrmlint_pose *pose, double seconds);

/* Frees a simulation and everything in it; NULL is fine. */
void vrmlint_simulation_free(struct vrmlint_simulation *simulation);

#ifdef __cplusplus
}
#endif

#endif
