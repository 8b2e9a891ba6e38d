/* Core glTF for its rules: accessors and buffer views, read once, and their uses. */
#ifndef VRMLINT_CHECKS_GLTF_CORE_H
#define VRMLINT_CHECKS_GLTF_CORE_H

#include "checks/checks.h"
#include "gltf/accessor.h"

#define CORE_NONE SIZE_MAX

/* The uses of bytes. GPUs and loaders treat them differently. */
enum byte_use { USE_NONE, USE_VERTICES, USE_INDICES, USE_MATRICES, USE_TIMES, USE_VALUES, USE_IMAGE, USE_OTHER, USES };

struct core_view {
    const struct tree *json;
    bool sound; /* buffer, offset and length are valid */
    size_t buffer;
    double offset;
    double length;
    double stride;     /* 0: none */
    enum byte_use use; /* the first use */
    bool told;         /* two uses have been reported */
    bool shared;       /* several attributes without a stride have been reported */
    size_t attribute;  /* the first accessor used as an attribute, or CORE_NONE */
    size_t element;    /* bytes per element of all accessors in it; 0: no accessor, CORE_NONE: they differ */
    bool referred;
};

struct core_accessor {
    const struct tree *json;
    bool sound; /* its type, component and count are known */
    size_t components;
    enum component component;
    const char *type;
    size_t component_size;
    size_t size; /* of an element, bytes */
    double count;
    size_t view; /* CORE_NONE if there is none */
    double offset;
    bool normalized;
    bool unaligned;    /* and that has been reported */
    bool outside;      /* it exceeds its view, and that has been reported */
    enum byte_use use; /* the first use */
    bool told;
    bool referred;
};

/* The facts about a mesh that its nodes need. */
struct core_mesh {
    const struct tree *json;
    size_t targets; /* of its first primitive */
    bool uneven;    /* its primitives have different numbers of targets */
    bool readable;
    bool skinned;    /* a primitive has joints */
    bool unclear;    /* whether a primitive has joints is unknown, and that has been reported */
    size_t nodes;    /* that show it */
    size_t weighted; /* of these, nodes with weights of their own */
};

struct core {
    struct check *check;
    struct document *document;
    struct arena *arena;
    struct core_accessor *accessors;
    size_t accessor_count;
    struct core_view *views;
    size_t view_count;
    const struct tree *buffers;
    size_t buffer_count;
    struct core_mesh *meshes;
    size_t mesh_count;
    bool is_avatar; /* VRM or VRMC_vrm exists */
    bool is_vrma;
    bool is_vrm;    /* some extension of VRM is used */
    bool quantized; /* KHR_mesh_quantization is used */
    bool *buffer_referred;
};

/* Reads everything. core->check, document and arena must be set. */
void core_read(struct core *core);

/* A place as a pattern of its pointer with "#" for indices, and a member. The pointer is written only if needed. */
struct spot {
    const char *pattern;
    size_t index[3];
    const char *key; /* a name below the pattern, or NULL */
};

struct place spot_place(const struct core *core, const struct spot *spot);

/* Adds a fix that removes a view's byteStride if its elements are contiguous nevertheless. */
void core_close_up(struct finding *finding, const struct core *core, size_t view);

/* Records that a finding becomes obsolete when an accessor's min and max are computed. The finding may be NULL. */
void core_wants_bounds(struct core *core, struct finding *finding, const struct core_accessor *accessor);

/* Returns the name of an accessor, mesh, primitive and so on in messages. */
struct argument core_name(const struct core *core, const char *as, enum place_kind kind, size_t index, size_t index2);

/* Records that an unsuitable accessor is used somewhere, without its use. */
void core_refer_to(struct core *core, struct core_accessor *accessor);

/* Record a use of an accessor or a buffer view, and report two different uses. The index may be invalid. */
void core_use_accessor(struct core *core, const struct tree *index, enum byte_use use, const struct spot *spot);
void core_use_view(struct core *core, size_t view, enum byte_use use, const struct spot *spot);

/* Records the uses of the accessors of an animation's sampler. */
void core_use_sampler(struct core *core, const struct sampler *sampler);

/* Returns an accessor with a known form by its index in the file, or NULL. */
struct core_accessor *core_accessor(const struct core *core, const struct tree *index);
size_t core_index(const struct core *core, const struct core_accessor *accessor);

/* Returns words such as "VEC3 of normalised shorts". */
struct argument core_form(const struct core *core, const struct core_accessor *accessor);

/* Returns a whole number as an argument with all digits. */
struct argument core_count(const char *name, double count);

void core_check_buffers(struct core *core);
void core_check_accessors(struct core *core);
void core_check_meshes(struct core *core);
void core_check_skins(struct core *core);
void core_check_nodes(struct core *core);
void core_check_materials(struct core *core);
void core_check_textures(struct core *core);
void core_check_khronos(struct core *core);
void core_check_animations(struct core *core);
void core_check_extensions(struct core *core);
void core_check_unused(struct core *core);

/* Rewords the report of a BIN chunk that lacks bytes at its end if no accessor in use misses them: only padding or an
 * image is cut off. After all other checks, which find out what is in use. */
/* Reports buffers without bytes, states what a BIN chunk that is too short lacks, and marks findings about accessors,
 * bufferViews and buffers that nothing refers to. The last part: others report them. */
void core_check_unread(struct core *core);

/* khronos.c: checks combinations of a material's extensions. */
void core_check_surface(const struct core *core, size_t index, const struct tree *material, struct argument name);

/* exchanged.c: two members of a primitive with exchanged accessors. second: NULL for the indices. by_bounds: the
 * evidence is min and max, because the forms are the same. */
struct exchange {
    bool found;
    bool by_bounds;
    const char *first;
    const char *second;
};
/* Tests whether an accessor has a valid form for an attribute; true for unknown names. */
typedef bool form_test(const struct core *core, const char *name, const struct core_accessor *accessor);
struct exchange core_find_exchange(const struct core *core, form_test *has_form, const struct tree *json);
bool core_is_exchanged(const struct exchange *exchange, const char *name);
void core_report_exchange(const struct core *core, size_t mesh, size_t primitive, const struct tree *json,
                          const struct exchange *exchange);
bool core_is_of_indices(const struct core_accessor *accessor);

/* attributes.c: facts about the attributes of a primitive and of its targets. */
struct attributes {
    uint64_t texcoords; /* existing sets, as bits */
    struct exchange exchange;
    size_t joints; /* number of sets */
    size_t weights;
    bool misspelt; /* an attribute that every mesh has is misspelt */
    bool gap;
    struct finding *gap_finding; /* the finding about the gap, or NULL */
    bool normal;
    bool tangent;
    double vertices; /* -1: unknown */
};
struct attributes core_check_attributes(struct core *core, size_t mesh, size_t primitive, const struct tree *json);

/* Adds a fix that renumbers the sets of a primitive's attributes without gaps. */
void core_close_gaps(struct finding *finding, const struct tree *list);

#endif
