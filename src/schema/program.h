/*
 * What compiled schemas are made of: written by those who include compiler.h, read by those who evaluate. It is laid
 * out in arrays that lead to each other by index, so that the build can write a program out as C, and nobody has to
 * move it into place when it is run: our own schemas come that way (schema/embed.c).
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

/* Node 0 takes everything, node 1 nothing. */
enum { NODE_ANY, NODE_FALSE, NODE_FIRST };

#define NONE UINT32_MAX

/* Bits of a type mask are 1 << tree_type(); this further one lets reals with a whole value pass. */
#define TYPE_WHOLE (1U << 8)
#define TYPE_ALL 0xffU

/* Of an integer nothing but x-index, of a named array, is to be checked. */
#define QUICK_INDEX (1U << 9)

/* Distinct x-index names of one program; their lengths are looked up once per evaluation. */
enum { INDEX_NONE, INDEX_ANY, INDEX_FIRST, INDEX_MAX = 64 };

/* A text of the program's. */
struct name {
    uint32_t text; /* where it begins */
    uint32_t length;
};

/* Names to be found by their text: open addressing, slots hold 1 + the name's place. */
struct name_range {
    uint32_t names; /* the first one, in the order of the schema */
    uint32_t slots;
    uint32_t count;
    uint32_t mask; /* slots - 1 */
};

struct limit {
    uint32_t keyword;
    enum { LIMIT_AT_LEAST, LIMIT_ABOVE, LIMIT_AT_MOST, LIMIT_BELOW } relation;
    uint32_t number;
};

struct number_part {
    struct limit limits[4];
    uint32_t count;
    uint32_t finite; /* x-finite: magnitudes from here are refused */
};

struct text_part {
    uint64_t least;
    uint64_t most;
};

/* enum, or const as its only value. */
struct choice_part {
    uint32_t keyword;
    uint32_t value; /* the keyword's */
    struct name_range strings;
    bool others; /* there is more than strings */
};

struct array_part {
    uint64_t least;
    uint64_t most;
    uint32_t prefix; /* schemas of the first elements */
    uint32_t prefix_count;
    uint32_t rest; /* schema of the others; NODE_FALSE: there may be none */
    uint32_t rest_keyword;
    bool unique;
};

struct member {
    uint64_t bit; /* 1 << its place among the required ones, 0 when optional or past the 64th */
    uint32_t node;
    bool required;
};

struct object_part {
    uint64_t least;
    uint64_t most;
    uint64_t required_bits;
    struct name_range table; /* properties, then what else is required */
    uint32_t members;        /* in the same order */
    uint32_t known;          /* how many stand in properties */
    uint32_t additional;     /* schema of other members; NODE_FALSE: there may be none */
    uint32_t names;          /* schema of all names */
    uint32_t required;       /* the keyword's array */
    bool required_more;      /* than there are bits */
    bool walk;               /* false: the values of the members don't matter */
};

/* Schemas that apply to the same value: $ref and allOf, anyOf, oneOf, not. */
struct group {
    uint32_t keyword;
    uint32_t count;
    uint32_t edges; /* to them */
    uint32_t value; /* the keyword's */
};

struct node {
    uint64_t mild; /* two bits for each assertion: 0 an error, 1 a warning, 2 an info */
    double low;    /* numbers from here to high are valid beyond doubt */
    double high;
    uint32_t value; /* the schema object */
    uint32_t types;
    uint32_t quick; /* types that are all there is to check, but for low and high; and QUICK_INDEX */
    uint32_t index; /* INDEX_*, or INDEX_ANY + a name's place among indices */
    uint32_t choice;
    uint32_t number;
    uint32_t text;
    uint32_t array;
    uint32_t object;
    uint32_t groups;
    uint32_t group_count;
};

/* The arrays of a program. Row 0 stands for what isn't there, but among nodes. */
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

/* Values are the documents that schemas are made from, one behind the other; the first two are those of NODE_ANY and
 * NODE_FALSE, so that a keyword whose value is 0 isn't there. */
struct program {
    struct flat flat;
#define ARRAY(type, name) const type *name;
    PROGRAM_ARRAYS(ARRAY)
#undef ARRAY
#define ARRAY(type, name) uint32_t name##_count;
    PROGRAM_ARRAYS(ARRAY)
#undef ARRAY
    const struct wide *wide; /* of a schema of users: what else it says; NULL of our own */
};

/* Names that can be looked up. */
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

/* names.c: the place of a text, or NONE. */
uint32_t name_table_find(struct name_table table, const char *text, size_t length);

/* Whether two texts of one length are the same. Names are short: their two ends, which may overlap, are all of most. */
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

/* Whether a text is the name at a place of the table; the place may lie behind the last one. */
static inline bool name_table_holds(const struct name_table *table, uint32_t at, const char *text, size_t length)
{
    return at < table->count && table->names[at].length == length &&
           same_bytes(name_table_text(table, at), text, length);
}

/* A value in either form. */
struct either {
    const struct tree *tree; /* NULL: it is flat */
    const struct flat *flat;
    const struct flat_value *value;
};

