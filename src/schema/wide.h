/*
 * What schemas of users say beyond our own: keywords that need regular expressions, that look at a value under
 * conditions, that ask what other keywords have looked at, and references that depend on the way to them.
 */
#ifndef VRMLINT_SCHEMA_WIDE_H
#define VRMLINT_SCHEMA_WIDE_H

#include "base/regex.h"
#include "schema/program.h"

/* patternProperties: members whose names match. */
struct wide_pattern {
    const struct regex *regex;
    uint32_t node;
};

/* What a member asks for where it is there. */
struct wide_dependent {
    const char *name;
    uint32_t node;     /* a schema of the whole object; NODE_ANY: none */
    uint32_t required; /* names of other members: a list, 0: none */
    uint32_t keyword;
};

struct wide_part {
    uint32_t node;     /* that it is of */
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
    uint32_t reference;        /* $dynamicRef: where it leads at first */
    const char *anchor;        /* the name by which others may take its place; NULL: none may */
    const struct regex *regex; /* pattern */
    uint64_t least;            /* minContains */
    uint64_t most;
    bool has_contains;
    bool has_condition;
    bool has_items;
    bool has_members;
    bool has_reference;
    bool all_items;   /* items or additionalItems has looked at all that the prefix hasn't */
    bool all_members; /* the same of additionalProperties */
};

/* $dynamicAnchor of a resource. */
struct wide_anchor {
    uint32_t resource;
    const char *name;
    uint32_t node;
};

struct wide {
    const struct wide_part *parts; /* the first says nothing */
    const struct wide_pattern *patterns;
    const struct wide_dependent *dependents;
    const struct wide_anchor *dynamics;
    size_t dynamic_count;
    const uint32_t *part_of;     /* by node */
    const uint32_t *resource_of; /* by node */
};

/* The resources that led to where the evaluation is, innermost first. */
struct scope {
    const struct scope *up;
    uint32_t resource;
};

/* Which members or elements of a value keywords have looked at. */
struct marks {
    struct marks *outer;    /* of whoever asked before */
    struct arena_mark room; /* where its own begins */
    const struct tree *value;
    unsigned char *bits; /* a byte each, in the order of the value */
    size_t count;
};

/* Of DEEPEST_RUN: frames of schemas of users take more of a thread's stack. */
enum { DEEPEST_WIDE = 768 };

struct wide_run {
    const struct scope *scope;
    struct marks *marks; /* NULL: nobody asks */
    struct arena *arena; /* for marks */
};

/* The part of a node, which may say nothing. */
static inline const struct wide_part *wide_part(const struct program *program, const struct node *node)
{
    return &program->wide->parts[program->wide->part_of[node - program->nodes]];
}

/* Room of its own for what is looked at of a value from here on; closed again, it is handed on where it counts. */
void marks_open(struct run *run, struct marks *marks, const struct tree *value);
void marks_close(struct run *run, struct marks *marks, bool holds);

/* Whether somebody asks what is looked at of this value. */
bool marks_asked(const struct run *run, const struct tree *value);

/* Notes, where somebody asks, that its member or element was looked at; or those that a node looks at. */
void marks_set(const struct run *run, const struct tree *value, size_t at);
void marks_node(struct run *run, const struct node *node, const struct wide_part *part, const struct tree *value);

/* Whether the name of a member matches. */
bool wide_name_matches(struct run *run, const struct wide_pattern *pattern, const char *key);

/* multipleOf, pattern, and an enum beside const. */
bool wide_scalars_hold(struct run *run, const struct node *node, const struct wide_part *part, const struct tree *value,
                       const struct path *path);

/* Whether the members are there that one asks for which is there. */
bool wide_names_hold(struct run *run, const struct node *node, const struct wide_dependent *dependent,
                     const struct tree *value, const struct path *path);

/* contains: whether so many elements that match are enough, and not too many. */
bool wide_contains_holds(struct run *run, const struct node *node, const struct wide_part *part,
                         const struct tree *value, const struct path *path, size_t matches);

/* Where a $dynamicRef leads: to the name's schema in the outermost resource on the way here that has one. */
uint32_t wide_destination(struct run *run, const struct wide_part *part);

#endif
