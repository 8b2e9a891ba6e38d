/* Where in a file a finding is: a value of which the JSON pointer is made, and which says what the finding is about. */
#ifndef VRMLINT_PLACE_H
#define VRMLINT_PLACE_H

#include <stdbool.h>

#include "base/buf.h"

enum place_kind {
#define PLACE(kind, ...) PLACE_##kind,
#include "finding/places.def"
#undef PLACE
    PLACE_COUNT
};

struct place {
    enum place_kind kind;
    size_t index[2];    /* as many as the pattern of the kind takes */
    const char *member; /* what is meant in it, as a pointer without its first "/": "node", "shape/sphere/radius"; NULL:
                           all of it. Borrowed */
};

/* The place of a kind with indices; member may be NULL. */
static inline struct place place_of(enum place_kind kind, size_t index, size_t index2, const char *member)
{
    return (struct place){kind, {index, index2}, member};
}

/* Of a thing that is known by one index, or by two. */
static inline struct place place_node(size_t node, const char *member)
{
    return place_of(PLACE_NODE, node, 0, member);
}
static inline struct place place_spring(size_t spring, const char *member)
{
    return place_of(PLACE_SPRING, spring, 0, member);
}
static inline struct place place_joint(size_t spring, size_t joint, const char *member)
{
    return place_of(PLACE_JOINT, spring, joint, member);
}
static inline struct place place_collider(size_t collider, const char *member)
{
    return place_of(PLACE_COLLIDER, collider, 0, member);
}
static inline struct place place_group(size_t group, const char *member)
{
    return place_of(PLACE_GROUP, group, 0, member);
}
static inline struct place place_bone_group(size_t group, const char *member)
{
    return place_of(PLACE_BONE_GROUP, group, 0, member);
}
/* An entry of bones. */
static inline struct place place_root(size_t group, size_t entry)
{
    return place_of(PLACE_ROOT, group, entry, NULL);
}
static inline struct place place_vrm0_group(size_t group, const char *member)
{
    return place_of(PLACE_VRM0_GROUP, group, 0, member);
}

/* The place that a pointer leads to: the nearest kind, and the rest as its member, which is borrowed from the pointer.
 */
struct place place_at(const char *pointer);

/* The same of the beginning of a pointer up to end, where an index ends; false where that leads into a thing, or to
 * what has no index. */
bool place_before(const char *pointer, const char *end, struct place *place);

/*
 * Whether a pointer leads to a place of a kind, to a member of it (NULL: to the place itself), or below that. Other
 * than place_at(), this also looks from afar: a spring's list of collider groups lies in the spring. *indices are those
 * of the kind, *rest is what lies below, "" or "/..."; either may be NULL.
 */
bool place_within(const char *pointer, enum place_kind kind, const char *member, size_t indices[2], const char **rest);

/* The same, and nothing below it. */
bool place_is(const char *pointer, enum place_kind kind, const char *member);

/* The whole document. */
static inline struct place place_file(void)
{
    return place_of(PLACE_FILE, 0, 0, NULL);
}

/* The pattern of a kind, "#" for an index. */
const char *place_pattern(enum place_kind kind);

/* Adds the pointer of a place. */
void place_write(struct buf *buf, const struct place *place);

#endif
