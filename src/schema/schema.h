/*
 * A JSON Schema checker over jansson. Compiles a schema once into a compact program and evaluates it without
 * allocation as long as no check fails. Knows nothing of VRM.
 *
 * Keywords (2020-12; draft-04's spelling in brackets): type, enum, const, properties, required, additionalProperties,
 * items, prefixItems [items as an array, additionalItems], minItems, maxItems, uniqueItems, minimum, maximum,
 * exclusiveMinimum, exclusiveMaximum [booleans], minLength, maxLength, minProperties, maxProperties, propertyNames,
 * allOf, anyOf, oneOf, not, $ref (within the document, or to another given document), $defs [definitions], $schema;
 * title, description, default, examples, $comment are annotations. The compiler refuses everything else, and also
 * malformed values, enum beside const, a name that is required twice, and an x-severity of an absent keyword.
 *
 * Our own vocabulary:
 *   "x-index": NAME       the value must be an index into the array that the caller names NAME at evaluation: a whole
 *                         number from 0 to its length - 1. "any": a whole number of any size and sign. null is valid
 *                         if a type beside it lists null. "type": "integer" and "minimum" beside it are for other
 *                         validators.
 *   "x-finite": LIMIT     a number's magnitude must be below LIMIT.
 *   "x-severity": {KEYWORD: "warning"|"info"}   a failure of that keyword in this schema object isn't an error; it
 *                         doesn't make the value invalid. "rule": the keyword is for other validators; a rule of
 *                         its own reports the failure.
 *   "x-hints": {NAME: TEXT}   a suggestion for an unknown member or value. A TEXT that is a known member or value is a
 *                         rename. Any other TEXT is passed on unchanged: ours are names of messages/hints.def.
 *   "x-order": number     accepted and passed on with failures, for callers.
 */
#ifndef VRMLINT_SCHEMA_SCHEMA_H
#define VRMLINT_SCHEMA_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "gltf/json.h"
#include "schema/flat.h"

struct program;

/* A compiled schema: its root in a program. */
struct schema {
    const struct program *program;
    uint32_t root;
};

/* Another document that $ref may refer to, with the name used in the $ref. */
struct schema_document {
    const char *name;
    const json_t *json;
};

enum schema_dialect { SCHEMA_DRAFT4, SCHEMA_2020_12 };

/*
 * Compiles a schema. dialect is used if $schema is absent. Returns NULL for an unknown keyword, reference or form,
 * with a one-line message in *error (in the arena), which gives the reason and the pointer. The schema is in the
 * arena, doesn't refer to the arguments, and may be used by many threads at once.
 */
struct schema *schema_compile(struct arena *arena, const json_t *json, enum schema_dialect dialect,
                              const struct schema_document *documents, size_t document_count, const char **error);

/*
 * The same for a schema written by users: with all keywords of both drafts, and without our own vocabulary. Unknown
 * keywords are ignored, as are format and content..., which only annotate. name is the location of the schema,
 * against which its references are resolved. documents are other documents that references may name, by URI or by the
 * text of the reference. Regular expressions are those of base/regex.h; if they aren't built in, a schema that has
 * one is refused.
 */
struct schema *schema_compile_wide(struct arena *arena, const char *name, const json_t *json,
                                   enum schema_dialect dialect, const struct schema_document *documents,
                                   size_t document_count, const char **error);

enum schema_problem {
    SCHEMA_TYPE,
    SCHEMA_ENUM, /* const too */
    SCHEMA_REQUIRED,
    SCHEMA_UNKNOWN_MEMBER, /* additionalProperties; also a name that propertyNames refuses */
    SCHEMA_TOO_FEW_ITEMS,
    SCHEMA_TOO_MANY_ITEMS, /* also items: false after prefixItems */
    SCHEMA_NOT_UNIQUE,     /* for each element that equals an earlier one; count is the earlier one's index */
    SCHEMA_RANGE,          /* minimum, maximum and their exclusive forms */
    SCHEMA_LENGTH,
    SCHEMA_MEMBERS, /* minProperties, maxProperties */
    SCHEMA_NOT_FINITE,
    SCHEMA_INDEX_TYPE,     /* not a number */
    SCHEMA_INDEX_FRACTION, /* not whole */
    SCHEMA_INDEX_FLOAT,    /* whole, but written with a fraction or exponent: always a warning */
    SCHEMA_INDEX_NEGATIVE,
    SCHEMA_INDEX_RANGE,
    SCHEMA_WHOLE_FLOAT, /* whole number of type integer, written as 1.0 or 1e0: valid, always a warning */
    SCHEMA_ONE_OF,      /* none or several of oneOf; anyOf with none */
    SCHEMA_NOT,
    SCHEMA_MULTIPLE, /* multipleOf */
    SCHEMA_PATTERN,
    SCHEMA_CONTAINS, /* contains, minContains, maxContains; matches is the number of matching elements */
    SCHEMA_FALSE,
    SCHEMA_GAVE_UP, /* last, for the whole value: too deep or too much work; earlier failures are still correct */
};

enum schema_level { SCHEMA_INFO, SCHEMA_WARNING, SCHEMA_ERROR };

struct schema_failure {
    enum schema_problem problem;
    enum schema_level level;
    const char *pointer;             /* of the failing value; for REQUIRED of the object; in the evaluation's arena */
    const struct tree *value;        /* at pointer */
    const char *keyword;             /* the failing keyword as in the schema; "" if none failed (FALSE, GAVE_UP) */
    const char *name;                /* the missing or unknown member; the name of an x-index; else NULL */
    const struct flat *flat;         /* contains the next two */
    const struct flat_value *limit;  /* the keyword's value (minimum, enum's array, type, ...); may be NULL */
    const struct flat_value *schema; /* the failing schema object, for titles and own annotations */
    const char *hint;                /* a suggestion (x-hints, else the nearest known name), or NULL */
    bool hint_is_name;               /* hint is a known member or value, to be quoted; otherwise a text */
    size_t matches;                  /* ONE_OF: how many alternatives are valid */
    /* INDEX_RANGE, INDEX_TYPE: the array's length (of TYPE SIZE_MAX: unknown); items, members, LENGTH (code points):
     * the actual number */
    size_t count;
};

/* The length of an array named by x-index. */
struct schema_bound {
    const char *name;
    size_t count;
};

struct schema_evaluation {
    struct arena *arena;               /* for pointers of failures; NULL if only the result matters */
    const char *pointer;               /* of the value in its document; NULL is "" */
    const struct schema_bound *bounds; /* an x-index with another name has no upper bound */
    size_t bound_count;
    /* Called for every failure, in the order of the value (an object's missing members follow its members). NULL:
     * stop at the first error. */
    void (*fail)(void *context, const struct schema_failure *failure);
    void *context;
    bool whole_floats; /* whether to report SCHEMA_WHOLE_FLOAT */
    uint64_t budget;   /* maximum number of visits of a value by a schema; 0: enough for any reasonable file */
};

/*
 * Whether value is valid (no failure of level SCHEMA_ERROR). Reports every failure with its own pointer: a member of
 * a wrong type doesn't hide its neighbours, but only the type is reported for that member. Alternatives (anyOf,
 * oneOf, not) are reported as one failure of the whole; warnings and infos of the valid alternative are reported.
 * Allocates nothing unless a check fails, except for uniqueItems on more than 32 elements.
 */
bool schema_evaluate(const struct schema *schema, const struct tree *value, const struct schema_evaluation *how);

#endif
