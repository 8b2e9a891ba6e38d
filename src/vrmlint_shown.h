/*
 * vrmlint - what a report shows of an avatar beside its findings: graphs, films, pictures, materials, the card. A part
 * of vrmlint.h, which includes it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VRMLINT_SHOWN_H
#define VRMLINT_SHOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vrmlint_rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * How far the end of a chain swings in one motion of the simulation, for a graph: its angle from where the modelled
 * pose has it.
 */
struct vrmlint_curve {
    size_t spring;               /* index of the spring, or of the bone group of VRM 0.x */
    struct vrmlint_text subject; /* the chain, as findings group it: "Spring 0 'Hair'" */
    const char *motion;          /* what the avatar does: "walk", "turn"; static */
    double seconds_per_sample;   /* the first sample is at 0 */
    const float *degrees;        /* 0 to 180; may be NaN or infinite where the simulation ran away */
    size_t count;
    double threshold; /* degrees that a rule compares with; NaN: none does in this motion */
};

/*
 * A chain in a motion of the simulation that a rule speaks of, as a film: what somebody sees who moves with the avatar.
 * Metres, all finite.
 */
struct vrmlint_film_bone {
    float from[3];
    float to[3];
};

struct vrmlint_film {
    const struct vrmlint_rule *rule;
    struct vrmlint_text subject; /* of its finding */
    const char *motion;          /* as of curves */
    double seconds_per_frame;
    const struct vrmlint_film_bone *modelled; /* the chain, as far as it is shown */
    size_t bone_count;
    const struct vrmlint_film_bone *frames;  /* by frame, then by bone */
    size_t frame_bone_count;                 /* of all frames */
    const struct vrmlint_film_bone *outcome; /* the same with a number that the finding suggests */
    size_t fixed_bone_count;                 /* 0: there is none */
    const char *parameter;                   /* which number: "dragForce"; NULL: of a collider, its radius */
    double value;
};

/*
 * What a picture of an avatar is drawn from: lines and shapes in the world of the file, in the rest pose, in metres,
 * every number finite. "worst" is the worst severity of the findings that are about a thing; VRMLINT_OFF where there
 * are none.
 */

/* A bone of the body, or of a chain that swings. */
struct vrmlint_drawn_bone {
    float from[3];
    float to[3];
    size_t chain; /* place in chains; SIZE_MAX for the body */
};

/* A bone of the humanoid, by its name. */
struct vrmlint_drawn_joint {
    float at[3];
    const char *name; /* "leftHand"; static */
    bool small;       /* of a finger, a toe, the jaw */
};

struct vrmlint_drawn_chain {
    struct vrmlint_text subject; /* as findings group it: "Spring 0 'Hair'" */
    enum vrmlint_severity worst;
};

enum vrmlint_shape { VRMLINT_SPHERE, VRMLINT_CAPSULE, VRMLINT_PLANE };

struct vrmlint_drawn_collider {
    enum vrmlint_shape shape;
    bool inside;  /* keeps joints inside of it */
    float at[3];  /* center; one end of the axis; a point of the plane */
    float to[3];  /* of a capsule: the other end; of a plane: its unit normal */
    float radius; /* 0 for planes */
    enum vrmlint_severity worst;
};

/* Points on the border of what a limit allows, a bone's length from the joint. */
enum { VRMLINT_LIMIT_POINTS = 12 };

struct vrmlint_drawn_limit {
    float at[3]; /* the joint */
    float border[VRMLINT_LIMIT_POINTS][3];
    bool flat;    /* a hinge: the border is an arc, not a closed line */
    size_t chain; /* place in chains */
    enum vrmlint_severity worst;
};

/* A place that a finding is about. */
struct vrmlint_drawn_mark {
    float at[3];
    size_t finding; /* the number of the finding */
};

/* Constraints that wait for each other. Each member is a node that follows its source, which is, or moves with, the
 * next member's node; that of the last, the first's. */
struct vrmlint_ring_member {
    struct vrmlint_text node;
    struct vrmlint_text source;
    const char *how; /* "rotation", "roll", "aim", "position"; "below" where the node just hangs below its source */
};

struct vrmlint_drawn_ring {
    const struct vrmlint_ring_member *members;
    size_t member_count;
    size_t left_out; /* members of long rings that aren't listed, between the last and the first */
    size_t finding;  /* the number of the finding */
};

struct vrmlint_drawing {
    size_t finding_count;                   /* all that it was made of: every number of a finding is below this */
    bool faces_back;                        /* the avatar looks along -Z, as VRM 0.x has it; otherwise along +Z */
    const struct vrmlint_drawn_bone *bones; /* those of one chain follow each other */
    size_t bone_count;
    const struct vrmlint_drawn_joint *joints;
    size_t joint_count;
    const struct vrmlint_drawn_chain *chains;
    size_t chain_count;
    const struct vrmlint_drawn_collider *colliders;
    size_t collider_count;
    const struct vrmlint_drawn_limit *limits;
    size_t limit_count;
    const struct vrmlint_drawn_mark *marks; /* by finding */
    size_t mark_count;
    const struct vrmlint_drawn_ring *rings;
    size_t ring_count;
};

