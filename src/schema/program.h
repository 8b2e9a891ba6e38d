/*
 * Compiled schemas: written by the compiler (compiler.h), read by the evaluation. They are arrays that refer to each
 * other by index, so that the build can write a program as C code that needs no relocation: our own schemas are built
 * in this way (schema/embed.c).
 */
#ifndef VRMLINT_SCHEMA_PROGRAM_H
#define VRMLINT_SCHEMA_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "schema/flat.h"
#include "schema/keyword.h"
#include "schema/schema.h"

/* Node 0 accepts everything, node 1 nothing. */
enum { NODE_ANY, NODE_FALSE, NODE_FIRST };

#define NONE UINT32_MAX

/* Bits of a type mask are 1 << tree_type(). This additional bit accepts reals with a whole value. */
#define TYPE_WHOLE (1U << 8)
#define TYPE_ALL 0xffU

/* For an integer, only the x-index of a named array has to be checked. */
#define QUICK_INDEX (1U << 9)

/* Distinct x-index names of a program. Their arrays' lengths are looked up once per evaluation. */
enum { INDEX_NONE, INDEX_ANY, INDEX_FIRST, INDEX_MAX = 64 };

/* A string of the program. */
struct name {
    uint32_t text; /* its position */
    uint32_t length;
};

/* A table of names: open addressing, slots contain 1 + the name's index. */
struct name_range {
    uint32_t names; /* index of the first name; names are in the order of the schema */
    uint32_t slots;
    uint32_t count;
    uint32_t mask; /* slots - 1 */
};

struct number_limit {
    uint32_t keyword;
    enum { LIMIT_AT_LEAST, LIMIT_ABOVE, LIMIT_AT_MOST, LIMIT_BELOW } relation;
    uint32_t number;
};

struct number_part {
    struct number_limit limits[4];
    uint32_t count;
    uint32_t finite; /* x-finite: magnitudes from here on are invalid */
};

struct text_part {
    uint64_t least;
    uint64_t most;
};

/* enum, or const as an enum of one value. */
struct choice_part {
    uint32_t keyword;
    uint32_t value; /* the keyword's value */
    struct name_range strings;
    bool others; /* there are other values than strings */
};

struct array_part {
    uint64_t least;
    uint64_t most;
    uint32_t prefix; /* schemas of the first elements */
    uint32_t prefix_count;
    uint32_t rest; /* schema of the other elements; NODE_FALSE: none are allowed */
    uint32_t rest_keyword;
    bool unique;
};

struct member {
    uint64_t bit; /* 1 << its index among the required ones; 0 if optional or beyond the 64th */
    uint32_t node;
    bool required;
};

struct object_part {
    uint64_t least;
    uint64_t most;
    uint64_t required_bits;
    struct name_range table; /* names in properties, then other required names */
    uint32_t members;        /* in the same order */
    uint32_t known;          /* how many are in properties */
    uint32_t additional;     /* schema of other members; NODE_FALSE: none are allowed */
    uint32_t names;          /* schema of all names */
    uint32_t required;       /* the keyword's array */
    bool required_more;      /* there are more required names than bits */
    bool walk;               /* false: the values of the members needn't be checked */
};

/* Schemas that apply to the same value: $ref and allOf, anyOf, oneOf, not. */
struct group {
    uint32_t keyword;
    uint32_t count;
    uint32_t edges; /* index of its first edge */
    uint32_t value; /* the keyword's value */
};

struct node {
    uint64_t mild; /* two bits for each assertion: 0 an error, 1 a warning, 2 an info */
    double low;    /* numbers from low to high are certainly valid */
    double high;
    uint32_t value; /* the schema object */
    uint32_t types;
    uint32_t quick; /* types for which the quick test suffices, together with low and high; and QUICK_INDEX */
    uint32_t index; /* INDEX_*, or INDEX_ANY + the index of a name among indices */
    uint32_t choice;
    uint32_t number;
    uint32_t text;
    uint32_t array;
    uint32_t object;
    uint32_t groups;
    uint32_t group_count;
};

/* The arrays of a program. Row 0 means absent, except in nodes. */
#define PROGRAM_ARRAYS(A)                                                                                              \
    A(struct node, nodes)                                                                                              \
    A(struct choice_part, choices)                                                                                     \
    A(struct number_part, numbers)                                                                                     \
    A(struct text_part, texts)                                                                                         \
    A(struct array_part, arrays)                                                                                       \
    A(struct object_part, objects)                                                                                     \
    A(struct member, members)                                                                                          \
    A(struct group, groups)                                                                                            \
    A(uint32_t, edges)                                                                                                 \
    A(struct name, names)                                                                                              \
    A(uint32_t, slots)                                                                                                 \
    A(struct name, indices)

