/* Shared by the parts of the compiler. Not needed after compilation. */
#ifndef VRMLINT_SCHEMA_COMPILER_H
#define VRMLINT_SCHEMA_COMPILER_H

#include "base/compiler.h"
#include "schema/program.h"
#include "schema/wide.h"

/* A document. */
struct source {
    const char *name; /* "" for the only document */
    const struct flat_value *top;
    int dialect;       /* DRAFT4 or NEWER; 0: not referred to yet */
    bool only_applies; /* its own metaschema omits the validation vocabulary */
};

/* A schema with a URI of its own: a document, or a subschema with an $id. */
struct resource {
    const char *uri; /* without a fragment */
    const struct flat_value *top;
};

/* A name of a schema within a resource. */
struct schema_anchor {
    uint32_t resource;
    const char *name;
    const struct flat_value *value;
    bool dynamic;
};

/* The arrays that only user schemas need. */
#define WIDE_ARRAYS(A)                                                                                                 \
    A(struct resource, resources)                                                                                      \
    A(struct schema_anchor, anchors)                                                                                   \
    A(struct wide_part, parts)                                                                                         \
    A(struct wide_pattern, patterns)                                                                                   \
    A(struct wide_dependent, dependents)                                                                               \
    A(struct wide_anchor, dynamics)

struct compiler {
    struct arena *arena;
    int dialect; /* for documents without $schema */
    struct source *sources;
    size_t source_count;
    struct flat flat;      /* all documents, in order */
    uint32_t *value_nodes; /* the node of each value; 0: none */
    const char *error;
    bool wide;
    bool dynamic;              /* there is a $dynamicRef whose target depends on the path to it */
    uint32_t *value_resources; /* 1 + the resource of each value that is a schema; 0: unknown */
#define ARRAY(type, name)                                                                                              \
    type *name;                                                                                                        \
    size_t name##_capacity;                                                                                            \
    size_t name##_count;
    WIDE_ARRAYS(ARRAY)
#undef ARRAY
    /* the program's arrays */
#define ARRAY(type, name)                                                                                              \
    type *name;                                                                                                        \
    size_t name##_capacity;                                                                                            \
    size_t name##_count;
    PROGRAM_ARRAYS(ARRAY)
#undef ARRAY
};

/* A schema object while it is read. */
struct reading {
    struct compiler *compiler;
    const struct source *source;
    const struct flat_value *json;
    const struct flat_value *values[KEYWORD_COUNT]; /* of each keyword; NULL: absent */
    struct node node;                               /* under construction */
    uint32_t at;                                    /* its index */
};

/* add_nodes() and so on: add zeroed rows and return the index of the first one. All rows may move. */
#define ARRAY(type, name) uint32_t add_##name(struct compiler *compiler, size_t count);
PROGRAM_ARRAYS(ARRAY)
WIDE_ARRAYS(ARRAY)
#undef ARRAY

/* Returns the index of a value in compiler->flat; 0 for NULL. */
static inline uint32_t place_of(const struct compiler *compiler, const struct flat_value *value)
{
    return value == NULL ? 0 : (uint32_t)(value - compiler->flat.values);
}

/* Sets the error to why the schema is refused and where, on one line. Always returns false. */
bool compile_refuse(struct compiler *compiler, const struct source *source, const struct flat_value *json,
                    const char *format, ...) PRINTF_LIKE(4, 5);

/* The same for a keyword with an invalid value. */
bool compile_refuse_value(struct reading *reading, enum keyword keyword, const char *what);

/* Returns the document of a value. */
const struct source *compile_source(const struct compiler *compiler, const struct flat_value *json);

/* Finds or adds the node of a schema; a new one is read later. Returns false if it is refused. */
bool compile_node(struct compiler *compiler, const struct source *source, const struct flat_value *json,
                  uint32_t *node);

/* Reads a whole number from 0 as a keyword's value. Leaves *out unchanged if the keyword is absent. Returns false if
 * the value is refused. */
bool reading_size(struct reading *reading, enum keyword keyword, uint64_t *out);

/* Reads a boolean in the same way. */
bool reading_flag(struct reading *reading, enum keyword keyword, bool *out);

/* Returns a string without NUL bytes; NULL for other values. */
const char *reading_name(const struct reading *reading, const struct flat_value *value);

/* ---- tables of names ---- */

/*
 * names_begin() starts a table for up to most names. names_enter() adds a name and returns its index in the table; a
 * name that is in the table already keeps its index. Nothing else may be added in between. A text must be in
 * compiler->flat.
 */
struct name_range names_begin(struct compiler *compiler, size_t most);
uint32_t names_enter(struct compiler *compiler, struct name_range *range, const char *text, size_t length);

/* ---- references between schemas, and names of schemas ---- */

/* Opens a referenced document: determines its dialect by $schema, or by the caller if it is absent. Records the names
 * in user schemas. Returns false if the document is refused. */
bool source_open(struct compiler *compiler, struct source *source);

/* Returns the resource that contains a value. */
uint32_t resources_of(const struct compiler *compiler, const struct flat_value *value);

/* Resolves the reference of a keyword in a user schema. *anchor becomes the name in its fragment, or NULL. Returns
 * false if it is refused. */
bool reference_find(struct reading *reading, enum keyword keyword, const struct source **source,
                    const struct flat_value **value, const char **anchor);

/* Finds the node that the $ref of a schema object refers to. Returns false if it is refused. */
bool reference_node(struct reading *reading, uint32_t *node);

/* ---- functions that read keywords of a schema object into reading->node; false if refused ---- */

/* values.c */
bool keywords_values(struct reading *reading); /* type, enum, const, numbers, strings, x-index, x-finite */

/* structure.c */
bool keywords_objects(struct reading *reading); /* properties and other keywords of objects */
bool keywords_arrays(struct reading *reading);
bool keywords_groups(struct reading *reading); /* $ref, allOf, anyOf, oneOf, not */
bool keywords_notes(struct reading *reading);  /* $defs, annotations, x-severity, x-hints, x-order */

/* Whether a node has such keywords. */
bool wide_has_part(const struct compiler *compiler, uint32_t node);

/* ---- after all schemas are read ---- */

/* Refuses schemas that refer to themselves for the same value. Redirects every edge and root past nodes that are only
 * references. */
bool link_finish(struct compiler *compiler, uint32_t *roots, size_t root_count);

/*
 * Compiles the first root_count documents, together with all schemas that they refer to. roots receives the node of
 * each. Returns NULL with a message in *error if a schema is refused. The result is in the arena and doesn't refer to
 * the documents.
 */
struct program *compile_documents(struct arena *arena, const struct schema_document *documents, size_t count,
                                  enum schema_dialect dialect, bool wide, uint32_t *roots, size_t root_count,
                                  const char **error);

#endif