/* ---- what a report shows of materials ---- */

/* A colour as screens show it. */
struct vrmlint_swatch {
    bool there;
    unsigned char rgb[3];
};

struct vrmlint_shown_texture {
    const char *slot;   /* "baseColorTexture"; of VRM 0.x "_MainTex" */
    const char *name;   /* of the image; NULL: it has none */
    size_t image;       /* index */
    const char *format; /* "PNG"; NULL where it isn't known */
    uint32_t width;     /* pixels; 0: not known */
    uint32_t height;
    uint64_t bytes; /* in the file; 0: not known */
};

struct vrmlint_painted {
    size_t index;
    const char *name; /* NULL: it has none */
    const char *kind; /* "MToon", "unlit" or "PBR" */
    const char *alpha_mode;
    struct vrmlint_swatch base;
    struct vrmlint_swatch shade;
    struct vrmlint_swatch rim;
    struct vrmlint_swatch outline;                /* where one is drawn */
    const struct vrmlint_shown_texture *textures; /* the largest first */
    size_t texture_count;
    uint64_t bytes;     /* of all its images */
    uint64_t own_bytes; /* without those that a material before it, in the file, has too */
};

enum vrmlint_spent {
    VRMLINT_SPENT_OTHER_IMAGES, /* that no material shows */
    VRMLINT_SPENT_MESHES,
    VRMLINT_SPENT_MORPHS,
    VRMLINT_SPENT_ANIMATIONS,
    VRMLINT_SPENT_JSON,
    VRMLINT_SPENT_KINDS
};

struct vrmlint_palette {
    const struct vrmlint_painted *materials; /* those with the most bytes first */
    size_t material_count;
    uint64_t spent[VRMLINT_SPENT_KINDS]; /* bytes, beside those of the materials' images */
};

/* ---- what a report shows of the avatar itself ---- */

/* What the licence in the file speaks of. */
enum vrmlint_term {
    VRMLINT_TERM_ACTING, /* who may use it as an avatar */
    VRMLINT_TERM_VIOLENCE,
    VRMLINT_TERM_SEX,
    VRMLINT_TERM_COMMERCE,
    VRMLINT_TERM_POLITICS, /* not in VRM 0.x; so are the next three */
    VRMLINT_TERM_HATE,
    VRMLINT_TERM_CREDIT,
    VRMLINT_TERM_PASSING_ON,
    VRMLINT_TERM_CHANGING, /* not in VRM 0.x */
    VRMLINT_TERM_LICENCE,  /* of VRM 1.0 an address, of VRM 0.x a name */
    VRMLINT_TERM_OTHER,    /* address of another licence */
    VRMLINT_TERM_MORE,     /* address of further permissions; of VRM 0.x alone */
    VRMLINT_TERMS
};

/* Something that an expression changes. */
struct vrmlint_bound {
    enum { VRMLINT_BOUND_MORPH, VRMLINT_BOUND_COLOUR, VRMLINT_BOUND_TEXTURE, VRMLINT_BOUND_NODE } kind;
    const char *what; /* of a morph its name, of a colour its property; NULL: it has none */
    size_t index;     /* of the morph, or of the node that moves */
    const char *of;   /* name of the mesh or its node, of the material, or of the node that moves; NULL: it has none */
};

struct vrmlint_card_expression {
    const char *name;
    bool custom;
    const struct vrmlint_bound *bound; /* the first few */
    size_t bound_count;
    size_t more; /* that aren't listed */
};

struct vrmlint_card {
    bool is_0x;
    const char *title; /* NULL where the file says nothing, as below */
    const char *version;
    const char *const *authors;
    size_t author_count;
    const char *contact;
    const char *terms[VRMLINT_TERMS]; /* as the file writes them; flags as "true" and "false" */
    size_t bone_count;                /* bones of the humanoid that are mapped */
    const char *const *missing;       /* names of those that aren't: those that every avatar needs first */
    size_t missing_count;
    size_t missing_needed;                             /* of these, how many every avatar needs */
    const struct vrmlint_card_expression *expressions; /* the first ones */
    size_t expression_count;
    size_t more_expressions;
    const char *picture_type;     /* of the thumbnail: "image/png" or "image/jpeg"; NULL: none that can be shown */
    const unsigned char *picture; /* the whole image, as the file has it */
    size_t picture_size;
    unsigned picture_width; /* pixels */
    unsigned picture_height;
};

#ifdef __cplusplus
}
#endif

#endif
