/* The run behind a report, for the code that makes reports. Private to the library. */
#ifndef VRMLINT_RUN_LINT_H
#define VRMLINT_RUN_LINT_H

#include "base/arena.h"
#include "base/os.h"
#include "vrmlint.h"

struct avatar;

/* A run. The caller gets a pointer to its report; the arena contains everything, including this struct. */
struct lint_run {
    struct vrmlint_report report; /* first, so that one converts to the other */
    struct arena *arena;
    struct document *document;
    const struct avatar *avatar; /* NULL until it has been read */
    const struct vrmlint_policy *policy;
    double deadline; /* by os_clock(); 0: none */
    bool late;       /* the deadline has passed */
    uint64_t memory; /* the most bytes that the arena may hold */
    bool large;      /* it needs more memory */
    struct os_error error;
    const char *hash; /* of the content, if it is known; borrowed */
};

/* Returns a run with an empty report of a path, which is copied, in an arena of its own; NULL if memory runs out. */
struct lint_run *lint_run_new(const char *path);

/*
 * Adds replacements to those findings of a finished report that are of class safe and can be fixed alone, as long as
 * time and room suffice; both are proportional to the file. Each result is checked, without simulation and data, and
 * discarded if it adds an error or a warning. Does nothing for a GLB. Removes the edits of all findings unless the
 * policy requests them.
 */
void fixes_add(struct lint_run *run, struct vrmlint_finding *list, size_t count);

#endif
