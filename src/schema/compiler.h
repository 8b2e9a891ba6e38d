/* What the parts of the compiler share. Nothing here is left when a schema is compiled. */
#ifndef VRMLINT_SCHEMA_COMPILER_H
#define VRMLINT_SCHEMA_COMPILER_H

#include "base/compiler.h"
#include "schema/program.h"

struct compiler {
    struct arena *arena;
    int dialect; /* where $schema does not say */
    struct source *sources;
    size_t source_count;
    size_t node_capacity;
    struct name_table keywords; /* in the order of enum keyword */
    struct schema *schema;
    const char *error;
};

/* A schema object being read. */
struct reading {
    struct compiler *compiler;
    const struct source *source;
    const struct flat_value *json;
    const struct flat_value *values[KEYWORD_COUNT]; /* of the keywords; NULL: not there */
    struct node node;                               /* in the making */
};

/* Says why the schema is refused, and where, on one line. Always false. */
bool compile_refuse(struct compiler *compiler, const struct source *source, const struct flat_value *json,
                    const char *format, ...) PRINTF_LIKE(4, 5);

/* The same, of a keyword that must be something else. */
bool compile_refuse_value(struct reading *reading, enum keyword keyword, const char *what);

/* Opens a document that has been led to: its values, and what its $schema says, or the caller where it has none. False
 * when refused. */
bool compile_open(struct compiler *compiler, struct source *source);

/* The node of a schema: met before, or new and to be read. False when refused. */
bool compile_node(struct compiler *compiler, const struct source *source, const struct flat_value *json,
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

/* A text without NUL bytes, or NULL. */
const char *keywords_name(const struct reading *reading, const struct flat_value *value);

/* link.c: resolves a $ref that stands in a schema object. */
bool link_reference(struct reading *reading, uint32_t *node);

/* link.c: refuses schemas that lead to themselves on the same value, and leads every edge past mere references. */
bool link_finish(struct compiler *compiler);

#endif
