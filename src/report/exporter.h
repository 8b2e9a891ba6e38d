/* The exporter in asset.generator, and its version. */
#ifndef VRMLINT_REPORT_EXPORTER_H
#define VRMLINT_REPORT_EXPORTER_H

#include <stddef.h>

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
