/* Files of one exporter by its versions, and the version that brought or fixed each mistake. */
#ifndef VRMLINT_REPORT_VERSIONS_H
#define VRMLINT_REPORT_VERSIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "report/exporter.h"

struct version {
    char text[EXPORTER_VERSION];
    size_t files;
    size_t *with; /* by rule: the files that have a finding of it */
};

struct versions {
    struct version *list; /* in their order */
    size_t count;
    size_t capacity;
    bool incomplete; /* there was no room for some, so nothing can be said of changes */
};

/* Returns a version, added if it is new; NULL if *room, which counts those that may still be added, or memory is used
 * up. */
struct version *versions_find(struct versions *versions, const char *text, size_t rule_count, size_t *room);
void versions_free(struct versions *versions);

/* A rule that files have from some version on, or up to the one before it. */
struct version_change {
    bool fixed;
    const struct version *version; /* the first one with the mistake, or the first one without it again */
    size_t with;                   /* files that have it ... */
    size_t of;                     /* ... of those of all versions from the first to the last that have it */
    size_t clean;                  /* files without it: of all versions before, or after */
};

/* Lists what is known of a rule; returns how many. Only what is unlikely to be chance is listed. */
size_t versions_changes(const struct versions *versions, size_t rule, struct version_change changes[2]);

#endif
