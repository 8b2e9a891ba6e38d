/* VRM 0.x without its springs, for rules: the entries of bones, the expressions with their binds, the gaze, and the
 * meshes. Typed, with resolved references; ill-typed values count as absent. */
#ifndef VRMLINT_VRM_VRM0_AVATAR_H
#define VRMLINT_VRM_VRM0_AVATAR_H

#include "vrm/humanoid.h"

#define VRM0_ROOT "/extensions/VRM"

/* The expressions that VRM 0.x defines, in the order of its schema. Apps ignore their case. */
enum vrm0_preset {
    VRM0_UNKNOWN, /* "unknown" or absent: the expression is identified by its own name */
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

/* Returns the preset of a name in any case; VRM0_PRESETS for other names and NULL. */
enum vrm0_preset vrm0_preset_by_name(const char *name);
const char *vrm0_preset_name(enum vrm0_preset preset);

/* A morph target of a mesh. */
struct vrm0_bind {
    size_t mesh;  /* SCENE_NONE if it doesn't exist */
    size_t index; /* of the morph target; SCENE_NONE unless a whole number from 0; may exceed the mesh's targets */
    double weight;
};

struct vrm0_material_value {
    const struct tree *json;
    const char *material; /* NULL unless a string */
    const char *property;
};

/* An element of blendShapeGroups. */
struct vrm0_expression {
    const struct tree *json;
    size_t place;
    const char *name;        /* NULL unless a string */
    enum vrm0_preset preset; /* VRM0_PRESETS if the file has no valid preset */
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
    size_t node;       /* the first node in the file with this mesh, or SCENE_NONE */
    size_t shown;      /* the first such node in the scene, or SCENE_NONE */
    size_t shown_next; /* the second such node in the scene, or SCENE_NONE */
};

struct vrm0_avatar {
    const struct tree *json; /* VRM; NULL unless it is an object: the avatar is empty then */
    const struct tree *meta; /* NULL unless an object, as are the next two */
    const struct tree *humanoid;
    const struct tree *first_person;
    const struct tree *human_bones; /* NULL unless a list */
    size_t entry_count;
    size_t *entry_bone;         /* per entry: index in bones[]; BONE_COUNT: unknown */
    bool has_odd_entry;         /* some entry has an unknown bone */
    size_t entries[BONE_COUNT]; /* per bone: its first entry, or SCENE_NONE */
    size_t nodes[BONE_COUNT];   /* and its node; SCENE_NONE unless resolved and usable */
    struct vrm0_expression *expressions;
    size_t expression_count;
    const struct vrm0_expression *presets[VRM0_PRESETS]; /* the first expression of each preset, or NULL */
    bool gaze_by_expressions;                            /* lookAtTypeName is BlendShape */
    struct vrm0_map maps[VRM0_DIRECTIONS];
    struct vrm0_mesh *meshes;
    size_t mesh_count;
};

/* Reads the view. Never returns NULL. In the document's arena. */
const struct vrm0_avatar *vrm0_avatar_read(struct document *document, const struct scene *scene);

/* Returns the name of a map's member in firstPerson. */
const char *vrm0_direction_name(enum vrm0_direction direction);

#endif
