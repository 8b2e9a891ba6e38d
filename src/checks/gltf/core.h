/* Core glTF as its rules see it: accessors and buffer views read once, and what they are used for. */
#ifndef VRMLINT_CHECKS_GLTF_CORE_H
#define VRMLINT_CHECKS_GLTF_CORE_H

#include "checks/checks.h"
#include "gltf/accessor.h"

#define CORE_NONE SIZE_MAX

/* What bytes are used as: GPUs and loaders keep these apart. */
enum use { USE_NONE, USE_VERTICES, USE_INDICES, USE_MATRICES, USE_TIMES, USE_VALUES, USE_IMAGE, USE_OTHER, USES };

struct core_view {
    const struct tree *json;
    bool sound; /* buffer, offset and length can be relied on */
    size_t buffer;
    double offset;
    double length;
    double stride;    /* 0: none */
    enum use use;     /* the first */
    bool told;        /* that it is used in two ways */
    bool shared;      /* that it has no stride, and several attributes */
    size_t attribute; /* the accessor that was used as an attribute first; CORE_NONE */
    size_t element;   /* bytes of an element of all accessors that lie in it; 0: none does, CORE_NONE: they differ */
    bool referred;
};

struct core_accessor {
    const struct tree *json;
    bool sound; /* its form is known: type, component and count */
    size_t components;
    enum component component;
    const char *type;
    size_t component_size;
    size_t size; /* of an element */
    double count;
    size_t view; /* CORE_NONE where there is none */
    double offset;
    bool normalized;
    bool unaligned; /* said at the accessor */
    bool outside;   /* of its view: said there, too */
    enum use use;   /* the first */
    bool told;
    bool referred;
};

/* A mesh, as its nodes want to know it. */
struct core_mesh {
    const struct tree *json;
    size_t targets; /* of its first primitive */
    bool uneven;    /* its primitives differ in that */
    bool readable;
    bool skinned;    /* a primitive has joints */
    bool unclear;    /* whether it has isn't, and that has been said */
    size_t nodes;    /* that show it */
    size_t weighted; /* of these, those with weights of their own */
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
    bool is_avatar; /* VRM or VRMC_vrm is there */
    bool is_vrma;
    bool is_vrm;    /* an extension of VRM is used, whichever it is */
    bool quantized; /* KHR_mesh_quantization is used */
    bool *buffer_referred;
};

/* A place by a pattern of its pointer, "#" for an index, and a member behind it: written only when it is needed. */
struct spot {
    const char *pattern;
    size_t index[3];
    const char *key; /* a name below the pattern, or NULL */
};

/* Reads all of it, of which core names the check, the document and the arena. */
void core_read(struct core *core);

struct place spot_place(const struct core *core, const struct spot *spot);

/* Fixes a finding with: a view's byteStride goes, where its elements lie close together all the same. */
void core_close_up(struct finding *finding, const struct core *core, size_t view);

/* Notes that a finding, or NULL, ends when an accessor's min and max are computed. */
void core_wants_bounds(struct core *core, struct finding *finding, const struct core_accessor *accessor);

/* What is the matter with the place's own thing: the accessor, mesh, primitive ... of a place, as messages call it. */
struct argument core_name(const struct core *core, const char *as, enum place_kind kind, size_t index, size_t index2);

/* Notes that an accessor that is no good there is used somewhere: not for what. */
void core_refer_to(struct core *core, struct core_accessor *accessor);

/* Notes that an accessor, or a buffer view, is used somewhere, and reports two ways; index may lead nowhere. */
void core_use_accessor(struct core *core, const struct tree *index, enum use use, const struct spot *spot);
void core_use_view(struct core *core, size_t view, enum use use, const struct spot *spot);

/* The same of the accessors of a sampler of an animation. */
void core_use_sampler(struct core *core, const struct sampler *sampler);

/* An accessor whose form is known, by its index in the file; NULL. */
struct core_accessor *core_accessor(const struct core *core, const struct tree *index);
size_t core_index(const struct core *core, const struct core_accessor *accessor);

/* "VEC3 of normalised shorts". */
struct argument core_form(const struct core *core, const struct core_accessor *accessor);

/* "exactly": a whole number as a count. */
struct argument core_count(const char *name, double count);

/* The parts of check_core(). */
void core_check_document(struct core *core);
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

/* khronos.c: what extensions of a material say that doesn't go together. */
void core_check_surface(const struct core *core, size_t index, const struct tree *material, struct argument name);

/* exchanged.c: two members of a primitive with each other's accessors; second: NULL for the indices. by_bounds: they
 * are known by min and max, because their forms are the same. */
struct exchange {
    bool found;
    bool by_bounds;
    const char *first;
    const char *second;
};
/* Whether an accessor has a form that an attribute may have; true for names that mean nothing. */
typedef bool form_test(const struct core *core, const char *name, const struct core_accessor *accessor);
struct exchange core_find_exchange(const struct core *core, form_test *has_form, const struct tree *json);
bool core_is_exchanged(const struct exchange *exchange, const char *name);
void core_report_exchange(const struct core *core, size_t mesh, size_t primitive, const struct tree *json,
                          const struct exchange *exchange);
bool core_is_of_indices(const struct core_accessor *accessor);

/* attributes.c: names and forms of the attributes of a primitive and of its targets. */
struct attributes {
    uint64_t texcoords; /* bits of the sets that are there */
    struct exchange exchange;
    size_t joints; /* sets */
    size_t weights;
    bool misspelt; /* one of those that every mesh has */
    bool gap;
    struct finding *gap_finding; /* that says so; NULL */
    bool normal;
    bool tangent;
    double vertices; /* -1: unknown */
};
struct attributes core_check_attributes(struct core *core, size_t mesh, size_t primitive, const struct tree *json);

/* Fixes a finding with: the sets of a primitive's attributes are numbered without a gap. */
void core_close_gaps(struct finding *finding, const struct tree *list);

#endif
