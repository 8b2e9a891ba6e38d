/* Whole VRM 1.0 avatars for tests: one that is correct in every way, and changes to it. JSON is in single quotes. */
#ifndef VRMLINT_TESTS_AVATAR_FILES_H
#define VRMLINT_TESTS_AVATAR_FILES_H

#include "support.h"

#include <jansson.h>

/*
 * Returns a sane avatar. The caller owns it (json_decref()) unless it passes it to a function below that takes
 * it. Nodes: 0 a root, 1 hips, 2 spine, 3 head, 4 to 9 upper leg, lower leg, foot, upper arm, lower arm and
 * hand of the left side, 10 to 15 the same of the right side. With a face also 16, with a mesh of three named
 * morph targets and a material.
 */
json_t *avatar_new(bool with_face);

/* Adds a child node at a position in metres and maps it to bone unless that is NULL. Returns its index. */
size_t avatar_add(json_t *document, const char *bone, size_t parent, double x, double y, double z);

/* Adds both eyes, and a gaze that turns them. */
void avatar_gaze(json_t *document);

/*
 * Changes values, one per line: "POINTER VALUE" sets a value, "POINTER" alone removes it. A pointer that begins with
 * @ is relative to VRMC_vrm. Missing objects on the way are created, and "-" means the end of a list.
 */
void avatar_change(json_t *document, const char *lines);

/* Returns the avatar as JSON text and takes the document. The caller frees the text. */
char *avatar_text(json_t *document);

/* Takes an avatar and fails the test unless a rule gives exactly these findings: "severity pointer;" for each place
 * that they cover, with @ as above. */
void avatar_expect(json_t *document, const char *rule, const char *expected);

/* Parts of changes to the face. */
#define MORPH(node, index, weight) "{'node':" #node ",'index':" #index ",'weight':" #weight "}"
#define MOVES "{'morphTargetBinds':[" MORPH(16, 0, 1) "]}"
#define PRESET "@/expressions/preset"
#define CUSTOM "@/expressions/custom"

/* A change to an avatar, as avatar_change() takes it, and the findings that avatar_expect() then expects of a rule. */
struct avatar_case {
    const char *rule;
    const char *changes;
    const char *expected;
};

/* Runs cases, each on a new avatar from make(). */
void avatar_run(json_t *(*make)(void), const struct avatar_case *cases, size_t count);

/* The same on the sane avatar with a face. */
json_t *avatar_with_face(void);
#define AVATARS_RUN(cases) avatar_run(avatar_with_face, cases, sizeof(cases) / sizeof(cases)[0])

#endif
