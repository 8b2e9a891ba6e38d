/*
 * Materials for rules: glTF's own members, VRMC_materials_mtoon, emission and unlit, the textures that they use and
 * the primitives that use them; and materialProperties of VRM 0.x. Typed and resolved: values that the schemas refuse
 * count as absent here, except in members named present.
 */
#ifndef VRMLINT_VRM_MATERIALS_H
#define VRMLINT_VRM_MATERIALS_H

#include "gltf/images.h"
#include "vrm/springs.h"

#define MATERIALS_NONE SIZE_MAX
#define MTOON_NAME "VRMC_materials_mtoon"
#define HDR_NAME "VRMC_materials_hdr_emissiveMultiplier"
#define EMISSIVE_NAME "KHR_materials_emissive_strength"
#define UNLIT_NAME "KHR_materials_unlit"
#define TRANSFORM_NAME "KHR_texture_transform"
#define MATERIALS0_POINTER "/extensions/VRM/materialProperties"

/* Tolerance for ends of ranges and tests for zero: exporters in single precision write 1.0000001. */
#define MATERIAL_EPS 1e-6

enum alpha_mode { MODE_OPAQUE, MODE_MASK, MODE_BLEND };

/* In the order of messages. SLOT_SHADE to SLOT_MATCAP are textures of the MToon extension. */
enum texture_slot {
    SLOT_BASE,
    SLOT_NORMAL,
    SLOT_EMISSIVE,
    SLOT_SHADE,
    SLOT_SHIFT,
    SLOT_RIM,
    SLOT_OUTLINE,
    SLOT_MASK,
    SLOT_MATCAP,
    SLOT_METALLIC,
    SLOT_OCCLUSION,
    SLOT_COUNT
};

/* For each slot: its pointer below the material, without the first "/", and whether the texture holds numbers rather
 * than colours. */
extern const struct material_slot {
    const char *pointer;
    const char *key;
    bool is_data;
} material_slots[SLOT_COUNT];

struct material_texture {
    const struct tree *json;      /* the textureInfo; NULL if it isn't an object */
    bool present;                 /* the key is present, valid or not */
    bool given;                   /* resolved: the index of an existing texture */
    size_t texture;               /* MATERIALS_NONE unless given */
    unsigned coord;               /* set of texture coordinates; 0 if not given */
    bool coord_extended;          /* given by KHR_texture_transform */
    const struct tree *transform; /* KHR_texture_transform, an object; or NULL */
    bool transform_known;         /* no member of it is ill-typed */
    double offset[2];             /* default 0 0 */
    double scale[2];              /* default 1 1 */
    double rotation;              /* radians */
};

struct material_color {
    double rgb[3];
    bool present;
    bool given;
};

/* Colours that expressions and animations change. */
enum material_bound {
    BOUND_COLOR = 1,
    BOUND_EMISSION = 2,
    BOUND_SHADE = 4,
    BOUND_MATCAP = 8,
    BOUND_RIM = 16,
    BOUND_OUTLINE = 32
};

struct material {
    const struct tree *json;
    const char *name; /* NULL if absent or empty */
    /* glTF */
    enum alpha_mode mode;
    bool is_object;
    bool base_known; /* baseColorFactor is well-typed, or absent */
    bool base_present;
    struct optional cutoff; /* default 0.5 */
    double base[4];         /* baseColorFactor, 1 1 1 1 */
    double emissive[3];     /* emissiveFactor, 0 0 0 */
    bool emissive_known;
    bool double_sided;
    bool unlit;  /* KHR_materials_unlit */
    bool zwrite; /* MToon's transparentWithZWrite */
    /* extensions */
    const struct tree *mtoon; /* the object, or NULL */
    const struct tree *hdr;   /* the object, or NULL */
    struct optional multiplier;
    const struct tree *emissive_strength;
    struct optional strength; /* default 1 */
    /* MToon, with the specification's defaults */
    struct optional queue;
    struct material_color shade; /* 0 0 0 */
    struct optional shift;
    struct optional toony;
    struct material_color matcap; /* 1 1 1 */
    struct material_color rim;    /* 0 0 0 */
    struct optional fresnel;
    struct optional lift;
    struct optional rim_mix;
    const char *outline_mode; /* "none" unless it is one of the other modes; NULL if invalid */
    struct optional outline_width;
    struct material_color outline; /* 0 0 0 */
    struct optional scroll[2];
    struct optional turn;
    double shift_scale; /* scale of shadingShiftTexture */
    struct material_texture textures[SLOT_COUNT];
    unsigned bound; /* a set of enum material_bound */
    bool animated;  /* an animation points at one of its members */
    /* the primitives that use it */
    uint32_t coords; /* sets of texture coordinates that all of them have, as bits by number */
    bool colored;    /* one of them has COLOR_0 */
    size_t primitives;
};

struct texture {
    const struct tree *json;
    size_t image;          /* the image in use: an extension's image before the plain one; MATERIALS_NONE if absent */
    size_t source;         /* the plain image */
    const char *extension; /* extension with an image; or NULL */
    size_t sampler;        /* MATERIALS_NONE if absent */
    bool used;             /* something refers to it */
    bool of_material;      /* apps load it for a material */
};

struct painted {
    size_t mesh;
    size_t place; /* index in the mesh's primitives */
    size_t material;
    const struct tree *attributes;
};

/* An entry of materialProperties. */
struct material0 {
    const struct tree *json; /* NULL if it isn't an object */
    const char *name;
    const char *shader;
    bool is_mtoon; /* VRM/MToon */
    const struct tree *floats;
    const struct tree *vectors;
    const struct tree *textures;
    const struct tree *keywords;
    struct optional queue;
    unsigned bound;
};

struct materials {
    struct material *items;
    size_t count;
    struct texture *textures;
    size_t texture_count;
    const struct tree *samplers;
    size_t sampler_count;
    bool *sampler_used;  /* per sampler */
    bool *image_used;    /* per image: a texture refers to it */
    bool *image_seen;    /* per image: a texture that a material uses refers to it */
    bool *image_colored; /* per image: a material reads colours from it */
    size_t image_count;
    struct painted *primitives; /* those with a material */
    size_t primitive_count;
    bool *material_used;    /* per material: a primitive or a variant refers to it */
    bool has_foreign;       /* an unknown root extension may refer to anything */
    struct material0 *olds; /* materialProperties */
    size_t old_count;
};

/* Reads all materials. Never returns NULL. In the document's arena. Reports nothing: schemas and checks do. */
struct materials *materials_read(struct document *document);

/* Returns the image of a slot; MATERIALS_NONE if it has none. */
size_t material_image(const struct materials *materials, const struct material *material, enum texture_slot slot);

static inline bool material_has(const struct material *material, enum texture_slot slot)
{
    return material->textures[slot].given;
}

/* Whether a colour is black. A missing one has its default. */
bool material_is_black(const struct material_color *color);

/* Returns the width of the outline that MToon of either generation draws for a material: at least 0, which is none, in
 * metres or in the unit of VRM 0.x. index: may be beyond the last material. */
double material_outline(const struct materials *materials, size_t index);

/* Reads a number of floatProperties. Returns false if it isn't one. */
bool material0_float(const struct material0 *old, const char *key, double *out);

/* Whether apps read a texture of textureProperties: those of MToon, and the main one of materials without lights. */
bool material0_reads(const struct material0 *old, const char *key);

/* Returns a texture of textureProperties, or MATERIALS_NONE. */
size_t material0_texture(const struct materials *materials, const struct material0 *old, const char *key);

#endif
