/* Trajectories on their way out, as CSV or JSON. */
#ifndef VRMLINT_CLI_TRAJECTORY_H
#define VRMLINT_CLI_TRAJECTORY_H

#include <stdio.h>

#include "base/arena.h"
#include "vrmlint.h"

enum trajectory_format { TRAJECTORY_CSV, TRAJECTORY_JSON };

struct trajectory {
    enum trajectory_format format;
    FILE *out;
    const struct vrmlint_simulation *simulation;
    size_t spring; /* whose joints are written; SIZE_MAX for all */
    const char *engine;
    double dt;
    size_t steps;
    /* JSON, which stands joint by joint, is kept until the end; in the arena */
    struct vrmlint_pose *poses;
    double *kept; /* per step and joint written: tail and state */
    size_t shown; /* joints written */
};

/* Begins with the fields up to steps filled in. What JSON keeps comes from the arena. */
void trajectory_begin(struct trajectory *trajectory, struct arena *arena);

/* One step, numbered from 1, at a time in seconds, once the simulation has made it. */
void trajectory_step(struct trajectory *trajectory, size_t step, double time, const struct vrmlint_pose *pose);

/* Writes what JSON has kept; the stream stays open, and its errors are found by its owner. */
void trajectory_end(struct trajectory *trajectory);

#endif
