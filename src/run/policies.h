/*
 * Which policy holds for each file: what the files of settings above it say, under what the command line says.
 * Everything is found out before the first file is checked; workers then only read.
 */
#ifndef VRMLINT_RUN_POLICIES_H
#define VRMLINT_RUN_POLICIES_H

#include "base/arena.h"
#include "run/memory.h"
#include "vrmlint.h"

/* The name of files of settings. */
#define CONFIG_NAME ".vrmlint.json"

struct policies;

struct policies_options {
    const struct vrmlint_policy *base; /* what the command line says; borrowed */
    const char *config;                /* one file of settings for all; NULL: the files above each path count */
    bool no_config;                    /* no files count */
};

/* A file of settings that holds for a path. */
struct policies_source {
    const struct vrmlint_config *config;
    const bool *blocks; /* which of its blocks hold, vrmlint_config_block_count() of them */
};

/* An empty set, in the arena, whose guard must be set all the while. The caller frees it, before the base. */
struct policies *policies_new(struct arena *arena, const struct policies_options *options);
void policies_free(struct policies *policies);

/*
 * The policy of a path, a file or "-", for which the working folder counts. Files in one folder share their reading.
 * NULL, and one line in refusal, when a file of settings is wrong or can't be read.
 */
const struct vrmlint_policy *policies_find(struct policies *policies, const char *path,
                                           struct vrmlint_refusal *refusal);

/* Sets the languages of all policies that were found; the base is up to its owner. */
void policies_set_languages(struct policies *policies, unsigned languages);

/* The files of settings behind that policy, the farthest first, in the arena; *count receives their number. */
const struct policies_source *policies_sources(struct policies *policies, const char *path, size_t *count);

/* Remembers which ignores a report was made with. */
void policies_note(struct policies *policies, const struct vrmlint_report *report);

/* Remembers that a whole folder is checked; another path says nothing. */
void policies_note_folder(struct policies *policies, const char *path);

/* Whether a file of settings leaves a path out, a file or a folder, that is met while a folder root is walked. */
bool policies_exclude(struct policies *policies, const char *root, const char *path, bool folder);

/*
 * Calls each (NULL: nobody wants to know) with every ignore that fitted nothing and that, as the memory knows, has
 * fitted something before; of files of settings that lie in, or below, a folder that was checked as a whole: of
 * others, what they are for may not have been looked at. What fitted goes into the memory.
 */
void policies_stale(const struct policies *policies, struct memory *memory,
                    void (*each)(void *context, const struct vrmlint_ignore *ignore), void *context);

/* Calls each with every pattern of a block that no file fits, of the same files of settings. Shared ones, which others
 * extend or the command line names, may be meant for more than was looked at. */
void policies_unfit(const struct policies *policies,
                    void (*each)(void *context, const char *origin, const char *pattern), void *context);

#endif
