/* Limits of one file's size, time and memory. Private to the library. */
#ifndef VRMLINT_RUN_LIMITS_H
#define VRMLINT_RUN_LIMITS_H

#include "finding/finding.h"
#include "gltf/bytes.h"
#include "run/lint.h"
#include "run/policy.h"

/* Starts the clock of a run. */
void limits_start(struct lint_run *run, const struct vrmlint_policy *policy);

/* Whether a run must stop, because its time is over or the caller wants it to; sets run->late accordingly. For
 * arena_observe(), with the run as its context. */
bool limits_reached(void *context);

/* Opens the path of the run's report. Returns NULL if that fails; then run->late is set, or run->error describes
 * why. */
struct os_file *limits_open(struct lint_run *run, const char *path);

/* Whether there are too many bytes; if so, reports that. */
bool limits_refuse(struct findings *findings, const struct vrmlint_policy *policy, const struct bytes *bytes);

/* limits_set_memory() sets how much memory the arena of a run may use for a file of that many bytes;
 * limits_report_memory() reports that it was not enough. */
void limits_set_memory(struct lint_run *run, uint64_t size);
void limits_report_memory(struct findings *findings, uint64_t allowed);

/* Reports that the time limit was reached. */
void limits_report_time(struct findings *findings, const struct vrmlint_policy *policy);

#endif
