/* Shared by the checks on node constraints. */
#ifndef VRMLINT_CHECKS_CONSTRAINT_FAMILY_H
#define VRMLINT_CHECKS_CONSTRAINT_FAMILY_H

#include "checks/checks.h"

/* A smaller weight counts as 0. */
#define CONSTRAINT_WEIGHT_ZERO 1e-6

struct constraint_family {
    struct check *check;
    struct arena *arena;
    const struct avatar *avatar;
    const struct scene *scene;
    const struct constraint *items; /* sorted by destination */
    size_t count;
    size_t *on;      /* per node: index of its constraint in items if that is valid, or SCENE_NONE */
    size_t *nearest; /* per node: the valid constraint at it or at its nearest ancestor with one, or SCENE_NONE */
    bool *condemned; /* per item: the rules about rings have reported its source; filled by constraint_graph() */
};

/* Whether rules about relations of nodes may use a constraint: its kind exists in its version, and source and
 * destination exist and differ. */
bool constraint_is_sound(const struct constraint_family *family, const struct constraint *constraint);

/* Whether a constraint declares a draft version, which three-vrm ignores. A missing or unknown version counts as 1.0,
 * because the constraint will be read once the version is fixed. */
bool constraint_is_draft(const struct constraint *constraint);

/* Returns the place of the extension of the node that the constraint moves. */
struct place constraint_place(const struct constraint *constraint);

/* Returns the place of a property of its kind ("source"), or of the kind if property is NULL. The item must have a
 * body. */
struct place constraint_body_place(const struct constraint_family *family, const struct constraint *constraint,
                                   const char *property);

/* Return the beginnings of messages: "Node 4 'Twist'", and "Node 4 'Twist': the roll constraint". */
struct argument the_constrained(const char *as, const struct constraint_family *family,
                                const struct constraint *constraint);
struct argument the_constraint(const char *as, const struct constraint_family *family,
                               const struct constraint *constraint);

void constraint_graph(const struct constraint_family *family);
void constraint_geometry(const struct constraint_family *family);
void constraint_interplay(const struct constraint_family *family);

#endif
