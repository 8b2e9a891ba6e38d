/* Reads typed values from the members of core glTF and returns whether they can be used. If a value violates the
 * specification, the schemas of schema/glTF-2.0* report it later. */
#ifndef VRMLINT_GLTF_EXPECT_H
#define VRMLINT_GLTF_EXPECT_H

#include "gltf/document.h"

/* The largest finite number in single precision: larger ones become infinity in apps. */
#define EXPECT_NUMBER_MAX 3.4028234663852886e38

/* The bound of a list with a wrong type: no index exceeds it. */
#define EXPECT_ANY SIZE_MAX

/* Whether asset.version names another major version, to which these rules don't apply. gltf/asset-version reports
 * that. */
bool expect_other_version(struct document *document);

/* Returns the major number of a version "major.minor" (10 for all above 9); -1 if the string has another form. */
int expect_major(const char *version);

/* Returns a string; NULL if it is absent, empty or of another type. */
const char *expect_text(const struct tree *value);

/* Returns the bound of indices into a list: its count, 0 if it is absent, EXPECT_ANY if it isn't an array. */
size_t expect_bound(const struct tree *list);

/* The same for a list in the root object; checks only its type and builds no tree. */
size_t expect_list(const struct document *document, const char *key);

/* Reads a whole number of 0 or more. Numbers from 2^53 on are read as 2^53. Leaves *out unchanged on failure. */
bool expect_whole(const struct tree *value, uint64_t *out);

/* Reads an array of exactly count numbers. Leaves out unchanged on failure. */
bool expect_numbers(const struct tree *value, double *out, size_t count);
bool expect_vec3(const struct tree *value, struct vec3 *out);

#endif
