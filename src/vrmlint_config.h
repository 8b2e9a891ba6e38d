/*
 * vrmlint - settings in files: .vrmlint.json, as schema/config.schema.json describes it. A part of vrmlint.h, which
 * includes it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VRMLINT_CONFIG_H
#define VRMLINT_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "vrmlint_policy.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One file of settings, checked: its names are those of rules and thresholds. */
struct vrmlint_config;

/*
 * Reads a file of settings; name is what messages call it. NULL, and one line in refusal, when something is wrong with
 * it: "NAME:LINE:COLUMN: what; did you mean ...?". The caller frees it, after the policies and reports that were made
 * with it.
 */
struct vrmlint_config *vrmlint_config_read(const char *path, const char *name, struct vrmlint_refusal *refusal);

/* The same for bytes in memory, which may go once this returns. */
struct vrmlint_config *vrmlint_config_from_bytes(const char *name, const void *bytes, size_t size,
                                                 struct vrmlint_refusal *refusal);
void vrmlint_config_free(struct vrmlint_config *config);

/* What it was read as: the name that was given. Lives as long as the config. */
const char *vrmlint_config_name(const struct vrmlint_config *config);

/* Whether files in the folders above say nothing any more. */
bool vrmlint_config_is_root(const struct vrmlint_config *config);

/* Its blocks for some paths, and whether one of them is for a path: relative to the file's folder, with / between
 * folders, without "." and "..". */
size_t vrmlint_config_block_count(const struct vrmlint_config *config);
bool vrmlint_config_block_holds(const struct vrmlint_config *config, size_t block, const char *path);

/* The patterns of a block, each with the place where it stands ("avatars/.vrmlint.json:4:13"), and whether it fits a
 * path. */
size_t vrmlint_config_pattern_count(const struct vrmlint_config *config, size_t block);
const char *vrmlint_config_pattern(const struct vrmlint_config *config, size_t block, size_t index,
                                   const char **origin);
bool vrmlint_config_pattern_fits(const struct vrmlint_config *config, size_t block, size_t index, const char *path);

/* Whether it leaves anything out while folders are walked, and whether a file or folder below root. Both are relative
 * to the file's folder as above; root may be NULL, for that folder or one above it. A pattern that takes root itself
 * doesn't count: whoever named that wants it. */
bool vrmlint_config_excludes_some(const struct vrmlint_config *config);
bool vrmlint_config_excludes(const struct vrmlint_config *config, const char *root, const char *path, bool folder);

/* The path of the file of settings that holds as well, before this one, and the place that says it; NULL: there is
 * none. To read it is up to the caller, and so are files that extend each other. */
const char *vrmlint_config_extends(const struct vrmlint_config *config, const char **origin);

/* The ignores of the file and of all its blocks, in their order; *count receives their number. */
const struct vrmlint_ignore *const *vrmlint_config_ignores(const struct vrmlint_config *config, size_t *count);

/*
 * Makes a policy do as a file of settings says, with those blocks whose flag in blocks is set. Called for several
 * files, a later one wins over an earlier one: the farthest comes first. What the functions above say of the same
 * policy wins over all files, whatever the order of the calls. False, with a line in refusal, only when memory is
 * short.
 */
bool vrmlint_policy_configure(struct vrmlint_policy *policy, const struct vrmlint_config *config, const bool *blocks,
                              struct vrmlint_refusal *refusal);

#ifdef __cplusplus
}
#endif

#endif
