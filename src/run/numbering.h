/* What renumber() and the parts of it stand on. Private to the library. */
#ifndef VRMLINT_RUN_NUMBERING_H
#define VRMLINT_RUN_NUMBERING_H

#include "edit/edit.h"
#include "gltf/document.h"

/* Lists that others lead into by index. */
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
    NUMBERED_OLD_GROUPS, /* of VRM 0.x, whose indices the schema leaves to rules of their own */
    NUMBERED_SAMPLERS,
    NUMBERED_SKINS,
    NUMBERED_TEXTURES,
    NUMBERED_COUNT,
};

/* An element that goes. */
struct gone_element {
    size_t index;
    size_t other; /* which takes its place for those who lead there; SIZE_MAX: none */
};

/* The elements that go from one list, in order. */
struct gone {
    struct gone_element *elements;
    size_t count;
    size_t room;
};

struct numbering {
    struct document *document;
    struct edits *edits;
    struct gone gone[NUMBERED_COUNT];
    bool fits;
};

/* The pattern of a list's elements. */
const char *numbered_pattern(enum numbered list);

/* What x-index calls a list; NULL where no schema has it. */
const char *numbered_name(enum numbered list);

/* Gathers the elements that go by the edits, by list. False when none does. */
bool numbering_gather(struct numbering *numbering);

/* An index at a pointer, which leads into a list of which some may go. */
void numbering_count(struct numbering *numbering, enum numbered list, const char *pointer, const struct tree *index);

/* What no schema of ours has: VRM 0.x, texts that are pointers, extensions of others. */
void numbering_unschemed(struct numbering *numbering);

/* How many elements of a list before an index go; NULL in *element, or the element that goes itself. */
size_t gone_before(const struct gone *gone, size_t index, const struct gone_element **element);

#endif
