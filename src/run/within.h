/*
 * Functions of vrmlint.h that stop for the observer of an arena, and hold no more memory than it has left before its
 * limit. They then free everything that they made, and jump to the guard of the arena. Their results belong to the
 * caller, and don't count towards the limit. Private to the library and the command.
 */
#ifndef VRMLINT_RUN_WITHIN_H
#define VRMLINT_RUN_WITHIN_H

#include "base/arena.h"
#include "vrmlint.h"

/* As vrmlint_record_read(). */
bool record_read_within(struct arena *within, const char *line, size_t size, struct vrmlint_record *record,
                        struct vrmlint_refusal *refusal);

/* As vrmlint_report_split(), but running out of memory jumps to the guard too. */
bool report_split_within(struct arena *within, const char *text, size_t size, struct vrmlint_manifest *manifest,
                         void (*each)(void *context, const char *path, const char *record), void *context);

/* As vrmlint_report_fold_view(). */
bool report_fold_within(struct arena *within, struct vrmlint_report *copy, struct vrmlint_report *report);

/* As vrmlint_diff_make(). */
struct vrmlint_diff *diff_make_within(struct arena *within, struct vrmlint_report *before, struct vrmlint_report *after,
                                      const struct vrmlint_manifest *old, const struct vrmlint_manifest *new_one);

/* As vrmlint_simulation_new(). The limits don't apply to steps. */
struct vrmlint_simulation *simulation_new_within(struct arena *within, const char *path,
                                                 const struct vrmlint_simulation_options *options);

#endif
