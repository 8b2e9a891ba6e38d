/*
 * vrmlint - configuration files: .vrmlint.json, described by schema/config.schema.json. A part of vrmlint.h, which
 * includes it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VRMLINT_CONFIG_H
#define VRMLINT_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "vrmlint_policy.h"

#ifdef __GNUC__
#pragma GCC visibility push(default) /* the shared library exports what is declared here */
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* A configuration file that was read and validated: all rules and thresholds that it names exist. */
struct vrmlint_config;

/*
 * Reads a configuration file. Messages call it name. Returns NULL if the file is invalid, with one line in refusal:
 * "NAME:LINE:COLUMN: what; did you mean ...?". The caller frees the config, after all policies and reports that were
 * made with it.
 */
struct vrmlint_config *vrmlint_config_read(const char *path, const char *name, struct vrmlint_refusal *refusal);

/* Reads a configuration from bytes in memory, which may be freed once the function returns. */
struct vrmlint_config *vrmlint_config_from_bytes(const char *name, const void *bytes, size_t size,
                                                 struct vrmlint_refusal *refusal);
void vrmlint_config_free(struct vrmlint_config *config);

/* Returns the name that was given when the config was read. It lives as long as the config. */
const char *vrmlint_config_name(const struct vrmlint_config *config);

/* Whether configuration files in the parent folders are ignored. */
bool vrmlint_config_is_root(const struct vrmlint_config *config);

/*
 * Return the number of blocks that apply only to some paths, and whether a block applies to a path. The path is
 * relative to the file's folder, uses / as separator, and contains no "." or "..".
 */
size_t vrmlint_config_block_count(const struct vrmlint_config *config);
bool vrmlint_config_block_holds(const struct vrmlint_config *config, size_t block, const char *path);

/*
 * Return the number of patterns in a block, a pattern, and whether a pattern matches a path. *origin receives the
 * location of the pattern ("avatars/.vrmlint.json:4:13").
 */
size_t vrmlint_config_pattern_count(const struct vrmlint_config *config, size_t block);
const char *vrmlint_config_pattern(const struct vrmlint_config *config, size_t block, size_t index,
                                   const char **origin);
bool vrmlint_config_pattern_fits(const struct vrmlint_config *config, size_t block, size_t index, const char *path);

/*
 * Whether the config excludes any files from a walk through folders, and whether it excludes a certain file or folder
 * below root. path and root are relative to the file's folder as above; root may be NULL for that folder or one of its
 * ancestors. Patterns that match root itself don't count, because the user named root explicitly.
 */
bool vrmlint_config_excludes_some(const struct vrmlint_config *config);
bool vrmlint_config_excludes(const struct vrmlint_config *config, const char *root, const char *path, bool folder);

/*
 * Returns the path of the configuration file that this one extends, or NULL. *origin receives the location of that
 * setting. The caller reads that file, and detects files that extend each other.
 */
const char *vrmlint_config_extends(const struct vrmlint_config *config, const char **origin);

/* Returns the ignores of the file and of all its blocks, in their order. *count receives their number. */
const struct vrmlint_ignore *const *vrmlint_config_ignores(const struct vrmlint_config *config, size_t *count);

/* Returns the block that has an ignore of that list, by its index; SIZE_MAX for an ignore of the file itself. */
size_t vrmlint_config_ignore_block(const struct vrmlint_config *config, size_t index);

/*
 * Applies a configuration file to a policy, with those blocks whose flag in blocks is set. If it is called for several
 * files, later ones override earlier ones, so the file farthest from the checked path comes first. Settings made with
 * the other vrmlint_policy_... functions override all files, whatever the order of the calls. Returns false, with a
 * line in refusal, only if memory runs out.
 */
bool vrmlint_policy_configure(struct vrmlint_policy *policy, const struct vrmlint_config *config, const bool *blocks,
                              struct vrmlint_refusal *refusal);

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
