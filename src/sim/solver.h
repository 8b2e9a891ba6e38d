/* clang-format off: it would fold the table */
/*
 * Spring bones in motion. An engine is the complete rule of one runtime for a joint; all engines run on a world,
 * which is built once from the views of a file, and give the same bits in every run and at every optimisation level.
 *
 *   world = sim_world_build(arena, avatar, &sim_spec, SIM_STIFF, 1);
 *   sim = sim_new(arena, world, &(struct sim_options){0});
 *   for each step: sim_step(sim, &pose, dt), then read sim_tail(sim, j) ...
 *
 * Worlds and simulations are in the arena that they are given, and borrow what they are built from. Stepping
 * allocates nothing. Whatever numbers a file contains, every call takes finite time; states may become infinite or
 * NaN.
 *
 * Where a specification and a runtime differ, engines follow this table:
 *
 *                 spec                    three_vrm (3.5.5)         univrm (1.0 jobs)         pbd (article)
 *   length        as at rest              head to tail node, after  local offset of the tail  as at rest, unscaled
 *                                         the previous step         times its lossy scale
 *   rest          modelled pose           modelled pose, sheared    modelled pose             current pose; modelled
 *                                         by scales                                           one with reset_pose
 *   rounding      of rotations, scales    kept                      rotations made unit,      undone
 *                 to floats: undone                                  scales kept
 *   drag absent   0.5 (0.x: 0.4)          0.4                       0.5 (0.x: 0.4)            has a damp of its own,
 *                                                                                             or 0.5 (0.x: 0.4)
 *   hit radius    as in the file          as in the file            0.x: times the scale      one for all
 *   gravityDir    as in the file          as in the file            0.x: z reversed           down
 *   limits        after inertia and       none                      after inertia and each    none
 *                 after each hit                                    hit; cosines of angles
 *                                                                   above pi as they are
 *   colliders     all                     all; at the origin until  all; outside ones scale   spheres that keep
 *                                         the node's first refresh  with their node, capsules the tail outside,
 *                                                                   seen from the head        scaled
 *   after a hit   length restored         length restored           length restored, but not  length restored once,
 *                                                                   by inside shapes, planes  after all colliders
 *   on a center   no push                 NaN                       no push                   no push
 *   skipped node  tail seen from the      local offset of the tail  local offset of the tail; tail seen from the
 *                 head                                              keeps its world rotation  head
 *   order         dependencies first      dependencies first        the file's; colliders     dependencies first
 *                                                                   0.x: as a group begins
 *   small turns   as they are             as they are               1.0: none below 0.081     as they are
 *                                                                   degrees
 *   two springs   both                    both                      only the first            both
 *   on one node
 *   center        inertia in its space    the same; of the frame    inertia in its space      none
 *                                         before, if no joint or
 *                                         collider depends on it
 *   0.x tails     as three_vrm            first child, or 7 cm in   first child, or 7 cm in   every child; none if
 *                                         the head's space          world space, scaled       there is no child
 *   0.x bones     as three_vrm            colliders and parts of    nodes alone               nodes alone
 *                                         meshes sway as well
 */
/* clang-format on */
#ifndef VRMLINT_SIM_SOLVER_H
#define VRMLINT_SIM_SOLVER_H

#include "sim/collide.h"
#include "sim/limbs.h"
#include "sim/limit.h"
#include "vrm/avatar.h"

#define SIM_NONE SIZE_MAX

struct sim_engine;
struct sim_world;
struct sim;

/* The engines: the published text, with its divisions guarded; three-vrm and UniVRM as they are; the solver of the
 * article on position based dynamics. */
extern const struct sim_engine sim_spec;
extern const struct sim_engine sim_three_vrm;
extern const struct sim_engine sim_univrm;
extern const struct sim_engine sim_pbd;

/* Returns its name: "spec", "three-vrm", "univrm", "pbd". */
const char *sim_engine_name(const struct sim_engine *engine);

/* A joint that moves: a head and its tail. The parameters are those that the engine uses, with its defaults; a number
 * of the file that overflows is infinite. */
