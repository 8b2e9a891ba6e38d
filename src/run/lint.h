/* What stands behind a report: shared by those who make one. Private to the library. */
#ifndef VRMLINT_RUN_LINT_H
#define VRMLINT_RUN_LINT_H

#include "base/arena.h"
#include "base/os.h"
#include "vrmlint.h"

struct avatar;

/* What the caller gets a pointer into; the arena holds everything, this struct too. */
struct lint_run {
    struct vrmlint_report report; /* first, so that one converts to the other */
    struct arena *arena;
    struct document *document;
    const struct avatar *avatar; /* NULL until it has been read */
    const struct vrmlint_policy *policy;
    double deadline; /* on os_clock(); 0: none */
    bool late;       /* it has passed */
    uint64_t memory; /* the most bytes that the arena may hold */
    bool large;      /* it needs more */
    struct os_error error;
    const void *first; /* of standard input: what has been read of it already */
    size_t first_size;
    const char *hash; /* of the content, where it is known; borrowed */
};

/* An empty report of a path, which is copied, in an arena of its own; NULL when memory is short. */
struct lint_run *lint_run_new(const char *path);

#endif
