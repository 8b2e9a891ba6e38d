/* Statistics over all files: how often each rule was found, in total and per exporter. */
#ifndef VRMLINT_REPORT_STATISTICS_H
#define VRMLINT_REPORT_STATISTICS_H

#include <stddef.h>
#include <stdio.h>

#include "message/message.h"
#include "report/report.h"

struct statistics;

/* Returns empty statistics; NULL if memory runs out. The caller frees them. */
struct statistics *statistics_new(void);

/* Counts only findings from now on, and what they make apps do: reports contain only some findings of their files. */
void statistics_only_findings(struct statistics *statistics);
void statistics_free(struct statistics *statistics);

/* Adds one file. Returns false if memory ran out, now or before, so that an exporter is counted among the others. */
bool statistics_add(struct statistics *statistics, const struct vrmlint_report *report);

/* Prints tables for people, in lines of the options' width if names allow it: rules with the most findings, and
 * exporters with the most files, come first. */
void statistics_text(FILE *out, const struct statistics *statistics, const struct report_options *options);

/* Prints the same as the members of an object, without its braces: "rules": [...], "generators": [...]. */
void statistics_json(FILE *out, const struct statistics *statistics);

/* Prints the tables in a page of HTML, below a heading with an id. */
void statistics_html(struct reporter *reporter, const struct statistics *statistics, enum message heading,
                     const char *id);

enum { EXPORTER_VERSION = 32 /* bytes of a version, with its NUL */ };

struct exporter_name {
    const char *text; /* not terminated: length bytes; within the generator, or static */
    size_t length;
    char version[EXPORTER_VERSION]; /* "2.20.88"; "" if absent */
};

/* Splits a generator at its version: "UniGLTF-2.51.0", "THREE.GLTFExporter r180", "VRM Add-on for Blender v2.20.88
 * with ...", the rest of which is discarded. Earlier names of an exporter become its current one. */
struct exporter_name exporter_split(const char *generator);

/* Compares two versions by their numbers, then as text. */
int exporter_compare_versions(const char *a, const char *b);

#endif
