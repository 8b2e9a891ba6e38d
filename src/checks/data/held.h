/* Vectors of three floats for access in any order, read as far as needed. */
#ifndef VRMLINT_CHECKS_DATA_HELD_H
#define VRMLINT_CHECKS_DATA_HELD_H

#include "checks/data/data.h"

struct held {
    float *at;     /* in the arena, one float more than the vectors need, so that each can be read as four floats; NULL:
                      nothing is allocated */
    uint64_t room; /* capacity in vectors */
    bool holds;
    size_t accessor;
    uint64_t ready; /* vectors that have been read, from the first on */
};

/* Prepares the vectors of an accessor whose state is SWEEP_READ. Vectors of the same accessor are kept. Returns false
 * if the file has been read too often to read it again. */
bool held_begin(struct held *held, struct data *data, size_t accessor);

/* Reads until count vectors are available, at most as many as the accessor has. Unreadable vectors are 0. */
void held_until(struct held *held, struct data *data, uint64_t count);

/* Ends using the accessor. The memory is kept for the next one. */
void held_end(struct held *held);

#endif
