/* VRM animations for tests: a body in T-pose that each case changes slightly. JSON is written with single quotes. */
#ifndef VRMLINT_TESTS_VRMA_FILES_H
#define VRMLINT_TESTS_VRMA_FILES_H

#include "support.h"

enum { VRMA_PARTS_MAX = 128 };

/* A node. Its name and bone are borrowed. */
struct vrma_part {
    const char *name;
    const char *parent; /* name of the parent; NULL for a root of the scene */
    const char *bone;   /* NULL if it isn't a bone */
    double at[3];       /* translation; NAN in at[0] for none */
    const char *more;   /* further members, "'scale':[2,2,2]"; or NULL */
};

struct vrma_file {
    struct vrma_part parts[VRMA_PARTS_MAX];
    size_t count;
    const char *version;  /* "1.0" */
    const char *mapping;  /* further entries of humanBones, or NULL */
    const char *members;  /* further members of the extension, or NULL */
    const char *channels; /* "0T 6R|0T": nodes with T, R, S or W for the path, a bar between animations; or NULL */
    const char *roots;    /* of the scene, "0,15"; NULL for all parts without a parent */
    bool headless;        /* without humanoid */
};

/* Returns a body with nodes 0 to 14, named as their bones: hips spine head, then on the left and the right side
 * UpperLeg LowerLeg Foot UpperArm LowerArm Hand, in metres. Channel 0T moves the hips, 6R turns the left upper arm. */
struct vrma_file vrma_body(void);

/* Returns a body with all 53 bones in a T-pose. */
struct vrma_file vrma_whole_body(void);

/* Adds a node; returns its index. bone may be NULL. */
size_t vrma_add(struct vrma_file *file, const char *name, const char *parent, const char *bone);

/* Returns a node by name; fails the test if it is absent. */
struct vrma_part *vrma_part(struct vrma_file *file, const char *name);

/* Returns the file in double quotes. The caller frees it. */
char *vrma_text(const struct vrma_file *file);

/* Fails the test unless the file gives exactly these findings of one rule, each as "severity pointer;" in the order
 * of the file. In pointers, ~ is short for /extensions/VRMC_vrm_animation. */
void vrma_expect(const struct vrma_file *file, const char *rule, const char *expected);

#endif
