/* Whole avatars of VRM 1.0 for tests: one that is right in every way, and what is changed in it. JSON is in single
 * quotes. */
#ifndef VRMLINT_TESTS_AVATAR_FILES_H
#define VRMLINT_TESTS_AVATAR_FILES_H

#include "support.h"

#include <jansson.h>

/*
 * A sane avatar; the caller's to json_decref(), unless somebody below takes it. Nodes: 0 a root, 1 hips, 2 spine,
 * 3 head, 4 to 9 upper leg, lower leg, foot, upper arm, lower arm and hand of the left side, 10 to 15 the same of the
 * right. With a face: 16, with a mesh of three named morph targets and a material.
 */
json_t *avatar_new(bool with_face);

/* Adds a node below another, at a place in metres, and maps it to a bone where that isn't NULL; returns its index. */
size_t avatar_add(json_t *document, const char *bone, size_t parent, double x, double y, double z);

/* Both eyes, and a gaze that turns them. */
void avatar_gaze(json_t *document);

/*
 * Changes values: one line for each, "POINTER VALUE", "POINTER" alone to take it out. A pointer that begins with @
 * stands for one below VRMC_vrm; objects on the way are made, and "-" is the place behind a list.
 */
void avatar_change(json_t *document, const char *lines);

/* Its text; takes the document. The caller frees it. */
char *avatar_text(json_t *document);

/* That an avatar, which is taken, gives just these findings of a rule: "severity pointer;" for each place that they
 * speak for, with @ as above. */
void avatar_expect(json_t *document, const char *rule, const char *expected);

/* What changes of its face are made of. */
#define MORPH(node, index, weight) "{'node':" #node ",'index':" #index ",'weight':" #weight "}"
#define MOVES "{'morphTargetBinds':[" MORPH(16, 0, 1) "]}"
#define PRESET "@/expressions/preset"
#define CUSTOM "@/expressions/custom"

/* A change of an avatar, as avatar_change() takes it, and what avatar_expect() then expects of a rule. */
struct avatar_case {
    const char *rule;
    const char *changes;
    const char *expected;
};

/* Runs cases, each on an avatar that is made for it. */
void avatar_run(json_t *(*make)(void), const struct avatar_case *cases, size_t count);

/* The same on the sane avatar with a face. */
json_t *avatar_with_face(void);
#define AVATARS_RUN(cases) avatar_run(avatar_with_face, cases, sizeof(cases) / sizeof(cases)[0])

#endif
