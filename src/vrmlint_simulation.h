/*
 * vrmlint - simulation of the spring bones of one file. A part of vrmlint.h, which includes it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VRMLINT_SIMULATION_H
#define VRMLINT_SIMULATION_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __GNUC__
#pragma GCC visibility push(default) /* the shared library exports what is declared here */
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* The runtime whose spring bone update is simulated. */
enum vrmlint_engine {
    VRMLINT_ENGINE_SPEC,      /* the specification of VRMC_springBone 1.0, including limits */
    VRMLINT_ENGINE_THREE_VRM, /* three-vrm 3.5.5 */
    VRMLINT_ENGINE_UNIVRM,    /* UniVRM */
    VRMLINT_ENGINE_PBD,       /* the solver of the article on position based dynamics, with its own parameters */
};

/* The revision of VRMC_springBone_limit; both have the version 1.0-draft. */
enum vrmlint_limit_revision {
    VRMLINT_LIMIT_REVISION_B, /* the published draft */
    VRMLINT_LIMIT_REVISION_C, /* the one proposed for 1.0 */
};

/* Built-in motions of the root. All start at rest. */
enum vrmlint_motion {
    VRMLINT_MOTION_NONE,
    VRMLINT_MOTION_STEP,     /* jumps 0.3 m to the side at 0.5 s */
    VRMLINT_MOTION_SHAKE,    /* 5 cm from side to side at 3 Hz */
    VRMLINT_MOTION_BOB,      /* walking at 1.4 m/s, bobbing and swaying */
    VRMLINT_MOTION_SPIN,     /* 180 degrees per second about Y */
    VRMLINT_MOTION_TURN,     /* 180 degrees about Y, from 0.5 s to 0.9 s */
    VRMLINT_MOTION_BOW,      /* 90 degrees about X, from 0.5 s to 1 s, then held */
    VRMLINT_MOTION_TELEPORT, /* jumps 10 m to the side at 0.5 s */
    /* Motions that the check of spring bones uses besides step and turn. They start at 0.5 s and end at rest. */
    VRMLINT_MOTION_WALK,         /* 1.4 m/s for 2.5 s, bobbing and swaying */
    VRMLINT_MOTION_NOD,          /* the head nods by 20 degrees at 1.5 Hz, for 2 s */
    VRMLINT_MOTION_SHAKE_STOP,   /* 5 cm from side to side at 3 Hz, for 2 s */
    VRMLINT_MOTION_TELEPORT_FAR, /* jumps 8.4 m */
};

/*
 * The position of the scene's root in metres and its rotation as a unit quaternion x y z w. nod rotates the humanoid's
 * head, in the axes of VRM 1.0 (+X to the left, +Y up, +Z to the front); in a file without a head it is the local
 * rotation of every node that carries a chain, unless another one or a joint moves it. A unit quaternion, or all 0 for
 * none.
 */
struct vrmlint_pose {
    double position[3];
    double rotation[4];
    double nod[4];
};

/* Writes the pose of a motion at a time in seconds. */
void vrmlint_motion_pose(enum vrmlint_motion motion, double seconds, struct vrmlint_pose *pose);

/* Poses of the limbs. In all but the first the arms are at the sides from the beginning. */
enum vrmlint_limbs {
    VRMLINT_LIMBS_AS_MODELLED,  /* the T-pose */
    VRMLINT_LIMBS_ARMS_DOWN,    /* no other change */
    VRMLINT_LIMBS_STEP_LEFT,    /* the left thigh rises by 60 degrees from 0.5 s to 0.9 s, and lowers until 1.3 s */
    VRMLINT_LIMBS_STEP_RIGHT,   /* the same with the right thigh */
    VRMLINT_LIMBS_SIT,          /* both thighs rise by 90 degrees from 0.5 s to 1.1 s, and stay */
    VRMLINT_LIMBS_ARMS_CROSSED, /* the arms cross in front of the chest from 0.5 s to 1.1 s, and stay */
    VRMLINT_LIMBS_HEAD_TURN,    /* the head turns by 60 degrees to either side, from 0.5 s to 2.1 s */
    VRMLINT_LIMBS_HEAD_NOD,     /* the head nods by 35 degrees to either side, from 0.5 s to 2.1 s */
};

/* A joint that moves. */
struct vrmlint_moving_joint {
    size_t spring; /* index of the spring, or of the bone group in VRM 0.x */
    size_t joint;  /* index in the joints of the spring; in VRM 0.x number below its root, in pre-order */
    size_t node;   /* the head of the joint; SIZE_MAX for a node that only the runtime creates (VRM 0.x) */
};

/*
 * A running simulation. Owned by the caller; all its contents live until vrmlint_simulation_free(). Joints are in the
 * order of the file (VRM 0.x: group, root, pre-order). A file without springs has no joints.
 */
