/* Keywords that only user schemas have: regular expressions, conditions, members and elements that other keywords
 * haven't evaluated, and references whose target depends on the path to them. */
#ifndef VRMLINT_SCHEMA_WIDE_H
#define VRMLINT_SCHEMA_WIDE_H

#include "base/regex.h"
#include "schema/program.h"

/* patternProperties: the schema of members whose names match. */
struct wide_pattern {
    const struct regex *regex;
    uint32_t node;
};

/* Requirements of a member, if it is present. */
struct wide_dependent {
    const char *name;
    uint32_t node;     /* schema of the whole object; NODE_ANY: none */
    uint32_t required; /* list of names of other members; 0: none */
    uint32_t keyword;
};

struct wide_part {
    uint32_t node;     /* the node it belongs to */
    uint32_t also;     /* an enum beside const */
    uint32_t multiple; /* multipleOf */
    uint32_t patterns; /* patternProperties */
    uint32_t pattern_count;
    uint32_t dependents;
    uint32_t dependent_count;
    uint32_t contains;
    uint32_t condition; /* if */
    uint32_t then;
    uint32_t otherwise;        /* else */
    uint32_t items;            /* unevaluatedItems */
    uint32_t members;          /* unevaluatedProperties */
    uint32_t reference;        /* initial target of $dynamicRef */
    const char *anchor;        /* name of anchors that may replace the target; NULL: none may */
    const struct regex *regex; /* pattern */
    uint64_t least;            /* minContains */
    uint64_t most;
    bool has_contains;
    bool has_condition;
    bool has_items;
    bool has_members;
    bool has_reference;
    bool all_items;   /* items or additionalItems applies to all elements after the prefix */
    bool all_members; /* additionalProperties applies to all other members */
};

/* A $dynamicAnchor of a resource. */
struct wide_anchor {
    uint32_t resource;
    const char *name;
    uint32_t node;
};

struct wide {
    const struct wide_part *parts; /* the first is empty */
    const struct wide_pattern *patterns;
    const struct wide_dependent *dependents;
    const struct wide_anchor *dynamics;
    size_t dynamic_count;
    const uint32_t *part_of;     /* by node */
    const uint32_t *resource_of; /* by node */
};

/* The resources on the path to the current schema, innermost first. */
struct scope {
    const struct scope *up;
    uint32_t resource;
};

/* Which members or elements of a value have been evaluated. */
struct marks {
    struct marks *outer;    /* the previous marks */
    struct arena_mark room; /* the arena before bits was allocated */
    const struct tree *value;
    unsigned char *bits; /* one byte each, in the order of the value */
    size_t count;
};

/* Instead of DEEPEST_RUN: evaluating user schemas takes larger stack frames. */
enum { DEEPEST_WIDE = 768 };

struct wide_run {
    const struct scope *scope;
    struct marks *marks; /* NULL: not requested */
    struct arena *arena; /* for marks */
};

/* Returns the part of a node, which may be empty. */
static inline const struct wide_part *wide_part(const struct program *program, const struct node *node)
{
    return &program->wide->parts[program->wide->part_of[node - program->nodes]];
}

/* Start and end recording the evaluated members or elements of a value. At the end, the marks are merged into the
 * previous ones if these are for the same value and the schema holds. */
void marks_open(struct schema_run *run, struct marks *marks, const struct tree *value);
void marks_close(struct schema_run *run, struct marks *marks, bool holds);

/* Whether marks for this value are recorded. */
bool marks_asked(const struct schema_run *run, const struct tree *value);

/* Mark a member or element as evaluated, if marks are recorded; or all that a node evaluates. */
void marks_set(const struct schema_run *run, const struct tree *value, size_t at);
void marks_node(struct schema_run *run, const struct node *node, const struct wide_part *part,
                const struct tree *value);

/* Whether the name of a member matches. */
bool wide_name_matches(struct schema_run *run, const struct wide_pattern *pattern, const char *key);

/* Checks multipleOf, pattern, and an enum beside const. */
bool wide_scalars_hold(struct schema_run *run, const struct node *node, const struct wide_part *part,
                       const struct tree *value, const struct path *path);

/* Whether the members are present that a present member requires. */
bool wide_names_hold(struct schema_run *run, const struct node *node, const struct wide_dependent *dependent,
                     const struct tree *value, const struct path *path);

/* contains: whether the number of matching elements is allowed. */
bool wide_contains_holds(struct schema_run *run, const struct node *node, const struct wide_part *part,
                         const struct tree *value, const struct path *path, size_t matches);

/* Returns the target of a $dynamicRef: the schema with the anchor in the outermost resource on the path that has
 * one. */
uint32_t wide_destination(struct schema_run *run, const struct wide_part *part);

#endif
