/* Writes trajectories as CSV or JSON. */
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
    size_t spring; /* whose joints are written; SIZE_MAX: all */
    const char *engine;
    double dt;
    size_t steps;
    /* JSON is written joint by joint, and therefore kept until the end; in the arena */
    struct vrmlint_pose *poses;
    double *kept; /* per step and joint written: tail and state */
    size_t shown; /* number of joints written */
};

/* Begins to write; the fields up to steps are set. Memory for JSON comes from the arena. */
void trajectory_begin(struct trajectory *trajectory, struct arena *arena);

/* Writes one step, numbered from 1, at a time in seconds, after the simulation has made it. */
void trajectory_step(struct trajectory *trajectory, size_t step, double time, const struct vrmlint_pose *pose);

/* Writes what was kept for JSON. The stream stays open; its owner checks it for errors. */
void trajectory_end(struct trajectory *trajectory);

#endif
