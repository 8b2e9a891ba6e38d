/* Maps morph targets to the expressions that move them. */
#ifndef VRMLINT_CHECKS_DATA_TARGET_BINDS_H
#define VRMLINT_CHECKS_DATA_TARGET_BINDS_H

#include "checks/data/data.h"

/* A morph target that an expression moves. */
struct target_bind {
    size_t mesh;
    size_t target;
    size_t order; /* in the file */
    const char *expression;
};

struct target_binds {
    struct target_bind *items;
    size_t count;
    size_t capacity;
    bool read;
};

/* Returns the first expression that moves a target, or NULL. The binds are read at the first call. */
const struct target_bind *target_bind_of(const struct data *data, struct target_binds *binds, size_t mesh,
                                         size_t target);

#endif
