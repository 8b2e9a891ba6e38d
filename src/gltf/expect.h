/*
 * Reading typed values from the members of core glTF. Where they aren't what the specification wants, the schemas of
 * schema/glTF-2.0* say so, once all is read.
 *
 * Every function takes the value and where it stands, and says whether the value can be used.
 */
#ifndef VRMLINT_GLTF_EXPECT_H
#define VRMLINT_GLTF_EXPECT_H

#include "gltf/document.h"

/* The largest magnitude that single precision holds: beyond it readers get infinity. */
#define EXPECT_NUMBER_MAX 3.4028234663852886e38

/* The count of a list that is there but isn't one: no index can be said to lie beyond its end. */
#define EXPECT_ANY SIZE_MAX

struct expect {
    struct document *document;
    bool quiet; /* report nothing */
};

/*
 * Where a value stands: a chain of members and elements that lives on the caller's stack, so that a pointer is written
 * only when there is something to report.
 */
struct expect_path {
    const struct expect_path *up; /* NULL for a member of the root */
    const char *key;              /* NULL for an element of an array */
    size_t index;
    const char *name; /* of an element that has one; else NULL */
};

/*
 * How to read the core of this document: quietly when asset.version names another major version, whose rules aren't
 * these; gltf/asset-version says that once.
 */
struct expect expect_document(struct document *document);

/* The major number of a version "major.minor" (10 stands for all above 9), or -1 for a text of another form. */
int expect_major(const char *version);

/* The JSON pointer of a place, in the arena. */
const char *expect_pointer(struct arena *arena, const struct expect_path *path);

/* "node 4 'Hips'", or "node 4 (unnamed)": the element of a top-level array that a place lies in; else "the file". For
 * the place of a message called as; the name is borrowed from the path. */
struct argument expect_subject(const char *as, const struct expect_path *path);

bool expect_object(const struct expect *expect, const struct expect_path *path, const struct tree *value);
bool expect_array(const struct expect *expect, const struct expect_path *path, const struct tree *value);

/* A string, or NULL; an empty one counts as none. */
const char *expect_text(const struct expect *expect, const struct expect_path *path, const struct tree *value);

/* What indices into a list must be below: its count, 0 where there is none, EXPECT_ANY where it isn't an array. */
size_t expect_bound(const struct tree *list);

/* The same of a list at the root, of which only the type is judged and no tree is built. */
size_t expect_list(const struct expect *expect, const char *key);

/* An index below count into *out; noun names what it counts: WORDS_NOUN_NODES, ..._SAMPLERS. With EXPECT_ANY none can
 * be used. */
bool expect_index(const struct expect *expect, const struct expect_path *path, const struct tree *value, size_t count,
                  enum message noun, size_t *out);

/* A whole number of 0 or more into *out, which is touched only when there is one; those from 2^53 on come out as 2^53.
 */
bool expect_whole(const struct expect *expect, const struct expect_path *path, const struct tree *value, uint64_t *out);

/* An array of exactly count numbers into out, which is touched only when all is well. */
bool expect_numbers(const struct expect *expect, const struct expect_path *path, const struct tree *value, double *out,
                    size_t count);

#endif
