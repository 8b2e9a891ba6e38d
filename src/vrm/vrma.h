/* VRMC_vrm_animation for rules: the roles of nodes, and the channels that move them. Keyframe data is not read.
 * VRMC_vrm_animation 1.0, humanoid, expressions and lookAt. */
#ifndef VRMLINT_VRM_VRMA_H
#define VRMLINT_VRM_VRMA_H

#include "vrm/animation.h"
#include "vrm/humanoid.h"

#define VRMA_POINTER "/extensions/VRMC_vrm_animation"

/* No expression or no channel. */
#define VRMA_NONE SIZE_MAX

enum vrma_version {
    VRMA_1_0,   /* also if specVersion is missing or unknown */
    VRMA_DRAFT, /* 1.0-draft */
};

/* The presets of VRMC_vrm: those that a VRM animation may have, then the four of the gaze, which it must not have. */
#define VRMA_PRESET_COUNT 18
#define VRMA_LOOK_PRESET 14 /* the first of the four */
extern const char *const vrma_presets[VRMA_PRESET_COUNT];

/* Returns the index of a preset in that table, by its exact name, or VRMA_PRESET_COUNT. */
size_t vrma_preset_by_name(const char *name);

struct vrma_expression {
    const char *name;        /* its key */
    const struct tree *json; /* of any type */
    bool custom;             /* is in the member custom */
    size_t preset;           /* index of the name in vrma_presets, in preset or custom; or VRMA_PRESET_COUNT */
    size_t node;             /* SCENE_NONE if unresolved */
};

struct vrma_look_at {
    bool present;      /* the object is present */
    bool node_present; /* the key is present, valid or not */
    size_t node;       /* SCENE_NONE if unresolved */
    bool offset_given; /* present and well-typed */
    struct vec3 offset;
};

/* The roles of a node, which may have several. */
struct vrma_node {
    unsigned char bone; /* index in bones[], of the first if several; BONE_COUNT: none; never an eye */
    unsigned char eye;  /* index in bones[] of leftEye or rightEye; or BONE_COUNT */
    bool look_at;
    bool unknown_bone; /* mapped to a name that no bone has */
    bool above_bone;   /* an ancestor of a bone */
    bool above_hips;   /* an ancestor of the hips */
    bool intermediate; /* neither a bone nor an eye, but between the hips and a bone */
    /* Has several expressions, or more than one of bone (or eye), expression and gaze: the specification doesn't
     * define what a channel means here (animation/node-reused). */
    bool reused;
    size_t expression; /* index in expressions, of the first if several; or VRMA_NONE */
    /* The first channel of that path on this node, as an index in animations.channels, or VRMA_NONE. Animations are
     * in order: a channel of a later one means that the first animation has none. */
    size_t translation;
    size_t rotation;
};

/* The effect of a channel on a node. If the node has several roles, the first one in this list counts, as in
 * three-vrm. */
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
    bool present; /* the root extension is an object; else nothing else is present, and node_count is 0 */
    enum vrma_version version;
    const struct tree *json;
    bool has_humanoid; /* humanoid is an object */
    bool flat;         /* the bones are in humanoid itself, as in the first draft */
    /* The object with the bones: humanBones or, if flat, humanoid; NULL if absent. */
    const struct tree *bones;
    size_t nodes[BONE_COUNT];            /* by index in bones[]; SCENE_NONE if not mapped or unresolved, and for eyes */
    size_t eyes[2];                      /* nodes of leftEye and rightEye, which must not be mapped; or SCENE_NONE */
    const struct tree *expressions_json; /* the object, or NULL */
    struct vrma_expression *expressions; /* presets, then custom ones, in the file's order, resolved or not */
    size_t expression_count;
    struct vrma_look_at look_at;
    /* An entry has no usable node, or a list of entries can't be read, so some node may lack its role. */
    bool incomplete;
    const struct vrma_node *roles; /* one per node of the scene */
    size_t node_count;
    const size_t *channels;       /* indices in animations.channels, sorted by target node, then in order */
    const size_t *channels_begin; /* per node and one more: the beginning of its channels */
};

/* Reads the view, with the channels of the animations. */
struct vrma *vrma_read(struct document *document, const struct scene *scene, const struct animations *animations);

/* Returns the role of a node. SCENE_NONE and nodes that don't exist have no role. */
enum vrma_role vrma_role(const struct vrma *vrma, size_t node);

/* Return pointers, in the arena: of a bone (index in bones[]) and of an expression, or of a property of it ("node"). */
const char *vrma_bone_pointer(const struct vrma *vrma, struct arena *arena, size_t bone, const char *property);
const char *vrma_expression_pointer(const struct vrma *vrma, struct arena *arena, size_t expression,
                                    const char *property);

#endif
