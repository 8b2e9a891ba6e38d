/* The table of the keywords of schemas. */
#ifndef VRMLINT_SCHEMA_KEYWORD_H
#define VRMLINT_SCHEMA_KEYWORD_H

/*
 * What is known of a keyword, as bits: the dialects that have it; WIDE: known only in user schemas
 * (schema_compile_wide()); VALIDATES: belongs to the validation vocabulary, which a metaschema may omit (2020-12,
 * Validation, 6); and how its value contains schemas.
 */
enum {
    DRAFT4 = 1,
    NEWER = 2,
    BOTH = DRAFT4 | NEWER,
    WIDE = 4,
    VALIDATES = 8,
    HOLDS_ONE = 16,
    HOLDS_LIST = 32,
    HOLDS_MEMBERS = 64
};

/* Keywords that can fail by themselves, and what is known of them. */
#define SCHEMA_ASSERTIONS(K)                                                                                           \
    K(TYPE, "type", BOTH | VALIDATES)                                                                                  \
    K(ENUM, "enum", BOTH | VALIDATES)                                                                                  \
    K(CONST, "const", NEWER | VALIDATES)                                                                               \
    K(REQUIRED, "required", BOTH | VALIDATES)                                                                          \
    K(ADDITIONAL_PROPERTIES, "additionalProperties", BOTH | HOLDS_ONE)                                                 \
    K(PROPERTY_NAMES, "propertyNames", NEWER | HOLDS_ONE)                                                              \
    K(MIN_PROPERTIES, "minProperties", BOTH | VALIDATES)                                                               \
    K(MAX_PROPERTIES, "maxProperties", BOTH | VALIDATES)                                                               \
    K(ITEMS, "items", BOTH | HOLDS_ONE | HOLDS_LIST)                                                                   \
    K(ADDITIONAL_ITEMS, "additionalItems", DRAFT4 | HOLDS_ONE)                                                         \
    K(MIN_ITEMS, "minItems", BOTH | VALIDATES)                                                                         \
    K(MAX_ITEMS, "maxItems", BOTH | VALIDATES)                                                                         \
    K(UNIQUE_ITEMS, "uniqueItems", BOTH | VALIDATES)                                                                   \
    K(MINIMUM, "minimum", BOTH | VALIDATES)                                                                            \
    K(MAXIMUM, "maximum", BOTH | VALIDATES)                                                                            \
    K(EXCLUSIVE_MINIMUM, "exclusiveMinimum", BOTH | VALIDATES)                                                         \
    K(EXCLUSIVE_MAXIMUM, "exclusiveMaximum", BOTH | VALIDATES)                                                         \
    K(MIN_LENGTH, "minLength", BOTH | VALIDATES)                                                                       \
    K(MAX_LENGTH, "maxLength", BOTH | VALIDATES)                                                                       \
    K(ANY_OF, "anyOf", BOTH | HOLDS_LIST)                                                                              \
    K(ONE_OF, "oneOf", BOTH | HOLDS_LIST)                                                                              \
    K(NOT, "not", BOTH | HOLDS_ONE)                                                                                    \
    K(MULTIPLE_OF, "multipleOf", BOTH | WIDE | VALIDATES)                                                              \
    K(PATTERN, "pattern", BOTH | WIDE | VALIDATES)                                                                     \
    K(DEPENDENT_REQUIRED, "dependentRequired", NEWER | WIDE | VALIDATES)                                               \
    K(CONTAINS, "contains", NEWER | WIDE | HOLDS_ONE)                                                                  \
    K(MIN_CONTAINS, "minContains", NEWER | WIDE | VALIDATES)                                                           \
    K(MAX_CONTAINS, "maxContains", NEWER | WIDE | VALIDATES)                                                           \
    K(UNEVALUATED_ITEMS, "unevaluatedItems", NEWER | WIDE | HOLDS_ONE)                                                 \
    K(UNEVALUATED_PROPERTIES, "unevaluatedProperties", NEWER | WIDE | HOLDS_ONE)                                       \
    K(X_INDEX, "x-index", BOTH)                                                                                        \
    K(X_FINITE, "x-finite", BOTH)

/* Keywords that only refer to other schemas or describe the others. */
#define SCHEMA_OTHERS(K)                                                                                               \
    K(REF, "$ref", BOTH)                                                                                               \
    K(ALL_OF, "allOf", BOTH | HOLDS_LIST)                                                                              \
    K(PROPERTIES, "properties", BOTH | HOLDS_MEMBERS)                                                                  \
    K(PREFIX_ITEMS, "prefixItems", NEWER | HOLDS_LIST)                                                                 \
    K(DEFS, "$defs", NEWER | HOLDS_MEMBERS)                                                                            \
    K(DEFINITIONS, "definitions", DRAFT4 | HOLDS_MEMBERS)                                                              \
    K(SCHEMA, "$schema", BOTH)                                                                                         \
    K(PATTERN_PROPERTIES, "patternProperties", BOTH | WIDE | HOLDS_MEMBERS)                                            \
    K(DEPENDENCIES, "dependencies", DRAFT4 | WIDE | HOLDS_MEMBERS)                                                     \
    K(DEPENDENT_SCHEMAS, "dependentSchemas", NEWER | WIDE | HOLDS_MEMBERS)                                             \
    K(IF, "if", NEWER | WIDE | HOLDS_ONE)                                                                              \
    K(THEN, "then", NEWER | WIDE | HOLDS_ONE)                                                                          \
    K(ELSE, "else", NEWER | WIDE | HOLDS_ONE)                                                                          \
    K(ID, "$id", NEWER | WIDE)                                                                                         \
    K(OLD_ID, "id", DRAFT4 | WIDE)                                                                                     \
    K(ANCHOR, "$anchor", NEWER | WIDE)                                                                                 \
    K(DYNAMIC_REF, "$dynamicRef", NEWER | WIDE)                                                                        \
    K(DYNAMIC_ANCHOR, "$dynamicAnchor", NEWER | WIDE)                                                                  \
    K(X_SEVERITY, "x-severity", BOTH)                                                                                  \
    K(X_HINTS, "x-hints", BOTH)                                                                                        \
    K(X_ORDER, "x-order", BOTH)                                                                                        \
    K(TITLE, "title", BOTH)                                                                                            \
    K(DESCRIPTION, "description", BOTH)                                                                                \
    K(DEFAULT, "default", BOTH)                                                                                        \
    K(EXAMPLES, "examples", BOTH)                                                                                      \
    K(COMMENT, "$comment", BOTH)

enum keyword {
#define KEYWORD(name, text, traits) KEYWORD_##name,
    SCHEMA_ASSERTIONS(KEYWORD) SCHEMA_OTHERS(KEYWORD)
#undef KEYWORD
        KEYWORD_COUNT,
    KEYWORD_ASSERTIONS = KEYWORD_REF, /* the keywords before it can fail */
};

/* Returns the text of a keyword. */
const char *keyword_text(enum keyword keyword);

/* Returns what is known of a keyword, as bits; 0 for KEYWORD_COUNT. */
int keyword_traits(enum keyword keyword);

/* Returns the keyword of a name, or KEYWORD_COUNT. */
enum keyword keyword_find(const char *name);

#endif
