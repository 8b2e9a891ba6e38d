/* VRMC_node_constraint, resolved, in all its layouts: those of 1.0, of its beta, and of the earlier drafts. */
#ifndef VRMLINT_VRM_CONSTRAINTS_H
#define VRMLINT_VRM_CONSTRAINTS_H

#include "gltf/scene.h"

enum constraint_layout {
    LAYOUT_1_0,     /* 1.0, 1.0-beta and draft E */
    LAYOUT_DRAFT_D, /* as 1.0, except that aimAxis is "+X" ... */
    LAYOUT_DRAFT_A,
    LAYOUT_DRAFT_B, /* never detected: what could be B is read as A, with space_ambiguous */
    LAYOUT_DRAFT_C,
};

enum constraint_kind { CONSTRAINT_UNKNOWN, CONSTRAINT_ROLL, CONSTRAINT_AIM, CONSTRAINT_ROTATION, CONSTRAINT_POSITION };

/* The axis of a roll is one of the first three. */
enum constraint_axis {
    AXIS_POSITIVE_X,
    AXIS_POSITIVE_Y,
    AXIS_POSITIVE_Z,
    AXIS_NEGATIVE_X,
    AXIS_NEGATIVE_Y,
    AXIS_NEGATIVE_Z,
    AXIS_COUNT /* absent or invalid */
};

enum constraint_space {
    SPACE_LOCAL,   /* relative to the parent */
    SPACE_MODEL,   /* in the whole model, so that ancestors of the node count too */
    SPACE_UNKNOWN, /* the file names a space that doesn't exist */
};

/* A direction that may be absent. */
struct constraint_vector {
    struct vec3 value; /* the specification's default if not given; of any length */
    bool present;      /* the key is present, valid or not */
    bool given;        /* present and well-typed */
};

/* The axes that a draft constraint follows: X, Y and Z, or yaw and pitch. */
struct constraint_axes {
    const char *key;  /* "freezeAxes" or "axes" */
    size_t count;     /* 3 or 2; 0 if absent or ill-typed: then all axes count */
    size_t following; /* how many are true */
    bool follows[3];  /* each; true if they aren't given */
};

struct constraint {
    const struct tree *json;  /* the extension object */
    const struct tree *kinds; /* the object with the kind: json's "constraint", or json if flattened */
    const struct tree *body;  /* of the kind, an object; NULL for CONSTRAINT_UNKNOWN */
    const char *version;      /* specVersion; NULL if it isn't a string */
    enum constraint_layout layout;
    /* CONSTRAINT_UNKNOWN if there is no kind, several, or one that isn't an object. Otherwise any kind, even one that
     * the layout doesn't have. */
    enum constraint_kind kind;
    size_t destination;        /* the constrained node */
    size_t source;             /* SCENE_NONE if unresolved */
    double weight;             /* 0 to 1; 1 if absent, ill-typed or out of range */
    bool weight_given;         /* present and in range */
    bool flattened;            /* the kind is in the extension object itself, without "constraint" (draft A) */
    bool space_ambiguous;      /* a draft rotation without spaces: model space in A, local space in B */
    bool known;                /* the layout has this kind; the following members are valid only then */
    enum constraint_axis axis; /* of a roll, or of an aim except in draft A */
    /* The spaces in which the source is read and the destination is moved. Given in draft A. In other layouts they
     * describe the behavior: an aim of 1.0 works in model space, all else in local space. */
    enum constraint_space source_space;
    enum constraint_space destination_space;
    struct constraint_axes axes;         /* in drafts A to C */
    struct constraint_vector aim_vector; /* of an aim in draft A, as is up_vector */
    struct constraint_vector up_vector;
};

struct constraints {
    struct constraint *items; /* sorted by destination */
    size_t count;
};

/* Reads VRMC_node_constraint of every node that has it, in any version; in the document's arena. */
struct constraints *constraints_read(struct document *document, const struct scene *scene);

/* Returns the constraint on a node, or NULL. */
const struct constraint *constraints_find(const struct constraints *constraints, size_t node);

/* Returns the layout of an extension object. The version "1.0-draft" was used for five layouts. */
enum constraint_layout constraint_layout(const struct tree *extension);

/* Whether a layout has a kind: position exists only in draft A, roll from draft D on. */
bool constraint_has_kind(enum constraint_layout layout, enum constraint_kind kind);

/* Returns "roll", "aim", "rotation" or "position". */
const char *constraint_kind_name(enum constraint_kind kind);

/* Returns the unit vector of an axis below AXIS_COUNT. */
struct vec3 constraint_axis_vector(enum constraint_axis axis);

/* Returns the name of an axis in the file: "X" in a roll; in an aim "PositiveX", or "+X" in draft D. */
const char *constraint_axis_name(const struct constraint *constraint, enum constraint_axis axis);

#endif
