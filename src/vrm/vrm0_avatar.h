/*
 * VRM 0.x beyond its springs, as rules see it: which entry is which bone, the expressions with what they bind, the
 * gaze, the meshes that all of that is about. Typed, references resolved; what is ill-typed counts as not there.
 */
#ifndef VRMLINT_VRM_VRM0_AVATAR_H
#define VRMLINT_VRM_VRM0_AVATAR_H

#include "vrm/humanoid.h"

#define VRM0_ROOT "/extensions/VRM"

/* The expressions that VRM 0.x names, in the order of its schema. Apps ignore the case of their letters. */
enum vrm0_preset {
    VRM0_UNKNOWN, /* written so, or nothing is: the expression goes by its own name */
    VRM0_NEUTRAL,
    VRM0_A,
    VRM0_I,
    VRM0_U,
    VRM0_E,
    VRM0_O,
    VRM0_BLINK,
    VRM0_JOY,
    VRM0_ANGRY,
    VRM0_SORROW,
    VRM0_FUN,
    VRM0_LOOK_UP,
    VRM0_LOOK_DOWN,
    VRM0_LOOK_LEFT,
    VRM0_LOOK_RIGHT,
    VRM0_BLINK_LEFT,
    VRM0_BLINK_RIGHT,
    VRM0_PRESETS,
};

/* By a name in any case; VRM0_PRESETS for none of them, and for NULL. */
enum vrm0_preset vrm0_preset_by_name(const char *name);
const char *vrm0_preset_name(enum vrm0_preset preset);

/* A shape of a mesh. */
struct vrm0_bind {
    size_t mesh;  /* SCENE_NONE unless it is there */
    size_t index; /* of the shape, SCENE_NONE unless a whole number of 0 or more; it may be beyond the mesh's shapes */
    double weight;
    bool weighted; /* weight is a number */
};

struct vrm0_material_value {
    const struct tree *json;
    const char *material; /* NULL unless a text */
    const char *property;
};

/* An element of blendShapeGroups. */
struct vrm0_expression {
    const struct tree *json;
    size_t place;
    const char *name;        /* NULL unless a text */
    enum vrm0_preset preset; /* VRM0_PRESETS where what is written is none */
    struct vrm0_bind *binds; /* all elements of the array */
    size_t bind_count;
    struct vrm0_material_value *values;
    size_t value_count;
};

enum vrm0_direction { VRM0_INNER, VRM0_OUTER, VRM0_DOWN, VRM0_UP, VRM0_DIRECTIONS };

struct vrm0_map {
    const struct tree *json; /* NULL unless an object */
    struct {
        double value;
        bool given;
    } x, y; /* xRange and yRange */
};

struct vrm0_mesh {
    size_t node;       /* the first in the file that has it, or SCENE_NONE */
    size_t shown;      /* the first of those in the scene, or SCENE_NONE */
    size_t shown_next; /* and the next of them */
};

struct vrm0_avatar {
    const struct tree *json; /* VRM; NULL unless it is an object: then nothing below is set */
    const struct tree *meta; /* NULL unless an object, as the next two */
    const struct tree *humanoid;
    const struct tree *first_person;
    const struct tree *human_bones; /* NULL unless a list */
    size_t entry_count;
    size_t *entry_bone;         /* per entry: place in bones[], BONE_COUNT for none */
    bool has_odd_entry;         /* one names none */
    size_t entries[BONE_COUNT]; /* per bone: the first entry that names it, or SCENE_NONE */
    size_t nodes[BONE_COUNT];   /* and its node, SCENE_NONE unless resolved and usable */
    struct vrm0_expression *expressions;
    size_t expression_count;
    const struct vrm0_expression *presets[VRM0_PRESETS]; /* the first of each; NULL for those that aren't there */
    bool gaze_by_expressions;                            /* lookAtTypeName is BlendShape */
    struct vrm0_map maps[VRM0_DIRECTIONS];
    struct vrm0_mesh *meshes;
    size_t mesh_count;
};

/* Reads it; never NULL, in the document's arena. */
const struct vrm0_avatar *vrm0_avatar_read(struct document *document, const struct scene *scene);

/* The name of a map's member of firstPerson. */
const char *vrm0_direction_name(enum vrm0_direction direction);

#endif
