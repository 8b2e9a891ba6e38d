/* How large one file may be, how long it may take, and how much memory. Private to the library. */
#ifndef VRMLINT_RUN_LIMITS_H
#define VRMLINT_RUN_LIMITS_H

#include "finding/finding.h"
#include "gltf/bytes.h"
#include "run/lint.h"
#include "run/policy.h"

/* Starts the clock of a run. */
void limits_start(struct lint_run *run, const struct vrmlint_policy *policy);

/* For arena_observe(), with the run as its context: whether its time is over or nobody wants it any more. Notes in the
 * run which of the two it is. */
bool limits_reached(void *context);

/* Opens the path of the run's report. NULL: run->late, or run->error says why. */
struct os_file *limits_open(struct lint_run *run, const char *path);

/* Whether the bytes are too many; reports it. */
bool limits_refuse(struct findings *findings, const struct vrmlint_policy *policy, const struct bytes *bytes);

/* Sets how much memory a run's arena may hold, of a file of that many bytes, and reports that it was not enough. */
void limits_set_memory(struct lint_run *run, uint64_t size);
void limits_report_memory(struct findings *findings, uint64_t allowed);

/* Reports that the time is over. */
void limits_report_time(struct findings *findings, const struct vrmlint_policy *policy);

#endif
