/* The policy of each file: the settings files above it, and the command line, which overrides them. Everything is
 * read before the first file is checked; workers then only read. */
#ifndef VRMLINT_RUN_POLICIES_H
#define VRMLINT_RUN_POLICIES_H

#include "base/arena.h"
#include "vrmlint.h"

/* The name of settings files. */
#define CONFIG_NAME ".vrmlint.json"

struct policies;
struct memory;

struct policies_options {
    const struct vrmlint_policy *base; /* from the command line; borrowed */
    const char *config;                /* one settings file for all; NULL: the files above each path apply */
    bool no_config;                    /* no settings files apply */
};

/* A settings file that applies to a path. */
struct policies_source {
    const struct vrmlint_config *config;
    const bool *blocks; /* which of its blocks apply, vrmlint_config_block_count() of them */
};

/* Returns an empty set, in the arena, whose guard must be set all the time. The caller frees it, before the base. */
struct policies *policies_new(struct arena *arena, const struct policies_options *options);
void policies_free(struct policies *policies);

/* Returns the policy of a path: a file, or "-", for which the working folder applies. Files in one folder share the
 * work. Returns NULL, with one line in refusal, if a settings file is wrong or can't be read. */
const struct vrmlint_policy *policies_find(struct policies *policies, const char *path,
                                           struct vrmlint_refusal *refusal);

/* Sets the languages of all policies that were found, but not of the base. */
void policies_set_languages(struct policies *policies, unsigned languages);

/* Returns the settings files behind the policy of a path, the farthest first, in the arena; *count receives their
 * number. */
const struct policies_source *policies_sources(struct policies *policies, const char *path, size_t *count);

/* Records which ignores matched findings of a report. */
void policies_note(struct policies *policies, const struct vrmlint_report *report);

/* Records that a whole folder is checked. Does nothing if the path isn't a folder. */
void policies_note_folder(struct policies *policies, const char *path);

/* Whether a path, of a file that may be missing, lies in such a folder. */
bool policies_checked(struct policies *policies, const char *path);

/* Whether a settings file excludes a path, a file or a folder, found while the folder root is walked. */
bool policies_exclude(struct policies *policies, const char *root, const char *path, bool folder);

/* Why an ignore that matched nothing is reported. */
enum stale_ignore {
    STALE_ENDED,
    STALE_NOW,  /* it matched something in an earlier run, according to the memory */
    STALE_EVER, /* nothing is known of an earlier match */
};

/*
 * Calls each (may be NULL) with ignores that matched nothing: those that have ended, and if whole is true, those of
 * settings files that apply to a folder that was checked as a whole, or that the command line names. Ignores for files
 * that the run didn't check are left out as far as that is known: those of blocks without a file, and of files that
 * others extend unless their folder was checked and they matched before. Adds the ignores that matched to the memory.
 */
void policies_stale(const struct policies *policies, struct memory *memory, bool whole,
                    void (*each)(void *context, const struct vrmlint_ignore *ignore, enum stale_ignore why),
                    void *context);

/* Calls each with every pattern of a block that no file matches, of the same settings files. Leaves out shared ones,
 * which others extend or the command line names: they may be for files that weren't checked. */
void policies_unfit(const struct policies *policies,
                    void (*each)(void *context, const char *origin, const char *pattern), void *context);

/*
 * Facts from earlier runs, in the folder of the cache: which ignores of settings have matched something. An ignore
 * that matches nothing any more is useless; one that never matched may be for files that don't exist yet, or that other
 * runs check. A run without a cache remembers nothing.
 *
 * The file has one line per ignore, a hash of its contents, so that the ignore may move within its file, and the file
 * may be moved. It may be removed at any time.
 */

/* Reads the memory in the folder of a cache, into the arena. folder NULL: it is empty, and nothing is saved. */
struct memory *memory_open(struct arena *arena, const char *folder);

/* Writes the memory if it has grown. Returns false if that fails. */
bool memory_save(const struct memory *memory);

#endif
