/*
 * VRMC_vrm_animation as rules see it: which nodes play which role, and the channels that move them. Keyframe data is
 * not touched here. VRMC_vrm_animation 1.0, humanoid, expressions and lookAt.
 */
#ifndef VRMLINT_VRM_VRMA_H
#define VRMLINT_VRM_VRMA_H

#include "vrm/animation.h"
#include "vrm/humanoid.h"

#define VRMA_POINTER "/extensions/VRMC_vrm_animation"

/* No expression, no channel. */
#define VRMA_NONE SIZE_MAX

enum vrma_version {
    VRMA_1_0,   /* also where specVersion is missing or unknown */
    VRMA_DRAFT, /* 1.0-draft */
};

/* The presets of VRMC_vrm: those that a VRM animation may hold, then the four of the gaze, which it mustn't. */
#define VRMA_PRESET_COUNT 18
#define VRMA_LOOK_PRESET 14 /* the first of the four */
extern const char *const vrma_presets[VRMA_PRESET_COUNT];

/* The index of a preset in that table, by its exact name, or VRMA_PRESET_COUNT. */
size_t vrma_preset_by_name(const char *name);

struct vrma_expression {
    const char *name;        /* its key */
    const struct tree *json; /* of any type */
    bool custom;             /* stands in custom */
    size_t preset;           /* index of the name in vrma_presets, wherever it stands, or VRMA_PRESET_COUNT */
    size_t node;             /* SCENE_NONE unless resolved */
};

struct vrma_look_at {
    bool present;      /* the object is there */
    bool node_present; /* the key is there, right or wrong */
    size_t node;       /* SCENE_NONE unless resolved */
    bool offset_given; /* present and well-typed */
    struct vec3 offset;
};

/* What a node is, and may be at once. */
struct vrma_node {
    unsigned char bone; /* index in bones[], the first where it is several; BONE_COUNT for none; never an eye */
    unsigned char eye;  /* index in bones[] of leftEye or rightEye; or BONE_COUNT */
    bool look_at;
    bool unknown_bone; /* mapped under a name that no bone has */
    bool above_bone;   /* a proper ancestor of a bone */
    bool above_hips;   /* a proper ancestor of the hips */
    bool intermediate; /* neither a bone nor an eye, but between the hips and a bone */
    bool reused;       /* several expressions, or more than one of bone (or eye), expression and gaze: what a channel
                          means here is open (animation/node-reused) */
    size_t expression; /* index in expressions, the first where it is several; or VRMA_NONE */
    /* The first channel that moves the node so, index in animations.channels, or VRMA_NONE. Animations come in order:
     * a channel of a later one means that the first animation has none. */
    size_t translation;
    size_t rotation;
};

/* What a channel that moves a node stands for; of several roles the first of this list, as in three-vrm. */
enum vrma_role {
    VRMA_ROLE_BONE,
    VRMA_ROLE_EXPRESSION,
    VRMA_ROLE_LOOK_AT,
    VRMA_ROLE_EYE,
    VRMA_ROLE_UNKNOWN_BONE,
    VRMA_ROLE_ABOVE_HIPS,
    VRMA_ROLE_INTERMEDIATE,
    VRMA_ROLE_NONE,
};

struct vrma {
    bool present; /* the root extension is an object; else nothing below is set, and there are no nodes */
    enum vrma_version version;
    const struct tree *json;
    bool has_humanoid; /* humanoid is an object */
    bool flat;         /* the bones stand in humanoid itself, as in the first draft */
    const struct tree
        *bones; /* the object that holds them: humanBones or, where flat, humanoid; NULL where there is none */
    size_t nodes[BONE_COUNT]; /* by index in bones[]; SCENE_NONE where not mapped or not resolved, and for eyes */
    size_t eyes[2];           /* nodes of leftEye and rightEye, which mustn't be mapped; SCENE_NONE */
    const struct tree *expressions_json; /* the object, or NULL */
    struct vrma_expression *expressions; /* presets, then custom ones, in the file's order, resolved or not */
    size_t expression_count;
    struct vrma_look_at look_at;
    bool incomplete;               /* an entry names no usable node, or a list of them can't be read, so that some node
                                      lacks its role here */
    const struct vrma_node *roles; /* one per node of the scene */
    size_t node_count;
    const size_t *channels; /* indices in animations.channels, by the node that they move; those of one node in order */
    const size_t *channels_begin; /* per node and one more: where its channels begin */
};

/* Reads the view; the animations give the channels. */
struct vrma *vrma_read(struct document *document, const struct scene *scene, const struct animations *animations);

/* What a node is; SCENE_NONE and nodes that aren't there have no role. */
enum vrma_role vrma_role(const struct vrma *vrma, size_t node);

/* Pointers, in the arena: of a bone (index in bones[]) and of an expression, or of their property ("node"). */
const char *vrma_bone_pointer(const struct vrma *vrma, struct arena *arena, size_t bone, const char *property);
const char *vrma_expression_pointer(const struct vrma *vrma, struct arena *arena, size_t expression,
                                    const char *property);

#endif
