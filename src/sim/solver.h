/* clang-format off: it would fold the table */
/*
 * Spring bones in motion. An engine is one runtime's whole rule for a joint; all run on a world, which is built once
 * from the views of a file, and give the same bits on every run and at every optimisation level.
 *
 *   world = sim_world_build(arena, avatar, &sim_spec, SIM_STIFF, 1);
 *   sim = sim_new(arena, world, &(struct sim_options){0});
 *   for each step: sim_step(sim, &pose, dt), then read sim_tail(sim, j) ...
 *
 * Worlds and simulations live in the arena they are given and borrow what they are built from. Stepping allocates
 * nothing. Whatever numbers a file holds, every call takes finite time; states may become infinite or NaN.
 *
 * Where a specification and a runtime differ, engines follow this table:
 *
 *                 spec                    three_vrm (3.5.5)         univrm (1.0 jobs)         pbd (article)
 *   length        as at rest              head to tail node, where  local offset of the tail  as at rest, unscaled
 *                                         the last step left it     times its lossy scale
 *   rest          modelled pose           modelled pose, sheared    modelled pose             current pose; modelled
 *                                         by scales                                           one with reset_pose
 *   rounding      of rotations, scales    kept                      rotations made unit,      undone
 *                 to floats: undone                                  scales kept
 *   drag absent   0.5 (0.x: 0.4)          0.4                       0.5 (0.x: 0.4)            has a damp of its own,
 *                                                                                             or 0.5 (0.x: 0.4)
 *   hit radius    as it stands            as it stands              0.x: times the scale      one for all
 *   gravityDir    as it stands            as it stands              0.x: z turned round       down
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
 *   order         what others hang on     the same                  the file's; colliders     what others hang on
 *                 comes first                                       0.x: as a group begins    comes first
 *   small turns   as they are             as they are               1.0: none below 0.081     as they are
 *                                                                   degrees
 *   two springs   both                    both                      the first alone           both
 *   on one node
 *   center        inertia in its space    the same, as that was     inertia in its space      none
 *                                         last refreshed
 *   0.x tails     as three_vrm            first child, or 7 cm in   first child, or 7 cm in   every child; none where
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

/* The engines: the published text, guarded; what three-vrm and UniVRM do; the solver of the article on position based
 * dynamics. */
extern const struct sim_engine sim_spec;
extern const struct sim_engine sim_three_vrm;
extern const struct sim_engine sim_univrm;
extern const struct sim_engine sim_pbd;

/* "spec", "three-vrm", "univrm", "pbd". */
const char *sim_engine_name(const struct sim_engine *engine);

/* A joint that moves: a head and its tail. Parameters as the engine takes them, defaults filled in; a number of the
 * file that overflows is infinite. */
struct sim_joint {
    size_t spring; /* index of the spring, or of the bone group of VRM 0.x */
    size_t index;  /* index in its joints; of VRM 0.x, its number below its root, in pre-order */
    size_t head;   /* node; SIM_NONE for one that an app makes up (VRM 0.x) */
    size_t tail;   /* node; SIM_NONE for a virtual tail, and for a node that an app makes up */
    size_t center; /* node, or SIM_NONE */
    double stiffness;
    double drag;
    double gravity_power;
    struct vec3 gravity_dir;
    double hit_radius; /* metres */
    const struct limit *limit;
};

/* What of an avatar's limbs is in a world. */
enum sim_body {
    SIM_STIFF,  /* nothing: they keep still */
    SIM_LIMBER, /* what carries something simulated may move: sim_set_limbs(). Where nothing is asked of it, what comes
                 * out differs by rounding alone. */
    SIM_SHOWN,  /* for display: limbs that carry nothing simulated are among the turning nodes too */
};

/*
 * The joints of a file as an engine sees them, in the order of the file (VRM 0.x: group, root, pre-order), of an avatar
 * that an app shows at so many times its size, by a scale of the scene's root. No joints where there is nothing to
 * move. Linear in the file but for joints that VRM 0.x roots share and lists of colliders, which are bounded:
 * sim_world_is_whole() says whether all were taken.
 */
struct sim_world *sim_world_build(struct arena *arena, const struct avatar *avatar, const struct sim_engine *engine,
                                  enum sim_body body, double size);

/* Returns whether limbs carry something simulated; and whether there are any that turn. */
bool sim_has_limbs(const struct sim_world *world);
bool sim_turns_limbs(const struct sim_world *world);

/* False where joints or lists of colliders were left out, because a file asks for more than is simulated. */
bool sim_world_is_whole(const struct sim_world *world);
size_t sim_joint_count(const struct sim_world *world);
const struct sim_joint *sim_joints(const struct sim_world *world);

/* The same joints, and a collider's radius in metres, to try other numbers: simulations that are made from then on have
 * them. */
struct sim_joint *sim_world_joints(struct sim_world *world);
void sim_world_set_radius(struct sim_world *world, size_t collider, double radius);

