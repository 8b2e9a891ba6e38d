/* Spring bones in motion, for tests: a file as text, a world, a simulation. */
#ifndef VRMLINT_TESTS_SIM_RIGS_H
#define VRMLINT_TESTS_SIM_RIGS_H

#include "loaded.h"
#include "sim/scenario.h"
#include "sim/solver.h"

struct rig {
    struct loaded file;
    struct sim_world *world;
    struct sim *sim;
};

/* Loads a file that has ' in place of ", ready to step. options may be NULL. */
struct rig rig_load(const char *json, const struct sim_engine *engine, const struct sim_options *options);
void rig_free(struct rig *rig);

/*
 * Returns a file with one spring: "Root" at the origin (node 0), "Head" at 0 1 0 (node 1), and a chain of bones below
 * it, each at offset from its parent (nodes 2 and up). parameters are members of every joint, spring those of the
 * spring, root those of the extension. The caller frees it.
 */
char *rig_chain(int count, struct vec3 offset, const char *parameters, const char *spring, const char *root);

/*
 * Returns a random avatar, the same for the same seed: up to four springs of up to seven bones on the hips (node 1)
 * and the head (node 2), upwards, downwards and to the sides, some with limits, a center or colliders. The parameters
 * are such as an artist might try, many of them bad. The caller frees it.
 */
char *rig_random(unsigned seed);

/* Makes and loads a rig_chain(). */
struct rig rig_load_chain(const struct sim_engine *engine, int count, struct vec3 offset, const char *parameters,
                          const char *spring, const char *root);

/* Steps through a motion, starting at time 0. */
void rig_run(struct rig *rig, enum motion motion, double dt, int steps);

/* Returns the angle in radians between a joint's bone and a direction, in world space. */
double rig_angle(const struct rig *rig, size_t joint, struct vec3 direction);

/* Fails the test unless two vectors differ by at most the tolerance. */
void rig_near(struct vec3 actual, struct vec3 wanted, double tolerance);

/* Fails the test unless a number differs from the wanted one by at most the tolerance; NaN always fails. */
void rig_near_number(double actual, double wanted, double tolerance);

#endif
