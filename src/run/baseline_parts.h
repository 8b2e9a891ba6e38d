/* What the files about baselines share. */
#ifndef VRMLINT_RUN_BASELINE_PARTS_H
#define VRMLINT_RUN_BASELINE_PARTS_H

#include "base/text_map.h"
#include "run/baseline.h"
#include "run/baseline_path.h"

#define FIRST_LINE "# vrmlint baseline 1"
#define CONTENT "# content " /* followed by the hash of the file above; older versions read it as a comment */

/* A line that names a known finding. */
struct known {
    struct known *next; /* of the same file */
    const char *fingerprint;
    const char *rule;
    const char *text; /* the whole line */
    size_t line;
    bool found;
    bool looked_for; /* the run would have reported the finding */
};

struct known_file {
    struct known_file *next;
    const char *path;
    const char *hash;             /* of its content; NULL: not known */
    struct known_file *same_hash; /* another file of the same content */
    struct known *first;          /* in the order of the lines */
    struct known **end;
    bool checked;
    bool folded; /* some of its lines stand for several findings */
};

/* In baselines of older versions, one line may stand for several findings of its rule. */
struct folded {
    size_t more; /* findings without a line of their own */
    size_t found;
    size_t turn; /* number of the report that `found` counts in */
};

/* The lines of a file that are to be written. */
struct added {
    const char *path;
    const char *text;
    size_t number; /* in the order in which they were added */
};

struct baseline {
    struct arena *arena;
    const char *file;
    struct os_file *open; /* while the file is read; otherwise NULL */
    struct baseline_paths paths;
    struct text_map files;
    struct text_map contents; /* files by hash */
    struct text_map findings; /* by path, a line feed, and fingerprint */
    struct text_map folded;   /* by path, a line feed, and rule */
    struct known_file *first_file;
    struct known_file **end;
    size_t turn; /* counts the reports that it was applied to */
    struct vrmlint_finding *kept;
    size_t kept_capacity;
    bool is_one; /* the file that was read begins as a baseline does */
    struct added *added;
    size_t added_count;
    size_t added_capacity;
};

/* Returns the key of a finding in baseline->findings, in the arena. */
const char *baseline_finding_key(struct arena *arena, const char *path, const char *fingerprint);

/* Returns the file of a report: by its path, or by its content if the file that had this content no longer exists. */
struct known_file *baseline_find_file(struct baseline *baseline, const struct vrmlint_report *report);

/* Marks the lines whose findings the run would have reported. A rule that no longer exists counts as run, so that its
 * lines are reported as stale. */
void baseline_note_missing(struct baseline *baseline, struct known_file *file, const struct vrmlint_policy *policy,
                           bool simulated, const struct vrmlint_report *report);

/* Whether a file wasn't checked because it is gone: a folder that should contain it was checked. */
bool baseline_is_gone(const struct baseline *baseline, const struct known_file *file, baseline_checked_fn *checked,
                      void *context);

#endif
