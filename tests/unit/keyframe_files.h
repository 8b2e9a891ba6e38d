/* VRM animations for tests: a small skeleton and tracks of numbers, packed as GLB. */
#ifndef VRMLINT_TESTS_KEYFRAME_FILES_H
#define VRMLINT_TESTS_KEYFRAME_FILES_H

#include "support.h"

#include "vrmlint.h"

/* The nodes: hips 1 m above the ground, below a root; a head; one node each for an expression and the
 * gaze; and one without a role. */
enum { ROOT, HIPS, HEAD, HAPPY, GAZE, PLAIN };

struct key_track {
    int node;
    const char *path;
    const char *interpolation;
    const float *times;
    size_t key_count;
    const float *values;
    size_t value_count; /* count of numbers, not of elements */
    int animation;      /* ascending */
};

/* Scale and height of the root, and height of the hips in the world. The defaults are 1, 0 and 1. */
struct key_root {
    double scale;
    double height;
    double hips;
};

/* Lints the tracks under a policy that selects just these rules. The caller frees the report. */
struct vrmlint_report *lint_tracks(const char *rules, const struct key_track *tracks, size_t count,
                                   const struct key_root *root);

/* Fails the test unless the tracks give just one finding of the rule, with that severity at that place; or no
 * finding, if the severity is off. message: a part of its message, or NULL. */
void expect_tracks(const char *rule, const struct key_track *tracks, size_t count, enum vrmlint_severity severity,
                   const char *pointer, const char *message);

/* Times in steps of 1/16 second, for tracks whose times don't matter. */
enum { KEY_TIMES = 64 };
extern const float key_times[KEY_TIMES];

/* Returns a track of that many numbers at key_times. */
struct key_track key_values(int node, const char *path, const char *interpolation, const float *values, size_t count);

/* Does the same as expect_tracks() for one such track; the place is its output. */
#define KEY_OUTPUT "/animations/0/samplers/0/output"
void expect_key_values(const char *rule, int node, const char *path, const char *interpolation, const float *values,
                       size_t count, enum vrmlint_severity severity, const char *message);

#endif
