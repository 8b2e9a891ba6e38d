/* Files with extensions in all places, for tests of packaging, versions and schemas. JSON is in single quotes. */
#ifndef VRMLINT_TESTS_PACKAGING_FILES_H
#define VRMLINT_TESTS_PACKAGING_FILES_H

#include "spring_files.h"
#include "support.h"

#define ASSET "'asset':{'version':'2.0'}"
#define SPRINGS "'VRMC_springBone'"
#define COLLIDER "'VRMC_springBone_extended_collider'"
#define LIMIT "'VRMC_springBone_limit'"
#define CONSTRAINT "'VRMC_node_constraint'"
#define ANIMATION "'VRMC_vrm_animation'"
#define USED(names) "'extensionsUsed':[" names "]"
#define ONE_SPRING "'springs':[{'joints':[{'node':0}]}]"
#define CONE "'limit':{'cone':{'angle':1}}"
#define P "/extensions/VRMC_springBone"

/* Lints a text under a name by the rules of packaging and related rules of schemas. The caller frees the report. */
struct vrmlint_report *lint_as(const char *name, const char *quoted);

/* Fails the test unless a text gives exactly these findings, each as "rule pointer fix;", in the order of the file. */
void expect_as(const char *name, const char *quoted, const char *expected);

/* The same under the name test.gltf. */
void expect_packaging(const char *quoted, const char *expected);

/* The same two functions for the schema rules alone. */
struct vrmlint_report *lint_by_schema(const char *quoted);
void expect_by_schema(const char *quoted, const char *expected);

/* Returns the version that the report gives for an extension; NULL if the report doesn't list it. */
const char *version_in(const struct vrmlint_report *report, const char *name);

#endif