/* What a value holds, one after the other: {.in = value} to begin with. */
struct each {
    struct either in;
    void *member;                   /* of a tree's object, met last */
    const struct flat_value *value; /* the same of a flat one */
    size_t index;                   /* how many were met */
};

/* flat.c: the next one, with its name in an object, else NULL. False behind the last one. */
bool each_next(struct each *each, const char **key, struct either *inner);

/* equal.c: numbers, exactly, for 64-bit integers are more than a double holds: negative, 0 or positive. */
int number_compare(const struct flat_value *a, const struct flat_value *b);
bool number_is_whole(double value);

/* Whether nothing is lost in a double. */
static inline bool integer_fits_double(int64_t integer)
{
    const int64_t most = INT64_C(1) << 53;
    return integer >= -most && integer <= most;
}

/* Equal by JSON's own terms: 1 is 1.0, the order of members means nothing. False and *deep beyond 1,024 levels. */
bool equal_values(struct either a, const struct tree *b, bool *deep);

/* Equal values have equal hashes; members below 1,024 levels count for nothing. */
uint64_t equal_hash(const struct tree *value, uint64_t seed);

/* A way into a value, on the stack of those who walk. key NULL: index counts. */
struct path {
    const struct path *up; /* NULL at the value that the caller gave */
    const char *key;
    size_t index;
};

struct wide_run; /* wide.h */

/* One evaluation. */
struct run {
    const struct program *program;
    const struct schema_evaluation *how;
    bool quiet;   /* only the verdict matters: stop at the first error */
    bool gave_up; /* nothing counts any more */
    unsigned level;
    uint64_t visits;                          /* still allowed */
    size_t room;                              /* bytes of pointers still allowed */
    size_t guesses;                           /* comparisons with known names still allowed, for hints */
    uint64_t bounds[INDEX_FIRST + INDEX_MAX]; /* by index */
    struct wide_run *wide;                    /* NULL unless the program has more */
};

/* What is wrong, for fault(). */
struct fault {
    enum schema_problem problem;
    enum keyword keyword;           /* KEYWORD_COUNT where no keyword failed */
    const struct flat_value *limit; /* NULL: what the keyword says */
    const char *name;
    const char *hint;
    bool hint_is_name;
    size_t matches;
    size_t count;
};

/* Frames of evaluation: a value 512 levels deep under schemas that refer four times at each. */
enum { DEEPEST_RUN = 2048 };

/* Work for count values more, which need no visit each. */
static inline void run_spend(struct run *run, size_t count)
{
    run->visits -= count < run->visits ? count : run->visits;
}

/* One more visit; false when the run has given up, also by this. Each true one ends with run->level--. */
static inline bool run_enter(struct run *run)
{
    if (run->gave_up || run->level >= DEEPEST_RUN || run->visits == 0) {
        run->gave_up = true;
        return false;
    }
    run->level++;
    run->visits--;
    return true;
}

/* The value at a place, NULL for what isn't there. */
static inline const struct flat_value *program_value(const struct program *program, uint32_t at)
{
    return at == 0 ? NULL : &program->flat.values[at];
}

/* What a keyword of a node says. */
static inline const struct flat_value *node_names(const struct run *run, const struct node *node, enum keyword keyword)
{
    const struct flat *flat = &run->program->flat;
    return flat_get(flat, &flat->values[node->value], keyword_text(keyword));
}

/* evaluate.c: whether a value fits a node. */
bool evaluate(struct run *run, uint32_t at, const struct tree *value, const struct path *path);

/* fault.c: hands a failure to the caller unless the run is quiet. True when it is mild: the value may still be valid.
 */
bool fault(struct run *run, const struct node *node, const struct path *path, const struct tree *value,
           const struct fault *what);

/* The same of an unknown member, and of a value that isn't one of those that it may be, with what was likely meant. */
bool fault_unknown(struct run *run, const struct node *node, const struct path *path, const struct tree *value,
                   enum keyword keyword);
bool fault_choice(struct run *run, const struct node *node, const struct path *path, const struct tree *value,
                  enum keyword keyword);

/*
 * scalars.c: whether a value fits a part of a node, which must be there; says so when it doesn't. *known of an index:
 * it is a good one, whatever its type; if not, nothing else of the value matters.
 */
bool scalars_index(struct run *run, const struct node *node, const struct tree *value, const struct path *path,
                   bool *known);
bool scalars_number(struct run *run, const struct node *node, const struct tree *value, const struct path *path);
bool scalars_text(struct run *run, const struct node *node, const struct tree *value, const struct path *path);
bool scalars_choice(struct run *run, const struct node *node, const struct tree *value, const struct path *path);

/* scalars.c: whether the name of a member, which is no JSON value of its own, is valid. */
bool scalars_name(struct run *run, uint32_t node, const char *name);

/*
 * containers.c: whether no element of an array is there twice, and all members of an object that must be. seen: bits of
 * the first 64 names when the members were walked.
 */
bool containers_unique(struct run *run, const struct node *node, const struct tree *value, const struct path *path);
bool containers_required(struct run *run, const struct node *node, const struct tree *value, const struct path *path,
                         uint64_t seen);

#endif