/* flat contains the documents of the schemas, one after the other. The first two values are those of NODE_ANY and
 * NODE_FALSE, so the index 0 of a keyword's value means that the keyword is absent. */
struct program {
    struct flat flat;
#define ARRAY(type, name) const type *name;
    PROGRAM_ARRAYS(ARRAY)
#undef ARRAY
#define ARRAY(type, name) uint32_t name##_count;
    PROGRAM_ARRAYS(ARRAY)
#undef ARRAY
    const struct wide *wide; /* further data of a user schema; NULL for our own schemas */
};

/* A table of names for lookups. */
struct name_table {
    const char *texts;
    const struct name *names;
    const uint32_t *slots;
    uint32_t count;
    uint32_t mask;
};

static inline struct name_table name_table_of(const struct program *program, const struct name_range *range)
{
    return (struct name_table){.texts = program->flat.texts,
                               .names = program->names + range->names,
                               .slots = program->slots + range->slots,
                               .count = range->count,
                               .mask = range->mask};
}

static inline const char *name_table_text(const struct name_table *table, uint32_t at)
{
    return table->texts + table->names[at].text;
}

/* names.c: returns the index of a text, or NONE. */
uint32_t name_table_find(struct name_table table, const char *text, size_t length);

/* Whether two texts of the same length are equal. Most names are short: their two ends, which may overlap, contain
 * all bytes. */
static inline bool same_bytes(const char *a, const char *b, size_t length)
{
    if (length < sizeof(uint32_t)) {
        return memcmp(a, b, length) == 0;
    }
    if (length < sizeof(uint64_t)) {
        uint32_t ends[4];
        memcpy(&ends[0], a, sizeof *ends);
        memcpy(&ends[1], b, sizeof *ends);
        memcpy(&ends[2], a + length - sizeof *ends, sizeof *ends);
        memcpy(&ends[3], b + length - sizeof *ends, sizeof *ends);
        return ((ends[0] ^ ends[1]) | (ends[2] ^ ends[3])) == 0;
    }
    uint64_t ends[4];
    memcpy(&ends[0], a, sizeof *ends);
    memcpy(&ends[1], b, sizeof *ends);
    memcpy(&ends[2], a + length - sizeof *ends, sizeof *ends);
    memcpy(&ends[3], b + length - sizeof *ends, sizeof *ends);
    return ((ends[0] ^ ends[1]) | (ends[2] ^ ends[3])) == 0 &&
           (length <= 2 * sizeof *ends || memcmp(a, b, length) == 0);
}

/* Whether a text is the name at an index of the table. The index may exceed the table. */
static inline bool name_table_holds(const struct name_table *table, uint32_t at, const char *text, size_t length)
{
    return at < table->count && table->names[at].length == length &&
           same_bytes(name_table_text(table, at), text, length);
}

/* A value in either form. */
struct either {
    const struct tree *tree; /* NULL: the value is flat */
    const struct flat *flat;
    const struct flat_value *value;
};

/* Iterates over the children of a value. Initialize with {.in = value}. */
struct each {
    struct either in;
    void *member;                   /* of a tree's object: the current member */
    const struct flat_value *value; /* the same for a flat value */
    size_t index;                   /* number of children so far */
};

/* flat.c: returns the next child, with its name in an object, else NULL. Returns false at the end. */
bool each_next(struct each *each, const char **key, struct either *inner);

/* values.c: compare numbers exactly, since 64-bit integers exceed a double's precision: negative, 0 or positive. */
int number_compare(const struct flat_value *a, const struct flat_value *b);

/* Whether a double holds an integer exactly. */
static inline bool integer_fits_double(int64_t integer)
{
    const int64_t most = INT64_C(1) << 53;
    return integer >= -most && integer <= most;
}

/* Whether a double is in the range of 64-bit integers, so that it may be converted. */
static inline bool real_fits_integer(double value)
{
    const double beyond = 9223372036854775808.0; /* 2^63 */
    return value >= -beyond && value < beyond;
}

static inline bool number_is_whole(double value)
{
    /* from 2^52 on, all doubles are whole */
    return real_fits_integer(value) ? (double)(int64_t)value == value : value - value == 0.0;
}

/* Whether two values are equal in JSON: 1 equals 1.0, and the order of members doesn't matter. Returns false and sets
 * *deep beyond 1,024 levels. */
