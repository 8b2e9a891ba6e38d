/*
 * The parameter sets that the simulation's thresholds were calibrated on: chains below the head of a small skeleton.
 * Sane sets must give no findings; broken sets come with the findings that the simulation must give.
 */
#ifndef VRMLINT_TESTS_SIM_SETS_H
#define VRMLINT_TESTS_SIM_SETS_H

#include <stddef.h>

#include "base/vec.h"

struct sim_set {
    const char *name;
    int bones;       /* 0: 4 */
    double length;   /* of each, metres; 0: 0.05 */
    struct vec3 way; /* direction of all bones, of any length; zero: down, and a little forward and to the side */
    double stiffness;
    double drag;
    double gravity;
    double gravity_length; /* length of gravityDir, which points down; 0: 1 */
    double hit_radius;     /* 0: 0.02; -1: 0 */
    const char *colliders; /* members of the array, on the head (node 2); NULL: none */
    const char *limit;     /* of every joint; NULL: none */
    const char *infinite;  /* a parameter that overflows, or NULL */
    bool centered;         /* the hips are the spring's center */
    bool no_first;         /* the first bone has no length */
    const char *verdicts;  /* findings of the simulation, except those that static rules give; "" for none; NULL:
                              numbers so large that the check doesn't simulate the set */
    /* values of the published table; a negative one isn't compared */
    double sag;        /* degrees, with colliders */
    double settle;     /* seconds */
    double residual;   /* degrees a second */
    double frame_turn; /* degrees, the largest of shake, walk and turn */
    double depth;      /* millimetres */
};

extern const struct sim_set sim_sets[];
extern const size_t sim_set_count;

/* Returns the set as a glTF file that has ' in place of ". The caller frees it. Nodes: 0 'Root', 1 'Hips', 2
 * 'Head', 3 and up the chain. */
char *sim_set_file(const struct sim_set *set);

#endif