struct sim_joint {
    size_t spring; /* index of the spring, or of the bone group of VRM 0.x */
    size_t index;  /* index in its joints; of VRM 0.x, its number below its root, in pre-order */
    size_t head;   /* node; SIM_NONE for one that an app creates (VRM 0.x) */
    size_t tail;   /* node; SIM_NONE for a virtual tail, and for a node that an app creates */
    size_t center; /* node, or SIM_NONE */
    double stiffness;
    double drag;
    double gravity_power;
    struct vec3 gravity_dir;
    double hit_radius; /* metres */
    const struct limit *limit;
};

/* Which of an avatar's limbs are in a world. */
enum sim_body {
    SIM_STIFF,  /* none: they keep still */
    SIM_LIMBER, /* those that carry something simulated: sim_set_limbs() may move them. As long as it isn't called, the
                   results differ by rounding errors only. */
    SIM_SHOWN,  /* for display: limbs that carry nothing simulated are among the turning nodes too */
};

/*
 * Creates a world: the joints of a file as an engine sees them, in the order of the file (VRM 0.x: group, root,
 * pre-order). size: the scale of the scene's root at which an app shows the avatar. The world has no joints if there
 * is nothing to move. Linear in the file, except for joints that VRM 0.x roots share and lists of colliders, which
 * are limited, as are node constraints: sim_world_is_whole() returns whether they are complete.
 */
struct sim_world *sim_world_build(struct arena *arena, const struct avatar *avatar, const struct sim_engine *engine,
                                  enum sim_body body, double size);

/* Return whether limbs carry something simulated; and whether any limbs can turn. */
bool sim_has_limbs(const struct sim_world *world);
bool sim_turns_limbs(const struct sim_world *world);

/* Returns false if joints, lists of colliders or constraints were left out because a file has too many. */
bool sim_world_is_whole(const struct sim_world *world);
size_t sim_joint_count(const struct sim_world *world);

/* Returns the nodes, *count of them, whose constraints stay at rest although something simulated depends on them:
 * constraints of unknown kinds, without a source, and those that depend on themselves. */
const size_t *sim_resting_constraints(const struct sim_world *world, size_t *count);
const struct sim_joint *sim_joints(const struct sim_world *world);

/* Give access to the same joints, and set a collider's radius in metres, to try other numbers: simulations that are
 * created later use them. */
struct sim_joint *sim_world_joints(struct sim_world *world);
void sim_world_set_radius(struct sim_world *world, size_t collider, double radius);

/* Returns the number of joints plus the number of pairs of a joint and a collider: the cost of a step. */
size_t sim_step_cost(const struct sim_world *world);

/* Returns the *count colliders that a joint collides with, with repeats. In VRMC_springBone a number is the
 * collider's index in the file; in VRM 0.x the colliders of all groups are numbered consecutively. */
const size_t *sim_joint_colliders(const struct sim_world *world, size_t joint, size_t *count);

/* Whether apps show a node without a parent, and its descendants: it is in the scene that the simulation moves. */
bool sim_is_shown(const struct sim_world *world, size_t node);

/* Returns a collider's shape as in the file; NULL for SIM_NONE. */
const struct shape *sim_collider_shape(const struct sim_world *world, size_t collider);

/* Returns the collider's node in the file, or SIM_NONE. */
size_t sim_collider_node(const struct sim_world *world, size_t collider);

/*
 * Adds the cost of checking each spring, or bone group, to costs[spring]. A pair of a joint and a collider is 1,
 * about 60 microseconds if nothing comes to rest; a joint is SIM_JOINT_COST, as if no joints shared a processor's
 * lanes, plus SIM_CENTER_COST if it has a center, plus SIM_SKIP_COST if its tail isn't a child of its node.
 */
enum { SIM_JOINT_COST = 30, SIM_CENTER_COST = 25, SIM_SKIP_COST = 40 };
void sim_costs(const struct sim_world *world, size_t *costs);

/* The same for the world that sim_world_build() would create of an avatar, without creating it: for one with too many
 * joints. */
void sim_count_costs(struct arena *arena, const struct avatar *avatar, const struct sim_engine *engine, size_t *costs);

