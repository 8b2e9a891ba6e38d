/* The formats of vrmlint diff, which report a struct vrmlint_diff. */
#ifndef VRMLINT_REPORT_DIFF_H
#define VRMLINT_REPORT_DIFF_H

#include "report/print.h"
#include "report/report.h"

/* The state of a file. */
enum diff_state {
    DIFF_SAME,
    DIFF_CHANGED,
    DIFF_ADDED,
    DIFF_REMOVED,
    DIFF_MOVED,
    DIFF_UNREAD, /* a side has it, but it couldn't be read */
    DIFF_STATES
};

/* A file of both sides, or of one. */
struct diff_entry {
    enum diff_state state;
    const char *path;   /* in the new side; in the old one if it was removed */
    const char *before; /* its path in the old side if that differs, otherwise NULL */
    const struct vrmlint_diff *diff;
    const struct vrmlint_report
        *sides[2]; /* the reports of the old and the new side; NULL for a side without the file */
};

struct diff_summary {
    size_t files[DIFF_STATES];
    size_t news[VRMLINT_NEWS_KINDS];      /* findings */
    size_t changes;                       /* of avatars */
    struct vrmlint_manifest manifests[2]; /* of the old and the new side */
    struct statistics *statistics[2];     /* of the new findings, and of the fixed ones; NULL if not requested */
};

/* A format. It writes to reporter->out, and follows the reporter's options. */
struct diff_format {
    const char *name;
    void (*begin)(struct reporter *reporter, const struct diff_summary *summary); /* summary only has the manifests */
    void (*entry)(struct reporter *reporter, const struct diff_entry *entry);
    void (*end)(struct reporter *reporter, const struct diff_summary *summary);
};

extern const struct diff_format diff_text;
extern const struct diff_format diff_json;
extern const struct diff_format diff_html;
extern const struct diff_format diff_github;       /* annotations of new findings */
extern const struct diff_format diff_markdown;     /* for a comment on a pull request, whose length is limited */
extern const struct diff_format diff_step_summary; /* Markdown, for the file in GITHUB_STEP_SUMMARY */

/* The statuses whose findings diff_summary.statistics counts. */
extern const enum vrmlint_news diff_counted[2];

#endif