bool equal_values(struct either a, const struct tree *b, bool *deep);

/* Equal values have equal hashes. Descendants below 1,024 levels don't count. */
uint64_t equal_hash(const struct tree *value, uint64_t seed);

/* A path into a value, on the stack of the walk. key NULL: index counts. */
struct path {
    const struct path *up; /* NULL for the value that the caller passed */
    const char *key;
    size_t index;
};

struct wide_run; /* wide.h */

/* One evaluation. */
struct schema_run {
    const struct program *program;
    const struct schema_evaluation *how;
    bool quiet;   /* only the result matters: stop at the first error */
    bool gave_up; /* the result no longer counts */
    unsigned level;
    uint64_t visits;                          /* remaining visits */
    size_t room;                              /* remaining bytes of pointers */
    size_t guesses;                           /* remaining comparisons with known names, for suggestions */
    uint64_t bounds[INDEX_FIRST + INDEX_MAX]; /* bounds of indices */
    struct wide_run *wide;                    /* NULL unless the program has wide */
};

/* A failure, for fault(). */
struct failure_facts {
    enum schema_problem problem;
    enum keyword keyword;           /* KEYWORD_COUNT if no keyword failed */
    const struct flat_value *limit; /* NULL: the keyword's value */
    const char *name;
    const char *hint;
    bool hint_is_name;
    size_t matches;
    size_t count;
};

/* The maximum depth of evaluation: a value 512 levels deep whose schemas refer to others four times at each level. */
enum { DEEPEST_RUN = 2048 };

/* Takes the work for count more values, which need no visit each, from the budget. */
static inline void run_spend(struct schema_run *run, size_t count)
{
    run->visits -= count < run->visits ? count : run->visits;
}

/* Counts one more visit. Returns false if the run has given up, now or before. If true, the caller must decrement
 * run->level at the end. */
static inline bool run_enter(struct schema_run *run)
{
    if (run->gave_up || run->level >= DEEPEST_RUN || run->visits == 0) {
        run->gave_up = true;
        return false;
    }
    run->level++;
    run->visits--;
    return true;
}

/* Returns the value at an index; NULL if the index is 0. */
static inline const struct flat_value *program_value(const struct program *program, uint32_t at)
{
    return at == 0 ? NULL : &program->flat.values[at];
}

/* Returns the value of a keyword of a node. */
static inline const struct flat_value *node_names(const struct schema_run *run, const struct node *node,
                                                  enum keyword keyword)
{
    const struct flat *flat = &run->program->flat;
    return flat_get(flat, &flat->values[node->value], keyword_text(keyword));
}

/* evaluate.c: whether a value is valid against a node. */
bool evaluate(struct schema_run *run, uint32_t at, const struct tree *value, const struct path *path);

/* fault.c: passes a failure to the caller unless the run is quiet. Returns true if it isn't an error: the value may
 * still be valid. */
bool fault(struct schema_run *run, const struct node *node, const struct path *path, const struct tree *value,
           const struct failure_facts *what);

/* The same for an unknown member, and for a value that isn't one of the allowed ones, with a suggestion. */
bool fault_unknown(struct schema_run *run, const struct node *node, const struct path *path, const struct tree *value,
                   enum keyword keyword);
bool fault_choice(struct schema_run *run, const struct node *node, const struct path *path, const struct tree *value,
                  enum keyword keyword);

/* scalars.c: whether a value is valid against a part of a node, which must exist. Reports a failure. *known: it is a
 * valid index of any numeric type; otherwise nothing else of the value has to be checked. */
bool scalars_index(struct schema_run *run, const struct node *node, const struct tree *value, const struct path *path,
                   bool *known);
bool scalars_number(struct schema_run *run, const struct node *node, const struct tree *value, const struct path *path);
bool scalars_text(struct schema_run *run, const struct node *node, const struct tree *value, const struct path *path);
bool scalars_choice(struct schema_run *run, const struct node *node, const struct tree *value, const struct path *path);

/* scalars.c: whether the name of a member, which is no JSON value of its own, is valid. */
bool scalars_name(struct schema_run *run, uint32_t node, const char *name);

/* containers.c: whether all elements of an array are unique, and whether an object has all required members. seen:
 * bits of the first 64 names, if the members were walked. */
bool containers_unique(struct schema_run *run, const struct node *node, const struct tree *value,
                       const struct path *path);
bool containers_required(struct schema_run *run, const struct node *node, const struct tree *value,
                         const struct path *path, uint64_t seen);

#endif
