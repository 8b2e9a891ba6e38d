/* What the parts of the compiler share. Nothing here is left when schemas are compiled. */
#ifndef VRMLINT_SCHEMA_COMPILER_H
#define VRMLINT_SCHEMA_COMPILER_H

#include "base/compiler.h"
#include "schema/program.h"
#include "schema/wide.h"

/* A document. */
struct source {
    const char *name; /* "" for the only one to compile */
    const struct flat_value *top;
    int dialect;       /* DRAFT4 or NEWER; 0: nothing has led there yet */
    bool only_applies; /* its own metaschema is without the vocabulary that asserts */
};

/* A schema that has a URI of its own: a document, or what has an $id in it. */
struct resource {
    const char *uri; /* without a fragment */
    const struct flat_value *top;
};

/* A name for a schema within a resource. */
struct anchor {
    uint32_t resource;
    const char *name;
    const struct flat_value *value;
    bool dynamic;
};

/* What only schemas of users need. */
#define WIDE_ARRAYS(A)                                                                                                 \
    A(struct resource, resources)                                                                                      \
    A(struct anchor, anchors)                                                                                          \
    A(struct wide_part, parts)                                                                                         \
    A(struct wide_pattern, patterns)                                                                                   \
    A(struct wide_dependent, dependents)                                                                               \
    A(struct wide_anchor, dynamics)

struct compiler {
    struct arena *arena;
    int dialect; /* where $schema does not say */
    struct source *sources;
    size_t source_count;
    struct flat flat;      /* what all documents say, in their order */
    uint32_t *value_nodes; /* the nodes of its values, 0 where none is */
    const char *error;
    bool wide;
    bool dynamic;              /* a $dynamicRef is there that depends on how it was reached */
    uint32_t *value_resources; /* 1 + the resource of each value that is a schema; 0: not known */
#define ARRAY(type, name)                                                                                              \
    type *name;                                                                                                        \
    size_t name##_capacity;                                                                                            \
    size_t name##_count;
    WIDE_ARRAYS(ARRAY)
#undef ARRAY
    /* what becomes the program's */
#define ARRAY(type, name)                                                                                              \
    type *name;                                                                                                        \
    size_t name##_capacity;                                                                                            \
    size_t name##_count;
    PROGRAM_ARRAYS(ARRAY)
#undef ARRAY
};

/* A schema object being read. */
struct reading {
    struct compiler *compiler;
    const struct source *source;
    const struct flat_value *json;
    const struct flat_value *values[KEYWORD_COUNT]; /* of the keywords; NULL: not there */
    struct node node;                               /* in the making */
    uint32_t at;                                    /* its place */
};

/* add_nodes() and so on: so many rows more, zeroed; the place of the first of them. They may move all rows. */
#define ARRAY(type, name) uint32_t add_##name(struct compiler *compiler, size_t count);
PROGRAM_ARRAYS(ARRAY)
WIDE_ARRAYS(ARRAY)
#undef ARRAY

/* The place of a value of the documents, 0 of NULL. */
static inline uint32_t place_of(const struct compiler *compiler, const struct flat_value *value)
{
    return value == NULL ? 0 : (uint32_t)(value - compiler->flat.values);
}

/* Says why the schema is refused, and where, on one line. Always false. */
bool compile_refuse(struct compiler *compiler, const struct source *source, const struct flat_value *json,
                    const char *format, ...) PRINTF_LIKE(4, 5);

/* The same, of a keyword that must be something else. */
bool compile_refuse_value(struct reading *reading, enum keyword keyword, const char *what);

/* The document that a value is of. */
const struct source *compile_source(const struct compiler *compiler, const struct flat_value *json);

/* The node of a schema: met before, or new and to be read. False when refused. */
bool compile_node(struct compiler *compiler, const struct source *source, const struct flat_value *json,
                  uint32_t *node);

/* A whole number from 0 as a keyword's value; without the keyword *out stays. False when refused. */
bool reading_size(struct reading *reading, enum keyword keyword, uint64_t *out);

/* A boolean as a keyword's value, the same way. */
bool reading_flag(struct reading *reading, enum keyword keyword, bool *out);

/* A text without NUL bytes, or NULL. */
const char *reading_name(const struct reading *reading, const struct flat_value *value);

/* ---- names.c: entering names that are to be looked up ---- */

/* A range for up to so many names; then its names, one by one, with nothing else entered in between. A text must be one
 * of compiler->flat. Its place in the range comes back: the one that it has already, or the next one. */
struct name_range names_begin(struct compiler *compiler, size_t most);
uint32_t names_enter(struct compiler *compiler, struct name_range *range, const char *text, size_t length);

/* ---- references.c: where references between schemas lead, and what schemas are called ---- */

/* Opens a document that has been led to: finds the dialect that its $schema names, or the caller where it has none; of
 * users also what has names in it. False when refused. */
bool source_open(struct compiler *compiler, struct source *source);

/* The resource that a value lies in. */
uint32_t resources_of(const struct compiler *compiler, const struct flat_value *value);

/* Of a schema of users: resolves the reference that a keyword holds; *anchor becomes the name in its fragment, or NULL.
 * False when refused. */
bool reference_find(struct reading *reading, enum keyword keyword, const struct source **source,
                    const struct flat_value **value, const char **anchor);

/* The node that the $ref of a schema object leads to. False when refused. */
bool reference_node(struct reading *reading, uint32_t *node);

/* ---- what reads the keywords of one schema object into reading->node; false when refused ---- */

/* values.c */
bool keywords_values(struct reading *reading); /* type, enum, const, numbers, texts, x-index, x-finite */

/* structure.c */
bool keywords_objects(struct reading *reading); /* properties and all else about objects */
bool keywords_arrays(struct reading *reading);
bool keywords_groups(struct reading *reading); /* $ref, allOf, anyOf, oneOf, not */
bool keywords_notes(struct reading *reading);  /* $defs, annotations, x-severity, x-hints, x-order */

/* wide_compile.c: what only schemas of users have. */
bool keywords_wide(struct reading *reading);

/* Whether a node has such keywords. */
bool wide_has_part(const struct compiler *compiler, uint32_t node);

/* What they all say, for the program. */
struct wide *wide_finish(struct compiler *compiler);

/* ---- link.c: what is done when all schemas are read ---- */

/* Refuses schemas that lead to themselves on the same value, and leads every edge, and the roots, past mere references.
 */
bool link_finish(struct compiler *compiler, uint32_t *roots, size_t root_count);

/* ---- compile.c ---- */

/*
 * Compiles those documents that roots has room for, together with all that they lead to: roots becomes the node of
 * each. NULL, with a text in *error, when one is refused. All of it lives in the arena, and keeps nothing of what is
 * given.
 */
struct program *compile_documents(struct arena *arena, const struct schema_document *documents, size_t count,
                                  enum schema_dialect dialect, bool wide, uint32_t *roots, size_t root_count,
                                  const char **error);

#endif
