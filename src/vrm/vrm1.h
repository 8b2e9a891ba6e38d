/* VRMC_vrm without its humanoid, for rules: meta, expressions, gaze and first person, typed. VRMC_vrm 1.0. Binds
 * aren't copied: a file can have very many. */
#ifndef VRMLINT_VRM_VRM1_H
#define VRMLINT_VRM_VRM1_H

#include "vrm/springs.h"
#include "vrm/vrma.h"

#define VRM1_POINTER "/extensions/VRMC_vrm"
#define VRM1_LICENSE "https://vrm.dev/licenses/1.0/"

#define VRM1_NONE SIZE_MAX

/* Movements that an expression may suppress while it is active. */
enum vrm1_kind { VRM1_BLINK, VRM1_LOOK_AT, VRM1_MOUTH, VRM1_KINDS };
enum vrm1_override { OVERRIDE_NONE /* or an invalid word */, OVERRIDE_BLOCK, OVERRIDE_BLEND };

/* "overrideBlink" and so on. */
extern const char *const vrm1_override_names[VRM1_KINDS];

struct vrm1_expression {
    const char *name; /* its key */
    const struct tree *json;
    bool custom;
    size_t preset;       /* index of the name in vrma_presets, in preset or custom; or VRMA_PRESET_COUNT */
    enum vrm1_kind kind; /* of a preset; VRM1_KINDS for emotions, neutral and custom expressions */
    const struct tree *node_transforms; /* nodeTransformBinds of its extension; NULL if it isn't a list */
    size_t binds;                       /* in all its lists, of any kind */
    bool binary;
    enum vrm1_override overrides[VRM1_KINDS];
};

enum vrm1_map_place { MAP_INNER, MAP_OUTER, MAP_DOWN, MAP_UP, VRM1_MAPS };
extern const char *const vrm1_map_names[VRM1_MAPS];

struct vrm1_map {
    const struct tree *json; /* NULL if absent */
    struct optional input;   /* degrees; no default */
    struct optional scale;   /* degrees, or a weight; no default */
};

enum vrm1_audience { AUDIENCE_AUTO, AUDIENCE_BOTH, AUDIENCE_THIRD, AUDIENCE_FIRST, AUDIENCE_UNKNOWN };

struct vrm1_annotation {
    size_t node; /* SCENE_NONE if unresolved */
    enum vrm1_audience audience;
};

struct vrm1 {
    bool present; /* the root extension is an object; else nothing else is present */
    bool is_beta; /* the version is 1.0-beta */
    const struct tree *json;
    const struct tree *meta; /* NULL if it isn't an object, as are the next three */
    const struct tree *look_at;
    const struct tree *first_person;
    const struct tree *expressions_json;
    struct vrm1_expression *expressions; /* those that are objects: presets, then custom ones, in the file's order */
    size_t expression_count;
    size_t presets[VRMA_PRESET_COUNT]; /* index in expressions of each preset in the member preset; or VRM1_NONE */
    bool has_type;                     /* lookAt has type, valid or not */
    struct vrm1_map maps[VRM1_MAPS];
    bool offset_present;
    bool offset_given; /* present and well-typed */
    struct vec3 offset;
    struct vrm1_annotation *annotations; /* all elements of the list */
    size_t annotation_count;
};

/* Reads the view. Never returns NULL. In the document's arena. */
struct vrm1 *vrm1_read(struct document *document, const struct scene *scene);

/* Whether a preset is present and has a bind. */
bool vrm1_preset_binds(const struct vrm1 *vrm1, size_t preset);

/* Whether any preset of a kind has a bind. */
bool vrm1_kind_binds(const struct vrm1 *vrm1, enum vrm1_kind kind);

/* Whether the gaze uses a range map. A gaze by expressions doesn't use the inner one. humanoid has the type of
 * lookAt. */
bool vrm1_uses_map(const struct humanoid *humanoid, enum vrm1_map_place map);

#endif
