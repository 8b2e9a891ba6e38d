/* What the checks on node constraints share. */
#ifndef VRMLINT_CHECKS_CONSTRAINT_FAMILY_H
#define VRMLINT_CHECKS_CONSTRAINT_FAMILY_H

#include "checks/checks.h"

/* A smaller weight counts as none. */
#define CONSTRAINT_WEIGHT_ZERO 1e-6

struct constraint_family {
    struct check *check;
    struct arena *arena;
    const struct avatar *avatar;
    const struct scene *scene;
    const struct constraint *items; /* by destination */
    size_t count;
    size_t *on;      /* per node: the place of its constraint among the items where that is sound, else SCENE_NONE */
    size_t *nearest; /* per node: the sound constraint on it or on the nearest node above it, else SCENE_NONE */
    bool *
        condemned; /* per item: what it follows has been reported by the rules on rings; filled by constraint_graph() */
};

/*
 * Whether rules that relate nodes may use a constraint: its kind is one of its version, source and destination are
 * there and not the same.
 */
bool constraint_is_sound(const struct constraint_family *family, const struct constraint *constraint);

/* Whether it says that it is of a draft, which three-vrm passes over. A missing or unknown version counts as 1.0: once
 * it is fixed, the constraint is read. */
bool constraint_is_draft(const struct constraint *constraint);

/* The extension of the node that it moves. */
struct place constraint_place(const struct constraint *constraint);

/* In it a property of its kind ("source"), or the kind where that is NULL: of an item with a body. */
struct place constraint_body_place(const struct constraint_family *family, const struct constraint *constraint,
                                   const char *property);

/* How messages begin: "Node 4 'Twist'", and "Node 4 'Twist': the roll constraint". */
struct argument the_constrained(const char *as, const struct constraint_family *family,
                                const struct constraint *constraint);
struct argument the_constraint(const char *as, const struct constraint_family *family,
                               const struct constraint *constraint);

/* The parts of the family, in the order of the table of rules. */
void constraint_values(const struct constraint_family *family);
void constraint_graph(const struct constraint_family *family);
void constraint_geometry(const struct constraint_family *family);
void constraint_interplay(const struct constraint_family *family);

#endif
