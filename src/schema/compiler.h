/* What the parts of the compiler share. Nothing here is left when a schema is compiled. */
#ifndef VRMLINT_SCHEMA_COMPILER_H
#define VRMLINT_SCHEMA_COMPILER_H

#include "schema/program.h"

/* The main document, or a given one. */
struct source {
    const char *name; /* "" for the main one */
    const json_t *json;
    int dialect; /* DRAFT4 or NEWER; 0: nothing has led there yet */
};

/* Where a piece of schema stands, for error texts. */
struct place {
    const struct place *up; /* NULL at the start */
    const char *key;        /* NULL: index counts */
    size_t index;
    const struct source *source; /* at the start, with the pointer that a $ref gave */
    const char *pointer;
};

/* A node whose schema object has been met and waits to be read. */
struct pending {
    const json_t *json;
    const struct source *source;
    const struct place *place;
};

struct compiler {
    struct arena *arena;
    int dialect; /* where $schema does not say */
    struct source *sources;
    size_t source_count;
    struct pending *pending; /* as many as nodes */
    size_t pending_capacity;
    size_t node_capacity;
    uint32_t *slots; /* pending by their JSON: open addressing */
    size_t slot_count;
    struct name_table keywords; /* in the order of enum keyword */
    struct schema *schema;
    const char *error;
};

/* A schema object being read. */
struct reading {
    struct compiler *compiler;
    struct node node; /* in the making */
    const json_t *json;
    const struct source *source;
    const struct place *place;
    const json_t *values[KEYWORD_COUNT]; /* of the keywords; NULL: not there */
    const char *reference;               /* $ref, or NULL */
};

/* Says why the schema is refused, and where, on one line. Always false. */
bool compile_refuse(struct compiler *compiler, const struct place *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A place below another; key NULL: index counts. */
const struct place *compile_below(struct compiler *compiler, const struct place *up, const char *key, size_t index);

/* What the $schema of a document says, or the caller where it has none. False when refused. */
bool compile_dialect(struct compiler *compiler, struct source *source, const struct place *place);

/* The node of a schema that stands at a place: met before, or new and waiting. False when refused. */
bool compile_node(struct compiler *compiler, const json_t *json, const struct source *source, const struct place *place,
                  uint32_t *node);

/* Reading the keywords of one schema object into reading->node. False when refused. */
bool keywords_values(struct reading *reading);  /* type, enum, const, numbers, texts, x-index, x-finite */
bool keywords_objects(struct reading *reading); /* properties and all else about objects */
bool keywords_arrays(struct reading *reading);
bool keywords_groups(struct reading *reading); /* $ref, allOf, anyOf, oneOf, not */
bool keywords_notes(struct reading *reading);  /* $defs, annotations, x-severity, x-hints, x-order */

/* A whole number from 0 as a keyword's value; without the keyword *out stays. False when refused. */
bool keywords_size(struct reading *reading, enum keyword keyword, uint64_t *out);

/* A boolean as a keyword's value, the same way. */
bool keywords_flag(struct reading *reading, enum keyword keyword, bool *out);

/* The node of the schema that is a keyword's own value, and of the one at an index or a key in it. */
bool keywords_child(struct reading *reading, enum keyword keyword, const char *key, size_t index, const json_t *json,
                    uint32_t *node);

/* link.c: resolves a $ref that stands in source. */
bool link_reference(struct compiler *compiler, const struct source *from, const struct place *place, const char *text,
                    uint32_t *node);

/* link.c: refuses schemas that lead to themselves on the same value, and leads every edge past mere references. */
bool link_finish(struct compiler *compiler);

#endif
