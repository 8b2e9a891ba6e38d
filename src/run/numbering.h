/* Declarations shared by the parts of renumber(). Private to the library. */
#ifndef VRMLINT_RUN_NUMBERING_H
#define VRMLINT_RUN_NUMBERING_H

#include "edit/edit.h"
#include "gltf/document.h"

/* Lists whose elements are referred to by index. */
enum numbered {
    NUMBERED_ACCESSORS,
    NUMBERED_BUFFER_VIEWS,
    NUMBERED_BUFFERS,
    NUMBERED_CAMERAS,
    NUMBERED_COLLIDER_GROUPS,
    NUMBERED_COLLIDERS,
    NUMBERED_IMAGES,
    NUMBERED_MATERIALS,
    NUMBERED_MESHES,
    NUMBERED_NODES,
    NUMBERED_OLD_GROUPS, /* of VRM 0.x; separate rules check its indices, not the schema */
    NUMBERED_SAMPLERS,
    NUMBERED_SKINS,
    NUMBERED_TEXTURES,
    NUMBERED_COUNT,
};

/* A removed element. */
struct gone_element {
    size_t index;
    size_t other; /* the element that replaces it in references; SIZE_MAX: none */
};

/* The removed elements of one list, in order. */
struct gone {
    struct gone_element *elements;
    size_t count;
};

/* An index that refers to a list, or a pointer with one. */
struct reference {
    enum numbered list;
    size_t index;
    const char *pointer; /* its place */
    const char *rest;    /* what follows the index in a pointer; NULL: the place has a number */
};

struct references {
    struct arena *arena;
    struct reference *list; /* sorted by list and index */
    size_t count;
};

struct numbering {
    struct document *document;
    struct edits *edits;
    struct gone gone[NUMBERED_COUNT];
    struct references *found; /* receives the references instead of edits; NULL: edits are added */
    bool fits;
};

/* Returns the pattern of a list's elements. */
const char *numbered_pattern(enum numbered list);

/* Returns the name of a list in x-index; NULL if no schema has it. */
const char *numbered_name(enum numbered list);

/* Collects the elements that the edits remove, by list. Returns false if there are none. */
bool numbering_gather(struct numbering *numbering);

/* Adds the edit for an index at a pointer, which refers to a list with removed elements. */
void numbering_count(struct numbering *numbering, enum numbered list, const char *pointer, const struct tree *index);

/* Adds the edit for a reference to a list with removed elements, or the reference itself if those are collected. */
void numbering_refer(struct numbering *numbering, const struct reference *reference);

/* Removes what belongs to removed elements without referring to them. */
void numbering_partners(struct numbering *numbering);

/* Renumbers what no schema here describes: VRM 0.x, strings that are pointers, other extensions. */
void numbering_unschemed(struct numbering *numbering);

#endif
