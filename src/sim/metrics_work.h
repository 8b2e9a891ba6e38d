/* A study under way. Private to src/sim. */
#ifndef VRMLINT_SIM_METRICS_WORK_H
#define VRMLINT_SIM_METRICS_WORK_H

#include "base/crew.h"
#include "sim/metrics.h"

/* Where a joint's numbers go. Of a helper of the crew's it is a copy, with a measurer, a simulation and room of its
 * own; all else is only read. */
struct work {
    struct metrics *metrics;
    const struct metrics_options *options;
    struct arena *passing; /* what the study doesn't keep */
    struct measurer *measurer;
    const struct feasible_directions *directions;
    double rate; /* frames a second */
    struct sim *sim;
    bool is_whole;    /* it has all joints */
    bool as_modelled; /* so are the limbs */
    bool helps;       /* this is a copy */
    bool together;    /* a crew has made the motions of the last stance, and all poses */
    struct measure *settled;
    struct measure *free;    /* the same without colliders; NULL as long as nobody knows */
    struct measure *now;     /* room for those of a run */
    struct measure *other;   /* the same at other frame rates; NULL: none yet */
    struct vec3 *expected;   /* directions in which joints settled */
    const bool *taking_part; /* per joint; NULL: all are */
    const size_t *places;    /* of those that are, ascending */
    size_t count;
    size_t helped; /* steps that helpers took */
    bool enough;   /* nothing more is asked for */
};

/* Poses that follow each other and move the same joints. */
enum { METRICS_POSES = SCENARIO_COUNT - SCENARIO_POSES };
struct cast {
    const bool *joints;
    enum scenario poses[METRICS_POSES];
    size_t count;
};
struct casts {
    struct cast list[METRICS_POSES];
    size_t count;
};

/* ---- what all of it shares: study_work.c ---- */

/* Whether what is known is enough. */
bool metrics_is_enough(struct work *work);

/* From now on, joints are these alone; NULL: all. What says so is in the arena. */
void metrics_choose(struct work *work, struct arena *arena, const bool *joints);

/* A simulation of the joints that take part, held as their stance has it. */
struct sim *metrics_hold_stance(const struct work *work, struct arena *arena);

/* What has been measured of the joints that take part comes to the study; and the curves of the last run. */
void metrics_add(struct work *work, enum scenario scenario, const struct measure *measures);
void metrics_keep_curves(struct work *work, struct arena *arena, enum scenario scenario);

/* ---- motions: study_motions.c ---- */

/* Counts what isn't run, all frame rates of it. */
void metrics_skip(const struct work *work, enum scenario scenario);

/* A motion of a stance; and a turn at other frame rates too, of which all goes into the study. */
void metrics_run_motion(struct work *work, enum scenario scenario, struct measure *out);

/* The motions of a stance that has settled, one after another. */
void metrics_run_motions(struct work *work, struct arena *arena);

/* ---- poses: study_poses.c ---- */

/* Sets a flag for each joint that hangs on what the pose moves, or has a collider or its center there; returns how many
 * there are. */
size_t moved_by_pose(struct arena *arena, const struct sim_world *world, enum pose pose, bool *joints);

/* Sets a flag for each joint that hangs on the arms, which are down in all poses: what it is modelled for are arms that
 * aren't. Returns how many there are. */
size_t moved_with_arms(struct arena *arena, const struct sim_world *world, bool *joints);

/* Which casts there are; one that begins, from where on its joints alone take part; a pose of it. */
void metrics_list_casts(const struct work *work, struct casts *casts);
struct sim *metrics_open_cast(struct work *work, struct arena *arena, const struct cast *cast);
void metrics_take_pose(struct work *work, struct arena *arena, enum scenario scenario, struct sim *sim,
                       struct measure *out);

/* Joints that take part are moved by some pose. */
void metrics_mark_posed(const struct work *work);

/* The poses of all joints, one after another. */
void metrics_run_poses(struct work *work, struct arena *arena);

/* ---- several at a time: metrics_run_parallel.c ---- */

/* The motions of the last stance, and all poses, several at a time, if somebody helps and it is worth while: the same
 * numbers. False: nothing is done. */
bool metrics_run_parallel(struct work *work);

#endif