/* How many joints there are, plus how many pairs of a joint and a collider: what a step costs. */
size_t sim_step_cost(const struct sim_world *world);

/* The colliders that a joint meets, repeats kept: *count of them. Of VRMC_springBone a number is the collider's index
 * in the file; of VRM 0.x the colliders of all groups are counted through. */
const size_t *sim_joint_colliders(const struct sim_world *world, size_t joint, size_t *count);

/* Whether apps show a node without parent, and with it all below it: the scene that the simulation moves holds it. */
bool sim_is_shown(const struct sim_world *world, size_t node);

/* A collider's shape as the file has it; NULL for SIM_NONE. */
const struct shape *sim_collider_shape(const struct sim_world *world, size_t collider);

/* The node of the file that it is on, or SIM_NONE. */
size_t sim_collider_node(const struct sim_world *world, size_t collider);

/* What a check of each spring, or bone group, costs: adds to costs[spring]. A pair of a joint and a collider is 1, some
 * 60 microseconds where nothing comes to rest; a joint SIM_JOINT_COST, as if none had a processor's lanes to share,
 * SIM_CENTER_COST more where it has a center, and SIM_SKIP_COST where its tail isn't a child of its node. */
enum { SIM_JOINT_COST = 30, SIM_CENTER_COST = 25, SIM_SKIP_COST = 40 };
void sim_costs(const struct sim_world *world, size_t *costs);

/* The same of an avatar, as sim_world_build() would have it, without building a world: of one that has too many joints.
 */
void sim_count_costs(struct arena *arena, const struct avatar *avatar, const struct sim_engine *engine, size_t *costs);

/* What the article's solver takes. */
struct sim_pbd_settings {
    double spring;     /* pull towards the rest pose, 1/s^2 */
    double damp;       /* of the velocity that is kept, each step */
    double gravity;    /* m/s^2, down */
    double point_size; /* hit radius, metres */
    bool from_file;    /* each joint has its own instead, from the file: see sim_pbd_from_file() */
    bool reset_pose;   /* an animator puts the pose back before each step; as published, nothing does */
};

/*
 * What comes nearest to what the specification does with a joint of some length in steps of dt seconds: damp keeps what
 * dragForce leaves, spring pulls by as much in a small swing as stiffness, and gravity by as much as gravityPower.
 * Steps of other lengths differ, as the article's forces go by their square. Nothing pulls where dragForce leaves
 * nothing.
 */
struct sim_pbd_settings sim_pbd_from_file(const struct sim_joint *joint, double length, double dt);

#define SIM_PBD_ARTICLE ((struct sim_pbd_settings){.spring = 100, .damp = 0.85, .gravity = 9.8, .point_size = 0.02})

struct sim_options {
    bool no_colliders;
    struct sim_pbd_settings pbd; /* for sim_pbd alone */
    const bool *joints;          /* per joint, for sim_spec alone: these are simulated, with what they hang on, and
                                    others may be left as they are; NULL: all are. Borrowed while it is made */
};

/* Where the root of the scene is, and how the nodes that carry chains turn. */
struct sim_pose {
    struct vec3 position; /* metres */
    struct quat rotation; /* unit */
    struct quat nod;      /* unit; applied after the initial rotation of every node that carries a chain and that no
                             joint moves, in its own space */
};

#define SIM_POSE_REST ((struct sim_pose){.rotation = QUAT_IDENTITY, .nod = QUAT_IDENTITY})

/* A simulation at rest. */
struct sim *sim_new(struct arena *arena, const struct sim_world *world, const struct sim_options *options);

/* How the avatar holds its limbs from the next step on, or once it is put back to rest; NULL: as modelled. */
void sim_set_limbs(struct sim *sim, const struct sim_limbs *limbs);

/* Puts everything back to rest, on the limbs as they are held. */
void sim_reset(struct sim *sim);

/* One step of dt seconds, after which the root stands at pose. With dt of 0 or less nothing but the root moves. */
void sim_step(struct sim *sim, const struct sim_pose *pose, double dt);

/* Where things are after the last step, in world space, metres. */
struct vec3 sim_head(const struct sim *sim, size_t joint);
struct vec3 sim_tail(const struct sim *sim, size_t joint);  /* the tail node, or the virtual tail */
struct vec3 sim_state(const struct sim *sim, size_t joint); /* the engine's own tail */

/* How many nodes turn by themselves; one of them, SIM_NONE for one that an app makes up (VRM 0.x); and where all of
 * them are now, 12 numbers each, row by row. */
size_t sim_turning_count(const struct sim_world *world);
size_t sim_turning_node(const struct sim_world *world, size_t index);
void sim_turning_matrices(const struct sim *sim, double *rows);

/* The bone's direction in its rest frame: its own bending, apart from all bones above it. Unit, or zero for a bone
 * without length. */
struct vec3 sim_bend(const struct sim *sim, size_t joint);

#endif
