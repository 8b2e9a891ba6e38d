/* Files with extensions in all places, for the tests of packaging, versions and schemas. JSON is in single quotes. */
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

/* A text linted under a name, by the rules of packaging and what of the schemas touches it; the caller frees it. */
struct vrmlint_report *lint_as(const char *name, const char *quoted);

/* That a text gives just these findings, each as "rule pointer fix;", in the order of the file. */
void expect_as(const char *name, const char *quoted, const char *expected);

/* The same under the name test.gltf. */
void expect_packaging(const char *quoted, const char *expected);

/* The same two by the rules of the schemas alone. */
struct vrmlint_report *lint_by_schema(const char *quoted);
void expect_by_schema(const char *quoted, const char *expected);

/* The version that the report says of an extension; NULL where it doesn't name it. */
const char *version_in(const struct vrmlint_report *report, const char *name);

#endif
