/* VRMC_node_constraint in all its layouts, resolved: those of 1.0, of its beta, and of the drafts before. */
#ifndef VRMLINT_VRM_CONSTRAINTS_H
#define VRMLINT_VRM_CONSTRAINTS_H

#include "gltf/scene.h"

enum constraint_layout {
    LAYOUT_1_0,     /* 1.0, 1.0-beta and draft E */
    LAYOUT_DRAFT_D, /* as 1.0 but aimAxis is "+X" ... */
    LAYOUT_DRAFT_A,
    LAYOUT_DRAFT_B, /* never found: what could be B is read as A, with space_ambiguous */
    LAYOUT_DRAFT_C,
};

enum constraint_kind { CONSTRAINT_UNKNOWN, CONSTRAINT_ROLL, CONSTRAINT_AIM, CONSTRAINT_ROTATION, CONSTRAINT_POSITION };

/* The axis of a roll is one of the first three, without its sign. */
enum constraint_axis {
    AXIS_POSITIVE_X,
    AXIS_POSITIVE_Y,
    AXIS_POSITIVE_Z,
    AXIS_NEGATIVE_X,
    AXIS_NEGATIVE_Y,
    AXIS_NEGATIVE_Z,
    AXIS_COUNT /* none, or none that exists */
};

enum constraint_space {
    SPACE_LOCAL,   /* against the parent */
    SPACE_MODEL,   /* in the whole model, so that what is above a node counts too */
    SPACE_UNKNOWN, /* the file names a space that doesn't exist */
};

/* A direction that a file may leave out. */
struct constraint_vector {
    struct vec3 value; /* the specification's default unless given; of any length */
    bool present;      /* the key is there, right or wrong */
    bool given;        /* and well-typed */
};

/* Which axes a draft constraint follows: X, Y and Z, or yaw and pitch. */
struct constraint_axes {
    const char *key;  /* "freezeAxes" or "axes" */
    size_t count;     /* 3 or 2; 0 when absent or ill-typed: then all of them */
    size_t following; /* how many of them are true */
};

struct constraint {
    const struct tree *json;  /* the extension object */
    const struct tree *kinds; /* the object that holds the kind: json's "constraint", or json where it is flattened */
    const struct tree *body;  /* of the kind, an object; NULL for CONSTRAINT_UNKNOWN */
    const char *version;      /* specVersion, NULL when it isn't a string */
    enum constraint_layout layout;
    enum constraint_kind kind; /* UNKNOWN for none, several, or one that isn't an object; any of the four, whatever the
                                  layout knows */
    size_t destination;        /* the node that carries it */
    size_t source;             /* SCENE_NONE unless resolved */
    double weight;             /* 0 to 1; 1 where absent, ill-typed or out of range */
    bool weight_given;         /* present and in range */
    bool flattened;            /* the kind stands in the extension object itself, without "constraint" (draft A) */
    bool space_ambiguous;      /* a draft rotation that says nothing of spaces: model in A, local in B */
    bool known;                /* the kind is one that the layout has: only then do the following mean anything */
    enum constraint_axis axis; /* of a roll, or of an aim but in draft A */
    /* Where the source is observed and the destination moved. As draft A says it; for the others what they do: an aim
     * of 1.0 works in the world, all else in local space. */
    enum constraint_space source_space;
    enum constraint_space destination_space;
    struct constraint_axes axes;         /* of drafts A to C */
    struct constraint_vector aim_vector; /* of an aim of draft A */
    struct constraint_vector up_vector;
};

struct constraints {
    struct constraint *items; /* by destination */
    size_t count;
};

/* Reads VRMC_node_constraint of every node that has it, whatever its version; in the document's arena. */
struct constraints *constraints_read(struct document *document, const struct scene *scene);

/* The constraint on a node, or NULL. */
const struct constraint *constraints_find(const struct constraints *constraints, size_t node);

/* "1.0-draft" names five layouts: which one this extension object has. */
enum constraint_layout constraint_layout(const struct tree *extension);

/* Whether a kind exists in a layout: position only in draft A, roll not before draft D. */
bool constraint_has_kind(enum constraint_layout layout, enum constraint_kind kind);

/* "roll", "aim", "rotation", "position". */
const char *constraint_kind_name(enum constraint_kind kind);

/* The unit vector of an axis below AXIS_COUNT. */
struct vec3 constraint_axis_vector(enum constraint_axis axis);

/* How a constraint spells an axis: "X" in a roll; in an aim "PositiveX", or "+X" in draft D. */
const char *constraint_axis_name(const struct constraint *constraint, enum constraint_axis axis);

#endif