struct vrmlint_simulation {
    const char *error;     /* NULL, or why the file can't be simulated; all members below are then empty */
    bool animation_failed; /* the error is in the animation */
    bool limber;           /* limbs move some of the simulated nodes */
    size_t spring_count;   /* number of springs, or of bone groups in VRM 0.x */
    const struct vrmlint_moving_joint *joints;
    size_t joint_count;
    bool whole;           /* false if the file exceeds what can be simulated and a part is left out */
    const double *tails;  /* x, y and z per joint: the tail node or virtual tail in world space, metres */
    const double *states; /* the same for the engine's own tail; all of these may become infinite or NaN */
    /*
     * For display: nodes that the simulation turns: heads of joints, nodes that carry them, humanoid bones of a pose;
     * SIZE_MAX for a node that only the runtime creates. All other nodes keep their transform relative to their parent
     * or the root.
     */
    const size_t *nodes;
    size_t node_count;
    const double *matrices;   /* world transform per node: a row each for x, y and z, of 4 numbers */
    double animation_seconds; /* time of the animation's last keyframe of a bone; 0 without an animation */
    double animation_scale;   /* factor from the hip translations of the animation to those of this avatar */
};

/* The parameters of VRMLINT_ENGINE_PBD. */
struct vrmlint_pbd {
    double spring;     /* pull towards the rest pose, 1/s^2, 0 or more; 100 in the article */
    double damp;       /* share of the velocity kept in each step, 0 to 1; 0.85 in the article */
    double gravity;    /* m/s^2, downwards; 9.8 in the article */
    double point_size; /* radius of bones in collisions with spheres, metres, 0 or more; 0.02 in the article */
    bool from_file;    /* use each joint's stiffness, dragForce, gravityPower and hitRadius instead of these four */
};

struct vrmlint_simulation_options {
    enum vrmlint_engine engine;
    const struct vrmlint_pbd *pbd; /* NULL: the values of the article */
    bool reset_pose; /* VRMLINT_ENGINE_PBD: reset the pose before each step, as an animator does; the article doesn't */
    double size;     /* scale of the avatar; 0: original size */
    enum vrmlint_limbs limbs;
    const char *animation;                      /* path of a VRM animation that moves the limbs instead, or NULL */
    enum vrmlint_limit_revision limit_revision; /* of VRMLINT_ENGINE_SPEC */
    bool no_constraints;                        /* leave the file's node constraints out */
};

/*
 * Creates a simulation of the spring bones of a file ("-": standard input), at rest. Returns NULL only if the first
 * allocation fails.
 */
struct vrmlint_simulation *vrmlint_simulation_new(const char *path, const struct vrmlint_simulation_options *options);

/* Creates a simulation from bytes in memory, which may be freed once the function returns. */
struct vrmlint_simulation *vrmlint_simulation_from_bytes(const void *bytes, size_t size,
                                                         const struct vrmlint_simulation_options *options);

/*
 * Advances the simulation by a number of seconds and updates tails and states. At the end of the step the root has the
 * given pose, and the limbs have their pose at the time since the start. Must not be called if error is set.
 */
void vrmlint_simulation_step(struct vrmlint_simulation *simulation, const struct vrmlint_pose *pose, double seconds);

/* Frees a simulation and all its contents; does nothing if simulation is NULL. */
void vrmlint_simulation_free(struct vrmlint_simulation *simulation);

/*
 * The nodes of a file, and what moves them: its node constraints (VRMC_node_constraint 1.0) and a VRM animation. Owned
 * by the caller.
 */
struct vrmlint_rig;

/* Creates a rig in the rest pose from bytes in memory, which must live as long as the rig. It has no nodes if the bytes
 * aren't a readable file. Returns NULL only if memory runs out. */
struct vrmlint_rig *vrmlint_rig_from_bytes(const void *bytes, size_t size);

/* Returns the number of nodes; the functions below take indices smaller than that. */
size_t vrmlint_rig_node_count(const struct vrmlint_rig *rig);

/* Sets the translation of a node in metres and its rotation as a unit quaternion x y z w, both relative to its parent.
 * NULL leaves one as it is. */
void vrmlint_rig_set(struct vrmlint_rig *rig, size_t node, const double *translation, const double *rotation);

/* Reads a VRM animation (VRMC_vrm_animation 1.0 and 1.0-draft) from bytes in memory, for the rig to play. Returns false
 * if there is nothing to play or memory runs out. */
bool vrmlint_rig_play(struct vrmlint_rig *rig, const void *bytes, size_t size);

/* Sets the bones to the animation's pose at a time. Call vrmlint_rig_update() afterwards. */
void vrmlint_rig_hold(struct vrmlint_rig *rig, double seconds);

/* Returns the weight of an expression, 0 to 1, at the time of the last vrmlint_rig_hold(); NaN if the animation
 * doesn't have it. */
double vrmlint_rig_weight(const struct vrmlint_rig *rig, const char *expression);

/* Writes the yaw (to the left) and the pitch (down) of the gaze at that time, degrees; NaN if it isn't animated. */
void vrmlint_rig_gaze(const struct vrmlint_rig *rig, double angles[2]);

/* Evaluates all constraints, each after those that it depends on. */
void vrmlint_rig_update(struct vrmlint_rig *rig);

/* Writes the rotation of a node relative to its parent. */
void vrmlint_rig_rotation(const struct vrmlint_rig *rig, size_t node, double rotation[4]);

/* Writes the position of a node in the world, metres, as of the last update. */
void vrmlint_rig_position(const struct vrmlint_rig *rig, size_t node, double position[3]);

/* Frees a rig; does nothing if it is NULL. */
void vrmlint_rig_free(struct vrmlint_rig *rig);

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