/* The parameters of the article's solver. */
struct sim_pbd_settings {
    double spring;     /* pull towards the rest pose, 1/s^2 */
    double damp;       /* share of the velocity that a step keeps */
    double gravity;    /* m/s^2, down */
    double point_size; /* hit radius, metres */
    bool from_file;    /* uses parameters of each joint in the file instead: see sim_pbd_from_file() */
    bool reset_pose;   /* an animator resets the pose before each step; as published, nothing does */
};

/*
 * Returns the parameters that come nearest to the specification for a joint of some length in steps of dt seconds:
 * damp keeps what dragForce leaves, spring pulls in a small swing like stiffness, and gravity like gravityPower.
 * Steps of other lengths differ, because the article's forces depend on their square. Nothing pulls if dragForce
 * leaves nothing.
 */
struct sim_pbd_settings sim_pbd_from_file(const struct sim_joint *joint, double length, double dt);

#define SIM_PBD_ARTICLE ((struct sim_pbd_settings){.spring = 100, .damp = 0.85, .gravity = 9.8, .point_size = 0.02})

struct sim_options {
    bool no_colliders;
    struct sim_pbd_settings pbd; /* only for sim_pbd */
    const bool *joints; /* per joint, only for sim_spec: these and all that they depend on are simulated, others may
                           keep still; NULL: all are. Borrowed during the call */
};

/* The position and rotation of the scene's root, and a nod. */
struct sim_pose {
    struct vec3 position; /* metres */
    struct quat rotation; /* unit */
    struct quat nod; /* unit; rotates the humanoid's head from its initial rotation, in the axes of struct sim_limbs. In
                        a file without a head it rotates every node that carries a chain, unless another one or a joint
                        moves it, in its own space after its initial rotation. */
};

#define SIM_POSE_REST ((struct sim_pose){.rotation = QUAT_IDENTITY, .nod = QUAT_IDENTITY})

/* Creates a simulation at rest. */
struct sim *sim_new(struct arena *arena, const struct sim_world *world, const struct sim_options *options);

/* Sets how the avatar holds its limbs from the next step or reset on; NULL: as modelled. */
void sim_set_limbs(struct sim *sim, const struct sim_limbs *limbs);

/* Resets everything to rest, on the limbs as they are held. */
void sim_reset(struct sim *sim);

/* Runs one step of dt seconds, after which the root is at pose. If dt is 0 or less, only the root moves. */
void sim_step(struct sim *sim, const struct sim_pose *pose, double dt);

/*
 * Leaves out of later steps the joints whose motion no longer matters: those that are done (per joint), unless others
 * that aren't depend on them, until the root moves or everything is reset. What the others do stays the same, bit for
 * bit. Only for sim_spec and sim_three_vrm. sim_is_left_out(): whether a joint is left out.
 */
void sim_leave_out(struct sim *sim, const bool *done);
bool sim_is_left_out(const struct sim *sim, size_t joint);

/* Evaluates only the constraints, with the root at pose, if they don't depend on joints; everything else stays as it
 * was until the next reset. */
void sim_constrain(struct sim *sim, const struct sim_pose *pose);

/* Return positions after the last step, in world space, metres. */
struct vec3 sim_head(const struct sim *sim, size_t joint);
struct vec3 sim_tail(const struct sim *sim, size_t joint);  /* the tail node, or the virtual tail */
struct vec3 sim_state(const struct sim *sim, size_t joint); /* the tail in the engine's own state */

/* Return the number of nodes that turn by themselves; one of them, or SIM_NONE for one that an app creates (VRM 0.x);
 * and the present matrices of all of them, 12 numbers each, row by row. */
size_t sim_turning_count(const struct sim_world *world);
size_t sim_turning_node(const struct sim_world *world, size_t index);
void sim_turning_matrices(const struct sim *sim, double *rows);

/* Returns the bone's direction in its rest frame: its own bending, without that of the bones above it. Unit, or zero
 * for a bone without length. */
struct vec3 sim_bend(const struct sim *sim, size_t joint);

#endif
