/* What a run went by, as its report says it: so that two reports can be compared, or not. */
#ifndef VRMLINT_RUN_MANIFEST_H
#define VRMLINT_RUN_MANIFEST_H

#include "base/arena.h"
#include "vrmlint.h"

/*
 * Describes the run that this program begins now under these policies, one for each file. The same policies give the
 * same manifest in any order and number, so shards of one run agree. baseline: a file of known findings that holds for
 * all files, or NULL. arena: for memory on the way.
 */
void manifest_make(struct vrmlint_manifest *manifest, struct arena *arena, const struct vrmlint_policy *const *policies,
                   size_t count, const char *baseline);

/* Which member of two manifests differs, so that their findings can't be compared: "version", "build", "settings" or
 * "rules". NULL: none does. */
const char *manifest_differs(const struct vrmlint_manifest *a, const struct vrmlint_manifest *b);

/* Makes a manifest that of both runs: what differs is left empty, and the date is the earlier one. */
void manifest_join(struct vrmlint_manifest *manifest, const struct vrmlint_manifest *other);

#endif
