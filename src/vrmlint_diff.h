/*
 * vrmlint - differences between two versions of an avatar, or between two reports of it. A part of vrmlint.h, which
 * includes it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VRMLINT_DIFF_H
#define VRMLINT_DIFF_H

#include <stdbool.h>
#include <stddef.h>

#include "vrmlint_policy.h"
#include "vrmlint_report.h"

#ifdef __GNUC__
#pragma GCC visibility push(default) /* the shared library exports what is declared here */
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* The inputs that determine the findings of a run. Two runs with manifests that are equal, except for the date,
 * report the same findings for the same file. Members that a report of an older version lacks are "". */
struct vrmlint_manifest {
    char version[32];
    char build[32];    /* a hash of the sources */
    char settings[40]; /* a hash of all settings that affect findings */
    char rules[40];    /* a hash of the rules that ran, with their severities */
    char date[16];     /* the day of the run in UTC, "2026-11-26" */
    char language[8];  /* of the findings, "ja"; "" for English. Two runs that differ only in it can be compared */
};

/*
 * Describes a run that begins now under these policies, one for each file. The same policies give the same manifest in
 * any order and number, so shards of one run agree. baseline: a file of known findings that holds for all files, or
 * NULL. Returns false if memory runs out.
 */
bool vrmlint_manifest_make(struct vrmlint_manifest *manifest, const struct vrmlint_policy *const *policies,
                           size_t count, const char *baseline);

/* Returns the first member in which two manifests differ, so that their findings can't be compared: "version",
 * "build", "settings" or "rules". NULL if none differs. */
const char *vrmlint_manifest_differs(const struct vrmlint_manifest *a, const struct vrmlint_manifest *b);

/* Changes a manifest to that of both runs: members that differ become empty, and the date is the earlier one. */
void vrmlint_manifest_join(struct vrmlint_manifest *manifest, const struct vrmlint_manifest *other);

/* The status of a finding in a comparison. */
enum vrmlint_news {
    VRMLINT_NEWS_NEW,
    VRMLINT_NEWS_FIXED,
    VRMLINT_NEWS_MOVED,   /* the same finding at another location, or with other names at the same location */
    VRMLINT_NEWS_BROUGHT, /* only found later, but not new: the earlier run didn't look for it; see because */
    VRMLINT_NEWS_DROPPED, /* the opposite: not fixed, because the later run didn't look for it */
    VRMLINT_NEWS_KINDS
};

/* A difference between two avatars. If the whole object is only in one of them, what is "" and before or after is
 * NULL. If only one of them has a property, before or after is NULL, too. An object with another name at the same place
 * is the same object: of is its name now. */
struct vrmlint_change {
    enum vrmlint_fact_kind kind;
    const char *of;
    const char *what;
    const char *before;
    const char *after;
    bool only_name; /* the name of the object, or of its node, and nothing else about it. what is "name", or "node" */
};

struct vrmlint_diff {
    /* For each status, a report with only these findings, folded. Fixed and dropped findings are those of the earlier
     * report, all others those of the later one. */
    struct vrmlint_report news[VRMLINT_NEWS_KINDS];
    const char *const *moved_from; /* pointers of the moved findings in the earlier report, in the order of that list */
    bool same_content;             /* the files are the same byte for byte */
    /* Why findings are brought or dropped: "version" and "settings" of the two runs differ, what a rule needs was
     * "unread", the file was "removed". NULL if there are none. */
    const char *because;
    /* What couldn't be read in the earlier and the later file, and kept findings from being compared. */
    const struct vrmlint_skipped *unread[2];
    size_t unread_count[2];
    /* In the order of the kinds. Except for figures, only if both reports have facts. */
    const struct vrmlint_change *changes;
    size_t change_count;
};

/*
 * Compares two reports of one avatar, by the findings before folding if both have them. before or after may be NULL
 * if the file exists only once: all its findings are new, or dropped. old and new_one are the manifests of the reports.
 * Returns NULL if memory runs out. The caller frees the result before the reports.
 */
struct vrmlint_diff *vrmlint_diff_make(struct vrmlint_report *before, struct vrmlint_report *after,
                                       const struct vrmlint_manifest *old, const struct vrmlint_manifest *new_one);
void vrmlint_diff_free(struct vrmlint_diff *diff);

/* Returns the name of a kind in reports: "joint". Static. */
const char *vrmlint_fact_kind_name(enum vrmlint_fact_kind kind);

/* Returns the name of a status in reports: "new". Static. */
const char *vrmlint_news_name(enum vrmlint_news news);

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
