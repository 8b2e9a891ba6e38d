/*
 * vrmlint - data that a report shows besides findings: graphs, animation clips ("films"), a drawing, materials
 * ("palette"), and a summary card. A part of vrmlint.h, which includes it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VRMLINT_SHOWN_H
#define VRMLINT_SHOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vrmlint_rules.h"

#ifdef __GNUC__
#pragma GCC visibility push(default) /* the shared library exports what is declared here */
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* The swing of the end of a chain in one motion of the simulation, for a graph: its angle from the modelled pose. */
struct vrmlint_curve {
    size_t spring;               /* index of the spring, or of the bone group in VRM 0.x */
    struct vrmlint_text subject; /* the chain, as findings are grouped: "Spring 0 'Hair'" */
    const char *motion;          /* motion of the avatar: "walk", "turn"; static */
    double seconds_per_sample;   /* the first sample is at 0 */
    const float *degrees;        /* 0 to 180; NaN or infinite if the simulation diverges */
    size_t count;
    double threshold; /* degrees that a rule compares with; NaN if none does in this motion */
};

/*
 * A film is an animation clip for a finding: a chain in one motion of the simulation, in a view that moves with the
 * avatar. All coordinates are finite and in metres.
 */
struct vrmlint_film_bone {
    float from[3];
    float to[3];
};

struct vrmlint_film {
    const struct vrmlint_rule *rule;
    struct vrmlint_text subject; /* subject of the finding */
    const char *motion;          /* as in struct vrmlint_curve */
    double seconds_per_frame;
    const struct vrmlint_film_bone *modelled; /* the shown part of the chain in the modelled pose */
    size_t bone_count;
    const struct vrmlint_film_bone *frames; /* by frame, then by bone */
    size_t frame_bone_count;                /* number of bones in all frames together */
    const struct vrmlint_film_bone *fixed;  /* like frames, but with the value that the finding suggests */
    size_t fixed_bone_count;                /* number of bones in fixed; 0: empty */
    const char *parameter;                  /* the suggested parameter: "dragForce"; NULL: the radius of a collider */
    double value;
};

/*
 * The drawing of an avatar: lines and shapes in world space, in the rest pose. All coordinates are finite and in
 * metres. "worst" is the worst severity of the findings about an object; VRMLINT_OFF if it has none.
 */

/* A bone of the body or of a spring chain. */
struct vrmlint_drawn_bone {
    float from[3];
    float to[3];
    size_t chain; /* index in chains; SIZE_MAX for the body */
};

/* A bone of the humanoid. */
struct vrmlint_drawn_joint {
    float at[3];
    const char *name; /* "leftHand"; static */
    bool small;       /* a bone of a finger, a toe or the jaw */
};

struct vrmlint_drawn_chain {
    struct vrmlint_text subject; /* as findings are grouped: "Spring 0 'Hair'" */
    enum vrmlint_severity worst;
};

enum vrmlint_shape { VRMLINT_SPHERE, VRMLINT_CAPSULE, VRMLINT_PLANE };

struct vrmlint_drawn_collider {
    enum vrmlint_shape shape;
    bool inside;  /* keeps joints inside the shape */
    float at[3];  /* center; one end of the axis; a point of the plane */
    float to[3];  /* capsule: the other end; plane: its unit normal */
    float radius; /* 0 for planes */
    enum vrmlint_severity worst;
};

/* Number of points on the border of an angle limit, at a bone's length from the joint. */
enum { VRMLINT_LIMIT_POINTS = 12 };

struct vrmlint_drawn_limit {
    float at[3]; /* the joint */
    float border[VRMLINT_LIMIT_POINTS][3];
    bool flat;    /* a hinge: the border is an open arc */
    size_t chain; /* index in chains */
    enum vrmlint_severity worst;
};

/* A position that a finding is about. */
struct vrmlint_drawn_mark {
    float at[3];
    size_t finding; /* number of the finding */
};

/*
 * A member of a cycle of constraints: a node that follows its source. The source is the node of the next member, or
 * moves with it; the last member is followed by the first.
 */
struct vrmlint_ring_member {
    struct vrmlint_text node;
    struct vrmlint_text source;
    const char *how; /* "rotation", "roll", "aim", "position"; "below" if the node is a descendant of its source */
};

struct vrmlint_drawn_ring {
    const struct vrmlint_ring_member *members;
    size_t member_count;
    size_t left_out; /* number of members left out of a long cycle, between the last and the first */
    size_t finding;  /* number of the finding */
};

struct vrmlint_drawing {
    size_t finding_count; /* number of findings when the drawing was made; finding numbers are below it */
    bool faces_back;      /* the avatar faces -Z, as in VRM 0.x; otherwise +Z */
    const struct vrmlint_drawn_bone *bones; /* the bones of a chain are consecutive */
    size_t bone_count;
    const struct vrmlint_drawn_joint *joints;
    size_t joint_count;
    const struct vrmlint_drawn_chain *chains;
    size_t chain_count;
    const struct vrmlint_drawn_collider *colliders;
    size_t collider_count;
    const struct vrmlint_drawn_limit *limits;
    size_t limit_count;
    const struct vrmlint_drawn_mark *marks; /* sorted by finding */
    size_t mark_count;
    const struct vrmlint_drawn_ring *rings;
    size_t ring_count;
};

/* ---- materials ---- */

/* A colour as displayed. Not set if "there" is false. */
struct vrmlint_swatch {
    bool there;
    unsigned char rgb[3];
};

