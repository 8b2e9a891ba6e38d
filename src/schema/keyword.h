/* The table of the keywords of schemas. */
#ifndef VRMLINT_SCHEMA_KEYWORD_H
#define VRMLINT_SCHEMA_KEYWORD_H

/* WIDE: known only in user schemas (schema_compile_wide()). */
enum { DRAFT4 = 1, NEWER = 2, BOTH = 3, WIDE = 4 };

/* Keywords that can fail by themselves, and the dialects that have them. */
#define SCHEMA_ASSERTIONS(K)                                                                                           \
    K(TYPE, "type", BOTH)                                                                                              \
    K(ENUM, "enum", BOTH)                                                                                              \
    K(CONST, "const", NEWER)                                                                                           \
    K(REQUIRED, "required", BOTH)                                                                                      \
    K(ADDITIONAL_PROPERTIES, "additionalProperties", BOTH)                                                             \
    K(PROPERTY_NAMES, "propertyNames", NEWER)                                                                          \
    K(MIN_PROPERTIES, "minProperties", BOTH)                                                                           \
    K(MAX_PROPERTIES, "maxProperties", BOTH)                                                                           \
    K(ITEMS, "items", BOTH)                                                                                            \
    K(ADDITIONAL_ITEMS, "additionalItems", DRAFT4)                                                                     \
    K(MIN_ITEMS, "minItems", BOTH)                                                                                     \
    K(MAX_ITEMS, "maxItems", BOTH)                                                                                     \
    K(UNIQUE_ITEMS, "uniqueItems", BOTH)                                                                               \
    K(MINIMUM, "minimum", BOTH)                                                                                        \
    K(MAXIMUM, "maximum", BOTH)                                                                                        \
    K(EXCLUSIVE_MINIMUM, "exclusiveMinimum", BOTH)                                                                     \
    K(EXCLUSIVE_MAXIMUM, "exclusiveMaximum", BOTH)                                                                     \
    K(MIN_LENGTH, "minLength", BOTH)                                                                                   \
    K(MAX_LENGTH, "maxLength", BOTH)                                                                                   \
    K(ANY_OF, "anyOf", BOTH)                                                                                           \
    K(ONE_OF, "oneOf", BOTH)                                                                                           \
    K(NOT, "not", BOTH)                                                                                                \
    K(MULTIPLE_OF, "multipleOf", BOTH | WIDE)                                                                          \
    K(PATTERN, "pattern", BOTH | WIDE)                                                                                 \
    K(DEPENDENT_REQUIRED, "dependentRequired", NEWER | WIDE)                                                           \
    K(CONTAINS, "contains", NEWER | WIDE)                                                                              \
    K(MIN_CONTAINS, "minContains", NEWER | WIDE)                                                                       \
    K(MAX_CONTAINS, "maxContains", NEWER | WIDE)                                                                       \
    K(UNEVALUATED_ITEMS, "unevaluatedItems", NEWER | WIDE)                                                             \
    K(UNEVALUATED_PROPERTIES, "unevaluatedProperties", NEWER | WIDE)                                                   \
    K(X_INDEX, "x-index", BOTH)                                                                                        \
    K(X_FINITE, "x-finite", BOTH)

/* Keywords that only refer to other schemas or describe the others. */
#define SCHEMA_OTHERS(K)                                                                                               \
    K(REF, "$ref", BOTH)                                                                                               \
    K(ALL_OF, "allOf", BOTH)                                                                                           \
    K(PROPERTIES, "properties", BOTH)                                                                                  \
    K(PREFIX_ITEMS, "prefixItems", NEWER)                                                                              \
    K(DEFS, "$defs", NEWER)                                                                                            \
    K(DEFINITIONS, "definitions", DRAFT4)                                                                              \
    K(SCHEMA, "$schema", BOTH)                                                                                         \
    K(PATTERN_PROPERTIES, "patternProperties", BOTH | WIDE)                                                            \
    K(DEPENDENCIES, "dependencies", DRAFT4 | WIDE)                                                                     \
    K(DEPENDENT_SCHEMAS, "dependentSchemas", NEWER | WIDE)                                                             \
    K(IF, "if", NEWER | WIDE)                                                                                          \
    K(THEN, "then", NEWER | WIDE)                                                                                      \
    K(ELSE, "else", NEWER | WIDE)                                                                                      \
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
#define KEYWORD(name, text, dialects) KEYWORD_##name,
    SCHEMA_ASSERTIONS(KEYWORD) SCHEMA_OTHERS(KEYWORD)
#undef KEYWORD
        KEYWORD_COUNT,
    KEYWORD_ASSERTIONS = KEYWORD_REF, /* the keywords before it can fail */
};

/* Returns the text of a keyword. */
const char *keyword_text(enum keyword keyword);

/* Returns the dialects that have a keyword, as bits, and WIDE. */
int keyword_dialects(enum keyword keyword);

/* Returns the keyword of a name, or KEYWORD_COUNT. */
enum keyword keyword_find(const char *name);

#endif
