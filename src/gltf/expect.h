/*
 * Reading typed values from the members of core glTF: whether a value can be used. Where it isn't what the
 * specification wants, the schemas of schema/glTF-2.0* say so, once all is read.
 */
#ifndef VRMLINT_GLTF_EXPECT_H
#define VRMLINT_GLTF_EXPECT_H

#include "gltf/document.h"

/* The largest magnitude that single precision holds: beyond it readers get infinity. */
#define EXPECT_NUMBER_MAX 3.4028234663852886e38

/* The count of a list that is there but isn't one: no index can be said to lie beyond its end. */
#define EXPECT_ANY SIZE_MAX

/* Whether asset.version names another major version, whose rules aren't these; gltf/asset-version says that once. */
bool expect_other_version(struct document *document);

/* The major number of a version "major.minor" (10 stands for all above 9), or -1 for a text of another form. */
int expect_major(const char *version);

/* A string, or NULL; an empty one counts as none. */
const char *expect_text(const struct tree *value);

/* What indices into a list must be below: its count, 0 where there is none, EXPECT_ANY where it isn't an array. */
size_t expect_bound(const struct tree *list);

/* The same of a list at the root, of which only the type is judged and no tree is built. */
size_t expect_list(const struct document *document, const char *key);

/* A whole number of 0 or more into *out, which is touched only when there is one; those from 2^53 on come out as 2^53.
 */
bool expect_whole(const struct tree *value, uint64_t *out);

/* An array of exactly count numbers into out, which is touched only when all is well. */
bool expect_numbers(const struct tree *value, double *out, size_t count);
bool expect_vec3(const struct tree *value, struct vec3 *out);

#endif
