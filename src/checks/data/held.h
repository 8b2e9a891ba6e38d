/* Vectors of three floats that are looked up in any order: read as far as somebody has asked. */
#ifndef VRMLINT_CHECKS_DATA_HELD_H
#define VRMLINT_CHECKS_DATA_HELD_H

#include "checks/data/data.h"

struct held {
    float *at;     /* in the arena, one float more than vectors need, so that each can be read as four; NULL: no room */
    uint64_t room; /* vectors */
    bool holds;
    size_t accessor;
    uint64_t ready; /* vectors that are there, from the first on */
};

/*
 * Makes room for the vectors of an accessor whose state is SWEEP_READ; keeps what is held if they are of the same one.
 * False when the file has been read too often to be read once more.
 */
bool held_begin(struct held *held, struct data *data, size_t accessor);

/* Reads on until count vectors are there, at most as many as the accessor has; what can't be read is 0. */
void held_until(struct held *held, struct data *data, uint64_t count);

/* The room is kept for the next accessor. */
void held_end(struct held *held);

#endif
