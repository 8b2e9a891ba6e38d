/* The files of one exporter by version, and the versions that added or fixed each mistake. */
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
    struct version *list; /* in the order of versions */
    size_t count;
    size_t capacity;
    bool incomplete; /* there was no room for some, so changes are unknown */
};

/* Returns a version, which is added if it is new; NULL if memory runs out, or *room, the number of versions that may
 * still be added, is used up. */
struct version *versions_find(struct versions *versions, const char *text, size_t rule_count, size_t *room);
void versions_free(struct versions *versions);

/* A rule that files violate from some version on, or up to the version before it. */
struct version_change {
    bool fixed;
    const struct version *version; /* the first one with the mistake, or the first one without it again */
    size_t with;                   /* files that have it ... */
    size_t of;                     /* ... of those of all versions from the first to the last that have it */
    size_t clean;                  /* files without it, of all versions before or after */
};

/* Lists the known changes of a rule; returns their number. Only those that are unlikely to be chance are listed. */
size_t versions_changes(const struct versions *versions, size_t rule, struct version_change changes[2]);

#endif
