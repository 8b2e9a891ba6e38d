/* Files with node constraints for tests, and the findings expected from them. JSON is written with single quotes. */
#ifndef VRMLINT_TESTS_CONSTRAINT_FILES_H
#define VRMLINT_TESTS_CONSTRAINT_FILES_H

#include "spring_files.h"

#define ROTATION(source) "'rotation':{'source':" #source "}"
#define ROLL(source) "'roll':{'source':" #source ",'rollAxis':'X'}"
#define AIM(source) "'aim':{'source':" #source ",'aimAxis':'PositiveX'}"

/* Members of a node: a constraint of version 1.0 or of 1.0-draft. */
#define ON(kind) "'extensions':{'VRMC_node_constraint':{'specVersion':'1.0','constraint':{" kind "}}}"
#define ON_DRAFT(kind) "'extensions':{'VRMC_node_constraint':{'specVersion':'1.0-draft','constraint':{" kind "}}}"

/* A whole file with these nodes and more members of the root, each with a comma in front. */
#define FILE_OF(nodes, more) "{'asset':{'version':'2.0'},'nodes':[" nodes "]" more "}"

/* A humanoid with these bones: "'head':{'node':1}". */
#define HUMANOID(bones) ",'extensions':{'VRMC_vrm':{'humanoid':{'humanBones':{" bones "}}}}"

/*
 * Fails the test unless the text gives exactly these findings of the rules. expected is a list without "constraint/":
 * "error self-source /nodes/0!/constraint/roll/source; info ...", where ! is short for the extension.
 */
void expect_constraints(const char *rules, const char *text, const char *expected);

/* A case for such a check. */
struct constraint_case {
    const char *rules;
    const char *text;
    const char *expected;
};

void run_constraint_cases(const struct constraint_case *cases, size_t count);

#define RUN(cases) run_constraint_cases(cases, sizeof(cases) / sizeof *(cases))

/* Returns the only finding of a rule that a text gives. The caller frees *report. */
const struct vrmlint_finding *only_finding(const char *rule, const char *text, struct vrmlint_report **report);

#endif
