/* Poses of the root from a CSV file. */
#ifndef VRMLINT_CLI_POSES_H
#define VRMLINT_CLI_POSES_H

#include "base/arena.h"
#include "vrmlint.h"

/* What reading them comes to. */
enum poses_result {
    POSES_READ,
    POSES_WRONG,  /* what the file holds isn't poses */
    POSES_FAILED, /* it could not be read */
};

/*
 * Reads a file, "-" for standard input: a line a pose, px,py,pz,qx,qy,qz,qw in metres and as a unit quaternion; a first
 * line may name the columns. *poses receives an array in the arena, *count its length. Otherwise one line in refusal.
 */
enum poses_result poses_read(struct arena *arena, const char *path, struct vrmlint_pose **poses, size_t *count,
                             struct vrmlint_refusal *refusal);

#endif