struct vrmlint_shown_texture {
    const char *slot;   /* "baseColorTexture"; in VRM 0.x "_MainTex" */
    const char *name;   /* name of the image, or NULL */
    size_t image;       /* index of the image */
    const char *format; /* "PNG"; NULL if unknown */
    uint32_t width;     /* pixels; 0 if unknown */
    uint32_t height;
    uint64_t bytes; /* size in the file; 0 if unknown */
};

struct vrmlint_painted {
    size_t index;
    const char *name; /* may be NULL */
    const char *kind; /* "MToon", "unlit" or "PBR" */
    const char *alpha_mode;
    struct vrmlint_swatch base;
    struct vrmlint_swatch shade;
    struct vrmlint_swatch rim;
    struct vrmlint_swatch outline;                /* set only if an outline is drawn */
    const struct vrmlint_shown_texture *textures; /* largest first */
    size_t texture_count;
    uint64_t bytes;     /* size of all its images */
    uint64_t own_bytes; /* without images that an earlier material of the file uses too */
};

enum vrmlint_spent {
    VRMLINT_SPENT_OTHER_IMAGES, /* images that no material uses */
    VRMLINT_SPENT_MESHES,
    VRMLINT_SPENT_MORPHS,
    VRMLINT_SPENT_ANIMATIONS,
    VRMLINT_SPENT_JSON,
    VRMLINT_SPENT_KINDS
};

struct vrmlint_palette {
    const struct vrmlint_painted *materials; /* most bytes first */
    size_t material_count;
    uint64_t spent[VRMLINT_SPENT_KINDS]; /* bytes besides those of the materials' images */
};

/* ---- the avatar ---- */

/* The terms of the licence in the file. */
enum vrmlint_term {
    VRMLINT_TERM_ACTING, /* who may use the avatar */
    VRMLINT_TERM_VIOLENCE,
    VRMLINT_TERM_SEX,
    VRMLINT_TERM_COMMERCE,
    VRMLINT_TERM_POLITICS, /* not in VRM 0.x, nor are the next three */
    VRMLINT_TERM_HATE,
    VRMLINT_TERM_CREDIT,
    VRMLINT_TERM_PASSING_ON,
    VRMLINT_TERM_CHANGING, /* not in VRM 0.x */
    VRMLINT_TERM_LICENCE,  /* a URL in VRM 1.0, a name in VRM 0.x */
    VRMLINT_TERM_OTHER,    /* URL of another licence */
    VRMLINT_TERM_MORE,     /* URL of further permissions; only in VRM 0.x */
    VRMLINT_TERMS
};

/* A property that an expression changes. */
struct vrmlint_bound {
    enum { VRMLINT_BOUND_MORPH, VRMLINT_BOUND_COLOUR, VRMLINT_BOUND_TEXTURE, VRMLINT_BOUND_NODE } kind;
    const char *what; /* name of the morph or property of the colour; may be NULL */
    size_t index;     /* index of the morph, or of the node that moves */
    const char *of;   /* name of the mesh or its node, of the material, or of the node that moves; may be NULL */
};

struct vrmlint_card_expression {
    const char *name;
    bool custom;
    const struct vrmlint_bound *bound; /* only the first few */
    size_t bound_count;
    size_t more; /* number of those not listed */
};

struct vrmlint_card {
    bool is_0x;
    const char *title; /* NULL if the file doesn't give it, as for the strings below */
    const char *version;
    const char *const *authors;
    size_t author_count;
    const char *contact;
    const char *terms[VRMLINT_TERMS]; /* as written in the file; booleans are "true" and "false" */
    size_t bone_count;                /* number of mapped humanoid bones */
    const char *const *missing;       /* names of unmapped bones; required ones first */
    size_t missing_count;
    size_t missing_needed;                             /* how many of the missing bones are required */
    const struct vrmlint_card_expression *expressions; /* only the first ones */
    size_t expression_count;
    size_t more_expressions;
    const char *picture_type; /* media type of the thumbnail: "image/png" or "image/jpeg"; NULL if none can be shown */
    const unsigned char *picture; /* the whole encoded image, as in the file */
    size_t picture_size;
    unsigned picture_width; /* pixels */
    unsigned picture_height;
};

/* ---- comparing ---- */

/* What a fact is about. */
enum vrmlint_fact_kind {
    VRMLINT_FACT_SPRING, /* in VRM 0.x a bone group */
    VRMLINT_FACT_JOINT,  /* "SPRING / NODE" */
    VRMLINT_FACT_COLLIDER,
    VRMLINT_FACT_COLLIDER_GROUP,
    VRMLINT_FACT_CONSTRAINT,
    VRMLINT_FACT_BONE,
    VRMLINT_FACT_EXPRESSION,
    VRMLINT_FACT_GAZE,
    VRMLINT_FACT_MATERIAL,
    VRMLINT_FACT_IMAGE,
    VRMLINT_FACT_LICENCE,
    VRMLINT_FACT_FIGURE, /* only in struct vrmlint_change */
    VRMLINT_FACT_KINDS
};

/* One property of one object of the avatar, by names: it stays the same if the file is written in another order. */
struct vrmlint_fact {
    enum vrmlint_fact_kind kind;
    const char *of;    /* name of the object, or "#" and its index; shortened */
    const char *what;  /* the property as the file spells it: "stiffness"; "": the object is there */
    const char *value; /* shortened */
    uint64_t place;    /* of the object: a hash of the way to its node, or 1 + its index in a list; 0: unknown */
};

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
