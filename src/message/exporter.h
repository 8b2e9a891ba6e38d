/* The program that exported a file: which tool its author used, and what is known of that tool's exporter. */
#ifndef VRMLINT_MESSAGE_EXPORTER_H
#define VRMLINT_MESSAGE_EXPORTER_H

#include "message/message.h"
#include "message/outcomes.h"
#include "vrmlint.h"

/* The tools whose panels reports describe. Names in reports: "blender", "unity", "vroid". */
enum tool { TOOL_BLENDER, TOOL_UNITY, TOOL_VROID, TOOLS, TOOL_UNKNOWN = TOOLS };

struct exporter {
    enum tool tool;
    /* Whether it was the tool's own exporter of VRM: the add-on, UniVRM, VRoid Studio. Others write other files. */
    bool own;
    bool unnamed; /* a VRM 1.0 that names no exporter */
    /* Of that exporter: major, minor, patch. All 0 if the file doesn't state it, which only old versions do; 999 for
     * the add-on's own tests. */
    unsigned version[3];
};

/*
 * Returns the tool and version that exported a file, by its asset.generator and, of VRM 0.x, its exporterVersion, which
 * survives a program that edits the file later. Both may be NULL.
 */
struct exporter exporter_tool(const char *generator, const char *exporter_version, enum outcome_file of);

/* Returns the same for the file of a report. */
struct exporter exporter_of_report(const struct vrmlint_report *report);

/* Why an exporter's files have a finding. */
enum exporter_habit {
    EXPORTER_CLICK,   /* because of what a panel shows */
    EXPORTER_WRITTEN, /* it writes it without being asked */
    EXPORTER_HARMLESS /* the same, and there is nothing to do */
};

/* Returns what is known of a finding in files from an exporter: WORDS_... of exporters.def, or MESSAGE_NONE. habit is
 * set only if something is known. */
enum message exporter_advice(const struct exporter *exporter, const struct vrmlint_finding *finding,
                             enum exporter_habit *habit);

#endif
