/*
 * A JSON Schema checker over jansson: compiles a schema once into a compact program and evaluates it without allocation
 * while nothing is wrong. Knows nothing of VRM.
 *
 * Keywords (2020-12; in brackets draft-04's spelling): type, enum, const, properties, required, additionalProperties,
 * items, prefixItems [items as an array, additionalItems], minItems, maxItems, uniqueItems, minimum, maximum,
 * exclusiveMinimum, exclusiveMaximum [booleans], minLength, maxLength, minProperties, maxProperties, propertyNames,
 * allOf, anyOf, oneOf, not, $ref (within the document, or to another given document), $defs [definitions], $schema;
 * title, description, default, examples, $comment are annotations. Everything else is refused when compiling, and so
 * are malformed values, enum beside const, a name that is required twice, and an x-severity of a keyword that isn't
 * there.
 *
 * Our own vocabulary:
 *   "x-index": NAME       the value must be an index into the array that the caller calls NAME at evaluation: a whole
 *                         number from 0 to its length - 1. "any": a whole number of any size and sign. A type beside
 *                         it that lists null lets null pass.
 *   "x-finite": LIMIT     a number's magnitude must stay below LIMIT.
 *   "x-severity": {KEYWORD: "warning"|"info"}   a failure of that keyword, in this schema object, is milder than an
 *                         error; it doesn't make the value invalid.
 *   "x-hints": {NAME: TEXT}   for unknown members or values: what was likely meant. A TEXT that names a known member or
 *                         value is a rename, any other is handed on as it stands: ours are names of messages/hints.def.
 *   "x-order": number     accepted and handed on with failures, for callers.
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

/* A compiled schema: where in a program it begins. */
struct schema {
    const struct program *program;
    uint32_t root;
};

/* A further document that $ref may name, by the name that stands in the $ref. */
struct schema_document {
    const char *name;
    const json_t *json;
};

enum schema_dialect { SCHEMA_DRAFT4, SCHEMA_2020_12 };

/*
 * Compiles a schema. dialect holds where $schema doesn't say. NULL, with a one-line text in *error (in the arena; what
 * and at which pointer), for a keyword, reference or form that isn't known. The schema lives in the arena, keeps
 * nothing of what is given, and may be used by many threads at once.
 */
struct schema *schema_compile(struct arena *arena, const json_t *json, enum schema_dialect dialect,
                              const struct schema_document *documents, size_t document_count, const char **error);

/*
 * The same of a schema that users have written: with all keywords of both drafts, and without our own vocabulary. What
 * isn't known is passed over, and so are format and content..., which only annotate. name is where the schema stands,
 * against which its references are resolved; documents are what else they may name, by their URIs or as the references
 * spell them. Regular expressions are those of base/regex.h; where these aren't built in, a schema that has one is
 * refused.
 */
struct schema *schema_compile_wide(struct arena *arena, const char *name, const json_t *json,
                                   enum schema_dialect dialect, const struct schema_document *documents,
                                   size_t document_count, const char **error);

enum schema_problem {
    SCHEMA_TYPE,
    SCHEMA_ENUM, /* const too */
    SCHEMA_REQUIRED,
    SCHEMA_UNKNOWN_MEMBER, /* additionalProperties; a name that propertyNames does not take */
    SCHEMA_TOO_FEW_ITEMS,
    SCHEMA_TOO_MANY_ITEMS, /* items: false behind prefixItems too */
    SCHEMA_NOT_UNIQUE,     /* at each element that equals an earlier one; count is that one's index */
    SCHEMA_RANGE,          /* minimum, maximum and their exclusive forms */
    SCHEMA_LENGTH,
    SCHEMA_MEMBERS, /* minProperties, maxProperties */
    SCHEMA_NOT_FINITE,
    SCHEMA_INDEX_TYPE,     /* not a number at all */
    SCHEMA_INDEX_FRACTION, /* not whole */
    SCHEMA_INDEX_FLOAT,    /* whole, but written with a fraction or exponent: always a warning */
    SCHEMA_INDEX_NEGATIVE,
    SCHEMA_INDEX_RANGE,
    SCHEMA_WHOLE_FLOAT, /* a number of type integer that is whole, but written as 1.0 or 1e0: valid, always a warning */
    SCHEMA_ONE_OF,      /* none or several of oneOf; anyOf with none */
    SCHEMA_NOT,
    SCHEMA_MULTIPLE, /* multipleOf */
    SCHEMA_PATTERN,
    SCHEMA_CONTAINS, /* contains, minContains, maxContains; matches is how many elements do */
    SCHEMA_FALSE,
    SCHEMA_GAVE_UP, /* at the whole value, last: too deep or too much work to tell; what came before still holds */
};

enum schema_level { SCHEMA_INFO, SCHEMA_WARNING, SCHEMA_ERROR };

struct schema_failure {
    enum schema_problem problem;
    enum schema_level level;
    const char *pointer;            /* of the value at fault; for REQUIRED the object; in the evaluation's arena */
    const struct tree *value;       /* at pointer */
    const char *keyword;            /* what failed, as the schema spells it; "" where no keyword did (FALSE, GAVE_UP) */
    const char *name;               /* the missing or unknown member; the name of an x-index; else NULL */
    const struct flat *flat;        /* what the next two are part of */
    const struct flat_value *limit; /* the keyword's own value (minimum, enum's array, type, ...); may be NULL */
    const struct flat_value *schema; /* the schema object that failed, for titles and own annotations */
    const char *hint;                /* what was likely meant (x-hints, then the nearest known name), or NULL */
    bool hint_is_name;               /* hint is a known member or value, to be quoted; otherwise a text */
    size_t matches;                  /* ONE_OF: how many alternatives held */
    size_t count; /* INDEX_RANGE: the array's length; items, members, LENGTH (code points): the actual number */
};

/* The length of an array that x-index names. */
struct schema_bound {
    const char *name;
    size_t count;
};

struct schema_evaluation {
    struct arena *arena;               /* for pointers of failures; NULL when only the verdict matters */
    const char *pointer;               /* of the value within its document; NULL is "" */
    const struct schema_bound *bounds; /* an x-index whose name isn't here has no upper bound */
    size_t bound_count;
    /* Called for every failure, in the order of the value (an object's missing members follow its members); NULL: stop
     * at the first error. */
    void (*fail)(void *context, const struct schema_failure *failure);
    void *context;
    bool whole_floats; /* whether to report SCHEMA_WHOLE_FLOAT */
    uint64_t budget;   /* visits of a value by a schema before giving up; 0: plenty for any file of an honest size */
};

/*
 * Whether value is valid (no failure of level SCHEMA_ERROR). Reports every failure at its own place: a member of a
 * wrong type doesn't hide its neighbours, but of that value only the type is reported. Alternatives (anyOf, oneOf, not)
 * report as one failure of the whole; milder failures inside the alternative that holds are reported. Allocates nothing
 * while nothing fails, but for uniqueItems on more than 32 elements.
 */
bool schema_evaluate(const struct schema *schema, const struct tree *value, const struct schema_evaluation *how);

#endif
