/* Poses of the root from a CSV file. */
#ifndef VRMLINT_CLI_POSES_H
#define VRMLINT_CLI_POSES_H

#include "base/arena.h"
#include "vrmlint.h"

/* The result of reading poses. */
enum poses_result {
    POSES_READ,
    POSES_WRONG,  /* the file doesn't contain poses */
    POSES_FAILED, /* it could not be read */
};

/*
 * Reads a file, "-" for standard input, with one pose per line: px,py,pz,qx,qy,qz,qw, in metres and as a unit
 * quaternion. The first line may name the columns. *poses receives an array in the arena, *count its length; on
 * failure, refusal receives one line.
 */
enum poses_result poses_read(struct arena *arena, const char *path, struct vrmlint_pose **poses, size_t *count,
                             struct vrmlint_refusal *refusal);

#endif
