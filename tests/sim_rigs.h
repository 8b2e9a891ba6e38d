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

/* A file in which ' stands for ", ready to step. Its options may be NULL. */
struct rig rig_load(const char *json, const struct sim_engine *engine, const struct sim_options *options);
void rig_free(struct rig *rig);

/*
 * A file of one spring: "Root" at the origin (node 0), "Head" at 0 1 0 (node 1), and on it a chain of bones, each
 * offset from the one before (node 2 and on); parameters are members of every joint, spring ones of the spring, root
 * ones of the extension. The caller frees it.
 */
char *rig_chain(int count, struct vec3 offset, const char *parameters, const char *spring, const char *root);

/*
 * A random avatar, the same for the same seed: up to four springs of up to seven bones on the hips (node 1) and the
 * head (node 2), upwards, downwards and to the sides, some with limits, a center, colliders; parameters that an artist
 * might try, many of them bad. The caller frees it.
 */
char *rig_random(unsigned seed);

/* rig_chain(), loaded. */
struct rig rig_load_chain(const struct sim_engine *engine, int count, struct vec3 offset, const char *parameters,
                          const char *spring, const char *root);

/* Steps through a motion, from time 0. */
void rig_run(struct rig *rig, enum motion motion, double dt, int steps);

/* The angle in radians between a joint's bone and a direction, in world space. */
double rig_angle(const struct rig *rig, size_t joint, struct vec3 direction);

/* Fails the test unless two vectors are as near as that. */
void rig_near(struct vec3 actual, struct vec3 wanted, double tolerance);

/* Fails the test unless a number is within a tolerance of what it should be; NaN never is. */
void rig_near_number(double actual, double wanted, double tolerance);

#endif
