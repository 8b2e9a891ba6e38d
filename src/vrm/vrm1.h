/*
 * VRMC_vrm as rules see it, but for its humanoid: meta, expressions, gaze and first person, typed. VRMC_vrm 1.0.
 * Binds aren't copied: a file can hold very many.
 */
#ifndef VRMLINT_VRM_VRM1_H
#define VRMLINT_VRM_VRM1_H

#include "vrm/springs.h"
#include "vrm/vrma.h"

#define VRM1_POINTER "/extensions/VRMC_vrm"
#define VRM1_LICENSE "https://vrm.dev/licenses/1.0/"

#define VRM1_NONE SIZE_MAX

/* What an expression may hold back while it shows. */
enum vrm1_kind { VRM1_BLINK, VRM1_LOOK_AT, VRM1_MOUTH, VRM1_KINDS };
enum vrm1_override { OVERRIDE_NONE /* or no word that counts */, OVERRIDE_BLOCK, OVERRIDE_BLEND };

/* "overrideBlink" and so on. */
extern const char *const vrm1_override_names[VRM1_KINDS];

struct vrm1_expression {
    const char *name; /* its key */
    const struct tree *json;
    bool custom;
    size_t preset;       /* place of the name in vrma_presets, wherever it stands, or VRMA_PRESET_COUNT */
    enum vrm1_kind kind; /* of a preset; VRM1_KINDS for emotions, neutral and custom ones */
    const struct tree *node_transforms; /* nodeTransformBinds of its extension; NULL if it isn't a list */
    size_t binds;                       /* in all its lists, whatever they do */
    bool binary;
    enum vrm1_override overrides[VRM1_KINDS];
};

enum vrm1_map_place { MAP_INNER, MAP_OUTER, MAP_DOWN, MAP_UP, VRM1_MAPS };
extern const char *const vrm1_map_names[VRM1_MAPS];

struct vrm1_map {
    const struct tree *json; /* NULL: it isn't there */
    bool is_object;
    struct optional input; /* degrees; no default */
    struct optional scale; /* degrees, or a weight; no default */
};

enum vrm1_audience { AUDIENCE_AUTO, AUDIENCE_BOTH, AUDIENCE_THIRD, AUDIENCE_FIRST, AUDIENCE_UNKNOWN };

struct vrm1_annotation {
    size_t node; /* SCENE_NONE unless resolved */
    enum vrm1_audience audience;
};

struct vrm1 {
    bool present; /* the root extension is an object; else nothing below is set */
    bool is_beta; /* of the version 1.0-beta */
    const struct tree *json;
    const struct tree *meta; /* NULL where it isn't an object; so are the next three */
    const struct tree *look_at;
    const struct tree *first_person;
    const struct tree *expressions_json;
    struct vrm1_expression *expressions; /* those that are objects: presets, then custom ones, in the file's order */
    size_t expression_count;
    size_t presets[VRMA_PRESET_COUNT]; /* place in expressions of what stands in preset; or VRM1_NONE */
    bool has_type;                     /* the gaze's: the key is there, right or wrong */
    struct vrm1_map maps[VRM1_MAPS];
    bool offset_present;
    bool offset_given; /* present and well-typed */
    struct vec3 offset;
    struct vrm1_annotation *annotations; /* all elements of the list */
    size_t annotation_count;
};

/* Reads the view; never NULL, in the document's arena. */
struct vrm1 *vrm1_read(struct document *document, const struct scene *scene);

/* Whether a preset is there and has a bind. */
bool vrm1_preset_binds(const struct vrm1 *vrm1, size_t preset);

/* Whether any preset of a kind has a bind. */
bool vrm1_kind_binds(const struct vrm1 *vrm1, enum vrm1_kind kind);

/* Whether the gaze uses a range map: one by expressions never the inner one. look_at: of the humanoid. */
bool vrm1_uses_map(const struct humanoid *humanoid, enum vrm1_map_place map);

#endif
